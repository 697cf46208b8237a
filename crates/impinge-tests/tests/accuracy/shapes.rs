//! The shapes of the library: drawn at random, placed, and read back as sets for the reference.

use glam::DVec3;
use impinge::math::{Pose, Rotation, Scalar, Unit, Vector};
use impinge::shape::{
    Aabb, Ball, Capsule, Cone, CustomShape, Cylinder, HalfSpace, Hull, Obb, Plane, RoundShape, Segment,
    Shape, ShapeRef, Support, Triangle,
};

use super::body::{Body, Core};
use super::polytope::Polytope;
use super::random::{Axes, Random, after, turned};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ball,
    Aabb,
    Obb,
    Segment,
    Triangle,
    Capsule,
    Hull,
    RoundedBox,
    RoundedHull,
    Cylinder,
    Cone,
    Ellipsoid,
    Plane,
    HalfSpace,
}

impl Kind {
    pub const ALL: [Kind; 14] = [
        Kind::Ball,
        Kind::Aabb,
        Kind::Obb,
        Kind::Segment,
        Kind::Triangle,
        Kind::Capsule,
        Kind::Hull,
        Kind::RoundedBox,
        Kind::RoundedHull,
        Kind::Cylinder,
        Kind::Cone,
        Kind::Ellipsoid,
        Kind::Plane,
        Kind::HalfSpace,
    ];

    pub fn is_smooth(self) -> bool {
        matches!(self, Kind::Cylinder | Kind::Cone | Kind::Ellipsoid)
    }

    pub fn is_bounded(self) -> bool {
        !matches!(self, Kind::Plane | Kind::HalfSpace)
    }
}

/// How a pair is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Random,
    /// Turned alike, up to a small angle.
    NearlyParallel,
    /// Sizes and places are multiples of a quarter, axes along axes.
    Lattice,
}

/// A shape before it is placed.
#[derive(Clone, Debug)]
pub struct Plan {
    pub kind: Kind,
    pub axes: Axes,
    /// Half extents.
    sizes: DVec3,
    radius: f64,
    /// In local coordinates.
    points: Vec<DVec3>,
}

impl Plan {
    pub fn draw(kind: Kind, dimension: usize, style: Style, random: &mut Random) -> Self {
        let is_lattice = style == Style::Lattice;
        let quarters = |x: f64| (x * 4.0).round().max(1.0) / 4.0;
        let size = if is_lattice { random.decades(0.25, 8.0) } else { random.decades(0.01, 10.0) };
        // One of eight is a sliver.
        let least = if random.below(8) == 0 { 1e-3 } else { 0.1 };
        let mut one_size = || {
            let x = size * random.decades(least, 1.0);
            if is_lattice { quarters(x) } else { x }
        };
        let mut sizes = DVec3::new(one_size(), one_size(), one_size());
        if dimension == 2 {
            sizes.z = 0.0;
        }
        let radius = one_size();
        let count = match kind {
            Kind::Triangle => 3,
            Kind::Hull | Kind::RoundedHull => 4 + random.below(13),
            _ => 0,
        };
        let points = (0..count)
            .map(|_| {
                let mut point = random.point(dimension) * sizes;
                if kind == Kind::Triangle {
                    point.z = 0.0;
                }
                if is_lattice { (point * 4.0).round() / 4.0 } else { point }
            })
            .collect();
        let axes = if is_lattice { random.lattice_rotation(dimension) } else { random.rotation(dimension) };
        Plan { kind, axes, sizes, radius, points }
    }

    /// The same shape, turned.
    pub fn turned(&self, by: &Axes) -> Self {
        Plan { axes: after(by, &self.axes), ..self.clone() }
    }

    /// How far it reaches from the point that is to be placed; 0 if it reaches everywhere.
    pub fn reach(&self, direction: DVec3) -> f64 {
        let reaches = self.points.iter().map(|point| turned(&self.axes, *point).dot(direction));
        let reach_of_points = reaches.fold(f64::NEG_INFINITY, f64::max);
        match self.kind {
            Kind::Plane | Kind::HalfSpace => 0.0,
            Kind::Triangle | Kind::Hull => reach_of_points,
            Kind::RoundedHull => reach_of_points + self.radius,
            _ => self.place::<DVec3>(DVec3::ZERO).body().reach(direction),
        }
    }

    pub fn place<V: Vector>(&self, center: DVec3) -> TestShape<V> {
        self.try_place(center).expect("the test's own shapes are valid")
    }

