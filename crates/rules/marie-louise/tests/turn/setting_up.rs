//! Set-up of a scenario: elements, brigades, generals, deployment (chapters 1.2 to 1.4, ML-GAP-45, ML-GAP-58).

use game::{Ask, Need, Play, Ref, Reply, Rules, Side, UnitId};
use grognard_marie_louise::turn::Step;
use grognard_marie_louise::world::World;
use grognard_marie_louise::{Book, Formation, MarieLouise, PAS, r};
use rulebook::proof::prove;
use table::Pose;

/// A scenario of one battalion against another, with the blue general, its units and other entries.
fn scenario(general: &str, units: &str, more: &str) -> armies::Scenario {
    let text = format!(
        "id = \"test\"\ndate = 1809-05-01\nturns = 6\ntitle = {{ fr = \"t\", en = \"t\" }}\n[text]\nfr = \"t\"\nen = \"t\"\n\
         [ground]\nwidth = 3600\nheight = 2400\n{more}\n\
         [blue]\nname = {{ fr = \"b\", en = \"b\" }}\nnation = \"france\"\nfacing = 0\n\
         [[blue.commands]]\nid = \"one\"\nname = {{ fr = \"1\", en = \"1\" }}\ngeneral = {{ name = \"G\", rank = \"brigade\"{general} }}\n{units}\n\
         [red]\nname = {{ fr = \"r\", en = \"r\" }}\nnation = \"france\"\nfacing = 180\n\
         [[red.commands]]\nid = \"two\"\nname = {{ fr = \"2\", en = \"2\" }}\ngeneral = {{ name = \"H\", rank = \"brigade\", at = [1500, 2300] }}\n{}\n\
         [victory.text]\nfr = \"t\"\nen = \"t\"\n",
        unit("red", "enemy", "men = 700", [1500, 2200], ""),
    );
    armies::parse(&text, "test").unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
}

fn unit(side: &str, id: &str, strength: &str, at: [i32; 2], own: &str) -> String {
    let (kind, formation) = if strength.starts_with("guns") { ("fr-foot-6", "deployed") } else { ("fr-line", "line") };
    format!(
        "[[{side}.commands.units]]\nid = \"{id}\"\nname = {{ fr = \"{id}\", en = \"{id}\" }}\ntype = \"{kind}\"\n{strength}\n\
         at = {at:?}\nfacing = {}\nformation = \"{formation}\"\n{own}\n",
        if side == "blue" { 0 } else { 180 },
    )
}

const GENERAL: &str = ", at = [1500, 100]";

fn set_up(book: &Book, scenario: &armies::Scenario) -> Result<MarieLouise, Vec<game::Fault>> {
    MarieLouise::for_scenario(book.clone(), scenario, armies::Library::embedded())
}

#[test]
fn men_and_guns_become_elements() {
    prove(&[r::ML_1_2B, r::ML_1_2D, r::ML_GAP_58], |book| {
        let strengths = ["men = 700", "men = 260", "men = 265", "men = 1400", "guns = 6", "guns = 7"];
        let units = strengths
            .iter()
            .enumerate()
            .map(|(n, s)| unit("blue", &format!("u{n}"), s, [300 + 400 * n as i32, 300], ""));
        let rules = set_up(book, &scenario(GENERAL, &units.collect::<String>(), "")).unwrap();
        let elements: Vec<u8> = rules.begin().0.world.units.iter().take(6).map(|u| u.elements).collect();
        assert_eq!(elements, [4, 1, 2, 6, 1, 2]);
    });
}

#[test]
fn a_brigade_has_its_general_on_the_table_a_superior_may_be_elsewhere() {
    let units = unit("blue", "a", "men = 700", [1500, 300], "");
    prove(&[r::ML_1_2E], |book| {
        assert!(set_up(book, &scenario(GENERAL, &units, "")).is_ok());
        let mut absent = scenario(GENERAL, &units, "");
        absent.sides[0].commands[0].general.at = None;
        assert!(set_up(book, &absent).is_err());
    });
    prove(&[r::ML_1_3A], |book| {
        let corps = "[[blue.commands]]\nid = \"corps\"\nname = { fr = \"c\", en = \"c\" }\ngeneral = { name = \"C\", rank = \"corps\" }\n";
        let rules = set_up(book, &scenario(GENERAL, &format!("superior = \"corps\"\n{units}{corps}"), "")).unwrap();
        assert!(!matches!(rules.begin().0.world.generals[1].life, grognard_marie_louise::world::Life::Present));
    });
}

