//! The walked battle, period 2: the column on the line, with every number; and the offers of the plan sheet.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, field_of, half, told};
use game::{Deed, Rules, Side};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Bound, Leave, Life, Object, Orders};
use grognard_aigles::{Attitude, Book, Formation, LesAigles, Order, r};
use rulebook::proof::prove;
use table::Pose;

const CM: i32 = 650;

/// F1, 18 figures in column of companies with the grenadiers leading, 13 cm from M1, 16 musketeers in line.
fn column_and_line(book: &Book) -> Field {
    field_of(book, "blue F1 fr-line 540 march_column 90 40 0\nred M1 pr-line-1813 480 line 90 53 180\n")
}

#[test]
fn the_column_charges_the_line() {
    prove(
        &[
            r::LA_CHA_14,
            r::LA_CHA_21,
            r::LA_CHA_23,
            r::LA_COM_01,
            r::LA_COM_02,
            r::LA_FEU_01,
            r::LA_FEU_03,
            r::LA_FEU_05,
            r::LA_RES_01,
            r::LA_GAP_02,
            r::LA_GAP_03,
            r::LA_GAP_22,
            r::LA_GAP_64,
            r::LA_GAP_69,
        ],
        |book: &Book| {
            let field = column_and_line(book);
            let mut steps = half();
            steps.extend(half());
            steps.push(Step::Melee);
            // The charger's test; M1's volley; the tests of both at landing; the melee; the general with M1.
            let said = [("F1", "charge", Some("M1")), ("red", "join", Some("M1"))];
            let played = field.play(&steps, &[2, 4, 5, 1, 3, 5, 4], &said).unwrap();
            let (column, line) = (field.id("F1"), field.id("M1"));
            // 4 + 1 first fire + 1 deep + 1 within 5 = 7, die 4: row 8, 8 figures bear: 55, half of it.
            assert_eq!(told(&played.events, column, "fired_at"), [28]);
            // 5 + 2 + 3 ranks + 1 fresh - 1 for the fire = 10, die 3: row 11, 3 figures.
            assert_eq!(told(&played.events, line, "struck"), [30]);
            // 4 + 1 fresh = 5, die 5: row 7, 3 figures and 2 that overlap.
            assert_eq!(told(&played.events, column, "struck"), [30]);
            let (own, his) = (played.world.unit(column), played.world.unit(line));
            assert_eq!((own.figures(), his.figures()), (17, 15));
            assert_eq!(own.left.to_vec(), [3, 11, 3], "a fusilier fell, not a grenadier");
            assert_eq!((own.order, his.order), (Order::Disorganised, Order::Disorganised));
            assert!(played.world.engaged(column), "a draw: they stay in contact");
        },
    );
}

/// The same column, after 18 losses in the first period, with M2 entering on its flank in the second half: every number
/// of the melee of three, the general's fate and the test of the loser (LA-GAP-49, LA-GAP-67).
#[test]
fn a_second_battalion_enters_on_the_flank() {
    let army = "blue F1 fr-line 540 march_column 90 40 0\nred M1 pr-line-1813 480 line 90 53 180\nred M2 pr-line-1813 480 march_column 81.75 48.5 90\n";
    let mut field = field_of(&Book::new(), army);
    let [column, line, second] = ["F1", "M1", "M2"].map(|name| field.id(name));
    for (id, losses) in [(column, 18), (line, 15), (second, 23)] {
        field.world.unit_mut(id).losses = losses;
    }
    // It has stood on the flank before, and F1 has tested for it then.
    field.world.unit_mut(column).memory.tested_for.insert(second);
    let papers = field.world.papers_mut(Side::Red).unwrap();
    papers.orders.insert(line, Orders { attitude: Attitude::Hold, object: Object::None });
    papers.orders.insert(second, Orders { attitude: Attitude::Support, object: Object::Friend(line) });
    let mut steps = half();
    steps.extend(half());
    steps.push(Step::Melee);
    let said = [("F1", "charge", Some("M1")), ("red", "join", Some("M1")), ("M2", "enter", Some("F1"))];
    // F1's test; M1's volley; M1 and F1 at landing; the dice of F1, M1 and M2; Red's general; F1 has lost.
    let played = field.play(&steps, &[2, 4, 1, 5, 3, 5, 1, 4, 4], &said).unwrap();
    assert_eq!(told(&played.events, column, "fired_at"), [28]);
    // F1 on M1: 5 + 2 + 3 ranks - 1 by fire = 9, die 3: row 10, 3 figures. F1 on M2: 4 - 1 = 3, row 4, 1 figure.
    assert_eq!((told(&played.events, line, "struck"), told(&played.events, second, "struck")), (vec![30], vec![5]));
    // M1: 4 + 1 = 5, die 5: row 7, 5 figures. M2: 4 + 1 + 1 = 6, die 1: row 6, 4 figures.
    assert_eq!(told(&played.events, column, "struck"), [30, 20]);
    let [own, his, other] = [column, line, second].map(|id| played.world.unit(id));
    assert_eq!((own.losses, his.losses, other.losses), (96, 45, 28));
    assert_eq!((own.figures(), his.figures(), other.figures()), (15, 15, 16));
    // 5 - 2 - 1 - 2 + 1 = 1, die 4: 2, Obéir: it recoils 3 cm, no enemy follows, the melee is over.
    assert_eq!(own.memory.lost_in_a_row, 1);
    assert_eq!([own, his, other].map(|unit| unit.order), [Order::Disorganised; 3]);
    assert!(played.world.contacts.is_empty());
    let back = field.world.unit(line).pose.at.y - own.pose.at.y;
    assert!((back - 3 * 650).abs() <= table::SLACK, "{back}");
}

