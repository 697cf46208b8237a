//! Lists in `impinge.toml` of a fixed length: what is too much in one is an error, and not passed over.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};

/// So many values, no more and no fewer.
pub(crate) fn exactly<'de, D, T, const N: usize>(deserializer: D) -> Result<[T; N], D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    deserializer.deserialize_seq(Exactly(PhantomData))
}

/// The same of what need not be there.
pub(crate) fn exactly_if_any<'de, D, T, const N: usize>(deserializer: D) -> Result<Option<[T; N]>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    exactly(deserializer).map(Some)
}

struct Exactly<T, const N: usize>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const N: usize> Visitor<'de> for Exactly<T, N> {
    type Value = [T; N];

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "an array of length {N}")
    }

    fn visit_seq<Sequence: SeqAccess<'de>>(self, mut values: Sequence) -> Result<[T; N], Sequence::Error> {
        let mut all = Vec::with_capacity(N);
        while let Some(value) = values.next_element()? {
            all.push(value);
        }
        let count = all.len();
        all.try_into().map_err(|_| Sequence::Error::invalid_length(count, &Exactly::<T, N>(PhantomData)))
    }
}
