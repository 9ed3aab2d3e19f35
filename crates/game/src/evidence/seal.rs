//! Seals: values fixed now and opened later. Each carries random bytes, so that a guess cannot be tested against it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Thirty-two bytes, written in hexadecimal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
#[schemars(with = "String")]
pub struct Bytes32(pub [u8; 32]);

impl From<Bytes32> for String {
    fn from(bytes: Bytes32) -> Self {
        hexadecimal(&bytes.0)
    }
}

/// Every line of a log has a link of such digits: they are written one by one.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |n: u8| char::from(if n < 10 { b'0' + n } else { b'a' + n - 10 });
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

impl TryFrom<String> for Bytes32 {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let bad = || format!("not 64 hexadecimal digits: {text:.80}");
        if text.len() != 64 || !text.is_ascii() {
            return Err(bad());
        }
        let mut bytes = [0; 32];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = std::str::from_utf8(pair).ok().and_then(|p| u8::from_str_radix(p, 16).ok()).ok_or_else(bad)?;
        }
        Ok(Self(bytes))
    }
}

/// Sixty-four bytes, written in hexadecimal: a signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(into = "String", try_from = "String")]
#[schemars(with = "String")]
pub struct Bytes64(pub [u8; 64]);

impl From<Bytes64> for String {
    fn from(bytes: Bytes64) -> Self {
        hexadecimal(&bytes.0)
    }
}

impl TryFrom<String> for Bytes64 {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let bad = || format!("not 128 hexadecimal digits: {text:.80}");
        if text.len() != 128 || !text.is_ascii() {
            return Err(bad());
        }
        let mut bytes = [0; 64];
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            *byte = std::str::from_utf8(pair).ok().and_then(|p| u8::from_str_radix(p, 16).ok()).ok_or_else(bad)?;
        }
        Ok(Self(bytes))
    }
}

/// The hash of some bytes.
#[must_use]
pub fn hash(parts: &[&[u8]]) -> Bytes32 {
    let mut sha = Sha256::new();
    for part in parts {
        sha.update((part.len() as u64).to_le_bytes());
        sha.update(part);
    }
    Bytes32(sha.finalize().into())
}

/// Random bytes that no player knows, stretched as far as needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Salt(pub Bytes32);

impl Salt {
    /// The n-th salt.
    #[must_use]
    pub fn nth(&self, n: u64) -> Bytes32 {
        hash(&[b"salt", &self.0.0, &n.to_le_bytes()])
    }
}
