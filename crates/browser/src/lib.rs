//! The table without a server. A worker of a web page calls it with one request at a time and receives the answer, the
//! data to store, and the messages for each seat. It has no clock, no store and no source of chance of its own: all
//! three come with the request, so that the same requests give the same battle on any machine.
//!
//! The caller must store the reply's data before it shows the messages: an unsaved change did not happen.

mod call;
#[cfg(target_arch = "wasm32")]
mod exports;
mod hall;
mod message;

pub use hall::Hall;
pub use message::{Ask, Battle, Called, Reply, Request, SeatPush, StoreChange, Unkept};
