//! Vectors: glam's `Vec2`, `Vec3`, `DVec2` and `DVec3` behind one trait.
//!
//! The vector type decides dimension and precision of all types built on it, so one source serves all four.
//! Code that differs between 2D and 3D is a loop over [`Vector::DIMENSION`] axes.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Index, IndexMut, Mul, Neg, Sub};

use glam::{DVec2, DVec3, Vec2, Vec3};

use super::Scalar;
use crate::backend::Backend;
use sealed::Sealed;

/// Point or direction in 2D or 3D: `Vec2`, `Vec3`, `DVec2` or `DVec3`. The trait is sealed.
///
/// ```
/// use glam::{DVec2, Vec3};
/// use impinge::math::Vector;
/// fn corner_of_unit_cube<V: Vector>() -> V {
///     V::from_fn(|_axis| V::Scalar::from_f64(0.5))
/// }
/// use impinge::math::Scalar;
/// assert_eq!(corner_of_unit_cube::<Vec3>(), Vec3::new(0.5, 0.5, 0.5));
/// assert_eq!(corner_of_unit_cube::<DVec2>(), DVec2::new(0.5, 0.5));
/// ```
///
/// The same source serves 2D and 3D:
///
/// ```
/// use glam::{DVec3, Vec2};
/// use impinge::math::Vector;
/// /// Returns the distance of a point from the box between two corners.
/// fn distance<V: Vector>(point: V, [min, max]: [V; 2]) -> V::Scalar {
///     (point - point.max(min).min(max)).length()
/// }
/// assert_eq!(distance(Vec2::new(4.0, 5.0), [Vec2::ZERO, Vec2::ONE]), 5.0);
/// assert_eq!(distance(DVec3::new(2.0, 3.0, -2.0), [DVec3::ZERO, DVec3::ONE]), 3.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a vector type of impinge",
    label = "not one of the four vectors",
    note = "they are `Vec2`, `Vec3`, `DVec2` and `DVec3`, of the version of glam that is `impinge::glam`; `Vec3A` is not among them"
)]
pub trait Vector:
    Sealed
    + Backend
    + Copy
    + Debug
    + Default
    + PartialEq
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Neg<Output = Self>
    + Mul<Self::Scalar, Output = Self>
    + Index<usize, Output = Self::Scalar>
    + IndexMut<usize>
{
    /// Scalar type: `f32` or `f64`.
    type Scalar: Scalar;
    /// One vector per axis: `[Self; DIMENSION]`.
    type Basis: Copy
        + Debug
        + PartialEq
        + Send
        + Sync
        + AsRef<[Self]>
        + AsMut<[Self]>
        + Index<usize, Output = Self>
        + IndexMut<usize>;
    /// Vector of the same dimension in `f32`, in which bounding volume hierarchies store their boxes.
    type Single: Vector<Scalar = f32>;
    /// Vector of the same dimension in `f64`, in which distances are computed.
    type Double: Vector<Scalar = f64, Double = Self::Double>;

    /// Number of dimensions: 2 or 3.
    const DIMENSION: usize;
    /// Whether this is a vector of the plane.
    ///
    /// In a condition, a constant keeps the code of the other dimension from being compiled at all; a
    /// comparison with [`DIMENSION`](Self::DIMENSION) is removed only after it was compiled.
    #[doc(hidden)]
    const IS_2D: bool = Self::DIMENSION == 2;
    /// Whether this is a vector of space.
    #[doc(hidden)]
    const IS_3D: bool = Self::DIMENSION == 3;
    /// The origin.
    const ZERO: Self;

    /// Creates a vector from a function of the axis index.
    fn from_fn(coordinate: impl FnMut(usize) -> Self::Scalar) -> Self;
    /// Creates a basis from a function of the axis index.
    ///
    /// ```
    /// use glam::{DVec3, Vec2};
    /// use impinge::math::{Affine, Vector};
    /// /// Returns a uniform scale about the origin.
    /// fn enlarged<V: Vector>(times: V::Scalar) -> Affine<V> {
    ///     Affine {
    ///         columns: V::basis_from_fn(|unit_axis| V::unit_axis(unit_axis) * times), translation: V::ZERO }
    /// }
    /// assert_eq!(enlarged::<Vec2>(3.0).transform_point(Vec2::new(1.0, 2.0)), Vec2::new(3.0, 6.0));
    /// assert_eq!(enlarged::<DVec3>(0.5).transform_point(DVec3::X), DVec3::X * 0.5);
    /// ```
    fn basis_from_fn(column: impl FnMut(usize) -> Self) -> Self::Basis;
    /// Returns the inner product.
    ///
    /// ```
    /// use glam::{DVec3, Vec2};
    /// use impinge::math::Vector;
    /// /// Returns the component of a velocity along a wall with a unit normal.
    /// fn along_wall<V: Vector>(velocity: V, normal: V) -> V {
    ///     velocity - normal * velocity.dot(normal)
    /// }
    /// assert_eq!(along_wall(Vec2::new(3.0, -2.0), Vec2::Y), Vec2::new(3.0, 0.0));
    /// assert_eq!(along_wall(DVec3::new(1.0, 2.0, 3.0), -DVec3::X), DVec3::new(0.0, 2.0, 3.0));
    /// ```
    fn dot(self, other: Self) -> Self::Scalar;
    /// Returns the lesser coordinate on each axis.
    fn min(self, other: Self) -> Self;
    /// Returns the greater coordinate on each axis.
    fn max(self, other: Self) -> Self;
    /// Returns whether every coordinate is finite.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Vector;
    /// /// Returns the valid points of a scan.
    /// fn measured<V: Vector>(points: &[V]) -> Vec<V> {
    ///     points.iter().copied().filter(|point| point.is_finite()).collect()
    /// }
    /// let scan = [Vec2::ONE, Vec2::new(2.0, f32::NAN), Vec2::new(f32::INFINITY, 0.0)];
    /// assert_eq!(measured(&scan), [Vec2::ONE]);
    /// ```
    fn is_finite(self) -> bool;
    /// Converts the coordinates to `f64`, exactly; in 2D the third is 0.
    ///
    /// ```
    /// use glam::{DVec3, Vec2};
    /// use impinge::math::Vector;
    /// /// Formats a line of a file of 3D points.
    /// fn line<V: Vector>(point: V) -> String {
    ///     let [x, y, z] = point.to_f64();
    ///     format!("v {x} {y} {z}")
    /// }
    /// assert_eq!(line(Vec2::new(0.5, 2.0)), "v 0.5 2 0");
    /// assert_eq!(line(DVec3::new(1.0, -1.0, 0.25)), "v 1 -1 0.25");
    /// ```
    fn to_f64(self) -> [f64; 3];
    /// Creates the nearest vector to three coordinates; in 2D the third is ignored.
    fn from_f64(coordinates: [f64; 3]) -> Self;

    /// Converts the vector to `f64`, exactly.
    fn to_double(self) -> Self::Double;
    /// Rounds a vector in `f64` to the nearest one of this type.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Vector;
    /// /// Returns the midpoint, even if the sum of the points overflows.
    /// fn middle<V: Vector>(a: V, b: V) -> V {
    ///     V::from_double((a.to_double() + b.to_double()) * 0.5)
    /// }
    /// let (a, b) = (Vec2::new(f32::MAX, 1.0), Vec2::new(f32::MAX, 2.0));
    /// assert_eq!(((a + b) * 0.5).x, f32::INFINITY);
    /// assert_eq!(middle(a, b), Vec2::new(f32::MAX, 1.5));
    /// ```
    fn from_double(vector: Self::Double) -> Self;
    /// Returns a vector perpendicular to this one and, in 3D, to the other.
    ///
    /// In 3D it is the cross product. In 2D it is this vector rotated clockwise by a quarter turn, whatever
    /// the other vector is.
    ///
    /// ```
    /// use glam::{Vec2, Vec3};
    /// use impinge::math::Vector;
    /// assert_eq!(Vec3::X.perpendicular(Vec3::Y), Vec3::Z);
    /// assert_eq!(Vec2::X.perpendicular(Vec2::Y), -Vec2::Y);
    /// ```
    fn perpendicular(self, other: Self) -> Self;

    /// Creates a vector with the same number on every axis.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Vector;
    /// use impinge::shape::{Aabb, ShapeError};
    /// /// Returns the box around a ball.
    /// fn around<V: Vector>(center: V, radius: V::Scalar) -> Result<Aabb<V>, ShapeError> {
    ///     Aabb::new(center - V::splat(radius), center + V::splat(radius))
    /// }
    /// assert_eq!(around(Vec2::new(3.0, 1.0), 2.0)?, Aabb::new(Vec2::new(1.0, -1.0), Vec2::new(5.0, 3.0))?);
    /// # Ok::<(), ShapeError>(())
    /// ```
    #[inline(always)]
    fn splat(value: Self::Scalar) -> Self {
        Self::from_fn(|_| value)
    }
    /// Returns the unit vector of one axis.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Vector;
    /// /// Returns the neighbouring grid points on both sides along each axis.
    /// fn beside<V: Vector>(point: V) -> Vec<V> {
    ///     let steps = (0..V::DIMENSION)
    ///         .flat_map(|unit_axis| [V::unit_axis(unit_axis), -V::unit_axis(unit_axis)]);
    ///     steps.map(|step| point + step).collect()
    /// }
    /// let around = beside(Vec3::ONE);
    /// assert_eq!((around.len(), around[5]), (6, Vec3::new(1.0, 1.0, 0.0)));
    /// ```
    #[inline(always)]
    fn unit_axis(axis: usize) -> Self {
        Self::from_fn(|i| if i == axis { Self::Scalar::ONE } else { Self::Scalar::ZERO })
    }
    /// Returns the magnitude on each axis.
    #[inline(always)]
    fn abs(self) -> Self {
        Self::from_fn(|i| self[i].abs())
    }
    /// Returns the Euclidean length.
    #[inline(always)]
    fn length(self) -> Self::Scalar {
        self.dot(self).sqrt()
    }
    /// Returns the largest coordinate.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Vector;
    /// /// Returns the moves of a chess king, and of a rook that moves one square at a time.
    /// fn moves<V: Vector>(from: V, to: V) -> [V::Scalar; 2] {
    ///     let way = (to - from).abs();
    ///     [way.max_element(), way.element_sum()]
    /// }
    /// assert_eq!(moves(Vec2::new(1.0, 8.0), Vec2::new(4.0, 3.0)), [5.0, 8.0]);
    /// ```
    #[inline(always)]
    fn max_element(self) -> Self::Scalar {
        (1..Self::DIMENSION).fold(self[0], |most, i| most.max(self[i]))
    }
    /// Returns the sum of the coordinates, added in the order of the axes.
    #[inline(always)]
    fn element_sum(self) -> Self::Scalar {
        (1..Self::DIMENSION).fold(self[0], |sum, i| sum + self[i])
    }
}

