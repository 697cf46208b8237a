//! Random placed meshes: what every pair of triangles says, one by one, against the cascade.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::assembly::{
    BoundFilter, Cascade, CascadeStats, CollisionKind, Instance, Model, Observer, Stage, StageReport,
    find_collisions, find_collisions_of_pairs,
};
use impinge::math::{Affine, Vector};
use impinge::prelude::*;
use impinge::shape::Mesh;
use proptest::prelude::*;

use crate::assembly::meshes::{cuboid, mesh, together};

/// A few models: a box, a loose soup of triangles with degenerate ones, two shells.
fn models<V: Vector>(soup: &[[i8; 3]]) -> Vec<Model<V>> {
    let points: Vec<V> = soup.iter().map(|p| V::from_f64(p.map(|x| f64::from(x) / 4.0))).collect();
    let triangles = (0..points.len() as u32 / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    let pair = together(&[cuboid([-2.0; 3], [-1.0; 3]), cuboid([1.0; 3], [2.0; 3])]);
    vec![Model::new(cuboid([-1.0; 3], [1.0; 3])), Model::new(mesh(points, triangles)), Model::new(pair)]
}

fn placement() -> impl Strategy<Value = (usize, [i8; 3], [i8; 9])> {
    let identity = Just([4, 0, 0, 0, 4, 0, 0, 0, 4]);
    let columns = prop_oneof![identity, prop::array::uniform9(-6i8..=6)];
    (0usize..3, prop::array::uniform3(-12i8..12), columns)
}

fn body<V: Vector>(models: &[Model<V>], (model, at, columns): (usize, [i8; 3], [i8; 9])) -> Instance<'_, V> {
    let column = |i: usize| V::from_f64(std::array::from_fn(|j| f64::from(columns[3 * i + j]) / 4.0));
    let translation = V::from_f64(at.map(|x| f64::from(x) / 2.0));
    Instance::new(&models[model], Affine { columns: V::basis_from_fn(column), translation })
}

/// Remembers what it was told, without times.
#[derive(Default)]
struct Log(Mutex<Vec<(Stage, u64, u64)>>);

impl Observer for Log {
    fn on_stage(&self, report: StageReport) {
        if let Ok(mut log) = self.0.lock() {
            log.push((report.stage, report.entered, report.left));
        }
    }
}

fn check<V: Vector>(soup: &[[i8; 3]], placements: &[(usize, [i8; 3], [i8; 9])]) {
    let models = models::<V>(soup);
    let bodies: Vec<Instance<V>> = placements.iter().map(|&placement| body(&models, placement)).collect();
    let log = Log::default();
    let found = find_collisions(&bodies, &Cascade::default(), &log);

    for a in 0..bodies.len() {
        for b in a + 1..bodies.len() {
            let mut meet = 0;
            let mut pierce = false;
            for i in 0..bodies[a].model.mesh().triangles().len() as u32 {
                for j in 0..bodies[b].model.mesh().triangles().len() as u32 {
                    let triangles = bodies[a].triangle(i).zip(bodies[b].triangle(j));
                    let relation = triangles.map(|(a, b)| a.relation(&b)).expect("both are among the floats");
                    meet += u64::from(relation != Relation::Disjoint);
                    pierce |= relation == Relation::Overlapping;
                }
            }
            let answer = found.iter().find(|collision| (collision.a, collision.b) == (a as u32, b as u32));
            assert_eq!(answer.map_or(0, |collision| collision.triangle_pairs), meet, "{a} and {b}");
            match answer.map(|collision| collision.kind) {
                Some(CollisionKind::Overlapping) => {}
                Some(CollisionKind::Touching) => assert!(meet > 0 && !pierce),
                Some(CollisionKind::Contained { .. }) | None => assert_eq!(meet, 0),
            }
        }
    }

    // Filters, observers and threads change the work, never the answer.
    for filters in
        [vec![], vec![BoundFilter::Obb], vec![BoundFilter::Ball], vec![BoundFilter::Obb, BoundFilter::Ball]]
    {
        assert_eq!(find_collisions(&bodies, &Cascade { filters }, &()), found);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread can be had");
    let alone = Log::default();
    assert_eq!(pool.install(|| find_collisions(&bodies, &Cascade::default(), &alone)), found);
    assert_eq!(*alone.0.lock().expect("not poisoned"), *log.0.lock().expect("not poisoned"));
    // Neither do better trees.
    for model in &models {
        model.mesh_bvh();
    }
    let with_trees = Log::default();
    assert_eq!(find_collisions(&bodies, &Cascade::default(), &with_trees), found);
    assert!(with_trees.0.lock().expect("not poisoned").iter().all(|(_, entered, left)| left <= entered));
    for &(stage, entered, left) in log.0.lock().expect("not poisoned").iter() {
        assert!(left <= entered, "{stage:?} let {left} of {entered} through");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(96)))]

    #[test]
    fn in_space(
        soup in prop::collection::vec(prop::array::uniform3(-8i8..8), 3..40),
        placements in prop::collection::vec(placement(), 2..9),
    ) {
        check::<DVec3>(&soup, &placements);
        check::<Vec3>(&soup, &placements);
    }

    #[test]
    fn in_the_plane(
        soup in prop::collection::vec(prop::array::uniform3(-8i8..8), 3..40),
        placements in prop::collection::vec(placement(), 2..6),
    ) {
        check::<DVec2>(&soup, &placements);
        check::<Vec2>(&soup, &placements);
    }
}

