//! Consequences of the losses of one moment (ML-GAP-05, ML-GAP-67): elements, officers, morale, rout moves, witnesses.

use super::D;
use super::tests::Tried;
use crate::resolve::losses;
use crate::resolve::morale::{self, AfterTest, Cause, Gone, Moment};
use crate::resolve::officers;
use crate::world::{Fate, Positions, Progress, World};
use crate::{Arm, Aspect, Distance, Formation, MarieLouise, Marker, r};
use game::{Flow, Ref, Toss, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use table::{Point, within_reach};

/// Losses that an attack causes to a unit.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// The unit that suffers them.
    pub unit: UnitId,
    pub losses: u16,
    /// The side that the attack comes from (ML-5.2k).
    pub aspect: Aspect,
    /// The point that the attack comes from: decides which shelter counts.
    pub from: Option<Point>,
    /// The attacker; `None` for a burning building.
    pub by: Option<UnitId>,
}

/// A friend that routed or was destroyed, as its witnesses saw it.
#[derive(Clone, Copy, Debug)]
pub struct Fled {
    pub unit: UnitId,
    /// Its formation before.
    pub formation: Formation,
    /// Its place before, held by a copy of its TdC.
    pub tdc: table::Piece,
}

struct Victim {
    losses: u16,
    fresh: bool,
    removed: u8,
    aspect: Aspect,
    from: Option<Point>,
    /// The units that attacked it there.
    by: Vec<UnitId>,
    general_killed: bool,
}

impl MarieLouise {
    /// All losses of one moment with their consequences.
    ///
    /// # Errors
    /// `Wait`, for dice.
    pub(crate) fn suffer(&self, d: &mut D<'_>, hits: &[Hit]) -> Flow<()> {
        let mut gone = Vec::new();
        let mut victims = self.take_losses(d, hits, &mut gone);
        self.officers_hit(d, &mut victims)?;
        let positions = self.positions(&d.world);
        let mut tests = Vec::new();
        for (id, victim) in &victims {
            if !d.world.unit(*id).present() {
                continue;
            }
            let moment = Moment {
                status: self.sheet(*id).profile.status,
                losses: victim.losses,
                losses_before: u16::from(!victim.fresh),
                elements_lost: victim.removed,
                general_killed: victim.general_killed,
                friend_gone: None,
            };
            if !morale::triggers(&self.book, &moment).is_empty() {
                let nerve = self.nerve_of(&d.world, &positions, *id, Cause::Attack, victim.aspect, victim.from);
                tests.push(Tried { unit: *id, nerve, owed_to: victim.by.clone() });
            }
        }
        self.morale_and_witnesses(d, &tests, gone)
    }

    /// Morale tests of one instant with their consequences, and the tests of witnesses.
    ///
    /// # Errors
    /// `Wait`, for dice.
    pub(crate) fn morale_and_witnesses(&self, d: &mut D<'_>, tests: &[Tried], mut gone: Vec<Fled>) -> Flow<()> {
        let passed = self.try_morale(d, tests, "morale")?;
        let failed: Vec<UnitId> =
            tests.iter().zip(passed).filter(|(_, passed)| !passed).map(|(tried, _)| tried.unit).collect();
        self.fail(d, &failed, &mut gone)?;
        self.witnesses(d, gone)
    }

