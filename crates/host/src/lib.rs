//! A table with its seats: rooms, what each seat sees, questions, the computer's generals, the assistant. Requests come
//! typed and are answered at once; what is to be kept and what is to be told go back to whoever asked. There is no
//! network, no disk and no clock here: the server and the browser bring their own.
//!
//! Nothing here names a ruleset. What is said in words comes from `words`, in both languages at once; what a seat is sent
//! is made from that seat's view of the battle alone.

pub mod assist;
pub mod battles;
pub mod body;
pub mod deeds;
pub mod error;
pub mod general;
pub mod looks;
pub mod march;
pub mod room;
pub mod sight;
pub mod view;
pub mod voice;
pub mod wire;
