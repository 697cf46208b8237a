//! One error type for all errors of the crate.

use crate::bvh::{RefitError, StoredBvhError};
use crate::compound::CompoundError;
use crate::mask::MaskError;
use crate::shape::{MeshError, PolygonError, ShapeError};
use crate::world::WorldError;
#[cfg(feature = "serde")]
use crate::world::{SnapshotError, StoredShapeError};

/// Any error of this crate.
///
/// Each function returns its own error type; `?` converts it to this one.
///
/// ```
/// use glam::{DVec2, Vec2};
/// use impinge::compound::FilledPolygon;
/// use impinge::shape::Polygon;
/// use impinge::world::{Collider, CollisionWorld};
/// fn level(outline: &[Vec2]) -> Result<CollisionWorld<Vec2>, impinge::Error> {
///     let mut world = CollisionWorld::new();
///     let ground = FilledPolygon::new(&Polygon::new(outline)?)?;
///     world.add(Collider::new(ground).with_position(DVec2::Y)?.fixed())?;
///     Ok(world)
/// }
/// assert_eq!(level(&[Vec2::ZERO, Vec2::X, Vec2::Y]).map(|world| world.len()), Ok(1));
/// assert!(matches!(level(&[Vec2::ZERO]), Err(impinge::Error::Polygon(_))));
/// ```
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum Error {
    /// Error of a shape, a pose or a number.
    Shape(#[from] ShapeError),
    /// Error of a polygon.
    Polygon(#[from] PolygonError),
    /// Error of a mesh.
    Mesh(#[from] MeshError),
    /// Error of a shape of many parts.
    Compound(#[from] CompoundError),
    /// Error of a mask.
    Mask(#[from] MaskError),
    /// Error of refitting a tree.
    Refit(#[from] RefitError),
    /// Error of a stored tree.
    StoredBvh(#[from] StoredBvhError),
    /// Error of a world.
    CollisionWorld(#[from] WorldError),
    /// Error of a stored shape.
    #[cfg(feature = "serde")]
    StoredShape(#[from] StoredShapeError),
    /// Error of a stored world.
    #[cfg(feature = "serde")]
    Snapshot(#[from] SnapshotError),
}
