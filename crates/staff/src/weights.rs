//! What a captain weighs, in numbers: hundredths unless it says otherwise. They were found by letting captains fight recruits
//! and chance on a small scenario, and looked over on larger ones (see docs/generals.md); no ruleset is named by them.

/// Weights of a captain.
#[derive(Debug)]
pub(crate) struct Weights {
    /// What an attack has in hand, in points of shock.
    pub edge: i64,
    /// What it gains from the side.
    pub flank: i64,
    /// What it gains from behind.
    pub rear: i64,
    /// What it gains against one who hesitates.
    pub halted: i64,
    /// What it gains against one who is shaken.
    pub shaken: i64,
    /// What it gains against one who runs.
    pub running: i64,
    /// Thousandths of chance for a point of shock.
    pub slope: i64,
    /// The fire of whoever is met in front, in points of shock for a share of its worth.
    pub fire_met: i64,
    /// What of a steady enemy's worth a good attack takes.
    pub prize_steady: i64,
    /// What of a shaken one's.
    pub prize_shaken: i64,
    /// What of a running one's.
    pub prize_running: i64,
    /// What of its worth an attack that fails costs.
    pub loss: i64,
    /// What the fire of whoever is met costs.
    pub fire_cost: i64,
    /// Weight of the worst attack that is to be feared.
    pub worst: i64,
    /// Weight of the next worst.
    pub second: i64,
    /// Weight of all fires that are to be feared.
    pub fires: i64,
    /// What is left of an attack if a friend stands in its way.
    pub screen: i64,
    /// Weight of the best fire from a place.
    pub chance_fire: i64,
    /// Weight of the best attack from a place.
    pub chance_attack: i64,
    /// What a fire that needs a turn is worth.
    pub fire_aside: i64,
    /// What an attack that needs a turn is worth.
    pub attack_aside: i64,
    /// A friend near enough to support, in hundredths of a point.
    pub friend: i64,
    /// All of them together at most.
    pub friends: i64,
    /// To be out of everybody's sight costs.
    pub alone: i64,
    /// To be out of the leader's reach costs.
    pub unled: i64,
    /// What a loss weighs if the army breaks by it.
    pub last_straw: i64,
    /// The chance, in thousandths, from which horse on which the army hangs attacks.
    pub sure: i64,
    /// The same where it is attacked and must do something.
    pub surely: i64,
    /// What units on foot expect of an attack.
    pub foot_keen: i64,
    /// What is left of an attack to be feared if the enemy does not face this way.
    pub harm_aside: i64,
    /// What is left of it if he has his back turned.
    pub harm_behind: i64,
    /// What an attack on one who is behind is worth.
    pub attack_behind: i64,
    /// How far the attacks that are to be feared where a unit stands are counted by the rules, the rest by ratings.
    pub exact: i64,
    /// What it costs to get out of the way of an attack, beside what it costs at once.
    pub flee: i64,
    /// Weight of an attack beside standing.
    pub attack_part: i64,
    /// What an attack is worth if a friend attacks the same enemy.
    pub again: i64,
    /// Weight of a place from which an attack drives the enemy.
    pub goal_part: i64,
    /// What of a threat an attack takes away.
    pub attack_threat: i64,
    /// What a threat costs more on the move.
    pub advance_threat: i64,
    /// Weight of the fire of whoever stands.
    pub hold_fire: i64,
    /// What going back costs, in hundredths of a point.
    pub withdraw_base: i64,
    /// What it costs for each point of the unit.
    pub withdraw_worth: i64,
    /// What of a threat it avoids.
    pub withdraw_threat: i64,
    /// What losing its orders costs a unit, in hundredths of a point.
    pub idle: i64,
    /// What is left of its fire then.
    pub idle_fire: i64,
    /// What an order of its own must be better by, in hundredths of a point.
    pub own_order: i64,
    /// To be sent to attack nobody costs so much.
    pub no_prey: i64,
    /// What places are worth in the first turn.
    pub early: i64,
    /// What of a mission's worth being there is.
    pub there: i64,
    /// What a turn's march from it costs of its worth.
    pub approach: i64,
    /// A place has enough friends at this share of what presses on it.
    pub pressed: i64,
    /// How fit horse is to take a place.
    pub horse_fit: i64,
    /// What a place is worth to the second who goes there.
    pub shared: i64,
    /// A friend near the prey, in hundredths of a point.
    pub hunt_friends: i64,
    /// The least worth of a hunt, in hundredths of a point.
    pub hunt_least: i64,
    /// What it is worth to support a friend, in hundredths of a point.
    pub support_worth: i64,
    /// How far behind its friends a reserve stands, in hundredths of the distance of supports.
    pub reserve: i64,
    /// To be turned from the enemy costs.
    pub facing: i64,
    /// What a place is worth to those beside whoever takes it.
    pub beside: i64,
    /// A change of formation costs, in hundredths of a point.
    pub reform: i64,
    /// Getting into order is worth, in hundredths of a point.
    pub unformed: i64,
    /// Going into a building is worth, in hundredths of a point.
    pub enter: i64,
    /// What of a fire is lost by moving.
    pub stir: i64,
    /// To march through a friend costs, in hundredths of a point.
    pub crowd: i64,
    /// The least chance, in thousandths, with which a balanced captain attacks.
    pub least: u16,
    /// Weight of fire in the formation before the battle.
    pub draw_fire: i64,
    /// Weight of speed there, in thousandths.
    pub draw_reach: i64,
    /// The threat from which a shaken unit goes back, in hundredths of a point.
    pub retreat: i64,
    /// What a point of command is worth, in hundredths of a point.
    pub pains: i64,
    /// What a march must be worth more than to stay, in hundredths of a point.
    pub stay: i64,
}

