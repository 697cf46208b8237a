//! Polygons and boxes in the plane that nearly touch at the end of the step: where answers change, and where
//! what is fast has to leave them to what is exact.

use glam::{DVec2, Vec2};
use impinge::math::{Pose, Rotation, Scalar, Vector};
use impinge::narrow::sat::{SweptSat, swept, swept_all_axes, swept_observed};
use impinge::shape::{Aabb, Hull, Obb, Shape, ShapeRef};
use proptest::prelude::*;

use super::exactly::{Exact, check, of_bounds, of_box, of_hull};
use crate::sample::{Random, Turn};

/// A shape around its own origin.
#[derive(Debug)]
enum NearlyShape<V: Vector> {
    Hull(Box<Hull<V>>, Rotation<V>),
    Obb(V, Rotation<V>),
    Aabb(V),
}

/// An answer of which no two are the same that differ in a bit, as 0 and −0 do.
fn bits<V: Vector>(step: &SweptSat<V>) -> String {
    format!("{step:?}")
}

fn pick<T: Copy>(random: &mut Random, values: &[T]) -> T {
    values[((random.signed() + 1.0) * 0.5 * values.len() as f64) as usize]
}

/// A rotation, every fourth time with a mirror.
fn turn<V: Turn>(random: &mut Random) -> Rotation<V> {
    let turned = V::turn(random);
    let rotation = pick(random, &[turned, turned, Rotation::identity()]);
    let mut columns = rotation.columns();
    columns[1] = pick(random, &[columns[1], columns[1], columns[1], -columns[1]]);
    Rotation::from_columns(columns).expect("still orthonormal")
}

impl<V: Turn> NearlyShape<V> {
    fn at_random(random: &mut Random, size: f64) -> Self {
        let squash = pick(random, &[1.0, 1.0, 1.0, 1e-3, 1e-6]);
        let half = V::from_f64([random.size::<f64>() * size, random.size::<f64>() * size * squash, 0.0]);
        match pick(random, &[0, 0, 0, 1, 2]) {
            0 => {
                let count = pick(random, &[3, 4, 5, 8, 9, 16, 23]);
                let unevenness = pick(random, &[0.0, 0.2, 1.0]);
                let corner = |i: usize, random: &mut Random| {
                    let angle =
                        (i as f64 + random.signed() * unevenness) / count as f64 * std::f64::consts::TAU;
                    // Seldom around its origin.
                    let (x, y) = (angle.cos() + 0.75, angle.sin() * squash);
                    V::from_f64([x * size, y * size, 0.0])
                };
                let corners: Vec<V> = (0..count).map(|i| corner(i, random)).collect();
                NearlyShape::Hull(Box::new(Hull::new(&corners).expect("finite")), turn(random))
            }
            1 => NearlyShape::Obb(half, turn(random)),
            _ => NearlyShape::Aabb(half),
        }
    }

    /// Corners as seen from the shape's origin, in the directions of the world, up to rounding.
    fn corners(&self) -> Vec<DVec2> {
        let flat = |vector: V| DVec2::new(vector[0].into(), vector[1].into());
        let turned = |rotation: &Rotation<V>, vector: DVec2| {
            let columns = rotation.columns();
            flat(columns[0]) * vector.x + flat(columns[1]) * vector.y
        };
        let of_half = |half: V, rotation: &Rotation<V>| {
            let signs = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            signs.map(|(x, y)| turned(rotation, flat(half) * DVec2::new(x, y))).to_vec()
        };
        match self {
            NearlyShape::Hull(hull, rotation) => {
                hull.vertices().iter().map(|&vertex| turned(rotation, flat(vertex))).collect()
            }
            NearlyShape::Obb(half, rotation) => of_half(*half, rotation),
            NearlyShape::Aabb(half) => of_half(*half, &Rotation::identity()),
        }
    }

