//! Half-spaces, planes and rays against everything: what has no end.
//!
//! Along the normal of a plane, a shape reaches from its lowest to its highest point, one of which may be
//! infinite. That is sufficient: a half-space keeps what is below, a plane parts what is above from what is
//! below. A ray is treated as a segment that ends beyond everything that the other shape could meet.

use super::convex_pair::{Memory, separation};
use super::frame::Frame;
use super::separation::{Separation, is_single};
use super::support::SupportMap;
use crate::math::{Scalar, Vector, scale_for};
use crate::narrow::table::takes;
use crate::shape::{ConvexShape, Core, Plane, Ray, ShapeRef};

/// The lowest and the highest point of a shape above a plane, with their heights, which may be infinite.
struct ExtentAlong<D> {
    low: (f64, D),
    high: (f64, D),
}

/// A plane as unit normal and offset.
#[derive(Clone, Copy)]
struct PlaneLevel<D> {
    normal: D,
    offset: f64,
    /// The ratio of lengths here to lengths in the world: a power of two.
    scale: f64,
}

impl<D: Vector<Scalar = f64>> PlaneLevel<D> {
    fn new<V: Vector<Double = D>>(plane: Plane<V>, scale: f64) -> Self {
        takes("heights over a plane");
        let normal = plane.normal().get().to_double();
        let length = normal.length();
        PlaneLevel { normal: normal * (1.0 / length), offset: plane.offset().into() * scale / length, scale }
    }

    fn height(&self, point: D) -> f64 {
        self.normal.dot(point) - self.offset
    }

    /// A point of the plane, below or above another.
    fn foot(&self, point: D) -> D {
        point - self.normal * self.height(point)
    }

    fn of_convex<V: Vector<Double = D>>(&self, convex: &ConvexShape<'_, V>) -> ExtentAlong<D> {
        // An origin near the shape saves digits, but a difference of extreme coordinates overflows.
        let origin = if self.scale == 1.0 { convex.core.anchor().to_double() } else { D::ZERO };
        let frame = Frame { origin, columns: None, scale: self.scale };
        let map = frame.map(&convex.core);
        let radius = convex.radius.into() * self.scale;
        let base = self.height(origin);
        let end = |side: f64| {
            let point = map.support(self.normal * side).0 + self.normal * (side * radius);
            (self.normal.dot(point) + base, point + origin)
        };
        ExtentAlong { low: end(-1.0), high: end(1.0) }
    }

    fn of_ray<V: Vector<Double = D>>(&self, ray: &Ray<V>) -> ExtentAlong<D> {
        let origin = ray.origin().to_double() * self.scale;
        let (height, heading) = (self.height(origin), self.normal.dot(ray.direction().get().to_double()));
        let end = |is_open: bool, infinite| (if is_open { infinite } else { height }, origin);
        ExtentAlong { low: end(heading < 0.0, f64::NEG_INFINITY), high: end(heading > 0.0, f64::INFINITY) }
    }

    fn of_plane(&self, other: &PlaneLevel<D>) -> ExtentAlong<D> {
        let point = other.normal * other.offset;
        let across = other.normal - self.normal * self.normal.dot(other.normal);
        // Normals in f32 that mean the same direction differ by their rounding.
        let is_parallel = across.dot(across) <= 1e-30;
        let end = |infinite| (if is_parallel { self.height(point) } else { infinite }, point);
        ExtentAlong { low: end(f64::NEG_INFINITY), high: end(f64::INFINITY) }
    }

    fn of_half_space(&self, other: &PlaneLevel<D>) -> ExtentAlong<D> {
        let ExtentAlong { mut low, mut high } = self.of_plane(other);
        if self.normal.dot(other.normal) > 0.0 {
            low.0 = f64::NEG_INFINITY;
        } else {
            high.0 = f64::INFINITY;
        }
        ExtentAlong { low, high }
    }

    /// The separation of a shape of these heights from what is below the plane.
    fn above(&self, heights: ExtentAlong<D>) -> Separation<D> {
        let (distance, point_a) = heights.low;
        Separation { distance, normal: -self.normal, point_a, point_b: self.foot(point_a) }
    }

    /// The separation from the plane itself: on the side where less is to be moved.
    fn aside(&self, heights: ExtentAlong<D>) -> Separation<D> {
        let (high, point_a) = heights.high;
        let below = Separation { distance: -high, normal: self.normal, point_a, point_b: self.foot(point_a) };
        let above = self.above(heights);
        if above.distance >= below.distance { above } else { below }
    }
}

fn rank<V: Vector>(view: &ShapeRef<'_, V>) -> u8 {
    match view {
        ShapeRef::Ray(_) => 1,
        ShapeRef::Plane(_) => 2,
        ShapeRef::HalfSpace(_) => 3,
        _ => 0,
    }
}

