//! Compares the tree with brute force: a test of every triangle.

use std::ops::ControlFlow;

use fearless_simd::{Level, Simd, dispatch};
use glam::{DVec2, DVec3, Vec2, Vec3};
use proptest::prelude::*;

use super::front_to_back::NodeTest;
use super::node::{Child, Node};
use super::pack::Pack;
use super::ray_cast::{CandidateTriangle, RayOrSegment, RayTraversal, RemainingPath};
use super::{BuildQuality, MeshBvh, MeshPair, StoredBvhError, WIDTH};
use crate::math::test_instruction_sets::instruction_sets;
use crate::math::{Pose, Rotation, Scalar, Unit, Vector};
use crate::narrow::{Clip, Query, RayHit, RayOptions, RaySides};
use crate::shape::{Aabb, Ball, Mesh, Ray, Segment};

/// Finds the hit by a test of all triangles in turn.
fn by_brute_force<V: Vector>(
    mesh: &Mesh<V>,
    mut options: RayOptions<V::Scalar>,
    cast: impl Fn(usize, RayOptions<V::Scalar>) -> Option<RayHit<V>>,
) -> Option<RayHit<V>> {
    let mut closest: Option<RayHit<V>> = None;
    for number in 0..mesh.triangles().len() {
        if let Some(hit) = cast(number, options)
            && closest.as_ref().is_none_or(|known| hit.t < known.t)
        {
            options.max = hit.t;
            closest = Some(RayHit { part: number as u32, ..hit });
        }
    }
    closest
}

/// Returns all trees of a mesh: of both qualities, stored and read, and refitted to moved corners.
fn trees<V: Vector>(mesh: &Mesh<V>) -> [MeshBvh<V>; 4] {
    let careful = MeshBvh::new(mesh.clone());
    let stored = MeshBvh::from_bytes(mesh.clone(), &careful.to_bytes()).unwrap();
    let elsewhere = mesh.positions().iter().rev().copied().collect();
    let mut moved = MeshBvh::new(Mesh::new(elsewhere, mesh.triangles().to_vec()).unwrap());
    moved.refit(mesh.clone()).unwrap();
    [careful, MeshBvh::with_build(mesh.clone(), BuildQuality::Fast), stored, moved]
}

fn check<V: Vector>(mesh: &Mesh<V>, ray: &Ray<V>, end: V, sides: RaySides, max: V::Scalar) {
    for tree in trees(mesh) {
        check_tree(&tree, ray, end, sides, max);
    }
}

fn check_tree<V: Vector>(tree: &MeshBvh<V>, ray: &Ray<V>, end: V, sides: RaySides, max: V::Scalar) {
    let mesh = tree.mesh();
    let options = RayOptions { sides, max, ..RayOptions::default() };
    let expected =
        by_brute_force(mesh, options, |number, options| mesh.triangle(number as u32).cast_ray(ray, &options));
    assert_eq!(tree.cast_ray(ray, &options), expected);
    assert_eq!(tree.any_hit(ray, &options), expected.is_some());
    let mut numbers = Vec::new();
    tree.for_each_hit(ray, &options, |hit| numbers.push(hit.part as usize));
    numbers.sort_unstable();
    let all: Vec<usize> = (0..mesh.triangles().len())
        .filter(|&number| mesh.triangle(number as u32).cast_ray(ray, &options).is_some())
        .collect();
    assert_eq!(numbers, all);

    if let Ok(segment) = Segment::new(ray.origin(), end) {
        let options = RayOptions { sides, ..RayOptions::default() };
        let expected = by_brute_force(mesh, options, |number, options| {
            mesh.triangle(number as u32).cast_segment(&segment, &options)
        });
        assert_eq!(tree.cast_segment(&segment, &options), expected);
        assert_eq!(tree.any_segment_hit(&segment, &options), expected.is_some());
        let mut count = 0;
        tree.for_each_segment_hit(&segment, &options, |hit| {
            let triangle = mesh.triangle(hit.part);
            assert_eq!(triangle.cast_segment(&segment, &options).map(|hit| hit.t), Some(hit.t));
            count += 1;
        });
        let any_hit =
            |number: &usize| mesh.triangle(*number as u32).cast_segment(&segment, &options).is_some();
        assert_eq!(count, (0..mesh.triangles().len()).filter(any_hit).count());
    }
}

