//! The published formats of the files, as JSON Schema.

use crate::setup::{RosterSetup, ScenarioSetup, TroopsSetup};
use schemars::{Schema, generate::SchemaSettings};
use serde_json::Value;
use std::sync::OnceLock;

/// Names of the published schemas: `scenario`, `roster` and `troops`.
pub const SCHEMAS: [&str; 3] = ["scenario", "roster", "troops"];

/// A published schema by its name.
#[must_use]
pub fn schema(name: &str) -> Option<&'static Value> {
    match name {
        "scenario" => Some(scenario()),
        "roster" => Some(roster()),
        "troops" => Some(troops()),
        _ => None,
    }
}

macro_rules! published {
    ($name:ident, $of:ty) => {
        pub(crate) fn $name() -> &'static Value {
            static SCHEMA: OnceLock<Value> = OnceLock::new();
            SCHEMA.get_or_init(|| {
                let schema: Schema = SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<$of>();
                schema.to_value()
            })
        }
    };
}

published!(scenario, ScenarioSetup);
published!(roster, RosterSetup);
published!(troops, TroopsSetup);
