//! Odds and tests shown before an answer are those of the resolution itself.

use crate::field::field;
use game::{Chance, Op, Term};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::{Book, r};
use rulebook::proof::prove;

#[test]
fn a_fire_is_foreseen_as_it_is_resolved() {
    let army = "blue 1 G guns deployed 20 10 0 H
                red 1 I foot line 20 14 180 H";
    let field = field(&Book::new(), "", army).active(0, 3);
    let prospects = field.foreseen(Step::Fires { division: 0, last: false }, "fire fire G stay");
    // Canister of a stationary battery at a line: the worked case be-d-tir-21.
    let odds = prospects[0].odds.as_ref().unwrap();
    let fails = odds.chance_of(|facts| facts.get(&Term::of("fails_morale")) == Some(&1));
    assert_eq!(fails, Chance::Exact("4/9".parse().unwrap()));
    let foreseen: Vec<_> = prospects[0].breakdown.lines.iter().filter(|line| matches!(line.op, Op::Add(_))).collect();
    let fought = field.play(&[Step::Fires { division: 0, last: false }], &["fire fire G stay"], &[1]);
    let told = fought.added("fire", "G");
    let foreseen: Vec<_> =
        foreseen.iter().map(|line| (line.rule.to_string(), if let Op::Add(n) = line.op { n } else { 0 })).collect();
    assert_eq!(foreseen, told);
    assert_eq!(prospects.len(), 2, "the fire, and the test it may bring");
}

#[test]
fn a_charge_shows_both_sides_and_who_wins_how_often() {
    let army = "blue 1 H fr-cuirassiers line 20 10 0 A
                red 1 I foot line 20 14 180 H";
    let field = field(&Book::new(), "", army).active(0, 3);
    let prospects = field.foreseen(Step::Charges(0), "charge charge H I");
    let odds = prospects[0].odds.as_ref().unwrap();
    let all = odds.rows.iter().map(|(_, chance)| chance.to_f64()).sum::<f64>();
    assert!((all - 1.0).abs() < 1e-9);
    assert_eq!(prospects.len(), 2);
    assert!(prospects.iter().all(|prospect| !prospect.breakdown.lines.is_empty()));
}

#[test]
fn a_battery_that_will_limber_is_foreseen_to_fire_worse() {
    let army = "blue 1 G guns deployed 20 10 0 H
                red 1 I foot line 20 14 180 H";
    prove(&[r::BE_GAP_95], |book| {
        let field = field(book, "", army).active(0, 3);
        let limbers = |says: &str| {
            let prospects = field.foreseen(Step::Fires { division: 0, last: false }, says);
            prospects[0].breakdown.lines.iter().any(|line| line.rule == r::BE_TIR_14.into())
        };
        assert!(limbers("fire fire G limber_after") && !limbers("fire fire G stay"));
    });
}
