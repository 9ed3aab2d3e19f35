//! Charge moves: straight along the line of the two TdCs, simultaneously, to 2 pas from the enemy (ML-8.1a to ML-8.1f,
//! ML-8.6a, ML-GAP-25, ML-GAP-28, ML-GAP-29).

use crate::resolve::movement::March as Mover;
use crate::turn::D;
use crate::turn::fallback::part_used;
use crate::turn::manoeuvre_steps::track::Track;
use crate::world::{Aim, NamedCharge, PAS, Positions, Progress, World};
use crate::{MarieLouise, Marker, Order, r};
use game::{Facts, Flow, Ref, Term, Toss, UnitId};
use table::{Angle, Cm, FeatureId, Piece, Pose, distance, first_contact, first_within, overlaps, within_cm};

/// A straight dash as far as ground and enemies allow.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rush {
    pub by: UnitId,
    pub bearing: Angle,
    /// The distance that it has moved.
    pub cm: Cm,
    /// Whether it comes to 2 pas of its target.
    pub reaches: bool,
    /// The allowance over the ground touched.
    pub allowance: Cm,
    /// Halted in front of this obstacle (ML-1.6e).
    pub halted: Option<FeatureId>,
}

/// A unit and the friends that it passes through.
pub(super) type Crossing = (UnitId, Vec<UnitId>);

/// The end of a charge move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landing {
    /// The distance that it has moved.
    pub gone: Cm,
    pub end: Pose,
    /// Whether it is at 2 pas of its target.
    pub reaches: bool,
    /// The obstacle in front of which its allowance ends, to be crossed first if it moves on.
    pub obstacle: Option<FeatureId>,
}

impl Landing {
    /// Whether the unit does not leave its place and is not at 2 pas of its target.
    const fn stays(&self) -> bool {
        within_cm(self.gone, 0) && !self.reaches
    }
}

impl Rush {
    fn end(&self, w: &World) -> Pose {
        Pose { at: w.unit(self.by).pose.at.step(self.bearing, self.cm), facing: self.bearing }
    }
}

impl MarieLouise {
    /// The end of a straight move: short of any TdC in the way, and without turning onto one (ML-GAP-11).
    pub(crate) fn come_to_rest(&self, w: &World, positions: &Positions, id: UnitId, bearing: Angle, end: Pose) -> Pose {
        let from = w.unit(id).pose;
        let end = self.short_of_friends(w, positions, id, from, bearing, end);
        if self.tdc_free(w, positions, id, end) { end } else { from }
    }

    /// The distance of contact: 2 pas (ML-GAP-25); without that ruling, touching.
    pub(crate) fn contact(&self) -> Cm {
        if self.on(r::ML_GAP_25) { self.book.tables.distance.contact.cm() } else { 0 }
    }

    /// The movement data of a charger: in its formation when it named the target (ML-GAP-27).
    pub(crate) fn charge_mover(&self, w: &World, charge: &NamedCharge) -> Mover {
        let formation = if self.on(r::ML_GAP_27) { charge.formation } else { w.unit(charge.by).formation };
        Mover { formation, marker: Marker::None, ..self.mover(w, charge.by) }
    }

    /// How far a piece must go straight on a bearing to come to 2 pas of a unit, or of the wall of the building it
    /// holds (ML-GAP-25, ML-GAP-43); `None`: it does not within the given distance.
    pub(crate) fn way_to_contact(
        &self,
        w: &World,
        piece: &Piece,
        bearing: Angle,
        most: Cm,
        target: UnitId,
    ) -> Option<Cm> {
        let contact = self.contact();
        let unit = w.unit(target);
        let Some(site) = unit.inside.filter(|_| self.on(r::ML_GAP_43)) else {
            return first_within(piece, bearing, most, &unit.tdc(), contact);
        };
        // A move brings it nearer by at most its length, so no step goes too far.
        let mut gone = 0;
        for _ in 0..200 {
            let gap = self.terrain.piece_to_feature(&piece.moved(bearing, gone), site)?.cm;
            if within_cm(gap, contact) {
                return Some(gone);
            }
            gone += (gap - contact).max(1);
            if gone > most {
                return None;
            }
        }
        None
    }

