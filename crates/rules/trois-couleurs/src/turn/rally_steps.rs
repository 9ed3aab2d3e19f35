//! Step 6: rally moves, generals with broken units, reforming, safeguards (L3C-SIM-06, L3C-GAP-A59).

use super::D;
use super::announce::shape;
use crate::question::{Does, Kind, Luck, Question, about, accept, named, pick_one};
use crate::resolve::moving::changing::{self, Changing, Shape as Form};
use crate::resolve::moving::points::{PointUse, Spending, left, spend};
use crate::resolve::nerve::rally::{Joined, RallyMove, general_rallies, rally_move};
use crate::resolve::people::generals::GeneralAction;
use crate::world::{Phase, World, formations};
use crate::{Case, Cohesion, Distance, Formation, Gait, TroisCouleurs, UD, r};
use game::{Ask, Choice, Field, Flow, Key, Ref, Reply, Shape, Side, Slot, UnitId};
use rulebook::Known;
use rulebook::word;
use table::{Cm, within_cm};

pub(crate) const RALLY: Kind = Kind {
    rules: &[r::L3C_RAL_01, r::L3C_GAP_A59],
    fields: TroisCouleurs::fields_rally,
    check: accept,
    suggest: likely,
};
pub(crate) const HELP: Kind =
    Kind { rules: &[r::L3C_RAL_21], fields: TroisCouleurs::fields_help, check: accept, suggest: likely };
pub(crate) const REFORM: Kind =
    Kind { rules: &[r::L3C_RAL_14], fields: TroisCouleurs::fields_reform, check: accept, suggest: likely };
pub(crate) const SAFEGUARD: Kind =
    Kind { rules: &[r::L3C_SAU_01], fields: TroisCouleurs::fields_safeguard, check: accept, suggest: likely };

fn likely(_: &TroisCouleurs, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let replies = ask.fields.iter().map(|field| match &field.shape {
        Shape::Pick { from, .. } if !from.is_empty() => {
            let choice = &from[luck.below(from.len())];
            Reply::Picked(vec![(choice.key.clone(), choice.then.iter().map(|f| f.default.clone()).collect())])
        }
        _ => field.default.clone(),
    });
    replies.collect()
}

/// Whether a unit is in order, or is in a formation that has none.
fn in_order(w: &World, id: UnitId) -> bool {
    w.unit(id).body.state <= Cohesion::Loose
}

impl TroisCouleurs {
    pub(crate) fn rally_moves(&self, d: &mut D<'_>, side: Side) -> Flow<()> {
        self.clock_once(d, Phase::Rallying, &[r::L3C_SIM_06]);
        let sheet = self.put(d, &Question::Rally.to(side));
        let fields = sheet.fields.clone();
        let replies = self.ask_one(d, sheet)?;
        for (field, reply) in fields.iter().zip(&replies) {
            let (Some(id), Some(key)) = (about(field), reply.key()) else { continue };
            let third = self.rally_reach(&d.world, id, Gait::Quick) / 3;
            let cm = match Does::of(key) {
                Some(Does::Short) => third,
                Some(Does::Middle) => 2 * third,
                Some(Does::Long) => 3 * third,
                Some(Does::Farthest) => self.rally_reach(&d.world, id, Gait::Charge),
                _ => continue,
            };
            self.rallies_back(d, id, cm);
        }
        Ok(())
    }

    /// Distance of a rally move: at the quick step, or for one more point as far as a charge (L3C-RAL-03).
    fn rally_reach(&self, w: &World, id: UnitId, gait: Gait) -> i32 {
        let row = crate::terms::tables::MovingAs::of(w.unit(id).body.formation);
        let pace = crate::resolve::moving::movement::paces(&self.book, self.mover(id), row).at(gait);
        let status = crate::resolve::moving::movement::by_status(&self.book, self.mover(id), self.troop(id).status);
        i32::from((i16::from(pace) + status).max(1)) * UD
    }

