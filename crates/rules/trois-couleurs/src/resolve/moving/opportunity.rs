//! Opportunities (OPP): which units may take one, against which targets, and the state of the target.

use crate::resolve::moving::points::left;
use crate::{Arm, Book, Case, Cohesion, Distance, Gait, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// Purpose of an opportunity.
    Wanted {
        Attack,
        Fire,
    } default Attack
}

/// The unit that takes an opportunity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub struct Opportunist {
    pub arm: Arm,
    pub state: Cohesion,
    pub case: Case,
    /// PA spent this turn.
    #[schemars(range(min = 0, max = 12))]
    pub spent: u8,
    pub loaded: bool,
    /// It sees the target in its front.
    pub in_front: bool,
    /// It must turn or form first.
    pub manoeuvre: bool,
    /// It has already taken one in this action.
    pub used: bool,
}

impl Default for Opportunist {
    fn default() -> Self {
        Self {
            arm: Arm::Cavalry,
            state: Cohesion::Formed,
            case: Case::Stand,
            spent: 0,
            loaded: true,
            in_front: true,
            manoeuvre: false,
            used: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a circumstance of its own")]
pub struct Quarry {
    pub arm: Arm,
    pub state: Cohesion,
    pub case: Case,
    pub gait: Gait,
    /// It is on its way to contact (MAC).
    pub assaulting: bool,
    /// It advances to fire (MAF).
    pub to_fire: bool,
    /// It is a company of skirmishers that advances.
    pub skirmishers: bool,
    /// Distance that it has moved this turn.
    pub advanced: Distance,
    /// It is changing formation or facing, and has not finished.
    pub manoeuvring: bool,
    /// It is crossing an obstacle, or entering or leaving a built-up area.
    pub crossing: bool,
    /// That built-up area lies between the two.
    #[schemars(extend("x-when" = { "crossing": [true] }))]
    pub behind_it: bool,
    /// It shows a flank or its rear to the whole front of the other.
    pub exposed: bool,
}

impl Default for Quarry {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            state: Cohesion::Formed,
            case: Case::Stand,
            gait: Gait::Ordinary,
            assaulting: false,
            to_fire: false,
            skirmishers: false,
            advanced: Distance::default(),
            manoeuvring: false,
            crossing: false,
            behind_it: false,
            exposed: false,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Opportunity {
    pub wanted: Wanted,
    pub opportunist: Opportunist,
    pub target: Quarry,
    /// Distance between the two.
    pub distance: Distance,
    /// Range of the weapon.
    #[schemars(extend("x-when" = { "wanted": ["fire"] }))]
    pub range: Distance,
}

/// The result: whether it may be taken, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Seized {
    pub may: bool,
    /// It may be taken only after all moves of the enemy.
    pub late: bool,
    /// It is a pursuit: no test.
    pub pursuit: bool,
    /// Distance that the opportunist moves up.
    pub advance: Distance,
    /// State of the target in the tests.
    pub counts: Cohesion,
    /// State of the target in a melee unless it stands.
    pub in_melee: Cohesion,
    /// The target stops at once, without a test.
    pub stops_free: bool,
    /// Penalty for stopping in the test of its reaction.
    pub stop_malus: i8,
}

/// Whether an opportunity may be taken, and the state of its target.
#[must_use]
pub fn seize(book: &Book, s: &Opportunity) -> Seized {
    let (one, target) = (&s.opportunist, &s.target);
    let careless = careless(book, s);
    let fast = careless && (target.gait >= Gait::Quick || target.assaulting);
    let loose = fast && book.on(r::L3C_OPP_05);
    // Infantry at the ordinary step stops at once, as if it had been halted (L3C-OPP-11, L3C-INT-05).
    let slow = target.gait <= Gait::Ordinary && !target.assaulting;
    let horse = one.arm == Arm::Cavalry && target.arm != Arm::Cavalry;
    let stops_free = horse && slow && book.all(&[r::L3C_OPP_11, r::L3C_INT_05]);
    let steps = match (target.gait, target.assaulting) {
        // A target on its way to contact counts as advancing (L3C-GAP-A53).
        (Gait::Halted, false) => 0,
        (_, true) if book.on(r::L3C_GAP_A53) => Gait::Ordinary.rank(),
        (gait, _) => gait.rank(),
    };
    let malus = book.tables.morale.stop_per_step.saturating_mul(rulebook::saturated::<i8, _>(steps));
    let flight = target.case <= Case::Retreat;
    // A unit that changes formation, crosses an obstacle, or enters or leaves houses is unformed meanwhile
    // (L3C-MOR-83).
    let caught = (target.manoeuvring || crossing(book, target)) && book.on(r::L3C_MOR_83);
    let held = if caught { target.state.max(Cohesion::Unformed) } else { target.state };
    Seized {
        may: available(book, s) && (flight || at_fault(book, s)),
        late: one.manoeuvre && book.on(r::L3C_OPP_04),
        pursuit: flight && s.wanted == Wanted::Attack,
        // A third of the distance between them (L3C-OPP-07).
        advance: if s.wanted == Wanted::Attack && book.on(r::L3C_OPP_07) {
            Distance::from_cm(s.distance.cm() / 3)
        } else {
            Distance::default()
        },
        counts: if loose { held.max(Cohesion::Loose) } else { held },
        // A moving target is caught unformed (L3C-OPP-10).
        in_melee: if loose && book.on(r::L3C_OPP_10) { held.max(Cohesion::Unformed) } else { held },
        stops_free,
        stop_malus: if stops_free { 0 } else { malus },
    }
}

/// Whether a unit can take an opportunity (L3C-OPP-02, L3C-GAP-A18): in order and in hand, near enough, with the
/// points, and only once in an action.
fn available(book: &Book, s: &Opportunity) -> bool {
    let one = &s.opportunist;
    let table = &book.tables.action;
    let (needed, reach) = match s.wanted {
        Wanted::Attack => (table.assault_least, book.tables.distance.opportunity.of(one.arm)),
        Wanted::Fire => (table.fire, s.range),
    };
    // Cavalry does not fire in the standard game (L3C-FEU-39).
    let armed = one.arm != Arm::Cavalry || book.options.cavalry_fire || !book.on(r::L3C_FEU_39);
    let ready = s.wanted == Wanted::Attack || one.loaded && armed;
    let able = left(book, one.spent) >= needed && ready;
    let ordered = one.state <= Cohesion::Loose && one.case.positive() && !one.used;
    (able || !book.on(r::L3C_OPP_02)) && (ordered || !book.on(r::L3C_GAP_A18)) && one.in_front && s.distance <= reach
}

/// Whether infantry or guns advance before cavalry (L3C-OPP-06).
fn careless(book: &Book, s: &Opportunity) -> bool {
    let far = s.target.advanced > book.tables.distance.careless;
    let near = s.distance <= book.tables.distance.tactical.of(Arm::Cavalry);
    s.opportunist.arm == Arm::Cavalry && s.target.arm != Arm::Cavalry && far && near && book.on(r::L3C_OPP_06)
}

/// Whether the target is seen crossing: not behind the houses that it enters or leaves (L3C-ECO-11).
fn crossing(book: &Book, target: &Quarry) -> bool {
    target.crossing && !(target.behind_it && book.on(r::L3C_ECO_11))
}

/// Whether a unit is a target (L3C-GAP-A18).
fn at_fault(book: &Book, s: &Opportunity) -> bool {
    let target = &s.target;
    let loose = target.state >= Cohesion::Unformed;
    let shown = target.manoeuvring || crossing(book, target) || target.exposed;
    // Targets of fire are also attackers, cavalry that passes, and advancing skirmishers; by another reading, every
    // moving unit.
    let worth = target.assaulting || target.to_fire || target.skirmishers || target.arm == Arm::Cavalry;
    let aimed = worth || book.options.fire_at_any_mover;
    let coming = s.wanted == Wanted::Fire && target.gait > Gait::Halted && aimed;
    careless(book, s) || (loose || shown || coming) && book.on(r::L3C_GAP_A18)
}
