//! `tournament SCENARIO FIRST SECOND PAIRS [FROM [RULESET [FOLDER]]]`: two generals measured by pairs of battles on the
//! same seed with the generals exchanged. Prints the share of the pairs that the first won (a shared pair counts half;
//! left out; decided by the victory points of its two battles) with Wilson's interval for 95 %, how the battles ended,
//! the time of each decision and how the armies were used. The logs are written to FOLDER, for `grognard replay`.
//!
//! A scenario `made:UNITS` is another one in every pair, made from its seed, one that ends in `.toml` is a file; a general `@FILE` is a captain with the weights of
//! that file.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a measurement stops at the first fault")]

mod measure;

use game::{By, Ruleset, Setup, Side};
use grognard_staff::{Bred, General, Genes, Post, general};
use measure::pairs::{Score, wilson};
use measure::usage::Usage;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;
use words::{Lang, Words};

/// The time of each decision of a general, in seconds.
#[derive(Default)]
struct Clock(Vec<f64>);

impl Clock {
    fn told(&mut self, name: &str) -> String {
        self.0.sort_by(f64::total_cmp);
        let at = |share: f64| self.0.get((share * (self.0.len().max(1) - 1) as f64) as usize).copied().unwrap_or(0.0);
        let mean = self.0.iter().sum::<f64>() / self.0.len().max(1) as f64;
        format!("{name}: {:.2} ms a decision on the mean, {:.1} at the 99th percentile", 1e3 * mean, 1e3 * at(0.99))
    }
}

fn ruleset(name: &str) -> &'static dyn Ruleset {
    shipped::all().into_iter().find(|ruleset| ruleset.id() == name).expect("a ruleset")
}

/// A general by name, or a captain with the weights of a file.
fn leader(rules: &dyn Ruleset, name: &str, luck: u64) -> Box<dyn General> {
    let Some(path) = name.strip_prefix('@') else { return general(name, luck).expect("a general") };
    let text = std::fs::read_to_string(path).expect("a file of weights");
    let genes = Genes::read(&text).expect("weights").under(rules.id()).expect("weights");
    Box::new(Bred::new(Arc::new(genes), luck))
}

/// A scenario of the library, of a file, or one made from a seed.
fn field(scenario: &str, seed: u64) -> String {
    if scenario.ends_with(".toml") {
        return std::fs::read_to_string(scenario).expect("a scenario");
    }
    match scenario.strip_prefix("made:") {
        Some(units) => {
            let units = units.parse().expect("a number of units");
            let wish = shipped::make::Wish { seed, units, year: None, nations: [None, None] };
            shipped::make::make(&wish).expect("a battle")
        }
        None => armies::Library::embedded().text(scenario).expect("a scenario").to_owned(),
    }
}

