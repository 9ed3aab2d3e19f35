//! Invariants of every battle, checked by positions alone (`rulebook::invariants`).
#![allow(clippy::unwrap_used, clippy::panic)]

use game::battery::invariants::Invariant;
use game::{Deed, Event, Picture, Ref, RuleId};
use grognard_aigles::{CM, RULESET};
use rulebook::invariants::{
    Watched, farthest_enemy, lead, lead_back, lead_through_enemies, lead_to, lead_towards_enemy, lead_upon_enemy, lose,
    of_moves,
};

const WATCHED: Watched = Watched { ruleset: &RULESET, folder: env!("CARGO_MANIFEST_DIR"), tries: 100 };

#[test]
fn random_battles_keep_them() {
    WATCHED.kept_by_random_battles(&["premier-feu", "premier-feu", "premier-feu", "maida-1806"]);
}

#[test]
fn the_kept_battle_keeps_them() {
    assert_eq!(WATCHED.found("premier-feu", &WATCHED.events("premier-feu")), []);
}

/// A line touched by skirmishers at its end went forward, farther into them, since the middle of their long line lay
/// behind it: an instant of a battle of version 6.
#[test]
fn a_recoil_into_a_long_line_is_found() {
    let found = WATCHED.found("premier-feu", &WATCHED.events("long-line"));
    assert!(matches!(found[..], [(Invariant::Away, _)]), "{found:?}");
}

#[test]
fn faults_are_found() {
    let events = WATCHED.events("premier-feu");
    let shows = |invariant: Invariant, change: &dyn Fn(&Picture, &mut Event) -> bool| {
        WATCHED.shows(("premier-feu", &events), invariant, change);
    };
    shows(Invariant::Way, &of_moves("LA-MVT-08", lead_through_enemies));
    shows(Invariant::Place, &of_moves("LA-MVT-08", lead_upon_enemy));
    // On a friend in close order, both in good order.
    shows(Invariant::Place, &|picture, event| {
        let friend = |unit| {
            let own = &picture.units[&unit];
            let mut friends = picture.units.iter().filter(|(id, card)| {
                **id != unit && card.side == own.side && card.arm != "general" && card.marks.len() == 1
            });
            friends
                .find(|(_, card)| card.marks.values().all(|mark| *mark != "skirmish"))
                .map(|(_, card)| lead(card).pose)
        };
        let Deed::Moved { unit, .. } = &event.deed else { return false };
        let Some(end) = picture.units.contains_key(unit).then(|| friend(*unit)).flatten() else { return false };
        of_moves("LA-MVT-08", |picture, event, _| lead_to(picture, event, end))(picture, event)
    });
    // Farther than any unit can move.
    shows(Invariant::Reach, &of_moves("LA-MVT-08", |picture, event, unit| lead_back(picture, event, unit, 120 * CM)));
    // Towards the enemy that it leaves.
    shows(
        Invariant::Away,
        &of_moves("LA-GAP-49", |picture, event, unit| {
            event.rules = vec![RuleId::from("LA-GAP-22")];
            lead_towards_enemy(picture, event, unit, CM);
        }),
    );
    // In the open, lost for lack of room.
    shows(Invariant::Room, &of_moves("LA-MVT-08", |_, event, unit| lose(event, unit, "taken", "LA-GAP-63")));
    // By the farthest enemy.
    shows(Invariant::Shot, &|picture, event| {
        let Deed::Note { of: Ref::Unit(unit), what, facts } = &mut event.deed else { return false };
        if *what != "fired_at" || !picture.units.contains_key(unit) {
            return false;
        }
        *facts = game::facts([("by", i64::from(farthest_enemy(picture, *unit).0))]);
        true
    });
}
