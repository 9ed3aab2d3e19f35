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

/// A winner and the loser before him.
pub(super) struct WonImpact {
    pub winner: UnitId,
    pub loser: UnitId,
    /// Where the loser stood.
    pub place: Pose,
    /// The building that he held.
    pub site: Option<u16>,
    /// How far he recoiled; nothing: he is gone.
    pub back: Option<Cm>,
    pub routs: bool,
    /// What his friends saw of him.
    pub fled: Fled,
}

/// What a pursuit leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum After {
    /// Nothing more.
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

    /// The test of a pursuit (ML-8.4a), by the lines that the machine gave it.
    pub(super) fn throw_pursuit(&self, d: &mut D<'_>, winner: UnitId, hunt: &Pursuit, lines: Breakdown) -> Flow<bool> {
        let mut lines = lines;
        let check = pursuit::test(&self.book, hunt, &mut Quiet);
        // Who passes without dice does not throw.
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

    /// Takes the place the loser held; in a building, enters it (ML-8.4b, ML-GAP-43). That is no pursuit (ML-GAP-26).
    pub(super) fn take_place(&self, d: &mut D<'_>, hunt: &WonImpact) -> Flow<()> {
        // Nobody goes into a building on fire (ML-GAP-57).
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

    /// How far a winner gets after a loser, whom only who runs past him has to mind.
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

    /// Whether a charger who has won catches a loser who went so far back, as far as ground has a say in it: it may hold
    /// him up on the way.
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

    /// Goes on along the axis to the end of the move, or up to whom it meets (ML-8.4c to ML-8.4g).
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
        // Ground may have held him up on the way, so that he catches nobody after all.
        let catches = chase != Chase::RunsOn && within_cm(caught_at.min(most), far);
        let far = if catches && chase == Chase::Melee { caught_at } else { far };
        if catches && chase == Chase::Eliminates {
            self.remove(d, hunt.loser, Fate::Eliminated, &[r::ML_8_4F]);
        }
        self.advance(d, &dash, far, &[r::ML_8_4C, r::ML_GAP_26])?;
        // Who stops against an obstacle that he cannot get across has paid for it (ML-1.6e).
        let unit = d.world.unit_mut(hunt.winner);
        let whole = far == dash.cm && within_cm(far, from.at.to(unit.pose.at).round() as Cm);
        unit.obstacle = dash.halted.filter(|_| whole);
        Ok(match met {
            _ if catches && chase == Chase::Melee => After::Melee,
            Some((_, Some(enemy))) if self.on(r::ML_8_4G) => After::Met(enemy),
            _ => After::Nothing,
        })
    }

    /// The first other enemy whose TdC comes within 2 pas on the way, once per enemy and turn; cavalry stops before a
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
                // He comes to nobody from whom he goes away.
                let apart = |gone: Cm| distance(&piece.moved(bearing, gone), &tdc).cm;
                let nearer = !within_cm(apart(0), contact) || apart(cm.min(PAS / 10)) < apart(0);
                (nearer || !self.on(r::ML_GAP_26)).then_some((at, other))
            })
            .min()
            .map(|(at, other)| (at, (!self.closed_to(w, hunt.winner, other)).then_some(other)))
    }
}

/// The axis along which a winner goes on: from where he stands to where the loser stood.
fn axis(from: Pose, place: Pose) -> Angle {
    if from.at == place.at { from.facing } else { from.at.bearing_to(place.at) }
}
