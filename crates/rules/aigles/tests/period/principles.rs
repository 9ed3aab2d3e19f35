//! The principles of movement: the order of moves, the parts of a period, both sides together, bases in contact; and
//! their consequences.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, field, field_of, field_on};
use game::{Deed, Side};
use grognard_aigles::world::{Bound, Leave, Object, Orders, Run};
use grognard_aigles::{Attitude, Book, Formation, Options, Order, r};
use rulebook::proof::{prove, prove_with};
use table::{Manoeuvre, Point};

const CM: i32 = 650;

/// The reported phases of a half, in order.
fn phases(field: &Field) -> Vec<String> {
    let played = field.play(&field.rules.steps_of_a_half(), &[], &[]).unwrap();
    let phase = |event: &game::Event| match &event.deed {
        Deed::Clock { phase, .. } => Some(phase.to_string()),
        _ => None,
    };
    played.events.iter().filter_map(phase).collect()
}

/// Moves that a test compels, rallies, charges, normal moves, officers (LA-MVT-01), in each of the two quarters of a half
/// (LA-MVT-02).
#[test]
fn a_quarter_has_an_order_of_movers() {
    let army = "blue F fr-line 540 march_column 90 20 0\nred A pr-line-1813 480 line 90 110 180\n";
    let movers = ["compelled", "rallies", "charges", "moves", "officers"];
    prove(&[r::LA_MVT_01], |book: &Book| {
        let told = phases(&field_of(book, army));
        let told: Vec<&str> = told.iter().map(String::as_str).filter(|phase| movers.contains(phase)).collect();
        assert_eq!(told[..5], movers);
    });
    // A general rides last and joins a battalion that came within reach only by its march.
    prove(&[r::LA_MVT_01], |book: &Book| {
        let mut field = field_of(book, army);
        field.world.generals[0].at = Point::new(90 * CM, 40 * CM);
        let way = [Manoeuvre::Ahead(9 * CM)];
        let steps = field.rules.steps_of_a_half();
        let played = field.play_marching(&steps, &[], &[("blue", "join", Some("F"))], &[("F", &way)]).unwrap();
        assert_eq!(played.world.generals[0].with, Some(field.id("F")));
    });
    // Two quarters of 4.5 cm each make the half of 18 cm.
    prove(&[r::LA_MVT_02], |book: &Book| {
        let field = field_of(book, army);
        let way = [Manoeuvre::Ahead(9 * CM)];
        let played = field.play_marching(&field.rules.steps_of_a_half(), &[], &[], &[("F", &way)]).unwrap();
        assert_eq!(played.world.unit(field.id("F")).pose.at.y, 29 * CM);
        assert_eq!(played.world.quarter, 2);
    });
}

/// A charge is played before every normal move (LA-CHA-01): it goes on to its target although a friend was to march
/// across its way in the same quarter.
#[test]
fn a_charge_goes_before_marches() {
    let army = "blue H fr-dragoons 360 line 90 40 0\nblue F fr-line 540 march_column 72 46 90\nred D pr-dragoons 360 line 90 67 180\n";
    prove(&[r::LA_CHA_01], |book: &Book| {
        let field = field_of(book, army);
        let way = [Manoeuvre::Ahead(4 * CM)];
        let mut steps = field.rules.steps_of_a_half();
        steps.truncate(8);
        let played = field.play_marching(&steps, &[4], &[("H", "charge", Some("D"))], &[("F", &way)]).unwrap();
        let dragoons = played.world.unit(field.id("H"));
        assert!(dragoons.charge.is_some(), "nothing has stopped it");
        assert_eq!(dragoons.pose.at.y, 47 * CM);
    });
}

/// Neither side has the initiative (LA-MVT-03): two columns that march at each other have each covered half of the way
/// when they stop 1 cm apart.
#[test]
fn both_sides_move_together() {
    let army = "blue F fr-line 540 march_column 90 50 0\nred F2 fr-line 540 march_column 90 56 180\n";
    prove(&[r::LA_MVT_03], |book: &Book| {
        let mut field = field_of(book, army);
        let id = field.id("F2");
        let orders = Orders { attitude: Attitude::Harass, object: Object::None };
        field.world.papers_mut(Side::Red).unwrap().orders.insert(id, orders);
        let way = [Manoeuvre::Ahead(4 * CM)];
        let mut steps = field.rules.steps_of_a_half();
        steps.truncate(7);
        let played = field.play_marching(&steps, &[], &[], &[("F", &way), ("F2", &way)]).unwrap();
        let gone = |name: &str| {
            (played.world.unit(field.id(name)).pose.at.y - field.world.unit(field.id(name)).pose.at.y).abs()
        };
        assert!((gone("F") - gone("F2")).abs() <= 2 * table::SLACK, "{} and {}", gone("F"), gone("F2"));
    });
}

