//! In space, against parry3d.

use glam::{Quat, Vec3};
use impinge::math::{Rotation, Vector as _};
use impinge::narrow::Collide;
use impinge::shape::{Aabb, Ball, Obb, Segment, ShapeError};
use parry3d::bounding_volume::{self, BoundingSphere, BoundingVolume};
use parry3d::math::{Pose, Rotation as Quaternion, Vector};
use parry3d::query::{self, Ray, RayCast, details};
use parry3d::shape::{Cuboid, Segment as PeerSegment};

use super::{compare, entry};
use crate::agreement::{ROUNDED, truth};
use crate::error::Error;
use crate::harness::Bench;
use crate::judge::Zonotope;
use crate::workload::boxes::Placed3;
use crate::workload::lattice::{self, Placement};
use crate::workload::{IN_CACHE, STREAMED, balls, boxes, segments};

/// Measures all pairs of shapes.
pub fn run(bench: &mut Bench) -> Result<(), Error> {
    for count in [IN_CACHE, STREAMED] {
        for wanted in [Wanted::Relation, Wanted::Overlap] {
            oriented(bench, wanted, &format!("{count} pairs"), &boxes::in_space(count), ROUNDED)?;
        }
    }
    for placement in Placement::ALL {
        let uncertainty = if placement.is_exact() { 0.0 } else { ROUNDED };
        oriented(
            bench,
            Wanted::Relation,
            placement.label(),
            &lattice::boxes(IN_CACHE, placement),
            uncertainty,
        )?;
    }
    for count in [IN_CACHE, STREAMED] {
        aligned(bench, &format!("{count} pairs"), &boxes::in_space(count))?;
    }
    aligned(bench, Placement::Aligned.label(), &lattice::boxes(IN_CACHE, Placement::Aligned))?;
    for count in [IN_CACHE, STREAMED] {
        round(bench, count)?;
    }
    for count in [IN_CACHE, STREAMED] {
        segment_and_aligned(bench, count)?;
    }
    for count in [IN_CACHE, STREAMED] {
        segment_and_oriented(bench, count)?;
    }
    Ok(())
}

/// What we are asked; peers only know whether boxes overlap.
#[derive(Clone, Copy)]
enum Wanted {
    /// Separate, touching or overlapping.
    Relation,
    /// Do they share a point?
    Overlap,
}

/// OBB–OBB.
fn oriented(
    bench: &mut Bench,
    wanted: Wanted,
    label: &str,
    pairs: &[[Placed3; 2]],
    uncertainty: f64,
) -> Result<(), Error> {
    let ours = pairs
        .iter()
        .map(|[a, b]| Ok([obb(a)?, obb(b)?]))
        .collect::<Result<Vec<[Obb<Vec3>; 2]>, ShapeError>>()?;
    let theirs: Vec<_> =
        pairs.iter().map(|pair| pair.map(|placed| (pose(&placed), cuboid(&placed)))).collect();
    let right: Vec<_> = ours.iter().map(|[a, b]| truth(judged(a).gap(&judged(b)), uncertainty)).collect();
    let right_for_theirs: Vec<_> = pairs
        .iter()
        .map(|[a, b]| truth(judged_by_quaternion(a).gap(&judged_by_quaternion(b)), uncertainty))
        .collect();
    let peers = vec![
        entry("parry3d intersection_test", &theirs, &right_for_theirs, |[(pose_a, a), (pose_b, b)]| {
            query::intersection_test(pose_a, a, pose_b, b).is_ok_and(|found| found.intersecting)
        }),
        entry("parry3d cuboid_cuboid", &theirs, &right_for_theirs, |[(pose_a, a), (pose_b, b)]| {
            details::intersection_test_cuboid_cuboid(&pose_a.inv_mul(pose_b), a, b)
        }),
    ];
    let (question, own) = match wanted {
        Wanted::Relation => ("relation", entry("impinge", &ours, &right, |[a, b]| a.relation(b) as u8)),
        Wanted::Overlap => ("overlap", entry("impinge", &ours, &right, |[a, b]| a.intersects(b))),
    };
    compare(bench, format!("OBB–OBB {question}, {label}"), own, peers)
}

