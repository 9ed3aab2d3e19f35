//! Places for long computations. Each client queues in a line of its own and has one place at a time, so that one
//! battle, however much it asks for, never delays another.

use crate::error::{ApiError, ApiResult};
use axum::http::StatusCode;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The longest wait for a place.
const PATIENCE: Duration = Duration::from_secs(30);
/// Maximum length of a line.
const LONGEST: usize = 16;
/// Empty lines are removed once there are this many.
const LINES: usize = 256;

/// The places and the lines of waiting clients.
pub struct Turns {
    places: Arc<Semaphore>,
    lines: Mutex<HashMap<String, Arc<Semaphore>>>,
}

/// A place; it is free again when this is dropped.
pub struct QueuePermit {
    _place: OwnedSemaphorePermit,
    _first_in_line: OwnedSemaphorePermit,
}

impl Turns {
    /// Creates this many places.
    pub fn new(places: usize) -> Self {
        Self { places: Arc::new(Semaphore::new(places)), lines: Mutex::new(HashMap::new()) }
    }

    fn line(&self, of: &str) -> Arc<Semaphore> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.len() > LINES {
            lines.retain(|_, line| Arc::strong_count(line) > 1);
        }
        Arc::clone(lines.entry(of.to_owned()).or_insert_with(|| Arc::new(Semaphore::new(1))))
    }

    /// A place for a client, when its turn comes.
    pub async fn enter(&self, of: &str) -> ApiResult<QueuePermit> {
        let line = self.line(of);
        let busy = || ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "busy");
        // The permit holds one reference, the map holds the line, and so does every client that waits in it.
        if Arc::strong_count(&line) > LONGEST {
            return Err(busy());
        }
        let places = Arc::clone(&self.places);
        let wait = async move {
            let first = line.acquire_owned().await.ok()?;
            let place = places.acquire_owned().await.ok()?;
            Some(QueuePermit { _place: place, _first_in_line: first })
        };
        tokio::time::timeout(PATIENCE, wait).await.ok().flatten().ok_or_else(busy)
    }

    /// A place for a client that can wait without limit.
    pub async fn wait(&self, of: &str) -> Option<QueuePermit> {
        let first = self.line(of).acquire_owned().await.ok()?;
        let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        Some(QueuePermit { _place: place, _first_in_line: first })
    }
}

#[cfg(test)]
mod tests {
    use super::Turns;
    use std::time::Duration;
    use tokio::time::timeout;

    #[tokio::test]
    async fn whoever_asks_for_much_waits_behind_himself_alone() {
        let turns = Turns::new(2);
        let first = turns.wait("greedy").await;
        assert!(timeout(Duration::from_millis(20), turns.wait("greedy")).await.is_err(), "one place at a time");
        let other = timeout(Duration::from_millis(20), turns.wait("modest")).await;
        assert!(other.is_ok_and(|place| place.is_some()), "the other place is free");
        drop(first);
        assert!(timeout(Duration::from_millis(20), turns.wait("greedy")).await.is_ok());
    }
}
