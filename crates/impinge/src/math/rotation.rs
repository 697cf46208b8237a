//! Rotations, stored as the images of the axes.
//!
//! The quaternion and matrix operators of glam differ in their last bits between platforms. A rotation is
//! therefore stored as plain column vectors. Scalar code of this crate computes it from angles and
//! quaternions.

use std::ops::Mul;

use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

use super::triple::determinant;
use super::{Scalar, ShapeError, Unit, Vector};

/// Rotation about the origin.
///
/// The columns are the images of the axes. They are orthonormal up to [`Rotation::TOLERANCE_IN_ROUNDOFFS`]
/// units of roundoff. They may be a mirror image, as for parts of assemblies: lengths and angles are
/// preserved, and queries stay correct. See [`Rotation::is_mirror_image`].
///
/// ```
/// use glam::Vec2;
/// use impinge::math::Rotation;
/// let quarter = Rotation::<Vec2>::from_angle(std::f32::consts::FRAC_PI_2);
/// assert!((quarter.rotate(Vec2::X) - Vec2::Y).length() < 1e-6);
/// ```
///
/// In 3D, a rotation is about an axis:
///
/// ```
/// use glam::DVec3;
/// use impinge::math::{Rotation, Unit};
/// let upright = Unit::new(DVec3::Z * 2.0)?;
/// let half = Rotation::<DVec3>::from_axis_angle(upright, std::f64::consts::PI);
/// assert!((half.rotate(DVec3::new(1.0, 2.0, 3.0)) - DVec3::new(-1.0, -2.0, 3.0)).length() < 1e-12);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
///
/// Yaw, pitch and roll are a product of three such rotations. The rightmost factor applies first, about the
/// object's own axes:
///
/// ```
/// use glam::Vec3;
/// use impinge::math::{Rotation, Unit};
/// let about = |axis: usize, angle: f32| Rotation::<Vec3>::from_axis_angle(Unit::axis(axis), angle);
/// // A quarter turn to the left about y; before it, nose up by an eighth of a turn about the plane's own x
/// // axis.
/// let plane = about(1, std::f32::consts::FRAC_PI_2) * about(0, std::f32::consts::FRAC_PI_4);
/// let nose = plane.rotate(-Vec3::Z);
/// assert!((nose - Vec3::new(-1.0, 1.0, 0.0).normalize()).length() < 1e-6);
/// ```
///
/// `from_quaternion` also accepts the result of glam's `Quat::from_euler`, but its sines have
/// platform-dependent last digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<V: Vector> {
    columns: V::Basis,
}

/// `a * b` applies `b` first, then `a`.
impl<V: Vector> Mul for Rotation<V> {
    type Output = Self;

    fn mul(self, inner: Self) -> Self {
        Self::put_right(V::basis_from_fn(|i| self.rotate(inner.columns[i])))
    }
}

impl<V: Vector> Default for Rotation<V> {
    fn default() -> Self {
        Self::identity()
    }
}

impl<V: Vector> Rotation<V> {
    /// Maximum deviation of the inner products of the columns from 0 and 1, in units of roundoff.
    ///
    /// The error bounds of the box tests depend on it.
    pub const TOLERANCE_IN_ROUNDOFFS: f64 = 16.0;

    /// Returns the identity.
    pub fn identity() -> Self {
        Rotation { columns: V::basis_from_fn(V::unit_axis) }
    }