    /// The charge move of a unit towards the present place of another.
    pub(crate) fn dash(&self, w: &World, positions: &Positions, charge: &NamedCharge, target: UnitId) -> Rush {
        let unit = w.unit(charge.by);
        let to = w.unit(target).pose.at;
        let bearing = if to == unit.pose.at { unit.pose.facing } else { unit.pose.at.bearing_to(to) };
        let piece = Piece { pose: Pose { facing: bearing, ..unit.pose }, ..unit.tdc() };
        let contact = self.contact();
        if within_cm(self.gap_to(w, charge.by, target), contact) {
            let allowance = charge.allowance;
            return Rush { by: charge.by, bearing, cm: 0, reaches: true, allowance, halted: None };
        }
        let mover = self.charge_mover(w, charge);
        let most = self.farthest_charge(&mover, charge);
        let needed = self.way_to_contact(w, &piece, bearing, most, target);
        let asked = needed.unwrap_or(most);
        let mut dash = self.straight(w, positions, charge, &mover, (bearing, asked), &[target]);
        // Lengths of paths are rounded: 2 pas is contact all the same (ML-GAP-25).
        dash.reaches = needed.is_some_and(|needed| within_cm(needed, dash.cm));
        dash
    }

    /// The farthest that a charger can still go: on the best ground, or once moving for the worst ground it has touched
    /// (ML-GAP-14).
    fn farthest_charge(&self, mover: &Mover, charge: &NamedCharge) -> Cm {
        let under_way = charge.gone > 0 && self.on(r::ML_GAP_14);
        let allowance = if under_way { charge.allowance } else { self.farthest(mover) };
        (allowance + charge.bonus - charge.gone).max(0)
    }

    /// How far a charger gets straight on a bearing, up to a maximum: by the rest of its move for the worst ground
    /// touched (ML-GAP-14), up to enemy elements other than those of `except` (ML-6.2b).
    pub(crate) fn straight(
        &self,
        w: &World,
        positions: &Positions,
        charge: &NamedCharge,
        mover: &Mover,
        (bearing, most): (Angle, Cm),
        except: &[UnitId],
    ) -> Rush {
        let unit = w.unit(charge.by);
        let way = self.way(mover, unit.pose.at, unit.pose.at.step(bearing, most));
        let (far, least, halted) = self.longest(mover, &way, charge.bonus - charge.gone, unit.obstacle);
        let mut dash = Rush {
            by: charge.by,
            bearing,
            cm: far.clamp(0, most.max(0)),
            reaches: false,
            allowance: if least == Cm::MAX { 0 } else { least },
            halted,
        };
        // Only units that rout or recoil leave the table (ML-GAP-18, ML-GAP-26).
        while dash.cm > 0 && !self.terrain.inside(unit.pose.at.step(bearing, dash.cm)) && self.on(r::ML_GAP_26) {
            dash.cm = (dash.cm - PAS / 10).max(0);
            dash.halted = None;
        }
        let piece = Piece { pose: Pose { facing: bearing, ..unit.pose }, ..unit.tdc() };
        let others = self.obstructions(w, positions, charge.by, dash.cm, except);
        let others = self.barring(&unit.tdc(), bearing, dash.cm, &others);
        if let Some((gone, _, _)) = first_contact(&piece, bearing, dash.cm, &others) {
            dash.cm = gone;
            dash.halted = None;
        }
        dash
    }

