//! Step 5: several attackers of one group and one arm on one target are one entry (L3C-MAC-25), fought by the machine
//! of [`crate::fight::JointBout`]; an attacker that arrives a fraction later is in echelon and fights the rest of the
//! target (L3C-SOU-04).

use super::outcome::FoughtEntry;
use crate::fight::{Assault, Form, JoinedAssaults, JointBout, Stage, Who};
use crate::question::OpenFields;
use crate::turn::D;
use crate::world::{Class, Fate, Later, Life, Placement, World};
use crate::{TroisCouleurs, r};
use game::{Bout, BoutInput, BoutRequest, Breakdown, Flow, Ref, Teller};

impl TroisCouleurs {
    /// The waiting entries that are fought together with this one, the nearest first.
    pub(crate) fn fellows_of(&self, w: &World, entry: &Later) -> Vec<Later> {
        if entry.class != Class::Ordered || entry.to_fire || !self.on(r::L3C_MAC_25) {
            return Vec::new();
        }
        let step = self.fraction(w, entry.attacker);
        let own = self.gap(w, entry.attacker, entry.target);
        let level = |other: &Later| {
            let his = self.gap(w, other.attacker, other.target);
            (his - own).abs() < step || !self.on(r::L3C_SOU_04)
        };
        let alike = |other: &&Later| {
            other.class == Class::Ordered
                && !other.to_fire
                && other.target == entry.target
                && other.placement == Placement::TwoThirds
                && entry.placement == Placement::TwoThirds
                && self.sheet(other.attacker).command == self.sheet(entry.attacker).command
                && self.troop(other.attacker).arm == self.troop(entry.attacker).arm
                && level(other)
        };
        let mut found: Vec<Later> = w.later.iter().filter(alike).cloned().collect();
        found.sort_by_key(|other| self.gap(w, other.attacker, entry.attacker));
        found.truncate(JoinedAssaults::MOST - 1);
        found
    }

    /// The current entry with all those still fought together with it.
    pub(crate) fn together(&self, w: &World, entry: &Later) -> Vec<Later> {
        let able = |one: &&Later| w.unit(one.attacker).in_hand();
        std::iter::once(entry).chain(w.fellows.iter().filter(able)).cloned().collect()
    }

    /// One of several assaults on one target: the machine itself adds the other attackers among the enemies.
    pub(crate) fn assault_among(&self, w: &World, party: &[Later], all: &[Vec<Later>]) -> Assault {
        let mut assault = self.assault_of_party(w, party);
        let mut apart = w.clone();
        for other in all.iter().filter(|other| other.as_slice() != party).flatten() {
            apart.unit_mut(other.attacker).life = Life::Gone(Fate::Absent);
        }
        assault.defender.nerve.enemies = self.assault_of_party(&apart, party).defender.nerve.enemies;
        assault
    }

    /// All of them as one entry.
    fn joint_entry(&self, w: &World, parties: &[Vec<Later>]) -> JoinedAssaults {
        let pairs = parties.iter().map(|party| self.assault_among(w, party, parties)).collect();
        JoinedAssaults { lone: Who::Defender, pairs, ..JoinedAssaults::default() }.settled()
    }

    /// Fights several attackers against one target to the end.
    pub(crate) fn fight_together(&self, d: &mut D<'_>, parties: &[Vec<Later>]) -> Flow<()> {
        let all: Vec<Later> = parties.iter().filter_map(|party| party.first().cloned()).collect();
        let joint = self.joint_entry(&d.world, parties);
        let mut bout = JointBout::new(&self.book, &joint).read_from_the_table();
        let mut lines = Breakdown::new("assault", None);
        // Every stage leads to a later one; the bound is a safeguard.
        for _ in 0..200 * all.len() {
            let at = bout.current().map_or(0, |(at, _)| at);
            let Some(entry) = all.get(at) else { break };
            match bout.wants() {
                BoutRequest::Done(_) => {
                    let mut fought: Vec<FoughtEntry<'_, '_>> = Vec::new();
                    for (party, pair) in parties.iter().zip(bout.pairs()) {
                        if let BoutRequest::Done(end) = Bout::wants(pair) {
                            fought.extend(self.divided(&d.world, party, (pair, end)));
                        }
                    }
                    return self.settle(d, &fought);
                }
                BoutRequest::Situation(fact) => {
                    let Some(situation) = Form.tell(&bout, &fact) else { break };
                    let Some(pair) = bout.pairs().get(fact.at) else { break };
                    let who = self.who(entry, pair.at_first(fact.fact.who()));
                    lines = Breakdown::new(fact.fact.word(), Some(Ref::Unit(who)));
                    self.screens_have_fired(d, entry, &situation);
                    let his = self.blows_back(entry, pair, &situation);
                    bout.feed(BoutInput::Situation(situation), &mut lines);
                    if !matches!(bout.wants(), BoutRequest::Dice(_)) {
                        self.tell_joint(d, entry, at, &mut lines, &bout);
                    }
                    if let Some(mut his) = his {
                        self.tell_joint(d, entry, at, &mut his, &bout);
                    }
                }
                BoutRequest::Dice(tosses) => {
                    let mut tosses = tosses.to_vec();
                    for toss in &mut tosses {
                        toss.by.iter_mut().for_each(|by| *by = self.real(entry, *by));
                    }
                    let thrown = d.throw(tosses)?;
                    let classes: Vec<i16> = thrown.iter().map(|thrown| thrown.class).collect();
                    bout.feed(BoutInput::Thrown(&classes), &mut lines);
                    self.tell_joint(d, entry, at, &mut lines, &bout);
                }
                BoutRequest::Reply(slot, fields) => {
                    let answers = bout.current().is_some_and(|(_, pair)| pair.state.stage == Stage::Answer);
                    let replies = if answers {
                        let known = self.joint_entry(&d.world.known_to(self.side(entry.target)), parties);
                        let Some(known) = known.pairs.get(at) else { break };
                        for (party, pair) in parties.iter().zip(bout.pairs_mut()) {
                            self.stopping_fires(d, party, pair)?;
                        }
                        let answered = self.ask_answer(d, entry, known)?;
                        for (party, pair) in parties.iter().zip(bout.pairs_mut()) {
                            if answered.mans {
                                pair.defended_as(&self.assault_among(&d.world, party, parties));
                            }
                            answered.meets(pair.assault.to_mut());
                        }
                        answered.replies
                    } else {
                        self.ask_stage(d, entry, &slot, OpenFields::of_fight(fields))?
                    };
                    bout.feed(BoutInput::Replied(&replies), &mut lines);
                }
                BoutRequest::Pause(_) => bout.feed(BoutInput::Resumed, &mut lines),
            }
        }
        Ok(())
    }

    fn tell_joint(&self, d: &mut D<'_>, entry: &Later, at: usize, lines: &mut Breakdown, bout: &JointBout<'_>) {
        if let Some(pair) = bout.pairs().get(at) {
            self.tell_lines(d, entry, lines, pair);
        }
    }
}
