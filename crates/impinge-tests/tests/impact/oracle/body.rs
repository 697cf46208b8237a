//! Shapes as the hull of points with a radius, and their motions, with the floats that the engine was given.

use impinge::math::{Pose, Scalar, Vector};
use impinge::shape::RoundShape;

use super::Point;
use super::interval::Interval;
use super::jet::Jet;
use super::nearest::{self, minus};
use crate::sample::Sample;

/// A point of which each coordinate is known to lie between two floats: corners of boxes are no floats.
pub type Place = [Interval; 3];

/// The convex hull of points, and everything within a radius of it.
#[derive(Clone, Debug)]
pub struct Body {
    pub corners: Vec<Place>,
    pub radius: f64,
}

/// x ↦ c + t·v + R(t·ω)·(x − c), the turn ω being an axis as long as the angle.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    pub translation: Point,
    pub center: Point,
    pub turn: Point,
}

impl Body {
    /// `None` for what is round, or has no end, or has parts.
    pub fn of<V: Vector>(sample: &Sample<V>) -> Option<Body> {
        let hull = |points: &[V], radius: V::Scalar| Body {
            corners: points.iter().map(|point| point.to_f64().map(Interval::of)).collect(),
            radius: radius.into(),
        };
        let zero = V::Scalar::ZERO;
        let obb = |shape: &impinge::shape::Obb<V>, radius: V::Scalar| {
            let half = shape.half_extents();
            let ends: Vec<V> = (0..1 << V::DIMENSION)
                .map(|signs| V::from_fn(|axis| if signs >> axis & 1 == 0 { -half[axis] } else { half[axis] }))
                .collect();
            let pose = Pose { rotation: shape.rotation(), translation: shape.center() };
            Body { corners: ends.iter().map(|&end| placed(&pose, end)).collect(), radius: radius.into() }
        };
        Some(match sample {
            Sample::Ball(ball) => hull(&[ball.center()], ball.radius()),
            Sample::Segment(segment) => hull(&[segment.a(), segment.b()], zero),
            Sample::Capsule(capsule) => hull(&[capsule.a(), capsule.b()], capsule.radius()),
            Sample::Triangle(triangle) => hull(&triangle.points(), zero),
            Sample::RoundedTriangle(shape) => hull(&RoundShape::shape(shape).points(), shape.radius()),
            Sample::Aabb(aabb) => {
                let (min, max) = (aabb.min(), aabb.max());
                let corner = |signs: usize| {
                    V::from_fn(|axis| if signs >> axis & 1 == 0 { min[axis] } else { max[axis] })
                };
                hull(&(0..1 << V::DIMENSION).map(corner).collect::<Vec<_>>(), zero)
            }
            Sample::Obb(shape) => obb(shape, zero),
            Sample::RoundedBox(shape) => obb(RoundShape::shape(shape), shape.radius()),
            Sample::Hull(shape, pose) => Body {
                corners: shape.vertices().iter().map(|&vertex| placed(pose, vertex)).collect(),
                radius: 0.0,
            },
            _ => return None,
        })
    }

    /// Across its faces, outwards; of what is flat, to both sides. In plain floats, by trying all that three
    /// corners span, or two in the plane.
    pub fn normals(&self) -> Vec<Point> {
        let points: Vec<Point> = self.corners.iter().map(|corner| corner.map(Interval::middle)).collect();
        let is_planar = points.iter().all(|point| point[2] == 0.0);
        let up = [0.0, 0.0, 1.0];
        let mut normals = Vec::new();
        for (i, &a) in points.iter().enumerate() {
            for (j, &b) in points.iter().enumerate().skip(i + 1) {
                let thirds =
                    if is_planar { vec![up] } else { points[j + 1..].iter().map(|&c| minus(c, a)).collect() };
                for third in thirds {
                    let across = nearest::cross(minus(b, a), third);
                    let length = nearest::dot(across, across).sqrt();
                    let least = 1e-9 * self.size();
                    if length <= least * least {
                        continue;
                    }
                    for sign in [1.0, -1.0] {
                        let normal = across.map(|part| sign * part / length);
                        let is_outwards =
                            points.iter().all(|&point| nearest::dot(normal, minus(point, a)) <= least);
                        if is_outwards {
                            normals.push(normal);
                        }
                    }
                }
            }
        }
        normals
    }

    /// No point of it is further from the middle of its corners.
    pub fn size(&self) -> f64 {
        let middle = self.middle();
        let from = |corner: &Place| {
            let way: Point = std::array::from_fn(|axis| corner[axis].middle() - middle[axis]);
            nearest::dot(way, way).sqrt()
        };
        self.corners.iter().map(from).fold(0.0, f64::max) + self.radius
    }

    pub fn middle(&self) -> Point {
        let count = self.corners.len() as f64;
        std::array::from_fn(|axis| {
            self.corners.iter().map(|corner| corner[axis].middle()).sum::<f64>() / count
        })
    }
}

/// A point under a pose.
fn placed<V: Vector>(pose: &Pose<V>, point: V) -> Place {
    let columns = pose.rotation.columns();
    let start = pose.translation.to_f64().map(Interval::of);
    (0..V::DIMENSION).fold(start, |sum, axis| {
        let (column, part) = (columns[axis].to_f64(), Interval::of(point.to_f64()[axis]));
        std::array::from_fn(|i| sum[i] + Interval::of(column[i]) * part)
    })
}

/// How a motion turns vectors: R x = x + sin θ k × x + (1 − cos θ) k × (k × x), which is x alone, and known
/// well, if θ is small.
pub struct Turning {
    axis: Place,
    rate: Interval,
}

impl Turning {
    pub fn of(turn: Point) -> Self {
        let turn = turn.map(Interval::of);
        let rate = dot(turn, turn).sqrt();
        if turn.iter().all(|part| part.low == 0.0 && part.high == 0.0) {
            return Turning {
                axis: [Interval::ZERO, Interval::ZERO, Interval::of(1.0)],
                rate: Interval::ZERO,
            };
        }
        Turning { axis: turn.map(|part| part / rate), rate }
    }

    /// In radians.
    pub fn angle(&self) -> f64 {
        self.rate.high
    }

    /// Sine and cosine during a time.
    pub fn during(&self, time: Interval) -> (Jet, Jet) {
        Jet::sin_cos(self.rate, time)
    }

    /// A vector turned.
    pub fn turned(&self, vector: Place, (sine, cosine): (Jet, Jet)) -> [Jet; 3] {
        let versine = Jet::constant(Interval::of(1.0)) - cosine;
        let across = cross(self.axis, vector);
        let inwards = cross(self.axis, across);
        std::array::from_fn(|i| Jet::constant(vector[i]) + sine.times(across[i]) + versine.times(inwards[i]))
    }
}

fn cross(a: Place, b: Place) -> Place {
    std::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}

pub fn dot(a: Place, b: Place) -> Interval {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub fn between(from: Place, to: Place) -> Place {
    std::array::from_fn(|axis| to[axis] - from[axis])
}
