//! Tests in the turn: the situation is read from the table, the dice are thrown together, the result is reported.

use super::D;
use crate::resolve::morale::{self, Cause, Nerve};
use crate::resolve::reaction::{self, Reaction};
use crate::world::{Positions, World};
use crate::{Arm, Aspect, MarieLouise, Rank, r};
use game::{Breakdown, Deed, Flow, Line, Op, Ref, Rule, Term, Toss, Trace as _, UnitId};
use table::{Point, Quarter, quarter};

/// A unit that must take a morale test.
pub(crate) struct Tried {
    pub unit: UnitId,
    pub nerve: Nerve,
    /// The cause of the test: the attackers that determine its aspect (ML-5.2k), or the friends that it sees rout or be
    /// destroyed (ML-5.2a).
    pub owed_to: Vec<UnitId>,
}

impl MarieLouise {
    /// The highest general attached to a unit that commands it (ML-5.1c, ML-5.1d, ML-GAP-37).
    #[must_use]
    pub fn general_for_reaction(&self, w: &World, id: UnitId) -> Option<Rank> {
        let place = self.attached(w, id)?;
        let rank = self.generals[place].rank;
        (rank >= Rank::Corps || self.is_over(place, id)).then_some(rank)
    }

    /// Whether a general commands a unit, directly or through others.
    pub(super) fn is_over(&self, general: usize, id: UnitId) -> bool {
        let mut place = Some(usize::from(self.sheet(id).command));
        // A chain of command is shorter than the list of generals.
        for _ in 0..self.generals.len() {
            match place {
                Some(here) if here == general => return true,
                Some(here) => place = self.general_sheet(here).superior,
                None => return false,
            }
        }
        false
    }

    /// The situation of a reaction test; `charger`: the charge is the reason for the test.
    #[must_use]
    pub fn reaction_of(&self, w: &World, id: UnitId, charger: Option<UnitId>) -> Reaction {
        let profile = &self.sheet(id).profile;
        let attacker = charger.map(|c| &self.sheet(c).profile);
        Reaction {
            cohesion: profile.cohesion,
            general: self.general_for_reaction(w, id),
            charged: charger.is_some(),
            no_light_company: profile.no_light_company,
            attacker: attacker.map_or(Arm::Infantry, |a| a.arm),
            attacker_light_company: attacker.is_some_and(|a| a.arm == Arm::Infantry && !a.no_light_company),
        }
    }

    /// Reaction tests taken together, by the rule that requires them (ML-5.1a); returns the results in order.
    ///
    /// # Errors
    /// `Wait`, for the dice.
    pub fn react(&self, d: &mut D<'_>, tests: &[(UnitId, Option<UnitId>)], occasion: Rule) -> Flow<Vec<bool>> {
        if !self.on(r::ML_5_1A) {
            return Ok(vec![true; tests.len()]);
        }
        let mut checks = Vec::with_capacity(tests.len());
        for (id, charger) in tests {
            let mut lines = Breakdown::new("reaction", Some(Ref::Unit(*id)));
            let check = reaction::reaction(&self.book, &self.reaction_of(&d.world, *id, *charger), &mut lines);
            checks.push((*id, check, lines));
        }
        let tosses: Vec<Toss> = checks
            .iter()
            .filter_map(|(id, check, _)| Some(Toss::new(r::ML_5_1B, Ref::Unit(*id), check.throw()?)))
            .collect();
        let mut thrown = d.throw(tosses)?.into_iter();
        let mut out = Vec::with_capacity(tests.len());
        for (_, check, mut lines) in checks {
            let passed = if check.automatic {
                true
            } else {
                let Some(fell) = thrown.next() else { continue };
                let face = fell.face();
                rulebook::dice_in(&mut lines, r::ML_5_1B, i64::from(face));
                fell.class > 0
            };
            let result = Term::of(if passed { "passed" } else { "failed" });
            d.tell(Deed::Tested { breakdown: lines, result }, &[r::ML_5_1A, occasion]);
            out.push(passed);
        }
        Ok(out)
    }

