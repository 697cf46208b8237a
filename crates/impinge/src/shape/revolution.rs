//! Solids of revolution about the local y axis of a pose: cylinders, cones and the cores of tapered capsules.
//! In 2D they are their profiles.
//!
//! The section with a half plane through the axis determines such a solid. In it, `along` is the coordinate
//! on the axis and `across` the distance from the axis.
//!
//! ```text
//!   along          cylinder        cone           teardrop
//!     │  half_height ┌──┐            ╷                ╷
//!     │              │  │           ╱│╲              ╱ ╲
//!     │              │  │          ╱ │ ╲            │   │
//!     │ −half_height └──┘         ╱──┴──╲            ╲_╱   a ball around its centre
//!     └───── across   radius       radius           radius
//! ```

use std::f64::consts::{PI, TAU};

use crate::math::{Pose, Scalar, Vector};

/// Profile of a solid of revolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Profile {
    /// A disc at each end.
    Cylinder,
    /// A disc at the lower end, a point at the upper one.
    Cone,
    /// The hull of a ball around the lower end and the point at the upper one.
    Teardrop,
}

impl Profile {
    /// Returns the furthest point in a direction, which has any length but 0, as `[along, across]`. The
    /// direction is given by its coordinates along and across the axis; `across` is not negative.
    #[inline(always)]
    pub fn furthest(self, half_height: f64, radius: f64, [along, across]: [f64; 2]) -> [f64; 2] {
        match self {
            Profile::Cylinder => [if along > 0.0 { half_height } else { -half_height }, radius],
            // The tip against the nearest point of the rim.
            Profile::Cone if along * 2.0 * half_height > radius * across => [half_height, 0.0],
            Profile::Cone => [-half_height, radius],
            Profile::Teardrop => {
                let length = libm::sqrt(along * along + across * across);
                if along * 2.0 * half_height > radius * length {
                    [half_height, 0.0]
                } else {
                    let to_surface = radius / length;
                    [along * to_surface - half_height, across * to_surface]
                }
            }
        }
    }

    /// Returns the lower and the upper end of the straight side, as `[along, across]`; `None` if there is
    /// none: a teardrop whose ball contains its tip is that ball.
    pub fn side(self, half_height: f64, radius: f64) -> Option<[[f64; 2]; 2]> {
        match self {
            Profile::Cylinder => Some([[-half_height, radius], [half_height, radius]]),
            Profile::Cone => Some([[-half_height, radius], [half_height, 0.0]]),
            Profile::Teardrop => slope(half_height, radius)
                .map(|[sine, cosine]| [[sine * radius - half_height, cosine * radius], [half_height, 0.0]]),
        }
    }

    /// Returns whether a flat disc closes the lower or the upper end.
    #[inline(always)]
    pub fn has_disc(self, is_upper: bool) -> bool {
        match self {
            Profile::Cylinder => true,
            Profile::Cone => !is_upper,
            Profile::Teardrop => false,
        }
    }

    /// Returns the distance of the furthest point from the centre.
    #[inline(always)]
    pub fn bounding_radius(self, half_height: f64, radius: f64) -> f64 {
        match self {
            Profile::Cylinder | Profile::Cone => libm::hypot(half_height, radius),
            Profile::Teardrop => half_height + radius,
        }
    }

    /// Returns the section through the axis as a polygon with counter-clockwise corners, each as
    /// `[across, along]`, and the points of it through which rings are drawn around the axis.
    ///
    /// A teardrop becomes arcs of `steps` edges, with the `rounding` around it; the others are without it.
    pub fn section(self, half_height: f64, radius: f64, rounding: f64, steps: u32) -> [Vec<[f64; 2]>; 2] {
        if self != Profile::Teardrop {
            let side = self.side(half_height, radius).into_iter().flatten();
            let side: Vec<_> = side.map(|[along, across]| [across, along]).collect();
            let other_side = side.iter().rev().map(|&[across, along]| [-across, along]);
            return [side.iter().copied().chain(other_side).collect(), side];
        }
        let (wide, high) = (radius, half_height);
        let Some([sine, cosine]) = slope(half_height, radius) else {
            let ball = arc(-high, wide + rounding, [0.0, TAU], steps);
            return [ball.skip(1).collect(), vec![[wide + rounding, -high]]];
        };
        let elevation = libm::asin(sine);
        let upper = arc(high, rounding, [elevation, PI - elevation], steps);
        let lower = arc(-high, wide + rounding, [PI - elevation, TAU + elevation], steps);
        let ring = |center: f64, radius: f64| [radius * cosine, radius * sine + center];
        [upper.chain(lower).collect(), vec![ring(-high, wide + rounding), ring(high, rounding)]]
    }

    /// Returns the corners of the profile in 2D, counter-clockwise, each as multiples of the half height
    /// along and of the radius across the axis; none if it is round.
    pub fn corners(self) -> &'static [[i8; 2]] {
        match self {
            Profile::Cylinder => &[[1, 1], [1, -1], [-1, -1], [-1, 1]],
            Profile::Cone => &[[1, 0], [-1, -1], [-1, 1]],
            Profile::Teardrop => &[],
        }
    }
}

/// Returns the sine and the cosine of the angle at which the side of a teardrop touches its ball above the
/// equator; `None` if the ball contains the tip. The side is perpendicular to that radius, so the sine is
/// radius / height.
fn slope(half_height: f64, radius: f64) -> Option<[f64; 2]> {
    let sine = if radius == 0.0 { 0.0 } else { radius / (2.0 * half_height) };
    (sine < 1.0).then(|| [sine, libm::sqrt((1.0 - sine) * (1.0 + sine))])
}

/// Returns points of a circle around a point of the axis as `[across, along]`.
fn arc(center: f64, radius: f64, [from, to]: [f64; 2], steps: u32) -> impl Iterator<Item = [f64; 2]> {
    (0..=steps).map(move |step| {
        let (sine, cosine) = Scalar::sin_cos(from + (to - from) * f64::from(step) / f64::from(steps));
        [radius * cosine, radius * sine + center]
    })
}

/// Solid of revolution about the local y axis of a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Revolution<V: Vector> {
    pub profile: Profile,
    pub pose: Pose<V>,
    pub half_height: V::Scalar,
    pub radius: V::Scalar,
}

impl<V: Vector> Revolution<V> {
    /// Returns the solid at another, finite pose.
    #[inline(always)]
    pub fn placed(self, pose: Pose<V>) -> Self {
        Revolution { pose, ..self }
    }

    /// Returns half the height and the radius.
    #[inline(always)]
    pub fn sizes(&self) -> [f64; 2] {
        [self.half_height.into(), self.radius.into()]
    }

    /// Returns at least the distance of the furthest point from the centre, fast and at any size.
    #[inline(always)]
    pub fn rough_bounding_radius(&self) -> V::Scalar {
        let (half_height, radius) = (self.half_height, self.radius);
        match self.profile {
            // The longer side and √2 − 1 of the shorter are at least as long as the diagonal, without a root
            // that could overflow.
            Profile::Cylinder | Profile::Cone => {
                let shorter = Scalar::min(half_height, radius);
                Scalar::max(half_height, radius) + shorter * V::Scalar::from_f64(0.414_214)
            }
            Profile::Teardrop => half_height + radius,
        }
    }

    /// Returns whether it is a cylinder.
    #[inline(always)]
    pub fn is_cylinder(&self) -> bool {
        self.profile == Profile::Cylinder
    }
}
