//! Odds of what an answer starts, before the player commits it.

use crate::fight::{End, Fact, Fight, Flown, Outcome, Situation, Stage, Tried, declared};
use crate::question::Does;
use crate::resolve::discipline::Botched;
use crate::resolve::fire::Fire;
use crate::resolve::fire::volley::{self, AllTold, FireMorale};
use crate::resolve::morale::Morale;
use crate::resolve::reaction::Line;
use crate::resolve::shock::Shock;
use crate::terms::marker::{self, Did};
use crate::turn::{Entry, Offer, Volley};
use crate::world::{ChargeKind, Charging, World};
use crate::{BatailleEmpire, Formation, Supports, r};
use std::collections::BTreeMap;

use game::{Chance, Defaults, Facts, Key, Odds, Ref, Reply, Shape, Teller, Term, UnitId, odds};
use rulebook::Known;

impl BatailleEmpire {
    /// A fire and the morale of its target (BE-GAP-73): losses are counted in halves.
    pub(crate) fn odds_of_fire(&self, form: &FireMorale) -> Option<Odds<Facts>> {
        let ends = odds(&volley::FireBout::new(&self.book, form), &AllTold, &Defaults).ok()?;
        let mut rows: BTreeMap<Facts, Chance> = BTreeMap::new();
        for (end, chance) in &ends.rows {
            let fact = |name: &'static str, value: i64| (Term::of(name), value);
            let facts = Facts::from([
                fact("losses", i64::from(end.losses.in_halves())),
                fact("eliminated", i64::from(end.eliminated)),
                fact("fails_morale", i64::from(!end.passed)),
            ]);
            let row = rows.entry(facts).or_insert(Chance::NEVER);
            *row = row.or(*chance);
        }
        Some(Odds { rows: rows.into_iter().collect(), assumed: Vec::new() })
    }

    /// A fire as it would be resolved, with the circumstances of its target.
    pub(crate) fn fire_foreseen(&self, w: &Known<'_, World>, volley: &Volley) -> Option<FireMorale> {
        self.fire_of(w, volley).map(|fire| self.fire_on(w, fire, volley.by, volley.at))
    }

    /// A fire, with the circumstances of its target. Whether the target is in command is determined as if its general
    /// were lost, since it makes no difference before (BE-MOR-08, BE-GAP-17).
    pub(crate) fn fire_on(&self, w: &Known<'_, World>, mut fire: Fire, by: UnitId, at: UnitId) -> FireMorale {
        let Morale { unit, nerve } = self.nerve(w, at, Some(by), false);
        fire.target.out_of_command = unit.out_of_command;
        if let Some(place) = self.attached(w, at) {
            let mut then = w.in_mind();
            self.without_general(&mut then, place);
            fire.target.out_of_command = !self.in_command(&then, at);
        }
        FireMorale { fire, nerve }
    }

