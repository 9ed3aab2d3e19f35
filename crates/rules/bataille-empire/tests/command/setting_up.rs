//! Deployment, hidden units, flank marches, and battles without a scenario (BE-GAP-79 to BE-GAP-83).

use crate::field::{field, ground};
use game::{Reply, Rules, Secret, Side};
use grognard_bataille_empire::resolve::set_up::{self, Army, Battle};
use grognard_bataille_empire::turn::Step;
use grognard_bataille_empire::world::Life;
use grognard_bataille_empire::{BatailleEmpire, Book, Formation, Grade, Options, Order, UD, r};
use rulebook::proof::{prove, prove_with};

const ARMY: &str = "blue 1 A foot line 20 5 0 A
                    red 1 I foot line 20 35 180 H
                    red 1 J foot line 26 35 180 H
                    red 1 K foot line 32 35 180 H";

#[test]
fn orders_are_written_before_the_battle() {
    prove(&[r::BE_ORD_01], |book| {
        let fought = field(book, "", ARMY).play(&[Step::Deploy], &["deploy engage"], &[]);
        assert_eq!(fought.world.divisions[0].order, Order::Engage);
    });
}

#[test]
fn the_defender_hides_units_that_the_other_side_does_not_know_of() {
    let wood = ground("forest", [30.0, 34.0], [33.0, 37.0]);
    prove(&[r::BE_GAP_82], |book| {
        let f = field(book, &wood, ARMY);
        let fought = f.play(&[Step::Deploy], &["deploy K hidden"], &[]);
        let id = fought.id("K");
        assert!(fought.world.is_hidden(id));
        let seen = fought.world.known_to(Side::Blue);
        assert_eq!(seen.unit(id).life, Life::Unseen);
        assert_eq!(seen.hidden[1], Secret::Unknown);
        assert!(fought.rules.card(&seen, id).is_none() && fought.rules.card(&fought.world, id).is_some());
        // An enemy that comes within 4 UD and sees it finds it.
        let f = field(book, &wood, ARMY).active(0, 2).with(|w, names| {
            *w = grown(w.clone(), &fought.world);
            let unit = w.unit_mut(names["A"]);
            unit.pose.at = table::Point::new(32 * UD, 28 * UD);
        });
        let found = f.play(&[Step::Moves(0)], &["act move A go=ahead:3"], &[]);
        assert!(!found.world.is_hidden(found.id("K")));
        // During a move it stops where it finds it, if its player likes.
        let f = field(book, &wood, ARMY).active(0, 2).with(|w, names| {
            *w = grown(w.clone(), &fought.world);
            let unit = w.unit_mut(names["A"]);
            unit.pose.at = table::Point::new(32 * UD, 29 * UD);
            unit.formation = Formation::Column;
        });
        let stopped = f.play(&[Step::Moves(0)], &["act move A go=ahead:4", "shorten stop"], &[]);
        assert_eq!((stopped.at("A").1, stopped.world.is_hidden(stopped.id("K"))), (3_100, false));
    });
}

#[test]
fn who_hides_units_is_asked_at_every_march() {
    let army = "blue 1 A foot column 20 5 0 A
                red 1 I foot line 20 38 180 H";
    prove(&[r::BE_GAP_82], |book| {
        let march = |hidden: bool| {
            let f = field(book, "", army).active(0, 2).with(|w, names| {
                if hidden {
                    w.hidden[1] = Secret::Known([names["I"]].into());
                }
            });
            let fought = f.play(&[Step::Moves(0)], &["act move A go=ahead:2"], &[]);
            fought.asked.iter().filter(|(slot, _)| slot.kind == "react").count()
        };
        assert_eq!((march(false), march(true)), (0, 1));
    });
}

/// The world, with the hidden units of another world.
fn grown(
    mut world: grognard_bataille_empire::world::World,
    from: &grognard_bataille_empire::world::World,
) -> grognard_bataille_empire::world::World {
    world.hidden = from.hidden.clone();
    world
}

#[test]
fn a_division_may_march_round_the_flank() {
    let army = "blue 1 A foot line 20 5 0 A
                blue 2 B foot line 30 5 0 A
                red 1 I foot line 20 35 180 H";
    let book = Book::new().with_options(Options { flank_march: true, ..Options::default() });
    prove_with(&book, &[r::BE_GAP_83], |book| {
        let sent = field(book, "", army).play(&[Step::Deploy], &["deploy #1 flank_right"], &[]);
        assert_eq!(sent.unit("B").life, Life::OffTable(0));
        let f = field(book, "", army).with(|w, _| {
            *w = sent.world.clone();
            w.turn = 1;
        });
        // Points: a 5 brings it on, then the points of both chiefs.
        let fought = f.play(&[Step::Points], &[], &[5, 1, 1]);
        assert_eq!(fought.unit("B").life, Life::Present);
        assert!(fought.unit("B").pose.at.x > 50 * UD, "on the right edge");
    });
}