/// AABB–AABB, around the same boxes without their rotations.
fn aligned(bench: &mut Bench, label: &str, pairs: &[[Placed3; 2]]) -> Result<(), Error> {
    let corners: Vec<[[Vec3; 2]; 2]> = pairs.iter().map(|pair| pair.map(|placed| corners(&placed))).collect();
    let ours = corners
        .iter()
        .map(|[[a, b], [c, d]]| Ok([Aabb::new(*a, *b)?, Aabb::new(*c, *d)?]))
        .collect::<Result<Vec<[Aabb<Vec3>; 2]>, ShapeError>>()?;
    let theirs: Vec<[bounding_volume::Aabb; 2]> = corners
        .iter()
        .map(|pair| pair.map(|[min, max]| bounding_volume::Aabb::new(vector(min), vector(max))))
        .collect();
    let right: Vec<_> = corners
        .iter()
        .map(|[a, b]| {
            let apart = (0..3).any(|axis| a[1][axis] < b[0][axis] || b[1][axis] < a[0][axis]);
            Some(!apart)
        })
        .collect();
    let peers = vec![entry("parry3d Aabb::intersects", &theirs, &right, |[a, b]| a.intersects(b))];
    compare(
        bench,
        format!("AABB–AABB, {label}"),
        entry("impinge", &ours, &right, |[a, b]| a.intersects(b)),
        peers,
    )
}

/// Ball–ball.
fn round(bench: &mut Bench, count: usize) -> Result<(), Error> {
    let pairs = balls::in_space(count);
    let ours = pairs
        .iter()
        .map(|[(a, r), (b, s)]| {
            Ok([Ball::new(Vec3::from_array(*a), *r)?, Ball::new(Vec3::from_array(*b), *s)?])
        })
        .collect::<Result<Vec<[Ball<Vec3>; 2]>, ShapeError>>()?;
    let theirs: Vec<[BoundingSphere; 2]> = pairs
        .iter()
        .map(|pair| pair.map(|(center, radius)| BoundingSphere::new(Vector::from_array(center), radius)))
        .collect();
    let right: Vec<_> = pairs.iter().map(|pair| truth(balls::gap(pair), ROUNDED)).collect();
    let peers = vec![entry("parry3d BoundingSphere::intersects", &theirs, &right, |[a, b]| a.intersects(b))];
    compare(
        bench,
        format!("ball–ball, {count} pairs"),
        entry("impinge", &ours, &right, |[a, b]| a.intersects(b)),
        peers,
    )
}

/// Segment–AABB. (`Aabb::clip_segment` is left out: it clips the line, and finds segments that end before the
/// box.)
fn segment_and_aligned(bench: &mut Bench, count: usize) -> Result<(), Error> {
    let boxes: Vec<[Vec3; 2]> = boxes::in_space(count).iter().map(|[placed, _]| corners(placed)).collect();
    let segments = segments::in_space(count);
    let ours = boxes
        .iter()
        .zip(&segments)
        .map(|([min, max], segment)| Ok((own_segment(segment)?, Aabb::new(*min, *max)?)))
        .collect::<Result<Vec<(Segment<Vec3>, Aabb<Vec3>)>, ShapeError>>()?;
    let theirs: Vec<_> = boxes
        .iter()
        .zip(&segments)
        .map(|([min, max], segment)| {
            (peer_segment(segment), bounding_volume::Aabb::new(vector(*min), vector(*max)))
        })
        .collect();
    let right: Vec<_> = ours
        .iter()
        .map(|(segment, bounds)| {
            let bounds = Zonotope::between(bounds.min().to_f64(), bounds.max().to_f64());
            truth(judged_segment(segment).gap(&bounds), ROUNDED)
        })
        .collect();
    let peers = vec![
        entry("parry3d Aabb::cast_local_ray", &theirs, &right, |(segment, bounds)| {
            bounds.cast_local_ray(&Ray::new(segment.a, segment.b - segment.a), 1.0, true).is_some()
        }),
        entry("parry3d aabb_segment", &theirs, &right, |(segment, bounds)| {
            details::intersection_test_aabb_segment(bounds, segment)
        }),
        entry("parry3d clip_aabb_line", &theirs, &right, |(segment, bounds)| {
            details::clip_aabb_line(bounds, segment.a, segment.b - segment.a)
                .is_some_and(|(near, _)| near.0 <= 1.0)
        }),
    ];
    let name = format!("segment–AABB, {count} pairs");
    compare(
        bench,
        name,
        entry("impinge", &ours, &right, |(segment, bounds)| segment.intersects(bounds)),
        peers,
    )
}

