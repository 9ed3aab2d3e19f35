//! Start and end of a turn, victory (ML-2a, chapter 10, ML-GAP-36, ML-GAP-45, ML-GAP-67).

use crate::at;
use crate::field::{Field, Fought, field};
use game::{Deed, Side};
use grognard_marie_louise::turn::{Instant, Step};
use grognard_marie_louise::world::{Fate, Life};
use grognard_marie_louise::{Book, Marker, Order, r};
use rulebook::proof::prove;

const END: [Step; 1] = [Step::End];
const APART: &str = "blue 1 A foot 4 line 30 10 0 -
                     red 1 I foot 4 line 30 40 180 -";

fn in_turn(field: Field, turn: u16) -> Field {
    field.with(|w, _| w.turn = turn)
}

fn phases(fought: &Fought) -> Vec<String> {
    let clock = |deed: &Deed| match deed {
        Deed::Clock { phase, .. } => Some(phase.to_string()),
        _ => None,
    };
    fought.events.iter().filter_map(|event| clock(&event.deed)).collect()
}

#[test]
fn a_turn_has_its_phases_in_order() {
    prove(&[r::ML_2A, r::ML_2E], |book| {
        // The end of turn 5, then the whole of the last turn.
        let fought = in_turn(field(book, "", APART), 5).play(&END, &[], &[]);
        assert_eq!(
            phases(&fought),
            [
                "end",
                "start",
                "orders",
                "rally",
                "command",
                "naming",
                "moment_0",
                "fall_back",
                "moment_1",
                "charges",
                "moment_2",
                "manoeuvre",
                "moment_3",
                "moment_4",
                "moment_5",
                "moment_6",
                "after_moves",
                "late_fire",
                "end",
            ]
        );
        assert_eq!(fought.world.outcome.unwrap().how.to_string(), "draw");
    });
}

#[test]
fn green_markers_come_off() {
    prove(&[r::ML_1_10A], |book| {
        let army = "blue 1 A foot 4 line 30 10 0 - marker=hesitant
                    red 1 I foot 4 line 30 40 180 - marker=shaken";
        let fought = in_turn(field(book, "", army), 6).play(&END, &[], &[]);
        assert_eq!((fought.unit("A").marker, fought.unit("A").before.hesitant), (Marker::None, true));
        assert_eq!(fought.unit("I").marker, Marker::Shaken);
    });
}

#[test]
fn what_was_done_is_noted_for_the_next_turn() {
    prove(&[r::ML_GAP_67], |book| {
        let field = field(book, "", APART).with(|w, names| {
            let now = &mut w.unit_mut(names["A"]).now;
            now.executed = Order::Charge;
            now.moved = true;
            now.charge_move = true;
        });
        let before = in_turn(field, 6).play(&END, &[], &[]).unit("A").before;
        assert_eq!((before.order, before.immobile, before.charge_move), (Order::Charge, false, true));
    });
}

#[test]
fn a_general_alone_in_front_of_an_enemy_may_be_taken() {
    let play = |book: &Book, die: u8| {
        let field = field(book, "", APART).with(|w, _| w.generals[0].at = at(30.0, 39.2));
        in_turn(field, 6).play(&END, &[], &[die])
    };
    prove(&[r::ML_10E], |book| {
        let taken = play(book, 3);
        assert_eq!(taken.world.generals[0].life, Life::Gone(Fate::Captured));
        assert_eq!(taken.world.commands[0].general_lost, Some(6));
        // By default the general moves 16 pas towards his brigade, and no farther.
        let free = play(book, 4);
        assert_eq!((free.world.generals[0].life, free.world.generals[0].at), (Life::Present, at(30.0, 23.2)));
    });
}

