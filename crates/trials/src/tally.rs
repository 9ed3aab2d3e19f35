//! Sums of rows. Only whole numbers are stored, so that the order of sums does not matter, and nothing that grows with
//! the number of battles.

use crate::interval::{Moments, Rate};
use crate::observe::die_named;
use crate::plan::Plan;
use crate::roster::{ARMS, Roster};
use crate::rows::{BattleRow, DRAW, FAILED, UnitRow, key, unlisted};
use crate::summary::{Curve, DiceLine, First, Loss, Moment, Pairs, Sides, Summary};
use game::{Ruleset, Side};
use std::collections::BTreeMap;
use table::Ground;

/// Points in the plot of the chance.
const MOMENTS: u64 = 240;
/// Cells of the map of losses along its longer side.
const CELLS: usize = 60;

/// The sums of the fights so far.
#[derive(Clone, Debug)]
pub struct Tally {
    every: u64,
    battles: u64,
    failed: u64,
    wins: [u64; 2],
    side_wins: [u64; 2],
    draws: u64,
    half_pair: Option<Half>,
    pairs: PairCount,
    turns: Moments,
    answers: u64,
    endings: BTreeMap<String, u64>,
    start: [i64; 2],
    /// Losses at the end of each turn, of battles that lasted longer.
    by_turn: [Vec<i64>; 2],
    /// Losses at the end of battles, by their number of turns.
    at_end: [Vec<i64>; 2],
    units: Vec<UnitCount>,
    first: BTreeMap<String, u64>,
    first_rout: Moments,
    routs: u64,
    /// Losses of a fight, by side: the total, then each arm.
    lost: [[Moments; 1 + ARMS.len()]; 2],
    /// Side and arm of each unit.
    places: Vec<(usize, usize)>,
    dice: BTreeMap<String, (u64, u64)>,
    course: Vec<Moment>,
    /// A map of where units left the battle.
    pub heat: Heat,
}

#[derive(Clone, Copy, Debug, Default)]
struct PairCount {
    count: u64,
    wins: [u64; 2],
    by_points: [u64; 2],
    /// The strength that each general led, on either side, and its losses.
    led: [i64; 2],
    lost: [i64; 2],
}

/// The first fight of a pair: the winner, the difference in points, the strength and losses of both generals.
#[derive(Clone, Copy, Debug)]
struct Half {
    result: i64,
    points: Option<i64>,
    led: [i64; 2],
    lost: [i64; 2],
}

#[derive(Clone, Copy, Debug, Default)]
struct UnitCount {
    came: u64,
    start: i64,
    lost: i64,
    gone: u64,
    broke: u64,
}

/// The number of units that left the battle in each cell of the map, by side.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Heat {
    /// Cells from west to east.
    pub across: usize,
    /// Cells from south to north.
    pub up: usize,
    /// Side of a cell in centimetres.
    pub cell: i64,
    /// Counts, row by row from the south-west corner; blue, red.
    pub counts: [Vec<u64>; 2],
}

impl Heat {
    fn new(ground: &Ground) -> Self {
        let (width, height) = (i64::from(ground.width.max(1)), i64::from(ground.height.max(1)));
        let cell = (width.max(height) / CELLS as i64).max(1);
        let cells = |length: i64| usize::try_from((length + cell - 1) / cell).unwrap_or(1).max(1);
        let (across, up) = (cells(width), cells(height));
        Self { across, up, cell, counts: [vec![0; across * up], vec![0; across * up]] }
    }

    fn add(&mut self, side: Side, x: i64, y: i64) {
        let at = |cm: i64, cells: usize| usize::try_from(cm / self.cell).unwrap_or(0).min(cells - 1);
        let place = at(y, self.up) * self.across + at(x, self.across);
        if let Some(count) = self.counts[side.index()].get_mut(place) {
            *count += 1;
        }
    }
}

