//! Edges that only divide a surface have no normals of their own, and stop nobody who slides over them.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{AnyShape, Compound, HeightField, Polyline, SurfaceMesh};
use impinge::math::{Pose, Scalar, Vector};
use impinge::prelude::*;
use impinge::shape::{Aabb, Ball, Capsule, Hull, Mesh, Obb, Segment, Triangle};
use impinge::sweep::{MoveAndSlideOptions, ShapeCastHit, cast_shape, move_and_slide};
use impinge_tests::demand;

use super::Tested;
use crate::sample::{Random, Turn};

const CELLS: usize = 8;
const SKIN: f64 = 0.02;

fn scalar<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

/// A point over the ground, or on it.
fn at<V: Vector>(x: f64, y: f64, z: f64) -> V {
    V::from_f64([x, y, z])
}

/// Ground over a square of 8 × 8 cells of size 1, each cut along one of its diagonals.
fn ground<V: Vector>(random: &mut Random, height: impl Fn(&mut Random, f64, f64) -> f64) -> Mesh<V> {
    let side = CELLS + 1;
    let corners = (0..side * side).map(|i| {
        let (x, z) = ((i % side) as f64, (i / side) as f64);
        at::<V>(x, height(random, x, z), z)
    });
    let corners: Vec<V> = corners.collect();
    let mut triangles = Vec::new();
    for cell in 0..CELLS * CELLS {
        let first = (cell % CELLS + cell / CELLS * side) as u32;
        let [a, b, c, d] = [first, first + 1, first + side as u32 + 1, first + side as u32];
        triangles.extend(if random.signed() > 0.0 { [[a, c, b], [a, d, c]] } else { [[a, d, b], [b, d, c]] });
    }
    Mesh::new(corners, triangles).expect("corners are finite")
}

fn triangles_of<V: Vector>(mesh: &Mesh<V>) -> Vec<Triangle<V>> {
    (0..mesh.triangles().len()).map(|number| mesh.triangle(number as u32)).collect()
}

/// A ball, box, capsule or hull, turned at random, around the origin.
fn some_shape<V: Turn>(random: &mut Random, kind: usize) -> AnyShape<V> {
    let mut size = || scalar::<V>(0.1 + 0.4 * random.signed().abs());
    let (a, b) = (size(), size());
    match kind % 4 {
        0 => Ball::new(V::ZERO, a).expect("finite").into(),
        1 => Obb::new(V::ZERO, V::from_fn(|axis| if axis == 0 { a } else { b }), V::turn(random))
            .expect("finite")
            .into(),
        2 => {
            let end = random.direction::<V>().get() * b;
            Capsule::new(-end, end, a).expect("finite").into()
        }
        _ => Hull::new(&(0..8).map(|_| random.vector(0.5)).collect::<Vec<V>>()).expect("finite").into(),
    }
}

/// How far the normal of a hit is from those of the surface there: how much that rises beyond the plane of
/// the hit, as a slope, or else the angle to the nearest face; 0 if it stays behind.
fn off<V: Vector>(hit: &ShapeCastHit<V>, triangles: &[Triangle<V>]) -> f64 {
    let here = Ball::new(hit.point, V::Scalar::ZERO).expect("finite");
    let normal = hit.normal.get().to_double();
    let around = || triangles.iter().filter(|triangle| triangle.distance(&here).into() < 1e-5);
    let faces = around().map(|triangle| {
        let [a, b, c] = triangle.points().map(V::to_double);
        let across = (b - a).perpendicular(c - a);
        let across = across * (1.0 / across.length());
        (across - normal).length().min((across + normal).length())
    });
    let face = faces.fold(f64::INFINITY, f64::min);
    let slopes = around().flat_map(|triangle| triangle.points()).map(|corner| {
        let way = (corner - hit.point).to_double();
        let length = way.length();
        if length < 1e-2 { 0.0 } else { normal.dot(way) / length }
    });
    slopes.fold(0.0, f64::max).min(face)
}

