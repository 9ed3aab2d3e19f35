//! A charge whose target is gone goes on (BE-GAP-43, BE-GAP-93).

use super::forced_way::{Friends, Stop, Traffic};
use crate::fight::Flown;
use crate::question::{Does, Kind, Question, accept, any, pick_one, picked, reply};
use crate::resolve::discipline::Restraint;
use crate::resolve::flight;
use crate::terms::marker::Did;
use crate::turn::D;
use crate::turn::charge::{ChargeStage, Entry, next, top, update};
use crate::world::{ChargeKind, Charging, Fate, Life, World};
use crate::{Ability, Arm, BatailleEmpire, r};
use game::{Choice, Field, Flow, Ref, Reply, Shape, Slot, UnitId};
use rulebook::Known;
use table::{Angle, Cm, Piece, distance, first_contact};

pub(crate) const ONWARD: Kind =
    Kind { rules: &[r::BE_GAP_93], fields: BatailleEmpire::fields_onward, check: accept, suggest: any };

impl BatailleEmpire {
    /// The charger moves on.
    pub(crate) fn onward(&self, d: &mut D<'_>, charge: &Charging) -> Flow<()> {
        self.mark_for(d, charge.by, Did::ChargeCalledOff);
        let left = self.charge_left(charge);
        if !self.rides_on(charge) {
            next(d, ChargeStage::Over);
            return Ok(());
        }
        let (by, side) = (charge.by, self.side(charge.by));
        let wild = self.rides_wild(by);
        let known = d.world.known_to(side);
        let ahead = self.on_its_line(&known, charge);
        let mut most = left;
        let mut struck = ahead.filter(|_| wild);
        if !wild {
            let replies = d.ask_one(Question::Onward.about(side, vec![Ref::Unit(by)]))?;
            match Does::of(picked(&replies)) {
                Some(Does::Strike) => struck = ahead,
                Some(Does::TryToStop) if self.try_control(d, by, Restraint::CallOff)? => most = 0,
                Some(Does::Stop) => {
                    if let Some(Reply::At(cm)) = reply(&replies).opened().first() {
                        most = (*cm).clamp(0, left);
                    }
                }
                _ => {}
            }
        }
        let Some((at, _)) = struck else {
            let keep_off = self.book.tables.distance.contact.cm();
            self.go_straight(d, by, most, keep_off, &[r::BE_GAP_93]);
            self.overrun(d, by);
            next(d, ChargeStage::Over);
            return Ok(());
        };
        self.wake(d, self.sheet(at).command)?;
        let aspect = self.aspect(&d.world, &self.piece(&d.world, by), at);
        let declared = self.apart(&d.world, by, at).cm;
        update(d, |frame| {
            frame.at = at;
            frame.aspect = aspect;
            frame.declared = declared;
            frame.reply = None;
            // The charge ends if this target leaves too.
            frame.over = true;
        });
        next(d, ChargeStage::Fight(Entry::Reply));
        Ok(())
    }

    fn rides_on(&self, charge: &Charging) -> bool {
        !charge.over && charge.kind == ChargeKind::Plain && self.on(r::BE_GAP_93)
    }

    fn rides_wild(&self, by: UnitId) -> bool {
        self.sheet(by).body.has(Ability::Impetuous) && self.on(r::BE_GAP_06)
    }

    /// The fate of guns left by their gunners, on a copy of the world: by default the charger goes on to the end of its
    /// reach, and takes them if it stops on them (BE-GAP-43); if it strikes another enemy first, it may take them
    /// later.
    pub(crate) fn left_in_mind(&self, w: &mut World, charge: &Charging) -> Flown {
        let (by, guns) = (charge.by, charge.at);
        let Some(square) = self.refuges(w, guns).first().copied() else { return Flown::Away };
        w.unit_mut(guns).life = Life::Silent { square };
        let known = w.known_to(self.side(by));
        let strikes = self.rides_wild(by) && self.on_its_line(&known, charge).is_some();
        if strikes || !self.rides_on(charge) {
            return Flown::Away;
        }
        let free = self.free_ahead(w, by, self.charge_left(charge), self.book.tables.distance.contact.cm());
        let end = self.pose_of(&self.piece(w, by).moved(w.unit(by).pose.facing, free));
        self.place_in_mind(w, by, end);
        if self.guns_under(w, by).contains(&guns) { Flown::Lost } else { Flown::Away }
    }

    /// The reach that a charger has left.
    pub(crate) fn charge_left(&self, charge: &Charging) -> Cm {
        charge.reach.saturating_sub(charge.gone).max(0)
    }

