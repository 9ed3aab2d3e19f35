//! One test: its lines, its dice, its outcome and its odds in words.

use super::hand::{Asked, Hand};
use crate::view::look;
use crate::voice::{Voice, same};
use crate::wire::{
    ColumnView, LeadView, LineView, OddsRow, OddsView, PartView, PlacedFault, Resolved, ThrowView, ToldView,
    VerdictView,
};
use dice::{Seed, Throw};
use game::Bilingual;
use game::{Assistant, Breakdown, Chance, Column, Exact, Facts, Fault, Lead, Op, OwnedLine, Resolution, Row, Term};
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use words::{Words, flat_rows, number};

/// The most joint outcomes listed; beyond it each figure is shown by itself.
const MOST_ROWS: usize = 6;

/// Resolves a situation with the dice typed in so far; `seed` throws the missing ones.
pub fn resolve(
    voice: &Voice,
    assistant: &dyn Assistant,
    test: &str,
    situation: &Value,
    dice: &[u8],
    seed: Option<Seed>,
) -> Resolved {
    let mut hand = Hand::new(dice, seed);
    let mut resolution = assistant.resolve(test, situation, &mut hand);
    let left = hand.left();
    // Dice are typed in one after the other. While a later throw waits for its own, the part known without dice is
    // shown.
    if resolution.is_err() && hand.fault.is_none() && hand.waits() {
        resolution = assistant.resolve(test, situation, &mut Hand::new(&[], None));
    }
    let mut told = match resolution {
        Ok(resolution) => Resolved { leads: leads(voice, &resolution.leads), ..told(voice, &resolution) },
        Err(faults) => Resolved { faults: self::faults(voice, &faults), ..Resolved::default() },
    };
    // Some dice of a throw that waits are not wrong: the others are still to be typed in.
    if !hand.waits() && !left.is_empty() && told.faults.is_empty() {
        let reason = voice.with("dice-left-over", &[("faces", &same(&spaced(&left)))]);
        told.faults.push(PlacedFault { place: "dice".to_owned(), text: reason });
    }
    told.scope = scope(voice, test, situation, false);
    told.throws = hand.asked.iter().map(|asked| throw(voice, asked)).collect();
    told.dice = hand.asked.iter().flat_map(|asked| asked.fell.clone()).collect();
    if let Some(throw) = told.throws.last_mut().filter(|throw| throw.fell.is_empty() && throw.faces.len() == 1) {
        let faces = throw.faces.first().cloned().unwrap_or_default();
        throw.means = meanings(voice, assistant, test, situation, &told.dice, &faces);
    }
    told
}

/// The result of each face of the one die wanted; empty where it takes more than a word, or more dice.
fn meanings(
    voice: &Voice,
    assistant: &dyn Assistant,
    test: &str,
    situation: &Value,
    dice: &[u8],
    faces: &[u8],
) -> Vec<Bilingual> {
    let words = voice.words(words::Lang::Fr);
    let means = |face: &u8| {
        let all: Vec<u8> = dice.iter().copied().chain([*face]).collect();
        let resolution = assistant.resolve(test, situation, &mut Hand::new(&all, None)).ok()?;
        let (name, value) = resolution.outcome.iter().find(|(name, _)| words.decides(name))?;
        Some(voice.both(|words| if *value == Value::Bool(true) { words.field(name) } else { words.written(value) }))
    };
    faces.iter().map(means).collect::<Option<Vec<_>>>().unwrap_or_default()
}

