//! The chargers are at 2 pas: reactions of the charged units, then all fires of moment C (ML-8.1g to ML-8.1o, ML-8.7b,
//! ML-8.7c, ML-GAP-28, ML-GAP-30, ML-GAP-33).

use crate::fight::{self as charged, Answer, Charge as Typed, Charged, Situation, Stage as Fought};
use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::turn::D;
use crate::turn::fire_steps::Shoot;
use crate::turn::impact_steps::Pair;
use crate::world::{Aim, NamedCharge, Progress, World};
use crate::{Arm, Distance, Formation, MarieLouise, Marker, r};
use game::{Bout, BoutInput, BoutRequest, Choice, Deed, Field, Flow, Key, Quiet, Ref, Reply, Slot, Term, UnitId};
use rulebook::Known;
use table::{Pose, beyond};

pub(crate) const RECEIVE: Kind = Kind {
    rules: &[r::ML_8_1G, r::ML_8_1O, r::ML_8_7B, r::ML_8_7C, r::ML_GAP_33],
    fields: MarieLouise::fields_receive,
    check: accept,
    suggest: any,
};

impl MarieLouise {
    /// The possible reactions of a unit to one of its chargers.
    pub(crate) fn answer_to(&self, w: &World, charge: &NamedCharge, target: UnitId) -> Answer {
        let (unit, profile) = (w.unit(target), &self.sheet(target).profile);
        let answer = charged::answer(
            &self.book,
            &Charged {
                arm: profile.arm,
                formation: unit.formation,
                marker: unit.marker,
                order: unit.order,
                fired: unit.now.fired,
                attacker: self.sheet(charge.by).profile.arm,
                distance: Distance::from_cm(charge.began_at),
                aspect: charge.aspect,
                outside_arc: false,
            },
            &mut Quiet,
        );
        // Only units that have not moved this turn (ML-8.1m).
        let moved = unit.now.moved && self.on(r::ML_8_1M);
        Answer { fire: answer.fire && !moved && !unit.now.crossed, square: answer.square && !moved, ..answer }
    }

    /// A battery may turn only if the charge began more than 5 pas away, 10 if the charger is cavalry (ML-8.7c).
    pub(crate) fn may_turn(&self, charge: &NamedCharge) -> bool {
        let table = &self.book.tables.distance;
        let cavalry = self.sheet(charge.by).profile.arm == Arm::Cavalry;
        let limit = if cavalry { table.turn_battery_horse } else { table.turn_battery };
        !self.on(r::ML_8_7C) || beyond(charge.began_at, limit.cm())
    }

    /// The choices of a charged unit; the first is the default.
    pub(crate) fn receptions(&self, w: &World, target: UnitId) -> Vec<Choice> {
        let guns = self.sheet(target).profile.arm == Arm::Artillery;
        let (mut choices, mut turns, mut square) = (Vec::new(), Vec::new(), false);
        for (charge, _) in self.due(w).filter(|(_, at)| *at == target) {
            let answer = self.answer_to(w, charge, target);
            square |= answer.square;
            if !answer.fire {
                continue;
            }
            let choice = |does: Does, rules: &[game::Rule]| {
                let mut choice = Choice::of(does.about(Ref::Unit(charge.by)), rules);
                choice.facts.insert(Term::of("distance"), i64::from(charge.began_at));
                choice
            };
            if !guns {
                choices.push(choice(Does::Fire, &[r::ML_8_1G]));
            } else if self.in_arc(w, target, &self.range(w, target, charge.by)) {
                choices.push(choice(Does::Fire, &[r::ML_8_7B]));
            } else if self.may_turn(charge) {
                turns.push(choice(Does::Turn, &[r::ML_8_7C, r::ML_GAP_33]));
            }
        }
        if square {
            let fires = !choices.is_empty();
            choices.push(Choice::of(Does::SolidSquare.key(), &[r::ML_8_1O]));
            // It may form square but need not.
            if !fires {
                choices.push(Choice::of(Does::Stand.key(), &[r::ML_8_1O]));
            }
        }
        if choices.is_empty() && !turns.is_empty() {
            turns.push(Choice::of(Does::Stand.key(), &[r::ML_8_7B]));
        }
        choices.extend(turns);
        choices
    }

