//! The duty of a division under its order (BE-ORD-02, BE-ORD-07, BE-ORD-09, BE-GAP-19, BE-GAP-20, BE-GAP-94).

use crate::terms::book::{Book, r};
use crate::terms::profile::Order;
use game::Rule;
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// What a unit did in its activation.
    DutyDeed {
        /// Nothing that counts.
        None,
        /// A partial move.
        Move,
        /// A full move towards an enemy or objective.
        FullMove,
        Charge,
        /// A volley (BE-GAP-20).
        Volley,
        /// Any other fire.
        Fire,
        Rally,
        /// A move away from the enemy.
        FallBack,
    } default None
}

/// A unit of the division.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Member {
    /// In Disorder when the division was activated.
    pub disorder: bool,
    /// Within tactical distance of an enemy when the division was activated.
    pub near: bool,
    pub cavalry: bool,
    /// Within tactical distance of an enemy after the moves; required of cavalry on Engager (BE-ORD-10).
    pub close: bool,
    pub did: DutyDeed,
    /// Its move was cut short, or it was marked, disordered or eliminated in the meantime.
    pub excused: bool,
}

/// A division and the acts of its units.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Duty {
    pub order: Order,
    #[schemars(length(max = 32))]
    pub units: Vec<Member>,
}

/// The state of a duty.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Account {
    /// Units that count.
    pub counted: usize,
    /// Number that must comply.
    pub needed: usize,
    /// Number that have complied.
    pub complied: usize,
    /// Cavalry on Engager that is not near the enemy and has not charged (BE-ORD-10).
    pub idle_cavalry: usize,
    /// Enough units have complied, and no such cavalry is left.
    pub met: bool,
}

/// The rule that imposes a duty under an order; `None`: no duty.
#[must_use]
pub fn obliged(book: &Book, order: Order) -> Option<Rule> {
    let rule = match order {
        Order::Withdraw => r::BE_ORD_02,
        Order::Attack => r::BE_ORD_07,
        Order::Engage => r::BE_ORD_09,
        Order::None | Order::Manoeuvre | Order::Hold => return None,
    };
    book.on(rule).then_some(rule)
}

/// Whether a unit counts for the duty of an order (BE-GAP-19).
#[must_use]
pub fn counts(book: &Book, order: Order, member: &Member) -> bool {
    match order {
        Order::Withdraw => member.near,
        _ => !member.disorder || !book.on(r::BE_GAP_19),
    }
}

/// Whether an act fulfils an order (BE-GAP-20, BE-GAP-94).
#[must_use]
pub fn complies(book: &Book, order: Order, did: DutyDeed) -> bool {
    match (order, did) {
        (Order::Withdraw, DutyDeed::Rally | DutyDeed::FallBack)
        | (Order::Attack | Order::Engage, DutyDeed::FullMove) => true,
        (Order::Attack, DutyDeed::Charge) => true,
        (Order::Engage, DutyDeed::Charge) => book.on(r::BE_GAP_94),
        (Order::Attack, DutyDeed::Volley) => true,
        (Order::Attack, DutyDeed::Fire) => !book.on(r::BE_GAP_20),
        (Order::Engage, DutyDeed::Volley | DutyDeed::Fire) => true,
        _ => false,
    }
}

/// Whether cavalry on Engager fails in what each of its units must do: be near the enemy, have charged, or have made a
/// full move towards the enemy (BE-ORD-10, BE-GAP-94).
#[must_use]
pub fn idle(book: &Book, order: Order, member: &Member) -> bool {
    let excused = member.excused && book.on(r::BE_GAP_94);
    let acted = matches!(member.did, DutyDeed::Charge | DutyDeed::FullMove);
    order == Order::Engage && book.on(r::BE_ORD_10) && member.cavalry && !member.close && !acted && !excused
}

/// The number of counted units that must comply (BE-GAP-19).
#[must_use]
pub fn needed(book: &Book, counted: usize) -> usize {
    if book.on(r::BE_GAP_19) { book.tables.orders.duty.up(counted) } else { 0 }
}

/// The number that must still comply after `complied` have.
#[must_use]
pub fn owed(book: &Book, counted: usize, complied: usize) -> usize {
    needed(book, counted).saturating_sub(complied)
}

/// The state of a duty.
#[must_use]
pub fn account(book: &Book, duty: &Duty) -> Account {
    if obliged(book, duty.order).is_none() {
        return Account { met: true, ..Account::default() };
    }
    let counted: Vec<&Member> = duty.units.iter().filter(|unit| counts(book, duty.order, unit)).collect();
    let complied = counted
        .iter()
        .filter(|unit| complies(book, duty.order, unit.did) || unit.excused && book.on(r::BE_GAP_94))
        .count();
    let owed = owed(book, counted.len(), complied);
    let needed = needed(book, counted.len());
    let idle_cavalry = counted.iter().filter(|unit| idle(book, duty.order, unit)).count();
    Account { counted: counted.len(), needed, complied, idle_cavalry, met: owed == 0 && idle_cavalry == 0 }
}
