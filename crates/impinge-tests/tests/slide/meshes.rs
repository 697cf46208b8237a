//! Shapes cast at a mesh, through its tree: the same as at all its triangles one by one, in any order, but
//! for their inner edges; and what is promised.

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::compound::{Compound, SurfaceMesh};
use impinge::math::{Pose, Scalar, Vector};
use impinge::prelude::*;
use impinge::shape::{Ball, Mesh, Obb, ShapeRef, Triangle};
use impinge::sweep::{BackfaceCulling, ShapeCastHit, cast_shape};

use crate::sample::{Random, Sample, Turn, one_of_each, one_of_each_of_parts};

fn scalar<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

/// Triangles between corners on a small lattice or anywhere: they share edges, coincide, are slivers or
/// points, and leave holes.
fn mesh<V: Turn>(random: &mut Random, scale: f64, offset: V) -> Mesh<V> {
    let is_lattice = random.signed() > 0.0;
    let corners: Vec<V> = (0..30)
        .map(|_| {
            let corner: V = random.vector(3.0 * scale);
            let step = if is_lattice { 0.75 * scale } else { 3e-6 * scale };
            offset + V::from_fn(|axis| scalar::<V>((corner[axis].into() / step).round() * step))
        })
        .collect();
    let mut number = || (random.signed().abs() * 29.99) as u32;
    let triangles = (0..60).map(|_| [number(), number(), number()]).collect();
    Mesh::new(corners, triangles).expect("corners are finite")
}

/// The triangles as they are placed.
fn placed<V: Vector>(mesh: &Mesh<V>, pose: &Pose<V>) -> Vec<Triangle<V>> {
    let triangle =
        |number: usize| mesh.triangle(number as u32).points().map(|point| pose.transform_point(point));
    (0..mesh.triangles().len()).filter_map(|number| Triangle::new(triangle(number)).ok()).collect()
}

/// Does a triangle share the corners that are furthest along a normal with another that gets further?
fn is_inner_edge<V: Vector>(triangles: &[Triangle<V>], hit: &ShapeCastHit<V>) -> bool {
    let normal = hit.normal.get().to_double();
    let rise = |from: V, to: V| {
        let way = to.to_double() - from.to_double();
        normal.dot(way) / way.abs().max_element().max(f64::MIN_POSITIVE)
    };
    let corners = triangles[hit.obstacle as usize].points();
    let highest =
        corners.into_iter().reduce(|high, corner| if rise(high, corner) > 0.0 { corner } else { high });
    let highest = highest.expect("three corners");
    let level: Vec<V> = corners.into_iter().filter(|&corner| rise(highest, corner) > -2e-3).collect();
    let mut sharing = triangles.iter().map(|other| other.points());
    sharing.any(|other| {
        level.iter().all(|corner| other.contains(corner))
            && other.iter().any(|&corner| rise(highest, corner) > 0.9e-3)
    })
}

/// Is a hit at a mesh what was found at its triangles? The normal may be another at an edge that only divides
/// the surface, and whoever is in the surface at the start may go further over such edges.
fn check_same<V: Vector>(
    found: Option<ShapeCastHit<V>>,
    expected: Option<ShapeCastHit<V>>,
    triangles: &[Triangle<V>],
    start: ShapeRef<'_, V>,
    what: &str,
) {
    let is_met = |triangle: &Triangle<V>| start.distance(triangle) == V::Scalar::ZERO;
    if triangles.iter().any(is_met) {
        let time = |hit: Option<ShapeCastHit<V>>| hit.map_or(V::Scalar::INFINITY, |hit| hit.time);
        return assert!(time(found) >= time(expected), "{what}: {found:?}, but {expected:?}");
    }
    assert_eq!(
        found.map(|hit| hit.time),
        expected.map(|hit| hit.time),
        "{what}: {found:?}, but {expected:?}"
    );
    if found != expected {
        let is_ghost = expected.is_some_and(|hit| is_inner_edge(triangles, &hit));
        assert!(is_ghost, "{what}: {found:?}, but {expected:?}");
    }
}

/// Asks the mesh, its triangles, and its triangles the other way round.
fn same<V: Turn>(
    shape: ShapeRef<'_, V>,
    motion: V,
    mesh: &Mesh<V>,
    pose: Pose<V>,
    skin: f64,
    what: &str,
) -> Option<ShapeCastHit<V>> {
    let surface = SurfaceMesh::new(mesh.clone()).at(&pose);
    let mut triangles = placed(mesh, &pose);
    assert_eq!(triangles.len(), mesh.triangles().len());
    let found = cast_shape(&shape, motion, &surface, scalar::<V>(skin));
    let expected = cast_shape(&shape, motion, triangles.as_slice(), scalar::<V>(skin));
    let as_obstacle = found.map(|hit| ShapeCastHit { obstacle: hit.part, part: 0, ..hit });
    check_same(as_obstacle, expected, &triangles, shape, &format!("{what}, moved by {motion:?}"));
    triangles.reverse();
    let reversed = cast_shape(&shape, motion, triangles.as_slice(), scalar::<V>(skin));
    assert_eq!(reversed.map(|hit| hit.time), expected.map(|hit| hit.time), "{what} in another order");
    found
}

