//! The vocabulary of a ruleset, and small helpers for breakdowns.

use game::{Breakdown, Line, Op, Rule, Term};

/// Defines enums without data that are written as words in files, forms and logs.
#[macro_export]
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident),+ $(,)? } default $default:ident)+) => {$(
        $(#[$doc])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl Default for $name {
            fn default() -> Self { Self::$default }
        }
    )+};
}

/// The word of a value of an enum without data, as written in files. No string is allocated.
#[must_use]
pub fn word<T: serde::Serialize>(value: &T) -> Term {
    struct Word<'a, T>(&'a T);
    impl<T: serde::Serialize> std::fmt::Display for Word<'_, T> {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            // Anything but a name has no word.
            self.0.serialize(f).or(Ok(()))
        }
    }
    Term::written(&Word(value))
}

/// The value whose word this is: the inverse of [`word`].
#[must_use]
pub fn named<T: serde::de::DeserializeOwned>(word: &str) -> Option<T> {
    let word = serde::de::IntoDeserializer::<serde::de::value::Error>::into_deserializer(word);
    T::deserialize(word).ok()
}

/// Adds the sum of the dice to a breakdown that was made before the throw.
pub fn dice_in(breakdown: &mut Breakdown, rule: Rule, score: i64) {
    let after = breakdown.lines.iter().rposition(|line| matches!(line.op, Op::Throw(_))).map_or(0, |place| place + 1);
    breakdown.lines.insert(after, Line::new(rule, Op::Dice(score)));
}
