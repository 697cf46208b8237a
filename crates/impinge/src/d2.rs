//! The plane by plain names: everything a program in two dimensions needs, for `f32` here and for `f64` in [`mod@f64`].
//!
//! ```
//! use impinge::d2::*;
//!
//! let ship = Polygon::new(&[Vec2::ZERO, Vec2::new(2.0, 0.5), Vec2::new(0.0, 1.0)])?;
//! let ship = FilledPolygon::new(&ship)?;
//! let rock = Ball::new(Vec2::new(2.5, 0.5), 0.75)?;
//! assert_eq!(ship.relation(&rock), Relation::Overlapping);
//! assert!(rock.aabb().contains(Vec2::new(2.5, 1.25)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use glam::DVec2;

pub use crate::mask::Mask;

crate::plain::plain_names_everywhere!(Vec2);
crate::plain::plain_names! { Vec2:
    shape::{Polygon},
    compound::{FilledPolygon},
    sweep::{VertexEdge},
}

/// The same in `f64`.
pub mod f64 {
    pub use crate::mask::Mask;

    crate::plain::plain_names_everywhere!(DVec2);
    crate::plain::plain_names! { DVec2:
        shape::{Polygon},
        compound::{FilledPolygon},
        sweep::{VertexEdge},
    }
}
