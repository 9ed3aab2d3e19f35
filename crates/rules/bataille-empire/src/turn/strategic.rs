//! Phase 1: strategic command (BE-SEQ-02, BE-GAP-11 to BE-GAP-14, BE-GAP-23).

use super::{D, Step};
use crate::question::{Does, Kind, Luck, Question, accept, any, pick_one, picked, reply, unhandled};
use crate::resolve::command::orders;
use crate::resolve::command::{self, Bidder, Initiative, OrderTest, Spending, Use};
use crate::terms::book::r;
use crate::world::{Life, Phase, World};
use crate::{BatailleEmpire, Grade, Order, UD, word};
use game::{Ask, Breakdown, Choice, Deed, Field, Flow, Key, Ref, Reply, Shape, Side, Slot, Term, Toss};
use rulebook::Known;
use table::{Point, Pose};

pub(crate) const STAKE: Kind =
    Kind { rules: &[r::BE_GAP_11, r::BE_PC_06], fields: BatailleEmpire::fields_stake, check: accept, suggest: any };

pub(crate) const FIRST: Kind =
    Kind { rules: &[r::BE_GAP_11], fields: BatailleEmpire::fields_first, check: accept, suggest: any };

pub(crate) const CHIEF: Kind = Kind {
    rules: &[r::BE_SEQ_02, r::BE_GAP_12],
    fields: BatailleEmpire::fields_chief,
    check: accept,
    suggest: suggest_chief,
};

pub(crate) const ENTER: Kind =
    Kind { rules: &[r::BE_GAP_23], fields: BatailleEmpire::fields_enter, check: accept, suggest: any };

pub(crate) const ZONE: Kind =
    Kind { rules: &[r::BE_GAP_21], fields: BatailleEmpire::fields_zone, check: accept, suggest: any };

/// Sometimes an act, mostly none: orders change slowly.
fn suggest_chief(rules: &BatailleEmpire, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    if luck.below(3) == 0 { any(rules, w, ask, luck) } else { rulebook::question::defaults(ask) }
}

/// The orders, in the order of the reference sheet (BE-ORD-01).
pub(crate) const ORDERS: [Order; 5] = [Order::Withdraw, Order::Manoeuvre, Order::Attack, Order::Engage, Order::Hold];

/// The choices for numbers of points.
const SPENT: [Does; 3] = [Does::Spend0, Does::Spend1, Does::Spend2];

impl BatailleEmpire {
    /// The turn begins: arrivals, and the points of the commanders-in-chief (BE-GAP-12).
    pub(crate) fn points(&self, d: &mut D<'_>) -> Flow<()> {
        d.world.turn = d.world.turn.saturating_add(1);
        d.world.active = None;
        self.clock(d, Phase::Strategic, &[r::BE_SEQ_01, r::BE_SEQ_02]);
        self.arrivals(d);
        self.roll_flankers(d)?;
        if !self.on(r::BE_SEQ_02) {
            return Ok(());
        }
        let chiefs: Vec<(Side, usize, Grade)> = Side::BOTH
            .into_iter()
            .filter_map(|side| self.chief(&d.world, side).map(|chief| (side, chief, d.world.generals[chief].grade)))
            .collect();
        let mut made = Vec::new();
        for (_, chief, grade) in &chiefs {
            let of = Ref::Unit(d.world.general_id(*chief));
            let mut lines = Breakdown::new("command-points", Some(of));
            let throw = command::points_dice(&self.book, *grade, &mut lines);
            made.push((lines, Toss::new(r::BE_PC_01, of, throw)));
        }
        let fell = d.throw(made.iter().map(|(_, toss)| toss.clone()).collect())?;
        for (((side, chief, grade), (mut lines, _)), thrown) in chiefs.into_iter().zip(made).zip(fell) {
            let face = thrown.face();
            rulebook::dice_in(&mut lines, r::BE_PC_01, i64::from(face));
            let points = command::points(&self.book, grade, face);
            d.tell(Deed::Tested { breakdown: lines, result: Term::written(&points) }, &[r::BE_PC_01]);
            let id = d.world.general_id(chief);
            self.alter(d, &[id], &[], &[r::BE_PC_01], |w| w.chief_points[side.index()] = points);
        }
        Ok(())
    }

