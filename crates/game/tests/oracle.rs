//! The odds of toy bouts, against every throw of the dice, closed forms and a second way of computing.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use dice::{Die, Ratio, Throw, read};
use game::{
    Bout, BoutInput, BoutRequest, Chance, Choice, Defaults, Field, Key, Odds, OddsError, Policy, Ref, Reply, Rule,
    Shape, Side, Slot, Teller, Term, Toss, Trace, odds, odds_by_reply,
};
use proptest::prelude::*;
use smallvec::{SmallVec, smallvec};
use std::collections::BTreeMap;
use std::rc::Rc;

const RULE: Rule = Rule::new(0, "T-1");

fn tosses(throws: impl IntoIterator<Item = Throw>) -> SmallVec<[Toss; 2]> {
    throws.into_iter().map(|throw| Toss::new(RULE, Ref::Side(Side::Blue), throw)).collect()
}

fn ratio(text: &str) -> Chance {
    Chance::Exact(text.parse().unwrap())
}

// ---- a volley, then the morale of the unit that received it ---------------------------------------------------------

/// Fire of four dice, a loss for every 5 points; the target may fall back (fewer losses) or stand; with losses it throws
/// an average die and draws lots.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Volley {
    Decides,
    Fires { stands: bool },
    Told { losses: i16 },
    Tests { losses: i16, cover: i16 },
    Over { losses: i16, broken: bool },
}

impl Bout for Volley {
    type Fact = ();
    type Situation = i16;
    type End = (i16, bool);

    fn wants(&self) -> BoutRequest<Self> {
        match *self {
            Self::Decides => {
                let choice = |does| Choice::of(Key::plain(does), &[RULE]);
                let shape =
                    Shape::Pick { from: vec![choice("stand"), choice("fall_back")], min: 0, max: 1, budget: None };
                let default = Reply::pick(Key::plain("stand"));
                let field = Field { about: Ref::Side(Side::Red), shape, default };
                BoutRequest::Reply(Slot::new(Side::Red, "under_fire"), vec![field])
            }
            Self::Fires { .. } => BoutRequest::Dice(tosses([Throw::d6(4).cuts([5, 10, 15, 20])])),
            Self::Told { .. } => BoutRequest::Situation(()),
            Self::Tests { losses: 0, .. } => BoutRequest::Pause(Term::of("aside")),
            Self::Tests { .. } => BoutRequest::Dice(tosses([Throw::sum(1, Die::Average), Throw::lot(2)])),
            Self::Over { losses, broken } => BoutRequest::Done((losses, broken)),
        }
    }

    fn feed(&mut self, fed: BoutInput<'_, Self>, _: &mut impl Trace) {
        *self = match (&*self, fed) {
            (Self::Decides, BoutInput::Replied(replies)) => {
                Self::Fires { stands: replies[0].key().is_some_and(|key| key.does == "stand") }
            }
            (Self::Fires { stands }, BoutInput::Thrown(&[class])) => {
                Self::Told { losses: if *stands { class } else { class / 2 } }
            }
            (Self::Told { losses }, BoutInput::Situation(cover)) => Self::Tests { losses: *losses, cover },
            (Self::Tests { losses, .. }, BoutInput::Resumed) => Self::Over { losses: *losses, broken: false },
            (Self::Tests { losses, cover }, BoutInput::Thrown(&[die, lot])) => {
                Self::Over { losses: *losses, broken: die + cover + lot < 2 * losses }
            }
            (state, _) => panic!("{state:?} was fed what it did not want"),
        }
    }
}

struct Cover(Option<i16>);

impl Teller<Volley> for Cover {
    fn tell(&self, _: &Volley, (): &()) -> Option<i16> {
        self.0
    }
}

/// Every throw of the dice of a volley, face by face.
fn volley_by_hand(stands: bool, cover: i16) -> BTreeMap<(i16, bool), u32> {
    let fire = Throw::d6(4).cuts([5, 10, 15, 20]);
    let mut counts = BTreeMap::new();
    for fall in 0..6_u32.pow(4) {
        let faces: Vec<u8> = (0..4).map(|n| u8::try_from(fall / 6_u32.pow(n) % 6 + 1).unwrap()).collect();
        let class = read(&fire, &faces).unwrap();
        let losses = if stands { class } else { class / 2 };
        for die in [2, 3, 3, 4, 4, 5] {
            for lot in [1, 2] {
                *counts.entry((losses, losses > 0 && die + cover + lot < 2 * losses)).or_insert(0) += 1;
            }
        }
    }
    counts
}

