//! libccd 2.1 as Debian compiles it, in double precision, through `native/ccd.c`.

use super::matrix::Matrix;
use crate::pairwise::{Entry, cold};
use crate::workload::moving::{Pair, Pose3};

/// A hull at its place, as the support function in `native/ccd.c` reads it.
#[repr(C)]
pub struct Hull {
    points: *const f64,
    count: i32,
    rotation: [f64; 9],
    origin: [f64; 3],
}

unsafe extern "C" {
    fn ccd_overlap_gjk(a: *const Hull, b: *const Hull) -> f32;
    fn ccd_overlap_mpr(a: *const Hull, b: *const Hull) -> f32;
    fn ccd_depth(a: *const Hull, b: *const Hull) -> f32;
}

/// Pairs as libccd has them.
pub type Prepared<const N: usize> = Vec<Pair<(), Hull, N>>;

/// The workload for libccd; the points are kept to the end of the program.
pub fn prepare<const N: usize>(pairs: &[Pair<usize, Pose3, N>], points: &[Vec<[f32; 3]>]) -> Prepared<N> {
    let kept = |points: &Vec<[f32; 3]>| -> &'static [f64] {
        Vec::leak(points.iter().flatten().map(|&x| f64::from(x)).collect())
    };
    let kept: Vec<&[f64]> = points.iter().map(kept).collect();
    let place = |&number: &usize, pose: &Pose3| {
        let matrix = Matrix::by_rows(pose, [0.0; 3]).0.map(f64::from);
        Hull {
            points: kept[number].as_ptr(),
            count: (kept[number].len() / 3) as i32,
            rotation: std::array::from_fn(|i| matrix[4 * (i / 3) + i % 3]),
            origin: std::array::from_fn(|i| matrix[12 + i]),
        }
    };
    pairs.iter().map(|pair| pair.prepared(|_| (), place)).collect()
}

// SAFETY, for all calls below: hulls live, and so do their points.

/// `ccdGJKIntersect`.
pub fn gjk<'a, const N: usize>(pairs: Prepared<N>) -> Entry<'a> {
    cold("libccd ccdGJKIntersect", pairs, |_, first, second| unsafe { ccd_overlap_gjk(first, second) })
}

/// `ccdMPRIntersect`.
pub fn mpr<'a, const N: usize>(pairs: Prepared<N>) -> Entry<'a> {
    cold("libccd ccdMPRIntersect", pairs, |_, first, second| unsafe { ccd_overlap_mpr(first, second) })
}

/// `ccdGJKPenetration`: GJK, then EPA.
pub fn depth<'a, const N: usize>(pairs: Prepared<N>) -> Entry<'a> {
    cold("libccd ccdGJKPenetration", pairs, |_, first, second| unsafe { ccd_depth(first, second) })
}
