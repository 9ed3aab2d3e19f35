//! Generals (CHEF): their actions in a turn, their risks, and wounds.

use crate::resolve::nerve::morale::Purpose;
use crate::terms::tables::Wound;
use crate::{Band, Book, Distance, r};
use dice::Throw;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// An action of a general (L3C-CHEF-14).
    GeneralAction {
        /// The general rides.
        Move,
        /// The general hastens a unit.
        Hasten,
        /// The general commands a unit in an action.
        Command,
        /// The general writes an order.
        Order,
        /// The general rallies a unit.
        Rally,
    } default Command

    /// Causes of a hit on a general.
    Hazard {
        /// Losses of the unit that the general is with.
        Unit,
        /// Fire of rifles or skirmishers.
        Marksmen,
        /// The cone of a battery.
        Cone,
    } default Unit
}

/// The plan of a general for a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GeneralPlan {
    /// Actions of the general in a turn (CCF), 1 to 3.
    #[schemars(range(min = 1, max = 3))]
    pub ccf: u8,
    /// The planned actions, in order.
    pub actions: Vec<GeneralAction>,
    /// Distance to the unit that the general is to join.
    pub distance: Distance,
    /// A serious reverse after this many actions: the unit commanded in person has gone into retreat or rout, or the
    /// general has been hit.
    pub reverse_after: Option<u8>,
}

impl Default for GeneralPlan {
    fn default() -> Self {
        Self { ccf: 2, actions: Vec::new(), distance: Distance::default(), reverse_after: None }
    }
}

/// Whether the plan is possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Planned {
    pub needed: u8,
    pub available: u8,
    /// Distance that the general can ride.
    pub reach: Distance,
    pub allowed: bool,
}

/// As many actions as the general's CCF (L3C-CHEF-14), until a serious reverse (L3C-CHEF-15); riding covers a long
/// distance, joining a unit as part of another action a shorter one (L3C-CHEF-12).
#[must_use]
pub fn plan(book: &Book, s: &GeneralPlan) -> Planned {
    let count = rulebook::saturated::<u8, _>(s.actions.len());
    let needed = if book.on(r::L3C_CHEF_14) { count } else { 0 };
    let ended = s.reverse_after.filter(|_| book.on(r::L3C_CHEF_15));
    let available = ended.map_or(s.ccf, |after| s.ccf.min(after));
    let far = |action: &GeneralAction| match action {
        GeneralAction::Move => book.tables.distance.general_move,
        _ if book.on(r::L3C_CHEF_12) => book.tables.distance.general_joins,
        _ => Distance::default(),
    };
    // Every ride adds its distance, and the way to the unit is part of the action there, once.
    let rides = s.actions.iter().filter(|action| **action == GeneralAction::Move).map(far);
    let joins = s.actions.iter().filter(|action| **action != GeneralAction::Move).map(far).max().unwrap_or_default();
    let reach = rides.fold(joins, Distance::plus);
    Planned { needed, available, reach, allowed: needed <= available && s.distance <= reach }
}

/// A general in danger.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Danger {
    pub by: Hazard,
    /// PAP that the general's unit has lost to fire this turn.
    #[schemars(extend("x-when" = { "by": ["unit"] }))]
    pub steps_lost: u16,
    /// PAP that it has lost in melee this turn.
    #[schemars(extend("x-when" = { "by": ["unit"] }))]
    pub steps_in_melee: u16,
    /// Figures of rifles or skirmishers that can fire at the general.
    #[schemars(extend("x-when" = { "by": ["marksmen"] }))]
    #[schemars(range(min = 0, max = 60))]
    pub figures: u8,
    #[schemars(extend("x-when" = { "by": ["marksmen"] }))]
    pub band: Band,
}

impl Default for Danger {
    fn default() -> Self {
        Self { by: Hazard::default(), steps_lost: 0, steps_in_melee: 0, figures: 3, band: Band::P1 }
    }
}

