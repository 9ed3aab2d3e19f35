//! The target of a charge declares its reply (BE-CHA-06, BE-CHA-07, BE-REA-01).

use super::top;
use crate::fight::taken;
use crate::question::{Does, Kind, Question, accept, any, pick_one, unit_picked};
use crate::resolve::discipline;
use crate::resolve::reaction::{self, Line, Reaction, Stimulus};
use crate::terms::marker::Did;
use crate::turn::D;
use crate::world::{Aspect, ChargeKind, Charging, Life, World};
use crate::{Arm, BatailleEmpire, Formation, r, word};
use game::{Choice, Field, Flow, Key, Ref, Reply, Rule, Slot, UnitId};
use rulebook::Known;
use table::{Piece, Pose, distance, first_within};

pub(crate) const REPLY: Kind = Kind {
    rules: &[r::BE_CHA_06, r::BE_REA_01, r::BE_REA_02],
    fields: BatailleEmpire::fields_reply,
    check: accept,
    suggest: any,
};

pub(crate) const WHICH_FIGHTS: Kind =
    Kind { rules: &[r::BE_GAP_97], fields: BatailleEmpire::fields_which_fights, check: accept, suggest: any };

impl BatailleEmpire {
    /// Of two units in a block the player names the one that fights (BE-GAP-97).
    pub(super) fn which_fights(&self, d: &mut D<'_>, charge: &Charging) -> Flow<Option<UnitId>> {
        let pair = self.garrison_of(&d.world, charge.at);
        if pair.len() < 2 || !self.on(r::BE_GAP_97) {
            return Ok(None);
        }
        let slot = Question::WhichFights.about(self.side(charge.at), vec![Ref::Unit(charge.at)]);
        let replies = d.ask_one(slot)?;
        Ok(Some(unit_picked(&replies)))
    }

    /// The units in the same building as a unit.
    pub(crate) fn garrison_of(&self, w: &World, id: UnitId) -> Vec<UnitId> {
        let Some(site) = w.unit(id).inside else { return Vec::new() };
        self.troops(w, self.side(id)).filter(|other| w.unit(*other).inside == Some(site)).collect()
    }

    /// The unit that fights by default: of two in a block the first.
    pub(crate) fn fights_unless_named(&self, w: &World, at: UnitId) -> UnitId {
        let pair = self.garrison_of(w, at);
        pair.first().copied().filter(|_| pair.len() > 1 && self.on(r::BE_GAP_97)).unwrap_or(at)
    }

    fn fields_which_fights(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(Ref::Unit(id)) = slot.about.first() else { return Vec::new() };
        let choice = |id: &UnitId| Choice::of(Does::Fights.about(Ref::Unit(*id)), &[r::BE_GAP_97]);
        vec![pick_one(Ref::Unit(*id), self.garrison_of(w, *id).iter().map(choice).collect())]
    }

    /// The lines open to the target of a charge.
    pub(crate) fn replies(&self, w: &World, charge: &Charging) -> Vec<(Line, Rule)> {
        let (at, by) = (charge.at, charge.by);
        let charger = self.piece(w, by);
        let situation = Reaction {
            unit: self.figure(w, at),
            order: self.order_of(w, at),
            to: Stimulus::Charge,
            going: self.going(w, at),
            cover: self.cover_of(w, at, charger.pose.at),
            square: !self.refuges(w, at).is_empty(),
            in_arc: self.in_arc_of_charge(w, at, &charger),
            charger: self.sheet(by).body.arm,
            ..Reaction::default()
        };
        let mut lines = reaction::reactions(&self.book, &situation);
        // A pursuer may not be counter-charged (BE-GAP-91).
        if charge.kind == ChargeKind::Pursuit && self.on(r::BE_GAP_91) {
            lines.retain(|(line, _)| *line != Line::CounterCharge);
        }
        lines.retain(|(line, _)| match line {
            Line::Change | Line::Turn => !self.changes_on_the_spot(w, at, by).is_empty(),
            _ => true,
        });
        lines
    }

