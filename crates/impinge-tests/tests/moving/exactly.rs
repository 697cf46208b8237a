//! Polytopes against projections in whole numbers times powers of two: an independent computation of the
//! definition.

use std::cmp::Ordering;

use glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Pose, Rotation, Scalar, Vector};
use impinge::narrow::sat::{cast, swept};
use impinge::prelude::*;
use impinge::shape::{Aabb, Hull, Obb, PlacedHull, Shape, ShapeRef};
use proptest::prelude::*;

use crate::oracle::number::{Dyadic, Point, cross, difference, dot, point, scaled, sum};
use crate::sample::{Random, Turn};

/// Corners, edges and normals of faces.
pub struct Exact {
    corners: Vec<Point>,
    pub edges: Vec<Point>,
    normals: Vec<Point>,
    /// Of a polyhedron that is a hull: the corners at the ends of each edge. Empty for others.
    ends: Vec<[usize; 2]>,
}

pub fn of_box<V: Vector>(center: [f64; 3], half: [f64; 3], axes: &V::Basis) -> Exact {
    let mut corners = vec![point(center)];
    let mut edges = Vec::new();
    for axis in (0..V::DIMENSION).filter(|&axis| half[axis] > 0.0) {
        let edge = point(axes[axis].to_f64());
        let reach = scaled(&edge, &Dyadic::new(half[axis]));
        corners =
            corners.iter().flat_map(|corner| [difference(corner, &reach), sum(corner, &reach)]).collect();
        edges.push(edge);
    }
    let pairs = (0..edges.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let normals = pairs.map(|(i, j)| cross(&edges[i], &edges[j])).collect();
    Exact { corners, edges, normals, ends: Vec::new() }
}

pub fn of_bounds<V: Vector>(bounds: &Aabb<V>) -> Exact {
    let ends = [bounds.min().to_f64(), bounds.max().to_f64()];
    let axes: Vec<usize> = (0..V::DIMENSION).filter(|&axis| ends[0][axis] < ends[1][axis]).collect();
    let corner = |number: usize| {
        point([0, 1, 2].map(|axis| {
            let bit = axes.iter().position(|&own| own == axis).map_or(0, |bit| number >> bit & 1);
            ends[bit][axis]
        }))
    };
    let edges: Vec<Point> = axes.iter().map(|&axis| point(V::unit_axis(axis).to_f64())).collect();
    let pairs = (0..edges.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let normals = pairs.map(|(i, j)| cross(&edges[i], &edges[j])).collect();
    Exact { corners: (0..1 << axes.len()).map(corner).collect(), edges, normals, ends: Vec::new() }
}

pub fn of_hull<V: Vector>(hull: &PlacedHull<'_, V>) -> Exact {
    let (hull, pose) = (hull.hull(), hull.pose());
    let columns = pose.rotation.columns();
    let place = |vertex: &V| {
        (0..V::DIMENSION).fold(point(pose.translation.to_f64()), |place, axis| {
            sum(&place, &scaled(&point(columns[axis].to_f64()), &Dyadic::new(vertex[axis].into())))
        })
    };
    let corners: Vec<Point> = hull.vertices().iter().map(place).collect();
    let count = corners.len();
    let way = |i: usize, j: usize| difference(&corners[j], &corners[i]);
    if V::DIMENSION == 2 {
        let edges = (0..count).map(|i| way(i, (i + 1) % count)).collect();
        return Exact { corners, edges, normals: Vec::new(), ends: Vec::new() };
    }
    let edges = hull.edges().iter().map(|edge| edge.vertices.map(|v| v as usize)).map(|[i, j]| way(i, j));
    let normals = (0..hull.face_count()).map(|face| {
        let [i, j, k] = [0, 1, 2].map(|corner| hull.face(face)[corner] as usize);
        cross(&way(i, j), &way(i, k))
    });
    let (edges, normals) = (edges.collect(), normals.collect());
    let is_solid = hull.dimension() == 3;
    let ends = hull.edges().iter().filter(|_| is_solid).map(|edge| edge.vertices.map(|v| v as usize));
    Exact { corners, edges, normals, ends: ends.collect() }
}

/// Interval of inner products.
fn shadow(corners: &[Point], axis: &Point) -> (Dyadic, Dyadic) {
    let mut along: Vec<Dyadic> = corners.iter().map(|corner| dot(corner, axis)).collect();
    along.sort();
    (along[0].clone(), along[along.len() - 1].clone())
}

/// The axes across an edge of each.
fn every_product(a: &Exact, b: &Exact) -> Vec<Point> {
    a.edges.iter().flat_map(|edge| b.edges.iter().map(move |other| cross(edge, other))).collect()
}

/// Those that make a face. Of two polyhedra only those along which both edges are furthest towards each
/// other: their shadows begin where the others end.
fn across(a: &Exact, b: &Exact) -> Vec<Point> {
    let pairs = (0..a.edges.len()).flat_map(|i| (0..b.edges.len()).map(move |j| (i, j)));
    let makes_face = |(i, j, axis): &(usize, usize, Point)| {
        let (Some([of_a, _]), Some([of_b, _])) = (a.ends.get(*i), b.ends.get(*j)) else { return true };
        let (at_a, at_b) = (dot(&a.corners[*of_a], axis), dot(&b.corners[*of_b], axis));
        let ((low, high), (b_low, b_high)) = (shadow(&a.corners, axis), shadow(&b.corners, axis));
        (at_a == high && at_b == b_low) || (at_a == low && at_b == b_high)
    };
    let axes = pairs.map(|(i, j)| (i, j, cross(&a.edges[i], &b.edges[j])));
    axes.filter(makes_face).map(|(_, _, axis)| axis).collect()
}

/// Do the shadows overlap on all axes, that of `a` extended? With the motion as an edge, it is the true
/// sweep.
fn extended_overlap(a: &Exact, b: &Exact, velocity: &Point, dimension: usize, is_sweep: bool) -> bool {
    let turned = |edge: &Point| [-&edge[1], edge[0].clone(), Dyadic::ZERO];
    let mut axes: Vec<Point> = if dimension == 2 {
        a.edges.iter().chain(&b.edges).map(turned).collect()
    } else {
        a.normals.iter().chain(&b.normals).cloned().chain(across(a, b)).collect()
    };
    if is_sweep && dimension == 2 {
        axes.push(turned(velocity));
    } else if is_sweep {
        axes.extend(a.edges.iter().chain(&b.edges).map(|edge| cross(velocity, edge)));
    }
    overlap_on(&axes, a, b, velocity)
}

/// Do the shadows overlap on these axes, that of `a` extended?
fn overlap_on(axes: &[Point], a: &Exact, b: &Exact, velocity: &Point) -> bool {
    axes.iter().all(|axis| {
        // A shape at both ends of the way has the same shadow as one on all of it.
        let end: Vec<Point> = a.corners.iter().map(|corner| sum(corner, velocity)).collect();
        let (low, high) = shadow(&[a.corners.clone(), end].concat(), axis);
        let (b_low, b_high) = shadow(&b.corners, axis);
        low.cmp(&b_high) != Ordering::Greater && b_low.cmp(&high) != Ordering::Greater
    })
}

/// The length of the shortest way out, in `f64`: the least and the most that it can be, as from the middle of
/// a shadow either side will do. Edges that only rounding can tell to make no face may be asked about, and
/// know a shorter way.
fn least_way(a: &Exact, b: &Exact, velocity: [f64; 3], dimension: usize) -> (f64, f64) {
    let turned = |edge: &Point| [-&edge[1], edge[0].clone(), Dyadic::ZERO];
    let (needed, allowed): (Vec<Point>, Vec<Point>) = if dimension == 2 {
        (a.edges.iter().chain(&b.edges).map(turned).collect(), Vec::new())
    } else {
        (a.normals.iter().chain(&b.normals).cloned().chain(across(a, b)).collect(), every_product(a, b))
    };
    let (least, most) = least_along(&needed, a, b, velocity, dimension);
    let (allowed, _) = least_along(&allowed, a, b, velocity, dimension);
    (least.min(allowed).max(0.0), most.max(0.0))
}

/// The same along some axes: the least and the most that the shortest of them is.
fn least_along(axes: &[Point], a: &Exact, b: &Exact, velocity: [f64; 3], dimension: usize) -> (f64, f64) {
    let float = |p: &Point| {
        let mut far = [0.0; 3];
        for (x, exact) in far.iter_mut().zip(p) {
            *x = to_f64(exact);
        }
        far
    };
    let inner = |p: &[f64; 3], q: &[f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let (corners_a, corners_b): (Vec<_>, Vec<_>) =
        (a.corners.iter().map(float).collect(), b.corners.iter().map(float).collect());
    let (mut least, mut most) = (f64::INFINITY, f64::INFINITY);
    for axis in axes.iter().map(float) {
        let length = inner(&axis, &axis).sqrt();
        // Short sides of a polygon count; in space, what is left of the product of parallel edges does not.
        if length == 0.0 || (dimension == 3 && length < 1e-9) {
            continue;
        }
        let ends = |corners: &[[f64; 3]]| {
            let along = corners.iter().map(|corner| inner(corner, &axis) / length);
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        let ((low, high), (b_low, b_high)) = (ends(&corners_a), ends(&corners_b));
        let reach = inner(&velocity, &axis) / length;
        let (down, up) = (high - b_low + reach.max(0.0), b_high - low - reach.min(0.0));
        let off = (low + high) - (b_low + b_high);
        let (short, long) = match off {
            _ if off.abs() < 1e-9 => (down.min(up), down.max(up)),
            _ if off < 0.0 => (down, down),
            _ => (up, up),
        };
        (least, most) = (least.min(short), most.min(long));
    }
    (least, most)
}

fn to_f64(exact: &Dyadic) -> f64 {
    // By bisection of the float's bits: slow, and right.
    let magnitude = exact.abs();
    let (mut low, mut high) = (0u64, f64::MAX.to_bits());
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if Dyadic::new(f64::from_bits(middle)) <= magnitude {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    let value = f64::from_bits(low);
    if exact.sign() == Ordering::Less { -value } else { value }
}

/// Compares all answers for one pair.
pub fn check<V: Vector>(
    [a, b]: [ShapeRef<'_, V>; 2],
    shown: &dyn std::fmt::Debug,
    exact: (&Exact, &Exact),
    velocity: V,
    tolerance: f64,
) {
    let way = point(velocity.to_f64());
    let overlap = |is_sweep| extended_overlap(exact.0, exact.1, &way, V::DIMENSION, is_sweep);
    let context = || format!("{shown:?}\n{velocity:?}");
    let step = swept(&a, &b, velocity);
    let now = a.intersects(&b);
    assert_eq!(step.is_overlapping(), now, "now: {}", context());
    // Edges that only rounding can tell to make no face may be asked about. Where they part the shapes,
    // nothing meets.
    let is_parted = || !now && !overlap_on(&every_product(exact.0, exact.1), exact.0, exact.1, &way);
    let is_right = |said: bool, is_sweep| said == (now || overlap(is_sweep)) || (!said && is_parted());
    assert!(is_right(step.will_hit(), false), "will: {}", context());
    assert!(is_right(cast(&a, &b, velocity), true), "swept: {}", context());
    if tolerance > 0.0
        && let Some(translation) = step.translation()
    {
        let length: f64 = translation.length().into();
        let (least, most) = least_way(exact.0, exact.1, velocity.to_f64(), V::DIMENSION);
        let is_right = (least - tolerance..=most + tolerance).contains(&length);
        assert!(is_right, "{length}, not {least} to {most}: {}", context());
    }
}

fn check_all<V: Turn>(lattice: [[i8; 3]; 9], ulps: [i8; 3], seed: u64, scale: f64) {
    let mut random = Random::new(seed);
    let scalar = |x: f64| V::Scalar::from_f64(x);
    let vector = |i: usize| V::from_f64(lattice[i].map(|x| f64::from(x) / 2.0 * scale));
    let ordinary = (1e-3..1e3).contains(&scale);
    let epsilon: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    let tolerance = if ordinary { (256.0 * epsilon).max(1e-9) * scale } else { 0.0 };

    // Touching, or by a few roundings not.
    let nudged = |x: V::Scalar, ulps: i8| {
        (0..ulps.abs()).fold(x, |x, _| if ulps > 0 { x.next_up() } else { x.next_down() })
    };
    let velocity =
        V::from_fn(|axis| nudged(vector(0)[axis], if seed.is_multiple_of(2) { ulps[axis] } else { 0 }));
    let turn = |random: &mut Random| {
        if seed.is_multiple_of(3) { V::turn(random) } else { Rotation::<V>::identity() }
    };

    let a = Aabb::from_corners(vector(1), vector(2)).expect("finite");
    let b = Aabb::from_corners(vector(3), vector(4)).expect("finite");
    let is_solid = |bounds: &Aabb<V>| {
        bounds.min().to_f64().iter().zip(bounds.max().to_f64()).take(V::DIMENSION).all(|(a, b)| *a < b)
    };
    if is_solid(&a) || is_solid(&b) {
        check(
            [a.shape_ref(), b.shape_ref()],
            &(&a, &b),
            (&of_bounds(&a), &of_bounds(&b)),
            velocity,
            tolerance,
        );
    }

    let obb =
        |center: V, half: V, rotation| Obb::new(center, half.abs() + V::splat(scalar(scale / 2.0)), rotation);
    let p = obb(vector(1), vector(2), turn(&mut random)).expect("finite");
    let q = obb(vector(3), vector(4), turn(&mut random)).expect("finite");
    let exact_obb =
        |obb: &Obb<V>| of_box::<V>(obb.center().to_f64(), obb.half_extents().to_f64(), &obb.axes());
    check([p.shape_ref(), q.shape_ref()], &(&p, &q), (&exact_obb(&p), &exact_obb(&q)), velocity, tolerance);

    let points: Vec<V> = (1..9).map(vector).collect();
    let (Ok(first), Ok(second)) = (Hull::new(&points[..5]), Hull::new(&points[4..])) else { return };
    if first.dimension() == V::DIMENSION && second.dimension() == V::DIMENSION {
        let m = first.at(&Pose { rotation: turn(&mut random), translation: vector(3) });
        let n = second.at(&Pose { rotation: turn(&mut random), translation: vector(5) });
        check([m.shape_ref(), n.shape_ref()], &(&m, &n), (&of_hull(&m), &of_hull(&n)), velocity, tolerance);
        check([m.shape_ref(), q.shape_ref()], &(&m, &q), (&of_hull(&m), &exact_obb(&q)), velocity, tolerance);
        if is_solid(&a) {
            check(
                [a.shape_ref(), n.shape_ref()],
                &(&a, &n),
                (&of_bounds(&a), &of_hull(&n)),
                velocity,
                tolerance,
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(400)))]

    #[test]
    fn extended_projections_overlap_exactly(
        lattice in prop::array::uniform9(prop::array::uniform3(-6i8..=6)),
        ulps in prop::array::uniform3(-1i8..=1),
        seed in any::<u64>(),
        scale in prop_oneof![Just(1.0), Just(1.0 / 3.0), Just(1e-30), Just(1e30)],
        wide in prop_oneof![Just(1.0), Just(1e-200), Just(1e250), Just(1e-300)],
    ) {
        check_all::<Vec2>(lattice, ulps, seed, scale);
        check_all::<Vec3>(lattice, ulps, seed, scale);
        check_all::<DVec2>(lattice, ulps, seed, scale * wide);
        check_all::<DVec3>(lattice, ulps, seed, scale * wide);
    }
}

/// Found at random: a hull that is all but flat in `f32`, whose edges make no face, by less than its normals
/// are rounded.
#[test]
fn edges_that_all_but_make_a_face_may_be_asked_about() {
    let lattice = [
        [4, 0, 1],
        [0, 0, 0],
        [0, 0, 0],
        [-1, 5, -2],
        [0, -1, 4],
        [-1, 6, 5],
        [4, -1, 3],
        [6, -5, 1],
        [-1, 2, 1],
    ];
    check_all::<Vec3>(lattice, [0; 3], 14984698563400984611, 1.0 / 3.0);
    // Here such an axis parts the shapes, and no other does.
    let parted = [
        [-1, 2, -5],
        [3, 1, 4],
        [-2, -3, 0],
        [6, 2, 0],
        [4, 0, 3],
        [-1, -2, 3],
        [3, 2, 0],
        [4, 3, -1],
        [2, 1, -2],
    ];
    check_all::<Vec3>(parted, [0; 3], 4668071799261358843, 1.0 / 3.0);
}
