//! Rulesets side by side in the terminal, with the historical result.

use super::Run;
use crate::cli::Compare;
use crate::commands::simulate::pairs;
use crate::commands::simulate::simulate_text::{decimals, interval, led};
use crate::context::Context;
use armies::{Scenario, Strength};
use game::Side;
use serde_json::{Value, json};
use trials::{Ended, Loss, Pairs, Rate, Roster, Spread};
use words::{Words, number, percent};

/// The scenario, the generals and the seed.
pub fn lead(context: &Context, arguments: &Compare) -> String {
    let pairs = pairs(&arguments.generals, [&arguments.blue, &arguments.red]);
    let [blue, red] = [0, 1].map(|side| {
        let led = pairs.iter().map(|pair| context.words.general(&pair[side])).collect::<Vec<_>>();
        context.words.list(&led)
    });
    context.say(
        "compare-lead",
        &[
            ("blue", blue.into()),
            ("red", red.into()),
            ("battles", arguments.battles.into()),
            ("count", number(context.lang, arguments.battles).into()),
            ("seed", arguments.seed.to_string().into()),
        ],
    )
}

/// One line for each value compared, one column for each run.
pub fn rows(context: &Context, runs: &[Run]) -> Vec<Vec<String>> {
    let Some(first) = runs.first() else { return Vec::new() };
    ComparisonText { context, runs, scenario: &first.ended.scenario }.rows()
}

/// Rulesets under which two kinds of generals disagree about a battle: one favours blue, the other red, or their
/// intervals do not meet. Then the result measures the generals, not the battle. Pairs of different kinds do not count:
/// the abler one is favoured.
pub fn disagreeing(runs: &[Run]) -> Vec<(&'static str, String, String)> {
    let mut found = Vec::new();
    let alike: Vec<&Run> = runs.iter().filter(|run| run.ended.summary.blue == run.ended.summary.red).collect();
    for (n, one) in alike.iter().enumerate() {
        for other in alike[n + 1..].iter().filter(|other| other.ruleset.id() == one.ruleset.id()) {
            let [a, b] = [one, other].map(|run| run.ended.summary.sides.blue_chance);
            if a.disagrees(&b) {
                found.push((one.ruleset.id(), one.ended.summary.blue.clone(), other.ended.summary.blue.clone()));
            }
        }
    }
    found
}

/// The same in words.
pub fn disagreements(context: &Context, runs: &[Run]) -> Vec<String> {
    let said = disagreeing(runs).into_iter().map(|(ruleset, one, other)| {
        let values = [
            ("ruleset", context.words.ruleset_name(ruleset).into()),
            ("one", context.words.general(&one).into()),
            ("other", context.words.general(&other).into()),
        ];
        context.say("compare-disagree", &values)
    });
    said.collect()
}

struct ComparisonText<'a> {
    context: &'a Context,
    runs: &'a [Run],
    scenario: &'a Scenario,
}

