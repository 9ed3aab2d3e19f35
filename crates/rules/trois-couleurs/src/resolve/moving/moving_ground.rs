//! Effects of ground on a formation (BOI, OBS, L3C-GAP-A03, L3C-GAP-B14).

use crate::terms::state;
use crate::terms::tables::{Degrading, Terrain};
use crate::{Arm, Book, Cohesion, Cover, Formation, Gait, Ground, Mover, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit that enters or crosses ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Going {
    pub arm: Mover,
    /// Faculty for broken ground, 0 to 2.
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    #[schemars(range(min = 0, max = 2))]
    pub faculty: u8,
    pub formation: Formation,
    pub state: Cohesion,
    pub gait: Gait,
    pub terrain: Ground,
    /// The unit is cavalry that jumps it.
    #[schemars(extend("x-when" = { "arm": ["cavalry"], "terrain": ["stream", "minor_obstacle"] }))]
    pub jumps: bool,
}

/// Effects of the ground.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Gone {
    /// The unit may enter.
    pub enters: bool,
    /// The state inside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inside: Option<Cohesion>,
    /// The state after leaving.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Cohesion>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formation: Option<Formation>,
    /// The fastest gait allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gait: Option<Gait>,
    /// UD that it takes off the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost_ud: Option<u8>,
    /// Cover from fire inside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cover: Option<Cover>,
    /// A battery may unlimber there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may_deploy: Option<bool>,
}

/// Effects of ground on a unit.
#[must_use]
pub fn enter(book: &Book, going: &Going) -> Gone {
    let terrain = book.tables.terrain.of(going.terrain);
    let lost = terrain.lost.of(going.arm);
    let closed = match going.terrain {
        // Only infantry enters a dense wood (L3C-BOI-08).
        Ground::DenseWood => book.on(r::L3C_BOI_08),
        _ => book.on(r::L3C_GAP_A03),
    };
    if lost.is_none() && closed {
        return Gone {
            enters: false,
            inside: None,
            after: None,
            formation: None,
            gait: None,
            lost_ud: None,
            cover: None,
            may_deploy: None,
        };
    }
    let inside = inside(book, going, terrain);
    // Loose troops are formed again as they leave (L3C-BOI-01); lost order must be restored (L3C-BOI-10). A unit that
    // was only astride a stream is formed again beyond it (L3C-GAP-A03).
    let crossed = terrain.astride.is_some() && inside == going.state.max(terrain.astride.unwrap_or_default());
    let regained = inside == Cohesion::Loose || crossed && book.on(r::L3C_GAP_A03);
    let after = if regained || !book.on(r::L3C_BOI_10) { going.state } else { inside };
    let skirmish = terrain.only == Some(Formation::Skirmish) && book.on(r::L3C_BOI_09);
    let light = terrain.lost_by_light.filter(|_| going.arm == Mover::Infantry && going.faculty == 2);
    let artillery = going.arm.arm() == Arm::Artillery;
    let unlimbers = !(terrain.no_deployed_guns && book.on(r::L3C_BOI_07));
    Gone {
        enters: true,
        inside: Some(inside),
        after: Some(after),
        formation: Some(if skirmish { Formation::Skirmish } else { going.formation }),
        gait: Some(fastest(book, going, terrain)),
        lost_ud: if jumped(going, terrain) { Some(0) } else { light.or(lost) },
        cover: Some(if book.on(r::L3C_GAP_B14) { terrain.cover } else { Cover::None }),
        may_deploy: artillery.then_some(unlimbers),
    }
}

fn jumped(going: &Going, terrain: &Terrain) -> bool {
    going.jumps && terrain.jumpable && going.arm == Mover::Cavalry
}

