//! Where things are: rigid poses and affine maps.

use super::triple::{Point, cross, determinant, dot};
use super::{Rotation, Vector, scale_for, within_floats};

/// A rotation about the origin, then a translation: local to world.
///
/// ```
/// use glam::Vec2;
/// use impinge::math::{Pose, Rotation};
/// let pose = Pose { rotation: Rotation::<Vec2>::identity(), translation: Vec2::new(1.0, 2.0) };
/// assert_eq!(pose.apply(Vec2::X), Vec2::new(2.0, 2.0));
/// assert_eq!(pose.apply_inverse(Vec2::new(2.0, 2.0)), Vec2::X);
/// ```
#[doc(alias("Isometry", "Transform"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose<V: Vector> {
    /// Where the local axes point.
    pub rotation: Rotation<V>,
    /// Where the local origin is.
    pub translation: V,
}

impl<V: Vector> Default for Pose<V> {
    fn default() -> Self {
        Self::identity()
    }
}

impl<V: Vector> Pose<V> {
    /// Local and world are the same.
    pub fn identity() -> Self {
        Self::from_translation(V::ZERO)
    }

    /// No rotation.
    pub fn from_translation(translation: V) -> Self {
        Pose { rotation: Rotation::identity(), translation }
    }

    /// No translation.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::math::{Pose, Rotation};
    /// let quarter = Pose::from_rotation(Rotation::<DVec2>::from_angle(std::f64::consts::FRAC_PI_2));
    /// assert!((quarter.apply(DVec2::X) - DVec2::Y).length() < 1e-15);
    /// ```
    pub fn from_rotation(rotation: Rotation<V>) -> Self {
        Pose { rotation, translation: V::ZERO }
    }

    /// A local point in the world.
    #[inline]
    pub fn apply(&self, point: V) -> V {
        self.rotation.apply(point) + self.translation
    }

    /// First `other`, then this one: where a part is whose pose is told relative to what has this one.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::math::{Pose, Rotation};
    /// let quarter = Rotation::<DVec2>::from_angle(std::f64::consts::FRAC_PI_2);
    /// let arm = Pose { rotation: quarter, translation: DVec2::X };
    /// let hand = Pose::from_translation(DVec2::new(2.0, 0.0));
    /// assert!((arm.after(&hand).translation - DVec2::new(1.0, 2.0)).length() < 1e-12);
    /// ```
    #[must_use]
    pub fn after(&self, other: &Self) -> Self {
        Pose { rotation: self.rotation.after(&other.rotation), translation: self.apply(other.translation) }
    }

    /// The pose back: world to local.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// let pose = Pose::from_translation(Vec3::X);
    /// assert_eq!(pose.inverse().apply(pose.apply(Vec3::Y)), Vec3::Y);
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Self {
        Pose {
            rotation: self.rotation.inverse(),
            translation: self.rotation.apply_inverse(-self.translation),
        }
    }

    /// The same with a finite translation: what is beyond the floats stays at their end, and what is no number at the least of them.
    #[inline(always)]
    pub(crate) fn within_floats(self) -> Self {
        Pose { translation: within_floats(self.translation), ..self }
    }

    /// A local point in the world; what would leave the floats stays at their end.
    pub(crate) fn place(&self, point: V) -> V {
        within_floats(self.apply(point))
    }

    /// [`Self::after`], where what would leave the floats stays at their end.
    pub(crate) fn placing(&self, inner: &Self) -> Self {
        let translation = self.place(inner.translation);
        if self.rotation == Rotation::identity() {
            return Pose { rotation: inner.rotation, translation };
        }
        Pose { rotation: self.rotation.after(&inner.rotation), translation }
    }

    /// A point of the world in local coordinates.
    #[inline]
    pub fn apply_inverse(&self, point: V) -> V {
        self.rotation.apply_inverse(point - self.translation)
    }
}

