//! The actions of a seat. Odds and advice take time: they are worked out over a copy, so that the table does not wait.

use crate::error::{ApiError, ApiResult};
use crate::general;
use crate::looks;
use crate::march;
use crate::room::{Copy, Room, undo_text};
use crate::view::look;
use crate::wire::{Answer, Done, Draw, Looked, Route, Routed, Signing, Suggestion, TypedDice};
use game::seal::{Bytes32, Bytes64};
use game::sign::SignedAct;
use game::{Ask, By, Preview, Ref, Refusal, Reply, Side, Standing, Term};
use http::StatusCode;
use std::sync::Arc;

/// The most standing answers of a side.
const MOST_STANDING: usize = 400;
/// The most conditions of one standing answer.
const MOST_WHEN: usize = 16;
const LONGEST_TERM: usize = 80;

/// Changes the battle as a player.
fn change(room: &mut Room, side: Side, change: impl FnOnce(&mut Room) -> ApiResult<()>) -> ApiResult<Done> {
    if room.battle.outcome().is_some() {
        return Err(ApiError::new(StatusCode::CONFLICT, "over"));
    }
    change(room)?;
    Ok(Done { seq: room.next_seq(side) })
}

fn refused(room: &Room, refusals: &[Refusal]) -> ApiError {
    let open = !refusals.iter().any(|refusal| refusal.reason == "question_not_open");
    let (status, what) =
        if open { (StatusCode::UNPROCESSABLE_ENTITY, "refused") } else { (StatusCode::CONFLICT, "not-open") };
    ApiError::new(status, what).with(room.refusals(refusals))
}

/// A signature in the form in which it is sent.
///
/// # Errors
/// If it is no signature.
pub fn signature(text: Option<&str>) -> ApiResult<Option<Bytes64>> {
    text.map(|text| Bytes64::try_from(text.to_owned()).map_err(|_| wrong())).transpose()
}

/// The error for a signature that does not fit.
#[must_use]
pub fn wrong() -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "signature")
}

/// Answers a question.
///
/// # Errors
/// If the answer is refused.
pub fn answer(room: &mut Room, side: Side, told: Answer, signature: Option<Bytes64>) -> ApiResult<Done> {
    change(room, side, |room| {
        let given = match signature {
            Some(signature) => room.battle.answer_signed(side, told.ask, told.replies, signature),
            None => room.battle.answer(side, told.ask, told.replies, By::Person),
        };
        given.map_err(|refusals| refused(room, &refusals))
    })
}

fn not_open() -> ApiError {
    ApiError::new(StatusCode::CONFLICT, "not-open")
}

/// The effect of an answer.
///
/// # Errors
/// If there is no such question.
pub fn preview(copy: &Copy, side: Side, ask: u64, replies: &[Reply]) -> ApiResult<Looked> {
    let question = copy.battle.waiting(side).into_iter().find(|one| one.id == ask).ok_or_else(not_open)?;
    let tell = |judged: (Option<Preview>, &[Refusal]), replies: &[Reply]| {
        let prospects = if judged.0.is_some() { copy.battle.prospects(side, ask, replies) } else { Vec::new() };
        look::looked(&copy.voice, &copy.names, Some(&question), judged, &prospects)
    };
    Ok(match copy.battle.preview(side, ask, replies) {
        Ok(preview) => tell((Some(preview), &[]), replies),
        Err(refusals) => {
            // Fields without a refusal are shown; the refused ones as they were proposed.
            let mut rest = replies.to_vec();
            for refusal in &refusals {
                let n = usize::from(refusal.field);
                if let (Some(reply), Some(field)) = (rest.get_mut(n), question.fields.get(n)) {
                    reply.clone_from(&field.default);
                }
            }
            let preview = if rest.len() > 1 { copy.battle.preview(side, ask, &rest).ok() } else { None };
            tell((preview, &refusals), &rest)
        }
    })
}

