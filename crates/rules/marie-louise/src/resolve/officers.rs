//! Losses of officers (chapter 10).

use crate::terms::book::{Book, r};
use crate::terms::profile::Arm;
use dice::{Die, Handful, Throw};
use game::{Line, Op, Quiet, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A general attached to a unit that suffers losses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Exposure {
    /// Losses of the unit at this moment.
    #[schemars(range(min = 0, max = 30))]
    pub losses: u8,
}

impl Default for Exposure {
    fn default() -> Self {
        Self { losses: 1 }
    }
}

/// The dice of the risk, one for each loss (ML-10a, ML-GAP-36); the class is the number of dice that spare the general.
/// `None` if there is no risk.
pub fn risk(book: &Book, losses: u16, trace: &mut impl Trace) -> Option<Throw> {
    let dice = if book.on(r::ML_GAP_36) { losses } else { losses.min(1) };
    let dice = rulebook::saturated::<u8, _>(dice);
    if dice == 0 || !book.on(r::ML_10A) {
        return None;
    }
    trace.line(|| Line::new(r::ML_10A, Op::Throw(i64::from(dice))));
    Some(Throw::d6(dice).count_from(book.tables.officer.at_risk_up_to + 1))
}

/// The dice to hit, one for each time the general was at risk (ML-10b): class 1 if he is spared.
pub fn blow(book: &Book, times: u8, trace: &mut impl Trace) -> Option<Throw> {
    if times == 0 || !book.on(r::ML_10B) {
        return None;
    }
    trace.line(|| Line::new(r::ML_10B, Op::Throw(i64::from(times))));
    Some(Throw::d6(times).count_from(book.tables.officer.hit_up_to + 1).cuts([i16::from(times)]))
}

/// Above this number of losses the combinations of [`peril`] are too many to count.
const MOST_IN_PERIL: u16 = 24;

/// The two throws as one, for odds, where the faces do not matter: each loss kills the general with the chance that one
/// die puts him at risk and the other hits him. Class 1 if he is spared; `None` if he is at no risk, or with too many
/// losses to count.
#[must_use]
pub fn peril(book: &Book, losses: u16) -> Option<Throw> {
    let Handful { n, die, .. } = *risk(book, losses, &mut Quiet)?.dice.first()?;
    let (at_risk, hit) = (book.tables.officer.at_risk_up_to, book.tables.officer.hit_up_to);
    blow(book, n, &mut Quiet)?;
    if losses > MOST_IN_PERIL {
        return None;
    }
    // The two dice of a loss as one with more faces, of which the lowest kill the general.
    let (ends, of) = (u32::from(at_risk) * u32::from(hit), u32::from(die.sides()).pow(2));
    let common = u32::try_from(dice::gcd(ends.into(), of.into())).ok()?;
    let (ends, of) = (u8::try_from(ends / common).ok()?, u8::try_from(of / common).ok()?);
    Some(Throw::sum(n, Die::Plain(of)).count_from(ends + 1).cuts([i16::from(n)]))
}

/// The loss of a brigadier.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Vacancy {
    /// The turn in which he was lost.
    pub lost_in_turn: u16,
}

/// The first turn in which a new brigadier may appear (ML-10c, ML-GAP-36).
#[must_use]
pub fn replaced_in(book: &Book, lost_in_turn: u16) -> Option<u16> {
    let after = if book.on(r::ML_GAP_36) { book.tables.officer.replaced_after_turns } else { 1 };
    book.on(r::ML_10C).then(|| lost_in_turn.saturating_add(after))
}

/// The competence of a new brigadier for the face of a die (ML-10c).
#[must_use]
pub fn replacement(book: &Book, face: u8) -> Option<u8> {
    let place = usize::from(face.checked_sub(1)?);
    book.on(r::ML_10C).then(|| book.tables.officer.replacement_competence.get(place).copied()).flatten()
}

/// A general alone, touched by an enemy at the end of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Touch {
    /// Category of the enemy.
    pub enemy: Arm,
}

/// The escape of a general (ML-10e): class 1 if he gets away; `None` if nothing threatens him.
pub fn escape(book: &Book, touch: &Touch, trace: &mut impl Trace) -> Option<Throw> {
    if !book.on(r::ML_10E) {
        return None;
    }
    let table = &book.tables.officer;
    let up_to = if touch.enemy == Arm::Cavalry { table.captured_by_cavalry_up_to } else { table.captured_up_to };
    let needs = i16::from(up_to) + 1;
    trace.line(|| Line::new(r::ML_10E, Op::Throw(1)));
    trace.line(|| Line::new(r::ML_10E, Op::Needs(i64::from(needs))));
    Some(Throw::d6(1).cuts([needs]))
}
