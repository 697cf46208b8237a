//! What a shape is: the one type that every query takes.
//!
//! **Every convex shape is a core and a radius:** all points within the radius of the core. A ball is a point with a
//! radius, a capsule a segment with one, a box a box with the radius 0. So the queries know eight cores, not twenty
//! shapes, and rounding a shape costs them nothing: where two cores are apart by d, the shapes are apart by d − r₁ − r₂,
//! and the penetration of cores that overlap grows by r₁ + r₂.
//! Source: van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, §4.3.4.

use std::fmt;

use super::{
    Aabb, Ball, Capsule, Cone, Cylinder, HalfSpace, Hull, Obb, Plane, Ray, Segment, ShowSweptPart, Support,
    Swept, SweptRegion, Triangle,
};
use crate::cull::Body;
use crate::math::{Pose, Scalar, Vector};

/// A shape that the queries understand.
///
/// Implemented by all shapes of this crate; for a shape of your own, implement [`Support`] and place it with
/// [`Custom`](super::Custom). What has no tree or pieces yet is not one: a [`Mesh`](super::Mesh) becomes one by
/// [`SurfaceMesh::new`](crate::compound::SurfaceMesh::new), a [`Polygon`](super::Polygon) by
/// [`FilledPolygon::new`](crate::compound::FilledPolygon::new), a [`Mask`](crate::mask::Mask) by [`Mask::at`](crate::mask::Mask::at).
///
/// Shapes of several kinds go into one list as [`AnyShape`](crate::compound::AnyShape). A `dyn Shaped` is asked by its view:
///
/// ```
/// use glam::Vec2;
/// use impinge::prelude::*;
/// use impinge::shape::{Aabb, Ball};
/// let things: [Box<dyn Shaped<Vector = Vec2>>; 2] =
///     [Box::new(Ball::new(Vec2::ZERO, 1.0)?), Box::new(Aabb::new(Vec2::ONE * 2.0, Vec2::ONE * 3.0)?)];
/// assert_eq!(things[0].view().relation(&things[1].view()), Relation::Separate);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no shape that can be asked",
    label = "not a shape",
    note = "a `Mesh` becomes one by `SurfaceMesh::new`, a `Polygon` by `FilledPolygon::new`, a `Mask` by `Mask::at`",
    note = "a convex shape of your own becomes one by `Support` and `Custom`; many shapes become one by `Compound::new`"
)]
pub trait Shaped {
    /// Its vectors.
    type Vector: Vector;
    /// Does only the value tell what it is, as of a [`View`], and not the type? Questions about two such shapes are compiled once, as
    /// they name every pair of shapes, and not anew at each place that asks.
    #[inline(always)]
    #[doc(hidden)]
    fn is_dynamic() -> bool
    where
        Self: Sized,
    {
        false
    }
    /// What it is.
    fn view(&self) -> View<'_, Self::Vector>;
}

/// What a shape is.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum View<'a, V: Vector> {
    /// A ball.
    Ball(Ball<V>),
    /// A box along the axes.
    Aabb(Aabb<V>),
    /// An oriented box.
    Obb(Obb<V>),
    /// A segment.
    Segment(Segment<V>),
    /// A ray.
    Ray(Ray<V>),
    /// A triangle.
    Triangle(Triangle<V>),
    /// A plane.
    Plane(Plane<V>),
    /// A half-space.
    HalfSpace(HalfSpace<V>),
    /// Any other convex shape.
    Convex(Convex<'a, V>),
    /// A shape of many parts.
    Parts(&'a dyn Parts<V>),
}

/// A convex shape: everything within `radius` of the core.
#[derive(Clone, Copy, Debug)]
pub struct Convex<'a, V: Vector> {
    pub(crate) core: Core<'a, V>,
    pub(crate) radius: V::Scalar,
}

