//! Phase 2: rally tests, re-facing, rout moves (ML-2c, ML-5.3a to ML-5.3e).

use super::loss_steps::Fled;
use super::tests::Tried;
use super::{D, Step};
use crate::question::{Kind, Luck, Question};
use crate::resolve::morale::{self, AfterTest, Cause};
use crate::world::{Phase, World};
use crate::{Aspect, MarieLouise, Marker, r};
use game::{Ask, Field, Flow, Preview, Ref, Refusal, Reply, Shape, Side, Slot, UnitId};
use rulebook::Known;
use table::{Angle, Manoeuvre, March, Piece, Pose, overlaps};

pub(crate) const REFACE: Kind =
    Kind { rules: &[r::ML_5_3D], fields: MarieLouise::fields_reface, check: only_turns, suggest: face_the_enemy };

fn only_turns(
    rules: &MarieLouise,
    w: &Known<'_, World>,
    ask: &Ask,
    replies: &[Reply],
) -> Result<Preview, Vec<Refusal>> {
    let mut refusals = Vec::new();
    let mut w = w.clone();
    for (n, (field, reply)) in ask.fields.iter().zip(replies).enumerate() {
        let (Ref::Unit(id), Reply::Marched(march)) = (field.about, reply) else { continue };
        match march.legs.as_slice() {
            [] => {}
            [Manoeuvre::Turn(by)] if by.abs() <= 36_000 => match rules.turned(&w, id, *by) {
                Ok(pose) => w.unit_mut(id).pose = pose,
                Err(on) => {
                    refusals.push(Refusal::by(r::ML_GAP_11, n, "place_taken").fact("unit", i64::from(on.0)));
                }
            },
            _ => refusals.push(Refusal::by(r::ML_5_3D, n, "only_a_turn")),
        }
    }
    if refusals.is_empty() { Ok(Preview::default()) } else { Err(refusals) }
}

fn face_the_enemy(rules: &MarieLouise, w: &Known<'_, World>, ask: &Ask, _: &mut Luck) -> Vec<Reply> {
    let mut w = w.clone();
    let mut turn = |id: UnitId| {
        let (enemy, _) = rules.nearest_enemy(&w, &rules.positions(&w), id)?;
        let pose = w.unit(id).pose;
        let by = table::turn(pose.facing, pose.at.bearing_to(w.unit(enemy).pose.at));
        w.unit_mut(id).pose = rules.turned(&w, id, by).ok()?;
        Some(by)
    };
    ask.fields
        .iter()
        .map(|field| match field.about {
            Ref::Unit(id) => {
                let legs = turn(id).map(Manoeuvre::Turn).into_iter().collect();
                Reply::Marched(March { movers: vec![id.0], legs })
            }
            _ => field.default.clone(),
        })
        .collect()
}

