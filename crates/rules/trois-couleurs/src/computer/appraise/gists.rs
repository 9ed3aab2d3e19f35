//! What the choices of a question sheet mean on the field.

use crate::question::{Does, Question, about, named};
use crate::turn::{code_named, plain_fire};
use crate::world::{Code, World};
use crate::{Arm, Band, TroisCouleurs};
use game::{Ask, Choice, Field, Gist, Intent, Shape, UnitId};
use rulebook::Known;

const SURE: u16 = 1_000;

fn plain(intent: Intent) -> Gist {
    Gist { intent, chance: SURE, ..Gist::default() }
}

impl TroisCouleurs {
    pub(crate) fn gists_of(&self, w: &Known<'_, World>, ask: &Ask) -> Vec<Vec<Gist>> {
        let Some(question) = Question::of(&ask.slot) else { return Vec::new() };
        let gists = |field: &Field| match &field.shape {
            Shape::Pick { from, .. } => from.iter().map(|choice| self.gist(w, ask, question, field, choice)).collect(),
            _ => Vec::new(),
        };
        ask.fields.iter().map(gists).collect()
    }

    fn gist(&self, w: &Known<'_, World>, ask: &Ask, question: Question, field: &Field, choice: &Choice) -> Gist {
        let key = &choice.key;
        let target = named(key).filter(|id| usize::from(id.0) < w.units.len());
        let own = about(field).filter(|id| usize::from(id.0) < w.units.len());
        match (question, own, target) {
            // Round shot is offered only where canister, which does more, reaches as well: it is never worth choosing.
            _ if plain_fire(key).1 => Gist::default(),
            (Question::Orders, Some(id), _) => match code_named(&key.does) {
                Some(code) => self.order_gist(w, id, code),
                None if Does::AtOnce.is(key) => self.first_fire_gist(w, id),
                None => plain(Intent::Hold),
            },
            (Question::Announce, Some(id), _) if Does::Enter.is(key) => {
                Gist { gain: self.gain_of_houses(w, id), ..plain(Intent::Support) }
            }
            (Question::Announce | Question::SecondLine, Some(id), Some(at)) => match code_named(&key.does) {
                Some(Code::Assault) => self.attack_gist(w, id, at),
                Some(Code::FireAdvance) => self.advance_gist(w, id, at),
                _ => plain(Intent::Support),
            },
            // Marches are planned with the orders.
            (Question::SecondLine, ..) if Does::MoveInstead.is(key) => Gist::default(),
            (Question::Moment | Question::Chance, Some(_), Some(at)) if Does::Pursue.is(key) => {
                Gist { target: Some(at), gain: self.worth_of(w, at) / 8, ..plain(Intent::Attack) }
            }
            (Question::Moment | Question::Chance, Some(id), Some(at)) if Does::Attack.is(key) => {
                self.attack_gist(w, id, at)
            }
            (Question::Moment, Some(id), Some(at)) if self.saves_its_fire(w, id, at) => Gist::default(),
            (Question::Moment | Question::Chance | Question::FirstFires | Question::FreeFires, Some(id), Some(at)) => {
                self.shot_gist(w, id, at)
            }
            (Question::Tie, Some(id), Some(at)) => self.shot_gist(w, id, at),
            (Question::Answer, Some(id), _) => self.answer_gist(w, ask, id, choice),
            (Question::Before, Some(id), _) if Does::Flee.is(key) => {
                Gist { cost: self.worth_of(w, id) / 3, ..plain(Intent::Withdraw) }
            }
            // Groups go straight on or stand still; other destinations are not considered.
            (Question::Operational, ..) => match Does::of(key) {
                Some(Does::March) => plain(Intent::Advance),
                Some(Does::Stay) => plain(Intent::Hold),
                _ => Gist::default(),
            },
            (Question::Reform, ..) if Does::Reform.is(key) => plain(Intent::Rally),
            (Question::Help, _, Some(_)) => plain(Intent::Rally),
            (Question::Pursue | Question::CounterCharge | Question::Raise, ..) if Does::Yes.is(key) => {
                Gist { gain: 100, ..plain(Intent::Attack) }
            }
            _ => plain(Intent::Hold),
        }
    }

