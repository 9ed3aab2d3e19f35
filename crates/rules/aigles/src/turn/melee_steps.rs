//! G: one round of every melee (LA-GAP-22, LA-GAP-49, LA-GAP-67), all of them together.

mod figure_steps;

use super::D;
use super::nerves::{Due, reply_for};
use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::resolve::command::{self, InMelee};
use crate::resolve::fire::{DieUse, throw};
use crate::resolve::melee::{self, AfterDraw, Drawn, Faced, Fighter, SquareAfter, Verdict};
use crate::resolve::morale::{self, Effect, MoraleResult, Occasion};
use crate::world::{Bound, Fate, Run, World, facts, front_of};
use crate::{Arm, CM, Cover, LesAigles, Order, r};
use game::{Breakdown, Choice, Deed, Field, Flow, Ref, Reply, Shape, Side, Slot, Term, Toss, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use table::{Piece, overlaps};

pub(crate) const FOLLOW_UP: Kind =
    Kind { rules: &[r::LA_GAP_67, r::LA_GAP_50], fields: LesAigles::fields_follow_up, check: accept, suggest: any };

pub(crate) const SHARE: Kind =
    Kind { rules: &[r::LA_GAP_49, r::LA_GAP_67], fields: LesAigles::fields_share, check: accept, suggest: any };

/// Walls of a house at which a garrison stands (LA-GAP-74).
const MANNED: usize = 2;

/// A melee: units linked by contact.
struct MeleeGroup {
    units: BTreeSet<UnitId>,
}

impl LesAigles {
    pub(crate) fn melees(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, crate::world::Phase::Melee, &[r::LA_GAP_67, r::LA_COM_01]);
        let groups = self.groups(&d.world);
        if groups.is_empty() {
            return Ok(());
        }
        d.beat();
        self.share(d)?;
        let fighters: Vec<UnitId> = groups.iter().flat_map(|g| g.units.iter().copied()).collect();
        let pairs: Vec<(UnitId, UnitId)> =
            d.world.contacts.iter().flat_map(|c| [(c.pair[0], c.pair[1]), (c.pair[1], c.pair[0])]).collect();
        let stances: BTreeMap<(UnitId, UnitId), Fighter> =
            pairs.iter().map(|(own, other)| ((*own, *other), self.fighter(&d.world, *own, *other))).collect();
        let figures: BTreeMap<UnitId, u8> = fighters.iter().map(|id| (*id, d.world.unit(*id).figures())).collect();
        let die = |id: &UnitId| {
            let best = pairs.iter().find(|(own, _)| own == id).and_then(|pair| stances.get(pair));
            best.map_or(crate::resolve::fire::DieKind::Usual, |fighter| melee::die_kind(&self.book, fighter))
        };
        let tosses = fighters
            .iter()
            .map(|id| Toss::new(r::LA_COM_01, Ref::Unit(*id), throw(&self.book, die(id), DieUse::Combat)));
        let fell = d.throw(tosses.collect())?;
        let classes: BTreeMap<UnitId, i16> = fighters.iter().copied().zip(fell.iter().map(|t| t.class)).collect();
        let mut received: BTreeMap<UnitId, u16> = BTreeMap::new();
        let mut dealt: BTreeMap<(UnitId, UnitId), u16> = BTreeMap::new();
        for (own, other) in &pairs {
            let (Some(one), Some(two), Some(class)) =
                (stances.get(&(*own, *other)), stances.get(&(*other, *own)), classes.get(own))
            else {
                continue;
            };
            let mut lines = Breakdown::new("melee", Some(Ref::Unit(*own)));
            let losses = melee::inflicted(&self.book, one, two, *class, &mut lines);
            d.tell(Deed::Tested { breakdown: lines, result: Term::of("losses") }, &[r::LA_COM_01]);
            self.note(
                d,
                *other,
                "struck",
                facts([("by", i64::from(own.0)), ("losses", i64::from(losses))]),
                &[r::LA_RES_01],
            );
            let sum = received.entry(*other).or_default();
            *sum = sum.saturating_add(losses);
            dealt.insert((*own, *other), losses);
        }
        let mourning: Vec<UnitId> = fighters.iter().copied().filter(|id| d.world.unit(*id).now.bereaved > 0).collect();
        // Before figures go off: an officer shares the fate of a unit of which nobody is left (LA-GEN-07).
        self.officers_in_melee(d, &fighters, &received, &figures)?;
        for (id, losses) in &received {
            self.hurt(d, *id, *losses, false, &[r::LA_COM_01, r::LA_GAP_02]);
        }
        let beaten = self.verdicts(d, &groups, &received, &dealt, &figures);
        // Following counts in the next round alone (LA-GAP-49, 6): who follows on is said anew.
        for contact in &mut d.world.contacts {
            contact.hold.iter_mut().for_each(|hold| hold.following = false);
        }
        let due: Vec<Due> = beaten
            .iter()
            .map(|(id, difference)| {
                let against_cavalry = self.arm(*id) != Arm::Cavalry
                    && pairs.iter().any(|(own, other)| own == id && self.arm(*other) == Arm::Cavalry);
                Due { against_cavalry, difference: *difference, ..Due::new(*id, Occasion::MeleeLost, d.world.half()) }
            })
            .collect();
        let results = self.test(d, &due)?;
        for id in due.iter().map(|due| due.unit).chain(mourning) {
            d.world.unit_mut(id).now.bereaved = 0;
        }
        let mut outcome: Vec<(UnitId, Effect, MoraleResult)> = Vec::new();
        for (due, result) in results {
            let reader = self.reader(&d.world, &due);
            outcome.push((due.unit, morale::effect(&self.book, due.occasion, result, &reader), result));
        }
        let inside = |id: UnitId| d.world.unit(id).inside.is_some();
        let gives_way = |(id, effect, _): &&(UnitId, Effect, MoraleResult)| match effect {
            Effect::Recoils => !inside(*id),
            Effect::PutClear | Effect::LeavesHouse => true,
            _ => false,
        };
        d.world.beaten = outcome.iter().filter(gives_way).map(|(id, ..)| *id).collect();
        let going = outcome.iter().filter(|(_, effect, _)| *effect == Effect::PutClear);
        d.world.going = going.map(|(id, ..)| *id).collect();
        let asked = self.put(d, Question::FollowUp);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        let mut followers: BTreeSet<(UnitId, UnitId)> = BTreeSet::new();
        let mut entrants: BTreeMap<UnitId, UnitId> = BTreeMap::new();
        let beaten_now = d.world.beaten.clone();
        let says = |winner: UnitId, does: Does| does.picked(reply_for(&asked, &answers, winner));
        for loser in &beaten_now {
            for winner in d.world.enemies_of(*loser).collect::<Vec<_>>() {
                if beaten_now.contains(&winner) || !d.world.unit(winner).present() {
                    continue;
                }
                let follows = self.follows(&d.world, winner, *loser).unwrap_or_else(|| says(winner, Does::Follow));
                if follows {
                    followers.insert((winner, *loser));
                }
                if self.may_storm(&d.world, winner, *loser) && says(winner, Does::Garrison) {
                    entrants.entry(*loser).or_insert(winner);
                }
            }
        }
        d.world.beaten.clear();
        d.world.going.clear();
        for (id, effect, result) in outcome {
            self.give_way(d, id, effect, result, &followers, entrants.get(&id).copied());
        }
        self.let_go(d, &fighters, &followers);
        self.after_the_round(d, &fighters);
        Ok(())
    }

    /// Owners say at whom figures go that touch no enemy more than another (LA-GAP-67, 1).
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

    /// A garrison that is attacked at more walls than it can man: its owner names two (LA-GAP-74).
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

    fn fields_share(&self, w: &World, slot: &Slot) -> Vec<Field> {
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

    /// Fates of the officers who fought (LA-GEN-07).
    fn officers_in_melee(
        &self,
        d: &mut D<'_>,
        fighters: &[UnitId],
        received: &BTreeMap<UnitId, u16>,
        figures: &BTreeMap<UnitId, u8>,
    ) -> Flow<()> {
        let there: Vec<(usize, UnitId)> = fighters
            .iter()
            .flat_map(|id| self.officers_with(&d.world, *id).map(move |place| (place, *id)).collect::<Vec<_>>())
            .collect();
        let tested: Vec<(usize, UnitId)> =
            there.into_iter().filter(|(_, id)| received.get(id).copied().unwrap_or(0) > 0).collect();
        let tosses = tested.iter().map(|(place, _)| {
            Toss::new(r::LA_GEN_07, Ref::Unit(d.world.general_id(*place)), dice::Throw::d6(1).cuts([2, 3, 4, 5, 6]))
        });
        let fell = d.throw(tosses.collect())?;
        for ((place, id), thrown) in tested.into_iter().zip(fell) {
            let melee = InMelee {
                losses: received.get(&id).copied().unwrap_or(0),
                figures: *rulebook::ids::held(figures.get(&id), "strength of a fighter"),
            };
            let face = thrown.face();
            let mut lines = Breakdown::new("officer-in-melee", Some(Ref::Unit(d.world.general_id(place))));
            let fate = command::fate_in_melee(&self.book, &melee, face, &mut lines);
            d.tell(Deed::Tested { breakdown: lines, result: rulebook::word(&fate) }, &[r::LA_GEN_07]);
            match fate {
                command::OfficerFate::Unhurt => {}
                command::OfficerFate::Wounded => self.lose_officer(d, place, Fate::Wounded, &[r::LA_GEN_07]),
                command::OfficerFate::Killed => self.lose_officer(d, place, Fate::Killed, &[r::LA_GEN_07]),
            }
        }
        Ok(())
    }

    /// Who has lost each melee and by how much; squares broken; draws (LA-GAP-22, LA-GAP-49).
    fn verdicts(
        &self,
        d: &mut D<'_>,
        groups: &[MeleeGroup],
        received: &BTreeMap<UnitId, u16>,
        dealt: &BTreeMap<(UnitId, UnitId), u16>,
        figures: &BTreeMap<UnitId, u8>,
    ) -> Vec<(UnitId, u16)> {
        let mut beaten = Vec::new();
        let period = d.world.period;
        for group in groups {
            let sum = |side: Side| {
                group
                    .units
                    .iter()
                    .filter(|id| self.side(**id) == side)
                    .map(|id| u32::from(received.get(id).copied().unwrap_or(0)))
                    .sum::<u32>()
            };
            let (blue, red) = (sum(Side::Blue), sum(Side::Red));
            for id in &group.units {
                self.judge_square(d, *id, received, dealt);
            }
            let loser = match melee::verdict(blue, red) {
                Verdict::Draw => {
                    self.drawn(d, group, figures);
                    continue;
                }
                Verdict::Attacker => Side::Red,
                Verdict::Defender => Side::Blue,
            };
            let difference = rulebook::saturated::<u16, _>(blue.abs_diff(red));
            for id in &group.units {
                let lost = self.side(*id) == loser;
                let memory = &mut d.world.unit_mut(*id).memory;
                if lost {
                    memory.lost_in_a_row = memory.lost_in_a_row.saturating_add(1);
                } else {
                    memory.lost_in_a_row = 0;
                    memory.won_in = period;
                }
                if lost && d.world.unit(*id).present() && d.world.unit(*id).manned() {
                    beaten.push((*id, difference));
                }
            }
            let ids = group.units.clone();
            for contact in d.world.contacts.iter_mut().filter(|c| ids.contains(&c.pair[0])) {
                contact.drawn = 0;
            }
        }
        beaten
    }

    fn judge_square(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        received: &BTreeMap<UnitId, u16>,
        dealt: &BTreeMap<(UnitId, UnitId), u16>,
    ) {
        let unit = d.world.unit(id);
        if !unit.present() || !unit.formation.square() || unit.order >= Order::Unformed {
            return;
        }
        // Whom it has destroyed it has fought, too.
        let fought = || dealt.iter().filter(|((own, _), _)| *own == id);
        let foot = fought().any(|((_, enemy), _)| self.arm(*enemy) == Arm::Infantry);
        let by = if foot { Arm::Infantry } else { Arm::Cavalry };
        let inflicts: u16 = fought().fold(0, |sum, (_, losses)| sum.saturating_add(*losses));
        let faced = Faced { by, inflicts, receives: received.get(&id).copied().unwrap_or(0) };
        if melee::after_round(&self.book, &faced) == SquareAfter::Broken {
            self.worsen(d, id, Order::Unformed, &[r::LA_GAP_22]);
            self.note(d, id, "square_broken", facts([]), &[r::LA_GAP_22]);
        }
    }

    fn drawn(&self, d: &mut D<'_>, group: &MeleeGroup, figures: &BTreeMap<UnitId, u8>) {
        for id in &group.units {
            d.world.unit_mut(*id).memory.lost_in_a_row = 0;
        }
        let pairs: Vec<[UnitId; 2]> =
            d.world.contacts.iter().filter(|c| group.units.contains(&c.pair[0])).map(|c| c.pair).collect();
        for [a, b] in pairs {
            let Some(contact) = d.world.contact(a, b).cloned() else { continue };
            let combat = |id: UnitId| self.leading(d.world.unit(id), id).combat;
            let of = |id: UnitId| *rulebook::ids::held(figures.get(&id), "strength of a fighter");
            let cavalry = self.arm(a) == Arm::Cavalry && self.arm(b) == Arm::Cavalry;
            let drawn = Drawn {
                cavalry,
                figures: [of(a), of(b)],
                combat: [combat(a), combat(b)],
                round: contact.round(),
                drawn_before: contact.drawn > 0,
            };
            match melee::after_draw(&self.book, &drawn) {
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
    }

    /// Whether a winner follows by itself; none: it is asked (LA-GAP-67).
    fn follows(&self, w: &World, winner: UnitId, loser: UnitId) -> Option<bool> {
        let unit = w.unit(winner);
        let uncontrolled = w.contact(winner, loser).is_some_and(|c| c.of(winner).uncontrolled);
        // With another enemy still in contact it stays.
        if w.enemies_of(winner).any(|other| other != loser && !w.beaten.contains(&other))
            || unit.inside.is_some()
            || w.unit(loser).inside.is_some()
        {
            return Some(false);
        }
        let stands = (self.arm(winner), unit.formation);
        let must = command::follows_up(&self.book, self.attitude(w, winner), uncontrolled, stands);
        let asked = must == Some(true) && !uncontrolled && self.follow_up_waived(w, winner, loser);
        if asked { None } else { must }
    }

    /// Whether following a beaten enemy would lead a winner off the table, or upon a fresh enemy in square or cover: then it
    /// need not (LA-GAP-13).
    fn follow_up_waived(&self, w: &World, winner: UnitId, loser: UnitId) -> bool {
        let own = self.body(w, winner);
        // Who recoils is followed over that way, who leaves for a period towards his edge (LA-GAP-50).
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

    /// Whether a winner may go into the house that its enemy leaves (LA-GAP-49, 7, LA-GAP-74): infantry of up to so many
    /// figures whom nobody else holds.
    fn may_storm(&self, w: &World, winner: UnitId, loser: UnitId) -> bool {
        let free = !w.enemies_of(winner).any(|other| other != loser && !w.beaten.contains(&other));
        w.unit(loser).inside.is_some()
            && w.unit(winner).inside.is_none()
            && free
            && self.arm(winner) == Arm::Infantry
            && w.unit(winner).figures() <= self.book.tables.scale.most_garrison
    }

    fn fields_follow_up(&self, w: &World, slot: &Slot) -> Vec<Field> {
        let mut asked: BTreeMap<UnitId, [Does; 2]> = BTreeMap::new();
        for loser in w.beaten.iter().filter(|id| self.side(**id) != slot.side) {
            for winner in w.enemies_of(*loser).filter(|id| !w.beaten.contains(id) && w.unit(*id).present()) {
                if self.may_storm(w, winner, *loser) {
                    asked.insert(winner, [Does::Garrison, Does::Halt]);
                } else if self.follows(w, winner, *loser).is_none() {
                    asked.entry(winner).or_insert([Does::Halt, Does::Follow]);
                }
            }
        }
        let choices = |names: [Does; 2]| names.map(|does| Choice::of(does.key(), &[r::LA_GAP_67])).to_vec();
        asked.into_iter().map(|(id, names)| pick_one(Ref::Unit(id), choices(names))).collect()
    }

    /// Who followed an enemy and has let him go after the round, or has been beaten off, follows him no longer (LA-GAP-50,
    /// LA-GAP-67).
    fn let_go(&self, d: &mut D<'_>, fighters: &[UnitId], followers: &BTreeSet<(UnitId, UnitId)>) {
        for id in fighters {
            let Bound::Following { whom, .. } = d.world.unit(*id).bound else { continue };
            if d.world.contact(*id, whom).is_none() && !followers.contains(&(*id, whom)) {
                self.change(d, *id, &[r::LA_GAP_50], |u| u.bound = Bound::Free);
            }
        }
    }

    /// A beaten unit gives way, and who follows keeps at it (LA-GAP-49, LA-GAP-50, LA-GAP-67).
    fn give_way(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        effect: Effect,
        result: MoraleResult,
        followers: &BTreeSet<(UnitId, UnitId)>,
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

    /// A beaten unit leaves the melee, and its house if it is in one by the side away from the enemy, where a winner goes in
    /// who wants to (LA-GAP-49, 7); who finds no side without an enemy is taken (LA-GAP-25). Whether it was in one.
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

    /// A winner goes into the house it has taken (LA-GAP-74).
    fn storm(&self, d: &mut D<'_>, id: UnitId, site: u16) {
        self.release(d, id);
        self.man_walls(d, id, site);
        self.worsen(d, id, Order::Disorganised, &[r::LA_GAP_74]);
    }

    /// A unit recoils (LA-GAP-22, 5) from those it fought; gives how far it went.
    fn recoil(&self, d: &mut D<'_>, id: UnitId, fought: &[UnitId]) -> i32 {
        self.step_back(d, id, fought, self.book.tables.melee.recoil.cm())
    }

    /// A unit steps back facing the enemies it fought (LA-GAP-49, 6), and forward if they all have it from behind: friends in
    /// the way are passed through, guards, elite, squares and closed ground stop it.
    fn step_back(&self, d: &mut D<'_>, id: UnitId, fought: &[UnitId], far: i32) -> i32 {
        let own = self.body(&d.world, id);
        let behind = |foe: &UnitId| {
            // By where he is nearest: the middle of a long line may be on the other side.
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

    /// Everybody who fought is disorganised; rounds are counted (LA-GAP-22, 6, LA-GAP-67, 9).
    fn after_the_round(&self, d: &mut D<'_>, fighters: &[UnitId]) {
        let period = d.world.period;
        for id in fighters.iter().filter(|id| d.world.unit(**id).present()).copied().collect::<Vec<_>>() {
            self.worsen(d, id, Order::Disorganised, &[r::LA_GAP_22]);
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
