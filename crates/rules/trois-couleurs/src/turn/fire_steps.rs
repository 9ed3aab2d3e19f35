//! Fires outside assaults: those of step 1 (L3C-SIM-01), opportunity fires (L3C-FEU-28), and those that were not tied
//! (L3C-GAP-A49).

mod duels;
mod salvo;

use super::D;
use crate::field::{Field as Ground, Scene, TestCause};
use crate::question::{Does, Kind, Luck, Question, about, accept, named, pick_one};
use crate::resolve::nerve::flight::{Uncovered, uncovered};
use crate::resolve::shooting::aim::{BeforeScreen, before_screen, forbidden};
use crate::resolve::shooting::fire::{self, Fire, fire};
use crate::resolve::shooting::volley::{FireMoment, Then, Volley as Occasion, volley};
use crate::world::{Code, DeliveredFire, Now, Phase, World};
use crate::{Arm, Band, Shot, TroisCouleurs, r};
use game::{Ask, Breakdown, Choice, Deed, Field, Flow, Key, Ref, Reply, Rule, Secret, Shape, Side, Slot, Term, UnitId};
use rulebook::Known;
use table::within_cm;

pub(crate) const FIRES: Kind = Kind {
    rules: &[r::L3C_SIM_01, r::L3C_GAP_A31],
    fields: TroisCouleurs::fields_fires,
    check: accept,
    suggest: likely,
};

/// A unit that may fire usually does.
fn likely(_: &TroisCouleurs, _: &Known<'_, World>, ask: &Ask, luck: &mut Luck) -> Vec<Reply> {
    let replies = ask.fields.iter().map(|field| match &field.shape {
        Shape::Pick { from, .. } if from.len() > 1 && luck.below(8) > 0 => {
            Reply::pick(from[luck.below(from.len())].key.clone())
        }
        _ => field.default.clone(),
    });
    replies.collect()
}

/// A fire to be delivered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AimedFire {
    pub by: UnitId,
    pub on: UnitId,
    /// The player wants round shot where canister would reach.
    pub round: bool,
}

/// The choices that stand for a fire with round shot where canister would reach.
const ROUND: [(Does, Does); 3] =
    [(Does::Fire, Does::FireRound), (Does::Stop, Does::StopRound), (Does::Support, Does::SupportRound)];

/// The fire that a choice stands for, and whether it is one with round shot.
pub(crate) fn plain_fire(key: &Key) -> (Option<Does>, bool) {
    let found = ROUND.into_iter().find(|(_, round)| round.is(key));
    found.map_or_else(|| (Does::of(key), false), |(plain, _)| (Some(plain), true))
}

#[derive(Clone, Debug)]
pub(crate) struct FireResult {
    pub volley: AimedFire,
    /// The unit hit: guns may miss their target and hit a friend beside it (L3C-FEU-42).
    pub strikes: UnitId,
    pub shot: Option<Shot>,
    pub lines: Breakdown,
    /// Figures, or guns, that fire.
    pub figures: u8,
    pub factor: i8,
    /// Losses inflicted, in PAP.
    pub steps: u16,
    /// Percentage of the figures concerned.
    pub percent: u8,
    pub effective: bool,
    /// The factor of a fire delivered together with neighbours (L3C-FEU-38).
    pub together: Option<i8>,
}

