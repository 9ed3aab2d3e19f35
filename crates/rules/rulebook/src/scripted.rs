//! A ruleset whose turn is a script, with the interface that `game` expects: what all such rulesets share.

use crate::Known;
use game::{Appraisal, Ask, Audience, Card, Clash, Deed, Dossier, Event, Gist, Insight, Lens, Prospect, Reply, UnitId};
use std::collections::BTreeMap;
use table::Point;

/// The events that show the units on the table at the start.
#[doc(hidden)]
pub fn shown(units: BTreeMap<UnitId, Card>) -> Vec<Event> {
    let show =
        |(unit, card)| Event { beat: 0, deed: Deed::Shown { unit, card }, rules: Vec::new(), seen: Audience::All };
    units.into_iter().map(show).collect()
}

/// The functions that show a side what it knows and inform its general, as function pointers: a function that takes the
/// world itself does not compile.
#[doc(hidden)]
pub struct Looks<R, W: Clone> {
    pub prospects: fn(&R, &Known<'_, W>, &Ask, &[Reply]) -> Vec<Prospect>,
    pub lens: fn(&R, &Known<'_, W>, UnitId, Lens) -> Insight,
    pub dossier: fn(&R, &Known<'_, W>, UnitId) -> Option<Dossier>,
    pub value: fn(&R, &Known<'_, W>) -> Appraisal,
    pub gists: fn(&R, &Known<'_, W>, &Ask) -> Vec<Vec<Gist>>,
    pub clash: fn(&R, &Known<'_, W>, UnitId, UnitId) -> Clash,
    pub led: fn(&R, &Known<'_, W>, UnitId, &[Point]) -> Vec<i64>,
}

/// Implements [`game::Rules`] for a ruleset that is a [`game::Script`] and whose questions are kinds
/// ([`Asks`](crate::question::Asks)). The ruleset provides `start`, the step `Deploy`, the `steps_of_a_turn` and these
/// methods: over what a side knows ([`Known`](crate::Known)) `prospects_of`, `insight`, `dossier_of`, `value`,
/// `gists_of`, `clash_of`, `led_from`; over the world as it is now `picture_of`; over the whole state `hide`, which
/// removes what a side may not know, and `make_up`, which puts something likely in its place. The fourth name is the
/// method for the invariants that the battery checks from positions alone, the fifth the method for the trials that its
/// odds are compared with. `TRIALS` lists the kinds of trials, `check_of` compares what is shown before an answer, and
/// `ELSEWHERE` names what only trials compare; `told_in` gives chances told to generals with the odds shown of the same.
#[macro_export]
macro_rules! scripted {
    ($rules:ty, $world:ty, $step:ty $(, $watched:ident $(, $tried:ident)?)?) => {
        const LOOKS: $crate::Looks<$rules, $world> = $crate::Looks {
            prospects: <$rules>::prospects_of,
            lens: <$rules>::insight,
            dossier: <$rules>::dossier_of,
            value: <$rules>::value,
            gists: <$rules>::gists_of,
            clash: <$rules>::clash_of,
            led: <$rules>::led_from,
        };

        impl game::Rules for $rules {
            type State = game::Play<$world, $step>;

            $(
                fn invariants(&self) -> game::battery::invariants::Invariants {
                    self.$watched()
                }

                $(
                    fn trials(
                        &self,
                        state: game::drift::Whole<'_, Self::State>,
                        luck: u64,
                    ) -> Vec<game::drift::Trial<Self::State>> {
                        self.$tried(&$crate::Known::whole(&state), luck)
                    }

                    fn told(
                        &self,
                        state: game::drift::Whole<'_, Self::State>,
                        luck: u64,
                    ) -> Vec<game::drift::Told> {
                        self.told_in(&$crate::Known::whole(&state), luck)
                    }

                    fn trial_kinds(&self) -> &'static [&'static str] {
                        Self::TRIALS
                    }

                    fn check_shown(
                        &self,
                        seen: &game::Seen<Self::State>,
                        shown: &game::drift::ShownTest<'_>,
                    ) -> Option<game::drift::Check> {
                        self.check_of(&$crate::Known::seen(seen), shown)
                    }

                    fn shown_elsewhere(&self) -> &'static [&'static str] {
                        Self::ELSEWHERE
                    }
                )?
            )?

            fn begin(&self) -> (Self::State, Vec<game::Event>) {
                let steps: Vec<$step> = std::iter::once(<$step>::Deploy).chain(self.steps_of_a_turn()).collect();
                let mut state = game::Play::new(self.start.clone(), steps);
                let mut events = $crate::shown(self.picture_of(&self.start).units);
                events.extend(state.go(self, None));
                (state, events)
            }

            fn need(&self, state: &Self::State) -> game::Need {
                state.need().cloned().unwrap_or(game::Need::Answers(Vec::new()))
            }

            fn advance(&self, state: &mut Self::State, given: game::Given) -> Vec<game::Event> {
                state.go(self, Some(given))
            }

            fn advance_throwing(
                &self,
                state: &mut Self::State,
                given: game::Given,
                thrower: game::Thrower<'_>,
            ) -> Vec<game::Output> {
                state.go_throwing(self, Some(given), Some(thrower))
            }

            fn take_out(&self, state: &mut Self::State, side: game::Side) {
                self.hide(state, side);
                state.keep_sheets_of(side);
            }

            fn ask(&self, seen: &game::Seen<Self::State>, slot: &game::Slot) -> game::Ask {
                let asked = seen.state.asked(slot).cloned();
                asked.unwrap_or_else(|| $crate::question::Asks::sheet_for(self, &$crate::Known::seen(seen), slot))
            }

            fn check(
                &self,
                seen: &game::Seen<Self::State>,
                ask: &game::Ask,
                replies: &[game::Reply],
            ) -> $crate::question::Judged {
                $crate::question::Asks::judge(self, &$crate::Known::seen(seen), ask, replies)
            }

            fn suggest(&self, seen: &game::Seen<Self::State>, ask: &game::Ask, luck: u64) -> Vec<game::Reply> {
                $crate::question::Asks::propose(self, &$crate::Known::seen(seen), ask, luck)
            }

            fn prospects(
                &self,
                seen: &game::Seen<Self::State>,
                ask: &game::Ask,
                replies: &[game::Reply],
            ) -> Vec<game::Prospect> {
                (LOOKS.prospects)(self, &$crate::Known::seen(seen), ask, replies)
            }

            fn lens(&self, seen: &game::Seen<Self::State>, unit: game::UnitId, lens: game::Lens) -> game::Insight {
                (LOOKS.lens)(self, &$crate::Known::seen(seen), unit, lens)
            }

            fn dossier(&self, seen: &game::Seen<Self::State>, unit: game::UnitId) -> Option<game::Dossier> {
                (LOOKS.dossier)(self, &$crate::Known::seen(seen), unit)
            }

            fn measuring(&self, seen: &game::Seen<Self::State>) -> game::Measuring {
                $crate::question::Asks::measuring_idle(self, &$crate::Known::seen(seen), seen.side)
            }

            fn tape(&self, seen: &game::Seen<Self::State>, ends: [Option<game::UnitId>; 2]) -> bool {
                $crate::question::Asks::tape_between(self, &$crate::Known::seen(seen), seen.side, ends)
            }

            fn appraise(&self, seen: &game::Seen<Self::State>) -> game::Appraisal {
                (LOOKS.value)(self, &$crate::Known::seen(seen))
            }

            fn gists(&self, seen: &game::Seen<Self::State>, ask: &game::Ask) -> Vec<Vec<game::Gist>> {
                (LOOKS.gists)(self, &$crate::Known::seen(seen), ask)
            }

            fn clash(&self, seen: &game::Seen<Self::State>, by: game::UnitId, at: game::UnitId) -> game::Clash {
                (LOOKS.clash)(self, &$crate::Known::seen(seen), by, at)
            }

            fn led(&self, seen: &game::Seen<Self::State>, leader: game::UnitId, from: &[table::Point]) -> Vec<i64> {
                (LOOKS.led)(self, &$crate::Known::seen(seen), leader, from)
            }

            fn imagine(&self, seen: &game::Seen<Self::State>, luck: u64) -> Self::State {
                let mut state = seen.state.clone();
                self.make_up(&mut state, &$crate::Known::seen(seen), seen.side, luck);
                state
            }

            fn picture(&self, state: &Self::State) -> game::Picture {
                self.picture_of(state.now())
            }

            fn wake(&self, state: &mut Self::State) {
                state.wake(self);
            }
        }
    };
}

/// Implements [`Edition`](crate::Edition) from the items that every ruleset has under the same name: `book::catalogue`,
/// `Options`, `Book::of_club`, `assistant::resolutions` and `world::set_up`. Its constants are given.
#[macro_export]
#[allow(clippy::crate_in_macro_def, reason = "these are items of the ruleset that is opened")]
macro_rules! edition {
    ($edition:ty, $rules:ident, { $($constants:tt)+ }) => {
        impl $crate::Edition for $edition {
            type Rules = $rules;
            $($constants)+

            fn catalogue() -> game::catalogue::Catalogue {
                crate::catalogue()
            }

            fn assistant(
                tables: Option<&str>,
                options: &std::collections::BTreeMap<game::Term, i64>,
            ) -> Result<Box<dyn game::Assistant>, Vec<game::Fault>> {
                Ok(Box::new(crate::assistant::resolutions(crate::Book::of_club(tables, options)?)))
            }

            fn options() -> Vec<(&'static str, i64)> {
                crate::Options::switches()
            }

            fn questions() -> Vec<&'static str> {
                crate::question::Question::ALL.iter().map(|question| question.word()).collect()
            }

            fn choices() -> Vec<&'static str> {
                crate::question::Does::ALL.iter().map(|does| does.word()).collect()
            }

            fn bill(roster: &armies::Roster) -> Result<game::ArmyBill, Vec<game::Fault>> {
                crate::resolve::bill::bill(roster)
            }

            fn rules(
                scenario: &armies::Scenario,
                tables: Option<&str>,
                options: &std::collections::BTreeMap<game::Term, i64>,
            ) -> Result<$rules, Vec<game::Fault>> {
                $rules::for_scenario(crate::Book::of_club(tables, options)?, scenario, armies::Library::embedded())
            }
        }

        impl $rules {
            /// The rules for a scenario.
            ///
            /// # Errors
            /// Every fault of the scenario under this ruleset.
            pub fn for_scenario(
                book: crate::Book,
                scenario: &armies::Scenario,
                library: &armies::Library,
            ) -> Result<Self, Vec<game::Fault>> {
                crate::world::set_up(book, scenario, library.troops())
            }
        }
    };
}
