//! The turn drives a charge ([`crate::fight::ChargeBout`]) from the contact on: it reads situations from the table,
//! asks for replies, throws dice, and carries out the actions of the state machine, where witnesses, supports and other
//! units play a part.

use super::clash::Pair;
use super::melee_steps::Struggle;
use super::pursuit_steps::{After, WonImpact};
use crate::fight::{Act, Charge, ChargeBout, Condition, Fact, Follow, Party, Situation, Stage};
use crate::question::{Question, picked};
use crate::resolve::impact::Who;
use crate::resolve::melee::Round;
use crate::resolve::morale::{AfterTest, Cause, Nerve};
use crate::resolve::pursuit;
use crate::turn::D;
use crate::turn::loss_steps::Fled;
use crate::turn::tests::Tried;
use crate::world::{Fate, Life, World};
use crate::{Formation, MarieLouise, Marker, r};
use game::{Bout, BoutInput, BoutRequest, Breakdown, Deed, Flow, Quiet, Ref, Reply, Term, UnitId};
use table::Pose;

/// What the turn remembers of a fight in progress.
struct Underway {
    pair: Pair,
    /// The pose of the guns that were reached.
    guns: Option<Pose>,
    /// The winner and the loser of the impact.
    hunt: Option<WonImpact>,
    /// The lines of the pursuit test.
    lines: Breakdown,
    /// The result of the pursuit.
    after: After,
    struggle: Struggle,
}

impl MarieLouise {
    /// Fights a charge at 2 pas to its end; returns the next enemy met by a pursuit.
    pub(super) fn fight(&self, d: &mut D<'_>, pair: Pair) -> Flow<Option<Pair>> {
        let charge = self.between(&d.world, &pair);
        let mut bout = charge.on_the_table(&self.book, Stage::Arrive);
        let mut on = Underway {
            pair,
            guns: None,
            hunt: None,
            lines: Breakdown::new("pursuit", None),
            after: After::Nothing,
            struggle: Struggle::between(&pair),
        };
        loop {
            match bout.wants() {
                BoutRequest::Situation(fact) => {
                    let Some(situation) = self.told(&d.world, &mut on, fact) else { break };
                    if matches!(fact, Fact::Pursuit(_)) {
                        bout.feed(BoutInput::Situation(situation), &mut on.lines);
                        self.pursues_untested(d, &on, &bout.state.stage);
                    } else {
                        bout.feed(BoutInput::Situation(situation), &mut Quiet);
                    }
                }
                BoutRequest::Reply(..) => {
                    let replies = self.wished(d, &on)?;
                    bout.feed(BoutInput::Replied(&replies), &mut Quiet);
                }
                BoutRequest::Dice(_) => {
                    if !self.thrown(d, &mut on, &mut bout)? {
                        break;
                    }
                }
                BoutRequest::Pause(_) => {
                    if self.done_on_the_table(d, &mut on, &bout)? {
                        break;
                    }
                    bout.look(self.condition(&d.world, pair.attacker), self.condition(&d.world, pair.defender));
                    bout.feed(BoutInput::Resumed, &mut Quiet);
                }
                BoutRequest::Done(_) => break,
            }
        }
        self.after_the_fight(d, on)
    }

    /// The fixed part of a charge on the table.
    pub(crate) fn between(&self, w: &World, pair: &Pair) -> Charge {
        let party = |id: UnitId| {
            let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
            Party {
                arm: profile.arm,
                class: profile.class,
                cohesion: profile.cohesion,
                status: profile.status,
                elements: unit.elements,
                counter: unit.losses,
                elements_lost: unit.lost,
                formation: unit.formation,
                marker: unit.marker,
                order: unit.order,
                guest: self.attached(w, id).is_some(),
                ..Party::default()
            }
        };
        Charge {
            attacker: party(pair.attacker),
            defender: party(pair.defender),
            aspect: pair.aspect,
            received: !pair.mutual,
            follow: Follow::Melee,
            ..Charge::default()
        }
    }

    /// The present condition of a unit.
    fn condition(&self, w: &World, id: UnitId) -> Condition {
        let unit = w.unit(id);
        let general = self.attached(w, id).is_some();
        Condition {
            elements: unit.elements,
            counter: unit.losses,
            lost: unit.lost,
            formation: unit.formation,
            order: unit.order,
            fate: if unit.present() { unit.marker.into() } else { AfterTest::Eliminated },
            general,
            led: general,
        }
    }

