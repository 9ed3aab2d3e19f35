//! What the owner of the house does: choose, begin, list, rename, export, import, delete.

use super::body::{Asked, Named, Text, Told};
use super::guard::{Guest, Owner};
use crate::fault::{PLAIN, Reached, Refused};
use crate::general;
use crate::hall::{
    Beginning, Hall, LONGEST_NAME, NewSeats, bad_log, blocking, general_word, leaders_of, read_scenario, seats_of,
    settled,
};
use crate::links;
use crate::view::house as cards;
use crate::voice::same;
use crate::wire::{BattleCard, Continue, House, Leader, NewBattle, Opened, Rename, RuleCard, ScenarioCard, Seat};
use archive::Record;
use armies::{Library, Scenario};
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use game::catalogue::Bilingual;
use game::{Keep, Outcome, Side};
use report::scene::Frame;
use serde::Deserialize;
use std::sync::Arc;
use words::{Lang, Words};

/// Width of the small pictures.
const SMALL_PICTURE: u32 = 720;

/// `GET /api/house`
pub async fn house(_: Owner, State(hall): State<Arc<Hall>>) -> Reached<Json<House>> {
    let own = own_scenarios(&hall).await?;
    let scenarios: Vec<&Scenario> = Library::embedded().scenarios().iter().chain(&own).collect();
    Ok(Json(House {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        rulesets: hall.rulesets.iter().map(|ruleset| cards::ruleset(&hall.voice(*ruleset), *ruleset)).collect(),
        scenarios: scenarios.iter().map(|scenario| cards::scenario(scenario, None)).collect(),
        generals: cards::generals(&PLAIN),
        folder: hall.archive.folder().display().to_string(),
        addresses: hall.addresses.clone(),
        nations: cards::nations(scenarios.into_iter()),
    }))
}

async fn own_scenarios(hall: &Hall) -> Reached<Vec<Scenario>> {
    let kept = hall.archive.scenarios().await?;
    // One that this version no longer reads is left out, not thrown away.
    Ok(kept.iter().filter_map(|(_, text)| read_scenario(text).ok()).collect())
}

/// `POST /api/scenarios`
pub async fn add_scenario(_: Owner, State(hall): State<Arc<Hall>>, Text(text): Text) -> Reached<Json<ScenarioCard>> {
    let (scenario, text) = blocking(move || read_scenario(&text).map(|scenario| (scenario, text))).await??;
    if Library::embedded().scenarios().iter().any(|shipped| shipped.id == scenario.id) {
        return Err(Refused::plainly(StatusCode::CONFLICT, "scenario-taken", &scenario.id));
    }
    hall.archive.put_scenario(&scenario.id, &text).await?;
    Ok(Json(cards::scenario(&scenario, None)))
}

/// `DELETE /api/scenarios/{id}`: one of the owner's own; battles begun with it have a copy in their log.
pub async fn delete_scenario(_: Owner, State(hall): State<Arc<Hall>>, Named(id): Named<String>) -> Reached<StatusCode> {
    if hall.archive.delete_scenario(&id).await? { Ok(StatusCode::NO_CONTENT) } else { Err(Refused::unknown()) }
}

/// `GET /api/battles`
pub async fn battles(_: Owner, State(hall): State<Arc<Hall>>) -> Reached<Json<Vec<BattleCard>>> {
    let records = hall.archive.battles().await?;
    let mut cards = Vec::with_capacity(records.len());
    for record in &records {
        cards.push(card(&hall, record, hall.seated(&record.id).await));
    }
    Ok(Json(cards))
}

