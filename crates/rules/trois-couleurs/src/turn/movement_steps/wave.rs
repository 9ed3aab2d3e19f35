//! Steps 3 and 4: the waves of a line (L3C-GAP-A46, L3C-GAP-A74).

use super::paths::straight;
use crate::question::Question;
use crate::resolve::combat::garrison::Business;
use crate::resolve::moving::points::left;
use crate::resolve::moving::turning::allowed;
use crate::terms::state::degrade;
use crate::turn::{D, Step};
use crate::world::{Code, Detail, Line, MovesUnderWay, Moving, OpenedOrder, World};
use crate::{Cohesion, Gait, TroisCouleurs, r};
use game::{Flow, UnitId};
use std::collections::BTreeSet;
use table::{Cm, FeatureId, Manoeuvre};

impl TroisCouleurs {
    /// Forms a wave: its units, and the direction and length of their moves.
    pub(crate) fn wave(&self, d: &mut D<'_>, line: Line, wave: u8) -> Flow<()> {
        if wave == 1 {
            d.world.offered.clear();
        }
        if wave >= 3 {
            let busy = self.about_to_manoeuvre(&d.world, line, wave - 2);
            for side in self.in_order(&d.world) {
                self.offer(d, side, Question::Moment, |w| self.chances_on_busy(w, side, &busy))?;
            }
            self.manoeuvres(d, line, wave - 2);
        }
        let before: BTreeSet<UnitId> = d.world.run.as_ref().map(|run| run.moved.clone()).unwrap_or_default();
        let moved = if wave == 1 { BTreeSet::new() } else { before };
        let mut movers = Vec::new();
        let goes: Vec<UnitId> =
            d.world.present().filter(|id| self.goes_in(&d.world, *id, line, wave, &moved)).collect();
        if wave >= 3 {
            for side in self.in_order(&d.world) {
                self.offer(d, side, Question::Moment, |w| self.chances_on_leaving(w, side, &goes))?;
            }
        }
        // Two units that attack each other are known before either sets out (L3C-GAP-A20).
        let paired: BTreeSet<UnitId> = goes.iter().copied().filter(|id| self.mutual(&d.world, *id)).collect();
        for id in goes {
            if let Some(mut moving) = self.sets_out(d, id, paired.contains(&id)) {
                self.wheels(d, &mut moving);
                movers.push(moving);
            }
        }
        // Units that move together use the smallest fraction among them (L3C-GAP-A73).
        for group in d.world.together.clone() {
            let of = |moving: &&mut Moving| self.sheet(moving.unit).command == group;
            let least = movers.iter_mut().filter(of).map(|moving| moving.step).min();
            for moving in movers.iter_mut().filter(of) {
                moving.step = least.unwrap_or(moving.step);
            }
        }
        let supports = self.supports(&d.world, &movers);
        movers.extend(supports);
        let mut moved = moved;
        moved.extend(movers.iter().map(|moving| moving.unit));
        let any = !movers.is_empty();
        d.world.run = Some(MovesUnderWay { line, wave, fraction: 0, instant: 0, movers, moved });
        if any {
            d.then([Step::Run]);
        } else if wave == 5 && line == Line::Second {
            d.world.run = None;
        }
        Ok(())
    }

    /// Whether a unit goes with a wave of its line (L3C-GAP-A74).
    fn goes_in(&self, w: &World, id: UnitId, line: Line, wave: u8, moved: &BTreeSet<UnitId>) -> bool {
        let unit = w.unit(id);
        let own = if unit.now.second_line { Line::Second } else { Line::First };
        let Some(plan) = w.plans.get(&id) else { return false };
        // One voluntary move in a turn (L3C-MVT-08).
        let moved_already = unit.now.run > 0 && self.on(r::L3C_MVT_08);
        if own != line || !unit.in_hand() || moved_already || unit.now.stopped || moved.contains(&id) {
            return false;
        }
        if !self.may_go_on(w, id) {
            return false;
        }
        // A manoeuvre still to be made comes first (L3C-INT-08).
        if plan.manoeuvres_first() && self.on(r::L3C_INT_08) {
            return false;
        }
        // Units that move together wait for those among them that manoeuvre first (L3C-GAP-A73).
        if wave < 5 && self.waits_for_fellows(w, id, line) {
            return false;
        }
        let goes = |code: Code, detail: &Detail| match (code, detail) {
            (code, Detail::Way(_)) => code.arrow(),
            (code, Detail::On(_)) => code.assaults(),
            _ => false,
        };
        let Some((_, detail)) = plan.open().find(|(code, detail)| goes(*code, detail)) else { return false };
        let target_moves = match detail {
            // An attacker whose target moves elsewhere waits until the target has moved (L3C-GAP-A46).
            Detail::On(target) => self.moves_elsewhere(w, *target, id, line),
            _ => false,
        };
        match wave {
            1 => !target_moves,
            _ => true,
        }
    }

