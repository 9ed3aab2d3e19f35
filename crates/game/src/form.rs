//! The form of answers: shapes, bounds and keys, the same for every ruleset.

use crate::{Ask, Field, Refusal, Reply, Shape};
use table::inside_polygon;

/// Longest march that is looked at.
const LEGS: usize = 64;

/// Every fault of form of an answer; none: the ruleset judges it.
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
        (Shape::March { movers, .. }, Reply::Marched(march)) => {
            if march.legs.len() > LEGS {
                out.push(Refusal::form(n, "too_many_legs").fact("legs", march.legs.len() as i64));
            }
            if march.movers.len() != movers.len() || march.movers.iter().zip(movers).any(|(a, b)| *a != b.0) {
                out.push(Refusal::form(n, "wrong_movers"));
            }
        }
        (Shape::Place { ground, formations, .. }, Reply::Placed(pose, formation)) => {
            if !inside_polygon(pose.at, ground) {
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
