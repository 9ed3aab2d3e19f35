//! The value of a unit in a typical fight: against a line battalion, or against dragoons.

use crate::resolve::fire::{self, Fire};
use crate::resolve::shock::{self, Fighter, Reply, Shock, Who};
use crate::{Arm, BatailleEmpire, Body, Formation, Order};
use dice::distribution;
use game::Quiet;

/// The mean cost of half a loss to a typical unit, in hundredths of a point, with the test that a whole loss causes.
const HALF_LOSS: f64 = 290.0;

/// The effect of fire on a formation, as a percentage of that on a line.
pub(super) const fn exposure(formation: Formation) -> i32 {
    match formation {
        Formation::Column | Formation::Limbered => 130,
        Formation::SolidSquare | Formation::HollowSquare => 160,
        Formation::Skirmish | Formation::Deployed | Formation::Garrison => 50,
        Formation::Line => 100,
    }
}

const fn dragoons() -> Fighter {
    let mut fighter = line();
    fighter.body.arm = Arm::Cavalry;
    fighter
}

const fn line() -> Fighter {
    Fighter {
        body: Body {
            arm: Arm::Infantry,
            weight: crate::Weight::Medium,
            guns: crate::Guns::Six,
            formation: Formation::Line,
            status: crate::Status::Line,
            morale: 3,
            class: crate::Class::B,
            ft: 0,
            inside: false,
            losses: crate::Losses::NONE,
            size: crate::Size::Normal,
            abilities: crate::Abilities::NONE,
            disorder: false,
            marker: false,
            general: false,
            out_of_command: false,
        },
        order: Order::Engage,
        charging: false,
        opportunity: false,
        pursuit: false,
        flank_attack: false,
        penalised: false,
        difficult_ground: false,
        bridge: false,
        building: false,
        village: false,
        secure_flanks: 1,
        cover: crate::Cover::None,
        height: false,
        bank: false,
        morale_supports: 0,
        supports: crate::Supports { fire: 0, canister: 0, skirmishers: 0 },
        threatened: 0,
        threatened_by_cavalry: 0,
    }
}

impl BatailleEmpire {
    /// The value of a unit in a typical fight: by fire, charging a line, and charged by dragoons.
    pub(super) fn usual(&self, body: &Body) -> (i64, i32, i32) {
        let look = || (self.usual_fire(body), self.usual_shock(body), self.usual_stand(body));
        self.known_usual.get(body, look)
    }

    /// Mean points taken from a line by one fire, in hundredths.
    pub(super) fn usual_fire(&self, body: &Body) -> i64 {
        let table = &self.book.tables.range;
        let distance = match body.arm {
            Arm::Cavalry => return 0,
            Arm::Artillery => table.guns.of(body.guns).effective,
            Arm::Infantry => table.infantry,
        };
        let shooter = Body { marker: false, ..*body };
        let fire = Fire { shooter, target: line().body, distance, stationary: true, ..Fire::default() };
        let Some(laid) = fire::lay(&self.book, &fire, &mut Quiet) else { return 0 };
        let Ok(dist) = distribution(&laid.throw) else { return 0 };
        let halves =
            dist.iter().map(|(class, _)| f64::from(laid.losses(class).in_halves()) * dist.probability(class).to_f64());
        (halves.sum::<f64>() * HALF_LOSS).round() as i64
    }

    /// Its value when it charges a line, as a percentage of an even fight.
    fn usual_shock(&self, body: &Body) -> i32 {
        let attacker = Fighter { body: *body, ..line() };
        self.even(&Shock { attacker, defender: line(), reply: Reply::Stand }, Who::Attacker)
    }

    /// Its value when dragoons charge it.
    fn usual_stand(&self, body: &Body) -> i32 {
        let defender = Fighter { body: *body, ..line() };
        self.even(&Shock { attacker: dragoons(), defender, reply: Reply::Stand }, Who::Defender)
    }

    /// A point of difference is worth about a ninth of an even fight.
    fn even(&self, shock: &Shock, who: Who) -> i32 {
        let modifier = |who| i32::from(shock::modifiers(&self.book, shock, who, &mut Quiet));
        (100 + 11 * (modifier(who) - modifier(who.other()))).clamp(10, 250)
    }
}
