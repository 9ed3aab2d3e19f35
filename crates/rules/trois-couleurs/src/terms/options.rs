//! Options of a battle: optional rules, and the other reading where a ruling names one. The default is the ruling.

rulebook::options! {
    /// Losses by round shot are assigned rank by rank instead of in proportion (L3C-LOSS-10).
    round_shot_dealt = false,
    /// One PAP lost of four figures counts for 5 percent (L3C-GAP-B02).
    one_pap_on_four_is_5 = false,
    /// A score on the boundary of two cases of the contact column is read as the higher one (L3C-GAP-C01).
    contact_boundary_up = true,
    /// The Guard may take its two cases at two different times in a turn (L3C-GAP-C47).
    guard_raises_twice = false,
    /// A cavalry regiment is one unit, not several squadrons (L3C-GAP-A61).
    whole_regiments = false,
    /// No troops are hidden: all stand on the table (L3C-GAP-A66).
    all_on_table = false,
    /// The opponent says whether to demand a test for losses (L3C-GAP-A70).
    ask_for_tests = false,
    /// A meeting stops at the instant at which tactical distance is reached (L3C-GAP-A75).
    stop_at_the_instant = false,
    /// An army breaks by units lost against units present (L3C-GAP-A91).
    break_by_units = false,
    /// Opportunity fire may be aimed at any enemy that moves (L3C-GAP-A18).
    fire_at_any_mover = false,
    /// Troops out of sight are markers that reveal only their type (L3C-GEN-09).
    type_markers = false,
    /// Hidden troops are written on a plan (L3C-GEN-11).
    hidden_on_plan = false,
    /// Columns deploy from the road (L3C-GEN-18, L3C-GEN-19).
    road_deployment = false,
    /// Whole lines are shifted in the operational phase (L3C-OPS-06).
    translation = false,
    /// Cavalry with carbines fires (L3C-FEU-39).
    cavalry_fire = false,
    /// A general who is hit may be only wounded (L3C-CHEF-19).
    wounds = false,
}