/// Returns the axis of the least magnitude, the first of equals: a perpendicular of both is far from 0.
#[inline(always)]
pub(crate) fn least_axis<V: Vector>(vector: V) -> usize {
    let size = vector.abs();
    (1..V::DIMENSION).fold(0, |least, axis| if size[axis] < size[least] { axis } else { least })
}

/// Seals [`Vector`], so that it can gain methods.
mod sealed {
    pub trait Sealed {}
}

macro_rules! vector {
    ($vector:ident, $scalar:ident, $single:ident, $double:ident, $dimension:literal, [$($axis:literal),+],
        |$this:ident, $other:ident| $perpendicular:expr) => {
        impl Sealed for $vector {}

        impl Vector for $vector {
            type Scalar = $scalar;
            type Basis = [Self; $dimension];
            type Single = $single;
            type Double = $double;

            const DIMENSION: usize = $dimension;
            const ZERO: Self = $vector::ZERO;

            #[inline(always)]
            fn from_fn(mut coordinate: impl FnMut(usize) -> $scalar) -> Self {
                $vector::new($(coordinate($axis)),+)
            }
            #[inline(always)]
            fn basis_from_fn(mut column: impl FnMut(usize) -> Self) -> Self::Basis {
                [$(column($axis)),+]
            }
            #[inline(always)]
            fn dot(self, other: Self) -> $scalar {
                $vector::dot(self, other)
            }
            #[inline(always)]
            fn min(self, other: Self) -> Self {
                $vector::new($(Scalar::min(self[$axis], other[$axis])),+)
            }
            #[inline(always)]
            fn max(self, other: Self) -> Self {
                $vector::new($(Scalar::max(self[$axis], other[$axis])),+)
            }
            #[inline(always)]
            fn is_finite(self) -> bool {
                $vector::is_finite(self)
            }
            #[inline(always)]
            fn to_f64(self) -> [f64; 3] {
                let mut coordinates = [0.0; 3];
                $(coordinates[$axis] = f64::from(self[$axis]);)+
                coordinates
            }
            #[inline(always)]
            fn from_f64(coordinates: [f64; 3]) -> Self {
                $vector::new($(coordinates[$axis] as $scalar),+)
            }
            #[inline(always)]
            fn to_double(self) -> $double {
                $double::new($(f64::from(self[$axis])),+)
            }
            #[inline(always)]
            fn from_double(vector: $double) -> Self {
                $vector::new($(vector[$axis] as $scalar),+)
            }
            #[inline(always)]
            fn perpendicular(self, other: Self) -> Self {
                let ($this, $other) = (self, other);
                $perpendicular
            }
        }
    };
}

vector!(Vec2, f32, Vec2, DVec2, 2, [0, 1], |this, _other| Vec2::new(this.y, -this.x));
vector!(Vec3, f32, Vec3, DVec3, 3, [0, 1, 2], |this, other| this.cross(other));
vector!(DVec2, f64, Vec2, DVec2, 2, [0, 1], |this, _other| DVec2::new(this.y, -this.x));
vector!(DVec3, f64, Vec3, DVec3, 3, [0, 1, 2], |this, other| this.cross(other));