/// Corners, triangles, the start and a point of a ray, and the sides that it hits.
type Lattice = (Vec<[i8; 3]>, Vec<[u8; 3]>, [[i8; 3]; 2], RaySides);

/// Corners on a small lattice, so that triangles share edges, coincide, are degenerate, and contain points of
/// rays exactly.
fn lattice() -> impl Strategy<Value = Lattice> {
    let point = || prop::array::uniform3(-4i8..=4);
    (
        prop::collection::vec(point(), 3..40),
        prop::collection::vec(prop::array::uniform3(any::<u8>()), 0..80),
        prop::array::uniform2(point()),
        prop::sample::select(vec![RaySides::Both, RaySides::FrontOnly, RaySides::BackOnly]),
    )
}

fn check_lattice<V: Vector>((corners, triangles, [from, to], sides): Lattice, size: f64, offset: f64) {
    let point = |p: [i8; 3]| V::from_f64(p.map(|x| f64::from(x) * size + offset));
    let triangles =
        triangles.iter().map(|t| t.map(|corner| u32::from(corner) % corners.len() as u32)).collect();
    let mesh = Mesh::new(corners.iter().map(|p| point(*p)).collect(), triangles).unwrap();
    let direction = V::from_f64(std::array::from_fn(|axis| f64::from(to[axis]) - f64::from(from[axis])));
    let Ok(direction) = Unit::new(direction) else { return };
    let ray = Ray::new(point(from), direction).unwrap();
    let max = if from[0] > 0 { V::Scalar::from_f64(3.0 * size) } else { V::Scalar::MAX };
    check(&mesh, &ray, point(to), sides, max);
}

proptest! {
    #[test]
    fn tree_finds_the_hits_of_brute_force(input in lattice()) {
        check_lattice::<Vec3>(input.clone(), 1.0, 0.0);
        check_lattice::<DVec3>(input.clone(), 1.0, 0.0);
        check_lattice::<Vec2>(input.clone(), 1.0, 0.0);
        check_lattice::<DVec2>(input, 1.0, 0.0);
    }

    #[test]
    fn tree_is_exact_at_any_size_and_place(input in lattice(), power in -30i32..30, far in -1e3f64..1e3) {
        check_lattice::<Vec3>(input.clone(), 10f64.powi(power), 0.0);
        // Down to the least floats.
        check_lattice::<Vec3>(input.clone(), 10f64.powi(power - 15), 0.0);
        check_lattice::<Vec3>(input.clone(), 0.1, far);
        check_lattice::<DVec3>(input.clone(), 0.1, far * 1e6);
        check_lattice::<DVec3>(input, 10f64.powi(power * 5), 0.0);
    }
}

proptest! {
    /// Damaged bytes are rejected, or make a tree with the same results.
    #[test]
    fn damaged_bytes_cause_no_missed_hit(input in lattice(), at in 0usize..4096, byte in any::<u8>(), is_cut in any::<bool>()) {
        let (corners, triangles, [from, to], _) = input;
        let point = |p: [i8; 3]| Vec3::from_array(p.map(f32::from));
        let triangles: Vec<[u32; 3]> =
            triangles.iter().map(|t| t.map(|corner| u32::from(corner) % corners.len() as u32)).collect();
        let mesh = Mesh::new(corners.iter().map(|p| point(*p)).collect(), triangles).unwrap();
        let mut bytes = MeshBvh::new(mesh.clone()).to_bytes();
        let at = at % bytes.len();
        if is_cut {
            bytes.truncate(at);
            prop_assert!(MeshBvh::from_bytes(mesh, &bytes).is_err());
            return Ok(());
        }
        bytes[at] = byte;
        if let (Ok(tree), Ok(direction)) = (MeshBvh::from_bytes(mesh, &bytes), Unit::new(point(to) - point(from))) {
            let ray = Ray::new(point(from), direction).unwrap();
            check_tree(&tree, &ray, point(to), RaySides::Both, f32::MAX);
        }
    }
}

