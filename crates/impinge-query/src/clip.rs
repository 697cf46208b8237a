//! A segment or ray through a box: the part that is inside, and the part of the line within each slab of the
//! box.

use impinge::math::{Interval, Scalar, Vector};
use impinge::narrow::{self, Clip, ClipResult};
use impinge::shape::{Shape, ShapeRef};
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
    slab_intervals: Vec<SlabInterval<S>>,
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

/// The part of the line between two opposite faces: a word that states whether there are numbers, as infinity
/// is none.
#[derive(Debug, Serialize)]
#[serde(tag = "interval", rename_all = "snake_case")]
enum SlabInterval<S> {
    Always,
    Never,
    Within { from: S, to: S },
}

/// What is found about a box and what may run through it.
pub(crate) fn found<V: Vector>(a: &ShapeRef<V>, b: &ShapeRef<V>) -> Result<Found<V::Scalar>, Problem> {
    let clipped = match (a, b) {
        (ShapeRef::Aabb(bounds), ShapeRef::Segment(segment)) => clipped(segment, bounds),
        (ShapeRef::Aabb(bounds), ShapeRef::Ray(ray)) => clipped(ray, bounds),
        (ShapeRef::Obb(obb), ShapeRef::Segment(segment)) => clipped(segment, obb),
        (ShapeRef::Obb(obb), ShapeRef::Ray(ray)) => clipped(ray, obb),
        (ShapeRef::Aabb(_) | ShapeRef::Obb(_), _) => {
            return Err(Problem::new("must be a ray or a segment that is not rounded").within("b"));
        }
        _ => return Err(Problem::new("must be a box or an aabb that is not rounded").within("a")),
    };
    Ok(Found::Clip(clipped))
}

fn clipped<V: Vector, B: Shape<Vector = V>>(
    line: &impl Clip<B, Vector = V>,
    bounds: &B,
) -> Clipped<V::Scalar> {
    let crossing = line.clip(bounds);
    let slab_intervals = line.slab_intervals(bounds).into_iter().map(SlabInterval::of).collect();
    Clipped { hit: crossing.is_some(), inside: crossing.map(Inside::of), slab_intervals }
}

impl<S: Scalar> Inside<S> {
    fn of<V: Vector<Scalar = S>>(crossing: ClipResult<V>) -> Self {
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

impl<S: Scalar> SlabInterval<S> {
    fn of(slab: narrow::SlabInterval<S>) -> Self {
        match slab {
            narrow::SlabInterval::Always => SlabInterval::Always,
            narrow::SlabInterval::Never => SlabInterval::Never,
            narrow::SlabInterval::Within(Interval { start, end }) => {
                SlabInterval::Within { from: written(start), to: written(end) }
            }
        }
    }
}
