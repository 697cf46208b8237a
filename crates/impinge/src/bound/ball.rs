//! The smallest ball around points, and balls under a map.
//!
//! The smallest ball is unique, and two to four of the points (two or three in 2D) determine it. It is the
//! circumscribed ball of these, its centre is in their convex hull, and no other point is outside. The search
//! keeps such a *support*, starting with one point. As long as a point is outside, the farthest one joins the
//! support, and the smallest ball of these few becomes the next ball. It is larger, so no support comes twice
//! and the search ends. A pass over the points costs far more than the ball of a few points, which is
//! therefore found by trying all subsets. About ten passes are needed, whatever the number of points.
//!
//! Rounding does no harm: of the candidates for the few points, the one with the least distance to its
//! farthest point counts, and the best centre seen is the result. Near the end, a radius may grow by less
//! than its last digit while the centre still moves much more than that. So the search ends only after some
//! steps in which neither the radius grew nor the distance of the farthest point reached a new minimum.
//! Source: Gärtner, "Fast and robust smallest enclosing balls", 1999 (the farthest point as pivot); Fischer,
//! Gärtner & Kutz, 2003.

use glam::DVec3;
use smallvec::{SmallVec, smallvec};

use super::enclosing_volume::ball_around;
use super::normalization::{Normalized, in_space};
use super::outward_rounding::{ROUNDING, Sum, rounded_up};
use super::principal_axes::largest_stretch;
use crate::math::{Affine, Vector};
use crate::shape::{Ball, ShapeError};

/// Relative difference of squared distances up to which a point counts as on the surface.
const SURFACE: f64 = 64.0 * ROUNDING;
/// Minimum barycentric coordinate of a centre in the hull of its support is minus this, for rounding.
const HULL: f64 = 1e-9;

/// Maximum number of consecutive steps without progress.
const MAX_STALLED_ROUNDS: u32 = 8;

/// The points that determine a ball, four at most.
pub(super) type SupportPoints = SmallVec<[DVec3; 4]>;

/// Computes the smallest ball around points.
///
/// Every point is inside in real arithmetic. The radius equals the radius of the smallest ball up to a
/// relative 10⁻¹² (10⁻⁵ in `f32`), plus the rounding of the centre. Cost: about ten passes over the
/// points.
///
/// # Errors
/// Returns an error if there are no points, if one is not finite, or if the radius overflows.
///
/// ```
/// use glam::DVec2;
/// use impinge::bound::fit_ball;
/// let ball = fit_ball(&[DVec2::ZERO, DVec2::new(4.0, 0.0), DVec2::new(2.0, 1.0)])?;
/// assert_eq!(ball.center(), DVec2::new(2.0, 0.0));
/// assert!((ball.radius() - 2.0).abs() < 1e-14);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn fit_ball<V: Vector>(points: &[V]) -> Result<Ball<V>, ShapeError> {
    V::bound_fit_ball(points)
}

pub(super) fn fit_ball_inner<V: Vector>(points: &[V]) -> Result<Ball<V>, ShapeError> {
    let normalized = Normalized::new(points)?;
    let center = smallest_ball(V::DIMENSION, normalized.iter()).center;
    ball_around(normalized.to_given(center), &normalized)
}

/// Computes the smallest ball around points in this dimension; its radius contains the points as far as the
/// distances from the centre are known. The ball of radius 0 at the origin if there are none.
pub(super) fn smallest_ball(dimension: usize, points: impl Iterator<Item = DVec3> + Clone) -> Supported {
    let first = points.clone().next().unwrap_or_default();
    let mut ball = Supported { support: smallvec![first], center: first, radius_squared: 0.0 };
    let mut largest_squared = f64::NEG_INFINITY;
    let mut best = Supported { radius_squared: f64::INFINITY, ..ball.clone() };
    let mut patience = MAX_STALLED_ROUNDS;
    loop {
        let (farthest, distance_squared) = find_farthest(ball.center, points.clone());
        let is_progress = ball.radius_squared > largest_squared || distance_squared < best.radius_squared;
        patience = if is_progress { MAX_STALLED_ROUNDS } else { patience - 1 };
        largest_squared = largest_squared.max(ball.radius_squared);
        if distance_squared < best.radius_squared {
            best = Supported { radius_squared: distance_squared, ..ball.clone() };
        }
        if patience == 0 || distance_squared <= ball.radius_squared * (1.0 + SURFACE) {
            return best;
        }
        match ball_through(farthest, &ball.support, dimension) {
            Some(next) => ball = next,
            None => return best,
        }
    }
}

