//! Sight and measurements on the table, as the rules define them.

use super::layout::{ELEMENT_DEPTH, GENERAL_RADIUS};
use super::{PAS, Positions, Unit, World};
use crate::{Aspect, Formation, MarieLouise, Marker, Shelter, r};
use game::{Side, UnitId};
use rulebook::ids::unit_id;
use table::{
    Blocked, Blockers, Cm, FeatureId, Footprint, Measure, Piece, Point, Pose, Quarter, Sight, ahead_of_front, closer,
    disc_to_disc, disc_to_piece, distance, point_to_piece, quarter, within_cm,
};

impl MarieLouise {
    /// The present positions of the units.
    #[must_use]
    pub fn positions(&self, w: &World) -> Positions {
        let tdcs: Vec<(u32, Piece)> =
            w.ids().filter(|id| w.unit(*id).present()).map(|id| (u32::from(id.0), w.unit(id).tdc())).collect();
        // Only a TdC blocks sight (ML-1.8c); a unit without one would block with all its elements (ML-1.7a).
        let hiding = match (self.on(r::ML_1_8C), self.on(r::ML_1_7A)) {
            (false, _) => Vec::new(),
            (true, true) => tdcs.clone(),
            (true, false) => self.elements_of_all(w),
        };
        Positions::new(tdcs, hiding)
    }

    fn elements_of_all(&self, w: &World) -> Vec<(u32, Piece)> {
        let elements = |id: UnitId| self.footprint(w.unit(id)).into_iter().map(move |p| (u32::from(id.0), p));
        w.ids().filter(|id| w.unit(*id).present()).flat_map(elements).collect()
    }

    fn sight<'a>(&'a self, blockers: &'a Blockers) -> Sight<'a> {
        Sight { terrain: &self.terrain, veil: self.veil, blockers }
    }

    /// The elements of a unit in its formation, the TdC first (ML-1.9a to ML-1.9h); without the rule of the formation
    /// the other elements have no place.
    #[must_use]
    pub fn footprint(&self, u: &Unit) -> Footprint {
        let mut pieces = u.footprint();
        let laid = match u.formation {
            Formation::Line => self.on(r::ML_1_9A),
            Formation::MarchColumn => self.on(r::ML_1_9B),
            Formation::AttackColumn => self.on(r::ML_1_9C),
            Formation::Square => self.on(r::ML_1_9D),
            Formation::SolidSquare => self.on(r::ML_GAP_47),
            Formation::Skirmish => self.on(r::ML_1_9E),
            Formation::Disorder => self.on(r::ML_1_9F),
            Formation::Limbered | Formation::Deployed => self.on(r::ML_1_9H),
            Formation::NoFormation | Formation::Bastion => true,
        };
        if !laid {
            pieces.truncate(1);
        }
        pieces
    }

    /// The side of a unit.
    #[must_use]
    pub fn side(&self, id: UnitId) -> Side {
        self.sheet(id).side
    }

    /// TdC to TdC (ML-1.7c, ML-GAP-11).
    #[must_use]
    pub fn apart(&self, w: &World, a: UnitId, b: UnitId) -> Measure {
        if self.on(r::ML_1_7C) {
            return distance(&w.unit(a).tdc(), &w.unit(b).tdc());
        }
        // Without a reference element the nearest elements count.
        let (ours, theirs) = (self.footprint(w.unit(a)), self.footprint(w.unit(b)));
        let pairs = ours.iter().flat_map(|one| theirs.iter().map(move |other| distance(one, other)));
        pairs.min_by_key(|measure| measure.cm).unwrap_or_default()
    }

    /// The same without the end points.
    fn apart_by(&self, w: &World, a: UnitId, b: UnitId) -> Cm {
        let references = self.on(r::ML_1_7C).then(|| table::apart_cm(&w.unit(a).tdc(), &w.unit(b).tdc()));
        references.unwrap_or_else(|| self.apart(w, a, b).cm)
    }