    /// Whether a commander-in-chief may use the starred actions (BE-PC-10).
    fn chief_free(&self, w: &World, side: Side) -> bool {
        let Some(chief) = self.chief(w, side) else { return false };
        command::free(&self.book, w.generals[chief].attached.is_some())
    }

    /// The maximum number of points that a side may stake.
    fn most_staked(&self, w: &World, side: Side) -> u8 {
        if !self.chief_free(w, side) || !self.on(r::BE_PC_06) {
            return 0;
        }
        w.chief_points[side.index()].min(command::most_points(&self.book, Use::Initiative))
    }

    fn fields_stake(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let most = usize::from(self.most_staked(w, slot.side));
        let choices = SPENT
            .iter()
            .take(most + 1)
            .zip(0..)
            .map(|(name, cost)| Choice { cost, ..Choice::of(name.key(), &[r::BE_PC_06]) });
        vec![pick_one(Ref::Side(slot.side), choices.collect())]
    }

    /// Both sides stake points in secret and roll; the winner chooses (BE-GAP-11).
    pub(crate) fn stake(&self, d: &mut D<'_>) -> Flow<()> {
        let sides: Vec<Side> = Side::BOTH.into_iter().filter(|side| self.most_staked(&d.world, *side) > 0).collect();
        let answers = d.ask(sides.iter().map(|side| Question::Stake.to(*side)).collect())?;
        let mut staked = [0_u8; 2];
        for (side, replies) in sides.iter().zip(&answers) {
            let points = spent(reply(replies)).min(self.most_staked(&d.world, *side));
            staked[side.index()] = points;
            d.tell(
                Deed::Opened { of: Ref::Side(*side), key: SPENT[usize::from(points.min(2))].key() },
                &[r::BE_GAP_11],
            );
            if let Some(chief) = self.chief(&d.world, *side) {
                let id = d.world.general_id(chief);
                self.alter(d, &[id], &[], &[r::BE_PC_06], |w| {
                    let left = &mut w.chief_points[side.index()];
                    *left = left.saturating_sub(points);
                });
            }
        }
        let bidder = |side: Side| {
            let grade = self.chief(&d.world, side).map_or(Grade::Ordinary, |chief| d.world.generals[chief].grade);
            Bidder { grade, staked: staked[side.index()] }
        };
        let s = Initiative { blue: bidder(Side::Blue), red: bidder(Side::Red), first_last_turn: d.world.first };
        let toss = |side| Toss::new(r::BE_GAP_11, Ref::Side(side), dice::Throw::d6(1));
        let fell = d.throw(Side::BOTH.map(toss).to_vec())?;
        let mut totals = [0_i64; 2];
        for (side, thrown) in Side::BOTH.into_iter().zip(&fell) {
            let mut lines = Breakdown::new("initiative", Some(Ref::Side(side)));
            let face = i64::from(thrown.face());
            let total = command::bid(&self.book, s.bidder(side), &mut lines) + face;
            rulebook::dice_in(&mut lines, r::BE_GAP_11, face);
            totals[side.index()] = total;
            d.tell(Deed::Tested { breakdown: lines, result: Term::written(&total) }, &[r::BE_GAP_11]);
        }
        let winner = command::chooses(&self.book, &s, totals);
        let second = Does::Second.is(picked(&d.ask_one(Question::First.to(winner))?));
        let first = if second { winner.other() } else { winner };
        d.tell(Deed::Declared { by: Ref::Side(first), key: Does::ActsFirst.key() }, &[r::BE_GAP_10, r::BE_GAP_11]);
        d.world.first = first;
        d.then([Step::Chief(first), Step::Chief(first.other()), Step::Half(first), Step::Half(first.other())]);
        Ok(())
    }

    fn fields_first(&self, _: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let choices = [Does::First, Does::Second].map(|does| Choice::of(does.key(), &[r::BE_GAP_11]));
        vec![pick_one(Ref::Side(slot.side), choices.to_vec())]
    }

