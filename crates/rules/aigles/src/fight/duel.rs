//! The rounds of a charge: each is a [`Round`] with one unit on each side. After it the loser’s test, the pursuit, and
//! the next round.

use super::bout::ChargeBout;
use super::brawl::{Brawler, Grip, Led, Link, Pursuer, Pursues};
use super::end::Outcome;
use super::round::{Moment, Round};
use super::stage::{Stage, Who};
use crate::resolve::command::OfficerFate;
use crate::resolve::fire::left;
use crate::resolve::melee::{AfterDraw, Melee};
use crate::resolve::morale::{Effect, MoraleResult, Occasion};
use crate::{Formation, Order};
use game::Trace;

const BOTH: [Who; 2] = [Who::Charger, Who::Target];

impl ChargeBout<'_> {
    /// Applies the fighters of a round.
    pub(super) fn meet(&mut self, melee: Melee) {
        for (who, fighter) in BOTH.into_iter().zip([&melee.attacker, &melee.defender]) {
            self.state.side_mut(who).officer = fighter.officer;
        }
        let state = &self.state;
        let brawler = |who: Who| {
            let own = state.side_of(who);
            Brawler {
                unit: who.unit(),
                side: who.side(),
                arm: own.arm,
                square: own.formation.square() && own.order < Order::Unformed,
                housed: own.formation == Formation::Garrison,
                figures: own.figures,
                fights: true,
                combat: own.combat,
            }
        };
        let pair = BOTH.map(Who::unit);
        let grips = [melee.attacker, melee.defender].into_iter().zip(BOTH);
        let grips = grips.map(|(fighter, who)| Grip { own: who.unit(), other: who.other().unit(), fighter });
        let led = BOTH.into_iter().filter(|who| state.side_of(*who).officer.is_some());
        let officers = led.map(|who| Led { officer: who.unit(), unit: who.unit() });
        let link = Link { pair, round: state.round.saturating_add(1), drawn: state.drawn };
        self.state.melee = Round::new(BOTH.map(brawler), grips, [link], officers);
        self.state.stage = Stage::Clash;
    }

    /// Applies the dice of the round.
    pub(super) fn clashed(&mut self, classes: &[i16], trace: &mut impl Trace) {
        if self.state.stage == Stage::Clash {
            self.state.round = self.state.round.saturating_add(1);
            for who in BOTH {
                let own = self.state.side_mut(who);
                own.following = false;
                own.officer_lost = None;
            }
        }
        self.state.melee.thrown(self.book, classes, trace);
        for (officer, fate) in self.state.melee.take_fates() {
            let own = self.state.side_mut(Who::of(officer));
            own.officer_lost = own.officer.filter(|_| fate != OfficerFate::Unhurt);
        }
        self.go_on();
    }

    /// Carries out the steps of the round until it waits for an input.
    fn go_on(&mut self) {
        let book = self.book;
        match self.state.melee.moment() {
            Moment::Clash => self.state.stage = Stage::Clash,
            Moment::Officers => self.state.stage = Stage::Officers,
            Moment::Losses => self.figures_go_off(),
            Moment::Verdict => self.decided(),
            Moment::Tests => {
                let loser =
                    if self.state.melee.loser() == Some(Who::Charger.side()) { Who::Charger } else { Who::Target };
                self.state.stage = Stage::Nerve(loser, Occasion::MeleeLost);
            }
            Moment::Pursuers => self.pursued(),
            Moment::Follow => {
                let winner = self.state.melee.hunts().first().map_or(Who::Charger, |hunt| Who::of(hunt.winner));
                self.state.stage = Stage::Follow(winner);
            }
            Moment::GivingWay => self.gives_way(),
            Moment::Over => {
                for who in BOTH {
                    let own = self.state.side_mut(who);
                    own.order = own.order.max(Round::ranks(book));
                }
                self.state.melee = Round::default();
                self.state.stage = Stage::Again;
            }
        }
    }

    fn figures_go_off(&mut self) {
        let book = self.book;
        for who in BOTH {
            let received = self.state.received(who);
            let own = self.state.side_mut(who);
            own.losses = own.losses.saturating_add(received);
            own.figures = left(book, own.initial, own.losses).0;
        }
        if BOTH.iter().any(|who| self.state.side_of(*who).figures == 0) {
            return self.end(Outcome::Destroyed, None);
        }
        self.state.melee.judge(book);
        self.go_on();
    }

    fn decided(&mut self) {
        let loser = self.state.melee.loser();
        for who in BOTH {
            let lost = loser == Some(who.side());
            let won = loser == Some(who.other().side());
            let own = self.state.side_mut(who);
            (own.won_before, own.won) = (own.won, won);
            own.lost_in_a_row = if lost { own.lost_in_a_row.saturating_add(1) } else { 0 };
        }
        if self.state.melee.broken().contains(&Who::Target.unit()) {
            self.state.square_broken = true;
            self.state.target.order = self.state.target.order.max(Order::Unformed);
        }
        self.state.drawn = loser.is_none();
        let parts = self.state.melee.partings().iter().any(|parting| parting.after != AfterDraw::GoesOn);
        let last = self.state.round >= self.state.onset.rounds;
        if self.state.drawn && (parts || last) {
            return self.end(Outcome::Draw, None);
        }
        self.state.melee.carried_out();
        self.go_on();
    }

    /// Applies the loser’s test.
    pub(super) fn loser_tested(&mut self, loser: Who, does: Effect, result: MoraleResult) {
        let stays = matches!(does, Effect::Recoils | Effect::Stands | Effect::GoesOn | Effect::Opens);
        let last = self.state.round >= self.state.onset.rounds;
        if !stays || last {
            return self.lost(loser, Some(result));
        }
        self.ranks_after(loser, does);
        self.state.melee.tested(&[(loser.unit(), result, does)]);
        self.go_on();
    }

    /// No other enemy holds the winner, and there is room to follow.
    fn pursued(&mut self) {
        let pursuer = |winner: Who| {
            let own = self.state.side_of(winner);
            Pursuer {
                attitude: own.attitude,
                uncontrolled: own.uncontrolled,
                arm: own.arm,
                formation: own.formation,
                held: false,
                waived: false,
                may_enter: false,
            }
        };
        let pursuers: Vec<Pursuer> =
            self.state.melee.hunts().iter().map(|hunt| pursuer(Who::of(hunt.winner))).collect();
        self.state.melee.pursued(self.book, &pursuers);
        self.go_on();
    }

    /// The winner follows or halts.
    pub(super) fn followed(&mut self, follows: bool) {
        self.state.melee.replied(|_| if follows { Pursues::Follows } else { Pursues::Halts });
        self.go_on();
    }

    /// A unit that stands in place, even with its square opened, is not followed: the melee goes on (LA-GAP-49, 7,
    /// LA-GAP-66). It also goes on if the unit is followed.
    fn gives_way(&mut self) {
        if let Some(hunt) = self.state.melee.hunts().first().copied() {
            if hunt.pursues != Some(Pursues::Follows) {
                return self.lost(Who::of(hunt.loser), Some(self.state.result));
            }
            self.state.side_mut(Who::of(hunt.winner)).following = true;
        }
        self.state.melee.carried_out();
        self.go_on();
    }

    fn lost(&mut self, loser: Who, result: Option<MoraleResult>) {
        let outcome = if loser == Who::Charger { Outcome::ChargerLoses } else { Outcome::TargetLoses };
        self.end(outcome, result);
    }
}
