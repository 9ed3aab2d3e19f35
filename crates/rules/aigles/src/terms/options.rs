//! Options of a battle: optional rules, and the other reading where a ruling names one. The default is the ruling.

rulebook::options! {
    /// An evading unit may split in two to pass both sides of a friend (LA-ESQ-14).
    split_evasion = false,
    /// A cell of the table of losses stands for half a period of fire (LA-GAP-03).
    table_is_half = false,
    /// Officers move in every quarter, a quarter of their move each (LA-GAP-59).
    officers_each_quarter = false,
    /// A unit blocked by a friend passes through it, and both are in disorder (LA-GAP-62).
    blocked_friends_pass = false,
    /// All front-rank figures bear on an enemy that charges the unit itself (LA-GAP-64).
    whole_line_fires_at_charger = false,
    /// Squares never open in an uncontrolled advance (LA-GAP-66).
    squares_never_burst = false,
    /// Every battalion stands at its full strength (LA-GAP-68).
    full_battalions = false,
    /// Rain changes nothing (LA-GAP-73).
    rain_is_nothing = false,
    /// Any cavalry in line may split in a charge (LA-GAP-80).
    any_cavalry_splits = false,
    /// Ordinary entries into melee are not announced before they land (LA-GAP-83).
    entries_unannounced = false,
}
