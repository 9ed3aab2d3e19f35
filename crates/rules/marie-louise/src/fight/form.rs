//! Answers the questions of a charge from a form filled in beforehand.

use super::{
    Answer, Charge, ChargeBout, Charged, Contact, Defence, Fact, From, Outcome, Party, Situation, Stage, State, answer,
};
use crate::question::Does;
use crate::resolve::fire::Volley;
use crate::resolve::guns::{Battery, Cannonade, Height, Mark};
use crate::resolve::impact::{Impact, Who};
use crate::resolve::melee::Round;
use crate::resolve::pursuit::Pursuit;
use crate::resolve::reaction::Reaction;
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Aspect};
use game::{Field, Policy, Quiet, Reply, Slot, Teller};

/// A charge typed in: all facts are known beforehand.
pub struct Form<'a> {
    pub charge: &'a Charge,
}

impl Charge {
    /// The state machine of this charge.
    #[must_use]
    pub fn bout<'a>(&'a self, book: &'a Book) -> ChargeBout<'a> {
        let contact = self.answer(book).contact;
        let stage = match (self.from, contact) {
            (From::Reaction, _) => Stage::Begin,
            (From::Impact, Contact::Impact) => Stage::Impact,
            (From::Impact, Contact::Gunners) => Stage::Contact,
            (From::Impact, Contact::Removed) => Stage::Done(Outcome::Attacker),
            (From::Melee, _) => Stage::Melee,
        };
        let mut state = State::at(stage, self.attacker.condition(), self.defender.condition());
        if self.from == From::Impact {
            // A unit removed at the contact meets no impact (ML-8.3a, ML-8.7e).
            if contact == Contact::Removed {
                state.defender.remove();
            }
        }
        ChargeBout { book, charge: self, state, unseen: false, on_table: false }
    }

    /// The state machine of this charge, driven by a turn: at every [`Stage::Act`] the turn acts, and all later facts
    /// are read from the table. Only the fixed part counts here: who charges whom.
    pub(crate) fn on_the_table<'a>(&'a self, book: &'a Book, stage: Stage) -> ChargeBout<'a> {
        let state = State::at(stage, self.attacker.condition(), self.defender.condition());
        ChargeBout { book, charge: self, state, unseen: false, on_table: true }
    }

    /// The possible reactions of the charged unit.
    #[must_use]
    pub fn answer(&self, book: &Book) -> Answer {
        let defender = &self.defender;
        let charged = Charged {
            arm: defender.arm,
            formation: defender.formation,
            marker: defender.marker,
            order: defender.order,
            fired: defender.fired,
            attacker: self.attacker.arm,
            distance: self.distance,
            aspect: self.aspect,
            outside_arc: self.outside_arc,
        };
        answer(book, &charged, &mut Quiet)
    }

    /// The aspect that counts for a side. For the charged unit that of the charge, as it stood when the charge came
    /// (ML-GAP-10); front for the charger (ML-GAP-35) and for guns turned to face it (ML-GAP-70).
    fn aspect(&self, book: &Book, who: Who) -> Aspect {
        let charged = &self.defender;
        let turned = self.turned && self.from == From::Reaction && charged.arm == Arm::Artillery;
        match who {
            Who::Attacker => Aspect::Front,
            Who::Defender if turned && book.on(r::ML_GAP_70) => Aspect::Front,
            Who::Defender => book.felt(self.aspect, book.stance(charged.formation, charged.marker)),
        }
    }

    /// A side as typed in.
    pub(super) const fn typed(&self, who: Who) -> &Party {
        match who {
            Who::Attacker => &self.attacker,
            Who::Defender => &self.defender,
        }
    }

    /// A side in its present state.
    fn party(&self, bout: &ChargeBout<'_>, who: Who) -> Party {
        self.typed(who).now(bout.state.side(who))
    }

