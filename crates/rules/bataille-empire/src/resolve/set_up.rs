//! A battle without a scenario: the attacker, the kind of battle, and the ground (BE-GAP-79 to BE-GAP-81, BE-GAP-85).

use crate::Ud;
use crate::terms::book::{Book, r};
use crate::terms::profile::Grade;
use game::Side;
use rulebook::words;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

words! {
    /// The kinds of battle, the most even first.
    Battle {
        /// Both sides arrive: half of the divisions deployed, the others enter.
        Encounter,
        /// All deployed, one reserve each.
        Battle,
        /// The defender deploys first and has objectives.
        Attack,
        /// The defender keeps a third off the table and holds more objectives.
        Assault,
    } default Encounter
}

/// An army before the battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Army {
    /// Grade of its commander-in-chief.
    pub grade: Grade,
    /// Number of its units of light or irregular cavalry.
    pub light_cavalry: u8,
}

/// The two armies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Meeting {
    pub blue: Army,
    pub red: Army,
    #[schemars(range(min = 1, max = 10_000))]
    pub points: i64,
}

impl Default for Meeting {
    fn default() -> Self {
        Self { blue: Army::default(), red: Army::default(), points: 200 }
    }
}

/// What an army adds to its die: the value of its chief and its scouting (BE-GAP-80).
#[must_use]
pub fn scouting(book: &Book, army: &Army) -> i64 {
    if !book.on(r::BE_GAP_80) {
        return 0;
    }
    let table = &book.tables.set_up;
    let scouts = army.light_cavalry / table.units_per_scout.max(1);
    i64::from(book.tables.grade(army.grade).value) + i64::from(scouts.min(table.most_scouting))
}

/// The attacker and the kind of battle, by the totals of both sides (BE-GAP-80); if equal, a plain die decides the
/// attacker.
#[must_use]
pub fn battle(book: &Book, totals: [i64; 2]) -> (Option<Side>, Battle) {
    let [blue, red] = totals;
    let attacker = match blue.cmp(&red) {
        std::cmp::Ordering::Greater => Some(Side::Blue),
        std::cmp::Ordering::Less => Some(Side::Red),
        std::cmp::Ordering::Equal => None,
    };
    let table = &book.tables.set_up;
    let lead = (blue - red).abs();
    let kinds = [
        (Battle::Assault, table.assault),
        (Battle::Attack, table.attack),
        (Battle::Battle, table.battle),
        (Battle::Encounter, table.encounter),
    ];
    let kind = kinds.into_iter().find(|(_, from)| lead >= i64::from(*from)).map_or(Battle::Encounter, |(kind, _)| kind);
    (attacker, if book.on(r::BE_GAP_80) { kind } else { Battle::Encounter })
}

/// The number of objectives of the defender (BE-GAP-80).
#[must_use]
pub fn objectives(book: &Book, battle: Battle) -> u8 {
    match battle {
        Battle::Encounter | Battle::Battle => 0,
        Battle::Attack => book.tables.set_up.attack_objectives,
        Battle::Assault => book.tables.set_up.assault_objectives,
    }
}

/// The ground of a battle of a given size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct BattleGround {
    /// Width of the table (BE-GAP-79).
    pub width: Ud,
    pub depth: Ud,
    /// Depth of the zones of deployment (BE-GAP-81).
    pub zone: Ud,
    /// Number of objectives of the defender (BE-GAP-80).
    pub objectives: u8,
    /// Turns before the roll for the end (BE-GAP-85).
    pub turns: u16,
}

/// The ground for a kind of battle and a size in points: that of the largest row not above it.
#[must_use]
pub fn ground(book: &Book, points: i64, battle: Battle) -> Option<BattleGround> {
    let rows = &book.tables.field;
    let row = rows.iter().rev().find(|row| row.points <= points).or_else(|| rows.first())?;
    let narrow = battle == Battle::Encounter && book.on(r::BE_GAP_81);
    Some(BattleGround {
        width: if book.on(r::BE_GAP_79) { row.width } else { row.depth },
        depth: row.depth,
        zone: if narrow { row.encounter_zone } else { row.zone },
        objectives: objectives(book, battle),
        turns: if book.on(r::BE_GAP_85) { row.turns } else { u16::MAX },
    })
}
