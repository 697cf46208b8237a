//! One shape of each kind, at random.

use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound, HeightField, Polyline, SurfaceMesh};
use impinge::math::{Pose, Rotation, Scalar, Unit, Vector};
use impinge::shape::{
    Aabb, Ball, Capsule, Cone, CustomShape, Cylinder, HalfSpace, Hull, Mesh, Obb, Plane, Ray, RoundShape,
    Segment, Shape, ShapeRef, Support, TaperedCapsule, Triangle,
};

/// SplitMix64.
pub struct Random {
    state: u64,
    numbers: Numbers,
}

/// Which numbers there are.
#[derive(Clone)]
enum Numbers {
    /// All from −1 to 1 alike.
    Even,
    /// Only these.
    Few(Vec<f64>),
    /// Half of them as [`Numbers::Even`]; of the others all exponents alike, from the least number to the
    /// greatest.
    AnyExponent { least: i32, greatest: i32 },
}

impl Random {
    pub fn new(seed: u64) -> Self {
        Random { state: seed, numbers: Numbers::Even }
    }

    /// Any finite number of a precision, from the least subnormal one on: all bits are drawn.
    pub fn any_exponent<S: Scalar>(seed: u64) -> Self {
        let is_single = S::UNIT_ROUNDOFF.into() > 1e-10;
        let (least, greatest) = if is_single { (-149, 127) } else { (-1074, 1023) };
        Random { state: seed, numbers: Numbers::AnyExponent { least, greatest } }
    }

    /// Few numbers, so that much coincides, and among them some that are greater or smaller than the others
    /// by a factor.
    pub fn extreme(seed: u64, factor: f64) -> Self {
        let ordinary = [0.0, 1.0, -1.0, 3.0, -2.5];
        let scaled = [1.0, -1.0, 0.7].into_iter().flat_map(|x| [x * factor, x / factor]);
        Random { state: seed, numbers: Numbers::Few(ordinary.into_iter().chain(scaled).collect()) }
    }

    /// Another stream of the same numbers, so that what draws from it changes nothing drawn from this one.
    fn beside(&self) -> Self {
        Random { state: self.state ^ 0x7a9e_5ed0, numbers: self.numbers.clone() }
    }

    pub fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.state;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// From −1 to 1, in steps of 2⁻²³, exact in `f32`; or what numbers there are.
    pub fn signed(&mut self) -> f64 {
        let bits = self.bits() >> 40;
        match self.numbers {
            Numbers::Few(ref numbers) => numbers[bits as usize % numbers.len()],
            Numbers::AnyExponent { least, greatest } if bits.is_multiple_of(2) => {
                let exponent = least + (bits / 2 % (greatest - least + 1) as u64) as i32;
                let sign_and_mantissa = self.bits() & !f64::INFINITY.to_bits() | 1.0_f64.to_bits();
                libm::scalbn(f64::from_bits(sign_and_mantissa), exponent)
            }
            _ => bits as f64 / f64::from(1u32 << 23) - 1.0,
        }
    }

    fn is_even(&self) -> bool {
        matches!(self.numbers, Numbers::Even)
    }

    pub fn vector<V: Vector>(&mut self, size: f64) -> V {
        let size = if self.is_even() { size } else { 1.0 };
        V::from_fn(|_| V::Scalar::from_f64(self.signed() * size))
    }

    /// Between 0.1 and 1.1; not below 0 where there are few numbers.
    pub fn size<S: Scalar>(&mut self) -> S {
        let least = if self.is_even() { 0.1 } else { 0.0 };
        S::from_f64(self.signed().abs() + least)
    }

    fn sizes<V: Vector>(&mut self) -> V {
        V::from_fn(|_| self.size())
    }

    pub fn direction<V: Vector>(&mut self) -> Unit<V> {
        Unit::new(self.vector::<V>(1.0)).unwrap_or(Unit::axis(0))
    }
}

/// A rotation at random.
pub trait Turn: Vector {
    fn turn(random: &mut Random) -> Rotation<Self>;
}

