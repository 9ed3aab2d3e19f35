//! Whole runs: the same whatever the threads and the interruptions, and the same in every file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_trials::{BattleRow, Ended, EventRow, Orders, Plan, Shard, TrialError, UnitRow};
use marie_louise::RULESET;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use words::Lang;

fn plan(battles: u64) -> Plan {
    Plan {
        scenario: armies::Library::embedded().text("premier-feu").unwrap().to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: ["random".to_owned(), "random".to_owned()],
        mirror: false,
        battles,
        seed: 7,
        most_answers: None,
        shard: None,
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn fight(plan: &Plan, folder: Option<&Path>, threads: usize) -> Result<Ended, TrialError> {
    fight_until(plan, folder, threads, u64::MAX)
}

/// Fights until this many battles are done.
fn fight_until(plan: &Plan, folder: Option<&Path>, threads: usize, most: u64) -> Result<Ended, TrialError> {
    let stop = AtomicBool::new(false);
    let orders = Orders { ruleset: &RULESET, folder, threads, stop: &stop, lang: Lang::En };
    grognard_trials::run(plan, &orders, |done| {
        if done >= most {
            stop.store(true, Ordering::Relaxed);
        }
    })
}

fn rows<T: serde::de::DeserializeOwned>(folder: &Path, name: &str) -> Vec<T> {
    csv::Reader::from_path(folder.join(name)).unwrap().into_deserialize().map(Result::unwrap).collect()
}

/// Every file of a run that must not depend on threads or interruptions.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut all = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            all.extend(files(&path).into_iter().map(|(file, bytes)| (format!("{name}/{file}"), bytes)));
        } else {
            all.insert(name, fs::read(path).unwrap());
        }
    }
    all
}

#[test]
fn threads_and_interruptions_change_nothing() {
    let (plain, threaded, broken) = (folder("plain"), folder("threaded"), folder("broken"));
    let plan = plan(12);
    assert!(fight(&plan, Some(&plain), 1).unwrap().whole);
    assert!(fight(&plan, Some(&threaded), 3).unwrap().whole);
    let names: Vec<String> = files(&plain).into_keys().collect();
    let expected = [
        "battles.csv",
        "battles/open.parquet",
        "events.open.csv",
        "events/open.parquet",
        "index.html",
        "run.json",
        "scenario.toml",
        "summary.json",
        "units.csv",
        "units/open.parquet",
    ];
    assert_eq!(names, expected);
    assert!(files(&plain) == files(&threaded), "the number of threads shows in the files");

    let first = fight_until(&plan, Some(&broken), 2, 3).unwrap();
    assert!(!first.whole && first.summary.battles >= 3 && first.summary.battles < 12);
    let page = fs::read_to_string(broken.join("index.html")).unwrap();
    assert!(page.contains("12 battles are planned"), "what is done is told before the run is whole");
    // As after a power cut: a truncated row, and a battle without all of its units.
    let cut = |name: &str, bytes: usize| {
        let text = fs::read(broken.join(name)).unwrap();
        fs::write(broken.join(name), &text[..text.len() - bytes]).unwrap();
    };
    cut("battles.csv", 5);
    cut("units.csv", 3);
    let again = fight(&plan, Some(&broken), 2).unwrap();
    assert_eq!((again.whole, again.resumed), (true, first.summary.battles - 1));
    assert!(files(&plain) == files(&broken), "the interruption shows in the files");
}

#[test]
fn a_run_goes_on_only_as_itself() {
    let own = folder("own");
    let small = plan(2);
    fight(&small, Some(&own), 1).unwrap();
    let other = Plan { seed: 8, mirror: true, ..small.clone() };
    let Err(TrialError::OtherRun { differences, .. }) = fight(&other, Some(&own), 1) else { panic!("another run") };
    assert_eq!(differences, ["mirror", "seed"]);
    // A longer run continues, a shorter one is refused.
    assert_eq!(fight(&plan(3), Some(&own), 1).unwrap().resumed, 2);
    assert!(matches!(fight(&small, Some(&own), 1), Err(TrialError::Longer { done: 3, .. })));
    let strange = folder("strange");
    fs::create_dir_all(&strange).unwrap();
    fs::write(strange.join("letter.txt"), "mine").unwrap();
    assert!(matches!(fight(&small, Some(&strange), 1), Err(TrialError::NotARun(_))));
    assert!(matches!(fight(&small, Some(&strange.join("letter.txt")), 1), Err(TrialError::NotAFolder(_))));
    let nobody = Plan { generals: ["nobody".to_owned(), "random".to_owned()], ..small };
    assert_eq!(fight(&nobody, None, 1).err(), Some(TrialError::General("nobody".to_owned())));
}

