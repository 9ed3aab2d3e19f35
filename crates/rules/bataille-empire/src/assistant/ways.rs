//! Ranges of fire, the target of a charge, and ways of giving way.

use super::{Checks, Outcome, Run, Test, check_body};
use crate::Ud;
use crate::resolve::fire::{self, FireTargets, Mark, Weapon};
use crate::resolve::give_way::{self, Barrier, Cause, GivingWay};
use crate::resolve::reaction::{self, Candidate, Prey, Targets};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Band, Body, Formation, Guns};
use game::Rule;
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A unit that may fire.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Shooter {
    unit: Body,
    /// It stands on a hill.
    on_hill: bool,
    /// A distance whose band is wanted.
    distance: Option<Ud>,
}

pub(super) struct Ranges;

impl Test for Ranges {
    type Book = Book;
    const NAME: &'static str = "ranges";
    const RULES: &'static [Rule] = &[
        r::BE_POR_01,
        r::BE_POR_02,
        r::BE_POR_03,
        r::BE_POR_04,
        r::BE_POR_05,
        r::BE_POR_06,
        r::BE_POR_07,
        r::BE_GAP_06,
        r::BE_GAP_24,
        r::BE_GAP_53,
    ];
    type Situation = Shooter;

    fn example() -> Shooter {
        let unit =
            Body { arm: Arm::Artillery, guns: Guns::EightNine, formation: Formation::Deployed, ..Body::default() };
        Shooter { unit, on_hill: true, distance: Some(Ud::of(12)) }
    }

    fn check(book: &Book, s: &Shooter, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
    }

    fn resolve(s: &Shooter, mut run: Run<'_>) -> Outcome {
        let book = run.book;
        let limits = fire::limits(book, &s.unit, s.on_hill);
        for (weapon, band, limit) in &limits {
            match (weapon, band) {
                (Weapon::BattalionGuns, _) => run.tell("battalion_guns", limit),
                (_, Band::Short) => run.tell("short", limit),
                (_, Band::Effective) => run.tell("effective", limit),
                (_, Band::Long) => run.tell("long", limit),
            }
        }
        let found = s.distance.and_then(|distance| fire::band(book, &s.unit, s.on_hill, distance));
        if let Some((weapon, band)) = found {
            run.tell("weapon", weapon);
            run.tell("band", band);
        } else if limits.is_empty() || s.distance.is_some() {
            let bar = fire::silent(book, &s.unit);
            run.tell("why", bar.why);
            run.tell("by", bar.rule.id);
        }
        run.done(false)
    }
}

pub(super) struct FireTarget;

impl Test for FireTarget {
    type Book = Book;
    const NAME: &'static str = "fire-target";
    const RULES: &'static [Rule] = &[
        r::BE_TIR_02,
        r::BE_POR_01,
        r::BE_POR_07,
        r::BE_ORD_06,
        r::BE_MA_05,
        r::BE_GAP_24,
        r::BE_GAP_35,
        r::BE_GAP_36,
        r::BE_GAP_50,
    ];
    type Situation = FireTargets;

    fn example() -> FireTargets {
        let at = |distance, formation| Mark {
            target: Body { formation, ..Body::default() },
            distance: Ud::of(distance),
            ..Mark::default()
        };
        let unit = Body { arm: Arm::Artillery, formation: Formation::Deployed, ..Body::default() };
        let enemies = vec![at(3, Formation::Skirmish), at(5, Formation::Column), at(7, Formation::Line)];
        FireTargets { unit, enemies, ..FireTargets::default() }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["enemies[].distance"]];

    fn check(book: &Book, s: &FireTargets, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
        checks.entries("enemies", s.enemies.len(), 0..=32);
        for (place, enemy) in s.enemies.iter().enumerate() {
            check_body(book, &format!("enemies[{place}].target"), &enemy.target, checks);
            checks.within(&format!("enemies[{place}].angle"), enemy.angle, 0, 180);
        }
    }

    fn resolve(s: &FireTargets, run: Run<'_>) -> Outcome {
        let judged = fire::targets(run.book, s);
        tell_targets(run, &judged)
    }
}

/// Shows which enemies may be chosen, and why the others may not; numbered from one, in the order typed.
fn tell_targets(mut run: Run<'_>, judged: &[Result<(), Bar>]) -> Outcome {
    let numbered = || judged.iter().enumerate().map(|(place, judged)| (place + 1, judged));
    run.tell("targets", numbered().filter(|(_, judged)| judged.is_ok()).map(|(n, _)| n).collect::<Vec<_>>());
    let refused = numbered().filter_map(|(n, judged)| Some((n, judged.as_ref().err()?)));
    let told: Vec<_> = refused.map(|(n, bar)| json!({ "enemy": n, "why": bar.why, "by": bar.rule.id })).collect();
    run.tell("refused", told);
    run.done(false)
}

pub(super) struct ChargeTarget;

impl Test for ChargeTarget {
    type Book = Book;
    const NAME: &'static str = "charge-target";
    const RULES: &'static [Rule] = &[
        r::BE_CHA_01,
        r::BE_CHA_02,
        r::BE_CHA_09,
        r::BE_ORD_03,
        r::BE_ORD_06,
        r::BE_ORD_11,
        r::BE_ORD_13,
        r::BE_MA_05,
    ];
    type Situation = Targets;

    fn example() -> Targets {
        let at = |distance, angle| Candidate { distance: Ud::of(distance), angle, ..Candidate::default() };
        let unit = Body { arm: Arm::Cavalry, ..Body::default() };
        Targets { unit, enemies: vec![at(6, 0), at(2, 40)], ..Targets::default() }
    }

    const SAID: &'static [&'static [&'static str]] = &[&["enemies[].distance"]];

    fn check(book: &Book, s: &Targets, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
        checks.entries("enemies", s.enemies.len(), 0..=32);
        for (place, enemy) in s.enemies.iter().enumerate() {
            let Prey { body, .. } = &enemy.target;
            check_body(book, &format!("enemies[{place}].target"), body, checks);
            checks.within(&format!("enemies[{place}].angle"), enemy.angle, 0, 180);
        }
    }

    fn resolve(s: &Targets, run: Run<'_>) -> Outcome {
        let judged = reaction::targets(run.book, s);
        tell_targets(run, &judged)
    }
}

pub(super) struct GiveWay;

impl Test for GiveWay {
    type Book = Book;
    const NAME: &'static str = "give-way";
    const RULES: &'static [Rule] = &[
        r::BE_FUI_01,
        r::BE_FUI_02,
        r::BE_FUI_03,
        r::BE_FUI_04,
        r::BE_FUI_06,
        r::BE_FUI_07,
        r::BE_GAP_38,
        r::BE_GAP_49,
        r::BE_GAP_96,
    ];
    type Situation = GivingWay;

    fn example() -> GivingWay {
        GivingWay { cause: Cause::Defeat, barrier: Barrier::Ground, barrier_at: Ud::of(3), ..GivingWay::default() }
    }

    fn check(book: &Book, s: &GivingWay, checks: &mut Checks) {
        check_body(book, "unit", &s.unit, checks);
    }

    fn resolve(s: &GivingWay, mut run: Run<'_>) -> Outcome {
        let gone = give_way::give_way(run.book, s);
        run.tell_all(gone);
        if let Some(rule) = gone.by {
            run.tell("by", rule.id);
        }
        run.done(false)
    }
}