    /// A unit goes back to rally and may turn at no cost (L3C-RAL-03, L3C-RAL-09).
    fn rallies_back(&self, d: &mut D<'_>, id: UnitId, cm: i32) {
        let cost = RallyMove {
            arm: self.mover(id),
            formation: d.world.unit(id).body.formation,
            status: self.troop(id).status,
            distance: Distance::from_cm(cm),
            spent: d.world.unit(id).body.points_spent,
        };
        let cost = rally_move(&self.book, &cost);
        self.spend(d, id, cost.points, r::L3C_RAL_03);
        let from = self.nearest_enemy(&d.world, id).map(|(enemy, _)| enemy);
        let (back, trail) = (d.world.unit(id).now.back, d.world.unit(id).now.trail.clone());
        self.retires(d, id, from, cm, r::L3C_RAL_03);
        if d.world.unit(id).present() {
            self.change(d, id, &[r::L3C_RAL_03], |u| {
                u.now.rallied = true;
                u.now.rallying = false;
                u.now.back = back;
                u.now.trail = trail;
            });
        }
    }

    fn fields_rally(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        for id in self.troops(w, slot.side) {
            let unit = w.unit(id);
            let loose = unit.body.state >= Cohesion::Unformed || unit.now.rallying;
            // An unbeaten attacker may go back, in order or not (L3C-GAP-A59).
            let free = loose || self.on(r::L3C_GAP_A59);
            // So may a unit that fought standing and lost its order by it (L3C-RAL-01); unlimbered gunners stay with
            // their guns.
            let stood = unit.now.fought && loose && !self.in_battery(w, id);
            let may = unit.body.case.positive() && unit.garrison.is_none() && (free && unit.now.assaulted || stood);
            if !may || !self.on(r::L3C_RAL_01) {
                continue;
            }
            // A unit that has lost its order before an enemy in hand must go back (L3C-GAP-B18).
            let must = loose && self.threatened(w, id) && self.book.all(&[r::L3C_GAP_B18, r::L3C_RAL_02]);
            // A unit without points in the enemy's lines goes at once, whatever the cost (L3C-RAL-06).
            let spent = left(&self.book, unit.body.points_spent) == 0;
            let must = must || loose && spent && self.in_enemy_lines(w, id) && self.on(r::L3C_RAL_06);
            let must = must || loose && unit.now.must_rally;
            let charges = self.rally_reach(w, id, Gait::Charge) > self.rally_reach(w, id, Gait::Quick);
            let moves = [Does::Short, Does::Middle, Does::Long].into_iter().chain(charges.then_some(Does::Farthest));
            let moves = moves.map(|does| Choice::of(does.key(), &[r::L3C_RAL_03]));
            let stays = (!must).then(|| Choice::of(Does::Stay.key(), &[r::L3C_RAL_01]));
            fields.push(pick_one(Ref::Unit(id), stays.into_iter().chain(moves).collect()));
        }
        fields
    }

    /// Whether an enemy in hand stands between a unit and its own table edge.
    fn in_enemy_lines(&self, w: &World, id: UnitId) -> bool {
        let (at, home) = (w.unit(id).pose.at, self.scenario.home[self.side(id).index()]);
        let near = self.book.tables.distance.general_move.cm();
        let mut enemies = self.troops(w, self.side(id).other()).filter(|enemy| w.unit(*enemy).in_hand());
        enemies.any(|enemy| {
            let his = w.unit(enemy).pose.at;
            within_cm(self.gap(w, id, enemy), near) && table::turn(home, at.bearing_to(his)).abs() < 6_000
        })
    }

    pub(crate) fn help(&self, d: &mut D<'_>, side: Side) -> Flow<()> {
        let sheet = self.put(d, &Question::Help.to(side));
        let fields = sheet.fields.clone();
        let replies = self.ask_one(d, sheet)?;
        for (field, reply) in fields.iter().zip(&replies) {
            let place = about(field).and_then(|id| d.world.general_of(id));
            let (Some(place), Some(unit)) = (place, reply.key().and_then(named)) else { continue };
            let Some(cost) =
                self.costs(&d.world, place, unit, GeneralAction::Rally).filter(|_| !d.world.unit(unit).now.helped)
            else {
                continue;
            };
            let raised = general_rallies(&self.book, &self.joined(&d.world, place, unit));
            let (id, at) = (d.world.general_id(place), d.world.unit(unit).pose.at);
            self.alter(d, &[id], &[], &[r::L3C_RAL_21], |w| {
                let general = &mut w.generals[place];
                general.used = general.used.saturating_add(cost);
                (general.with, general.rallies) = (Some(unit), true);
                general.at = at;
            });
            self.change(d, unit, &[r::L3C_RAL_21], |u| {
                u.body.case = raised.case;
                u.now.helped = true;
            });
        }
        Ok(())
    }