    /// Removes elements (ML-7.2z, ML-1.7b): losses are summed by unit, and the worst aspect of the attacks that caused
    /// any counts.
    fn take_losses(&self, d: &mut D<'_>, hits: &[Hit], gone: &mut Vec<Fled>) -> BTreeMap<UnitId, Victim> {
        let mut victims: BTreeMap<UnitId, Victim> = BTreeMap::new();
        for hit in hits.iter().filter(|hit| hit.losses > 0 && d.world.unit(hit.unit).present()) {
            let unit = d.world.unit(hit.unit);
            let victim = victims.entry(hit.unit).or_insert(Victim {
                losses: 0,
                fresh: unit.lost == 0 && unit.losses == 0,
                removed: 0,
                aspect: hit.aspect,
                from: hit.from,
                by: Vec::new(),
                general_killed: false,
            });
            victim.losses = victim.losses.saturating_add(hit.losses);
            if self.on(r::ML_GAP_05) && hit.aspect > victim.aspect {
                victim.aspect = hit.aspect;
                victim.from = hit.from;
                victim.by.clear();
            }
            if hit.aspect == victim.aspect {
                victim.by.extend(hit.by);
            }
        }
        for (id, victim) in &mut victims {
            let (unit, profile) = (d.world.unit(*id), &self.sheet(*id).profile);
            let toll = losses::LossCount {
                arm: profile.arm,
                cohesion: profile.cohesion,
                elements: unit.elements,
                counter: u16::from(unit.losses),
                losses: victim.losses,
            };
            let left = losses::suffer(&self.book, &toll, &mut game::Quiet);
            victim.removed = left.removed;
            let fled = Fled { unit: *id, formation: unit.formation, tdc: unit.tdc() };
            // The TdC is removed last (ML-1.7b): the others close up to it. Without that rule it is removed first.
            let lead = if left.removed > 0 && !self.on(r::ML_1_7B) {
                self.footprint(unit).last().map(|piece| piece.pose)
            } else {
                None
            };
            self.change(d, *id, &[r::ML_7_2Z, r::ML_7_2AA, r::ML_1_7B], |u| {
                u.pose = lead.unwrap_or(u.pose);
                u.elements = left.elements;
                u.lost = u.lost.saturating_add(left.removed);
                u.losses = rulebook::saturated::<u8, _>(left.counter);
            });
            if left.destroyed {
                self.remove(d, *id, Fate::Destroyed, &[r::ML_GAP_04]);
                gone.push(fled);
            }
        }
        victims
    }

    /// Officers attached to units with losses (ML-10a, ML-10b), before the morale tests of the moment.
    fn officers_hit(&self, d: &mut D<'_>, victims: &mut BTreeMap<UnitId, Victim>) -> Flow<()> {
        let mut at_risk = Vec::new();
        for (id, victim) in victims.iter().filter(|(id, _)| d.world.unit(**id).present()) {
            if let Some(place) = self.attached(&d.world, *id)
                && let Some(throw) = officers::risk(&self.book, victim.losses, &mut game::Quiet)
            {
                at_risk.push((*id, place, throw));
            }
        }
        let toss = |w: &World, place: usize, rule, throw| Toss::new(rule, Ref::Unit(w.general_id(place)), throw);
        let tosses = at_risk.iter().map(|(_, place, throw)| toss(&d.world, *place, r::ML_10A, throw.clone())).collect();
        let thrown = d.throw(tosses)?;
        let mut blows = Vec::new();
        for ((id, place, _), fell) in at_risk.into_iter().zip(thrown) {
            let spared = rulebook::counted::<usize>(fell.class);
            let times = rulebook::saturated::<u8, _>(fell.faces.len().saturating_sub(spared));
            if let Some(throw) = officers::blow(&self.book, times, &mut game::Quiet) {
                blows.push((id, place, throw));
            }
        }
        let tosses = blows.iter().map(|(_, place, throw)| toss(&d.world, *place, r::ML_10B, throw.clone())).collect();
        let thrown = d.throw(tosses)?;
        for ((id, place, _), fell) in blows.into_iter().zip(thrown) {
            if fell.class == 0 {
                self.lose_general(d, place, Fate::Killed, &[r::ML_10B]);
                if let Some(victim) = victims.get_mut(&id) {
                    victim.general_killed = true;
                }
            }
        }
        Ok(())
    }

    /// Units that failed a morale test become shaken, rout or are removed (ML-5.2u to ML-5.2w); routing ones move at
    /// once.
    ///
    /// # Errors
    /// `Wait`, for the tests of friends passed through.
    pub(crate) fn fail(&self, d: &mut D<'_>, failed: &[UnitId], gone: &mut Vec<Fled>) -> Flow<()> {
        let mut runners = Vec::new();
        for id in failed.iter().filter(|id| d.world.unit(**id).present()).copied().collect::<Vec<_>>() {
            let unit = d.world.unit(id);
            let fled = Fled { unit: id, formation: unit.formation, tdc: unit.tdc() };
            match morale::after_test(&self.book, unit.marker, false) {
                AfterTest::Shaken => self.mark(d, id, Marker::Shaken, &[r::ML_5_2U]),
                AfterTest::Routing => {
                    self.mark(d, id, Marker::Routing, &[r::ML_5_2V]);
                    runners.push(id);
                    gone.push(fled);
                }
                AfterTest::Eliminated => {
                    self.remove(d, id, Fate::Eliminated, &[r::ML_5_2W]);
                    gone.push(fled);
                }
                AfterTest::Steady | AfterTest::Hesitant => {}
            }
            self.break_charge(d, id);
        }
        self.rout_moves(d, &runners)
    }

