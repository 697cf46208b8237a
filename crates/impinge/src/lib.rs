//! Collision detection in 2D and 3D: whether, where, when and how deeply shapes collide.
//!
//! - **No missed collisions:** answers are exact or conservative. The exceptions are contacts within rounding
//!   of hulls, capsules, cylinders, cones, rounded and custom shapes: a ray that grazes one may miss.
//! - **No surprises:** constructors reject meaningless input, and queries are total. Every platform, thread
//!   count and instruction set computes the same bits.
//! - **One API:** the vector type selects dimension and precision. glam's `Vec3` gives 3D in `f32`, `DVec2`
//!   gives 2D in `f64`, with the same types and functions.
//!
//! ```
//! use glam::Vec3;
//! use impinge::prelude::*;
//! use impinge::math::Rotation;
//! use impinge::shape::{Ball, Obb};
//!
//! let crate_ = Obb::new(Vec3::ZERO, Vec3::new(1.0, 0.5, 0.5), Rotation::identity())?;
//! let ball = Ball::new(Vec3::new(1.5, 0.0, 0.0), 0.5)?;
//! assert_eq!(ball.relation(&crate_), Relation::Touching);
//! # Ok::<(), impinge::shape::ShapeError>(())
//! ```
//!
//! Start with [`d3`] or [`d2`], which list the common types for one dimension. The module `guides` of this
//! documentation has the guides for programs; all guides are in the folder `docs` of the repository.
//!
//! # Modules
//!
//! Data flows from top to bottom: a module uses only the modules above it, with one exception: queries on two
//! meshes as shapes use the trees of both, so [`CompositeShape`](shape::CompositeShape) returns the
//! [`assembly::Instance`] of a mesh.
//!
//! | module | contents |
//! |---|---|
//! | [`math`] | vectors, poses, rotations, exact predicates |
//! | [`shape`] | shapes, and the traits [`Shape`](shape::Shape) and [`Bounded`](shape::Bounded) |
//! | [`narrow`] | queries on two shapes: distance, contact, manifold, ray cast, projection |
//! | [`bound`] | bounding volumes |
//! | [`bvh`] | bounding volume hierarchies of boxes and of meshes |
//! | [`broad`] | broad phase: pairs of overlapping boxes |
//! | [`assembly`] | cascade from thousands of meshes to intersecting triangles; depth, volume |
//! | [`compound`] | shapes of many parts, any shape in one type, convex decomposition |
//! | [`mask`] | pixel masks |
//! | [`sweep`] | shape casts, move-and-slide, time of impact |
//! | [`world`] | a persistent set of colliders with contacts and events |
//! | [`draw`] | debug drawing and SVG |
//! | `guides` | concepts, games, worlds, character movement, pixel masks; in this documentation only |
//!
//! # Conventions
//!
//! **Placing a shape**
//!
//! - Shapes are local: a constructor takes coordinates in the shape's own frame. The
//!   exceptions are [cylinders](shape::Cylinder) and [cones](shape::Cone): their constructors take a
//!   [`Pose`](math::Pose), after half the height and the radius.
//! - `shape.at(&pose)` places every shape except [`RoundShape`](shape::RoundShape) and returns the placed
//!   copy; an unplaced shape is at the identity. Hulls, masks and shapes of many parts share their data with
//!   the copy.
//! - To place a `RoundShape`, place the inner shape first, then round it. An
//!   [`AnyShape`](compound::AnyShape) keeps its rounding when it is placed.
//! - Placing twice composes: `s.at(&p).at(&q)` is placed by `q * p`.
//! - Balls and AABBs store coordinates and no pose: a rotation does not change a ball, and an AABB stays
//!   aligned to the axes, so [`Aabb::at`](shape::Aabb::at) returns an [`Obb`](shape::Obb).
//! - Segments, triangles, capsules, rays and planes also store coordinates and no pose; an oriented box
//!   stores a centre and a rotation.
//! - `at` never evaluates a curve: [`Ray::point_at`](shape::Ray::point_at),
//!   [`Segment::point_at`](shape::Segment::point_at) and [`Motion::point_at`](sweep::Motion::point_at) do.
//!
//! **Coordinates**
//!
//! - Points and normals are in the common coordinates of the shapes in the query (world coordinates), never
//!   in the local coordinates of one shape. A [`Pose`](math::Pose) or [`Affine`](math::Affine) maps local
//!   coordinates to them.
//! - The exception: a [`CollisionWorld`](world::CollisionWorld), whose positions are `f64`, returns some
//!   results relative to a point. Contacts are relative to the `origin` of their
//!   [`ContactData`](world::ContactData), results of move-and-slide to its start. Results of `cast_shape` and
//!   `nearest_to_shape` are relative to the position of the query shape.
//! - Cylinders and cones have their axis along local y. Height fields are heights in y over x and z.
//!   [Masks](mask) are images, with y down. No other up direction is built in:
//!   [`GroundSettings`](sweep::GroundSettings) takes one.
//! - Angles are in radians and counter-clockwise: in 2D from x towards y, in 3D as seen with the axis
//!   pointing at the viewer.
//! - Lengths have no built-in unit. Margins, skins and tolerances are in the unit of the coordinates.
//!
//! **Normals and signs**
//!
//! - Normals have length 1. Between two shapes they point from the first to the second: in
//!   [`Contact`](narrow::Contact), [`ContactManifold`](narrow::ContactManifold),
//!   [`TimeOfImpact`](sweep::TimeOfImpact), [`CcdHit`](sweep::CcdHit) and
//!   [`MinTranslation`](bvh::MinTranslation). On one shape they point out of its surface: in
//!   [`RayHit`](narrow::RayHit), [`Projection`](narrow::Projection) and
//!   [`ShapeCastHit`](sweep::ShapeCastHit).
//! - To separate the shapes of a contact, a manifold or a minimum translation, translate the *second* one
//!   along the normal. In [`sat::swept`](narrow::sat::swept) and [`move_and_slide`](sweep::move_and_slide())
//!   the *first* shape moves.
//! - A distance below 0 means overlap: minus the depth, the length of the minimum translation that
//!   separates the shapes. 0 means touching. [`Collide::distance`](narrow::Collide::distance) is 0 for
//!   both. For shapes of many parts the depth is the depth of the deepest part;
//!   [`Collide::signed_distance`](narrow::Collide::signed_distance) computes the depth of the whole
//!   shape.
//! - The front of a triangle in 3D is the side from which its corners are counter-clockwise. The front of a
//!   segment in 2D is on the right of the direction from `a` to `b`. The interior of a polygon is on the left
//!   of its edges.
//!
//! **Parameters and results**
//!
//! - `t` of a ray is a distance, as ray directions have length 1. `t` of a segment and `time` of a motion are
//!   fractions from 0 to 1.
//! - Times are in the scalar type of the shapes for linear motion ([`ShapeCastHit`](sweep::ShapeCastHit),
//!   [`CcdHit`](sweep::CcdHit)). They are `f64` for motion with rotation
//!   ([`TimeOfImpact`](sweep::TimeOfImpact)) and for worlds, which compute in `f64`.
//! - Numbers of parts, faces, corners, triangles and colliders are `u32`. Lengths of lists, cells of height
//!   fields, components of masks, and positions that errors report in input lists are `usize`.
//! - An index beyond a list panics with a message, as for a slice. Queries on shapes never panic.
//! - A query with a NaN limit returns no result. A NaN margin counts as 0.
//! - A missing item of a [`BroadPhase`](broad::BroadPhase), which reuses its numbers, gives `false`, as for a
//!   set. A missing collider of a world, which never reuses a handle, gives an error.
//!
//! **Names and API style**
//!
//! - *Closest* is the result of one query on one or two shapes:
//!   [`closest_point`](bvh::MeshBvh::closest_point), [`closest_points`](narrow::Collide::closest_points).
//!   *Nearest* is one of many objects: [`BroadPhase::nearest_to_point`](broad::BroadPhase::nearest_to_point),
//!   [`nearest_to_point`](world::CollisionWorld::nearest_to_point).
//! - Options that can be invalid have `new` and `with_…`, which check the values, and getters of the same
//!   names. Options for which every value is valid are plain fields: [`RayOptions`](narrow::RayOptions),
//!   [`QueryFilter`](world::QueryFilter), [`CollisionFilter`](broad::CollisionFilter).
//! - Queries borrow their options as the last argument before a callback.
//! - Types that store a list take it by value ([`Mesh`](shape::Mesh), [`Polyline`](compound::Polyline)).
//!   Types that are computed from a list borrow it ([`Hull`](shape::Hull), [`Polygon`](shape::Polygon)).
//! - Enums that may grow without a breaking change are `#[non_exhaustive]`: errors, kinds of shapes, stages
//!   and their units. Other enums are complete.
//!
//! **Scope**
//!
//! - The crate detects collisions and does not resolve them: it has no masses, inertias or forces.
//!   [`Hull::center`](shape::Hull::center) and [`Hull::volume`](shape::Hull::volume) are a start for
//!   rigid-body dynamics.
#![deny(missing_docs, missing_debug_implementations)]