impl Turn for Vec2 {
    fn turn(random: &mut Random) -> Rotation<Self> {
        Rotation::<Vec2>::from_angle(random.signed() as f32 * 3.2)
    }
}
impl Turn for DVec2 {
    fn turn(random: &mut Random) -> Rotation<Self> {
        Rotation::<DVec2>::from_angle(random.signed() * 3.2)
    }
}
impl Turn for Vec3 {
    fn turn(random: &mut Random) -> Rotation<Self> {
        let [x, y, z, w] = [(); 4].map(|()| random.signed() as f32);
        Rotation::<Vec3>::from_quaternion(Quat::from_xyzw(x, y, z, w)).unwrap_or_default()
    }
}
impl Turn for DVec3 {
    fn turn(random: &mut Random) -> Rotation<Self> {
        let [x, y, z, w] = [(); 4].map(|()| random.signed());
        Rotation::<DVec3>::from_quaternion(DQuat::from_xyzw(x, y, z, w)).unwrap_or_default()
    }
}

/// An ellipsoid around the origin, as a shape of a user's own.
pub struct Ellipsoid<V>(V);

impl<V: Vector> Support<V> for Ellipsoid<V> {
    fn support(&self, direction: V) -> V {
        let scaled = V::from_fn(|i| direction[i] * self.0[i]);
        // By the largest, so that no square vanishes or overflows.
        let largest = (0..V::DIMENSION).fold(V::Scalar::ZERO, |most, i| scaled[i].abs().max(most));
        let scaled = V::from_fn(|i| scaled[i] / largest);
        let length = scaled.length();
        if length > V::Scalar::ZERO { V::from_fn(|i| scaled[i] / length * self.0[i]) } else { V::ZERO }
    }
}

/// A shape that can be moved.
#[allow(clippy::large_enum_variant, reason = "a handful of samples")]
pub enum Sample<V: Vector> {
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
    Hull(Hull<V>, Pose<V>),
    RoundedBox(RoundShape<Obb<V>>),
    RoundedTriangle(RoundShape<Triangle<V>>),
    RoundedCylinder(RoundShape<Cylinder<V>>),
    Custom(Ellipsoid<V>, Pose<V>),
    Parts(&'static str, AnyShape<V>),
}

type Valid<T> = Result<T, impinge::shape::ShapeError>;

impl<V: Vector> Sample<V> {
    pub fn name(&self) -> &'static str {
        match self {
            Sample::Ball(_) => "ball",
            Sample::Aabb(_) => "aabb",
            Sample::Obb(_) => "obb",
            Sample::Segment(_) => "segment",
            Sample::Ray(_) => "ray",
            Sample::Triangle(_) => "triangle",
            Sample::Plane(_) => "plane",
            Sample::HalfSpace(_) => "half-space",
            Sample::Capsule(_) => "capsule",
            Sample::TaperedCapsule(_) => "tapered capsule",
            Sample::Cylinder(_) => "cylinder",
            Sample::Cone(_) => "cone",
            Sample::Hull(..) => "hull",
            Sample::RoundedBox(_) => "rounded box",
            Sample::RoundedTriangle(_) => "rounded triangle",
            Sample::RoundedCylinder(_) => "rounded cylinder",
            Sample::Custom(..) => "ellipsoid",
            Sample::Parts(name, _) => name,
        }
    }

