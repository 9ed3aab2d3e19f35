//! Lines of a breakdown.

use crate::fact::HUNDREDTHS;
use crate::{Words, fraction, number, signed};
use game::{Exact, Line, Op};

impl Words {
    /// The operation of a line, short enough for a column: "+2", "−1 / dé", "×½".
    #[must_use]
    pub fn amount(&self, op: Op) -> String {
        let lang = self.lang;
        let with = |id: &str, n: i64| self.say(id, &[("n", n.into()), ("figure", number(lang, n).into())]);
        match op {
            Op::Start(n) => number(lang, n),
            Op::Throw(n) => with("op-throw", n),
            Op::Dice(n) => with("op-dice", n),
            Op::Add(n) => signed(lang, n),
            Op::PerDie(n) => self.say("op-per-die", &[("figure", signed(lang, n).into())]),
            Op::Times(by) if by.num == 1 && by.den > 1 => format!("÷{}", number(lang, by.den)),
            Op::Times(by) => format!("×{}", fraction(lang, by)),
            // A bound that no score reaches is left out: it stands where a rule has only the other one.
            Op::Clamp(low, high) if high >= i64::from(u16::MAX) => with("op-at-least", low),
            Op::Clamp(low, high) if low <= -i64::from(u16::MAX) => with("op-at-most", high),
            Op::Clamp(low, high) => {
                self.say("op-between", &[("low", number(lang, low).into()), ("high", number(lang, high).into())])
            }
            Op::DivideDown(n) => with("op-divide-down", n),
            Op::Cell(row, column, cell) => {
                let figures = [("row", row), ("column", column), ("figure", cell)];
                self.say("op-cell", &figures.map(|(name, n)| (name, number(lang, n).into())))
            }
            Op::HalfUp => self.say("op-half-up", &[]),
            Op::Read(n) => with("op-read", n),
            Op::Needs(n) => with("op-needs", n),
            Op::Automatic => self.say("op-automatic", &[]),
        }
    }

    /// The operation of a line, its figure read as the line says: a length where it is one.
    #[must_use]
    pub fn line_amount(&self, line: &Line) -> String {
        let length = line.facts.keys().any(|name| *name == HUNDREDTHS);
        match line.op {
            Op::Needs(n) if length => self.say("op-needs", &[("n", n.into()), ("figure", self.hundredths(n).into())]),
            Op::Read(n) | Op::Start(n) if length => self.hundredths(n),
            op => self.amount(op),
        }
    }

    /// The reason of a line: the title of its rule and its facts.
    #[must_use]
    pub fn reason(&self, line: &Line) -> String {
        let title = self.title(&line.rule);
        let facts = self.line_facts(title, &line.facts);
        if facts.is_empty() { title.to_owned() } else { format!("{title} ({facts})") }
    }

    /// A whole line: "+1 · Général attaché (charisme 1) · ML-5.2k".
    #[must_use]
    pub fn line(&self, line: &Line) -> String {
        let mut text = format!("{} · {}", self.line_amount(line), self.reason(line));
        if self.title(&line.rule) != line.rule.as_str() {
            text.push_str(&format!(" · {}", line.rule));
        }
        text
    }

    #[must_use]
    pub fn exact(&self, value: Exact) -> String {
        fraction(self.lang, value)
    }
}
