//! Phase 2: divisions are activated one after another (BE-SEQ-03, BE-SEQ-04); their command points and their use.

use super::{D, Step};
use crate::question::{Does, Kind, Question, accept, any, pick_one, picked, unhandled};
use crate::resolve::command;
use crate::resolve::command::price;
pub use crate::resolve::command::price::Act;
use crate::terms::book::r;
use crate::world::{Activation, Life, Part, Phase, World};
use crate::{BatailleEmpire, Order, word};
use game::{Breakdown, Choice, Deed, Field, Flow, Key, Ref, Reply, Side, Slot, Toss, UnitId};
use rulebook::Known;
use table::{point_to_piece, within_cm};

pub(crate) const DIVISION: Kind =
    Kind { rules: &[r::BE_SEQ_03, r::BE_GAP_10], fields: BatailleEmpire::fields_division, check: accept, suggest: any };

pub(crate) const ATTACH: Kind =
    Kind { rules: &[r::BE_GAP_18], fields: BatailleEmpire::fields_attach, check: accept, suggest: any };

impl BatailleEmpire {
    /// Phase 2 for a side: the next division (BE-GAP-10).
    pub(crate) fn half(&self, d: &mut D<'_>, side: Side) -> Flow<()> {
        if d.world.active != Some(side) {
            d.world.active = Some(side);
            self.clock(d, Phase::Activation, &[r::BE_SEQ_03, r::BE_GAP_10]);
        }
        let left = self.to_activate(&d.world, side);
        let next = match left.as_slice() {
            [] => return Ok(()),
            [only] => *only,
            [first, ..] if !self.on(r::BE_GAP_10) => *first,
            _ => {
                let replies = d.ask_one(Question::Division.to(side))?;
                let named = match picked(&replies).refs.first() {
                    Some(Ref::Command(n)) if left.contains(n) => Some(*n),
                    _ => None,
                };
                rulebook::ids::held(named, "a division that was offered")
            }
        };
        let key = Does::Activate.about(Ref::Command(next));
        d.tell(Deed::Declared { by: Ref::Side(side), key }, &[r::BE_SEQ_03]);
        let mut steps = self.steps_of_an_activation(next, d.world.division(next).reserve);
        steps.push(Step::Half(side));
        d.then(steps);
        Ok(())
    }

    /// Divisions of a side that have not been activated this turn and have a unit or general on the table.
    pub(crate) fn to_activate(&self, w: &World, side: Side) -> Vec<u16> {
        if !self.on(r::BE_SEQ_03) {
            return Vec::new();
        }
        let places = (0..rulebook::ids::number(self.divisions.len())).filter(|n| {
            let sheet = self.division_sheet(*n);
            sheet.real && sheet.side == side && !w.division(*n).activated
        });
        places.filter(|n| !self.of_division(w, *n).is_empty()).collect()
    }

    fn fields_division(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let choice = |n: &u16| Choice::of(Does::Activate.about(Ref::Command(*n)), &[r::BE_SEQ_03]);
        vec![pick_one(Ref::Side(slot.side), self.to_activate(w, slot.side).iter().map(choice).collect())]
    }

    /// Step a: automatic changes of orders, command points, generals attach, the duty is fixed.
    pub(crate) fn open(&self, d: &mut D<'_>, division: u16) -> Flow<()> {
        self.clock(d, Phase::Tactical, &[r::BE_SEQ_04]);
        d.world.activations = d.world.activations.saturating_add(1);
        let number = d.world.activations;
        d.world.activation = Some(Activation {
            division,
            counted: Vec::new(),
            marked: Vec::new(),
            disordered: Vec::new(),
            number,
            paid: Vec::new(),
            part: Part::Command,
        });
        self.check_orders(d)?;
        self.roll_points(d, division)?;
        self.attach_generals(d, division)?;
        // Enemies that the side does not know of bind nobody (BE-GAP-82).
        let counted = self.duty_bound(&d.world.known_to(self.division_sheet(division).side), division);
        let marked = counted.iter().copied().filter(|id| d.world.unit(*id).marker).collect();
        let disordered = counted.iter().copied().filter(|id| d.world.unit(*id).disorder).collect();
        for id in &counted {
            d.world.unit_mut(*id).now.marked_itself = false;
        }
        if let Some(activation) = &mut d.world.activation {
            activation.counted = counted;
            activation.marked = marked;
            activation.disordered = disordered;
        }
        Ok(())
    }

