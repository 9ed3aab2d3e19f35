//! The secret writings of one side never reach the other before they are revealed (LA-CHA-09, LA-GAP-60).
#![allow(clippy::unwrap_used, clippy::panic)]

use crate::field::{Field, field_of, half};
use game::{Deed, Event, Given, Measuring, Need, Play, Ref, Reply, Rules, Shape, Side, Slot, Thrown, Toss, UnitId};
use grognard_aigles::turn::Step;
use grognard_aigles::world::{Object, Orders, World};
use grognard_aigles::{Attitude, Book, LesAigles, Order, r};
use rulebook::Known;
use rulebook::proof::prove;
use rulebook::question::Asks;
use table::{Manoeuvre, March};

type State = Play<World, Step>;

#[test]
fn two_written_targets_leave_the_other_side_the_same() {
    let army = "blue F fr-line 540 attack_column 90 40 0\nred A pr-line-1813 480 line 80 52 180\nred B pr-line-1813 480 line 104 55 180\n";
    prove(&[r::LA_CHA_09, r::LA_GAP_46, r::LA_GAP_60], |book: &Book| same_for_red(&field_of(book, army)));
}

fn same_for_red(field: &Field) {
    let steps = [Step::Plans, Step::Declarations, Step::Reactions];
    let both = ["A", "B"].map(|target| field.play(&steps, &[4], &[("F", "charge", Some(target))]).unwrap());
    let red = |events: &[Event]| events.iter().filter(|e| e.seen_by(Some(Side::Red))).cloned().collect::<Vec<_>>();
    assert_eq!(red(&both[0].events), red(&both[1].events));
    let asked = |n: usize| both[n].asked.iter().filter(|(slot, _)| slot.side == Side::Red).cloned().collect::<Vec<_>>();
    assert_eq!(asked(0), asked(1));
    assert!(asked(0).iter().any(|(slot, fields)| slot.kind == "react" && fields.len() == 2), "both are threatened");
    // To Red the two battles are the same.
    let seen = |n: usize| field.rules.redact(&Play::new(both[n].world.clone(), []), Side::Red);
    assert_eq!(seen(0), seen(1));
    assert_ne!(both[0].world, both[1].world);
}

#[test]
fn nothing_is_measured_while_plans_are_written() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 60 180\n";
    prove(&[r::LA_CHA_05], |book: &Book| unmeasured(&field_of(book, army)));
}

fn unmeasured(field: &Field) {
    let mut play = Play::new(field.world.clone(), [Step::Plans]);
    play.go(&field.rules, None);
    for side in Side::BOTH {
        let seen = field.rules.redact(&play, side);
        let Need::Answers(slots) = field.rules.need(&play) else { panic!("plans are asked for") };
        for slot in slots.iter().filter(|slot| slot.side == side) {
            let ask = field.rules.ask(&seen, slot);
            assert_eq!(ask.measuring, Measuring::AfterDeclaring);
            // No choice contains a figure.
            let told = |field: &game::Field| matches!(&field.shape, Shape::Pick { from, .. } if from.iter().any(|c| !c.facts.is_empty()));
            assert!(!ask.fields.iter().any(told));
        }
        assert_eq!(field.rules.measuring(&seen), Measuring::AfterDeclaring);
        assert_eq!(field.rules.measuring_idle(&Known::seen(&seen), side), Measuring::AfterDeclaring);
    }
}