fn assert_counts(odds: &Odds<(i16, bool)>, counts: &BTreeMap<(i16, bool), u32>) {
    let whole: u32 = counts.values().sum();
    let expected: Vec<_> = counts
        .iter()
        .map(|(&end, &count)| (end, Chance::Exact(Ratio::of(count.into(), whole.into()).unwrap())))
        .collect();
    assert_eq!(odds.rows, expected);
}

#[test]
fn a_chain_of_tests_is_exact() {
    let found = odds(&Volley::Decides, &Cover(Some(1)), &Defaults).unwrap();
    assert_counts(&found, &volley_by_hand(true, 1));
    assert_eq!(found.assumed, [(Slot::new(Side::Red, "under_fire"), Key::plain("stand"))]);
    assert_eq!(found.chance_of(|_| true), Chance::CERTAIN);

    let losses = found.clone().grouped(|(losses, _)| losses);
    let mean = losses.rows.iter().fold(Ratio::ZERO, |sum, (losses, chance)| {
        let part = Ratio::from(i64::from(*losses)).checked_mul(chance.exact().unwrap()).unwrap();
        sum.checked_add(part).unwrap()
    });
    assert_eq!(mean.to_string(), "1555/648");

    let json = serde_json::to_value(found.rows[0].1).unwrap();
    assert_eq!(json, serde_json::json!({ "p": "1/1296", "probability": 1.0 / 1296.0 }));
    assert_eq!(serde_json::from_value::<Chance>(json).unwrap(), ratio("1/1296"));
}

#[test]
fn another_players_decision_makes_columns() {
    let columns = odds_by_reply(&Volley::Decides, &Cover(Some(0)), &Defaults).unwrap();
    let keys: Vec<_> = columns.iter().map(|(key, _)| key.does.as_str()).collect();
    assert_eq!(keys, ["stand", "fall_back", "none"]);
    for (column, stands) in columns.iter().zip([true, false, false]) {
        assert_counts(&column.1, &volley_by_hand(stands, 0));
        assert!(column.1.assumed.is_empty());
    }
    let fires = Volley::Fires { stands: true };
    assert_eq!(odds_by_reply(&fires, &Cover(Some(0)), &Defaults), Ok(Vec::new()));
}

#[test]
fn what_only_a_person_knows_is_not_guessed() {
    assert_eq!(odds(&Volley::Decides, &Cover(None), &Defaults), Err(OddsError::NeedsPerson));
}

// ---- rounds ---------------------------------------------------------------------------------------------------------

/// Two units that lose an element to the better die; equal dice are thrown again. The dice are thrown together, or one
/// after the other so that a round has states of its own; a unit may rally an element after a round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Melee {
    left: (u8, u8),
    first: Option<i16>,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Kind {
    Together,
    InTurn,
    /// The loser's element goes over to the winner; a tie of 6 (or 5) counts for the first.
    Captures,
    /// No unit is ever lost.
    Endless,
}

struct Nothing;

impl<B: Bout> Teller<B> for Nothing {
    fn tell(&self, _: &B, _: &B::Fact) -> Option<B::Situation> {
        None
    }
}

impl Bout for Melee {
    type Fact = ();
    type Situation = ();
    type End = Side;

    fn wants(&self) -> BoutRequest<Self> {
        match (self.left, self.kind) {
            ((0, _), _) => BoutRequest::Done(Side::Red),
            ((_, 0), _) => BoutRequest::Done(Side::Blue),
            (_, Kind::Together) => BoutRequest::Dice(tosses([Throw::difference().cuts([0, 1])])),
            _ => BoutRequest::Dice(tosses([Throw::d6(1)])),
        }
    }

    fn feed(&mut self, fed: BoutInput<'_, Self>, _: &mut impl Trace) {
        let BoutInput::Thrown(&[class]) = fed else { panic!("only dice are wanted") };
        let mine = if self.kind == Kind::Together { Some(class) } else { self.first.take() };
        let his = if self.kind == Kind::Together { 1 } else { class };
        let Some(mine) = mine else {
            self.first = Some(class);
            return;
        };
        let (blue, red) = &mut self.left;
        match (mine.cmp(&his), self.kind) {
            (_, Kind::Endless) => {}
            (std::cmp::Ordering::Less, Kind::Captures) => (*blue, *red) = (*blue - 1, *red + 1),
            (std::cmp::Ordering::Equal, Kind::Captures) if mine >= 5 => (*blue, *red) = (*blue + 1, *red - 1),
            (std::cmp::Ordering::Greater, Kind::Captures) => (*blue, *red) = (*blue + 1, *red - 1),
            (std::cmp::Ordering::Less, _) => *blue -= 1,
            (std::cmp::Ordering::Greater, _) => *red -= 1,
            (std::cmp::Ordering::Equal, _) => {}
        }
    }
}

