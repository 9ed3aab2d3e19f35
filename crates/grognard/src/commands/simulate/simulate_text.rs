//! The result of a run for the terminal.

use crate::context::Context;
use crate::page::{Align, bar, columns, wrap};
use game::{Ruleset, Side};
use std::collections::BTreeSet;
use trials::balance::Found;
use trials::{Ended, Failed, Loss, Rate, Roster, Summary};
use words::{Words, number, percent};

const BAR: usize = 24;

pub fn summary(context: &Context, ruleset: &dyn Ruleset, ended: &Ended, out: Option<&str>) -> String {
    let told =
        SimulationText { context, words: Words::of(context.lang, ruleset), roster: Roster::of(&ended.scenario), ended };
    let mut text = told.head();
    for part in [told.results(), told.length(), told.losses(), told.first(), told.dice()] {
        text.push('\n');
        text.push_str(&part);
    }
    if let Some(out) = out {
        text.push_str(&format!("\n{}\n", written(context, out)));
    }
    text
}

pub fn written(context: &Context, out: &str) -> String {
    let page = std::path::Path::new(out).join("index.html").display().to_string();
    context.say("simulate-written", &[("folder", out.into()), ("page", page.into())])
}

/// A battle that did not end.
pub fn failed(context: &Context, failed: &Failed) -> String {
    let values = [
        ("battle", failed.battle.into()),
        ("seed", failed.seed.to_string().into()),
        ("reason", context.say(&format!("fight-{}", failed.cause.key()), &[]).into()),
        ("log", failed.log.as_ref().map(|log| log.display().to_string()).unwrap_or_default().into()),
    ];
    context.say(if failed.log.is_some() { "simulate-failed" } else { "simulate-failed-unkept" }, &values)
}

struct SimulationText<'a> {
    context: &'a Context,
    words: Words,
    roster: Roster,
    ended: &'a Ended,
}

