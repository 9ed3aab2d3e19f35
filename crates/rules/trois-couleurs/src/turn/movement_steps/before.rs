//! Steps 3 and 4, before the moves of a line: generals ride and join (L3C-CHEF-12, L3C-CHEF-14, L3C-GAP-A83), screens
//! are put out or taken back (L3C-GAP-A84); units broken since an earlier turn make their compulsory move
//! (L3C-GAP-A44).

use crate::question::{Does, Kind, Luck, Question, about, accept, named, pick_one};
use crate::resolve::people::generals::{self, GeneralAction, GeneralPlan};
use crate::turn::D;
use crate::world::{Line, Phase, World};
use crate::{Case, Distance, TroisCouleurs, UD, r};
use game::{Ask, Choice, Field, Flow, Ref, Reply, Shape, Side, Slot, UnitId};
use rulebook::Known;
use table::{Point, point_to_piece};

pub(crate) const BEFORE: Kind = Kind {
    rules: &[r::L3C_CHEF_14, r::L3C_GAP_A83],
    fields: TroisCouleurs::fields_before,
    check: accept,
    suggest: TroisCouleurs::suggest_before,
};

impl TroisCouleurs {
    pub(crate) fn before(&self, d: &mut D<'_>, line: Line) -> Flow<()> {
        let phase = if line == Line::First { Phase::FirstLine } else { Phase::SecondLine };
        self.clock(d, phase, &[r::L3C_SIM_03]);
        d.world.line = line;
        let first = d.world.initiative;
        for side in [first, first.other()] {
            let sheet = self.put(d, &Question::Before.to(side));
            let fields = sheet.fields.clone();
            let replies = self.ask_one(d, sheet)?;
            let (mut fled, mut bared) = (Vec::new(), Vec::new());
            for (field, reply) in fields.iter().zip(&replies) {
                let unit = about(field).filter(|id| d.world.general_of(*id).is_none());
                match (unit, reply.key()) {
                    (Some(id), Some(key)) if Does::Flee.is(key) => {
                        fled.extend(self.flees(d, id, false).map(|enemy| (id, enemy)));
                    }
                    (Some(id), Some(key)) if Does::Unmask.is(key) => {
                        let hidden = self.masks(&d.world, id);
                        fled.extend(self.flees(d, id, true).map(|enemy| (id, enemy)));
                        bared.push((id, hidden));
                    }
                    (Some(id), Some(key)) => match key.refs.first() {
                        Some(Ref::Site(feature)) => self.scouts(d, id, *feature),
                        _ => self.screens(d, id, key),
                    },
                    _ => self.ride(d, field, reply),
                }
            }
            self.flights(d, side, &fled)?;
            for (mask, friends) in &bared {
                self.bares(d, *mask, friends);
            }
        }
        if line == Line::First && self.on(r::L3C_GAP_A44) {
            self.compulsory_moves(d)?;
        }
        Ok(())
    }

    /// Carries out a general's action.
    fn ride(&self, d: &mut D<'_>, field: &Field, reply: &Reply) {
        let (Some(place), Some(key)) = (about(field).and_then(|id| d.world.general_of(id)), reply.key()) else {
            return;
        };
        let id = d.world.general_id(place);
        if let Some(unit) = named(key) {
            let Some(cost) = self.costs(&d.world, place, unit, GeneralAction::Command) else { return };
            let at = d.world.unit(unit).pose.at;
            self.alter(d, &[id], &[], &[r::L3C_CHEF_12], |w| {
                let general = &mut w.generals[place];
                general.used = general.used.saturating_add(cost);
                (general.with, general.rallies) = (Some(unit), false);
                general.at = at;
            });
        } else if let Some(Reply::Placed(pose, _)) = reply.opened().first() {
            self.alter(d, &[id], &[], &[r::L3C_CHEF_14], |w| {
                let general = &mut w.generals[place];
                general.used = general.used.saturating_add(1);
                (general.with, general.rallies) = (None, false);
                general.at = pose.at;
            });
        }
    }

