//! Phase 3: orders are revealed and tested; units out of command become hesitant; deliberate halts (chapter 4,
//! ML-7.2b).

use super::D;
use crate::question::{Bar, Does, Kind, Luck, Question, accept, pick_one};
use crate::resolve::reaction::{self, OrderChange};
use crate::world::{Life, Orders, Phase, Positions, World};
use crate::{Arm, Formation, MarieLouise, Marker, Order, Rank, Weapon, r};
use game::{Ask, Breakdown, Choice, Deed, Field, Flow, Ref, Reply, Side, Slot, Term, Toss, UnitId};
use rulebook::Known;

pub(crate) const HALT: Kind =
    Kind { rules: &[r::ML_7_2B], fields: MarieLouise::fields_halt, check: accept, suggest: rarely };

/// Halts one unit in twelve.
fn rarely(_: &MarieLouise, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let mut reply = |field: &Field| match &field.shape {
        game::Shape::Pick { from, .. } if luck.below(12) == 0 => {
            from.get(1).map_or_else(|| field.default.clone(), |c| Reply::pick(c.key.clone()))
        }
        _ => field.default.clone(),
    };
    ask.fields.iter().map(&mut reply).collect()
}

impl MarieLouise {
    pub(crate) fn command(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Command, &[r::ML_2D]);
        d.world.orders_in_force = true;
        if !self.on(r::ML_2D) {
            return Ok(());
        }
        let opened = Side::BOTH.map(|side| self.open(d, side));
        self.change_brigade_orders(d, &opened)?;
        let positions = self.positions(&d.world);
        let mut tests = Vec::new();
        for id in self.everybody(&d.world) {
            if !self.takes_orders(&d.world, id) {
                continue;
            }
            let orders = &opened[self.side(id).index()];
            if self.sheet(id).profile.arm == Arm::Artillery && self.on(r::ML_3_2A) {
                let order = orders.units.get(&id).copied().unwrap_or(Order::Hold);
                self.give(d, id, order, false, &[r::ML_3_2A, r::ML_4_1E]);
            } else if let Some(order) = orders.units.get(&id).copied() {
                if self.os_needs_test(&d.world, id, order) {
                    tests.push((id, order));
                } else {
                    self.give(d, id, order, true, &[r::ML_4_2A, r::ML_4_2C]);
                }
            } else {
                self.brigade_order_reaches(d, &positions, id);
            }
        }
        self.test_specific_orders(d, &tests)?;
        self.halt(d)
    }

    /// Order-change tests of brigades (ML-4.1a to ML-4.1d, ML-GAP-40).
    fn change_brigade_orders(&self, d: &mut D<'_>, opened: &[Orders; 2]) -> Flow<()> {
        let mut checks = Vec::new();
        for (command, order) in opened.iter().flat_map(|o| &o.brigades) {
            let place = usize::from(*command);
            if d.world.general(place).life != Life::Present {
                continue;
            }
            let change = self.order_change_of(&d.world, place, *order, d.world.command(place).order);
            let id = Ref::Unit(d.world.general_id(place));
            let mut lines = Breakdown::new("order_change", Some(id));
            let check = reaction::order_change(&self.book, &change, &mut lines);
            checks.push((place, *order, check, lines, id));
        }
        let tosses =
            checks.iter().filter_map(|(_, _, check, _, id)| Some(Toss::new(r::ML_4_1B, *id, check.throw()?))).collect();
        let mut thrown = d.throw(tosses)?.into_iter();
        for (place, order, check, mut lines, _) in checks {
            let mut passed = true;
            if check.automatic {
                // Report a test that the adjacent commander makes unnecessary; without a change of order there is no
                // test.
                if lines.lines.iter().any(|line| line.rule == r::ML_4_1D.into()) {
                    d.tell(Deed::Tested { breakdown: lines, result: Term::of("passed") }, &[r::ML_4_1D]);
                }
            } else {
                let fell = rulebook::ids::held(thrown.next(), "the throw of a test");
                rulebook::dice_in(&mut lines, r::ML_4_1B, i64::from(fell.face()));
                passed = fell.class > 0;
                let result = Term::of(if passed { "passed" } else { "failed" });
                d.tell(Deed::Tested { breakdown: lines, result }, &[r::ML_4_1B]);
            }
            if passed {
                d.world.command_mut(place).order = order;
            }
        }
        Ok(())
    }

    pub(crate) fn order_change_of(&self, w: &World, place: usize, order: Order, last: Order) -> OrderChange {
        let (general, sheet) = (&w.generals[place], &self.generals[place]);
        let beside = |other: usize| {
            w.generals[other].life == Life::Present && self.generals_adjacent(general.at, w.generals[other].at)
        };
        let commander = (0..w.generals.len()).any(|other| {
            let rank = self.generals[other].rank;
            other != place && self.generals[other].side == sheet.side && rank >= Rank::Corps && beside(other)
        });
        OrderChange {
            competence: general.competence,
            attached: general.attached.is_some(),
            superior_adjacent: sheet.superior.is_some_and(beside),
            commander_adjacent: commander,
            same_order: order == last,
            first_turn: last == Order::None,
            battery: false,
        }
    }

    /// Whether a specific order needs a reaction test (ML-4.2b to ML-4.2f, ML-4.3c, ML-4.3d, ML-GAP-42).
    pub(crate) fn os_needs_test(&self, w: &World, id: UnitId, order: Order) -> bool {
        let unit = w.unit(id);
        // A change of an OS that would renew itself has a rule of its own.
        if !self.on(if unit.before.renewed { r::ML_4_2E } else { r::ML_4_2B }) {
            return false;
        }
        if w.turn == 1 && self.scenario.free_first_orders && self.on(r::ML_4_2F) {
            return false;
        }
        let command = w.command(usize::from(self.sheet(id).command));
        let orphan = command.general_lost.is_some_and(|t| t + 1 == w.turn) && self.on(r::ML_4_3C);
        // The order is compared with what the unit itself executed, not with the order of its brigade (ML-GAP-42).
        let last = if self.on(r::ML_GAP_42) { unit.before.order } else { command.order };
        let same = order == last && !unit.before.hesitant && self.on(r::ML_4_3D);
        let stays = order == Order::Hold && unit.before.immobile && self.on(r::ML_4_2C);
        let runs = order == Order::FallBack && self.skirmishers(w, id) && self.on(r::ML_4_2C);
        orphan && order != last || !(same || stays || runs)
    }

    fn test_specific_orders(&self, d: &mut D<'_>, tests: &[(UnitId, Order)]) -> Flow<()> {
        let units: Vec<(UnitId, Option<UnitId>)> = tests.iter().map(|(id, _)| (*id, None)).collect();
        let passed = self.react(d, &units, r::ML_4_2B)?;
        for ((id, order), passed) in tests.iter().zip(passed) {
            if passed {
                self.give(d, *id, *order, true, &[r::ML_4_2B]);
            } else {
                self.mark(d, *id, Marker::Hesitant, &[r::ML_4_2B, r::ML_4_2E]);
                d.world.unit_mut(*id).now.executed = Order::None;
            }
        }
        Ok(())
    }

    /// Skirmishers on foot; foragers do not count (ML-GAP-51).
    pub(super) fn skirmishers(&self, w: &World, id: UnitId) -> bool {
        self.open_order(w, id) && self.sheet(id).profile.arm == Arm::Infantry
    }

    /// Whether a unit is one of skirmishers or foragers: in open order, or of troops that know no other, even in
    /// disorder (ML-1.4c, ML-GAP-51).
    pub(crate) fn open_order(&self, w: &World, id: UnitId) -> bool {
        w.unit(id).formation == Formation::Skirmish || self.open_order_only(id)
    }

    /// Whether a unit consists of troops of open order only, which stay such in disorder.
    pub(crate) fn open_order_only(&self, id: UnitId) -> bool {
        self.sheet(id).profile.skirmish_only && self.on(r::ML_1_4C) && self.on(r::ML_GAP_51)
    }

    /// Whether a unit may receive orders: shaken and routing units may not (ML-1.10b, ML-1.10c), hesitant ones have
    /// lost theirs.
    pub(super) fn takes_orders(&self, w: &World, id: UnitId) -> bool {
        self.order_bar(w, id).is_none()
    }

    /// The reason why a unit takes no orders.
    pub(crate) fn order_bar(&self, w: &World, id: UnitId) -> Option<Bar> {
        let takes = match w.unit(id).marker {
            Marker::None => true,
            Marker::Hesitant => false,
            Marker::Shaken => !self.on(r::ML_1_10B),
            Marker::Routing => !self.on(r::ML_1_10C),
        };
        if takes { None } else { self.marker_bar(w.unit(id)) }
    }

    /// Gives each unit its order: a renewed OS, decided at the end of last turn (ML-4.2d); else the order of its
    /// brigade, if its general is in reach and sight (ML-3.1b); else it becomes hesitant (ML-4.3a, ML-4.3b).
    fn brigade_order_reaches(&self, d: &mut D<'_>, positions: &Positions, id: UnitId) {
        let command = usize::from(self.sheet(id).command);
        let led = d.world.general(command).life == Life::Present;
        let order = d.world.command(command).order;
        let unit = d.world.unit(id);
        if unit.before.renewed && self.on(r::ML_4_2D) {
            let order = unit.before.order;
            self.give(d, id, order, true, &[r::ML_4_2D]);
        } else if self.commanded(&d.world, positions, id).0 {
            self.give(d, id, order, false, &[r::ML_3_1B]);
        } else if led && self.on(r::ML_4_3A) {
            self.mark(d, id, Marker::Hesitant, &[r::ML_4_3A]);
        } else if !led && self.on(r::ML_4_3B) && self.on(r::ML_4_3A) {
            self.mark(d, id, Marker::Hesitant, &[r::ML_4_3B]);
        } else {
            self.give(d, id, order, false, &[]);
        }
    }

    /// Gives a unit an order; a unit that cannot execute it becomes hesitant (ML-3.1h, ML-GAP-40).
    fn give(&self, d: &mut D<'_>, id: UnitId, order: Order, specific: bool, rules: &[game::Rule]) {
        let barred = order == Order::Charge && self.skirmishers(&d.world, id) && self.on(r::ML_3_1H);
        if barred || order == Order::None {
            let why = if barred { r::ML_3_1H } else { r::ML_3_1A };
            self.mark(d, id, Marker::Hesitant, &[why, r::ML_GAP_40]);
            return;
        }
        self.change(d, id, rules, |u| {
            u.order = order;
            u.specific = specific;
            u.now.executed = order;
        });
    }

    /// Deliberate halts: the unit stays immobile in order to fire and is hesitant at once (ML-7.2b).
    fn halt(&self, d: &mut D<'_>) -> Flow<()> {
        let sheets = self.sheets_of(d, Question::Halt);
        for (_, id, reply) in self.ask_units(d, &sheets)? {
            if reply.key().is_some_and(|key| Does::Halt.is(key)) {
                self.mark(d, id, Marker::Hesitant, &[r::ML_7_2B]);
            }
        }
        Ok(())
    }

    /// Armed units under M or R with an enemy close enough for fire this turn.
    fn fields_halt(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        if !self.on(r::ML_7_2B) {
            return Vec::new();
        }
        let positions = self.positions(w);
        let near = self.book.tables.distance.flight_horizon.cm();
        let may = |id: &UnitId| {
            let unit = w.unit(*id);
            let moving = matches!(unit.order, Order::Manoeuvre | Order::FallBack);
            let armed = self.sheet(*id).profile.weapon != Weapon::None || self.deployed_battery(w, *id);
            moving && armed && self.around(w, &positions, *id, near).any(|(other, _)| self.side(other) != slot.side)
        };
        let go_on = || Choice::of(Does::GoOn.key(), &[]);
        let halt = || Choice::of(Does::Halt.key(), &[r::ML_7_2B]);
        self.troops(w, slot.side).filter(may).map(|id| pick_one(Ref::Unit(id), vec![go_on(), halt()])).collect()
    }
}
