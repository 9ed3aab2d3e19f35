//! Faults of a situation in the player's language. Readers of JSON speak English in a few fixed forms; what has
//! another form is shown as it is.

use crate::context::Context;

/// A reason in words.
pub fn reason(context: &Context, text: &str) -> String {
    let say = |id: &str, found: &str, known: &str| context.say(id, &[("found", found.into()), ("known", known.into())]);
    if let Some((least, most, value)) = bounds(text) {
        return context.say("fault-between", &[("least", least.into()), ("most", most.into()), ("value", value.into())]);
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
