//! The ground under a unit and between two of them (BE-GAP-30, BE-GAP-70).

use crate::terms::tables::Terrain as Row;
use crate::world::World;
use crate::{BatailleEmpire, Cover, Going, r};
use game::UnitId;
use table::{Angle, Cm, FeatureId, Piece, Point, within_cm};

/// Points along each side of a base to determine how much of it is in a piece of ground.
const GRID: i32 = 8;

impl BatailleEmpire {
    /// The properties of a feature.
    #[must_use]
    pub fn row(&self, feature: FeatureId) -> Option<&Row> {
        self.terrain.kind(feature).map(|kind| self.book.tables.terrain(kind))
    }

    /// The class of ground at a point; roads are clear for units in column on them (BE-MVT-07).
    #[must_use]
    pub fn going_at(&self, p: Point, on_road: bool) -> Going {
        self.class_of(self.terrain.at(p), on_road)
    }

    /// The class of ground of a point that these features cover.
    fn class_of(&self, features: impl Iterator<Item = FeatureId>, on_road: bool) -> Going {
        let mut worst = Going::Clear;
        let mut way = None;
        for feature in features {
            let Some(row) = self.row(feature) else { continue };
            if row.bridge || on_road && row.road && self.on(r::BE_MVT_07) {
                way = Some(Going::Clear);
            } else if row.obstacle && row.going == Going::Rough {
                way = way.or(Some(Going::Rough));
            } else if !row.obstacle {
                worst = worst.max(row.going);
            }
        }
        way.unwrap_or(worst)
    }

    /// The worst class under at least half of a base (BE-GAP-30).
    #[must_use]
    pub fn going_under(&self, piece: &Piece) -> Going {
        if self.on(r::BE_GAP_30) { self.known_going.get(piece, || self.look_under(piece)) } else { Going::Clear }
    }

    fn look_under(&self, piece: &Piece) -> Going {
        if self.terrain.touched_of(piece, self.slow).is_empty() {
            return Going::Clear;
        }
        let about = self.terrain.touched_of(piece, self.uneven);
        let class = |p: Point| self.class_of(about.iter().copied().filter(|f| self.terrain.covers(*f, p)), false);
        let mut found: Vec<Going> = grid(piece).map(class).collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        // The class of the median point, counted from the worst.
        found.get(found.len() / 2 - 1).copied().unwrap_or(Going::Clear)
    }

    /// The stretches of a straight path that are not clear, with a margin. Elsewhere the ground is clear and there is
    /// nothing to cross.
    pub(crate) fn uneven_on(&self, from: Point, to: Point) -> Vec<(Cm, Cm)> {
        const SPARE: Cm = 1_000;
        let met = self.terrain.along(from, to).into_iter();
        let uneven = met.filter(|c| self.terrain.kind(c.feature).is_some_and(|kind| self.uneven.has(kind)));
        uneven.map(|c| (c.from_cm - SPARE, c.to_cm + SPARE)).collect()
    }

    /// Where a straight path meets obstacles: one place for each (BE-MVT-06).
    pub(crate) fn obstacles_on(&self, from: Point, bearing: Angle, far: Cm) -> Vec<Cm> {
        let met = self.terrain.along(from, from.step(bearing, far)).into_iter();
        let obstacles = met.filter(|c| self.row(c.feature).is_some_and(|row| row.obstacle));
        let open = obstacles.filter(|c| !self.bridged(from.step(bearing, c.from_cm.midpoint(c.to_cm))));
        open.map(|c| c.from_cm.max(0)).collect()
    }

    /// The stretches of a straight path along or across roads.
    pub(crate) fn roads_on(&self, from: Point, bearing: Angle, far: Cm) -> Vec<(Cm, Cm)> {
        let met = self.terrain.along(from, from.step(bearing, far)).into_iter();
        met.filter(|c| self.row(c.feature).is_some_and(|row| row.road)).map(|c| (c.from_cm, c.to_cm)).collect()
    }

