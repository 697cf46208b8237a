//! A world, and what a game knows of the objects in it.

use std::collections::BTreeMap;

use impinge::math::Vector;
use impinge::world::{Collider, ColliderHandle, CollisionWorld, EventKind, WorldError};

use super::look::Look;

/// A world whose objects are of some kind and look like something.
pub struct Stage<V: Vector, Kind> {
    pub world: CollisionWorld<V>,
    /// By the numbers of their objects.
    pub things: BTreeMap<ColliderHandle, (Kind, Look<V>)>,
}

impl<V: Vector, Kind: Copy> Stage<V, Kind> {
    /// Nothing yet.
    pub fn new() -> Self {
        Stage { world: CollisionWorld::new(), things: BTreeMap::new() }
    }

    /// Puts an object on the stage.
    pub fn add(
        &mut self,
        kind: Kind,
        look: Look<V>,
        object: Collider<V>,
    ) -> Result<ColliderHandle, WorldError> {
        let handle = self.world.add(object)?;
        self.things.insert(handle, (kind, look));
        Ok(handle)
    }

    /// Takes an object off the stage.
    pub fn remove(&mut self, handle: ColliderHandle) -> Result<(), WorldError> {
        self.world.remove(handle)?;
        self.things.remove(&handle);
        Ok(())
    }

    /// What began to touch an object in the last step of the world.
    pub fn met_by(&self, handle: ColliderHandle) -> Vec<(ColliderHandle, Kind)> {
        let begun = self.world.events().iter().filter(|event| event.kind == EventKind::Begin);
        let partners = begun.filter_map(|event| event.other(handle));
        partners.filter_map(|partner| Some((partner, self.things.get(&partner)?.0))).collect()
    }

    /// All that there is, by the numbers of the objects.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, &Look<V>, &Collider<V>)> {
        let objects = self.world.colliders();
        objects.filter_map(|(handle, object)| {
            let (kind, look) = self.things.get(&handle)?;
            Some((*kind, look, object))
        })
    }
}
