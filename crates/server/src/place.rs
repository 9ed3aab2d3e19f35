//! A room held by the server: its listeners, and the time of its last use.

use crate::lane::Debt;
use game::Bilingual;
use game::Side;
use host::error::closed;
use host::room::{Room, SEATS, place};
use host::wire::Push;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::broadcast;

/// A listener farther behind than this is sent the whole state.
const BEHIND: usize = 64;

/// A room in memory.
pub struct Place {
    pub room: Room,
    /// The time of its last use.
    pub touched: Instant,
    /// Its debt to other battles.
    pub debt: Debt,
    ears: [broadcast::Sender<Arc<Push>>; 3],
}

impl Place {
    /// A place without listeners.
    pub fn new(room: Room) -> Self {
        let now = Instant::now();
        Self { room, touched: now, debt: Debt::none(now), ears: SEATS.map(|_| broadcast::channel(BEHIND).0) }
    }

    fn tell(&self, side: Option<Side>, push: Push) {
        // No listener is not an error.
        let _ = self.ears[place(side)].send(Arc::new(push));
    }

    /// Sends every seat the changes.
    pub fn publish(&mut self) {
        for (side, update) in self.room.publish() {
            self.tell(side, Push::Update(Box::new(update.as_ref().clone())));
        }
    }

    /// Tells all seats that the battle was deleted.
    pub fn close(&self, text: &Bilingual) {
        SEATS.into_iter().for_each(|side| self.tell(side, Push::Closed { text: text.clone() }));
    }

    /// Tells the clients of a side that their link is no longer valid.
    pub fn close_seat(&self, side: Side) {
        self.tell(Some(side), closed("closed-held"));
    }

    /// Subscribes to the messages of a seat.
    pub fn listen(&self, side: Option<Side>) -> broadcast::Receiver<Arc<Push>> {
        self.ears[place(side)].subscribe()
    }

    /// Whether the seat has a listener.
    pub fn taken(&self, side: Option<Side>) -> bool {
        self.ears[place(side)].receiver_count() > 0
    }

    /// Whether any seat has a listener.
    pub fn heard(&self) -> bool {
        SEATS.into_iter().any(|side| self.taken(side))
    }
}
