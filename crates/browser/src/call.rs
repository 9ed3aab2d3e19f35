//! The routes of the server, answered in the module.

use crate::hall::{Gone, HOUSE, Hall, Stopped, opened, seat};
use crate::message::{Called, Reply, StoreChange};
use dice::Seed;
use game::{Side, Standing, UnitId};
use host::assist;
use host::battles::{self, Beginning};
use host::deeds;
use host::error::{ApiError, ApiResult};
use host::looks::{self, Drawn, Part, Spoken};
use host::room::Room;
use host::wire::{
    Answer as Answered, AskOnly, AssistantCard, Continue, Done, Draw, Follow, HouseKey, LensAsked, NewBattle, OwnLink,
    Rename, Resolve, Route, SeatKey, Tape, TypedDice,
};
use http::StatusCode;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The most dice typed in for one test.
const MOST_DICE: usize = 1000;
/// The most inputs of one fight.
const MOST_HANDED: usize = 400;

/// A response as a server would send it.
pub struct Answer {
    pub status: u16,
    /// The content type of its body.
    pub kind: &'static str,
    pub body: String,
}

impl Answer {
    /// The response for an error.
    pub fn refused(refused: &ApiError) -> Self {
        Self { status: refused.status().as_u16(), kind: "application/json", body: refused.body() }
    }

    fn nothing() -> Self {
        Self { status: StatusCode::NO_CONTENT.as_u16(), kind: "text/plain", body: String::new() }
    }

    fn text(kind: &'static str, body: String) -> Self {
        Self { status: 200, kind, body }
    }
}

fn json(value: &impl Serialize) -> Gone<Answer> {
    let body = serde_json::to_string(value).map_err(ApiError::internal)?;
    Ok(Answer { status: 200, kind: "application/json", body })
}

fn told<T: DeserializeOwned>(body: &str) -> ApiResult<T> {
    host::body::json(body.as_bytes())
}

fn asked<T: DeserializeOwned>(query: &str) -> ApiResult<T> {
    serde_urlencoded::from_str(query).map_err(|_| host::body::bad_query())
}

fn number<T: std::str::FromStr>(text: &str) -> ApiResult<T> {
    text.parse().map_err(|_| ApiError::unknown())
}

/// A part of a path, decoded.
fn decoded(part: &str) -> ApiResult<String> {
    let pair: Vec<(String, String)> = asked(&format!("part={}", part.replace('+', "%2B")))?;
    pair.into_iter().next().map(|(_, value)| value).ok_or_else(ApiError::unknown)
}

/// Answers a request.
pub fn answer(hall: &mut Hall, called: Called, reply: &mut Reply) -> Gone<Answer> {
    let (path, query) = called.path.split_once('?').unwrap_or((&called.path, ""));
    let parts: Vec<String> = path.split('/').filter(|part| !part.is_empty()).map(decoded).collect::<ApiResult<_>>()?;
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    match (called.method.as_str(), parts.as_slice()) {
        ("GET", ["api", "key"]) => json(&HouseKey { token: HOUSE.to_owned() }),
        ("GET", ["api", "rules", id]) => json(&host::view::house::rules(hall.ruleset(id)?.0)),
        (method, ["api", "assistant", rest @ ..]) => assistant(hall, method, rest, &called),
        (method, ["api", "seat", rest @ ..]) => at_seat(hall, method, rest, query, &called, reply),
        (method, ["api", rest @ ..]) => house(hall, method, rest, query, &called, reply),
        _ => Err(ApiError::unknown().into()),
    }
}

