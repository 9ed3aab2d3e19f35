//! Troop types: the usual line battalion of a nation in a year, and the like.

use crate::{Arm, RuleTables};
use game::Bilingual;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A quality of a troop type known from history, without any rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trait {
    Guard,
    Grenadiers,
    Light,
    Rifles,
    Conscripts,
    Militia,
    Irregular,
    Highlanders,
    Lances,
    Cuirasses,
    Dismounts,
    Horse,
    Mountain,
    Howitzers,
}

/// A troop type of a nation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TroopType {
    /// Its key, such as `fr-line`, unique in all lists.
    pub key: String,
    /// Its nation's key.
    pub nation: String,
    pub name: Bilingual,
    pub arm: Arm,
    /// First and last year of service.
    pub years: (u16, u16),
    /// Qualities known from history.
    pub traits: Vec<Trait>,
    /// Weight of shot in pounds, for artillery.
    pub calibre: Option<u8>,
    /// Whether its figures are a guess, in one ruleset at least.
    pub reconstructed: bool,
    /// The values of each ruleset.
    pub rules: RuleTables,
}

impl TroopType {
    #[must_use]
    pub fn for_ruleset(&self, ruleset: &str) -> Option<&toml::Table> {
        self.rules.get(ruleset)
    }
}

/// A nation: its key, its name and its troop types.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Nation {
    pub key: String,
    pub name: Bilingual,
    /// The troop types of the nation.
    pub types: Vec<TroopType>,
}

/// All troop types by key, and the nations.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Troops {
    nations: BTreeMap<String, Bilingual>,
    types: BTreeMap<String, TroopType>,
    rulesets: Vec<String>,
}

impl Troops {
    /// The lists of several nations together, for these rulesets. Of two types with one key, or two names of one
    /// nation, the last counts, so that a club may add its own list after ours.
    #[must_use]
    pub fn new(nations: Vec<Nation>, rulesets: Vec<String>) -> Self {
        let mut troops = Self { rulesets, ..Self::default() };
        for nation in nations {
            troops.nations.insert(nation.key, nation.name);
            troops.types.extend(nation.types.into_iter().map(|kind| (kind.key.clone(), kind)));
        }
        troops
    }

    #[must_use]
    pub fn get(&self, key: &str) -> Option<&TroopType> {
        self.types.get(key)
    }

    /// All troop types, by key.
    pub fn iter(&self) -> impl Iterator<Item = &TroopType> {
        self.types.values()
    }

    /// The troop types of a nation in a year.
    pub fn of<'a>(&'a self, nation: &'a str, year: u16) -> impl Iterator<Item = &'a TroopType> {
        self.iter().filter(move |t| t.nation == nation && (t.years.0..=t.years.1).contains(&year))
    }

    /// Name of a nation by its key.
    #[must_use]
    pub fn nation(&self, key: &str) -> Option<&Bilingual> {
        self.nations.get(key)
    }

    /// All nations, by key.
    pub fn nations(&self) -> impl Iterator<Item = (&str, &Bilingual)> {
        self.nations.iter().map(|(key, name)| (key.as_str(), name))
    }

    /// The rulesets that a file may name; empty: any.
    #[must_use]
    pub fn rulesets(&self) -> &[String] {
        &self.rulesets
    }
}
