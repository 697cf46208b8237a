//! All errors in one, for programs that do many things.

use crate::compound::CompoundError;
use crate::mask::MaskError;
use crate::shape::{MeshError, PolygonError, ShapeError};
use crate::tree::{RefitError, StoredTreeError};
use crate::world::WorldError;
#[cfg(feature = "serde")]
use crate::world::{SnapshotError, StoredShapeError};

/// Any error of this crate. Each function returns its own; `?` makes this one of it.
///
/// ```
/// use glam::{DVec2, Vec2};
/// use impinge::compound::FilledPolygon;
/// use impinge::shape::Polygon;
/// use impinge::world::{Object, World};
/// fn level(outline: &[Vec2]) -> Result<World<Vec2>, impinge::Error> {
///     let mut world = World::new();
///     let ground = FilledPolygon::new(&Polygon::new(outline)?)?;
///     world.add(Object::new(ground).at(DVec2::Y)?.fixed())?;
///     Ok(world)
/// }
/// assert_eq!(level(&[Vec2::ZERO, Vec2::X, Vec2::Y]).map(|world| world.len()), Ok(1));
/// assert!(matches!(level(&[Vec2::ZERO]), Err(impinge::Error::Polygon(_))));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum Error {
    /// Of a shape, a pose or a number.
    Shape(#[from] ShapeError),
    /// Of a polygon.
    Polygon(#[from] PolygonError),
    /// Of a mesh.
    Mesh(#[from] MeshError),
    /// Of a shape of many parts.
    Compound(#[from] CompoundError),
    /// Of a mask.
    Mask(#[from] MaskError),
    /// Of a tree that is fitted again.
    Refit(#[from] RefitError),
    /// Of a tree that was stored.
    StoredTree(#[from] StoredTreeError),
    /// Of a world.
    World(#[from] WorldError),
    /// Of a shape that was stored.
    #[cfg(feature = "serde")]
    StoredShape(#[from] StoredShapeError),
    /// Of a world that was stored.
    #[cfg(feature = "serde")]
    Snapshot(#[from] SnapshotError),
}
