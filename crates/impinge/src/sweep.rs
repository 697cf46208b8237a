//! Shapes in motion: shape casts, slides, and times of impact.
//!
//! | function | returns |
//! |---|---|
//! | [`cast_shape`] | the first hit of a shape in linear motion |
//! | [`move_and_slide()`] | the end of a motion that slides along obstacles; see [`MoveAndSlideOptions`] |
//! | [`time_of_impact`] | the first time of impact of two shapes that translate and rotate ([`Motion`]) |
//! | [`VertexFace`], [`EdgeEdge`], [`VertexEdge`] | the first contact of parts of deforming meshes, exactly |
//!
//! [`Obstacles`] stop a shape. With [`BackfaceCulling`], surfaces stop linear motion only against their
//! front. With [`OneWay`], surfaces stop motion from the front and pass motion from behind.
//!
//! The first two functions keep a **skin**: a thin gap between the shape and the obstacles. The shape stops a
//! skin away from an obstacle. It may pass an obstacle at half a skin, and never comes nearer. So the result
//! of one query is a good start of the next: a shape at rest on the ground neither overlaps it nor sticks to
//! it. The inner edges of a floor of many parts all lie at the same distance and stop nothing. A hit at an
//! internal edge of a mesh, height field or polyline is reported with a normal of the surface. A shape that
//! is already in such a surface may move along it.

mod backend;
mod deforming;
mod entry_time;
mod extents;
mod internal_edges;
mod linear_cast;
mod motion;
mod move_and_slide;
mod near_contact;
mod obstacles;
mod one_way;
mod toi;

pub(crate) use backend::SweepBackend;

pub use deforming::{CcdHit, DeformingOptions, EdgeEdge, VertexEdge, VertexFace};
pub use linear_cast::cast_shape;
pub use motion::{AngularVelocity, Motion};
pub(crate) use motion::{MAX_MOTION, Place, length, with_squares};
#[doc(alias("KinematicCharacterController", "CharacterController"))]
pub use move_and_slide::move_and_slide;
pub use move_and_slide::{GroundSettings, MoveAndSlide, MoveAndSlideOptions};
pub use near_contact::ShapeCastHit;
pub use obstacles::{Obstacles, ShowObstacle, ShowSwept};
pub(crate) use obstacles::{show, show_swept};
pub use one_way::{BackfaceCulling, OneWay};
pub(crate) use toi::is_endless;
#[doc(alias = "toi")]
pub use toi::time_of_impact;
pub use toi::{TimeOfImpact, TimeOfImpactOptions};