/// Of a shape that is not near at the start: is it stopped a skin away, and comes no nearer than half of it?
fn check_promise<V: Turn>(
    shape: &Sample<V>,
    motion: V,
    triangles: &[Triangle<V>],
    hit: Option<ShapeCastHit<V>>,
    skin: f64,
) {
    let distance = |share: f64| {
        let moved = shape.moved(motion * scalar::<V>(share));
        let distances = triangles.iter().map(|triangle| moved.shape_ref().distance(triangle).into());
        distances.fold(f64::INFINITY, f64::min)
    };
    if distance(0.0) < 2.0 * skin {
        return;
    }
    let end: f64 = hit.map_or(1.0, |hit| hit.time.into());
    for step in 0..=24 {
        let share = end * f64::from(step) / 24.0;
        assert!(distance(share) > 0.49 * skin, "{} at {share} of {motion:?}: {hit:?}", shape.name());
    }
    if hit.is_some() {
        let gap = distance(end) / skin;
        // In `f32`, coordinates near 100 are rounded by 0.4 % of a skin.
        assert!((gap - 1.0).abs() < 0.02, "{} stopped {gap} skins away", shape.name());
    }
}

fn check<V: Turn>(seed: u64) {
    let mut random = Random::new(seed);
    let mut hits = 0;
    for round in 0..24 {
        let scale = [1.0, 0.3, 3.0, 1.0][round % 4];
        let offset: V = random.vector(if round % 5 == 0 { 100.0 } else { 0.0 });
        let mesh = mesh::<V>(&mut random, scale, V::ZERO);
        let pose = match round % 3 {
            0 => Pose::from_translation(offset),
            _ => Pose { rotation: V::turn(&mut random), translation: offset },
        };
        let shapes = one_of_each::<V>(&mut random).into_iter().chain(one_of_each_of_parts(&mut random));
        for (number, shape) in shapes.enumerate() {
            // Mostly from outside and mostly at the mesh.
            let start: V = random.direction::<V>().get() * scalar::<V>(3.0 + 4.0 * random.signed());
            let shape = shape.moved(offset + start);
            let motion = match (round + number) % 8 {
                0 => V::ZERO,
                1 => random.vector(1e30),
                2 => V::unit_axis(number % V::DIMENSION) * scalar::<V>(9.0),
                _ => (random.vector::<V>(2.0) - start) * scalar::<V>(2.0),
            };
            let skin = [1e-3, 0.05, 0.0][number % 3];
            let hit = same(shape.shape_ref(), motion, &mesh, pose, skin, shape.name());
            hits += u32::from(hit.is_some_and(|hit| hit.time > V::Scalar::ZERO));
            let is_plain =
                number < 16 && !matches!(shape, Sample::Ray(_) | Sample::Plane(_) | Sample::HalfSpace(_));
            let is_short = motion.length() < scalar::<V>(100.0);
            if is_plain && is_short && skin > 0.0 && !matches!(shape, Sample::Custom(..)) && V::DIMENSION == 3
            {
                check_promise(&shape, motion, &placed(&mesh, &pose), hit, skin);
            }
        }
    }
    assert!(hits > 60, "only {hits} hits");
}

#[test]
fn the_tree_of_a_mesh_finds_what_asking_all_triangles_finds() {
    check::<DVec3>(1);
    check::<Vec3>(2);
    check::<DVec2>(3);
    check::<Vec2>(4);
}

fn check_sizes<V: Turn>(seed: u64, sizes: &[f64]) {
    let mut random = Random::new(seed);
    for &size in sizes {
        for round in 0..40 {
            let mesh = mesh::<V>(&mut random, size, V::ZERO);
            let start: V = random.direction::<V>().get() * scalar::<V>(size * (3.0 + 4.0 * random.signed()));
            let extent = scalar::<V>(size * random.size::<f64>());
            let motion = (random.vector::<V>(size) - start) * scalar::<V>(2.0);
            let pose = Pose::from_translation(random.vector(if round % 2 == 0 { 0.0 } else { size }));
            let ball = Ball::new(start, extent).expect("finite");
            same(ball.shape_ref(), motion, &mesh, pose, 0.0, "ball");
            let obb = Obb::new(start, V::splat(extent), V::turn(&mut random)).expect("finite");
            same(obb.shape_ref(), motion, &mesh, pose, 1e-3 * size, "box");
        }
    }
}

