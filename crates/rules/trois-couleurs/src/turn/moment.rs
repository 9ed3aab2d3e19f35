//! Opportunities during the moves of other units (L3C-OPP-01 to L3C-OPP-08, L3C-GAP-A18, L3C-GAP-A78): the side with
//! the initiative is asked first, then the other, which has heard the first.

mod chase;
mod late;
mod through;

use super::D;
use super::fire_steps::{AimedFire, plain_fire};
use super::movement_steps::DoneBefore;
use crate::question::{Does, Kind, Luck, Question, accept, named, pick_one};
use crate::resolve::moving::opportunity::{Opportunist, Opportunity, Quarry, Wanted, seize};
use crate::resolve::shooting::aim::{Glimpse, Manoeuvring, Shown, after_manoeuvre, appears};
use crate::resolve::shooting::range;
use crate::world::{Cause, Class, Code, Detail, Later, Moving, Placement, World};
use crate::{Arm, Aspect, Cohesion, Distance, Formation, Gait, TroisCouleurs, r};
use game::{Ask, Choice, Deed, Field, Flow, Ref, Reply, Rule, Shape, Side, UnitId};
use rulebook::Known;
use std::collections::BTreeSet;
use table::{FeatureId, Manoeuvre, Point, Pose, room};

pub(crate) const MOMENT: Kind =
    Kind { rules: &[r::L3C_OPP_01], fields: |_, _, _| Vec::new(), check: accept, suggest: likely };

/// Opportunities are usually taken.
fn likely(_: &TroisCouleurs, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let replies = ask.fields.iter().map(|field| match &field.shape {
        Shape::Pick { from, .. } if from.len() > 1 && luck.below(3) > 0 => {
            Reply::pick(from[1 + luck.below(from.len() - 1)].key.clone())
        }
        _ => field.default.clone(),
    });
    replies.collect()
}

/// An opportunity of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chance {
    pub by: UnitId,
    pub on: UnitId,
    pub cause: Cause,
    pub attack: bool,
    pub fire: bool,
}

/// What makes a halted unit a target (L3C-GAP-A18): an unfinished manoeuvre, or entering or leaving houses, with or
/// without the houses in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Busy {
    pub manoeuvring: bool,
    pub crossing: bool,
    pub behind_it: bool,
}

impl TroisCouleurs {
    /// Offers both sides, in order, the opportunities against moves begun since the last question.
    pub(crate) fn moments(&self, d: &mut D<'_>, arrows: &[(UnitId, UnitId)], over: bool) -> Flow<()> {
        for side in self.in_order(&d.world) {
            self.offer(d, side, Question::Moment, |w| self.chances_of_the_moment(w, side, arrows, over))?;
        }
        Ok(())
    }

    fn chances_of_the_moment(
        &self,
        w: &Known<'_, World>,
        side: Side,
        arrows: &[(UnitId, UnitId)],
        over: bool,
    ) -> Vec<Chance> {
        let mut chances = self.chances(w, side);
        for (mover, enemy) in arrows.iter().filter(|(mover, _)| self.side(*mover) == side) {
            // Two points in total, including those of the move; those of a pivot are spent.
            let mut before = w.in_mind();
            before.unit_mut(*mover).body.points_spent -= self.paid(w, *mover);
            let gone = w.run.as_ref().and_then(|run| run.mover(*mover)).map_or(0, |moving| moving.gone);
            let way = DoneBefore { gone, bent: self.bent(w, *mover, *enemy), ..DoneBefore::default() };
            let may = self.may_assault_after(&before, *mover, *enemy, false, way).is_ok() && self.on(r::L3C_GAP_A35);
            chances.push(Chance { by: *mover, on: *enemy, cause: Cause::Arrow, attack: may, fire: false });
        }
        if over {
            chances.extend(self.meetings(w, side));
        }
        chances
    }

