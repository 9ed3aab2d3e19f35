//! 6 and 9: fire by halves, with the quarters that count (LA-FEU-01 to LA-FEU-11, LA-GAP-06, LA-GAP-64).

mod bearing_steps;
mod quarters;

use super::nerves::reply_for;
use super::{D, Step};
use crate::question::{Does, Kind, Question, accept, any, pick_one};
use crate::resolve::command::{self, UnderFire};
use crate::resolve::fire::{self, Cannonade, DieUse, Group, Shot, Volley, throw};
use crate::terms::troops::Figure;
use crate::world::{Fate, Hit, Life, Sort, World, facts};
use crate::{Arm, Distance, Formation, LesAigles, Order, Weapon, r};
use game::{Breakdown, Choice, Deed, Field, Flow, Ref, Reply, Slot, Term, Toss, UnitId};
use rulebook::Known;
use table::{Cm, distance, within_cm};

pub(crate) const FIRE: Kind =
    Kind { rules: &[r::LA_FEU_01, r::LA_GAP_64], fields: LesAigles::fields_fire, check: accept, suggest: any };
pub(crate) const LANDING_FIRE: Kind =
    Kind { rules: &[r::LA_FEU_01, r::LA_GAP_06], fields: LesAigles::fields_landing_fire, check: accept, suggest: any };

/// A fire of a unit at a target.
#[derive(Clone, Debug)]
pub(crate) struct Shooting {
    pub by: UnitId,
    pub at: UnitId,
    pub canister: bool,
    /// Only the figures that do not bear on this first target: theirs is a second target (LA-GAP-64).
    pub beside: Option<UnitId>,
}

impl LesAigles {
    /// 6: fire by and at units concerned by a landing charge.
    pub(crate) fn landing_fire(&self, d: &mut D<'_>) -> Flow<()> {
        self.clock(d, Step::LandingFire, &[r::LA_GAP_06]);
        self.count_quarter(&mut d.world);
        let asked = self.put(d, Question::LandingFire);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        let shots = self.shots(d, &asked, &answers);
        self.shoot(d, &shots)
    }

    fn fields_landing_fire(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        for by in self.troops(w, slot.side).filter(|by| self.may_fire(w, *by)) {
            let landing = |at: &UnitId| {
                w.general_of(*at).is_none() && w.unit(*at).charge.as_ref().is_some_and(|c| c.lands.is_some())
            };
            let mut targets: Vec<UnitId> = self.counted(w, by).filter(landing).collect();
            // The charged unit fires at its charger.
            targets.sort_by_key(|at| {
                (w.unit(*at).charge.as_ref().and_then(|c| c.lands.as_ref()).is_none_or(|l| l.on != by), *at)
            });
            let own = targets
                .iter()
                .any(|at| w.unit(*at).charge.as_ref().and_then(|c| c.lands.as_ref()).is_some_and(|l| l.on == by));
            if targets.is_empty() {
                continue;
            }
            let mut choices: Vec<Choice> = targets.iter().flat_map(|at| self.fire_choices(w, by, *at)).collect();
            choices.push(Choice::of(Does::HoldFire.key(), &[r::LA_GAP_64]));
            if !own {
                // Other units hold their fire by default.
                choices.rotate_right(1);
            }
            fields.push(pick_one(Ref::Unit(by), choices));
        }
        fields
    }

    /// Targets for which a unit has counting quarters left.
    pub(crate) fn counted<'w>(&'w self, w: &'w World, by: UnitId) -> impl Iterator<Item = UnitId> + 'w {
        w.counting
            .range((by, UnitId(0))..=(by, UnitId(u16::MAX)))
            .filter(move |((_, at), counting)| {
                counting.left(w.unit(by).now.spent) > 0
                    && self.still_a_target(w, *at)
                    && self.bearing(w, by, counting) > 0
            })
            .map(|((_, at), _)| *at)
    }

