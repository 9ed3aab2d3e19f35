//! Questions and offers: charges, counter-charges and flanks offered or not; the figures that fire, and when.
#![allow(clippy::unwrap_used)]

use crate::field::{Field, field_of, field_on, field_with, half, offered, told};
use game::UnitId;
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Contact, Hold, Life, Object, Orders};
use grognard_aigles::{Attitude, Book, Formation, Order, r};
use rulebook::proof::prove;

const CM: i32 = 650;

/// Whether a plan of a sort is offered to a unit.
fn may(field: &Field, id: UnitId, does: &str) -> bool {
    let played = field.play(&[Step::Plans], &[], &[]).unwrap();
    offered(&played, "plan", id).iter().any(|offer| offer == does)
}

/// Whether a unit may name an enemy as the target of a charge.
fn may_name(field: &Field, own: &str, enemy: &str) -> bool {
    let key = game::Key::about("charge", game::Ref::Unit(field.id(enemy)));
    let played = field.play(&[Step::Plans], &[], &[]).unwrap();
    let mut sheets = played.asked.iter().flat_map(|(_, fields)| fields);
    sheets.any(|sheet| match &sheet.shape {
        game::Shape::Pick { from, .. } => {
            sheet.about == game::Ref::Unit(field.id(own)) && from.iter().any(|choice| choice.key == key)
        }
        _ => false,
    })
}

/// Infantry does not charge cavalry, and no unit charges into a melee (LA-CHA-31).
#[test]
fn enemies_whom_nobody_may_name() {
    let named = |book: &Book, own: &str, enemy: &str, fights: bool| {
        let army =
            format!("blue A {own} line 90 40 0\nblue B fr-line 540 line 90 70 180\nred C {enemy} line 90 55 180\n");
        let mut field = field_of(book, &army);
        if fights {
            let pair = [field.id("B"), field.id("C")];
            field.world.contacts.push(Contact { pair, hold: [Hold::default(); 2], rounds: 0, drawn: 0, since: 1 });
        }
        may_name(&field, "A", "C")
    };
    let (foot, horse) = ("fr-line 540", "fr-hussars 360");
    prove(&[r::LA_CHA_31], |book: &Book| {
        assert!(named(book, foot, "pr-line-1813 480", false) && named(book, horse, "pr-dragoons 360", false));
        assert!(!named(book, foot, "pr-dragoons 360", false));
    });
    prove(&[r::LA_CHA_31], |book: &Book| assert!(!named(book, horse, "pr-dragoons 360", true)));
}

/// No charge is open to a unit out of order, across its line, in a formation that its nation does not fight in, with
/// very few figures, as a detached company, or up or down a slope (LA-CHA-31, LA-PIV-10, LA-CHA-06, LA-GAP-09,
/// LA-GAP-53, LA-GAP-21).
#[test]
fn a_charge_is_offered_to_who_may_make_it() {
    let army = "blue F fr-line 540 line 90 40 0\nblue B gb-line 600 line 130 40 0\nred A pr-line-1813 480 line 90 55 180\nred C pr-line-1813 480 line 130 55 180\n";
    let charges = |book: &Book, who: &str, change: fn(&mut grognard_aigles::world::Unit)| {
        let mut field = field_of(book, army);
        let id = field.id(who);
        change(field.world.unit_mut(id));
        may(&field, id, "charge")
    };
    prove(&[r::LA_CHA_31], |book: &Book| {
        assert!(charges(book, "F", |_| ()));
        assert!(!charges(book, "F", |unit| unit.order = Order::Disorganised));
    });
    prove(&[r::LA_PIV_10], |book: &Book| assert!(!charges(book, "F", |unit| unit.turned = 1)));
    prove(&[r::LA_GAP_09], |book: &Book| {
        assert!(!charges(book, "F", |unit| unit.left = [0, 3, 0].into_iter().collect()));
    });
    prove(&[r::LA_CHA_06], |book: &Book| {
        assert!(charges(book, "F", |unit| unit.formation = Formation::DivisionColumn));
        assert!(!charges(book, "B", |unit| unit.formation = Formation::DivisionColumn));
    });
    prove(&[r::LA_GAP_53], |book: &Book| {
        let mut field = field_of(book, army);
        field.names.push("V".to_owned());
        let (battalion, company) = (field.id("F"), field.rules.sheet(field.id("F")).part.unwrap());
        let pose = field.world.unit(battalion).pose;
        field.world.unit_mut(battalion).pose = pose.ahead(-10 * CM);
        let part = field.world.unit_mut(company);
        (part.life, part.pose, part.initial, part.formation) = (Life::Present, pose, 3, Formation::Line);
        part.left = [0, 4, 0].into_iter().collect();
        let orders = Orders { attitude: Attitude::Attack, object: Object::Friend(battalion) };
        field.world.papers_mut(game::Side::Blue).unwrap().orders.insert(company, orders);
        assert!(!may(&field, company, "charge"));
    });
    prove(&[r::LA_GAP_21], |book: &Book| {
        let field = field_on(book, "hill 60 52 110 80 1", army);
        assert!(!may_name(&field, "F", "A"), "it stands on a hill");
    });
}