    fn joined(&self, w: &World, place: usize, unit: UnitId) -> Joined {
        let bonus = self.bonus(w.general(place), self.general_sheet(place)).max(0);
        Joined {
            case: w.unit(unit).body.case,
            bonus: bonus.unsigned_abs(),
            in_chain: self.commands(place, unit),
            helped: w.unit(unit).now.helped,
            came_back: false,
            moved: w.unit(unit).now.back > 0 || w.unit(unit).body.case == Case::Halt,
        }
    }

    fn fields_help(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        for place in 0..w.generals.len() {
            let own = self.general_sheet(place).side == slot.side;
            if !own || !self.acts(w, place) || !self.on(r::L3C_RAL_21) {
                continue;
            }
            let mut choices = vec![Choice::of(Does::Stay.key(), &[r::L3C_RAL_21])];
            for unit in self.troops(w, slot.side).filter(|unit| !w.unit(*unit).body.case.positive()) {
                if self.costs(w, place, unit, GeneralAction::Rally).is_some()
                    && general_rallies(&self.book, &self.joined(w, place, unit)).may
                {
                    choices.push(Choice::of(Does::Rally.about(Ref::Unit(unit)), &[r::L3C_RAL_21]));
                }
            }
            if choices.len() > 1 {
                fields.push(pick_one(Ref::Unit(w.general_id(place)), choices));
            }
        }
        fields
    }

    pub(crate) fn reforming(&self, d: &mut D<'_>, side: Side) -> Flow<()> {
        let sheet = self.put(d, &Question::Reform.to(side));
        let fields = sheet.fields.clone();
        let replies = self.ask_one(d, sheet)?;
        for (field, reply) in fields.iter().zip(&replies) {
            let (Some(id), Some(key)) = (about(field), reply.key()) else { continue };
            if !Does::Reform.is(key) {
                continue;
            }
            // Both steps in one turn if the points suffice.
            while self.may_reform(&d.world, id) {
                let points = self.reform_points(&d.world, id);
                self.spend(d, id, points, r::L3C_RAL_14);
                let state = match d.world.unit(id).body.state {
                    Cohesion::Disordered => Cohesion::Unformed,
                    _ => Cohesion::Formed,
                };
                self.change(d, id, &[r::L3C_RAL_14], |u| {
                    u.reforming = state == Cohesion::Unformed;
                    u.body.state = state;
                });
            }
            self.faces_again(d, id);
        }
        Ok(())
    }

    /// A unit that has turned its back faces the enemy when it is in order again (L3C-RAL-11); other units keep their
    /// facing.
    fn faces_again(&self, d: &mut D<'_>, id: UnitId) {
        let w = &d.world;
        let Some((enemy, _)) = self.nearest_enemy(w, id).filter(|_| self.on(r::L3C_RAL_11)) else { return };
        let own = self.piece(w, id);
        let facing = own.pose.at.bearing_to(self.piece(w, enemy).pose.at);
        let turned = own.with_pose(table::Pose { facing, ..own.pose });
        let back = table::turn(own.pose.facing, facing).abs() > 9_000;
        let free = !self.others(w, id).iter().any(|(_, other)| table::overlaps(&turned, other));
        if back && free && self.terrain.holds(&turned) {
            self.place(d, id, turned.pose.ahead(turned.depth / 2), &[], &[r::L3C_RAL_11]);
        }
    }

    /// PA of one step of reforming (L3C-RAL-14).
    fn reform_points(&self, w: &World, id: UnitId) -> u8 {
        self.forming_points(w, id, w.unit(id).body.formation)
    }

    /// Whether a unit may reform by one step (L3C-RAL-13, L3C-RAL-14).
    fn may_reform(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let loose = unit.body.state >= Cohesion::Unformed && unit.body.case.positive();
        let afford = self.reform_points(w, id) <= left(&self.book, unit.body.points_spent);
        // After a fight a unit does not reform within reach and sight of an enemy (L3C-RAL-05).
        let fresh = unit.now.fought || unit.now.assaulted;
        let kept = loose && fresh && self.on(r::L3C_RAL_05) && self.threatened(w, id);
        loose && afford && !kept && self.may_form(w, id)
    }

