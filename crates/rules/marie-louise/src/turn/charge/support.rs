//! Units that accompany a charge: beside or behind it (ML-8.1p to ML-8.1r, ML-GAP-67).

use super::onset::{Crossing, Rush};
use crate::turn::D;
use crate::turn::fallback::part_used;
use crate::turn::manoeuvre_steps::track::Track;
use crate::world::{Aim, NamedCharge, PAS, Progress, World};
use crate::{MarieLouise, Marker, r};
use game::UnitId;
use table::{Cm, Pose, within_cm};

impl MarieLouise {
    /// Where an accompanying unit should stand: level with the friend or straight behind it, no farther away than
    /// before, and within 5 pas.
    fn station(&self, w: &World, charge: &NamedCharge, friend: UnitId) -> Pose {
        let (unit, lead) = (w.unit(charge.by), w.unit(friend));
        let began = w.charges.iter().find(|c| c.by == friend).map_or(lead.pose, |c| c.from);
        let (right, ahead) = began.seen(unit.pose.at);
        let limit = self.book.tables.distance.support.cm();
        let at = if matches!(charge.aim, Aim::Behind(_)) {
            // One depth of an element between the two centres.
            lead.pose.local(0, -ahead.abs().clamp(PAS, limit + PAS / 2))
        } else {
            lead.pose.local(right.signum() * right.abs().clamp(PAS, limit + PAS), 0)
        };
        Pose { at, facing: lead.pose.facing }
    }

    /// Units that are to accompany a charge.
    pub(super) fn followers(&self, w: &World) -> Vec<NamedCharge> {
        let accompanies = |c: &&NamedCharge| matches!(c.aim, Aim::Beside(_) | Aim::Behind(_));
        w.charges.iter().filter(|c| c.stage == Progress::Named).filter(accompanies).cloned().collect()
    }

    /// Moves accompanying units; returns the friends that each passed through. `tracks`: the paths of the chargers, in
    /// step with whom they go.
    pub(super) fn accompany(&self, d: &mut D<'_>, mut tracks: Vec<Track>) -> Vec<Crossing> {
        let followers = self.followers(&d.world);
        let together: Vec<UnitId> = tracks.iter().map(|t| t.id).chain(followers.iter().map(|c| c.by)).collect();
        let mut crossings = Vec::new();
        for charge in &followers {
            let (Aim::At(friend) | Aim::Beside(friend) | Aim::Behind(friend)) = charge.aim;
            let goes = d.world.charges.iter().any(|c| c.by == friend && matches!(c.aim, Aim::At(_)) && c.gone > 0);
            let stands = d.world.charges.iter().any(|c| c.by == friend && c.stage == Progress::Contact);
            if let Some(own) = d.world.charges.iter_mut().find(|c| c.by == charge.by) {
                own.stage = Progress::Done;
            }
            if !goes {
                // Without a friend to accompany the order is not carried out (ML-8.1e), unless the friend was at 2 pas.
                if !stands {
                    self.no_charge(d, charge.by);
                }
                let stays = Track::still(&d.world, charge.by);
                crossings.push((charge.by, self.met_on_the_way(&stays, &tracks)));
                tracks.push(stays);
                continue;
            }
            let time = tracks.iter().find(|t| t.id == friend).and_then(|t| t.bits.last()).map_or(0, |bit| bit.to);
            let (track, mut crossed) = self.go_along(d, charge, friend, time);
            crossed.retain(|other| !together.contains(other));
            crossed.extend(self.met_on_the_way(&track, &tracks));
            crossings.push((charge.by, crossed));
            tracks.push(track);
        }
        crossings
    }

    /// Moves one in the time that its friend takes; returns its path and the friends that it finds on it.
    fn go_along(&self, d: &mut D<'_>, charge: &NamedCharge, friend: UnitId, time: i32) -> (Track, Vec<UnitId>) {
        let positions = self.positions(&d.world);
        let from = d.world.unit(charge.by).pose;
        let station = self.station(&d.world, charge, friend);
        let far = from.at.to(station.at).round() as Cm;
        let bearing = if far == 0 { station.facing } else { from.at.bearing_to(station.at) };
        let mover = self.charge_mover(&d.world, charge);
        let dash: Rush = self.straight(&d.world, &positions, charge, &mover, (bearing, far), &[]);
        let end = Pose { at: from.at.step(bearing, dash.cm), facing: station.facing };
        let end = self.come_to_rest(&d.world, &positions, charge.by, bearing, end);
        let gone = from.at.to(end.at).round() as Cm;
        // A unit that cannot leave its place does not accompany (ML-8.1e).
        if within_cm(gone, 0) && self.on(r::ML_8_1E) {
            self.no_charge(d, charge.by);
            return (Track::still(&d.world, charge.by), Vec::new());
        }
        let goes = Pose { facing: bearing, ..from };
        let crossed = self.friends_crossed(&d.world, &positions, charge.by, goes, bearing, gone);
        let track = Track::straight(&d.world, charge.by, goes, Pose { facing: bearing, ..end }, time);
        if gone > 0 {
            self.leave_building(d, charge.by);
        }
        let rule = if matches!(charge.aim, Aim::Behind(_)) { r::ML_8_1R } else { r::ML_8_1Q };
        let spent = gone.saturating_add(self.toll(&d.world, charge.by, bearing, gone));
        self.place(d, charge.by, end, &[from, end], &[r::ML_8_1P, rule]);
        let unit = d.world.unit_mut(charge.by);
        unit.now.moved |= gone > 0 || from.facing != end.facing;
        unit.now.used = unit.now.used.saturating_add(part_used(spent, dash.allowance));
        unit.obstacle = dash.halted;
        let limit = self.book.tables.distance.support.cm();
        if !within_cm(self.apart(&d.world, charge.by, friend).cm, limit) {
            self.note(d, charge.by, "left_behind", game::Facts::new(), &[rule]);
        }
        (track, crossed)
    }

    /// Rear supports of a charge become hesitant when the unit they follow is broken, loses its impact or routs
    /// (ML-8.1r).
    pub(crate) fn supports_waver(&self, d: &mut D<'_>) {
        if !self.on(r::ML_8_1R) {
            return;
        }
        let wavering: Vec<UnitId> = d
            .world
            .charges
            .iter()
            .filter(|c| matches!(c.aim, Aim::Behind(friend) if !d.world.unit(friend).present() || d.world.unit(friend).broken()))
            .map(|c| c.by)
            .filter(|id| d.world.unit(*id).present() && d.world.unit(*id).marker == Marker::None)
            .collect();
        for id in wavering {
            self.mark(d, id, Marker::Hesitant, &[r::ML_8_1R, r::ML_GAP_67]);
        }
    }
}