    fn placed(&self, at: V, ask: &mut dyn FnMut(ShapeRef<'_, V>, Exact)) {
        match self {
            NearlyShape::Hull(hull, rotation) => {
                let placed = hull.at(&Pose { rotation: *rotation, translation: at });
                ask(placed.shape_ref(), of_hull(&placed));
            }
            NearlyShape::Obb(half, rotation) => {
                let obb = Obb::new(at, *half, *rotation).expect("finite");
                ask(obb.shape_ref(), of_box::<V>(at.to_f64(), half.to_f64(), &obb.axes()));
            }
            NearlyShape::Aabb(half) => {
                let bounds = Aabb::new(at + -*half, at + *half).expect("finite");
                ask(bounds.shape_ref(), of_bounds(&bounds));
            }
        }
    }
}

fn check_nearly<V: Turn>(seed: u64, scale: f64) {
    let random = &mut Random::new(seed);
    let sizes = [scale, scale * pick(random, &[1.0, 1.0, 1e-3, 1e3])];
    let size = sizes[0].max(sizes[1]);
    let far = pick(random, &[0.0, 0.0, 1.0, 1e3, 1e6]);
    let [first, second] = sizes.map(|size| NearlyShape::<V>::at_random(random, size));
    let (corners, others) = (first.corners(), second.corners());

    // A corner of the second shape lies on a side of the first.
    let side = pick(random, &(0..corners.len()).collect::<Vec<_>>());
    let (from, to) = (corners[side], corners[(side + 1) % corners.len()]);
    let middle = corners.iter().fold(DVec2::ZERO, |sum, &corner| sum + corner * (1.0 / corners.len() as f64));
    let outward = (to - from).perp().normalize_or(DVec2::X);
    let outward = if outward.dot(from - middle) < 0.0 { -outward } else { outward };
    let nearest = others.iter().copied().min_by(|p, q| outward.dot(*p).total_cmp(&outward.dot(*q)));
    let anywhere = 0.5 + 0.5 * random.signed();
    let place = pick(random, &[0.0, 0.5, 1.0, -0.1, anywhere]);
    let gap = pick(random, &[0.0, 0.0, 1e-15, 1e-12, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-2, 0.3]) * size;
    let gap = outward * pick(random, &[gap, -gap]);

    let wanted = V::from_f64([random.signed() * size, random.signed() * size, 0.0]);
    let along = (to - from) * random.signed();
    let along = V::from_f64([along.x, along.y, 0.0]);
    let slow = wanted * V::Scalar::from_f64(pick(random, &[1e-18, 1e-9, 1e-3]));
    let velocity = pick(random, &[V::ZERO, wanted, wanted, along, slow]);
    let motion = DVec2::new(velocity[0].into(), velocity[1].into());

    let at: V = random.vector(far * size);
    let between = from.lerp(to, place) - nearest.unwrap_or_default() + gap + motion;
    let second_at = at + V::from_f64([between.x, between.y, 0.0]);
    let second_at = V::from_fn(|axis| match pick(random, &[0, 0, 1, 2]) {
        0 => second_at[axis],
        1 => second_at[axis].next_up(),
        _ => second_at[axis].next_down(),
    });
    let epsilon: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    let is_ordinary = (1e-3..1e3).contains(&scale) && far < 1e3;
    // Rounding corners turns short sides.
    let extent = size * (1.0 + far);
    let shortest = [&corners, &others].into_iter().flat_map(|corners| {
        (0..corners.len()).map(|i| corners[i].distance(corners[(i + 1) % corners.len()]))
    });
    let shortest = shortest.filter(|&length| length > 0.0).fold(extent, f64::min);
    let accuracy = (256.0 * epsilon).max(1e-8) + 4.0 * f64::EPSILON * extent / shortest;
    let tolerance = if is_ordinary { accuracy * extent } else { 0.0 };
    first.placed(at, &mut |a, exact_a| {
        second.placed(second_at, &mut |b, exact_b| {
            // Far from the origin, a box along the axes may have lost its extent.
            if exact_a.edges.len() < 2 && exact_b.edges.len() < 2 {
                return;
            }
            let shown = (&first, at, &second, second_at);
            check([a, b], &shown, (&exact_a, &exact_b), velocity, tolerance);
            let mut axes = 0;
            let observed = swept_observed(&a, &b, velocity, |_| axes += 1);
            assert_eq!(observed, swept(&a, &b, velocity), "{shown:?} {velocity:?}");
            assert!(axes > 0, "{shown:?} {velocity:?}");
            let mut all = 0;
            let on_every_axis = swept_all_axes(&a, &b, velocity, |_| all += 1);
            assert_eq!(bits(&on_every_axis), bits(&observed), "{shown:?} {velocity:?}");
            assert!(all >= axes, "{shown:?} {velocity:?}");
        });
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(1000)))]

    #[test]
    fn at_the_end_of_the_step(
        seed in any::<u64>(),
        // Not smaller in `f32`: the relation of hulls, which is what `now` says, misses some at 1e-25.
        scale in prop_oneof![3 => Just(1.0), 1 => Just(1.0 / 3.0), 1 => Just(1e-10), 1 => Just(1e25)],
        wide in prop_oneof![2 => Just(1.0), 1 => Just(1e-200), 1 => Just(1e250), 1 => Just(1e-270)],
    ) {
        check_nearly::<Vec2>(seed, scale);
        check_nearly::<DVec2>(seed, scale * wide);
    }
}
