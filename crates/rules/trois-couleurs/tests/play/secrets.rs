//! A hidden enemy changes no question: each is put and made from what its side knows (L3C-GEN-10, L3C-GAP-A66).

use crate::field::{Field, HORSE, LINE, Stand};
use game::{Secret, UnitId};
use grognard_trois_couleurs::turn::Step;
use grognard_trois_couleurs::world::{Fate, Life};
use grognard_trois_couleurs::{Book, Cohesion};

const FOE: Stand = LINE.of("at-line").facing(180);
const PLANTED: UnitId = UnitId(2);

/// A third unit, as the side that is asked knows it.
#[derive(Clone, Copy, PartialEq)]
enum Third {
    Absent,
    Hidden,
    Seen,
}

fn planted(field: Field, third: Third) -> Field {
    field.with(|w| match third {
        Third::Absent => w.unit_mut(PLANTED).life = Life::Gone(Fate::Absent),
        Third::Hidden => w.hidden[1] = Secret::Known([PLANTED].into()),
        Third::Seen => {}
    })
}

/// The answers offered to a battalion attacked by cavalry, with another unit right behind it.
fn answers(third: Third) -> Vec<String> {
    let red = [HORSE.of("at-dragoons").men("men = 165").facing(180).at(2000, 1700), FOE.facing(0).at(2000, 940)];
    let field = Field::new(&Book::new(), "", &[LINE.at(2000, 1000)], &red);
    let field = planted(field, third).attack(1, 0).loose().turn();
    field.offered.into_iter().filter(|offered| offered.starts_with("answer 0")).collect()
}

#[test]
fn whoever_is_attacked_is_asked_alike_whoever_is_hidden() {
    let open = answers(Third::Absent);
    assert!(open.contains(&"answer 0 square_fire 1".to_owned()), "{open:?}");
    assert_ne!(answers(Third::Seen), open, "who is seen takes its room");
    assert_eq!(answers(Third::Hidden), open);
}

/// The opportunities of a squadron with another unit next to it.
fn chances(third: Third) -> Vec<String> {
    let squadron = Stand::told(("horse", "line"), ("20", "10", "90"), &["class=3"]);
    let red = [FOE.at(3500, 2400), FOE.at(2000, 1300)];
    let field = Field::new(&Book::new(), "", &[squadron], &red);
    let field = field.unit_with(PLANTED.0, |unit| unit.body.state = Cohesion::Unformed);
    planted(field, third).loose().run(&[Step::Late]).offered
}

#[test]
fn nobody_is_told_of_a_hidden_enemy_by_a_chance() {
    assert!(chances(Third::Seen).contains(&"chance 0 attack 2".to_owned()), "{:?}", chances(Third::Seen));
    assert_eq!(chances(Third::Hidden), chances(Third::Absent));
}
