//! The winner of a shock advances and pursues (BE-CHO-08, BE-POU, BE-GAP-48, BE-GAP-91).

use super::forced_way::{Friends, Traffic};
use crate::question::{Does, Kind, Question, accept, any, choices, pick_one, picked, reply};
use crate::resolve::pursuit::{self, Pursuit};
use crate::turn::D;
use crate::turn::charge::{Beaten, ChargeStage, Entry, next, top, update};
use crate::world::{ChargeKind, Charging, Fate, Life, World};
use crate::{Ability, Arm, BatailleEmpire, Formation, Going, Ud, r};
use game::{Choice, Field, Flow, Ref, Reply, Shape, Slot, Term, UnitId};
use rulebook::Known;
use table::{Angle, Cm, Piece, Pose, first_contact, on_the_line, overlaps, turn};

pub(crate) const PURSUE: Kind = Kind {
    rules: &[r::BE_POU_03, r::BE_GAP_48],
    fields: |_, _, slot| two(slot, Does::Pursue, Does::Stay),
    check: accept,
    suggest: any,
};

pub(crate) const ADVANCE: Kind = Kind {
    rules: &[r::BE_CHO_08, r::BE_GAP_48],
    fields: |_, _, slot| two(slot, Does::Advance, Does::Stay),
    check: accept,
    suggest: any,
};

pub(crate) const STRIKE: Kind =
    Kind { rules: &[r::BE_POU_05, r::BE_GAP_91], fields: BatailleEmpire::fields_strike, check: accept, suggest: any };

fn two(slot: &Slot, first: Does, second: Does) -> Vec<Field> {
    let Some(about) = slot.about.first() else { return Vec::new() };
    let choice = |does: Does| Choice::of(does.key(), &[r::BE_GAP_48]);
    vec![pick_one(*about, vec![choice(first), choice(second)])]
}

/// A new enemy that a pursuer may strike.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quarry {
    at: UnitId,
    /// The distance after which it turns.
    after: Cm,
    /// Its pose there, turned towards the enemy.
    start: Piece,
    far: Cm,
}

impl BatailleEmpire {
    /// Asks a side to choose between two things for a unit; true: the first.
    fn first_of_two(&self, d: &mut D<'_>, id: UnitId, question: Question) -> Flow<bool> {
        let slot = question.about(self.side(id), vec![Ref::Unit(id)]);
        Ok(!Does::Stay.is(picked(&d.ask_one(slot)?)))
    }

    /// The winner advances, in pursuit or not (BE-CHO-08); a pursuer turns towards the loser. Returns true if that ends
    /// the charge.
    pub(crate) fn winner_advances(&self, d: &mut D<'_>, beaten: &Beaten, pursues: bool) -> Flow<bool> {
        let winner = beaten.winner;
        if !d.world.unit(winner).present() || beaten.advance == 0 {
            return Ok(true);
        }
        let advances =
            pursues || beaten.charged || !self.on(r::BE_GAP_48) || self.first_of_two(d, winner, Question::Advance)?;
        if !advances || self.take_building(d, beaten) {
            return Ok(true);
        }
        self.go_straight(d, winner, beaten.advance, 0, &[r::BE_CHO_08]);
        if !pursues {
            self.overrun(d, winner);
            return Ok(true);
        }
        if d.world.unit(beaten.loser).present() && beaten.flight > 0 {
            let end = self.piece(&d.world, beaten.loser).pose.at;
            self.turn_after(d, winner, end);
        }
        Ok(false)
    }

    /// A winning attacker takes a building that no other unit holds any more (BE-GAP-97).
    fn take_building(&self, d: &mut D<'_>, beaten: &Beaten) -> bool {
        let winner = beaten.winner;
        let housed = self.terrain.at(beaten.from.at).find(|f| self.row(*f).is_some_and(|row| row.garrison > 0));
        let Some(site) = housed.filter(|_| beaten.charged && self.on(r::BE_GAP_97)) else { return false };
        let infantry = self.sheet(winner).body.arm == Arm::Infantry;
        let held = self.everybody(&d.world).into_iter().any(|id| d.world.unit(id).inside == Some(site));
        let came_out = d.world.unit(winner).inside.is_some();
        if !infantry || held || came_out {
            return came_out;
        }
        let facing = d.world.unit(winner).pose.facing;
        let piece = self.piece_at(winner, Pose { at: beaten.from.at, facing }, Formation::Garrison);
        let pose = Pose { at: beaten.from.at, facing }.ahead(piece.depth / 2);
        self.change(d, winner, &[r::BE_GAP_97], |unit| {
            unit.inside = Some(site);
            unit.formation = Formation::Garrison;
        });
        self.place(d, winner, pose, &[], &[r::BE_GAP_97]);
        true
    }

