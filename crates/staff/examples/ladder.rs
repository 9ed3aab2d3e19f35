//! `ladder HOURS NOTES DOCUMENT REVISION`: every step of the ladder of generals, scenario by scenario and ruleset by
//! ruleset, in pairs of battles on the same seed with the generals exchanged. Every pair is written as it ends (NOTES,
//! a line each), so that an interrupted run continues where it stopped; seeds continue too and are never used twice.
//! Pairs of another REVISION of generals and rules are not counted. Playouts decide the marshal's strength, never the
//! clock. At the end the tables of DOCUMENT between its two marks are rewritten from the notes, with intervals and with
//! what has not been run.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a measurement stops at the first fault")]

mod measure;

use game::{By, Ruleset, Setup, Side};
use grognard_staff::{Post, general};
use measure::pairs::{Score, wilson};
use measure::usage::Usage;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions, read_to_string, write};
use std::io::Write as _;
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};
use words::{Lang, Words};

static RULES: LazyLock<Vec<&'static dyn Ruleset>> = LazyLock::new(shipped::all);
const FIELDS: [&str; 5] = ["premier-feu", "maida-1806", "saalfeld-1806", "jakubovo-1812", MADE];
/// A battle made from the seed of the pair, another each time.
const MADE: &str = "made";
const MADE_UNITS: u16 = 8;
/// Fields that are fought under every ruleset; the others under the first two alone.
const EVERYWHERE: [&str; 2] = ["premier-feu", MADE];
/// The two generals, the number of pairs wanted, and the aim by points in hundredths.
const STEPS: [(&str, &str, u64, u32); 17] = [
    ("captain", "recruit", 60, 80),
    ("recruit", "random", 60, 90),
    ("captain", "stand", 20, 65),
    ("captain", "rush", 20, 65),
    ("captain", "refuse", 20, 65),
    ("captain", "ride", 20, 65),
    ("captain", "wait", 20, 65),
    ("captain", "captain", 15, 0),
    ("marshal:24", "captain", 20, 70),
    ("captain:bold", "captain:prudent", 20, 0),
    ("marshal:24", "stand", 10, 75),
    ("marshal:24", "rush", 10, 75),
    ("marshal:24", "refuse", 10, 75),
    ("marshal:24", "ride", 10, 75),
    ("marshal:24", "wait", 10, 75),
    (FOURTH, "captain", 10, 0),
    (FOURFOLD, "captain", 10, 0),
];
/// A quarter of the marshal's budget and four times it, which are compared at Maida under Marie-Louise.
const FOURTH: &str = "marshal:6";
const FOURFOLD: &str = "marshal:96";
/// How armies were used at `e7bab9a`, counted from outside on 30 battles each: scenario, ruleset, hundredths of foot,
/// horse and guns that never fought, hundredths that overlapped a friend, charges on foot and by horse, hundredths of
/// the charged units that two or more charged, columns, squares, own orders, hesitant units.
const BEFORE: [(&str, &str, [&str; 11]); 6] = [
    ("maida-1806", "marie-louise", ["19", "90", "16", "5", "8.2", "0.2", "8", "0", "0.1", "65", "4"]),
    ("saalfeld-1806", "marie-louise", ["27", "59", "10", "8", "9.5", "4.4", "10", "0", "0.1", "120", "18"]),
    ("jakubovo-1812", "marie-louise", ["23", "78", "40", "17", "16.1", "1.1", "17", "0", "0.1", "141", "68"]),
    ("maida-1806", "bataille-empire", ["47", "83", "63", "1", "3.6", "0.2", "1", "0", "0", "", ""]),
    ("saalfeld-1806", "bataille-empire", ["42", "65", "14", "3", "5.8", "3.5", "3", "0.5", "0.6", "", ""]),
    ("jakubovo-1812", "bataille-empire", ["45", "73", "39", "2", "6.8", "1.7", "0", "0.4", "0.9", "", ""]),
];
/// Seeds from here on were used in no selection.
const FRESH: u64 = 30_000_000;
/// Offset of the seed of the second battle between equal generals.
const EQUALS: u64 = 100_000_000;
const MARKS: [&str; 2] = ["<!-- ladder: written by make ladder -->", "<!-- end of ladder -->"];

/// The columns of the table of how armies were used.
const HEAD: &str = "| | battles | foot that never fights | horse | guns | stood in a friend | charges on foot, by horse | charged by two or more | columns | squares | in square when horse charged | own orders | hesitant |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";

type Match = (usize, usize, usize);

/// A pair of battles: the two winners as seen by the first general, its lead in points in both together, the use of the
/// armies.
struct Pair {
    wins: [Option<bool>; 2],
    lead: i64,
    blue: u32,
    usage: Usage,
    /// Duration, in tenths of a second.
    took: u64,
}

