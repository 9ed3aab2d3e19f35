//! The published description of the routes is what the program serves.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_server::openapi;

#[test]
fn the_file_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.json");
    let made = openapi::text();
    if std::env::var_os("UPDATE_OPENAPI").is_some() {
        std::fs::write(path, &made).unwrap();
    }
    let kept = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        kept == made,
        "crates/server/openapi.json is stale: UPDATE_OPENAPI=1 cargo test -p grognard-server --test openapi"
    );
}
