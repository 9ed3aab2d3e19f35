//! The question of step d: which unit acts, and how (BE-PC-07, BE-GAP-15).

use super::trip::{Scene, Trip};
use super::way::{Draft, Sort, WHOLE};
use crate::question::{Does, Kind, Luck, pick_one};
use crate::resolve::command::price::{self, Again};
use crate::resolve::movement;
use crate::resolve::rally::{Rallied, Recover};
use crate::terms::book::r;
use crate::turn::activation::Act;
use crate::turn::duty_steps::{DutyStep, Held};
use crate::world::{Life, World};
use crate::{BatailleEmpire, Formation, Going, Order, UD, Ud, word};
use game::{Ask, Choice, Field, Key, Preview, Ref, Refusal, Reply, Shape, Side, Slot, UnitId};
use rulebook::Known;
use std::cell::RefCell;
use std::collections::BTreeMap;
use table::{Cm, Manoeuvre, March, Point, Pose, turn, within_cm};

pub(crate) const ACT: Kind = Kind {
    rules: &[r::BE_SEQ_04, r::BE_GAP_15],
    fields: BatailleEmpire::fields_act,
    check: BatailleEmpire::check_act,
    suggest: BatailleEmpire::suggest_act,
};

impl BatailleEmpire {
    fn fields_act(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let Some(Ref::Command(division)) = slot.about.first() else { return Vec::new() };
        vec![pick_one(Ref::Command(*division), self.acts(w, *division, slot.side))]
    }

    /// All acts of step d; if only "done" is left, no question is asked.
    pub(crate) fn acts(&self, w: &World, division: u16, side: Side) -> Vec<Choice> {
        self.acts_and_held(w, division, side).0
    }

    /// The same, with the points reserved for a duty; `None` if the step may be left.
    fn acts_and_held(&self, w: &World, division: u16, side: Side) -> (Vec<Choice>, Option<Held>) {
        let found = self.look_for_acts(w, division, side);
        self.known_held.keep((w.clone(), division, side), found.1);
        found
    }

    /// The points reserved for a duty when the sheet was made.
    fn held_for_duty(&self, w: &World, division: u16, side: Side) -> Option<Held> {
        let asked = |(known, of, whose): &(World, u16, Side)| (*of, *whose) == (division, side) && known == w;
        let held = self.known_held.find(asked).unwrap_or_else(|| self.acts_and_held(w, division, side).1);
        debug_assert_eq!(held, self.look_for_acts(w, division, side).1, "points kept from another state");
        held
    }

