//! A table with its seats: rooms, each seat's view, questions, the computer's generals, the assistant. Requests are
//! typed and answered at once; the data to store and to send go back to the caller. There is no network, no disk and no
//! clock here: the server and the browser bring their own.
//!
//! Nothing here names a ruleset. Texts come from `words`, in both languages at once; a seat is sent only what its own
//! view of the battle holds.

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
