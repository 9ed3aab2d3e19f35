//! Step 5: one entry is fought by the machine of [`crate::fight`], with its situations read from the table and its
//! questions and throws handled by the turn: the odds and the assistant run the same machine.

mod beside;
mod fusing;
mod jointly;
mod next;
mod outcome;
mod surprise;

pub(crate) use next::TIE;
pub(crate) use outcome::{Ended, FoughtEntry};

use super::D;
use super::fire_steps::AimedFire;
use crate::field::{Field, TestCause};
use crate::fight::{Aim, Answer, Assault, AssaultBout, Form, Party, Reaction, Stage, StageInput, Who, answers};
use crate::question::{Does, OpenFields, Question};
use crate::resolve::combat::losses;
use crate::resolve::combat::melee::melee;
use crate::world::{Class, Code, Later, Placement, World, place_of};
use crate::{Arm, Aspect, Distance, Formation, Gait, Shot, TroisCouleurs, r};
use game::{
    Bout, BoutInput, BoutRequest, Breakdown, Choice, Deed, Flow, Key, Quiet, Ref, Reply, Rule, Secret, Slot, Teller,
    Term, UnitId,
};
use rulebook::ids::held;
use rulebook::{Known, word};

/// An answer, with the manoeuvre that it needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Offered {
    answer: Answer,
    reaction: Reaction,
    /// A garrison moves to the face attacked first (L3C-ECO-26).
    mans: bool,
    /// Guns fire round shot where canister would reach (L3C-FEU-45).
    round: bool,
}

/// The answer given by a target.
pub(crate) struct Answered {
    /// The manoeuvre that its answer needs.
    pub reaction: Reaction,
    /// The answer, in the form that the machine expects.
    pub replies: Vec<Reply>,
    /// A garrison has moved to the face attacked: the assault is read anew.
    pub mans: bool,
    /// Guns fire round shot where canister would reach.
    pub round: bool,
}

impl Answered {
    /// Applies the answer to the assault.
    pub(crate) fn meets(&self, assault: &mut Assault) {
        assault.reaction = self.reaction;
        assault.round_shot = self.round;
    }
}

impl TroisCouleurs {
    /// The assault of an entry, every circumstance read from the table.
    pub(crate) fn assault_of(&self, w: &World, entry: &Later) -> Assault {
        self.assault_on(&self.field(w), w, entry)
    }

    /// The same on a field already built from the world.
    pub(crate) fn assault_on(&self, field: &Field, w: &World, entry: &Later) -> Assault {
        let way = entry.distance.saturating_sub(self.gap(w, entry.attacker, entry.target));
        let action = TestCause::Assault {
            attacker: place_of(entry.attacker),
            target: place_of(entry.target),
            to_fire: entry.to_fire,
            come: Some(Distance::from_cm(way)),
        };
        let mut assault = field.assault_of(&self.book, action);
        let (one, two) = (w.unit(entry.attacker), w.unit(entry.target));
        assault.opportunity = entry.class == Class::Frozen;
        assault.continued = entry.to_fire && one.drawn == Some(entry.target) && two.drawn == Some(entry.attacker);
        // Infantry caught by cavalry on its way to contact does not stop at no cost (L3C-OPP-08).
        let horse = assault.attacker.arm == Arm::Cavalry && assault.defender.arm != Arm::Cavalry;
        let assaulting = entry.assaulting && horse && self.on(r::L3C_OPP_08);
        assault.reaction = Reaction { stops_from: entry.stops_from, assaulting, ..Reaction::default() };
        if entry.placement == Placement::Pursuit {
            // The fight is part of the pursuit, which has already been paid (L3C-POU-07).
            assault.attacker.spent = 0;
        }
        if one.now.pace > Gait::Halted {
            // The unit keeps its gait and tests from its present morale; it is the same action, paid once (L3C-CAC-09,
            // L3C-MOR-21).
            assault.attacker.nerve.follow_on = true;
            assault.attacker.gait_limit = one.now.pace;
            assault.attacker.spent = 0;
        }
        (assault.attacker.on_the_way.lost_ud, assault.attacker.on_the_way.uphill) = (one.now.slowed, one.now.uphill);
        assault.attacker.turned = one.now.bent;
        assault.attacker.status_used = one.now.raised > 0;
        assault.defender.status_used = two.now.raised > 0;
        // Two units that attack each other: neither awaits the other (L3C-GAP-A51).
        let both = entry.placement == Placement::Thirds && !entry.to_fire && !self.moved_up_to_fire(w, entry.target);
        let able = both && two.in_hand() && answers(&self.book, &assault).any(|answer| answer == Answer::Counter);
        if able && self.book.all(&[r::L3C_GAP_A51, r::L3C_GAP_C43]) {
            let back = TestCause::Assault {
                attacker: place_of(entry.target),
                target: place_of(entry.attacker),
                to_fire: false,
                come: Some(Distance::from_cm(way)),
            };
            let (status_used, turned) = (assault.defender.status_used, two.now.bent);
            assault.defender = Party { status_used, turned, ..field.assault_of(&self.book, back).attacker };
            assault.mutual = true;
        }
        assault
    }