/// Infantry does not counter-charge cavalry (LA-CCH-04), but infantry; a threatened unit may turn the figures of a
/// flank (LA-PIV-07).
#[test]
fn what_a_threatened_battalion_may_do() {
    let reactions = |book: &Book, charger: &str| {
        let army = format!("blue X {charger} 90 45 0\nred M pr-line-1813 480 march_column 90 56 180\n");
        let field = field_of(book, &army);
        let steps = [Step::Plans, Step::Declarations, Step::Reactions];
        let played = field.play(&steps, &[4], &[("X", "charge", Some("M"))]).unwrap();
        offered(&played, "react", field.id("M"))
    };
    let has = |offers: &[String], does: &str| offers.iter().any(|offer| offer == does);
    prove(&[r::LA_CCH_04], |book: &Book| {
        assert!(has(&reactions(book, "fr-line 540 march_column"), "counter_charge"));
        assert!(!has(&reactions(book, "fr-hussars 360 line"), "counter_charge"));
    });
    prove(&[r::LA_PIV_07], |book: &Book| {
        let offers = reactions(book, "fr-hussars 360 line");
        assert!(has(&offers, "flank_left") && has(&offers, "flank_right"));
    });
}

/// Losses of a fire at a column of Prussians, 16 cm away with its back to the firer.
fn losses(field: &Field, die: u8) -> Vec<i64> {
    let played = field.play(&half()[3..], &[die], &[]).unwrap();
    told(&played.events, field.id("A"), "fired_at")
}

/// A square fires with the figures of the face towards its target: of eighteen five in front, four on a side
/// (LA-GAP-05, LA-GAP-10). Factor 4 + 1 + 1 - 4, die 6: row 4, 15 for three grenadiers and 10 for two fusiliers, 15 for
/// four fusiliers, by halves.
#[test]
fn a_square_fires_with_the_face_concerned() {
    prove(&[r::LA_GAP_05], |book: &Book| {
        let at = |place: &str| {
            let army = format!("blue F fr-line 540 square 90 40 0\nred A pr-line-1813 480 march_column {place}\n");
            losses(&field_of(book, &army), 6)
        };
        let (ahead, aside) = (at("90 62 0"), at("115.75 36.25 90"));
        assert_eq!((ahead, aside), (vec![13], vec![8]));
    });
}

/// An unformed unit fires with two points less (LA-FEU-03).
#[test]
fn who_fires_without_formation_fires_worse() {
    prove(&[r::LA_FEU_03], |book: &Book| {
        let fires = |order: Order| {
            let army = "blue F fr-line 360 line 90 40 0\nred A pr-line-1813 480 march_column 90 62 0\n";
            let mut field = field_of(book, army);
            let id = field.id("F");
            let unit = field.world.unit_mut(id);
            (unit.order, unit.fresh_muskets) = (order, false);
            losses(&field, 1)
        };
        assert!(fires(Order::Formed) > fires(Order::Unformed), "{:?}", fires(Order::Unformed));
    });
}

/// A unit that arrives in the second turn of a scenario arrives in the fourth period (LA-GAP-70).
#[test]
fn who_arrives_later_counts_periods() {
    prove(&[r::LA_GAP_70], |book: &Book| {
        let army = "blue F fr-line 540 line 90 40 0\nblue G fr-line 540 march_column 30 40 0 later\nred A pr-line-1813 480 line 90 105 180\n";
        let more = "[[blue.reinforcements]]\nturn = 2\nunits = [\"g\"]\nat = [200, 10]\nfacing = 0\n";
        let field = field_with(book, "", army, 0, more);
        assert_eq!(field.world.unit(field.id("G")).life, Life::Arrives(4));
    });
}
