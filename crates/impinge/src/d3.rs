//! Type aliases for 3D: the types that most programs need, in `f32` here and in `f64` in [`mod@f64`].
//!
//! ```
//! use impinge::d3::*;
//!
//! let floor = HalfSpace::new(Unit::axis(1), 0.0)?;
//! let ball = Ball::new(Vec3::new(0.0, 2.0, 0.0), 0.5)?;
//! assert_eq!(ball.distance(&floor), 1.5);
//!
//! let mut world = CollisionWorld::new();
//! let floor = world.add(Collider::new(floor))?;
//! let falling = world.add(Collider::new(ball).with_velocity(DVec3::new(0.0, -2.0, 0.0))?)?;
//! let event = &world.step(1.0)?[0];
//! assert_eq!((event.kind, event.a, event.b), (EventKind::Begin, floor, falling));
//!
//! // Positions in a world are in `f64`, so rays at it are too.
//! let ray = f64::Ray::new(DVec3::new(0.0, 5.0, 0.0), -f64::Unit::axis(1))?;
//! let hit = world.cast_ray(&ray, &RayOptions::default(), &QueryFilter::default());
//! assert!(hit.is_some_and(|hit| hit.collider == falling && hit.t == 4.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The aliases have no vector parameter: examples elsewhere write `Rotation::<Vec3>` and `Contact<Vec3>`,
//! with this module these are `Rotation` and `Contact`.
//!
//! ```
//! use impinge::d3::*;
//!
//! /// Returns the direction and length of the translation that separates the second shape.
//! fn show(contact: &Contact) -> (Vec3, f32) {
//!     (contact.normal.get(), contact.depth())
//! }
//! /// Returns the contact points on the first shape.
//! fn feet(manifold: &ContactManifold) -> Vec<Vec3> {
//!     manifold.points().iter().map(|point: &ManifoldPoint| point.point_a).collect()
//! }
//! fn main() -> Result<(), Error> {
//!     let table = Aabb::new(Vec3::new(-4.0, -1.0, -4.0), Vec3::new(4.0, 0.0, 4.0))?;
//!     let die = Obb::new(Vec3::Y * 0.25, Vec3::splat(0.5), Rotation::identity())?;
//!     assert_eq!(show(&table.closest_points(&die)), (Vec3::Y, 0.25));
//!     assert_eq!(die.manifold(&table, 0.0).map(|manifold| feet(&manifold).len()), Some(4));
//!     assert!(matches!(AnyShape::from(die).kind(), ShapeKind::Obb(_)));
//!     Ok(())
//! }
//! ```

pub use glam::DVec3;

/// Defines the aliases and re-exports for 3D.
macro_rules! plain_names_of_space {
    ($vector:ident, $quaternion:ident) => {
        pub use glam::$quaternion;

        pub use crate::compound::{DecomposeOptions, decompose};

        crate::plain::plain_names_everywhere!($vector);
        crate::plain::plain_names! { $vector:
            compound::{Decomposition},
            sweep::{EdgeEdge, VertexFace},
            bvh::{WindingNumber},
        }
    };
}

plain_names_of_space!(Vec3, Quat);

/// Type aliases for 3D in `f64`.
pub mod f64 {
    plain_names_of_space!(DVec3, DQuat);
}
