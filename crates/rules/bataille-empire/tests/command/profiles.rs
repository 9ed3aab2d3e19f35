//! The characteristics of a unit, the area it covers, and what can be seen around it.

use crate::field::field;
use game::UnitId;
use grognard_bataille_empire::resolve::budget::{self, ListedDivision};
use grognard_bataille_empire::{
    Ability, Arm, BatailleEmpire, Body, Book, Class, Formation, Grade, Size, Status, UD, r,
};
use rulebook::proof::prove;

#[test]
fn a_unit_is_what_its_type_its_strength_and_the_day_make_it() {
    let army = "blue 1 A foot line 20 10 0 H morale=5 status=elite
                blue 1 B foot line 24 10 0 H men=1000
                red 1 I foot line 20 30 180 H";
    prove(&[r::BE_GAP_01, r::BE_GAP_05], |book| {
        let f = field(book, "", army);
        let (a, b) = (f.rules.figure(&f.world, f.id("A")), f.rules.figure(&f.world, f.id("B")));
        assert_eq!((a.morale, a.size, b.size), (5, Size::Normal, Size::Large));
    });
}

#[test]
fn quality_of_the_day_moves_morale_by_one() {
    let text =
        std::fs::read_to_string(format!("{}/../../../data/scenarios/premier-feu.toml", env!("CARGO_MANIFEST_DIR")))
            .unwrap();
    let raw = text.replacen("type = \"fr-line\"", "type = \"fr-line\"\nquality = \"raw\"", 1);
    assert_ne!(raw, text, "the scenario has French line");
    let morale = |book: &Book, text: &str| {
        let scenario = armies::parse(text, "test").unwrap();
        let rules = BatailleEmpire::for_scenario(book.clone(), &scenario, armies::Library::embedded());
        rules.unwrap().sheet(UnitId(0)).body.morale
    };
    prove(&[r::BE_GAP_08], |book: &Book| assert_eq!(morale(book, &raw) + 1, morale(book, &text)));
}

/// Status, Morale, class, FT, abilities, capacity in halves and cost of a battle's first unit.
fn profile(rules: &BatailleEmpire) -> (Status, u8, Class, u8, Vec<Ability>, u8, i32) {
    let sheet = rules.sheet(UnitId(0));
    let body = &sheet.body;
    let abilities = Ability::ALL.into_iter().filter(|ability| body.has(*ability)).collect();
    let capacity = body.capacity(&Book::new()).in_halves();
    (body.status, body.morale, body.class, body.ft, abilities, capacity, sheet.cost)
}

#[test]
fn militia_conscripts_and_musketeers_are_those_of_the_list() {
    // BE-GAP-08, with the capacity of BE-GAP-02 and the cost of BE-GAP-07; these battles are of 1809.
    let listed = |kind: &str, men: &str| {
        let army = format!("blue 1 A {kind} line 20 10 0 H {men}\nred 1 I foot line 20 30 180 H");
        profile(&field(&Book::new(), "", &army).rules)
    };
    let conscripts = (Status::Line, 2, Class::C, 0, vec![], 12, 9);
    assert_eq!(listed("at-conscripts", "men=1000"), conscripts);
    assert_eq!(listed("es-militia", ""), (Status::Militia, 1, Class::C, 0, vec![Ability::PoorShot], 8, 3));
    assert_eq!(listed("ru-musketeers", ""), (Status::Line, 3, Class::B, 0, vec![Ability::Tenacious], 8, 11));
    // Premier feu is of 1806.
    let text =
        std::fs::read_to_string(format!("{}/../../../data/scenarios/premier-feu.toml", env!("CARGO_MANIFEST_DIR")));
    let text = text.unwrap().replacen("type = \"fr-line\"", "type = \"ru-musketeers\"", 1);
    let scenario = armies::parse(&text, "test").unwrap();
    let rules = BatailleEmpire::for_scenario(Book::new(), &scenario, armies::Library::embedded()).unwrap();
    let old = vec![Ability::Tenacious, Ability::PoorShot];
    assert_eq!(profile(&rules), (Status::Line, 3, Class::C, 0, old, 8, 9));
}

