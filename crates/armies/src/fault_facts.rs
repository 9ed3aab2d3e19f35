//! A fault as the texts of the program need it: a term and its facts.

use crate::{Fault, Need, Reason, Slip, Subject};
use game::{FaultReason, FileFact, Term};
use std::fmt;

impl fmt::Display for Fault {
    /// For readers of a log; players are told by `words`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}: {:?}", self.file, self.line, self.column, self.place, self.reason)
    }
}

/// The facts of a text under construction.
struct Told(&'static str, Vec<(&'static str, FileFact)>);

impl Told {
    fn text(mut self, name: &'static str, text: &str) -> Self {
        self.1.push((name, FileFact::Text(text.to_owned())));
        self
    }

    fn number(mut self, name: &'static str, number: impl Into<i64>) -> Self {
        self.1.push((name, FileFact::Number(number.into())));
        self
    }

    fn count(mut self, name: &'static str, count: usize) -> Self {
        self.1.push((name, FileFact::Count(count)));
        self
    }

    /// Several words of the file, if there are any.
    fn list(self, name: &'static str, words: &[String]) -> Self {
        if words.is_empty() { self } else { self.text(name, &words.join(", ")) }
    }

    /// The likely word, if one is similar.
    fn nearest(self, nearest: &Option<String>) -> Self {
        match nearest {
            Some(nearest) => self.text("nearest", nearest),
            None => self,
        }
    }

    fn sorts(mut self, name: &'static str, sorts: &[String]) -> Self {
        self.1.push((name, FileFact::Sorts(sorts.iter().map(|sort| Term::from(sort.as_str())).collect())));
        self
    }
}

impl From<&Reason> for FaultReason {
    fn from(reason: &Reason) -> Self {
        let Told(fault, facts) = told(reason);
        let facts = facts.into_iter().map(|(name, fact)| (Term::of(name), fact)).collect();
        Self::File { fault: Term::of(fault), facts }
    }
}

fn told(reason: &Reason) -> Told {
    let fault = |fault: &'static str| Told(fault, Vec::new());
    match reason {
        Reason::TooLong { bytes, limit } => fault("too-long").count("bytes", *bytes).count("limit", *limit),
        Reason::TooMany { count, limit } => fault("too-many").count("count", *count).count("limit", *limit),
        Reason::MoreFaults { left_out } => fault("more-faults").count("left", *left_out),
        Reason::Syntax { slip, line } => fault(syntax(*slip)).text("line", line),
        Reason::Unread => fault("unread"),
        Reason::UnknownKey { key, nearest } => fault("unknown-key").text("key", key).nearest(nearest),
        Reason::MissingKey { key } => fault("missing-key").text("key", key),
        Reason::WrongSort { expected, found } => {
            fault("wrong-sort").sorts("expected", expected).sorts("found", std::slice::from_ref(found))
        }
        Reason::Unknown { subject, word, nearest } => fault(unknown(*subject)).text("word", word).nearest(nearest),
        Reason::OutOfBounds { value, least, most } => {
            fault("out-of-bounds").text("value", value).text("least", least).text("most", most)
        }
        Reason::WrongLength { length, expected } => {
            fault("wrong-length").count("length", *length).count("expected", *expected)
        }
        Reason::Empty => fault("empty"),
        Reason::Unprintable { code } => fault("unprintable").text("code", &format!("U+{code:04X}")),
        Reason::BadId { id } => fault("bad-id").text("id", id),
        Reason::SameId { id, first_line } => fault("same-id").text("id", id).number("line", *first_line),
        Reason::BadDate { date } => fault("bad-date").text("date", date),
        Reason::OffTable { x, y, width, height } => {
            fault("off-table").number("x", *x).number("y", *y).number("width", *width).number("height", *height)
        }
        Reason::TooFewCorners { corners, least } => {
            fault("too-few-corners").count("corners", *corners).count("least", *least)
        }
        Reason::Crosses { first, second } => fault("crosses").count("first", *first).count("second", *second),
        Reason::Flat => fault("flat"),
        Reason::Keys { need, keys, found } => {
            let keyed = match need {
                Need::ExactlyOne => fault("exactly-one-key"),
                Need::Together => fault("keys-together"),
                Need::AtLeastOne => fault("at-least-one-key"),
            };
            keyed.list("keys", keys).list("found", found)
        }
        Reason::Anachronism { kind, year, from, to } => {
            fault("anachronism").text("kind", kind).number("year", *year).number("from", *from).number("to", *to)
        }
        Reason::Disagrees { said, of_type } => fault("disagrees").text("said", said).text("type", of_type),
        Reason::WrongFormation { formation, arm } => {
            fault("wrong-formation").text("formation", formation).text("arm", arm)
        }
        Reason::NoStrongpoint { x, y } => fault("no-strongpoint").number("x", *x).number("y", *y),
        Reason::Impassable { kind } => fault("impassable").text("kind", kind),
        // Bases are wrong for every arm, and some files have no arms at all.
        Reason::WrongStrength { key, arm } if arm.is_empty() || key == "elements" => {
            fault("wrong-strength").text("key", key)
        }
        Reason::WrongStrength { key, arm } => fault("wrong-strength").text("key", key).text("arm", arm),
        Reason::NoGeneral { command } => fault("no-general").text("command", command),
        Reason::AbsentGeneral { general } => fault("absent-general").text("general", general),
        Reason::IdleCommand { command } => fault("idle-command").text("command", command),
        Reason::Ring { command } => fault("ring").text("command", command),
        Reason::LowerRank { general, superior } => {
            fault("lower-rank").text("general", general).text("superior", superior)
        }
        Reason::NoUnits => fault("no-units"),
        Reason::NoPlace { unit } => fault("no-place").text("unit", unit),
        Reason::TwicePlaced { unit } => fault("twice-placed").text("unit", unit),
        Reason::SamePlace { other } => fault("same-place").text("other", other),
        Reason::AfterTheEnd { turn, turns } => fault("after-the-end").number("turn", *turn).number("turns", *turns),
        Reason::PlacedInRoster => fault("placed-in-roster"),
        Reason::YearsReversed { from, to } => fault("years-reversed").number("from", *from).number("to", *to),
        Reason::Calibre { arm } => fault("calibre").text("arm", arm),
    }
}

const fn unknown(subject: Subject) -> &'static str {
    match subject {
        Subject::Word => "unknown-word",
        Subject::Formation => "unknown-formation",
        Subject::Arm => "unknown-arm",
        Subject::TroopType => "unknown-troop-type",
        Subject::Nation => "unknown-nation",
        Subject::Ruleset => "unknown-ruleset",
        Subject::Command => "unknown-command",
        Subject::Unit => "unknown-unit",
        Subject::Objective => "unknown-objective",
        Subject::GroundKind => "unknown-ground",
        Subject::Rank => "unknown-rank",
    }
}

const fn syntax(slip: Slip) -> &'static str {
    match slip {
        Slip::SameKey => "syntax-same-key",
        Slip::NoValue => "syntax-no-value",
        Slip::NoEquals => "syntax-no-equals",
        Slip::Open => "syntax-open",
        Slip::Unexpected => "syntax-unexpected",
    }
}
