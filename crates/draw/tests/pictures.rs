//! Pictures through the public interface: well-formed whatever the files contain, the same every time, each thing by
//! its sign.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{Card, Picture, Side, Term, UnitId};
use grognard_draw::{
    Lang, Names, Options, Overlay, Style, Up, battle_picture, battle_picture_over, ground_layer, ground_picture,
};
use proptest::prelude::*;
use roxmltree::Document;
use std::collections::BTreeSet;
use table::{Feature, Ground, Kind, Measure, Piece, Point, Pose, Shape};

const KINDS: [Kind; 25] = [
    Kind::Road,
    Kind::Track,
    Kind::Bridge,
    Kind::Ford,
    Kind::Meadow,
    Kind::Scrub,
    Kind::TallCrops,
    Kind::Plough,
    Kind::OpenWood,
    Kind::Orchard,
    Kind::Forest,
    Kind::Marsh,
    Kind::Rocks,
    Kind::Stream,
    Kind::River,
    Kind::SteepSlope,
    Kind::Hill,
    Kind::Crest,
    Kind::WoodenBuilding,
    Kind::MasonryBuilding,
    Kind::Barricade,
    Kind::Hedge,
    Kind::Wall,
    Kind::Fortification,
    Kind::Impassable,
];

type Marks<'a> = &'a [(&'a str, &'a str)];
type Counts<'a> = &'a [(&'a str, i64)];

fn plain(width_m: i32, height_m: i32) -> Ground {
    Ground { width: width_m * 100, height: height_m * 100, features: Vec::new() }
}

fn feature(kind: Kind, shape: Shape) -> Feature {
    Feature { kind, shape, name: String::new(), level: 1, strongpoint: false, reconstructed: false }
}

fn quad(x: i32, y: i32, w: i32, h: i32) -> Shape {
    let p = |x: i32, y: i32| Point::new(x * 100, y * 100);
    Shape::Area(vec![p(x, y), p(x + w, y), p(x + w, y + h), p(x, y + h)])
}

fn unit(arm: &str, name: &str, marks: Marks<'_>, elements: i32) -> Card {
    let pieces = (0..elements)
        .map(|i| Piece { pose: Pose::new(30_000 + i * 5_000, 30_000, 4_500), front: 5_000, depth: 2_500, lead: i == 0 })
        .collect();
    Card {
        side: Side::Blue,
        name: name.to_owned(),
        part: None,
        nation: "france".into(),
        arm: arm.into(),
        command: None,
        pieces,
        marks: marks.iter().map(|(k, v)| (Term::from(*k), Term::from(*v))).collect(),
        counts: [(Term::of("elements"), i64::from(elements)), (Term::of("elements_start"), i64::from(elements) + 1)]
            .into(),
    }
}

fn one(card: Card) -> Picture {
    Picture { units: [(UnitId(1), card)].into(), ..Picture::default() }
}

/// The number of elements of a picture with a class.
fn count(svg: &str, class: &str) -> usize {
    let doc = Document::parse(svg).expect("well-formed");
    doc.descendants().filter(|n| n.attribute("class").is_some_and(|c| c.split(' ').any(|c| c == class))).count()
}

fn drawn(card: Card) -> String {
    drawn_under("marie-louise", card)
}

fn drawn_under(ruleset: &'static str, card: Card) -> String {
    battle_picture(&plain(1_000, 700), &one(card), &under(ruleset))
}

fn under(ruleset: &'static str) -> Options {
    Options { ruleset: Some(ruleset), ..Options::default() }
}

#[test]
fn names_from_files_stay_text() {
    let evil = "<script>alert('x')</script>&\"]]>\u{0}\u{1b}";
    let mut ground = plain(1_000, 700);
    let named = |kind, shape| Feature { name: evil.to_owned(), reconstructed: true, ..feature(kind, shape) };
    ground.features.push(named(Kind::Forest, quad(100, 100, 300, 200)));
    let river = Shape::Line { points: vec![Point::new(0, 10_000), Point::new(100_000, 12_000)], width: 2_000 };
    ground.features.push(named(Kind::River, river));
    let mut card = unit("infantry", evil, &[("order", evil), ("formation", evil), ("marker", evil)], 2);
    card.nation = evil.into();
    let refused = Overlay::Refused {
        ghost: card.pieces.clone(),
        measure: Measure::default(),
        at_most: true,
        rule: evil.to_owned(),
    };
    let options = Options {
        title: evil.to_owned(),
        subtitle: evil.to_owned(),
        moment: evil.to_owned(),
        unit: evil.to_owned(),
        style: Style { prefix: evil.to_owned(), ..Style::default() },
        overlays: vec![refused],
        names: Names::Always,
        ..Options::default()
    };
    let svg = battle_picture(&ground, &one(card), &options);
    let doc = Document::parse(&svg).unwrap();
    assert!(doc.descendants().all(|n| n.tag_name().name() != "script"));
    assert!(!svg.contains("<script"));
}

#[test]
fn a_hidden_order_leaves_no_letter_in_the_picture() {
    let laid = one(unit("infantry", "I", &[("laid", "Q")], 3));
    let seen_by = |viewer| battle_picture(&plain(1_000, 700), &laid, &Options { viewer, ..under("marie-louise") });
    assert!(seen_by(Some(Side::Blue)).contains(">Q<"));
    assert!(!seen_by(Some(Side::Red)).contains('Q'));
    assert_eq!(count(&seen_by(Some(Side::Red)), "hidden"), 1);
}

const ML: &str = "marie-louise";
const BE: &str = "bataille-empire";
const L3C: &str = "trois-couleurs";
const LA: &str = "aigles";

/// The rulesets that ship, by their ids.
fn rulesets() -> Vec<&'static str> {
    include_str!("../../../data/armies/rulesets.txt").lines().collect()
}

/// A table of examples has at least one of every ruleset that ships, and of no other.
fn has_every_ruleset(rows: impl IntoIterator<Item = &'static str>) {
    assert_eq!(rows.into_iter().collect::<BTreeSet<_>>(), rulesets().into_iter().collect());
}

#[test]
fn every_order_has_the_letter_of_its_ruleset_and_its_frame() {
    let orders: [(&str, Marks<'_>, &str, &str); 8] = [
        (ML, &[("order", "manoeuvre")], "revealed", "M"),
        (ML, &[("order", "charge"), ("specific", "yes")], "specific", "C"),
        (ML, &[("order", "hold"), ("laid", "manoeuvre")], "laid", "M"),
        (BE, &[("order", "hold")], "revealed", "T"),
        (L3C, &[("order", "assault")], "revealed", "A"),
        (L3C, &[("order", "slow_ahead")], "revealed", "↑"),
        (LA, &[("attack", "charging")], "revealed", "C"),
        (LA, &[("attack", "uncontrolled"), ("engaged", "yes")], "revealed", "A"),
    ];
    has_every_ruleset(orders.map(|row| row.0));
    for (ruleset, marks, class, letter) in orders {
        let svg = drawn_under(ruleset, unit("infantry", "I", marks, 3));
        assert_eq!((count(&svg, "order"), count(&svg, class)), (1, 1), "{ruleset} {marks:?}");
        assert!(svg.contains(&format!(">{letter}</text>")), "{ruleset} {marks:?}");
    }
}

#[test]
fn every_state_has_the_sign_that_its_ruleset_says() {
    let states: [(&str, Marks<'_>, &[&str]); 15] = [
        (ML, &[("marker", "hesitant")], &["hesitant"]),
        (ML, &[("marker", "shaken")], &["shaken"]),
        (ML, &[("formation", "disorder")], &["disorder"]),
        (ML, &[("formation", "disorder"), ("marker", "routing")], &["routing", "disorder"]),
        (BE, &[("formation", "column"), ("marker", "marked")], &["acted"]),
        (BE, &[("formation", "column"), ("disorder", "disordered")], &["disorder"]),
        (BE, &[("disorder", "disordered"), ("marker", "marked")], &["disorder", "acted"]),
        (L3C, &[("state", "unformed")], &["hesitant"]),
        (L3C, &[("state", "disordered"), ("case", "rout")], &["disorder", "routing"]),
        (L3C, &[("state", "unformed"), ("case", "retreat")], &["shaken"]),
        (L3C, &[("case", "charge")], &[]),
        (LA, &[("ranks", "disorganised")], &["hesitant"]),
        (LA, &[("ranks", "disordered")], &["disorder"]),
        (LA, &[("ranks", "unformed"), ("state", "flight")], &["routing"]),
        (LA, &[("ranks", "disorganised"), ("busy", "turning")], &["hesitant"]),
    ];
    has_every_ruleset(states.map(|row| row.0));
    for (ruleset, marks, classes) in states {
        let svg = drawn_under(ruleset, unit("infantry", "I", marks, 3));
        assert_eq!(count(&svg, "state"), classes.len(), "{ruleset} {marks:?}");
        assert!(classes.iter().all(|class| count(&svg, class) == 1), "{ruleset} {marks:?}");
    }
}

#[test]
fn every_arm_and_manner_has_its_symbol() {
    let arms: [(&str, &str, Marks<'_>, &str, usize); 12] = [
        (ML, "infantry", &[("formation", "line")], "dots", 3),
        (ML, "cavalry", &[("formation", "line")], "diagonal", 3),
        (ML, "artillery", &[("formation", "deployed")], "muzzles", 3),
        (ML, "artillery", &[("formation", "limbered")], "limbered", 3),
        (BE, "artillery", &[("formation", "limbered")], "limbered", 3),
        (L3C, "artillery", &[("formation", "limbered")], "limbered", 3),
        (LA, "artillery", &[("formation", "limbered")], "limbered", 3),
        (ML, "infantry", &[("formation", "skirmish")], "figures", 3),
        (L3C, "infantry", &[("formation", "skirmish")], "figures", 3),
        (LA, "infantry", &[("formation", "skirmish")], "figures", 3),
        (BE, "artillery", &[("formation", "deployed"), ("silent", "yes")], "abandoned", 1),
        (LA, "artillery", &[("formation", "in_position"), ("guns", "unmanned")], "abandoned", 1),
    ];
    has_every_ruleset(arms.map(|row| row.0));
    for (ruleset, arm, marks, class, times) in arms {
        let svg = drawn_under(ruleset, unit(arm, "I", marks, 3));
        assert_eq!(count(&svg, class), times, "{ruleset} {arm} {marks:?}");
    }
    let ranks = [
        (ML, "brigade", 1),
        (ML, "army", 4),
        (BE, "divisional", 2),
        (BE, "commander_in_chief", 4),
        (L3C, "brigadier", 1),
        (L3C, "commander_in_chief", 4),
        (LA, "aide", 1),
        (LA, "general", 2),
        (LA, "general_in_chief", 4),
    ];
    has_every_ruleset(ranks.map(|row| row.0));
    for (ruleset, rank, dots) in ranks {
        let svg = drawn_under(ruleset, unit("general", "I", &[("rank", rank)], 1));
        assert_eq!((count(&svg, "hat"), count(&svg, "rank")), (1, dots), "{ruleset} {rank}");
    }
}

#[test]
fn strength_is_what_its_ruleset_counts() {
    let counted: [(&str, Counts<'_>, usize, usize); 4] = [
        (ML, &[("elements", 3), ("elements_start", 4), ("losses", 2)], 3, 1),
        (BE, &[("strength", 5), ("capacity", 8)], 5, 3),
        (LA, &[("figures", 6), ("initial", 8)], 6, 2),
        // The strength at the start is unknown.
        (L3C, &[("figures", 7), ("losses", 2)], 7, 0),
    ];
    has_every_ruleset(counted.map(|row| row.0));
    for (ruleset, counts, there, lost) in counted {
        let mut card = unit("infantry", "I", &[("formation", "line")], 3);
        card.counts = counts.iter().map(|(name, n)| (Term::from(*name), *n)).collect();
        let svg = drawn_under(ruleset, card);
        assert_eq!((count(&svg, "there"), count(&svg, "lost")), (there, lost), "{ruleset}");
    }
}

#[test]
fn a_unit_is_its_footprint_with_one_front_a_piece_and_one_cockade() {
    let svg = drawn(unit("infantry", "I/42e", &[("formation", "line")], 4));
    let counts = ["element", "block", "front", "face", "cockade", "there", "lost"].map(|class| count(&svg, class));
    assert_eq!(counts, [4, 4, 4, 1, 1, 4, 1]);
    let doc = Document::parse(&svg).unwrap();
    let block = doc.descendants().find(|n| n.attribute("class") == Some("block")).unwrap();
    let side = |name| block.attribute(name).unwrap().parse::<f64>().unwrap();
    // 50 by 25 metres on a map of 1,000 metres and 1,428 pixels.
    assert!((side("width") - 71.4).abs() < 0.06 && (side("height") - 35.7).abs() < 0.06);
}

#[test]
fn detail_follows_the_scale() {
    let card = unit("infantry", "I/42e", &[("formation", "line"), ("order", "manoeuvre")], 3);
    // A thousand metres are 20 pas.
    let at = |px_per_pas: u32| {
        let options = Options { width_px: px_per_pas * 20 + 12, ..under(ML) };
        let svg = battle_picture(&plain(1_000, 700), &one(card.clone()), &options);
        ["face", "cockade", "dots", "plate"].map(|class| count(&svg, class))
    };
    assert_eq!(at(12), [1, 0, 0, 0]);
    assert_eq!(at(20), [1, 1, 0, 0]);
    assert_eq!(at(30), [1, 1, 3, 1]);
    assert_eq!(at(44), [1, 1, 3, 1]);
}

#[test]
fn plates_that_would_collide_give_way_and_the_chosen_stays() {
    let mut picture = Picture::default();
    for i in 0..60_u16 {
        let mut card = unit("infantry", "Bataillon de ligne", &[], 2);
        for piece in &mut card.pieces {
            piece.pose = Pose::new(40_000 + i32::from(i) * 150, 35_000, 0);
        }
        picture.units.insert(UnitId(i), card);
    }
    let options = Options { chosen: Some(UnitId(37)), width_px: 700, names: Names::Always, ..Options::default() };
    let svg = battle_picture(&plain(1_000, 700), &picture, &options);
    let plates = count(&svg, "plate");
    assert!(plates < 60 && plates > 2, "{plates}");
    assert_eq!(count(&svg, "chosen"), 2, "the unit and its plate");
}

#[test]
fn a_reader_hears_name_formation_facing_strength_state_and_order() {
    let card = unit("infantry", "I/42e", &[("formation", "line"), ("marker", "shaken"), ("order", "manoeuvre")], 3);
    let title = |ruleset, card: &Card, lang| {
        let svg = battle_picture(&plain(1_000, 700), &one(card.clone()), &Options { lang, ..under(ruleset) });
        let doc = Document::parse(&svg).unwrap();
        let unit = doc.descendants().find(|n| n.attribute("data-unit") == Some("1")).unwrap();
        unit.descendants().find(|n| n.has_tag_name("title")).and_then(|n| n.text()).unwrap().to_owned()
    };
    let said = "I/42e, ligne, face au nord-est, 3 sur 4, ébranlée, ordre M (manœuvrer)";
    assert_eq!(title(ML, &card, Lang::Fr), said);
    let said = "I/42e, line, facing north-east, 3 of 4, shaken, order M (manoeuvre)";
    assert_eq!(title(ML, &card, Lang::En), said);
    let mut card =
        unit("infantry", "42e", &[("formation", "column"), ("disorder", "disordered"), ("marker", "marked")], 1);
    card.counts = [(Term::of("strength"), 5), (Term::of("capacity"), 8)].into();
    let said = "42e, colonne, face au nord-est, 5 sur 8, en désordre, marqueur d’action";
    assert_eq!(title(BE, &card, Lang::Fr), said);
    let mut card = unit("infantry", "26e", &[("formation", "line"), ("state", "disordered"), ("case", "rout")], 1);
    card.counts = [(Term::of("figures"), 7)].into();
    let said = "26e, ligne, face au nord-est, reste 7, DERoute, DES (désordonnée)";
    assert_eq!(title(L3C, &card, Lang::Fr), said);
}

#[test]
fn a_kept_ground_gives_the_same_picture() {
    let mut ground = plain(1_000, 700);
    ground.features.push(feature(Kind::Hill, quad(200, 200, 400, 300)));
    ground.features.push(feature(Kind::Forest, quad(600, 100, 300, 300)));
    let options = Options::default();
    let picture = one(unit("cavalry", "9e chasseurs", &[], 3));
    let layer = ground_layer(&ground, &options.view(&ground), &options.style);
    assert_eq!(battle_picture_over(&layer, &ground, &picture, &options), battle_picture(&ground, &picture, &options));
    assert!(count(&ground_picture(&ground, &options), "hachures") == 1);
}

#[test]
fn a_refusal_names_the_figure_the_figure_required_and_the_rule() {
    let measure =
        Measure { from: Point::new(30_000, 30_000), to: Point::new(38_000, 30_000), cm: 8_000, limit: 10_000 };
    let refused = Overlay::Refused { ghost: Vec::new(), measure, at_most: false, rule: "ML-3.1j".to_owned() };
    let svg = |lang| {
        battle_picture(
            &plain(1_000, 700),
            &Picture::default(),
            &Options { lang, overlays: vec![refused.clone()], ..Options::default() },
        )
    };
    assert!(svg(Lang::Fr).contains("× 1,6 pas &lt; 2 · ML-3.1j"));
    assert!(svg(Lang::En).contains("× 1.6 pas &lt; 2 · ML-3.1j"));
}

#[test]
fn burning_sites_show_flames() {
    let mut ground = plain(1_000, 700);
    ground.features.push(feature(Kind::WoodenBuilding, quad(300, 300, 100, 80)));
    let mut picture = Picture::default();
    picture.sites.insert(0, [(Term::of("fire"), Term::of("burning"))].into());
    picture.sites.insert(9, [(Term::of("fire"), Term::of("burning"))].into());
    assert_eq!(count(&battle_picture(&ground, &picture, &under(ML)), "burning"), 1);
}

fn any_point() -> impl Strategy<Value = Point> {
    prop_oneof![
        8 => (-20_000..140_000_i32, -20_000..140_000_i32),
        1 => (any::<i32>(), any::<i32>()),
    ]
    .prop_map(|(x, y)| Point::new(x, y))
}

fn any_shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        prop::collection::vec(any_point(), 0..7).prop_map(Shape::Area),
        (prop::collection::vec(any_point(), 0..6), prop_oneof![0..5_000_i32, any::<i32>()])
            .prop_map(|(points, width)| Shape::Line { points, width }),
    ]
}

fn any_feature() -> impl Strategy<Value = Feature> {
    (0..KINDS.len(), any_shape(), ".{0,12}", prop_oneof![-2..5, any::<i32>()], any::<bool>(), any::<bool>()).prop_map(
        |(kind, shape, name, level, strongpoint, reconstructed)| Feature {
            kind: KINDS[kind],
            shape,
            name,
            level,
            strongpoint,
            reconstructed,
        },
    )
}

fn any_card() -> impl Strategy<Value = Card> {
    let piece = (any_point(), any::<i32>(), prop_oneof![0..20_000_i32, any::<i32>()], 0..9_000_i32)
        .prop_map(|(at, facing, front, depth)| Piece { pose: Pose { at, facing }, front, depth, lead: false });
    let arm = prop_oneof![Just("infantry"), Just("cavalry"), Just("artillery"), Just("general"), Just("zouaves?")];
    let formation =
        prop_oneof![Just("line"), Just("square"), Just("skirmish"), Just("disorder"), Just("limbered"), Just("")];
    let order = prop_oneof![Just("manoeuvre"), Just("charge"), Just("slow_ahead"), Just("Q"), Just("")];
    (
        any::<bool>(),
        ".{0,30}",
        ".{0,8}",
        arm,
        prop::collection::vec(piece, 0..6),
        formation,
        order,
        any::<i64>(),
        any::<i64>(),
    )
        .prop_map(|(red, name, nation, arm, pieces, formation, order, elements, start)| Card {
            side: if red { Side::Red } else { Side::Blue },
            name,
            part: None,
            nation: nation.as_str().into(),
            arm: arm.into(),
            command: None,
            pieces,
            marks: [("formation", formation), ("order", order), ("marker", "shaken")]
                .map(|(k, v)| (Term::from(k), Term::from(v)))
                .into(),
            counts: [(Term::of("elements"), elements), (Term::of("elements_start"), start)].into(),
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a file contains, the picture is one well-formed document of a reasonable size, the same each time.
    #[test]
    fn any_battle_is_drawn_well_formed_and_twice_the_same(
        size in prop_oneof![6 => (20_000..240_000_i32, 20_000..240_000_i32), 1 => (any::<i32>(), any::<i32>())],
        features in prop::collection::vec(any_feature(), 0..8),
        cards in prop::collection::vec(any_card(), 0..8),
        width in prop_oneof![300..1_500_u32, any::<u32>().prop_map(|w| w % 3_000)],
        pas in prop_oneof![1_000..9_000_i32, any::<i32>()],
        up in prop_oneof![Just(Up::North), Just(Up::East), Just(Up::South), Just(Up::West)],
        points in prop::collection::vec(any_point(), 2..5),
        ruleset in prop::sample::select(rulesets()),
    ) {
        let ground = Ground { width: size.0, height: size.1, features };
        let units = cards.into_iter().enumerate().map(|(i, card)| (UnitId(i as u16), card)).collect();
        let mut picture = Picture { units, ..Picture::default() };
        picture.sites.insert(0, [(Term::of("fire"), Term::of("burning"))].into());
        let piece = Piece { pose: Pose { at: points[0], facing: 1_000 }, front: 5_000, depth: 2_500, lead: true };
        let measure = Measure { from: points[0], to: points[1], cm: 1_234, limit: pas };
        let overlays = vec![
            Overlay::Measured(measure),
            Overlay::Planned { ghost: vec![piece], path: points.iter().map(|p| Pose { at: *p, facing: 0 }).collect(), text: "<&>".to_owned() },
            Overlay::Fire { from: piece, bands: vec![pas, 10_000], half_arc: pas, line: Some(measure) },
            Overlay::Arc { from: piece, half_arc: 4_500, radius: pas },
            Overlay::Reach(points.clone()),
            Overlay::Command { at: points[0], radius: pas },
            Overlay::Sight { from: points[0], to: points[1], cut: Some(points[0]) },
        ];
        let options = Options { width_px: width, pas_cm: pas, up, overlays, chosen: Some(UnitId(0)), title: "T".to_owned(), names: Names::Always, ..under(ruleset) };
        let svg = battle_picture(&ground, &picture, &options);
        let doc = Document::parse(&svg);
        prop_assert!(doc.is_ok(), "{:?}", doc.err());
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf"));
        prop_assert_eq!(svg, battle_picture(&ground, &picture, &options));
    }

    /// Trees depend on their places alone: a wood is drawn the same whatever else lies on the ground.
    #[test]
    fn trees_do_not_move(x in 0..400_i32, y in 0..300_i32, level in 1..4_i32) {
        let trees = |features: Vec<Feature>| {
            let svg = ground_picture(&Ground { features, ..plain(1_000, 700) }, &Options::default());
            let doc = Document::parse(&svg).unwrap();
            doc.descendants().filter(|n| n.has_tag_name("use")).map(|n| (n.attribute("x").unwrap().to_owned(), n.attribute("y").unwrap().to_owned())).collect::<Vec<_>>()
        };
        let wood = feature(Kind::Forest, quad(x, y, 300, 200));
        let hill = Feature { level, ..feature(Kind::Hill, quad(50, 50, 500, 400)) };
        let alone = trees(vec![wood.clone()]);
        prop_assert!(alone.len() > 20);
        prop_assert_eq!(alone, trees(vec![hill, wood]));
    }
}

/// With its own fonts, so that a machine without any can still write names.
#[cfg(feature = "png")]
#[test]
fn png_has_the_size_asked_for_and_shows_text() {
    let svg = |name: &str| drawn(unit("infantry", name, &[], 3));
    let png = grognard_draw::to_png(&svg("I/42e"), 0.5).unwrap();
    assert_eq!(png.get(1..4), Some(&b"PNG"[..]));
    assert_eq!(png.get(16..20), Some(&720_u32.to_be_bytes()[..]));
    assert_ne!(png, grognard_draw::to_png(&svg("I/43e"), 0.5).unwrap());
    assert!(grognard_draw::to_png("<svg", 1.0).is_err());
    assert!(grognard_draw::to_png(&svg("I"), 1e9).is_err());
}
