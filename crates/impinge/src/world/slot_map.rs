//! Colliders by index, with generations.
//!
//! The index of a collider is the index of its box in the broad phase. A handle also has a generation,
//! which no other collider ever has. So a stale handle never refers to the next collider with the same
//! index.

use std::num::NonZeroU64;

use super::collider_entry::ColliderEntry;
use super::error::WorldError;
use super::handle::ColliderHandle;
use crate::math::Vector;

/// Maximum number of colliders in a world.
pub(super) const MAX_COLLIDERS: usize = (1 << 30) - 1;

/// All colliders by index.
#[derive(Clone, Debug)]
pub(super) struct SlotMap<V: Vector> {
    /// The generations of existing colliders; apart, since handles are read more often than colliders.
    generations: Vec<Option<NonZeroU64>>,
    entries: Vec<Option<ColliderEntry<V>>>,
    /// The generation of the next collider.
    next: NonZeroU64,
}

impl<V: Vector> Default for SlotMap<V> {
    fn default() -> Self {
        SlotMap { generations: Vec::new(), entries: Vec::new(), next: NonZeroU64::MIN }
    }
}

impl<V: Vector> SlotMap<V> {
    /// Stores a collider in an empty slot, with a stored generation or the next one.
    pub fn insert(
        &mut self,
        index: u32,
        entry: ColliderEntry<V>,
        generation: Option<NonZeroU64>,
    ) -> ColliderHandle {
        let generation = generation.unwrap_or_else(|| {
            let next = self.next;
            // Reached after five hundred years of a thousand million colliders per second.
            self.next = next.saturating_add(1);
            next
        });
        if self.entries.len() <= index as usize {
            self.entries.resize_with(index as usize + 1, || None);
            self.generations.resize(index as usize + 1, None);
        }
        self.entries[index as usize] = Some(entry);
        self.generations[index as usize] = Some(generation);
        ColliderHandle { index, generation }
    }

    pub fn remove(&mut self, handle: ColliderHandle) -> Result<ColliderEntry<V>, WorldError> {
        self.get(handle)?;
        self.generations[handle.index as usize] = None;
        self.entries[handle.index as usize].take().ok_or(WorldError::Stale { index: handle.index })
    }

    pub fn get(&self, handle: ColliderHandle) -> Result<&ColliderEntry<V>, WorldError> {
        let entry = self.is_current(handle).then(|| self.at(handle.index)).flatten();
        entry.ok_or(WorldError::Stale { index: handle.index })
    }

    pub fn get_mut(&mut self, handle: ColliderHandle) -> Result<&mut ColliderEntry<V>, WorldError> {
        let entry = self.is_current(handle).then(|| self.at_mut(handle.index)).flatten();
        entry.ok_or(WorldError::Stale { index: handle.index })
    }

    fn is_current(&self, handle: ColliderHandle) -> bool {
        self.handle(handle.index) == Some(handle)
    }

    /// Returns the collider with an index.
    pub fn at(&self, index: u32) -> Option<&ColliderEntry<V>> {
        self.entries.get(index as usize)?.as_ref()
    }

    pub fn at_mut(&mut self, index: u32) -> Option<&mut ColliderEntry<V>> {
        self.entries.get_mut(index as usize)?.as_mut()
    }

    pub fn handle(&self, index: u32) -> Option<ColliderHandle> {
        let generation = *self.generations.get(index as usize)?.as_ref()?;
        Some(ColliderHandle { index, generation })
    }

    pub fn iter(&self) -> impl Iterator<Item = (ColliderHandle, &ColliderEntry<V>)> {
        (0u32..).zip(&self.entries).filter_map(|(index, entry)| Some((self.handle(index)?, entry.as_ref()?)))
    }

    #[cfg(feature = "serde")]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut ColliderEntry<V>> {
        self.entries.iter_mut().flatten()
    }

    /// Returns the generation of the next collider.
    pub fn next_generation(&self) -> NonZeroU64 {
        self.next
    }

    #[cfg(feature = "serde")]
    pub fn set_next_generation(&mut self, next: NonZeroU64) {
        self.next = next;
    }

    /// All indices are below this.
    pub fn end(&self) -> usize {
        self.entries.len()
    }
}
