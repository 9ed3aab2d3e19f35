//! Screens of skirmishers before an assault (L3C-TIR-33 to L3C-TIR-41).

use crate::resolve::combat::result::{self, Fight, Fought, Loser};
use crate::resolve::shooting::figures::{self, Firing};
use crate::resolve::shooting::fire::{self, Exchange, Fire, FireTarget, Shooter};
use crate::resolve::shooting::range;
use crate::{Arm, Band, Book, Case, Cohesion, Distance, Formation, Shot, Status, Weapon, r};
use game::Trace;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// The side whose screen was beaten by the other.
    Beaten {
        /// Neither side's screen.
        None,
        /// The attacker's screen.
        Attacker,
        /// The defender's screen.
        Defender,
    } default None
}

/// The active screens of both sides, and their fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Screens {
    /// The attacker has one.
    pub attacker: bool,
    /// The defender has one.
    pub defender: bool,
    /// The screen that was beaten (REPli or worse).
    #[schemars(extend("x-when" = { "attacker": [true], "defender": [true] }))]
    pub beaten: Beaten,
    /// The fire of the only screen is effective.
    pub effective: bool,
}

/// Effect of the screens on one unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Screened {
    /// It is covered (L3C-TIR-37).
    pub covered: bool,
    /// The enemy's screen counts against its test of morale.
    pub harassed: bool,
    /// The enemy's screen counts against its fire.
    pub under_screen: bool,
}

/// Effect of the screens on both units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Effect {
    pub attacker: Screened,
    pub defender: Screened,
}

impl Screened {
    /// The factor in morale.
    #[must_use]
    pub fn morale(self, book: &Book) -> i8 {
        let table = &book.tables.morale;
        let covered = if self.covered { table.screen } else { 0 };
        covered + if self.harassed { table.screen_lost } else { 0 }
    }

    /// The factor in fire.
    #[must_use]
    pub fn fire(self, book: &Book) -> i8 {
        if self.under_screen { book.tables.fire.under_musketry } else { 0 }
    }
}

/// Effect of the screens on both units, in the four cases of an assault.
#[must_use]
pub fn effect(book: &Book, screens: &Screens) -> Effect {
    let covered = book.on(r::L3C_TIR_37);
    let hit = |holds: bool| Screened { covered: false, harassed: holds, under_screen: holds };
    let cover = Screened { covered, ..Screened::default() };
    match (screens.attacker, screens.defender) {
        (false, false) => Effect::default(),
        // Two screens: the winner's fire carries on to the unit behind; a draw leaves both units covered (L3C-TIR-39,
        // L3C-GAP-C31).
        (true, true) if !book.on(r::L3C_TIR_39) => Effect { attacker: cover, defender: cover },
        (true, true) => match screens.beaten {
            Beaten::None => Effect { attacker: cover, defender: cover },
            Beaten::Defender => Effect { attacker: cover, defender: hit(true) },
            Beaten::Attacker if book.on(r::L3C_GAP_C31) => Effect { attacker: hit(true), defender: cover },
            Beaten::Attacker => Effect { attacker: Screened::default(), defender: hit(true) },
        },
        // Only the attacker has one: morale suffers in any case, fire if the screen's fire has effect (L3C-TIR-38,
        // L3C-GAP-C32).
        (true, false) => {
            let on = book.on(r::L3C_TIR_38);
            let harassed = on && (screens.effective || book.on(r::L3C_GAP_C32));
            let defender = Screened { covered: false, harassed, under_screen: on && screens.effective };
            Effect { attacker: cover, defender }
        }
        // Only the defender has one: both suffer only if its fire has effect (L3C-TIR-41).
        (false, true) => {
            let felt = screens.effective && book.on(r::L3C_TIR_41);
            Effect { attacker: hit(felt), defender: cover }
        }
    }
}

/// A screen of skirmishers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Screen {
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
    pub weapon: Weapon,
    pub status: Status,
    pub state: Cohesion,
    /// They have not yet fired in this battle.
    pub first_fire: bool,
    /// Distance that they must evade (L3C-TIR-36).
    pub evaded: Distance,
    /// Ammunition of guns that fire at them in the same phase (L3C-TIR-42).
    pub under_guns: Option<Shot>,
}

impl Default for Screen {
    fn default() -> Self {
        Self {
            figures: 3,
            weapon: Weapon::Musket,
            status: Status::Line,
            state: Cohesion::Loose,
            first_fire: false,
            evaded: Distance::of(0),
            under_guns: None,
        }
    }
}

/// Two lines of skirmishers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Skirmish {
    /// The attacker's line.
    pub one: Screen,
    /// The defender's line.
    pub other: Screen,
    pub distance: Distance,
}

impl Default for Skirmish {
    fn default() -> Self {
        Self { one: Screen::default(), other: Screen::default(), distance: Distance::of(1) }
    }
}

/// Result of a skirmish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skirmished {
    /// PAP inflicted by the attacker's line.
    pub one_steps: u16,
    /// PAP inflicted by the defender's line.
    pub other_steps: u16,
    /// They stand within the shorter P1: the difference decides.
    pub decided: bool,
    /// The side whose line is beaten.
    pub beaten: Beaten,
    /// Morale of the beaten line.
    pub case: Case,
    /// State of the beaten line.
    pub state: Cohesion,
}

