//! Formation of the tester, its flanks, and the effect of its enemies' formations (L3C-MOR-80 to L3C-MOR-101).

use super::situation::{AttackTarget, Flanks, Tester, Threat};
use crate::terms::tally::Tally;
use crate::{Arm, Aspect, Book, Case, Cohesion, Distance, Formation, r};
use game::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit and its flanks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Formed {
    pub tester: Tester,
    pub flanks: Flanks,
}

/// State, square, flanks and rear of the tester.
pub(super) fn formation(tester: &Tester, flanks: &Flanks, loose: bool, tally: &mut Tally<'_, impl Trace>) {
    let book = tally.book;
    let table = &book.tables.morale;
    let state = held_together(book, tester.formation, tester.state);
    let state = if loose && state == Cohesion::Formed { Cohesion::Loose } else { state };
    let (rule, amount) = match state {
        Cohesion::Formed => (r::L3C_MOR_80, table.formed),
        Cohesion::Loose => (r::L3C_MOR_81, table.loose),
        Cohesion::Unformed => (r::L3C_MOR_83, table.unformed),
        Cohesion::Disordered => (r::L3C_MOR_84, table.disordered),
    };
    tally.keep(rule, "state", amount);
    if tester.formation == Formation::Square && state == Cohesion::Formed {
        tally.when(true, r::L3C_MOR_91, "square", table.square);
    }
    // Flanks are secure only against enemies in front (L3C-MOR-89), and may be threatened at the same time
    // (L3C-MOR-100).
    let beset = [flanks.left, flanks.right].iter().any(|&threat| threat != Threat::None);
    if (flanks.frontal || !book.on(r::L3C_MOR_89)) && (!beset || book.on(r::L3C_MOR_100)) {
        tally.times(r::L3C_MOR_86, "secure_flanks", table.secure_flank, flanks.secure);
    }
    // Squares and closed columns have neither flanks nor rear (L3C-MOR-91).
    if closed(tester.formation) && book.on(r::L3C_MOR_91) {
        return;
    }
    for (threat, what, worth) in [
        (flanks.left, "left_flank", table.flank),
        (flanks.right, "right_flank", table.flank),
        (flanks.rear, "rear", table.rear),
    ] {
        tally.when(true, r::L3C_MOR_96, what, threatened(book, tester.arm, threat, worth));
    }
}

const fn closed(formation: Formation) -> bool {
    matches!(formation, Formation::Square | Formation::ClosedColumn)
}

/// Skirmishers and unlimbered guns are never formed, nor unformed for that reason (L3C-MOR-81).
fn held_together(book: &Book, formation: Formation, state: Cohesion) -> Cohesion {
    let open = matches!(formation, Formation::Skirmish | Formation::Deployed);
    if open && state == Cohesion::Formed && book.on(r::L3C_MOR_81) { Cohesion::Loose } else { state }
}

/// Cavalry counts double against units on foot (L3C-MOR-93), gunners included (L3C-GAP-C48).
fn threatened(book: &Book, arm: Arm, threat: Threat, worth: i8) -> i8 {
    let doubled = match arm {
        Arm::Infantry => book.on(r::L3C_MOR_93),
        Arm::Cavalry => false,
        Arm::Artillery => book.on(r::L3C_GAP_C48),
    };
    match threat {
        Threat::None => 0,
        Threat::Cavalry if doubled => worth * book.tables.morale.cavalry_times,
        Threat::Foot | Threat::Cavalry => worth,
    }
}

/// The lines of formation and flanks alone.
pub fn formed(book: &Book, s: &Formed, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    formation(&s.tester, &s.flanks, false, &mut tally);
    tally.sum
}

/// An attacker and its targets.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Attacked {
    /// Arm of the attacker.
    pub attacker: Arm,
    pub targets: Vec<AttackTarget>,
}

/// Effect of the targets' formations on the attacker (L3C-MOR-92 to L3C-MOR-95).
pub(super) fn targets(attacker: Arm, targets: &[AttackTarget], tally: &mut Tally<'_, impl Trace>) {
    // Each target counts separately (L3C-MOR-95).
    let counted = if tally.book.on(r::L3C_MOR_95) { targets.len() } else { 1 };
    for target in targets.iter().take(counted) {
        // Only infantry in close order weighs double on cavalry (L3C-MOR-93).
        let close = target.arm == Arm::Infantry && target.formation != Formation::Skirmish;
        let doubled = attacker == Arm::Cavalry && close;
        let rule = if doubled { r::L3C_MOR_93 } else { r::L3C_MOR_92 };
        tally.when(true, rule, "target", worth(tally.book, doubled, target));
    }
}

