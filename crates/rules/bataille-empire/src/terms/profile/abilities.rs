//! Abilities (BE-GAP-06).

use super::Arm;
use rulebook::words;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;

words! {
    /// A special ability or defect of a unit.
    Ability {
        /// *Élan*.
        Elan,
        /// *Tenace*.
        Tenacious,
        /// *Stoïque*.
        Stoic,
        /// *Bon tireur*.
        GoodShot,
        /// *Mauvais tireur*.
        PoorShot,
        /// *Carabine*.
        Carbine,
        /// Armes de mêlée.
        MeleeWeapons,
        Lance,
        /// *Cuirasse*.
        Cuirass,
        /// Canons de bataillon.
        BattalionGuns,
        /// *Obusiers*.
        Howitzers,
        /// *Shrapnell*.
        Shrapnel,
        /// *Infanterie légère*.
        Light,
        /// *Cavalerie irrégulière*.
        Irregular,
        /// Artillerie à cheval.
        Horse,
        /// *Impétueux*.
        Impetuous,
    } default Elan
}

impl Ability {
    pub const ALL: [Self; 16] = [
        Self::Elan,
        Self::Tenacious,
        Self::Stoic,
        Self::GoodShot,
        Self::PoorShot,
        Self::Carbine,
        Self::MeleeWeapons,
        Self::Lance,
        Self::Cuirass,
        Self::BattalionGuns,
        Self::Howitzers,
        Self::Shrapnel,
        Self::Light,
        Self::Irregular,
        Self::Horse,
        Self::Impetuous,
    ];

    /// Whether a unit of this arm can have it (BE-GAP-06).
    #[must_use]
    pub const fn fits(self, arm: Arm) -> bool {
        match self {
            Self::Elan | Self::Tenacious | Self::Stoic => true,
            Self::GoodShot | Self::PoorShot => !matches!(arm, Arm::Cavalry),
            Self::Carbine | Self::MeleeWeapons | Self::BattalionGuns | Self::Light => matches!(arm, Arm::Infantry),
            Self::Lance | Self::Cuirass | Self::Irregular | Self::Impetuous => matches!(arm, Arm::Cavalry),
            Self::Howitzers | Self::Shrapnel | Self::Horse => matches!(arm, Arm::Artillery),
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// A set of abilities; written as a list of words.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Abilities(u16);

impl Abilities {
    pub const NONE: Self = Self(0);

    /// A set of these abilities.
    #[must_use]
    pub const fn of(list: &[Ability]) -> Self {
        let mut set = Self::NONE;
        let mut at = 0;
        while at < list.len() {
            set = set.with(list[at]);
            at += 1;
        }
        set
    }

    #[must_use]
    pub const fn has(self, ability: Ability) -> bool {
        self.0 & ability.bit() != 0
    }

    /// The set with one more ability.
    #[must_use]
    pub const fn with(self, ability: Ability) -> Self {
        Self(self.0 | ability.bit())
    }

    #[must_use]
    pub const fn without(self, ability: Ability) -> Self {
        Self(self.0 & !ability.bit())
    }

    pub fn iter(self) -> impl Iterator<Item = Ability> {
        Ability::ALL.into_iter().filter(move |ability| self.has(*ability))
    }
}

impl Serialize for Abilities {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Abilities {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Vec::<Ability>::deserialize(from).map(|list| Self::of(&list))
    }
}

impl JsonSchema for Abilities {
    fn schema_name() -> Cow<'static, str> {
        "Abilities".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<Vec<Ability>>()
    }
}
