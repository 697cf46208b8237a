//! Collision detection for assemblies: a cascade from many instances to the few triangles that meet.
//!
//! Each stage tests only the pairs that the stage before has passed.
//!
//! | query | function | result |
//! |---|---|---|
//! | collisions among many instances | [`find_collisions`] | [`Collision`]: kind and position |
//! | collisions among given pairs | [`find_collisions_of_pairs`] | the same |
//! | pairs passed and time, for each stage | [`CascadeStats`], or your own [`Observer`] | [`StageReport`] |
//! | two instances: disjoint, touching or overlapping | [`Instance::relation`] | [`Relation`] |
//! | penetration depth | [`Instance::depth`] | [`DepthBounds`]: an upper and a lower bound |
//! | shared volume | [`Instance::intersection_volume`] | a volume, if both are solid |
//! | duplicates | [`Instance::is_duplicate_of`] | `bool` |
//! | point inside an instance | [`Instance::contains_point`] | `bool` |
//! | several of these for the same two | [`InstancePair`] | each at less cost |
//!
//! [`Relation`]: crate::narrow::Relation
//!
//! A [`Model`] is a mesh with everything derived from it; an [`Instance`] is a model with a transform. A
//! thousand equal screws are one model and a thousand instances. The module
//! [`bvh`](crate::bvh#which-type-of-mesh-for-what) compares all mesh types and their queries.

mod adjacency;
mod backend;
mod boundary_edges;
mod cascade;
mod cascade_stats;
mod containment;
mod convex_depth;
mod depth;
mod depth_lower_bound;
mod duplicate;
mod instance;
mod instance_pair;
mod instance_relation;
mod interior_overlap;
mod intersection_volume;
mod model;
mod placed_face;
mod shell_union;
mod shells;
mod tree_join;
mod triangle_fans;
mod triangle_pairs;

pub(crate) use backend::AssemblyBackend;
pub use cascade::{
    BoundFilter, Cascade, Collision, CollisionKind, find_collisions, find_collisions_of_pairs,
};
pub use cascade_stats::{CascadeStats, Observer, Stage, StageReport, StageUnit};
pub use depth::DepthBounds;
pub use instance::Instance;
pub use instance_pair::InstancePair;
pub use model::Model;
pub(crate) use triangle_pairs::MIN_TOUCHING_PAIRS;
