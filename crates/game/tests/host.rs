//! The host, driven by a small ruleset: two steps by one side alone, a sealed bid, a throw, and so on until turn 3.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod toy;

use game::seal::Bytes32;
use game::{
    Barrier, Battle, By, Deed, Entry, Given, Head, Host, Key, Log, LogDifference, LogError, Reply, Rules, Side, Slot,
    Standing, Term, UnitId,
};
use std::sync::Arc;
use toy::{Toy, begin, head, play_to_the_end, reopen, say, seeded};

#[test]
fn dice_thrown_on_the_way_leave_the_log_of_dice_waited_for() {
    let logs = [false, true].map(|stops| {
        let seed = Some(Bytes32([3; 32]));
        let mut battle = Host::begin(Arc::new(Toy { stops }), head(), seed, Bytes32([7; 32]));
        play_to_the_end(&mut battle);
        battle.log(None)
    });
    assert!(logs[0].iter().any(|entry| matches!(entry, Entry::Dice(_))));
    assert_eq!(logs[0], logs[1]);
}

#[test]
fn a_side_sees_only_its_own_sheets() {
    let toy = Toy { stops: false };
    let (mut state, _) = toy.begin();
    for _ in 0..2 {
        toy.advance(&mut state, Given::Answers(vec![vec![Reply::pick(Key::plain("left"))]]));
    }
    let slots = Side::BOTH.map(|side| Slot::new(side, "bid"));
    assert!(slots.iter().all(|slot| state.asked(slot).is_some()));
    let seen = toy.redact(&state, Side::Blue).state;
    assert!(seen.asked(&slots[0]).is_some() && seen.asked(&slots[1]).is_none());
}

#[test]
fn an_undo_before_any_answer_is_no_line_of_a_log() {
    let mut lines = seeded().log(None);
    lines.push(Entry::Undone { to: 0 });
    let Err(LogError::Differs { line, reason }) = reopen(&lines) else { panic!("it takes back nobody's answer") };
    assert_eq!((line, reason), (lines.len(), LogDifference::NoUndo));
}

#[test]
fn undo_goes_back_to_the_last_question_to_the_other_side() {
    let mut battle = seeded();
    let start = battle.fingerprint();
    assert_eq!(battle.undo(Side::Blue), Err(Barrier::Nothing));
    say(&mut battle, Side::Blue, "right");
    assert_eq!(battle.undo(Side::Red), Err(Barrier::Asked));
    battle.undo(Side::Blue).unwrap();
    assert_eq!(battle.fingerprint(), start);
    assert!(battle.events(None).is_empty(), "what was undone is not told any more");
    say(&mut battle, Side::Blue, "left");
    say(&mut battle, Side::Blue, "left");
    // Red is asked for a bid: too late.
    assert_eq!(battle.undo(Side::Blue), Err(Barrier::Asked));
    play_to_the_end(&mut battle);
    assert_eq!(battle.undo(Side::Blue), Err(Barrier::Opened));
    let again = reopen(&battle.log(None)).unwrap();
    assert_eq!(again.fingerprint(), battle.fingerprint(), "the undo is replayed too");
    assert!(battle.log(None).iter().any(|entry| matches!(entry, Entry::Undone { .. })), "nothing is erased");
}

#[test]
fn a_sealed_answer_can_be_withdrawn_until_the_other_is_in() {
    let mut battle = seeded();
    say(&mut battle, Side::Blue, "left");
    say(&mut battle, Side::Blue, "left");
    let ask = battle.waiting(Side::Blue).remove(0);
    say(&mut battle, Side::Blue, "high");
    assert!(battle.waiting(Side::Blue).is_empty());
    assert!(battle.withdraw(Side::Blue, ask.id));
    assert!(!battle.withdraw(Side::Blue, ask.id));
    say(&mut battle, Side::Blue, "low");
    say(&mut battle, Side::Red, "high");
    assert!(!battle.withdraw(Side::Red, ask.id));
    play_to_the_end(&mut battle);
    reopen(&battle.log(None)).expect("a log with a withdrawn seal verifies");
}

