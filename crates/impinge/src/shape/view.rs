//! What a shape is: the one type that every query takes.
//!
//! **Every convex shape is a core and a radius:** all points within the radius of the core. A ball is a point with a
//! radius, a capsule a segment with one, a box a box with the radius 0. So the queries know eight cores, not twenty
//! shapes, and rounding a shape costs them nothing: where two cores are apart by d, the shapes are apart by d − r₁ − r₂,
//! and the penetration of cores that overlap grows by r₁ + r₂.
//! Source: van den Bergen, "Collision Detection in Interactive 3D Environments", 2003, §4.3.4.

use std::fmt;

use super::{
    Aabb, Ball, Capsule, Cone, Cylinder, HalfSpace, Hull, Obb, Plane, Ray, Segment, ShapeError,
    ShowSweptPart, Swept, SweptRegion, Triangle,
};
use crate::cull::Body;
use crate::math::{Pose, Scalar, Vector};

/// A shape that the queries understand.
///
/// Implemented by all shapes of this crate; for a shape of your own, implement [`Support`] and place it with
/// [`Custom`]. What has no tree or pieces yet is not one: a [`Mesh`](super::Mesh) becomes one by
/// [`SurfaceMesh::new`](crate::compound::SurfaceMesh::new), a [`Polygon`](super::Polygon) by
/// [`FilledPolygon::new`](crate::compound::FilledPolygon::new), a [`Mask`](crate::mask::Mask) by [`Mask::at`](crate::mask::Mask::at).
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

/// A convex shape of your own: the point of it that lies furthest in a direction says everything about it.
///
/// ```
/// use glam::Vec2;
/// use impinge::prelude::*;
/// use impinge::math::Pose;
/// use impinge::shape::{Ball, Custom, Support};
/// /// An ellipse around the origin.
/// struct Ellipse(Vec2);
/// impl Support<Vec2> for Ellipse {
///     fn support(&self, direction: Vec2) -> Vec2 {
///         let scaled = direction * self.0;
///         if scaled == Vec2::ZERO { Vec2::ZERO } else { scaled * self.0 / scaled.length() }
///     }
/// }
/// let ellipse = Ellipse(Vec2::new(2.0, 1.0));
/// let ellipse = Custom::new(&ellipse, Pose::identity());
/// let distance = ellipse.distance(&Ball::new(Vec2::new(5.0, 0.0), 1.0)?);
/// assert!((distance - 2.0).abs() < 1e-6);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("SupportMap", "support_function"))]
pub trait Support<V: Vector>: Sync {
    /// The point of the shape, in its own coordinates, that is furthest in a direction of any length but 0; where there
    /// are several, any of them, but always the same one. It must be finite.
    fn support(&self, direction: V) -> V;
}

/// What a shape is.
#[derive(Clone, Copy, Debug)]
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

/// No more can be told of a shape of one's own than that it is one.
impl<V: Vector> fmt::Debug for dyn Support<V> + '_ {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Support")
    }
}

/// Of all parts, where they are.
impl<V: Vector> fmt::Debug for dyn Parts<V> + '_ {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Parts").field("bounds", &self.bounds()).finish_non_exhaustive()
    }
}

impl<'a, V: Vector> View<'a, V> {
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

/// A hull at a pose; see [`Hull::at`].
///
/// ```
/// use glam::DVec2;
/// use impinge::math::Pose;
/// use impinge::shape::{Hull, PlacedHull};
/// let wedge = Hull::new(&[DVec2::ZERO, DVec2::X * 2.0, DVec2::Y])?;
/// let step = Pose::from_translation(DVec2::new(1.0, 0.5));
/// let placed: PlacedHull<DVec2> = wedge.at(step).moved(&step);
/// // Where its vertices are in the world.
/// let corners: Vec<DVec2> = placed.hull().vertices().iter().map(|&corner| placed.pose().apply(corner)).collect();
/// assert_eq!(corners, [(2.0, 1.0), (4.0, 1.0), (2.0, 2.0)].map(DVec2::from));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PlacedHull<'a, V: Vector> {
    hull: &'a Hull<V>,
    pose: Pose<V>,
}

impl<V: Vector> Hull<V> {
    /// The hull turned and moved, to be asked; nothing is copied. A translation that is not finite ends where the floats do.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::math::Pose;
    /// use impinge::shape::Hull;
    /// let triangle = Hull::new(&[Vec2::ZERO, Vec2::X, Vec2::Y])?;
    /// let moved = triangle.at(Pose::from_translation(Vec2::new(3.0, 0.0)));
    /// assert_eq!(triangle.distance(&moved), 2.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn at(&self, pose: Pose<V>) -> PlacedHull<'_, V> {
        PlacedHull { hull: self, pose: pose.within_floats() }
    }
}

impl<'a, V: Vector> PlacedHull<'a, V> {
    /// The hull in its own coordinates.
    pub fn hull(&self) -> &'a Hull<V> {
        self.hull
    }

    /// What it is, for as long as the hull lives.
    #[inline(always)]
    #[doc(hidden)]
    pub fn into_view(self) -> View<'a, V> {
        View::Convex(Convex { core: Core::Hull(self.hull, self.pose), radius: V::Scalar::ZERO })
    }

    /// The same turned and moved from where it is.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Pose;
    /// use impinge::shape::Hull;
    /// let triangle = Hull::new(&[Vec2::ZERO, Vec2::X, Vec2::Y])?;
    /// let step = Pose::from_translation(Vec2::X);
    /// assert_eq!(triangle.at(step).moved(&step).pose().translation, Vec2::X * 2.0);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[must_use]
    pub fn moved(&self, pose: &Pose<V>) -> Self {
        PlacedHull { hull: self.hull, pose: pose.placing(&self.pose) }
    }

    /// Where it is.
    pub fn pose(&self) -> Pose<V> {
        self.pose
    }
}

