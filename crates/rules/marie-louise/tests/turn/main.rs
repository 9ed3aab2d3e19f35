//! The turn outside step M and step C: orders, command, sight and measuring, fire, morale, start and end (chapters 1 to 5,
//! 7 and 10): small battles played by written answers and dice. Each must also fail when a rule it claims is switched off.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod command;
mod dossiers;
mod end_of_turn;
#[path = "../charges/field.rs"]
mod field;
mod fire_moments;
mod formations;
mod lenses;
mod morale;
mod odds;
mod prospects;
mod setting_up;
mod sight;
mod whole_battles;

use field::{Field, Fought};
use game::Ref;
use grognard_marie_louise::PAS;
use table::Point;

/// A place, in pas.
fn at(x: f64, y: f64) -> Point {
    let cm = |pas: f64| (pas * f64::from(PAS)).round() as i32;
    Point::new(cm(x), cm(y))
}

/// A rectangle of ground, in pas.
fn ground(kind: &str, x: [f64; 2], y: [f64; 2]) -> String {
    let [left, right, low, high] = [x[0] * 50.0, x[1] * 50.0, y[0] * 50.0, y[1] * 50.0];
    format!(
        "[[ground.features]]\nkind = \"{kind}\"\narea = [[{left}, {low}], [{right}, {low}], [{right}, {high}], [{left}, {high}]]\n"
    )
}

/// A hill one level high.
fn hill(x: [f64; 2], y: [f64; 2]) -> String {
    ground("hill", x, y) + "level = 1\n"
}

/// How often there was a question of a kind about a unit.
fn asked_about(fought: &Fought, kind: &str, name: &str) -> usize {
    let about = Ref::Unit(fought.id(name));
    let sheets = fought.asked.iter().filter(|(slot, _)| slot.kind == kind);
    sheets.flat_map(|(_, fields)| fields).filter(|field| field.about == about).count()
}

/// In the given turn, with the order that each blue brigade had in the turn before.
fn in_turn(field: Field, turn: u16, last: grognard_marie_louise::Order) -> Field {
    field.with(|w, _| {
        w.turn = turn;
        w.commands.iter_mut().for_each(|command| command.order = last);
    })
}
