//! Situations read from the table during a turn: cover of units astride an obstacle or caught while moving; tests in
//! waves; points carried over.

use crate::field::{COLUMN, Field, GUNS, HORSE, LINE, Stand, area};
use game::{Reply, Rules, UnitId};
use grognard_trois_couleurs::field::{Scene, TestCause};
use grognard_trois_couleurs::turn::Step;
use grognard_trois_couleurs::world::{Class, Later, Owed, Placement, Reason};
use grognard_trois_couleurs::{Book, Cover, Formation, Gait, r};
use rulebook::proof::{prove, prove_with};

const FOE: Stand = LINE.of("at-line").facing(180);

/// The cover of red against blue.
fn cover(book: &Book, field: &Field) -> Cover {
    let ground = field.rules.field(field.play.now());
    Scene::of(book, &ground, TestCause::assault(0, 1)).cover(1, 0)
}

#[test]
fn who_stands_astride_the_edge_of_a_wood_has_no_cover() {
    prove(&[r::L3C_MVT_16], |book: &Book| {
        let wood = area("open_wood", &[(18.0, 14.2), (24.0, 14.2), (24.0, 18.0), (18.0, 18.0)]);
        let field = Field::new(book, &wood, &[COLUMN.at(2000, 1000)], &[COLUMN.facing(180).at(2000, 1400)]);
        assert_eq!(cover(book, &field), Cover::None);
    });
}

/// A fire of blue at red as the battle reads it.
fn fire(book: &Book, field: &Field) -> grognard_trois_couleurs::resolve::shooting::fire::Fire {
    let ground = field.rules.field(field.play.now());
    Scene::of(book, &ground, TestCause::Losses { tester: 1, shooter: 0 }).fire(0, 1, None).expect("in range")
}

#[test]
fn who_stands_partly_outside_is_shot_at_without_cover() {
    prove(&[r::L3C_GEN_15], |book: &Book| {
        let wood = area("open_wood", &[(18.0, 14.2), (24.0, 14.2), (24.0, 18.0), (18.0, 18.0)]);
        let field = Field::new(book, &wood, &[LINE.at(2000, 1200)], &[COLUMN.facing(180).at(2000, 1400)]);
        assert_eq!(fire(book, &field).target.cover, Cover::None);
    });
}

#[test]
fn a_square_shows_no_flank_to_fire() {
    prove(&[r::L3C_MOR_91], |book: &Book| {
        let square = Stand { formation: "square", ..FOE.at(2200, 1000) };
        let field = Field::new(book, "", &[COLUMN.at(1970, 1060).facing(90)], &[square]);
        assert_eq!(fire(book, &field).target.side, grognard_trois_couleurs::Aspect::Front);
    });
}

#[test]
fn who_is_caught_on_his_way_through_a_wood_has_no_cover() {
    prove(&[r::L3C_MVT_20], |book: &Book| {
        let wood = area("open_wood", &[(18.0, 13.0), (24.0, 13.0), (24.0, 18.0), (18.0, 18.0)]);
        let field = Field::new(book, &wood, &[COLUMN.at(2000, 1000)], &[COLUMN.facing(180).at(2000, 1400)]);
        let field = field.with(|w| {
            w.later.push(Later {
                attacker: UnitId(0),
                target: UnitId(1),
                to_fire: false,
                class: Class::Frozen,
                instant: 0,
                distance: 18_000,
                placement: Placement::Frozen,
                stops_from: Gait::Ordinary,
                assaulting: false,
            });
        });
        assert_eq!(cover(book, &field), Cover::None);
    });
}

/// Two units that test for their losses at the same time: neither sees the other's result.
#[test]
fn tests_of_one_event_are_judged_on_one_position() {
    prove(&[r::L3C_GAP_A60], |book: &Book| {
        let blue = [LINE.at(2000, 1000), LINE.at(2230, 1000)];
        let field = Field::new(book, "", &blue, &[FOE.at(2000, 1600)]);
        let field = field.with(|w| {
            w.turn = 8;
            for id in [UnitId(0), UnitId(1)] {
                w.unit_mut(id).body.steps_lost = 18;
                w.owed.push(Owed { unit: id, reason: Reason::Losses, by: UnitId(2) });
            }
        });
        let field = field.dice(&[1, 1, 3, 3]).loose().run(&[Step::Nerves, Step::End]);
        let sums: Vec<i64> = (0..2)
            .map(|id| {
                field
                    .lines("morale", id, 0)
                    .iter()
                    .filter(|(rule, _)| rule.starts_with("MOR-6") || rule.starts_with("MOR-7"))
                    .map(|(_, n)| n)
                    .sum()
            })
            .collect();
        assert_eq!(sums[0], sums[1], "{sums:?}");
    });
}

/// A forest with red inside, out of all sight.
fn in_a_forest(book: &Book) -> Field {
    let forest = area("forest", &[(14.0, 14.0), (26.0, 14.0), (26.0, 26.0), (14.0, 26.0)]);
    let red = Stand { formation: "skirmish", ..FOE.at(2000, 1900) };
    Field::new(book, &forest, &[COLUMN.at(2000, 800), HORSE.at(2400, 1300)], &[red])
}