/// A general's answer, with its reasons.
///
/// # Errors
/// If there is no such question.
pub fn suggest(copy: &Copy, side: Side, ask: u64) -> ApiResult<Suggestion> {
    let advice = general::advise(&copy.voice, &copy.names, copy.battle.as_ref(), side, ask);
    let (replies, reasons) = advice.ok_or_else(not_open)?;
    Ok(Suggestion { replies, reasons })
}

/// The way to a place, and its effect.
///
/// # Errors
/// If there is no such question or field.
pub fn route(copy: &Copy, side: Side, wanted: &Route) -> ApiResult<Routed> {
    let replies = march::find(copy, side, wanted)?;
    let looked = preview(copy, side, wanted.ask, &replies)?;
    Ok(Routed { replies, looked })
}

/// Takes back an answer that waits.
///
/// # Errors
/// If it no longer waits, or never did.
pub fn withdraw(room: &mut Room, side: Side, ask: u64) -> ApiResult<Done> {
    change(room, side, |room| {
        if room.battle.withdraw(side, ask) {
            return Ok(());
        }
        // The questions of a side are numbered in order: a number beyond the last was never put.
        let put = ask > 0 && ask <= room.battle.asked(side);
        let waits = room.battle.waiting(side).iter().any(|one| one.id == ask);
        Err(match (waits, put) {
            (true, _) => ApiError::new(StatusCode::CONFLICT, "not-answered"),
            (false, true) => ApiError::new(StatusCode::CONFLICT, "withdraw"),
            (false, false) => not_open(),
        })
    })
}

/// Takes back the last answer.
///
/// # Errors
/// If it cannot be taken back any more.
pub fn undo(room: &mut Room, side: Side) -> ApiResult<Done> {
    change(room, side, |room| {
        room.battle.undo(side).map_err(|barrier| {
            let reason = room.about.voice.say(undo_text(Err(barrier)));
            ApiError::because(StatusCode::CONFLICT, "undo", &reason)
        })
    })
}

/// Adds a standing answer: such questions are answered so from now on.
///
/// # Errors
/// If there are too many standing answers, it is too long, or the ruleset knows no such question, answer or fact.
pub fn stand(room: &mut Room, side: Side, standing: Standing) -> ApiResult<Done> {
    change(room, side, |room| {
        let terms = [&standing.kind, &standing.does].into_iter().chain(standing.when.iter().map(|(fact, ..)| fact));
        let long = terms.into_iter().any(|term| term.as_str().len() > LONGEST_TERM);
        if long || room.battle.standing(side).len() >= MOST_STANDING || standing.when.len() > MOST_WHEN {
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "standing"));
        }
        if let Some(unknown) = unheard_of(room, side, &standing) {
            return Err(ApiError::plainly(StatusCode::UNPROCESSABLE_ENTITY, "standing-unknown", &unknown));
        }
        room.battle.stand(side, standing);
        Ok(())
    })
}

/// The part of a standing answer that does not exist. Everything that a ruleset asks, offers or weighs has a text, so a
/// word without one does not belong to it; the units it is about are those that the side has seen or is asked about.
fn unheard_of(room: &mut Room, side: Side, standing: &Standing) -> Option<String> {
    let Standing { kind, about, when, does } = standing;
    let voice = &room.about.voice;
    let has = |ids: &[String]| ids.iter().any(|id| voice.find(id).is_some());
    if !has(&[format!("question-{kind}")]) {
        return Some(kind.to_string());
    }
    if !has(&[format!("does-{does}"), format!("does-{kind}-{does}"), format!("term-{does}")]) {
        return Some(does.to_string());
    }
    let odd = |(fact, low, high): &&(Term, i64, i64)| low > high || !has(&[format!("fact-{fact}")]);
    if let Some((fact, low, high)) = when.iter().find(odd) {
        return Some(format!("{fact} {low}…{high}"));
    }
    let sealed = room.battle.sealed_answers(side).into_iter().map(|(ask, _)| ask);
    let asks: Vec<Ask> = room.battle.waiting(side).into_iter().chain(sealed).collect();
    let asked = |of: &Ref| asks.iter().flat_map(|ask| &ask.fields).any(|field| field.about == *of);
    let scenario = Arc::clone(&room.about.scenario);
    let names = room.sight(Some(side)).names();
    let there = |of: &Ref| match of {
        Ref::Unit(unit) | Ref::Part(unit, _) => names.side(*unit).is_some(),
        Ref::Command(n) => usize::from(*n) < scenario.sides.iter().map(|force| force.commands.len()).sum(),
        Ref::Site(n) | Ref::Face(n, _) => usize::from(*n) < scenario.ground.features.len(),
        Ref::Spot(at) => looks::on_ground(&scenario.ground, *at),
        Ref::Side(_) => true,
    };
    let nobody = about.filter(|of| !there(of) && !asked(of))?;
    Some(serde_json::to_string(&nobody).unwrap_or_else(|error| error.to_string()))
}

