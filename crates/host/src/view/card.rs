//! A unit's card and what a lens shows.

use crate::view::look::{figure, prospect};
use crate::voice::{Naming, Voice};
use crate::wire::{ActView, DossierView, FigureView, LensView};
use game::Bilingual;
use game::{Act, Dossier, Facts, Figure, Insight, Picture, Ref, Shown, Side, Term, Trait, UnitId};

/// A unit's card; where the ruleset gives none, the values on the table.
pub fn dossier(
    voice: &Voice,
    names: &Naming,
    picture: &Picture,
    unit: UnitId,
    dossier: Option<Dossier>,
) -> DossierView {
    let Some(dossier) = dossier else {
        let card = picture.units.get(&unit);
        let profile = card.map(|card| crate::view::unit::unit(voice, names, card).lines).unwrap_or_default();
        return DossierView { profile, may: Vec::new(), may_not: Vec::new() };
    };
    DossierView {
        profile: dossier.profile.iter().map(|one| profile(voice, names, one)).collect(),
        may: dossier.may.into_iter().map(|one| act(voice, names, one)).collect(),
        may_not: dossier.may_not.into_iter().map(|one| act(voice, names, one)).collect(),
    }
}

fn profile(voice: &Voice, names: &Naming, one: &Trait) -> (Bilingual, Bilingual) {
    let value = match &one.value {
        Shown::Term(term) => voice.word("term", term.as_str()),
        Shown::Figure(n) => figure(*n),
        Shown::Length(cm) => voice.both(|words| words.length(i64::from(*cm))),
        Shown::Unit(unit) => voice.named(names, |words, names| words.unit(*unit, names)),
    };
    let name = voice.find(&format!("trait-{}", one.name));
    (name.unwrap_or_else(|| voice.word("fact", one.name.as_str())), value)
}

fn act(voice: &Voice, names: &Naming, act: Act) -> ActView {
    let what = voice.find(&format!("act-{}", act.what)).unwrap_or_else(|| voice.word("does", act.what.as_str()));
    let why = match &act.reason {
        Some(reason) => {
            let refusal = game::Refusal {
                field: 0,
                leg: None,
                rule: game::RuleId::default(),
                reason: reason.clone(),
                facts: act.facts.clone(),
                measure: act.measure,
            };
            voice.both(|words| words.refusal(&refusal))
        }
        None => voice.named(names, |words, names| words.facts(&act.facts, Some(names))),
    };
    ActView { what, why, rules: act.rules, measure: act.measure }
}

/// The overlay of a lens for a unit, as a side sees it.
pub fn lens(voice: &Voice, names: &Naming, insight: Insight, of: UnitId, viewer: Side) -> LensView {
    LensView {
        prospects: insight.prospects.iter().map(|one| prospect(voice, names, one, Some(viewer))).collect(),
        figures: insight
            .figures
            .into_iter()
            .map(|figure| FigureView { text: label(voice, names, &figure, of), figure })
            .collect(),
    }
}

fn label(voice: &Voice, names: &Naming, figure: &Figure, seen: UnitId) -> Bilingual {
    let what = |what: &Term| voice.find(&format!("figure-{what}")).unwrap_or_else(|| voice.word("term", what.as_str()));
    let facts = |facts: &Facts| voice.named(names, |words, names| words.facts(facts, Some(names)));
    let length = |cm: i32| voice.both(|words| words.length(i64::from(cm)));
    let parts = match figure {
        Figure::Area { what: kind, facts: figures, .. } => vec![what(kind), facts(figures)],
        Figure::Circle { what: kind, radius, facts: figures, .. } => vec![what(kind), length(*radius), facts(figures)],
        Figure::Line { what: kind, measure, of, to, facts: figures, .. } => {
            // The line is read from the unit looked at: the other end has to be named.
            let other = if *to == Some(Ref::Unit(seen)) { of } else { to };
            let other = other.map(|of: Ref| voice.named(names, |words, names| words.name(&of, names)));
            vec![what(kind), other.unwrap_or_default(), length(measure.cm), facts(figures)]
        }
    };
    crate::voice::joined(&parts, " · ")
}
