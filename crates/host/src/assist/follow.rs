//! A whole fight followed step by step, in words.

use super::hand::Asked;
use super::resolve::{columns, faces, faults, minus, odds, outcome, parts, scope, throw, thrown, verdict, whose};
use crate::voice::{Voice, joined};
use crate::wire::{FollowedView, NextView, OfferView, StepView, ThrowView, ToldView};
use dice::{Roller, Seed};
use game::Bilingual;
use game::{Assistant, Chosen, Fallen, Fault, Followed, FollowedStep, Handed, Next, Term, Wanted};
use serde_json::{Map, Value};
use words::flattened;

/// Follows a fight; `seed` throws the dice wanted next.
pub fn follow(
    voice: &Voice,
    assistant: &dyn Assistant,
    test: &str,
    situation: &Value,
    mut handed: Vec<Handed>,
    seed: Option<Seed>,
) -> FollowedView {
    let mut followed = assistant.follow(test, situation, &handed);
    if let (Some(seed), Ok(Followed { next: Some(Next::Throw(wanted)), .. })) = (seed, &followed) {
        let (roller, mut count) = (Roller::new(&seed), 0);
        handed.push(Handed::Dice(wanted.iter().flat_map(|wanted| roller.throw(&mut count, &wanted.throw)).collect()));
        followed = assistant.follow(test, situation, &handed);
    }
    match followed {
        Ok(followed) => FollowedView { scope: scope(voice, test, situation, true), ..told(voice, &followed, handed) },
        Err(wrong) => wrongly(voice, &wrong, handed),
    }
}

fn wrongly(voice: &Voice, wrong: &[Fault], handed: Vec<Handed>) -> FollowedView {
    FollowedView { faults: faults(voice, wrong), handed, ..FollowedView::default() }
}

fn told(voice: &Voice, followed: &Followed, handed: Vec<Handed>) -> FollowedView {
    FollowedView {
        faults: Vec::new(),
        handed,
        steps: followed.steps.iter().map(|stride| step(voice, stride)).collect(),
        next: followed.next.as_ref().map(|wanted| next(voice, wanted)),
        end: followed.end.as_ref().map(|end| laid_flat(voice, end)).unwrap_or_default(),
        stands: laid_flat(voice, &followed.stands),
        verdict: verdict(voice, &followed.distribution),
        scope: None,
        odds: odds(voice, &followed.distribution),
        columns: columns(voice, &followed.columns),
        assumed: followed.assumed.iter().map(|one| chosen(voice, one)).collect(),
    }
}

/// The state of the fight, each value under its name.
fn laid_flat(voice: &Voice, map: &Map<String, Value>) -> Vec<ToldView> {
    let mut flat: Map<String, Value> = Map::new();
    for (name, value) in map {
        match value {
            Value::Object(inner) => {
                flat.extend(inner.iter().map(|(key, value)| (format!("{name}.{key}"), value.clone())));
            }
            value => {
                flat.insert(name.clone(), value.clone());
            }
        }
    }
    outcome(voice, &flat)
}

fn step(voice: &Voice, stride: &FollowedStep) -> StepView {
    let fell = |fallen: &Fallen| {
        let asked = Asked { throw: fallen.throw.clone(), fell: fallen.faces.clone() };
        ThrowView { text: names(voice, &fallen.who), rule: Some(fallen.rule.clone()), ..throw(voice, &asked) }
    };
    let changed = flattened(&stride.changed);
    StepView {
        title: whose(voice, &stride.step),
        parts: parts(voice, &stride.breakdown),
        throws: stride.dice.iter().map(fell).collect(),
        chosen: stride.chosen.as_ref().map(|one| chosen(voice, one)),
        changed: changed.iter().filter_map(|(key, value)| said(voice, key, value)).collect(),
    }
}

fn said(voice: &Voice, key: &str, value: &Value) -> Option<Bilingual> {
    let words = |lang| voice.words(lang).said(key, value);
    Some(Bilingual { fr: words(words::Lang::Fr)?, en: words(words::Lang::En)? })
}

fn names(voice: &Voice, who: &[Term]) -> Bilingual {
    joined(&who.iter().map(|one| whose(voice, one)).collect::<Vec<_>>(), " · ")
}

/// A decision that was taken: by which side, and its choice.
fn chosen(voice: &Voice, chosen: &Chosen) -> Bilingual {
    let does = voice.both(|words| words.readable("does", chosen.does.as_str()));
    voice.with("chose", &[("who", &names(voice, &chosen.who)), ("does", &does)])
}

fn next(voice: &Voice, next: &Next) -> NextView {
    match next {
        Next::Throw(wanted) => {
            let one = |wanted: &Wanted| ThrowView {
                text: joined(&[names(voice, &wanted.who), thrown(voice, &wanted.throw)], " · "),
                rule: Some(wanted.rule.clone()),
                faces: faces(&wanted.throw),
                minus: minus(&wanted.throw),
                fell: Vec::new(),
                means: Vec::new(),
            };
            let mut who: Vec<Term> = wanted.iter().flat_map(|wanted| wanted.who.clone()).collect();
            who.dedup();
            NextView {
                who: names(voice, &who),
                text: voice.say("follow-throw"),
                throws: wanted.iter().map(one).collect(),
                options: Vec::new(),
            }
        }
        Next::Choose { who, kind, options, default } => NextView {
            who: names(voice, who),
            text: voice.both(|words| words.readable("question", kind.as_str())),
            throws: Vec::new(),
            options: options
                .iter()
                .map(|offer| OfferView {
                    does: offer.does.clone(),
                    label: voice.both(|words| words.readable("does", offer.does.as_str())),
                    rules: offer.rules.clone(),
                    usual: offer.does == *default,
                })
                .collect(),
        },
    }
}
