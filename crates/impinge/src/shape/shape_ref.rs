//! The trait [`Shape`] and its borrowed form [`ShapeRef`], which every query takes.
//!
//! **Every convex shape is a core and a radius:** all points within the radius of the core. A ball is a point
//! with a radius, a capsule a segment with a radius, a box a box with radius 0. Queries therefore handle
//! eight cores instead of twenty shapes, and rounded shapes have no extra cost. If two cores are apart by d,
//! the shapes are apart by d − r₁ − r₂. The penetration of overlapping cores grows by r₁ + r₂.
//!
//! Source: van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, §4.3.4.

use std::fmt;

use super::{
    Aabb, Ball, Capsule, Cone, Cylinder, HalfSpace, Hull, Obb, Plane, Profile, Ray, Revolution, Segment,
    ShowSweptPart, Support, Swept, SweptRegion, Triangle,
};
use crate::assembly::Instance;
use crate::math::{Pose, Scalar, Vector};

/// Shape that queries accept.
///
/// All shapes of this crate implement it. For a user-defined convex shape, implement [`Support`] and place it
/// with [`CustomShape`](super::CustomShape). Data without a bounding volume hierarchy or pieces is converted
/// first:
///
/// - a [`Mesh`](super::Mesh) by [`SurfaceMesh::new`](crate::compound::SurfaceMesh::new),
/// - a [`Polygon`](super::Polygon) by [`FilledPolygon::new`](crate::compound::FilledPolygon::new),
/// - a [`Mask`](crate::mask::Mask) by [`Mask::at`](crate::mask::Mask::at).
///
/// A list of several kinds of shapes stores [`AnyShape`](crate::compound::AnyShape). For a `dyn Shape`, query
/// its [`ShapeRef`]:
///
/// ```
/// use glam::Vec2;
/// use impinge::prelude::*;
/// use impinge::shape::{Aabb, Ball};
/// let things: [Box<dyn Shape<Vector = Vec2>>; 2] =
///     [Box::new(Ball::new(Vec2::ZERO, 1.0)?), Box::new(Aabb::new(Vec2::ONE * 2.0, Vec2::ONE * 3.0)?)];
/// assert_eq!(things[0].shape_ref().relation(&things[1].shape_ref()), Relation::Disjoint);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape",
    label = "not a shape",
    note = "a `Mesh` becomes one by `SurfaceMesh::new`, a `Polygon` by `FilledPolygon::new`, a `Mask` by `Mask::at`",
    note = "a custom convex shape becomes one by `Support` and `CustomShape`; many shapes become one by `Compound::new`"
)]
pub trait Shape {
    /// Vector type of the shape.
    type Vector: Vector;
    /// Returns whether only the value, and not the type, determines the kind of shape, as for a [`ShapeRef`].
    /// Queries of two such shapes cover every pair of kinds, so they are compiled once and not at each call.
    #[inline(always)]
    #[doc(hidden)]
    fn is_dynamic() -> bool
    where
        Self: Sized,
    {
        false
    }
    /// Returns the borrowed form of the shape.
    fn shape_ref(&self) -> ShapeRef<'_, Self::Vector>;
}

/// Borrowed form of a shape: its kind, with the data or a reference to it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ShapeRef<'a, V: Vector> {
    /// A ball.
    Ball(Ball<V>),
    /// An axis-aligned box.
    Aabb(Aabb<V>),
    /// An oriented box.
    Obb(Obb<V>),
    /// A segment.
    Segment(Segment<V>),
    /// A ray.
    Ray(Ray<V>),
    /// A triangle.
    Triangle(Triangle<V>),
    /// A plane; in 2D a line.
    Plane(Plane<V>),
    /// A half-space; in 2D a half-plane.
    HalfSpace(HalfSpace<V>),
    /// Any other convex shape.
    Convex(ConvexShape<'a, V>),
    /// A shape of many parts.
    Composite(&'a dyn CompositeShape<V>),
}

/// Convex shape: all points within `radius` of the core.
#[derive(Clone, Copy, Debug)]
pub struct ConvexShape<'a, V: Vector> {
    pub(crate) core: Core<'a, V>,
    pub(crate) radius: V::Scalar,
}

