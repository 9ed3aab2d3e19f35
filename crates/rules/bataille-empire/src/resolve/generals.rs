//! Loss of generals (BE-GEN).

use crate::terms::book::{Book, r};
use crate::terms::profile::Grade;
use dice::Throw;
use game::{Line, Op, Trace};

rulebook::words! {
    /// The risk that a general is exposed to.
    Exposed {
        /// A shock of his unit.
        Shock,
        /// A fire at his unit.
        Fire,
    } default Shock
}

/// The throw for an exposed general; class 1: he is lost (BE-GEN-01 to BE-GEN-03).
pub fn risk(book: &Book, exposed: Exposed, trace: &mut impl Trace) -> Throw {
    let table = &book.tables.general_loss;
    let (rule, from) = match exposed {
        Exposed::Shock => (r::BE_GEN_02, table.in_shock),
        Exposed::Fire => (r::BE_GEN_03, table.under_fire),
    };
    if !book.on(r::BE_GEN_01) {
        return Throw::default().cuts([i16::MAX]);
    }
    trace.line(|| Line::new(r::BE_GEN_01, Op::Throw(i64::from(table.dice))));
    trace.line(|| Line::new(rule, Op::Needs(i64::from(from))));
    Throw::d6(table.dice).cuts([if book.on(rule) { i16::from(from) } else { i16::MAX }])
}

/// The grade of a successor (BE-GEN-04): one lower, but at least the worst (BE-GAP-77). `None`: there is no successor.
#[must_use]
pub fn successor(book: &Book, grade: Grade) -> Option<Grade> {
    const GRADES: [Grade; 5] = [Grade::Poor, Grade::Ordinary, Grade::Competent, Grade::Brilliant, Grade::Strategist];
    if !book.on(r::BE_GEN_04) {
        return None;
    }
    // Without BE-GAP-77 the rules do not say how much lower.
    if !book.on(r::BE_GAP_77) {
        return Some(Grade::Poor);
    }
    GRADES.get((grade as usize).saturating_sub(usize::from(book.tables.general_loss.grades_lower))).copied()
}
