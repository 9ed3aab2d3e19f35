//! Movement allowances (chapter 6, ML-6a to ML-6d).

use crate::Distance;
use crate::terms::book::{Book, r};
pub use crate::terms::profile::Going;
use crate::terms::profile::{Arm, Class, Formation, Level, Marker};
use crate::terms::tables::{Rate, Terrain};
use game::{Line, Op, Quiet, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Kind;

/// A unit that moves, and the worst ground touched on the way (ML-GAP-14).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(from = "TypedMarch")]
pub struct March {
    pub arm: Arm,
    pub class: Class,
    /// Whether it is horse artillery.
    pub horse: bool,
    /// A general alone.
    pub general: bool,
    /// Formation while moving.
    pub formation: Formation,
    pub marker: Marker,
    /// It falls back: order R, or ML-5.3c.
    pub falling_back: bool,
    pub manoeuvre_training: Level,
    /// Worst class of ground; road only if all of the move is on it.
    pub going: Going,
    /// The ground that the road crosses, for units without a road rate.
    pub beside_road: Going,
    pub tall_vegetation: bool,
}

/// A unit as typed in; a battery is limbered by default, since it does not move otherwise.
#[derive(Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields, rename = "March")]
struct TypedMarch {
    arm: Arm,
    class: Class,
    /// Whether it is horse artillery.
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    horse: bool,
    /// A general alone.
    general: bool,
    /// Formation while moving; if left out: limbered for a battery, line for others.
    formation: Option<Formation>,
    marker: Marker,
    /// It falls back: order R, or ML-5.3c.
    falling_back: bool,
    manoeuvre_training: Level,
    /// Worst class of ground; road only if all of the move is on it.
    going: Going,
    /// The ground that the road crosses, for units without a road rate.
    #[schemars(extend("x-when" = { "going": ["road"] }))]
    beside_road: Going,
    tall_vegetation: bool,
}

impl From<TypedMarch> for March {
    fn from(typed: TypedMarch) -> Self {
        let by_arm = if typed.arm == Arm::Artillery { Formation::Limbered } else { Formation::Line };
        Self {
            arm: typed.arm,
            class: typed.class,
            horse: typed.horse,
            general: typed.general,
            formation: typed.formation.unwrap_or(by_arm),
            marker: typed.marker,
            falling_back: typed.falling_back,
            manoeuvre_training: typed.manoeuvre_training,
            going: typed.going,
            beside_road: typed.beside_road,
            tall_vegetation: typed.tall_vegetation,
        }
    }
}

/// The allowance of one sequence; `None` if the unit may not move so.
pub fn allowance(book: &Book, march: &March, trace: &mut impl Trace) -> Option<Distance> {
    let pas = book.on(r::ML_6A).then(|| rate(book, march)).flatten().filter(|pas| *pas > 0);
    trace.line(|| Line::new(r::ML_6A, Op::Read(pas.map_or(0, i64::from))));
    pas.map(|pas| Distance::of(u16::from(pas)))
}

fn rate(book: &Book, march: &March) -> Option<u8> {
    let table = &book.tables.movement;
    let stance = book.stance(march.formation, march.marker);
    let class = book.class(march.arm, march.class);
    if march.general {
        return on_ground(book, march, &table.light_cavalry, book.on(r::ML_GAP_16));
    }
    match march.arm {
        // Cavalry has its own row in every formation and state (ML-GAP-16).
        Arm::Cavalry => {
            let row = if class == Class::High { &table.battle_cavalry } else { &table.light_cavalry };
            let on_foot = !book.on(r::ML_GAP_16) && march.marker == Marker::Routing;
            let row = if on_foot { &table.skirmish } else { row };
            // A unit that falls back is disorganised, so no longer a march column (ML-3.1c).
            let column = stance == Formation::MarchColumn && !(march.falling_back && book.on(r::ML_3_1C));
            on_ground(book, march, row, column)
        }
        Arm::Artillery => {
            let limbered = march.formation == Formation::Limbered || march.falling_back;
            if !limbered && book.on(r::ML_1_9H) {
                return None;
            }
            let class = if book.on(r::ML_6B) { class } else { Class::Middle };
            let row = if march.horse { table.horse_artillery.of(class) } else { table.foot_artillery.of(class) };
            if march.tall_vegetation && march.going == Going::Rough && book.on(r::ML_1_6C) {
                return None;
            }
            on_ground(book, march, row, true)
        }
        Arm::Infantry => {
            let row = if march.marker == Marker::Routing && book.on(r::ML_GAP_18) {
                &table.skirmish
            } else if march.falling_back && book.on(r::ML_3_1C) {
                let by_letter = book.options.skirmishers_fall_back_disordered || !book.on(r::ML_GAP_17);
                if stance == Formation::Skirmish && !by_letter { &table.skirmish } else { &table.disordered }
            } else {
                match stance {
                    Formation::Square | Formation::SolidSquare => {
                        let may = *book.tables.manoeuvre.advance_in_square.of(book.training(march.manoeuvre_training));
                        if !may && book.on(r::ML_6_1I) {
                            return None;
                        }
                        &table.square
                    }
                    Formation::AttackColumn | Formation::MarchColumn => &table.column,
                    Formation::Skirmish => &table.skirmish,
                    Formation::Disorder | Formation::NoFormation | Formation::Bastion => &table.disordered,
                    Formation::Line | Formation::Limbered | Formation::Deployed => &table.line,
                }
            };
            on_ground(book, march, row, stance == Formation::MarchColumn)
        }
    }
}

/// The properties of a kind of ground (ML-GAP-13).
#[must_use]
pub fn ground(book: &Book, kind: Kind) -> Terrain {
    if book.on(r::ML_GAP_13) { *book.tables.terrain(kind) } else { Terrain::open() }
}

/// The effective class of some ground: rough (ML-1.6c), very rough (ML-1.6d), buildings like rough ground (ML-1.6h).
#[must_use]
pub fn felt(book: &Book, going: Going, building: bool) -> Going {
    let felt = match going {
        Going::Rough if building => book.on(r::ML_1_6H),
        Going::Rough => book.on(r::ML_1_6C),
        Going::VeryRough => book.on(r::ML_1_6D),
        Going::Road | Going::Clear | Going::Forbidden => true,
    };
    if felt { going } else { Going::Clear }
}

/// Whether an arm may enter or cross some ground: it must have a rate on it (ML-1.6c, ML-1.6d), guns cross no obstacle
/// (ML-1.6e), only infantry enters a building (ML-1.6g).
#[must_use]
pub fn may_enter(book: &Book, arm: Arm, terrain: &Terrain) -> bool {
    let guns = arm == Arm::Artillery;
    if terrain.building || terrain.obstacle {
        let barred = terrain.building && arm != Arm::Infantry && book.on(r::ML_1_6G);
        return !(barred || terrain.obstacle && guns && book.on(r::ML_1_6E));
    }
    let march = March {
        arm,
        formation: if guns { Formation::Limbered } else { Formation::Line },
        going: felt(book, terrain.going, terrain.building),
        tall_vegetation: terrain.tall,
        ..March::default()
    };
    allowance(book, &march, &mut Quiet).is_some()
}

/// The rate of a row on a class of ground. `road`: the formation of the unit may use the road rate.
fn on_ground(book: &Book, march: &March, row: &Rate, road: bool) -> Option<u8> {
    let tall = march.tall_vegetation && book.on(r::ML_6D);
    let by = |going: Going| match going {
        Going::Road | Going::Clear => row.clear,
        Going::Rough if tall => row.tall_rough.or(row.rough),
        Going::Rough => row.rough,
        Going::VeryRough if tall => row.tall_very_rough.or(row.very_rough),
        Going::VeryRough => row.very_rough,
        Going::Forbidden => None,
    };
    if march.going != Going::Road {
        return by(march.going);
    }
    // Columns only (ML-6c, ML-1.6a); a unit without a road rate moves at that of the ground the road crosses
    // (ML-GAP-14).
    let entitled = road || !book.on(r::ML_6C);
    let ground = if book.on(r::ML_GAP_14) { by(march.beside_road) } else { None };
    if entitled && book.on(r::ML_1_6A) { row.road.or(ground) } else { ground }
}