    fn look_for_acts(&self, w: &World, division: u16, side: Side) -> (Vec<Choice>, Option<Held>) {
        let scene = self.scene(w);
        let mut choices = Vec::new();
        let units = self.of_division(w, division);
        let mut bests = Vec::new();
        for own in units.chunks(1) {
            let id = own[0];
            choices.extend(self.rally_choices(w, id));
            choices.extend(self.house_choices(w, id));
            let Some((name, cost, sort)) = self.move_in(&scene, id) else { continue };
            // Staying in place must be legal too; a further move is offered only if there is one to make.
            let trip = self.trip(&scene, own, sort);
            let best = self.onward_way(&trip);
            let stays = || (sort == Sort::First && self.fits(&trip, &[])).then(Vec::new);
            let Some(best) = best.or_else(stays).or_else(|| self.some_way(&trip)) else { continue };
            bests.push((id, best.clone(), trip));
            choices.push(Choice {
                cost: i32::from(cost),
                then: vec![self.march_field(w, &[id], best, sort)],
                ..Choice::of(name.about(Ref::Unit(id)), &[r::BE_PC_07])
            });
            if sort == Sort::First {
                choices.extend(self.march_choice(&scene, &[id], true));
            }
        }
        for group in self.groups(&scene, division) {
            choices.extend(self.march_choice(&scene, &group, false));
            choices.extend(self.march_choice(&scene, &group, true));
        }
        choices.extend(self.rides(w, division, side));
        // Whether units can fulfil the duty is examined only if some unit must.
        let found: RefCell<BTreeMap<UnitId, Option<Vec<Manoeuvre>>>> = RefCell::default();
        let dutiful = |id: UnitId| -> Option<Vec<Manoeuvre>> {
            let search = || {
                let (_, best, trip) = bests.iter().find(|(other, ..)| *other == id)?;
                self.dutiful_way(trip, best)
            };
            found.borrow_mut().entry(id).or_insert_with(search).clone()
        };
        let withdraws = w.division(division).order == Order::Withdraw;
        let rallied: Vec<(UnitId, i32)> = choices
            .iter()
            .filter(|choice| withdraws && is_rally(&choice.key))
            .filter_map(|choice| Some((units_of(&choice.key).next()?, choice.cost)))
            .collect();
        let rallies = |id: UnitId| rallied.iter().filter(|(other, _)| *other == id).map(|(_, cost)| *cost).min();
        if self.may_leave(w, DutyStep::Moves, |id| rallies(id).is_some() || dutiful(id).is_some()).is_ok() {
            choices.insert(0, Choice::of(Does::Done.key(), &[r::BE_GAP_94]));
            return (choices, None);
        }
        let owing: Vec<UnitId> = self.owing(w, division);
        let able: Vec<(UnitId, u8)> = owing
            .iter()
            .filter_map(|id| {
                let move_ = dutiful(*id).and_then(|_| self.move_in(&scene, *id)).map(|(_, cost, _)| i32::from(cost));
                let least = rallies(*id).into_iter().chain(move_).min()?;
                Some((*id, rulebook::saturated::<u8, _>(least)))
            })
            .collect();
        let held = self.held(w, division, &able);
        let mut ranked: Vec<(bool, Choice)> = Vec::new();
        for mut choice in choices {
            let ids: Vec<UnitId> = units_of(&choice.key).collect();
            let owes = |id: &UnitId| owing.contains(id);
            let complies = if is_rally(&choice.key) {
                ids.iter().any(|id| owes(id) && rallies(*id).is_some())
            } else if let ([id], Some(Does::Move | Does::Again)) = (ids.as_slice(), Does::of(&choice.key)) {
                let way = dutiful(*id).filter(|_| owes(id));
                if let (Some(way), Some(field)) = (&way, choice.then.first_mut()) {
                    field.default = Reply::Marched(March { movers: vec![id.0], legs: way.clone() });
                }
                way.is_some()
            } else {
                ids.iter().any(owes) && self.default_complies(&scene, &choice, &owing)
            };
            let spared = choice.cost <= 0
                || ids.first().is_none_or(|id| self.spares(w, *id, rulebook::saturated::<u8, _>(choice.cost), &held));
            if complies || spared {
                ranked.push((!complies, choice));
            }
        }
        // Units that can fulfil the duty come first.
        ranked.sort_by_key(|(last, _)| *last);
        (ranked.into_iter().map(|(_, choice)| choice).collect(), Some(held))
    }

    /// Whether the default march of a choice fulfils the order of a unit that owes it.
    fn default_complies(&self, scene: &Scene<'_>, choice: &Choice, owing: &[UnitId]) -> bool {
        let Some(Reply::Marched(march)) = choice.then.first().map(|field| &field.default) else { return false };
        let ids: Vec<UnitId> = units_of(&choice.key).collect();
        let Some((_, sort)) = self.outset(scene, &ids, Does::Operational.is(&choice.key)) else { return false };
        let trip = self.trip(scene, &ids, sort);
        self.drafted(&trip, &march.legs).is_ok_and(|draft| self.march_complies(&trip, &march.legs, &draft, owing))
    }

    fn march_complies(&self, trip: &Trip<'_>, legs: &[Manoeuvre], draft: &Draft, owing: &[UnitId]) -> bool {
        let owes = |(n, id): (usize, &UnitId)| owing.contains(id) && self.obeys_by(trip, n, legs, draft);
        trip.ids.iter().enumerate().any(owes)
    }

    /// Whether the points for a march may be spent: those needed for a duty are reserved (BE-GAP-19, BE-GAP-106).
    fn may_spend_on(&self, trip: &Trip<'_>, ask: &Ask, legs: &[Manoeuvre], draft: &Draft, cost: u8) -> bool {
        let w = trip.scene.w;
        // If the step may be left, nothing is reserved.
        if crate::question::choices(ask).iter().any(|choice| Does::Done.is(&choice.key)) {
            return true;
        }
        let Some(guide) = trip.ids.first().copied().filter(|_| cost > 0) else { return true };
        let division = self.sheet(guide).command;
        let owing = self.owing(w, division);
        if owing.is_empty() || self.march_complies(trip, legs, draft, &owing) {
            return true;
        }
        // By the points that were reserved when the sheet was made.
        let held = self.held_for_duty(w, division, self.side(guide));
        held.is_none_or(|held| self.spares(w, guide, cost, &held))
    }

