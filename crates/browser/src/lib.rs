//! The table without a server. A worker of a web page calls it with one request at a time and is given the answer, what
//! is to be kept, and what each seat is to be told. It has no clock, no store and no source of chance of its own: all
//! three come with the request, so that the same requests give the same battle on any machine.
//!
//! Who calls keeps what is to be kept first, and tells the page afterwards: what is not kept did not happen.

mod call;
#[cfg(target_arch = "wasm32")]
mod exports;
mod hall;
mod message;

pub use hall::Hall;
pub use message::{Ask, Battle, Called, Reply, Request, SeatPush, StoreChange, Unkept};