fn card(hall: &Hall, record: &Record, seated: [bool; 2]) -> BattleCard {
    let [fr, en] = record.title.clone();
    let ruleset = hall.ruleset(&record.ruleset);
    let voice = ruleset.map(|ruleset| hall.voice(ruleset));
    let voice = voice.as_deref().unwrap_or(&PLAIN);
    let outcome = record.status.outcome.as_deref().and_then(|text| serde_json::from_str::<Outcome>(text).ok());
    let closed = match ruleset {
        None => Some(PLAIN.with("fault-other-ruleset", &[("reason", &same(&record.ruleset))])),
        Some(ruleset) if ruleset.version() != record.version => {
            Some(PLAIN.with("fault-other-version", &[("reason", &same(&format!("v{}", record.version)))]))
        }
        Some(_) => None,
    };
    BattleCard {
        id: record.id.clone(),
        name: record.name.clone(),
        scenario: Bilingual { fr, en },
        ruleset: record.ruleset.clone(),
        begun: record.begun,
        touched: record.touched,
        turn: record.status.turn,
        phase: voice.word("phase", &record.status.phase),
        leaders: leaders_of(record),
        real_dice: record.real_dice,
        seated,
        outcome: outcome.map(|outcome| voice.both(|words| words.outcome(&outcome, &words::Names::default()))),
        closed,
    }
}

/// `POST /api/battles`
pub async fn begin(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    Told(wanted): Told<NewBattle>,
) -> Reached<(StatusCode, Json<Opened>)> {
    let ruleset = hall
        .ruleset(&wanted.ruleset)
        .ok_or_else(|| Refused::plainly(StatusCode::UNPROCESSABLE_ENTITY, "no-ruleset", &shortened(&wanted.ruleset)))?;
    check_leaders(&wanted.leaders)?;
    let known = ruleset.options();
    if let Some(unknown) = wanted.options.keys().find(|name| !known.iter().any(|(known, _)| known == &name.as_str())) {
        return Err(Refused::plainly(StatusCode::UNPROCESSABLE_ENTITY, "no-option", &shortened(unknown.as_str())));
    }
    check_name(wanted.name.as_deref())?;
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

fn check_leaders(leaders: &[Leader; 2]) -> Reached<()> {
    for leader in leaders {
        if let Leader::Staff(name) = leader
            && !general::known(name)
        {
            return Err(Refused::plainly(StatusCode::UNPROCESSABLE_ENTITY, "no-general", &shortened(name)));
        }
    }
    Ok(())
}

fn check_name(name: Option<&str>) -> Reached<()> {
    let odd = |c: char| c.is_control() || armies::turns_text(c);
    if name.is_some_and(|name| name.chars().count() > LONGEST_NAME || name.chars().any(odd)) {
        return Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "name"));
    }
    Ok(())
}

fn shortened(text: &str) -> String {
    text.chars().take(80).collect()
}

/// A seat with its links.
fn seat(hall: &Hall, side: Option<Side>, token: String, connected: bool) -> Seat {
    let mut links = links::of_seat(&hall.addresses, &token);
    let codes = links.iter().filter_map(|link| links::code(link)).collect();
    links.extend(links::of_seat(&[format!("http://127.0.0.1:{}", hall.port)], &token));
    Seat { side, token, links, codes, connected }
}

/// The seats of a battle that was just put down.
fn new_seats(hall: &Hall, new: NewSeats) -> Opened {
    let seats = new.tokens.into_iter().map(|(side, token)| seat(hall, side, token, false));
    Opened { battle: new.battle, seats: seats.collect(), held: Vec::new() }
}

/// The seats of a battle, each with a new link; a seat that somebody holds has none.
async fn opened(hall: &Arc<Hall>, id: String) -> Reached<Opened> {
    let (leaders, umpire, over, taken) = hall
        .look(&id, |room| {
            let taken = [Some(Side::Blue), Some(Side::Red), None].map(|side| room.taken(side));
            (room.about.leaders.clone(), room.allows(None), room.battle.outcome().is_some(), taken)
        })
        .await?;
    // What is over hides nothing any more.
    let held = if over { Vec::new() } else { hall.held(&id).await? };
    let mut seats = Vec::new();
    for side in seats_of(&leaders, umpire) {
        if side.is_some_and(|side| held.contains(&side)) {
            continue;
        }
        let token = hall.seat_token(&id, side).await?;
        seats.push(seat(hall, side, token, taken[side.map_or(2, Side::index)]));
    }
    Ok(Opened { battle: id, seats, held })
}

