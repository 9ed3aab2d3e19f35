//! Flights without an attack (L3C-FUI-01, L3C-GAP-A25), and pursuits by units without a part in the fight (L3C-POU-01,
//! L3C-POU-07, L3C-GAP-A56).

use super::Chance;
use crate::field::{ground_behind, surrounded};
use crate::question::Question;
use crate::resolve::combat::losses;
use crate::resolve::combat::pursuit::{Pursued, Pursuer, PursuerPart, Pursuit, pursuit};
use crate::resolve::moving::movement;
use crate::resolve::nerve::flight::{Flight, Refuge, Uncovered, flee, sheltered, uncovered};
use crate::turn::D;
use crate::world::{Cause, World};
use crate::{Case, Distance, Gait, Shot, TroisCouleurs, r};
use game::{Flow, Rule, Side, UnitId};
use rulebook::Known;
use table::{Cm, Piece};

impl TroisCouleurs {
    /// Whether a unit may flee before it is attacked.
    pub(crate) fn may_flee(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let enclosed = || self.nearest_enemy(w, id).is_some_and(|(enemy, _)| self.surrounded(w, id, enemy));
        unit.in_hand() && unit.garrison.is_none() && self.on(r::L3C_FUI_01) && self.threatened(w, id) && !enclosed()
    }

    /// The friends that a unit hides from an enemy at which they could fire: it may go back to uncover them
    /// (L3C-FUI-07).
    pub(crate) fn masks(&self, w: &World, id: UnitId) -> Vec<UnitId> {
        if !self.on(r::L3C_FUI_07) || !self.may_flee(w, id) {
            return Vec::new();
        }
        let own = self.piece(w, id);
        let hides = |friend: UnitId, enemy: UnitId| {
            let (his, other) = (self.piece(w, friend), self.piece(w, enemy));
            let far = self.longest_range(friend).cm();
            let aim = table::point_to_piece(his.front_middle(), &other).to;
            table::within_cm(self.gap(w, friend, enemy), far)
                && self.in_front(w, friend, enemy)
                && crate::field::cut_by(own, his.front_middle(), aim)
        };
        let friends = self.troops(w, self.side(id)).filter(|friend| *friend != id && self.may_shoot(w, *friend));
        let enemies: Vec<UnitId> = self.troops(w, self.side(id).other()).collect();
        friends.filter(|friend| enemies.iter().any(|enemy| hides(*friend, *enemy))).collect()
    }

    /// Uncovered friends are under the fire meant for the unit that hid them, if it would have had effect on them: they
    /// have no losses from it but fire less well (L3C-FUI-09).
    pub(crate) fn bares(&self, d: &mut D<'_>, mask: UnitId, friends: &[UnitId]) {
        let field = self.field(&d.world);
        let fires: Vec<_> = d.world.fires.iter().filter(|fire| fire.target == mask).cloned().collect();
        for friend in friends {
            for fire in &fires {
                let volley = crate::turn::fire_steps::AimedFire {
                    by: fire.shooter,
                    on: *friend,
                    round: fire.shot == Some(Shot::Round),
                };
                let in_fire = self.line_in(&field, fire.shooter, *friend, false);
                let effective = in_fire && self.resolve(&field, volley).is_some_and(|result| result.effective);
                let bared = uncovered(&self.book, &Uncovered { penetrated: false, in_fire, effective });
                if bared.under_fire {
                    d.world.unit_mut(*friend).now.bared_to.push((fire.shooter, fire.shot));
                    self.note(d, *friend, "bared_to_fire", game::Facts::new(), &[r::L3C_FUI_09]);
                }
            }
        }
    }

    /// Whether enemies and ground leave a unit no way to flee from an enemy.
    fn surrounded(&self, w: &World, id: UnitId, from: UnitId) -> bool {
        let others = self.troops(w, self.side(from)).filter(|enemy| *enemy != from);
        let others: Vec<Piece> = others.map(|enemy| self.piece(w, enemy)).collect();
        surrounded(&self.book, &self.terrain, (&self.piece(w, id), self.troop(id)), &self.piece(w, from), &others)
    }

