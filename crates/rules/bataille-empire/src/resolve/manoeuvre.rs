//! Manoeuvres in place and at half speed (BE-MAN), pivots, and changes of formation (BE-GAP-31).

use crate::resolve::budget::may_detach;
use crate::resolve::movement::{allowance, change_cost, rate, slower};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Body, Class, Formation, Going, Status};
use crate::{UD, Ud};
use game::Rule;
use rulebook::question::Bar;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::Cm;

rulebook::words! {
    Manoeuvre {
        /// Turning about in place.
        AboutFace,
        /// Turning in place.
        Reorient,
        Change,
        /// Sideways, keeping its facing.
        Lateral,
        /// Straight back, keeping its facing.
        Back,
        /// A shift before an advance.
        Slide,
        /// Guns moved by hand.
        Prolonge,
    } default AboutFace
}

/// A manoeuvre of a unit on clear ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Manoeuvring {
    pub unit: Body,
    pub manoeuvre: Manoeuvre,
    /// The new formation.
    pub to: Option<Formation>,
    /// The manoeuvre before it in the same move.
    pub after: Option<Manoeuvre>,
    /// Distance of the nearest formed enemy.
    pub enemy: Option<Ud>,
    /// Distance sideways, back or by hand.
    pub distance: Option<Ud>,
    /// Distance straight ahead after a slide.
    pub advance: Option<Ud>,
    /// Degrees of a pivot while moving back.
    pub degrees: Option<u16>,
}

/// The cost and limits of a manoeuvre.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Manoeuvred {
    /// The cost, taken from the move.
    pub cost: Ud,
    pub left: Ud,
    /// The maximum distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<Ud>,
}

/// Whether a unit may do this, and at what cost.
///
/// # Errors
/// The rule that forbids it.
pub fn manoeuvre(book: &Book, s: &Manoeuvring) -> Result<Manoeuvred, Bar> {
    // A garrison has neither formation nor facing (BE-GAP-24).
    if s.unit.indoors() && book.on(r::BE_GAP_24) {
        return Err(Bar::by(r::BE_GAP_24, "in_building"));
    }
    let whole = allowance(book, &s.unit, Going::Clear, None).unwrap_or_default();
    match s.manoeuvre {
        Manoeuvre::AboutFace | Manoeuvre::Reorient => turn(book, s, whole),
        Manoeuvre::Change => change(book, s),
        Manoeuvre::Lateral => lateral(book, s, whole),
        Manoeuvre::Back => back(book, s, whole),
        Manoeuvre::Slide => slide(book, s, whole),
        Manoeuvre::Prolonge => prolonge(book, s),
    }
}

fn costs(whole: Ud, cost: Ud) -> Result<Manoeuvred, Bar> {
    Ok(Manoeuvred { cost, left: whole.minus(cost), most: None })
}

fn turn(book: &Book, s: &Manoeuvring, whole: Ud) -> Result<Manoeuvred, Bar> {
    let table = &book.tables.manoeuvre;
    match s.unit.formation {
        // BE-MAN-19, BE-GAP-32: any angle, for the whole move, instead of the prolonge.
        Formation::Deployed => {
            if !book.on(r::BE_MAN_19) || s.after == Some(Manoeuvre::Prolonge) {
                return Err(Bar::by(r::BE_MAN_19, "prolonge"));
            }
            Ok(Manoeuvred::default())
        }
        Formation::Limbered if book.on(r::BE_MAN_15) => costs(whole, table.limbered_turn.min(whole)),
        Formation::Limbered => Err(Bar::by(r::BE_MAN_15, "limbered")),
        _ if s.manoeuvre == Manoeuvre::Reorient => costs(whole, change_cost(book, &s.unit, whole)),
        _ if book.on(r::BE_MAN_14) => costs(whole, table.about_face.of(s.unit.class).min(whole)),
        _ => Err(Bar::by(r::BE_MAN_14, "formation")),
    }
}

fn change(book: &Book, s: &Manoeuvring) -> Result<Manoeuvred, Bar> {
    let Some(to) = s.to else { return Err(Bar::by(r::BE_MAN_12, "formation")) };
    may_form(book, &s.unit, to)?;
    // One change per move.
    if s.after == Some(Manoeuvre::Change) && book.on(r::BE_GAP_31) {
        return Err(Bar::by(r::BE_GAP_31, "once"));
    }
    if s.unit.arm == Arm::Artillery && !book.on(r::BE_MAN_16) {
        return Err(Bar::by(r::BE_MAN_16, "formation"));
    }
    let whole = slower(book, &s.unit, to, Going::Clear, None).unwrap_or_default();
    costs(whole, change_cost(book, &s.unit, whole))
}

