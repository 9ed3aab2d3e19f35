//! Private seats: a key to sign with, and a link that no other client has.

use super::body::JsonBody;
use super::guard::Seat;
use crate::error::{ApiError, ApiResult};
use crate::hall::{Hall, now};
use crate::token;
use crate::wire::{Done, OwnLink, SeatKey, Signing};
use archive::Grant;
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use game::Side;
use game::seal::Bytes64;
use host::deeds;
use std::sync::Arc;

/// The header with the signature of a seat's act.
pub const HEADER: &str = "x-seat-signature";

/// The signature of a request.
///
/// # Errors
/// If it is no signature.
pub fn signature(headers: &HeaderMap) -> ApiResult<Option<Bytes64>> {
    deeds::signature(headers.get(HEADER).map(|value| value.to_str().unwrap_or_default()))
}

/// `GET /api/seat/signing`: what a seat signs with its answers, and its key.
pub async fn signing(seat: Seat, State(hall): State<Arc<Hall>>) -> ApiResult<Json<Signing>> {
    let side = seat.player()?;
    hall.look(&seat.battle, move |room| deeds::signing(room, side)).await.map(Json)
}

/// `POST /api/seat/signing`: sets the key for the signatures from now on.
pub async fn set_key(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    JsonBody(SeatKey { key }): JsonBody<SeatKey>,
) -> ApiResult<Json<Done>> {
    super::play::change(&hall, &seat, move |room, side| deeds::set_key(room, side, key)).await
}

fn grant(seat: &Seat, side: Side) -> Grant {
    Grant::Seat { battle: seat.battle.clone(), side: Some(if side == Side::Blue { 0 } else { 1 }) }
}

/// `POST /api/seat/hold`: a new token for the client; every other link to this seat, the owner's too, becomes invalid.
pub async fn hold(seat: Seat, State(hall): State<Arc<Hall>>) -> ApiResult<Json<OwnLink>> {
    let side = seat.player()?;
    let (token, kept) = token::new(grant(&seat, side)).map_err(ApiError::internal)?;
    let gone = hall.archive.hold(kept.clone(), now()).await?;
    hall.tokens.drop_all(&gone);
    hall.tokens.learn(kept);
    hall.visit(&seat.battle, move |place| place.close_seat(side)).await?;
    Ok(Json(OwnLink { token }))
}

/// `POST /api/seat/link`: another link for the client at this seat.
pub async fn link(seat: Seat, State(hall): State<Arc<Hall>>) -> ApiResult<Json<OwnLink>> {
    let side = seat.player()?;
    let token = hall.tokens.give(&hall.archive, grant(&seat, side), now()).await?;
    Ok(Json(OwnLink { token }))
}
