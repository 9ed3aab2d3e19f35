//! Rows of both sides (BE-CHO-28 to BE-CHO-37).

use super::{Fighter, Shock, Who};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Size};
use crate::terms::sum::Sum;
use game::{Line, Op, Trace};

pub(super) fn rows<T: Trace>(sum: &mut Sum<'_, T>, shock: &Shock, who: Who) {
    let book = sum.book;
    let table = &book.tables.shock;
    let (own, enemy) = (shock.side(who), shock.side(who.other()));
    sum.add_times(r::BE_CHO_28, better(book, own, enemy), table.better_quality);
    sum.add_times(r::BE_CHO_29, lost(book, enemy) - lost(book, own), table.fewer_losses);
    let most = if book.on(r::BE_GAP_67) { table.most_morale_supports } else { u8::MAX };
    sum.add_times(r::BE_CHO_30, i64::from(own.morale_supports.min(most)), table.morale_support);
    sum.add_times(r::BE_CHO_31, i64::from(own.supports.fire), table.support_fire);
    sum.add_times(r::BE_CHO_31, i64::from(own.supports.canister), table.support_canister);
    skirmishers(sum, own.supports.skirmishers);
    let better_ft = own.is(Arm::Infantry) && own.body.ft(book) > enemy.body.ft(book);
    sum.add(r::BE_CHO_32, better_ft, table.better_ft);
    sum.add(r::BE_CHO_33, own.height || own.bank, table.height_or_bank);
    sum.add(r::BE_CHO_34, own.body.general && book.on(r::BE_CMD_07), table.general);
    let adrift = own.body.out_of_command && !own.body.general;
    sum.add(r::BE_CHO_34, adrift && book.on(r::BE_CMD_06), table.out_of_command);
    let size = match own.body.size {
        Size::Small => table.small,
        Size::Normal => 0,
        Size::Large => table.large,
    };
    sum.add(r::BE_CHO_35, true, size);
    let by_horse = if own.is(Arm::Infantry) { table.threatened_by_cavalry } else { table.threatened };
    if own.body.has_flanks(book) {
        sum.add_times(r::BE_CHO_36, i64::from(own.threatened), table.threatened);
        sum.add_times(r::BE_CHO_36, i64::from(own.threatened_by_cavalry), by_horse);
    }
    let penalty = if own.is(Arm::Cavalry) { table.penalised.cavalry } else { table.penalised.infantry };
    sum.add(r::BE_CHO_37, own.penalised, penalty);
}

/// By how many steps a side is better: the larger of the differences in Morale and in Status (BE-GAP-62).
fn better(book: &Book, own: &Fighter, enemy: &Fighter) -> i64 {
    let rank = |of: &Fighter| i64::from(book.tables.status.of(of.body.status));
    let morale = (i64::from(own.body.morale) - i64::from(enemy.body.morale)).max(0);
    let status = (rank(own) - rank(enemy)).max(0);
    if book.options.morale_and_status_add || !book.on(r::BE_GAP_62) { morale + status } else { morale.max(status) }
}

/// Losses that count: whole ones (BE-GAP-03); without that ruling, every loss begun.
fn lost(book: &Book, of: &Fighter) -> i64 {
    let halves = i64::from(of.body.losses.in_halves());
    let each = i64::from(book.tables.losses.per_point.max(1));
    if book.on(r::BE_GAP_03) { halves / each } else { (halves + each - 1) / each }
}

/// Skirmisher supports count in halves; the remainder is dropped (BE-GAP-52). The line is shown even when it is 0.
fn skirmishers<T: Trace>(sum: &mut Sum<'_, T>, supports: u8) {
    let book = sum.book;
    let [num, den] = book.tables.shock.support_skirmishers;
    if supports == 0 || !book.on(r::BE_CHO_31) || !book.on(r::BE_GAP_52) {
        return;
    }
    let amount = i16::from(supports) * i16::from(num) / i16::from(den.max(1));
    sum.sum += amount;
    sum.trace.line(|| Line::new(r::BE_CHO_31, Op::Add(i64::from(amount))).fact("supports", i64::from(supports)));
}
