//! Rows of a side that receives the charge in place (BE-CHO-21 to BE-CHO-27).

use super::{Shock, Who};
use crate::terms::book::r;
use crate::terms::profile::{Ability, Arm, Formation, Status};
use crate::terms::sum::Sum;
use game::Trace;

pub(super) fn rows<T: Trace>(sum: &mut Sum<'_, T>, shock: &Shock, who: Who) {
    let book = sum.book;
    let table = &book.tables.stand;
    let (own, enemy) = (shock.side(who), shock.side(who.other()));
    // Skirmishers stand only by BE-REA-34.
    let skirmishers = own.body.formation == Formation::Skirmish;
    if skirmishers && !book.on(r::BE_REA_34) {
        return;
    }
    // A unit struck in flank keeps its rows except its secure flanks (BE-GAP-69).
    let flanked = enemy.strikes_flank(book, own);
    if flanked && !book.on(r::BE_GAP_69) {
        return;
    }
    // Skirmishers have no flanks to secure (BE-GAP-37).
    let loose = skirmishers && book.on(r::BE_GAP_37);
    let secure = if flanked || loose || !book.on(r::BE_GAP_66) { 0 } else { usize::from(own.secure_flanks.min(2)) };
    let by_flanks = |rows: &[i8; 3]| rows.get(secure).copied().unwrap_or_default();
    let foot = own.is(Arm::Infantry);
    let has = |ability| own.body.has(ability);
    let in_line = foot && own.body.formation == Formation::Line;
    sum.add(r::BE_CHO_21, in_line && enemy.is(Arm::Infantry), table.line_against_infantry);
    let against_horse = foot && enemy.is(Arm::Cavalry);
    let open = against_horse && !own.square();
    sum.add(r::BE_CHO_22, open, by_flanks(&table.infantry_against_cavalry));
    let square = match own.body.formation {
        Formation::SolidSquare => table.solid_square,
        Formation::HollowSquare => table.hollow_square,
        _ => 0,
    };
    // A square in Disorder keeps its bonus (BE-GAP-68).
    let broken = own.body.disorder && (book.options.disordered_square_loses_bonus || !book.on(r::BE_GAP_68));
    sum.add(r::BE_CHO_23, against_horse && !broken, square);
    sum.add(r::BE_CHO_24, own.is(Arm::Artillery), by_flanks(&table.artillery));
    sum.add(r::BE_CHO_25, book.on(r::BE_GAP_70), table.cover.of(own.cover));
    sum.add(r::BE_CHO_26, has(Ability::Tenacious), table.tenacious);
    sum.add(r::BE_CHO_26, own.body.has_battalion_guns(book), table.battalion_guns);
    sum.add(r::BE_CHO_27, own.body.status == Status::Militia, table.militia);
    sum.add(r::BE_CHO_27, has(Ability::MeleeWeapons), table.melee_weapons);
    // Without BE-GAP-91 the marker of a pursuer would help its new target.
    let tired = enemy.pursuit && enemy.body.marker && !book.on(r::BE_GAP_91);
    sum.add(r::BE_CHO_17, tired, book.tables.charge.adversary_marked);
}
