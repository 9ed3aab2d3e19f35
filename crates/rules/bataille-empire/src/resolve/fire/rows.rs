//! The modifiers of fire (BE-TIR-05 to BE-TIR-27).

use super::range::housed;
use super::{Aim, Fire, FireKind, Shot, Weapon};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Ability, Arm, Band, Cover, Formation, Size, Status};
use crate::terms::sum::Sum;
use game::{Line, Op, Trace};

/// The sum of all modifiers of a fire.
pub(super) fn modifiers(book: &Book, fire: &Fire, aim: &Aim, trace: &mut impl Trace) -> i16 {
    let mut sum = Sum::new(book, trace);
    match aim.weapon {
        Weapon::Muskets | Weapon::Skirmishers => infantry(&mut sum, fire, aim),
        Weapon::Guns => guns(&mut sum, fire, aim),
        // Only rows tagged (CB) apply to battalion guns (BE-TIR-17).
        Weapon::BattalionGuns if book.on(r::BE_TIR_17) => guns(&mut sum, fire, aim),
        Weapon::BattalionGuns => {}
    }
    common(&mut sum, fire, aim);
    sum.sum
}

fn infantry<T: Trace>(sum: &mut Sum<'_, T>, fire: &Fire, aim: &Aim) {
    let book = sum.book;
    let table = &book.tables.fire;
    let shooter = &fire.shooter;
    if aim.weapon == Weapon::Skirmishers {
        let ft = table.skirmish.get(usize::from(shooter.ft)).copied().unwrap_or_default();
        sum.add(r::BE_TIR_06, true, ft);
    } else {
        let formation = match shooter.formation {
            Formation::Line => table.line,
            Formation::SolidSquare | Formation::HollowSquare => table.square,
            Formation::Garrison => table.garrison,
            _ => table.column,
        };
        sum.add(r::BE_TIR_05, true, formation);
    }
    sum.add(r::BE_TIR_07, shooter.has_battalion_guns(book), table.battalion_guns);
    sum.add(r::BE_TIR_08, fire.target.ft(book) > shooter.ft(book), table.target_better_ft);
    sum.add(r::BE_TIR_09, shooter.disorder, table.disorder);
}

/// Rows of artillery; battalion guns use only those with their tag.
fn guns<T: Trace>(sum: &mut Sum<'_, T>, fire: &Fire, aim: &Aim) {
    let book = sum.book;
    let table = &book.tables.fire;
    let battery = aim.weapon == Weapon::Guns;
    let short = aim.band == Band::Short;
    let shrapnel = battery && fire.shot == Shot::Shrapnel;
    sum.add(r::BE_TIR_10, battery && short, table.canister);
    // Canister and shrapnel are not round shot (BE-GAP-54).
    let round = !short && !shrapnel || !book.on(r::BE_GAP_54);
    sum.add(r::BE_TIR_11, round, depth(book, fire));
    let ready = fire.stationary && !fire.limbering && fire.kind != FireKind::Opportunity;
    sum.add(r::BE_TIR_12, ready, table.stationary);
    sum.add(r::BE_TIR_13, shrapnel && !short, table.shrapnel);
    sum.add(r::BE_TIR_14, battery && fire.limbering, table.limbering);
    sum.add(r::BE_TIR_15, fire.under_skirmishers, table.under_skirmishers);
    let ricochet = battery && fire.kind == FireKind::Ricochet;
    sum.add(r::BE_TIR_16, fire.target_higher || ricochet, table.higher_or_ricochet);
}

/// The modifier for the depth of a target hit by round shot: the best of its rows (BE-TIR-11, BE-GAP-54).
fn depth(book: &Book, fire: &Fire) -> i8 {
    let table = &book.tables.fire;
    let as_column = book.options.round_shot_square_as_column || !book.on(r::BE_GAP_54);
    let formation = match fire.target.formation {
        Formation::Column => table.round_shot_column,
        Formation::SolidSquare | Formation::HollowSquare if as_column => table.round_shot_column,
        Formation::SolidSquare | Formation::HollowSquare => table.round_shot_square,
        _ => 0,
    };
    let enfilade = fire.enfilade && fire.target.formation == Formation::Line;
    formation.max(if enfilade { table.enfilade } else { 0 })
}

