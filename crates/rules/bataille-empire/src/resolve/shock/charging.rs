//! Rows of a side that charges or counter-charges (BE-CHO-10 to BE-CHO-20).

use super::{Fighter, Shock, Who};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Formation, Order};
use crate::terms::sum::Sum;
use game::Trace;

pub(super) fn rows<T: Trace>(sum: &mut Sum<'_, T>, shock: &Shock, who: Who) {
    let book = sum.book;
    let table = &book.tables.charge;
    let (own, enemy) = (shock.side(who), shock.side(who.other()));
    let horse = own.is(Arm::Cavalry);
    let has = |ability| own.body.has(ability);
    sum.add(r::BE_CHO_10, horse && keeps_weight(book, own), weight(book, own));
    sum.add(r::BE_CHO_11, horse && has(Ability::Lance), table.lance);
    sum.add(r::BE_CHO_12, horse && has(Ability::Cuirass) && enemy.is(Arm::Cavalry), table.cuirass);
    let line_on_column = own.body.formation == Formation::Line && enemy.body.formation == Formation::Column;
    sum.add(r::BE_CHO_13, horse && enemy.is(Arm::Cavalry) && line_on_column, table.line_against_column);
    let chance = own.opportunity && !enemy.is(Arm::Cavalry) || own.pursuit && book.on(r::BE_POU_05);
    sum.add(r::BE_CHO_14, horse && chance, table.opportunity_or_pursuit);
    let foot = match own.body.formation {
        Formation::Line => table.infantry_line,
        Formation::Column => table.infantry_column,
        _ => 0,
    };
    sum.add(r::BE_CHO_15, own.is(Arm::Infantry) && keeps_charge(book, own, enemy), foot);
    let elan = has(Ability::Elan);
    // BE-ORD-08 states the same bonus for the order.
    let attack = horse && own.order == Order::Attack && book.on(r::BE_ORD_08);
    let both = elan && attack && (book.options.elan_and_attack_add || !book.on(r::BE_GAP_72));
    sum.add_times(r::BE_CHO_16, i64::from(elan || attack) + i64::from(both), table.elan_or_attack);
    sum.add(r::BE_CHO_17, shock.marked(book, who.other()), table.adversary_marked);
    let disordered =
        if horse && enemy.square() { table.cavalry_on_disordered_square } else { table.adversary_disordered };
    sum.add(r::BE_CHO_18, enemy.body.disorder, disordered);
    sum.add(r::BE_CHO_19, enemy.body.formation == Formation::Skirmish, table.adversary_skirmishing);
    sum.add(r::BE_CHO_20, own.strikes_flank(book, enemy), table.flank_or_rear);
}

/// BE-CHO-38 takes the weight bonus from cavalry that stands: without that rule it counts there too.
pub(super) fn standing_horse<T: Trace>(sum: &mut Sum<'_, T>, shock: &Shock, who: Who) {
    let own = shock.side(who);
    let weighs = own.is(Arm::Cavalry) && !sum.book.on(r::BE_CHO_38);
    sum.add(r::BE_CHO_10, weighs, weight(sum.book, own));
}

fn weight(book: &Book, own: &Fighter) -> i8 {
    book.tables.charge.weight(own.body.weight)
}

/// Whether charging cavalry has its weight bonus (BE-CHO-38, BE-POU-05).
fn keeps_weight(book: &Book, own: &Fighter) -> bool {
    let pursuit = own.pursuit && book.on(r::BE_POU_05);
    !book.on(r::BE_CHO_38) || !(own.body.disorder || pursuit || own.bridge || own.penalised)
}

/// Whether charging infantry has its bonus (BE-CHO-39, BE-POU-05): also not against a building.
fn keeps_charge(book: &Book, own: &Fighter, enemy: &Fighter) -> bool {
    let pursuit = own.pursuit && book.on(r::BE_POU_05);
    let inside = own.indoors() || enemy.indoors();
    !book.on(r::BE_CHO_39) || !(inside || own.bridge || pursuit || enemy.is(Arm::Cavalry))
}
