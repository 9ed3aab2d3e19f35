//! A unit in neutral, historical terms.

use crate::Troops;
use game::Bilingual;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use table::Pose;

/// What each ruleset wants to know, under the ruleset's name; opaque to this crate.
pub type RuleTables = BTreeMap<String, toml::Table>;

/// The three arms.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
}

/// How a unit stands on the ground.
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
    /// Whether an arm can take it at all.
    #[must_use]
    pub fn suits(self, arm: Arm) -> bool {
        match arm {
            Arm::Infantry => !matches!(self, Self::Limbered | Self::Deployed),
            Arm::Cavalry => matches!(self, Self::Line | Self::AttackColumn | Self::MarchColumn | Self::Skirmish),
            Arm::Artillery => matches!(self, Self::Limbered | Self::Deployed),
        }
    }

    /// What a unit of an arm stands in when the file says nothing.
    #[must_use]
    pub fn usual(arm: Arm) -> Self {
        match arm {
            Arm::Infantry | Arm::Cavalry => Self::Line,
            Arm::Artillery => Self::Deployed,
        }
    }
}

/// A hint on a unit's worth that day, beyond its type.
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

/// How strong a unit is.
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
    /// Its id, one of a kind in the file.
    pub id: String,
    pub name: Bilingual,
    /// Its nation's key.
    pub nation: String,
    /// The year its type is taken from.
    pub year: u16,
    /// Its arm, that of its type.
    pub arm: Arm,
    /// The key of its type in the troop lists.
    pub kind: String,
    /// How strong it is.
    pub strength: Strength,
    /// Better or worse than its type.
    pub quality: Quality,
    /// The middle of its front edge and its facing; nothing if it is yet to be placed or to arrive.
    pub pose: Option<Pose>,
    /// How it stands at the start.
    pub formation: Formation,
    /// Strength, place or presence is a guess of the writer.
    pub reconstructed: bool,
    /// Its own values per ruleset, which win over its type's.
    pub overrides: RuleTables,
}

impl Unit {
    /// All that a ruleset is told of this unit: the table of its type with the unit's own values laid over it.
    /// Nothing if neither has one.
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

/// Lays `over` upon `base`, table by table; anything else in `over` replaces what is there.
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
