//! Hidden troops, with the program as umpire (L3C-GEN-10, L3C-GAP-A66): a unit that no enemy sees after deployment
//! stays hidden until it moves or fires, is seen, or an enemy comes upon it; then it is known for good (L3C-GEN-12).

use crate::field::ground_of;
use crate::question::Does;
use crate::turn::D;
use crate::world::{World, houses};
use crate::{Arm, Ground, TroisCouleurs, UD, r};
use game::{Audience, Choice, Deed, Ref, Rule, Secret, Side, UnitId};
use std::collections::BTreeSet;
use table::{Cm, FeatureId, Piece, Point, Pose, within_cm};

/// Range at which scouts search ground.
const SCOUTS: Cm = 4 * UD;

/// The base of a general.
pub(crate) const fn base_of(at: Point) -> Piece {
    Piece { pose: Pose { at, facing: 0 }, front: UD / 3, depth: UD / 3, lead: true }
}

impl TroisCouleurs {
    /// Whether units can be hidden: with the program as umpire, or by a plan (L3C-GEN-11).
    fn hiding(&self) -> bool {
        let options = &self.book.options;
        let plan = options.hidden_on_plan && self.on(r::L3C_GEN_11);
        let umpire = !options.all_on_table && self.on(r::L3C_GEN_10);
        (umpire || plan) && self.on(r::L3C_GAP_A66)
    }

    /// Hides all units and generals that the enemy does not see in the world as it will be.
    pub(crate) fn hides(&self, d: &mut D<'_>, placed: &World) {
        if !self.hiding() {
            return;
        }
        for side in Side::BOTH {
            let unseen: BTreeSet<UnitId> = self.troops(placed, side).filter(|id| self.unseen(placed, *id)).collect();
            let rules = [r::L3C_GEN_10, r::L3C_GAP_A66];
            for id in &unseen {
                d.tell_to(Audience::Only(side.other()), Deed::Hidden(*id), &rules);
            }
            d.world.hidden[side.index()] = Secret::Known(unseen.clone());
            for unit in unseen {
                if let Some(card) = self.card(&d.world, unit) {
                    d.tell_to(Audience::Only(side), Deed::Shown { unit, card }, &rules);
                }
            }
        }
    }

    /// Whether no unit and no general of the enemy sees a unit.
    fn unseen(&self, w: &World, id: UnitId) -> bool {
        let own = self.piece(w, id);
        let other = self.side(id).other();
        let generals = w.generals.iter().zip(&self.generals).filter(|(general, _)| general.present());
        let staff = generals.filter(|(_, sheet)| sheet.side == other).map(|(general, _)| base_of(general.at));
        let eyes: Vec<Piece> = self.troops(w, other).map(|enemy| self.piece(w, enemy)).chain(staff).collect();
        !eyes.iter().any(|eye| self.finds(*eye, own))
    }

    /// Whether an observer at a place finds a hidden unit: in view, or very close.
    fn finds(&self, eye: Piece, unit: Piece) -> bool {
        within_cm(table::distance(&eye, &unit).cm, UD) || crate::field::in_view(&self.book, &self.terrain, eye, unit)
    }

    /// Reveals a hidden unit, for good (L3C-GEN-12).
    pub(crate) fn reveal(&self, d: &mut D<'_>, id: UnitId, rule: Rule) {
        if d.world.is_hidden(id) {
            let side = self.side(id).index();
            self.alter(d, &[id], &[], &[rule, r::L3C_GAP_A66], |w| {
                if let Secret::Known(hidden) = &mut w.hidden[side] {
                    hidden.remove(&id);
                }
            });
        }
    }

    /// Enemies that are hidden from a side.
    pub(crate) fn hidden_from(&self, w: &World, side: Side) -> Vec<UnitId> {
        let hidden = w.hidden[side.other().index()].known();
        hidden.into_iter().flatten().copied().filter(|id| w.unit(*id).present()).collect()
    }

    /// A unit has moved: it is seen itself, and it finds the units that it now sees.
    pub(crate) fn uncovers(&self, d: &mut D<'_>, id: UnitId) {
        self.reveal(d, id, r::L3C_GEN_12);
        if !d.world.unit(id).present() {
            return;
        }
        for enemy in self.hidden_from(&d.world, self.side(id)) {
            if self.finds(self.piece(&d.world, id), self.piece(&d.world, enemy)) {
                self.reveal(d, enemy, r::L3C_GEN_12);
            }
        }
    }

    /// Whether a moving unit has come upon a hidden unit that is near enough to attack it: it stops there
    /// (L3C-GAP-A66).
    pub(crate) fn startled(&self, w: &World, id: UnitId, unfound: &[UnitId]) -> bool {
        unfound.iter().any(|enemy| {
            let reach = self.book.tables.distance.tactical.of(self.troop(*enemy).arm).cm();
            !w.is_hidden(*enemy) && w.unit(*enemy).present() && within_cm(self.gap(w, id, *enemy), reach)
        })
    }

    /// Woods and houses that a unit may have searched by its skirmishers, or by its horsemen (L3C-TIR-32).
    pub(crate) fn scouting(&self, w: &World, id: UnitId) -> Vec<Choice> {
        let troop = self.troop(id);
        let scouts = troop.arm == Arm::Cavalry || troop.arm == Arm::Infantry && troop.faculty > 0;
        if !scouts || !self.hiding() || !self.on(r::L3C_TIR_32) || w.unit(id).garrison.is_some() {
            return Vec::new();
        }
        let at = w.unit(id).pose.at;
        let near = (0..self.terrain.ground().features.len()).filter_map(|n| FeatureId::try_from(n).ok());
        let near = near.filter(|feature| {
            let dark = self.terrain.feature(*feature).is_some_and(|feature| {
                matches!(ground_of(feature), Ground::OpenWood | Ground::DenseWood) || houses(feature.kind)
            });
            let close = || self.terrain.point_to_feature(at, *feature).is_some_and(|m| within_cm(m.cm, SCOUTS));
            dark && close()
        });
        near.map(|feature| Choice::of(Does::Scout.about(Ref::Site(feature)), &[r::L3C_TIR_32])).collect()
    }

    /// Scouts find all units hidden in some ground. The unit that sends them is seen.
    pub(crate) fn scouts(&self, d: &mut D<'_>, id: UnitId, feature: FeatureId) {
        self.reveal(d, id, r::L3C_GEN_12);
        for enemy in self.hidden_from(&d.world, self.side(id)) {
            let inside = d.world.unit(enemy).garrison == Some(feature)
                || self.terrain.touched(&self.piece(&d.world, enemy)).contains(&feature);
            if inside {
                self.reveal(d, enemy, r::L3C_TIR_32);
            }
        }
    }
}