    /// The next move of a unit: its name, price and kind; `None` if it may not move or cannot be paid for.
    pub(crate) fn next_move(&self, w: &World, id: UnitId) -> Option<(Does, u8, Sort)> {
        let unit = w.unit(id);
        if !unit.present() || unit.inside.is_some() || unit.now.rallied || unit.now.operational || unit.now.cut {
            return None;
        }
        let again = match unit.now.moves {
            0 => return Some((Does::Move, self.price(w, id, Act::Activate)?, Sort::First)),
            1 => Again::Second,
            2 => Again::Third,
            _ => return None,
        };
        let spent = unit.now.charged || unit.now.came_in_support || unit.formation == Formation::Deployed;
        if spent || price::moves_again(&self.book, again, unit.disorder, unit.marker).is_err() {
            return None;
        }
        Some((Does::Again, self.price(w, id, again.act())?, Sort::Again))
    }

    /// A march of a group, or an operational movement, if there is one and it can be paid for.
    fn march_choice(&self, scene: &Scene<'_>, ids: &[UnitId], operational: bool) -> Option<Choice> {
        let w = scene.w;
        let (cost, sort) = self.outset(scene, ids, operational)?;
        let trip = self.trip(scene, ids, sort);
        let legs = self.onward_way(&trip).or_else(|| self.some_way(&trip))?;
        let refs = ids.iter().map(|id| Ref::Unit(*id)).collect();
        let (name, rule) = if operational { (Does::Operational, r::BE_MAN_21) } else { (Does::Group, r::BE_GAP_16) };
        Some(Choice {
            cost: i32::from(cost),
            then: vec![self.march_field(w, ids, legs, sort)],
            ..Choice::of(Key { refs, ..name.key() }, &[rule, r::BE_PC_07])
        })
    }

    /// The price and kind of a march of these units; `None` if they may not make it together.
    pub(crate) fn outset(&self, scene: &Scene<'_>, ids: &[UnitId], operational: bool) -> Option<(u8, Sort)> {
        let (w, guide) = (scene.w, *ids.first()?);
        let moves: Option<Vec<_>> = ids.iter().map(|id| self.move_in(scene, *id)).collect();
        let moves = moves?;
        let (_, _, sort) = *moves.first()?;
        if moves.iter().any(|(_, _, other)| *other != sort) || (ids.len() > 1 && !self.is_group(w, ids)) {
            return None;
        }
        if operational {
            let bodies: Vec<crate::Body> = ids.iter().map(|id| self.figure(w, *id)).collect();
            crate::resolve::operational::most(&self.book, &bodies).ok().filter(|_| sort == Sort::First)?;
        }
        let cost = price::of_group(&self.book, moves.iter().map(|(_, cost, _)| *cost))?;
        (cost <= self.purse(w, guide)).then_some((cost, if operational { Sort::Operational } else { sort }))
    }

    /// Whether units form a group (BE-GAP-16): one division, one arm (limbered guns may join), one formation, the same
    /// facing, each near another, up to the maximum.
    pub(crate) fn is_group(&self, w: &World, ids: &[UnitId]) -> bool {
        let table = &self.book.tables.command;
        let like = |a: UnitId, b: UnitId| {
            let (one, other) = (self.figure(w, a), self.figure(w, b));
            let guns = one.formation == Formation::Limbered || other.formation == Formation::Limbered;
            let arms = one.arm == other.arm && one.formation == other.formation
                || guns && [one.formation, other.formation].contains(&Formation::Column);
            let faces = turn(w.unit(a).pose.facing, w.unit(b).pose.facing).abs() <= table.group_facing_degrees.0;
            self.sheet(a).command == self.sheet(b).command && arms && faces
        };
        let Some(guide) = ids.first().copied() else { return false };
        let alike = ids.iter().all(|id| *id == guide || like(guide, *id));
        let near =
            |id: UnitId| ids.iter().any(|other| *other != id && self.within(w, id, *other, table.group_gap.cm()));
        let deployed = ids.iter().any(|id| w.unit(*id).formation == Formation::Deployed || w.is_hidden(*id));
        self.on(r::BE_GAP_16)
            && ids.len() <= usize::from(table.most_in_group)
            && alike
            && !deployed
            && ids.iter().all(|id| near(*id))
    }

