//! The contents of the program: rulesets, scenarios, generals, nations, rules.

use crate::view::unit::nation_name;
use crate::voice::{Naming, Voice, same};
use crate::wire::{
    CommandCard, ForceCard, GeneralCard, LessonCard, NationLook, OptionCard, PlaceCard, RuleCard, RulesetCard,
    ScenarioCard, SiteCard, Step,
};
use armies::Scenario;
use game::Bilingual;
use game::catalogue::{Catalogue, Kind};
use game::{RuleId, Ruleset, Side, Term};
use std::collections::BTreeMap;
use table::{Feature, Point, Shape};

/// Scenarios whose first turn is guided for a beginner.
const GUIDED: [&str; 1] = ["premier-feu"];

/// A ruleset in the chooser.
pub fn ruleset(voice: &Voice, ruleset: &dyn Ruleset) -> RulesetCard {
    let id = ruleset.id();
    let (unit, unit_cm) = ruleset.measure();
    let catalogue = ruleset.catalogue();
    RulesetCard {
        id: id.to_owned(),
        title: voice.find("ruleset").unwrap_or_else(|| same(id)),
        about: voice.find("about").unwrap_or_default(),
        unit: voice.word("unit", unit),
        unit_cm,
        victory: voice.find("victory"),
        options: ruleset.options().into_iter().map(|(name, value)| option(voice, &catalogue, name, value)).collect(),
        glossary: glossary(voice),
    }
}

/// The terms that need an explanation, each with it.
fn glossary(voice: &Voice) -> Vec<(Bilingual, Bilingual)> {
    let of = |lang| voice.words(lang).glossary();
    let pair = |((fr, fr_help), (en, en_help))| (Bilingual { fr, en }, Bilingual { fr: fr_help, en: en_help });
    of(words::Lang::Fr).into_iter().zip(of(words::Lang::En)).map(pair).collect()
}

/// A switch: a ruling that has another reading, or an option of the book.
fn option(voice: &Voice, catalogue: &Catalogue, name: &str, default: i64) -> OptionCard {
    let entry = catalogue.entries.iter().find(|entry| entry.setting.as_deref() == Some(name));
    let own = |kind: &str| voice.find(&format!("{kind}-{name}"));
    let title = own("option").or_else(|| entry.map(|entry| entry.title.clone()));
    let text = own("option-text").or_else(|| {
        let entry = entry?;
        Some(entry.alternative.clone().unwrap_or_else(|| entry.text.clone()))
    });
    OptionCard {
        name: name.to_owned(),
        title: title.unwrap_or_else(|| same(name)),
        text: text.unwrap_or_default(),
        rule: entry.map(|entry| RuleId::from(entry.id.as_str())),
        kind: entry.map_or(Kind::Option, |entry| entry.kind),
        default,
        switch: matches!(default, 0 | 1),
    }
}

/// Whether a beginner is guided through its first turn.
pub fn guided(scenario: &Scenario) -> bool {
    GUIDED.contains(&scenario.id.as_str()) || scenario.lesson.is_some()
}

/// A scenario in the chooser.
pub fn scenario(scenario: &Scenario, ruleset: Option<&str>) -> ScenarioCard {
    let guess = |feature: &Feature| feature.reconstructed;
    ScenarioCard {
        id: scenario.id.clone(),
        title: scenario.title.clone(),
        date: scenario.date.to_string(),
        turns: ruleset.map_or(scenario.turns, |ruleset| scenario.turns(ruleset)),
        turns_under: scenario.overrides.keys().map(|id| (id.clone(), scenario.turns(id))).collect(),
        text: scenario.text.clone(),
        victory: scenario.victory.text.clone(),
        sides: Side::BOTH.map(|side| force(scenario.force(side))),
        reconstructed: scenario.units().any(|(_, _, unit)| unit.reconstructed)
            || scenario.ground.features.iter().any(guess),
        own: armies::Library::embedded().text(&scenario.id).is_none(),
        guided: guided(scenario),
        lesson: scenario.lesson.as_ref().map(|lesson| LessonCard {
            number: lesson.number,
            task: lesson.task.clone(),
            hints: lesson.hints.iter().map(|(at, text)| (at.clone(), text.clone())).collect(),
        }),
    }
}

