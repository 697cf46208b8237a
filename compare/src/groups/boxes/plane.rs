//! In the plane, against parry2d.

use glam::Vec2;
use impinge::math::{Rotation, Vector as _};
use impinge::narrow::Collide;
use impinge::shape::{Aabb, Ball, Obb, Segment, ShapeError};
use parry2d::bounding_volume::{self, BoundingSphere, BoundingVolume};
use parry2d::math::{Pose, Rotation as Turn, Vector};
use parry2d::query::{self, Ray, RayCast, details};
use parry2d::shape::{Cuboid, Segment as PeerSegment};

use super::{compare, entry};
use crate::agreement::{ROUNDED, truth};
use crate::error::Error;
use crate::harness::Bench;
use crate::judge::Zonotope;
use crate::workload::boxes::Placed2;
use crate::workload::{IN_CACHE, STREAMED, balls, boxes, segments};

/// Measures all pairs of shapes.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    oriented(bench)?;
    aligned(bench)?;
    round(bench)?;
    for count in [IN_CACHE, STREAMED] {
        segment_and_oriented(bench, count)?;
    }
    Ok(())
}

fn oriented(bench: &mut Bench) -> Result<(), Error> {
    let pairs = boxes::in_plane(IN_CACHE);
    let ours = pairs
        .iter()
        .map(|[a, b]| Ok([obb(a)?, obb(b)?]))
        .collect::<Result<Vec<[Obb<Vec2>; 2]>, ShapeError>>()?;
    let theirs: Vec<_> =
        pairs.iter().map(|pair| pair.map(|placed| (pose(&placed), cuboid(&placed)))).collect();
    let right: Vec<_> = ours.iter().map(|[a, b]| truth(judged(a).gap(&judged(b)), ROUNDED)).collect();
    let peers = vec![
        entry("parry2d intersection_test", &theirs, &right, |[(pose_a, a), (pose_b, b)]| {
            query::intersection_test(pose_a, a, pose_b, b).is_ok_and(|found| found.intersecting)
        }),
        entry("parry2d cuboid_cuboid", &theirs, &right, |[(pose_a, a), (pose_b, b)]| {
            details::intersection_test_cuboid_cuboid(&pose_a.inv_mul(pose_b), a, b)
        }),
    ];
    let name = format!("2D OBB–OBB overlap, {IN_CACHE} pairs");
    compare(bench, name, entry("impinge", &ours, &right, |[a, b]| a.intersects(b)), peers)
}

fn aligned(bench: &mut Bench) -> Result<(), Error> {
    let corners: Vec<_> = boxes::in_plane(IN_CACHE)
        .iter()
        .map(|pair| {
            pair.map(|placed| {
                let (center, half) = (Vec2::from_array(placed.center), Vec2::from_array(placed.half));
                [center - half, center + half]
            })
        })
        .collect();
    let ours = corners
        .iter()
        .map(|[[a, b], [c, d]]| Ok([Aabb::new(*a, *b)?, Aabb::new(*c, *d)?]))
        .collect::<Result<Vec<[Aabb<Vec2>; 2]>, ShapeError>>()?;
    let theirs: Vec<_> = corners
        .iter()
        .map(|pair| pair.map(|corners| corners.map(|corner| Vector::from_array(corner.to_array()))))
        .map(|pair| pair.map(|[min, max]| bounding_volume::Aabb::new(min, max)))
        .collect();
    let right: Vec<_> = corners
        .iter()
        .map(|[a, b]| Some((0..2).all(|axis| a[0][axis] <= b[1][axis] && b[0][axis] <= a[1][axis])))
        .collect();
    let peers = vec![entry("parry2d Aabb::intersects", &theirs, &right, |[a, b]| a.intersects(b))];
    let name = format!("2D AABB–AABB, {IN_CACHE} pairs");
    compare(bench, name, entry("impinge", &ours, &right, |[a, b]| a.intersects(b)), peers)
}