/// The dice of a danger; class 0 is a miss, any other a hit. `None`: no throw.
#[must_use]
pub fn danger(book: &Book, s: &Danger) -> Option<Throw> {
    let table = &book.tables.general;
    match s.by {
        Hazard::Unit => {
            // One die in total for losses to fire and in melee (L3C-GAP-C26); without the ruling one for each figure
            // lost to fire.
            let ruled = book.on(r::L3C_GAP_C26);
            let steps = if ruled { s.steps_lost.saturating_add(s.steps_in_melee) } else { s.steps_lost };
            let figures = steps / u16::from(book.tables.scale.steps_per_figure.max(1));
            if figures == 0 || !book.on(r::L3C_CHEF_16) {
                return None;
            }
            let each = table.hit_per_figure;
            if ruled {
                let faces = u16::from(each).saturating_mul(figures).min(6);
                return Some(Throw::d6(1).cuts([rulebook::saturated::<i16, _>(faces) + 1]));
            }
            let dice = rulebook::saturated::<u8, _>(figures).min(60);
            Some(Throw::d6(dice).count_from(each + 1).cuts([i16::from(dice)]))
        }
        Hazard::Marksmen => {
            let groups = s.figures / table.marksmen_group.max(1);
            let from = match s.band {
                Band::P1 | Band::P1Bis => table.marksmen.p1,
                Band::P2 | Band::P2Bis => table.marksmen.p2,
                Band::P3 => table.marksmen.p3,
            };
            (groups > 0 && book.on(r::L3C_CHEF_17)).then(|| Throw::d6(groups).count_from(from).cuts([1]))
        }
        Hazard::Cone => book.on(r::L3C_CHEF_18).then(|| Throw::d6(2).count_from(table.cone_faces).cuts([2])),
    }
}

/// Whether a class of that throw is a hit: attached to a unit, the low faces hit.
#[must_use]
pub const fn hits(by: Hazard, class: i16) -> bool {
    match by {
        Hazard::Unit => class == 0,
        Hazard::Marksmen | Hazard::Cone => class > 0,
    }
}

/// The fate of a general who is hit (L3C-CHEF-19), by the face of a die.
#[must_use]
pub fn wound(book: &Book, face: u8) -> Option<Wound> {
    let place = usize::from(face.clamp(1, 6)) - 1;
    book.on(r::L3C_CHEF_19).then(|| book.tables.general.wound[place])
}

/// Whether another die decides for how many turns the general is away (L3C-GAP-C42).
#[must_use]
pub fn turns_wanted(book: &Book, wound: Wound) -> bool {
    wound == Wound::Turns && book.on(r::L3C_GAP_C42)
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FallenGeneral {
    #[schemars(range(min = 1, max = 100))]
    pub turn: u8,
    /// 0 to 3.
    #[schemars(range(min = 0, max = 3))]
    pub bonus: u8,
    /// The order of battle provides a successor with this bonus.
    pub successor: Option<u8>,
}

impl Default for FallenGeneral {
    fn default() -> Self {
        Self { turn: 1, bonus: 1, successor: None }
    }
}

/// The general's replacement.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Replaced {
    pub turn: u8,
    /// The bonus of the replacement: an aide keeps the chain of command but gives none.
    pub bonus: u8,
    /// Its units are without command until then.
    pub without_command: bool,
}

/// A subordinate replaces the general a turn later (L3C-CHEF-20); until then the units are without command
/// (L3C-CHEF-21).
#[must_use]
pub fn replaced(book: &Book, s: &FallenGeneral) -> Replaced {
    let after = book.tables.general.replaced_after_turns;
    let aide = book.on(r::L3C_CHEF_20);
    Replaced {
        turn: if aide { s.turn.saturating_add(after) } else { s.turn },
        bonus: if aide { s.successor.unwrap_or(0) } else { s.bonus },
        without_command: book.on(r::L3C_CHEF_21),
    }
}

/// A general near a unit in an action.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Nearby {
    /// The unit belongs to the general's chain of command.
    pub in_chain: bool,
    /// Distance from the unit; 0: with it.
    pub distance: Distance,
    /// Some part of the unit sees the general.
    pub seen: bool,
    /// The general stands between this unit and its neighbour of the same brigade, which charge together.
    pub between: bool,
}

/// Whether the general's bonus counts in a test of morale, before the deduction for distance (L3C-CHEF-01 to
/// L3C-CHEF-10).
#[must_use]
pub fn counts(book: &Book, s: &Nearby, purpose: Purpose) -> bool {
    let chain = s.in_chain || !book.on(r::L3C_CHEF_02);
    let contact = s.distance.cm() == 0 || s.between && book.on(r::L3C_CHEF_10);
    let seen = s.seen || !book.on(r::L3C_CHEF_06);
    chain && (contact || purpose == Purpose::Other && seen || !book.on(r::L3C_CHEF_01))
}
