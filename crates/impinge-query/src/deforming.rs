//! Deforming primitives: vertices at the start and at the end of their motion.

use impinge::math::Scalar;
use impinge::shape::ShapeError;
use impinge::sweep::{CcdHit, DeformingOptions, EdgeEdge, VertexEdge, VertexFace};

use crate::answer::Found;
use crate::node::{Fields, Node};
use crate::problem::Problem;
use crate::request::{latest, length};
use crate::space::{Space, vector};

/// The default tolerance, as in `impinge ccd`.
const TOLERANCE: f64 = 1e-6;

#[derive(Clone, Copy)]
enum InSpace {
    VertexFace,
    EdgeEdge,
}

#[derive(Clone, Copy)]
enum InPlane {
    VertexEdge,
}

/// What is found about deforming primitives in space.
pub(crate) fn in_space<V: Space>(fields: Fields) -> Result<Found<V::Scalar>, Problem> {
    const KINDS: [(&str, InSpace); 2] =
        [("vertex_face", InSpace::VertexFace), ("edge_edge", InSpace::EdgeEdge)];
    let kind = fields.required("kind", |node| {
        let planar = Problem::new("must be \"vertex_face\" or \"edge_edge\", because this request is 3D");
        if *node == Node::Text("vertex_edge".into()) { Err(planar) } else { node.one_of(&KINDS) }
    })?;
    let (start, end) = (vertices::<V, 4>(fields, "t0")?, vertices::<V, 4>(fields, "t1")?);
    let options = options(fields)?;
    let meeting: Result<Option<CcdHit<V>>, ShapeError> = match kind {
        InSpace::VertexFace => VertexFace::new(start, end).map(|pair| pair.first_contact(&options)),
        InSpace::EdgeEdge => EdgeEdge::new(start, end).map(|pair| pair.first_contact(&options)),
    };
    meeting.map(Found::ccd).map_err(Problem::new)
}

/// What is found about deforming primitives in the plane.
pub(crate) fn in_plane<V: Space>(fields: Fields) -> Result<Found<V::Scalar>, Problem> {
    const KINDS: [(&str, InPlane); 1] = [("vertex_edge", InPlane::VertexEdge)];
    let InPlane::VertexEdge = fields.required("kind", |node| {
        let spatial = Problem::new("must be \"vertex_edge\", because this request is 2D");
        let is_spatial = ["vertex_face", "edge_edge"].iter().any(|kind| *node == Node::Text((*kind).into()));
        if is_spatial { Err(spatial) } else { node.one_of(&KINDS) }
    })?;
    let pair = VertexEdge::new(vertices::<V, 3>(fields, "t0")?, vertices::<V, 3>(fields, "t1")?);
    let options = options(fields)?;
    pair.map(|pair| Found::ccd(pair.first_contact(&options))).map_err(Problem::new)
}

fn vertices<V: Space, const N: usize>(fields: Fields, name: &str) -> Result<[V; N], Problem> {
    fields.required(name, |node| {
        let vertices: Vec<V> = node.each(vector)?;
        let found = vertices.len();
        <[V; N]>::try_from(vertices)
            .map_err(|_| Problem::new(format_args!("must be {N} vertices, but are {found}")))
    })
}

fn options<S: Scalar>(fields: Fields) -> Result<DeformingOptions<S>, Problem> {
    let tolerance = length(fields, "tolerance", S::from_f64(TOLERANCE))?;
    let separation = length(fields, "min_separation", S::ZERO)?;
    let max_time = latest(fields)?;
    let options = DeformingOptions::new(tolerance);
    let options = options.and_then(|options| options.with_min_separation(separation));
    options.and_then(|options| options.with_max_time(max_time)).map_err(Problem::new)
}
