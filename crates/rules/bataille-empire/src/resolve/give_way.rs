//! Retreat and flight on a path that may be barred (BE-FUI, BE-GAP-49, BE-GAP-96).

use crate::Ud;
use crate::resolve::morale::{self, Morale, Nerve};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Body, Formation, ShockRow};
use game::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// How a unit gives way.
    How {
        /// Facing the enemy (BE-FUI-01).
        Retreat,
        /// With its back to the enemy (BE-FUI-02).
        Flight,
    } default Retreat

    /// The reason why it gives way (BE-FUI-07).
    Cause {
        /// Beaten in a shock: Mêlée or Défaite.
        Defeat,
        /// Beaten in a shock: Déroute.
        Rout,
        /// It failed a morale test.
        Morale,
        /// It failed a morale test in Disorder.
        MoraleInDisorder,
    } default Defeat

    /// What bars the path of the unit.
    Barrier {
        Nothing,
        /// An enemy other than the one that it gives way to.
        Enemy,
        /// Ground that it may not enter.
        Ground,
        /// A friend that cannot be passed: a square or a garrison (BE-GAP-29).
        Friend,
        /// The edge of the table.
        Edge,
    } default Nothing

    /// The final facing of a unit.
    Faces {
        Enemy,
        /// Away from the enemy.
        Away,
    } default Enemy
}

/// A unit that gives way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GivingWay {
    pub unit: Body,
    pub cause: Cause,
    pub barrier: Barrier,
    /// Distance of the barrier behind it.
    pub barrier_at: Ud,
    /// After its first 2 UD it can pivot and go round the barrier.
    pub way_round: bool,
    /// Distance behind it at which a friend in rear support ends (BE-GAP-67).
    pub support: Option<Ud>,
}

/// The result of giving way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct GaveWay {
    pub how: How,
    /// The distance that it has moved.
    pub goes: Ud,
    /// The part of it straight back.
    pub straight: Ud,
    /// It then pivots to go round the barrier.
    pub pivots: bool,
    /// Its final facing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faces: Option<Faces>,
    /// The formation while moving.
    pub formation: Formation,
    /// It ends behind the supporting friend.
    pub behind_support: bool,
    /// It may stop at this distance, just behind that friend.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub least: Option<Ud>,
    pub eliminated: bool,
    /// The rule by which it is eliminated.
    #[serde(skip)]
    pub by: Option<Rule>,
}

/// How a unit gives way, and how far (BE-FUI-07).
#[must_use]
pub fn printed(book: &Book, cause: Cause, mounted: bool) -> (How, Ud) {
    let row = |row: ShockRow| book.tables.shock_result.iter().find(|entry| entry.row == row);
    let (how, pair) = match cause {
        Cause::Defeat => (How::Retreat, row(ShockRow::Defeat).and_then(|row| row.retreat)),
        Cause::Rout => (How::Flight, row(ShockRow::Rout).and_then(|row| row.flight)),
        Cause::Morale => (How::Retreat, Some(book.tables.morale.retreat)),
        Cause::MoraleInDisorder => (How::Flight, Some(book.tables.morale.flight)),
    };
    // Without BE-FUI-07 no distance is given.
    (how, pair.filter(|_| book.on(r::BE_FUI_07)).map_or(Ud::of(0), |pair| pair.of(mounted)))
}

/// How a unit that failed a morale test gives way, and how far: in Disorder it flees, so do light troops and guns, and
/// a garrison stays (BE-MOR-02 to BE-MOR-05).
fn failed(book: &Book, unit: &Body) -> (How, Ud) {
    let failure = morale::failure(book, &Morale { unit: *unit, nerve: Nerve::default() });
    match failure.flight {
        Some(far) => (How::Flight, far),
        None => (How::Retreat, failure.retreat.unwrap_or_default()),
    }
}

/// The rule by which a unit is eliminated when its path is barred: within the first 2 UD (BE-FUI-06), or when it flees
/// off the table (BE-GAP-38, BE-GAP-49). `None`: it stops.
#[must_use]
pub fn lost_by(book: &Book, how: How, edge: bool, early: bool) -> Option<Rule> {
    if edge && how == How::Flight && book.on(r::BE_GAP_38) {
        return Some(r::BE_GAP_38);
    }
    let stops = edge && book.on(r::BE_GAP_49);
    (early && !stops && book.on(r::BE_FUI_06)).then_some(r::BE_FUI_06)
}

/// The formation of a unit that gives way: squares and garrisons in column, guns limbered (BE-GAP-96).
#[must_use]
pub fn formation(book: &Book, formation: Formation, detached: bool) -> Formation {
    match formation {
        _ if !book.on(r::BE_GAP_96) => formation,
        Formation::SolidSquare | Formation::HollowSquare | Formation::Garrison if detached => Formation::Skirmish,
        Formation::SolidSquare | Formation::HollowSquare | Formation::Garrison => Formation::Column,
        Formation::Deployed => Formation::Limbered,
        same => same,
    }
}

/// How a unit gives way and ends.
#[must_use]
pub fn give_way(book: &Book, s: &GivingWay) -> GaveWay {
    let (how, far) = match s.cause {
        Cause::Morale => failed(book, &s.unit),
        cause => printed(book, cause, s.unit.mounted()),
    };
    let table = &book.tables.distance;
    let straight = far.min(table.straight);
    // An enemy also bars everything within 1 UD (BE-GAP-49).
    let keeps_off = s.barrier == Barrier::Enemy && book.on(r::BE_GAP_49);
    let free = if keeps_off { s.barrier_at.minus(table.barred) } else { s.barrier_at };
    let barred = s.barrier != Barrier::Nothing && free < far;
    let edge = s.barrier == Barrier::Edge;
    let early = barred && free < straight;
    let pivots = barred && !early && s.way_round && book.on(r::BE_FUI_04) && !(edge && how == How::Flight);
    let stopped = barred && !pivots;
    let by = if stopped { lost_by(book, how, edge, early) } else { None };
    let goes = if stopped { free } else { far };
    let behind = s.support.filter(|_| by.is_none() && book.all(&[r::BE_FUI_03, r::BE_GAP_49]));
    let least = behind.map(|friend| friend.plus(table.behind_support)).filter(|least| *least <= goes);
    let faces = match how {
        How::Retreat => book.on(r::BE_FUI_01).then_some(Faces::Enemy),
        How::Flight => book.on(r::BE_FUI_02).then_some(Faces::Away),
    };
    GaveWay {
        how,
        goes,
        straight: straight.min(goes),
        pivots,
        faces,
        formation: if goes > Ud::of(0) { formation(book, s.unit.formation, false) } else { s.unit.formation },
        behind_support: least.is_some(),
        least: least.filter(|least| *least < goes),
        eliminated: by.is_some(),
        by,
    }
}