    /// The charged units, sorted.
    fn charged_units(&self, w: &World) -> Vec<UnitId> {
        let mut ids: Vec<UnitId> = self.due(w).map(|(_, target)| target).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    fn fields_receive(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        self.charged_units(w)
            .into_iter()
            .filter(|id| self.side(*id) == slot.side)
            .filter_map(|id| {
                let choices = self.receptions(w, id);
                (choices.len() > 1).then(|| pick_one(Ref::Unit(id), choices))
            })
            .collect()
    }

    /// Reactions, then moment C.
    pub(super) fn reception(&self, d: &mut D<'_>) -> Flow<()> {
        let sheets = self.sheets_of(d, Question::Receive);
        let replies = self.ask_units(d, &sheets)?;
        let mut doing: Vec<(UnitId, Key)> = Vec::new();
        for id in self.charged_units(&d.world) {
            let told = replies.iter().find(|(_, other, _)| *other == id).and_then(|(_, _, reply)| reply.key().cloned());
            let only = || self.receptions(&d.world, id).into_iter().next().map(|choice| choice.key);
            if let Some(key) = told.or_else(only) {
                doing.push((id, key));
            }
        }
        let mut shoots = self.react_to_charges(d, &doing)?;
        // Units that are not charged may fire now as at any other moment.
        let moment = self.on(r::ML_GAP_30) && self.on(r::ML_2F);
        let sheets = if moment { self.sheets_of(d, Question::Fire) } else { Vec::new() };
        let answers = d.ask_sheets(&sheets)?;
        for (sheet, replies) in sheets.iter().zip(&answers) {
            shoots.extend(self.shoots(&d.world, sheet, replies));
        }
        let before: Vec<(UnitId, Marker)> =
            self.charged_units(&d.world).into_iter().map(|id| (id, d.world.unit(id).marker)).collect();
        let hits = self.shoot(d, &shoots)?;
        self.suffer(d, &hits)?;
        self.supports_waver(d);
        self.drop_vain_charges(d, &before);
        Ok(())
    }

    /// The reactions of all charged units, each by the state machine of its charge, which stops at its fire (ML-8.1g,
    /// ML-8.1o). Tests are thrown together and batteries turn; returns the fires.
    fn react_to_charges(&self, d: &mut D<'_>, doing: &[(UnitId, Key)]) -> Flow<Vec<Shoot>> {
        d.beat();
        let mut shoots = Vec::new();
        let mut tests = Vec::new();
        for (id, key) in doing {
            let guns = self.sheet(*id).profile.arm == Arm::Artillery;
            let rule = match Does::of(key) {
                Some(Does::Turn) => r::ML_8_7C,
                _ if guns => r::ML_8_7B,
                _ => r::ML_8_1K,
            };
            d.tell(Deed::Declared { by: Ref::Unit(*id), key: key.clone() }, &[rule]);
            let Some(charge) = self.met_with(&d.world, *id, key).cloned() else { continue };
            let pair = Pair { attacker: charge.by, defender: *id, aspect: charge.aspect, mutual: false };
            let typed = self.between(&d.world, &pair);
            let stage = self.received(&d.world, &typed, &charge, *id, key);
            if Does::Turn.is(key) {
                self.turn_battery(d, *id, charge.by);
            }
            match stage {
                Fought::Reaction { .. } => tests.push((pair, typed, stage)),
                Fought::Ready { fire: true, band } => {
                    shoots.push(Shoot { by: *id, at: charge.by, band, zone: guns.then_some(1), blind: false });
                }
                _ => {}
            }
        }
        let due: Vec<(UnitId, Option<UnitId>)> =
            tests.iter().map(|(pair, ..)| (pair.defender, Some(pair.attacker))).collect();
        let passed = self.react(d, &due, r::ML_8_1G)?;
        for ((pair, typed, stage), passed) in tests.into_iter().zip(passed) {
            let mut bout = typed.on_the_table(&self.book, stage);
            bout.feed(BoutInput::Thrown(&[i16::from(passed)]), &mut Quiet);
            let Pair { attacker, defender: by, .. } = pair;
            match (stage, bout.state.stage) {
                (_, Fought::Ready { fire: true, band }) => {
                    shoots.push(Shoot { by, at: attacker, band, zone: None, blind: false });
                }
                (Fought::Reaction { square: true, .. }, _) => self.square_tried(d, by, bout.state.defender.formation),
                _ => {}
            }
        }
        shoots.sort_by_key(|shoot| shoot.by);
        Ok(shoots)
    }

    /// The charge that a unit reacts to: the one that its reply names, or the first.
    fn met_with<'a>(&'a self, w: &'a World, id: UnitId, key: &Key) -> Option<&'a NamedCharge> {
        let named = |charge: &NamedCharge| key.refs.first().is_none_or(|of| *of == Ref::Unit(charge.by));
        self.due(w).filter(|(_, at)| *at == id).map(|(charge, _)| charge).find(|charge| named(charge))
    }

    /// Runs the state machine of a charge up to the reaction that the charged unit has chosen.
    fn received(&self, w: &World, typed: &Typed, charge: &NamedCharge, id: UnitId, key: &Key) -> Fought {
        let answer = self.answer_to(w, charge, id);
        // It may be charged by several units: a square answers all of them.
        let square = self.due(w).filter(|(_, at)| *at == id).any(|(other, _)| self.answer_to(w, other, id).square);
        let answer = Answer { fire: answer.fire && !Does::Stand.is(key), square, ..answer };
        let mut bout = typed.on_the_table(&self.book, Fought::Begin);
        let reaction = self.reaction_of(w, id, Some(charge.by));
        bout.feed(BoutInput::Situation(Situation::Answer(answer, reaction)), &mut Quiet);
        if let BoutRequest::Reply(..) = bout.wants() {
            bout.feed(BoutInput::Replied(&[Reply::pick(key.clone())]), &mut Quiet);
        }
        bout.state.stage
    }

    /// The result of a square: it is formed, or the battalion becomes hesitant (ML-8.1o).
    fn square_tried(&self, d: &mut D<'_>, id: UnitId, formation: Formation) {
        if formation == Formation::SolidSquare {
            self.change(d, id, &[r::ML_8_1O, r::ML_GAP_47], |u| {
                u.formation = formation;
                u.now.formed_square = true;
            });
        } else {
            d.world.unit_mut(id).now.formed_square = true;
            self.mark(d, id, Marker::Hesitant, &[r::ML_8_1O]);
        }
    }

    /// The pose of a battery turned in place towards a charger.
    fn turned_to(w: &World, id: UnitId, charger: UnitId) -> Pose {
        let pose = w.unit(id).pose;
        Pose { facing: pose.at.bearing_to(w.unit(charger).pose.at), ..pose }
    }

    /// The table after the default reaction of a battery: turned to the charge if it could not fire otherwise
    /// (ML-8.7c).
    pub(crate) fn turned_if_it_must(&self, w: &mut World, charge: &mut NamedCharge, id: UnitId) {
        let guns = self.sheet(id).profile.arm == Arm::Artillery && self.answer_to(w, charge, id).fire;
        if guns && !self.in_arc(w, id, &self.range(w, id, charge.by)) && self.may_turn(charge) {
            self.turn_in_mind(w, charge, id);
        }
    }

    /// The table after a battery has turned to a charge (ML-8.7c, ML-GAP-33, ML-GAP-70).
    pub(crate) fn turn_in_mind(&self, w: &mut World, charge: &mut NamedCharge, id: UnitId) {
        let pose = Self::turned_to(w, id, charge.by);
        let unit = w.unit_mut(id);
        unit.pose = pose;
        unit.now.turned |= self.on(r::ML_GAP_33);
        if self.on(r::ML_GAP_70) {
            charge.aspect = self.aspect(unit, charge.from.at);
        }
    }

    /// Turns a battery to a charge: its fire is halved (ML-8.7c, ML-GAP-33).
    fn turn_battery(&self, d: &mut D<'_>, id: UnitId, charger: UnitId) {
        let pose = Self::turned_to(&d.world, id, charger);
        self.place(d, id, pose, &[], &[r::ML_8_7C]);
        if self.on(r::ML_GAP_33) {
            d.world.unit_mut(id).now.turned = true;
        }
        self.shows_front(d, id, r::ML_GAP_70);
    }

    /// Computes the aspect of each charge again, by the present front of the charged unit and the place where the
    /// charge began.
    pub(crate) fn shows_front(&self, d: &mut D<'_>, id: UnitId, rule: game::Rule) {
        if self.on(rule) {
            let unit = d.world.unit(id).clone();
            for charge in d.world.charges.iter_mut().filter(|charge| charge.aim == Aim::At(id)) {
                charge.aspect = self.aspect(&unit, charge.from.at);
            }
        }
    }

    /// Removes charges whose target routed or was destroyed by these fires (ML-GAP-25).
    fn drop_vain_charges(&self, d: &mut D<'_>, before: &[(UnitId, Marker)]) {
        let vain: Vec<UnitId> = before
            .iter()
            .filter(|(id, marker)| {
                let unit = d.world.unit(*id);
                !unit.present() || unit.marker == Marker::Routing && *marker != Marker::Routing
            })
            .map(|(id, _)| *id)
            .collect();
        for charge in d.world.charges.iter_mut().filter(|c| c.stage == Progress::Contact) {
            if matches!(charge.aim, Aim::At(target) if vain.contains(&target)) {
                charge.stage = Progress::Done;
            }
        }
    }
}
