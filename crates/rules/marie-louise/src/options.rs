//! Options of a battle: optional chapters, and the other reading where a ruling names one. The default is the ruling.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Two doublings make three times the score instead of four (ML-GAP-01).
    pub additive_doublings: bool,
    /// Skirmishers who fall back do so disorganised like everybody else (ML-GAP-17).
    pub skirmishers_fall_back_disordered: bool,
    /// Shaken units react and fire defensively (ML-GAP-28).
    pub shaken_defensive_fire: bool,
    /// A unit whose charge ended in melee may charge again in the next turn (ML-GAP-61).
    pub charge_after_melee: bool,
    /// Seeing over an obstacle is mirrored when only the target stands high (ML-GAP-62).
    pub mirrored_overlook: bool,
    /// Chapter 11: units under M act one after the other.
    pub alternate_movement: bool,
    /// Chapter 12: howitzers, dragoons and sharpshooters.
    pub capabilities: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            additive_doublings: false,
            skirmishers_fall_back_disordered: false,
            shaken_defensive_fire: false,
            charge_after_melee: false,
            mirrored_overlook: false,
            alternate_movement: false,
            capabilities: true,
        }
    }
}

impl Options {
    /// Every switch by name, with its default.
    #[must_use]
    pub fn switches() -> Vec<(&'static str, i64)> {
        let mut plain = Self::default();
        plain.fields().into_iter().map(|(name, value)| (name, i64::from(*value))).collect()
    }

    /// Options from switches by name.
    ///
    /// # Errors
    /// Every name that is not a switch.
    pub fn from_switches<'a>(switches: impl Iterator<Item = (&'a str, i64)>) -> Result<Self, Vec<String>> {
        let mut options = Self::default();
        let mut unknown = Vec::new();
        for (name, value) in switches {
            match options.fields().into_iter().find(|(known, _)| *known == name) {
                Some((_, field)) => *field = value != 0,
                None => unknown.push(format!("unknown option: {name}")),
            }
        }
        if unknown.is_empty() { Ok(options) } else { Err(unknown) }
    }

    fn fields(&mut self) -> [(&'static str, &mut bool); 7] {
        [
            ("additive_doublings", &mut self.additive_doublings),
            ("skirmishers_fall_back_disordered", &mut self.skirmishers_fall_back_disordered),
            ("shaken_defensive_fire", &mut self.shaken_defensive_fire),
            ("charge_after_melee", &mut self.charge_after_melee),
            ("mirrored_overlook", &mut self.mirrored_overlook),
            ("alternate_movement", &mut self.alternate_movement),
            ("capabilities", &mut self.capabilities),
        ]
    }
}