/// The guns of the second quarter: 23 on M2 in column at 40 cm, 15 on F2 in line at 38 cm, and the tests of both.
#[test]
fn the_batteries_of_the_second_quarter() {
    let army = "blue F2 fr-line 450 line 120 30 0\nblue K8 fr-foot-8 8 deployed 60 20 0\nred M2 pr-line-1813 480 march_column 60 60 180\nred K6 pr-foot-6 8 deployed 120 68 180\n";
    prove(&[r::LA_FEU_04], |book: &Book| {
        let field = field_of(book, army);
        // K8: 8 + 3 = 11, die 3: row 12. K6: 7 - 1 = 6, die 6: row 8. F2: 5 - 1 + 1, die 1; M2: 4 + 1 - 1, die 6.
        let played = field.play(&half()[3..], &[3, 6, 1, 6], &[]).unwrap();
        assert_eq!(told(&played.events, field.id("M2"), "fired_at"), [23]);
        assert_eq!(told(&played.events, field.id("F2"), "fired_at"), [15]);
        for name in ["F2", "M2"] {
            assert_eq!(played.world.unit(field.id(name)).bound, Bound::Free, "{name} obeys");
        }
    });
}

/// Plans offered to a unit on its sheet.
fn offered(book: &Book, army: &str, who: &str) -> Vec<String> {
    let field = field_of(book, army);
    let played = field.play(&[Step::Plans], &[], &[]).unwrap();
    crate::field::offered(&played, "plan", field.id(who))
}

#[test]
fn the_plan_sheet_offers_what_a_unit_may_do() {
    let army =
        "blue H fr-hussars 360 line 90 40 0\nblue F fr-line 540 line 50 40 0\nred D pr-dragoons 360 line 90 67 180\n";
    prove(&[r::LA_RAL_01, r::LA_GAP_78], |book: &Book| {
        assert!(offered(book, army, "H").iter().any(|does| does == "rally"), "{:?}", offered(book, army, "H"));
        let foot = offered(book, army, "F");
        assert!(!foot.iter().any(|does| does == "rally"), "infantry does not rally: {foot:?}");
        assert!(foot.iter().any(|does| does == "detach"), "{foot:?}");
    });
}

/// A regiment that rallies turns for half a period and goes straight home at column speed (LA-RAL-03, LA-RAL-05, LA-RAL-07).
#[test]
fn a_regiment_that_rallies_goes_home() {
    let army = "blue H fr-hussars 360 line 90 60 0\nred D pr-dragoons 360 line 90 100 180\n";
    prove(&[r::LA_RAL_07], |book: &Book| {
        let field = field_of(book, army);
        let mut steps = half();
        steps.extend(half());
        let played = field.play(&steps, &[], &[("H", "rally", None)]).unwrap();
        let hussars = played.world.unit(field.id("H"));
        // Two quarters to turn, then half of the column allowance of 36: 18 cm nearer to its own edge.
        let gone = field.world.unit(field.id("H")).pose.at.y - hussars.pose.at.y;
        let depth = 3 * 650;
        assert!((gone - 18 * 650).abs() <= depth, "it went {gone}");
        assert_eq!(hussars.order, Order::Unformed);
    });
}

