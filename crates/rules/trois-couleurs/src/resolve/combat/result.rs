//! Consequences of a melee or a duel for both sides (L3C-CAC-17, L3C-CAC-18, L3C-GAP-B10, STA).

use crate::terms::state;
use crate::{Arm, Book, Case, Cohesion, Distance, Formation, Gait, Status, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// The kind of fight.
    Fight {
        /// Hand to hand (CAC).
        Melee,
        /// A duel of fire at P1.
        Duel,
        /// A duel of skirmishers.
        Skirmish,
    } default Melee
}

/// The side that lost more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Loser {
    pub arm: Arm,
    pub status: Status,
    /// Guns in battery may be taken.
    pub formation: Formation,
    /// The state before.
    pub state: Cohesion,
    /// A status effect has already been used this turn (L3C-STA-02).
    pub status_used: bool,
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    pub horse_guns: bool,
}

/// The side that lost less.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Winner {
    pub arm: Arm,
    pub gait: Gait,
    /// The state before.
    pub state: Cohesion,
    pub passed_through: bool,
    /// It stands in houses or behind an obstacle, and does not follow.
    pub sheltered: bool,
}

/// A fight that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fought {
    /// PAP by which the loser lost more; 0: a draw.
    #[schemars(range(min = 0, max = 600))]
    pub difference: u16,
    /// The kind of fight.
    pub after: Fight,
    /// The side that lost more; in a draw, the side asked about.
    pub loser: Loser,
    /// The side that lost less; `None`: only the loser is of interest.
    pub winner: Option<Winner>,
    /// Cases by which the owner raises an elite or guard unit (L3C-STA-01).
    #[schemars(extend("x-when" = { "loser.status": ["elite", "guard"], "after": ["melee"] }))]
    #[schemars(range(min = 0, max = 2))]
    pub raise: u8,
}

impl Default for Fought {
    fn default() -> Self {
        Self { difference: 1, after: Fight::Melee, loser: Loser::default(), winner: Some(Winner::default()), raise: 0 }
    }
}

/// Result of a fight for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct FightResult {
    /// Morale of the loser.
    pub case: Case,
    /// State of the loser.
    pub state: Cohesion,
    /// Distance that the winner pushes it back, following.
    pub push: Distance,
    /// Distance that it goes back after that.
    pub back: Distance,
    /// It goes back facing the enemy.
    pub faces_enemy: bool,
    /// Cases by which its status moved it, up or down.
    pub by_status: i8,
    pub guns_lost: bool,
    /// Morale of the winner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner_case: Option<Case>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner_state: Option<Cohesion>,
}

/// Cases by which an owner may raise a unit that went down, in a melee or in a test for another reason (L3C-STA-01):
/// once a turn (L3C-STA-02, L3C-GAP-C47). By the other reading the rest of its cases may be used another time.
#[must_use]
pub fn raises(book: &Book, status: Status, taken: u8) -> u8 {
    if !book.on(r::L3C_STA_01) {
        return 0;
    }
    let most = book.tables.result.raises.of(status);
    let ruled = taken > 0 && book.all(&[r::L3C_STA_02, r::L3C_GAP_C47]);
    match (ruled, book.options.guard_raises_twice) {
        (false, _) => most,
        (true, true) => most.saturating_sub(taken),
        (true, false) => 0,
    }
}

/// The same after a fight: not after fire.
#[must_use]
pub fn may_raise(book: &Book, after: Fight, status: Status, taken: u8) -> u8 {
    if after == Fight::Melee { raises(book, status, taken) } else { 0 }
}

/// The case of a difference before any status (L3C-CAC-18, L3C-GAP-B10; duels L3C-DUEL-09, skirmishers L3C-TIR-33).
#[must_use]
pub fn case_of(book: &Book, after: Fight, difference: u16) -> Case {
    let table = &book.tables.result;
    let known = book.all(&[r::L3C_GAP_B10, r::L3C_CAC_18])
        && (after != Fight::Skirmish || book.all(&[r::L3C_DUEL_09, r::L3C_TIR_33]));
    match difference {
        0 => table.draw,
        _ if !known => table.draw,
        1 => table.behind_by_1,
        2 => table.behind_by_2,
        _ => table.behind_by_3,
    }
}