impl Tally {
    /// An empty tally.
    #[must_use]
    pub fn new(plan: &Plan, roster: &Roster, ground: &Ground) -> Self {
        Self {
            every: plan.fights().div_ceil(MOMENTS).max(1),
            battles: 0,
            failed: 0,
            wins: [0; 2],
            side_wins: [0; 2],
            draws: 0,
            half_pair: None,
            pairs: PairCount::default(),
            turns: Moments::default(),
            answers: 0,
            endings: BTreeMap::new(),
            start: [0; 2],
            by_turn: [Vec::new(), Vec::new()],
            at_end: [Vec::new(), Vec::new()],
            units: vec![UnitCount::default(); roster.units.len()],
            first: BTreeMap::new(),
            first_rout: Moments::default(),
            routs: 0,
            lost: [[Moments::default(); 1 + ARMS.len()]; 2],
            places: roster.units.iter().map(|unit| (unit.side.index(), arm_place(unit.arm))).collect(),
            dice: BTreeMap::new(),
            course: Vec::new(),
            heat: Heat::new(ground),
        }
    }

    /// Fights so far, failed ones included.
    #[must_use]
    pub const fn fights(&self) -> u64 {
        self.battles + self.failed
    }

    /// Adds a fight, in order.
    pub fn add(&mut self, battle: &BattleRow, units: &[UnitRow]) {
        if battle.winner == FAILED {
            self.failed += 1;
            self.half_pair = None;
            return;
        }
        self.battles += 1;
        for side in Side::BOTH {
            self.wins[side.index()] += u64::from(battle.won_by == key(side));
            self.side_wins[side.index()] += u64::from(battle.winner == key(side));
            let (start, lost, turns) = battle.of(side);
            self.start[side.index()] += start;
            self.curve(side, lost, turns);
        }
        self.draws += u64::from(battle.winner == DRAW);
        self.pair(battle);
        self.turns.add(i64::from(battle.turns));
        self.answers += battle.answers;
        *self.endings.entry(battle.how.clone()).or_default() += 1;
        *self.first.entry(battle.first_broken.clone()).or_default() += 1;
        // The second fight of a pair has the dice of the first: they are counted once.
        for (die, thrown, sum) in battle.dice().filter(|_| battle.mirrored == 0) {
            let entry = self.dice.entry(die.to_owned()).or_default();
            entry.0 += thrown;
            entry.1 += sum;
        }
        for (count, unit) in self.units.iter_mut().zip(units) {
            count.came += u64::from(unit.start > 0);
            count.start += unit.start;
            count.lost += unit.lost;
            count.gone += u64::from(unit.gone_turn.is_some());
            count.broke += u64::from(unit.broke_turn.is_some());
            if let (Some(x), Some(y)) = (unit.gone_x, unit.gone_y) {
                self.heat.add(if unit.side == key(Side::Blue) { Side::Blue } else { Side::Red }, x, y);
            }
        }
        self.routs_and_arms(units);
        if self.battles.is_multiple_of(self.every) {
            self.course.push(self.moment());
        }
    }

    /// Adds the turn of the first rout, and the losses of each arm in this fight.
    fn routs_and_arms(&mut self, units: &[UnitRow]) {
        if let Some(turn) = units.iter().filter_map(|unit| unit.broke_turn).min() {
            self.routs += 1;
            self.first_rout.add(i64::from(turn));
        }
        let mut lost = [[0; 1 + ARMS.len()]; 2];
        for ((side, arm), unit) in self.places.iter().zip(units) {
            lost[*side][0] += unit.lost;
            lost[*side][*arm] += unit.lost;
        }
        for (moments, lost) in self.lost.iter_mut().flatten().zip(lost.iter().flatten()) {
            moments.add(*lost);
        }
    }

    /// The share lost by a side (without an arm: in total), as an interval.
    fn share_lost(&self, side: Side, arm: Option<&str>, start: f64) -> Option<[f64; 2]> {
        let spread = self.lost[side.index()][arm.map_or(0, arm_place)].spread();
        (start > 0.0).then(|| [(spread.low / start).max(0.0), (spread.high / start).min(1.0)])
    }

    fn curve(&mut self, side: Side, lost: i64, turns: &str) {
        let (by_turn, at_end) = (&mut self.by_turn[side.index()], &mut self.at_end[side.index()]);
        let mut length = 0;
        for lost in unlisted(turns) {
            if by_turn.len() == length {
                by_turn.push(0);
            }
            by_turn[length] += lost;
            length += 1;
        }
        at_end.resize(at_end.len().max(length + 1), 0);
        at_end[length] += lost;
    }

