//! Trees of boxes: find what overlaps without looking at everything.

mod around;
mod build;
mod join;
mod meeting;
mod mesh;
mod nearest;
mod query;
mod wall;

pub use build::Bvh;
pub use mesh::{
    Build, Clearance, ClosestPoint, CurvePoint, IntersectionCurve, MeshIntersection, MeshPair, MeshPairCache,
    MeshPart, MeshTree, RefitError, StoredTreeError, Winding,
};
pub(crate) use mesh::{Nearer, Pair};
pub use nearest::NearestFirst;
