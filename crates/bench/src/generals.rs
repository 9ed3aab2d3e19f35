//! The time of the computer's generals for a decision: in a small battle, and with more than thirty units a side.

use crate::scene;
use crate::timing::heading;
use anyhow::{Context, anyhow, bail};
use game::battery::seed;
use game::{Battle, By, Ruleset, Setup, Side};
use rustix::time::{ClockId, clock_gettime};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Stretches of the large battle, of twelve units a side each.
const STRETCHES: usize = 3;
/// Turns fought of it: they meet in the second.
const TURNS: u16 = 4;
/// Decisions of the marshal that are timed there.
const THOUGHTS: usize = 6;

/// The times of decisions: by the clock, and of the processor.
#[derive(Default)]
struct Times(Vec<(f64, f64)>);

impl Times {
    fn told(&self, name: &str) {
        let of = |pick: fn(&(f64, f64)) -> f64| {
            let mut all: Vec<f64> = self.0.iter().map(|one| 1e3 * pick(one)).collect();
            all.sort_by(f64::total_cmp);
            let at = |share: f64| all.get((share * (all.len().max(1) - 1) as f64) as usize).copied().unwrap_or(0.0);
            let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
            format!("mean {mean:>8.2}, 99th percentile {:>8.1}, longest {:>8.1} ms", at(0.99), at(1.0))
        };
        println!("   {name:<24} {:>6} decisions; of the processor: {}", self.0.len(), of(|one| one.1));
        println!("   {:<24} {:>6}            by the clock:     {}", "", "", of(|one| one.0));
    }
}

pub fn run() -> anyhow::Result<()> {
    heading(
        "the computer's generals: time for a decision",
        &format!(
            "premier-feu: whole battles, three units a side. Front: {} units a side (battalions, batteries, cavalry), turns 1 to {TURNS}.\n   \
             One core; both sides led alike; the marshal, with his two seconds, thinks only for blue and for {THOUGHTS} decisions.",
            STRETCHES * scene::UNITS
        ),
    );
    let library = armies::Library::embedded();
    let small = library.text("premier-feu").context("no scenario premier-feu")?;
    let large = scene::front(STRETCHES, 1);
    for (name, battles) in [("recruit", 40), ("captain", 40)] {
        let mut times = Times::default();
        for n in 0..battles {
            fight(small, name, n, u16::MAX, usize::MAX, &mut times)?;
        }
        times.told(&format!("{name}, premier-feu"));
    }
    for (name, battles) in [("recruit", 2), ("captain", 2)] {
        let mut times = Times::default();
        for n in 0..battles {
            fight(&large, name, n, TURNS, usize::MAX, &mut times)?;
        }
        times.told(&format!("{name}, front"));
    }
    let mut times = Times::default();
    fight(&large, "marshal", 0, TURNS, THOUGHTS, &mut times)?;
    times.0.retain(|(clock, _)| *clock > 0.5);
    times.told("marshal, front");
    Ok(())
}

fn processor() -> f64 {
    let now = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(u64::try_from(now.tv_sec).unwrap_or(0), u32::try_from(now.tv_nsec).unwrap_or(0)).as_secs_f64()
}

/// Fights a battle up to a turn, or until this many decisions of more than half a second were timed.
fn fight(scenario: &str, name: &str, n: u64, until: u16, most: usize, times: &mut Times) -> anyhow::Result<()> {
    let setup = Setup {
        scenario: scenario.to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: [name.to_owned(), name.to_owned()],
        seed: Some(seed(7, n)),
        salt: seed(8, n),
    };
    let mut battle: Box<dyn Battle> = marie_louise::RULESET
        .begin(&setup)
        .map_err(|faults| anyhow!(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    let other = if name == "marshal" { "captain" } else { name };
    let general = |name: &str, luck| staff::general(name, luck).context("no such general");
    let mut generals = [general(name, 2 * n)?, general(other, 2 * n + 1)?];
    while battle.outcome().is_none() && battle.picture(None).turn <= until {
        for side in Side::BOTH {
            let Some(ask) = battle.waiting(side).into_iter().next() else { continue };
            let (clock, start) = (Instant::now(), processor());
            let post = staff::Post::new(battle.as_ref(), side);
            let answer = generals[side.index()].answer(&post, &ask).context("a general has no answer")?;
            if side == Side::Blue || other == name {
                times.0.push((clock.elapsed().as_secs_f64(), processor() - start));
            }
            if let Err(refusals) = battle.answer(side, ask.id, answer.replies, By::Staff) {
                bail!("an answer to {} was refused: {refusals:?}", ask.slot.kind);
            }
        }
        if times.0.iter().filter(|(clock, _)| *clock > 0.5).count() >= most {
            break;
        }
    }
    Ok(())
}
