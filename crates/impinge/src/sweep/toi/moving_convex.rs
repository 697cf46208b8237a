//! A moving convex shape: its place at a time, and how far it reaches from there.

use crate::math::{Pose, Rotation, Scalar, Vector, rounded_within_floats};
use crate::shape::{Aabb, Ball, ConvexShape, Core, Obb, Segment, ShapeRef, Triangle};
use crate::sweep::extents::{Furthest, furthest, middle_of, reach_from};
use crate::sweep::motion::{Motion, Place};

/// A moving convex shape.
pub(super) struct MovingConvex<'a, V: Vector> {
    pub convex: ConvexShape<'a, V>,
    /// Whether it is an axis-aligned box; and its ball, if it is one. Both have faster tests.
    is_aligned: bool,
    ball: Option<Ball<V>>,
    pub motion: Motion<V>,
    /// The point that moves linearly: the centre of rotation, or without one the centre of the core.
    pub middle: V::Double,
    /// Maximum distance of a point of its core from there.
    pub reach: f64,
    /// The centre of the core, and the radius of the core around it.
    pub core_center: V::Double,
    pub around: f64,
    pub radius: f64,
    /// Angle of its rotation from time 0 to 1, in radians.
    pub spin: f64,
}

impl<'a, V: Vector> MovingConvex<'a, V> {
    /// `None` for composite and unbounded shapes.
    pub fn new(view: &ShapeRef<'a, V>, motion: &Motion<V>) -> Option<Self> {
        let mut convex = view.convex()?;
        if let ShapeRef::Aabb(bounds) = view {
            convex.core = Core::Box(around(bounds));
        }
        let spin = motion.angle();
        let core_center = middle_of(&convex.core);
        let around = reach_from(&convex.core, core_center);
        let middle = if spin > 0.0 { motion.center } else { core_center };
        Some(MovingConvex {
            convex,
            is_aligned: matches!(view, ShapeRef::Aabb(_)),
            ball: if let ShapeRef::Ball(ball) = view { Some(*ball) } else { None },
            motion: *motion,
            middle,
            reach: if spin > 0.0 { reach_from(&convex.core, middle) } else { around },
            core_center,
            around,
            radius: convex.radius.into(),
            spin,
        })
    }

    pub fn middle_at(&self, t: f64) -> V::Double {
        self.middle + self.motion.translation * t
    }

    /// The furthest point of its core in a direction, at a place, relative to a point; see [`furthest`]. Its
    /// points are placed with roundings of `f64` only.
    #[inline]
    pub fn furthest(
        &self,
        place: &Place<V::Double>,
        from: V::Double,
        direction: V::Double,
    ) -> Option<Furthest<V::Double>> {
        let to = place.to - from;
        let local = place.turn_back(direction);
        let Furthest { reach, point } = furthest(&self.convex.core, local)?;
        Some(Furthest {
            reach: reach - local.dot(place.from) + direction.dot(to),
            point: place.turn(point - place.from) + to,
        })
    }

    /// The shape at a place, relative to a point.
    pub fn seen(&self, mut place: Place<V::Double>, from: V::Double) -> ShapeRef<'a, V> {
        place.to = place.to - from;
        let at = |point: V| placed(point, &place);
        match (self.convex.core, &place.columns) {
            (Core::Point(center), _) if let Some(ball) = self.ball => ShapeRef::Ball(ball.placed(at(center))),
            (Core::Box(obb), None) if self.is_aligned => {
                let (center, half) = (at(obb.center()), obb.half_extents());
                ShapeRef::Aabb(Aabb::between(center - half, center + half))
            }
            (Core::Box(obb), _) if self.radius == 0.0 => ShapeRef::Obb(placed_box(&obb, &place)),
            (Core::Segment(a, b), _) if self.radius == 0.0 => {
                ShapeRef::Segment(Segment::between(at(a), at(b)))
            }
            (Core::Triangle(points), _) if self.radius == 0.0 => {
                ShapeRef::Triangle(Triangle::of(points.map(at)))
            }
            (core, _) => {
                ShapeRef::Convex(ConvexShape { core: placed_core(core, &place), radius: self.convex.radius })
            }
        }
    }
}

/// A box around a box along the axes. Its middle may lie between two floats: then it reaches further, on the
/// side where it does not need to.
fn around<V: Vector>(bounds: &Aabb<V>) -> Obb<V> {
    let center = bounds.center();
    let (low, high) = (center - bounds.min(), bounds.max() - center);
    // Differences are rounded as well, unless they are exact.
    let half = V::from_fn(|axis| {
        let half = if low[axis] > high[axis] { low[axis] } else { high[axis] };
        if center[axis] + half >= bounds.max()[axis] && center[axis] - half <= bounds.min()[axis] {
            half
        } else {
            half.next_up()
        }
    });
    Obb::new(center, half, Rotation::identity()).unwrap_or_else(|_| (*bounds).into())
}

/// A point at a place, clamped to finite values.
fn placed<V: Vector>(point: V, place: &Place<V::Double>) -> V {
    rounded_within_floats(place.apply(point.to_double()))
}

fn placed_box<V: Vector>(obb: &Obb<V>, place: &Place<V::Double>) -> Obb<V> {
    obb.placed(placed_pose(&Pose { rotation: obb.rotation(), translation: obb.center() }, place))
}

fn placed_pose<V: Vector>(pose: &Pose<V>, place: &Place<V::Double>) -> Pose<V> {
    let translation = placed(pose.translation, place);
    let columns = pose.rotation.columns();
    let rotation = match place.columns {
        Some(_) => {
            let turned = |axis: usize| V::from_double(place.turn(columns[axis].to_double()));
            Rotation::of_columns(V::basis_from_fn(turned))
        }
        None => pose.rotation,
    };
    Pose { rotation, translation }
}

fn placed_core<'a, V: Vector>(core: Core<'a, V>, place: &Place<V::Double>) -> Core<'a, V> {
    let at = |point: V| placed(point, place);
    match core {
        Core::Point(point) => Core::Point(at(point)),
        Core::Segment(a, b) => Core::Segment(at(a), at(b)),
        Core::Ray(origin, direction, length) => {
            Core::Ray(at(origin), V::from_double(place.turn(direction.to_double())), length)
        }
        Core::Triangle(points) => Core::Triangle(points.map(at)),
        Core::Box(obb) => Core::Box(placed_box(&obb, place)),
        Core::Hull(hull, pose) => Core::Hull(hull, placed_pose(&pose, place)),
        Core::Revolution(solid) => Core::Revolution(solid.placed(placed_pose(&solid.pose, place))),
        Core::Custom(shape, pose) => Core::Custom(shape, placed_pose(&pose, place)),
    }
}
