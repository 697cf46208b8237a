//! Oriented boxes under a map.
//!
//! The image of a box is a parallelepiped. A rigid map leaves it a box; shear, and scale along other axes
//! than the box's own, do not. A new box around it takes one of the image's edges as its first axis, the part
//! of another that is perpendicular to the first as its second, and the direction perpendicular to both as
//! its third. The choice of the first edge decides the volume, so all orders are tried: two in 2D,
//! six in 3D.
//!
//! For rigid maps all orders give the same box, so one is enough; the axes are then the rotated axes of the
//! box, in its order.

use glam::DVec3;

use super::enclosing_volume::{SkewFrame, everything, rounded_axes};
use super::normalization::in_space;
use super::outward_rounding::ROUNDING;
use crate::math::{Affine, Vector};
use crate::shape::{Obb, ShapeError};

/// All orders of three edges; in the plane the first two, as the third edge is then the missing dimension.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0], [2, 1, 0]];
/// Factor by which a box must be smaller to prefer another order of the edges.
const WORTHWHILE: f64 = 1.0 - 1e-6;
/// Maximum cosine of an angle that counts as right: what such angles add to a box is negligible.
const MAX_RIGHT_COSINE: f64 = 1e-6;
/// Upper bound on the remainder, by rounding, of an edge of length 1 in the plane of two others or along
/// another.
const MIN_REMAINDER: f64 = 1e-12;

/// Computes an oriented box around the image of an oriented box.
///
/// It contains the exact image of the exact box (see [`Obb`]). For rigid maps it is the same box up to
/// rounding. Otherwise it follows an edge of the image, so that a box whose image is flat becomes flat up to
/// rounding. For an image that overflows, the result is the box that contains everything.
///
/// ```
/// use glam::DVec2;
/// use impinge::bound::transform_obb;
/// use impinge::math::{Pose, Rotation};
/// use impinge::shape::Obb;
/// let plank = Obb::new(DVec2::ZERO, DVec2::new(3.0, 1.0), Rotation::identity())?;
/// let pose = Pose { rotation: Rotation::<DVec2>::from_angle(0.7), translation: DVec2::X };
/// let moved = transform_obb(&plank, &pose.into());
/// assert!((moved.half_extents() - plank.half_extents()).length() < 1e-13);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn transform_obb<V: Vector>(obb: &Obb<V>, map: &Affine<V>) -> Obb<V> {
    V::bound_transform_obb(obb, map)
}

pub(super) fn transform_obb_inner<V: Vector>(obb: &Obb<V>, map: &Affine<V>) -> Obb<V> {
    let image = Image::new(obb, map);
    let orders = match V::DIMENSION {
        _ if image.is_right_angled() => 1,
        2 => 2,
        _ => 6,
    };
    ORDERS[..orders]
        .iter()
        .map(|&order| axes_along(image.edges, order))
        .map(|axes| (image.waste(&axes, V::DIMENSION), axes))
        .reduce(|best, next| if next.0 < best.0 * WORTHWHILE { next } else { best })
        .and_then(|(_, axes)| image.enclosed(axes).ok())
        .unwrap_or_else(|| everything().into())
}

/// A parallelepiped, rounded: center ± Σ reachⱼ, with error bounds.
struct Image {
    center: DVec3,
    /// Half of each edge; zero for a box that is flat there.
    reaches: [DVec3; 3],
    /// The directions of the edges, for flat boxes as well: about 1 long, or zero.
    edges: [DVec3; 3],
    /// Error bound of a corner, on each world axis.
    doubt: DVec3,
}

impl Image {
    fn new<V: Vector>(obb: &Obb<V>, map: &Affine<V>) -> Self {
        let column = |i: usize| if i < V::DIMENSION { in_space(map.columns[i]) } else { DVec3::Z };
        let columns = [column(0), column(1), column(2)];
        let axis = |i: usize| if i < V::DIMENSION { in_space(obb.axes()[i]) } else { DVec3::Z };
        let axes = [axis(0), axis(1), axis(2)];
        let (center, half) = (in_space(obb.center()), in_space(obb.half_extents()));

        let turned = |v: DVec3| columns[0] * v.x + columns[1] * v.y + columns[2] * v.z;
        let magnitude = |v: DVec3| {
            let v = v.abs();
            columns[0].abs() * v.x + columns[1].abs() * v.y + columns[2].abs() * v.z
        };
        let images = axes.map(turned);
        let terms = (0..3).fold(in_space(map.translation).abs() + magnitude(center), |sum, j| {
            sum + magnitude(axes[j]) * half[j]
        });
        Image {
            center: turned(center) + in_space(map.translation),
            reaches: [0, 1, 2].map(|j| images[j] * half[j]),
            edges: images.map(|edge| {
                let largest = edge.abs().max_element();
                if largest > 0.0 { edge / largest } else { edge }
            }),
            // Each term has at most four roundings and takes part in at most eight sums; twice that, and
            // underflow.
            doubt: terms * (12.0 * ROUNDING) + DVec3::splat(f64::MIN_POSITIVE),
        }
    }

