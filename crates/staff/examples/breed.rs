//! `breed MINUTES SEED GENERATIONS FOLDER WEIGHTS [RULESET] [handful]`: breeds the captain's weights against a league
//! (a recruit, the sparring partners, the present captain) on Maida, Saalfeld, Jakubovo and battles made from seeds
//! under Marie-Louise and Bataille Empire, both sides led in turn. With RULESET: under that one alone, on every
//! scenario that it plays; with `handful`: the weights of a handful of units, on `premier-feu` and made battles of four
//! or five. The weights that differ from the general ones are written as that ruleset's own.
//!
//! In each generation the parent and its children fight the same battles; the next parent is the mean of the best
//! three. After each generation the parent fights on selection seeds, and the best of all parents there is the result.
//! When all generations are done the result fights once on test seeds, beside the present captain: its weights are
//! written to WEIGHTS only if it does better there by more than chance explains. The three sets of seeds have nothing
//! in common.
//!
//! The same seed and generations give the same weights, whatever the time and the threads. The score of every pair is
//! written as it is known (FOLDER/notes-SEED.tsv), so that a run that was interrupted continues with the same command.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a measurement stops at the first fault")]

use game::{Ruleset, Setup, Side};
use grognard_staff::{Bred, General, Genes, Luck, Part, fight, general};
use std::collections::BTreeMap;
use std::fs::{OpenOptions, create_dir_all, read_to_string, write};
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The league; `None` is the captain with the weights in force before.
const LEAGUE: [Option<&str>; 7] =
    [Some("recruit"), Some("stand"), Some("rush"), Some("refuse"), Some("ride"), Some("wait"), None];
/// The scenarios of every pair, beside one that is made from its seed: for an army, and for a handful of units.
const FIELDS: [&str; 3] = ["maida-1806", "saalfeld-1806", "jakubovo-1812"];
const SMALL: &str = "premier-feu";
/// Captains in a generation, the parent among them, and how many of them make the next one.
const CAPTAINS: u64 = 8;
const BEST: usize = 3;
/// Longest run, in minutes.
const LONGEST: f64 = 90.0;
/// Answers after which a battle is abandoned.
const ANSWERS: u64 = 100_000;

/// The purpose of a set of battles; each has seeds of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum For {
    Training,
    Choice,
    Test,
}

impl For {
    const ALL: [Self; 3] = [Self::Training, Self::Choice, Self::Test];

    const fn name(self) -> &'static str {
        match self {
            Self::Training => "training",
            Self::Choice => "choice",
            Self::Test => "test",
        }
    }

    /// Pairs for each opponent, field and ruleset, where a match has many of them.
    const fn pairs(self) -> u64 {
        match self {
            Self::Training => 1,
            Self::Choice => 2,
            Self::Test => 4,
        }
    }

    /// The first seed: in training a new one for each generation, otherwise always the same.
    const fn first(self, seed: u64, generation: u64) -> u64 {
        let run = 1_000_000 * seed;
        match self {
            Self::Training => 1_000_000_000 + run + 100 * generation,
            Self::Choice => 2_000_000_000 + run,
            Self::Test => 3_000_000_000 + run,
        }
    }
}

/// One pair of battles to fight: the ruleset, the file, the opponent, the seed.
struct Task {
    rules: &'static dyn Ruleset,
    scenario: String,
    opponent: Option<&'static str>,
    seed: u64,
}

/// The weights to breed: those of one ruleset, or of all rulesets that play every scenario.
#[derive(Clone, Copy)]
struct Wanted {
    one: Option<&'static dyn Ruleset>,
    part: Part,
}

impl Wanted {
    /// Factor on the number of pairs, where a match has many of them.
    fn times(self) -> u64 {
        match (self.one, self.part) {
            (_, Part::Handful) => 8,
            (Some(rules), Part::Army) if !plays_history(rules) => 12,
            (Some(_), Part::Army) => 4,
            (None, Part::Army) => 1,
        }
    }

