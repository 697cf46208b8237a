//! Any shape in one type, for programs that learn at run time what they hold.

#[cfg(feature = "serde")]
pub(crate) mod stored;

use std::fmt;
use std::sync::Arc;

use super::placed::{composed, place};
use super::{Compound, CompoundError, FilledPolygon, HeightField, Polyline, SurfaceMesh};
use crate::math::{Pose, Scalar, Unit, Vector};
use crate::shape::{
    Aabb, Ball, Capsule, Cone, Convex, Custom, Cylinder, HalfSpace, Hull, Obb, PlacedHull, Plane, Ray,
    Segment, ShapeError, Shaped, Support, Triangle, View,
};

/// A shape of any kind, which it owns; cheap to clone.
///
/// ```
/// use glam::Vec3;
/// use impinge::compound::AnyShape;
/// use impinge::math::Pose;
/// use impinge::prelude::*;
/// use impinge::shape::{Aabb, Ball};
/// let crate_ = AnyShape::from(Aabb::new(-Vec3::ONE, Vec3::ONE)?).rounded(0.5)?;
/// let things = [crate_.moved(&Pose::from_translation(Vec3::X * 4.0)), Ball::new(Vec3::ZERO, 1.0)?.into()];
/// assert_eq!(things[0].distance(&things[1]), 1.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias("SharedShape", "TypedShape", "CollisionGeometry"))]
#[derive(Clone)]
pub struct AnyShape<V: Vector> {
    kind: Kind<V>,
    /// How far it is rounded, more than it is anyway.
    rounding: V::Scalar,
}

#[derive(Clone)]
enum Kind<V: Vector> {
    Ball(Ball<V>),
    Aabb(Aabb<V>),
    Obb(Obb<V>),
    Segment(Segment<V>),
    Ray(Ray<V>),
    Triangle(Triangle<V>),
    Plane(Plane<V>),
    HalfSpace(HalfSpace<V>),
    Capsule(Capsule<V>),
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

macro_rules! from {
    ($($shape:ident),+) => {
        $(impl<V: Vector> From<$shape<V>> for AnyShape<V> {
            fn from(shape: $shape<V>) -> Self {
                AnyShape { kind: Kind::$shape(shape), rounding: V::Scalar::ZERO }
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
        AnyShape { kind: Kind::Hull(hull, Pose::identity()), rounding: V::Scalar::ZERO }
    }
}

impl<V: Vector> From<PlacedHull<'_, V>> for AnyShape<V> {
    /// Copies the hull.
    fn from(placed: PlacedHull<'_, V>) -> Self {
        AnyShape {
            kind: Kind::Hull(Arc::new(placed.hull().clone()), placed.pose()),
            rounding: V::Scalar::ZERO,
        }
    }
}

impl<V: Vector> From<crate::shape::Mesh<V>> for AnyShape<V> {
    fn from(mesh: crate::shape::Mesh<V>) -> Self {
        SurfaceMesh::new(mesh).into()
    }
}

impl<V: Vector> fmt::Debug for AnyShape<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind: &dyn fmt::Debug = match &self.kind {
            Kind::Ball(shape) => shape,
            Kind::Aabb(shape) => shape,
            Kind::Obb(shape) => shape,
            Kind::Segment(shape) => shape,
            Kind::Ray(shape) => shape,
            Kind::Triangle(shape) => shape,
            Kind::Plane(shape) => shape,
            Kind::HalfSpace(shape) => shape,
            Kind::Capsule(shape) => shape,
            Kind::Cylinder(shape) => shape,
            Kind::Cone(shape) => shape,
            Kind::Hull(hull, pose) => &(hull, pose),
            Kind::Custom(_, pose) => &("Custom", pose),
            Kind::Compound(shape) => shape,
            Kind::FilledPolygon(shape) => shape,
            Kind::Polyline(shape) => shape,
            Kind::HeightField(shape) => shape,
            Kind::SurfaceMesh(shape) => shape,
        };
        formatter.debug_tuple("AnyShape").field(kind).field(&self.rounding).finish()
    }
}

impl<V: Vector> AnyShape<V> {
    /// A convex shape of one's own; see [`Support`].
    pub fn custom(shape: Arc<dyn Support<V> + Send + Sync>) -> Self {
        AnyShape { kind: Kind::Custom(shape, Pose::identity()), rounding: V::Scalar::ZERO }
    }

    /// The mesh that it is, if it is one.
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
        if let Kind::SurfaceMesh(mesh) = &self.kind { Some(mesh) } else { None }
    }

    /// The shape and everything within a radius of it; only for bounded convex shapes.
    ///
    /// # Errors
    /// If the radius is negative or not finite, or the shape has no end, or many parts.
    #[doc(alias("convex_radius", "inflate"))]
    pub fn rounded(&self, radius: V::Scalar) -> Result<Self, CompoundError> {
        ShapeError::size("radius", radius)?;
        if self.view().convex().is_none() {
            return Err(CompoundError::NotRoundable);
        }
        let rounding = (self.rounding + radius).min(V::Scalar::MAX);
        Ok(AnyShape { kind: self.kind.clone(), rounding })
    }