    /// A unit flees before it is attacked; returns the nearest enemy, from which it flees, or `None` if it may not
    /// flee.
    pub(crate) fn flees(&self, d: &mut D<'_>, id: UnitId, unmasking: bool) -> Option<UnitId> {
        let unit = d.world.unit(id);
        let (enemy, gap) = self.nearest_enemy(&d.world, id)?;
        let flight = Flight {
            arm: self.mover(id),
            formation: unit.body.formation,
            state: unit.body.state,
            surrounded: self.surrounded(&d.world, id, enemy),
            enemy_at: Some(Distance::from_cm(gap)),
            enemy: self.troop(enemy).arm,
            unmasking,
            ..Flight::default()
        };
        let fled = flee(&self.book, &flight);
        if !fled.allowed {
            return None;
        }
        self.spend(d, id, fled.points, r::L3C_FUI_02);
        self.set_case(d, id, fled.case, fled.state, &[r::L3C_FUI_06]);
        let now = &mut d.world.unit_mut(id).now;
        (now.driven, now.unmasks) = (false, unmasking);
        Some(enemy)
    }

    /// Fleeing units of a side: an enemy within whose reach a flight began may pursue at once (L3C-FUI-04), the others
    /// get away.
    pub(crate) fn flights(&self, d: &mut D<'_>, side: Side, fled: &[(UnitId, UnitId)]) -> Flow<()> {
        self.offer(d, side.other(), Question::Chance, |w| {
            let mut chances = Vec::new();
            for (id, _) in fled.iter().filter(|_| self.on(r::L3C_FUI_04)) {
                let pursuers = self.troops(w, side.other()).filter(|by| !w.engaged(*by));
                chances.extend(pursuers.filter_map(|by| self.pursuit_chance(w, by, *id)));
            }
            chances
        })?;
        for (id, enemy) in fled {
            let unit = d.world.unit(*id);
            if unit.present() && unit.now.back == 0 && unit.body.case != Case::Rout {
                self.flies(d, *id, Some(*enemy));
            }
        }
        Ok(())
    }

    /// Beaten units go back from their enemies. Fleeing units may be pursued at once, when they turn and where they
    /// pass, by units without a part in the fight and by the unit whose fire has beaten them (L3C-POU-01, L3C-POU-07,
    /// L3C-GAP-A47).
    pub(crate) fn driven_back(&self, d: &mut D<'_>, beaten: &[(UnitId, Option<UnitId>)], rule: Rule) -> Flow<()> {
        let ids: Vec<UnitId> = beaten.iter().map(|(id, _)| *id).collect();
        for (id, from) in beaten {
            let points = self.back_cost(&d.world, *id, *from, d.world.unit(*id).body.case);
            self.spend(d, *id, points, r::L3C_GAP_C04);
        }
        let gone: Vec<Cm> = ids.iter().map(|id| d.world.unit(*id).now.back).collect();
        self.hunted(d, &ids)?;
        for ((id, from), gone) in beaten.iter().zip(gone) {
            // A unit already caught has gone back from its pursuer.
            if d.world.unit(*id).now.back == gone {
                self.goes_back(d, *id, *from, 0, rule);
            }
        }
        self.hunted(d, &ids)
    }

    /// Offers both sides pursuits of the fleeing units among these.
    fn hunted(&self, d: &mut D<'_>, ids: &[UnitId]) -> Flow<()> {
        if !self.on(r::L3C_GAP_A47) {
            return Ok(());
        }
        for side in self.in_order(&d.world) {
            self.offer(d, side, Question::Chance, |w| {
                let preys = ids.iter().filter(|on| self.side(**on) != side);
                let pursuers = |on: UnitId| {
                    let free = self.troops(w, side).filter(|by| self.free_to_pursue(w, *by));
                    free.filter_map(move |by| self.pursuit_chance(w, by, on)).collect::<Vec<_>>()
                };
                preys.flat_map(|on| pursuers(*on)).collect()
            })?;
        }
        Ok(())
    }

    /// Whether a unit is neither in a fight nor moving, and has not used its move: a unit that has does not pursue
    /// voluntarily (L3C-MVT-10).
    fn free_to_pursue(&self, w: &World, by: UnitId) -> bool {
        let now = &w.unit(by).now;
        let under_way = w.run.as_ref().and_then(|run| run.mover(by)).is_some_and(|own| !own.legs.is_empty());
        !w.engaged(by) && !now.fought && !under_way && (now.run == 0 || !self.on(r::L3C_MVT_10))
    }

