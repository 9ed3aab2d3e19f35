//! Fair shares: limits on simultaneous requests in total, per token and per address, and a time limit for bodies. A
//! body is read before its request takes a place: an endless one delays no other client.

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

/// Requests processed at once; more wait.
const AT_ONCE: usize = 128;
/// Simultaneous requests of one token, including those whose body is still arriving; more are refused.
const OF_TOKEN: u32 = 16;
/// The same for an address. All clients on this machine, and all behind a proxy that does not name them, share one
/// address, so the limit is most of the total.
const OF_ADDRESS: u32 = 96;
/// The longest wait for a place.
const PATIENCE: Duration = Duration::from_secs(30);
/// The time in which a body must arrive, extended by what a slow line needs for its size.
const BODY: Duration = Duration::from_secs(10);
/// The slowest line allowed for a large body, in bytes a second.
const SLOWEST: u64 = 100_000;
/// Largest body of any route; all such routes are the owner's.
pub const LARGEST: usize = 64 * 1024 * 1024;
/// Largest body of a seat or a guest.
pub const SMALL: usize = 512 * 1024;
/// A body declared too large is read and discarded up to this size, so that its sender, and a proxy between, can read
/// the refusal; a larger one is not read.
const THROWN_AWAY: u64 = 4 * 1024 * 1024;
/// The part read of a body without a valid token.
const STRANGER: usize = 64 * 1024;

/// The limits in use.
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

/// The present number of each client.
pub struct Count<K>(Mutex<HashMap<K, u32>>);

impl<K> Default for Count<K> {
    fn default() -> Self {
        Self(Mutex::new(HashMap::new()))
    }
}

/// A unit of a client's share; returned when it is dropped.
pub struct Part<'a, K: Eq + Hash>(&'a Count<K>, K);

impl<K: Eq + Hash + Clone> Count<K> {
    /// Takes one more for a client, unless its share is used up.
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

/// The address of the client: the peer, or the last one that a proxy on this machine names.
pub fn address(peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
    let named = headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
    let last = named.and_then(|list| list.rsplit(',').next()).and_then(|one| one.trim().parse().ok());
    last.filter(|_| peer.ip().is_loopback()).unwrap_or(peer.ip())
}

/// Admits a request when it is within the limits and its body has arrived.
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
