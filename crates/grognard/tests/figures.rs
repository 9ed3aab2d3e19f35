//! A club's own file of figures: whatever figure is wrong, it is refused with a reason in both languages, or accepted.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use game::{FaultReason, Ruleset};
use std::collections::BTreeSet;
use toml::Value;
use words::{Lang, Words};

/// Every number of a file, as its path; of a list the first and the last.
fn numbers(value: &Value, way: &mut Vec<String>, found: &mut Vec<Vec<String>>) {
    let mut go = |step: String, inner: &Value| {
        way.push(step);
        numbers(inner, way, found);
        way.pop();
    };
    match value {
        Value::Table(table) => table.iter().for_each(|(name, inner)| go(name.clone(), inner)),
        Value::Array(list) => {
            let ends = BTreeSet::from([0, list.len().saturating_sub(1)]);
            ends.into_iter().filter_map(|n| Some((n, list.get(n)?))).for_each(|(n, inner)| go(n.to_string(), inner));
        }
        Value::Integer(_) | Value::Float(_) => found.push(way.clone()),
        _ => {}
    }
}

fn at<'a>(value: &'a mut Value, way: &[String]) -> &'a mut Value {
    way.iter().fold(value, |value, step| match value {
        Value::Array(list) => &mut list[step.parse::<usize>().unwrap()],
        other => other.get_mut(step.as_str()).unwrap(),
    })
}

/// The reasons why figures are refused, each in both languages.
fn refused(ruleset: &'static dyn Ruleset, figures: &str, reasons: &mut BTreeSet<String>) -> bool {
    let Err(faults) = ruleset.assistant_of(Some(figures), &Default::default()) else { return false };
    assert!(!faults.is_empty(), "{}: refused without a reason", ruleset.id());
    for fault in faults {
        let [fr, en] = [Lang::Fr, Lang::En].map(|lang| Words::of(lang, ruleset).fault(&fault.reason));
        assert!(fr != en && !fr.is_empty() && !en.is_empty(), "{}: {fault:?} is said as \"{fr}\"", ruleset.id());
        if let FaultReason::Term(term) = &fault.reason {
            reasons.insert(term.to_string());
        }
    }
    true
}

#[test]
fn a_wrong_figure_is_refused_in_both_languages() {
    for ruleset in shipped::all() {
        let whole: Value = toml::from_str(shipped::tables(ruleset).unwrap()).unwrap();
        let (mut found, mut reasons, mut wrong) = (Vec::new(), BTreeSet::new(), 0);
        numbers(&whole, &mut Vec::new(), &mut found);
        assert!(!refused(ruleset, &toml::to_string(&whole).unwrap(), &mut reasons), "as shipped they are taken");
        for way in &found {
            for figure in [-1, 0, 1_000_000_000] {
                let mut changed = whole.clone();
                *at(&mut changed, way) = Value::Integer(figure);
                wrong += usize::from(refused(ruleset, &toml::to_string(&changed).unwrap(), &mut reasons));
            }
        }
        for name in whole.as_table().unwrap().keys() {
            let mut changed = whole.clone();
            changed.as_table_mut().unwrap().remove(name);
            refused(ruleset, &toml::to_string(&changed).unwrap(), &mut reasons);
        }
        assert!(wrong > found.len(), "{}: {wrong} of {} refused", ruleset.id(), 3 * found.len());
        assert!(reasons.contains("more_than_0") && reasons.contains("missing_section"), "{reasons:?}");
        assert!(refused(ruleset, "[element\nfront = ", &mut reasons), "no TOML");
    }
}
