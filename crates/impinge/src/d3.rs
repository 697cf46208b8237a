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
//! world.add(Object::new(floor))?;
//! let falling = world.add(Object::new(ball).with_velocity(DVec3::new(0.0, -2.0, 0.0))?)?;
//! world.step(1.0)?;
//! assert_eq!(world.touches().len(), 1);
//! # assert!(world.get(falling).is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use glam::{DVec3, Quat};

crate::plain::plain_names_everywhere!(Vec3);
crate::plain::plain_names! { Vec3:
    sweep::{EdgeEdge, VertexFace},
    tree::{Winding},
}

/// The same in `f64`.
pub mod f64 {
    pub use glam::DQuat;

    crate::plain::plain_names_everywhere!(DVec3);
    crate::plain::plain_names! { DVec3:
        sweep::{EdgeEdge, VertexFace},
        tree::{Winding},
    }
}
