//! The meaning of the choices of a sheet.

use crate::fight::declared;
use crate::look::odds::charge_named;
use crate::question::{Does, Question};
use crate::resolve::fire::Shot;
use crate::resolve::reaction::Line;
use crate::turn::{Volley, mover_of};
use crate::world::{Under, World};
use crate::{BatailleEmpire, Formation, Order, word};
use game::{Ask, Choice, Field, Gist, Intent, Key, Ref, Reply, Shape, UnitId};
use rulebook::Known;
use table::{Cm, Manoeuvre};

const SURE: u16 = 1_000;

pub(super) fn plain(intent: Intent) -> Gist {
    Gist { intent, chance: SURE, ..Gist::default() }
}

fn unit(of: &[Ref]) -> Option<UnitId> {
    match of.first() {
        Some(Ref::Unit(id)) => Some(*id),
        _ => None,
    }
}

fn is(key: &Key, line: Line) -> bool {
    key.does == word(&line)
}

impl BatailleEmpire {
    pub(crate) fn gists_of(&self, w: &Known<'_, World>, ask: &Ask) -> Vec<Vec<Gist>> {
        let gists = |field: &Field| match &field.shape {
            Shape::Pick { from, .. } => from.iter().map(|choice| self.gist(w, ask, field, choice)).collect(),
            _ => Vec::new(),
        };
        ask.fields.iter().map(gists).collect()
    }

    fn gist(&self, w: &Known<'_, World>, ask: &Ask, field: &Field, choice: &Choice) -> Gist {
        let Some(question) = Question::of(&ask.slot) else { return Gist::default() };
        let key = &choice.key;
        let target = unit(&key.refs);
        let own = unit(&[field.about]).filter(|id| usize::from(id.0) < w.units.len());
        match (question, own) {
            (Question::Deploy, None) => order_gist(key),
            (Question::Chief, _) => self.chief_gist(w, ask.slot.side, choice),
            (Question::Fire, _) => target.map_or_else(|| plain(Intent::Hold), |by| self.fire_gist(w, by, choice)),
            (Question::Return, Some(id)) => match (Does::of(key), ask.slot.about.get(1)) {
                (Some(Does::Return), Some(Ref::Unit(at))) => self.shot_gist(w, id, *at),
                _ => plain(Intent::Hold),
            },
            (Question::Charge, _) => {
                charge_named(key).map_or_else(|| plain(Intent::Hold), |(by, at)| self.attack_gist(w, by, at))
            }
            (Question::Intercept, _) => match (target, ask.slot.about.first()) {
                (Some(by), Some(Ref::Unit(charger))) => self.attack_gist(w, by, *charger),
                _ => plain(Intent::Hold),
            },
            (Question::Reply, Some(id)) => self.reply_gist(w, id, choice),
            (Question::React, Some(id)) => self.reaction_gist(w, id, key),
            (Question::CallOff, Some(id)) => self.call_off_gist(w, id, key),
            (Question::Act, _) => self.act_gist(w, choice),
            _ => Gist::default(),
        }
    }

    fn fire_gist(&self, w: &Known<'_, World>, by: UnitId, choice: &Choice) -> Gist {
        let named = choice.then.first().and_then(|field| field.default.key()).and_then(|key| unit(&key.refs));
        named.map_or_else(|| plain(Intent::Hold), |at| self.shot_gist(w, by, at))
    }

