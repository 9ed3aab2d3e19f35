//! Fires together, through a unit and into friends (L3C-FEU-38, L3C-FEU-41, L3C-FEU-42, L3C-FEU-46).

use crate::resolve::combat::losses::{Loss, losses};
use crate::{Band, Book, Distance, Shot, Status, r};
use dice::Throw;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Identical figures that fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FigureGroup {
    pub figures: u8,
    pub factor: i8,
}

impl Default for FigureGroup {
    fn default() -> Self {
        Self { figures: 2, factor: -2 }
    }
}

/// Neighbours of different kinds that fire at the same target.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Together {
    pub groups: Vec<FigureGroup>,
    /// Distance between them; from 1 UD on they are not neighbours.
    pub apart: Distance,
}

/// Result of a joint fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct JointFire {
    /// They fire together.
    pub joint: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub factor: Option<i8>,
    /// Losses in PAP.
    pub steps: u16,
    pub effective: bool,
}

/// Neighbours that would each inflict nothing alone fire together with their mean factor, rounded down (L3C-FEU-38,
/// L3C-GAP-B23).
#[must_use]
pub fn joint(book: &Book, together: &Together) -> JointFire {
    let groups = &together.groups;
    let alone = |group: &FigureGroup| losses(book, u16::from(group.figures), group.factor);
    let each = groups.iter().map(alone).fold(Loss::default(), |sum, loss| Loss {
        steps: sum.steps.saturating_add(loss.steps),
        effective: sum.effective || loss.effective,
    });
    let neighbours = together.apart < book.tables.distance.joint_fire;
    let separate = each.effective && book.on(r::L3C_GAP_B23);
    if separate || !neighbours || groups.is_empty() || !book.on(r::L3C_FEU_38) {
        return JointFire { joint: false, factor: None, steps: each.steps, effective: each.effective };
    }
    let figures = groups.iter().fold(0_u16, |sum, group| sum.saturating_add(u16::from(group.figures)));
    let sum: i64 = groups.iter().map(|group| i64::from(group.factor)).sum();
    let count = rulebook::saturated::<i64, _>(groups.len());
    let factor = rulebook::saturated::<i8, _>(sum.div_euclid(count));
    let loss = losses(book, figures, factor);
    JointFire { joint: true, factor: Some(factor), steps: loss.steps, effective: loss.effective }
}

rulebook::words! {
    /// Obstacles to round shot.
    Barrier {
        /// No obstacle between them.
        None,
        /// A built-up area.
        BuiltUp,
        Crest,
        /// An obstacle that it does not pierce.
        MajorObstacle,
    } default None

    /// The slope from the first unit to the second.
    Slope {
        Level,
        /// The ground rises.
        Up,
        /// The ground falls.
        Down,
    } default Level
}

/// A unit behind the target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SecondUnit {
    pub shot: Shot,
    /// Distance behind the target, along the line of fire.
    pub behind: Distance,
    pub between: Barrier,
    pub slope: Slope,
}

impl Default for SecondUnit {
    fn default() -> Self {
        Self { shot: Shot::Round, behind: Distance::of(1), between: Barrier::None, slope: Slope::Level }
    }
}

/// Whether round shot goes through the target into a second unit (L3C-FEU-46, L3C-GAP-B20).
#[must_use]
pub fn penetrates(book: &Book, second: &SecondUnit) -> bool {
    let stopped = (second.between != Barrier::None || second.slope != Slope::Level) && book.on(r::L3C_FEU_46);
    let near = second.behind <= book.tables.distance.penetration;
    second.shot == Shot::Round && near && !stopped && book.on(r::L3C_GAP_B20)
}

/// Guns that fire at an enemy near their friends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NearFriends {
    pub band: Band,
    /// Status of the gunners.
    pub status: Status,
    /// Distance of the nearest friends from the target.
    pub friends: Distance,
}

impl Default for NearFriends {
    fn default() -> Self {
        Self { band: Band::P2, status: Status::Line, friends: Distance::of(1) }
    }
}

impl NearFriends {
    /// Whether the shot may go astray (L3C-FEU-42).
    #[must_use]
    pub fn possible(&self, book: &Book) -> bool {
        book.on(r::L3C_FEU_42) && self.friends < book.tables.fire.error_friends.of(self.band)
    }

    /// Whether it counts in the friends' morale, whether or not they are hit (L3C-FEU-41).
    #[must_use]
    pub fn felt(&self, book: &Book) -> bool {
        book.on(r::L3C_FEU_41) && self.friends < book.tables.distance.artillery_near_friends
    }

    /// The throw: class 0 if the friends are hit; the gunners' status modifies the die (L3C-GAP-B21).
    #[must_use]
    pub fn throw(&self, book: &Book) -> Throw {
        let table = &book.tables.fire;
        let crew = if book.on(r::L3C_GAP_B21) { table.error_crew.of(self.status) } else { 0 };
        let safe_from = i16::from(table.error.of(self.band)) + 1 - i16::from(crew);
        Throw::d6(1).cuts([safe_from])
    }
}

/// One of several targets.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Portion {
    /// Figures, or guns, assigned to it; 0: it is hit only through another unit.
    pub figures: u8,
    /// The factor of their fire; a unit hit through another counts all figures that fire at that one.
    pub factor: i8,
    /// Round shot goes through another unit into it.
    pub penetrated: bool,
    /// Guns have already fired at it this turn (L3C-FEU-05).
    pub earlier: bool,
}

impl Default for Portion {
    fn default() -> Self {
        Self { figures: 1, factor: 0, penetrated: false, earlier: false }
    }
}

/// A unit that fires at several targets.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Split {
    /// Figures, or guns, that may fire in total.
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    pub targets: Vec<Portion>,
}

/// Effect on one target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Struck {
    /// Losses in PAP.
    pub steps: u16,
    pub effective: bool,
    /// It supports an assault on that target.
    pub supports: bool,
}

/// Effect on each target; `None`: more figures were assigned than there are.
#[must_use]
pub fn split(book: &Book, split: &Split) -> Option<Vec<Struck>> {
    let given: u32 = split.targets.iter().map(|portion| u32::from(portion.figures)).sum();
    if given > u32::from(split.figures) {
        return None;
    }
    // Each target is computed separately (L3C-FEU-03): without that rule only the first is fired at.
    let targets = if book.on(r::L3C_FEU_03) { split.targets.len() } else { 1 };
    let whole = split.targets.first().map_or(0, |first| first.figures);
    let each = |portion: &Portion| {
        let figures = if portion.penetrated { whole } else { portion.figures };
        let loss = losses(book, u16::from(figures), portion.factor);
        // An assault is supported against a target to which pieces were assigned or that is hit through another
        // (L3C-FEU-04), even after the guns have left (L3C-FEU-05).
        let now = figures > 0 && (portion.figures > 0 || book.on(r::L3C_FEU_04));
        let supports = now || portion.earlier && book.on(r::L3C_FEU_05);
        Struck { steps: loss.steps, effective: loss.effective, supports }
    };
    Some(split.targets.iter().take(targets).map(each).collect())
}
