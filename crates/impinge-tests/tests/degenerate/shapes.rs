//! Shapes from plain numbers, for every vector type.

use impinge::compound::SurfaceMesh;
use impinge::math::{Pose, Rotation, Scalar, Unit, Vector};
use impinge::shape::{
    Aabb, Ball, Capsule, Cone, Cylinder, HalfSpace, Hull, Mesh, Obb, RoundShape, Segment, TaperedCapsule,
    Triangle,
};

const VALID: &str = "degenerate shapes are valid shapes";

pub type Point = [f64; 3];

fn vector<V: Vector>(point: Point) -> V {
    V::from_f64(point)
}

fn scalar<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

pub fn ball<V: Vector>(center: Point, radius: f64) -> Ball<V> {
    Ball::new(vector(center), scalar::<V>(radius)).expect(VALID)
}

pub fn aabb<V: Vector>(min: Point, max: Point) -> Aabb<V> {
    Aabb::new(vector(min), vector(max)).expect(VALID)
}

pub fn obb<V: Vector>(center: Point, half_extents: Point) -> Obb<V> {
    Obb::new(vector(center), vector(half_extents), Rotation::identity()).expect(VALID)
}

pub fn segment<V: Vector>(a: Point, b: Point) -> Segment<V> {
    Segment::new(vector(a), vector(b)).expect(VALID)
}

pub fn triangle<V: Vector>(points: [Point; 3]) -> Triangle<V> {
    Triangle::new(points.map(vector)).expect(VALID)
}

pub fn capsule<V: Vector>(a: Point, b: Point, radius: f64) -> Capsule<V> {
    Capsule::new(vector(a), vector(b), scalar::<V>(radius)).expect(VALID)
}

fn at<V: Vector>(center: Point) -> Pose<V> {
    Pose::from_translation(vector(center))
}

pub fn cylinder<V: Vector>(center: Point, half_height: f64, radius: f64) -> Cylinder<V> {
    Cylinder::new(scalar::<V>(half_height), scalar::<V>(radius), at(center)).expect(VALID)
}

pub fn tapered<V: Vector>(center: Point, half_height: f64, lower: f64, upper: f64) -> TaperedCapsule<V> {
    let [half_height, lower, upper] = [half_height, lower, upper].map(scalar::<V>);
    TaperedCapsule::new(half_height, lower, upper, at(center)).expect(VALID)
}

pub fn cone<V: Vector>(center: Point, half_height: f64, radius: f64) -> Cone<V> {
    Cone::new(scalar::<V>(half_height), scalar::<V>(radius), at(center)).expect(VALID)
}

pub fn hull<V: Vector>(points: &[Point]) -> Hull<V> {
    let points: Vec<V> = points.iter().map(|point| vector(*point)).collect();
    Hull::new(&points).expect(VALID)
}

/// Points spread evenly over the unit sphere, on a spiral.
pub fn sphere_hull<V: Vector>(count: u32) -> Hull<V> {
    let golden_angle = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let points = (0..count).map(|i| {
        let z = 1.0 - 2.0 * (f64::from(i) + 0.5) / f64::from(count);
        let (sin, cos) = libm::sincos(golden_angle * f64::from(i));
        let ring = (1.0 - z * z).sqrt();
        [ring * cos, ring * sin, z]
    });
    hull(&points.collect::<Vec<Point>>())
}

/// All below a height above the origin, along the last axis.
pub fn ground<V: Vector>(height: f64) -> HalfSpace<V> {
    HalfSpace::new(Unit::axis(V::DIMENSION - 1), scalar::<V>(height)).expect(VALID)
}

/// A box of triangles from the origin.
pub fn closed_mesh<V: Vector>(size: Point) -> SurfaceMesh<V> {
    let corner = |i: usize| vector([0, 1, 2].map(|axis| if i >> axis & 1 == 0 { 0.0 } else { size[axis] }));
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    SurfaceMesh::new(Mesh::new((0..8).map(corner).collect(), triangles).expect(VALID))
}

pub fn rounded_box<V: Vector>(center: Point, half_extents: Point, radius: f64) -> RoundShape<Obb<V>> {
    RoundShape::new(obb(center, half_extents), scalar::<V>(radius)).expect(VALID)
}