fn melee(left: (u8, u8), kind: Kind) -> Result<Odds<Side>, OddsError> {
    odds(&Melee { left, first: None, kind }, &Nothing, &Defaults)
}

/// Apart from rounds without a change, each round is a fair draw: blue wins if red has lost all before blue has.
fn blue_wins(blue: u32, red: u32) -> f64 {
    // Of the next blue + red - 1 decided rounds, red loses at least `red`.
    let rounds = blue + red - 1;
    let mut ways = vec![1_f64];
    for _ in 0..rounds {
        ways =
            (0..=ways.len()).map(|n| ways.get(n).unwrap_or(&0.0) + n.checked_sub(1).map_or(0.0, |n| ways[n])).collect();
    }
    ways[red as usize..].iter().sum::<f64>() / 2_f64.powi(i32::try_from(rounds).unwrap())
}

fn assert_near(chance: Chance, expected: f64) {
    assert!((chance.to_f64() - expected).abs() <= chance.error() + 1e-15, "{chance} is not {expected}");
    assert!(chance.error() < 1e-12, "{chance} could be nearer");
}

#[test]
fn rounds_that_change_nothing_are_divided_out() {
    // Rounds of one throw lead back to the same state, which keeps them exact...
    let odds = melee((2, 3), Kind::Together).unwrap();
    assert_eq!(odds.rows, [(Side::Blue, ratio("5/16")), (Side::Red, ratio("11/16"))]);
    // ... rounds of two throws pass through others.
    for left in [(1, 1), (2, 3), (9, 8)] {
        let odds = melee(left, Kind::InTurn).unwrap();
        assert_near(odds.rows[0].1, blue_wins(left.0.into(), left.1.into()));
        assert_near(odds.chance_of(|_| true), 1.0);
        assert_eq!(odds.rows[0].1.exact(), None);
    }
}

#[test]
fn rounds_that_go_to_and_fro_come_near_the_ruin_of_the_gambler() {
    let (blue, red) = (3, 5);
    let odds = melee((blue, red), Kind::Captures).unwrap();
    // Of 36 throws 15 are for red, 17 for blue.
    let worse = 15.0_f64 / 17.0;
    let expected = (1.0 - worse.powi(i32::from(blue))) / (1.0 - worse.powi(i32::from(blue + red)));
    assert_near(odds.rows[0].1, expected);
    assert_near(odds.chance_of(|_| true), 1.0);
    let json = serde_json::to_value(odds.rows[0].1).unwrap();
    assert!(json["error"].as_f64().unwrap() > 0.0 && json.get("p").is_none());
}

#[test]
fn a_melee_without_end_is_an_error() {
    assert_eq!(melee((1, 1), Kind::Endless), Err(OddsError::Endless));
}

/// Too long a chain for 127 bits: it continues as a double with an error.
#[test]
fn numbers_that_grow_too_large_become_near() {
    #[derive(Clone, PartialEq, Eq, Hash)]
    struct Long(u8, i16);
    impl Bout for Long {
        type Fact = ();
        type Situation = ();
        type End = i16;
        fn wants(&self) -> BoutRequest<Self> {
            if self.0 == 0 { BoutRequest::Done(self.1) } else { BoutRequest::Dice(tosses([Throw::d6(1)])) }
        }
        fn feed(&mut self, fed: BoutInput<'_, Self>, _: &mut impl Trace) {
            if let BoutInput::Thrown(&[class]) = fed {
                *self = Self(self.0 - 1, self.1 + class);
            }
        }
    }
    let long = odds(&Long(40, 0), &Nothing, &Defaults).unwrap();
    let dist = dice::distribution(&Throw::d6(40)).unwrap();
    assert!(long.rows.iter().all(|&(sum, chance)| chance == Chance::Exact(dist.probability(sum))));
    let longer = odds(&Long(60, 0), &Nothing, &Defaults).unwrap();
    assert!(longer.rows.iter().all(|(_, chance)| chance.exact().is_none()));
    assert_near(longer.chance_of(|_| true), 1.0);
    // The sum of sixty dice is even as often as odd.
    assert_near(longer.chance_of(|sum| sum % 2 == 0), 0.5);
    assert_near(longer.chance_of(|&sum| sum > 210), (1.0 - longer.chance_of(|&sum| sum == 210).to_f64()) / 2.0);
}

// ---- any bout at all ------------------------------------------------------------------------------------------------

