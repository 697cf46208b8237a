//! The signed distances that the answers are judged by.

use crate::judge::depth::{self, Polytope};
use crate::judge::distance::{self, Solid, V};
use crate::pairwise::judged_steps;
use crate::workload::convex::Round;
use crate::workload::moving::{Pair, Pose3};

/// The signed distance of all pairs at all judged steps, in the order of the answers.
pub fn of_pairs<S, T, const N: usize>(
    pairs: &[Pair<S, Pose3, N>],
    place: impl Fn(&S, &Pose3) -> T,
    signed: impl Fn(&T, &T) -> f64,
) -> Vec<f64> {
    let first: Vec<T> = pairs.iter().map(|pair| place(&pair.shapes[0], &pair.first)).collect();
    judged_steps(N)
        .flat_map(|step| pairs.iter().zip(&first).map(move |(pair, first)| (pair, first, step)))
        .map(|(pair, first, step)| signed(first, &place(&pair.shapes[1], &pair.second[step])))
        .collect()
}

/// Of polytopes: their distance, or minus their depth.
pub fn of_polytopes(a: &Polytope, b: &Polytope) -> f64 {
    let solid = |polytope: &Polytope| Solid::Points(polytope.points.clone(), 0.0);
    or_depth(distance::distance(&solid(a), &solid(b)), || depth::of_polytopes(a, b))
}

/// Of capsules: the distance of their segments, less their radii.
pub fn of_capsules(a: &Solid, b: &Solid) -> f64 {
    let (Solid::Points(p, r), Solid::Points(q, s)) = (a, b) else { return f64::NAN };
    distance::distance(&Solid::Points(p.clone(), 0.0), &Solid::Points(q.clone(), 0.0))[1] - r - s
}

/// Of cylinders.
pub fn of_cylinders(a: &Solid, b: &Solid) -> f64 {
    or_depth(distance::distance(a, b), || depth::of_solids(a, b))
}

/// Of triangles: overlapping ones count as touching.
pub fn of_triangles(a: &[[f32; 3]; 3], b: &[[f32; 3]; 3]) -> f64 {
    let solid = |corners: &[[f32; 3]; 3]| Solid::Points(corners.map(|p| p.map(f64::from)).to_vec(), 0.0);
    distance::distance(&solid(a), &solid(b))[1]
}

fn or_depth([_, upper]: [f64; 2], depth: impl FnOnce() -> f64) -> f64 {
    if upper > 0.0 { upper } else { -depth() }
}

/// A capsule at its place.
pub fn capsule(round: &Round, pose: &Pose3) -> Solid {
    let half = f64::from(round.half);
    let end = |y: f64| std::array::from_fn(|i| turn(pose, [0.0, y, 0.0])[i] + f64::from(pose.center[i]));
    Solid::Points(vec![end(-half), end(half)], f64::from(round.radius))
}

/// A cylinder at its place.
pub fn cylinder(round: &Round, pose: &Pose3) -> Solid {
    let axis = turn(pose, [0.0, 1.0, 0.0]);
    Solid::Cylinder(pose.center.map(f64::from), axis, f64::from(round.half), f64::from(round.radius))
}

/// A cone at its place.
pub fn cone(round: &Round, pose: &Pose3) -> Solid {
    let axis = turn(pose, [0.0, 1.0, 0.0]);
    Solid::Cone(pose.center.map(f64::from), axis, f64::from(round.half), f64::from(round.radius))
}

/// A polytope at its place.
pub fn polytope(polytope: &Polytope, pose: &Pose3) -> Polytope {
    polytope.at(|v| turn(pose, v), pose.center.map(f64::from))
}

/// Turned by the quaternion, as if it had unit length.
fn turn(pose: &Pose3, v: V) -> V {
    let [x, y, z, w] = pose.quaternion.map(f64::from);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    let rows = [
        [1.0 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)],
        [s * (x * y + w * z), 1.0 - s * (x * x + z * z), s * (y * z - w * x)],
        [s * (x * z - w * y), s * (y * z + w * x), 1.0 - s * (x * x + y * y)],
    ];
    rows.map(|row| row[0] * v[0] + row[1] * v[1] + row[2] * v[2])
}
