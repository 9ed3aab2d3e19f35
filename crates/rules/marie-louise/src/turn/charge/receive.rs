//! The chargers stand at 2 pas: what those charged do, then all fires of moment C (ML-8.1g to ML-8.1o, ML-8.7b, ML-8.7c,
//! ML-GAP-28, ML-GAP-30, ML-GAP-33).

use crate::charge::{self as charged, Answer, Charged};
use crate::fire::Band;
use crate::question::{Kind, accept, any, pick_one};
use crate::turn::D;
use crate::turn::fire::Shoot;
use crate::world::{Aim, Charge, Stage, World};
use crate::{Arm, Distance, Formation, MarieLouise, Marker, r};
use game::{Choice, Deed, Field, Flow, Key, Quiet, Ref, Slot, Term, UnitId};
use table::{Pose, beyond};

pub(crate) const RECEIVE: Kind = Kind {
    rules: &[r::ML_8_1G, r::ML_8_1O, r::ML_8_7B, r::ML_8_7C, r::ML_GAP_33],
    fields: MarieLouise::fields_receive,
    check: accept,
    suggest: any,
};

impl MarieLouise {
    /// What a unit may do against one of its chargers.
    pub(crate) fn answer_to(&self, w: &World, charge: &Charge, target: UnitId) -> Answer {
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
        // Only units wholly immobile this turn (ML-8.1m).
        let moved = unit.now.moved && self.on(r::ML_8_1M);
        Answer { fire: answer.fire && !moved && !unit.now.crossed, square: answer.square && !moved, ..answer }
    }

    /// A battery may turn only if the charge began more than 5 pas away, 10 if the charger is cavalry (ML-8.7c).
    pub(crate) fn may_turn(&self, charge: &Charge) -> bool {
        let table = &self.book.tables.distance;
        let cavalry = self.sheet(charge.by).profile.arm == Arm::Cavalry;
        let limit = if cavalry { table.turn_battery_horse } else { table.turn_battery };
        !self.on(r::ML_8_7C) || beyond(charge.began_at, limit.cm())
    }

    /// What a charged unit may choose among; the first is what it does unless told otherwise.
    pub(crate) fn receptions(&self, w: &World, target: UnitId) -> Vec<Choice> {
        let guns = self.sheet(target).profile.arm == Arm::Artillery;
        let (mut choices, mut turns, mut square) = (Vec::new(), Vec::new(), false);
        for (charge, _) in self.due(w).filter(|(_, at)| *at == target) {
            let answer = self.answer_to(w, charge, target);
            square |= answer.square;
            if !answer.fire {
                continue;
            }
            let choice = |does, rules: &[game::Rule]| {
                let mut choice = Choice::of(Key::about(does, Ref::Unit(charge.by)), rules);
                choice.facts.insert(Term::of("distance"), i64::from(charge.began_at));
                choice
            };
            if !guns {
                choices.push(choice("fire", &[r::ML_8_1G]));
            } else if self.in_arc(w, target, &self.range(w, target, charge.by)) {
                choices.push(choice("fire", &[r::ML_8_7B]));
            } else if self.may_turn(charge) {
                turns.push(choice("turn", &[r::ML_8_7C, r::ML_GAP_33]));
            }
        }
        if square {
            let fires = !choices.is_empty();
            choices.push(Choice::of(Key::plain("solid_square"), &[r::ML_8_1O]));
            // It may form square, and need not.
            if !fires {
                choices.push(Choice::of(Key::plain("stand"), &[r::ML_8_1O]));
            }
        }
        if choices.is_empty() && !turns.is_empty() {
            turns.push(Choice::of(Key::plain("stand"), &[r::ML_8_7B]));
        }
        choices.extend(turns);
        choices
    }