    /// The opportunity of a unit without a part in the fight to pursue a fleeing unit.
    pub(crate) fn pursuit_chance(&self, w: &Known<'_, World>, by: UnitId, on: UnitId) -> Option<Chance> {
        let (unit, quarry) = (w.unit(by), w.unit(on));
        let flees = quarry.present() && quarry.body.case <= Case::Retreat;
        let able = unit.in_hand() && unit.garrison.is_none() && self.in_front(w, by, on) && self.sees(w, by, on);
        let may = flees && able && pursuit(&self.book, &self.pursuit_of(w, by, on)).may;
        may.then_some(Chance { by, on, cause: Cause::Fleeing, attack: true, fire: false })
    }

    fn pursuit_of(&self, w: &World, by: UnitId, on: UnitId) -> Pursuit {
        let (unit, quarry, troop, prey) = (w.unit(by), w.unit(on), self.troop(by), self.troop(on));
        // At the quick step, with the tolerance (L3C-GAP-A56).
        let tolerance = self.book.tables.distance.tolerance.of(troop.arm);
        let way = self.assault_capacity(w, by, 1).plus(tolerance).cm() - unit.now.run;
        let behind = ground_behind(&self.book, &self.terrain, (&self.piece(w, on), prey), (&self.piece(w, by), troop));
        // A unit on foot may reach ground first where cavalry cannot follow (L3C-FUI-05).
        let flight = movement::due(&self.book, self.mover(on).mounted(), quarry.body.case);
        let enemy = Distance::from_cm(self.gap(w, by, on));
        let race = Refuge { pursuer: troop.arm, enemy, flight, ..Refuge::default() };
        let safe = sheltered(&self.book, prey.arm, behind.refuge, &race);
        Pursuit {
            pursuer: Pursuer {
                arm: troop.arm,
                cavalry_type: troop.cavalry_type,
                lancers: troop.lancers,
                figures: self.left(&unit.body, by),
                state: unit.body.state,
                part: PursuerPart::Outsider,
                spent: unit.body.points_spent,
                distance: Some(enemy),
                way_left: Some(Distance::from_cm(way)),
                lost_ud: if safe { u8::MAX } else { behind.pursuer_lost_ud },
                ..Pursuer::default()
            },
            pursued: Pursued {
                arm: prey.arm,
                status: prey.status,
                status_used: quarry.now.raised > 0,
                back_plate: prey.back_plate,
                formation: quarry.body.formation,
                figures: self.left(&quarry.body, on).max(1),
                case: quarry.body.case,
                state: quarry.body.state,
                lost_ud: behind.lost_ud,
                obstacle_ud: behind.obstacle_ud,
            },
            ..Pursuit::default()
        }
    }

    /// Makes a pursuit at once: it needs no test (L3C-GAP-A47).
    pub(crate) fn pursues(&self, d: &mut D<'_>, by: UnitId, on: UnitId) -> Flow<()> {
        let wanted = self.pursuit_of(&d.world, by, on);
        let chase = pursuit(&self.book, &wanted);
        if !chase.may {
            return Ok(());
        }
        self.spend(d, by, chase.points, r::L3C_POU_07);
        d.world.unit_mut(by).now.seized = true;
        d.world.unit_mut(by).now.assaulted = true;
        let gap = self.gap(&d.world, by, on);
        let each = losses::steps_of(&self.book, self.troop(on).arm);
        let steps = u16::from(chase.figures_lost).saturating_mul(each);
        if chase.prisoners > 0 {
            self.hurt(d, on, chase.prisoners, r::L3C_POU_12);
        } else if chase.caught && !self.hurt(d, on, steps, r::L3C_POU_15) {
            // The elite and the Guard may still rise after it (L3C-POU-06).
            let case = self.raised_by(d, on, chase.case, chase.may_raise)?;
            self.set_case(d, on, case, chase.state, &[r::L3C_POU_05]);
            let due = movement::due(&self.book, self.mover(on).mounted(), case).cm();
            let more = due - d.world.unit(on).now.back;
            self.retires(d, on, Some(by), more, r::L3C_GAP_A56);
        }
        self.change(d, by, &[r::L3C_POU_05], |u| u.body.state = chase.pursuer_state);
        // To the enemy's former place; if it catches the enemy, the distance for that and the pursuit with it, but not
        // beyond the movement left (L3C-GAP-A16, L3C-GAP-A56).
        let on_with_him = if chase.caught { Distance::of(chase.catch.into()).plus(chase.length).cm() } else { 0 };
        let most = wanted.pursuer.way_left.filter(|_| self.on(r::L3C_POU_02)).map_or(Cm::MAX, Distance::cm);
        let met = self.rushes(d, by, on, gap.saturating_add(on_with_him).min(most));
        self.mingles(d, (by, Gait::Quick), on, met)
    }
}
