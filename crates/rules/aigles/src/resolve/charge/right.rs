//! Which units may charge which (LA-CHA-02, LA-CHA-04 to LA-CHA-07, LA-CHA-31, LA-CCH-02 to LA-CCH-04).

use crate::resolve::command::{PlanKind, allows, counter_charge_allowed};
use crate::terms::book::{Book, r};
use crate::{Arm, Attitude, Fighting, Formation, Order};
use game::Rule;
use rulebook::words;

words! {
    /// Reasons to refuse a charge.
    Refused {
        /// Guns do not charge.
        Artillery,
        /// A square does not charge.
        Square,
        /// Skirmishers do not charge.
        Skirmishers,
        /// It is neither in line nor in column.
        Formation,
        /// Not a fighting formation of its army: only an ordinary entry is open to it.
        NotFighting,
        /// Its order does not allow it.
        Attitude,
        /// It is disorganised or worse.
        Disorganised,
        /// Too few figures are left.
        TooWeak,
        /// Infantry does not charge cavalry.
        AgainstCavalry,
        /// The target stands above or below it.
        Slope,
        /// The target is in a melee.
        IntoMelee,
        /// An obstacle lies in the way.
        Obstacle,
        /// A detached company does not charge.
        Detached,
        /// It is not charged itself.
        NotCharged,
    } default Formation
}

impl Refused {
    /// The rule behind the refusal.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::Artillery
            | Self::Square
            | Self::Skirmishers
            | Self::Disorganised
            | Self::AgainstCavalry
            | Self::Slope
            | Self::IntoMelee
            | Self::Obstacle => r::LA_CHA_31,
            Self::Formation => r::LA_CHA_02,
            Self::NotFighting => r::LA_CHA_06,
            Self::Attitude => r::LA_CHA_07,
            Self::TooWeak => r::LA_GAP_09,
            Self::Detached => r::LA_GAP_53,
            Self::NotCharged => r::LA_CCH_03,
        }
    }
}

/// The unit that is to charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Charger {
    pub arm: Arm,
    pub formation: Formation,
    pub order: Order,
    /// The formations in which its nation fights.
    pub fighting: Fighting,
    pub attitude: Attitude,
    pub figures: u8,
    /// A company detached from its battalion.
    pub detached: bool,
    /// It is in uncontrolled advance: no order is needed (LA-CHA-11).
    pub uncontrolled: bool,
}

/// The target of the charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub struct Prey {
    pub arm: Arm,
    pub in_melee: bool,
    /// Only its own skirmish company is in the melee (LA-CHA-32).
    pub company_only: bool,
    /// It stands on another level.
    pub other_level: bool,
    /// An obstacle lies on the target or in the way.
    pub obstacle: bool,
}

/// Whether the charger may charge at all, whatever its order.
///
/// # Errors
/// The first reason why not.
pub fn fit(book: &Book, charger: &Charger) -> Result<(), Refused> {
    let Charger { arm, formation, order, .. } = *charger;
    let forbidden = book.on(r::LA_CHA_31);
    let least = book.tables.scale.least_to_charge.of(arm);
    let in_order = order == Order::Formed || charger.uncontrolled && order == Order::Disorganised;
    let faults = [
        (arm == Arm::Artillery && forbidden, Refused::Artillery),
        (formation.square() && forbidden, Refused::Square),
        (arm == Arm::Infantry && formation == Formation::Skirmish && forbidden, Refused::Skirmishers),
        (!formation.line() && !formation.column() && book.on(r::LA_CHA_02), Refused::Formation),
        (!charger.fighting.includes(formation) && book.on(r::LA_CHA_06), Refused::NotFighting),
        (!in_order && forbidden, Refused::Disorganised),
        (least.is_some_and(|least| charger.figures < least) && book.on(r::LA_GAP_09), Refused::TooWeak),
        (charger.detached && book.on(r::LA_GAP_53), Refused::Detached),
    ];
    faults.into_iter().find(|(holds, _)| *holds).map_or(Ok(()), |(_, why)| Err(why))
}

/// Whether a unit may charge another.
///
/// # Errors
/// The first reason why not.
pub fn may_charge(book: &Book, charger: &Charger, prey: &Prey) -> Result<(), Refused> {
    fit(book, charger)?;
    let free = charger.uncontrolled && book.on(r::LA_CHA_11);
    if !free && !allows(book, charger.attitude, PlanKind::Charge) {
        return Err(Refused::Attitude);
    }
    let forbidden = book.on(r::LA_CHA_31);
    let melee = prey.in_melee && !(prey.company_only && book.on(r::LA_CHA_32));
    let faults = [
        (charger.arm == Arm::Infantry && prey.arm == Arm::Cavalry, Refused::AgainstCavalry),
        (prey.other_level, Refused::Slope),
        (melee, Refused::IntoMelee),
        (prey.obstacle, Refused::Obstacle),
    ];
    faults.into_iter().find(|(holds, _)| *holds && forbidden).map_or(Ok(()), |(_, why)| Err(why))
}

/// Whether a unit may counter-charge: only if it is charged itself (LA-CCH-03), with an order that permits it
/// (LA-CCH-02), never infantry against cavalry (LA-CCH-04); otherwise as for a charge (LA-CCH-01).
///
/// # Errors
/// The first reason why not.
pub fn may_counter(book: &Book, charger: &Charger, enemy: Arm, charged: bool) -> Result<(), Refused> {
    if book.on(r::LA_CCH_01) {
        fit(book, charger)?;
    }
    if !charged && book.on(r::LA_CCH_03) {
        return Err(Refused::NotCharged);
    }
    if !counter_charge_allowed(book, charger.attitude) {
        return Err(Refused::Attitude);
    }
    if charger.arm == Arm::Infantry && enemy == Arm::Cavalry && book.on(r::LA_CCH_04) {
        return Err(Refused::AgainstCavalry);
    }
    Ok(())
}