    /// Whether a unit that moves together with its group waits for another that has to manoeuvre first.
    fn waits_for_fellows(&self, w: &World, id: UnitId, line: Line) -> bool {
        let group = self.sheet(id).command;
        w.together.contains(&group)
            && w.plans.iter().any(|(other, plan)| {
                let own = if w.unit(*other).now.second_line { Line::Second } else { Line::First };
                let moves = plan.open().any(|(code, _)| code.arrow() || code.assaults());
                self.sheet(*other).command == group
                    && own == line
                    && w.unit(*other).in_hand()
                    && plan.manoeuvres_first()
                    && moves
                    && self.manoeuvre_points(w, *other, plan).is_some()
            })
    }

    /// Whether the target of an assault moves itself in this line, but not towards its attacker.
    fn moves_elsewhere(&self, w: &World, target: UnitId, attacker: UnitId, line: Line) -> bool {
        let Some(plan) = w.plans.get(&target) else { return false };
        let unit = w.unit(target);
        let own = if unit.now.second_line { Line::Second } else { Line::First };
        let goes = plan.open().any(|(code, detail)| match detail {
            Detail::Way(_) => code.arrow(),
            // A ring of assaults that is not mutual leads to the starting places (L3C-GAP-A74).
            Detail::On(other) => code.assaults() && *other != attacker && !self.rings(w, target, attacker),
            _ => false,
        });
        own == line && goes && unit.now.run == 0 && !plan.manoeuvres_first() && self.on(r::L3C_GAP_A74)
    }

    /// Whether the chain of assaults from one unit leads to another.
    fn rings(&self, w: &World, from: UnitId, to: UnitId) -> bool {
        let mut at = from;
        for _ in 0..w.units.len() {
            let next = w.plans.get(&at).and_then(|plan| {
                plan.open().find_map(|(code, detail)| match detail {
                    Detail::On(target) if code.assaults() => Some(*target),
                    _ => None,
                })
            });
            match next {
                Some(next) if next == to => return true,
                Some(next) => at = next,
                None => return false,
            }
        }
        false
    }

    /// A unit sets out: it pays its points, and its way is fixed.
    fn sets_out(&self, d: &mut D<'_>, id: UnitId, mutual: bool) -> Option<Moving> {
        let w = &d.world;
        let plan = w.plans.get(&id)?.clone();
        let free = left(&self.book, w.unit(id).body.points_spent);
        let (code, detail) = plan.open().find(|(code, detail)| {
            code.arrow() && matches!(detail, Detail::Way(_)) || code.assaults() && matches!(detail, Detail::On(_))
        })?;
        match detail {
            Detail::Way(legs) => match self.trip(w, id, code, legs, free) {
                Ok(trip) => {
                    let mut moving = self.moving(w, id, trip.legs, trip.gait, trip.ground, None);
                    (moving.paid, moving.pivot) = (trip.points, trip.pivot);
                    self.narrows(d, id, trip.narrow);
                    self.spend(d, id, trip.points, r::L3C_GEN_24);
                    self.change(d, id, &[crate::turn::rule_of(code)], |u| u.body.gait = moving.gait);
                    d.world.plans.entry(id).and_modify(|plan| plan.finish(|c| c == code));
                    Some(moving)
                }
                Err(barred) => {
                    self.note(d, id, "order_void", game::Facts::new(), &[barred.rule, r::L3C_GAP_A45]);
                    d.world.plans.entry(id).and_modify(|plan| plan.finish(|c| c == code));
                    None
                }
            },
            Detail::On(target) => self.sets_upon(d, id, code, *target, mutual),
            _ => None,
        }
    }

