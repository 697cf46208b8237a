//! Ray casts and segment casts against every shape: the first hit.
//!
//! A line intersects a convex shape in one interval, its **passage**. Each kind of shape has its own way to
//! find it (the files of this folder). The rules for a hit are then the same for all: the hit is the start of
//! the passage, if that lies ahead. For a hollow shape it is the end of the passage, if the ray starts
//! inside. Flat shapes (triangles in 3D, planes, segments) have two sides and no inside.
//!
//! *Whether* there is a hit is exact wherever the relation is ([`Collide`](super::Collide)). A passage comes
//! with bounds on its rounding; where these leave the result open, the exact relation of the ray and the
//! shape decides. So rays neither slip through the edge between two triangles nor past the corner of a box.
//! Everything else is computed in `f64`.

mod convex;
mod flat;
mod line;
mod polyhedra;
mod quadrics;

use super::distance::frame::common_frame;
use super::predicates::exact;
use super::relation::Relation;
use crate::math::{Scalar, Unit, Vector};
use crate::shape::{ConvexShape, Core, ShapeRef};
use line::{CastLine, Passage, PassageEnd};

/// How a ray that starts inside a shape hits it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RayMode {
    /// The shape is filled: a ray that starts inside hits at `t` = 0.
    ///
    /// A mesh that encloses nothing has no inside ([`SurfaceMesh::to_hollow`]).
    ///
    /// [`SurfaceMesh::to_hollow`]: crate::compound::SurfaceMesh::to_hollow
    #[default]
    Solid,
    /// The shape is a surface: a ray that starts inside hits where it leaves the shape.
    ///
    /// Overlapping parts of a compound count separately: the ray hits where it leaves one or enters another.
    Hollow,
}

/// The sides of a surface that a ray can hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RaySides {
    /// Both sides.
    #[default]
    Both,
    /// Front sides only: outward normal · direction < 0.
    ///
    /// The front of a triangle in 3D is the side from which its corners turn counter-clockwise. The front of
    /// a segment in 2D is on the right of the direction from `a` to `b`. The front of a plane is the side of
    /// its normal. A ray that only slides along a surface does not hit it. Shapes without sides (points, and
    /// segments in 3D) can always be hit.
    FrontOnly,
    /// Back sides only: outward normal · direction > 0.
    ///
    /// A shape with an inside is hit where the ray leaves it. The exception is a solid shape that the ray
    /// starts in ([`RayMode::Solid`]), which is hit there. Shapes without sides are never hit.
    BackOnly,
}

impl RaySides {
    /// Returns whether a surface with this outward normal can be hit.
    #[inline(always)]
    fn let_through<D: Vector<Scalar = f64>>(self, normal: D, direction: D) -> bool {
        match self {
            RaySides::Both => true,
            RaySides::FrontOnly => normal.dot(direction) < 0.0,
            RaySides::BackOnly => normal.dot(direction) > 0.0,
        }
    }
}

/// Options of a ray cast or segment cast.
///
/// ```
/// use impinge::narrow::{RayMode, RayOptions};
/// let hollow = RayOptions { mode: RayMode::Hollow, max: 10.0, ..RayOptions::default() };
/// assert_eq!(hollow.max, 10.0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayOptions<S> {
    /// How a ray that starts inside a shape hits it.
    pub mode: RayMode,
    /// The sides that can be hit.
    pub sides: RaySides,
    /// The largest `t` of a hit: a distance for rays, a fraction of the length for segments. If it is NaN or
    /// negative, there are no hits.
    pub max: S,
}

impl<S: Scalar> Default for RayOptions<S> {
    /// Returns the options for solid shapes, both sides, without a limit.
    fn default() -> Self {
        RayOptions { mode: RayMode::Solid, sides: RaySides::Both, max: S::MAX }
    }
}

impl<S: Scalar> RayOptions<S> {
    /// Returns whether hits are possible at all: nothing is within a limit that is NaN or below 0.
    pub(crate) fn is_in_reach(&self) -> bool {
        self.max >= S::ZERO
    }
}