/// A general who escaped moves as usual: where his player wants, by the ground, and clear of the enemy that touched him
/// (ML-10e, ML-6.4b).
#[test]
fn a_general_who_got_away_rides_where_he_is_sent() {
    let play = |ground: &str, says: &[&str]| {
        let field = field(&Book::new(), ground, APART).with(|w, _| w.generals[0].at = at(30.0, 39.2));
        in_turn(field, 6).try_play(&END, says, &[4])
    };
    let where_to = |ground: &str, says: &[&str]| play(ground, says).map(|fought| fought.world.generals[0].at);
    let west = play("", &["blue-1 escape by=270 pas=10"]).unwrap();
    assert_eq!((west.sides("escape"), west.world.generals[0].at), (vec![Side::Blue], at(20.0, 39.2)));
    let reasons =
        |says: &str| where_to("", &[says]).unwrap_err().iter().map(|r| r.reason.to_string()).collect::<Vec<_>>();
    assert_eq!(reasons("blue-1 escape by=270 pas=17"), ["too_long"]);
    assert_eq!(reasons("blue-1 escape by=0 pas=5"), ["enemy_in_the_way"], "through the line that touches him");
    assert_eq!(reasons("blue-1 escape stay"), ["still_caught"]);
    // Among rocks the general moves 4 pas and no more; surrounded by forest he cannot move.
    let rocks = "[[ground.features]]\nkind = \"rocks\"\narea = [[0, 0], [3600, 0], [3600, 2400], [0, 2400]]\n";
    assert_eq!(where_to(rocks, &[]), Ok(at(30.0, 35.2)));
    let forest = rocks.replace("rocks", "forest");
    assert_eq!(where_to(&forest, &[]), Ok(at(30.0, 39.2)));
}

/// A new brigadier appears beside the unit of his brigade that his player chooses (ML-10c, ML-GAP-36); broken units
/// come last.
#[test]
fn a_new_brigadier_appears_where_he_is_wanted() {
    let army = "blue 1 A foot 4 line 30 10 0 - marker=shaken
                blue 1 B foot 4 line 40 10 0 -
                blue 1 C foot 4 line 50 10 0 -
                red 1 I foot 4 line 30 40 180 -";
    prove(&[r::ML_10C], |book| {
        let start = |says: &[&str]| {
            let field = field(book, "", army).with(|w, _| {
                w.generals[0].life = Life::Gone(Fate::Killed);
                w.commands[0].general_lost = Some(2);
            });
            let fought = in_turn(field, 3).play(&[Step::Start], says, &[5]);
            (fought.offered("successor", "blue-1").unwrap(), fought.offered("attach", "blue-1").unwrap())
        };
        let (offered, beside) = start(&[]);
        assert_eq!(offered, ["appear B", "appear C", "appear A"]);
        assert_eq!(beside, ["detached", "attach B"]);
        assert_eq!(start(&["blue-1 successor appear C"]).1, ["detached", "attach C"]);
    });
}

#[test]
fn a_fallen_brigadier_is_replaced_two_turns_later() {
    let start = |book: &Book, turn: u16, faces: &[u8]| {
        let field = field(book, "", APART).with(|w, _| {
            w.generals[0].life = Life::Gone(Fate::Killed);
            w.commands[0].general_lost = Some(2);
        });
        in_turn(field, turn - 1).play(&[Step::Start], &[], faces)
    };
    prove(&[r::ML_10C, r::ML_GAP_36], |book| {
        assert_eq!(start(book, 3, &[]).world.generals[0].life, Life::Gone(Fate::Killed));
        let fought = start(book, 4, &[5]);
        let general = &fought.world.generals[0];
        assert_eq!((general.life, general.charisma, general.competence), (Life::Present, 0, 2));
        // He touches a unit of his brigade, so he may attach at once.
        assert_eq!(fought.offered("attach", "blue-1").unwrap(), ["detached", "attach A"]);
    });
}

#[test]
fn an_army_that_has_lost_too_much_breaks() {
    prove(&[r::ML_GAP_45], |book| {
        let army = "blue 1 A foot 4 line 30 10 0 -
                    red 1 I foot 4 disorder 30 40 180 - marker=routing";
        let fought = in_turn(field(book, "", army), 2).play(&END, &[], &[]);
        let outcome = fought.world.outcome.unwrap();
        assert_eq!((outcome.winner, outcome.how.to_string().as_str()), (Some(Side::Blue), "broken"));
    });
}

fn judged(
    ground: &str,
    army: &str,
    change: impl FnOnce(&mut grognard_marie_louise::world::World),
) -> (Option<Side>, String, i64, i64) {
    let field = in_turn(field(&Book::new(), ground, army), 6).with(|w, _| change(w));
    let outcome = field.play(&END, &[], &[]).world.outcome.unwrap();
    let points = |name: &str| outcome.facts[&game::Term::from(name)];
    (outcome.winner, outcome.how.to_string(), points("blue_points"), points("red_points"))
}

const TWO_EACH: &str = "blue 1 A foot 4 line 30 10 0 -
                        blue 1 B foot 4 line 40 10 0 -
                        red 1 I foot 4 line 30 40 180 -
                        red 1 J foot 4 line 40 40 180 -";

