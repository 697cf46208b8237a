//! Shapes of many parts, and any shape in one type.
//!
//! | type | parts |
//! |---|---|
//! | [`Compound`] | any shapes |
//! | [`FilledPolygon`] | convex pieces of an area, bounded by its outline |
//! | [`Polyline`] | segments, one after the other |
//! | [`HeightField`] | triangles over a grid, in the plane segments over a line |
//! | [`SurfaceMesh`] | triangles; closed surfaces are solid |
//! | [`AnyShape`] | one shape of any kind, these among them |
//!
//! [`decompose`] makes the parts of a compound from a mesh.
//!
//! All of them are cheap to clone and to place: `at` gives the same parts at another pose. Each keeps a tree of its parts
//! (height fields their least and greatest heights over blocks of cells), which serves all its poses, so that a query looks only at the parts that matter.

mod any_shape;
mod decompose;
mod filled_polygon;
mod height_field;
mod mesh_outline;
mod observed;
mod placed;
mod polyline;
mod search;
mod surface_mesh;
mod union;

#[cfg(feature = "serde")]
pub(crate) use any_shape::stored;
pub use any_shape::{AnyShape, IntoAnyShape, ShapeKind};
pub use decompose::{DecomposeOptions, Decomposed, decompose};
pub use filled_polygon::FilledPolygon;
pub use height_field::HeightField;
pub use observed::ObservedMesh;
pub use polyline::Polyline;
pub use surface_mesh::SurfaceMesh;
pub use union::Compound;

use crate::shape::{MeshError, PolygonError, ShapeError};

/// Why a shape was refused.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CompoundError {
    /// Numbers without a meaning.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Numbers without a meaning, at one of many places.
    #[error("{what} {index}: {source}")]
    At {
        /// What is counted.
        what: &'static str,
        /// Which one.
        index: usize,
        /// What is wrong with it.
        source: ShapeError,
    },
    /// More parts than 32 bits can number.
    #[error("a shape can have at most 2^32 − 1 parts, but there are {count}; split it")]
    TooManyParts {
        /// How many there are.
        count: usize,
    },
    /// Heights that do not fill a grid.
    #[error(
        "{heights} heights do not fill rows of {columns}; give columns × rows heights, with one row in the plane"
    )]
    NotAGrid {
        /// How many heights there are.
        heights: usize,
        /// How many of them make a row.
        columns: usize,
    },
    /// Numbers of a mesh without a meaning.
    #[error(transparent)]
    Mesh(#[from] MeshError),
    /// An outline that is none.
    #[error(transparent)]
    Polygon(#[from] PolygonError),
    /// A mesh without triangles, which has no parts.
    #[error("a mesh without triangles has no parts; leave it out")]
    NoTriangles,
    /// A tolerance that is none.
    #[error("tolerance must be above 0 and at most 1, as a share of the mesh's diagonal, but is {value}")]
    Tolerance {
        /// What it is.
        value: f64,
    },
    /// No parts at all.
    #[error("max_parts must be at least 1: even a convex mesh is one part")]
    NoPartsWanted,
    /// A shape that cannot be rounded.
    #[error("only bounded convex shapes can be rounded; round the parts of a compound, or move a half-space")]
    NotRoundable,
}
