//! The shapes of the library: how to draw one, and which exact set it stands for.

use impinge::prelude::Vector;
use impinge::shape::{Aabb, Ball, HalfSpace, Obb, Plane, Ray, Segment, Triangle};

use super::set::Set;
use super::source::Source;

pub trait Sample<V: Vector>: Sized + std::fmt::Debug {
    /// The most dimensions that the shape can have in the space of V.
    const DIMENSIONS: usize;
    fn sample(source: &mut Source<V>) -> Self;
    fn set(&self) -> Set;
}

const FINITE: &str = "the source draws finite numbers";

impl<V: Vector> Sample<V> for Ball<V> {
    const DIMENSIONS: usize = V::DIMENSION;
    fn sample(source: &mut Source<V>) -> Self {
        let (center, radius) = source.center_and_radius();
        Ball::new(center, radius).expect(FINITE)
    }
    fn set(&self) -> Set {
        Set::ball(self.center().to_f64(), self.radius().into())
    }
}

impl<V: Vector> Sample<V> for Aabb<V> {
    const DIMENSIONS: usize = V::DIMENSION;
    fn sample(source: &mut Source<V>) -> Self {
        let [a, b] = source.corners();
        Aabb::from_corners(a, b).expect(FINITE)
    }
    fn set(&self) -> Set {
        Set::aabb(self.min().to_f64(), self.max().to_f64())
    }
}

impl<V: Vector> Sample<V> for Obb<V> {
    const DIMENSIONS: usize = V::DIMENSION;
    fn sample(source: &mut Source<V>) -> Self {
        let (center, half_extents, rotation) = source.oriented_box();
        Obb::new(center, half_extents, rotation).expect(FINITE)
    }
    fn set(&self) -> Set {
        let axis = |i| if i < V::DIMENSION { self.axes()[i].to_f64() } else { [0.0; 3] };
        Set::obb(self.center().to_f64(), self.half_extents().to_f64(), [axis(0), axis(1), axis(2)])
    }
}

impl<V: Vector> Sample<V> for Segment<V> {
    const DIMENSIONS: usize = 1;
    fn sample(source: &mut Source<V>) -> Self {
        let a = source.point();
        Segment::new(a, source.other_point(a)).expect(FINITE)
    }
    fn set(&self) -> Set {
        Set::segment(self.a().to_f64(), self.b().to_f64())
    }
}

impl<V: Vector> Sample<V> for Ray<V> {
    const DIMENSIONS: usize = 1;
    fn sample(source: &mut Source<V>) -> Self {
        Ray::new(source.point(), source.direction()).expect(FINITE)
    }
    fn set(&self) -> Set {
        Set::ray(self.origin().to_f64(), self.direction().get().to_f64())
    }
}

impl<V: Vector> Sample<V> for Triangle<V> {
    const DIMENSIONS: usize = 2;
    fn sample(source: &mut Source<V>) -> Self {
        let a = source.point();
        let b = source.other_point(a);
        Triangle::new([a, b, source.other_point(b)]).expect(FINITE)
    }
    fn set(&self) -> Set {
        Set::triangle(self.points().map(Vector::to_f64))
    }
}

impl<V: Vector> Sample<V> for Plane<V> {
    const DIMENSIONS: usize = V::DIMENSION - 1;
    fn sample(source: &mut Source<V>) -> Self {
        let normal = source.direction();
        Plane::new(normal, source.offset(normal)).expect(FINITE)
    }
    fn set(&self) -> Set {
        Set::plane(self.normal().get().to_f64(), self.offset().into())
    }
}

impl<V: Vector> Sample<V> for HalfSpace<V> {
    const DIMENSIONS: usize = V::DIMENSION;
    fn sample(source: &mut Source<V>) -> Self {
        let normal = source.direction();
        HalfSpace::new(normal, source.offset(normal)).expect(FINITE)
    }
    fn set(&self) -> Set {
        let boundary = self.boundary();
        Set::half_space(boundary.normal().get().to_f64(), boundary.offset().into())
    }
}
