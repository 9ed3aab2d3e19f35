//! Signatures (Ed25519): the umpire's for the end of a battle, and those of the seats, whose keys never leave the
//! player's device.

use crate::seal::{Bytes32, Bytes64, hash};
use crate::{Reply, Side, Slot};
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An act that a seat signs.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "Act", rename_all = "snake_case")]
pub enum SignedAct {
    /// Its answer to a question.
    Answer(Slot),
    Resign,
    /// Offering a draw, or agreeing to the other side's offer.
    OfferDraw,
    /// Declining a draw, or withdrawing its own offer.
    DeclineDraw,
}

impl SignedAct {
    const fn word(&self) -> &'static str {
        match self {
            Self::Answer(_) => "answer",
            Self::Resign => "resign",
            Self::OfferDraw => "offer_draw",
            Self::DeclineDraw => "decline_draw",
        }
    }
}

/// The public key to a secret.
#[must_use]
pub fn public_key(secret: &Bytes32) -> Bytes32 {
    Bytes32(SigningKey::from_bytes(&secret.0).verifying_key().to_bytes())
}

/// Signs a message.
#[must_use]
pub fn sign(secret: &Bytes32, message: &[u8]) -> Bytes64 {
    Bytes64(SigningKey::from_bytes(&secret.0).sign(message).to_bytes())
}

/// Whether a signature of this message was made with the secret to this key.
#[must_use]
pub fn verifies(key: &Bytes32, message: &[u8], signature: &Bytes64) -> bool {
    VerifyingKey::from_bytes(&key.0)
        .is_ok_and(|key| key.verify_strict(message, &Signature::from_bytes(&signature.0)).is_ok())
}

/// Whether these bytes are a key at all.
#[must_use]
pub fn is_key(key: &Bytes32) -> bool {
    VerifyingKey::from_bytes(&key.0).is_ok_and(|key| !key.is_weak())
}

/// The umpire's secret of a battle.
pub(crate) fn umpire_secret(salt: &Bytes32) -> Bytes32 {
    hash(&[b"umpire", &salt.0])
}

/// The message that the umpire signs at the end: every line up to here.
pub(crate) fn end_message(chain: &Bytes32) -> Vec<u8> {
    [b"grognard end\n".as_slice(), &chain.0].concat()
}

/// The message that a seat signs: `battle` is the hash of the first line, `n` the number of the question or, where
/// there is none, the turn.
#[must_use]
pub fn message(battle: &Bytes32, side: Side, act: &SignedAct, n: u64, replies: &[Reply]) -> String {
    let side = if side == Side::Blue { "blue" } else { "red" };
    let mut text = format!("grognard\n{}\n{side}\n{}\n{n}", String::from(*battle), act.word());
    if matches!(act, SignedAct::Answer(_)) {
        let replies = serde_json::to_value(replies).unwrap_or_default();
        text.push_str(&format!("\n{}", canonical(&replies)));
    }
    text
}

/// JSON in one canonical form: keys in order, and empty members (null, empty) left out.
fn canonical(value: &Value) -> String {
    match value {
        Value::Object(members) => {
            let says = |value: &Value| match value {
                Value::Null => false,
                Value::Array(items) => !items.is_empty(),
                Value::Object(members) => !members.is_empty(),
                _ => true,
            };
            let mut members: Vec<(&String, &Value)> = members.iter().filter(|(_, value)| says(value)).collect();
            members.sort_unstable_by_key(|(name, _)| *name);
            let texts =
                members.iter().map(|(name, value)| format!("{}:{}", Value::from(name.as_str()), canonical(value)));
            format!("{{{}}}", texts.collect::<Vec<_>>().join(","))
        }
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        other => other.to_string(),
    }
}