impl SimulationText<'_> {
    fn say(&self, id: &str) -> String {
        self.context.say(id, &[])
    }

    fn summary(&self) -> &Summary {
        &self.ended.summary
    }

    fn count(&self, n: u64) -> String {
        number(self.context.lang, n)
    }

    fn percent(&self, share: f64) -> String {
        percent(self.context.lang, share)
    }

    fn side(&self, side: Side) -> String {
        self.ended.scenario.sides[side.index()].name.get(self.context.lang).to_owned()
    }

    fn head(&self) -> String {
        let summary = self.summary();
        let ruleset = self.context.words.ruleset_name(&summary.ruleset);
        let general = |name: &str| self.words.general(name);
        let lead = self.context.say(
            "trial-lead",
            &[
                ("ruleset", ruleset.into()),
                ("battles", summary.battles.into()),
                ("count", self.count(summary.battles).into()),
                ("blue", general(&summary.blue).into()),
                ("red", general(&summary.red).into()),
                ("seed", summary.seed.to_string().into()),
            ],
        );
        let mut text =
            format!("{}\n{}\n", report::scene::title(&self.context.words, &self.ended.scenario), wrap(&lead, 0));
        if self.ended.resumed > 0 {
            let said = self.context.say("simulate-resumed", &[("n", self.ended.resumed.into())]);
            text.push_str(&format!("{said}\n"));
        }
        text
    }

    /// The generals for whom results are counted.
    fn counted(&self) -> [String; 2] {
        let summary = self.summary();
        if !summary.mirror {
            return Side::BOTH.map(|side| self.side(side));
        }
        [("trial-named-blue", &summary.blue), ("trial-named-red", &summary.red)]
            .map(|(id, general)| self.context.say(id, &[("general", self.words.general(general).into())]))
    }

    fn results(&self) -> String {
        let summary = self.summary();
        let [blue, red] = self.counted();
        let won = |who: &str| self.context.say("trial-won-by", &[("who", who.into())]);
        let mut rows: Vec<Vec<String>> = [
            (won(&blue), summary.blue_wins, &summary.blue_rate),
            (self.say("trial-drawn"), summary.draws, &summary.draw_rate),
            (won(&red), summary.red_wins, &summary.red_rate),
        ]
        .into_iter()
        .map(|(name, count, rate)| self.rate_row(name, count, rate))
        .collect();
        if summary.mirror {
            let sides = &summary.sides;
            let name = self.context.say("trial-side-chance", &[("side", self.side(Side::Blue).into())]);
            rows.push(self.rate_row(name, sides.blue_wins, &sides.blue_chance));
        }
        if let Some(pairs) = &summary.pairs {
            let name = self.context.say("trial-pairs", &[("who", blue.as_str().into())]);
            rows.push(self.rate_row(name, pairs.blue_wins, &pairs.blue_rate));
            let name = self.context.say("trial-pairs-by-points", &[("who", blue.as_str().into())]);
            rows.push(self.rate_row(name, pairs.blue_wins_by_points, &pairs.blue_rate_by_points));
            for (who, lost) in [(&blue, pairs.blue_lost), (&red, pairs.red_lost)] {
                let name = self.context.say("trial-lost-of-led", &[("who", who.as_str().into())]);
                rows.push(vec![name, String::new(), self.percent(lost), String::new(), bar(lost, BAR)]);
            }
        }
        let mut text = columns(&rows, &[Align::Left, Align::Right, Align::Right, Align::Left, Align::Left], 0);
        if summary.mirror {
            text.push_str(&format!("{}\n", wrap(&self.say("trial-mirror-note"), 0)));
        }
        text
    }

    fn rate_row(&self, name: String, count: u64, rate: &Rate) -> Vec<String> {
        vec![name, self.count(count), self.percent(rate.share), interval(self.context, rate), bar(rate.share, BAR)]
    }

    fn length(&self) -> String {
        let turns = &self.summary().turns;
        let mut text = self.words.say(
            "simulate-length",
            &[
                ("mean", self.words.decimal(turns.mean).into()),
                ("deviation", self.words.decimal(turns.deviation).into()),
                ("least", turns.least.into()),
                ("most", turns.most.into()),
            ],
        );
        let mut endings: Vec<_> = self.summary().endings.iter().collect();
        endings.sort_by(|a, b| b.1.cmp(a.1).then_with(|| a.0.cmp(b.0)));
        let all = self.summary().battles.max(1) as f64;
        let endings: Vec<String> = endings
            .into_iter()
            .map(|(how, n)| format!("{} {}", self.words.word("outcome", how), self.percent(*n as f64 / all)))
            .collect();
        text.push_str(&format!("\n{} {}", self.say("simulate-endings"), endings.join(" · ")));
        format!("{}\n", wrap(&text, 0))
    }

    fn losses(&self) -> String {
        let lang = self.context.lang;
        let summary = self.summary();
        let heads = ["trial-head-start", "trial-head-lost", "trial-head-share", "trial-head-broke", "trial-head-gone"];
        let head = std::iter::once(self.say("trial-losses")).chain(heads.iter().map(|id| self.say(id))).collect();
        let mut rows: Vec<Vec<String>> = vec![head];
        for (side, all) in Side::BOTH.into_iter().zip(&summary.losses) {
            rows.push(self.loss_row(self.side(side), all));
            for arm in summary.arms.iter().filter(|arm| arm.side == all.side) {
                rows.push(self.loss_row(format!("  {}", self.words.word("arm", &arm.of)), arm));
            }
            for brigade in summary.brigades.iter().filter(|brigade| brigade.side == all.side) {
                let name = self.roster.brigades.iter().find(|known| known.id == brigade.of);
                let name = name.map_or(brigade.of.as_str(), |known| known.name.get(lang));
                rows.push(self.loss_row(format!("  {name}"), brigade));
            }
        }
        columns(&rows, &[Align::Left, Align::Right, Align::Right, Align::Right, Align::Right, Align::Right], 0)
    }

    fn loss_row(&self, name: String, loss: &Loss) -> Vec<String> {
        vec![
            name,
            self.words.decimal(loss.start),
            decimals(&self.words, loss.lost, 2),
            self.percent(loss.share),
            self.percent(loss.broke / 100.0),
            self.percent(loss.gone / 100.0),
        ]
    }

    fn first(&self) -> String {
        let lang = self.context.lang;
        let rows: Vec<Vec<String>> = self
            .summary()
            .first_broken
            .iter()
            .take(8)
            .map(|first| {
                let unit = self.roster.units.iter().find(|unit| unit.id == first.unit);
                let name = unit.map_or_else(|| self.say("trial-none"), |unit| unit.name.get(lang).to_owned());
                vec![name, self.percent(first.share), bar(first.share, BAR)]
            })
            .collect();
        let table = columns(&rows, &[Align::Left, Align::Right, Align::Left], 2);
        format!("{}\n{table}", self.say("trial-first"))
    }

    fn dice(&self) -> String {
        let lines = self.summary().dice.iter().map(|line| {
            let values = [
                ("die", line.die.as_str().into()),
                ("thrown", self.count(line.thrown).into()),
                ("mean", decimals(&self.words, line.mean, 4).into()),
                ("expected", self.words.decimal(line.expected).into()),
                ("error", decimals(&self.words, line.standard_error, 4).into()),
                ("deviation", decimals(&self.words, line.deviation, 1).into()),
            ];
            format!("{}\n", wrap(&self.context.say("simulate-dice", &values), 0))
        });
        lines.collect()
    }
}

