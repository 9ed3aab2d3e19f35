//! What was found of marches, kept for the next who asks about them: for who tries an answer after the sheet was made, who
//! carries it out, and for the sheet after that, in which most units stand as they stood.
//!
//! What is found of the marches of some units depends on themselves, on the order of their division, on the enemy, on who
//! holds what, and on the friends near the places that were looked at. Those places are kept with it ([`Found::look_at`]): it
//! holds in another world in which only friends stand elsewhere, none of them near such a place, neither now nor then.

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

/// Of so many units and groups it is kept.
const MOST: usize = 2_000;
/// Of each so many are kept, the last first.
const WORLDS: usize = 3;

/// What was found of the marches of a unit or group.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// What hinders a mover at a place.
    pub(super) hindered: Notes<(usize, Piece), Result<(), Bar>>,
    /// Whether a mover may end at a place.
    pub(super) ends: Notes<(usize, Piece), Result<(), Fault>>,
    /// Marches that were judged.
    pub(super) drafts: Notes<Vec<Manoeuvre>, Judged>,
    /// Whether they may be made.
    pub(super) fits: Notes<Vec<Manoeuvre>, bool>,
    /// The first march towards a goal.
    pub(super) first: OnceCell<Option<Vec<Manoeuvre>>>,
    /// The march of duty, by the one that was guessed.
    pub(super) duty: Notes<Vec<Manoeuvre>, Option<Vec<Manoeuvre>>>,
    /// Any march at all.
    pub(super) some: OnceCell<Option<Vec<Manoeuvre>>>,
    /// Where it matters whether a friend stands.
    looked_at: RefCell<Vec<Piece>>,
}

impl Found {
    /// It matters whether a friend stands there.
    pub(super) fn look_at(&self, place: Piece) {
        self.looked_at.borrow_mut().push(place);
    }

    /// It matters whether a friend stands between a place and an enemy.
    pub(super) fn look_along(&self, from: &Piece, enemy: &Piece) {
        let from = table::distance(from, enemy).from;
        let (to, wide) = (enemy.pose.at, enemy.front + enemy.depth);
        let pose = Pose { at: from.middle(to), facing: from.bearing_to(to) };
        self.look_at(Piece { pose, front: wide, depth: from.far(to) + wide, lead: true });
    }
}

/// What was found of units and groups, with the worlds in which it was.
#[derive(Debug, Default)]
pub(crate) struct KnownTrips(Mutex<BTreeMap<Movers, Vec<FoundIn>>>);

/// A unit or group and the sort of its marches.
type Movers = (Vec<UnitId>, Sort);

/// What was found, and in which world.
type FoundIn = (Arc<World>, Found);

impl KnownTrips {
    /// Keeps what was found.
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

/// What is different since something was found.
#[derive(PartialEq, Eq)]
enum Since {
    Nothing,
    /// Only what it does not depend on.
    Elsewhere,
    Here,
}

impl BatailleEmpire {
    /// What was found before of the marches of a unit or group and holds now, and the world in which it was if that tells as
    /// much as the world now. It is handed out to one, who gives it back.
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

    /// What is different now for the marches of some units.
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
        // Two units leave no narrow gap for an eye between them.
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
