//! How a test that is shown before an answer is compared with the one that the battle then makes: its lines and its odds.

use game::drift::{Came, Check};
use game::{Breakdown, Chance, Deed, Event, Facts, Line, Need, Odds, Op, Prospect, Ref, Term, Toss, UnitId, facts};

/// A test as it was told.
#[derive(Clone, Copy, Debug)]
pub struct Told<'a> {
    /// What was told up to it and with it.
    pub events: &'a [Event],
    pub lines: &'a Breakdown,
    pub result: &'a Term,
}

/// Whether what the odds take for granted has come about; nothing: it is not known yet.
type Given = Box<dyn Fn(&[Event]) -> Option<bool>>;
/// How a test has come out; nothing: not as it was shown.
type End = Box<dyn Fn(&Told<'_>) -> Option<Facts>>;

/// How a test that is shown is compared: with the first of its name and owner that is told.
pub struct TestCheck {
    shown: Breakdown,
    odds: Odds<Facts>,
    given: Given,
    /// Where this is told the test does not come any more...
    over: Box<dyn Fn(&Event) -> bool>,
    /// ...nor where this is waited for...
    past: Box<dyn Fn(&Need) -> bool>,
    /// ...and so it has come out.
    untold: Came,
    which: Box<dyn Fn(&Breakdown) -> bool>,
    /// It may be read by further lines once its dice have fallen.
    read_further: bool,
    with: Vec<Ref>,
    end: End,
}

fn as_shown() -> Odds<Facts> {
    Odds { rows: vec![(facts([("as_shown", 1)]), Chance::CERTAIN)], assumed: Vec::new() }
}

/// A test by its lines, and by whether it is passed where it has odds.
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
    /// With odds up to another end, read by this when the test is told and later.
    #[must_use]
    pub fn ending(mut self, end: impl Fn(&Told<'_>) -> Option<Facts> + 'static) -> Self {
        self.end = Box::new(end);
        self
    }

    /// With these of its odds.
    #[must_use]
    pub fn odds(mut self, odds: Odds<Facts>) -> Self {
        self.odds = odds;
        self
    }

    /// Where what its odds take for granted has come about.
    #[must_use]
    pub fn given(mut self, given: impl Fn(&[Event]) -> Option<bool> + 'static) -> Self {
        self.given = Box::new(given);
        self
    }

    /// It is not made any more where this is told.
    #[must_use]
    pub fn up_to(mut self, over: impl Fn(&Event) -> bool + 'static) -> Self {
        self.over = Box::new(over);
        self
    }

    /// It is not made any more where this is waited for.
    #[must_use]
    pub fn until(mut self, past: impl Fn(&Need) -> bool + 'static) -> Self {
        self.past = Box::new(past);
        self
    }

    /// With the first that is such, of several of its name and owner.
    #[must_use]
    pub fn which(mut self, which: impl Fn(&Breakdown) -> bool + 'static) -> Self {
        self.which = Box::new(which);
        self
    }

    /// Lines that only its dice bring are no difference.
    #[must_use]
    pub fn read_further(mut self) -> Self {
        self.read_further = true;
        self
    }

    /// Its lines alone, without its odds.
    #[must_use]
    pub fn lines_alone(self) -> Self {
        let odds = as_shown();
        self.odds(odds).ending(|_| Some(facts([("as_shown", 1)])))
    }

    /// It depends on the dice of others as well.
    #[must_use]
    pub fn with(mut self, others: impl IntoIterator<Item = Ref>) -> Self {
        self.with.extend(others);
        self
    }

    /// Who passes it without dice is not told of it.
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

/// Whether the first test of this name and owner that was told was told with the lines that were shown.
#[must_use]
pub fn told_as_shown(events: &[Event], shown: &Breakdown) -> bool {
    test_told(events, shown).is_some_and(|told| differing(shown, told.lines, false).is_none())
}

/// The first test of this name and owner that was told.
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

/// The result of the first test of this name and owner that was told.
#[must_use]
pub fn result_told(events: &[Event], test: &'static str, id: UnitId) -> Option<Term> {
    let of = Breakdown::new(test, Some(Ref::Unit(id)));
    tests_told(events, &of).next().map(|told| told.result.clone())
}

/// A figure of the first note of this name on a unit that was told, `by` somebody.
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

/// How the first throw of this kind fell.
#[must_use]
pub fn class_thrown(events: &[Event], is: impl Fn(&Toss) -> bool) -> Option<i16> {
    events.iter().find_map(|event| match &event.deed {
        Deed::Threw(toss, thrown) if is(toss) => Some(thrown.class),
        _ => None,
    })
}

/// A line that was told and not shown, or the other way round, as an end that no odds have.
fn differing(shown: &Breakdown, told: &Breakdown, read_further: bool) -> Option<Facts> {
    // Dice are not there before they fall, nor what is read by them.
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
