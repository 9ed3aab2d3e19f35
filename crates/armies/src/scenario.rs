//! A battle to be fought: the ground, the two sides, the length and what wins.

use crate::{Force, RuleTables, Unit};
use game::{Bilingual, Lang, Side};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use table::{Cm, Ground, Point};

/// A day.
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

/// Where an objective is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// Within a distance of a point.
    Around {
        /// The middle.
        at: Point,
        /// The distance.
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

/// Something to take or to keep.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Objective {
    /// Its id, one of a kind in the file.
    pub id: String,
    pub name: Bilingual,
    /// Where it is.
    pub area: Area,
    /// Worth, in the points of a ruleset's victory count; nothing: the ruleset's own default.
    pub points: Option<u32>,
    /// Who has it at the start.
    pub holder: Option<Side>,
}

/// A side that holds all of these at the end wins, whatever the points say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// Who wins by it.
    pub winner: Side,
    /// Places in [`Scenario::objectives`], all to be held.
    pub hold: Vec<usize>,
}

/// What wins.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Victory {
    /// For people.
    pub text: Bilingual,
    /// Share of an army, in percent, whose loss breaks it (blue, red); nothing: the ruleset's own default.
    pub breaks: [Option<u8>; 2],
    /// What wins outright at the end, tried in order before any count of points.
    pub decisions: Vec<Decision>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Weather {
    pub rain: bool,
}

/// What a side lost, as far as known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// Killed, wounded and taken together.
    pub men: Option<u32>,
    /// Of these, prisoners.
    pub prisoners: Option<u32>,
    /// Guns lost.
    pub guns: Option<u32>,
}

/// How it went on the day.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct History {
    /// Who won; nothing: undecided.
    pub winner: Option<Side>,
    /// What each side lost (blue, red).
    pub losses: [Losses; 2],
    /// For people.
    pub text: Bilingual,
}

/// A problem of the school; blue is the pupil.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lesson {
    /// Its place in the school.
    pub number: u8,
    /// What the pupil has to do.
    pub task: Bilingual,
    /// What is checked.
    pub goal: LessonGoal,
    /// What is said while a question of a form or kind is open.
    pub hints: Vec<(String, Bilingual)>,
}

/// What a pupil must reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LessonGoal {
    /// Hold this objective (place in [`Scenario::objectives`]).
    Hold(usize),
    /// Make the enemy lose something.
    Hurt,
    /// Lose no unit until this turn is over, and have none on the run then.
    Keep(u16),
    Win,
}

/// A battle, right by construction: every id resolves, everything lies on the table, both languages are there.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Scenario {
    pub id: String,
    pub title: Bilingual,
    /// The story: the situation and what each side must do.
    pub text: Bilingual,
    /// The day.
    pub date: Date,
    /// The ground, its features under their French names.
    pub ground: Ground,
    /// What the features of the ground are called, in their order; one without a name has an empty one.
    pub site_names: Vec<Bilingual>,
    /// Blue and red, in this order; see [`Scenario::force`].
    pub sides: [Force; 2],
    /// Length; see [`Scenario::turns`].
    pub turns: u16,
    /// What is to be held.
    pub objectives: Vec<Objective>,
    /// What wins.
    pub victory: Victory,
    pub weather: Weather,
    /// How it went on the day, if it is a historical battle.
    pub history: Option<History>,
    /// What it teaches, if it is a problem of the school.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lesson: Option<Lesson>,
    /// Values for one ruleset alone (`turns`, options...).
    pub overrides: RuleTables,
}

impl Scenario {
    /// One side.
    #[must_use]
    pub fn force(&self, side: Side) -> &Force {
        let [blue, red] = &self.sides;
        match side {
            Side::Blue => blue,
            Side::Red => red,
        }
    }

    /// The ground with the names of a language on it.
    #[must_use]
    pub fn ground_in(&self, lang: Lang) -> Ground {
        let mut ground = self.ground.clone();
        for (feature, name) in ground.features.iter_mut().zip(&self.site_names) {
            name.get(lang).clone_into(&mut feature.name);
        }
        ground
    }

    /// All units of both sides, with their side and the place of their command.
    pub fn units(&self) -> impl Iterator<Item = (Side, usize, &Unit)> {
        Side::BOTH
            .into_iter()
            .flat_map(|side| self.force(side).units().map(move |(command, unit)| (side, command, unit)))
    }

    /// The name of every unit in both languages, by the name that a battle shows of it (the French one). Generals and
    /// units whose name is the same in both are among them.
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
