//! Strongpoints: which units may enter, where the garrison stands, and the effect of fire (ML-1.6g to ML-1.6j,
//! ML-GAP-43).

use crate::resolve::building;
use crate::turn::D;
use crate::turn::loss_steps::Hit;
use crate::world::World;
use crate::{Arm, Aspect, MarieLouise, r};
use game::{Flow, Ref, Refusal, Toss, UnitId};
use table::{Cm, FeatureId, Pose, Shape, first_contact, overlaps};

impl MarieLouise {
    /// Whether a unit in contact with a strongpoint may enter it.
    ///
    /// # Errors
    /// The reason why not.
    pub(crate) fn may_occupy(&self, w: &World, id: UnitId, site: FeatureId) -> Result<(), Refusal> {
        let strong = self.terrain.feature(site).is_some_and(|f| f.strongpoint);
        if !strong || !self.on(r::ML_1_6G) {
            return Err(Refusal::by(r::ML_1_6G, 0, "no_strongpoint").fact("site", i64::from(site)));
        }
        if self.sheet(id).profile.arm != Arm::Infantry {
            return Err(Refusal::by(r::ML_1_6G, 0, "infantry_only"));
        }
        let reach = self.book.tables.distance.touching.cm();
        let gap = self.terrain.piece_to_feature(&w.unit(id).tdc(), site).map(|m| m.limited(reach));
        if let Some(gap) = gap.filter(|gap| !table::within(gap) && self.on(r::ML_GAP_43)) {
            return Err(Refusal::by(r::ML_GAP_43, 0, "not_in_contact").measured(gap));
        }
        if w.burning.contains(&site) && self.on(r::ML_GAP_57) {
            return Err(Refusal::by(r::ML_GAP_57, 0, "burning"));
        }
        let held = w.ids().any(|other| w.unit(other).present() && w.unit(other).inside == Some(site));
        if held && self.on(r::ML_GAP_43) {
            return Err(Refusal::by(r::ML_GAP_43, 0, "occupied"));
        }
        // An enemy in front of the entrance or inside blocks it (ML-6.2b).
        let (tdc, to) = (w.unit(id).tdc(), self.garrison_pose(site, w.unit(id).pose).at);
        let (bearing, cm) = (tdc.pose.at.bearing_to(to), tdc.pose.at.to(to).round() as Cm);
        let enemies = self.enemy_elements(w, id, cm).into_iter().filter(|(_, piece)| !overlaps(&tdc, piece));
        match first_contact(&tdc, bearing, cm, &enemies.collect::<Vec<_>>()) {
            Some((_, who, gap)) => {
                Err(Refusal::by(r::ML_6_2B, 0, "enemy_in_the_way").fact("unit", i64::from(who)).measured(gap))
            }
            None => Ok(()),
        }
    }

    /// The pose of the TdC of a garrison; it keeps its facing.
    pub(crate) fn garrison_pose(&self, site: FeatureId, from: Pose) -> Pose {
        let Some(Shape::Area(corners)) = self.terrain.feature(site).map(|f| &f.shape) else { return from };
        let middle = rulebook::set_up::middle_of(corners);
        if self.terrain.at(middle).any(|f| f == site) {
            return Pose { at: middle, ..from };
        }
        // A bent outline may not contain its own centre: then half way through it, in the direction from which the unit
        // comes.
        let through = self.terrain.along(from.at, middle.step(from.at.bearing_to(middle), 4 * crate::world::PAS));
        let stretch = through.into_iter().find(|c| c.feature == site);
        let cm = stretch.map_or(0, |c| i32::midpoint(c.from_cm, c.to_cm));
        Pose { at: from.at.step(from.at.bearing_to(middle), cm), ..from }
    }

    /// Burning buildings: at the end of the action phase each unit in one suffers a die of losses (ML-12b, ML-GAP-57).
    pub(super) fn burn_buildings(&self, d: &mut D<'_>) -> Flow<()> {
        let inside =
            |w: &World, id: UnitId| w.unit(id).present() && w.unit(id).inside.is_some_and(|s| w.burning.contains(&s));
        let victims: Vec<UnitId> = d.world.ids().filter(|id| inside(&d.world, *id)).collect();
        let tosses: Vec<Toss> = victims
            .iter()
            .filter_map(|id| Some(Toss::new(r::ML_12B, Ref::Unit(*id), building::dice(&self.book, &mut game::Quiet)?)))
            .collect();
        if tosses.len() != victims.len() || tosses.is_empty() || !self.on(r::ML_GAP_57) {
            return Ok(());
        }
        d.beat();
        let thrown = d.throw(tosses)?;
        let hits: Vec<Hit> = victims
            .into_iter()
            .zip(thrown)
            .map(|(unit, fell)| Hit {
                unit,
                losses: rulebook::counted(fell.class),
                aspect: Aspect::Front,
                from: None,
                by: None,
            })
            .collect();
        self.suffer(d, &hits)
    }
}
