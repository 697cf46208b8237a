//! Rays and segments against every shape: where they hit first.
//!
//! A line runs through a convex shape along one interval, its **passage**. Each kind of shape has its own way to find
//! it (the files of this folder); what counts as a hit is then the same for all: the start of the passage, if that lies
//! ahead; for a hollow shape its end, if the ray starts inside. Flat shapes (triangles in space, planes, segments) have
//! two sides and no inside.
//!
//! *Whether* there is a hit is exact wherever the relation is ([`Relate`](super::Relate)): a passage comes with bounds on
//! its rounding, and where these leave it open, the exact relation of the ray and the shape decides. So rays neither slip
//! through the edge between two triangles nor past the corner of a box. Everything else is computed in `f64`.

mod advance;
mod clip;
mod flat;
mod line;
mod round;

use super::frame::common_frame;
use super::relation::{Relation, exact};
use crate::math::{Scalar, Unit, Vector};
use crate::shape::{Convex, Core, Ray, Segment, Shaped, View};
use line::{End, Line, Passage};

/// What counts if a ray starts inside a shape.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RayMode {
    /// The shape is filled: a ray that starts inside hits at once. A mesh that encloses nothing has no inside
    /// ([`SurfaceMesh::hollow`](crate::compound::SurfaceMesh::hollow)).
    #[default]
    Solid,
    /// The shape is a surface: a ray that starts inside hits where it goes out. Parts of a compound that overlap count each for itself: it
    /// hits where it leaves one or enters another.
    Hollow,
}

/// Which sides of a surface can be hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RaySides {
    /// Both.
    #[default]
    Both,
    /// Only those that look towards the ray: outward normal · direction < 0. The front of a triangle in space is the side
    /// from which its corners turn counter-clockwise; that of a segment in the plane is on the right of the way from
    /// `a` to `b`; that of a plane is where its normal points. A ray that only slides along a surface does not hit it. What
    /// has no sides (points, and segments in space) is hit all the same.
    FrontOnly,
    /// Only those that look away from the ray: outward normal · direction > 0. What has an inside is hit where the ray leaves it,
    /// but for solid shapes that the ray starts in ([`RayMode::Solid`]), which are hit there. What has no sides is never hit.
    BackOnly,
}

impl RaySides {
    /// Can a surface with this outward normal be hit?
    #[inline(always)]
    fn let_through<D: Vector<Scalar = f64>>(self, normal: D, direction: D) -> bool {
        match self {
            RaySides::Both => true,
            RaySides::FrontOnly => normal.dot(direction) < 0.0,
            RaySides::BackOnly => normal.dot(direction) > 0.0,
        }
    }
}

/// What a ray is asked for.
///
/// ```
/// use impinge::narrow::{RayMode, RayOptions};
/// let hollow = RayOptions { mode: RayMode::Hollow, max: 10.0, ..RayOptions::default() };
/// assert_eq!(hollow.max, 10.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayOptions<S> {
    /// What counts if it starts inside.
    pub mode: RayMode,
    /// Which sides can be hit.
    pub sides: RaySides,
    /// Hits beyond are none: a distance for rays, a part of the length for segments. None is within NaN, or less than 0.
    pub max: S,
}

impl<S: Scalar> Default for RayOptions<S> {
    /// Solid, both sides, without a limit.
    fn default() -> Self {
        RayOptions { mode: RayMode::Solid, sides: RaySides::Both, max: S::MAX }
    }
}

impl<S: Scalar> RayOptions<S> {
    /// Nothing is within a limit that is not a number, or below 0.
    pub(crate) fn is_in_reach(&self) -> bool {
        self.max >= S::ZERO
    }
}

/// Where a ray or segment hits a shape; in the coordinates of both, as the [conventions](crate#conventions) say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<V>
where
    V: Vector,
{
    /// How far along: for a ray the factor of its direction, which is the distance; for a segment the part of its length.
    pub t: V::Scalar,
    /// Where.
    pub point: V,
    /// The outward normal of the surface there; for flat shapes, of the side that the ray comes from, and so for the faces of meshes and the
    /// edges of polygons where a ray from outside meets their backs ([`RaySides::BackOnly`]). Against the direction if the ray starts inside a
    /// solid shape.
    pub normal: Unit<V>,
    /// Which face was hit, a number that is always the same: for boxes twice the axis, plus 1 on the side of greater
    /// coordinates; for hulls the face; for triangles in the plane the side from that corner to the next; for meshes there 0 from outside and 1 from within; for other flat
    /// shapes 0 in front and 1 behind; for cylinders 0 on the side, 1 on top, 2 below; for cones 0 on the side and 1 below; for
    /// capsules 0 on the side, 1 around `a` and 2 around `b`; 0 for everything else, rounded shapes among it.
    pub feature: u32,
    /// For shapes of many parts, which of them; otherwise 0.
    pub part: u32,
    /// Does the ray start inside? On the boundary, if it leads out of a convex shape there, too: it comes from inside.
    pub is_inside: bool,
}