    /// An attacker sets out: two thirds of the way to a halted enemy, a third if that enemy attacks it (L3C-MAC-28,
    /// L3C-GAP-A20).
    fn sets_upon(&self, d: &mut D<'_>, id: UnitId, code: Code, target: UnitId, mutual: bool) -> Option<Moving> {
        let to_fire = code == Code::FireAdvance;
        let w = &d.world;
        let may = if w.unit(target).present() {
            self.may_assault(w, id, target, to_fire).map_err(|barred| barred.rule)
        } else {
            Err(r::L3C_GAP_A45)
        };
        let distance = match may {
            Ok(distance) => distance.cm(),
            Err(rule) => {
                self.note(d, id, "order_void", game::Facts::new(), &[rule, r::L3C_GAP_A45]);
                d.world.plans.entry(id).and_modify(|plan| plan.finish(|c| c == code));
                return None;
            }
        };
        // A unit that continues a drawn fire fight stays in place (L3C-MOR-27).
        let stays = to_fire && w.unit(id).drawn == Some(target) && self.on(r::L3C_MOR_27);
        let part = match mutual {
            _ if stays || !self.on(r::L3C_MAC_28) => 0,
            true => distance / 3,
            false => (distance / 3 * 2).min(self.way_up(w, id, distance)),
        };
        let (own, his) = (self.piece(w, id), self.piece(w, target));
        let bearing = crate::field::bearing_to(own, his);
        let by = table::turn(own.pose.facing, bearing);
        let legs = if part > 0 { vec![Manoeuvre::Oblique { cm: part, by }] } else { Vec::new() };
        let narrow = match self.gap_for(w, id, target, bearing, part) {
            Ok(narrow) => narrow,
            Err(barred) => {
                self.note(d, id, "order_void", game::Facts::new(), &[barred.rule, r::L3C_GAP_A45]);
                d.world.plans.entry(id).and_modify(|plan| plan.finish(|c| c == code));
                return None;
            }
        };
        let gait = Gait::Ordinary;
        let (ground, _) = self.straight_over(w, id, bearing, part);
        let moving = self.moving(w, id, legs, gait, ground, Some((target, to_fire)));
        self.narrows(d, id, narrow);
        d.world.plans.entry(id).and_modify(|plan| plan.finish(|c| c == code));
        let slowed = self.ground_to(&d.world, id, target, to_fire);
        let uphill = to_fire && self.uphill(&d.world, id, target);
        self.change(d, id, &[crate::turn::rule_of(code)], |u| {
            u.body.gait = gait;
            (u.now.assaulted, u.now.slowed, u.now.uphill) = (true, slowed, uphill);
        });
        Some(moving)
    }

    /// Whether a unit and its target attack each other, both ready and of one line (L3C-GAP-A20).
    fn mutual(&self, w: &World, id: UnitId) -> bool {
        let on = |id: UnitId| {
            let plan = w.plans.get(&id).filter(|plan| !plan.manoeuvres_first())?;
            plan.open().find_map(|(code, detail)| match detail {
                Detail::On(target) if code.assaults() => Some(*target),
                _ => None,
            })
        };
        let Some(target) = on(id) else { return false };
        let ready = w.unit(target).in_hand() && w.unit(target).now.run == 0;
        let one_line = w.unit(id).now.second_line == w.unit(target).now.second_line;
        on(target) == Some(id) && ready && one_line && self.book.all(&[r::L3C_GAP_A20, r::L3C_SIM_03])
    }

    fn moving(
        &self,
        w: &World,
        id: UnitId,
        legs: Vec<Manoeuvre>,
        gait: Gait,
        ground: Vec<(Cm, u32)>,
        target: Option<(UnitId, bool)>,
    ) -> Moving {
        Moving {
            unit: id,
            legs,
            step: self.fraction(w, id),
            wait: 0,
            ground,
            gone: 0,
            paid: 0,
            pivot: 0,
            target,
            gait,
            follows: None,
            met: false,
            halted: false,
            blocked: false,
            from: w.unit(id).pose,
        }
    }

