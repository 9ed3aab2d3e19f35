//! Queries of a seat: ground, journal, cards, lenses, measurements, the end.

use crate::battles::general_word;
use crate::error::{ApiError, ApiResult};
use crate::room::{Copy, Room};
use crate::view::{card, end, look, why};
use crate::wire::{
    DossierView, EndSheet, JournalEntry, LensAsked, LensView, Measured, Moment, Tape, TapeEnd, VerdictView, Why,
};
use game::{Picture, Side, UnitId};
use http::StatusCode;
use serde::Deserialize;
use std::sync::Arc;
use table::{Edge, Ground, Measure, Piece, Point};
use words::{Lang, Words};

/// Width of the small pictures.
const SMALL_PICTURE: u32 = 720;

/// The language of a picture or a report, the width of a picture, and the ruleset under which it is drawn.
#[derive(Deserialize, Default)]
pub struct Spoken {
    /// The id of the ruleset under which it is drawn.
    #[serde(default)]
    pub ruleset: Option<String>,
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    width: Option<u32>,
}

impl Spoken {
    /// French unless English is wanted.
    ///
    /// # Errors
    /// If it is another language.
    pub fn lang(&self) -> ApiResult<Lang> {
        language(self.lang.as_deref())
    }

    /// The width of the picture, in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width.unwrap_or(SMALL_PICTURE).clamp(200, 2_000)
    }
}

fn language(code: Option<&str>) -> ApiResult<Lang> {
    match code {
        None | Some("fr") => Ok(Lang::Fr),
        Some("en") => Ok(Lang::En),
        Some(other) => Err(ApiError::shortly(StatusCode::BAD_REQUEST, "no-language", other)),
    }
}

/// The options for drawing the ground.
#[derive(Deserialize)]
pub struct Drawn {
    /// The language of the names on it.
    #[serde(default)]
    lang: Option<String>,
    /// Width in pixels.
    #[serde(default)]
    width: Option<u32>,
    /// The direction at the top: north, east, south, west.
    #[serde(default)]
    up: Option<String>,
}

/// A range of the journal.
#[derive(Deserialize)]
pub struct Part {
    /// The first entry.
    #[serde(default)]
    from: u32,
    /// The entry before which it ends.
    #[serde(default)]
    to: Option<u32>,
}

/// Whether a seat may look now.
///
/// # Errors
/// If it is the umpire's chair of a battle under way.
pub fn allowed(room: &Room, side: Option<Side>) -> ApiResult<()> {
    if room.allows(side) { Ok(()) } else { Err(ApiError::new(StatusCode::FORBIDDEN, "not-over")) }
}

/// The ground: one SVG whose view box begins at (0, 0); a point of the ground lies at `x / width` of its width and, from
/// below, at `y / height` of its height.
///
/// # Errors
/// If the language or the direction is not known.
pub fn ground(room: &Room, drawn: &Drawn) -> ApiResult<String> {
    let ground = &room.about.scenario.ground_in(language(drawn.lang.as_deref())?);
    let up = match drawn.up.as_deref() {
        None | Some("north") => draw::Up::North,
        Some("east") => draw::Up::East,
        Some("south") => draw::Up::South,
        Some("west") => draw::Up::West,
        Some(other) => return Err(ApiError::shortly(StatusCode::BAD_REQUEST, "no-direction", other)),
    };
    let (_, unit) = room.about.ruleset.measure();
    let view = draw::View::new(ground, drawn.width.unwrap_or(1_600).clamp(200, 6_000), unit, up);
    let layer = draw::ground_layer(ground, &view, &draw::Style::browser());
    let (width, height) = (view.width(), view.height());
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.3} {height:.3}\" width=\"{width:.3}\" height=\"{height:.3}\">{}</svg>",
        layer.0
    ))
}

/// A part of the journal.
pub fn journal(room: &mut Room, side: Option<Side>, part: &Part) -> Vec<JournalEntry> {
    let journal = room.sight(side).journal();
    let from = usize::try_from(part.from).unwrap_or(usize::MAX).min(journal.len());
    let to = part.to.and_then(|to| usize::try_from(to).ok()).unwrap_or(journal.len()).clamp(from, journal.len());
    journal[from..to].to_vec()
}