    /// Whether a unit or officer can still be fired at.
    fn still_a_target(&self, w: &World, at: UnitId) -> bool {
        match w.general_of(at) {
            Some(place) => self.lone(w, place),
            None => w.unit(at).present() && w.unit(at).figures() > 0 && !w.engaged(at),
        }
    }

    pub(crate) fn fire_choices(&self, w: &World, by: UnitId, at: UnitId) -> Vec<Choice> {
        let far = w.counting.get(&(by, at)).map_or(0, |c| distance(&c.own, &c.to).cm);
        let choice = |does: Does, rule| {
            let mut choice = Choice::of(does.about(Ref::Unit(at)), &[rule]);
            choice.facts.insert(Term::of("distance"), i64::from(far));
            choice
        };
        let leading = self.leading(w.unit(by), by);
        let mut all = Vec::new();
        if leading.calibre.is_some_and(|calibre| Cannonade::canister(&self.book, calibre, Distance::from_cm(far))) {
            all.push(choice(Does::FireCanister, r::LA_FEU_11));
        }
        all.push(choice(Does::Fire, r::LA_FEU_01));
        all
    }

    fn fields_fire(&self, w: &Known<'_, World>, slot: &Slot) -> Vec<Field> {
        let mut fields = Vec::new();
        for by in self.troops(w, slot.side).filter(|by| self.may_fire(w, *by)) {
            let last = w.unit(by).last_target;
            // Units first: an officer is a target only by the player's choice.
            let mut targets: Vec<(bool, bool, Cm, UnitId)> = self
                .counted(w, by)
                .map(|at| {
                    let far = w.counting.get(&(by, at)).map_or(0, |c| distance(&c.own, &c.to).cm);
                    (w.general_of(at).is_some(), Some(at) != last, far, at)
                })
                .collect();
            targets.sort_unstable();
            if targets.is_empty() {
                continue;
            }
            let mut choices: Vec<Choice> = Vec::new();
            for (_, _, _, at) in &targets {
                let second = self.second_target(w, by, *at);
                choices.extend(
                    self.fire_choices(w, by, *at).into_iter().map(|choice| Choice { then: second.clone(), ..choice }),
                );
            }
            choices.push(Choice::of(Does::HoldFire.key(), &[r::LA_GAP_64]));
            if targets.iter().all(|(officer, ..)| *officer) {
                choices.rotate_right(1);
            }
            fields.push(pick_one(Ref::Unit(by), choices));
        }
        fields
    }

    /// Figures that do not bear on a target may have one second target (LA-GAP-64).
    fn second_target(&self, w: &World, by: UnitId, first: UnitId) -> Vec<Field> {
        let bears = |at: &UnitId| {
            let shot = Shooting { by, at: *at, canister: false, beside: Some(first) };
            *at != first && self.fire_of(w, &shot).is_some_and(|fire| fire.figures() > 0)
        };
        let others: Vec<UnitId> = self.counted(w, by).filter(bears).collect();
        if others.is_empty() {
            return Vec::new();
        }
        let mut choices = vec![Choice::of(Does::NoSecond.key(), &[r::LA_GAP_64])];
        choices
            .extend(others.into_iter().map(|at| Choice::of(Does::SecondTarget.about(Ref::Unit(at)), &[r::LA_GAP_64])));
        vec![pick_one(Ref::Unit(by), choices)]
    }

    fn shots(&self, d: &D<'_>, asked: &[std::sync::Arc<game::Ask>], answers: &[Vec<Reply>]) -> Vec<Shooting> {
        let shot = |by: UnitId| {
            let key = reply_for(asked, answers, by)?.key()?;
            let Some(Ref::Unit(at)) = key.refs.first().copied() else { return None };
            Some(Shooting { by, at, canister: Does::of(key) == Some(Does::FireCanister), beside: None })
        };
        let second = |shot: &Shooting| {
            let key = reply_for(asked, answers, shot.by)?.opened().first()?.key()?;
            let Some(Ref::Unit(at)) = key.refs.first().copied() else { return None };
            Some(Shooting { by: shot.by, at, canister: false, beside: Some(shot.at) })
        };
        let shots: Vec<Shooting> = d.world.ids().filter_map(shot).collect();
        let both = |shot: Shooting| {
            let other = second(&shot);
            [Some(shot), other]
        };
        shots.into_iter().flat_map(both).flatten().collect()
    }

