//! G: one round of every melee (LA-GAP-22, LA-GAP-49, LA-GAP-67), all of them together.

mod figure_steps;

use super::nerves::{Due, reply_for};
use super::{D, Step};
use crate::fight::{Beaten, Blow, Brawler, Grip, Hunt, Led, Link, Moment, Pages, Parting, Pursuer, Pursues, Round};
use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::resolve::command::OfficerFate;
use crate::resolve::melee::AfterDraw;
use crate::resolve::morale::{self, Effect, MoraleResult, Occasion};
use crate::world::{Bound, Contact, Fate, Run, World, facts, front_of};
use crate::{Arm, CM, Cover, LesAigles, Order, r};
use game::{Breakdown, Choice, Deed, Field, Flow, Ref, Reply, Shape, Slot, Term, Toss, UnitId};
use rulebook::Known;
use smallvec::SmallVec;
use std::collections::{BTreeMap, BTreeSet};
use table::{Piece, overlaps};

pub(crate) const FOLLOW_UP: Kind =
    Kind { rules: &[r::LA_GAP_67, r::LA_GAP_50], fields: LesAigles::fields_follow_up, check: accept, suggest: any };

pub(crate) const SHARE: Kind =
    Kind { rules: &[r::LA_GAP_49, r::LA_GAP_67], fields: LesAigles::fields_share, check: accept, suggest: any };

/// Number of house walls that a garrison mans (LA-GAP-74).
const MANNED: usize = 2;

/// A melee: units linked by contact.
struct MeleeGroup {
    units: BTreeSet<UnitId>,
}

/// Pursuers and the units that they follow.
type Pursuits = BTreeSet<(UnitId, UnitId)>;

