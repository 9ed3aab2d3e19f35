//! Rallying (RAL): the ladder of morale, compulsory moves, reforming, and the help of a general.

use crate::resolve::moving::changing::{self, Changing, Shape};
use crate::resolve::moving::movement::{by_status, ud};
use crate::resolve::moving::points::{credit, next_credit, penalty};
use crate::resolve::nerve::morale::back;
use crate::terms::tables::MovingAs;
use crate::{Book, Case, Cohesion, Distance, Formation, Gait, Mover, Status, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A beaten unit at the start of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Rally {
    pub arm: Mover,
    pub case: Case,
    /// Distance that it has moved back.
    pub moved: Distance,
    /// A visible enemy of positive morale has it within its tactical distance.
    pub enemy_near: bool,
    /// It has been under effective fire since, not counting the fire that broke it.
    pub effective_fire: bool,
    pub state: Cohesion,
    /// It fought standing, or is within its own lines.
    pub in_own_lines: bool,
    pub general: bool,
}

/// Result of rallying.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Rallied {
    /// The move back required by its case.
    pub due: Distance,
    /// Its case now.
    pub case: Case,
    /// It may reform: only from standing (L3C-RAL-13).
    pub may_reform: bool,
    /// It may rally in place (L3C-RAL-05).
    pub on_the_spot: bool,
    /// It may take another formation than before (L3C-RAL-10).
    pub other_formation: bool,
    /// It turns at no cost (L3C-RAL-09).
    pub turns_free: bool,
    /// It has rallied: its morale is positive and its ranks are formed (L3C-RAL-01).
    pub whole: bool,
}

/// One step up the ladder at the start of a turn, if it made exactly its move and no enemy hindered it (L3C-RAL-16;
/// hindrance: L3C-GAP-A32, L3C-GAP-B16).
#[must_use]
pub fn rally(book: &Book, s: &Rally) -> Rallied {
    let due = back(book, s.case, s.arm.mounted());
    let exact = s.moved == due || !book.on(r::L3C_RAL_16);
    let hindered = (s.enemy_near || s.effective_fire) && book.all(&[r::L3C_RAL_16, r::L3C_GAP_A32, r::L3C_GAP_B16]);
    // No general is needed (L3C-RAL-08).
    let led = s.general || book.on(r::L3C_RAL_08);
    let up = !s.case.positive() && exact && !hindered && led && book.on(r::L3C_RAL_13);
    let case = if up { s.case.step(1) } else { s.case };
    let loose = matches!(s.state, Cohesion::Unformed | Cohesion::Disordered);
    Rallied {
        due,
        case,
        may_reform: case.positive(),
        on_the_spot: !s.enemy_near && (s.in_own_lines || !book.on(r::L3C_RAL_05)),
        // A unit that recovers in place keeps its formation; a unit that has fled may choose another.
        other_formation: s.state == Cohesion::Disordered && s.moved.cm() > 0 || !book.on(r::L3C_RAL_10),
        turns_free: loose && book.on(r::L3C_RAL_09),
        whole: case.positive() && (!loose || !book.on(r::L3C_RAL_01)),
    }
}

/// A beaten unit whose way back to order is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Broken {
    pub arm: Mover,
    /// Class of manoeuvre, 1 to 3.
    #[schemars(range(min = 1, max = 3))]
    pub class: u8,
    pub case: Case,
    pub state: Cohesion,
}

impl Default for Broken {
    fn default() -> Self {
        Self { arm: Mover::default(), class: 2, case: Case::default(), state: Cohesion::default() }
    }
}

/// One turn of the ladder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Rung {
    /// Its case during the turn.
    pub case: Case,
    /// Its move back.
    #[serde(rename = "move")]
    pub back: Distance,
    /// PA that it spends on reforming.
    pub points: u8,
    /// Its state at the end of the turn.
    pub state: Cohesion,
}