/// Ends a standing answer.
///
/// # Errors
/// If there is no such standing answer.
pub fn revoke(room: &mut Room, side: Side, standing: &Standing) -> ApiResult<Done> {
    change(room, side, |room| if room.battle.revoke(side, standing) { Ok(()) } else { Err(ApiError::unknown()) })
}

/// Records the signature of a seat's next act. A seat that signs its answers signs this too.
fn signed(room: &mut Room, side: Side, act: SignedAct, signature: Option<Bytes64>) -> ApiResult<()> {
    let good = match signature {
        Some(signature) => room.battle.note_signature(side, act, signature),
        None => room.battle.seat_key(side).is_none(),
    };
    if good { Ok(()) } else { Err(wrong()) }
}

/// Gives the battle up.
///
/// # Errors
/// If it is over, or the signature does not fit.
pub fn resign(room: &mut Room, side: Side, signature: Option<Bytes64>) -> ApiResult<Done> {
    change(room, side, |room| {
        signed(room, side, SignedAct::Resign, signature)?;
        room.battle.resign(side);
        Ok(())
    })
}

/// Offers a draw or declines one.
///
/// # Errors
/// If there is none to decline, or the signature does not fit.
pub fn draw(room: &mut Room, side: Side, draw: Draw, signature: Option<Bytes64>) -> ApiResult<Done> {
    change(room, side, |room| {
        let offered = room.battle.draw_offered();
        match draw {
            Draw::Offer if offered[side.index()] => {}
            Draw::Offer => {
                signed(room, side, SignedAct::OfferDraw, signature)?;
                room.battle.offer_draw(side);
            }
            Draw::Decline if offered == [false; 2] => return Err(ApiError::new(StatusCode::CONFLICT, "no-draw")),
            Draw::Decline => {
                signed(room, side, SignedAct::DeclineDraw, signature)?;
                room.battle.decline_draw(side);
            }
        }
        Ok(())
    })
}

/// Takes dice that were thrown on the table and typed in.
///
/// # Errors
/// If no dice are wanted, or not these.
pub fn dice(room: &mut Room, side: Side, typed: &TypedDice) -> ApiResult<Done> {
    change(room, side, |room| {
        if room.battle.dice_wanted().is_empty() {
            return Err(ApiError::new(StatusCode::CONFLICT, "no-dice"));
        }
        room.battle.type_dice(&typed.faces).map_err(|error| {
            let reason = crate::error::PLAIN.both(|words| words.fault(&(&error).into()));
            ApiError::because(StatusCode::UNPROCESSABLE_ENTITY, "dice", &reason)
        })
    })
}

/// What a seat signs with its answers, and its key.
pub fn signing(room: &mut Room, side: Side) -> Signing {
    Signing {
        battle: String::from(room.battle.identity()),
        side,
        turn: room.battle.picture(Some(side)).turn,
        key: room.battle.seat_key(side).map(String::from),
    }
}

/// Sets the key for the signatures from now on.
///
/// # Errors
/// If it is no key.
pub fn set_key(room: &mut Room, side: Side, key: Bytes32) -> ApiResult<Done> {
    change(room, side, |room| if room.battle.set_seat_key(side, key) { Ok(()) } else { Err(wrong()) })
}
