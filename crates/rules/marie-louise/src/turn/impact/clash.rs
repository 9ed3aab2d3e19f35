//! One impact: the scores of both sides compared (ML-8.3a to ML-8.3m, ML-GAP-24).

use super::pursuit::Hunt;
use crate::impact::{self, Fighter, Footing, Verdict, Who};
use crate::morale::Cause;
use crate::tables::Heavy;
use crate::turn::D;
use crate::turn::losses::Fled;
use crate::world::{Fate, Lie, Life, World};
use crate::{Arm, Aspect, Formation, MarieLouise, Marker, morale, r};
use game::{Breakdown, Deed, Flow, Ref, Term, Toss, UnitId};
use rulebook::dice_in;
use table::within_cm;

/// Two units that meet: the attacker, the defender, and what holds between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub attacker: UnitId,
    pub defender: UnitId,
    /// From where the defender is attacked.
    pub aspect: Aspect,
    /// Both charge: whoever wins may pursue (ML-GAP-29).
    pub mutual: bool,
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
    /// A charge at 2 pas is carried home; its pursuit may lead to other enemies.
    pub(super) fn resolve_charge(&self, d: &mut D<'_>, by: UnitId, target: UnitId, mutual: bool) -> Flow<()> {
        if !self.comes_up(d, by, target) {
            return Ok(());
        }
        let aspect = d.world.charges.iter().find(|c| c.by == by).map_or(Aspect::Front, |c| c.aspect);
        let mut next = Some(Pair { attacker: by, defender: target, aspect, mutual });
        // Each pair meets once a turn, so that this ends.
        while let Some(pair) = next.take() {
            d.world.met.push((pair.attacker, pair.defender));
            next = self.collide(d, pair)?;
        }
        Ok(())
    }

    /// A target that has been driven back is followed as far as the charge still goes (ML-GAP-28).
    fn comes_up(&self, d: &mut D<'_>, by: UnitId, target: UnitId) -> bool {
        let contact = self.book.tables.distance.contact.cm();
        if within_cm(self.gap_to(&d.world, by, target), contact) {
            return true;
        }
        let lie = self.lie(&d.world);
        let Some(charge) = d.world.charges.iter().find(|c| c.by == by).cloned() else { return false };
        let dash = self.dash(&d.world, &lie, &charge, target);
        if !dash.reaches || !self.on(r::ML_GAP_28) {
            self.note(d, by, "charge_too_short", game::Facts::new(), &[r::ML_GAP_28]);
            return false;
        }
        self.advance(d, by, dash.bearing, dash.cm, &[r::ML_8_1A, r::ML_GAP_28]);
        true
    }

    /// What happens where they meet; gives the next enemy met by a pursuit.
    fn collide(&self, d: &mut D<'_>, pair: Pair) -> Flow<Option<Pair>> {
        let (unit, arm) = (d.world.unit(pair.defender), self.sheet(pair.defender).profile.arm);
        let fled = Fled { unit: pair.defender, formation: unit.formation, tdc: unit.tdc() };
        let limbered = arm == Arm::Artillery && unit.formation == Formation::Limbered;
        if unit.marker == Marker::Routing && self.on(r::ML_8_3A) {
            self.remove(d, pair.defender, Fate::Eliminated, &[r::ML_8_3A, r::ML_GAP_25]);
            self.witnesses(d, vec![fled])?;
            return Ok(None);
        }
        if limbered && self.on(r::ML_8_7E) {
            self.remove(d, pair.defender, Fate::Eliminated, &[r::ML_8_7E, r::ML_GAP_25]);
            self.witnesses(d, vec![fled])?;
            return Ok(None);
        }
        if arm == Arm::Artillery && !limbered && self.on(r::ML_8_7D) {
            self.guns_reached(d, pair)?;
            return Ok(None);
        }
        match self.compare_scores(d, pair)? {
            Verdict::Melee => {
                self.melee(d, pair)?;
                Ok(None)
            }
            Verdict::Beaten { loser, recoil } => self.beaten(d, pair, loser, recoil),
        }
    }

    /// Ground that weighs at the impact (ML-8.3d, ML-GAP-46).
    fn footing(&self, w: &World, id: UnitId) -> Footing {
        let mut worst = Footing::Firm;
        for feature in self.terrain.at(w.unit(id).pose.at) {
            let Some(kind) = self.terrain.kind(feature) else { continue };
            match self.book.tables.terrain(kind).heavy {
                Heavy::Everybody => return Footing::Heavy,
                Heavy::Cavalry => worst = Footing::Rocky,
                Heavy::Nobody => {}
            }
        }
        worst
    }

    /// A unit at the impact, read from the table.
    pub(crate) fn fighter_of(&self, w: &World, lie: &Lie, id: UnitId, enemy: UnitId, aspect: Aspect) -> Fighter {
        let profile = &self.sheet(id).profile;
        let nerve = self.nerve_of(w, lie, id, Cause::Attack, aspect, Some(w.unit(enemy).pose.at));
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

    /// The impact test of both (ML-8.3b), thrown together.
    fn compare_scores(&self, d: &mut D<'_>, pair: Pair) -> Flow<Verdict> {
        let lie = self.lie(&d.world);
        let (a, b) = (pair.attacker, pair.defender);
        let fighters =
            [self.fighter_of(&d.world, &lie, a, b, Aspect::Front), self.fighter_of(&d.world, &lie, b, a, pair.aspect)];
        let toss = Toss {
            rule: r::ML_8_3B.into(),
            by: [Ref::Unit(a), Ref::Unit(b)].into_iter().collect(),
            throw: impact::dice(&self.book),
        };
        let thrown = d.throw(vec![toss])?;
        let faces = thrown.first().map_or(&[] as &[u8], |fell| fell.faces.as_slice());
        let mut scores = [0_i16; 2];
        let mut lines = Vec::new();
        for (n, (id, own, enemy)) in
            [(a, &fighters[0], &fighters[1]), (b, &fighters[1], &fighters[0])].into_iter().enumerate()
        {
            let mut breakdown = Breakdown::new("impact", Some(Ref::Unit(id)));
            let _ = morale::dice(&self.book, &mut breakdown);
            let modifier = impact::modifiers(&self.book, own, enemy, &mut breakdown);
            self.name_neighbours(&d.world, &lie, id, &mut breakdown);
            let face = |place: usize| faces.get(2 * n + place).copied().map_or(0, i16::from);
            let dice = face(0) - face(1);
            dice_in(&mut breakdown, r::ML_5_2F, i64::from(dice));
            scores[n] = dice + modifier;
            lines.push(breakdown);
        }
        let verdict = impact::compare(&self.book, scores[0], scores[1]);
        for (breakdown, who) in lines.into_iter().zip([Who::Attacker, Who::Defender]) {
            let result = match verdict {
                Verdict::Melee => "equal",
                Verdict::Beaten { loser, .. } if loser == who => "lost",
                Verdict::Beaten { .. } => "won",
            };
            d.tell(Deed::Tested { breakdown, result: Term::of(result) }, &[r::ML_8_3M]);
        }
        Ok(verdict)
    }

    /// The loser recoils, disorganised and shaken, or routs if it was shaken (ML-8.3m, ML-GAP-24); the winner may pursue.
    fn beaten(&self, d: &mut D<'_>, pair: Pair, loser: Who, recoil: u16) -> Flow<Option<Pair>> {
        let (beaten, winner) = (pair.unit(loser), pair.unit(loser.other()));
        let unit = d.world.unit(beaten);
        let before = unit.pose;
        let site = unit.inside;
        let fled = Fled { unit: beaten, formation: unit.formation, tdc: unit.tdc() };
        let fate = impact::loser(&self.book, unit.marker);
        if self.on(r::ML_8_3M) {
            self.disorder(d, beaten, &[r::ML_8_3M]);
        }
        if let Some(marker) = fate.marker() {
            self.mark(d, beaten, marker, &[r::ML_8_3M, r::ML_GAP_24]);
        }
        let routs = d.world.unit(beaten).marker == Marker::Routing;
        for charge in d.world.charges.iter_mut().filter(|c| c.by == beaten) {
            charge.stage = crate::world::Stage::Done;
        }
        self.supports_waver(d);
        let back = self.recoil(d, beaten, winner, recoil)?;
        let mut gone = Vec::new();
        if routs || back.is_none() {
            gone.push(fled);
        }
        // The attacker who won tests for pursuit; in a mutual charge both attacked (ML-8.4a, ML-GAP-29).
        let pursues = loser == Who::Defender || pair.mutual && self.on(r::ML_GAP_29);
        let hunt = Hunt { winner, loser: beaten, place: before, site, back };
        let next = if pursues { self.pursue(d, &hunt)? } else { super::pursuit::After::Nothing };
        if let super::pursuit::After::Melee = next {
            self.melee(d, Pair { attacker: winner, defender: beaten, ..pair })?;
        }
        if routs && d.world.unit(beaten).life == Life::Present {
            self.rout_move(d, beaten)?;
        }
        // A loser who runs is seen where he got his marker, and again where he is removed (ML-GAP-05).
        let after = d.world.unit(beaten);
        if routs && back.is_some() && matches!(after.life, Life::Gone(_)) && self.on(r::ML_GAP_05) {
            gone.push(Fled { tdc: after.tdc(), ..fled });
        }
        if !gone.is_empty() {
            self.witnesses(d, gone)?;
        }
        Ok(match next {
            super::pursuit::After::Met(enemy) => self.met_by(d, winner, enemy),
            super::pursuit::After::Melee | super::pursuit::After::Nothing => None,
        })
    }

    /// The next impact of a pursuer, if both still stand (ML-8.4g).
    fn met_by(&self, d: &D<'_>, winner: UnitId, enemy: UnitId) -> Option<Pair> {
        let stands = |id: UnitId| d.world.unit(id).present();
        if !stands(winner) || !stands(enemy) || d.world.unit(winner).broken() {
            return None;
        }
        let aspect = self.aspect(d.world.unit(enemy), d.world.unit(winner).pose.at);
        Some(Pair { attacker: winner, defender: enemy, aspect, mutual: false })
    }
}
