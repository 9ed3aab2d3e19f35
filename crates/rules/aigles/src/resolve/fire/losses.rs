//! The table of losses (LA-RES-01): a factor and a number of figures give the losses of a whole period of fire.

use crate::terms::book::{Book, r};
use game::{Exact, Line, Op, Trace};

/// Columns of the table.
const COLUMNS: u16 = 24;

/// One printed cell.
fn printed(book: &Book, row: usize, figures: u16) -> u32 {
    let cells = &book.tables.losses.cells;
    let place = usize::from(figures) - 1;
    let of = |row: usize| cells[row][place];
    // The table stays as printed, including the dip from factor 5 to 6 (LA-GAP-28).
    let cell = if book.on(r::LA_GAP_28) { of(row) } else { (0..=row).map(of).max().unwrap_or(0) };
    u32::from(cell)
}

/// Losses for a number of figures at a factor (LA-RES-01); outside the table LA-GAP-04. The line names the row read.
pub fn cell(book: &Book, factor: i16, figures: u16, trace: &mut impl Trace) -> u32 {
    let table = &book.tables.losses;
    let lowest = i16::from(table.lowest);
    let highest = lowest + rulebook::saturated::<i16, _>(table.cells.len()) - 1;
    let row = if factor < lowest && !book.on(r::LA_GAP_04) { lowest } else { factor.min(highest) };
    let found = if !book.on(r::LA_RES_01) || row < lowest || figures == 0 {
        0
    } else {
        let row = usize::from(row.abs_diff(lowest));
        let whole = if book.on(r::LA_GAP_04) { figures / COLUMNS } else { 0 };
        let rest = if book.on(r::LA_GAP_04) { figures % COLUMNS } else { figures.min(COLUMNS) };
        let rest = if rest > 0 { printed(book, row, rest) } else { 0 };
        u32::from(whole) * printed(book, row, COLUMNS) + rest
    };
    trace.line(|| Line::new(r::LA_RES_01, Op::Cell(row.into(), figures.into(), found.into())));
    found
}

/// Losses of a fire of this many quarters (LA-GAP-03): its share of the period that the table stands for, rounded half
/// up.
pub fn spanned(book: &Book, losses: u32, quarters: u8, trace: &mut impl Trace) -> u16 {
    let whole = i64::from(if book.options.table_is_half { 2 } else { book.tables.time.table_of_losses });
    let share = Exact { num: quarters.into(), den: whole };
    if share.num == share.den || !book.on(r::LA_GAP_03) {
        return rulebook::saturated::<u16, _>(losses);
    }
    trace.line(|| Line::new(r::LA_GAP_03, Op::Times(share.reduced())).fact("quarters", quarters.into()));
    trace.line(|| Line::new(r::LA_GAP_03, Op::HalfUp));
    let rounded = (2 * i64::from(losses) * share.num + share.den).div_euclid(2 * share.den);
    rulebook::saturated::<u16, _>(rounded)
}