fn common<T: Trace>(sum: &mut Sum<'_, T>, fire: &Fire, aim: &Aim) {
    let book = sum.book;
    let table = &book.tables.fire;
    let (shooter, target) = (&fire.shooter, &fire.target);
    sum.add_times(r::BE_TIR_18, i64::from(fire.supports.fire), table.support_fire);
    sum.add_times(r::BE_TIR_18, i64::from(fire.supports.canister), table.support_canister);
    skirmishers(sum, fire.supports.skirmishers);
    sum.add(r::BE_TIR_19, true, table.cover.of(cover(book, fire, aim)));
    // BE-TIR-27: two rows do not apply to skirmishers' fire.
    let exempt = aim.weapon == Weapon::Skirmishers && book.on(r::BE_TIR_27);
    let open_order = match target.arm {
        Arm::Artillery => target.formation == Formation::Deployed,
        Arm::Infantry => target.formation == Formation::Skirmish && !housed(book, target),
        Arm::Cavalry => false,
    };
    sum.add(r::BE_TIR_20, open_order && !exempt, table.dispersed);
    sum.add(r::BE_TIR_21, shooter.marker && book.on(r::BE_MA_07), table.marker);
    let size = match shooter.size {
        Size::Small => table.small,
        Size::Normal => 0,
        Size::Large => table.large,
    };
    sum.add(r::BE_TIR_22, true, size);
    sum.add(r::BE_TIR_23, !exempt && shooter.has(Ability::GoodShot), table.good_shot);
    let poor = [shooter.has(Ability::PoorShot), shooter.has(Ability::Carbine), shooter.status == Status::Militia];
    let count = poor.into_iter().filter(|holds| *holds).count();
    // BE-GAP-59: at most one -1.
    let most = if book.options.quality_of_fire_adds || !book.on(r::BE_GAP_59) { poor.len() } else { 1 };
    let count = if exempt { 0 } else { count.min(most) };
    sum.add_times(r::BE_TIR_23, rulebook::saturated::<i64, _>(count), table.poor_shot);
    let by_horse = if shooter.arm == Arm::Infantry { table.threatened_by_cavalry } else { table.threatened };
    if shooter.has_flanks(book) {
        sum.add_times(r::BE_TIR_24, i64::from(fire.threatened), table.threatened);
        sum.add_times(r::BE_TIR_24, i64::from(fire.threatened_by_cavalry), by_horse);
    }
    sum.add_times(r::BE_TIR_25, shooter.lost(book), table.loss);
}

/// The effective cover: howitzers reduce it (BE-TIR-26).
fn cover(book: &Book, fire: &Fire, aim: &Aim) -> Cover {
    const LEVELS: [Cover; 4] = [Cover::None, Cover::Light, Cover::Medium, Cover::Heavy];
    let howitzers = aim.weapon == Weapon::Guns && fire.shooter.has(Ability::Howitzers) && book.on(r::BE_TIR_26);
    let lower = if howitzers { usize::from(book.tables.fire.howitzers_lower_cover) } else { 0 };
    LEVELS.get((fire.cover as usize).saturating_sub(lower)).copied().unwrap_or_default()
}

/// Skirmisher supports count in halves; the remainder is dropped (BE-GAP-52). The line is shown even when it is 0.
fn skirmishers<T: Trace>(sum: &mut Sum<'_, T>, supports: u8) {
    let book = sum.book;
    let [num, den] = book.tables.fire.support_skirmishers;
    if supports == 0 || !book.on(r::BE_TIR_18) {
        return;
    }
    let (halves, den) = (i16::from(supports) * i16::from(num), i16::from(den.max(1)));
    let amount = if book.on(r::BE_GAP_52) { halves / den } else { (halves + den - 1) / den };
    sum.sum += amount;
    sum.trace.line(|| Line::new(r::BE_TIR_18, Op::Add(i64::from(amount))).fact("supports", i64::from(supports)));
}
