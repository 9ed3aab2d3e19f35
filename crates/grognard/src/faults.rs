//! Faults of a situation and of a log in the player's language. Their reasons come in English in a few fixed forms; what
//! has another form is shown as it is.

use crate::context::Context;

/// A reason in words.
pub fn reason(context: &Context, text: &str) -> String {
    let say = |id: &str, found: &str, known: &str| context.say(id, &[("found", found.into()), ("known", known.into())]);
    if let Some((least, most, value)) = bounds(text) {
        return context
            .say("fault-between", &[("least", least.into()), ("most", most.into()), ("value", value.into())]);
    }
    let parts = |start: &str, middle: &str| text.strip_prefix(start).and_then(|rest| rest.split_once(middle));
    let plain = |text: &str| text.replace('`', "").replace("one of ", "");
    if let Some((found, known)) = parts("unknown field `", "`, expected ") {
        return say("fault-unknown-field", found, &plain(known));
    }
    if let Some((found, known)) = parts("unknown variant `", "`, expected ") {
        return say("fault-unknown-word", found, &plain(known));
    }
    if let Some((found, _)) = parts("missing field `", "`") {
        return say("fault-missing", found, "");
    }
    for start in ["invalid type: ", "invalid value: "] {
        if let Some((found, known)) = parts(start, ", expected ") {
            return say("fault-sort", found, &plain(known));
        }
    }
    text.to_owned()
}

/// "must be 1 to 6, not 9".
fn bounds(text: &str) -> Option<(&str, &str, &str)> {
    let (range, value) = text.strip_prefix("must be ")?.split_once(", not ")?;
    let (least, most) = range.split_once(" to ")?;
    Some((least, most, value))
}

/// What a log may be refused for, as the replay says it, and the text for it. `{}` stands for anything.
const LOG_REASONS: [(&str, &str); 15] = [
    ("the rules make nothing here, the log says {}", "log-made-nothing"),
    ("the rules make {} here, the log says {}", "log-made-other"),
    ("the answer is not the one that was sealed", "log-other-answer"),
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
