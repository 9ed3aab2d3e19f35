//! The alternative readings named by rulings (BE-GAP-40, 44, 62, 64, 68, 72, 86, 90).

use crate::field::{FOOT, Field, GUNS};
use game::{Key, Quiet, Ref, Reply, Side, UnitId};
use grognard_bataille_empire::resolve::flight::first_leg;
use grognard_bataille_empire::resolve::shock::{Fighter, Reply as Answer, Shock, Who, dice, modifiers, verdict};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::{
    Abilities, Ability, Arm, Body, Book, Formation, Options, Order, Status, UD, Ud, Weight,
};
use table::{Manoeuvre, March};

fn read(change: impl FnOnce(&mut Options)) -> Book {
    let mut options = Options::default();
    change(&mut options);
    Book::new().with_options(options)
}

fn body(arm: Arm, formation: Formation) -> Fighter {
    Fighter { body: Body { arm, formation, weight: Weight::Heavy, ..Body::default() }, ..Fighter::default() }
}

/// Modifiers of both sides by the ruling and by the alternative reading.
fn both(shock: &Shock, other: &Book) -> [(i16, i16); 2] {
    [&Book::new(), other].map(|book| {
        (modifiers(book, shock, Who::Attacker, &mut Quiet), modifiers(book, shock, Who::Defender, &mut Quiet))
    })
}

#[test]
fn morale_and_status_may_add_up() {
    let mut shock = Shock::default();
    (shock.attacker.body.status, shock.attacker.body.morale) = (Status::Guard, 6);
    (shock.defender.body.status, shock.defender.body.morale) = (Status::Line, 3);
    // A charging line has 1; the ruling takes the larger difference, 3; the alternative reading adds 2.
    assert_eq!(both(&shock, &read(|o| o.morale_and_status_add = true)), [(4, 3), (6, 3)]);
}

#[test]
fn elan_and_the_order_to_attack_may_add_up() {
    let mut shock = Shock { attacker: body(Arm::Cavalry, Formation::Line), ..Shock::default() };
    shock.attacker.body.abilities = Abilities::of(&[Ability::Elan]);
    shock.attacker.order = Order::Attack;
    assert_eq!(both(&shock, &read(|o| o.elan_and_attack_add = true)), [(4, 2), (5, 2)]);
}

#[test]
fn a_disordered_square_may_lose_its_bonus() {
    let mut shock = Shock { attacker: body(Arm::Cavalry, Formation::Line), ..Shock::default() };
    shock.defender = body(Arm::Infantry, Formation::SolidSquare);
    shock.defender.body.disorder = true;
    assert_eq!(both(&shock, &read(|o| o.disordered_square_loses_bonus = true)), [(7, 6), (7, 0)]);
}

#[test]
fn a_counter_charger_may_be_marked_afterwards() {
    let horse = body(Arm::Cavalry, Formation::Line);
    let shock = Shock { attacker: horse, defender: horse, reply: Answer::CounterCharge };
    assert_eq!(both(&shock, &read(|o| o.counter_charge_marked_after = true)), [(4, 3), (3, 3)]);
}

#[test]
fn cavalry_beaten_by_one_may_lose_a_whole_loss() {
    let mut shock = Shock { attacker: body(Arm::Cavalry, Formation::Line), ..Shock::default() };
    shock.defender = body(Arm::Infantry, Formation::SolidSquare);
    let losses = |book: &Book| verdict(book, &shock, -1).loser_losses.in_halves();
    assert_eq!((losses(&Book::new()), losses(&read(|o| o.natural_defeat_costs_a_loss = true))), (1, 2));
}

#[test]
fn the_first_leg_may_be_at_least_4_ud() {
    let leg = |book: &Book| first_leg(book, Ud::of(6)).stops_at;
    assert_eq!((leg(&Book::new()), leg(&read(|o| o.first_leg_at_least_four = true))), (Ud::of(3), Ud::of(2)));
}

#[test]
fn average_dice_are_an_option() {
    assert_ne!(dice(&Book::new()), dice(&read(|o| o.average_dice = true)));
}

#[test]
fn guns_may_fire_only_at_who_passes() {
    let asked = |book: &Book| {
        let field = Field::new(book, "", &[FOOT.at(2000, 600)], &[GUNS.at(2000, 1600).facing(180)]);
        let march = Reply::Marched(March { movers: vec![0], legs: vec![Manoeuvre::Ahead(2 * UD)] });
        let key = Key::about("move", Ref::Unit(UnitId(0)));
        let field = field.answer(Side::Blue, "act", Reply::Picked(vec![(key, vec![march])]));
        field.run(&[Step::Moves(0)]).was_asked("react")
    };
    assert!(asked(&Book::new()));
    assert!(!asked(&read(|o| o.opportunity_fire_at_passers_only = true)));
}
