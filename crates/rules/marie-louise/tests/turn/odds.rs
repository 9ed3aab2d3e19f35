//! Odds that a player asks for before committing an answer.

use crate::field::{Field, field};
use dice::{Ratio, distribution};
use game::{Facts, Odds, Quiet, Ref, Side, Term};
use grognard_marie_louise::fight::{Charge, Follow, Form, Outcome, Party, Wish};
use grognard_marie_louise::resolve::officers;
use grognard_marie_louise::turn::{Instant, Step};
use grognard_marie_louise::{Book, Formation, Order, Status, r};

/// The odds of the test that a blue unit starts with its answer.
fn odds(field: &Field, step: Step, says: &str) -> Odds<Facts> {
    let unit = says.split_whitespace().next().map(|name| Ref::Unit(field.id(name)));
    let own = field.prospects(step, Side::Blue, &[says]).into_iter().filter(|prospect| prospect.by == unit);
    own.filter_map(|prospect| prospect.odds).next().unwrap()
}

fn certain(odds: &Odds<Facts>) -> bool {
    let sum: f64 = odds.rows.iter().map(|(_, chance)| chance.to_f64()).sum();
    (sum - 1.0).abs() < 1e-9
}

fn fact(facts: &Facts, name: &'static str) -> i64 {
    facts.get(&Term::of(name)).copied().unwrap_or(0)
}

#[test]
fn of_a_fire() {
    let army = "blue 1 A foot 4 line 30 20 0 T
                red 1 I foot 4 line 30 24 180 T";
    let field = field(&Book::new(), "", army).with(|w, names| w.unit_mut(names["A"]).has_fired = true);
    let odds = odds(&field, Step::Moment(Instant::Zero), "A fire fire I");
    assert!(certain(&odds));
    // The figure that ML-GAP-01 gives for four plain elements.
    let mean = odds.rows.iter().try_fold(Ratio::ZERO, |sum, (facts, chance)| {
        sum.checked_add(chance.exact()?.checked_mul(Ratio::from(fact(facts, "losses")))?)
    });
    assert_eq!(mean.unwrap().to_string(), "1555/648");
}

#[test]
fn of_guns() {
    let army = "blue 1 S guns 1 deployed 30 20 0 T
                red 1 I foot 4 line 30 36 180 T";
    let odds = odds(&field(&Book::new(), "", army), Step::Moment(Instant::Zero), "S fire fire I");
    assert!(certain(&odds));
    // 15.5 pas are zone 6 of a 6-pounder: two dice that hit on 6; one hit causes a loss on 5 or more, two on a sum of
    // 5.
    let none: f64 = odds.rows.iter().filter(|(f, _)| fact(f, "losses") == 0).map(|(_, c)| c.to_f64()).sum();
    let expected = 25.0 / 36.0 + 10.0 / 36.0 * (4.0 / 6.0) + 1.0 / 36.0 * (6.0 / 36.0);
    assert!((none - expected).abs() < 1e-12, "{none} and not {expected}");
}

#[test]
fn of_a_charge() {
    let army = "blue 1 A foot 4 line 30 20 0 C
                blue 1 B foot 4 line 40 10 0 T
                red 1 I foot 4 line 30 28 180 T
                red 1 J foot 4 line 30 38 180 T";
    let odds_of = |army: &str| odds(&field(&Book::new(), "", army), Step::Naming, "A name_charges charge I");
    let odds = odds_of(army);
    assert!(certain(&odds));
    let chance = |odds: &Odds<Facts>, name| -> f64 {
        odds.rows.iter().filter(|(facts, _)| fact(facts, name) > 0).map(|(_, chance)| chance.to_f64()).sum()
    };
    let parts = ["broken", "attacker_wins", "defender_wins", "undecided"].map(|name| chance(&odds, name));
    assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!(parts[..3].iter().all(|p| *p > 0.05), "each may well happen: {parts:?}");
    assert!(chance(&odds, "melee") > 0.0 && chance(&odds, "recoil") > 0.0);
    assert!(odds.rows.iter().all(|(facts, _)| fact(facts, "too_short") == 0));
    // The same against a unit that is already shaken: better odds.
    let shaken = odds_of(&army.replace("28 180 T", "28 180 T marker=shaken"));
    assert!(chance(&shaken, "attacker_wins") > chance(&odds, "attacker_wins"));
    // Out of reach.
    let far = odds_of(&army.replace("30 28", "30 33"));
    assert_eq!(fact(&far.rows[0].0, "too_short"), 1);
}

/// The chance that a general survives losses, by the two throws of the rules one after the other.
fn spared(book: &Book, losses: u16) -> Ratio {
    let Some(risk) = officers::risk(book, losses, &mut Quiet) else { return Ratio::ONE };
    let (thrown, falls) = (i16::try_from(risk.dice_count()).unwrap(), distribution(&risk).unwrap());
    falls.iter().fold(Ratio::ZERO, |sum, (safe, _)| {
        let times = u8::try_from(thrown - safe).unwrap();
        let blow = officers::blow(book, times, &mut Quiet);
        let survives = blow.map_or(Ratio::ONE, |throw| distribution(&throw).unwrap().probability(1));
        sum.checked_add(falls.probability(safe).checked_mul(survives).unwrap()).unwrap()
    })
}

#[test]
fn odds_make_the_two_throws_of_a_general_at_risk_as_one() {
    let whole = Book::new();
    for book in [whole.clone(), whole.without(r::ML_10A), whole.without(r::ML_10B), whole.without(r::ML_GAP_36)] {
        for losses in 0..=24 {
            let one = officers::peril(&book, losses);
            let chance = one.map_or(Ratio::ONE, |throw| distribution(&throw).unwrap().probability(1));
            assert_eq!(chance, spared(&book, losses), "{losses} losses");
        }
    }
    assert_eq!(spared(&whole, 2).to_string(), "289/324");
    // Too many to count at once: thrown as the rules say.
    assert!(officers::peril(&whole, 25).is_none());
}

#[test]
fn losses_that_decide_nothing_are_not_told_apart_and_change_no_odds() {
    let book = Book::new();
    let mut ends = 0;
    for (status, counter) in [Status::Levy, Status::Standard].into_iter().flat_map(|s| (0..4).map(move |c| (s, c))) {
        // Whether fire stops a charge is decided before the melee, which alone needs every loss counted.
        let stopped = |follow: Follow| {
            let usual = Charge::default();
            let attacker = Party {
                elements: 3,
                status,
                counter,
                formation: Formation::AttackColumn,
                order: Order::Charge,
                ..usual.attacker
            };
            let charge = Charge { attacker, follow, ..usual };
            let wish = Wish { defence: charge.defence, inverted: false };
            let mut odds = game::odds(&charge.bout(&book), &Form { charge: &charge }, &wish).unwrap();
            odds.rows.retain(|(end, _)| end.outcome == Outcome::Broken);
            odds.rows
        };
        let rows = stopped(Follow::Impact);
        assert_eq!(rows, stopped(Follow::Melee), "{status:?} with {counter} on the counter");
        ends += rows.len();
    }
    assert!(ends > 16, "a charge may be stopped at any strength: {ends}");
}