    /// The first fight of a pair waits for the second.
    fn pair(&mut self, battle: &BattleRow) {
        let sign = if battle.mirrored == 1 { -1 } else { 1 };
        let result = i64::from(battle.won_by == key(Side::Blue)) - i64::from(battle.won_by == key(Side::Red));
        let points = battle.blue_points.zip(battle.red_points).map(|(blue, red)| sign * (blue - red));
        let (mut led, mut lost) = ([battle.blue_start, battle.red_start], [battle.blue_lost, battle.red_lost]);
        if battle.mirrored == 0 {
            self.half_pair = Some(Half { result, points, led, lost });
            return;
        }
        let Some(first) = self.half_pair.take() else { return };
        self.pairs.count += 1;
        led.swap(0, 1);
        lost.swap(0, 1);
        let sums = self.pairs.led.iter_mut().chain(&mut self.pairs.lost);
        let parts = first.led.iter().chain(&first.lost).zip(led.iter().chain(&lost));
        for (sum, (one, two)) in sums.zip(parts) {
            *sum += one + two;
        }
        let result = first.result + result;
        let points = first.points.zip(points).map_or(0, |(a, b)| a + b);
        for (counts, score) in
            [(&mut self.pairs.wins, result), (&mut self.pairs.by_points, if result == 0 { points } else { result })]
        {
            counts[0] += u64::from(score > 0);
            counts[1] += u64::from(score < 0);
        }
    }

    fn moment(&self) -> Moment {
        Moment { battles: self.battles, chance: Rate::chance(self.wins[0], self.draws, self.battles) }
    }

    /// The summary in figures.
    #[must_use]
    pub fn summary(&self, plan: &Plan, ruleset: &dyn Ruleset, scenario: &str, roster: &Roster) -> Summary {
        let all = self.battles;
        let mut course = self.course.clone();
        if all > 0 && course.last().is_none_or(|last| last.battles < all) {
            course.push(self.moment());
        }
        Summary {
            scenario: scenario.to_owned(),
            ruleset: ruleset.id().to_owned(),
            version: ruleset.version(),
            blue: plan.generals[0].clone(),
            red: plan.generals[1].clone(),
            mirror: plan.mirror,
            seed: plan.seed,
            planned: plan.fights(),
            battles: all,
            failed: self.failed,
            blue_wins: self.wins[0],
            red_wins: self.wins[1],
            draws: self.draws,
            blue_rate: Rate::of(self.wins[0], all),
            red_rate: Rate::of(self.wins[1], all),
            draw_rate: Rate::of(self.draws, all),
            sides: Sides {
                blue_wins: self.side_wins[0],
                red_wins: self.side_wins[1],
                blue_chance: Rate::chance(self.side_wins[0], self.draws, all),
            },
            pairs: plan.mirror.then(|| self.pairs.told()),
            turns: self.turns.spread(),
            answers: self.answers as f64 / all.max(1) as f64,
            endings: self.endings.clone(),
            losses: self.losses(roster, Side::BOTH.into_iter().map(|side| (key(side).to_owned(), side, None, None))),
            arms: self.losses(
                roster,
                Side::BOTH.into_iter().flat_map(|s| ARMS.map(|arm| (arm.to_owned(), s, Some(arm), None))),
            ),
            brigades: self.losses(
                roster,
                (0..).zip(&roster.brigades).map(|(place, b)| (b.id.clone(), b.side, None, Some(place))),
            ),
            units: roster
                .units
                .iter()
                .zip(&self.units)
                .map(|(unit, count)| self.loss(unit.id.clone(), unit.side, *count))
                .collect(),
            first_broken: self.first_broken(),
            first_rout: self.first_rout.spread(),
            routs: Rate::of(self.routs, all),
            dice: self.dice.iter().filter_map(|(name, (thrown, sum))| dice_line(name, *thrown, *sum)).collect(),
            curves: Side::BOTH.map(|side| self.told_curve(side)).to_vec(),
            course,
        }
    }

