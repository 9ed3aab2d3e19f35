//! The footprint of a unit (LA-GAP-09, LA-GAP-10).

use super::Unit;
use crate::terms::troops::square_faces;
use crate::{Arm, Book, Distance, Formation, r};
use table::{Cm, Piece, Point, Pose};

/// Front and depth of a number of figures of an arm in a formation with this company front.
#[must_use]
pub fn extent(book: &Book, arm: Arm, formation: Formation, figures: u8, front: u8) -> (Cm, Cm) {
    let scale = &book.tables.scale;
    let base = match arm {
        Arm::Infantry => scale.infantry,
        Arm::Cavalry => scale.cavalry,
        Arm::Artillery => scale.artillery,
    };
    let figures = i32::from(figures.max(1));
    // Bases touch (LA-MVT-13), except in skirmish order.
    let apart = if book.on(r::LA_MVT_13) { 0 } else { scale.skirmish_gap.cm() };
    let (wide, deep) = (base.front.cm() + apart, base.depth.cm());
    let column = |abreast: u8| {
        let abreast = i32::from(abreast.max(1)).min(figures);
        (abreast * wide, (figures + abreast - 1) / abreast * deep)
    };
    if !book.on(r::LA_GAP_10) {
        return (figures * wide, deep);
    }
    match formation {
        // A battery is one base, whatever the number of gunners.
        Formation::Limbered | Formation::InPosition => (wide, deep),
        Formation::Line => (figures * wide, deep),
        Formation::DoubleLine => ((figures + 1) / 2 * wide, 2 * deep),
        Formation::Column | Formation::SolidSquare => column(front),
        Formation::DivisionColumn | Formation::Garrison => column(front.saturating_mul(2)),
        Formation::HollowSquare => {
            let faces = square_faces(book, rulebook::saturated::<u8, _>(figures));
            let side = i32::from(faces.into_iter().max().unwrap_or(1)) * wide;
            (side.max(2 * deep), side.max(2 * deep))
        }
        Formation::Skirmish => (figures * wide + (figures - 1) * scale.skirmish_gap.cm(), deep),
    }
}

/// A footprint whose front edge has its middle at a pose.
#[must_use]
pub fn body(pose: Pose, (front, depth): (Cm, Cm)) -> Piece {
    Piece { pose: pose.ahead(-depth / 2), front, depth, lead: true }
}

/// The middle of the front edge of a footprint: the pose of its unit.
#[must_use]
pub fn front_of(piece: &Piece) -> Pose {
    piece.pose.ahead(piece.depth / 2)
}

/// The walls of a house, as a footprint along its longest side (LA-GAP-74); `None`: it has no area.
#[must_use]
pub fn walls(shape: &table::Shape) -> Option<Piece> {
    let table::Shape::Area(points) = shape else { return None };
    let sides = points.iter().zip(points.iter().cycle().skip(1));
    let (from, to) = sides.max_by(|a, b| a.0.to(*a.1).total_cmp(&b.0.to(*b.1)))?;
    let along = Pose { at: *from, facing: (from.bearing_to(*to) + 9_000).rem_euclid(36_000) };
    let seen: Vec<(Cm, Cm)> = points.iter().map(|point| along.seen(*point)).collect();
    let span = |of: fn(&(Cm, Cm)) -> Cm| Some((seen.iter().map(of).min()?, seen.iter().map(of).max()?));
    let ((left, right), (near, far)) = (span(|p| p.0)?, span(|p| p.1)?);
    let at = along.local(left + (right - left) / 2, near + (far - near) / 2);
    let pose = Pose { at, ..along };
    Some(Piece { pose, front: (right - left).max(1), depth: (far - near).max(1), lead: true })
}

/// The footprint of an officer's base.
#[must_use]
pub fn officer_piece(book: &Book, at: Point) -> Piece {
    let base = book.tables.scale.officer;
    Piece { pose: Pose { at, facing: 0 }, front: base.front.cm(), depth: base.depth.cm(), lead: true }
}

/// Width of one base of an arm.
#[must_use]
pub fn base_of(book: &Book, arm: Arm) -> Distance {
    let scale = &book.tables.scale;
    match arm {
        Arm::Infantry => scale.infantry.front,
        Arm::Cavalry => scale.cavalry.front,
        Arm::Artillery => scale.artillery.front,
    }
}

impl Unit {
    /// Figures abreast in its front rank.
    #[must_use]
    pub fn abreast(&self, book: &Book, front: u8) -> u8 {
        if self.across() { self.files(book, front) } else { self.row(book, front) }
    }

    #[must_use]
    pub fn ranks(&self, book: &Book, front: u8) -> u8 {
        if self.across() { self.row(book, front) } else { self.files(book, front) }
    }

    /// Figures abreast in its formation.
    fn row(&self, book: &Book, front: u8) -> u8 {
        let figures = self.figures();
        match self.formation {
            Formation::Line | Formation::Skirmish => figures,
            Formation::DoubleLine => figures.div_ceil(2),
            Formation::Column | Formation::SolidSquare => front.min(figures),
            Formation::DivisionColumn | Formation::Garrison => front.saturating_mul(2).min(figures),
            Formation::HollowSquare => square_faces(book, figures)[0],
            Formation::Limbered | Formation::InPosition => figures,
        }
    }

    /// Ranks in its formation.
    fn files(&self, book: &Book, front: u8) -> u8 {
        match self.formation {
            Formation::Limbered | Formation::InPosition | Formation::Line | Formation::Skirmish => 1,
            Formation::HollowSquare => 2,
            _ => self.figures().div_ceil(self.row(book, front).max(1)),
        }
    }
}
