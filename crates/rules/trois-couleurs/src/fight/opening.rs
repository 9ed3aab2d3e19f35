//! How an assault opens: screens, the attacker’s test, the answer and its test.

use super::form::stops_for_nothing;
use super::stage::{SideStanding, Stage};
use super::{Aim, Answer, AssaultBout, AssaultEnd, Party, Who};
use crate::resolve::moving::points;
use crate::resolve::nerve::morale::{
    self, Covers, Crossing, CrossingUnit, Fall, Purpose, Tester, covers, crossing, fall,
};
use crate::resolve::nerve::reading::{clamp, held};
use crate::resolve::shooting::fire;
use crate::resolve::shooting::screens::{Screen, before_assault};
use crate::terms::state::{after, degrade};
use crate::{Aspect, Case, Column, Formation, Gait, r};
use game::Trace;

impl AssaultBout<'_> {
    /// Screens fire first (L3C-TIR-33, L3C-TIR-38 to L3C-TIR-41).
    pub(super) fn screened(&mut self, own: Option<Screen>, his: Option<Screen>, trace: &mut impl Trace) {
        let book = self.book;
        let hit = |standing: &SideStanding, party: &Party| fire::FireTarget {
            arm: party.arm,
            formation: standing.formation,
            front: Some(standing.front),
            ranks: standing.ranks,
            cover: party.cover,
            ..fire::FireTarget::default()
        };
        let units =
            [hit(&self.state.attacker, &self.assault.attacker), hit(&self.state.defender, &self.assault.defender)];
        let screening = before_assault(book, [own.as_ref(), his.as_ref()], [&units[0], &units[1]], trace);
        for (who, steps) in [(Who::Attacker, screening.attacker_steps), (Who::Defender, screening.defender_steps)] {
            self.state.side_mut(who).struck_aside(steps);
        }
        let effect = screening.effect;
        for (who, screened) in [(Who::Attacker, effect.attacker), (Who::Defender, effect.defender)] {
            let side = self.state.side_mut(who);
            (side.covered, side.harassed, side.under_screen) =
                (screened.covered, screened.harassed, screened.under_screen);
        }
        self.state.stage = Stage::Announce;
    }

    /// The purpose of a test by the stage it belongs to.
    pub(super) fn purpose(&self, who: Who) -> Purpose {
        match (who, self.assault.purpose) {
            (Who::Attacker, Aim::Fire) => Purpose::FireAdvance,
            (Who::Attacker, Aim::Contact) => Purpose::Assault,
            // Both units of a mutual assault start alike, whichever comes first (L3C-GAP-C43).
            (Who::Defender, _) if self.assault.mutual => Purpose::Assault,
            (Who::Defender, _) => match (self.state.answer.reacts(), self.state.answer.counters()) {
                (false, false) => Purpose::Stand,
                (false, true) => Purpose::Counter,
                (true, false) => Purpose::ReactStand,
                (true, true) => Purpose::ReactCounter,
            },
        }
    }

    pub(super) fn column(&self, who: Who) -> Column {
        morale::column(self.book, self.purpose(who))
    }

    /// The verdict of a complete test.
    pub(super) fn read(&self, who: Who, purpose: Purpose) -> morale::Verdict {
        let (party, own) = (self.assault.party(who), self.state.side(who));
        let tester = Tester {
            arm: party.arm,
            horse_guns: party.horse_guns,
            state: own.state,
            case: own.case,
            gait: own.gait,
            ..Tester::default()
        };
        let announced_gait = self.announced(who);
        let situation = morale::MoraleSituation {
            purpose,
            tester,
            announced_gait,
            gait_limit: self.room(who),
            ..morale::MoraleSituation::default()
        };
        morale::verdict(self.book, &situation, clamp(self.book, own.score))
    }

    /// The gait that a side has announced.
    pub(super) fn announced(&self, who: Who) -> Gait {
        match who {
            Who::Attacker => self.state.announced,
            Who::Defender if self.assault.mutual => self.state.announced_back,
            Who::Defender => Gait::Charge,
        }
    }

    /// One of two units that march on each other has tested: it has paid for its assault; the result is read when both
    /// have tested (L3C-GAP-C43).
    fn marched(&mut self, who: Who) {
        let least = self.state.side(who).spent.saturating_add(self.needed(who));
        self.state.side_mut(who).spent = points::charged(self.book, least);
    }

    /// Both have tested: each score is read once more with the gait that the other obtained, and the unit with the
    /// better result covers the rest of the way (L3C-GAP-C43, L3C-GAP-A51). A unit that gives way does so first.
    fn crosses(&mut self, trace: &mut impl Trace) {
        let book = self.book;
        let comer = |who: Who| CrossingUnit {
            score: self.state.side(who).score,
            gait: self.announced(who).min(self.room(who)),
        };
        let both = Crossing { one: comer(Who::Attacker), other: comer(Who::Defender) };
        let crossed = crossing(book, &both, &mut game::Quiet, trace);
        for (who, fallen) in [(Who::Attacker, crossed.one), (Who::Defender, crossed.other)] {
            let own = self.state.side_mut(who);
            (own.score, own.case, own.gait) = (i16::from(fallen.score), fallen.case, fallen.gait);
        }
        if self.state.others > 0 {
            // Fires of other units at the one listed as the attacker.
            self.reread_attacker(0, 0, trace);
        }
        for who in [Who::Attacker, Who::Defender] {
            let own = self.state.side_mut(who);
            own.state = after(book, own.state, own.case);
        }
        let (own, his) = (self.state.attacker, self.state.defender);
        self.state.covers = covers(book, (own.gait, own.score), (his.gait, his.score));
        if self.state.covers == Covers::Neither {
            self.settle(AssaultEnd::Stopped);
        } else if his.case <= Case::FallBack {
            self.gives_way();
        } else if own.case <= Case::FallBack {
            self.gives_way_to_counter();
        } else {
            self.contact();
        }
    }

    /// Applies the attacker's test (L3C-GAP-A11, 3).
    pub(super) fn attack_read(&mut self) {
        if self.assault.mutual {
            self.marched(Who::Attacker);
            self.state.stage = Stage::Nerve(Who::Defender);
            return;
        }
        let verdict = self.read(Who::Attacker, self.purpose(Who::Attacker));
        let book = self.book;
        let taken = self.needed(Who::Attacker);
        let own = &mut self.state.attacker;
        own.case = verdict.case;
        own.state = verdict.state;
        // A charge takes all points, whatever the result (L3C-MAC-02, L3C-MAC-03).
        let least = own.spent.saturating_add(taken);
        let charges = self.assault.purpose == Aim::Contact;
        own.spent = if charges { points::charged(book, least) } else { least };
        // An advance to fire goes on from the case that fires at P3 (L3C-MAF-02).
        let goes_on = verdict.case >= Case::Advance || self.assault.purpose == Aim::Fire && !book.on(r::L3C_MAF_02);
        if !goes_on {
            if !charges && book.on(r::L3C_GAP_A52) {
                // No fire follows: only the effort of moving up is paid.
                own.spent = least.saturating_sub(taken).saturating_add(book.tables.action.assault_least);
            }
            let other = &mut self.state.defender;
            other.case = if other.case.positive() { Case::Stand } else { other.case };
            self.state.stage = Stage::Done(AssaultEnd::Stopped);
            return;
        }
        if self.assault.purpose == Aim::Fire {
            // An advance to fire is made at ordinary gait (L3C-MAF-01).
            own.gait = if book.on(r::L3C_MAF_01) { Gait::Ordinary } else { verdict.gait };
            own.band = held(book, verdict.case, None, own.band).1;
            // The attacker pays for the way up to where its morale lets it fire (L3C-MAC-06).
            let before = least.saturating_sub(taken);
            self.state.attacker.spent = before.saturating_add(self.advance_points());
        } else {
            own.gait = verdict.gait;
        }
        self.state.stage = Stage::Answer;
    }

    /// Applies the defender's answer.
    pub(super) fn answered(&mut self, answer: Answer) {
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
        if answer == Answer::Stand && !book.on(r::L3C_GAP_A11) {
            // Without the ruling no text demands a test of a unit that does nothing.
            self.state.defender.case = Case::Stand;
            self.give_back();
            self.reread_attacker(0, 0, &mut game::Quiet);
            return self.comes_on(&mut game::Quiet);
        }
        // A unit that fires names the band before its test, against an assault as against an advance to fire
        // (L3C-MOR-06).
        self.state.stage = if answer.fires() { Stage::Range } else { Stage::Nerve(Who::Defender) };
    }

    /// Points for an expected fire that does not come are given back (L3C-FEU-37, L3C-GAP-C44).
    pub(super) fn give_back(&mut self) {
        if self.book.on(r::L3C_FEU_37) {
            let own = &mut self.state.attacker;
            own.score += i16::from(std::mem::take(&mut own.expected));
        }
    }

    /// Applies the defender's test (L3C-GAP-A11, 5).
    pub(super) fn answer_read(&mut self, trace: &mut impl Trace) {
        if self.assault.mutual {
            self.marched(Who::Defender);
            return self.crosses(trace);
        }
        self.answer_verdict();
        let answer = self.state.answer;
        if !answer.fires() {
            self.give_back();
        }
        if answer.counters() {
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

    /// Results of the test for the defender: its case, its manoeuvre, the band of its fire, the gait of its
    /// counter-charge.
    pub(super) fn answer_verdict(&mut self) {
        let book = self.book;
        let answer = self.state.answer;
        let manoeuvre = if answer.reacts() { self.assault.reaction.points } else { 0 };
        let verdict = self.read(Who::Defender, self.purpose(Who::Defender));
        // A unit that keeps its order, or stops at no cost, loses no point before it reacts.
        let kept = self.assault.reaction.order_kept && book.on(r::L3C_REA_05);
        let kept = kept || self.assault.reaction.points == 0 && stops_for_nothing(&self.assault);
        let lost =
            if answer.reacts() && !kept && book.on(r::L3C_REA_03) { book.tables.action.lost_by_reaction } else { 0 };
        let needed = self.needed(Who::Defender).saturating_add(lost);
        let before = self.state.defender.spent.saturating_add(manoeuvre).saturating_add(lost);
        let own = &mut self.state.defender;
        own.case = verdict.case;
        own.state = verdict.state;
        let least = own.spent.saturating_add(needed);
        own.spent = if answer.counters() { points::charged(book, least) } else { least };
        if answer.reacts() && verdict.done {
            // The manoeuvre is made (L3C-REA-07).
            let reaction = &self.assault.reaction;
            own.formation = reaction.formation.unwrap_or(own.formation);
            own.front = reaction.front.unwrap_or(own.front);
            own.ranks = reaction.ranks.unwrap_or(own.ranks);
            if reaction.reforms {
                own.state = crate::Cohesion::Formed;
            }
            if reaction.turns || own.formation == Formation::Square {
                self.state.side = Aspect::Front;
            }
        }
        // Caught on the move it has no formation (L3C-OPP-10).
        let caught = answer.reacts() && !verdict.done && self.assault.reaction.stops_from > Gait::Ordinary;
        let own = &mut self.state.defender;
        if caught && book.on(r::L3C_OPP_10) {
            own.state = own.state.max(crate::Cohesion::Unformed);
        }
        if answer.fires() && verdict.done {
            own.band = held(book, verdict.case, None, own.band).1;
        } else {
            own.band = None;
        }
        if answer.counters() {
            // Points spent on the manoeuvre are not available for a charge (L3C-MAC-04, L3C-PA-09).
            let most = points::fastest(book, before);
            self.state.defender.gait = if verdict.case.positive() { verdict.gait.min(most) } else { Gait::Halted };
        }
    }

    /// Moves the attacker's score and reads it again.
    pub(super) fn reread_attacker(&mut self, percent: u8, steps: u8, trace: &mut impl Trace) {
        let column = self.column(Who::Attacker);
        let percent = percent.saturating_add(std::mem::take(&mut self.state.others));
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
}
