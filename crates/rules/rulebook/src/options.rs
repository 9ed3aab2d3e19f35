//! Options of a battle: optional chapters, and alternative readings where a ruling names one. The default is the
//! ruling.

/// Defines `Options`: switches by name, each with its default.
#[macro_export]
macro_rules! options {
    ($($(#[$doc:meta])* $name:ident = $default:literal),+ $(,)?) => {
        /// The options of a battle.
        #[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        #[allow(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
        pub struct Options {
            $($(#[$doc])* pub $name: bool,)+
        }

        impl Default for Options {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Options {
            /// Every switch by name, with its default.
            #[must_use]
            pub fn switches() -> Vec<(&'static str, i64)> {
                vec![$((stringify!($name), i64::from($default)),)+]
            }

            /// Reads options from switches by name.
            ///
            /// # Errors
            /// Every unknown switch, and every value other than 0 and 1.
            pub fn from_switches<'a>(switches: impl Iterator<Item = (&'a str, i64)>) -> Result<Self, Vec<::game::Fault>> {
                let mut options = Self::default();
                let mut unknown = Vec::new();
                for (name, value) in switches {
                    match name {
                        $(stringify!($name) if ::game::SWITCH.contains(&value) => options.$name = value != 0,)+
                        $(stringify!($name))|+ => {
                            let bound = |n: i64| ::game::Exact { num: n, den: 1 };
                            let (least, most) = (bound(*::game::SWITCH.start()), bound(*::game::SWITCH.end()));
                            let reason = ::game::FaultReason::Between { least, most, value: bound(value) };
                            unknown.push(::game::Fault::at(name, reason));
                        }
                        _ => {
                            let known = Self::switches().into_iter().map(|(name, _)| name.to_owned()).collect();
                            let reason = ::game::FaultReason::UnknownWord { found: name.to_owned(), known };
                            unknown.push(::game::Fault::at("option", reason));
                        }
                    }
                }
                if unknown.is_empty() { Ok(options) } else { Err(unknown) }
            }
        }
    };
}
