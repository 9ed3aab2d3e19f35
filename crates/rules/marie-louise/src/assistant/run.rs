//! A resolution under way: its dice, its lines, its outcome.

use super::Outcome;
use crate::Book;
use dice::{DiceError, Dist, Ratio, Throw, distribution, read};
use game::{Breakdown, Chance, Column, Faces, Fault, Resolution, Row};
use serde::Serialize;
use serde_json::{Map, Value};

/// A resolution under way.
pub(super) struct Run<'a> {
    pub(super) book: &'a Book,
    faces: &'a mut dyn Faces,
    result: Resolution,
    total: Option<Breakdown>,
}

/// What fell.
pub(super) struct Fall {
    /// Every face.
    pub(super) faces: Vec<u8>,
    /// How it reads.
    pub(super) class: i16,
}

impl Fall {
    /// The sum of the faces.
    pub(super) fn sum(&self) -> i64 {
        self.faces.iter().map(|face| i64::from(*face)).sum()
    }
}

impl<'a> Run<'a> {
    pub(super) fn new(test: &'static str, book: &'a Book, faces: &'a mut dyn Faces) -> Self {
        let result = Resolution {
            test,
            breakdown: Vec::new(),
            total: None,
            dice: Vec::new(),
            outcome: Map::new(),
            distribution: Vec::new(),
            columns: Vec::new(),
        };
        Self { book, faces, result, total: None }
    }

    /// Throws. Without any dice at all the resolution stands before the dice: nothing falls.
    pub(super) fn throw(&mut self, throw: &Throw) -> Result<Option<Fall>, Vec<Fault>> {
        let faces = match self.faces.throw(throw) {
            Ok(faces) => faces,
            Err(DiceError::ScriptShort { left: 0, .. }) if self.result.dice.is_empty() => return Ok(None),
            Err(error) => return Err(dice_fault(&error)),
        };
        let class = read(throw, &faces).map_err(|error| dice_fault(&error))?;
        self.result.dice.extend(&faces);
        Ok(Some(Fall { faces, class }))
    }

    /// Notes something of the outcome.
    pub(super) fn tell(&mut self, name: &str, value: impl Serialize) {
        self.result.outcome.insert(name.to_owned(), serde_json::to_value(value).unwrap_or_default());
    }

    /// Notes everything of a value that is an object.
    pub(super) fn tell_all(&mut self, value: impl Serialize) {
        if let Ok(Value::Object(map)) = serde_json::to_value(value) {
            self.result.outcome.extend(map);
        }
    }

    /// Shows the lines of a part, which has no total of its own.
    pub(super) fn lines(&mut self, of: Option<&'static str>, breakdown: &Breakdown) {
        self.result.add(of, breakdown);
    }

    /// Shows the lines of which the total is told.
    pub(super) fn total(&mut self, of: Option<&'static str>, breakdown: Breakdown) {
        self.result.add(of, &breakdown);
        self.total = Some(breakdown);
    }

    /// Notes an outcome and its chance.
    pub(super) fn row(&mut self, outcome: impl Serialize, chance: Chance) {
        let outcome = match serde_json::to_value(outcome) {
            Ok(Value::Object(map)) => map,
            _ => Map::new(),
        };
        self.result.distribution.push(Row { outcome, chance });
    }

    /// Notes one distribution for each reply of the other player.
    pub(super) fn columns(&mut self, columns: Vec<Column>) {
        self.result.columns = columns;
    }

    /// The end; the total is told if the dice have fallen or there are none.
    pub(super) fn done(mut self, told: bool) -> Outcome {
        self.result.total = self.total.filter(|_| told).map(|breakdown| breakdown.total());
        Ok(self.result)
    }
}

/// What is wrong with the dice.
pub(super) fn dice_fault(error: &DiceError) -> Vec<Fault> {
    vec![Fault { place: "dice".to_owned(), reason: error.to_string() }]
}

/// The exact distribution of a throw.
pub(super) fn spread(throw: &Throw) -> Result<Dist, Vec<Fault>> {
    distribution(throw).map_err(|error| dice_fault(&error))
}

/// An exact chance, or nearly.
pub(super) fn chance(ratio: Option<Ratio>) -> Chance {
    ratio.map_or(Chance::Near { p: f64::NAN, error: f64::INFINITY }, Chance::Exact)
}