    /// Returns whether the edges are so close to right angles that their order does not matter.
    fn is_right_angled(&self) -> bool {
        let [a, b, c] = self.edges;
        [(a, b), (b, c), (c, a)]
            .iter()
            .all(|(a, b)| a.dot(*b).abs() <= MAX_RIGHT_COSINE * a.length() * b.length())
    }

    /// Returns the volume or area of a box along these axes; a missing edge counts as a short one, so that
    /// the others still count.
    fn waste(&self, axes: &[DVec3; 3], dimension: usize) -> f64 {
        let extents = axes.map(|axis| self.reaches.iter().map(|reach| reach.dot(axis).abs()).sum::<f64>());
        let longest = extents.into_iter().fold(0.0, f64::max);
        if longest == 0.0 {
            return 0.0;
        }
        extents[..dimension].iter().map(|extent| (extent / longest).max(1e-9) * longest).product()
    }

    fn enclosed<V: Vector>(&self, axes: [DVec3; 3]) -> Result<Obb<V>, ShapeError> {
        let rotation = rounded_axes::<V>(axes)?;
        let frame = SkewFrame::new(&rotation);
        let center = V::from_f64(self.center.to_array());
        let off_center = self.center - in_space(center);
        let spread = self.reaches.iter().fold(off_center.abs(), |sum, reach| sum + reach.abs());
        let reach = self
            .reaches
            .iter()
            .fold(frame.coordinates(off_center).abs(), |sum, &reach| sum + frame.coordinates(reach).abs());
        let half_extents = V::from_fn(|axis| frame.half_extent(axis, reach[axis], spread, self.doubt));
        Obb::new(center, half_extents, rotation)
    }
}

/// Returns orthonormal axes along the edges in this order: axis j belongs to edge j.
fn axes_along(edges: [DVec3; 3], order: [usize; 3]) -> [DVec3; 3] {
    let mut axes = [DVec3::ZERO; 3];
    let mut open = [true; 3];
    for j in order {
        let rest = perpendicular_to(&axes, edges[j]);
        if rest.length() > MIN_REMAINDER * edges[j].length() {
            (axes[j], open[j]) = (perpendicular_to(&axes, rest.normalize()).normalize(), false);
        }
    }
    // If the image has no direction left, a world axis gives one: the one least parallel to the others.
    for j in order.into_iter().filter(|&j| open[j]) {
        let rests = [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| perpendicular_to(&axes, axis));
        let longest = rests.into_iter().reduce(|a, b| if b.length() > a.length() { b } else { a });
        axes[j] = longest.unwrap_or(DVec3::Z).normalize();
    }
    axes
}

fn perpendicular_to(axes: &[DVec3; 3], vector: DVec3) -> DVec3 {
    axes.iter().fold(vector, |rest, axis| rest - *axis * axis.dot(rest))
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3, Vec3};

    use super::*;
    use crate::math::Rotation;

    #[test]
    fn a_sheared_square_follows_its_long_edge() -> Result<(), ShapeError> {
        let square = Obb::new(DVec2::ZERO, DVec2::ONE, Rotation::identity())?;
        let shear = Affine { columns: [DVec2::X, DVec2::new(4.0, 1.0)], translation: DVec2::ZERO };
        let image = transform_obb(&square, &shear);
        // Along the edge (4, 1), of length √17, the box is √17 + 4/√17 long and 1/√17 wide; along x 5 by 1.
        let long = 17.0_f64.sqrt();
        let expected = 4.0 * (long + 4.0 / long) / long;
        assert!((image.volume() - expected).abs() < 1e-12, "{} instead of {expected}", image.volume());
        Ok(())
    }

    #[test]
    fn flat_images_and_overflow_are_boxes() -> Result<(), ShapeError> {
        let cube = Obb::new(Vec3::ONE, Vec3::ONE, Rotation::identity())?;
        let onto_plane = Affine { columns: [Vec3::X, Vec3::Y, Vec3::X + Vec3::Y], translation: Vec3::ZERO };
        assert!(transform_obb(&cube, &onto_plane).half_extents().z < 1e-12);
        let onto_point = Affine { columns: [Vec3::ZERO; 3], translation: Vec3::X };
        assert_eq!(transform_obb(&cube, &onto_point).center(), Vec3::X);
        let beyond = Affine { columns: [Vec3::X, Vec3::Y, Vec3::Z], translation: Vec3::MAX };
        let far = Obb::new(Vec3::MAX, Vec3::ONE, Rotation::identity())?;
        assert_eq!(transform_obb(&far, &beyond).half_extents(), Vec3::MAX);
        Ok(())
    }

    #[test]
    fn axes_are_orthonormal_however_skewed_the_edges() {
        let edges = [DVec3::X, DVec3::new(1.0, 1e-9, 0.0), DVec3::new(1.0, 1.0, 1e-13)];
        for order in ORDERS {
            let axes = axes_along(edges, order);
            for i in 0..3 {
                for j in 0..3 {
                    let expected = if i == j { 1.0 } else { 0.0 };
                    assert!((axes[i].dot(axes[j]) - expected).abs() < 1e-14);
                }
            }
        }
    }
}
