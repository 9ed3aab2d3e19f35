//! End of a turn (ML-GAP-67): guns spiked and re-manned, generals caught, notes for the next turn, victory.

use super::D;
use crate::question::Does;
use crate::resolve::officers::{self, Touch};
use crate::world::{Fate, LastTurn, Life, PAS, Phase, Unit, World};
use crate::{Arm, Formation, MarieLouise, Marker, Order, r};
use game::{Breakdown, Deed, Facts, Flow, Outcome, Ref, Side, Term, Toss, UnitId};
use table::{inside_polygon, within_cm};

impl MarieLouise {
    pub(crate) fn end_turn(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::End, &[r::ML_GAP_67]);
        d.world.orders_in_force = false;
        self.spike(d);
        self.catch_generals(d)?;
        self.keep_notes(d);
        self.man_guns_again(d);
        self.hold_objectives(d);
        let outcome = self.judge_battle(&d.world);
        match outcome {
            Some(outcome) => {
                d.tell(Deed::Ended(outcome.clone()), &[r::ML_GAP_45]);
                d.world.outcome = Some(outcome);
            }
            None => d.then(self.steps_of_a_turn()),
        }
        Ok(())
    }

    /// An enemy that stood still for half a sequence within 2 pas of abandoned guns spikes them (ML-8.7f).
    fn spike(&self, d: &mut D<'_>) {
        let reach = self.book.tables.distance.spike.cm();
        for id in d.world.ids() {
            let Life::Abandoned { spiked: false, safe_since } = d.world.unit(id).life else { continue };
            let by = self.troops(&d.world, self.side(id).other()).find(|enemy| {
                let unit = d.world.unit(*enemy);
                let still = unit.immobile() || unit.now.still_quarters >= 2;
                still && unit.marker != Marker::Routing && within_cm(self.apart(&d.world, id, *enemy).cm, reach)
            });
            if by.is_some() && self.on(r::ML_8_7F) {
                self.change(d, id, &[r::ML_8_7F], |u| u.life = Life::Abandoned { spiked: true, safe_since });
            }
        }
    }

    /// Gunners re-man their guns near a friendly square (ML-8.7g, ML-GAP-34).
    fn man_guns_again(&self, d: &mut D<'_>) {
        let turn = d.world.turn;
        for id in d.world.ids() {
            let Life::Abandoned { spiked: false, safe_since } = d.world.unit(id).life else { continue };
            if !self.covered(&d.world, id) {
                d.world.unit_mut(id).life = Life::Abandoned { spiked: false, safe_since: None };
            } else if safe_since.is_some_and(|since| since < turn) {
                self.change(d, id, &[r::ML_8_7G, r::ML_GAP_34], |u| {
                    u.life = Life::Present;
                    u.marker = Marker::Hesitant;
                });
            } else if safe_since.is_none() {
                d.world.unit_mut(id).life = Life::Abandoned { spiked: false, safe_since: Some(turn) };
            }
        }
    }

    /// Whether a friendly square covers abandoned guns and no enemy is near (ML-8.7g).
    fn covered(&self, w: &World, id: UnitId) -> bool {
        let (near, far) = (self.book.tables.distance.reman_square.cm(), self.book.tables.distance.reman_enemy.cm());
        let within = |other: UnitId, cm| within_cm(self.apart(w, id, other).cm, cm);
        let square =
            self.troops(w, self.side(id)).any(|friend| w.unit(friend).formation.is_square() && within(friend, near));
        let threatened = self.troops(w, self.side(id).other()).any(|enemy| within(enemy, far));
        square && !threatened && self.on(r::ML_8_7G)
    }

    /// Guns whose cover breaks during the turn have none since an earlier one (ML-8.7g, ML-GAP-34).
    pub(crate) fn uncover_guns(&self, d: &mut D<'_>) {
        for id in d.world.ids() {
            let Life::Abandoned { spiked: false, safe_since: Some(_) } = d.world.unit(id).life else { continue };
            if !self.covered(&d.world, id) {
                d.world.unit_mut(id).life = Life::Abandoned { spiked: false, safe_since: None };
            }
        }
    }

    /// Unattached generals touched by an enemy TdC escape or are captured (ML-10e).
    fn catch_generals(&self, d: &mut D<'_>) -> Flow<()> {
        let positions = self.positions(&d.world);
        let mut caught = Vec::new();
        for (place, general) in d.world.generals.iter().enumerate() {
            if general.life != Life::Present || general.attached.is_some() {
                continue;
            }
            let side = self.generals[place].side;
            let touching = self
                .near(&positions, general.at, 2 * PAS)
                .into_iter()
                .filter(|id| self.side(*id) != side && self.touches(general.at, &d.world.unit(*id).tdc()));
            // Cavalry is the more dangerous captor.
            let enemy = touching.map(|id| self.sheet(id).profile.arm).max_by_key(|arm| *arm == Arm::Cavalry);
            if let Some(enemy) = enemy {
                let mut lines = Breakdown::new("capture", Some(Ref::Unit(d.world.general_id(place))));
                if let Some(throw) = officers::escape(&self.book, &Touch { enemy }, &mut lines) {
                    caught.push((place, throw, lines));
                }
            }
        }
        let toss = |w: &World, place: usize, throw| Toss::new(r::ML_10E, Ref::Unit(w.general_id(place)), throw);
        let tosses = caught.iter().map(|(place, throw, _)| toss(&d.world, *place, throw.clone())).collect();
        let thrown = d.throw(tosses)?;
        let mut away = Vec::new();
        for ((place, _, mut lines), fell) in caught.into_iter().zip(thrown) {
            rulebook::dice_in(&mut lines, r::ML_10E, i64::from(fell.face()));
            let escaped = fell.class > 0;
            let result = Term::of(if escaped { "escaped" } else { "captured" });
            d.tell(Deed::Tested { breakdown: lines, result }, &[r::ML_10E]);
            if escaped {
                away.push(place);
            } else {
                self.lose_general(d, place, Fate::Captured, &[r::ML_10E]);
            }
        }
        self.ride_away(d, &away)
    }

    /// Notes for the next turn; OS removed or renewed (ML-4.2d); green markers removed (ML-1.10a).
    fn keep_notes(&self, d: &mut D<'_>) {
        let positions = self.positions(&d.world);
        for id in self.everybody(&d.world) {
            let unit = d.world.unit(id);
            let steady = unit.marker == Marker::None;
            let renewed = unit.specific && steady && !self.commanded(&d.world, &positions, id).0;
            let hesitant = unit.now.hesitant || unit.marker == Marker::Hesitant;
            let before = LastTurn {
                order: unit.now.executed,
                immobile: unit.immobile(),
                hesitant,
                charge_move: unit.now.charge_move,
                melee: unit.now.melee,
                renewed,
            };
            // Guns that won a melee recover from disorder by themselves (ML-GAP-34).
            let guns = self.sheet(id).profile.arm == Arm::Artillery && unit.formation == Formation::Disorder;
            let why = if unit.marker == Marker::Hesitant { r::ML_1_10A } else { r::ML_4_2D };
            self.change(d, id, &[why], |u| {
                if u.marker == Marker::Hesitant && self.on(r::ML_1_10A) {
                    u.marker = Marker::None;
                }
                u.order = Order::None;
                u.specific = false;
                if guns {
                    u.formation = Formation::Deployed;
                }
            });
            // Without these notes there is no comparison with last turn (ML-GAP-67).
            if self.on(r::ML_GAP_67) {
                d.world.unit_mut(id).before = before;
            }
        }
    }

    /// A side takes an objective if it alone has a steady unit in it, and keeps it until the other side does.
    fn hold_objectives(&self, d: &mut D<'_>) {
        for (n, objective) in self.scenario.objectives.iter().enumerate() {
            let there = |side: Side| {
                self.troops(&d.world, side).any(|id| {
                    let unit = d.world.unit(id);
                    unit.marker != Marker::Routing && inside_polygon(unit.pose.at, &objective.area)
                })
            };
            let holder = match (there(Side::Blue), there(Side::Red)) {
                (true, false) => Some(Side::Blue),
                (false, true) => Some(Side::Red),
                _ => continue,
            };
            if d.world.holders.get(n) != Some(&holder) {
                let refs = objective.area.first().map(|p| Ref::Spot(*p)).into_iter().collect();
                let key = game::Key { refs, ..Does::Holds.key() };
                if let Some(side) = holder {
                    d.tell(Deed::Declared { by: Ref::Side(side), key }, &[r::ML_GAP_45]);
                }
                if let Some(old) = d.world.holders.get_mut(n) {
                    *old = holder;
                }
            }
        }
    }

    /// The result (ML-GAP-45): an army that breaks loses; at the end points decide.
    fn judge_battle(&self, w: &World) -> Option<Outcome> {
        let broken = Side::BOTH.map(|side| self.on(r::ML_GAP_45) && self.army_breaks(w, side));
        let outcome = |winner, how| Some(Outcome::of(winner, how, self.tally(w)));
        match broken {
            [true, true] => return outcome(None, "both_broken"),
            [true, false] => return outcome(Some(Side::Red), "broken"),
            [false, true] => return outcome(Some(Side::Blue), "broken"),
            [false, false] => {}
        }
        if w.turn < self.scenario.turns {
            return None;
        }
        for (side, hold) in &self.scenario.decisions {
            if !hold.is_empty() && hold.iter().all(|n| w.holders.get(*n) == Some(&Some(*side))) {
                return outcome(Some(*side), "objectives");
            }
        }
        let [blue, red] = Side::BOTH.map(|side| self.points(w, side));
        let smaller = Side::BOTH.map(|side| self.army(side)).into_iter().min().unwrap_or(0);
        let margin = smaller * i64::from(self.book.tables.victory.margin_percent);
        let winner = match (blue - red) * 100 {
            lead if lead > margin => Some(Side::Blue),
            lead if lead < -margin => Some(Side::Red),
            _ => None,
        };
        outcome(winner, if winner.is_some() { "points" } else { "draw" })
    }

    /// Cost of an army at the start, with its generals.
    pub(crate) fn army(&self, side: Side) -> i64 {
        let units: i64 = self.sheets.iter().filter(|s| s.side == side).map(|s| i64::from(s.cost)).sum();
        let generals: i64 = self.generals.iter().filter(|g| g.side == side).map(|g| i64::from(g.cost)).sum();
        units + generals
    }

    fn army_breaks(&self, w: &World, side: Side) -> bool {
        let whole = i64::from(self.scenario.breaks[side.index()]) * self.army(side);
        let all = w.ids().zip(&self.sheets).filter(|(_, sheet)| sheet.side == side).all(|(id, _)| out(w.unit(id)));
        all || self.cost_out(w, side) * 100 >= whole
    }

    /// Cost of a side's units that are lost or routing.
    pub(crate) fn cost_out(&self, w: &World, side: Side) -> i64 {
        let own = w.ids().zip(&self.sheets).filter(|(_, sheet)| sheet.side == side);
        own.filter(|(id, _)| out(w.unit(*id))).map(|(_, sheet)| i64::from(sheet.cost)).sum()
    }

    /// Points of a side: the enemy's losses, and the objectives it holds.
    pub(crate) fn points(&self, w: &World, side: Side) -> i64 {
        let victory = &self.book.tables.victory;
        let share = |unit: &Unit| match (unit.life, unit.marker) {
            (Life::Gone(_) | Life::Abandoned { .. }, _) => 100,
            (_, Marker::Routing) => i64::from(victory.routing_percent),
            (_, Marker::Shaken) => i64::from(victory.shaken_percent),
            _ => 0,
        };
        let enemy = side.other();
        let units: i64 = w
            .ids()
            .zip(&self.sheets)
            .filter(|(_, s)| s.side == enemy)
            .map(|(id, s)| i64::from(s.cost) * share(w.unit(id)) / 100)
            .sum();
        let generals: i64 = w
            .generals
            .iter()
            .zip(&self.generals)
            .filter(|(g, s)| {
                s.side == enemy && (g.replacement || matches!(g.life, Life::Gone(Fate::Killed | Fate::Captured)))
            })
            .map(|(_, s)| i64::from(s.cost))
            .sum();
        let held = w.holders.iter().zip(&self.scenario.objectives).filter(|(h, _)| **h == Some(side));
        units + generals + held.map(|(_, o)| i64::from(o.points)).sum::<i64>()
    }

    fn tally(&self, w: &World) -> Facts {
        let turn = i64::from(w.turn);
        let [blue, red] = Side::BOTH.map(|side| self.points(w, side));
        [("blue_points", blue), ("red_points", red), ("turn", turn)]
            .map(|(n, v)| (Term::of(n), v))
            .into_iter()
            .collect()
    }
}

/// Out of the battle, or routing.
fn out(unit: &Unit) -> bool {
    !matches!(unit.life, Life::Present | Life::Reserve(_)) || unit.marker == Marker::Routing
}
