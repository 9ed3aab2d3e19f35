//! The verdict of a distribution: the winner and the chance, in a sentence and a few parts, before any table of it.
//!
//! One reading for all: the odds of the table ([`game::Prospect`]), the distributions of the assistant ([`game::Row`])
//! and the possible results of a past test ([`game::Hindsight`]) arrive here as ends, each with a few named values and
//! a chance. The texts `verdict-markers`, `verdict-also` and `verdict-figures`, which a ruleset may override, say which
//! names decide, which are shown beside them and which are averaged (`verdict-good` and `verdict-bad` likewise sort the
//! results of tests); `verdict-<end>` and its attribute `tone` give the name of an end and its meaning for the party
//! that asked. A distribution of the assistant without any of these names is described by its most decisive value: its
//! words, its yes and no, or the mean of its figures.

use crate::{Flat, Lang, Value, Words};
use game::{Chance, Exact, Facts, Hindsight, Odds, Row, Term, Threshold};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A less likely value is not shown beside an end.
const WORTH_SAYING: f64 = 0.005;

/// More figures than these are not averaged in one sentence.
const FIGURES: usize = 3;

/// The meaning of an end for the starter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Tone {
    /// The starter's aim.
    Good,
    /// Neither good nor bad.
    Even,
    /// A bad end for the starter.
    Bad,
}

/// The reader of the verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reader {
    /// The party that starts it.
    Starter,
    /// The party that it is aimed at.
    Target,
    /// A party not involved.
    Nobody,
}

/// The reading of a distribution.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Verdict {
    /// The ends by name, those good for the starter first.
    pub parts: Vec<Part>,
    /// Figures of the whole distribution with their means.
    pub means: Vec<(Term, f64)>,
}

/// One end of a verdict.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// Its name in the texts.
    pub end: End,
    /// The meaning for the starter.
    pub tone: Tone,
    /// The chance of the end.
    pub chance: f64,
    /// The chance in whole per cent: those of a verdict add up.
    pub percent: u8,
    /// Names beside it, each with its chance given the end.
    pub also: Vec<(Term, f64)>,
    /// Figures with their means given the end.
    pub means: Vec<(Term, f64)>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// A name that the texts know (`attacker_wins`, `passed`...).
    Named(String),
    /// The figure that matters is reached...
    Reached(Threshold),
    Missed(Threshold),
    /// The result of a past test.
    Result(Term),
    /// A word that decides a distribution of the assistant...
    Word(String),
    /// ...one of a party, with its owner...
    Of(String, String),
    /// ...or a name that is true or false, or present or absent.
    Truth(String, bool),
    /// At least the actual figure...
    AsMuch,
    Less,
}

/// One row of a distribution: names with numbers or words.
type Ends = Vec<(BTreeMap<String, Datum>, f64)>;

#[derive(Clone, PartialEq, Debug)]
enum Datum {
    Number(f64),
    Word(String),
}

impl Verdict {
    /// Good ends first, then the likelier ones; the per cents of the ends add up to their sum.
    fn of(mut parts: Vec<Part>, means: Vec<(Term, f64)>) -> Self {
        parts.sort_by(|a, b| a.tone.cmp(&b.tone).then(b.chance.total_cmp(&a.chance)));
        let chances: Vec<f64> = parts.iter().map(|part| part.chance).collect();
        for (part, percent) in parts.iter_mut().zip(shares(&chances)) {
            part.percent = percent;
        }
        Self { parts, means }
    }
}

impl Words {
    /// The verdict of odds on the table; `None` where they have only one end.
    #[must_use]
    pub fn verdict_of_odds(&self, odds: &Odds<Facts>, threshold: Option<&Threshold>) -> Option<Verdict> {
        let row = |(facts, chance): &(Facts, Chance)| {
            let data = facts.iter().map(|(name, n)| (name.to_string(), Datum::Number(*n as f64)));
            (data.collect(), chance.to_f64())
        };
        self.read(&odds.rows.iter().map(row).collect(), threshold)
    }

