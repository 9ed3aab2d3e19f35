//! The cost of troops, and the budget of each side (L3C-GEN-16, L3C-GEN-17, L3C-GAP-A39).

use crate::resolve::people::raising::figures;
use crate::terms::type_table::RaisedUnit;
use crate::{Arm, Book, Nation, Status, Troop, r};
use armies::Strength;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// How much the ground helps the defender.
    Help {
        /// As much as usual.
        Much,
        Less,
        Hardly,
    } default Much
}

/// A unit to buy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Purchase {
    pub arm: Arm,
    pub nation: Nation,
    pub status: Status,
    /// Base morale; `None`: that of nation and status.
    #[schemars(range(min = 0, max = 12))]
    pub base: Option<i8>,
    /// Figures; for a battery, guns.
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    /// Calibre of its guns, in pounds.
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    #[schemars(range(min = 3, max = 24))]
    pub pounds: u8,
    /// Help of the scenario's ground to the defender.
    pub ground: Help,
}

impl Default for Purchase {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            nation: Nation::France,
            status: Status::Line,
            base: None,
            figures: 12,
            pounds: 6,
            ground: Help::Much,
        }
    }
}

/// Points of a unit: figures by arm and morale, adjusted by status, to the nearest point.
#[must_use]
pub fn cost(book: &Book, s: &Purchase) -> u32 {
    let table = &book.tables.budget;
    if !book.on(r::L3C_GAP_A39) {
        return 0;
    }
    let base = s.base.unwrap_or_else(|| book.tables.nations.base(s.nation, s.status)).max(0).unsigned_abs();
    let each = match s.arm {
        Arm::Infantry => table.infantry_figure + table.infantry_morale * u16::from(base),
        Arm::Cavalry => table.cavalry_figure + table.cavalry_morale * u16::from(base),
        Arm::Artillery => table.gun + table.gun_pound * u16::from(s.pounds),
    };
    let plain = u32::from(each) * u32::from(s.figures);
    let percent = 100 + i32::from(table.status_percent.of(s.status));
    (plain * percent.max(0).unsigned_abs() + 50) / 100
}

/// Points of a general with this bonus (L3C-GAP-A39).
#[must_use]
pub fn general(book: &Book, bonus: i8) -> i64 {
    if book.on(r::L3C_GAP_A39) { i64::from(book.tables.budget.general) * i64::from(bonus) } else { 0 }
}

/// Points of a unit of a scenario or of an army list, all its squadrons together.
#[must_use]
pub fn unit(book: &Book, raised: &RaisedUnit, strength: Strength) -> i64 {
    let Troop { arm, nation, status, base, .. } = raised.troop;
    let each = |figures| {
        cost(book, &Purchase { arm, nation, status, base, figures, pounds: raised.pounds, ground: Help::Much })
    };
    figures(book, &raised.troop, strength).into_iter().map(each).map(i64::from).sum()
}

/// Budget of a defender against an attacker's (L3C-GEN-16): two thirds of it, more where the ground gives little help
/// (L3C-GEN-17).
#[must_use]
pub fn defender(book: &Book, attacker: u32, ground: Help) -> u32 {
    let table = &book.tables.budget;
    let [part, of] = match ground {
        Help::Less if book.on(r::L3C_GEN_17) => table.defender_on_poor_ground,
        Help::Hardly if book.on(r::L3C_GEN_17) => table.defender_on_bad_ground,
        _ => table.defender,
    };
    if book.on(r::L3C_GEN_16) { attacker * u32::from(part) / u32::from(of.max(1)) } else { attacker }
}