#[test]
fn a_unit_has_a_class_of_its_arm() {
    prove(&[r::ML_1_4A], |book| {
        let own = "overrides = { marie-louise = { class = \"battle\" } }";
        let units = unit("blue", "a", "men = 700", [1500, 300], own);
        assert!(set_up(book, &scenario(GENERAL, &units, "")).is_err());
    });
}

/// A unit that enters later.
fn reserve(id: &str, strength: &str) -> String {
    let formation = if strength.starts_with("guns") { ("deployed", "limbered") } else { ("line", "march_column") };
    let text = unit("blue", id, strength, [0, 0], "").replace("at = [0, 0]\nfacing = 0\n", "");
    text.replace(&format!("\"{}\"", formation.0), &format!("\"{}\"", formation.1))
}

/// The start of the next turn.
fn next_start(rules: &MarieLouise, world: World, turn: u16) -> World {
    let mut play = Play::new(World { turn, ..world }, [Step::Start]);
    play.go(rules, None);
    play.now().clone()
}

#[test]
fn reserves_come_on_in_their_turn_where_there_is_room() {
    let units = unit("blue", "a", "men = 700", [1500, 100], "") + &reserve("b", "men = 700");
    let arrival = "[[blue.reinforcements]]\nturn = 2\nunits = [\"b\"]\nat = [1500, 100]\nfacing = 0\n";
    let rules = set_up(&Book::new(), &scenario(GENERAL, &units, arrival)).unwrap();
    let first = next_start(&rules, rules.begin().0.world, 0);
    assert!(first.units[0].present() && !first.units[1].present());
    let second = next_start(&rules, first, 1);
    let (a, b) = (&second.units[0], &second.units[1]);
    assert!(b.present());
    let apart = table::distance(&a.tdc(), &b.tdc()).cm;
    assert!(apart < 4 * PAS, "beside the unit that stands at the entry");
    assert!(!a.footprint().iter().any(|one| b.footprint().iter().any(|two| table::overlaps(one, two))));
}

#[test]
fn reserves_come_on_where_they_may_go() {
    prove(&[r::ML_1_6D, r::ML_GAP_71], |book| {
        // A road between woods, wide enough for three, and four units for it.
        let wood = |west: i32, east: i32| {
            format!(
                "[[ground.features]]\nkind = \"forest\"\narea = [[{west}, 0], [{east}, 0], [{east}, 400], [{west}, 400]]\n"
            )
        };
        let units = unit("blue", "a", "men = 700", [1500, 900], "")
            + &reserve("b", "men = 700")
            + &reserve("c", "men = 700")
            + &reserve("g", "guns = 6")
            + &reserve("h", "guns = 6")
            + &reserve("d", "men = 700");
        let arrival = "[[blue.reinforcements]]\nturn = 2\nunits = [\"b\", \"c\", \"g\", \"h\", \"d\"]\nat = [1500, 100]\nfacing = 0\n";
        let more = wood(0, 1420) + &wood(1580, 3600) + arrival;
        let rules = set_up(book, &scenario(GENERAL, &units, &more)).unwrap();
        let on_road = |world: &World, n: usize| {
            let unit = &world.units[n];
            unit.present().then(|| (142_000..158_000).contains(&unit.pose.at.x))
        };
        let second = next_start(&rules, rules.begin().0.world, 1);
        let seen: Vec<Option<bool>> = (1..6).map(|n| on_road(&second, n)).collect();
        assert_eq!(seen, [Some(true), Some(true), Some(true), None, None], "who finds no room waits");
        let third = next_start(&rules, second, 2);
        assert_eq!((on_road(&third, 4), on_road(&third, 5)), (None, None));
        let fourth = next_start(&rules, third, 3);
        assert_eq!(on_road(&fourth, 4), None, "guns do not come through the wood");
        assert_eq!(on_road(&fourth, 5), Some(false), "foot that is late does");
    });
}

#[test]
fn a_brigadier_arrives_where_he_sees_his_brigade() {
    prove(&[r::ML_GAP_72], |book| {
        let units = reserve("b", "men = 700") + &reserve("c", "men = 700") + &reserve("d", "men = 700");
        let arrival = "[[blue.reinforcements]]\nturn = 2\ncommands = [\"one\"]\nat = [1500, 100]\nfacing = 0\n";
        let rules = set_up(book, &scenario("", &units, arrival)).unwrap();
        let second = next_start(&rules, rules.begin().0.world, 1);
        let positions = rules.positions(&second);
        for n in 0..3 {
            assert!(second.units[usize::from(n)].present());
            assert!(rules.commanded(&second, &positions, UnitId(n)).0, "unit {n} is in sight of its brigadier");
        }
    });
}