    /// A unit moves straight ahead until something stops it; returns the distance.
    pub(super) fn go_straight(&self, d: &mut D<'_>, id: UnitId, cm: Cm, keep_off: Cm, rules: &[game::Rule]) -> Cm {
        let piece = self.piece(&d.world, id);
        let free = self.free_ahead(&d.world, id, cm, keep_off);
        if free > 0 {
            let end = self.pose_of(&piece.moved(piece.pose.facing, free));
            let path = [self.pose_of(&piece), end];
            self.place(d, id, end, &path, rules);
        }
        free
    }

    /// How far a unit can move straight ahead.
    pub(super) fn free_ahead(&self, w: &World, id: UnitId, cm: Cm, keep_off: Cm) -> Cm {
        let (piece, body) = (self.piece(w, id), self.figure(w, id));
        let traffic = Traffic { keep_off, stood: None, except: None, friends: Friends::All, open_only: keep_off > 0 };
        self.straight(w, (id, &body), (piece, piece.pose.facing, cm), &traffic).0
    }

    /// The total movement of a pursuer (BE-POU-04).
    pub(crate) fn pursuit_left(&self, beaten: &Beaten) -> Cm {
        if self.on(r::BE_POU_04) { beaten.pursuit } else { 0 }
    }

    /// The movement left to a pursuer turned towards the loser, and whether it catches the loser (BE-POU-06, BE-POU-07,
    /// BE-GAP-48).
    pub(crate) fn hunted(&self, w: &World, beaten: &Beaten) -> (Cm, bool) {
        let left = self.pursuit_left(beaten);
        if !w.unit(beaten.loser).present() || beaten.flight == 0 {
            return (left, false);
        }
        let situation = self.pursuit_of(w, beaten);
        let pursued = pursuit::pursuit(&self.book, &situation);
        let ridden_down = pursued.after.is_some_and(|after| after.cm() < situation.flight.cm());
        let free = |_: &Ud| ridden_down || self.way_is_free(w, beaten.winner, beaten.loser);
        match pursued.after.filter(free) {
            Some(after) => (left.min(pursued.reach.minus(after).cm()), true),
            None => (left, false),
        }
    }

    /// Whether no unit stands between a pursuer and the loser (BE-GAP-91).
    fn way_is_free(&self, w: &World, winner: UnitId, loser: UnitId) -> bool {
        let (piece, target) = (self.piece(w, winner), self.piece(w, loser));
        let bearing = piece.pose.at.bearing_to(target.pose.at);
        let Some((far, ..)) = first_contact(&piece, bearing, 20 * crate::UD, &[(0, target)]) else { return true };
        let traffic = Traffic { keep_off: 0, stood: None, except: Some(loser), friends: Friends::All, open_only: true };
        let way = (piece, bearing, (far - table::SLACK).max(0));
        self.straight(w, (winner, &self.figure(w, winner)), way, &traffic).1.is_none()
    }

    /// A unit turns towards a point, by at most 45 degrees (BE-POU-04), if there is room.
    fn turn_after(&self, d: &mut D<'_>, id: UnitId, to: table::Point) {
        let piece = self.piece(&d.world, id);
        let most = self.book.tables.angle.pursuit.0;
        let by = turn(piece.pose.facing, piece.pose.at.bearing_to(to)).clamp(-most, most);
        let turned = piece.rotated(piece.front_middle(), by);
        let free = self.everybody(&d.world).into_iter().filter(|other| *other != id);
        if by != 0 && free.into_iter().all(|other| !overlaps(&turned, &self.piece(&d.world, other))) {
            self.place(d, id, self.pose_of(&turned), &[], &[r::BE_POU_04]);
        }
    }

    fn pursuit_of(&self, w: &World, beaten: &Beaten) -> Pursuit {
        let (winner, loser) = (&self.sheet(beaten.winner).body, &self.sheet(beaten.loser).body);
        let from = beaten.from.at;
        let end = self.piece(w, beaten.loser).pose.at;
        #[allow(clippy::cast_possible_truncation, reason = "a distance on the table")]
        let flight = from.to(end).round() as Cm;
        let near = self.book.tables.distance.caught_after.cm();
        let after = from.step(from.bearing_to(end), near.min(flight));
        let friends: Vec<(u32, Piece)> = self
            .troops(w, self.side(beaten.loser))
            .filter(|id| *id != beaten.loser && self.formed(w, *id))
            .map(|id| (u32::from(id.0), self.piece(w, id)))
            .collect();
        let going = self.going_at(from, false).max(self.going_at(after, false));
        Pursuit {
            pursuer: winner.arm,
            fleeing: loser.arm,
            flight: Ud::from_cm(flight),
            going: if self.terrain.at(after).any(|f| self.row(f).is_some_and(|row| row.garrison > 0)) {
                Going::Difficult
            } else {
                going
            },
            screened: !on_the_line(from, after, &friends).is_empty(),
            ..Pursuit::default()
        }
    }

