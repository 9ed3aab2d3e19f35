//! Pursuit after a won impact (chapter 8.4, ML-GAP-26, ML-GAP-60).

use crate::question::{Does, Kind, accept, any, pick_one};
use crate::resolve::pursuit::{self, Chase, Pursuit};
use crate::turn::D;
use crate::turn::charge::Rush;
use crate::turn::loss_steps::Fled;
use crate::world::{Fate, NamedCharge, PAS, Positions, World};
use crate::{Arm, Distance, Formation, MarieLouise, r};
use game::{Breakdown, Choice, Deed, Field, Flow, Quiet, Ref, Slot, Term, Toss, UnitId};
use rulebook::Known;
use rulebook::dice_in;
use table::{Angle, Cm, Piece, Pose, distance, first_within, within_cm};

pub(crate) const PURSUE: Kind =
    Kind { rules: &[r::ML_8_4A, r::ML_8_4D], fields: MarieLouise::fields_pursue, check: accept, suggest: any };

/// The winner of an impact, and its loser.
pub(super) struct WonImpact {
    pub winner: UnitId,
    pub loser: UnitId,
    /// The place of the loser.
    pub place: Pose,
    /// The building that the loser held.
    pub site: Option<u16>,
    /// The recoil of the loser; `None`: it is gone.
    pub back: Option<Cm>,
    pub routs: bool,
    /// The loser as its witnesses saw it.
    pub fled: Fled,
}

/// The result of a pursuit.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    Nothing,
    /// The loser is caught.
    Melee,
    /// Another enemy is met (ML-8.4g).
    Met(UnitId),
}

impl MarieLouise {
    fn fields_pursue(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(Ref::Unit(winner)) = slot.about.first().copied() else { return Vec::new() };
        let left = w.charges.iter().find(|c| c.by == winner).map_or(0, |c| (c.allowance + c.bonus - c.gone).max(0));
        let choice = |does: Does, rules: &[game::Rule]| {
            let mut choice = Choice::of(does.key(), rules);
            choice.facts.insert(Term::of("remaining"), i64::from(left));
            choice
        };
        let from = vec![choice(Does::AsRolled, &[r::ML_8_4B, r::ML_8_4C]), choice(Does::Inverted, &[r::ML_8_4D])];
        vec![pick_one(Ref::Unit(winner), from)]
    }

    /// The situation of a pursuit, read from the table.
    pub(super) fn pursuit_of(&self, w: &World, hunt: &WonImpact) -> Option<Pursuit> {
        let charge = w.charges.iter().find(|c| c.by == hunt.winner)?;
        Some(Pursuit {
            unit: self.reaction_of(w, hunt.winner, None),
            allowance: Distance::from_cm(charge.allowance),
            bonus: Distance::from_cm(charge.bonus),
            moved: Distance::from_cm(charge.gone),
            recoil: Distance::from_cm(hunt.back.unwrap_or(0)),
            loser: w.unit(hunt.loser).marker,
            loser_eliminated: hunt.back.is_none(),
            overconfident: self.sheet(hunt.winner).profile.overconfident,
            inverted: false,
        })
    }

    /// The pursuit test (ML-8.4a), with the lines of the state machine.
    pub(super) fn throw_pursuit(&self, d: &mut D<'_>, winner: UnitId, hunt: &Pursuit, lines: Breakdown) -> Flow<bool> {
        let mut lines = lines;
        let check = pursuit::test(&self.book, hunt, &mut Quiet);
        // A test passed automatically is not thrown.
        let mut passed = true;
        if let Some(throw) = check.and_then(|check| check.throw()) {
            let fell = d.throw_one(Toss::new(r::ML_8_4A, Ref::Unit(winner), throw))?;
            dice_in(&mut lines, r::ML_5_1B, i64::from(fell.face()));
            passed = fell.class > 0;
        }
        let result = Term::of(if passed { "passed" } else { "failed" });
        d.tell(Deed::Tested { breakdown: lines, result }, &[r::ML_8_4A]);
        Ok(passed)
    }

    /// Takes the place of the loser; in a building enters it (ML-8.4b, ML-GAP-43). This is not a pursuit (ML-GAP-26).
    pub(super) fn take_place(&self, d: &mut D<'_>, hunt: &WonImpact) -> Flow<()> {
        // Units do not enter a burning building (ML-GAP-57).
        if hunt.site.is_some_and(|site| d.world.burning.contains(&site)) && self.on(r::ML_GAP_57) {
            return Ok(());
        }
        self.take_ground(d, hunt.winner, hunt.place)?;
        let infantry = self.sheet(hunt.winner).profile.arm == Arm::Infantry;
        let free = |w: &World, site: u16| !w.units.iter().any(|u| u.present() && u.inside == Some(site));
        if let Some(site) = hunt.site
            && infantry
            && self.on(r::ML_GAP_43)
            && free(&d.world, site)
        {
            self.change(d, hunt.winner, &[r::ML_GAP_43], |u| {
                u.inside = Some(site);
                u.formation = Formation::NoFormation;
                u.now.building = true;
            });
        }
        Ok(())
    }