const WHOLE: [Step; 5] = [Step::Deploy, Step::Orders, Step::FirstFires, Step::Nerves, Step::Open];

#[test]
fn whom_nobody_sees_at_first_is_hidden() {
    prove(&[r::L3C_GEN_10, r::L3C_GAP_A66], |book: &Book| {
        let field = in_a_forest(book).run(&WHOLE);
        assert!(field.play.now().is_hidden(UnitId(2)));
        let seen = field.rules.redact(&field.play, game::Side::Blue);
        assert!(!seen.state.now().unit(UnitId(2)).present(), "blue does not know of it");
    });
    let mut book = Book::new();
    book.options.all_on_table = true;
    assert!(!in_a_forest(&book).run(&WHOLE).play.now().is_hidden(UnitId(2)));
}

#[test]
fn without_an_umpire_hidden_troops_are_written_on_a_plan() {
    let mut book = Book::new();
    (book.options.all_on_table, book.options.hidden_on_plan) = (true, true);
    prove_with(&book, &[r::L3C_GEN_11], |book: &Book| {
        assert!(in_a_forest(book).run(&WHOLE).play.now().is_hidden(UnitId(2)));
    });
}

#[test]
fn who_has_moved_is_known_for_good() {
    prove(&[r::L3C_GEN_12], |book: &Book| {
        let field = in_a_forest(book).march(2, "slow_ahead", 50).run(&WHOLE);
        assert!(!field.play.now().is_hidden(UnitId(2)));
    });
}

#[test]
fn scouts_find_who_is_hidden_in_a_wood() {
    prove(&[r::L3C_TIR_32], |book: &Book| {
        let field = in_a_forest(book);
        let scout = Reply::pick(game::Key::about("scout", game::Ref::Site(0)));
        let field = field.answer(game::Side::Blue, "before", Some(1), scout).loose().run(&WHOLE);
        assert!(!field.play.now().is_hidden(UnitId(2)));
    });
}

#[test]
fn points_that_were_not_used_are_lost() {
    prove(&[r::L3C_PA_02], |book: &Book| {
        let field = Field::new(book, "", &[LINE.at(2000, 1000)], &[FOE.at(2000, 2400)]);
        let field = field.unit_with(0, |unit| {
            unit.body.points_spent = 1;
            unit.pledged = 2;
        });
        let field = field.run(&[Step::Start, Step::Orders, Step::FirstFires, Step::Nerves, Step::Open]);
        assert_eq!(field.counted(0, "spent").first(), Some(&2), "{:?}", field.counted(0, "spent"));
    });
}

#[test]
fn measuring_is_free() {
    prove(&[r::L3C_GAP_A93], |book: &Book| {
        let field = Field::new(book, "", &[COLUMN.at(2000, 1300)], &[FOE.at(2000, 1700)]);
        let field = field.attack(0, 1).loose().turn();
        assert!(field.measured.iter().all(|free| *free), "every question leaves measuring free");
        assert!(!field.measured.is_empty());
    });
}

/// Text 936-945: infantry moving before cavalry secures no flank.
#[test]
fn infantry_on_the_move_before_cavalry_secures_no_flank() {
    prove(&[r::L3C_OPP_09], |book: &Book| {
        let foes = [HORSE.facing(180).at(2000, 1350)];
        let field = Field::new(book, "", &[LINE.at(2000, 1000), LINE.at(2230, 1000)], &foes);
        let field = field.unit_with(1, |unit| unit.body.gait = Gait::Ordinary);
        let ground = field.rules.field(field.play.now());
        let told = ground.assault(book, 2, 0);
        assert_eq!(told.defender.secure_flanks, 0);
    });
}

#[test]
fn places_are_chosen_before_the_battle() {
    prove(&[r::L3C_GAP_A65], |book: &Book| {
        let text =
            std::fs::read_to_string(format!("{}/../../../data/scenarios/premier-feu.toml", env!("CARGO_MANIFEST_DIR")));
        let scenario = armies::parse(&text.unwrap(), "premier-feu").unwrap_or_else(|_| panic!("it is sound"));
        let troops = armies::Library::embedded();
        let rules = grognard_trois_couleurs::world::set_up(book.clone(), &scenario, troops.troops()).expect("sets up");
        let (state, _) = rules.begin();
        let asked = match state.need() {
            Some(game::Need::Answers(slots)) => slots.iter().filter(|slot| slot.kind == "deploy").count(),
            _ => 0,
        };
        assert_eq!(asked, 2);
    });
}

/// No battery unlimbers in a wood (L3C-BOI-07).
#[test]
fn guns_do_not_stand_in_position_in_a_wood() {
    let wood = area("open_wood", &[(18.0, 8.0), (24.0, 8.0), (24.0, 12.0), (18.0, 12.0)]);
    let formed = |book: &Book, ground: &str| {
        let guns = Stand { formation: "limbered", ..GUNS };
        let field = Field::new(book, ground, &[guns.at(2000, 1000)], &[COLUMN.facing(180).at(2000, 2500)]);
        field.form(0, "deployed").turn().unit(0).body.formation
    };
    assert_eq!(formed(&Book::new(), ""), Formation::Deployed);
    prove(&[r::L3C_BOI_07], |book: &Book| assert_eq!(formed(book, &wood), Formation::Limbered));
}
