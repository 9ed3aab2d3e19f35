//! 2: rallies of cavalry, and units that follow a leaving or rallying unit (LA-RAL-03 to LA-RAL-25, LA-GAP-40,
//! LA-GAP-50, LA-GAP-51).

mod friends;

pub(crate) use friends::WAY_ROUND;

use super::march::{Marcher, Over, Pace};
use super::{D, Step};
use crate::resolve::charge::{Chase, Departure, Together, rally_order, together};
use crate::world::{Bound, Hold, Leave, Leaving, Run, Sort, World, facts, front_of};
use crate::{Formation, LesAigles, Order, r};
use friends::Leg;
use game::{Flow, UnitId};
use table::{Angle, Cm, Pose, overlaps};

impl LesAigles {
    pub(crate) fn rallies(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Rallies, &[r::LA_MVT_01, r::LA_RAL_03]);
        self.ask_way_round(d)?;
        let rallying: Vec<(UnitId, Run)> = d
            .world
            .ids()
            .filter_map(|id| match d.world.unit(id).bound {
                Bound::Rallying(run) if d.world.unit(id).present() => Some((id, run)),
                _ => None,
            })
            .collect();
        for (id, run) in rallying {
            self.rally_on(d, id, run);
        }
        let followers: Vec<UnitId> = d
            .world
            .ids()
            .filter(|id| d.world.unit(*id).present() && matches!(d.world.unit(*id).bound, Bound::Following { .. }))
            .collect();
        for id in followers {
            self.follow(d, id);
        }
        Ok(())
    }

    /// A quarter of a rally.
    fn rally_on(&self, d: &mut D<'_>, id: UnitId, run: Run) {
        let quarter = d.world.quarter;
        // A unit that an enemy has come into contact with on the way stands there until they have fought (LA-GAP-84).
        let follows = |enemy: UnitId| matches!(d.world.unit(enemy).bound, Bound::Following { whom, .. } if whom == id);
        if run.moved > 0 && d.world.enemies_of(id).any(|enemy| !follows(enemy)) && self.on(r::LA_GAP_84) {
            return self.change(d, id, &[r::LA_GAP_84], |u| u.bound = Bound::Free);
        }
        self.worsen(d, id, rally_order(&self.book), &[r::LA_RAL_04]);
        if quarter <= run.turning {
            if quarter == run.turning && self.on(r::LA_RAL_05) {
                let way = self.rally_way(&d.world, id, run);
                self.turn_to_leave(d, id, way, &[r::LA_RAL_05, r::LA_PIV_06]);
            }
            d.world.unit_mut(id).now.busy = true;
            return;
        }
        let followed = self.followed(&d.world, id);
        if run.moved == 0 {
            // Up to now it has stayed in contact (LA-GAP-51): it leaves enemies that cannot or do not follow.
            let left: Vec<UnitId> =
                d.world.enemies_of(id).filter(|enemy| !self.stays_with(&d.world, *enemy, id)).collect();
            for enemy in left {
                self.part(d, id, enemy);
            }
        }
        if self.gets_across(d, id) {
            return;
        }
        let Some(leg) = self.rally_leg(&d.world, id, run) else { return };
        // It moves at the rate of a column and keeps its front, which decides the lane that it needs.
        if !self.on(r::LA_RAL_22) {
            self.change(d, id, &[r::LA_RAL_03], |u| u.formation = Formation::Column);
        }
        let (way, past) = self.way_past(&d.world, id, run, leg);
        let from = d.world.unit(id).pose;
        let path: Vec<Pose> = [from].into_iter().chain(way.by.iter().copied()).chain([way.end]).collect();
        self.place(d, id, way.end, &path, &[r::LA_RAL_03, r::LA_GAP_63]);
        self.change(d, id, &[r::LA_RAL_04], |u| {
            u.now.moved = way.gone;
            u.bound = Bound::Rallying(Run { moved: run.moved.saturating_add(1), past, ..run });
        });
        for friend in &way.passed {
            if self.on(r::LA_RAL_18) && self.run_through(d, id, *friend, false) {
                self.worsen(d, id, Order::Disordered, &[r::LA_RAL_18]);
            }
        }
        if way.stuck {
            self.worsen(d, id, Order::Disordered, &[r::LA_GAP_51]);
        }
        self.feel_ground(d, id, &way);
        if way.edge && way.gone < way.far {
            d.world.unit_mut(id).now.at_edge = true;
        } else if !followed && run.moved >= 1 && self.may_stop_running(&d.world, id) {
            self.change(d, id, &[r::LA_RAL_06], |u| u.bound = Bound::Free);
        }
    }

    /// Direction and distance of a rallying unit in this quarter; `None`: it is still turning.
    fn rally_leg(&self, w: &World, id: UnitId, run: Run) -> Option<Leg> {
        if w.quarter <= run.turning {
            return None;
        }
        let wanted = self.rally_way(w, id, run);
        let (unit, own) = (w.unit(id), self.body(w, id));
        let over = Over::Crossing(unit.over.map(|(feature, _)| feature));
        // Friends that it passes through do not slow a unit that is followed (LA-RAL-21).
        let followed = self.followed(w, id);
        let pace = Pace { id, formation: unit.formation, quarter: self.rally_rate(w, id), over, pressed: !followed };
        let (far, _) = self.far_over(&pace, &own.with_pose(Pose { facing: wanted, ..own.pose }));
        Some(Leg { wanted, far, pace, followed })
    }

    /// The direction of a rally in its next quarter (0 to 359 degrees): the first goes directly away from the enemy
    /// that it fought (LA-RAL-08), then home (LA-RAL-07).
    fn rally_way(&self, w: &World, id: UnitId, run: Run) -> Angle {
        let threat = run.from.filter(|from| w.unit(*from).present());
        let away = threat.map(|from| w.unit(from).pose.at.bearing_to(self.body(w, id).pose.at));
        let home = if self.on(r::LA_RAL_07) { self.home(self.side(id)) } else { w.unit(id).pose.facing };
        away.filter(|_| run.moved == 0 && self.on(r::LA_RAL_08)).unwrap_or(home).rem_euclid(36_000)
    }

    /// Whether an enemy follows a unit in contact.
    fn followed(&self, w: &World, id: UnitId) -> bool {
        w.enemies_of(id).any(|enemy| self.stays_with(w, enemy, id))
    }

    /// Whether an enemy stays in contact with a rallying unit that moves off: a follower that keeps up (LA-RAL-10,
    /// LA-RAL-14).
    fn stays_with(&self, w: &World, id: UnitId, whom: UnitId) -> bool {
        matches!(w.unit(id).bound, Bound::Following { whom: prey, uncontrolled, .. }
            if prey == whom && (self.keeps_up(w, id, whom, uncontrolled) || !self.on(r::LA_RAL_14)))
    }

    /// Whether a follower keeps contact: it is as fast as the unit that it follows, or in uncontrolled advance
    /// (LA-RAL-10, LA-GAP-40, LA-GAP-50).
    fn keeps_up(&self, w: &World, id: UnitId, whom: UnitId, uncontrolled: bool) -> bool {
        let (own, _) = self.dash(w.unit(id), id);
        let his = match w.unit(whom).bound {
            Bound::Leaving(Leaving { how, .. }) => self.leaving_rate(w, whom, how),
            _ => self.rally_rate(w, whom),
        };
        own >= his || uncontrolled && self.on(r::LA_RAL_10)
    }

    /// Distance of a rallying unit in a quarter: by its column allowance in any formation (LA-RAL-03).
    fn rally_rate(&self, w: &World, id: UnitId) -> Cm {
        let marcher = Marcher { formation: Formation::Column, order: Order::Formed, ..self.marcher(w, id) };
        self.rate(&marcher, crate::resolve::motion::March::Ahead, Vec::new(), false).unwrap_or(0)
    }

    /// A follower moves after the unit that it follows: in contact if it keeps up, otherwise that unit is free and the
    /// follower goes on (LA-GAP-50).
    fn follow(&self, d: &mut D<'_>, id: UnitId) {
        let Bound::Following { whom, uncontrolled, until } = d.world.unit(id).bound else { return };
        let prey = d.world.unit(whom).clone();
        let turning = match prey.bound {
            Bound::Leaving(Leaving { turning, .. }) | Bound::Rallying(Run { turning, .. }) if prey.present() => turning,
            _ => return self.change(d, id, &[r::LA_RAL_11], |u| u.bound = Bound::Free),
        };
        let fight = together(&self.book, &self.chase(&d.world, id, (whom, uncontrolled)));
        self.worsen(d, id, fight.follower, &[r::LA_RAL_12]);
        // A unit that another enemy has come into contact with stands there until they have fought, like one caught
        // while leaving (LA-GAP-84).
        let held = d.world.enemies_of(id).any(|enemy| enemy != whom) && self.on(r::LA_GAP_84);
        // A unit that turns before it leaves stays in contact meanwhile, also with a slower follower (LA-RAL-05,
        // LA-GAP-51).
        if d.world.quarter <= turning && !held && self.on(r::LA_GAP_51) {
            return;
        }
        if self.keeps_up(&d.world, id, whom, uncontrolled) && !held {
            if d.world.contact(id, whom).is_none() && prey.now.moved == 0 {
                return;
            }
            self.keep_touch(d, id, (whom, uncontrolled), fight);
            return;
        }
        // Slower: the other is free, and the follower goes straight on for the rest of the period (LA-GAP-50).
        if self.on(r::LA_RAL_14) {
            self.part(d, id, whom);
        }
        let done = held || self.goes_straight_on(d, id, whom);
        // The last quarter of the period belongs to following, too (LA-RAL-11).
        if done || d.world.quarter >= until {
            self.change(d, id, &[r::LA_GAP_50], |u| u.bound = Bound::Free);
        }
    }

    /// A quarter of a follower that has lost contact: straight on. Returns whether it ran into another enemy.
    fn goes_straight_on(&self, d: &mut D<'_>, id: UnitId, whom: UnitId) -> bool {
        if self.gets_across(d, id) {
            return false;
        }
        let own = self.body(&d.world, id);
        let unit = d.world.unit(id);
        let over = Over::Crossing(unit.over.map(|(feature, _)| feature));
        let (rate, _) = self.dash(unit, id);
        let pace = Pace { id, formation: unit.formation, quarter: rate, over, pressed: true };
        let (reach, _) = self.far_over(&pace, &own);
        let enemy = self
            .troops(&d.world, self.side(id).other())
            .filter(|e| !d.world.unit(*e).runs() && *e != whom && d.world.unit(*e).inside.is_none())
            .filter_map(|e| Some((self.ahead(&own, &self.body(&d.world, e))?, e)))
            .min();
        let from = d.world.unit(id).pose;
        if let Some((far, other)) = enemy.filter(|(far, _)| *far <= reach && self.on(r::LA_RAL_24)) {
            // An ordinary entry: no bonus (LA-RAL-24).
            let closed = table::close_up(&own, &self.body(&d.world, other), far + crate::CM, reach - far);
            let free = |piece: &table::Piece| self.terrain.holds(piece) && !self.lies_on(&d.world, id, &own, piece);
            if let Some(closed) = closed.filter(|closed| free(&closed.piece)) {
                let to = front_of(&closed.piece);
                self.place(d, id, to, &[from, to], &[r::LA_RAL_24]);
                let aspect = self.aspect(&d.world, other, from.at);
                let into_melee = d.world.engaged(other);
                let hold = Hold { came: true, aspect, into_melee, ..Hold::default() };
                self.caught_busy(d, other);
                // A unit that rallying friends have just gone through is in disorder, even if the passage itself had no
                // effect on it.
                if d.world.unit(other).now.passed && self.on(r::LA_RAL_25) {
                    self.worsen(d, other, Order::Disordered, &[r::LA_RAL_25]);
                }
                self.join(d, id, other, hold, Hold::default(), &[r::LA_RAL_24]);
                return true;
            }
        }
        let way = self
            .escape(&d.world, id, from.facing, &pace, |friend| d.world.unit(friend).formation == Formation::Skirmish);
        if !way.stuck && way.end.facing == from.facing {
            self.place(d, id, way.end, &[from, way.end], &[r::LA_GAP_50]);
            self.feel_ground(d, id, &way);
        }
        d.world.unit_mut(id).now.moved = reach.max(1);
        false
    }

    /// A unit and the one that it follows, for the question how they fight.
    fn chase(&self, w: &World, id: UnitId, (whom, uncontrolled): (UnitId, bool)) -> Chase {
        let leaving = match w.unit(whom).bound {
            Bound::Leaving(Leaving { how: Leave::Retreat, .. }) => Departure::Retreat,
            Bound::Leaving(Leaving { how: Leave::Rout, .. }) => Departure::Rout,
            Bound::Leaving(Leaving { how: Leave::Flight, .. }) => Departure::Flight,
            _ => Departure::Rally,
        };
        Chase { leaving, follower_arm: self.arm(id), uncontrolled, ..Chase::default() }
    }

    /// Places a follower behind the unit that it follows, in contact.
    fn keep_touch(&self, d: &mut D<'_>, id: UnitId, (whom, uncontrolled): (UnitId, bool), fight: Together) {
        let (own, his) = (self.body(&d.world, id), self.body(&d.world, whom));
        let back = his.pose.ahead(-(his.depth / 2));
        let front = Pose { at: back.at, facing: his.pose.facing };
        let piece = crate::world::body(front, (own.front, own.depth));
        let barred = d.world.ids().any(|other| {
            other != id
                && other != whom
                && d.world.unit(other).present()
                && overlaps(&piece, &self.body(&d.world, other))
                && !overlaps(&own, &self.body(&d.world, other))
        });
        if barred || !self.terrain.holds(&piece) {
            self.part(d, id, whom);
            self.change(d, id, &[r::LA_RAL_14], |u| u.bound = Bound::Free);
            self.note(d, id, "lost_touch", facts([]), &[r::LA_RAL_14]);
            return;
        }
        let from = d.world.unit(id).pose;
        self.place(d, id, front, &[from, front], &[r::LA_GAP_40]);
        d.world.unit_mut(id).now.moved = 1;
        let ground = self.order_of_ground(id, d.world.unit(id).formation, &self.body(&d.world, id));
        self.worsen(d, id, ground, &[r::LA_GAP_72]);
        self.worsen(d, whom, fight.leaver, &[r::LA_RAL_15]);
        // All figures of both fight, with 2 for following and nothing in addition for the rear (LA-RAL-15, LA-GAP-50).
        let Together { followed: following, charge_bonuses: bonus, .. } = fight;
        let hold = Hold { came: true, following, uncontrolled, bonus, ..Hold::default() };
        if d.world.contact(id, whom).is_some() {
            self.alter(d, &[id, whom], &[], &[r::LA_GAP_40], |w| {
                if let Some(contact) = w.contacts.iter_mut().find(|c| c.pair.contains(&id) && c.pair.contains(&whom)) {
                    *contact.of_mut(id) = hold;
                }
            });
        } else {
            self.join(d, id, whom, hold, Hold::default(), &[r::LA_GAP_40]);
        }
    }

    /// A winner begins to follow a unit that leaves (LA-GAP-50).
    pub(crate) fn begin_following(&self, d: &mut D<'_>, id: UnitId, whom: UnitId) {
        let until = d.world.end_of_period() + u32::from(self.book.tables.time.following);
        let uncontrolled = d.world.unit(id).charge.as_ref().is_some_and(|c| c.sort == Sort::Uncontrolled)
            || d.world.contact(id, whom).is_some_and(|c| c.of(id).uncontrolled);
        self.change(d, id, &[r::LA_GAP_50], |u| u.bound = Bound::Following { whom, uncontrolled, until });
    }
}