    /// Friendly squares near enough for gunners (BE-GAP-43).
    pub(crate) fn refuges(&self, w: &World, guns: UnitId) -> Vec<UnitId> {
        let reach = self.book.tables.distance.square_refuge.cm();
        let near = self.around(w, self.piece(w, guns), self.side(guns), reach);
        near.filter(|id| w.unit(*id).formation.is_square()).collect()
    }

    fn fields_reply(&self, w: &Known<'_, World>, _: &Slot) -> Vec<Field> {
        let Some(charge) = top(w) else { return Vec::new() };
        let lines = self.replies(w, charge);
        let choices: Vec<Choice> =
            lines.iter().map(|(line, rule)| self.line_choice(w, charge.at, charge.by, *line, *rule)).collect();
        let mut field = pick_one(Ref::Unit(charge.at), choices);
        if let game::Shape::Pick { from, .. } = &field.shape
            && let Some(choice) = from.iter().find(|choice| choice.key.does == word(&taken(&lines)))
        {
            let then = choice.then.iter().map(|field| field.default.clone()).collect();
            field.default = Reply::Picked(vec![(choice.key.clone(), then)]);
        }
        vec![field]
    }

    /// A line of the table as a choice, with what it opens.
    pub(crate) fn line_choice(&self, w: &World, id: UnitId, against: UnitId, line: Line, rule: Rule) -> Choice {
        let mut choice = Choice::of(Key { does: word(&line), refs: Vec::new() }, &[rule]);
        match line {
            Line::Change | Line::Turn => {
                let ways = self.changes_on_the_spot(w, id, against);
                let choices =
                    ways.iter().map(|(formation, turn)| Choice::of(change_key(*formation, *turn, against), &[rule]));
                choice.then = vec![pick_one(Ref::Unit(id), choices.collect())];
            }
            Line::FleeToSquare => {
                let squares = self.refuges(w, id);
                let choices = squares.iter().map(|square| Choice::of(Does::Square.about(Ref::Unit(*square)), &[rule]));
                choice.then = vec![pick_one(Ref::Unit(id), choices.collect())];
            }
            _ => {}
        }
        choice
    }

    /// The changes of formation and facing open to a unit in place, as far as there is room (BE-GAP-31).
    pub(crate) fn changes_on_the_spot(&self, w: &World, id: UnitId, against: UnitId) -> Vec<(Formation, bool)> {
        let unit = w.unit(id);
        let body = &self.sheet(id).body;
        let militia = body.status == crate::Status::Militia;
        let slow = body.class == crate::Class::C || militia;
        let ruled = self.on(r::BE_GAP_31);
        let forms: &[Formation] = match (body.arm, unit.formation) {
            (Arm::Infantry, Formation::Column) => &[Formation::SolidSquare, Formation::Column, Formation::Line],
            (Arm::Infantry, Formation::Line) if slow && ruled => {
                &[Formation::SolidSquare, Formation::Line, Formation::Column]
            }
            (Arm::Infantry, Formation::Line) => &[Formation::HollowSquare, Formation::Line, Formation::Column],
            (Arm::Infantry, Formation::SolidSquare | Formation::HollowSquare) => &[Formation::Column, Formation::Line],
            (Arm::Cavalry, _) => &[Formation::Line, Formation::Column],
            (Arm::Artillery, Formation::Deployed) => &[Formation::Deployed],
            (Arm::Artillery, _) => &[Formation::Limbered],
            _ => &[],
        };
        let mut found = Vec::new();
        for formation in forms {
            for turn in [true, false] {
                let same = *formation == unit.formation && !turn;
                let facing = formation.is_square() && turn;
                if !same && !facing && self.change_fits(w, id, *formation, turn.then_some(against)) {
                    found.push((*formation, turn));
                }
            }
        }
        found
    }