/// Casts shapes down at ground; of how many were the triangles hit with a normal that the surface does not
/// have?
fn check_casts<V: Turn>(seed: u64, height: impl Fn(&mut Random, f64, f64) -> f64) -> usize {
    let mut random = Random::new(seed);
    let mut ghosts = 0;
    for round in 0..8 {
        let mesh = ground::<V>(&mut random, &height);
        let triangles = triangles_of(&mesh);
        let surface = SurfaceMesh::new(mesh);
        let nested = Compound::new([(surface.clone().into(), Pose::identity())]).expect("finite");
        for kind in 0..160 {
            // Steep and nearly along the ground.
            let up = if kind % 2 == 0 { 3.0 } else { 1.4 };
            let start: V = at(4.0 + 3.0 * random.signed(), up, 4.0 + 3.0 * random.signed());
            let aim: V = at(4.0 + 3.0 * random.signed(), up - 3.0 + up, 4.0 + 3.0 * random.signed());
            let shape = some_shape::<V>(&mut random, kind).at(&Pose::from_translation(start));
            let motion = aim - start;
            let raw = cast_shape(&shape, motion, triangles.as_slice(), scalar::<V>(SKIN));
            let hit = cast_shape(&shape, motion, &surface, scalar::<V>(SKIN));
            assert_eq!(raw.map(|hit| hit.time), hit.map(|hit| hit.time), "{shape:?} by {motion:?}");
            let Some(hit) = hit else { continue };
            assert!(off(&hit, &triangles) < 1.2e-3, "{hit:?} of {shape:?} by {motion:?}");
            ghosts += usize::from(raw.is_some_and(|raw| off(&raw, &triangles) > 1.2e-3));
            if round == 0 {
                // What has parts itself says no more than where they are.
                let found = cast_shape(&shape, motion, &nested, scalar::<V>(SKIN)).expect("it is the same");
                let off = (found.normal.get() - hit.normal.get()).to_double().length();
                assert!(found.time == hit.time && off < 1e-5, "{found:?} instead of {hit:?}");
            }
        }
    }
    ghosts
}

#[test]
fn casts_meet_surfaces_and_not_their_inner_edges() {
    let flat = |_: &mut Random, _: f64, _: f64| 0.0;
    // Four corners of a cell are in a plane, and the edges between cells bend.
    let dome = |_: &mut Random, x: f64, z: f64| -0.03 * ((x - 4.0).powi(2) + (z - 4.0).powi(2));
    let rough = |random: &mut Random, _: f64, _: f64| 0.3 * random.signed();
    let ghosts = [
        check_casts::<DVec3>(1, flat),
        check_casts::<Vec3>(2, flat),
        check_casts::<DVec3>(3, dome),
        check_casts::<Vec3>(4, dome),
        check_casts::<DVec3>(5, rough),
        check_casts::<Vec3>(6, rough),
    ];
    assert!(ghosts.iter().sum::<usize>() > 20, "{ghosts:?}: the triangles alone would do");
}

#[test]
fn a_line_is_met_and_not_its_inner_corners() -> Tested {
    let mut random = Random::new(7);
    let line = Polyline::new_open((0..40).map(|i| DVec2::new(8.0 - 0.2 * f64::from(i), 0.0)).collect())?;
    let ground = HeightField::<DVec2>::new(vec![0.0; 41], 41, [0.2, 0.2])?;
    for kind in 0..400 {
        let start = DVec2::new(4.0 + 2.0 * random.signed(), 4.0);
        let shape = some_shape::<DVec2>(&mut random, kind).at(&Pose::from_translation(start));
        let motion = DVec2::new(2.0 * random.signed(), -6.0);
        for hit in [cast_shape(&shape, motion, &line, SKIN), cast_shape(&shape, motion, &ground, SKIN)] {
            let hit = hit.ok_or("it falls to the ground")?;
            assert!(hit.normal.get().x.abs() < 1e-3, "{hit:?} of {shape:?} by {motion:?}");
        }
    }
    Ok(())
}

