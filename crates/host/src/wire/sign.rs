//! Private seats: keys and links that no other client has.

use game::Side;
use game::seal::Bytes32;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// `GET /api/seat/signing`: the data that a seat's signatures cover.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Signing {
    /// The id that distinguishes this battle from every other, in hexadecimal: it is part of everything signed.
    pub battle: String,
    /// The side of this seat.
    pub side: Side,
    /// The turn: part of what is signed where there is no question, with a resignation or a message about a draw.
    pub turn: u16,
    /// The key with which this seat signs, in hexadecimal, if it has one.
    pub key: Option<String>,
}

/// `POST /api/seat/signing`
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatKey {
    /// An Ed25519 public key, in hexadecimal.
    pub key: Bytes32,
}

/// A token for a client at a seat. `POST /api/seat/hold`, `POST /api/seat/link`
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OwnLink {
    pub token: String,
}
