//! GJK and EPA, step by step.

use impinge::math::Vector;
use impinge::narrow::trace::{self, gjk_trace};
use impinge::shape::ShapeRef;
use serde::Serialize;

use crate::answer::{Found, coordinates, word, written};
use crate::problem::Problem;

/// The maximum number of reported steps of EPA: only round shapes take more, which all look alike.
const MOST_STEPS: usize = 48;

/// The way to the distance or depth of the cores of two shapes, in `f64`, as it is computed.
#[derive(Debug, Serialize)]
pub(crate) struct Stepped {
    relation: &'static str,
    /// Of the cores.
    distance: f64,
    depth: f64,
    /// What is within these of the cores belongs to the shapes.
    radii: [f64; 2],
    gjk: Vec<GjkStep>,
    simplex: Vec<MinkowskiPoint>,
    /// Not if the cores meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Vec<f64>>,
    epa: Vec<EpaStep>,
    #[serde(skip_serializing_if = "is_nothing")]
    epa_left_out: usize,
    vertices: Vec<MinkowskiPoint>,
}

pub(crate) fn is_nothing(count: &usize) -> bool {
    *count == 0
}

/// A point of the Minkowski difference.
#[derive(Debug, Serialize)]
struct MinkowskiPoint {
    difference: Vec<f64>,
    points: [Vec<f64>; 2],
}

#[derive(Debug, Serialize)]
struct GjkStep {
    simplex: Vec<MinkowskiPoint>,
    nearest: Vec<f64>,
    found: MinkowskiPoint,
    lower_bound: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_bound: Option<f64>,
}

#[derive(Debug, Serialize)]
struct EpaStep {
    facets: Vec<Vec<u16>>,
    nearest: Vec<u16>,
    lower_bound: f64,
    found: MinkowskiPoint,
    upper_bound: f64,
}

/// What is found about two convex shapes.
pub(crate) fn found<V: Vector>(a: &ShapeRef<V>, b: &ShapeRef<V>) -> Result<Found<V::Scalar>, Problem> {
    for (field, view) in [("a", a), ("b", b)] {
        if matches!(
            view,
            ShapeRef::Ray(_) | ShapeRef::Plane(_) | ShapeRef::HalfSpace(_) | ShapeRef::Composite(_)
        ) {
            let message = "must be convex and bounded, as GJK and EPA require";
            return Err(Problem::new(message).within(field));
        }
    }
    let steps = gjk_trace(a, b).ok_or_else(|| Problem::new("these shapes have no trace of GJK and EPA"))?;
    let epa_left_out = steps.epa.len().saturating_sub(MOST_STEPS);
    Ok(Found::GjkTrace(Stepped {
        relation: word(a, b),
        distance: written(steps.distance.max(0.0)),
        depth: written((-steps.distance).max(0.0)),
        radii: steps.radii,
        gjk: steps.gjk.into_iter().map(GjkStep::of).collect(),
        simplex: steps.simplex.iter().map(MinkowskiPoint::of).collect(),
        nearest: steps.nearest.map(coordinates),
        epa: steps.epa.into_iter().take(MOST_STEPS).map(EpaStep::of).collect(),
        epa_left_out,
        vertices: steps.vertices.iter().map(MinkowskiPoint::of).collect(),
    }))
}

impl MinkowskiPoint {
    fn of<D: Vector<Scalar = f64>>(point: &trace::MinkowskiPoint<D>) -> Self {
        MinkowskiPoint {
            difference: coordinates(point.difference),
            points: [coordinates(point.point_a), coordinates(point.point_b)],
        }
    }
}

impl GjkStep {
    fn of<D: Vector<Scalar = f64>>(step: trace::GjkStep<D>) -> Self {
        GjkStep {
            simplex: step.simplex.iter().map(MinkowskiPoint::of).collect(),
            nearest: coordinates(step.nearest),
            found: MinkowskiPoint::of(&step.found),
            lower_bound: written(step.lower_bound),
            upper_bound: step.upper_bound.map(written),
        }
    }
}

impl EpaStep {
    fn of<D: Vector<Scalar = f64>>(step: trace::EpaStep<D>) -> Self {
        EpaStep {
            facets: step.facets,
            nearest: step.nearest,
            lower_bound: written(step.lower_bound),
            found: MinkowskiPoint::of(&step.found),
            upper_bound: written(step.upper_bound),
        }
    }
}
