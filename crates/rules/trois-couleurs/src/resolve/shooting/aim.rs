//! Targets that a unit may fire at: sight, obstruction, and units that only appear (FEU, L3C-INT-19).

use crate::{Arm, Book, Distance, Shot, r};
use game::Rule;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A moving unit that comes into view.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Glimpse {
    pub arm: Arm,
    /// Distance that it has moved in view.
    pub visible: Distance,
    /// The shooter is the objective of its assault.
    pub objective: bool,
    /// It stands in view now (L3C-GAP-B25).
    pub stands: bool,
}

/// Whether a unit that only appears may be fired at (L3C-FEU-28): if it is long enough in view, or by its own
/// objective.
#[must_use]
pub fn appears(book: &Book, glimpse: &Glimpse) -> bool {
    let enough = glimpse.visible >= book.tables.distance.appears.of(glimpse.arm == Arm::Cavalry);
    let stands = glimpse.stands && book.on(r::L3C_GAP_B25);
    glimpse.objective || stands || enough || !book.on(r::L3C_FEU_28)
}

/// A shooter and a target that both manoeuvre first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Manoeuvring {
    /// PA of the shooter's manoeuvre.
    #[schemars(range(min = 0, max = 12))]
    pub shooter_points: u8,
    /// PA of the target's manoeuvre.
    #[schemars(range(min = 0, max = 12))]
    pub target_points: u8,
}

rulebook::words! {
    /// How the target is seen.
    Shown {
        /// Not in time.
        None,
        /// After its manoeuvre.
        Still,
        /// During its manoeuvre.
        Crossing,
    } default None
}

/// How the target appears to a shooter that had to manoeuvre first (L3C-INT-19).
#[must_use]
pub fn after_manoeuvre(book: &Book, both: &Manoeuvring) -> Shown {
    if !book.on(r::L3C_INT_19) {
        return Shown::Still;
    }
    match both.shooter_points.cmp(&both.target_points) {
        _ if both.target_points == 0 => Shown::None,
        std::cmp::Ordering::Greater => Shown::None,
        std::cmp::Ordering::Equal => Shown::Crossing,
        std::cmp::Ordering::Less => Shown::Still,
    }
}

rulebook::words! {
    /// A crest beside a unit.
    Crest {
        None,
        /// The edge of the plateau on which the unit stands.
        Plateau,
        /// The crest of a hill behind which the unit stands.
        Hill,
    } default None
}

/// The ground around one end of a line of fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Place {
    pub level: u8,
    /// The crest between this end and the other.
    pub crest: Crest,
    /// Distance behind that crest.
    pub behind: Distance,
    /// Distance inside a dense wood; `None`: not in one.
    pub in_dense_wood: Option<Distance>,
}

/// Friends in the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Overflown {
    pub level: u8,
    /// They are skirmishers (L3C-FEU-16).
    pub skirmish: bool,
    /// Distance from the shooter.
    pub from_shooter: Distance,
    /// Distance from the target.
    pub to_target: Distance,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LineOfFire {
    /// The shooter's arm.
    pub arm: Arm,
    /// Ammunition of guns.
    #[schemars(extend("x-when" = { "arm": ["artillery"] }))]
    pub shot: Shot,
    /// The shooter is in skirmish order.
    pub skirmish: bool,
    /// Degrees between straight ahead and the target.
    #[schemars(range(min = 0, max = 180))]
    pub angle: u16,
    /// Distance to the target.
    pub distance: Distance,
    pub shooter: Place,
    pub target: Place,
    /// Length of open wood that the line crosses (L3C-GAP-B38).
    pub open_wood: Distance,
    /// The line crosses a dense wood.
    pub dense_wood: bool,
    /// The line crosses houses other than the shooter's or the target's.
    pub houses: bool,
    /// Friends in the way; `None`: none.
    pub over: Option<Overflown>,
}

