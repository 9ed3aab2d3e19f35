//! A section of the file of figures.

/// Defines a section: its entries, and whether some of them are not printed in the text.
macro_rules! section {
    ($(#[$doc:meta])* $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Debug, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            /// Some of its figures are not printed in the text.
            #[serde(default)]
            pub reconstructed: bool,
            $($(#[$attribute])* pub $field: $type),+
        }
    };
}