    /// The pursuer strikes a new enemy or goes on (BE-POU-05, BE-GAP-91).
    pub(crate) fn pursuer_strikes(&self, d: &mut D<'_>, beaten: Beaten) -> Flow<()> {
        let winner = beaten.winner;
        let mut far = beaten.left;
        let picked = if self.sheet(winner).body.has(Ability::Impetuous) && self.on(r::BE_GAP_06) {
            // Impetuous cavalry strikes the first enemy on its straight path.
            let quarries = self.quarries(&d.world.known_to(self.side(winner)), winner, beaten.left);
            let ahead = |q: &&Quarry| turn(self.piece(&d.world, winner).pose.facing, q.start.pose.facing) == 0;
            quarries.iter().filter(ahead).min_by_key(|q| (q.after + q.far, q.at)).copied()
        } else {
            let about = vec![Ref::Unit(winner)];
            let sheet = self.put(d, &Question::Strike.about(self.side(winner), about));
            let asked = choices(&sheet).len() > 1 || choices(&sheet).iter().any(|choice| !choice.then.is_empty());
            if !asked {
                None
            } else {
                let replies = d.ask_sheet(&sheet)?;
                let chosen = reply(&replies).opened().first();
                let point = if let Some(Reply::At(cm)) = chosen { Some(*cm) } else { None };
                let struck = picked(&replies).refs.first();
                if let Some(Ref::Unit(at)) = struck {
                    self.struck_at(&d.world.known_to(self.side(winner)), winner, beaten.left, (*at, point))
                } else {
                    far = point.map_or(far, |cm| cm.clamp(0, beaten.left));
                    None
                }
            }
        };
        let Some(quarry) = picked else {
            let keep_off = self.book.tables.distance.contact.cm();
            self.go_straight(d, winner, far, keep_off, &[r::BE_POU_04, r::BE_GAP_91]);
            self.overrun(d, winner);
            next(d, ChargeStage::Over);
            return Ok(());
        };
        self.wake(d, self.sheet(quarry.at).command)?;
        let own = self.piece(&d.world, winner);
        let aspect = self.aspect(&d.world, &own, quarry.at);
        let declared = self.apart(&d.world, winner, quarry.at).cm;
        let from = d.world.unit(winner).pose;
        let pose = self.pose_of(&quarry.start);
        self.place(d, winner, pose, &[from, pose], &[r::BE_POU_05, r::BE_GAP_91]);
        update(d, |charge| {
            *charge = Charging {
                by: winner,
                at: quarry.at,
                kind: ChargeKind::Pursuit,
                declared,
                from,
                aspect,
                reach: beaten.left,
                gone: quarry.after,
                reply: None,
                countered: None,
                near: Vec::new(),
                over: true,
            };
        });
        next(d, ChargeStage::Fight(Entry::Reply));
        Ok(())
    }

    /// The enemies that a pursuer may strike, each as early as possible: once on its path it may turn by 45 degrees
    /// (BE-GAP-91).
    pub(crate) fn quarries(&self, w: &World, by: UnitId, left: Cm) -> Vec<Quarry> {
        self.within_pursuit(w, by, left).into_iter().filter_map(|at| self.strikes(w, by, at, left, 1).pop()).collect()
    }

    /// The enemies near enough to a pursuer.
    fn within_pursuit(&self, w: &World, by: UnitId, left: Cm) -> Vec<UnitId> {
        if !self.on(r::BE_POU_05) || !self.on(r::BE_GAP_91) || left == 0 {
            return Vec::new();
        }
        let cavalry = self.sheet(by).body.arm == Arm::Cavalry;
        let enemies = self.around(w, self.piece(w, by), self.side(by).other(), left);
        enemies.filter(|at| !(cavalry && w.unit(*at).inside.is_some())).collect()
    }