    /// The groups of a division: for each unit as guide the nearest that may join it, up to the maximum.
    fn groups(&self, scene: &Scene<'_>, division: u16) -> Vec<Vec<UnitId>> {
        let w = scene.w;
        let units = self.of_division(w, division);
        let free: Vec<UnitId> = units.into_iter().filter(|id| self.move_in(scene, *id).is_some()).collect();
        let mut found: Vec<Vec<UnitId>> = Vec::new();
        for guide in &free {
            let mut group = vec![*guide];
            let mut rest: Vec<UnitId> = free.iter().copied().filter(|id| id != guide).collect();
            rest.sort_by_key(|id| (self.apart(w, *guide, *id).cm, *id));
            for id in rest {
                group.push(id);
                if !self.is_group(w, &group) {
                    group.pop();
                }
            }
            let mut sorted = group.clone();
            sorted.sort_unstable();
            let known = found.iter().any(|other| {
                let mut other = other.clone();
                other.sort_unstable();
                other == sorted
            });
            if group.len() > 1 && !known {
                found.push(group);
            }
        }
        found
    }

    /// The number of moves of an operational movement, for the lowest class among the units (BE-MAN-21).
    pub(super) fn times(&self, ids: &[UnitId]) -> u8 {
        let class = ids.iter().map(|id| self.sheet(*id).body.class).max().unwrap_or_default();
        self.book.tables.manoeuvre.operational.of(class)
    }

    pub(crate) fn march_field(&self, w: &World, ids: &[UnitId], legs: Vec<Manoeuvre>, sort: Sort) -> Field {
        let id = *rulebook::ids::at(ids, 0, "mover");
        let times = if sort == Sort::Operational { self.times(ids) } else { 1 };
        let far = self.allowed(w, ids).cm() * Cm::from(times);
        let mut allowed = vec![Manoeuvre::Ahead(far), Manoeuvre::Wheel(18_000), Manoeuvre::Turn(18_000)];
        allowed.extend([Manoeuvre::Side(far / 2), Manoeuvre::Back(far / 2)]);
        let body = self.setting_out(w, id, sort);
        for formation in FORMATIONS {
            if crate::resolve::manoeuvre::may_change(&self.book, &body, formation).is_ok() {
                allowed.push(Manoeuvre::Reform(word(&formation).0));
            }
        }
        Field {
            about: Ref::Unit(id),
            shape: Shape::March { movers: ids.to_vec(), allowed, budget: WHOLE },
            default: Reply::Marched(March { movers: ids.iter().map(|id| id.0).collect(), legs }),
        }
    }

    /// The allowance of units moving together on clear ground.
    pub(super) fn allowed(&self, w: &World, ids: &[UnitId]) -> Ud {
        let far = |id: &UnitId| {
            let body = self.figure(w, *id);
            let by_hand = movement::rate(&self.book, &body).and_then(|rate| rate.prolonge);
            let clear = movement::allowance(&self.book, &body, Going::Clear, None);
            clear.or(by_hand.filter(|_| body.formation == Formation::Deployed)).unwrap_or(Ud::of(0))
        };
        ids.iter().map(far).min().unwrap_or(Ud::of(0))
    }

    /// Rallies that a unit may make (BE-RAL, BE-GAP-78).
    fn rally_choices(&self, w: &World, id: UnitId) -> Vec<Choice> {
        let choice = |(recover, rallied): (Recover, Rallied)| {
            let choice = Choice::of(recover.does().about(Ref::Unit(id)), &[r::BE_PC_09]);
            Choice {
                cost: i32::from(rallied.cost),
                then: vec![self.march_field(w, &[id], Vec::new(), Sort::Rally)],
                ..choice
            }
        };
        self.rallies(w, id).into_iter().map(choice).collect()
    }

