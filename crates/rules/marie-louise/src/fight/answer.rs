//! The reactions of a charged unit, and what happens at the contact.

use crate::Distance;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Aspect, Formation, Marker, Order};
use game::{Line, Op, Trace};

/// A charged unit, for its possible reactions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Charged {
    pub arm: Arm,
    pub formation: Formation,
    pub marker: Marker,
    /// Order in force.
    pub order: Order,
    /// It has already fired this turn.
    pub fired: bool,
    /// Category of the charger.
    pub attacker: Arm,
    /// From lead element to lead element at the start of the charge.
    pub distance: Distance,
    /// The side that the charge comes from.
    pub aspect: Aspect,
    /// A battery that may not turn, with the charger outside its front quarter.
    pub outside_arc: bool,
}

/// The possible reactions of a charged unit, and what happens at the contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Answer {
    /// It may fire defensively.
    pub fire: bool,
    /// It may try a solid square.
    pub square: bool,
    /// The charge makes it hesitant (ML-8.1l).
    pub hesitant: bool,
    pub contact: Contact,
}

/// What happens at the contact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Contact {
    Impact,
    /// The unit is removed: routing (ML-8.3a), or a limbered battery (ML-8.7e).
    Removed,
    /// Gunners test their morale and fight or flee (ML-8.7d).
    Gunners,
}

/// What happens when a charge meets such a unit (ML-8.3a, ML-8.7d, ML-8.7e).
#[must_use]
pub fn contact(book: &Book, arm: Arm, formation: Formation, marker: Marker) -> Contact {
    let limbered = arm == Arm::Artillery && book.stance(formation, marker) == Formation::Limbered;
    if marker == Marker::Routing && book.on(r::ML_8_3A) || limbered && book.on(r::ML_8_7E) {
        Contact::Removed
    } else if arm == Arm::Artillery && !limbered && book.on(r::ML_8_7D) {
        Contact::Gunners
    } else {
        Contact::Impact
    }
}

/// The possible reactions of a charged unit (ML-8.1g, ML-8.1l to ML-8.1o, ML-8.7b, ML-GAP-28).
pub fn answer(book: &Book, charged: &Charged, trace: &mut impl Trace) -> Answer {
    let Charged { arm, formation, marker, order, .. } = *charged;
    let stance = book.stance(formation, marker);
    let limbered = arm == Arm::Artillery && stance == Formation::Limbered;
    let contact = contact(book, arm, formation, marker);
    let in_force = book.order(order, marker);
    let hesitant = in_force == Order::Manoeuvre && book.on(r::ML_8_1L);
    if hesitant {
        trace.line(|| Line::new(r::ML_8_1L, Op::Read(1)));
    }
    // Straight to the impact, without any reaction. Squares and bastions have no rear.
    let behind = book.felt(charged.aspect, stance) != Aspect::Front && arm != Arm::Artillery;
    let at_once = (charged.distance <= book.tables.distance.contact || behind) && book.on(r::ML_8_1N);
    if at_once {
        trace.line(|| Line::new(r::ML_8_1N, Op::Read(1)).fact("distance", charged.distance.hundredths()));
    }
    let shaken = marker == Marker::Shaken && (book.options.shaken_defensive_fire || !book.on(r::ML_GAP_28));
    let immobile = in_force == Order::Hold || marker == Marker::Hesitant || hesitant || shaken;
    let still = (immobile || !book.on(r::ML_8_1M)) && marker != Marker::Routing;
    let ready = still && !at_once && !(charged.fired && book.on(r::ML_7_1A));
    let fire = ready
        && match arm {
            Arm::Infantry => book.on(r::ML_8_1G),
            Arm::Artillery => !limbered && !charged.outside_arc && book.on(r::ML_8_7B),
            Arm::Cavalry => false,
        };
    // A unit that has fired no longer changes its formation (ML-GAP-30).
    let too_late = at_once || charged.fired && book.on(r::ML_GAP_30);
    let square = !too_late
        && arm == Arm::Infantry
        && stance == Formation::AttackColumn
        && in_force == Order::Hold
        && charged.attacker == Arm::Cavalry
        && book.on(r::ML_8_1O);
    Answer { fire, square, hesitant, contact }
}