    /// Creates the rotation that takes the axes to these vectors.
    ///
    /// The vectors must be orthonormal within [`Self::TOLERANCE_IN_ROUNDOFFS`]. A mirror image is allowed.
    ///
    /// # Errors
    /// If a column is not finite, or the columns are not orthonormal.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::math::Rotation;
    /// let quarter = Rotation::<DVec2>::from_columns([DVec2::Y, -DVec2::X])?;
    /// assert_eq!(quarter.rotate(DVec2::new(3.0, 1.0)), DVec2::new(-1.0, 3.0));
    /// // Scaled axes are not orthonormal.
    /// assert!(Rotation::<DVec2>::from_columns([DVec2::Y * 2.0, -DVec2::X]).is_err());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn from_columns(columns: V::Basis) -> Result<Self, ShapeError> {
        for i in 0..V::DIMENSION {
            ShapeError::finite("rotation", columns[i])?;
            for j in 0..=i {
                let expected = if i == j { 1.0 } else { 0.0 };
                let (a, b) = (columns[i].to_f64(), columns[j].to_f64());
                let deviation = (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] - expected).abs();
                if deviation > Self::TOLERANCE_IN_ROUNDOFFS * V::Scalar::UNIT_ROUNDOFF.into() {
                    return Err(ShapeError::NotOrthonormal { deviation });
                }
            }
        }
        Ok(Rotation { columns })
    }

    /// Returns whether the rotation includes a reflection, so that a right hand becomes a left one.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Rotation;
    /// let mirror = Rotation::<DVec3>::from_columns([DVec3::Y, DVec3::X, DVec3::Z])?;
    /// assert!(mirror.is_mirror_image() && !(mirror * mirror).is_mirror_image());
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn is_mirror_image(&self) -> bool {
        determinant(self.triples()) < 0.0
    }

    /// Returns the columns in `f64`; in 2D with the z axis as the third.
    pub(crate) fn triples(&self) -> [[f64; 3]; 3] {
        let columns = self.columns.as_ref();
        std::array::from_fn(|axis| columns.get(axis).map_or([0.0, 0.0, 1.0], |column| column.to_f64()))
    }

    /// Creates a rotation from columns that are orthonormal up to a few roundings.
    #[inline(always)]
    pub(crate) fn of_columns(columns: V::Basis) -> Self {
        Rotation { columns }
    }

    /// Creates a rotation from approximate axes by orthonormalizing them.
    ///
    /// Gram–Schmidt treats the columns in order, twice each. The result is orthonormal up to a few roundings,
    /// however skewed the input is. The first column keeps its direction.
    ///
    /// # Errors
    /// If a column is not finite or zero, or is linearly dependent on those before it up to rounding.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Rotation;
    /// // Scaled and skewed axes of a scene: the first keeps its direction.
    /// let skewed = [Vec3::Y * 2.0, Vec3::new(-3.0, 0.5, 0.0), Vec3::new(0.0, 1.0, 4.0)];
    /// assert!(Rotation::<Vec3>::from_columns(skewed).is_err());
    /// assert_eq!(Rotation::<Vec3>::orthonormalize(skewed)?.columns(), [Vec3::Y, -Vec3::X, Vec3::Z]);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn orthonormalize(columns: V::Basis) -> Result<Self, ShapeError> {
        let mut result = columns;
        for i in 0..V::DIMENSION {
            let mut column = Unit::new(columns[i])?.get();
            for _ in 0..2 {
                for j in 0..i {
                    column = column - result[j] * column.dot(result[j]);
                }
                column = Unit::new(column).map_err(|_| ShapeError::DependentAxes)?.get();
            }
            result[i] = column;
        }
        Self::from_columns(result)
    }

    /// Returns the images of the axes.
    ///
    /// ```
    /// use glam::{Mat3, Quat, Vec3};
    /// use impinge::math::Rotation;
    /// // The matrix for a renderer, for half a turn about z.
    /// let half = Rotation::<Vec3>::from_quaternion(Quat::from_xyzw(0.0, 0.0, 1.0, 0.0))?;
    /// let [x, y, z] = half.columns();
    /// assert_eq!(Mat3::from_cols(x, y, z), Mat3::from_diagonal(Vec3::new(-1.0, -1.0, 1.0)));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn columns(&self) -> V::Basis {
        self.columns
    }

    /// Rotates a vector.
    #[inline]
    pub fn rotate(&self, vector: V) -> V {
        (1..V::DIMENSION).fold(self.columns[0] * vector[0], |sum, i| sum + self.columns[i] * vector[i])
    }

    /// Rotates a vector by the inverse rotation.
    #[inline]
    pub fn inverse_rotate(&self, vector: V) -> V {
        V::from_fn(|i| self.columns[i].dot(vector))
    }

    /// Returns the rotation that applies `self` first, then `next`: the same as `next * self`.
    ///
    /// Rounding accumulates in long products, so a product that is no longer orthonormal within rounding is
    /// corrected.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Rotation;
    /// let step = Rotation::<Vec2>::from_angle(0.01);
    /// let mut turned = Rotation::identity();
    /// for _ in 0..100_000 {
    ///     turned = turned.then(&step);
    /// }
    /// assert!((turned.rotate(Vec2::X).length() - 1.0).abs() < 1e-6);
    /// ```
    #[must_use]
    pub fn then(&self, next: &Self) -> Self {
        *next * *self
    }

    /// Returns the rotation that takes one direction to another along the shorter arc.
    ///
    /// For opposite directions many rotations do so. The result is then always the same one, about some axis
    /// perpendicular to them.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::{Rotation, Unit};
    /// let slope = Unit::new(Vec3::new(3.0, 4.0, 0.0))?;
    /// let turn = Rotation::from_rotation_arc(Unit::axis(1), slope);
    /// assert!((turn.rotate(Vec3::Y) - slope.get()).length() < 1e-6);
    /// // A vector perpendicular to both is unchanged.
    /// assert_eq!(turn.rotate(Vec3::Z), Vec3::Z);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn from_rotation_arc(from: Unit<V>, to: Unit<V>) -> Self {
        // In `f64`, because the inputs are units only up to their own rounding.
        let unit = |direction: Unit<V>| {
            let direction = direction.get().to_double();
            Unit::new(direction).map_or(direction, Unit::get)
        };
        let (from, to) = (unit(from), unit(to));
        let image = |vector: V::Double| {
            if from.dot(to) >= 0.0 {
                return along_arc(from, to, vector);
            }
            // The sum of nearly opposite directions cancels, so the rotation goes through a perpendicular
            // direction in the same plane.
            let across = across(from, to);
            along_arc(across, to, along_arc(from, across, vector))
        };
        Self::put_right(V::basis_from_fn(|i| V::from_double(image(V::Double::unit_axis(i)))))
    }

    /// Returns the inverse rotation.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Rotation;
    /// let turn = Rotation::<Vec2>::from_angle(1.0);
    /// assert_eq!(turn.inverse().rotate(Vec2::X), turn.inverse_rotate(Vec2::X));
    /// ```
    #[must_use]
    pub fn inverse(&self) -> Self {
        Self::put_right(V::basis_from_fn(|i| V::from_fn(|j| self.columns[j][i])))
    }

    /// Creates a rotation from columns that are orthonormal up to some roundings, possibly more than allowed.
    fn put_right(columns: V::Basis) -> Self {
        let rotation = Self::from_columns(columns).or_else(|_| Self::orthonormalize(columns));
        // Neither rejects columns that are so nearly orthonormal.
        rotation.unwrap_or(Rotation { columns })
    }
}

