//! Space by plain names: what most programs in three dimensions need, for `f32` here and for `f64` in [`mod@f64`].
//!
//! ```
//! use impinge::d3::*;
//!
//! let floor = HalfSpace::new(Unit::axis(1), 0.0)?;
//! let ball = Ball::new(Vec3::new(0.0, 2.0, 0.0), 0.5)?;
//! assert_eq!(ball.distance(&floor), 1.5);
//!
//! let mut world = World::new();
//! let floor = world.add(Object::new(floor))?;
//! let falling = world.add(Object::new(ball).with_velocity(DVec3::new(0.0, -2.0, 0.0))?)?;
//! let event = &world.step(1.0)?[0];
//! assert_eq!((event.kind, event.a, event.b), (EventKind::Begin, floor, falling));
//!
//! // Positions in a world are in `f64`, so rays at it are too.
//! let ray = f64::Ray::new(DVec3::new(0.0, 5.0, 0.0), -f64::Unit::axis(1))?;
//! let hit = world.closest_hit(&ray, &RayOptions::default(), &Among::default());
//! assert!(hit.is_some_and(|hit| hit.object == falling && hit.t == 4.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Names here need no vector any more: examples elsewhere write `Rotation::<Vec3>` and `Contact<Vec3>`, here it is `Rotation` and `Contact`.
//!
//! ```
//! use impinge::d3::*;
//!
//! /// Which way the second has to go, and how far.
//! fn show(contact: &Contact) -> (Vec3, f32) {
//!     (contact.normal.get(), contact.depth())
//! }
//! /// The points on which a thing rests.
//! fn feet(manifold: &Manifold) -> Vec<Vec3> {
//!     manifold.points().iter().map(|point: &ManifoldPoint| point.on_a).collect()
//! }
//! fn main() -> Result<(), Error> {
//!     let table = Aabb::new(Vec3::new(-4.0, -1.0, -4.0), Vec3::new(4.0, 0.0, 4.0))?;
//!     let die = Obb::new(Vec3::Y * 0.25, Vec3::splat(0.5), Rotation::identity())?;
//!     assert_eq!(show(&table.nearest(&die)), (Vec3::Y, 0.25));
//!     assert_eq!(die.manifold(&table, 0.0).map(|manifold| feet(&manifold).len()), Some(4));
//!     assert!(matches!(AnyShape::from(die).kind(), ShapeKind::Obb(_)));
//!     Ok(())
//! }
//! ```

pub use glam::DVec3;

/// What there is in space.
macro_rules! plain_names_of_space {
    ($vector:ident, $quaternion:ident) => {
        pub use glam::$quaternion;

        pub use crate::compound::{DecomposeOptions, decompose};

        crate::plain::plain_names_everywhere!($vector);
        crate::plain::plain_names! { $vector:
            compound::{Decomposed},
            sweep::{EdgeEdge, VertexFace},
            tree::{Winding},
        }
    };
}

plain_names_of_space!(Vec3, Quat);

/// The same in `f64`.
pub mod f64 {
    plain_names_of_space!(DVec3, DQuat);
}