    fn rulesets(self) -> Vec<&'static dyn Ruleset> {
        match self.one {
            Some(rules) => vec![rules],
            // The general weights are bred under these two; the other rulesets have weights of their own.
            None => vec![&marie_louise::RULESET, &bataille_empire::RULESET],
        }
    }

    fn fields(self, n: u64) -> Vec<String> {
        let more = u16::try_from(n % 3).expect("a remainder");
        let (known, units) = match self.part {
            Part::Army => (FIELDS.as_slice(), 6 + more),
            Part::Handful => ([SMALL].as_slice(), 4 + more % 2),
        };
        let wish = shipped::make::Wish { seed: n, units, year: None, nations: [None, None] };
        let made = shipped::make::make(&wish).expect("a battle");
        let known = known.iter().map(|name| armies::Library::embedded().text(name).expect("a scenario").to_owned());
        known.chain([made]).collect()
    }
}

fn tasks(wanted: Wanted, set: For, seed: u64, generation: u64) -> Vec<Task> {
    let first = set.first(seed, generation);
    let mut all = Vec::new();
    for n in first..first + wanted.times() * set.pairs() {
        for scenario in wanted.fields(n) {
            for rules in wanted.rulesets().into_iter().filter(|rules| plays(*rules, &scenario)) {
                let of = |opponent| Task { rules, scenario: scenario.clone(), opponent, seed: n };
                all.extend(LEAGUE.map(of));
            }
        }
    }
    all
}

/// Whether a ruleset plays more than battles made from a seed.
fn plays_history(rules: &dyn Ruleset) -> bool {
    FIELDS.iter().any(|name| armies::Library::embedded().text(name).is_some_and(|text| plays(rules, text)))
}

fn plays(rules: &dyn Ruleset, scenario: &str) -> bool {
    rules.begin(&setup(scenario, 0)).is_ok()
}

fn setup(scenario: &str, seed: u64) -> Setup {
    Setup {
        scenario: scenario.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: [String::new(), String::new()],
        seed: Some(game::battery::seed(15, seed)),
        salt: game::battery::seed(16, seed),
    }
}

/// The greatest score of a pair.
const PAIR: i64 = 100;

/// The captain's score for a pair: 80 for a pair won, 60 for one shared with the lead in points, 40, 20, and 0 for one
/// lost; and up to 20 more by the size of the lead.
fn pair(task: &Task, own: &Arc<Genes>, before: &Arc<Genes>) -> i64 {
    let (mut points, mut lead, mut whole) = (0, 0, 1);
    for side in Side::BOTH {
        let mut battle = task.rules.begin(&setup(&task.scenario, task.seed)).expect("a battle");
        let luck = 2 * task.seed;
        let mut bred: Box<dyn General> = Box::new(Bred::new(own.clone(), luck));
        let mut other: Box<dyn General> = match task.opponent {
            Some(name) => general(name, luck + 1).expect("a general"),
            None => Box::new(Bred::new(before.clone(), luck + 1)),
        };
        let (blue, red) = if side == Side::Blue { (&mut bred, &mut other) } else { (&mut other, &mut bred) };
        let outcome = fight(battle.as_mut(), blue.as_mut(), red.as_mut(), ANSWERS).expect("an end");
        points += match outcome.winner {
            Some(winner) if winner == side => 2,
            None => 1,
            Some(_) => 0,
        };
        let view = battle.appraise(side);
        lead += view.armies[side.index()].points - view.armies[side.other().index()].points;
        whole += view.armies[side.index()].whole;
    }
    let place = match points {
        3.. => 4,
        2 => 2 + lead.signum(),
        _ => 0,
    };
    20 * place + 10 + (20 * lead / whole).clamp(-10, 10)
}

/// A captain on a set of battles: the set, the generation, the captain's number in it.
type Who = (For, u64, u64);

/// The scores known so far, pair by pair, and the file to which more are written.
struct Notes {
    path: PathBuf,
    known: BTreeMap<(Who, usize), i64>,
}

impl Notes {
    fn open(path: PathBuf) -> Self {
        let text = read_to_string(&path).unwrap_or_default();
        let known = text.lines().filter_map(Self::read).collect();
        Self { path, known }
    }

