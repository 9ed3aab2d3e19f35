//! The entries of army lists and scenarios for a troop type of this ruleset.

use super::{Abilities, Arm, Body, Class, Formation, Guns, Size, Status, Weight};
use serde::Deserialize;

/// The table `[type.rules.bataille-empire]` of a troop type.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypeTable {
    #[serde(default)]
    pub status: Status,
    /// Morale, 1 to 6.
    pub morale: u8,
    /// Class of manoeuvre.
    #[serde(default)]
    pub class: Class,
    /// Quality of its skirmishers; infantry.
    pub ft: Option<u8>,
    /// The weight of cavalry.
    pub weight: Option<Weight>,
    /// The calibre of artillery.
    pub guns: Option<Guns>,
    #[serde(default)]
    pub abilities: Abilities,
    /// The default size; men or guns take precedence.
    #[serde(default)]
    pub size: Size,
    /// Points, as an army list prints them.
    pub cost: Option<i64>,
    /// Not in any printed list.
    #[serde(default)]
    pub reconstructed: bool,
    /// Different characteristics in certain years.
    #[serde(default)]
    pub variants: Vec<Variant>,
}

/// The characteristics of a troop type in certain years.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// First and last year.
    pub years: [u16; 2],
    /// Class of manoeuvre.
    pub class: Option<Class>,
    /// Quality of its skirmishers.
    pub ft: Option<u8>,
    pub morale: Option<u8>,
    pub abilities: Option<Abilities>,
    pub cost: Option<i64>,
}

impl TypeTable {
    /// The unit of an arm in a year, fresh and in its fighting formation.
    ///
    /// # Errors
    /// Entries that do not fit the arm.
    pub fn body(&self, arm: Arm, year: u16) -> Result<Body, game::Fault> {
        let variant = self.variants.iter().find(|v| v.years[0] <= year && year <= v.years[1]);
        let morale = variant.and_then(|v| v.morale).unwrap_or(self.morale);
        let ft = variant.and_then(|v| v.ft).or(self.ft);
        if !(1..=6).contains(&morale) {
            return Err(game::Fault::at("morale", game::FaultReason::between(1, 6, morale)));
        }
        if let Some(ft) = ft.filter(|ft| *ft > 2) {
            return Err(game::Fault::at("ft", game::FaultReason::between(0, 2, ft)));
        }
        if (arm != Arm::Infantry && ft.is_some())
            || (arm != Arm::Cavalry && self.weight.is_some())
            || (arm != Arm::Artillery && self.guns.is_some())
        {
            return Err(rulebook::SetUpFault::ValuesOfOtherArm.into());
        }
        Ok(Body {
            arm,
            weight: self.weight.unwrap_or_default(),
            guns: self.guns.unwrap_or_default(),
            formation: if arm == Arm::Artillery { Formation::Deployed } else { Formation::Line },
            status: self.status,
            morale,
            class: variant.and_then(|v| v.class).unwrap_or(self.class),
            ft: ft.unwrap_or(0),
            size: self.size,
            abilities: variant.and_then(|v| v.abilities).unwrap_or(self.abilities),
            ..Body::default()
        })
    }
}