/// The hit of a ray or segment on a shape.
///
/// Points are in the coordinates of both, as the [conventions](crate#conventions) state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit<V>
where
    V: Vector,
{
    /// The position along the path: for a ray the distance, as its direction has length 1; for a segment the
    /// fraction of its length.
    pub t: V::Scalar,
    /// The hit point.
    pub point: V,
    /// The outward normal of the surface at the hit point.
    ///
    /// For flat shapes it is that of the side from which the ray comes. The same applies to the faces of
    /// meshes and the edges of polygons where a ray from outside hits their backs ([`RaySides::BackOnly`]).
    /// It is opposite to the direction if the ray starts inside a solid shape.
    pub normal: Unit<V>,
    /// The number of the face that was hit. It depends on the kind of shape and is stable:
    ///
    /// - boxes: twice the axis, plus 1 on the side of greater coordinates;
    /// - hulls: the face;
    /// - triangles in 2D: the side from the corner of that number to the next;
    /// - meshes in 2D: 0 from outside, 1 from within;
    /// - other flat shapes: 0 in front, 1 behind;
    /// - cylinders: 0 on the side, 1 on top, 2 below;
    /// - cones: 0 on the side, 1 below;
    /// - capsules: 0 on the side, 1 around `a`, 2 around `b`;
    /// - everything else, rounded shapes included: 0.
    pub feature: u32,
    /// The number of the part that was hit, for composite shapes; otherwise 0.
    pub part: u32,
    /// Whether the ray starts inside.
    ///
    /// It is also true where the ray starts on the boundary of a convex shape and leaves it there: the ray
    /// comes from inside.
    pub is_inside: bool,
}

/// Casts a ray or a segment at a part of a shape.
pub(super) fn cast_at_part<V: Vector>(
    path: &ShapeRef<'_, V>,
    part: &ShapeRef<'_, V>,
    options: &RayOptions<V::Scalar>,
) -> Option<RayHit<V>> {
    cast(path, part, options)
}

