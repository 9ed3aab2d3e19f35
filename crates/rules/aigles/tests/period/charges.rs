//! Charges from their declaration to the end of the melee.
#![allow(clippy::unwrap_used)]

use crate::field::{field, half, told};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Bound, Leave};

/// The hussars and dragoons of the walked battle, period 2, by themselves: an effective counter-charge (LA-CCH-07), the
/// general's die (LA-GEN-05), 120 losses against 95, a rout, and a winner that must follow.
#[test]
fn hussars_are_counter_charged_and_win() {
    let field = field("blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 67 180\n");
    let mut steps = half();
    steps.extend(half());
    steps.push(Step::Melee);
    let said = [("H", "charge", Some("D")), ("D", "counter_charge", None), ("blue", "join", Some("H"))];
    // The charger's test, the counter-charger's; the melee; the general's fate; the loser's test.
    let played = field.play(&steps, &[4, 3, 3, 2, 1, 3], &said).unwrap();
    let (hussars, dragoons) = (field.id("H"), field.id("D"));
    assert_eq!(told(&played.events, dragoons, "struck"), [120]);
    assert_eq!(told(&played.events, hussars, "struck"), [95]);
    let (winner, loser) = (played.world.unit(hussars), played.world.unit(dragoons));
    assert_eq!((winner.figures(), loser.figures()), (9, 8));
    assert!(matches!(loser.bound, Bound::Leaving(leaving) if leaving.how == Leave::Rout), "{:?}", loser.bound);
    assert!(matches!(winner.bound, Bound::Following { whom, .. } if whom == dragoons), "{:?}", winner.bound);
    assert_eq!((winner.memory.won_in, loser.memory.lost_in_a_row), (1, 1));
}

/// A charge from less than a quarter's move has no bonus at all (LA-CHA-15): the target stands in the open 5 cm away.
#[test]
fn a_charge_from_too_near_has_no_bonus() {
    let near = field("blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 45 180\n");
    let mut steps = half();
    steps.extend(half());
    steps.push(Step::Melee);
    // Tests of charger and charged; two dice of melee; the loser's test.
    let played = near.play(&steps, &[4, 4, 1, 1], &[("H", "charge", Some("D"))]).unwrap();
    // 5 + 1 fresh = 6, neither has its bonus: 60 each, a draw between equals, so both rally (LA-RAL-26).
    assert_eq!(told(&played.events, near.id("D"), "struck"), [60]);
    assert_eq!(told(&played.events, near.id("H"), "struck"), [60]);
    assert!(matches!(played.world.unit(near.id("H")).bound, Bound::Rallying(_)));
}