/// Convex shape without its rounding.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core<'a, V: Vector> {
    Point(V),
    Segment(V, V),
    /// The start of a ray: origin, direction, length.
    Ray(V, V, f64),
    Triangle([V; 3]),
    Box(Obb<V>),
    Hull(&'a Hull<V>, Pose<V>),
    Revolution(Revolution<V>),
    Custom(&'a dyn Support<V>, Pose<V>),
}

/// Shape of many parts: a compound, polyline, height field or mesh.
///
/// An implementation needs `aabb` and `visit`, and may override `boundary` and `contains_point`. The other
/// methods speed up queries of the shapes of this crate. They are hidden and may change.
pub trait CompositeShape<V: Vector>: Sync {
    /// Returns a box around all parts, or `None` if there are none.
    fn aabb(&self) -> Option<Aabb<V>>;
    /// Calls `visit` for every part whose box may reach into a region, with the number of the part.
    ///
    /// The order is arbitrary but always the same. `visit` returns the region that is still relevant, which
    /// may shrink.
    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>);
    /// Calls `visit` for every part whose box may meet the path from a point: all start + t·direction for t
    /// from 0 to `last`, which may be infinite. `visit` returns the `last` that is still relevant, which may
    /// shrink.
    #[doc(hidden)]
    fn visit_along(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) {
        let _ = (start, direction);
        let Some(bounds) = self.aabb() else { return };
        let mut still = last;
        self.visit(bounds, &mut |number, part| {
            if still >= 0.0 {
                still = visit(number, part);
            }
            bounds
        });
    }
    /// Calls `visit` for every part that may come within the margin of a shape in linear motion. `visit`
    /// returns the part of the motion that is still relevant, which may shrink.
    #[doc(hidden)]
    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSweptPart<'_, V>) {
        let mut still = SweptRegion::new(swept);
        self.visit(still.region, &mut |number, part| still.shrunk(visit(number, part)));
    }
    /// Calls `visit` for every part that may be within a limit of a point, nearer ones first, if the shape
    /// supports this search. Otherwise it visits no part and returns `false`. `visit` returns the limit that
    /// is still relevant, which may shrink.
    #[doc(hidden)]
    fn visit_near(
        &self,
        _point: V::Double,
        _limit: f64,
        _visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) -> bool {
        false
    }
    /// Returns whether no point of the same surface is further in a direction, a unit vector, than the
    /// furthest point of a part. If some point is, the edge or corner there only divides the surface, and
    /// nothing can rest on it from that direction.
    #[doc(hidden)]
    fn reaches_furthest(&self, _number: u32, _direction: V::Double) -> bool {
        true
    }
    /// Returns the mesh and its placement, if the shape is a mesh. Its triangles are then the parts, with the
    /// same numbers. Queries of two meshes handle all their triangles at once.
    #[doc(hidden)]
    fn body(&self) -> Option<Instance<'_, V>> {
        None
    }
    /// Returns whether the shape is only the surface of that mesh, even if the mesh is closed.
    #[doc(hidden)]
    fn is_hollow(&self) -> bool {
        false
    }
    /// Returns the boundary, if the parts fill an area or a volume and meet inside it.
    ///
    /// The parts of the boundary have no interior, and their fronts face outwards. Ray casts use the
    /// boundary, and so does the shortest way out for a point or ball inside.
    /// [`CompositeShape::contains_point`] then reports the interior.
    fn boundary(&self) -> Option<&dyn CompositeShape<V>> {
        None
    }
    /// Returns whether the parts enclose a point that none of them contains, as in a closed mesh.
    ///
    /// If there is a [`CompositeShape::boundary`], returns whether the point is inside and not on the
    /// boundary.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::shape::{Mesh, CompositeShape};
    /// let corners = vec![Vec3::ZERO, Vec3::X * 9.0, Vec3::Y * 9.0, Vec3::Z * 9.0];
    /// let rock = SurfaceMesh::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// assert!(rock.contains_point(Vec3::splat(2.0)) && !rock.contains_point(Vec3::splat(4.0)));
    /// // A hollow surface has no interior.
    /// assert!(!rock.to_hollow().contains_point(Vec3::splat(2.0)));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    fn contains_point(&self, _point: V) -> bool {
        false
    }
}