    /// The moves of generals: the divisional general and the commander-in-chief (BE-GAP-18, BE-MVT-10).
    fn rides(&self, w: &World, division: u16, side: Side) -> Vec<Choice> {
        let own = usize::from(division);
        let mut places = vec![own];
        places.extend(Some(w.chief[side.index()]).filter(|chief| *chief != own));
        let free = |place: &usize| {
            let general = w.general(*place);
            general.life == Life::Present && general.attached.is_none() && !general.moved
        };
        let places = places.into_iter().filter(free).filter(|_| self.on(r::BE_GAP_18));
        let choice = |place: usize| {
            let at = w.generals[place].at;
            let field = Field {
                about: Ref::Unit(w.general_id(place)),
                shape: Shape::Place { ground: self.whole_ground(), facing: None, formations: Vec::new() },
                default: Reply::Placed(Pose { at, facing: 0 }, None),
            };
            let key = Does::Ride.about(Ref::Unit(w.general_id(place)));
            let stays = [Does::Alone, Does::Join].map(|does| Choice::of(does.key(), &[r::BE_GAP_18]));
            let then = vec![field, pick_one(Ref::Unit(w.general_id(place)), stays.to_vec())];
            Choice { then, ..Choice::of(key, &[r::BE_GAP_18, r::BE_MVT_10]) }
        };
        places.map(choice).collect()
    }

    /// The unit that a general could join from his place (BE-GAP-18).
    pub(crate) fn nearest_to_join(&self, w: &World, place: usize) -> Option<UnitId> {
        let at = w.general(place).at;
        let open = self.attach_choices(w, place);
        let units = open
            .iter()
            .filter(|choice| Does::Attach.is(&choice.key))
            .filter_map(|choice| if let Some(Ref::Unit(id)) = choice.key.refs.first() { Some(*id) } else { None });
        units.min_by_key(|id| (table::point_to_piece(at, &self.piece(w, *id)).cm, *id))
    }

    /// Whether a general may move to a point: by the worst ground on his path (BE-MVT-10).
    pub(crate) fn may_ride(&self, w: &World, place: usize, to: Point) -> bool {
        let from = w.general(place).at;
        if from == to {
            return true;
        }
        #[allow(clippy::cast_possible_truncation, reason = "a distance on the table")]
        let far = from.to(to).round() as Cm;
        let steps = (far / (UD / 2)).max(1);
        let worst = (0..=steps).map(|n| {
            let at = Point::new(from.x + (to.x - from.x) / steps * n, from.y + (to.y - from.y) / steps * n);
            self.going_at(at, true)
        });
        // Water between two such places also bars the path (BE-GAP-30).
        let bearing = from.bearing_to(to);
        let lines = self.terrain.along(from, to);
        let between = lines.iter().map(|c| self.going_at(from.step(bearing, c.from_cm.midpoint(c.to_cm)), true));
        let worst = worst.chain(between.filter(|going| *going == Going::Closed)).max().unwrap_or(Going::Clear);
        let most = movement::general(&self.book, worst);
        let clear = self
            .troops(w, self.side(w.general_id(place)).other())
            .all(|enemy| table::point_to_piece(to, &self.piece(w, enemy)).cm > self.book.tables.footprint.general.cm());
        clear && self.terrain.inside(to) && most.is_some_and(|most| within_cm(far, most.cm()))
    }