fn fought((rules, field, step): Match) -> bool {
    let budget = [FOURTH, FOURFOLD].contains(&STEPS[step].0);
    (rules < 2 || EVERYWHERE.contains(&FIELDS[field])) && (!budget || (rules, FIELDS[field]) == (0, "maida-1806"))
}

fn scenario(field: &str, n: u64) -> String {
    if field == MADE {
        let wish = shipped::make::Wish { seed: n, units: MADE_UNITS, year: None, nations: [None, None] };
        return shipped::make::make(&wish).expect("a battle");
    }
    armies::Library::embedded().text(field).expect("a scenario").to_owned()
}

fn battle(rules: &dyn Ruleset, scenario: &str, names: [&str; 2], n: u64, usage: &mut Usage) -> (Option<Side>, i64) {
    let setup = Setup {
        scenario: self::scenario(scenario, n),
        tables: None,
        options: BTreeMap::new(),
        generals: names.map(str::to_owned),
        seed: Some(game::battery::seed(7, n)),
        salt: game::battery::seed(8, n),
    };
    let mut battle = rules.begin(&setup).expect("a battle");
    let mut generals = [0, 1].map(|s| general(names[s], 2 * n + s as u64).expect("a general"));
    loop {
        if let Some(outcome) = battle.outcome() {
            let words = Words::of(Lang::En, rules);
            usage.count(&words, &battle.events(None));
            let [blue, red] = battle.appraise(Side::Blue).armies;
            return (outcome.winner, blue.points - red.points);
        }
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            let answer = generals[side.index()].answer(&Post::new(battle.as_ref(), side), &ask).expect("an answer");
            battle.answer(side, ask.id, answer.replies, By::Staff).expect("a legal answer");
        }
    }
}

fn fight((rules, field, step): Match, n: u64) -> Pair {
    let (first, second, ..) = STEPS[step];
    let (start, mut usage) = (Instant::now(), Usage::default());
    let (one, ahead) = battle(RULES[rules], FIELDS[field], [first, second], n, &mut usage);
    // Exchanged, equal generals would fight the same battle again.
    let n = if first == second { n + EQUALS } else { n };
    let (two, behind) = battle(RULES[rules], FIELDS[field], [second, first], n, &mut usage);
    let blue = [one, two].iter().filter(|winner| **winner == Some(Side::Blue)).count();
    let wins = [one.map(|side| side == Side::Blue), two.map(|side| side == Side::Red)];
    let took = u64::try_from(start.elapsed().as_millis() / 100).expect("a while");
    Pair { wins, lead: ahead - behind, blue: u32::try_from(blue).expect("two"), usage, took }
}

impl Pair {
    fn line(&self, (rules, field, step): Match, n: u64, revision: &str) -> String {
        let (first, second, ..) = STEPS[step];
        let word = |win: Option<bool>| win.map_or("drawn", |won| if won { "won" } else { "lost" });
        let counts: Vec<String> = self.usage.numbers().iter().map(u64::to_string).collect();
        let [one, two] = self.wins.map(word);
        let id = RULES[rules].id();
        format!(
            "{id}\t{}\t{first}\t{second}\t{n}\t{one}\t{two}\t{}\t{}\t{}\t{}\t{revision}\tend",
            FIELDS[field],
            self.lead,
            self.blue,
            counts.join(" "),
            self.took
        )
    }

    /// A line: its match, its seed, its revision. A truncated line lacks its end mark.
    fn read(line: &str) -> Option<(Match, u64, &str, Self)> {
        let parts: Vec<&str> = line.split('\t').collect();
        let [id, field, first, second, n, one, two, lead, blue, counts, took, revision, "end"] = parts.as_slice()
        else {
            return None;
        };
        let rules = RULES.iter().position(|rules| rules.id() == *id)?;
        let field = FIELDS.iter().position(|name| name == field)?;
        let step = STEPS.iter().position(|(a, b, ..)| a == first && b == second)?;
        let win = |word: &str| match word {
            "won" => Some(true),
            "lost" => Some(false),
            _ => None,
        };
        let counts: Vec<u64> = counts.split(' ').filter_map(|count| count.parse().ok()).collect();
        let usage = Usage::from_numbers(counts.try_into().ok()?);
        let (lead, blue, took) = (lead.parse().ok()?, blue.parse().ok()?, took.parse().ok()?);
        let pair = Self { wins: [win(one), win(two)], lead, blue, usage, took };
        Some(((rules, field, step), n.parse().ok()?, revision, pair))
    }
}

/// All pairs of a match.
#[derive(Default)]
struct Tally {
    score: Score,
    blue: u32,
    usage: Usage,
    /// The duration of the longest pair and of all together, in tenths of a second.
    longest: u64,
    took: u64,
}

