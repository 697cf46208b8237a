//! Shapes of many parts, and any shape in one type.
//!
//! | type | parts |
//! |---|---|
//! | [`Compound`] | any shapes |
//! | [`FilledPolygon`] | convex pieces of an area, bounded by its outline |
//! | [`Polyline`] | segments between consecutive points |
//! | [`HeightField`] | triangles over a grid; in 2D, segments over a line |
//! | [`SurfaceMesh`] | triangles; closed surfaces are solid |
//! | [`AnyShape`] | one shape of any kind, including all of the above |
//!
//! [`decompose`] computes the convex parts of a mesh, which make a compound.
//!
//! All types are cheap to clone and to place: `at` shares the parts and changes only the pose. Each keeps one
//! tree of its parts for all poses, so a query visits only the parts near the other shape. Height fields keep
//! the least and greatest heights of blocks of cells instead.

mod any_shape;
mod backend;
mod compound_shape;
mod convex_decomposition;
mod filled_polygon;
mod height_field;
mod mesh_outline;
mod part_search;
mod placed_parts;
mod polyline;
mod surface_mesh;
mod traversal_trace;

#[cfg(feature = "serde")]
pub(crate) use any_shape::stored_shape;
pub use any_shape::{AnyShape, IntoAnyShape, ShapeKind};
pub(crate) use backend::CompoundBackend;
pub use compound_shape::Compound;
#[doc(alias("convex_decomposition", "vhacd"))]
pub use convex_decomposition::decompose;
pub use convex_decomposition::{DecomposeOptions, Decomposition};
pub use filled_polygon::FilledPolygon;
#[doc(alias = "heightmap")]
pub use height_field::HeightField;
pub use polyline::Polyline;
pub use surface_mesh::SurfaceMesh;
pub use traversal_trace::TraversalTrace;

use crate::shape::{MeshError, PolygonError, ShapeError};

/// Why a shape was rejected.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CompoundError {
    /// An invalid number.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// An invalid item of a list.
    #[error("{what} {index}: {source}")]
    InvalidPart {
        /// The kind of item.
        what: &'static str,
        /// The index of the item.
        index: usize,
        /// The error of the item.
        source: ShapeError,
    },
    /// More parts than 32 bits can number.
    #[error("a shape can have at most 2^32 − 1 parts, but there are {count}; split it")]
    TooManyParts {
        /// The number of parts.
        count: usize,
    },
    /// Heights that do not fill a grid.
    #[error(
        "{heights} heights do not fill rows of {columns}; give columns × rows heights, with one row in the plane"
    )]
    NotAGrid {
        /// The number of heights.
        heights: usize,
        /// The number of heights per row.
        columns: usize,
    },
    /// An invalid mesh.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// An invalid outline.
    #[error(transparent)]
    Polygon(#[from] PolygonError),
    /// A mesh without triangles, which has no parts.
    #[error("a mesh without triangles has no parts; skip it")]
    NoTriangles,
    /// A tolerance that is not above 0 and at most 1.
    #[error("tolerance must be above 0 and at most 1, as a fraction of the mesh's diagonal, but is {value}")]
    Tolerance {
        /// The tolerance.
        value: f64,
    },
    /// A maximum of 0 parts.
    #[error("max_parts must be at least 1: even a convex mesh is one part")]
    ZeroMaxParts,
    /// A shape that cannot be rounded.
    #[error("only bounded convex shapes can be rounded; round the parts of a compound, or move a half-space")]
    NotRoundable,
}
