//! Skirmishers (TIR): screens, evasion, approach, order, and their fate.

use crate::resolve::combat::pursuit::{self, Pursued, Pursuer, PursuerPart, Pursuit};
use crate::resolve::shooting::figures::in_bases_of;
use crate::resolve::shooting::fire::begun;
use crate::resolve::shooting::range;
use crate::{Arm, Band, Book, Case, Cohesion, Distance, Formation, Status, Weapon, r};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A screen in front of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CoveringScreen {
    pub case: Case,
    pub distance_to_unit: Distance,
    /// It covers at least half of that unit's front; one figure covers four.
    pub covers_half: bool,
    /// Its figures were taken up for lack of room (L3C-TIR-18).
    pub lifted: bool,
}

impl Default for CoveringScreen {
    fn default() -> Self {
        Self { case: Case::Stand, distance_to_unit: Distance::of(1), covers_half: true, lifted: false }
    }
}

/// Whether a screen is active: near its unit (L3C-TIR-08), in front of enough of it (L3C-GAP-C30), not beaten
/// (L3C-TIR-40); it stays active for the whole action, even taken up (L3C-TIR-18).
#[must_use]
pub fn active(book: &Book, cover: &CoveringScreen) -> bool {
    let beaten = !cover.case.positive() && book.on(r::L3C_TIR_40);
    let near = cover.distance_to_unit <= book.tables.distance.leash || !book.on(r::L3C_TIR_08);
    let enough = cover.covers_half || !book.on(r::L3C_GAP_C30);
    let there = !cover.lifted || book.on(r::L3C_TIR_18);
    !beaten && near && enough && there
}

rulebook::words! {
    /// The enemy that advances on skirmishers.
    Against {
        /// Troops in close order.
        CloseOrder,
        Skirmishers,
        Guns,
    } default CloseOrder
}

/// Skirmishers that give way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Evasion {
    pub against: Against,
    /// Distance that they move.
    pub distance: Distance,
    /// They move level with or behind the unit that they cover (L3C-GAP-C33).
    pub behind_friend: bool,
    /// An enemy prevents their return.
    pub prevented: bool,
    /// An obstacle that the enemy cannot cross lies between (L3C-TIR-01).
    pub impassable: bool,
}

impl Default for Evasion {
    fn default() -> Self {
        Self {
            against: Against::CloseOrder,
            distance: Distance::of(1),
            behind_friend: false,
            prevented: false,
            impassable: false,
        }
    }
}

/// Cost and result of an evasion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Evaded {
    /// They must evade: troops in close order force them to, even across an obstacle that these can cross (L3C-TIR-01).
    pub must: bool,
    /// PA that it costs.
    pub points: u8,
    /// Degrees of disorder.
    pub degrade: u8,
    pub case: Case,
    /// They may still fire.
    pub fire: bool,
    pub fire_malus: i8,
    /// They return to their place at no cost after the action (L3C-TIR-20, L3C-TIR-21).
    pub returns: bool,
}

/// Skirmishers that give way: a short distance at no cost, a longer one is a retreat (L3C-TIR-13).
#[must_use]
pub fn evade(book: &Book, evasion: &Evasion) -> Evaded {
    let limit = book.tables.distance.evasion;
    let sheltered = evasion.behind_friend && book.on(r::L3C_GAP_C33);
    let long = evasion.distance > limit && !sheltered || !book.on(r::L3C_TIR_13);
    let fire = !long && book.on(r::L3C_TIR_14);
    let ud = rulebook::saturated::<i8, _>(begun(evasion.distance.min(limit)));
    Evaded {
        must: evasion.against == Against::CloseOrder && !evasion.impassable && book.on(r::L3C_TIR_01),
        points: if long { book.tables.action.flight } else { book.tables.action.evasion },
        degrade: u8::from(long),
        case: if long { Case::Retreat } else { Case::Stand },
        fire,
        fire_malus: if fire { book.tables.fire.evasion_per_ud.saturating_mul(ud) } else { 0 },
        returns: !long && !evasion.prevented && book.all(&[r::L3C_TIR_20, r::L3C_TIR_21]),
    }
}

rulebook::words! {
    /// The ground between skirmishers and an enemy.
    Between {
        /// Nothing protects the skirmishers.
        None,
        /// An obstacle that the enemy cannot cross.
        Impassable,
        /// Ground that costs the enemy movement or formation.
        Costly,
        /// A dense wood that the enemy cannot enter in close order.
        DenseWood,
    } default None
}

/// Skirmishers near an enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Approach {
    /// The enemy's arm.
    pub enemy: Arm,
    pub formation: Formation,
    pub distance: Distance,
    pub between: Between,
    /// The enemy assaults them.
    pub assault: bool,
    /// The enemy holds a built-up area in close order.
    pub in_buildings: bool,
    pub weapon: Weapon,
}

