//! Points of action (PA): spending, penalty, and the points of the next turn.

use crate::{Book, Gait, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// PA of a unit in each turn (L3C-PA-01); without that rule they are unlimited.
#[must_use]
pub fn credit(book: &Book) -> u8 {
    if book.on(r::L3C_PA_01) { book.tables.action.credit } else { u8::MAX }
}

/// Penalty points (POP) of an action that needs this many points after those already spent (L3C-PA-05).
#[must_use]
pub fn penalty(book: &Book, spent: u8, needed: u8) -> u8 {
    if book.on(r::L3C_PA_05) { spent.saturating_add(needed).saturating_sub(credit(book)) } else { 0 }
}

/// The credit of the next turn after a total of points spent (L3C-GAP-A05).
#[must_use]
pub fn next_credit(book: &Book, total: u8) -> u8 {
    let credit = credit(book);
    if book.on(r::L3C_GAP_A05) { credit.saturating_sub(total.saturating_sub(credit)) } else { credit }
}

/// Debt of a unit to the next turn after a total of points spent: only a debt may exceed that turn's credit
/// (L3C-GAP-A05).
#[must_use]
pub fn owed(book: &Book, total: u8) -> u8 {
    if book.on(r::L3C_GAP_A05) { total.saturating_sub(credit(book)) } else { 0 }
}

/// Points left of the credit.
#[must_use]
pub fn left(book: &Book, spent: u8) -> u8 {
    credit(book).saturating_sub(spent)
}

/// Whether a unit that has spent this much may still fire, move or manoeuvre (L3C-PA-06, L3C-GAP-A43): above the
/// ceiling it only fights in place.
#[must_use]
pub fn may_act(book: &Book, spent: u8) -> bool {
    !book.all(&[r::L3C_PA_06, r::L3C_GAP_A43]) || spent <= book.tables.action.ceiling
}

/// PA spent by a charge or counter-charge that needs at least this many in total: it takes all points left
/// (L3C-MAC-02), whatever its result (L3C-MAC-03).
#[must_use]
pub fn charged(book: &Book, least: u8) -> u8 {
    if book.all(&[r::L3C_MAC_02, r::L3C_MAC_03]) { least.max(book.tables.action.credit) } else { least }
}

/// The fastest gait that the points left allow in an assault (L3C-MAC-04); a counter-charge needs no points but gets no
/// faster (L3C-PA-09).
#[must_use]
pub fn fastest(book: &Book, spent: u8) -> Gait {
    if book.on(r::L3C_MAC_04) && left(book, spent) < book.tables.action.gait.charge {
        Gait::Quick
    } else {
        Gait::Charge
    }
}

/// The same of a unit that has turned on its way, or did not have its target in front when it set out: it does not
/// charge (L3C-MAC-15).
#[must_use]
pub fn fastest_turned(book: &Book, spent: u8, turned: bool) -> Gait {
    let most = if turned && book.on(r::L3C_MAC_15) { Gait::Quick } else { Gait::Charge };
    fastest(book, spent).min(most)
}

rulebook::words! {
    /// What points are spent on.
    PointUse {
        /// To counter-charge an attacker.
        Counter,
        Fire,
        /// To react: a manoeuvre, then an answer.
        Reaction,
        /// A measure of safety at the end of the turn.
        Safeguard,
        /// A move in flight.
        Flight,
        /// To pursue without a part in the fight.
        Pursuit,
        /// To step aside.
        Sidestep,
        /// For cavalry to go back by order.
        CavalryBack,
    } default Fire

    /// The answer after the manoeuvre of a reaction.
    Follows {
        /// No answer follows.
        None,
        Fire,
        /// A counter-charge follows.
        Counter,
    } default None
}

/// An action, and what the unit has already spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Spending {
    /// PA spent in this turn.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
    pub action: PointUse,
    #[schemars(extend("x-when" = { "action": ["fire", "reaction"] }))]
    pub loaded: bool,
    /// PA of the manoeuvre.
    #[schemars(extend("x-when" = { "action": ["reaction"] }))]
    #[schemars(range(min = 0, max = 12))]
    pub manoeuvre: u8,
    /// The answer after the manoeuvre.
    #[schemars(extend("x-when" = { "action": ["reaction"] }))]
    pub answer: Follows,
    /// It already had this order and keeps to it.
    #[schemars(extend("x-when" = { "action": ["reaction"] }))]
    pub order_kept: bool,
    /// PA of the safeguard measure.
    #[schemars(extend("x-when" = { "action": ["safeguard"] }))]
    #[schemars(range(min = 0, max = 12))]
    pub needed: u8,
}

