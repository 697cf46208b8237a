//! Lists in `impinge.toml` of a fixed length: what is too much in one is an error, and not passed over.

use serde::de::{Deserialize, Deserializer, Error};

/// So many values, no more and no fewer.
pub(crate) fn exactly<'de, D, T, const N: usize>(deserializer: D) -> Result<[T; N], D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let all = Vec::deserialize(deserializer)?;
    let count = all.len();
    all.try_into().map_err(|_| D::Error::invalid_length(count, &format!("an array of length {N}").as_str()))
}

/// The same of what need not be there.
pub(crate) fn exactly_if_any<'de, D, T, const N: usize>(deserializer: D) -> Result<Option<[T; N]>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    exactly(deserializer).map(Some)
}