/// Two battalions in the zone and one beside it.
fn deployment(book: &Book) -> (MarieLouise, Play<World, Step>) {
    let units = unit("blue", "a", "men = 700", [1000, 300], "")
        + &unit("blue", "b", "men = 700", [1600, 300], "")
        + &unit("blue", "c", "men = 700", [2600, 300], "");
    let zone = "[[blue.zones]]\narea = [[500, 0], [2000, 0], [2000, 600], [500, 600]]\n";
    let rules = set_up(book, &scenario(GENERAL, &units, zone)).unwrap();
    let mut play = Play::new(rules.begin().0.world, [Step::Deploy]);
    play.go(&rules, None);
    (rules, play)
}

fn sheet(rules: &MarieLouise, play: &Play<World, Step>) -> (game::Seen<Play<World, Step>>, Ask) {
    let Some(Need::Answers(slots)) = play.need().cloned() else { panic!("nothing is asked") };
    assert_eq!(slots.len(), 1, "red has no zone");
    let seen = rules.redact(play, Side::Blue);
    let ask = rules.ask(&seen, &slots[0]);
    (seen, ask)
}

/// The sheet with the first unit moved.
fn moved(ask: &Ask, x: i32, y: i32, formation: Option<&'static str>) -> Vec<Reply> {
    let mut replies: Vec<Reply> = ask.fields.iter().map(|f| f.default.clone()).collect();
    replies[0] = Reply::Placed(Pose::new(x * PAS, y * PAS, 0), formation.map(game::Term::of));
    replies
}

#[test]
fn units_are_deployed_in_their_zone() {
    let (rules, mut play) = deployment(&Book::new());
    let (seen, ask) = sheet(&rules, &play);
    let asked: Vec<Ref> = ask.fields.iter().map(|f| f.about).collect();
    let general = play.now().general_id(0);
    assert_eq!(
        asked,
        [Ref::Unit(UnitId(0)), Ref::Unit(UnitId(1)), Ref::Unit(general)],
        "the third stands where it was put"
    );
    let fits =
        |replies: &[Reply]| game::form::faults(&ask, replies).is_empty() && rules.check(&seen, &ask, replies).is_ok();
    assert!(fits(&moved(&ask, 25, 5, Some("attack_column"))));
    assert!(!fits(&moved(&ask, 45, 5, None)), "outside the zone");
    assert!(!fits(&moved(&ask, 32, 6, None)), "on the second");
    for luck in 0..20 {
        assert!(fits(&rules.suggest(&seen, &ask, luck)));
    }
    play.go(&rules, Some(game::Given::Answers(vec![moved(&ask, 25, 5, Some("attack_column"))])));
    let unit = &play.now().units[0];
    assert_eq!((unit.pose, unit.formation), (Pose::new(25 * PAS, 5 * PAS, 0), Formation::AttackColumn));
}

#[test]
fn bases_take_room() {
    prove(&[r::ML_1_2A], |book| {
        let (rules, play) = deployment(book);
        let (seen, ask) = sheet(&rules, &play);
        // The second has its TdC at 32 pas and elements from 31 to 34: one pas farther is free.
        assert!(rules.check(&seen, &ask, &moved(&ask, 28, 6, None)).is_ok());
        let refusals = rules.check(&seen, &ask, &moved(&ask, 29, 6, None)).unwrap_err();
        assert_eq!((refusals[0].field, refusals[0].reason.to_string().as_str()), (0, "overlaps"));
    });
}

/// Austrians of 1809, who fight in thin or in deep order: in the zone or outside it, each in a formation.
fn austrians(book: &Book, formations: [&str; 2], zone: bool) -> (MarieLouise, Play<World, Step>) {
    let battalion = |id: &str, at: [i32; 2], formation: &str| {
        let text = unit("blue", id, "men = 700", at, "").replace("fr-line", "at-line");
        text.replace("\"line\"", &format!("\"{formation}\""))
    };
    let units = battalion("a", [1000, 300], formations[0]) + &battalion("b", [1600, 300], formations[1]);
    let wall = "[[ground.features]]\nkind = \"wall\"\nline = [[600, 310], [900, 310]]\n";
    let area = "[[blue.zones]]\narea = [[500, 0], [2000, 0], [2000, 600], [500, 600]]\n";
    let more = format!("{wall}{}", if zone { area } else { "" });
    let rules = set_up(book, &scenario(GENERAL, &units, &more)).unwrap();
    let mut play = Play::new(rules.begin().0.world, [Step::Deploy]);
    play.go(&rules, None);
    (rules, play)
}

/// The orders of battle offered for the first brigade.
fn doctrines(ask: &Ask) -> Vec<String> {
    let brigade = ask.fields.iter().find(|field| field.about == Ref::Command(0));
    let Some(game::Shape::Pick { from, .. }) = brigade.map(|field| &field.shape) else { return Vec::new() };
    from.iter().map(|choice| choice.key.does.to_string()).collect()
}