impl<V: Vector> Shaped for PlacedHull<'_, V> {
    type Vector = V;
    #[inline(always)]
    fn view(&self) -> View<'_, V> {
        self.into_view()
    }
}

/// A [`Support`] shape of your own at a pose.
///
/// ```
/// use glam::DVec2;
/// use impinge::math::{Pose, Rotation};
/// use impinge::shape::{Custom, Support};
/// /// A plate of 4 by 2 around the origin.
/// struct Plate;
/// impl Support<DVec2> for Plate {
///     fn support(&self, direction: DVec2) -> DVec2 {
///         DVec2::new(2.0_f64.copysign(direction.x), 1.0_f64.copysign(direction.y))
///     }
/// }
/// let upright = Rotation::<DVec2>::from_columns([DVec2::Y, -DVec2::X])?;
/// let plate = Custom::new(&Plate, Pose { rotation: upright, translation: DVec2::ZERO });
/// let plate = plate.moved(&Pose::from_translation(DVec2::X * 5.0));
/// // Its corner that is furthest to the right and up: asked for in its own coordinates, then placed.
/// let Pose { rotation, .. } = plate.pose();
/// let corner = plate.shape().support(rotation.apply_inverse(DVec2::ONE));
/// assert_eq!(plate.pose().apply(corner), DVec2::new(6.0, 2.0));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("SupportMap", "support_function"))]
#[derive(Clone, Copy, Debug)]
pub struct Custom<'a, V: Vector> {
    shape: &'a dyn Support<V>,
    pose: Pose<V>,
}

impl<'a, V: Vector> Custom<'a, V> {
    /// The shape at a pose; a translation that is not finite ends where the floats do.
    pub fn new(shape: &'a dyn Support<V>, pose: Pose<V>) -> Self {
        Custom { shape, pose: pose.within_floats() }
    }

    /// The shape in its own coordinates.
    pub fn shape(&self) -> &'a dyn Support<V> {
        self.shape
    }

    /// Where it is.
    pub fn pose(&self) -> Pose<V> {
        self.pose
    }

    /// The same turned and moved from where it is; what would leave the floats stays at their end.
    #[must_use]
    pub fn moved(&self, pose: &Pose<V>) -> Self {
        Custom { shape: self.shape, pose: pose.placing(&self.pose) }
    }

    /// What it is, for as long as the shape lives.
    #[inline(always)]
    #[doc(hidden)]
    pub fn into_view(self) -> View<'a, V> {
        View::Convex(Convex { core: Core::Custom(self.shape, self.pose), radius: V::Scalar::ZERO })
    }
}

impl<V: Vector> Shaped for Custom<'_, V> {
    type Vector = V;
    #[inline(always)]
    fn view(&self) -> View<'_, V> {
        self.into_view()
    }
}

/// A bounded convex shape, which can be rounded.
pub trait Bounded: Shaped {}

macro_rules! bounded {
    ($($shape:ident),+) => {
        $(impl<V: Vector> Bounded for $shape<V> {})+
    };
}

bounded!(Ball, Aabb, Obb, Segment, Triangle, Capsule, Cylinder, Cone, Hull);
impl<V: Vector> Bounded for PlacedHull<'_, V> {}
impl<V: Vector> Bounded for Custom<'_, V> {}
impl<S: Bounded> Bounded for Rounded<S> {}

/// A convex shape and everything within a radius of it: a box with round edges, a triangle with a thickness. To move it, move the shape
/// and round it again.
///
/// ```
/// use glam::Vec2;
/// use impinge::math::Pose;
/// use impinge::prelude::*;
/// use impinge::shape::{Aabb, Ball, Rounded};
/// let pillow = Rounded::new(Aabb::new(Vec2::ZERO, Vec2::ONE)?, 0.5)?;
/// // Moved, and rounded again.
/// let moved = pillow.shape().moved(&Pose::from_translation(Vec2::Y * 2.0));
/// let moved = Rounded::new(moved, pillow.radius())?;
/// assert_eq!(moved.distance(&Ball::new(Vec2::new(0.5, -1.0), 0.25)?), 2.25);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("RoundShape", "convex_radius", "margin", "inflate"))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounded<S: Bounded> {
    shape: S,
    radius: <S::Vector as Vector>::Scalar,
}

impl<S: Bounded> Rounded<S> {
    /// The shape grown by a radius, which must not be negative.
    ///
    /// # Errors
    /// If the radius is negative or not finite.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball, Rounded};
    /// let pillow = Rounded::new(Aabb::new(Vec2::ZERO, Vec2::ONE)?, 0.5)?;
    /// assert_eq!(pillow.distance(&Ball::new(Vec2::new(4.0, 0.5), 0.0)?), 2.5);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn new(shape: S, radius: <S::Vector as Vector>::Scalar) -> Result<Self, ShapeError> {
        ShapeError::size("radius", radius)?;
        Ok(Rounded { shape, radius })
    }

    /// The shape without its rounding.
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// How far it is rounded.
    pub fn radius(&self) -> <S::Vector as Vector>::Scalar {
        self.radius
    }
}

impl<S: Bounded> Shaped for Rounded<S> {
    type Vector = S::Vector;
    #[inline(always)]
    fn view(&self) -> View<'_, S::Vector> {
        let view = self.shape.view();
        match view.convex() {
            Some(convex) => {
                let radius = (convex.radius + self.radius).min(<S::Vector as Vector>::Scalar::MAX);
                View::Convex(Convex { radius, ..convex })
            }
            None => view,
        }
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
