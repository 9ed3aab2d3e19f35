//! 1: flights, routs and retreats (LA-GAP-25, LA-GAP-38, LA-GAP-63). The quarter begins here.

use super::march::{Over, Pace};
use super::ways::Way;
use super::{D, Step};
use crate::resolve::charge::limit;
use crate::resolve::motion;
use crate::world::{Bound, Fate, Leave, Leaving, World, facts, front_of};
use crate::{Arm, Formation, LesAigles, Order, r};
use game::{Flow, Rule, UnitId};
use table::{Angle, Cm, Pose};

impl LesAigles {
    pub(crate) fn compelled_moves(&self, d: &mut D<'_>) -> Flow<()> {
        d.world.quarter += 1;
        if !d.world.second_quarter() {
            d.world.counting.clear();
            for id in d.world.ids() {
                // A general lost in the melees counts in the next step of tests (LA-GAP-65).
                let now = &mut d.world.unit_mut(id).now;
                *now = crate::world::Now { bereaved: now.bereaved, ..crate::world::Now::default() };
            }
        } else {
            for id in d.world.ids() {
                let now = &mut d.world.unit_mut(id).now;
                now.moved = 0;
                now.busy = false;
            }
        }
        // A unit that is no longer compelled forgets the obstacle that it was crossing.
        for id in d.world.ids() {
            let unit = d.world.unit_mut(id);
            unit.over = unit.over.filter(|_| Self::compelled(unit));
        }
        self.clock(d, Step::Compelled, &[r::LA_MVT_01, r::LA_GAP_08]);
        self.note_ranges(d);
        let leaving: Vec<UnitId> = d
            .world
            .ids()
            .filter(|id| d.world.unit(*id).present() && d.world.unit(*id).leaves() && !self.caught(&d.world, *id))
            .collect();
        for id in leaving {
            self.leave(d, id);
        }
        Ok(())
    }

    /// Whether a leaving unit is caught: an enemy that does not follow it has come into contact with it, and it stands
    /// there until they have fought (LA-GAP-84).
    fn caught(&self, w: &World, id: UnitId) -> bool {
        let follows = |enemy: UnitId| matches!(w.unit(enemy).bound, Bound::Following { whom, .. } if whom == id);
        self.on(r::LA_GAP_84) && w.enemies_of(id).any(|enemy| !follows(enemy))
    }

    fn leave(&self, d: &mut D<'_>, id: UnitId) {
        let unit = d.world.unit(id);
        let (quarter, side) = (d.world.quarter, self.side(id));
        let Bound::Leaving(leaving) = unit.bound else { return };
        let home = self.home(side);
        if quarter <= leaving.turning {
            if quarter == leaving.turning {
                self.turn_to_leave(d, id, home, &[r::LA_PIV_05, r::LA_PIV_06]);
            }
            d.world.unit_mut(id).now.busy = true;
            return;
        }
        // Leaving a house takes a quarter's move (LA-GAP-74); with enemies on every side of it no unit gets out
        // (LA-GAP-25).
        let housed = d.world.unit(id).inside.is_some();
        if housed && !self.leave_house(d, id, home) {
            return self.remove(d, id, Fate::Taken, &[r::LA_GAP_25]);
        }
        // A retreat lasts one period (LA-GAP-25): then the unit stands and tests.
        if housed || self.gets_across(d, id) {
            self.change(d, id, &[if housed { r::LA_GAP_74 } else { r::LA_GAP_72 }], |u| {
                u.now.busy = true;
                if let Bound::Leaving(leaving) = &mut u.bound {
                    leaving.moved = leaving.moved.saturating_add(1);
                }
            });
            return;
        }
        self.goes_off(d, id, leaving.how);
    }

    /// The way of a leaving unit in a quarter: a running unit goes through the friends that its figures allow
    /// (LA-RES-03, LA-GAP-38), any leaving unit through skirmishers.
    pub(crate) fn way_out(&self, w: &World, id: UnitId, how: Leave) -> Way {
        let unit = w.unit(id);
        let runs = how != Leave::Retreat;
        let limit = limit(&self.book, unit.figures());
        let through = |friend: UnitId| {
            let small = w.unit(friend).figures() <= limit && !self.closed_friend(w, friend);
            runs && small && self.on(r::LA_RES_03)
        };
        let over = Over::Crossing(unit.over.map(|(feature, _)| feature));
        let pace = Pace { id, formation: unit.formation, quarter: self.leaving_rate(w, id, how), over, pressed: true };
        self.escape(w, id, self.home(self.side(id)), &pace, |friend| {
            through(friend) || w.unit(friend).formation == Formation::Skirmish
        })
    }