    /// A line of the file; a truncated one lacks its end mark, and its pair is fought again.
    fn read(line: &str) -> Option<((Who, usize), i64)> {
        let parts: Vec<&str> = line.split('\t').collect();
        let [set, generation, captain, pair, score, "end"] = parts.as_slice() else { return None };
        let set = For::ALL.into_iter().find(|known| known.name() == *set)?;
        let who = (set, generation.parse().ok()?, captain.parse().ok()?);
        Some(((who, pair.parse().ok()?), score.parse().ok()?))
    }

    fn keep(&mut self, who: Who, pair: usize, score: i64) {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.path).expect("the notes");
        writeln!(file, "{}\t{}\t{}\t{pair}\t{score}\tend", who.0.name(), who.1, who.2).expect("the notes");
        self.known.insert((who, pair), score);
    }
}

struct Run {
    wanted: Wanted,
    seed: u64,
    until: Instant,
    before: Arc<Genes>,
    notes: Notes,
}

impl Run {
    /// The scores of a captain, pair by pair, from the notes or fought now; `None` if the time is over before all are
    /// known.
    fn scores(&mut self, set: For, generation: u64, captain: u64, genes: &Arc<Genes>) -> Option<Vec<i64>> {
        let who = (set, generation, captain);
        let all = tasks(self.wanted, set, self.seed, generation);
        let open: Vec<usize> = (0..all.len()).filter(|n| !self.notes.known.contains_key(&(who, *n))).collect();
        let (next, notes) = (AtomicUsize::new(0), Mutex::new(&mut self.notes));
        let (until, before) = (self.until, &self.before);
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from).min(2) {
                scope.spawn(|| {
                    while Instant::now() < until {
                        let Some(n) = open.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
                        let score = pair(&all[*n], genes, before);
                        notes.lock().expect("the notes").keep(who, *n, score);
                    }
                });
            }
        });
        (0..all.len()).map(|n| self.notes.known.get(&(who, n)).copied()).collect()
    }

    /// The bred captain and its generation; `None` if the time is over before.
    fn bred(&mut self, generations: u64) -> Option<(Arc<Genes>, u64, i64)> {
        let mut parent = self.before.clone();
        let start: i64 = self.scores(For::Choice, 0, 0, &parent)?.iter().sum();
        println!(
            "choice: the captain as he is has {start} of {}",
            PAIR * tasks(self.wanted, For::Choice, self.seed, 0).len() as i64
        );
        let mut best = (parent.clone(), 0, start);
        for generation in 1..=generations {
            let mut born: Vec<(i64, u64, Arc<Genes>)> = Vec::new();
            for captain in 0..CAPTAINS {
                let mut luck = Luck::new((self.seed << 32) ^ (generation << 8) ^ captain);
                let child = if captain == 0 {
                    parent.as_ref().clone()
                } else {
                    parent.child(&mut luck, self.wanted.part).expect("a child")
                };
                let child = Arc::new(child);
                let score = self.scores(For::Training, generation, captain, &child)?.iter().sum();
                born.push((score, captain, child));
            }
            // The best first; of equals the one nearer to the parent.
            born.sort_by_key(|(score, captain, _)| (-score, *captain));
            let ablest: Vec<&Genes> = born.iter().take(BEST).map(|(_, _, genes)| genes.as_ref()).collect();
            parent = Arc::new(Genes::middle(&ablest).expect("a middle"));
            let chosen: i64 = self.scores(For::Choice, generation, 0, &parent)?.iter().sum();
            let told: Vec<String> = born.iter().map(|(score, captain, _)| format!("{captain}:{score}")).collect();
            println!("generation {generation}: {}; choice {chosen}", told.join(" "));
            if chosen > best.2 {
                best = (parent.clone(), generation, chosen);
            }
        }
        Some(best)
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [minutes, seed, generations, folder, weights, rest @ ..] = arguments.as_slice() else {
        panic!("breed MINUTES SEED GENERATIONS FOLDER WEIGHTS [RULESET] [handful]")
    };
    let minutes = minutes.parse::<f64>().expect("minutes").clamp(0.0, LONGEST);
    let (seed, generations) = (seed.parse::<u64>().expect("a seed"), generations.parse::<u64>().expect("a number"));
    assert!(seed < 1_000, "seeds 0 to 999: the three sets must not meet");
    let named = |name: &String| shipped::all().into_iter().find(|rules| rules.id() == name).expect("a ruleset");
    let (part, rest) = match rest {
        [rest @ .., last] if last == "handful" => (Part::Handful, rest),
        _ => (Part::Army, rest),
    };
    let one = rest.first().map(named);
    let wanted = Wanted { one, part };
    let until = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    let folder = PathBuf::from(folder).join(one.map_or("", |rules| rules.id())).join(if part == Part::Handful {
        "handful"
    } else {
        ""
    });
    create_dir_all(&folder).expect("the folder");
    // The result is measured against the captain at the start of the run, even if other weights were installed since.
    let kept = folder.join(format!("before-{seed}.toml"));
    let known = read_to_string(&kept).unwrap_or_else(|_| read_to_string(weights).expect("the weights in force"));
    write(&kept, &known).expect("the folder");
    let known = Genes::read(&known).expect("weights");
    let before = one.map_or(Ok(known.clone()), |rules| known.under(rules.id())).expect("weights");
    let notes = Notes::open(folder.join(format!("notes-{seed}.tsv")));
    let mut run = Run { wanted, seed, until, before: Arc::new(before), notes };
    let later = || println!("The time is over: the same command goes on from here (make breed SEED={seed}).");
    let Some((bred, generation, chosen)) = run.bred(generations) else { return later() };
    if generation == 0 {
        println!("Nobody did better than the captain as he is on the seeds of choice: nothing to test.");
        return;
    }
    let before = run.before.clone();
    let Some(old) = run.scores(For::Test, 0, 0, &before) else { return later() };
    // The generations are part of the key, so that a longer run cannot choose by looking at the test of a shorter one.
    let other = |(set, of, captain): Who| set == For::Test && captain == 1 && of != generations;
    let used = run.notes.known.keys().any(|(who, _)| other(*who));
    if used {
        println!("The test seeds of SEED={seed} have been used already: breed with another seed.");
        return;
    }
    let Some(new) = run.scores(For::Test, generations, 1, &bred) else { return later() };
    let differences: Vec<f64> = new.iter().zip(&old).map(|(new, old)| (new - old) as f64).collect();
    let count = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / count;
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (count - 1.0);
    let error = (variance / count).sqrt();
    let better = mean > 1.645 * error;
    let [total, had] = [&new, &old].map(|scores| scores.iter().sum::<i64>());
    let fields = match part {
        Part::Handful => "premier-feu and a battle made from a seed (four or five units a side)",
        Part::Army => "Maida, Saalfeld, Jakubovo and a battle made from a seed (six to eight units a side)",
    };
    let whose = match (one, part) {
        (Some(rules), Part::Handful) => format!("make breed RULESET={} PART=handful", rules.id()),
        (Some(rules), Part::Army) => format!("make breed RULESET={}", rules.id()),
        (None, Part::Handful) => "line and army: as before. handful: make breed PART=handful".to_owned(),
        (None, Part::Army) => "handful: as before. recruit: by hand. line and army: make breed".to_owned(),
    };
    let command = format!("{whose} SEED={seed} GENERATIONS={generations}");
    let how = format!(
        "{command}: generation {generation}, {CAPTAINS} captains each. League: recruit, stand, rush, refuse, ride, wait, the captain \
         as he was; {fields}, both sides. {PAIR} for a pair at most: on the seeds of choice {chosen}, on the test seeds {total} of \
         {} ({had} before; {mean:.3} a pair more, standard error {error:.3}).",
        PAIR * new.len() as i64
    );
    // Another run may have installed its own weights meanwhile.
    let text = match one {
        Some(rules) => {
            let now = Genes::read(&read_to_string(weights).expect("the weights in force")).expect("weights");
            now.with(rules.id(), &bred, &how).expect("weights").write(None)
        }
        None => bred.write(Some(&how)),
    };
    let text = text.expect("weights");
    write(folder.join(format!("bred-{seed}.toml")), &text).expect("the folder");
    println!("{how}");
    if better {
        write(weights, text).expect("the weights");
        println!("Better than chance explains (1.645 standard errors): put into force, {weights}.");
    } else {
        println!("Not better than chance explains: not put into force. They are in {}.", folder.display());
    }
}
