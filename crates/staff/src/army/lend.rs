//! What the commander of the army gives to commands: points to act with, and new orders, by their part in the plan.

use super::{Army, Posture, Role, Wing, middle};
use crate::scene::Scene;
use crate::{Reason, pick};
use game::{Field, Gist, Intent, Ref, Reply, Shape};

/// Value of a new order to a command that is to close with the enemy, in hundredths of a point.
const SET_FREE: i64 = 1_500;

/// The choice that serves the plan best, where a field asks what a command is given; to give nothing if none does.
pub(crate) fn lend(scene: &Scene<'_>, army: &Army, field: &Field, gists: &[Gist]) -> Option<(Reply, Option<Reason>)> {
    let Shape::Pick { from, .. } = &field.shape else { return None };
    if !gists.iter().any(|gist| gist.intent == Intent::Lend) {
        return None;
    }
    let rated = from.iter().zip(gists).enumerate().map(|(n, (choice, gist))| {
        let weight = match choice.key.refs.first() {
            Some(Ref::Command(command)) => weight(scene, army, *command),
            _ => 0,
        };
        let value = match gist.intent {
            // An order that costs points is for commands that are to attack; points are for all.
            Intent::Attack | Intent::Lend if gist.cost > 0 => {
                (SET_FREE + scene.net(gist.gain, gist.cost).max(0)) * (weight - 100) / 100
            }
            Intent::Lend => gist.gain * weight / 100,
            Intent::Support => gist.gain - gist.cost,
            _ => 0,
        };
        (value, choice, std::cmp::Reverse(n))
    });
    let (value, choice, _) = rated.max_by_key(|(value, _, n)| (*value, *n))?;
    (value > 0).then(|| (pick::picked(choice), None))
}

/// The weight of a command in the plan, in hundredths.
fn weight(scene: &Scene<'_>, army: &Army, command: u16) -> i64 {
    let part = army.wings.iter().filter(|wing| wing.command == Some(command)).map(|wing| match wing.role {
        Role::Main if wing.alone => 200,
        _ if wing.alone => 90,
        Role::Main if wing.assault => 300,
        Role::Main => 220,
        Role::Pin if wing.assault => 250,
        Role::Pin if army.posture != Posture::Hold => 150,
        // Sent to a place under threat.
        Role::Keep if far(scene, wing) => 180,
        Role::Pin | Role::Keep => 40,
    });
    part.max().unwrap_or(120)
}

/// Whether the units of a wing have a march before them.
fn far(scene: &Scene<'_>, wing: &Wing) -> bool {
    let of = wing.of(scene);
    let reach = of.iter().map(|unit| unit.reach).min().unwrap_or(0);
    middle(of.into_iter()).is_some_and(|at| at.to(wing.line.at) > f64::from(reach))
}