/// Weaknesses of the enemy count for the attacker; cavalry also counts the strengths of infantry, and everything twice.
fn worth(book: &Book, cavalry_on_infantry: bool, target: &AttackTarget) -> i8 {
    let table = &book.tables.morale;
    let state = match held_together(book, target.formation, target.state) {
        Cohesion::Formed if target.moving && book.on(r::L3C_MOR_82) => Cohesion::Loose,
        state => state,
    };
    // A square has a front everywhere, and a closed column has no flank either (L3C-MOR-91).
    let side = match target.formation {
        Formation::Square if book.on(r::L3C_MOR_91) => Aspect::Front,
        _ => target.side,
    };
    let exposed = !(closed(target.formation) && book.on(r::L3C_MOR_91));
    let mut theirs = match state {
        Cohesion::Unformed => table.unformed,
        Cohesion::Disordered => table.disordered,
        Cohesion::Formed | Cohesion::Loose => 0,
    };
    theirs += match side {
        Aspect::Flank if exposed => table.flank,
        Aspect::Rear if exposed => table.rear,
        _ => 0,
    };
    // Only the attacked part counts: order and secure flanks count from the front (L3C-MOR-94).
    if cavalry_on_infantry && (side == Aspect::Front || !book.on(r::L3C_MOR_94)) {
        if state == Cohesion::Formed {
            theirs += table.formed;
            if target.formation == Formation::Square && book.on(r::L3C_MOR_91) {
                theirs += table.square;
            }
        }
        theirs += table.secure_flank * rulebook::saturated::<i8, _>(target.secure_flanks.min(2));
    }
    -theirs * if cavalry_on_infantry { table.cavalry_times } else { 1 }
}

/// The lines of the targets alone.
pub fn attacked(book: &Book, s: &Attacked, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    targets(s.attacker, &s.targets, &mut tally);
    tally.sum
}

/// An enemy in the flank or rear of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Threatening {
    /// Arm of the tester.
    pub tester: Arm,
    pub enemy: Menace,
    /// The side of the tester on which the enemy stands.
    pub side: Aspect,
    pub distance: Distance,
}

/// An enemy that may be a threat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Menace {
    pub arm: Arm,
    /// The enemy's last result of a test of morale.
    pub case: Case,
}

/// Whether the presence of an enemy is a threat: its morale is positive, and the tester is within its tactical distance
/// (L3C-MOR-97).
#[must_use]
pub fn threatens(book: &Book, enemy: Menace, distance: Distance) -> bool {
    let reach = book.tables.distance.tactical.of(enemy.arm);
    (enemy.case.positive() || !book.on(r::L3C_MOR_97)) && distance <= reach
}

/// The line of one threat alone.
pub fn threat(book: &Book, s: &Threatening, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    let table = &book.tables.morale;
    let by = if s.enemy.arm == Arm::Cavalry { Threat::Cavalry } else { Threat::Foot };
    let worth = match s.side {
        Aspect::Front => 0,
        Aspect::Flank => table.flank,
        Aspect::Rear => table.rear,
    };
    if threatens(book, s.enemy, s.distance) {
        tally.when(true, r::L3C_MOR_96, "threat", threatened(book, s.tester, by, worth));
    }
    tally.sum
}

/// A friend beside a unit that may secure its flank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Securing {
    pub arm: Arm,
    pub state: Cohesion,
    /// Infantry on the move before enemy cavalry.
    pub moving_before_cavalry: bool,
    /// Distance from front to front.
    pub distance: Distance,
    /// Angle between its front line and the axis of the attack, in degrees, 0 to 90.
    #[schemars(range(min = 0, max = 90))]
    pub front_to_axis: u8,
}

/// Whether a friend secures a flank: formed in close order, near, and facing the action (L3C-MOR-87, L3C-MOR-90).
#[must_use]
pub fn secures(book: &Book, s: &Securing) -> bool {
    let near = s.distance <= book.tables.distance.secure_flank;
    // Infantry moving before cavalry is loose; moving cavalry secures all the more (L3C-OPP-09).
    let loose = s.moving_before_cavalry && s.arm == Arm::Infantry;
    let formed = s.arm != Arm::Artillery && s.state == Cohesion::Formed && !loose;
    let facing = !book.all(&[r::L3C_MOR_90, r::L3C_GAP_C17])
        || u16::from(s.front_to_axis) > book.tables.arc.axis_of_secure_flank;
    book.on(r::L3C_MOR_87) && near && formed && facing
}
