//! What a player is shown before the dice agrees with the dice: every result is played and counted.

use crate::field::{Field, field};
use dice::Ratio;
use game::{Deed, Event, Facts, Op, Prospect, Ref, Reply, Rules, Side, Slot, Term};
use grognard_marie_louise::turn::{Instant, Step};
use grognard_marie_louise::{Book, Order, PAS};
use std::collections::BTreeMap;
use table::{Manoeuvre, March};

/// Every result of a number of six-sided dice.
fn falls(dice: u32) -> Vec<Vec<u8>> {
    (0..6_u32.pow(dice)).map(|n| (0..dice).map(|k| (n / 6_u32.pow(k) % 6) as u8 + 1).collect()).collect()
}

/// How often each value of a fact is expected, out of a number of results.
fn foreseen(prospect: &Prospect, fact: &'static str, of: usize) -> BTreeMap<i64, Ratio> {
    let rows = &prospect.odds.as_ref().expect("odds").rows;
    let whole = Ratio::from(i64::try_from(of).unwrap());
    let times = |facts: &Facts, chance: &game::Chance| {
        (facts[&Term::of(fact)], chance.exact().unwrap().checked_mul(whole).unwrap())
    };
    rows.iter().map(|(facts, chance)| times(facts, chance)).collect()
}

/// Plays a step with every result of the dice and counts the outcomes; also checks that the lines are those shown
/// before, except for the dice.
fn played(
    set: impl Fn() -> Field,
    step: &Step,
    says: &[&str],
    dice: u32,
    prospect: &Prospect,
    read: impl Fn(&[Event]) -> i64,
) -> BTreeMap<i64, Ratio> {
    let mut counted: BTreeMap<i64, i64> = BTreeMap::new();
    for faces in falls(dice) {
        let fought = set().play(std::slice::from_ref(step), says, &faces);
        *counted.entry(read(&fought.events)).or_default() += 1;
        let told = fought.events.iter().find_map(|event| match &event.deed {
            Deed::Tested { breakdown, .. } if breakdown.test == prospect.breakdown.test => Some(breakdown.clone()),
            _ => None,
        });
        let mut told = told.expect("the test is told");
        told.lines.retain(|line| !matches!(line.op, Op::Dice(_)));
        assert_eq!(told, prospect.breakdown);
    }
    counted.into_iter().map(|(value, n)| (value, Ratio::from(n))).collect()
}

fn losses(events: &[Event]) -> i64 {
    let note = events.iter().find_map(|event| match &event.deed {
        Deed::Note { what, facts, .. } if *what == "hit" => facts.get(&Term::of("losses")).copied(),
        _ => None,
    });
    note.expect("a hit is noted")
}

fn passed(events: &[Event]) -> i64 {
    let result = events.iter().find_map(|event| match &event.deed {
        Deed::Tested { result, .. } => Some(*result == "passed"),
        _ => None,
    });
    i64::from(result.expect("a test"))
}

fn only(mut prospects: Vec<Prospect>) -> Prospect {
    assert_eq!(prospects.len(), 1, "{prospects:?}");
    prospects.remove(0)
}

#[test]
fn of_a_volley() {
    // Two elements make 36 results, and too few losses for a morale test.
    let army = "blue 1 A foot 2 line 30 20 0 T
                blue 1 B foot 2 line 33 20 0 T
                red 1 I foot 4 line 30 24 180 T cohesion=superior";
    let set = || field(&Book::new(), "", army).with(|w, names| w.unit_mut(names["A"]).has_fired = true);
    let says = ["A fire fire I"];
    let step = Step::Moment(Instant::Zero);
    let prospect = only(set().prospects(step.clone(), Side::Blue, &says));
    assert_eq!((prospect.by, prospect.on), (Some(Ref::Unit(set().id("A"))), Some(Ref::Unit(set().id("I")))));
    let threshold = prospect.threshold.clone().unwrap();
    assert_eq!((threshold.fact, threshold.at_least), (Term::of("losses"), 5));
    assert_eq!(foreseen(&prospect, "losses", 36), played(set, &step, &says, 2, &prospect, losses));
}

#[test]
fn of_a_rally() {
    let army = "blue 1 A foot 4 line 30 20 0 - marker=shaken
                blue 1 B foot 4 line 33 20 0 T
                red 1 I foot 4 line 30 40 180 T";
    let set = || field(&Book::new(), "", army);
    let prospects = set().prospects(Step::LayOrders, Side::Blue, &[]);
    let rally = prospects.iter().find(|p| p.breakdown.test == "rally").expect("the shaken unit will test").clone();
    assert_eq!(foreseen(&rally, "passed", 36), played(set, &Step::Rally, &[], 2, &rally, passed));
    assert!(rally.breakdown.lines.iter().any(|line| line.rule.as_str() == "ML-5.2i"), "shaken: {rally:?}");
}

