//! The question of step d: who acts, and how (BE-PC-07, BE-GAP-15).

use super::way::{Draft, Fault, Sort, WHOLE};
use crate::book::r;
use crate::movement;
use crate::question::{Kind, Luck, pick_one};
use crate::rally::{Rallied, Recover};
use crate::turn::activation::Act;
use crate::turn::duty::Part;
use crate::world::{Life, World};
use crate::{BatailleEmpire, Formation, Going, Order, UD, Ud, word};
use game::{Ask, Choice, Field, Key, Preview, Ref, Refusal, Reply, Shape, Side, Slot, UnitId};
use table::{Cm, Manoeuvre, March, Point, Pose, turn, within_cm};

pub(crate) const ACT: Kind = Kind {
    rules: &[r::BE_SEQ_04, r::BE_GAP_15],
    fields: BatailleEmpire::fields_act,
    check: BatailleEmpire::check_act,
    suggest: BatailleEmpire::suggest_act,
};

impl BatailleEmpire {
    fn fields_act(&self, w: &World, slot: &Slot) -> Vec<Field> {
        let Some(Ref::Command(division)) = slot.about.first() else { return Vec::new() };
        vec![pick_one(Ref::Command(*division), self.acts(w, *division, slot.side))]
    }

    /// Everything that may be done in step d; nothing more is asked when only "done" is left.
    pub(crate) fn acts(&self, w: &World, division: u16, side: Side) -> Vec<Choice> {
        let mut choices = Vec::new();
        let mut able = Vec::new();
        for id in self.of_division(w, division) {
            choices.extend(self.rally_choices(w, id));
            if let Some((name, cost, sort)) = self.next_move(w, id) {
                let ways = self.ways(w, id, sort);
                // To stay where one is must be open too; a further move is offered only if there is one to make.
                let Some(best) = ways
                    .first()
                    .cloned()
                    .or_else(|| (sort == Sort::First && self.draft(w, id, &[], sort).is_ok()).then(Vec::new))
                else {
                    continue;
                };
                if self.is_duty(w, id, &best, sort) {
                    able.push(id);
                }
                choices.push(Choice {
                    cost: i32::from(cost),
                    then: vec![self.march_field(w, id, best)],
                    ..Choice::of(Key::about(name, Ref::Unit(id)), &[r::BE_PC_07])
                });
            }
        }
        choices.extend(self.rides(w, division, side));
        if self.may_leave(w, Part::Moves, |id| able.contains(&id)).is_ok() {
            choices.insert(0, Choice::of(Key::plain("done"), &[r::BE_GAP_94]));
        } else {
            // Who can do his duty comes first.
            choices.sort_by_key(|choice| !matches!(choice.key.refs.first(), Some(Ref::Unit(id)) if able.contains(id)));
        }
        choices
    }

    /// The next move of a unit: its name, its price, of what sort; nothing if it may not move or nobody pays.
    pub(crate) fn next_move(&self, w: &World, id: UnitId) -> Option<(&'static str, u8, Sort)> {
        let unit = w.unit(id);
        if unit.inside.is_some() || unit.now.rallied || unit.now.operational || unit.now.cut {
            return None;
        }
        let (name, act, sort) = match unit.now.moves {
            0 => ("move", Act::Activate, Sort::First),
            1 if !unit.disorder || !self.on(r::BE_GAP_100) => ("again", Act::Second, Sort::Again),
            2 if !unit.disorder || !self.on(r::BE_GAP_100) => ("again", Act::Third, Sort::Again),
            _ => return None,
        };
        if sort == Sort::Again
            && (unit.now.charged || unit.now.came_in_support || unit.formation == Formation::Deployed)
        {
            return None;
        }
        let cost = self.price(w, id, act)?;
        Some((name, cost, sort))
    }

    fn march_field(&self, w: &World, id: UnitId, legs: Vec<Manoeuvre>) -> Field {
        let far = self.allowed(w, id).cm();
        let mut allowed = vec![Manoeuvre::Ahead(far), Manoeuvre::Wheel(18_000), Manoeuvre::Turn(18_000)];
        allowed.extend([Manoeuvre::Side(far / 2), Manoeuvre::Back(far / 2)]);
        let body = self.figure(w, id);
        for formation in FORMATIONS {
            if crate::manoeuvre::may_change(&self.book, &body, formation).is_ok() {
                allowed.push(Manoeuvre::Reform(word(&formation).0));
            }
        }
        Field {
            about: Ref::Unit(id),
            shape: Shape::March { movers: vec![id], allowed, budget: WHOLE },
            default: Reply::Marched(March { movers: vec![id.0], legs }),
        }
    }

    /// How far a unit goes on clear ground.
    fn allowed(&self, w: &World, id: UnitId) -> Ud {
        let body = self.figure(w, id);
        let by_hand = movement::rate(&self.book, &body).and_then(|rate| rate.prolonge);
        let clear = movement::allowance(&self.book, &body, Going::Clear, false);
        clear.or(by_hand.filter(|_| body.formation == Formation::Deployed)).unwrap_or(Ud::of(0))
    }

