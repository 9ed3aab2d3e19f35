//! Everybody's share: so many requests at once for the table, for a token and for an address, and a body that comes
//! within its time. A body is read before its request takes a place: one that never ends holds up nobody.

use crate::error::ApiError;
use crate::hall::Hall;
use archive::Grant;
use axum::body::{Body, Bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::Semaphore;
use tokio::time::timeout;

/// So many requests are worked on at once; more wait.
const AT_ONCE: usize = 128;
/// So many requests of one token at once, those whose body is still on its way included; more are refused.
const OF_TOKEN: u32 = 16;
/// The same for an address. Whoever sits on this machine, and everybody behind a proxy that does not say who asks, shares
/// one, so that it is most of what there is.
const OF_ADDRESS: u32 = 96;
/// Nobody waits longer for a place.
const PATIENCE: Duration = Duration::from_secs(30);
/// A body is here within this time, and as much longer as a slow line needs for its size.
const BODY: Duration = Duration::from_secs(10);
/// The slowest line that a large body may come over, in bytes a second.
const SLOWEST: u64 = 100_000;
/// Largest body that any route takes; all of those are the owner's.
pub const LARGEST: usize = 64 * 1024 * 1024;
/// Largest body of a seat or a guest.
pub const SMALL: usize = 512 * 1024;
/// A body that says that it is too large is thrown away up to this size, so that whoever sent it, and a proxy between,
/// can read the refusal; of a larger one nothing is read.
const THROWN_AWAY: u64 = 4 * 1024 * 1024;
/// So much is read of a body that no good token comes with.
const STRANGER: usize = 64 * 1024;

/// Who has how much.
pub struct Shares {
    places: Semaphore,
    tokens: Count<[u8; 32]>,
    addresses: Count<IpAddr>,
}

impl Default for Shares {
    fn default() -> Self {
        Self { places: Semaphore::new(AT_ONCE), tokens: Count::default(), addresses: Count::default() }
    }
}

/// How many each has now.
pub struct Count<K>(Mutex<HashMap<K, u32>>);

impl<K> Default for Count<K> {
    fn default() -> Self {
        Self(Mutex::new(HashMap::new()))
    }
}

/// One of somebody's share; given back when it is dropped.
pub struct Part<'a, K: Eq + Hash>(&'a Count<K>, K);

impl<K: Eq + Hash + Clone> Count<K> {
    /// One more for somebody, unless he has his share.
    pub fn take(&self, of: K, most: u32) -> Option<Part<'_, K>> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let now = held.entry(of.clone()).or_default();
        if *now >= most {
            return None;
        }
        *now += 1;
        Some(Part(self, of))
    }
}

impl<K: Eq + Hash> Drop for Part<'_, K> {
    fn drop(&mut self) {
        let mut held = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(now) = held.get_mut(&self.1) {
            *now -= 1;
            if *now == 0 {
                held.remove(&self.1);
            }
        }
    }
}

/// Who asks: the peer, or whom a proxy on this machine names last.
pub fn address(peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
    let named = headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
    let last = named.and_then(|list| list.rsplit(',').next()).and_then(|one| one.trim().parse().ok());
    last.filter(|_| peer.ip().is_loopback()).unwrap_or(peer.ip())
}

/// Lets a request in when it is within everybody's share and its body is here.
pub async fn fairly(State(hall): State<Arc<Hall>>, request: Request, next: Next) -> Response {
    let busy = || ApiError::new(StatusCode::TOO_MANY_REQUESTS, "share").into_response();
    let shares = &hall.shares;
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(peer)| *peer);
    let asker = peer.map(|peer| address(peer, request.headers()));
    let Some(_of_address) = asker.map_or(Some(None), |asker| shares.addresses.take(asker, OF_ADDRESS).map(Some)) else {
        return busy();
    };
    let token = super::guard::token_hash(request.headers());
    let grant = token.and_then(|token| hall.tokens.grant(&token));
    let Some(_of_token) =
        token.filter(|_| grant.is_some()).map_or(Some(None), |token| shares.tokens.take(token, OF_TOKEN).map(Some))
    else {
        return busy();
    };
    let most = match grant {
        Some(Grant::House) => LARGEST,
        Some(Grant::Seat { .. } | Grant::Guest) => SMALL,
        None => STRANGER,
    };
    let request = match whole(request, most).await {
        Ok(request) => request,
        Err(refused) => return refused.into_response(),
    };
    let Ok(Ok(_place)) = timeout(PATIENCE, shares.places.acquire()).await else { return busy() };
    next.run(request).await
}

/// The request with its body read.
async fn whole(request: Request, most: usize) -> Result<Request, ApiError> {
    let length =
        request.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    let chunked = request.headers().contains_key(header::TRANSFER_ENCODING);
    if length.unwrap_or_default() == 0 && !chunked {
        return Ok(request);
    }
    let large = || ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large");
    if let Some(length) = length.filter(|length| *length > most as u64) {
        if length <= THROWN_AWAY {
            let mut rest = request.into_body().into_data_stream();
            let _ = timeout(BODY, async { while let Some(Ok(_)) = rest.next().await {} }).await;
        }
        return Err(large());
    }
    let slow = Duration::from_secs(length.unwrap_or_default().min(LARGEST as u64) / SLOWEST);
    let (parts, body) = request.into_parts();
    let read = timeout(BODY + slow, axum::body::to_bytes(body, most)).await;
    let late = |_| ApiError::new(StatusCode::REQUEST_TIMEOUT, "late");
    let bytes: Bytes = read.map_err(late)?.map_err(|_| large())?;
    Ok(Request::from_parts(parts, Body::from(bytes)))
}
