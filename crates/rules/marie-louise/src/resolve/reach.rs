//! The reach of a charge: its allowance and the bonus of average dice (chapter 8.2).

use crate::Distance;
use crate::resolve::movement::{self, Going, March};
use crate::terms::book::{Book, r};
use crate::terms::profile::{Arm, Formation, Order};
use dice::{Die, Throw};
use game::{Line, Op, Trace};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A charge or a fall-back over some ground.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Dash {
    /// The unit, with the worst class of ground on its path.
    pub unit: March,
    /// From lead element to lead element at the start of the charge.
    pub distance: Distance,
    /// It rolls for the bonus.
    pub bonus: bool,
    /// It also charged last turn (ML-8.4i).
    pub charged_last_turn: bool,
    /// Last turn's charge ended in a melee (ML-GAP-61).
    pub melee_last_turn: bool,
    /// The target is outside its front quarter (ML-8.1d).
    pub outside_front: bool,
}

/// The reach of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reach {
    /// It may charge or fall back at all.
    pub may_charge: bool,
    /// The allowance without bonus; `None`: it may not go there.
    pub allowance: Option<Distance>,
    /// Average dice of the bonus.
    pub bonus_dice: u8,
    /// The charge disorganises it.
    pub disorganised: bool,
    /// Movement needed for contact.
    pub needed: Distance,
    /// A charge that falls short stops at the end of its move (ML-8.1f).
    falls_short: bool,
}

impl Reach {
    /// The sum of the bonus dice; `None` without dice.
    #[must_use]
    pub fn throw(&self) -> Option<Throw> {
        (self.bonus_dice > 0).then(|| Throw::sum(self.bonus_dice, Die::Average))
    }

    /// The allowance with a bonus.
    #[must_use]
    pub fn with_bonus(&self, pas: u16) -> Distance {
        self.allowance.unwrap_or_default().plus(Distance::of(pas))
    }

    /// Whether it reaches contact with a bonus (ML-8.1f, ML-GAP-25).
    #[must_use]
    pub fn reaches(&self, pas: u16) -> bool {
        self.may_charge && self.allowance.is_some() && (self.with_bonus(pas) >= self.needed || !self.falls_short)
    }
}

/// Average dice of the bonus of a unit on a class of ground (ML-8.2a, ML-GAP-27).
#[must_use]
pub fn bonus_dice(book: &Book, arm: Arm, going: Going) -> u8 {
    let table = match arm {
        Arm::Cavalry => &book.tables.charge_bonus.cavalry,
        Arm::Infantry => &book.tables.charge_bonus.infantry,
        Arm::Artillery => return 0,
    };
    match going {
        _ if !book.on(r::ML_8_2A) => 0,
        Going::Road | Going::Clear => table.clear,
        Going::Rough => table.rough,
        // None in very rough ground; without that ruling as in rough ground.
        Going::VeryRough if !book.on(r::ML_GAP_27) => table.rough,
        Going::VeryRough | Going::Forbidden => 0,
    }
}

/// The reach of a charge (ML-8.1d, ML-8.1f, ML-8.2a, ML-8.2b, ML-8.4i).
pub fn reach(book: &Book, dash: &Dash, trace: &mut impl Trace) -> Reach {
    // Disorder caused by the charge does not reduce the allowance, which is that of the formation before (ML-GAP-27).
    let unit = if dash.bonus && !book.on(r::ML_GAP_27) {
        March { formation: Formation::Disorder, ..dash.unit }
    } else {
        dash.unit
    };
    let allowance = movement::allowance(book, &unit, trace);
    let charges = !dash.unit.falling_back;
    let again = charges && dash.charged_last_turn && book.on(r::ML_8_4I);
    let barred = dash.melee_last_turn && !book.options.charge_after_melee && book.on(r::ML_GAP_61);
    // Skirmishers do not charge; foragers do (ML-GAP-51).
    let on_foot = dash.unit.arm == Arm::Infantry || !book.on(r::ML_GAP_51);
    let open_order = dash.unit.formation == Formation::Skirmish && on_foot && book.on(r::ML_3_1H);
    // A marker cancels an order to charge; a shaken unit may still fall back (ML-5.3c).
    let under_orders = book.order(Order::Charge, dash.unit.marker) == Order::Charge;
    let dice = if dash.bonus && !again { bonus_dice(book, dash.unit.arm, dash.unit.going) } else { 0 };
    if dice > 0 {
        trace.line(|| Line::new(r::ML_8_2A, Op::Throw(i64::from(dice))));
    }
    let contact = book.tables.distance.contact;
    let needed = if book.on(r::ML_GAP_25) { dash.distance.minus(contact) } else { dash.distance };
    trace.line(|| Line::new(r::ML_8_1F, Op::Needs(needed.hundredths())).fact("hundredths_of_pas", 1));
    let by_bonus = dice > 0 && book.on(r::ML_8_2B);
    let by_quarter = dash.outside_front && book.on(r::ML_8_1D);
    // Falling back disorganises; skirmishers keep their formation (ML-GAP-17).
    let scattered = dash.unit.formation == Formation::Skirmish
        && book.on(r::ML_GAP_17)
        && !book.options.skirmishers_fall_back_disordered;
    let by_retiring = !charges && !scattered && book.on(r::ML_3_1C);
    let may_go = !charges || !barred && !open_order && under_orders;
    Reach {
        // A unit without an allowance cannot make the move (ML-8.1e).
        may_charge: may_go && (allowance.is_some() || !book.on(r::ML_8_1E)),
        allowance,
        bonus_dice: dice,
        disorganised: by_bonus || by_quarter || again || by_retiring,
        needed,
        falls_short: book.on(r::ML_8_1F),
    }
}
