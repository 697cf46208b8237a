//! The smallest ball around a centre and the smallest box along axes: the end of a search, with rounding
//! bounds.
//!
//! # The box
//! The axes a of an oriented box are orthonormal up to rounding only, and the box is what the floats define:
//! a parallelepiped. A point is in it if its coordinates t in that skew frame, p − center = Σ tᵢ·aᵢ, are
//! within the half extents. They are tᵢ = dᵢ·(p − center) with the dual axes dᵢ = aᵢ₊₁ × aᵢ₊₂ / det, which
//! differ from aᵢ in the last digits, and these count.
//!
//! # Error bound
//! With u the unit roundoff of `f64`, each coordinate of dᵢ is off by less than 14·u·wᵢ: its two products and
//! their difference, the determinant (about 1, from terms that sum up to 2 at most) and the division; wᵢ is
//! the same formula with absolute values of all terms. So w is 0 where the structure of the axes makes d
//! zero, and a box along the axes gets no error from the others. Difference, product and sum add 4·u·wᵢ·|p −
//! center|. The half extent gets 32·u of it. Nothing underflows in w, as axes from [`rounded_axes`] have no
//! element between 0 and 2⁻⁶⁰.

use glam::DVec3;

use super::normalization::{Normalized, in_space};
use super::outward_rounding::{ROUNDING, Sum, rounded_up};
use crate::math::{Rotation, Scalar, Vector};
use crate::shape::{Aabb, Ball, Obb, ShapeError};

/// Elements of axes below this are set to 0, which changes an inner product by less than a rounding.
const MIN_ELEMENT: f64 = 1.0 / (1u64 << 60) as f64;
/// Upper bound on the loss of a sum of three products by underflow.
const UNDERFLOW: f64 = 8.0 * f64::MIN_POSITIVE * f64::EPSILON;

/// Computes the smallest ball around a centre that contains the points; rejected if its radius overflows.
pub(super) fn ball_around<V: Vector>(center: V, points: &Normalized<V>) -> Result<Ball<V>, ShapeError> {
    let middle = in_space(center);
    let farthest = points.given().iter().fold(0.0, |most: f64, &point| {
        let between = (in_space(point) - middle) * points.scale();
        most.max(between.length_squared())
    });
    let radius = farthest.sqrt() / points.scale();
    // Three roundings of the distance and five of its square; the last step may underflow.
    let radius = if radius > 0.0 { (radius * (1.0 + 8.0 * ROUNDING)).next_up() } else { 0.0 };
    Ball::new(center, rounded_up(radius))
}

/// Returns the axes in the precision of the box, orthonormal up to rounding and without negligible elements.
pub(super) fn rounded_axes<V: Vector>(axes: [DVec3; 3]) -> Result<Rotation<V>, ShapeError> {
    let columns = V::basis_from_fn(|i| V::from_f64(axes[i].to_array()));
    let columns = Rotation::<V>::orthonormalize(columns)?.columns();
    let cleaned = |value: V::Scalar| if value.abs().into() < MIN_ELEMENT { V::Scalar::ZERO } else { value };
    Rotation::from_columns(V::basis_from_fn(|i| V::from_fn(|j| cleaned(columns[i][j]))))
}

/// The frame of a box: coordinates along its axes, with error bounds.
pub(super) struct SkewFrame {
    dual: [DVec3; 3],
    /// The weight of a unit of each world coordinate in the error.
    weight: [DVec3; 3],
}

impl SkewFrame {
    pub(super) fn new<V: Vector>(rotation: &Rotation<V>) -> Self {
        let columns = rotation.columns();
        let axes = |i: usize| if i < V::DIMENSION { in_space(columns[i]) } else { DVec3::Z };
        let axes = [axes(0), axes(1), axes(2)];
        let determinant = axes[2].dot(axes[0].cross(axes[1]));
        let dual = |i: usize| axes[(i + 1) % 3].cross(axes[(i + 2) % 3]) / determinant;
        let weight = |i: usize| {
            let (a, b) = (axes[(i + 1) % 3].abs(), axes[(i + 2) % 3].abs());
            let permanent = DVec3::new(a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x);
            permanent / determinant.abs()
        };
        SkewFrame { dual: [dual(0), dual(1), dual(2)], weight: [weight(0), weight(1), weight(2)] }
    }

