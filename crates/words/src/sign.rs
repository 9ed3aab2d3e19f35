//! What the marks and figures of a card mean for the drawing. The ruleset's texts define it: `mark-name-<mark>` and
//! `fact-<figure>` have the attribute `shows`, a term has `step`, `disordered`, `letter`, `manner`, `rank`.

use crate::{Value, Words, number};
use game::{Card, Term};

/// A card, read for its symbol.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Signs {
    pub formation: Option<Term>,
    /// `open`, `limbered`, `deployed`; `None`: in close order.
    pub manner: Option<Term>,
    /// The worst of its states with a step of gravity.
    pub state: Option<State>,
    /// The word for its disorder.
    pub disordered: Option<Term>,
    /// The marker of a unit that has acted.
    pub acted: Option<Term>,
    pub order: Option<Order>,
    /// Whether its guns have lost their crews.
    pub abandoned: bool,
    /// 1 to 4; 0: no general.
    pub rank: u8,
    /// The word for the rank.
    pub ranked: Option<Term>,
    /// The strength left and at the start; 0: unknown.
    pub strength: (i64, i64),
    pub radius: Option<i64>,
    /// Marks and figures that are shown in words, alone or in addition.
    pub lines: Vec<SignLine>,
}

/// A state with its step of gravity, 1 to 3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub step: u8,
    pub word: Term,
    mark: Term,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    pub word: Term,
    pub letter: Option<String>,
    pub how: OrderHow,
}

/// How an order is placed on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderHow {
    /// Visible to all.
    Given,
    /// The same, for this unit alone.
    Specific,
    /// Face down: it takes effect next.
    Laid,
}

/// A line of a card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SignLine {
    Mark(Term, Term),
    /// A mark that names another unit.
    Unit(Term, Term),
    Figure(Term, i64),
}

impl Words {
    /// Reads a card for its symbol.
    #[must_use]
    pub fn signs(&self, card: &Card) -> Signs {
        let mut signs = Signs::default();
        let mut specific = false;
        for (mark, value) in &card.marks {
            match self.attribute(&format!("mark-name-{mark}"), "shows").as_deref() {
                Some("specific") => specific = true,
                shows => self.read_mark(&mut signs, shows, mark, value),
            }
        }
        if let Some(order) = signs.order.as_mut().filter(|order| specific && order.how == OrderHow::Given) {
            order.how = OrderHow::Specific;
        }
        for (name, n) in &card.counts {
            self.read_count(&mut signs, name, *n);
        }
        if card.arm == "general" {
            signs.rank = signs.rank.max(1);
        }
        signs
    }

    /// Whether this figure of a card is a unit's remaining strength.
    #[must_use]
    pub fn counts_strength(&self, name: &Term) -> bool {
        self.attribute(&format!("fact-{name}"), "shows").as_deref() == Some("strength")
    }

    fn of_term(&self, term: &Term, attribute: &str) -> Option<String> {
        self.attribute(&format!("term-{term}"), attribute)
    }

    fn read_mark(&self, signs: &mut Signs, shows: Option<&str>, mark: &Term, value: &Term) {
        let line = || SignLine::Mark(mark.clone(), value.clone());
        let step = |name| self.of_term(value, name).and_then(|step| step.parse().ok());
        if matches!(shows, Some("formation" | "state")) && self.of_term(value, "disordered").is_some() {
            signs.disordered = Some(value.clone());
        }
        match shows {
            Some("formation") => {
                signs.manner = self.of_term(value, "manner").map(|manner| Term::from(manner.as_str()));
                signs.formation = Some(value.clone());
            }
            Some("state") => match step("step") {
                Some(step) => signs.take_if_worse(State { step, word: value.clone(), mark: mark.clone() }),
                None => signs.lines.push(line()),
            },
            Some("acted") => {
                signs.lines.push(line());
                signs.acted = Some(value.clone());
            }
            Some(how @ ("order" | "laid")) => {
                let how = if how == "laid" { OrderHow::Laid } else { OrderHow::Given };
                // A hidden order takes effect next and counts more than the previous one.
                if signs.order.is_none() || how == OrderHow::Laid {
                    let letter = self.of_term(value, "letter").or_else(|| initial(value));
                    signs.order = Some(Order { word: value.clone(), letter, how });
                }
            }
            Some("abandoned") => {
                signs.lines.push(line());
                signs.abandoned = true;
            }
            Some("rank") => {
                signs.rank = step("rank").unwrap_or(1).clamp(1, 4);
                signs.ranked = Some(value.clone());
                signs.lines.push(line());
            }
            Some("unit") => signs.lines.push(SignLine::Unit(mark.clone(), value.clone())),
            Some("nothing") => {}
            _ => signs.lines.push(line()),
        }
    }

    fn read_count(&self, signs: &mut Signs, name: &Term, n: i64) {
        match self.attribute(&format!("fact-{name}"), "shows").as_deref() {
            Some("strength") => signs.strength.0 = n,
            Some("strength_at_start") => signs.strength.1 = n,
            Some("radius") => signs.radius = Some(n),
            Some("nothing") => {}
            // Zero values are not shown.
            _ if n == 0 => {}
            _ => signs.lines.push(SignLine::Figure(name.clone(), n)),
        }
    }

    /// The text for screen readers: name, formation, facing, strength, state, order.
    #[must_use]
    pub fn label(&self, card: &Card, name: &str, signs: &Signs) -> String {
        let mut parts = vec![name.to_owned()];
        parts.extend(signs.formation.as_ref().map(|formation| self.term(formation)));
        if card.arm == "general" {
            parts.push(signs.ranked.as_ref().map_or_else(|| self.word("arm", "general"), |rank| self.term(rank)));
        } else if let Some(lead) = card.pieces.first() {
            let eighth = (lead.pose.facing.rem_euclid(36_000) + 2_250) / 4_500 % 8;
            parts.push(self.say(&format!("facing-{eighth}"), &[]));
        }
        parts.extend(self.strength(signs));
        parts.extend(signs.state.as_ref().map(|state| self.term(&state.word)));
        let other = signs.disordered.as_ref().filter(|word| signs.state.as_ref().is_none_or(|s| s.word != **word));
        parts.extend(other.map(|word| self.term(word)));
        parts.extend(signs.acted.as_ref().map(|acted| self.term(acted)));
        parts.extend(signs.order.as_ref().map(|order| {
            let text = if order.how == OrderHow::Laid { "order-label-laid" } else { "order-label" };
            self.say(text, &[("order", self.term(&order.word).into())])
        }));
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }

    fn strength(&self, signs: &Signs) -> Option<String> {
        let figure = |n: i64| Value::from(number(self.lang(), n));
        match signs.strength {
            (now, start) if start > 0 => {
                Some(self.say("strength-of", &[("now", figure(now)), ("start", figure(start))]))
            }
            (now, _) if now > 0 => Some(self.say("strength-left", &[("now", figure(now))])),
            _ => None,
        }
    }
}

impl Signs {
    /// Takes a state that is at least as bad as the present one; the other one is shown in words.
    fn take_if_worse(&mut self, state: State) {
        let lighter = match &mut self.state {
            Some(held) if held.step > state.step => Some(state),
            held => held.replace(state),
        };
        self.lines.extend(lighter.map(|state| SignLine::Mark(state.mark, state.word)));
    }
}

fn initial(value: &Term) -> Option<String> {
    value.as_str().chars().next().map(|letter| letter.to_uppercase().collect())
}
