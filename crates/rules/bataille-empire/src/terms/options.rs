//! Options of a battle: optional rules, and alternative readings where a ruling names one. The default is the ruling.

rulebook::options! {
    /// Opportunity fire only strikes a mover that does not end its move in arc and range (BE-GAP-40).
    opportunity_fire_at_passers_only = false,
    /// The first leg of a charge is at least 4 UD long (BE-GAP-44).
    first_leg_at_least_four = false,
    /// Guns firing at a building read the last column (BE-GAP-51).
    guns_at_buildings_use_last_column = false,
    /// Round shot at a square counts as at a column (BE-GAP-54).
    round_shot_square_as_column = false,
    /// Bad shot, carbine and Militia add up (BE-GAP-59).
    quality_of_fire_adds = false,
    /// Better Morale and better Status add up in shock (BE-GAP-62).
    morale_and_status_add = false,
    /// Cavalry naturally defeated by infantry suffers the whole loss of the row (BE-GAP-64).
    natural_defeat_costs_a_loss = false,
    /// A square in disorder loses its bonus against cavalry (BE-GAP-68).
    disordered_square_loses_bonus = false,
    /// Élan and the order to attack add up (BE-GAP-72).
    elan_and_attack_add = false,
    /// Losses just suffered do not count in the morale test they cause (BE-GAP-74).
    morale_ignores_present_losses = false,
    /// Light troops that fail their morale for the first time retreat instead of fleeing (BE-GAP-76).
    light_troops_retreat_first = false,
    /// The attacker and the kind of battle are rolled before the armies deploy (BE-GAP-80).
    battle_is_rolled = false,
    /// Flank marches (BE-GAP-83).
    flank_march = false,
    /// Average dice in fire and shock (BE-GAP-86).
    average_dice = false,
    /// A counter-charger takes its marker after the shock (BE-GAP-90).
    counter_charge_marked_after = false,
}
