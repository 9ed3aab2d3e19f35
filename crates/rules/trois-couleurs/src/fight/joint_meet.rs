//! Contact in a joint assault: what bears on the lone unit is added up, then each pair meets or not, fights, and goes on.

use super::bout::{AssaultBout, won};
use super::joint_bout::{JointBout, Next};
use super::stage::Stage;
use super::{AssaultEnd, Who};
use crate::resolve::combat::result::{Fight, may_raise};
use crate::resolve::combat::several::{Alone, Opponent, Several, several};
use crate::{Case, Gait, r};
use game::Trace;

impl JointBout<'_> {
    /// Everything is known: the attackers' scores move, then those of who stands; then each pair meets or not.
    pub(super) fn meet(&mut self, trace: &mut impl Trace) {
        let lone = self.lone;
        let counters = |pair: &AssaultBout<'_>| {
            if pair.state.answer.counters() { pair.state.defender.gait.rank() } else { 0 }
        };
        let under_way = |pair: &&AssaultBout<'_>| !matches!(pair.state.stage, Stage::Done(_));
        // Several counter-charges add up (L3C-MOR-12), and so do the fires of several objectives (L3C-GAP-A99).
        let ruled = self.book.on(r::L3C_GAP_A99);
        let all: Vec<(u8, u8)> =
            self.pairs.iter().filter(under_way).map(|pair| (counters(pair), pair.state.hit)).collect();
        let together = (all.iter().map(|(steps, _)| *steps).fold(0, u8::saturating_add), {
            let hits = all.iter().map(|(_, hit)| *hit);
            if ruled { hits.fold(0, u8::saturating_add) } else { hits.max().unwrap_or(0) }
        });
        let nobody_fires = self.pairs.iter().filter(under_way).all(|pair| !pair.state.answer.fires());
        for pair in self.pairs.iter_mut().filter(|pair| !matches!(pair.state.stage, Stage::Done(_))) {
            let (steps, hit) = if lone == Who::Attacker { together } else { (counters(pair), pair.state.hit) };
            if nobody_fires || lone == Who::Defender && !pair.state.answer.fires() {
                pair.give_back();
            }
            pair.reread_attacker(hit, steps, trace);
        }
        // The fastest of those who still come on weighs on who stands (L3C-GAP-A99).
        let gaits = self.pairs.iter().filter(under_way).map(|pair| pair.state.attacker.gait);
        let fastest = gaits.max().unwrap_or(Gait::Halted);
        for pair in self.pairs.iter_mut().filter(|pair| !matches!(pair.state.stage, Stage::Done(_))) {
            let own = pair.state.attacker.gait;
            let residual = if lone == Who::Defender && ruled { fastest } else { own };
            let stands = pair.state.defender.gait == Gait::Halted;
            if stands && residual > Gait::Halted {
                pair.weighs(residual, trace);
            }
            if !stands {
                pair.meets_counter(trace);
            } else if own == Gait::Halted {
                pair.stops();
            } else {
                pair.gives_way();
            }
        }
        if lone == Who::Attacker {
            self.goes_one_way();
        }
        self.next = self.melees(0);
        if self.next == Next::Done {
            self.next = self.going_on(0);
        }
    }

    /// One attacker does not come after several objectives that give way: he fights who stands, or pursues the first.
    pub(super) fn goes_one_way(&mut self) {
        let fights = self.pairs.iter().any(|pair| pair.state.stage == Stage::Melee);
        let chases = |pair: &AssaultBout<'_>| matches!(pair.state.stage, Stage::Chase { .. } | Stage::Pursue { .. });
        let first = self.pairs.iter().position(chases);
        let held = self.pairs.iter().position(|pair| matches!(pair.state.stage, Stage::Control { .. }));
        let kept = if fights { None } else { first.or(held) };
        for (at, pair) in self.pairs.iter_mut().enumerate() {
            let after = matches!(pair.state.stage, Stage::Chase { .. } | Stage::Pursue { .. } | Stage::Control { .. });
            if after && kept != Some(at) {
                pair.state.stage = Stage::Done(AssaultEnd::DefenderGone);
            }
        }
    }

    /// The next pair that fights hand to hand, or none.
    pub(super) fn melees(&self, from: u8) -> Next {
        let all = u8::try_from(self.pairs.len()).unwrap_or(0);
        let fights = |at: &u8| self.pairs.get(usize::from(*at)).is_some_and(|pair| pair.state.stage == Stage::Melee);
        (from..all).find(fights).map_or(Next::Done, Next::Melee)
    }

    /// The next pair that goes on by itself, or none.
    pub(super) fn going_on(&self, from: u8) -> Next {
        self.from(from).map_or(Next::Done, Next::Alone)
    }

    /// All have fought: the lone unit adds everything up, each of the others counts its own fight (L3C-CAC-13).
    pub(super) fn fought(&mut self) {
        let (book, lone) = (self.book, self.lone);
        let fights: Vec<usize> = (0..self.pairs.len()).filter(|&at| self.pairs[at].state.melee).collect();
        let alone = |pair: &AssaultBout<'_>, who: Who| {
            let (party, own) = (pair.assault.party(who), pair.state.side(who));
            Alone { arm: party.arm, status: party.status, state: own.state, gait: own.gait }
        };
        let Some(&first) = fights.first() else { return };
        let opponent = |at: &usize| {
            let pair = &self.pairs[*at];
            let unit = alone(pair, lone.other());
            let (inflicts, takes) = match lone {
                Who::Defender => (pair.state.dealt, pair.state.taken),
                Who::Attacker => (pair.state.taken, pair.state.dealt),
            };
            Opponent {
                arm: unit.arm,
                status: unit.status,
                state: unit.state,
                gait: unit.gait,
                inflicts,
                takes,
                ..Opponent::default()
            }
        };
        let all = Several {
            after: Fight::Melee,
            lone: alone(&self.pairs[first], lone),
            fights: fights.iter().map(opponent).collect(),
        };
        let (own, others) = several(book, &all);
        for (&at, other) in fights.iter().zip(&others) {
            let pair = &mut self.pairs[at];
            for (who, becomes) in [(lone, &own), (lone.other(), other)] {
                let raise = pair.assault.raise && becomes.difference < 0;
                let most = may_raise(book, Fight::Melee, pair.assault.party(who).status, pair.state.side(who).raised);
                let up = if raise { i8::try_from(most).unwrap_or(0) } else { 0 };
                let side = pair.state.side_mut(who);
                side.case = becomes.case.step(up).min(becomes.case.max(Case::Stand));
                side.state = becomes.state;
                side.raised = side.raised.saturating_add(up.unsigned_abs());
            }
            let outcome = match other.difference {
                0 => AssaultEnd::Draw,
                1.. => won(lone.other()),
                _ => won(lone),
            };
            pair.state.stage = Stage::Done(outcome);
            // The lone unit has lost as it has against all of them.
            let lost = if other.difference > 0 { own.difference } else { other.difference };
            pair.state.lost_by = u16::try_from(lost.min(0).unsigned_abs()).unwrap_or(u16::MAX);
            let winner = if other.difference > 0 { lone.other() } else { lone };
            let wants = pair.assault.pursue && other.difference != 0;
            if wants && (winner != lone || own.difference > 0) && pair.may_pursue(winner) {
                pair.state.stage = Stage::Chase { winner, unwanted: false, before: false };
            }
        }
        // The lone unit pursues one of those it has beaten, not all.
        let mut chasing = false;
        for pair in &mut self.pairs {
            if matches!(pair.state.stage, Stage::Chase { winner, before: false, .. } if winner == lone) {
                if chasing {
                    pair.state.stage = Stage::Done(won(lone));
                }
                chasing = true;
            }
        }
        self.next = self.going_on(0);
    }
}
