//! The entries of scenarios and army lists for this ruleset.

use crate::terms::doctrine::Doctrine;
use crate::{Arm, Class, Level, Profile, Status, Weapon};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::BTreeMap;

/// The table of a troop type or unit for this ruleset.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct TypeTable {
    class: Option<ClassWord>,
    cohesion: Level,
    status: Status,
    fire: Level,
    manoeuvre: Level,
    weapon: Option<WeaponWord>,
    light_company: Option<bool>,
    pub(super) elements: Option<u8>,
    #[serde(rename = "cost")]
    _declared_cost: Option<i32>,
    capabilities: Vec<Capability>,
    cuirassed: bool,
    lances: bool,
    mounted: bool,
    skirmish_only: bool,
    overconfident: bool,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum ClassWord {
    SecondLine,
    FirstLine,
    Shock,
    Irregular,
    Light,
    Battle,
    Medium,
    Heavy,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum WeaponWord {
    None,
    Musket,
    Musketoon,
    RifledCarbine,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Capability {
    Howitzers,
    Dragons,
    Sharpshooters,
}

/// The settings of a scenario for this ruleset.
#[derive(Deserialize, Default)]
#[serde(default, deny_unknown_fields)]
pub(super) struct ScenarioTable {
    /// Read by [`armies::Scenario::turns`].
    #[serde(rename = "turns")]
    _turns: Option<IgnoredAny>,
    /// Brigades with a fixed order of battle (ML-14a), by their ids.
    pub(super) doctrine: BTreeMap<String, Doctrine>,
    /// Specific orders of the first turn are tested like others (ML-4.2f is a custom).
    pub(super) first_orders_tested: bool,
}

/// The table of a general for this ruleset.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct GeneralTable {
    pub(super) charisma: u8,
    pub(super) competence: u8,
}

impl Default for GeneralTable {
    fn default() -> Self {
        Self { charisma: 0, competence: 3 }
    }
}

impl TypeTable {
    /// The characteristics that it gives to a unit of an arm.
    pub(super) fn profile(&self, arm: Arm) -> Result<Profile, game::Fault> {
        let class = match (arm, self.class) {
            (Arm::Infantry, Some(ClassWord::SecondLine))
            | (Arm::Cavalry, Some(ClassWord::Irregular))
            | (Arm::Artillery, Some(ClassWord::Light)) => Class::Low,
            (Arm::Infantry, Some(ClassWord::FirstLine) | None)
            | (Arm::Cavalry, Some(ClassWord::Light) | None)
            | (Arm::Artillery, Some(ClassWord::Medium) | None) => Class::Middle,
            (Arm::Infantry, Some(ClassWord::Shock))
            | (Arm::Cavalry, Some(ClassWord::Battle))
            | (Arm::Artillery, Some(ClassWord::Heavy)) => Class::High,
            _ => return Err(rulebook::SetUpFault::ValuesOfOtherArm.into()),
        };
        let weapon = match (self.weapon, arm) {
            (Some(WeaponWord::None), _) | (None, Arm::Artillery) => Weapon::None,
            (Some(WeaponWord::Musket), _) | (None, Arm::Infantry) => Weapon::Musket,
            (Some(WeaponWord::Musketoon), _) | (None, Arm::Cavalry) => Weapon::Musketoon,
            (Some(WeaponWord::RifledCarbine), _) => Weapon::Rifle,
        };
        Ok(Profile {
            arm,
            class,
            cohesion: self.cohesion,
            status: self.status,
            fire_training: self.fire,
            manoeuvre_training: self.manoeuvre,
            weapon,
            no_light_company: arm == Arm::Infantry && self.light_company == Some(false),
            skirmish_only: self.skirmish_only,
            lances: self.lances,
            cuirassed: self.cuirassed,
            overconfident: self.overconfident,
            horse: arm == Arm::Artillery && self.mounted,
            howitzers: self.capabilities.contains(&Capability::Howitzers),
            dragoons: self.capabilities.contains(&Capability::Dragons),
            sharpshooters: self.capabilities.contains(&Capability::Sharpshooters),
        })
    }
}
