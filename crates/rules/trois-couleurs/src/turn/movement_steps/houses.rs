//! Houses: entering and leaving are manoeuvres of one to three points (L3C-ECO-06, L3C-ECO-07, L3C-GAP-A94), and one
//! unit holds a quarter (L3C-ECO-03, L3C-ECO-10).

use crate::field::Walls;
use crate::fight::{Aim, AssaultEnd};
use crate::question::Does;
use crate::resolve::combat::garrison::{Business, Entering, Measured, Millimetres, Taking, capacity, enter, taken};
use crate::resolve::moving::turning::allowed;
use crate::turn::D;
use crate::turn::entry::FoughtEntry;
use crate::world::{World, houses};
use crate::{Arm, Formation, TroisCouleurs, UD, r};
use game::{Choice, Key, Ref, UnitId};
use table::{Cm, FeatureId, Point, Pose, Shape};

/// Distance that counts as contact: too small for a unit in between.
const CONTACT: Cm = UD / 6;
/// A unit that leaves houses looks for room up to this distance, in these steps.
const OUTSIDE: Cm = 5 * UD;
const STEP: Cm = UD / 8;
/// A garrison that moves figures to one face.
const MASSED: [(u8, Does); 4] = [(0, Does::ManNorth), (1, Does::ManEast), (2, Does::ManSouth), (3, Does::ManWest)];

/// The faces to which a garrison moves its figures by a choice; an empty list: all alike.
pub(crate) fn manned(key: &Key) -> Option<Vec<u8>> {
    let one = MASSED.iter().find(|(_, does)| does.is(key)).map(|(face, _)| vec![*face]);
    one.or_else(|| Does::ManAll.is(key).then(Vec::new))
}

impl TroisCouleurs {
    /// Houses that a unit could enter: in contact, empty, and large enough (L3C-ECO-07, L3C-ECO-10, L3C-ECO-16).
    pub(crate) fn houses_beside(&self, w: &World, id: UnitId) -> Vec<FeatureId> {
        let unit = w.unit(id);
        if self.troop(id).arm != Arm::Infantry || unit.garrison.is_some() {
            return Vec::new();
        }
        let piece = self.piece(w, id);
        let mut found: Vec<FeatureId> = [0, 9_000, 18_000, 27_000]
            .into_iter()
            .flat_map(|by| self.terrain.touched(&piece.moved((piece.pose.facing + by).rem_euclid(36_000), CONTACT)))
            .filter(|feature| self.terrain.kind(*feature).is_some_and(houses))
            .collect();
        found.sort_unstable();
        found.dedup();
        let taken = |feature: FeatureId| w.present().any(|other| w.unit(other).garrison == Some(feature));
        found.retain(|feature| (!taken(*feature) || !self.on(r::L3C_ECO_10)) && self.holds_them(w, id, *feature));
        found
    }

    /// Whether the faces of some houses are long enough for a unit.
    fn holds_them(&self, w: &World, id: UnitId, feature: FeatureId) -> bool {
        let Some(Shape::Area(corners)) = self.terrain.feature(feature).map(|feature| feature.shape.clone()) else {
            return false;
        };
        let ends = corners.iter().zip(corners.iter().cycle().skip(1));
        let outline: f64 = ends.map(|(a, b)| a.to(*b)).sum();
        let face = Millimetres::from_cm((outline / 4.0).round() as Cm);
        let measured = Measured {
            faces_mm: [face; 4],
            base_mm: Millimetres::from_cm(self.book.tables.scale.infantry_front_cm),
            figures: Some(self.left(&w.unit(id).body, id)),
            skirmish: w.unit(id).body.formation == Formation::Skirmish,
        };
        capacity(&self.book, &measured).fits != Some(false)
    }

    fn entering(&self, w: &World, id: UnitId, business: Business) -> Entering {
        let unit = w.unit(id);
        Entering {
            business,
            faculty: self.troop(id).faculty,
            skirmish: unit.body.formation == Formation::Skirmish,
            state: unit.body.state,
            ..Entering::default()
        }
    }

    /// PA of entering or leaving.
    pub(crate) fn house_points(&self, w: &World, id: UnitId, business: Business) -> u8 {
        enter(&self.book, &self.entering(w, id, business)).points
    }