#[test]
fn points_decide_at_the_end() {
    let even = judged("", TWO_EACH, |_| {});
    assert_eq!(even, (None, "draw".to_owned(), 0, 0));
    // 40 points each: half for a rout, a quarter for a shaken unit; 10 % of 85 is 8.5.
    let shaken = judged("", TWO_EACH, |w| w.units[2].marker = Marker::Shaken);
    assert_eq!(shaken, (Some(Side::Blue), "points".to_owned(), 10, 0));
    let both = judged("", TWO_EACH, |w| {
        w.units[2].marker = Marker::Shaken;
        w.units[0].marker = Marker::Routing;
    });
    assert_eq!(both, (Some(Side::Red), "points".to_owned(), 10, 20));
    // A lost brigadier counts although another has replaced him.
    let general = judged("", TWO_EACH, |w| w.generals[1].replacement = true);
    assert_eq!(general, (None, "draw".to_owned(), 5, 0));
}

#[test]
fn objectives_are_held_by_whoever_stands_there_alone() {
    let hill = "[[objectives]]\nid = \"hill\"\nname = \"h\"\nat = [1500, 500]\nradius = 100\npoints = 50\n";
    let held = judged(hill, TWO_EACH, |_| {});
    assert_eq!(held, (Some(Side::Blue), "points".to_owned(), 50, 0));
    let shared = judged(hill, TWO_EACH, |w| w.units[2].pose.at = at(31.5, 11.0));
    assert_eq!(shared, (None, "draw".to_owned(), 0, 0), "both stand there, nobody had it");
    let decided = format!("{hill}[[victory.decisions]]\nwinner = \"blue\"\nhold = [\"hill\"]\n");
    let won = judged(&decided, TWO_EACH, |w| w.units[1].marker = Marker::Shaken);
    assert_eq!((won.0, won.1.as_str()), (Some(Side::Blue), "objectives"));
}

/// A blue battery without its crew, another blue unit, and a red one.
fn abandoned(book: &Book, others: &str, since: Option<u16>) -> Life {
    let army = format!("blue 1 S guns 2 deployed 30 20 0 -\n{others}");
    let field = field(book, "", &army).with(|w, names| {
        w.unit_mut(names["S"]).life = Life::Abandoned { spiked: false, safe_since: since };
    });
    in_turn(field, 6).play(&END, &[], &[]).unit("S").life
}

#[test]
fn guns_without_crew_are_spiked_or_manned_again() {
    prove(&[r::ML_8_7F], |book| {
        let near = "blue 1 B foot 4 line 10 10 0 -\nred 1 I foot 4 line 30 22.4 180 -";
        assert!(matches!(abandoned(book, near, None), Life::Abandoned { spiked: true, .. }), "an enemy 1.9 pas off");
        let far = "blue 1 B foot 4 line 10 10 0 -\nred 1 I foot 4 line 30 22.6 180 -";
        assert!(matches!(abandoned(book, far, None), Life::Abandoned { spiked: false, .. }), "2.1 pas");
    });
    prove(&[r::ML_8_7G], |book| {
        let safe = "blue 1 Q foot 4 square 30 16 0 -\nred 1 I foot 4 line 30 40 180 -";
        assert_eq!(abandoned(book, safe, Some(5)), Life::Present, "safe for a whole turn");
        assert_eq!(abandoned(book, safe, None), Life::Abandoned { spiked: false, safe_since: Some(6) });
        let threatened = "blue 1 Q foot 4 square 30 16 0 -\nred 1 I foot 4 line 30 32 180 -";
        assert_eq!(abandoned(book, threatened, Some(5)), Life::Abandoned { spiked: false, safe_since: None });
    });
}

#[test]
fn an_enemy_who_rides_by_breaks_the_cover_of_abandoned_guns() {
    let army = |enemy: u8| {
        format!(
            "blue 1 S guns 2 deployed 30 20 0 -
             blue 1 Q foot 4 square 30 16 0 -
             red 1 K horse 4 line 30 {enemy} 180 -"
        )
    };
    prove(&[r::ML_8_7G], |book| {
        let after = |enemy: u8| {
            let field = in_turn(field(book, "", &army(enemy)), 6).with(|w, names| {
                w.unit_mut(names["S"]).life = Life::Abandoned { spiked: false, safe_since: Some(5) };
            });
            field.play(&[Step::Moment(Instant::Three)], &[], &[]).unit("S").life
        };
        assert_eq!(after(40), Life::Abandoned { spiked: false, safe_since: Some(5) });
        assert_eq!(after(31), Life::Abandoned { spiked: false, safe_since: None });
    });
}
