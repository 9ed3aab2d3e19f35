//! Marches made from the allowed manoeuvres, and the best of them that are legal together.

use crate::Post;
use game::{Ask, Field, Reply, Shape};
use table::{Angle, Cm, Manoeuvre, March, Point, Pose, turn};

/// Shares of a way to try, in eighths: rough ground and obstacles shorten a move.
const SHARES: [i32; 6] = [8, 6, 5, 4, 3, 2];

/// The manoeuvres of a unit in a march.
#[derive(Clone, Debug, Default)]
pub(crate) struct Drill {
    pub ahead: Cm,
    pub oblique: Option<(Cm, Angle)>,
    pub turn: Angle,
    /// The greatest wheel of a unit that does nothing else; a wheel on the way takes from its move.
    pub wheel: Angle,
    pub reforms: Vec<Manoeuvre>,
    pub enters: Vec<Manoeuvre>,
}

impl Drill {
    pub fn of(allowed: &[Manoeuvre]) -> Self {
        let mut drill = Self::default();
        for open in allowed {
            match open {
                Manoeuvre::Ahead(cm) => drill.ahead = *cm,
                Manoeuvre::Oblique { cm, by } => drill.oblique = Some((*cm, *by)),
                Manoeuvre::Turn(by) => drill.turn = *by,
                Manoeuvre::Wheel(by) => drill.wheel = *by,
                Manoeuvre::Reform(_) => drill.reforms.push(open.clone()),
                Manoeuvre::Enter(_) => drill.enters.push(open.clone()),
                _ => {}
            }
        }
        drill
    }
}

/// The final pose of some legs, by geometry.
pub(crate) fn end(from: Pose, legs: &[Manoeuvre]) -> Pose {
    legs.iter().fold(from, |pose, leg| match leg {
        Manoeuvre::Ahead(cm) => pose.ahead(*cm),
        Manoeuvre::Back(cm) => pose.ahead(-*cm),
        Manoeuvre::Side(cm) => Pose { at: pose.local(*cm, 0), ..pose },
        Manoeuvre::Oblique { cm, by } => Pose { at: pose.at.step(pose.facing + by, *cm), ..pose },
        Manoeuvre::Turn(by) | Manoeuvre::Wheel(by) => pose.turned(*by),
        Manoeuvre::Reform(_) | Manoeuvre::Enter(_) | Manoeuvre::Stand => pose,
    })
}

/// Ways towards a place, the longest first.
pub(crate) fn towards(drill: &Drill, from: Pose, to: Point, out: &mut Vec<Vec<Manoeuvre>>) {
    let far = from.at.far(to);
    if far == 0 {
        return;
    }
    let bearing = from.at.bearing_to(to);
    for bend in [0, 2_500, -2_500] {
        let off = turn(from.facing, bearing + bend);
        if drill.wheel > 0 {
            wheeling(drill, off, far, bend != 0, out);
            continue;
        }
        for share in SHARES {
            // A bend is for going round something: few lengths are enough.
            if bend != 0 && share % 4 != 0 {
                continue;
            }
            if let Some((most, by)) = drill.oblique
                && off.abs() <= by
            {
                let cm = far.min(most) * share / 8;
                if cm > 0 {
                    out.push(vec![Manoeuvre::Oblique { cm, by: off }]);
                }
            } else if drill.ahead > 0 && drill.turn > 0 {
                let cm = far.min(drill.ahead) * share / 8;
                if cm > 0 {
                    out.push(vec![Manoeuvre::Turn(off), Manoeuvre::Ahead(cm)]);
                }
            } else if drill.ahead > 0 && off.abs() <= 1_000 {
                out.push(vec![Manoeuvre::Ahead(far.min(drill.ahead) * share / 8)]);
            }
        }
    }
}

