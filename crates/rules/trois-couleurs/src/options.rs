//! Options of a battle: optional rules, and the other reading where a ruling names one. The default is the ruling.

rulebook::options! {
    /// Losses by round shot are dealt rank by rank instead of shared in proportion (L3C-LOSS-10).
    round_shot_dealt = false,
    /// One PAP lost of four figures counts for 5 percent (L3C-GAP-B02).
    one_pap_on_four_is_5 = false,
    /// A score on the boundary of two cases of the contact column is read as the higher one (L3C-GAP-C01).
    contact_boundary_up = true,
    /// The Guard may take its two cases at two different times in a turn (L3C-GAP-C47).
    guard_raises_twice = false,
    /// Troops out of sight are markers that only tell their type (L3C-GEN-09).
    type_markers = false,
    /// Hidden troops are written on a plan (L3C-GEN-11).
    hidden_on_plan = false,
    /// Columns deploy from the road (L3C-GEN-18, L3C-GEN-19).
    road_deployment = false,
    /// Whole lines are shifted in the operational phase (L3C-OPS-06).
    translation = false,
    /// Cavalry with carbines fires (L3C-FEU-39).
    cavalry_fire = false,
    /// A general who is hit may be wounded only (L3C-CHEF-19).
    wounds = false,
}