/// The table after an entry of the journal.
///
/// # Errors
/// If there is no such entry.
pub fn moment(room: &mut Room, side: Option<Side>, n: u32) -> ApiResult<Moment> {
    let voice = Arc::clone(&room.about.voice);
    room.sight(side).moment(&voice, n).ok_or_else(ApiError::unknown)
}

/// The line of the log with the test of a journal entry; `None` if the entry is no test.
///
/// # Errors
/// If there is no such entry.
pub fn test_line(room: &mut Room, side: Option<Side>, n: u32) -> ApiResult<Option<usize>> {
    let sight = room.sight(side);
    sight.line_of(n).ok_or_else(ApiError::unknown)?;
    Ok(sight.test_line(n))
}

/// The odds before its dice of a journal entry, as the seat reads them; `None` where no dice were thrown.
#[must_use]
pub fn chances(copy: &Copy, side: Option<Side>, line: Option<usize>) -> Option<VerdictView> {
    look::past(&copy.voice, &copy.names, &copy.battle.hindsight(line?)?, side)
}

/// The side as which a seat sees a unit: its own; the umpire sees a unit as its own side does.
fn eyes(seat: Option<Side>, picture: &Picture, unit: UnitId) -> ApiResult<Side> {
    let card = picture.units.get(&unit).ok_or_else(ApiError::unknown)?;
    Ok(seat.unwrap_or(card.side))
}

/// The card of a unit.
///
/// # Errors
/// If the seat sees no such unit.
pub fn dossier(copy: &Copy, side: Option<Side>, unit: UnitId) -> ApiResult<DossierView> {
    let eyes = eyes(side, &copy.picture, unit)?;
    let dossier = copy.battle.dossier(eyes, unit);
    Ok(card::dossier(&copy.voice, &copy.names, &copy.picture, unit, dossier))
}

/// The overlay of a lens for a unit.
///
/// # Errors
/// If the seat sees no such unit.
pub fn lens(copy: &Copy, side: Option<Side>, asked: &LensAsked) -> ApiResult<LensView> {
    let eyes = eyes(side, &copy.picture, asked.unit)?;
    let insight = copy.battle.lens(eyes, asked.unit, asked.lens);
    Ok(card::lens(&copy.voice, &copy.names, insight, asked.unit, eyes))
}

/// Measures a distance.
///
/// # Errors
/// If measuring is not allowed now, an end is not visible, or it does not lie on the ground.
pub fn measure(room: &mut Room, side: Option<Side>, tape: &Tape) -> ApiResult<Measured> {
    let end = |end: &TapeEnd| match end {
        TapeEnd::Unit(unit) => Some(*unit),
        TapeEnd::Spot(_) => None,
    };
    let ends = [end(&tape.from), end(&tape.to)];
    let ground = &room.about.scenario.ground;
    let off = |end: &TapeEnd| matches!(end, TapeEnd::Spot(at) if !on_ground(ground, *at));
    if off(&tape.from) || off(&tape.to) {
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "off-ground"));
    }
    if side.is_some_and(|side| !room.battle.may_tape(side, ends)) {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "measuring"));
    }
    let voice = Arc::clone(&room.about.voice);
    let picture = room.sight(side).picture();
    let measure = taped(picture, tape).ok_or_else(ApiError::unknown)?;
    Ok(Measured { text: voice.both(|words| words.length(i64::from(measure.cm))), measure })
}

/// Whether a place lies on the ground.
pub fn on_ground(ground: &Ground, at: Point) -> bool {
    (0..=ground.width).contains(&at.x) && (0..=ground.height).contains(&at.y)
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

/// How the battle ended.
///
/// # Errors
/// If it is under way.
pub fn end(room: &mut Room) -> ApiResult<EndSheet> {
    end::sheet(room).ok_or_else(|| ApiError::new(StatusCode::CONFLICT, "not-over"))
}

/// The reasons of the computer's generals, from those stored.
///
/// # Errors
/// If they may not be read yet.
pub fn why(room: &mut Room, kept: &[String]) -> ApiResult<Vec<Why>> {
    if !why::open(room) {
        return Err(ApiError::new(StatusCode::CONFLICT, "not-over"));
    }
    Ok(why::told(room, kept))
}

/// The report of the battle, as a page to print.
pub fn report(room: &mut Room, side: Option<Side>, lang: Lang) -> String {
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
    let generals = room.about.leaders.clone().map(|leader| general_word(&leader));
    report::html::page(&plain, words, &room.about.scenario, room.about.ruleset, &generals, &told)
}