/// Ways of a unit that wheels towards a bearing and goes on with the rest of its move; a unit that has the bearing
/// behind it turns about.
fn wheeling(drill: &Drill, off: Angle, far: Cm, bend: bool, out: &mut Vec<Vec<Manoeuvre>>) {
    if off.abs() > 13_500 && drill.turn >= 18_000 {
        out.push(vec![Manoeuvre::Turn(18_000)]);
        return;
    }
    let wheels = [off.clamp(-drill.wheel, drill.wheel), off.clamp(-drill.wheel / 2, drill.wheel / 2), 0];
    for (n, wheel) in wheels.into_iter().enumerate() {
        // Straight on only where that leads there at all; a wheel of nothing was tried.
        if wheel == 0 && off.abs() > 4_500 || n > 0 && wheels[..n].contains(&wheel) {
            continue;
        }
        let left = i64::from(drill.ahead) * i64::from(drill.wheel - wheel.abs()) / i64::from(drill.wheel);
        let most = Cm::try_from(left).unwrap_or(0).min(far);
        let head = (wheel != 0).then_some(Manoeuvre::Wheel(wheel));
        for share in SHARES.into_iter().filter(|share| !bend || share % 4 == 0) {
            let cm = most * share / 8;
            if cm > 0 {
                out.push(head.iter().cloned().chain([Manoeuvre::Ahead(cm)]).collect());
            }
        }
        out.extend(head.map(|head| vec![head]));
    }
    if let Some((most, _)) = drill.oblique.filter(|(_, by)| off.abs() <= *by) {
        out.push(vec![Manoeuvre::Oblique { cm: far.min(most), by: off }]);
    }
}

/// Ways to a place behind: about, there, and about again, so that the front stays as it was.
pub(crate) fn backwards(drill: &Drill, from: Pose, to: Point, ways: &mut Vec<Vec<Manoeuvre>>) {
    let about = from.turned(18_000);
    let off = turn(about.facing, about.at.bearing_to(to));
    let Some((most, _)) = drill.oblique.filter(|(_, by)| drill.turn >= 18_000 && off.abs() <= *by) else { return };
    let far = from.at.far(to).min(most);
    for share in [8, 6, 4, 2] {
        let cm = far * share / 8;
        if cm > 0 {
            ways.push(vec![Manoeuvre::Turn(18_000), Manoeuvre::Oblique { cm, by: off }, Manoeuvre::Turn(18_000)]);
        }
    }
}

/// The reply of a field with these legs.
pub(crate) fn reply(field: &Field, legs: Vec<Manoeuvre>) -> Reply {
    match &field.shape {
        Shape::March { movers, .. } => Reply::Marched(March { movers: movers.iter().map(|m| m.0).collect(), legs }),
        _ => field.default.clone(),
    }
}

/// For each field the first reply that is legal beside the others; a field without one keeps its default.
pub(crate) fn settle(
    post: &Post<'_>,
    ask: &Ask,
    options: &[Vec<Reply>],
    rounds: usize,
) -> Option<(Vec<Reply>, Vec<usize>)> {
    let mut at = vec![0; options.len()];
    for round in 0..rounds + 2 {
        let replies: Vec<Reply> = ask
            .fields
            .iter()
            .enumerate()
            .map(|(n, field)| {
                options.get(n).zip(at.get(n)).and_then(|(all, at)| all.get(*at)).unwrap_or(&field.default).clone()
            })
            .collect();
        match post.preview(ask.id, &replies) {
            Ok(_) => return Some((replies, at)),
            Err(refusals) => {
                for refusal in refusals {
                    if let Some(at) = at.get_mut(usize::from(refusal.field)) {
                        // After the last round, a unit still refused stays where it is.
                        *at = if round < rounds { *at + 1 } else { usize::MAX };
                    }
                }
                if round == rounds {
                    // A reply refused because of other units may be affected by any unit's end.
                    continue;
                }
            }
        }
    }
    let defaults: Vec<Reply> = ask.fields.iter().map(|field| field.default.clone()).collect();
    let at = vec![usize::MAX; options.len()];
    post.preview(ask.id, &defaults).ok().map(|_| (defaults, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wheels_pays_for_it_with_his_way() {
        let drill = Drill { ahead: 4_000, wheel: 9_000, turn: 18_000, ..Drill::default() };
        let from = Pose { at: Point::new(0, 0), facing: 0 };
        let mut ways = Vec::new();
        towards(&drill, from, Point::new(100_000, 100_000), &mut ways);
        assert_eq!(ways[0], [Manoeuvre::Wheel(4_500), Manoeuvre::Ahead(2_000)]);
        // No unit turns by an arbitrary angle where turns are quarters and halves.
        assert!(ways.iter().flatten().all(|leg| !matches!(leg, Manoeuvre::Turn(_))));
        let mut behind = Vec::new();
        towards(&drill, from, Point::new(0, -100_000), &mut behind);
        assert!(behind.contains(&vec![Manoeuvre::Turn(18_000)]));
    }
}
