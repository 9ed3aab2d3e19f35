//! Units that make off of their own will: flight, withdrawal of cavalry, skirmishers who fall back.

use super::retreat::How;
use super::way::{Friends, Traffic};
use crate::flight;
use crate::marker::{self, Did};
use crate::turn::D;
use crate::{Arm, BatailleEmpire, Formation, r};
use game::{Flow, UnitId};
use table::{Cm, Piece, Pose, beyond, distance};

impl BatailleEmpire {
    /// A unit flees before an enemy (BE-GAP-43): formed units end in Disorder. False: it is lost on the way.
    ///
    /// # Errors
    /// As [`BatailleEmpire::give_way`].
    pub(crate) fn flee(&self, d: &mut D<'_>, id: UnitId, from: UnitId) -> Flow<bool> {
        let body = self.figure(&d.world, id);
        let limbered = body.arm == Arm::Artillery;
        let formed = body.formed(&self.book) && !limbered;
        let kept = self.give_way(d, id, Some(from), How::Flight, flight::voluntary(&self.book, &body).cm())?;
        if kept && formed && self.on(r::BE_GAP_43) {
            self.disorder(d, id, r::BE_GAP_43);
        }
        Ok(kept)
    }

    /// Cavalry withdraws until it is more than 4 UD away, as far as its move goes, and faces the enemy again
    /// (BE-REA-14, BE-GAP-42).
    pub(crate) fn withdraw(&self, d: &mut D<'_>, id: UnitId, from: UnitId) {
        let body = self.figure(&d.world, id);
        let Some(allowance) = crate::movement::row(&self.book, &body).of(self.going(&d.world, id)) else { return };
        let keep = self.book.tables.distance.reaction.cm();
        self.back_off(d, id, from, allowance.cm(), Some(keep), &[r::BE_REA_14, r::BE_GAP_42]);
        if let Some(rule) = marker::given(&self.book, Did::Withdraw) {
            self.mark(d, id, rule);
        }
    }

    /// Skirmishers fall back 2 UD, facing the enemy (BE-REA-31, BE-REA-32).
    pub(crate) fn fall_back(&self, d: &mut D<'_>, id: UnitId, from: UnitId) {
        let cm = flight::fall_back(&self.book, &self.figure(&d.world, id), crate::Ud::default()).distance.cm();
        self.back_off(d, id, from, cm, None, &[r::BE_REA_32]);
    }

    /// A unit goes straight away from an enemy and ends facing him; where its way is barred it stops.
    fn back_off(&self, d: &mut D<'_>, id: UnitId, from: UnitId, most: Cm, until: Option<Cm>, rules: &[game::Rule]) {
        let enemy = self.piece(&d.world, from);
        let own = self.piece(&d.world, id);
        let bearing = enemy.pose.at.bearing_to(own.pose.at);
        let body = self.figure(&d.world, id);
        let pose = Pose { at: own.pose.at, facing: 0 }.turned(bearing + 18_000);
        let start = Piece { pose, ..own };
        let traffic = Traffic {
            keep_off: self.book.tables.distance.contact.cm(),
            stood: Some(own),
            except: Some(from),
            friends: if d.world.unit(id).formation == Formation::Skirmish { Friends::Solid } else { Friends::Formed },
            open_only: false,
        };
        let (free, _) = self.straight(&d.world, (id, &body), (start, bearing, most), &traffic);
        let far = until.map_or(free, |until| {
            let gap = distance(&enemy, &start).cm;
            let enough = if beyond(gap, until) { 0 } else { until.saturating_sub(gap).saturating_add(crate::UD / 10) };
            enough.min(free)
        });
        let Some(cm) = self.free_place(&d.world, id, (start, bearing, far)).filter(|cm| *cm <= most) else { return };
        let end = self.pose_of(&start.moved(bearing, cm));
        let path = [self.pose_of(&start), end];
        self.place(d, id, end, &path, rules);
        d.world.unit_mut(id).now.moved = true;
    }
}