    /// Fights the current entry to its end.
    pub(crate) fn fight(&self, d: &mut D<'_>) -> Flow<()> {
        let Some(entry) = d.world.entry.clone() else { return Ok(()) };
        if !d.world.unit(entry.attacker).in_hand() || !d.world.unit(entry.target).present() {
            return Ok(());
        }
        d.beat();
        let together = self.together(&d.world, &entry);
        for one in &together {
            [one.attacker, one.target].into_iter().for_each(|id| self.recognised(d, id));
            let code = if one.to_fire { Code::FireAdvance } else { Code::Assault };
            let key = Key { does: word(&code), refs: vec![Ref::Unit(one.target)] };
            d.tell(Deed::Declared { by: Ref::Unit(one.attacker), key }, &[r::L3C_SIM_05]);
        }
        let parties = self.parties(&d.world, &together);
        let [party] = parties.as_slice() else { return self.fight_together(d, &parties) };
        let Some(entry) = party.first().cloned() else { return Ok(()) };
        let assault = self.assault_of_party(&d.world, party);
        d.world.unit_mut(entry.attacker).now.pace = Gait::Halted;
        let mut bout = AssaultBout::new(&self.book, &assault);
        let held = entry.placement == Placement::Zone && self.on(r::L3C_GAP_A79);
        if held || entry.placement == Placement::Pursuit {
            // Held by a zone of control or met in a pursuit: melee without tests (L3C-GAP-A56, L3C-GAP-A79).
            bout.held_by_a_zone(entry.stops_from.max(Gait::Ordinary));
        }
        let mut lines = Breakdown::new("assault", None);
        // Every stage leads to a later one; the bound is a safeguard.
        for _ in 0..200 {
            match bout.wants() {
                BoutRequest::Done(end) => {
                    let mut fought = self.divided(&d.world, party, (&bout, end));
                    return self.settle(d, &mut fought);
                }
                BoutRequest::Situation(fact) => {
                    let Some(situation) = Form.tell(&bout, &fact) else { break };
                    lines = Breakdown::new(fact.word(), Some(Ref::Unit(self.who(&entry, bout.at_first(fact.who())))));
                    self.screens_have_fired(d, &entry, &situation);
                    let his = self.blows_back(&entry, &bout, &situation);
                    bout.feed(BoutInput::Situation(situation), &mut lines);
                    if !matches!(bout.state.stage, Stage::Die(_) | Stage::ShockDie { .. } | Stage::Hold { .. }) {
                        self.tell_lines(d, &entry, &mut lines, &bout);
                    }
                    if let Some(mut his) = his {
                        self.tell_lines(d, &entry, &mut his, &bout);
                    }
                }
                BoutRequest::Dice(tosses) => {
                    let mut tosses = tosses.to_vec();
                    for toss in &mut tosses {
                        toss.by.iter_mut().for_each(|by| *by = self.real(&entry, *by));
                    }
                    let thrown = d.throw(tosses)?;
                    let classes: Vec<i16> = thrown.iter().map(|thrown| thrown.class).collect();
                    bout.feed(BoutInput::Thrown(&classes), &mut lines);
                    self.tell_lines(d, &entry, &mut lines, &bout);
                }
                BoutRequest::Reply(slot, fields) => {
                    let replies = if bout.state.stage == Stage::Answer && !bout.again() {
                        let known = self.assault_of_party(&d.world.known_to(self.side(entry.target)), party);
                        self.stopping_fires(d, party, &mut bout)?;
                        let answered = self.ask_answer(d, &entry, &known)?;
                        if answered.mans {
                            bout.defended_as(&self.assault_of_party(&d.world, party));
                        }
                        answered.meets(bout.assault.to_mut());
                        answered.replies
                    } else {
                        if bout.state.stage == Stage::AnnounceBack {
                            self.stopping_fires(d, party, &mut bout)?;
                        }
                        self.ask_stage(d, &entry, &slot, OpenFields::of_fight(fields))?
                    };
                    bout.feed(BoutInput::Replied(&replies), &mut lines);
                }
                BoutRequest::Pause(_) => bout.feed(BoutInput::Resumed, &mut lines),
            }
        }
        Ok(())
    }

