//! The assault as a machine: it says what it waits for and goes on when it gets it.

use super::answer::{Answer, answers};
use super::form::{band_word, gait_word};
use super::stage::{Fact, Situation, Stage, Standing, State};
use super::{Aim, Assault, End, Outcome, Remains, Stopped, Who};
use crate::contact::{Comer, Meeting, Waiter, contact};
use crate::fire::{Fired, fire};
use crate::melee::melee;
use crate::morale::{self, Fall, Purpose, Tester, expected_fire, fall};
use crate::movement::{capacity, due, ud};
use crate::pursuit::{catch_distance, pursuit};
use crate::reading::{clamp, held};
use crate::result::{Fight, Fought, Loser, Winner, may_raise, result};
use crate::screens::{Beaten, Screens, Skirmish, effect, harass, skirmish};
use crate::state::{after, degrade};
use crate::tables::MovingAs;
use crate::{Aspect, Band, Book, Case, Column, Distance, Gait, Status, control, losses, onset, points, r};
use dice::Throw;
use game::{
    Bout, Choice, Fed, Field, Key, Line, Op, Ref, Reply, Rule, Shape, Side, Slot, Term, Toss, Trace, UnitId, Wants,
};
use smallvec::smallvec;
use std::hash::{Hash, Hasher};

/// An assault under way, with the book it is fought by and the form it was typed in.
#[derive(Clone, Copy, Debug)]
pub struct AssaultBout<'a> {
    /// The book.
    pub book: &'a Book,
    /// What was typed in: what does not change.
    pub assault: &'a Assault,
    /// Where it stands.
    pub state: State,
}

impl PartialEq for AssaultBout<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state
    }
}

impl Eq for AssaultBout<'_> {}

impl Hash for AssaultBout<'_> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.state.hash(hasher);
    }
}

/// The words of a plain decision.
pub(super) const fn yes(wanted: bool) -> &'static str {
    if wanted { "yes" } else { "no" }
}

/// The word of what a unit does that is stopped by fire.
pub(super) const fn stopped_word(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Nothing => "nothing",
        Stopped::FireBack => "fire_back",
        Stopped::Flee => "flee",
    }
}

impl<'a> AssaultBout<'a> {
    /// An assault before anything has happened in it.
    #[must_use]
    pub const fn new(book: &'a Book, assault: &'a Assault) -> Self {
        Self { book, assault, state: State::begin(assault) }
    }

    /// PA that what a side has declared needs.
    #[must_use]
    pub fn needed(&self, who: Who) -> u8 {
        let table = &self.book.tables.action;
        let defender = &self.assault.defender;
        let shot = table.fire + if defender.loaded || !self.book.on(r::L3C_PA_10) { 0 } else { table.reload };
        match who {
            Who::Attacker => table.assault_least,
            Who::Defender => match self.state.answer {
                Answer::Fire => shot,
                Answer::Stand => 0,
                Answer::Counter => table.counter_assault,
                Answer::ReactFire => self.assault.reaction.points + shot,
                Answer::ReactStand => self.assault.reaction.points,
                Answer::ReactCounter => self.assault.reaction.points + table.counter_assault,
                Answer::Flee => table.flight,
            },
        }
    }

    fn toss(rule: Rule, who: Who, throw: Throw) -> Wants<Self> {
        Wants::Dice(smallvec![Toss::new(rule, unit(who), throw)])
    }