    /// The situation of a morale test (ML-5.2g to ML-5.2s), read from the table.
    #[must_use]
    pub fn nerve_of(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        cause: Cause,
        aspect: Aspect,
        from: Option<Point>,
    ) -> Nerve {
        let (unit, profile) = (w.unit(id), &self.sheet(id).profile);
        let (flanks_supported, rear_support, _) = self.supports(w, positions, id);
        Nerve {
            arm: profile.arm,
            cohesion: profile.cohesion,
            status: profile.status,
            formation: unit.formation,
            marker: unit.marker,
            order: unit.order,
            elements_lost: unit.lost,
            aspect,
            cause,
            isolated: self.isolated(w, positions, id),
            flanks_supported,
            rear_support,
            charisma: self.attached(w, id).map_or(0, |place| w.generals[place].charisma),
            shelter: self.shelter(w, id, from),
            unseen: self.unseen(w, positions, id),
        }
    }

    /// Adds to the lines of a test the neighbours that cause them: supports (ML-5.2m, ML-5.2n), the general (ML-5.2q),
    /// and attackers from flank or rear (ML-5.2k).
    pub(crate) fn name_neighbours(
        &self,
        w: &World,
        positions: &Positions,
        id: UnitId,
        attackers: &[UnitId],
        lines: &mut Breakdown,
    ) {
        let (_, _, who) = self.supports(w, positions, id);
        let pose = w.unit(id).pose;
        let (rear, flank): (Vec<UnitId>, Vec<UnitId>) =
            who.into_iter().partition(|friend| quarter(&pose, w.unit(*friend).pose.at) == Quarter::Rear);
        let general = self.attached(w, id).map(|place| w.general_id(place));
        for line in &mut lines.lines {
            let who = match line.rule.as_str() {
                rule if rule == r::ML_5_2M.id => &flank,
                rule if rule == r::ML_5_2N.id => &rear,
                rule if rule == r::ML_5_2Q.id => &general.into_iter().collect(),
                rule if rule == r::ML_5_2K.id => &attackers.to_vec(),
                _ => continue,
            };
            line.who.clone_from(who);
        }
    }

    /// Morale tests taken together from the situation of one instant; returns the results in order.
    ///
    /// # Errors
    /// `Wait`, for the dice.
    pub(crate) fn try_morale(&self, d: &mut D<'_>, tests: &[Tried], test: &'static str) -> Flow<Vec<bool>> {
        let mut due = Vec::with_capacity(tests.len());
        let mut tosses = Vec::with_capacity(tests.len());
        let positions = self.positions(&d.world);
        for Tried { unit, nerve, owed_to } in tests {
            let mut lines = Breakdown::new(test, Some(Ref::Unit(*unit)));
            if nerve.cause == Cause::Witness {
                let mut seen = Line::new(r::ML_5_2A, Op::Read(rulebook::saturated::<i64, _>(owed_to.len())));
                seen.who.clone_from(owed_to);
                lines.line(|| seen);
            }
            let (_, throw) = morale::test(&self.book, nerve, &mut lines);
            self.name_neighbours(&d.world, &positions, *unit, owed_to, &mut lines);
            tosses.push(Toss::new(r::ML_5_2F, Ref::Unit(*unit), throw));
            due.push(lines);
        }
        let thrown = d.throw(tosses)?;
        let mut out = Vec::with_capacity(tests.len());
        for (mut lines, fell) in due.into_iter().zip(thrown) {
            rulebook::dice_in(&mut lines, r::ML_5_2F, fell.difference());
            let passed = fell.class > 0;
            d.tell(Deed::Tested { breakdown: lines, result: Term::of(if passed { "passed" } else { "failed" }) }, &[]);
            out.push(passed);
        }
        Ok(out)
    }

    /// Draws lots between the two sides (ML-GAP-56); true: blue wins.
    ///
    /// # Errors
    /// `Wait`, for the lot.
    pub fn lot(&self, d: &mut D<'_>, rule: Rule) -> Flow<bool> {
        let toss = Toss::new(rule, Ref::Side(game::Side::Blue), dice::Throw::sum(1, dice::Die::Lot(2)));
        Ok(d.throw_one(toss)?.class == 1)
    }
}