impl Tally {
    fn add(&mut self, pair: &Pair) {
        let [one, two] = pair.wins;
        let side = |win: Option<bool>, own: Side| win.map(|won| if won { own } else { own.other() });
        self.score.count(side(one, Side::Blue), side(two, Side::Red), pair.lead);
        self.blue += pair.blue;
        self.usage.add(&pair.usage);
        self.longest = self.longest.max(pair.took);
        self.took += pair.took;
    }
}

fn percent(some: f64, n: f64) -> String {
    let share = some / n.max(1.0);
    let (low, high) = wilson(share, n);
    format!("{:.0} % ({:.0} to {:.0})", 100.0 * share, 100.0 * low, 100.0 * high)
}

/// The mean of each match with an aim over the scenarios where it was fought.
fn means(all: &BTreeMap<Match, Tally>, rules: usize) -> Vec<String> {
    let told = |(s, (first, second, _, aim)): (usize, &(&str, &str, u64, u32))| {
        let shares: Vec<f64> = (0..FIELDS.len())
            .filter_map(|f| all.get(&(rules, f, s)))
            .map(|tally| tally.score.share_by_points())
            .collect();
        let mean = shares.iter().sum::<f64>() / shares.len().max(1) as f64;
        (*aim > 0 && !shares.is_empty()).then(|| format!("{first} against {second} {:.0} % (aim {aim})", 100.0 * mean))
    };
    STEPS.iter().enumerate().filter_map(told).collect()
}

fn document(all: &BTreeMap<Match, Tally>, revision: &str) -> String {
    let versions: Vec<String> = RULES.iter().map(|rules| format!("{} {}", rules.id(), rules.version())).collect();
    let versions = versions.join(", ");
    let mut text = format!(
        "Revision {revision} ({versions}); seeds from {FRESH} on. Where fewer pairs were fought than wanted, time was up.\n\n"
    );
    for (r, rules) in RULES.iter().enumerate() {
        let _ = writeln!(text, "### {}\n", rules.id());
        text += "| scenario | match | pairs, of those wanted | won | shared | lost | by points | share | battles that blue won | aim by points |\n";
        text += "|---|---|---|---|---|---|---|---|---|---|\n";
        for (f, field) in FIELDS.iter().enumerate() {
            for (s, (first, second, wanted, aim)) in STEPS.iter().enumerate().filter(|(s, _)| fought((r, f, *s))) {
                let aim = if *aim > 0 { format!("{aim} %") } else { String::new() };
                let Some(tally) = all.get(&(r, f, s)) else {
                    let _ =
                        writeln!(text, "| `{field}` | {first} against {second} | 0 of {wanted} | | | | | | | {aim} |");
                    continue;
                };
                let score = &tally.score;
                let pairs = score.pairs();
                let n = f64::from(pairs);
                let _ = writeln!(
                    text,
                    "| `{field}` | {first} against {second} | {pairs} of {wanted} | {} | {} | {} | {} | {:.0} % | {} of {} | {aim} |",
                    score.won,
                    score.drawn,
                    score.lost,
                    percent(n * score.share_by_points(), n),
                    100.0 * score.share(),
                    tally.blue,
                    2 * pairs
                );
            }
        }
        text += "\nOn the mean of these scenarios, by points: ";
        text += &means(all, r).join("; ");
        text += ".\n\n";
    }
    text += "### Use of the army, captains against captains\n\n";
    text += HEAD;
    for ((r, f, s), tally) in all {
        let u = &tally.usage;
        if STEPS[*s].0 != "captain" || STEPS[*s].1 != "captain" {
            continue;
        }
        let part = |some: u64, all: u64| 100.0 * some as f64 / all.max(1) as f64;
        let each = |count: u64| count as f64 / u.battles.max(1) as f64;
        let _ = writeln!(
            text,
            "| `{}`, {} | {} | {:.0} % | {:.0} % | {:.0} % | {:.1} % | {:.1}, {:.1} | {:.0} % | {:.1} | {:.1} | {} of {} | {:.0} | {:.0} |",
            FIELDS[*f],
            RULES[*r].id(),
            u.battles,
            part(u.idle[0], u.units[0]),
            part(u.idle[1], u.units[1]),
            part(u.idle[2], u.units[2]),
            part(u.heaped[0], u.heaped[1]),
            each(u.charges[0]),
            each(u.charges[1]),
            part(u.together, u.charged),
            each(u.formed[0]),
            each(u.formed[1]),
            u.squares[0],
            u.squares[1],
            each(u.own_orders),
            each(u.hesitant)
        );
    }
    text += "\nAt `e7bab9a`, counted from outside:\n\n";
    text += HEAD;
    for (field, rules, [foot, horse, guns, heaped, on_foot, by_horse, together, columns, squares, own, hesitant]) in
        BEFORE
    {
        let _ = writeln!(
            text,
            "| `{field}`, {rules} | 30 | {foot} % | {horse} % | {guns} % | {heaped} % | {on_foot}, {by_horse} | {together} % | {columns} | {squares} |  | {own} | {hesitant} |"
        );
    }
    text
}