/// The error of an invalid stored tree names the reason.
#[test]
fn stored_trees_of_another_mesh_are_rejected() {
    let triangle = |x: f32| [Vec3::X * x, Vec3::Y, Vec3::Z];
    let mesh = Mesh::new(triangle(1.0).to_vec(), vec![[0, 1, 2]]).unwrap();
    let bytes = MeshBvh::new(mesh.clone()).to_bytes();
    let read = |bytes: &[u8]| MeshBvh::from_bytes(mesh.clone(), bytes).map(|_| ()).unwrap_err();
    assert_eq!(read(b"OBJ"), StoredBvhError::WrongFormat);
    assert_eq!(read(&[]), StoredBvhError::WrongFormat);
    let expected = bytes.len() as u64;
    assert_eq!(read(&bytes[..bytes.len() - 1]), StoredBvhError::Length { expected, found: expected - 1 });
    // The length reveals counts that would exhaust the memory.
    let mut huge = bytes.clone();
    huge[12..20].fill(0xff);
    assert!(matches!(read(&huge), StoredBvhError::Length { .. }));
    let two = Mesh::new(triangle(1.0).to_vec(), vec![[0, 1, 2], [2, 1, 0]]).unwrap();
    let of_two = MeshBvh::new(two).to_bytes();
    assert_eq!(read(&of_two), StoredBvhError::OtherMesh { tree: 2, mesh: 1 });
    // A node that contains itself.
    let mut in_itself = bytes.clone();
    in_itself[20..24].fill(0);
    assert_eq!(read(&in_itself), StoredBvhError::Corrupt { what: "node", number: 0 });
}

/// A closed ball of triangles with bumps, around the origin.
fn bumpy_sphere(around: usize, down: usize) -> Mesh<Vec3> {
    let ring = |i: usize, j: usize| {
        let (theta, phi) =
            (std::f64::consts::TAU * j as f64 / around as f64, std::f64::consts::PI * i as f64 / down as f64);
        let radius = 10.0 * (1.0 + 0.05 * libm::sin(13.0 * theta) * libm::sin(11.0 * phi));
        let (sin, cos) = (libm::sin(phi), libm::cos(phi));
        DVec3::new(radius * sin * libm::cos(theta), radius * cos, radius * sin * libm::sin(theta)).as_vec3()
    };
    let mut corners = vec![Vec3::Y * 10.0];
    corners.extend((1..down).flat_map(|i| (0..around).map(move |j| ring(i, j))));
    corners.push(Vec3::Y * -10.0);
    let at = |i: usize, j: usize| match i {
        0 => 0,
        i if i == down => (around * (down - 1) + 1) as u32,
        i => ((i - 1) * around + j % around + 1) as u32,
    };
    let mut triangles = Vec::new();
    for i in 0..down {
        for j in 0..around {
            let [a, b, c, d] = [at(i, j), at(i, j + 1), at(i + 1, j), at(i + 1, j + 1)];
            triangles
                .extend([[a, b, c], [b, d, c]].into_iter().filter(|[x, y, z]| x != y && y != z && z != x));
        }
    }
    Mesh::new(corners, triangles).unwrap()
}

/// Rays from inside a closed mesh to all corners and all middles of edges: none passes through.
#[test]
fn no_ray_slips_through_edges_or_corners() {
    let tree = MeshBvh::new(bumpy_sphere(96, 48));
    let mesh = tree.mesh();
    let positions = mesh.positions();
    let middles = mesh.triangles().iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]);
    let middles = middles.map(|(a, b)| (positions[a as usize] + positions[b as usize]) * 0.5);
    let targets: Vec<Vec3> = positions.iter().copied().chain(middles).collect();
    for start in [Vec3::ZERO, Vec3::new(0.3, -1.7, 2.2), Vec3::new(-4.0, 3.0, 1.0)] {
        for &target in &targets {
            let ray = Ray::new(start, Unit::new(target - start).unwrap()).unwrap();
            assert!(tree.cast_ray(&ray, &RayOptions::default()).is_some(), "{ray:?}");
            assert!(tree.any_hit(&ray, &RayOptions::default()), "{ray:?}");
        }
    }
}