fn spaced(faces: &[u8]) -> String {
    faces.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A resolution without its dice.
fn told(voice: &Voice, resolution: &Resolution) -> Resolved {
    Resolved {
        faults: Vec::new(),
        parts: parts(voice, &resolution.breakdown),
        total: resolution.total.map(|total| voice.both(|words| words.exact(total))),
        throws: Vec::new(),
        dice: Vec::new(),
        outcome: outcome(voice, &resolution.outcome),
        verdict: verdict(voice, &resolution.distribution),
        scope: None,
        odds: odds(voice, &resolution.distribution),
        columns: columns(voice, &resolution.columns),
        leads: Vec::new(),
    }
}

/// The tests that a resolution brings about, by their titles.
fn leads(voice: &Voice, leads: &[Lead]) -> Vec<LeadView> {
    let view = |lead: &Lead| LeadView {
        test: lead.test.to_owned(),
        title: super::title(voice, lead.test),
        situation: lead.situation.clone(),
        due: lead.due,
    };
    leads.iter().map(view).collect()
}

/// Faults in words.
pub fn faults(voice: &Voice, faults: &[Fault]) -> Vec<PlacedFault> {
    let text = |fault: &Fault| voice.both(|words| words.fault(&fault.reason));
    faults.iter().map(|fault| PlacedFault { place: fault.place.clone(), text: text(fault) }).collect()
}

/// Lines grouped by their owner.
pub fn parts(voice: &Voice, lines: &[OwnedLine]) -> Vec<PartView> {
    lines
        .chunk_by(|one, next| one.of == next.of)
        .map(|part| PartView {
            title: part.first().and_then(|line| line.of.as_ref()).map(|of| whose(voice, of)),
            lines: part.iter().map(|owned| line(voice, owned)).collect(),
            sum: sum(voice, part),
        })
        .collect()
}

/// The owner or the step.
pub fn whose(voice: &Voice, of: &Term) -> Bilingual {
    voice.both(|words| words.readable("whose", of.as_str()))
}

fn line(voice: &Voice, owned: &OwnedLine) -> LineView {
    let line = &owned.line;
    LineView {
        rule: line.rule.clone(),
        reason: voice.both(|words| words.reason(line)),
        amount: voice.both(|words| words.line_amount(line)),
        op: line.op,
    }
}

/// The sum of a part's lines; `None` where they are not simply added up, or where there is only one.
fn sum(voice: &Voice, part: &[OwnedLine]) -> Option<Bilingual> {
    let adds = |line: &OwnedLine| matches!(line.line.op, Op::Add(_));
    let plain = |line: &OwnedLine| {
        matches!(line.line.op, Op::Add(_) | Op::Start(_) | Op::Dice(_) | Op::Read(_) | Op::Needs(_) | Op::Throw(_))
    };
    if part.iter().filter(|line| adds(line)).count() < 2 || !part.iter().all(plain) {
        return None;
    }
    let begun = part.iter().any(|line| matches!(line.line.op, Op::Start(_) | Op::Dice(_)));
    let lines = part.iter().map(|owned| owned.line.clone()).collect();
    let total = Breakdown { test: Term::default(), of: None, lines }.total();
    Some(voice.both(|words| match (begun, total.den) {
        (false, 1) => words::signed(words.lang(), total.num),
        _ => words.exact(total),
    }))
}

/// A throw: its dice and the faces thrown.
pub fn throw(voice: &Voice, asked: &Asked) -> ThrowView {
    ThrowView {
        text: thrown(voice, &asked.throw),
        rule: None,
        faces: faces(&asked.throw),
        minus: minus(&asked.throw),
        fell: asked.fell.clone(),
        means: Vec::new(),
    }
}

/// The dice of a throw, in words.
pub fn thrown(voice: &Voice, throw: &Throw) -> Bilingual {
    let count = throw.dice_count();
    voice.both(|words| words.say("dice-thrown", &[("n", count.into()), ("figure", number(words.lang(), count).into())]))
}

/// The faces of each die of a throw.
pub fn faces(throw: &Throw) -> Vec<Vec<u8>> {
    throw.each().map(|(die, _)| die.faces().collect::<BTreeSet<_>>().into_iter().collect()).collect()
}

/// Which dice of a throw count negatively; empty where none does.
pub fn minus(throw: &Throw) -> Vec<bool> {
    let all: Vec<bool> = throw.each().map(|(_, minus)| minus).collect();
    if all.contains(&true) { all } else { Vec::new() }
}

/// The outcome, name by name: the deciding one first.
pub fn outcome(voice: &Voice, outcome: &Map<String, Value>) -> Vec<ToldView> {
    let words = voice.words(words::Lang::Fr);
    let mut told: Vec<ToldView> = outcome
        .iter()
        .filter(|(name, value)| words.shown(name) && !value.is_null())
        .map(|(name, value)| one(voice, name, value))
        .collect();
    told.sort_by_key(|told| !told.main);
    told
}

/// One thing of an outcome.
pub fn one(voice: &Voice, name: &str, value: &Value) -> ToldView {
    ToldView {
        name: name.to_owned(),
        label: voice.both(|words| words.field(name)),
        value: voice.both(|words| words.written(value)),
        main: voice.words(words::Lang::Fr).decides(name),
    }
}

/// The columns of another player's replies.
pub fn columns(voice: &Voice, columns: &[Column]) -> Vec<ColumnView> {
    let column = |column: &Column| ColumnView {
        reply: column.reply.clone(),
        label: voice.both(|words| words.readable("does", column.reply.as_str())),
        verdict: verdict(voice, &column.distribution),
        odds: odds(voice, &column.distribution),
    };
    columns.iter().map(column).collect()
}

/// A distribution in a sentence.
pub fn verdict(voice: &Voice, rows: &[Row]) -> Option<VerdictView> {
    let read = voice.words(words::Lang::Fr).verdict_of_rows(rows)?;
    Some(look::verdict(voice, &read, words::Reader::Nobody, None))
}

/// How much of a test the odds cover, where a situation (`follow`) or the test says so; `None` where there is only one
/// way.
pub fn scope(voice: &Voice, test: &str, situation: &Value, whole: bool) -> Option<Bilingual> {
    let far = if whole { "whole" } else { situation.get("follow").and_then(Value::as_str).unwrap_or("plain") };
    voice.find(&format!("scope-{test}-{far}"))
}

/// A distribution ready to be drawn: all outcomes together where they are few, otherwise each name by itself, the
/// deciding one first.
pub fn odds(voice: &Voice, rows: &[Row]) -> Vec<OddsView> {
    let flat = flat_rows(rows);
    let words = voice.words(words::Lang::Fr);
    let keys: Vec<&str> = words.varying(&flat).into_iter().filter(|key| words.shown(key)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    if keys.is_empty() || keys.len() > 1 && rows.len() <= MOST_ROWS {
        let text = |words: &Words, outcome: &words::Flat<'_>, row: &Row| {
            let said = |key: &&str| words.said(key, outcome.get(*key)?);
            if keys.is_empty() {
                words.told(&row.outcome)
            } else {
                keys.iter().filter_map(said).collect::<Vec<_>>().join(", ")
            }
        };
        let rows =
            flat.iter().zip(rows).map(|(outcome, row)| end(voice.both(|words| text(words, outcome, row)), row.chance));
        return vec![view(None, rows.collect())];
    }
    keys.iter().map(|key| marginal(voice, key, &flat, rows)).collect()
}

/// One name by itself. The chances of "at least n" are for whole numbers.
fn marginal(voice: &Voice, key: &str, flat: &[words::Flat<'_>], rows: &[Row]) -> OddsView {
    let words::Marginal { named, numbers } = words::marginal(key, flat, rows);
    let figure = voice.both(|words| words.field(key));
    let said = |value: &Value| voice.both(|words| words.written(value));
    let mut ends: Vec<OddsRow> = named.iter().map(|(value, chance)| end(said(value), *chance)).collect();
    let number = |value: Exact| voice.both(|words| words.exact(value));
    ends.extend(numbers.iter().map(|(value, chance)| end(number(*value), *chance)));
    let mut view = view(Some(figure), ends);
    if named.is_empty() {
        let size = |value: &Exact| value.num as f64 / value.den as f64;
        view.mean = Some(numbers.iter().map(|(value, chance)| size(value) * chance.to_f64()).sum());
        if numbers.iter().all(|(value, _)| value.den == 1) {
            let mut more = 0.0;
            let at_least = |(value, chance): &(Exact, Chance)| {
                more += chance.to_f64();
                (value.num, f64::min(more, 1.0))
            };
            view.at_least = numbers.iter().rev().map(at_least).collect();
            view.at_least.reverse();
        }
    }
    view
}

fn end(text: Bilingual, chance: Chance) -> OddsRow {
    let exact = chance.exact().map(|ratio| ratio.to_string());
    OddsRow { text, facts: Facts::new(), probability: chance.to_f64(), p: exact }
}

const fn view(figure: Option<Bilingual>, rows: Vec<OddsRow>) -> OddsView {
    OddsView { verdict: None, rows, at_least: Vec::new(), figure, mean: None, threshold: None, assumed: Vec::new() }
}