    fn fields_reform(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        for id in self.troops(w, slot.side) {
            if self.may_reform(w, id) && self.on(r::L3C_RAL_10) {
                let choices = [Does::Reform, Does::Stay].map(|does| Choice::of(does.key(), &[r::L3C_RAL_14]));
                fields.push(pick_one(Ref::Unit(id), choices.to_vec()));
            }
        }
        fields
    }

    pub(crate) fn safeguards(&self, d: &mut D<'_>, side: Side) -> Flow<()> {
        let sheet = self.put(d, &Question::Safeguard.to(side));
        let fields = sheet.fields.clone();
        let replies = self.ask_one(d, sheet)?;
        for (field, reply) in fields.iter().zip(&replies) {
            let (Some(id), Some(key)) = (about(field), reply.key()) else { continue };
            if self.guards(d, id, key) {
                continue;
            }
            let Some(formation) = super::deploy::formation_named(&key.does) else { continue };
            // A neighbour may have just taken the room.
            if !self.fits(&d.world, id, formation) {
                continue;
            }
            let points = self.guard_points(&d.world, id, formation);
            self.reform(d, id, formation, &[r::L3C_SAU_01]);
            if self.on(r::L3C_SAU_02) {
                self.change(d, id, &[r::L3C_SAU_02], |u| u.pledged = u.pledged.saturating_add(points));
            }
        }
        Ok(())
    }

    /// Entering houses in contact, and skirmishers, are safeguard measures too (L3C-GAP-B17). True: it was one of
    /// these.
    fn guards(&self, d: &mut D<'_>, id: UnitId, key: &Key) -> bool {
        let pledged = d.world.unit(id).pledged;
        let spent = d.world.unit(id).body.points_spent;
        let faces = super::movement_steps::manned(key);
        match (Does::of(key), key.refs.first()) {
            (does, site)
                if matches!(does, Some(Does::Enter | Does::Leave | Does::PutOut | Does::TakeBack))
                    || faces.is_some() =>
            {
                match (does, site) {
                    (_, Some(Ref::Site(houses))) => self.enters_houses(d, id, *houses),
                    (Some(Does::Leave), _) => self.leaves_houses(d, id),
                    _ => match &faces {
                        Some(faces) => self.mans(d, id, faces),
                        None => self.screens(d, id, key),
                    },
                }
                // Paid out of the next turn (L3C-SAU-02).
                let points = d.world.unit(id).body.points_spent.saturating_sub(spent);
                self.change(d, id, &[r::L3C_SAU_02, r::L3C_GAP_B17], |u| {
                    u.body.points_spent = spent;
                    u.pledged = pledged.saturating_add(points);
                    if let Some(screen) = u.screen.as_mut().filter(|_| Does::PutOut.is(key)) {
                        screen.pledged = screen.spent;
                    }
                });
                true
            }
            (Some(Does::Face), Some(Ref::Unit(enemy))) => {
                // A neighbour may have just taken the room.
                if let Some(points) = self.faces_for(&d.world, id, *enemy) {
                    let piece = self.turned_to(&d.world, id, *enemy);
                    self.place(d, id, piece.pose.ahead(piece.depth / 2), &[], &[r::L3C_SAU_01]);
                    self.change(d, id, &[r::L3C_SAU_02], |u| u.pledged = u.pledged.saturating_add(points));
                }
                true
            }
            (Some(Does::Retire), Some(Ref::Unit(enemy))) => {
                if let Some((points, cm)) = self.retires_to_safety(&d.world, id) {
                    // This is not a move required by a case: what is still due of that stays due (L3C-RAL-16).
                    let back = d.world.unit(id).now.back;
                    self.retires(d, id, Some(*enemy), cm, r::L3C_SAU_01);
                    d.world.unit_mut(id).now.back = back;
                    let points = if self.on(r::L3C_SAU_02) { points } else { 0 };
                    self.change(d, id, &[r::L3C_SAU_02, r::L3C_GAP_B17], |u| {
                        u.pledged = u.pledged.saturating_add(points);
                    });
                }
                true
            }
            _ => false,
        }
    }

    /// PA and distance of stepping back as a safeguard measure, if the points left suffice (L3C-GAP-B17).
    fn retires_to_safety(&self, w: &World, id: UnitId) -> Option<(u8, Cm)> {
        let (needed, cm) = self.retirement(w, id).filter(|_| w.unit(id).garrison.is_none())?;
        self.guards_for(w, id, needed).then_some((needed, cm))
    }