    /// Whether a fleeing target is caught: the reach left covers the distance to the end of its flight (BE-GAP-43,
    /// BE-POU-06), and no unit stands in between (BE-GAP-45).
    pub(crate) fn flown(&self, w: &World, charge: &Charging) -> Flown {
        if !w.unit(charge.at).present() {
            return Flown::Lost;
        }
        let situation = flight::Chase {
            reach: crate::Ud::from_cm(self.charge_left(charge)),
            distance: crate::Ud::default(),
            flight: crate::Ud::from_cm(self.apart(w, charge.by, charge.at).cm),
        };
        let caught = flight::chase(&self.book, &situation).caught && self.on(r::BE_POU_06);
        if caught && self.comes_up_with(w, charge.by, charge.at) { Flown::Caught } else { Flown::Away }
    }

    /// Whether the straight path of a charger to a target that has fled is free of other units.
    fn comes_up_with(&self, w: &World, by: UnitId, at: UnitId) -> bool {
        let (start, bearing, far) = self.after_it(w, by, at);
        let traffic =
            Traffic { keep_off: 0, stood: None, except: Some(at), friends: Friends::Formed, open_only: false };
        let way = (start, bearing, far.saturating_sub(table::SLACK).max(0));
        let stop = self.straight(w, (by, &self.figure(w, by)), way, &traffic).1;
        !matches!(stop, Some(Stop::Enemy(_) | Stop::Friend(_))) || !self.on(r::BE_GAP_45)
    }

    /// A charger turned towards a target that has fled, its direction, and the distance to the contact.
    fn after_it(&self, w: &World, by: UnitId, at: UnitId) -> (Piece, Angle, Cm) {
        let (own, target) = (self.piece(w, by), self.piece(w, at));
        let apart = distance(&own, &target).cm;
        let bearing = own.front_middle().bearing_to(target.pose.at);
        let start = own.rotated(own.front_middle(), table::turn(own.pose.facing, bearing));
        let far = first_contact(&start, bearing, apart.max(1) * 2, &[(0, target)]).map_or(apart, |(cm, ..)| cm);
        (start, bearing, far)
    }

    /// The charger catches the target that fled.
    pub(crate) fn ride_down(&self, d: &mut D<'_>, charge: &Charging) {
        let (by, at) = (charge.by, charge.at);
        let own = self.piece(&d.world, by);
        let (start, bearing, far) = self.after_it(&d.world, by, at);
        self.remove(d, at, Fate::Eliminated, r::BE_POU_06);
        let body = self.figure(&d.world, by);
        let traffic = Traffic { keep_off: 0, stood: None, except: None, friends: Friends::All, open_only: false };
        let (free, _) = self.straight(&d.world, (by, &body), (start, bearing, far), &traffic);
        let end = self.pose_of(&start.moved(bearing, free));
        if free > 0 {
            let path = [self.pose_of(&own), end];
            self.place(d, by, end, &path, &[r::BE_GAP_43]);
        }
        self.overrun(d, by);
    }

    /// The first enemy on the straight path of a charger within its remaining reach, and the distance (BE-GAP-93).
    fn on_its_line(&self, w: &World, charge: &Charging) -> Option<(UnitId, Cm)> {
        let piece = self.piece(w, charge.by);
        let left = self.charge_left(charge);
        let enemies: Vec<(u32, Piece)> = self
            .around(w, piece, self.side(charge.by).other(), left)
            .filter(|id| *id != charge.at && self.charge_offer(w, charge.by, *id, 0).is_ok())
            .map(|id| (u32::from(id.0), self.piece(w, id)))
            .collect();
        let (far, tag, _) = first_contact(&piece, piece.pose.facing, left, &enemies)?;
        Some((rulebook::ids::unit_id(tag), far))
    }

    fn fields_onward(&self, w: &Known<'_, World>, _: &Slot) -> Vec<Field> {
        let Some(charge) = top(w) else { return Vec::new() };
        let by = charge.by;
        let left = self.charge_left(charge);
        let mut choices = vec![Choice::of(Does::ToTheEnd.key(), &[r::BE_GAP_93])];
        if self.sheet(by).body.arm == Arm::Cavalry {
            choices.push(Choice::of(Does::TryToStop.key(), &[r::BE_GAP_93, r::BE_TM_04]));
        } else {
            let pose = w.unit(by).pose;
            let path = vec![pose.at, pose.ahead(left).at];
            let shape = Shape::Along { mover: by, path, at: vec![(0, left)] };
            let mut stop = Choice::of(Does::Stop.key(), &[r::BE_GAP_93]);
            stop.then = vec![Field { about: Ref::Unit(by), shape, default: Reply::At(0) }];
            choices.push(stop);
        }
        if let Some((at, far)) = self.on_its_line(w, charge) {
            let mut strike = Choice::of(Does::Strike.about(Ref::Unit(at)), &[r::BE_GAP_93]);
            strike.facts.insert(game::Term::of("distance"), i64::from(far));
            choices.push(strike);
        }
        vec![pick_one(Ref::Unit(by), choices)]
    }
}
