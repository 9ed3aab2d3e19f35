//! Routes of the owner of the house: choose, start, list, rename, export, import, delete.

use super::body::{JsonBody, PathParam, QueryParams, TextBody};
use super::guard::{Guest, Owner};
use crate::error::{ApiError, ApiResult};
use crate::hall::{Hall, NewSeats};
use crate::lane::quick;
use crate::links;
use crate::wire::{BattleCard, Continue, House, NewBattle, Opened, Rename, RuleCard, ScenarioCard, Seat};
use archive::Record;
use armies::Scenario;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use game::Side;
use host::battles::{self, Beginning};
use host::looks::Spoken;
use host::room::SEATS;
use std::sync::Arc;

/// `GET /api/house`
pub async fn house(_: Owner, State(hall): State<Arc<Hall>>) -> ApiResult<Json<House>> {
    let own = own_scenarios(&hall).await?;
    let rulesets: Vec<_> = hall.rulesets.iter().map(|ruleset| (*ruleset, hall.voice(*ruleset))).collect();
    let folder = hall.archive.folder().display().to_string();
    Ok(Json(battles::house(&rulesets, &own, folder, hall.addresses.clone())))
}

async fn own_scenarios(hall: &Hall) -> ApiResult<Vec<Scenario>> {
    let kept = hall.archive.scenarios().await?;
    // One that this version no longer reads is left out, not deleted.
    Ok(kept.iter().filter_map(|(_, text)| battles::read_scenario(text).ok()).collect())
}

/// `POST /api/scenarios`
pub async fn add_scenario(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    TextBody(text): TextBody,
) -> ApiResult<Json<ScenarioCard>> {
    let (scenario, text) = quick(move || battles::own_scenario(&text).map(|scenario| (scenario, text))).await??;
    hall.archive.put_scenario(&scenario.id, &text).await?;
    Ok(Json(battles::scenario_card(&scenario)))
}

/// `DELETE /api/scenarios/{id}`: one of the owner's own; battles started with it have a copy in their log.
pub async fn delete_scenario(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    PathParam(id): PathParam<String>,
) -> ApiResult<StatusCode> {
    if hall.archive.delete_scenario(&id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(ApiError::unknown()) }
}

/// `GET /api/battles`
pub async fn battles(_: Owner, State(hall): State<Arc<Hall>>) -> ApiResult<Json<Vec<BattleCard>>> {
    let records = hall.archive.battles().await?;
    let mut cards = Vec::with_capacity(records.len());
    for record in &records {
        cards.push(card(&hall, record, hall.seated(&record.id).await));
    }
    Ok(Json(cards))
}

fn card(hall: &Hall, record: &Record, seated: [bool; 2]) -> BattleCard {
    let ruleset = hall.ruleset(&record.ruleset).map(|ruleset| (ruleset, hall.voice(ruleset)));
    battles::card(ruleset.as_ref().map(|(ruleset, voice)| (*ruleset, voice.as_ref())), record, seated)
}

/// `POST /api/battles`
pub async fn begin(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    JsonBody(wanted): JsonBody<NewBattle>,
) -> ApiResult<(StatusCode, Json<Opened>)> {
    let ruleset = battles::check_new(&hall.rulesets, &wanted)?;
    let (_, text) = hall.scenario(&wanted.scenario).await?;
    let begun = hall
        .begin(Beginning {
            scenario: text,
            ruleset,
            options: wanted.options,
            leaders: wanted.leaders,
            real_dice: wanted.real_dice,
            name: wanted.name,
        })
        .await?;
    Ok((StatusCode::CREATED, Json(new_seats(&hall, begun))))
}

/// A seat with its links.
fn seat(hall: &Hall, side: Option<Side>, token: String, connected: bool) -> Seat {
    let mut links = links::of_seat(&hall.addresses, &token);
    let codes = links.iter().filter_map(|link| links::code(link)).collect();
    links.extend(links::of_seat(&[format!("http://127.0.0.1:{}", hall.port)], &token));
    Seat { side, token, links, codes, connected }
}

/// The seats of a battle that was just stored.
fn new_seats(hall: &Hall, new: NewSeats) -> Opened {
    let seats = new.tokens.into_iter().map(|(side, token)| seat(hall, side, token, false));
    Opened { battle: new.battle, seats: seats.collect(), held: Vec::new() }
}

