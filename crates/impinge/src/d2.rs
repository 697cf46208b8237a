//! The plane by plain names: what most programs in two dimensions need, for `f32` here and for `f64` in [`mod@f64`].
//!
//! ```
//! use impinge::d2::*;
//!
//! let ship = Polygon::new(&[Vec2::ZERO, Vec2::new(2.0, 0.5), Vec2::new(0.0, 1.0)])?;
//! let ship = FilledPolygon::new(&ship)?;
//! let rock = Ball::new(Vec2::new(2.5, 0.5), 0.75)?;
//! assert_eq!(ship.relation(&rock), Relation::Overlapping);
//! assert!(rock.aabb().contains(Vec2::new(2.5, 1.25)));
//!
//! // Positions in a world are in `f64`, so rays at it are too.
//! let mut world = World::new();
//! let rock = world.add(Object::new(rock))?;
//! let ray = f64::Ray::new(DVec2::new(0.0, 0.5), f64::Unit::axis(0))?;
//! let hit = world.closest_hit(&ray, &RayOptions::default(), &Among::default());
//! assert!(hit.is_some_and(|hit| hit.object == rock && hit.t == 1.75));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Names here need no vector any more: examples elsewhere write `Rotation::<Vec2>` and `Contact<Vec2>`, here it is `Rotation` and `Contact`.
//!
//! ```
//! use impinge::d2::*;
//!
//! /// Where the spark is drawn: on the second shape.
//! fn show(contact: &Contact) -> Vec2 {
//!     contact.on_b
//! }
//! /// What of this level can be drawn.
//! fn corners(shape: &AnyShape) -> Vec<Vec2> {
//!     match shape.kind() {
//!         ShapeKind::FilledPolygon(area) => area.points().iter().map(|&corner| area.pose().apply(corner)).collect(),
//!         ShapeKind::Segment(edge) => vec![edge.a(), edge.b()],
//!         _ => Vec::new(),
//!     }
//! }
//! fn main() -> Result<(), Error> {
//!     let ramp = FilledPolygon::from_points(&[Vec2::ZERO, Vec2::new(4.0, 0.0), Vec2::new(4.0, 2.0)])?;
//!     let quarter = Pose { rotation: Rotation::from_angle(std::f32::consts::FRAC_PI_2), translation: Vec2::ZERO };
//!     assert_eq!(corners(&ramp.at(quarter).into()).len(), 3);
//!     let ball = Ball::new(Vec2::new(2.0, -1.0), 0.5)?;
//!     assert_eq!(show(&ball.nearest(&ramp)), Vec2::new(2.0, 0.0));
//!     let stopped: Option<Hit> = translate(&ball, Vec2::Y, &ramp, 0.0);
//!     assert!(stopped.is_some_and(|hit| hit.normal.get().y < -0.99));
//!     Ok(())
//! }
//! ```

pub use glam::DVec2;

/// What there is in the plane.
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

/// The same in `f64`.
pub mod f64 {
    plain_names_of_the_plane!(DVec2);
}