/// Small bodies far away, whose corners the map rounds by as much as they are apart.
fn check_far_away<V: Vector>(turns: &[[i8; 9]], near: &[[i8; 3]], far: [f64; 3], size: f64) {
    let cube = Model::new(cuboid::<V>([-0.5; 3], [0.5; 3]));
    let bodies: Vec<Instance<V>> = turns
        .iter()
        .zip(near)
        .map(|(turn, near)| {
            let column =
                |i: usize| V::from_f64(std::array::from_fn(|j| f64::from(turn[3 * i + j]) / 7.0 * size));
            let at = std::array::from_fn(|i| far[i] + f64::from(near[i]) * size / 5.0);
            Instance::new(&cube, Affine { columns: V::basis_from_fn(column), translation: V::from_f64(at) })
        })
        .collect();
    let straight = find_collisions(&bodies, &Cascade { filters: vec![] }, &());
    for filters in
        [vec![BoundFilter::Ball], vec![BoundFilter::Obb], vec![BoundFilter::Ball, BoundFilter::Obb]]
    {
        assert_eq!(find_collisions(&bodies, &Cascade { filters }, &()), straight);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(150)))]

    #[test]
    fn filters_lose_nothing_where_corners_are_rounded(
        turns in prop::collection::vec(prop::array::uniform9(-6i8..=6), 6),
        near in prop::collection::vec(prop::array::uniform3(-8i8..8), 6),
        far in prop::array::uniform3(-1.0f64..1.0),
        exponent in -8i32..0,
    ) {
        let size = 10f64.powi(exponent);
        check_far_away::<Vec3>(&turns, &near, far, size);
        check_far_away::<Vec2>(&turns, &near, far, size);
        check_far_away::<DVec3>(&turns, &near, far, size * 1e-8);
        check_far_away::<DVec2>(&turns, &near, far, size * 1e-8);
    }
}

#[test]
fn the_funnel_names_every_stage_once() {
    let models = models::<DVec3>(&[]);
    let at = |x: i8| body(&models, (0, [x, 0, 0], [4, 0, 0, 0, 4, 0, 0, 0, 4]));
    let funnel = CascadeStats::default();
    assert_eq!(find_collisions(&[at(0), at(1), at(9)], &Cascade::default(), &funnel).len(), 1);
    let reports = funnel.reports();
    let stages: Vec<&str> = reports.iter().map(|report| report.stage.name()).collect();
    assert_eq!(stages, ["aabb", "ball", "obb", "region", "triangle_boxes", "triangles", "solids"]);
    assert_eq!((reports[0].entered, reports[0].left), (3, 1));
}

#[test]
fn pairs_are_answered_as_often_as_they_are_named() {
    let models = models::<DVec3>(&[]);
    let at = |x: i8| body(&models, (0, [x, 0, 0], [4, 0, 0, 0, 4, 0, 0, 0, 4]));
    let bodies = [at(0), at(1), at(2), at(90)];
    let funnel = CascadeStats::default();
    // Twice, the wrong way round, with itself, with nobody, one that is apart, and again.
    let pairs = vec![[1, 2], [0, 1], [1, 2], [1, 0], [2, 2], [1, 4], [0, 3], [0, 1]];
    let found = find_collisions_of_pairs(&bodies, pairs, &Cascade::default(), &funnel);
    let named: Vec<[u32; 2]> = found.iter().map(|collision| [collision.a, collision.b]).collect();
    assert_eq!(named, [[1, 2], [0, 1], [1, 2], [0, 1]]);
    assert!(found[0] == found[2] && found[1] == found[3]);
    assert_eq!(funnel.reports()[0].entered, 5);
}

