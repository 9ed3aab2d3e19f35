//! Odds for a reader: the possible results, exactly and "at least".

use crate::context::Context;
use crate::page::{Align, bar, columns};
use game::{Chance, Row};
use serde_json::{Map, Value};
use words::{Flat, Marginal, Words, flat_rows, fraction, percent};

/// The most joint outcomes listed; beyond it each figure is shown by itself.
const MOST_ROWS: usize = 6;
/// The largest denominator that a reader can make sense of.
const MOST_DENOMINATOR: u128 = 100_000;
const BAR: usize = 20;
const ALIGN: [Align; 5] = [Align::Left, Align::Right, Align::Right, Align::Right, Align::Left];

/// One line of a table: its label, its chance, "at least" where it is a number.
struct Line {
    label: String,
    chance: Chance,
    least: Option<Chance>,
}

/// A distribution as tables: all outcomes together where they are few, otherwise each figure by itself.
pub fn tables(context: &Context, words: &Words, rows: &[Row]) -> String {
    let flat = flat_rows(rows);
    let keys = words.varying(&flat);
    if let [only] = rows {
        let outcome = words.told(&only.outcome);
        return format!("  {}\n", context.say("chances-certain", &[("outcome", outcome.into())]));
    }
    if keys.len() > 1 && rows.len() <= MOST_ROWS {
        let lines = flat.iter().zip(rows).map(|(outcome, row)| {
            let label =
                keys.iter().filter_map(|key| words.said(key, outcome.get(*key)?)).collect::<Vec<_>>().join(", ");
            Line { label, chance: row.chance, least: None }
        });
        return table(context, words, "", lines.collect());
    }
    let tables: Vec<String> = keys.iter().map(|key| marginal(context, words, key, &flat, rows)).collect();
    tables.join("\n")
}

/// One figure by itself: each value, and for numbers also "at least".
fn marginal(context: &Context, words: &Words, key: &str, flat: &[Flat<'_>], rows: &[Row]) -> String {
    let Marginal { named, numbers } = words::marginal(key, flat, rows);
    let mut lines: Vec<Line> =
        named.into_iter().map(|(value, chance)| Line { label: words.written(value), chance, least: None }).collect();
    for (n, (value, chance)) in numbers.iter().enumerate() {
        let least = numbers.iter().skip(n).fold(Chance::NEVER, |sum, (_, chance)| sum.or(*chance));
        lines.push(Line { label: fraction(words.lang(), *value), chance: *chance, least: Some(least) });
    }
    table(context, words, &words.field(key), lines)
}

/// Label, ratio, percent, "at least", bar. The ratios are left out where one of them is unreadably long.
fn table(context: &Context, words: &Words, title: &str, lines: Vec<Line>) -> String {
    let lang = words.lang();
    let simple = |chance: Chance| chance.exact().is_some_and(|ratio| ratio.den() <= MOST_DENOMINATOR);
    let ratios = lines.iter().all(|line| simple(line.chance));
    let near = lines.iter().any(|line| line.chance.exact().is_none());
    let least = lines.iter().any(|line| line.least.is_some());
    let say = |id: &str, wanted: bool| if wanted { context.say(id, &[]) } else { String::new() };
    let mut rows = Vec::new();
    if !title.is_empty() {
        rows.push(vec![
            title.to_owned(),
            String::new(),
            say("chances-exactly", least),
            say("chances-at-least", least),
            String::new(),
        ]);
    }
    for line in lines {
        let p = line.chance.to_f64();
        let ratio = match line.chance.exact() {
            Some(ratio) if ratios => ratio.to_string(),
            None if near => "≈".to_owned(),
            _ => String::new(),
        };
        let least = line.least.map(|least| percent(lang, least.to_f64())).unwrap_or_default();
        rows.push(vec![line.label, ratio, percent(lang, p), least, bar(p, BAR)]);
    }
    columns(&rows, &ALIGN, 2)
}

/// The outcome, line by line; values that the odds show anyway are left out.
pub fn result(words: &Words, outcome: &Map<String, Value>) -> String {
    let mut fields: Vec<(&String, &Value)> = outcome.iter().filter(|(key, _)| words.shown(key)).collect();
    fields.sort_by_key(|(key, _)| !words.decides(key));
    let rows: Vec<Vec<String>> =
        fields.into_iter().map(|(key, value)| vec![words.field(key), words.written(value)]).collect();
    columns(&rows, &[], 2)
}
