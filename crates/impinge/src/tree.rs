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
pub(crate) use build::{middle, relative};
pub use mesh::{
    Build, BuildStep, Clearance, ClosestPoint, CurvePoint, Inside, IntersectionCurve, MeshIntersection,
    MeshPair, MeshPairCache, MeshPart, MeshTree, RefitError, StoredTreeError, TreeFigures, Visited, WayOut,
    Winding,
};
pub(crate) use mesh::{FURTHER, Nearer, Pair, sides};
pub use nearest::NearestFirst;