/// Whatever lands on flat ground slides on, at its height, with nothing in its way.
#[test]
fn slides_over_flat_ground_meet_it_once() -> Tested {
    let mut random = Random::new(8);
    let options = MoveAndSlideOptions::<DVec3>::new(0.1)?;
    let mut stopped = 0;
    for kind in 0..1000 {
        let mesh = ground::<DVec3>(&mut random, |_, _, _| 0.0);
        let triangles = triangles_of(&mesh);
        let surface = SurfaceMesh::new(mesh);
        let start = DVec3::new(2.0 + random.signed(), 1.2, 2.0 + random.signed());
        let shape = some_shape::<DVec3>(&mut random, kind).at(&Pose::from_translation(start));
        let motion = DVec3::new(3.0, -2.5 - random.signed(), 3.0 * random.signed().abs());
        let expected = motion * DVec3::new(1.0, 0.0, 1.0);
        let off = |translation: DVec3| ((translation - expected) * DVec3::new(1.0, 0.0, 1.0)).length();
        let end = move_and_slide(&shape, motion, &surface, &options);
        assert!(end.hits().len() <= 1 && off(end.translation) < 2e-4, "{end:?} of {shape:?} by {motion:?}");
        let raw = move_and_slide(&shape, motion, triangles.as_slice(), &options);
        stopped += usize::from(raw.hits().len() > 1 || off(raw.translation) > 2e-4);
    }
    assert!(stopped > 10, "{stopped} of 1000 would have been stopped by triangles that are no surface");
    Ok(())
}

/// Out of the ground is up, and in it along it, not out of a triangle and into the next.
#[test]
fn what_is_sunk_in_flat_ground_comes_up_or_slides_on() -> Tested {
    let options = MoveAndSlideOptions::<Vec3>::new(0.01)?;
    let stays = options.with_push_out(false);
    let ground = HeightField::<Vec3>::new(vec![0.0; 20 * 20], 20, [0.45, 0.45])?;
    let mut random = Random::new(9);
    for case in 0..200 {
        let corner = Vec3::new(3.0, -0.1, 3.0) + random.vector::<Vec3>(2.0) * Vec3::new(1.0, 0.0, 1.0);
        let size = Vec3::splat(0.3) + (random.vector::<Vec3>(0.9)).abs();
        let sunk = Aabb::new(corner, corner + size)?;
        let end = move_and_slide(&sunk, Vec3::ZERO, &ground, &options);
        assert!((end.translation - Vec3::Y * 0.11).length() < 1e-3, "{end:?} of {sunk:?}");
        let motion = random.vector::<Vec3>(0.9) * Vec3::new(1.0, 0.0, 1.0);
        let end = move_and_slide(&sunk, motion, &ground, &stays);
        assert!((end.translation - motion).length() < 1e-3, "{case}: {end:?} of {sunk:?} by {motion:?}");
        assert!((end.depth - 0.1).abs() < 1e-3, "{end:?}");
        let hit = cast_shape(&sunk, motion - Vec3::Y, &ground, 0.01).ok_or("it is in the ground")?;
        assert_eq!((hit.time, hit.normal.get()), (0.0, Vec3::Y), "{sunk:?}");
    }
    // Nor is it stopped by the ground ahead that starts too near to it.
    let near = Ball::new(Vec3::new(2.0, 1.003, 2.0), 1.0)?;
    assert!(cast_shape(&near, Vec3::new(4.0, 0.0, 1.0), &ground, 0.01).is_none());
    // Not in the wall at the end of it.
    let steps = Polyline::new_open(vec![
        Vec2::new(9.0, 2.0),
        Vec2::new(3.0, 2.0),
        Vec2::new(3.0, 0.0),
        Vec2::new(2.0, 0.0),
        Vec2::ZERO,
    ])?;
    let stays = MoveAndSlideOptions::<Vec2>::new(0.01)?.with_push_out(false);
    let sunk = Aabb::new(Vec2::new(0.5, -0.1), Vec2::new(1.5, 1.0))?;
    let end = move_and_slide(&sunk, Vec2::X * 9.0, &steps, &stays);
    assert!((end.translation - Vec2::X * 1.49).length() < 1e-3, "{end:?}");
    Ok(())
}

