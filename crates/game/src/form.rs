//! The form of answers: shapes, bounds and keys, the same for every ruleset.

use crate::{Ask, Field, Refusal, Reply, Shape};
use table::{Angle, Manoeuvre, inside_polygon};

/// The most legs of a march that are read.
const LEGS: usize = 64;
/// A leg may be this many times as long as the longest offered, and this much longer, before it is refused unread: the
/// rules say which leg is too long and by how much, but they need not measure a way round the world.
const LONGER: (i64, i64) = (2, 20_000);
/// The largest angle accepted, either way: a full circle.
const CIRCLE: Angle = 36_000;
/// Longest name of a formation.
const NAME: usize = 80;

/// Every fault of form of an answer; if there is none, the ruleset judges it.
#[must_use]
pub fn faults(ask: &Ask, replies: &[Reply]) -> Vec<Refusal> {
    if ask.fields.len() != replies.len() {
        return vec![
            Refusal::form(0, "wrong_number_of_replies")
                .fact("fields", ask.fields.len() as i64)
                .fact("replies", replies.len() as i64),
        ];
    }
    let mut out = Vec::new();
    for (n, (field, reply)) in ask.fields.iter().zip(replies).enumerate() {
        judge(n, field, reply, &mut out);
    }
    out
}

fn judge(n: usize, field: &Field, reply: &Reply, out: &mut Vec<Refusal>) {
    match (&field.shape, reply) {
        (Shape::Pick { from, min, max, budget }, Reply::Picked(picks)) => {
            if picks.len() < usize::from(*min) || picks.len() > usize::from(*max) {
                out.push(
                    Refusal::form(n, "wrong_number_of_picks")
                        .fact("picked", picks.len() as i64)
                        .fact("min", i64::from(*min))
                        .fact("max", i64::from(*max)),
                );
            }
            // Picks beyond the offer are not read one by one.
            let picks = &picks[..picks.len().min(usize::from(*max))];
            let mut spent: i64 = 0;
            for (i, (key, then)) in picks.iter().enumerate() {
                if picks[..i].iter().any(|(other, _)| other == key) {
                    out.push(Refusal::form(n, "picked_twice"));
                }
                let Some(choice) = from.iter().find(|choice| &choice.key == key) else {
                    out.push(Refusal::form(n, "not_offered"));
                    continue;
                };
                spent += i64::from(choice.cost);
                if choice.then.len() != then.len() {
                    out.push(Refusal::form(n, "wrong_number_of_replies"));
                    continue;
                }
                for (field, reply) in choice.then.iter().zip(then) {
                    judge(n, field, reply, out);
                }
            }
            if let Some(budget) = budget
                && spent > i64::from(*budget)
            {
                out.push(Refusal::form(n, "over_budget").fact("cost", spent).fact("budget", i64::from(*budget)));
            }
        }
        (Shape::Share { total, among }, Reply::Shared(parts)) => {
            let sum: u64 = parts.iter().map(|p| u64::from(*p)).sum();
            if parts.len() != among.len() || sum != u64::from(*total) {
                out.push(Refusal::form(n, "does_not_add_up").fact("sum", sum as i64).fact("total", i64::from(*total)));
            } else if parts.iter().zip(among).any(|(p, (_, low, high))| p < low || p > high) {
                out.push(Refusal::form(n, "share_out_of_bounds"));
            }
        }
        (Shape::March { movers, allowed, .. }, Reply::Marched(march)) => {
            if march.legs.len() > LEGS {
                out.push(Refusal::form(n, "too_many_legs").fact("legs", march.legs.len() as i64));
            }
            let longest = allowed.iter().map(length).max().unwrap_or_default() * LONGER.0 + LONGER.1;
            for (leg, manoeuvre) in march.legs.iter().take(LEGS).enumerate() {
                if length(manoeuvre) > longest {
                    let refusal = Refusal::form(n, "leg_too_long").at_leg(leg);
                    out.push(refusal.fact("length", length(manoeuvre)).fact("most", longest));
                } else if !sound(manoeuvre) {
                    out.push(Refusal::form(n, "not_offered").at_leg(leg));
                }
            }
            if march.movers.len() != movers.len() || march.movers.iter().zip(movers).any(|(a, b)| *a != b.0) {
                out.push(Refusal::form(n, "wrong_movers"));
            }
        }
        (Shape::Place { ground, formations, .. }, Reply::Placed(pose, formation)) => {
            if !inside_polygon(pose.at, ground) || pose.facing.unsigned_abs() > CIRCLE.unsigned_abs() {
                out.push(Refusal::form(n, "outside_the_area"));
            }
            if let Some(formation) = formation
                && !formations.contains(formation)
            {
                out.push(Refusal::form(n, "not_offered"));
            }
        }
        (Shape::Along { at, .. }, Reply::At(cm)) => {
            if !at.iter().any(|(from, to)| from <= cm && cm <= to) {
                out.push(Refusal::form(n, "outside_the_window").fact("at", i64::from(*cm)));
            }
        }
        _ => out.push(Refusal::form(n, "wrong_shape")),
    }
}

/// The straight way of a leg, in centimetres.
fn length(leg: &Manoeuvre) -> i64 {
    match leg {
        Manoeuvre::Ahead(cm) | Manoeuvre::Side(cm) | Manoeuvre::Back(cm) | Manoeuvre::Oblique { cm, .. } => {
            i64::from(*cm).abs()
        }
        _ => 0,
    }
}

/// Whether the angles and names of a leg could have been offered.
fn sound(leg: &Manoeuvre) -> bool {
    match leg {
        Manoeuvre::Wheel(by) | Manoeuvre::Turn(by) | Manoeuvre::Oblique { by, .. } => {
            by.unsigned_abs() <= CIRCLE.unsigned_abs()
        }
        Manoeuvre::Reform(name) => name.len() <= NAME,
        _ => true,
    }
}
