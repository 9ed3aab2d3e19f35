//! Rounds of the melee: losses, officers, who has lost, the loser’s test, who follows.

use super::bout::ChargeBout;
use super::end::Outcome;
use super::stage::{Stage, Who};
use crate::resolve::command::{InMelee, OfficerFate, fate_in_melee, follows_up};
use crate::resolve::fire::left;
use crate::resolve::melee::{
    AfterDraw, Drawn, Faced, SquareAfter, Verdict, after_draw, after_round, inflicted, verdict,
};
use crate::resolve::morale::{Effect, MoraleResult, Occasion};
use crate::terms::book::r;
use crate::{Arm, Order};
use game::Trace;

impl ChargeBout<'_> {
    /// Both dice of a round have fallen.
    pub(super) fn clashed(&mut self, classes: &[i16], trace: &mut impl Trace) {
        let book = self.book;
        let [by_charger, by_target] = [0, 1].map(|place| *rulebook::ids::at(classes, place, "throw"));
        let (attacker, defender) = (&self.state.melee.attacker, &self.state.melee.defender);
        let on_target = inflicted(book, attacker, defender, by_charger, trace);
        let on_charger = inflicted(book, defender, attacker, by_target, trace);
        self.state.round = self.state.round.saturating_add(1);
        self.state.received = [on_charger, on_target];
        for (who, losses) in [(Who::Charger, on_charger), (Who::Target, on_target)] {
            let own = self.state.side_mut(who);
            own.losses = own.losses.saturating_add(losses);
            own.following = false;
            own.officer_lost = None;
        }
        self.state.stage = Stage::Officer(Who::Charger);
        self.next_officer(Who::Charger);
    }

    /// Goes on to the officer of this side, or past him (LA-GEN-07).
    fn next_officer(&mut self, who: Who) {
        let fighter = match who {
            Who::Charger => &self.state.melee.attacker,
            Who::Target => &self.state.melee.defender,
        };
        let lost = self.state.received[usize::from(who == Who::Target)];
        if fighter.officer.is_some() && lost > 0 && self.book.on(r::LA_GEN_07) {
            self.state.stage = Stage::Officer(who);
        } else if who == Who::Charger {
            self.next_officer(Who::Target);
        } else {
            self.decided();
        }
    }

    /// The die of an officer has fallen.
    pub(super) fn officer(&mut self, who: Who, face: i16, trace: &mut impl Trace) {
        let place = usize::from(who == Who::Target);
        let fighter = if place == 0 { &self.state.melee.attacker } else { &self.state.melee.defender };
        let points = fighter.officer;
        let own = self.state.side_of(who);
        let melee = InMelee { losses: self.state.received[place], figures: own.figures.max(1) };
        let fate = fate_in_melee(self.book, &melee, rulebook::counted(face), trace);
        if fate != OfficerFate::Unhurt {
            self.state.side_mut(who).officer_lost = points;
        }
        if who == Who::Charger {
            self.next_officer(Who::Target);
        } else {
            self.decided();
        }
    }

    /// Figures go off, the round is decided.
    fn decided(&mut self) {
        let book = self.book;
        let [on_charger, on_target] = self.state.received;
        let before = [self.state.charger.figures, self.state.target.figures];
        for who in [Who::Charger, Who::Target] {
            let own = self.state.side_mut(who);
            own.figures = left(book, own.initial, own.losses).0;
        }
        if self.state.charger.figures == 0 || self.state.target.figures == 0 {
            return self.end(Outcome::Destroyed, None);
        }
        let square = self.state.target.formation.square() && self.state.target.order < Order::Unformed;
        if square {
            let faced = Faced { by: self.state.charger.arm, inflicts: on_charger, receives: on_target };
            self.state.square_broken = after_round(book, &faced) == SquareAfter::Broken;
        }
        let outcome = verdict(on_charger.into(), on_target.into());
        for who in [Who::Charger, Who::Target] {
            let lost = matches!((who, outcome), (Who::Charger, Verdict::Defender) | (Who::Target, Verdict::Attacker));
            let won = matches!((who, outcome), (Who::Target, Verdict::Defender) | (Who::Charger, Verdict::Attacker));
            let own = self.state.side_mut(who);
            (own.won_before, own.won) = (own.won, won);
            own.lost_in_a_row = if lost { own.lost_in_a_row.saturating_add(1) } else { 0 };
            // Everybody who fought is disorganised (LA-GAP-22, 6).
            if book.on(r::LA_GAP_22) {
                own.order = own.order.max(Order::Disorganised);
            }
        }
        if self.state.square_broken {
            self.state.target.order = Order::Unformed;
        }
        match outcome {
            Verdict::Draw => self.drawn(before),
            Verdict::Attacker => self.state.stage = Stage::Nerve(Who::Target, Occasion::MeleeLost),
            Verdict::Defender => self.state.stage = Stage::Nerve(Who::Charger, Occasion::MeleeLost),
        }
    }

    fn drawn(&mut self, figures: [u8; 2]) {
        let state = &self.state;
        let cavalry = state.charger.arm == Arm::Cavalry && state.target.arm == Arm::Cavalry;
        let drawn = Drawn {
            cavalry,
            figures,
            combat: [state.charger.combat, state.target.combat],
            round: state.round,
            drawn_before: state.drawn,
        };
        let after = after_draw(self.book, &drawn);
        self.state.drawn = true;
        if after == AfterDraw::GoesOn && self.state.round < self.state.onset.rounds {
            self.state.stage = Stage::Again;
        } else {
            self.end(Outcome::Draw, None);
        }
    }

    /// The loser’s test is read.
    pub(super) fn loser_tested(&mut self, loser: Who, does: Effect, result: MoraleResult) {
        self.state.drawn = false;
        let stays = matches!(does, Effect::Recoils | Effect::Stands | Effect::GoesOn | Effect::Opens);
        let last = self.state.round >= self.state.onset.rounds;
        if !stays || last {
            return self.lost(loser, Some(result));
        }
        self.ranks_after(loser, does);
        // Who stands where he is, if only with his square open, has nobody following him: the melee goes on (LA-GAP-49, 7,
        // LA-GAP-66).
        if matches!(does, Effect::Stands | Effect::Opens) {
            self.state.stage = Stage::Again;
            return;
        }
        let winner = loser.other();
        let own = self.state.side_of(winner);
        match follows_up(self.book, own.attitude, own.uncontrolled, (own.arm, own.formation)) {
            Some(follows) => self.followed(winner, follows),
            None => self.state.stage = Stage::Follow(winner),
        }
    }

    /// The winner follows or halts.
    pub(super) fn followed(&mut self, winner: Who, follows: bool) {
        if follows {
            self.state.side_mut(winner).following = true;
            self.state.stage = Stage::Again;
        } else {
            let result = Some(self.state.result);
            self.lost(winner.other(), result);
        }
    }

    fn lost(&mut self, loser: Who, result: Option<MoraleResult>) {
        let outcome = if loser == Who::Charger { Outcome::ChargerLoses } else { Outcome::TargetLoses };
        self.end(outcome, result);
    }
}
