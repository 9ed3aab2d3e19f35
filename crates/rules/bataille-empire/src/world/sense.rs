//! Sight and measurements on the table, as the rules define them.

mod command_sense;
mod fight_sense;
mod flanks;
mod ground;
mod sight;

pub use flanks::Threats;

use super::{Life, Unit, World, layout};
use crate::{Ability, BatailleEmpire, Body, Formation, Losses, Order, r};
use game::{Side, UnitId};
use table::{Cm, Footprint, Measure, Piece, Point, Pose, apart_cm, distance, within_reach};

impl BatailleEmpire {
    /// The side of a unit or general.
    #[must_use]
    pub fn side(&self, id: UnitId) -> Side {
        let general = usize::from(id.0).checked_sub(self.sheets.len()).and_then(|place| self.generals.get(place));
        general.map_or_else(|| self.sheet(id).side, |general| general.side)
    }

    /// A unit as the resolutions need it: profile and state (BE-GAP-01).
    #[must_use]
    pub fn body(&self, w: &World, id: UnitId) -> Body {
        Body { out_of_command: !self.in_command(w, id), ..self.figure(w, id) }
    }

    /// The same without the question of command, which is slow to answer.
    #[must_use]
    pub fn figure(&self, w: &World, id: UnitId) -> Body {
        let (unit, sheet) = (w.unit(id), self.sheet(id));
        let mut abilities = sheet.body.abilities;
        if !unit.battalion_guns {
            abilities = abilities.without(Ability::BattalionGuns);
        }
        let formation = self.formation(w, id);
        Body {
            formation,
            inside: formation != unit.formation,
            losses: unit.losses,
            abilities,
            disorder: unit.disorder,
            marker: unit.marker,
            general: self.attached(w, id).is_some(),
            out_of_command: false,
            ..sheet.body
        }
    }

    /// The formation for the rules: half of a battalion stays in skirmish order inside a building (BE-GAP-24).
    #[must_use]
    pub fn formation(&self, w: &World, id: UnitId) -> Formation {
        let unit = w.unit(id);
        let loose = unit.detached && unit.formation == Formation::Garrison && self.on(r::BE_GAP_24);
        if loose { Formation::Skirmish } else { unit.formation }
    }

    /// The losses at which a unit is eliminated; half of a battalion's for each half of it (BE-GAP-02).
    #[must_use]
    pub fn capacity(&self, w: &World, id: UnitId) -> Losses {
        self.capacity_of(id, w.unit(id))
    }

    /// The same for a unit in a given state.
    pub(crate) fn capacity_of(&self, id: UnitId, unit: &Unit) -> Losses {
        let whole = self.sheet(id).body.capacity(&self.book);
        if unit.detached { Losses::halves(whole.in_halves() / 2) } else { whole }
    }

    /// Whether a unit has half of its losses or more (BE-TM-09, BE-GAP-84).
    #[must_use]
    pub fn worn(&self, w: &World, id: UnitId) -> bool {
        let percent = u16::from(self.book.tables.losses.worn_percent);
        u16::from(w.unit(id).losses.in_halves()) * 100 >= u16::from(self.capacity(w, id).in_halves()) * percent
    }

    /// The piece of a unit for measuring, aiming and contact (BE-GAP-35).
    #[must_use]
    pub fn piece(&self, w: &World, id: UnitId) -> Piece {
        let unit = w.unit(id);
        layout::piece(&self.book, &self.sheet(id).body, unit.pose, unit.formation)
    }

    /// Its piece elsewhere or in another formation.
    #[must_use]
    pub fn piece_at(&self, id: UnitId, pose: Pose, formation: Formation) -> Piece {
        layout::piece(&self.book, &self.sheet(id).body, pose, formation)
    }

    /// The pose of a unit with this piece: the middle of its front.
    #[must_use]
    pub fn pose_of(&self, piece: &Piece) -> Pose {
        layout::front(piece)
    }

    /// Everything that a unit covers (BE-GAP-04).
    #[must_use]
    pub fn footprint(&self, w: &World, id: UnitId) -> Footprint {
        layout::footprint(&self.book, &self.sheet(id).body, w.unit(id))
    }