    /// The unit of a side of the entry.
    pub(crate) const fn who(&self, entry: &Later, who: Who) -> UnitId {
        match who {
            Who::Attacker => entry.attacker,
            Who::Defender => entry.target,
        }
    }

    /// A party of the machine as a unit of the table.
    pub(crate) fn real(&self, entry: &Later, of: Ref) -> Ref {
        match of {
            Ref::Unit(UnitId(0)) => Ref::Unit(entry.attacker),
            Ref::Unit(UnitId(1)) => Ref::Unit(entry.target),
            of => of,
        }
    }

    /// The breakdown of the defender's part in a melee: the machine reports only the attacker's.
    pub(crate) fn blows_back(&self, entry: &Later, bout: &AssaultBout<'_>, told: &StageInput) -> Option<Breakdown> {
        let StageInput::Melee(fought) = told else { return None };
        let mut his = Breakdown::new("melee", Some(Ref::Unit(self.who(entry, bout.at_first(Who::Defender)))));
        melee(&self.book, fought, &mut Quiet, &mut his);
        Some(his)
    }

    /// Reports a complete test, fire or melee.
    pub(crate) fn tell_lines(&self, d: &mut D<'_>, entry: &Later, lines: &mut Breakdown, bout: &AssaultBout<'_>) {
        let whole = std::mem::replace(lines, Breakdown::new("assault", None));
        if whole.lines.is_empty() {
            return;
        }
        let who = if whole.of == Some(Ref::Unit(entry.target)) { Who::Defender } else { Who::Attacker };
        let result = word(&bout.state.side(bout.at_first(who)).case);
        d.tell(Deed::Tested { breakdown: whole, result }, &[r::L3C_GAP_A11]);
    }

    /// Asks a question of the machine to the side concerned.
    pub(crate) fn ask_stage(&self, d: &mut D<'_>, entry: &Later, slot: &Slot, fields: OpenFields) -> Flow<Vec<Reply>> {
        // Tests for losses are demanded by the program on the table, after the entry (L3C-GAP-A70).
        if Question::of(slot) == Some(Question::Demand) {
            return Ok(vec![Reply::pick(Does::No.key())]);
        }
        let about: Vec<Ref> = slot.about.iter().map(|of| self.real(entry, *of)).collect();
        let side = match about.first() {
            Some(Ref::Unit(id)) => self.side(*id),
            _ => slot.side,
        };
        let rules: Vec<Rule> = vec![r::L3C_GAP_A11];
        if let Some(only) = fields.only_answer() {
            return Ok(vec![only]);
        }
        let slot = Slot { side, kind: slot.kind.clone(), about };
        let sheet = self.put_open(d, &slot, fields.about(|of| self.real(entry, of)), &rules);
        self.ask_one(d, sheet)
    }