impl TroisCouleurs {
    pub(crate) fn first_fires(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Phase::FirstFires, &[r::L3C_SIM_01]);
        d.world.first_fires = true;
        // Markers of immediate fires are opened when they fire (L3C-SIM-11): each side announces its fires, even if it
        // has none.
        for side in Side::BOTH {
            d.tell(Deed::Opened { of: Ref::Side(side), key: Does::FirstFires.key() }, &[r::L3C_SIM_01]);
            let units: Vec<UnitId> = match &d.world.markers[side.index()] {
                Secret::Known(markers) => markers.iter().filter(|(_, m)| m.at_once).map(|(id, _)| *id).collect(),
                Secret::Unknown => Vec::new(),
            };
            for id in units {
                self.reveal(d, id, r::L3C_GEN_12);
                let key = Does::AtOnce.key();
                d.tell(Deed::Opened { of: Ref::Unit(id), key }, &[r::L3C_SIM_11]);
            }
        }
        let volleys = self.ask_fires(d, Question::FirstFires)?;
        let fired = self.deliver(d, &volleys, r::L3C_SIM_01)?;
        let beaten = self.duels(d, &fired);
        self.driven_back(d, &beaten, r::L3C_GAP_A54)?;
        self.lose_the_step_again(d, &volleys);
        Ok(())
    }

    /// A unit that has just recovered and takes effective fire loses the step again (L3C-GAP-A32).
    fn lose_the_step_again(&self, d: &mut D<'_>, volleys: &[AimedFire]) {
        for volley in volleys {
            let unit = d.world.unit(volley.on);
            if unit.present() && unit.now.recovered && unit.now.hit && self.on(r::L3C_GAP_A32) {
                let (case, state) = (unit.body.case.step(-1), unit.body.state);
                d.world.unit_mut(volley.on).now.recovered = false;
                self.change(d, volley.on, &[r::L3C_GAP_A32], |u| {
                    u.body.case = case;
                    u.body.state = state;
                });
            }
        }
    }

    pub(crate) fn free_fires(&self, d: &mut D<'_>) -> Flow<()> {
        d.world.fires.clear();
        if !self.on(r::L3C_GAP_A49) {
            return Ok(());
        }
        let volleys = self.ask_fires(d, Question::FreeFires)?;
        let fired = self.deliver(d, &volleys, r::L3C_GAP_A49)?;
        let beaten = self.duels(d, &fired);
        self.driven_back(d, &beaten, r::L3C_GAP_A54)?;
        self.skirmishers_fire(d);
        Ok(())
    }

    /// Both sides choose their targets, in secret (L3C-GAP-A69).
    fn ask_fires(&self, d: &mut D<'_>, question: Question) -> Flow<Vec<AimedFire>> {
        let sheets: Vec<_> = Side::BOTH.map(|side| self.put(d, &question.to(side))).into();
        let asked: Vec<_> = sheets.into_iter().filter(|sheet| !sheet.fields.is_empty()).collect();
        let answers = if self.on(r::L3C_GAP_A69) {
            d.ask_sheets(&asked)?
        } else {
            let mut answers = Vec::new();
            for sheet in &asked {
                answers.extend(d.ask_sheets(std::slice::from_ref(sheet))?);
            }
            answers
        };
        if !asked.is_empty() {
            d.tell(Deed::Opened { of: Ref::Side(d.world.initiative), key: Does::Fires.key() }, &[r::L3C_GAP_A69]);
        }
        let mut volleys = Vec::new();
        for (sheet, replies) in asked.iter().zip(&answers) {
            for (field, reply) in sheet.fields.iter().zip(replies) {
                let Some((by, key)) = about(field).zip(reply.key()) else { continue };
                if let Some(on) = named(key) {
                    volleys.push(AimedFire { by, on, round: plain_fire(key).1 });
                }
            }
        }
        Ok(volleys)
    }

    fn fields_fires(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let first = Question::of(slot) == Some(Question::FirstFires);
        let field = self.field(w);
        let mut fields = Vec::new();
        let units: Vec<UnitId> = match (first, &w.markers[slot.side.index()]) {
            (true, Secret::Known(markers)) => markers.iter().filter(|(_, m)| m.at_once).map(|(id, _)| *id).collect(),
            (true, Secret::Unknown) => Vec::new(),
            (false, _) => {
                let fires =
                    |id: &UnitId| w.plans.get(id).is_some_and(|p| p.detail(|code| code == Code::Fire).is_some());
                self.troops(w, slot.side).filter(fires).collect()
            }
        };
        for id in units {
            if !self.may_fire_now(w, id) {
                continue;
            }
            let targets = self.targets_in(w, &field, id);
            if targets.is_empty() {
                continue;
            }
            let aim = targets.iter().flat_map(|target| {
                let distance = crate::Distance::from_cm(self.gap(w, id, *target)).hundredths();
                self.with_shots(&field, id, *target, Does::Fire).into_iter().map(move |does| {
                    let mut choice = Choice::of(does.about(Ref::Unit(*target)), &[r::L3C_GAP_A31]);
                    choice.facts.insert(Term::of("distance"), distance);
                    choice
                })
            });
            let none = Choice::of(Does::NoFire.key(), &[r::L3C_SIM_11]);
            fields.push(pick_one(Ref::Unit(id), aim.chain([none]).collect()));
        }
        fields
    }

    /// Whether a unit has the points and the right for another fire (L3C-FEU-02, L3C-FEU-22, L3C-GAP-B24, L3C-PA-06).
    pub(crate) fn may_fire_now(&self, w: &World, id: UnitId) -> bool {
        let unit = w.unit(id);
        let once_more = volley(&self.book, &self.next_fire(w, id));
        unit.in_hand()
            && self.may_shoot(w, id)
            && once_more.allowed
            && crate::resolve::moving::points::left(&self.book, unit.body.points_spent) >= once_more.points
    }

    /// The fire that a unit would deliver now, with its earlier actions.
    fn next_fire(&self, w: &World, id: UnitId) -> Occasion {
        let unit = w.unit(id);
        let moment = |first: bool| if first { FireMoment::Initial } else { FireMoment::Tactical };
        Occasion {
            moment: moment(w.first_fires),
            fired: unit.now.fired.max(u8::from(!unit.body.loaded)),
            fired_at: moment(!fired_in_tactical_phase(&unit.now)),
            moved: unit.now.run > 0 || unit.now.changed,
            ..Occasion::default()
        }
    }

    /// Whether a unit may still move or manoeuvre: a fire of the tactical phase is its last voluntary action
    /// (L3C-FEU-23), especially one that supported an assault (L3C-FEU-21); one of step 1 is not.
    pub(crate) fn may_go_on(&self, w: &World, id: UnitId) -> bool {
        let now = &w.unit(id).now;
        let last = Occasion { supports: now.supported, then: Then::Manoeuvre, ..Occasion::default() };
        !fired_in_tactical_phase(now) || volley(&self.book, &last).allowed
    }

    /// Whether a unit takes part in an assault to contact, or is on its way to one.
    fn in_an_assault(&self, w: &World, id: UnitId) -> bool {
        let mut entries = w.entry.iter().chain(&w.fellows).chain(&w.later).filter(|entry| !entry.to_fire);
        let moving = w.run.as_ref().and_then(|run| run.mover(id));
        entries.any(|entry| entry.attacker == id || entry.target == id)
            || moving.is_some_and(|moving| moving.target.is_some_and(|(_, to_fire)| !to_fire))
    }

    /// The targets that a unit may choose in step 1 or 5, the nearest first.
    pub(crate) fn first_targets(&self, w: &World, id: UnitId) -> Vec<UnitId> {
        let reach = self.longest_range(id).cm();
        let any = self.troops(w, self.side(id).other()).any(|enemy| within_cm(self.gap(w, id, enemy), reach));
        if any { self.targets_in(w, &self.field(w), id) } else { Vec::new() }
    }

    /// Targets in the order of L3C-GAP-A31: an enemy within P1 before all others; for small arms only the nearest.
    pub(crate) fn targets_in(&self, w: &World, field: &Ground, id: UnitId) -> Vec<UnitId> {
        let reach = self.longest_range(id).cm();
        let mut found: Vec<(i32, UnitId)> = self
            .troops(w, self.side(id).other())
            .map(|enemy| (self.gap(w, id, enemy), enemy))
            .filter(|(gap, _)| within_cm(*gap, reach))
            .filter(|(_, enemy)| self.line_in(field, id, *enemy, false))
            .collect();
        found.sort_unstable();
        let near: Vec<(i32, UnitId)> =
            found.iter().copied().filter(|(_, enemy)| self.band_of(w, id, *enemy) == Some(Band::P1)).collect();
        if self.on(r::L3C_GAP_A31) {
            if !near.is_empty() {
                found = near;
            } else if self.troop(id).arm != Arm::Artillery {
                found.truncate(1);
            }
        }
        found.into_iter().map(|(_, enemy)| enemy).collect()
    }

    /// Whether a unit may fire at another, halted or moving: range, arc, sight, friends in the way.
    pub(crate) fn line_free(&self, w: &World, by: UnitId, on: UnitId, on_his_way: bool) -> bool {
        self.line_in(&self.field(w), by, on, on_his_way)
    }

    pub(crate) fn line_in(&self, field: &Ground, by: UnitId, on: UnitId, on_his_way: bool) -> bool {
        let (shooter, target) = (crate::world::place_of(by), crate::world::place_of(on));
        let scene = Scene::of(&self.book, field, TestCause::Losses { tester: target, shooter });
        let Some(fire) = scene.fire(shooter, target, None) else { return false };
        let mut line = scene.line_of_fire(shooter, target, fire.ammunition().unwrap_or_default());
        // An enemy close in front of friendly skirmishers is their target only, but on its way in any unit may fire at
        // it (L3C-FEU-17).
        if let Some(over) = line.over.filter(|over| over.skirmish) {
            let near = BeforeScreen { distance: over.to_target, own: false, on_his_way };
            if !before_screen(&self.book, &near) {
                return false;
            }
            if on_his_way && self.on(r::L3C_FEU_17) {
                line.over = None;
            }
        }
        // A unit hidden by a friend is not fired at directly (L3C-FUI-08).
        let hidden = Uncovered { in_fire: true, ..Uncovered::default() };
        let open = !scene.masked(shooter, target) || uncovered(&self.book, &hidden).losses;
        open && forbidden(&self.book, &line).is_empty() && fire::allowed(&self.book, &fire)
    }

    /// Whether guns can fire canister at a unit: within its range, and never over friends (L3C-FEU-13, L3C-GAP-B37).
    fn canister_reaches(&self, scene: &Scene<'_>, by: UnitId, on: UnitId) -> bool {
        let (shooter, target) = (crate::world::place_of(by), crate::world::place_of(on));
        let near = scene.fire(shooter, target, None).is_some_and(|fire| fire.band <= Band::P2);
        let line = scene.line_of_fire(shooter, target, Shot::Canister);
        self.troop(by).arm == Arm::Artillery && near && !forbidden(&self.book, &line).contains(&r::L3C_FEU_13)
    }

    /// The choices for a unit's fire at another: guns choose their ammunition where canister would reach (L3C-FEU-45).
    pub(crate) fn with_shots(&self, field: &Ground, by: UnitId, on: UnitId, does: Does) -> Vec<Does> {
        let (shooter, target) = (crate::world::place_of(by), crate::world::place_of(on));
        let scene = Scene::of(&self.book, field, TestCause::Losses { tester: target, shooter });
        let round = ROUND.into_iter().find(|(plain, _)| *plain == does).map(|(_, round)| round);
        std::iter::once(does).chain(round.filter(|_| self.canister_reaches(&scene, by, on))).collect()
    }

    /// The result of a fire in the present position.
    pub(crate) fn resolve(&self, field: &Ground, volley: AimedFire) -> Option<FireResult> {
        self.resolve_as(field, volley, false)
    }

    /// The same, or that of the round shot that carries on through its target (L3C-GAP-B20).
    pub(crate) fn resolve_as(&self, field: &Ground, volley: AimedFire, penetration: bool) -> Option<FireResult> {
        let (shooter, target) = (crate::world::place_of(volley.by), crate::world::place_of(volley.on));
        let scene = Scene::of(&self.book, field, TestCause::Losses { tester: target, shooter });
        let guns = self.troop(volley.by).arm == Arm::Artillery;
        // Canister within its range, unless the player wants round shot (L3C-FEU-45).
        let canister = !penetration && !volley.round && self.canister_reaches(&scene, volley.by, volley.on);
        let shot = guns.then_some(if canister { Shot::Canister } else { Shot::Round });
        let situation = Fire { penetration, ..scene.fire(shooter, target, shot)? };
        let mut lines = Breakdown::new("fire", Some(Ref::Unit(volley.by)));
        let fired = fire(&self.book, &situation, &mut lines);
        fired.allowed.then(|| FireResult {
            volley,
            strikes: volley.on,
            shot,
            lines,
            figures: situation.shooter.figures,
            factor: fired.factor,
            steps: fired.loss.steps,
            percent: fired.percent.unwrap_or(0),
            effective: fired.loss.effective,
            together: None,
        })
    }

    /// The lines of a fire that is possible now.
    pub(crate) fn fire_foreseen(&self, w: &World, by: UnitId, on: UnitId, round: bool) -> Option<Breakdown> {
        self.resolve(&self.field(w), AimedFire { by, on, round }).map(|result| result.lines)
    }

    /// Records a unit's fire: its points, its loading, its events.
    pub(crate) fn fired(&self, d: &mut D<'_>, result: &FireResult, rule: Rule) {
        let AimedFire { by, on, .. } = result.volley;
        self.reveal(d, by, r::L3C_GEN_12);
        [by, on].into_iter().for_each(|id| self.recognised(d, id));
        let points = volley(&self.book, &self.next_fire(&d.world, by)).points;
        self.spend(d, by, points, r::L3C_PA_10);
        let (first, supports) = (d.world.first_fires, self.in_an_assault(&d.world, on));
        self.change(d, by, &[rule], |u| {
            u.body.loaded = false;
            u.body.first_fire = false;
            u.now.fired = u.now.fired.saturating_add(1);
            u.now.fired_first |= first;
            u.now.supported |= supports;
        });
        d.world.plans.entry(by).and_modify(|plan| plan.finish(|code| code == Code::Fire));
        self.tell_fire(d, result, rule);
        self.imperils(d, by);
        let (shot, effective) = (result.shot, result.effective);
        d.world.fires.push(DeliveredFire { shooter: by, target: result.strikes, shot, effective, first });
    }

    /// Reports the result of a fire; the first line names the target.
    pub(crate) fn tell_fire(&self, d: &mut D<'_>, result: &FireResult, rule: Rule) {
        let word = Term::of(if result.effective { "effective" } else { "no_effect" });
        let mut breakdown = result.lines.clone();
        if let Some(line) = breakdown.lines.first_mut() {
            line.who = vec![result.volley.on];
        }
        d.tell(Deed::Tested { breakdown, result: word }, &[rule]);
        if let Some(factor) = result.together {
            let facts = game::facts([("factor", i64::from(factor))]);
            self.note(d, result.volley.by, "fires_together", facts, &[r::L3C_FEU_38]);
        }
        if result.strikes != result.volley.on {
            let facts = game::facts([("on", i64::from(result.strikes.0))]);
            self.note(d, result.volley.by, "hits_friends", facts, &[r::L3C_FEU_42, r::L3C_GAP_B21]);
        }
    }

    /// Applies the losses of a fire; a test may become due (L3C-MOR-29, L3C-GAP-A70).
    pub(crate) fn struck(&self, d: &mut D<'_>, result: &FireResult, rule: Rule) {
        let (AimedFire { by, on, .. }, struck) = (result.volley, result.strikes);
        if result.effective {
            d.world.unit_mut(struck).now.hit = true;
        }
        if !self.hurt(d, struck, result.steps, rule) {
            // A unit hit by its friends gives way to the enemy beside it, the target of that fire.
            self.owe_for_losses(d, struck, if struck == on { by } else { on });
        }
    }

    /// An opportunity to fire is taken: at once, with its losses (L3C-GAP-A47).
    pub(crate) fn opportunity_fire(&self, d: &mut D<'_>, volley: AimedFire) -> Flow<()> {
        d.world.unit_mut(volley.by).now.seized = true;
        self.deliver(d, &[volley], r::L3C_GAP_A18)?;
        Ok(())
    }
}

/// Whether a unit has fired since step 1.
fn fired_in_tactical_phase(now: &Now) -> bool {
    now.fired > u8::from(now.fired_first)
}