/// If two orders of battle are open, the player chooses one when deploying the brigade (ML-14a, ML-GAP-44): its
/// battalions take formations that it admits (ML-14b), a line in deep order only along a wall (ML-14c).
#[test]
fn a_brigade_chooses_thin_or_deep() {
    use grognard_marie_louise::terms::doctrine::Doctrine;
    let deploys = |book: &Book, order: &'static str, places: [(i32, i32, Option<&'static str>); 2]| {
        let (rules, mut play) = austrians(book, ["line", "line"], true);
        let (seen, ask) = sheet(&rules, &play);
        assert_eq!(doctrines(&ask), ["thin", "deep"]);
        let mut replies: Vec<Reply> = ask.fields.iter().map(|f| f.default.clone()).collect();
        replies[0] = Reply::pick(game::Key::plain(order));
        for (n, (x, y, formation)) in places.into_iter().enumerate() {
            replies[n + 1] = Reply::Placed(Pose::new(x * PAS, y * PAS, 0), formation.map(game::Term::of));
        }
        let reasons = |refusals: Vec<game::Refusal>| refusals.iter().map(|r| r.reason.to_string()).collect::<Vec<_>>();
        rules.check(&seen, &ask, &replies).map_err(reasons)?;
        for luck in 0..20 {
            assert!(rules.check(&seen, &ask, &rules.suggest(&seen, &ask, luck)).is_ok());
        }
        let told = play.go(&rules, Some(game::Given::Answers(vec![replies])));
        let declared = |event: &game::Event| matches!(&event.deed, game::Deed::Declared { by: Ref::Command(0), key } if key.does == order);
        assert!(told.iter().any(declared));
        let world = play.now();
        Ok::<_, Vec<String>>((world.commands[0].doctrine, [world.units[0].formation, world.units[1].formation]))
    };
    let column = Some("attack_column");
    prove(&[r::ML_14A, r::ML_GAP_44, r::ML_14B], |book| {
        let refused = |order, places| deploys(book, order, places).unwrap_err();
        assert_eq!(
            refused("deep", [(20, 5, column), (32, 5, None)]),
            ["against_doctrine"],
            "the second is still in line"
        );
        assert_eq!(refused("thin", [(20, 5, column), (32, 5, None)]), ["against_doctrine"]);
        let deep = deploys(book, "deep", [(20, 5, column), (32, 5, column)]);
        assert_eq!(deep, Ok((Doctrine::Deep, [Formation::AttackColumn; 2])));
    });
    prove(&[r::ML_14C], |book| {
        let along = deploys(book, "deep", [(15, 6, Some("line")), (32, 5, column)]);
        assert_eq!(along, Ok((Doctrine::Deep, [Formation::Line, Formation::AttackColumn])));
        assert!(deploys(book, "deep", [(15, 4, Some("line")), (32, 5, column)]).is_err(), "2 pas from the wall");
    });
}

/// If the scenario sets the places, the orders of battle offered are those that admit its formations, and the choice
/// binds later formations.
#[test]
fn set_places_leave_the_orders_that_fit() {
    let offered = |formations: [&str; 2]| {
        let (rules, play) = austrians(&Book::new(), formations, false);
        let Some(Need::Answers(slots)) = play.need().cloned() else { return Vec::new() };
        doctrines(&rules.ask(&rules.redact(&play, Side::Blue), &slots[0]))
    };
    assert_eq!(offered(["line", "march_column"]), [""; 0], "a line is in thin order");
    assert_eq!(offered(["attack_column", "march_column"]), [""; 0]);
    assert_eq!(offered(["march_column", "square"]), ["thin", "deep"]);
    let (rules, mut play) = austrians(&Book::new(), ["march_column", "march_column"], false);
    let deep = Reply::pick(game::Key::plain("deep"));
    play.go(&rules, Some(game::Given::Answers(vec![vec![deep]])));
    let forms = |to: &'static str| {
        let mut world = play.now().clone();
        world.unit_mut(UnitId(0)).order = grognard_marie_louise::Order::Manoeuvre;
        let mut step = Play::new(world, [Step::Plan]);
        step.go(&rules, None);
        let (seen, ask) = sheet(&rules, &step);
        let legs = vec![table::Manoeuvre::Reform(to.into())];
        let march = Reply::Marched(table::March { movers: vec![0], legs });
        rules.check(&seen, &ask, &[march]).map_err(|refusals| refusals[0].reason.to_string())
    };
    assert!(forms("attack_column").is_ok());
    assert_eq!(forms("line").unwrap_err(), "against_doctrine");
}
