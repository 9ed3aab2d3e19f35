//! A general with a plan: every brigade has something to hold, to take, to support or to hunt; every order, march and
//! fight is weighed in points of the battle, by the rules' own odds where they are available.

mod acts;
pub(crate) mod approach;
mod line_missions;
pub(crate) mod marches;
mod orders;
mod plan;
pub(crate) mod room;

use crate::march;
use crate::pick::{self, Nerves};
use crate::scene::Scene;
use crate::weights::{Genes, Weights};
use crate::{Answer, General, Luck, Post, Temperament};
pub(crate) use acts::asked as asks_who_goes;
use game::{Appraisal, Ask, Field, Intent, Ref, Reply, Shape, Sort, Term};
pub(crate) use line_missions::{formed_by as in_line, share_out};
pub(crate) use orders::Worths;
pub(crate) use plan::{Mission, Plan, Task};
pub(crate) use room::Room;

/// Changes to a captain's usual conduct, which the marshal tries out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Style {
    /// How losses are weighed.
    pub temper: Temperament,
    /// Weight of places beside the enemy, in hundredths.
    pub goals: i64,
    /// Weight of attacks beside their odds, in hundredths.
    pub attack: i64,
    /// The opening preference: every unit goes on, stands or goes back unless something else is much better.
    pub lean: Lean,
    /// The part of the army that presses on; the others keep their place.
    pub effort: Effort,
    /// Until this turn the army lets the enemy come.
    pub from: u16,
    /// Use the weights of a line even with few units.
    pub lined: bool,
    /// With few units each goes straight at the nearest enemy and attacks, whatever it costs.
    pub straight: bool,
}

/// What a captain prefers to do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Lean {
    #[default]
    Even,
    Forward,
    Stand,
    Back,
}

/// Where the weight of an army goes, seen from its own side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) enum Effort {
    #[default]
    Whole,
    Left,
    Centre,
    Right,
    /// Against one of the places that count, by its number among them.
    Place(u8),
}

