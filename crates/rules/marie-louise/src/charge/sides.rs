//! The sides of a charge as typed in: one that does not say its order charges, or holds.

use super::Party;
use serde::de::value::StrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use std::fmt;

/// Who charges: under C, unless it is said otherwise.
pub(super) fn attacker<'de, D: Deserializer<'de>>(from: D) -> Result<Party, D::Error> {
    Party::deserialize(Completed { from, order: "charge" })
}

/// Who is charged: under T, unless it is said otherwise.
pub(super) fn defender<'de, D: Deserializer<'de>>(from: D) -> Result<Party, D::Error> {
    Party::deserialize(Completed { from, order: "hold" })
}

const ORDER: &str = "order";

/// Reads a side, or the fields of one, as if they also said this order where they say none.
struct Completed<T> {
    from: T,
    order: &'static str,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Completed<D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.from.deserialize_any(Completed { from: visitor, order: self.order })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        self.from.deserialize_struct(name, fields, Completed { from: visitor, order: self.order })
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Completed<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.from.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.from.visit_map(Fields { map, order: Some(self.order), added: None })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        self.from.visit_seq(seq)
    }
}

/// The fields of a side, its order added at the end unless it came.
struct Fields<A> {
    map: A,
    /// The order, as long as none came.
    order: Option<&'static str>,
    /// The order, once its name was given out.
    added: Option<&'static str>,
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Fields<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        if let Some(name) = self.map.next_key::<String>()? {
            if name == ORDER {
                self.order = None;
            }
            return seed.deserialize(name.into_deserializer()).map(Some);
        }
        self.added = self.order.take();
        let name: Option<StrDeserializer<'_, A::Error>> = self.added.map(|_| ORDER.into_deserializer());
        name.map(|name| seed.deserialize(name)).transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        match self.added.take() {
            Some(order) => seed.deserialize(IntoDeserializer::<A::Error>::into_deserializer(order)),
            None => self.map.next_value_seed(seed),
        }
    }
}