    fn check_act(&self, w: &Known<'_, World>, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let not_offered = || vec![Refusal::form(0, "not_offered")];
        let reply = replies.first().ok_or_else(not_offered)?;
        let key = reply.key().ok_or_else(not_offered)?;
        let does = Does::of(key);
        if does == Some(Does::Done) {
            return Ok(Preview::default());
        }
        let Some(Ref::Unit(id)) = key.refs.first().copied() else { return Err(not_offered()) };
        match (does, reply.opened().first()) {
            (does, Some(Reply::Marched(march))) => {
                let ids: Vec<UnitId> = march.movers.iter().map(|n| UnitId(*n)).collect();
                let sort = match does {
                    Some(Does::Again) => Sort::Again,
                    Some(Does::Operational) => Sort::Operational,
                    Some(Does::RallyOrder | Does::RallyLoss) => Sort::Rally,
                    _ => self.next_move(w, id).map_or(Sort::First, |(_, _, sort)| sort),
                };
                let scene = self.scene(w);
                let trip = self.trip(&scene, &ids, sort);
                match self.drafted(&trip, &march.legs) {
                    Ok(draft)
                        if !is_rally(key) && !self.may_spend_on(&trip, ask, &march.legs, &draft, cost_of(ask, key)) =>
                    {
                        Err(vec![Refusal::by(r::BE_GAP_106, 0, "points_for_duty")])
                    }
                    Ok(draft) => Ok(self.preview(&ids, &draft)),
                    Err(fault) => Err(vec![self.march_refused(&trip, &march.legs, fault)]),
                }
            }
            (Some(Does::Leave), Some(Reply::Placed(pose, _))) => match self.may_come_out(w, id, *pose) {
                Ok(()) => Ok(Preview::default()),
                Err(bar) => Err(vec![Refusal::by(bar.rule, 0, bar.why)]),
            },
            (Some(Does::Ride), Some(Reply::Placed(pose, _))) => match w.general_of(id) {
                Some(place) if self.may_ride(w, place, pose.at) => Ok(Preview::default()),
                _ => Err(vec![Refusal::by(r::BE_MVT_10, 0, "too_far")]),
            },
            (Some(Does::Enter | Does::Detach | Does::Reform), _) => Ok(Preview::default()),
            _ => Err(not_offered()),
        }
    }

    fn preview(&self, ids: &[UnitId], draft: &Draft) -> Preview {
        let ends = ids.iter().zip(&draft.ends);
        Preview {
            costs: vec![(draft.cost, WHOLE)],
            ghosts: ends.map(|(id, end)| (*id, vec![self.piece_at(*id, *end, draft.formation)])).collect(),
            paths: ids.first().map(|id| (*id, self.path(&draft.course))).into_iter().collect(),
            ..Preview::default()
        }
    }

    fn suggest_act(&self, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
        let Some(Field { shape: Shape::Pick { from, .. }, .. }) = ask.fields.first() else {
            return rulebook::question::defaults(ask);
        };
        if from.is_empty() {
            return rulebook::question::defaults(ask);
        }
        let choice = &from[luck.below(from.len())];
        let mut then: Vec<Reply> = choice.then.iter().map(|field| field.default.clone()).collect();
        match (Does::of(&choice.key), choice.key.refs.first()) {
            (Some(Does::Move | Does::Again), Some(Ref::Unit(id))) => {
                let sort = if Does::Move.is(&choice.key) { Sort::First } else { Sort::Again };
                let (scene, own) = (self.scene(w), [*id]);
                let mut ways = self.ways(&self.trip(&scene, &own, sort), usize::MAX);
                if luck.below(3) == 0 {
                    ways.extend(self.changing_ways(w, *id, sort));
                }
                if let Some(legs) = ways.get(luck.below(ways.len().max(1))) {
                    then = vec![Reply::Marched(March { movers: vec![id.0], legs: legs.clone() })];
                }
            }
            (Some(Does::Ride), Some(Ref::Unit(id))) => {
                if let Some(place) = w.general_of(*id) {
                    let at = w.generals[place].at;
                    let to = Point::new(at.x + luck.between(-4, 4) * UD, at.y + luck.between(-4, 4) * UD);
                    if self.may_ride(w, place, to)
                        && let Some(first) = then.first_mut()
                    {
                        *first = Reply::Placed(Pose { at: to, facing: 0 }, None);
                    }
                }
            }
            _ => {}
        }
        vec![Reply::Picked(vec![(choice.key.clone(), then)])]
    }
}

/// The units named by a key.
fn units_of(key: &Key) -> impl Iterator<Item = UnitId> + '_ {
    key.refs.iter().filter_map(|of| if let Ref::Unit(id) = of { Some(*id) } else { None })
}

fn is_rally(key: &Key) -> bool {
    matches!(Does::of(key), Some(Does::RallyOrder | Does::RallyLoss))
}

/// The price of a key's choice on a sheet.
fn cost_of(ask: &Ask, key: &Key) -> u8 {
    let choice = crate::question::choices(ask).iter().find(|choice| choice.key == *key);
    choice.map_or(0, |choice| rulebook::saturated::<u8, _>(choice.cost))
}

/// The formations that a unit may take during a march.
pub(super) const FORMATIONS: [Formation; 6] = [
    Formation::Line,
    Formation::Column,
    Formation::SolidSquare,
    Formation::HollowSquare,
    Formation::Limbered,
    Formation::Deployed,
];
