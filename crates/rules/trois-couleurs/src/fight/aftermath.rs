//! What follows a decision: pursuit, control and tests for losses.

use super::bout::won;
use super::stage::{Fact, Stage, StageInput};
use super::{Aim, AssaultBout, AssaultEnd, Form, Who};
use crate::resolve::combat::control;
use crate::resolve::combat::losses;
use crate::resolve::combat::pursuit::{Chase, Pursuit, catch_distance, pursuit};
use crate::resolve::combat::result::raises;
use crate::resolve::nerve::morale::Purpose;
use crate::{Distance, r};

impl AssaultBout<'_> {
    /// Whether a victor may pursue.
    pub(super) fn may_pursue(&self, winner: Who) -> bool {
        let chase = game::Teller::tell(&Form, self, &Fact::Pursuit(winner));
        matches!(chase, Some(StageInput::Pursuit(chase)) if pursuit(self.book, &chase).may)
    }

    /// Fire alone has driven a unit back: the unit that fired may pursue it (L3C-POU-07).
    pub(super) fn beaten_by_fire(&mut self, winner: Who) {
        if self.may_pursue(winner) {
            self.state.stage = Stage::Pursue { winner, before: false };
        } else {
            self.settle(self.by_fire(winner));
        }
    }

    /// The end of an assault decided by fire.
    pub(super) fn by_fire(&self, winner: Who) -> AssaultEnd {
        if self.assault.purpose == Aim::Contact { AssaultEnd::StoppedByFire } else { won(winner) }
    }

    /// Applies a pursuit.
    pub(super) fn chased(&mut self, winner: Who, before: bool, chase: &Pursuit) {
        let done = pursuit(self.book, chase);
        // An obstacle ends it: the prisoners taken there are its only yield (L3C-POU-11).
        if done.may && (done.caught || done.prisoners > 0) {
            let each = losses::steps_of(self.book, self.assault.party(winner.other()).arm);
            let pursued = self.state.side_mut(winner.other());
            pursued.case = done.case;
            pursued.state = done.state;
            pursued.steps += u16::from(done.figures_lost) * each + done.prisoners;
            let pursuer = self.state.side_mut(winner);
            pursuer.state = done.pursuer_state;
            pursuer.spent = pursuer.spent.saturating_add(done.points);
            self.state.pursued = done.caught;
            self.state.ran = self.runs(winner, before, chase, &done);
        }
        let outcome = match (before, winner) {
            (true, Who::Attacker) if self.state.pursued => AssaultEnd::AttackerPursues,
            (true, Who::Defender) if self.state.pursued => AssaultEnd::DefenderPursues,
            (true, Who::Attacker) => AssaultEnd::DefenderGone,
            (true, Who::Defender) => AssaultEnd::AttackerGone,
            (false, winner) if !self.state.melee => self.by_fire(winner),
            (false, winner) => won(winner),
        };
        // The elite and the Guard may still rise after it (L3C-POU-06).
        self.state.stage = match (done.may && done.caught, done.may_raise) {
            (true, most) if most > 0 => Stage::Recover { who: winner.other(), outcome, most },
            _ => return self.settle(outcome),
        };
    }

    /// Applies the owner's choice of how far a caught unit rises.
    pub(super) fn recovered(&mut self, who: Who, outcome: AssaultEnd, cases: u8) {
        let own = self.state.side_mut(who);
        own.case = own.case.step(rulebook::saturated::<i8, _>(cases));
        own.raised = own.raised.saturating_add(cases);
        self.settle(outcome);
    }

    /// Whether a victor must rally: the enemy still faces it, or it is in disorder (L3C-POU-03, L3C-POU-04).
    #[must_use]
    pub fn must_rally(&self, winner: Who) -> bool {
        let chase = game::Teller::tell(&Form, self, &Fact::Pursuit(winner));
        matches!(chase, Some(StageInput::Pursuit(chase)) if pursuit(self.book, &chase).must_rally)
    }

    /// Distance that a pursuer covers: up to the enemy, then on with it (L3C-GAP-A16); a voluntary pursuit goes no
    /// farther than the pursuer could have come (L3C-POU-02, L3C-GAP-A56). A unit that gave way before contact must
    /// first be caught (L3C-GAP-A15).
    fn runs(&self, winner: Who, before: bool, chase: &Pursuit, done: &Chase) -> Distance {
        let catch = match before {
            true => catch_distance(self.book, chase.pursuer.arm, chase.pursued.arm),
            false => done.catch,
        };
        let catch = Distance::of(u16::from(catch));
        if !before || chase.pursuer.unwanted || !self.book.all(&[r::L3C_POU_02, r::L3C_GAP_A56]) {
            return catch.plus(done.length);
        }
        let way = match winner {
            Who::Attacker => self.assault.distance,
            Who::Defender => self.assault.apart(),
        };
        catch.plus(done.length.min(self.reach(winner).minus(way.plus(catch))))
    }

    /// Whether a unit that the player wants to hold back obeys (L3C-GAP-A14).
    pub(super) fn controlled(&mut self, who: Who, fleeing: bool, obeys: bool) {
        let party = self.assault.party(who);
        let hold = control::Hold {
            arm: party.arm,
            status: party.status,
            state: self.state.side(who).state,
            fleeing_enemy: fleeing,
            took_buildings: self.took_houses(who),
            ..control::Hold::default()
        };
        let held = control::held(self.book, &hold, obeys);
        self.state.side_mut(who).state = held.state;
        if held.must == control::Must::Pursue {
            self.state.stage = Stage::Chase { winner: who, unwanted: true, before: !self.state.melee };
        } else if self.state.melee {
            self.settle(won(who));
        } else {
            self.settle(if who == Who::Attacker { AssaultEnd::DefenderGone } else { AssaultEnd::AttackerGone });
        }
    }

    /// Ends the assault, unless a test for losses is still demanded (L3C-MOR-29, L3C-GAP-C08).
    pub(super) fn settle(&mut self, outcome: AssaultEnd) {
        self.state.stage = match [Who::Attacker, Who::Defender].into_iter().find(|who| self.shaken(*who)) {
            Some(who) => Stage::Demand { who, outcome },
            None => Stage::Done(outcome),
        };
    }

    /// Whether a side has lost a tenth in this action and is still in hand.
    pub(super) fn shaken(&self, who: Who) -> bool {
        let (party, own) = (self.assault.party(who), self.state.side(who));
        let whole = u32::from(party.figures) * u32::from(losses::steps_of(self.book, party.arm));
        let start = whole.saturating_sub(u32::from(party.steps_lost));
        let threshold = u32::from(self.book.tables.morale.loss_test_percent);
        let lost = own.before + own.steps;
        // A duel with a winner has its own result (L3C-GAP-B28).
        let decided = self.state.duelled && self.book.on(r::L3C_GAP_B28);
        own.case.positive()
            && !decided
            && lost > 0
            && 100 * u32::from(lost) >= threshold * start
            && self.book.all(&[r::L3C_MOR_29, r::L3C_GAP_C08])
    }

    /// Applies the test for losses.
    pub(super) fn shocked(&mut self, who: Who, outcome: AssaultEnd) {
        let verdict = self.read(who, Purpose::Other);
        let own = self.state.side_mut(who);
        own.case = verdict.case;
        own.state = verdict.state;
        let most = if verdict.down > 0 { raises(self.book, self.assault.party(who).status, own.raised) } else { 0 };
        if most > 0 {
            self.state.stage = Stage::Rise { who, outcome, most: most.min(verdict.down) };
        } else {
            self.next_demand(who, outcome);
        }
    }

    /// Applies the owner's choice of how far an elite or guard unit rises (L3C-STA-01).
    pub(super) fn risen(&mut self, who: Who, outcome: AssaultEnd, cases: u8) {
        let own = self.state.side_mut(who);
        own.case = own.case.step(rulebook::saturated::<i8, _>(cases));
        own.raised = own.raised.saturating_add(cases);
        self.next_demand(who, outcome);
    }

    /// Continues with the losses of the other side.
    pub(super) fn next_demand(&mut self, who: Who, outcome: AssaultEnd) {
        self.state.stage = match who {
            Who::Attacker if self.shaken(Who::Defender) => Stage::Demand { who: Who::Defender, outcome },
            _ => Stage::Done(outcome),
        };
    }
}
