//! What comes of a test of morale (LA-RES-02).

rulebook::words! {
    /// What a unit does after a test of morale, from the boldest.
    MoraleResult {
        /// Avance incontrôlée.
        Uncontrolled,
        /// Obéir.
        Obey,
        /// Arrêt.
        Halt,
        /// Retraite.
        Retreat,
        /// Déroute.
        Rout,
        /// Fuite.
        Flight,
    } default Obey
}