    /// 9: all other fire of the half.
    pub(crate) fn fire_of_the_half(&self, d: &mut D<'_>) -> Flow<()> {
        let asked = self.put(d, Question::Fire);
        let answers = d.ask_sheets(&asked)?;
        self.opened(d, &asked);
        let shots = self.shots(d, &asked, &answers);
        self.shoot(d, &shots)
    }

    /// All fires, then all losses (LA-GAP-65), then officers.
    fn shoot(&self, d: &mut D<'_>, shots: &[Shooting]) -> Flow<()> {
        if shots.is_empty() {
            return Ok(());
        }
        d.beat();
        let fires: Vec<Fire> = shots.iter().filter_map(|shot| self.fire_of(&d.world, shot)).collect();
        let tosses = fires
            .iter()
            .map(|fire| Toss::new(r::LA_FEU_05, Ref::Unit(fire.by), throw(&self.book, fire.die(self), DieUse::Fire)));
        let fell = d.throw(tosses.collect())?;
        let half = d.world.half();
        let mut hits: Vec<Hit> = Vec::new();
        for (fire, thrown) in fires.iter().zip(&fell) {
            let mut lines = Breakdown::new(fire.test(), Some(Ref::Unit(fire.by)));
            let losses = fire.losses(self, thrown.class, &mut lines);
            let result = Term::of(if losses > 0 { "hit" } else { "missed" });
            d.tell(Deed::Tested { breakdown: lines, result }, &[r::LA_FEU_01]);
            self.note(
                d,
                fire.at,
                "fired_at",
                facts([("by", i64::from(fire.by.0)), ("losses", i64::from(losses))]),
                &[r::LA_RES_01],
            );
            hits.push(Hit { by: fire.by, at: fire.at, losses, loose: fire.loose, half });
            let officer = d.world.general_of(fire.at).is_some();
            let unit = d.world.unit_mut(fire.by);
            unit.now.spent |= fire.spent;
            if !officer {
                unit.last_target = Some(fire.at);
            }
            unit.fired_in = half;
            if fire.small {
                unit.fresh_muskets = false;
            }
        }
        let (lone, hits): (Vec<Hit>, Vec<Hit>) = hits.into_iter().partition(|hit| d.world.general_of(hit.at).is_some());
        let before: Vec<u8> = hits.iter().map(|hit| d.world.unit(hit.at).figures()).collect();
        d.world.hits.extend(hits.iter().copied().filter(|hit| hit.losses > 0));
        let alone = self.lone_under_fire(d, &lone);
        // Before figures are removed: an officer shares the fate of a destroyed unit (LA-GEN-03).
        self.officers_under_fire(d, &hits, &before, alone)?;
        for hit in &hits {
            let unit = d.world.unit_mut(hit.at);
            unit.now.first_fire |= !unit.memory.under_fire;
            unit.memory.under_fire = true;
            self.hurt(d, hit.at, hit.losses, true, &[r::LA_RES_01, r::LA_GAP_02]);
        }
        Ok(())
    }

    /// Lone officers who were hit: their losses are added up and remove them at 40 (LA-GEN-02); those with 10 losses by
    /// one fire are tested (LA-GEN-03).
    fn lone_under_fire(&self, d: &mut D<'_>, hits: &[Hit]) -> Vec<usize> {
        let mut tested = Vec::new();
        for hit in hits {
            let Some(place) = d.world.general_of(hit.at).filter(|place| d.world.generals[*place].life == Life::Present)
            else {
                continue;
            };
            let accumulated = d.world.generals[place].losses;
            let fire =
                UnderFire { alone: true, enemy: Distance::of(1_000), losses: hit.losses, accumulated, figures: 1 };
            let seen = command::watched(&self.book, &fire);
            self.alter(d, &[hit.at], &[], &[r::LA_GEN_02], |w| w.generals[place].losses = seen.accumulated);
            if seen.removed {
                self.lose_officer(d, place, Fate::Killed, &[r::LA_GEN_02]);
            } else if seen.tested {
                tested.push(place);
            }
        }
        tested
    }

