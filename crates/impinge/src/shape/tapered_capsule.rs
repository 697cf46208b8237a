//! Tapered capsules.

use std::f64::consts::{FRAC_PI_2, PI};

use super::shape_ref::{ConvexShape, Core};
use super::{Bounded, Profile, Revolution, Segment, Shape, ShapeError, ShapeRef};
use crate::math::{Pose, Rotation, Scalar, Unit, Vector};

/// Convex hull of two balls, which may differ in radius: a capsule that tapers along the local y axis of its
/// pose, such as a limb or a bottle; in 2D the hull of two discs.
///
/// The centres of the balls are at −`half_height` and +`half_height`. If one ball contains the other, the
/// shape is that ball.
///
/// For queries it is a teardrop (a ball and a point), rounded by the smaller radius. The difference of the
/// radii is rounded to the precision of the vector, which may move the surface by half a unit in the last
/// place of the larger radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TaperedCapsule<V: Vector> {
    pose: Pose<V>,
    half_height: V::Scalar,
    lower_radius: V::Scalar,
    upper_radius: V::Scalar,
}

impl<V: Vector> TaperedCapsule<V> {
    /// Creates the capsule along the local y axis of `pose`; sizes must not be negative.
    ///
    /// # Errors
    /// If the translation of the pose is not finite, or a size is negative or not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, TaperedCapsule};
    /// let (half_height, lower, upper) = (1.0, 0.5, 0.25);
    /// let bottle = TaperedCapsule::new(half_height, lower, upper, Pose::<Vec3>::identity())?;
    /// assert!((bottle.aabb().size().y - 2.75).abs() < 1e-5);
    /// let below = Ball::new(Vec3::Y * -3.0, 0.5)?;
    /// assert_eq!(bottle.distance(&below), 1.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(
        half_height: V::Scalar,
        lower_radius: V::Scalar,
        upper_radius: V::Scalar,
        pose: Pose<V>,
    ) -> Result<Self, ShapeError> {
        ShapeError::finite("translation", pose.translation)?;
        ShapeError::size("half height", half_height)?;
        ShapeError::size("lower radius", lower_radius)?;
        ShapeError::size("upper radius", upper_radius)?;
        Ok(TaperedCapsule { pose, half_height, lower_radius, upper_radius })
    }

    /// Creates the hull of two balls, given by their centres and radii.
    ///
    /// # Errors
    /// If a centre is not finite, a radius is negative or not finite, or the height exceeds the float range.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::TaperedCapsule;
    /// let arm = TaperedCapsule::from_endpoints(Vec3::ZERO, 0.25, Vec3::X * 4.0, 0.125)?;
    /// assert_eq!((arm.axis().get(), arm.half_height()), (Vec3::X, 2.0));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn from_endpoints(
        lower: V,
        lower_radius: V::Scalar,
        upper: V,
        upper_radius: V::Scalar,
    ) -> Result<Self, ShapeError> {
        let (half_height, pose) = Segment::new(lower, upper)?.upright();
        Self::new(half_height, lower_radius, upper_radius, pose)
    }

    /// Returns the area in 2D or the volume in 3D, rounded; infinite on overflow.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::{Capsule, TaperedCapsule};
    /// let capsule = Capsule::new(-Vec3::Y, Vec3::Y, 0.5)?;
    /// let tapered = TaperedCapsule::new(1.0, 0.5, 0.5, Pose::<Vec3>::identity())?;
    /// assert!((tapered.volume() - capsule.volume()).abs() < 1e-12);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn volume(&self) -> f64 {
        let (height, lower): (f64, f64) = (2.0 * self.half_height.into(), self.lower_radius.into());
        let upper: f64 = self.upper_radius.into();
        // The sine of the slope of the side, which touches both balls. Beyond 1, one ball contains the other.
        let slope = if lower == upper { 0.0 } else { ((lower - upper) / height).clamp(-1.0, 1.0) };
        let cosine = libm::sqrt((1.0 - slope) * (1.0 + slope));
        // Between the circles at which the side touches the balls.
        let between = (height - slope * (lower - upper)).max(0.0);
        // The part of a ball beyond its circle, which is at this fraction of the radius beyond the centre.
        match V::DIMENSION {
            2 => {
                let cap = |radius: f64, beyond: f64| {
                    radius * radius * (FRAC_PI_2 + libm::asin(beyond) + beyond * cosine)
                };
                cap(lower, slope) + cap(upper, -slope) + between * cosine * (lower + upper)
            }
            _ => {
                let cap = |radius: f64, beyond: f64| {
                    PI / 3.0 * radius * radius * radius * (2.0 + beyond * (3.0 - beyond * beyond))
                };
                let frustum = PI / 3.0 * between * cosine * cosine;
                cap(lower, slope) + cap(upper, -slope) + frustum * (lower * (lower + upper) + upper * upper)
            }
        }
    }

    /// Returns the capsule placed by a pose. Coordinates beyond the float range are clamped to it.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::TaperedCapsule;
    /// let arm = TaperedCapsule::new(1.0, 0.5, 0.25, Pose::from_translation(Vec3::X))?;
    /// assert_eq!(arm.at(&Pose::from_translation(Vec3::X)).pose().translation, Vec3::X * 2.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        TaperedCapsule { pose: pose.placing(&self.pose), ..*self }
    }

    /// Returns the pose: the position of the midpoint of the axis, and the rotation.
    #[inline(always)]
    pub fn pose(&self) -> Pose<V> {
        self.pose
    }

    /// Returns the direction of the axis, from the lower to the upper ball.
    #[inline(always)]
    pub fn axis(&self) -> Unit<V> {
        Unit::from_axis_of(&self.pose.rotation, 1)
    }

    /// Returns half the distance between the centres of the balls.
    #[inline(always)]
    pub fn half_height(&self) -> V::Scalar {
        self.half_height
    }

    /// Returns the radius of the ball at −`half_height`.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::TaperedCapsule;
    /// let leg = TaperedCapsule::from_endpoints(Vec3::ZERO, 0.125, Vec3::Y, 0.25)?;
    /// assert_eq!((leg.lower_radius(), leg.upper_radius()), (0.125, 0.25));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline(always)]
    pub fn lower_radius(&self) -> V::Scalar {
        self.lower_radius
    }

    /// Returns the radius of the ball at +`half_height`.
    #[inline(always)]
    pub fn upper_radius(&self) -> V::Scalar {
        self.upper_radius
    }
}

