//! The assistant. Every token of the house may use it: it holds no secrets, but the house stays closed to strangers.

use super::body::{JsonBody, PathParam};
use super::guard::{Guest, Owner};
use crate::error::{ApiError, ApiResult};
use crate::hall::{Hall, now};
use crate::links;
use crate::token::random;
use crate::wire::{AssistantCard, CaseCard, CaseView, Follow, FollowedView, Invitation, Resolve, Resolved, TestForm};
use archive::Grant;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use dice::Seed;
use game::{Assistant, Ruleset};
use host::assist;
use std::sync::Arc;

/// The most dice typed in for one test.
const MOST_DICE: usize = 1000;
/// The most inputs of one fight.
const MOST_HANDED: usize = 400;

/// `GET /api/assistant`
pub async fn all(_: Guest, State(hall): State<Arc<Hall>>) -> ApiResult<Json<AssistantCard>> {
    let rulesets = hall.rulesets.iter().filter_map(|ruleset| assist::card(&hall.voice(*ruleset), *ruleset));
    Ok(Json(AssistantCard { rulesets: rulesets.collect() }))
}

/// `GET /api/assistant/{ruleset}/tests/{test}`
pub async fn form(
    _: Guest,
    State(hall): State<Arc<Hall>>,
    PathParam((ruleset, test)): PathParam<(String, String)>,
) -> ApiResult<Json<TestForm>> {
    let ruleset = hall.ruleset(&ruleset).ok_or_else(ApiError::unknown)?;
    assist::form(&hall.voice(ruleset), ruleset, &test).map(Json).ok_or_else(ApiError::unknown)
}

/// A ruleset, if its assistant has such a test.
fn desk(hall: &Hall, ruleset: &str, has: impl Fn(&dyn Assistant) -> bool) -> ApiResult<&'static dyn Ruleset> {
    hall.ruleset(ruleset).filter(|ruleset| has(ruleset.assistant().as_ref())).ok_or_else(ApiError::unknown)
}

fn seed(roll: bool) -> ApiResult<Option<Seed>> {
    if !roll {
        return Ok(None);
    }
    random().map(|bytes| Some(Seed(bytes))).map_err(ApiError::internal)
}

/// `POST /api/assistant/{ruleset}/tests/{test}/resolve`
pub async fn resolve(
    guest: Guest,
    State(hall): State<Arc<Hall>>,
    PathParam((ruleset, test)): PathParam<(String, String)>,
    JsonBody(asked): JsonBody<Resolve>,
) -> ApiResult<Json<Resolved>> {
    if asked.dice.len() > MOST_DICE {
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large"));
    }
    let ruleset = desk(&hall, &ruleset, |assistant| assistant.tests().iter().any(|card| card.name == test))?;
    let (voice, seed) = (hall.voice(ruleset), seed(asked.roll)?);
    let resolved = hall.work_out(guest.line(), move || {
        assist::resolve(&voice, ruleset.assistant().as_ref(), &test, &asked.situation, &asked.dice, seed)
    });
    Ok(Json(resolved.await?))
}

/// `POST /api/assistant/{ruleset}/tests/{test}/follow`
pub async fn follow(
    guest: Guest,
    State(hall): State<Arc<Hall>>,
    PathParam((ruleset, test)): PathParam<(String, String)>,
    JsonBody(asked): JsonBody<Follow>,
) -> ApiResult<Json<FollowedView>> {
    if asked.handed.len() > MOST_HANDED {
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large"));
    }
    let ruleset = desk(&hall, &ruleset, |assistant| assistant.follows(&test))?;
    let (voice, seed) = (hall.voice(ruleset), seed(asked.roll)?);
    let followed = hall.work_out(guest.line(), move || {
        assist::follow(&voice, ruleset.assistant().as_ref(), &test, &asked.situation, asked.handed, seed)
    });
    Ok(Json(followed.await?))
}

/// `GET /api/assistant/{ruleset}/cases`
pub async fn cases(
    _: Guest,
    State(hall): State<Arc<Hall>>,
    PathParam(ruleset): PathParam<String>,
) -> ApiResult<Json<Vec<CaseCard>>> {
    let ruleset = hall.ruleset(&ruleset).ok_or_else(ApiError::unknown)?;
    Ok(Json(assist::cases(ruleset.id())))
}

/// `GET /api/assistant/{ruleset}/cases/{id}`
pub async fn case(
    guest: Guest,
    State(hall): State<Arc<Hall>>,
    PathParam((ruleset, id)): PathParam<(String, String)>,
) -> ApiResult<Json<CaseView>> {
    let ruleset = hall.ruleset(&ruleset).ok_or_else(ApiError::unknown)?;
    let voice = hall.voice(ruleset);
    hall.work_out(guest.line(), move || assist::case(&voice, ruleset, &id))
        .await?
        .map(Json)
        .ok_or_else(ApiError::unknown)
}

/// `POST /api/assistant/invite`: an entry for a phone that wants no seat.
pub async fn invite(_: Owner, State(hall): State<Arc<Hall>>) -> ApiResult<Json<Invitation>> {
    let token = hall.tokens.give(&hall.archive, Grant::Guest, now()).await?;
    let mut links = links::of_guest(&hall.addresses, &token);
    let codes = links.iter().filter_map(|link| links::code(link)).collect();
    links.extend(links::of_guest(&[format!("http://127.0.0.1:{}", hall.port)], &token));
    Ok(Json(Invitation { links, codes }))
}
