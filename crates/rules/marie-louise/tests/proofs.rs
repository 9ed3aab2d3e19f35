//! Proofs of rules that no typed case can show: each fails when its rule is switched off.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod common;

use common::{prove, resolve};
use game::{Exact, Quiet};
use grognard_marie_louise::resolve::activation;
use grognard_marie_louise::resolve::fire::{Shooter, Target, Volley, volley};
use grognard_marie_louise::resolve::guns::{Battery, Cannonade, lay};
use grognard_marie_louise::resolve::melee;
use grognard_marie_louise::resolve::morale;
use grognard_marie_louise::resolve::morale::{AfterTest, after_test};
use grognard_marie_louise::{Book, Distance, Formation, Marker, Options, Order, Status, r};
use serde_json::json;

#[test]
fn routing_units_do_not_fire() {
    prove(&[r::ML_GAP_31], |book| {
        let shooter = Shooter { elements: 4, marker: Marker::Routing, ..Shooter::default() };
        let fire = Volley { shooter, distance: Distance::of(2), ..Volley::default() };
        assert_eq!(volley(book, &fire, &mut Quiet).power.dice, 0);
    });
}

#[test]
fn limbered_batteries_do_not_fire() {
    prove(&[r::ML_GAP_66], |book| {
        let battery = Battery { elements: 2, formation: Formation::Limbered, order: Order::Hold, ..Battery::default() };
        let fire = Cannonade { battery, distance: Distance::of(6), ..Cannonade::default() };
        assert_eq!(lay(book, &fire, &mut Quiet).zone, None);
    });
}

#[test]
fn a_counter_needs_higher_status_and_a_later_turn() {
    prove(&[r::ML_11F, r::ML_GAP_52, r::ML_1_4F], |book| {
        let may = |own, his| activation::may_counter(book, own, his);
        assert!(may((Status::Elite, 3), (Status::Standard, 2)));
        assert!(may((Status::Elite, 2), (Status::Standard, 2)), "the same number, named later");
        assert!(may((Status::Standard, 5), (Status::Levy, 3)));
        assert!(!may((Status::Elite, 1), (Status::Standard, 2)), "it acts before");
        assert!(!may((Status::Standard, 4), (Status::Standard, 2)), "equal status");
        assert!(!may((Status::Levy, 5), (Status::Standard, 2)));
    });
}

#[test]
fn the_graver_marker_prevails() {
    prove(&[r::ML_GAP_41], |book| {
        assert_eq!(morale::lay(book, Marker::Shaken, Marker::Hesitant), Marker::Shaken);
        assert_eq!(morale::lay(book, Marker::Hesitant, Marker::Routing), Marker::Routing);
        assert_eq!(after_test(book, Marker::Hesitant, false), AfterTest::Shaken);
    });
}

#[test]
fn losses_of_a_melee_are_shared_evenly_the_front_unit_first() {
    prove(&[r::ML_GAP_35], |book| {
        assert_eq!(melee::share(book, 5, 2).as_slice(), [3, 2]);
        assert_eq!(melee::share(book, 5, 3).as_slice(), [2, 2, 1]);
        assert_eq!(melee::share(book, 0, 2).as_slice(), [0, 0]);
    });
}

/// The reading that ML-GAP-01 rejects, as an option: two doublings make three times.
#[test]
fn doublings_may_be_added_up() {
    let fire = Volley {
        shooter: Shooter { elements: 2, order: Order::Hold, ..Shooter::default() },
        target: Target { formation: Formation::AttackColumn, ..Target::default() },
        distance: Distance::of(2),
        ..Volley::default()
    };
    let plain = volley(&Book::new(), &fire, &mut Quiet).power;
    let added = Book::new().with_options(Options { additive_doublings: true, ..Options::default() });
    let added = volley(&added, &fire, &mut Quiet).power;
    assert_eq!(plain.total(5), Exact::whole(20));
    assert_eq!(added.total(5), Exact::whole(15));
}

#[test]
fn an_element_lost_leads_to_a_morale_test() {
    prove(&[r::ML_5_2B], |book| {
        let leads = |losses: u8| {
            let toll = json!({ "arm": "infantry", "elements": 4, "counter": 2, "losses": losses });
            let told = resolve(book, "losses", &toll, &[]);
            told.leads.iter().map(|lead| lead.test).collect::<Vec<_>>()
        };
        assert!(leads(1).is_empty());
        assert_eq!(leads(4), ["morale"]);
    });
}
