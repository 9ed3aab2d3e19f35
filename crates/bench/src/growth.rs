//! The time of a turn as the armies grow.

use crate::scene;
use crate::timing::{heading, short};
use anyhow::{Context, anyhow, bail};
use game::battery::seed;
use game::{Battle, By, Deed, Entry, Ruleset, Setup, Side};
use staff::General;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Stretches of the line (twelve units a side each) from west to east and from south to north, and battles fought. The
/// last is for the first ruleset only.
const SIZES: [(usize, u64); 4] = [(1, 12), (2, 4), (4, 2), (8, 1)];
/// Turns fought of each battle: they meet in the second.
const TURNS: u16 = 4;

/// The durations measured over some turns.
#[derive(Default)]
struct TurnTimes {
    turns: usize,
    answers: usize,
    whole: Duration,
    /// By the kind of question: their number, and the time until the next was put.
    by_kind: BTreeMap<String, (usize, Duration)>,
}

pub fn run() -> anyhow::Result<()> {
    heading(
        "time of a turn as the armies grow",
        &format!(
            "{} units and 3 brigadiers a side, two lines 300 m apart, on every 1,500 m by 2,000 m, with a wood, crops, a hill, a farm;\n   \
             1, 4, 16 and, for the first ruleset, 64 such squares; random generals; turns 1 to {TURNS} by the battle's own clock, all sheets, answers,\n   \
             dice and events included, the deployment left out.",
            scene::UNITS
        ),
    );
    shipped::all().into_iter().try_for_each(grow)
}

fn grow(ruleset: &dyn Ruleset) -> anyhow::Result<()> {
    println!("   {}", ruleset.id());
    let sizes = if ruleset.id() == shipped::usual().id() { &SIZES[..] } else { &SIZES[..SIZES.len() - 1] };
    // Once beforehand, so that the first size does not pay for data read once.
    fight(ruleset, 1, 0, &mut TurnTimes::default())?;
    println!("   {:>12} {:>10} {:>10} {:>12} {:>14}", "units a side", "turns", "answers", "per turn", "per turn, unit");
    let mut points = Vec::new();
    let mut largest = TurnTimes::default();
    for &(abreast, battles) in sizes {
        let mut taken = TurnTimes::default();
        for n in 0..battles {
            fight(ruleset, abreast, n, &mut taken)?;
        }
        let units = abreast * abreast * scene::UNITS;
        let turn = taken.whole.as_secs_f64() * 1e9 / taken.turns.max(1) as f64;
        println!(
            "   {units:>12} {:>10} {:>10} {:>12} {:>14}",
            taken.turns,
            taken.answers / taken.turns.max(1),
            short(turn),
            short(turn / (2 * units) as f64)
        );
        points.push((units as f64, turn));
        largest = taken;
    }
    println!("   growth: time of a turn ~ units ^ {:.2} (least squares over the logarithms)", exponent(&points));
    println!("   share of each question, with what follows from its answer, at the largest size:");
    let mut kinds: Vec<_> = largest.by_kind.into_iter().collect();
    kinds.sort_by_key(|(_, (_, taken))| std::cmp::Reverse(*taken));
    for (kind, (count, taken)) in kinds {
        let share = 100.0 * taken.as_secs_f64() / largest.whole.as_secs_f64();
        println!(
            "   {kind:>20} {share:>6.1} %  {:>8} a turn, {:>9} each",
            count / largest.turns.max(1),
            short(taken.as_secs_f64() * 1e9 / count as f64)
        );
    }
    Ok(())
}

/// The exponent of the best-fitting power law.
fn exponent(points: &[(f64, f64)]) -> f64 {
    let n = points.len() as f64;
    let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (libm::log(x), libm::log(y))).collect();
    let (mean_x, mean_y) = (logs.iter().map(|p| p.0).sum::<f64>() / n, logs.iter().map(|p| p.1).sum::<f64>() / n);
    let across: f64 = logs.iter().map(|p| (p.0 - mean_x) * (p.1 - mean_y)).sum();
    across / logs.iter().map(|p| (p.0 - mean_x) * (p.0 - mean_x)).sum::<f64>()
}

/// Fights the first turns of a battle.
fn fight(ruleset: &dyn Ruleset, abreast: usize, n: u64, taken: &mut TurnTimes) -> anyhow::Result<()> {
    let setup = Setup {
        scenario: scene::scenario(abreast),
        tables: None,
        options: BTreeMap::new(),
        generals: ["random".to_owned(), "random".to_owned()],
        seed: Some(seed(1, n)),
        salt: seed(2, n),
    };
    let mut battle = ruleset
        .begin(&setup)
        .map_err(|faults| anyhow!(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    let mut generals = [staff::Random::new(2 * n), staff::Random::new(2 * n + 1)];
    let mut start: Option<Instant> = None;
    let (mut turn, mut read) = (0, 0);
    loop {
        let before = Instant::now();
        turn = clock(battle.as_ref(), read).unwrap_or(turn);
        read = battle.lines();
        if turn > TURNS {
            break;
        }
        let Some((side, ask)) =
            Side::BOTH.into_iter().find_map(|side| Some((side, battle.waiting(side).into_iter().next()?)))
        else {
            break;
        };
        if turn > 0 && ask.slot.kind != "deploy" {
            start.get_or_insert(before);
        }
        let post = staff::Post::new(battle.as_ref(), side);
        let answer = generals[side.index()].answer(&post, &ask).context("a general has no answer")?;
        if let Err(refusals) = battle.answer(side, ask.id, answer.replies, By::Staff) {
            bail!("an answer to {} was refused: {refusals:?}", ask.slot.kind);
        }
        if start.is_some() {
            let kind = taken.by_kind.entry(ask.slot.kind.to_string()).or_default();
            kind.0 += 1;
            kind.1 += before.elapsed();
            taken.answers += 1;
        }
    }
    taken.turns += usize::from(turn.min(TURNS));
    taken.whole += start.map(|start| start.elapsed()).unwrap_or_default();
    Ok(())
}

/// The last turn on the clock since a line of the log, if there was one.
fn clock(battle: &dyn Battle, since: usize) -> Option<u16> {
    battle.lines_since(since, None).into_iter().rev().find_map(|entry| match entry {
        Entry::Event(event) => match event.deed {
            Deed::Clock { turn, .. } => Some(turn),
            _ => None,
        },
        _ => None,
    })
}
