//! What a picture shows of a card, as the texts of its ruleset say, and what it may show to the viewer.

use crate::Options;
use game::Card;
use words::{Lang, OrderHow, Signs, Words};

/// The arm of a unit, for its symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arm {
    Foot,
    Horse,
    Guns,
    General,
}

/// A state, one of three steps of gravity, or disorder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Hesitant,
    Shaken,
    Routing,
    Disorder,
    /// The unit has the marker that it has acted.
    Acted,
}

/// An order as the viewer may know it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// On the table, visible to all.
    Revealed(String),
    /// The same, for one unit alone.
    Specific(String),
    /// Laid face down: no letter reaches the picture.
    Hidden,
    /// Laid face down by the viewer's side: known to it, and not yet in force.
    Laid(String),
}

pub(crate) fn arm(card: &Card) -> Arm {
    match card.arm.as_str() {
        "cavalry" | "horse" => Arm::Horse,
        "artillery" | "guns" | "horse_artillery" => Arm::Guns,
        "general" | "commander" => Arm::General,
        _ => Arm::Foot,
    }
}

/// A unit as its symbol, plate and title show it.
pub(crate) struct Shown {
    /// The full name, with the part of the unit.
    pub called: String,
    /// The name on its plate.
    pub name: String,
    pub order: Option<Order>,
    /// The text for screen readers.
    pub label: String,
    signs: Signs,
}

impl Shown {
    pub(crate) fn of(card: &Card, words: &Words, options: &Options) -> Self {
        let mut signs = words.signs(card);
        // The other side's hidden orders are barred for a viewer even if the card contains them.
        let own = options.viewer.is_none_or(|side| side == card.side);
        let barred = signs.order.take_if(|order| order.how == OrderHow::Laid && !own).is_some();
        let part = card.part.as_ref();
        let called = words.called(&card.name, part);
        let mut label = words.label(card, &called, &signs);
        if barred {
            label = [label, words.say("picture-order-hidden", &[])].join(", ");
        }
        let order = signs.order.take().map(|order| {
            let letter = order.letter.unwrap_or_default();
            match order.how {
                OrderHow::Given => Order::Revealed(letter),
                OrderHow::Specific => Order::Specific(letter),
                OrderHow::Laid => Order::Laid(letter),
            }
        });
        let order = order.or(barred.then_some(Order::Hidden));
        Self { name: words.short(&card.name, part), called, order, label, signs }
    }

    /// The strength left and at the start, or 0.
    pub(crate) const fn strength(&self) -> (i64, i64) {
        self.signs.strength
    }

    pub(crate) fn rank(&self) -> u8 {
        self.signs.rank.max(1)
    }

    pub(crate) fn open_order(&self) -> bool {
        self.signs.manner.as_ref().is_some_and(|manner| *manner == "open")
    }

    pub(crate) fn limbered(&self) -> bool {
        self.signs.manner.as_ref().is_some_and(|manner| *manner == "limbered")
    }

    /// Whether its guns have lost their crews.
    pub(crate) const fn abandoned(&self) -> bool {
        self.signs.abandoned
    }

    /// The states shown beside the flank.
    pub(crate) fn states(&self) -> Vec<State> {
        let grave = self.signs.state.as_ref().map(|state| match state.step {
            0 | 1 => State::Hesitant,
            2 => State::Shaken,
            _ => State::Routing,
        });
        let disorder = self.signs.disordered.is_some().then_some(State::Disorder);
        grave.into_iter().chain(disorder).chain(self.signs.acted.is_some().then_some(State::Acted)).collect()
    }
}

/// A distance in the ruleset's unit, to a tenth, as the language writes it.
pub(crate) fn units(cm: i64, pas_cm: f64, lang: Lang) -> String {
    words::decimal(lang, (cm as f64 / pas_cm * 10.0).round() as i64)
}
