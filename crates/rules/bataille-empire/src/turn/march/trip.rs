//! The data that stays the same while marches are judged one after another: positions, and earlier results.

use super::found::Found;
use super::way::{Draft, Fault, Sort};
use crate::question::{Bar, Does};
use crate::resolve::operational;
use crate::resolve::passage::{Passage, passage};
use crate::terms::marker::{self, Did};
use crate::world::World;
use crate::{BatailleEmpire, Body, UD, Ud, r};
use game::{Side, UnitId};
use rulebook::Notes;
use std::cell::OnceCell;
use std::sync::Arc;
use table::{Cm, Manoeuvre, Piece, Point, apart_cm, at_least, closer, nearest_of, overlaps};

/// Most marches end within this distance of their start.
const NEAR: Cm = 8 * UD;

/// The result of judging a march.
pub(super) type Judged = Result<Arc<Draft>, Fault>;

/// All units on the table, and the roads found so far: made once for all marches of a sheet.
pub(crate) struct Scene<'a> {
    pub w: &'a World,
    pub bases: Vec<Base>,
    roads: Notes<Point, bool>,
    moves: Notes<UnitId, Option<(Does, u8, Sort)>>,
    /// The world, stored with the results.
    kept: OnceCell<Arc<World>>,
}

/// A unit on the table.
pub(crate) struct Base {
    pub id: UnitId,
    pub side: Side,
    pub piece: Piece,
    pub formed: bool,
}

/// The marches of a unit or group, the guide first.
pub(crate) struct Trip<'a> {
    rules: &'a BatailleEmpire,
    pub scene: &'a Scene<'a>,
    pub ids: &'a [UnitId],
    pub sort: Sort,
    /// The movers, all of the lowest class among them (BE-GAP-16).
    pub bodies: Vec<Body>,
    /// Their places at the start.
    pub starts: Vec<Piece>,
    /// The units that may be met within [`NEAR`] of a mover's start, by index among the bases.
    about: OnceCell<Vec<Vec<usize>>>,
    /// Enemies that a further move must keep away from (BE-MAN-22).
    kept_off: OnceCell<Vec<KeptOff>>,
    /// The part of a passage through a friend that does not depend on the mover's place.
    passages: Notes<(UnitId, UnitId), Passage>,
    /// The nearest enemy of each mover.
    enemy_near: Vec<OnceCell<Option<Ud>>>,
    /// The results so far; they are stored for later use.
    pub found: Found,
    /// The world of the results, if it is the same for all of them.
    found_in: Option<Arc<World>>,
}

/// An enemy that a further move must keep away from.
struct KeptOff {
    id: UnitId,
    piece: Piece,
    /// Distance to keep where it is seen.
    seen: Cm,
    /// Distance to keep where it is not seen (BE-MAN-23).
    unseen: Cm,
}

impl Scene<'_> {
    /// The nearest enemy of a side to a piece.
    pub(crate) fn nearest(&self, piece: &Piece, side: Side) -> Option<Ud> {
        let enemies = self.bases.iter().filter(|base| base.side == side.other());
        nearest_of(piece, enemies.map(|base| ((), base.piece))).map(|(_, measure)| Ud::from_cm(measure.cm))
    }
}

impl Trip<'_> {
    /// The result for a march, computed once.
    pub(super) fn judged(&self, legs: &[Manoeuvre], judge: impl FnOnce() -> Result<Draft, Fault>) -> Judged {
        self.found.drafts.get(legs, || judge().map(Arc::new))
    }
}

impl Drop for Trip<'_> {
    fn drop(&mut self) {
        let world = self.found_in.take();
        let world = world.unwrap_or_else(|| Arc::clone(self.scene.kept.get_or_init(|| Arc::new(self.scene.w.clone()))));
        self.rules.known_trips.keep((self.ids, self.sort), world, std::mem::take(&mut self.found));
    }
}

