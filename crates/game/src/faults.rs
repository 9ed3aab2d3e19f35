//! Faults that have a text of their own, as enumerations: an id that does not exist cannot be written.

/// Defines why something that was read cannot be, each fault with the id of its text `situation-…` and with the figures
/// that the text names.
#[macro_export]
macro_rules! faults {
    ($(#[$doc:meta])* $visibility:vis $enum:ident { $($name:ident $({ $($figure:ident),+ })? $id:literal)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $visibility enum $enum { $($name $({ $($figure: i64),+ })?),+ }

        impl From<$enum> for $crate::FaultReason {
            fn from(fault: $enum) -> Self {
                match fault {
                    $($enum::$name $({ $($figure),+ })? => {
                        Self::named($id, &[$($((stringify!($figure), $figure)),+)?])
                    })+
                }
            }
        }

        impl From<$enum> for $crate::Fault {
            fn from(fault: $enum) -> Self {
                Self::at("", fault)
            }
        }
    };
}

faults! {
    /// Why a resolution, its odds or its dice cannot be.
    pub ResolutionFault {
        NeedsPerson "needs_person"
        NeverEnds "never_ends"
        TooManyStates "too_many_states"
        TooManyDice "too_many_dice"
        NotAThrow "not_a_throw"
        AlreadyOver "already_over"
        NoEnd "no_end"
        DiceExpected "dice_expected"
        ChoiceExpected "choice_expected"
        NotFollowed "not_followed"
    }
}