/// A segment that ends exactly in a wall, for which rounding enters the box of the wall beyond its end.
#[test]
fn segment_that_ends_in_a_wall_hits_it() {
    let wall = |x: f32| {
        Mesh::new(
            [[-9.0, -9.0], [9.0, -9.0], [4.0, 9.0]].map(|[y, z]| Vec3::new(x, y, z)).to_vec(),
            vec![[0, 1, 2]],
        )
    };
    let a = Vec3::new(0.323_028_9, -0.716_409_15, -0.910_267_65);
    let b = Vec3::new(2.558_057_3, 3.817_986, 0.988_868_06);
    let segment = Segment::new(a, b).unwrap();
    let tree = MeshBvh::new(wall(b.x).unwrap());
    assert!(tree.any_segment_hit(&segment, &RayOptions::default()));
    assert_eq!(tree.cast_segment(&segment, &RayOptions::default()).map(|hit| hit.t), Some(1.0));

    for i in 0..3000 {
        let at = |k: usize| libm::sinf((i * 7 + k) as f32 * 1.7);
        let (a, b) = (Vec3::new(at(1), at(2), at(3)), Vec3::new(4.0 + at(4), 3.0 * at(5), 3.0 * at(6)));
        // Walls at one place, in different packs: the least number is reported.
        let corners = wall(b.x).unwrap().positions().to_vec();
        let walls = Mesh::new(corners, vec![[0, 1, 2]; 9]).unwrap();
        let ray = Ray::new(a, Unit::new(b - a).unwrap()).unwrap();
        check(&walls, &ray, b, RaySides::Both, f32::MAX);
    }
}

/// Needles, and sizes at which products overflow or underflow.
#[test]
fn rounded_weights_exclude_no_triangle() {
    let z = -0.832_985_8;
    let floor =
        [[0.243_280_51, 0.618_859_3, z], [0.011_644_38, 0.785_398_9, z], [0.216_569_48, 0.638_063_7, z]];
    let start = Vec3::new(-0.218_348_71, 0.283_514_74, 1.0);
    let direction = Vec3::new(0.208_724_95, 0.213_952_3, -1.0);
    let ray = Ray::new(start, Unit::new(direction).unwrap()).unwrap();
    let mesh = Mesh::new(floor.map(Vec3::from_array).to_vec(), vec![[0, 1, 2]]).unwrap();
    check(&mesh, &ray, start + direction, RaySides::Both, f32::MAX);

    for corners in [
        [[-1.0, -4.0, 6.0], [3.0, 7.0, 6.0], [-6.0, -8.0, 6.0]],
        [[0.0, 5.0, 6.0], [-1.0, 3.0, 6.0], [1.0, -8.0, 6.0]],
    ] {
        let corners = corners.map(|corner| Vec3::from_array(corner) * 1e-15).to_vec();
        let ray = Ray::new(Vec3::ZERO, Unit::axis(2)).unwrap();
        for part in [0.5, 0.99, 1.0, 1.01] {
            let mesh = Mesh::new(corners.clone(), vec![[0, 1, 2]]).unwrap();
            check(&mesh, &ray, Vec3::Z * 1e-14, RaySides::Both, 6e-15 * part);
        }
    }
    let mesh = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap();
    let start = DVec3::new(0.25, 0.25, 0.0);
    let ray = Ray::new(start, Unit::axis(2)).unwrap();
    check(&mesh, &ray, start + DVec3::Z * 1e-310, RaySides::Both, f64::MAX);
}

/// All instruction sets visit the same triangles.
#[test]
fn ray_hits_are_equal_for_all_instruction_sets() {
    let tree = MeshBvh::new(bumpy_sphere(64, 32));
    let looked_at = |level: Level, ray: &Ray<Vec3>| {
        let line = tree.prepare_path(RayOrSegment::Ray(ray)).unwrap();
        let mut seen = Vec::new();
        let mut visit = |candidate: CandidateTriangle<'_>| {
            seen.push((candidate.number(), candidate.is_certain));
            ControlFlow::Continue(f32::INFINITY)
        };
        dispatch!(level, simd => tree.traverse_line(simd, &line, f32::INFINITY, &mut visit));
        seen
    };
    for i in 0..2000 {
        let at = |k: usize| {
            Vec3::new(libm::sinf((i * k) as f32), libm::cosf((i * k + 1) as f32), libm::sinf((k + i) as f32))
        };
        let ray = Ray::new(at(3) * 20.0, Unit::new(at(7) * 8.0 - at(3) * 20.0).unwrap()).unwrap();
        let best = looked_at(Level::new(), &ray);
        for level in instruction_sets() {
            assert_eq!(best, looked_at(level, &ray), "{level:?}");
        }
    }
}