#[test]
fn a_third_of_an_army_may_wait_in_reserve() {
    let army = "blue 1 A foot line 20 5 0 A
                blue 1 B foot line 24 5 0 A
                blue 1 C foot line 28 5 0 A
                blue 2 D foot line 32 5 0 A
                red 1 I foot line 20 35 180 H";
    prove(&[r::BE_GAP_23], |book| {
        let fought = field(book, "", army).play(&[Step::Deploy], &["deploy #1 reserve"], &[]);
        assert!(fought.world.divisions[1].reserve);
        assert!(!fought.offered("deploy", 0).iter().take(2).any(|choice| choice == "reserve"), "not the greater part");
    });
}

#[test]
fn reconnaissance_decides_who_attacks_and_how() {
    prove(&[r::BE_GAP_79, r::BE_GAP_80, r::BE_GAP_81, r::BE_GAP_85], |book: &Book| {
        let scouts = Army { grade: Grade::Competent, light_cavalry: 5 };
        assert_eq!(set_up::scouting(book, &scouts), 3, "1, and 2 for five units");
        assert_eq!(set_up::battle(book, [5, 4]), (Some(Side::Blue), Battle::Encounter));
        assert_eq!(set_up::battle(book, [3, 7]), (Some(Side::Red), Battle::Attack));
        assert_eq!(set_up::battle(book, [9, 2]), (Some(Side::Blue), Battle::Assault));
        let small = set_up::ground(book, 200, Battle::Encounter).unwrap();
        assert_eq!((small.width.whole(), small.depth.whole(), small.zone.whole(), small.turns), (40, 27, 5, 8));
        let large = set_up::ground(book, 300, Battle::Assault).unwrap();
        assert_eq!((large.width.whole(), large.zone.whole(), large.objectives, large.turns), (60, 12, 3, 10));
    });
}

#[test]
fn units_are_placed_in_their_zone() {
    prove(&[r::BE_GAP_81], |book: &Book| {
        let text =
            std::fs::read_to_string(format!("{}/../../../data/scenarios/premier-feu.toml", env!("CARGO_MANIFEST_DIR")))
                .unwrap();
        let scenario = armies::parse(&text, "test").unwrap();
        let rules = BatailleEmpire::for_scenario(book.clone(), &scenario, armies::Library::embedded()).unwrap();
        let (state, _) = rules.begin();
        let seen = rules.redact(&state, Side::Blue);
        let ask = rules.ask(&seen, &game::Slot::new(Side::Blue, "deploy"));
        let places = ask.fields.iter().filter(|f| matches!(f.shape, game::Shape::Place { .. })).count();
        assert_eq!(places, 4, "three units and their general");
    });
}

#[test]
fn halves_stand_clear_of_everybody_from_the_start() {
    prove(&[r::BE_GAP_38], |book: &Book| {
        let folder = format!("{}/../../../data/scenarios", env!("CARGO_MANIFEST_DIR"));
        let mut halves = 0;
        for name in ["premier-feu", "maida-1806", "saalfeld-1806", "jakubovo-1812"] {
            let text = std::fs::read_to_string(format!("{folder}/{name}.toml")).unwrap();
            let scenario = armies::parse(&text, name).unwrap();
            let library = armies::Library::embedded();
            let rules = BatailleEmpire::for_scenario(book.clone(), &scenario, library).unwrap();
            let world = rules.begin().0.now().clone();
            let here: Vec<_> = world.ids().filter(|id| world.unit(*id).present()).collect();
            for half in here.iter().filter(|id| world.unit(**id).detached) {
                halves += 1;
                let on = |id: &&game::UnitId| {
                    *id != half && table::overlaps(&rules.piece(&world, **id), &rules.piece(&world, *half))
                };
                assert_eq!(here.iter().find(on), None, "{name}: {half:?} stands on it");
            }
        }
        assert!(halves >= 4, "the Corsicans and the Sicilians at Maida");
    });
}

#[test]
fn a_unit_is_placed_within_the_range_of_its_general() {
    prove(&[r::BE_GAP_81], |book: &Book| {
        let folder = format!("{}/../../../data/scenarios", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(format!("{folder}/premier-feu.toml")).unwrap();
        let scenario = armies::parse(&text, "test").unwrap();
        let rules = BatailleEmpire::for_scenario(book.clone(), &scenario, armies::Library::embedded()).unwrap();
        let (state, _) = rules.begin();
        let seen = rules.redact(&state, Side::Blue);
        let ask = rules.ask(&seen, &game::Slot::new(Side::Blue, "deploy"));
        let refused = |x: i32| {
            let mut replies: Vec<Reply> = ask.fields.iter().map(|field| field.default.clone()).collect();
            let place = replies.iter().position(|reply| matches!(reply, Reply::Placed(..))).unwrap();
            if let Reply::Placed(pose, _) = &mut replies[place] {
                pose.at.x = x;
            }
            rules.check(&seen, &ask, &replies).map(|_| ()).err().unwrap_or_default()
        };
        assert!(refused(9 * UD).is_empty());
        let far = refused(22 * UD);
        assert!(
            far.iter().any(|refusal| refusal.rule.as_str() == "BE-GAP-81" && refusal.reason == "out_of_command"),
            "{far:?}"
        );
    });
}