/// Whether a unit may take a formation from its present one (BE-GAP-31). Skirmish order is separate: a battalion breaks
/// up into two units for it (BE-GAP-37).
///
/// # Errors
/// The rule that forbids it.
pub fn may_change(book: &Book, unit: &Body, to: Formation) -> Result<(), Bar> {
    let militia = unit.status == Status::Militia;
    let simple = unit.class == Class::C || militia;
    let from = unit.formation;
    let fits = match (unit.arm, to) {
        (Arm::Infantry, Formation::Line | Formation::Column) => {
            !matches!(from, Formation::Skirmish | Formation::Garrison)
        }
        (Arm::Infantry, Formation::SolidSquare) => from == Formation::Column || simple && from == Formation::Line,
        (Arm::Infantry, Formation::HollowSquare) => !simple && from == Formation::Line,
        (Arm::Cavalry, Formation::Line | Formation::Column) => true,
        (Arm::Artillery, Formation::Limbered | Formation::Deployed) => true,
        _ => false,
    };
    if from == to || !fits && book.on(r::BE_GAP_31) {
        return Err(Bar::by(r::BE_GAP_31, "formation"));
    }
    // BE-MA-06: a marked battery does not unlimber.
    if to == Formation::Deployed && unit.marker && book.on(r::BE_MA_06) {
        return Err(Bar::by(r::BE_MA_06, "marked"));
    }
    Ok(())
}

/// Whether a battalion may take a formation, or break up into skirmishers (BE-GAP-31, BE-GAP-37).
///
/// # Errors
/// The rule that forbids it.
pub fn may_form(book: &Book, unit: &Body, to: Formation) -> Result<(), Bar> {
    let formed = !matches!(unit.formation, Formation::Skirmish | Formation::Garrison);
    if to == Formation::Skirmish && formed && book.on(r::BE_GAP_37) {
        return if may_detach(book, unit) { Ok(()) } else { Err(Bar::by(r::BE_GAP_37, "formation")) };
    }
    may_change(book, unit, to)
}

fn half(book: &Book, whole: Ud) -> Ud {
    Ud::from_cm(whole.cm() / i32::from(book.tables.manoeuvre.half_speed.max(1)))
}

fn lateral(book: &Book, s: &Manoeuvring, whole: Ud) -> Result<Manoeuvred, Bar> {
    let near = s.enemy.is_some_and(|enemy| enemy <= book.tables.distance.tactical);
    match s.unit.formation {
        Formation::Limbered if book.on(r::BE_MAN_17) => return Err(Bar::by(r::BE_MAN_17, "limbered")),
        Formation::Deployed if book.on(r::BE_MAN_20) => return Err(Bar::by(r::BE_MAN_20, "deployed")),
        _ => {}
    }
    if near || !book.on(r::BE_MAN_05) {
        return Err(Bar::by(r::BE_MAN_05, "enemy_near"));
    }
    at_half_speed(book, s, whole, r::BE_MAN_05)
}

fn back(book: &Book, s: &Manoeuvring, whole: Ud) -> Result<Manoeuvred, Bar> {
    let unit = &s.unit;
    if unit.arm != Arm::Infantry && book.on(r::BE_MAN_07) {
        return Err(Bar::by(r::BE_MAN_07, "turn_about"));
    }
    if unit.formation == Formation::Limbered && book.on(r::BE_MAN_17) {
        return Err(Bar::by(r::BE_MAN_17, "limbered"));
    }
    if !book.on(r::BE_MAN_06) {
        return Err(Bar::by(r::BE_MAN_06, "turn_about"));
    }
    if s.degrees.is_some_and(|degrees| i32::from(degrees) * 100 > book.tables.angle.back_pivot.0) {
        return Err(Bar::by(r::BE_MAN_06, "pivot"));
    }
    at_half_speed(book, s, whole, r::BE_MAN_06)
}

