//! A deserializer for a JSON value whose errors are values: the fault and its place, not a sentence. A module of the
//! site contains one copy for every type that is read, so it is kept small: no wrappers, and a type is read from one
//! sort of value only.

use game::{FaultReason, Found, ValueSort};
use serde::Deserialize;
use serde::de::value::BorrowedStrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde_json::{Value, map};
use std::iter::Enumerate;
use std::slice;

/// Reads a value.
pub(super) fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Unread> {
    T::deserialize(ValueDeserializer(value)).map_err(|mut unread| {
        unread.path.reverse();
        unread
    })
}

/// Why a value was not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Unread {
    pub reason: FaultReason,
    /// The place; while reading, innermost first.
    pub path: Vec<Segment>,
}

impl Unread {
    fn because(reason: FaultReason) -> Self {
        Self { reason, path: Vec::new() }
    }
}

/// A step on the path to a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Segment {
    Field(String),
    Element(usize),
}

impl std::fmt::Display for Unread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.reason)
    }
}

impl std::error::Error for Unread {}

impl de::Error for Unread {
    /// The reason that a type gives for its own values ([`FaultReason::written`]); what serde says of forms
    /// (`untagged`) is of no use to anybody.
    fn custom<T: std::fmt::Display>(said: T) -> Self {
        Self::because(FaultReason::unwritten(&said.to_string()))
    }

    fn invalid_type(found: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::because(FaultReason::Sort { found: unexpected(&found), known: None })
    }

    fn invalid_value(found: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::because(FaultReason::Sort { found: unexpected(&found), known: None })
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        Self::because(FaultReason::UnknownWord { found: found.to_owned(), known: owned(known) })
    }

    fn unknown_field(found: &str, known: &'static [&'static str]) -> Self {
        Self::because(FaultReason::UnknownField { found: found.to_owned(), known: owned(known) })
    }

    fn missing_field(field: &'static str) -> Self {
        Self::because(FaultReason::Missing(field.to_owned()))
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

/// The description of a value that was found.
pub(super) fn found(value: &Value) -> Found {
    match value {
        Value::Null => Found::Sort(ValueSort::Null),
        Value::Array(_) => Found::Sort(ValueSort::Sequence),
        Value::Object(_) => Found::Sort(ValueSort::Map),
        Value::String(text) => Found::Value(text.clone()),
        value => Found::Value(value.to_string()),
    }
}

/// A value of a sort that the type is not read from.
fn unfit(value: &Value) -> Unread {
    Unread::because(FaultReason::Sort { found: found(value), known: None })
}

/// Reads a field, or its name, and adds its place to an error.
fn field<T>(name: &str, read: Result<T, Unread>) -> Result<T, Unread> {
    read.map_err(|mut unread| {
        unread.path.push(Segment::Field(name.to_owned()));
        unread
    })
}

macro_rules! numbers {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
            self.deserialize_u64(visitor)
        }
    )*};
}

#[derive(Clone, Copy)]
struct ValueDeserializer<'a>(&'a Value);

impl<'de> Deserializer<'de> for ValueDeserializer<'de> {
    type Error = Unread;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Number(_) => self.deserialize_u64(visitor),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    // The remaining methods accept only the sort of value that fits. serde's own would also read every struct from a
    // list, which doubles the code in a module.

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.0 {
            Value::Bool(value) => visitor.visit_bool(*value),
            value => Err(unfit(value)),
        }
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.0 {
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(whole), _) => visitor.visit_u64(whole),
                (None, Some(whole)) => visitor.visit_i64(whole),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            value => Err(unfit(value)),
        }
    }

    numbers!(deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_f32 deserialize_f64);

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        match self.0 {
            Value::String(text) => visitor.visit_borrowed_str(text),
            value => Err(unfit(value)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        let Value::Array(values) = self.0 else { return Err(unfit(self.0)) };
        let mut elements = Elements(values.iter().enumerate());
        let read = visitor.visit_seq(&mut elements)?;
        if elements.0.len() == 0 { Ok(read) } else { Err(Unread::because(FaultReason::Form)) }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unread> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        let Value::Object(fields) = self.0 else { return Err(unfit(self.0)) };
        visitor.visit_map(Fields { left: fields.iter(), named: None })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unread> {
        match self.0 {
            Value::String(text) => visitor.visit_enum(BorrowedStrDeserializer::new(text)),
            Value::Object(fields) => match fields.iter().next() {
                Some((name, value)) => visitor.visit_enum(Variant { name, value }),
                None => Err(unfit(self.0)),
            },
            value => {
                let reason = FaultReason::Sort { found: found(value), known: Some(ValueSort::String) };
                Err(Unread::because(reason))
            }
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unread> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple_struct identifier
    }
}

/// The rest of a list.
struct Elements<'a>(Enumerate<slice::Iter<'a, Value>>);

impl<'de> SeqAccess<'de> for Elements<'de> {
    type Error = Unread;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unread> {
        let Some((index, value)) = self.0.next() else { return Ok(None) };
        seed.deserialize(ValueDeserializer(value)).map(Some).map_err(|mut unread| {
            unread.path.push(Segment::Element(index));
            unread
        })
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The rest of an object, and the field whose name was returned last.
struct Fields<'a> {
    left: map::Iter<'a>,
    named: Option<(&'a str, &'a Value)>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Unread;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Unread> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        self.named = Some((name, value));
        field(name, seed.deserialize(BorrowedStrDeserializer::new(name))).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Unread> {
        let Some((name, value)) = self.named.take() else { return Err(Unread::because(FaultReason::Form)) };
        field(name, seed.deserialize(ValueDeserializer(value)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left.len())
    }
}

/// A variant with its content. An unknown variant is a fault of the value that contains it.
struct Variant<'a> {
    name: &'a str,
    value: &'a Value,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Unread;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Unread> {
        Ok((seed.deserialize(BorrowedStrDeserializer::new(self.name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Unread;

    fn unit_variant(self) -> Result<(), Unread> {
        field(self.name, Deserialize::deserialize(ValueDeserializer(self.value)))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Unread> {
        field(self.name, seed.deserialize(ValueDeserializer(self.value)))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unread> {
        field(self.name, ValueDeserializer(self.value).deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Unread> {
        field(self.name, ValueDeserializer(self.value).deserialize_map(visitor))
    }
}
