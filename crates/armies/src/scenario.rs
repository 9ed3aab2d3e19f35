//! A battle to be fought: the ground, the two sides, the length and the conditions of victory.

use crate::{Force, RuleTables, Unit};
use game::{Bilingual, Lang, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use table::{Cm, Ground, Point};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Date {
    pub year: u16,
    /// Month, from 1.
    pub month: u8,
    /// Day of the month, from 1.
    pub day: u8,
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The area of an objective.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// Within a distance of a point.
    Around {
        /// The centre of the area.
        at: Point,
        radius: Cm,
    },
    /// A simple polygon.
    Polygon(Vec<Point>),
}

impl Area {
    /// Corners of a circle drawn as a polygon.
    const CORNERS: i32 = 32;

    /// Its outline; a circle has many corners.
    #[must_use]
    pub fn outline(&self) -> Vec<Point> {
        match self {
            Self::Polygon(points) => points.clone(),
            Self::Around { at, radius } => {
                (0..Self::CORNERS).map(|n| at.step(n * (36_000 / Self::CORNERS), *radius)).collect()
            }
        }
    }
}

/// A place to take or to keep.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Objective {
    /// Its id, unique in the file.
    pub id: String,
    pub name: Bilingual,
    pub area: Area,
    /// Worth, in the points of a ruleset's victory count; nothing: the ruleset's own default.
    pub points: Option<u32>,
    /// The side that holds it at the start.
    pub holder: Option<Side>,
}

/// A side that holds all of these at the end wins, whatever the points say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The side that wins by it.
    pub winner: Side,
    /// Indices in [`Scenario::objectives`], all to be held.
    pub hold: Vec<usize>,
}

/// The conditions of victory.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Victory {
    /// The conditions in words.
    pub text: Bilingual,
    /// Share of an army, in percent, whose loss breaks it (blue, red); nothing: the ruleset's own default.
    pub breaks: [Option<u8>; 2],
    /// Conditions that win outright at the end, tried in order before any count of points.
    pub decisions: Vec<Decision>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Weather {
    pub rain: bool,
}

/// The losses of a side, as far as known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// Killed, wounded and captured together.
    pub men: Option<u32>,
    /// Of these, prisoners.
    pub prisoners: Option<u32>,
    /// The guns lost.
    pub guns: Option<u32>,
}

/// The historical result.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct History {
    /// The winner; `None`: undecided.
    pub winner: Option<Side>,
    /// The losses of each side (blue, red).
    pub losses: [Losses; 2],
    /// The result in words.
    pub text: Bilingual,
}

/// A problem of the school; blue is the pupil.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lesson {
    /// The number of the lesson.
    pub number: u8,
    /// The task of the pupil.
    pub task: Bilingual,
    /// The goal that is checked.
    pub goal: LessonGoal,
    /// Hints shown while a question of a form or kind is open.
    pub hints: Vec<(String, Bilingual)>,
}

/// The goal of a lesson, which the program checks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LessonGoal {
    /// Hold this objective (index in [`Scenario::objectives`]).
    Hold(usize),
    /// Cause the enemy some loss.
    Hurt,
    /// Lose no unit until this turn is over, and have none routing then.
    Keep(u16),
    Win,
}

/// A battle, right by construction: every id resolves, everything is on the table, both languages are present.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Scenario {
    pub id: String,
    pub title: Bilingual,
    /// The story: the situation and the task of each side.
    pub text: Bilingual,
    pub date: Date,
    /// The ground, its features under their French names.
    pub ground: Ground,
    /// The names of the ground's features, in order; empty for one without a name.
    pub site_names: Vec<Bilingual>,
    /// Blue and red, in this order; see [`Scenario::force`].
    pub sides: [Force; 2],
    /// Length; see [`Scenario::turns`].
    pub turns: u16,
    /// The objectives of both sides.
    pub objectives: Vec<Objective>,
    /// The conditions of victory.
    pub victory: Victory,
    pub weather: Weather,
    /// The historical result, if it is a historical battle.
    pub history: Option<History>,
    /// The lesson, if it is a problem of the school.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson>,
    /// Values for one ruleset alone (`turns`, options...).
    pub overrides: RuleTables,
}

impl Scenario {
    #[must_use]
    pub fn force(&self, side: Side) -> &Force {
        let [blue, red] = &self.sides;
        match side {
            Side::Blue => blue,
            Side::Red => red,
        }
    }

    /// The ground with feature names in one language.
    #[must_use]
    pub fn ground_in(&self, lang: Lang) -> Ground {
        let mut ground = self.ground.clone();
        for (feature, name) in ground.features.iter_mut().zip(&self.site_names) {
            name.get(lang).clone_into(&mut feature.name);
        }
        ground
    }

    /// All units of both sides, with their side and the index of their command.
    pub fn units(&self) -> impl Iterator<Item = (Side, usize, &Unit)> {
        Side::BOTH
            .into_iter()
            .flat_map(|side| self.force(side).units().map(move |(command, unit)| (side, command, unit)))
    }

    /// The name of every unit in both languages, by the name that a battle shows (the French one). Includes generals,
    /// and units whose name is the same in both.
    #[must_use]
    pub fn unit_names(&self) -> BTreeMap<String, Bilingual> {
        let units = self.units().map(|(_, _, unit)| (unit.name.fr.clone(), unit.name.clone()));
        let commands = Side::BOTH.into_iter().flat_map(|side| &self.force(side).commands);
        let generals = commands.map(|command| &command.general.name);
        generals.map(|name| (name.clone(), Bilingual::same(name))).chain(units).collect()
    }

    /// Length in turns under a ruleset: its own if the scenario gives one.
    #[must_use]
    pub fn turns(&self, ruleset: &str) -> u16 {
        self.overrides
            .get(ruleset)
            .and_then(|table| table.get("turns"))
            .and_then(toml::Value::as_integer)
            .and_then(|turns| u16::try_from(turns).ok())
            .filter(|turns| *turns > 0)
            .unwrap_or(self.turns)
    }
}