/// The routes of the owner of the house.
fn house(
    hall: &mut Hall,
    method: &str,
    path: &[&str],
    query: &str,
    called: &Called,
    reply: &mut Reply,
) -> Gone<Answer> {
    match (method, path) {
        ("GET", ["house"]) => json(&hall.house()),
        ("POST", ["battles"]) => {
            let wanted: NewBattle = told(&called.body)?;
            let ruleset = battles::check_new(&hall.books(), &wanted)?;
            let (_, scenario) = hall.scenario(&wanted.scenario, &called.scenarios)?;
            let NewBattle { options, leaders, real_dice, name, .. } = wanted;
            let beginning = Beginning { scenario, ruleset, options, leaders, real_dice, name };
            let made = battles::begin(beginning, hall.luck())?;
            json(&hall.put(made, reply)?)
        }
        ("POST", ["battles", "import"]) => {
            let luck = hall.luck();
            let made = battles::import(&hall.books(), &called.body, luck)?;
            json(&hall.put(made, reply)?)
        }
        ("PATCH", ["battles", id]) => {
            let Rename { name } = told(&called.body)?;
            hall.rename(id, battles::new_name(&name)?, reply)?;
            Ok(Answer::nothing())
        }
        ("DELETE", ["battles", id]) => {
            hall.deleted(id, reply);
            Ok(Answer::nothing())
        }
        ("GET", ["battles", id, "seats"]) => json(&opened(&hall.held(id)?.room)),
        ("GET", ["battles", id, "picture"]) => {
            let spoken: Spoken = asked(query)?;
            let drawn = battles::picture(&mut hall.held(id)?.room, spoken.lang()?, spoken.width());
            Ok(Answer::text("image/svg+xml", drawn))
        }
        ("GET", ["battles", id, "log"]) => {
            let held = hall.held(id)?;
            if battles::log_hidden(&held.record) {
                return Err(ApiError::new(StatusCode::CONFLICT, "log-hidden").into());
            }
            Ok(log(&held.room, None))
        }
        ("POST", ["battles", id, "continue"]) => {
            let (wanted, luck): (Continue, _) = (told(&called.body)?, hall.luck());
            let made = battles::go_on(&mut hall.held(id)?.room, wanted, luck)?;
            json(&hall.put(made, reply)?)
        }
        ("POST", ["scenarios"]) => {
            let scenario = battles::own_scenario(&called.body)?;
            let card = battles::scenario_card(&scenario);
            let nations = host::view::house::nations(std::iter::once(&scenario));
            reply.keep.push(StoreChange::Scenario { text: called.body.clone(), card: Box::new(card.clone()), nations });
            json(&card)
        }
        ("DELETE", ["scenarios", id]) => {
            if !called.scenarios.contains_key(*id) {
                return Err(ApiError::unknown().into());
            }
            reply.keep.push(StoreChange::NoScenario { id: (*id).to_owned() });
            Ok(Answer::nothing())
        }
        ("GET", ["scenarios", id, "picture"]) => {
            let spoken: Spoken = asked(query)?;
            let (scenario, text) = hall.scenario(id, &called.scenarios)?;
            let first = hall.books().into_iter().next().ok_or_else(ApiError::unknown)?;
            let ruleset = match spoken.ruleset.as_deref() {
                Some(id) => hall.ruleset(id)?.0,
                None => first,
            };
            let drawn = battles::scenario_picture(ruleset, (&scenario, text), spoken.lang()?, spoken.width());
            Ok(Answer::text("image/svg+xml", drawn))
        }
        _ => Err(ApiError::unknown().into()),
    }
}

fn log(room: &Room, side: Option<Side>) -> Answer {
    Answer::text("application/jsonl; charset=utf-8", battles::log_text(&room.log_lines(side)))
}

/// The routes of a seat.
fn at_seat(
    hall: &mut Hall,
    method: &str,
    path: &[&str],
    query: &str,
    called: &Called,
    reply: &mut Reply,
) -> Gone<Answer> {
    let (battle, side) = seat(called.token.as_deref().unwrap_or_default())?;
    if method == "GET" {
        let held = hall.held(&battle)?;
        let room = &mut held.room;
        looks::allowed(room, side)?;
        return match path {
            [] => json(&room.table(side)),
            ["ground"] => Ok(Answer::text("image/svg+xml", looks::ground(room, &asked::<Drawn>(query)?)?)),
            ["journal"] => json(&looks::journal(room, side, &asked::<Part>(query)?)),
            ["moments", n] => json(&looks::moment(room, side, number(n)?)?),
            ["chances", n] => {
                let line = looks::test_line(room, side, number(n)?)?;
                json(&looks::chances(&room.copy(side), side, line))
            }
            ["units", id] => json(&looks::dossier(&room.copy(side), side, UnitId(number(id)?))?),
            ["end"] => json(&looks::end(room)?),
            ["why"] => json(&looks::why(room, &held.thoughts)?),
            ["report"] => {
                Ok(Answer::text("text/html; charset=utf-8", looks::report(room, side, asked::<Spoken>(query)?.lang()?)))
            }
            ["log"] => Ok(log(room, side)),
            ["signing"] => json(&deeds::signing(room, player(side)?)),
            _ => Err(ApiError::unknown().into()),
        };
    }
    let [what] = path else { return Err(ApiError::unknown().into()) };
    let room = &mut hall.held(&battle)?.room;
    let body = called.body.as_str();
    match *what {
        "lens" | "measure" => {
            looks::allowed(room, side)?;
            match *what {
                "lens" => json(&looks::lens(&room.copy(side), side, &told::<LensAsked>(body)?)?),
                _ => json(&looks::measure(room, side, &told::<Tape>(body)?)?),
            }
        }
        "preview" => {
            let (told, side): (Answered, _) = (told(body)?, player(side)?);
            json(&deeds::preview(&room.copy(Some(side)), side, told.ask, &told.replies)?)
        }
        "suggest" => {
            let (AskOnly { ask }, side) = (told(body)?, player(side)?);
            json(&deeds::suggest(&room.copy(Some(side)), side, ask)?)
        }
        "route" => {
            let (wanted, side): (Route, _) = (told(body)?, player(side)?);
            json(&deeds::route(&room.copy(Some(side)), side, &wanted)?)
        }
        // There is only one device: its user holds the seat.
        "hold" | "link" => json(&OwnLink { token: called.token.clone().unwrap_or_default() }),
        _ => {
            let done = deed(room, player(side)?, what, called);
            // A refused request may have been logged too.
            hall.changed(&battle, None, reply)?;
            json(&done?)
        }
    }
}

