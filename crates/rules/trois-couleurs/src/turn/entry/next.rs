//! Step 5: fires are tied, entries are taken in their order (L3C-GAP-A47, L3C-GAP-A82, L3C-GAP-A85).

use crate::question::{Does, Kind, Luck, Question, about, accept, named, offer, pick_one};
use crate::resolve::combat::onset::{Sequence, order, order_throw};
use crate::resolve::shooting::volley::{FireMoment, Volley, volley};
use crate::terms::tables::MovingAs;
use crate::turn::fire_steps::{AimedFire, plain_fire};
use crate::turn::{Chance, D, Step};
use crate::world::{Class, Code, DeliveredFire, Detail, Later, Phase, Placement, Tie, World};
use crate::{Arm, Gait, TroisCouleurs, r};
use game::{Ask, Choice, Field, Flow, Ref, Reply, Secret, Shape, Side, Slot, Toss, UnitId};
use rulebook::Known;
use std::collections::{BTreeMap, BTreeSet};
use table::Cm;

pub(crate) const TIE: Kind = Kind {
    rules: &[r::L3C_GAP_A49, r::L3C_GAP_A85],
    fields: TroisCouleurs::fields_tie,
    check: accept,
    suggest: likely,
};

fn likely(_: &TroisCouleurs, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let replies = ask.fields.iter().map(|field| match &field.shape {
        Shape::Pick { from, .. } if !from.is_empty() => Reply::pick(from[luck.below(from.len())].key.clone()),
        _ => field.default.clone(),
    });
    replies.collect()
}

/// The choices of a fire tied to an entry, by ammunition.
fn aimed_as(does: Vec<Does>, enemy: UnitId) -> impl Iterator<Item = Choice> {
    does.into_iter().map(move |does| Choice::of(does.about(Ref::Unit(enemy)), &[r::L3C_GAP_A85]))
}