/// The state inside.
fn inside(book: &Book, going: &Going, terrain: &Terrain) -> Cohesion {
    let state = going.state;
    if going.arm == Mover::Cavalry {
        let rule = if going.terrain == Ground::OpenWood { r::L3C_BOI_04 } else { r::L3C_GAP_A03 };
        let degrees = terrain.degrade.max(terrain.degrade_cavalry);
        return match terrain.cavalry {
            _ if !book.on(rule) => state,
            Some(worst) => state.max(worst),
            None => degraded(book, going, terrain, degrees),
        };
    }
    let Some(row) = terrain.faculty.filter(|_| going.arm == Mover::Infantry) else {
        return if book.on(r::L3C_GAP_A03) { degraded(book, going, terrain, terrain.degrade) } else { state };
    };
    let rule = match (going.terrain, going.faculty) {
        (Ground::OpenWood, 0) => r::L3C_BOI_02,
        (Ground::OpenWood, _) => r::L3C_BOI_01,
        _ => r::L3C_GAP_A03,
    };
    if !book.on(rule) {
        return state;
    }
    match row[usize::from(going.faculty).min(2)] {
        Degrading::Degrade => state::degrade(book, state, 1),
        Degrading::Loose => state.max(Cohesion::Loose),
        Degrading::Unformed => state.max(Cohesion::Unformed),
        Degrading::Disordered => Cohesion::Disordered,
    }
}

/// The state after these degrees of disorder, one more at a fast gait where that costs one; astride a stream no unit is
/// formed.
fn degraded(book: &Book, going: &Going, terrain: &Terrain, degrees: u8) -> Cohesion {
    let fast = if going.gait >= Gait::Quick { terrain.degrade_at_speed } else { 0 };
    let state = state::degrade(book, going.state, degrees.saturating_add(fast));
    terrain.astride.map_or(state, |astride| state.max(astride))
}

/// The fastest gait there: in an open wood only infantry charges (L3C-BOI-03), cavalry goes at PAC at most
/// (L3C-BOI-04).
fn fastest(book: &Book, going: &Going, terrain: &Terrain) -> Gait {
    let infantry = going.arm == Mover::Infantry;
    let rule = match (going.terrain, infantry) {
        (Ground::OpenWood, true) => r::L3C_BOI_03,
        (Ground::OpenWood, false) => r::L3C_BOI_04,
        _ => r::L3C_GAP_A03,
    };
    match (book.on(rule), infantry, jumped(going, terrain)) {
        (false, true, _) => Gait::Quick,
        (false, false, _) => Gait::Charge,
        (true, _, true) => terrain.jumped_gait.unwrap_or(terrain.gait),
        (true, true, false) => terrain.gait,
        (true, false, false) => terrain.cavalry_gait.unwrap_or(terrain.gait),
    }
}

/// An obstacle between two units, or at one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Behind {
    pub terrain: Ground,
    /// The unit touches it, stands behind it and faces the enemy (L3C-OBS-04).
    pub in_contact: bool,
    /// It still lies between the two when the attacker has moved two thirds of the way (L3C-OBS-05).
    pub between: bool,
    pub crosses: bool,
}

rulebook::words! {
    /// The effect of an obstacle in a test of morale.
    ObstacleSide {
        /// The obstacle has no effect.
        None,
        /// The unit has to cross it.
        Cross,
        /// The unit stays on its side of it.
        Behind,
    } default None
}

/// Benefits of an obstacle.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Worth {
    /// Cover from fire and in melee.
    pub cover: Cover,
    /// Its effect in a test of morale.
    pub morale: ObstacleSide,
}

/// Benefits of a linear obstacle for a unit: it hinders the crossing side and protects the defending side (L3C-OBS-03);
/// full cover only in contact with it (L3C-OBS-04), morale also farther behind (L3C-OBS-05).
#[must_use]
pub fn behind(book: &Book, behind: &Behind) -> Worth {
    let terrain = book.tables.terrain.of(behind.terrain);
    let linear = terrain.linear && book.on(r::L3C_OBS_01);
    // A marsh counts in morale like a stream, only more (L3C-MOR-33).
    let marsh = behind.terrain == Ground::Marsh && book.on(r::L3C_MOR_33);
    let sheltered = linear && behind.in_contact && !behind.crosses && book.on(r::L3C_OBS_04);
    let cover = if sheltered && book.on(r::L3C_GAP_B14) { terrain.cover } else { Cover::None };
    let counts = (linear || marsh) && (behind.in_contact || behind.between && book.on(r::L3C_OBS_05));
    let morale = match (counts && book.on(r::L3C_OBS_03), behind.crosses) {
        (false, _) => ObstacleSide::None,
        (true, true) => ObstacleSide::Cross,
        (true, false) => ObstacleSide::Behind,
    };
    Worth { cover, morale }
}
