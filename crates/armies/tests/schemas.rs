//! The published schemas are those of the program.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use grognard_armies as armies;

use armies::{SCHEMAS, schema};

/// `UPDATE_SCHEMAS=1` rewrites them.
#[test]
fn published_schemas_are_fresh() {
    for name in SCHEMAS {
        let path = format!("{}/../../data/schemas/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let fresh = serde_json::to_string_pretty(schema(name).unwrap()).unwrap() + "\n";
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            std::fs::write(&path, &fresh).unwrap();
        }
        let published = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(published == fresh, "{path} is stale: run this test with UPDATE_SCHEMAS=1");
    }
}