    /// The fire of the charged battery.
    fn cannonade(&self, bout: &ChargeBout<'_>) -> Cannonade {
        let (attacker, defender) = (self.party(bout, Who::Attacker), self.party(bout, Who::Defender));
        Cannonade {
            battery: Battery {
                elements: defender.elements,
                class: defender.class,
                formation: defender.formation,
                order: defender.order,
                marker: defender.marker,
                fire_training: defender.fire_training,
                turned: self.turned && bout.book.on(r::ML_GAP_33),
                ..Battery::default()
            },
            target: Mark {
                arm: attacker.arm,
                formation: attacker.formation,
                order: attacker.order,
                marker: attacker.marker,
                shelter: attacker.shelter,
                height: match (attacker.lower, defender.lower) {
                    (true, false) => Height::Lower,
                    (false, true) => Height::Higher,
                    _ => Height::Same,
                },
                ..Mark::default()
            },
            // It fires when the charger stands in front of it (ML-GAP-30), in zone 1 (ML-8.7b).
            distance: bout.book.tables.distance.contact,
            zone: Some(1),
            aspect: Aspect::Front,
            rain: self.rain,
        }
    }
}

fn reaction(own: &Party, enemy: &Party, charged: bool) -> Reaction {
    Reaction {
        cohesion: own.cohesion,
        general: own.general,
        charged,
        no_light_company: own.no_light_company,
        attacker: enemy.arm,
        attacker_light_company: !enemy.no_light_company,
    }
}

impl<'a> Teller<ChargeBout<'a>> for Form<'_> {
    fn tell(&self, bout: &ChargeBout<'a>, fact: &Fact) -> Option<Situation> {
        Some(self.told(bout, *fact))
    }
}

impl Form<'_> {
    fn told(&self, bout: &ChargeBout<'_>, fact: Fact) -> Situation {
        let charge = self.charge;
        let party = |who: Who| charge.party(bout, who);
        let sides = || (party(Who::Attacker), party(Who::Defender));
        match fact {
            Fact::Answer => {
                let (attacker, defender) = sides();
                Situation::Answer(charge.answer(bout.book), reaction(&defender, &attacker, true))
            }
            Fact::Fire(_) if charge.defender.arm == Arm::Artillery => Situation::Cannonade(charge.cannonade(bout)),
            Fact::Fire(band) => Situation::Volley(Volley {
                shooter: party(Who::Defender).shooter(),
                target: party(Who::Attacker).target(),
                distance: charge.distance,
                range: band,
                aspect: Aspect::Front,
                rain: charge.rain,
            }),
            Fact::Nerve(who) => Situation::Nerve(party(who).nerve(charge.aspect(bout.book, who))),
            Fact::Impact => Situation::Impact(Impact {
                attacker: party(Who::Attacker).fighter(charge.aspect(bout.book, Who::Attacker)),
                defender: party(Who::Defender).fighter(charge.aspect(bout.book, Who::Defender)),
            }),
            Fact::Pursuit(winner) => {
                let (own, enemy) = (party(winner), party(winner.other()));
                let loser = bout.state.side(winner.other());
                Situation::Pursuit(Pursuit {
                    unit: reaction(&own, &enemy, false),
                    allowance: charge.remaining,
                    bonus: crate::Distance::default(),
                    moved: crate::Distance::default(),
                    recoil: bout.state.recoil(),
                    loser: loser.marker(),
                    loser_eliminated: loser.fate == crate::resolve::morale::AfterTest::Eliminated,
                    overconfident: own.overconfident,
                    inverted: false,
                })
            }
            Fact::Caught(_) => Situation::Caught(true),
            Fact::Melee => {
                let (attacker, defender) = sides();
                Situation::Melee(Round { attacker: attacker.brawler(), defender: defender.brawler() })
            }
        }
    }
}

/// Decides as the form says.
pub struct Wish {
    /// The choice of a battalion that may form a solid square.
    pub defence: Defence,
    /// The attacker asks for the opposite of the result of its pursuit test.
    pub inverted: bool,
}

impl<'a> Policy<ChargeBout<'a>> for Wish {
    fn reply(&self, bout: &ChargeBout<'a>, _: &Slot, fields: &[Field]) -> Vec<Reply> {
        match bout.state.stage {
            Stage::Wish { .. } if self.inverted => vec![Reply::pick(Does::Inverted.key())],
            Stage::Choice { .. } if self.defence == Defence::SolidSquare => {
                vec![Reply::pick(Does::SolidSquare.key())]
            }
            _ => fields.iter().map(|field| field.default.clone()).collect(),
        }
    }
}
