//! The action marker (BE-MA): which acts give it, and what it forbids.

use crate::terms::book::{Book, r};
use game::Rule;

rulebook::words! {
    /// An act of a unit.
    Did {
        Move,
        /// More than one move.
        TwoMoves,
        /// An operational movement (BE-GAP-33).
        Operational,
        Fire,
        /// Fired at a moving unit.
        OpportunityFire,
        ReturnFire,
        Flee,
        /// Fought a shock.
        Shock,
        /// The unit became disordered.
        Disorder,
        /// Made an opportunity charge.
        OpportunityCharge,
        /// Changed formation or facing in reaction.
        Change,
        /// Unlimbered in reaction.
        Unlimber,
        /// Limbered and fled.
        LimberAndFlee,
        /// A fleeing friend passed through it (BE-GAP-29).
        FledThrough,
        /// Withdrew, as cavalry.
        Withdraw,
        CounterCharge,
        /// Stood to receive a charge.
        Stand,
        FallBack,
        /// Fell back and fired.
        FallBackAndFire,
        /// Charged and was called off, or ended without a shock.
        ChargeCalledOff,
        /// Retreated after being fired at.
        RetreatAfterFire,
        Rally,
        SupportFire,
        SupportShock,
    } default Move

    /// An act that a marked unit wants to make.
    Wish {
        Charge,
        OpenFire,
        /// Charge a moving enemy.
        OpportunityCharge,
        /// Fire at a moving enemy.
        OpportunityFire,
        /// Move one time only.
        Move,
        /// Move in support of a charge.
        SupportMove,
        Unlimber,
        Rally,
        ReturnFire,
        /// Form square or change otherwise in reaction.
        FormSquare,
        CounterCharge,
        SupportFire,
        /// Receive a charge in place.
        Stand,
    } default Charge
}

/// The rule by which an act gives a marker; `None`: it gives none.
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
        // Without a shock no marker (BE-GAP-93).
        Did::ChargeCalledOff if book.on(r::BE_GAP_93) => return None,
        Did::ChargeCalledOff => r::BE_MA_02,
        Did::RetreatAfterFire | Did::Rally => r::BE_MA_04,
        Did::SupportFire => r::BE_GAP_56,
    };
    book.on(rule).then_some(rule)
}

/// The rule that forbids an act to a marked unit; `None`: it may.
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
