//! Strength, losses, base morale and national bonus (L3C-MOR-110 to L3C-MOR-123).

use super::fall::{fives, for_five};
use super::situation::{Losses, MoraleSituation, Purpose, Tester};
use crate::terms::tables::ByArm;
use crate::terms::tally::Tally;
use crate::{Arm, Book, Nation, Status, r};
use game::{Rule, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UnitStrength {
    pub arm: Arm,
    /// Figures at the start of the battle, without detached companies; for a battery, guns.
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub two_ranks: bool,
    /// Losses before this action, in percent of all its PAP.
    #[schemars(range(min = 0, max = 100))]
    pub before_percent: u8,
}

impl Default for UnitStrength {
    fn default() -> Self {
        Self { arm: Arm::default(), figures: 12, two_ranks: false, before_percent: 0 }
    }
}

/// Strength and losses before the action. The value may become negative (L3C-GAP-C22).
pub(super) fn strength(s: &UnitStrength, tally: &mut Tally<'_, impl Trace>) {
    let book = tally.book;
    let table = &book.tables.morale;
    let (figures, per) = match s.arm {
        Arm::Infantry if s.two_ranks && book.on(r::L3C_GEN_03) => (s.figures, table.strength.infantry_two_ranks),
        Arm::Infantry => (s.figures, table.strength.infantry),
        Arm::Cavalry => (s.figures, table.strength.cavalry),
        // For a battery the gunners count, not the guns (L3C-GAP-C21).
        Arm::Artillery if book.on(r::L3C_GAP_C21) => {
            (s.figures.div_ceil(book.tables.scale.guns_per_gunner.max(1)), table.strength.artillery)
        }
        Arm::Artillery => (s.figures, table.strength.artillery),
    };
    let worth = rulebook::saturated::<i8, _>(figures / per.max(1)).min(table.most_strength);
    tally.by(r::L3C_MOR_110, "figures", s.figures, worth);
    let tenths = s.before_percent / table.losses_before_percent.max(1);
    let lost = table.losses_before.saturating_mul(rulebook::saturated::<i8, _>(tenths));
    // Without the ruling the factor has no lower limit.
    let lost = if book.on(r::L3C_GAP_C22) { lost } else { lost.max(-worth) };
    tally.by(r::L3C_MOR_111, "percent_before", s.before_percent, lost);
}

/// Losses of the action other than stopping fire (L3C-MOR-112).
pub(super) fn losses(losses: &Losses, tally: &mut Tally<'_, impl Trace>) {
    let book = tally.book;
    tally.times(r::L3C_MOR_112, "fives_lost", for_five(book, false), fives(book, losses.action));
}

/// Base morale of a troop: its own, or that of its nation and status (L3C-GAP-C23).
#[must_use]
pub fn base(book: &Book, own: Option<i8>, nation: Nation, status: Status) -> i8 {
    let of_nation = || if book.on(r::L3C_GAP_C23) { book.tables.nations.base(nation, status) } else { 0 };
    own.unwrap_or_else(of_nation)
}

pub(super) fn base_and_nation(s: &MoraleSituation, purpose: Purpose, tally: &mut Tally<'_, impl Trace>) {
    let Tester { base: own, nation, status, arm, .. } = s.tester;
    let morale = base(tally.book, own, nation, status);
    tally.when(true, r::L3C_MOR_120, "base", morale);
    let nation = National { nation, year: s.year, arm, purpose };
    bonus(&nation, s.tester.attack_bonus, s.tester.defence_bonus, tally);
}

/// A unit of a nation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct National {
    pub nation: Nation,
    #[schemars(range(min = 1790, max = 1820))]
    pub year: u16,
    pub arm: Arm,
    pub purpose: Purpose,
}

impl Default for National {
    fn default() -> Self {
        Self { nation: Nation::default(), year: 1809, arm: Arm::default(), purpose: Purpose::default() }
    }
}

/// Attack bonus for units that go to contact, defence bonus for units that stand; none for cavalry (L3C-MOR-123).
fn bonus(s: &National, attack: Option<i8>, defence: Option<i8>, tally: &mut Tally<'_, impl Trace>) {
    let book = tally.book;
    let table = book.tables.nations.of(s.nation);
    let of_nation =
        |figures: Option<ByArm<i8>>| figures.filter(|_| book.on(r::L3C_GAP_C23)).map_or(0, |figures| figures.of(s.arm));
    let amount = if s.purpose.to_contact() {
        let grown = table.attack_from.is_none_or(|from| s.year >= from);
        attack.unwrap_or_else(|| if grown { of_nation(table.attack) } else { 0 })
    } else if s.purpose.stands() && (s.arm != Arm::Cavalry || !book.on(r::L3C_MOR_123)) {
        defence.unwrap_or_else(|| of_nation(table.defence))
    } else {
        0
    };
    tally.when(true, national_rule(s.purpose), "nation", amount);
}

const fn national_rule(purpose: Purpose) -> Rule {
    if purpose.reacts() { r::L3C_MOR_122 } else { r::L3C_MOR_121 }
}

/// The line of the national bonus alone.
pub fn national(book: &Book, s: &National, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    bonus(s, None, None, &mut tally);
    tally.sum
}

/// The lines of strength alone.
pub fn of_strength(book: &Book, s: &UnitStrength, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    strength(s, &mut tally);
    tally.sum
}
