//! The pages of a run and of a series, kept word for word. Their rows are made by a formula, so that no change of a
//! rule or of a general changes them. After an intended change, `GROGNARD_SHOWN=write cargo test -p grognard-trials
//! --test pages` rewrites them; read the difference before you keep it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_trials::page::{SeriesRow, of_run, of_series};
use grognard_trials::{BattleRow, Ended, Plan, Roster, Tally, UnitRow, key};
use marie_louise::RULESET;
use std::collections::BTreeMap;
use words::Lang;

const BATTLES: u64 = 40;
const TURNS: u32 = 5;
const STRENGTH: i64 = 12;

fn plan(generals: [&str; 2]) -> Plan {
    Plan {
        scenario: armies::Library::embedded().text("premier-feu").unwrap().to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: generals.map(str::to_owned),
        mirror: true,
        battles: BATTLES / 2,
        seed: 7,
        most_answers: None,
        shard: None,
    }
}

/// An invented battle: the losses of each unit follow from its number and that of the battle.
fn rows(plan: &Plan, roster: &Roster, n: u64) -> (BattleRow, Vec<UnitRow>) {
    let fight = plan.fight(n);
    let [blue, red] = plan.leaders(fight).map(str::to_owned);
    let units: Vec<UnitRow> = (0..)
        .zip(&roster.units)
        .map(|(k, member): (u64, _)| {
            let lost = i64::try_from((n * 7 + k * 5) % 13).unwrap().min(STRENGTH);
            let gone = (lost == STRENGTH).then_some(TURNS);
            UnitRow {
                unit: member.id.clone(),
                side: key(member.side).to_owned(),
                brigade: roster.brigades[member.brigade].id.clone(),
                arm: member.arm.to_owned(),
                start: STRENGTH,
                lost,
                fate: if gone.is_some() { "destroyed" } else { "stands" }.to_owned(),
                broke_turn: (lost > 8).then_some(4),
                gone_turn: gone,
                gone_x: gone.map(|_| 40_000 + 900 * i64::try_from(n).unwrap()),
                gone_y: gone.map(|_| 50_000),
                ..UnitRow::default()
            }
        })
        .collect();
    let of = |side: &str| -> (i64, i64) {
        let own = units.iter().filter(|unit| unit.side == side);
        own.fold((0, 0), |(start, lost), unit| (start + unit.start, lost + unit.lost))
    };
    let ((blue_start, blue_lost), (red_start, red_lost)) = (of("blue"), of("red"));
    let winner = match red_lost - blue_lost {
        0 => "draw",
        1.. => "blue",
        _ => "red",
    };
    let won_by = match winner {
        "draw" => "draw",
        side if (side == "blue") == (fight.mirrored) => "red",
        _ => "blue",
    };
    let by_turn = |lost: i64| {
        (1..=i64::from(TURNS)).map(|turn| (lost * turn / i64::from(TURNS)).to_string()).collect::<Vec<_>>().join(" ")
    };
    let battle = BattleRow {
        scenario: roster.scenario.clone(),
        ruleset: game::Ruleset::id(&RULESET).to_owned(),
        battle: n,
        seed: fight.seed,
        blue_general: blue,
        red_general: red,
        mirrored: u8::from(fight.mirrored),
        winner: winner.to_owned(),
        won_by: won_by.to_owned(),
        how: if n.is_multiple_of(3) { "broken" } else { "points" }.to_owned(),
        turns: TURNS,
        answers: 60,
        blue_start,
        red_start,
        blue_lost,
        red_lost,
        blue_points: Some(red_lost),
        red_points: Some(blue_lost),
        first_broken: units
            .iter()
            .find(|unit| unit.broke_turn.is_some())
            .map(|unit| unit.unit.clone())
            .unwrap_or_default(),
        blue_lost_by_turn: by_turn(blue_lost),
        red_lost_by_turn: by_turn(red_lost),
        dice: "d6:60:212".to_owned(),
        ..BattleRow::default()
    };
    (battle, units)
}

fn ended(generals: [&str; 2]) -> Ended {
    let plan = plan(generals);
    let scenario = armies::parse(&plan.scenario, "premier-feu").unwrap();
    let roster = Roster::of(&scenario);
    let mut tally = Tally::new(&plan, &roster, &scenario.ground);
    for n in plan.range() {
        let (battle, units) = rows(&plan, &roster, n);
        tally.add(&battle, &units);
    }
    let summary = tally.summary(&plan, &RULESET, &scenario.id, &roster);
    Ended { summary, heat: tally.heat.clone(), scenario, whole: true, resumed: 0, failed: Vec::new() }
}

/// Fails if a page differs from the one stored under a name.
fn as_kept(name: &str, now: &str) {
    let path = format!("{}/tests/pages/{name}", env!("CARGO_MANIFEST_DIR"));
    // One element a line, so that a difference can be read.
    let now = now.replace("><", ">\n<");
    if std::env::var("GROGNARD_SHOWN").is_ok_and(|what| what == "write") {
        std::fs::write(&path, now).unwrap();
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = kept.lines().zip(now.lines()).find(|(kept, now)| kept != now);
    assert!(
        kept == now,
        "{name}: {differs:#?}\nif that is meant: GROGNARD_SHOWN=write cargo test -p grognard-trials --test pages"
    );
}

#[test]
fn the_page_of_a_run_is_as_kept() {
    let ended = ended(["captain", "recruit"]);
    for (lang, name) in [(Lang::Fr, "run.fr.html"), (Lang::En, "run.en.html")] {
        as_kept(name, &of_run(lang, &RULESET, &ended));
    }
}

#[test]
fn the_page_of_a_series_is_as_kept() {
    let runs = [["captain", "recruit"], ["random", "random"]].map(ended);
    let row = |(value, ended): (u32, &Ended)| (value.to_string(), ended.summary.clone());
    let summaries: Vec<_> = (2..).zip(&runs).map(row).collect();
    let rows: Vec<SeriesRow<'_>> = summaries
        .iter()
        .map(|(name, summary)| SeriesRow { name: name.clone(), led: String::new(), folder: name.clone(), summary })
        .collect();
    for (lang, name) in [(Lang::Fr, "series.fr.html"), (Lang::En, "series.en.html")] {
        as_kept(name, &of_series(lang, &RULESET, &runs[0].scenario, "turns", &[], &rows));
    }
}
