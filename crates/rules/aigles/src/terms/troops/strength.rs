//! From men to figures, companies, ranks and faces (LA-GAP-10, LA-GAP-68).

use super::{Figure, KindId};
use crate::terms::book::{Book, r};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// The companies or squadrons of one kind of figure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Company {
    /// Their kind in the table of figures.
    pub kind: KindId,
    pub figure: Figure,
    /// Number of companies.
    pub number: u8,
    /// Figures of all companies.
    pub figures: u8,
}

/// The companies of a unit in their order: the first stands in front or on the right.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Companies(SmallVec<[Company; 3]>);

impl std::ops::Deref for Companies {
    type Target = [Company];

    fn deref(&self) -> &[Company] {
        &self.0
    }
}

impl std::ops::DerefMut for Companies {
    fn deref_mut(&mut self) -> &mut [Company] {
        &mut self.0
    }
}

/// A quotient, rounded half up.
const fn half_up(number: u32, by: u32) -> u32 {
    let by = if by == 0 { 1 } else { by };
    (2 * number + by) / (2 * by)
}

fn small(number: u32) -> u8 {
    rulebook::saturated::<u8, _>(number)
}

/// Figures for this many men (LA-GAP-68).
#[must_use]
pub fn figures_of_men(book: &Book, men: u32) -> u8 {
    let scale = &book.tables.scale;
    if !book.on(r::LA_GAP_68) {
        return small(men / scale.men_per_figure.max(1));
    }
    small(half_up(men.min(100_000), scale.men_per_figure)).max(scale.least_figures)
}

/// Gunner figures for this many guns (LA-GAP-18, LA-GAP-68).
#[must_use]
pub fn figures_of_guns(book: &Book, guns: u32) -> u8 {
    let per = book.tables.scale.guns_per_gunner.max(1);
    if book.on(r::LA_GAP_18) { small(guns.div_ceil(per)).max(1) } else { small(guns) }
}

/// Figures in the front of one company (LA-GAP-68).
#[must_use]
pub fn company_front(book: &Book, figures: u8, companies: u8) -> u8 {
    small(half_up(figures.into(), companies.into())).max(book.tables.scale.least_figures)
}

/// Ranks of a column with this front, filled from the front (LA-GAP-68).
#[must_use]
pub fn column_ranks(figures: u8, front: u8) -> SmallVec<[u8; 12]> {
    let front = front.max(1);
    let mut ranks: SmallVec<[u8; 12]> = (0..figures / front).map(|_| front).collect();
    if !figures.is_multiple_of(front) {
        ranks.push(figures % front);
    }
    ranks
}

/// Ranks of a column, from the front, whose kinds of figure stand one after the other, with these figures left of each
/// kind after these losses from the hindmost rank of their kind: the gaps stay (LA-GAP-02, LA-GAP-69). Up to the first
/// empty rank.
#[must_use]
pub fn ranks_with_gaps(left: &[u8], gone: &[u8], front: u8) -> SmallVec<[u8; 12]> {
    let gone = |kind: usize| gone.get(kind).copied().unwrap_or(0);
    let kind = |(kind, left): (usize, &u8)| [(true, *left), (false, gone(kind))];
    let places = left.iter().enumerate().flat_map(kind);
    let places: Vec<bool> = places.flat_map(|(stands, n)| std::iter::repeat_n(stands, usize::from(n))).collect();
    let ranks = places.chunks(usize::from(front.max(1)));
    ranks.map(|rank| small(rank.iter().map(|stands| u32::from(*stands)).sum())).take_while(|n| *n > 0).collect()
}

/// Figures of the front, right, rear and left face of a hollow square (LA-GAP-10): the remainder goes to the front, the
/// rear, then the right.
#[must_use]
pub fn square_faces(book: &Book, figures: u8) -> [u8; 4] {
    let (each, left) = (figures / 4, figures % 4);
    if !book.on(r::LA_GAP_10) {
        return [each; 4];
    }
    [each + u8::from(left > 0), each + u8::from(left > 2), each + u8::from(left > 1), each]
}

impl Companies {
    /// Figures shared among companies of these kinds: each elite company as many as the front of a company, the centre
    /// the rest (LA-GAP-68); `None`: no companies.
    #[must_use]
    pub fn of(book: &Book, groups: &[(KindId, Figure, u8)], figures: u8) -> Option<Self> {
        let all = groups.iter().fold(0u8, |sum, (_, _, number)| sum.saturating_add(*number));
        let centre = groups.iter().enumerate().max_by_key(|(_, (_, _, number))| *number)?.0;
        let front = company_front(book, figures, all);
        let mut left = figures;
        let mut companies: SmallVec<[Company; 3]> = SmallVec::new();
        for (place, (kind, figure, number)) in groups.iter().enumerate() {
            let share = if place == centre { 0 } else { front.saturating_mul(*number).min(left) };
            left -= share;
            companies.push(Company { kind: *kind, figure: *figure, number: *number, figures: share });
        }
        companies[centre].figures = left;
        Some(Self(companies))
    }

    /// Figures of all companies.
    #[must_use]
    pub fn figures(&self) -> u8 {
        self.iter().fold(0u8, |sum, company| sum.saturating_add(company.figures))
    }

    /// Number of all companies.
    #[must_use]
    pub fn number(&self) -> u8 {
        self.iter().fold(0u8, |sum, company| sum.saturating_add(company.number))
    }
}
