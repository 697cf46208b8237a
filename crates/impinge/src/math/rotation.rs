//! Rotations, kept as the images of the axes.
//!
//! glam's quaternion and matrix operators differ in their last bits from platform to platform. A rotation is therefore
//! stored as plain column vectors, and made from angles and quaternions by scalar code of our own.

use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

use super::{Scalar, ShapeError, Unit, Vector};

/// A rotation about the origin.
///
/// The columns are where the axes go: orthonormal up to [`Rotation::TOLERANCE_IN_ROUNDOFFS`] roundings.
///
/// ```
/// use glam::Vec2;
/// use impinge::math::Rotation;
/// let quarter = Rotation::<Vec2>::from_angle(std::f32::consts::FRAC_PI_2);
/// assert!((quarter.apply(Vec2::X) - Vec2::Y).length() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rotation<V: Vector> {
    columns: V::Basis,
}

impl<V: Vector> Default for Rotation<V> {
    fn default() -> Self {
        Self::identity()
    }
}

impl<V: Vector> Rotation<V> {
    /// How far the inner products of the columns may be from 0 and 1, in units of roundoff. The error bounds of the
    /// box tests rest on it.
    pub const TOLERANCE_IN_ROUNDOFFS: f64 = 16.0;

    /// No rotation.
    pub fn identity() -> Self {
        Rotation { columns: V::basis_from_fn(V::axis) }
    }

    /// The rotation that takes the axes to these vectors; they must be orthonormal within
    /// [`Self::TOLERANCE_IN_ROUNDOFFS`] (a mirror image is allowed: a box does not mind).
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

    /// Columns that are known to be orthonormal up to a few roundings.
    #[inline(always)]
    pub(crate) fn of_columns(columns: V::Basis) -> Self {
        Rotation { columns }
    }

    /// A rotation as it was, though products of others may have made it stray from being one.
    #[cfg(feature = "serde")]
    pub(crate) fn stored(columns: V::Basis) -> Result<Self, ShapeError> {
        match Self::from_columns(columns) {
            Err(ShapeError::NotOrthonormal { deviation }) if deviation < 0.5 => Ok(Rotation { columns }),
            known => known,
        }
    }

    /// The rotation nearest to what these vectors describe: made orthonormal one after the other (Gram–Schmidt, twice
    /// each, so that the result is orthonormal to a few roundings however skewed the input was).
    pub fn orthonormalized(columns: V::Basis) -> Result<Self, ShapeError> {
        let mut result = columns;
        for i in 0..V::DIMENSION {
            let mut column = Unit::new(columns[i])?.get();
            for _ in 0..2 {
                for j in 0..i {
                    column = column - result[j] * column.dot(result[j]);
                }
                column = Unit::new(column)?.get();
            }
            result[i] = column;
        }
        Self::from_columns(result)
    }

    /// Where the axes go.
    pub fn columns(&self) -> V::Basis {
        self.columns
    }

    /// The rotated vector.
    #[inline]
    pub fn apply(&self, vector: V) -> V {
        (1..V::DIMENSION).fold(self.columns[0] * vector[0], |sum, i| sum + self.columns[i] * vector[i])
    }

    /// The vector rotated back.
    #[inline]
    pub fn apply_inverse(&self, vector: V) -> V {
        V::from_fn(|i| self.columns[i].dot(vector))
    }

    /// First `other`, then this one.
    pub fn after(&self, other: &Self) -> Self {
        Rotation { columns: V::basis_from_fn(|i| self.apply(other.columns[i])) }
    }

    /// The rotation back.
    pub fn inverse(&self) -> Self {
        Rotation { columns: V::basis_from_fn(|i| V::from_fn(|j| self.columns[j][i])) }
    }
}

macro_rules! plane_rotation {
    ($vector:ident, $scalar:ident) => {
        impl Rotation<$vector> {
            /// Turns counter-clockwise (from x towards y) by an angle in radians; an angle that is not finite turns by 0.
            pub fn from_angle(angle: $scalar) -> Self {
                let (sin, cos) = if angle.is_finite() { Scalar::sin_cos(angle) } else { (0.0, 1.0) };
                Rotation { columns: [$vector::new(cos, sin), $vector::new(-sin, cos)] }
            }
        }
    };
}

macro_rules! space_rotation {
    ($vector:ident, $scalar:ident, $quaternion:ident) => {
        impl Rotation<$vector> {
            /// Turns about `axis` by an angle in radians, counter-clockwise when the axis points at the reader; an
            /// angle that is not finite turns by 0.
            pub fn from_axis_angle(axis: Unit<$vector>, angle: $scalar) -> Self {
                let half = if angle.is_finite() { angle * 0.5 } else { 0.0 };
                let (sin, cos) = Scalar::sin_cos(half);
                let [x, y, z] = (axis.get() * sin).to_array();
                Self::from_unit_quaternion([x, y, z, cos])
            }

            /// The rotation of a quaternion of any length but zero.
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
                    return Err(ShapeError::ZeroDirection);
                }
                let scaled = components.map(|c| c / largest);
                let length = scaled.iter().map(|c| c * c).sum::<$scalar>().sqrt();
                Ok(Self::from_unit_quaternion(scaled.map(|c| c / length)))
            }

            // Shoemake, "Animating rotation with quaternion curves", 1985, appendix.
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

plane_rotation!(Vec2, f32);
plane_rotation!(DVec2, f64);
space_rotation!(Vec3, f32, Quat);
space_rotation!(DVec3, f64, DQuat);