/// Threads do not change the tree.
#[test]
fn tree_is_the_same_for_any_number_of_threads() {
    let built = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let tree = pool.install(|| MeshBvh::new(bumpy_sphere(200, 100)));
        (format!("{:?}", tree.nodes), tree.packs.iter().map(|pack| pack.triangles).collect::<Vec<_>>())
    };
    assert_eq!(built(1), built(3));
}

/// All triangles at one place, and a row of ever larger ones: no tree is too deep.
#[test]
fn degenerate_meshes_are_built_and_queried() {
    let corners = vec![Vec3::ZERO, Vec3::X, Vec3::Y];
    let tree = MeshBvh::new(Mesh::new(corners, vec![[0, 1, 2]; 5000]).unwrap());
    let ray = Ray::new(Vec3::new(0.25, 0.25, 1.0), -Unit::axis(2)).unwrap();
    assert_eq!(tree.cast_ray(&ray, &RayOptions::default()).map(|hit| hit.part), Some(0));

    let size = |i: usize| libm::exp2f(i as f32 - 100.0);
    let corners = (0..200).flat_map(|i| [Vec3::ZERO, Vec3::X * size(i), Vec3::Y * size(i)]).collect();
    let tree =
        MeshBvh::new(Mesh::new(corners, (0..200).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).unwrap());
    let mut count = 0;
    tree.for_each_hit(
        &Ray::new(Vec3::new(0.25, 0.25, 1.0), -Unit::axis(2)).unwrap(),
        &RayOptions::default(),
        |_| count += 1,
    );
    // From size 2⁻¹ up, triangles reach the ray.
    assert_eq!(count, 101);
    assert_eq!(MeshBvh::new(Mesh::<Vec3>::default()).cast_ray(&ray, &RayOptions::default()), None);
}

/// A tree that is one long chain, which only stored bytes can describe: every query reaches its end.
#[test]
fn deep_trees_are_searched_to_the_end() {
    let count = 3000;
    let corners =
        (0..count).flat_map(|i| [Vec3::ZERO, Vec3::X, Vec3::Y].map(|corner| corner + Vec3::Z * i as f32));
    let corners: Vec<Vec3> = corners.collect();
    let triangles = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let mesh = Mesh::new(corners, triangles).unwrap();
    let missing = Child::MISSING.to_bits();
    let mut numbers = vec![count, count, count];
    for i in 0..count {
        let next = if i + 1 < count { i + 1 } else { missing };
        numbers.extend([next, Child::pack(i as usize).to_bits()]);
        numbers.extend([missing; 6]);
    }
    numbers.extend((0..count).flat_map(|i| [i, u32::MAX, u32::MAX, u32::MAX]));
    let mut bytes = b"impinge\x01".to_vec();
    bytes.extend(numbers.into_iter().flat_map(u32::to_le_bytes));
    let tree = MeshBvh::from_bytes(mesh.clone(), &bytes).unwrap();
    assert_eq!((tree.stats().depth, tree.stats().packs), (count as usize, count as usize));

    let last = (count - 1) as f32;
    let ray = Ray::new(Vec3::new(0.25, 0.25, last + 1.0), -Unit::axis(2)).unwrap();
    check_tree(&tree, &ray, Vec3::ZERO, RaySides::Both, f32::MAX);
    let usual = MeshBvh::new(mesh);
    let point = Vec3::new(2.0, 0.0, last - 0.25);
    assert_eq!(tree.closest_point(point), usual.closest_point(point));
    let ball = Ball::new(Vec3::new(0.2, 0.2, last * 0.5), 10.25).unwrap();
    let met = |tree: &MeshBvh<Vec3>| {
        let mut met = Vec::new();
        tree.for_each_intersecting(&ball, |triangle, _| met.push(triangle));
        met.sort_unstable();
        met
    };
    assert_eq!((met(&tree).len(), met(&tree)), (20, met(&usual)));
    let across = Pose {
        rotation: Rotation::<Vec3>::from_axis_angle(Unit::axis(0), 1.0),
        translation: Vec3::Z * 100.0,
    };
    let beside = Pose { rotation: across.rotation, translation: Vec3::new(2.5, 0.0, 100.0) };
    let pair = |a, place: Pose<Vec3>| MeshPair::new(a, Pose::identity(), &usual, place);
    assert!(pair(&tree, across).is_within(0.0));
    assert_eq!(pair(&tree, beside).closest_points(), pair(&usual, beside).closest_points());
}