    /// A charger that is shaken, routs or is removed before its impact loses it (ML-8.1k).
    pub(crate) fn break_charge(&self, d: &mut D<'_>, id: UnitId) {
        let broken = !d.world.unit(id).present() || d.world.unit(id).broken();
        if broken && self.on(r::ML_8_1K) {
            for charge in d.world.charges.iter_mut().filter(|c| c.by == id && c.stage != Progress::Done) {
                charge.stage = Progress::Broken;
            }
        }
    }

    /// Friends that see a unit rout or be destroyed test once per moment; those that rout have witnesses in turn
    /// (ML-5.2a, ML-GAP-05).
    ///
    /// # Errors
    /// `Wait`, for dice.
    pub(crate) fn witnesses(&self, d: &mut D<'_>, mut gone: Vec<Fled>) -> Flow<()> {
        let mut tested: Vec<UnitId> = Vec::new();
        while !gone.is_empty() {
            let positions = self.positions(&d.world);
            let mut tests = Vec::new();
            let limit = self.book.tables.distance.witness.cm();
            let near: BTreeSet<UnitId> =
                gone.iter().flat_map(|fled| self.near_place(&positions, &fled.tdc, limit)).collect();
            for id in near {
                let sees = |fled: &Fled| fled.unit != id && self.frightened(&d.world, &positions, id, fled);
                let owed_to: Vec<UnitId> = gone.iter().filter(|fled| sees(fled)).map(|fled| fled.unit).collect();
                if !tested.contains(&id) && !owed_to.is_empty() {
                    let nerve = self.nerve_of(&d.world, &positions, id, Cause::Witness, Aspect::Front, None);
                    tests.push(Tried { unit: id, nerve, owed_to });
                }
            }
            tested.extend(tests.iter().map(|tried| tried.unit));
            gone.clear();
            if tests.is_empty() {
                break;
            }
            d.beat();
            let passed = self.try_morale(d, &tests, "witness")?;
            let failed: Vec<UnitId> =
                tests.iter().zip(passed).filter(|(_, passed)| !passed).map(|(tried, _)| tried.unit).collect();
            self.fail(d, &failed, &mut gone)?;
        }
        Ok(())
    }

    /// Whether a unit that routed or was destroyed makes a friend test: distance and sight count to the place where it
    /// stood (ML-GAP-05).
    fn frightened(&self, w: &World, positions: &Positions, witness: UnitId, fled: &Fled) -> bool {
        if self.side(witness) != self.side(fled.unit) || !self.on(r::ML_5_2A) {
            return false;
        }
        let limit = self.book.tables.distance.witness.cm();
        let tdc = w.unit(witness).tdc();
        if !within_reach(&tdc, &fled.tdc, limit) {
            return false;
        }
        let apart = table::distance(&tdc, &fled.tdc).cm;
        if apart >= limit {
            return false;
        }
        let profile = &self.sheet(fled.unit).profile;
        // Gunners at their guns and troops of open order only stay what they are in disorder (ML-GAP-23, ML-GAP-51).
        let formation = match profile.arm {
            Arm::Artillery if fled.formation != Formation::Limbered => Formation::Deployed,
            _ if self.open_order_only(fled.unit) => Formation::Skirmish,
            _ => fled.formation,
        };
        let gone = Gone {
            arm: profile.arm,
            status: profile.status,
            formation,
            distance: Distance::from_cm(apart),
            unseen: !self.aware_of_place(w, positions, witness, &fled.tdc),
        };
        morale::frightens(&self.book, self.sheet(witness).profile.status, &gone)
    }
}
