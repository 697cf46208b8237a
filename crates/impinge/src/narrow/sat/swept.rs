//! The swept intersection test: whether a shape intersects another anywhere on its path.

use super::filter::Verdict;
use super::{composite, exact, filter, finite, swept};
use crate::math::{Pose, Vector, rounded_within_floats};
use crate::narrow::backend::NarrowBackend;
use crate::narrow::composite::with_translated;
use crate::narrow::distance::frame::Frame;
use crate::narrow::distance::support::{Map, SupportMap};
use crate::narrow::predicates::ray_triangle::segment_triangle;
use crate::narrow::{Collide, Relation};
use crate::shape::{ConvexShape, Core, Ray, Segment, Shape, ShapeRef, Support, Triangle};

/// Returns whether the first shape intersects the second anywhere on its path, if it moves by `motion`
/// without rotation.
///
/// Unlike [`SweptSat::will_hit`](super::SweptSat::will_hit), it reports no false intersections. A polytope
/// sweeps over a polytope, whose additional faces are spanned by the motion and its edges; these are tested
/// as well. The result is exact for boxes, segments, triangles and hulls. For other shapes it is the relation
/// of the swept volume, in their precision.
///
/// ```
/// use glam::Vec2;
/// use impinge::narrow::sat::{cast, swept};
/// use impinge::shape::Aabb;
/// let square = |x: f32, y: f32| Aabb::new(Vec2::new(x, y), Vec2::new(x + 1.0, y + 1.0));
/// // Past the corner: the projections overlap on both axes, but not at the same time.
/// let (a, b, motion) = (square(0.0, 0.0)?, square(1.5, 4.0)?, Vec2::new(4.0, 4.0));
/// assert!(swept(&a, &b, motion).will_hit());
/// assert!(!cast(&a, &b, motion));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
pub fn cast<A: Shape, B: Shape<Vector = A::Vector>>(a: &A, b: &B, motion: A::Vector) -> bool {
    A::Vector::narrow_sat_cast(&a.shape_ref(), &b.shape_ref(), finite(motion))
}

/// The code of [`cast`], for a finite motion.
pub(in crate::narrow) fn swept_views<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    velocity: V,
) -> bool {
    if a.intersects(b) {
        return true;
    }
    let has_parts = matches!(a, ShapeRef::Composite(_)) || matches!(b, ShapeRef::Composite(_));
    let projected = filter::projections(a, b, velocity, true, false, &mut |_| {});
    if velocity == V::ZERO && !has_parts {
        // The rounded relation may report disjoint hulls that touch in real arithmetic. For round shapes,
        // projections overestimate.
        return projected.is_some() && swept(a, b, velocity).will_hit();
    }
    match projected {
        Some(Verdict::Apart) => return false,
        Some(Verdict::Open(open)) => {
            let axes = (!open.is_flat).then_some(&open.axes[..]);
            return axes.is_some_and(|axes| axes.is_empty()) || exact::overlap(a, b, velocity, true, axes);
        }
        None => {}
    }
    if has_parts {
        let mut is_met = false;
        composite::each_pair(a, b, velocity, &mut |a, b| is_met = is_met || swept_views(&a, &b, velocity));
        // Also into the inside of a closed surface, past all parts of it.
        return is_met || with_translated(a, velocity, &mut |end| end.intersects(b));
    }
    match (a.convex(), b.convex()) {
        (Some(convex), _) => SweptPath::new(&convex, velocity).view(convex.radius).intersects(b),
        // Relative to the first, the second moves the other way.
        (None, Some(convex)) => a.intersects(&SweptPath::new(&convex, -velocity).view(convex.radius)),
        (None, None) => match (a, b) {
            (ShapeRef::Ray(a), ShapeRef::Ray(b)) => rays_meet(a, b, velocity),
            // For planes and half-spaces with each other and with rays, the projections decide.
            _ => swept(a, b, velocity).will_hit(),
        },
    }
}

/// A moving ray meets another where o + s·v + t·p = q + u·r for some s from 0 to 1 and t and u from 0 on:
/// where the segment of all q − o − s·v meets the flat cone of all t·p − u·r. Of that, a triangle is enough
/// which is so long that the segment does not reach its end.
fn rays_meet<V: Vector>(a: &Ray<V>, b: &Ray<V>, velocity: V) -> bool {
    let between = b.origin().to_double() - a.origin().to_double();
    let ends = [between, between - velocity.to_double()].map(rounded_within_floats::<V::Double>);
    let way = Segment::between(ends[0], ends[1]);
    let [p, r] = [a, b].map(|ray| ray.direction().get().to_double());
    // The end is as far away as half of p − r is long, unless the cone is a line.
    let size = ends[0].abs().max_element().max(ends[1].abs().max_element());
    let apart = (p - r).abs().max_element();
    let long = if apart > 0.0 { (8.0 * size / apart).min(1e300) } else { 8.0 * size };
    let corners = [V::Double::ZERO, p * long, r * -long].map(rounded_within_floats::<V::Double>);
    Triangle::new(corners).is_ok_and(|cone| segment_triangle(&way, &cone) != Relation::Disjoint)
}

/// What a core sweeps over.
struct SweptPath<'a, V: Vector> {
    core: Map<'a, V>,
    velocity: V::Double,
}

impl<'a, V: Vector> SweptPath<'a, V> {
    fn new(convex: &ConvexShape<'a, V>, velocity: V) -> Self {
        let world = Frame { origin: V::Double::ZERO, columns: None, scale: 1.0 };
        SweptPath { core: world.map(&convex.core), velocity: velocity.to_double() }
    }

    fn view(&self, radius: V::Scalar) -> ShapeRef<'_, V> {
        ShapeRef::Convex(ConvexShape { core: Core::Custom(self, Pose::identity()), radius })
    }
}

impl<V: Vector> Support<V> for SweptPath<'_, V> {
    fn support(&self, direction: V) -> V {
        let direction = direction.to_double();
        let start = self.core.support(direction).0;
        let end = if self.velocity.dot(direction) > 0.0 { start + self.velocity } else { start };
        // Beyond the floats only of a motion that is.
        rounded_within_floats(end)
    }
}
