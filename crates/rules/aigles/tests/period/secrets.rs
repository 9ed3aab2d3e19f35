//! What one side has written never reaches the other before it is opened (LA-CHA-09, LA-GAP-60).
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::field::field;
use game::{Event, Measuring, Play, Rules, Side};
use grognard_aigles::turn::Step;
use rulebook::question::Asks;

#[test]
fn two_written_targets_leave_the_other_side_the_same() {
    let army = "blue F fr-line 540 attack_column 90 40 0\nred A pr-line-1813 480 line 80 52 180\nred B pr-line-1813 480 line 104 55 180\n";
    let field = field(army);
    let steps = [Step::Plan, Step::Declare, Step::React];
    let both = ["A", "B"].map(|target| field.play(&steps, &[4], &[("F", "charge", Some(target))]).unwrap());
    let red = |events: &[Event]| events.iter().filter(|e| e.seen_by(Some(Side::Red))).cloned().collect::<Vec<_>>();
    assert_eq!(red(&both[0].events), red(&both[1].events));
    let asked = |n: usize| both[n].asked.iter().filter(|(slot, _)| slot.side == Side::Red).cloned().collect::<Vec<_>>();
    assert_eq!(asked(0), asked(1));
    assert!(asked(0).iter().any(|(slot, fields)| slot.kind == "react" && fields.len() == 2), "both are threatened");
    // As Red knows the two battles they are one.
    let seen = |n: usize| field.rules.redact(&Play::new(both[n].world.clone(), []), Side::Red);
    assert_eq!(seen(0), seen(1));
    assert_ne!(both[0].world, both[1].world);
}

#[test]
fn nothing_is_measured_while_plans_are_written() {
    let field = field("blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 60 180\n");
    let mut play = Play::new(field.world.clone(), [Step::Plan]);
    play.go(&field.rules, None);
    for side in Side::BOTH {
        let seen = field.rules.redact(&play, side);
        let game::Need::Answers(slots) = field.rules.need(&play) else { panic!("plans are asked for") };
        for slot in slots.iter().filter(|slot| slot.side == side) {
            let ask = field.rules.ask(&seen, slot);
            assert_eq!(ask.measuring, Measuring::AfterDeclaring);
            // No choice tells a figure.
            let told = |field: &game::Field| matches!(&field.shape, game::Shape::Pick { from, .. } if from.iter().any(|c| !c.facts.is_empty()));
            assert!(!ask.fields.iter().any(told));
        }
        assert_eq!(field.rules.measuring(&seen), Measuring::AfterDeclaring);
        assert_eq!(field.rules.measuring_idle(seen.state.now(), side), Measuring::AfterDeclaring);
    }
}