fn round(bench: &mut Bench) -> Result<(), Error> {
    let pairs = balls::in_plane(IN_CACHE);
    let ours = pairs
        .iter()
        .map(|[(a, r), (b, s)]| {
            Ok([Ball::new(Vec2::from_array(*a), *r)?, Ball::new(Vec2::from_array(*b), *s)?])
        })
        .collect::<Result<Vec<[Ball<Vec2>; 2]>, ShapeError>>()?;
    let theirs: Vec<_> = pairs
        .iter()
        .map(|pair| pair.map(|(center, radius)| BoundingSphere::new(Vector::from_array(center), radius)))
        .collect();
    let right: Vec<_> = pairs.iter().map(|pair| truth(balls::gap(pair), ROUNDED)).collect();
    let peers = vec![entry("parry2d BoundingSphere::intersects", &theirs, &right, |[a, b]| a.intersects(b))];
    let name = format!("2D ball–ball, {IN_CACHE} pairs");
    compare(bench, name, entry("impinge", &ours, &right, |[a, b]| a.intersects(b)), peers)
}

fn segment_and_oriented(bench: &mut Bench, count: usize) -> Result<(), Error> {
    let boxes: Vec<Placed2> = boxes::in_plane(count).into_iter().map(|[placed, _]| placed).collect();
    let segments = segments::in_plane(count);
    let ours = boxes
        .iter()
        .zip(&segments)
        .map(|(placed, [a, b])| Ok((Segment::new(Vec2::from_array(*a), Vec2::from_array(*b))?, obb(placed)?)))
        .collect::<Result<Vec<(Segment<Vec2>, Obb<Vec2>)>, ShapeError>>()?;
    let theirs: Vec<_> = boxes
        .iter()
        .zip(&segments)
        .map(|(placed, ends)| {
            let [a, b] = ends.map(Vector::from_array);
            (PeerSegment::new(a, b), (pose(placed), cuboid(placed)))
        })
        .collect();
    let right: Vec<_> = ours
        .iter()
        .map(|(segment, obb)| {
            let segment = Zonotope::segment(segment.a().to_f64(), segment.b().to_f64());
            truth(segment.gap(&judged(obb)), ROUNDED)
        })
        .collect();
    let peers = vec![
        entry("parry2d intersection_test", &theirs, &right, |(segment, (pose, cuboid))| {
            query::intersection_test(&Pose::IDENTITY, segment, pose, cuboid)
                .is_ok_and(|found| found.intersecting)
        }),
        entry("parry2d cuboid_segment", &theirs, &right, |(segment, (pose, cuboid))| {
            details::intersection_test_cuboid_segment(&pose.inverse(), cuboid, segment)
        }),
        entry("parry2d Cuboid::cast_ray", &theirs, &right, |(segment, (pose, cuboid))| {
            cuboid.cast_ray(pose, &Ray::new(segment.a, segment.b - segment.a), 1.0, true).is_some()
        }),
    ];
    let name = format!("2D segment–OBB, {count} pairs");
    compare(bench, name, entry("impinge", &ours, &right, |(segment, obb)| segment.intersects(obb)), peers)
}

fn obb(placed: &Placed2) -> Result<Obb<Vec2>, ShapeError> {
    let rotation = Rotation::<Vec2>::from_angle(placed.angle);
    Obb::new(Vec2::from_array(placed.center), Vec2::from_array(placed.half), rotation)
}

fn pose(placed: &Placed2) -> Pose {
    Pose::from_parts(Vector::from_array(placed.center), Turn::new(placed.angle))
}

fn cuboid(placed: &Placed2) -> Cuboid {
    Cuboid::new(Vector::from_array(placed.half))
}

/// Our box for the judge: centre ± half extents along the axes, exactly as given.
fn judged(obb: &Obb<Vec2>) -> Zonotope {
    let (half, axes) = (obb.half_extents().to_f64(), obb.axes());
    let generators = (0..2).map(|i| axes[i].to_f64().map(|x| x * half[i])).collect();
    Zonotope { center: obb.center().to_f64(), generators }
}
