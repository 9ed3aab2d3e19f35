//! One round of a melee: losses inflicted by a unit on an enemy (LA-COM-01 to LA-COM-07, LA-CHA-21 to LA-CHA-25).

use super::fighter::{Fighter, Hands};
use super::square::stands_square;
use crate::resolve::fire::{DieKind, DieUse, cell, die_value};
use crate::terms::book::{Book, r};
use crate::terms::tally::Tally;
use crate::{Arm, Aspect, Cover, Formation, Order};
use game::{Exact, Line, Op, Quiet, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Two units in a melee.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Melee {
    pub attacker: Fighter,
    pub defender: Fighter,
}

/// Whether a unit has a formation to fight in: unformed or disordered units have none (LA-GAP-12).
fn formed_up(book: &Book, fighter: &Fighter) -> bool {
    fighter.order < Order::Unformed || !book.on(r::LA_GAP_12)
}

/// Whether the charge still counts: in its first round (LA-GAP-22, 8), or in uncontrolled advance (LA-RAL-16).
fn charge_counts(book: &Book, fighter: &Fighter) -> bool {
    let running = fighter.uncontrolled && fighter.following && book.on(r::LA_RAL_16);
    let first = fighter.round == 1 || !book.on(r::LA_GAP_22);
    fighter.charging && first || running
}

/// Pushing ranks of a charging column (LA-CHA-23 to LA-CHA-25): each rear rank as strong as the front rank, from the
/// second backwards, up to the first that is not.
#[must_use]
pub fn ranks_of_pressure(book: &Book, fighter: &Fighter) -> u8 {
    let foot = fighter.arm == Arm::Infantry || !book.on(r::LA_CHA_24);
    let column = fighter.formation.column() || !book.on(r::LA_GAP_49) && fighter.formation == Formation::DoubleLine;
    // Only a unit with a formation has depth; a disorganised one, such as an uncontrolled advance may be, still has
    // (LA-GAP-12).
    let formed = formed_up(book, fighter) || !book.on(r::LA_COM_05);
    if !(charge_counts(book, fighter) && foot && column && formed && book.on(r::LA_CHA_23)) {
        return 0;
    }
    let Some((front, rear)) = fighter.ranks.split_first() else { return 0 };
    let whole = |rank: &&u8| *rank >= front;
    let full =
        if book.on(r::LA_CHA_25) { rear.iter().take_while(whole).count() } else { rear.iter().filter(whole).count() };
    rulebook::saturated::<u8, _>(full).min(book.tables.melee.most_ranks)
}

/// The row of the die that a unit throws in a melee: an officer’s in the first two rounds (LA-GEN-05), taken alone
/// (LA-GAP-67), otherwise that of skirmishers still in order.
#[must_use]
pub fn die_kind(book: &Book, fighter: &Fighter) -> DieKind {
    match fighter.officer {
        Some(points) if fighter.round <= 2 && book.all(&[r::LA_GEN_05, r::LA_GAP_67]) => DieKind::General(points),
        _ if fighter.formation == Formation::Skirmish && formed_up(book, fighter) => DieKind::Skirmish,
        _ => DieKind::Usual,
    }
}

/// The factor of one kind of figure before the die.
fn factor(book: &Book, own: &Fighter, hands: &Hands, other: &Fighter, trace: &mut impl Trace) -> i16 {
    let table = &book.tables.melee;
    let mut tally = Tally::start(book, trace, r::LA_COM_01, "combat_value", hands.combat);
    let charging = charge_counts(book, own);
    tally.when(charging, r::LA_CHA_21, "charge_bonus", hands.bonus);
    tally.times(r::LA_CHA_23, "ranks", 1, ranks_of_pressure(book, own));

    let first = own.round == 1 || !book.on(r::LA_COM_03);
    // Both conditions (LA-GAP-23); the text allows either reading.
    let untouched = if book.on(r::LA_GAP_23) {
        !own.fought_before && !own.lost_to_fire
    } else {
        !own.fought_before || !own.lost_to_fire
    };
    tally.when(first && untouched && own.arm != Arm::Artillery, r::LA_COM_02, "fresh", table.fresh);

    let (horse, foot) = (other.arm == Arm::Cavalry, own.arm == Arm::Infantry);
    let formed = formed_up(book, own);
    let stands = |formation: Formation| formed && foot && own.formation == formation;
    tally.when(stands(Formation::HollowSquare) && horse, r::LA_COM_02, "hollow_square", table.hollow_square);
    tally.when(stands(Formation::SolidSquare) && horse, r::LA_COM_02, "solid_square", table.solid_square);
    let line = formed && foot && own.formation.line() && horse;
    tally.when(line, r::LA_COM_02, "line_against_cavalry", table.line_against_cavalry);
    tally.when(stands(Formation::Skirmish), r::LA_COM_02, "skirmish", table.skirmish);

    // An uncontrolled advance has no malus for its own disorder (LA-RAL-16).
    let carried = own.uncontrolled && book.on(r::LA_RAL_16);
    let order = match own.order {
        Order::Formed => 0,
        Order::Disorganised => {
            if carried {
                0
            } else {
                table.disorganised
            }
        }
        Order::Unformed => table.unformed,
        Order::Disordered => table.disordered,
    };
    let word = match own.order {
        Order::Formed | Order::Disorganised => "disorganised",
        Order::Unformed => "unformed",
        Order::Disordered => "disordered",
    };
    tally.when(true, r::LA_COM_02, word, order);

    tally.when(own.formation == Formation::InPosition, r::LA_COM_02, "gunners", table.gunners);
    tally.when(own.formation == Formation::Limbered, r::LA_COM_02, "limbered", table.limbered);
    match other.cover {
        Cover::None => {}
        Cover::Light if own.arm == Arm::Cavalry => {
            tally.when(true, r::LA_COM_02, "light_cover", table.light_cover_for_cavalry);
        }
        Cover::Light => tally.when(true, r::LA_COM_02, "light_cover", table.light_cover),
        Cover::Hard => tally.when(true, r::LA_COM_02, "hard_cover", table.hard_cover),
        Cover::House => tally.when(true, r::LA_COM_02, "house", table.house),
    }
    tally.when(own.higher, r::LA_COM_02, "higher", table.higher);
    tally.when(other.cuirass, r::LA_COM_02, "cuirass", table.cuirass);
    flanks(&mut tally, own, other);
    let once = own.round == 1 || !book.on(r::LA_COM_07);
    tally.when(own.undefended_side && once, r::LA_COM_02, "undefended_side", table.undefended_side);
    tally.when(own.following, r::LA_COM_02, "following", table.following);

    let last = own.round == 1 || !book.on(r::LA_COM_06);
    let steps = if last { own.fire_losses / table.fire_step.max(1) } else { 0 };
    tally.times(r::LA_COM_02, "fire_losses", -1, steps);

    let again = own.round >= 2 && own.arm == Arm::Cavalry && stands_square(other);
    let weary = if own.light && book.on(r::LA_GAP_58) { table.square_again_light } else { table.square_again_heavy };
    tally.when(again, r::LA_COM_02, "square_again", weary);
    tally.sum
}

/// Flank and rear: two rounds (LA-COM-04), or once into a melee (LA-COM-07, LA-GAP-49). A square and a garrison have
/// none (LA-GAP-21).
fn flanks<T: Trace>(tally: &mut Tally<'_, T>, own: &Fighter, other: &Fighter) {
    let book = tally.book;
    let table = book.tables.melee.clone();
    let closed = stands_square(other) || other.formation == Formation::Garrison;
    let open = !closed || !book.on(r::LA_GAP_21);
    if own.side == Aspect::Front || !open {
        return;
    }
    if own.into_melee && book.on(r::LA_GAP_49) {
        let once = own.round == 1 || !book.on(r::LA_COM_07);
        tally.when(once, r::LA_COM_02, "into_melee", table.into_melee);
        return;
    }
    let amount = match own.round {
        1 => table.flank_first,
        2 if book.on(r::LA_COM_04) => table.flank_second,
        _ if book.on(r::LA_COM_04) => 0,
        _ => table.flank_first,
    };
    tally.when(true, r::LA_COM_02, "flank", amount);
}

/// The kinds of figure as they are computed: in a charge, kinds of equal Combat and unequal Bonus count together with
/// the lower Bonus, and their losses are increased (LA-CHA-22).
fn reckoned(book: &Book, own: &Fighter) -> SmallVec<[(Hands, bool); 4]> {
    let mut groups: SmallVec<[(Hands, bool); 4]> = SmallVec::new();
    for hands in own.hands.iter().filter(|hands| hands.figures > 0) {
        let joined = groups.iter_mut().find(|(known, _)| {
            let alike = known.combat == hands.combat;
            alike && (known.bonus == hands.bonus || charge_counts(book, own) && book.on(r::LA_CHA_22))
        });
        match joined {
            Some((known, mixed)) => {
                *mixed |= known.bonus != hands.bonus;
                known.bonus = known.bonus.min(hands.bonus);
                known.figures = known.figures.saturating_add(hands.figures);
            }
            None => groups.push((*hands, false)),
        }
    }
    groups
}

/// The factor of its first kind of figure before the die, line by line.
pub fn before(book: &Book, own: &Fighter, other: &Fighter, trace: &mut impl Trace) -> i16 {
    reckoned(book, own).first().map_or(0, |(hands, _)| factor(book, own, hands, other, trace))
}

/// Losses that a unit inflicts on an enemy with a class of its die: each kind of figure with its own values and the same
/// die, the losses added (LA-GAP-45).
pub fn inflicted(book: &Book, own: &Fighter, other: &Fighter, class: i16, trace: &mut impl Trace) -> u16 {
    let value = die_value(book, die_kind(book, own), DieUse::Combat, class);
    let mut losses = 0u32;
    for (place, (hands, mixed)) in reckoned(book, own).iter().enumerate() {
        if place > 0 && !book.on(r::LA_GAP_45) {
            break;
        }
        let found = if place == 0 {
            let sum = factor(book, own, hands, other, trace) + i16::from(value);
            let rule = if matches!(die_kind(book, own), DieKind::General(_)) { r::LA_GEN_05 } else { r::LA_FEU_05 };
            trace.line(|| Line::new(rule, Op::Dice(value.into())));
            more(book, cell(book, sum, hands.figures, trace), *mixed, trace)
        } else {
            let sum = factor(book, own, hands, other, &mut Quiet) + i16::from(value);
            let found = more(book, cell(book, sum, hands.figures, &mut Quiet), *mixed, &mut Quiet);
            trace.line(|| {
                let line = Line::new(r::LA_GAP_45, Op::Add(found.into()));
                line.fact("row", sum.into()).fact("column", hands.figures.into())
            });
            found
        };
        losses = losses.saturating_add(found);
    }
    losses = losses.saturating_add(round_the_corners(book, own, other, value, trace));
    rulebook::saturated::<u16, _>(losses)
}

/// Losses added by squadrons that have gone around a square or column: the same die without the bonuses of the charge,
/// since their last quarter was not straight (LA-CHA-37, LA-GAP-48).
fn round_the_corners(book: &Book, own: &Fighter, other: &Fighter, value: i8, trace: &mut impl Trace) -> u32 {
    let Some(hands) = own.hands.first().filter(|_| own.wrapped > 0 && book.on(r::LA_CHA_37)) else { return 0 };
    let beside = Fighter { charging: false, ..own.clone() };
    let sum = factor(book, &beside, hands, other, &mut Quiet) + i16::from(value);
    let found = cell(book, sum, own.wrapped.into(), &mut Quiet);
    trace.line(|| {
        let line = Line::new(r::LA_CHA_37, Op::Add(found.into()));
        line.fact("row", sum.into()).fact("column", own.wrapped.into())
    });
    found
}

/// A tenth more for a front rank of unequal bonuses (LA-CHA-22), rounded half up (LA-GAP-21).
fn more(book: &Book, losses: u32, mixed: bool, trace: &mut impl Trace) -> u32 {
    if !mixed {
        return losses;
    }
    let percent = 100 + book.tables.melee.mixed_bonus_percent;
    trace.line(|| Line::new(r::LA_CHA_22, Op::Times(Exact { num: percent, den: 100 }.reduced())));
    trace.line(|| Line::new(r::LA_GAP_21, Op::HalfUp));
    let rounded = (2 * i64::from(losses) * percent + 100).div_euclid(200);
    rulebook::saturated::<u32, _>(rounded)
}