    /// What an order is for: an assault where it would pay, a fire where there is a target, otherwise a march.
    fn order_gist(&self, w: &Known<'_, World>, id: UnitId, code: Code) -> Gist {
        match code {
            // To contact or by fire, whichever promises more.
            Code::Assault | Code::FireAdvance => match self.best_advance(w, id) {
                Some((at, to_fire)) if to_fire == (code == Code::FireAdvance) => match to_fire {
                    true => self.advance_gist(w, id, at),
                    false => self.attack_gist(w, id, at),
                },
                _ => Gist::default(),
            },
            // A unit that may get a target takes a fire marker instead of a blank one.
            Code::Fire if self.may_come_to_fire(w, id) => plain(Intent::Hold),
            Code::Blank if self.may_come_to_fire(w, id) => Gist::default(),
            Code::Fire => Gist::default(),
            Code::Form if w.unit(id).body.state >= crate::Cohesion::Unformed => plain(Intent::Rally),
            // The unit enters the houses next to it (L3C-GAP-A94).
            Code::Form if self.gain_of_houses(w, id) > 0 => {
                Gist { gain: self.gain_of_houses(w, id), ..plain(Intent::Advance) }
            }
            // A unit in motion is at a disadvantage against an enemy that can reach it (L3C-SIM-15).
            Code::Fast if self.may_be_caught(w, id) => plain(Intent::Advance),
            Code::Fast => Gist { gain: 20, ..plain(Intent::Advance) },
            Code::SlowAhead => Gist { gain: 10, ..plain(Intent::Advance) },
            Code::SlowBack => plain(Intent::Withdraw),
            Code::Blank => plain(Intent::Hold),
            Code::Support | Code::Form | Code::Face | Code::Sidestep => Gist::default(),
        }
    }

    /// Gain from entering the houses next to a unit: the worth of their objective unless the side holds it already.
    fn gain_of_houses(&self, w: &Known<'_, World>, id: UnitId) -> i64 {
        let houses = self.houses_beside(w, id);
        let middles: Vec<_> = houses.into_iter().filter_map(|house| self.middle_of(house)).collect();
        let places = self.scenario.objectives.iter().zip(&w.holders);
        let open = places.filter(|(objective, holder)| {
            **holder != Some(self.side(id)) && middles.iter().any(|at| table::inside_polygon(*at, &objective.area))
        });
        open.map(|(objective, _)| objective.points * 100).sum()
    }

    /// Whether an enemy is in range of a unit's front, or may come there by an ordinary move.
    fn may_come_to_fire(&self, w: &Known<'_, World>, id: UnitId) -> bool {
        let comes = self.book.tables.distance.tactical.of(Arm::Cavalry).cm();
        let reach = self.longest_range(id).cm() + comes;
        let near = |enemy: UnitId| table::within_cm(self.gap(w, id, enemy), reach) && self.in_front(w, id, enemy);
        self.may_shoot(w, id) && self.troops(w, self.side(id).other()).any(near)
    }

    /// Whether an enemy could reach a unit that keeps the quick step.
    fn may_be_caught(&self, w: &Known<'_, World>, id: UnitId) -> bool {
        let own = self.farthest(w, id, Code::Fast);
        let comes = |enemy: UnitId| {
            self.troop(enemy).arm != Arm::Artillery
                && table::within_cm(self.gap(w, id, enemy), self.assault_capacity(w, enemy, 0).cm() + own)
        };
        self.troops(w, self.side(id).other()).any(comes)
    }

