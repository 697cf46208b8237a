//! Handles of colliders.

use std::num::NonZeroU64;

/// Identifies a collider in a world until it is removed. In another world it is invalid or identifies another
/// collider.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ColliderHandle {
    pub(super) index: u32,
    pub(super) generation: NonZeroU64,
}

impl ColliderHandle {
    /// Returns the index: the least one that was free when the collider was added. Others reuse it after a
    /// removal.
    pub fn index(self) -> u32 {
        self.index
    }
}