impl LesAigles {
    /// Each melee is a [`Round`], which says what it waits for; rounds that wait for the same moment are served
    /// together.
    pub(crate) fn melees(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Melee, &[r::LA_GAP_67, r::LA_COM_01]);
        let groups = self.groups(&d.world);
        if groups.is_empty() {
            return Ok(());
        }
        d.beat();
        self.share(d)?;
        let mut rounds: Vec<Round> = groups.iter().map(|group| self.round_of(&d.world, group)).collect();
        let fighters: Vec<UnitId> = rounds.iter().flat_map(Round::units).collect();
        let mourning: Vec<UnitId> = fighters.iter().copied().filter(|id| d.world.unit(*id).now.bereaved > 0).collect();
        while let Some(moment) = rounds.iter().map(Round::moment).min().filter(|moment| *moment != Moment::Over) {
            let mut now: Vec<&mut Round> = rounds.iter_mut().filter(|round| round.moment() == moment).collect();
            match moment {
                Moment::Clash => self.clash(d, &mut now)?,
                Moment::Officers => self.officers_in_melee(d, &mut now)?,
                Moment::Losses => self.figures_go_off(d, &mut now),
                Moment::Verdict => self.verdicts(d, &mut now, &mourning),
                Moment::Tests => self.losers_test(d, &mut now)?,
                Moment::Pursuers => self.tell_pursuers(d, &mut now),
                Moment::Follow => self.ask_pursuers(d, &mut now)?,
                Moment::GivingWay => self.beaten_give_way(d, &mut now),
                Moment::Over => {}
            }
        }
        let followers: Pursuits = rounds.iter().flat_map(Round::followers).collect();
        self.let_go(d, &fighters, &followers);
        self.after_the_round(d, &fighters);
        Ok(())
    }

    /// The round of a melee, from the table.
    fn round_of(&self, w: &World, group: &MeleeGroup) -> Round {
        let brawler = |id: &UnitId| {
            let unit = w.unit(*id);
            Brawler {
                unit: *id,
                side: self.side(*id),
                arm: self.arm(*id),
                square: unit.formation.square() && unit.order < Order::Unformed,
                housed: unit.inside.is_some(),
                figures: unit.figures(),
                fights: true,
                combat: self.leading(unit, *id).combat,
            }
        };
        let contacts = || w.contacts.iter().filter(|contact| group.units.contains(&contact.pair[0]));
        let grip = |[own, other]: [UnitId; 2]| Grip { own, other, fighter: self.fighter(w, own, other) };
        let grips = contacts().flat_map(|contact| [contact.pair, [contact.pair[1], contact.pair[0]]]).map(grip);
        let link = |contact: &Contact| Link { pair: contact.pair, round: contact.round(), drawn: contact.drawn > 0 };
        let led = |id: &UnitId| {
            let unit = *id;
            self.officers_with(w, unit).map(move |place| Led { officer: w.general_id(place), unit }).collect::<Vec<_>>()
        };
        Round::new(group.units.iter().map(brawler), grips, contacts().map(link), group.units.iter().flat_map(led))
    }

    /// Throws the dice of the melees together, and hands them out.
    fn throw_together(&self, d: &mut D<'_>, rounds: &mut [&mut Round], pages: &mut Pages) -> Flow<()> {
        let wanted: Vec<SmallVec<[Toss; 2]>> = rounds.iter().map(|round| round.tosses(&self.book)).collect();
        let fell = d.throw(wanted.iter().flatten().cloned().collect())?;
        let mut classes = fell.iter().map(|thrown| thrown.class);
        for (round, tosses) in rounds.iter_mut().zip(wanted) {
            let own: Vec<i16> = classes.by_ref().take(tosses.len()).collect();
            round.thrown(&self.book, &own, pages);
        }
        Ok(())
    }

    /// A die for each unit (LA-COM-01); results are reported contact by contact.
    fn clash(&self, d: &mut D<'_>, rounds: &mut [&mut Round]) -> Flow<()> {
        let mut pages = Pages::of("melee");
        self.throw_together(d, rounds, &mut pages)?;
        let blows = rounds.iter().flat_map(|round| round.blows()).copied();
        let mut told: Vec<(Blow, Breakdown)> = blows.zip(pages.written).collect();
        let place = |blow: &Blow| {
            d.world.contacts.iter().position(|c| c.pair.contains(&blow.own) && c.pair.contains(&blow.other))
        };
        told.sort_by_cached_key(|(blow, _)| place(blow));
        for (blow, lines) in told {
            d.tell(Deed::Tested { breakdown: lines, result: Term::of("losses") }, &[r::LA_COM_01]);
            let facts = facts([("by", i64::from(blow.own.0)), ("losses", i64::from(blow.losses))]);
            self.note(d, blow.other, "struck", facts, &[r::LA_RES_01]);
        }
        Ok(())
    }

    /// Fates of the officers who fought (LA-GEN-07).
    fn officers_in_melee(&self, d: &mut D<'_>, rounds: &mut [&mut Round]) -> Flow<()> {
        let mut pages = Pages::of("officer-in-melee");
        self.throw_together(d, rounds, &mut pages)?;
        let fates: Vec<(UnitId, OfficerFate)> = rounds.iter_mut().flat_map(|round| round.take_fates()).collect();
        for ((officer, fate), lines) in fates.into_iter().zip(pages.written) {
            d.tell(Deed::Tested { breakdown: lines, result: rulebook::word(&fate) }, &[r::LA_GEN_07]);
            let why = match fate {
                OfficerFate::Unhurt => continue,
                OfficerFate::Wounded => Fate::Wounded,
                OfficerFate::Killed => Fate::Killed,
            };
            if let Some(place) = d.world.general_of(officer) {
                self.lose_officer(d, place, why, &[r::LA_GEN_07]);
            }
        }
        Ok(())
    }

    /// Figures are removed in all melees before any is judged.
    fn figures_go_off(&self, d: &mut D<'_>, rounds: &mut [&mut Round]) {
        let received = |round: &&mut Round| round.units().map(|id| (id, round.received(id))).collect::<Vec<_>>();
        let mut losses: Vec<(UnitId, u16)> = rounds.iter().flat_map(received).collect();
        losses.sort_unstable();
        for (id, losses) in losses {
            self.hurt(d, id, losses, false, &[r::LA_COM_01, r::LA_GAP_02]);
        }
        for round in rounds {
            for id in round.units().collect::<Vec<_>>() {
                let unit = d.world.unit(id);
                round.look(id, unit.present() && unit.manned(), self.leading(unit, id).combat);
            }
            round.judge(&self.book);
        }
    }

    /// Losers, broken squares and draws (LA-GAP-22, LA-GAP-49).
    fn verdicts(&self, d: &mut D<'_>, rounds: &mut [&mut Round], mourning: &[UnitId]) {
        for round in rounds.iter_mut() {
            for id in round.broken() {
                self.worsen(d, *id, Order::Unformed, &[r::LA_GAP_22]);
                self.note(d, *id, "square_broken", facts([]), &[r::LA_GAP_22]);
            }
            self.remember_verdict(d, round);
            for parting in round.partings() {
                self.drawn(d, parting);
            }
            round.carried_out();
        }
        // Following counts only in the next round (LA-GAP-49, 6): it is recorded anew.
        for contact in &mut d.world.contacts {
            contact.hold.iter_mut().for_each(|hold| hold.following = false);
        }
        let tests = |id: &UnitId| rounds.iter().any(|round| round.beaten().iter().any(|beaten| beaten.unit == *id));
        for id in mourning.iter().filter(|id| !tests(id)) {
            d.world.unit_mut(*id).now.bereaved = 0;
        }
    }

    fn remember_verdict(&self, d: &mut D<'_>, round: &Round) {
        let period = d.world.period;
        for id in round.units() {
            let memory = &mut d.world.unit_mut(id).memory;
            match round.loser() {
                None => memory.lost_in_a_row = 0,
                Some(side) if side == self.side(id) => memory.lost_in_a_row = memory.lost_in_a_row.saturating_add(1),
                Some(_) => (memory.lost_in_a_row, memory.won_in) = (0, period),
            }
        }
        if round.loser().is_some() {
            let its = |contact: &&mut Contact| round.units().any(|id| id == contact.pair[0]);
            d.world.contacts.iter_mut().filter(its).for_each(|contact| contact.drawn = 0);
        }
    }

    /// All losers test together (LA-GAP-65).
    fn losers_test(&self, d: &mut D<'_>, rounds: &mut [&mut Round]) -> Flow<()> {
        let half = d.world.half();
        let test = |beaten: &Beaten| Due {
            against_cavalry: beaten.against_cavalry,
            difference: beaten.difference,
            ..Due::new(beaten.unit, Occasion::MeleeLost, half)
        };
        let due: Vec<Due> = rounds.iter().flat_map(|round| round.beaten()).map(test).collect();
        let results = self.test(d, &due)?;
        for due in &due {
            d.world.unit_mut(due.unit).now.bereaved = 0;
        }
        let effect = |(due, result): (Due, MoraleResult)| {
            let reader = self.reader(&d.world, &due);
            (due.unit, result, morale::effect(&self.book, due.occasion, result, &reader))
        };
        let outcome: Vec<(UnitId, MoraleResult, Effect)> = results.into_iter().map(effect).collect();
        rounds.iter_mut().for_each(|round| round.tested(&outcome));
        d.world.beaten = rounds.iter().flat_map(|round| round.giving_way()).collect();
        let going = outcome.iter().filter(|(.., effect)| *effect == Effect::PutClear);
        d.world.going = going.map(|(id, ..)| *id).collect();
        Ok(())
    }

    fn tell_pursuers(&self, d: &D<'_>, rounds: &mut [&mut Round]) {
        for round in rounds {
            let pursuer = |hunt: &Hunt| self.pursuer(&d.world, hunt.winner, hunt.loser);
            let pursuers: Vec<Pursuer> = round.hunts().iter().map(pursuer).collect();
            round.pursued(&self.book, &pursuers);
        }
    }

    /// Asks winners whether they follow (LA-GAP-67).
    fn ask_pursuers(&self, d: &mut D<'_>, rounds: &mut [&mut Round]) -> Flow<()> {
        let asked = self.put(d, Question::FollowUp);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        let says = |hunt: &Hunt| {
            let reply = reply_for(&asked, &answers, hunt.winner);
            if Does::Follow.picked(reply) {
                Pursues::Follows
            } else if Does::Garrison.picked(reply) && self.may_storm(&d.world, hunt.winner, hunt.loser) {
                Pursues::Enters
            } else {
                Pursues::Halts
            }
        };
        rounds.iter_mut().for_each(|round| round.replied(says));
        Ok(())
    }

    fn beaten_give_way(&self, d: &mut D<'_>, rounds: &mut [&mut Round]) {
        d.world.beaten.clear();
        d.world.going.clear();
        let followers: Pursuits = rounds.iter().flat_map(|round| round.followers()).collect();
        for round in rounds {
            for beaten in round.beaten() {
                if let Some((result, effect)) = beaten.tested {
                    self.give_way(d, beaten.unit, effect, result, &followers, round.enters(beaten.unit));
                }
            }
            round.carried_out();
        }
    }

    /// Asks owners for the target of figures that touch several enemies equally (LA-GAP-67, 1).
    fn share(&self, d: &mut D<'_>) -> Flow<()> {
        let asked = self.put(d, Question::Share);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        for id in d.world.ids() {
            let Some(Reply::Picked(picks)) = reply_for(&asked, &answers, id) else { continue };
            let named: Vec<UnitId> = picks
                .iter()
                .filter_map(|(key, _)| match key.refs.first() {
                    Some(Ref::Unit(at)) => Some(*at),
                    _ => None,
                })
                .collect();
            for contact in d.world.contacts.iter_mut().filter(|contact| contact.pair.contains(&id)) {
                let rest = named.contains(&contact.other(id));
                contact.of_mut(id).rest = rest;
            }
        }
        Ok(())
    }

    /// A garrison attacked at more walls than it can man: its owner names two (LA-GAP-74).
    fn field_of_walls(&self, w: &World, id: UnitId) -> Option<Field> {
        let walls = self.walls_attacked(w, id);
        if w.unit(id).inside.is_none() || walls.len() <= MANNED {
            return None;
        }
        let choice = |at: UnitId| Choice::of(Does::ManWall.about(Ref::Unit(at)), &[r::LA_GAP_74]);
        let from: Vec<Choice> = walls.into_iter().map(|(_, at)| choice(at)).collect();
        let default = Reply::Picked(from[..MANNED].iter().map(|choice| (choice.key.clone(), Vec::new())).collect());
        let both = rulebook::saturated::<u8, _>(MANNED);
        Some(Field { about: Ref::Unit(id), shape: Shape::Pick { from, min: both, max: both, budget: None }, default })
    }

    fn fields_share(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let shares = |id: &UnitId| w.enemies_of(*id).count() > 1 && self.all_fight(w, *id);
        let walls = self.troops(w, slot.side).filter_map(|id| self.field_of_walls(w, id));
        let rests = self.troops(w, slot.side).filter(shares).map(|id| {
            let first = self.takes_rest(w, id);
            let mut enemies: Vec<UnitId> = w.enemies_of(id).collect();
            enemies.sort_by_key(|enemy| (Some(*enemy) != first, *enemy));
            let choice = |at: UnitId| Choice::of(Does::RestAt.about(Ref::Unit(at)), &[r::LA_GAP_67]);
            pick_one(Ref::Unit(id), enemies.into_iter().map(choice).collect())
        });
        walls.chain(rests).collect()
    }

    /// Units linked by contact.
    fn groups(&self, w: &World) -> Vec<MeleeGroup> {
        let mut groups: Vec<MeleeGroup> = Vec::new();
        for contact in &w.contacts {
            let (mut inside, outside): (Vec<MeleeGroup>, Vec<MeleeGroup>) =
                groups.into_iter().partition(|g| contact.pair.iter().any(|id| g.units.contains(id)));
            let mut units: BTreeSet<UnitId> = contact.pair.into_iter().collect();
            for group in &mut inside {
                units.append(&mut group.units);
            }
            groups = outside;
            groups.push(MeleeGroup { units });
        }
        groups.sort_by_key(|group| group.units.first().copied());
        groups
    }

    /// Effect of a draw on two units (LA-GAP-49).
    fn drawn(&self, d: &mut D<'_>, parting: &Parting) {
        let [a, b] = parting.pair;
        let Some(contact) = d.world.contact(a, b).cloned() else { return };
        match parting.after {
            AfterDraw::GoesOn => {
                if let Some(contact) = d.world.contacts.iter_mut().find(|c| c.pair == [a, b]) {
                    contact.drawn += 1;
                }
            }
            AfterDraw::BothRally => {
                self.part(d, a, b);
                for (id, from) in [(a, b), (b, a)] {
                    if d.world.unit(id).present() && !d.world.engaged(id) {
                        let turning = d.world.quarter + self.turn_to_rally(contact.of(from).aspect);
                        let run = Run { from: Some(from), reacting: 0, turning, moved: 0, past: None };
                        self.change(d, id, &[r::LA_RAL_26], |u| u.bound = Bound::Rallying(run));
                    }
                }
            }
            AfterDraw::StepBack => {
                self.part(d, a, b);
                for (id, foe) in [(a, b), (b, a)] {
                    let fixed = d.world.unit(id).formation.square()
                        || self.arm(id) == Arm::Artillery
                        || d.world.unit(id).inside.is_some();
                    if d.world.unit(id).present() && !d.world.engaged(id) && !fixed {
                        self.recoil(d, id, &[foe]);
                    }
                }
            }
        }
    }

    /// Circumstances that decide whether a winner follows (LA-GAP-67).
    fn pursuer(&self, w: &World, winner: UnitId, loser: UnitId) -> Pursuer {
        let unit = w.unit(winner);
        // With another enemy still in contact it stays.
        let busy = w.enemies_of(winner).any(|other| other != loser && !w.beaten.contains(&other));
        Pursuer {
            attitude: self.attitude(w, winner),
            uncontrolled: w.contact(winner, loser).is_some_and(|c| c.of(winner).uncontrolled),
            arm: self.arm(winner),
            formation: unit.formation,
            held: busy || unit.inside.is_some() || w.unit(loser).inside.is_some(),
            waived: self.follow_up_waived(w, winner, loser),
            may_enter: self.may_storm(w, winner, loser),
        }
    }

    /// Whether following a beaten enemy would lead a winner off the table, or into a fresh enemy in square or cover:
    /// then it need not (LA-GAP-13).
    fn follow_up_waived(&self, w: &World, winner: UnitId, loser: UnitId) -> bool {
        let own = self.body(w, winner);
        // A recoiling enemy is followed over that distance, one that leaves for a period towards its edge (LA-GAP-50).
        let recoil = self.book.tables.melee.recoil.cm();
        let (bearing, far) = if w.going.contains(&loser) {
            (self.home(self.side(loser)).rem_euclid(36_000), recoil + 4 * self.dash(w.unit(winner), winner).0)
        } else {
            (own.pose.facing, recoil)
        };
        let turned = own.with_pose(table::Pose { facing: bearing, ..own.pose });
        let edge = table::room(&turned, bearing, far, &self.terrain, |_| false, &[]).is_err();
        let bars = |enemy: &UnitId| {
            let unit = w.unit(*enemy);
            let fresh = !(unit.memory.fought || unit.memory.hit || w.engaged(*enemy));
            let square = unit.formation.square() && unit.order < Order::Unformed;
            fresh && (square || self.cover(w, *enemy, own.pose.at) != Cover::None)
        };
        let mut enemies = self.troops(w, self.side(loser)).filter(|enemy| *enemy != loser).filter(bars);
        let met = |enemy: UnitId| {
            let his = [(u32::from(enemy.0), self.body(w, enemy))];
            !table::in_the_way(&turned, bearing, far, &his).is_empty()
        };
        self.on(r::LA_GAP_13) && (edge || enemies.any(met))
    }

    /// Whether a winner may enter the house that its enemy leaves (LA-GAP-49, 7, LA-GAP-74): infantry up to this many
    /// figures without another enemy in contact.
    fn may_storm(&self, w: &World, winner: UnitId, loser: UnitId) -> bool {
        let free = !w.enemies_of(winner).any(|other| other != loser && !w.beaten.contains(&other));
        w.unit(loser).inside.is_some()
            && w.unit(winner).inside.is_none()
            && free
            && self.arm(winner) == Arm::Infantry
            && w.unit(winner).figures() <= self.book.tables.scale.most_garrison
    }

    fn fields_follow_up(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut asked: BTreeMap<UnitId, [Does; 2]> = BTreeMap::new();
        for loser in w.beaten.iter().filter(|id| self.side(**id) != slot.side) {
            for winner in w.enemies_of(*loser).filter(|id| !w.beaten.contains(id) && w.unit(*id).present()) {
                let pursuer = self.pursuer(w, winner, *loser);
                if pursuer.may_enter {
                    asked.insert(winner, [Does::Garrison, Does::Halt]);
                } else if pursuer.pursues(&self.book).is_none() {
                    asked.entry(winner).or_insert([Does::Halt, Does::Follow]);
                }
            }
        }
        let choices = |names: [Does; 2]| names.map(|does| Choice::of(does.key(), &[r::LA_GAP_67])).to_vec();
        asked.into_iter().map(|(id, names)| pick_one(Ref::Unit(id), choices(names))).collect()
    }

    /// A follower that has let its enemy go after the round, or has been beaten off, follows no longer (LA-GAP-50,
    /// LA-GAP-67).
    fn let_go(&self, d: &mut D<'_>, fighters: &[UnitId], followers: &Pursuits) {
        for id in fighters {
            let Bound::Following { whom, .. } = d.world.unit(*id).bound else { continue };
            if d.world.contact(*id, whom).is_none() && !followers.contains(&(*id, whom)) {
                self.change(d, *id, &[r::LA_GAP_50], |u| u.bound = Bound::Free);
            }
        }
    }

    /// A beaten unit gives way, and its followers keep contact (LA-GAP-49, LA-GAP-50, LA-GAP-67).
    fn give_way(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        effect: Effect,
        result: MoraleResult,
        followers: &Pursuits,
        enters: Option<UnitId>,
    ) {
        if !d.world.unit(id).present() {
            return;
        }
        let enemies: Vec<UnitId> = d.world.enemies_of(id).collect();
        let fixed = self.arm(id) == Arm::Artillery || d.world.unit(id).inside.is_some();
        match effect {
            Effect::Opens => self.ranks_after(d, id, effect),
            Effect::LeavesHouse => {
                self.turned_out(d, id, &enemies, enters);
                self.worsen(d, id, Order::Unformed, &[r::LA_GAP_49]);
            }
            Effect::Recoils if fixed => {}
            Effect::Recoils => {
                for enemy in &enemies {
                    if !followers.contains(&(*enemy, id)) {
                        self.part(d, id, *enemy);
                    }
                }
                let gone = self.recoil(d, id, &enemies);
                for enemy in enemies.iter().filter(|e| followers.contains(&(**e, id))) {
                    self.step_up(d, *enemy, id, gone);
                }
            }
            Effect::PutClear => {
                let house = self.turned_out(d, id, &enemies, enters);
                if !d.world.unit(id).present() {
                    return;
                }
                if !house && self.arm(id) != Arm::Artillery {
                    self.recoil(d, id, &enemies);
                }
                self.begin_leaving(d, id, Self::leaving_by(result), &[r::LA_GAP_25, r::LA_GAP_50]);
                self.faces_its_edge(d, id);
                self.worsen(d, id, Order::Unformed, &[r::LA_GAP_12]);
                for enemy in enemies.iter().filter(|e| followers.contains(&(**e, id))) {
                    if d.world.unit(*enemy).present() && !d.world.engaged(*enemy) && self.arm(id) != Arm::Artillery {
                        self.begin_following(d, *enemy, id);
                    }
                }
            }
            _ => {}
        }
    }

    /// A unit that leaves a melee is turned to its edge at no cost and moves from the next quarter on (LA-GAP-25).
    fn faces_its_edge(&self, d: &mut D<'_>, id: UnitId) {
        if !d.world.unit(id).leaves() || !self.on(r::LA_GAP_25) {
            return;
        }
        let quarter = d.world.quarter;
        self.turn_to_leave(d, id, self.home(self.side(id)), &[r::LA_GAP_25]);
        self.change(d, id, &[r::LA_GAP_25], |u| {
            if let Bound::Leaving(leaving) = &mut u.bound {
                leaving.turning = quarter;
            }
        });
    }

    /// A beaten unit leaves the melee; from a house by the side away from the enemy, and a winner that wants to enters
    /// (LA-GAP-49, 7); without a side free of enemies it is taken (LA-GAP-25). Returns whether it was in a house.
    fn turned_out(&self, d: &mut D<'_>, id: UnitId, enemies: &[UnitId], enters: Option<UnitId>) -> bool {
        let Some(site) = d.world.unit(id).inside else {
            self.release(d, id);
            return false;
        };
        let stormed = enters.or_else(|| enemies.first().copied()).map(|enemy| self.wall(&d.world, id, enemy));
        self.release(d, id);
        let facing = self.body(&d.world, id).pose.facing;
        let away = stormed.map_or_else(
            || self.home(self.side(id)),
            |wall| match wall {
                table::Quarter::Front => facing + 18_000,
                table::Quarter::Rear => facing,
                table::Quarter::Left => facing + 9_000,
                table::Quarter::Right => facing + 27_000,
            },
        );
        if !self.leave_house(d, id, away.rem_euclid(36_000)) {
            self.remove(d, id, Fate::Taken, &[r::LA_GAP_25]);
        }
        if let Some(winner) = enters {
            self.storm(d, winner, site);
        }
        true
    }

    /// A winner enters the house that it has taken (LA-GAP-74).
    fn storm(&self, d: &mut D<'_>, id: UnitId, site: u16) {
        self.release(d, id);
        self.man_walls(d, id, site);
        self.worsen(d, id, Order::Disorganised, &[r::LA_GAP_74]);
    }

    /// A unit recoils (LA-GAP-22, 5) from the units that it fought; returns the distance.
    fn recoil(&self, d: &mut D<'_>, id: UnitId, fought: &[UnitId]) -> i32 {
        self.step_back(d, id, fought, self.book.tables.melee.recoil.cm())
    }

    /// A unit steps back facing the enemies that it fought (LA-GAP-49, 6), or forward if all of them are behind it: it
    /// passes through friends in the way; guards, elite, squares and closed ground stop it.
    fn step_back(&self, d: &mut D<'_>, id: UnitId, fought: &[UnitId], far: i32) -> i32 {
        let own = self.body(&d.world, id);
        let behind = |foe: &UnitId| {
            // By its nearest point: the middle of a long line may be on the other side.
            let near = table::point_to_piece(own.pose.at, &self.body(&d.world, *foe)).to;
            table::turn(own.pose.facing, own.pose.at.bearing_to(near)).abs() > 9_000
        };
        let forward = !fought.is_empty() && fought.iter().all(behind);
        let back = (own.pose.facing + if forward { 0 } else { 18_000 }).rem_euclid(36_000);
        let mut stops: Vec<(u32, Piece)> = Vec::new();
        let mut friends: Vec<(UnitId, Piece)> = Vec::new();
        for other in d.world.ids().filter(|o| *o != id && d.world.unit(*o).present()) {
            let body = self.body(&d.world, other);
            if overlaps(&own, &body) {
                continue;
            }
            if self.side(other) == self.side(id) && !self.closed_friend(&d.world, other) {
                friends.push((other, body));
            } else {
                stops.push((u32::from(other.0), body));
            }
        }
        let formation = d.world.unit(id).formation;
        let under = self.terrain.touched(&own);
        let forbidden = |feature: u16| self.may_not_enter(id, formation, feature) && !under.contains(&feature);
        let (to, stopped) = match table::room(&own, back, far, &self.terrain, forbidden, &stops) {
            Ok(piece) => (piece, false),
            Err(halt) => (own.moved(back, halt.at.cm), true),
        };
        let from = d.world.unit(id).pose;
        let end = front_of(&to);
        self.place(d, id, end, &[from, end], &[r::LA_GAP_22, r::LA_GAP_49]);
        if stopped {
            self.worsen(d, id, Order::Unformed, &[r::LA_GAP_49]);
        }
        for (friend, _) in friends.iter().filter(|(_, body)| overlaps(&to, body)) {
            self.run_through(d, id, *friend, false);
            self.worsen(d, id, Order::Disordered, &[r::LA_GAP_49]);
        }
        own.pose.at.to(to.pose.at).round() as i32
    }

    /// A follower keeps contact with a unit that recoils.
    fn step_up(&self, d: &mut D<'_>, id: UnitId, loser: UnitId, gone: i32) {
        let (own, his) = (self.body(&d.world, id), self.body(&d.world, loser));
        let closed = table::close_up(&own, &his, gone + 2 * CM, 0);
        let others: Vec<Piece> = d
            .world
            .ids()
            .filter(|o| *o != id && *o != loser && d.world.unit(*o).present())
            .map(|o| self.body(&d.world, o))
            .filter(|b| !overlaps(&own, b))
            .collect();
        let touching = table::touching(&own, &his);
        let piece = match closed {
            Some(closed) if self.terrain.holds(&closed.piece) && !others.iter().any(|o| overlaps(o, &closed.piece)) => {
                closed.piece
            }
            _ if touching => own,
            _ => {
                self.part(d, id, loser);
                return;
            }
        };
        let from = d.world.unit(id).pose;
        let to = front_of(&piece);
        self.place(d, id, to, &[from, to], &[r::LA_GAP_49]);
        self.alter(d, &[id, loser], &[], &[r::LA_COM_02], |w| {
            if let Some(contact) = w.contacts.iter_mut().find(|c| c.pair.contains(&id) && c.pair.contains(&loser)) {
                contact.of_mut(id).following = true;
                contact.of_mut(loser).following = false;
            }
        });
    }

    /// All units that fought are disorganised; rounds are counted (LA-GAP-22, 6, LA-GAP-67, 9).
    fn after_the_round(&self, d: &mut D<'_>, fighters: &[UnitId]) {
        let period = d.world.period;
        for id in fighters.iter().filter(|id| d.world.unit(**id).present()).copied().collect::<Vec<_>>() {
            self.worsen(d, id, Round::ranks(&self.book), &[r::LA_GAP_22]);
            self.change(d, id, &[r::LA_ESQ_14], |u| u.parted = false);
            let memory = &mut d.world.unit_mut(id).memory;
            memory.fought = true;
            memory.fought_in = period;
        }
        for contact in &mut d.world.contacts {
            contact.rounds = contact.rounds.saturating_add(1);
        }
    }
}
