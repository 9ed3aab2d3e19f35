//! The vocabulary of the reference sheet.

use rulebook::words;

words! {
    /// Category of troops.
    Arm {
        Infantry,
        Cavalry,
        Artillery,
    } default Infantry

    /// Weight of cavalry (LC, MC, HC).
    Weight {
        /// *Légère*.
        Light,
        /// *Moyenne*.
        Medium,
        /// *Lourde*.
        Heavy,
    } default Medium

    /// Calibre of guns.
    Guns {
        /// 3 and 4 pounders.
        ThreeFour,
        /// 6 pounders.
        Six,
        /// 8 and 9 pounders.
        EightNine,
        /// 12 pounders.
        Twelve,
    } default Six

    /// Status, worst first; compared by the ranks of the table.
    Status {
        /// *Irréguliers*.
        Irregular,
        /// *Milice*.
        Militia,
        /// *Ligne*.
        Line,
        /// *Élite*.
        Elite,
        /// *Garde*.
        Guard,
    } default Line

    /// Class of manoeuvre.
    Class {
        /// The fastest class.
        A,
        /// The middle class.
        B,
        /// The slowest class.
        C,
    } default B

    Size {
        /// *Petite taille*.
        Small,
        Normal,
        /// *Grande taille*.
        Large,
    } default Normal

    /// Formation (BE-GAP-31).
    Formation {
        /// *Ligne*.
        Line,
        /// *Colonne*.
        Column,
        /// *Carré plein*.
        SolidSquare,
        /// *Carré creux*.
        HollowSquare,
        /// *Tirailleurs*.
        Skirmish,
        /// In a building.
        Garrison,
        /// *Attelée*.
        Limbered,
        /// *Déployée*.
        Deployed,
    } default Line

    /// Order of a division; `None`: a reserve (BE-GAP-23).
    Order {
        None,
        /// *Retraiter*.
        Withdraw,
        /// *Manœuvrer*.
        Manoeuvre,
        /// *Attaquer*.
        Attack,
        Engage,
        /// *Tenir*.
        Hold,
    } default None

    /// Class of ground, best first.
    Going {
        /// *Clair*.
        Clear,
        /// *Accidenté*.
        Rough,
        /// *Difficile*.
        Difficult,
        /// Ground that may not be entered.
        Closed,
    } default Clear

    /// Cover, least first.
    Cover {
        /// In the open.
        None,
        /// *Léger*.
        Light,
        /// *Moyen*.
        Medium,
        /// *Lourd*.
        Heavy,
    } default None

    /// Grade of a general, worst first.
    Grade {
        /// *Mauvais*.
        Poor,
        /// *Ordinaire*.
        Ordinary,
        /// *Compétent*.
        Competent,
        /// *Brillant*.
        Brilliant,
        /// *Stratège*.
        Strategist,
    } default Ordinary

    /// Band of range, nearest first.
    Band {
        /// *Courte*.
        Short,
        /// *Efficace*.
        Effective,
        /// *Longue*.
        Long,
    } default Effective

    /// Column of the table of fire.
    Column {
        /// Infantry at close quarters, guns at short range.
        A,
        /// The middle column.
        B,
        /// The last column.
        C,
    } default A

    /// Row of the table of shocks, mildest first.
    ShockRow {
        /// *Mêlée*.
        Melee,
        /// *Défaite*.
        Defeat,
        /// *Déroute*.
        Rout,
        /// *Éliminée*.
        Eliminated,
    } default Melee
}

impl Formation {
    #[must_use]
    pub const fn is_square(self) -> bool {
        matches!(self, Self::SolidSquare | Self::HollowSquare)
    }
}

impl Status {
    /// Guard or Elite.
    #[must_use]
    pub const fn is_picked(self) -> bool {
        matches!(self, Self::Guard | Self::Elite)
    }
}
