//! JSON in which no key stands twice: with two values for one key it is not clear which is meant.

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::fmt;

/// Why a text cannot be read.
#[derive(Debug)]
pub enum Unread {
    /// A key stands twice in an object.
    Twice {
        key: String,
        /// The line of the second one.
        line: usize,
        column: usize,
    },
    Json(serde_json::Error),
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Twice { key, line, column } => write!(f, "key `{key}` stands twice, line {line} column {column}"),
            Self::Json(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Unread {}

/// Reads a text.
///
/// # Errors
///
/// If it is no JSON, or a key stands twice in an object.
///
/// ```
/// assert!(game::unique::read(br#"{ "losses": 2, "unit": { "losses": 3 } }"#).is_ok());
/// let twice = game::unique::read(br#"{ "unit": { "losses": 2, "losses": 3 } }"#);
/// assert!(matches!(twice, Err(game::unique::Unread::Twice { key, line: 1, .. }) if key == "losses"));
/// ```
pub fn read(text: &[u8]) -> Result<Value, Unread> {
    let twice = RefCell::new(None);
    let mut from = serde_json::Deserializer::from_slice(text);
    let read = Reader(&twice).deserialize(&mut from).and_then(|value| from.end().map(|()| value));
    read.map_err(|error| match twice.take() {
        Some(key) => Unread::Twice { key, line: error.line(), column: error.column() },
        None => Unread::Json(error),
    })
}

/// Makes a value, and records a repeated key.
#[derive(Clone, Copy)]
struct Reader<'a>(&'a RefCell<Option<String>>);

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(value) = from.next_element_seed(self)? {
            list.push(value);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(key) = from.next_key::<String>()? {
            if object.contains_key(&key) {
                self.0.replace(Some(key));
                return Err(A::Error::custom("a key stands twice"));
            }
            object.insert(key, from.next_value_seed(self)?);
        }
        Ok(Value::Object(object))
    }
}