/// A move at half speed: each UD costs two (BE-GAP-34).
fn at_half_speed(book: &Book, s: &Manoeuvring, whole: Ud, rule: Rule) -> Result<Manoeuvred, Bar> {
    let most = half(book, whole);
    let gone = s.distance.unwrap_or_default();
    if gone > most {
        return Err(Bar::by(rule, "too_far"));
    }
    let cost = Ud::from_cm(gone.cm() * i32::from(book.tables.manoeuvre.half_speed));
    Ok(Manoeuvred { cost, left: whole.minus(cost), most: Some(most) })
}

/// BE-MAN-04: free, once per move (BE-GAP-28).
fn slide(book: &Book, s: &Manoeuvring, whole: Ud) -> Result<Manoeuvred, Bar> {
    // Deployed guns do not move sideways (BE-MAN-20).
    if s.unit.formation == Formation::Deployed && book.on(r::BE_MAN_20) {
        return Err(Bar::by(r::BE_MAN_20, "deployed"));
    }
    let again = s.after == Some(Manoeuvre::Slide) && book.on(r::BE_GAP_28);
    if again || !book.on(r::BE_MAN_04) {
        return Err(Bar::by(r::BE_MAN_04, "once"));
    }
    let table = &book.tables.manoeuvre;
    if s.distance.is_some_and(|gone| gone > table.slide) {
        return Err(Bar::by(r::BE_MAN_04, "too_far"));
    }
    if s.advance.is_some_and(|advance| advance < table.slide_advance) {
        return Err(Bar::by(r::BE_MAN_04, "advance"));
    }
    Ok(Manoeuvred { cost: Ud::of(0), left: whole, most: Some(table.slide) })
}

fn prolonge(book: &Book, s: &Manoeuvring) -> Result<Manoeuvred, Bar> {
    let most = rate(book, &s.unit).and_then(|rate| rate.prolonge);
    let Some(most) = most.filter(|_| s.unit.formation == Formation::Deployed && book.on(r::BE_MAN_18)) else {
        return Err(Bar::by(r::BE_MAN_18, "prolonge"));
    };
    if matches!(s.after, Some(Manoeuvre::Reorient | Manoeuvre::AboutFace)) && book.on(r::BE_MAN_19) {
        return Err(Bar::by(r::BE_MAN_19, "prolonge"));
    }
    if s.distance.is_some_and(|gone| gone > most) {
        return Err(Bar::by(r::BE_MAN_18, "too_far"));
    }
    Ok(Manoeuvred { cost: Ud::of(0), left: Ud::of(0), most: Some(most) })
}

/// A pivot on a front corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pivot {
    /// Front of the unit.
    pub front: Ud,
    #[schemars(range(min = 0, max = 360))]
    pub degrees: u16,
    /// The movement that is available.
    pub allowance: Ud,
}

/// The cost of a pivot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Pivoted {
    pub allowed: bool,
    pub cost: Ud,
    /// The movement that is left.
    pub left: Ud,
}

/// A pivot (BE-MAN-03, BE-GAP-27).
#[must_use]
pub fn pivot(book: &Book, s: &Pivot) -> Pivoted {
    let hundredths = i32::from(s.degrees) * 100;
    let exact = pivot_cost(book, s.front.cm(), hundredths);
    // Nothing is rounded (BE-GAP-34); without that ruling a UD begun counts in full.
    let cost = Ud::from_cm(if book.on(r::BE_GAP_34) { exact } else { exact.saturating_add(UD - 1) / UD * UD });
    let turned = hundredths <= book.tables.angle.pivot.0 || !book.on(r::BE_MAN_03);
    Pivoted { allowed: turned && cost <= s.allowance, cost, left: s.allowance.minus(cost) }
}

/// The cost of a pivot of `hundredths` of a degree for a front, in centimetres, rounded up against the mover.
#[must_use]
pub fn pivot_cost(book: &Book, front: Cm, hundredths: i32) -> Cm {
    if !book.on(r::BE_MAN_03) {
        return 0;
    }
    let front = if book.on(r::BE_GAP_27) { i64::from(front) } else { i64::from(UD) };
    let divisor = i64::from(book.tables.manoeuvre.pivot_divisor.max(1)) * 100;
    let cost = (front * i64::from(hundredths.abs()) + divisor - 1) / divisor;
    rulebook::saturated::<Cm, _>(cost)
}