    /// Choices at houses in place of a change of formation.
    pub(crate) fn house_choices(&self, w: &World, id: UnitId) -> Vec<Choice> {
        if !self.on(r::L3C_GAP_A94) {
            return Vec::new();
        }
        let spent = w.unit(id).body.points_spent;
        let choice = |key: Key, business: Business| {
            let points = self.house_points(w, id, business);
            let mut choice = Choice::of(key, &[r::L3C_ECO_06, r::L3C_GAP_A94]);
            choice.facts.insert(game::Term::of("points"), i64::from(points));
            allowed(&self.book, spent, points).then_some(choice)
        };
        if let Some(walls) = self.walls(w, id) {
            let moved = |does: Does| choice(does.key(), Business::Redeploy);
            let masses = MASSED.iter().zip(&walls.room).filter(|(_, room)| **room > 0).map(|((_, does), _)| *does);
            let about = masses.chain([Does::ManAll]).filter_map(moved);
            return choice(Does::Leave.key(), Business::Leave).into_iter().chain(about).collect();
        }
        if w.unit(id).garrison.is_some() {
            return choice(Does::Leave.key(), Business::Leave).into_iter().collect();
        }
        let beside = self.houses_beside(w, id).into_iter();
        beside.filter_map(|feature| choice(Does::Enter.about(Ref::Site(feature)), Business::Enter)).collect()
    }

    /// A unit enters some houses.
    pub(crate) fn enters_houses(&self, d: &mut D<'_>, id: UnitId, feature: FeatureId) {
        let entered = enter(&self.book, &self.entering(&d.world, id, Business::Enter));
        let open = self.houses_beside(&d.world, id).contains(&feature);
        if !open || !allowed(&self.book, d.world.unit(id).body.points_spent, entered.points) {
            self.note(d, id, "order_void", game::Facts::new(), &[r::L3C_ECO_07, r::L3C_GAP_A45]);
            return;
        }
        let middle = self.middle_of(feature).unwrap_or(d.world.unit(id).pose.at);
        self.spend(d, id, entered.points, r::L3C_ECO_06);
        let facing = d.world.unit(id).pose.facing;
        self.change(d, id, &[r::L3C_ECO_06, r::L3C_GAP_A94], |u| {
            (u.garrison, u.faces) = (Some(feature), [0; 4]);
            u.body.state = entered.state;
            u.pose = Pose { at: middle, facing };
        });
    }

    /// A garrison moves its figures from face to face (L3C-ECO-06): to one, with the rest beside it, or to all alike.
    pub(crate) fn mans(&self, d: &mut D<'_>, id: UnitId, faces: &[u8]) {
        let moved = enter(&self.book, &self.entering(&d.world, id, Business::Redeploy));
        let Some(walls) = self.walls(&d.world, id) else { return };
        if !allowed(&self.book, d.world.unit(id).body.points_spent, moved.points) {
            self.note(d, id, "order_void", game::Facts::new(), &[r::L3C_ECO_06, r::L3C_GAP_A45]);
            return;
        }
        self.masses(d, id, walls.spread(self.left(&d.world.unit(id).body, id), faces), moved.points);
    }

    /// Moves figures to faces, and reports where they stand.
    fn masses(&self, d: &mut D<'_>, id: UnitId, held: [u8; 4], points: u8) {
        self.spend(d, id, points, r::L3C_ECO_06);
        self.change(d, id, &[r::L3C_ECO_06, r::L3C_GAP_A104], |u| u.faces = held);
        let stands = [0, 1, 2, 3].map(|face| (Walls::compass(face), i64::from(held[usize::from(face)])));
        self.note(d, id, "mans_faces", game::facts(stands), &[r::L3C_ECO_06, r::L3C_GAP_A104]);
    }

    /// In answer to an assault a garrison may always move to the face attacked, beyond its points if need be
    /// (L3C-ECO-26): its faces afterwards, and the cost. `None`: its present faces are the best.
    pub(crate) fn man_in_answer(&self, w: &World, id: UnitId, attacker: UnitId) -> Option<([u8; 4], u8)> {
        let walls = self.walls(w, id)?;
        let business = Entering { in_answer: true, ..self.entering(w, id, Business::Redeploy) };
        let moved = enter(&self.book, &business);
        let attacked = walls.attacked(&self.book, self.piece(w, attacker).front_middle());
        let held = walls.spread(self.left(&w.unit(id).body, id), &attacked);
        let on = |of: &[u8; 4]| attacked.iter().map(|face| of[usize::from(*face)]).sum::<u8>();
        (moved.allowed && on(&held) > on(&walls.held)).then_some((held, moved.points))
    }

    /// Makes that move.
    pub(crate) fn mans_in_answer(&self, d: &mut D<'_>, id: UnitId, attacker: UnitId) {
        if let Some((held, points)) = self.man_in_answer(&d.world, id, attacker) {
            self.masses(d, id, held, points);
        }
    }

