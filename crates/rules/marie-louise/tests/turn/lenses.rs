//! What a lens shows is what the rules then allow.

use crate::field::{Field, field};
use crate::ground;
use game::{Figure, Insight, Lens, Ref, Reply, Rules, Secret, Side, Slot, Term};
use grognard_marie_louise::turn::Step;
use grognard_marie_louise::world::Orders;
use grognard_marie_louise::{Book, Order, PAS, r};
use rulebook::proof::prove;
use table::{Manoeuvre, March, Point};

fn look(field: &Field, step: Step, side: Side, name: &str, lens: Lens) -> Insight {
    let seen = field.rules.redact(&field.standing_in(step), side);
    field.rules.lens(&seen, field.id(name), lens)
}

fn area<'a>(insight: &'a Insight, name: &str) -> &'a [Point] {
    let found = insight.figures.iter().find_map(|figure| match figure {
        Figure::Area { what, outline, .. } if *what == name => outline.first(),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("no {name} in {insight:?}"))
}

/// The lines of an insight: the kind, and the units at both ends.
fn lines(insight: &Insight) -> Vec<(String, Option<Ref>, Option<Ref>)> {
    let line = |figure: &Figure| match figure {
        Figure::Line { what, of, to, .. } => Some((what.to_string(), *of, *to)),
        _ => None,
    };
    insight.figures.iter().filter_map(line).collect()
}

/// Whether a plan is accepted.
fn may(field: &Field, name: &str, legs: Vec<Manoeuvre>) -> bool {
    let seen = field.rules.redact(&field.standing_in(Step::Plan), Side::Blue);
    let ask = field.rules.ask(&seen, &Slot::new(Side::Blue, "plan"));
    let march = |about: Ref| {
        let Ref::Unit(id) = about else { panic!("a unit") };
        let legs = if id == field.id(name) { legs.clone() } else { Vec::new() };
        Reply::Marched(March { movers: vec![id.0], legs })
    };
    let replies: Vec<Reply> = ask.fields.iter().map(|f| march(f.about)).collect();
    field.rules.check(&seen, &ask, &replies).is_ok()
}

#[test]
fn the_reach_ends_where_plans_are_refused() {
    let marsh = ground("marsh", [20.0, 40.0], [26.0, 30.0]);
    let army = "blue 1 A foot 4 line 30 20 0 M
                red 1 I foot 4 line 60 40 180 T";
    for (ground, clear) in [("", true), (marsh.as_str(), false)] {
        let set = field(&Book::new(), ground, army);
        let insight = look(&set, Step::Plan, Side::Blue, "A", Lens::Reach);
        let outline = area(&insight, "reach");
        let start = set.world.unit(set.id("A")).pose.at;
        let mut tried = 0;
        for end in outline {
            let (bearing, cm) = (start.bearing_to(*end), start.to(*end).round() as i32);
            let off = table::turn(0, bearing);
            if off.abs() > 4_400 {
                continue;
            }
            tried += 1;
            let leg = |cm: i32| vec![Manoeuvre::Oblique { cm, by: off }];
            assert!(may(&set, "A", leg(cm - 5)), "{end:?} is in reach");
            assert!(!may(&set, "A", leg(cm + PAS / 20)), "beyond {end:?} nothing is");
        }
        assert!(tried > 10);
        // A line moves 8 pas on clear ground, and less where the marsh begins.
        let ahead = outline.iter().map(|p| p.y - start.y).max().unwrap();
        assert_eq!(ahead >= 8 * PAS - PAS / 50, clear, "{ahead}");
    }
}

#[test]
fn the_reach_stops_before_the_enemy() {
    let army = "blue 1 A foot 4 line 30 20 0 M
                red 1 I foot 4 line 30 26 180 T";
    let set = field(&Book::new(), "", army);
    let insight = look(&set, Step::Plan, Side::Blue, "A", Lens::Reach);
    let start = set.world.unit(set.id("A")).pose.at;
    let ahead = area(&insight, "reach").iter().find(|p| (p.x - start.x).abs() < 10 && p.y > start.y).unwrap();
    // 2 pas from TdC to TdC, each half a pas deep.
    assert!((ahead.y - (start.y + 6 * PAS - 2 * PAS - PAS / 2)).abs() <= 5, "{ahead:?}");
}

