//! Two lanes for work that occupies a processor: a quick one for players who wait, and a slow one for long computations
//! and for battles that exceed their share. The slow one has threads of its own with a lower priority: the quick one
//! always goes first.

use crate::error::{ApiError, ApiResult};
use std::time::{Duration, Instant};
use tokio::runtime::{Builder, Runtime};

/// The time that a battle may owe before it goes into the slow lane.
const CREDIT: Duration = Duration::from_secs(1);
/// The share by which a battle's debt shrinks with the time that passes.
const PAID_BACK: f64 = 0.5;

pub struct SlowLane(Option<Runtime>);

impl SlowLane {
    /// Where the system gives no threads of its own, the slow lane is the quick one.
    pub fn new() -> Self {
        Self(Builder::new_current_thread().thread_name("slow").on_thread_start(step_back).build().ok())
    }

    /// Runs work in this lane.
    pub async fn run<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> ApiResult<T> {
        match &self.0 {
            Some(own) => own.spawn_blocking(work).await.map_err(ApiError::internal),
            None => quick(work).await,
        }
    }
}

impl Drop for SlowLane {
    fn drop(&mut self) {
        // A runtime may not wait for its threads where others run.
        if let Some(own) = self.0.take() {
            own.shutdown_background();
        }
    }
}

/// Runs work in the quick lane.
pub async fn quick<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> ApiResult<T> {
    tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)
}

/// Lowers the priority of this thread. Only on Linux does that apply to a single thread and not to the whole program.
#[cfg(target_os = "linux")]
fn step_back() {
    const NICE: i32 = 15;
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::debug!(%error, "the slow lane has the priority of the quick one");
    }
}

#[cfg(not(target_os = "linux"))]
fn step_back() {}

/// Processor time of this thread, so that a battle does not pay for the delays caused by others.
#[cfg(target_os = "linux")]
fn worked() -> Duration {
    let spent = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let nanos = u32::try_from(spent.tv_nsec).unwrap_or_default();
    Duration::new(u64::try_from(spent.tv_sec).unwrap_or_default(), nanos)
}

#[cfg(not(target_os = "linux"))]
fn worked() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// The result of some work, and the time that this thread spent on it.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let before = worked();
    let done = work();
    (done, worked().saturating_sub(before))
}

/// The time that a battle owes to the others.
pub struct Debt {
    owed: Duration,
    at: Instant,
}

impl Debt {
    pub const fn none(now: Instant) -> Self {
        Self { owed: Duration::ZERO, at: now }
    }

    /// Adds time spent on it.
    pub fn add(&mut self, spent: Duration, now: Instant) {
        self.owed = self.now(now) + spent;
        self.at = now;
    }

    /// Whether it has had more than its share and others go first.
    pub fn heavy(&self, now: Instant) -> bool {
        self.now(now) > CREDIT
    }

    fn now(&self, now: Instant) -> Duration {
        self.owed.saturating_sub(now.saturating_duration_since(self.at).mul_f64(PAID_BACK))
    }
}

#[cfg(test)]
mod tests {
    use super::{Debt, SlowLane};
    use std::time::{Duration, Instant};

    #[test]
    fn a_battle_that_takes_more_than_its_share_lets_others_go_first_until_it_has_paid() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut debt = Debt::none(start);
        // A quarter of a processor for a minute: within its share.
        for n in 0..600 {
            debt.add(Duration::from_millis(25), at(100 * n));
            assert!(!debt.heavy(at(100 * n)));
        }
        let from = 60_000;
        for n in 0..30 {
            debt.add(Duration::from_millis(100), at(from + 100 * n));
        }
        assert!(debt.heavy(at(from + 3_000)), "a whole processor for three seconds is more than that");
        assert!(!debt.heavy(at(from + 8_000)));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn the_slow_lane_has_a_lower_priority() {
        let nice = || rustix::process::getpriority_process(None).ok();
        let slow = SlowLane::new().run(nice).await.ok().flatten();
        let quick = super::quick(nice).await.ok().flatten();
        assert!(slow > quick, "{slow:?} {quick:?}");
    }
}
