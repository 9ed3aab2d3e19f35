//! Figures of scale, time, movement and ground.

use super::by::{ByArm, ByClass, ByMover, Mover};
use crate::{Cover, Distance, Formation, Order};
use game::Exact;
use rulebook::reconstructed_section as section;
use serde::Deserialize;
use table::Kind;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base {
    pub front: Distance,
    pub depth: Distance,
}

section! {
    /// Men, figures and bases.
    ScaleTable {
        cm: i32, men_per_figure: u32, losses_per_figure: u16, guns_per_gunner: u32, least_figures: u8, most_garrison: u8,
        infantry: Base, cavalry: Base, artillery: Base, officer: Base, skirmish_gap: Distance,
        least_to_charge: ByArm<u8>,
    }
}

section! {
    /// Durations of actions, in quarters.
    TimeTable {
        reaction: u8, reading: u8, reorientation: u8, table_of_losses: u8, most_forced_march: u8, uncontrolled: u8,
        following: u8, manhandling: u8, rejoining: u8, entering_house: u8, guns_handled: u8, least_leaving: u8,
    }
}

section! {
    /// Rates of movement.
    MovementTable {
        oblique: Exact, oblique_degrees: u16, backward: Exact, wheel_poor: Exact, forced_march: Exact, square: Exact,
        disordered: Exact, passing_friends: Exact, rout: Exact, evasion: u8, manhandling: Distance, keep_off: Distance,
        skirmish_fire: Exact,
    }
}

section! {
    /// Turns in place, in quarters (LA-PIV-05).
    TurningTable { good_infantry: u8, other_infantry: u8, cavalry: u8, rally: u8, evasion: u8 }
}

section! {
    /// Changes of formation, in quarters (LA-GAP-11).
    ChangingTable {
        semi_regular: u8, company_division: ByClass, column_line: ByClass, solid_square: ByClass, hollow_square: ByClass,
        from_square: ByClass, deploy: ByClass, recall: ByClass, front: ByClass, reorganise: ByClass, re_form: ByClass,
        re_order: ByClass, cavalry_line: ByClass, horse_guns: ByClass, foot_guns: ByClass,
    }
}

/// Rates by mover; a missing one may not enter.
pub type Rates = ByMover<Exact>;
/// Quarters to cross a line by mover; a missing one may not cross.
pub type Crossing = ByMover<u8>;

/// Effects of a kind of ground (LA-GAP-72).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct GroundRow {
    pub foot: Option<Exact>,
    pub skirmish: Option<Exact>,
    pub horse: Option<Exact>,
    pub guns: Option<Exact>,
    pub foot_column: Option<Exact>,
    pub horse_column: Option<Exact>,
    pub cross: Option<Crossing>,
    pub order: Option<Order>,
    pub horse_order: Option<Order>,
    pub cover: Cover,
    pub sight_inside: Option<Distance>,
    pub obstacle: bool,
}

impl GroundRow {
    /// The factor on the allowance; `None`: may not enter.
    #[must_use]
    pub const fn rate(&self, mover: Mover, formation: Formation) -> Option<Exact> {
        let column = formation.column();
        match mover {
            Mover::Foot if column && self.foot_column.is_some() => self.foot_column,
            Mover::Horse if column && self.horse_column.is_some() => self.horse_column,
            Mover::Foot => self.foot,
            Mover::Skirmish => self.skirmish,
            Mover::Horse => self.horse,
            Mover::Guns => self.guns,
        }
    }

    /// The order of the ranks inside it or after leaving it.
    #[must_use]
    pub const fn order(&self, mover: Mover) -> Option<Order> {
        match mover {
            Mover::Horse => match self.horse_order {
                Some(order) => Some(order),
                None => self.order,
            },
            Mover::Foot => self.order,
            Mover::Skirmish | Mover::Guns => None,
        }
    }
}

section! {
    /// The kinds of ground, and visibility in them.
    GroundTable {
        uphill: Rates, slope: Distance, sight: Distance, rain_sight: Distance, over_heads: Distance, hidden: Distance,
        cover_within: Distance, wall_blocks_beyond: Distance, over_friends: Distance, open: GroundRow, road: GroundRow,
        bridge: GroundRow, ford: GroundRow, plough: GroundRow, tall_crops: GroundRow, scrub: GroundRow,
        open_wood: GroundRow, forest: GroundRow, marsh: GroundRow, rocks: GroundRow, steep_slope: GroundRow,
        stream: GroundRow, hedge: GroundRow, wall: GroundRow, fortification: GroundRow, building: GroundRow,
        impassable: GroundRow,
    }
}

/// Whether a kind of ground is in the first list of the rulings (LA-GAP-16); all others came with LA-GAP-72.
#[must_use]
pub const fn in_first_list(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Road
            | Kind::Forest
            | Kind::Stream
            | Kind::Hedge
            | Kind::Wall
            | Kind::Marsh
            | Kind::WoodenBuilding
            | Kind::MasonryBuilding
    )
}

impl GroundTable {
    /// The row of a kind of ground.
    #[must_use]
    pub const fn of(&self, kind: Kind) -> &GroundRow {
        match kind {
            Kind::Meadow | Kind::Hill | Kind::Crest | Kind::Track => &self.open,
            Kind::Road => &self.road,
            Kind::Bridge => &self.bridge,
            Kind::Ford => &self.ford,
            Kind::Plough => &self.plough,
            Kind::TallCrops => &self.tall_crops,
            Kind::Scrub => &self.scrub,
            Kind::OpenWood | Kind::Orchard => &self.open_wood,
            Kind::Forest => &self.forest,
            Kind::Marsh => &self.marsh,
            Kind::Rocks => &self.rocks,
            Kind::SteepSlope => &self.steep_slope,
            Kind::Stream => &self.stream,
            Kind::Hedge | Kind::Barricade => &self.hedge,
            Kind::Wall => &self.wall,
            Kind::Fortification => &self.fortification,
            Kind::WoodenBuilding | Kind::MasonryBuilding => &self.building,
            Kind::River | Kind::Impassable => &self.impassable,
        }
    }
}

section! {
    /// Charges, rallies and evasions.
    ChargeTable {
        front_degrees: u16, rally_range: Distance, behind_friend: Distance, cavalry_lane: Distance,
        infantry_lane: Distance, bearings_hundredths: Vec<u16>, bend_degrees: u16,
    }
}

section! {
    /// Distances that an order allows (LA-GAP-13, LA-GAP-76).
    OrderTable { hold: Distance, cover: Distance, support: Distance, detached: Distance, detached_before: Distance }
}