// In the order of the data flow; `mod` lines in one block would be sorted by the formatter.
mod backend;

mod clock;

mod flow;

pub mod math;

pub mod shape;

pub mod narrow;

pub mod bound;

pub mod bvh;

pub mod broad;

pub mod assembly;

pub mod compound;

pub mod mask;

pub mod sweep;

pub mod world;

pub mod draw;

/// The vectors and matrices of the public API. Use this re-export unless the program depends on the same
/// version of glam: vectors of another version are different types.
pub use glam;

mod error;

mod plain;

pub use error::Error;
pub use flow::Flow;

pub mod d2;

pub mod d3;

/// The traits with the arguments and results of their queries, for all vector types. [`d2`] and [`d3`]
/// include it, and add the shapes.
pub mod prelude {
    pub use crate::math::Vector;
    pub use crate::narrow::{
        Collide, Contact, ContactManifold, ManifoldPoint, PairCache, PartContact, PartManifold, Projection,
        Query, RayHit, RayMode, RayOptions, RaySides, Relation, contacts, manifolds,
    };
    pub use crate::shape::{Bounded, Shape};
}

/// Guides: concepts, games, worlds, character movement and pixel masks. The modules have no items.
#[cfg(all(doc, not(doctest)))]
pub mod guides {
    #[doc = include_str!("../guides/concepts.md")]
    pub mod concepts {}
    #[doc = include_str!("../guides/games.md")]
    pub mod games {}
    #[doc = include_str!("../guides/masks.md")]
    pub mod masks {}
    #[doc = include_str!("../guides/slide.md")]
    pub mod slide {}
    #[doc = include_str!("../guides/world.md")]
    pub mod world {}
}

/// Compiles and runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct ReadmeExamples;

/// Compiles and runs the examples of the guides as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/boxes.md")]
#[doc = include_str!("../../../docs/broad.md")]
#[doc = include_str!("../../../docs/decompose.md")]
#[doc = include_str!("../../../docs/deforming.md")]
#[doc = include_str!("../../../docs/games.md")]
#[doc = include_str!("../../../docs/impact.md")]
#[doc = include_str!("../../../docs/masks.md")]
#[doc = include_str!("../../../docs/meshes.md")]
#[doc = include_str!("../../../docs/moving.md")]
#[doc = include_str!("../../../docs/quick-start.md")]
#[doc = include_str!("../../../docs/slide.md")]
#[doc = include_str!("../../../docs/world.md")]
pub struct GuideExamples;