/// Returns the farthest of the points and its squared distance.
fn find_farthest(center: DVec3, points: impl Iterator<Item = DVec3>) -> (DVec3, f64) {
    points.fold((center, 0.0), |(farthest, most), point| {
        let distance_squared = (point - center).length_squared();
        if distance_squared > most { (point, distance_squared) } else { (farthest, most) }
    })
}

/// A ball and the points that determine it.
#[derive(Clone, Debug)]
pub(super) struct Supported {
    pub(super) support: SupportPoints,
    pub(super) center: DVec3,
    pub(super) radius_squared: f64,
}

/// Returns the smallest ball around a support and a point outside of its ball; the point joins the support.
fn ball_through(point: DVec3, support: &[DVec3], dimension: usize) -> Option<Supported> {
    let mut best: Option<Supported> = None;
    for subset in 0..1usize << support.len() {
        if subset.count_ones() as usize > dimension {
            continue;
        }
        let chosen = support.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, &p)| p);
        let chosen: SupportPoints = std::iter::once(point).chain(chosen).collect();
        let Some(center) = circumcenter(&chosen) else { continue };
        let (_, radius_squared) = find_farthest(center, support.iter().copied().chain([point]));
        if best.as_ref().is_none_or(|best| radius_squared < best.radius_squared) {
            best = Some(Supported { support: chosen, center, radius_squared });
        }
    }
    best
}

/// Returns the point that is equally far from all of these and in their hull; `None` if there is none or the
/// points are affinely dependent.
fn circumcenter(points: &[DVec3]) -> Option<DVec3> {
    let (&origin, others) = points.split_first()?;
    // With qᵢ from the origin to the others, the centre x has x·qᵢ = |qᵢ|²/2. In an orthonormal basis e of
    // the q, found one after the other, qᵢ = Σ rᵢₖ·eₖ with k ≤ i, which gives one coordinate y of x after the
    // other.
    let (mut basis, mut r, mut y) = ([DVec3::ZERO; 3], [[0.0; 3]; 3], [0.0; 3]);
    for (i, &other) in others.iter().enumerate() {
        let q = other - origin;
        let mut rest = q;
        for k in 0..i {
            r[i][k] = rest.dot(basis[k]);
            rest -= basis[k] * r[i][k];
        }
        r[i][i] = rest.length();
        basis[i] = rest / r[i][i];
        let known: f64 = (0..i).map(|k| r[i][k] * y[k]).sum();
        y[i] = (q.length_squared() * 0.5 - known) / r[i][i];
    }
    // The barycentric coordinates λ solve Σ λᵢ·qᵢ = x, from the last to the first.
    let mut barycentric = [0.0; 3];
    for i in (0..others.len()).rev() {
        let known: f64 = (i + 1..others.len()).map(|k| r[k][i] * barycentric[k]).sum();
        barycentric[i] = (y[i] - known) / r[i][i];
    }
    let of_origin = 1.0 - barycentric.iter().sum::<f64>();
    // Rejects NaN as well, which affinely dependent points give.
    let is_in_hull = of_origin >= -HULL && barycentric.iter().all(|&coordinate| coordinate >= -HULL);
    is_in_hull.then(|| (0..others.len()).fold(origin, |center, i| center + basis[i] * y[i]))
}

/// Computes a ball around the image of a ball.
///
/// The image is an ellipsoid: the radius grows by the largest singular value of the map. The result contains
/// the exact image. For a rotation, the radius grows by a relative 10⁻¹³ (10⁻⁶ in `f32`) and the rounding of
/// the centre. `None` if the image overflows or the map is not finite, as no ball contains all of space.
///
/// ```
/// use glam::Vec2;
/// use impinge::bound::transform_ball;
/// use impinge::math::Affine;
/// use impinge::shape::Ball;
/// let stretch = Affine { columns: [Vec2::new(3.0, 0.0), Vec2::new(0.0, 0.5)], translation: Vec2::X };
/// let image = transform_ball(&Ball::new(Vec2::ZERO, 1.0)?, &stretch).unwrap();
/// assert_eq!(image.center(), Vec2::X);
/// assert!((3.0..3.000001).contains(&image.radius()));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn transform_ball<V: Vector>(ball: &Ball<V>, map: &Affine<V>) -> Option<Ball<V>> {
    V::bound_transform_ball(ball, map)
}

