//! What a seat looks at.

use super::body::{Asked, Named, Told};
use super::guard::Seat;
use super::house::{Spoken, log_file, svg};
use crate::fault::{Reached, Refused};
use crate::hall::Hall;
use crate::room::{Copy, Room};
use crate::view::card;
use crate::view::end;
use crate::view::why;
use crate::wire::{
    DossierView, EndSheet, JournalEntry, LensAsked, LensView, Measured, Moment, Table, Tape, TapeEnd, Why,
};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use game::{Picture, Side, UnitId};
use serde::Deserialize;
use std::sync::Arc;
use table::{Edge, Measure, Piece, Point};
use words::Words;

/// Looks at the room as this seat.
async fn look<T: Send + 'static>(
    hall: &Arc<Hall>,
    seat: &Seat,
    look: impl FnOnce(&mut Room) -> Reached<T> + Send + 'static,
) -> Reached<T> {
    let side = seat.side;
    hall.look(&seat.battle, move |room| {
        if room.allows(side) { look(room) } else { Err(Refused::new(StatusCode::FORBIDDEN, "not-over")) }
    })
    .await?
}

/// `GET /api/seat`
pub async fn table(seat: Seat, State(hall): State<Arc<Hall>>) -> Reached<Json<Table>> {
    let side = seat.side;
    look(&hall, &seat, move |room| Ok(Json(room.table(side)))).await
}

/// How the ground is drawn.
#[derive(Deserialize)]
pub struct Drawn {
    /// Width in pixels.
    #[serde(default)]
    width: Option<u32>,
    /// What is at the top: north, east, south, west.
    #[serde(default)]
    up: Option<String>,
}

/// `GET /api/seat/ground`: one SVG whose view box begins at (0, 0); a point of the ground lies at `x / width` of its width
/// and, from below, at `y / height` of its height.
pub async fn ground(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    Asked(drawn): Asked<Drawn>,
) -> Reached<impl IntoResponse> {
    let text = look(&hall, &seat, move |room| {
        let ground = &room.about.scenario.ground;
        let up = match drawn.up.as_deref() {
            Some("east") => draw::Up::East,
            Some("south") => draw::Up::South,
            Some("west") => draw::Up::West,
            _ => draw::Up::North,
        };
        let (_, unit) = room.about.ruleset.measure();
        let view = draw::View::new(ground, drawn.width.unwrap_or(1_600).clamp(200, 6_000), unit, up);
        let layer = draw::ground_layer(ground, &view, &draw::Style::browser());
        let (width, height) = (view.width(), view.height());
        Ok(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.3} {height:.3}\" width=\"{width:.3}\" height=\"{height:.3}\">{}</svg>",
            layer.0
        ))
    })
    .await?;
    Ok(svg(text))
}

/// Which part of the journal.
#[derive(Deserialize)]
pub struct Part {
    /// From this entry on.
    #[serde(default)]
    from: u32,
    /// Up to before this one.
    #[serde(default)]
    to: Option<u32>,
}

/// `GET /api/seat/journal`
pub async fn journal(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    Asked(part): Asked<Part>,
) -> Reached<Json<Vec<JournalEntry>>> {
    let side = seat.side;
    look(&hall, &seat, move |room| {
        let journal = room.sight(side).journal();
        let from = usize::try_from(part.from).unwrap_or(usize::MAX).min(journal.len());
        let to = part.to.and_then(|to| usize::try_from(to).ok()).unwrap_or(journal.len()).clamp(from, journal.len());
        Ok(Json(journal[from..to].to_vec()))
    })
    .await
}

/// `GET /api/seat/moments/{n}`
pub async fn moment(seat: Seat, State(hall): State<Arc<Hall>>, Named(n): Named<u32>) -> Reached<Json<Moment>> {
    let side = seat.side;
    look(&hall, &seat, move |room| {
        let voice = Arc::clone(&room.about.voice);
        room.sight(side).moment(&voice, n).map(Json).ok_or_else(Refused::unknown)
    })
    .await
}

/// Whose eyes a seat has on a unit: its own; the umpire sees a unit as its own side does.
fn eyes(seat: Option<Side>, picture: &Picture, unit: UnitId) -> Reached<Side> {
    let card = picture.units.get(&unit).ok_or_else(Refused::unknown)?;
    Ok(seat.unwrap_or(card.side))
}

/// A copy of the battle as this seat sees it.
async fn copy(hall: &Arc<Hall>, seat: &Seat) -> Reached<Copy> {
    let side = seat.side;
    look(hall, seat, move |room| Ok(room.copy(side))).await
}

/// `GET /api/seat/units/{id}`
pub async fn dossier(seat: Seat, State(hall): State<Arc<Hall>>, Named(id): Named<u16>) -> Reached<Json<DossierView>> {
    let (side, unit) = (seat.side, UnitId(id));
    let copy = copy(&hall, &seat).await?;
    hall.think_over(&seat.battle, move || {
        let eyes = eyes(side, &copy.picture, unit)?;
        let dossier = copy.battle.dossier(eyes, unit);
        Ok(Json(card::dossier(&copy.voice, &copy.names, &copy.picture, unit, dossier)))
    })
    .await?
}

