//! The formats of the files, right or wrong, in metres and degrees. The published JSON Schemas are made from these
//! types, and the reader checks a file against the same schemas, so the two cannot disagree.

use crate::{Arm, Formation, Losses, Quality, Rank, RuleTables, Trait};
use game::{Bilingual, Side};
use schemars::JsonSchema;
use serde::Deserialize;
use std::collections::BTreeMap;
use table::Kind;

/// A place: metres east and north of the south-west corner.
pub(crate) type Spot = [f64; 2];

/// Tables under rulesets' names, as the schema shows them.
type OpaqueTables = BTreeMap<String, serde_json::Map<String, serde_json::Value>>;

/// Words in both languages, or one string that serves for both (a name).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Words {
    /// The same in both languages.
    Same(String),
    /// French and English.
    Both(Bilingual),
}

impl Words {
    pub(crate) fn text(&self) -> Bilingual {
        match self {
            Self::Same(words) => Bilingual::same(words),
            Self::Both(text) => text.clone(),
        }
    }
}

/// A battle: the ground, the two sides, the length and the conditions of victory. Lengths are in metres, bearings in
/// degrees (0 north, 90 east).
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Scenario")]
pub(crate) struct ScenarioSetup {
    /// Its id: small letters, digits and hyphens.
    pub id: String,
    pub title: Bilingual,
    /// The story: the situation and the task of each side.
    pub text: Bilingual,
    /// The date, as 1806-07-04.
    pub date: String,
    /// Length in turns.
    #[schemars(range(min = 1, max = 500))]
    pub turns: u16,
    pub ground: GroundSetup,
    /// The first side.
    pub blue: ForceSetup,
    /// The second side.
    pub red: ForceSetup,
    /// The objectives of both sides.
    #[serde(default)]
    pub objectives: Vec<ObjectiveSetup>,
    /// The conditions of victory.
    pub victory: VictorySetup,
    #[serde(default)]
    pub weather: WeatherSetup,
    /// The historical result.
    pub history: Option<HistorySetup>,
    /// The lesson, if it is a problem of the school; blue is the pupil.
    pub lesson: Option<LessonSetup>,
    /// Values for one ruleset alone, under its name.
    #[serde(default)]
    #[schemars(with = "OpaqueTables")]
    pub overrides: RuleTables,
}

/// A problem of the school: a task, a goal that the program checks, hints for its questions.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct LessonSetup {
    /// The number of the lesson.
    #[schemars(range(min = 1, max = 99))]
    pub number: u8,
    /// The task of the pupil.
    pub task: Bilingual,
    /// The goal that is checked.
    pub goal: GoalSetup,
    /// The objective to hold, by its id.
    pub objective: Option<String>,
    /// The last turn through which nothing may be lost.
    #[schemars(range(min = 1, max = 500))]
    pub until: Option<u16>,
    /// Hints shown while a question of a form (`place`, `march`, `pick`...) or of a kind is open.
    #[serde(default)]
    pub hints: Vec<HintSetup>,
}

/// The goal of a lesson.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GoalSetup {
    /// Hold `objective`.
    Hold,
    /// Cause the enemy some loss.
    Hurt,
    /// Lose no unit until the turn `until` is over, and have none routing then.
    Keep,
    Win,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HintSetup {
    /// The form or kind of question that it is for.
    pub at: String,
    /// The text of the hint.
    pub text: Bilingual,
}

/// A rectangular table.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GroundSetup {
    /// Extent eastwards, in metres.
    #[schemars(range(min = 100, max = 50000))]
    pub width: f64,
    /// Extent northwards, in metres.
    #[schemars(range(min = 100, max = 50000))]
    pub height: f64,
    /// Its features; later ones lie over earlier ones.
    #[serde(default)]
    pub features: Vec<FeatureSetup>,
}