pub(super) fn transform_ball_inner<V: Vector>(ball: &Ball<V>, map: &Affine<V>) -> Option<Ball<V>> {
    if !map.is_finite() {
        return None;
    }
    let exact = |axis: usize| {
        (0..V::DIMENSION).fold(Sum::new(map.translation[axis].into()), |sum, j| {
            sum.plus_product(map.columns[j][axis].into(), ball.center()[j].into())
        })
    };
    let center = map.transform_point(ball.center());
    // The error of the centre: the sum over the axes bounds the length.
    let off_center: f64 = (0..V::DIMENSION)
        .map(|axis| {
            let (sum, center): (_, f64) = (exact(axis), center[axis].into());
            (sum.high() - center).max(center - sum.low())
        })
        .sum();
    let column = |i: usize| if i < V::DIMENSION { in_space(map.columns[i]) } else { DVec3::ZERO };
    let stretched = largest_stretch([column(0), column(1), column(2)]) * ball.radius().into();
    // The product and the sums add a few roundings, one of which may underflow.
    let radius = (stretched + off_center) * (1.0 + 8.0 * ROUNDING);
    let is_point = ball.radius().into() == 0.0 && off_center == 0.0;
    Ball::new(center, rounded_up(if is_point { 0.0 } else { radius.next_up() })).ok()
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;

    #[test]
    fn smallest_ball_of_points_on_a_sphere_is_the_sphere() -> Result<(), ShapeError> {
        // 1 + 4 + 4 = 9: thirty points at a distance of exactly 3.
        let mut points = Vec::new();
        for sides in 0..8 {
            let side = |axis: usize| if sides >> axis & 1 == 1 { 1.0 } else { -1.0 };
            for one in 0..3 {
                points.push(DVec3::from_array(
                    [0, 1, 2].map(|axis| side(axis) * if axis == one { 1.0 } else { 2.0 }),
                ));
            }
        }
        points.extend([0, 1, 2].map(DVec3::unit_axis).iter().flat_map(|&axis| [axis * 3.0, axis * -3.0]));
        let found = fit_ball(&points)?;
        assert!(found.center().length() < 1e-13 && (found.radius() - 3.0).abs() < 1e-13, "{found:?}");
        Ok(())
    }

    #[test]
    fn smallest_ball_of_one_point_has_radius_0() -> Result<(), ShapeError> {
        assert_eq!(fit_ball(&[Vec3::new(0.1, 0.2, 0.3); 5])?, Ball::new(Vec3::new(0.1, 0.2, 0.3), 0.0)?);
        Ok(())
    }

    #[test]
    fn smallest_ball_rejects_invalid_points() {
        assert_eq!(fit_ball::<Vec3>(&[]), Err(ShapeError::NoPoints));
        assert!(matches!(fit_ball(&[Vec3::NAN]), Err(ShapeError::NotFinite { field: "point", .. })));
        // The corners of the float range are farther from the middle than the largest float.
        assert!(matches!(
            fit_ball(&[Vec3::MIN, Vec3::MAX]),
            Err(ShapeError::NotFinite { field: "radius", .. })
        ));
        assert!(matches!(
            fit_ball(&[DVec3::MIN, DVec3::MAX]),
            Err(ShapeError::NotFinite { field: "radius", .. })
        ));
    }

    #[test]
    fn ball_of_overflowing_image_is_none() -> Result<(), ShapeError> {
        let double =
            Affine { columns: [Vec3::X * 2.0, Vec3::Y * 2.0, Vec3::Z * 2.0], translation: Vec3::ZERO };
        assert_eq!(transform_ball(&Ball::new(Vec3::MAX, 1.0)?, &double), None);
        assert_eq!(transform_ball(&Ball::new(Vec3::ZERO, f32::MAX)?, &double), None);
        let not_a_map = Affine { translation: Vec3::NAN, ..double };
        assert_eq!(transform_ball(&Ball::new(Vec3::ZERO, 1.0)?, &not_a_map), None);
        Ok(())
    }
}