impl TroisCouleurs {
    /// Ties the remaining fires to entries, in secret (L3C-GAP-A85).
    pub(crate) fn tie(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Assaults, &[r::L3C_SIM_05]);
        d.world.run = None;
        let sheets: Vec<_> = Side::BOTH.map(|side| self.put(d, &Question::Tie.to(side))).into();
        let asked: Vec<_> = sheets.into_iter().filter(|sheet| !sheet.fields.is_empty()).collect();
        let answers = d.ask_sheets(&asked)?;
        d.world.ties = [Secret::Known(BTreeMap::new()), Secret::Known(BTreeMap::new())];
        if !asked.is_empty() {
            let key = Does::Ties.key();
            d.tell(game::Deed::Opened { of: Ref::Side(d.world.initiative), key }, &[r::L3C_GAP_A85]);
        }
        for (sheet, replies) in asked.iter().zip(&answers) {
            let mut ties = BTreeMap::new();
            for (field, reply) in sheet.fields.iter().zip(replies) {
                let Some((by, key)) = about(field).zip(reply.key()) else { continue };
                if let Some(target) = named(key) {
                    let (does, round) = plain_fire(key);
                    ties.insert(by, Tie { target, stopping: does == Some(Does::Stop), round });
                }
            }
            d.world.ties[sheet.slot.side.index()] = Secret::Known(ties);
        }
        Ok(())
    }

    fn fields_tie(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let field = self.field(w);
        let mut fields = Vec::new();
        for id in self.troops(w, slot.side) {
            let ordered = w.plans.get(&id).is_some_and(|plan| plan.detail(|code| code == Code::Fire).is_some());
            let own = w.later.iter().any(|entry| entry.attacker == id || entry.target == id);
            if !ordered || own || !self.may_fire_now(w, id) {
                continue;
            }
            let mut choices = vec![Choice::of(Does::Free.key(), &[r::L3C_GAP_A49])];
            let aimed = self.targets_in(w, &field, id);
            for enemy in aimed {
                let attacked = w.later.iter().any(|entry| entry.target == enemy);
                let attacks = w.later.iter().any(|entry| entry.attacker == enemy && !entry.to_fire);
                if attacks && self.on(r::L3C_GAP_A85) {
                    choices.extend(aimed_as(self.with_shots(&field, id, enemy, Does::Stop), enemy));
                }
                if attacks || attacked {
                    choices.extend(aimed_as(self.with_shots(&field, id, enemy, Does::Support), enemy));
                }
            }
            if choices.len() > 1 {
                fields.push(pick_one(Ref::Unit(id), choices));
            }
        }
        fields
    }

    /// The ties of both sides that bear on a unit.
    pub(crate) fn ties_on(&self, w: &World, target: UnitId, stopping: bool) -> Vec<AimedFire> {
        let known = w.ties.iter().filter_map(Secret::known).flatten();
        let on_it = known.filter(|(_, tie)| tie.target == target && tie.stopping == stopping);
        on_it.map(|(by, tie)| AimedFire { by: *by, on: target, round: tie.round }).collect()
    }

    /// Selects the next entry: opportunities, meetings, then assaults by order of the groups (L3C-GAP-A47).
    pub(crate) fn next_entry(&self, d: &mut D<'_>) -> Flow<()> {
        self.spent_fires(d);
        d.world.entry = None;
        d.world.fellows.clear();
        d.world.fused.clear();
        d.world.follows.clear();
        for id in d.world.ids() {
            d.world.unit_mut(id).now.seized = false;
        }
        self.slow_all(d);
        self.lapse(d);
        let of = |class: Class| d.world.later.iter().position(|entry| entry.class == class);
        let early = of(Class::Frozen).or_else(|| of(Class::Met)).filter(|_| self.on(r::L3C_GAP_A47));
        // A unit met in a pursuit is fought at once (L3C-GAP-A56).
        let run_into = d.world.later.iter().position(|entry| entry.placement == Placement::Pursuit);
        let early = run_into.or(early);
        if early.is_none() {
            self.resume_assaults(d)?;
        }
        let place = match early {
            Some(place) => Some(place),
            None => self.ordered_next(d)?,
        };
        match place {
            Some(place) => {
                let entry = d.world.later.remove(place);
                let regiment = self.of_the_regiment(&d.world, &entry);
                let mut fellows = self.fellows_of(&d.world, &entry);
                if self.fuses(d, &entry, &regiment)? {
                    d.world.fused = std::iter::once(&entry).chain(&regiment).map(|one| one.attacker).collect();
                    fellows.retain(|other| !regiment.contains(other));
                    fellows.splice(0..0, regiment);
                }
                d.world.later.retain(|other| !fellows.contains(other));
                d.world.fellows = fellows;
                d.world.entry = Some(entry);
                let chances = self.in_order(&d.world).map(Step::Chance);
                d.then(
                    [Step::Bring, Step::Fight, Step::Follow, Step::Nerves]
                        .into_iter()
                        .chain(chances)
                        .chain([Step::Next]),
                );
            }
            None if d.world.rested => {}
            None => d.then([Step::FreeFires, Step::Nerves, Step::Rest, Step::Late]),
        }
        Ok(())
    }

    /// Fires belong to their entry, unless another unit still attacks the same enemy: the fire of a neighbour that
    /// advanced to fire helps that unit (L3C-SOU-07), and so does that of guns, wherever they are by then (L3C-FEU-05).
    /// Fire at the start supports no assault (L3C-FEU-20).
    fn spent_fires(&self, d: &mut D<'_>) {
        let w = &d.world;
        let helps = |shot: &DeliveredFire| {
            let came = w.entry.as_ref().is_some_and(|entry| entry.to_fire && entry.attacker == shot.shooter);
            let moment = if shot.first { FireMoment::Initial } else { FireMoment::Tactical };
            let in_time = volley(&self.book, &Volley { moment, supports: true, ..Volley::default() }).allowed;
            let guns = shot.shot.is_some() && in_time && self.on(r::L3C_FEU_05);
            (guns || came && self.on(r::L3C_SOU_07))
                && w.later.iter().any(|later| {
                    let own = self.side(later.attacker) == self.side(shot.shooter);
                    let struck = if own { later.target } else { later.attacker };
                    struck == shot.target && (own || guns) && !later.to_fire
                })
        };
        let kept: Vec<DeliveredFire> = w.fires.iter().filter(|shot| helps(shot)).copied().collect();
        d.world.fires = kept;
    }

    /// Removes entries that have become void (L3C-GAP-A45, L3C-GAP-A86).
    fn lapse(&self, d: &mut D<'_>) {
        let gone: Vec<Later> = d.world.later.iter().filter(|entry| !self.stands(&d.world, entry)).cloned().collect();
        d.world.later.retain(|entry| !gone.contains(entry));
        for entry in gone {
            if d.world.unit(entry.attacker).present() {
                self.note(d, entry.attacker, "lapsed", game::Facts::new(), &[r::L3C_GAP_A45]);
                self.change(d, entry.attacker, &[r::L3C_GAP_A87], |u| u.body.gait = Gait::Halted);
            }
        }
    }

    /// Whether an entry can still be fought.
    fn stands(&self, w: &World, entry: &Later) -> bool {
        let (attacker, target) = (w.unit(entry.attacker), w.unit(entry.target));
        if entry.placement == Placement::Pursuit {
            let near = table::within_cm(self.gap(w, entry.attacker, entry.target), crate::UD);
            return attacker.in_hand() && target.present() && near;
        }
        // A unit that has gone through one enemy may fight another (L3C-CAC-09).
        let onward = attacker.now.pace > Gait::Halted;
        if !attacker.in_hand() || !target.present() || attacker.now.fought && !onward {
            return false;
        }
        if entry.placement == Placement::Zone {
            return true;
        }
        let disordered = attacker.body.state == crate::Cohesion::Disordered && !onward && self.on(r::L3C_CAC_16);
        let gap = self.gap(w, entry.attacker, entry.target);
        // Otherwise: the distance covered and the distance left, if its reach and its front allow it (L3C-GAP-A86).
        let capacity = self.assault_capacity(w, entry.attacker, attacker.body.points_spent.min(1));
        let tolerance = self.book.tables.distance.tolerance.of(self.troop(entry.attacker).arm);
        let reach = capacity.plus(tolerance).cm().max(entry.distance);
        let ahead = self.in_front(w, entry.attacker, entry.target);
        let barred = !entry.to_fire && self.barred_from(w, entry.attacker, entry.target);
        let reached = ahead && !barred && attacker.now.run.saturating_add(gap) <= reach.saturating_add(crate::UD / 2);
        !disordered && (reached || !self.on(r::L3C_GAP_A86))
    }

    /// The next of the ordered assaults (L3C-MAC-13, L3C-GAP-A21).
    fn ordered_next(&self, d: &mut D<'_>) -> Flow<Option<usize>> {
        for side in self.in_order(&d.world) {
            let own = |entry: &&Later| self.side(entry.attacker) == side;
            let groups: BTreeSet<u16> =
                d.world.later.iter().filter(own).map(|entry| self.sheet(entry.attacker).command).collect();
            let Some(first) = groups.iter().next().copied() else { continue };
            let begun = groups.iter().copied().find(|group| d.world.senses.contains_key(group));
            let group = match begun {
                Some(group) => group,
                // The assaults of one side are not simultaneous: group follows group (L3C-GEN-01).
                None if groups.len() > 1 && self.book.all(&[r::L3C_GAP_A21, r::L3C_GEN_01]) => {
                    self.choose_group(d, side, &groups)?.unwrap_or(first)
                }
                None => first,
            };
            let left_first = self.sense(d, side, group)?;
            let mut entries: Vec<(i64, usize)> = Vec::new();
            for (place, entry) in d.world.later.iter().enumerate() {
                if self.sheet(entry.attacker).command == group && self.side(entry.attacker) == side {
                    entries.push((self.across(&d.world, group, side, entry.attacker), place));
                }
            }
            // A unit that advances to fire in support of a neighbour does so before that one attacks (L3C-SOU-07).
            let later = &d.world.later;
            let helps = |entry: &Later| {
                let attacked = |other: &Later| other.target == entry.target && !other.to_fire;
                entry.to_fire && entries.iter().any(|(_, place)| attacked(&later[*place]))
            };
            let helpers: Vec<(i64, usize)> =
                entries.iter().filter(|(_, place)| helps(&later[*place])).copied().collect();
            if !helpers.is_empty() && self.on(r::L3C_SOU_07) {
                entries = helpers;
            }
            entries.sort_unstable();
            let next = if left_first { entries.first() } else { entries.last() };
            return Ok(next.map(|(_, place)| *place));
        }
        Ok(None)
    }

    fn choose_group(&self, d: &mut D<'_>, side: Side, groups: &BTreeSet<u16>) -> Flow<Option<u16>> {
        let of = Ref::Side(side);
        let choice = |group: &u16| Choice::of(Does::Group.about(Ref::Command(*group)), &[r::L3C_GAP_A21]);
        let slot = Question::Group.to(side);
        let choices = |_: &Known<'_, World>| groups.iter().map(choice).collect();
        let key = self.choose(d, slot, of, choices, &[r::L3C_GAP_A21])?;
        Ok(key.and_then(|key| key.refs.first().copied()).and_then(|of| match of {
            Ref::Command(group) => Some(group),
            _ => None,
        }))
    }

    /// The direction in which a group's assaults are resolved: by a die, or by its owner's choice (L3C-MAC-13).
    fn sense(&self, d: &mut D<'_>, side: Side, group: u16) -> Flow<bool> {
        if let Some(known) = d.world.senses.get(&group) {
            return Ok(*known);
        }
        let several = d.world.later.iter().filter(|entry| self.sheet(entry.attacker).command == group).count() > 1;
        let of = Ref::Command(group);
        let sequence = if self.on(r::L3C_MAC_13) && several {
            let thrown = d.throw_one(Toss::new(r::L3C_MAC_13, of, order_throw(&self.book)))?;
            order(&self.book, thrown.class)
        } else {
            Sequence::LeftToRight
        };
        let left_first = match sequence {
            Sequence::LeftToRight => true,
            Sequence::RightToLeft => false,
            Sequence::Chosen => {
                let choices = offer([Does::LeftToRight, Does::RightToLeft], r::L3C_MAC_13);
                // The owner of the group chooses, whichever side has the initiative (L3C-GAP-A09).
                let owner = if self.on(r::L3C_GAP_A09) { side } else { d.world.initiative };
                let slot = Question::Sense.about(owner, vec![of]);
                let key = self.choose(d, slot, of, choices, &[r::L3C_MAC_13])?;
                key.is_none_or(|key| Does::LeftToRight.is(&key))
            }
        };
        d.world.senses.insert(group, left_first);
        Ok(left_first)
    }

    /// Position of an attacker from left to right within its group (L3C-GAP-A82).
    fn across(&self, w: &World, group: u16, side: Side, id: UnitId) -> i64 {
        let own: Vec<&Later> = w.later.iter().filter(|entry| self.sheet(entry.attacker).command == group).collect();
        let (mut east, mut north) = (0.0, 0.0);
        for entry in own.iter().filter(|entry| self.side(entry.attacker) == side) {
            let ahead =
                table::Pose { at: table::Point::new(0, 0), facing: w.unit(entry.attacker).pose.facing }.ahead(1_000);
            east += f64::from(ahead.at.x);
            north += f64::from(ahead.at.y);
        }
        let at = w.unit(id).pose.at;
        if !self.on(r::L3C_GAP_A82) {
            return i64::from(at.y);
        }
        // Offset to the right of the mean facing.
        (f64::from(at.x) * north - f64::from(at.y) * east) as i64
    }

    /// Before an entry: generals join (L3C-CHEF-12, L3C-GAP-A83), manoeuvres in time are made (L3C-INT-20), tied fires
    /// are delivered (L3C-GAP-A85).
    pub(crate) fn bring(&self, d: &mut D<'_>) -> Flow<()> {
        let Some(entry) = d.world.entry.clone() else { return Ok(()) };
        let attackers: Vec<UnitId> = self.together(&d.world, &entry).iter().map(|one| one.attacker).collect();
        for unit in attackers.iter().copied().chain([entry.target]) {
            self.join(d, unit)?;
        }
        if self.withdraws(d, &entry)? {
            return Ok(());
        }
        self.caught_or_done(d, &entry);
        self.surprise(d, &entry)?;
        // Skirmishers do not profit from an assault that lifts a screen before it is over (L3C-TIR-19).
        if !self.on(r::L3C_TIR_19) {
            self.skirmishers_fire(d);
        }
        let mut volleys = Vec::new();
        for target in std::iter::once(entry.target).chain(attackers) {
            let field = self.field(&d.world);
            let tied = self.ties_on(&d.world, target, false);
            let fires = tied.into_iter().filter(|tied| self.may_fire_now(&d.world, tied.by));
            volleys.extend(fires.filter(|tied| self.targets_in(&d.world, &field, tied.by).contains(&target)));
        }
        for volley in &volleys {
            let ties = &mut d.world.ties[self.side(volley.by).index()];
            if let Secret::Known(ties) = ties {
                ties.remove(&volley.by);
            }
        }
        self.deliver(d, &volleys, r::L3C_GAP_A85)?;
        Ok(())
    }

    /// Cavalry may go back before infantry that advances to fire at it, in good order and facing it, before that
    /// infantry tests (L3C-INT-06, L3C-GAP-A26, L3C-GAP-A81). True: it has, and nothing is left to fight.
    fn withdraws(&self, d: &mut D<'_>, entry: &Later) -> Flow<bool> {
        let id = entry.target;
        let horse = self.troop(id).arm == Arm::Cavalry && self.troop(entry.attacker).arm == Arm::Infantry;
        let unit = d.world.unit(id);
        let free = unit.in_hand() && unit.body.state <= crate::Cohesion::Loose && unit.garrison.is_none();
        if !horse || !entry.to_fire || !free || !self.book.all(&[r::L3C_INT_06, r::L3C_GAP_A81]) {
            return Ok(false);
        }
        let table = &self.book.tables;
        let least = table.distance.withdrawal.cm();
        let paces =
            crate::resolve::moving::movement::paces(&self.book, self.mover(id), MovingAs::of(unit.body.formation));
        let most = (Cm::from(paces.at(Gait::Ordinary)) * crate::UD).max(least);
        let ways =
            if self.on(r::L3C_GAP_A26) { vec![(Does::Withdraw, least), (Does::WithdrawFar, most)] } else { Vec::new() };
        let choices = |_: &Known<'_, World>| {
            let mut choices = vec![Choice::of(Does::Wait.key(), &[r::L3C_INT_06])];
            for (does, cm) in &ways {
                let mut choice = Choice::of(does.key(), &[r::L3C_GAP_A26]);
                choice.facts.insert(game::Term::of("distance"), crate::Distance::from_cm(*cm).hundredths());
                choices.push(choice);
            }
            choices
        };
        let slot = Question::Withdraw.about(self.side(id), vec![Ref::Unit(id), Ref::Unit(entry.attacker)]);
        let key = self.choose(d, slot, Ref::Unit(id), choices, &[r::L3C_INT_06])?;
        let way = key.and_then(|key| ways.iter().find(|(does, _)| does.is(&key)).map(|(_, cm)| *cm));
        let Some(cm) = way else { return Ok(false) };
        d.beat();
        self.spend(d, id, table.action.cavalry_withdrawal, r::L3C_GAP_A26);
        self.retires(d, id, Some(entry.attacker), cm, r::L3C_GAP_A26);
        // The advance costs as much without a fire (L3C-GAP-A52).
        self.spend(d, entry.attacker, table.action.assault_least, r::L3C_GAP_A52);
        self.change(d, entry.attacker, &[r::L3C_GAP_A87], |u| u.body.gait = Gait::Halted);
        d.world.entry = None;
        Ok(true)
    }

    /// Whether a general may change from one unit to another within a turn (L3C-CHEF-13).
    fn changes_unit(&self, place: usize) -> bool {
        self.general_sheet(place).leader.actions >= 2 && self.on(r::L3C_CHEF_13)
    }

    /// Generals of its side who may join a unit, by their places.
    fn generals_who_may_join(&self, w: &Known<'_, World>, unit: UnitId) -> Vec<usize> {
        let reach = self.book.tables.distance.general_joins.cm();
        let piece = self.piece(w, unit);
        (0..w.generals.len())
            .filter(|place| self.acts(w, *place) && self.commands(*place, unit))
            // A general with enough actions may change units, before the tests (L3C-CHEF-13).
            .filter(|place| w.generals[*place].with.is_none() || self.changes_unit(*place))
            .filter(|place| table::within_cm(table::point_to_piece(w.generals[*place].at, &piece).cm, reach))
            .collect()
    }

    /// Asks the owner of a unit whether a general joins it.
    fn join(&self, d: &mut D<'_>, unit: UnitId) -> Flow<()> {
        if self.led(&d.world, unit) || !d.world.unit(unit).present() || !self.on(r::L3C_GAP_A83) {
            return Ok(());
        }
        if self.generals_who_may_join(&d.world.known_to(self.side(unit)), unit).is_empty() {
            return Ok(());
        }
        let choices = |w: &Known<'_, World>| {
            let general = |place: &usize| Does::Join.about(Ref::Unit(w.general_id(*place)));
            let mut choices = vec![Choice::of(Does::Nobody.key(), &[r::L3C_GAP_A83])];
            let free = self.generals_who_may_join(w, unit);
            choices.extend(free.iter().map(|place| Choice::of(general(place), &[r::L3C_CHEF_12])));
            choices
        };
        let slot = Question::Bring.about(self.side(unit), vec![Ref::Unit(unit)]);
        let key = self.choose(d, slot, Ref::Unit(unit), choices, &[r::L3C_GAP_A83])?;
        let place = key.as_ref().and_then(named).and_then(|id| d.world.general_of(id));
        if let Some(place) = place {
            let (id, at) = (d.world.general_id(place), d.world.unit(unit).pose.at);
            self.alter(d, &[id], &[], &[r::L3C_CHEF_12], |w| {
                let general = &mut w.generals[place];
                general.used = general.used.saturating_add(1);
                (general.with, general.rallies) = (Some(unit), false);
                general.at = at;
            });
        }
        Ok(())
    }

    /// A target that was to manoeuvre has done so in time, or is caught during it (L3C-INT-20, L3C-GAP-A38).
    fn caught_or_done(&self, d: &mut D<'_>, entry: &Later) {
        let Some(plan) = d.world.plans.get(&entry.target).cloned() else { return };
        let Some(points) = self.manoeuvre_points(&d.world, entry.target, &plan) else { return };
        // Who has fired in the tactical phase manoeuvres no more, and so is not caught at it (L3C-FEU-23).
        if !self.may_go_on(&d.world, entry.target) {
            d.world.plans.entry(entry.target).and_modify(|plan| plan.finish(Code::manoeuvre));
            return;
        }
        let race = crate::resolve::combat::onset::Race {
            attacker: self.troop(entry.attacker).arm,
            distance: crate::Distance::from_cm(entry.distance),
            points,
            own_assault: false,
            state: d.world.unit(entry.target).body.state,
        };
        let raced = crate::resolve::combat::onset::in_time(&self.book, &race);
        if raced.done || points <= d.world.clock && self.on(r::L3C_INT_11) {
            d.world.clock = d.world.clock.max(points);
            self.manoeuvre(d, entry.target, &plan);
        } else if plan.detail(Code::manoeuvre).is_some_and(|detail| matches!(detail, Detail::Man(_))) {
            // A garrison that redeploys inside its houses is not caught outside: it answers from its present faces
            // (L3C-ECO-26).
        } else if plan.detail(Code::manoeuvre).is_some_and(|detail| matches!(detail, Detail::Enter(_) | Detail::Leave))
        {
            self.caught_at_houses(d, entry.target);
        } else if self.on(r::L3C_SIM_05) && self.wanted_formations(&d.world, entry).is_empty() {
            let state = self.caught(d.world.unit(entry.target).body.state);
            self.change(d, entry.target, &[r::L3C_GAP_A38], |u| u.body.state = state);
        }
    }

    /// After an entry: opportunities against units left at fault (L3C-GAP-A47).
    pub(crate) fn chance(&self, d: &mut D<'_>, side: Side) -> Flow<()> {
        let Some(entry) = d.world.entry.clone() else { return Ok(()) };
        self.offer(d, side, Question::Chance, |w| self.chances_after(w, side, &entry))
    }

    fn chances_after(&self, w: &Known<'_, World>, side: Side, entry: &Later) -> Vec<Chance> {
        let mut chances = Vec::new();
        // Units that attacked together all take part (L3C-MAC-25).
        let attackers: Vec<UnitId> = std::iter::once(entry).chain(&w.fellows).map(|one| one.attacker).collect();
        // So does a target that has gone through one of them in a counter-charge (L3C-CAC-05).
        let met = || attackers.iter().copied().chain([entry.target]);
        chances.extend(met().filter(|by| self.side(*by) == side).filter_map(|by| self.onward(w, by)));
        for on in met() {
            if self.side(on) == side || !w.unit(on).present() {
                continue;
            }
            let flees = !w.unit(on).body.case.positive();
            for by in self.troops(w, side) {
                // A unit that has used its move does not pursue voluntarily (L3C-MVT-10); a support that came with the
                // attacker may (L3C-SOU-03).
                let plan = w.plans.get(&by);
                let came = plan.is_some_and(|plan| attackers.iter().any(|led| plan.main == Detail::With(*led)));
                let supports = came && on == entry.target && self.on(r::L3C_SOU_03);
                let rested = w.unit(by).now.run == 0 || supports || !self.on(r::L3C_MVT_10);
                let free = !w.engaged(by) && !w.unit(by).now.fought && rested;
                if free && !attackers.contains(&by) && by != entry.target {
                    chances.extend(match flees {
                        true => self.pursuit_chance(w, by, on),
                        false => self.chance_of(w, by, on, None),
                    });
                }
            }
        }
        chances
    }
}