    /// The corners of the ground.
    pub(crate) fn whole_ground(&self) -> Vec<Point> {
        let (width, height) = self.scenario.ground;
        vec![Point::new(0, 0), Point::new(width, 0), Point::new(width, height), Point::new(0, height)]
    }

    /// A field for the point to defend (BE-GAP-21).
    pub(crate) fn zone_field(&self, w: &World, division: u16) -> Field {
        // A division waiting off the table has no place yet except its entry.
        let heart = if self.waits_off_table(w, division) {
            self.usual_entry(w, self.division_sheet(division).side).ahead(UD).at
        } else {
            self.heart_of(w, division)
        };
        Field {
            about: Ref::Command(division),
            shape: Shape::Place { ground: self.whole_ground(), facing: None, formations: Vec::new() },
            default: Reply::Placed(Pose { at: heart, facing: 0 }, None),
        }
    }

    fn fields_zone(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        match slot.about.first() {
            Some(Ref::Command(division)) => vec![self.zone_field(w, *division)],
            _ => Vec::new(),
        }
    }

    /// A field for an order; holding opens the field for the point to defend.
    pub(crate) fn order_field(&self, w: &World, division: u16, orders: &[Order]) -> Field {
        let choice = |order: &Order| {
            let key = Key { does: word(order), refs: Vec::new() };
            let then = if *order == Order::Hold && self.on(r::BE_GAP_21) {
                vec![self.zone_field(w, division)]
            } else {
                Vec::new()
            };
            Choice { then, ..Choice::of(key, &[r::BE_ORD_01]) }
        };
        pick_one(Ref::Command(division), orders.iter().map(choice).collect())
    }

    /// The orders that a division may be given now: any other than its own; none while its losses force it to withdraw
    /// (BE-GAP-22).
    fn new_orders(&self, w: &World, division: u16) -> Vec<Order> {
        let state = w.division(division);
        let forced = self.on(r::BE_GAP_22) && orders::half_lost(&self.book, &self.standing(w, division));
        let open = |order: &Order| *order != state.order && !(forced && *order != Order::Withdraw);
        ORDERS.into_iter().filter(open).collect()
    }