    /// The aspect of a charge after its target has turned or changed formation: by the place of the charger
    /// (BE-GAP-45).
    pub(crate) fn aspect_after_change(&self, w: &World, charge: &Charging) -> Aspect {
        if self.on(r::BE_GAP_45) { self.aspect(w, &self.piece(w, charge.by), charge.at) } else { charge.aspect }
    }

    /// The pose of a unit in another formation, facing an enemy or as before.
    pub(crate) fn changed_pose(&self, w: &World, id: UnitId, formation: Formation, towards: Option<UnitId>) -> Pose {
        let pose = w.unit(id).pose;
        let Some(enemy) = towards else { return pose };
        let centre = self.piece(w, id).pose.at;
        let facing = centre.bearing_to(self.piece(w, enemy).pose.at);
        let depth = self.piece_at(id, pose, formation).depth;
        Pose { at: centre, facing: 0 }.turned(facing).ahead(depth / 2)
    }

    fn change_fits(&self, w: &World, id: UnitId, formation: Formation, towards: Option<UnitId>) -> bool {
        let piece = self.piece_at(id, self.changed_pose(w, id, formation, towards), formation);
        let about = self.everybody(w);
        let free = |other: UnitId| !table::overlaps(&piece, &self.piece(w, other));
        self.terrain.holds(&piece) && about.into_iter().filter(|other| *other != id).all(free)
    }

    /// How a unit changes in place: as its player chose, else the first possible way.
    pub(crate) fn way_of_changing(
        &self,
        w: &World,
        id: UnitId,
        against: UnitId,
        how: Option<&Key>,
    ) -> Option<(Formation, bool)> {
        let ways = self.changes_on_the_spot(w, id, against);
        let wanted = how.and_then(|key| ways.iter().find(|(f, turn)| change_key(*f, *turn, against) == *key));
        wanted.or(ways.first()).copied()
    }

    /// Carries out a line against a moving unit, after its test if it needs one. Returns false if the test failed.
    ///
    /// # Errors
    /// `Wait`, for dice and for a way round.
    pub(crate) fn carry_out(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        line: Line,
        how: Option<&Key>,
        against: UnitId,
    ) -> Flow<bool> {
        self.reveal(d, id, r::BE_REA_02);
        if line.tested() {
            let to = match line {
                Line::Unlimber => Some(Formation::Deployed),
                Line::LimberAndFlee => Some(Formation::Limbered),
                _ => {
                    let Some((formation, _)) = self.way_of_changing(&d.world, id, against, how) else {
                        return Ok(false);
                    };
                    (formation != d.world.unit(id).formation).then_some(formation)
                }
            };
            let drill = self.drill(&d.world, id, to, None);
            if !self.throw_drill(d, id, &drill)? {
                self.botch(d, id, discipline::botched(&self.book, &drill));
                return Ok(false);
            }
        }
        self.perform(d, id, line, how, against)?;
        Ok(true)
    }

