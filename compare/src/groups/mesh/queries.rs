//! Points and balls at a mesh that stands: which point of it is nearest, and which triangles are within a
//! radius.

use glam::Vec3;
use impinge::bvh::MeshBvh;
use impinge::shape;
use parry3d::bounding_volume::Aabb;
use parry3d::math::{Pose, Vector};
use parry3d::query::{self, PointQueryWithLocation};
use parry3d::shape::{Ball, TriMesh};

use super::ours;
use crate::error::Error;
use crate::groups::check::peer_mesh;
use crate::harness::{Bench, Task, Unit};
use crate::pairwise::{Entry, each};
use crate::workload::bumpy_sphere::{RADIUS, for_rays};
use crate::workload::random::SplitMix64;

/// How many are asked.
const POINTS: usize = 1024;
/// The radius in which triangles are looked for; sides of triangles are a tenth of it.
const WITHIN: f32 = RADIUS / 10.0;

/// Measures both.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    let surface = for_rays();
    let model = ours::build(&surface)?;
    let (tree, peer) = (model.mesh_bvh(), peer_mesh(&surface)?);
    let mut random = SplitMix64::new(503);
    let near: Vec<[f32; 3]> = (0..POINTS)
        .map(|_| {
            let distance = RADIUS * random.between(0.94, 1.06);
            random.direction_3d().map(|x| x * distance)
        })
        .collect();
    let anywhere: Vec<[f32; 3]> =
        (0..POINTS).map(|_| [0; 3].map(|_| random.between(-2.0 * RADIUS, 2.0 * RADIUS))).collect();

    let closest = |points: &[[f32; 3]]| (own_closest(tree, points), parry_closest(&peer, points));
    measure(bench, "closest point, from near the surface", closest(&near))?;
    measure(bench, "closest point, from anywhere", closest(&anywhere))?;
    measure(bench, "triangles within a radius", (own_within(tree, &near), parry_within(&peer, &near)))
}

fn own_closest<'a>(tree: &'a MeshBvh<Vec3>, points: &[[f32; 3]]) -> Entry<'a> {
    let points = points.iter().map(|&point| Vec3::from_array(point)).collect();
    each("impinge", points, |point| tree.closest_point(*point).map_or(f32::NAN, |found| found.distance))
}

fn parry_closest<'a>(mesh: &'a TriMesh, points: &[[f32; 3]]) -> Entry<'a> {
    let points = points.iter().map(|&point| Vector::from_array(point)).collect();
    each("parry3d project_local_point", points, |point| {
        let (found, _) = mesh.project_local_point_and_get_location(*point, false);
        (found.point - *point).length()
    })
}

fn own_within<'a>(tree: &'a MeshBvh<Vec3>, points: &[[f32; 3]]) -> Entry<'a> {
    let balls = points.iter().filter_map(|&point| shape::Ball::new(Vec3::from_array(point), WITHIN).ok());
    each("impinge", balls.collect(), |ball| {
        let mut count = 0;
        tree.for_each_intersecting(ball, |_, _| count += 1);
        count as f32
    })
}

/// The triangles whose boxes meet that of the ball, and of them those that meet the ball.
fn parry_within<'a>(mesh: &'a TriMesh, points: &[[f32; 3]]) -> Entry<'a> {
    let points = points.iter().map(|&point| Vector::from_array(point)).collect();
    let ball = Ball::new(WITHIN);
    each("parry3d intersect_aabb + test", points, move |point| {
        let reach = Vector::splat(WITHIN);
        let at = Pose::from_translation(*point);
        let around = Aabb::new(*point - reach, *point + reach);
        let near = mesh.bvh().intersect_aabb(&around);
        let meets = |&number: &u32| {
            let found = query::intersection_test(&Pose::IDENTITY, &mesh.triangle(number), &at, &ball);
            found.is_ok_and(|found| found.intersecting)
        };
        near.filter(meets).count() as f32
    })
}

fn measure(bench: &mut Bench, what: &str, (ours, peer): (Entry, Entry)) -> Result<(), Error> {
    let apart = ours.answers.iter().zip(&peer.answers).map(|(a, b)| (a - b).abs());
    let (sum, most) = (ours.answers.iter().sum::<f32>(), apart.fold(0.0, f32::max));
    bench.measure(Task {
        name: format!("{what} at 100k triangles"),
        unit: Unit::MicrosecondsPerQuery(POINTS),
        ours: Some(ours.contender),
        peers: vec![peer.contender],
        remark: format!("impinge: sum {sum}; differs from the peer by up to {most:.1e}"),
    })
}
