//! "Go there": a first proposal of legs for players and for the computer's generals. It ignores ground and units; the
//! ruleset judges whether the march is legal.

use crate::geometry::vector::{radians, whole};
use crate::{Angle, Cm, Course, Manoeuvre, March, Piece, Pose, SLACK, angle_off, turn};

/// Legs that bring a piece to a pose, made of the allowed manoeuvres; the numbers in `allowed` are the greatest
/// amounts. None when they do not suffice.
///
/// Tried in order: straight ahead, obliquely, back, sideways; then a turn or a wheel and straight ahead; the first that
/// works is taken. A turn at the end gives the facing asked for.
///
/// ```
/// use grognard_table::{Manoeuvre, Piece, Pose, route};
/// let piece = Piece { pose: Pose::new(0, 0, 0), front: 5_000, depth: 2_500, lead: true };
/// let allowed = [Manoeuvre::Ahead(50_000), Manoeuvre::Oblique { cm: 50_000, by: 4_500 }];
/// let legs = route(&piece, Pose::new(10_000, 10_000, 0), &allowed).unwrap();
/// assert_eq!(legs, [Manoeuvre::Oblique { cm: 14_142, by: 4_500 }]);
/// assert_eq!(route(&piece, Pose::new(0, -10_000, 0), &allowed), None);
/// ```
#[must_use]
pub fn route(piece: &Piece, to: Pose, allowed: &[Manoeuvre]) -> Option<Vec<Manoeuvre>> {
    let straight = reach(piece, to, allowed);
    let ways = core::iter::once(straight).chain(bends(piece, to, allowed));
    ways.flatten().find_map(|mut legs| {
        let end = course(piece, &legs).end();
        let off = turn(end.first()?.pose.facing, to.facing);
        if off != 0 {
            may_turn(allowed, off).then(|| legs.push(Manoeuvre::Turn(off)))?;
        }
        Some(legs)
    })
}

/// One straight leg with the facing kept, or none when the piece is there.
fn reach(piece: &Piece, to: Pose, allowed: &[Manoeuvre]) -> Option<Vec<Manoeuvre>> {
    let (cm, off) = (whole(piece.pose.at.to(to.at)), angle_off(&piece.pose, to.at));
    if cm <= SLACK {
        return Some(Vec::new());
    }
    let fits = |m: &Manoeuvre| match *m {
        Manoeuvre::Ahead(most) if aims(off, cm) && cm <= most => Some(Manoeuvre::Ahead(cm)),
        Manoeuvre::Oblique { cm: most, by } if off.abs() <= by.abs() && cm <= most => {
            Some(Manoeuvre::Oblique { cm, by: off })
        }
        Manoeuvre::Back(most) if aims(turn(18_000, off), cm) && cm <= most => Some(Manoeuvre::Back(cm)),
        Manoeuvre::Side(most) if aims(turn(9_000, off), cm) && cm <= most.abs() => Some(Manoeuvre::Side(cm)),
        Manoeuvre::Side(most) if aims(turn(27_000, off), cm) && cm <= most.abs() => Some(Manoeuvre::Side(-cm)),
        _ => None,
    };
    let mut found: Vec<Manoeuvre> = allowed.iter().filter_map(fits).collect();
    found.sort();
    found.into_iter().next().map(|m| vec![m])
}

/// Is an angle so small that a way of this length still ends at its aim?
fn aims(off: Angle, cm: Cm) -> bool {
    f64::from(cm) * libm::sin(radians(off)).abs() <= f64::from(SLACK) && off.abs() < 9_000
}

/// A turn or a wheel towards the aim, then straight ahead.
fn bends<'a>(
    piece: &'a Piece,
    to: Pose,
    allowed: &'a [Manoeuvre],
) -> impl Iterator<Item = Option<Vec<Manoeuvre>>> + 'a {
    allowed.iter().map(move |m| {
        let first = match *m {
            Manoeuvre::Turn(_) => Manoeuvre::Turn(angle_off(&piece.pose, to.at)),
            Manoeuvre::Wheel(_) => Manoeuvre::Wheel(wheel(piece, to)?),
            _ => return None,
        };
        let fits = match (m, &first) {
            (Manoeuvre::Turn(_), Manoeuvre::Turn(by)) => may_turn(allowed, *by),
            (Manoeuvre::Wheel(most), Manoeuvre::Wheel(by)) => by.abs() <= most.abs(),
            _ => false,
        };
        if !fits {
            return None;
        }
        let turned = course(piece, core::slice::from_ref(&first)).end();
        let mut legs = vec![first];
        legs.extend(reach(turned.first()?, to, allowed)?);
        Some(legs)
    })
}

/// The wheel after which the aim lies straight ahead, found by iteration.
fn wheel(piece: &Piece, to: Pose) -> Option<Angle> {
    let mut by = angle_off(&piece.pose, to.at);
    for _ in 0..30 {
        let end = course(piece, &[Manoeuvre::Wheel(by)]).end();
        let off = angle_off(&end.first()?.pose, to.at);
        if off == 0 {
            return Some(by);
        }
        by += off;
    }
    (by.abs() <= 18_000).then_some(by)
}

fn may_turn(allowed: &[Manoeuvre], by: Angle) -> bool {
    allowed.iter().any(|m| matches!(m, Manoeuvre::Turn(most) if by.abs() <= most.abs()))
}

fn course(piece: &Piece, legs: &[Manoeuvre]) -> Course {
    Course::new(March { movers: Vec::new(), legs: legs.to_vec() }, vec![*piece])
}
