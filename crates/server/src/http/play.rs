//! What a seat does.

use super::body::Told;
use super::guard::Seat;
use super::sign;
use crate::fault::{Reached, Refused};
use crate::general;
use crate::hall::Hall;
use crate::march;
use crate::room::{Copy, Room, undo_text};
use crate::view::look;
use crate::wire::{Answer, AskOnly, Done, Draw, Looked, Route, Routed, Suggestion, TypedDice};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use game::seal::Bytes64;
use game::sign::Act;
use game::{By, Preview, Refusal, Reply, Side, Standing};
use std::sync::Arc;

/// So many standing answers a side.
const MOST_STANDING: usize = 400;
/// So many conditions of one.
const MOST_WHEN: usize = 16;
/// Longest term of one.
const LONGEST_TERM: usize = 80;

/// Changes the battle as a player.
pub async fn change(
    hall: &Arc<Hall>,
    seat: &Seat,
    change: impl FnOnce(&mut Room, Side) -> Reached<()> + Send + 'static,
) -> Reached<Json<Done>> {
    let side = seat.player()?;
    hall.change(&seat.battle, move |room| {
        if room.battle.outcome().is_some() {
            return Err(Refused::new(StatusCode::CONFLICT, "over"));
        }
        change(room, side)?;
        Ok(Json(Done { seq: room.next_seq(side) }))
    })
    .await
}

fn refused(room: &Room, refusals: &[Refusal]) -> Refused {
    let open = !refusals.iter().any(|refusal| refusal.reason == "question_not_open");
    let (status, what) =
        if open { (StatusCode::UNPROCESSABLE_ENTITY, "refused") } else { (StatusCode::CONFLICT, "not-open") };
    Refused::new(status, what).with(room.refusals(refusals))
}

/// `POST /api/seat/answer`
pub async fn answer(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    headers: HeaderMap,
    Told(told): Told<Answer>,
) -> Reached<Json<Done>> {
    let signature = sign::signature(&headers)?;
    change(&hall, &seat, move |room, side| {
        let given = match signature {
            Some(signature) => room.battle.answer_signed(side, told.ask, told.replies, signature),
            None => room.battle.answer(side, told.ask, told.replies, By::Person),
        };
        given.map_err(|refusals| refused(room, &refusals))
    })
    .await
}

/// `POST /api/seat/preview`
pub async fn preview(seat: Seat, State(hall): State<Arc<Hall>>, Told(told): Told<Answer>) -> Reached<Json<Looked>> {
    let side = seat.player()?;
    // Odds take their time: they are counted over a copy, so that the table does not wait for them.
    let copy = hall.look(&seat.battle, move |room| room.copy(Some(side))).await?;
    hall.think_over(&seat.battle, move || Json(looked(&copy, side, told.ask, &told.replies))).await
}

/// What an answer would do.
fn looked(copy: &Copy, side: Side, ask: u64, replies: &[Reply]) -> Looked {
    let question = copy.battle.waiting(side).into_iter().find(|one| one.id == ask);
    let tell = |judged: (Option<Preview>, &[Refusal]), replies: &[Reply]| {
        let prospects = if judged.0.is_some() { copy.battle.prospects(side, ask, replies) } else { Vec::new() };
        look::looked(&copy.voice, &copy.names, question.as_ref(), judged, &prospects)
    };
    match copy.battle.preview(side, ask, replies) {
        Ok(preview) => tell((Some(preview), &[]), replies),
        Err(refusals) => {
            // What is not refused is shown as it would be: the refused fields as they were proposed.
            let mut rest = replies.to_vec();
            for refusal in &refusals {
                let n = usize::from(refusal.field);
                let proposed = question.as_ref().and_then(|question| question.fields.get(n));
                if let (Some(reply), Some(field)) = (rest.get_mut(n), proposed) {
                    reply.clone_from(&field.default);
                }
            }
            let preview = if rest.len() > 1 { copy.battle.preview(side, ask, &rest).ok() } else { None };
            tell((preview, &refusals), &rest)
        }
    }
}

/// `POST /api/seat/suggest`: by a general, with his reasons.
pub async fn suggest(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    Told(AskOnly { ask }): Told<AskOnly>,
) -> Reached<Json<Suggestion>> {
    let side = seat.player()?;
    let copy = hall.look(&seat.battle, move |room| room.copy(Some(side))).await?;
    let think = move || general::advise(&copy.voice, &copy.names, copy.battle.as_ref(), side, ask);
    let advice = hall.think_over(&seat.battle, think).await?;
    let (replies, reasons) = advice.ok_or_else(|| Refused::new(StatusCode::CONFLICT, "not-open"))?;
    Ok(Json(Suggestion { replies, reasons }))
}

