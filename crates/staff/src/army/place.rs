//! Places that do not overlap.

use super::{Slot, line::shaped};
use crate::scene::Scene;
use game::{Extent, Nerve, Rating, Sort};
use table::{Piece, Pose, overlaps};

#[derive(Clone, Debug, Default)]
pub(super) struct Places {
    taken: Vec<Piece>,
    /// Places at the end of the ways.
    last: Vec<Piece>,
}

impl Places {
    /// A place for a unit: the one wanted, or the nearest that is free.
    pub fn take(&mut self, scene: &Scene<'_>, unit: &Rating, slot: Slot) -> Slot {
        let extent = shaped(scene, unit, slot.form);
        let pose = free(scene, unit, extent, slot.pose, &self.taken);
        self.taken.push(extent.at(pose));
        let last = if slot.last == slot.pose { pose } else { free(scene, unit, extent, slot.last, &self.last) };
        self.last.push(extent.at(last));
        Slot { pose, last, ..slot }
    }

    /// The nearest free place: aside, behind, before.
    pub fn free(&self, scene: &Scene<'_>, unit: &Rating, wanted: Pose) -> Pose {
        free(scene, unit, unit.extent, wanted, &self.taken)
    }
}

fn free(scene: &Scene<'_>, unit: &Rating, extent: Extent, wanted: Pose, taken: &[Piece]) -> Pose {
    let is_free = |pose: Pose| is_free(scene, unit, &extent.at(pose), taken);
    if is_free(wanted) {
        return wanted;
    }
    let step = scene.view.contact.max(1);
    for ring in 1..=6 {
        for (right, ahead) in [(1, 0), (-1, 0), (0, -1), (1, -1), (-1, -1), (0, 1)] {
            let pose = Pose { at: wanted.local(right * ring * step, ahead * ring * step), ..wanted };
            if is_free(pose) {
                return pose;
            }
        }
    }
    unit.pose
}

fn is_free(scene: &Scene<'_>, unit: &Rating, own: &Piece, taken: &[Piece]) -> bool {
    // Units that do not move keep their ground.
    let stuck =
        || scene.friends().filter(|f| f.unit != unit.unit && f.nerve >= Nerve::Shaken && f.sort != Sort::Leader);
    !taken.iter().any(|other| overlaps(own, other)) && !stuck().any(|f| overlaps(own, &f.extent.at(f.pose)))
}
