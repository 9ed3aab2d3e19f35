//! What a general must know of a ruleset to value a battle: the worth of units, states and places, how far units reach,
//! the meaning of a choice on the field, the odds of an attack. All of it is optional: generals take the suggestions of
//! a ruleset that gives none.
//!
//! Worths are in the points of the battle (whatever decides it), so that losses, objectives and odds add up.

use crate::{Side, Term, UnitId};
use schemars::JsonSchema;
use serde::Serialize;
use table::{Cm, Point, Pose};

/// A battle as a side may value it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Appraisal {
    /// The ruleset's id: generals may have special weights for it.
    pub ruleset: &'static str,
    /// Turn number, from 1; 0 before the first.
    pub turn: u16,
    /// The last turn.
    pub turns: u16,
    /// Every unit in view, in the order of ids.
    pub units: Vec<Rating>,
    /// The places to hold.
    pub goals: Vec<Goal>,
    /// Both armies, by side.
    pub armies: [Army; 2],
    /// A lead of more points than this wins when the turns are over.
    pub margin: i64,
    /// When the turns are over, the side with more places wins; points count only between equals.
    pub places_first: bool,
    /// The distance within which a unit is commanded by its leader; 0: it does not matter.
    pub command: Cm,
    /// The distance within which a friend supports.
    pub support: Cm,
    /// The distance at which a move towards an enemy ends.
    pub contact: Cm,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Army {
    /// The worth at the start.
    pub whole: i64,
    /// The loss so far, including units that run.
    pub lost: i64,
    /// The loss at which it is beaten; 0: it fights to the end.
    pub breaks: i64,
    /// The points that it would have if the battle ended now.
    pub points: i64,
}

/// A place to hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Goal {
    pub at: Point,
    /// The distance within which a unit holds it.
    pub radius: Cm,
    /// Points for the side that holds it at the end.
    pub worth: i64,
    pub holder: Option<Side>,
    /// The side for which holding it (perhaps with others) decides the battle.
    pub decides: Option<Side>,
}

/// The sort of a unit, as far as every ruleset knows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    #[default]
    Foot,
    Horse,
    Guns,
    /// A general, who does not fight.
    Leader,
}

/// The state of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Nerve {
    /// Obeys its orders.
    #[default]
    Steady,
    /// Does not act for now, but stands.
    Halted,
    /// Shaken: it must rally first.
    Shaken,
    /// Runs from the enemy.
    Running,
}

/// How a nation (or a brigade of it) prefers to fight: each a weight in hundredths, 100 being indifferent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Doctrine {
    /// Stand and fire, in line.
    pub fire: i32,
    /// Close with the enemy, in column.
    pub shock: i32,
    /// Open order, shelter.
    pub skirmish: i32,
    /// Sending cavalry in.
    pub cavalry: i32,
}

impl Default for Doctrine {
    fn default() -> Self {
        Self { fire: 100, shock: 100, skirmish: 100, cavalry: 100 }
    }
}

/// A unit or general with its values.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Rating {
    pub unit: UnitId,
    pub side: Side,
    pub command: Option<u16>,
    pub sort: Sort,
    /// Its position and facing.
    pub pose: Pose,
    /// The room that it takes.
    pub extent: Extent,
    /// Its worth at the start.
    pub full: i64,
    /// Its worth now: losses and state taken off.
    pub worth: i64,
    pub nerve: Nerve,
    /// Whether orders of its command reach it.
    pub commanded: bool,
    /// Whether it is in a formation in which it can fight.
    pub formed: bool,
    /// The advantage of its place in defence (shelter, square, building), in hundredths of its strength.
    pub cover: i32,
    /// Mean points that one fire takes from a usual enemy, in hundredths.
    pub fire: i64,
    /// The effect of fire on it as it stands, in hundredths of the effect on a line.
    pub exposure: i32,
    /// Its strength hand to hand against a usual enemy, in hundredths of an even fight.
    pub shock: i32,
    /// The same against cavalry.
    pub against_horse: i32,
    /// Its move in a turn over open ground.
    pub reach: Cm,
    /// Its range of fire.
    pub range: Cm,
    /// Its attack distance in a turn; 0: it never attacks.
    pub strikes: Cm,
    pub doctrine: Doctrine,
    /// The formations that it could take, with its values in them.
    pub stances: Vec<Stance>,
}

impl Rating {
    /// A general: of value, but not a fighting unit.
    #[must_use]
    pub fn leader(unit: UnitId, side: Side, command: Option<u16>, at: Point, worth: i64, reach: Cm) -> Self {
        Self {
            unit,
            side,
            command,
            sort: Sort::Leader,
            pose: Pose { at, facing: 0 },
            extent: Extent::default(),
            full: worth,
            worth,
            nerve: Nerve::Steady,
            commanded: true,
            formed: true,
            cover: 0,
            fire: 0,
            exposure: 100,
            shock: 0,
            against_horse: 0,
            reach,
            range: 0,
            strikes: 0,
            doctrine: Doctrine::default(),
            stances: Vec::new(),
        }
    }
}

/// The room that a unit takes about its pose: the distance to each side, in front and behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Extent {
    pub left: Cm,
    pub right: Cm,
    pub ahead: Cm,
    pub behind: Cm,
}

