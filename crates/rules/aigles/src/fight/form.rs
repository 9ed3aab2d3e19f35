//! A charge typed in: its situations, and the decisions of the two players.

use super::bout::ChargeBout;
use super::landing::HALF;
use super::stage::{Answer, Fact, Onset, Salvo, Situation, Standing, Who};
use crate::question::{Does, Question};
use crate::resolve::charge::{Charge, Charger, Counter, Duty, Evasion, Runner, counter, duty, may_counter};
use crate::resolve::fire::{Cannonade, Group, Shot, Target, Volley, left};
use crate::resolve::melee::{Fighter, Hands, Melee};
use crate::resolve::morale::{General, Nerve, Occasion};
use crate::resolve::motion::{Change, Changing, change};
use crate::terms::book::Book;
use crate::{Arm, Aspect, Attitude, CM, Calibre, Class, Cover, Distance, Fighting, Formation, Order, Status, Weapon};
use game::{Field, Policy, Reply, Slot, Teller};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Circumstances of the tests of one side besides the two units themselves.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Surroundings {
    /// The generals that count: the unit's own, and the general-in-chief.
    #[schemars(length(max = 2))]
    pub generals: Vec<General>,
    pub aide: bool,
    /// Friendly units within 30 cm.
    #[schemars(range(min = 0, max = 60))]
    pub friends: u8,
    /// Enemy units within 30 cm.
    #[schemars(range(min = 0, max = 60))]
    pub enemies: u8,
    pub enemy_on_flank: bool,
    pub enemy_in_rear: bool,
    /// Batteries that support it.
    #[schemars(range(min = 0, max = 12))]
    pub batteries: u8,
    pub routed_before: bool,
    pub village: bool,
}

/// A unit that takes part.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[allow(clippy::struct_excessive_bools, reason = "each is a quality of its own")]
pub struct Party {
    pub arm: Arm,
    pub status: Status,
    #[schemars(range(min = -5, max = 20))]
    pub moral: i8,
    pub class: Class,
    pub attitude: Attitude,
    /// Light cavalry: foragers and no lance.
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub light: bool,
    #[schemars(extend("x-when" = { "arm": ["cavalry"] }))]
    pub cuirass: bool,
    pub formation: Formation,
    pub order: Order,
    /// Figures at the start of the battle.
    #[schemars(range(min = 1, max = 120))]
    pub initial: u8,
    /// Losses in the battle so far.
    #[schemars(range(min = 0, max = 3600))]
    pub losses: u16,
    /// Allowance of a period in its formation.
    #[schemars(range(min = 1, max = 60))]
    pub allowance: u8,
    /// Distance bonus of that formation.
    #[schemars(range(min = 0, max = 20))]
    pub distance_bonus: u8,
    /// Allowance in column, at which it runs away.
    #[schemars(range(min = 1, max = 60))]
    pub column: u8,
    /// Figures of each rank from the front.
    #[schemars(length(max = 40), inner(range(min = 1, max = 60)))]
    pub ranks: Vec<u8>,
    /// The kinds of figure that fight in the first round.
    #[schemars(length(min = 1, max = 6))]
    pub hands: Vec<Hands>,
    pub weapon: Weapon,
    /// Weight of shot of a battery.
    #[schemars(extend("x-when" = { "weapon": ["guns"] }))]
    pub calibre: Calibre,
    /// The kinds of figure that bear on the charger, gunners of a battery; empty: it does not fire.
    #[schemars(length(max = 6))]
    pub fires: Vec<Group>,
    /// It has not yet fired in this battle.
    pub first_fire: bool,
    pub cover: Cover,
    /// It stands higher on a slope.
    pub higher: bool,
    /// It has fought a melee before in this battle.
    pub fought_before: bool,
    /// It has lost a whole figure to fire.
    pub lost_to_fire: bool,
    /// Points of the general or aide in contact with it.
    #[schemars(range(min = 10, max = 100))]
    pub officer: Option<u8>,
    /// Other circumstances of its tests.
    pub nerve: Surroundings,
}

impl Default for Party {
    fn default() -> Self {
        Self {
            arm: Arm::Infantry,
            status: Status::Regular,
            moral: 4,
            class: Class::B,
            attitude: Attitude::Attack,
            light: false,
            cuirass: false,
            formation: Formation::Line,
            order: Order::Formed,
            initial: 16,
            losses: 0,
            allowance: 12,
            distance_bonus: 3,
            column: 16,
            ranks: Vec::new(),
            hands: vec![Hands { combat: 4, bonus: 1, figures: 5 }],
            weapon: Weapon::Musket,
            calibre: Calibre::Eight,
            fires: Vec::new(),
            first_fire: false,
            cover: Cover::None,
            higher: false,
            fought_before: false,
            lost_to_fire: false,
            officer: None,
            nerve: Surroundings::default(),
        }
    }
}