/// `GET /api/battles/{id}/seats`
pub async fn seats(_: Owner, State(hall): State<Arc<Hall>>, Named(id): Named<String>) -> Reached<Json<Opened>> {
    Ok(Json(opened(&hall, id).await?))
}

/// `PATCH /api/battles/{id}`
pub async fn rename(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    Named(id): Named<String>,
    Told(Rename { name }): Told<Rename>,
) -> Reached<StatusCode> {
    check_name(Some(&name))?;
    let name = name.trim().to_owned();
    if name.is_empty() {
        return Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "name"));
    }
    hall.archive.rename(&id, &name).await?;
    // One that cannot be opened can still be renamed.
    let _ = hall.look(&id, move |room| room.about.name = name).await;
    Ok(StatusCode::NO_CONTENT)
}

/// `DELETE /api/battles/{id}`
pub async fn delete(_: Owner, State(hall): State<Arc<Hall>>, Named(id): Named<String>) -> Reached<StatusCode> {
    hall.delete(&id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The language of a picture or a report, the width of a picture, and the ruleset under which it is drawn.
#[derive(Deserialize, Default)]
pub struct Spoken {
    #[serde(default)]
    ruleset: Option<String>,
    #[serde(default)]
    lang: Option<String>,
    #[serde(default)]
    width: Option<u32>,
}

impl Spoken {
    /// French unless English is wanted.
    pub fn lang(&self) -> Lang {
        if self.lang.as_deref() == Some("en") { Lang::En } else { Lang::Fr }
    }

    fn width(&self) -> u32 {
        self.width.unwrap_or(SMALL_PICTURE).clamp(200, 2_000)
    }
}

/// A picture.
pub fn svg(text: String) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "image/svg+xml")], text)
}

/// `GET /api/battles/{id}/picture`: as far as all persons in it know it; one that is over, whole.
pub async fn picture(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    Named(id): Named<String>,
    Asked(spoken): Asked<Spoken>,
) -> Reached<impl IntoResponse> {
    let text = hall
        .look(&id, move |room| {
            let person = |side: &Side| room.about.leaders[side.index()] == Leader::Person;
            let persons: Vec<Side> = Side::BOTH.into_iter().filter(person).collect();
            let viewer = if room.allows(None) { None } else { persons.first().copied() };
            // The owner may be one of two persons: he is shown what both know.
            let common = viewer.is_some() && persons.len() > 1;
            let picture = if common { room.common_picture() } else { room.sight(viewer).picture().clone() };
            let (scenario, ruleset) = (Arc::clone(&room.about.scenario), room.about.ruleset);
            let frame = Frame {
                scenario: &scenario,
                ruleset,
                moment: String::new(),
                viewer,
                prefix: String::new(),
                width: spoken.width(),
                head: false,
            };
            frame.svg(&Words::plain(spoken.lang()), Some(&picture))
        })
        .await?;
    Ok(svg(text))
}

/// `GET /api/scenarios/{id}/picture`
pub async fn scenario_picture(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    Named(id): Named<String>,
    Asked(spoken): Asked<Spoken>,
) -> Reached<impl IntoResponse> {
    let (scenario, text) = hall.scenario(&id).await?;
    let wanted = spoken.ruleset.as_deref();
    let ruleset = wanted.map_or_else(|| hall.rulesets.first().copied(), |id| hall.ruleset(id));
    let ruleset = ruleset.ok_or_else(Refused::unknown)?;
    let drawn = blocking(move || {
        let setup = game::Setup {
            scenario: text,
            tables: None,
            options: std::collections::BTreeMap::new(),
            generals: Default::default(),
            seed: None,
            salt: game::seal::Bytes32::default(),
        };
        let picture = ruleset.begin(&setup).ok().map(|battle| battle.picture(None));
        let frame = Frame {
            scenario: &scenario,
            ruleset,
            moment: String::new(),
            viewer: None,
            prefix: String::new(),
            width: spoken.width(),
            head: false,
        };
        frame.svg(&Words::plain(spoken.lang()), picture.as_ref())
    })
    .await?;
    Ok(svg(drawn))
}

