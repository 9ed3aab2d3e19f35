//! What a general must know of a ruleset to value a battle: what units, states and places are worth, how far they reach,
//! what a choice means on the field, what an attack would bring. All of it is optional: a ruleset that says nothing
//! still has generals who take what it suggests.
//!
//! Worths are in the points of the battle (whatever decides it), so that losses, objectives and odds add up.

use crate::{Side, Term, UnitId};
use schemars::JsonSchema;
use serde::Serialize;
use table::{Cm, Point, Pose};

/// A battle as a side may value it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Appraisal {
    /// The ruleset's id: generals may have weights of their own for it.
    pub ruleset: &'static str,
    /// Turn number, from 1; 0 before the first.
    pub turn: u16,
    /// The last turn.
    pub turns: u16,
    /// Everybody in view, in the order of ids.
    pub units: Vec<Rating>,
    /// What there is to hold.
    pub goals: Vec<Goal>,
    /// Both armies as wholes, by side.
    pub armies: [Army; 2],
    /// A lead of more points than this wins when the turns are over.
    pub margin: i64,
    /// When the turns are over, who holds more places has won; points count only between equals.
    pub places_first: bool,
    /// How far from its leader a unit is still commanded; 0: it does not matter.
    pub command: Cm,
    /// How near a friend must stand to support.
    pub support: Cm,
    /// The distance at which a move towards an enemy ends.
    pub contact: Cm,
}

/// A whole army.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Army {
    /// What it was worth at the start.
    pub whole: i64,
    /// What it has lost so far, those who run included.
    pub lost: i64,
    /// It is beaten when it has lost so much; 0: it fights to the end.
    pub breaks: i64,
    /// Points that it would be given if the battle ended now.
    pub points: i64,
}

/// Something to hold.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Goal {
    /// Its middle.
    pub at: Point,
    /// How far from it a unit still holds it.
    pub radius: Cm,
    /// Points for the side that holds it at the end.
    pub worth: i64,
    pub holder: Option<Side>,
    /// Holding it (perhaps with others) decides the battle for this side.
    pub decides: Option<Side>,
}

/// What sort of unit it is, as far as every ruleset knows it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    #[default]
    Foot,
    /// Mounted.
    Horse,
    Guns,
    /// A general: he fights nobody.
    Leader,
}

/// In what state it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Nerve {
    /// Does as it is told.
    #[default]
    Steady,
    /// Does nothing for now, but stands.
    Halted,
    /// Shaken: it must rally first.
    Shaken,
    /// Runs.
    Running,
}

/// How a nation (or a brigade of it) likes to fight: each a weight in hundredths, 100 being indifferent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Doctrine {
    /// Stand and fire, in line.
    pub fire: i32,
    /// Close with the enemy, in column.
    pub shock: i32,
    /// Open order, shelter.
    pub skirmish: i32,
    /// Cavalry sent in.
    pub cavalry: i32,
}

impl Default for Doctrine {
    fn default() -> Self {
        Self { fire: 100, shock: 100, skirmish: 100, cavalry: 100 }
    }
}

/// A unit or general, valued.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Rating {
    pub unit: UnitId,
    pub side: Side,
    pub command: Option<u16>,
    pub sort: Sort,
    /// Where it stands and how it faces.
    pub pose: Pose,
    /// The room that it takes.
    pub extent: Extent,
    /// What it was worth at the start.
    pub full: i64,
    /// What it is worth now: losses and state taken off.
    pub worth: i64,
    /// Its state.
    pub nerve: Nerve,
    /// Orders of its command reach it.
    pub commanded: bool,
    /// It stands in an order in which it can fight.
    pub formed: bool,
    /// In a good place to be attacked in (shelter, square, building), in hundredths of its strength.
    pub cover: i32,
    /// Points that one fire takes from a usual enemy on the mean, in hundredths.
    pub fire: i64,
    /// What fire does to it as it stands, in hundredths of what it does to a line.
    pub exposure: i32,
    /// How it does hand to hand against a usual enemy, in hundredths of an even fight.
    pub shock: i32,
    /// The same against cavalry.
    pub against_horse: i32,
    /// How far it moves in a turn over open ground.
    pub reach: Cm,
    /// How far it fires.
    pub range: Cm,
    /// How far it attacks in a turn; 0: it never does.
    pub strikes: Cm,
    /// How its nation fights.
    pub doctrine: Doctrine,
    /// The formations that it could take, and what it would be in them.
    pub stances: Vec<Stance>,
}

impl Rating {
    /// A general: of value, and of no use by himself.
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

/// The room that a unit takes about its pose: how far it goes to each side, before and behind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Extent {
    pub left: Cm,
    pub right: Cm,
    pub ahead: Cm,
    pub behind: Cm,
}

impl Extent {
    /// That of some pieces.
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

    /// The ground covered when it stands somewhere.
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
    /// The ruleset's name for it, as a march writes it.
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

/// What a choice means on the field.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Intent {
    /// Nothing that a general should weigh: whatever "go on" is.
    #[default]
    None,
    /// Fights hand to hand, now or this turn.
    Attack,
    /// Fires.
    Shoot,
    /// Moves as it is told.
    Advance,
    /// Stays where it is.
    Hold,
    /// Goes back.
    Withdraw,
    /// Puts itself in order again.
    Rally,
    /// Helps a friend.
    Support,
    /// Gives a command the means to do more: points, or an order that sets it free.
    Lend,
}

/// A choice as a general reads it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Gist {
    /// What is done.
    pub intent: Intent,
    /// To whom.
    pub target: Option<UnitId>,
    /// The chance that it comes off, in thousandths.
    pub chance: u16,
    /// What it takes from the enemy on the mean, in hundredths of a point.
    pub gain: i64,
    /// What it costs on the mean, in hundredths of a point.
    pub cost: i64,
}

/// What one unit could do to another from where they stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, JsonSchema)]
pub struct Clash {
    /// It could attack it now.
    pub reaches: bool,
    /// The chance that the attacker has the better of it, in thousandths.
    pub chance: u16,
    /// What the attack takes from the other on the mean, in hundredths of a point.
    pub gain: i64,
    /// What it costs the attacker on the mean, in hundredths of a point.
    pub cost: i64,
    /// What a fire takes from the other on the mean if it stands and fires, in hundredths of a point.
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

    /// How a side stands, in thousandths: what it leads by of what decides the battle. More than 1000 is won.
    #[must_use]
    pub fn lead(&self, side: Side) -> i64 {
        let [own, his] = [side, side.other()].map(|s| self.armies[s.index()]);
        let whole = (own.whole + his.whole).max(1) / 2;
        // Points decide the end; what an army has lost brings its end nearer.
        let broken = |army: Army| if army.breaks > 0 { 1_000 * army.lost / army.breaks } else { 0 };
        let left = |s: Side| self.troops(s).map(|rating| rating.worth).sum::<i64>();
        let points = 1_000 * (own.points - his.points) / whole;
        let strength = 1_000 * (left(side) - left(side.other())) / whole;
        points + strength / 2 + (broken(his) - broken(own)) / 4
    }
}

impl Rating {
    /// May be sent anywhere.
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
    /// Whether a unit that stands there holds it.
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
