//! What a log proves: nobody can change a line, the head or the end of a battle that the umpire has signed, and a
//! seat's signature is its own.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod toy;

use game::chain::Chain;
use game::seal::{Bytes32, Bytes64};
use game::sign::{SignedAct, message, public_key, sign};
use game::{Battle, By, Entry, Host, Key, Log, LogError, Reply, Side, Standing, Term, UmpireState};
use std::sync::Arc;
use toy::{Toy, begin, head, play_to_the_end, reopen, seeded};

const SEED: Bytes32 = Bytes32([3; 32]);
const SALT: Bytes32 = Bytes32([7; 32]);

fn witnessed() -> Host<Toy> {
    Host::begin_witnessed(Arc::new(Toy::default()), head(), Some(SEED), SALT)
}

#[test]
fn the_dice_of_a_witnessed_battle_depend_on_its_head_and_its_end_is_signed() {
    let mut battle = witnessed();
    play_to_the_end(&mut battle);
    let log = battle.log(None);
    assert!(matches!(log.last(), Some(Entry::Closed { .. })));
    reopen(&log).expect("it verifies");
    let mut plain = begin(Some(SEED));
    play_to_the_end(&mut plain);
    let dice = |log: &[Entry]| log.iter().filter(|entry| matches!(entry, Entry::Dice(_))).cloned().collect::<Vec<_>>();
    assert_ne!(dice(&log), dice(&plain.log(None)), "another head, other dice");
    assert_eq!(battle.keep(), UmpireState::default(), "nothing is left to sign another end with");
    // A forger who knows the format may try this: another key in the head and every line signed again.
    let forger = Bytes32([1; 32]);
    let forged = |change: &dyn Fn(&mut Vec<Entry>)| {
        let mut lines = log.clone();
        change(&mut lines);
        lines.pop();
        let message = [b"grognard end\n".as_slice(), &Chain::of(&lines).hash().0].concat();
        lines.push(Entry::Closed { signature: sign(&forger, &message) });
        reopen(&lines).err()
    };
    let with_head = |lines: &mut Vec<Entry>, change: &dyn Fn(&mut game::Head)| {
        let Entry::Head(head) = &mut lines[0] else { panic!() };
        head.umpire = Some(public_key(&forger));
        change(head);
    };
    assert!(forged(&|_| ()).is_some(), "another key");
    assert!(forged(&|lines| with_head(lines, &|_| ())).is_some(), "another key in the head");
    assert!(forged(&|lines| with_head(lines, &|head| head.generals = ["Ney".into(), "Soult".into()])).is_some());
    assert!(forged(&|lines| with_head(lines, &|head| head.umpire = None)).is_some());
}

#[test]
fn an_end_that_nobody_agreed_to_is_noticed() {
    let mut battle = witnessed();
    play_to_the_end(&mut battle);
    let log = battle.log(None);
    let seed = log.iter().find(|entry| matches!(entry, Entry::SeedOpened { .. })).cloned().unwrap();
    let line = log.iter().rposition(|entry| matches!(entry, Entry::Check(_))).unwrap() * 2 / 3;
    let asked = |n: &usize| {
        matches!(log[*n], Entry::Given { .. } | Entry::Sealed { .. })
            && !matches!(log[n - 1], Entry::Sealed { .. } | Entry::Given { .. })
    };
    let cut = (1..=line).rev().find(asked).unwrap();
    for end in [vec![Entry::Resigned(Side::Blue)], vec![Entry::DrawOffered(Side::Blue), Entry::DrawOffered(Side::Red)]]
    {
        let mut short = log[..cut].to_vec();
        short.extend(end);
        // The lines that follow from it, made by the rules themselves.
        let mut made = reopen(&short).unwrap().log(None);
        made.push(seed.clone());
        reopen(&made).expect("without the umpire's signature the rules have nothing against it");
        let read = Log::read(&game::log::write(&made)).unwrap();
        assert!(read.proof().bound && !read.proof().closed, "but it is seen that nobody signed");
        made.push(log.last().cloned().unwrap());
        assert!(reopen(&made).is_err(), "and the signature of the true end does not fit");
    }
    // A draw that only one line mentions.
    let mut draw = log[..cut].to_vec();
    draw.push(Entry::DrawAgreed);
    assert!(reopen(&draw).is_err());
}

#[test]
fn a_battle_that_goes_on_is_bound_to_all_that_was_before() {
    let mut battle = seeded();
    play_to_the_end(&mut battle);
    let log = battle.log_since(0);
    let first = log.iter().position(|entry| matches!(entry, Entry::Check(_))).unwrap();
    let generals = ["person".to_owned(), "random".to_owned()];
    let mut branch = Host::branch(Arc::new(Toy::default()), &log[..=first], generals, Some(SEED), SALT).unwrap();
    let halfway = branch.log_since(0);
    let resumed = Host::resume(Arc::new(Toy::default()), &halfway, &branch.keep()).unwrap();
    assert_eq!(resumed.keep(), branch.keep());
    play_to_the_end(&mut branch);
    let told = branch.log_since(0);
    reopen(&told).unwrap();
    let mut other = told.clone();
    let Entry::Head(head) = &mut other[0] else { panic!() };
    head.generals = ["Ney".into(), "Soult".into()];
    assert!(reopen(&other).is_err(), "the dice after it depend on the head before it");
}

