//! Step M: moves, manoeuvres, buildings, generals (chapters 1.6, 3, 6, 11, 14).
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod field;

use field::{Field, LINE, ahead, area, line, march, oblique, reform, refused_by, step_m, strongpoint, turn};
use grognard_marie_louise::proof::{prove, prove_with};
use grognard_marie_louise::{Book, Formation, Marker, Options, Order, r};

#[test]
fn a_line_advances() {
    let field = Field::new(&Book::new(), "", &[LINE.at(2000, 1000)], &[LINE.at(2000, 4000).facing(180)]);
    let field = field.plans(&[(0, vec![ahead(800)]), (1, vec![ahead(400)])]).run(&step_m());
    assert_eq!(field.at(0), (2000, 1800));
    assert_eq!(field.at(1), (2000, 3600));
}
