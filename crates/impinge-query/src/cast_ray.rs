//! A ray or a segment at a shape: where it hits first, and which parts of the tree of a mesh it visits on its
//! way.

use impinge::bvh::trace::{NodeContent, TraversalStep};
use impinge::compound::AnyShape;
use impinge::math::{Scalar, Vector};
use impinge::prelude::*;
use impinge::shape::{Aabb, Shape, ShapeRef};
use serde::Serialize;

use crate::answer::{Found, coordinates};
use crate::node::{Fields, Node};
use crate::problem::Problem;
use crate::request::length;
use crate::shapes::placed;
use crate::space::Space;

/// A part of a tree that was opened.
#[derive(Debug, Serialize)]
pub(crate) struct Opened<S> {
    depth: u32,
    #[serde(flatten)]
    bounds: Corners<S>,
    #[serde(flatten)]
    inside: Contents<S>,
}

/// A box, in the coordinates of the shape without its pose.
#[derive(Debug, Serialize)]
struct Corners<S> {
    min: Vec<S>,
    max: Vec<S>,
}

/// What is in it.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Contents<S> {
    Boxes { boxes: Vec<Compared<S>> },
    Triangles { triangles: Vec<u32>, tested: Vec<u32> },
}

/// A box in it.
#[derive(Debug, Serialize)]
struct Compared<S> {
    #[serde(flatten)]
    bounds: Corners<S>,
    met: bool,
}

/// What is found about the ray or segment `b` of a request at its shape `a`.
pub(crate) fn found<V: Space>(fields: Fields) -> Result<Found<V::Scalar>, Problem> {
    let a = fields.required("a", placed::<V>)?;
    let b = fields.required("b", placed::<V>)?;
    let options = &options(fields)?;
    if fields.optional("traversal", Node::bool)?.unwrap_or(false) {
        let mut traversal = Vec::new();
        let hit = observed(&a, &b.shape_ref(), options, &mut |part| traversal.push(Opened::of(part)))?;
        return Ok(Found::hit(hit, Some(traversal)));
    }
    Ok(Found::hit(cast(&a, &b.shape_ref(), options)?, None))
}

const MODES: [(&str, RayMode); 2] = [("solid", RayMode::Solid), ("hollow", RayMode::Hollow)];
const SIDES: [(&str, RaySides); 3] =
    [("both", RaySides::Both), ("front", RaySides::FrontOnly), ("back", RaySides::BackOnly)];

fn options<S: Scalar>(fields: Fields) -> Result<RayOptions<S>, Problem> {
    let mode = fields.optional("mode", |mode| mode.one_of(&MODES))?;
    let sides = fields.optional("sides", |sides| sides.one_of(&SIDES))?;
    Ok(RayOptions {
        mode: mode.unwrap_or_default(),
        sides: sides.unwrap_or_default(),
        max: length(fields, "max", S::MAX)?,
    })
}

type Hit<V> = Result<Option<RayHit<V>>, Problem>;

fn cast<V: Vector>(a: &impl Shape<Vector = V>, b: &ShapeRef<V>, options: &RayOptions<V::Scalar>) -> Hit<V> {
    match b {
        ShapeRef::Ray(ray) => Ok(a.shape_ref().cast_ray(ray, options)),
        ShapeRef::Segment(segment) => Ok(a.shape_ref().cast_segment(segment, options)),
        _ => Err(Problem::new("must be a ray or a segment").within("b")),
    }
}

/// The same, for the answer.
fn observed<V: Vector>(
    a: &AnyShape<V>,
    b: &ShapeRef<V>,
    options: &RayOptions<V::Scalar>,
    observe: &mut (dyn FnMut(TraversalStep<V>) + Send),
) -> Hit<V> {
    let Some(mesh) = a.as_mesh() else {
        let message = "must be a mesh, because its tree is traversed; remove \"traversal\" for other shapes";
        return Err(Problem::new(message).within("a"));
    };
    cast(&mesh.with_trace(observe), b, options)
}

impl<S: Scalar> Corners<S> {
    fn of<V: Vector<Scalar = S>>(bounds: &Aabb<V>) -> Self {
        Corners { min: coordinates(bounds.min()), max: coordinates(bounds.max()) }
    }
}

impl<S: Scalar> Opened<S> {
    fn of<V: Vector<Scalar = S>>(part: TraversalStep<V>) -> Self {
        let inside = match part.content {
            NodeContent::Boxes(boxes) => {
                let compared =
                    |(bounds, met): &(Aabb<V>, bool)| Compared { bounds: Corners::of(bounds), met: *met };
                Contents::Boxes { boxes: boxes.iter().map(compared).collect() }
            }
            NodeContent::Triangles { all, tested } => Contents::Triangles { triangles: all, tested },
        };
        Opened { depth: part.depth, bounds: Corners::of(&part.aabb), inside }
    }
}
