//! Where things are: rigid poses and affine maps.

use super::{Rotation, Vector};

/// A rotation about the origin, then a translation: local to world.
///
/// ```
/// use glam::Vec2;
/// use impinge::math::{Pose, Rotation};
/// let pose = Pose { rotation: Rotation::<Vec2>::identity(), translation: Vec2::new(1.0, 2.0) };
/// assert_eq!(pose.apply(Vec2::X), Vec2::new(2.0, 2.0));
/// assert_eq!(pose.apply_inverse(Vec2::new(2.0, 2.0)), Vec2::X);
/// ```
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

    /// A local point in the world.
    #[inline]
    pub fn apply(&self, point: V) -> V {
        self.rotation.apply(point) + self.translation
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

impl<V: Vector> Affine<V> {
    /// Local and world are the same.
    pub fn identity() -> Self {
        Pose::identity().into()
    }

    /// A local point in the world.
    #[inline]
    pub fn apply(&self, point: V) -> V {
        let turned =
            (1..V::DIMENSION).fold(self.columns[0] * point[0], |sum, i| sum + self.columns[i] * point[i]);
        turned + self.translation
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
    pub fn inverse(&self) -> Option<Self> {
        // In the plane, the third axis stays where it is.
        let column = |i: usize| {
            let unit = std::array::from_fn(|axis| if axis == i { 1.0 } else { 0.0 });
            self.columns.as_ref().get(i).map_or(unit, |column| column.to_f64())
        };
        let [a, b, c] = [column(0), column(1), column(2)];
        let cross = |p: [f64; 3], q: [f64; 3]| {
            [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
        };
        let dot = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
        let determinant = dot(a, cross(b, c));
        let rows = [cross(b, c), cross(c, a), cross(a, b)].map(|row| row.map(|x| x / determinant));
        let translation = self.translation.to_f64();
        let inverse = Affine {
            columns: V::basis_from_fn(|j| V::from_f64(std::array::from_fn(|i| rows[i][j]))),
            translation: V::from_f64(std::array::from_fn(|i| -dot(rows[i], translation))),
        };
        (determinant != 0.0 && inverse.is_finite()).then_some(inverse)
    }

    /// All numbers are finite.
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.columns.as_ref().iter().all(|column| column.is_finite())
    }
}
