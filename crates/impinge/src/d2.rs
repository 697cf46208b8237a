//! Type aliases for 2D: the types that most programs need, in `f32` here and in `f64` in [`mod@f64`].
//!
//! ```
//! use impinge::d2::*;
//!
//! let ship = Polygon::new(&[Vec2::ZERO, Vec2::new(2.0, 0.5), Vec2::new(0.0, 1.0)])?;
//! let ship = FilledPolygon::new(&ship)?;
//! let rock = Ball::new(Vec2::new(2.5, 0.5), 0.75)?;
//! assert_eq!(ship.relation(&rock), Relation::Overlapping);
//! assert!(rock.aabb().contains_point(Vec2::new(2.5, 1.25)));
//!
//! // Positions in a world are in `f64`, so rays at it are too.
//! let mut world = CollisionWorld::new();
//! let rock = world.add(Collider::new(rock))?;
//! let ray = f64::Ray::new(DVec2::new(0.0, 0.5), f64::Unit::axis(0))?;
//! let hit = world.cast_ray(&ray, &RayOptions::default(), &QueryFilter::default());
//! assert!(hit.is_some_and(|hit| hit.collider == rock && hit.t == 1.75));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The aliases have no vector parameter: examples elsewhere write `Rotation::<Vec2>` and `Contact<Vec2>`,
//! with this module these are `Rotation` and `Contact`.
//!
//! ```
//! use impinge::d2::*;
//!
//! /// Returns the position of a spark: the contact point on the second shape.
//! fn show(contact: &Contact) -> Vec2 {
//!     contact.point_b
//! }
//! /// Returns the corners to draw, for the kinds of shapes in this level.
//! fn corners(shape: &AnyShape) -> Vec<Vec2> {
//!     match shape.kind() {
//!         ShapeKind::FilledPolygon(area) => area.points().iter().map(|&corner| area.pose().transform_point(corner)).collect(),
//!         ShapeKind::Segment(edge) => vec![edge.a(), edge.b()],
//!         _ => Vec::new(),
//!     }
//! }
//! fn main() -> Result<(), Error> {
//!     let ramp = FilledPolygon::from_points(&[Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 2.0)])?;
//!     let quarter = Pose { rotation: Rotation::from_angle(std::f32::consts::FRAC_PI_2), translation: Vec2::ZERO };
//!     assert_eq!(corners(&ramp.at(&quarter).into()).len(), 3);
//!     let ball = Ball::new(Vec2::new(2.0, -1.0), 0.5)?;
//!     assert_eq!(show(&ball.closest_points(&ramp)), Vec2::new(2.0, 0.0));
//!     let stopped: Option<ShapeCastHit> = cast_shape(&ball, Vec2::Y, &ramp, 0.0);
//!     assert!(stopped.is_some_and(|hit| hit.normal.get().y < -0.99));
//!     Ok(())
//! }
//! ```

pub use glam::DVec2;

/// Defines the aliases and re-exports for 2D.
macro_rules! plain_names_of_the_plane {
    ($vector:ident) => {
        pub use crate::mask::Mask;

        crate::plain::plain_names_everywhere!($vector);
        crate::plain::plain_names! { $vector:
            shape::{Polygon},
            compound::{FilledPolygon},
            sweep::{VertexEdge},
        }
    };
}

plain_names_of_the_plane!(Vec2);

/// Type aliases for 2D in `f64`.
pub mod f64 {
    plain_names_of_the_plane!(DVec2);
}
