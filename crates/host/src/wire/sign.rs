//! A seat of one's own: keys and links that nobody else has.

use game::Side;
use game::seal::Bytes32;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/seat/signing`: what a seat's signatures are about.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Signing {
    /// What tells this battle from every other, in hexadecimal: it stands in everything that is signed.
    pub battle: String,
    /// Which side sits here.
    pub side: Side,
    /// The turn: it stands in what is signed where there is no question, with a resignation or a word about a draw.
    pub turn: u16,
    /// The key that this seat signs with, in hexadecimal, if it has one.
    pub key: Option<String>,
}

/// `POST /api/seat/signing`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatKey {
    /// An Ed25519 public key, in hexadecimal.
    pub key: Bytes32,
}

/// A token for whoever sits at a seat. `POST /api/seat/hold`, `POST /api/seat/link`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OwnLink {
    pub token: String,
}