    /// How far a winner gets after a loser. The loser blocks the path only of a winner that does not catch it.
    fn run_after(
        &self,
        w: &World,
        positions: &Positions,
        charge: &NamedCharge,
        way: (Angle, Cm),
        (loser, chase): (UnitId, Chase),
    ) -> Rush {
        let others: &[UnitId] = if chase == Chase::RunsOn { &[] } else { &[loser] };
        self.straight(w, positions, charge, &self.charge_mover(w, charge), way, others)
    }

    /// Whether a winning charger catches a loser that recoiled this far, as far as ground is concerned, which may stop
    /// the charger.
    pub(crate) fn catches(
        &self,
        w: &World,
        positions: &Positions,
        charge: &NamedCharge,
        loser: UnitId,
        run: (Chase, Cm),
    ) -> bool {
        let (chase, recoil) = run;
        let left = (charge.allowance + charge.bonus - charge.gone).max(0);
        let most = if chase == Chase::Melee { recoil } else { left };
        let bearing = axis(w.unit(charge.by).pose, w.unit(loser).pose);
        let dash = self.run_after(w, positions, charge, (bearing, most), (loser, chase));
        within_cm(recoil.min(most), dash.cm)
    }

    /// Moves on along the axis to the end of the move, or up to the enemy that it meets (ML-8.4c to ML-8.4g).
    pub(super) fn run_on(&self, d: &mut D<'_>, hunt: &WonImpact, pursuit: &Pursuit, chase: Chase) -> Flow<After> {
        let Some(charge) = d.world.charges.iter().find(|c| c.by == hunt.winner).cloned() else {
            return Ok(After::Nothing);
        };
        let positions = self.positions(&d.world);
        let from = d.world.unit(hunt.winner).pose;
        let bearing = axis(from, hunt.place);
        let (caught_at, left) = (pursuit.recoil.cm(), pursuit.remaining().cm());
        let most = if chase == Chase::Melee { caught_at } else { left };
        let dash = self.run_after(&d.world, &positions, &charge, (bearing, most), (hunt.loser, chase));
        let met = self.first_met(&d.world, &positions, hunt, bearing, dash.cm);
        let far = met.map_or(dash.cm, |(cm, _)| cm);
        // Ground may have stopped it on the way, so that it catches nobody.
        let catches = chase != Chase::RunsOn && within_cm(caught_at.min(most), far);
        let far = if catches && chase == Chase::Melee { caught_at } else { far };
        if catches && chase == Chase::Eliminates {
            self.remove(d, hunt.loser, Fate::Eliminated, &[r::ML_8_4F]);
        }
        self.advance(d, &dash, far, &[r::ML_8_4C, r::ML_GAP_26])?;
        // A unit that stops in front of an obstacle it cannot cross has paid for it (ML-1.6e).
        let unit = d.world.unit_mut(hunt.winner);
        let whole = far == dash.cm && within_cm(far, from.at.to(unit.pose.at).round() as Cm);
        unit.obstacle = dash.halted.filter(|_| whole);
        Ok(match met {
            _ if catches && chase == Chase::Melee => After::Melee,
            Some((_, Some(enemy))) if self.on(r::ML_8_4G) => After::Met(enemy),
            _ => After::Nothing,
        })
    }

    /// The first other enemy whose TdC comes within 2 pas of the path, once per enemy and turn; cavalry stops before a
    /// unit in forest or building and has no impact with it (ML-8.4g, ML-GAP-26).
    fn first_met(
        &self,
        w: &World,
        positions: &Positions,
        hunt: &WonImpact,
        bearing: Angle,
        cm: Cm,
    ) -> Option<(Cm, Option<UnitId>)> {
        let unit = w.unit(hunt.winner);
        let contact = self.book.tables.distance.contact.cm();
        let piece = Piece { pose: Pose { facing: bearing, ..unit.pose }, ..unit.tdc() };
        self.around(w, positions, hunt.winner, cm.saturating_add(contact))
            .filter(|(other, _)| self.side(*other) != self.side(hunt.winner) && *other != hunt.loser)
            .filter(|(other, _)| !w.met.contains(&(hunt.winner, *other)) && !w.met.contains(&(*other, hunt.winner)))
            .filter_map(|(other, _)| {
                let tdc = w.unit(other).tdc();
                let at = first_within(&piece, bearing, cm, &tdc, contact)?;
                // It does not meet enemies that it moves away from.
                let apart = |gone: Cm| distance(&piece.moved(bearing, gone), &tdc).cm;
                let nearer = !within_cm(apart(0), contact) || apart(cm.min(PAS / 10)) < apart(0);
                (nearer || !self.on(r::ML_GAP_26)).then_some((at, other))
            })
            .min()
            .map(|(at, other)| (at, (!self.closed_to(w, hunt.winner, other)).then_some(other)))
    }
}

/// The axis along which a winner moves on: from its place to the place of the loser.
fn axis(from: Pose, place: Pose) -> Angle {
    if from.at == place.at { from.facing } else { from.at.bearing_to(place.at) }
}
