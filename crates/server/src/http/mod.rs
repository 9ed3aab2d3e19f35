//! The routes.

mod assist;
mod body;
mod client;
mod guard;
mod house;
pub mod openapi;
mod play;
mod push;
mod seat;
mod share;
mod sign;

pub use share::{Count, Shares};

use crate::error::ApiError;
use crate::hall::Hall;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, patch, post};
use guard::Doors;
use std::any::Any;
use std::sync::Arc;
use std::time::Duration;
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

/// Largest body with an answer or a setting.
const SMALL: usize = share::SMALL;
/// Largest body with a query of a seat, or a situation with its inputs.
const SITUATION: usize = 64 * 1024;
/// Largest body with a log or scenario.
const LARGE: usize = share::LARGEST;
/// The longest wait for a response.
const PATIENCE: Duration = Duration::from_secs(120);

const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// All routes of a hall; `key` is the owner's key for a page at the plain address.
pub fn routes(hall: Arc<Hall>, key: Option<String>) -> Router {
    let owner = Router::new()
        .route("/api/house", get(house::house))
        .route("/api/battles", get(house::battles).post(house::begin))
        .route("/api/battles/import", post(house::import).layer(DefaultBodyLimit::max(LARGE)))
        .route("/api/battles/{id}", patch(house::rename).delete(house::delete))
        .route("/api/battles/{id}/seats", get(house::seats))
        .route("/api/battles/{id}/picture", get(house::picture))
        .route("/api/battles/{id}/log", get(house::log))
        .route("/api/battles/{id}/continue", post(house::go_on))
        .route("/api/scenarios", post(house::add_scenario).layer(DefaultBodyLimit::max(LARGE)))
        .route("/api/scenarios/{id}", delete(house::delete_scenario))
        .route("/api/scenarios/{id}/picture", get(house::scenario_picture));
    let seat = Router::new()
        .route("/api/seat", get(seat::table))
        .route("/api/seat/ground", get(seat::ground))
        .route("/api/seat/journal", get(seat::journal))
        .route("/api/seat/moments/{n}", get(seat::moment))
        .route("/api/seat/chances/{n}", get(seat::chances))
        .route("/api/seat/units/{id}", get(seat::dossier))
        .route("/api/seat/lens", post(seat::lens))
        .route("/api/seat/measure", post(seat::measure))
        .route("/api/seat/end", get(seat::end))
        .route("/api/seat/why", get(seat::why))
        .route("/api/seat/report", get(seat::report))
        .route("/api/seat/log", get(seat::log))
        .route("/api/seat/suggest", post(play::suggest))
        .route("/api/seat/route", post(play::route))
        .route("/api/seat/withdraw", post(play::withdraw))
        .route("/api/seat/undo", post(play::undo))
        .route("/api/seat/stand", post(play::stand))
        .route("/api/seat/revoke", post(play::revoke))
        .route("/api/seat/resign", post(play::resign))
        .route("/api/seat/draw", post(play::draw))
        .route("/api/seat/dice", post(play::dice))
        .route("/api/seat/signing", get(sign::signing).post(sign::set_key))
        .route("/api/seat/hold", post(sign::hold))
        .route("/api/seat/link", post(sign::link))
        .route("/api/seat/ws", get(push::connect))
        .layer(DefaultBodyLimit::max(SITUATION))
        .route("/api/seat/answer", post(play::answer))
        .route("/api/seat/preview", post(play::preview));
    let assistant = Router::new()
        .route("/api/assistant", get(assist::all))
        .route("/api/assistant/invite", post(assist::invite))
        .route("/api/assistant/{ruleset}/cases", get(assist::cases))
        .route("/api/assistant/{ruleset}/cases/{id}", get(assist::case))
        .route("/api/assistant/{ruleset}/tests/{test}", get(assist::form))
        .route("/api/assistant/{ruleset}/tests/{test}/resolve", post(assist::resolve))
        .route("/api/assistant/{ruleset}/tests/{test}/follow", post(assist::follow))
        .layer(DefaultBodyLimit::max(SITUATION));
    let doors = Doors { port: hall.port, public: hall.public.clone() };
    let api = Router::new()
        .merge(owner)
        .merge(seat)
        .merge(assistant)
        .route("/api/key", get(move |headers| async move { guard::key(key, &headers) }))
        .route("/api/rules/{ruleset}", get(house::rules))
        .route("/api/openapi.json", get(openapi::serve))
        .route("/api/health", get(|| async { "ok" }))
        .route("/api/{*rest}", axum::routing::any(|| async { ApiError::unknown() }))
        .method_not_allowed_fallback(|| async { ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "method") })
        .layer(DefaultBodyLimit::max(SMALL))
        .layer(from_fn_with_state(doors, guard::at_the_door))
        .layer(set(header::CACHE_CONTROL, "no-store"));
    let set_headers = ServiceBuilder::new()
        .layer(set(header::CONTENT_SECURITY_POLICY, POLICY))
        .layer(set(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(set(header::REFERRER_POLICY, "no-referrer"))
        .layer(set(header::X_FRAME_OPTIONS, "DENY"))
        .layer(set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin"))
        .layer(set(HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"));
    api.fallback(client::serve)
        .layer(CatchPanicLayer::custom(panicked))
        .layer(TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, PATIENCE))
        .layer(from_fn_with_state(Arc::clone(&hall), share::fairly))
        .layer(set_headers)
        .with_state(hall)
}

/// A caught panic: its message goes to the log, never to the client.
fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let said = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    ApiError::internal(said.unwrap_or("panic")).into_response()
}

/// Whether the client was present when the program was built.
pub fn has_client() -> bool {
    client::built()
}

fn set(name: HeaderName, value: &'static str) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
}