impl<V: Vector> Shape for TaperedCapsule<V> {
    type Vector = V;
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        let (lower, upper) = (self.lower_radius, self.upper_radius);
        // The ball of a teardrop is at its lower end.
        let pose = if lower >= upper { self.pose } else { turned_over(&self.pose) };
        let core = Core::Revolution(Revolution {
            profile: Profile::Teardrop,
            pose,
            half_height: self.half_height,
            radius: (lower - upper).abs(),
        });
        ShapeRef::Convex(ConvexShape { core, radius: Scalar::min(lower, upper) })
    }
}

impl<V: Vector> Bounded for TaperedCapsule<V> {}

/// Reverses the local x and y axes.
fn turned_over<V: Vector>(pose: &Pose<V>) -> Pose<V> {
    let columns = pose.rotation.columns();
    let turned = |axis: usize| if axis < 2 { -columns[axis] } else { columns[axis] };
    Pose { rotation: Rotation::of_columns(V::basis_from_fn(turned)), ..*pose }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3};

    use super::*;
    use crate::narrow::Collide;
    use crate::shape::Ball;

    fn bottle<V: Vector<Scalar = f64>>() -> TaperedCapsule<V> {
        TaperedCapsule::new(2.0, 1.5, 0.25, Pose::identity()).unwrap()
    }

    /// Returns the distance of a point from the hull of two balls: the least of its distances from the balls
    /// between them, whose centres and radii change linearly.
    fn from_balls<V: Vector<Scalar = f64>>(shape: &TaperedCapsule<V>, point: V) -> f64 {
        let (h, lower, upper) = (shape.half_height(), shape.lower_radius(), shape.upper_radius());
        let ball = |t: f64| {
            let center = shape.pose().translation + shape.axis().get() * (h * (2.0 * t - 1.0));
            (point - center).length() - (lower + (upper - lower) * t)
        };
        (0..=20_000).map(|i| ball(f64::from(i) / 20_000.0)).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn tapered_capsule_distance_equals_least_ball_distance() {
        let flipped = TaperedCapsule::from_endpoints(DVec3::Y * 2.0, 0.25, DVec3::Y * -2.0, 1.5).unwrap();
        let wide = TaperedCapsule::new(0.5, 0.25, 4.0, Pose::from_translation(DVec3::X)).unwrap();
        for shape in [bottle(), flipped, wide] {
            for point in
                [[0.0, 5.0, 0.0], [3.0, 1.0, -2.0], [1.0, -4.0, 0.5], [0.4, 2.4, 0.0], [9.0, 0.0, 0.0]]
            {
                let point = DVec3::from_array(point);
                let expected = from_balls(&shape, point).max(0.0);
                let distance = shape.distance(&Ball::new(point, 0.0).unwrap());
                assert!((distance - expected).abs() < 1e-6, "{shape:?} {point}: {distance} {expected}");
            }
        }
    }

    #[test]
    fn tapered_capsule_is_the_larger_ball_if_it_contains_the_other() {
        let shape = TaperedCapsule::new(0.5, 2.0, 0.5, Pose::<DVec3>::identity()).unwrap();
        let ball = Ball::new(DVec3::Y * -0.5, 2.0).unwrap();
        assert!((shape.volume() - ball.volume()).abs() < 1e-12);
        let bounds = (shape.aabb(), ball.aabb());
        assert!((bounds.0.min() - bounds.1.min()).abs().max_element() < 1e-12);
        assert!((bounds.0.max() - bounds.1.max()).abs().max_element() < 1e-12);
    }

    #[test]
    fn tapered_capsule_volume_equals_sum_of_slices() {
        // Of a slice at y, the widest of the balls between the ends.
        let half_width = |y: f64| {
            let ball = |t: f64| {
                let (center, radius) = (4.0 * t - 2.0, 1.5 - 1.25 * t);
                radius * radius - (y - center) * (y - center)
            };
            (0..=400).map(|i| ball(f64::from(i) / 400.0)).fold(0.0, f64::max).sqrt()
        };
        let slices = (0..2000).map(|i| -3.5 + 6.0 * (f64::from(i) + 0.5) / 2000.0);
        let (area, volume) = slices.fold((0.0, 0.0), |(area, volume), y| {
            (area + 2.0 * half_width(y) * 0.003, volume + PI * half_width(y).powi(2) * 0.003)
        });
        assert!((bottle::<DVec2>().volume() - area).abs() < 1e-3 * area);
        assert!((bottle::<DVec3>().volume() - volume).abs() < 1e-3 * volume);
    }
}