/// Casts a ray or a segment at a shape. Where their types are known, only the code for these is left.
#[inline(always)]
pub(super) fn cast<V: Vector>(
    path: &ShapeRef<'_, V>,
    shape: &ShapeRef<'_, V>,
    options: &RayOptions<V::Scalar>,
) -> Option<RayHit<V>> {
    if let ShapeRef::Composite(parts) = shape {
        return V::narrow_cast_at_parts(path, *parts, options);
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

/// A line and its passage through a shape.
type LinePassage<D> = (CastLine<D>, Passage<D>);

/// Computes the path in the frame of a shape, and its line's passage; `None` if they certainly do not
/// intersect.
#[inline(always)]
fn passage<V: Vector>(
    path: &ShapeRef<'_, V>,
    shape: &ShapeRef<'_, V>,
    wants_exit: bool,
) -> Option<LinePassage<V::Double>> {
    let convex = shape
        .convex()
        .unwrap_or(ConvexShape { core: Core::Point(anchor_of(shape)), radius: V::Scalar::ZERO });
    let start = match path {
        ShapeRef::Ray(ray) => ray.origin(),
        ShapeRef::Segment(segment) => segment.a(),
        _ => return None,
    };
    let reach = match path {
        ShapeRef::Segment(segment) => Core::Segment(segment.a(), segment.b()),
        _ => Core::Point(start),
    };
    let frame = common_frame(&convex, &ConvexShape { core: reach, radius: V::Scalar::ZERO });
    let mut line = match path {
        ShapeRef::Ray(ray) => {
            CastLine::along(frame, ray.origin().to_double(), ray.direction().get().to_double())
        }
        ShapeRef::Segment(segment) => {
            CastLine::between(frame, segment.a().to_double(), segment.b().to_double())
        }
        _ => return None,
    };
    line.wants_exit = wants_exit;
    let point = |point: V| line.frame.point(point.to_double());
    let radius = convex.radius.into() * frame.scale;
    let is_sharp = radius == 0.0;
    let passage = match shape {
        ShapeRef::Aabb(bounds) => polyhedra::aabb(&line, point(bounds.min()), point(bounds.max())),
        ShapeRef::Plane(plane) => flat::plane(&line, plane),
        ShapeRef::HalfSpace(half_space) => polyhedra::half_space(&line, &half_space.boundary()),
        ShapeRef::Ray(ray) => {
            let direction = ray.direction().get().to_double();
            flat::segment(&line, point(ray.origin()), direction, f64::INFINITY)
        }
        _ => match &convex.core {
            Core::Point(center) => quadrics::ball(&line, point(*center), radius),
            Core::Segment(a, b) if is_sharp => {
                let (a, b) = (point(*a), point(*b));
                flat::segment(&line, a, b - a, 1.0)
            }
            Core::Segment(a, b) => quadrics::capsule(&line, point(*a), point(*b), radius),
            Core::Triangle(points) if is_sharp => flat::triangle::<V>(&line, points.map(point)),
            Core::Box(obb) if is_sharp => polyhedra::obb(&line, obb),
            Core::Hull(hull, pose) if is_sharp && hull.is_clippable() => polyhedra::hull(&line, hull, pose),
            Core::Revolution(solid) if is_sharp && V::IS_3D && solid.profile.has_disc(false) => {
                let quadric = if solid.is_cylinder() { quadrics::cylinder } else { quadrics::cone };
                quadric(&line, &solid.pose, (solid.half_height, solid.radius))
            }
            core => convex::passage(&line, core, radius),
        },
    };
    passage.map(|passage| (line, passage))
}

/// Returns a point near an unbounded shape.
fn anchor_of<V: Vector>(shape: &ShapeRef<'_, V>) -> V {
    let foot = |plane: &crate::shape::Plane<V>| plane.normal().get() * plane.offset();
    match shape {
        ShapeRef::Ray(ray) => ray.origin(),
        ShapeRef::Plane(plane) => foot(plane),
        ShapeRef::HalfSpace(half_space) => foot(&half_space.boundary()),
        _ => V::ZERO,
    }
}

/// Returns whether the path shares a point with the shape. Exact where the relation is.
#[inline(always)]
fn is_met<V: Vector>(
    path: &ShapeRef<'_, V>,
    shape: &ShapeRef<'_, V>,
    line: &CastLine<V::Double>,
    passage: &Passage<V::Double>,
) -> bool {
    if passage.is_certain(line.last) || !passage.is_possible(line.last) {
        return passage.is_possible(line.last);
    }
    match exact(path, shape) {
        Some(relation) => relation != Relation::Disjoint,
        None => passage.entry.along.max(0.0) <= passage.exit.along.min(line.last),
    }
}

struct FirstHit<D> {
    end: PassageEnd<D>,
    is_inside: bool,
}

/// Computes the hit of a path that intersects a shape.
#[inline(always)]
fn first_hit<D: Vector<Scalar = f64>>(
    line: &CastLine<D>,
    passage: Passage<D>,
    mode: RayMode,
    sides: RaySides,
) -> Option<FirstHit<D>> {
    let Passage { entry, exit, .. } = passage;
    let is_allowed = |normal: D| sides.let_through(normal, line.direction);
    if passage.is_flat {
        let is_behind = entry.normal.dot(line.direction) > 0.0;
        let facing = if is_behind { -entry.normal } else { entry.normal };
        let end = PassageEnd { normal: facing, feature: u32::from(is_behind), ..entry };
        return is_allowed(entry.normal).then_some(FirstHit { end, is_inside: false });
    }
    if entry.along >= 0.0 && sides != RaySides::BackOnly {
        return is_allowed(entry.normal).then_some(FirstHit { end: entry, is_inside: false });
    }
    let is_inside = entry.along < 0.0;
    match mode {
        RayMode::Solid if is_inside => {
            let end = PassageEnd { along: 0.0, normal: -line.direction, feature: 0 };
            Some(FirstHit { end, is_inside })
        }
        // A segment may end before it leaves, and a half-space may have no end that way.
        _ if exit.along > line.last || exit.along.is_infinite() => None,
        _ => is_allowed(exit.normal).then_some(FirstHit { end: exit, is_inside }),
    }
}