#[test]
fn rows_summary_and_columns_agree() {
    let own = folder("rows");
    let summary = fight(&plan(10), Some(&own), 2).unwrap().summary;
    let battles: Vec<BattleRow> = rows(&own, "battles.csv");
    let units: Vec<UnitRow> = rows(&own, "units.csv");
    assert_eq!((battles.len(), units.len()), (10, 60));
    let won = |side: &str| battles.iter().filter(|row| row.winner == side).count() as u64;
    assert_eq!([summary.blue_wins, summary.red_wins, summary.draws], ["blue", "red", "draw"].map(won));
    assert_eq!(summary.blue_wins + summary.red_wins + summary.draws, summary.battles);
    for battle in &battles {
        let own = units.iter().filter(|unit| unit.battle == battle.battle);
        let lost = |side: &str| own.clone().filter(|unit| unit.side == side).map(|unit| unit.lost).sum::<i64>();
        assert_eq!([lost("blue"), lost("red")], [battle.blue_lost, battle.red_lost]);
        let last = battle.blue_lost_by_turn.rsplit(' ').next().and_then(|n| n.parse().ok());
        assert_eq!(last, Some(battle.blue_lost));
        assert_eq!(battle.blue_lost_by_turn.split(' ').count() as u32, battle.turns);
        let first = own.clone().filter_map(|unit| unit.broke_turn).min();
        let named = own.clone().find(|unit| unit.unit == battle.first_broken).and_then(|unit| unit.broke_turn);
        assert_eq!(first, named, "battle {}", battle.battle);
    }
    assert!(units.iter().any(|unit| unit.lost > 0) && units.iter().any(|unit| unit.gone_x.is_some()));
    let thrown = |row: &BattleRow| row.dice.split(':').nth(1).and_then(|n| n.parse::<u64>().ok()).unwrap();
    assert_eq!(summary.dice[0].die, "d6");
    assert_eq!(summary.dice[0].thrown, battles.iter().map(thrown).sum::<u64>());
    for (name, journal) in [("battles", "battles.csv"), ("units", "units.csv"), ("events", "events.open.csv")] {
        assert!(of_parquet(&own.join(name).join("open.parquet")) == of_csv(&own.join(journal)), "{name}");
    }
    let events: Vec<EventRow> = rows(&own, "events.open.csv");
    for battle in &battles {
        let own = events.iter().filter(|event| event.battle == battle.battle);
        assert_eq!(own.clone().count() as u64, battle.events);
        let first = own.clone().find(|event| event.kind == "broke" || event.kind == "gone").map(|event| &event.by);
        assert_eq!(first.map_or("", String::as_str), battle.first_broken, "battle {}", battle.battle);
        assert!(own.clone().all(|event| event.seed == battle.seed && event.turn <= battle.turns));
    }
    let tested: Vec<f64> = events.iter().filter_map(|event| event.chance).collect();
    assert!(tested.len() > 100 && tested.iter().all(|chance| 0.0 < *chance && *chance <= 1.0));
}

/// A run of more than one part, split into two shards and merged, is the run of one machine, byte for byte.
#[test]
fn shards_put_together_are_the_run() {
    let (whole, out) = (folder("sharded-whole"), folder("sharded-out"));
    let plan = Plan { most_answers: Some(12), mirror: true, ..plan(260) };
    fight(&plan, Some(&whole), 2).unwrap();
    assert!(files(&whole).contains_key("events/part-000001.parquet"));
    let shards: Vec<PathBuf> = (1..=3)
        .map(|number| {
            let own = folder(&format!("shard-{number}"));
            let part = Plan { shard: Shard::parse(&format!("{number}/3")), ..plan.clone() };
            let most = if number == 2 { 20 } else { u64::MAX };
            fight_until(&part, Some(&own), 2, most).unwrap();
            own
        })
        .collect();
    let stop = AtomicBool::new(false);
    let orders = Orders { ruleset: &RULESET, folder: Some(&out), threads: 1, stop: &stop, lang: Lang::En };
    let order = [shards[2].clone(), shards[0].clone(), shards[1].clone()];
    let merged = |folders: &[PathBuf]| grognard_trials::merge(folders, &orders);
    assert!(matches!(merged(&order), Err(TrialError::Unfinished { wanted: 174, .. })));
    assert!(matches!(merged(&order[..2]), Err(TrialError::Shards { missing, of: 3 }) if missing == [2]));
    assert!(matches!(merged(std::slice::from_ref(&whole)), Err(TrialError::NotAShard(_))));
    fight(&Plan { shard: Shard::parse("2/3"), ..plan.clone() }, Some(&shards[1]), 2).unwrap();
    let ended = merged(&order).unwrap();
    assert_eq!((ended.summary.failed, ended.summary.planned), (520, 520));
    let (one, two) = (files(&whole), files(&out));
    assert!(one.keys().eq(two.keys()));
    let differ: Vec<&String> = one.iter().filter(|(name, bytes)| two[*name] != **bytes).map(|(name, _)| name).collect();
    assert!(differ.is_empty(), "{differ:?}");
}

