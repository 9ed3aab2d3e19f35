//! Melee (CAC): no dice, a factor for each side and the table of losses.

use crate::resolve::combat::losses::{losses, steps_of};
use crate::resolve::combat::melee_figures::{self, Ranked};
use crate::resolve::combat::result::{self, Fight, FightResult, Fought, Loser, Winner};
use crate::terms::tally::Tally;
use crate::{Arm, Aspect, Book, Cohesion, Cover, Distance, Formation, Gait, Status, r};
use game::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fighter {
    pub arm: Arm,
    pub status: Status,
    /// Type of cavalry, 0 to 3.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    #[schemars(range(min = 0, max = 3))]
    pub cavalry_type: u8,
    /// Figures left, or guns of a battery: the unit cannot lose more. 0: no limit.
    pub figures: u8,
    /// Figures in front; gunners of a battery.
    #[schemars(range(min = 1, max = 60))]
    pub front: u8,
    #[schemars(range(min = 1, max = 12))]
    pub ranks: u8,
    /// Figures that fire has taken from its first ranks in this action (L3C-LOSS-05, L3C-LOSS-07).
    #[schemars(range(min = 0, max = 60))]
    pub missing: u8,
    pub gait: Gait,
    pub formation: Formation,
    pub state: Cohesion,
    /// Penalty points (POP).
    #[schemars(range(min = 0, max = 12))]
    pub penalty: u8,
    /// A general of its arm and chain of command is attached to it (L3C-CHEF-05).
    pub general: bool,
    /// All of it stands higher than the enemy.
    pub higher: bool,
    /// It stands behind an obstacle, or inside cover.
    pub cover: Cover,
    /// It stands behind a stream.
    #[schemars(extend("x-when" = { "gait": ["halted"] }))]
    pub behind_stream: bool,
    /// It stands at the edge of a marsh, or in it.
    #[schemars(extend("x-when" = { "gait": ["halted"] }))]
    pub marsh: bool,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub lancers: bool,
    /// A status effect has already been used this turn.
    pub status_used: bool,
    /// It is in houses or behind an obstacle and does not follow a beaten enemy.
    pub holds: bool,
}

impl Default for Fighter {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            status: Status::Line,
            cavalry_type: 1,
            figures: 0,
            front: 1,
            ranks: 1,
            missing: 0,
            gait: Gait::Halted,
            formation: Formation::Line,
            state: Cohesion::Formed,
            penalty: 0,
            general: false,
            higher: false,
            cover: Cover::None,
            behind_stream: false,
            marsh: false,
            lancers: false,
            status_used: false,
            holds: false,
        }
    }
}

/// A melee of two units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Melee {
    pub attacker: Fighter,
    /// The unit attacked.
    pub defender: Fighter,
    /// Common front, in bases of infantry.
    #[schemars(extend("x-when" = { "side": ["front", "rear"] }))]
    #[schemars(range(min = 0, max = 60))]
    pub width: u8,
    /// The side of the defender that is attacked.
    pub side: Aspect,
    /// Sides on which the attacker reaches beyond the defender, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub attacker_overlaps: u8,
    /// Sides on which the defender reaches beyond the attacker, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub defender_overlaps: u8,
    /// Both have entered the same built-up area from different sides: both count its shelter (L3C-ECO-20).
    pub both_inside: bool,
    /// They have already fought in this action: lances count only once (L3C-GAP-B08).
    pub again: bool,
    /// Cases by which the owner raises a beaten elite or guard unit (L3C-STA-01).
    #[schemars(range(min = 0, max = 2))]
    pub raise: u8,
}

impl Default for Melee {
    fn default() -> Self {
        Self {
            attacker: Fighter { gait: Gait::Quick, ..Fighter::default() },
            defender: Fighter::default(),
            width: 1,
            side: Aspect::Front,
            attacker_overlaps: 0,
            defender_overlaps: 0,
            both_inside: false,
            again: false,
            raise: 0,
        }
    }
}

/// The part of one side in a melee.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Blow {
    pub figures: u8,
    pub factor: i8,
    /// PAP that it inflicts.
    pub steps: u16,
    /// Distance that the side steps back after a draw.
    pub apart: Distance,
}