/// Rotates a vector by the rotation that takes one unit vector to another, at most a right angle away. It is
/// the reflection in the plane perpendicular to the first, then in the plane perpendicular to their sum.
fn along_arc<D: Vector<Scalar = f64>>(from: D, to: D, vector: D) -> D {
    let sum = from + to;
    vector - sum * (sum.dot(vector) / (1.0 + from.dot(to))) + to * (2.0 * from.dot(vector))
}

/// Returns the unit vector perpendicular to `from` that is nearest to `to`; if they are opposite, any
/// perpendicular one.
fn across<D: Vector<Scalar = f64>>(from: D, to: D) -> D {
    let rest = |vector: D| vector - from * from.dot(vector);
    let (towards, least) = (
        rest(to),
        (1..D::DIMENSION).fold(0, |least, i| if from[i].abs() < from[least].abs() { i } else { least }),
    );
    let is_opposite = towards.length() < 64.0 * f64::EPSILON;
    let first = if is_opposite { rest(D::unit_axis(least)) } else { towards };
    // Twice, because much of a short remainder is rounding.
    Unit::new(first).and_then(|first| Unit::new(rest(first.get()))).map_or(D::unit_axis(least), Unit::get)
}

macro_rules! plane_rotation {
    ($vector:ident, $scalar:ident, $atan2:path) => {
        impl Rotation<$vector> {
            /// Creates a counter-clockwise rotation (from x towards y) by an angle in radians.
            ///
            /// An angle that is not finite counts as 0.
            pub fn from_angle(angle: $scalar) -> Self {
                let (sin, cos) = if angle.is_finite() { Scalar::sin_cos(angle) } else { (0.0, 1.0) };
                Rotation { columns: [$vector::new(cos, sin), $vector::new(-sin, cos)] }
            }

            /// Returns the counter-clockwise angle of the rotated x axis, in radians from −π to π.
            ///
            /// ```
            /// use impinge::math::Rotation;
            #[doc = concat!("let turn = Rotation::<glam::", stringify!($vector), ">::from_angle(2.0);")]
            /// assert!((turn.angle() - 2.0).abs() < 1e-6);
            /// ```
            pub fn angle(&self) -> $scalar {
                let x = self.columns[0];
                $atan2(x.y, x.x)
            }
        }
    };
}