/// Distances to enemies are open only for fire, in any step with a question or a waiting side (LA-CHA-05, LA-GAP-60).
#[test]
fn only_fire_is_measured() {
    let army = "blue F fr-line 540 line 90 40 0\nred A pr-line-1813 480 line 90 60 180\n";
    prove(&[r::LA_CHA_05], |book: &Book| {
        let mut field = field_of(book, army);
        let kinds =
            ["engaged_rally", "follow_rally", "react", "split", "officers", "sign", "share", "follow_up", "deploy"];
        for kind in kinds {
            assert_eq!(field.rules.measuring_in(&Slot::new(Side::Blue, kind)), Measuring::AfterDeclaring, "{kind}");
        }
        for kind in ["fire", "landing_fire"] {
            assert_eq!(field.rules.measuring_in(&Slot::new(Side::Blue, kind)), Measuring::Free, "{kind}");
        }
        let steps = [
            Step::Period,
            Step::Recovering,
            Step::Plans,
            Step::Declarations,
            Step::Reactions,
            Step::Compelled,
            Step::Rallies,
            Step::Charges,
            Step::Moves,
            Step::Officers,
            Step::LandingTests,
            Step::Contact,
            Step::Melee,
            Step::End,
            Step::Close,
        ];
        field.world.quarter = 1;
        for step in steps {
            field.world.step = step;
            assert_eq!(
                field.rules.measuring_idle(&field.world.known_to(Side::Blue), Side::Blue),
                Measuring::AfterDeclaring,
                "{step:?}"
            );
        }
        for (step, quarter) in [(Step::LandingFire, 1), (Step::Close, 2)] {
            (field.world.step, field.world.quarter) = (step, quarter);
            assert_eq!(
                field.rules.measuring_idle(&field.world.known_to(Side::Blue), Side::Blue),
                Measuring::Free,
                "{step:?}"
            );
        }
    });
}

/// Dice thrown from a seed.
fn fall(toss: &Toss, luck: u64) -> Thrown {
    let dice = toss.throw.each().enumerate();
    let faces: Vec<u8> = dice
        .map(|(n, (die, _))| {
            let faces: Vec<u8> = die.faces().collect();
            faces[(luck as usize + 3 * n) % faces.len()]
        })
        .collect();
    let class = dice::read(&toss.throw, &faces).unwrap();
    Thrown { faces, class }
}

/// Plays a battle on with suggested answers; `charge` replaces Blue's first plan that it fits.
fn go_on(rules: &LesAigles, state: &mut State, luck: u64, charge: Option<&[Reply]>) -> Vec<Event> {
    let given = match rules.need(state) {
        Need::Over(_) => return Vec::new(),
        Need::Dice(tosses) => Given::Dice(tosses.iter().map(|toss| fall(toss, luck)).collect()),
        Need::Answers(slots) => {
            let answer = |slot: &Slot| {
                let seen = rules.redact(state, slot.side);
                let ask = rules.ask(&seen, slot);
                match charge.filter(|_| slot.side == Side::Blue && slot.kind == "plan") {
                    Some(replies) => replies.to_vec(),
                    None => rules.suggest(&seen, &ask, luck),
                }
            };
            Given::Answers(slots.iter().map(answer).collect())
        }
    };
    rules.advance(state, given)
}

/// Blue's plans with one unit charging one enemy or another, if some unit has two to choose from.
fn two_charges(rules: &LesAigles, state: &State) -> Option<[Vec<Reply>; 2]> {
    let Need::Answers(slots) = rules.need(state) else { return None };
    let slot = slots.into_iter().find(|slot| slot.side == Side::Blue && slot.kind == "plan")?;
    let seen = rules.redact(state, Side::Blue);
    let ask = rules.ask(&seen, &slot);
    let usual: Vec<Reply> = ask.fields.iter().map(|field| field.default.clone()).collect();
    ask.fields.iter().enumerate().find_map(|(n, field)| {
        let Shape::Pick { from, .. } = &field.shape else { return None };
        let mut charges = from.iter().filter(|choice| choice.key.does == "charge").map(|choice| {
            let mut replies = usual.clone();
            replies[n] = Reply::pick(choice.key.clone());
            replies
        });
        let both = [charges.next()?, charges.next()?];
        both.iter().all(|replies| rules.check(&seen, &ask, replies).is_ok()).then_some(both)
    })
}

/// In ordinary battles: whichever of two enemies is written down, until the charge moves the other side gets the same
/// reports, questions and pictures, and its computer values the field the same (LA-CHA-09, LA-GAP-46, LA-GAP-60).
#[test]
fn a_written_target_reaches_nobody_in_battles() {
    prove(&[r::LA_CHA_09, r::LA_GAP_60], two_targets_in_battles);
}