/// The result of a melee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clash {
    /// A melee takes place: never with skirmishers (L3C-TIR-02).
    pub fought: bool,
    pub attacker: Blow,
    pub defender: Blow,
    pub passes_through: bool,
    /// PAP inflicted by the attacker minus those of the defender.
    pub difference: i16,
    /// Consequences for both; the loser is the defender unless the difference is negative.
    pub outcome: FightResult,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MeleeSide {
    Attacker,
    /// The unit attacked.
    Defender,
}

impl Melee {
    /// The side of the defender that is attacked: a square has a front everywhere (L3C-MOR-91).
    fn taken(&self, book: &Book) -> Aspect {
        let square = self.defender.formation == Formation::Square && book.on(r::L3C_MOR_91);
        if square { Aspect::Front } else { self.side }
    }

    const fn of(&self, part: MeleeSide) -> (&Fighter, &Fighter) {
        match part {
            MeleeSide::Attacker => (&self.attacker, &self.defender),
            MeleeSide::Defender => (&self.defender, &self.attacker),
        }
    }

    /// The figures that fight in this melee.
    #[must_use]
    pub fn ranked(&self, book: &Book) -> melee_figures::Clashing {
        let ranked = |side: &Fighter| Ranked {
            arm: side.arm,
            front: side.front,
            ranks: side.ranks,
            missing: side.missing,
            gait: side.gait,
            square: side.formation == Formation::Square,
        };
        melee_figures::Clashing {
            attacker: ranked(&self.attacker),
            defender: ranked(&self.defender),
            width: self.width,
            side: self.taken(book),
            attacker_overlaps: self.attacker_overlaps,
            defender_overlaps: self.defender_overlaps,
            bad_ground: self.in_bad_ground(),
        }
    }

    /// Whether they meet across an obstacle, in bad ground or in houses.
    fn in_bad_ground(&self) -> bool {
        let sheltered = |side: &Fighter| side.cover != Cover::None || side.behind_stream || side.marsh;
        self.both_inside || sheltered(&self.attacker) || sheltered(&self.defender)
    }
}

/// The factor of one side (L3C-GAP-B08).
pub fn factor(book: &Book, melee: &Melee, part: MeleeSide, trace: &mut impl Trace) -> i8 {
    let table = &book.tables.melee;
    let (own, enemy) = melee.of(part);
    let mut sum = Tally::new(book, trace);
    let arm = match own.arm {
        Arm::Infantry => table.infantry,
        Arm::Artillery => table.gunners,
        Arm::Cavalry => *rulebook::ids::at(&table.cavalry_type, usize::from(own.cavalry_type), "type of cavalry"),
    };
    sum.when(true, r::L3C_GAP_B08, "arm", arm);
    sum.when(true, r::L3C_GAP_B08, "status", table.status.of(own.status));
    // Only the faster side counts the difference of gaits; cavalry counts it twice (L3C-CAC-15).
    let steps = own.gait.rank().saturating_sub(enemy.gait.rank());
    if own.arm == Arm::Cavalry && book.on(r::L3C_CAC_15) {
        sum.times(r::L3C_CAC_15, "gaits", table.gait_step_cavalry, steps);
    } else {
        sum.times(r::L3C_GAP_B08, "gaits", table.gait_step, steps);
    }
    let state = match own.state {
        Cohesion::Formed | Cohesion::Loose => 0,
        Cohesion::Unformed => table.unformed,
        Cohesion::Disordered => table.disordered,
    };
    sum.when(true, r::L3C_GAP_B08, "state", state);
    sum.times(r::L3C_PA_05, "penalty", table.penalty_point, own.penalty);
    sum.when(own.general && book.on(r::L3C_GAP_C25), r::L3C_CHEF_05, "general", table.general);
    let side = match (part, melee.taken(book)) {
        (MeleeSide::Defender, _) | (_, Aspect::Front) => 0,
        (_, Aspect::Flank) => table.flank,
        (_, Aspect::Rear) => table.rear,
    };
    sum.when(true, r::L3C_GAP_B08, "from_side", side);
    sum.when(own.higher, r::L3C_GAP_B08, "higher", table.higher);
    // An obstacle protects the unit that stands behind it (L3C-OBS-03): the better of stream and cover.
    if own.gait == Gait::Halted || melee.both_inside && book.on(r::L3C_ECO_20) {
        let stream = if own.behind_stream { table.behind_stream } else { 0 };
        sum.when(true, r::L3C_OBS_03, "sheltered", table.cover.of(own.cover).max(stream));
        sum.when(own.marsh, r::L3C_OBS_03, "marsh", table.marsh);
    }
    let lances = own.lancers && own.gait >= Gait::Quick && !melee.again;
    let formed_front = enemy.state == Cohesion::Formed && !enemy.lancers && side == 0;
    sum.when(lances && formed_front, r::L3C_GAP_B08, "lancers", table.lancers);
    let square = own.formation == Formation::Square && own.state == Cohesion::Formed && enemy.arm == Arm::Cavalry;
    sum.when(square, r::L3C_GAP_B08, "square", table.square_against_cavalry);
    sum.figure()
}

