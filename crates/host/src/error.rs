//! Errors, as a status and as words.

use crate::voice::{Voice, same};
use crate::wire::{Fault, FaultLine, Push, RefusalView};
use archive::ArchiveError;
use game::Bilingual;
use game::Term;
use http::StatusCode;
use std::fmt::Display;

/// The program's own words.
pub static PLAIN: Voice = Voice::plain();

/// Why a request is refused: a status, and a fault in words.
#[derive(Clone, Debug)]
pub struct ApiError {
    status: StatusCode,
    fault: Box<Fault>,
}

/// The message to a listener whose seat no longer exists.
#[must_use]
pub fn closed(id: &str) -> Push {
    Push::Closed { text: PLAIN.say(id) }
}

/// The result of a request.
pub type ApiResult<T> = Result<T, ApiError>;

impl ApiError {
    /// A fault of the texts: `fault-<what>`.
    pub fn new(status: StatusCode, what: &'static str) -> Self {
        Self::said(status, what, PLAIN.say(&format!("fault-{what}")))
    }

    /// A fault with a reason in both languages.
    pub fn because(status: StatusCode, what: &'static str, reason: &Bilingual) -> Self {
        Self::said(status, what, PLAIN.with(&format!("fault-{what}"), &[("reason", reason)]))
    }

    /// A fault with a reason that is the same in both languages.
    pub fn plainly(status: StatusCode, what: &'static str, reason: &str) -> Self {
        Self::because(status, what, &same(reason))
    }

    /// The same with a part of the request in it, shortened where it is long.
    pub fn shortly(status: StatusCode, what: &'static str, found: &str) -> Self {
        let short: String = found.chars().filter(|c| !c.is_control()).take(80).collect();
        Self::plainly(status, what, &short)
    }

    fn said(status: StatusCode, what: &'static str, text: Bilingual) -> Self {
        Self { status, fault: Box::new(Fault { what: Term::of(what), text, refusals: Vec::new(), faults: Vec::new() }) }
    }

    /// Adds the refusals of an answer.
    #[must_use]
    pub fn with(mut self, refusals: Vec<RefusalView>) -> Self {
        self.fault.refusals = refusals;
        self
    }

    /// Adds the faults of a file.
    #[must_use]
    pub fn listing(mut self, faults: Vec<FaultLine>) -> Self {
        self.fault.faults = faults;
        self
    }

    /// The status of the answer.
    #[must_use]
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// The fault as JSON.
    #[must_use]
    pub fn body(&self) -> String {
        serde_json::to_string(&self.fault).unwrap_or_else(|cause| {
            tracing::error!(%cause, what = %self.fault.what, "a fault cannot be written");
            format!(r#"{{"what":"{}","text":{{"fr":"","en":""}},"refusals":[],"faults":[]}}"#, self.fault.what)
        })
    }

    pub fn text(&self) -> &Bilingual {
        &self.fault.text
    }

    /// There is no such thing, or this token may not see it: the same word for both, so that nothing can be guessed.
    pub fn unknown() -> Self {
        Self::new(StatusCode::NOT_FOUND, "unknown")
    }

    /// No token, or an unknown one.
    pub fn stranger() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "token")
    }

    /// Something that would be kept cannot be written: it did not happen.
    pub fn unwritten(cause: serde_json::Error) -> Self {
        tracing::error!(%cause, "a value cannot be written");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "unwritten")
    }

    /// An internal error; its cause is for the operator of the server, not for the client.
    pub fn internal(cause: impl Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal")
    }
}

#[cfg(feature = "axum")]
impl axum_core::response::IntoResponse for ApiError {
    fn into_response(self) -> axum_core::response::Response {
        let kind = [(http::header::CONTENT_TYPE, "application/json")];
        (self.status, kind, self.body()).into_response()
    }
}

impl From<ArchiveError> for ApiError {
    fn from(error: ArchiveError) -> Self {
        match error {
            ArchiveError::NoBattle => Self::unknown(),
            ArchiveError::Changed => Self::new(StatusCode::CONFLICT, "changed"),
            other => {
                tracing::error!(cause = %other, "the archive refuses");
                let (status, what) = match other {
                    ArchiveError::Full(_) => (StatusCode::INSUFFICIENT_STORAGE, "disk-full"),
                    ArchiveError::ReadOnly(_) => (StatusCode::INSUFFICIENT_STORAGE, "disk-read-only"),
                    ArchiveError::Damaged(_) => (StatusCode::INTERNAL_SERVER_ERROR, "damaged"),
                    ArchiveError::Closed => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
                    _ => (StatusCode::INTERNAL_SERVER_ERROR, "archive"),
                };
                Self::new(status, what)
            }
        }
    }
}
