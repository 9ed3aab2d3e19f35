//! Marches that fulfil a duty: all legal ones are searched (BE-GAP-94, BE-GAP-106).

use super::march_offer::with;
use super::sheet::FORMATIONS;
use super::trip::Trip;
use super::way::Draft;
use crate::resolve::command::duty::{self, DutyDeed};
use crate::terms::book::r;
use crate::{BatailleEmpire, Formation, Order, UD, word};
use table::{Cm, Manoeuvre, Piece, SLACK, apart_cm, within_cm};

/// Step of pivots, in hundredths of a degree.
const PIVOT: i32 = 1_500;

impl BatailleEmpire {
    /// A march that fulfils the order of a unit: the guess if it does, otherwise the first of all legal ones.
    pub(super) fn dutiful_way(&self, trip: &Trip<'_>, guess: &[Manoeuvre]) -> Option<Vec<Manoeuvre>> {
        trip.found.duty.get(guess, || self.look_for_duty(trip, guess))
    }

    fn look_for_duty(&self, trip: &Trip<'_>, guess: &[Manoeuvre]) -> Option<Vec<Manoeuvre>> {
        let (w, id) = (trip.scene.w, trip.ids.first().copied()?);
        if self.is_duty(trip, guess) {
            return Some(guess.to_vec());
        }
        if !self.on(r::BE_GAP_106) {
            return None;
        }
        let retreats = w.division(self.sheet(id).command).order == Order::Withdraw;
        let far = self.farthest(trip);
        for head in self.heads(trip) {
            for tail in tails(w.unit(id).formation, &head) {
                if !retreats && !self.may_approach(trip, &head, *tail, far) {
                    continue;
                }
                let lengths = self.lengths(trip, &head, *tail, far, retreats);
                let ways = lengths.into_iter().map(|cm| with(&head, tail(cm)));
                if let Some(legs) = ways.into_iter().find(|legs| self.is_duty(trip, legs)) {
                    return Some(legs);
                }
            }
            if !head.is_empty() && self.fits(trip, &head) && self.is_duty(trip, &head) {
                return Some(head);
            }
        }
        None
    }

    /// The starts of a march: straight on, about, with a pivot or a turn in place, with a change of formation first.
    fn heads(&self, trip: &Trip<'_>) -> Vec<Vec<Manoeuvre>> {
        let Some(body) = trip.bodies.first() else { return Vec::new() };
        let mut heads = vec![vec![], vec![Manoeuvre::Turn(18_000)]];
        for by in (1..=12).map(|n| n * PIVOT) {
            heads.extend([by, -by].map(|by| vec![Manoeuvre::Wheel(by)]));
        }
        heads.extend([4_500, -4_500, 9_000, -9_000, 13_500, -13_500].map(|by| vec![Manoeuvre::Turn(by)]));
        let changes =
            FORMATIONS.into_iter().filter(|to| crate::resolve::manoeuvre::may_change(&self.book, body, *to).is_ok());
        for to in changes {
            let change = Manoeuvre::Reform(word(&to).0);
            heads.push(vec![change.clone()]);
            let turns = [18_000, 9_000, -9_000].map(Manoeuvre::Turn);
            let wheels = [4_500, -4_500, 9_000, -9_000].map(Manoeuvre::Wheel);
            heads.extend(turns.into_iter().chain(wheels).map(|leg| vec![change.clone(), leg]));
        }
        heads
    }

    /// The distances after a start: the longest, and for a unit falling back also shorter ones.
    fn lengths(&self, trip: &Trip<'_>, head: &[Manoeuvre], tail: fn(Cm) -> Manoeuvre, far: Cm, all: bool) -> Vec<Cm> {
        let fits = |cm: Cm| self.fits(trip, &with(head, tail(cm)));
        let eighths = (1..=8).rev().map(|eighths| far / 8 * eighths).filter(|cm| *cm > 0);
        if all {
            return eighths.filter(|cm| fits(*cm)).collect();
        }
        let coarse = eighths.into_iter().find(|cm| fits(*cm)).or_else(|| Some(UD / 4).filter(|cm| fits(*cm)));
        let finest = coarse.map(|cm| {
            let more = (1..).map(|quarters| cm + quarters * UD / 4).take_while(|cm| *cm <= far && fits(*cm));
            more.last().unwrap_or(cm)
        });
        finest.into_iter().collect()
    }

