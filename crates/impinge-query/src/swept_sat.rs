//! A shape that moves within a step: does it meet the other, how is it to move instead, and both shadows on
//! every axis.

use impinge::math::{Interval, Scalar, Vector};
use impinge::narrow::sat::{self, swept_all_axes, swept_observed};
use impinge::shape::ShapeRef;
use serde::Serialize;

use crate::answer::{Found, coordinates, written};
use crate::gjk_trace::is_nothing;
use crate::node::{Fields, Node};
use crate::problem::Problem;
use crate::space::{Space, vector};

/// The maximum number of reported axes: only shapes of hundreds of edges or parts have more, which no drawing
/// shows.
const MOST_AXES: usize = 10_000;

/// What a moving shape and a resting one are to each other.
#[derive(Debug, Serialize)]
pub(crate) struct SweptSat<S> {
    overlapping: bool,
    will_hit: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    translation: Option<Vec<S>>,
    /// In the order in which they were tested.
    axes: Vec<AxisProjection<S>>,
    /// The number of axes omitted before the last one.
    #[serde(skip_serializing_if = "is_nothing")]
    axes_left_out: usize,
}

/// Both shapes projected on an axis.
#[derive(Debug, Serialize)]
struct AxisProjection<S> {
    axis: Vec<S>,
    a: [S; 2],
    extended: [S; 2],
    b: [S; 2],
    overlap: S,
    separates: bool,
}

/// What is found about a shape that moves and one that rests.
pub(crate) fn found<V: Space>(
    a: &ShapeRef<V>,
    b: &ShapeRef<V>,
    fields: Fields,
) -> Result<Found<V::Scalar>, Problem> {
    let velocity = fields.optional("velocity", vector)?.unwrap_or(V::ZERO);
    let should_continue = fields.optional("every_axis", Node::bool)?.unwrap_or(false);
    let (mut axes, mut axes_left_out) = (Vec::new(), 0);
    let observer = |on_axis: sat::AxisProjection<V>| {
        // The last one is always reported: it may have decided the result.
        if axes.len() == MOST_AXES {
            axes.pop();
            axes_left_out += 1;
        }
        axes.push(AxisProjection::of(on_axis));
    };
    let step = match should_continue {
        true => swept_all_axes(a, b, velocity, observer),
        false => swept_observed(a, b, velocity, observer),
    };
    let translation = step.translation().map(coordinates);
    Ok(Found::SweptSat(SweptSat {
        overlapping: step.is_overlapping(),
        will_hit: step.will_hit(),
        translation,
        axes,
        axes_left_out,
    }))
}

impl<S: Scalar> AxisProjection<S> {
    fn of<V: Vector<Scalar = S>>(on_axis: sat::AxisProjection<V>) -> Self {
        let ends = |interval: Interval<S>| [written(interval.start), written(interval.end)];
        AxisProjection {
            axis: coordinates(on_axis.axis.get()),
            a: ends(on_axis.a),
            extended: ends(on_axis.extended),
            b: ends(on_axis.b),
            overlap: written(on_axis.overlap),
            separates: on_axis.is_separating,
        }
    }
}