macro_rules! space_rotation {
    ($vector:ident, $scalar:ident, $quaternion:ident) => {
        impl Rotation<$vector> {
            /// Creates a rotation about `axis` by an angle in radians, counter-clockwise when the axis points
            /// at the viewer.
            ///
            /// An angle that is not finite counts as 0.
            ///
            /// ```
            #[doc = concat!("use glam::", stringify!($vector), ";")]
            /// use impinge::math::{Rotation, Unit};
            /// // A third of a turn about the diagonal takes each axis to the next.
            #[doc = concat!("let diagonal = Unit::new(", stringify!($vector), "::ONE)?;")]
            #[doc = concat!("let third = 2.0 * std::", stringify!($scalar), "::consts::FRAC_PI_3;")]
            #[doc = concat!("let turn = Rotation::<", stringify!($vector), ">::from_axis_angle(diagonal, third);")]
            #[doc = concat!("let away = turn.rotate(", stringify!($vector), "::X) - ", stringify!($vector), "::Y;")]
            /// assert!(away.length() < 1e-6);
            /// # Ok::<(), impinge::shape::ShapeError>(())
            /// ```
            pub fn from_axis_angle(axis: Unit<$vector>, angle: $scalar) -> Self {
                let half = if angle.is_finite() { angle * 0.5 } else { 0.0 };
                let (sin, cos) = Scalar::sin_cos(half);
                let [x, y, z] = (axis.get() * sin).to_array();
                Self::from_unit_quaternion([x, y, z, cos])
            }

            /// Creates the rotation of a quaternion of any length except zero.
            ///
            /// # Errors
            /// If the quaternion is zero or not finite.
            ///
            /// ```
            #[doc = concat!("use glam::{", stringify!($quaternion), ", ", stringify!($vector), "};")]
            /// use impinge::math::Rotation;
            /// // The quaternion has length 2 and takes each axis to the next.
            #[doc = concat!("let quaternion = ", stringify!($quaternion), "::from_xyzw(1.0, 1.0, 1.0, 1.0);")]
            #[doc = concat!("let turn = Rotation::<", stringify!($vector), ">::from_quaternion(quaternion)?;")]
            #[doc = concat!("let vector = ", stringify!($vector), "::new(1.0, 2.0, 3.0);")]
            #[doc = concat!("assert_eq!(turn.rotate(vector), ", stringify!($vector), "::new(3.0, 1.0, 2.0));")]
            /// # Ok::<(), impinge::shape::ShapeError>(())
            /// ```
            pub fn from_quaternion(quaternion: $quaternion) -> Result<Self, ShapeError> {
                let components = quaternion.to_array();
                let largest = components.iter().fold(0.0, |most: $scalar, c| most.max(c.abs()));
                if !components.iter().all(|c| c.is_finite()) {
                    return Err(ShapeError::NotFinite {
                        field: "quaternion",
                        value: format!("{components:?}"),
                    });
                }
                if largest == 0.0 {
                    return Err(ShapeError::ZeroQuaternion);
                }
                let scaled = components.map(|c| c / largest);
                let length = scaled.iter().map(|c| c * c).sum::<$scalar>().sqrt();
                Ok(Self::from_unit_quaternion(scaled.map(|c| c / length)))
            }

            /// Returns the unit quaternion of this rotation, up to rounding.
            ///
            /// Of the two equivalent quaternions it is the one with `w` ≥ 0. Returns `None` for a mirror
            /// image, which has no quaternion.
            ///
            /// Source: Shepperd, "Quaternion from rotation matrix", 1978, by the largest of the four
            /// components.
            ///
            /// ```
            /// use impinge::math::{Rotation, Unit};
            #[doc = concat!("let axis = Unit::<glam::", stringify!($vector), ">::axis(2);")]
            #[doc = concat!("let turn = Rotation::<glam::", stringify!($vector), ">::from_axis_angle(axis, 1.0);")]
            /// let quaternion = turn.to_quaternion().ok_or("no mirror image")?;
            /// assert!((quaternion.to_axis_angle().1 - 1.0).abs() < 1e-6);
            /// # Ok::<(), &str>(())
            /// ```
            pub fn to_quaternion(&self) -> Option<$quaternion> {
                let [x, y, z] = self.columns;
                if x.cross(y).dot(z) < 0.0 {
                    return None;
                }
                // 4 times the square of each component, and the products of components from the matrix
                // entries.
                let squares = [
                    1.0 + x.x - y.y - z.z,
                    1.0 - x.x + y.y - z.z,
                    1.0 - x.x - y.y + z.z,
                    1.0 + x.x + y.y + z.z,
                ];
                let (wx, wy, wz) = (y.z - z.y, z.x - x.z, x.y - y.x);
                let (xy, xz, yz) = (y.x + x.y, z.x + x.z, z.y + y.z);
                let largest = (1..4).fold(0, |most, i| if squares[i] > squares[most] { i } else { most });
                let products = [
                    [squares[0], xy, xz, wx],
                    [xy, squares[1], yz, wy],
                    [xz, yz, squares[2], wz],
                    [wx, wy, wz, squares[3]],
                ][largest];
                let length = products.iter().map(|c| c * c).sum::<$scalar>().sqrt();
                let sign = if products[3] < 0.0 { -1.0 } else { 1.0 };
                Some($quaternion::from_array(products.map(|c| sign * c / length)))
            }

            // Source: Shoemake, "Animating rotation with quaternion curves", 1985, appendix.
            fn from_unit_quaternion([x, y, z, w]: [$scalar; 4]) -> Self {
                let (x2, y2, z2) = (x + x, y + y, z + z);
                let (xx, xy, xz, yy, yz, zz) = (x * x2, x * y2, x * z2, y * y2, y * z2, z * z2);
                let (wx, wy, wz) = (w * x2, w * y2, w * z2);
                Rotation {
                    columns: [
                        $vector::new(1.0 - (yy + zz), xy + wz, xz - wy),
                        $vector::new(xy - wz, 1.0 - (xx + zz), yz + wx),
                        $vector::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
                    ],
                }
            }
        }
    };
}