    /// The actions that a general needs to reach a unit and act there: the way is included up to 4 UD, from farther off
    /// the general has to ride first (L3C-CHEF-12, L3C-CHEF-14); `None`: impossible.
    pub(crate) fn costs(&self, w: &World, place: usize, unit: UnitId, what: GeneralAction) -> Option<u8> {
        let distance = Distance::from_cm(point_to_piece(w.generals[place].at, &self.piece(w, unit)).cm);
        let plan = |actions: &[GeneralAction]| {
            let (ccf, actions) = (self.actions_left(w, place), actions.to_vec());
            generals::plan(&self.book, &GeneralPlan { ccf, actions, distance, reverse_after: None })
        };
        let ways = [plan(&[what]), plan(&[GeneralAction::Move, what])];
        ways.into_iter().find(|way| way.allowed && self.acts(w, place)).map(|way| way.needed)
    }

    /// Whether a general has actions left (L3C-CHEF-14); a general who has come to rally a unit does nothing else until
    /// it halts (L3C-RAL-22).
    pub(crate) fn acts(&self, w: &World, place: usize) -> bool {
        self.actions_left(w, place) > 0 && !self.tied(w, place)
    }

    /// The actions that a general has left (L3C-CHEF-14).
    pub(crate) fn actions_left(&self, w: &World, place: usize) -> u8 {
        let (general, sheet) = (w.general(place), self.general_sheet(place));
        if general.present() { sheet.leader.actions.saturating_sub(general.used) } else { 0 }
    }

    /// Whether a general has come to rally a unit that has not yet halted (L3C-RAL-22).
    fn tied(&self, w: &World, place: usize) -> bool {
        let general = &w.generals[place];
        let flees = |unit: UnitId| w.unit(unit).present() && w.unit(unit).body.case < Case::Halt;
        general.rallies && general.with.is_some_and(flees) && self.on(r::L3C_RAL_22)
    }

    /// Whether a general commands a unit (L3C-CHEF-02, L3C-GAP-A64).
    pub(crate) fn commands(&self, place: usize, unit: UnitId) -> bool {
        let sheet = self.general_sheet(place);
        let group = self.sheet(unit).command;
        sheet.side == self.side(unit)
            && match sheet.chain {
                _ if !self.on(r::L3C_GAP_A64) => true,
                crate::field::Chain::All => true,
                crate::field::Chain::Brigade(one) => u16::from(one) == group,
                crate::field::Chain::Brigades(set) => group < 128 && set >> group & 1 == 1,
            }
    }

    fn fields_before(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        let ride = self.book.tables.distance.general_move.cm();
        for (place, general) in w.generals.iter().enumerate() {
            let own = self.general_sheet(place).side == slot.side;
            if !own || !self.acts(w, place) || !self.on(r::L3C_CHEF_14) {
                continue;
            }
            let id = Ref::Unit(w.general_id(place));
            let mut choices = vec![Choice::of(Does::Stay.key(), &[r::L3C_CHEF_14])];
            for unit in self.troops(w, slot.side).filter(|unit| self.commands(place, *unit)) {
                let near = self.costs(w, place, unit, GeneralAction::Command).is_some();
                if near && general.with != Some(unit) && w.unit(unit).in_hand() {
                    choices.push(Choice::of(Does::Join.about(Ref::Unit(unit)), &[r::L3C_CHEF_12]));
                }
            }
            let mut moved = Choice::of(Does::Ride.key(), &[r::L3C_CHEF_14]);
            let ground = self.around(general.at, ride);
            moved.then = vec![Field {
                about: id,
                shape: Shape::Place { ground, facing: None, formations: Vec::new() },
                default: Reply::Placed(table::Pose { at: general.at, facing: 0 }, None),
            }];
            choices.push(moved);
            fields.push(pick_one(id, choices));
        }
        for id in self.troops(w, slot.side).filter(|id| self.may_flee(w, *id)) {
            let choices = [(Does::HoldGround, r::L3C_FUI_01), (Does::Flee, r::L3C_FUI_01)];
            let mut choices = choices.map(|(does, rule)| Choice::of(does.key(), &[rule])).to_vec();
            if !self.masks(w, id).is_empty() {
                choices.push(Choice::of(Does::Unmask.key(), &[r::L3C_FUI_07]));
            }
            fields.push(pick_one(Ref::Unit(id), choices));
        }
        fields.extend(self.screen_fields(w, slot.side));
        fields
    }

