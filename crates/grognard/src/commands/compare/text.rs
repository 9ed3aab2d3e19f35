//! Rulesets side by side in the terminal, with what happened on the day.

use crate::cli::Compare;
use crate::commands::simulate::text::{decimals, interval, written};
use crate::context::Context;
use crate::page::{Align, columns, wrap};
use armies::{Camp, Scenario, Strength};
use game::{Ruleset, Side};
use serde_json::{Value, json};
use trials::{Ended, Loss, Rate, Roster, Spread};
use words::{Words, number, percent};

/// One line for each thing that is compared, one column for each ruleset.
pub fn side_by_side(context: &Context, arguments: &Compare, runs: &[(&'static dyn Ruleset, Ended)]) -> String {
    let Some((_, first)) = runs.first() else { return String::new() };
    let told = Told { context, runs, scenario: &first.scenario };
    let general = |name: &str| context.words.general(name);
    let lead = context.say(
        "compare-lead",
        &[
            ("blue", general(&arguments.blue).into()),
            ("red", general(&arguments.red).into()),
            ("battles", arguments.battles.into()),
            ("count", number(context.lang, i64::try_from(arguments.battles).unwrap_or(i64::MAX)).into()),
            ("seed", arguments.seed.to_string().into()),
        ],
    );
    let mut text = format!("{}\n{}\n\n", report::scene::title(&context.words, told.scenario), wrap(&lead, 0));
    text.push_str(&columns(&told.rows(), &[Align::Left], 0));
    text.push_str(&format!("\n{}\n", wrap(&context.say("compare-note", &[]), 0)));
    if let Some(out) = &arguments.out {
        text.push_str(&format!("\n{}\n", written(context, out)));
    }
    text
}

struct Told<'a> {
    context: &'a Context,
    runs: &'a [(&'static dyn Ruleset, Ended)],
    scenario: &'a Scenario,
}

impl Told<'_> {
    fn say(&self, id: &str) -> String {
        self.context.say(id, &[])
    }

    fn side(&self, side: Side) -> String {
        self.scenario.sides[side.index()].name.get(self.context.armies_lang()).to_owned()
    }

    /// A line: what it is, what each run says of it, and what the day says.
    fn line(&self, name: String, of: impl Fn(&Ended, &Words) -> String, day: Option<String>) -> Vec<String> {
        let cells = self.runs.iter().map(|(ruleset, ended)| of(ended, &Words::of(self.context.lang, *ruleset)));
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
        let ruleset = |ended: &Ended, _: &Words| self.say(&format!("ruleset-{}", ended.summary.ruleset));
        let mut rows = vec![self.line(String::new(), ruleset, history.map(|_| self.say("compare-day")))];
        let count = |n: u64| number(self.context.lang, i64::try_from(n).unwrap_or(i64::MAX));
        rows.push(self.line(self.say("trial-head-battles"), |ended, _| count(ended.summary.battles), None));
        for side in Side::BOTH {
            let who = self.side(side);
            let name = self.context.say("trial-won-by", &[("who", who.into())]);
            let camp = Camp::BOTH[side.index()];
            let day = history.and_then(|h| h.winner).is_some_and(|winner| winner == camp);
            let wins = |ended: &Ended, _: &Words| {
                let sides = &ended.summary.sides;
                self.rate(&Rate::of([sides.blue_wins, sides.red_wins][side.index()], ended.summary.battles))
            };
            rows.push(self.line(name, wins, day.then(|| self.say("compare-won"))));
        }
        let drawn = |ended: &Ended, _: &Words| self.rate(&ended.summary.draw_rate);
        let undecided = history.is_some_and(|h| h.winner.is_none());
        rows.push(self.line(self.say("trial-drawn"), drawn, undecided.then(|| self.say("compare-won"))));
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
                if self.runs.iter().any(|(_, ended)| of(ended).is_some()) {
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

    /// Which unit broke first most often.
    fn first(&self, ended: &Ended) -> String {
        let Some(first) = ended.summary.first_broken.iter().find(|first| !first.unit.is_empty()) else {
            return self.say("trial-none");
        };
        let roster = Roster::of(&ended.scenario);
        let unit = roster.units.iter().find(|unit| unit.id == first.unit);
        let name = unit.map_or(first.unit.as_str(), |unit| unit.name.get(self.context.armies_lang()));
        format!("{name}, {}", percent(self.context.lang, Rate::of(first.battles, ended.summary.battles).share))
    }
}

/// Men of a side, as far as the scenario counts men.
fn men_of(scenario: &Scenario, side: Side) -> u32 {
    let units = scenario.sides[side.index()].commands.iter().flat_map(|command| &command.units);
    units.map(|unit| if let Strength::Men(men) = unit.strength { men } else { 0 }).sum()
}

/// What happened on the day, as data.
pub fn history(scenario: &Scenario) -> Option<Value> {
    let history = scenario.history.as_ref()?;
    let camp = |camp: Camp| if camp == Camp::Blue { "blue" } else { "red" };
    Some(json!({
        "winner": history.winner.map(camp),
        "blue_losses": history.losses[0],
        "red_losses": history.losses[1],
    }))
}