    /// Officers attached to a unit that was hit hard (LA-GEN-03, LA-GAP-42).
    fn officers_under_fire(&self, d: &mut D<'_>, hits: &[Hit], figures: &[u8], alone: Vec<usize>) -> Flow<()> {
        let mut tested = alone;
        for (hit, figures) in hits.iter().zip(figures) {
            let first = d.world.quarter - (d.world.quarter - 1) % 4;
            let half = first.div_ceil(2);
            let sum: u16 = d
                .world
                .hits
                .iter()
                .filter(|h| h.by == hit.by && h.at == hit.at && h.half >= half)
                .map(|h| h.losses)
                .sum();
            let earlier = sum.saturating_sub(hit.losses);
            let at = |losses: u16| {
                command::watched(
                    &self.book,
                    &UnderFire { alone: false, losses, figures: (*figures).max(1), ..UnderFire::default() },
                )
                .tested
            };
            if !at(sum) || at(earlier) {
                continue;
            }
            tested.extend(self.officers_with(&d.world, hit.at));
        }
        if tested.is_empty() {
            return Ok(());
        }
        tested.sort_unstable();
        let tosses = tested.iter().map(|place| {
            Toss::new(r::LA_GEN_04, Ref::Unit(d.world.general_id(*place)), command::throw_under_fire(&self.book))
        });
        let fell = d.throw(tosses.collect())?;
        for (place, thrown) in tested.into_iter().zip(fell) {
            if d.world.generals[place].life != Life::Present {
                continue;
            }
            match command::fate_under_fire(&self.book, thrown.class) {
                command::OfficerFate::Unhurt => {}
                command::OfficerFate::Wounded => self.lose_officer(d, place, Fate::Wounded, &[r::LA_GEN_04]),
                command::OfficerFate::Killed => self.lose_officer(d, place, Fate::Killed, &[r::LA_GEN_04]),
            }
        }
        Ok(())
    }

    /// A fire in the form that the rules resolve.
    pub(crate) fn fire_of(&self, w: &World, shot: &Shooting) -> Option<Fire> {
        let counting = w.counting.get(&(shot.by, shot.at))?;
        let unit = w.unit(shot.by);
        let quarters = counting.left(unit.now.spent);
        let officer = w.general_of(shot.at);
        let there = match officer {
            Some(place) => w.generals[place].life == Life::Present,
            None => w.unit(shot.at).present(),
        };
        if quarters == 0 || !there {
            return None;
        }
        let spent = counting.quarters;
        let figures = match shot.beside.and_then(|first| w.counting.get(&(shot.by, first))) {
            Some(first) => self.bearing_beside(w, shot.by, first, counting),
            None => self.bearing_figures(w, shot.by, counting),
        };
        let leading = self.leading(unit, shot.by);
        let distance = Distance::from_cm(distance(&counting.own, &counting.to).cm);
        let target = match officer {
            Some(place) => self.lone_target(w, shot.by, place),
            None => self.target(w, shot.by, shot.at),
        };
        let skirmish = unit.formation == Formation::Skirmish;
        if let Some(calibre) = leading.calibre.filter(|_| self.arm(shot.by) == Arm::Artillery) {
            let shot_kind = if shot.canister { Shot::Canister } else { Shot::Round };
            let gun = Cannonade {
                calibre,
                distance,
                fire: leading.fire,
                figures: if self.on(r::LA_ART_06) {
                    rulebook::saturated::<u16, _>(figures.len())
                } else {
                    unit.initial.into()
                },
                quarters,
                shot: shot_kind,
                target,
            };
            return Some(Fire {
                by: shot.by,
                at: shot.at,
                spent,
                loose: shot.canister,
                small: false,
                kind: FireKind::Guns(gun),
            });
        }
        // The table is read for each kind of figure (LA-GAP-45).
        let mut kinds: Vec<(Figure, Group)> = Vec::new();
        let weapon = leading.small_arms().unwrap_or(Weapon::Musket);
        for figure in figures.iter().filter(|f| f.weapon == weapon) {
            match kinds.iter_mut().find(|(kind, _)| kind == figure) {
                Some((_, group)) => group.figures += 1,
                None => kinds.push((*figure, Group { fire: figure.fire, figures: 1 })),
            }
        }
        let groups = kinds.into_iter().map(|(_, group)| group).collect();
        let volley = Volley {
            weapon,
            distance,
            groups,
            quarters,
            first_fire: unit.fresh_muskets && self.arm(shot.by) == Arm::Infantry && unit.order <= Order::Disorganised,
            skirmish,
            order: unit.order,
            rain: self.scenario.rain,
            target,
        };
        Some(Fire { by: shot.by, at: shot.at, spent, loose: skirmish, small: true, kind: FireKind::Muskets(volley) })
    }

