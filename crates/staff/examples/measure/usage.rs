//! How an army was used, counted from the events of a battle: units that never fought, units that overlapped a friend,
//! units that charged together, formations taken. It knows no ruleset: their texts say which test is a fight and which choice a charge
//! (`.event`), what a mark shows (`.shows`), which formation is a column or a square (`.shape`), is open order (`.manner`)
//! or disorder (`.disordered`), and which state is hesitation (`.hesitates`).

use game::{Card, Deed, Event, Picture, Ref, Term, UnitId};
use std::collections::{BTreeMap, BTreeSet};
use table::{Piece, Pose, overlaps};
use words::Words;

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Usage {
    pub battles: u64,
    /// Units on foot, mounted and guns that came to the table.
    pub units: [u64; 3],
    /// Those of them that never fired nor fought.
    pub idle: [u64; 3],
    /// Charges on foot and by horse.
    pub charges: [u64; 2],
    /// Units that were charged in a turn.
    pub charged: u64,
    /// Those of them that two or more charged together.
    pub together: u64,
    /// Units that overlapped a friend at the end of a turn, and all units on the table.
    pub heaped: [u64; 2],
    /// Changes of formation into columns, squares, skirmish order.
    pub formed: [u64; 3],
    /// Orders of a single unit.
    pub own_orders: u64,
    /// Units that hesitated.
    pub hesitant: u64,
    /// Units that fell into disorder.
    pub disordered: u64,
    /// Units on foot that received horse in square, or formed it in the same turn, and all that horse charged.
    pub squares: [u64; 2],
}

/// The units charged in a turn.
#[derive(Default)]
struct Charged {
    /// The chargers of each target.
    at: BTreeMap<UnitId, BTreeSet<UnitId>>,
    /// Foot that horse charged, and whether it was or formed in square.
    foot: BTreeMap<UnitId, bool>,
}

/// The part of a piece that two friends may share, in hundredths of its sides: elements touch.
const TOUCH: i32 = 80;

fn arm(card: &Card) -> Option<usize> {
    ["infantry", "cavalry", "artillery"].iter().position(|name| card.arm == *name)
}

/// What the texts of a ruleset say of its terms.
struct Meanings<'a>(&'a Words);

impl Meanings<'_> {
    fn says(&self, kind: &str, term: &Term, attribute: &str) -> Option<String> {
        self.0.attribute(&format!("{kind}-{term}"), attribute)
    }

    /// Whether a test is a fight, by fire or hand to hand.
    fn fights(&self, test: &Term) -> bool {
        self.says("test", test, "event").is_some()
    }

    /// Whether a unit that chooses this goes hand to hand.
    fn attacks(&self, does: &Term) -> bool {
        self.says("does", does, "event").is_some_and(|event| event == "charge")
    }

    fn shows(&self, mark: &Term, what: &str) -> bool {
        self.says("mark-name", mark, "shows").is_some_and(|shows| shows == what)
    }

    fn shaped(&self, formation: &Term, shape: &str) -> bool {
        self.says("term", formation, "shape").is_some_and(|said| said == shape)
    }

    /// Whether a card shows a formation of this shape.
    fn stands(&self, card: &Card, shape: &str) -> bool {
        card.marks.iter().any(|(mark, value)| self.shows(mark, "formation") && self.shaped(value, shape))
    }
}

fn small(piece: &Piece) -> Piece {
    let (front, depth) = (piece.front * TOUCH / 100, piece.depth * TOUCH / 100);
    let pose = Pose { at: piece.pose.at.step(piece.pose.facing, -(piece.depth - depth) / 2), ..piece.pose };
    Piece { pose, front: front.max(1), depth: depth.max(1), ..*piece }
}

/// Units of a picture that overlap a friend, and all units.
fn heaps(picture: &Picture) -> [u64; 2] {
    let units: Vec<(&Card, Vec<Piece>)> = picture
        .units
        .values()
        .filter(|card| arm(card).is_some() && !card.pieces.is_empty())
        .map(|card| (card, card.pieces.iter().map(small).collect()))
        .collect();
    let meets = |one: &[Piece], two: &[Piece]| one.iter().any(|a| two.iter().any(|b| overlaps(a, b)));
    let heaped = units.iter().enumerate().filter(|(n, (card, pieces))| {
        let mut friends = units.iter().enumerate().filter(|(m, (other, _))| m != n && other.side == card.side);
        friends.any(|(_, (_, his))| meets(pieces, his))
    });
    [heaped.count() as u64, units.len() as u64]
}

