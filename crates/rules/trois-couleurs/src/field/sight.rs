//! Which units see each other: ground and close-order troops hide (L3C-GEN-08, L3C-GEN-14, L3C-FEU-16).

use super::frame::Frame;
use super::scene::Scene;
use super::{Field, UnitId};
use crate::{Book, r};
use table::{Blockers, Cm, Kind, Kinds, Point, SLACK, Sight, Terrain, Veil, within_cm};

/// Ground that blocks the view; the view through woods is measured separately.
const MASKS: Kinds = Kinds::of(&[Kind::WoodenBuilding, Kind::MasonryBuilding, Kind::Fortification]);

/// Points from which a unit looks: its corners and the middle of its front.
fn eyes(frame: &Frame) -> [Point; 5] {
    let [a, b, c, d] = frame.corners();
    [frame.front_middle(), a, b, c, d]
}

/// Points at which a unit is seen.
fn aims(frame: &Frame) -> [Point; 6] {
    let [a, b, c, d] = frame.corners();
    [frame.front_middle(), a, b, frame.middle(), c, d]
}

/// Whether some figure of one unit sees some figure of another (L3C-MOR-67): units in between hide it if they cover
/// every line (L3C-GEN-14).
pub(super) fn sees(scene: &Scene<'_>, from: (UnitId, &Frame), to: (UnitId, &Frame)) -> bool {
    let book = scene.book;
    if !book.on(r::L3C_MOR_67) {
        return true;
    }
    let troops = book.on(r::L3C_GEN_14);
    let open = !book.on(r::L3C_FEU_16);
    // Only units around the lines between the two can hide anything.
    let hide = scene.footprints(|id, unit, frame| {
        troops && id != from.0 && id != to.0 && (unit.close_order() || open) && frame.about(from.1, to.1)
    });
    let ground = Sightline::between(book, &scene.field.terrain, from.1, to.1);
    let free = |a: Point, b: Point| !hide.iter().any(|frame| frame.cut_by(a, b)) && ground.clear(a, b);
    eyes(from.1).iter().any(|&eye| aims(to.1).iter().any(|&aim| free(eye, aim)))
}

/// Whether ground alone leaves a unit in view (L3C-MOR-99).
pub(super) fn in_the_open(book: &Book, terrain: &Terrain, from: &Frame, to: &Frame) -> bool {
    let ground = Sightline::between(book, terrain, from, to);
    eyes(from).iter().any(|&eye| aims(to).iter().any(|&aim| ground.clear(eye, aim)))
}

/// Whether ground alone leaves a threat in view (L3C-MOR-99): an open wood does not hide cavalry (L3C-BOI-05).
pub(super) fn threatening(book: &Book, terrain: &Terrain, from: &Frame, to: &Frame, cavalry: bool) -> bool {
    let mut ground = Sightline::between(book, terrain, from, to);
    if cavalry && book.on(r::L3C_BOI_05) {
        ground.open_wood = None;
    }
    eyes(from).iter().any(|&eye| aims(to).iter().any(|&aim| ground.clear(eye, aim)))
}

/// Whether terrain lets a unit see a point (L3C-CHEF-06).
pub(super) fn shows(book: &Book, terrain: &Terrain, place: Point, frame: &Frame) -> bool {
    let ground = Sightline::between(book, terrain, frame, frame);
    eyes(frame).iter().any(|&eye| ground.clear(eye, place))
}

/// The ground as it hides between two units.
struct Sightline<'a> {
    terrain: &'a Terrain,
    veil: Veil,
    nobody: Blockers,
    hides: bool,
    /// Visibility through open wood; `None`: unlimited (L3C-GAP-B38).
    open_wood: Option<Cm>,
    /// Visibility into and out of a dense wood.
    dense_wood: Cm,
    /// A unit farther than this behind the edge of a plateau is not seen from below (L3C-GEN-13); `None`: it is seen.
    edge: Option<Cm>,
}

impl<'a> Sightline<'a> {
    /// Within two UD crests do not hide (L3C-FEU-06).
    fn between(book: &Book, terrain: &'a Terrain, from: &Frame, to: &Frame) -> Self {
        let near = &book.tables.distance;
        let sliding = within_cm(from.gap(to), near.crest_sight.cm()) && book.on(r::L3C_FEU_06);
        let veil = Veil { masks: MASKS, depth: near.wood_sight.cm(), crests: !sliding, ..Veil::default() };
        let edge = (!sliding && book.on(r::L3C_GEN_13)).then_some(near.crest_first.cm());
        Self {
            terrain,
            veil,
            nobody: Blockers::none(),
            hides: book.on(r::L3C_GEN_08),
            open_wood: book.on(r::L3C_GAP_B38).then(|| near.wood_sight.cm()),
            dense_wood: if book.on(r::L3C_GAP_B38) { near.wood_edge.cm() } else { Cm::MAX },
            edge,
        }
    }

    /// Whether woods block a line: too much open wood, or a dense wood on the way; a unit in a dense wood is seen only
    /// near its edge (L3C-GAP-B38).
    fn in_the_woods(&self, a: Point, b: Point) -> bool {
        let (mut open, whole) = (0, a.to(b).round() as Cm);
        for crossing in self.terrain.along(a, b) {
            let long = crossing.to_cm - crossing.from_cm;
            match self.terrain.kind(crossing.feature) {
                Some(Kind::OpenWood | Kind::Orchard) => open += long,
                Some(Kind::Forest) => {
                    let inside = crossing.from_cm <= SLACK || crossing.to_cm >= whole - SLACK;
                    if long > SLACK && (!inside || !within_cm(long, self.dense_wood)) {
                        return true;
                    }
                }
                _ => {}
            }
        }
        self.open_wood.is_some_and(|most| !within_cm(open, most))
    }

    /// Whether one end stands on a plateau, too far from its edge to be seen from the other.
    fn deep_on_a_plateau(&self, a: Point, b: Point) -> bool {
        let Some(edge) = self.edge else { return false };
        let (one, two) = (self.terrain.level(a), self.terrain.level(b));
        if one == two {
            return false;
        }
        let (high, low) = if one > two { (a, b) } else { (b, a) };
        self.terrain.along(high, low).iter().any(|crossing| {
            let hill = self.terrain.kind(crossing.feature) == Some(Kind::Hill);
            hill && crossing.from_cm == 0 && crossing.to_cm >= edge
        })
    }

    fn clear(&self, a: Point, b: Point) -> bool {
        let bare = self.terrain.ground().features.is_empty() || !self.hides;
        bare || !self.deep_on_a_plateau(a, b)
            && !self.in_the_woods(a, b)
            && Sight { terrain: self.terrain, veil: self.veil, blockers: &self.nobody }.clear(a, b, &[])
    }
}

impl Field {
    /// Whether the ground alone leaves one unit in view of another.
    #[must_use]
    pub fn in_the_open(&self, book: &Book, a: UnitId, b: UnitId) -> bool {
        match (self.unit(a), self.unit(b)) {
            (Some((_, a)), Some((_, b))) => in_the_open(book, &self.terrain, a, b),
            _ => false,
        }
    }
}