    /// The verdict of a distribution of the assistant.
    #[must_use]
    pub fn verdict_of_rows(&self, rows: &[Row]) -> Option<Verdict> {
        let flat = crate::flat_rows(rows);
        let datum = |value: &serde_json::Value| match value {
            serde_json::Value::Bool(yes) => Some(Datum::Number(f64::from(u8::from(*yes)))),
            serde_json::Value::Number(n) => n.as_f64().map(Datum::Number),
            serde_json::Value::String(word) => {
                Some(fraction(word).map_or_else(|| Datum::Word(word.clone()), Datum::Number))
            }
            _ => None,
        };
        let row = |(outcome, row): (&Flat<'_>, &Row)| {
            let data = outcome.iter().filter_map(|(name, value)| Some((name.clone(), datum(value)?)));
            (data.collect(), row.chance.to_f64())
        };
        let ends: Ends = flat.iter().zip(rows).map(row).collect();
        self.read(&ends, None).or_else(|| self.by_first(&flat, &ends))
    }

    /// The verdict of a distribution whose ends have no name: by a word or a yes and no that decides it, by the means
    /// of its figures, or by whether something happens at all.
    fn by_first(&self, flat: &[Flat<'_>], ends: &Ends) -> Option<Verdict> {
        let keys: Vec<&str> = self.varying(flat).into_iter().filter(|key| self.shown(key)).collect();
        let of = |key: &str, one: &Flat<'_>| match one.get(key)? {
            serde_json::Value::String(word) if fraction(word).is_none() => Some(self.word_end(word)),
            serde_json::Value::Bool(yes) => Some(End::Truth(key.to_owned(), *yes)),
            _ => None,
        };
        // A nested name needs its owner: a word of it alone would not show that.
        let own = keys.iter().filter(|key| !key.contains('.'));
        let decided: Vec<Vec<End>> =
            own.clone().filter_map(|key| flat.iter().map(|one| of(key, one)).collect()).collect();
        // The winner says more than the margin.
        let named = |all: &&Vec<End>| all.iter().all(|end| matches!(end, End::Named(_)));
        if let Some(of_rows) = decided.iter().find(named).or(decided.first()) {
            return Some(self.sorted(of_rows.clone(), ends));
        }
        let figure = |key: &&&str| ends.iter().all(|(data, _)| matches!(data.get(**key), Some(Datum::Number(_))));
        let means: Vec<(Term, f64)> =
            keys.iter().filter(figure).take(FIGURES).map(|key| (Term::from(*key), mean(ends, key))).collect();
        if !means.is_empty() {
            return Some(Verdict { parts: Vec::new(), means });
        }
        let whose = |key: &str, one: &Flat<'_>| match one.get(key)? {
            serde_json::Value::String(word) => Some(End::Of(key.to_owned(), word.clone())),
            _ => None,
        };
        let mut nested =
            keys.iter().filter_map(|key| flat.iter().map(|one| whose(key, one)).collect::<Option<Vec<End>>>());
        if let Some(of_rows) = nested.next() {
            return Some(self.sorted(of_rows, ends));
        }
        let key = own.clone().next()?;
        let comes = |one: &Flat<'_>| End::Truth((*key).to_owned(), one.get(*key).is_some_and(|value| !value.is_null()));
        Some(self.sorted(flat.iter().map(comes).collect(), ends))
    }

    /// The ends of the rows, merged.
    fn sorted(&self, named: Vec<End>, ends: &Ends) -> Verdict {
        let mut sorted: BTreeMap<End, f64> = BTreeMap::new();
        for (end, (_, chance)) in named.into_iter().zip(ends) {
            *sorted.entry(end).or_default() += chance;
        }
        Verdict::of(sorted.into_iter().map(|(end, chance)| self.plain_part(end, chance)).collect(), Vec::new())
    }

    /// An end with nothing beside it.
    fn plain_part(&self, end: End, chance: f64) -> Part {
        let (also, means) = (Vec::new(), Vec::new());
        Part { tone: self.tone(&end), chance: chance.min(1.0), percent: 0, also, means, end }
    }

    /// An end by a word of it: the texts' name for such an outcome, or the word itself.
    fn word_end(&self, word: &str) -> End {
        let name = format!("outcome-{word}");
        match self.find(&format!("verdict-{name}"), &[]) {
            Some(_) => End::Named(name),
            None => End::Word(word.to_owned()),
        }
    }

    /// The verdict of a past test, with its odds before the dice: by its results, or where these are figures by the
    /// chance of at least the actual figure. `None` where there was only one result.
    #[must_use]
    pub fn verdict_of_past(&self, past: &Hindsight) -> Option<Verdict> {
        let figure = |total: Exact| total.num as f64 / total.den.max(1) as f64;
        let mut ends: BTreeMap<End, f64> = BTreeMap::new();
        for row in &past.rows {
            *ends.entry(End::Result(row.result.clone())).or_default() += row.chance.to_f64();
        }
        // A result may be a plain figure: points, an initiative.
        let named = |end: &End| matches!(end, End::Result(result) if result.as_str().parse::<i64>().is_err());
        let mut means = Vec::new();
        // A certain result is shown as such; a volley is always certain, and its figure describes it.
        let certain = ends.len() == 1 && ends.keys().all(|end| self.tone(end) != Tone::Even);
        if !certain && (ends.len() < 2 || !ends.keys().all(named)) {
            ends.clear();
            for row in &past.rows {
                let end = if figure(row.total) >= figure(past.total) { End::AsMuch } else { End::Less };
                *ends.entry(end).or_default() += row.chance.to_f64();
            }
            let mean = past.rows.iter().map(|row| figure(row.total) * row.chance.to_f64()).sum();
            means.push((Term::of("total"), mean));
            let first = past.rows.first()?;
            if past.rows.iter().all(|row| row.total == first.total) {
                return None;
            }
        }
        let part = |(end, chance): (End, f64)| self.plain_part(end, chance);
        Some(Verdict::of(ends.into_iter().map(part).collect(), means))
    }

    fn tone(&self, end: &End) -> Tone {
        let among = |id: &str, result: &Term| self.names_in(id).iter().any(|name| name == result.as_str());
        match end {
            End::Named(name) => self.toned(&format!("verdict-{name}")),
            End::Result(result) if among("verdict-good", result) => Tone::Good,
            End::Result(result) if among("verdict-bad", result) => Tone::Bad,
            End::Word(word) if among("verdict-good", &Term::from(word.as_str())) => Tone::Good,
            End::Word(word) if among("verdict-bad", &Term::from(word.as_str())) => Tone::Bad,
            End::Truth(name, yes) => {
                let id = if *yes { format!("verdict-{name}") } else { format!("verdict-not-{name}") };
                self.toned(&id)
            }
            End::Result(_) | End::Word(_) | End::Of(..) => Tone::Even,
            End::Reached(_) | End::AsMuch => Tone::Good,
            End::Missed(_) => Tone::Bad,
            End::Less => Tone::Even,
        }
    }

    /// The tone of a text.
    fn toned(&self, id: &str) -> Tone {
        match self.attribute(id, "tone").as_deref() {
            Some("good") => Tone::Good,
            Some("bad") => Tone::Bad,
            _ => Tone::Even,
        }
    }

    /// A list of names in a text.
    fn names_in(&self, id: &str) -> Vec<String> {
        self.find(id, &[]).unwrap_or_default().split_whitespace().map(str::to_owned).collect()
    }

    fn read(&self, ends: &Ends, threshold: Option<&Threshold>) -> Option<Verdict> {
        let markers = self.names_in("verdict-markers");
        let mut sorted: BTreeMap<End, Ends> = BTreeMap::new();
        for (data, chance) in ends.iter().filter(|(_, chance)| *chance > 0.0) {
            let Some(end) = self.end_of(data, &markers).or_else(|| by_threshold(data, threshold)) else {
                return self.figures_alone(ends);
            };
            sorted.entry(end).or_default().push((data.clone(), *chance));
        }
        let figures = self.names_in("verdict-figures");
        if sorted.is_empty() {
            return None;
        }
        let parts: Vec<Part> = sorted.into_iter().map(|(end, ends)| self.part(end, &ends, &figures)).collect();
        // Where the ends say whether a figure is reached, the figure itself is averaged.
        let whole = threshold.filter(|_| parts.iter().any(|part| !matches!(part.end, End::Named(_))));
        let means =
            whole.map(|threshold| (threshold.fact.clone(), mean(ends, threshold.fact.as_str()))).into_iter().collect();
        Some(Verdict::of(parts, means))
    }

    /// A distribution of figures without a name for its ends: their means.
    fn figures_alone(&self, ends: &Ends) -> Option<Verdict> {
        let named = |name: &String| ends.iter().any(|(data, _)| matches!(data.get(name), Some(Datum::Number(_))));
        let names = self.names_in("verdict-alone").into_iter().filter(named);
        let means: Vec<(Term, f64)> = names.map(|name| (Term::from(name.as_str()), mean(ends, &name))).collect();
        (!means.is_empty()).then_some(Verdict { parts: Vec::new(), means })
    }

    /// The end of a row: its word, the first marker set, or the result of a test.
    fn end_of(&self, data: &BTreeMap<String, Datum>, markers: &[String]) -> Option<End> {
        let known = |name: String| self.find(&format!("verdict-{name}"), &[]).map(|_| End::Named(name));
        if let Some(Datum::Word(word)) = data.get("outcome")
            && let Some(end) = known(format!("outcome-{word}"))
        {
            return Some(end);
        }
        for marker in markers {
            match data.get(marker) {
                Some(Datum::Number(n)) if *n != 0.0 => return known(marker.clone()),
                // A yes-or-no test has a name for no as well.
                Some(Datum::Number(_)) => {
                    if let Some(end) = known(format!("not-{marker}")) {
                        return Some(end);
                    }
                }
                _ => {}
            }
        }
        None
    }

    fn part(&self, end: End, ends: &Ends, figures: &[String]) -> Part {
        let chance: f64 = ends.iter().map(|(_, chance)| chance).sum();
        let share = |name: &str| {
            let set = ends.iter().filter(|(data, _)| matches!(data.get(name), Some(Datum::Number(n)) if *n != 0.0));
            set.map(|(_, chance)| chance).sum::<f64>() / chance
        };
        let also = self.names_in("verdict-also").into_iter().map(|name| (share(&name), name));
        let also =
            also.filter(|(share, _)| *share > WORTH_SAYING).map(|(share, name)| (Term::from(name.as_str()), share));
        let shown = figures.iter().map(|name| (Term::from(name.as_str()), mean(ends, name)));
        let means = shown.filter(|(_, mean)| *mean > 0.0);
        let tone = self.tone(&end);
        Part { also: also.collect(), means: means.collect(), tone, chance: chance.min(1.0), percent: 0, end }
    }

    /// An end by its name, for its reader.
    #[must_use]
    pub fn verdict_end(&self, part: &Part, reader: Reader) -> String {
        match &part.end {
            End::Named(name) => self.say(&format!("verdict-{name}"), &[("reader", reader.word().into())]),
            End::Reached(threshold) => self.word("means", threshold.means.as_str()),
            End::Missed(threshold) => self.missed(threshold),
            End::Result(result) => self.word("result", result.as_str()),
            End::Word(word) => self.readable("result", word),
            End::Of(name, word) => format!("{} {}", self.field(name), self.readable("result", word)),
            End::Truth(name, true) => self.find(&format!("verdict-{name}"), &[]).unwrap_or_else(|| self.field(name)),
            End::Truth(name, false) => self
                .find(&format!("verdict-not-{name}"), &[])
                .unwrap_or_else(|| format!("{} {}", self.say("not", &[]), self.field(name))),
            End::AsMuch => self.say("verdict-as-much", &[]),
            End::Less => self.say("verdict-less", &[]),
        }
    }

    /// The effects of an end: its meaning by the rules, other names with their chances, its figures.
    #[must_use]
    pub fn verdict_brings(&self, part: &Part, threshold: Option<&Threshold>) -> Vec<String> {
        let mut all = Vec::new();
        if let (End::Named(name), Some(threshold)) = (&part.end, threshold) {
            if *name == threshold.fact.as_str() {
                all.push(self.word("means", threshold.means.as_str()));
            } else if *name == format!("not-{}", threshold.fact) {
                all.push(self.missed(threshold));
            }
        }
        all.extend(part.also.iter().map(|(name, share)| {
            let what = self.word("verdict-also", name.as_str());
            if *share > 1.0 - WORTH_SAYING {
                return what;
            }
            self.say("verdict-also-share", &[("what", what.into()), ("share", whole(self.lang(), *share).into())])
        }));
        all.extend(part.means.iter().map(|(name, mean)| self.verdict_mean(name, *mean)));
        all
    }

    /// A figure with its mean.
    #[must_use]
    pub fn verdict_mean(&self, name: &Term, mean: f64) -> String {
        let known =
            ["verdict-figure", "fact", "term"].iter().find_map(|kind| self.find(&format!("{kind}-{name}"), &[]));
        let what = known.unwrap_or_else(|| self.field(name.as_str()));
        self.say("verdict-mean", &[("what", what.into()), ("mean", self.decimal((mean * 10.0).round() / 10.0).into())])
    }

    /// The whole verdict in one sentence.
    #[must_use]
    pub fn verdict_told(&self, verdict: &Verdict, reader: Reader) -> String {
        let end = |part: &Part| {
            let values = [
                ("end", self.verdict_end(part, reader).into()),
                ("chance", per_cent(self.lang(), part.percent).into()),
            ];
            self.say("verdict-end", &values)
        };
        let mut all: Vec<String> = verdict.parts.iter().map(end).collect();
        all.extend(verdict.means.iter().map(|(name, mean)| self.verdict_mean(name, *mean)));
        let told = all.join(&self.say("verdict-between", &[]));
        let mut letters = told.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    }

    /// The meaning if the figure that matters is not reached.
    fn missed(&self, threshold: &Threshold) -> String {
        let id = format!("means-not-{}", threshold.means);
        self.find(&id, &[]).unwrap_or_else(|| {
            let means: Value<'_> = self.word("means", threshold.means.as_str()).into();
            self.say("verdict-missed", &[("means", means)])
        })
    }
}