impl BatailleEmpire {
    /// The positions of all units.
    pub(crate) fn scene<'a>(&self, w: &'a World) -> Scene<'a> {
        let base = |id| Base { id, side: self.side(id), piece: self.piece(w, id), formed: self.formed(w, id) };
        let bases = w.ids().filter(|id| w.unit(*id).present()).map(base).collect();
        Scene { w, bases, roads: Notes::default(), moves: Notes::default(), kept: OnceCell::new() }
    }

    /// The marches of a unit or group, with earlier results.
    pub(crate) fn trip<'a>(&'a self, scene: &'a Scene<'a>, ids: &'a [UnitId], sort: Sort) -> Trip<'a> {
        let (found, found_in) = self.found_before(scene.w, ids, sort);
        debug_assert!(
            found.first.get().is_none_or(|first| {
                let anew = self.trip_by(scene, ids, sort, Found::default(), None);
                *first == self.ways(&anew, 1).into_iter().next()
            }),
            "what was found of marches elsewhere does not hold"
        );
        self.trip_by(scene, ids, sort, found, found_in)
    }

    /// The marches of a unit or group, with these initial results.
    fn trip_by<'a>(
        &'a self,
        scene: &'a Scene<'a>,
        ids: &'a [UnitId],
        sort: Sort,
        found: Found,
        found_in: Option<Arc<World>>,
    ) -> Trip<'a> {
        let class = ids.iter().map(|id| self.sheet(*id).body.class).max().unwrap_or_default();
        Trip {
            rules: self,
            scene,
            ids,
            sort,
            bodies: ids.iter().map(|id| Body { class, ..self.setting_out(scene.w, *id, sort) }).collect(),
            starts: ids.iter().map(|id| self.piece(scene.w, *id)).collect(),
            about: OnceCell::new(),
            kept_off: OnceCell::new(),
            passages: Notes::default(),
            enemy_near: ids.iter().map(|_| OnceCell::new()).collect(),
            found,
            found_in,
        }
    }

    /// A unit as it sets out: a further move marks it at once, so that it does not unlimber in it (BE-MA-01, BE-MA-06).
    pub(super) fn setting_out(&self, w: &World, id: UnitId, sort: Sort) -> Body {
        let body = self.figure(w, id);
        let marked = sort == Sort::Again && marker::given(&self.book, Did::TwoMoves).is_some();
        Body { marker: body.marker || marked, ..body }
    }

    /// Enemies that a further move must keep away from (BE-MAN-22).
    fn kept_off(&self, trip: &Trip<'_>) -> Vec<KeptOff> {
        let (w, bases) = (trip.scene.w, &trip.scene.bases);
        let side = trip.ids.first().map(|id| self.side(*id));
        let enemies = bases.iter().filter(|base| side == Some(base.side.other()));
        let off = |base: &Base| {
            let body = self.figure(w, base.id);
            let limit = |unseen: bool| {
                let enemy = operational::Enemy {
                    arm: body.arm,
                    formation: body.formation,
                    abilities: body.abilities,
                    distance: Ud::default(),
                    unseen: unseen || w.unit(base.id).inside.is_some(),
                };
                operational::keeps_off(&self.book, &enemy).map(Ud::cm)
            };
            Some(KeptOff { id: base.id, piece: base.piece, seen: limit(false)?, unseen: limit(true)? })
        };
        enemies.filter_map(off).collect()
    }

    /// The units that may be met within [`NEAR`] of each mover's start, by index among the bases.
    fn about(&self, trip: &Trip<'_>) -> Vec<Vec<usize>> {
        let contact = self.book.tables.distance.contact.cm().max(0);
        let about = |start: &Piece| {
            // Covers a piece whose middle has moved no farther, in any formation.
            let reach = NEAR + contact + 4 * UD;
            let near =
                |(_, base): &(usize, &Base)| at_least(start, &base.piece) <= reach && !trip.ids.contains(&base.id);
            trip.scene.bases.iter().enumerate().filter(near).map(|(n, _)| n).collect()
        };
        trip.starts.iter().map(about).collect()
    }

    /// Whether a road is at a point, looked up once.
    pub(crate) fn road_in(&self, scene: &Scene<'_>, at: Point) -> bool {
        let road = || self.terrain.at(at).any(|f| self.row(f).is_some_and(|row| row.road));
        scene.roads.get(&at, road)
    }

    /// The next move of a unit, computed once.
    pub(super) fn move_in(&self, scene: &Scene<'_>, id: UnitId) -> Option<(Does, u8, Sort)> {
        scene.moves.get(&id, || self.next_move(scene.w, id))
    }

    /// The nearest enemy of a mover at its start.
    pub(crate) fn enemy_near(&self, trip: &Trip<'_>, mover: usize) -> Option<Ud> {
        let (start, id) = (trip.starts.get(mover)?, trip.ids.get(mover)?);
        *trip.enemy_near.get(mover)?.get_or_init(|| trip.scene.nearest(start, self.side(*id)))
    }

    /// What prevents a mover from being at a place of its path, computed once: enemies to keep away from, friends that
    /// may not be passed.
    pub(crate) fn hindered(&self, trip: &Trip<'_>, mover: usize, piece: &Piece) -> Result<(), Bar> {
        trip.found.hindered.get(&(mover, *piece), || {
            trip.found.look_at(*piece);
            self.hindrance(trip, mover, piece)
        })
    }

    fn hindrance(&self, trip: &Trip<'_>, mover: usize, piece: &Piece) -> Result<(), Bar> {
        let (Some(id), Some(start)) = (trip.ids.get(mover).copied(), trip.starts.get(mover)) else { return Ok(()) };
        let contact = self.book.tables.distance.contact.cm();
        let side = self.side(id);
        let all = &trip.scene.bases;
        let about = trip.about.get_or_init(|| self.about(trip));
        let near = about.get(mover).filter(|_| start.pose.at.to(piece.pose.at) <= f64::from(NEAR));
        let near = near.map(|about| about.iter().filter_map(|n| all.get(*n)));
        let rest = if near.is_none() { all.as_slice() } else { &[] };
        for base in near.into_iter().flatten().chain(rest) {
            if at_least(piece, &base.piece) > contact.max(0) || trip.ids.contains(&base.id) {
                continue;
            }
            let touches = overlaps(piece, &base.piece);
            if base.side != side {
                let apart = apart_cm(piece, &base.piece);
                let near = touches || base.formed && closer(apart, contact);
                let nearer = || apart < apart_cm(start, &base.piece) - table::SLACK;
                if near && (touches || nearer()) && self.on(r::BE_GAP_38) {
                    return Err(Bar::by(r::BE_GAP_38, "enemy_near"));
                }
            } else if touches && !overlaps(start, &base.piece) {
                self.passes(trip, (id, piece), base.id)?;
            }
        }
        self.keeps_off(trip, id, piece)
    }

    /// Whether a mover may pass through a friend at a place of its path: with its facing and its distance from enemies
    /// there (BE-MAN-08).
    fn passes(&self, trip: &Trip<'_>, (id, piece): (UnitId, &Piece), friend: UnitId) -> Result<(), Bar> {
        let w = trip.scene.w;
        let about = trip.passages.get(&(id, friend), || {
            // Units in the gaps beside the friend matter as well.
            let (piece, room) = (self.piece(w, friend), self.book.tables.distance.passage_interval.cm());
            trip.found.look_at(Piece { front: piece.front + 2 * room, ..piece });
            self.passage_of(w, id, friend)
        });
        let near = trip.scene.nearest(piece, self.side(id));
        let degrees = table::turn(piece.pose.facing, w.unit(friend).pose.facing).unsigned_abs() / 100;
        let there = Passage {
            enemy: near.map_or(about.enemy, |near| near.min(about.enemy)),
            turned: rulebook::saturated::<u16, _>(degrees),
            ..about
        };
        passage(&self.book, &there)
    }

    /// Second, third and operational moves keep away from the enemy and its table edge; from an enemy that the mover
    /// does not see at that place of its path the distance is smaller (BE-MAN-22, BE-MAN-23, BE-GAP-119).
    fn keeps_off(&self, trip: &Trip<'_>, id: UnitId, piece: &Piece) -> Result<(), Bar> {
        if !matches!(trip.sort, Sort::Again | Sort::Operational) {
            return Ok(());
        }
        let near = |enemy: &KeptOff| {
            let most = enemy.seen.max(enemy.unseen);
            if at_least(piece, &enemy.piece) >= most {
                return false;
            }
            let apart = apart_cm(piece, &enemy.piece);
            let sees = || {
                let except: Vec<UnitId> = trip.ids.iter().copied().chain([enemy.id]).collect();
                enemy.seen == enemy.unseen || !self.on(r::BE_GAP_119) || {
                    trip.found.look_along(piece, &enemy.piece);
                    self.sees_from(trip.scene.w, piece, &enemy.piece, &except)
                }
            };
            closer(apart, enemy.unseen) || closer(apart, enemy.seen) && sees()
        };
        if trip.kept_off.get_or_init(|| self.kept_off(trip)).iter().any(near) {
            return Err(Bar::by(r::BE_MAN_22, "enemy_near"));
        }
        if operational::edge_too_near(&self.book, self.off_edge(self.side(id).other(), piece)) {
            return Err(Bar::by(r::BE_MAN_22, "edge"));
        }
        Ok(())
    }
}