#[test]
fn formations_cover_what_they_cover() {
    let army = "blue 1 A foot line 20 10 0 H
                blue 1 B foot line 30 10 0 H men=1000
                red 1 I horse column 20 30 180 H";
    prove(&[r::BE_GAP_04, r::BE_SEQ_07], |book| {
        let f = field(book, "", army);
        let of = |name: &str| f.rules.piece(&f.world, f.id(name));
        assert_eq!((of("A").front, of("A").depth), (2 * UD, UD / 2));
        assert_eq!((of("B").front, of("B").depth), (3 * UD, UD / 2), "a large unit");
        assert_eq!((of("I").front, of("I").depth), (UD, UD));
    });
}

#[test]
fn a_general_commands_so_far_and_farther_to_light_troops_unless_cut_off() {
    // The blue general stands 1 UD behind A; his range is 6 UD.
    let army = "blue 1 A foot line 20 10 0 H
                blue 1 B foot line 27 10 0 H
                blue 1 C horse line 20 19 0 H weight=light
                blue 1 D foot line 13.5 9 0 H
                red 1 I foot line 15.5 9 90 H
                red 1 J foot line 40 30 180 H";
    prove(&[r::BE_CMD_04, r::BE_CMD_05, r::BE_GAP_17], |book| {
        let f = field(book, "", army);
        let led = |name: &str| f.rules.in_command(&f.world, f.id(name));
        assert!(led("A"));
        assert!(!led("B"), "beyond 6 UD");
        assert!(led("C"), "light cavalry at 9.5 UD");
        assert!(!led("D"), "an enemy stands across the line");
    });
}

#[test]
fn formed_enemies_threaten_flanks_and_friends_secure_them() {
    let army = "blue 1 A foot line 20 10 0 H
                blue 1 B foot line 22.5 10 0 H
                blue 1 S foot solid_square 30 10 0 H
                blue 1 K foot skirmish 40 10 0 H
                red 1 I horse line 17 9 90 H
                red 1 J horse line 27 9 90 H";
    prove(&[r::BE_GAP_58, r::BE_GAP_66, r::BE_GAP_36, r::BE_GAP_35], |book| {
        let f = field(book, "", army);
        let threats = f.rules.threats(&f.world, f.id("A"), &[]);
        assert_eq!((threats.others, threats.by_cavalry), (0, 1), "the left, by cavalry");
        assert_eq!(f.rules.secure(&f.world, f.id("A")), 1, "B stands on the right");
        assert!(!f.rules.threats(&f.world, f.id("S"), &[]).any(), "a square has no flanks");
        assert!(!f.rules.formed(&f.world, f.id("K")));
    });
}

#[test]
fn an_army_is_made_up_of_divisions_within_a_budget() {
    let line = Body::default();
    let guns = Body { arm: Arm::Artillery, formation: Formation::Deployed, ..Body::default() };
    let division = |units: &[Body]| ListedDivision { grade: Grade::Ordinary, units: units.to_vec() };
    prove(&[r::BE_GAP_09, r::BE_GAP_07], |book: &Book| {
        let fine = [division(&[line; 4]), division(&[line, line, guns])];
        assert!(budget::faults(book, Grade::Ordinary, &fine, 200).is_empty());
        assert_eq!(budget::faults(book, Grade::Ordinary, &fine, 50), ["over_budget"]);
        assert_eq!(budget::faults(book, Grade::Ordinary, &fine[..1], 200), ["number_of_divisions"]);
        let heavy = [division(&[line; 4]), division(&[guns, guns, line])];
        assert_eq!(budget::faults(book, Grade::Ordinary, &heavy, 200), ["too_many_guns"]);
    });
}
