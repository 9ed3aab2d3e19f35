//! A battle report as text.

use crate::chronicle::{Chronicle, Turn};
use crate::context::Context;
use crate::page::{Align, columns, wrap};
use crate::scenes;
use armies::Scenario;
use game::{Side, Term};
use words::{Value, Words, number};

/// Title, day, ruleset, who leads.
pub fn head(context: &Context, scenario: &Scenario, ruleset: &str, generals: &[String; 2]) -> String {
    let lang = context.armies_lang();
    let name = context.say(&format!("ruleset-{ruleset}"), &[]);
    let mut text = format!("{} · {name}\n", scenes::title(context, scenario));
    for (force, general) in scenario.sides.iter().zip(generals) {
        // Settings stand behind the name as they were written.
        let (rank, setting) = general.split_once(':').unwrap_or((general, ""));
        let rank = context.words.word("general", rank);
        let general = if setting.is_empty() { rank } else { format!("{rank} ({setting})") };
        text.push_str(&format!(
            "{}\n",
            context.say("report-led-by", &[("side", force.name.get(lang).into()), ("general", general.into())])
        ));
    }
    text.push('\n');
    text
}

/// A turn in one line: tests, losses, who left.
pub fn turn_in_short(context: &Context, turn: &Turn) -> String {
    let gone = turn.gone.concat();
    let [blue, red] = turn.losses;
    let values: [(&str, Value<'_>); 5] = [
        ("turn", turn.number.into()),
        ("tests", turn.tests.into()),
        ("blue", blue.into()),
        ("red", red.into()),
        ("gone", context.words.list(&gone).into()),
    ];
    let id = if gone.is_empty() { "report-turn-short" } else { "report-turn-short-gone" };
    format!("{}\n", context.say(id, &values))
}

/// The whole report.
pub fn whole(context: &Context, words: &Words, told: &Chronicle) -> String {
    let mut text = String::new();
    for turn in &told.turns {
        let title = if turn.number == 0 {
            context.say("report-before", &[])
        } else {
            context.say("report-turn", &[("turn", turn.number.into())])
        };
        text.push_str(&format!("{title}\n"));
        for phase in turn.phases.iter().filter(|phase| !phase.told.is_empty()) {
            if !phase.name.is_empty() {
                text.push_str(&format!(" {}\n", phase.name));
            }
            for sentence in phase.told.iter().filter(|sentence| !sentence.small) {
                text.push_str(&wrap(&sentence.text, 3));
                text.push('\n');
            }
        }
        text.push('\n');
    }
    if let Some(outcome) = &told.picture.outcome {
        text.push_str(&format!("{}\n", words.outcome(outcome, &told.names)));
    }
    text.push_str(&losses(context, words, told));
    text.push_str(&dice(context, told));
    text
}

/// What the battle cost, side by side.
pub fn losses(context: &Context, words: &Words, told: &Chronicle) -> String {
    let mut rows = Vec::new();
    for side in Side::BOTH {
        let lost: i64 = told.turns.iter().map(|turn| turn.losses[side.index()]).sum();
        let gone: usize = told.turns.iter().map(|turn| turn.gone[side.index()].len()).sum();
        let mine = told.picture.units.values().filter(|card| card.side == side && card.arm != "general");
        let left: i64 = mine.clone().filter_map(|card| card.counts.get(&Term::of("elements"))).sum();
        rows.push(vec![
            words.side(side, &told.names),
            context.say(
                "report-losses",
                &[
                    ("lost", lost.into()),
                    ("of", number(context.lang, lost + left).into()),
                    ("gone", gone.into()),
                    ("units", mine.count().into()),
                ],
            ),
        ]);
    }
    columns(&rows, &[Align::Left], 0)
}

/// Dice against expectation.
pub fn dice(context: &Context, told: &Chronicle) -> String {
    let count: u64 = told.faces.iter().sum();
    if count == 0 {
        return String::new();
    }
    let sum: u64 = (1..).zip(&told.faces).map(|(face, n)| face * n).sum();
    let hundredths = sum * 100 / count;
    let mean = format!("{}.{:02}", hundredths / 100, hundredths % 100);
    let mean = if context.lang == words::Lang::Fr { mean.replace('.', ",") } else { mean };
    let faces: Vec<String> = (1..).zip(&told.faces).map(|(face, n)| format!("{face}: {n}")).collect();
    let seed = told.seed.as_ref().map(|seed| format!("{}\n", context.say("report-seed", &[("seed", seed.into())])));
    format!(
        "{}\n{}",
        context.say("report-dice", &[("n", count.into()), ("mean", mean.into()), ("faces", faces.join("  ").into()),]),
        seed.unwrap_or_default()
    )
}