/// Triangles without area are in the tree, and counted.
#[test]
fn stats_count_triangles_without_area() {
    let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::X * 3.0, Vec3::new(0.1, 0.1, 0.1)];
    let triangles = vec![[0, 1, 2], [0, 1, 3], [2, 2, 2], [0, 4, 1], [1, 4, 4]];
    let tree = MeshBvh::new(Mesh::new(corners.to_vec(), triangles).unwrap());
    let figures = tree.stats();
    assert_eq!((figures.triangles, figures.degenerate), (5, 3));
    assert_eq!(figures.bytes, tree.bytes());
    assert_eq!(figures.mesh_bytes, 5 * 12 + 5 * 12);
    // The degenerate triangle is hit where it crosses the ray.
    let ray = Ray::new(Vec3::new(2.0, 0.0, -1.0), Unit::axis(2)).unwrap();
    assert_eq!(tree.cast_ray(&ray, &RayOptions::default()).map(|hit| hit.part), Some(1));
    assert_eq!(MeshBvh::new(Mesh::<Vec3>::default()).stats().depth, 0);
}

/// A traversal that counts packs.
struct Counted<'a, F> {
    walk: RayTraversal<'a, F>,
    packs: usize,
}

impl<S: Simd, F: FnMut(CandidateTriangle<'_>) -> RemainingPath> NodeTest<S> for Counted<'_, F> {
    fn limit(&self) -> f32 {
        f32::INFINITY
    }

    fn test_node(&self, simd: S, node: &Node) -> (u32, [f32; WIDTH]) {
        self.walk.test_node(simd, node)
    }

    fn test_pack(&mut self, _simd: S, _pack: &Pack) -> ControlFlow<()> {
        self.packs += 1;
        ControlFlow::Continue(())
    }
}

/// The average number of nodes that a random line enters is near the number in the statistics.
#[test]
fn stats_predict_cost_of_lines() {
    for build in [BuildQuality::High, BuildQuality::Fast] {
        let tree = MeshBvh::with_build(bumpy_sphere(96, 48), build);
        let (mut looked_at, mut met) = (0_usize, 0_usize);
        let mut drawn = 1_u32;
        let mut draw = || {
            drawn = drawn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (drawn >> 8) as f32 / 16_777_216.0
        };
        for _ in 0..4000 {
            // Through two points of a ball around everything: all lines that meet it are equally likely.
            let mut on_ball = || {
                let (height, angle) = (draw() * 2.0 - 1.0, draw() * std::f32::consts::TAU);
                let across = (1.0 - height * height).sqrt();
                Vec3::new(across * libm::sinf(angle), across * libm::cosf(angle), height) * 20.0
            };
            let (from, to) = (on_ball(), on_ball());
            let ray = Ray::new(from, Unit::new(to - from).unwrap()).unwrap();
            let line = tree.prepare_path(RayOrSegment::Ray(&ray)).unwrap();
            let visit = &mut |_: CandidateTriangle<'_>| ControlFlow::Continue(f32::INFINITY);
            let mut counted =
                Counted { walk: RayTraversal { line: &line, limit: f32::INFINITY, visit }, packs: 0 };
            let level = Level::new();
            dispatch!(level, simd => tree.descend(simd, &mut counted));
            looked_at += counted.packs;
            let middle = Aabb::new(Vec3::splat(-10.5), Vec3::splat(10.5)).unwrap();
            met += usize::from(ray.clip(&middle).is_some());
        }
        let foretold = tree.stats().entered_packs;
        let found = looked_at as f64 / met as f64;
        assert!((0.8..1.25).contains(&(found / foretold)), "{build:?}: {found}, not {foretold}");
    }
}