impl Reader {
    const fn word(self) -> &'static str {
        match self {
            Self::Starter => "starter",
            Self::Target => "target",
            Self::Nobody => "nobody",
        }
    }
}

impl Tone {
    /// The same for the other side.
    #[must_use]
    pub const fn of(self, reader: Reader) -> Self {
        match (reader, self) {
            (Reader::Target, Self::Good) => Self::Bad,
            (Reader::Target, Self::Bad) => Self::Good,
            _ => self,
        }
    }
}

/// The mean of a figure over some ends; missing figures count as 0.
fn mean(ends: &Ends, name: &str) -> f64 {
    let of = |data: &BTreeMap<String, Datum>| match data.get(name) {
        Some(Datum::Number(n)) => *n,
        _ => 0.0,
    };
    let all: f64 = ends.iter().map(|(_, chance)| chance).sum();
    ends.iter().map(|(data, chance)| of(data) * chance).sum::<f64>() / all.max(f64::MIN_POSITIVE)
}

fn by_threshold(data: &BTreeMap<String, Datum>, threshold: Option<&Threshold>) -> Option<End> {
    let threshold = threshold?;
    let n = match data.get(threshold.fact.as_str()) {
        Some(Datum::Number(n)) => *n,
        _ => 0.0,
    };
    let reached = n >= threshold.at_least as f64;
    Some(if reached { End::Reached(threshold.clone()) } else { End::Missed(threshold.clone()) })
}