    fn try_place<V: Vector>(&self, center: DVec3) -> Result<TestShape<V>, impinge::shape::ShapeError> {
        let vector = |v: DVec3| V::from_f64(v.to_array());
        let scalar = |x: f64| V::Scalar::from_f64(x);
        let world = |local: DVec3| vector(center + turned(&self.axes, local));
        let rotation = Rotation::<V>::orthonormalize(V::basis_from_fn(|i| vector(self.axes[i])))?;
        let pose = Pose { rotation, translation: vector(center) };
        let end = DVec3::X * self.sizes.x;
        let obb = || Obb::new(vector(center), vector(self.sizes), rotation);
        let normal = || Unit::new(vector(self.axes[1]));
        let offset = scalar(self.axes[1].dot(center));
        Ok(match self.kind {
            Kind::Ball => TestShape::Ball(Ball::new(vector(center), scalar(self.radius))?),
            Kind::Aabb => {
                TestShape::Aabb(Aabb::new(vector(center - self.sizes), vector(center + self.sizes))?)
            }
            Kind::Obb => TestShape::Obb(obb()?),
            Kind::Segment => TestShape::Segment(Segment::new(world(-end), world(end))?),
            Kind::Triangle => {
                TestShape::Triangle(Triangle::new([0, 1, 2].map(|corner| world(self.points[corner])))?)
            }
            Kind::Capsule => TestShape::Capsule(Capsule::new(world(-end), world(end), scalar(self.radius))?),
            Kind::Hull => {
                let points: Vec<V> = self.points.iter().map(|point| vector(*point)).collect();
                TestShape::Hull(Hull::new(&points)?, pose)
            }
            Kind::RoundedBox => TestShape::RoundedBox(RoundShape::new(obb()?, scalar(self.radius))?),
            Kind::RoundedHull => {
                let points: Vec<V> = self.points.iter().map(|point| world(*point)).collect();
                TestShape::RoundedHull(RoundShape::new(Hull::new(&points)?, scalar(self.radius))?)
            }
            Kind::Cylinder => {
                TestShape::Cylinder(Cylinder::new(scalar(self.sizes.y), scalar(self.sizes.x), pose)?)
            }
            Kind::Cone => TestShape::Cone(Cone::new(scalar(self.sizes.y), scalar(self.sizes.x), pose)?),
            Kind::Ellipsoid => TestShape::Ellipsoid(Ellipsoid(vector(self.sizes)), pose),
            Kind::Plane => TestShape::Plane(Plane::new(normal()?, offset)?),
            Kind::HalfSpace => TestShape::HalfSpace(HalfSpace::new(normal()?, offset)?),
        })
    }
}

/// An ellipsoid around the origin, as a shape of a user's own.
#[derive(Debug)]
pub struct Ellipsoid<V>(V);

impl<V: Vector> Support<V> for Ellipsoid<V> {
    fn support(&self, direction: V) -> V {
        let scaled = V::from_fn(|i| direction[i] * self.0[i]);
        let length = scaled.length();
        if length > V::Scalar::ZERO { V::from_fn(|i| scaled[i] * self.0[i] / length) } else { V::ZERO }
    }
}

#[derive(Debug)]
#[allow(clippy::large_enum_variant, reason = "a handful of samples")]
pub enum TestShape<V: Vector> {
    Ball(Ball<V>),
    Aabb(Aabb<V>),
    Obb(Obb<V>),
    Segment(Segment<V>),
    Triangle(Triangle<V>),
    Capsule(Capsule<V>),
    Hull(Hull<V>, Pose<V>),
    RoundedBox(RoundShape<Obb<V>>),
    RoundedHull(RoundShape<Hull<V>>),
    Cylinder(Cylinder<V>),
    Cone(Cone<V>),
    Ellipsoid(Ellipsoid<V>, Pose<V>),
    Plane(Plane<V>),
    HalfSpace(HalfSpace<V>),
}

pub fn wide<V: Vector>(vector: V) -> DVec3 {
    DVec3::from_array(vector.to_f64())
}

fn axes_of<V: Vector>(pose: &Pose<V>) -> Axes {
    let columns = pose.rotation.columns();
    std::array::from_fn(|i| if i < V::DIMENSION { wide(columns[i]) } else { DVec3::ZERO })
}

