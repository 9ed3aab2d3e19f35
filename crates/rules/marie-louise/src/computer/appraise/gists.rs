//! The meaning of the choices of a sheet.

use crate::fight::Defence;
use crate::question::{Does, Question};
use crate::resolve::reaction;
use crate::turn::Shoot;
use crate::world::{Aim, Progress, World};
use crate::{Arm, MarieLouise, Order, PAS};
use game::{Ask, Choice, Field, Gist, Intent, Quiet, Ref, Shape, Term, UnitId};
use rulebook::Known;

const SURE: u16 = 1_000;
/// A unit with an enemy within this distance is about to fight, in pas.
const FIGHTS: i32 = 9;
/// The expected loss of a general who goes with a unit for a turn, as a percentage of his value.
const RISK: i64 = 4;

fn plain(intent: Intent) -> Gist {
    Gist { intent, chance: SURE, ..Gist::default() }
}

fn unit(of: &[Ref]) -> Option<UnitId> {
    match of.first() {
        Some(Ref::Unit(id)) => Some(*id),
        _ => None,
    }
}

impl MarieLouise {
    pub(crate) fn gists_of(&self, w: &Known<'_, World>, ask: &Ask) -> Vec<Vec<Gist>> {
        let Some(question) = Question::of(&ask.slot) else { return vec![Vec::new(); ask.fields.len()] };
        let gists = |field: &Field| match &field.shape {
            Shape::Pick { from, .. } => from.iter().map(|choice| self.gist(w, question, field.about, choice)).collect(),
            _ => Vec::new(),
        };
        ask.fields.iter().map(gists).collect()
    }

    fn gist(&self, w: &Known<'_, World>, question: Question, about: Ref, choice: &Choice) -> Gist {
        let (does, target) = (Does::of(&choice.key), unit(&choice.key.refs));
        let own = match about {
            Ref::Unit(id) if usize::from(id.0) < w.units.len() => Some(id),
            _ => None,
        };
        match (question, own) {
            (Question::Orders, _) => self.order_gist(w, about, choice),
            (Question::Fire | Question::LateFire, Some(id)) => match target {
                Some(at) => {
                    let blind = choice.facts.contains_key(&Term::of("blind"));
                    self.shot(w, &Shoot { by: id, at, band: None, zone: None, blind })
                }
                None => plain(Intent::Hold),
            },
            (Question::NameCharges | Question::NewTarget, Some(id)) => match (does, target) {
                (Some(Does::Charge), Some(at)) => self.attack(w, id, at),
                (Some(Does::Beside | Does::Behind), Some(friend)) => {
                    Gist { target: Some(friend), ..plain(Intent::Support) }
                }
                // A unit ordered to charge that does not becomes hesitant (ML-8.1e).
                _ => Gist { cost: self.left_of(w, id) / 33, ..plain(Intent::Hold) },
            },
            (Question::AnswerCharge, Some(id)) => self.cavalry_answers(w, id, does, target),
            (Question::Receive, Some(id)) => self.reception_gist(w, id, does, target),
            (Question::Halt, Some(id)) => self.halt_gist(w, id, does),
            (Question::Bonus, Some(id)) => self.bonus_gist(w, id, does, choice),
            (Question::Redeploy, Some(_)) => {
                plain(if does == Some(Does::FireFirst) { Intent::Shoot } else { Intent::Withdraw })
            }
            (Question::FallBack, Some(_)) => {
                plain(if does == Some(Does::FallBack) { Intent::Withdraw } else { Intent::Hold })
            }
            (Question::Attach, _) => self.attach_gist(w, about, target),
            (Question::JoinMelee, Some(_)) => {
                plain(if does == Some(Does::Join) { Intent::Support } else { Intent::Hold })
            }
            _ => Gist::default(),
        }
    }

    /// An order, and the chance that it is executed (ML-4.1b, ML-4.2b).
    fn order_gist(&self, w: &Known<'_, World>, about: Ref, choice: &Choice) -> Gist {
        let Some(order) = crate::turn::order_of(&choice.key) else { return Gist { chance: SURE, ..Gist::default() } };
        let intent = match order {
            Order::Hold | Order::None => Intent::Hold,
            Order::Manoeuvre => Intent::Advance,
            Order::Charge => Intent::Attack,
            // A battery redeploys, to wherever it is wanted (ML-3.2d).
            Order::FallBack if self.is_battery(w, about) => Intent::Advance,
            Order::FallBack => Intent::Withdraw,
        };
        let chance = match about {
            Ref::Command(place) => {
                let before = w.command(usize::from(place)).order;
                let change = self.order_change_of(w, usize::from(place), order, before);
                chance_of(&reaction::order_change(&self.book, &change, &mut Quiet))
            }
            Ref::Unit(id) if usize::from(id.0) < w.units.len() && self.os_needs_test(w, id, order) => {
                chance_of(&reaction::reaction(&self.book, &self.reaction_of(w, id, None), &mut Quiet))
            }
            _ => SURE,
        };
        Gist { chance, ..plain(intent) }
    }

    fn is_battery(&self, w: &Known<'_, World>, about: Ref) -> bool {
        matches!(about, Ref::Unit(id) if usize::from(id.0) < w.units.len() && self.sheet(id).profile.arm == Arm::Artillery)
    }