/// "1/2" as a number.
fn fraction(text: &str) -> Option<f64> {
    let (num, den) = text.split_once('/')?;
    let (num, den): (f64, f64) = (num.parse().ok()?, den.parse().ok()?);
    (den > 0.0).then(|| num / den)
}

/// A chance in whole per cent: never 100 or 0 for an uncertain end.
fn whole(lang: Lang, chance: f64) -> String {
    let figure = match chance {
        p if p <= 0.0 => 0,
        p if p >= 1.0 => 100,
        p => (p * 100.0).round().clamp(1.0, 99.0) as u8,
    };
    per_cent(lang, figure)
}

/// Chances in whole per cent that add up, by the largest remainder; at least 1 for a possible end.
fn shares(chances: &[f64]) -> Vec<u8> {
    let exact: Vec<f64> = chances.iter().map(|chance| chance * 100.0).collect();
    let mut figures: Vec<f64> =
        exact.iter().map(|p| if *p > 0.0 { (p + 1e-9).floor().max(1.0) } else { 0.0 }).collect();
    let together = exact.iter().sum::<f64>().round();
    loop {
        let missing = together - figures.iter().sum::<f64>();
        let short = |n: &usize| exact[*n] - figures[*n];
        let by_short = |a: &usize, b: &usize| short(a).total_cmp(&short(b)).then(b.cmp(a));
        let next = if missing >= 1.0 {
            (0..exact.len()).filter(|n| exact[*n] > 0.0).max_by(by_short).map(|n| (n, 1.0))
        } else if missing <= -1.0 {
            (0..exact.len()).filter(|n| figures[*n] > 1.0).min_by(by_short).map(|n| (n, -1.0))
        } else {
            None
        };
        let Some((n, by)) = next else { break };
        figures[n] += by;
    }
    figures.into_iter().map(|figure| figure as u8).collect()
}