    fn ask(who: Who, kind: &'static str, replies: impl IntoIterator<Item = (&'static str, Rule)>) -> Wants<Self> {
        let side = if who == Who::Attacker { Side::Blue } else { Side::Red };
        let from: Vec<Choice> = replies.into_iter().map(|(does, rule)| Choice::of(Key::plain(does), &[rule])).collect();
        let default = from.first().map_or(Reply::Picked(Vec::new()), |choice| Reply::pick(choice.key.clone()));
        let about = unit(who);
        let slot = Slot { side, kind: Term::of(kind), about: vec![about] };
        Wants::Reply(slot, vec![Field { about, shape: Shape::Pick { from, min: 1, max: 1, budget: None }, default }])
    }

    /// The gaits that an attacker may announce, the fastest first.
    fn gaits(&self) -> impl Iterator<Item = Gait> {
        let most = points::fastest(self.book, self.assault.attacker.spent);
        Gait::ALL.into_iter().rev().filter(move |gait| *gait > Gait::Halted && *gait <= most)
    }

    /// Screens fire before anything else (L3C-TIR-33, L3C-TIR-38 to L3C-TIR-41).
    fn screened(
        &mut self,
        own: Option<crate::screens::Screen>,
        his: Option<crate::screens::Screen>,
        trace: &mut impl Trace,
    ) {
        let book = self.book;
        let near = Distance::of(1);
        let hit = |standing: &Standing, party: &super::Party| crate::fire::Target {
            arm: party.arm,
            formation: standing.formation,
            front: Some(standing.front),
            ranks: standing.ranks,
            cover: party.cover,
            ..crate::fire::Target::default()
        };
        let mut screens =
            Screens { attacker: own.is_some(), defender: his.is_some(), beaten: Beaten::None, effective: false };
        match (own, his) {
            (Some(one), Some(other)) => {
                let fought = Skirmish { one, other, distance: near };
                screens.beaten = skirmish(book, &fought, trace, &mut game::Quiet).beaten;
            }
            (Some(screen), None) => {
                let fired = harass(book, &screen, &hit(&self.state.defender, &self.assault.defender), near, trace);
                screens.effective = fired.loss.effective;
                self.state.defender.steps += fired.loss.steps;
            }
            (None, Some(screen)) => {
                let fired = harass(book, &screen, &hit(&self.state.attacker, &self.assault.attacker), near, trace);
                screens.effective = fired.loss.effective;
                self.state.attacker.steps += fired.loss.steps;
            }
            (None, None) => {}
        }
        let effect = effect(book, &screens);
        for (who, screened) in [(Who::Attacker, effect.attacker), (Who::Defender, effect.defender)] {
            let side = self.state.side_mut(who);
            (side.covered, side.harassed, side.under_screen) =
                (screened.covered, screened.harassed, screened.under_screen);
        }
        self.state.stage = Stage::Announce;
    }

    /// The purpose of a test by the stage it belongs to.
    fn purpose(&self, who: Who) -> Purpose {
        match (who, self.assault.purpose) {
            (Who::Attacker, Aim::Fire) => Purpose::FireAdvance,
            (Who::Attacker, Aim::Contact) => Purpose::Assault,
            (Who::Defender, _) => match (self.state.answer.reacts(), self.state.answer.counters()) {
                (false, false) => Purpose::Stand,
                (false, true) => Purpose::Counter,
                (true, false) => Purpose::ReactStand,
                (true, true) => Purpose::ReactCounter,
            },
        }
    }

    fn column(&self, who: Who) -> Column {
        morale::column(self.book, self.purpose(who))
    }

    /// Reads the score of a test that is complete.
    fn read(&self, who: Who, purpose: Purpose) -> morale::Verdict {
        let (party, own) = (self.assault.party(who), self.state.side(who));
        let tester = Tester {
            arm: party.arm,
            horse_guns: party.horse_guns,
            state: own.state,
            case: own.case,
            gait: own.gait,
            ..Tester::default()
        };
        let announced_gait = if who == Who::Attacker { self.state.announced } else { Gait::Charge };
        let situation = morale::Situation {
            purpose,
            tester,
            announced_gait,
            gait_limit: party.gait_limit,
            ..morale::Situation::default()
        };
        morale::verdict(self.book, &situation, clamp(self.book, own.score))
    }

    /// The attacker's test is read (L3C-GAP-A11, 3).
    fn attack_read(&mut self) {
        let verdict = self.read(Who::Attacker, self.purpose(Who::Attacker));
        let book = self.book;
        let own = &mut self.state.attacker;
        own.case = verdict.case;
        own.state = verdict.state;
        // A charge takes all there is, whatever comes of it (L3C-MAC-02, L3C-MAC-03).
        let least = own.spent.saturating_add(book.tables.action.assault_least);
        own.spent = if book.on(r::L3C_MAC_03) { least.max(book.tables.action.credit) } else { least };
        if verdict.case < Case::Advance {
            self.state.defender.case = Case::Stand;
            self.state.stage = Stage::Done(Outcome::Stopped);
            return;
        }
        if self.assault.purpose == Aim::Fire {
            // Moving up to fire is done at ordinary gait (L3C-MAF-01).
            own.gait = if book.on(r::L3C_MAF_01) { Gait::Ordinary } else { verdict.gait };
            own.band = held(book, verdict.case, None, own.band).1;
        } else {
            own.gait = verdict.gait;
        }
        self.state.stage = Stage::Answer;
    }

    /// The defender has said what he does.
    fn answered(&mut self, answer: Answer) {
        let book = self.book;
        self.state.answer = answer;
        if answer == Answer::Flee {
            let table = &book.tables.action;
            let own = &mut self.state.defender;
            own.spent = own.spent.saturating_add(table.flight);
            // A flight is a retreat in all respects (L3C-FUI-06), with a degree of disorder (L3C-FUI-03).
            own.case = if book.on(r::L3C_FUI_06) { Case::Retreat } else { Case::FallBack };
            own.state = degrade(book, own.state, u8::from(book.on(r::L3C_FUI_03)));
            self.give_back();
            self.reread_attacker(0, 0, &mut game::Quiet);
            self.gives_way();
            return;
        }
        self.state.stage = if answer.fires() && self.assault.purpose == Aim::Fire {
            Stage::Range
        } else {
            Stage::Nerve(Who::Defender)
        };
    }

    /// Fire that was counted and does not come is given back (L3C-FEU-37, L3C-GAP-C44).
    fn give_back(&mut self) {
        if self.book.on(r::L3C_FEU_37) {
            let own = &mut self.state.attacker;
            own.score += i16::from(std::mem::take(&mut own.expected));
        }
    }

    /// The defender's test is read (L3C-GAP-A11, 5).
    fn answer_read(&mut self, trace: &mut impl Trace) {
        let book = self.book;
        let answer = self.state.answer;
        let spent = self.state.defender.spent;
        let verdict = self.read(Who::Defender, self.purpose(Who::Defender));
        let kept = self.assault.reaction.order_kept && book.on(r::L3C_REA_05);
        let lost =
            if answer.reacts() && !kept && book.on(r::L3C_REA_03) { book.tables.action.lost_by_reaction } else { 0 };
        let needed = self.needed(Who::Defender).saturating_add(lost);
        let own = &mut self.state.defender;
        own.case = verdict.case;
        own.state = verdict.state;
        own.spent = own.spent.saturating_add(needed);
        if answer.reacts() && verdict.done {
            // The manoeuvre is made (L3C-REA-07).
            let reaction = &self.assault.reaction;
            own.formation = reaction.formation.unwrap_or(own.formation);
            own.front = reaction.front.unwrap_or(own.front);
            own.ranks = reaction.ranks.unwrap_or(own.ranks);
            if reaction.turns {
                self.state.side = Aspect::Front;
            }
        }
        let own = &mut self.state.defender;
        if answer.fires() && verdict.done {
            own.band = held(book, verdict.case, None, own.band).1;
        } else {
            own.band = None;
        }
        if !answer.fires() {
            self.give_back();
        }
        if answer.counters() {
            let most = points::fastest(book, spent);
            self.state.defender.gait = if verdict.case.positive() { verdict.gait.min(most) } else { Gait::Halted };
            return self.crossed(trace);
        }
        match self.assault.purpose {
            Aim::Fire => self.exchange(),
            Aim::Contact => match self.state.defender.band {
                Some(band) => {
                    self.state.stage = Stage::Shoot { who: Who::Defender, band, reply: false, last: true };
                }
                None => {
                    self.reread_attacker(0, 0, trace);
                    self.comes_on(trace);
                }
            },
        }
    }

    /// Moves the attacker's score and reads it again.
    fn reread_attacker(&mut self, percent: u8, steps: u8, trace: &mut impl Trace) {
        let column = self.column(Who::Attacker);
        let own = &mut self.state.attacker;
        let moved = Fall {
            score: own.score,
            column,
            counter_steps: steps,
            stopping_percent: percent,
            gait: own.gait,
            state: own.state,
            ..Fall::default()
        };
        let fallen = fall(self.book, &moved, trace);
        own.score = i16::from(fallen.score);
        own.case = fallen.case;
        own.gait = fallen.gait;
    }

    /// A counter-charge: the attacker loses a point for each step (L3C-MOR-11), and is read again once.
    fn crossed(&mut self, trace: &mut impl Trace) {
        let steps = self.state.defender.gait.rank();
        if self.assault.purpose == Aim::Fire {
            // He fires at the band that is left to him, which stops the other or not (L3C-MAF-10).
            let gait = self.state.attacker.gait;
            self.reread_attacker(0, steps, trace);
            self.state.attacker.gait = gait;
            let band = crate::reading::band(self.book, self.state.attacker.case);
            if let Some(band) = band.filter(|_| steps > 0 && self.book.on(r::L3C_MAF_10)) {
                self.state.stage = Stage::Shoot { who: Who::Attacker, band, reply: false, last: true };
                return;
            }
            return self.meets_counter(trace);
        }
        self.reread_attacker(0, steps, trace);
        if steps == 0 {
            // It stands after all, or gives way.
            return self.comes_on(trace);
        }
        self.meets_counter(trace);
    }

    /// A counter-charge that has not been stopped comes to contact, or the attacker is no longer there.
    fn meets_counter(&mut self, trace: &mut impl Trace) {
        let book = self.book;
        let counter = self.state.defender.gait;
        if counter == Gait::Halted {
            return self.no_contact();
        }
        if self.assault.purpose == Aim::Fire && book.on(r::L3C_MAF_11) {
            // The firer now stands before somebody who comes on (L3C-MAF-11).
            let own = &mut self.state.attacker;
            let moved = Fall {
                score: own.score,
                column: Column::Fire,
                residual: counter,
                gait: Gait::Halted,
                state: own.state,
                ..Fall::default()
            };
            let fallen = fall(book, &moved, trace);
            own.score = i16::from(fallen.score);
            own.case = fallen.case;
            own.state = fallen.state;
            own.gait = Gait::Halted;
        } else {
            let own = &mut self.state.attacker;
            own.state = after(book, own.state, own.case);
        }
        if self.state.attacker.case <= Case::FallBack {
            self.state.stage = Stage::Done(Outcome::AttackerGone);
            return;
        }
        self.contact();
    }

    /// Nobody comes to contact: the counter-charger did not start, or was stopped.
    fn no_contact(&mut self) {
        let gone = self.state.defender.case < Case::Stand;
        let outcome = match (self.state.defender.steps > 0, gone) {
            (false, true) => Outcome::DefenderGone,
            _ => Outcome::CounterFails,
        };
        self.settle(outcome);
    }

    /// Fires of an attack that is made to fire (L3C-MAF-04 to L3C-MAF-08, L3C-GAP-B27): who wants to fire from farther
    /// off fires first.
    fn exchange(&mut self) {
        if self.state.defender.case <= Case::FallBack {
            self.state.stage = Stage::Done(Outcome::DefenderGone);
            return;
        }
        let (mine, his) = (self.state.attacker.band, self.state.defender.band);
        self.state.stage = match (mine, his) {
            (Some(mine), Some(his)) if his > mine && self.book.on(r::L3C_GAP_B27) => {
                Stage::Shoot { who: Who::Defender, band: his, reply: false, last: false }
            }
            (Some(mine), Some(_)) => Stage::Shoot { who: Who::Attacker, band: mine, reply: false, last: false },
            (Some(mine), None) => Stage::Shoot { who: Who::Attacker, band: mine, reply: false, last: true },
            (None, _) => Stage::Done(Outcome::Stopped),
        };
    }

    /// A fire has fallen.
    fn shot(&mut self, fired: &Fired, trace: &mut impl Trace) {
        let Stage::Shoot { who, band, reply, last } = self.state.stage else { return };
        let (steps, percent) = (fired.loss.steps, fired.percent.unwrap_or(0));
        let victim = who.other();
        let book = self.book;
        self.state.side_mut(victim).steps += steps;
        if self.assault.purpose == Aim::Contact {
            self.reread_attacker(percent, 0, trace);
            return self.comes_on(trace);
        }
        if self.state.answer.counters() {
            // Stopping fire on the counter-charger (L3C-MAF-10).
            let own = &mut self.state.defender;
            let moved = Fall {
                score: own.score,
                column: Column::Contact,
                stopping_percent: percent,
                gait: own.gait,
                state: own.state,
                ..Fall::default()
            };
            let fallen = fall(book, &moved, trace);
            own.score = i16::from(fallen.score);
            own.case = fallen.case;
            own.gait = fallen.gait;
            if own.gait == Gait::Halted {
                own.state = fallen.state;
                self.settle(Outcome::CounterFails);
                return;
            }
            return self.meets_counter(trace);
        }
        if last {
            return self.exchanged();
        }
        let farther = !reply && self.state.side(victim).band.is_some_and(|his| his < band);
        let step = book.tables.morale.losses_in_action_percent;
        let next = if farther && percent >= step && book.on(r::L3C_MAF_05) {
            // Hit with effect from farther than he wanted to fire: he loses three points, no more, and fires from there.
            let column = self.column(victim);
            let own = self.state.side_mut(victim);
            let moved = Fall { score: own.score, column, outranged: true, state: own.state, ..Fall::default() };
            let fallen = fall(book, &moved, trace);
            own.score = i16::from(fallen.score);
            own.band = Some(band);
            Stage::Shoot { who: victim, band, reply: true, last: true }
        } else {
            match self.state.side(victim).band {
                Some(his) => Stage::Shoot { who: victim, band: his, reply: farther, last: true },
                None => return self.exchanged(),
            }
        };
        self.state.stage = next;
    }

    /// Fires have been exchanged: at P1 it was a duel (L3C-MAF-09), otherwise only losses count.
    fn exchanged(&mut self) {
        let short = |band: Option<Band>| band.is_none_or(|band| band == Band::P1);
        let duel = self.state.attacker.band == Some(Band::P1)
            && short(self.state.defender.band)
            && self.state.side == Aspect::Front
            && self.book.all(&[r::L3C_MAF_09, r::L3C_DUEL_01]);
        if duel && self.state.attacker.steps != self.state.defender.steps {
            self.duelled();
        } else {
            let positive = |case: Case| if case.positive() { Case::Stand } else { case };
            self.state.attacker.case = positive(self.state.attacker.case);
            self.state.defender.case = positive(self.state.defender.case);
            self.settle(Outcome::Exchange);
        }
    }

    /// A duel of fire with a winner.
    fn duelled(&mut self) {
        let (own, his) = (self.state.attacker.steps, self.state.defender.steps);
        let winner = if his > own { Who::Attacker } else { Who::Defender };
        let loser = winner.other();
        let party = self.assault.party(loser);
        let side = self.state.side(loser);
        let fought = Fought {
            difference: own.abs_diff(his),
            after: Fight::Duel,
            loser: Loser {
                arm: party.arm,
                status: party.status,
                formation: side.formation,
                state: side.state,
                status_used: side.raised,
                horse_guns: party.horse_guns,
            },
            winner: None,
            raise: 0,
        };
        let outcome = result(self.book, &fought);
        let beaten = self.state.side_mut(loser);
        beaten.case = outcome.case;
        beaten.state = outcome.state;
        let victor = self.state.side_mut(winner);
        victor.case = Case::Stand;
        self.state.stage = Stage::Done(if winner == Who::Attacker { Outcome::Attacker } else { Outcome::Defender });
    }

    /// The attacker comes on after the fire, or is stopped by it; the defender feels the gait that is left
    /// (L3C-MOR-14).
    fn comes_on(&mut self, trace: &mut impl Trace) {
        let book = self.book;
        let fired_at = self.state.defender.band;
        if self.state.attacker.gait == Gait::Halted {
            let own = &mut self.state.attacker;
            own.state = after(book, own.state, own.case);
            let near = fired_at == Some(Band::P1) && own.case == Case::Stand;
            if near && book.on(r::L3C_MOR_131) {
                self.state.stage = Stage::Stopped;
            } else {
                self.settle(Outcome::StoppedByFire);
            }
            return;
        }
        let residual = self.state.attacker.gait;
        // It weighs on those who did not fire too (L3C-GAP-C45).
        let weighs = fired_at.is_some() || book.on(r::L3C_GAP_C45);
        let column = self.column(Who::Defender);
        let own = &mut self.state.defender;
        let moved = Fall {
            score: own.score,
            column,
            residual: if weighs { residual } else { Gait::Halted },
            state: self.assault.defender.state,
            ..Fall::default()
        };
        let fallen = fall(book, &moved, trace);
        own.score = i16::from(fallen.score);
        own.case = fallen.case;
        own.state = fallen.state.max(own.state);
        self.gives_way();
    }

    /// The defender gives way before contact and is caught or not (L3C-GAP-A15), or stands.
    fn gives_way(&mut self) {
        let book = self.book;
        let Assault { attacker, defender, distance, purpose, .. } = self.assault;
        let case = self.state.defender.case;
        if *purpose == Aim::Fire {
            self.state.stage = Stage::Done(Outcome::DefenderGone);
            return;
        }
        let row = MovingAs::of(self.state.attacker.formation);
        let reach = capacity(book, attacker.arm, attacker.horse_guns, row, attacker.status, self.state.attacker.gait);
        let caught = |more: Distance| distance.plus(more) <= reach && book.all(&[r::L3C_GAP_A15, r::L3C_MAC_20]);
        if case <= Case::Retreat {
            let more = ud(i16::from(catch_distance(book, attacker.arm, defender.arm)));
            let afoot = attacker.arm != crate::Arm::Cavalry && defender.arm == crate::Arm::Cavalry;
            if caught(more) && !(afoot && book.on(r::L3C_GAP_A15)) {
                self.state.stage = Stage::Chase { winner: Who::Attacker, unwanted: false, before: true };
            } else {
                self.state.stage = Stage::Control { who: Who::Attacker };
            }
            return;
        }
        let mounted = defender.arm.mounted(defender.horse_guns);
        if case == Case::FallBack && !caught(due(book, mounted, case)) {
            self.state.stage = Stage::Control { who: Who::Attacker };
            return;
        }
        self.contact();
    }

    /// They meet, unless cavalry gives up before infantry that stands (L3C-MOR-72).
    fn contact(&mut self) {
        let book = self.book;
        self.stretched();
        let state = &self.state;
        let (attacker, defender) = (&self.assault.attacker, &self.assault.defender);
        let meeting = Meeting {
            attacker: Comer {
                arm: attacker.arm,
                case: state.attacker.case,
                gait: state.attacker.gait,
                state: state.attacker.state,
            },
            defender: Waiter {
                arm: defender.arm,
                case: state.defender.case,
                state: state.defender.state,
                side: state.side,
            },
        };
        let met = contact(book, &meeting);
        if met.gives_up && self.state.defender.gait == Gait::Halted {
            self.state.attacker.state = met.attacker_state;
            self.settle(Outcome::GivesUp);
        } else {
            self.state.stage = Stage::Melee;
        }
    }

    /// Who needs the tolerance to come to contact loses order (L3C-MAC-08, L3C-GAP-A50).
    fn stretched(&mut self) {
        let Assault { attacker, distance, .. } = self.assault;
        let book = self.book;
        if self.state.attacker.gait == Gait::Halted {
            return;
        }
        let row = MovingAs::of(self.state.attacker.formation);
        let paces = crate::movement::paces(book, attacker.arm.mover(attacker.horse_guns), row);
        let fastest = points::fastest(book, attacker.spent);
        let whole = i16::from(paces.at(fastest)) + crate::movement::by_status(book, attacker.status);
        let distant = onset::Distant {
            arm: attacker.arm,
            status: attacker.status,
            capacity: ud(whole.max(0)),
            distance: *distance,
        };
        let degrees = if book.on(r::L3C_GAP_A50) { onset::reaches(book, &distant).degrade } else { 0 };
        let own = &mut self.state.attacker;
        own.state = degrade(book, own.state, degrees);
    }

    /// The melee is fought.
    fn fought(&mut self, fight: &crate::melee::Melee, trace: &mut impl Trace) {
        let clash = melee(self.book, fight, trace, &mut game::Quiet);
        self.state.attacker.steps += clash.defender.steps;
        self.state.defender.steps += clash.attacker.steps;
        self.state.melee = true;
        self.state.passed_through = clash.passes_through;
        let difference = clash.difference.unsigned_abs();
        if difference == 0 {
            for who in [Who::Attacker, Who::Defender] {
                let lowered = self.lowered(who);
                let book = self.book;
                let own = self.state.side_mut(who);
                own.case = Case::Stand.step(-lowered);
                own.state = degrade(book, own.state, u8::from(book.on(r::L3C_GAP_B10)));
            }
            self.settle(Outcome::Draw);
            return;
        }
        let loser = if clash.difference > 0 { Who::Defender } else { Who::Attacker };
        let status = self.assault.party(loser).status;
        let raises = may_raise(self.book, Fight::Melee, status, self.state.side(loser).raised);
        if raises > 0 {
            self.state.stage = Stage::Raise { loser, difference };
        } else {
            self.beaten(loser, difference, 0);
        }
    }

    /// Cases that conscripts and militia go down after a melee that they did not win (L3C-STA-04, L3C-GAP-C39).
    fn lowered(&self, who: Who) -> i8 {
        let ruled = self.book.all(&[r::L3C_STA_04, r::L3C_GAP_C39]) && !self.state.side(who).raised;
        let by = if ruled { self.book.tables.result.lowers.of(self.assault.party(who).status) } else { 0 };
        i8::try_from(by).unwrap_or(0)
    }

    /// What the melee makes of both.
    fn beaten(&mut self, loser: Who, difference: u16, raise: u8) {
        let (party, victor) = (self.assault.party(loser), self.assault.party(loser.other()));
        let (side, other) = (self.state.side(loser), self.state.side(loser.other()));
        let fought = Fought {
            difference,
            after: Fight::Melee,
            loser: Loser {
                arm: party.arm,
                status: party.status,
                formation: side.formation,
                state: side.state,
                status_used: side.raised,
                horse_guns: party.horse_guns,
            },
            winner: Some(Winner {
                arm: victor.arm,
                gait: other.gait,
                state: other.state,
                passed_through: self.state.passed_through,
                sheltered: false,
            }),
            raise,
        };
        let outcome = result(self.book, &fought);
        let beaten = self.state.side_mut(loser);
        beaten.case = outcome.case;
        beaten.state = outcome.state;
        beaten.raised |= outcome.by_status != 0;
        let winner = loser.other();
        let own = self.state.side_mut(winner);
        own.case = outcome.winner_case.unwrap_or(own.case);
        own.state = outcome.winner_state.unwrap_or(own.state);
        let told = super::Form { assault: self.assault };
        let chase = game::Teller::tell(&told, self, &Fact::Pursuit(winner));
        let may = matches!(chase, Some(Situation::Pursuit(chase)) if pursuit(self.book, &chase).may);
        if may {
            self.state.stage = Stage::Pursue { winner };
        } else {
            self.settle(won(winner));
        }
    }

    /// A pursuit has been made.
    fn chased(&mut self, winner: Who, before: bool, chase: &crate::pursuit::Pursuit) {
        let done = pursuit(self.book, chase);
        if done.may && done.caught {
            let each = losses::steps_of(self.book, self.assault.party(winner.other()).arm);
            let pursued = self.state.side_mut(winner.other());
            pursued.case = done.case;
            pursued.state = done.state;
            pursued.steps += u16::from(done.figures_lost) * each + done.prisoners;
            self.state.side_mut(winner).state = done.pursuer_state;
            self.state.pursued = true;
        }
        let outcome = match (before, winner) {
            (true, Who::Attacker) if self.state.pursued => Outcome::AttackerPursues,
            (true, Who::Defender) if self.state.pursued => Outcome::DefenderPursues,
            (true, Who::Attacker) => Outcome::DefenderGone,
            (true, Who::Defender) => Outcome::AttackerGone,
            (false, winner) => won(winner),
        };
        self.settle(outcome);
    }

    /// A unit that was to be held back obeys or not (L3C-GAP-A14).
    fn controlled(&mut self, who: Who, fleeing: bool, obeys: bool) {
        let party = self.assault.party(who);
        let hold = control::Hold {
            arm: party.arm,
            status: party.status,
            state: self.state.side(who).state,
            fleeing_enemy: fleeing,
            ..control::Hold::default()
        };
        let held = control::held(self.book, &hold, obeys);
        self.state.side_mut(who).state = held.state;
        if held.must == control::Must::Pursue {
            self.state.stage = Stage::Chase { winner: who, unwanted: true, before: !self.state.melee };
        } else if self.state.melee {
            self.settle(won(who));
        } else {
            self.settle(if who == Who::Attacker { Outcome::DefenderGone } else { Outcome::AttackerGone });
        }
    }

    /// The end, unless a test for losses is still demanded (L3C-MOR-29, L3C-GAP-C08).
    fn settle(&mut self, outcome: Outcome) {
        self.state.stage = match [Who::Attacker, Who::Defender].into_iter().find(|who| self.shaken(*who)) {
            Some(who) => Stage::Demand { who, outcome },
            None => Stage::Done(outcome),
        };
    }

    /// Whether a side has lost a tenth in this action and is still in hand.
    fn shaken(&self, who: Who) -> bool {
        let (party, own) = (self.assault.party(who), self.state.side(who));
        let whole = u32::from(party.figures) * u32::from(losses::steps_of(self.book, party.arm));
        let start = whole.saturating_sub(u32::from(party.steps_lost));
        let threshold = u32::from(self.book.tables.morale.loss_test_percent);
        own.case.positive()
            && own.steps > 0
            && 100 * u32::from(own.steps) >= threshold * start
            && self.book.all(&[r::L3C_MOR_29, r::L3C_GAP_C08])
    }

    /// The test for losses is read.
    fn shocked(&mut self, who: Who, outcome: Outcome) {
        let verdict = self.read(who, Purpose::Other);
        let own = self.state.side_mut(who);
        own.case = verdict.case;
        own.state = verdict.state;
        self.next_demand(who, outcome);
    }

    /// Goes on to the other side's losses.
    fn next_demand(&mut self, who: Who, outcome: Outcome) {
        self.state.stage = match who {
            Who::Attacker if self.shaken(Who::Defender) => Stage::Demand { who: Who::Defender, outcome },
            _ => Stage::Done(outcome),
        };
    }

    fn told(&mut self, situation: &Situation, trace: &mut impl Trace) {
        let book = self.book;
        match (self.state.stage, situation) {
            (Stage::Screens, Situation::Screens(own, his)) => self.screened(*own, *his, trace),
            (Stage::Nerve(who), Situation::Nerve(nerve)) => {
                let sum = morale::modifiers(book, nerve, trace);
                let own = self.state.side_mut(who);
                own.score = sum;
                own.expected = if who == Who::Attacker { expected_fire(book, &nerve.fire) } else { 0 };
                self.state.stage = Stage::Die(who);
                self.spare(trace);
            }
            (Stage::Shock { who, outcome }, Situation::Nerve(nerve)) => {
                self.state.side_mut(who).score = morale::modifiers(book, nerve, trace);
                self.state.stage = Stage::ShockDie { who, outcome };
                self.spare(trace);
            }
            (Stage::Shoot { .. }, Situation::Fire(shots)) => {
                let fired = fire(book, shots, trace);
                self.shot(&fired, trace);
            }
            (Stage::FireBack, Situation::Fire(shots)) => {
                let fired = fire(book, shots, trace);
                self.state.defender.steps += fired.loss.steps;
                if self.state.attacker.steps == self.state.defender.steps {
                    self.settle(Outcome::StoppedByFire);
                } else {
                    self.duelled();
                }
            }
            (Stage::Melee, Situation::Melee(fight)) => self.fought(fight, trace),
            (Stage::Chase { winner, before, .. }, Situation::Pursuit(chase)) => self.chased(winner, before, chase),
            (Stage::Control { who }, Situation::Control(hold)) => {
                let (sum, _) = control::control(book, hold, trace);
                let needs = i16::from(book.tables.control.controlled_from);
                let cut = needs - i16::from(sum);
                let fleeing = hold.fleeing_enemy;
                if book.on(r::L3C_GAP_A14) && cut > 1 {
                    self.state.stage = Stage::Hold { who, cut, fleeing };
                } else {
                    self.controlled(who, fleeing, true);
                }
            }
            _ => {}
        }
    }

    /// Without L3C-MOR-124 there is no die.
    fn spare(&mut self, trace: &mut impl Trace) {
        if !self.book.on(r::L3C_MOR_124) {
            self.thrown(0, trace);
        }
    }

    fn thrown(&mut self, class: i16, trace: &mut impl Trace) {
        let luck = |bout: &mut Self, who: Who, trace: &mut dyn FnMut(Line)| {
            let luck = morale::luck(bout.book, class);
            if bout.book.on(r::L3C_MOR_124) {
                trace(morale::die_line(luck));
            }
            bout.state.side_mut(who).score += i16::from(luck);
        };
        match self.state.stage {
            Stage::Die(who) => {
                luck(self, who, &mut |line| trace.line(|| line));
                match who {
                    Who::Attacker => self.attack_read(),
                    Who::Defender => self.answer_read(trace),
                }
            }
            Stage::ShockDie { who, outcome } => {
                luck(self, who, &mut |line| trace.line(|| line));
                self.shocked(who, outcome);
            }
            Stage::Hold { who, fleeing, .. } => {
                trace.line(|| Line::new(r::L3C_GAP_A14, Op::Read(i64::from(class))));
                self.controlled(who, fleeing, class > 0);
            }
            _ => {}
        }
    }

    fn replied(&mut self, replies: &[Reply]) {
        let does = replies.first().and_then(Reply::key).map(|key| key.does.clone()).unwrap_or_default();
        // A longer band may always be chosen (L3C-MAF-07).
        let free = self.book.on(r::L3C_MAF_07);
        let band = |word: &Term| {
            let known = [Band::P1, Band::P2, Band::P3].into_iter();
            known.filter(|_| free).find(|band| *word == band_word(*band)).unwrap_or(Band::P1)
        };
        match self.state.stage {
            Stage::Announce => {
                if self.assault.purpose == Aim::Fire {
                    self.state.attacker.band = Some(band(&does));
                } else {
                    let wanted = Gait::ALL.into_iter().find(|gait| does == gait_word(*gait));
                    self.state.announced =
                        wanted.unwrap_or(Gait::Charge).min(points::fastest(self.book, self.assault.attacker.spent));
                }
                self.state.stage = Stage::Nerve(Who::Attacker);
            }
            Stage::Answer => {
                let wanted = Answer::ALL.into_iter().find(|answer| does == answer.word());
                self.answered(wanted.unwrap_or(Answer::Stand));
            }
            Stage::Range => {
                self.state.defender.band = Some(band(&does));
                self.state.stage = Stage::Nerve(Who::Defender);
            }
            Stage::Stopped => {
                if does == stopped_word(Stopped::FireBack) {
                    self.state.stage = Stage::FireBack;
                } else if does == stopped_word(Stopped::Flee) {
                    let book = self.book;
                    let own = &mut self.state.attacker;
                    own.case = Case::Retreat;
                    own.state = degrade(book, own.state, u8::from(book.on(r::L3C_FUI_03)));
                    self.state.stage = Stage::Done(Outcome::AttackerGone);
                } else {
                    self.settle(Outcome::StoppedByFire);
                }
            }
            Stage::Raise { loser, difference } => {
                let status = self.assault.party(loser).status;
                let most = may_raise(self.book, Fight::Melee, status, self.state.side(loser).raised);
                let raise = if does == yes(true) {
                    most
                } else if does == "one" {
                    most.min(1)
                } else {
                    0
                };
                self.beaten(loser, difference, raise);
            }
            Stage::Pursue { winner } => {
                self.state.stage = if does == yes(true) {
                    Stage::Chase { winner, unwanted: false, before: false }
                } else {
                    Stage::Control { who: winner }
                };
            }
            Stage::Demand { who, outcome } => {
                if does == yes(true) {
                    self.state.stage = Stage::Shock { who, outcome };
                } else {
                    self.next_demand(who, outcome);
                }
            }
            _ => {}
        }
    }

    /// What it comes to.
    fn ended(&self, outcome: Outcome) -> End {
        let remains = |own: &Standing| Remains { case: own.case, state: own.state, steps: own.steps };
        End {
            outcome,
            attacker: remains(&self.state.attacker),
            defender: remains(&self.state.defender),
            passed_through: self.state.passed_through,
            pursued: self.state.pursued && !matches!(outcome, Outcome::AttackerPursues | Outcome::DefenderPursues),
        }
    }
}

