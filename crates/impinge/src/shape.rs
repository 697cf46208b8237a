//! Collision shapes, one file each. Constructors reject invalid values, so that queries cannot fail.
//!
//! `at` places a shape: it applies a pose to the current placement. `s.at(&p).at(&q)` is placed by `q * p`.

mod aabb;
mod backend;
mod ball;
mod capsule;
mod cone;
mod custom;
mod cylinder;
mod half_space;
mod hull;
mod linear_sweep;
mod mesh;
mod obb;
mod placed_hull;
mod plane;
mod polygon;
mod ray;
mod revolution;
mod round_shape;
mod segment;
mod shape_ref;
mod tapered_capsule;
mod triangle;

pub use crate::math::error::ShapeError;
pub use aabb::Aabb;
pub(crate) use backend::ShapeBackend;
pub use ball::Ball;
pub use capsule::Capsule;
pub(crate) use capsule::round_volume;
pub use cone::Cone;
pub use custom::{CustomShape, Support};
pub use cylinder::Cylinder;
pub use half_space::HalfSpace;
// Names of other engines. They stand on re-exports: rustdoc 1.95 loses them on items of private modules.
#[doc(alias("ConvexHull", "convex_hull"))]
pub use hull::Hull;
pub use hull::HullEdge;
pub(crate) use hull::{LANES, is_further};
pub(crate) use linear_sweep::SweptRegion;
pub use linear_sweep::{Ahead, ShowSweptPart, Swept};
#[doc(alias = "TriMesh")]
pub use mesh::Mesh;
pub use mesh::MeshError;
pub use obb::{Obb, UnitBox};
pub use placed_hull::PlacedHull;
pub use plane::Plane;
pub(crate) use polygon::{Crossing, seen_to_the_left, turn};
pub use polygon::{Polygon, PolygonError, triangulate};
pub use ray::Ray;
pub(crate) use revolution::{Profile, Revolution};
pub use round_shape::{Bounded, RoundShape};
pub use segment::Segment;
pub(crate) use shape_ref::Core;
pub use shape_ref::{CompositeShape, ConvexShape, Shape, ShapeRef};
pub use tapered_capsule::TaperedCapsule;
pub use triangle::Triangle;