impl Default for Spending {
    /// Arms are loaded at the start of every turn (L3C-GAP-B24).
    fn default() -> Self {
        Self {
            spent: 0,
            action: PointUse::default(),
            loaded: true,
            manoeuvre: 0,
            answer: Follows::default(),
            order_kept: false,
            needed: 0,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Spent {
    /// PA that the action needs.
    pub needed: u8,
    /// PA spent in all.
    pub total: u8,
    /// Penalty points (POP) that it costs.
    pub penalty: u8,
    /// PA available in the next turn.
    pub next_credit: u8,
    /// The fastest gait, if the unit moves.
    pub gait: Option<Gait>,
    pub allowed: bool,
}

#[must_use]
pub fn spend(book: &Book, s: &Spending) -> Spent {
    let table = &book.tables.action;
    let counter = if book.on(r::L3C_REA_04) || s.action != PointUse::Reaction { table.counter_assault } else { 0 };
    let fire = table.fire + if s.loaded || !book.on(r::L3C_PA_10) { 0 } else { table.reload };
    let needed = match s.action {
        PointUse::Counter => counter,
        PointUse::Fire => fire,
        PointUse::Reaction => {
            // The first point is lost before any action, unless the order stands (L3C-REA-03, L3C-REA-05).
            let kept = s.order_kept && book.on(r::L3C_REA_05);
            let lost = if book.on(r::L3C_REA_03) && !kept { table.lost_by_reaction } else { 0 };
            let answer = match s.answer {
                Follows::None => 0,
                Follows::Fire => fire,
                Follows::Counter => counter,
            };
            s.manoeuvre.saturating_add(lost + answer)
        }
        PointUse::Safeguard => s.needed,
        PointUse::Flight => table.flight,
        PointUse::Pursuit => table.pursuit,
        PointUse::Sidestep if book.on(r::L3C_SIM_17) => table.sidestep,
        PointUse::Sidestep => 0,
        // Half a turn, forward, half a turn: cavalry does not step backwards (L3C-MVT-36).
        PointUse::CavalryBack if book.on(r::L3C_MVT_36) => table.cavalry_withdrawal,
        PointUse::CavalryBack => table.gait.ordinary,
    };
    let charging = s.action == PointUse::Counter || s.action == PointUse::Reaction && s.answer == Follows::Counter;
    let least = s.spent.saturating_add(needed);
    let total = if charging { charged(book, least) } else { least };
    let gait = charging.then(|| {
        // Points needed for the answer itself are not available for a faster gait (L3C-PA-09).
        let before = least.saturating_sub(counter);
        if book.on(r::L3C_PA_09) { fastest(book, before) } else { Gait::Charge }
    });
    let within = s.needed <= left(book, s.spent);
    match s.action {
        // Paid out of the next turn (L3C-SAU-02), but only by a unit that still has the points (L3C-SAU-01,
        // L3C-SAU-03).
        PointUse::Safeguard => {
            let charged = if book.on(r::L3C_SAU_02) { s.needed } else { 0 };
            let next_credit = credit(book).saturating_sub(charged);
            let exhausted = left(book, s.spent) == 0 && book.on(r::L3C_SAU_03);
            let allowed = book.on(r::L3C_SAU_01) && within && !exhausted;
            Spent { needed, total: s.spent, penalty: 0, next_credit, gait: None, allowed }
        }
        _ => Spent {
            needed,
            total,
            penalty: penalty(book, s.spent, needed),
            next_credit: next_credit(book, total),
            gait,
            // A unit may always flee (L3C-FUI-01); only the enemy makes a unit spend more than it has (L3C-PA-07).
            allowed: match s.action {
                PointUse::Flight => book.on(r::L3C_FUI_01) || may_act(book, s.spent),
                // A unit does not overspend by choice (L3C-PA-07).
                PointUse::Sidestep | PointUse::CavalryBack => total <= credit(book) || !book.on(r::L3C_PA_07),
                // A voluntary pursuit needs its points (L3C-POU-07).
                PointUse::Pursuit => may_act(book, s.spent) && (total <= credit(book) || !book.on(r::L3C_POU_07)),
                _ => may_act(book, s.spent),
            },
        },
    }
}
