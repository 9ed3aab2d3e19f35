//! Step 0: a group redeploys before the turn (L3C-OPS-08, L3C-GAP-A102): each of its units goes straight to a place of
//! its own, within the operational distance of the group, and may change formation there.

use crate::question::{Does, about};
use crate::resolve::moving::points::left;
use crate::turn::D;
use crate::turn::deploy::formation_named;
use crate::world::{World, formations};
use crate::{Body, Distance, Formation, TroisCouleurs, r};
use game::{Choice, Field, Preview, Ref, Refusal, Reply, Shape, UnitId};
use rulebook::word;
use table::{Cm, Piece, Point, Pose, overlaps, room};

/// Distance that steps to a place may lose by rounding.
const ROUNDED: Cm = 10;

/// The place and formation that a unit is to take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Goal {
    pub unit: UnitId,
    pub pose: Pose,
    pub formation: Formation,
}

/// The places that the answer to a field names.
pub(super) fn goals(field: &Field, reply: &Reply) -> Vec<Goal> {
    let (Shape::Pick { from, .. }, Some(key)) = (&field.shape, reply.key()) else { return Vec::new() };
    let places = from.iter().find(|choice| choice.key == *key).map(|choice| choice.then.as_slice());
    let goal = |(field, reply): (&Field, &Reply)| match (about(field), reply) {
        (Some(unit), Reply::Placed(pose, Some(formation))) => {
            let pose = Pose { facing: pose.facing.rem_euclid(36_000), ..*pose };
            Some(Goal { unit, pose, formation: formation_named(formation)? })
        }
        _ => None,
    };
    places.unwrap_or_default().iter().zip(reply.opened()).filter_map(goal).collect()
}

/// Distance to a place.
fn way(w: &World, goal: &Goal) -> Cm {
    w.unit(goal.unit).pose.at.to(goal.pose.at).round() as Cm
}

/// The longest way of these units.
pub(super) fn longest(w: &World, goals: &[Goal]) -> Cm {
    goals.iter().map(|goal| way(w, goal)).max().unwrap_or(0)
}

/// Moves each unit this far towards its place.
pub(super) fn step(w: &mut World, goals: &[Goal], cm: Cm) {
    for goal in goals {
        let left = way(w, goal);
        let pose = &mut w.unit_mut(goal.unit).pose;
        pose.at = if left <= cm + ROUNDED { goal.pose.at } else { pose.at.step(pose.at.bearing_to(goal.pose.at), cm) };
    }
}

impl TroisCouleurs {
    /// The choice to redeploy a group whose units march this far.
    pub(super) fn redeploying(&self, w: &World, units: &[UnitId], reach: Cm) -> Option<Choice> {
        let ground = self.terrain.ground();
        let place = |id: &UnitId| {
            let (pose, now) = (w.unit(*id).pose, w.unit(*id).body.formation);
            let (x, y) = (pose.at.x, pose.at.y);
            // Slightly more than the table: a unit at its edge stands inside.
            let (west, east) = ((x - reach).max(-10), (x + reach).min(ground.width + 10));
            let (south, north) = ((y - reach).max(-10), (y + reach).min(ground.height + 10));
            let corners = [(west, south), (east, south), (east, north), (west, north)];
            let others = formations(self.troop(*id).arm).iter().filter(|formation| **formation != now);
            Field {
                about: Ref::Unit(*id),
                shape: Shape::Place {
                    ground: corners.map(|(x, y)| Point::new(x, y)).to_vec(),
                    facing: None,
                    formations: std::iter::once(&now).chain(others).map(word).collect(),
                },
                default: Reply::Placed(pose, Some(word(&now))),
            }
        };
        let mut choice = Choice::of(Does::Redeploy.key(), &[r::L3C_OPS_08]);
        choice.then = units.iter().map(place).collect();
        self.book.all(&[r::L3C_OPS_08, r::L3C_GAP_A102]).then_some(choice)
    }

    /// Cost of a redeployment for a unit (L3C-GAP-A102): the march, and a change of formation.
    fn disposition_points(&self, w: &World, goal: &Goal) -> u8 {
        let (unit, table) = (w.unit(goal.unit), &self.book.tables.action);
        let march = if goal.pose != unit.pose && self.on(r::L3C_PA_04) { table.operational_march } else { 0 };
        let forms = if goal.formation == unit.body.formation { 0 } else { table.dispositions };
        march + forms
    }