    /// Two units that charge each other meet at 2 pas, moving at rates proportional to their allowances (ML-8.6a,
    /// ML-GAP-29).
    fn meet(&self, w: &World, positions: &Positions, a: &NamedCharge, b: &NamedCharge) -> [Rush; 2] {
        let contact = self.contact();
        let (one, two) = (w.unit(a.by), w.unit(b.by));
        let bearing = one.pose.at.bearing_to(two.pose.at);
        let back = two.pose.at.bearing_to(one.pose.at);
        let faced = |unit: &crate::world::Unit, facing| Piece { pose: Pose { facing, ..unit.pose }, ..unit.tdc() };
        let need = (distance(&faced(one, bearing), &faced(two, back)).cm - contact).max(0);
        let alone = |charge: &NamedCharge, bearing, other| {
            self.straight(w, positions, charge, &self.charge_mover(w, charge), (bearing, need), &[other])
        };
        let (mut first, mut second) = (alone(a, bearing, b.by), alone(b, back, a.by));
        let (rate_a, rate_b) = (i64::from(first.allowance.max(0)), i64::from(second.allowance.max(0)));
        let share = match (rate_a + rate_b, self.on(r::ML_GAP_29)) {
            (1.., true) => i64::from(need) * rate_a / (rate_a + rate_b),
            _ => i64::from(need) / 2,
        };
        let share = rulebook::saturated::<Cm, _>(share);
        // If one can go no farther, the other makes the rest of the move.
        let going = share.min(first.cm);
        let coming = (need - going).min(second.cm);
        let going = (need - coming).min(first.cm);
        let met = within_cm(need, going + coming);
        (first.cm, second.cm) = (going, coming);
        (first.reaches, second.reaches) = (met, met);
        [first, second]
    }

    /// All charge moves, then the moves of accompanying units.
    pub(super) fn charge_moves(&self, d: &mut D<'_>) -> Flow<()> {
        if !self.on(r::ML_8_1A) {
            return Ok(());
        }
        let first = self.draw_precedence(d)?;
        let mut pending: Vec<UnitId> = self.chargers(&d.world);
        let (mut crossings, mut tracks) = (Vec::new(), Vec::new());
        while !pending.is_empty() {
            let ready = self.ready(&d.world, &pending, &first);
            d.beat();
            let (moved, crossed) = self.move_together(d, &ready)?;
            crossings.extend(crossed);
            pending.retain(|id| !moved.iter().any(|track| track.id == *id));
            tracks.extend(moved);
            // A charger that is reached before it has moved does not move (ML-GAP-28).
            let stopped: Vec<UnitId> = pending
                .iter()
                .copied()
                .filter(|id| self.on(r::ML_GAP_28) && self.due(&d.world).any(|(_, target)| target == *id))
                .collect();
            for id in stopped {
                pending.retain(|other| *other != id);
                for charge in d.world.charges.iter_mut().filter(|c| c.by == id) {
                    charge.stage = Progress::Short;
                }
                self.note(d, id, "charge_stopped", Facts::new(), &[r::ML_GAP_28]);
            }
        }
        let met: Vec<_> = self.due(&d.world).map(|(c, target)| (c.by, target)).collect();
        for (by, target) in met {
            let places = [by, target].map(|id| d.world.unit(id).pose.at);
            if let Some(charge) = self.charge_mut(&mut d.world, by, target) {
                charge.met = Some(places);
            }
        }
        crossings.extend(self.accompany(d, tracks));
        self.pass_through(d, &crossings, false)?;
        self.charged_while_manoeuvring(d);
        self.mark_charged(d);
        Ok(())
    }

    /// Units that charge an enemy.
    fn chargers(&self, w: &World) -> Vec<UnitId> {
        w.charges.iter().filter(|c| c.stage == Progress::Named && matches!(c.aim, Aim::At(_))).map(|c| c.by).collect()
    }

    /// For a charger that is itself charged by a third unit lots decide which of the two moves first (ML-GAP-28).
    /// Returns the pairs, the first mover first.
    fn draw_precedence(&self, d: &mut D<'_>) -> Flow<Vec<(UnitId, UnitId)>> {
        let mut pairs = Vec::new();
        for charge in d.world.charges.iter().filter(|c| c.stage == Progress::Named) {
            let Aim::At(target) = charge.aim else { continue };
            let elsewhere = d.world.charges.iter().any(|c| {
                c.by == target && c.stage == Progress::Named && matches!(c.aim, Aim::At(other) if other != charge.by)
            });
            if elsewhere && self.on(r::ML_GAP_28) && self.on(r::ML_GAP_56) {
                pairs.push((charge.by, target));
            }
        }
        let toss = |a: UnitId, b: UnitId| Toss {
            rule: r::ML_GAP_28.into(),
            by: [Ref::Unit(a), Ref::Unit(b)].into_iter().collect(),
            throw: dice::Throw::lot(2),
        };
        let lots = d.throw(pairs.iter().map(|(a, b)| toss(*a, *b)).collect())?;
        Ok(pairs.into_iter().zip(lots).map(|((a, b), lot)| if lot.class == 2 { (b, a) } else { (a, b) }).collect())
    }

