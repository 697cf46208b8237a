//! Any shape in one type, for programs that choose the kind of shape at run time.

#[cfg(feature = "serde")]
pub(crate) mod stored_shape;

use std::fmt;
use std::sync::Arc;

use super::{Compound, CompoundError, FilledPolygon, HeightField, Polyline, SurfaceMesh};
use crate::bound::Volume;
use crate::math::{Pose, Rotation, Scalar, Vector};
use crate::shape::{
    Aabb, Ball, Bounded, Capsule, Cone, ConvexShape, CustomShape, Cylinder, HalfSpace, Hull, Mesh, Obb,
    PlacedHull, Plane, Ray, RoundShape, Segment, Shape, ShapeError, ShapeRef, Support, TaperedCapsule,
    Triangle,
};

/// An owned shape of any kind, cheap to clone.
///
/// ```
/// use glam::Vec3;
/// use impinge::compound::AnyShape;
/// use impinge::math::Pose;
/// use impinge::prelude::*;
/// use impinge::shape::{Aabb, Ball};
/// let crate_ = AnyShape::from(Aabb::new(-Vec3::ONE, Vec3::ONE)?).with_rounding(0.5)?;
/// let things = [crate_.at(&Pose::from_translation(Vec3::X * 4.0)), Ball::new(Vec3::ZERO, 1.0)?.into()];
/// assert_eq!(things[0].distance(&things[1]), 1.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct AnyShape<V: Vector> {
    owned: Owned<V>,
    /// Radius of the rounding, in addition to the radius of the shape itself.
    rounding: V::Scalar,
}

/// The stored shape.
#[derive(Clone)]
#[expect(missing_debug_implementations, reason = "public only for the back end")]
pub enum Owned<V: Vector> {
    Ball(Ball<V>),
    Aabb(Aabb<V>),
    Obb(Obb<V>),
    Segment(Segment<V>),
    Ray(Ray<V>),
    Triangle(Triangle<V>),
    Plane(Plane<V>),
    HalfSpace(HalfSpace<V>),
    Capsule(Capsule<V>),
    TaperedCapsule(TaperedCapsule<V>),
    Cylinder(Cylinder<V>),
    Cone(Cone<V>),
    Hull(Arc<Hull<V>>, Pose<V>),
    Custom(Arc<dyn Support<V> + Send + Sync>, Pose<V>),
    Compound(Compound<V>),
    FilledPolygon(FilledPolygon<V>),
    Polyline(Polyline<V>),
    HeightField(HeightField<V>),
    SurfaceMesh(SurfaceMesh<V>),
}