#[test]
fn an_export_holds_nothing_of_the_other_side() {
    let mut battle = seeded();
    play_to_the_end(&mut battle);
    for side in Side::BOTH {
        let other = |slot: &Slot| slot.side != side;
        for entry in battle.log(Some(side)) {
            match entry {
                Entry::Sealed { slot, .. } | Entry::Given { slot, .. } => assert!(!other(&slot)),
                Entry::SeedOpened { .. } | Entry::Dice(_) => panic!("not for a side"),
                Entry::Event(event) => assert!(event.seen_by(Some(side))),
                _ => {}
            }
        }
    }
}

#[test]
fn equal_bids_have_different_seals() {
    let mut battle = seeded();
    play_to_the_end(&mut battle);
    let seals: Vec<_> = battle
        .log(None)
        .into_iter()
        .filter_map(|entry| if let Entry::Sealed { seal, .. } = entry { Some(seal) } else { None })
        .collect();
    assert_eq!(seals.len(), 6);
    for (n, seal) in seals.iter().enumerate() {
        assert!(!seals[..n].contains(seal), "a guess could be tried against it");
    }
}

#[test]
fn standing_answers_save_questions_and_are_checked_like_any_other() {
    let mut battle = seeded();
    let always =
        |when: Vec<(Term, i64, i64)>| Standing { kind: Term::of("walk"), about: None, when, does: Term::of("right") };
    battle.stand(Side::Blue, always(Vec::new()));
    assert!(battle.waiting(Side::Blue).iter().all(|ask| ask.slot.kind == "bid"), "both walks are answered");
    let given: Vec<By> = battle
        .log(None)
        .iter()
        .filter_map(|entry| if let Entry::Given { by, .. } = entry { Some(*by) } else { None })
        .collect();
    assert_eq!(given, [By::Standing, By::Standing]);
    assert!(battle.revoke(Side::Blue, &always(Vec::new())));
    assert!(!battle.revoke(Side::Blue, &always(Vec::new())));
    // An option with facts outside the bounds is not taken: the default is.
    battle.stand(Side::Blue, always(vec![(Term::of("worth"), 5, 9)]));
    say(&mut battle, Side::Blue, "low");
    say(&mut battle, Side::Red, "low");
    let log = battle.log(None);
    let last = log.iter().rev().find_map(|entry| match entry {
        Entry::Given { slot, replies, by, .. } if slot.kind == "walk" => Some((replies.clone(), *by)),
        _ => None,
    });
    assert_eq!(last, Some((vec![Reply::pick(Key::plain("left"))], By::Standing)));
    play_to_the_end(&mut battle);
    reopen(&battle.log(None)).unwrap();
}

#[test]
fn real_dice_are_typed_in_and_read() {
    let mut battle = begin(None);
    say(&mut battle, Side::Blue, "left");
    say(&mut battle, Side::Blue, "left");
    say(&mut battle, Side::Blue, "low");
    say(&mut battle, Side::Red, "low");
    assert_eq!(battle.dice_wanted().len(), 1);
    let before = battle.fingerprint();
    assert!(battle.type_dice(&[vec![7, 1]]).is_err(), "no such face");
    assert!(battle.type_dice(&[vec![1]]).is_err(), "too few");
    assert!(battle.type_dice(&[]).is_err());
    assert_eq!(battle.fingerprint(), before);
    battle.type_dice(&[vec![6, 5]]).unwrap();
    assert_eq!(battle.picture(None).turn, 1);
}