    /// The pending chargers that need not wait for another; if they wait in a cycle, all of them.
    fn ready(&self, w: &World, pending: &[UnitId], first: &[(UnitId, UnitId)]) -> Vec<UnitId> {
        let partner = |id: UnitId| {
            w.charges.iter().find_map(|c| match c.aim {
                Aim::At(target) if c.by == id && self.mutual(w, id, target) => Some(target),
                _ => None,
            })
        };
        let waits = |id: UnitId| first.iter().any(|(before, after)| *after == id && pending.contains(before));
        let ready: Vec<UnitId> =
            pending.iter().copied().filter(|id| !waits(*id) && !partner(*id).is_some_and(waits)).collect();
        if ready.is_empty() { pending.to_vec() } else { ready }
    }

    /// Moves chargers of one instant; returns their paths and the friends each passed through.
    fn move_together(&self, d: &mut D<'_>, ready: &[UnitId]) -> Flow<(Vec<Track>, Vec<Crossing>)> {
        // The target may have moved first: the charge then has a new axis (ML-GAP-28).
        if self.on(r::ML_GAP_28) {
            self.measure_charges(d, |charge| ready.contains(&charge.by));
        }
        let positions = self.positions(&d.world);
        let w = &d.world;
        let mut dashes: Vec<(Rush, UnitId)> = Vec::new();
        for charge in w.charges.iter().filter(|c| c.stage == Progress::Named && ready.contains(&c.by)) {
            let Aim::At(target) = charge.aim else { continue };
            if dashes.iter().any(|(dash, _)| dash.by == charge.by) {
                continue;
            }
            let partner = w.charges.iter().find(|c| c.by == target).filter(|_| self.mutual(w, charge.by, target));
            match partner.filter(|partner| ready.contains(&partner.by)) {
                Some(partner) => {
                    let [one, two] = self.meet(w, &positions, charge, partner);
                    dashes.extend([(one, target), (two, charge.by)]);
                }
                None => dashes.push((self.dash(w, &positions, charge, target), target)),
            }
        }
        let ways: Vec<(UnitId, Pose, Cm)> = dashes.iter().map(|(dash, _)| (dash.by, dash.end(w), dash.cm)).collect();
        let order = self.order_of_arrival(d, &ways, r::ML_8_1B)?;
        let (mut placed, mut crossings, mut tracks) = (Vec::new(), Vec::new(), Vec::<Track>::new());
        // Units that accompany a charge are met on their own way.
        let beside: Vec<UnitId> = self.followers(&d.world).iter().map(|charge| charge.by).collect();
        for id in &order {
            let Some((dash, target)) = dashes.iter().find(|(dash, _)| dash.by == *id) else { continue };
            let landing = self.landing(&d.world, &positions, dash, &placed);
            let from = Pose { facing: landing.end.facing, ..d.world.unit(*id).pose };
            let mut crossed = self.friends_crossed(&d.world, &positions, *id, from, dash.bearing, landing.gone);
            let spent = landing.gone.saturating_add(self.toll(&d.world, *id, dash.bearing, landing.gone));
            let track = if landing.stays() {
                Track::still(&d.world, *id)
            } else {
                Track::straight(&d.world, *id, from, landing.end, part_used(spent, dash.allowance))
            };
            // One that yields its place goes round by whoever has taken it, who stands there (ML-GAP-30).
            let yields = landing.gone < dash.cm;
            let stands = |friend: &UnitId| yields && tracks.iter().any(|other| other.id == *friend);
            crossed.retain(|friend| stands(friend) || !order.contains(friend) && !beside.contains(friend));
            let before: &[Track] = if yields { &[] } else { &tracks };
            crossed.extend(self.met_on_the_way(&track, before));
            crossings.push((*id, crossed));
            tracks.push(track);
            self.finish_dash(d, dash, &landing, spent, *target);
            placed.push(d.world.unit(*id).tdc());
        }
        Ok((tracks, crossings))
    }