/// The rules that forbid a fire; empty if it is allowed.
pub type Forbidden = SmallVec<[Rule; 4]>;

/// The rules that forbid a line of fire.
#[must_use]
pub fn forbidden(book: &Book, line: &LineOfFire) -> Forbidden {
    let mut found = Forbidden::new();
    let mut forbid = |rule: Rule, holds: bool| {
        if holds && book.on(rule) {
            found.push(rule);
        }
    };
    let arc = &book.tables.arc;
    let wide = line.skirmish && book.on(r::L3C_TIR_25);
    forbid(r::L3C_FEU_25, line.angle > if wide { arc.skirmish_fire } else { arc.front });
    let near = &book.tables.distance;
    forbid(r::L3C_GAP_B38, line.open_wood > near.wood_sight || line.dense_wood || line.houses);
    let deep = |place: &Place| place.in_dense_wood.is_some_and(|depth| depth > near.wood_edge);
    forbid(r::L3C_GAP_B38, deep(&line.shooter) || deep(&line.target));
    if let Some(rule) = masked(book, line) {
        forbid(rule, true);
    }
    if let Some(over) = &line.over {
        over_friends(book, line, over, &mut forbid);
    }
    found
}

/// The crest that hides the target (L3C-FEU-06 to L3C-FEU-12, L3C-GAP-B22).
fn masked(book: &Book, line: &LineOfFire) -> Option<Rule> {
    let near = &book.tables.distance;
    if line.distance <= near.crest_sight && book.on(r::L3C_FEU_06) {
        return None;
    }
    let hides = |place: &Place| match place.crest {
        Crest::None => None,
        // A unit on the crest itself sees over it (L3C-FEU-09).
        _ if place.behind.cm() == 0 && book.on(r::L3C_FEU_09) => None,
        Crest::Plateau => (place.behind >= near.crest_first).then_some(r::L3C_FEU_08),
        Crest::Hill => Some(r::L3C_FEU_12),
    };
    // The crest on the shooter's side counts first; from above one sees behind lower ones (L3C-FEU-11).
    let above = line.shooter.level > line.target.level && book.all(&[r::L3C_FEU_11, r::L3C_GAP_B22]);
    hides(&line.shooter).or_else(|| hides(&line.target).filter(|_| !above))
}

/// Firing over friends (L3C-FEU-13 to L3C-FEU-16, L3C-GAP-B37).
fn over_friends(book: &Book, line: &LineOfFire, over: &Overflown, forbid: &mut impl FnMut(Rule, bool)) {
    let guns = line.arm == Arm::Artillery;
    forbid(r::L3C_FEU_13, guns && line.shot == Shot::Canister);
    let (from, to) = (line.shooter.level, line.target.level);
    let below = from == to && over.level < from && book.on(r::L3C_FEU_13);
    let through = over.skirmish && book.on(r::L3C_FEU_16);
    let (rule, least) = if guns && !through {
        (r::L3C_FEU_15, book.tables.distance.overfire.artillery)
    } else {
        (r::L3C_FEU_14, book.tables.distance.overfire.small_arms)
    };
    forbid(rule, !below && (over.from_shooter < least || over.to_target < least));
    // Close order at the level of both blocks the line.
    forbid(r::L3C_GAP_B37, from == to && over.level == from && !through);
}

/// An enemy near a friendly line of skirmishers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BeforeScreen {
    /// Distance of the enemy from that line.
    pub distance: Distance,
    /// The shooter is that line.
    pub own: bool,
    /// An opportunity fire at the enemy on its way in.
    pub on_his_way: bool,
}

/// Whether an enemy near a friendly line of skirmishers may be fired at (L3C-FEU-17): close to it, only by that line.
#[must_use]
pub fn before_screen(book: &Book, enemy: &BeforeScreen) -> bool {
    let far = enemy.distance > book.tables.distance.overfire.small_arms;
    far || enemy.own || enemy.on_his_way || !book.on(r::L3C_FEU_17)
}