/// `POST /api/seat/route`
pub async fn route(seat: Seat, State(hall): State<Arc<Hall>>, Told(wanted): Told<Route>) -> Reached<Json<Routed>> {
    let side = seat.player()?;
    let copy = hall.look(&seat.battle, move |room| room.copy(Some(side))).await?;
    hall.think_over(&seat.battle, move || {
        let replies = march::find(&copy, side, &wanted)?;
        let looked = looked(&copy, side, wanted.ask, &replies);
        Ok(Json(Routed { replies, looked }))
    })
    .await?
}

/// `POST /api/seat/withdraw`
pub async fn withdraw(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    Told(AskOnly { ask }): Told<AskOnly>,
) -> Reached<Json<Done>> {
    change(&hall, &seat, move |room, side| {
        if room.battle.withdraw(side, ask) { Ok(()) } else { Err(Refused::new(StatusCode::CONFLICT, "withdraw")) }
    })
    .await
}

/// `POST /api/seat/undo`
pub async fn undo(seat: Seat, State(hall): State<Arc<Hall>>) -> Reached<Json<Done>> {
    change(&hall, &seat, move |room, side| {
        room.battle.undo(side).map_err(|barrier| {
            let reason = room.about.voice.say(undo_text(Err(barrier)));
            Refused::because(StatusCode::CONFLICT, "undo", &reason)
        })
    })
    .await
}

/// `POST /api/seat/stand`
pub async fn stand(seat: Seat, State(hall): State<Arc<Hall>>, Told(standing): Told<Standing>) -> Reached<Json<Done>> {
    change(&hall, &seat, move |room, side| {
        let terms = [&standing.kind, &standing.does].into_iter().chain(standing.when.iter().map(|(fact, ..)| fact));
        let long = terms.into_iter().any(|term| term.as_str().len() > LONGEST_TERM);
        if long || room.battle.standing(side).len() >= MOST_STANDING || standing.when.len() > MOST_WHEN {
            return Err(Refused::new(StatusCode::UNPROCESSABLE_ENTITY, "standing"));
        }
        room.battle.stand(side, standing);
        Ok(())
    })
    .await
}

/// `POST /api/seat/revoke`
pub async fn revoke(seat: Seat, State(hall): State<Arc<Hall>>, Told(standing): Told<Standing>) -> Reached<Json<Done>> {
    change(
        &hall,
        &seat,
        move |room, side| {
            if room.battle.revoke(side, &standing) { Ok(()) } else { Err(Refused::unknown()) }
        },
    )
    .await
}

/// Notes the signature of what a seat does next. One that signs its answers signs this too.
fn signed(room: &mut Room, side: Side, act: Act, signature: Option<Bytes64>) -> Reached<()> {
    let good = match signature {
        Some(signature) => room.battle.note_signature(side, act, signature),
        None => room.battle.seat_key(side).is_none(),
    };
    if good { Ok(()) } else { Err(sign::wrong()) }
}

/// `POST /api/seat/resign`
pub async fn resign(seat: Seat, State(hall): State<Arc<Hall>>, headers: HeaderMap) -> Reached<Json<Done>> {
    let signature = sign::signature(&headers)?;
    change(&hall, &seat, move |room, side| {
        signed(room, side, Act::Resign, signature)?;
        room.battle.resign(side);
        Ok(())
    })
    .await
}

/// `POST /api/seat/draw`
pub async fn draw(
    seat: Seat,
    State(hall): State<Arc<Hall>>,
    headers: HeaderMap,
    Told(draw): Told<Draw>,
) -> Reached<Json<Done>> {
    let signature = sign::signature(&headers)?;
    change(&hall, &seat, move |room, side| {
        let offered = room.battle.draw_offered();
        match draw {
            Draw::Offer if offered[side.index()] => {}
            Draw::Offer => {
                signed(room, side, Act::OfferDraw, signature)?;
                room.battle.offer_draw(side);
            }
            Draw::Decline if offered == [false; 2] => return Err(Refused::new(StatusCode::CONFLICT, "no-draw")),
            Draw::Decline => {
                signed(room, side, Act::DeclineDraw, signature)?;
                room.battle.decline_draw(side);
            }
        }
        Ok(())
    })
    .await
}

/// `POST /api/seat/dice`
pub async fn dice(seat: Seat, State(hall): State<Arc<Hall>>, Told(typed): Told<TypedDice>) -> Reached<Json<Done>> {
    change(&hall, &seat, move |room, _| {
        if room.battle.dice_wanted().is_empty() {
            return Err(Refused::new(StatusCode::CONFLICT, "no-dice"));
        }
        room.battle
            .type_dice(&typed.faces)
            .map_err(|error| Refused::plainly(StatusCode::UNPROCESSABLE_ENTITY, "dice", &error.to_string()))
    })
    .await
}
