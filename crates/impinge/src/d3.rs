//! Space by plain names: everything a program in three dimensions needs, for `f32` here and for `f64` in [`mod@f64`].
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
//! let hit = world.closest_hit(&ray, RayOptions::default(), &Among::default());
//! assert!(hit.is_some_and(|hit| hit.object == falling && hit.t == 4.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use glam::DVec3;

/// What there is in space.
macro_rules! plain_names_of_space {
    ($vector:ident, $quaternion:ident) => {
        pub use glam::$quaternion;

        pub use crate::compound::{Decomposition, decompose};

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
