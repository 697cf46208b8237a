//! Axis-aligned boxes around images of boxes, oriented boxes and meshes.
//!
//! The image of a box under an affine map is a parallelepiped. Its extent along world axis i follows without
//! its corners: each term mᵢⱼ·xⱼ is least at one end of the box's interval on axis j and greatest at the
//! other, and the ends can be chosen one by one. The same holds for an oriented box, whose terms are hⱼ·aⱼᵢ
//! from −1 to 1.
//! Source: Arvo, "Transforming axis-aligned bounding boxes", Graphics Gems, 1990.

use super::outward_rounding::{Sum, rounded_down, rounded_up};
use crate::math::{Affine, Scalar, Vector};
use crate::shape::{Aabb, Mesh, Obb};

/// Computes the axis-aligned box around the image of a box: cheap, but up to √3 times as long as the image of
/// its content.
///
/// It contains the exact image of every point of the box, and the rounded one that
/// [`Affine::transform_point`] returns. If nothing is rounded, the result is exact. Coordinates that overflow
/// are clamped to the largest float.
///
/// ```
/// use glam::Vec2;
/// use impinge::bound::transform_aabb;
/// use impinge::math::{Affine, Pose};
/// use impinge::shape::Aabb;
/// let unit = Aabb::new(Vec2::ZERO, Vec2::ONE)?;
/// let quarter_turn = Affine { columns: [Vec2::Y, -Vec2::X], translation: Vec2::new(3.0, 0.0) };
/// assert_eq!(transform_aabb(&unit, &quarter_turn), Aabb::new(Vec2::new(2.0, 0.0), Vec2::new(3.0, 1.0))?);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn transform_aabb<V: Vector>(bounds: &Aabb<V>, map: &Affine<V>) -> Aabb<V> {
    V::bound_transform_aabb(bounds, map)
}

pub(super) fn transform_aabb_inner<V: Vector>(bounds: &Aabb<V>, map: &Affine<V>) -> Aabb<V> {
    let (min, max) = (bounds.min(), bounds.max());
    let image = |axis: usize, want_high: bool| {
        // Both the exact and the rounded image are monotonic in each coordinate, as rounding keeps order.
        let corner = V::from_fn(|j| {
            let grows = map.columns[j][axis] >= V::Scalar::ZERO;
            if grows == want_high { max[j] } else { min[j] }
        });
        let exact = (0..V::DIMENSION).fold(Sum::new(map.translation[axis].into()), |sum, j| {
            sum.plus_product(map.columns[j][axis].into(), corner[j].into())
        });
        (exact, map.transform_point(corner)[axis])
    };
    let low = V::from_fn(|axis| {
        let (exact, rounded) = image(axis, false);
        let rounded = if rounded.is_finite() { rounded } else { -V::Scalar::MAX };
        rounded_down::<V::Scalar>(exact.low()).min(rounded).max(-V::Scalar::MAX)
    });
    let high = V::from_fn(|axis| {
        let (exact, rounded) = image(axis, true);
        let rounded = if rounded.is_finite() { rounded } else { V::Scalar::MAX };
        rounded_up::<V::Scalar>(exact.high()).max(rounded).min(V::Scalar::MAX)
    });
    Aabb::between(low, high)
}

/// Computes the axis-aligned box around an oriented box, taken exactly as the floats define it (see [`Obb`]).
///
/// Coordinates that overflow are clamped to the largest float.
///
/// ```
/// use glam::DVec2;
/// use impinge::bound::obb_aabb;
/// use impinge::math::Rotation;
/// use impinge::shape::Obb;
/// let diamond = Obb::new(DVec2::ZERO, DVec2::ONE, Rotation::<DVec2>::from_angle(std::f64::consts::FRAC_PI_4))?;
/// assert!((obb_aabb(&diamond).max() - DVec2::splat(2.0_f64.sqrt())).length() < 1e-15);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn obb_aabb<V: Vector>(obb: &Obb<V>) -> Aabb<V> {
    V::bound_obb_aabb(obb)
}

pub(super) fn obb_aabb_inner<V: Vector>(obb: &Obb<V>) -> Aabb<V> {
    let (center, half_extents, axes) = (obb.center(), obb.half_extents(), obb.axes());
    let end = |axis: usize, side: f64| {
        (0..V::DIMENSION).fold(Sum::new(center[axis].into()), |sum, j| {
            sum.plus_product(side * half_extents[j].into(), axes[j][axis].abs().into())
        })
    };
    Aabb::between(
        V::from_fn(|axis| rounded_down::<V::Scalar>(end(axis, -1.0).low()).max(-V::Scalar::MAX)),
        V::from_fn(|axis| rounded_up::<V::Scalar>(end(axis, 1.0).high()).min(V::Scalar::MAX)),
    )
}

