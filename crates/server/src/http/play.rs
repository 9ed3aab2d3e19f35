//! Routes for the acts of a seat.

use super::body::JsonBody;
use super::guard::Seat;
use super::sign::signature;
use crate::error::ApiResult;
use crate::hall::Hall;
use crate::wire::{Answer, AskOnly, Done, Draw, Looked, Route, Routed, Suggestion, TypedDice};
use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use game::{Side, Standing};
use host::deeds;
use host::room::{Copy, Room};
use std::sync::Arc;

/// Changes the battle as a player.
pub async fn change(
    hall: &Arc<Hall>,
    seat: &Seat,
    change: impl FnOnce(&mut Room, Side) -> ApiResult<Done> + Send + 'static,
) -> ApiResult<Json<Done>> {
    let side = seat.player()?;
    hall.change(&seat.battle, move |room| change(room, side)).await.map(Json)
}

/// Runs a computation as a player, over a copy.
async fn over<T: Send + 'static>(
    hall: &Arc<Hall>,
    seat: &Seat,
    think: impl FnOnce(&Copy, Side) -> T + Send + 'static,
) -> ApiResult<T> {
    let side = seat.player()?;
    let copy = hall.look(&seat.battle, move |room| room.copy(Some(side))).await?;
    hall.think_over(&seat.battle, move || think(&copy, side)).await
}

/// `POST /api/seat/answer`
pub async fn answer(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    headers: HeaderMap,
    JsonBody(told): JsonBody<Answer>,
) -> ApiResult<Json<Done>> {
    let signature = signature(&headers)?;
    change(&hall, &seat, move |room, side| deeds::answer(room, side, told, signature)).await
}

/// `POST /api/seat/preview`
pub async fn preview(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    JsonBody(told): JsonBody<Answer>,
) -> ApiResult<Json<Looked>> {
    over(&hall, &seat, move |copy, side| deeds::preview(copy, side, told.ask, &told.replies)).await?.map(Json)
}

/// `POST /api/seat/suggest`: by a general, with its reasons.
pub async fn suggest(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    JsonBody(AskOnly { ask }): JsonBody<AskOnly>,
) -> ApiResult<Json<Suggestion>> {
    over(&hall, &seat, move |copy, side| deeds::suggest(copy, side, ask)).await?.map(Json)
}

/// `POST /api/seat/route`
pub async fn route(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    JsonBody(wanted): JsonBody<Route>,
) -> ApiResult<Json<Routed>> {
    over(&hall, &seat, move |copy, side| deeds::route(copy, side, &wanted)).await?.map(Json)
}

/// `POST /api/seat/withdraw`
pub async fn withdraw(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    JsonBody(AskOnly { ask }): JsonBody<AskOnly>,
) -> ApiResult<Json<Done>> {
    change(&hall, &seat, move |room, side| deeds::withdraw(room, side, ask)).await
}

/// `POST /api/seat/undo`
pub async fn undo(seat: Seat, State(hall): State<Arc<Hall>>) -> ApiResult<Json<Done>> {
    change(&hall, &seat, deeds::undo).await
}

/// `POST /api/seat/stand`
pub async fn stand(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    JsonBody(standing): JsonBody<Standing>,
) -> ApiResult<Json<Done>> {
    change(&hall, &seat, move |room, side| deeds::stand(room, side, standing)).await
}

/// `POST /api/seat/revoke`
pub async fn revoke(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    JsonBody(standing): JsonBody<Standing>,
) -> ApiResult<Json<Done>> {
    change(&hall, &seat, move |room, side| deeds::revoke(room, side, &standing)).await
}

/// `POST /api/seat/resign`
pub async fn resign(seat: Seat, State(hall): State<Arc<Hall>>, headers: HeaderMap) -> ApiResult<Json<Done>> {
    let signature = signature(&headers)?;
    change(&hall, &seat, move |room, side| deeds::resign(room, side, signature)).await
}

/// `POST /api/seat/draw`
pub async fn draw(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    headers: HeaderMap,
    JsonBody(draw): JsonBody<Draw>,
) -> ApiResult<Json<Done>> {
    let signature = signature(&headers)?;
    change(&hall, &seat, move |room, side| deeds::draw(room, side, draw, signature)).await
}

/// `POST /api/seat/dice`
pub async fn dice(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    JsonBody(typed): JsonBody<TypedDice>,
) -> ApiResult<Json<Done>> {
    change(&hall, &seat, move |room, side| deeds::dice(room, side, &typed)).await
}
