//! Charges at random.

use crate::field::{FOOT, Field, GUNS, HORSE, Stand, area};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::{Book, Order};
use std::collections::BTreeSet;

/// Two divisions at close quarters with a wood, a farm and a marsh between them.
fn field(book: &Book) -> Field {
    let ground = [
        area("forest", &[(10.0, 12.0), (13.0, 12.0), (13.0, 15.0), (10.0, 15.0)]),
        area("masonry_building", &[(20.0, 13.0), (21.0, 13.0), (21.0, 14.0), (20.0, 14.0)]),
        area("marsh", &[(30.0, 12.0), (33.0, 12.0), (33.0, 14.0), (30.0, 14.0)]),
    ]
    .concat();
    let blue: Vec<Stand> = vec![
        FOOT.at(1500, 1200),
        Stand { formation: "attack_column", ..FOOT }.at(1800, 1200),
        Stand { formation: "attack_column", ..FOOT }.at(1500, 1000),
        HORSE.at(2300, 1100),
        HORSE.of("fr-cuirassiers").at(2600, 1100),
        GUNS.at(1650, 1150),
        FOOT.of("fr-light").at(1200, 1100),
    ];
    let red: Vec<Stand> = vec![
        FOOT.at(1500, 1500).facing(180),
        Stand { formation: "attack_column", ..FOOT }.at(1800, 1500).facing(180),
        HORSE.at(2300, 1600).facing(180),
        HORSE.of("fr-cuirassiers").at(2600, 1500).facing(180),
        GUNS.at(2050, 1550).facing(180),
        FOOT.of("fr-light").at(1200, 1500).facing(180),
        FOOT.at(1500, 1750).facing(180),
    ];
    Field::new(book, &ground, &blue, &red).orders(Order::Attack, Order::Hold)
}

#[test]
fn random_charges_come_to_an_end_and_ask_every_question() {
    let mut asked = BTreeSet::new();
    for luck in 0..60 {
        let division = u16::try_from(luck % 2).unwrap();
        let played = field(&Book::new())
            .orders(Order::Attack, if luck % 3 == 0 { Order::Attack } else { Order::Engage })
            .with(|w| {
                w.activation.as_mut().unwrap().division = division;
                w.active = Some(if division == 0 { game::Side::Blue } else { game::Side::Red });
            })
            .by_luck(luck)
            .run(&[Step::Charges(division), Step::Moves(division)]);
        asked.extend(played.asked.iter().map(|slot| slot.kind.to_string()));
    }
    for kind in ["charge", "intercept", "reply", "call_off", "supports", "pursue", "advance", "strike", "react"] {
        assert!(asked.contains(kind), "never asked: {kind} (asked: {asked:?})");
    }
}