    /// Offers a side its opportunities, as far as it knows them, once each, and carries out those taken.
    pub(crate) fn offer(
        &self,
        d: &mut D<'_>,
        side: Side,
        question: Question,
        chances: impl FnOnce(&Known<'_, World>) -> Vec<Chance>,
    ) -> Flow<()> {
        let w = d.world.known_to(side);
        // A hidden unit lets opportunities pass: the question would reveal it (L3C-GAP-A66).
        let chances: Vec<Chance> = chances(&w).into_iter().filter(|chance| !d.world.is_hidden(chance.by)).collect();
        let known = |chance: &Chance| d.world.offered.contains(&(chance.cause, chance.by, chance.on));
        let new = |chance: &Chance| !known(chance) || !self.on(r::L3C_GAP_A78);
        let chances: Vec<Chance> = chances.into_iter().filter(new).filter(|c| c.attack || c.fire).collect();
        for chance in &chances {
            d.world.offered.insert((chance.cause, chance.by, chance.on));
        }
        if chances.is_empty() {
            return Ok(());
        }
        let fields = |w: &Known<'_, World>| chances.iter().map(|chance| self.chance_field(w, chance)).collect();
        let slot = question.to(side);
        let sheet = self.put_plain(d, &slot, fields, &[r::L3C_OPP_01]);
        let replies = self.ask_one(d, sheet)?;
        let mut taken = BTreeSet::new();
        for (chance, reply) in chances.iter().zip(&replies) {
            let Some(key) = reply.key() else { continue };
            if named(key).is_none() || !d.world.unit(chance.by).in_hand() || !d.world.unit(chance.on).present() {
                continue;
            }
            // One for each unit, the first that it takes.
            if !taken.insert(chance.by) && self.on(r::L3C_GAP_A18) {
                continue;
            }
            d.tell(Deed::Declared { by: Ref::Unit(chance.by), key: key.clone() }, &[rule_of(chance.cause)]);
            let (does, round) = plain_fire(key);
            if chance.cause == Cause::Fleeing {
                self.pursues(d, chance.by, chance.on)?;
            } else if does == Some(Does::Fire) {
                self.opportunity_fire(d, AimedFire { by: chance.by, on: chance.on, round })?;
            } else {
                self.takes(d, question, chance);
            }
        }
        Ok(())
    }

    /// An opportunity to attack is taken: during the moves of others, or after an entry.
    pub(crate) fn takes(&self, d: &mut D<'_>, question: Question, chance: &Chance) {
        if question == Question::Chance {
            self.seizes_after(d, chance);
        } else {
            self.seizes(d, chance);
        }
    }

    fn chance_field(&self, w: &Known<'_, World>, chance: &Chance) -> Field {
        let on = Ref::Unit(chance.on);
        let rules = [rule_of(chance.cause)];
        let none = match chance.cause {
            Cause::Arrow => Does::Stop,
            Cause::Met => Does::Stand,
            _ => Does::Pass,
        };
        let mut choices = vec![Choice::of(none.key(), &rules)];
        let distance = Distance::from_cm(self.gap(w, chance.by, chance.on)).hundredths();
        let attack = if chance.cause == Cause::Fleeing { Does::Pursue } else { Does::Attack };
        let attacks = chance.attack.then_some(attack);
        let fires = chance.fire.then(|| self.with_shots(&self.field(w), chance.by, chance.on, Does::Fire));
        for does in attacks.into_iter().chain(fires.into_iter().flatten()) {
            let mut choice = Choice::of(does.about(on), &rules);
            choice.facts.insert(game::Term::of("distance"), distance);
            choices.push(choice);
        }
        pick_one(Ref::Unit(chance.by), choices)
    }

    /// Units of a side that have met an enemy and decide whether to attack (L3C-GAP-A46).
    fn meetings(&self, w: &Known<'_, World>, side: Side) -> Vec<Chance> {
        let met = w.offered.iter().filter(|(cause, ..)| *cause == Cause::Met && self.on(r::L3C_GAP_A46)).copied();
        met.flat_map(|(_, a, b)| [(a, b), (b, a)])
            .filter(|(by, on)| self.side(*by) == side && w.unit(*by).in_hand() && w.unit(*on).present())
            .filter(|(by, on)| self.side(*by) != self.side(*on))
            .filter(|(by, on)| {
                // A unit that has heard of the other's attack may attack as well (L3C-GAP-A46, L3C-GAP-A51).
                let answered = |entry: &Later| entry.target == *by && entry.attacker == *on && !self.both_may(entry);
                !w.later.iter().any(|entry| entry.attacker == *by || answered(entry))
            })
            .map(|(by, on)| {
                let attack = self.may_go_on(w, by) && self.may_assault(w, by, on, false).is_ok();
                Chance { by, on, cause: Cause::Coming, attack, fire: false }
            })
            .collect()
    }

    /// The opportunities that a side has now against moving units (L3C-GAP-A18).
    fn chances(&self, w: &Known<'_, World>, side: Side) -> Vec<Chance> {
        let Some(run) = &w.run else { return Vec::new() };
        let mut found = Vec::new();
        // A unit that is still moving, or in its own assault or advance to fire wherever that has come to, which admits
        // no other action (L3C-GAP-A40).
        let busy = |own: &Moving| {
            let assaults = own.target.is_some() && self.on(r::L3C_GAP_A40);
            assaults || !own.legs.is_empty() && !own.halted
        };
        let quarries = run.movers.iter().filter(|moving| self.side(moving.unit) != side && moving.gone > 0);
        for moving in quarries {
            if w.engaged(moving.unit) || !w.unit(moving.unit).present() {
                continue;
            }
            for by in self.troops(w, side) {
                if w.engaged(by) || run.mover(by).is_some_and(busy) {
                    continue;
                }
                if let Some(chance) = self.chance_of(w, by, moving.unit, Some(moving)) {
                    found.push(chance);
                }
            }
        }
        found
    }

    /// The opportunity of one unit against another, if any.
    pub(crate) fn chance_of(
        &self,
        w: &Known<'_, World>,
        by: UnitId,
        on: UnitId,
        moving: Option<&Moving>,
    ) -> Option<Chance> {
        self.chance_on(w, by, on, moving, Busy::default())
    }

    /// The opportunities of a side against units about to finish a manoeuvre: they are at fault until then
    /// (L3C-GAP-A18), but not behind the houses that they enter or leave (L3C-ECO-11).
    pub(crate) fn chances_on_busy(&self, w: &Known<'_, World>, side: Side, busy: &[UnitId]) -> Vec<Chance> {
        let mut found = Vec::new();
        for on in busy.iter().copied().filter(|on| self.side(*on) != side && !w.engaged(*on)) {
            for by in self.troops(w, side).filter(|by| !w.engaged(*by)) {
                let behind = |feature: FeatureId, from: Point| {
                    let along = self.terrain.along(self.piece(w, by).pose.at, from);
                    along.into_iter().any(|crossing| crossing.feature == feature)
                };
                let at_the_door = |feature: FeatureId, from: Point| Busy {
                    crossing: true,
                    behind_it: behind(feature, from),
                    ..Busy::default()
                };
                let plan = w.plans.get(&on).and_then(|plan| plan.detail(Code::manoeuvre));
                let busy = match plan {
                    Some(Detail::Enter(houses)) => at_the_door(*houses, w.unit(on).pose.at),
                    Some(Detail::Leave) => match (w.unit(on).garrison, self.outside(w, on)) {
                        (Some(houses), Some(pose)) => at_the_door(houses, pose.at),
                        _ => continue,
                    },
                    Some(Detail::Into(_) | Detail::By(_)) => Busy { manoeuvring: true, ..Busy::default() },
                    _ => continue,
                };
                found.extend(self.chance_on(w, by, on, None, busy));
            }
        }
        found
    }

    /// The fires that a side may still deliver at units that have manoeuvred and are about to leave, by units whose own
    /// manoeuvre took fewer points (L3C-INT-19).
    pub(crate) fn chances_on_leaving(&self, w: &Known<'_, World>, side: Side, goes: &[UnitId]) -> Vec<Chance> {
        let mut found = Vec::new();
        for on in goes.iter().copied().filter(|on| self.side(*on) != side && w.unit(*on).present()) {
            for by in self.troops(w, side) {
                if self.shown_after(w, by, on) == Shown::Still && self.line_free(w, by, on, true) {
                    found.push(Chance { by, on, cause: Cause::Leaving, attack: false, fire: true });
                }
            }
        }
        found
    }

    /// How a target that had to manoeuvre before it moves appears to a unit that manoeuvred in order to fire
    /// (L3C-INT-19).
    fn shown_after(&self, w: &World, by: UnitId, on: UnitId) -> Shown {
        let (own, his) = (&w.unit(by).now, &w.unit(on).now);
        let fires = w.plans.get(&by).is_some_and(|plan| plan.detail(|code| code == Code::Fire).is_some());
        if own.manoeuvred == 0 || !fires || !self.on(r::L3C_INT_19) || !self.may_fire_now(w, by) {
            return Shown::None;
        }
        after_manoeuvre(&self.book, &Manoeuvring { shooter_points: own.manoeuvred, target_points: his.manoeuvred })
    }

    fn chance_on(
        &self,
        w: &Known<'_, World>,
        by: UnitId,
        on: UnitId,
        moving: Option<&Moving>,
        busy: Busy,
    ) -> Option<Chance> {
        let (unit, target) = (w.unit(by), w.unit(on));
        if !unit.in_hand() || !target.present() || !self.on(r::L3C_OPP_01) {
            return None;
        }
        // A garrison does not leave its houses for an opportunity, but fires: the faces towards the target are decided
        // by its figures (L3C-ECO-17).
        let housed = unit.garrison.is_some();
        let gap = self.gap(w, by, on);
        let far = self.book.tables.distance.opportunity.of(Arm::Cavalry).cm();
        let arm = self.troop(by).arm;
        let shoots = self.may_shoot(w, by);
        let reach = if shoots { far.max(self.longest_range(by).cm()) } else { far };
        if gap > reach || !housed && !self.in_front(w, by, on) || !self.sees(w, by, on) {
            return None;
        }
        let exposed = {
            let side = crate::field::aspect(&self.book, self.piece(w, on), self.piece(w, by));
            side != Aspect::Front && target.body.formation != Formation::Square
        };
        let comes =
            |to_fire: bool| moving.is_some_and(|moving| moving.target.is_some_and(|(_, fires)| fires == to_fire));
        let chance = |wanted: Wanted| {
            let opportunity = Opportunity {
                wanted,
                opportunist: Opportunist {
                    arm,
                    state: unit.body.state,
                    case: unit.body.case,
                    spent: unit.body.points_spent,
                    loaded: unit.body.loaded,
                    in_front: true,
                    manoeuvre: false,
                    used: unit.now.seized,
                },
                target: Quarry {
                    arm: self.troop(on).arm,
                    state: target.body.state,
                    case: target.body.case,
                    gait: moving.map_or(Gait::Halted, |moving| moving.gait),
                    assaulting: comes(false),
                    to_fire: comes(true),
                    skirmishers: target.body.formation == Formation::Skirmish,
                    advanced: Distance::from_cm(moving.map_or(0, |moving| moving.gone)),
                    manoeuvring: busy.manoeuvring,
                    crossing: busy.crossing || moving.is_some() && self.astride(w, on),
                    behind_it: busy.behind_it,
                    exposed,
                },
                distance: Distance::from_cm(gap),
                range: self.longest_range(by),
            };
            seize(&self.book, &opportunity)
        };
        // After a fire of the tactical phase it does no more by choice (L3C-FEU-23).
        let attack = arm != Arm::Artillery && !housed && self.may_go_on(w, by) && {
            let seized = chance(Wanted::Attack);
            seized.may && !seized.pursuit && self.may_assault(w, by, on, false).is_ok()
        };
        let cause = match () {
            () if busy != Busy::default() => Cause::Busy,
            () if target.body.state >= Cohesion::Unformed => Cause::Unformed,
            () if attack && arm == Arm::Cavalry && self.troop(on).arm != Arm::Cavalry => Cause::Careless,
            () if attack => Cause::Exposed,
            () => Cause::Coming,
        };
        // The fire of a unit that is not an objective needs an order or such an opportunity, which only moving units
        // give (L3C-GAP-A47).
        let shown = busy != Busy::default() || moving.is_some_and(|moving| self.shows_itself(w, by, moving));
        let across = moving.is_some() && self.shown_after(w, by, on) == Shown::Crossing;
        let may = across || shown && chance(Wanted::Fire).may;
        let fire = shoots && may && self.line_free(w, by, on, true);
        (attack || fire).then_some(Chance { by, on, cause, attack, fire })
    }

    /// Whether a unit stands on an obstacle that it crosses (L3C-MVT-20).
    fn astride(&self, w: &World, id: UnitId) -> bool {
        let linear = |f: FeatureId| {
            let feature = self.terrain.feature(f);
            feature.is_some_and(|f| self.book.tables.terrain.of(crate::field::ground_of(f)).linear)
        };
        self.terrain.touched(&self.piece(w, id)).into_iter().any(linear)
    }

    /// Whether a moving unit may be fired at by a unit that is not its target (L3C-FEU-28, L3C-GAP-B25): it was in view
    /// when it set out, or has been for enough of its way.
    fn shows_itself(&self, w: &World, by: UnitId, moving: &Moving) -> bool {
        let (own, on) = (self.piece(w, by), moving.unit);
        let seen = |pose: Pose| {
            let his = self.piece_of(on, &w.unit(on).body, pose);
            crate::field::in_view(&self.book, &self.terrain, own, his)
        };
        let (now, arm) = (w.unit(on).pose, self.troop(on).arm);
        let wanted = self.book.tables.distance.appears.of(arm == Arm::Cavalry);
        let back = Pose { at: now.at.step(now.at.bearing_to(moving.from.at), wanted.cm()), ..now };
        let long = moving.gone >= wanted.cm() && seen(back);
        let glimpse = Glimpse {
            arm,
            visible: if long { wanted } else { Distance::default() },
            objective: moving.target.is_some_and(|(target, _)| target == by),
            stands: false,
        };
        seen(moving.from) || appears(&self.book, &glimpse)
    }

    /// The longest range of a unit.
    pub(crate) fn longest_range(&self, id: UnitId) -> Distance {
        let weapon = self.troop(id).weapon;
        let ranges = self.book.tables.range.of(weapon);
        ranges.into_iter().flat_map(|ranges| ranges.bands()).map(|(_, limit)| limit).max().unwrap_or_default()
    }

    /// An opportunity to attack is taken during the moves of others: both units are frozen, the opportunist a third
    /// nearer (L3C-OPP-07, L3C-GAP-A47). An arrow goes on as an assault; a unit that has met an enemy attacks from its
    /// place.
    fn seizes(&self, d: &mut D<'_>, chance: &Chance) {
        let Chance { by, on, cause, .. } = *chance;
        if cause == Cause::Arrow {
            return self.arrow_attacks(d, by, on);
        }
        let both = |entry: &&mut Later| entry.attacker == on && entry.target == by && self.both_may(entry);
        if let Some(entry) = d.world.later.iter_mut().find(both) {
            (entry.placement, entry.stops_from) = (Placement::Thirds, Gait::Halted);
            d.world.cut.retain(|cut| cut.unit != by);
            let now = &mut d.world.unit_mut(by).now;
            (now.seized, now.assaulted) = (true, true);
            return;
        }
        let met = d.world.offered.contains(&(Cause::Met, by.min(on), by.max(on)));
        let gap = self.gap(&d.world, by, on);
        let run = d.world.run.as_ref();
        let his = run.and_then(|run| run.mover(on)).cloned();
        let own = run.and_then(|run| run.mover(by)).map_or(0, |moving| moving.gone);
        self.halts(d, on);
        self.halts(d, by);
        if let Some(moving) = &his {
            let paid = if moving.target.is_some() { self.pay_way(d, moving) } else { 0 };
            self.cuts_short(d, moving, by, paid);
        }
        self.sets_upon_chance(d, by, on);
        let stops_from = match &his {
            // A unit on its way to contact counts as advancing (L3C-GAP-A53).
            Some(moving) if moving.target.is_some() || moving.gait == Gait::Ordinary => Gait::Ordinary,
            Some(moving) => moving.gait,
            None => Gait::Halted,
        };
        let placement = if met { Placement::Met } else { Placement::Frozen };
        if !met && self.on(r::L3C_OPP_07) {
            self.steps_up(d, by, on, gap / 3);
        }
        let class = if met { Class::Met } else { Class::Frozen };
        let distance = if met { own.saturating_add(gap) } else { gap };
        let to_contact = |moving: &Moving| moving.target.is_some_and(|(_, to_fire)| !to_fire);
        let assaulting = his.is_some_and(|moving| to_contact(&moving));
        let entry = Later {
            attacker: by,
            target: on,
            to_fire: false,
            class,
            instant: 0,
            distance,
            placement,
            stops_from,
            assaulting,
        };
        self.freeze(d, entry);
    }

    /// Whether an entry is that of a unit that has met a moving enemy, which may attack as well (L3C-GAP-A51).
    fn both_may(&self, entry: &Later) -> bool {
        entry.class == Class::Met
            && entry.placement == Placement::Met
            && self.book.all(&[r::L3C_GAP_A51, r::L3C_GAP_C43])
    }

    /// An assault that is cut short costs the distance that was covered (L3C-GAP-A48).
    pub(crate) fn pay_way(&self, d: &mut D<'_>, moving: &Moving) -> u8 {
        let slow = self.farthest(&d.world, moving.unit, Code::SlowAhead);
        let gait = if moving.gone > slow { Gait::Quick } else { Gait::Ordinary };
        let paid = if moving.gone > 0 && self.on(r::L3C_GAP_A48) { self.book.tables.action.gait.of(gait) } else { 0 };
        self.spend(d, moving.unit, paid, r::L3C_GAP_A48);
        paid
    }

    /// A unit moves straight towards another by this distance, or as far as it can.
    pub(crate) fn steps_up(&self, d: &mut D<'_>, id: UnitId, to: UnitId, cm: table::Cm) {
        let (own, his) = (self.piece(&d.world, id), self.piece(&d.world, to));
        let bearing = crate::field::bearing_to(own, his);
        let others = self.others(&d.world, id);
        let gone = match room(&own, bearing, cm, &self.terrain, |f| self.closed(id, f), &others) {
            Ok(_) => cm,
            Err(halt) => (halt.at.cm - 10).max(0),
        };
        if gone > 0 {
            let mut end = own.moved(bearing, gone);
            // A unit does not turn for a contact at an angle (L3C-MAC-11).
            if !self.on(r::L3C_MAC_11) {
                end.pose.facing = bearing;
            }
            self.place(d, id, end.pose.ahead(end.depth / 2), &[], &[r::L3C_OPP_07]);
            let now = &mut d.world.unit_mut(id).now;
            now.run = now.run.saturating_add(gone);
        }
    }

    /// An arrow move becomes an assault at once (L3C-GAP-A35).
    fn arrow_attacks(&self, d: &mut D<'_>, by: UnitId, on: UnitId) {
        let gap = self.gap(&d.world, by, on);
        let (own, his) = (self.piece(&d.world, by), self.piece(&d.world, on));
        let turn = table::turn(own.pose.facing, crate::field::bearing_to(own, his));
        let slowed = self.ground_to(&d.world, by, on, false);
        let bent = self.bent(&d.world, by, on);
        let now = &mut d.world.unit_mut(by).now;
        (now.assaulted, now.slowed, now.bent) = (true, slowed, bent);
        // An assault admits no other action after it: the rest of the order lapses.
        if self.on(r::L3C_GAP_A40) {
            d.world.plans.entry(by).and_modify(|plan| plan.finish(|_| true));
        }
        let (ground, _) = self.straight_over(&d.world, by, crate::field::bearing_to(own, his), gap / 3 * 2);
        let paid = self.paid(&d.world, by);
        self.change(d, by, &[r::L3C_GAP_A35], |u| u.body.points_spent = u.body.points_spent.saturating_sub(paid));
        self.moving_mut(d, by, |moving| {
            moving.paid = 0;
            moving.halted = false;
            moving.target = Some((on, false));
            moving.ground = ground.into_iter().map(|(at, instants)| (moving.gone + at, instants)).collect();
            moving.legs = vec![Manoeuvre::Oblique { cm: gap / 3 * 2, by: turn }];
        });
    }

    /// Whether the way of an arrow that becomes an assault is none for a charge: it has pivoted, or it did not have the
    /// target in front when it set out (L3C-MAC-15).
    fn bent(&self, w: &World, by: UnitId, on: UnitId) -> bool {
        let Some(run) = &w.run else { return false };
        let Some(from) = run.mover(by).map(|moving| moving.from) else { return false };
        let at = run.mover(on).map_or(w.unit(on).pose, |moving| moving.from);
        let (own, his) = (w.unit(by), w.unit(on));
        let then = (self.piece_of(by, &own.body, from), self.piece_of(on, &his.body, at));
        let square = own.body.formation == Formation::Square;
        from.facing != own.pose.facing || !square && !crate::field::in_front(&self.book, then.0, then.1)
    }

    /// PA that a moving unit has paid for its move and that an assault counts anew.
    fn paid(&self, w: &World, id: UnitId) -> u8 {
        let paid = w.run.as_ref().and_then(|run| run.mover(id)).map_or(0, |moving| moving.paid);
        paid.min(w.unit(id).body.points_spent)
    }

    /// A unit that takes an opportunity to attack starts its assault.
    fn sets_upon_chance(&self, d: &mut D<'_>, by: UnitId, on: UnitId) {
        let slowed = self.ground_to(&d.world, by, on, false);
        let now = &mut d.world.unit_mut(by).now;
        (now.seized, now.assaulted, now.slowed) = (true, true, slowed);
    }

    /// An opportunity after an entry is resolved at once, before the next entry (L3C-GAP-A47).
    fn seizes_after(&self, d: &mut D<'_>, chance: &Chance) {
        if chance.cause == Cause::Late {
            self.faces_for_a_chance(d, chance.by, chance.on);
        }
        let gap = self.gap(&d.world, chance.by, chance.on);
        self.sets_upon_chance(d, chance.by, chance.on);
        self.steps_up(d, chance.by, chance.on, gap / 3);
        // A unit that has gone through an enemy is still advancing: both come nearer by a third (L3C-CAC-10).
        if d.world.unit(chance.on).now.passed && self.on(r::L3C_CAC_10) {
            self.steps_up(d, chance.on, chance.by, gap / 3);
        }
        let entry = Later {
            attacker: chance.by,
            target: chance.on,
            to_fire: false,
            class: Class::Frozen,
            instant: 0,
            distance: gap,
            placement: Placement::Frozen,
            stops_from: Gait::Halted,
            assaulting: false,
        };
        d.world.later.insert(0, entry);
    }

    /// The band of fire of a unit at another.
    pub(crate) fn band_of(&self, w: &World, by: UnitId, on: UnitId) -> Option<crate::Band> {
        range::band(&self.book, self.troop(by).weapon, Distance::from_cm(self.gap(w, by, on)))
    }
}

/// Whether a field is the opportunity of an arrow, which stops if its player declines.
pub(crate) fn is_arrow(field: &Field) -> bool {
    let from = if let Shape::Pick { from, .. } = &field.shape { from.as_slice() } else { &[] };
    from.iter().any(|choice| Does::Stop.is(&choice.key))
}

/// The rule of a cause.
pub(crate) const fn rule_of(cause: Cause) -> Rule {
    match cause {
        Cause::Unformed | Cause::Exposed | Cause::Coming | Cause::Busy | Cause::Fleeing => r::L3C_GAP_A18,
        Cause::Leaving => r::L3C_INT_19,
        Cause::Careless => r::L3C_OPP_05,
        Cause::Arrow => r::L3C_GAP_A35,
        Cause::Met => r::L3C_GAP_A46,
        Cause::Onward => r::L3C_CAC_09,
        Cause::Late => r::L3C_OPP_04,
    }
}
