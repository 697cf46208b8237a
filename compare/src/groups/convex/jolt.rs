//! Jolt 5, compiled for AVX2 as its own build does by default, through `native/jolt.cpp`. Convex radii are 0.

use std::sync::Once;

use super::matrix::{Matrix, Prepared, Shape, flat};
use crate::error::Error;
use crate::pairwise::{Entry, cold, each, warm};
use crate::workload::boxes::Placed3;
use crate::workload::convex::Round;
use crate::workload::moving::{Pair, Pose3};

unsafe extern "C" {
    fn jolt_start();
    fn jolt_box(x: f32, y: f32, z: f32) -> Shape;
    fn jolt_capsule(half: f32, radius: f32) -> Shape;
    fn jolt_cylinder(half: f32, radius: f32) -> Shape;
    fn jolt_hull(points: *const f32, count: i32) -> Shape;
    fn jolt_build_hull(points: *const f32, count: i32) -> f32;
    fn jolt_center(shape: Shape, center: *mut f32);
    fn jolt_oriented_box(pose: *const f32, x: f32, y: f32, z: f32) -> Shape;
    fn jolt_oriented_boxes_overlap(a: Shape, b: Shape) -> f32;
    fn jolt_overlap(a: Shape, pose_a: *const f32, b: Shape, pose_b: *const f32) -> f32;
    fn jolt_distance(a: Shape, pose_a: *const f32, b: Shape, pose_b: *const f32, axis: *mut f32) -> f32;
    fn jolt_contact(a: Shape, pose_a: *const f32, b: Shape, pose_b: *const f32) -> f32;
    fn jolt_manifold(a: Shape, pose_a: *const f32, b: Shape, pose_b: *const f32) -> f32;
}

// SAFETY, for all calls below: shapes were made by Jolt and live to the end of the program; matrices are
// aligned; counts are those of the slices.

/// Starts Jolt up, once.
pub fn start() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| unsafe { jolt_start() });
}

/// The workload in Jolt's types.
pub fn prepare<T, const N: usize>(pairs: &[Pair<T, Pose3, N>], shape: impl Fn(&T) -> Shape) -> Prepared<N> {
    start();
    pairs
        .iter()
        .map(|pair| {
            let shapes = [shape(&pair.shapes[0]), shape(&pair.shapes[1])];
            let centers = shapes.map(center);
            let first = Matrix::by_columns(&pair.first, centers[0]);
            Pair { shapes, first, second: pair.second.map(|pose| Matrix::by_columns(&pose, centers[1])) }
        })
        .collect()
}

/// What Jolt moves to a shape's origin.
pub fn center(shape: Shape) -> [f32; 3] {
    let mut center = [0.0; 3];
    unsafe { jolt_center(shape, center.as_mut_ptr()) };
    center
}

/// A box.
pub fn cuboid([x, y, z]: &[f32; 3]) -> Shape {
    unsafe { jolt_box(*x, *y, *z) }
}

/// A capsule.
pub fn capsule(round: &Round) -> Shape {
    unsafe { jolt_capsule(round.half, round.radius) }
}

/// A cylinder.
pub fn cylinder(round: &Round) -> Shape {
    unsafe { jolt_cylinder(round.half, round.radius) }
}

/// The hulls of these points.
pub fn hulls(points: &[Vec<[f32; 3]>]) -> Result<Vec<Shape>, Error> {
    start();
    let hull = |points: &Vec<[f32; 3]>| unsafe { jolt_hull(flat(points).as_ptr(), points.len() as i32) };
    let hulls: Vec<Shape> = points.iter().map(hull).collect();
    if hulls.iter().any(|hull| hull.is_null()) {
        return Err(Error::Peer { peer: "Jolt", reason: "no hull of a workload's points".to_owned() });
    }
    Ok(hulls)
}

/// `OrientedBox::Overlaps`.
pub fn oriented_boxes<'a>(pairs: &[[Placed3; 2]]) -> Entry<'a> {
    start();
    let boxes = pairs.iter().map(|pair| {
        pair.map(|Placed3 { half: [x, y, z], quaternion, center }| {
            let pose = Matrix::by_columns(&Pose3 { center, quaternion }, [0.0; 3]);
            unsafe { jolt_oriented_box(pose.pointer(), x, y, z) }
        })
    });
    each("Jolt OrientedBox::Overlaps", boxes.collect(), |&[a, b]| unsafe {
        jolt_oriented_boxes_overlap(a, b)
    })
}

/// The boxes around the shapes, then `GJKClosestPoint::Intersects`.
pub fn overlap<'a, const N: usize>(pairs: Prepared<N>) -> Entry<'a> {
    cold("Jolt GJKClosestPoint::Intersects", pairs, |[a, b], first, second| unsafe {
        jolt_overlap(*a, first.pointer(), *b, second.pointer())
    })
}

/// `GJKClosestPoint::GetClosestPoints`.
pub fn distance<'a, const N: usize>(pairs: Prepared<N>) -> Entry<'a> {
    cold("Jolt GJKClosestPoint::GetClosestPoints", pairs, |[a, b], first, second| unsafe {
        jolt_distance(*a, first.pointer(), *b, second.pointer(), [0.0; 3].as_mut_ptr())
    })
}

/// The same, started along the last answer.
pub fn warm_distance<'a, const N: usize>(pairs: Prepared<N>) -> Entry<'a> {
    warm("Jolt GetClosestPoints, axis kept", pairs, |[a, b], first, second, axis: &mut [f32; 3]| unsafe {
        jolt_distance(*a, first.pointer(), *b, second.pointer(), axis.as_mut_ptr())
    })
}

/// `CollisionDispatch::sCollideShapeVsShape`.
pub fn contact<'a, const N: usize>(pairs: Prepared<N>) -> Entry<'a> {
    cold("Jolt sCollideShapeVsShape", pairs, |[a, b], first, second| unsafe {
        jolt_contact(*a, first.pointer(), *b, second.pointer())
    })
}

/// The same, with faces, and `ManifoldBetweenTwoFaces`.
pub fn manifold<'a, const N: usize>(pairs: Prepared<N>) -> Entry<'a> {
    cold("Jolt ManifoldBetweenTwoFaces", pairs, |[a, b], first, second| unsafe {
        jolt_manifold(*a, first.pointer(), *b, second.pointer())
    })
}

/// `ConvexHullShapeSettings::Create`: the number of faces.
pub fn build_hull<'a>(points: &[Vec<[f32; 3]>]) -> Entry<'a> {
    start();
    let sets = points.iter().map(|points| flat(points)).collect();
    each("Jolt ConvexHullShapeSettings", sets, |points: &Vec<f32>| unsafe {
        jolt_build_hull(points.as_ptr(), (points.len() / 3) as i32)
    })
}