/// Who starts within a skin of a surface goes over its inner edges, and never into it: a rod across three
/// triangles, and random ones over hills.
#[test]
fn nothing_is_passed_for_an_inner_edge() -> Tested {
    let corners = [
        [2.7213, 1.4362, -2.0283],
        [2.7213, 1.3737, -1.9033],
        [3.2213, 1.5182, -1.9033],
        [3.2213, 1.4781, -2.0283],
        [3.7213, 1.5612, -1.9033],
        [3.7213, 1.4362, -2.0283],
    ];
    let triangles = vec![[0, 1, 2], [3, 2, 4], [3, 4, 5]];
    let strip = SurfaceMesh::new(Mesh::new(corners.map(DVec3::from_array).to_vec(), triangles)?);
    let rod = Segment::new(DVec3::new(3.2911, 1.4413, -1.9175), DVec3::new(3.3419, 1.8372, -0.4485))?;
    let motion = DVec3::new(-0.6288, -0.104, -0.1554);
    // It is 0.074 away, and in one of them after 0.79 of the way.
    let hit = cast_shape(&rod, motion, &strip, 0.1).ok_or("it is in the way")?;
    assert!((hit.time - 0.3367).abs() < 1e-3, "{hit:?}");
    let end = move_and_slide(&rod, motion, &strip, &MoveAndSlideOptions::new(0.1)?);
    let rod = AnyShape::from(rod);
    let distance = |by: DVec3| rod.at(&Pose::from_translation(by)).distance(&strip);
    assert!(distance(end.translation) > 0.045, "{end:?}");
    check_starts_within_a_skin::<DVec3>(11);
    check_starts_within_a_skin::<Vec3>(12);
    Ok(())
}

/// Rods and boxes, placed at a part of the skin above hills and moved along them, come no nearer than half
/// the skin, or than they were.
fn check_starts_within_a_skin<V: Turn>(seed: u64) {
    let mut random = Random::new(demand::seed(seed));
    let skin = 0.1;
    let mut met = 0;
    for case in 0..demand::cases("IMPINGE_LEVELS", 150) {
        let hills = |random: &mut Random, _: f64, _: f64| 0.15 * random.signed();
        let surface = SurfaceMesh::new(ground::<V>(&mut random, hills));
        for _ in 0..8 {
            let [x, z] = [(); 2].map(|()| 4.0 + 2.0 * random.signed());
            let rod = random.vector::<V>(0.7);
            let shape = match case % 3 {
                0 => some_shape::<V>(&mut random, 1),
                _ => Segment::new(-rod, rod).expect("finite").into(),
            };
            let placed = |at: V| shape.at(&Pose::from_translation(at));
            let gap = |at: V| -> f64 { placed(at).closest_points(&surface).distance.into() };
            // Down to where it is as near as that.
            let wanted = skin * (0.3 + 0.35 * (random.signed() + 1.0));
            let (mut low, mut high) = (-1.0, 3.0);
            for _ in 0..40 {
                let middle = 0.5 * (low + high);
                if gap(at(x, middle, z)) > wanted { high = middle } else { low = middle }
            }
            let start: V = at(x, high, z);
            let motion = random.vector::<V>(0.7) * scalar::<V>(1.0);
            let [along, up, across] = motion.to_f64();
            let motion: V = at(along, 0.2 * up, across);
            let hit = cast_shape(&placed(start), motion, &surface, scalar::<V>(skin));
            met += usize::from(hit.is_some());
            let least = gap(start).min(0.5 * skin) - 0.05 * skin;
            let free = hit.map_or(motion, |hit| hit.translation);
            for step in 0..=12 {
                let on_the_way = start + free * scalar::<V>(f64::from(step) / 12.0);
                let gap = gap(on_the_way);
                assert!(
                    gap >= least,
                    "{gap} for {least}: {shape:?} at {start:?} by {motion:?}: {hit:?}, {case}"
                );
            }
        }
    }
    assert!(met > 100, "{met} stops");
}
