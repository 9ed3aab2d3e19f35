//! Options of a battle: optional chapters, and alternative readings where a ruling names one. The default is the
//! ruling.

rulebook::options! {
    /// Two doublings make three times the score instead of four (ML-GAP-01).
    additive_doublings = false,
    /// Skirmishers who fall back become disorganised like all others (ML-GAP-17).
    skirmishers_fall_back_disordered = false,
    /// Shaken units react and fire defensively (ML-GAP-28).
    shaken_defensive_fire = false,
    /// A unit whose charge ended in melee may charge again in the next turn (ML-GAP-61).
    charge_after_melee = false,
    /// A view over an obstacle also works in reverse if only the target stands high (ML-GAP-62).
    mirrored_overlook = false,
    /// Chapter 11: units under M act one after another.
    alternate_movement = false,
    /// Chapter 12, for players who agree on it: howitzers, dragoons and sharpshooters.
    capabilities = false,
}