/// The kind of an [`AnyShape`], with the placed shape.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ShapeKind<'a, V: Vector> {
    /// A ball.
    Ball(&'a Ball<V>),
    /// An axis-aligned box.
    Aabb(&'a Aabb<V>),
    /// An oriented box.
    Obb(&'a Obb<V>),
    /// A segment.
    Segment(&'a Segment<V>),
    /// A ray.
    Ray(&'a Ray<V>),
    /// A triangle.
    Triangle(&'a Triangle<V>),
    /// A plane.
    Plane(&'a Plane<V>),
    /// A half-space.
    HalfSpace(&'a HalfSpace<V>),
    /// A capsule.
    Capsule(&'a Capsule<V>),
    /// A capsule whose ends differ in radius.
    TaperedCapsule(&'a TaperedCapsule<V>),
    /// A cylinder.
    Cylinder(&'a Cylinder<V>),
    /// A cone.
    Cone(&'a Cone<V>),
    /// A convex hull.
    Hull(PlacedHull<'a, V>),
    /// A custom convex shape.
    Custom(CustomShape<'a, V>),
    /// A compound of shapes.
    Compound(&'a Compound<V>),
    /// An area with an outline.
    FilledPolygon(&'a FilledPolygon<V>),
    /// Segments between consecutive points.
    Polyline(&'a Polyline<V>),
    /// Heights over a grid.
    HeightField(&'a HeightField<V>),
    /// A triangle mesh.
    SurfaceMesh(&'a SurfaceMesh<V>),
}

/// Conversion into [`AnyShape`]: every type that is [`Into`] it, so that the compiler can print specific
/// advice for other types. Implement [`From`] for your own type, or convert it first.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shape that can be stored",
    label = "`AnyShape` cannot be created from this",
    note = "a `Polygon` becomes a shape by `FilledPolygon::new`, a custom convex shape by `AnyShape::custom`, a `Mask` as `Mask::at` shows",
    note = "of a `Result`, `?` takes the shape that is in it"
)]
pub trait IntoAnyShape<V: Vector>: Into<AnyShape<V>> {}

impl<V: Vector> IntoAnyShape<V> for AnyShape<V> {}
impl<V: Vector> IntoAnyShape<V> for Hull<V> {}
impl<V: Vector> IntoAnyShape<V> for Arc<Hull<V>> {}
impl<V: Vector> IntoAnyShape<V> for PlacedHull<'_, V> {}
impl<V: Vector> IntoAnyShape<V> for Mesh<V> {}
impl<V: Vector> IntoAnyShape<V> for Arc<Mesh<V>> {}
impl<V: Vector> IntoAnyShape<V> for Volume<V> {}
impl<V, S> IntoAnyShape<V> for RoundShape<S>
where
    V: Vector,
    S: Bounded + Shape<Vector = V> + IntoAnyShape<V>,
{
}

macro_rules! from {
    ($($shape:ident),+) => {
        $(impl<V: Vector> IntoAnyShape<V> for $shape<V> {}

        impl<V: Vector> From<$shape<V>> for AnyShape<V> {
            fn from(shape: $shape<V>) -> Self {
                AnyShape { owned: Owned::$shape(shape), rounding: V::Scalar::ZERO }
            }
        })+
    };
}

from!(
    Ball,
    Aabb,
    Obb,
    Segment,
    Ray,
    Triangle,
    Plane,
    HalfSpace,
    Capsule,
    TaperedCapsule,
    Cylinder,
    Cone,
    Compound,
    FilledPolygon,
    Polyline,
    HeightField,
    SurfaceMesh
);

impl<V: Vector> From<Hull<V>> for AnyShape<V> {
    fn from(hull: Hull<V>) -> Self {
        Arc::new(hull).into()
    }
}

impl<V: Vector> From<Arc<Hull<V>>> for AnyShape<V> {
    fn from(hull: Arc<Hull<V>>) -> Self {
        AnyShape { owned: Owned::Hull(hull, Pose::identity()), rounding: V::Scalar::ZERO }
    }
}

impl<V: Vector> From<PlacedHull<'_, V>> for AnyShape<V> {
    /// Copies the hull.
    fn from(placed: PlacedHull<'_, V>) -> Self {
        AnyShape {
            owned: Owned::Hull(Arc::new(placed.hull().clone()), placed.pose()),
            rounding: V::Scalar::ZERO,
        }
    }
}

impl<V: Vector> From<Arc<Mesh<V>>> for AnyShape<V> {
    fn from(mesh: Arc<Mesh<V>>) -> Self {
        SurfaceMesh::new(mesh).into()
    }
}

impl<V: Vector> From<Mesh<V>> for AnyShape<V> {
    fn from(mesh: Mesh<V>) -> Self {
        SurfaceMesh::new(mesh).into()
    }
}

impl<V, S> From<RoundShape<S>> for AnyShape<V>
where
    V: Vector,
    S: Bounded + Shape<Vector = V> + Into<AnyShape<V>>,
{
    /// Converts a rounded shape, as [`AnyShape::with_rounding`] does.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::{Aabb, RoundShape};
    /// use impinge::world::{Collider, CollisionWorld};
    /// let pillow = RoundShape::new(Aabb::new(-Vec3::ONE, Vec3::ONE)?, 0.5)?;
    /// let mut world = CollisionWorld::<Vec3>::new();
    /// let pillow = world.add(Collider::new(pillow))?;
    /// assert_eq!(world.get(pillow)?.shape().rounding(), 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from(rounded: RoundShape<S>) -> Self {
        let radius = rounded.radius();
        let AnyShape { owned, rounding } = rounded.into_shape().into();
        AnyShape { owned, rounding: (rounding + radius).min(V::Scalar::MAX) }
    }
}

impl<V: Vector> From<Volume<V>> for AnyShape<V> {
    /// Converts a bounding volume to the shape that it is.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::bound;
    /// use impinge::world::{Collider, CollisionWorld};
    /// let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z, Vec3::ONE];
    /// let mut world = CollisionWorld::<Vec3>::new();
    /// world.add(Collider::new(bound::fit_tightest(&corners)?))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn from(volume: Volume<V>) -> Self {
        match volume {
            Volume::Ball(shape) => shape.into(),
            Volume::Aabb(shape) => shape.into(),
            Volume::Capsule(shape) => shape.into(),
            Volume::Obb(shape) => shape.into(),
            Volume::Cylinder(shape) => shape.into(),
            Volume::Hull(shape) => (*shape).into(),
        }
    }
}

impl<V: Vector> fmt::Debug for AnyShape<V> {
    #[inline]
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        V::compound_any_debug(self, formatter)
    }
}

impl<V: Vector> Clone for AnyShape<V> {
    #[inline]
    fn clone(&self) -> Self {
        AnyShape { owned: V::compound_any_clone(&self.owned), rounding: self.rounding }
    }
}

impl<V: Vector> AnyShape<V> {
    /// Creates a custom convex shape; see [`Support`].
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use glam::DVec2;
    /// use impinge::compound::AnyShape;
    /// use impinge::math::Pose;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Support};
    /// /// A square that stands on a corner.
    /// struct Diamond;
    /// impl Support<DVec2> for Diamond {
    ///     fn support(&self, direction: DVec2) -> DVec2 {
    ///         if direction.x.abs() > direction.y.abs() {
    ///             DVec2::X * direction.x.signum()
    ///         } else {
    ///             DVec2::Y * direction.y.signum()
    ///         }
    ///     }
    /// }
    /// let sign = AnyShape::custom(Arc::new(Diamond)).at(&Pose::from_translation(DVec2::Y * 3.0));
    /// let floor = Aabb::new(DVec2::new(-5.0, -1.0), DVec2::new(5.0, 0.0))?;
    /// assert!((sign.distance(&floor) - 2.0).abs() < 1e-9);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn custom(shape: Arc<dyn Support<V> + Send + Sync>) -> Self {
        AnyShape { owned: Owned::Custom(shape, Pose::identity()), rounding: V::Scalar::ZERO }
    }

    /// Returns the kind, with the placed shape but without its [rounding](Self::rounding).
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::compound::{AnyShape, ShapeKind};
    /// use impinge::draw::{Draw, Stroke, Svg};
    /// use impinge::math::Pose;
    /// use impinge::shape::{Aabb, Hull};
    /// /// Draws the kinds of shapes in this game.
    /// fn draw(shape: &AnyShape<Vec2>, picture: &mut impl Draw<Vec2>) {
    ///     match shape.kind() {
    ///         ShapeKind::Segment(segment) => picture.lines([*segment], Stroke::Outline),
    ///         ShapeKind::Aabb(bounds) => picture.lines(bounds.edges(), Stroke::Outline),
    ///         ShapeKind::Hull(placed) => {
    ///             let corners = placed.hull().vertices().iter().map(|&corner| placed.pose().transform_point(corner));
    ///             picture.outline(&corners.collect::<Vec<_>>(), Stroke::Outline);
    ///         }
    ///         _ => {}
    ///     }
    /// }
    /// let mut picture = Svg::new(&Aabb::new(Vec2::ZERO, Vec2::ONE * 3.0)?, 100.0);
    /// let ship = AnyShape::from(Hull::new(&[Vec2::ZERO, Vec2::new(2.0, 0.5), Vec2::Y])?);
    /// draw(&ship.at(&Pose::from_translation(Vec2::ONE)), &mut picture);
    /// draw(&Aabb::new(Vec2::ZERO, Vec2::X)?.into(), &mut picture);
    /// assert_eq!(picture.finish().matches("<line").count(), 3 + 4);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn kind(&self) -> ShapeKind<'_, V> {
        match &self.owned {
            Owned::Ball(shape) => ShapeKind::Ball(shape),
            Owned::Aabb(shape) => ShapeKind::Aabb(shape),
            Owned::Obb(shape) => ShapeKind::Obb(shape),
            Owned::Segment(shape) => ShapeKind::Segment(shape),
            Owned::Ray(shape) => ShapeKind::Ray(shape),
            Owned::Triangle(shape) => ShapeKind::Triangle(shape),
            Owned::Plane(shape) => ShapeKind::Plane(shape),
            Owned::HalfSpace(shape) => ShapeKind::HalfSpace(shape),
            Owned::Capsule(shape) => ShapeKind::Capsule(shape),
            Owned::TaperedCapsule(shape) => ShapeKind::TaperedCapsule(shape),
            Owned::Cylinder(shape) => ShapeKind::Cylinder(shape),
            Owned::Cone(shape) => ShapeKind::Cone(shape),
            Owned::Hull(hull, pose) => ShapeKind::Hull(hull.at(pose)),
            Owned::Custom(shape, pose) => ShapeKind::Custom(CustomShape::new(shape.as_ref(), *pose)),
            Owned::Compound(shape) => ShapeKind::Compound(shape),
            Owned::FilledPolygon(shape) => ShapeKind::FilledPolygon(shape),
            Owned::Polyline(shape) => ShapeKind::Polyline(shape),
            Owned::HeightField(shape) => ShapeKind::HeightField(shape),
            Owned::SurfaceMesh(shape) => ShapeKind::SurfaceMesh(shape),
        }
    }

    /// Returns the radius added by [`Self::with_rounding`], without the radius of a capsule itself.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::AnyShape;
    /// use impinge::shape::Capsule;
    /// let pill = AnyShape::from(Capsule::new(Vec3::ZERO, Vec3::Y, 2.0)?);
    /// assert_eq!(pill.rounding(), 0.0);
    /// // Rounding twice adds the radii.
    /// assert_eq!(pill.with_rounding(0.25)?.with_rounding(0.5)?.rounding(), 0.75);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rounding(&self) -> V::Scalar {
        self.rounding
    }

    /// Returns the mesh, or `None` if the shape is of another kind.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::AnyShape;
    /// use impinge::shape::{Ball, Mesh};
    /// let triangle = AnyShape::from(Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?);
    /// assert!(triangle.as_mesh().is_some_and(|mesh| mesh.mesh().triangles().len() == 1));
    /// assert!(AnyShape::from(Ball::new(Vec3::ZERO, 1.0)?).as_mesh().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn as_mesh(&self) -> Option<&SurfaceMesh<V>> {
        if let Owned::SurfaceMesh(mesh) = &self.owned { Some(mesh) } else { None }
    }

    /// Returns the shape grown by a radius: all points within the radius of it.
    ///
    /// Only bounded convex shapes can be rounded.
    ///
    /// # Errors
    /// If the radius is negative or not finite, or the shape is unbounded or has many parts.
    #[inline]
    pub fn with_rounding(&self, radius: V::Scalar) -> Result<Self, CompoundError> {
        V::compound_any_with_rounding(self, radius)
    }

    pub(super) fn with_rounding_inner(&self, radius: V::Scalar) -> Result<Self, CompoundError> {
        ShapeError::size("radius", radius)?;
        if self.shape_ref().convex().is_none() {
            return Err(CompoundError::NotRoundable);
        }
        let rounding = (self.rounding + radius).min(V::Scalar::MAX);
        Ok(AnyShape { owned: self.owned.clone(), rounding })
    }

    /// Returns the shape placed by a pose. A shape that has a pose gets the product: `s.at(&p).at(&q)` is
    /// placed by `q * p`.
    ///
    /// The rounding is kept. Coordinates that overflow become the largest finite float. An AABB stays an AABB
    /// if the pose has no rotation, and becomes an oriented box otherwise.
    #[must_use]
    #[inline]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        V::compound_any_at(self, pose)
    }

    pub(super) fn at_inner(&self, pose: &Pose<V>) -> Self {
        AnyShape { owned: self.owned.at(pose), rounding: self.rounding }
    }

    pub(super) fn debug_inner(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("AnyShape").field(&self.kind()).field(&self.rounding).finish()
    }

    pub(super) fn shape_ref_inner(&self) -> ShapeRef<'_, V> {
        let view = self.owned.shape_ref();
        if self.rounding == V::Scalar::ZERO {
            return view;
        }
        match view.convex() {
            Some(convex) => {
                let radius = (convex.radius + self.rounding).min(V::Scalar::MAX);
                ShapeRef::Convex(ConvexShape { radius, ..convex })
            }
            None => view,
        }
    }
}

impl<V: Vector> Owned<V> {
    fn at(&self, pose: &Pose<V>) -> Self {
        match self {
            Owned::Ball(shape) => Owned::Ball(shape.at(pose)),
            // Without a rotation it stays an AABB.
            Owned::Aabb(bounds) if pose.rotation == Rotation::identity() => {
                Owned::Aabb(Aabb::between(pose.place(bounds.min()), pose.place(bounds.max())))
            }
            Owned::Aabb(bounds) => Owned::Obb(bounds.at(pose)),
            Owned::Obb(shape) => Owned::Obb(shape.at(pose)),
            Owned::Segment(shape) => Owned::Segment(shape.at(pose)),
            Owned::Ray(shape) => Owned::Ray(shape.at(pose)),
            Owned::Triangle(shape) => Owned::Triangle(shape.at(pose)),
            Owned::Plane(shape) => Owned::Plane(shape.at(pose)),
            Owned::HalfSpace(shape) => Owned::HalfSpace(shape.at(pose)),
            Owned::Capsule(shape) => Owned::Capsule(shape.at(pose)),
            Owned::TaperedCapsule(shape) => Owned::TaperedCapsule(shape.at(pose)),
            Owned::Cylinder(shape) => Owned::Cylinder(shape.at(pose)),
            Owned::Cone(shape) => Owned::Cone(shape.at(pose)),
            Owned::Hull(hull, inner) => Owned::Hull(Arc::clone(hull), pose.placing(inner)),
            Owned::Custom(shape, inner) => Owned::Custom(Arc::clone(shape), pose.placing(inner)),
            Owned::Compound(shape) => Owned::Compound(shape.at(pose)),
            Owned::FilledPolygon(shape) => Owned::FilledPolygon(shape.at(pose)),
            Owned::Polyline(shape) => Owned::Polyline(shape.at(pose)),
            Owned::HeightField(shape) => Owned::HeightField(shape.at(pose)),
            Owned::SurfaceMesh(shape) => Owned::SurfaceMesh(shape.at(pose)),
        }
    }

    fn shape_ref(&self) -> ShapeRef<'_, V> {
        match self {
            Owned::Ball(shape) => shape.shape_ref(),
            Owned::Aabb(shape) => shape.shape_ref(),
            Owned::Obb(shape) => shape.shape_ref(),
            Owned::Segment(shape) => shape.shape_ref(),
            Owned::Ray(shape) => shape.shape_ref(),
            Owned::Triangle(shape) => shape.shape_ref(),
            Owned::Plane(shape) => shape.shape_ref(),
            Owned::HalfSpace(shape) => shape.shape_ref(),
            Owned::Capsule(shape) => shape.shape_ref(),
            Owned::TaperedCapsule(shape) => shape.shape_ref(),
            Owned::Cylinder(shape) => shape.shape_ref(),
            Owned::Cone(shape) => shape.shape_ref(),
            Owned::Hull(hull, pose) => hull.at(pose).into_view(),
            Owned::Custom(shape, pose) => CustomShape::new(shape.as_ref(), *pose).into_view(),
            Owned::Compound(shape) => shape.shape_ref(),
            Owned::FilledPolygon(shape) => shape.shape_ref(),
            Owned::Polyline(shape) => shape.shape_ref(),
            Owned::HeightField(shape) => shape.shape_ref(),
            Owned::SurfaceMesh(shape) => shape.shape_ref(),
        }
    }
}

impl<V: Vector> Shape for AnyShape<V> {
    type Vector = V;
    #[inline(always)]
    fn is_dynamic() -> bool {
        true
    }
    #[inline]
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        V::compound_any_shape_ref(self)
    }
}