    /// The friends among these that a unit passes through while they move together, each at an even pace (ML-6.2a,
    /// ML-GAP-30).
    pub(super) fn met_on_the_way(&self, one: &Track, others: &[Track]) -> Vec<UnitId> {
        let ends = |track: &Track| track.bits.last().map_or(0, |bit| bit.to);
        let friends = others.iter().filter(|two| self.side(two.id) == self.side(one.id));
        friends.filter(|two| self.crosses(one, two, ends(one).max(ends(two)))).map(|two| two.id).collect()
    }

    /// The end of a charger's move: short of any TdC in the way, including those just placed (ML-GAP-11).
    pub(crate) fn landing(&self, w: &World, positions: &Positions, dash: &Rush, placed: &[Piece]) -> Landing {
        let from = w.unit(dash.by).pose;
        let mut gone = dash.cm;
        let at = |gone: Cm| Pose { at: from.at.step(dash.bearing, gone), facing: dash.bearing };
        let free = |gone: Cm| {
            let piece = Piece { pose: at(gone), ..w.unit(dash.by).tdc() };
            self.tdc_free(w, positions, dash.by, piece.pose) && !placed.iter().any(|other| overlaps(&piece, other))
        };
        while gone > 0 && !free(gone) {
            gone = (gone - PAS / 10).max(0);
        }
        // A unit does not turn onto a neighbour.
        let end = if free(gone) { at(gone) } else { from };
        Landing {
            gone,
            end,
            reaches: dash.reaches && gone == dash.cm,
            obstacle: dash.halted.filter(|_| gone == dash.cm),
        }
    }

    /// Places a charger at the end of its move, for what the way has cost it, and updates the charge.
    fn finish_dash(&self, d: &mut D<'_>, dash: &Rush, landing: &Landing, spent: Cm, target: UnitId) {
        let from = d.world.unit(dash.by).pose;
        let Landing { gone, end, reaches, obstacle } = *landing;
        // A charge that does not leave its place is not a charge move (ML-8.1e).
        if landing.stays() && self.on(r::ML_8_1E) {
            if let Some(charge) = self.charge_mut(&mut d.world, dash.by, target) {
                charge.stage = Progress::Short;
            }
            self.no_charge(d, dash.by);
            return;
        }
        if gone > 0 {
            self.leave_building(d, dash.by);
        }
        self.place(d, dash.by, end, &[from, end], &[r::ML_8_1A, r::ML_8_1C]);
        let unit = d.world.unit_mut(dash.by);
        unit.now.moved |= gone > 0 || reaches;
        unit.now.charge_move = true;
        unit.now.used = unit.now.used.saturating_add(part_used(spent, dash.allowance));
        unit.obstacle = obstacle;
        if let Some(charge) = self.charge_mut(&mut d.world, dash.by, target) {
            charge.gone = charge.gone.saturating_add(spent);
            charge.allowance = dash.allowance;
            charge.stage = if reaches || !self.on(r::ML_8_1F) { Progress::Contact } else { Progress::Short };
        }
        if !reaches && self.on(r::ML_8_1F) {
            let left = self.gap_to(&d.world, dash.by, target);
            self.note(
                d,
                dash.by,
                "charge_too_short",
                Facts::from([(Term::of("distance"), i64::from(left))]),
                &[r::ML_8_1F],
            );
        }
    }

    /// Units charged while under M become hesitant (ML-8.1l).
    fn charged_while_manoeuvring(&self, d: &mut D<'_>) {
        let charged: Vec<UnitId> = self.due(&d.world).map(|(_, target)| target).collect();
        for id in charged {
            if self.on(r::ML_8_1L) && d.world.unit(id).order == Order::Manoeuvre {
                self.mark(d, id, Marker::Hesitant, &[r::ML_8_1L]);
            }
        }
    }
}
