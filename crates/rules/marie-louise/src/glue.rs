//! Marie-Louise as a ruleset of the house: the contract of `game` met.

use crate::book::catalogue;
use crate::turn::Step;
use crate::world::{World, set_up};
use crate::{Book, MarieLouise, Options, PAS, Tables};
use game::seal::Bytes32;
use game::{
    Ask, Battle, Deed, Dossier, Entry, Event, Facts, Given, Head, Host, Insight, Keep, Lens, LogError, Need, Odds,
    Picture, Play, Preview, Prospect, Refusal, Reply, Rules, Ruleset, Seen, Setup, Side, Slot, Term, Thrower, Told,
    UnitId,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The ruleset.
pub struct MarieLouiseRuleset;

/// The one value of it.
pub static RULESET: MarieLouiseRuleset = MarieLouiseRuleset;

/// Changes when the same answers and dice may give other events.
const VERSION: u32 = 2;

impl Rules for MarieLouise {
    type State = Play<World, Step>;

    fn begin(&self) -> (Self::State, Vec<Event>) {
        let mut steps = vec![Step::Deploy];
        steps.extend(self.steps_of_a_turn());
        let mut state = Play::new(self.start.clone(), steps);
        let everybody = self.start.units.len() + self.start.generals.len();
        let mut events: Vec<Event> = (0..everybody)
            .filter_map(|n| u16::try_from(n).ok())
            .filter_map(|n| Some((UnitId(n), self.card(&self.start, UnitId(n))?)))
            .map(|(unit, card)| Event {
                beat: 0,
                deed: Deed::Shown { unit, card },
                rules: Vec::new(),
                seen: game::Audience::All,
            })
            .collect();
        events.extend(state.go(self, None));
        (state, events)
    }

    fn need(&self, state: &Self::State) -> Need {
        state.need().cloned().unwrap_or(Need::Answers(Vec::new()))
    }

    fn advance(&self, state: &mut Self::State, given: Given) -> Vec<Event> {
        state.go(self, Some(given))
    }

    fn advance_throwing(&self, state: &mut Self::State, given: Given, thrower: Thrower<'_>) -> Vec<Told> {
        state.go_throwing(self, Some(given), Some(thrower))
    }

    fn redact(&self, state: &Self::State, side: Side) -> Seen<Self::State> {
        let mut state = state.clone();
        // The step under way that opens the orders has opened them before it waits: they are nobody's secret any more.
        let orders_opened = matches!(state.agenda.last(), Some(Step::Command));
        // With the option of chapter 11 plans hold activation numbers, which are thrown openly.
        let plans_open = self.alternate();
        let other = side.other().index();
        for world in std::iter::once(&mut state.world).chain(state.live.as_mut().map(|live| &mut live.world)) {
            let orders = orders_opened.then(|| world.orders[other].clone());
            let plans = plans_open.then(|| world.plans[other].clone());
            world.hide_from(side);
            if let Some(orders) = orders {
                world.orders[other] = orders;
            }
            if let Some(plans) = plans {
                world.plans[other] = plans;
            }
        }
        state.keep_sheets_of(side);
        Seen { side, state }
    }

    fn ask(&self, seen: &Seen<Self::State>, slot: &Slot) -> Ask {
        seen.state.asked(slot).cloned().unwrap_or_else(|| self.sheet_for(seen.state.now(), slot))
    }

    fn check(&self, seen: &Seen<Self::State>, ask: &Ask, replies: &[Reply]) -> Result<Preview, Vec<Refusal>> {
        self.judge(seen.state.now(), ask, replies)
    }

    fn suggest(&self, seen: &Seen<Self::State>, ask: &Ask, luck: u64) -> Vec<Reply> {
        self.propose(seen.state.now(), ask, luck)
    }

    fn odds(&self, seen: &Seen<Self::State>, ask: &Ask, replies: &[Reply]) -> Option<Odds<Facts>> {
        self.odds_of(seen.state.now(), ask, replies)
    }

    fn prospects(&self, seen: &Seen<Self::State>, ask: &Ask, replies: &[Reply]) -> Vec<Prospect> {
        self.prospects_of(seen.state.now(), ask, replies)
    }

    fn lens(&self, seen: &Seen<Self::State>, unit: UnitId, lens: Lens) -> Insight {
        self.insight(seen.state.now(), unit, lens)
    }

    fn dossier(&self, seen: &Seen<Self::State>, unit: UnitId) -> Option<Dossier> {
        self.dossier_of(seen.state.now(), unit)
    }

    fn appraise(&self, seen: &Seen<Self::State>) -> game::Appraisal {
        self.value(seen.state.now())
    }

    fn gists(&self, seen: &Seen<Self::State>, ask: &Ask) -> Vec<Vec<game::Gist>> {
        self.gists_of(seen.state.now(), ask)
    }

    fn clash(&self, seen: &Seen<Self::State>, by: UnitId, at: UnitId) -> game::Clash {
        self.clash_of(seen.state.now(), by, at)
    }

    fn led(&self, seen: &Seen<Self::State>, leader: UnitId, from: &[table::Point]) -> Vec<i64> {
        self.led_from(seen.state.now(), leader, from)
    }

    fn imagine(&self, seen: &Seen<Self::State>, luck: u64) -> Self::State {
        let mut state = seen.state.clone();
        self.make_up(&mut state, seen.side, luck);
        state
    }

    fn picture(&self, state: &Self::State) -> Picture {
        self.picture_of(state.now())
    }

    fn wake(&self, state: &mut Self::State) {
        state.wake(self);
    }
}

impl Ruleset for MarieLouiseRuleset {
    fn id(&self) -> &'static str {
        "marie-louise"
    }

    fn version(&self) -> u32 {
        VERSION
    }

    fn catalogue(&self) -> game::catalogue::Catalogue {
        catalogue()
    }

    fn assistant(&self) -> Box<dyn game::Assistant> {
        Box::new(crate::assistant::Resolutions::default())
    }

    fn measure(&self) -> (&'static str, i32) {
        ("pas", PAS)
    }

    fn options(&self) -> Vec<(&'static str, i64)> {
        Options::switches()
    }

    fn begin(&self, setup: &Setup) -> Result<Box<dyn Battle>, Vec<String>> {
        let rules = Arc::new(rules_of(&setup.scenario, setup.tables.as_deref(), &setup.options)?);
        let head = Head {
            format: game::log::FORMAT,
            ruleset: Term::of("marie-louise"),
            version: VERSION,
            scenario: setup.scenario.clone(),
            tables: setup.tables.clone(),
            options: setup.options.clone(),
            generals: setup.generals.clone(),
            seed_sealed: Bytes32::default(),
        };
        Ok(Box::new(Host::begin(rules, head, setup.seed, setup.salt)))
    }

    fn reopen(&self, entries: &[Entry]) -> Result<Box<dyn Battle>, LogError> {
        Ok(Box::new(Host::reopen(rules_of_log(entries)?, entries, None, Bytes32::default())?))
    }

    fn resume(&self, entries: &[Entry], keep: &Keep) -> Result<Box<dyn Battle>, LogError> {
        Ok(Box::new(Host::resume(rules_of_log(entries)?, entries, keep)?))
    }

    fn branch(&self, entries: &[Entry], generals: [String; 2], keep: &Keep) -> Result<Box<dyn Battle>, LogError> {
        Ok(Box::new(Host::branch(rules_of_log(entries)?, entries, generals, keep.seed, keep.salt)?))
    }
}

