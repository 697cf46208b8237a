//! GJK and EPA, step by step.

use impinge::math::Vector;
use impinge::narrow::steps::{DifferencePoint, ExpandStep, SearchStep, steps};
use impinge::shape::View;
use serde::Serialize;

use crate::answer::{Found, coordinates, word, written};
use crate::problem::Problem;

/// No more steps of EPA are told: only round shapes take more, which all look alike.
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
    search: Vec<Search>,
    simplex: Vec<Point>,
    /// Not if the cores meet.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Vec<f64>>,
    expansion: Vec<Expand>,
    #[serde(skip_serializing_if = "is_nothing")]
    expansion_left_out: usize,
    vertices: Vec<Point>,
}

pub(crate) fn is_nothing(count: &usize) -> bool {
    *count == 0
}

/// A point of the Minkowski difference.
#[derive(Debug, Serialize)]
struct Point {
    difference: Vec<f64>,
    points: [Vec<f64>; 2],
}

#[derive(Debug, Serialize)]
struct Search {
    simplex: Vec<Point>,
    nearest: Vec<f64>,
    found: Point,
    at_least: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Expand {
    facets: Vec<Vec<u16>>,
    nearest: Vec<u16>,
    distance: f64,
    found: Point,
    reach: f64,
}

/// What is found about two convex shapes.
pub(crate) fn found<V: Vector>(a: &View<V>, b: &View<V>) -> Result<Found<V::Scalar>, Problem> {
    for (field, view) in [("a", a), ("b", b)] {
        if matches!(view, View::Ray(_) | View::Plane(_) | View::HalfSpace(_) | View::Parts(_)) {
            let message = "must be convex and have an end: these are the steps of GJK and EPA";
            return Err(Problem::new(message).within(field));
        }
    }
    let steps = steps(a, b).ok_or_else(|| Problem::new("these shapes have no steps"))?;
    let expansion_left_out = steps.expansion.len().saturating_sub(MOST_STEPS);
    Ok(Found::Steps(Stepped {
        relation: word(a, b),
        distance: written(steps.distance.max(0.0)),
        depth: written((-steps.distance).max(0.0)),
        radii: steps.radii,
        search: steps.search.into_iter().map(Search::of).collect(),
        simplex: steps.simplex.iter().map(Point::of).collect(),
        nearest: steps.nearest.map(coordinates),
        expansion: steps.expansion.into_iter().take(MOST_STEPS).map(Expand::of).collect(),
        expansion_left_out,
        vertices: steps.vertices.iter().map(Point::of).collect(),
    }))
}

impl Point {
    fn of<D: Vector<Scalar = f64>>(point: &DifferencePoint<D>) -> Self {
        Point {
            difference: coordinates(point.difference),
            points: [coordinates(point.on_a), coordinates(point.on_b)],
        }
    }
}

impl Search {
    fn of<D: Vector<Scalar = f64>>(step: SearchStep<D>) -> Self {
        Search {
            simplex: step.simplex.iter().map(Point::of).collect(),
            nearest: coordinates(step.nearest),
            found: Point::of(&step.found),
            at_least: written(step.at_least),
            at_most: step.at_most.map(written),
        }
    }
}

impl Expand {
    fn of<D: Vector<Scalar = f64>>(step: ExpandStep<D>) -> Self {
        Expand {
            facets: step.facets,
            nearest: step.nearest,
            distance: written(step.distance),
            found: Point::of(&step.found),
            reach: written(step.reach),
        }
    }
}
