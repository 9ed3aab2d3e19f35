//! What a seat may ask before it decides: prospects and odds, lenses, cards, the tape.

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
    /// On whom.
    pub on: Option<Ref>,
    /// The lines.
    pub breakdown: BreakdownView,
    pub odds: Option<OddsView>,
}

/// A distribution in a sentence and a few parts, before its curve and its table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VerdictView {
    /// The sentence.
    pub told: Bilingual,
    /// The ends by name, what is good for the reader first; empty: there are figures only.
    pub parts: Vec<VerdictPart>,
    /// Figures of the whole with their means, in words.
    pub means: Vec<Bilingual>,
}

/// One end of a verdict.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct VerdictPart {
    /// Its name.
    pub text: Bilingual,
    /// How it is for the reader.
    pub tone: words::Tone,
    /// How likely.
    pub chance: f64,
    /// The same in whole per cent: those of a verdict add up.
    pub percent: u8,
    /// What comes of it.
    pub brings: Vec<Bilingual>,
}

/// Odds, ready to be drawn.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OddsView {
    /// What they come to, where the texts can say it.
    pub verdict: Option<VerdictView>,
    /// Every end with its chance.
    pub rows: Vec<OddsRow>,
    /// "At least n": figure and chance, where the ends are one figure.
    pub at_least: Vec<(i64, f64)>,
    /// What the figure is ("losses").
    pub figure: Option<Bilingual>,
    /// The mean, where the ends are one figure.
    pub mean: Option<f64>,
    /// The figure that matters, and what it means.
    pub threshold: Option<(i64, Bilingual)>,
    /// Replies taken for granted on the way, in words.
    pub assumed: Vec<Bilingual>,
}

/// One end and its chance.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OddsRow {
    /// The end in words.
    pub text: Bilingual,
    /// The end as data.
    pub facts: Facts,
    /// Its chance.
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

/// What a lens shows.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LensView {
    /// To be drawn.
    pub figures: Vec<FigureView>,
    /// Tests that could be started (what the enemy can do to me).
    pub prospects: Vec<ProspectView>,
}

/// A figure and its label.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FigureView {
    pub figure: Figure,
    /// Its label.
    pub text: Bilingual,
}

/// A unit's card. `GET /api/seat/units/{id}`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct DossierView {
    /// Profile: name and value.
    pub profile: Vec<(Bilingual, Bilingual)>,
    /// What it may do now.
    pub may: Vec<ActView>,
    /// What it may not do, and why.
    pub may_not: Vec<ActView>,
}

/// Something a unit may or may not do.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ActView {
    pub what: Bilingual,
    /// Why (not).
    pub why: Bilingual,
    /// The rules that say so.
    pub rules: Vec<RuleId>,
    /// The measurement, if one decides.
    pub measure: Option<Measure>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TapeEnd {
    /// A place.
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
    /// The segment.
    pub measure: Measure,
    /// Its length in the ruleset's unit.
    pub text: Bilingual,
}