fn force(force: &armies::Force) -> ForceCard {
    let unit = |unit: &armies::Unit| {
        let arm = match unit.arm {
            armies::Arm::Infantry => "infantry",
            armies::Arm::Cavalry => "cavalry",
            armies::Arm::Artillery => "artillery",
        };
        (unit.name.clone(), Term::of(arm))
    };
    let command = |command: &armies::Command| CommandCard {
        name: command.name.clone(),
        general: same(&command.general.name),
        units: command.units.iter().map(unit).collect(),
    };
    ForceCard {
        name: force.name.clone(),
        nation: Term::from(force.nation.as_str()),
        commands: force.commands.iter().map(command).collect(),
    }
}

pub fn generals(voice: &Voice) -> Vec<GeneralCard> {
    staff::NAMES
        .iter()
        .map(|name| GeneralCard {
            id: (*name).to_owned(),
            title: voice.word("general", name),
            text: voice.find(&format!("general-text-{name}")).unwrap_or_default(),
        })
        .collect()
}

/// How the nations of these scenarios look.
pub fn nations<'a>(scenarios: impl Iterator<Item = &'a Scenario>) -> BTreeMap<Term, NationLook> {
    let mut looks = BTreeMap::new();
    for scenario in scenarios {
        let leading = scenario.sides.iter().map(|force| force.nation.as_str());
        for nation in leading.chain(scenario.units().map(|(_, _, unit)| unit.nation.as_str())) {
            looks.entry(Term::from(nation)).or_insert_with(|| {
                let look = draw::look_of(nation);
                NationLook {
                    name: nation_name(nation),
                    coat: look.coat.to_owned(),
                    half: (look.half != look.figures).then(|| look.half.to_owned()),
                    figures: look.figures.to_owned(),
                    hatching: look.hatching.to_owned(),
                    cockade: look.cockade.iter().map(|ring| (*ring).to_owned()).collect(),
                }
            });
        }
    }
    looks
}

pub fn rules(ruleset: &dyn Ruleset) -> Vec<RuleCard> {
    let card = |entry: game::catalogue::RuleEntry| RuleCard {
        id: RuleId::from(entry.id.as_str()),
        kind: entry.kind,
        title: entry.title,
        text: entry.text,
        source: entry.source,
        rulings: entry.rulings.iter().map(|id| RuleId::from(id.as_str())).collect(),
        alternative: entry.alternative,
    };
    ruleset.catalogue().entries.into_iter().map(card).collect()
}

/// The named features of a ground.
pub fn sites(voice: &Voice, scenario: &Scenario) -> BTreeMap<u16, SiteCard> {
    let card = |feature: &Feature| {
        let kind = report::scene::kind(feature);
        (Term::from(kind.as_str()), middle(points(feature)))
    };
    let names = Naming::of(voice, scenario);
    let site = |n: u16, feature: &Feature| {
        let name = voice.named(&names, |words, names| words.name(&game::Ref::Site(n), names));
        let (kind, at) = card(feature);
        SiteCard { name, kind, at }
    };
    (0..).zip(&scenario.ground.features).map(|(n, feature)| (n, site(n, feature))).collect()
}

/// The middle of a feature of the ground.
pub fn site_at(scenario: &Scenario, site: u16) -> Option<Point> {
    scenario.ground.features.get(usize::from(site)).map(|feature| middle(points(feature)))
}

fn points(feature: &Feature) -> &[Point] {
    let (Shape::Area(points) | Shape::Line { points, .. }) = &feature.shape;
    points
}

fn middle(points: &[Point]) -> Point {
    let n = i64::try_from(points.len()).unwrap_or(i64::MAX).max(1);
    let mean = |of: fn(&Point) -> i32| points.iter().map(|p| i64::from(of(p))).sum::<i64>() / n;
    let cm = |mean: i64| i32::try_from(mean).unwrap_or_default();
    Point::new(cm(mean(|p| p.x)), cm(mean(|p| p.y)))
}

/// Names of commands, blue ones first.
pub fn commands(scenario: &Scenario) -> BTreeMap<u16, Bilingual> {
    let names = scenario.sides.iter().flat_map(|force| &force.commands).map(|command| command.name.clone());
    (0..).zip(names).collect()
}

