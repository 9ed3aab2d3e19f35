//! Duels of fire at P1 (DUEL).

use crate::resolve::combat::result::{self, Fight, FightResult, Fought, Loser};
use crate::{Arm, Book, Cohesion, Distance, Formation, Status, Weapon, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One side of a duel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Duellist {
    pub arm: Arm,
    pub weapon: Weapon,
    /// PAP that it inflicts; 0 if it does not answer.
    #[schemars(range(min = 0, max = 600))]
    pub steps: u16,
    /// In skirmish order.
    pub skirmish: bool,
    pub status: Status,
    /// Decides whether guns are unlimbered.
    pub formation: Formation,
    pub state: Cohesion,
}

/// Fire exchanged at short range.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Duel {
    pub one: Duellist,
    pub other: Duellist,
    pub distance: Distance,
    /// Each has the other within 30 degrees of its front (L3C-DUEL-02).
    pub frontal: bool,
}

impl Default for Duel {
    fn default() -> Self {
        Self { one: Duellist::default(), other: Duellist::default(), distance: Distance::of(1), frontal: true }
    }
}

rulebook::words! {
    /// The loser of a duel.
    Side {
        /// Neither side loses it.
        None,
        One,
        Other,
    } default None
}

/// Result of a duel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Duelled {
    pub duel: bool,
    /// The difference in PAP.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loser: Option<Side>,
    /// A test for losses may still be demanded (L3C-GAP-B28).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss_test: Option<bool>,
    /// Consequences for the loser.
    #[serde(flatten)]
    pub outcome: Option<FightResult>,
}

/// Whether an exchange is a duel: in front (L3C-DUEL-02), both within the shorter P1 (L3C-DUEL-03), for any arm
/// (L3C-DUEL-04), batteries (L3C-DUEL-08) and skirmishers included (L3C-DUEL-09).
#[must_use]
pub fn is_duel(book: &Book, duel: &Duel) -> bool {
    let Duel { one, other, .. } = duel;
    let frontal = duel.frontal || !book.on(r::L3C_DUEL_02);
    let batteries = one.arm == Arm::Artillery && other.arm == Arm::Artillery;
    let kin = match (one.arm == other.arm, batteries) {
        (_, true) => book.on(r::L3C_DUEL_08),
        (true, false) => true,
        (false, false) => book.on(r::L3C_DUEL_04),
    };
    let skirmish = one.skirmish && other.skirmish;
    let settled = !skirmish || book.on(r::L3C_DUEL_09);
    let limits = (short(book, one.arm, one.weapon), short(book, other.arm, other.weapon));
    let (Some(one), Some(other)) = limits else { return false };
    let limit = if book.on(r::L3C_DUEL_03) { one.min(other) } else { one.max(other) };
    // At a longer distance an exchange decides nothing (L3C-MAF-09).
    let near = duel.distance <= limit || !book.on(r::L3C_MAF_09);
    book.on(r::L3C_DUEL_01) && frontal && kin && settled && near
}

/// P1 of a weapon for an arm: cavalry, which does not fire in the standard game, has none (L3C-FEU-39); the
/// intermediate band of guns is no duel (L3C-DUEL-07).
pub(crate) fn short(book: &Book, arm: Arm, weapon: Weapon) -> Option<Distance> {
    if arm == Arm::Cavalry && !book.options.cavalry_fire && book.on(r::L3C_FEU_39) {
        return None;
    }
    let ranges = book.tables.range.of(weapon)?;
    let bis = ranges.p1_bis.filter(|_| !book.on(r::L3C_DUEL_07));
    Some(bis.unwrap_or(ranges.p1))
}

/// A duel: which side gives way.
#[must_use]
pub fn duel(book: &Book, duel: &Duel) -> Duelled {
    if !is_duel(book, duel) {
        return Duelled { duel: false, difference: None, loser: None, loss_test: None, outcome: None };
    }
    let difference = duel.one.steps.abs_diff(duel.other.steps);
    let (side, loser) =
        if duel.one.steps < duel.other.steps { (Side::One, &duel.one) } else { (Side::Other, &duel.other) };
    // Losses that decide a duel cause no further test; a draw decides nothing (L3C-DUEL-05, L3C-GAP-B28).
    let loss_test = book.on(r::L3C_GAP_B28).then_some(difference == 0);
    if difference == 0 {
        let loser = book.on(r::L3C_DUEL_05).then_some(Side::None);
        return Duelled { duel: true, difference: Some(0), loser, loss_test, outcome: None };
    }
    let after = if duel.one.skirmish && duel.other.skirmish { Fight::Skirmish } else { Fight::Duel };
    let fought = Fought {
        difference,
        after,
        loser: Loser {
            arm: loser.arm,
            status: loser.status,
            formation: loser.formation,
            state: loser.state,
            ..Loser::default()
        },
        winner: None,
        raise: 0,
    };
    let outcome = Some(result::result(book, &fought));
    Duelled { duel: true, difference: Some(difference), loser: Some(side), loss_test, outcome }
}