/// The pairs written before, without those of other revisions, and the first unused seed.
fn known(notes: &str, revision: &str) -> (BTreeMap<Match, Tally>, u64) {
    let mut all: BTreeMap<Match, Tally> = BTreeMap::new();
    let mut next = FRESH;
    for (key, n, of, pair) in notes.lines().filter_map(Pair::read) {
        next = next.max(n + 1);
        if of == revision {
            all.entry(key).or_default().add(&pair);
        }
    }
    (all, next)
}

/// Pairs that are done, pairs under way, and the file for the notes.
struct Run {
    all: BTreeMap<Match, Tally>,
    under_way: BTreeMap<Match, u64>,
    next: u64,
    fought: u64,
    file: File,
}

impl Run {
    /// The next pair, and its seed. One pair of each match in turn, the least done first, so that a short run says
    /// something of everything; marshals, which take a hundred times as long, when the others are done: one pair of
    /// each match, and then those on which the least time was spent; none that is known to take longer than the tenths
    /// of a second left.
    fn next(&mut self, left: u64) -> Option<(Match, u64)> {
        let matches = (0..RULES.len()).flat_map(|r| (0..FIELDS.len()).map(move |f| (r, f)));
        let matches = matches.flat_map(|(r, f)| (0..STEPS.len()).map(move |s| (r, f, s))).filter(|key| fought(*key));
        let begun = |key: &Match| {
            self.all.get(key).map_or(0, |tally| u64::from(tally.score.pairs()))
                + self.under_way.get(key).copied().unwrap_or(0)
        };
        let fits = |key: &Match| self.all.get(key).is_none_or(|tally| tally.longest <= left);
        let open = matches.filter(|key| begun(key) < STEPS[key.2].2 && fits(key));
        let rank = |key: &Match| {
            let (first, _, wanted, _) = STEPS[key.2];
            let marshal = first.starts_with("marshal");
            // A pair under way is assumed to take as long as the longest so far.
            let spent = self
                .all
                .get(key)
                .map_or(0, |tally| tally.took + tally.longest * self.under_way.get(key).copied().unwrap_or(0));
            let done = if marshal { begun(key).min(1) + spent } else { begun(key) * 100 / wanted };
            (marshal, done, key.2, key.1, key.0)
        };
        let key = open.min_by_key(rank)?;
        *self.under_way.entry(key).or_default() += 1;
        self.next += 1;
        Some((key, self.next - 1))
    }

    fn keep(&mut self, key: Match, n: u64, pair: &Pair, revision: &str) {
        writeln!(self.file, "{}", pair.line(key, n, revision)).expect("the notes");
        self.all.entry(key).or_default().add(pair);
        *self.under_way.entry(key).or_default() -= 1;
        self.fought += 1;
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [hours, notes, target, revision] = arguments.as_slice() else { panic!("ladder HOURS NOTES DOCUMENT REVISION") };
    let most = Duration::from_secs_f64(3_600.0 * hours.parse::<f64>().expect("hours"));
    let start = Instant::now();
    let old = read_to_string(notes).unwrap_or_default();
    let (all, next) = known(&old, revision);
    let mut file = OpenOptions::new().create(true).append(true).open(notes).expect("the notes");
    // The next line must not be joined to a truncated one.
    if !old.is_empty() && !old.ends_with('\n') {
        writeln!(file).expect("the notes");
    }
    let run = Mutex::new(Run { all, under_way: BTreeMap::new(), next, fought: 0, file });
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while start.elapsed() < most {
                    let left = u64::try_from((most - start.elapsed()).as_millis() / 100).expect("a while");
                    let Some((key, n)) = run.lock().expect("the run").next(left) else { break };
                    let pair = fight(key, n);
                    run.lock().expect("the run").keep(key, n, &pair, revision);
                }
            });
        }
    });
    let Run { all, fought, .. } = run.into_inner().expect("the run");
    let pairs: u32 = all.values().map(|tally| tally.score.pairs()).sum();
    println!("{fought} pairs in {} s, {pairs} of revision {revision} in all: {target}", start.elapsed().as_secs());
    let old = read_to_string(target).expect("the document");
    let [begin, end] = MARKS.map(|mark| old.find(mark).expect("a mark in the document"));
    let text = format!("{}{}\n\n{}\n{}", &old[..begin], MARKS[0], document(&all, revision), &old[end..]);
    write(target, text).expect("the document");
}
