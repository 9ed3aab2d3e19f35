//! What a side may ask to see: from its own view only, and only while measuring is free.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::seal::Bytes32;
use game::{
    Act, Ask, Battle, Breakdown, By, Choice, Dossier, Event, Field, Figure, Given, Head, Host, Insight, Key, Lens,
    Measuring, Need, Picture, Preview, Prospect, Ref, Refusal, Reply, Rules, Seen, Shape, Side, Slot, Term, UnitId,
};
use std::sync::Arc;
use table::{Measure, Point};

/// Blue is asked for ever; only "go" is allowed. The measuring of a question, and of the ruleset without one.
struct Watched(Measuring, Measuring);

impl Rules for Watched {
    type State = u8;

    fn begin(&self) -> (u8, Vec<Event>) {
        (0, Vec::new())
    }

    fn need(&self, _: &u8) -> Need {
        Need::Answers(vec![Slot::new(Side::Blue, "march")])
    }

    fn advance(&self, _: &mut u8, _: Given) -> Vec<Event> {
        Vec::new()
    }

    /// The state is only the side.
    fn take_out(&self, known: &mut u8, side: Side) {
        *known = side.index() as u8 + 1;
    }

    fn ask(&self, _: &Seen<u8>, slot: &Slot) -> Ask {
        let from: Vec<Choice> = ["go", "stay"].iter().map(|name| Choice::of(Key::plain(name), &[])).collect();
        let default = Reply::pick(from[0].key.clone());
        let shape = Shape::Pick { from, min: 1, max: 1, budget: None };
        let fields = vec![Field { about: Ref::Side(slot.side), shape, default }];
        Ask { id: 0, slot: slot.clone(), fields, measuring: self.0, rules: Vec::new() }
    }

    fn check(&self, _: &Seen<u8>, _: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        let goes = replies.first().and_then(Reply::key).is_some_and(|key| key.does == "go");
        if goes { Ok(Preview::default()) } else { Err(vec![Refusal::form(0, "not_offered")]) }
    }

    fn suggest(&self, _: &Seen<u8>, ask: &Ask, _: u64) -> Vec<Reply> {
        vec![ask.fields[0].default.clone()]
    }

    fn prospects(&self, seen: &Seen<u8>, _: &Ask, _: &[Reply]) -> Vec<Prospect> {
        vec![Prospect::of(Some(Ref::Side(seen.side)), Breakdown::new("march", None))]
    }

    fn lens(&self, seen: &Seen<u8>, _: UnitId, _: Lens) -> Insight {
        let circle = Figure::circle("radius", Point::default(), i32::from(seen.state), &[]);
        Insight { figures: vec![circle], prospects: Vec::new() }
    }

    fn dossier(&self, _: &Seen<u8>, unit: UnitId) -> Option<Dossier> {
        let act = Act { measure: Some(Measure::default()), ..Act::allowed("march", &[]) };
        Some(Dossier { unit, profile: Vec::new(), may: vec![act.clone()], may_not: vec![act] })
    }

    fn measuring(&self, _: &Seen<u8>) -> Measuring {
        self.1
    }

    fn imagine(&self, _: &Seen<u8>, _: u64) -> u8 {
        0
    }

    fn picture(&self, _: &u8) -> Picture {
        Picture::default()
    }

    fn wake(&self, _: &mut u8) {}
}

fn begin(open: Measuring, else_: Measuring) -> Host<Watched> {
    let head = Head {
        format: game::log::FORMAT,
        ruleset: Term::of("watched"),
        version: 1,
        scenario: String::new(),
        tables: None,
        options: std::collections::BTreeMap::new(),
        generals: [String::new(), String::new()],
        seed_sealed: Bytes32::default(),
        umpire: None,
    };
    Host::begin(Arc::new(Watched(open, else_)), head, Some(Bytes32::default()), Bytes32::default())
}

/// A side's view: the radius that the lens drew, if any, and the measurements on the card.
fn seen(battle: &dyn Battle, side: Side) -> (Vec<i32>, usize) {
    let insight = battle.lens(side, UnitId(0), Lens::Command);
    let radius = |figure: &Figure| if let Figure::Circle { radius, .. } = figure { *radius } else { 0 };
    let card = battle.dossier(side, UnitId(0)).unwrap();
    let measured = card.may.iter().chain(&card.may_not).filter(|act| act.measure.is_some()).count();
    (insight.figures.iter().map(radius).collect(), measured)
}

#[test]
fn each_side_looks_with_its_own_eyes() {
    let battle = begin(Measuring::Free, Measuring::Free);
    assert_eq!(seen(&battle, Side::Blue), (vec![1], 2));
    assert_eq!(seen(&battle, Side::Red), (vec![2], 2));
}

#[test]
fn where_measuring_is_forbidden_nothing_is_measured() {
    // The question forbids measuring to the side that it asks; the ruleset to the other.
    for open in [Measuring::AfterDeclaring, Measuring::Never] {
        let battle = begin(open, Measuring::Free);
        assert_eq!(seen(&battle, Side::Blue), (vec![], 0));
        assert_eq!(seen(&battle, Side::Red), (vec![2], 2));
        assert!(battle.prospects(Side::Blue, 1, &[Reply::pick(Key::plain("go"))]).is_empty());
    }
    let battle = begin(Measuring::Free, Measuring::Never);
    assert_eq!(seen(&battle, Side::Blue), (vec![1], 2));
    assert_eq!(seen(&battle, Side::Red), (vec![], 0));
}

#[test]
fn only_an_answer_that_stands_has_prospects() {
    let mut battle = begin(Measuring::Free, Measuring::Free);
    let [go, stay] = ["go", "stay"].map(|name| vec![Reply::pick(Key::plain(name))]);
    assert_eq!(battle.prospects(Side::Blue, 1, &go).len(), 1);
    assert!(battle.prospects(Side::Blue, 1, &stay).is_empty(), "refused by the rules");
    assert!(battle.prospects(Side::Blue, 1, &[]).is_empty(), "no answer at all");
    assert!(battle.prospects(Side::Red, 1, &go).is_empty(), "not his question");
    battle.answer(Side::Blue, 1, go.clone(), By::Person).unwrap();
    assert!(battle.prospects(Side::Blue, 1, &go).is_empty(), "an old question");
    assert_eq!(battle.prospects(Side::Blue, 2, &go).len(), 1);
}
