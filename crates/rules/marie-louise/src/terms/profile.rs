//! The characteristics and states of a unit: the vocabulary of the ruleset.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use rulebook::words;

words! {
    /// Category of troops (ML-1.4a).
    Arm {
        Infantry,
        Cavalry,
        Artillery,
    } default Infantry
}

words! {
    /// Class within the category, low, middle or high (ML-1.4b): second line, first line, shock; irregular, light,
    /// battle; light, medium, heavy guns.
    Class {
        /// Second-line infantry, irregular cavalry, light guns.
        Low,
        /// First-line infantry, light cavalry, medium guns.
        Middle,
        /// Shock infantry, battle cavalry, heavy guns.
        High,
    } default Middle
}

words! {
    /// Cohesion and training (ML-1.4d, ML-1.4e).
    Level {
        /// *Médiocre*.
        Poor,
        Standard,
        /// *Supérieur*.
        Superior,
    } default Standard
}

words! {
    /// Status (ML-1.4f): levée < standard < élite.
    Status {
        /// Units raised in haste.
        Levy,
        Standard,
        /// The Guard or its equal.
        Elite,
    } default Standard
}

words! {
    /// Small arms (ML-1.5a, ML-GAP-07).
    Weapon {
        /// None: lancers, cuirassiers, irregulars, gunners.
        None,
        /// A smooth-bore musket.
        Musket,
        /// A carbine with a rifled barrel.
        Rifle,
        /// Musketoon, or smooth carbine.
        Musketoon,
    } default Musket
}

words! {
    /// Formation (ML-1.9a to ML-1.9h, ML-1.6i, ML-1.6j, ML-8.1o).
    Formation {
        /// *Ligne*.
        Line,
        /// *Colonne d'attaque*.
        AttackColumn,
        /// Colonne de marche.
        MarchColumn,
        /// *Carré*.
        Square,
        /// *Carré plein*.
        SolidSquare,
        /// *Tirailleurs, fourrageurs*.
        Skirmish,
        /// *Désordre, désorganisée*.
        Disorder,
        /// Sans formation, in a building.
        NoFormation,
        /// Bastion, in a building.
        Bastion,
        /// *Attelée*.
        Limbered,
        /// *Dételée*.
        Deployed,
    } default Line
}

words! {
    /// Marker (ML-1.10a to ML-1.10d); ordered by gravity (ML-GAP-41).
    Marker {
        None,
        /// Green: hésitante.
        Hesitant,
        /// Yellow: ébranlée.
        Shaken,
        /// Red: déroute.
        Routing,
    } default None
}

words! {
    /// Order that a unit executes (ML-3.1a, ML-3.2a); `None` once a marker has cancelled it.
    Order {
        /// No order in force.
        None,
        /// R: repli, or redéployer for a battery.
        FallBack,
        /// C: charger.
        Charge,
        /// M: manœuvrer.
        Manoeuvre,
        /// T: tenir.
        Hold,
    } default None
}

words! {
    /// Shelter (ML-1.6l, ML-1.6m).
    Shelter {
        /// In the open.
        None,
        /// *Abri léger*.
        Light,
        /// *Abri dense*.
        Dense,
        /// Fortifications: light and dense shelter at once.
        Fortified,
    } default None
}

words! {
    /// The side that an attack comes from (ML-5.2x, ML-5.2y); ordered by gravity (ML-GAP-05).
    Aspect {
        Front,
        Flank,
        Rear,
    } default Front
}

words! {
    /// Rank of a general (ML-1.3b).
    Rank {
        /// *Brigadier*.
        Brigade,
        /// *Divisionnaire*.
        Division,
        /// Général de corps d'armée.
        Corps,
        /// *Général d'armée*.
        Army,
    } default Brigade
}

words! {
    /// Class of ground for movement (ML-6a).
    Going {
        Road,
        /// *Clair*.
        Clear,
        /// *Accidenté*.
        Rough,
        /// *Très accidenté*.
        VeryRough,
        /// Ground that may not be entered.
        Forbidden,
    } default Clear
}

/// The characteristics of a unit, fixed during a battle.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    pub arm: Arm,
    pub class: Class,
    pub cohesion: Level,
    pub status: Status,
    /// Training in fire (ML-GAP-12).
    pub fire_training: Level,
    /// Training in manoeuvre (ML-GAP-12).
    pub manoeuvre_training: Level,
    #[schemars(extend("x-when" = { "arm": ["infantry", "cavalry"] }))]
    pub weapon: Weapon,
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub no_light_company: bool,
    /// Fights in open order only (ML-1.4c).
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub skirmish_only: bool,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub lances: bool,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub cuirassed: bool,
    /// Overconfident (ML-8.4h).
    pub overconfident: bool,
    /// Whether it is horse artillery.
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    pub horse: bool,
    /// Obusiers (ML-12a).
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    pub howitzers: bool,
    /// Dragons (ML-12e).
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub dragoons: bool,
    /// Sharpshooters (ML-12g).
    #[schemars(extend("x-when" = { "arm": ["infantry"] }))]
    pub sharpshooters: bool,
}

impl Formation {
    #[must_use]
    pub const fn is_square(self) -> bool {
        matches!(self, Self::Square | Self::SolidSquare)
    }

    #[must_use]
    pub const fn is_column(self) -> bool {
        matches!(self, Self::AttackColumn | Self::MarchColumn)
    }
}