/// A line of an army: its id, troop type, men or guns, formation, x, y, facing, its own values.
type Placed = (&'static str, &'static str, u16, &'static str, f64, f64, u16, &'static str);
/// A general: name, value, x and y.
type General = (&'static str, u8, f64, f64);

/// The two brigades of the walked battle at the start of its second period, each with a brigadier (40) and a
/// general-in-chief (60). Distances are those of the walk; K8 and K6 stand 40 cm from M2 and 38 cm from F2.
fn two_brigades() -> Field {
    let schutzen = "companies = [[\"pr-musketeer\", 4], [\"pr-schutzen\", 1]], skirmishes = \"last\"";
    let blue: [Placed; 4] = [
        ("F1", "fr-line", 540, "march_column", 60.0, 40.0, 0, ""),
        ("F2", "fr-line", 540, "line", 99.0, 26.0, 0, ""),
        ("H", "fr-hussars", 360, "line", 140.0, 40.0, 0, ""),
        ("K8", "fr-foot-8", 8, "deployed", 26.0, 11.0, 30, ""),
    ];
    let red: [Placed; 4] = [
        ("M1", "pr-line-1813", 480, "line", 60.0, 53.0, 180, ""),
        ("M2", "pr-line-1813", 600, "march_column", 51.75, 48.5, 90, schutzen),
        ("D", "pr-dragoons", 360, "line", 140.0, 67.0, 180, ""),
        ("K6", "pr-foot-6", 8, "deployed", 104.0, 64.0, 180, ""),
    ];
    let generals: [General; 4] = [
        ("blue chief", 60, 140.0, 30.0),
        ("blue brigadier", 40, 76.5, 37.0),
        ("red chief", 60, 140.0, 80.25),
        ("red brigadier", 40, 60.0, 62.0),
    ];
    let mut text = String::from("id = \"walk\"\ndate = 1813-05-01\nturns = 4\ntitle = { fr = \"t\", en = \"t\" }\n");
    text += "[text]\nfr = \"t\"\nen = \"t\"\n[ground]\nwidth = 1170\nheight = 780\n";
    let metres = |cm: f64| cm * 6.5;
    for (side, facing, units, officers) in [("blue", 0, &blue, &generals[..2]), ("red", 180, &red, &generals[2..])] {
        text += &format!("[{side}]\nname = {{ fr = \"{side}\", en = \"{side}\" }}\nnation = \"france\"\n");
        text += &format!("commander = \"{side}-0\"\nfacing = {facing}\n");
        for (n, (name, value, x, y)) in officers.iter().enumerate() {
            let superior = if n == 1 { format!("superior = \"{side}-0\"\n") } else { String::new() };
            text +=
                &format!("[[{side}.commands]]\nid = \"{side}-{n}\"\nname = {{ fr = \"c\", en = \"c\" }}\n{superior}");
            text += &format!("general = {{ name = \"{name}\", at = [{}, {}], ", metres(*x), metres(*y));
            text += &format!("overrides = {{ aigles = {{ value = {value}, aides = 0 }} }} }}\n");
        }
        for (id, kind, strength, formation, x, y, facing, own) in units.iter() {
            let count = if id.starts_with('K') { "guns" } else { "men" };
            text += &format!("[[{side}.commands.units]]\nid = \"{}\"\ntype = \"{kind}\"\n", id.to_lowercase());
            text += &format!("{count} = {strength}\nformation = \"{formation}\"\n");
            text += &format!("at = [{}, {}]\nfacing = {facing}\n", metres(*x), metres(*y));
            text += &if own.is_empty() { String::new() } else { format!("overrides = {{ aigles = {{ {own} }} }}\n") };
        }
    }
    text +=
        "[[objectives]]\nid = \"o\"\nname = { fr = \"o\", en = \"o\" }\nat = [585, 390]\nradius = 40\npoints = 10\n";
    text += "[victory.text]\nfr = \"t\"\nen = \"t\"\n[victory]\nblue_breaks = 50\nred_breaks = 50\n";
    let library = armies::Library::embedded();
    let scenario = armies::parse_with(&text, "walk", library.troops()).unwrap();
    let rules = LesAigles::for_scenario(Book::new(), &scenario, library).unwrap();
    let mut world = rules.begin().0.world;
    (world.period, world.quarter) = (2, 4);
    // Detachable parts come after the units, in their order.
    let names = ["F1", "F2", "H", "K8", "M1", "M2", "D", "K6", "F1v", "V", "Hd", "J"].map(str::to_owned).to_vec();
    let generals = generals.map(|(name, ..)| name.to_owned()).to_vec();
    Field { rules, world, names, generals }
}

/// The second period of the walked battle, C to H: every fire, every round, every figure lost, the result of each test
/// and the rest of both budgets.
#[test]
fn the_walked_battle() {
    let mut field = two_brigades();
    let id = |field: &Field, name: &str| field.id(name);
    let [f1, f2, h, m1, m2, d, v, j] = ["F1", "F2", "H", "M1", "M2", "D", "V", "J"].map(|name| id(&field, name));
    // The voltigeurs of F2 and the Schützen skirmish; costs of the first period.
    for (whole, part, kind, n, at, facing) in [(f2, v, 2, 3, (118, 22), 0), (m2, j, 1, 4, (60, 47), 18_000)] {
        let battalion = field.world.unit_mut(whole);
        battalion.left[kind] -= n;
        battalion.initial -= n;
        let company = field.world.unit_mut(part);
        (company.life, company.formation, company.initial) = (Life::Present, Formation::Skirmish, n);
        company.left[kind] = n;
        company.pose = Pose { at: table::Point::new(at.0 * CM, at.1 * CM), facing };
    }
    for (unit, losses) in [(f1, 18), (m1, 15), (f2, 15), (v, 3), (j, 3)] {
        field.world.unit_mut(unit).losses = losses;
    }
    // M2 has stood there before, and F1 has tested for it then.
    field.world.unit_mut(f1).memory.tested_for.insert(m2);
    let papers = field.world.papers_mut(Side::Red).unwrap();
    papers.orders.insert(m1, Orders { attitude: Attitude::Hold, object: Object::None });
    papers.orders.insert(m2, Orders { attitude: Attitude::Support, object: Object::Friend(m1) });
    papers.orders.insert(j, Orders { attitude: Attitude::Harass, object: Object::None });

    // C to F, q1, q2. E: F1 and H. 9: D. 6: M1. 7: M1, F1. 9: K8, K6; F2, M2, J.
    let said = [
        ("F1", "charge", Some("M1")),
        ("H", "charge", Some("D")),
        ("D", "counter_charge", None),
        ("blue chief", "join", Some("H")),
        ("red brigadier", "join", Some("M1")),
    ];
    let first = field.play(&half(), &[2, 4, 3, 4, 1, 5, 3, 6, 1, 6, 2], &said).unwrap();
    let asked = crate::field::offered(&first, "react", m1);
    assert!(!asked.is_empty() && asked.iter().all(|does| does != "counter_charge"), "it is to hold: {asked:?}");
    assert!(!crate::field::offered(&first, "react", m2).is_empty(), "Red does not learn whom F1 means");
    assert!(crate::field::offered(&first, "react", d).iter().any(|does| does == "counter_charge"));
    let evades = |event: &game::Event| matches!(&event.deed, Deed::Declared { by, key } if *by == game::Ref::Unit(j) && key.does == "evade");
    assert!(first.events.iter().any(evades), "the Schützen stand between");
    // 7 with the die 4: row 8, 8 figures: 55, half of it.
    assert_eq!(told(&first.events, f1, "fired_at"), [28]);
    // 8 + 3, die 3: row 12, 4 gunners: 45. 7 - 1, die 6: row 8: 30.
    assert_eq!((told(&first.events, m2, "fired_at"), told(&first.events, f2, "fired_at")), (vec![23], vec![15]));
    // H 5 + 1 + 1, D the same, M1 4, F2 5 - 1 + 1, M2 4 + 1 - 1, J 5 - 4 + 1: as in the walk; besides, F1 has M2 on its
    // flank when it is under fire (-1, LA-MOR-04), and K6, which fires at F2 near by, supports J (+1, LA-MOR-07).
    let points = |events: &[game::Event], unit| -> Vec<(String, String)> {
        let tested = |event: &game::Event| match &event.deed {
            Deed::Tested { breakdown, result }
                if breakdown.test == "morale" && breakdown.of == Some(game::Ref::Unit(unit)) =>
            {
                Some((breakdown.total().to_string(), result.to_string()))
            }
            _ => None,
        };
        events.iter().filter_map(tested).collect()
    };
    let obeys = |sum: &str| (sum.to_owned(), "obey".to_owned());
    assert_eq!(points(&first.events, h), [obeys("8")]);
    assert_eq!(points(&first.events, f1), [obeys("4"), obeys("4")]);
    assert_eq!(points(&first.events, d), [obeys("8")]);
    assert_eq!(points(&first.events, m1), [obeys("4")]);
    assert_eq!(points(&first.events, m2), [obeys("6")]);
    assert_eq!(points(&first.events, f2), [obeys("5")]);
    assert_eq!(points(&first.events, j), [obeys("3")]);
    let unit = |name: &str| first.world.unit(field.id(name));
    assert_eq!((unit("F1").losses, unit("F1").figures(), unit("F1").left.to_vec()), (46, 17, vec![3, 11, 3]));
    assert_eq!((unit("J").order, unit("J").bound.clone()), (Order::Disordered, Bound::Free));
    let both = first.world.contact(h, d).unwrap();
    assert!(both.of(h).bonus && both.of(d).bonus, "the counter-charge is effective");

    // The second half: M2 goes in. G: F1, M1, M2, H, D; Red's brigadier, Blue's chief; F1 and D have lost.
    let then = Field { world: first.world.clone(), ..two_brigades() };
    let hold = ("K8", "hold_fire", None);
    let said = [("M2", "enter", Some("F1")), hold, hold, ("K6", "hold_fire", None)];
    let mut steps = half();
    steps.push(Step::Melee);
    let played = then.play(&steps, &[3, 5, 1, 3, 2, 4, 1, 4, 3], &said).unwrap();
    // H: 9, the chief's die of 3: row 11, 12 figures. D: 9, die 2: row 9.
    assert_eq!((told(&played.events, d, "struck"), told(&played.events, h, "struck")), (vec![120], vec![95]));
    // F1 on M1: 9, die 3: row 10, 3 figures. On M2: 3, row 4, 1 figure. M1: 5, die 5: row 7, 5. M2: 6, die 1: row 6, 4.
    assert_eq!((told(&played.events, m1, "struck"), told(&played.events, m2, "struck")), (vec![30], vec![5]));
    assert_eq!(told(&played.events, f1, "struck"), [30, 20]);
    let unit = |name: &str| played.world.unit(field.id(name));
    let strength = |name: &str| (unit(name).losses, unit(name).figures());
    assert_eq!(["F1", "H", "M1", "M2", "D"].map(strength), [(96, 15), (95, 9), (45, 15), (28, 16), (120, 8)]);
    assert!(played.world.generals.iter().all(|officer| officer.life == Life::Present), "7.9 and 7.5: nobody is hurt");
    // D: 5 - 2 - 1 - 2 - 3 - 1 = -4, die 3: a rout. F1: 5 - 2 - 1 - 2 + 1, die 4: it recoils (M2 on its flank and the
    // battery that fired at M2 cancel out).
    assert_eq!(points(&played.events, d), [("-3".to_owned(), "rout".to_owned())]);
    assert_eq!(points(&played.events, f1), [obeys("2")]);
    assert!(matches!(unit("D").bound, Bound::Leaving(leaving) if leaving.how == Leave::Rout));
    assert!(matches!(unit("H").bound, Bound::Following { whom, .. } if whom == d), "it is to attack");
    assert!(played.world.contacts.is_empty(), "M1 is to hold, M2 halts");
    assert_eq!(["F1", "H", "M1", "M2"].map(|name| unit(name).order), [Order::Disorganised; 4]);
    assert_eq!((unit("F1").memory.lost_in_a_row, unit("D").memory.lost_in_a_row), (1, 1));
    // 3 x 5.5 + 3 x 12.6, and 4 x 11.9 + 4.9, in tenths; and the fusilier of F2 lost to two fires of 15 (LA-GAP-02).
    assert_eq!(Side::BOTH.map(|side| field.rules.lost(&played.world, side)), [543 + 55, 525]);
}