pub fn decimals(words: &Words, value: f64, places: usize) -> String {
    words::decimals(words.lang(), value, places)
}

pub fn interval(context: &Context, rate: &Rate) -> String {
    let (low, high) = (percent(context.lang, rate.low), percent(context.lang, rate.high));
    context.say("trial-interval", &[("low", low.into()), ("high", high.into())])
}

/// The result of a search for a balanced battle, and its uncertainty.
pub fn found(context: &Context, found: &Found) -> Vec<String> {
    let Some(best) = &found.best else { return Vec::new() };
    let values = [
        ("name", found.name.as_str().into()),
        ("value", best.value.to_string().into()),
        ("chance", percent(context.lang, best.chance.share).into()),
        ("interval", interval(context, &best.chance).into()),
    ];
    let mut said = vec![context.say("simulate-balance-best", &values)];
    if !found.bracketed {
        said.push(context.say("simulate-balance-open", &[]));
    }
    said.push(match found.as_good {
        Some([low, high]) if low != high => context
            .say("simulate-balance-as-good", &[("low", low.to_string().into()), ("high", high.to_string().into())]),
        Some(_) => context.say("simulate-balance-sure", &[]),
        None => context.say("simulate-balance-none", &[]),
    });
    said
}

/// The generals of a run: one kind for both sides, or a pair.
pub fn led(words: &Words, summary: &Summary) -> String {
    let Summary { blue, red, .. } = summary;
    if blue == red { words.general(blue) } else { format!("{} / {}", words.general(blue), words.general(red)) }
}

/// Two kinds of generals, each leading both sides, that disagree about the varied value.
#[derive(serde::Serialize)]
pub struct Disagreement {
    /// The value; `None`: the direction of the chance from the first value to the last.
    value: Option<String>,
    one: String,
    other: String,
}

/// Where kinds of generals disagree: the result there measures the generals, not the battle.
pub fn disagreeing(runs: &[(String, Ended)]) -> Vec<Disagreement> {
    let alike: Vec<(&str, &Summary)> = runs
        .iter()
        .map(|(value, run)| (value.as_str(), &run.summary))
        .filter(|(_, summary)| summary.blue == summary.red)
        .collect();
    let mut found = Vec::new();
    let mut note = |value: Option<&str>, one: &str, other: &str| {
        found.push(Disagreement { value: value.map(str::to_owned), one: one.to_owned(), other: other.to_owned() });
    };
    for (n, (value, one)) in alike.iter().enumerate() {
        for (_, other) in alike[n + 1..].iter().filter(|(of, _)| of == value) {
            if one.sides.blue_chance.disagrees(&other.sides.blue_chance) {
                note(Some(value), &one.blue, &other.blue);
            }
        }
    }
    let kinds: BTreeSet<&str> = alike.iter().map(|(_, summary)| summary.blue.as_str()).collect();
    let trend = |kind: &str| {
        let mut own = alike.iter().filter(|(_, summary)| summary.blue == kind).map(|(_, s)| s.sides.blue_chance);
        let first = own.next();
        first.zip(own.next_back()).map_or(0, |(first, last)| first.trend(&last))
    };
    for (n, one) in kinds.iter().enumerate() {
        for other in kinds.iter().skip(n + 1).filter(|other| trend(one) * trend(other) < 0) {
            note(None, one, other);
        }
    }
    found
}

