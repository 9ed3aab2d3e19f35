//! Breakdowns, refusals, prospects and odds in words.

use crate::voice::{Naming, Voice, same, silence};
use crate::wire::{
    BreakdownView, BringsView, LineView, Looked, OddsRow, OddsView, ProspectView, RefusalView, VerdictPart, VerdictView,
};
use game::Bilingual;
use game::{
    Ask, Breakdown, Chance, Consequence, Facts, Hindsight, Odds, Preview, Prospect, Ref, Refusal, Side, Term, Threshold,
};
use std::collections::BTreeMap;
use words::{Reader, Verdict, number};

/// A breakdown, with its result once it has one.
pub fn breakdown(voice: &Voice, names: &Naming, lines: &Breakdown, result: Option<&str>) -> BreakdownView {
    BreakdownView {
        title: voice.word("test", lines.test.as_str()),
        of: lines.of.map(|of| voice.named(names, |words, names| words.name(&of, names))),
        lines: lines
            .lines
            .iter()
            .map(|line| LineView {
                rule: line.rule.clone(),
                reason: voice.both(|words| words.reason(line)),
                amount: voice.both(|words| words.line_amount(line)),
                op: line.op,
            })
            .collect(),
        total: result.map(|_| voice.both(|words| words.exact(lines.total()))),
        result: result.map(|result| voice.word("result", result)),
    }
}

/// A refusal with the short figures for the map.
pub fn refusal(voice: &Voice, refusal: &Refusal) -> RefusalView {
    let pill = refusal.measure.map(|measure| {
        voice.both(|words| {
            let measured = words.length(i64::from(measure.cm));
            if measure.limit == 0 {
                return measured;
            }
            let sign = if measure.cm > measure.limit { '>' } else { '<' };
            format!("{measured} {sign} {}", words.length(i64::from(measure.limit)))
        })
    });
    RefusalView { refusal: refusal.clone(), text: voice.both(|words| words.refusal_alone(refusal)), pill }
}

/// Refusals in words.
pub fn refusals(voice: &Voice, all: &[Refusal]) -> Vec<RefusalView> {
    all.iter().map(|one| refusal(voice, one)).collect()
}

/// The effect of an answer to a question, or its refusals: `preview` is of the fields that are not refused.
pub fn looked(
    voice: &Voice,
    names: &Naming,
    ask: Option<&Ask>,
    (preview, refused): (Option<Preview>, &[Refusal]),
    prospects: &[Prospect],
) -> Looked {
    let mut looked = Looked {
        preview: None,
        costs: Vec::new(),
        facts: silence(),
        brings: Vec::new(),
        refusals: refusals(voice, refused),
        prospects: prospects.iter().map(|one| prospect(voice, names, one, ask.map(|ask| ask.slot.side))).collect(),
    };
    if let Some(preview) = preview {
        looked.costs = (0..).zip(&preview.costs).map(|(n, cost)| costs(voice, *cost, way(ask, &preview, n))).collect();
        looked.facts = voice.named(names, |words, names| words.facts(&preview.facts, Some(names)));
        looked.brings = preview.brings.iter().map(|one| brings(voice, names, one)).collect();
        looked.preview = Some(preview);
    }
    looked
}

/// A certain effect of an answer: on which unit and by which rule.
fn brings(voice: &Voice, names: &Naming, one: &Consequence) -> BringsView {
    let who = voice.named(names, |words, names| words.name(&one.of, names));
    let what = voice.word("brings", one.what.as_str());
    BringsView {
        of: one.of,
        text: voice.with("brings", &[("who", &who), ("what", &what)]),
        what,
        rule: one.rule.clone(),
    }
}

/// The length of the march of a field's unit; of a field without a unit (a march below a choice), of the one that
/// marches.
fn way(ask: Option<&Ask>, preview: &Preview, field: usize) -> i64 {
    let unit = ask.and_then(|ask| match ask.fields.get(field)?.about {
        Ref::Unit(unit) => Some(unit),
        _ => None,
    });
    let path = match unit {
        Some(unit) => preview.paths.iter().find(|(of, _)| *of == unit),
        None => preview.paths.first(),
    };
    path.map_or(0, |(_, path)| words::way(path))
}

/// The cost of a march, the allowance, and the rest. Costs are lengths, or parts of a whole where the text `cost-of` of
/// the ruleset has the attribute `unit = share`.
fn costs(voice: &Voice, (cost, of): (i32, i32), way: i64) -> Bilingual {
    // A choice beside the march costs nothing: there is no cost to show.
    if of <= 0 {
        return silence();
    }
    let share = voice.attribute("cost-of", "unit").as_deref() == Some("share");
    // Cost and rest add up to 100 together.
    let percent = (f64::from(cost) * 100.0 / f64::from(of)).round() as i64;
    voice.both(|words| {
        let figure = |n: i32, percent: i64| {
            if share {
                words::Value::from(words.say("share", &[("n", words::Value::from(percent))]))
            } else {
                words::Value::from(words.length(i64::from(n)))
            }
        };
        let values = [
            ("cost", figure(cost, percent)),
            ("of", figure(of, 100)),
            ("left", figure((of - cost).max(0), (100 - percent).max(0))),
            ("way", words::Value::from(words.length(way))),
        ];
        words.say("cost-of", &values)
    })
}

