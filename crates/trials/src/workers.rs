//! Fights on all cores, in order. Numbers are handed out one by one, so that after an interruption everything before
//! the first missing number is done (work stealing would leave gaps), and no thread gets ahead of the slowest battle by
//! more than a fixed number of fights: memory does not grow with the run.

use crate::TrialError;
use crate::fight::{Fighter, Fought};
use crate::plan::Plan;
use crate::roster::Roster;
use game::Ruleset;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};

/// The most fights that may wait for an earlier one, per thread.
const AHEAD: u64 = 64;

struct Queue {
    next: u64,
    taken_in: u64,
}

/// Fights a range of the battles of a plan and passes them on in order. True: all of them; false: `stop` was set, and
/// only the beginning of the range was passed on.
///
/// # Errors
/// Faults of the plan, and the errors of `take`, which stop the run.
pub(crate) fn fight_all(
    plan: &Plan,
    roster: &Roster,
    ruleset: &dyn Ruleset,
    range: Range<u64>,
    threads: usize,
    stop: &AtomicBool,
    mut take: impl FnMut(Fought) -> Result<(), TrialError>,
) -> Result<bool, TrialError> {
    let threads = threads.clamp(1, 1024);
    let ahead = AHEAD * threads as u64;
    let queue = Mutex::new(Queue { next: range.start, taken_in: range.start });
    let moved = Condvar::new();
    let halt = AtomicBool::new(false);
    let (send, receive) = mpsc::channel::<(u64, Fought)>();
    let fighters = (0..threads).map(|_| Fighter::new(plan, roster, ruleset)).collect::<Result<Vec<_>, _>>()?;
    std::thread::scope(|scope| {
        for fighter in fighters {
            let send = send.clone();
            let (queue, moved, halt) = (&queue, &moved, &halt);
            scope.spawn(move || {
                let over = || stop.load(Ordering::Relaxed) || halt.load(Ordering::Relaxed);
                while let Some(n) = ticket(queue, moved, ahead, range.end, over) {
                    let Some(fought) = fighter.fight(n, over) else { break };
                    if send.send((n, fought)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        let mut waiting = BTreeMap::new();
        let mut wanted = range.start;
        let mut fault = None;
        for (n, fought) in receive {
            waiting.insert(n, fought);
            while let Some(fought) = waiting.remove(&wanted) {
                wanted += 1;
                if fault.is_none()
                    && let Err(error) = take(fought)
                {
                    fault = Some(error);
                    halt.store(true, Ordering::Relaxed);
                }
            }
            locked(&queue).taken_in = wanted;
            moved.notify_all();
        }
        fault.map_or(Ok(wanted == range.end), Err)
    })
}

/// The next number, once it is not too far ahead.
fn ticket(queue: &Mutex<Queue>, moved: &Condvar, ahead: u64, end: u64, over: impl Fn() -> bool) -> Option<u64> {
    let mut queue = locked(queue);
    loop {
        if over() || queue.next >= end {
            return None;
        }
        if queue.next < queue.taken_in + ahead {
            queue.next += 1;
            return Some(queue.next - 1);
        }
        queue = moved.wait(queue).unwrap_or_else(PoisonError::into_inner);
    }
}

fn locked(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}
