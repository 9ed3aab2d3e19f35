//! One impact: compares the scores of both sides (ML-8.3a to ML-8.3m, ML-GAP-24).

use crate::fight::{Act, ChargeBout, Stage};
use crate::resolve::impact::{self, Fighter, Footing, Impact, Who};
use crate::resolve::morale;
use crate::resolve::morale::Cause;
use crate::terms::tables::Heavy;
use crate::turn::D;
use crate::turn::charge::Rush;
use crate::world::{NamedCharge, Positions, World};
use crate::{Aspect, MarieLouise, r};
use game::{Bout, BoutInput, Breakdown, Deed, Flow, Quiet, Ref, Term, Thrown, Toss, UnitId};
use rulebook::dice_in;
use table::within_cm;

/// Two units that meet: attacker, defender, and the data of their impact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub attacker: UnitId,
    pub defender: UnitId,
    /// The side from which the defender is attacked.
    pub aspect: Aspect,
    /// Both charge: either winner may pursue (ML-GAP-29).
    pub mutual: bool,
}

/// How a charger whose impact is due reaches its target, which may have been driven back in the meantime.
pub(crate) enum ComingUp {
    /// The charger is in front of it.
    Stands,
    /// The charger may not follow it there.
    Closed,
    Short,
    Follows(Rush),
}

impl Pair {
    pub(super) const fn unit(&self, who: Who) -> UnitId {
        match who {
            Who::Attacker => self.attacker,
            Who::Defender => self.defender,
        }
    }
}

impl MarieLouise {
    /// Resolves a charge at 2 pas; its pursuit may lead to other enemies.
    pub(super) fn resolve_charge(&self, d: &mut D<'_>, by: UnitId, target: UnitId, mutual: bool) -> Flow<()> {
        if !self.comes_up(d, by, target)? {
            return Ok(());
        }
        let charge = rulebook::ids::held(d.world.charges.iter().find(|c| c.by == by), "the charge of who comes up");
        let aspect = self.struck_from(charge, mutual);
        let mut next = Some(Pair { attacker: by, defender: target, aspect, mutual });
        // Each pair meets once a turn, so the loop ends.
        while let Some(pair) = next.take() {
            d.world.met.push((pair.attacker, pair.defender));
            next = self.fight(d, pair)?;
        }
        Ok(())
    }

    /// Follows a target that was driven back as far as the charge can still go (ML-GAP-28).
    fn comes_up(&self, d: &mut D<'_>, by: UnitId, target: UnitId) -> Flow<bool> {
        let Some(charge) = d.world.charges.iter().find(|c| c.by == by) else { return Ok(false) };
        match self.coming_up(&d.world, charge, target) {
            ComingUp::Stands => {}
            ComingUp::Closed => {
                self.note(d, by, "target_closed_to_horse", game::Facts::new(), &[r::ML_3_1H]);
                return Ok(false);
            }
            ComingUp::Short => {
                self.note(d, by, "charge_too_short", game::Facts::new(), &[r::ML_GAP_28]);
                return Ok(false);
            }
            ComingUp::Follows(dash) => self.advance(d, &dash, dash.cm, &[r::ML_8_1A, r::ML_GAP_28])?,
        }
        Ok(true)
    }

    pub(crate) fn coming_up(&self, w: &World, charge: &NamedCharge, target: UnitId) -> ComingUp {
        let contact = self.book.tables.distance.contact.cm();
        // A battery that has turned in place is not farther away.
        let stayed = charge.met == Some([charge.by, target].map(|id| w.unit(id).pose.at));
        if stayed || within_cm(self.gap_to(w, charge.by, target), contact) {
            return ComingUp::Stands;
        }
        if self.closed_to(w, charge.by, target) {
            return ComingUp::Closed;
        }
        let positions = self.positions(w);
        let dash = self.dash(w, &positions, charge, target);
        // A friend may stand where the charger would have to stop.
        let free = !self.on(r::ML_GAP_11) || self.landing(w, &positions, &dash, &[]).reaches;
        if dash.reaches && free && self.on(r::ML_GAP_28) { ComingUp::Follows(dash) } else { ComingUp::Short }
    }