/// The seats of a battle, each with a new link; a held seat has none.
async fn opened(hall: &Arc<Hall>, id: String) -> ApiResult<Opened> {
    let (leaders, umpire, over, taken) = hall
        .visit(&id, |place| {
            let taken = SEATS.map(|side| place.taken(side));
            let room = &place.room;
            (room.about.leaders.clone(), room.allows(None), room.battle.outcome().is_some(), taken)
        })
        .await?;
    // A finished battle no longer hides anything.
    let held = if over { Vec::new() } else { hall.held(&id).await? };
    let mut seats = Vec::new();
    for side in battles::seats_of(&leaders, umpire) {
        if side.is_some_and(|side| held.contains(&side)) {
            continue;
        }
        let token = hall.seat_token(&id, side).await?;
        seats.push(seat(hall, side, token, taken[side.map_or(2, Side::index)]));
    }
    Ok(Opened { battle: id, seats, held })
}

/// `GET /api/battles/{id}/seats`
pub async fn seats(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    PathParam(id): PathParam<String>,
) -> ApiResult<Json<Opened>> {
    Ok(Json(opened(&hall, id).await?))
}

/// `PATCH /api/battles/{id}`
pub async fn rename(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    PathParam(id): PathParam<String>,
    JsonBody(Rename { name }): JsonBody<Rename>,
) -> ApiResult<StatusCode> {
    let name = battles::new_name(&name)?;
    hall.archive.rename(&id, &name).await?;
    // One that cannot be opened can still be renamed.
    let _ = hall.look(&id, move |room| room.about.name = name).await;
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/battles/{id}`
pub async fn delete(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    PathParam(id): PathParam<String>,
) -> ApiResult<StatusCode> {
    hall.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The response with a picture.
pub fn svg(text: String) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "image/svg+xml")], text)
}

/// `GET /api/battles/{id}/picture`: as far as all its persons know it; one that is over, whole.
pub async fn picture(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    PathParam(id): PathParam<String>,
    QueryParams(spoken): QueryParams<Spoken>,
) -> ApiResult<impl IntoResponse> {
    let lang = spoken.lang()?;
    hall.look(&id, move |room| battles::picture(room, lang, spoken.width())).await.map(svg)
}

/// `GET /api/scenarios/{id}/picture`
pub async fn scenario_picture(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    PathParam(id): PathParam<String>,
    QueryParams(spoken): QueryParams<Spoken>,
) -> ApiResult<impl IntoResponse> {
    let (scenario, text) = hall.scenario(&id).await?;
    let wanted = spoken.ruleset.as_deref();
    let ruleset = wanted.map_or_else(|| hall.rulesets.first().copied(), |id| hall.ruleset(id));
    let ruleset = ruleset.ok_or_else(ApiError::unknown)?;
    let lang = spoken.lang()?;
    let draw = move || battles::scenario_picture(ruleset, (&scenario, text), lang, spoken.width());
    quick(draw).await.map(svg)
}

/// `GET /api/battles/{id}/log`: one file. While a battle is under way the whole log holds what one side hides from the
/// other: only a side's own log is available. One that cannot continue here can always be exported.
pub async fn log(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    PathParam(id): PathParam<String>,
) -> ApiResult<impl IntoResponse> {
    let record = hall.archive.battle(&id).await?;
    if battles::log_hidden(&record) && hall.room(&id).await.is_ok() {
        return Err(ApiError::new(StatusCode::CONFLICT, "log-hidden"));
    }
    let (lines, _) = hall.archive.lines(&id).await?;
    Ok(log_file(&record.scenario, &lines))
}

/// A log as a file to download.
pub fn log_file(scenario: &str, lines: &[String]) -> impl IntoResponse + use<> {
    let named = format!("attachment; filename=\"{}\"", battles::log_name(scenario));
    (
        [(header::CONTENT_TYPE, "application/jsonl; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, named)],
        battles::log_text(lines),
    )
}

/// `POST /api/battles/import`
pub async fn import(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    TextBody(text): TextBody,
) -> ApiResult<(StatusCode, Json<Opened>)> {
    let taken_up = hall.import(text).await?;
    Ok((StatusCode::CREATED, Json(new_seats(&hall, taken_up))))
}

/// `POST /api/battles/{id}/continue`
pub async fn go_on(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    PathParam(id): PathParam<String>,
    JsonBody(wanted): JsonBody<Continue>,
) -> ApiResult<(StatusCode, Json<Opened>)> {
    let luck = hall.luck()?;
    let made = hall.look(&id, move |room| battles::go_on(room, wanted, luck)).await??;
    let begun = hall.put(made).await?;
    Ok((StatusCode::CREATED, Json(new_seats(&hall, begun))))
}

/// `GET /api/rules/{ruleset}`
pub async fn rules(
    _: Guest,
    State(hall): State<Arc<Hall>>,
    PathParam(id): PathParam<String>,
) -> ApiResult<Json<Vec<RuleCard>>> {
    let ruleset = hall.ruleset(&id).ok_or_else(ApiError::unknown)?;
    Ok(Json(host::view::house::rules(ruleset)))
}