    /// A few marches that may be made, the most dutiful first; none at all: to stay.
    pub(crate) fn ways(&self, w: &World, id: UnitId, sort: Sort) -> Vec<Vec<Manoeuvre>> {
        let goals = self.goals_of(w, id);
        let far = self.allowed(w, id).cm();
        let unit = w.unit(id);
        let mut found = Vec::new();
        let away = w.division(self.sheet(id).command).order == Order::Withdraw;
        let mut offer = |legs: Vec<Manoeuvre>| {
            if self.draft(w, id, &legs, sort).is_ok() {
                found.push(legs);
                true
            } else {
                false
            }
        };
        if unit.formation == Formation::Deployed {
            return Vec::new();
        }
        for goal in goals {
            let off = turn(unit.pose.facing, unit.pose.at.bearing_to(goal)) + if away { 18_000 } else { 0 };
            let off = turn(0, off);
            let heads: Vec<Vec<Manoeuvre>> = if off.abs() > 13_500 {
                vec![vec![Manoeuvre::Turn(18_000)], Vec::new()]
            } else if off.abs() > 500 {
                vec![
                    vec![Manoeuvre::Wheel(off.clamp(-9_000, 9_000))],
                    vec![Manoeuvre::Wheel(off.clamp(-4_500, 4_500))],
                    Vec::new(),
                ]
            } else {
                vec![Vec::new()]
            };
            for head in heads {
                let ahead = [8, 7, 6, 5, 4, 3, 2, 1].into_iter().map(|eighths| far / 8 * eighths);
                let fits = ahead.map(|cm| with(&head, Manoeuvre::Ahead(cm))).any(&mut offer);
                if fits || (!head.is_empty() && offer(head.clone())) {
                    break;
                }
            }
        }
        if away {
            let back = far / 2;
            let _ = [back, back / 2].into_iter().any(|cm| offer(vec![Manoeuvre::Back(cm)]));
        }
        found
    }

    /// Where a unit would go: the nearest enemy, and the nearest objective that is not its side's.
    fn goals_of(&self, w: &World, id: UnitId) -> Vec<Point> {
        let at = w.unit(id).pose.at;
        let enemy = self.tactical(w, id).map(|(enemy, _)| w.unit(enemy).pose.at);
        let mut goals = self.goals(w, self.side(id));
        goals.sort_by(|a, b| at.to(*a).total_cmp(&at.to(*b)));
        enemy.into_iter().chain(goals.into_iter().take(1)).collect()
    }

    /// Whether a march fulfils the unit's order (BE-GAP-19).
    pub(crate) fn is_duty(&self, w: &World, id: UnitId, legs: &[Manoeuvre], sort: Sort) -> bool {
        let Ok(draft) = self.draft(w, id, legs, sort) else { return false };
        self.did(w, id, legs, &draft, sort) != crate::duty::Did::Move && !legs.is_empty()
    }

    /// What a march counts as for the order (BE-GAP-19): a full one towards the enemy or an objective, one away from the
    /// enemy, or neither.
    pub(crate) fn did(&self, w: &World, id: UnitId, legs: &[Manoeuvre], draft: &Draft, sort: Sort) -> crate::duty::Did {
        use crate::duty::Did;
        let from = w.unit(id).pose.at;
        let end = self.piece_at(id, draft.end, draft.formation);
        let order = w.division(self.sheet(id).command).order;
        if order == Order::Withdraw {
            let before = self.tactical(w, id).map(|(_, measure)| measure.cm);
            let after = self.nearest_to(w, &end, self.side(id).other()).map(|(_, measure)| measure.cm);
            return if after > before { Did::FallBack } else { Did::Move };
        }
        if !self.approaches(w, id, from, draft.end.at) {
            return Did::Move;
        }
        let further = with(legs, Manoeuvre::Ahead(UD / 4));
        let full = self.close_enough(w, &end, self.side(id)) || self.draft(w, id, &further, sort).is_err();
        if full { Did::FullMove } else { Did::Move }
    }

    /// Rallies that a unit may make (BE-RAL, BE-GAP-78).
    fn rally_choices(&self, w: &World, id: UnitId) -> Vec<Choice> {
        let choice = |(recover, rallied): (Recover, Rallied)| {
            let name = match recover {
                Recover::Order => "rally_order",
                Recover::Loss => "rally_loss",
            };
            let choice = Choice::of(Key::about(name, Ref::Unit(id)), &[r::BE_PC_09]);
            Choice { cost: i32::from(rallied.cost), ..choice }
        };
        self.rallies(w, id).into_iter().map(choice).collect()
    }