fn player(side: Option<Side>) -> ApiResult<Side> {
    side.ok_or_else(|| ApiError::new(StatusCode::FORBIDDEN, "umpire"))
}

fn deed(room: &mut Room, side: Side, what: &str, called: &Called) -> ApiResult<Done> {
    let body = called.body.as_str();
    let signature = deeds::signature(called.signature.as_deref())?;
    match what {
        "answer" => deeds::answer(room, side, told::<Answered>(body)?, signature),
        "withdraw" => deeds::withdraw(room, side, told::<AskOnly>(body)?.ask),
        "undo" => deeds::undo(room, side),
        "stand" => deeds::stand(room, side, told::<Standing>(body)?),
        "revoke" => deeds::revoke(room, side, &told::<Standing>(body)?),
        "resign" => deeds::resign(room, side, signature),
        "draw" => deeds::draw(room, side, told::<Draw>(body)?, signature),
        "dice" => deeds::dice(room, side, &told::<TypedDice>(body)?),
        "signing" => deeds::set_key(room, side, told::<SeatKey>(body)?.key),
        _ => Err(ApiError::unknown()),
    }
}

fn assistant(hall: &mut Hall, method: &str, path: &[&str], called: &Called) -> Gone<Answer> {
    let too_large = || Stopped::Refused(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large"));
    match (method, path) {
        ("GET", []) => {
            let rulesets = hall.rulesets.iter().filter_map(|(ruleset, voice)| assist::card(voice, *ruleset));
            json(&AssistantCard { rulesets: rulesets.collect() })
        }
        ("GET", [id, "cases"]) => json(&assist::cases(hall.ruleset(id)?.0.id())),
        ("GET", [id, "cases", case]) => {
            let (ruleset, voice) = hall.ruleset(id)?;
            json(&assist::case(&voice, ruleset, case).ok_or_else(ApiError::unknown)?)
        }
        ("GET", [id, "tests", test]) => {
            let (ruleset, voice) = hall.ruleset(id)?;
            json(&assist::form(&voice, ruleset, test).ok_or_else(ApiError::unknown)?)
        }
        ("POST", [id, "tests", test, "resolve"]) => {
            let ((ruleset, voice), asked): (_, Resolve) = (hall.ruleset(id)?, told(&called.body)?);
            let assistant = ruleset.assistant();
            if asked.dice.len() > MOST_DICE {
                return Err(too_large());
            }
            if !assistant.tests().iter().any(|card| card.name == *test) {
                return Err(ApiError::unknown().into());
            }
            let seed = asked.roll.then(|| Seed(hall.random().0));
            json(&assist::resolve(&voice, assistant.as_ref(), test, &asked.situation, &asked.dice, seed))
        }
        ("POST", [id, "tests", test, "follow"]) => {
            let ((ruleset, voice), asked): (_, Follow) = (hall.ruleset(id)?, told(&called.body)?);
            let assistant = ruleset.assistant();
            if asked.handed.len() > MOST_HANDED {
                return Err(too_large());
            }
            if !assistant.follows(test) {
                return Err(ApiError::unknown().into());
            }
            let seed = asked.roll.then(|| Seed(hall.random().0));
            json(&assist::follow(&voice, assistant.as_ref(), test, &asked.situation, asked.handed, seed))
        }
        _ => Err(ApiError::unknown().into()),
    }
}