/// A whole charge, as typed in.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WholeCharge {
    /// Distance between the two.
    #[schemars(range(max = 1000))]
    pub distance: Distance,
    /// Declared in the second half of the period.
    pub second_half: bool,
    /// The charger has to turn to its target first.
    pub reorient: bool,
    /// The side from which the target is attacked.
    pub side: Aspect,
    pub charger: Party,
    /// The unit charged.
    pub target: Party,
    pub answer: Answer,
    /// The formation that it changes to in answer.
    pub change_to: Formation,
    /// It declared its evasion at the start of the half.
    #[schemars(extend("x-when" = { "answer": ["evade"] }))]
    pub evasion_declared: bool,
    pub hold_fire: bool,
    /// A winner that has the choice follows.
    pub follow: bool,
    /// Number of melee rounds to resolve.
    #[schemars(range(min = 1, max = 3))]
    pub rounds: u8,
}

impl Default for WholeCharge {
    fn default() -> Self {
        Self {
            distance: Distance::of(13),
            second_half: false,
            reorient: false,
            side: Aspect::Front,
            charger: Party {
                moral: 5,
                class: Class::A,
                formation: Formation::Column,
                initial: 18,
                allowance: 18,
                distance_bonus: 4,
                column: 18,
                ranks: vec![3; 6],
                hands: vec![Hands { combat: 5, bonus: 2, figures: 3 }],
                ..Party::default()
            },
            target: Party {
                attitude: Attitude::Hold,
                fires: vec![Group { fire: 4, figures: 8 }],
                first_fire: true,
                ..Party::default()
            },
            answer: Answer::CarryOn,
            change_to: Formation::HollowSquare,
            evasion_declared: false,
            hold_fire: false,
            follow: false,
            rounds: 1,
        }
    }
}

impl WholeCharge {
    #[must_use]
    pub const fn party(&self, who: Who) -> &Party {
        match who {
            Who::Charger => &self.charger,
            Who::Target => &self.target,
        }
    }

    /// The timing of the charge.
    #[must_use]
    pub fn charge(&self) -> Charge {
        Charge {
            allowance: self.charger.allowance,
            bonus: self.charger.distance_bonus,
            distance: self.distance,
            second_half: self.second_half,
            reorient: self.reorient,
            crooked: false,
            target_weapon: if self.target.fires.is_empty() { Weapon::None } else { self.target.weapon },
            target_calibre: self.target.calibre,
        }
    }

    fn evasion(&self) -> Evasion {
        let target = &self.target;
        Evasion {
            attitude: target.attitude,
            formation: target.formation,
            cover: target.cover,
            sheltered: target.nerve.village,
            charged: true,
            declared: self.evasion_declared,
            charge: self.charge(),
        }
    }

    /// The change of formation that the target would make in answer.
    fn change(&self) -> Option<(Formation, Changing)> {
        let target = &self.target;
        let found = Change::between(target.arm, target.formation, self.change_to)?;
        let changing = Changing {
            change: found,
            class: target.class,
            status: target.status,
            horse_guns: false,
            reaction: true,
            contact: None,
        };
        Some((self.change_to, changing))
    }

    fn counter(&self) -> Counter {
        Counter {
            charger: Runner { allowance: self.charger.allowance, bonus: self.charger.distance_bonus },
            counter: Runner { allowance: self.target.allowance, bonus: self.target.distance_bonus },
            distance: self.distance,
            reorient: self.reorient,
        }
    }
}

/// The answers open to a target, the usual one first: a unit that must evade has no other (LA-ESQ-02).
#[must_use]
pub fn answers(book: &Book, charge: &WholeCharge) -> SmallVec<[Answer; 4]> {
    let target = &charge.target;
    let mut open: SmallVec<[Answer; 4]> = SmallVec::new();
    let due = duty(book, &charge.evasion());
    if due == Duty::Must || due == Duty::May && charge.evasion_declared {
        open.push(Answer::Evade);
        return open;
    }
    open.push(Answer::CarryOn);
    let charger = Charger {
        arm: target.arm,
        formation: target.formation,
        order: target.order,
        fighting: Fighting::All,
        attitude: target.attitude,
        figures: left(book, target.initial, target.losses).0,
        detached: false,
        uncontrolled: false,
    };
    let may = may_counter(book, &charger, charge.charger.arm, true).is_ok();
    if may && charge.side == Aspect::Front && counter(book, &charge.counter()).possible {
        open.push(Answer::CounterCharge);
    }
    if charge.change().is_some_and(|(_, changing)| change(book, &changing).is_some()) {
        open.push(Answer::ChangeFormation);
    }
    open
}