    /// Supports move with their leader by the same way, as far as their own move allows (L3C-SOU-01, L3C-GAP-A57).
    fn supports(&self, w: &World, movers: &[Moving]) -> Vec<Moving> {
        let mut found = Vec::new();
        if !self.on(r::L3C_SOU_01) {
            return found;
        }
        for (id, plan) in &w.plans {
            let Some(Detail::With(leader)) = plan.detail(|code| code == Code::Support) else { continue };
            let unit = w.unit(*id);
            let Some(leading) = movers.iter().find(|moving| moving.unit == *leader) else { continue };
            let gone = unit.now.run > 0 || !self.may_go_on(w, *id);
            if !unit.in_hand() || gone || found.iter().any(|m: &Moving| m.unit == *id) {
                continue;
            }
            let facing = w.unit(*leader).pose;
            let mut legs = Vec::new();
            // Within its own move, without tolerance (L3C-SOU-05).
            let own = self.assault_capacity(w, *id, unit.body.points_spent).cm();
            let mut room = if self.on(r::L3C_SOU_05) { own } else { Cm::MAX };
            let (mut waits, mut gone) = (Vec::new(), 0);
            for leg in &leading.legs {
                let (bearing, cm) = straight(facing, leg);
                let (ground, lost) = self.straight_over(w, *id, bearing, cm.min(room));
                waits.extend(ground.into_iter().map(|(at, instants)| (gone + at, instants)));
                room = (room - Cm::from(lost) * crate::UD).max(0);
                let cm = cm.min(room);
                room -= cm;
                gone += cm;
                if cm > 0 {
                    legs.push(Manoeuvre::Oblique { cm, by: table::turn(unit.pose.facing, bearing) });
                }
            }
            let mut moving = self.moving(w, *id, legs, leading.gait, waits, None);
            moving.follows = Some(*leader);
            moving.step = moving.step.min(leading.step);
            found.push(moving);
        }
        found
    }

    /// Makes the manoeuvres that cost this many points, of units that are not attacked (L3C-GAP-A46).
    fn manoeuvres(&self, d: &mut D<'_>, line: Line, points: u8) {
        for id in self.about_to_manoeuvre(&d.world, line, points) {
            // One manoeuvre may take the room of another.
            if let Some(plan) = d.world.plans.get(&id).cloned() {
                self.manoeuvre(d, id, &plan);
            }
        }
    }

    /// Units of a line that are not attacked and whose manoeuvre of this many points is next.
    fn about_to_manoeuvre(&self, w: &World, line: Line, points: u8) -> Vec<UnitId> {
        let due = |id: &UnitId, plan: &OpenedOrder| {
            let own = if w.unit(*id).now.second_line { Line::Second } else { Line::First };
            let attacked = w.later.iter().any(|entry| entry.target == *id);
            own == line
                && w.unit(*id).in_hand()
                && !w.unit(*id).now.stopped
                && !attacked
                && self.manoeuvre_points(w, *id, plan).is_some_and(|cost| cost == points || points == 3 && cost > 3)
                && self.may_go_on(w, *id)
        };
        w.plans.iter().filter(|(id, plan)| due(id, plan)).map(|(id, _)| *id).collect()
    }

    /// PA of the manoeuvre left in a plan.
    pub(crate) fn manoeuvre_points(&self, w: &World, id: UnitId, plan: &OpenedOrder) -> Option<u8> {
        let (_, detail) = plan.open().find(|(code, _)| code.manoeuvre())?;
        match detail {
            Detail::Into(formation) => Some(self.forming_points(w, id, *formation).max(1)),
            Detail::By(by) => Some(self.turning_points(w, id, *by).max(1)),
            Detail::Enter(_) => Some(self.house_points(w, id, Business::Enter).max(1)),
            Detail::Leave => Some(self.house_points(w, id, Business::Leave).max(1)),
            Detail::Man(_) => Some(self.house_points(w, id, Business::Redeploy).max(1)),
            _ => None,
        }
    }