    /// The shape turned and moved. What is thrown beyond all floats stays at their end.
    #[must_use]
    pub fn moved(&self, pose: &Pose<V>) -> Self {
        // All numbers come from shapes that were valid, and stay finite; should one not, the shape stays where it is.
        let kind = self.kind.moved(pose).unwrap_or_else(|_| self.kind.clone());
        AnyShape { kind, rounding: self.rounding }
    }
}

impl<V: Vector> Kind<V> {
    fn moved(&self, pose: &Pose<V>) -> Result<Self, ShapeError> {
        let at = |point: V| place(pose, point);
        let placed = |inner: &Pose<V>| composed(pose, inner);
        let plane = |plane: &Plane<V>| -> Result<Plane<V>, ShapeError> {
            let normal = Unit::new(pose.rotation.apply(plane.normal().get()))?;
            let offset = plane.offset() + normal.get().dot(pose.translation);
            Plane::new(normal, offset.max(-V::Scalar::MAX).min(V::Scalar::MAX))
        };
        let obb = |obb: &Obb<V>| {
            let placed = composed(pose, &Pose { rotation: obb.rotation(), translation: obb.center() });
            Obb::new(placed.translation, obb.half_extents(), placed.rotation)
        };
        Ok(match self {
            Kind::Ball(ball) => Kind::Ball(Ball::new(at(ball.center()), ball.radius())?),
            // Not turned, it stays what it is.
            Kind::Aabb(bounds) if pose.rotation == Pose::identity().rotation => {
                Kind::Aabb(Aabb::new(at(bounds.min()), at(bounds.max()))?)
            }
            Kind::Aabb(bounds) => Kind::Obb(obb(&Obb::from(*bounds))?),
            Kind::Obb(shape) => Kind::Obb(obb(shape)?),
            Kind::Segment(segment) => Kind::Segment(Segment::new(at(segment.a()), at(segment.b()))?),
            Kind::Ray(ray) => {
                let direction = Unit::new(pose.rotation.apply(ray.direction().get()))?;
                Kind::Ray(Ray::new(at(ray.origin()), direction)?)
            }
            Kind::Triangle(triangle) => Kind::Triangle(Triangle::new(triangle.points().map(at))?),
            Kind::Plane(shape) => Kind::Plane(plane(shape)?),
            Kind::HalfSpace(half_space) => {
                let boundary = plane(&half_space.boundary())?;
                Kind::HalfSpace(HalfSpace::new(boundary.normal(), boundary.offset())?)
            }
            Kind::Capsule(c) => Kind::Capsule(Capsule::new(at(c.a()), at(c.b()), c.radius())?),
            Kind::Cylinder(c) => {
                Kind::Cylinder(Cylinder::new(placed(&c.pose()), c.half_height(), c.radius())?)
            }
            Kind::Cone(c) => Kind::Cone(Cone::new(placed(&c.pose()), c.half_height(), c.radius())?),
            Kind::Hull(hull, inner) => Kind::Hull(Arc::clone(hull), placed(inner)),
            Kind::Custom(shape, inner) => Kind::Custom(Arc::clone(shape), placed(inner)),
            Kind::Compound(shape) => Kind::Compound(shape.at(placed(&shape.pose()))),
            Kind::FilledPolygon(shape) => Kind::FilledPolygon(shape.at(placed(&shape.pose()))),
            Kind::Polyline(shape) => Kind::Polyline(shape.at(placed(&shape.pose()))),
            Kind::HeightField(shape) => Kind::HeightField(shape.at(placed(&shape.pose()))),
            Kind::SurfaceMesh(shape) => Kind::SurfaceMesh(shape.at(placed(&shape.pose()))),
        })
    }

    fn view(&self) -> View<'_, V> {
        match self {
            Kind::Ball(shape) => shape.view(),
            Kind::Aabb(shape) => shape.view(),
            Kind::Obb(shape) => shape.view(),
            Kind::Segment(shape) => shape.view(),
            Kind::Ray(shape) => shape.view(),
            Kind::Triangle(shape) => shape.view(),
            Kind::Plane(shape) => shape.view(),
            Kind::HalfSpace(shape) => shape.view(),
            Kind::Capsule(shape) => shape.view(),
            Kind::Cylinder(shape) => shape.view(),
            Kind::Cone(shape) => shape.view(),
            Kind::Hull(hull, pose) => hull.at(*pose).into_view(),
            Kind::Custom(shape, pose) => Custom::new(shape.as_ref(), *pose).into_view(),
            Kind::Compound(shape) => shape.view(),
            Kind::FilledPolygon(shape) => shape.view(),
            Kind::Polyline(shape) => shape.view(),
            Kind::HeightField(shape) => shape.view(),
            Kind::SurfaceMesh(shape) => shape.view(),
        }
    }
}

impl<V: Vector> Shaped for AnyShape<V> {
    type Vector = V;
    #[inline(always)]
    fn is_dynamic() -> bool {
        true
    }
    fn view(&self) -> View<'_, V> {
        let view = self.kind.view();
        if self.rounding == V::Scalar::ZERO {
            return view;
        }
        match view.convex() {
            Some(convex) => {
                let radius = (convex.radius + self.rounding).min(V::Scalar::MAX);
                View::Convex(Convex { radius, ..convex })
            }
            None => view,
        }
    }
}
