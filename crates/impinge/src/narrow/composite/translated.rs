//! Shapes moved along, whatever they are.

use crate::assembly::Instance;
use crate::math::{Affine, Pose, Scalar, Unit, Vector, within_floats};
use crate::shape::{
    Aabb, Ball, CompositeShape, ConvexShape, Core, HalfSpace, Obb, Plane, Ray, Segment, ShapeRef, Triangle,
};

/// All parts moved.
struct Translated<'a, V: Vector> {
    parts: &'a dyn CompositeShape<V>,
    /// The mesh that it is, if it is one, where it is now: as if its pose had moved.
    body: Option<Instance<'a, V>>,
    by: V,
    boundary: Option<Box<Translated<'a, V>>>,
}

impl<'a, V: Vector> Translated<'a, V> {
    fn new(parts: &'a dyn CompositeShape<V>, by: V) -> Self {
        let boundary = parts.boundary().map(|boundary| Box::new(Translated::new(boundary, by)));
        let body = parts.body().map(|Instance { model, transform }| {
            let transform = Affine { translation: moved(transform.translation, by), ..transform };
            Instance { model, transform }
        });
        Translated { parts, body, by, boundary }
    }
}

/// By how much rounding may move what is in a box.
fn slack<V: Vector>(bounds: &Aabb<V>, by: V) -> V {
    let most = bounds.min().abs().max(bounds.max().abs()).max_element() + by.abs().max_element();
    V::splat(most * V::Scalar::UNIT_ROUNDOFF * V::Scalar::from_f64(8.0))
}

/// A point moved; one that would leave the floats stays at their end.
fn moved<V: Vector>(point: V, by: V) -> V {
    within_floats(point + by)
}

fn moved_box<V: Vector>(bounds: Aabb<V>, by: V) -> Aabb<V> {
    Aabb::between(moved(bounds.min(), by), moved(bounds.max(), by))
}

impl<V: Vector> CompositeShape<V> for Translated<'_, V> {
    fn aabb(&self) -> Option<Aabb<V>> {
        let bounds = self.parts.aabb()?;
        // Corners of a mesh are rounded once, here they are twice.
        let slack = if self.body.is_some() { slack(&bounds, self.by) } else { V::ZERO };
        let there = moved_box(bounds, self.by);
        Some(Aabb::between(moved(there.min(), -slack), moved(there.max(), slack)))
    }

    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>) {
        // Rounding may move a box out of a region that it only just reaches.
        let back = |region: Aabb<V>| {
            let slack = slack(&region, self.by);
            let (min, max) = (moved(region.min(), -self.by), moved(region.max(), -self.by));
            Aabb::between(moved(min, -slack), moved(max, slack))
        };
        self.parts.visit(back(region), &mut |number, part| match &self.body {
            Some(body) => back(visit(number, ShapeRef::Triangle(body.placed_triangle(number)))),
            None => back(with_translated(&part, self.by, &mut |part| visit(number, part))),
        });
    }

    fn reaches_furthest(&self, number: u32, direction: V::Double) -> bool {
        self.parts.reaches_furthest(number, direction)
    }

    fn body(&self) -> Option<Instance<'_, V>> {
        self.body
    }

    fn is_hollow(&self) -> bool {
        self.parts.is_hollow()
    }

    fn boundary(&self) -> Option<&dyn CompositeShape<V>> {
        self.boundary.as_deref().map(|boundary| boundary as &dyn CompositeShape<V>)
    }

    fn contains_point(&self, point: V) -> bool {
        match &self.body {
            Some(body) if self.boundary.is_none() => !self.is_hollow() && body.contains_point(point),
            _ => self.parts.contains_point(moved(point, -self.by)),
        }
    }
}

/// Shows a shape moved.
pub(in crate::narrow) fn with_translated<V: Vector, R>(
    view: &ShapeRef<'_, V>,
    by: V,
    show: &mut dyn FnMut(ShapeRef<'_, V>) -> R,
) -> R {
    if let ShapeRef::Composite(parts) = view {
        return show(ShapeRef::Composite(&Translated::new(*parts, by)));
    }
    show(translated(view, by).unwrap_or(*view))
}

/// A shape without parts moved.
pub(crate) fn translated<'a, V: Vector>(view: &ShapeRef<'a, V>, by: V) -> Option<ShapeRef<'a, V>> {
    let at = |point: V| moved(point, by);
    let plane = |plane: &Plane<V>| {
        let (normal, most) = (plane.normal(), V::Scalar::MAX);
        (normal, (plane.offset() + normal.get().dot(by)).max(-most).min(most))
    };
    let obb = |obb: &Obb<V>| Obb::new(at(obb.center()), obb.half_extents(), obb.rotation());
    let ray = |origin: V, direction: Unit<V>| Ray::new(origin, direction);
    Some(match *view {
        ShapeRef::Ball(ball) => ShapeRef::Ball(Ball::new(at(ball.center()), ball.radius()).ok()?),
        ShapeRef::Aabb(bounds) => ShapeRef::Aabb(moved_box(bounds, by)),
        ShapeRef::Obb(ref shape) => ShapeRef::Obb(obb(shape).ok()?),
        ShapeRef::Segment(segment) => ShapeRef::Segment(Segment::between(at(segment.a()), at(segment.b()))),
        ShapeRef::Ray(shape) => ShapeRef::Ray(ray(at(shape.origin()), shape.direction()).ok()?),
        ShapeRef::Triangle(triangle) => ShapeRef::Triangle(Triangle::of(triangle.points().map(at))),
        ShapeRef::Plane(ref shape) => {
            let (normal, offset) = plane(shape);
            ShapeRef::Plane(Plane::new(normal, offset).ok()?)
        }
        ShapeRef::HalfSpace(ref shape) => {
            let (normal, offset) = plane(&shape.boundary());
            ShapeRef::HalfSpace(HalfSpace::new(normal, offset).ok()?)
        }
        ShapeRef::Convex(ConvexShape { ref core, radius }) => {
            let placed = |pose: &Pose<V>| Pose { translation: at(pose.translation), ..*pose };
            let core = match core {
                Core::Point(point) => Core::Point(at(*point)),
                Core::Segment(a, b) => Core::Segment(at(*a), at(*b)),
                Core::Ray(origin, direction, length) => Core::Ray(at(*origin), *direction, *length),
                Core::Triangle(points) => Core::Triangle(points.map(at)),
                Core::Box(shape) => Core::Box(obb(shape).ok()?),
                Core::Hull(hull, pose) => Core::Hull(hull, placed(pose)),
                Core::Revolution(solid) => {
                    let pose = placed(&solid.pose);
                    Core::Revolution(pose.translation.is_finite().then(|| solid.placed(pose))?)
                }
                Core::Custom(shape, pose) => Core::Custom(*shape, placed(pose)),
            };
            ShapeRef::Convex(ConvexShape { core, radius })
        }
        ShapeRef::Composite(_) => return None,
    })
}