/// `POST /api/seat/lens`
pub async fn lens(seat: Seat, State(hall): State<Arc<Hall>>, Told(asked): Told<LensAsked>) -> Reached<Json<LensView>> {
    let side = seat.side;
    let copy = copy(&hall, &seat).await?;
    hall.think_over(&seat.battle, move || {
        let eyes = eyes(side, &copy.picture, asked.unit)?;
        let insight = copy.battle.lens(eyes, asked.unit, asked.lens);
        Ok(Json(card::lens(&copy.voice, &copy.names, insight, asked.unit, eyes)))
    })
    .await?
}

/// `POST /api/seat/measure`
pub async fn measure(seat: Seat, State(hall): State<Arc<Hall>>, Told(tape): Told<Tape>) -> Reached<Json<Measured>> {
    let side = seat.side;
    look(&hall, &seat, move |room| {
        if side.is_some_and(|side| !room.battle.may_measure(side)) {
            return Err(Refused::new(StatusCode::FORBIDDEN, "measuring"));
        }
        let voice = Arc::clone(&room.about.voice);
        let picture = room.sight(side).picture();
        let measure = taped(picture, &tape).ok_or_else(Refused::unknown)?;
        Ok(Json(Measured { text: voice.both(|words| words.length(i64::from(measure.cm))), measure }))
    })
    .await
}

fn taped(picture: &Picture, tape: &Tape) -> Option<Measure> {
    let pieces = |unit: &UnitId| Some(&picture.units.get(unit)?.pieces).filter(|pieces| !pieces.is_empty());
    Some(match (&tape.from, &tape.to) {
        (TapeEnd::Unit(a), TapeEnd::Unit(b)) => table::measure((pieces(a)?, Edge::Whole), (pieces(b)?, Edge::Whole))?,
        (TapeEnd::Unit(a), TapeEnd::Spot(p)) => nearest(*p, pieces(a)?)?.reversed(),
        (TapeEnd::Spot(p), TapeEnd::Unit(a)) => nearest(*p, pieces(a)?)?,
        (TapeEnd::Spot(a), TapeEnd::Spot(b)) => Measure { from: *a, to: *b, cm: a.to(*b).round() as i32, limit: 0 },
    })
}

fn nearest(from: Point, pieces: &[Piece]) -> Option<Measure> {
    pieces.iter().map(|piece| table::point_to_piece(from, piece)).min_by_key(|measure| measure.cm)
}

/// `GET /api/seat/end`
pub async fn end(seat: Seat, State(hall): State<Arc<Hall>>) -> Reached<Json<EndSheet>> {
    look(&hall, &seat, move |room| {
        end::sheet(room).map(Json).ok_or_else(|| Refused::new(StatusCode::CONFLICT, "not-over"))
    })
    .await
}

/// `GET /api/seat/why`: the reasons of the computer's generals.
pub async fn why(seat: Seat, State(hall): State<Arc<Hall>>) -> Reached<Json<Vec<Why>>> {
    let kept = hall.archive.thoughts(&seat.battle).await?;
    look(&hall, &seat, move |room| {
        if !why::open(room) {
            return Err(Refused::new(StatusCode::CONFLICT, "not-over"));
        }
        Ok(Json(why::told(room, &kept)))
    })
    .await
}

/// `GET /api/seat/report`: a page to print.
pub async fn report(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    Asked(spoken): Asked<Spoken>,
) -> Reached<impl IntoResponse> {
    let side = seat.side;
    let page = look(&hall, &seat, move |room| {
        let lang = spoken.lang();
        let voice = Arc::clone(&room.about.voice);
        let viewer = if room.battle.outcome().is_some() { None } else { side };
        let (plain, words) = (Words::plain(lang), voice.words(lang));
        let names = report::scene::names(words, &room.about.scenario);
        let events: Vec<game::Event> = room.sight(viewer).events().cloned().collect();
        let mut told = report::tell(words, names, &events, viewer);
        if told.picture.outcome.is_none() {
            told.picture.outcome = room.battle.outcome();
        }
        told.seed = end::seed(room).map(|(seed, _)| seed);
        let generals = room.about.leaders.clone().map(|leader| crate::hall::general_word(&leader));
        Ok(report::html::page(&plain, words, &room.about.scenario, room.about.ruleset, &generals, &told))
    })
    .await?;
    // The page is ours and has its style in it; it needs nothing else.
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; base-uri 'none'";
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8"), (header::CONTENT_SECURITY_POLICY, policy)], page))
}

/// `GET /api/seat/log`: a side's own log; the umpire's is whole.
pub async fn log(seat: Seat, State(hall): State<Arc<Hall>>) -> Reached<impl IntoResponse> {
    let side = seat.side;
    let (scenario, lines) =
        look(&hall, &seat, move |room| Ok((room.about.scenario.id.clone(), room.log_lines(side)))).await?;
    Ok(log_file(&scenario, lines))
}