fn two_targets_in_battles(book: &Book) {
    let library = armies::Library::embedded();
    let mut compared = 0;
    for (scenario, run) in
        [("premier-feu", 1_u64), ("premier-feu", 2), ("maida-1806", 3), ("maida-1806", 4), ("saalfeld-1806", 5)]
    {
        let scenario = armies::parse(library.text(scenario).unwrap(), scenario).unwrap();
        let rules = LesAigles::for_scenario(book.clone(), &scenario, library).unwrap();
        let (mut state, _) = rules.begin();
        for step in 0..120_u64 {
            let luck = run * 7_919 + step * 31;
            if let Some(both) = two_charges(&rules, &state) {
                compared += u32::from(the_same_until_it_moves(&rules, &state, &both, luck));
            }
            go_on(&rules, &mut state, luck, None);
        }
    }
    assert!(compared > 5, "{compared} charges compared");
}

/// The unit whose written charge may not be declared.
fn void_charge(event: &Event) -> Option<UnitId> {
    match &event.deed {
        Deed::Note { of: Ref::Unit(id), what, .. } if *what == "charge_void" => Some(*id),
        _ => None,
    }
}

fn the_same_until_it_moves(rules: &LesAigles, state: &State, both: &[Vec<Reply>; 2], luck: u64) -> bool {
    let mut states = [state.clone(), state.clone()];
    let mut told = [Vec::new(), Vec::new()];
    let mut void = [Vec::new(), Vec::new()];
    for _ in 0..6 {
        for n in 0..2 {
            let events = go_on(rules, &mut states[n], luck, Some(&both[n]));
            void[n].extend(events.iter().filter_map(void_charge));
            told[n].extend(events.into_iter().filter(|event| event.seen_by(Some(Side::Red))));
        }
        // A unit that covers a friend and has written an enemy too far from it does not charge, which is visible to all
        // (LA-CHA-10, LA-GAP-13): there is no target to keep secret. Nothing else makes one of the two void.
        if void[0] != void[1] {
            let w = state.now();
            let covers = |id: &UnitId| rules.orders(w, *id).is_some_and(|orders| orders.attitude == Attitude::Cover);
            let one = void[0].iter().filter(|id| !void[1].contains(id));
            let other = void[1].iter().filter(|id| !void[0].contains(id));
            assert!(one.chain(other).all(covers), "{void:?}");
            return false;
        }
        // Skirmishers in the strip before one target and not before the other must evade, which is visible on the
        // table.
        let evades = |event: &Event| matches!(&event.deed, Deed::Declared { key, .. } if key.does == "evade");
        if told.iter().any(|told| told.iter().any(evades)) {
            return false;
        }
        // A charge that ends before it moves also reveals its written target (LA-GAP-60).
        let moves = |event: &Event| match &event.deed {
            Deed::Clock { phase, .. } => *phase == "compelled",
            Deed::Opened { key, .. } => key.does == "meant",
            _ => false,
        };
        let gone = told.iter().filter_map(|told| told.iter().position(moves)).min();
        let heard = |n: usize| &told[n][..gone.unwrap_or(told[n].len())];
        assert_eq!(heard(0), heard(1));
        if gone.is_some() {
            return true;
        }
        let seen = [0, 1].map(|n| rules.redact(&states[n], Side::Red));
        assert_eq!(seen[0], seen[1]);
        assert_eq!(rules.appraise(&seen[0]), rules.appraise(&seen[1]));
    }
    false
}

/// All that Blue can learn while plans are written: its sheet, the result of every choice and of marches that may be
/// too long, the cards of all units.
fn learnt(field: &Field) -> Vec<String> {
    let mut play = Play::new(field.world.clone(), [Step::Plans]);
    play.go(&field.rules, None);
    let seen = field.rules.redact(&play, Side::Blue);
    let slot = Slot::new(Side::Blue, "plan");
    let ask = field.rules.ask(&seen, &slot);
    let usual: Vec<Reply> = ask.fields.iter().map(|field| field.default.clone()).collect();
    let mut found = vec![format!("{:?}", ask.fields)];
    for (n, one) in ask.fields.iter().enumerate() {
        let replies: Vec<Reply> = match &one.shape {
            Shape::Pick { from, .. } => from.iter().map(|choice| Reply::pick(choice.key.clone())).collect(),
            Shape::March { movers, .. } => [2, 5, 12, 30, 60]
                .map(|far| {
                    let legs = vec![Manoeuvre::Ahead(far * 650)];
                    Reply::Marched(March { movers: movers.iter().map(|id| id.0).collect(), legs })
                })
                .to_vec(),
            _ => Vec::new(),
        };
        for reply in replies {
            let mut all = usual.clone();
            all[n] = reply;
            found.push(format!("{:?}", field.rules.check(&seen, &ask, &all)));
            found.push(format!("{:?}", field.rules.prospects(&seen, &ask, &all)));
        }
    }
    for id in field.world.ids() {
        found.push(format!("{:?}", field.rules.dossier(&seen, id)));
    }
    found
}

