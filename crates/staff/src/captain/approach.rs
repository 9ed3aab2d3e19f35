//! Marches of whole commands along a line, before the fighting begins.

use crate::pick;
use game::{Appraisal, Field, Gist, Intent, Rating, Reply, Shape};
use table::{Cm, Point, Pose};

/// The step at which a way is sampled.
const STEPS: Cm = 20;

/// The reply with which a command goes along its line as long as that brings its head nearer to its aim; `None` where
/// the field asks for something else.
pub(crate) fn reply(
    view: &Appraisal,
    field: &Field,
    gists: &[Gist],
    aim: impl Fn(&Rating) -> Option<Point>,
) -> Option<Reply> {
    let Shape::Pick { from, .. } = &field.shape else { return None };
    let choice = from.get(pick::meaning(gists, Intent::Advance)?)?;
    let [inner] = choice.then.as_slice() else { return None };
    let Shape::Along { mover, path, at } = &inner.shape else { return None };
    let aim = aim(view.unit(*mover)?)?;
    let stops = at.iter().flat_map(|(from, to)| (0..=STEPS).map(move |n| from + (to - from) / STEPS * n));
    let best = stops.min_by_key(|cm| (along(path, *cm).map_or(i64::MAX, |there| there.to(aim).round() as i64), *cm))?;
    Some(Reply::Picked(vec![(choice.key.clone(), vec![Reply::At(best)])]))
}

/// The point of a path after `cm` centimetres.
fn along(path: &[Point], mut cm: Cm) -> Option<Point> {
    for leg in path.windows(2) {
        let [from, to] = leg else { return None };
        let length = from.to(*to).round() as Cm;
        if cm <= length {
            return Some(Pose { at: *from, facing: from.bearing_to(*to) }.ahead(cm).at);
        }
        cm -= length;
    }
    path.last().copied()
}
