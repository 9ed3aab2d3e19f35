//! Values varied and searched, and confidence intervals.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use armies::Quality;
use game::{Side, Term};
use grognard_trials::balance::Balance;
use grognard_trials::{Plan, Rate, Sweep, SweepError};
use marie_louise::RULESET;
use std::collections::BTreeMap;

fn plan(scenario: &str) -> Plan {
    Plan {
        scenario: armies::Library::embedded().text(scenario).unwrap().to_owned(),
        tables: None,
        options: BTreeMap::new(),
        generals: ["random".to_owned(), "random".to_owned()],
        mirror: false,
        battles: 1,
        seed: 1,
        most_answers: None,
        shard: None,
    }
}

/// The scenarios that a sweep makes, and the plans.
fn made(scenario: &str, text: &str) -> Vec<(armies::Scenario, Plan)> {
    let cases = Sweep::parse(text).unwrap().cases(&plan(scenario), &RULESET).unwrap();
    let read = |plan: &Plan| armies::parse(&plan.scenario, "scenario").unwrap();
    cases.into_iter().map(|case| (read(&case.plan), case.plan)).collect()
}

#[test]
fn a_sweep_changes_what_it_names_and_nothing_else() {
    let original = armies::parse(&plan("premier-feu").scenario, "scenario").unwrap();
    let made_of = |text: &str| made("premier-feu", text);
    for (scenario, quality) in
        made_of("brigade:brigade-rehden.quality=raw,veteran").iter().zip([Quality::Raw, Quality::Veteran])
    {
        assert!(scenario.0.force(Side::Red).units().all(|(_, unit)| unit.quality == quality));
        assert_eq!(scenario.0.force(Side::Blue), original.force(Side::Blue));
    }
    let units = |s: &armies::Scenario| s.units().map(|(_, _, unit)| unit.strength).collect::<Vec<_>>();
    let (small, _) = &made_of("unit:pr-hussards.men=350")[0];
    assert_eq!(units(small)[..5], units(&original)[..5]);
    assert_eq!(units(small)[5], armies::Strength::Men(350));
    let breaks: Vec<_> = made_of("victory:red_breaks=30,50").iter().map(|(s, _)| s.victory.breaks).collect();
    let blue = original.victory.breaks[0];
    assert_eq!(breaks, [[blue, Some(30)], [blue, Some(50)]]);
    let points: Vec<_> = made_of("objective:ferme.points=5").iter().map(|(s, _)| s.objectives[0].points).collect();
    assert_eq!(points, [Some(5)]);
    assert_eq!(made_of("turns=3")[0].0.turns("marie-louise"), 3);
    let led = made_of("general:brigade-morvan.competence=0");
    let general = &led[0].0.force(Side::Blue).commands[0].general;
    assert_eq!(general.overrides["marie-louise"]["competence"].as_integer(), Some(0));
    assert_eq!(general.overrides["marie-louise"]["charisma"].as_integer(), Some(1));
    let arrivals: Vec<u16> =
        made("maida-1806", "arrival:gb-20=3,9").iter().map(|(s, _)| s.force(Side::Red).arrivals[0].turn).collect();
    assert_eq!(arrivals, [3, 9]);
    let (scenario, plan) = &made_of("option:alternate_movement=0,1")[1];
    assert_eq!((scenario, plan.options.get(&Term::of("alternate_movement"))), (&original, Some(&1)));
}

#[test]
fn what_cannot_be_varied_is_refused_with_what_can() {
    let refused = |text: &str| match Sweep::parse(text) {
        Ok(sweep) => sweep.cases(&plan("premier-feu"), &RULESET).err().unwrap(),
        Err(error) => error,
    };
    assert!(matches!(refused("turns"), SweepError::Form(_)));
    assert!(matches!(refused("turns=3,,4"), SweepError::Form(_)));
    assert!(matches!(refused("weather:rain=1"), SweepError::Kind { .. }));
    assert!(matches!(refused("brigade:brigade-rehden=1"), SweepError::Kind { .. }));
    let SweepError::Unknown { known, .. } = refused("unit:pr-husards.men=3") else { panic!("unknown") };
    assert!(known.contains("pr-hussards"));
    assert!(matches!(refused("option:alternate=1"), SweepError::Unknown { .. }));
    assert!(matches!(refused("option:alternate_movement=often"), SweepError::Number(_)));
    assert!(matches!(refused("brigade:brigade-rehden.quality=usual,splendid"), SweepError::Faults { .. }));
    assert!(matches!(refused("brigade:brigade-rehden.colour=3"), SweepError::Faults { .. }));
    assert!(matches!(refused("arrival:pr-hussards=3"), SweepError::Unknown { .. }));
    assert!(Balance::parse("victory:red_breaks=60..20").is_err() && Balance::parse("victory:red_breaks=20").is_err());
}

#[test]
fn a_search_halves_its_way_to_an_even_chance() {
    let balance = Balance::parse("victory:red_breaks=0..100").unwrap();
    let mut asked = Vec::new();
    let found = balance
        .search(|value| {
            asked.push(value);
            let won = u64::try_from(1000 - 10 * value.abs_diff(0) as i64 - 130).unwrap_or(0);
            Ok::<_, ()>(Some(Rate::of(won, 1000)))
        })
        .unwrap();
    assert_eq!(found.best.map(|best| best.value), Some(37));
    assert!(found.bracketed && asked.len() <= 9, "{asked:?}");
    let [low, high] = found.as_good.unwrap();
    assert!(low <= 37 && 37 <= high && high - low < 8);
    // Neither end of the range favours the other side.
    let open = balance.search(|value| Ok::<_, ()>(Some(Rate::of(900 - value.unsigned_abs(), 1000)))).unwrap();
    assert_eq!((open.bracketed, open.best.map(|best| best.value), open.as_good), (false, Some(100), None));
}

#[test]
fn intervals_are_those_of_wilson() {
    let close = |rate: Rate, low: f64, high: f64| (rate.low - low).abs() < 5e-5 && (rate.high - high).abs() < 5e-5;
    assert!(close(Rate::of(50, 100), 0.4038, 0.5962));
    assert!(close(Rate::of(0, 10), 0.0, 0.2775));
    assert!(close(Rate::of(10, 10), 0.7225, 1.0));
    assert!(close(Rate::of(0, 0), 0.0, 1.0));
}

#[test]
fn chances_that_say_different_things_are_told_from_those_that_do_not() {
    let rate = |won| Rate::of(won, 100);
    assert!(rate(90).disagrees(&rate(60)), "apart");
    assert!(rate(65).disagrees(&rate(45)), "on either side of even, and one of them surely");
    assert!(!rate(55).disagrees(&rate(45)), "neither is sure of a side");
    assert!(!rate(70).disagrees(&rate(62)));
    assert_eq!([(20, 80), (80, 20), (50, 55)].map(|(a, b)| rate(a).trend(&rate(b))), [1, -1, 0]);
}