/// No sheet, refusal, ghost, cost, odds or card reveals the distance of an enemy (LA-CHA-05, LA-GAP-60).
#[test]
fn nothing_written_tells_a_distance() {
    let at = |y: u8| {
        let army = format!(
            "blue F fr-line 540 attack_column 90 40 0\nblue H fr-hussars 360 line 50 40 0\nblue K fr-foot-8 8 deployed 120 40 0\n\
             red A pr-line-1813 480 line 90 {y} 180\nred D pr-dragoons 360 line 50 {y} 180\n"
        );
        learnt(&field_of(&Book::new(), &army))
    };
    let near = at(66);
    assert!(near.iter().any(|told| told.starts_with("Err")), "some of it is refused");
    for far in [70, 85, 100] {
        assert_eq!(near, at(far));
    }
}

/// Numbers from a seed, to make random worlds.
struct Dealt(u64);

impl Dealt {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

/// A world of one row of Blue's units and one of Red's, each in a random state, at this distance. No unit hides
/// another, and all of Red is in front of all of Blue, whatever the distance (of two units or more from 27 cm).
fn two_rows(seed: u64, row: &[u8], far: u8) -> Field {
    let mut dealt = Dealt(seed);
    let types =
        [("fr-line", 540), ("fr-hussars", 240), ("fr-foot-8", 8), ("fr-voltigeurs", 240), ("fr-cuirassiers", 240)];
    let mut army = String::new();
    for (side, y, facing) in [("blue", 20, 0), ("red", 20 + far, 180)] {
        for (n, x) in row.iter().enumerate() {
            let (kind, men) = dealt.of(&types);
            let formation = match kind {
                "fr-foot-8" => dealt.of(&["deployed", "limbered"]),
                "fr-voltigeurs" => dealt.of(&["skirmish", "march_column"]),
                "fr-line" => dealt.of(&["line", "march_column", "attack_column", "square"]),
                _ => dealt.of(&["line", "march_column"]),
            };
            // A line of 18 figures is 27 cm wide: a row has room for narrower ones.
            let men = if formation == "line" && kind == "fr-line" { 420 } else { men };
            army += &format!("{side} {side}{n} {kind} {men} {formation} {x} {y} {facing}\n");
        }
    }
    let mut field = field_of(&Book::new(), &army);
    field.world.quarter = dealt.of(&[0, 2]);
    let attitudes = [Attitude::Attack, Attitude::Attack, Attitude::Hold, Attitude::Harass, Attitude::Manoeuvre];
    for n in 0..row.len() {
        let id = field.id(&format!("blue{n}"));
        field.world.unit_mut(id).order =
            dealt.of(&[Order::Formed, Order::Formed, Order::Disorganised, Order::Unformed]);
        let attitude = dealt.of(&attitudes);
        let friend = field.id(&format!("blue{}", (n + 1) % row.len()));
        let (attitude, object) = match dealt.below(4) {
            0 => (Attitude::Cover, Object::Friend(friend)),
            1 => (Attitude::Support, Object::Friend(friend)),
            _ => (attitude, Object::None),
        };
        field.world.papers_mut(Side::Blue).unwrap().orders.insert(id, Orders { attitude, object });
    }
    field
}

/// Worlds that differ only in the distance of the enemy are the same while plans are written: whatever Blue tries, its
/// offers, reports and refusals are the same (LA-CHA-05, LA-GAP-60). Columns reach 22 cm, cuirassiers 31, hussars 37.
#[test]
fn a_distance_is_found_out_by_nobody() {
    let mut refused = 0;
    for seed in 1..=20 {
        for (row, distances) in [(&[90][..], [9, 17, 25, 34, 41]), (&[76, 106][..], [28, 33, 36, 39, 60])] {
            let all = distances.map(|far| learnt(&two_rows(seed, row, far)));
            for (far, told) in distances.iter().zip(&all) {
                assert_eq!(&all[0], told, "seed {seed}, {far} cm");
            }
            refused += all[0].iter().filter(|told| told.starts_with("Err")).count();
        }
    }
    assert!(refused > 50, "{refused} answers refused");
}

/// A charged unit learns only that it is within reach: no reaction reveals where the charge comes from (LA-GAP-60).
#[test]
fn a_reaction_tells_no_distance() {
    let found = |far: u8| {
        let army = format!(
            "blue F fr-line 540 line 90 30 0\nblue V fr-line 480 march_column 160 28 0\nred H fr-hussars 360 line 90 {} 180\n",
            30 + far
        );
        let field = field_of(&Book::new(), &army);
        let steps = [Step::Plans, Step::Declarations];
        let played = field.play(&steps, &[4], &[("H", "charge", Some("F"))]).unwrap();
        let told: Vec<Event> = played.events.iter().filter(|e| e.seen_by(Some(Side::Blue))).cloned().collect();
        let mut play = Play::new(played.world, [Step::Reactions]);
        play.go(&field.rules, None);
        let seen = field.rules.redact(&play, Side::Blue);
        let ask = field.rules.ask(&seen, &Slot::new(Side::Blue, "react"));
        assert_eq!(ask.fields.len(), 1, "it is in reach");
        let mut all = vec![format!("{told:?} {:?}", ask.fields)];
        let Shape::Pick { from, .. } = &ask.fields[0].shape else { panic!("a pick") };
        for choice in from {
            all.push(format!("{:?}", field.rules.check(&seen, &ask, &[Reply::pick(choice.key.clone())])));
        }
        for cm in [1, 3, 4, 20] {
            let march = Reply::Marched(March { movers: vec![0], legs: vec![Manoeuvre::Ahead(cm * 650)] });
            let reply = Reply::Picked(vec![(game::Key::plain("react_march"), vec![march])]);
            all.push(format!("{:?}", field.rules.check(&seen, &ask, &[reply])));
        }
        all
    };
    // Its reach is 37 cm; within 30 it would count in the charger's test (LA-MOR-04), which both see.
    let near = found(32);
    assert!(near.iter().any(|told| told.starts_with("Err")));
    for far in [33, 35, 36] {
        assert_eq!(near, found(far), "{far}");
    }
}

/// While fires are decided a tape measures only for them: from a firer to a possible target, in contact, between
/// friends; not to an enemy out of range, nor to a bare point (LA-CHA-05, LA-GAP-60).
#[test]
fn a_tape_is_laid_for_fire_alone() {
    let army = "blue F fr-line 540 line 60 40 0\nblue H fr-hussars 360 line 120 40 0\nred A pr-line-1813 480 line 60 55 180\nred D pr-dragoons 360 line 120 90 180\n";
    prove(&[r::LA_CHA_05], |book: &Book| {
        let field = field_of(book, army);
        let played = field.play(&half()[..20], &[], &[]).unwrap();
        let mut play = Play::new(played.world, [Step::Close]);
        play.go(&field.rules, None);
        let seen = field.rules.redact(&play, Side::Blue);
        assert_eq!(field.rules.measuring_in(&Slot::new(Side::Blue, "fire")), Measuring::Free);
        let unit = |name: &str| Some(field.id(name));
        let may = |a: &str, b: &str| field.rules.tape(&seen, [unit(a), unit(b)]);
        assert!(may("F", "A") && may("A", "F") && may("F", "H"));
        assert!(!may("H", "D") && !may("F", "D") && !may("H", "A"), "nobody fires there");
        assert!(!field.rules.tape(&seen, [unit("F"), None]), "a spot may be where he stands");
        assert!(!field.rules.tape(&seen, [Some(UnitId(9_999)), unit("A")]));
        let lines = |name: &str| field.rules.lens(&seen, field.id(name), game::Lens::Sight).figures.len();
        assert_eq!((lines("F"), lines("H")), (1, 0));
    });
}

/// The computer's generals estimate enemy places like a person: within a tenth of the distance from the nearest of
/// their own units, unchanged during a period, different in the next; they know their own units exactly (LA-CHA-05).
#[test]
fn generals_estimate_where_the_enemy_stands() {
    let army = "blue F fr-line 540 line 90 30 0\nred A pr-line-1813 480 line 90 70 180\nred B pr-line-1813 480 line 130 75 180\n";
    let place = |book: &Book, period: u16, name: &str| {
        let mut field = field_of(book, army);
        field.world.period = period;
        let seen = field.rules.redact(&Play::new(field.world.clone(), []), Side::Blue);
        let rating = field.rules.appraise(&seen).units.into_iter().find(|rating| rating.unit == field.id(name));
        rating.unwrap().pose.at
    };
    let at = |name: &str| {
        let field = field_of(&Book::new(), army);
        field.world.unit(field.id(name)).pose.at
    };
    prove(&[r::LA_CHA_05], |book: &Book| {
        let off = |name: &str, period: u16| place(book, period, name).to(at(name));
        let all: Vec<f64> = ["A", "B"].iter().flat_map(|name| (1..=8).map(|period| off(name, period))).collect();
        assert!(all.iter().filter(|off| **off > 0.0).count() > 8, "{all:?}");
        assert!(all.iter().all(|off| *off <= 6.0 * 650.0), "{all:?}");
        assert_eq!(place(book, 1, "A"), place(book, 1, "A"));
        assert!((2..=8).any(|period| place(book, period, "A") != place(book, 1, "A")));
    });
    assert_eq!(place(&Book::new(), 1, "F"), at("F"));
}

/// The error of an estimate belongs to the battle: it comes from the seed of the dice, so that it is the same when the
/// battle is replayed or resumed, and different in another battle (LA-CHA-05).
#[test]
fn estimates_are_off_otherwise_in_another_battle() {
    let enemies = |battle: &dyn game::Battle| {
        let view = battle.appraise(Side::Blue);
        let seen = view.units.iter().filter(|rating| rating.side == Side::Red);
        seen.map(|rating| rating.pose.at).collect::<Vec<_>>()
    };
    let setup = |seed: u64, salt: u64| game::Setup {
        scenario: armies::Library::embedded().text("premier-feu").unwrap().to_owned(),
        tables: None,
        options: std::collections::BTreeMap::new(),
        generals: ["a".to_owned(), "b".to_owned()],
        seed: Some(game::battery::seed(1, seed)),
        salt: game::battery::seed(2, salt),
    };
    let begun = |seed: u64, salt: u64| game::Ruleset::begin(&grognard_aigles::RULESET, &setup(seed, salt)).unwrap();
    let (one, other) = (begun(1, 1), begun(2, 1));
    assert!(!enemies(one.as_ref()).is_empty());
    assert_ne!(enemies(one.as_ref()), enemies(other.as_ref()));
    assert_eq!(enemies(one.as_ref()), enemies(begun(1, 2).as_ref()), "the same seed");
    assert_eq!(enemies(one.as_ref()), enemies(one.imagine(Side::Blue, 7).as_ref()), "in the mind too");
    let kept = one.keep();
    let resumed = game::Ruleset::resume(&grognard_aigles::RULESET, &one.log(None), &kept).unwrap();
    assert_eq!(enemies(one.as_ref()), enemies(resumed.as_ref()), "gone on with");
}

/// If a march is too far, the player is told the unit's own longest march, which is the same wherever the enemy is
/// (LA-MVT-08, LA-CHA-05).
#[test]
fn a_march_too_far_is_told_what_it_may_do() {
    for enemy in [60, 100] {
        let army = format!("blue F fr-line 540 attack_column 90 40 0\nred A pr-line-1813 480 line 90 {enemy} 180\n");
        let field = field_of(&Book::new(), &army);
        let sent = |cm: i32| field.play_marching(&[Step::Plans], &[], &[], &[("F", &[Manoeuvre::Ahead(cm * 650)])]);
        let farthest = (1..40).rev().find(|cm| sent(*cm).is_ok()).unwrap();
        let Err(refused) = sent(farthest + 1) else { panic!("too far") };
        assert_eq!(refused.len(), 1);
        assert_eq!((refused[0].reason.as_str(), refused[0].rule.as_str()), ("too_far", "LA-MVT-08"));
        assert_eq!(refused[0].facts, game::facts([("most", i64::from(farthest) * 650)]));
        assert_eq!(refused[0].measure, None);
    }
}