impl Usage {
    /// Counts a whole battle.
    pub fn count(&mut self, words: &Words, events: &[Event]) {
        let said = Meanings(words);
        self.battles += 1;
        let mut picture = Picture::default();
        let mut arms: BTreeMap<UnitId, usize> = BTreeMap::new();
        let mut fought: BTreeSet<UnitId> = BTreeSet::new();
        let mut turn = 0;
        let mut charged = Charged::default();
        for event in events {
            match &event.deed {
                Deed::Shown { unit, card } => {
                    arms.extend(arm(card).map(|arm| (*unit, arm)));
                }
                Deed::Tested { breakdown, .. } if said.fights(&breakdown.test) => {
                    if let Some(Ref::Unit(unit)) = breakdown.of {
                        fought.insert(unit);
                    }
                }
                Deed::Declared { by: Ref::Unit(by), key } | Deed::Opened { of: Ref::Unit(by), key } => {
                    // The target of a charge may be revealed only when it arrives.
                    if let Some(Ref::Unit(target)) = key.refs.first()
                        && said.attacks(&key.does)
                        && let Some(arm) = arms.get(by)
                        && charged.at.entry(*target).or_default().insert(*by)
                    {
                        self.charges[usize::from(*arm == 1)] += 1;
                        fought.insert(*by);
                        if *arm == 1 && arms.get(target) == Some(&0) {
                            let stood = picture.units.get(target).is_some_and(|card| said.stands(card, "square"));
                            *charged.foot.entry(*target).or_default() |= stood;
                        }
                    }
                }
                Deed::Marked { unit, mark, value } if arms.contains_key(unit) => {
                    self.mark(&said, mark, value);
                    let square = said.shows(mark, "formation") && said.shaped(value, "square");
                    if let Some(formed) = charged.foot.get_mut(unit).filter(|_| square) {
                        *formed = true;
                    }
                }
                Deed::Clock { turn: now, .. } if *now != turn => {
                    turn = *now;
                    let [heaped, all] = heaps(&picture);
                    self.heaped[0] += heaped;
                    self.heaped[1] += all;
                    self.close_turn(&mut charged);
                }
                _ => {}
            }
            picture.apply(&event.deed);
        }
        self.close_turn(&mut charged);
        for (unit, arm) in arms {
            self.units[arm] += 1;
            self.idle[arm] += u64::from(!fought.contains(&unit));
        }
    }

    fn mark(&mut self, said: &Meanings<'_>, mark: &Term, value: &Term) {
        let (formation, state) = (said.shows(mark, "formation"), said.shows(mark, "state"));
        let term = |attribute| said.says("term", value, attribute);
        let [column, square, open] = &mut self.formed;
        let counts = [
            (column, formation && said.shaped(value, "column")),
            (square, formation && said.shaped(value, "square")),
            (open, formation && term("manner").is_some_and(|manner| manner == "open")),
            (&mut self.disordered, (formation || state) && term("disordered").is_some()),
            (&mut self.own_orders, said.shows(mark, "specific") && *value == "yes"),
            (&mut self.hesitant, state && term("hesitates").is_some()),
        ];
        for (count, holds) in counts {
            *count += u64::from(holds);
        }
    }

    fn close_turn(&mut self, charged: &mut Charged) {
        let Charged { at, foot } = std::mem::take(charged);
        self.charged += at.len() as u64;
        self.together += at.values().filter(|by| by.len() > 1).count() as u64;
        self.squares[0] += foot.values().filter(|formed| **formed).count() as u64;
        self.squares[1] += foot.len() as u64;
    }

    pub fn add(&mut self, other: &Self) {
        let (own, his) = (self.numbers(), other.numbers());
        *self = Self::from_numbers(std::array::from_fn(|n| own[n] + his[n]));
    }

    /// All counts in a row, for a file.
    #[must_use]
    pub const fn numbers(&self) -> [u64; 20] {
        let Self { battles, units: u, idle: i, charges: c, charged, together, heaped: h, formed: f, .. } = *self;
        let s = self.squares;
        [
            battles,
            u[0],
            u[1],
            u[2],
            i[0],
            i[1],
            i[2],
            c[0],
            c[1],
            charged,
            together,
            h[0],
            h[1],
            f[0],
            f[1],
            f[2],
            self.own_orders,
            self.hesitant,
            s[0],
            s[1],
        ]
    }

    /// The counts of such a row; disorder is not in it.
    #[must_use]
    pub const fn from_numbers(n: [u64; 20]) -> Self {
        Self {
            battles: n[0],
            units: [n[1], n[2], n[3]],
            idle: [n[4], n[5], n[6]],
            charges: [n[7], n[8]],
            charged: n[9],
            together: n[10],
            heaped: [n[11], n[12]],
            formed: [n[13], n[14], n[15]],
            own_orders: n[16],
            hesitant: n[17],
            disordered: 0,
            squares: [n[18], n[19]],
        }
    }
}