/// Objectives and deployment zones.
pub fn places(voice: &Voice, scenario: &Scenario) -> Vec<PlaceCard> {
    let objectives = scenario.objectives.iter().map(|objective| PlaceCard {
        name: objective.name.clone(),
        what: Term::of("objective"),
        side: objective.holder,
        outline: objective.area.outline(),
        points: objective.points,
    });
    let zones = Side::BOTH.into_iter().flat_map(|side| {
        scenario.force(side).zones.iter().map(move |zone| PlaceCard {
            name: voice.say("zone"),
            what: Term::of("zone"),
            side: Some(side),
            outline: zone.area.clone(),
            points: None,
        })
    });
    objectives.chain(zones).collect()
}

/// The phases of a turn as the ruleset's texts name them (`turn-step-1`...), and the present one: a phase says by its
/// attribute `step` to which of them it belongs.
pub fn steps(voice: &Voice, turn: u16, phase: &str) -> Vec<Step> {
    let now: Option<u32> = voice.attribute(&format!("phase-{phase}"), "step").and_then(|step| step.parse().ok());
    let titles = (1..).map_while(|n: u32| Some((n, voice.find(&format!("turn-step-{n}"))?)));
    let state = |n: u32| match now.filter(|_| turn > 0) {
        Some(now) if n < now => "done",
        Some(now) if n == now => "now",
        _ => "next",
    };
    titles.map(|(n, title)| Step { title, state: Term::of(state(n)) }).collect()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::expect_used)]

    use super::*;
    use game::{By, Setup};
    use std::collections::BTreeSet;

    /// Everything that a chooser shows of a ruleset has a text.
    #[test]
    fn every_option_of_every_ruleset_has_a_title_and_a_text() {
        let mut missing = Vec::new();
        for one in shipped::all() {
            for card in ruleset(&Voice::of(one), one).options {
                let spelled =
                    [&card.title.fr, &card.title.en].iter().any(|title| title.is_empty() || **title == card.name);
                if spelled || card.text.fr.is_empty() || card.text.en.is_empty() {
                    missing.push(format!("{}: {}", one.id(), card.name));
                }
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }

    #[test]
    fn every_kind_of_ground_and_every_nation_has_its_words() {
        let voice = Voice::plain();
        for kind in table::Kind::ALL {
            let word = serde_json::to_value(kind).unwrap();
            let id = format!("site-kind-{}", word.as_str().unwrap());
            assert!(voice.find(&id).is_some(), "{id}");
        }
        for scenario in armies::Library::embedded().scenarios() {
            for nation in nations(std::iter::once(scenario)).keys() {
                let known = armies::Library::embedded().troops().nation(nation.as_str());
                assert!(known.is_some(), "{}: {nation}", scenario.id);
            }
        }
    }

    /// Every word that a picture's label reads from a card has a text, under every ruleset, at the start and in play.
    #[test]
    fn every_mark_that_a_label_reads_has_its_words() {
        let mut missing = BTreeSet::new();
        for one in shipped::all() {
            let voice = Voice::of(one);
            for scenario in armies::Library::embedded().scenarios() {
                let setup = Setup {
                    scenario: armies::Library::embedded().text(&scenario.id).unwrap().to_owned(),
                    tables: None,
                    options: BTreeMap::new(),
                    generals: Default::default(),
                    seed: Some(game::seal::Bytes32([7; 32])),
                    salt: game::seal::Bytes32::default(),
                };
                let Ok(mut battle) = one.begin(&setup) else { continue };
                for n in 0..60 {
                    for card in battle.picture(None).units.values() {
                        for mark in ["rank", "formation", "guns", "marker", "disorder"] {
                            let Some(value) =
                                card.marks.get(&Term::of(mark)).filter(|value| !value.as_str().is_empty())
                            else {
                                continue;
                            };
                            let found =
                                ["term", "picture"].iter().any(|kind| voice.find(&format!("{kind}-{value}")).is_some());
                            if !found {
                                missing.insert(format!("{}: {mark} {value}", one.id()));
                            }
                        }
                    }
                    let open = Side::BOTH.into_iter().find_map(|side| Some((side, battle.waiting(side).first()?.id)));
                    let Some((side, ask)) = open else { break };
                    let replies = battle.suggest(side, ask, n).expect("a legal answer");
                    battle.answer(side, ask, replies, By::Staff).expect("a legal answer");
                }
            }
        }
        assert!(missing.is_empty(), "{missing:#?}");
    }
}
