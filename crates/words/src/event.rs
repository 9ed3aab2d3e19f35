//! Events in sentences.

use crate::{Names, Value, Words, signed};
use game::{Deed, Event, Key, Outcome, Ref, Side, UnitId};
use table::Pose;

type Values<'a> = Vec<(&'a str, Value<'a>)>;

/// The length of a path, in centimetres.
#[must_use]
pub fn way(path: &[Pose]) -> i64 {
    let far = |(a, b): (&Pose, &Pose)| {
        let (dx, dy) = (f64::from(b.at.x) - f64::from(a.at.x), f64::from(b.at.y) - f64::from(a.at.y));
        (dx * dx + dy * dy).sqrt()
    };
    path.iter().zip(path.iter().skip(1)).map(far).sum::<f64>().round() as i64
}

impl Words {
    /// An event in a sentence. `None` for an event that only changes the drawing (pieces laid out again in place) and
    /// where the texts say nothing.
    #[must_use]
    pub fn describe(&self, event: &Event, names: &Names) -> Option<String> {
        let text = match &event.deed {
            Deed::Shown { unit, card } => self.say(
                "deed-shown",
                &[
                    ("unit", self.unit(*unit, names).into()),
                    ("arm", self.word("arm", card.arm.as_str()).into()),
                    ("nation", self.word("nation", card.nation.as_str()).into()),
                ],
            ),
            Deed::Hidden(unit) => self.say("deed-hidden", &[("unit", self.unit(*unit, names).into())]),
            Deed::Moved { unit, path, .. } => self.moved(&self.unit(*unit, names), path)?,
            Deed::Marked { unit, mark, value } => {
                let other = self.attribute(&format!("mark-name-{mark}"), "shows").filter(|shows| shows == "unit");
                // A mark may be another unit: its name is shown.
                let named = other.and_then(|_| value.as_str().parse().ok()).map(|id| self.unit(UnitId(id), names));
                let said = named.unwrap_or_else(|| self.word("term", value.as_str()));
                self.changed("mark", mark.as_str(), (value.as_str(), &said), &self.unit(*unit, names))
            }
            Deed::Counted { unit, what, from, to } => {
                let values: Values<'_> = vec![
                    ("unit", self.unit(*unit, names).into()),
                    ("what", self.word("fact", what.as_str()).into()),
                    ("from", self.figure(what, *from, Some(names)).into()),
                    ("to", self.figure(what, *to, Some(names)).into()),
                    ("change", signed(self.lang, to - from).into()),
                    ("lost", self.figure(what, (from - to).max(0), Some(names)).into()),
                    ("lost_n", (from - to).max(0).into()),
                    ("n", (*to).into()),
                ];
                let by_rule =
                    event.rules.iter().find_map(|rule| self.find(&format!("count-{what}-by-{rule}"), &values));
                by_rule.unwrap_or_else(|| self.first(&[&format!("count-{what}"), "deed-counted"], &values))
            }
            Deed::Gone { unit, why } => {
                let values: Values<'_> = vec![("unit", self.unit(*unit, names).into()), ("why", self.term(why).into())];
                self.first(&[&format!("gone-{why}"), "deed-gone"], &values)
            }
            Deed::Site { site, mark, value } => {
                let said = self.word("term", value.as_str());
                self.changed("site", mark.as_str(), (value.as_str(), &said), &self.name(&Ref::Site(*site), names))
            }
            Deed::Declared { by, key } => self.keyed("declared", by, key, names),
            Deed::Opened { of, key } => self.keyed("opened", of, key, names),
            Deed::Threw(toss, thrown) => {
                let who: Vec<String> = toss.by.iter().map(|of| self.name(of, names)).collect();
                let faces: Vec<String> = thrown.faces.iter().map(ToString::to_string).collect();
                self.say(
                    "deed-threw",
                    &[
                        ("who", self.list(&who).into()),
                        ("faces", faces.join(" ").into()),
                        ("n", thrown.faces.len().into()),
                        ("title", self.title(&toss.rule).into()),
                        ("rule", toss.rule.as_str().into()),
                    ],
                )
            }
            Deed::Tested { breakdown, result } => {
                let total = breakdown.total();
                let values: Values<'_> = vec![
                    ("who", breakdown.of.map(|of| self.name(&of, names)).unwrap_or_default().into()),
                    ("test", self.word("test", breakdown.test.as_str()).into()),
                    ("total", self.exact(total).into()),
                    // The same as a number, for sentences that depend on it.
                    ("count", (total.num / total.den.max(1)).into()),
                    ("result", self.word("result", result.as_str()).into()),
                ];
                let general = if breakdown.of.is_some() { "deed-tested" } else { "deed-tested-alone" };
                self.first(&[&format!("tested-{}", breakdown.test), general], &values)
            }
            Deed::Note { of, what, facts } => {
                let facts = self.fact_values(facts, Some(names));
                let mut values: Values<'_> = facts.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
                values.push(("who", self.name(of, names).into()));
                self.find(&format!("note-{what}"), &values).unwrap_or_else(|| self.note(of, what, event, names))
            }
            Deed::Clock { turn, phase } => self.clock(*turn, phase.as_str()),
            Deed::Ended(outcome) => self.outcome(outcome, names),
        };
        Some(text).filter(|text| !text.is_empty())
    }

    /// The same event of several units (took a mark, `opened` an order), in one sentence; `None` if there is no text
    /// for it.
    #[must_use]
    pub fn group(&self, kind: &str, value: &str, units: &[String]) -> Option<String> {
        let values: Values<'_> = vec![("units", self.list(units).into()), ("value", self.word("term", value).into())];
        let special = format!("group-{kind}-{}", if value.is_empty() { "none" } else { value });
        let general = || self.find(&format!("group-{kind}"), &values).filter(|_| !value.is_empty());
        self.find(&special, &values).or_else(general)
    }

    /// Names joined in a list; names may contain commas themselves.
    #[must_use]
    pub fn list(&self, names: &[String]) -> String {
        names.join(&self.say("list-between", &[]))
    }

    /// The sentence for a march.
    #[must_use]
    pub fn marched(&self, unit: &str, cm: i64) -> String {
        self.say("deed-moved", &[("unit", unit.into()), ("way", self.length(cm).into())])
    }

    /// Turn and phase: "Tour 3 · Phase 4".
    #[must_use]
    pub fn clock(&self, turn: u16, phase: &str) -> String {
        let phase = self.word("phase", phase);
        self.say(
            if turn == 0 { "deed-clock-before" } else { "deed-clock" },
            &[("turn", turn.into()), ("phase", phase.into())],
        )
    }

    /// The end of a battle.
    #[must_use]
    pub fn outcome(&self, outcome: &Outcome, names: &Names) -> String {
        let winner = |side: Side| self.side(side, names);
        let step = outcome.step.as_ref().map(|step| ("step", step.as_str().into()));
        let named = step.and_then(|step| self.find(&format!("outcome-{}", outcome.how), &[step]));
        let how = named.unwrap_or_else(|| self.word("outcome", outcome.how.as_str()));
        let mut text = match outcome.winner {
            Some(side) => self.say("outcome-won", &[("winner", winner(side).into()), ("how", how.into())]),
            None => self.say("outcome-drawn", &[("how", how.into())]),
        };
        if !outcome.facts.is_empty() {
            text.push_str(&format!(" ({})", self.outcome_figures(outcome, names)));
        }
        text
    }

    /// The figures of an outcome: the ruleset's text `outcome-figures`, with the names of both sides, or in a list.
    fn outcome_figures(&self, outcome: &Outcome, names: &Names) -> String {
        let facts = self.fact_values(&outcome.facts, Some(names));
        let mut values: Values<'_> = facts.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
        values.push(("blue_side", self.side(Side::Blue, names).into()));
        values.push(("red_side", self.side(Side::Red, names).into()));
        self.find("outcome-figures", &values).unwrap_or_else(|| self.facts(&outcome.facts, Some(names)))
    }

    /// What a sealed answer hid, told at the end of a battle (`hidden-<deed>`); `None` for an answer that shows by
    /// itself once it is opened.
    #[must_use]
    pub fn hidden(&self, key: &Key, names: &Names) -> Option<String> {
        self.find(&format!("hidden-{}", key.does), &[("target", self.targets(key, names).into())])
    }

    /// A key in words: the deed and its objects.
    #[must_use]
    pub fn key(&self, key: &Key, names: &Names) -> String {
        let does = self.word("does", key.does.as_str());
        // A unit that is still to come (a company to be detached) has no name.
        let to_come = |of: &Ref| matches!(of, Ref::Unit(unit) if names.side(*unit).is_none());
        if key.refs.iter().all(to_come) {
            return does;
        }
        // Actor and object, where a key names both.
        if let [first, second] = key.refs.as_slice() {
            let pair: Values<'_> =
                vec![("first", self.name(first, names).into()), ("second", self.name(second, names).into())];
            if let Some(text) = self.find(&format!("key-pair-{}", key.does), &pair) {
                return text;
            }
        }
        let values: Values<'_> = vec![("does", does.into()), ("target", self.targets(key, names).into())];
        self.first(&[&format!("key-about-{}", key.does), "key-about"], &values)
    }

    fn targets(&self, key: &Key, names: &Names) -> String {
        self.list(&key.refs.iter().map(|of| self.name(of, names)).collect::<Vec<_>>())
    }

    fn keyed(&self, kind: &str, by: &Ref, key: &Key, names: &Names) -> String {
        let values: Values<'_> = vec![
            ("who", self.name(by, names).into()),
            ("target", self.targets(key, names).into()),
            ("what", self.key(key, names).into()),
        ];
        self.first(&[&format!("{kind}-{}", key.does), &format!("deed-{kind}")], &values)
    }

    fn moved(&self, unit: &str, path: &[Pose]) -> Option<String> {
        let (first, last) = (path.first()?, path.last()?);
        match way(path) {
            // A way that would be shown as 0 is left out.
            cm if cm == 0 || self.length(cm) == self.length(0) => {
                (first.facing != last.facing).then(|| self.say("deed-turned", &[("unit", unit.into())]))
            }
            cm => Some(self.marched(unit, cm)),
        }
    }

    /// A changed mark: the sentence of this value, or of this mark, or of any. The value comes with its words.
    fn changed(&self, kind: &str, mark: &str, (value, said): (&str, &str), unit: &str) -> String {
        let values: Values<'_> =
            vec![("unit", unit.into()), ("mark", self.word("mark-name", mark).into()), ("value", said.into())];
        let special = format!("{kind}-{mark}-{}", if value.is_empty() { "none" } else { value });
        let general = if value.is_empty() { format!("{kind}-{mark}-taken") } else { format!("{kind}-{mark}") };
        self.first(&[&special, &general, if value.is_empty() { "deed-unmarked" } else { "deed-marked" }], &values)
    }

    fn note(&self, of: &Ref, what: &game::Term, event: &Event, names: &Names) -> String {
        let mut text = self.say("deed-note", &[("who", self.name(of, names).into()), ("what", self.term(what).into())]);
        if let Deed::Note { facts, .. } = &event.deed
            && !facts.is_empty()
        {
            text.push_str(&format!(" ({})", self.facts(facts, Some(names))));
        }
        text
    }

    /// The first of these texts that exists.
    fn first(&self, ids: &[&str], values: &[(&str, Value<'_>)]) -> String {
        ids.iter().find_map(|id| self.find(id, values)).unwrap_or_default()
    }
}