    /// A unit moves off for a quarter.
    pub(crate) fn goes_off(&self, d: &mut D<'_>, id: UnitId, how: Leave) {
        let runs = how != Leave::Retreat;
        let way = self.way_out(&d.world, id, how);
        if way.taken {
            self.note(d, id, "taken", facts([]), &[r::LA_GAP_63]);
            self.remove(d, id, Fate::Taken, &[r::LA_GAP_63]);
            return;
        }
        let from = d.world.unit(id).pose;
        self.place(d, id, way.end, &[from, way.end], &[r::LA_GAP_63, r::LA_GAP_25]);
        self.change(d, id, &[r::LA_GAP_25], |u| {
            u.now.moved = way.gone;
            if let Bound::Leaving(leaving) = &mut u.bound {
                leaving.moved = leaving.moved.saturating_add(1);
            }
            if way.stuck && runs {
                u.order = Order::Disordered;
            }
        });
        for friend in &way.passed {
            self.run_through(d, id, *friend, runs);
        }
        self.feel_ground(d, id, &way);
        if way.edge && way.gone < way.far {
            if runs {
                self.remove(d, id, Fate::Fled, &[r::LA_GAP_25]);
            } else {
                self.note(d, id, "stops_at_the_edge", facts([]), &[r::LA_GAP_25]);
            }
        }
    }

    /// The figures of a unit that must leave have turned: about, if its way lies behind. Its footprint stays the same
    /// (LA-PIV-06): the unit only wheels into its way as it moves.
    pub(crate) fn turn_to_leave(&self, d: &mut D<'_>, id: UnitId, way: Angle, rules: &[Rule]) {
        let body = self.body(&d.world, id);
        if table::turn(body.pose.facing, way).abs() > 9_000 {
            let facing = (body.pose.facing + 18_000).rem_euclid(36_000);
            self.place(d, id, front_of(&body.with_pose(Pose { facing, ..body.pose })), &[], rules);
        }
    }

    /// Distance of a leaving unit in a quarter (LA-GAP-25).
    pub(crate) fn leaving_rate(&self, w: &World, id: UnitId, how: Leave) -> Cm {
        let marcher =
            super::march::Marcher { formation: Formation::Column, order: Order::Formed, ..self.marcher(w, id) };
        let marcher = if self.arm(id) == Arm::Artillery {
            super::march::Marcher { formation: Formation::Limbered, ..marcher }
        } else {
            marcher
        };
        let march = if how == Leave::Retreat { motion::March::Ahead } else { motion::March::Rout };
        self.rate(&marcher, march, Vec::new(), false).unwrap_or(0)
    }

    /// A unit has run through a friend, which is then in disorder and tests (LA-GAP-38); skirmishers and officers are
    /// not affected (LA-GAP-17), guns cease fire, except for evading infantry. Returns whether the passage has an
    /// effect.
    pub(crate) fn run_through(&self, d: &mut D<'_>, id: UnitId, friend: UnitId, tests: bool) -> bool {
        let evades = matches!(d.world.unit(id).bound, Bound::Evading(_)) && self.arm(id) == Arm::Infantry;
        let unit = d.world.unit_mut(friend);
        unit.now.passed = true;
        match unit.formation {
            Formation::Skirmish if self.on(r::LA_GAP_17) => return false,
            Formation::InPosition if self.on(r::LA_GAP_17) => {
                unit.now.silenced |= !evades;
                return !evades;
            }
            _ => unit.now.run_through |= tests,
        }
        self.worsen(d, friend, Order::Disordered, &[r::LA_GAP_38]);
        true
    }

    /// Whether a retreat has lasted its period (LA-GAP-25).
    pub(crate) fn has_moved_half(bound: &Bound, least: u8) -> bool {
        matches!(bound, Bound::Leaving(Leaving { moved, .. }) if *moved >= least)
    }
}