/// A feature of the ground: either an `area` or a `line`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FeatureSetup {
    pub kind: Kind,
    /// Name on the map.
    pub name: Option<Words>,
    /// Corners of a simple polygon.
    pub area: Option<Vec<Spot>>,
    /// Corners of a line.
    pub line: Option<Vec<Spot>>,
    /// Full width of a line, in metres (0 for a crest or a thin obstacle).
    #[schemars(range(min = 0, max = 2000))]
    pub width: Option<f64>,
    /// Height of a hill (0 is the plain).
    #[serde(default)]
    #[schemars(range(min = 0, max = 20))]
    pub level: i32,
    /// Whether it may be garrisoned.
    #[serde(default)]
    pub strongpoint: bool,
    /// Whether it is a guess of the writer.
    #[serde(default)]
    pub reconstructed: bool,
}

/// One side of a battle.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForceSetup {
    pub name: Words,
    /// Key of its leading nation.
    pub nation: String,
    /// Id of the command whose general commands in chief.
    pub commander: Option<String>,
    /// Facing of units that give none, in degrees.
    #[schemars(range(min = -360, max = 360))]
    pub facing: Option<f64>,
    pub commands: Vec<CommandSetup>,
    /// Where it may deploy.
    #[serde(default)]
    pub zones: Vec<ZoneSetup>,
    /// The reinforcements of the side.
    #[serde(default)]
    pub reinforcements: Vec<ArrivalSetup>,
}

/// A brigade with its units, or a higher command that has only a general.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommandSetup {
    pub id: String,
    pub name: Words,
    /// Id of the command above it.
    pub superior: Option<String>,
    /// The general of the command.
    pub general: Option<GeneralSetup>,
    #[serde(default)]
    pub units: Vec<UnitSetup>,
}

#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GeneralSetup {
    pub name: String,
    #[serde(default)]
    pub rank: Rank,
    /// The place of the general.
    pub at: Option<Spot>,
    /// Whether the place is a guess.
    #[serde(default)]
    pub reconstructed: bool,
    /// The general's ratings per ruleset.
    #[serde(default)]
    #[schemars(with = "OpaqueTables")]
    pub overrides: RuleTables,
}

/// A battalion, a regiment of horse, a battery. Exactly one of `men`, `guns` and (in army lists) `elements`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitSetup {
    /// Its id: small letters, digits and hyphens.
    pub id: String,
    /// Its name; left out: that of its type.
    pub name: Option<Words>,
    /// Key of its type in the troop lists.
    #[serde(rename = "type")]
    pub kind: String,
    /// Key of its nation; left out: that of its type.
    pub nation: Option<String>,
    /// The year of its type; left out: that of the battle.
    pub year: Option<u16>,
    /// Its arm; left out: that of its type.
    pub arm: Option<Arm>,
    /// Men under arms.
    #[schemars(range(min = 1, max = 20000))]
    pub men: Option<u32>,
    /// Guns and howitzers.
    #[schemars(range(min = 1, max = 100))]
    pub guns: Option<u32>,
    /// The number of bases.
    #[schemars(range(min = 1, max = 50))]
    pub elements: Option<u32>,
    /// The quality compared with its type.
    #[serde(default)]
    pub quality: Quality,
    /// The middle of its front edge.
    pub at: Option<Spot>,
    /// The bearing of its front, in degrees.
    #[schemars(range(min = -360, max = 360))]
    pub facing: Option<f64>,
    /// Its formation at the start.
    pub formation: Option<Formation>,
    /// Whether strength, place or presence is a guess.
    #[serde(default)]
    pub reconstructed: bool,
    /// Its own values per ruleset.
    #[serde(default)]
    #[schemars(with = "OpaqueTables")]
    pub overrides: RuleTables,
}

/// Ground on which to deploy.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ZoneSetup {
    /// Corners of a simple polygon.
    pub area: Vec<Spot>,
    /// Ids of the commands that it is for; left out: all.
    #[serde(default)]
    pub commands: Vec<String>,
}