/// A bout that is only its graph: each face of a die leads somewhere; from `STATES` on it is an end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Any {
    at: usize,
    leads: Rc<Vec<[usize; 6]>>,
}

const STATES: usize = 12;

impl Bout for Any {
    type Fact = ();
    type Situation = ();
    type End = usize;

    fn wants(&self) -> BoutRequest<Self> {
        match self.at {
            end if end >= STATES => BoutRequest::Done(end - STATES),
            // Some states are only passed through.
            at if at % 5 == 4 => BoutRequest::Pause(Term::of("aside")),
            _ => BoutRequest::Dice(tosses([Throw::d6(1)])),
        }
    }

    fn feed(&mut self, fed: BoutInput<'_, Self>, _: &mut impl Trace) {
        self.at = match fed {
            BoutInput::Thrown(&[class]) => self.leads[self.at][usize::try_from(class - 1).unwrap()],
            _ => self.leads[self.at][0],
        };
    }
}

impl Policy<Any> for Nothing {
    fn reply(&self, _: &Any, _: &Slot, _: &[Field]) -> Vec<Reply> {
        Vec::new()
    }
}

/// The chance of each end after very many steps, by plain repetition.
fn by_repetition(leads: &[[usize; 6]]) -> Vec<f64> {
    let mut mass = vec![0.0; STATES + 4];
    mass[0] = 1.0;
    for _ in 0..20_000 {
        let mut next = vec![0.0; STATES + 4];
        next[STATES..].copy_from_slice(&mass[STATES..]);
        for (at, row) in leads.iter().enumerate() {
            for face in 0..6 {
                next[row[if at % 5 == 4 { 0 } else { face }]] += mass[at] / 6.0;
            }
        }
        mass = next;
    }
    mass[STATES..].to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Edges to anywhere make one large component, edges nearby several small ones, edges forward none.
    #[test]
    fn any_graph_is_flowed_through(
        rows in proptest::collection::vec(proptest::array::uniform6(0_usize..STATES + 4), STATES),
        back in prop_oneof![Just(0), Just(1), Just(2), Just(STATES)],
    ) {
        let forward = back == 0;
        let leads: Vec<[usize; 6]> = rows
            .into_iter()
            .enumerate()
            .map(|(at, row)| row.map(|to| if back == STATES { to } else { (at + 1 + to % 4).saturating_sub(if to % 3 == 0 { back } else { 0 }) }))
            .collect();
        let expected = by_repetition(&leads);
        match odds(&Any { at: 0, leads: Rc::new(leads) }, &Nothing, &Nothing) {
            Ok(odds) => {
                for (end, expected) in expected.iter().enumerate() {
                    let found = odds.rows.iter().find(|row| row.0 == end).map_or(Chance::NEVER, |row| row.1);
                    prop_assert!((found.to_f64() - expected).abs() < 1e-9, "{end}: {found} is not {expected}");
                    prop_assert!(!forward || found.exact().is_some());
                }
                let sum = odds.chance_of(|_| true);
                prop_assert!((sum.to_f64() - 1.0).abs() <= sum.error());
                prop_assert!(odds.rows.is_sorted_by(|a, b| a.0 < b.0));
            }
            // Some state leads nowhere: then a part of the chance is left over.
            Err(OddsError::Endless) => prop_assert!(expected.iter().sum::<f64>() < 1.0 - 1e-6),
            Err(other) => prop_assert!(false, "{other}"),
        }
    }
}

#[test]
fn a_throw_that_cannot_be_counted_is_an_error() {
    #[derive(Clone, PartialEq, Eq, Hash)]
    struct Huge;
    impl Bout for Huge {
        type Fact = ();
        type Situation = ();
        type End = ();
        fn wants(&self) -> BoutRequest<Self> {
            BoutRequest::Dice(smallvec![Toss::new(RULE, Ref::Side(Side::Red), Throw::d6(200))])
        }
        fn feed(&mut self, _: BoutInput<'_, Self>, _: &mut impl Trace) {}
    }
    assert!(matches!(odds(&Huge, &Nothing, &Defaults), Err(OddsError::Dice(_))));
}

#[test]
fn what_is_too_fine_for_a_ratio_is_near_and_says_so() {
    let fine = |den: u128| Chance::Exact(Ratio::of(1, den).unwrap());
    assert_eq!(fine(6).and(fine(6)), fine(36));
    let (much, more) = (fine(u128::MAX / 2), fine(u128::MAX / 2 - 1));
    for near in [much.and(more), much.or(more)] {
        assert_eq!(near.exact(), None);
        assert!(near.to_f64() > 0.0 && near.error() > 0.0 && near.error() < near.to_f64());
    }
}