/// Bases stay in contact (LA-MVT-13): twelve horsemen in line cover 30 cm, three men of a column 4.5; only skirmishers stand
/// apart.
#[test]
fn bases_stay_together() {
    let army = "blue H fr-hussars 360 line 90 40 0\nblue F fr-line 540 march_column 40 40 0\nblue V fr-voltigeurs 120 skirmish 140 40 0\nred D pr-dragoons 360 line 90 90 180\n";
    prove(&[r::LA_MVT_13], |book: &Book| {
        let field = field_of(book, army);
        let front = |name: &str| field.rules.card(&field.world, field.id(name)).unwrap().pieces[0].front;
        assert_eq!([front("H"), front("F")], [30 * CM, 9 * CM / 2]);
    });
    let field = field(army);
    let front = |name: &str| field.rules.card(&field.world, field.id(name)).unwrap().pieces[0].front;
    assert_eq!(front("V"), 21 * CM / 2, "four bases of 1.5 cm, three gaps of 1.5 cm");
}

/// A battalion that is wheeling when a charge is declared finishes its wheel before it changes formation (LA-PIV-04).
#[test]
fn a_wheel_is_finished_before_ranks_are_dressed() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred M pr-line-1813 480 march_column 90 66 180\n";
    prove(&[r::LA_PIV_04], |book: &Book| {
        let field = field_of(book, army);
        let wheel = [Manoeuvre::Wheel(7_000)];
        let square = [Manoeuvre::Reform("solid_square".into())];
        let steps = field.rules.steps_of_a_half();
        let said = [("H", "charge", Some("M")), ("M", "react_march", None)];
        // Plans, and in the reaction the moves that replace them from the second quarter on.
        let played = field.play_all(&steps[..16], &[4], &said, &[("M", &wheel)], &[("M", &square)]).unwrap();
        let unit = played.world.unit(field.id("M"));
        // 6 cm of front: 7.3 cm to wheel by 70 degrees, of which it has covered 4 when it may react.
        assert!(unit.doing.is_none(), "{:?}", unit.doing);
        assert!((unit.pose.facing - 25_000).abs() < 10, "{}", unit.pose.facing);
    });
}

/// A wheel takes the time of the outermost figure's path (LA-PIV-01): a whole half straight on does not fit after it.
#[test]
fn a_wheel_is_paid_by_the_outer_figure() {
    let army = "blue F fr-line 540 march_column 90 40 0\nred A pr-line-1813 480 line 90 110 180\n";
    prove(&[r::LA_PIV_01], |book: &Book| {
        let field = field_of(book, army);
        let fits =
            |way: &[Manoeuvre]| field.play_all(&field.rules.steps_of_a_half(), &[], &[], &[("F", way)], &[]).is_ok();
        assert!(fits(&[Manoeuvre::Ahead(9 * CM)]));
        assert!(fits(&[Manoeuvre::Wheel(3_000), Manoeuvre::Ahead(6 * CM)]));
        assert!(!fits(&[Manoeuvre::Wheel(6_000), Manoeuvre::Ahead(9 * CM)]));
    });
}

/// A written plan that may not be declared is void (LA-CHA-10): a unit that covers a friend may charge only enemies
/// within 15 cm of it, which may not be measured before.
#[test]
fn what_is_not_declared_is_no_charge() {
    let army =
        "blue H fr-hussars 360 line 90 40 0\nblue F fr-line 540 line 40 20 0\nred D pr-dragoons 360 line 90 67 180\n";
    prove(&[r::LA_CHA_10], |book: &Book| {
        let mut field = field_of(book, army);
        let (id, friend) = (field.id("H"), field.id("F"));
        let papers = field.world.papers_mut(Side::Blue).unwrap();
        papers.orders.insert(id, Orders { attitude: Attitude::Cover, object: Object::Friend(friend) });
        let steps = &field.rules.steps_of_a_half()[..2];
        let played = field.play(steps, &[], &[("H", "charge", Some("D"))]).unwrap();
        assert!(played.world.unit(id).charge.is_none());
        let void = |event: &game::Event| {
            event.seen_by(Some(Side::Blue))
                && !event.seen_by(Some(Side::Red))
                && matches!(&event.deed, Deed::Note { what, .. } if *what == "charge_void")
        };
        assert!(played.events.iter().any(void));
    });
}