    /// The fields for a commander-in-chief's points in phase 1.
    fn fields_chief(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let side = slot.side;
        let points = w.chief_points[side.index()];
        let mut choices = vec![Choice::of(Does::Done.key(), &[r::BE_GAP_12])];
        for division in self.real_divisions() {
            if self.division_sheet(division).side != side {
                continue;
            }
            let state = w.division(division);
            let place = usize::from(division);
            let present = w.general(place).life == Life::Present;
            let here = !self.of_division(w, division).is_empty();
            let out_of_range = self.beyond_call(w, division);
            let price = |of: Use, points| command::cost(&self.book, &Spending { r#use: of, points, out_of_range });
            let act = if state.reserve { Use::Reserve } else { Use::Order };
            let orders = self.new_orders(w, division);
            let may = if state.reserve { true } else { here && present };
            if let Some(cost) = price(act, 1).filter(|cost| may && *cost <= points && !orders.is_empty()) {
                let name = if state.reserve { Does::Release } else { Does::Order };
                let rule = if state.reserve { r::BE_PC_04 } else { r::BE_PC_03 };
                let extra = self.extra_field(division, points - cost);
                let mut order = self.order_field(w, division, &orders);
                if orders.contains(&Order::Attack) {
                    // The usual purpose of a new order.
                    order.default = Reply::pick(Key { does: word(&Order::Attack), refs: Vec::new() });
                }
                choices.push(Choice {
                    cost: i32::from(cost),
                    then: vec![order, extra],
                    ..Choice::of(name.about(Ref::Command(division)), &[rule, r::BE_ORD_18])
                });
            }
            let each = price(Use::Transfer, 1).filter(|each| *each > 0);
            if let Some(each) = each.filter(|each| *each <= points && here && present && !state.reserve) {
                let most = u16::from(points / each);
                choices.push(Choice {
                    cost: i32::from(each),
                    then: vec![Field {
                        about: Ref::Command(division),
                        shape: Shape::Share {
                            total: most,
                            among: vec![(Ref::Command(division), 1, most), (Ref::Side(side), 0, most)],
                        },
                        default: Reply::Shared(vec![1, most - 1]),
                    }],
                    ..Choice::of(Does::Transfer.about(Ref::Command(division)), &[r::BE_PC_05, r::BE_GAP_14])
                });
            }
        }
        vec![pick_one(Ref::Side(side), choices)]
    }

    /// A field for extra points on an order test (BE-PC-06, BE-GAP-13).
    fn extra_field(&self, division: u16, left: u8) -> Field {
        let most = if self.on(r::BE_PC_06) { left.min(command::most_points(&self.book, Use::OrderTest)) } else { 0 };
        let choice = |(name, cost): (&Does, i32)| Choice { cost, ..Choice::of(name.key(), &[r::BE_PC_06]) };
        pick_one(Ref::Command(division), SPENT.iter().zip(0..).take(usize::from(most) + 1).map(choice).collect())
    }

    /// The commander-in-chief acts once and is asked again (BE-GAP-12).
    pub(crate) fn chief_acts(&self, d: &mut D<'_>, side: Side) -> Flow<()> {
        let slot = Question::Chief.to(side);
        let offers = |w: &Known<'_, World>| match self.fields_chief(w, &slot).first().map(|field| &field.shape) {
            Some(Shape::Pick { from, .. }) => from.len() > 1,
            _ => false,
        };
        let idle = !self.chief_free(&d.world, side) || d.world.chief_points[side.index()] == 0;
        if idle || !offers(&d.world.known_to(side)) {
            return Ok(());
        }
        let replies = d.ask_one(slot)?;
        let (key, opened) = (picked(&replies).clone(), reply(&replies).opened().to_vec());
        let Some(Ref::Command(division)) = key.refs.first().copied() else { return Ok(()) };
        let out_of_range = self.beyond_call(&d.world, division);
        match Does::of(&key) {
            Some(Does::Order | Does::Release) => {
                let of = if Does::Release.is(&key) { Use::Reserve } else { Use::Order };
                let extra = spent(rulebook::ids::at(&opened, 1, "reply"));
                let cost = self.price_of_use(&Spending { r#use: of, points: 1, out_of_range });
                self.spend(
                    d,
                    side,
                    cost.saturating_add(extra),
                    if of == Use::Order { r::BE_PC_03 } else { r::BE_PC_04 },
                );
                self.send_order(d, division, opened.first(), extra)?;
            }
            Some(Does::Transfer) => {
                let Some(Reply::Shared(shares)) = opened.first() else { unhandled(&key) };
                let points = rulebook::saturated::<u8, _>(*rulebook::ids::at(shares, 0, "share"));
                let spending = Spending { r#use: Use::Transfer, points, out_of_range };
                self.spend(d, side, self.price_of_use(&spending), r::BE_PC_05);
                self.change_division(d, division, &[r::BE_PC_05, r::BE_GAP_14], |division| {
                    division.given = division.given.saturating_add(points);
                    division.points = division.points.saturating_add(points);
                });
            }
            _ => unhandled(&key),
        }
        d.then([Step::Chief(side)]);
        Ok(())
    }

    /// Whether a division is out of its commander-in-chief's range; a reserve off the table always is (BE-GAP-23).
    fn beyond_call(&self, w: &World, division: u16) -> bool {
        !self.general_in_range(w, usize::from(division)) || self.waits_off_table(w, division)
    }

    /// Asks where a reserve waiting off the table enters (BE-GAP-23). `None`: it is on the table.
    fn entry_named(&self, d: &mut D<'_>, division: u16) -> Flow<Option<Pose>> {
        let sheet = self.division_sheet(division);
        if !self.waits_off_table(&d.world, division) {
            return Ok(None);
        }
        let usual = self.usual_entry(&d.world, sheet.side);
        let replies = d.ask_one(Question::Enter.about(sheet.side, vec![Ref::Command(division)]))?;
        Ok(Some(match reply(&replies) {
            Reply::Placed(pose, _) => self.home_edge(sheet.side, pose.at),
            _ => usual,
        }))
    }

    fn fields_enter(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(about) = slot.about.first() else { return Vec::new() };
        let shape = Shape::Place { ground: self.edge_strip(slot.side), facing: None, formations: Vec::new() };
        vec![Field { about: *about, shape, default: Reply::Placed(self.usual_entry(w, slot.side).ahead(UD), None) }]
    }

    /// The price of a use that was offered.
    fn price_of_use(&self, spending: &Spending) -> u8 {
        let price = command::cost(&self.book, spending);
        price.unwrap_or_else(|| *rulebook::ids::at(&[], spending.r#use as usize, "price of a use"))
    }

    fn spend(&self, d: &mut D<'_>, side: Side, points: u8, rule: game::Rule) {
        if let Some(chief) = self.chief(&d.world, side) {
            let id = d.world.general_id(chief);
            self.alter(d, &[id], &[], &[rule], |w| {
                let left = &mut w.chief_points[side.index()];
                *left = left.saturating_sub(points);
            });
        }
    }

    /// Sends an order: the divisional general tests whether it arrives (BE-GAP-13); a reserve is released by it
    /// (BE-GAP-23).
    fn send_order(&self, d: &mut D<'_>, division: u16, reply: Option<&Reply>, extra: u8) -> Flow<()> {
        let Some(order) = reply.and_then(Reply::key).and_then(|key| order_named(&key.does)) else { return Ok(()) };
        let place = usize::from(division);
        let general = d.world.general(place);
        let (grade, id) = (general.grade, d.world.general_id(place));
        let near = self.book.tables.command.chief_near.cm();
        let side = self.side(id);
        // A general waiting behind the edge is near nobody.
        let there = general.life == Life::Present;
        let chief_near = self.chief(&d.world, side).is_some_and(|chief| {
            chief == place || there && d.world.generals[chief].at.to(general.at) <= f64::from(near + table::SLACK)
        });
        let mut arrives = true;
        if self.on(r::BE_GAP_13) && self.on(r::BE_ORD_18) {
            let s = OrderTest { grade, extra, chief_near };
            let mut lines = Breakdown::new("order-test", Some(Ref::Unit(id)));
            let throw = command::order_test(&self.book, &s, &mut lines);
            let thrown = d.throw_one(Toss::new(r::BE_CMD_03, Ref::Unit(id), throw))?;
            arrives = thrown.class > 0;
            rulebook::dice_in(&mut lines, r::BE_GAP_13, i64::from(thrown.face()));
            let result = Term::of(if arrives { "passed" } else { "failed" });
            d.tell(Deed::Tested { breakdown: lines, result }, &[r::BE_GAP_13, r::BE_CMD_03]);
        }
        if !arrives {
            return Ok(());
        }
        if d.world.division(division).reserve {
            let entry = self.entry_named(d, division)?;
            self.change_division(d, division, &[r::BE_GAP_23], |division| division.reserve = false);
            if let Some(entry) = entry {
                self.bring_on(d, division, entry);
            }
        }
        self.give_order(d, division, order, r::BE_PC_03);
        if order == Order::Hold && self.on(r::BE_GAP_21) {
            let point = match reply.and_then(|reply| reply.opened().first()) {
                Some(Reply::Placed(pose, _)) => pose.at,
                _ => self.heart_of(&d.world, division),
            };
            self.set_zone(d, division, point);
        }
        Ok(())
    }
}

/// The number of points of a choice.
fn spent(reply: &Reply) -> u8 {
    let key = rulebook::ids::held(reply.key(), "a choice");
    match Does::of(key) {
        Some(Does::Spend0) => 0,
        Some(Does::Spend1) => 1,
        Some(Does::Spend2) => 2,
        _ => unhandled(key),
    }
}

/// The order named by a term.
pub(crate) fn order_named(term: &Term) -> Option<Order> {
    rulebook::named(term.as_str()).filter(|order| ORDERS.contains(order))
}