impl Default for Approach {
    fn default() -> Self {
        Self {
            enemy: Arm::Infantry,
            formation: Formation::Line,
            distance: Distance::of(2),
            between: Between::None,
            assault: false,
            in_buildings: false,
            weapon: Weapon::Musket,
        }
    }
}

/// Whether skirmishers may stand there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SkirmisherPlace {
    pub allowed: bool,
    /// They must be farther away than this.
    pub farther_than: Distance,
    /// Losses by fire decide a duel; not with a garrison (L3C-TIR-12).
    pub duel: bool,
    /// The band at which they fire from there.
    #[serde(serialize_with = "crate::resolve::nerve::reading::band_word")]
    pub band: Option<Band>,
}

/// How near skirmishers may come: not to close order on foot or mounted (L3C-TIR-09), except behind obstacles
/// (L3C-TIR-10); to guns and to other skirmishers they may (L3C-TIR-11); to garrisons they may not (L3C-TIR-12).
#[must_use]
pub fn approach(book: &Book, approach: &Approach) -> SkirmisherPlace {
    let open = approach.enemy == Arm::Artillery || approach.formation == Formation::Skirmish;
    let garrison = approach.in_buildings && book.on(r::L3C_TIR_12);
    let parted = book.on(r::L3C_TIR_10)
        && match approach.between {
            Between::None => false,
            Between::Impassable | Between::DenseWood => true,
            Between::Costly => !approach.assault,
        };
    let free = parted || open && book.on(r::L3C_TIR_11);
    let bound = !free && book.on(r::L3C_TIR_09) || garrison;
    let keep_off = &book.tables.distance.keep_off;
    let farther_than = match (bound, garrison) {
        (false, _) => Distance::of(0),
        (true, true) => keep_off.of(Arm::Infantry),
        (true, false) => keep_off.of(if approach.enemy == Arm::Cavalry { Arm::Cavalry } else { Arm::Infantry }),
    };
    let band = range::band(book, approach.weapon, approach.distance);
    SkirmisherPlace { allowed: !bound || approach.distance > farther_than, farther_than, duel: !garrison, band }
}

/// Skirmishers attacked in the open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SkirmishersAttacked {
    pub enemy: Arm,
    #[schemars(extend("x-when" = { "enemy": ["cavalry"] }))]
    pub lancers: bool,
    #[schemars(range(min = 1, max = 60))]
    pub enemy_figures: u8,
    /// The enemy was already within its tactical distance, or unseen until then (L3C-TIR-30).
    #[schemars(extend("x-when" = { "enemy": ["cavalry"] }))]
    pub surprised: bool,
    /// Distance to formed friends or a shelter.
    pub refuge: Distance,
    #[schemars(range(min = 1, max = 60))]
    pub figures: u8,
}

impl Default for SkirmishersAttacked {
    fn default() -> Self {
        Self {
            enemy: Arm::Cavalry,
            lancers: false,
            enemy_figures: 4,
            surprised: true,
            refuge: Distance::of(3),
            figures: 3,
        }
    }
}

/// Result for skirmishers attacked in the open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Caught {
    pub caught: bool,
    pub figures_lost: u8,
    pub case: Case,
}

/// Whether cavalry catches skirmishers far from help (L3C-TIR-29, L3C-TIR-30), and their losses (L3C-GAP-C29); infantry
/// never does (L3C-TIR-31).
#[must_use]
pub fn surprise(book: &Book, surprise: &SkirmishersAttacked) -> Caught {
    let on_foot = surprise.enemy != Arm::Cavalry && book.on(r::L3C_TIR_31);
    let far = surprise.refuge > book.tables.distance.leash;
    let warned = !surprise.surprised && book.on(r::L3C_TIR_30);
    let caught = far && !on_foot && !warned && book.on(r::L3C_TIR_29);
    if !caught {
        // Skirmishers that must run far to their lines are in retreat (L3C-TIR-30); a short evasion costs nothing.
        let case = if far && !on_foot { Case::Retreat } else { Case::Stand };
        return Caught { caught, figures_lost: 0, case };
    }
    let chase = pursuit::pursuit(
        book,
        &Pursuit {
            pursuer: Pursuer {
                arm: surprise.enemy,
                lancers: surprise.lancers,
                figures: surprise.enemy_figures,
                part: PursuerPart::Victor,
                ..Pursuer::default()
            },
            pursued: Pursued {
                arm: Arm::Infantry,
                status: Status::Line,
                formation: Formation::Skirmish,
                figures: surprise.figures,
                case: Case::Retreat,
                state: Cohesion::Loose,
                ..Pursued::default()
            },
            met: None,
        },
    );
    let figures_lost = if book.on(r::L3C_GAP_C29) { chase.figures_lost } else { 0 };
    Caught { caught, figures_lost, case: Case::Rout }
}

