//! The contents of the program: rulesets, scenarios, generals, nations, rules.

use game::Bilingual;
use game::catalogue::Kind;
use game::{RuleId, Term};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use table::Cm;

/// The contents of the program. `GET /api/house`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct House {
    /// Version of the program.
    pub version: String,
    /// The rulesets it plays.
    pub rulesets: Vec<RulesetCard>,
    /// The scenarios available.
    pub scenarios: Vec<ScenarioCard>,
    /// The computer's generals, weakest first.
    pub generals: Vec<GeneralCard>,
    /// The folder on the disk where battles are stored.
    pub folder: String,
    /// Addresses at which other devices reach this table; empty: loopback only.
    pub addresses: Vec<String>,
    /// The appearance of each nation: coat, hatching, cockade.
    pub nations: BTreeMap<Term, NationLook>,
}

/// The key of the house. `GET /api/key`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct HouseKey {
    /// The owner's token.
    pub token: String,
}

/// A ruleset. Its words are everything that the client needs to show its terms.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RulesetCard {
    pub id: String,
    /// The name of the ruleset.
    pub title: Bilingual,
    /// Author and edition.
    pub about: Bilingual,
    /// Its unit of length in words.
    pub unit: Bilingual,
    /// The unit on the ground.
    pub unit_cm: Cm,
    /// The conditions of victory, where the ruleset does not count as the scenario says.
    pub victory: Option<Bilingual>,
    /// Options and rulings that can be switched.
    pub options: Vec<OptionCard>,
    /// Terms of the ruleset with their meanings.
    pub glossary: Vec<(Bilingual, Bilingual)>,
}

/// A named switch.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OptionCard {
    pub name: String,
    pub title: Bilingual,
    /// The effect of the switch.
    pub text: Bilingual,
    /// The option or ruling of the catalogue it belongs to.
    pub rule: Option<RuleId>,
    /// Whether it is an option of the book or a ruling.
    pub kind: Kind,
    /// The default value.
    pub default: i64,
    /// Whether it is on or off; otherwise a figure.
    pub switch: bool,
}

/// A scenario in the chooser.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScenarioCard {
    pub id: String,
    pub title: Bilingual,
    /// The day, as YYYY-MM-DD.
    pub date: String,
    /// Number of turns.
    pub turns: u16,
    /// The number of turns under rulesets that have their own.
    pub turns_under: BTreeMap<String, u16>,
    /// The story and what each side must do.
    pub text: Bilingual,
    /// The conditions of victory.
    pub victory: Bilingual,
    /// The forces of blue and red.
    pub sides: [ForceCard; 2],
    /// Whether a part of it is reconstructed.
    pub reconstructed: bool,
    /// Whether it is the owner's own, not an embedded one.
    pub own: bool,
    /// Whether its first turn is guided for a beginner.
    pub guided: bool,
    /// The lesson, if it is a problem of the school.
    pub lesson: Option<LessonCard>,
}

/// A problem of the school.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LessonCard {
    /// The number of the lesson.
    pub number: u8,
    /// The task of the pupil.
    pub task: Bilingual,
    /// Hints shown while a question of a form (`place`, `march`, `pick`...) or of a kind is open.
    pub hints: Vec<(String, Bilingual)>,
}

/// One side of a scenario.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ForceCard {
    pub name: Bilingual,
    /// Its leading nation.
    pub nation: Term,
    /// Its commands and their units.
    pub commands: Vec<CommandCard>,
}

/// A brigade or division of a scenario.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct CommandCard {
    pub name: Bilingual,
    pub general: Bilingual,
    /// Name and arm of each unit.
    pub units: Vec<(Bilingual, Term)>,
}

/// A general of the computer.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct GeneralCard {
    pub id: String,
    /// The name of the general.
    pub title: Bilingual,
    /// The general's way of playing.
    pub text: Bilingual,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NationLook {
    pub name: Bilingual,
    /// Colour of the coat.
    pub coat: String,
    /// Second half of horse, where the coat is too light to tell.
    pub half: Option<String>,
    /// Colour of figures on it.
    pub figures: String,
    /// Hatching: none, along (the front), across, slant_right, slant_left, crossed, lozenges, dots, saltires, chevrons,
    /// pairs_along, pairs_across, dashes.
    pub hatching: String,
    /// Colours of the cockade, rings from outside.
    pub cockade: Vec<String>,
}

/// A rule of a ruleset. `GET /api/rules/{ruleset}`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RuleCard {
    pub id: RuleId,
    /// Rule, option, ruling or table etiquette.
    pub kind: Kind,
    pub title: Bilingual,
    /// The rule in our own words.
    pub text: Bilingual,
    /// Chapter of the book.
    pub source: String,
    /// Rulings that concern it.
    pub rulings: Vec<RuleId>,
    /// Of a ruling: its other reading, where there is a switch for it.
    pub alternative: Option<Bilingual>,
}
