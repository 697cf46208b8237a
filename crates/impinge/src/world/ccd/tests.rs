//! Samples every trajectory of a step at many times: colliders never overlap.

use glam::{DVec3, Vec2};

use super::*;
use crate::compound::{AnyShape, Compound, SurfaceMesh};
use crate::math::Pose;
use crate::narrow::Collide;
use crate::shape::{Aabb, Ball, Capsule, Mesh, Segment, ShapeRef};
use crate::world::Collider;

/// SplitMix64, from −1 to 1.
struct Random(u64);

impl Random {
    fn signed(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector<D: Vector<Scalar = f64>>(&mut self, size: f64) -> D {
        D::from_fn(|_| self.signed() * size)
    }
}

fn shape<V: Vector>(kind: usize) -> AnyShape<V> {
    let number = V::Scalar::from_f64;
    let corner = |x: f64| V::splat(number(x));
    match kind {
        0 => Ball::new(corner(0.125), number(0.375)).expect("a ball").into(),
        1 => Segment::new(-V::unit_axis(0), V::unit_axis(0)).expect("a rod").into(),
        2 => Capsule::new(corner(0.0), V::unit_axis(1) + V::unit_axis(0), number(0.125))
            .expect("a capsule")
            .into(),
        3 => Aabb::new(corner(-0.5), corner(0.25)).expect("a box").into(),
        4 => {
            let ball: AnyShape<V> = Ball::new(V::ZERO, number(0.25)).expect("a ball").into();
            let parts =
                [-1.0, 0.75].map(|x| (ball.clone(), Pose::from_translation(V::unit_axis(0) * number(x))));
            Compound::new(parts).expect("a compound").into()
        }
        _ => {
            let corners = vec![V::ZERO, V::unit_axis(0), V::unit_axis(1), V::unit_axis(V::DIMENSION - 1)];
            let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
            SurfaceMesh::new(Mesh::new(corners, triangles).expect("a mesh")).into()
        }
    }
}

/// Fourteen colliders in a small space: two of three have CCD, some are fixed, and some rotate several times
/// in a step.
fn crowd<V: Vector>(random: &mut Random, origin: V::Double) -> CollisionWorld<V> {
    let mut world = CollisionWorld::with_origin(origin);
    let size = if V::DIMENSION == 2 { 4.0 } else { 2.0 };
    for i in 0..14 {
        let mut object = Collider::new(shape::<V>(i % 6));
        object = object.with_position(origin + random.vector::<V::Double>(size)).expect("finite");
        object = object.with_velocity(random.vector([0.5, 3.0, 20.0][i % 3])).expect("finite");
        let max_spin = [0.0, 0.2, 2.0, 30.0][i % 4];
        let axes = [V::DIMENSION == 3, V::DIMENSION == 3, true];
        object.spin = axes.map(|is_free| if is_free { random.signed() * max_spin } else { 0.0 });
        if i % 7 == 4 {
            // Until it is pushed, it rests.
            object = object.with_velocity(V::Double::ZERO).expect("finite");
            object.spin = [0.0; 3];
        }
        if i % 3 != 0 {
            object = object.with_ccd(V::Scalar::from_f64(1e-3)).expect("a tolerance");
        } else if i % 2 == 0 {
            object = object.fixed();
        }
        world.add(object).expect("room");
    }
    world
}

/// All trajectories of a step, by collider index, in the order of time.
type Trajectories<V> = BTreeMap<u32, Vec<Trajectory<<V as Vector>::Double>>>;

fn run<V: Vector>(step: &mut CcdStep<'_, V>) -> Trajectories<V> {
    let mut trajectories: Trajectories<V> = BTreeMap::new();
    step.run(|number, trajectory| trajectories.entry(number).or_default().push(*trajectory));
    for (handle, _) in step.world.colliders() {
        trajectories.entry(handle.index()).or_default().push(step.trajectory_of(handle.index()));
    }
    trajectories
}

/// Two colliders at a time.
fn at<V: Vector, R>(
    world: &CollisionWorld<V>,
    trajectories: &Trajectories<V>,
    pair: [u32; 2],
    t: f64,
    show: impl FnOnce(&ShapeRef<'_, V>, &ShapeRef<'_, V>) -> R,
) -> R {
    let [a, b] = pair.map(|number| {
        let trajectory =
            *trajectories[&number].iter().rfind(|trajectory| trajectory.start <= t).expect("the first one");
        (world.slots.at(number).expect("there"), trajectory)
    });
    let rotations = [a.1, b.1].map(|trajectory| trajectory.rotation_at(t));
    let place = b.0.collider.position() - (b.1.position_at(t) - a.1.position_at(t));
    let shape = a.0.rotate_shape(rotations[0].as_ref());
    b.0.with_rotated_shape_at(rotations[1].as_ref(), place, |view| show(&shape.shape_ref(), &view))
}

/// Two hundred times, and those at which a trajectory of two colliders changes.
fn times<V: Vector>(trajectories: &Trajectories<V>, pair: [u32; 2]) -> impl Iterator<Item = f64> {
    let changes =
        pair.into_iter().flat_map(|number| trajectories[&number].iter().map(|trajectory| trajectory.start));
    (0..=200).map(|i| f64::from(i) / 200.0).chain(changes)
}

/// The number of impacts, and of tested pairs.
fn check_disjoint<V: Vector>(world: &CollisionWorld<V>) -> [usize; 2] {
    let mut step = CcdStep::new(world, 1.0, world.collect_ccd_trajectories(1.0));
    let numbers: Vec<u32> = world.colliders().map(|(handle, _)| handle.index()).collect();
    let trajectories = run(&mut step);
    let impacts = trajectories.values().map(|trajectories| trajectories.len() - 1).sum();
    let meet = |t: f64, pair: [u32; 2]| at(world, &trajectories, pair, t, |a, b| a.intersects(b));
    let mut tested = 0;
    for &a in step.trajectories.keys() {
        for &b in numbers.iter().filter(|&&b| b != a) {
            let is_exhausted = |number: u32| step.impact_count(number) >= MAX_IMPACTS;
            // A squeezed collider is passed by those without CCD.
            if meet(0.0, [a, b]) || (is_exhausted(a) && !step.trajectories.contains_key(&b)) {
                continue;
            }
            tested += 1;
            for t in times::<V>(&trajectories, [a, b]) {
                assert!(!meet(t, [a, b]), "{a} is in {b} at {t}");
            }
        }
    }
    [impacts, tested]
}

fn check<V: Vector>(seed: u64) {
    let mut random = Random(seed);
    let mut sum = [0; 2];
    for i in 0..16 {
        // Far away, in every third world.
        let origin = random.vector::<V::Double>(if i % 3 == 0 { 1e5 } else { 1.0 });
        let found = check_disjoint(&crowd::<V>(&mut random, origin));
        sum = [sum[0] + found[0], sum[1] + found[1]];
    }
    assert!(sum[0] > 24 && sum[1] > 500, "{sum:?}");
}

#[test]
fn ccd_colliders_never_overlap() {
    check::<Vec2>(1);
    check::<DVec3>(4);
}

/// The number of sensors touched, and of those that came near something without contact.
fn check_sensor_times<V: Vector>(world: &CollisionWorld<V>) -> [usize; 2] {
    let mut step = CcdStep::new(world, 1.0, world.collect_ccd_trajectories(1.0));
    let numbers: Vec<u32> = world.colliders().map(|(handle, _)| handle.index()).collect();
    let trajectories = run(&mut step);
    let mut found = [0; 2];
    for (i, &b) in numbers.iter().enumerate() {
        for &a in &numbers[..i] {
            // By the colliders, not by the list of the step.
            let is_continuous = |number: &u32| {
                let entry = world.slots.at(*number).expect("there");
                entry.collider.ccd_tolerance().is_some()
            };
            let has_ccd = [a, b].iter().any(is_continuous);
            let rest = trajectories[&a].iter().chain(&trajectories[&b]).all(Trajectory::is_at_rest);
            if !has_ccd || rest || !step.has_sensor([a, b]) {
                continue;
            }
            let [one, other] = [a, b].map(|number| &world.slots.at(number).expect("there").collider);
            let margin: f64 = (one.margin() + other.margin()).into();
            let gap = |t: f64| -> f64 { at(world, &trajectories, [a, b], t, |a, b| a.distance(b).into()) };
            let touched = step.contacts.get(&[a, b]).copied().flatten();
            // At the reported time it touches, up to rounding; and before it does not.
            if let Some(t) = touched {
                assert!(gap(t) <= margin * (1.0 + SENSOR_TOLERANCE) + 1e-4, "{a} and {b} at {t}: {}", gap(t));
            }
            let end = touched.unwrap_or(f64::INFINITY);
            let nearest =
                times::<V>(&trajectories, [a, b]).filter(|&t| t < end).map(gap).fold(f64::INFINITY, f64::min);
            assert!(nearest > margin * 0.99 - 1e-4, "{a} and {b}: {nearest}");
            found[0] += usize::from(touched.is_some());
            found[1] += usize::from(touched.is_none() && nearest < 1.0);
        }
    }
    found
}

fn check_sensors<V: Vector>(seed: u64) {
    let mut random = Random(seed);
    let mut sum = [0; 2];
    for i in 0..16 {
        let origin = random.vector::<V::Double>(if i % 3 == 0 { 1e5 } else { 1.0 });
        let mut world = crowd::<V>(&mut random, origin);
        let handles: Vec<_> = world.colliders().map(|(handle, _)| handle).collect();
        for &handle in handles.iter().skip(i % 4).step_by(4) {
            world.set_sensor(handle, true).expect("there");
        }
        for &handle in &handles {
            world.set_margin(handle, V::Scalar::from_f64(0.01)).expect("finite");
        }
        let found = check_sensor_times(&world);
        sum = [sum[0] + found[0], sum[1] + found[1]];
    }
    assert!(sum[0] > 30 && sum[1] > 15, "{sum:?}");
}

#[test]
fn sensors_report_all_passing_colliders() {
    check_sensors::<Vec2>(1);
    check_sensors::<DVec3>(4);
}