    /// A charge as it would be declared now, from what the side knows, and the table with the charger in the formation
    /// in which it reaches the target.
    pub(crate) fn charge_foreseen<'w>(
        &self,
        w: &'w Known<'_, World>,
        by: UnitId,
        at: UnitId,
    ) -> Option<(Known<'w, World>, Charging)> {
        let offer = self.charges_of(w, by).into_iter().find(|offer| offer.at == at)?;
        Some((self.dressed(w, &offer), offer.begin(ChargeKind::Plain, w.unit(by).pose, Vec::new())))
    }

    /// The table with a charger in the first formation in which it reaches the target (BE-CHA-03): units in the way of
    /// one formation may not be in the way of another.
    pub(crate) fn dressed<'w>(&self, w: &'w Known<'_, World>, offer: &Offer) -> Known<'w, World> {
        let now = w.unit(offer.by).formation;
        let mut then = w.in_mind();
        if let Some((formation, _)) = offer.formations.first().filter(|(formation, _)| *formation != now) {
            let unit = then.unit_mut(offer.by);
            (unit.now.was, unit.formation) = (Some(now), *formation);
        }
        then
    }

    /// The stage at which the fight of a charge begins: a target charged by chance may only stand (BE-GAP-40,
    /// BE-GAP-89).
    pub(crate) fn entry_of(&self, charge: &Charging) -> Entry {
        match charge.kind {
            ChargeKind::Opportunity if self.on(r::BE_GAP_40) => Entry::Leash,
            ChargeKind::Interception => Entry::Leash,
            ChargeKind::Second => Entry::Meet,
            ChargeKind::Plain | ChargeKind::Pursuit | ChargeKind::Opportunity => Entry::Reply,
        }
    }

    /// The facts of a fight from the table as a side knows it; other units do nothing.
    pub(crate) fn foreseen(&self, w: &Known<'_, World>, charge: &Charging) -> Foreseen<'_> {
        let (w, charge) = self.after_first_leg(w, charge);
        Foreseen { rules: self, w, charge, how: None }
    }

    /// The shock of a charge that reaches a standing target, with all possible supports, and its target.
    pub(crate) fn shock_foreseen(&self, w: &Known<'_, World>, charge: &Charging) -> (Shock, UnitId) {
        let foreseen = self.foreseen(w, charge);
        (foreseen.shock(Line::Stand, Tried::Done), foreseen.charge.at)
    }

    fn all_supports(&self, w: &World, of: UnitId, enemy: UnitId) -> Supports {
        self.supporting_fire(w, of, enemy).into_iter().fold(Supports::default(), |sum, (_, kind)| Supports {
            fire: sum.fire.saturating_add(kind.fire),
            canister: sum.canister.saturating_add(kind.canister),
            skirmishers: sum.skirmishers.saturating_add(kind.skirmishers),
        })
    }

    /// Every end of a fight up to the verdict of its shock, from a stage.
    pub(crate) fn ends(&self, from: Stage, foreseen: &Foreseen<'_>) -> Vec<(End, Chance)> {
        let bout = Fight::to_the_shock(&self.book, from);
        odds(&bout, foreseen, &Defaults).map_or_else(|_| Vec::new(), |odds| odds.rows)
    }

    /// The odds of a charge: the winner, the row, and the losses of both, with the default reply of the target.
    pub(crate) fn odds_of_charge(&self, w: &Known<'_, World>, charge: &Charging) -> Option<Odds<Facts>> {
        self.odds_from(self.entry_of(charge).stage(), &self.foreseen(w, charge))
    }

    /// The odds of a charge for each line that its target may take and each way to carry it out, with the reply. Empty
    /// where the target has no choice.
    pub(crate) fn odds_by_reply(&self, w: &Known<'_, World>, charge: &Charging) -> Vec<(Reply, Odds<Facts>)> {
        let mut foreseen = self.foreseen(w, charge);
        let lines = self.replies(&foreseen.w, &foreseen.charge);
        if self.entry_of(charge) != Entry::Reply || lines.len() < 2 {
            return Vec::new();
        }
        let mut columns = Vec::new();
        for (line, rule) in lines {
            let choice = self.line_choice(&foreseen.w, foreseen.charge.at, foreseen.charge.by, line, rule);
            let ways: Vec<Option<Key>> = match choice.then.first().map(|field| &field.shape) {
                Some(Shape::Pick { from, .. }) => from.iter().map(|way| Some(way.key.clone())).collect(),
                _ => vec![None],
            };
            for how in ways {
                let then = how.iter().map(|key| Reply::pick(key.clone())).collect();
                foreseen.how = how;
                let odds = self.odds_from(declared(line), &foreseen);
                columns.extend(odds.map(|odds| (Reply::Picked(vec![(choice.key.clone(), then)]), odds)));
            }
        }
        columns
    }

    fn odds_from(&self, stage: Stage, foreseen: &Foreseen<'_>) -> Option<Odds<Facts>> {
        let rows = self.ends(stage, foreseen);
        let row = |(end, chance): (End, Chance)| {
            let fact = |name: &'static str, value: i64| (Term::of(name), value);
            let won = end.outcome == Outcome::Attacker || end.outcome == Outcome::Fled && end.defender_lost;
            let [winner, loser] = if won {
                [end.attacker_losses, end.defender_losses]
            } else {
                [end.defender_losses, end.attacker_losses]
            };
            let mut facts = Facts::from([
                fact("attacker_wins", i64::from(won)),
                fact("eliminated", i64::from(if won { end.defender_lost } else { end.attacker_lost })),
                fact("loser_losses", i64::from(loser.in_halves())),
                fact("winner_losses", i64::from(winner.in_halves())),
            ]);
            facts.extend(end.row.map(|row| fact("row", row as i64)));
            (facts, chance)
        };
        let rows: Vec<(Facts, Chance)> = rows.into_iter().map(row).collect();
        (!rows.is_empty()).then_some(Odds { rows, assumed: Vec::new() })
    }
}