impl Weights {
    /// Those of a recruit: he weighs little.
    pub const RECRUIT: Self = Self {
        last_straw: 150,
        sure: 650,
        surely: 500,
        crowd: 1_200,
        retreat: 900,
        flee: 100,
        draw_fire: 67,
        draw_reach: 10,
        ..Self::LINE
    };

    /// Those of a captain who fights in line.
    pub const LINE: Self = Self {
        edge: 13,
        flank: 22,
        rear: 27,
        halted: 6,
        shaken: 43,
        running: 31,
        slope: 13,
        fire_met: 50,
        prize_steady: 24,
        prize_shaken: 92,
        prize_running: 95,
        loss: 200,
        fire_cost: 60,
        worst: 25,
        second: 48,
        fires: 42,
        screen: 25,
        chance_fire: 62,
        chance_attack: 24,
        fire_aside: 45,
        attack_aside: 77,
        friend: 79,
        friends: 792,
        alone: 478,
        unled: 500,
        last_straw: 399,
        sure: 750,
        surely: 673,
        foot_keen: 100,
        harm_aside: 80,
        harm_behind: 50,
        attack_behind: 50,
        exact: 80,
        flee: 300,
        attack_part: 178,
        again: 80,
        goal_part: 12,
        attack_threat: 49,
        advance_threat: 23,
        hold_fire: 120,
        withdraw_base: 33,
        withdraw_worth: 15,
        withdraw_threat: 50,
        idle: 250,
        idle_fire: 50,
        own_order: 120,
        no_prey: 400,
        early: 71,
        there: 31,
        approach: 31,
        pressed: 60,
        horse_fit: 70,
        shared: 76,
        hunt_friends: 150,
        hunt_least: 400,
        support_worth: 1_230,
        reserve: 120,
        facing: 66,
        beside: 68,
        reform: 552,
        unformed: 99,
        enter: 777,
        stir: 50,
        crowd: 1_433,
        least: 325,
        draw_fire: 67,
        draw_reach: 9,
        retreat: 300,
        pains: 20,
        stay: 20,
    };

    /// Those of a captain with a handful of units.
    pub const CAPTAIN: Self = Self {
        edge: 13,
        flank: 65,
        rear: 39,
        halted: 6,
        shaken: 43,
        running: 12,
        slope: 15,
        fire_met: 27,
        prize_steady: 33,
        prize_shaken: 415,
        prize_running: 532,
        loss: 62,
        fire_cost: 33,
        worst: 56,
        second: 21,
        fires: 27,
        screen: 19,
        chance_fire: 40,
        chance_attack: 32,
        fire_aside: 97,
        attack_aside: 117,
        friend: 108,
        friends: 1_387,
        alone: 1_098,
        unled: 323,
        last_straw: 67,
        sure: 78,
        surely: 898,
        foot_keen: 48,
        harm_aside: 474,
        harm_behind: 131,
        attack_behind: 25,
        exact: 31,
        flee: 187,
        attack_part: 310,
        again: 13,
        goal_part: 13,
        attack_threat: 68,
        advance_threat: 44,
        hold_fire: 237,
        withdraw_base: 17,
        withdraw_worth: 19,
        withdraw_threat: 25,
        idle: 398,
        idle_fire: 40,
        own_order: 60,
        no_prey: 188,
        early: 37,
        there: 14,
        approach: 44,
        pressed: 196,
        horse_fit: 47,
        shared: 60,
        hunt_friends: 332,
        hunt_least: 2_726,
        support_worth: 1_753,
        reserve: 231,
        facing: 16,
        beside: 136,
        reform: 1_377,
        unformed: 594,
        enter: 1_496,
        stir: 48,
        crowd: 1_099,
        least: 85,
        draw_fire: 67,
        draw_reach: 9,
        retreat: 155,
        pains: 20,
        stay: 20,
    };
}
