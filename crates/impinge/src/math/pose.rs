//! Rigid poses and affine maps.

use std::ops::Mul;

use super::triple::{Point, cross, determinant, dot};
use super::{Rotation, Vector, scale_for, within_floats};

/// Rigid pose: a rotation about the origin, then a translation. It maps local to world coordinates.
///
/// ```
/// use glam::Vec2;
/// use impinge::math::{Pose, Rotation};
/// let pose = Pose { rotation: Rotation::<Vec2>::identity(), translation: Vec2::new(1.0, 2.0) };
/// assert_eq!(pose.transform_point(Vec2::X), Vec2::new(2.0, 2.0));
/// assert_eq!(pose.inverse_transform_point(Vec2::new(2.0, 2.0)), Vec2::X);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<V: Vector> {
    /// Rotation of the local axes.
    pub rotation: Rotation<V>,
    /// Position of the local origin in the world.
    pub translation: V,
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::identity()
    }
}

impl<V: Vector> Pose<V> {
    /// Returns the identity: local and world coordinates are the same.
    pub fn identity() -> Self {
        Self::from_translation(V::ZERO)
    }

    /// Creates a pose without rotation.
    pub fn from_translation(translation: V) -> Self {
        Pose { rotation: Rotation::identity(), translation }
    }

    /// Creates a pose without translation.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::math::{Pose, Rotation};
    /// let quarter = Pose::from_rotation(Rotation::<DVec2>::from_angle(std::f64::consts::FRAC_PI_2));
    /// assert!((quarter.transform_point(DVec2::X) - DVec2::Y).length() < 1e-15);
    /// ```
    pub fn from_rotation(rotation: Rotation<V>) -> Self {
        Pose { rotation, translation: V::ZERO }
    }

    /// Transforms a local point to the world.
    #[inline]
    pub fn transform_point(&self, point: V) -> V {
        self.rotation.rotate(point) + self.translation
    }

    /// Returns the pose that applies `self` first, then `next`: the same as `next * self`.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::math::{Pose, Rotation};
    /// let quarter = Rotation::<DVec2>::from_angle(std::f64::consts::FRAC_PI_2);
    /// let arm = Pose { rotation: quarter, translation: DVec2::X };
    /// let hand_on_arm = Pose::from_translation(DVec2::new(2.0, 0.0));
    /// let hand = arm * hand_on_arm;
    /// assert!((hand.translation - DVec2::new(1.0, 2.0)).length() < 1e-12);
    /// assert_eq!(hand_on_arm.then(&arm), hand);
    /// ```
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        *next * *self
    }

    /// Returns the inverse pose, which maps world to local coordinates.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// let pose = Pose::from_translation(Vec3::X);
    /// assert_eq!(pose.inverse().transform_point(pose.transform_point(Vec3::Y)), Vec3::Y);
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Self {
        Pose {
            rotation: self.rotation.inverse(),
            translation: self.rotation.inverse_rotate(-self.translation),
        }
    }

    /// Clamps the translation to the float range; NaN becomes the least float.
    #[inline(always)]
    pub(crate) fn within_floats(self) -> Self {
        Pose { translation: within_floats(self.translation), ..self }
    }

    /// Transforms a local point to the world, clamped to the float range.
    #[inline]
    pub(crate) fn place(&self, point: V) -> V {
        within_floats(self.transform_point(point))
    }

    /// Returns the product of two poses, with its translation clamped to the float range.
    #[inline]
    pub(crate) fn placing(&self, inner: &Self) -> Self {
        if *inner == Pose::identity() {
            return *self;
        }
        let translation = self.place(inner.translation);
        if self.rotation == Rotation::identity() {
            return Pose { rotation: inner.rotation, translation };
        }
        Pose { rotation: self.rotation * inner.rotation, translation }
    }

    /// Transforms a world point to local coordinates.
    #[inline]
    pub fn inverse_transform_point(&self, point: V) -> V {
        self.rotation.inverse_rotate(point - self.translation)
    }
}