const fn won(winner: Who) -> Outcome {
    match winner {
        Who::Attacker => Outcome::Attacker,
        Who::Defender => Outcome::Defender,
    }
}

impl Bout for AssaultBout<'_> {
    type Fact = Fact;
    type Situation = Situation;
    type End = End;

    fn wants(&self) -> Wants<Self> {
        match self.state.stage {
            Stage::Screens => Wants::Told(Fact::Screens),
            Stage::Announce if self.assault.purpose == Aim::Fire => {
                let bands = [Band::P1, Band::P2, Band::P3].map(|band| (band_word(band), r::L3C_MAF_07));
                Self::ask(Who::Attacker, "announced_band", bands)
            }
            Stage::Announce => {
                let gaits = self.gaits().map(|gait| (gait_word(gait), r::L3C_MOR_06));
                Self::ask(Who::Attacker, "announced_gait", gaits)
            }
            Stage::Nerve(who) => Wants::Told(Fact::Nerve(who)),
            Stage::Die(who) | Stage::ShockDie { who, .. } => Self::toss(r::L3C_MOR_124, who, morale::throw(self.book)),
            Stage::Answer => {
                let offered = answers(self.book, self.assault).map(|answer| (answer.word(), answer.rule()));
                Self::ask(Who::Defender, "answer", offered)
            }
            Stage::Range => {
                let bands = [Band::P1, Band::P2, Band::P3].map(|band| (band_word(band), r::L3C_MAF_07));
                Self::ask(Who::Defender, "announced_band", bands)
            }
            Stage::Shoot { who, band, .. } => Wants::Told(Fact::Fire(who, band)),
            Stage::Stopped => {
                let all = [Stopped::Nothing, Stopped::FireBack, Stopped::Flee];
                Self::ask(Who::Attacker, "stopped", all.map(|stopped| (stopped_word(stopped), r::L3C_MOR_131)))
            }
            Stage::FireBack => Wants::Told(Fact::Fire(Who::Attacker, Band::P1)),
            Stage::Melee => Wants::Told(Fact::Melee),
            Stage::Raise { loser, .. } => {
                let guard = self.assault.party(loser).status == Status::Guard;
                let one = guard.then_some(("one", r::L3C_STA_01));
                let all = [("yes", r::L3C_STA_01)].into_iter().chain(one).chain([("no", r::L3C_STA_01)]);
                Self::ask(loser, "raise", all)
            }
            Stage::Pursue { winner } => Self::ask(winner, "pursue", [("yes", r::L3C_POU_07), ("no", r::L3C_GAP_A14)]),
            Stage::Chase { winner, .. } => Wants::Told(Fact::Pursuit(winner)),
            Stage::Control { who } => Wants::Told(Fact::Control(who)),
            Stage::Hold { who, cut, .. } => Self::toss(r::L3C_GAP_A14, who, Throw::d6(1).cuts([cut])),
            Stage::Demand { who, .. } => {
                Self::ask(who.other(), "demand", [("no", r::L3C_MOR_29), ("yes", r::L3C_MOR_29)])
            }
            Stage::Shock { who, .. } => Wants::Told(Fact::Nerve(who)),
            Stage::Done(outcome) => Wants::Done(self.ended(outcome)),
        }
    }

    fn end(&self) -> Option<End> {
        match self.state.stage {
            Stage::Done(outcome) => Some(self.ended(outcome)),
            _ => None,
        }
    }

    fn feed(&mut self, fed: Fed<'_, Self>, trace: &mut impl Trace) {
        match fed {
            Fed::Told(situation) => self.told(&situation, trace),
            Fed::Replied(replies) => self.replied(replies),
            Fed::Thrown(classes) => self.thrown(classes.first().copied().unwrap_or(0), trace),
            Fed::Resumed => {}
        }
    }
}

/// A side, for its throws and decisions.
const fn unit(who: Who) -> Ref {
    Ref::Unit(UnitId(who as u16))
}
