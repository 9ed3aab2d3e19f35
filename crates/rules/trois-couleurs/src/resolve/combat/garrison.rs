//! Built-up areas (ECO): entering and leaving, capacity, and attacks on them.

use crate::terms::state;
use crate::{Book, Cohesion, Formation, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A length on the table, in millimetres.
pub type Millimetres = rulebook::Distance<10>;

rulebook::words! {
    /// What a unit does at a built-up area.
    Business {
        /// A unit outside goes in.
        Enter,
        /// The garrison comes out.
        Leave,
        /// It moves figures from face to face (L3C-ECO-26: also in answer to an assault).
        Redeploy,
    } default Enter
}

/// A unit at a built-up area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Entering {
    pub business: Business,
    /// Faculty for broken ground, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub faculty: u8,
    /// It goes in as skirmishers (L3C-TIR-16).
    pub skirmish: bool,
    /// It is already in contact, whatever its facing (L3C-ECO-07).
    pub in_contact: bool,
    pub state: Cohesion,
    /// An enemy catches it in the act (L3C-ECO-12).
    pub caught: bool,
    /// The built-up area lies between it and every enemy near (L3C-ECO-11).
    pub behind_it: bool,
    /// It does so in answer to an assault (L3C-ECO-26).
    #[schemars(extend("x-when" = { "business": ["redeploy"] }))]
    pub in_answer: bool,
}

impl Default for Entering {
    fn default() -> Self {
        Self {
            business: Business::Enter,
            faculty: 1,
            skirmish: false,
            in_contact: true,
            state: Cohesion::Formed,
            caught: false,
            behind_it: false,
            in_answer: false,
        }
    }
}

/// The result of entering, leaving or redeploying.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Entered {
    pub allowed: bool,
    /// PA that it costs.
    pub points: u8,
    /// The state afterwards, or when it is caught.
    pub state: Cohesion,
    /// Its cohesion against an enemy's opportunity meanwhile (L3C-ECO-08).
    pub meanwhile: Cohesion,
    /// It has the benefit of the shelter.
    pub inside: bool,
    /// It may be the object of an opportunity (L3C-ECO-11).
    pub exposed: bool,
}

fn by_faculty<T: Copy>(row: &[T; 3], faculty: u8) -> T {
    row[usize::from(faculty).min(2)]
}

/// The cost for a unit to enter, leave or redeploy (L3C-ECO-06), and its state afterwards (L3C-ECO-09, L3C-ECO-14).
#[must_use]
pub fn enter(book: &Book, entering: &Entering) -> Entered {
    let table = &book.tables.garrison;
    let paid = book.on(r::L3C_ECO_06) && (!entering.skirmish || book.on(r::L3C_TIR_16));
    let inside = match entering.business {
        Business::Enter | Business::Redeploy => true,
        Business::Leave => false,
    };
    let best = by_faculty(&table.state, entering.faculty);
    let settled = match entering.business {
        Business::Enter | Business::Redeploy if book.on(r::L3C_ECO_14) => entering.state.max(best),
        // A unit neither formed nor unformed becomes formed outside; lost order stays lost (L3C-ECO-09, L3C-GAP-B19),
        // and a unit without any faculty had lost it inside (L3C-ECO-14).
        Business::Leave if book.on(r::L3C_ECO_14) && best >= Cohesion::Unformed => entering.state.max(best),
        Business::Leave if book.on(r::L3C_ECO_09) && entering.state == Cohesion::Loose => Cohesion::Formed,
        _ => entering.state,
    };
    let meanwhile = if book.on(r::L3C_ECO_08) { entering.state.max(Cohesion::Unformed) } else { entering.state };
    // A garrison may always move figures to the face attacked (L3C-ECO-26).
    let answers = !entering.in_answer || entering.business == Business::Redeploy && book.on(r::L3C_ECO_26);
    let caught = entering.caught && book.on(r::L3C_ECO_12);
    Entered {
        allowed: (entering.in_contact || !book.on(r::L3C_ECO_07)) && answers,
        points: if paid { by_faculty(&table.enter, entering.faculty) } else { 0 },
        state: if caught { meanwhile } else { settled },
        meanwhile,
        inside: inside && !caught,
        exposed: !(entering.behind_it && book.on(r::L3C_ECO_11)),
    }
}