    /// The points of its path, every half UD, at which a pursuer may turn to strike an enemy, up to a maximum.
    fn strikes(&self, w: &World, by: UnitId, at: UnitId, left: Cm, most: usize) -> Vec<Quarry> {
        let (body, piece) = (self.figure(w, by), self.piece(w, by));
        let bearing = piece.pose.facing;
        let keep = Traffic { keep_off: 0, stood: None, except: Some(at), friends: Friends::Formed, open_only: true };
        let (free, _) = self.straight(w, (by, &body), (piece, bearing, left), &keep);
        (0..=free / crate::UD * 2)
            .map(|half| half * crate::UD / 2)
            .filter(|after| *after <= free)
            .filter_map(|after| self.quarry(w, (by, &body), piece.moved(bearing, after), (at, after, left)))
            .take(most)
            .collect()
    }

    /// The strike chosen by the player: the target, and the distance before the turn; by default at once.
    fn struck_at(&self, w: &World, by: UnitId, left: Cm, (at, after): (UnitId, Option<Cm>)) -> Option<Quarry> {
        let points = self.strikes(w, by, at, left, usize::MAX);
        points.iter().find(|quarry| Some(quarry.after) == after).or(points.first()).copied()
    }

    fn quarry(
        &self,
        w: &World,
        (by, body): (UnitId, &crate::Body),
        here: Piece,
        (at, after, left): (UnitId, Cm, Cm),
    ) -> Option<Quarry> {
        let target = self.piece(w, at);
        let aspect = self.aspect(w, &self.piece(w, by), at);
        let aim = self.edge_struck(w, at, aspect, here.front_middle()).at;
        let bearing = here.front_middle().bearing_to(aim);
        let by_angle: Angle = turn(here.pose.facing, bearing);
        if by_angle.abs() > self.book.tables.angle.pursuit.0 {
            return None;
        }
        let start = here.rotated(here.front_middle(), by_angle);
        let (far, ..) = first_contact(&start, bearing, left - after, &[(0, target)])?;
        let keep = Traffic { keep_off: 0, stood: None, except: Some(at), friends: Friends::Formed, open_only: true };
        let way = (far - table::SLACK).max(0);
        let clear = self.straight(w, (by, body), (start, bearing, way), &keep).1.is_none();
        clear.then_some(Quarry { at, after, start, far })
    }

    fn fields_strike(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let (Some(Ref::Unit(id)), Some(charge)) = (slot.about.first(), top(w)) else { return Vec::new() };
        let (left, piece) = (charge.reach, self.piece(w, *id));
        let path = [0, left].map(|cm| piece.moved(piece.pose.facing, cm).front_middle()).to_vec();
        let along = |about: UnitId, at: Vec<(Cm, Cm)>, default: Cm| Field {
            about: Ref::Unit(about),
            shape: Shape::Along { mover: *id, path: path.clone(), at },
            default: Reply::At(default),
        };
        let mut on = Choice::of(Does::On.key(), &[r::BE_GAP_91]);
        if self.sheet(*id).body.arm == Arm::Infantry && left > 0 && self.on(r::BE_GAP_91) {
            // Infantry stops where its player likes (BE-GAP-91).
            on.then.push(along(*id, vec![(0, left)], left));
        }
        let mut choices = vec![on];
        for at in self.within_pursuit(w, *id, left) {
            let points = self.strikes(w, *id, at, left, usize::MAX);
            let Some(first) = points.first() else { continue };
            let mut choice = Choice::of(Does::Strike.about(Ref::Unit(at)), &[r::BE_POU_05]);
            choice.facts.insert(Term::of("distance"), i64::from(first.after + first.far));
            // Its player chooses where it turns.
            let windows = points.iter().map(|quarry| (quarry.after, quarry.after)).collect();
            choice.then.push(along(at, windows, first.after));
            choices.push(choice);
        }
        vec![pick_one(Ref::Unit(*id), choices)]
    }

    /// A unit that stops on guns left by their gunners takes them (BE-GAP-43); an unattached general that it has
    /// reached leaves (BE-GAP-18).
    pub(crate) fn overrun(&self, d: &mut D<'_>, id: UnitId) {
        if !d.world.unit(id).present() {
            return;
        }
        for guns in self.guns_under(&d.world, id) {
            self.remove(d, guns, Fate::Eliminated, r::BE_GAP_43);
        }
        self.catch_generals(d);
    }

    /// The guns left by their gunners on which a unit stands.
    pub(super) fn guns_under(&self, w: &World, id: UnitId) -> Vec<UnitId> {
        let (piece, enemy) = (self.piece(w, id), self.side(id).other());
        w.ids()
            .filter(|other| self.side(*other) == enemy && matches!(w.unit(*other).life, Life::Silent { .. }))
            .filter(|other| overlaps(&piece, &self.piece(w, *other)))
            .collect()
    }
}
