//! Battle reports as text for the terminal.

use crate::context::Context;
use crate::page::{Align, columns, wrap};
use report::{Chronicle, short};
use words::Words;

pub fn whole(context: &Context, words: &Words, told: &Chronicle) -> String {
    let mut text = String::new();
    for turn in &told.turns {
        let title = if turn.number == 0 {
            context.say("report-before", &[])
        } else {
            words.say("report-turn", &[("turn", turn.number.into())])
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
    text.push_str(&short::dice(&context.words, told));
    text
}

/// The losses of both sides, side by side.
pub fn losses(context: &Context, words: &Words, told: &Chronicle) -> String {
    let rows: Vec<Vec<String>> = short::losses(&context.words, words, told).into_iter().map(Into::into).collect();
    columns(&rows, &[Align::Left], 0)
}
