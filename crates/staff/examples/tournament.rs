//! `tournament SCENARIO A B PAIRS [FIRST]`: pairs of battles on the same seed with the generals exchanged.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use game::{Ruleset, Setup, Side};
use std::collections::BTreeMap;
use std::time::Instant;

fn battle(scenario: &str, names: [&str; 2], n: u64) -> (Option<Side>, String, u64, [f64; 2], [f64; 2]) {
    let setup = Setup {
        scenario: scenario.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: names.map(str::to_owned),
        seed: Some(game::battery::seed(5, n)),
        salt: game::battery::seed(6, n),
    };
    let mut battle = marie_louise::RULESET.begin(&setup).expect("a battle");
    let mut generals = [0, 1].map(|s| grognard_staff::general(names[s], 2 * n + s as u64).expect("a general"));
    let mut count = 0;
    let (mut spent, mut worst) = ([0.0_f64; 2], [0.0_f64; 2]);
    let outcome = loop {
        if let Some(outcome) = battle.outcome() {
            break outcome;
        }
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            let start = Instant::now();
            let answer = generals[side.index()]
                .answer(&grognard_staff::Post::new(battle.as_ref(), side), &ask)
                .expect("an answer");
            let took = start.elapsed().as_secs_f64();
            spent[side.index()] += took;
            worst[side.index()] = worst[side.index()].max(took);
            count += 1;
            battle.answer(side, ask.id, answer.replies, game::By::Staff).expect("legal");
        }
    };
    (outcome.winner, format!("{} {:?}", outcome.how, outcome.facts.values().collect::<Vec<_>>()), count, spent, worst)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = armies::Library::embedded().text(&args[0]).expect("a scenario").to_owned();
    let (a, b) = (args[1].as_str(), args[2].as_str());
    let pairs: u64 = args[3].parse().unwrap();
    let first: u64 = args.get(4).map_or(0, |n| n.parse().unwrap());
    let verbose = std::env::var("VERBOSE").is_ok();
    let (mut won, mut drawn, mut points) = (0, 0, 0.0);
    let mut how: BTreeMap<String, u32> = BTreeMap::new();
    let start = Instant::now();
    let mut spent = [0.0; 2];
    let mut answers = 0;
    let mut worst = [0.0_f64; 2];
    let mut singles = [0; 3];
    for n in first..first + pairs {
        let mut sum = 0.0;
        for (names, me) in [([a, b], Side::Blue), ([b, a], Side::Red)] {
            let (winner, text, count, times, longest) = battle(&text, names, n);
            let (m, o) = (me.index(), me.other().index());
            spent[0] += times[m];
            spent[1] += times[o];
            worst[0] = worst[0].max(longest[m]);
            worst[1] = worst[1].max(longest[o]);
            answers += count;
            let result = match winner {
                None => 0.5,
                Some(side) if side == me => 1.0,
                Some(_) => 0.0,
            };
            singles[(result * 2.0) as usize] += 1;
            if verbose {
                println!("{n} {me:?} {result} {text}");
            }
            let word = text.split(' ').next().unwrap().to_owned();
            *how.entry(format!("{} {word}", ["lost", "drawn", "won"][(result * 2.0) as usize])).or_default() += 1;
            sum += result;
        }
        points += sum;
        if sum > 1.0 {
            won += 1;
        } else if sum == 1.0 {
            drawn += 1;
        }
    }
    println!(
        "{} {a} - {b}: pairs won {won}, drawn {drawn}, lost {} of {pairs}; score {:.1} %; {singles:?} {how:?}",
        args[0],
        pairs - won - drawn,
        50.0 * points / pairs as f64
    );
    println!(
        "  {:.2} s, {:.0} answers a battle; {a}: {:.3} ms a decision, worst {:.1}; {b}: {:.3} ms, worst {:.1}",
        start.elapsed().as_secs_f64(),
        answers as f64 / (2 * pairs) as f64,
        2e3 * spent[0] / answers as f64,
        1e3 * worst[0],
        2e3 * spent[1] / answers as f64,
        1e3 * worst[1]
    );
}