    /// Ground that counts at the impact (ML-8.3d, ML-GAP-46).
    fn footing(&self, w: &World, id: UnitId) -> Footing {
        let mut worst = Footing::Firm;
        for feature in self.terrain.at(w.unit(id).pose.at) {
            let Some(kind) = self.terrain.kind(feature) else { continue };
            match self.ground(kind).heavy {
                Heavy::Everybody => return Footing::Heavy,
                Heavy::Cavalry => worst = Footing::Rocky,
                Heavy::Nobody => {}
            }
        }
        worst
    }

    /// A unit at the impact, read from the table.
    pub(crate) fn fighter_of(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        enemy: UnitId,
        aspect: Aspect,
    ) -> Fighter {
        let profile = &self.sheet(id).profile;
        let nerve = self.nerve_of(w, positions, id, Cause::Attack, aspect, Some(w.unit(enemy).pose.at));
        Fighter {
            arm: nerve.arm,
            class: profile.class,
            cohesion: nerve.cohesion,
            status: nerve.status,
            formation: nerve.formation,
            marker: nerve.marker,
            order: nerve.order,
            elements_lost: nerve.elements_lost,
            aspect,
            isolated: nerve.isolated,
            flanks_supported: nerve.flanks_supported,
            rear_support: nerve.rear_support,
            charisma: nerve.charisma,
            shelter: nerve.shelter,
            unseen: nerve.unseen,
            lances: profile.lances,
            cuirassed: profile.cuirassed,
            lower: self.level(w, id) < self.level(w, enemy),
            ground: self.footing(w, id),
        }
    }

    /// Both at the impact, read from the table.
    pub(super) fn impact_of(&self, w: &World, pair: &Pair) -> Impact {
        let positions = self.positions(w);
        let (a, b) = (pair.attacker, pair.defender);
        Impact {
            attacker: self.fighter_of(w, &positions, a, b, Aspect::Front),
            defender: self.fighter_of(w, &positions, b, a, pair.aspect),
        }
    }

    /// The impact test of both sides (ML-8.3b), thrown together; then the state machine of the charge goes on.
    pub(super) fn throw_impact(&self, d: &mut D<'_>, pair: &Pair, bout: &mut ChargeBout<'_>) -> Flow<()> {
        let (a, b) = (pair.attacker, pair.defender);
        let toss = Toss {
            rule: r::ML_8_3B.into(),
            by: [Ref::Unit(a), Ref::Unit(b)].into_iter().collect(),
            throw: impact::dice(&self.book),
        };
        let Thrown { faces, class } = d.throw_one(toss)?;
        bout.feed(BoutInput::Thrown(&[class]), &mut Quiet);
        let positions = self.positions(&d.world);
        let Impact { attacker, defender } = self.impact_of(&d.world, pair);
        let sides = [(Who::Attacker, a, &attacker, &defender), (Who::Defender, b, &defender, &attacker)];
        for (n, (who, id, own, enemy)) in sides.into_iter().enumerate() {
            let mut breakdown = Breakdown::new("impact", Some(Ref::Unit(id)));
            let _ = morale::dice(&self.book, &mut breakdown);
            let _ = impact::modifiers(&self.book, own, enemy, &mut breakdown);
            self.name_neighbours(&d.world, &positions, id, &[if id == a { b } else { a }], &mut breakdown);
            // No dice are thrown where the book has none (ML-8.3b).
            if let Some([plus, minus]) = faces.get(2 * n..2 * n + 2) {
                dice_in(&mut breakdown, r::ML_5_2F, i64::from(*plus) - i64::from(*minus));
            }
            let result = match bout.state.stage {
                Stage::Act(Act::Recoil(loser, _)) if loser == who => "lost",
                Stage::Act(Act::Recoil(..)) => "won",
                _ => "equal",
            };
            d.tell(Deed::Tested { breakdown, result: Term::of(result) }, &[r::ML_8_3M]);
        }
        Ok(())
    }

    /// The next impact of a pursuer, if neither unit is broken (ML-8.4g).
    pub(super) fn met_by(&self, d: &D<'_>, winner: UnitId, enemy: UnitId) -> Option<Pair> {
        let stands = |id: UnitId| d.world.unit(id).present();
        if !stands(winner) || !stands(enemy) || d.world.unit(winner).broken() {
            return None;
        }
        let aspect = self.aspect(d.world.unit(enemy), d.world.unit(winner).pose.at);
        Some(Pair { attacker: winner, defender: enemy, aspect, mutual: false })
    }
}
