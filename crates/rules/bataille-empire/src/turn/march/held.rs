//! The rest of a march, judged again after a reaction (BE-GAP-38, BE-GAP-88).

use super::MarchStage;
use super::way::Sort;
use crate::turn::{D, Step};
use crate::world::{Marching, Under, World};
use crate::{BatailleEmpire, UD};
use game::{Flow, UnitId};
use table::{Cm, Piece, overlaps};

/// Step in which the rest of the path is examined, a tenth of a UD.
const STEP: Cm = UD / 10;

impl BatailleEmpire {
    /// How much of the rest each mover can do after the reactions, up to the last place where it may stop; `None`: all
    /// of it (BE-GAP-38).
    pub(super) fn held_up(&self, w: &World, march: &Marching) -> Vec<Option<Cm>> {
        let Some(side) = march.movers.first().map(|id| self.side(*id)) else { return Vec::new() };
        // Hidden enemies are met on the way (BE-GAP-82).
        let known = w.known_to(side);
        let scene = self.scene(&known);
        let trip = self.trip(&scene, &march.movers, Sort::First);
        let length = march.course.length();
        let whole = length.saturating_add(1);
        let on_the_way = (1..).map(|n| n * STEP).take_while(|at| *at < length).chain([length]);
        let mut places: Vec<(Cm, Vec<Piece>)> = on_the_way.map(|at| (at, march.course.at(at))).collect();
        let end = march.course.end();
        let formed = march.after.map(|formation| {
            let formed = |(id, piece): (&UnitId, &Piece)| self.piece_at(*id, self.pose_of(piece), formation);
            (whole, march.movers.iter().zip(&end).map(formed).collect())
        });
        places.push((whole, end));
        places.extend(formed);
        let room = |n: usize| {
            let start = trip.starts.get(n)?;
            let clear = |piece: &Piece| {
                let others = scene.bases.iter().filter(|base| !march.movers.contains(&base.id));
                !others.into_iter().any(|base| overlaps(piece, &base.piece) && !overlaps(start, &base.piece))
            };
            let (mut last, mut free) = (0, true);
            for (at, pieces) in &places {
                let piece = pieces.get(n)?;
                if self.hindered(&trip, n, piece).is_err() {
                    return Some(last);
                }
                free = clear(piece);
                last = if free { *at } else { last };
            }
            (!free).then_some(last)
        };
        (0..march.movers.len()).map(room).collect()
    }

    /// The movers go as far as the first of them can; a mover that cannot go on stops there, without its final change
    /// of formation. The others go on with their guide (BE-GAP-88).
    pub(super) fn stop_short(&self, d: &mut D<'_>, mut march: Marching, rooms: &[Option<Cm>], first: Cm) -> Flow<()> {
        let at = march.course.gone.saturating_add(first);
        self.go_to(d, &mut march, at);
        let guided = rooms.first() != Some(&Some(first));
        let keep: Vec<bool> = rooms.iter().map(|room| guided && *room != Some(first)).collect();
        let stopped = march.movers.iter().zip(&keep).filter(|(_, keep)| !**keep).map(|(id, _)| *id);
        let stopped: Vec<UnitId> = stopped.collect();
        self.come_clear_of_friends(d, &march, &stopped);
        drop_unkept(&mut march, &keep);
        if !guided {
            d.world.under.pop();
        } else if let Some(under) = d.world.under.last_mut() {
            *under = Under::March(march);
            d.then([Step::March(MarchStage::Resumed)]);
        }
        self.come_to_a_stop(d, &stopped)
    }

    /// Movers have reached the end of their path.
    pub(super) fn come_to_a_stop(&self, d: &mut D<'_>, movers: &[UnitId]) -> Flow<()> {
        for id in movers {
            self.capture(d, *id)?;
            self.overrun(d, *id);
        }
        self.find_hidden(d, movers);
        Ok(())
    }
}

/// Movers that stop leave the march.
pub(super) fn drop_unkept(march: &mut Marching, keep: &[bool]) {
    let mut kept = keep.iter();
    march.movers.retain(|_| *rulebook::ids::held(kept.next(), "who stops"));
    let mut kept = keep.iter();
    march.course.from.retain(|_| *rulebook::ids::held(kept.next(), "who stops"));
    let mut kept = keep.iter();
    march.stood.retain(|_| *rulebook::ids::held(kept.next(), "who stops"));
    march.course.march.movers = march.movers.iter().map(|id| id.0).collect();
}