impl<V: Vector> TestShape<V> {
    pub fn shape_ref(&self) -> ShapeRef<'_, V> {
        match self {
            TestShape::Ball(shape) => shape.shape_ref(),
            TestShape::Aabb(shape) => shape.shape_ref(),
            TestShape::Obb(shape) => shape.shape_ref(),
            TestShape::Segment(shape) => shape.shape_ref(),
            TestShape::Triangle(shape) => shape.shape_ref(),
            TestShape::Capsule(shape) => shape.shape_ref(),
            TestShape::Hull(hull, pose) => hull.at(pose).into_view(),
            TestShape::RoundedBox(shape) => shape.shape_ref(),
            TestShape::RoundedHull(shape) => shape.shape_ref(),
            TestShape::Cylinder(shape) => shape.shape_ref(),
            TestShape::Cone(shape) => shape.shape_ref(),
            TestShape::Ellipsoid(shape, pose) => CustomShape::new(shape, *pose).into_view(),
            TestShape::Plane(shape) => shape.shape_ref(),
            TestShape::HalfSpace(shape) => shape.shape_ref(),
        }
    }

    /// The set that the shape's own floats stand for.
    pub fn body(&self) -> Body {
        let polytope = |points: Vec<DVec3>| Core::Polytope(Polytope::new(points, V::DIMENSION));
        let of_box = |obb: &Obb<V>| {
            let (center, half) = (wide(obb.center()), wide(obb.half_extents()));
            let axes = axes_of(&Pose { rotation: obb.rotation(), translation: obb.center() });
            let corner = |index: usize| {
                let sign = |axis: usize| if index >> axis & 1 == 1 { 1.0 } else { -1.0 };
                center + turned(&axes, half * DVec3::new(sign(0), sign(1), sign(2)))
            };
            polytope((0..1 << V::DIMENSION).map(corner).collect())
        };
        // A plane is normal · x = offset with the normal as stored, whose length is 1 up to rounding.
        let of_plane = |plane: &Plane<V>| {
            let normal = wide(plane.normal().get());
            let offset: f64 = plane.offset().into();
            (normal.normalize(), offset / normal.length())
        };
        let placed = |pose: &Pose<V>, points: &[V]| {
            let (axes, center) = (axes_of(pose), wide(pose.translation));
            polytope(points.iter().map(|point| center + turned(&axes, wide(*point))).collect())
        };
        // In the plane, what turns around an axis is a polygon.
        let profile = |pose: &Pose<V>, points: &[(f64, f64)]| {
            let (axes, center) = (axes_of(pose), wide(pose.translation));
            polytope(points.iter().map(|(x, y)| center + axes[0] * *x + axes[1] * *y).collect())
        };
        let (core, radius) = match self {
            TestShape::Ball(ball) => (polytope(vec![wide(ball.center())]), ball.radius().into()),
            TestShape::Aabb(aabb) => (polytope(aabb.corners().map(wide).collect()), 0.0),
            TestShape::Obb(obb) => (of_box(obb), 0.0),
            TestShape::Segment(segment) => (polytope(vec![wide(segment.a()), wide(segment.b())]), 0.0),
            TestShape::Triangle(triangle) => (polytope(triangle.points().map(wide).to_vec()), 0.0),
            TestShape::Capsule(c) => (polytope(vec![wide(c.a()), wide(c.b())]), c.radius().into()),
            TestShape::Hull(hull, pose) => (placed(pose, hull.vertices()), 0.0),
            TestShape::RoundedBox(rounded) => (of_box(rounded.shape()), rounded.radius().into()),
            TestShape::RoundedHull(rounded) => {
                (placed(&Pose::identity(), rounded.shape().vertices()), rounded.radius().into())
            }
            TestShape::Cylinder(cylinder) => {
                let (pose, half_height, radius) =
                    (cylinder.pose(), cylinder.half_height().into(), cylinder.radius().into());
                let (h, r): (f64, f64) = (half_height, radius);
                let core = match V::DIMENSION {
                    2 => profile(&pose, &[(r, h), (r, -h), (-r, h), (-r, -h)]),
                    _ => Core::Cylinder {
                        center: wide(pose.translation),
                        axes: axes_of(&pose),
                        half_height,
                        radius,
                    },
                };
                (core, 0.0)
            }
            TestShape::Cone(cone) => {
                let (pose, half_height, radius) =
                    (cone.pose(), cone.half_height().into(), cone.radius().into());
                let (h, r): (f64, f64) = (half_height, radius);
                let core = match V::DIMENSION {
                    2 => profile(&pose, &[(0.0, h), (r, -h), (-r, -h)]),
                    _ => Core::Cone {
                        center: wide(pose.translation),
                        axes: axes_of(&pose),
                        half_height,
                        radius,
                    },
                };
                (core, 0.0)
            }
            TestShape::Ellipsoid(Ellipsoid(sizes), pose) => {
                let (center, axes, sizes) = (wide(pose.translation), axes_of(pose), wide(*sizes));
                (Core::Ellipsoid { center, axes, sizes }, 0.0)
            }
            TestShape::Plane(plane) => {
                let (normal, offset) = of_plane(plane);
                (Core::Plane { normal, offset }, 0.0)
            }
            TestShape::HalfSpace(half_space) => {
                let (normal, offset) = of_plane(&half_space.boundary());
                (Core::HalfSpace { normal, offset }, 0.0)
            }
        };
        Body { core, radius, dimension: V::DIMENSION }
    }
}