impl Extent {
    /// The extent of some pieces.
    #[must_use]
    pub fn of(pose: Pose, pieces: &[table::Piece]) -> Self {
        let mut extent = Self::default();
        for corner in pieces.iter().flat_map(table::Piece::corners) {
            let (right, ahead) = pose.seen(corner);
            extent.left = extent.left.max(-right);
            extent.right = extent.right.max(right);
            extent.ahead = extent.ahead.max(ahead);
            extent.behind = extent.behind.max(-ahead);
        }
        extent
    }

    /// The ground that it covers at a pose.
    #[must_use]
    pub fn at(&self, pose: Pose) -> table::Piece {
        let middle = pose.local((self.right - self.left) / 2, (self.ahead - self.behind) / 2);
        let (front, depth) = (self.left + self.right, self.ahead + self.behind);
        table::Piece { pose: Pose { at: middle, ..pose }, front: front.max(1), depth: depth.max(1), lead: true }
    }
}

/// A formation that a unit could take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Stance {
    /// The ruleset's name of the formation, as a march writes it.
    pub name: Term,
    /// As for [`Rating::fire`].
    pub fire: i64,
    /// As for [`Rating::exposure`].
    pub exposure: i32,
    /// As for [`Rating::shock`].
    pub shock: i32,
    /// The same against cavalry.
    pub against_horse: i32,
    /// As for [`Rating::reach`].
    pub reach: Cm,
    /// As for [`Rating::extent`].
    pub extent: Extent,
}

/// The meaning of a choice on the field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// Nothing for a general to weigh: the usual choice.
    #[default]
    None,
    /// Fights hand to hand, now or this turn.
    Attack,
    Shoot,
    /// Moves as ordered.
    Advance,
    Hold,
    Withdraw,
    /// Forms up or recovers.
    Rally,
    /// Helps a friend.
    Support,
    /// Gives a command more means: points, or an order that frees it.
    Lend,
}

/// A choice as a general reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Gist {
    pub intent: Intent,
    /// The unit that it is aimed at.
    pub target: Option<UnitId>,
    /// The chance of success, in thousandths.
    pub chance: u16,
    /// The mean loss of the enemy, in hundredths of a point.
    pub gain: i64,
    /// The mean cost, in hundredths of a point.
    pub cost: i64,
}

/// The odds of one unit against another from where they stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Clash {
    /// Whether it could attack now.
    pub reaches: bool,
    /// The chance that the attack succeeds, in thousandths.
    pub chance: u16,
    /// The target's mean loss by the attack, in hundredths of a point.
    pub gain: i64,
    /// The attacker's mean loss, in hundredths of a point.
    pub cost: i64,
    /// The target's mean loss if the unit stands and fires, in hundredths of a point.
    pub fire: i64,
}

impl Appraisal {
    /// A unit or general in view.
    #[must_use]
    pub fn unit(&self, id: UnitId) -> Option<&Rating> {
        self.units.binary_search_by_key(&id, |rating| rating.unit).ok().and_then(|place| self.units.get(place))
    }

    /// The fighting units of a side.
    pub fn troops(&self, side: Side) -> impl Iterator<Item = &Rating> {
        self.units.iter().filter(move |rating| rating.side == side && rating.sort != Sort::Leader)
    }

    /// The lead of a side, in thousandths of what decides the battle. More than 1000 is a victory.
    #[must_use]
    pub fn lead(&self, side: Side) -> i64 {
        let [own, his] = [side, side.other()].map(|s| self.armies[s.index()]);
        let whole = (own.whole + his.whole).max(1) / 2;
        // Points decide the end; the losses of an army bring its end nearer.
        let broken = |army: Army| if army.breaks > 0 { 1_000 * army.lost / army.breaks } else { 0 };
        let left = |s: Side| self.troops(s).map(|rating| rating.worth).sum::<i64>();
        let points = 1_000 * (own.points - his.points) / whole;
        let strength = 1_000 * (left(side) - left(side.other())) / whole;
        points + strength / 2 + (broken(his) - broken(own)) / 4
    }
}

impl Rating {
    /// Whether it may be sent anywhere.
    #[must_use]
    pub fn able(&self) -> bool {
        self.nerve <= Nerve::Halted && self.sort != Sort::Leader
    }

    /// Distance to a point.
    #[must_use]
    #[inline]
    pub fn far(&self, at: Point) -> Cm {
        self.pose.at.far(at)
    }
}

impl Goal {
    /// Whether a unit at this point holds it.
    #[must_use]
    pub fn holds(&self, at: Point) -> bool {
        self.at.to(at) <= f64::from(self.radius)
    }
}

/// The term of an intent, as reasons name it.
impl From<Intent> for Term {
    fn from(intent: Intent) -> Self {
        Self::of(match intent {
            Intent::None => "none",
            Intent::Attack => "attack",
            Intent::Shoot => "shoot",
            Intent::Advance => "advance",
            Intent::Hold => "hold",
            Intent::Withdraw => "withdraw",
            Intent::Rally => "rally",
            Intent::Support => "support",
            Intent::Lend => "lend",
        })
    }
}
