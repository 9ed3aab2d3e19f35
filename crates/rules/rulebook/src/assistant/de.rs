//! A value of JSON as serde reads it, with errors that are values: what was wrong is kept, not put into a sentence.

use game::{FaultReason, Found, ValueSort};
use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, MapDeserializer, SeqDeserializer};
use serde::de::{self, Deserializer, Expected, IntoDeserializer, Unexpected, Visitor};
use serde_json::Value;

/// Why a value does not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unread(pub FaultReason);

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl std::error::Error for Unread {}

impl de::Error for Unread {
    /// What a type says of its own values ([`FaultReason::written`]); what serde says of forms (`untagged`) tells nobody anything.
    fn custom<T: std::fmt::Display>(said: T) -> Self {
        Self(FaultReason::unwritten(&said.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self(FaultReason::Sort { found: unexpected(&found), known: None })
    }

    fn invalid_value(found: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self(FaultReason::Sort { found: unexpected(&found), known: None })
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        Self(FaultReason::UnknownWord { found: found.to_owned(), known: owned(known) })
    }

    fn unknown_field(found: &str, known: &'static [&'static str]) -> Self {
        Self(FaultReason::UnknownField { found: found.to_owned(), known: owned(known) })
    }

    fn missing_field(field: &'static str) -> Self {
        Self(FaultReason::Missing(field.to_owned()))
    }
}

fn owned(known: &[&str]) -> Vec<String> {
    known.iter().map(|word| (*word).to_owned()).collect()
}

fn unexpected(found: &Unexpected<'_>) -> Found {
    match found {
        Unexpected::Bool(value) => Found::Value(value.to_string()),
        Unexpected::Unsigned(value) => Found::Value(value.to_string()),
        Unexpected::Signed(value) => Found::Value(value.to_string()),
        Unexpected::Float(value) => Found::Value(value.to_string()),
        Unexpected::Char(value) => Found::Value(value.to_string()),
        Unexpected::Str(value) => Found::Value((*value).to_owned()),
        Unexpected::Unit | Unexpected::Option => Found::Sort(ValueSort::Null),
        Unexpected::Seq | Unexpected::Bytes(_) => Found::Sort(ValueSort::Sequence),
        _ => Found::Sort(ValueSort::Map),
    }
}

/// A value as what was found.
pub(super) fn found(value: &Value) -> Found {
    match value {
        Value::Null => Found::Sort(ValueSort::Null),
        Value::Array(_) => Found::Sort(ValueSort::Sequence),
        Value::Object(_) => Found::Sort(ValueSort::Map),
        Value::String(text) => Found::Value(text.clone()),
        value => Found::Value(value.to_string()),
    }
}

/// A value that is read.
#[derive(Clone, Copy)]
pub(super) struct ValueDeserializer<'a>(pub &'a Value);

impl<'de> IntoDeserializer<'de, Unread> for ValueDeserializer<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for ValueDeserializer<'de> {
    type Error = Unread;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(values) => {
                let mut sequence = SeqDeserializer::new(values.iter().map(ValueDeserializer));
                let read = visitor.visit_seq(&mut sequence)?;
                sequence.end()?;
                Ok(read)
            }
            Value::Object(fields) => {
                let mut map =
                    MapDeserializer::new(fields.iter().map(|(name, value)| (name.as_str(), ValueDeserializer(value))));
                let read = visitor.visit_map(&mut map)?;
                map.end()?;
                Ok(read)
            }
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(whole), _) => visitor.visit_u64(whole),
                (None, Some(whole)) => visitor.visit_i64(whole),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        match self.0 {
            Value::String(text) => visitor.visit_enum(BorrowedStrDeserializer::new(text)),
            Value::Object(fields) => {
                let map =
                    MapDeserializer::new(fields.iter().map(|(name, value)| (name.as_str(), ValueDeserializer(value))));
                visitor.visit_enum(MapAccessDeserializer::new(map))
            }
            value => Err(Unread(FaultReason::Sort { found: found(value), known: Some(ValueSort::String) })),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct identifier ignored_any
    }
}
