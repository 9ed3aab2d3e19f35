//! Routes for the queries of a seat.

use super::body::{JsonBody, PathParam, QueryParams, RawJson};
use super::guard::Seat;
use super::house::{log_file, svg};
use crate::error::ApiResult;
use crate::hall::Hall;
use crate::wire::{
    DossierView, EndSheet, JournalEntry, LensAsked, LensView, Measured, Moment, Table, Tape, VerdictView, Why,
};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use game::UnitId;
use host::looks::{self, Drawn, Part, Spoken};
use host::room::{Copy, Room};
use std::sync::Arc;

/// Reads the room as this seat.
async fn look<T: Send + 'static>(
    hall: &Arc<Hall>,
    seat: &Seat,
    look: impl FnOnce(&mut Room) -> ApiResult<T> + Send + 'static,
) -> ApiResult<T> {
    let side = seat.side;
    hall.look(&seat.battle, move |room| {
        looks::allowed(room, side)?;
        look(room)
    })
    .await?
}

/// Runs a computation as this seat, over a copy.
async fn over<T: Send + 'static>(
    hall: &Arc<Hall>,
    seat: &Seat,
    think: impl FnOnce(&Copy) -> ApiResult<T> + Send + 'static,
) -> ApiResult<T> {
    let side = seat.side;
    let copy = look(hall, seat, move |room| Ok(room.copy(side))).await?;
    hall.think_over(&seat.battle, move || think(&copy)).await?
}

/// `GET /api/seat`
pub async fn table(seat: Seat, State(hall): State<Arc<Hall>>) -> ApiResult<RawJson<Table>> {
    let side = seat.side;
    look(&hall, &seat, move |room| RawJson::of(&room.table(side))).await
}

/// `GET /api/seat/ground`
pub async fn ground(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    QueryParams(drawn): QueryParams<Drawn>,
) -> ApiResult<impl IntoResponse> {
    look(&hall, &seat, move |room| looks::ground(room, &drawn)).await.map(svg)
}

/// `GET /api/seat/journal`
pub async fn journal(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    QueryParams(part): QueryParams<Part>,
) -> ApiResult<RawJson<Vec<JournalEntry>>> {
    let side = seat.side;
    look(&hall, &seat, move |room| RawJson::of(&looks::journal(room, side, &part))).await
}

/// `GET /api/seat/moments/{n}`
pub async fn moment(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    PathParam(n): PathParam<u32>,
) -> ApiResult<RawJson<Moment>> {
    let side = seat.side;
    look(&hall, &seat, move |room| RawJson::of(&looks::moment(room, side, n)?)).await
}

/// `GET /api/seat/chances/{n}`
pub async fn chances(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    PathParam(n): PathParam<u32>,
) -> ApiResult<Json<Option<VerdictView>>> {
    let side = seat.side;
    let line = look(&hall, &seat, move |room| looks::test_line(room, side, n)).await?;
    over(&hall, &seat, move |copy| Ok(Json(looks::chances(copy, side, line)))).await
}

/// `GET /api/seat/units/{id}`
pub async fn dossier(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    PathParam(id): PathParam<u16>,
) -> ApiResult<Json<DossierView>> {
    let side = seat.side;
    over(&hall, &seat, move |copy| looks::dossier(copy, side, UnitId(id)).map(Json)).await
}

/// `POST /api/seat/lens`
pub async fn lens(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    JsonBody(asked): JsonBody<LensAsked>,
) -> ApiResult<Json<LensView>> {
    let side = seat.side;
    over(&hall, &seat, move |copy| looks::lens(copy, side, &asked).map(Json)).await
}

/// `POST /api/seat/measure`
pub async fn measure(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    JsonBody(tape): JsonBody<Tape>,
) -> ApiResult<Json<Measured>> {
    let side = seat.side;
    look(&hall, &seat, move |room| looks::measure(room, side, &tape).map(Json)).await
}

/// `GET /api/seat/end`
pub async fn end(seat: Seat, State(hall): State<Arc<Hall>>) -> ApiResult<Json<EndSheet>> {
    look(&hall, &seat, move |room| looks::end(room).map(Json)).await
}

/// `GET /api/seat/why`: the reasons of the computer's generals.
pub async fn why(seat: Seat, State(hall): State<Arc<Hall>>) -> ApiResult<Json<Vec<Why>>> {
    let kept = hall.archive.thoughts(&seat.battle).await?;
    look(&hall, &seat, move |room| looks::why(room, &kept).map(Json)).await
}

/// `GET /api/seat/report`: a page to print.
pub async fn report(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    QueryParams(spoken): QueryParams<Spoken>,
) -> ApiResult<impl IntoResponse> {
    let side = seat.side;
    let lang = spoken.lang()?;
    let page = look(&hall, &seat, move |room| Ok(looks::report(room, side, lang))).await?;
    // The page is our own and contains its style; it needs nothing else.
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'";
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, policy)], page))
}

/// `GET /api/seat/log`: a side's own log; the umpire's is whole.
pub async fn log(seat: Seat, State(hall): State<Arc<Hall>>) -> ApiResult<impl IntoResponse> {
    let side = seat.side;
    let (scenario, lines) =
        look(&hall, &seat, move |room| Ok((room.about.scenario.id.clone(), room.log_lines(side)))).await?;
    Ok(log_file(&scenario, &lines))
}