plane_rotation!(Vec2, f32, libm::atan2f);
plane_rotation!(DVec2, f64, libm::atan2);
space_rotation!(Vec3, f32, Quat);
space_rotation!(DVec3, f64, DQuat);

#[cfg(test)]
mod tests {
    use super::*;

    /// Accumulates steps about oblique axes, as games do frame by frame.
    fn turned_often<V: Vector>(step: Rotation<V>, times: usize) -> Rotation<V> {
        (0..times).fold(step, |turned, _| {
            let next = step * turned;
            assert!(
                Rotation::<V>::from_columns(next.columns()).is_ok() && next.columns() != turned.columns()
            );
            next
        })
    }

    #[test]
    fn products_of_many_rotations_are_rotations() {
        let axis = Unit::new(Vec3::new(1.0, 2.0, 3.0)).expect("not zero");
        for angle in [-0.021, 0.05, 0.1] {
            turned_often(Rotation::<Vec3>::from_axis_angle(axis, angle), 36_000);
            turned_often(Rotation::<Vec2>::from_angle(angle), 36_000);
        }
        let axis = Unit::new(DVec3::new(1.0, 2.0, 3.0)).expect("not zero");
        turned_often(Rotation::<DVec3>::from_axis_angle(axis, 0.1), 36_000);
    }

