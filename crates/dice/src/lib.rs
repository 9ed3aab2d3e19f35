//! Dice: the reading of a throw, its exact distribution, and the source of its faces (a seed, a script, real dice typed
//! in by a player). It knows nothing of battles.
//!
//! ```
//! use dice::{Throw, distribution, read};
//!
//! let throw: Throw = "d6-d6".parse()?;
//! assert_eq!(read(&throw, &[2, 5])?, -3);
//! assert_eq!(distribution(&throw)?.at_least(0).to_string(), "7/12");
//! # Ok::<(), dice::DiceError>(())
//! ```

mod die;
mod dist;
mod error;
mod falls;
mod ratio;
mod roller;
mod script;
mod text;
mod throw;

pub use die::Die;
pub use dist::{Dist, distribution};
pub use error::DiceError;
pub use falls::Falls;
pub use ratio::{Ratio, gcd};
pub use roller::{Roller, Seed};
pub use script::Script;
pub use throw::{Handful, Throw, read};
