//! The ground between, support of other arms, and the fire under which a unit tests.

use super::situation::{Across, GroundBetween, MoraleSituation, Purpose, Support, UnderFire};
use crate::terms::tally::Tally;
use crate::{Book, Height, Shot, r};
use game::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Height, streams, marshes and obstacles (L3C-MOR-31 to L3C-MOR-34, L3C-GAP-C46).
pub(super) fn ground(s: &MoraleSituation, tally: &mut Tally<'_, impl Trace>) {
    let table = &tally.book.tables.morale;
    let GroundBetween { height, stream, marsh, minor_obstacle, major_obstacle, enemy_cover } = s.ground;
    let height = match height {
        Height::Same => 0,
        Height::Higher => table.higher,
        Height::Lower => table.lower,
    };
    tally.when(true, r::L3C_MOR_31, "height", height);
    tally.when(true, r::L3C_MOR_32, "stream", across(stream, table.stream));
    tally.when(true, r::L3C_MOR_33, "marsh", across(marsh, table.marsh));
    // An obstacle that shelters the enemy counts as its cover, not twice (L3C-GAP-C46).
    let sheltered = s.purpose.attacks() && enemy_cover != crate::Cover::None;
    for (obstacle, what, worth) in [
        (minor_obstacle, "minor_obstacle", table.minor_obstacle),
        (major_obstacle, "major_obstacle", table.major_obstacle),
    ] {
        // The ground counts only in an attack across it, not in a test for another reason.
        let attack = s.purpose != Purpose::Other;
        if attack && !(obstacle == Across::Cross && sheltered) {
            tally.when(true, r::L3C_GAP_C46, what, across(obstacle, worth));
        }
    }
    if s.purpose.attacks() {
        tally.when(true, r::L3C_MOR_34, "enemy_cover", table.enemy_cover.of(enemy_cover));
    }
}

const fn across(how: Across, worth: i8) -> i8 {
    match how {
        Across::None => 0,
        Across::Cross => -worth,
        Across::Behind => worth,
    }
}

/// Support of other arms (L3C-MOR-35), and the danger of friendly guns (L3C-FEU-41).
pub(super) fn support(support: &Support, tally: &mut Tally<'_, impl Trace>) {
    let table = &tally.book.tables.morale;
    let arms = match support.arms {
        0 => 0,
        1 => table.other_arm,
        _ => table.two_other_arms,
    };
    tally.by(r::L3C_MOR_35, "other_arms", support.arms, arms);
    if support.own_guns_near {
        tally.when(true, r::L3C_FEU_41, "own_guns_near", table.guns_near_friends);
    }
}

/// The fire that the tester is under (L3C-MOR-40): infantry and guns add up, within a limit.
pub(super) fn under_fire(fire: &UnderFire, tally: &mut Tally<'_, impl Trace>) {
    let (musketry, guns) = worth(tally.book, fire);
    tally.when(true, r::L3C_MOR_40, "under_musketry", musketry);
    tally.when(true, r::L3C_MOR_40, "under_guns", guns);
}

fn worth(book: &Book, fire: &UnderFire) -> (i8, i8) {
    let table = &book.tables.morale;
    let musketry = if fire.musketry { table.under_musketry } else { 0 };
    let guns = match fire.guns {
        None => 0,
        Some(Shot::Round) => table.under_round_shot,
        Some(Shot::Canister) => table.under_canister,
    };
    (musketry, guns.max(table.most_under_fire - musketry))
}

/// Points counted for the fire expected of the objective: given back if it does not fire (L3C-GAP-C44).
#[must_use]
pub fn expected_fire(book: &Book, fire: &UnderFire) -> i8 {
    if !book.all(&[r::L3C_GAP_C44, r::L3C_MOR_40]) {
        return 0;
    }
    let others = UnderFire {
        musketry: fire.musketry && !fire.musketry_of_objective,
        guns: fire.guns.filter(|_| !fire.guns_of_objective),
        ..UnderFire::default()
    };
    let ((m, g), (n, h)) = (worth(book, &others), worth(book, fire));
    m + g - n - h
}

rulebook::words! {
    /// Knowledge of a fire when the tester counts it.
    Known {
        None,
        /// The objective can deliver it and is expected to.
        Expected,
        /// It has been announced: batteries that advance to fire at each other.
        Announced,
        /// Delivered by another unit, without effect.
        Ineffective,
        /// Delivered by another unit, with effect.
        Effective,
    } default None
}

/// The fires around a tester, before the rules decide which of them count.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Fires {
    /// Fire of infantry or skirmishers.
    pub musketry: Known,
    /// Ammunition of the guns that fire at it.
    pub guns: Option<Shot>,
    /// Knowledge of the fire of those guns.
    #[schemars(extend("x-when" = { "guns": ["round", "canister"] }))]
    pub guns_result: Known,
}

/// The fires that count: those expected of the objective (L3C-MOR-09, L3C-FEU-37), those announced (L3C-MOR-41), and of
/// others only those with effect (L3C-FEU-36).
#[must_use]
pub fn felt(book: &Book, fires: &Fires) -> UnderFire {
    let counts = |known: Known| match known {
        Known::None => false,
        Known::Expected => book.on(r::L3C_MOR_09) && book.on(r::L3C_FEU_37),
        Known::Announced => book.on(r::L3C_MOR_41),
        Known::Ineffective => !book.on(r::L3C_FEU_36),
        Known::Effective => true,
    };
    let guns =
        if fires.guns_result == Known::None && !book.on(r::L3C_FEU_36) { Known::Effective } else { fires.guns_result };
    UnderFire {
        musketry: counts(fires.musketry),
        guns: fires.guns.filter(|_| counts(guns)),
        musketry_of_objective: fires.musketry == Known::Expected,
        guns_of_objective: matches!(fires.guns_result, Known::Expected | Known::Announced),
    }
}

/// The lines of the fires that count.
pub fn fires(book: &Book, fires: &Fires, trace: &mut impl Trace) -> i16 {
    let mut tally = Tally::new(book, trace);
    under_fire(&felt(book, fires), &mut tally);
    tally.sum
}
