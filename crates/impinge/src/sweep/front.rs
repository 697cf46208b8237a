//! Surfaces that stop only what comes from their front.

use super::{Obstacles, ShowObstacle, ShowSwept};
use crate::math::Vector;
use crate::narrow::Separation;
use crate::shape::{Aabb, Parts, ShowSweptPart, Swept, View};

/// Obstacles of which surfaces stop a shape that is moved straight only if they look towards it: those whose outward
/// normal · motion < 0. What leaves a mesh that it has got into is not stopped at its back then.
///
/// The front of a triangle in space is the side from which its corners turn counter-clockwise; that of a segment in the plane is
/// on the right of the way from `a` to `b`. One that the motion only slides along, or that has no area or length, stops nothing.
/// All other shapes stop it as ever. It is the motion alone that counts, and a slide would be pushed out of a surface that it is in:
/// what is jumped on from below and stood on then is [`OneSided`].
///
/// ```
/// use glam::DVec3;
/// use impinge::shape::{Ball, Triangle};
/// use impinge::sweep::{FrontOnly, translate};
/// let floor = Triangle::new([DVec3::ZERO, DVec3::Z * 9.0, DVec3::X * 9.0])?;
/// let above = Ball::new(DVec3::new(2.0, 5.0, 2.0), 1.0)?;
/// let below = Ball::new(DVec3::new(2.0, -5.0, 2.0), 1.0)?;
/// assert!(translate(&above, DVec3::Y * -9.0, &FrontOnly(&floor), 0.01).is_some());
/// assert!(translate(&below, DVec3::Y * 9.0, &FrontOnly(&floor), 0.01).is_none());
/// assert!(translate(&below, DVec3::Y * 9.0, &floor, 0.01).is_some());
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FrontOnly<'a, O: ?Sized>(pub &'a O);

impl<V: Vector, O: Obstacles<V> + ?Sized> Obstacles<V> for FrontOnly<'_, O> {
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
        self.0.visit(region, visit);
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        let mut ahead = swept.ahead;
        self.0.visit_swept(swept, &mut |obstacle, part, view| {
            match view {
                View::Parts(parts) => ahead = visit(obstacle, part, View::Parts(&Fronts(parts))),
                view if is_front(&view, swept.motion) => ahead = visit(obstacle, part, view),
                _ => {}
            }
            ahead
        });
    }

    fn reaches_furthest(&self, obstacle: u32, part: u32, direction: V::Double) -> bool {
        self.0.reaches_furthest(obstacle, part, direction)
    }

    fn is_one_sided(&self, obstacle: u32) -> bool {
        self.0.is_one_sided(obstacle)
    }
}

/// Obstacles whose surfaces let through what comes from behind or from the side, and hold what comes from the front: platforms of
/// a game that are jumped on from below, doors that open one way.
///
/// A triangle in space, or a segment in the plane, stops a shape that moves against its front (as [`FrontOnly`] tells it), unless the
/// shape is in it by more than a skin, as on its way up through a platform, or meets it from the side: with a contact
/// whose normal has less than a sixteenth of its length out of the front. One without area or length stops nothing. All other shapes stop as ever.
///
/// ```
/// use glam::Vec2;
/// use impinge::shape::{Ball, Segment};
/// use impinge::sweep::{OneSided, SlideOptions, slide};
/// let platform = Segment::new(Vec2::new(5.0, 0.0), Vec2::new(-5.0, 0.0))?;
/// let options = SlideOptions::new(0.01)?;
/// let slid = |height, motion| {
///     let ball = Ball::new(Vec2::new(0.0, height), 1.0)?;
///     Ok::<_, impinge::shape::ShapeError>(slide(&ball, Vec2::Y * motion, &OneSided(&platform), &options).translation.y)
/// };
/// // From below, and from the middle of it, up and down: as if it were not there. From above: stopped a skin above it.
/// assert_eq!((slid(-3.0, 5.0)?, slid(0.5, 1.0)?, slid(0.5, -1.0)?), (5.0, 1.0, -1.0));
/// assert!((slid(3.0, -5.0)? + 1.99).abs() < 0.001);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OneSided<'a, O: ?Sized>(pub &'a O);

impl<V: Vector, O: Obstacles<V> + ?Sized> Obstacles<V> for OneSided<'_, O> {
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
        self.0.visit(region, visit);
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        self.0.visit_swept(swept, visit);
    }

    fn reaches_furthest(&self, obstacle: u32, part: u32, direction: V::Double) -> bool {
        self.0.reaches_furthest(obstacle, part, direction)
    }

    fn is_one_sided(&self, _obstacle: u32) -> bool {
        true
    }
}

/// So much of a unit normal is out of the front of what is met from there.
const FROM_FRONT: f64 = 1.0 / 16.0;

/// Does a one-sided face hold what it is met by? From its front, and if it is not in it by more than a skin.
pub(super) fn holds<V: Vector>(view: &View<'_, V>, met: &Separation<V::Double>, skin: f64) -> bool {
    out_of_front(view).is_none_or(|front| {
        let front = handy(front);
        // The normal leads from the shape to the face.
        met.distance >= -skin && -met.normal.dot(front) > FROM_FRONT * front.length()
    })
}

/// The same of the parts of a part.
struct Fronts<'a, V: Vector>(&'a dyn Parts<V>);

impl<V: Vector> Parts<V> for Fronts<'_, V> {
    fn bounds(&self) -> Option<Aabb<V>> {
        self.0.bounds()
    }

    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, View<'_, V>) -> Aabb<V>) {
        self.0.visit(region, visit);
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSweptPart<'_, V>) {
        let mut ahead = swept.ahead;
        self.0.visit_swept(swept, &mut |number, view| {
            match view {
                View::Parts(parts) => ahead = visit(number, View::Parts(&Fronts(parts))),
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

/// Does it look towards a motion, or has it no sides?
fn is_front<V: Vector>(view: &View<'_, V>, motion: V::Double) -> bool {
    let along = out_of_front(view).map(|normal| normal.dot(handy(motion)));
    // What has no number stops, rather than lets through.
    along.is_none_or(|along| along < 0.0 || along.is_nan())
}

/// Out of the front of a face, of any length; `None` for what has no sides.
pub(super) fn out_of_front<V: Vector>(view: &View<'_, V>) -> Option<V::Double> {
    let normal = match view {
        View::Triangle(triangle) if V::DIMENSION == 3 => {
            let [a, b, c] = triangle.points().map(V::to_double);
            let (u, v) = (handy(b - a).to_f64(), handy(c - a).to_f64());
            [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        }
        View::Segment(segment) if V::DIMENSION == 2 => {
            let along = handy(segment.b().to_double() - segment.a().to_double()).to_f64();
            [along[1], -along[0], 0.0]
        }
        _ => return None,
    };
    Some(V::Double::from_f64(normal))
}

/// The same direction, of a length whose products neither overflow nor vanish.
fn handy<D: Vector<Scalar = f64>>(direction: D) -> D {
    let largest = direction.abs().largest();
    if largest > 0.0 && largest.is_finite() {
        D::from_fn(|axis| direction[axis] / largest)
    } else {
        direction
    }
}