/// Skirmishers in front of an enemy's screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Engaged {
    #[schemars(range(min = 0, max = 60))]
    pub figures: u8,
    /// Figures of the enemy's screen.
    #[schemars(range(min = 0, max = 60))]
    pub enemy: u8,
    /// Distance of that screen.
    pub distance: Distance,
    /// It covers the whole front of its unit.
    pub covers_all: bool,
}

impl Default for Engaged {
    fn default() -> Self {
        Self { figures: 3, enemy: 3, distance: Distance::of(1), covers_all: false }
    }
}

/// Figures that may fire at another target than the screen in front (L3C-TIR-34): those that it does not cover
/// (L3C-TIR-35), none if it covers everything behind it (L3C-GAP-A98).
#[must_use]
pub fn free_to_fire(book: &Book, engaged: &Engaged) -> u8 {
    let near = engaged.distance <= book.tables.distance.keep_off.of(Arm::Infantry);
    if !near || !book.on(r::L3C_TIR_34) {
        engaged.figures
    } else if engaged.covers_all && book.on(r::L3C_GAP_A98) {
        0
    } else if book.on(r::L3C_TIR_35) {
        engaged.figures.saturating_sub(engaged.enemy)
    } else {
        0
    }
}

/// Skirmishers whose unit is beaten.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SkirmishersOfBeaten {
    /// Their own morale.
    pub case: Case,
    /// Morale of their unit, or of the one that they cover; `None`: they have none (L3C-TIR-28).
    pub parent: Option<Case>,
    /// They are not on its front or flanks, but behind it or sent elsewhere (L3C-TIR-26).
    pub elsewhere: bool,
    /// They would be worse off if they followed it (L3C-TIR-27).
    pub worse_off: bool,
}

/// Skirmishers on the front or flanks of a unit go back with it (L3C-TIR-26, L3C-GAP-A95), unless they are better off
/// in place (L3C-TIR-27).
#[must_use]
pub fn fate(book: &Book, fate: &SkirmishersOfBeaten) -> Case {
    let Some(parent) = fate.parent else { return fate.case };
    let stay = fate.worse_off && book.on(r::L3C_TIR_27) || fate.elsewhere;
    let worst = if book.on(r::L3C_GAP_A95) { Case::FallBack } else { Case::Retreat };
    let shared = parent <= worst && !stay && book.on(r::L3C_TIR_26);
    if shared { fate.case.min(parent) } else { fate.case }
}

/// A line of skirmishers in front of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Density {
    #[schemars(range(min = 0, max = 60))]
    pub figures: u8,
    /// The arm of the unit that they cover.
    pub arm: Arm,
    /// Its front in figures.
    #[schemars(range(min = 1, max = 60))]
    pub front: u8,
}

impl Default for Density {
    fn default() -> Self {
        Self { figures: 1, arm: Arm::Infantry, front: 4 }
    }
}

/// Extent of the cover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Covered {
    /// Bases of infantry that it covers (L3C-TIR-03).
    pub bases: u8,
    /// It covers at least half of the front (L3C-GAP-C30).
    pub covers_half: bool,
}

/// Part of a unit's front covered by skirmishers.
#[must_use]
pub fn density(book: &Book, density: &Density) -> Covered {
    let each = if book.on(r::L3C_TIR_03) { book.tables.scale.skirmish_front } else { 1 };
    let bases = density.figures.saturating_mul(each);
    let front = in_bases_of(book, Arm::Infantry, density.arm, density.front);
    Covered { bases, covers_half: 2 * u16::from(bases) >= u16::from(front) }
}

/// Troops that are to skirmish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Order {
    pub arm: Arm,
    /// 0 to 2.
    #[schemars(range(min = 0, max = 2))]
    pub faculty: u8,
    /// Their army has no light infantry at all (L3C-TIR-06).
    #[schemars(extend("x-when" = { "faculty": [0] }))]
    pub no_light_infantry: bool,
}

impl Default for Order {
    fn default() -> Self {
        Self { arm: Arm::Infantry, faculty: 1, no_light_infantry: false }
    }
}

/// Whether and how troops skirmish.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Ordered {
    pub allowed: bool,
    /// Their state in skirmish order.
    pub state: Cohesion,
}

/// Whether troops may take skirmish order: trained infantry (L3C-TIR-05), never cavalry (L3C-TIR-04); they are then neither
/// formed nor unformed (L3C-TIR-15).
#[must_use]
pub fn order(book: &Book, order: &Order) -> Ordered {
    let mounted = order.arm != Arm::Infantry && book.on(r::L3C_TIR_04);
    let trained = order.faculty > 0 || order.no_light_infantry || !book.on(r::L3C_TIR_05);
    let state = if book.on(r::L3C_TIR_15) { Cohesion::Loose } else { Cohesion::Formed };
    Ordered { allowed: !mounted && trained, state }
}