/// Units that arrive later, by whole commands or by units; either `at` or `from` and `to`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrivalSetup {
    /// The turn, counted from 1.
    #[schemars(range(min = 1, max = 500))]
    pub turn: u16,
    /// Ids of commands that arrive with all their units and their general.
    #[serde(default)]
    pub commands: Vec<String>,
    /// Ids of single units.
    #[serde(default)]
    pub units: Vec<String>,
    /// Where the head of the column arrives.
    pub at: Option<Spot>,
    /// One end of a stretch of the edge.
    pub from: Option<Spot>,
    /// The other end.
    pub to: Option<Spot>,
    /// The bearing of their fronts, in degrees.
    #[schemars(range(min = -360, max = 360))]
    pub facing: f64,
}

/// A place to take or to keep: either an `area` or `at` with a `radius`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObjectiveSetup {
    pub id: String,
    pub name: Words,
    /// The centre of the area.
    pub at: Option<Spot>,
    /// The radius of the area, in metres.
    #[schemars(range(min = 1, max = 5000))]
    pub radius: Option<f64>,
    /// Corners of a simple polygon.
    pub area: Option<Vec<Spot>>,
    /// Worth; left out: the ruleset's default.
    pub points: Option<u32>,
    /// The side that holds it at the start.
    pub holder: Option<Side>,
}

/// The conditions of victory.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VictorySetup {
    /// The conditions in words.
    pub text: Bilingual,
    /// Share of the blue army, in percent, whose loss breaks it.
    #[schemars(range(min = 1, max = 100))]
    pub blue_breaks: Option<u8>,
    /// Share of the red army, in percent, whose loss breaks it.
    #[schemars(range(min = 1, max = 100))]
    pub red_breaks: Option<u8>,
    /// Conditions that win outright at the end, in order.
    #[serde(default)]
    pub decisions: Vec<DecisionSetup>,
}

/// A side that holds all of these at the end wins.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DecisionSetup {
    /// The side that wins by it.
    pub winner: Side,
    /// Ids of objectives.
    pub hold: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WeatherSetup {
    #[serde(default)]
    pub rain: bool,
}

/// The historical result.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct HistorySetup {
    /// The winner; left out: undecided.
    pub winner: Option<Side>,
    /// The losses of the blue side.
    #[serde(default)]
    pub blue_losses: Losses,
    /// The losses of the red side.
    #[serde(default)]
    pub red_losses: Losses,
    /// The result in words.
    pub text: Bilingual,
}

/// An army made for a game of points.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Roster")]
pub(crate) struct RosterSetup {
    /// Its id: small letters, digits and hyphens.
    pub id: String,
    pub title: Bilingual,
    /// Key of its leading nation.
    pub nation: String,
    /// The year of its troop types.
    #[schemars(range(min = 1700, max = 1900))]
    pub year: u16,
    /// The limit of its cost.
    pub budget: Option<u32>,
    pub commands: Vec<CommandSetup>,
}

/// The troop types of a nation.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Troop list")]
pub(crate) struct TroopsSetup {
    /// Key of the nation.
    pub nation: String,
    pub name: Bilingual,
    /// Its troop types.
    #[serde(rename = "type", default)]
    pub types: Vec<TypeSetup>,
}

/// A troop type.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TypeSetup {
    /// Its key: small letters, digits and hyphens.
    pub key: String,
    pub name: Bilingual,
    pub arm: Arm,
    /// First and last year.
    pub years: [u16; 2],
    /// Qualities known from history.
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// Weight of shot in pounds.
    #[schemars(range(min = 1, max = 48))]
    pub calibre: Option<u8>,
    /// Whether its figures are a guess.
    #[serde(default)]
    pub reconstructed: bool,
    /// The values of each ruleset, under its name.
    #[serde(default)]
    #[schemars(with = "OpaqueTables")]
    pub rules: RuleTables,
}
