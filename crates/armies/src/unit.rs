//! A unit in neutral, historical terms.

use crate::Troops;
use game::Bilingual;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::Pose;

/// The values of each ruleset, under the ruleset's name; opaque to this crate.
pub type RuleTables = BTreeMap<String, toml::Table>;

/// The three arms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
}

/// The formation of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Formation {
    /// In line (foot or horse).
    Line,
    /// In closed column of attack.
    AttackColumn,
    MarchColumn,
    /// In square; infantry only.
    Square,
    /// In skirmish order: *tirailleurs* on foot, *fourrageurs* mounted.
    Skirmish,
    /// Inside a strongpoint; infantry only, and the unit's place must lie in one.
    Garrison,
    /// Guns on their limbers.
    Limbered,
    /// Guns ready to fire.
    Deployed,
}

impl Formation {
    /// Whether an arm can take the formation.
    #[must_use]
    pub fn suits(self, arm: Arm) -> bool {
        match arm {
            Arm::Infantry => !matches!(self, Self::Limbered | Self::Deployed),
            Arm::Cavalry => matches!(self, Self::Line | Self::AttackColumn | Self::MarchColumn | Self::Skirmish),
            Arm::Artillery => matches!(self, Self::Limbered | Self::Deployed),
        }
    }

    /// The formation of an arm when the file gives none.
    #[must_use]
    pub fn usual(arm: Arm) -> Self {
        match arm {
            Arm::Infantry | Arm::Cavalry => Self::Line,
            Arm::Artillery => Self::Deployed,
        }
    }
}

/// The unit's quality that day, compared with its type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Quality {
    /// Never under fire, or shaken by marches and hunger.
    Raw,
    /// As its type usually is.
    #[default]
    Usual,
    /// Better than its type usually is.
    Veteran,
}

/// The strength of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// Men under arms (foot or horse).
    Men(u32),
    /// Guns and howitzers.
    Guns(u32),
    /// Bases, in an army list made for one ruleset.
    Elements(u32),
}

/// A battalion, a regiment of horse, a battery.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Unit {
    /// Its id, unique in the file.
    pub id: String,
    pub name: Bilingual,
    /// Its nation's key.
    pub nation: String,
    /// The year of its type.
    pub year: u16,
    /// Its arm, that of its type.
    pub arm: Arm,
    /// The key of its type in the troop lists.
    pub kind: String,
    pub strength: Strength,
    /// The quality compared with its type.
    pub quality: Quality,
    /// The middle of its front edge and its facing; `None` if it is still to be placed or to arrive.
    pub pose: Option<Pose>,
    /// Its formation at the start.
    pub formation: Formation,
    /// Whether strength, place or presence is a guess of the writer.
    pub reconstructed: bool,
    /// Its own values per ruleset, which override its type's.
    pub overrides: RuleTables,
}

impl Unit {
    /// The ruleset's values of this unit: the table of its type with the unit's own values laid over it. `None` if
    /// neither has one.
    #[must_use]
    pub fn for_ruleset(&self, ruleset: &str, troops: &Troops) -> Option<toml::Table> {
        let kind = troops.get(&self.kind).and_then(|t| t.rules.get(ruleset));
        let own = self.overrides.get(ruleset);
        match (kind, own) {
            (None, None) => None,
            (Some(one), None) | (None, Some(one)) => Some(one.clone()),
            (Some(kind), Some(own)) => {
                let mut merged = kind.clone();
                overlay(&mut merged, own);
                Some(merged)
            }
        }
    }
}

/// Lays `over` upon `base`, table by table; any other value in `over` replaces the one below.
fn overlay(base: &mut toml::Table, over: &toml::Table) {
    for (key, value) in over {
        match (base.get_mut(key), value) {
            (Some(toml::Value::Table(below)), toml::Value::Table(above)) => overlay(below, above),
            _ => {
                base.insert(key.clone(), value.clone());
            }
        }
    }
}