/// A melee: losses inflicted by each side, and consequences for both.
pub fn melee(book: &Book, melee: &Melee, attacker: &mut impl Trace, defender: &mut impl Trace) -> Clash {
    let skirmish = |side: &Fighter| side.formation == Formation::Skirmish;
    let fought = !((skirmish(&melee.attacker) || skirmish(&melee.defender)) && book.on(r::L3C_TIR_02));
    let passes_through = fought && melee_figures::passes(book, &melee.ranked(book));
    let passed_through = fought && melee_figures::passed(book, &melee.ranked(book));
    let figures = melee_figures::fighting(book, &melee.ranked(book));
    let blow = |figures: u8, factor: i8, enemy: &Fighter| {
        let figures = if fought { figures } else { 0 };
        let steps = losses(book, u16::from(figures), factor).steps;
        let left = u16::from(enemy.figures) * steps_of(book, enemy.arm);
        let steps = if left > 0 { steps.min(left) } else { steps };
        Blow { figures, factor, steps, apart: Distance::of(0) }
    };
    let factors =
        (factor(book, melee, MeleeSide::Attacker, attacker), factor(book, melee, MeleeSide::Defender, defender));
    let mut attack = blow(figures.attacker, factors.0, &melee.defender);
    let mut defence = blow(figures.defender, factors.1, &melee.attacker);
    let difference = rulebook::saturated::<i16, _>(attack.steps) - rulebook::saturated::<i16, _>(defence.steps);
    if difference == 0 && fought {
        let gaits = (melee.attacker.gait, melee.defender.gait);
        attack.apart = result::steps_apart(book, gaits.0, gaits.1, true, passes_through);
        defence.apart = result::steps_apart(book, gaits.1, gaits.0, false, passed_through);
    }
    let (lost, won) = if difference >= 0 { melee.of(MeleeSide::Defender) } else { melee.of(MeleeSide::Attacker) };
    let through = passes_through || passed_through;
    let mut outcome = result::result(book, &over(melee, difference.unsigned_abs(), lost, won, through));
    if difference == 0 {
        // In a draw, attacking conscripts go down as well as defending ones (L3C-GAP-C39).
        let (attacker, defender) = melee.of(MeleeSide::Attacker);
        let drawn = result::result(book, &over(melee, 0, attacker, defender, through));
        outcome.winner_case = Some(drawn.case);
    }
    Clash { fought, attacker: attack, defender: defence, passes_through, difference, outcome }
}

/// The finished melee.
fn over(melee: &Melee, difference: u16, lost: &Fighter, won: &Fighter, passed_through: bool) -> Fought {
    Fought {
        difference,
        after: Fight::Melee,
        loser: Loser {
            arm: lost.arm,
            status: lost.status,
            formation: lost.formation,
            state: lost.state,
            status_used: lost.status_used,
            horse_guns: false,
        },
        winner: Some(Winner {
            arm: won.arm,
            gait: won.gait,
            state: won.state,
            passed_through,
            // A stream is an obstacle like any other (L3C-OBS-01).
            sheltered: won.holds || won.gait == Gait::Halted && (won.cover != Cover::None || won.behind_stream),
        }),
        raise: melee.raise,
    }
}
