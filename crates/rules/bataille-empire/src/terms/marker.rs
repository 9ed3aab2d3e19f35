//! The action marker (BE-MA): what gives it, what it forbids.

use crate::terms::book::{Book, r};
use game::Rule;

rulebook::words! {
    /// What a unit did.
    Did {
        Move,
        /// More than one move.
        TwoMoves,
        /// An operational movement (BE-GAP-33).
        Operational,
        /// Opened fire.
        Fire,
        /// Fired at a mover.
        OpportunityFire,
        ReturnFire,
        /// Fled.
        Flee,
        /// Fought a shock.
        Shock,
        /// Went into Disorder.
        Disorder,
        /// Made an opportunity charge.
        OpportunityCharge,
        /// Changed formation or facing in reaction.
        Change,
        /// Unlimbered in reaction.
        Unlimber,
        /// Limbered and fled.
        LimberAndFlee,
        /// Was passed through by a friend in flight (BE-GAP-29).
        FledThrough,
        /// Withdrew, as cavalry.
        Withdraw,
        /// Went to meet a charge.
        CounterCharge,
        /// Stood to receive a charge.
        Stand,
        /// Fell back.
        FallBack,
        /// Fell back and fired.
        FallBackAndFire,
        /// Charged and was called off, or charged nobody in the end.
        ChargeCalledOff,
        /// Retreated after being fired at.
        RetreatAfterFire,
        /// Rallied.
        Rally,
        SupportFire,
        SupportShock,
    } default Move

    /// What a marked unit would like to do.
    Wish {
        /// Declare a charge.
        Charge,
        OpenFire,
        /// Charge an enemy who moves.
        OpportunityCharge,
        /// Fire at an enemy who moves.
        OpportunityFire,
        /// Move once.
        Move,
        /// Move in support of a charge.
        SupportMove,
        Unlimber,
        Rally,
        ReturnFire,
        /// Form square or change otherwise in reaction.
        FormSquare,
        /// Go to meet a charge.
        CounterCharge,
        SupportFire,
        /// Receive a charge in place.
        Stand,
    } default Charge
}

/// The rule by which a deed gives a marker; none: it gives none.
#[must_use]
pub fn given(book: &Book, did: Did) -> Option<Rule> {
    let rule = match did {
        Did::Move | Did::SupportShock => return None,
        Did::TwoMoves => r::BE_MA_01,
        Did::Fire | Did::ReturnFire | Did::Flee | Did::Shock | Did::Disorder => r::BE_MA_02,
        Did::OpportunityCharge | Did::OpportunityFire | Did::Change | Did::Unlimber => r::BE_MA_03,
        Did::Withdraw | Did::CounterCharge | Did::FallBackAndFire | Did::LimberAndFlee => r::BE_MA_03,
        Did::Operational => r::BE_GAP_33,
        Did::FledThrough => r::BE_GAP_29,
        // Without marker (BE-REA-03, BE-GAP-41).
        Did::Stand | Did::FallBack if book.on(r::BE_REA_03) && book.on(r::BE_GAP_41) => return None,
        Did::Stand | Did::FallBack => r::BE_MA_03,
        // No shock, no marker (BE-GAP-93).
        Did::ChargeCalledOff if book.on(r::BE_GAP_93) => return None,
        Did::ChargeCalledOff => r::BE_MA_02,
        Did::RetreatAfterFire | Did::Rally => r::BE_MA_04,
        Did::SupportFire => r::BE_GAP_56,
    };
    book.on(rule).then_some(rule)
}

/// The rule that forbids something to a marked unit; none: it may.
#[must_use]
pub fn forbidden(book: &Book, wish: Wish) -> Option<Rule> {
    let rule = match wish {
        Wish::Charge | Wish::OpenFire => r::BE_MA_05,
        Wish::SupportMove | Wish::Unlimber | Wish::Rally => r::BE_MA_06,
        Wish::CounterCharge | Wish::OpportunityCharge | Wish::OpportunityFire => r::BE_GAP_26,
        Wish::SupportFire => r::BE_GAP_56,
        Wish::Move | Wish::ReturnFire | Wish::FormSquare | Wish::Stand => return None,
    };
    book.on(rule).then_some(rule)
}
