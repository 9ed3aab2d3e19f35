//! The positions of all units at one instant: made for a batch of questions, and not part of the state.

use super::PAS;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use table::{Blockers, Cm, Near, Piece, Point, point_to_piece, within_cm, within_reach};

/// Number of questions from which an index is faster than a search of the list.
const FEW: u32 = 8;

/// The positions of all units. The first few questions search the list; then an index is made.
pub struct Positions {
    tdcs: Vec<(u32, Piece)>,
    hiding: Vec<(u32, Piece)>,
    nobody: Blockers,
    near: OnceCell<Near>,
    blockers: OnceCell<Blockers>,
    asked_near: Cell<u32>,
    asked_sight: Cell<u32>,
    last: RefCell<VecDeque<Answered>>,
}

/// Maximum number of answers kept.
const KEPT: usize = 4;

/// A question about a place, with its answer.
struct Answered {
    piece: Piece,
    cm: Cm,
    tags: Rc<[u32]>,
}

impl Positions {
    /// From the TdCs, sorted by their tags, and the pieces that block sight.
    pub(super) fn new(tdcs: Vec<(u32, Piece)>, hiding: Vec<(u32, Piece)>) -> Self {
        Self {
            tdcs,
            hiding,
            nobody: Blockers::none(),
            near: OnceCell::new(),
            blockers: OnceCell::new(),
            asked_near: Cell::new(0),
            asked_sight: Cell::new(0),
            last: RefCell::default(),
        }
    }

    /// Tags of the TdCs within `cm` of a piece, sorted.
    pub(super) fn around(&self, piece: &Piece, cm: Cm) -> Vec<u32> {
        if few(&self.asked_near) {
            let reach = cm.saturating_add(2 * PAS);
            let about = |p: &Piece| close(p.pose.at, piece.pose.at, reach.saturating_add(piece.front.max(piece.depth)));
            let within = |p: &Piece| about(p) && within_reach(piece, p, cm);
            return self.tdcs.iter().filter(|(_, p)| within(p)).map(|(tag, _)| *tag).collect();
        }
        self.index().around(piece, cm)
    }

    /// The same, kept for the next question about the same place: one unit tries many paths.
    pub(super) fn around_again(&self, piece: &Piece, cm: Cm) -> Rc<[u32]> {
        let mut last = self.last.borrow_mut();
        if let Some(last) = last.iter().find(|last| last.piece == *piece && last.cm == cm) {
            return Rc::clone(&last.tags);
        }
        let tags: Rc<[u32]> = self.around(piece, cm).into();
        last.truncate(KEPT - 1);
        last.push_front(Answered { piece: *piece, cm, tags: Rc::clone(&tags) });
        tags
    }

    /// Tags of the TdCs within `cm` of a point, sorted.
    pub(super) fn within(&self, p: Point, cm: Cm) -> Vec<u32> {
        if few(&self.asked_near) {
            let reach = cm.saturating_add(2 * PAS);
            let within = |piece: &Piece| close(piece.pose.at, p, reach) && within_cm(point_to_piece(p, piece).cm, cm);
            return self.tdcs.iter().filter(|(_, piece)| within(piece)).map(|(tag, _)| *tag).collect();
        }
        self.index().within(p, cm)
    }

    /// Looks from a point to a piece, past all pieces that may block the line.
    pub(super) fn looking<R>(&self, from: Point, to: &Piece, look: impl FnOnce(&Blockers) -> R) -> R {
        if few(&self.asked_sight) {
            let (low, high) = span(from, to.pose.at);
            let between = |p: &Piece| {
                let at = p.pose.at;
                at.x >= low.x && at.x <= high.x && at.y >= low.y && at.y <= high.y
            };
            let some: Vec<(u32, Piece)> = self.hiding.iter().filter(|(_, p)| between(p)).copied().collect();
            return look(&Blockers::new(&some));
        }
        look(self.blockers.get_or_init(|| Blockers::new(&self.hiding)))
    }

    /// No blockers: for lines that only the ground blocks.
    pub(super) const fn nobody(&self) -> &Blockers {
        &self.nobody
    }

    fn index(&self) -> &Near {
        self.near.get_or_init(|| Near::of_pieces(self.tdcs.iter().copied()))
    }
}

fn few(asked: &Cell<u32>) -> bool {
    asked.set(asked.get().saturating_add(1));
    asked.get() <= FEW
}

fn close(a: Point, b: Point, reach: Cm) -> bool {
    (a.x - b.x).abs() <= reach && (a.y - b.y).abs() <= reach
}

/// The box around a line, wide enough for any piece that the line can touch.
fn span(a: Point, b: Point) -> (Point, Point) {
    let margin = 3 * PAS;
    (Point::new(a.x.min(b.x) - margin, a.y.min(b.y) - margin), Point::new(a.x.max(b.x) + margin, a.y.max(b.y) + margin))
}
