//! Bullet 3 as Debian compiles it, through `native/bullet.cpp`. Margins are 0.

use super::matrix::{Matrix, Prepared, Shape, flat};
use crate::pairwise::{Entry, cold};
use crate::workload::convex::Round;
use crate::workload::moving::{Pair, Pose3};

unsafe extern "C" {
    fn bullet_box(x: f32, y: f32, z: f32) -> Shape;
    fn bullet_capsule(half: f32, radius: f32) -> Shape;
    fn bullet_cylinder(half: f32, radius: f32) -> Shape;
    fn bullet_hull(points: *const f32, count: i32) -> Shape;
    fn bullet_contact(a: Shape, pose_a: *const f32, b: Shape, pose_b: *const f32, farthest: f32) -> f32;
    fn bullet_boxes(a: Shape, pose_a: *const f32, b: Shape, pose_b: *const f32) -> f32;
}

// SAFETY, for all calls below: shapes were made by Bullet and live to the end of the program; matrices are
// aligned; counts are those of the slices.

/// The workload in Bullet's types.
pub fn prepare<T, const N: usize>(pairs: &[Pair<T, Pose3, N>], shape: impl Fn(&T) -> Shape) -> Prepared<N> {
    pairs.iter().map(|pair| pair.prepared(&shape, |_, pose| Matrix::by_rows(pose, [0.0; 3]))).collect()
}

/// A box.
pub fn cuboid([x, y, z]: &[f32; 3]) -> Shape {
    unsafe { bullet_box(*x, *y, *z) }
}

/// A capsule.
pub fn capsule(round: &Round) -> Shape {
    unsafe { bullet_capsule(round.half, round.radius) }
}

/// A cylinder.
pub fn cylinder(round: &Round) -> Shape {
    unsafe { bullet_cylinder(round.half, round.radius) }
}

/// The hulls of these points.
pub fn hulls(points: &[Vec<[f32; 3]>]) -> Vec<Shape> {
    points.iter().map(|points| unsafe { bullet_hull(flat(points).as_ptr(), points.len() as i32) }).collect()
}

/// `btGjkPairDetector`, of shapes apart: how far; of others 0.
pub fn distance<'a, const N: usize>(pairs: Prepared<N>) -> Entry<'a> {
    cold("Bullet btGjkPairDetector", pairs, |[a, b], first, second| unsafe {
        bullet_contact(*a, first.pointer(), *b, second.pointer(), 1e9).max(0.0)
    })
}

/// `btGjkPairDetector` with EPA, looking as far as Bullet's own algorithm does.
pub fn contact<'a, const N: usize>(pairs: Prepared<N>) -> Entry<'a> {
    cold("Bullet btGjkPairDetector", pairs, |[a, b], first, second| unsafe {
        bullet_contact(*a, first.pointer(), *b, second.pointer(), 0.0)
    })
}

/// `btBoxBoxDetector`: ODE's.
pub fn boxes<'a, const N: usize>(pairs: Prepared<N>) -> Entry<'a> {
    cold("Bullet btBoxBoxDetector", pairs, |[a, b], first, second| unsafe {
        bullet_boxes(*a, first.pointer(), *b, second.pointer())
    })
}
