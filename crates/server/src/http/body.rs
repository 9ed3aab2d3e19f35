//! Extractors for a request's body, path and query, whose errors are faults like any other. Large responses are
//! serialised here.

use crate::error::{ApiError, ApiResult};
use axum::body::Bytes;
use axum::extract::rejection::{PathRejection, QueryRejection, StringRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use host::body;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;

pub struct JsonBody<T>(pub T);

/// A part of the path.
pub struct PathParam<T>(pub T);

pub struct QueryParams<T>(pub T);

pub struct TextBody(pub String);

/// JSON serialised where the value was made: a large value would block the threads that serve all connections.
pub struct RawJson<T>(Vec<u8>, PhantomData<T>);

impl<T: Serialize> RawJson<T> {
    /// Serialises a value.
    pub fn of(value: &T) -> ApiResult<Self> {
        serde_json::to_vec(value).map(|text| Self(text, PhantomData)).map_err(ApiError::internal)
    }
}

impl<T> IntoResponse for RawJson<T> {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], self.0).into_response()
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "not-json"));
        }
        let too_large = |_| ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large");
        let bytes = Bytes::from_request(request, state).await.map_err(too_large)?;
        body::json(&bytes).map(Self)
    }
}

/// Whether a body's content type is JSON.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json"))
}

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParam<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let found: Result<Path<T>, PathRejection> = Path::from_request_parts(parts, state).await;
        found.map(|Path(value)| Self(value)).map_err(|_| ApiError::unknown())
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let found: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        found.map(|Query(value)| Self(value)).map_err(|_| body::bad_query())
    }
}

impl<S: Send + Sync> FromRequest<S> for TextBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        match String::from_request(request, state).await {
            Ok(text) => Ok(Self(text)),
            Err(StringRejection::InvalidUtf8(_)) => Err(ApiError::plainly(StatusCode::BAD_REQUEST, "body", "UTF-8")),
            Err(_) => Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large")),
        }
    }
}
