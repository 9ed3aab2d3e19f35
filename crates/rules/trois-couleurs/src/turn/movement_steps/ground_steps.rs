//! Effects of ground on units that move over it (L3C-MVT-17, L3C-MVT-19, L3C-GAP-A03), and fronts that are narrowed for
//! lack of room (L3C-MVT-25, L3C-MVT-26).

use super::paths::Barred;
use crate::field::ground_of;
use crate::resolve::moving::moving_ground::{Going, Gone, enter};
use crate::turn::D;
use crate::world::{World, houses};
use crate::{Arm, Cohesion, Formation, Ground, TroisCouleurs, r};
use game::UnitId;
use std::collections::BTreeMap;
use table::{Angle, Cm, FeatureId, Kind, Piece, Stop, room};

impl TroisCouleurs {
    /// A unit has moved: bad ground costs it order when it enters, and a unit that was only loosened is formed again
    /// when all of it is out (L3C-BOI-01, L3C-BOI-10).
    pub(crate) fn treads(&self, d: &mut D<'_>, id: UnitId) {
        if self.terrain.ground().features.is_empty() || !d.world.unit(id).present() {
            return;
        }
        let now: Vec<FeatureId> = match d.world.unit(id).garrison {
            Some(_) => Vec::new(),
            None => self.terrain.touched(&self.piece(&d.world, id)).into_iter().filter(|f| self.rough(*f)).collect(),
        };
        let unit = d.world.unit(id);
        if now.iter().all(|feature| unit.ground.contains_key(feature)) && now.len() == unit.ground.len() {
            return;
        }
        let mut state = unit.body.state;
        let mut held: BTreeMap<FeatureId, Cohesion> = unit.ground.clone();
        for feature in now.iter().filter(|feature| !unit.ground.contains_key(feature)) {
            held.insert(*feature, state);
            state = state.max(self.in_ground(&d.world, id, *feature));
        }
        let left: Vec<(FeatureId, Cohesion)> =
            held.iter().filter(|(f, _)| !now.contains(f)).map(|(f, before)| (*f, *before)).collect();
        held.retain(|feature, _| now.contains(feature));
        // A unit that was only loosened, or astride a stream, is in order again once it is out.
        for (feature, before) in left.into_iter().filter(|_| held.is_empty()) {
            if let Some((inside, after)) = self.in_and_after(&d.world, id, feature, before)
                && inside == state
            {
                state = after;
            }
        }
        self.change(d, id, &[r::L3C_GAP_A03], |u| {
            u.body.state = state;
            u.ground = held;
        });
        self.loosens(d, id);
    }

    /// Close order turns into skirmishers where the ground allows nothing else, as wide as there is room (L3C-BOI-09).
    fn loosens(&self, d: &mut D<'_>, id: UnitId) {
        let w = &d.world;
        let unit = w.unit(id);
        let into = |feature: &FeatureId| self.goes_into(w, id, *feature, unit.body.state)?.formation;
        let formed = unit.body.formation;
        if !unit.ground.keys().filter_map(into).any(|formation| formation != formed) {
            return;
        }
        let others = self.others(w, id);
        let wide = self.formed(w, id, Formation::Skirmish);
        let figures = u16::from(wide.front.max(1)) * u16::from(wide.ranks.max(1));
        let of = |front: u8| {
            let ranks = rulebook::saturated::<u8, _>(figures.div_ceil(u16::from(front.max(1))));
            crate::Body { front, ranks, ..wide }
        };
        let fits = |front: &u8| {
            let piece = self.piece_of(id, &of(*front), unit.pose);
            self.terrain.holds(&piece) && !others.iter().any(|(_, other)| table::overlaps(&piece, other))
        };
        let Some(front) = (1..=wide.front).rev().find(fits) else { return };
        d.world.unit_mut(id).narrow = (front < wide.front).then_some(front);
        self.reform(d, id, Formation::Skirmish, &[r::L3C_BOI_09]);
    }

    /// Whether ground can cost a unit its order.
    fn rough(&self, feature: FeatureId) -> bool {
        let Some(feature) = self.terrain.feature(feature) else { return false };
        ground_of(feature) != Ground::Open && feature.kind != Kind::Hill && !houses(feature.kind)
    }

    /// The state of a unit in some ground that it enters.
    fn in_ground(&self, w: &World, id: UnitId, feature: FeatureId) -> Cohesion {
        let state = w.unit(id).body.state;
        self.in_and_after(w, id, feature, state).map_or(state, |(inside, _)| inside)
    }

    /// The state of a unit in some ground and after leaving it, by its state before.
    fn in_and_after(&self, w: &World, id: UnitId, feature: FeatureId, state: Cohesion) -> Option<(Cohesion, Cohesion)> {
        let gone = self.goes_into(w, id, feature, state)?;
        gone.inside.zip(gone.after)
    }

