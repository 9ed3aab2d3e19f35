//! Access control: the host and the origin of a request must be those of this server, and its token must be known.

use crate::error::ApiError;
use crate::hall::Hall;
use crate::token::{self, Hash};
use crate::wire::HouseKey;
use archive::Grant;
use axum::Json;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use game::Side;
use std::net::IpAddr;
use std::sync::Arc;

/// The permitted hosts of requests.
#[derive(Clone)]
pub struct Doors {
    /// The port on which the server listens.
    pub port: u16,
    /// Scheme and host under which a proxy publishes this table.
    pub public: Option<(String, String)>,
}

/// Refuses requests from other pages. The host must be an address or `localhost`: a name that was pointed at this
/// machine (DNS rebinding) is neither. An origin, where there is one, must be that same host.
pub async fn at_the_door(State(doors): State<Doors>, request: Request, next: Next) -> Response {
    if welcome(&doors, request.headers(), request.uri()) {
        next.run(request).await
    } else {
        ApiError::new(StatusCode::FORBIDDEN, "origin").into_response()
    }
}

fn welcome(doors: &Doors, headers: &HeaderMap, uri: &Uri) -> bool {
    let text = |name| headers.get(name).map(|value: &axum::http::HeaderValue| value.to_str().unwrap_or("?"));
    let Some(host) = text(header::HOST).or_else(|| uri.authority().map(axum::http::uri::Authority::as_str)) else {
        return false;
    };
    let public = doors.public.as_ref().filter(|(_, public)| public.eq_ignore_ascii_case(host));
    if public.is_none() && !ours(host, doors.port) {
        return false;
    }
    let scheme = public.map_or("http", |(scheme, _)| scheme);
    let same_site = text(header::HeaderName::from_static("sec-fetch-site"));
    if same_site.is_some_and(|site| site != "same-origin" && site != "none") {
        return false;
    }
    text(header::ORIGIN).is_none_or(|origin| {
        origin.split_once("://").is_some_and(|(by, from)| by == scheme && from.eq_ignore_ascii_case(host))
    })
}

fn ours(host: &str, port: u16) -> bool {
    let (name, at) = match host.rsplit_once(':') {
        Some((name, at)) if !at.ends_with(']') => (name, at.parse().ok()),
        _ => (host, Some(80)),
    };
    let name = name.trim_start_matches('[').trim_end_matches(']');
    at == Some(port) && (name == "localhost" || name.parse::<IpAddr>().is_ok())
}

/// `GET /api/key`: the owner's key, for a page of this very server on the machine on which it runs. A browser reports
/// the origin of the request itself, and no page can forge that; on a network there is no key to give.
pub fn key(key: Option<String>, headers: &HeaderMap) -> Result<Json<HouseKey>, ApiError> {
    let own_page = headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin");
    key.filter(|_| own_page).map(|token| Json(HouseKey { token })).ok_or_else(ApiError::stranger)
}

/// The owner of the house.
pub struct Owner;

/// A seat at a battle.
pub struct Seat {
    pub battle: String,
    /// The side; `None`: the umpire's chair.
    pub side: Option<Side>,
}

/// A client with any valid token.
pub struct Guest {
    line: String,
}

impl Guest {
    /// The queue in which the client waits for long computations.
    pub fn line(&self) -> &str {
        &self.line
    }
}

/// The hash of the token in a request.
pub fn token_hash(headers: &HeaderMap) -> Option<Hash> {
    let token = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    Some(token::hash(token?.strip_prefix("Bearer ")?.trim()))
}

/// The rights of a request's token.
fn grant(parts: &Parts, hall: &Arc<Hall>) -> Result<Grant, ApiError> {
    let token = token_hash(&parts.headers).ok_or_else(ApiError::stranger)?;
    hall.grant(&token).ok_or_else(ApiError::stranger)
}

impl Seat {
    /// The seat that a token gives.
    pub fn of(grant: Grant) -> Result<Self, ApiError> {
        match grant {
            Grant::Seat { battle, side } => Ok(Self {
                battle,
                side: match side {
                    Some(0) => Some(Side::Blue),
                    Some(_) => Some(Side::Red),
                    None => None,
                },
            }),
            Grant::House | Grant::Guest => Err(ApiError::new(StatusCode::FORBIDDEN, "seat-token")),
        }
    }

    /// The side, for acts of a player only.
    pub fn player(&self) -> Result<Side, ApiError> {
        self.side.ok_or_else(|| ApiError::new(StatusCode::FORBIDDEN, "umpire"))
    }
}

impl FromRequestParts<Arc<Hall>> for Owner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Self, ApiError> {
        match grant(parts, hall)? {
            Grant::House => Ok(Self),
            Grant::Seat { .. } | Grant::Guest => Err(ApiError::new(StatusCode::FORBIDDEN, "house-token")),
        }
    }
}

impl FromRequestParts<Arc<Hall>> for Seat {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Self, ApiError> {
        Self::of(grant(parts, hall)?)
    }
}

impl FromRequestParts<Arc<Hall>> for Guest {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, hall: &Arc<Hall>) -> Result<Self, ApiError> {
        grant(parts, hall)?;
        Ok(Self { line: token_hash(&parts.headers).map(|hash| host::battles::hex(&hash[..8])).unwrap_or_default() })
    }
}