/// Answers what a charge asks from the form.
pub struct Form<'a>(pub &'a WholeCharge);

/// Decisions of the two players, by the form.
pub struct Wish<'a>(pub &'a WholeCharge);

impl<'a> Teller<ChargeBout<'a>> for Form<'_> {
    fn tell(&self, bout: &ChargeBout<'a>, fact: &Fact) -> Option<Situation> {
        let book = bout.book;
        Some(match *fact {
            Fact::Onset => Situation::Onset(Box::new(self.onset(book))),
            Fact::Nerve(who, occasion) => Situation::Nerve(Box::new(self.nerve(bout, who, occasion))),
            Fact::Fires { quarters, distance } => Situation::Fires(self.fires(bout, quarters, distance)),
            Fact::Fighters => Situation::Fighters(Box::new(Melee {
                attacker: self.fighter(bout, Who::Charger),
                defender: self.fighter(bout, Who::Target),
            })),
        })
    }
}

impl Form<'_> {
    fn onset(&self, book: &Book) -> Onset {
        let charge = self.0;
        let rout = book.tables.movement.rout;
        let run = i64::from(charge.target.column) * i64::from(CM) * rout.num / (4 * rout.den);
        Onset {
            charge: charge.charge(),
            side: charge.side,
            answers: answers(book, charge),
            may_fire: !charge.target.fires.is_empty(),
            counter: charge.counter().counter,
            change: charge.change(),
            evasion: charge.evasion(),
            run: Distance::from_cm(rulebook::saturated::<i32, _>(run)),
            charger: self.standing(book, Who::Charger),
            target: self.standing(book, Who::Target),
            rounds: charge.rounds.max(1),
        }
    }

    fn standing(&self, book: &Book, who: Who) -> Standing {
        let party = self.0.party(who);
        Standing {
            arm: party.arm,
            status: party.status,
            attitude: party.attitude,
            initial: party.initial,
            losses: party.losses,
            figures: left(book, party.initial, party.losses).0,
            formation: party.formation,
            order: party.order,
            lost_to_fire: party.lost_to_fire,
            combat: party.hands.first().map_or(0, |hands| hands.combat),
            ..Standing::default()
        }
    }

    fn nerve(&self, bout: &ChargeBout<'_>, who: Who, occasion: Occasion) -> Nerve {
        let (party, other) = (self.0.party(who), self.0.party(who.other()));
        let own = bout.state.side_of(who);
        let seen = &party.nerve;
        let difference = bout.state.received(Who::Charger).abs_diff(bout.state.received(Who::Target));
        // In the charge the fires of the half count; for the loser of the round at the end of the period, those of its
        // second half (LA-GAP-54).
        let lost = occasion == Occasion::MeleeLost;
        let late = self.0.second_half || bout.state.landing > HALF;
        let under_fire =
            who == Who::Charger && occasion != Occasion::Charging && bout.state.round <= 1 && (late || !lost);
        let general = |points: u8| points > bout.book.tables.officers.aide_budget;
        let mut generals = seen.generals.clone();
        if own.officer_lost.is_some() {
            generals.retain(|general| general.distance.cm() > 0);
        }
        Nerve {
            moral: party.moral,
            status: party.status,
            occasion,
            arm: party.arm,
            formation: own.formation,
            order: own.order,
            against_cavalry: other.arm == Arm::Cavalry && (lost || who == Who::Target),
            // A charger tests as a charger for anything on its way (LA-MOR-03).
            charging: who == Who::Charger && occasion == Occasion::Other,
            cover: party.cover,
            village: seen.village,
            routed_before: seen.routed_before,
            generals,
            general_lost: own.officer_lost.filter(|points| general(*points)),
            // A fallen aide is no longer with it.
            aide: seen.aide && own.officer_lost.is_none_or(general),
            friends: seen.friends,
            enemies: seen.enemies,
            enemy_on_flank: seen.enemy_on_flank,
            enemy_in_rear: seen.enemy_in_rear,
            // A round takes a period: that of the last round counts (LA-MOR-06).
            won_lately: own.won || own.won_before,
            lost_in_a_row: if lost { own.lost_in_a_row } else { 0 },
            loss_difference: if lost { difference } else { 0 },
            fires: if under_fire { bout.state.fires.to_vec() } else { Vec::new() },
            batteries: seen.batteries,
            initial: own.initial,
            figures: own.figures,
            losses: own.losses,
            ..Nerve::default()
        }
    }

    fn fires(&self, bout: &ChargeBout<'_>, quarters: u8, distance: Distance) -> Vec<Salvo> {
        let (charge, state) = (self.0, &bout.state);
        let target = &charge.target;
        if quarters == 0 || target.fires.is_empty() {
            return Vec::new();
        }
        let least = if state.charger.formation == Formation::DoubleLine { 2 } else { 1 };
        let deep = charge.charger.ranks.len().max(least);
        let at = Target {
            arm: charge.charger.arm,
            formation: state.charger.formation,
            ranks: rulebook::saturated::<u8, _>(deep),
            status: charge.charger.status,
            cover: charge.charger.cover,
            charging: true,
            higher: charge.charger.higher,
            cuirass: charge.charger.cuirass,
            officer: false,
        };
        if target.weapon == Weapon::Guns {
            // Canister within its range: guns fire it by default.
            let canister = Cannonade::canister(bout.book, target.calibre, distance);
            let gunners = target.fires.iter().map(|group| Cannonade {
                calibre: target.calibre,
                fire: group.fire,
                figures: group.figures,
                distance,
                shot: if canister { Shot::Canister } else { Shot::Round },
                quarters,
                target: at,
            });
            return gunners.map(Salvo::Guns).collect();
        }
        vec![Salvo::Small(Volley {
            weapon: target.weapon,
            distance,
            groups: target.fires.clone(),
            quarters,
            first_fire: target.first_fire && !state.fired,
            skirmish: state.target.formation == Formation::Skirmish,
            order: state.target.order,
            rain: false,
            target: at,
        })]
    }

    fn fighter(&self, bout: &ChargeBout<'_>, who: Who) -> Fighter {
        let (charge, state) = (self.0, &bout.state);
        let (party, own) = (charge.party(who), state.side_of(who));
        let round = state.round + 1;
        // Against an unbroken square only the figures around its faces fight (LA-GAP-22, 2).
        let square = state.target.formation.square() && state.target.order < Order::Unformed;
        let hands = if round == 1 || square { party.hands.clone() } else { all_hands(party, own.figures) };
        Fighter {
            arm: party.arm,
            light: party.light,
            cuirass: party.cuirass,
            formation: own.formation,
            order: own.order,
            hands,
            charging: own.charging,
            ranks: party.ranks.clone(),
            round,
            fought_before: party.fought_before,
            lost_to_fire: own.lost_to_fire,
            cover: party.cover,
            higher: party.higher,
            side: if who == Who::Charger { state.side } else { Aspect::Front },
            following: own.following,
            uncontrolled: own.uncontrolled,
            fire_losses: own.fire_losses,
            officer: if own.officer_lost.is_some() { None } else { party.officer },
            ..Fighter::default()
        }
    }
}

