//! A battle report in a few lines: the leaders, the losses of each turn and of the battle, the dice.

use crate::scene;
use crate::{Chronicle, Turn};
use armies::Scenario;
use game::{Side, Term};
use words::{Value, Words};

/// Title, date, ruleset, leaders.
#[must_use]
pub fn head(plain: &Words, scenario: &Scenario, ruleset: &str, generals: &[String; 2]) -> String {
    let lang = plain.lang();
    let name = plain.ruleset_name(ruleset);
    let mut text = format!("{} · {name}\n", scene::title(plain, scenario));
    for (force, general) in scenario.sides.iter().zip(generals) {
        let general = plain.general(general);
        text.push_str(&format!(
            "{}\n",
            plain.say("report-led-by", &[("side", force.name.get(lang).into()), ("general", general.into())])
        ));
    }
    text.push('\n');
    text
}

/// A turn in one line: tests, losses, units that left.
#[must_use]
pub fn turn_in_short(plain: &Words, words: &Words, turn: &Turn) -> String {
    let gone = turn.gone.concat();
    let [blue, red] = turn.losses.map(|lost| strength(words, lost));
    let values: [(&str, Value<'_>); 5] = [
        ("turn", words.say("report-turn", &[("turn", turn.number.into())]).into()),
        ("tests", turn.tests.into()),
        ("blue", blue.into()),
        ("red", red.into()),
        ("gone", plain.list(&gone).into()),
    ];
    let id = if gone.is_empty() { "report-turn-short" } else { "report-turn-short-gone" };
    format!("{}\n", plain.say(id, &values))
}

/// The losses of the battle, side by side.
#[must_use]
pub fn losses(plain: &Words, words: &Words, told: &Chronicle) -> Vec<[String; 2]> {
    let mut rows = Vec::new();
    for side in Side::BOTH {
        let lost: i64 = told.turns.iter().map(|turn| turn.losses[side.index()]).sum();
        let gone: usize = told.turns.iter().map(|turn| turn.gone[side.index()].len()).sum();
        let mine = told.picture.units.values().filter(|card| card.side == side && card.arm != "general");
        let left: i64 = mine.clone().map(|card| words.signs(card).strength.0).sum();
        rows.push([
            words.side(side, &told.names),
            plain.say(
                "report-losses",
                &[
                    ("lost", strength(words, lost).into()),
                    ("of", strength(words, lost + left).into()),
                    ("gone", gone.into()),
                    ("units", mine.count().into()),
                ],
            ),
        ]);
    }
    rows
}

/// A strength in the ruleset's form: its text of the fact says whether halves are counted.
fn strength(words: &Words, n: i64) -> String {
    words.figure(&Term::of("strength"), n, None)
}

/// Dice against expectation.
#[must_use]
pub fn dice(plain: &Words, told: &Chronicle) -> String {
    let count: u64 = told.faces.iter().sum();
    if count == 0 {
        return String::new();
    }
    let sum: u64 = (1..).zip(&told.faces).map(|(face, n)| face * n).sum();
    let hundredths = sum * 100 / count;
    let mean = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    let mean = if plain.lang() == words::Lang::Fr { mean.replace('.', ",") } else { mean };
    let faces: Vec<String> = (1..).zip(&told.faces).map(|(face, n)| format!("{face}: {n}")).collect();
    let seed = told.seed.as_ref().map(|seed| format!("{}\n", plain.say("report-seed", &[("seed", seed.into())])));
    format!(
        "{}\n{}",
        plain.say("report-dice", &[("n", count.into()), ("mean", mean.into()), ("faces", faces.join("  ").into()),]),
        seed.unwrap_or_default()
    )
}