    /// The body of a unit in its new place.
    fn disposed(&self, w: &World, goal: &Goal) -> Body {
        let body = w.unit(goal.unit).body;
        if goal.formation == body.formation { body } else { self.formed(w, goal.unit, goal.formation) }
    }

    /// The reason why the units of a group may not go to these places.
    pub(super) fn judge_places(
        &self,
        w: &World,
        (n, reach): (usize, Cm),
        goals: &[Goal],
        (preview, refusals): (&mut Preview, &mut Vec<Refusal>),
    ) {
        let piece = |goal: &Goal| self.piece_of(goal.unit, &self.disposed(w, goal), goal.pose);
        let within = |id: UnitId| goals.iter().find(|goal| goal.unit == id);
        let stands: Vec<(UnitId, Piece)> =
            w.present().map(|id| (id, within(id).map_or_else(|| self.piece(w, id), piece))).collect();
        for goal in goals {
            let (id, unit, there) = (goal.unit, w.unit(goal.unit), piece(goal));
            preview.ghosts.push((id, vec![there]));
            if goal.pose == unit.pose && goal.formation == unit.body.formation {
                continue;
            }
            let mut refuse = |holds: bool, why: &'static str, most: Option<Cm>| {
                if !holds {
                    let refusal = Refusal::by(r::L3C_OPS_08, n, why);
                    let most = most.map(|cm| Distance::from_cm(cm).hundredths());
                    refusals.push(most.map_or(refusal.clone(), |most| refusal.fact("most", most)));
                }
            };
            let (cm, own) = (way(w, goal), self.piece(w, id));
            refuse(cm <= reach, "too_far", Some(reach));
            let points = left(&self.book, unit.body.points_spent);
            refuse(self.disposition_points(w, goal) <= points, "no_points", None);
            refuse(self.terrain.holds(&there), "off_the_table", None);
            let bearing = unit.pose.at.bearing_to(goal.pose.at);
            let passes = cm == 0 || room(&own, bearing, cm, &self.terrain, |f| self.closed(id, f), &[]).is_ok();
            let open = !self.terrain.touched(&there).into_iter().any(|feature| self.closed(id, feature));
            refuse(passes && open, "impassable_ground", None);
            let free = !stands.iter().any(|(other, base)| *other != id && overlaps(&there, base));
            refuse(free, "overlaps", None);
            refuse(!self.stops_at(w, id, &there), "too_near", None);
        }
    }

    /// Units that have reached their places form there, the others stay where they are; a unit whose place is taken
    /// keeps its old one.
    pub(super) fn take_up(&self, d: &mut D<'_>, mut there: World, goals: &[Goal]) {
        let mut wishes: Vec<(&Goal, Pose, Body)> = goals
            .iter()
            .map(|goal| {
                let pose = there.unit(goal.unit).pose;
                let come = pose.at == goal.pose.at;
                let body = if come { self.disposed(&there, goal) } else { there.unit(goal.unit).body };
                (goal, if come { goal.pose } else { pose }, body)
            })
            .collect();
        for goal in goals {
            there.unit_mut(goal.unit).pose = d.world.unit(goal.unit).pose;
        }
        loop {
            let stands: Vec<(UnitId, Piece)> = there
                .present()
                .map(|id| match wishes.iter().find(|(goal, ..)| goal.unit == id) {
                    Some((_, pose, body)) => (id, self.piece_of(id, body, *pose)),
                    None => (id, self.piece(&there, id)),
                })
                .collect();
            let taken = |(goal, pose, body): &(&Goal, Pose, Body)| {
                let piece = self.piece_of(goal.unit, body, *pose);
                stands.iter().any(|(other, base)| *other != goal.unit && overlaps(&piece, base))
            };
            let Some(place) = wishes.iter().position(taken) else { break };
            wishes.remove(place);
        }
        for (goal, pose, body) in wishes {
            let id = goal.unit;
            let points = self.disposition_points(&d.world, &Goal { unit: id, pose, formation: body.formation });
            self.spend(d, id, points, r::L3C_OPS_08);
            let spent = d.world.unit(id).body.points_spent;
            if body.formation != d.world.unit(id).body.formation {
                self.change(d, id, &[r::L3C_OPS_08], |u| u.body = Body { points_spent: spent, ..body });
            }
            if pose != d.world.unit(id).pose {
                self.place(d, id, pose, &[], &[r::L3C_OPS_08]);
            }
        }
    }
}