    /// Makes a change of formation or facing.
    pub(crate) fn manoeuvre(&self, d: &mut D<'_>, id: UnitId, plan: &OpenedOrder) {
        let Some((code, detail)) = plan.open().find(|(code, _)| code.manoeuvre()) else { return };
        d.world.plans.entry(id).and_modify(|plan| plan.finish(|c| c == code));
        let spent = d.world.unit(id).body.points_spent;
        match detail {
            Detail::Into(formation) => {
                let points = self.forming_points(&d.world, id, *formation);
                if !allowed(&self.book, spent, points) || !self.fits(&d.world, id, *formation) {
                    self.note(d, id, "order_void", game::Facts::new(), &[r::L3C_CHF_01, r::L3C_GAP_A45]);
                    return;
                }
                self.spend(d, id, points, r::L3C_CHF_01);
                let state = match d.world.unit(id).body.state {
                    Cohesion::Disordered => Cohesion::Unformed,
                    _ => Cohesion::Formed,
                };
                let now = &mut d.world.unit_mut(id).now;
                (now.changed, now.manoeuvred) = (true, points.max(1));
                let occasion = self.occasion(&d.world, id).filter(|_| *formation == crate::Formation::AdHoc);
                d.world.unit_mut(id).made_for = occasion.map(|(houses, _)| houses);
                self.reform(d, id, *formation, &[r::L3C_SIM_12]);
                self.change(d, id, &[r::L3C_SIM_12], |u| {
                    u.reforming = state == Cohesion::Unformed;
                    u.body.state = state;
                });
            }
            Detail::By(by) => {
                let points = self.turning_points(&d.world, id, *by);
                let piece = self.piece(&d.world, id);
                let turned =
                    piece.with_pose(table::Pose { facing: (piece.pose.facing + by).rem_euclid(36_000), ..piece.pose });
                let free = !self.others(&d.world, id).iter().any(|(_, other)| table::overlaps(&turned, other));
                if !allowed(&self.book, spent, points) || !free || !self.terrain.holds(&turned) {
                    self.note(d, id, "order_void", game::Facts::new(), &[r::L3C_CHF_01, r::L3C_GAP_A45]);
                    return;
                }
                let now = &mut d.world.unit_mut(id).now;
                (now.changed, now.manoeuvred) = (true, points.max(1));
                self.spend(d, id, points, r::L3C_CHF_04);
                self.place(d, id, turned.pose.ahead(turned.depth / 2), &[], &[r::L3C_SIM_13]);
            }
            Detail::Enter(houses) => self.enters_houses(d, id, *houses),
            Detail::Leave => self.leaves_houses(d, id),
            Detail::Man(faces) => self.mans(d, id, faces),
            _ => {}
        }
    }

    /// Whether a unit has room for another formation in its place.
    pub(crate) fn fits(&self, w: &World, id: UnitId, formation: crate::Formation) -> bool {
        self.body_fits(w, id, &self.formed(w, id, formation))
    }

    pub(crate) fn body_fits(&self, w: &World, id: UnitId, body: &crate::Body) -> bool {
        let (piece, formation) = (self.piece_of(id, body, w.unit(id).pose), body.formation);
        // No battery is unlimbered in a wood (L3C-BOI-07), and only skirmishers enter a dense one (L3C-BOI-09).
        let guns = formation == crate::Formation::Deployed && self.on(r::L3C_BOI_07);
        let wrong = |f: &FeatureId| {
            let ground = self.terrain.feature(*f).map(crate::field::ground_of);
            ground.map(|ground| self.book.tables.terrain.of(ground)).is_some_and(|terrain| {
                let only = terrain.only.is_some_and(|only| only != formation) && self.on(r::L3C_BOI_09);
                guns && terrain.no_deployed_guns || only
            })
        };
        self.has_room(w, id, &piece) && !self.terrain.touched(&piece).iter().any(wrong)
    }

    /// Whether a unit may stand like this: on the table, on no other unit, on ground open to it.
    pub(crate) fn has_room(&self, w: &World, id: UnitId, piece: &table::Piece) -> bool {
        self.terrain.holds(piece)
            && !self.others(w, id).iter().any(|(_, other)| table::overlaps(piece, other))
            && !self.terrain.touched(piece).into_iter().any(|f| self.closed(id, f) && w.unit(id).garrison.is_none())
    }

    /// The footprint of a unit after turning in place to face another.
    pub(crate) fn turned_to(&self, w: &World, id: UnitId, other: UnitId) -> table::Piece {
        let (own, his) = (self.piece(w, id), self.piece(w, other));
        own.with_pose(table::Pose { facing: own.pose.at.bearing_to(his.pose.at), ..own.pose })
    }

    /// The state of a unit caught during a manoeuvre: unformed (L3C-GAP-A38).
    pub(crate) fn caught(&self, state: Cohesion) -> Cohesion {
        match state {
            Cohesion::Formed | Cohesion::Loose => degrade(&self.book, state, 1),
            state => state,
        }
    }
}