/// A verdict in words.
pub fn verdict(voice: &Voice, verdict: &Verdict, reader: Reader, threshold: Option<&Threshold>) -> VerdictView {
    let part = |part: &words::Part| {
        let brings = |lang| voice.words(lang).verdict_brings(part, threshold);
        let pairs = brings(words::Lang::Fr).into_iter().zip(brings(words::Lang::En));
        VerdictPart {
            text: voice.both(|words| words.verdict_end(part, reader)),
            tone: part.tone.of(reader),
            chance: part.chance,
            percent: part.percent,
            brings: pairs.map(|(fr, en)| Bilingual { fr, en }).collect(),
        }
    };
    let mut parts: Vec<VerdictPart> = verdict.parts.iter().map(part).collect();
    parts.sort_by_key(|part| part.tone);
    VerdictView {
        told: voice.both(|words| words.verdict_told(verdict, reader)),
        parts,
        means: verdict.means.iter().map(|(name, mean)| voice.both(|words| words.verdict_mean(name, *mean))).collect(),
    }
}

/// The side of a unit.
fn whose(names: &Naming, of: Option<Ref>) -> Option<Side> {
    match of {
        Some(Ref::Unit(unit) | Ref::Part(unit, _)) => names.side(unit),
        Some(Ref::Side(side)) => Some(side),
        _ => None,
    }
}

/// A test of the journal with its odds before the dice.
pub fn past(voice: &Voice, names: &Naming, past: &Hindsight, viewer: Option<Side>) -> Option<VerdictView> {
    let reader = match (viewer, whose(names, past.of)) {
        (Some(me), Some(of)) if me == of => Reader::Starter,
        (Some(_), Some(_)) => Reader::Target,
        _ => Reader::Nobody,
    };
    let read = voice.words(words::Lang::Fr).verdict_of_past(past)?;
    Some(verdict(voice, &read, reader, None))
}

/// The side that reads a test: the one that starts it, or the one at which it is aimed.
fn reader(names: &Naming, prospect: &Prospect, viewer: Option<Side>) -> Reader {
    match (viewer, whose(names, prospect.by), whose(names, prospect.on)) {
        (Some(me), Some(by), _) if me == by => Reader::Starter,
        (Some(me), Some(by), Some(on)) if me != by && me == on => Reader::Target,
        _ => Reader::Nobody,
    }
}

/// A test before its dice, as a side reads it.
pub fn prospect(voice: &Voice, names: &Naming, prospect: &Prospect, viewer: Option<Side>) -> ProspectView {
    ProspectView {
        by: prospect.by,
        on: prospect.on,
        breakdown: breakdown(voice, names, &prospect.breakdown, None),
        odds: prospect.odds.as_ref().map(|counted| {
            let reader = reader(names, prospect, viewer);
            let mut view = odds(voice, names, counted, prospect.threshold.as_ref(), reader);
            view.assumed.extend(prospect.policy.iter().map(|term| voice.word("policy", term.as_str())));
            view
        }),
    }
}

/// Odds, ready to be drawn. Where one figure alone distinguishes the ends, the chances of "at least n" are added up.
fn odds(
    voice: &Voice,
    names: &Naming,
    counted: &Odds<Facts>,
    threshold: Option<&Threshold>,
    reader: Reader,
) -> OddsView {
    let rows = counted
        .rows
        .iter()
        .map(|(facts, chance)| OddsRow {
            text: voice.named(names, |words, names| words.facts(facts, Some(names))),
            facts: facts.clone(),
            probability: chance.to_f64(),
            p: exact(*chance),
        })
        .collect();
    let read = voice.words(words::Lang::Fr).verdict_of_odds(counted, threshold);
    let verdict = read.map(|read| verdict(voice, &read, reader, threshold));
    let fact = threshold.map_or_else(|| telling(counted), |threshold| Some(threshold.fact.clone()));
    let mut view = OddsView {
        verdict,
        rows,
        at_least: Vec::new(),
        figure: None,
        mean: None,
        threshold: None,
        assumed: Vec::new(),
    };
    if let Some(fact) = fact {
        let mut masses: BTreeMap<i64, f64> = BTreeMap::new();
        for (facts, chance) in &counted.rows {
            *masses.entry(facts.get(&fact).copied().unwrap_or_default()).or_default() += chance.to_f64();
        }
        view.mean = Some(masses.iter().map(|(n, p)| *n as f64 * p).sum());
        let mut more = 0.0;
        view.at_least = masses
            .iter()
            .rev()
            .map(|(n, p)| {
                (*n, {
                    more += p;
                    f64::min(more, 1.0)
                })
            })
            .collect();
        view.at_least.reverse();
        view.figure = Some(voice.word("fact", fact.as_str()));
    }
    view.threshold = threshold.map(|threshold| {
        let means = voice.word("means", threshold.means.as_str());
        (threshold.at_least, means)
    });
    view.assumed = counted
        .assumed
        .iter()
        .map(|(slot, key)| {
            let who = voice.word("question", slot.kind.as_str());
            let what = voice.named(names, |words, names| words.key(key, names));
            voice.with("assumed-reply", &[("question", &who), ("reply", &what)])
        })
        .collect();
    view
}

/// The only figure in which the ends differ and that all of them have.
fn telling(counted: &Odds<Facts>) -> Option<Term> {
    let mut names = counted.rows.iter().flat_map(|(facts, _)| facts.keys()).collect::<Vec<_>>();
    names.sort_unstable();
    names.dedup();
    let differs = |name: &&&Term| {
        let mut values = counted.rows.iter().map(|(facts, _)| facts.get(**name).copied().unwrap_or_default());
        let first = values.next();
        values.any(|value| Some(value) != first)
    };
    let mut differing = names.iter().filter(differs);
    let one = differing.next()?;
    differing.next().is_none().then(|| (*one).clone())
}

fn exact(chance: Chance) -> Option<String> {
    match chance {
        Chance::Exact(ratio) => Some(ratio.to_string()),
        Chance::Near { .. } => None,
    }
}

/// A plain figure in both languages.
pub fn figure(n: i64) -> Bilingual {
    let mut text = same("");
    text.fr = number(words::Lang::Fr, n);
    text.en = number(words::Lang::En, n);
    text
}
