//! Step 5: moves cut short by an enemy go on when that enemy is out of the way (L3C-MVT-29, L3C-GAP-A48).

use crate::question::{Does, Question};
use crate::resolve::moving::points::left;
use crate::turn::D;
use crate::world::{Class, Cut, Later, Moving, Placement, World};
use crate::{Cohesion, Gait, TroisCouleurs, UD, r};
use game::{Choice, Flow, Ref, UnitId};
use rulebook::Known;
use table::{Cm, Manoeuvre};

/// Step length of a resumed march, to find where it comes near an enemy.
const STEP: Cm = UD / 4;

impl TroisCouleurs {
    /// Records a moving unit stopped by an opportunity, which may go on later.
    pub(crate) fn cuts_short(&self, d: &mut D<'_>, moving: &Moving, by: UnitId, paid: u8) {
        let target = moving.target.filter(|(_, to_fire)| !to_fire).map(|(target, _)| target);
        let goes = target.is_some() || moving.target.is_none() && moving.follows.is_none() && !moving.legs.is_empty();
        if goes && self.book.all(&[r::L3C_MVT_29, r::L3C_GAP_A48]) {
            let (unit, legs, gait) = (moving.unit, moving.legs.clone(), moving.gait);
            // A unit cut short twice is asked once.
            d.world.cut.retain(|known| known.unit != unit);
            d.world.cut.push(Cut { unit, by, legs, gait, target, paid, broken: None });
        }
    }

    /// An attacker held by an enemy on its way leaves figures there; the rest may go on before all are together again
    /// (L3C-MVT-27, L3C-MVT-28).
    pub(crate) fn breaks_alignment(&self, d: &mut D<'_>, id: UnitId, by: UnitId) {
        let moving = d.world.run.as_ref().and_then(|run| run.mover(id)).cloned();
        let Some(moving) = moving.filter(|moving| moving.target.is_some_and(|(_, to_fire)| !to_fire)) else { return };
        if self.book.all(&[r::L3C_MVT_27, r::L3C_MVT_28]) {
            self.cuts_short(d, &moving, by, 0);
            let spent = d.world.unit(id).body.points_spent;
            d.world.cut.iter_mut().filter(|cut| cut.unit == id).for_each(|cut| cut.broken = Some(spent));
        }
    }

    /// Whether a unit whose move was cut short may go on: it is in hand and in order, has not fought or fired since,
    /// and the unit that stopped it could not come on, has given up, or is beaten.
    fn may_resume(&self, w: &World, cut: &Cut) -> bool {
        let (unit, enemy) = (w.unit(cut.unit), w.unit(cut.by));
        let whole = unit.body.state <= Cohesion::Loose && !unit.now.fought;
        let free = unit.in_hand() && (whole || cut.broken.is_some()) && self.may_go_on(w, cut.unit);
        let gone = !enemy.present() || !enemy.in_hand() || enemy.now.checked || enemy.now.rallying;
        let waits = w.later.iter().any(|entry| entry.attacker == cut.by && entry.target == cut.unit);
        free && gone && !waits
    }

    /// PA of going on: none at the ordinary step.
    fn resuming_points(&self, cut: &Cut) -> u8 {
        if cut.target.is_some() || cut.gait > Gait::Ordinary { self.book.tables.action.lost_by_reaction } else { 0 }
    }