/// Every turn until it is formed, if no enemy hinders it: first the ladder, then the ranks (L3C-RAL-13, L3C-RAL-14).
#[must_use]
pub fn ladder(book: &Book, s: &Broken) -> SmallVec<[Rung; 8]> {
    let mut rungs: SmallVec<[Rung; 8]> = SmallVec::new();
    let Broken { mut case, mut state, .. } = *s;
    loop {
        // It makes exactly its move, and no enemy hinders it.
        let moved = back(book, case, s.arm.mounted());
        let rallied = rally(book, &Rally { arm: s.arm, case, moved, state, ..Rally::default() });
        if rallied.case == case {
            break;
        }
        rungs.push(Rung { case, back: rallied.due, points: 0, state });
        case = rallied.case;
    }
    for (from, to, shapes) in [
        (Cohesion::Disordered, Cohesion::Unformed, (Shape::Disordered, Shape::Unformed)),
        (Cohesion::Unformed, Cohesion::Formed, (Shape::Unformed, Shape::Formed)),
    ] {
        if state == from && case.positive() && book.on(r::L3C_RAL_14) {
            state = to;
            // Both in one turn if the points suffice.
            let (from, to) = shapes;
            let cost = changing::cost(book, &Changing { from, to, class: Some(s.class), ..Changing::default() });
            match rungs.last_mut() {
                Some(Rung { points, state: reached, .. }) if *points > 0 && *points + cost <= credit(book) => {
                    (*points, *reached) = (*points + cost, state);
                }
                _ => rungs.push(Rung { case, back: Distance::default(), points: cost, state }),
            }
        }
    }
    rungs
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct RallyMove {
    pub arm: Mover,
    /// Its formation, which it keeps.
    pub formation: Formation,
    pub status: Status,
    /// Distance that it must move.
    pub distance: Distance,
    /// PA spent this turn.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RallyCost {
    /// PA that it costs.
    pub points: u8,
    /// Penalty points (POP) that it costs.
    pub penalty: u8,
    /// PA of the next turn.
    pub next_credit: u8,
    /// Turns that it takes, at the quick step (L3C-RAL-18).
    pub turns: u8,
}

/// The cost of a rally move: at the quick step, and more from the distance of a charge on (L3C-RAL-03).
#[must_use]
pub fn rally_move(book: &Book, s: &RallyMove) -> RallyCost {
    let paces = book.tables.movement.paces(s.arm, MovingAs::of(s.formation));
    let pace = |gait: Gait| ud((i16::from(paces.at(gait)) + by_status(book, s.arm, s.status)).max(0));
    // A formation without a charge gait never reaches its distance (L3C-GAP-A97).
    let charges = paces.fastest() == Gait::Charge;
    let long = charges && s.distance >= pace(Gait::Charge) && book.on(r::L3C_RAL_03);
    let points = if long { book.tables.action.rally_move_long } else { book.tables.action.rally_move };
    let all = s.spent.saturating_add(points);
    let quick = pace(Gait::Quick).cm().max(1);
    let moves = s.distance.cm().saturating_add(quick - 1) / quick;
    let turns = if book.on(r::L3C_RAL_18) { rulebook::saturated::<u8, _>(moves.max(1)) } else { 1 };
    RallyCost { turns, points, penalty: penalty(book, s.spent, points), next_credit: next_credit(book, all) }
}

/// A general and the beaten unit to join.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a condition of its own")]
pub struct Joined {
    /// Case of the unit.
    pub case: Case,
    /// Bonus of the general, 0 to 3.
    #[schemars(range(min = 0, max = 3))]
    pub bonus: u8,
    /// The unit belongs to the general's chain of command.
    pub in_chain: bool,
    /// Another general has helped it this turn.
    pub helped: bool,
    /// The general has been with it this turn and has left it.
    pub came_back: bool,
    /// It has made its move back.
    pub moved: bool,
}

impl Default for Joined {
    fn default() -> Self {
        Self { case: Case::default(), bonus: 1, in_chain: true, helped: false, came_back: false, moved: true }
    }
}

/// The effect of a general on a beaten unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct RaisedMorale {
    pub may: bool,
    /// Its case afterwards.
    pub case: Case,
    /// Turns that the general must stay with it, until it halts or better.
    pub stays_turns: u8,
}

/// The general raises the unit at once by the bonus, up to standing (L3C-RAL-21), and stays until it halts
/// (L3C-RAL-22).
#[must_use]
pub fn general_rallies(book: &Book, s: &Joined) -> RaisedMorale {
    let may = !(!s.in_chain && book.on(r::L3C_CHEF_02)
        || s.helped && book.on(r::L3C_RAL_19)
        || s.came_back && book.on(r::L3C_RAL_20)
        || !s.moved && book.on(r::L3C_RAL_23));
    let steps = if may && book.on(r::L3C_RAL_21) { rulebook::saturated::<i8, _>(s.bonus) } else { 0 };
    let case = if s.case.positive() { s.case } else { s.case.step(steps).min(Case::Stand) };
    let below = (Case::Halt as u8).saturating_sub(case as u8);
    let stays_turns = if may && book.on(r::L3C_RAL_22) { below } else { 0 };
    RaisedMorale { may, case, stays_turns }
}