    /// Whether a unit has enough points left for a safeguard measure (L3C-SAU-01, L3C-SAU-03).
    fn guards_for(&self, w: &World, id: UnitId, needed: u8) -> bool {
        let spent = w.unit(id).body.points_spent;
        let spending = Spending { spent, action: PointUse::Safeguard, needed, ..Spending::default() };
        spend(&self.book, &spending).allowed
    }

    /// Cost for a unit to face an enemy in place, within the points of a safeguard; `None`: it already faces it, or
    /// cannot.
    fn faces_for(&self, w: &World, id: UnitId, enemy: UnitId) -> Option<u8> {
        let piece = self.turned_to(w, id, enemy);
        let by = table::turn(w.unit(id).pose.facing, piece.pose.facing);
        let needed = self.turning_points(w, id, by);
        let free = !self.others(w, id).iter().any(|(_, other)| table::overlaps(&piece, other));
        (needed > 0 && free && self.terrain.holds(&piece) && self.guards_for(w, id, needed)).then_some(needed)
    }

    /// The safeguard measures of L3C-GAP-B17 other than a change of formation.
    fn other_guards(&self, w: &World, id: UnitId) -> Vec<Choice> {
        if !self.on(r::L3C_GAP_B17) {
            return Vec::new();
        }
        let mut found = self.house_choices(w, id);
        if let Some((enemy, _)) = self.nearest_enemy(w, id).filter(|(enemy, _)| self.sees(w, id, *enemy))
            && w.unit(id).garrison.is_none()
        {
            if self.faces_for(w, id, enemy).is_some() {
                found.push(Choice::of(Does::Face.about(Ref::Unit(enemy)), &[r::L3C_SAU_02]));
            }
            if self.retires_to_safety(w, id).is_some() {
                found.push(Choice::of(Does::Retire.about(Ref::Unit(enemy)), &[r::L3C_GAP_B17]));
            }
        }
        if in_order(w, id) {
            found.extend(
                self.screen_choices(w, id)
                    .into_iter()
                    .filter(|choice| Does::PutOut.is(&choice.key) || Does::TakeBack.is(&choice.key)),
            );
        }
        found
    }

    fn guard_points(&self, w: &World, id: UnitId, formation: Formation) -> u8 {
        let (body, troop) = (&w.unit(id).body, self.troop(id));
        let s = Changing {
            arm: troop.arm,
            from: shape(body.formation),
            to: shape(formation),
            class: troop.class,
            status: troop.status,
            nation: troop.nation,
            year: self.scenario.year,
            heavy: self.sheet(id).pounds >= self.book.tables.manhandling.heavy_from_pounds,
            wider: self.formed(w, id, formation).front > body.front,
            ..Changing::default()
        };
        debug_assert!(s.to != Form::Formed);
        changing::cost(&self.book, &s)
    }

    /// One measure for each unit, out of the points of the next turn (L3C-SAU-01 to L3C-SAU-04, L3C-GAP-B17).
    fn fields_safeguard(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        for id in self.troops(w, slot.side) {
            let unit = w.unit(id);
            // In order or not, any unit in hand that has not gone back to rally (L3C-GAP-A59).
            let calm = unit.in_hand() && !unit.now.rallied && (in_order(w, id) || self.on(r::L3C_GAP_A59));
            // No other measure is allowed after a fire (L3C-SAU-04).
            let fired = unit.now.fired > 0 && !self.on(r::L3C_SAU_04);
            if !calm || fired || !self.on(r::L3C_SAU_01) {
                continue;
            }
            // A unit that has lost its order takes no formation before it is in order again (L3C-RAL-10).
            let forms = unit.garrison.is_none() && in_order(w, id);
            let wanted: &[Formation] = if forms { formations(self.troop(id).arm) } else { &[] };
            let mut choices = vec![Choice::of(Does::Stay.key(), &[r::L3C_SAU_01])];
            for formation in wanted.iter().filter(|formation| **formation != unit.body.formation) {
                let needed = self.guard_points(w, id, *formation);
                if self.guards_for(w, id, needed) && self.fits(w, id, *formation) {
                    choices.push(Choice::of(Key { does: word(formation), refs: Vec::new() }, &[r::L3C_SAU_02]));
                }
            }
            choices.extend(self.other_guards(w, id));
            if choices.len() > 1 {
                fields.push(pick_one(Ref::Unit(id), choices));
            }
        }
        fields
    }
}
