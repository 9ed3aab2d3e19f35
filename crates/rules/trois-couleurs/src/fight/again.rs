//! A defender that has stopped the attacker by fire and goes over to a counter-charge (L3C-MAC-26): a new action, with
//! attacker and defender exchanged.

use super::answer::counters;
use super::stage::{AssaultState, SideStanding, Stage};
use super::{Aim, Announced, Assault, AssaultBout, AssaultEnd, Party, Reaction, Who};
use crate::resolve::moving::points::left;
use crate::{Aspect, Case, Distance, r};
use std::borrow::Cow;

impl AssaultBout<'_> {
    /// Whether the defender may counter-charge: it stood and fired, the attacker is unformed and not in flight, and the
    /// points suffice.
    pub(super) fn may_go_over(&self) -> bool {
        let (book, assault) = (self.book, &*self.assault);
        let (own, enemy) = (&self.state.defender, &self.state.attacker);
        let stood = assault.purpose == Aim::Contact && own.band.is_some() && own.case.positive();
        let at_fault = enemy.state >= crate::Cohesion::Unformed && enemy.case > Case::Retreat;
        let able = counters(book, (assault.defender.arm, own.formation), assault.attacker.arm, self.state.side);
        let points = left(book, own.spent) >= book.tables.action.counter_assault;
        // By the rules of opportunity: the defender is in order and near enough (L3C-GAP-A18).
        let near = self.stopped_at() <= book.tables.distance.opportunity.of(assault.defender.arm);
        let as_a_chance = own.state <= crate::Cohesion::Loose && near || !book.on(r::L3C_GAP_A18);
        stood && at_fault && able && points && as_a_chance && !self.state.again && book.on(r::L3C_MAC_26)
    }

    /// Distance of an attacker stopped by fire: in the first UD of the band (L3C-MOR-130), or where it stood if that is
    /// nearer.
    pub(super) fn stopped_at(&self) -> Distance {
        let old = &*self.assault;
        let band = self.state.defender.band.unwrap_or_default();
        let ranges = self.book.tables.range.of(old.defender.weapon);
        let limit = ranges.into_iter().flat_map(|ranges| ranges.bands()).find(|(known, _)| *known == band);
        limit.map_or(old.apart(), |(_, limit): (_, Distance)| old.apart().min(limit))
    }

    /// The attacker stands where the fire stopped it: the defender may exploit this, or the assault ends.
    pub(super) fn exploited(&mut self) {
        if self.may_go_over() {
            self.state.stage = Stage::Exploit;
        } else {
            self.settle(AssaultEnd::StoppedByFire);
        }
    }

    /// Starts the defender's counter-charge.
    pub(super) fn turn_about(&mut self) {
        let old = &*self.assault;
        let (attacker, defender) = (&self.state.attacker, &self.state.defender);
        let distance = self.stopped_at();
        let turned = Assault {
            purpose: Aim::Contact,
            distance,
            stands: None,
            opportunity: true,
            side: Aspect::Front,
            attacker_overlaps: old.defender_overlaps,
            defender_overlaps: old.attacker_overlaps,
            attacker: as_it_stands(&old.defender, defender),
            defender: as_it_stands(&old.attacker, attacker),
            announced: Announced::default(),
            answer: old.answer_to_counter,
            reaction: Reaction::default(),
            defender_band: None,
            ..old.clone()
        };
        let mut state = AssaultState { again: true, stage: Stage::Announce, ..AssaultState::begin(&turned) };
        for (who, was) in [(Who::Attacker, *defender), (Who::Defender, *attacker)] {
            let own = state.side_mut(who);
            own.before = was.before + was.steps;
            (own.raised, own.weighed) = (was.raised, was.weighed);
        }
        self.assault = Cow::Owned(turned);
        self.state = state;
    }
}

/// A unit's form after the first action.
fn as_it_stands(party: &Party, standing: &SideStanding) -> Party {
    Party {
        case: standing.case,
        state: standing.state,
        formation: standing.formation,
        front: standing.front,
        ranks: standing.ranks,
        spent: standing.spent,
        first_fire: party.first_fire && standing.band.is_none(),
        loaded: party.loaded && standing.band.is_none(),
        screen: None,
        ..party.clone()
    }
}