    /// The ground within a distance of a point, on the table.
    fn around(&self, at: Point, cm: table::Cm) -> Vec<Point> {
        (0..16).map(|n| self.on_the_table(at.step(n * 2_250, cm))).collect()
    }

    fn suggest_before(&self, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
        let replies = ask.fields.iter().map(|field| {
            let Shape::Pick { from, .. } = &field.shape else { return field.default.clone() };
            if about(field).is_some_and(|id| w.general_of(id).is_none()) {
                let screen = from.iter().any(|choice| Does::KeepScreen.is(&choice.key));
                let often = if screen { 2 } else { 12 };
                let place = if screen { luck.below(from.len()) } else { from.len().saturating_sub(1) };
                let wanted = from.get(place).filter(|_| luck.below(often) == 0);
                return wanted.map_or_else(|| field.default.clone(), |choice| Reply::pick(choice.key.clone()));
            }
            let joins: Vec<&Choice> = from.iter().filter(|choice| named(&choice.key).is_some()).collect();
            let place = about(field).and_then(|id| w.general_of(id));
            let with = place.is_some_and(|place| w.generals[place].with.is_some());
            match luck.below(4) {
                _ if with => field.default.clone(),
                0 if !joins.is_empty() => Reply::pick(joins[luck.below(joins.len())].key.clone()),
                1 => self.follow(w, place, field),
                _ => field.default.clone(),
            }
        });
        replies.collect()
    }

    /// A ride to the middle of the units that the general leads.
    fn follow(&self, w: &World, place: Option<usize>, field: &Field) -> Reply {
        let (Some(place), Shape::Pick { from, .. }) = (place, &field.shape) else { return field.default.clone() };
        let Some(ride) = from.iter().find(|choice| Does::Ride.is(&choice.key)) else { return field.default.clone() };
        let side = self.general_sheet(place).side;
        let led: Vec<Point> = self
            .troops(w, side)
            .filter(|unit| self.commands(place, *unit))
            .map(|unit| w.unit(unit).pose.ahead(-UD).at)
            .collect();
        let Ok(n) = i32::try_from(led.len()) else { return field.default.clone() };
        if n == 0 {
            return field.default.clone();
        }
        let mean = |of: fn(&Point) -> i32| led.iter().map(|p| of(p) / n).sum::<i32>();
        let (at, to) = (w.generals[place].at, Point::new(mean(|p| p.x), mean(|p| p.y)));
        let most = self.book.tables.distance.general_move.cm() * 9 / 10;
        let far = at.to(to);
        let to = if far > f64::from(most) { at.step(at.bearing_to(to), most) } else { to };
        let to = table::Pose { at: self.on_the_table(to), facing: 0 };
        Reply::Picked(vec![(ride.key.clone(), vec![Reply::Placed(to, None)])])
    }

    /// Units broken in an earlier turn go back first (L3C-GAP-A44), the farthest from the enemy first (L3C-GAP-A88).
    fn compulsory_moves(&self, d: &mut D<'_>) -> Flow<()> {
        let mut broken: Vec<(i32, UnitId)> = d
            .world
            .present()
            .filter(|id| d.world.unit(*id).body.case <= Case::FallBack && !d.world.unit(*id).now.put)
            .map(|id| (-self.nearest_enemy(&d.world, id).map_or(0, |(_, cm)| cm), id))
            .collect();
        if self.on(r::L3C_GAP_A88) {
            broken.sort_unstable();
        }
        let enemy = |id: UnitId| self.nearest_enemy(&d.world, id).map(|(enemy, _)| enemy);
        let broken: Vec<_> = broken.into_iter().map(|(_, id)| (id, enemy(id))).collect();
        self.driven_back(d, &broken, r::L3C_GAP_A44)
    }

    /// Both sides, the one with the initiative first.
    pub(crate) fn in_order(&self, w: &World) -> [Side; 2] {
        [w.initiative, w.initiative.other()]
    }
}