/// Result of a fight for both sides.
#[must_use]
pub fn result(book: &Book, fought: &Fought) -> FightResult {
    let Fought { difference, after, loser, winner, .. } = *fought;
    let melee = after == Fight::Melee;
    let table = &book.tables.result;
    let first = case_of(book, after, difference);
    // Conscripts and militia drop further, once a turn, after a melee that they did not win (L3C-STA-04, L3C-GAP-C39).
    let worse = melee && !loser.status_used && book.all(&[r::L3C_STA_04, r::L3C_GAP_C39]);
    let lowered = if worse { table.lowers.of(loser.status) } else { 0 };
    let raised = fought.raise.min(may_raise(book, after, loser.status, loser.status_used.into()));
    let step = rulebook::saturated::<i8, _>(raised) - rulebook::saturated::<i8, _>(lowered);
    // A unit does not rise above `Stand` by this.
    let case = first.step(step).min(first.max(Case::Stand));
    let beaten = difference > 0 && first < Case::Stand;
    FightResult {
        case,
        state: loser_state(book, fought, beaten),
        push: push(book, fought, beaten),
        back: back(book, fought, case, beaten),
        faces_enemy: !(case <= Case::Retreat && book.on(r::L3C_MAC_12)),
        by_status: case as i8 - first as i8,
        guns_lost: melee
            && loser.formation == Formation::Deployed
            && difference >= u16::from(table.guns_lost_from)
            && book.on(r::L3C_GAP_A17),
        winner_case: winner.map(|winner| if difference == 0 { Case::Stand } else { winner.gait.case() }),
        winner_state: winner
            .map(|winner| if melee { state::degrade(book, winner.state, u8::from(known(book))) } else { winner.state }),
    }
}

fn known(book: &Book) -> bool {
    book.on(r::L3C_GAP_B10)
}

/// State of the loser (L3C-GAP-B10): disordered after a melee; after fire, one degree worse for one PAP.
fn loser_state(book: &Book, fought: &Fought, beaten: bool) -> Cohesion {
    let before = fought.loser.state;
    if !known(book) {
        return before;
    }
    match (fought.after, beaten) {
        (Fight::Melee, true) => Cohesion::Disordered,
        (Fight::Melee, false) => state::degrade(book, before, 1),
        (Fight::Duel | Fight::Skirmish, false) => before,
        (Fight::Duel | Fight::Skirmish, true) if fought.difference == 1 => before.max(Cohesion::Unformed),
        (Fight::Duel | Fight::Skirmish, true) => Cohesion::Disordered,
    }
}

/// Distance that a winner follows up (L3C-GAP-B10): none if it passed through (L3C-GAP-B33), stands sheltered, or is a
/// battery.
fn push(book: &Book, fought: &Fought, beaten: bool) -> Distance {
    let winner = fought.winner.unwrap_or_default();
    let through = winner.passed_through && book.on(r::L3C_GAP_B33);
    let stays = through || winner.sheltered || winner.arm == Arm::Artillery;
    let pushed = beaten && fought.after == Fight::Melee && !stays && known(book);
    if pushed { book.tables.distance.push } else { Distance::of(0) }
}

/// Distance that the loser goes back (L3C-RAL-15); after a melee at least until both are apart (L3C-CAC-17), whatever
/// its status made of its case (L3C-STA-03).
fn back(book: &Book, fought: &Fought, case: Case, beaten: bool) -> Distance {
    let mounted = fought.loser.arm.mounted(fought.loser.horse_guns);
    let due = Distance::of(u16::from(book.tables.movement.back.of(case, mounted)));
    let held = case >= Case::Halt && !book.on(r::L3C_STA_03);
    let apart = beaten && fought.after == Fight::Melee && book.on(r::L3C_CAC_17) && !held;
    due.max(if apart { book.tables.distance.separation } else { Distance::of(0) })
}

/// Distance that a side steps back after a drawn melee (L3C-GAP-B10): the attacker of a halted enemy, and both if both
/// moved; not a unit that passed through.
#[must_use]
pub fn steps_apart(book: &Book, own: Gait, enemy: Gait, attacked: bool, passed_through: bool) -> Distance {
    let moved = attacked && enemy == Gait::Halted || own > Gait::Halted && enemy > Gait::Halted;
    if moved && !passed_through && known(book) { book.tables.distance.separation } else { Distance::of(0) }
}