    fn asks_to_resume(&self, d: &mut D<'_>, cut: &Cut) -> Flow<bool> {
        let of = Ref::Unit(cut.unit);
        let slot = Question::Resume.about(self.side(cut.unit), vec![of]);
        let points = if cut.broken.is_some() { 0 } else { self.resuming_points(cut) };
        let choices = |_: &Known<'_, World>| {
            let mut go = Choice::of(Does::Resume.key(), &[r::L3C_GAP_A48]);
            go.facts.insert(game::Term::of("points"), i64::from(points));
            vec![Choice::of(Does::Stay.key(), &[r::L3C_GAP_A48]), go]
        };
        let key = self.choose(d, slot, of, choices, &[r::L3C_MVT_29])?;
        Ok(key.is_some_and(|key| Does::Resume.is(&key)))
    }

    /// Resumes assaults that were cut short as assaults by order, with the distance measured anew.
    pub(crate) fn resume_assaults(&self, d: &mut D<'_>) -> Flow<()> {
        let cut: Vec<Cut> = d.world.cut.iter().filter(|cut| cut.target.is_some()).cloned().collect();
        for cut in cut {
            let engaged = d.world.later.iter().any(|entry| entry.attacker == cut.unit);
            let may = !engaged && self.may_resume(&d.world, &cut);
            let Some(target) = cut.target.filter(|_| may) else { continue };
            // The cost of the way counts in the assault; a point is lost.
            let mut anew = d.world.clone();
            let body = &mut anew.unit_mut(cut.unit).body;
            body.points_spent = match cut.broken {
                // It is the same assault: its cost counts once.
                Some(before) => before,
                None => body.points_spent.saturating_sub(cut.paid) + self.resuming_points(&cut),
            };
            let spent = body.points_spent;
            let enough = left(&self.book, spent) >= self.book.tables.action.assault_least;
            if !enough || !anew.unit(target).present() || self.may_assault(&anew, cut.unit, target, false).is_err() {
                continue;
            }
            // The distance that it has already covered counts if it is the same assault.
            let run = cut.broken.map_or(0, |_| d.world.unit(cut.unit).now.run);
            let gap = self.gap(&d.world, cut.unit, target);
            let tolerance = self.book.tables.distance.tolerance.of(self.troop(cut.unit).arm);
            if run.saturating_add(gap) > self.assault_capacity(&anew, cut.unit, spent).plus(tolerance).cm() {
                continue;
            }
            let goes = self.asks_to_resume(d, &cut)?;
            d.world.cut.retain(|known| known.unit != cut.unit);
            if !goes {
                continue;
            }
            d.beat();
            self.change(d, cut.unit, &[r::L3C_GAP_A48], |u| {
                u.body.points_spent = spent;
                u.now.run = run;
                u.now.fought &= cut.broken.is_none();
            });
            d.world.unit_mut(cut.unit).now.slowed = self.ground_to(&d.world, cut.unit, target, false);
            self.steps_up(d, cut.unit, target, gap / 3 * 2);
            d.world.later.push(Later {
                attacker: cut.unit,
                target,
                to_fire: false,
                class: Class::Ordered,
                instant: rulebook::saturated::<u32, _>(d.world.later.len()),
                distance: run.saturating_add(gap),
                placement: Placement::TwoThirds,
                stops_from: Gait::Halted,
                assaulting: false,
            });
        }
        Ok(())
    }

    /// Finishes marches that were cut short, after the last assault (L3C-GAP-A49).
    pub(crate) fn resume_marches(&self, d: &mut D<'_>) -> Flow<()> {
        let cut: Vec<Cut> = std::mem::take(&mut d.world.cut).into_iter().filter(|cut| cut.target.is_none()).collect();
        for cut in cut {
            let points = self.resuming_points(&cut);
            let straight = cut.legs.iter().all(|leg| matches!(leg, Manoeuvre::Ahead(_)));
            let free = left(&self.book, d.world.unit(cut.unit).body.points_spent) >= points;
            if !straight || !free || !self.may_resume(&d.world, &cut) || !self.asks_to_resume(d, &cut)? {
                continue;
            }
            d.beat();
            self.spend(d, cut.unit, points, r::L3C_GAP_A48);
            let whole: Cm = cut.legs.iter().map(|leg| if let Manoeuvre::Ahead(cm) = leg { *cm } else { 0 }).sum();
            let gone = self.clear_ahead(&d.world, cut.unit, whole);
            if gone > 0 {
                let pose = d.world.unit(cut.unit).pose.ahead(gone);
                self.place(d, cut.unit, pose, &[], &[r::L3C_GAP_A48]);
            }
        }
        Ok(())
    }

    /// Distance that a unit can go straight on: as far as there is room, and no nearer to an enemy than its tactical
    /// distance.
    fn clear_ahead(&self, w: &World, id: UnitId, whole: Cm) -> Cm {
        let (piece, facing) = (self.piece(w, id), w.unit(id).pose.facing);
        let others = self.others(w, id);
        let room = match table::room(&piece, facing, whole, &self.terrain, |f| self.closed(id, f), &others) {
            Ok(_) => whole,
            Err(halt) => (halt.at.cm - 10).max(0),
        };
        let near = self.tactical(id).cm();
        let enemies: Vec<table::Piece> = self.troops(w, self.side(id).other()).map(|e| self.piece(w, e)).collect();
        let clear = |cm: Cm| {
            let there = piece.moved(facing, cm);
            enemies.iter().all(|enemy| {
                let now = table::distance(&piece, enemy).cm;
                let then = table::distance(&there, enemy).cm;
                then > near || then >= now
            })
        };
        let mut gone = 0;
        while gone < room && clear((gone + STEP).min(room)) {
            gone = (gone + STEP).min(room);
        }
        gone
    }
}