/// Segment–OBB.
fn segment_and_oriented(bench: &mut Bench, count: usize) -> Result<(), Error> {
    let boxes: Vec<Placed3> = boxes::in_space(count).into_iter().map(|[placed, _]| placed).collect();
    let segments = segments::in_space(count);
    let ours = boxes
        .iter()
        .zip(&segments)
        .map(|(placed, segment)| Ok((own_segment(segment)?, obb(placed)?)))
        .collect::<Result<Vec<(Segment<Vec3>, Obb<Vec3>)>, ShapeError>>()?;
    let theirs: Vec<_> = boxes
        .iter()
        .zip(&segments)
        .map(|(placed, segment)| (peer_segment(segment), (pose(placed), cuboid(placed))))
        .collect();
    let right: Vec<_> =
        ours.iter().map(|(segment, obb)| truth(judged_segment(segment).gap(&judged(obb)), ROUNDED)).collect();
    let right_for_theirs: Vec<_> = ours
        .iter()
        .zip(&boxes)
        .map(|((segment, _), placed)| {
            truth(judged_segment(segment).gap(&judged_by_quaternion(placed)), ROUNDED)
        })
        .collect();
    let peers = vec![
        entry("parry3d intersection_test", &theirs, &right_for_theirs, |(segment, (pose, cuboid))| {
            query::intersection_test(&Pose::IDENTITY, segment, pose, cuboid)
                .is_ok_and(|found| found.intersecting)
        }),
        entry("parry3d cuboid_segment", &theirs, &right_for_theirs, |(segment, (pose, cuboid))| {
            details::intersection_test_cuboid_segment(&pose.inverse(), cuboid, segment)
        }),
        entry("parry3d Cuboid::cast_ray", &theirs, &right_for_theirs, |(segment, (pose, cuboid))| {
            cuboid.cast_ray(pose, &Ray::new(segment.a, segment.b - segment.a), 1.0, true).is_some()
        }),
    ];
    let name = format!("segment–OBB, {count} pairs");
    compare(bench, name, entry("impinge", &ours, &right, |(segment, obb)| segment.intersects(obb)), peers)
}

fn obb(placed: &Placed3) -> Result<Obb<Vec3>, ShapeError> {
    let rotation = Rotation::<Vec3>::from_quaternion(Quat::from_array(placed.quaternion))?;
    Obb::new(Vec3::from_array(placed.center), Vec3::from_array(placed.half), rotation)
}

fn own_segment([a, b]: &[[f32; 3]; 2]) -> Result<Segment<Vec3>, ShapeError> {
    Segment::new(Vec3::from_array(*a), Vec3::from_array(*b))
}

fn pose(placed: &Placed3) -> Pose {
    Pose::from_parts(Vector::from_array(placed.center), Quaternion::from_array(placed.quaternion))
}

fn cuboid(placed: &Placed3) -> Cuboid {
    Cuboid::new(Vector::from_array(placed.half))
}

fn peer_segment([a, b]: &[[f32; 3]; 2]) -> PeerSegment {
    PeerSegment::new(Vector::from_array(*a), Vector::from_array(*b))
}

/// The box along the axes with the same middle and extents, the same rounded corners for all.
fn corners(placed: &Placed3) -> [Vec3; 2] {
    let (center, half) = (Vec3::from_array(placed.center), Vec3::from_array(placed.half));
    [center - half, center + half]
}

/// Between the versions of glam that we and the peer use.
fn vector(point: Vec3) -> Vector {
    Vector::from_array(point.to_array())
}