/// Whether a counter-charge is effective is judged without distance bonuses (LA-CCH-07, LA-CCH-09): with 22.5 cm between
/// them the hussars' two quarters of 7.5 leave 7.5, and the dragoons need 7.
#[test]
fn bonuses_do_not_count_in_a_counter_charge() {
    let army = "blue H fr-hussars 360 line 90 40 0\nred D pr-dragoons 360 line 90 62.5 180\n";
    prove(&[r::LA_CCH_09], |book: &Book| {
        let field = field_of(book, army);
        let said = [("H", "charge", Some("D")), ("D", "counter_charge", None)];
        let steps = &field.rules.steps_of_a_half()[..20];
        let played = field.play(steps, &[4, 3], &said).unwrap();
        let contact = played.world.contact(field.id("H"), field.id("D")).unwrap();
        assert!(contact.of(field.id("D")).bonus && contact.of(field.id("H")).bonus);
    });
}

/// A counter-charger that has covered a whole quarter without touching counts as charging, whatever the distance then
/// (LA-CCH-09).
#[test]
fn an_effective_counter_charge_stays_one() {
    let field = field("blue H fr-hussars 360 line 90 30 0\nred D pr-dragoons 360 line 90 66.2 180\n");
    let said = [("H", "charge", Some("D")), ("D", "counter_charge", None)];
    let mut steps = field.rules.steps_of_a_half();
    steps.extend(field.rules.steps_of_a_half());
    // 15 + 7 + 14 of bonuses do not reach over 36.2 cm in the second quarter; in the third they do.
    let played = field.play(&steps[..32], &[4, 3], &said).unwrap();
    let contact = played.world.contact(field.id("H"), field.id("D")).unwrap();
    assert!(contact.of(field.id("D")).bonus && contact.of(field.id("H")).bonus);
}

/// A column moves a quarter farther on a road (LA-GAP-16, LA-GAP-72), and is unformed in a forest.
#[test]
fn ground_of_the_first_list() {
    let army = "blue F fr-line 540 march_column 90 20 0\nred A pr-line-1813 480 line 90 110 180\n";
    prove(&[r::LA_GAP_16], |book: &Book| {
        let field = field_on(book, "road 85 0 95 60", army);
        let way = [Manoeuvre::Ahead(11 * CM)];
        let played = field.play_marching(&field.rules.steps_of_a_half(), &[], &[], &[("F", &way)]).unwrap();
        assert_eq!(played.world.unit(field.id("F")).pose.at.y, 31 * CM);
    });
    prove(&[r::LA_GAP_16], |book: &Book| {
        let field = field_on(book, "forest 80 22 100 60", army);
        let way = [Manoeuvre::Ahead(4 * CM)];
        let played = field.play_marching(&field.rules.steps_of_a_half(), &[], &[], &[("F", &way)]).unwrap();
        assert_eq!(played.world.unit(field.id("F")).order, Order::Unformed);
    });
}

/// A field whose skirmishers V evade towards a friendly line, under the option that lets them split.
fn parting(book: &Book, friend: &str) -> Field {
    let army = format!(
        "blue V fr-voltigeurs 210 skirmish 90 50 180\nblue F {friend} 360 line 90 47 0\nred H pr-hussars 360 line 90 61 180\n"
    );
    let mut field = field_of(book, &army);
    let id = field.id("V");
    let unit = field.world.unit_mut(id);
    unit.bound = Bound::Evading(Run { from: None, reacting: 0, turning: 0, moved: 1, past: None });
    unit.order = Order::Unformed;
    field
}

/// Seven figures split and pass both ends of a line of twelve, even of guards; no unit is in disorder, and they close
/// up once they are past (LA-ESQ-14).
#[test]
fn evaders_part_round_a_friend() {
    let full = Book { options: Options { split_evasion: true, ..Options::default() }, ..Book::new() };
    let run = [grognard_aigles::turn::Step::Compelled, grognard_aigles::turn::Step::Charges];
    for friend in ["fr-line", "fr-old-guard"] {
        prove_with(&full, &[r::LA_ESQ_14], |book: &Book| {
            let field = parting(book, friend);
            let played = field.play(&run, &[], &[]).unwrap();
            let (unit, line) = (played.world.unit(field.id("V")), played.world.unit(field.id("F")));
            assert!(unit.parted);
            assert_eq!((unit.order, line.order), (Order::Unformed, Order::Formed));
            assert_eq!(unit.pose.at.y, 50 * CM - 11 * CM / 2, "straight on");
            let card = field.rules.card(&played.world, field.id("V")).unwrap();
            assert!(card.marks.iter().any(|(mark, _)| *mark == "parted"));
            let later = field.play(&[run, run].concat(), &[], &[]).unwrap();
            assert!(!later.world.unit(field.id("V")).parted, "it has closed up");
            assert_eq!(later.world.unit(field.id("F")).order, Order::Formed);
        });
    }
    // Without the option they do not split.
    let field = parting(&Book::new(), "fr-line");
    assert!(!field.play(&run, &[], &[]).unwrap().world.unit(field.id("V")).parted);
}

