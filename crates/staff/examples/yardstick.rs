//! `yardstick BATTLES [SCENARIO [RULESET]]`: how many battles captains fight in a second, and how many playouts, by
//! processor time and on one thread; the last column is a hash of everything written and valued. Two versions of the
//! program that print the same hash fought the same battles, byte for byte. `tools/bench/earlier.py` builds this file
//! in older versions too, without the rulesets that they lack; it uses nothing else that is new.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a measurement stops at the first fault")]

use game::{Battle, By, Ruleset, Setup, Side};
use grognard_staff::{Post, general};
use std::collections::BTreeMap;
use std::hash::Hasher;
use std::time::Instant;

const SCENARIOS: [&str; 4] = ["premier-feu", "maida-1806", "saalfeld-1806", "jakubovo-1812"];
/// `earlier.py` removes those that an older version lacks.
const RULESETS: &[&dyn Ruleset] =
    &[&marie_louise::RULESET, &bataille_empire::RULESET, &trois_couleurs::RULESET, &aigles::RULESET];
/// The first seed; no table of the documents uses seeds from here on.
const FROM: u64 = 4_200_000;
/// The generals: captains, and random legal answers.
const LEADERS: [&str; 2] = ["captain", "random"];
/// A playout starts at every 25th answer of a real battle.
const EVERY: u64 = 25;

/// Seconds of processor time, where the system tells it; otherwise of the clock.
struct Watch(Instant);

impl Watch {
    fn now(&self) -> f64 {
        let told = std::fs::read_to_string("/proc/self/schedstat").ok();
        let told = told.and_then(|line| line.split(' ').next()?.parse::<f64>().ok());
        told.map_or_else(|| self.0.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
    }
}

/// The hash of the text written: the same on every platform and compiler version.
struct Fnv(u64);

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Lets generals answer until the battle is over, or as long as `on` holds; returns the number of answers.
fn play(battle: &mut dyn Battle, leader: &str, luck: u64, mut on: impl FnMut(&dyn Battle, u64) -> bool) -> u64 {
    let mut generals = [0, 1].map(|side| general(leader, luck + side).expect("a general"));
    let mut answers = 0;
    while battle.outcome().is_none() {
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            if !on(battle, answers) {
                return answers;
            }
            let answer = generals[side.index()].answer(&Post::new(battle, side), &ask).expect("an answer");
            // In a playout a general without a legal answer stops, as the marshal does.
            if battle.answer(side, ask.id, answer.replies, By::Staff).is_err() {
                return answers;
            }
            answers += 1;
        }
    }
    answers
}

/// Figures summed over some battles.
#[derive(Default)]
struct Count {
    battles: u64,
    answers: u64,
    seconds: f64,
}

impl Count {
    fn told(&self) -> String {
        let per = |of: f64, by: f64| if by > 0.0 { of / by } else { 0.0 };
        let (answers, seconds) = (self.answers as f64, self.seconds);
        format!("{:>9.2} {:>7.0}", per(self.battles as f64, seconds), per(1e6 * seconds, answers))
    }
}

/// Battles of a scenario, then the same battles with playouts from some of their moments; `None` if this version of the
/// rules cannot set it up.
fn measured(
    rules: &dyn Ruleset,
    scenario: &str,
    leader: &str,
    battles: u64,
    watch: &Watch,
) -> Option<(Count, Count, u64)> {
    let text = armies::Library::embedded().text(scenario).expect("a scenario");
    let setup = |n: u64| Setup {
        scenario: text.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: [leader, leader].map(str::to_owned),
        seed: Some(game::battery::seed(5, n)),
        salt: game::battery::seed(6, n),
    };
    let template = rules.begin(&setup(FROM)).ok()?;
    let again = |n: u64| template.again(setup(n).generals, Some(game::battery::seed(5, n)), game::battery::seed(6, n));
    let (mut real, mut mind, mut hash) = (Count::default(), Count::default(), Fnv(0xcbf2_9ce4_8422_2325));
    for n in FROM..FROM + battles {
        let start = watch.now();
        let mut battle = again(n);
        real.answers += play(battle.as_mut(), leader, 2 * n, |_, _| true);
        real.seconds += watch.now() - start;
        real.battles += 1;
        hash.write(game::log::write(&battle.log(None)).as_bytes());
        if leader != "captain" {
            continue;
        }
        let mut battle = again(n);
        play(battle.as_mut(), leader, 2 * n, |moment, answers| {
            if answers % EVERY == 0 {
                let start = watch.now();
                let mut imagined = moment.imagine(Side::Blue, n + answers);
                mind.answers += play(imagined.as_mut(), leader, n ^ answers, |_, _| true);
                mind.seconds += watch.now() - start;
                mind.battles += 1;
                hash.write(format!("{:?}", imagined.appraise(Side::Blue)).as_bytes());
            }
            answers <= 2 * EVERY
        });
    }
    Some((real, mind, hash.finish()))
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let battles: u64 = arguments.first().map_or(20, |n| n.parse().expect("a number of battles"));
    let chosen = |at: usize, name: &str| arguments.get(at).is_none_or(|wanted| wanted == name || wanted == "all");
    let watch = Watch(Instant::now());
    println!("ruleset          scenario       leaders   battles/s  us/ans  in mind/s  us/ans  hash");
    for rules in RULESETS.iter().filter(|rules| chosen(2, rules.id())) {
        for scenario in SCENARIOS.into_iter().filter(|name| chosen(1, name)) {
            for leader in LEADERS {
                // Large scenarios are fought fewer times.
                let battles = if scenario == "premier-feu" { battles } else { battles.div_ceil(5) };
                let Some((real, mind, hash)) = measured(*rules, scenario, leader, battles, &watch) else { continue };
                let mind = if mind.battles > 0 { mind.told() } else { format!("{:>9} {:>7}", "-", "-") };
                println!("{:<16} {scenario:<14} {leader:<8} {}  {mind}  {hash:016x}", rules.id(), real.told());
            }
        }
    }
}
