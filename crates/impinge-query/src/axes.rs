//! Rotations given as the images of the axes. Axes that were written with too few digits are made
//! orthonormal, which the answer notes.

use impinge::math::{Rotation, Scalar};
use impinge::shape::ShapeError;

use crate::node::Node;
use crate::problem::Problem;
use crate::space::{Space, vector};

/// Inner products that are off by no more are corrected: of axes with seven digits or more, not of axes that
/// are scaled or skewed.
const MAX_DEVIATION: f64 = 1e-6;

/// The rotation that takes the axes to these.
pub(crate) fn rotation<V: Space>(node: &Node) -> Result<Rotation<V>, Problem> {
    let axes: Vec<V> = node.each(vector)?;
    if axes.len() != V::DIMENSION {
        return Err(Problem::new(format_args!("must be {} axes, but are {}", V::DIMENSION, axes.len())));
    }
    let columns = V::basis_from_fn(|axis| axes[axis]);
    match Rotation::from_columns(columns) {
        Ok(rotation) => Ok(rotation),
        Err(ShapeError::NotOrthonormal { .. }) => {
            let deviation = deviation(node);
            if deviation <= MAX_DEVIATION {
                return Rotation::orthonormalize(columns).map_err(Problem::new);
            }
            Err(Problem::new(format_args!(
                "the axes must have length 1 and be perpendicular, but their inner products are off by {deviation:.1e}; up to \
                 {MAX_DEVIATION:e} is corrected; give more digits, or an angle in the plane, or a quaternion in space"
            )))
        }
        Err(error) => Err(Problem::new(error)),
    }
}

/// What was corrected in a request that was answered in this precision.
pub(crate) fn notes<S: Scalar>(request: &Node) -> Vec<String> {
    let bound = Rotation::<impinge::glam::DVec3>::TOLERANCE_IN_ROUNDOFFS * S::UNIT_ROUNDOFF.into();
    let mut notes = Vec::new();
    find(request, String::new(), &mut |place, axes| {
        let deviation = deviation(axes);
        if deviation > bound {
            notes.push(format!("{place}: the axes are off by {deviation:.1e} and were made orthonormal"));
        }
    });
    notes
}

/// Visits all axes in a request, each with its place.
fn find(node: &Node, place: String, visit: &mut impl FnMut(&str, &Node)) {
    match node {
        Node::Object(fields) => {
            for (name, value) in fields {
                let place = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
                match value {
                    Node::List(items)
                        if name == "rotation" && matches!(items.first(), Some(Node::List(_))) =>
                    {
                        visit(&place, value);
                    }
                    _ => find(value, place, visit),
                }
            }
        }
        // Lists of numbers may be long, and hold no axes.
        Node::List(items) if matches!(items.first(), Some(Node::Object(_))) => {
            for (number, item) in items.iter().enumerate() {
                find(item, format!("{place}[{number}]"), visit);
            }
        }
        _ => {}
    }
}

/// How far the inner products of axes are from 0 and 1, at most.
fn deviation(axes: &Node) -> f64 {
    let axes: Vec<Vec<f64>> = axes.each(|axis| axis.each(|number| number.number())).unwrap_or_default();
    let product = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let mut most: f64 = 0.0;
    for (number, axis) in axes.iter().enumerate() {
        for (other_number, other) in axes[..=number].iter().enumerate() {
            let expected = if number == other_number { 1.0 } else { 0.0 };
            most = most.max((product(axis, other) - expected).abs());
        }
    }
    most
}