/// Rays and segments against shapes. For points, see [`Project`](super::Project).
pub trait Cast: Shaped {
    /// Where a ray first hits the shape.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::math::Unit;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Ray};
    /// let ball = Ball::new(Vec3::new(5.0, 0.0, 0.0), 1.0)?;
    /// let hit = ball.cast_ray(&Ray::new(Vec3::ZERO, Unit::axis(0))?, &RayOptions::default()).unwrap();
    /// assert_eq!((hit.t, hit.normal.get()), (4.0, -Vec3::X));
    ///
    /// let inside = Ray::new(ball.center(), Unit::axis(0))?;
    /// assert_eq!(ball.cast_ray(&inside, &RayOptions::default()).unwrap().t, 0.0);
    /// let hollow = RayOptions { mode: RayMode::Hollow, ..RayOptions::default() };
    /// assert_eq!(ball.cast_ray(&inside, &hollow).unwrap().t, 1.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[doc(alias("raycast", "ray_cast", "intersect_ray"))]
    fn cast_ray(
        &self,
        ray: &Ray<Self::Vector>,
        options: &RayOptions<<Self::Vector as Vector>::Scalar>,
    ) -> Option<RayHit<Self::Vector>>;

    /// Where a segment first hits the shape, coming from its first end.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Segment};
    /// let wall = Aabb::new(DVec2::new(2.0, -1.0), DVec2::new(3.0, 1.0))?;
    /// let path = Segment::new(DVec2::ZERO, DVec2::new(4.0, 0.0))?;
    /// assert_eq!(wall.cast_segment(&path, &RayOptions::default()).unwrap().t, 0.5);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    fn cast_segment(
        &self,
        segment: &Segment<Self::Vector>,
        options: &RayOptions<<Self::Vector as Vector>::Scalar>,
    ) -> Option<RayHit<Self::Vector>>;
}

impl<T: Shaped> Cast for T {
    #[inline]
    fn cast_ray(
        &self,
        ray: &Ray<T::Vector>,
        options: &RayOptions<<T::Vector as Vector>::Scalar>,
    ) -> Option<RayHit<T::Vector>> {
        cast(&View::Ray(*ray), &self.view(), options)
    }

    #[inline]
    fn cast_segment(
        &self,
        segment: &Segment<T::Vector>,
        options: &RayOptions<<T::Vector as Vector>::Scalar>,
    ) -> Option<RayHit<T::Vector>> {
        cast(&View::Segment(*segment), &self.view(), options)
    }
}

/// A ray or a segment against a part of a shape.
pub(super) fn cast_at_part<V: Vector>(
    path: &View<'_, V>,
    part: &View<'_, V>,
    options: &RayOptions<V::Scalar>,
) -> Option<RayHit<V>> {
    cast(path, part, options)
}

/// A ray or a segment against a shape. Where their types are known, only what they need is left of this.
#[inline(always)]
fn cast<V: Vector>(
    path: &View<'_, V>,
    shape: &View<'_, V>,
    options: &RayOptions<V::Scalar>,
) -> Option<RayHit<V>> {
    if let View::Parts(parts) = shape {
        return super::parts::cast(path, *parts, options);
    }
    let (line, passage) = passage(path, shape, options.sides == RaySides::BackOnly)?;
    if !is_met(path, shape, &line, &passage) {
        return None;
    }
    let found = first_hit(&line, passage, options.mode, options.sides)?;
    let along = found.end.along.clamp(0.0, line.last);
    let t = V::Scalar::from_f64(line.parameter(along)).max(V::Scalar::ZERO).min(V::Scalar::MAX);
    (t <= options.max).then(|| RayHit {
        t,
        point: line.world_point(along),
        normal: Unit::of_unit(V::from_double(found.end.normal)),
        feature: found.end.feature,
        part: 0,
        is_inside: found.is_inside,
    })
}

/// A line and its way through a shape.
type Crossing<D> = (Line<D>, Passage<D>);