    /// Asks the target's answer to an assault (L3C-GAP-A11), from what its owner knows: with the manoeuvres that it can
    /// still make in time (L3C-REA-01 to L3C-REA-07, L3C-INT-20).
    pub(crate) fn ask_answer(&self, d: &mut D<'_>, entry: &Later, assault: &Assault) -> Flow<Answered> {
        let w = d.world.known_to(self.side(entry.target));
        let options = self.options(&w, entry, assault);
        let target = Ref::Unit(entry.target);
        // A unit that was advancing to fire stands and fires, at an enemy doing the same and at one that comes on
        // (L3C-GAP-A80).
        let to_fire = self.moved_up_to_fire(&d.world, entry.target) && self.on(r::L3C_GAP_A80);
        if entry.placement == Placement::Thirds
            && let Some(fire) = options.iter().find(|option| option.answer == Answer::Fire && to_fire)
        {
            return Ok(plainly(assault.reaction, fire.answer));
        }
        let choices = |w: &Known<'_, World>| {
            let choice = |option: &_| {
                let mut choice = Choice::of(key_of(option, entry), &[option.answer.rule()]);
                let manning = self.man_in_answer(w, entry.target, entry.attacker).filter(|_| option.mans);
                let points = manning.map_or(option.reaction.points, |(_, points)| points);
                choice.facts.insert(Term::of("points"), i64::from(points));
                choice
            };
            options.iter().map(choice).collect()
        };
        let slot = Question::Answer.about(self.side(entry.target), vec![target, Ref::Unit(entry.attacker)]);
        let key = self.choose(d, slot, target, choices, &[r::L3C_GAP_A11])?;
        if options.is_empty() {
            return Ok(plainly(assault.reaction, Answer::Stand));
        }
        let key = &held(key, "an answer");
        let option = *held(options.iter().find(|option| does_of(option).is(key)), "an answer that was offered");
        d.tell(
            Deed::Declared { by: target, key: does_of(&option).about(Ref::Unit(entry.attacker)) },
            &[option.answer.rule()],
        );
        if option.mans {
            self.mans_in_answer(d, entry.target, entry.attacker);
        }
        let Offered { answer, reaction, mans, round } = option;
        Ok(Answered { mans, round, ..plainly(reaction, answer) })
    }

    /// The answers of a target on the present table, each with its change to the assault, and with the assault against
    /// a garrison that moves first.
    pub(crate) fn answered(
        &self,
        w: &Known<'_, World>,
        entry: &Later,
        assault: &Assault,
    ) -> Vec<(Key, Assault, Option<Assault>)> {
        let manned = self.manned_in_answer(w, entry).map(|manned| self.assault_of(&manned, entry));
        let made = |option: &Offered| {
            let mut made = Assault { answer: option.answer, ..assault.clone() };
            Answered { round: option.round, ..plainly(option.reaction, option.answer) }.meets(&mut made);
            (key_of(option, entry), made, manned.clone().filter(|_| option.mans))
        };
        self.options(w, entry, assault).iter().map(made).collect()
    }

    /// The table after the attacked garrison has moved to the face (L3C-ECO-26); `None`: it has no such answer.
    fn manned_in_answer(&self, w: &World, entry: &Later) -> Option<World> {
        let (faces, points) = self.man_in_answer(w, entry.target, entry.attacker)?;
        let mut manned = w.clone();
        let unit = manned.unit_mut(entry.target);
        unit.faces = faces;
        unit.body.points_spent = unit.body.points_spent.saturating_add(points);
        Some(manned)
    }

    /// Whether the order of a unit was an advance to fire.
    fn moved_up_to_fire(&self, w: &World, id: UnitId) -> bool {
        let ordered = |code: Option<Code>| code == Some(Code::FireAdvance);
        w.plans.get(&id).is_some_and(|plan| ordered(Some(plan.marker.main)) || ordered(plan.marker.second))
    }

    /// The answers of a target, each with the manoeuvre that it needs.
    fn options(&self, w: &Known<'_, World>, entry: &Later, assault: &Assault) -> Vec<Offered> {
        let plain = assault.reaction;
        let mut found: Vec<Offered> = answers(&self.book, assault)
            .map(|answer| Offered { answer, reaction: plain, ..Offered::default() })
            .collect();
        let target = w.unit(entry.target);
        // A target may answer beyond its points (L3C-PA-08) and beyond its movement (L3C-MVT-09).
        let spent =
            crate::resolve::moving::points::left(&self.book, target.body.points_spent) == 0 && !self.on(r::L3C_PA_08);
        let gone = target.now.run > 0 && !self.on(r::L3C_MVT_09);
        found.retain(|option| !(spent && option.answer != Answer::Stand || gone && option.answer.counters()));
        // Guns choose their ammunition (L3C-FEU-45), unless they have announced it (L3C-MOR-41).
        let guns = assault.defender.arm == Arm::Artillery && !assault.announces_shot(&self.book);
        let chooses = guns && assault.defender.shot.is_none() && self.on(r::L3C_FEU_45);
        let fires = |option: &Offered| chooses && option.answer == Answer::Fire;
        let round: Vec<Offered> =
            found.iter().copied().filter(fires).map(|one| Offered { round: true, ..one }).collect();
        found.extend(round);
        if let Some(manned) = self.manned_in_answer(w, entry) {
            let with = self.assault_of(&manned, entry);
            let stands = answers(&self.book, &with).filter(|answer| matches!(answer, Answer::Fire | Answer::Stand));
            found.extend(stands.map(|answer| Offered { answer, reaction: plain, mans: true, round: false }));
        }
        let outside = target.garrison.is_none() && entry.class != Class::Met;
        if !outside || assault.purpose != Aim::Contact {
            return found;
        }
        let reforms = self.reforms_first(w, entry, assault);
        // A beaten unit reforms only to counter-charge (L3C-RAL-25).
        let open = |answer: &Answer| target.body.case.positive() || *answer == Answer::ReactCounter;
        if let Some(reaction) = reforms {
            let with = Assault { reaction, ..assault.clone() };
            let reacts = answers(&self.book, &with).filter(|answer| answer.reacts()).filter(open);
            found.extend(reacts.map(|answer| Offered { answer, reaction, ..Offered::default() }));
        }
        if !target.body.case.positive() {
            return found;
        }
        let mut manoeuvres = Vec::new();
        let turned = self.turned_to(w, entry.target, entry.attacker);
        if assault.taken() != Aspect::Front && self.has_room(w, entry.target, &turned) {
            let by = table::turn(target.pose.facing, turned.pose.facing);
            let points = self.turning_points(w, entry.target, by).max(1);
            manoeuvres.push(Reaction { points, turns: true, ..plain });
        }
        let cavalry = assault.attacker.arm == Arm::Cavalry && assault.defender.arm == Arm::Infantry;
        let loose = target.body.formation == Formation::Square || target.body.formation == Formation::Skirmish;
        if cavalry && !loose && self.fits(w, entry.target, Formation::Square) {
            let points = self.forming_points(w, entry.target, Formation::Square).max(1);
            let body = self.formed(w, entry.target, Formation::Square);
            manoeuvres.push(Reaction {
                points,
                formation: Some(Formation::Square),
                front: Some(body.front),
                ranks: Some(body.ranks),
                turns: true,
                ..plain
            });
        }
        for reaction in manoeuvres {
            // Only the test decides whether the manoeuvre is made (L3C-REA-07).
            let with = Assault { reaction, ..assault.clone() };
            let reacts = answers(&self.book, &with).filter(|answer| answer.reacts());
            found.extend(reacts.map(|answer| Offered { answer, reaction, ..Offered::default() }));
        }
        found
    }

    /// The reaction of a target that has lost its formation: it reforms first, step by step, where the ground allows it
    /// (L3C-RAL-25, L3C-MVT-19).
    fn reforms_first(&self, w: &World, entry: &Later, assault: &Assault) -> Option<Reaction> {
        let target = w.unit(entry.target);
        let lost = target.body.state >= crate::Cohesion::Unformed && self.on(r::L3C_RAL_25);
        if !lost || !self.may_form(w, entry.target) || assault.taken() != Aspect::Front {
            return None;
        }
        let step = |w: &World| self.forming_points(w, entry.target, target.body.formation);
        let mut points = step(w);
        if target.body.state == crate::Cohesion::Disordered {
            let mut halfway = w.clone();
            halfway.unit_mut(entry.target).body.state = crate::Cohesion::Unformed;
            points = points.saturating_add(step(&halfway));
        }
        Some(Reaction { points, reforms: true, ..assault.reaction })
    }

    /// Delivers the fires tied as stopping fire on the attacker (L3C-GAP-A85): they count with that of the target.
    pub(crate) fn stopping_fires(&self, d: &mut D<'_>, party: &[Later], bout: &mut AssaultBout<'_>) -> Flow<()> {
        let field = self.field(&d.world);
        let of = |on: UnitId| self.ties_on(&d.world, on, true);
        let tied: Vec<AimedFire> = party.iter().map(|entry| entry.attacker).flat_map(of).collect();
        for volley in tied {
            let AimedFire { by, on, .. } = volley;
            let open = self.may_fire_now(&d.world, by) && self.targets_in(&d.world, &field, by).contains(&on);
            if let Secret::Known(ties) = &mut d.world.ties[self.side(by).index()] {
                ties.remove(&by);
            }
            let Some(result) = open.then(|| self.resolve(&field, volley)).flatten() else { continue };
            let result = self.strays(d, &field, result)?;
            self.fired(d, &result, r::L3C_GAP_A85);
            if !party.iter().any(|entry| entry.attacker == result.strikes) {
                self.struck(d, &result, r::L3C_GAP_A85);
                continue;
            }
            bout.state.attacker.struck_aside(result.steps);
            if result.shot == Some(Shot::Round) {
                bout.state.attacker.round += result.steps;
            }
            // Fused units have lost it together.
            let each = losses::steps_of(&self.book, self.troop(on).arm);
            let percent = match party {
                [_] => result.percent,
                _ => losses::percent(&self.book, result.steps, u16::from(bout.assault.attacker.figures), each),
            };
            bout.state.others = bout.state.others.saturating_add(percent);
        }
        Ok(())
    }
}

