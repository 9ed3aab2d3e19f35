//! Activation numbers of the option of chapter 11.

use crate::terms::book::{Book, r};
use crate::terms::profile::Status;
use dice::Throw;
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A unit under M that waits to act.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Waiting {
    pub status: Status,
}

/// The die for the activation number.
pub fn dice(book: &Book, waiting: &Waiting, trace: &mut impl Trace) -> Throw {
    trace.line(|| Line::new(r::ML_11A, Op::Throw(1)));
    trace.line(|| Line::new(r::ML_11A, Op::Add(i64::from(status(book, waiting)))));
    Throw::d6(1)
}

/// The activation number for the face of a die, 1 to 5 (ML-11a). Lower numbers act first.
#[must_use]
pub fn number(book: &Book, waiting: &Waiting, face: u8) -> i16 {
    let place = usize::from(face.clamp(1, 6) - 1);
    let d3 = if book.on(r::ML_11A) { i16::from(book.tables.activation.of_face[place]) } else { i16::from(face) };
    d3 + i16::from(status(book, waiting))
}

fn status(book: &Book, waiting: &Waiting) -> i8 {
    if book.on(r::ML_11A) { book.tables.activation.status.of(book.status(waiting.status)) } else { 0 }
}

/// Whether a unit may counter another that is about to act (ML-11f, ML-GAP-52): it must be of higher status and due to
/// act later, with a higher number, or with the same number but named later.
#[must_use]
pub fn may_counter(book: &Book, own: (Status, i16), his: (Status, i16)) -> bool {
    let later = if book.on(r::ML_GAP_52) { own.1 >= his.1 } else { own.1 > his.1 };
    book.on(r::ML_11F) && later && book.status(own.0) > book.status(his.0)
}