#[test]
fn of_a_change_of_order() {
    let army = "blue 1 A foot 4 line 4 2 0 T
                red 1 I foot 4 line 30 40 180 T";
    let set = || crate::in_turn(field(&Book::new(), "", army), 3, Order::Hold);
    let changed = only(set().prospects(Step::LayOrders, Side::Blue, &["blue-1 orders charge"]));
    assert_eq!(changed.breakdown.test, "order_change");
    // A brigadier of average competence: the die must beat 3.
    assert_eq!(foreseen(&changed, "passed", 6), BTreeMap::from([(0, Ratio::from(3)), (1, Ratio::from(3))]));
    let same = only(set().prospects(Step::LayOrders, Side::Blue, &["blue-1 orders hold"]));
    assert_eq!(foreseen(&same, "passed", 1), BTreeMap::from([(1, Ratio::ONE)]));
    let own = set().prospects(Step::LayOrders, Side::Blue, &["blue-1 orders hold", "A orders charge"]);
    assert!(own.iter().any(|p| p.breakdown.test == "reaction" && p.by == Some(Ref::Unit(set().id("A")))), "{own:?}");
}

#[test]
fn of_friends_passed_through() {
    let army = |formation: &str| {
        format!(
            "blue 1 A foot 1 line 30 20 0 M
             blue 1 B foot 4 {formation} 30 23 0 T
             red 1 I foot 4 line 60 40 180 T"
        )
    };
    let set = |formation: &str| field(&Book::new(), "", &army(formation));
    let ahead = |formation: &str, pas: i32| {
        let set = set(formation);
        let seen = set.rules.redact(&set.standing_in(Step::Plan), Side::Blue);
        let ask = set.rules.ask(&seen, &Slot::new(Side::Blue, "plan"));
        let reply = |f: &game::Field| match f.about {
            Ref::Unit(id) if id == set.id("A") => {
                Reply::Marched(March { movers: vec![id.0], legs: vec![Manoeuvre::Ahead(pas * PAS)] })
            }
            _ => f.default.clone(),
        };
        let replies: Vec<Reply> = ask.fields.iter().map(reply).collect();
        set.rules.check(&seen, &ask, &replies).unwrap();
        let who = |p: Prospect| (p.breakdown.test.to_string(), p.by);
        set.rules.prospects(&seen, &ask, &replies).into_iter().map(who).collect::<Vec<_>>()
    };
    let both = ["A", "B"].map(|name| ("reaction".to_owned(), Some(Ref::Unit(set("line").id(name)))));
    assert_eq!(ahead("line", 6), both, "through the friend");
    assert!(ahead("line", 1).is_empty(), "short of him");
    assert!(ahead("skirmish", 6).is_empty(), "skirmishers are passed freely");
}

#[test]
fn of_a_charge_and_its_reverse() {
    let army = "blue 1 A foot 4 line 30 20 0 C
                blue 1 B foot 4 line 40 10 0 T
                red 1 I foot 4 line 30 28 180 T
                red 1 J foot 4 line 30 38 180 T";
    let set = field(&Book::new(), "", army);
    let prospects = set.prospects(Step::Naming, Side::Blue, &["A name_charges charge I", "B name_charges no_charge"]);
    let of = |test: &str, name: &str| {
        let by = Some(Ref::Unit(set.id(name)));
        prospects.iter().find(|p| p.breakdown.test == test && p.by == by).unwrap_or_else(|| panic!("{test} of {name}"))
    };
    let whole = of("impact", "A").odds.as_ref().expect("the whole charge");
    let sum: f64 = whole.rows.iter().map(|(_, chance)| chance.to_f64()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    // Assumptions name the units concerned.
    let known = [Ref::Unit(set.id("A")), Ref::Unit(set.id("I"))];
    assert!(whole.assumed.iter().flat_map(|(slot, _)| &slot.about).all(|about| known.contains(about)));
    assert!(of("reaction", "I").odds.is_some() && of("infantry_fire", "I").odds.is_some());
    // The lines of the impact are those of the charge as played: without fire nothing changes before it.
    let fired = field(&Book::new(), "", army).with(|w, names| w.unit_mut(names["I"]).now.fired = true);
    let lines: Vec<_> = of("impact", "A").breakdown.lines.iter().map(|l| (l.rule.to_string(), l.op)).collect();
    let steps = [Step::Naming, Step::Charges, Step::Impacts];
    // Impact dice (6-1 against 1-6), then the pursuit test.
    let fought = fired.play(&steps, &["A name_charges charge I"], &[6, 1, 1, 6, 6]);
    let mut told = fought.lines("impact", "A");
    told.retain(|(_, op)| !matches!(op, Op::Dice(_)));
    assert_eq!(told, lines);
}
