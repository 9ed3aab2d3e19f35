//! Reads the body of a request; faults are reported in the program's own words.

use crate::error::{ApiError, ApiResult, PLAIN};
use game::unique;
use http::StatusCode;
use serde::de::DeserializeOwned;
use words::Words;

/// Longest path that a fault repeats, in characters.
const LONGEST_PATH: usize = 80;

/// A value from JSON. A key that stands twice is refused.
///
/// # Errors
/// If it is no JSON, or does not fit; the error says where.
pub fn json<T: DeserializeOwned>(text: &[u8]) -> ApiResult<T> {
    unique::read(text).map_err(|unread| refused(&|words| words.unread(&unread)))?;
    let mut from = serde_json::Deserializer::from_slice(text);
    serde_path_to_error::deserialize(&mut from).map_err(|error| {
        let path = error.path().to_string();
        let short: String = path.chars().filter(|c| !c.is_control()).take(LONGEST_PATH).collect();
        let path = if short == "." { "" } else { &short };
        refused(&|words| words.misfit(error.inner(), path))
    })
}

fn refused(say: &dyn Fn(&Words) -> String) -> ApiError {
    ApiError::because(StatusCode::BAD_REQUEST, "body", &PLAIN.both(say))
}

/// The error for a query string that cannot be read.
#[must_use]
pub fn bad_query() -> ApiError {
    ApiError::new(StatusCode::BAD_REQUEST, "query")
}