    /// Whether a unit with an order to fire keeps its only fire for an enemy nearer than this one.
    fn saves_its_fire(&self, w: &Known<'_, World>, id: UnitId, at: UnitId) -> bool {
        let ordered = w.plans.get(&id).is_some_and(|plan| plan.detail(|code| code == Code::Fire).is_some());
        ordered && self.band_of(w, id, at).is_none_or(|band| band > Band::P2)
    }

    /// The best enemy to advance on among those within reach, and whether to fire at it instead of going to contact.
    pub(crate) fn best_advance(&self, w: &Known<'_, World>, id: UnitId) -> Option<(UnitId, bool)> {
        let enemies = self.troops(w, self.side(id).other()).flat_map(|at| [(at, false), (at, true)]);
        let reached = enemies.filter(|(at, to_fire)| self.may_assault(w, id, *at, *to_fire).is_ok());
        let near = reached.filter(|(at, to_fire)| !to_fire || self.comes_to_fire(w, id, *at));
        near.max_by_key(|(at, to_fire)| {
            let clash = self.weigh(w, id, *at, *to_fire);
            (clash.gain - clash.cost, !to_fire)
        })
    }

    /// Whether an advance to fire would bring the unit near enough to its target.
    fn comes_to_fire(&self, w: &Known<'_, World>, id: UnitId, at: UnitId) -> bool {
        table::within_cm(self.gap(w, id, at) / 3, self.book.tables.distance.tactical.of(Arm::Infantry).cm())
    }

    fn first_fire_gist(&self, w: &Known<'_, World>, id: UnitId) -> Gist {
        self.first_targets(w, id).first().map_or_else(Gist::default, |at| self.shot_gist(w, id, *at))
    }

    fn attack_gist(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Gist {
        let clash = self.weigh(w, by, at, false);
        Gist { intent: Intent::Attack, target: Some(at), chance: clash.chance, gain: clash.gain, cost: clash.cost }
    }

    fn advance_gist(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Gist {
        let clash = self.weigh(w, by, at, true);
        Gist { intent: Intent::Attack, target: Some(at), chance: clash.chance, gain: clash.gain, cost: clash.cost }
    }

    fn shot_gist(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Gist {
        let gain = self.usual_fire(by, &w.unit(by).body);
        Gist { target: Some(at), gain, ..plain(Intent::Shoot) }
    }

    /// How a unit answers an attack: by fire where it can, in square before cavalry, by flight as a last resort.
    fn answer_gist(&self, w: &Known<'_, World>, ask: &Ask, id: UnitId, choice: &Choice) -> Gist {
        let attacker = ask.slot.about.iter().skip(1).find_map(|of| match of {
            game::Ref::Unit(id) => Some(*id),
            _ => None,
        });
        let horse = attacker.is_some_and(|by| self.troop(by).arm == Arm::Cavalry);
        let worth = self.worth_of(w, id);
        match Does::of(&choice.key) {
            Some(Does::Fire) => Gist { target: attacker, gain: worth / 10, ..plain(Intent::Shoot) },
            Some(Does::SquareFire) if horse => Gist { target: attacker, gain: worth / 8, ..plain(Intent::Shoot) },
            Some(Does::SquareStand) if horse => Gist { gain: worth / 12, ..plain(Intent::Hold) },
            Some(Does::FaceFire | Does::ReformFire | Does::ManFire) => {
                Gist { target: attacker, gain: worth / 9, ..plain(Intent::Shoot) }
            }
            Some(Does::FaceStand | Does::ReformStand | Does::ManStand) => {
                Gist { gain: worth / 14, ..plain(Intent::Hold) }
            }
            Some(Does::Counter) if self.troop(id).arm == Arm::Cavalry => {
                Gist { target: attacker, gain: worth / 6, cost: worth / 20, ..plain(Intent::Attack) }
            }
            Some(Does::Flee) => Gist { cost: worth / 3, ..plain(Intent::Withdraw) },
            _ => plain(Intent::Hold),
        }
    }
}
