//! Contact in a joint assault: everything that bears on the single unit is added up, then each pair meets or not,
//! fights, and goes on.

use super::bout::{AssaultBout, won};
use super::joint_bout::{JointBout, Next};
use super::stage::Stage;
use super::{AssaultEnd, Who};
use crate::resolve::combat::result::Fight;
use crate::resolve::combat::several::{Alone, Opponent, Several, several};
use crate::{Case, Gait, r};
use game::{Reply, Trace};

impl JointBout<'_> {
    /// All is known: the scores of the attackers move, then those of the defenders; then each pair meets or not.
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
        // The fastest gait of the attackers that still come on weighs on the defenders (L3C-GAP-A99).
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

    /// One attacker does not follow several objectives that give way: it fights those that stand, or pursues the first.
    pub(super) fn goes_one_way(&mut self) {
        let fights = self.pairs.iter().any(|pair| pair.state.stage == Stage::Melee);
        let chases = |pair: &AssaultBout<'_>| matches!(pair.state.stage, Stage::Chase { .. } | Stage::Pursue { .. });
        let first = self.pairs.iter().position(chases);
        let held = self.pairs.iter().position(|pair| matches!(pair.state.stage, Stage::Exact | Stage::Control { .. }));
        let kept = if fights { None } else { first.or(held) };
        for (at, pair) in self.pairs.iter_mut().enumerate() {
            let held = matches!(pair.state.stage, Stage::Exact | Stage::Control { .. });
            let after = held || chases(pair);
            if after && kept != Some(at) {
                pair.state.stage = Stage::Done(AssaultEnd::DefenderGone);
            }
        }
    }

    /// The next pair that fights a melee, or another step if there is none.
    pub(super) fn melees(&self, from: u8) -> Next {
        let all = rulebook::saturated::<u8, _>(self.pairs.len());
        let fights = |at: &u8| self.pair_at(*at).state.stage == Stage::Melee;
        (from..all).find(fights).map_or(Next::Done, Next::Melee)
    }

    /// The next pair that goes on by itself, or another step if there is none.
    pub(super) fn going_on(&self, from: u8) -> Next {
        self.from(from).map_or(Next::Done, Next::Alone)
    }

    /// After all melees: the single unit adds up its results, each of the others counts its own fight (L3C-CAC-13).
    /// Then the owners of losers that may rise by their status are asked (L3C-STA-01), for the single unit once, in the
    /// first pair where it was beaten.
    pub(super) fn fought(&mut self) {
        let (book, lone) = (self.book, self.lone);
        let fights: Vec<usize> = (0..self.pairs.len()).filter(|&at| self.pairs[at].state.melee).collect();
        let alone = |pair: &AssaultBout<'_>, who: Who| {
            let (party, own) = (pair.assault.party(who), pair.state.side(who));
            let status_used = own.raised > 0;
            Alone { arm: party.arm, status: party.status, state: own.state, gait: own.gait, status_used }
        };
        let Some(&first) = fights.first() else { return };
        let opponent = |at: &usize| {
            let pair = &self.pairs[*at];
            let Alone { arm, status, state, gait, status_used } = alone(pair, lone.other());
            let (inflicts, takes) = match lone {
                Who::Defender => (pair.state.dealt, pair.state.taken),
                Who::Attacker => (pair.state.taken, pair.state.dealt),
            };
            Opponent { arm, status, state, gait, status_used, inflicts, takes, ..Opponent::default() }
        };
        let all = Several {
            after: Fight::Melee,
            lone: alone(&self.pairs[first], lone),
            fights: fights.iter().map(opponent).collect(),
        };
        let (own, others) = several(book, &all);
        let mut asked = false;
        for (&at, other) in fights.iter().zip(&others) {
            let pair = &mut self.pairs[at];
            for (who, becomes) in [(lone, &own), (lone.other(), other)] {
                let side = pair.state.side_mut(who);
                (side.case, side.state) = (becomes.case, becomes.state);
                side.raised = side.raised.saturating_add(becomes.lowered);
            }
            let outcome = match other.difference {
                0 => AssaultEnd::Draw,
                1.. => won(lone.other()),
                _ => won(lone),
            };
            pair.state.stage = Stage::Done(outcome);
            // The single unit counts its total result in each pair.
            let lost = if other.difference > 0 { own.difference } else { other.difference };
            pair.state.lost_by = rulebook::saturated::<u16, _>(lost.min(0).unsigned_abs());
            let loser = match other.difference {
                ..0 => Some(lone.other()),
                1.. => Some(lone).filter(|_| own.difference < 0 && !asked),
                0 => None,
            };
            if let Some(loser) = loser.filter(|loser| pair.rises(*loser) > 0) {
                asked |= loser == lone;
                pair.state.stage = Stage::Raise { loser, difference: pair.state.lost_by };
            }
        }
        self.raised(0);
    }

    /// Continues with the next unit that may rise; after the last, with the pursuits.
    pub(super) fn raised(&mut self, from: u8) {
        let all = rulebook::saturated::<u8, _>(self.pairs.len());
        let asks = |at: &u8| matches!(self.pair_at(*at).state.stage, Stage::Raise { .. });
        match (from..all).find(asks) {
            Some(at) => self.next = Next::Raise(at),
            None => self.beaten(),
        }
    }

    /// Applies the owner's choice of how far a loser rises; the single unit has the same case in all pairs.
    pub(super) fn rises(&mut self, at: u8, replies: &[Reply]) {
        let lone = self.lone;
        let pair = self.pair(at);
        let Stage::Raise { loser, .. } = pair.state.stage else { rulebook::ids::unfit(&pair.state.stage) };
        let cases = pair.rises_by(loser, replies);
        pair.state.stage = Stage::Done(won(loser.other()));
        for (other, pair) in self.pairs.iter_mut().enumerate().filter(|(_, pair)| pair.state.melee) {
            if other == usize::from(at) || loser == lone {
                let side = pair.state.side_mut(loser);
                side.case = side.case.step(rulebook::saturated::<i8, _>(cases)).min(side.case.max(Case::Stand));
                side.raised = side.raised.saturating_add(cases);
            }
        }
        self.raised(at + 1);
    }

    /// Winners may pursue, one after the other; a single unit that has won every fight may pursue one of the losers.
    fn beaten(&mut self) {
        let lone = self.lone;
        let ahead = |pair: &AssaultBout<'_>| {
            let (dealt, taken) = (i32::from(pair.state.dealt), i32::from(pair.state.taken));
            if lone == Who::Attacker { dealt - taken } else { taken - dealt }
        };
        let all: i32 = self.pairs.iter().filter(|pair| pair.state.melee).map(ahead).sum();
        let mut chasing = false;
        for pair in self.pairs.iter_mut().filter(|pair| pair.state.melee) {
            let winner = match pair.state.stage {
                Stage::Done(AssaultEnd::Attacker) => Who::Attacker,
                Stage::Done(AssaultEnd::Defender) => Who::Defender,
                _ => continue,
            };
            if (winner != lone || all > 0 && !chasing) && pair.may_pursue(winner) {
                chasing |= winner == lone;
                pair.state.stage = Stage::Pursue { winner, before: false };
            }
        }
        self.next = self.going_on(0);
    }
}