    /// A general with a unit adds his charisma and may be lost with it (ML-6.4a, ML-5.2q): worth it while the unit
    /// fights.
    fn attach_gist(&self, w: &Known<'_, World>, about: Ref, to: Option<UnitId>) -> Gist {
        let general = match about {
            Ref::Unit(id) => w.general_of(id).map(|place| (w.general(place), self.general_sheet(place))),
            _ => None,
        };
        let (Some((general, sheet)), Some(unit)) = (general, to.filter(|id| usize::from(id.0) < w.units.len())) else {
            return plain(Intent::Hold);
        };
        let positions = self.positions(w);
        let fights = self
            .around(w, &positions, unit, FIGHTS * PAS)
            .any(|(other, _)| self.side(other) != self.side(unit) && w.unit(other).present());
        // A point of morale is worth about a twentieth of the unit for each test.
        let gain = if fights { self.left_of(w, unit) * i64::from(general.charisma) / 20 } else { 0 };
        let cost = i64::from(sheet.cost) * RISK;
        Gist { target: Some(unit), gain, cost, ..plain(Intent::Support) }
    }

    fn shot(&self, w: &Known<'_, World>, shoot: &Shoot) -> Gist {
        Gist { target: Some(shoot.at), gain: self.fire_worth(w, shoot), ..plain(Intent::Shoot) }
    }

    /// A charge; one that falls short leaves the charger hesitant in front of its target.
    fn attack(&self, w: &Known<'_, World>, by: UnitId, at: UnitId) -> Gist {
        let odds = self.charge_ends(w, by, at, Defence::Fire);
        let clash = odds.map(|odds| self.weigh(w, by, at, &odds));
        let (chance, gain, cost) =
            clash.map_or((0, 0, self.left_of(w, by) / 10), |clash| (clash.chance, clash.gain, clash.cost));
        Gist { intent: Intent::Attack, target: Some(at), chance, gain, cost }
    }

    /// Charged cavalry receives the charge, counter-charges or falls back (ML-8.6b, ML-8.6c).
    fn cavalry_answers(&self, w: &Known<'_, World>, id: UnitId, does: Option<Does>, target: Option<UnitId>) -> Gist {
        let charger = target
            .or_else(|| w.charges.iter().find(|c| c.aim == Aim::At(id) && c.stage == Progress::Named).map(|c| c.by));
        let Some(charger) = charger else { return plain(Intent::Hold) };
        let his = self.clash_of(w, charger, id);
        match does {
            // Both charge: the odds of a charge against a unit that counter-charges, seen from the other side.
            Some(Does::CounterCharge) => {
                let mut meets = w.in_mind();
                meets.unit_mut(id).order = Order::Charge;
                let met = self.clash_of(&meets, charger, id);
                let chance = SURE.saturating_sub(met.chance);
                Gist { intent: Intent::Attack, target: Some(charger), chance, gain: met.cost, cost: met.gain }
            }
            // It falls back disordered (ML-3.1c).
            Some(Does::Evade) => Gist { cost: self.left_of(w, id) / 8, ..plain(Intent::Withdraw) },
            _ => Gist { gain: his.cost, cost: his.gain, ..plain(Intent::Hold) },
        }
    }

    /// The last reaction of a charged unit: the odds of the charge with each answer, seen by the defender.
    fn reception_gist(&self, w: &Known<'_, World>, id: UnitId, does: Option<Does>, target: Option<UnitId>) -> Gist {
        let due = w.charges.iter().find(|c| c.aim == Aim::At(id) && c.stage == Progress::Contact).map(|c| c.by);
        let Some(charger) = target.or(due) else { return plain(Intent::Hold) };
        let defence = if does == Some(Does::SolidSquare) { Defence::SolidSquare } else { Defence::Fire };
        let intent = match does {
            Some(Does::Fire) => Intent::Shoot,
            Some(Does::Turn) => Intent::Support,
            _ => Intent::Hold,
        };
        let clash =
            self.charge_ends(w, charger, id, defence).map(|odds| self.weigh(w, charger, id, &odds)).unwrap_or_default();
        Gist { target: Some(charger), gain: clash.cost, cost: clash.gain, ..plain(intent) }
    }

    /// A unit that halts is hesitant, but fires at once at enemies in range (ML-7.2b).
    fn halt_gist(&self, w: &Known<'_, World>, id: UnitId, does: Option<Does>) -> Gist {
        if does != Some(Does::Halt) {
            return Gist { chance: SURE, ..Gist::default() };
        }
        let positions = self.positions(w);
        let best = self
            .marks(w, &positions, id)
            .into_iter()
            .map(|mark| self.shot(w, &Shoot { by: id, at: mark.at, band: None, zone: None, blind: mark.blind }).gain);
        Gist { gain: best.max().unwrap_or(0), cost: self.left_of(w, id) / 6, ..plain(Intent::Shoot) }
    }

    /// The bonus disorders the unit (ML-8.2b): it is worth it only for a charge that would fall short.
    fn bonus_gist(&self, w: &Known<'_, World>, id: UnitId, does: Option<Does>, choice: &Choice) -> Gist {
        if does != Some(Does::Bonus) {
            return plain(Intent::Hold);
        }
        let fact = |name| choice.facts.get(&Term::of(name)).copied().unwrap_or(0);
        let dice = dice::Throw::sum(rulebook::saturated::<u8, _>(fact("dice")), dice::Die::Average);
        let pas = i64::from(PAS);
        let needed = rulebook::saturated::<i16, _>((fact("short_by") + pas - 1) / pas);
        let chance = dice::distribution(&dice).map_or(0.0, |dist| dist.at_least(needed).to_f64());
        let whole = self.left_of(w, id);
        let gain = if needed > 0 { (chance * whole as f64 / 5.0).round() as i64 } else { 0 };
        Gist { chance: (chance * 1_000.0).round() as u16, gain, cost: whole / 12, ..plain(Intent::Attack) }
    }
}

fn chance_of(check: &reaction::Check) -> u16 {
    if check.automatic {
        return SURE;
    }
    let passes = (1..=6).filter(|die| check.passes(*die)).count();
    rulebook::saturated::<u16, _>(passes * 1_000 / 6)
}