fn per_cent(lang: Lang, figure: u8) -> String {
    match lang {
        Lang::Fr => format!("{figure}\u{a0}%"),
        Lang::En => format!("{figure}%"),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use dice::Ratio;

    /// Facts with their chance.
    type Row<'a> = (&'a [(&'static str, i64)], (i128, u128));

    fn odds(rows: &[Row<'_>]) -> Odds<Facts> {
        let row = |(facts, (num, den)): &Row<'_>| {
            let facts = facts.iter().map(|(name, n)| (Term::of(name), *n)).collect();
            (facts, Chance::Exact(Ratio::new(*num, *den).unwrap()))
        };
        Odds { rows: rows.iter().map(row).collect(), assumed: Vec::new() }
    }

    #[test]
    fn a_charge_is_told_by_who_wins_and_what_comes_with_it() {
        let charge = odds(&[
            (&[("attacker_wins", 1), ("defender_gone", 1)], (1, 4)),
            (&[("attacker_wins", 1), ("recoil", 4)], (1, 4)),
            (&[("undecided", 1)], (1, 10)),
            (&[("broken", 1)], (2, 5)),
        ]);
        let words = Words::plain(Lang::En);
        let verdict = words.verdict_of_odds(&charge, None).unwrap();
        assert_eq!(
            words.verdict_told(&verdict, Reader::Starter),
            "You win 50%, undecided 10%, the charge is broken 40%"
        );
        assert_eq!(
            words.verdict_told(&verdict, Reader::Target),
            "The enemy wins 50%, undecided 10%, the charge is broken 40%"
        );
        let won = &verdict.parts[0];
        assert_eq!((won.tone, won.tone.of(Reader::Target)), (Tone::Good, Tone::Bad));
        assert_eq!(words.verdict_brings(won, None), ["the defender is destroyed 50%", "recoil: 2 on average"]);
    }

    #[test]
    fn whole_per_cents_add_up_and_what_may_come_is_never_nought() {
        assert_eq!(shares(&[0.125, 0.625, 0.25]), [13, 62, 25]);
        assert_eq!(shares(&[0.335, 0.335, 0.33]), [34, 33, 33]);
        assert_eq!(shares(&[0.001, 0.999]), [1, 99]);
        assert_eq!(shares(&[0.001, 0.001, 0.998]), [1, 1, 98]);
        assert_eq!(shares(&[1.0]), [100]);
        assert_eq!(shares(&[1.0 / 3.0; 3]), [34, 33, 33]);
        assert_eq!(shares(&[]), [0_u8; 0]);
        // 62.5 and 37.5 % were once shown as 63 and 38.
        let test = odds(&[(&[("passed", 0)], (3, 8)), (&[("passed", 1)], (5, 8))]);
        let words = Words::plain(Lang::En);
        let told = words.verdict_told(&words.verdict_of_odds(&test, None).unwrap(), Reader::Nobody);
        assert_eq!(told, "Passed 63%, failed 37%");
    }

    #[test]
    fn a_fire_is_told_by_what_its_figure_means_and_by_its_mean() {
        let fire = odds(&[(&[("losses", 1)], (1, 2)), (&[("losses", 4)], (1, 2))]);
        let threshold = Threshold { fact: Term::of("losses"), at_least: 3, means: Term::of("element_lost") };
        let words = Words::plain(Lang::En);
        let verdict = words.verdict_of_odds(&fire, Some(&threshold)).unwrap();
        assert_eq!(verdict.means, [(Term::of("losses"), 2.5)]);
        assert_eq!(verdict.parts.iter().map(|part| part.chance).collect::<Vec<_>>(), [0.5, 0.5]);
        let test = odds(&[(&[("passed", 0)], (1, 3)), (&[("passed", 1)], (2, 3))]);
        assert_eq!(
            words.verdict_told(&words.verdict_of_odds(&test, None).unwrap(), Reader::Nobody),
            "Passed 67%, failed 33%"
        );
    }
}