    /// The divisional general rolls for command points (BE-PC-01, BE-GAP-14), unless he is lost (BE-GAP-17) or in
    /// reserve (BE-GAP-23).
    fn roll_points(&self, d: &mut D<'_>, division: u16) -> Flow<()> {
        let place = usize::from(division);
        let state = d.world.division(division);
        let given = state.given;
        let idle = state.reserve && self.on(r::BE_GAP_23) || state.general_lost && self.on(r::BE_GAP_17);
        let general = d.world.general(place);
        let grade = general.grade;
        if general.life != Life::Present || idle {
            self.change_division(d, division, &[r::BE_GAP_14], |division| division.points = given);
            return Ok(());
        }
        let id = d.world.general_id(place);
        let mut lines = Breakdown::new("command-points", Some(Ref::Unit(id)));
        let throw = command::points_dice(&self.book, grade, &mut lines);
        let face = d.throw_one(Toss::new(r::BE_PC_01, Ref::Unit(id), throw))?.face();
        rulebook::dice_in(&mut lines, r::BE_PC_01, i64::from(face));
        let points = command::points(&self.book, grade, face);
        d.tell(Deed::Tested { breakdown: lines, result: game::Term::written(&points) }, &[r::BE_PC_01]);
        let sum = points.saturating_add(given);
        self.change_division(d, division, &[r::BE_PC_01], |division| division.points = sum);
        Ok(())
    }

    /// The generals that may attach or detach in step a (BE-GAP-18): the divisional general and the commander-in-chief.
    fn attachable(&self, w: &World, division: u16) -> Vec<(usize, Vec<Choice>)> {
        if !self.on(r::BE_GAP_18) {
            return Vec::new();
        }
        let own = usize::from(division);
        let chief = w.chief[self.division_sheet(division).side.index()];
        let mut generals = vec![own];
        generals.extend((chief != own).then_some(chief));
        let choices = |place: usize| self.attach_choices(w, place);
        generals.into_iter().map(|place| (place, choices(place))).filter(|(_, choices)| choices.len() > 1).collect()
    }

    /// The choices of a general: unchanged, attached to a unit, or detached.
    pub(crate) fn attach_choices(&self, w: &World, place: usize) -> Vec<Choice> {
        let (general, sheet) = (w.general(place), self.general_sheet(place));
        if general.life != Life::Present {
            return Vec::new();
        }
        let rules = &[r::BE_GAP_18];
        let mut choices = vec![Choice::of(Does::AsHeIs.key(), rules)];
        if general.attached.is_some() {
            choices.push(Choice::of(Does::Detach.key(), rules));
            return choices;
        }
        let reach = self.book.tables.command.attach.cm();
        let chief = w.chief[sheet.side.index()] == place;
        for id in self.troops(w, sheet.side) {
            let his = chief || usize::from(self.sheet(id).command) == place;
            // A general may join a square from farther away (BE-GAP-36).
            let square = w.unit(id).formation.is_square() && self.on(r::BE_GAP_36);
            let reach = if square { reach.max(self.book.tables.distance.square_refuge.cm()) } else { reach };
            let near = within_cm(point_to_piece(general.at, &self.piece(w, id)).cm, reach);
            if his && near && self.attached(w, id).is_none() && !w.is_hidden(id) {
                choices.push(Choice::of(Does::Attach.about(Ref::Unit(id)), rules));
            }
        }
        choices
    }

    fn fields_attach(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(Ref::Command(division)) = slot.about.first() else { return Vec::new() };
        let field = |(place, choices)| pick_one(Ref::Unit(w.general_id(place)), choices);
        self.attachable(w, *division).into_iter().map(field).collect()
    }

    fn attach_generals(&self, d: &mut D<'_>, division: u16) -> Flow<()> {
        let generals = self.attachable(&d.world, division);
        let side = self.division_sheet(division).side;
        if generals.is_empty() {
            return Ok(());
        }
        let slot = Question::Attach.about(side, vec![Ref::Command(division)]);
        let replies = d.ask_one(slot)?;
        for ((place, _), reply) in generals.iter().zip(&replies) {
            self.attach(d, *place, reply);
        }
        Ok(())
    }