/// Computes the smallest axis-aligned box around the images of a mesh's vertices under an affine map.
///
/// The images are the rounded ones of [`Affine::transform_point`]. It is `None` if there are no vertices, or
/// if an image overflows.
///
/// Use this box for a rotated object; [`transform_aabb`] is cheaper but larger.
///
/// ```
/// use glam::Vec2;
/// use impinge::bound::mesh_aabb;
/// use impinge::math::{Affine, Pose};
/// use impinge::shape::{Aabb, Mesh};
/// let mesh = Mesh::new(vec![Vec2::ZERO, Vec2::X, Vec2::Y], vec![[0, 1, 2]]).unwrap();
/// let moved = Pose::from_translation(Vec2::ONE).into();
/// assert_eq!(mesh_aabb(&mesh, &moved), Aabb::new(Vec2::ONE, Vec2::splat(2.0)).ok());
/// assert_eq!(mesh_aabb(&Mesh::default(), &moved), None);
/// ```
#[inline]
pub fn mesh_aabb<V: Vector>(mesh: &Mesh<V>, map: &Affine<V>) -> Option<Aabb<V>> {
    V::bound_mesh_aabb(mesh, map)
}

pub(super) fn mesh_aabb_inner<V: Vector>(mesh: &Mesh<V>, map: &Affine<V>) -> Option<Aabb<V>> {
    let (&first, rest) = mesh.positions().split_first()?;
    let first = map.transform_point(first);
    let mut is_finite = first.is_finite();
    let (low, high) = rest.iter().fold((first, first), |(low, high), &position| {
        let image = map.transform_point(position);
        is_finite &= image.is_finite();
        (low.min(image), high.max(image))
    });
    is_finite.then_some(Aabb::between(low, high))
}

#[cfg(test)]
mod tests {
    use glam::{DVec3, Vec2, Vec3};

    use super::*;
    use crate::math::Rotation;
    use crate::shape::ShapeError;

    #[test]
    fn boxes_of_whole_numbers_have_no_margin() -> Result<(), ShapeError> {
        let bounds = Aabb::new(DVec3::new(-1.0, 2.0, 3.0), DVec3::new(1.0, 4.0, 6.0))?;
        let map = Affine { columns: [DVec3::Y * 3.0, DVec3::X, -DVec3::Z], translation: DVec3::splat(0.5) };
        let expected = Aabb::new(DVec3::new(2.5, -2.5, -5.5), DVec3::new(4.5, 3.5, -2.5))?;
        assert_eq!(transform_aabb(&bounds, &map), expected);
        assert_eq!(transform_aabb(&bounds, &Affine::identity()), bounds);
        Ok(())
    }

    #[test]
    fn overflowing_boxes_end_at_the_largest_float() -> Result<(), ShapeError> {
        let half = f32::MAX / 2.0;
        let bounds = Aabb::new(Vec2::ZERO, Vec2::new(half, 1.0))?;
        let map = Affine { columns: [Vec2::X * 4.0, Vec2::Y], translation: Vec2::ZERO };
        assert_eq!(transform_aabb(&bounds, &map), Aabb::new(Vec2::ZERO, Vec2::new(f32::MAX, 1.0))?);
        // An intermediate sum of products overflows: no bound on the result is known.
        let doubling = Affine { columns: [DVec3::X * 2.0, DVec3::Y, DVec3::Z], translation: -DVec3::MAX };
        let far = transform_aabb(&Aabb::new(DVec3::ZERO, DVec3::MAX)?, &doubling);
        assert_eq!((far.min().x, far.max().x), (-f64::MAX, f64::MAX));
        let wide = Obb::new(Vec3::MAX, Vec3::MAX, Rotation::identity())?;
        assert_eq!(obb_aabb(&wide), Aabb::new(Vec3::ZERO, Vec3::MAX)?);
        let mesh = Mesh::new(vec![Vec2::ZERO, Vec2::new(half, 0.0)], vec![]).unwrap_or_default();
        assert_eq!(mesh_aabb(&mesh, &map), None);
        Ok(())
    }
}