    /// Returns the coordinates of a vector, rounded.
    #[inline]
    pub(super) fn coordinates(&self, vector: DVec3) -> DVec3 {
        DVec3::new(self.dual[0].dot(vector), self.dual[1].dot(vector), self.dual[2].dot(vector))
    }

    /// Returns a half extent that contains coordinate `axis` of all vectors v that are known up to `doubt`,
    /// if the computed coordinate is at most `reach` and |v| at most `spread`.
    pub(super) fn half_extent<S: Scalar>(&self, axis: usize, reach: f64, spread: DVec3, doubt: DVec3) -> S {
        rounded_up(reach + self.error(axis, spread, doubt))
    }

    /// Returns the error bound of coordinate `axis` of such vectors, with a few roundings of it.
    pub(super) fn error(&self, axis: usize, spread: DVec3, doubt: DVec3) -> f64 {
        let weight = self.weight[axis];
        let error = weight.dot(spread * (16.0 * ROUNDING) + doubt);
        let is_exactly_flat = (0..3).all(|i| weight[i] == 0.0 || spread[i] == 0.0 && doubt[i] == 0.0);
        let underflow = if is_exactly_flat { 0.0 } else { UNDERFLOW };
        error * (1.0 + 8.0 * ROUNDING) + underflow
    }
}

/// Computes the smallest box along axes from [`rounded_axes`] that contains the points, up to a few
/// roundings; rejected if its numbers overflow.
pub(super) fn box_along<V: Vector>(
    rotation: Rotation<V>,
    points: &[V],
    bounds: &Aabb<V>,
) -> Result<Obb<V>, ShapeError> {
    let frame = SkewFrame::new(&rotation);
    let start = in_space(bounds.center());
    let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
    for &point in points {
        let along = frame.coordinates(in_space(point) - start);
        (low, high) = (low.min(along), high.max(along));
    }
    let columns = rotation.columns();
    let middle = low * 0.5 + high * 0.5;
    let center =
        (0..V::DIMENSION).fold(start, |center, axis| center + in_space(columns[axis]) * middle[axis]);
    let center = V::from_f64(center.to_array());

    // Measured again from the rounded centre, which may be off in both directions.
    let from = in_space(center);
    let reach = points
        .iter()
        .fold(DVec3::ZERO, |reach, &point| reach.max(frame.coordinates(in_space(point) - from).abs()));
    let spread = (in_space(bounds.max()) - from).max(from - in_space(bounds.min()));
    let half_extents = V::from_fn(|axis| match parallel_to(axis, &rotation) {
        Some(world) => rounded_up(reach_along_world(world, from, bounds)),
        None => frame.half_extent(axis, reach[axis], spread, DVec3::ZERO),
    });
    Obb::new(center, half_extents, rotation)
}

/// Returns the extent of a box from a point along a world axis, both ways, rounded up: this needs one
/// subtraction, which is often exact.
pub(super) fn reach_along_world<V: Vector>(world: usize, from: DVec3, bounds: &Aabb<V>) -> f64 {
    let distance = |from: f64, to: f64| Sum::new(to).plus_product(-1.0, from).high();
    let (min, max) = (bounds.min()[world].into(), bounds.max()[world].into());
    distance(from[world], max).max(distance(min, from[world]))
}

/// Returns the world axis along which only this axis has a component. Its coordinate is then the world
/// coordinate.
pub(super) fn parallel_to<V: Vector>(axis: usize, rotation: &Rotation<V>) -> Option<usize> {
    let columns = rotation.columns();
    (0..V::DIMENSION)
        .find(|&world| (0..V::DIMENSION).all(|i| columns[i].abs()[world] == V::unit_axis(axis)[i]))
}

/// Returns the box that contains every finite point.
pub(super) fn everything<V: Vector>() -> Aabb<V> {
    Aabb::between(V::splat(-V::Scalar::MAX), V::splat(V::Scalar::MAX))
}