    /// Units of a side on the table.
    pub fn troops<'a>(&'a self, w: &'a World, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        w.ids().filter(move |id| self.side(*id) == side && w.unit(*id).present())
    }

    /// Every unit on the table, both sides, by id.
    #[must_use]
    pub fn everybody(&self, w: &World) -> Vec<UnitId> {
        w.ids().filter(|id| w.unit(*id).present()).collect()
    }

    /// Other units within a distance of a unit, TdC to TdC, sorted by id.
    pub fn around<'a>(
        &'a self,
        w: &'a World,
        positions: &Positions,
        id: UnitId,
        cm: Cm,
    ) -> impl Iterator<Item = (UnitId, Cm)> + 'a {
        let near = positions.around(&w.unit(id).tdc(), cm);
        near.into_iter().filter_map(move |tag| {
            let other = unit_id(tag);
            let apart = (other != id).then(|| self.apart_by(w, id, other))?;
            within_cm(apart, cm).then_some((other, apart))
        })
    }

    /// The same without distances, for a unit that is looked up many times.
    pub(crate) fn about(&self, w: &World, positions: &Positions, id: UnitId, cm: Cm) -> Vec<UnitId> {
        let tags = positions.around_again(&w.unit(id).tdc(), cm);
        tags.iter().map(|tag| unit_id(*tag)).filter(|other| *other != id).collect()
    }

    /// Units within a distance of a place where a unit stands or stood, TdC to TdC, sorted by id.
    pub(crate) fn near_place(
        &self,
        positions: &Positions,
        place: &Piece,
        cm: Cm,
    ) -> impl Iterator<Item = UnitId> + use<> {
        positions.around(place, cm).into_iter().map(unit_id)
    }

    /// Units within a distance of a point, sorted by id.
    pub fn near(&self, positions: &Positions, p: Point, cm: Cm) -> Vec<UnitId> {
        positions.within(p, cm).into_iter().map(unit_id).collect()
    }

    /// Squares, bastions and limbered batteries have neither flank nor rear nor front line (ML-1.9d, ML-1.6i,
    /// ML-GAP-10).
    fn frontless(&self, u: &Unit) -> bool {
        match u.formation {
            Formation::Square | Formation::SolidSquare => self.on(r::ML_1_9D),
            Formation::Bastion => self.on(r::ML_1_6I),
            Formation::Limbered => self.on(r::ML_1_9H),
            _ => false,
        }
    }

    /// Units without a front see and fire in all directions; so does a garrison, from the wall nearest the target, even
    /// in disorder after a melee (ML-GAP-43).
    #[must_use]
    pub fn all_round(&self, u: &Unit) -> bool {
        let occupier = u.inside.is_some() && u.formation != Formation::Bastion;
        self.frontless(u) || occupier && self.on(r::ML_GAP_43)
    }

    /// The side from which a point attacks a unit (ML-5.2x, ML-5.2y, ML-GAP-09, ML-GAP-10).
    #[must_use]
    pub fn aspect(&self, target: &Unit, from: Point) -> Aspect {
        if self.frontless(target) && self.on(r::ML_GAP_10) || ahead_of_front(&target.tdc(), from) {
            return Aspect::Front;
        }
        match quarter(&target.pose, from) {
            Quarter::Left | Quarter::Right if self.on(r::ML_5_2X) => Aspect::Flank,
            Quarter::Rear if self.on(r::ML_5_2Y) => Aspect::Rear,
            _ => Aspect::Front,
        }
    }

    /// The start of a unit's line of sight: the middle of the front edge of its TdC (ML-1.8a); the centre of the TdC
    /// for units without a front (ML-GAP-78), the nearest wall for a garrison (ML-GAP-43).
    fn eye(&self, u: &Unit, to: &Piece) -> Point {
        if !self.all_round(u) {
            return u.tdc().front_middle();
        }
        let wall = u.inside.filter(|_| self.on(r::ML_GAP_43)).and_then(|site| self.terrain.piece_to_feature(to, site));
        let side = || point_to_piece(to.pose.at, &u.tdc()).to;
        let own = || if self.on(r::ML_GAP_78) { u.pose.at } else { side() };
        wall.map_or_else(own, |measure| measure.to)
    }

    /// Whether any point of a piece lies in front of the front line of a unit.
    fn before(&self, u: &Unit, piece: &Piece) -> bool {
        self.all_round(u)
            || ahead_of_front(&u.tdc(), piece.pose.at)
            || piece.corners().iter().any(|c| ahead_of_front(&u.tdc(), *c))
    }

    /// A unit's line of sight to another's TdC (ML-1.8a to ML-1.8d); returns its length, from the eye to the nearest
    /// point.
    ///
    /// # Errors
    /// What blocks it and where; `None` if the target lies behind the front line.
    pub fn sees(&self, w: &World, positions: &Positions, a: UnitId, b: UnitId) -> Result<Measure, Option<Blocked>> {
        let (from, to) = (w.unit(a), w.unit(b).tdc());
        if self.on(r::ML_1_8A) && !self.before(from, &to) {
            return Err(None);
        }
        let eye = self.eye(from, &to);
        positions
            .looking(eye, &to, |hiding| self.sight(hiding).piece(eye, &to, &[u32::from(a.0), u32::from(b.0)]))
            .map_err(Some)?;
        Ok(point_to_piece(eye, &to))
    }

    /// Whether a unit sees another; quick, for batches.
    #[must_use]
    pub fn can_see(&self, w: &World, positions: &Positions, a: UnitId, b: UnitId) -> bool {
        self.looks(w, positions, (a, w.unit(a)), b)
    }

    /// The same for a unit that had another formation when it looked.
    pub(crate) fn could_see(
        &self,
        w: &World,
        positions: &Positions,
        (a, then): (UnitId, Formation),
        b: UnitId,
    ) -> bool {
        self.looks(w, positions, (a, &Unit { formation: then, ..w.unit(a).clone() }), b)
    }

    fn looks(&self, w: &World, positions: &Positions, (a, from): (UnitId, &Unit), b: UnitId) -> bool {
        let to = w.unit(b).tdc();
        if self.on(r::ML_1_8A) && !self.before(from, &to) {
            return false;
        }
        let eye = self.eye(from, &to);
        positions.looking(eye, &to, |hiding| self.sight(hiding).sees(eye, &to, &[u32::from(a.0), u32::from(b.0)]))
    }

    /// The same, ignoring friends in the way.
    pub(crate) fn sees_past_friends(&self, w: &World, positions: &Positions, a: UnitId, b: UnitId) -> bool {
        let (eye, to) = (self.eye(w.unit(a), &w.unit(b).tdc()), w.unit(b).tdc());
        let mut except: Vec<u32> = self.troops(w, self.side(a)).map(|id| u32::from(id.0)).collect();
        except.push(u32::from(b.0));
        positions.looking(eye, &to, |hiding| self.sight(hiding).sees(eye, &to, &except))
    }

    /// The same, blocked by terrain only and in all directions: for isolation and witnesses (ML-GAP-21).
    #[must_use]
    pub fn aware_of(&self, w: &World, positions: &Positions, a: UnitId, b: UnitId) -> bool {
        if !self.on(r::ML_GAP_21) {
            return self.can_see(w, positions, a, b);
        }
        self.aware_of_place(w, positions, a, &w.unit(b).tdc())
    }

    /// The same for a place where a unit stood.
    #[must_use]
    pub fn aware_of_place(&self, w: &World, positions: &Positions, a: UnitId, place: &Piece) -> bool {
        let unit = w.unit(a);
        if self.on(r::ML_GAP_21) {
            // Lines of sight start at this point (ML-GAP-74).
            let nearest = || point_to_piece(place.pose.at, &unit.tdc()).to;
            let from = if self.on(r::ML_GAP_74) { unit.tdc().front_middle() } else { nearest() };
            return self.sight(positions.nobody()).sees(from, place, &[]);
        }
        let eye = self.eye(unit, place);
        self.before(unit, place)
            && positions.looking(eye, place, |hiding| self.sight(hiding).sees(eye, place, &[u32::from(a.0)]))
    }

    /// Whether a unit sees its brigadier within 12 pas (ML-3.1b, ML-1.8b), with the measurement.
    #[must_use]
    pub fn commanded(&self, w: &World, positions: &Positions, id: UnitId) -> (bool, Measure) {
        let command = usize::from(self.sheet(id).command);
        let general = rulebook::ids::at(&w.generals, command, "brigadier");
        let tdc = w.unit(id).tdc();
        let reach = self.book.tables.distance.command.cm();
        let measure = point_to_piece(general.at, &tdc).limited(reach);
        if !matches!(general.life, super::Life::Present) {
            return (false, measure);
        }
        if general.attached == Some(id) {
            return (true, measure);
        }
        let in_reach = !self.on(r::ML_3_1B) || within_cm(measure.cm, reach);
        let in_sight = || !self.on(r::ML_1_8B) || self.general_sees(positions, general, w, id);
        (in_reach && in_sight(), measure)
    }

    /// Whether a general sees a unit: the line starts at his figure, in any direction (ML-1.8b).
    #[must_use]
    pub fn general_sees(&self, positions: &Positions, general: &super::General, w: &World, id: UnitId) -> bool {
        let except = [id, general.attached.unwrap_or(id)].map(|id| u32::from(id.0));
        let tdc = w.unit(id).tdc();
        positions.looking(general.at, &tdc, |hiding| self.sight(hiding).sees(general.at, &tdc, &except))
    }

    /// The same with its length.
    ///
    /// # Errors
    /// What blocks it and where.
    pub(crate) fn general_looks(
        &self,
        positions: &Positions,
        general: &super::General,
        w: &World,
        id: UnitId,
    ) -> Result<Measure, Blocked> {
        let mut except = vec![u32::from(id.0)];
        except.extend(general.attached.map(|a| u32::from(a.0)));
        let tdc = w.unit(id).tdc();
        positions.looking(general.at, &tdc, |hiding| self.sight(hiding).piece(general.at, &tdc, &except))?;
        Ok(point_to_piece(general.at, &tdc))
    }

    /// Range of fire: from the middle of the shooter's front edge to the nearest point of the target's TdC (ML-7.2e);
    /// without that rule as any other distance.
    #[must_use]
    pub fn range(&self, w: &World, a: UnitId, b: UnitId) -> Measure {
        if !self.on(r::ML_7_2E) {
            return self.apart(w, a, b);
        }
        let to = w.unit(b).tdc();
        point_to_piece(self.eye(w.unit(a), &to), &to)
    }

    /// Whether a unit sees no friend that is not routing at less than 12 pas (ML-5.2l).
    #[must_use]
    pub fn isolated(&self, w: &World, positions: &Positions, id: UnitId) -> bool {
        let limit = self.book.tables.distance.witness.cm();
        let side = self.side(id);
        !self.around(w, positions, id, limit).any(|(other, cm)| {
            self.side(other) == side
                && closer(cm, limit)
                && w.unit(other).marker != Marker::Routing
                && self.aware_of(w, positions, id, other)
        })
    }

    /// Whether no enemy that is not routing sees a unit (ML-5.2s, ML-GAP-22).
    #[must_use]
    pub fn unseen(&self, w: &World, positions: &Positions, id: UnitId) -> bool {
        let enemy = self.side(id).other();
        // The enemy must see the unit, not the other way round (ML-GAP-22).
        let sees = |other: UnitId| {
            if self.on(r::ML_GAP_22) {
                self.can_see(w, positions, other, id)
            } else {
                self.can_see(w, positions, id, other)
            }
        };
        let seen = |other: UnitId| self.side(other) == enemy && w.unit(other).marker != Marker::Routing && sees(other);
        // Most units are seen by an enemy nearby, so look there first.
        let at = w.unit(id).pose.at;
        let off = |other: UnitId| {
            let p = w.unit(other).pose.at;
            (p.x - at.x).abs().max((p.y - at.y).abs())
        };
        let rings = [0..8 * PAS, 8 * PAS..40 * PAS, 40 * PAS..Cm::MAX];
        !rings.iter().any(|ring| self.troops(w, enemy).any(|other| ring.contains(&off(other)) && seen(other)))
    }

    /// Whether a unit can neither support nor be supported (ML-5.2ab, ML-GAP-48).
    #[must_use]
    pub fn cannot_support(&self, u: &Unit) -> bool {
        self.on(r::ML_5_2AB)
            && (u.marker == Marker::Routing
                || matches!(
                    u.formation,
                    Formation::Disorder
                        | Formation::Skirmish
                        | Formation::MarchColumn
                        | Formation::NoFormation
                        | Formation::Bastion
                        | Formation::Limbered
                ))
    }

    /// The supports of a unit: flanks supported (0 to 2), rear support, and the supporting units (ML-5.2z, ML-5.2aa).
    #[must_use]
    pub fn supports(&self, w: &World, positions: &Positions, id: UnitId) -> (u8, bool, Vec<UnitId>) {
        let unit = w.unit(id);
        if self.cannot_support(unit) {
            return (0, false, Vec::new());
        }
        let limit = self.book.tables.distance.support.cm();
        let (mut left, mut right, mut rear, mut who) = (false, false, false, Vec::new());
        for (other, _) in self.around(w, positions, id, limit) {
            let friend = w.unit(other);
            if self.side(other) != self.side(id) || self.cannot_support(friend) {
                continue;
            }
            let there = quarter(&unit.pose, friend.pose.at);
            let back = quarter(&friend.pose, unit.pose.at);
            match (there, back) {
                (Quarter::Left, Quarter::Left | Quarter::Right) if self.on(r::ML_5_2Z) && !left => left = true,
                (Quarter::Right, Quarter::Left | Quarter::Right) if self.on(r::ML_5_2Z) && !right => right = true,
                (Quarter::Rear, Quarter::Front) if self.on(r::ML_5_2AA) && !rear => rear = true,
                _ => continue,
            }
            who.push(other);
        }
        (u8::from(left) + u8::from(right), rear, who)
    }

    /// Whether a friend stands in rear support of a unit (ML-5.2aa).
    #[must_use]
    pub fn is_rear_support(&self, w: &World, of: UnitId, friend: UnitId) -> bool {
        let (unit, other) = (w.unit(of), w.unit(friend));
        !self.cannot_support(other)
            && within_cm(self.apart(w, of, friend).cm, self.book.tables.distance.support.cm())
            && quarter(&unit.pose, other.pose.at) == Quarter::Rear
            && quarter(&other.pose, unit.pose.at) == Quarter::Front
    }

    /// Shelter of a unit against an attack from a point (ML-1.6l, ML-1.7d, ML-GAP-13); without a point only that of the
    /// ground it stands in, since no attack crosses a linear obstacle (ML-GAP-76).
    #[must_use]
    pub fn shelter(&self, w: &World, id: UnitId, from: Option<Point>) -> Shelter {
        let unit = w.unit(id);
        let tdc = unit.tdc();
        let mut best = Shelter::None;
        let reach = self.book.tables.distance.linear_shelter.cm();
        let about = Piece { front: tdc.front + 2 * reach, depth: tdc.depth + 2 * reach, ..tdc };
        for feature in self.terrain.touched(&about) {
            let Some(kind) = self.terrain.kind(feature) else { continue };
            let ground = self.ground(kind);
            if ground.shelter <= best {
                continue;
            }
            let covers = if ground.obstacle {
                // A linear obstacle shelters units that touch it, against attacks that cross it.
                self.terrain.piece_to_feature(&tdc, feature).is_some_and(|m| within_cm(m.cm, reach))
                    && from.map_or(!self.on(r::ML_GAP_76), |from| {
                        self.terrain.along(from, unit.pose.at).iter().any(|crossing| crossing.feature == feature)
                    })
            } else {
                self.occupies(unit, feature)
            };
            if covers {
                best = ground.shelter;
            }
        }
        best
    }

    /// Whether a unit is in a piece of ground: the centre of its TdC decides (ML-1.7d), wherever the other elements
    /// stand (ML-1.7e).
    fn occupies(&self, unit: &Unit, feature: FeatureId) -> bool {
        let there = |p: &Piece| self.terrain.at(p.pose.at).any(|f| f == feature);
        let lead = there(&unit.tdc());
        match (self.on(r::ML_1_7D), self.on(r::ML_1_7E)) {
            (true, true) => lead,
            (true, false) => lead && self.footprint(unit).iter().all(there),
            (false, _) => self.footprint(unit).iter().any(there),
        }
    }

    /// Level of the ground under a unit's TdC (ML-GAP-50).
    #[must_use]
    pub fn level(&self, w: &World, id: UnitId) -> i32 {
        self.terrain.level(w.unit(id).pose.at)
    }

    /// The general attached to a unit, at most one (ML-GAP-37).
    #[must_use]
    pub fn attached(&self, w: &World, id: UnitId) -> Option<usize> {
        w.generals.iter().position(|g| g.attached == Some(id) && g.life == super::Life::Present)
    }

    /// Whether a base touches a TdC: adjacent means a gap of at most 0.1 pas (ML-GAP-11).
    #[must_use]
    pub fn touches(&self, at: Point, tdc: &Piece) -> bool {
        within_cm(disc_to_piece(at, GENERAL_RADIUS, tdc).cm, self.touching())
    }

    /// The largest gap at which bases touch; read literally, none.
    fn touching(&self) -> Cm {
        if self.on(r::ML_GAP_11) { self.book.tables.distance.touching.cm() } else { 0 }
    }

    /// Whether the bases of two generals are adjacent (ML-4.1c).
    #[must_use]
    pub fn generals_adjacent(&self, a: Point, b: Point) -> bool {
        let gap = disc_to_disc(a, GENERAL_RADIUS, b, GENERAL_RADIUS);
        within_cm(gap.cm, self.touching())
    }

    /// The nearest enemy unit that is not routing, with its distance; of several the lowest id.
    #[must_use]
    pub fn nearest_enemy(&self, w: &World, positions: &Positions, id: UnitId) -> Option<(UnitId, Cm)> {
        let enemy = self.side(id).other();
        let fit = |(other, _): &(UnitId, Cm)| self.side(*other) == enemy && w.unit(*other).marker != Marker::Routing;
        for reach in [8 * PAS, 24 * PAS] {
            let nearest = self.around(w, positions, id, reach).filter(fit).min_by_key(|(other, cm)| (*cm, *other));
            if nearest.is_some() {
                return nearest;
            }
        }
        let at = w.unit(id).pose.at;
        let mut nearest: Option<(UnitId, Cm)> = None;
        for other in self.troops(w, enemy) {
            // A corner of a TdC is at most 0.6 pas from its centre: most enemies are clearly farther than the best.
            let plainly =
                nearest.is_some_and(|(_, cm)| at.to(w.unit(other).pose.at) > f64::from(cm) + f64::from(2 * PAS));
            if self.on(r::ML_1_7C) && plainly {
                continue;
            }
            let this = (other, self.apart_by(w, id, other));
            if fit(&this) && nearest.is_none_or(|best| (this.1, this.0) < (best.1, best.0)) {
                nearest = Some(this);
            }
        }
        nearest
    }

    /// The strongpoints of the ground that touch a unit's TdC (ML-1.6g: gap of at most 0.1 pas).
    pub fn strongpoints_touched<'a>(&'a self, w: &'a World, id: UnitId) -> impl Iterator<Item = FeatureId> + 'a {
        let tdc = w.unit(id).tdc();
        let reach = self.book.tables.distance.touching.cm();
        let about = Piece { front: tdc.front + 2 * reach, depth: tdc.depth + 2 * reach, ..tdc };
        self.terrain.touched(&about).into_iter().filter(move |f| {
            self.terrain.feature(*f).is_some_and(|feature| feature.strongpoint)
                && self.terrain.piece_to_feature(&tdc, *f).is_some_and(|m| within_cm(m.cm, reach))
        })
    }

    /// Whether a TdC at a pose overlaps no TdC of another unit: no two may overlap (ML-GAP-11).
    #[must_use]
    pub fn tdc_free(&self, w: &World, positions: &Positions, id: UnitId, pose: Pose) -> bool {
        let tdc = Piece { pose, front: PAS, depth: ELEMENT_DEPTH, lead: true };
        !positions.around(&tdc, 0).into_iter().any(|tag| {
            let other = unit_id(tag);
            other != id && table::overlaps(&tdc, &w.unit(other).tdc())
        })
    }
}
