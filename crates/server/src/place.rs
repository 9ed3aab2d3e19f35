//! A room that the server holds: who listens to it, and when somebody last asked for it.

use crate::lane::Debt;
use game::Bilingual;
use game::Side;
use host::error::closed;
use host::room::{Room, SEATS, place};
use host::wire::Push;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::broadcast;

/// A listener that is further behind is given everything at once.
const BEHIND: usize = 64;

/// A room in memory.
pub struct Place {
    pub room: Room,
    /// When somebody last asked for it.
    pub touched: Instant,
    /// What it owes to other battles.
    pub debt: Debt,
    ears: [broadcast::Sender<Arc<Push>>; 3],
}

impl Place {
    /// Nobody listens yet.
    pub fn new(room: Room) -> Self {
        let now = Instant::now();
        Self { room, touched: now, debt: Debt::none(now), ears: SEATS.map(|_| broadcast::channel(BEHIND).0) }
    }

    fn tell(&self, side: Option<Side>, push: Push) {
        // Nobody there is no fault.
        let _ = self.ears[place(side)].send(Arc::new(push));
    }

    /// Tells every seat what changed.
    pub fn publish(&mut self) {
        for (side, update) in self.room.publish() {
            self.tell(side, Push::Update(Box::new(update.as_ref().clone())));
        }
    }

    /// Tells all seats that the battle is gone.
    pub fn close(&self, text: &Bilingual) {
        SEATS.into_iter().for_each(|side| self.tell(side, Push::Closed { text: text.clone() }));
    }

    /// Tells whoever sits at a side that his link is good no longer.
    pub fn close_seat(&self, side: Side) {
        self.tell(Some(side), closed("closed-held"));
    }

    /// Listens to what comes.
    pub fn listen(&self, side: Option<Side>) -> broadcast::Receiver<Arc<Push>> {
        self.ears[place(side)].subscribe()
    }

    /// Whether somebody sits there.
    pub fn taken(&self, side: Option<Side>) -> bool {
        self.ears[place(side)].receiver_count() > 0
    }

    /// Whether anybody is listening.
    pub fn heard(&self) -> bool {
        SEATS.into_iter().any(|side| self.taken(side))
    }
}
