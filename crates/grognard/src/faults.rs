//! Faults of a log in the player's language. Their reasons come in English in a few fixed forms; what
//! has another form is shown as it is.

use crate::context::Context;

/// What a log may be refused for, as the replay says it, and the text for it. `{}` stands for anything.
const LOG_REASONS: [(&str, &str); 20] = [
    ("the rules make nothing here, the log says {}", "log-made-nothing"),
    ("the rules make {} here, the log says {}", "log-made-other"),
    ("the answer is not the one that was sealed", "log-other-answer"),
    ("an answer without its seal", "log-no-seal"),
    ("a seal for a question that is not open: {}", "log-seal-not-open"),
    ("the seed is not the one that was sealed", "log-other-seed"),
    ("these dice do not come from the seed", "log-foreign-dice"),
    ("dice where none are thrown", "log-no-dice-here"),
    ("the dice read {}, not {}", "log-dice-misread"),
    ("{} throws instead of {}", "log-throw-count"),
    ("the state differs here", "log-state-differs"),
    ("nothing that may be undone", "log-no-undo"),
    ("undone to another line", "log-other-undo"),
    ("an answer of the other side is missing", "log-answer-missing"),
    ("an answer where none is asked", "log-not-asked"),
    ("an answer to a question that is not open: {}", "log-not-open"),
    ("the answer is refused: {}", "log-answer-refused"),
    ("the signature does not fit", "log-wrong-signature"),
    ("this is no key", "log-no-key"),
    ("the umpire has not signed these lines", "log-wrong-umpire"),
];

/// Why a line of a log is refused, in words.
pub fn log_reason(context: &Context, text: &str) -> String {
    for (form, id) in LOG_REASONS {
        if let Some(found) = matched(form, text) {
            let [first, second] = [0, 1].map(|n| found.get(n).copied().unwrap_or_default());
            return context.say(id, &[("first", first.into()), ("second", second.into())]);
        }
    }
    text.to_owned()
}

/// What stands for each `{}` of a form, if the text has that form.
fn matched<'a>(form: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = form.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let mut found = Vec::new();
    for part in parts {
        let (value, after) = if part.is_empty() { (rest, "") } else { rest.split_once(part)? };
        found.push(value);
        rest = after;
    }
    rest.is_empty().then_some(found)
}
