//! Surfaces that stop motion only from the front.

use super::{Obstacles, ShowObstacle, ShowSwept};
use crate::math::Vector;
use crate::narrow::Separation;
use crate::shape::{Aabb, CompositeShape, ShapeRef, ShowSweptPart, Swept};

/// Obstacles whose surfaces stop linear motion only if they face it: outward normal · motion < 0. So a shape
/// that is in a mesh can leave it through the back of its surface.
///
/// The front of a triangle in 3D is the side from which its vertices are counter-clockwise. The front of a
/// segment in 2D is on the right of the direction from `a` to `b`. A surface parallel to the motion, or
/// without area or length, stops nothing. All other shapes stop motion from all sides.
///
/// Only the direction of the motion counts, so a slide would be pushed out of a surface that it is in. For a
/// platform to jump through from below and stand on, use [`OneWay`].
///
/// ```
/// use glam::DVec3;
/// use impinge::shape::{Ball, Triangle};
/// use impinge::sweep::{BackfaceCulling, cast_shape};
/// let floor = Triangle::new([DVec3::ZERO, DVec3::Z * 9.0, DVec3::X * 9.0])?;
/// let above = Ball::new(DVec3::new(2.0, 5.0, 2.0), 1.0)?;
/// let below = Ball::new(DVec3::new(2.0, -5.0, 2.0), 1.0)?;
/// assert!(cast_shape(&above, DVec3::Y * -9.0, &BackfaceCulling(&floor), 0.01).is_some());
/// assert!(cast_shape(&below, DVec3::Y * 9.0, &BackfaceCulling(&floor), 0.01).is_none());
/// assert!(cast_shape(&below, DVec3::Y * 9.0, &floor, 0.01).is_some());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BackfaceCulling<'a, O: ?Sized>(pub &'a O);

impl<V: Vector, O: Obstacles<V> + ?Sized> Obstacles<V> for BackfaceCulling<'_, O> {
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
        self.0.visit(region, visit);
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        let mut ahead = swept.ahead;
        self.0.visit_swept(swept, &mut |obstacle, part, view| {
            match view {
                ShapeRef::Composite(parts) => {
                    ahead = visit(obstacle, part, ShapeRef::Composite(&Fronts(parts)))
                }
                view if is_front(&view, swept.motion) => ahead = visit(obstacle, part, view),
                _ => {}
            }
            ahead
        });
    }

    fn reaches_furthest(&self, obstacle: u32, part: u32, direction: V::Double) -> bool {
        self.0.reaches_furthest(obstacle, part, direction)
    }

    fn is_one_way(&self, obstacle: u32) -> bool {
        self.0.is_one_way(obstacle)
    }
}

/// Obstacles whose surfaces stop motion only from the front, such as platforms to jump through from below, or
/// one-way doors.
///
/// A triangle in 3D or a segment in 2D stops a shape that moves against its front, as defined by
/// [`BackfaceCulling`]. It does not stop a shape in two cases:
///
/// - The shape overlaps it by more than a skin, such as on its way up through a platform.
/// - The contact is at the side: less than a sixteenth of the unit contact normal points out of the front.
///
/// A surface without area or length stops nothing. All other shapes stop motion from all sides.
///
/// ```
/// use glam::Vec2;
/// use impinge::shape::{Ball, Segment};
/// use impinge::sweep::{OneWay, MoveAndSlideOptions, move_and_slide};
/// let platform = Segment::new(Vec2::new(5.0, 0.0), Vec2::new(-5.0, 0.0))?;
/// let options = MoveAndSlideOptions::new(0.01)?;
/// let slid = |height, motion| {
///     let ball = Ball::new(Vec2::new(0.0, height), 1.0)?;
///     Ok::<_, impinge::shape::ShapeError>(move_and_slide(&ball, Vec2::Y * motion, &OneWay(&platform), &options).translation.y)
/// };
/// // It passes motion from below, and from within, up and down. It stops motion from above, a skin above it.
/// assert_eq!((slid(-3.0, 5.0)?, slid(0.5, 1.0)?, slid(0.5, -1.0)?), (5.0, 1.0, -1.0));
/// assert!((slid(3.0, -5.0)? + 1.99).abs() < 0.001);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OneWay<'a, O: ?Sized>(pub &'a O);

impl<V: Vector, O: Obstacles<V> + ?Sized> Obstacles<V> for OneWay<'_, O> {
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
        self.0.visit(region, visit);
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        self.0.visit_swept(swept, visit);
    }

    fn reaches_furthest(&self, obstacle: u32, part: u32, direction: V::Double) -> bool {
        self.0.reaches_furthest(obstacle, part, direction)
    }

    fn is_one_way(&self, _obstacle: u32) -> bool {
        true
    }
}

/// Minimum cosine between the contact normal and the front normal for a contact from the front.
const MIN_FRONT_COSINE: f64 = 1.0 / 16.0;

/// Returns whether a one-way face stops a shape: from its front, if the overlap is at most a skin.
pub(super) fn holds<V: Vector>(view: &ShapeRef<'_, V>, met: &Separation<V::Double>, skin: f64) -> bool {
    out_of_front(view).is_none_or(|front| {
        let front = handy(front);
        // The normal points from the shape to the face.
        met.distance >= -skin && -met.normal.dot(front) > MIN_FRONT_COSINE * front.length()
    })
}

/// The same for the parts of a part.
struct Fronts<'a, V: Vector>(&'a dyn CompositeShape<V>);

impl<V: Vector> CompositeShape<V> for Fronts<'_, V> {
    fn aabb(&self) -> Option<Aabb<V>> {
        self.0.aabb()
    }

    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>) {
        self.0.visit(region, visit);
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSweptPart<'_, V>) {
        let mut ahead = swept.ahead;
        self.0.visit_swept(swept, &mut |number, view| {
            match view {
                ShapeRef::Composite(parts) => ahead = visit(number, ShapeRef::Composite(&Fronts(parts))),
                view if is_front(&view, swept.motion) => ahead = visit(number, view),
                _ => {}
            }
            ahead
        });
    }

    fn reaches_furthest(&self, number: u32, direction: V::Double) -> bool {
        self.0.reaches_furthest(number, direction)
    }
}

/// Returns whether a surface faces a motion, or has no sides.
fn is_front<V: Vector>(view: &ShapeRef<'_, V>, motion: V::Double) -> bool {
    let along = out_of_front(view).map(|normal| normal.dot(handy(motion)));
    // NaN stops rather than passes.
    along.is_none_or(|along| along < 0.0 || along.is_nan())
}

/// Returns a vector out of the front of a face, of any length; `None` for shapes without sides.
pub(super) fn out_of_front<V: Vector>(view: &ShapeRef<'_, V>) -> Option<V::Double> {
    let normal = match view {
        ShapeRef::Triangle(triangle) if V::IS_3D => {
            let [a, b, c] = triangle.points().map(V::to_double);
            let (u, v) = (handy(b - a).to_f64(), handy(c - a).to_f64());
            [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        }
        ShapeRef::Segment(segment) if V::IS_2D => {
            let along = handy(segment.b().to_double() - segment.a().to_double()).to_f64();
            [along[1], -along[0], 0.0]
        }
        _ => return None,
    };
    Some(V::Double::from_f64(normal))
}

/// Scales a direction so that products of its length neither overflow nor vanish.
fn handy<D: Vector<Scalar = f64>>(direction: D) -> D {
    let largest = direction.abs().max_element();
    if largest > 0.0 && largest.is_finite() {
        D::from_fn(|axis| direction[axis] / largest)
    } else {
        direction
    }
}
