//! Queries of a seat before a decision: prospects and odds, lenses, cards, the tape.

use super::BreakdownView;
use game::Bilingual;
use game::{Facts, Figure, Lens, Ref, RuleId, UnitId};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Measure, Point};

/// A test before its dice, in words.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ProspectView {
    pub by: Option<Ref>,
    /// The target of the test.
    pub on: Option<Ref>,
    /// The lines of the test.
    pub breakdown: BreakdownView,
    pub odds: Option<OddsView>,
}

/// A distribution in a sentence and a few parts, before its curve and its table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VerdictView {
    /// The sentence in words.
    pub told: Bilingual,
    /// The ends by name, those good for the reader first; empty: there are figures only.
    pub parts: Vec<VerdictPart>,
    /// Mean figures of the whole, in words.
    pub means: Vec<Bilingual>,
}

/// One end of a verdict.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VerdictPart {
    /// The name of the end.
    pub text: Bilingual,
    /// Whether it is good or bad for the reader.
    pub tone: words::Tone,
    /// The chance of the end.
    pub chance: f64,
    /// The chance in whole per cent: those of a verdict add up.
    pub percent: u8,
    /// The effects of the end.
    pub brings: Vec<Bilingual>,
}

/// Odds, ready to be drawn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OddsView {
    /// The odds in a sentence, where the texts can say it.
    pub verdict: Option<VerdictView>,
    /// Every end with its chance.
    pub rows: Vec<OddsRow>,
    /// "At least n": figure and chance, where the ends are one figure.
    pub at_least: Vec<(i64, f64)>,
    /// The name of the figure ("losses").
    pub figure: Option<Bilingual>,
    /// The mean, where the ends are one figure.
    pub mean: Option<f64>,
    /// The figure that matters, and its meaning.
    pub threshold: Option<(i64, Bilingual)>,
    /// Replies that the odds assume, in words.
    pub assumed: Vec<Bilingual>,
}

/// One end and its chance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OddsRow {
    /// The end in words.
    pub text: Bilingual,
    /// The end as data.
    pub facts: Facts,
    /// The chance of the end.
    pub probability: f64,
    /// As an exact ratio, where there is one.
    pub p: Option<String>,
}

/// `POST /api/seat/lens`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LensAsked {
    pub unit: UnitId,
    /// reach, fire, sight, threats, supports, command.
    pub lens: Lens,
}

/// The overlay of a lens.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LensView {
    /// The figures to draw.
    pub figures: Vec<FigureView>,
    /// Tests that could be started (what the enemy can do to this unit).
    pub prospects: Vec<ProspectView>,
}

/// A figure and its label.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FigureView {
    pub figure: Figure,
    /// The label of the figure.
    pub text: Bilingual,
}

/// A unit's card. `GET /api/seat/units/{id}`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DossierView {
    /// Profile: name and value.
    pub profile: Vec<(Bilingual, Bilingual)>,
    /// The actions that it may take now.
    pub may: Vec<ActView>,
    /// The actions that it may not take, with reasons.
    pub may_not: Vec<ActView>,
}

/// An action that a unit may or may not take.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ActView {
    pub what: Bilingual,
    /// The reason for or against it.
    pub why: Bilingual,
    /// The rules of the reason.
    pub rules: Vec<RuleId>,
    /// The measurement that decides, if one does.
    pub measure: Option<Measure>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TapeEnd {
    /// A point on the ground.
    Spot(Point),
    /// A unit: its nearest edge.
    Unit(UnitId),
}

/// `POST /api/seat/measure`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tape {
    pub from: TapeEnd,
    pub to: TapeEnd,
}

/// A distance. Refused with 403 where the ruleset forbids measuring now.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Measured {
    /// The segment measured.
    pub measure: Measure,
    /// Its length in the ruleset's unit.
    pub text: Bilingual,
}
