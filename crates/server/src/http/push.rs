//! The WebSocket of a seat. It only pushes: the client says once which seat it has and its last update.

use crate::error::closed;
use crate::hall::Hall;
use crate::http::guard::Seat;
use crate::token;
use crate::wire::{Hello, Push};
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{interval, timeout};

/// The longest message of a client, in bytes.
const LONGEST: usize = 4 * 1024;
/// The time in which a client must send its first message.
const PATIENCE: Duration = Duration::from_secs(5);
/// The time in which a client must accept a message.
const TAKEN: Duration = Duration::from_secs(20);
/// Maximum connections per token.
const OF_TOKEN: u32 = 12;
/// The interval after which an idle connection is tested.
const PULSE: Duration = Duration::from_secs(20);

/// Opens the connection.
pub async fn connect(State(hall): State<Arc<Hall>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).on_upgrade(move |socket| serve(hall, socket))
}

async fn serve(hall: Arc<Hall>, mut socket: WebSocket) {
    let _ = converse(&hall, &mut socket).await;
    let _ = timeout(TAKEN, socket.send(Message::Close(None))).await;
}

/// `None`: the connection is over.
async fn converse(hall: &Arc<Hall>, socket: &mut WebSocket) -> Option<()> {
    let first = timeout(PATIENCE, socket.recv()).await.ok()??.ok()?;
    let Message::Text(text) = first else { return refuse(socket).await };
    let Ok(hello) = serde_json::from_str::<Hello>(&text) else { return refuse(socket).await };
    let token = token::hash(&hello.token);
    let seat = hall.grant(&token).and_then(|grant| Seat::of(grant).ok());
    let Some(seat) = seat else { return refuse(socket).await };
    let Some(_share) = hall.sockets.take(token, OF_TOKEN) else { return refuse(socket).await };
    let side = seat.side;
    let opened = hall
        .visit(&seat.battle, move |place| {
            if !place.room.allows(side) {
                return None;
            }
            // Listening begins before the first picture is made, so that no update is lost.
            let listener = place.listen(side);
            let room = &mut place.room;
            let missed = hello.after.and_then(|after| room.sight(side).since(after));
            let pushes: Option<Vec<String>> = match missed {
                Some(updates) => {
                    updates.iter().map(|update| text_of(&Push::Update(Box::new(update.as_ref().clone())))).collect()
                }
                None => text_of(&Push::Table(Box::new(room.table(side)))).map(|table| vec![table]),
            };
            Some((listener, pushes))
        })
        .await;
    let Ok(Some((mut listener, pushes))) = opened else { return refuse(socket).await };
    for push in pushes? {
        send(socket, push).await?;
    }
    let mut pulse = interval(PULSE);
    loop {
        tokio::select! {
            heard = listener.recv() => match heard {
                Ok(push) => {
                    send(socket, text_of(&push)?).await?;
                    if matches!(*push, Push::Closed { .. }) {
                        return None;
                    }
                }
                // Too slow: the whole state instead of the updates missed.
                Err(RecvError::Lagged(_)) => {
                    let table = hall.look(&seat.battle, move |room| room.table(side)).await.ok()?;
                    let push = text_of(&Push::Table(Box::new(table)))?;
                    send(socket, push).await?;
                }
                Err(RecvError::Closed) => {
                    let _ = send(socket, text_of(&closed("closed-reopen"))?).await;
                    return None;
                }
            },
            came = socket.recv() => match came? {
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                // No other message is expected from a client.
                _ => return None,
            },
            _ = pulse.tick() => timeout(TAKEN, socket.send(Message::Ping(Vec::new().into()))).await.ok()?.ok()?,
        }
    }
}

async fn send(socket: &mut WebSocket, text: String) -> Option<()> {
    timeout(TAKEN, socket.send(Message::Text(text.into()))).await.ok()?.ok()
}

async fn refuse(socket: &mut WebSocket) -> Option<()> {
    let _ = send(socket, text_of(&closed("closed-token"))?).await;
    None
}

/// A push as text. One that cannot be written ends the connection.
fn text_of(push: &Push) -> Option<String> {
    serde_json::to_string(push).inspect_err(|cause| tracing::error!(%cause, "a push cannot be written")).ok()
}