/// The dimensions of a built-up area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Measured {
    /// Lengths of its four faces.
    pub faces_mm: [Millimetres; 4],
    /// Width of a figure's base.
    pub base_mm: Millimetres,
    /// Figures that are to hold it; `None`: no such question.
    pub figures: Option<u8>,
    /// They are skirmishers: one for each face (L3C-ECO-13).
    pub skirmish: bool,
}

impl Default for Measured {
    fn default() -> Self {
        let face = Millimetres::of(60);
        Self { faces_mm: [face; 4], base_mm: Millimetres::of(10), figures: None, skirmish: false }
    }
}

/// The number of figures that can hold it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Capacity {
    pub faces: [u8; 4],
    pub total: u8,
    /// Whether the figures asked about fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fits: Option<bool>,
}

/// Capacity of a built-up area: the figures that stand along its faces (L3C-ECO-15), to the nearest (L3C-GAP-B19), in
/// all no more than along its outline (L3C-ECO-16).
#[must_use]
pub fn capacity(book: &Book, measured: &Measured) -> Capacity {
    const CLOSE_ORDER: u8 = 2;
    let base = measured.base_mm.cm().max(1);
    let whole = |length: i32| rulebook::saturated::<u8, _>(length / base);
    let on_face = |face: Millimetres| {
        if measured.skirmish && book.on(r::L3C_ECO_13) {
            book.tables.garrison.skirmishers_per_face
        } else if !book.on(r::L3C_ECO_15) {
            0
        } else if book.on(r::L3C_GAP_B19) {
            whole(face.cm().saturating_add(base / 2 + base % 2))
        } else {
            whole(face.cm().saturating_add(base - 1))
        }
    };
    let faces = measured.faces_mm.map(on_face);
    let outline = measured.faces_mm.iter().fold(0_i32, |sum, face| sum.saturating_add(face.cm()));
    let total = match (measured.skirmish, book.on(r::L3C_ECO_16)) {
        (true, true) => faces.iter().fold(0_u8, |sum, face| sum.saturating_add(*face)),
        (false, true) => whole(outline),
        (_, false) => 0,
    };
    // Close-order troops need room for at least two figures on one of the faces (L3C-ECO-13).
    let shown = measured.skirmish || faces.iter().any(|face| *face >= CLOSE_ORDER) || !book.on(r::L3C_ECO_13);
    let enough = |figures: u8| measured.skirmish || figures >= CLOSE_ORDER || !book.on(r::L3C_ECO_13);
    Capacity { faces, total, fits: measured.figures.map(|figures| figures <= total && shown && enough(figures)) }
}

/// A unit that takes a built-up area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Taking {
    /// Faculty for broken ground, 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub faculty: u8,
    /// The state before.
    pub state: Cohesion,
    /// It fought for it; otherwise the defender gave way before contact.
    pub contact: bool,
    /// It does not stop there but follows the defender.
    pub goes_on: bool,
}

/// The cost of taking it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Taken {
    /// Degrees of disorder in total.
    pub degrade: u8,
    /// The state afterwards.
    pub state: Cohesion,
    /// The opponent may demand a test of control, to draw the unit out.
    pub control: bool,
}

/// Formation lost by a unit in a built-up area that it takes: by fighting, or by entering without any faculty, never
/// both (L3C-ECO-18); taking it without contact costs nothing more (L3C-ECO-19). A unit that stays may be drawn out by
/// a test of control; a unit that goes on has moved through it (L3C-MAC-22).
#[must_use]
pub fn taken(book: &Book, taking: &Taking) -> Taken {
    let clumsy = taking.faculty == 0 && book.on(r::L3C_ECO_18);
    let empty = !taking.contact && !book.on(r::L3C_ECO_19);
    let through = taking.goes_on && book.on(r::L3C_MAC_22);
    let degrade = u8::from(clumsy || taking.contact || through) + u8::from(empty);
    let control = !taking.contact && !taking.goes_on && book.on(r::L3C_MAC_22);
    let after = state::degrade(book, taking.state, degrade);
    // A unit that stays is no better than the area allows (L3C-ECO-14).
    let stays = !taking.goes_on && book.on(r::L3C_ECO_14);
    let best = by_faculty(&book.tables.garrison.state, taking.faculty);
    Taken { degrade, state: if stays { after.max(best) } else { after }, control }
}