    /// Carries out a line whose test is passed.
    ///
    /// # Errors
    /// `Wait`, for a way round or a distance.
    pub(crate) fn perform(
        &self,
        d: &mut D<'_>,
        id: UnitId,
        line: Line,
        how: Option<&Key>,
        against: UnitId,
    ) -> Flow<()> {
        match line {
            Line::Stand | Line::Charge | Line::Fire => self.mark_for(d, id, Did::Stand),
            Line::CounterCharge => self.counter_charge(d, id, against),
            Line::Change | Line::Turn => {
                if let Some((formation, turn)) = self.way_of_changing(&d.world, id, against, how) {
                    self.change_on_the_spot(d, id, formation, turn.then_some(against));
                    self.mark_for(d, id, Did::Change);
                }
            }
            Line::Unlimber => {
                self.change_on_the_spot(d, id, Formation::Deployed, None);
                self.mark_for(d, id, Did::Change);
            }
            Line::LimberAndFlee => {
                self.reform(d, id, Formation::Limbered, &[r::BE_MAN_16]);
                self.flee(d, id, against)?;
            }
            Line::Flee => {
                self.flee(d, id, against)?;
            }
            Line::Withdraw => self.withdraw(d, id, against)?,
            Line::FallBack => {
                self.fall_back(d, id, against);
                self.mark_for(d, id, Did::FallBack);
            }
            Line::FallBackAndFire => self.fall_back(d, id, against),
            Line::FleeToSquare => {
                let squares = self.refuges(&d.world, id);
                let picked = how.and_then(|key| match key.refs.first() {
                    Some(Ref::Unit(square)) if squares.contains(square) => Some(*square),
                    _ => None,
                });
                if let Some(square) = picked.or(squares.first().copied()) {
                    self.change(d, id, &[r::BE_REA_29, r::BE_GAP_43], |unit| unit.life = Life::Silent { square });
                }
            }
        }
        Ok(())
    }

    /// A unit changes formation or facing in place.
    pub(crate) fn change_on_the_spot(&self, d: &mut D<'_>, id: UnitId, formation: Formation, towards: Option<UnitId>) {
        let pose = self.changed_pose(&d.world, id, formation, towards);
        if formation != d.world.unit(id).formation {
            self.reform(d, id, formation, &[r::BE_REA_02, r::BE_GAP_31]);
        }
        if pose != d.world.unit(id).pose {
            self.place(d, id, pose, &[], &[r::BE_REA_02]);
            d.world.unit_mut(id).now.turned = true;
        }
    }

    /// A counter-charger moves to the middle between the two (BE-CHA-07, BE-GAP-47), marked (BE-GAP-90).
    fn counter_charge(&self, d: &mut D<'_>, id: UnitId, against: UnitId) {
        let late = self.book.options.counter_charge_marked_after || !self.on(r::BE_GAP_90);
        if !late {
            self.mark_for(d, id, Did::CounterCharge);
        }
        let from = d.world.unit(id).pose;
        super::update(d, |charge| charge.countered = Some(from));
        if let Some((start, end)) = self.counter_way(&d.world, id, against) {
            let path = [self.pose_of(&self.piece(&d.world, id)), self.pose_of(&start), self.pose_of(&end)];
            self.place(d, id, self.pose_of(&end), &path, &[r::BE_CHA_07, r::BE_GAP_47]);
        }
    }

    /// The path of a counter-charger, turned to its enemy, and its end, on no other unit (BE-GAP-116); `None`: it
    /// stays.
    pub(crate) fn counter_way(&self, w: &World, id: UnitId, against: UnitId) -> Option<(Piece, Piece)> {
        if !self.on(r::BE_CHA_07) {
            return None;
        }
        let (own, enemy) = (self.piece(w, id), self.piece(w, against));
        let front = own.front_middle();
        let bearing = front.bearing_to(enemy.front_middle());
        let start: Piece = own.rotated(front, table::turn(own.pose.facing, bearing));
        let apart = distance(&own, &enemy).cm;
        let cm = first_within(&start, bearing, apart, &enemy, apart / 2)?;
        let body = self.figure(w, id);
        let traffic = crate::turn::forced::Traffic {
            keep_off: 0,
            stood: None,
            except: Some(against),
            friends: crate::turn::forced::Friends::Formed,
            open_only: false,
        };
        let (free, _) = self.straight(w, (id, &body), (start, bearing, cm), &traffic);
        let gone = self.clear_by(w, id, (start, bearing, free))?;
        Some((start, start.moved(bearing, gone)))
    }
}

/// The key of a change of formation, with the enemy if it turns towards it.
fn change_key(formation: Formation, turn: bool, against: UnitId) -> Key {
    let refs = if turn { vec![Ref::Unit(against)] } else { Vec::new() };
    Key { does: word(&formation), refs }
}