#[test]
fn a_forged_log_is_found_out_with_its_line() {
    let mut battle = seeded();
    play_to_the_end(&mut battle);
    let log = battle.log(None);
    reopen(&log).unwrap();
    let find = |pred: fn(&Entry) -> bool| log.iter().position(pred).unwrap();
    let forged = |line: usize, entry: Entry| {
        let mut log = log.clone();
        log[line] = entry;
        reopen(&log).err().expect("found out")
    };
    // A changed die.
    let line = find(|e| matches!(e, Entry::Dice(_)));
    let Entry::Dice(mut thrown) = log[line].clone() else { panic!() };
    thrown[0].faces[0] = thrown[0].faces[0] % 6 + 1;
    let LogError::Differs { line: told, .. } = forged(line, Entry::Dice(thrown.clone())) else { panic!() };
    assert_eq!(told, line + 1);
    // A changed die with the right class: the events after it differ.
    thrown[0].class = i16::from(thrown[0].faces[0]) + i16::from(thrown[0].faces[1]);
    assert!(matches!(forged(line, Entry::Dice(thrown)), LogError::Differs { line: told, .. } if told > line));
    // Another sealed answer.
    let line = find(|e| matches!(e, Entry::Given { salt: Some(_), .. }));
    let Entry::Given { slot, by, salt, .. } = log[line].clone() else { panic!() };
    let other = Entry::Given { slot, replies: vec![Reply::pick(Key::plain("high"))], by, salt };
    assert!(forged(line, other).to_string().contains("sealed"));
    // Without its seal the answer could be any other.
    let Entry::Given { slot, replies, by, .. } = log[line].clone() else { panic!() };
    let bare = Entry::Given { slot: slot.clone(), replies, by, salt: None };
    assert!(forged(line, bare.clone()).to_string().contains("seal"));
    let mut unsealed = log.clone();
    unsealed[line] = bare;
    unsealed.remove(find(|e| matches!(e, Entry::Sealed { .. })));
    assert!(reopen(&unsealed).is_err());
    // Lines that are not expected: a misplaced seal, anything after the end.
    let seal = log[find(|e| matches!(e, Entry::Sealed { .. }))].clone();
    let end = log.len();
    for (at, stray) in [
        (line + 1, seal.clone()),
        (end, seal),
        (end, Entry::Withdrawn { slot }),
        (end, Entry::Resigned(Side::Blue)),
        (end, Entry::DrawAgreed),
        (end, log[end - 1].clone()),
    ] {
        let mut longer = log.clone();
        longer.insert(at, stray.clone());
        assert!(reopen(&longer).is_err(), "{stray:?} at {at}");
    }
    // The check of the end left out.
    let mut unchecked = log.clone();
    unchecked.remove(end - 2);
    assert!(reopen(&unchecked).is_err());
    // Another seed.
    let line = find(|e| matches!(e, Entry::SeedOpened { .. }));
    let Entry::SeedOpened { salt, .. } = log[line] else { panic!() };
    assert!(forged(line, Entry::SeedOpened { seed: Bytes32([9; 32]), salt }).to_string().contains("seed"));
    // An event left out.
    let mut shorter = log.clone();
    shorter.remove(find(|e| matches!(e, Entry::Event(_))));
    assert!(reopen(&shorter).is_err());
}

#[test]
fn a_log_cut_anywhere_opens_and_goes_on() {
    let mut battle = seeded();
    play_to_the_end(&mut battle);
    let text = game::log::write(&battle.log(None));
    let log = Log::read(&text).unwrap();
    for cut in 1..log.entries.len() {
        let mut again =
            Host::reopen(Arc::new(Toy { stops: false }), &log.entries[..cut], Some(Bytes32([3; 32])), Bytes32([7; 32]))
                .unwrap();
        play_to_the_end(&mut again);
        assert_eq!(again.fingerprint(), battle.fingerprint(), "cut after line {cut}");
    }
    for bytes in (text.find('\n').unwrap() + 1)..text.len() {
        if text.is_char_boundary(bytes) {
            let torn = Log::read(&text[..bytes]).unwrap();
            assert!(torn.entries.len() <= log.entries.len());
        }
    }
}