    /// A garrison leaves, to the front, as near as there is room.
    pub(crate) fn leaves_houses(&self, d: &mut D<'_>, id: UnitId) {
        let left = enter(&self.book, &self.entering(&d.world, id, Business::Leave));
        let place = self.outside(&d.world, id);
        match place.filter(|_| allowed(&self.book, d.world.unit(id).body.points_spent, left.points)) {
            Some(pose) => {
                self.spend(d, id, left.points, r::L3C_ECO_06);
                self.change(d, id, &[r::L3C_ECO_06, r::L3C_GAP_A94], |u| {
                    (u.garrison, u.faces) = (None, [0; 4]);
                    u.body.state = left.state;
                    u.pose = pose;
                });
            }
            None => self.note(d, id, "order_void", game::Facts::new(), &[r::L3C_ECO_06, r::L3C_GAP_A45]),
        }
    }
}

impl TroisCouleurs {
    /// The first free place in front of the houses that a unit holds.
    pub(crate) fn outside(&self, w: &World, id: UnitId) -> Option<Pose> {
        let pose = w.unit(id).pose;
        (0..=OUTSIDE / STEP).map(|n| pose.ahead(n * STEP)).find(|pose| {
            let piece = self.piece_of(id, &w.unit(id).body, *pose);
            let closed = self.terrain.touched(&piece).into_iter().any(|feature| self.closed(id, feature));
            let free = !self.others(w, id).iter().any(|(_, other)| table::overlaps(&piece, other));
            !closed && free && self.terrain.holds(&piece)
        })
    }

    /// A unit caught entering or leaving has no benefit from the houses: it is outside and unformed, or disordered if
    /// it was before (L3C-MVT-18, L3C-ECO-12).
    pub(crate) fn caught_at_houses(&self, d: &mut D<'_>, id: UnitId) {
        if !self.on(r::L3C_MVT_18) {
            return;
        }
        let business = if d.world.unit(id).garrison.is_some() { Business::Leave } else { Business::Enter };
        let caught = Entering { caught: true, ..self.entering(&d.world, id, business) };
        let state = enter(&self.book, &caught).state;
        let place = d.world.unit(id).garrison.and_then(|_| self.outside(&d.world, id));
        d.world.plans.entry(id).and_modify(|plan| plan.finish(crate::world::Code::manoeuvre));
        self.change(d, id, &[r::L3C_MVT_18, r::L3C_ECO_12], |u| {
            u.body.state = state;
            if let Some(pose) = place {
                (u.garrison, u.faces) = (None, [0; 4]);
                u.pose = pose;
            }
        });
    }

    /// An attacker takes the houses of a garrison that has given way (L3C-ECO-18, L3C-GAP-A15). True: it has.
    pub(crate) fn takes_houses(&self, d: &mut D<'_>, one: &FoughtEntry<'_, '_>, held: Option<FeatureId>) -> bool {
        let id = one.entry.attacker;
        let Some(feature) = held.filter(|_| one.bout.assault.purpose == Aim::Contact) else { return false };
        let won =
            matches!(one.end.outcome, AssaultEnd::Attacker | AssaultEnd::DefenderGone | AssaultEnd::AttackerPursues);
        let w = &d.world;
        let empty = !w.present().any(|other| w.unit(other).garrison == Some(feature));
        let foot = self.troop(id).arm == Arm::Infantry && w.unit(id).in_hand();
        if !won || !empty || !foot || !self.holds_them(w, id, feature) || !self.on(r::L3C_GAP_A94) {
            return false;
        }
        // A unit that fought for them has lost its order by that already (L3C-ECO-18), and so has a unit that has
        // pursued.
        let state = if self.chases_on(one) {
            w.unit(id).body.state
        } else if one.bout.met() {
            enter(&self.book, &self.entering(w, id, Business::Enter)).state
        } else {
            let taking = Taking { faculty: self.troop(id).faculty, state: w.unit(id).body.state, ..Taking::default() };
            taken(&self.book, &taking).state
        };
        let middle = self.middle_of(feature).unwrap_or(w.unit(id).pose.at);
        let facing = w.unit(id).pose.facing;
        self.change(d, id, &[r::L3C_ECO_18, r::L3C_GAP_A94], |u| {
            (u.garrison, u.faces) = (Some(feature), [0; 4]);
            u.body.state = state;
            u.pose = Pose { at: middle, facing };
        });
        true
    }

    pub(crate) fn middle_of(&self, feature: FeatureId) -> Option<Point> {
        match self.terrain.feature(feature).map(|feature| &feature.shape) {
            Some(Shape::Area(corners)) => Some(rulebook::set_up::middle_of(corners)),
            _ => None,
        }
    }
}