/// An answer that changes nothing on the table.
fn plainly(reaction: Reaction, answer: Answer) -> Answered {
    Answered { reaction, replies: vec![Reply::pick(answer.does().key())], mans: false, round: false }
}

/// An answer as a choice of the sheet: its manoeuvre comes before the attacker.
fn key_of(option: &Offered, entry: &Later) -> Key {
    let Reaction { formation, turns, reforms, .. } = option.reaction;
    let manoeuvres = formation.is_some() || turns || reforms;
    let refs = if manoeuvres { vec![Ref::Unit(entry.attacker)] } else { Vec::new() };
    Key { refs, ..does_of(option).key() }
}

/// An answer with its manoeuvre, as written in the log.
fn does_of(option: &Offered) -> Does {
    let Offered { answer, reaction, mans, round } = option;
    if *round {
        return Does::FireRound;
    }
    if *mans {
        return if answer.fires() { Does::ManFire } else { Does::ManStand };
    }
    if reaction.reforms {
        return match answer {
            Answer::ReactFire => Does::ReformFire,
            Answer::ReactCounter => Does::ReformCounter,
            _ => Does::ReformStand,
        };
    }
    match (answer, reaction.formation.is_some(), reaction.turns) {
        (Answer::ReactFire, true, _) => Does::SquareFire,
        (Answer::ReactStand, true, _) => Does::SquareStand,
        (Answer::ReactFire, false, true) => Does::FaceFire,
        (Answer::ReactStand, false, true) => Does::FaceStand,
        (Answer::ReactCounter, false, true) => Does::FaceCounter,
        (answer, ..) => answer.does(),
    }
}
