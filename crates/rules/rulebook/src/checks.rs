//! Compares a test that is shown before an answer with the test that the battle then makes: its lines and its odds.

use game::drift::{Came, Check};
use game::{Breakdown, Chance, Deed, Event, Facts, Line, Need, Odds, Op, Prospect, Ref, Term, Toss, UnitId, facts};

/// A test as the battle reported it.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// The events up to and including it.
    pub events: &'a [Event],
    pub lines: &'a Breakdown,
    pub result: &'a Term,
}

/// Whether the condition of the odds holds; `None`: not known yet.
type Given = Box<dyn Fn(&[Event]) -> Option<bool>>;
/// The result of a test; `None`: it was not made as shown.
type End = Box<dyn Fn(&Told<'_>) -> Option<Facts>>;

/// How a shown test is compared: with the first reported test of the same name and owner.
pub struct TestCheck {
    shown: Breakdown,
    odds: Odds<Facts>,
    given: Given,
    /// After this event the test is not made any more...
    over: Box<dyn Fn(&Event) -> bool>,
    /// ...nor where this is needed...
    past: Box<dyn Fn(&Need) -> bool>,
    /// ...and this is its outcome.
    untold: Came,
    which: Box<dyn Fn(&Breakdown) -> bool>,
    /// Its dice may add lines.
    read_further: bool,
    with: Vec<Ref>,
    end: End,
}

fn as_shown() -> Odds<Facts> {
    Odds { rows: vec![(facts([("as_shown", 1)]), Chance::CERTAIN)], assumed: Vec::new() }
}

/// Compares a test by its lines and, if it has odds, by whether it is passed.
#[must_use]
pub fn of_test(prospect: &Prospect) -> TestCheck {
    let has_odds = prospect.odds.is_some();
    TestCheck {
        shown: prospect.breakdown.clone(),
        odds: prospect.odds.clone().unwrap_or_else(as_shown),
        given: Box::new(|_| Some(true)),
        over: Box::new(|_| false),
        past: Box::new(|_| false),
        untold: Came::Otherwise,
        which: Box::new(|_| true),
        read_further: false,
        with: Vec::new(),
        end: Box::new(move |told| {
            let passed = i64::from(*told.result == "passed");
            Some(if has_odds { facts([("passed", passed)]) } else { facts([("as_shown", 1)]) })
        }),
    }
}

impl TestCheck {
    /// Compares odds over another result, which this reads when the test is reported and later.
    #[must_use]
    pub fn ending(mut self, end: impl Fn(&Told<'_>) -> Option<Facts> + 'static) -> Self {
        self.end = Box::new(end);
        self
    }

    /// Sets the odds.
    #[must_use]
    pub fn odds(mut self, odds: Odds<Facts>) -> Self {
        self.odds = odds;
        self
    }

    /// Compares only where the condition of the odds holds.
    #[must_use]
    pub fn given(mut self, given: impl Fn(&[Event]) -> Option<bool> + 'static) -> Self {
        self.given = Box::new(given);
        self
    }

    /// The test is not made any more after such an event.
    #[must_use]
    pub fn up_to(mut self, over: impl Fn(&Event) -> bool + 'static) -> Self {
        self.over = Box::new(over);
        self
    }

    /// The test is not made any more once this is needed.
    #[must_use]
    pub fn until(mut self, past: impl Fn(&Need) -> bool + 'static) -> Self {
        self.past = Box::new(past);
        self
    }

    /// Compares with the first test of its name and owner for which this holds.
    #[must_use]
    pub fn which(mut self, which: impl Fn(&Breakdown) -> bool + 'static) -> Self {
        self.which = Box::new(which);
        self
    }

    /// Lines added by its dice are no difference.
    #[must_use]
    pub fn read_further(mut self) -> Self {
        self.read_further = true;
        self
    }

    /// Compares the lines only, not the odds.
    #[must_use]
    pub fn lines_alone(self) -> Self {
        let odds = as_shown();
        self.odds(odds).ending(|_| Some(facts([("as_shown", 1)])))
    }

    /// The test also depends on the dice of others.
    #[must_use]
    pub fn with(mut self, others: impl IntoIterator<Item = Ref>) -> Self {
        self.with.extend(others);
        self
    }

    /// A test passed without dice is not reported.
    #[must_use]
    pub fn silent_if_automatic(mut self) -> Self {
        if self.shown.lines.iter().any(|line| line.op == Op::Automatic) {
            self.untold = Came::As(facts([("passed", 1)]));
        }
        self
    }

    #[must_use]
    pub fn check(self) -> Check {
        let Self { shown, odds, given, over, past, untold, which, read_further, with, end } = self;
        let read = move |events: &[Event], need: &Need| match tests_told(events, &shown).find(|told| which(told.lines))
        {
            Some(told) => match given(events) {
                Some(true) => match differing(&shown, told.lines, read_further) {
                    Some(other) => Came::As(other),
                    None => end(&told).into(),
                },
                Some(false) => Came::Otherwise,
                None => Came::Open,
            },
            None if events.iter().any(&over) || past(need) => untold.clone(),
            None => Came::Open,
        };
        Check { odds, read: Box::new(read), with }
    }
}

/// Whether the first reported test of this name and owner has the lines that were shown.
#[must_use]
pub fn told_as_shown(events: &[Event], shown: &Breakdown) -> bool {
    test_told(events, shown).is_some_and(|told| differing(shown, told.lines, false).is_none())
}

/// The first reported test of this name and owner.
#[must_use]
pub fn test_told<'a>(events: &'a [Event], of: &'a Breakdown) -> Option<Told<'a>> {
    tests_told(events, of).next()
}

fn tests_told<'a>(events: &'a [Event], of: &'a Breakdown) -> impl Iterator<Item = Told<'a>> {
    events.iter().filter_map(move |event| match &event.deed {
        Deed::Tested { breakdown, result } if breakdown.test == of.test && breakdown.of == of.of => {
            Some(Told { events, lines: breakdown, result })
        }
        _ => None,
    })
}

/// The result of the first reported test of this name and owner.
#[must_use]
pub fn result_told(events: &[Event], test: &'static str, id: UnitId) -> Option<Term> {
    let of = Breakdown::new(test, Some(Ref::Unit(id)));
    tests_told(events, &of).next().map(|told| told.result.clone())
}

/// The figure of the first reported note of this name on a unit, `by` another unit.
#[must_use]
pub fn figure_told(events: &[Event], note: &str, of: UnitId, by: UnitId, figure: &'static str) -> Option<i64> {
    events.iter().find_map(|event| match &event.deed {
        Deed::Note { of: Ref::Unit(on), what, facts } if *on == of && *what == note => {
            let his = facts.get(&Term::of("by")).is_some_and(|told| *told == i64::from(by.0));
            his.then(|| facts.get(&Term::of(figure)).copied().unwrap_or(0))
        }
        _ => None,
    })
}

/// The class of the first throw of this kind.
#[must_use]
pub fn class_thrown(events: &[Event], is: impl Fn(&Toss) -> bool) -> Option<i16> {
    events.iter().find_map(|event| match &event.deed {
        Deed::Threw(toss, thrown) if is(toss) => Some(thrown.class),
        _ => None,
    })
}

/// A line that was reported and not shown, or shown and not reported, as an outcome that no odds contain.
fn differing(shown: &Breakdown, told: &Breakdown, read_further: bool) -> Option<Facts> {
    // Dice, and what is read from them, are not known before they fall.
    let counts = |line: &&Line| !matches!(line.op, Op::Dice(_) | Op::Read(_) | Op::Throw(_));
    let missing = |of: &Breakdown, other: &Breakdown| {
        let mut left: Vec<&Line> = other.lines.iter().collect();
        of.lines.iter().filter(counts).find_map(|line| {
            match left.iter().position(|one| one.rule == line.rule && one.op == line.op) {
                Some(place) => {
                    left.swap_remove(place);
                    None
                }
                None => Some(line.rule.clone()),
            }
        })
    };
    let end = |what: &str, rule: &game::RuleId| Facts::from([(Term::from(format!("{what} {rule}").as_str()), 1)]);
    let not_told = missing(shown, told).map(|rule| end("not_told", &rule));
    let not_shown = || missing(told, shown).filter(|_| !read_further).map(|rule| end("not_shown", &rule));
    not_told.or_else(not_shown)
}