/// A skirmish: both fire, and the difference decides without a test (L3C-TIR-33, L3C-DUEL-09).
pub fn skirmish(book: &Book, skirmish: &Skirmish, one: &mut impl Trace, other: &mut impl Trace) -> Skirmished {
    let Skirmish { one: a, other: b, distance } = skirmish;
    let hits = (shots(book, a, b, *distance, one), shots(book, b, a, *distance, other));
    let short = |screen: &Screen| range::band(book, screen.weapon, *distance) == Some(Band::P1);
    // Rifles alone within their P1 do not drive the enemy back (L3C-TIR-40, L3C-GAP-B23).
    let both = short(a) && short(b);
    let either = (short(a) || short(b)) && !book.all(&[r::L3C_TIR_40, r::L3C_GAP_B23]);
    let decided = (both || either) && book.on(r::L3C_TIR_33);
    let difference = hits.0.abs_diff(hits.1);
    let (beaten, loser) = match hits.0.cmp(&hits.1) {
        std::cmp::Ordering::Less => (Beaten::Attacker, a),
        std::cmp::Ordering::Equal => (Beaten::None, b),
        std::cmp::Ordering::Greater => (Beaten::Defender, b),
    };
    let (mut case, mut state) = (Case::Stand, loser.state);
    if decided && beaten != Beaten::None {
        let loser =
            Loser { status: loser.status, formation: Formation::Skirmish, state: loser.state, ..Loser::default() };
        let fought = Fought { difference, after: Fight::Skirmish, loser, winner: None, raise: 0 };
        let outcome = result::result(book, &fought);
        (case, state) = (outcome.case, outcome.state);
    }
    let beaten = if case <= Case::FallBack { beaten } else { Beaten::None };
    Skirmished { one_steps: hits.0, other_steps: hits.1, decided, beaten, case, state }
}

/// Losses inflicted by one line on the other: they stand opposite each other, so the longer one reaches beyond on both
/// sides (L3C-FEU-27).
fn shots(book: &Book, own: &Screen, enemy: &Screen, distance: Distance, trace: &mut impl Trace) -> u16 {
    let Some(band) = range::band(book, own.weapon, distance) else { return 0 };
    let figures = figures::firing(
        book,
        &Firing {
            formation: Formation::Skirmish,
            front: own.figures,
            opposite: enemy.figures,
            overlapped_sides: own.figures.saturating_sub(enemy.figures).min(2),
            band,
            ..Firing::default()
        },
    );
    let shooter =
        Shooter { figures, under_musketry: range::band(book, enemy.weapon, distance).is_some(), ..own.shooter(book) };
    let target = FireTarget { formation: Formation::Skirmish, ..FireTarget::default() };
    let exchange = Exchange::Phase;
    fire::fire(book, &Fire { shooter, target, band, distance, exchange, ..Fire::default() }, trace).loss.steps
}

impl Screen {
    fn shooter(&self, book: &Book) -> Shooter {
        // A screen counts, with its evasion, even without room for it (L3C-TIR-36).
        let evaded = if book.on(r::L3C_TIR_36) { self.evaded } else { Distance::of(0) };
        Shooter {
            weapon: self.weapon,
            figures: self.figures,
            status: self.status,
            formation: Formation::Skirmish,
            state: self.state,
            first_fire: self.first_fire,
            evaded,
            under_guns: self.under_guns,
            ..Shooter::default()
        }
    }
}

/// Effects of screens before an assault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Screening {
    /// Their effect on both units.
    pub effect: Effect,
    /// PAP that the attacker lost to a screen.
    pub attacker_steps: u16,
    /// PAP that the defender lost to a screen.
    pub defender_steps: u16,
}

/// Screens act before an assault: against each other if there are two, otherwise on the unit (L3C-TIR-38 to
/// L3C-TIR-41). An attacker's screen keeps its distance (L3C-TIR-09); the attacker has already reached a defender's
/// screen.
pub fn before_assault(
    book: &Book,
    [attacker, defender]: [Option<&Screen>; 2],
    units: [&FireTarget; 2],
    trace: &mut impl Trace,
) -> Screening {
    let near = Distance::of(1);
    let mut screens = Screens { attacker: attacker.is_some(), defender: defender.is_some(), ..Screens::default() };
    let mut screening = Screening::default();
    match (attacker, defender) {
        (Some(one), Some(other)) => {
            let fought = Skirmish { one: *one, other: *other, distance: near };
            screens.beaten = skirmish(book, &fought, trace, &mut game::Quiet).beaten;
        }
        (Some(screen), None) => {
            let fired = harass(book, screen, units[1], keeps_off(book, units[1]), trace);
            screens.effective = fired.loss.effective;
            screening.defender_steps = fired.loss.steps;
        }
        (None, Some(screen)) => {
            let fired = harass(book, screen, units[0], near, trace);
            screens.effective = fired.loss.effective;
            screening.attacker_steps = fired.loss.steps;
        }
        (None, None) => {}
    }
    screening.effect = effect(book, &screens);
    screening
}

/// Distance at which skirmishers fire at a unit: beyond that kept from close order (L3C-TIR-09), up to P1 for guns
/// (L3C-TIR-11).
fn keeps_off(book: &Book, unit: &FireTarget) -> Distance {
    let near = Distance::of(1);
    if unit.arm == Arm::Artillery || !book.on(r::L3C_TIR_09) {
        near
    } else {
        book.tables.distance.keep_off.of(unit.arm).plus(Distance::from_cm(1))
    }
}

/// The fire of the only screen on the enemy's unit (L3C-TIR-38, L3C-TIR-41); the unit must be in range.
pub fn harass(
    book: &Book,
    screen: &Screen,
    target: &FireTarget,
    distance: Distance,
    trace: &mut impl Trace,
) -> fire::Fired {
    match range::band(book, screen.weapon, distance) {
        None => fire::Fired::default(),
        Some(band) => {
            let fire = Fire { shooter: screen.shooter(book), target: *target, band, distance, ..Fire::default() };
            fire::fire(book, &fire, trace)
        }
    }
}