/// `a * b` applies `b` first, then `a`.
impl<V: Vector> Mul for Pose<V> {
    type Output = Self;

    fn mul(self, inner: Self) -> Self {
        Pose {
            rotation: self.rotation * inner.rotation,
            translation: self.transform_point(inner.translation),
        }
    }
}

/// `a * b` applies `b` first, then `a`.
impl<V: Vector> Mul for Affine<V> {
    type Output = Self;

    fn mul(self, inner: Self) -> Self {
        let columns = V::basis_from_fn(|axis| self.apply_to_direction(inner.columns[axis]));
        Affine { columns, translation: self.transform_point(inner.translation) }
    }
}

/// Affine map: any linear map (scale, mirror and shear included), then a translation. It maps local to world
/// coordinates.
///
/// The image of a point is computed coordinate by coordinate, in the order of the axes. Then the translation
/// is added. Exact tests on placed meshes are exact for these rounded images.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine<V: Vector> {
    /// Images of the local axes.
    pub columns: V::Basis,
    /// Image of the local origin.
    pub translation: V,
}

impl<V: Vector> From<Pose<V>> for Affine<V> {
    fn from(pose: Pose<V>) -> Self {
        Affine { columns: pose.rotation.columns(), translation: pose.translation }
    }
}

impl<V: Vector> Default for Affine<V> {
    fn default() -> Self {
        Self::identity()
    }
}

macro_rules! from_glam {
    ($($vector:ident, $affine:ident, $matrix:ident: [$($axis:ident),+]);+ $(;)?) => {$(
        impl From<glam::$affine> for Affine<glam::$vector> {
            fn from(map: glam::$affine) -> Self {
                Affine { columns: [$(map.$matrix.$axis.into()),+], translation: map.translation.into() }
            }
        }
    )+};
}

from_glam! {
    Vec2, Affine2, matrix2: [x_axis, y_axis];
    DVec2, DAffine2, matrix2: [x_axis, y_axis];
    Vec3, Affine3A, matrix3: [x_axis, y_axis, z_axis];
    DVec3, DAffine3, matrix3: [x_axis, y_axis, z_axis];
}

impl<V: Vector> Affine<V> {
    /// Returns the identity: local and world coordinates are the same.
    pub fn identity() -> Self {
        Pose::identity().into()
    }

    /// Creates a pure translation.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Affine;
    /// assert_eq!(Affine::from_translation(Vec3::X).transform_point(Vec3::ONE), Vec3::new(2.0, 1.0, 1.0));
    /// ```
    pub fn from_translation(translation: V) -> Self {
        Pose::from_translation(translation).into()
    }