/// Goes on for so many questions.
struct Patience(AtomicU64);

impl Observer for Patience {
    fn on_stage(&self, _report: StageReport) {}

    fn should_continue(&self) -> bool {
        let less = |left: u64| left.checked_sub(1);
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok()
    }
}

#[test]
fn an_observer_can_end_a_run() {
    let models = models::<DVec3>(&[]);
    let bodies: Vec<Instance<DVec3>> =
        (0..20).map(|x| body(&models, (0, [x, 0, 0], [4, 0, 0, 0, 4, 0, 0, 0, 4]))).collect();
    let all = find_collisions(&bodies, &Cascade::default(), &());
    // Cubes of two metres every half metre: each meets the four after it.
    assert_eq!(all.len(), 4 * 20 - 10);
    // Without filters it is asked for the trees, and then once for each pair.
    let cascade = Cascade { filters: vec![] };
    for patience in [0_u64, 1, 11, 61, 1000] {
        let some = find_collisions(&bodies, &cascade, &Patience(AtomicU64::new(patience)));
        let most = patience.saturating_sub(1).min(all.len() as u64);
        assert_eq!(some.len() as u64, most, "{patience}");
        assert!(some.iter().all(|collision| all.contains(collision)), "{patience}");
    }
    // With filters it is asked for the balls and the boxes of the 20 as well. Pairs are looked at in any
    // order: which of them an end leaves is not said, how many of them is.
    for patience in 0..200_u64 {
        let some = find_collisions(&bodies, &Cascade::default(), &Patience(AtomicU64::new(patience)));
        let most = patience.saturating_sub(2 * 20 + 1).min(all.len() as u64);
        assert_eq!(some.len() as u64, most, "{patience}");
        assert!(some.iter().all(|collision| all.contains(collision)), "{patience}");
    }
}

/// A wavy sheet over x and y, of enough triangles to be worth a tree.
fn wavy() -> Mesh<DVec3> {
    let side = 24u32;
    let at = |i: u32| {
        let (x, y) = (f64::from(i % side) / 8.0, f64::from(i / side) / 8.0);
        DVec3::new(x, y, libm::sin(3.0 * x) * libm::cos(2.0 * y) / 4.0)
    };
    let corners = (0..side * side).map(at).collect();
    let cells = (0..side - 1).flat_map(|y| (0..side - 1).map(move |x| y * side + x));
    let triangles = cells.flat_map(|i| [[i, i + 1, i + side], [i + 1, i + side + 1, i + side]]).collect();
    Mesh::new(corners, triangles).expect("a sheet")
}

#[test]
fn trees_that_many_pairs_ask_for_change_no_answer() {
    let number = 8;
    let at = |i: u32| {
        let (sin, cos) = libm::sincos(f64::from(i));
        let columns = [DVec3::new(cos, sin, 0.0), DVec3::new(-sin, cos, 0.0), DVec3::Z];
        let translation = DVec3::new(f64::from(i % 3), f64::from(i % 2), f64::from(i % 5) / 10.0);
        Affine { columns, translation }
    };
    let shared = Model::new(wavy());
    let each: Vec<Model<DVec3>> = (0..number).map(|_| Model::new(wavy())).collect();
    let of_one: Vec<Instance<DVec3>> = (0..number).map(|i| Instance::new(&shared, at(i))).collect();
    let of_each: Vec<Instance<DVec3>> =
        (0..).zip(&each).map(|(i, model)| Instance::new(model, at(i))).collect();
    let (one, other) = (Log::default(), Log::default());
    let found = find_collisions(&of_one, &Cascade::default(), &one);
    assert!(found.len() >= 12, "{} pairs are too few to be worth trees", found.len());
    assert_eq!(find_collisions(&of_each, &Cascade::default(), &other), found);
    // They do stand: fewer pairs of triangles are left to the exact test.
    assert_ne!(*one.0.lock().expect("not poisoned"), *other.0.lock().expect("not poisoned"));
}
