//! A shape that moves within a step: does it meet the other, how is it to move instead, and both shadows on every axis.

use impinge::math::{Interval, Scalar, Vector};
use impinge::narrow::sat::{self, moving_observed, moving_on_every_axis};
use impinge::shape::View;
use serde::Serialize;

use crate::answer::{Found, coordinates, written};
use crate::node::{Fields, Node};
use crate::problem::Problem;
use crate::space::{Space, vector};
use crate::steps::is_nothing;

/// No more axes are told: only shapes of hundreds of edges or parts have more, of which nobody draws all.
const MOST_AXES: usize = 10_000;

/// What a moving shape and a resting one are to each other.
#[derive(Debug, Serialize)]
pub(crate) struct Moving<S> {
    now: bool,
    will: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    translation: Option<Vec<S>>,
    /// In the order in which they were looked at.
    axes: Vec<OnAxis<S>>,
    /// So many before the last one.
    #[serde(skip_serializing_if = "is_nothing")]
    axes_left_out: usize,
}

/// Both shapes projected on an axis.
#[derive(Debug, Serialize)]
struct OnAxis<S> {
    axis: Vec<S>,
    a: [S; 2],
    extended: [S; 2],
    b: [S; 2],
    overlap: S,
    separates: bool,
}

/// What is found about a shape that moves and one that rests.
pub(crate) fn found<V: Space>(a: &View<V>, b: &View<V>, fields: Fields) -> Result<Found<V::Scalar>, Problem> {
    let velocity = fields.optional("velocity", vector)?.unwrap_or(V::ZERO);
    let goes_on = fields.optional("every_axis", Node::bool)?.unwrap_or(false);
    let (mut axes, mut axes_left_out) = (Vec::new(), 0);
    let observer = |on_axis: sat::OnAxis<V>| {
        // The last one is told in any case: it may have settled the answer.
        if axes.len() == MOST_AXES {
            axes.pop();
            axes_left_out += 1;
        }
        axes.push(OnAxis::of(on_axis));
    };
    let step = match goes_on {
        true => moving_on_every_axis(a, b, velocity, observer),
        false => moving_observed(a, b, velocity, observer),
    };
    let translation = step.translation().map(coordinates);
    Ok(Found::Moving(Moving { now: step.now(), will: step.will(), translation, axes, axes_left_out }))
}

impl<S: Scalar> OnAxis<S> {
    fn of<V: Vector<Scalar = S>>(on_axis: sat::OnAxis<V>) -> Self {
        let ends = |interval: Interval<S>| [written(interval.start), written(interval.end)];
        OnAxis {
            axis: coordinates(on_axis.axis.get()),
            a: ends(on_axis.a),
            extended: ends(on_axis.extended),
            b: ends(on_axis.b),
            overlap: written(on_axis.overlap),
            separates: on_axis.is_separating,
        }
    }
}