#[test]
fn threats_are_the_fires_and_charges_of_the_enemy() {
    let army = "blue 1 A foot 4 line 30 20 0 T
                red 1 I foot 4 line 30 23 180 T
                red 1 J horse 4 line 30 30 180 C
                red 1 K foot 4 line 60 20 180 C";
    let set = field(&Book::new(), "", army).with(|w, _| w.orders_in_force = true);
    let threats = look(&set, Step::Naming, Side::Blue, "A", Lens::Threats);
    let by = |name: &str| Some(Ref::Unit(set.id(name)));
    let me = Some(Ref::Unit(set.id("A")));
    // The cavalry behind its own battalion does not see; the third unit is too far away.
    assert_eq!(lines(&threats), vec![("threat_of_fire".to_owned(), by("I"), me)]);
    let fire = set.rules.lens(&set.rules.redact(&set.standing_in(Step::Naming), Side::Red), set.id("I"), Lens::Fire);
    assert!(threats.prospects.len() == 1 && fire.prospects.contains(&threats.prospects[0]));
    // From there it would end on the TdC of its own battalion (ML-GAP-11).
    let seen = |from: &str| field(&Book::new(), "", &army.replace("30 30 180 C", from));
    let barred = seen("33 30 180 C").with(|w, _| w.orders_in_force = true);
    let threats = look(&barred, Step::Naming, Side::Blue, "A", Lens::Threats);
    assert!(!lines(&threats).iter().any(|(what, ..)| what == "threat_of_charge"), "{:?}", lines(&threats));
    let open = seen("36 30 180 C").with(|w, _| w.orders_in_force = true);
    let threats = look(&open, Step::Naming, Side::Blue, "A", Lens::Threats);
    assert!(lines(&threats).contains(&("threat_of_charge".to_owned(), by("J"), me)), "{:?}", lines(&threats));
    assert!(threats.prospects.iter().any(|p| p.breakdown.test == "impact" && p.by == by("J") && p.odds.is_some()));
}

#[test]
fn sight_says_what_cuts_it() {
    let wood = ground("forest", [44.0, 46.0], [22.0, 30.0]);
    let army = "blue 1 A foot 4 line 30 20 0 T
                red 1 I foot 4 line 30 26 180 T
                red 1 J foot 4 line 30 34 180 T
                red 1 K foot 4 line 60 34 180 T
                red 1 L foot 4 line 30 10 0 T";
    let set = field(&Book::new(), &wood, army);
    let insight = look(&set, Step::Plan, Side::Blue, "A", Lens::Sight);
    let of = |name: &str| {
        let to = Some(Ref::Unit(set.id(name)));
        insight.figures.iter().find_map(|figure| match figure {
            Figure::Line { what, to: other, cut, facts, .. } if *other == to => {
                Some((what.as_str(), *cut, facts.clone()))
            }
            _ => None,
        })
    };
    assert_eq!(of("I").unwrap().0, "sight_free");
    let (what, cut, facts) = of("J").unwrap();
    assert_eq!((what, facts[&Term::of("unit")]), ("sight_cut_by_unit", i64::from(set.id("I").0)));
    assert!((cut.unwrap().y - 26 * PAS).abs() < PAS);
    assert_eq!(of("K").unwrap().0, "sight_cut_by_ground");
    assert_eq!(of("L").unwrap().0, "behind_the_front");
}