/// Our box for the judge: centre ± half extents along the axes, exactly as given.
fn judged(obb: &Obb<Vec3>) -> Zonotope {
    let (half, axes) = (obb.half_extents().to_f64(), obb.axes());
    let generators = (0..3).map(|i| axes[i].to_f64().map(|x| x * half[i])).collect();
    Zonotope { center: obb.center().to_f64(), generators }
}

/// The peer's box for the judge: turned by the quaternion, at unit length, in `f64`.
fn judged_by_quaternion(placed: &Placed3) -> Zonotope {
    let [x, y, z, w] = placed.quaternion.map(f64::from);
    let s = 2.0 / (x * x + y * y + z * z + w * w);
    let axes = [
        [1.0 - s * (y * y + z * z), s * (x * y + w * z), s * (x * z - w * y)],
        [s * (x * y - w * z), 1.0 - s * (x * x + z * z), s * (y * z + w * x)],
        [s * (x * z + w * y), s * (y * z - w * x), 1.0 - s * (x * x + y * y)],
    ];
    let half = placed.half.map(f64::from);
    let generators = (0..3).map(|i| axes[i].map(|x| x * half[i])).collect();
    Zonotope { center: placed.center.map(f64::from), generators }
}

fn judged_segment(segment: &Segment<Vec3>) -> Zonotope {
    Zonotope::segment(segment.a().to_f64(), segment.b().to_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(right: impl Iterator<Item = f64>) -> f64 {
        let gaps: Vec<f64> = right.collect();
        gaps.iter().filter(|&&gap| gap <= 0.0).count() as f64 / gaps.len() as f64
    }

    #[test]
    fn about_half_of_the_pairs_meet() -> Result<(), ShapeError> {
        let pairs = boxes::in_space(20_000);
        let meet = share(pairs.iter().map(|[a, b]| judged_by_quaternion(a).gap(&judged_by_quaternion(b))));
        assert!((meet - 0.5).abs() < 0.1, "oriented boxes: {meet}");

        let aligned = |placed: &Placed3| {
            let [min, max] = corners(placed);
            Zonotope::between(min.to_f64(), max.to_f64())
        };
        let meet = share(pairs.iter().map(|[a, b]| aligned(a).gap(&aligned(b))));
        assert!((meet - 0.5).abs() < 0.05, "aligned boxes: {meet}");

        let segments = segments::in_space(20_000).iter().map(own_segment).collect::<Result<Vec<_>, _>>()?;
        let near = segments.iter().zip(&pairs);
        let meet = share(near.map(|(segment, [a, _])| judged_segment(segment).gap(&judged_by_quaternion(a))));
        assert!((meet - 0.5).abs() < 0.05, "segments: {meet}");
        Ok(())
    }

    #[test]
    fn both_views_of_a_rotation_agree() -> Result<(), ShapeError> {
        for [a, b] in boxes::in_space(100) {
            let by_axes = judged(&obb(&a)?).gap(&judged(&obb(&b)?));
            let by_quaternion = judged_by_quaternion(&a).gap(&judged_by_quaternion(&b));
            assert!((by_axes - by_quaternion).abs() < 1e-5, "{by_axes} {by_quaternion}");
        }
        Ok(())
    }

    #[test]
    fn many_boxes_on_the_lattice_touch() {
        let pairs = lattice::boxes(IN_CACHE, Placement::Aligned);
        assert_eq!(pairs.len(), IN_CACHE);
        let gaps: Vec<f64> =
            pairs.iter().map(|[a, b]| judged_by_quaternion(a).gap(&judged_by_quaternion(b))).collect();
        assert!(gaps.iter().filter(|&&gap| gap == 0.0).count() > IN_CACHE / 10);
        let moved = lattice::boxes(IN_CACHE, Placement::Moved);
        let moved_gaps: Vec<f64> =
            moved.iter().map(|[a, b]| judged_by_quaternion(a).gap(&judged_by_quaternion(b))).collect();
        assert_eq!(gaps, moved_gaps);
    }
}