    /// Whether a bridge carries a unit at a point over what lies below (BE-GAP-30).
    pub(crate) fn bridged(&self, at: Point) -> bool {
        self.terrain.at(at).any(|feature| self.row(feature).is_some_and(|row| row.bridge))
    }

    /// The class of ground under a unit.
    #[must_use]
    pub fn going(&self, w: &World, id: UnitId) -> Going {
        self.going_under(&self.piece(w, id))
    }

    /// Whether at least half of a base is in ground with a property.
    #[must_use]
    pub fn half_in(&self, piece: &Piece, holds: impl Fn(&Row) -> bool) -> bool {
        let about: Vec<FeatureId> =
            self.terrain.touched(piece).into_iter().filter(|f| self.row(*f).is_some_and(&holds)).collect();
        if about.is_empty() {
            return false;
        }
        let inside = grid(piece).filter(|p| about.iter().any(|f| self.terrain.covers(*f, *p))).count();
        inside * 2 >= (GRID * GRID) as usize
    }

    /// The cover of a unit against an attack from a point: of the ground it stands in, or of a linear obstacle in front
    /// that the attack crosses (BE-GAP-30, BE-GAP-70).
    #[must_use]
    pub fn cover_of(&self, w: &World, id: UnitId, from: Point) -> Cover {
        if !self.on(r::BE_GAP_30) {
            return Cover::None;
        }
        let unit = w.unit(id);
        if let Some(row) = unit.inside.and_then(|site| self.row(site)) {
            return row.cover;
        }
        let piece = self.piece(w, id);
        let reach = self.book.tables.distance.contact.cm();
        let about = Piece { front: piece.front + 2 * reach, depth: piece.depth + 2 * reach, ..piece };
        let mut best = Cover::None;
        for feature in self.terrain.touched(&about) {
            let Some(row) = self.row(feature).filter(|row| row.cover > best) else { continue };
            let covers = if row.obstacle {
                self.terrain.piece_to_feature(&piece, feature).is_some_and(|m| within_cm(m.cm, reach))
                    && self.terrain.along(from, piece.pose.at).iter().any(|crossing| crossing.feature == feature)
            } else {
                let faced = !row.front_only || table::angle_off(&unit.pose, from).abs() <= 9_000;
                let kind = self.terrain.kind(feature);
                faced
                    && row.garrison == 0
                    && self.half_in(&piece, |other| kind.is_some_and(|k| other == self.book.tables.terrain(k)))
            };
            if covers {
                best = row.cover;
            }
        }
        best
    }

    /// Whether a unit is in a building or a fortification, where it does not give way (BE-MOR-02, BE-RAL-01).
    #[must_use]
    pub fn sheltered(&self, w: &World, id: UnitId) -> bool {
        w.unit(id).inside.is_some() || self.half_in(&self.piece(w, id), |row| row.fortified)
    }

    /// Level of the ground under the middle of a unit's front.
    #[must_use]
    pub fn level(&self, w: &World, id: UnitId) -> i32 {
        self.terrain.level(w.unit(id).pose.at)
    }

    /// Whether a bank to defend lies in front of a piece, seen from a point: as near as for cover (BE-CHO-33,
    /// BE-GAP-30).
    #[must_use]
    pub fn bank_before(&self, piece: &Piece, from: Point) -> bool {
        let reach = self.book.tables.distance.contact.cm();
        let near = |feature| self.terrain.piece_to_feature(piece, feature).is_some_and(|m| within_cm(m.cm, reach));
        let crossed = self.terrain.along(from, piece.pose.at);
        crossed.iter().any(|c| self.row(c.feature).is_some_and(|row| row.bank) && near(c.feature))
    }
}

/// Points spread evenly over a piece.
fn grid(piece: &Piece) -> impl Iterator<Item = Point> + '_ {
    let at = |n: i32, length: i32| length * (2 * n + 1) / (2 * GRID) - length / 2;
    (0..GRID).flat_map(move |x| (0..GRID).map(move |y| piece.pose.local(at(x, piece.front), at(y, piece.depth))))
}