    /// Whether a path that goes straight on after a start can come nearer to an enemy or an objective at all, judged by
    /// its final line: if not, no march need be judged.
    fn may_approach(&self, trip: &Trip<'_>, head: &[Manoeuvre], tail: fn(Cm) -> Manoeuvre, far: Cm) -> bool {
        /// More than the sum of all roundings of a path.
        const SPARE: f64 = 100.0;
        let Some(id) = trip.ids.first().copied() else { return false };
        let w = trip.scene.w;
        let ends = [0, far + UD].map(|cm| self.end_of(trip, &with(head, tail(cm))));
        let [Some(near), Some(beyond)] = ends else { return true };
        let from = w.unit(id).pose.at;
        let enemies = self.troops(w, self.side(id).other()).map(|enemy| w.unit(enemy).pose.at);
        let mut aims = enemies.chain(self.goals(w, self.side(id)));
        aims.any(|aim| table::point_to_line(aim, near, beyond) < aim.to(from) + SPARE)
    }

    /// Whether a march may be made and fulfils the order of its guide (BE-GAP-19).
    pub(super) fn is_duty(&self, trip: &Trip<'_>, legs: &[Manoeuvre]) -> bool {
        let Ok(draft) = self.drafted(trip, legs) else { return false };
        self.obeys_by(trip, 0, legs, &draft)
    }

    /// Whether a march fulfils the order of one of its movers.
    pub(super) fn obeys_by(&self, trip: &Trip<'_>, mover: usize, legs: &[Manoeuvre], draft: &Draft) -> bool {
        let Some(id) = trip.ids.get(mover) else { return false };
        let order = trip.scene.w.division(self.sheet(*id).command).order;
        duty::complies(&self.book, order, self.did(trip, mover, legs, draft))
    }

    /// What a march counts as for the order of one of its movers (BE-GAP-19): a full move towards the enemy or an
    /// objective, a move away from the enemy, or neither.
    pub(crate) fn did(&self, trip: &Trip<'_>, mover: usize, legs: &[Manoeuvre], draft: &Draft) -> DutyDeed {
        let w = trip.scene.w;
        let (Some(id), Some(end)) = (trip.ids.get(mover).copied(), draft.ends.get(mover).copied()) else {
            return DutyDeed::None;
        };
        let from = w.unit(id).pose.at;
        let piece = self.piece_at(id, end, draft.formation);
        let order = w.division(self.sheet(id).command).order;
        if order == Order::Withdraw {
            return if self.falls_back(trip, mover, &piece) { DutyDeed::FallBack } else { DutyDeed::Move };
        }
        if !self.approaches(w, id, from, end.at) {
            return DutyDeed::Move;
        }
        let further = with(legs, Manoeuvre::Ahead(UD / 4));
        let full = self.close_enough(w, &piece, self.side(id)) || !self.fits(trip, &further);
        if full { DutyDeed::FullMove } else { DutyDeed::Move }
    }

    /// Whether a mover that ends there has fallen back: farther from the nearest enemy, and not nearer to any that was
    /// within 4 UD (BE-ORD-02, BE-GAP-107).
    fn falls_back(&self, trip: &Trip<'_>, mover: usize, end: &Piece) -> bool {
        let (Some(id), Some(start)) = (trip.ids.get(mover), trip.starts.get(mover)) else { return false };
        let tactical = self.book.tables.distance.tactical.cm();
        let enemies = trip.scene.bases.iter().filter(|base| base.side == self.side(*id).other());
        let mut nearest: Option<(Cm, Cm)> = None;
        for base in enemies {
            let (before, after) = (apart_cm(start, &base.piece), apart_cm(end, &base.piece));
            if within_cm(before, tactical) && after < before - SLACK && self.on(r::BE_GAP_107) {
                return false;
            }
            nearest = Some(nearest.map_or((before, after), |(b, a)| (b.min(before), a.min(after))));
        }
        nearest.is_some_and(|(before, after)| after > before)
    }
}

/// The possible moves after a start.
fn tails(formation: Formation, head: &[Manoeuvre]) -> &'static [fn(Cm) -> Manoeuvre] {
    match (formation, head) {
        (Formation::Deployed, []) => &[Manoeuvre::Ahead, Manoeuvre::Back],
        (_, []) => &[Manoeuvre::Ahead, Manoeuvre::Back, Manoeuvre::Side, to_the_left],
        _ => &[Manoeuvre::Ahead],
    }
}

const fn to_the_left(cm: Cm) -> Manoeuvre {
    Manoeuvre::Side(-cm)
}
