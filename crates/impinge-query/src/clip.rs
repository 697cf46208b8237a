//! A segment or ray through a box: the part that is inside, and what each slab of the box says of the line.

use impinge::math::{Interval, Scalar, Vector};
use impinge::narrow::{self, Clip, Crossing};
use impinge::shape::{Shaped, View};
use serde::Serialize;

use crate::answer::{Found, coordinates, written};
use crate::problem::Problem;

/// Where a segment or ray runs through a box.
#[derive(Debug, Serialize)]
pub(crate) struct Clipped<S> {
    hit: bool,
    #[serde(flatten)]
    inside: Option<Inside<S>>,
    /// One for each axis of the box.
    slabs: Vec<Slab<S>>,
}

/// The part that is inside.
#[derive(Debug, Serialize)]
struct Inside<S> {
    from: S,
    to: S,
    /// Where it comes in, where it goes out.
    points: [Vec<S>; 2],
    /// Not if it starts inside.
    #[serde(skip_serializing_if = "Option::is_none")]
    entry_face: Option<Face>,
    /// Not if it ends inside.
    #[serde(skip_serializing_if = "Option::is_none")]
    exit_face: Option<Face>,
}

/// A face of a box.
#[derive(Debug, Serialize)]
struct Face {
    axis: usize,
    positive: bool,
}

/// Which part of the line lies between two opposite faces: a word that says whether there are numbers, as infinity is none.
#[derive(Debug, Serialize)]
#[serde(tag = "slab", rename_all = "snake_case")]
enum Slab<S> {
    Always,
    Never,
    Within { from: S, to: S },
}

/// What is found about a box and what may run through it.
pub(crate) fn found<V: Vector>(a: &View<V>, b: &View<V>) -> Result<Found<V::Scalar>, Problem> {
    let clipped = match (a, b) {
        (View::Aabb(bounds), View::Segment(segment)) => clipped(segment, bounds),
        (View::Aabb(bounds), View::Ray(ray)) => clipped(ray, bounds),
        (View::Obb(obb), View::Segment(segment)) => clipped(segment, obb),
        (View::Obb(obb), View::Ray(ray)) => clipped(ray, obb),
        (View::Aabb(_) | View::Obb(_), _) => {
            return Err(Problem::new("must be a ray or a segment that is not rounded").within("b"));
        }
        _ => return Err(Problem::new("must be a box or an aabb that is not rounded").within("a")),
    };
    Ok(Found::Clip(clipped))
}

fn clipped<V: Vector, B: Shaped<Vector = V>>(
    line: &impl Clip<B, Vector = V>,
    bounds: &B,
) -> Clipped<V::Scalar> {
    let crossing = line.clip(bounds);
    let slabs = line.slabs(bounds).into_iter().map(Slab::of).collect();
    Clipped { hit: crossing.is_some(), inside: crossing.map(Inside::of), slabs }
}

impl<S: Scalar> Inside<S> {
    fn of<V: Vector<Scalar = S>>(crossing: Crossing<V>) -> Self {
        let face = |face: narrow::BoxFace| Face { axis: face.axis, positive: face.is_positive };
        Inside {
            from: written(crossing.interval.start),
            to: written(crossing.interval.end),
            points: [coordinates(crossing.entry), coordinates(crossing.exit)],
            entry_face: crossing.entry_face.map(face),
            exit_face: crossing.exit_face.map(face),
        }
    }
}

impl<S: Scalar> Slab<S> {
    fn of(slab: narrow::Slab<S>) -> Self {
        match slab {
            narrow::Slab::Always => Slab::Always,
            narrow::Slab::Never => Slab::Never,
            narrow::Slab::Within(Interval { start, end }) => {
                Slab::Within { from: written(start), to: written(end) }
            }
        }
    }
}