    /// A situation, read from the table as it is now; `None`: the fight is over.
    fn told(&self, w: &World, on: &mut Underway, fact: Fact) -> Option<Situation> {
        let Pair { attacker, defender, .. } = on.pair;
        Some(match fact {
            Fact::Nerve(who) => {
                on.guns = Some(w.unit(on.pair.unit(who)).pose);
                Situation::Nerve(self.nerve_of_gunners(w, &on.pair))
            }
            Fact::Impact => Situation::Impact(self.impact_of(w, &on.pair)),
            Fact::Pursuit(winner) => {
                on.lines.of = Some(Ref::Unit(on.pair.unit(winner)));
                Situation::Pursuit(self.pursuit_of(w, on.hunt.as_ref()?)?)
            }
            Fact::Caught(_) => Situation::Caught(on.after == After::Melee),
            Fact::Melee => {
                Situation::Melee(Round { attacker: self.brawler(w, attacker), defender: self.brawler(w, defender) })
            }
            // The reception is over before the charger is at 2 pas.
            Fact::Answer | Fact::Fire(_) => return None,
        })
    }

    /// The morale situation of gunners whose guns are reached.
    fn nerve_of_gunners(&self, w: &World, pair: &Pair) -> Nerve {
        let from = w.unit(pair.attacker).pose.at;
        self.nerve_of(w, &self.positions(w), pair.defender, Cause::Attack, pair.aspect, Some(from))
    }

