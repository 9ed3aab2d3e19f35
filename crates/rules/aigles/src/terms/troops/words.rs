//! The words of the ruleset.

use rulebook::words;

words! {
    /// Quality of a kind of figure, best first (G, E, R, SR, M, I).
    Status {
        /// *Garde*.
        Guard,
        /// *Élite*.
        Elite,
        /// *Régulier*.
        Regular,
        /// *Semi-régulier*.
        SemiRegular,
        /// *Milice*.
        Militia,
        /// *Irrégulier*.
        Irregular,
    } default Regular

    Arm {
        /// Battalions and companies on foot.
        Infantry,
        /// Regiments and squadrons.
        Cavalry,
        /// Batteries of guns.
        Artillery,
    } default Infantry

    /// Manoeuvre class, best first (LA-GAP-11).
    Class {
        /// French, British, light troops.
        A,
        /// Prussian, Austrian from 1809.
        B,
        /// Russian, Austrian before 1809.
        C,
        /// Militia and irregulars.
        D,
    } default B

    /// Formation of a unit (LA-GAP-10).
    Formation {
        /// One rank of figures.
        Line,
        /// Two ranks: British infantry, cavalry.
        DoubleLine,
        /// A front of one company or squadron: the column of march.
        Column,
        /// A front of two companies.
        DivisionColumn,
        /// Carré creux: four faces.
        HollowSquare,
        /// Carré plein: a closed column facing out.
        SolidSquare,
        /// Tirailleurs; foragers on horseback.
        Skirmish,
        /// In a house.
        Garrison,
        /// Guns on their limbers.
        Limbered,
        /// Guns ready to fire.
        InPosition,
    } default Line

    /// Order of the ranks, best first (LA-GAP-12).
    Order {
        /// *Formé*.
        Formed,
        /// *Désorganisé*.
        Disorganised,
        /// *Sans formation*.
        Unformed,
        /// *En désordre*.
        Disordered,
    } default Formed

    /// Firearms of a figure.
    Weapon {
        /// It has no firearm.
        None,
        /// Mousqueton of the cavalry.
        Carbine,
        /// *Fusil*.
        Musket,
        /// *Carabine rayée*.
        Rifle,
        /// Guns: the calibre decides the rest.
        Guns,
    } default Musket

    /// Cover of a unit.
    Cover {
        /// In the open.
        None,
        /// A hedge, the edge of a wood.
        Light,
        /// A wall, rocks.
        Hard,
        /// A house or a redoubt.
        House,
    } default None

    /// The side on which a unit is attacked (LA-GAP-21).
    Aspect {
        /// Between the 45° lines in front.
        Front,
        /// Neither front nor rear.
        Flank,
        /// Between the 45° lines behind.
        Rear,
    } default Front

    /// The order of a unit (LA-GAP-13).
    Attitude {
        /// Attaquer: an objective.
        Attack,
        /// Tenir: a place.
        Hold,
        /// *Harceler*.
        Harass,
        /// Couvrir: a friend.
        Cover,
        /// Soutenir: a friend.
        Support,
        /// Manœuvrer: a route.
        Manoeuvre,
        /// Rompre: a destination.
        BreakOff,
    } default Attack

    /// The figures of a type that may skirmish (LA-GAP-78).
    Skirmishes {
        /// None of them.
        None,
        /// Its last company.
        Last,
        /// All of them.
        All,
    } default None

    /// The formations in which a nation fights (LA-GAP-10).
    Fighting {
        /// Line and both columns.
        All,
        /// Line, double line and column of companies.
        British,
    } default All

    /// Weight of shot.
    Calibre {
        /// 3 pounds.
        Three,
        /// 4 pounds.
        Four,
        /// 6 pounds.
        Six,
        /// 8 pounds.
        Eight,
        /// 9 pounds.
        Nine,
        /// 12 pounds.
        Twelve,
    } default Six
}

impl Calibre {
    /// The calibre of this many pounds.
    #[must_use]
    pub const fn of(pounds: u8) -> Option<Self> {
        Some(match pounds {
            3 => Self::Three,
            4 => Self::Four,
            6 => Self::Six,
            8 => Self::Eight,
            9 => Self::Nine,
            12 => Self::Twelve,
            _ => return None,
        })
    }

    #[must_use]
    pub const fn pounds(self) -> u8 {
        match self {
            Self::Three => 3,
            Self::Four => 4,
            Self::Six => 6,
            Self::Eight => 8,
            Self::Nine => 9,
            Self::Twelve => 12,
        }
    }
}

impl Status {
    /// Whether it is guard, elite or regular, which manoeuvre well.
    #[must_use]
    pub const fn good(self) -> bool {
        matches!(self, Self::Guard | Self::Elite | Self::Regular)
    }

    /// Whether it is guard or elite, which no unit passes through (LA-RAL-19, LA-ESQ-12).
    #[must_use]
    pub const fn choice(self) -> bool {
        matches!(self, Self::Guard | Self::Elite)
    }
}

impl Formation {
    /// Whether it is a square of either kind.
    #[must_use]
    pub const fn square(self) -> bool {
        matches!(self, Self::HollowSquare | Self::SolidSquare)
    }

    /// Whether it is a column of either kind.
    #[must_use]
    pub const fn column(self) -> bool {
        matches!(self, Self::Column | Self::DivisionColumn)
    }

    /// Whether it is a line, single or double.
    #[must_use]
    pub const fn line(self) -> bool {
        matches!(self, Self::Line | Self::DoubleLine)
    }

    /// Whether an arm can take this formation at all.
    #[must_use]
    pub const fn suits(self, arm: Arm) -> bool {
        match arm {
            Arm::Infantry => !matches!(self, Self::Limbered | Self::InPosition),
            Arm::Cavalry => matches!(self, Self::Line | Self::DoubleLine | Self::Column | Self::Skirmish),
            Arm::Artillery => matches!(self, Self::Limbered | Self::InPosition),
        }
    }
}

impl Fighting {
    /// Whether troops fight in this formation (LA-CHA-06, LA-GAP-10).
    #[must_use]
    pub const fn includes(self, formation: Formation) -> bool {
        !matches!((self, formation), (Self::British, Formation::DivisionColumn))
    }

    /// Whether troops of an arm use this formation: the double line of infantry is British (LA-GAP-10).
    #[must_use]
    pub const fn forms(self, arm: Arm, formation: Formation) -> bool {
        let double = matches!((arm, formation), (Arm::Infantry, Formation::DoubleLine));
        formation.suits(arm) && (!double || matches!(self, Self::British))
    }
}
