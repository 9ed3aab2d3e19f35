//! A resolution in progress: its dice, its lines, its outcome.

use super::{Outcome, Test};
use dice::{DiceError, Dist, Ratio, Throw, distribution, read};
use game::{Breakdown, Chance, Column, Faces, Fault, Lead, Odds, OddsError, Resolution, Row, Thrown};
use serde::Serialize;
use serde_json::{Map, Value};

pub struct Run<'a, B> {
    pub book: &'a B,
    faces: &'a mut dyn Faces,
    result: Resolution,
    total: Option<Breakdown>,
}

impl<'a, B> Run<'a, B> {
    /// Starts a resolution.
    pub fn new(test: &'static str, book: &'a B, faces: &'a mut dyn Faces) -> Self {
        let result = Resolution {
            test,
            breakdown: Vec::new(),
            total: None,
            dice: Vec::new(),
            outcome: Map::new(),
            distribution: Vec::new(),
            columns: Vec::new(),
            leads: Vec::new(),
        };
        Self { book, faces, result, total: None }
    }

    /// Throws dice. Without any dice the resolution stays before the throw and the result is `None`.
    ///
    /// # Errors
    /// What is wrong with the dice.
    pub fn throw(&mut self, throw: &Throw) -> Result<Option<Thrown>, Vec<Fault>> {
        let faces = match self.faces.throw(throw) {
            Ok(faces) => faces,
            Err(DiceError::ScriptShort { left: 0, .. }) if self.result.dice.is_empty() => return Ok(None),
            Err(error) => return Err(dice_fault(&error)),
        };
        let class = read(throw, &faces).map_err(|error| dice_fault(&error))?;
        self.result.dice.extend(&faces);
        Ok(Some(Thrown { faces, class }))
    }

    /// Adds a fact to the outcome.
    pub fn tell(&mut self, name: &str, value: impl Serialize) {
        self.result.outcome.insert(name.to_owned(), serde_json::to_value(value).unwrap_or_default());
    }

    /// Adds every field of an object to the outcome.
    pub fn tell_all(&mut self, value: impl Serialize) {
        self.result.outcome.extend(object(value));
    }

    /// Shows the lines of a part without a total.
    pub fn lines(&mut self, of: Option<&'static str>, breakdown: &Breakdown) {
        self.result.add(of, breakdown);
    }

    /// Shows the lines of a part with its total.
    pub fn total(&mut self, of: Option<&'static str>, breakdown: Breakdown) {
        self.result.add(of, &breakdown);
        self.total = Some(breakdown);
    }

    /// Adds an outcome and its chance.
    pub fn row(&mut self, outcome: impl Serialize, chance: Chance) {
        self.result.distribution.push(Row { outcome: object(outcome), chance });
    }

    /// Adds every end of a fight with its chance.
    pub fn ends(&mut self, odds: &Odds<impl Serialize>) {
        self.result.distribution = rows(odds);
    }

    /// Adds one distribution for each reply of the other player.
    pub fn columns(&mut self, columns: Vec<Column>) {
        self.result.columns = columns;
    }

    /// Notes that this result requires another test.
    pub fn brings<T: Test>(&mut self, situation: &T::Situation) {
        self.lead::<T>(situation, true);
    }

    /// Notes that this result may require another test, depending on what the situation does not state.
    pub fn may_bring<T: Test>(&mut self, situation: &T::Situation) {
        self.lead::<T>(situation, false);
    }

    fn lead<T: Test>(&mut self, situation: &T::Situation, due: bool) {
        let situation = serde_json::to_value(situation).unwrap_or_default();
        self.result.leads.push(Lead { test: T::NAME, situation, due });
    }

    /// Ends the resolution; the total is shown if the dice have fallen or there are none.
    ///
    /// # Errors
    /// None; the type is that of a resolution.
    pub fn done(mut self, told: bool) -> Outcome {
        self.result.total = self.total.filter(|_| told).map(|breakdown| breakdown.total());
        Ok(self.result)
    }
}

/// Every end of a fight with its chance.
pub fn rows(odds: &Odds<impl Serialize>) -> Vec<Row> {
    odds.rows.iter().map(|(end, chance)| Row { outcome: object(end), chance: *chance }).collect()
}

/// The parts of a value that is an object.
fn object(value: impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(value) {
        Ok(Value::Object(map)) => map,
        _ => Map::new(),
    }
}

/// The fault of a fight whose odds cannot be computed.
pub fn odds_fault(fight: &str, error: &OddsError) -> Vec<Fault> {
    vec![Fault::at(fight, error)]
}

/// The faults of a throw.
pub fn dice_fault(error: &DiceError) -> Vec<Fault> {
    vec![Fault::at("dice", error)]
}

/// The exact distribution of a throw.
///
/// # Errors
/// If there are too many dice.
pub fn spread(throw: &Throw) -> Result<Dist, Vec<Fault>> {
    distribution(throw).map_err(|error| dice_fault(&error))
}

/// Adds a chance to an end; equal ends are merged. A sum too fine for an exact ratio is stored as an approximation.
pub fn count<T: PartialEq>(ends: &mut Vec<(T, Chance)>, end: T, p: Chance) {
    match ends.iter_mut().find(|(known, _)| *known == end) {
        Some((_, sum)) => *sum = sum.or(p),
        None => ends.push((end, p)),
    }
}

/// The exact chance; without a ratio a value that says nothing: NaN with an infinite error.
pub fn chance(ratio: Option<Ratio>) -> Chance {
    ratio.map_or(Chance::Near { p: f64::NAN, error: f64::INFINITY }, Chance::Exact)
}