/// All figures left, in the proportions of the first rank: from the second round on all figures fight (LA-GAP-22, 2).
fn all_hands(party: &Party, figures: u8) -> Vec<Hands> {
    let front: u32 = party.hands.iter().map(|hands| u32::from(hands.figures)).sum();
    let mut rest = u16::from(figures);
    let share = |hands: &Hands| {
        let part = u32::from(figures) * u32::from(hands.figures) / front.max(1);
        let part = rulebook::saturated::<u16, _>(part).min(rest);
        rest -= part;
        Hands { figures: part, ..*hands }
    };
    let mut all: Vec<Hands> = party.hands.iter().map(share).collect();
    if let Some(last) = all.last_mut() {
        last.figures += rest;
    }
    all
}

impl<'a> Policy<ChargeBout<'a>> for Wish<'_> {
    fn reply(&self, bout: &ChargeBout<'a>, slot: &Slot, fields: &[Field]) -> Vec<Reply> {
        let charge = self.0;
        let wanted = match Question::of(slot) {
            Some(Question::React) => {
                let open = bout.state.onset.answers.contains(&charge.answer);
                open.then(|| charge.answer.does().key())
            }
            Some(Question::Fire) => charge.hold_fire.then(|| Does::HoldFire.key()),
            Some(Question::FollowUp) => charge.follow.then(|| Does::Follow.key()),
            _ => None,
        };
        let pick = |field: &Field| wanted.clone().map_or_else(|| field.default.clone(), Reply::pick);
        fields.iter().map(pick).collect()
    }
}