    pub fn shape_ref(&self) -> ShapeRef<'_, V> {
        match self {
            Sample::Custom(shape, pose) => CustomShape::new(shape, *pose).into_view(),
            Sample::Hull(hull, pose) => hull.at(pose).into_view(),
            Sample::Parts(_, shape) => shape.shape_ref(),
            Sample::Ball(shape) => shape.shape_ref(),
            Sample::Aabb(shape) => shape.shape_ref(),
            Sample::Obb(shape) => shape.shape_ref(),
            Sample::Segment(shape) => shape.shape_ref(),
            Sample::Ray(shape) => shape.shape_ref(),
            Sample::Triangle(shape) => shape.shape_ref(),
            Sample::Plane(shape) => shape.shape_ref(),
            Sample::HalfSpace(shape) => shape.shape_ref(),
            Sample::Capsule(shape) => shape.shape_ref(),
            Sample::TaperedCapsule(shape) => shape.shape_ref(),
            Sample::Cylinder(shape) => shape.shape_ref(),
            Sample::Cone(shape) => shape.shape_ref(),
            Sample::RoundedBox(shape) => shape.shape_ref(),
            Sample::RoundedTriangle(shape) => shape.shape_ref(),
            Sample::RoundedCylinder(shape) => shape.shape_ref(),
        }
    }

    /// The same shape somewhere else.
    pub fn moved(&self, by: V) -> Self {
        self.try_moved(by).expect("a finite translation keeps a shape valid")
    }

    fn try_moved(&self, by: V) -> Valid<Self> {
        let placed = |pose: &Pose<V>| Pose { translation: pose.translation + by, ..*pose };
        let plane =
            |plane: &Plane<V>| Plane::new(plane.normal(), plane.offset() + plane.normal().get().dot(by));
        let obb = |obb: &Obb<V>| Obb::new(obb.center() + by, obb.half_extents(), obb.rotation());
        let triangle = |triangle: &Triangle<V>| Triangle::new(triangle.points().map(|point| point + by));
        let cylinder = |c: &Cylinder<V>| Cylinder::new(c.half_height(), c.radius(), placed(&c.pose()));
        Ok(match self {
            Sample::Ball(ball) => Sample::Ball(Ball::new(ball.center() + by, ball.radius())?),
            Sample::Aabb(aabb) => Sample::Aabb(Aabb::new(aabb.min() + by, aabb.max() + by)?),
            Sample::Obb(shape) => Sample::Obb(obb(shape)?),
            Sample::Segment(s) => Sample::Segment(Segment::new(s.a() + by, s.b() + by)?),
            Sample::Ray(ray) => Sample::Ray(Ray::new(ray.origin() + by, ray.direction())?),
            Sample::Triangle(shape) => Sample::Triangle(triangle(shape)?),
            Sample::Plane(shape) => Sample::Plane(plane(shape)?),
            Sample::HalfSpace(half_space) => {
                let moved = plane(&half_space.boundary())?;
                Sample::HalfSpace(HalfSpace::new(moved.normal(), moved.offset())?)
            }
            Sample::Capsule(c) => Sample::Capsule(Capsule::new(c.a() + by, c.b() + by, c.radius())?),
            Sample::TaperedCapsule(c) => Sample::TaperedCapsule(TaperedCapsule::new(
                c.half_height(),
                c.lower_radius(),
                c.upper_radius(),
                placed(&c.pose()),
            )?),
            Sample::Cylinder(shape) => Sample::Cylinder(cylinder(shape)?),
            Sample::Cone(c) => Sample::Cone(Cone::new(c.half_height(), c.radius(), placed(&c.pose()))?),
            Sample::Hull(hull, pose) => Sample::Hull(hull.clone(), placed(pose)),
            Sample::RoundedBox(r) => Sample::RoundedBox(RoundShape::new(obb(r.shape())?, r.radius())?),
            Sample::RoundedTriangle(r) => {
                Sample::RoundedTriangle(RoundShape::new(triangle(r.shape())?, r.radius())?)
            }
            Sample::RoundedCylinder(r) => {
                Sample::RoundedCylinder(RoundShape::new(cylinder(r.shape())?, r.radius())?)
            }
            Sample::Parts(name, shape) => Sample::Parts(name, shape.at(&Pose::from_translation(by))),
            Sample::Custom(Ellipsoid(sizes), pose) => Sample::Custom(Ellipsoid(*sizes), placed(pose)),
        })
    }
}

/// One of each kind, near the origin.
pub fn one_of_each<V: Turn>(random: &mut Random) -> Vec<Sample<V>> {
    try_one_of_each(random).expect("the test's own shapes are valid")
}

