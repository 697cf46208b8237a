//! Colliders by index, with generations.
//!
//! The index of a collider is the index of its box in the broad phase. A handle also has a generation,
//! which no other collider ever has. So a stale handle never refers to the next collider with the same
//! index.

use std::num::NonZeroU64;

use super::collider_entry::Held;
use super::error::WorldError;
use super::handle::ColliderHandle;
use crate::math::Vector;

/// Maximum number of colliders in a world.
pub(super) const MOST: usize = (1 << 30) - 1;

/// All colliders by index.
#[derive(Clone, Debug)]
pub(super) struct Slots<V: Vector> {
    /// The generations of existing colliders; apart, since handles are read more often than colliders.
    generations: Vec<Option<NonZeroU64>>,
    held: Vec<Option<Held<V>>>,
    /// The generation of the next collider.
    next: NonZeroU64,
}

impl<V: Vector> Default for Slots<V> {
    fn default() -> Self {
        Slots { generations: Vec::new(), held: Vec::new(), next: NonZeroU64::MIN }
    }
}

impl<V: Vector> Slots<V> {
    /// Stores a collider in an empty slot, with a stored generation or the next one.
    pub fn put(&mut self, index: u32, held: Held<V>, generation: Option<NonZeroU64>) -> ColliderHandle {
        let generation = generation.unwrap_or_else(|| {
            let next = self.next;
            // Reached after five hundred years of a thousand million colliders per second.
            self.next = next.saturating_add(1);
            next
        });
        if self.held.len() <= index as usize {
            self.held.resize_with(index as usize + 1, || None);
            self.generations.resize(index as usize + 1, None);
        }
        self.held[index as usize] = Some(held);
        self.generations[index as usize] = Some(generation);
        ColliderHandle { index, generation }
    }

    pub fn take(&mut self, handle: ColliderHandle) -> Result<Held<V>, WorldError> {
        self.get(handle)?;
        self.generations[handle.index as usize] = None;
        self.held[handle.index as usize].take().ok_or(WorldError::Stale { index: handle.index })
    }

    pub fn get(&self, handle: ColliderHandle) -> Result<&Held<V>, WorldError> {
        let held = self.is_there(handle).then(|| self.at(handle.index)).flatten();
        held.ok_or(WorldError::Stale { index: handle.index })
    }

    pub fn get_mut(&mut self, handle: ColliderHandle) -> Result<&mut Held<V>, WorldError> {
        let held = self.is_there(handle).then(|| self.at_mut(handle.index)).flatten();
        held.ok_or(WorldError::Stale { index: handle.index })
    }

    fn is_there(&self, handle: ColliderHandle) -> bool {
        self.handle(handle.index) == Some(handle)
    }

    /// Returns the collider with an index.
    pub fn at(&self, index: u32) -> Option<&Held<V>> {
        self.held.get(index as usize)?.as_ref()
    }

    pub fn at_mut(&mut self, index: u32) -> Option<&mut Held<V>> {
        self.held.get_mut(index as usize)?.as_mut()
    }

    pub fn handle(&self, index: u32) -> Option<ColliderHandle> {
        let generation = *self.generations.get(index as usize)?.as_ref()?;
        Some(ColliderHandle { index, generation })
    }

    pub fn iter(&self) -> impl Iterator<Item = (ColliderHandle, &Held<V>)> {
        (0u32..).zip(&self.held).filter_map(|(index, held)| Some((self.handle(index)?, held.as_ref()?)))
    }

    #[cfg(feature = "serde")]
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Held<V>> {
        self.held.iter_mut().flatten()
    }

    /// Returns the generation of the next collider.
    pub fn next_generation(&self) -> NonZeroU64 {
        self.next
    }

    #[cfg(feature = "serde")]
    pub fn go_on_from(&mut self, next: NonZeroU64) {
        self.next = next;
    }

    /// All indices are below this.
    pub fn end(&self) -> usize {
        self.held.len()
    }
}