impl MarieLouise {
    pub(crate) fn rally(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::Rally, &[r::ML_2C]);
        if !self.on(r::ML_2C) {
            return Ok(());
        }
        let positions = self.positions(&d.world);
        let mut tests = Vec::new();
        for id in d.world.ids().filter(|id| d.world.unit(*id).present() && d.world.unit(*id).broken()) {
            let nerve = self.nerve_of(&d.world, &positions, id, Cause::Rally, Aspect::Front, None);
            tests.push(Tried { unit: id, nerve, owed_to: Vec::new() });
        }
        let passed = if self.on(r::ML_5_3A) { self.try_morale(d, &tests, "rally")? } else { vec![false; tests.len()] };
        let mut gone: Vec<Fled> = Vec::new();
        let mut refaced = Vec::new();
        for (Tried { unit: id, .. }, passed) in tests.iter().zip(passed) {
            let before = d.world.unit(*id).marker;
            // Read literally, units that can flee would be removed (ML-GAP-19).
            let letter = before == Marker::Routing && !passed && !self.on(r::ML_GAP_19) && self.can_flee(&d.world, *id);
            match if letter { AfterTest::Eliminated } else { morale::after_rally(&self.book, before, passed) } {
                AfterTest::Eliminated => {
                    let unit = d.world.unit(*id);
                    gone.push(Fled { unit: *id, formation: unit.formation, tdc: unit.tdc() });
                    self.remove(d, *id, crate::world::Fate::Eliminated, &[r::ML_5_3E]);
                }
                fate => {
                    let after = fate.marker().unwrap_or(before);
                    let rule = if before == Marker::Shaken { r::ML_5_3B } else { r::ML_5_3D };
                    self.change(d, *id, &[rule], |u| {
                        u.marker = after;
                        u.now.hesitant |= after == Marker::Hesitant;
                        u.now.may_fall_back = before == Marker::Shaken && !passed && self.on(r::ML_5_3C);
                    });
                    if before == Marker::Routing && after == Marker::Shaken {
                        refaced.push(*id);
                    }
                }
            }
        }
        self.witnesses(d, gone)?;
        d.then([Step::Reface(refaced), Step::Flight]);
        Ok(())
    }

    /// End of phase 2: units that still rout move (ML-2c, ML-5.3e).
    pub(crate) fn flight(&self, d: &mut D<'_>) -> Flow<()> {
        let routing: Vec<UnitId> = d
            .world
            .ids()
            .filter(|id| d.world.unit(*id).present() && d.world.unit(*id).marker == Marker::Routing)
            .collect();
        d.beat();
        let before: Vec<Fled> = routing
            .iter()
            .map(|id| (id, d.world.unit(*id)))
            .map(|(id, unit)| Fled { unit: *id, formation: unit.formation, tdc: unit.tdc() })
            .collect();
        self.rout_moves(d, &routing)?;
        let gone = before.into_iter().filter(|fled| !d.world.unit(fled.unit).present()).collect();
        self.witnesses(d, gone)
    }

    /// Players re-face their units that rallied from rout (ML-5.3d).
    pub(crate) fn reface(&self, d: &mut D<'_>, units: &[UnitId]) -> Flow<()> {
        let slots: Vec<Slot> = Side::BOTH
            .into_iter()
            .map(|side| {
                let own = units.iter().filter(|id| self.side(**id) == side);
                Question::Reface.about(side, own.map(|id| Ref::Unit(*id)).collect())
            })
            .filter(|slot| !slot.about.is_empty())
            .collect();
        let about: Vec<Vec<Ref>> = slots.iter().map(|slot| slot.about.clone()).collect();
        let answers = d.ask(slots)?;
        for (about, replies) in about.iter().zip(&answers) {
            for (of, reply) in about.iter().zip(replies) {
                let (Ref::Unit(id), Reply::Marched(march)) = (of, reply) else { continue };
                let Some(Manoeuvre::Turn(by)) = march.legs.first() else { continue };
                // An enemy may have turned into the same place: the second unit stays as it was.
                if let Ok(pose) = self.turned(&d.world, *id, *by) {
                    // A unit that has changed its facing is not immobile this turn (ML-GAP-30).
                    d.world.unit_mut(*id).now.moved |= pose != d.world.unit(*id).pose && self.on(r::ML_GAP_30);
                    self.place(d, *id, pose, &[], &[r::ML_5_3D]);
                }
            }
        }
        Ok(())
    }

    /// The pose of a unit turned in place, or the unit that its TdC would overlap (ML-GAP-11).
    fn turned(&self, w: &World, id: UnitId, by: Angle) -> Result<Pose, UnitId> {
        let unit = w.unit(id);
        let pose = Pose { facing: (unit.pose.facing + by).rem_euclid(36_000), ..unit.pose };
        let tdc = Piece { pose, ..unit.tdc() };
        let beneath =
            |other: &UnitId| *other != id && w.unit(*other).present() && overlaps(&tdc, &w.unit(*other).tdc());
        match w.ids().find(|other| self.on(r::ML_GAP_11) && beneath(other)) {
            Some(on) => Err(on),
            None => Ok(pose),
        }
    }

    fn fields_reface(&self, _: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let field = |of: &Ref| match of {
            Ref::Unit(id) => Some(Field {
                about: *of,
                shape: Shape::March { movers: vec![*id], allowed: vec![Manoeuvre::Turn(18_000)], budget: 0 },
                default: Reply::Marched(March { movers: vec![id.0], legs: Vec::new() }),
            }),
            _ => None,
        };
        slot.about.iter().filter_map(field).collect()
    }
}