    /// Carries out the choice of a general.
    pub(crate) fn attach(&self, d: &mut D<'_>, place: usize, reply: &Reply) {
        let key = rulebook::ids::held(reply.key(), "a choice");
        let id = d.world.general_id(place);
        match (Does::of(key), key.refs.first()) {
            (Some(Does::Attach), Some(Ref::Unit(unit))) if self.attached(&d.world, *unit).is_none() => {
                let at = self.beside(&d.world, *unit);
                self.alter(d, &[id], &[], &[r::BE_GAP_18], |w| {
                    w.generals[place].attached = Some(*unit);
                    w.generals[place].at = at;
                });
            }
            (Some(Does::Detach), _) => {
                self.alter(d, &[id], &[], &[r::BE_GAP_18], |w| w.generals[place].attached = None)
            }
            // Another general has already joined the unit.
            (Some(Does::AsHeIs | Does::Attach), _) => {}
            _ => unhandled(key),
        }
    }

    /// The activation ends: orders change automatically (BE-GAP-22), points lapse (BE-GAP-14).
    pub(crate) fn close(&self, d: &mut D<'_>, division: u16) -> Flow<()> {
        self.change_division(d, division, &[r::BE_GAP_14], |division| {
            division.points = 0;
            division.given = 0;
            division.activated = true;
        });
        self.check_orders(d)?;
        d.world.activation = None;
        d.world.under.clear();
        Ok(())
    }

    /// The price of an act of a unit (BE-PC-02, BE-PC-07 to BE-PC-11, BE-GAP-15): extra moves are not doubled out of
    /// command. `None`: it is not allowed.
    #[must_use]
    pub fn cost(&self, w: &World, id: UnitId, act: Act) -> Option<u8> {
        price::cost(&self.book, &self.body(w, id), act).ok()
    }

    /// The points available for a unit: its general's, and those of a commander-in-chief with the unit in range
    /// (BE-GAP-12, BE-GAP-15).
    #[must_use]
    pub fn purse(&self, w: &World, id: UnitId) -> u8 {
        let sheet = self.sheet(id);
        w.division(sheet.command).points.saturating_add(self.chief_helps(w, id))
    }

    fn chief_helps(&self, w: &World, id: UnitId) -> u8 {
        let side = self.sheet(id).side;
        let reaches = self.chief(w, side).is_some_and(|chief| self.reached_by(w, chief, id).is_some());
        if reaches && self.on(r::BE_GAP_12) { w.chief_points[side.index()] } else { 0 }
    }

    /// The price of an act, if it can be paid.
    #[must_use]
    pub fn price(&self, w: &World, id: UnitId, act: Act) -> Option<u8> {
        self.cost(w, id, act).filter(|cost| *cost <= self.purse(w, id))
    }

    /// Pays for an act of a unit: from its general's points first, then from the commander-in-chief's.
    pub fn pay(&self, d: &mut D<'_>, id: UnitId, price: u8) {
        if price == 0 {
            return;
        }
        let (division, side) = (self.sheet(id).command, self.sheet(id).side);
        let own = d.world.division(division).points.min(price);
        let rest = (price - own).min(self.chief_helps(&d.world, id));
        let (general, chief) = (d.world.general_id(usize::from(division)), d.world.chief[side.index()]);
        let mut ids = vec![general];
        ids.extend((rest > 0).then(|| d.world.general_id(chief)).filter(|chief| *chief != general));
        self.alter(d, &ids, &[], &[r::BE_PC_02], |w| {
            let division = w.division_mut(division);
            division.points = division.points.saturating_sub(own);
            let points = &mut w.chief_points[side.index()];
            *points = points.saturating_sub(rest);
        });
    }

    /// Gives a division an order and reports it.
    pub(crate) fn give_order(&self, d: &mut D<'_>, division: u16, order: Order, rule: game::Rule) {
        let key = Key { does: word(&order), refs: Vec::new() };
        d.tell(Deed::Declared { by: Ref::Command(division), key }, &[rule]);
        self.change_division(d, division, &[rule], |division| {
            division.order = order;
            division.zone = None;
        });
    }
}
