//! Before the battle: places, formations and orders, in secret (LA-GAP-56, LA-GAP-70).

use super::{D, Step};
use crate::question::{Judged, Kind, Luck, Question, defaults, pick_one};
use crate::world::{Life, Object, Orders, Role, World, may_stand};
use crate::{Arm, Attitude, CM, Formation, LesAigles, r};
use game::{Ask, Choice, Field, Flow, Key, Preview, Ref, Refusal, Reply, Shape, Side, Slot, Term, UnitId};
use rulebook::Known;
use rulebook::ids::held;
use rulebook::word;
use std::collections::BTreeMap;
use table::{Piece, Point, Pose, overlaps};

pub(crate) const DEPLOY: Kind = Kind {
    rules: &[r::LA_GAP_56, r::LA_GAP_70],
    fields: LesAigles::fields_deploy,
    check: LesAigles::check_deploy,
    suggest: shuffle,
};

/// All formations with their names.
pub(crate) const FORMATIONS: [Formation; 9] = [
    Formation::Line,
    Formation::DoubleLine,
    Formation::Column,
    Formation::DivisionColumn,
    Formation::HollowSquare,
    Formation::SolidSquare,
    Formation::Skirmish,
    Formation::Limbered,
    Formation::InPosition,
];

pub(crate) fn formation_named(name: &str) -> Option<Formation> {
    rulebook::named(name).filter(|formation| FORMATIONS.contains(formation))
}

/// Moves a few units slightly, and changes a few orders.
fn shuffle(rules: &LesAigles, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let mut replies = defaults(ask);
    for _ in 0..ask.fields.len().min(8) {
        let n = luck.below(ask.fields.len());
        let Some(field) = ask.fields.get(n) else { continue };
        let other = match (&field.shape, replies.get(n)) {
            (Shape::Pick { from, .. }, _) if !from.is_empty() => Reply::pick(from[luck.below(from.len())].key.clone()),
            (_, Some(Reply::Placed(pose, formation))) => {
                let near = |at: i32, by: i32| at + by * 2 * CM;
                let at = Point::new(near(pose.at.x, luck.between(-3, 3)), near(pose.at.y, luck.between(-3, 3)));
                Reply::Placed(Pose::new(at.x, at.y, pose.facing + luck.between(-1, 1) * 1_500), formation.clone())
            }
            _ => continue,
        };
        let old = std::mem::replace(&mut replies[n], other);
        if !game::form::faults(ask, &replies).is_empty() || rules.check_deploy(w, ask, &replies).is_err() {
            replies[n] = old;
        }
    }
    replies
}

