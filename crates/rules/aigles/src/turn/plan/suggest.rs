//! Suggests plans that are accepted.

use crate::question::{Does, Luck, defaults};
use crate::turn::march::Marcher;
use crate::world::World;
use crate::{LesAigles, Order};
use game::{Ask, Choice, Preview, Ref, Reply, Shape, UnitId};
use rulebook::Known;
use std::collections::BTreeMap;
use table::{Manoeuvre, March, Piece};

/// Plans of all kinds, most of them marches towards the object of the order.
pub(super) fn plans(rules: &LesAigles, w: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let mut replies = defaults(ask);
    let mut ends: BTreeMap<UnitId, (usize, Piece)> = BTreeMap::new();
    let mut charged: Vec<(UnitId, UnitId, usize)> = Vec::new();
    let mut n = 0;
    while n < ask.fields.len() {
        let Some(field) = ask.fields.get(n) else { break };
        let Ref::Unit(id) = field.about else {
            n += 1;
            continue;
        };
        let Shape::Pick { from, .. } = &field.shape else {
            n += 1;
            continue;
        };
        if usize::from(id.0) >= w.units.len() {
            if luck.below(6) == 0 && !from.is_empty() {
                let choice = &from[luck.below(from.len())];
                let then = choice.then.iter().map(|field| match &field.shape {
                    Shape::Pick { from, .. } if !from.is_empty() => {
                        Reply::pick(from[luck.below(from.len())].key.clone())
                    }
                    _ => field.default.clone(),
                });
                let then = then.collect();
                replies[n] = Reply::Picked(vec![(choice.key.clone(), then)]);
            }
            n += 1;
            continue;
        }
        let fights: Vec<&Choice> =
            from.iter().filter(|c| matches!(Does::of(&c.key), Some(Does::Charge | Does::Enter))).collect();
        let choice = match luck.below(4) {
            0 if !fights.is_empty() => Some(fights[luck.below(fights.len())]),
            1 if from.len() > 1 => Some(&from[luck.below(from.len())]),
            _ => from.iter().find(|c| Does::of(&c.key) == Some(Does::March)),
        };
        if let Some(choice) = choice {
            let does = Does::of(&choice.key);
            let forced = does == Some(Does::ForcedMarch);
            let marches = forced || does == Some(Does::March);
            let legs = if marches { rules.any_march(w, id, forced, luck) } else { Vec::new() };
            let mut refusals = Vec::new();
            if marches {
                let before = ends.clone();
                let mut preview = Preview { costs: vec![(0, 0); replies.len()], ..Preview::default() };
                rules.judge_march(w, id, &legs, forced, n, (&mut refusals, &mut preview, &mut ends));
                rules.no_crowding(w, ask.slot.side, &ends, &mut refusals);
                if !refusals.is_empty() {
                    ends = before;
                }
            }
            if let (Some(Ref::Unit(target)), Some(Does::Charge)) = (choice.key.refs.first().copied(), does) {
                charged.push((id, target, n));
                rules.one_charger_each(w, &charged, &mut refusals);
                if !refusals.is_empty() {
                    charged.pop();
                }
            }
            if refusals.is_empty() {
                replies[n] = Reply::pick(choice.key.clone());
                if marches {
                    replies[n + 1] = Reply::Marched(March { movers: vec![id.0], legs });
                }
            }
        }
        n += 2;
    }
    replies
}

impl LesAigles {
    /// A march: a turn towards the object of the order or in any direction, then ahead.
    fn any_march(&self, w: &World, id: UnitId, forced: bool, luck: &mut Luck) -> Vec<Manoeuvre> {
        let unit = w.unit(id);
        let open = self.open_manoeuvres(w, id);
        let reforms: Vec<&Manoeuvre> = open.iter().filter(|m| matches!(m, Manoeuvre::Reform(_))).collect();
        let moves = open.iter().any(|m| matches!(m, Manoeuvre::Ahead(_)));
        let dress = unit.order != Order::Formed;
        if !reforms.is_empty() && (dress && luck.below(2) == 0 || luck.below(8) == 0) {
            return vec![reforms[luck.below(reforms.len())].clone()];
        }
        if !moves {
            return Vec::new();
        }
        let marcher = Marcher { forced, ..self.marcher(w, id) };
        let march = if forced { crate::resolve::motion::March::Forced } else { crate::resolve::motion::March::Ahead };
        let quarter = self.rate(&marcher, march, Vec::new(), false).unwrap_or(0);
        let aim = self.orders(w, id).and_then(|orders| self.aim_of(w, &orders));
        let enemy = self.nearest_enemy(w, self.side(id), unit.pose.at).map(|(_, enemy)| w.unit(enemy).pose.at);
        let aim = if luck.below(3) == 0 { enemy } else { aim.or(enemy) };
        let off = aim.map_or(0, |aim| table::angle_off(&unit.pose, aim));
        let front = self.body(w, id).front.max(1);
        // The widest wheel that fits into the first quarter.
        let most = (f64::from(quarter) / f64::from(front) * 18_000.0 / core::f64::consts::PI) as i32;
        let wheel = off.clamp(-most.min(9_000), most.min(9_000)) / (1 + i32::from(luck.below(3) == 0));
        let far = quarter * luck.between(20, 95) / 100;
        if off.abs() > 13_500 && open.iter().any(|m| matches!(m, Manoeuvre::Turn(_))) {
            return vec![Manoeuvre::Turn(18_000)];
        }
        if wheel.abs() > 200 {
            vec![Manoeuvre::Wheel(wheel), Manoeuvre::Ahead(far)]
        } else {
            vec![Manoeuvre::Ahead(far * 2)]
        }
    }
}