    /// Throws the dice that the state machine waits for and passes them on. Returns false if it waits for none.
    fn thrown(&self, d: &mut D<'_>, on: &mut Underway, bout: &mut ChargeBout<'_>) -> Flow<bool> {
        match bout.state.stage {
            Stage::Hold { .. } => {
                let nerve = self.nerve_of_gunners(&d.world, &on.pair);
                let tried = Tried { unit: on.pair.defender, nerve, owed_to: vec![on.pair.attacker] };
                let passed = self.try_morale(d, &[tried], "gunners")?;
                bout.feed(
                    BoutInput::Thrown(&[i16::from(*rulebook::ids::at(&passed, 0, "test of gunners"))]),
                    &mut Quiet,
                );
            }
            Stage::Clash { .. } => self.throw_impact(d, &on.pair, bout)?,
            Stage::Test { winner, .. } => {
                let winner = on.pair.unit(winner);
                let Some(pursuit) = on.hunt.as_ref().and_then(|hunt| self.pursuit_of(&d.world, hunt)) else {
                    return Ok(false);
                };
                let passed = self.throw_pursuit(d, winner, &pursuit, on.lines.clone())?;
                bout.feed(BoutInput::Thrown(&[i16::from(passed)]), &mut Quiet);
            }
            Stage::Strike { .. } => {
                self.strike(d, &mut on.struggle, &on.pair)?;
                bout.feed(BoutInput::Thrown(&[]), &mut Quiet);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Asks whether a winner inverts the result of its test (ML-8.4d).
    fn wished(&self, d: &mut D<'_>, on: &Underway) -> Flow<Vec<Reply>> {
        let WonImpact { winner, loser, .. } = *rulebook::ids::held(on.hunt.as_ref(), "the winner of an impact");
        let about = vec![Ref::Unit(winner), Ref::Unit(loser)];
        let replies = d.ask_one(Question::Pursue.about(self.side(winner), about))?;
        let key = picked(&replies).clone();
        d.tell(Deed::Declared { by: Ref::Unit(winner), key }, &[r::ML_8_4D]);
        Ok(replies)
    }

    /// Reports the pursuit of a unit that pursues without a test (ML-8.4h).
    fn pursues_untested(&self, d: &mut D<'_>, on: &Underway, stage: &Stage) {
        let tests = matches!(stage, Stage::Wish { .. } | Stage::Test { .. });
        if !tests && !on.lines.lines.is_empty() {
            d.tell(Deed::Tested { breakdown: on.lines.clone(), result: Term::of("failed") }, &[r::ML_8_4A]);
        }
    }

    /// Carries out the action that the state machine asks for. Returns true if that ends the fight.
    fn done_on_the_table(&self, d: &mut D<'_>, on: &mut Underway, bout: &ChargeBout<'_>) -> Flow<bool> {
        let Pair { attacker, defender, .. } = on.pair;
        match bout.state.stage {
            Stage::Act(Act::Remove) => {
                let unit = d.world.unit(defender);
                let rule = if unit.marker == Marker::Routing && self.on(r::ML_8_3A) { r::ML_8_3A } else { r::ML_8_7E };
                let fled = Fled { unit: defender, formation: unit.formation, tdc: unit.tdc() };
                self.remove(d, defender, Fate::Eliminated, &[rule, r::ML_GAP_25]);
                self.witnesses(d, vec![fled])?;
            }
            Stage::Act(Act::Abandon) => self.abandon(d, defender, &[r::ML_8_7D, r::ML_GAP_34]),
            Stage::Act(Act::Recoil(loser, pas)) => on.hunt = Some(self.give_way(d, &on.pair, loser, pas, bout)?),
            Stage::Act(Act::Chase(_, chase)) => {
                if let Some(hunt) = &on.hunt {
                    on.after = self.chase(d, hunt, chase)?;
                }
            }
            Stage::Act(Act::Join) => {
                // The unit that has caught the other strikes first.
                if on.hunt.as_ref().is_some_and(|hunt| hunt.winner == defender) {
                    on.struggle.turn_round();
                }
                for id in on.struggle.fronts() {
                    let who = if id == attacker { Who::Attacker } else { Who::Defender };
                    let disordered = bout.state.side(who).formation == Formation::Disorder;
                    self.enter_melee(d, id, disordered, r::ML_9A);
                }
            }
            Stage::Act(Act::Losses) => {
                let hits = std::mem::take(&mut on.struggle.hits);
                self.suffer(d, &hits)?;
                self.supports_waver(d);
                return Ok(self.support_runs(&d.world, &on.struggle));
            }
            Stage::Pause => return self.next_round(d, &mut on.struggle),
            _ => {}
        }
        Ok(false)
    }

    /// The loser takes the effects of the impact and recoils (ML-8.3m, ML-GAP-24).
    fn give_way(&self, d: &mut D<'_>, pair: &Pair, loser: Who, pas: u16, bout: &ChargeBout<'_>) -> Flow<WonImpact> {
        let (beaten, winner) = (pair.unit(loser), pair.unit(loser.other()));
        let unit = d.world.unit(beaten);
        let (place, site) = (unit.pose, unit.inside);
        let fled = Fled { unit: beaten, formation: unit.formation, tdc: unit.tdc() };
        let becomes = bout.state.side(loser);
        if becomes.formation == Formation::Disorder {
            self.disorder(d, beaten, &[r::ML_8_3M]);
        }
        if let Some(marker) = becomes.fate.marker() {
            self.mark(d, beaten, marker, &[r::ML_8_3M, r::ML_GAP_24]);
        }
        let routs = d.world.unit(beaten).marker == Marker::Routing;
        for charge in d.world.charges.iter_mut().filter(|c| c.by == beaten) {
            charge.stage = crate::world::Progress::Done;
        }
        self.supports_waver(d);
        let back = self.recoil(d, beaten, winner, pas)?;
        Ok(WonImpact { winner, loser: beaten, place, site, back, routs, fled })
    }

    /// A winner takes the place of the loser or goes on.
    fn chase(&self, d: &mut D<'_>, hunt: &WonImpact, chase: pursuit::Chase) -> Flow<After> {
        if chase == pursuit::Chase::TakesPlace {
            self.take_place(d, hunt)?;
            return Ok(After::Nothing);
        }
        let Some(pursuit) = self.pursuit_of(&d.world, hunt) else { return Ok(After::Nothing) };
        self.run_on(d, hunt, &pursuit, chase)
    }

    /// What remains after a fight: guns taken, rout moves of losers, witnesses, the next enemy.
    fn after_the_fight(&self, d: &mut D<'_>, on: Underway) -> Flow<Option<Pair>> {
        let Pair { attacker, defender, .. } = on.pair;
        if let Some(place) = on.guns {
            let fled = d.world.unit(defender).life != Life::Present;
            let stands = d.world.unit(attacker).present() && !d.world.unit(attacker).broken();
            if fled && stands && self.on(r::ML_GAP_34) {
                self.take_ground(d, attacker, place)?;
            }
        }
        let Some(WonImpact { winner, loser, back, routs, fled, .. }) = on.hunt else { return Ok(None) };
        let mut gone = Vec::new();
        if routs || back.is_none() {
            gone.push(fled);
        }
        if routs && d.world.unit(loser).life == Life::Present {
            self.rout_move(d, loser)?;
        }
        // Witnesses see a routing loser where it received its marker, and again where it is removed (ML-GAP-05).
        let after = d.world.unit(loser);
        if routs && back.is_some() && matches!(after.life, Life::Gone(_)) && self.on(r::ML_GAP_05) {
            gone.push(Fled { tdc: after.tdc(), ..fled });
        }
        if !gone.is_empty() {
            self.witnesses(d, gone)?;
        }
        Ok(match on.after {
            After::Met(enemy) => self.met_by(d, winner, enemy),
            After::Melee | After::Nothing => None,
        })
    }
}
