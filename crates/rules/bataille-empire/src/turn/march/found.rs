//! A cache of results about marches: a sheet is made, an answer tried and carried out, and another sheet made in which
//! most units stand as before.
//!
//! The results for a unit depend on the unit, on the order of its division, on the enemy, on the holders of objectives,
//! and on friends near the places examined. These places are stored with the results ([`Found::look_at`]): they hold in
//! another world in which only friends are elsewhere, and none of these is or was near such a place.

use super::trip::Judged;
use super::way::{Fault, Sort};
use crate::question::Bar;
use crate::world::World;
use crate::{BatailleEmpire, UD};
use game::UnitId;
use rulebook::Notes;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use table::{Manoeuvre, Piece, Pose, within_reach};

/// Maximum number of units and groups with results.
const MOST: usize = 2_000;
/// Maximum number of results for each, the latest first.
const WORLDS: usize = 3;

/// Results about the marches of a unit or group.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// What prevents a mover from being at a place.
    pub(super) hindered: Notes<(usize, Piece), Result<(), Bar>>,
    /// Whether a mover may end at a place.
    pub(super) ends: Notes<(usize, Piece), Result<(), Fault>>,
    /// Marches judged so far.
    pub(super) drafts: Notes<Vec<Manoeuvre>, Judged>,
    /// Whether marches are legal.
    pub(super) fits: Notes<Vec<Manoeuvre>, bool>,
    /// The first march towards a goal.
    pub(super) first: OnceCell<Option<Vec<Manoeuvre>>>,
    /// The march that fulfils the duty, by the guess.
    pub(super) duty: Notes<Vec<Manoeuvre>, Option<Vec<Manoeuvre>>>,
    /// Any legal march.
    pub(super) some: OnceCell<Option<Vec<Manoeuvre>>>,
    /// Places where a friend would matter.
    looked_at: RefCell<Vec<Piece>>,
}

impl Found {
    /// Notes that a friend at this place would matter.
    pub(super) fn look_at(&self, place: Piece) {
        self.looked_at.borrow_mut().push(place);
    }

    /// Notes that a friend between a place and an enemy would matter.
    pub(super) fn look_along(&self, from: &Piece, enemy: &Piece) {
        let from = table::distance(from, enemy).from;
        let (to, wide) = (enemy.pose.at, enemy.front + enemy.depth);
        let pose = Pose { at: from.middle(to), facing: from.bearing_to(to) };
        self.look_at(Piece { pose, front: wide, depth: from.far(to) + wide, lead: true });
    }
}

/// The results for units and groups, with the worlds in which they hold.
#[derive(Debug, Default)]
pub(crate) struct KnownTrips(Mutex<BTreeMap<Movers, Vec<FoundIn>>>);

/// A unit or group, and the kind of its marches.
type Movers = (Vec<UnitId>, Sort);

/// The results, with their world.
type FoundIn = (Arc<World>, Found);

impl KnownTrips {
    pub(super) fn keep(&self, (ids, sort): (&[UnitId], Sort), world: Arc<World>, found: Found) {
        let Ok(mut known) = self.0.lock() else { return };
        if known.len() >= MOST {
            known.clear();
        }
        let of_these = known.entry((ids.to_vec(), sort)).or_default();
        of_these.truncate(WORLDS - 1);
        of_these.insert(0, (world, found));
    }
}

/// What has changed since results were found.
#[derive(PartialEq, Eq)]
enum Since {
    Nothing,
    /// Only things they do not depend on.
    Elsewhere,
    Here,
}

impl BatailleEmpire {
    /// Earlier results for a unit or group that still hold, and their world if it is equivalent to the present one. The
    /// caller takes them out and stores them again.
    pub(super) fn found_before(&self, w: &World, ids: &[UnitId], sort: Sort) -> (Found, Option<Arc<World>>) {
        let Ok(mut known) = self.known_trips.0.lock() else { return Default::default() };
        let Some(of_these) = known.get_mut(&(ids.to_vec(), sort)) else { return Default::default() };
        let holds = |(n, (then, found)): (usize, &FoundIn)| {
            let since = self.since(then, w, ids, &found.looked_at.borrow());
            (since != Since::Here).then_some((n, since == Since::Nothing))
        };
        let Some((n, same)) = of_these.iter().enumerate().find_map(holds) else { return Default::default() };
        let (then, found) = of_these.remove(n);
        (found, same.then_some(then))
    }

    /// What has changed for the marches of some units.
    fn since(&self, then: &World, now: &World, ids: &[UnitId], looked_at: &[Piece]) -> Since {
        let same = |id: &UnitId| {
            let ordered = |w: &World| {
                let division = w.division(self.sheet(*id).command);
                (division.order, division.reserve, division.zone.clone())
            };
            let led = |w: &World| self.attached(w, *id).is_some();
            then.unit(*id) == now.unit(*id) && led(then) == led(now) && ordered(then) == ordered(now)
        };
        if !ids.iter().all(same) || then.holders != now.holders {
            return Since::Here;
        }
        let side = ids.first().map(|id| self.side(*id));
        // Two units leave no gap between them narrower than this to see through.
        let near = self.book.tables.distance.passage_interval.cm() + UD / 10;
        let mut since = Since::Nothing;
        for id in now.ids().filter(|id| then.unit(*id) != now.unit(*id)) {
            if Some(self.side(id)) != side {
                return Since::Here;
            }
            let stands = |w: &World| {
                let unit = w.unit(id);
                unit.present().then(|| (unit.formation, self.piece(w, id)))
            };
            let (before, after) = (stands(then), stands(now));
            if before == after {
                continue;
            }
            since = Since::Elsewhere;
            let mut places = before.into_iter().chain(after).map(|(_, piece)| piece);
            if places.any(|piece| looked_at.iter().any(|place| within_reach(place, &piece, near))) {
                return Since::Here;
            }
        }
        since
    }
}