impl LesAigles {
    pub(crate) fn deploy(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::Deploy, &[r::LA_GAP_56]);
        let asked = self.put(d, Question::Deploy);
        let answers = d.ask_sheets(&asked)?;
        for (sheet, replies) in asked.iter().zip(&answers) {
            for (field, reply) in sheet.fields.iter().zip(replies) {
                self.grant(d, sheet.slot.side, field, reply);
            }
        }
        Ok(())
    }

    fn grant(&self, d: &mut D<'_>, side: Side, field: &Field, reply: &Reply) {
        let Ref::Unit(id) = field.about else { return };
        match (d.world.general_of(id), reply) {
            (Some(place), Reply::Placed(pose, _)) => {
                let by = (pose.at.x - d.world.generals[place].at.x, pose.at.y - d.world.generals[place].at.y);
                let him = rulebook::ids::number(place);
                let aides: Vec<usize> = (0..d.world.generals.len())
                    .filter(|n| self.officers[*n].role == (Role::Aide { of: him }))
                    .collect();
                let mut ids = vec![id];
                ids.extend(aides.iter().map(|n| d.world.general_id(*n)));
                self.alter(d, &ids, &[], &[r::LA_GAP_56], |w| {
                    w.generals[place].at = pose.at;
                    for n in aides {
                        let at = w.generals[n].at;
                        w.generals[n].at = self.on_the_table(Point::new(at.x + by.0, at.y + by.1));
                    }
                });
            }
            (None, Reply::Placed(pose, formation)) => {
                let formation = formation.as_ref().and_then(|name| formation_named(name.as_str()));
                self.change(d, id, &[r::LA_GAP_56], |u| {
                    u.pose = *pose;
                    u.formation = formation.unwrap_or(u.formation);
                });
            }
            (None, Reply::Picked(_)) => {
                let orders = reply.key().and_then(|key| self.orders_named(&d.world, id, key));
                if let (Some(orders), Some(papers)) = (orders, d.world.papers_mut(side)) {
                    papers.orders.insert(id, orders);
                }
            }
            _ => {}
        }
    }

    fn fields_deploy(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let side = slot.side;
        let mut fields = Vec::new();
        let zones = &self.scenario.zones[side.index()];
        let zone = |command: u16, at: Point| zones.iter().find(|zone| zone.takes(command, at)).map(|zone| &zone.area);
        if self.on(r::LA_GAP_56) {
            for id in self.troops(w, side).filter(|id| w.unit(*id).inside.is_none()) {
                let Some(ground) = zone(self.sheet(id).command, w.unit(id).pose.at) else { continue };
                let shape = Shape::Place {
                    ground: ground.clone(),
                    facing: None,
                    formations: self.may_start_in(id).iter().map(word).collect(),
                };
                fields.push(Field { about: Ref::Unit(id), shape, default: Reply::Placed(w.unit(id).pose, None) });
            }
            for (place, (officer, sheet)) in w.generals.iter().zip(&self.officers).enumerate() {
                let general =
                    matches!(sheet.role, Role::General { .. }) && sheet.side == side && officer.life == Life::Present;
                let Some(ground) = zone(sheet.command, officer.at).filter(|_| general) else { continue };
                let shape = Shape::Place { ground: ground.clone(), facing: None, formations: Vec::new() };
                let default = Reply::Placed(Pose { at: officer.at, facing: 0 }, None);
                fields.push(Field { about: Ref::Unit(w.general_id(place)), shape, default });
            }
        }
        for id in w.ids().filter(|id| self.side(*id) == side && self.sheet(*id).part_of.is_none()) {
            fields.push(pick_one(Ref::Unit(id), self.order_choices(w, id)));
        }
        fields
    }

    /// Formations in which a unit may start.
    fn may_start_in(&self, id: UnitId) -> Vec<Formation> {
        let profile = &self.sheet(id).profile;
        FORMATIONS.into_iter().filter(|formation| may_stand(profile, *formation)).collect()
    }

    /// The orders that may be written for a unit, the usual one first (LA-GAP-13).
    pub(crate) fn order_choices(&self, w: &World, id: UnitId) -> Vec<Choice> {
        let usual = self.orders(w, id).unwrap_or_else(|| self.usual_orders(w, id));
        let guns = self.arm(id) == Arm::Artillery;
        let mut all = vec![usual];
        let mut add = |attitude: Attitude, object: Object| {
            let orders = Orders { attitude, object };
            if !all.contains(&orders) {
                all.push(orders);
            }
        };
        let objectives = 0..rulebook::ids::number(self.scenario.objectives.len());
        add(Attitude::Hold, Object::Place(w.unit(id).pose.at));
        for n in objectives.clone() {
            if !guns {
                add(Attitude::Attack, Object::Objective(n));
            }
            add(Attitude::Manoeuvre, Object::Objective(n));
        }
        // An order names a place, which need not be an objective of the scenario (LA-GAP-13).
        let beyond = Object::Place(self.enemy_edge(w, id));
        if !guns {
            add(Attitude::Attack, beyond);
        }
        add(Attitude::Manoeuvre, beyond);
        let command = rulebook::ids::at(&self.commands, usize::from(self.sheet(id).command), "command");
        for friend in command.units.iter().filter(|friend| **friend != id) {
            if !guns {
                add(Attitude::Cover, Object::Friend(*friend));
            }
            add(Attitude::Support, Object::Friend(*friend));
        }
        if !guns {
            add(Attitude::Harass, Object::None);
            add(Attitude::BreakOff, Object::None);
        }
        all.iter().map(|orders| Choice::of(self.order_key(orders), &[r::LA_GAP_13])).collect()
    }

    /// An order as a choice.
    pub(crate) fn order_key(&self, orders: &Orders) -> Key {
        let refs = match orders.object {
            Object::None => Vec::new(),
            Object::Objective(n) => {
                self.scenario.objectives.get(usize::from(n)).map(|o| Ref::Spot(o.middle)).into_iter().collect()
            }
            Object::Friend(id) => vec![Ref::Unit(id)],
            Object::Place(at) => vec![Ref::Spot(at)],
        };
        Key { does: word(&orders.attitude), refs }
    }

    /// The order that a choice writes.
    pub(crate) fn orders_named(&self, w: &World, id: UnitId, key: &Key) -> Option<Orders> {
        let attitude: Attitude = rulebook::named(&key.does.0)?;
        let object = match key.refs.first() {
            Some(Ref::Unit(friend)) => Object::Friend(*friend),
            // A holding unit holds its place at the start of the battle or when the order is read.
            Some(Ref::Spot(_)) if attitude == Attitude::Hold => Object::Place(w.unit(id).pose.at),
            Some(Ref::Spot(at)) => {
                let objective = self.scenario.objectives.iter().position(|o| o.middle == *at);
                objective.map(rulebook::ids::number).map_or(Object::Place(*at), Object::Objective)
            }
            _ => Object::None,
        };
        Some(Orders { attitude, object })
    }

    fn check_deploy(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Judged {
        let mut wished: BTreeMap<UnitId, (usize, Pose, Option<Term>)> = BTreeMap::new();
        for (n, (field, reply)) in ask.fields.iter().zip(replies).enumerate() {
            if let (Ref::Unit(id), Reply::Placed(pose, formation)) = (field.about, reply)
                && w.general_of(id).is_none()
            {
                wished.insert(id, (n, *pose, formation.clone()));
            }
        }
        let mut standing: Vec<(UnitId, Piece, Formation, Option<usize>)> = Vec::new();
        for id in self.troops(w, ask.slot.side) {
            let unit = w.unit(id);
            let (n, pose, formation) = match wished.get(&id) {
                Some((n, pose, formation)) => {
                    let named = |name: &Term| held(formation_named(name.as_str()), "a formation that was offered");
                    let formation = formation.as_ref().map_or(unit.formation, named);
                    let moved = *pose != unit.pose || formation != unit.formation;
                    (moved.then_some(*n), *pose, formation)
                }
                None => (None, unit.pose, unit.formation),
            };
            standing.push((id, self.body_at(id, unit, pose, formation), formation, n));
        }
        let mut refusals = Vec::new();
        let mut preview = Preview::default();
        for (id, piece, formation, moved) in &standing {
            preview.ghosts.push((*id, vec![*piece]));
            let Some(n) = *moved else { continue };
            if !self.terrain.holds(piece) {
                refusals.push(Refusal::by(r::LA_GAP_56, n, "off_the_table"));
            }
            if self.closed_to(*id, *formation, piece) {
                refusals.push(Refusal::by(r::LA_GAP_72, n, "impassable_ground"));
            }
            if standing.iter().any(|(other, base, ..)| other != id && overlaps(piece, base)) {
                refusals.push(Refusal::by(r::LA_GAP_56, n, "overlaps"));
            }
        }
        if refusals.is_empty() { Ok(preview) } else { Err(refusals) }
    }

    /// Whether ground under a footprint is closed to a unit.
    pub(crate) fn closed_to(&self, id: UnitId, formation: Formation, piece: &Piece) -> bool {
        let formation = if formation == Formation::InPosition { Formation::Limbered } else { formation };
        let mover = crate::terms::tables::Mover::of(self.arm(id), formation);
        let kinds = self.terrain.touched(piece).into_iter().filter_map(|feature| self.terrain.kind(feature));
        kinds.into_iter().any(|kind| {
            let row = self.book.tables.ground.of(kind);
            row.rate(mover, formation).is_none() && row.cross.is_none() && self.on(r::LA_GAP_72)
        })
    }
}
