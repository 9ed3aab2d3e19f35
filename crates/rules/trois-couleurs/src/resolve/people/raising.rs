//! The men of a scenario as figures: battalions, squadrons, companies (L3C-GEN-02, L3C-GEN-03, L3C-GAP-A61, L3C-GAP-A63).

use crate::{Arm, Book, Troop, r};
use armies::Strength;

/// The figures of each unit that a scenario's unit becomes, or guns of a battery. A regiment of cavalry becomes several
/// squadrons, a very strong battalion two units, as equal as possible, the first the stronger.
#[must_use]
pub fn figures(book: &Book, troop: &Troop, strength: Strength) -> Vec<u8> {
    let scale = &book.tables.scale;
    let table = &book.tables.raising;
    let guns = |n: u32| vec![rulebook::saturated::<u8, _>(n).max(1)];
    let per = match troop.arm {
        Arm::Infantry if troop.two_ranks && book.on(r::L3C_GEN_03) => scale.men_per_infantry_two_ranks,
        Arm::Infantry => scale.men_per_infantry,
        Arm::Cavalry | Arm::Artillery => scale.men_per_mounted,
    };
    let per = u32::from(per).max(1);
    let each = u32::from(table.element.of(troop.arm));
    let figures = match strength {
        // Guns are counted one by one.
        Strength::Guns(n) => return guns(n),
        Strength::Elements(n) if troop.arm == Arm::Artillery => return guns(n.saturating_mul(each)),
        Strength::Elements(n) => n.saturating_mul(each),
        Strength::Men(men) => men.saturating_mul(2).saturating_add(per) / (2 * per),
    };
    let nearest = rulebook::saturated::<u8, _>(figures);
    if !book.on(r::L3C_GAP_A61) {
        return vec![nearest.max(1)];
    }
    let whole = nearest.max(table.least_figures);
    let units = match troop.arm {
        Arm::Cavalry if whole > table.regiment_above && !book.options.whole_regiments => {
            whole.div_ceil(table.squadron_most.max(1))
        }
        Arm::Infantry if whole > table.battalion_most => 2,
        _ => 1,
    };
    shared(whole, units)
}

/// The figures of each company of a battalion; the first takes the remainder (L3C-GAP-A63).
#[must_use]
pub fn companies(book: &Book, figures: u8, companies: u8) -> Vec<u8> {
    if book.on(r::L3C_GAP_A63) { shared(figures, companies) } else { vec![figures] }
}

/// The number of companies that a battalion may detach as skirmishers, by its faculty (L3C-TIR-05, L3C-GAP-A63); an
/// army without light infantry may detach more (L3C-TIR-06).
#[must_use]
pub fn may_put_out(book: &Book, troop: &Troop, companies: u8, light_infantry_in_army: bool) -> u8 {
    if !book.all(&[r::L3C_TIR_05, r::L3C_GAP_A63]) {
        return companies;
    }
    let table = &book.tables.companies;
    let trained = table.put_out.get(usize::from(troop.faculty)).copied().unwrap_or(companies);
    let indulged = if light_infantry_in_army { 0 } else { table.without_light_infantry };
    trained.max(indulged).min(companies)
}

/// A number divided as evenly as possible; no part is zero.
fn shared(whole: u8, parts: u8) -> Vec<u8> {
    let parts = parts.clamp(1, whole.max(1));
    let (each, over) = (whole / parts, whole % parts);
    (0..parts).map(|n| each + u8::from(n < over)).collect()
}