/// The path in the frame of a shape, and its line's way through it; `None` if they certainly do not meet.
#[inline(always)]
fn passage<V: Vector>(
    path: &View<'_, V>,
    shape: &View<'_, V>,
    wants_exit: bool,
) -> Option<Crossing<V::Double>> {
    let convex =
        shape.convex().unwrap_or(Convex { core: Core::Point(anchor_of(shape)), radius: V::Scalar::ZERO });
    let start = match path {
        View::Ray(ray) => ray.origin(),
        View::Segment(segment) => segment.a(),
        _ => return None,
    };
    let reach = match path {
        View::Segment(segment) => Core::Segment(segment.a(), segment.b()),
        _ => Core::Point(start),
    };
    let frame = common_frame(&convex, &Convex { core: reach, radius: V::Scalar::ZERO });
    let mut line = match path {
        View::Ray(ray) => Line::along(frame, ray.origin().to_double(), ray.direction().get().to_double()),
        View::Segment(segment) => Line::between(frame, segment.a().to_double(), segment.b().to_double()),
        _ => return None,
    };
    line.wants_exit = wants_exit;
    let point = |point: V| line.frame.point(point.to_double());
    let radius = convex.radius.into() * frame.scale;
    let is_sharp = radius == 0.0;
    let passage = match shape {
        View::Aabb(bounds) => clip::aabb(&line, point(bounds.min()), point(bounds.max())),
        View::Plane(plane) => flat::plane(&line, plane),
        View::HalfSpace(half_space) => clip::half_space(&line, &half_space.boundary()),
        View::Ray(ray) => {
            let direction = ray.direction().get().to_double();
            flat::segment(&line, point(ray.origin()), direction, f64::INFINITY)
        }
        _ => match &convex.core {
            Core::Point(center) => round::ball(&line, point(*center), radius),
            Core::Segment(a, b) if is_sharp => {
                let (a, b) = (point(*a), point(*b));
                flat::segment(&line, a, b - a, 1.0)
            }
            Core::Segment(a, b) => round::capsule(&line, point(*a), point(*b), radius),
            Core::Triangle(points) if is_sharp => flat::triangle::<V>(&line, points.map(point)),
            Core::Box(obb) if is_sharp => clip::obb(&line, obb),
            Core::Hull(hull, pose) if is_sharp && hull.is_clippable() => clip::hull(&line, hull, pose),
            Core::Cylinder(cylinder) if is_sharp && V::DIMENSION == 3 => {
                let sizes = (cylinder.half_height(), cylinder.radius());
                round::cylinder(&line, &cylinder.pose(), sizes)
            }
            Core::Cone(cone) if is_sharp && V::DIMENSION == 3 => {
                round::cone(&line, &cone.pose(), (cone.half_height(), cone.radius()))
            }
            core => advance::passage(&line, core, radius),
        },
    };
    passage.map(|passage| (line, passage))
}

/// A point near a shape without end.
fn anchor_of<V: Vector>(shape: &View<'_, V>) -> V {
    let foot = |plane: &crate::shape::Plane<V>| plane.normal().get() * plane.offset();
    match shape {
        View::Ray(ray) => ray.origin(),
        View::Plane(plane) => foot(plane),
        View::HalfSpace(half_space) => foot(&half_space.boundary()),
        _ => V::ZERO,
    }
}

/// Does the path share a point with the shape? Exact where the relation is.
#[inline(always)]
fn is_met<V: Vector>(
    path: &View<'_, V>,
    shape: &View<'_, V>,
    line: &Line<V::Double>,
    passage: &Passage<V::Double>,
) -> bool {
    if passage.is_certain(line.last) || !passage.is_possible(line.last) {
        return passage.is_possible(line.last);
    }
    match exact(path, shape) {
        Some(relation) => relation != Relation::Separate,
        None => passage.entry.along.max(0.0) <= passage.exit.along.min(line.last),
    }
}

struct Found<D> {
    end: End<D>,
    is_inside: bool,
}

/// What counts as the hit of a path that meets a shape.
#[inline(always)]
fn first_hit<D: Vector<Scalar = f64>>(
    line: &Line<D>,
    passage: Passage<D>,
    mode: RayMode,
    sides: RaySides,
) -> Option<Found<D>> {
    let Passage { entry, exit, .. } = passage;
    let is_allowed = |normal: D| sides.let_through(normal, line.direction);
    if passage.is_flat {
        let is_behind = entry.normal.dot(line.direction) > 0.0;
        let facing = if is_behind { -entry.normal } else { entry.normal };
        let end = End { normal: facing, feature: u32::from(is_behind), ..entry };
        return is_allowed(entry.normal).then_some(Found { end, is_inside: false });
    }
    if entry.along >= 0.0 && sides != RaySides::BackOnly {
        return is_allowed(entry.normal).then_some(Found { end: entry, is_inside: false });
    }
    let is_inside = entry.along < 0.0;
    match mode {
        RayMode::Solid if is_inside => {
            let end = End { along: 0.0, normal: -line.direction, feature: 0 };
            Some(Found { end, is_inside })
        }
        // A segment may end before it gets out, and a half-space may have no end that way.
        _ if exit.along > line.last || exit.along.is_infinite() => None,
        _ => is_allowed(exit.normal).then_some(Found { end: exit, is_inside }),
    }
}
