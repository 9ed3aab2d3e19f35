//! Reads units as a player types them. One description of a unit serves every test: a test skips the fields it does not
//! use and fills in the obvious ones.
//!
//! This happens during deserialisation and not on a map beforehand, because the reader (`rulebook::assistant`) records
//! the path to a value that does not read, and that path would otherwise end at the unit instead of at its field.

use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use std::fmt;

/// How a unit is read.
#[derive(Clone, Copy, Default)]
pub(crate) struct Reading {
    /// Its order if none is given.
    pub order: Option<&'static str>,
    /// Fields of a unit that have no effect here.
    pub without: &'static [&'static str],
}

impl Reading {
    /// Reads a unit in this way.
    pub(crate) fn read<'de, T: Deserialize<'de>, D: Deserializer<'de>>(self, from: D) -> Result<T, D::Error> {
        T::deserialize(Wrapped { from, by: self })
    }
}

const ORDER: &str = "order";

/// A unit, or a visitor that expects one, with its way of reading.
struct Wrapped<T> {
    from: T,
    by: Reading,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Wrapped<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.from.deserialize_any(Wrapped { from: visitor, by: self.by })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.from.deserialize_struct(name, fields, Wrapped { from: visitor, by: self.by })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Wrapped<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.from.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.from.visit_map(Fields { map, by: self.by, added: None })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        self.from.visit_seq(seq)
    }
}

/// The fields of a unit without those that have no effect; its order is added at the end unless given.
struct Fields<A> {
    map: A,
    by: Reading,
    /// The added order, once its name has been returned.
    added: Option<&'static str>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Fields<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        let mut seed = Some(seed);
        while let Some(name) = self.map.next_key_seed(Name { seed: &mut seed, by: &mut self.by })? {
            if name.is_some() {
                return Ok(name);
            }
            self.map.next_value::<IgnoredAny>()?;
        }
        self.added = self.by.order.take();
        let name: StrDeserializer<'_, A::Error> = ORDER.into_deserializer();
        seed.filter(|_| self.added.is_some()).map(|seed| seed.deserialize(name)).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.added.take() {
            Some(order) => seed.deserialize(IntoDeserializer::<A::Error>::into_deserializer(order)),
            None => self.map.next_value_seed(seed),
        }
    }
}

/// The name of a field, read by the caller unless it is skipped. It is read in its place, so that an unknown name is
/// reported itself.
struct Name<'a, K> {
    seed: &'a mut Option<K>,
    by: &'a mut Reading,
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for Name<'_, K> {
    type Value = Option<K::Value>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        let name = String::deserialize(from)?;
        if self.by.without.contains(&name.as_str()) {
            return Ok(None);
        }
        if name == ORDER {
            self.by.order = None;
        }
        self.seed.take().map(|seed| seed.deserialize(name.into_deserializer())).transpose()
    }
}