    fn shot_gist(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Gist {
        let volley = Volley { by, at, shot: Shot::Round, limbering: false, supports: Vec::new() };
        Gist { target: Some(at), gain: self.fire_worth(w, &volley), ..plain(Intent::Shoot) }
    }

    fn attack_gist(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Gist {
        let clash = self.clash_of(w, by, at);
        Gist { intent: Intent::Attack, target: Some(at), chance: clash.chance, gain: clash.gain, cost: clash.cost }
    }

    /// The reply of the target of a charge: the odds of the shock with each answer, seen by the defender.
    fn reply_gist(&self, w: &Known<'_, World>, id: UnitId, choice: &Choice) -> Gist {
        let Some(Under::Charge(charge)) = w.under.last() else { return plain(Intent::Hold) };
        let key = &choice.key;
        let whole = self.worth_of(w, id);
        if is(key, Line::Flee) || is(key, Line::FleeToSquare) || is(key, Line::LimberAndFlee) {
            // It ends in disorder and may be caught.
            return Gist { cost: whole / 2, ..plain(Intent::Withdraw) };
        }
        let Some(line) = Line::ALL.into_iter().find(|line| is(key, *line)) else { return plain(Intent::Hold) };
        let mut foreseen = self.foreseen(w, charge);
        foreseen.how = choice.then.first().and_then(|field| field.default.key()).cloned();
        let clash = self.weigh_fight(w, charge, declared(line), &foreseen);
        Gist { target: Some(charge.by), gain: clash.cost, cost: clash.gain, ..plain(Intent::Hold) }
    }

    /// A reaction to a march: the mover is taken at its present place.
    fn reaction_gist(&self, w: &Known<'_, World>, id: UnitId, key: &Key) -> Gist {
        let Some(Under::March(march)) = w.under.last() else { return plain(Intent::Hold) };
        let Some(mover) = mover_of(march, key) else { return plain(Intent::Hold) };
        if is(key, Line::Fire) || is(key, Line::FallBackAndFire) {
            let gain = self.usual_fire(&self.figure(w, id));
            return Gist { target: Some(mover), gain, ..plain(Intent::Shoot) };
        }
        if is(key, Line::Charge) {
            return self.attack_gist(w, id, mover);
        }
        if Does::Pass.is(key) {
            return plain(Intent::Hold);
        }
        Gist { cost: self.worth_of(w, id) / 4, ..plain(Intent::Withdraw) }
    }

    fn call_off_gist(&self, w: &Known<'_, World>, id: UnitId, key: &Key) -> Gist {
        let Some(Under::Charge(charge)) = w.under.last() else { return plain(Intent::Hold) };
        if !Does::ChargeHome.is(key) {
            return Gist { cost: self.worth_of(w, id) / 50, ..plain(Intent::Withdraw) };
        }
        let clash = self.weigh(w, charge);
        let (chance, gain, cost) = (clash.chance, clash.gain, clash.cost);
        Gist { intent: Intent::Attack, target: Some(charge.at), chance, gain, cost }
    }

    /// Step d: units that are to close with the enemy move, as many together as possible; units that hold or have a
    /// target stay; disorder is removed first.
    fn act_gist(&self, w: &Known<'_, World>, choice: &Choice) -> Gist {
        let stays = Gist { cost: 1, ..plain(Intent::Support) };
        let does = Does::of(&choice.key);
        let Some(id) = unit(&choice.key.refs).filter(|id| usize::from(id.0) < w.units.len()) else {
            return if does == Some(Does::Done) { plain(Intent::Hold) } else { stays };
        };
        let order = w.division(self.sheet(id).command).order;
        match does {
            Some(Does::RallyOrder | Does::RallyLoss) => plain(Intent::Rally),
            Some(Does::Enter) if self.house_on_a_place(choice) => {
                Gist { gain: self.worth_of(w, id) * WALLS / 100, ..plain(Intent::Support) }
            }
            Some(Does::Move | Does::Again | Does::Group | Does::Operational)
                if order != Order::Hold && order != Order::None =>
            {
                let field = choice.then.first();
                let far = match field.map(|field| &field.default) {
                    Some(Reply::Marched(march)) => march.legs.iter().map(ahead).sum::<Cm>(),
                    _ => 0,
                };
                let fires = || order != Order::Withdraw && !w.unit(id).marker && !self.targets(w, id).is_empty();
                if far < crate::UD / 2 || fires() {
                    return stays;
                }
                let movers = rulebook::saturated::<i64, _>(choice.key.refs.len());
                let gain = movers * i64::from(far) * WORTH_OF_A_UD / i64::from(crate::UD);
                let points = i64::from(choice.cost) * WORTH_OF_A_UD;
                let (gain, cost) = (gain.min(MOST_OF_A_MARCH), points.min(gain / 2));
                let march = Gist { gain, cost, ..plain(Intent::Support) };
                field.and_then(|field| self.march_gist(w, id, order, (field, march))).unwrap_or(march)
            }
            _ => stays,
        }
    }

    /// Whether the building of a choice stands on an objective: its garrison holds the objective and is hard to drive out.
    fn house_on_a_place(&self, choice: &Choice) -> bool {
        let site = choice.key.refs.iter().find_map(|of| if let Ref::Site(site) = of { Some(*site) } else { None });
        let heart = site.and_then(|site| self.heart_of_house(site));
        heart.is_some_and(|at| self.scenario.objectives.iter().any(|place| table::inside_polygon(at, &place.area)))
    }

    /// The purpose of a march: to get away, to bring the enemy under fire, to reach it with cavalry, or only to come
    /// nearer.
    fn march_gist(
        &self,
        w: &Known<'_, World>,
        id: UnitId,
        order: Order,
        (field, march): (&Field, Gist),
    ) -> Option<Gist> {
        if order == Order::Withdraw {
            return Some(Gist { intent: Intent::Withdraw, cost: march.cost.max(1), ..march });
        }
        let Reply::Marched(made) = &field.default else { return None };
        let unit = w.unit(id);
        let piece = self.piece_at(id, unit.pose, unit.formation);
        let course = table::Course::new(made.clone(), vec![piece]);
        let end = *course.end().first()?;
        let (enemy, measure) = self.nearest_to(w, &end, self.side(id).other())?;
        let body = self.figure(w, id);
        let reach =
            crate::resolve::movement::allowance(&self.book, &body, crate::Going::Clear, None).unwrap_or_default();
        let charge = reach.plus(crate::resolve::movement::charge_bonus(&self.book, body.arm)).cm();
        if body.arm == crate::Arm::Cavalry && measure.is_within(charge) {
            // A unit that comes so near may be charged as well as charge: half of the result of the shock.
            let clash = self.weigh(w, &self.charge_home(w, id, enemy, crate::world::Aspect::Front));
            let (gain, cost) = (march.gain + clash.gain / 2, march.cost + clash.cost / 2);
            return Some(Gist { intent: Intent::Attack, target: Some(enemy), chance: clash.chance, gain, cost });
        }
        let fire = self.usual_fire(&body);
        let range = if body.formation == Formation::Skirmish {
            self.book.tables.range.skirmish
        } else {
            self.book.tables.range.infantry
        };
        let fires = body.arm == crate::Arm::Infantry && fire > 0 && measure.is_within(range.cm());
        let gain = march.gain + fire;
        fires.then_some(Gist { intent: Intent::Shoot, target: Some(enemy), gain, ..march })
    }
}

/// The value of walls to a battalion that keeps an objective, in hundredths of its worth.
const WALLS: i64 = 35;

/// The value of a UD nearer to the enemy for a division that is to fight, in hundredths of a point; also the maximum
/// for a march.
const WORTH_OF_A_UD: i64 = 10;
const MOST_OF_A_MARCH: i64 = 400;

const fn ahead(leg: &Manoeuvre) -> Cm {
    match leg {
        Manoeuvre::Ahead(cm) | Manoeuvre::Back(cm) => *cm,
        _ => 0,
    }
}

/// An order given before the battle.
fn order_gist(key: &Key) -> Gist {
    match crate::turn::order_named(&key.does) {
        Some(Order::Attack) => plain(Intent::Attack),
        // Manœuvrer keeps away from the enemy, so it does not lead to a fight.
        Some(Order::Engage) => plain(Intent::Advance),
        Some(Order::Hold) => plain(Intent::Hold),
        Some(Order::Withdraw) => plain(Intent::Withdraw),
        _ => Gist::default(),
    }
}
