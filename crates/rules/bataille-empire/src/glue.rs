//! Bataille Empire as a ruleset of the house: the contract of `game` met.

use crate::book::catalogue;
use crate::turn::Step;
use crate::world::{World, set_up};
use crate::{BatailleEmpire, Book, Options, UD};
use game::{
    Ask, Deed, Event, Facts, Given, Need, Odds, Picture, Play, Preview, Refusal, Reply, Rules, Seen, Side, Slot, Term,
    Thrower, Told, UnitId,
};
use rulebook::question::Asks as _;
use rulebook::{Edition, Published};
use std::collections::BTreeMap;

/// The ruleset.
pub struct BatailleEmpireRuleset;

/// The one value of it.
pub static RULESET: Published<BatailleEmpireRuleset> = Published(BatailleEmpireRuleset);

impl Rules for BatailleEmpire {
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
        for world in std::iter::once(&mut state.world).chain(state.live.as_mut().map(|live| &mut live.world)) {
            world.hide_from(side);
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

    fn prospects(&self, seen: &Seen<Self::State>, ask: &Ask, replies: &[Reply]) -> Vec<game::Prospect> {
        self.prospects_of(seen.state.now(), ask, replies)
    }

    fn lens(&self, seen: &Seen<Self::State>, unit: UnitId, lens: game::Lens) -> game::Insight {
        self.insight(seen.state.now(), unit, lens)
    }

    fn dossier(&self, seen: &Seen<Self::State>, unit: UnitId) -> Option<game::Dossier> {
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
        let _ = luck;
        seen.state.clone()
    }

    fn picture(&self, state: &Self::State) -> Picture {
        self.picture_of(state.now())
    }

    fn wake(&self, state: &mut Self::State) {
        state.wake(self);
    }
}

impl Edition for BatailleEmpireRuleset {
    type Rules = BatailleEmpire;
    const ID: &'static str = "bataille-empire";
    const VERSION: u32 = 1;
    const MEASURE: (&'static str, i32) = ("UD", UD);

    fn catalogue() -> game::catalogue::Catalogue {
        catalogue()
    }

    fn assistant(tables: Option<&str>, options: &BTreeMap<Term, i64>) -> Result<Box<dyn game::Assistant>, Vec<String>> {
        Ok(Box::new(crate::assistant::resolutions(Book::of_club(tables, options)?)))
    }

    fn options() -> Vec<(&'static str, i64)> {
        Options::switches()
    }

    fn rules(
        scenario: &armies::Scenario,
        tables: Option<&str>,
        options: &BTreeMap<Term, i64>,
    ) -> Result<BatailleEmpire, Vec<String>> {
        BatailleEmpire::for_scenario(Book::of_club(tables, options)?, scenario, armies::Library::embedded())
    }
}

impl BatailleEmpire {
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