    /// Generals who may ride: the divisional one and the commander-in-chief (BE-GAP-18, BE-MVT-10).
    fn rides(&self, w: &World, division: u16, side: Side) -> Vec<Choice> {
        let own = usize::from(division);
        let mut places = vec![own];
        places.extend(Some(w.chief[side.index()]).filter(|chief| *chief != own));
        let free = |place: &usize| {
            w.generals.get(*place).is_some_and(|g| g.life == Life::Present && g.attached.is_none() && !g.moved)
        };
        let places = places.into_iter().filter(free).filter(|_| self.on(r::BE_GAP_18));
        let choice = |place: usize| {
            let at = w.generals[place].at;
            let field = Field {
                about: Ref::Unit(w.general_id(place)),
                shape: Shape::Place { ground: self.whole_ground(), facing: None, formations: Vec::new() },
                default: Reply::Placed(Pose { at, facing: 0 }, None),
            };
            let key = Key::about("ride", Ref::Unit(w.general_id(place)));
            Choice { then: vec![field], ..Choice::of(key, &[r::BE_GAP_18, r::BE_MVT_10]) }
        };
        places.map(choice).collect()
    }

    /// Whether a general may ride so far: by the worst ground on his way (BE-MVT-10).
    pub(crate) fn may_ride(&self, w: &World, place: usize, to: Point) -> bool {
        let Some(general) = w.generals.get(place) else { return false };
        let from = general.at;
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
        let worst = worst.max().unwrap_or(Going::Clear);
        let most = self.book.tables.movement.general.of(worst);
        let clear = self
            .troops(w, self.side(w.general_id(place)).other())
            .all(|enemy| table::point_to_piece(to, &self.piece(w, enemy)).cm > self.book.tables.footprint.general.cm());
        self.on(r::BE_MVT_10) && clear && self.terrain.inside(to) && most.is_some_and(|most| within_cm(far, most.cm()))
    }

    fn check_act(&self, w: &World, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let _ = ask;
        let Some(reply) = replies.first() else { return Ok(Preview::default()) };
        let Some(key) = reply.key() else { return Ok(Preview::default()) };
        let Some(Ref::Unit(id)) = key.refs.first().copied() else { return Ok(Preview::default()) };
        match (key.does.as_str(), reply.opened().first()) {
            ("move" | "again", Some(Reply::Marched(march))) => {
                let sort = if key.does == "move" { Sort::First } else { Sort::Again };
                match self.draft(w, id, &march.legs, sort) {
                    Ok(draft) => Ok(Preview {
                        costs: vec![(draft.cost, WHOLE)],
                        ghosts: vec![(id, vec![self.piece_at(id, draft.end, draft.formation)])],
                        paths: vec![(id, self.path(&draft.course))],
                        ..Preview::default()
                    }),
                    Err(Fault { bar, leg }) => {
                        let refusal = Refusal::by(bar.rule, 0, bar.why);
                        Err(vec![leg.map_or_else(|| refusal.clone(), |leg| refusal.clone().at_leg(leg))])
                    }
                }
            }
            ("ride", Some(Reply::Placed(pose, _))) => match w.general_of(id) {
                Some(place) if self.may_ride(w, place, pose.at) => Ok(Preview::default()),
                _ => Err(vec![Refusal::by(r::BE_MVT_10, 0, "too_far")]),
            },
            _ => Ok(Preview::default()),
        }
    }

    fn suggest_act(&self, w: &World, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
        let Some(Field { shape: Shape::Pick { from, .. }, .. }) = ask.fields.first() else {
            return rulebook::question::defaults(ask);
        };
        if from.is_empty() {
            return rulebook::question::defaults(ask);
        }
        let choice = &from[luck.below(from.len())];
        let mut then: Vec<Reply> = choice.then.iter().map(|field| field.default.clone()).collect();
        match (choice.key.does.as_str(), choice.key.refs.first()) {
            ("move" | "again", Some(Ref::Unit(id))) => {
                let sort = if choice.key.does == "move" { Sort::First } else { Sort::Again };
                let ways = self.ways(w, *id, sort);
                if let Some(legs) = ways.get(luck.below(ways.len().max(1))) {
                    then = vec![Reply::Marched(March { movers: vec![id.0], legs: legs.clone() })];
                }
            }
            ("ride", Some(Ref::Unit(id))) => {
                if let Some(place) = w.general_of(*id) {
                    let at = w.generals[place].at;
                    let to = Point::new(at.x + luck.between(-4, 4) * UD, at.y + luck.between(-4, 4) * UD);
                    if self.may_ride(w, place, to) {
                        then = vec![Reply::Placed(Pose { at: to, facing: 0 }, None)];
                    }
                }
            }
            _ => {}
        }
        vec![Reply::Picked(vec![(choice.key.clone(), then)])]
    }
}

/// The formations that a unit on the march may take.
const FORMATIONS: [Formation; 6] = [
    Formation::Line,
    Formation::Column,
    Formation::SolidSquare,
    Formation::HollowSquare,
    Formation::Limbered,
    Formation::Deployed,
];

fn with(head: &[Manoeuvre], leg: Manoeuvre) -> Vec<Manoeuvre> {
    let mut legs = head.to_vec();
    legs.push(leg);
    legs
}
