//! Generals measured against each other: pairs of battles on the same seed with the generals exchanged, the pair scored
//! on the two results together, so that a lopsided scenario says something too.

use game::Side;
use std::cmp::Ordering;

/// Results of pairs, seen from the first general.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Pairs in which the first general has more than half of the points.
    pub won: u32,
    /// Pairs with a point for each general.
    pub drawn: u32,
    /// Pairs in which the first general has less than half.
    pub lost: u32,
    /// Pairs won, even and lost where a shared one goes to the general with more victory points in its two battles
    /// together.
    pub by_points: [u32; 3],
    /// The first general's battles: won, drawn, lost.
    pub battles: [u32; 3],
}

impl Score {
    /// Counts a pair: the winner of the battle that the first general led as blue, and of the one led as red. A victory
    /// is one point, a draw half a point for each. `lead` is the first general's lead in victory points in both battles
    /// together.
    pub fn count(&mut self, as_blue: Option<Side>, as_red: Option<Side>, lead: i64) {
        let mut points = 0;
        for (winner, own) in [(as_blue, Side::Blue), (as_red, Side::Red)] {
            let got = match winner {
                Some(side) if side == own => 2,
                None => 1,
                Some(_) => 0,
            };
            self.battles[2 - got] += 1;
            points += got;
        }
        match points {
            3.. => self.won += 1,
            2 => self.drawn += 1,
            _ => self.lost += 1,
        }
        match points.cmp(&2).then(lead.cmp(&0)) {
            Ordering::Greater => self.by_points[0] += 1,
            Ordering::Equal => self.by_points[1] += 1,
            Ordering::Less => self.by_points[2] += 1,
        }
    }

    #[must_use]
    pub const fn pairs(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Share of the pairs that the first general won, a shared pair counting half.
    #[must_use]
    pub fn share(&self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.pairs().max(1))
    }

    /// The share by points, an even pair counting half.
    #[must_use]
    pub fn share_by_points(&self) -> f64 {
        let [won, even, _] = self.by_points;
        (f64::from(won) + f64::from(even) / 2.0) / f64::from(self.pairs().max(1))
    }

    /// The interval in which the true share lies with a chance of 95 %.
    #[must_use]
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.share(), f64::from(self.pairs()))
    }
}

/// Wilson's score interval of a share of `n` trials, for 95 %.
#[must_use]
pub fn wilson(share: f64, n: f64) -> (f64, f64) {
    if n <= 0.0 {
        return (0.0, 1.0);
    }
    let z = 1.959_964;
    let z2 = z * z;
    let middle = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = z * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}