pub fn try_one_of_each<V: Turn>(random: &mut Random) -> Valid<Vec<Sample<V>>> {
    const NEAR: f64 = 1.5;
    let pose = |random: &mut Random| Pose { rotation: V::turn(random), translation: random.vector(NEAR) };
    let place = pose(random);
    let obb = Obb::new(place.translation, random.sizes(), place.rotation)?;
    let offset = V::Scalar::from_f64(random.signed());
    let triangle = Triangle::new([random.vector(NEAR), random.vector(NEAR), random.vector(NEAR)])?;
    let points: Vec<V> = (0..12).map(|_| random.vector(1.0)).collect();
    let cylinder = Cylinder::new(random.size(), random.size(), pose(random))?;
    let mut beside = random.beside();
    let [half_height, lower, upper] = [beside.size(), beside.size(), beside.size()];
    let tapered = TaperedCapsule::new(half_height, lower, upper, pose(&mut beside))?;
    Ok(vec![
        Sample::Ball(Ball::new(random.vector(NEAR), random.size())?),
        Sample::Aabb(Aabb::from_corners(random.vector(NEAR), random.vector(NEAR))?),
        Sample::Obb(obb),
        Sample::Segment(Segment::new(random.vector(NEAR), random.vector(NEAR))?),
        Sample::Ray(Ray::new(random.vector(NEAR), random.direction())?),
        Sample::Triangle(triangle),
        Sample::Plane(Plane::new(random.direction(), offset)?),
        Sample::HalfSpace(HalfSpace::new(random.direction(), offset)?),
        Sample::Capsule(Capsule::new(random.vector(NEAR), random.vector(NEAR), random.size())?),
        Sample::TaperedCapsule(tapered),
        Sample::Cylinder(cylinder),
        Sample::Cone(Cone::new(random.size(), random.size(), pose(random))?),
        Sample::Hull(Hull::new(&points)?, pose(random)),
        Sample::RoundedBox(RoundShape::new(obb, random.size())?),
        Sample::RoundedTriangle(RoundShape::new(triangle, random.size())?),
        Sample::RoundedCylinder(RoundShape::new(cylinder, random.size())?),
        Sample::Custom(Ellipsoid(random.sizes()), pose(random)),
    ])
}

/// One shape of many parts of each kind, near the origin.
pub fn one_of_each_of_parts<V: Turn>(random: &mut Random) -> Vec<Sample<V>> {
    try_one_of_each_of_parts(random).expect("the test's own shapes are valid")
}

pub fn try_one_of_each_of_parts<V: Turn>(
    random: &mut Random,
) -> Result<Vec<Sample<V>>, Box<dyn std::error::Error>> {
    let mut pose = || Pose { rotation: V::turn(random), translation: random.vector(1.5) };
    let poses = [pose(), pose(), pose(), pose(), pose(), pose()];
    let ball = Ball::new(random.vector(0.5), random.size())?;
    let obb = Obb::new(random.vector(0.5), random.sizes(), V::turn(random))?;
    let points: Vec<V> = (0..12).map(|_| random.vector(1.0)).collect();
    let hull = Hull::new(&points)?;
    // Triangles of a hull, fanned: closed in space, an area in the plane.
    let all: Vec<u32> = (0..hull.vertices().len() as u32).collect();
    let faces = if V::DIMENSION == 2 {
        vec![&all[..]]
    } else {
        (0..hull.face_count()).map(|face| hull.face(face)).collect()
    };
    let triangles = faces
        .into_iter()
        .flat_map(|corners| (1..corners.len() - 1).map(move |i| [corners[0], corners[i], corners[i + 1]]));
    let surface = Mesh::new(hull.vertices().to_vec(), triangles.collect())?;
    let fan = (1..11).map(|i| [0, i, i + 1]);
    let soup = Mesh::new(points.clone(), fan.collect())?;
    let compound = Compound::new([
        (ball.into(), Pose::identity()),
        (AnyShape::from(obb).with_rounding(V::Scalar::from_f64(0.25))?, Pose::identity()),
        (hull.into(), poses[0]),
    ])?;
    let rows = if V::DIMENSION == 2 { 1 } else { 4 };
    let heights = (0..5 * rows).map(|_| random.size()).collect();
    let step = V::Scalar::HALF;
    let ground = HeightField::new(heights, 5, [step, step])?.with_holes(|cell| cell == 1);
    let nested = Compound::new([
        (compound.clone().into(), poses[1]),
        (Polyline::new_closed(points.clone())?.into(), Pose::identity()),
    ])?;
    Ok(vec![
        Sample::Parts("compound", compound.at(&poses[2]).into()),
        Sample::Parts("polyline", Polyline::new_open(points)?.at(&poses[3]).into()),
        Sample::Parts("height field", ground.at(&poses[4]).into()),
        Sample::Parts("closed mesh", SurfaceMesh::new(surface).at(&poses[5]).into()),
        Sample::Parts("triangles", SurfaceMesh::new(soup).into()),
        Sample::Parts("nested compound", nested.into()),
    ])
}