/// What is left of a convex shape without its rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core<'a, V: Vector> {
    Point(V),
    Segment(V, V),
    /// The start of a ray: origin, direction, length.
    Ray(V, V, f64),
    Triangle([V; 3]),
    Box(Obb<V>),
    Hull(&'a Hull<V>, Pose<V>),
    Cylinder(Cylinder<V>),
    Cone(Cone<V>),
    Custom(&'a dyn Support<V>, Pose<V>),
}

/// A shape of many parts: compounds, polylines, height fields and meshes.
///
/// One of your own needs `bounds` and `visit`, and may have `boundary` and `encloses`. What else is here makes the shapes of this crate
/// sooner asked; it is hidden, and may change.
pub trait Parts<V: Vector>: Sync {
    /// A box around all parts; `None` if there are none.
    fn bounds(&self) -> Option<Aabb<V>>;
    /// Shows every part whose box may reach into a region, each by its number, in any order that is always the same.
    /// `visit` answers with the region that is still of interest, which may shrink.
    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, View<'_, V>) -> Aabb<V>);
    /// Shows every part whose box may meet the way from a point: all start + t·direction for t from 0 to `last`, which may be
    /// infinite. `visit` answers with the `last` that is still of interest, which may shrink.
    #[doc(hidden)]
    fn visit_along(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, View<'_, V>) -> f64,
    ) {
        let _ = (start, direction);
        let Some(bounds) = self.bounds() else { return };
        let mut still = last;
        self.visit(bounds, &mut |number, part| {
            if still >= 0.0 {
                still = visit(number, part);
            }
            bounds
        });
    }
    /// Shows every part that may come within the margin of a shape on its straight way. `visit` answers with what of the way is
    /// still of interest, which may shrink.
    #[doc(hidden)]
    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSweptPart<'_, V>) {
        let mut still = SweptRegion::new(swept);
        self.visit(still.region, &mut |number, part| still.shrunk(visit(number, part)));
    }
    /// Shows every part that may be no further than a limit from a point, nearer ones first, if it has a way to find these; otherwise
    /// it shows nothing and says `false`. `visit` answers with the limit that is still of interest, which may shrink.
    #[doc(hidden)]
    fn visit_near(
        &self,
        _point: V::Double,
        _limit: f64,
        _visit: &mut dyn FnMut(u32, View<'_, V>) -> f64,
    ) -> bool {
        false
    }
    /// Is nothing of the same surface further in a direction, a unit vector, than a part is where that is furthest? If not, the edge
    /// or corner there only divides the surface, and nothing can rest on it from that direction.
    #[doc(hidden)]
    fn reaches_furthest(&self, _number: u32, _direction: V::Double) -> bool {
        true
    }
    /// The mesh that it is, and where, if it is one: its triangles are then the parts, by their numbers. Two meshes are asked
    /// about all their triangles at once.
    #[doc(hidden)]
    fn body(&self) -> Option<Body<'_, V>> {
        None
    }
    /// Is it no more than the surface of that mesh, even if that is closed?
    #[doc(hidden)]
    fn is_hollow(&self) -> bool {
        false
    }
    /// What bounds it, if its parts fill an area or a volume and meet within it: parts without an inside, their fronts outwards.
    /// Rays into the hollow and the way from a point out go by these; [`Parts::encloses`] then tells what is within.
    fn boundary(&self) -> Option<&dyn Parts<V>> {
        None
    }
    /// Is the point enclosed by the parts although none of them holds it? So it is in a closed mesh. Of parts that have a
    /// [`Parts::boundary`]: is it inside, and not on the boundary?
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::shape::{Mesh, Parts};
    /// let corners = vec![Vec3::ZERO, Vec3::X * 9.0, Vec3::Y * 9.0, Vec3::Z * 9.0];
    /// let rock = SurfaceMesh::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// assert!(rock.encloses(Vec3::splat(2.0)) && !rock.encloses(Vec3::splat(4.0)));
    /// // Nothing is within a surface that is hollow.
    /// assert!(!rock.hollow().encloses(Vec3::splat(2.0)));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    fn encloses(&self, _point: V) -> bool {
        false
    }
}

/// Of all parts, where they are.
impl<V: Vector> fmt::Debug for dyn Parts<V> + '_ {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Parts").field("bounds", &self.bounds()).finish_non_exhaustive()
    }
}

impl<'a, V: Vector> View<'a, V> {
    /// See [`Parts::reaches_furthest`]; what has no parts does.
    pub(crate) fn reaches_furthest(&self, part: u32, direction: V::Double) -> bool {
        match self {
            View::Parts(parts) => parts.reaches_furthest(part, direction),
            _ => true,
        }
    }

    /// The shape as a core and a radius; `None` for what has no end or many parts.
    #[inline(always)]
    pub(crate) fn convex(&self) -> Option<Convex<'a, V>> {
        let sharp = |core| Some(Convex { core, radius: V::Scalar::ZERO });
        match *self {
            View::Ball(ball) => Some(Convex { core: Core::Point(ball.center()), radius: ball.radius() }),
            View::Aabb(bounds) => sharp(Core::Box(bounds.into())),
            View::Obb(obb) => sharp(Core::Box(obb)),
            View::Segment(segment) => sharp(Core::Segment(segment.a(), segment.b())),
            View::Triangle(triangle) => sharp(Core::Triangle(triangle.points())),
            View::Convex(convex) => Some(convex),
            View::Ray(_) | View::Plane(_) | View::HalfSpace(_) | View::Parts(_) => None,
        }
    }
}

macro_rules! shaped {
    ($($shape:ident),+) => {
        $(impl<V: Vector> Shaped for $shape<V> {
            type Vector = V;
            #[inline(always)]
            fn view(&self) -> View<'_, V> {
                View::$shape(*self)
            }
        })+
    };
}

shaped!(Ball, Aabb, Obb, Segment, Ray, Triangle, Plane, HalfSpace);

impl<V: Vector> Shaped for Capsule<V> {
    type Vector = V;
    #[inline(always)]
    fn view(&self) -> View<'_, V> {
        View::Convex(Convex { core: Core::Segment(self.a(), self.b()), radius: self.radius() })
    }
}

macro_rules! core {
    ($($shape:ident),+) => {
        $(impl<V: Vector> Shaped for $shape<V> {
            type Vector = V;
            #[inline(always)]
            fn view(&self) -> View<'_, V> {
                View::Convex(Convex { core: Core::$shape(*self), radius: V::Scalar::ZERO })
            }
        })+
    };
}

core!(Cylinder, Cone);

impl<V: Vector> Shaped for Hull<V> {
    type Vector = V;
    #[inline(always)]
    fn view(&self) -> View<'_, V> {
        View::Convex(Convex { core: Core::Hull(self, Pose::identity()), radius: V::Scalar::ZERO })
    }
}

/// So that shapes of kinds that are known at run time only can be asked as well.
impl<V: Vector> Shaped for View<'_, V> {
    type Vector = V;
    #[inline(always)]
    fn is_dynamic() -> bool {
        true
    }
    #[inline(always)]
    fn view(&self) -> View<'_, V> {
        *self
    }
}