    /// Units that are charged, in order.
    fn charged_units(&self, w: &World) -> Vec<UnitId> {
        let mut ids: Vec<UnitId> = self.due(w).map(|(_, target)| target).collect();
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    fn fields_receive(&self, w: &World, slot: &Slot) -> Vec<Field> {
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
        let sheets = self.sheets_of(d, "receive");
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
        // Those who are not charged may fire now like at any other moment.
        let moment = self.on(r::ML_GAP_30) && self.on(r::ML_2F);
        let sheets = if moment { self.sheets_of(d, "fire") } else { Vec::new() };
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

    /// The reaction tests of all together (ML-8.1g, ML-8.1o), and batteries that turn; gives the fires.
    fn react_to_charges(&self, d: &mut D<'_>, doing: &[(UnitId, Key)]) -> Flow<Vec<Shoot>> {
        d.beat();
        let mut shoots = Vec::new();
        let mut tests: Vec<(UnitId, Option<UnitId>)> = Vec::new();
        let mut tested: Vec<Option<UnitId>> = Vec::new();
        for (id, key) in doing {
            let charger = match key.refs.first() {
                Some(Ref::Unit(charger)) => Some(*charger),
                _ => None,
            };
            let guns = self.sheet(*id).profile.arm == Arm::Artillery;
            let rule = match key.does.as_str() {
                "turn" => r::ML_8_7C,
                _ if guns => r::ML_8_7B,
                _ => r::ML_8_1K,
            };
            d.tell(Deed::Declared { by: Ref::Unit(*id), key: key.clone() }, &[rule]);
            match (key.does.as_str(), charger) {
                ("turn", Some(charger)) => {
                    self.turn_battery(d, *id, charger);
                    shoots.push(Shoot { by: *id, at: charger, band: None, zone: Some(1), blind: false });
                }
                ("fire", Some(charger)) if guns => {
                    shoots.push(Shoot { by: *id, at: charger, band: None, zone: Some(1), blind: false });
                }
                ("fire", Some(charger)) => {
                    tests.push((*id, Some(charger)));
                    tested.push(Some(charger));
                }
                ("solid_square", _) => {
                    let charger = self.due(&d.world).find(|(_, at)| at == id).map(|(c, _)| c.by);
                    tests.push((*id, charger));
                    tested.push(None);
                }
                _ => {}
            }
        }
        let passed = self.react(d, &tests, "charged")?;
        for (((id, _), at), passed) in tests.into_iter().zip(tested).zip(passed) {
            match (at, passed) {
                // Without ML-8.1j nothing says what a failed test does.
                (Some(_), false) if !self.on(r::ML_8_1J) => {}
                (Some(at), passed) => {
                    let band = Some(if passed { Band::Short } else { Band::Effective });
                    shoots.push(Shoot { by: id, at, band, zone: None, blind: false });
                }
                (None, true) => self.change(d, id, &[r::ML_8_1O, r::ML_GAP_47], |u| {
                    u.formation = Formation::SolidSquare;
                    u.now.formed_square = true;
                }),
                (None, false) => {
                    d.world.unit_mut(id).now.formed_square = true;
                    self.mark(d, id, Marker::Hesitant, &[r::ML_8_1O]);
                }
            }
        }
        shoots.sort_by_key(|shoot| shoot.by);
        Ok(shoots)
    }

    /// Turned to meet a charge: its fire is halved (ML-8.7c, ML-GAP-33).
    fn turn_battery(&self, d: &mut D<'_>, id: UnitId, charger: UnitId) {
        let unit = d.world.unit(id);
        let facing = unit.pose.at.bearing_to(d.world.unit(charger).pose.at);
        let pose = Pose { facing, ..unit.pose };
        self.place(d, id, pose, &[], &[r::ML_8_7C]);
        if self.on(r::ML_GAP_33) {
            d.world.unit_mut(id).now.turned = true;
        }
        if self.on(r::ML_GAP_70) {
            // From where each charge comes is judged by the front that the battery shows now.
            let battery = d.world.unit(id).clone();
            for charge in d.world.charges.iter_mut().filter(|charge| charge.aim == Aim::At(id)) {
                charge.aspect = self.aspect(&battery, charge.from.at);
            }
        }
    }

    /// Charges whose target routed or was destroyed by these fires have no impact (ML-GAP-25).
    fn drop_vain_charges(&self, d: &mut D<'_>, before: &[(UnitId, Marker)]) {
        let vain: Vec<UnitId> = before
            .iter()
            .filter(|(id, marker)| {
                let unit = d.world.unit(*id);
                !unit.present() || unit.marker == Marker::Routing && *marker != Marker::Routing
            })
            .map(|(id, _)| *id)
            .collect();
        for charge in d.world.charges.iter_mut().filter(|c| c.stage == Stage::Contact) {
            if matches!(charge.aim, Aim::At(target) if vain.contains(&target)) {
                charge.stage = Stage::Done;
            }
        }
    }
}
