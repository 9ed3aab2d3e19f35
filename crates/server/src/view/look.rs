//! Breakdowns, refusals, prospects and odds in words.

use crate::voice::{Naming, Voice, same, silence};
use crate::wire::{BreakdownView, LineView, Looked, OddsRow, OddsView, ProspectView, RefusalView};
use game::catalogue::Bilingual;
use game::{Breakdown, Chance, Facts, Odds, Preview, Prospect, Refusal, Term, Threshold};
use std::collections::BTreeMap;
use words::number;

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
    RefusalView { refusal: refusal.clone(), text: voice.both(|words| words.refusal(refusal)), pill }
}

/// Refusals in words.
pub fn refusals(voice: &Voice, all: &[Refusal]) -> Vec<RefusalView> {
    all.iter().map(|one| refusal(voice, one)).collect()
}

/// What an answer would do, or why not.
pub fn looked(voice: &Voice, names: &Naming, judged: Result<Preview, Vec<Refusal>>, prospects: &[Prospect]) -> Looked {
    match judged {
        Ok(preview) => Looked {
            costs: preview.costs.iter().map(|cost| costs(voice, *cost)).collect(),
            facts: voice.named(names, |words, names| words.facts(&preview.facts, Some(names))),
            preview: Some(preview),
            refusals: Vec::new(),
            prospects: prospects.iter().map(|one| prospect(voice, names, one)).collect(),
        },
        Err(all) => Looked {
            preview: None,
            costs: Vec::new(),
            facts: silence(),
            refusals: refusals(voice, &all),
            prospects: Vec::new(),
        },
    }
}

/// What a march costs, of what, and what remains: costs are lengths on the ground.
fn costs(voice: &Voice, (cost, of): (i32, i32)) -> Bilingual {
    voice.both(|words| {
        let length = |cm: i32| words::Value::from(words.length(i64::from(cm)));
        words.say("cost-of", &[("cost", length(cost)), ("of", length(of)), ("left", length((of - cost).max(0)))])
    })
}

/// A test before its dice.
pub fn prospect(voice: &Voice, names: &Naming, prospect: &Prospect) -> ProspectView {
    ProspectView {
        by: prospect.by,
        on: prospect.on,
        breakdown: breakdown(voice, names, &prospect.breakdown, None),
        odds: prospect.odds.as_ref().map(|counted| {
            let mut view = odds(voice, names, counted, prospect.threshold.as_ref());
            view.assumed.extend(prospect.policy.iter().map(|term| voice.word("policy", term.as_str())));
            view
        }),
    }
}

/// Odds, ready to be drawn. Where one figure alone tells the ends apart, the chances of "at least n" are added up.
pub fn odds(voice: &Voice, names: &Naming, counted: &Odds<Facts>, threshold: Option<&Threshold>) -> OddsView {
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
    let fact = threshold.map_or_else(|| telling(counted), |threshold| Some(threshold.fact.clone()));
    let mut view =
        OddsView { rows, at_least: Vec::new(), figure: None, mean: None, threshold: None, assumed: Vec::new() };
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

/// The one figure that all ends have and no other differs.
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