impl ComparisonText<'_> {
    fn say(&self, id: &str) -> String {
        self.context.say(id, &[])
    }

    fn side(&self, side: Side) -> String {
        self.scenario.sides[side.index()].name.get(self.context.lang).to_owned()
    }

    /// A line: its name, the value of each run, and the historical value.
    fn line(&self, name: String, of: impl Fn(&Ended, &Words) -> String, day: Option<String>) -> Vec<String> {
        let cells = self.runs.iter().map(|run| of(&run.ended, &Words::of(self.context.lang, run.ruleset)));
        let mut line: Vec<String> = std::iter::once(name).chain(cells).collect();
        if self.scenario.history.is_some() {
            line.push(day.unwrap_or_default());
        }
        line
    }

    fn rate(&self, rate: &Rate) -> String {
        format!("{} ({})", percent(self.context.lang, rate.share), interval(self.context, rate))
    }

    fn spread(&self, words: &Words, spread: &Spread) -> String {
        let (low, high) = (decimals(words, spread.low, 1), decimals(words, spread.high, 1));
        let between = self.context.say("trial-interval", &[("low", low.into()), ("high", high.into())]);
        format!("{} ({between})", decimals(words, spread.mean, 1))
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let history = self.scenario.history.as_ref();
        let ruleset = |ended: &Ended, _: &Words| self.context.words.ruleset_name(&ended.summary.ruleset);
        let mut rows = vec![self.line(String::new(), ruleset, history.map(|_| self.say("compare-day")))];
        let general = |ended: &Ended, words: &Words| led(words, &ended.summary);
        rows.push(self.line(self.say("compare-generals"), general, None));
        let count = |n: u64| number(self.context.lang, n);
        rows.push(self.line(self.say("trial-head-battles"), |ended, _| count(ended.summary.battles), None));
        for side in Side::BOTH {
            let who = self.side(side);
            let name = self.context.say("trial-won-by", &[("who", who.into())]);
            let day = history.and_then(|h| h.winner).is_some_and(|winner| winner == side);
            let wins = |ended: &Ended, _: &Words| {
                let sides = &ended.summary.sides;
                self.rate(&Rate::of([sides.blue_wins, sides.red_wins][side.index()], ended.summary.battles))
            };
            rows.push(self.line(name, wins, day.then(|| self.say("compare-won"))));
        }
        let drawn = |ended: &Ended, _: &Words| self.rate(&ended.summary.draw_rate);
        let undecided = history.is_some_and(|h| h.winner.is_none());
        rows.push(self.line(self.say("trial-drawn"), drawn, undecided.then(|| self.say("compare-won"))));
        if self.runs.iter().any(|run| run.ended.summary.pairs.is_some()) {
            let pairs = |of: fn(&Pairs) -> Rate| {
                move |ended: &Ended, _: &Words| {
                    ended.summary.pairs.as_ref().map_or_else(String::new, |p| self.rate(&of(p)))
                }
            };
            rows.push(self.line(self.say("compare-pairs"), pairs(|pairs| pairs.blue_rate), None));
            rows.push(self.line(self.say("trial-pairs-by-points"), pairs(|pairs| pairs.blue_rate_by_points), None));
            let lost = |ended: &Ended, _: &Words| {
                let shares =
                    |p: &Pairs| [p.blue_lost, p.red_lost].map(|lost| percent(self.context.lang, lost)).join(" / ");
                ended.summary.pairs.as_ref().map_or_else(String::new, shares)
            };
            rows.push(self.line(self.say("compare-lost-of-led"), lost, None));
        }
        rows.push(self.line(self.say("compare-length"), |ended, words| self.spread(words, &ended.summary.turns), None));
        let rout = |ended: &Ended, words: &Words| {
            if ended.summary.routs.share > 0.0 {
                self.spread(words, &ended.summary.first_rout)
            } else {
                self.say("trial-none")
            }
        };
        rows.push(self.line(self.say("compare-first-rout"), rout, None));
        rows.push(self.line(self.say("compare-first-unit"), |ended, _| self.first(ended), None));
        for side in Side::BOTH {
            let name = self.context.say("compare-losses", &[("side", self.side(side).into())]);
            let day = history.and_then(|h| {
                let men = h.losses[side.index()].men?;
                let share = percent(self.context.lang, f64::from(men) / f64::from(men_of(self.scenario, side).max(1)));
                Some(self.context.say("compare-men", &[("men", count(men.into()).into()), ("share", share.into())]))
            });
            let all = |ended: &Ended, _: &Words| self.loss(ended.summary.losses.get(side.index()));
            rows.push(self.line(name, all, day));
            let key = trials::key(side);
            for arm in ["infantry", "cavalry", "artillery"] {
                let of = |ended: &Ended| ended.summary.arms.iter().find(|a| a.side == key && a.of == arm).cloned();
                if self.runs.iter().any(|run| of(&run.ended).is_some()) {
                    let name = format!("  {}", self.context.words.word("arm", arm));
                    rows.push(self.line(name, |ended, _| self.loss(of(ended).as_ref()), None));
                }
            }
        }
        rows
    }

    fn loss(&self, loss: Option<&Loss>) -> String {
        let Some(loss) = loss else { return String::new() };
        let [low, high] = loss.interval.unwrap_or([loss.share; 2]);
        self.rate(&Rate { share: loss.share, low, high })
    }

    /// The unit that broke first most often.
    fn first(&self, ended: &Ended) -> String {
        let Some(first) = ended.summary.first_broken.iter().find(|first| !first.unit.is_empty()) else {
            return self.say("trial-none");
        };
        let roster = Roster::of(&ended.scenario);
        let unit = roster.units.iter().find(|unit| unit.id == first.unit);
        let name = unit.map_or(first.unit.as_str(), |unit| unit.name.get(self.context.lang));
        format!("{name}, {}", percent(self.context.lang, Rate::of(first.battles, ended.summary.battles).share))
    }
}

/// Men of a side, where the scenario counts men.
fn men_of(scenario: &Scenario, side: Side) -> u32 {
    let units = scenario.sides[side.index()].commands.iter().flat_map(|command| &command.units);
    units.map(|unit| if let Strength::Men(men) = unit.strength { men } else { 0 }).sum()
}

/// The historical result, as data.
pub fn history(scenario: &Scenario) -> Option<Value> {
    let history = scenario.history.as_ref()?;
    Some(json!({
        "winner": history.winner,
        "blue_losses": history.losses[0],
        "red_losses": history.losses[1],
    }))
}