impl Style {
    pub const fn of(temper: Temperament) -> Self {
        Self {
            temper,
            goals: 100,
            attack: 100,
            lean: Lean::Even,
            effort: Effort::Whole,
            from: 0,
            lined: false,
            straight: false,
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Captain {
    style: Style,
    luck: Luck,
    /// The turn of the last answer.
    turn: u16,
}

impl Captain {
    /// A captain of this temperament; the luck decides between equal choices.
    #[must_use]
    pub const fn new(temper: Temperament, luck: u64) -> Self {
        Self::styled(Style::of(temper), luck)
    }

    pub(crate) const fn styled(style: Style, luck: u64) -> Self {
        Self { style, luck: Luck::new(luck), turn: 0 }
    }
}

/// The temper of the moment: a side that leads near the end ventures less, one that does not ventures more.
fn mood(view: &Appraisal, side: game::Side, temper: Temperament) -> Temperament {
    let [own, his] = [side, side.other()].map(|s| view.armies[s.index()]);
    let late = view.turn + 2 > view.turns;
    let lead = own.points - his.points;
    match temper {
        Temperament::Balanced if late && lead > view.margin => Temperament::Prudent,
        Temperament::Balanced if late && lead <= view.margin => Temperament::Bold,
        other => other,
    }
}

impl General for Captain {
    fn answer(&mut self, post: &Post<'_>, ask: &Ask) -> Option<Answer> {
        self.weigh(post, ask, Genes::in_force_under(post.appraise().ruleset))
    }
}

impl Captain {
    /// Answers by these weights.
    pub(crate) fn weigh(&mut self, post: &Post<'_>, ask: &Ask, genes: &Genes) -> Option<Answer> {
        let view = post.appraise();
        if view.units.is_empty() {
            // Without an appraisal only the ruleset's suggestion is known.
            return post.suggest(ask.id, self.luck.next()).map(Answer::from);
        }
        self.turn = view.turn;
        let temper = mood(&view, post.side(), self.style.temper);
        // A general that goes straight at the enemy does so under every ruleset.
        let conduct = if self.style.straight { &Genes::in_force().army } else { &genes.army };
        let lined = self.style.lined || in_line(&view, post.side(), conduct);
        let weights = if lined { &genes.line } else { &genes.handful };
        let nerves = if self.style.straight && !lined { Nerves::RECKLESS } else { nerves(self.style.temper, weights) };
        let scene = Scene { side: post.side(), view: &view, temper, weights, conduct };
        let gists = post.gists(ask.id);
        let gists_of = |n: usize| gists.get(n).map_or(&[][..], Vec::as_slice);
        let plan = || Plan::make(&scene, self.style);
        let ordered = (0..ask.fields.len()).any(|n| pick::is_order(gists_of(n)));
        let marched = ask.fields.iter().any(|field| matches!(field.shape, Shape::March { .. }));
        let acted = ask.fields.iter().any(acts::asked);
        let guns = ask.fields.iter().any(|field| opens_march(&scene, field));
        let lends = gists.iter().flatten().any(|gist| gist.intent == Intent::Lend);
        let plan = if ordered || marched || acted || guns || lends { plan() } else { Plan::default() };
        let (mut options, mut reasons) = if ordered {
            orders::decide(&scene, post, ask, &gists, &plan, self.style)
        } else {
            (vec![Vec::new(); ask.fields.len()], Vec::new())
        };
        // The plan is reported with the orders, once a turn.
        if let Some(army) = plan.army.as_ref().filter(|_| ordered) {
            let mut told = army.reasons(&scene);
            told.append(&mut reasons);
            reasons = told;
        }
        let movers = if marched { movers(ask) } else { Vec::new() };
        let mut room = if marched { Room::new(&scene, &movers) } else { Room::default() };
        if plan.army.is_some() {
            room = room.minding(&scene, &movers);
        }
        let mut prey = Vec::new();
        for n in plan.sequence(ask) {
            let Some(field) = ask.fields.get(n) else { continue };
            let Some(replies) = options.get_mut(n).filter(|replies| replies.is_empty()) else { continue };
            let reason = match &field.shape {
                Shape::March { allowed, .. } => {
                    let (ways, reason) = marches::ways(&scene, post, field, allowed, &plan, &mut room);
                    *replies = ways;
                    reason
                }
                Shape::Place { formations, .. } => {
                    *replies = vec![drawn_up(&scene, field, formations)];
                    None
                }
                _ => {
                    let lent = plan.army.as_ref().and_then(|army| crate::army::lend(&scene, army, field, gists_of(n)));
                    let act = if acted { acts::best(&scene, post, ask, field, gists_of(n), &plan) } else { None };
                    let act = lent.or(act);
                    let (reply, reason) =
                        act.unwrap_or_else(|| pick::best(&scene, field, gists_of(n), nerves, &mut prey));
                    *replies = redeployed(&scene, &plan, field, &reply);
                    replies.push(reply);
                    reason
                }
            };
            reasons.extend(reason);
        }
        let rounds = if ask.fields.len() > 12 { 30 } else { 40 };
        let settled = march::settle(post, ask, &options, rounds).map(|(replies, _)| Answer { replies, reasons });
        settled.or_else(|| post.suggest(ask.id, self.luck.next()).map(Answer::from))
    }

    pub(crate) const fn turn(&self) -> u16 {
        self.turn
    }
}

/// The least chance for an attack.
const fn nerves(temper: Temperament, weights: &Weights) -> Nerves {
    Nerves {
        least: match temper {
            Temperament::Prudent => 450,
            Temperament::Balanced => weights.least,
            Temperament::Bold => 250,
        },
        keen: 100,
    }
}

/// The place that the scenario gives a unit, in the formation in which its nation meets the enemy.
pub(crate) fn drawn_up(scene: &Scene<'_>, field: &Field, formations: &[Term]) -> Reply {
    let (Ref::Unit(id), Reply::Placed(pose, None)) = (field.about, &field.default) else {
        return field.default.clone();
    };
    let Some(unit) = scene.view.unit(id).filter(|unit| unit.sort == Sort::Foot) else { return field.default.clone() };
    let drill = |fire: i64, reach: i32| {
        fire * i64::from(unit.doctrine.fire) * scene.weights.draw_fire / 10_000
            + i64::from(reach) * scene.weights.draw_reach / 1_000
    };
    let now = drill(unit.fire, unit.reach);
    let open = unit.stances.iter().filter(|stance| formations.contains(&stance.name));
    let best = open.map(|s| (drill(s.fire, s.reach), s)).max_by_key(|(value, _)| *value);
    match best {
        Some((value, stance)) if value > now => Reply::Placed(*pose, Some(stance.name.clone())),
        _ => field.default.clone(),
    }
}

/// Whether a choice of a field opens a march of guns.
fn opens_march(scene: &Scene<'_>, field: &Field) -> bool {
    let Shape::Pick { from, .. } = &field.shape else { return false };
    let guns = |field: &Field| match (&field.shape, field.about) {
        (Shape::March { .. }, Ref::Unit(id)) => scene.view.unit(id).is_some_and(|unit| unit.sort == Sort::Guns),
        _ => false,
    };
    from.iter().any(|choice| choice.then.iter().any(guns))
}

/// Guns that are moved go to their place in the plan: a reply with each way there, the longest first.
fn redeployed(scene: &Scene<'_>, plan: &Plan, field: &Field, reply: &Reply) -> Vec<Reply> {
    let (Shape::Pick { from, .. }, Some(key), Some(army)) = (&field.shape, reply.key(), &plan.army) else {
        return Vec::new();
    };
    let Some(choice) = from.iter().find(|choice| &choice.key == key) else { return Vec::new() };
    let marched = choice.then.iter().position(|field| matches!(field.shape, Shape::March { .. }));
    let Some((place, inner)) = marched.and_then(|n| Some((n, choice.then.get(n)?))) else { return Vec::new() };
    let (Shape::March { allowed, .. }, Ref::Unit(id)) = (&inner.shape, inner.about) else { return Vec::new() };
    let unit = scene.view.unit(id).filter(|unit| unit.sort == Sort::Guns);
    let (Some(unit), Some(slot)) = (unit, army.slots.get(&id)) else { return Vec::new() };
    let mut ways = Vec::new();
    march::towards(&march::Drill::of(allowed), unit.pose, slot.pose.at, &mut ways);
    let with = |legs: Vec<table::Manoeuvre>| {
        let mut then: Vec<Reply> = choice.then.iter().map(|field| field.default.clone()).collect();
        if let Some(reply) = then.get_mut(place) {
            *reply = march::reply(inner, legs);
        }
        Reply::Picked(vec![(choice.key.clone(), then)])
    };
    ways.into_iter().map(with).collect()
}

/// The units that march by a sheet.
pub(crate) fn movers(ask: &Ask) -> Vec<game::UnitId> {
    let mover = |field: &Field| match (&field.shape, field.about) {
        (Shape::March { .. }, Ref::Unit(id)) => Some(id),
        _ => None,
    };
    ask.fields.iter().filter_map(mover).collect()
}

/// A unit that goes where it is sent.
pub(crate) fn sent(unit: &game::Rating) -> bool {
    unit.able() && unit.sort != Sort::Leader
}