/// The same in words.
pub fn disagreements(context: &Context, ruleset: &dyn Ruleset, varied: &str, found: &[Disagreement]) -> Vec<String> {
    let words = Words::of(context.lang, ruleset);
    let said = found.iter().map(|Disagreement { value, one, other }| {
        let (id, about) = match value {
            Some(value) => ("simulate-disagree", format!("{varied} = {}", words.word("term", value))),
            None => ("simulate-opposed", varied.to_owned()),
        };
        let values =
            [("about", about.into()), ("one", words.general(one).into()), ("other", words.general(other).into())];
        context.say(id, &values)
    });
    said.collect()
}

/// Whether the runs were not all led by the same generals.
pub fn several_kinds(runs: &[(String, Ended)]) -> bool {
    let kinds: BTreeSet<(&str, &str)> =
        runs.iter().map(|(_, run)| (run.summary.blue.as_str(), run.summary.red.as_str())).collect();
    kinds.len() > 1
}

/// The scenario, the generals and the seed.
fn series_lead(context: &Context, words: &Words, varied: &str, runs: &[(String, Ended)], first: &Summary) -> String {
    let values: BTreeSet<&str> = runs.iter().map(|(value, _)| value.as_str()).collect();
    let [blue, red] = [0, 1].map(|side| {
        let mut names: Vec<String> = Vec::new();
        for (_, run) in runs {
            let name = words.general([&run.summary.blue, &run.summary.red][side]);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        words.list(&names)
    });
    context.say(
        "trial-series-lead",
        &[
            ("ruleset", context.words.ruleset_name(&first.ruleset).into()),
            ("varied", varied.into()),
            ("runs", values.len().into()),
            ("blue", blue.into()),
            ("red", red.into()),
            ("seed", first.seed.to_string().into()),
        ],
    )
}

/// Several runs, one a line.
pub fn series(
    context: &Context,
    ruleset: &dyn Ruleset,
    varied: &str,
    runs: &[(String, Ended)],
    verdict: &[String],
    out: Option<&str>,
) -> String {
    let words = Words::of(context.lang, ruleset);
    let mut text = String::new();
    let mut side = String::new();
    if let Some((_, ended)) = runs.first() {
        text.push_str(&format!("{}\n", report::scene::title(&context.words, &ended.scenario)));
        text.push_str(&format!("{}\n", wrap(&series_lead(context, &words, varied, runs, &ended.summary), 0)));
        ended.scenario.sides[0].name.get(context.lang).clone_into(&mut side);
    }
    let title = context.say("trial-effect", &[("side", side.into())]);
    text.push_str(&format!("{}\n\n", wrap(&title, 0)));
    let several = several_kinds(runs);
    let mut rows = vec![vec![varied.to_owned(), context.say("trial-head-battles", &[])]];
    for (value, ended) in runs {
        let chance = &ended.summary.sides.blue_chance;
        let value = words.word("term", value);
        rows.push(vec![
            if several { format!("{value} · {}", led(&words, &ended.summary)) } else { value },
            number(context.lang, ended.summary.battles),
            percent(context.lang, chance.share),
            interval(context, chance),
            bar(chance.share, BAR),
        ]);
    }
    text.push_str(&columns(&rows, &[Align::Left, Align::Right, Align::Right, Align::Left, Align::Left], 0));
    for line in verdict {
        text.push_str(&format!("\n{}\n", wrap(line, 0)));
    }
    if let Some(out) = out {
        text.push_str(&format!("\n{}\n", written(context, out)));
    }
    text
}