    /// Units of a side in play on the table, by id.
    pub fn troops<'a>(&'a self, w: &'a World, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        w.ids().filter(move |id| self.sheet(*id).side == side && w.unit(*id).present())
    }

    /// Every unit in play on the table, by id.
    #[must_use]
    pub fn everybody(&self, w: &World) -> Vec<UnitId> {
        w.ids().filter(|id| w.unit(*id).present()).collect()
    }

    /// Units of a division in play on the table, with second halves, by id.
    #[must_use]
    pub fn of_division(&self, w: &World, division: u16) -> Vec<UnitId> {
        w.ids().filter(|id| self.sheet(*id).command == division && w.unit(*id).present()).collect()
    }

    /// The distance of two units: between the nearest points of their bases (BE-GAP-35).
    #[must_use]
    pub fn apart(&self, w: &World, a: UnitId, b: UnitId) -> Measure {
        distance(&self.piece(w, a), &self.piece(w, b))
    }

    /// Whether two units are within this distance.
    #[must_use]
    pub fn within(&self, w: &World, a: UnitId, b: UnitId, cm: Cm) -> bool {
        within_reach(&self.piece(w, a), &self.piece(w, b), cm)
    }

    /// The nearest enemy of any kind, with its distance; of several the lowest id.
    #[must_use]
    pub fn tactical(&self, w: &World, id: UnitId) -> Option<(UnitId, Measure)> {
        self.nearest_to(w, &self.piece(w, id), self.side(id).other())
    }

    /// The unit of a side nearest to a piece.
    #[must_use]
    pub fn nearest_to(&self, w: &World, piece: &Piece, side: Side) -> Option<(UnitId, Measure)> {
        let mut best: Option<(UnitId, Piece, Cm)> = None;
        for other in self.troops(w, side) {
            if best.is_some_and(|(.., least)| self.clear_of(w, piece, other, least)) {
                continue;
            }
            let his = self.piece(w, other);
            let cm = apart_cm(piece, &his);
            if best.is_none_or(|(.., least)| cm < least) {
                best = Some((other, his, cm));
            }
        }
        best.map(|(other, his, _)| (other, distance(piece, &his)))
    }

    /// Whether a unit is certainly farther from a piece than this, by its place alone; avoids an exact measurement.
    fn clear_of(&self, w: &World, piece: &Piece, other: UnitId, cm: Cm) -> bool {
        let unit = w.unit(other);
        let (front, depth) = layout::extent(&self.book, &self.sheet(other).body, unit.formation);
        let reach =
            [piece.front, piece.depth, cm, front, depth, depth].map(|cm| i64::from(cm.max(0))).iter().sum::<i64>();
        let (here, there) = (piece.pose.at, unit.pose.at);
        let [x, y] = [(here.x, there.x), (here.y, there.y)].map(|(a, b)| i64::from(a) - i64::from(b));
        x * x + y * y > reach * reach
    }

    /// Units of a side within a distance of a piece, by id.
    pub fn around<'a>(&'a self, w: &'a World, piece: Piece, side: Side, cm: Cm) -> impl Iterator<Item = UnitId> + 'a {
        // Most are too far away to be measured.
        let near = move |other: &UnitId| {
            !self.clear_of(w, &piece, *other, cm) && within_reach(&piece, &self.piece(w, *other), cm)
        };
        self.troops(w, side).filter(near)
    }

    /// Formed: in line, column or square, in a building, in battery; not skirmishers, irregular cavalry, limbered guns
    /// or units that fled this turn (BE-GAP-35).
    #[must_use]
    pub fn formed(&self, w: &World, id: UnitId) -> bool {
        self.sheet(id).body_in(self.formation(w, id)).formed(&self.book)
            && !(w.unit(id).now.fled && self.on(r::BE_GAP_35))
    }

    /// Formed and in order: such units support, secure and threaten (BE-GAP-35, BE-GAP-100).
    #[must_use]
    pub fn formed_in_order(&self, w: &World, id: UnitId) -> bool {
        self.formed(w, id) && !w.unit(id).disorder
    }

    /// The general attached to a unit, by place; at most one (BE-GAP-18).
    #[must_use]
    pub fn attached(&self, w: &World, id: UnitId) -> Option<usize> {
        w.generals.iter().position(|g| g.attached == Some(id) && g.life == Life::Present)
    }

    /// A place for a general just behind a unit.
    #[must_use]
    pub fn beside(&self, w: &World, id: UnitId) -> Point {
        let piece = self.piece(w, id);
        let at = piece.pose.ahead(-piece.depth / 2 - self.book.tables.footprint.general.cm() / 2).at;
        if self.terrain.inside(at) { at } else { piece.pose.at }
    }

    /// The nearest point on the table: a general behind a unit at the edge stays on the table.
    #[must_use]
    pub fn on_the_table(&self, at: Point) -> Point {
        let (width, height) = self.scenario.ground;
        Point::new(at.x.clamp(0, width.max(0)), at.y.clamp(0, height.max(0)))
    }

    /// The order under which a unit acts and reacts; a reserve reacts as on Tenir (BE-GAP-23).
    #[must_use]
    pub fn order_of(&self, w: &World, id: UnitId) -> Order {
        let division = w.division(self.sheet(id).command);
        if division.reserve && self.on(r::BE_GAP_23) { Order::Hold } else { division.order }
    }

    /// Whether two units face the same way within an angle (BE-GAP-66, BE-GAP-67).
    #[must_use]
    pub fn same_way(&self, w: &World, a: UnitId, b: UnitId) -> bool {
        let turned = table::turn(w.unit(a).pose.facing, w.unit(b).pose.facing).abs();
        turned <= self.book.tables.angle.same_way.0
    }
}
