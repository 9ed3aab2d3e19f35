//! What came of a run, in figures: the summary that is printed, written and drawn.

use crate::interval::{Rate, Spread};
use serde::Serialize;
use std::collections::BTreeMap;

/// A run in figures. Counts are for the general named for blue and the one named for red, whichever side they led.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Summary {
    /// The scenario's id.
    pub scenario: String,
    pub ruleset: String,
    /// Version of its code.
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
    /// Those that failed; they count nowhere else.
    pub failed: u64,
    /// Won by the general named for blue.
    pub blue_wins: u64,
    /// Won by the general named for red.
    pub red_wins: u64,
    /// Won by nobody.
    pub draws: u64,
    /// Share of `blue_wins`, with its interval of 95 % (Wilson).
    pub blue_rate: Rate,
    /// Share of `red_wins`.
    pub red_rate: Rate,
    /// Share of `draws`.
    pub draw_rate: Rate,
    /// By sides, whoever led them: what tells whether the scenario is even.
    pub sides: Sides,
    /// With `mirror`: the two fights of a seed together.
    pub pairs: Option<Pairs>,
    /// Length in turns.
    pub turns: Spread,
    /// Answers in a fight, on the mean.
    pub answers: f64,
    /// In what ways it ended, and how often.
    pub endings: BTreeMap<String, u64>,
    /// Losses of each side, blue first.
    pub losses: Vec<Loss>,
    /// Losses by arm.
    pub arms: Vec<Loss>,
    /// Losses by brigade.
    pub brigades: Vec<Loss>,
    /// Losses by unit.
    pub units: Vec<Loss>,
    /// Which unit broke first, the most frequent one first; no unit: none broke.
    pub first_broken: Vec<First>,
    /// The turn of the first rout, over the fights that had one.
    pub first_rout: Spread,
    /// In how many fights a unit broke.
    pub routs: Rate,
    /// Dice against expectation; of mirrored pairs, which share their dice, those of the first fight.
    pub dice: Vec<DiceLine>,
    /// Share of its strength that each side has lost at the end of each turn, on the mean; a battle that ended earlier
    /// stays as it ended.
    pub curves: Vec<Curve>,
    /// The chance of blue (a draw is half a victory) as battles accumulate.
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
    /// Whole pairs.
    pub count: u64,
    /// The general named for blue did better.
    pub blue_wins: u64,
    /// The general named for red did better.
    pub red_wins: u64,
    /// Neither did.
    pub draws: u64,
    /// Share of `blue_wins`.
    pub blue_rate: Rate,
    /// As `blue_wins`, with pairs of even results decided by the victory points of the two fights together.
    pub blue_wins_by_points: u64,
    /// As `red_wins`, likewise.
    pub red_wins_by_points: u64,
    /// Share of `blue_wins_by_points`.
    pub blue_rate_by_points: Rate,
    /// What the general named for blue lost of what he led, on both sides together, as a share.
    pub blue_lost: f64,
    /// What the general named for red lost, likewise.
    pub red_lost: f64,
}

/// What somebody lost.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Loss {
    /// Who: the key of a side, an arm, the id of a brigade or a unit.
    pub of: String,
    pub side: String,
    /// Strength at the start, on the mean, in the ruleset's own unit.
    pub start: f64,
    /// What was lost of it, on the mean.
    pub lost: f64,
    /// The same as a share.
    pub share: f64,
    /// The interval of 95 % in which that share lies; of a side and of an arm.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<[f64; 2]>,
    /// Units that left the battle, of a hundred that came.
    pub gone: f64,
    /// Units that broke, of a hundred that came.
    pub broke: f64,
}

/// Who broke first.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct First {
    /// The unit's id; empty: none broke.
    pub unit: String,
    /// How often.
    pub battles: u64,
    pub share: f64,
}

/// A kind of die.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct DiceLine {
    /// Its name: `d6`, `dm` (average die).
    pub die: String,
    /// How many were thrown.
    pub thrown: u64,
    /// The mean of what fell.
    pub mean: f64,
    /// The mean of the die.
    pub expected: f64,
    /// The standard error of a mean of so many dice.
    pub standard_error: f64,
    /// How many standard errors lie between them.
    pub deviation: f64,
}

/// The losses of a side over the turns.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Curve {
    pub side: String,
    /// Share lost at the end of turn 1, 2...
    pub lost: Vec<f64>,
}

/// The chance after so many battles.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Moment {
    /// Battles so far.
    pub battles: u64,
    /// The chance so far.
    pub chance: Rate,
}
