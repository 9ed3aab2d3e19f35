//! The states of a battle, driven without a host.

use anyhow::{Context, anyhow, bail};
use dice::{Roller, Seed};
use game::battery::seed;
use game::{Given, Need, Play, Rules, Thrown};
use marie_louise::turn::Step;
use marie_louise::world::World;
use marie_louise::{Book, MarieLouise};
use staff::Luck;

/// Every state of a battle in which it waits for input.
pub fn of_a_battle(scenario: &str, n: u64) -> anyhow::Result<Vec<Play<World, Step>>> {
    let library = armies::Library::embedded();
    let parsed = armies::parse(scenario, "scenario").map_err(|faults| anyhow!("{} faults", faults.len()))?;
    let rules = MarieLouise::for_scenario(Book::new(), &parsed, library)
        .map_err(|faults| anyhow!(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    let roller = Roller::new(&Seed(seed(3, n).0));
    let (mut luck, mut thrown, mut states) = (Luck::new(n), 0, Vec::new());
    let (mut state, _) = rules.begin();
    loop {
        let given = match rules.need(&state) {
            Need::Over(_) => return Ok(states),
            Need::Dice(tosses) => {
                let faces = tosses.iter().map(|toss| {
                    let faces = roller.throw(&mut thrown, &toss.throw);
                    let class = dice::read(&toss.throw, &faces)?;
                    Ok(Thrown { faces, class })
                });
                Given::Dice(faces.collect::<Result<_, dice::DiceError>>()?)
            }
            Need::Answers(slots) if slots.is_empty() => bail!("the battle waits for nobody"),
            Need::Answers(slots) => {
                let replies = slots.iter().map(|slot| {
                    let seen = rules.redact(&state, slot.side);
                    let ask = rules.ask(&seen, slot);
                    rules.suggest(&seen, &ask, luck.next())
                });
                Given::Answers(replies.collect())
            }
        };
        rules.advance(&mut state, given);
        states.push(state.clone());
        (states.len() < 100_000).then_some(()).context("the battle does not end")?;
    }
}