/// The parts of a run end at the same places, whatever was lost: the open part's files, the journal, one file of a full
/// part.
#[test]
fn lost_parts_are_made_again() {
    let (whole, own) = (folder("parts-whole"), folder("parts-own"));
    let plan = Plan { most_answers: Some(12), ..plan(505) };
    fight(&plan, Some(&whole), 2).unwrap();
    fight_until(&plan, Some(&own), 2, 502).unwrap();
    fs::remove_file(own.join("battles/part-000001.parquet")).unwrap();
    fs::remove_file(own.join("events/open.parquet")).unwrap();
    fs::write(own.join("events.open.csv"), "scenario,ruleset\n").unwrap();
    let again = fight(&plan, Some(&own), 2).unwrap();
    assert!(again.whole && (500..505).contains(&again.resumed));
    assert!(files(&whole) == files(&own));
}

fn of_csv(path: &Path) -> Vec<Vec<(String, String)>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let heads = reader.headers().unwrap().clone();
    let row =
        |record: csv::StringRecord| heads.iter().zip(&record).map(|(h, c)| (h.to_owned(), c.to_owned())).collect();
    reader.records().map(|record| row(record.unwrap())).collect()
}

fn of_parquet(path: &Path) -> Vec<Vec<(String, String)>> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
    let cell = |field: &Field| match field {
        Field::Long(n) => n.to_string(),
        Field::Str(text) => text.clone(),
        Field::Double(p) => format!("{p:?}"),
        Field::Null => String::new(),
        other => panic!("{other:?}"),
    };
    let row = |row: parquet::record::Row| row.get_column_iter().map(|(h, f)| (h.clone(), cell(f))).collect();
    reader.get_row_iter(None).unwrap().map(|r| row(r.unwrap())).collect()
}

#[test]
fn mirrored_fights_count_for_the_general() {
    let own = folder("mirror");
    let plan = Plan { mirror: true, ..plan(5) };
    let summary = fight(&plan, Some(&own), 2).unwrap().summary;
    let battles: Vec<BattleRow> = rows(&own, "battles.csv");
    assert_eq!((summary.battles, battles.len()), (10, 10));
    for pair in battles.chunks(2) {
        assert_eq!((pair[0].seed, pair[0].mirrored, pair[1].mirrored), (pair[1].seed, 0, 1));
    }
    let exchanged = |row: &BattleRow| match (row.mirrored, row.winner.as_str()) {
        (1, "blue") => "red".to_owned(),
        (1, "red") => "blue".to_owned(),
        (_, winner) => winner.to_owned(),
    };
    assert!(battles.iter().all(|row| row.won_by == exchanged(row)));
    let counted = |who: &str| battles.iter().filter(|row| row.won_by == who).count() as u64;
    assert_eq!([summary.blue_wins, summary.red_wins, summary.draws], ["blue", "red", "draw"].map(counted));
    // Both sides of a pair are led alike and share their dice: a mirrored battle of equals is the same battle.
    let pairs = summary.pairs.unwrap();
    assert_eq!((pairs.count, pairs.blue_wins, pairs.red_wins, pairs.draws), (5, 0, 0, 5));
    let plain = fight(&Plan { mirror: false, ..plan }, None, 1).unwrap().summary;
    assert_eq!(summary.dice, plain.dice, "dice that two fights share count once");
}

#[test]
fn a_battle_that_fails_leaves_its_log_and_the_run_goes_on() {
    let own = folder("failed");
    let plan = Plan { most_answers: Some(30), ..plan(4) };
    let ended = fight(&plan, Some(&own), 2).unwrap();
    assert!(ended.whole && ended.summary.failed == 4 && ended.summary.battles == 0);
    // Without a folder the first logs are returned, so that the caller can store them.
    let unkept = fight(&plan, None, 1).unwrap().failed;
    assert!(unkept[0].log.is_none() && game::log::Log::read(unkept[0].lines.as_ref().unwrap()).is_ok());
    let failed = &ended.failed[0];
    assert_eq!(failed.lines, None);
    let log = game::log::Log::read(&fs::read_to_string(failed.log.as_ref().unwrap()).unwrap()).unwrap();
    let opened = game::Ruleset::reopen(&RULESET, &log.entries).expect("the log replays");
    assert!(opened.outcome().is_none());
    let row = &rows::<BattleRow>(&own, "battles.csv")[0];
    assert_eq!((failed.seed, failed.battle, row.winner.as_str()), (row.seed, row.battle, "failed"));
    assert_eq!((failed.cause.key(), row.how.as_str()), ("endless", "endless"));
}

#[test]
fn a_battle_under_way_is_left_when_the_run_is_to_stop() {
    let plan = plan(1);
    let scenario = armies::parse(&plan.scenario, "scenario").unwrap();
    let roster = grognard_trials::Roster::of(&scenario);
    let fighter = grognard_trials::Fighter::new(&plan, &roster, &RULESET).unwrap();
    let asked = std::cell::Cell::new(0);
    let left = fighter.fight(0, || {
        asked.set(asked.get() + 1);
        asked.get() == 5
    });
    assert!(left.is_none() && asked.get() == 5);
    assert!(fighter.fight(0, || false).unwrap().failed.is_none(), "and it can be fought again");
}
