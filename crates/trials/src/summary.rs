//! The result of a run in figures: the summary that is printed, written and drawn.

use crate::interval::{Rate, Spread};
use serde::Serialize;
use std::collections::BTreeMap;

/// A run in figures. Counts are for the general named for blue and the one named for red, whichever side they led.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Summary {
    /// The scenario's id.
    pub scenario: String,
    pub ruleset: String,
    /// Version of the ruleset's code.
    pub version: u32,
    /// The general named for blue.
    pub blue: String,
    /// The general named for red.
    pub red: String,
    /// Whether each seed was fought twice, with the generals exchanged.
    pub mirror: bool,
    /// The seed of the run.
    pub seed: u64,
    /// The fights wanted.
    pub planned: u64,
    /// The fights fought to their end.
    pub battles: u64,
    /// Fights that failed; they count nowhere else.
    pub failed: u64,
    /// Won by the general named for blue.
    pub blue_wins: u64,
    /// Won by the general named for red.
    pub red_wins: u64,
    /// Battles without a winner.
    pub draws: u64,
    /// Share of `blue_wins`, with its interval of 95 % (Wilson).
    pub blue_rate: Rate,
    /// Share of `red_wins`.
    pub red_rate: Rate,
    /// Share of `draws`.
    pub draw_rate: Rate,
    /// By sides, whoever led them: this shows whether the scenario is balanced.
    pub sides: Sides,
    /// With `mirror`: the two fights of each seed together.
    pub pairs: Option<Pairs>,
    /// Length in turns.
    pub turns: Spread,
    /// Mean number of answers in a fight.
    pub answers: f64,
    /// The ways in which fights ended, and how often.
    pub endings: BTreeMap<String, u64>,
    /// Losses of each side, blue first.
    pub losses: Vec<Loss>,
    /// Losses by arm.
    pub arms: Vec<Loss>,
    /// Losses by brigade.
    pub brigades: Vec<Loss>,
    /// Losses by unit.
    pub units: Vec<Loss>,
    /// The units that broke first, the most frequent one first; an empty id: none broke.
    pub first_broken: Vec<First>,
    /// The turn of the first rout, over the fights that had one.
    pub first_rout: Spread,
    /// The share of fights in which a unit broke.
    pub routs: Rate,
    /// Dice against expectation; of mirrored pairs, which share their dice, those of the first fight.
    pub dice: Vec<DiceLine>,
    /// Mean share of its strength that each side has lost at the end of each turn; a battle that ended earlier keeps
    /// its final value.
    pub curves: Vec<Curve>,
    /// Blue's chance (a draw is half a victory) as battles accumulate.
    pub course: Vec<Moment>,
}

#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Sides {
    /// Won by the blue side.
    pub blue_wins: u64,
    /// Won by the red side.
    pub red_wins: u64,
    /// The chance of the blue side: a draw is half a victory.
    pub blue_chance: Rate,
}

/// Pairs of fights with the generals exchanged, each scored on its two results together.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Pairs {
    pub count: u64,
    /// The general named for blue did better.
    pub blue_wins: u64,
    /// The general named for red did better.
    pub red_wins: u64,
    /// Pairs without a winner.
    pub draws: u64,
    /// Share of `blue_wins`.
    pub blue_rate: Rate,
    /// As `blue_wins`, with pairs of even results decided by the victory points of the two fights together.
    pub blue_wins_by_points: u64,
    /// As `red_wins`, with pairs of even results decided by the victory points of the two fights together.
    pub red_wins_by_points: u64,
    /// Share of `blue_wins_by_points`.
    pub blue_rate_by_points: Rate,
    /// The share lost of the units led by the general named for blue, on both sides together.
    pub blue_lost: f64,
    /// The same for the general named for red.
    pub red_lost: f64,
}

/// The losses of a group of units.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Loss {
    /// The key of a side, an arm, the id of a brigade or a unit.
    pub of: String,
    pub side: String,
    /// Mean strength at the start, in the ruleset's own unit.
    pub start: f64,
    /// The mean loss of the group.
    pub lost: f64,
    /// The loss as a share of the strength.
    pub share: f64,
    /// The interval of 95 % of that share; for a side and an arm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// Units that left the battle, per hundred that arrived.
    pub gone: f64,
    /// Units that broke, per hundred that arrived.
    pub broke: f64,
}

/// A unit that broke first.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct First {
    /// The unit's id; empty: none broke.
    pub unit: String,
    /// Number of battles.
    pub battles: u64,
    pub share: f64,
}

/// A kind of die.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct DiceLine {
    /// The name: `d6`, `dm` (average die).
    pub die: String,
    /// The number thrown.
    pub thrown: u64,
    /// The mean of the faces.
    pub mean: f64,
    /// The expected mean of the die.
    pub expected: f64,
    /// The standard error of the mean of this many dice.
    pub standard_error: f64,
    /// The difference in standard errors.
    pub deviation: f64,
}

/// The losses of a side over the turns.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Curve {
    pub side: String,
    /// Share lost at the end of turn 1, 2...
    pub lost: Vec<f64>,
}

/// Blue's chance after a number of battles.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Moment {
    /// Battles so far.
    pub battles: u64,
    /// The chance so far.
    pub chance: Rate,
}