    /// Losses of groups of units, without empty groups.
    fn losses(
        &self,
        roster: &Roster,
        groups: impl Iterator<Item = (String, Side, Option<&'static str>, Option<usize>)>,
    ) -> Vec<Loss> {
        groups
            .filter_map(|(of, side, arm, brigade)| {
                let mut sum = UnitCount::default();
                let mut any = false;
                for (unit, count) in roster.units.iter().zip(&self.units) {
                    if unit.side == side
                        && arm.is_none_or(|arm| arm == unit.arm)
                        && brigade.is_none_or(|brigade| brigade == unit.brigade)
                    {
                        any = true;
                        sum.came += count.came;
                        sum.start += count.start;
                        sum.lost += count.lost;
                        sum.gone += count.gone;
                        sum.broke += count.broke;
                    }
                }
                any.then(|| {
                    let loss = self.loss(of, side, sum);
                    let interval = if brigade.is_none() { self.share_lost(side, arm, loss.start) } else { None };
                    Loss { interval, ..loss }
                })
            })
            .collect()
    }

    fn loss(&self, of: String, side: Side, count: UnitCount) -> Loss {
        let all = self.battles.max(1) as f64;
        let of_hundred = |n: u64| 100.0 * n as f64 / count.came.max(1) as f64;
        Loss {
            of,
            side: key(side).to_owned(),
            start: count.start as f64 / all,
            lost: count.lost as f64 / all,
            share: count.lost as f64 / count.start.max(1) as f64,
            interval: None,
            gone: of_hundred(count.gone),
            broke: of_hundred(count.broke),
        }
    }

    fn first_broken(&self) -> Vec<First> {
        let mut all: Vec<First> = self
            .first
            .iter()
            .map(|(unit, battles)| First {
                unit: unit.clone(),
                battles: *battles,
                share: *battles as f64 / self.battles.max(1) as f64,
            })
            .collect();
        all.sort_by(|a, b| b.battles.cmp(&a.battles).then_with(|| a.unit.cmp(&b.unit)));
        all
    }

    fn told_curve(&self, side: Side) -> Curve {
        let start = self.start[side.index()].max(1) as f64;
        let mut ended = 0;
        let at_end = &self.at_end[side.index()];
        let lost = self.by_turn[side.index()].iter().enumerate().map(|(turn, lost)| {
            // Battles of `turn` turns were over before this one.
            ended += at_end.get(turn).copied().unwrap_or(0);
            (lost + ended) as f64 / start
        });
        Curve { side: key(side).to_owned(), lost: lost.collect() }
    }
}

/// The index of an arm among the losses of a fight; 0 is the total.
fn arm_place(arm: &str) -> usize {
    ARMS.iter().position(|known| *known == arm).map_or(0, |place| place + 1)
}

impl PairCount {
    fn told(self) -> Pairs {
        Pairs {
            count: self.count,
            blue_wins: self.wins[0],
            red_wins: self.wins[1],
            draws: self.count - self.wins[0] - self.wins[1],
            blue_rate: Rate::of(self.wins[0], self.count),
            blue_wins_by_points: self.by_points[0],
            red_wins_by_points: self.by_points[1],
            blue_rate_by_points: Rate::of(self.by_points[0], self.count),
            blue_lost: self.lost[0] as f64 / self.led[0].max(1) as f64,
            red_lost: self.lost[1] as f64 / self.led[1].max(1) as f64,
        }
    }
}

fn dice_line(name: &str, thrown: u64, sum: u64) -> Option<DiceLine> {
    let die = die_named(name)?;
    let sides = f64::from(die.sides());
    let expected = die.faces().map(f64::from).sum::<f64>() / sides;
    let variance = die.faces().map(|face| (f64::from(face) - expected).powi(2)).sum::<f64>() / sides;
    let mean = sum as f64 / thrown.max(1) as f64;
    let standard_error = (variance / thrown.max(1) as f64).sqrt();
    let deviation = if standard_error > 0.0 { (mean - expected) / standard_error } else { 0.0 };
    Some(DiceLine { die: name.to_owned(), thrown, mean, expected, standard_error, deviation })
}