/// Distinguishes shapes of one rank, so that both orders of a pair are computed in one.
fn numbers<V: Vector>(view: &ShapeRef<'_, V>) -> [f64; 6] {
    let of_plane = |plane: &Plane<V>| {
        let [x, y, z] = plane.normal().get().to_f64();
        [x, y, z, plane.offset().into(), 0.0, 0.0]
    };
    match view {
        ShapeRef::Ray(ray) => {
            let ([x, y, z], [u, v, w]) = (ray.origin().to_f64(), ray.direction().get().to_f64());
            [x, y, z, u, v, w]
        }
        ShapeRef::Plane(plane) => of_plane(plane),
        ShapeRef::HalfSpace(half_space) => of_plane(&half_space.boundary()),
        _ => [0.0; 6],
    }
}

/// The separation of two shapes, at least one of which has no end; a depth may be infinite.
pub(in crate::narrow) fn separation_of_unbounded<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    limit: f64,
    memory: &mut Memory,
) -> Option<Separation<V::Double>> {
    let is_swapped = rank(a) > rank(b) || (rank(a) == rank(b) && numbers(a) > numbers(b));
    if is_swapped {
        return separation_of_unbounded(b, a, limit, memory).map(Separation::flip);
    }
    let scale = scale_of(a, b);
    let level = |plane: &Plane<V>| PlaneLevel::<V::Double>::new(*plane, scale);
    let found = match (a, b) {
        (ShapeRef::Ray(ray), ShapeRef::Ray(other)) => return rays(ray, other, limit, memory),
        (ShapeRef::Ray(ray), ShapeRef::Plane(plane)) => level(plane).aside(level(plane).of_ray(ray)),
        (ShapeRef::Ray(ray), ShapeRef::HalfSpace(half_space)) => {
            let level = level(&half_space.boundary());
            level.above(level.of_ray(ray))
        }
        (ShapeRef::Plane(plane), ShapeRef::Plane(other)) => {
            level(other).aside(level(other).of_plane(&level(plane)))
        }
        (ShapeRef::Plane(plane), ShapeRef::HalfSpace(half_space)) => {
            let boundary = level(&half_space.boundary());
            boundary.above(boundary.of_plane(&level(plane)))
        }
        (ShapeRef::HalfSpace(half_space), ShapeRef::HalfSpace(other)) => {
            let boundary = level(&other.boundary());
            boundary.above(boundary.of_half_space(&level(&half_space.boundary())))
        }
        (shape, other) => {
            let convex = shape.convex()?;
            match other {
                ShapeRef::Plane(plane) => level(plane).aside(level(plane).of_convex(&convex)),
                ShapeRef::HalfSpace(half_space) => {
                    let boundary = level(&half_space.boundary());
                    boundary.above(boundary.of_convex(&convex))
                }
                ShapeRef::Ray(ray) => {
                    return separation::<V, true>(&convex, &ended(ray, &convex), limit, memory);
                }
                _ => return None,
            }
        }
    };
    Some(if scale == 1.0 { found } else { found.scaled(1.0 / scale) })
}

/// Next to the greatest floats sums of coordinates overflow: there lengths are scaled to about 1.
fn scale_of<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> f64 {
    if is_single::<V>() {
        return 1.0;
    }
    let size = |view: &ShapeRef<'_, V>| match view {
        ShapeRef::Ray(ray) => ray.origin().to_double().abs().max_element(),
        ShapeRef::Plane(plane) => plane.offset().abs().into(),
        ShapeRef::HalfSpace(half_space) => half_space.boundary().offset().abs().into(),
        _ => view.convex().map_or(0.0, |convex| {
            let anchor = convex.core.anchor().to_double().abs().max_element();
            anchor.max(convex.core.spread()).max(convex.radius.into())
        }),
    };
    let size = size(a).max(size(b));
    if size < 1e300 { 1.0 } else { scale_for(size) }
}

/// The part of a ray that a shape could meet, or move along to get free.
fn ended<'a, V: Vector>(ray: &Ray<V>, convex: &ConvexShape<'_, V>) -> ConvexShape<'a, V> {
    let frame = Frame { origin: ray.origin().to_double(), columns: None, scale: 1.0 };
    let map = frame.map(&convex.core);
    let radius: f64 = convex.radius.into();
    // Squares of the least lengths vanish.
    let way = map.middle().length().max(map.middle().abs().max_element());
    start_of(ray, way + map.reach() + radius)
}

/// The start of a ray, some times as long as a length.
fn start_of<'a, V: Vector>(ray: &Ray<V>, length: f64) -> ConvexShape<'a, V> {
    let core = Core::Ray(ray.origin(), ray.direction().get(), (length * 4.0).min(f64::MAX * 0.25));
    ConvexShape { core, radius: V::Scalar::ZERO }
}

/// Two rays: both end where they are nearest, and further.
fn rays<V: Vector>(a: &Ray<V>, b: &Ray<V>, limit: f64, memory: &mut Memory) -> Option<Separation<V::Double>> {
    let (u, v) = (a.direction().get().to_double(), b.direction().get().to_double());
    let between = a.origin().to_double() * 0.5 - b.origin().to_double() * 0.5;
    let cosine = u.dot(v);
    // Of the lines, see `segment_segment`; parallel ones are nearest at an origin.
    let across = (1.0 - cosine * cosine).max(1e-12);
    let along = between.length() * 2.0 * (1.0 + 2.0 / across);
    separation::<V, true>(&start_of(a, along), &start_of(b, along), limit, memory)
}