    /// Lone officers touched by an enemy go to a friend or are taken (LA-GAP-59).
    pub(crate) fn officers_touched(&self, d: &mut D<'_>) {
        for place in 0..d.world.generals.len() {
            if self.touched(&d.world, place) {
                self.strand(d, place);
            }
        }
    }

    /// Whether an enemy that has moved touches a lone officer.
    pub(crate) fn touched(&self, w: &World, place: usize) -> bool {
        let officer = &w.generals[place];
        let there = officer.life == Life::Present && officer.with.is_none();
        let comes =
            |id: UnitId| w.unit(id).now.moved > 0 && within_cm(self.officer_to(officer.at, &self.body(w, id)), 0);
        there && self.troops(w, self.officers[place].side.other()).any(comes)
    }

    /// Whether it counts as a landing charge for tests.
    pub(crate) const fn is_charge(sort: Sort) -> bool {
        !matches!(sort, Sort::Entry)
    }
}

/// A fire with everything that counts.
#[derive(Clone, Debug)]
pub(crate) struct Fire {
    pub by: UnitId,
    pub at: UnitId,
    /// Quarters of the half that the fire uses up.
    pub spent: u8,
    pub loose: bool,
    pub small: bool,
    pub kind: FireKind,
}

#[derive(Clone, Debug)]
pub(crate) enum FireKind {
    Muskets(Volley),
    Guns(Cannonade),
}

impl Fire {
    pub(crate) fn die(&self, rules: &LesAigles) -> fire::DieKind {
        match &self.kind {
            FireKind::Muskets(volley) => volley.die(&rules.book),
            FireKind::Guns(_) => fire::DieKind::Usual,
        }
    }

    pub(crate) const fn test(&self) -> &'static str {
        match self.kind {
            FireKind::Muskets(_) => "small-arms-fire",
            FireKind::Guns(_) => "artillery-fire",
        }
    }

    pub(crate) fn figures(&self) -> u16 {
        match &self.kind {
            FireKind::Muskets(volley) => volley.groups.iter().map(|group| group.figures).sum(),
            FireKind::Guns(gun) => gun.figures,
        }
    }

    /// The lines that are known before the die.
    pub(crate) fn before(&self, rules: &LesAigles, trace: &mut impl game::Trace) -> i16 {
        match &self.kind {
            FireKind::Muskets(volley) => volley.before(&rules.book, trace),
            FireKind::Guns(gun) => gun.before(&rules.book, trace),
        }
    }

    pub(crate) fn losses(&self, rules: &LesAigles, class: i16, trace: &mut impl game::Trace) -> u16 {
        match &self.kind {
            FireKind::Muskets(volley) => volley.fired(&rules.book, class, trace).losses,
            FireKind::Guns(gun) => gun.fired(&rules.book, class, trace).losses,
        }
    }
}
