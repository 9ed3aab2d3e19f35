//! Costs of units and generals (BE-GAP-07), and the composition of armies (BE-GAP-09, BE-GAP-37).

use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Body, Grade, Status, Weight};
use game::{Line, Op, Trace};

/// The cost of a unit, line by line.
pub fn unit(book: &Book, body: &Body, trace: &mut impl Trace) -> i64 {
    if !book.on(r::BE_GAP_07) {
        return 0;
    }
    let table = &book.tables.cost;
    let guns = body.arm == Arm::Artillery;
    let base = match body.arm {
        Arm::Infantry => table.infantry,
        Arm::Cavalry => match body.weight {
            Weight::Light => table.light_cavalry,
            Weight::Medium => table.medium_cavalry,
            Weight::Heavy => table.heavy_cavalry,
        },
        Arm::Artillery => table.guns.of(body.guns),
    };
    let morale = i64::from(body.morale);
    let morale = if guns { morale - table.gun_morale_from } else { table.per_morale * morale };
    let class = table.class.of(body.class) - if guns { table.gun_class_from } else { 0 };
    let ft = table.per_ft * i64::from(body.ft(book));
    let abilities: i64 = body.abilities.iter().filter_map(|ability| table.ability.get(&ability)).sum();
    let parts = [base, morale, class, ft, table.status.of(body.status), abilities, table.size.of(body.size)];
    for part in parts.into_iter().filter(|part| *part != 0) {
        trace.line(|| Line::new(r::BE_GAP_07, Op::Add(part)));
    }
    parts.iter().sum()
}

/// The cost of a general.
#[must_use]
pub fn general(book: &Book, grade: Grade) -> i64 {
    if book.on(r::BE_GAP_07) { book.tables.grade(grade).cost } else { 0 }
}

/// Whether a battalion may be detached as skirmishers (BE-GAP-37): light infantry, FT 2, militia and irregulars.
#[must_use]
pub fn may_detach(book: &Book, body: &Body) -> bool {
    let loose = matches!(body.status, Status::Militia | Status::Irregular);
    book.on(r::BE_GAP_37) && body.arm == Arm::Infantry && (body.has(Ability::Light) || body.ft >= 2 || loose)
}

/// A division of an army list: its general and its units.
#[derive(Clone, Debug, Default)]
pub struct ListedDivision {
    pub grade: Grade,
    pub units: Vec<Body>,
}

/// The faults of an army: organisation (BE-GAP-09) and budget (BE-GAP-07).
#[must_use]
pub fn faults(book: &Book, chief: Grade, divisions: &[ListedDivision], budget: i64) -> Vec<&'static str> {
    let table = &book.tables.organisation;
    let mut faults = Vec::new();
    let within = |n: usize, [least, most]: [u8; 2]| (usize::from(least)..=usize::from(most)).contains(&n);
    if book.on(r::BE_GAP_09) {
        if !within(divisions.len(), table.divisions) {
            faults.push("number_of_divisions");
        }
        for division in divisions {
            if !within(division.units.len(), table.units) {
                faults.push("number_of_units");
            }
            let guns = division.units.iter().filter(|unit| unit.arm == Arm::Artillery).count();
            if guns > table.artillery_share.up(division.units.len()) {
                faults.push("too_many_guns");
            }
        }
    }
    let units = divisions.iter().flat_map(|division| &division.units);
    let cost: i64 = units.map(|body| unit(book, body, &mut game::Quiet)).sum();
    let generals: i64 = divisions.iter().map(|division| general(book, division.grade)).sum();
    if cost + generals + general(book, chief) > budget && book.on(r::BE_GAP_07) {
        faults.push("over_budget");
    }
    faults
}