#[test]
fn supports_are_those_of_the_morale_test() {
    let army = "blue 1 A foot 4 line 30 20 0 T
                blue 1 B foot 4 line 33 20 0 T
                blue 1 C foot 4 line 30 17 0 T
                blue 1 D foot 4 disorder 27 20 0 T
                red 1 I foot 4 line 30 40 180 T";
    let set = field(&Book::new(), "", army);
    let insight = look(&set, Step::Plan, Side::Blue, "A", Lens::Supports);
    let by = |name: &str| Some(Ref::Unit(set.id(name)));
    let expected = [("flank_support".to_owned(), by("B"), by("A")), ("rear_support".to_owned(), by("C"), by("A"))];
    assert_eq!(lines(&insight), expected);
    let shown: i64 = insight.figures.iter().filter_map(|f| f.facts().get(&Term::of("modifier"))).sum();
    let counted =
        insight.prospects[0].breakdown.lines.iter().filter(|l| ["ML-5.2m", "ML-5.2n"].contains(&l.rule.as_str()));
    let counted: i64 = counted.map(|l| if let game::Op::Add(n) = l.op { n } else { 0 }).sum();
    assert_eq!(shown, counted);
    // The general is far away in the corner.
    let command = look(&set, Step::Plan, Side::Blue, "A", Lens::Command);
    assert!(lines(&command).iter().any(|(what, _, _)| what == "out_of_command"));
    assert!(command.figures.iter().any(|f| matches!(f, Figure::Circle { radius, .. } if *radius == 12 * PAS)));
}

/// A unit without a friend nearby is shown the circle in which there is none, and the modifier in its test (ML-5.2l).
#[test]
fn who_is_alone_is_shown_what_it_costs() {
    let alone = |book: &Book, friend: u8| {
        let army = format!(
            "blue 1 A foot 4 line 30 20 0 T
             blue 1 B foot 4 line 30 {friend} 0 T
             red 1 I foot 4 line 30 40 180 T"
        );
        let insight = look(&field(book, "", &army), Step::Plan, Side::Blue, "A", Lens::Supports);
        let circle = insight.figures.iter().find_map(|figure| match figure {
            Figure::Circle { what, radius, .. } if *what == "isolated" => {
                Some((*radius, figure.facts()[&Term::of("modifier")]))
            }
            _ => None,
        });
        let counted = insight.prospects[0].breakdown.lines.iter().find_map(|line| match line.op {
            game::Op::Add(n) if line.rule.as_str() == "ML-5.2l" => Some(n),
            _ => None,
        });
        (circle, counted)
    };
    prove(&[r::ML_5_2L], |book: &Book| assert_eq!(alone(book, 5), (Some((12 * PAS, -3)), Some(-3))));
    assert_eq!(alone(&Book::new(), 10), (None, None));
}

#[test]
fn no_lens_sees_through_a_secret() {
    let army = "blue 1 A foot 4 line 30 20 0 T
                red 1 I foot 4 line 30 24 180 T
                red 1 J horse 4 line 34 30 180 T";
    let laid = |order: Order| {
        field(&Book::new(), "", army).with(|w, names| {
            w.orders_in_force = false;
            let mut orders = Orders::default();
            orders.brigades.insert(1, order);
            orders.units.insert(names["J"], order);
            w.orders[1] = Secret::Known(orders);
        })
    };
    let [hold, charge] = [laid(Order::Hold), laid(Order::Charge)];
    let seen = |set: &Field, side| set.rules.redact(&set.standing_in(Step::Reface(Vec::new())), side);
    for name in ["A", "I", "J", "blue-1", "red-1"] {
        for lens in Lens::ALL {
            let shown = [&hold, &charge].map(|set| set.rules.lens(&seen(set, Side::Blue), set.id(name), lens));
            assert_eq!(shown[0], shown[1], "{name} {lens:?}");
        }
        let card = |side| [&hold, &charge].map(|set| set.rules.dossier(&seen(set, side), set.id(name)).unwrap());
        let [one, other] = card(Side::Blue);
        assert_eq!(one, other, "{name}");
        if name == "J" {
            let [one, other] = card(Side::Red);
            assert_ne!(one.profile, other.profile, "the owner knows");
        }
    }
}