    /// The effects of some ground on a unit that enters it.
    fn goes_into(&self, w: &World, id: UnitId, feature: FeatureId, state: Cohesion) -> Option<Gone> {
        let (unit, troop) = (w.unit(id), self.troop(id));
        let going = Going {
            arm: self.mover(id),
            faculty: troop.faculty,
            formation: unit.body.formation,
            state,
            gait: unit.body.gait,
            terrain: self.terrain.feature(feature).map(ground_of)?,
            jumps: self.jumps(w, id),
        };
        Some(enter(&self.book, &going))
    }

    /// Whether a unit jumps obstacles that can be jumped: moving cavalry in hand that is not disordered (L3C-GAP-A37).
    pub(crate) fn jumps(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        self.troop(id).arm == Arm::Cavalry && unit.in_hand() && unit.body.state <= Cohesion::Unformed
    }

    /// Whether a unit may reform: not before all of it has left the ground that cost it its formation (L3C-MVT-19).
    pub(crate) fn may_form(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let bad = |feature: &FeatureId| {
            self.in_and_after(w, id, *feature, Cohesion::Formed).is_some_and(|(inside, _)| inside >= Cohesion::Unformed)
        };
        unit.body.state < Cohesion::Unformed || !unit.ground.keys().any(bad) || !self.on(r::L3C_MVT_19)
    }

    /// The footprint of a unit with a narrower front, the other figures behind.
    pub(crate) fn slimmed(&self, w: &World, id: UnitId, front: u8) -> Piece {
        let unit = w.unit(id);
        let body = &unit.body;
        let figures = u16::from(body.front.max(1)) * u16::from(body.ranks.max(1));
        let ranks = rulebook::saturated::<u8, _>(figures.div_ceil(u16::from(front.max(1))));
        self.piece_of(id, &crate::Body { front, ranks, ..*body }, unit.pose)
    }

    /// The widest front below its own for which the condition holds, with room behind.
    pub(crate) fn narrowed(&self, w: &World, id: UnitId, fits: impl Fn(u8) -> bool) -> Option<u8> {
        let body = &w.unit(id).body;
        let close = matches!(
            body.formation,
            Formation::Line | Formation::DivisionColumn | Formation::CompanyColumn | Formation::ClosedColumn
        );
        let others = self.others(w, id);
        let free = |front: u8| {
            let slim = self.slimmed(w, id, front);
            !others.iter().any(|(_, other)| table::overlaps(&slim, other))
        };
        let mut fronts = (1..body.front).rev().filter(|_| close && self.troop(id).arm != Arm::Artillery);
        fronts.find(|front| free(*front) && fits(*front))
    }

    /// The front with which an attacker passes between obstacles on its way (L3C-MVT-26); `None` if it has room.
    pub(crate) fn gap_for(
        &self,
        w: &World,
        id: UnitId,
        target: UnitId,
        bearing: Angle,
        cm: Cm,
    ) -> Result<Option<u8>, Barred> {
        let held = w.unit(target).garrison;
        let closed = |feature: FeatureId| self.closed(id, feature) && held != Some(feature);
        let shut = |piece: &Piece| {
            let met = || room(piece, bearing, cm, &self.terrain, closed, &[]);
            let shut = || met().is_err_and(|halt| halt.what != Stop::Edge);
            self.known_shut.get(&(id, *piece, bearing, cm, held), shut)
        };
        if cm <= 0 || self.terrain.ground().features.is_empty() || !shut(&self.piece(w, id)) {
            return Ok(None);
        }
        let barred = Barred::by(r::L3C_GAP_A03, "impassable_ground");
        if !self.on(r::L3C_MVT_26) {
            return Err(barred);
        }
        self.narrowed(w, id, |front| !shut(&self.slimmed(w, id, front))).map(Some).ok_or(barred)
    }

    /// Narrows a front on the way, without points or disorder (L3C-MVT-25).
    pub(crate) fn narrows(&self, d: &mut D<'_>, id: UnitId, front: Option<u8>) {
        if front.is_none() {
            return;
        }
        d.world.unit_mut(id).narrow = front;
        let body = self.formed(&d.world, id, d.world.unit(id).body.formation);
        self.change(d, id, &[r::L3C_MVT_25], |u| u.body = body);
    }

    /// Widens a narrowed front again where there is room (L3C-MVT-25).
    pub(crate) fn widens(&self, d: &mut D<'_>, id: UnitId) {
        let unit = d.world.unit(id);
        let Some(narrow) = unit.narrow.filter(|_| unit.present()) else { return };
        let formation = unit.body.formation;
        d.world.unit_mut(id).narrow = None;
        if self.fits(&d.world, id, formation) {
            let body = self.formed(&d.world, id, formation);
            self.change(d, id, &[r::L3C_MVT_25], |u| u.body = body);
        } else {
            d.world.unit_mut(id).narrow = Some(narrow);
        }
    }
}