/// `GET /api/battles/{id}/log`: one file. While a battle is under way the whole log holds what one side hides from the
/// other: only a side's own can be had. One that cannot go on here can always be exported.
pub async fn log(_: Owner, State(hall): State<Arc<Hall>>, Named(id): Named<String>) -> Reached<impl IntoResponse> {
    let record = hall.archive.battle(&id).await?;
    let person = leaders_of(&record).contains(&Leader::Person);
    if record.status.outcome.is_none() && person && hall.room(&id).await.is_ok() {
        return Err(Refused::new(StatusCode::CONFLICT, "log-hidden"));
    }
    let (lines, _) = hall.archive.lines(&id).await?;
    Ok(log_file(&record.scenario, lines))
}

/// A log as a file to keep.
pub fn log_file(scenario: &str, lines: Vec<String>) -> impl IntoResponse + use<> {
    let plain: String = scenario.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-').take(60).collect();
    let named = format!("attachment; filename=\"{plain}.log.jsonl\"");
    let mut text = lines.join("\n");
    text.push('\n');
    (
        [(header::CONTENT_TYPE, "application/jsonl; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, named)],
        text,
    )
}

/// `POST /api/battles/import`
pub async fn import(_: Owner, State(hall): State<Arc<Hall>>, Text(text): Text) -> Reached<(StatusCode, Json<Opened>)> {
    let taken_up = hall.import(text, None).await?;
    Ok((StatusCode::CREATED, Json(new_seats(&hall, taken_up))))
}

/// `POST /api/battles/{id}/continue`
pub async fn go_on(
    _: Owner,
    State(hall): State<Arc<Hall>>,
    Named(id): Named<String>,
    Told(wanted): Told<Continue>,
) -> Reached<(StatusCode, Json<Opened>)> {
    check_leaders(&wanted.leaders)?;
    check_name(wanted.name.as_deref())?;
    let keep = Keep {
        seed: Some(game::seal::Bytes32(crate::token::random().map_err(Refused::internal)?)),
        salt: game::seal::Bytes32(crate::token::random().map_err(Refused::internal)?),
        sealed: Vec::new(),
    };
    let Continue { after, leaders, name } = wanted;
    let generals = leaders.clone().map(|leader| general_word(&leader));
    let next = leaders.clone();
    let (ruleset, battle) = hall
        .look(&id, move |room| {
            // A copy of a battle under way would show what is hidden in it: by its log, by its umpire's chair, or by
            // playing on until it is opened. Only what the computer fights alone hides nothing from anybody.
            let staff = |leaders: &[Leader; 2]| !leaders.contains(&Leader::Person);
            if room.battle.outcome().is_none() && !(staff(&room.about.leaders) && staff(&next)) {
                return Err(Refused::new(StatusCode::CONFLICT, "continue-hidden"));
            }
            let line = room.sight(None).line_of(after).ok_or_else(Refused::unknown)?;
            let entries = room.battle.log_since(0);
            // The rules finish what they had begun: everything up to the next answer or the next dice.
            let more = entries[line + 1..]
                .iter()
                .take_while(|entry| matches!(entry, game::Entry::Event(_) | game::Entry::Check(_)))
                .count();
            let part = settled(&entries[..=line + more]);
            let branched = room.about.ruleset.branch(&part, generals, &keep);
            let battle = branched.map_err(|error| bad_log(&error))?;
            if battle.outcome().is_some() {
                return Err(Refused::new(StatusCode::CONFLICT, "continue-over"));
            }
            Ok((room.about.ruleset, battle))
        })
        .await??;
    let begun = hall.put(ruleset, battle, leaders, name).await?;
    Ok((StatusCode::CREATED, Json(new_seats(&hall, begun))))
}

/// `GET /api/rules/{ruleset}`
pub async fn rules(_: Guest, State(hall): State<Arc<Hall>>, Named(id): Named<String>) -> Reached<Json<Vec<RuleCard>>> {
    let ruleset = hall.ruleset(&id).ok_or_else(Refused::unknown)?;
    Ok(Json(cards::rules(ruleset)))
}
