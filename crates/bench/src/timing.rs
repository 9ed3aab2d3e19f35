//! Timing of calls.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The time of one call, in nanoseconds.
#[derive(Clone, Copy)]
pub struct Timing {
    pub best: f64,
    pub median: f64,
}

/// The fewest samples taken.
const SAMPLES: usize = 25;
/// The shortest time for which samples are taken.
const TIME: Duration = Duration::from_millis(500);
/// A sample repeats the call for about this time, so that the resolution of the clock does not matter. It is no longer
/// than one call of the peers: on a machine that does other things too, a longer one is never undisturbed.
const SAMPLE: Duration = Duration::from_millis(2);
/// The number of samples for which the call is warmed up.
const WARM: u32 = 50;

/// Measures a call: warms up, then takes samples of as many calls as fill a sample.
pub fn measure<T>(mut call: impl FnMut() -> T) -> Timing {
    let mut calls = 0_u32;
    let start = Instant::now();
    while start.elapsed() < WARM * SAMPLE {
        black_box(call());
        calls += 1;
    }
    let each = (calls / WARM).max(1);
    let mut samples = Vec::new();
    let begun = Instant::now();
    while samples.len() < SAMPLES || begun.elapsed() < TIME {
        let start = Instant::now();
        for _ in 0..each {
            black_box(call());
        }
        samples.push(start.elapsed().as_secs_f64() * 1e9 / f64::from(each));
    }
    Timing::of(samples)
}

impl Timing {
    /// Best and median of some samples in nanoseconds.
    pub fn of(mut samples: Vec<f64>) -> Self {
        samples.sort_by(f64::total_cmp);
        let at = |place: usize| samples.get(place).copied().unwrap_or(f64::NAN);
        Self { best: at(0), median: at(samples.len() / 2) }
    }

    /// The same for one of `things` done in a call.
    pub fn per(self, things: usize) -> Self {
        let things = things.max(1) as f64;
        Self { best: self.best / things, median: self.median / things }
    }
}

impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>10} {:>10}", short(self.best), short(self.median))
    }
}

/// Nanoseconds in a suitable unit.
pub fn short(ns: f64) -> String {
    let (value, unit) = match ns {
        n if n < 1e3 => (n, "ns"),
        n if n < 1e6 => (n / 1e3, "µs"),
        n if n < 1e9 => (n / 1e6, "ms"),
        n => (n / 1e9, "s"),
    };
    let digits = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.digits$} {unit}")
}

/// A heading, the method, and the heads of the columns.
pub fn heading(title: &str, method: &str) {
    println!("\n== {title}\n   {method}");
}

/// A row of a table of times.
pub fn row(what: &str, timing: Timing, note: &str) {
    println!("   {what:<46} {timing}  {note}");
}

/// The head of such a table.
pub fn columns() {
    println!("   {:<46} {:>10} {:>10}", "", "best", "median");
}

/// The ratio of the second time to the first, best against best and median against median.
pub fn times(fast: Timing, slow: Timing) -> String {
    format!("{:.0} x (by medians {:.0} x)", slow.best / fast.best, slow.median / fast.median)
}