/// Fights a battle to its end; returns blue's lead in points.
fn battle(
    rules: &dyn Ruleset,
    scenario: &str,
    names: [&str; 2],
    n: u64,
    clocks: &mut [Clock; 2],
    usage: &mut Usage,
    folder: Option<&str>,
) -> (game::Outcome, i64) {
    let setup = Setup {
        scenario: scenario.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: names.map(str::to_owned),
        seed: Some(game::battery::seed(5, n)),
        salt: game::battery::seed(6, n),
    };
    let mut battle = rules.begin(&setup).expect("a battle");
    let mut generals = [0, 1].map(|s| leader(rules, names[s], 2 * n + s as u64));
    loop {
        if let Some(outcome) = battle.outcome() {
            let words = Words::of(Lang::En, rules);
            usage.count(&words, &battle.events(None));
            if let Some(folder) = folder {
                let path = format!("{folder}/{n}-{}.log.jsonl", names.join("-").replace([':', '/'], "_"));
                std::fs::write(path, game::log::write(&battle.log(None))).expect("a log");
            }
            let [blue, red] = battle.appraise(Side::Blue).armies;
            return (outcome, blue.points - red.points);
        }
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            let start = Instant::now();
            let answer = generals[side.index()].answer(&Post::new(battle.as_ref(), side), &ask).expect("an answer");
            clocks[side.index()].0.push(start.elapsed().as_secs_f64());
            battle.answer(side, ask.id, answer.replies, By::Staff).expect("a legal answer");
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [scenario, first, second, pairs, rest @ ..] = arguments.as_slice() else {
        panic!("tournament SCENARIO FIRST SECOND PAIRS [FROM [RULESET [FOLDER]]]");
    };
    let from: u64 = rest.first().map_or(0, |n| n.parse().expect("a number"));
    let rules = ruleset(rest.get(1).map_or("marie-louise", String::as_str));
    let folder = rest.get(2).map(String::as_str);
    let pairs: u64 = pairs.parse().expect("a number");
    let (mut score, mut ends) = (Score::default(), BTreeMap::<String, u32>::new());
    let mut leads = [0_i64; 2];
    let mut usage = Usage::default();
    let mut clocks = [Clock::default(), Clock::default()];
    let start = Instant::now();
    for n in from..from + pairs {
        let text = field(scenario, n);
        let (as_blue, ahead) = battle(rules, &text, [first, second], n, &mut clocks, &mut usage, folder);
        clocks.swap(0, 1);
        let (as_red, behind) = battle(rules, &text, [second, first], n, &mut clocks, &mut usage, folder);
        clocks.swap(0, 1);
        for (outcome, own) in [(&as_blue, Side::Blue), (&as_red, Side::Red)] {
            let word = outcome.winner.map_or("drawn", |side| if side == own { "won" } else { "lost" });
            *ends.entry(format!("{word} as {own:?}, {}", outcome.how)).or_default() += 1;
        }
        score.count(as_blue.winner, as_red.winner, ahead - behind);
        leads = [leads[0] + ahead, leads[1] - behind];
    }
    let (low, high) = score.interval();
    let [outright, by_points] = [f64::from(score.won) / pairs.max(1) as f64, score.share_by_points()].map(|share| {
        let (low, high) = wilson(share, pairs as f64);
        format!("{:.1} % ({:.1} to {:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
    });
    println!(
        "{scenario} ({}), {first} against {second}, {pairs} pairs from seed {from}: {} won, {} shared, {} lost; {:.1} % ({:.1} to {:.1})",
        rules.id(),
        score.won,
        score.drawn,
        score.lost,
        100.0 * score.share(),
        100.0 * low,
        100.0 * high
    );
    let [_, even, lost] = score.by_points;
    println!(
        "  pairs won outright {outright}; with shared pairs decided by points {by_points}, {even} even, {lost} lost"
    );
    println!("  battles won, drawn, lost: {:?}; {ends:?}", score.battles);
    let [as_blue, as_red] = leads.map(|lead| lead as f64 / pairs.max(1) as f64);
    println!("  he leads by {as_blue:.1} points as blue and {as_red:.1} as red on the mean");
    println!("  {}", clocks[0].told(first));
    println!("  {}; {:.0} s in all", clocks[1].told(second), start.elapsed().as_secs_f64());
    let part = |some: u64, all: u64| 100.0 * some as f64 / all.max(1) as f64;
    let [foot, horse, guns] = [0, 1, 2].map(|arm| part(usage.idle[arm], usage.units[arm]));
    println!(
        "  never fought: foot {foot:.0} %, horse {horse:.0} %, guns {guns:.0} %; in a friend {:.1} %",
        part(usage.heaped[0], usage.heaped[1])
    );
    let each = |count: u64| count as f64 / usage.battles.max(1) as f64;
    println!(
        "  a battle: charges {:.1} on foot, {:.1} by horse, {:.0} % of the charged by two; columns {:.1}, squares {:.1} ({} of {} charged by horse), skirmishers {:.1}; own orders {:.0}, hesitant {:.0}, disorder {:.0}",
        each(usage.charges[0]),
        each(usage.charges[1]),
        part(usage.together, usage.charged),
        each(usage.formed[0]),
        each(usage.formed[1]),
        usage.squares[0],
        usage.squares[1],
        each(usage.formed[2]),
        each(usage.own_orders),
        each(usage.hesitant),
        each(usage.disordered)
    );
}