/// Any linear map (scale, mirror and shear included), then a translation: local to world.
///
/// A point's image is computed coordinate by coordinate, in the order of the axes, then the translation is added:
/// where a test on placed meshes is exact, it is exact for these rounded images.
#[doc(alias("Isometry", "Transform"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine<V: Vector> {
    /// Where the local axes go.
    pub columns: V::Basis,
    /// Where the local origin goes.
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
    /// Local and world are the same.
    pub fn identity() -> Self {
        Pose::identity().into()
    }

    /// Everything is moved, nothing turned.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Affine;
    /// assert_eq!(Affine::from_translation(Vec3::X).apply(Vec3::ONE), Vec3::new(2.0, 1.0, 1.0));
    /// ```
    pub fn from_translation(translation: V) -> Self {
        Pose::from_translation(translation).into()
    }

    /// First `other`, then this one.
    ///
    /// ```
    /// use glam::{DAffine2, DVec2};
    /// use impinge::math::Affine;
    /// let doubled = Affine::from(DAffine2::from_scale(DVec2::splat(2.0)));
    /// let moved = Affine::from(DAffine2::from_translation(DVec2::X));
    /// assert_eq!(doubled.after(&moved).apply(DVec2::ONE), DVec2::new(4.0, 2.0));
    /// ```
    #[must_use]
    pub fn after(&self, other: &Self) -> Self {
        let turned = |vector: V| self.apply_to_direction(vector);
        let columns = V::basis_from_fn(|axis| turned(other.columns[axis]));
        Affine { columns, translation: self.apply(other.translation) }
    }

    /// A direction or a difference of points: without the translation.
    #[inline]
    fn apply_to_direction(&self, vector: V) -> V {
        (1..V::DIMENSION).fold(self.columns[0] * vector[0], |sum, i| sum + self.columns[i] * vector[i])
    }

    /// A local point in the world.
    #[inline]
    pub fn apply(&self, point: V) -> V {
        self.apply_to_direction(point) + self.translation
    }

    /// The map back, up to rounding; `None` if this one flattens space, or so nearly that the inverse is not finite.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::math::Affine;
    /// let map = Affine { columns: [DVec2::X * 2.0, DVec2::Y], translation: DVec2::ONE };
    /// let back = map.inverse().unwrap();
    /// assert_eq!(back.apply(map.apply(DVec2::new(3.0, 4.0))), DVec2::new(3.0, 4.0));
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

    /// Above 0 if it keeps what faces outwards so, below 0 if it mirrors, 0 if it flattens.
    pub(crate) fn orientation(&self) -> f64 {
        determinant(self.scaled_axes().0)
    }

    /// The axes of space, each by a power of two that brings it near 1, so that no product leaves the floats or vanishes; and the powers.
    #[inline(never)]
    fn scaled_axes(&self) -> ([Point; 3], Point) {
        let axes = self.axes();
        let scales = axes.map(|axis| scale_for(axis.into_iter().fold(0.0, |most, x| x.abs().max(most))));
        (std::array::from_fn(|i| axes[i].map(|x| x * scales[i])), scales)
    }

    /// Where the axes of space go; in the plane, the third stays where it is.
    fn axes(&self) -> [Point; 3] {
        let columns = self.columns.as_ref();
        std::array::from_fn(|i| {
            let unit = std::array::from_fn(|axis| if axis == i { 1.0 } else { 0.0 });
            columns.get(i).map_or(unit, |column| column.to_f64())
        })
    }

    /// All numbers are finite.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Affine;
    /// let large = Affine { columns: [Vec2::X * 1e30, Vec2::Y * 1e30], translation: Vec2::ZERO };
    /// assert!(large.is_finite());
    /// // Once more, and all floats are left behind.
    /// assert!(!large.after(&large).is_finite());
    /// ```
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.columns.as_ref().iter().all(|column| column.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3, Vec3};

    use super::*;

    /// Products of three numbers leave the floats long before the numbers do.
    #[test]
    fn maps_of_any_size_have_a_way_back() {
        for exponent in [-1000, -500, -340, -1, 0, 340, 500, 1000] {
            let size = libm::ldexp(1.0, exponent);
            let space = Affine {
                columns: [DVec3::Y * size, DVec3::X * size, DVec3::Z * size],
                translation: DVec3::splat(size),
            };
            let back = space.inverse().expect("it flattens nothing");
            assert_eq!(
                back.apply(space.apply(DVec3::new(1.0, 2.0, 3.0))),
                DVec3::new(1.0, 2.0, 3.0),
                "2^{exponent}"
            );
            assert!(space.orientation() < 0.0, "2^{exponent}");
            let plane = Affine { columns: [DVec2::X * size, DVec2::Y / size], translation: DVec2::ZERO };
            let back = plane.inverse().expect("it flattens nothing");
            assert_eq!(back.apply(plane.apply(DVec2::ONE)), DVec2::ONE, "2^{exponent}");
            assert!(plane.orientation() > 0.0, "2^{exponent}");
        }
        // The way back of what is smaller than that is beyond the floats.
        assert_eq!(
            Affine { columns: [Vec3::X * 1e-40, Vec3::Y, Vec3::Z], translation: Vec3::ZERO }.inverse(),
            None
        );
        let flat =
            Affine { columns: [DVec3::X * 1e200, DVec3::X * 1e-200, DVec3::Z], translation: DVec3::ZERO };
        assert_eq!((flat.inverse(), flat.orientation()), (None, 0.0));
    }
}