#[test]
fn another_seed_beside_the_log_is_noticed_when_it_is_opened() {
    for battle in [seeded(), witnessed()] {
        let keep = battle.keep();
        for wrong in [
            UmpireState { seed: Some(Bytes32([8; 32])), ..keep.clone() },
            UmpireState { salt: Bytes32([8; 32]), ..keep.clone() },
        ] {
            let opened = Host::resume(Arc::new(Toy::default()), &battle.log_since(0), &wrong);
            assert_eq!(opened.err(), Some(LogError::UmpireState));
        }
    }
}

#[test]
fn a_line_changed_left_out_doubled_swapped_or_put_in_breaks_the_chain() {
    let mut battle = seeded();
    battle.stand(
        Side::Red,
        Standing { kind: Term::of("nothing"), about: None, when: Vec::new(), does: Term::of("right") },
    );
    play_to_the_end(&mut battle);
    let text = game::log::write(&battle.log(None));
    let lines: Vec<&str> = text.lines().collect();
    let broken = |lines: Vec<&str>| Log::read(&(lines.join("\n") + "\n")).and_then(|log| log.complete(false)).is_err();
    assert!(!broken(lines.clone()) && Log::read(&text).unwrap().linked);
    for n in 1..lines.len() - 1 {
        let mut other = lines.clone();
        other.remove(n);
        assert!(broken(other), "line {n} left out");
        let mut other = lines.clone();
        other.insert(n, lines[n]);
        assert!(broken(other), "line {n} twice");
        let mut other = lines.clone();
        other.swap(n, n + 1);
        assert!(broken(other), "line {n} swapped");
        let mut other = lines.clone();
        other.insert(n, "{\"draw_offered\":\"blue\"}");
        assert!(broken(other), "a line without a link before {n}");
    }
    // A log from before the chain has no links at all, and is recognised.
    let old: String = battle.log(None).iter().map(|entry| entry.line() + "\n").collect();
    assert!(!Log::read(&old).unwrap().linked);
}

#[test]
fn a_seat_signs_what_it_orders_and_nobody_else_can() {
    let (secret, other) = (Bytes32([21; 32]), Bytes32([22; 32]));
    let mut battle = witnessed();
    assert!(battle.set_seat_key(Side::Blue, public_key(&secret)));
    assert!(!battle.set_seat_key(Side::Red, Bytes32([0; 32])), "no key");
    let ask = battle.waiting(Side::Blue).remove(0);
    let replies = vec![Reply::pick(Key::plain("left"))];
    let act = SignedAct::Answer(ask.slot.clone());
    let good = message(&battle.identity(), Side::Blue, &act, ask.id, &replies);
    let before = battle.log_since(0);
    for wrong in
        [sign(&other, good.as_bytes()), sign(&secret, good.replace("left", "right").as_bytes()), Bytes64([0; 64])]
    {
        let refused = battle.answer_signed(Side::Blue, ask.id, replies.clone(), wrong).unwrap_err();
        assert_eq!(refused[0].reason, "wrong_signature");
        assert_eq!(battle.log_since(0), before, "what is refused leaves no line");
    }
    battle.answer_signed(Side::Blue, ask.id, replies, sign(&secret, good.as_bytes())).unwrap();
    while battle.waiting(Side::Blue).is_empty() {
        let ask = battle.waiting(Side::Red).remove(0);
        let replies = battle.suggest(Side::Red, ask.id, 0).unwrap();
        battle.answer(Side::Red, ask.id, replies, By::Person).unwrap();
    }
    let turn = u64::from(battle.picture(None).turn);
    let resign = message(&battle.identity(), Side::Blue, &SignedAct::Resign, turn, &[]);
    assert!(!battle.note_signature(Side::Blue, SignedAct::Resign, sign(&other, resign.as_bytes())));
    assert!(battle.note_signature(Side::Blue, SignedAct::Resign, sign(&secret, resign.as_bytes())));
    battle.resign(Side::Blue);
    let log = battle.log(None);
    reopen(&log).unwrap();
    let proof = Log::read(&game::log::write(&log)).unwrap().proof();
    assert_eq!((proof.seats[0].signed, proof.seats[0].keys.len()), (1, 1));
    assert!(proof.seats[0].answers >= 1 && proof.seats[1].signed == 0 && proof.closed);
    // The signature left out before the resignation, or another answer under it.
    let at = |what: &dyn Fn(&Entry) -> bool| log.iter().position(what).unwrap();
    let mut unsigned = log.clone();
    unsigned.remove(at(&|entry| matches!(entry, Entry::Signed { act: SignedAct::Resign, .. })));
    assert!(reopen(&unsigned).err().unwrap().to_string().contains("signature"));
    let mut moved = log.clone();
    let given = at(&|entry| matches!(entry, Entry::Given { .. }));
    let Entry::Given { replies, .. } = &mut moved[given] else { panic!() };
    *replies = vec![Reply::pick(Key::plain("right"))];
    assert!(reopen(&moved).err().unwrap().to_string().contains("signature"));
    // The other side's own log holds no signature to test guesses against.
    assert!(!battle.log(Some(Side::Red)).iter().any(|entry| matches!(entry, Entry::Signed { .. })));
}