/// Prints the bounds of all parts.
impl<V: Vector> fmt::Debug for dyn CompositeShape<V> + '_ {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CompositeShape").field("bounds", &self.aabb()).finish_non_exhaustive()
    }
}

impl<'a, V: Vector> ShapeRef<'a, V> {
    /// See [`CompositeShape::reaches_furthest`]; `true` for a shape without parts.
    pub(crate) fn reaches_furthest(&self, part: u32, direction: V::Double) -> bool {
        match self {
            ShapeRef::Composite(parts) => parts.reaches_furthest(part, direction),
            _ => true,
        }
    }

    /// Returns the shape as a core and a radius; `None` for an unbounded shape or one of many parts.
    #[inline(always)]
    pub(crate) fn convex(&self) -> Option<ConvexShape<'a, V>> {
        let sharp = |core| Some(ConvexShape { core, radius: V::Scalar::ZERO });
        match *self {
            ShapeRef::Ball(ball) => {
                Some(ConvexShape { core: Core::Point(ball.center()), radius: ball.radius() })
            }
            ShapeRef::Aabb(bounds) => sharp(Core::Box(bounds.into())),
            ShapeRef::Obb(obb) => sharp(Core::Box(obb)),
            ShapeRef::Segment(segment) => sharp(Core::Segment(segment.a(), segment.b())),
            ShapeRef::Triangle(triangle) => sharp(Core::Triangle(triangle.points())),
            ShapeRef::Convex(convex) => Some(convex),
            ShapeRef::Ray(_) | ShapeRef::Plane(_) | ShapeRef::HalfSpace(_) | ShapeRef::Composite(_) => None,
        }
    }
}

macro_rules! shaped {
    ($($shape:ident),+) => {
        $(impl<V: Vector> Shape for $shape<V> {
            type Vector = V;
            #[inline(always)]
            fn shape_ref(&self) -> ShapeRef<'_, V> {
                ShapeRef::$shape(*self)
            }
        })+
    };
}

shaped!(Ball, Aabb, Obb, Segment, Ray, Triangle, Plane, HalfSpace);

impl<V: Vector> Shape for Capsule<V> {
    type Vector = V;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Convex(ConvexShape { core: Core::Segment(self.a(), self.b()), radius: self.radius() })
    }
}

macro_rules! revolution {
    ($($shape:ident),+) => {
        $(impl<V: Vector> Shape for $shape<V> {
            type Vector = V;
            #[inline(always)]
            fn shape_ref(&self) -> ShapeRef<'_, V> {
                let core = Core::Revolution(Revolution {
                    profile: Profile::$shape,
                    pose: self.pose(),
                    half_height: self.half_height(),
                    radius: self.radius(),
                });
                ShapeRef::Convex(ConvexShape { core, radius: V::Scalar::ZERO })
            }
        })+
    };
}

revolution!(Cylinder, Cone);

impl<V: Vector> Shape for Hull<V> {
    type Vector = V;
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        ShapeRef::Convex(ConvexShape { core: Core::Hull(self, Pose::identity()), radius: V::Scalar::ZERO })
    }
}

/// Allows queries of shapes whose kind is only known at run time.
impl<V: Vector> Shape for ShapeRef<'_, V> {
    type Vector = V;
    #[inline(always)]
    fn is_dynamic() -> bool {
        true
    }
    #[inline(always)]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        *self
    }
}