/// Supplies the facts of a fight from a copy of the table, with the charger at the end of its first leg.
pub(crate) struct Foreseen<'a> {
    rules: &'a BatailleEmpire,
    w: World,
    charge: Charging,
    /// How the target carries out its line, if known.
    pub how: Option<Key>,
}

impl Foreseen<'_> {
    /// The table at the contact, after the target has carried out its line or failed to.
    fn met(&self, line: Line, tried: Tried) -> (World, Charging) {
        let (rules, mut w) = (self.rules, self.w.clone());
        let (by, at) = (self.charge.by, self.charge.at);
        let reply = if tried == Tried::Done { line } else { Line::Stand };
        let mut charge = Charging { reply: Some(reply), ..self.charge.clone() };
        if let Some(was) = rules.change_not_made(&w, &charge) {
            let unit = w.unit_mut(at);
            (unit.now.was, unit.formation) = (Some(unit.formation), was);
        }
        let marks = |did: Did| marker::given(&rules.book, did).is_some();
        match (line, tried) {
            (Line::CounterCharge, Tried::Done) => {
                if let Some((_, end)) = rules.counter_way(&w, at, by) {
                    rules.place_in_mind(&mut w, at, rules.pose_of(&end));
                }
            }
            (Line::Change | Line::Turn, Tried::Done) => {
                if let Some((formation, turn)) = rules.way_of_changing(&w, at, by, self.how.as_ref()) {
                    let pose = rules.changed_pose(&w, at, formation, turn.then_some(by));
                    let unit = w.unit_mut(at);
                    (unit.formation, unit.pose) = (formation, pose);
                    unit.marker |= marks(Did::Change);
                    charge.aspect = rules.aspect_after_change(&w, &charge);
                }
            }
            (Line::Unlimber, Tried::Done) => {
                let unit = w.unit_mut(at);
                unit.formation = Formation::Deployed;
                unit.marker |= marks(Did::Change);
            }
            (_, Tried::Failed(Botched::Disorder)) => {
                let unit = w.unit_mut(at);
                unit.disorder = true;
                unit.marker |= rules.on(r::BE_MA_02);
            }
            _ => {}
        }
        if charge.kind != ChargeKind::Second
            && let Some(pose) = rules.contact_pose(&w, &charge)
        {
            rules.place_in_mind(&mut w, by, pose);
        }
        (w, charge)
    }

    /// The shock, with all possible supports.
    pub(crate) fn shock(&self, line: Line, tried: Tried) -> Shock {
        let (w, charge) = self.met(line, tried);
        let mut shock = self.rules.shock_unsupported(&w, &charge);
        shock.attacker.supports = self.rules.all_supports(&w, charge.by, charge.at);
        shock.defender.supports = self.rules.all_supports(&w, charge.at, charge.by);
        shock
    }
}

impl<'b> Teller<Fight<'b>> for Foreseen<'_> {
    fn tell(&self, _: &Fight<'b>, fact: &Fact) -> Option<Situation> {
        let (rules, charge) = (self.rules, &self.charge);
        Some(match fact {
            Fact::Lines => Situation::Lines(rules.replies(&self.w, charge)),
            Fact::Drill(line) => {
                let to = rules.formation_of(&self.w, charge, *line, self.how.as_ref());
                Situation::Drill(rules.drill(&self.w, charge.at, to, Some(charge)))
            }
            Fact::Leash => Situation::Leash(rules.leash(&self.w, charge)),
            Fact::Chase => {
                let mut w = self.w.clone();
                let kept = rules.flee_in_mind(&mut w, charge.at, charge.by);
                Situation::Fled(if kept { rules.flown(&w, charge) } else { Flown::Lost })
            }
            Fact::Guns => Situation::Fled(rules.left_in_mind(&mut self.w.clone(), charge)),
            Fact::Shock(line, tried) => Situation::Shock(self.shock(*line, *tried)),
            // Odds end with the shock.
            Fact::Follow(_) | Fact::Hunt(_) => return None,
        })
    }
}

/// The charger and the target named by a key.
pub(crate) fn charge_named(key: &Key) -> Option<(UnitId, UnitId)> {
    match key.refs.as_slice() {
        [Ref::Unit(by), Ref::Unit(at)] if Does::Charge.is(key) => Some((*by, *at)),
        _ => None,
    }
}
