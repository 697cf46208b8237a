//! When two shapes that move and turn first touch, in `f64`, by steps that cannot pass it.
//!
//! No point goes faster than its shape moves and turns at its furthest point, so that a gap lasts at least as
//! long as it takes at that speed. Steps by this alone are slow to converge, and need nothing else to be
//! right.
//! Source: Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, §2.3.2.

use super::distance::{self, Solid, V, add, dot, norm, scale, sub};

/// Nearer than this is touching.
const TOUCHING: f64 = 1e-6;

/// How a rotation runs from its start to its end, by the same axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pace {
    /// At a constant rate.
    Steady,
    /// As a blend of two unit vectors, made a unit vector again, that are this part of the angle apart: a
    /// half for quaternions, 1 for vectors in the plane. Only Box2D and Box3D do it.
    #[cfg_attr(not(any(feature = "box2d", feature = "box3d")), allow(dead_code))]
    Blended(f64),
}

impl Pace {
    /// The part of an angle that is turned at a time.
    fn angle(self, angle: f64, t: f64) -> f64 {
        match self {
            Pace::Steady => angle * t,
            Pace::Blended(part) => {
                let (sine, cosine) = libm::sincos(angle * part);
                libm::atan2(t * sine, 1.0 - t + t * cosine) / part
            }
        }
    }

    /// It never turns faster than this, for angles up to a right one.
    fn fastest(self, angle: f64) -> f64 {
        match self {
            Pace::Steady => angle.abs(),
            // In the middle.
            Pace::Blended(part) => 2.0 * libm::tan(0.5 * angle.abs() * part) / part,
        }
    }
}

/// A hull of points on its way from the time 0 to 1.
#[derive(Clone, Debug)]
pub struct Body {
    /// Seen from the centre, as they are at the start.
    points: Vec<V>,
    center: V,
    motion: V,
    axis: V,
    angle: f64,
    reach: f64,
}

impl Body {
    /// By its points seen from the centre, the centre, its motion, and its turn as an axis that is as long as
    /// the angle.
    pub fn new(points: Vec<V>, center: V, motion: V, turn: V) -> Self {
        let angle = norm(turn);
        let axis = if angle > 0.0 { scale(turn, 1.0 / angle) } else { turn };
        let reach = points.iter().map(|&point| norm(point)).fold(0.0, f64::max);
        Body { points, center, motion, axis, angle, reach }
    }

    /// It at a time, so many times as large.
    fn at(&self, t: f64, pace: Pace, size: f64) -> Solid {
        let (sine, cosine) = libm::sincos(pace.angle(self.angle, t));
        let center = add(self.center, scale(self.motion, t));
        let turned = |v: V| {
            let along = scale(self.axis, dot(self.axis, v) * (1.0 - cosine));
            add(add(scale(v, cosine), scale(cross(self.axis, v), sine)), along)
        };
        let place = |&point: &V| add(center, scale(turned(point), size));
        Solid::Points(self.points.iter().map(place).collect(), 0.0)
    }
}

/// How far apart they are at a time.
pub fn gap([a, b]: &[Body; 2], t: f64, pace: Pace, size: f64) -> f64 {
    distance::distance(&a.at(t, pace, size), &b.at(t, pace, size))[0]
}

/// How fast one moves as seen from the other, without turning.
pub fn speed([a, b]: &[Body; 2]) -> f64 {
    norm(sub(a.motion, b.motion))
}

/// The first time at which they touch if they are so many times as large; `None` if they do not.
pub fn first_touch(bodies: &[Body; 2], pace: Pace, size: f64) -> Option<f64> {
    let turning: f64 = bodies.iter().map(|body| pace.fastest(body.angle) * body.reach * size).sum();
    let fastest = speed(bodies) + turning;
    let mut t = 0.0;
    while t <= 1.0 {
        let gap = gap(bodies, t, pace, size);
        if gap < TOUCHING {
            return Some(t);
        }
        t += gap / fastest;
    }
    None
}

fn cross(a: V, b: V) -> V {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_2;

    use super::*;

    #[test]
    fn a_rod_turns_into_a_point() {
        let rod = Body::new(vec![[0.0; 3], [2.0, 0.0, 0.0]], [0.0; 3], [0.0; 3], [0.0, 0.0, FRAC_PI_2]);
        let point = |motion: V| Body::new(vec![[0.0; 3]], [1.0, 1.0, 0.0], motion, [0.0; 3]);
        let touch = |pace: Pace, motion: V| first_touch(&[rod.clone(), point(motion)], pace, 1.0);
        assert!(touch(Pace::Steady, [0.0; 3]).is_some_and(|t| (t - 0.5).abs() < 1e-5));
        assert_eq!(touch(Pace::Steady, [-5.0, 5.0, 0.0]), None);
        // Half of the way is half of the angle for a blend too; a quarter is not.
        for part in [0.5, 1.0] {
            let pace = Pace::Blended(part);
            assert!(touch(pace, [0.0; 3]).is_some_and(|t| (t - 0.5).abs() < 1e-5));
            assert!(pace.angle(FRAC_PI_2, 0.25) < 0.99 * 0.25 * FRAC_PI_2);
            let rate = (pace.angle(FRAC_PI_2, 0.501) - pace.angle(FRAC_PI_2, 0.499)) / 0.002;
            assert!((rate - pace.fastest(FRAC_PI_2)).abs() < 1e-4, "{rate}");
        }
    }

    #[test]
    fn a_point_flies_into_a_wall() {
        let wall = [[0.0, -1.0, -1.0], [0.0, 1.0, -1.0], [0.0, 1.0, 1.0], [0.0, -1.0, 1.0]];
        let bodies = [
            Body::new(wall.to_vec(), [0.0; 3], [0.0; 3], [0.0; 3]),
            Body::new(vec![[0.0; 3]], [3.0, 0.2, 0.1], [-4.0, 0.4, 0.0], [0.0; 3]),
        ];
        assert!(first_touch(&bodies, Pace::Steady, 1.0).is_some_and(|t| (t - 0.75).abs() < 1e-6));
        // It passes by a wall of a tenth.
        assert_eq!(first_touch(&bodies, Pace::Steady, 0.1), None);
    }
}