/// An attack on a face, or on the corner of two.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FaceAttack {
    /// Capacity of each face in figures, clockwise.
    pub capacity: [u8; 4],
    /// Figures on each face.
    pub held: [u8; 4],
    /// The face attacked (0 to 3), or the two that meet at a corner.
    pub attacked: Vec<u8>,
    /// The attacker's front in figures.
    #[schemars(range(min = 1, max = 60))]
    pub front: u8,
}

impl Default for FaceAttack {
    fn default() -> Self {
        Self { capacity: [6; 4], held: [4, 4, 2, 2], attacked: vec![0], front: 6 }
    }
}

/// The circumstances of the attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Faced {
    /// The side on which it hits the garrison.
    pub side: crate::Aspect,
    /// Figures of its front that it can use.
    pub front: u8,
    /// Sides on which it reaches beyond the defenders.
    pub overlaps: u8,
    /// Secure flanks of the defenders.
    pub secure_flanks: u8,
}

/// The circumstances of an attack on a built-up area (L3C-ECO-21 to L3C-ECO-25); a corner is a face made of two
/// (L3C-ECO-28).
#[must_use]
pub fn face_attack(book: &Book, attack: &FaceAttack) -> Faced {
    use crate::Aspect::{Flank, Front, Rear};
    let face = |index: u8| usize::from(index % 4);
    let first = *rulebook::ids::at(&attack.attacked, 0, "face that is attacked");
    let second = attack.attacked.get(1).copied().filter(|_| book.on(r::L3C_ECO_28));
    let sum = |of: &[u8; 4]| {
        let other = second.map_or(0, |second| of[face(second)]);
        of[face(first)].saturating_add(other)
    };
    let (held, room) = (sum(&attack.held), sum(&attack.capacity));
    let front = if book.on(r::L3C_ECO_22) { attack.front.min(room) } else { attack.front };
    // The faces beside the one attacked; for a corner, the two of the opposite corner.
    let beside: [u8; 2] = match second {
        None => [first.wrapping_add(1), first.wrapping_add(3)],
        Some(second) => [first.wrapping_add(2), second.wrapping_add(2)],
    };
    let manned = beside.iter().filter(|&&index| attack.held[face(index)] > 0).count();
    let manned = rulebook::saturated::<u8, _>(manned);
    if held == 0 && book.on(r::L3C_ECO_25) {
        let side = if manned > 0 { Flank } else { Rear };
        return Faced { side, front, overlaps: 0, secure_flanks: 0 };
    }
    let overlaps = match (held >= front, book.on(r::L3C_ECO_21), book.on(r::L3C_ECO_24)) {
        (true, true, _) => 0,
        (true, false, _) => 2,
        (false, _, true) => front.saturating_sub(held).min(2),
        (false, _, false) => 0,
    };
    Faced { side: Front, front, overlaps, secure_flanks: if book.on(r::L3C_ECO_23) { manned } else { 0 } }
}

/// An improvised front against a built-up area or a defile (L3C-ECO-29).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AdHoc {
    pub formation: Formation,
    pub state: Cohesion,
    /// The opponent defends the obstacle that the front was formed against.
    pub defends_obstacle: bool,
}

impl Default for AdHoc {
    fn default() -> Self {
        Self { formation: Formation::AdHoc, state: Cohesion::Formed, defends_obstacle: true }
    }
}

/// Cohesion of an improvised front against an opponent (L3C-ECO-29): unformed, except against the defenders of that
/// obstacle.
#[must_use]
pub fn seen_as(book: &Book, ad_hoc: &AdHoc) -> Cohesion {
    let exposed = ad_hoc.formation == Formation::AdHoc && !ad_hoc.defends_obstacle && book.on(r::L3C_ECO_29);
    if exposed { ad_hoc.state.max(Cohesion::Unformed) } else { ad_hoc.state }
}