    #[test]
    fn rotation_errors_name_the_cause() {
        let zero = Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0));
        assert_eq!(zero, Err(ShapeError::ZeroQuaternion));
        let (x, z) = (DVec3::X, DVec3::Z);
        assert_eq!(Rotation::<DVec3>::orthonormalize([x, x, z]), Err(ShapeError::DependentAxes));
        assert_eq!(Rotation::<DVec3>::orthonormalize([x, DVec3::ZERO, z]), Err(ShapeError::ZeroDirection));
    }

    #[test]
    fn rotation_inverse_is_a_rotation() {
        let axis = Unit::new(Vec3::new(3.0, -1.0, 2.0)).expect("not zero");
        let step = Rotation::<Vec3>::from_axis_angle(axis, 0.3);
        let mut turned = step;
        for _ in 0..10_000 {
            turned = step * turned;
            let back = turned.inverse();
            assert!(Rotation::<Vec3>::from_columns(back.columns()).is_ok());
            assert!((back.rotate(turned.rotate(Vec3::ONE)) - Vec3::ONE).length() < 1e-5);
        }
    }

    #[test]
    fn rotations_round_trip_through_quaternions_and_angles() {
        let mut random = 1_u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
        };
        for round in 0..10_000 {
            // Includes half turns, where one of four components is everything.
            let number = |random: f64| if round % 3 == 0 { (2.0 * random).round() } else { random };
            let [x, y, z, w] = [0; 4].map(|_| number(next()));
            let Ok(rotation) = Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(x, y, z, w)) else {
                continue;
            };
            let told = rotation.to_quaternion().expect("no mirror image");
            assert!(told.w >= 0.0 && (told.length() - 1.0).abs() < 1e-15);
            let again = Rotation::<DVec3>::from_quaternion(told).expect("not 0");
            let off =
                (0..3).map(|i| (again.columns()[i] - rotation.columns()[i]).length()).fold(0.0, f64::max);
            assert!(off < 4e-15, "{rotation:?} {told:?} {off}");
            let turn = Rotation::<DVec2>::from_angle(3.0 * x);
            assert!((turn.angle() - 3.0 * x).abs() < 1e-15 || x.abs() > 1.0);
        }
        let mirrored = Rotation::<Vec3>::from_columns([Vec3::X, Vec3::Z, Vec3::Y]).expect("orthonormal");
        assert_eq!(mirrored.to_quaternion(), None);
    }

    fn the_arc_is_the_shorter_one<V: Vector>(directions: &[[f64; 3]]) {
        let unit = |&direction: &[f64; 3]| Unit::<V>::new(V::from_f64(direction)).ok();
        let near = 32.0 * V::Scalar::UNIT_ROUNDOFF.into();
        for from in directions.iter().filter_map(unit) {
            for to in directions.iter().filter_map(unit).flat_map(|to| [to, -to]) {
                let turn = Rotation::from_rotation_arc(from, to);
                assert!(Rotation::<V>::from_columns(turn.columns()).is_ok());
                let off: f64 = (turn.rotate(from.get()) - to.get()).length().into();
                assert!(off <= near, "{from:?} {to:?} {off}");
                // The trace gives the angle, which is no greater than the angle between the directions.
                let trace: f64 = (0..V::DIMENSION).map(|i| turn.columns()[i][i].into()).sum();
                let still = V::DIMENSION as f64 - 2.0;
                let cosine: f64 = from.get().dot(to.get()).into();
                assert!((trace - still - 2.0 * cosine).abs() <= 2.0 * near, "{from:?} {to:?} {trace}");
                let [x, y, z] =
                    [0, 1, 2].map(|i| turn.columns().as_ref().get(i).map_or([0.0, 0.0, 1.0], |c| c.to_f64()));
                let cross = [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]];
                assert!(x[0] * cross[0] + x[1] * cross[1] + x[2] * cross[2] > 0.0, "no mirror image");
            }
        }
    }

    #[test]
    fn rotation_arcs_take_one_direction_to_the_other() {
        let mut directions: Vec<[f64; 3]> = Vec::new();
        for x in -2..=2 {
            for y in -2..=2 {
                directions.extend((-2..=2).map(|z| [f64::from(x), f64::from(y), f64::from(z)]));
            }
        }
        // Nearly opposite directions.
        directions.extend([1e-3, 1e-7, 1e-12, 1e-16].map(|off| [1.0, off, -off]));
        the_arc_is_the_shorter_one::<Vec2>(&directions);
        the_arc_is_the_shorter_one::<DVec2>(&directions);
        the_arc_is_the_shorter_one::<Vec3>(&directions);
        the_arc_is_the_shorter_one::<DVec3>(&directions);
    }
}
