//! Generals (CHEF): what they do in a turn, what they risk, what becomes of them.

use crate::resolve::nerve::morale::Purpose;
use crate::terms::tables::Wound;
use crate::{Band, Book, Distance, r};
use dice::Throw;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

rulebook::words! {
    /// What a general does (L3C-CHEF-14).
    GeneralAction {
        /// He rides.
        Move,
        /// He hastens a unit.
        Hasten,
        /// He commands a unit in an action.
        Command,
        /// He writes an order.
        Order,
        /// He rallies a unit.
        Rally,
    } default Command

    /// By what a general may be hit.
    Hazard {
        /// Losses of the unit that he is with.
        Unit,
        /// Rifles or skirmishers.
        Marksmen,
        /// The cone of a battery.
        Cone,
    } default Unit
}

/// What a general means to do in a turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GeneralPlan {
    /// Actions that he has in a turn (CCF), 1 to 3.
    #[schemars(range(min = 1, max = 3))]
    pub ccf: u8,
    /// What he means to do, in order.
    pub actions: Vec<GeneralAction>,
    /// How far off the unit is that he wants to join.
    pub distance: Distance,
    /// The unit that he commands in person has gone into retreat or rout, or he has been hit: after so many actions.
    pub reverse_after: Option<u8>,
}

impl Default for GeneralPlan {
    fn default() -> Self {
        Self { ccf: 2, actions: Vec::new(), distance: Distance::default(), reverse_after: None }
    }
}

/// Whether he can.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Planned {
    /// Actions that it takes.
    pub needed: u8,
    /// Actions that he has.
    pub available: u8,
    /// How far he gets.
    pub reach: Distance,
    /// He can.
    pub allowed: bool,
}

/// As many actions as his CCF (L3C-CHEF-14), until a serious reverse (L3C-CHEF-15); riding takes him far, joining a unit
/// as part of another action less far (L3C-CHEF-12).
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
    // Every ride takes him on, and the way to the unit is part of what he does there, once.
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
    /// PAP that his unit has lost to fire this turn.
    #[schemars(extend("x-when" = { "by": ["unit"] }))]
    pub steps_lost: u16,
    /// PAP that it has lost in melee this turn.
    #[schemars(extend("x-when" = { "by": ["unit"] }))]
    pub steps_in_melee: u16,
    /// Rifles or skirmishers that can fire at him.
    #[schemars(extend("x-when" = { "by": ["marksmen"] }))]
    #[schemars(range(min = 0, max = 60))]
    pub figures: u8,
    /// Their range.
    #[schemars(extend("x-when" = { "by": ["marksmen"] }))]
    pub band: Band,
}

impl Default for Danger {
    fn default() -> Self {
        Self { by: Hazard::default(), steps_lost: 0, steps_in_melee: 0, figures: 3, band: Band::P1 }
    }
}

/// The dice of a danger; class 0 spares him, anything else hits. None: nothing is thrown.
#[must_use]
pub fn danger(book: &Book, s: &Danger) -> Option<Throw> {
    let table = &book.tables.general;
    match s.by {
        Hazard::Unit => {
            // One die in all, for losses to fire and in melee alike (L3C-GAP-C26); without the ruling one for each
            // figure lost to fire.
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

/// Whether a class of that throw hits: with his unit the low faces do.
#[must_use]
pub const fn hits(by: Hazard, class: i16) -> bool {
    match by {
        Hazard::Unit => class == 0,
        Hazard::Marksmen | Hazard::Cone => class > 0,
    }
}

/// What becomes of a general who is hit (L3C-CHEF-19), by the face of a die.
#[must_use]
pub fn wound(book: &Book, face: u8) -> Option<Wound> {
    let place = usize::from(face.clamp(1, 6)) - 1;
    book.on(r::L3C_CHEF_19).then(|| book.tables.general.wound[place])
}

/// Whether another die says for how many turns he is away (L3C-GAP-C42).
#[must_use]
pub fn turns_wanted(book: &Book, wound: Wound) -> bool {
    wound == Wound::Turns && book.on(r::L3C_GAP_C42)
}

/// A general who has fallen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FallenGeneral {
    #[schemars(range(min = 1, max = 100))]
    pub turn: u8,
    /// His bonus, 0 to 3.
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

/// Who takes his place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Replaced {
    pub turn: u8,
    /// With which bonus: an aide keeps the chain of command but gives none.
    pub bonus: u8,
    /// Units under him are without command until then.
    pub without_command: bool,
}

/// A turn later, by his subordinate (L3C-CHEF-20); until then his units are without command (L3C-CHEF-21).
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

/// Whether a general helps a unit in an action: of its chain of command, and for most of it in base contact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Nearby {
    /// The unit belongs to his chain of command.
    pub in_chain: bool,
    /// How far off he is; 0: with the unit.
    pub distance: Distance,
    /// Somebody of the unit sees him.
    pub seen: bool,
    /// He stands between this unit and its neighbour of the same brigade, which charge together.
    pub between: bool,
}

/// Whether his bonus counts in a test of morale, before the distance is taken off (L3C-CHEF-01 to L3C-CHEF-10).
#[must_use]
pub fn counts(book: &Book, s: &Nearby, purpose: Purpose) -> bool {
    let chain = s.in_chain || !book.on(r::L3C_CHEF_02);
    let contact = s.distance.cm() == 0 || s.between && book.on(r::L3C_CHEF_10);
    let seen = s.seen || !book.on(r::L3C_CHEF_06);
    chain && (contact || purpose == Purpose::Other && seen || !book.on(r::L3C_CHEF_01))
}