/// Where products, squares and at last coordinates leave the floats.
#[test]
fn sizes_do_not_matter_to_casts_at_meshes() {
    check_sizes::<Vec3>(11, &[1e-30, 1e-18, 1e-9, 1e6, 1e13, 1e25, 1e30, 1e37]);
    check_sizes::<DVec3>(12, &[1e-200, 1e-60, 1e-30, 1e9, 1e25, 1e60, 1e140]);
    check_sizes::<Vec2>(13, &[1e-30, 1e30]);
}

/// A ball rolls over the edges of a fine flat floor of triangles: nothing is missed, however many are looked
/// at.
#[test]
fn balls_meet_fine_floors_everywhere() {
    const ACROSS: u32 = 100;
    let corner = |i: u32| Vec3::new((i % ACROSS) as f32, 0.0, (i / ACROSS) as f32);
    let cells =
        (0..(ACROSS - 1) * (ACROSS - 1)).map(|cell| cell % (ACROSS - 1) + cell / (ACROSS - 1) * ACROSS);
    let triangles =
        cells.flat_map(|i| [[i, i + ACROSS, i + 1], [i + 1, i + ACROSS, i + ACROSS + 1]]).collect();
    let floor = Mesh::new((0..ACROSS * ACROSS).map(corner).collect(), triangles).expect("a mesh");
    let surface = SurfaceMesh::new(floor);
    let mut random = Random::new(5);
    for _ in 0..2000 {
        let under = Vec3::new(50.0, 0.0, 50.0) + random.vector::<Vec3>(45.0) * Vec3::new(1.0, 0.0, 1.0);
        let radius: f32 = random.size();
        let ball = Ball::new(under + Vec3::Y * 20.0, radius).expect("finite");
        let slant = random.vector::<Vec3>(4.0) * Vec3::new(1.0, 0.0, 1.0);
        let hit = cast_shape(&ball, Vec3::Y * -25.0 + slant, &surface, 1e-2).expect("a floor");
        let height = 20.0 + hit.translation.y - radius;
        assert!((height - 1e-2).abs() < 1e-4, "{height} above the floor at {hit:?}");
        assert!((hit.normal.get() - Vec3::Y).length() < 1e-3, "{hit:?}");
    }
}

/// What comes from behind passes: the first hit is that at the triangles which look towards the motion, asked
/// alone.
#[test]
fn only_fronts_stop_what_is_asked_for_fronts() {
    let mut random = Random::new(21);
    let (mut hits, mut differences) = (0, 0);
    for _ in 0..150 {
        let mesh = mesh::<DVec3>(&mut random, 1.0, DVec3::ZERO);
        let pose = Pose { rotation: DVec3::turn(&mut random), translation: random.vector(1.0) };
        let start = random.direction::<DVec3>().get() * (3.0 + 4.0 * random.signed());
        let ball = Ball::new(start, random.size()).expect("finite");
        let motion = (random.vector::<DVec3>(2.0) - start) * 2.0;
        let surface = SurfaceMesh::new(mesh.clone()).at(&pose);
        let found = cast_shape(&ball, motion, &BackfaceCulling(&surface), 1e-3);
        let triangles = placed(&mesh, &pose);
        let is_front = |triangle: &Triangle<DVec3>| {
            let [a, b, c] = triangle.points();
            (b - a).cross(c - a).dot(motion) < 0.0
        };
        let fronts: Vec<Triangle<DVec3>> = triangles.iter().copied().filter(is_front).collect();
        let expected = cast_shape(&ball, motion, fronts.as_slice(), 1e-3);
        let numbers: Vec<u32> = (0..60).filter(|&i| is_front(&triangles[i as usize])).collect();
        let expected = expected.map(|hit| ShapeCastHit { obstacle: numbers[hit.obstacle as usize], ..hit });
        let as_obstacle = |hit: Option<ShapeCastHit<DVec3>>| {
            hit.map(|hit| ShapeCastHit { obstacle: hit.part, part: 0, ..hit })
        };
        check_same(as_obstacle(found), expected, &triangles, ball.shape_ref(), "a ball");
        // In a compound as well, where it is a part with parts.
        let compound = Compound::new([(surface.clone().into(), Pose::identity())]).expect("one part");
        let in_compound = cast_shape(&ball, motion, &BackfaceCulling(&compound), 1e-3);
        assert_eq!(in_compound.map(|hit| hit.time), found.map(|hit| hit.time));
        hits += u32::from(found.is_some());
        differences += u32::from(found != cast_shape(&ball, motion, &surface, 1e-3));
    }
    assert!(hits > 50 && differences > 20, "{hits} hits, {differences} otherwise without a difference");
}