/// A unit that is met while it is split uses the worse of two tests (LA-ESQ-15).
#[test]
fn parted_evaders_go_by_the_worse_test() {
    let full = Book { options: Options { split_evasion: true, ..Options::default() }, ..Book::new() };
    prove_with(&full, &[r::LA_ESQ_15], |book: &Book| {
        let mut field = parting(book, "fr-line");
        let (own, his) = (field.id("V"), field.id("H"));
        let unit = field.world.unit_mut(own);
        (unit.parted, unit.bound, unit.formation) = (true, Bound::Free, Formation::Skirmish);
        unit.memory.lost_in_a_row = 1;
        let hold = [grognard_aigles::world::Hold::default(); 2];
        let pair = [own, his];
        field.world.contacts.push(grognard_aigles::world::Contact { pair, hold, rounds: 0, drawn: 0, since: 4 });
        field.world.quarter = 4;
        // Both dice of the round; then one test for each part of the loser.
        let played = field.play(&[grognard_aigles::turn::Step::Melee], &[1, 6, 6, 1], &[]).unwrap();
        let tested = |event: &game::Event| match &event.deed {
            Deed::Tested { breakdown, result } if breakdown.test == "morale" => Some(result.to_string()),
            _ => None,
        };
        assert_eq!(played.events.iter().filter_map(tested).collect::<Vec<_>>(), ["rout", "flight"]);
        let unit = played.world.unit(own);
        assert!(matches!(unit.bound, Bound::Leaving(leaving) if leaving.how == Leave::Flight), "{:?}", unit.bound);
        assert!(!unit.parted);
    });
}

/// A list of Prussians with battalions of this many men, whose own companies may be given.
fn prussians(units: &[(&str, u32, &str)]) -> armies::Roster {
    let mut text =
        String::from("id = \"list\"\ntitle = { fr = \"l\", en = \"l\" }\nnation = \"prussia\"\nyear = 1813\n");
    text += "[[commands]]\nid = \"b\"\nname = { fr = \"b\", en = \"b\" }\ngeneral = { name = \"b\" }\n";
    for (n, (kind, figures, companies)) in units.iter().enumerate() {
        text += &format!("[[commands.units]]\nid = \"u{n}\"\ntype = \"{kind}\"\nelements = {figures}\n");
        if !companies.is_empty() {
            text += &format!("overrides = {{ aigles = {{ companies = {companies} }} }}\n");
        }
    }
    armies::parse_roster(&text, "list", armies::Library::embedded().troops()).unwrap()
}

/// The notes to the Prussian table (LA-NAT-02): a battalion of musketeers has 16 figures at most, 20 only with the grenadiers
/// of regiment no. 8; a whole regiment for each detachment of volunteer Jäger.
#[test]
fn the_notes_to_the_prussian_table_bind_lists() {
    let faults = |book: &Book, units: &[(&str, u32, &str)]| {
        let billed = grognard_aigles::bill_by(book.clone(), &prussians(units));
        billed.err().map_or(0, |faults| faults.len())
    };
    let eight = "[[\"pr-grenadier\", 1], [\"pr-musketeer\", 4]]";
    let volunteers = "[[\"pr-volunteer-jager\", 1]]";
    prove(&[r::LA_NAT_02], |book: &Book| {
        assert_eq!(faults(book, &[("pr-line-1813", 16, ""), ("pr-line-1813", 20, eight)]), 0);
        assert_eq!(faults(book, &[("pr-line-1813", 20, "")]), 1);
    });
    prove(&[r::LA_NAT_02], |book: &Book| {
        let regiment = [("pr-line-1813", 16, ""), ("pr-line-1813", 16, ""), ("pr-fusiliers-1813", 16, "")];
        let with = |battalions: usize, more: &[(&'static str, u32, &'static str)]| {
            let units: Vec<_> = regiment[..battalions].iter().copied().chain(more.iter().copied()).collect();
            faults(book, &units)
        };
        let one = ("pr-jager", 4, volunteers);
        assert_eq!((with(3, &[one]), with(2, &[one]), with(3, &[one, one])), (0, 1, 1));
    });
    // Jäger companies are grouped in battalions of their own: four figures for each.
    let grouped = "[[\"pr-jager\", 4]]";
    assert_eq!(faults(&Book::new(), &[("pr-jager", 16, grouped)]), 0);
}