#[test]
fn what_is_not_a_log_is_refused_with_its_place() {
    assert_eq!(Log::read(""), Err(LogError::Empty));
    assert_eq!(Log::read("hello\n"), Err(LogError::NoHead));
    let newer = Entry::Head(Box::new(Head { format: 99, ..head() })).line();
    assert!(matches!(Log::read(&newer), Err(LogError::Newer(99, _))));
    let text = format!("{}\n{{\"dice\":17}}\n{{\"draw_agreed\":null}}\n", Entry::Head(Box::new(head())).line());
    assert!(matches!(Log::read(&text), Err(LogError::Line { line: 2, .. })));
}

#[test]
fn resigning_and_agreeing_end_the_battle_and_open_the_seed() {
    let mut battle = seeded();
    battle.offer_draw(Side::Red);
    assert_eq!(battle.outcome(), None);
    battle.offer_draw(Side::Blue);
    assert_eq!(battle.outcome().unwrap().winner, None);
    assert!(matches!(battle.log(None).last(), Some(Entry::SeedOpened { .. })));
    reopen(&battle.log(None)).unwrap();
    let mut battle = seeded();
    battle.resign(Side::Blue);
    assert_eq!(battle.outcome().unwrap().winner, Some(Side::Red));
    assert!(battle.waiting(Side::Blue).is_empty());
    reopen(&battle.log(None)).unwrap();
}

#[test]
fn an_unknown_name_in_an_old_log_is_kept_as_text() {
    let line = r#"{"event":{"beat":1,"deed":{"marked":{"unit":3,"mark":"aura","value":"golden"}},"rules":["XX-9.9"],"seen":"all"}}"#;
    let entry: Entry = serde_json::from_str(line).unwrap();
    assert_eq!(entry.line(), line);
    let Entry::Event(event) = entry else { panic!() };
    assert_eq!(event.deed, Deed::Marked { unit: UnitId(3), mark: Term::of("aura"), value: Term::of("golden") });
}

#[test]
fn a_march_round_the_world_is_refused_before_it_is_measured() {
    use game::{Ask, Field, Measuring, Ref, Shape, Slot, UnitId, form};
    use table::{Manoeuvre, March};
    let shape = Shape::March { movers: vec![UnitId(4)], allowed: vec![Manoeuvre::Ahead(24_000)], budget: 1 };
    let default = Reply::Marched(March { movers: vec![4], legs: Vec::new() });
    let field = Field { about: Ref::Unit(UnitId(4)), shape, default };
    let slot = Slot::new(Side::Blue, "march");
    let ask = Ask { id: 1, slot, fields: vec![field], measuring: Measuring::Free, rules: Vec::new() };
    let first = |legs: Vec<Manoeuvre>| {
        let replies = [Reply::Marched(March { movers: vec![4], legs })];
        form::faults(&ask, &replies).first().map(|refusal| refusal.reason.to_string())
    };
    assert_eq!(first(vec![Manoeuvre::Ahead(24_001)]), None, "by how much it is too long is for the rules to say");
    for leg in [
        Manoeuvre::Ahead(i32::MAX),
        Manoeuvre::Ahead(i32::MIN),
        Manoeuvre::Side(-1_000_000),
        Manoeuvre::Back(1_000_000),
        Manoeuvre::Oblique { cm: i32::MAX, by: 0 },
    ] {
        assert_eq!(first(vec![leg]).as_deref(), Some("leg_too_long"));
    }
    for leg in [Manoeuvre::Turn(i32::MIN), Manoeuvre::Wheel(i32::MAX), Manoeuvre::Reform("x".repeat(900).into())] {
        assert_eq!(first(vec![leg]).as_deref(), Some("not_offered"));
    }
    assert_eq!(first(vec![Manoeuvre::Stand; 65]).as_deref(), Some("too_many_legs"));
}