/// The rules that a log was played with.
fn rules_of_log(entries: &[Entry]) -> Result<Arc<MarieLouise>, LogError> {
    let Some(Entry::Head(head)) = entries.first() else { return Err(LogError::NoHead) };
    if head.version != VERSION {
        let reason = format!("played with version {} of the rules, this is {VERSION}", head.version);
        return Err(LogError::Line { line: 1, reason });
    }
    let rules = rules_of(&head.scenario, head.tables.as_deref(), &head.options);
    rules.map(Arc::new).map_err(|faults| LogError::Line { line: 1, reason: faults.join("; ") })
}

/// The rules for a scenario, a club's tables and options by name.
fn rules_of(scenario: &str, tables: Option<&str>, options: &BTreeMap<Term, i64>) -> Result<MarieLouise, Vec<String>> {
    let library = armies::Library::embedded();
    let parsed = armies::parse(scenario, "scenario")
        .map_err(|faults| faults.iter().map(|f| f.describe(armies::Lang::En)).collect::<Vec<_>>())?;
    let mut book = match tables {
        Some(text) => Book::with_tables(
            Tables::parse(text)
                .map_err(|faults| faults.iter().map(|f| format!("{}: {}", f.place, f.reason)).collect::<Vec<_>>())?,
        ),
        None => Book::new(),
    };
    book.options = Options::from_switches(options.iter().map(|(name, value)| (name.as_str(), *value)))?;
    MarieLouise::for_scenario(book, &parsed, library)
}

impl MarieLouise {
    /// The ruleset set up for a scenario.
    ///
    /// # Errors
    /// Every fault of the scenario under this ruleset.
    pub fn for_scenario(
        book: Book,
        scenario: &armies::Scenario,
        library: &armies::Library,
    ) -> Result<Self, Vec<String>> {
        set_up(book, scenario, library.troops())
    }
}