    /// Returns the map that applies `self` first, then `next`: the same as `next * self`.
    ///
    /// ```
    /// use glam::{DAffine2, DVec2};
    /// use impinge::math::Affine;
    /// let doubled = Affine::from(DAffine2::from_scale(DVec2::splat(2.0)));
    /// let shifted = Affine::from(DAffine2::from_translation(DVec2::X));
    /// assert_eq!((doubled * shifted).transform_point(DVec2::ONE), DVec2::new(4.0, 2.0));
    /// assert_eq!(shifted.then(&doubled), doubled * shifted);
    /// ```
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        *next * *self
    }

    /// Transforms a direction or a difference of points, without the translation.
    #[inline]
    fn apply_to_direction(&self, vector: V) -> V {
        (1..V::DIMENSION).fold(self.columns[0] * vector[0], |sum, i| sum + self.columns[i] * vector[i])
    }

    /// Transforms a local point to the world.
    #[inline]
    pub fn transform_point(&self, point: V) -> V {
        self.apply_to_direction(point) + self.translation
    }

    /// Returns the inverse map, up to rounding.
    ///
    /// Returns `None` if the map is singular, or so nearly singular that the inverse is not finite.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::math::Affine;
    /// let map = Affine { columns: [DVec2::X * 2.0, DVec2::Y], translation: DVec2::ONE };
    /// let back = map.inverse().unwrap();
    /// assert_eq!(back.transform_point(map.transform_point(DVec2::new(3.0, 4.0))), DVec2::new(3.0, 4.0));
    /// assert_eq!(Affine { columns: [DVec2::X, DVec2::X], ..map }.inverse(), None);
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Option<Self> {
        let ([a, b, c], scales) = self.scaled_axes();
        let determinant = determinant([a, b, c]);
        let rows = [cross(b, c), cross(c, a), cross(a, b)];
        let rows: [Point; 3] = std::array::from_fn(|i| rows[i].map(|x| x / determinant * scales[i]));
        let translation = self.translation.to_f64();
        let inverse = Affine {
            columns: V::basis_from_fn(|j| V::from_f64(std::array::from_fn(|i| rows[i][j]))),
            translation: V::from_f64(std::array::from_fn(|i| -dot(rows[i], translation))),
        };
        (determinant != 0.0 && inverse.is_finite()).then_some(inverse)
    }

    /// Returns a positive number if the map preserves orientation, a negative one if it mirrors, and 0 if it
    /// is singular.
    pub(crate) fn orientation(&self) -> f64 {
        determinant(self.scaled_axes().0)
    }

    /// Returns the axes of space, each scaled by a power of two to about 1, so that no product overflows or
    /// underflows; and these powers.
    #[inline(never)]
    fn scaled_axes(&self) -> ([Point; 3], Point) {
        let axes = self.axes();
        let scales = axes.map(|axis| scale_for(axis.into_iter().fold(0.0, |most, x| x.abs().max(most))));
        (std::array::from_fn(|i| axes[i].map(|x| x * scales[i])), scales)
    }

    /// Returns the images of the axes of space; in 2D the third axis is unchanged.
    fn axes(&self) -> [Point; 3] {
        let columns = self.columns.as_ref();
        std::array::from_fn(|i| {
            let unit = std::array::from_fn(|axis| if axis == i { 1.0 } else { 0.0 });
            columns.get(i).map_or(unit, |column| column.to_f64())
        })
    }

    /// Returns whether all numbers are finite.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Affine;
    /// let large = Affine { columns: [Vec2::X * 1e30, Vec2::Y * 1e30], translation: Vec2::ZERO };
    /// assert!(large.is_finite());
    /// // The square of the scale exceeds the float range.
    /// assert!(!(large * large).is_finite());
    /// ```
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.columns.as_ref().iter().all(|column| column.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3, Vec3};

    use super::*;

    /// Products of three numbers overflow long before the numbers do.
    #[test]
    fn affine_maps_of_any_size_have_an_inverse() {
        for exponent in [-1000, -500, -340, -1, 0, 340, 500, 1000] {
            let size = libm::ldexp(1.0, exponent);
            let space = Affine {
                columns: [DVec3::Y * size, DVec3::X * size, DVec3::Z * size],
                translation: DVec3::splat(size),
            };
            let back = space.inverse().expect("it flattens nothing");
            assert_eq!(
                back.transform_point(space.transform_point(DVec3::new(1.0, 2.0, 3.0))),
                DVec3::new(1.0, 2.0, 3.0),
                "2^{exponent}"
            );
            assert!(space.orientation() < 0.0, "2^{exponent}");
            let plane = Affine { columns: [DVec2::X * size, DVec2::Y / size], translation: DVec2::ZERO };
            let back = plane.inverse().expect("it flattens nothing");
            assert_eq!(back.transform_point(plane.transform_point(DVec2::ONE)), DVec2::ONE, "2^{exponent}");
            assert!(plane.orientation() > 0.0, "2^{exponent}");
        }
        // The inverse of a smaller scale exceeds the float range.
        assert_eq!(
            Affine { columns: [Vec3::X * 1e-40, Vec3::Y, Vec3::Z], translation: Vec3::ZERO }.inverse(),
            None
        );
        let flat =
            Affine { columns: [DVec3::X * 1e200, DVec3::X * 1e-200, DVec3::Z], translation: DVec3::ZERO };
        assert_eq!((flat.inverse(), flat.orientation()), (None, 0.0));
    }
}
