//! Tests hulls against their definition, with exact signs.

use std::cmp::Ordering;
use std::collections::HashSet;

use glam::{DVec2, DVec3, Vec2, Vec3};
use proptest::prelude::*;

use super::*;
use crate::math::{orientation_2d, orientation_3d};

fn turn(a: [f64; 3], b: [f64; 3], c: [f64; 3], axes: [usize; 2]) -> Ordering {
    let [a, b, c] = [a, b, c].map(|point| axes.map(|axis| point[axis]));
    orientation_2d(a, b, c)
}

fn collinear(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> bool {
    [[0, 1], [1, 2], [2, 0]].into_iter().all(|axes| turn(a, b, c, axes) == Ordering::Equal)
}

/// Tests all properties of a hull of any points.
fn check<V: Vector>(points: &[V]) -> Hull<V> {
    let hull = Hull::new(points).unwrap();
    let at: Vec<[f64; 3]> = hull.vertices().iter().map(|vertex| vertex.to_f64()).collect();
    let all: Vec<[f64; 3]> = points.iter().map(|point| point.to_f64()).collect();
    assert!(at.iter().all(|vertex| all.contains(vertex)), "vertices are points");
    assert!((1..at.len()).all(|i| !at[..i].contains(&at[i])), "no vertex twice");
    match (V::DIMENSION, hull.dimension()) {
        (_, 0) => {
            assert_eq!((at.len(), hull.face_count(), hull.edges().len()), (1, 0, 0));
            assert!(all.iter().all(|&point| point == at[0]));
        }
        (_, 1) => {
            assert_eq!(at.len(), 2);
            for &point in &all {
                assert!(collinear(at[0], at[1], point));
                let between =
                    |i: usize| at[0][i].min(at[1][i]) <= point[i] && point[i] <= at[0][i].max(at[1][i]);
                assert!((0..3).all(between));
            }
            assert_eq!((hull.neighbors(0), hull.neighbors(1)), (&[1][..], &[0][..]));
        }
        (2, _) => check_loop(&at, &all, [0, 1]),
        (_, 2) => {
            assert!(all.iter().all(|&point| orientation_3d(at[0], at[1], at[2], point) == Ordering::Equal));
            let axes = [[0, 1], [1, 2], [2, 0]]
                .into_iter()
                .find(|&axes| turn(at[0], at[1], at[2], axes) != Ordering::Equal)
                .unwrap();
            let mut around = at.clone();
            if turn(at[0], at[1], at[2], axes) == Ordering::Less {
                around.reverse();
            }
            check_loop(&around, &all, axes);
            assert_eq!(hull.face_count(), 2);
            assert_eq!(hull.normal(0), -hull.normal(1));
        }
        _ => check_polyhedron(&hull, &at, &all),
    }
    let magnitudes = || all.iter().flatten().map(|x| x.abs()).filter(|&x| x > 0.0);
    let (least, most) =
        magnitudes().fold((f64::INFINITY, 0.0f64), |(low, high), x| (low.min(x), high.max(x)));
    // Products of digits that are further apart exceed the range of `f64`.
    if most / least < 1e100 || hull.face_count() == 0 {
        check_numbers(&hull);
    }
    hull
}

/// A polygon that turns left at each vertex and has all points on its left.
fn check_loop(around: &[[f64; 3]], all: &[[f64; 3]], axes: [usize; 2]) {
    let count = around.len();
    assert!(count >= 3);
    for i in 0..count {
        let [a, b, c] = [around[i], around[(i + 1) % count], around[(i + 2) % count]];
        assert_eq!(turn(a, b, c, axes), Ordering::Greater);
        assert!(all.iter().all(|&point| turn(a, b, point, axes) != Ordering::Less));
    }
}

fn check_polyhedron<V: Vector>(hull: &Hull<V>, at: &[[f64; 3]], all: &[[f64; 3]]) {
    let corner = |vertex: u32| at[vertex as usize];
    // Euler, and each side of a face once in each direction.
    assert_eq!(at.len() + hull.face_count() as usize, hull.edges().len() + 2);
    let mut sides = HashSet::new();
    for face in 0..hull.face_count() {
        let around = hull.face(face);
        let [a, b, c] = [0, 1, 2].map(|i| corner(around[i]));
        for (vertex, &point) in (0u32..).zip(at) {
            // Strictly below all faces but its own: so faces are whole, and vertices are extreme.
            let side = orientation_3d(a, b, c, point);
            assert_eq!(side == Ordering::Equal, around.contains(&vertex));
            assert_ne!(side, Ordering::Less);
        }
        assert!(all.iter().all(|&point| orientation_3d(a, b, c, point) != Ordering::Less));
        let axes = [[0, 1], [1, 2], [2, 0]].into_iter().find(|&axes| turn(a, b, c, axes) != Ordering::Equal);
        for i in 0..around.len() {
            let [p, q, r] = [0, 1, 2].map(|k| around[(i + k) % around.len()]);
            assert!(sides.insert((p, q)));
            let turned = turn(corner(p), corner(q), corner(r), axes.unwrap());
            assert_eq!(turned, turn(a, b, c, axes.unwrap()));
        }
    }
    assert_eq!(sides.len(), 2 * hull.edges().len());
    for edge in hull.edges() {
        let [a, b] = edge.vertices;
        assert!(a < b);
        for (face, (from, to)) in edge.faces.into_iter().zip([(a, b), (b, a)]) {
            let around = hull.face(face);
            let place = around.iter().position(|&vertex| vertex == from).unwrap();
            assert_eq!(around[(place + 1) % around.len()], to);
        }
        assert!(hull.neighbors(a).contains(&b) && hull.neighbors(b).contains(&a));
    }
    assert!(
        (0..at.len() as u32).all(|vertex| hull.neighbors(vertex).len() == hull.vertex_faces(vertex).len())
    );
}

/// Normals, offsets, support and centre, all up to rounding.
fn check_numbers<V: Vector>(hull: &Hull<V>) {
    let roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    let size = hull.vertices().iter().map(|v| v.abs().max_element().into()).fold(0.0, f64::max);
    let slack = 64.0 * roundoff * size;
    let along = |normal: V, point: V| -> f64 {
        let (n, p) = (normal.to_f64(), point.to_f64());
        (0..3).map(|i| n[i] * p[i]).sum()
    };
    for face in 0..hull.face_count() {
        let normal = hull.normal(face).get();
        let length: f64 = normal.length().into();
        assert!((length - 1.0).abs() < 8.0 * roundoff, "{normal:?} is no unit vector");
        let offset: f64 = hull.offset(face).into();
        let reach = hull.vertices().iter().map(|&v| along(normal, v)).fold(f64::NEG_INFINITY, f64::max);
        assert!((offset - reach).abs() <= slack);
        for &vertex in hull.face(face) {
            assert!((along(normal, hull.vertices()[vertex as usize]) - offset).abs() <= slack);
        }
        assert!(along(normal, hull.center()) <= offset + slack);
    }
    assert!(hull.aabb().contains_point(hull.center()) || slack > 0.0);
    for code in 0..27 {
        let direction = V::from_f64([code % 3, code / 3 % 3, code / 9].map(|digit| f64::from(digit) - 1.0));
        check_support(hull, direction);
    }
    (0..hull.face_count()).for_each(|face| check_support(hull, hull.normal(face).get()));
}

fn check_support<V: Vector>(hull: &Hull<V>, direction: V) {
    let products: Vec<V::Scalar> = hull.vertices().iter().map(|&vertex| vertex.dot(direction)).collect();
    let most = products.iter().copied().fold(-V::Scalar::INFINITY, Scalar::max);
    let is_furthest = |found: u32| {
        let found = hull.vertices()[found as usize];
        !hull.vertices().iter().any(|&vertex| support_vertex::is_further(direction, found, vertex))
    };
    let support = hull.support(direction);
    if products.len() <= 512 {
        assert_eq!(support as usize, products.iter().position(|&x| x == most).unwrap());
    } else {
        assert!(is_furthest(support));
    }
    let count = hull.vertices().len();
    for start in [0, count / 2, count - 1] {
        assert!(is_furthest(hull.support_from(direction, start as u32)));
    }
}

/// Coordinates of points of one of several difficult kinds.
fn coordinate() -> impl Strategy<Value = Vec<[f64; 3]>> {
    let whole = |range: std::ops::RangeInclusive<i32>| range.prop_map(f64::from);
    let lattice = prop::array::uniform3(whole(-2..=2));
    let fine = prop::array::uniform3(whole(-1000..=1000));
    let needle = (whole(-9..=9), whole(-2..=2), whole(-2..=2)).prop_map(|(x, y, z)| [x, y * 1e-7, z * 1e-7]);
    let noisy = (prop::array::uniform3(-2i32..=2), prop::array::uniform3(-1i64..=1)).prop_map(|(p, ulps)| {
        std::array::from_fn(|i| {
            let x = f64::from(p[i]) / 3.0;
            if x == 0.0 { 0.0 } else { f64::from_bits((x.to_bits() as i64 + ulps[i]) as u64) }
        })
    });
    let slanted = (whole(-3..=3), whole(-3..=3), -1i32..=1)
        .prop_map(|(x, y, lift)| [x, y, x / 3.0 + y / 7.0 + f64::from(lift / 2) * 1e-16]);
    let line = (-4i32..=4).prop_map(|t| [f64::from(t), 2.0 * f64::from(t), -f64::from(t)]);
    let mixed = (prop::array::uniform3(-1i32..=1), prop::array::uniform3(0usize..3))
        .prop_map(|(p, size)| std::array::from_fn(|i| f64::from(p[i]) * [1.0, 1e-200, 1e200][size[i]]));
    prop_oneof![
        prop::collection::vec(lattice, 1..40),
        prop::collection::vec(fine, 1..40),
        prop::collection::vec(needle, 1..20),
        prop::collection::vec(noisy, 1..30),
        prop::collection::vec(slanted, 1..20),
        prop::collection::vec(line, 1..6),
        prop::collection::vec(mixed, 1..8),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(400)))]

    #[test]
    fn hulls_are_exact(points in coordinate(), exponent in prop::sample::select(&[0, 0, 66, -66, 660, -660][..])) {
        let scale = libm::ldexp(1.0, exponent);
        let in_range = |point: &[f64; 3]| point.iter().all(|x| x.abs() < 1e30 && (*x == 0.0 || x.abs() > 1e-30));
        let points: Vec<[f64; 3]> = points.into_iter().map(|p| p.map(|x| (x * scale).clamp(-1e300, 1e300))).collect();
        check(&points.iter().map(|&p| DVec3::from_array(p)).collect::<Vec<_>>());
        check(&points.iter().map(|&[x, y, _]| DVec2::new(x, y)).collect::<Vec<_>>());
        if points.iter().all(in_range) {
            check(&points.iter().map(|&p| Vec3::from_f64(p)).collect::<Vec<_>>());
            check(&points.iter().map(|&p| Vec2::from_f64(p)).collect::<Vec<_>>());
        }
    }

    #[test]
    fn hull_ignores_order_and_interior_points(points in coordinate(), seed in 0usize..40) {
        let mut points: Vec<DVec3> = points.into_iter().map(DVec3::from_array).collect();
        let hull = Hull::new(&points).unwrap();
        prop_assert_eq!(&Hull::new(hull.vertices()).unwrap(), &hull);
        let middle = seed % points.len();
        points.rotate_left(middle);
        points.reverse();
        points.push(points[middle]);
        prop_assert_eq!(Hull::new(&points).unwrap(), hull);
    }
}

#[test]
fn hull_of_many_points_has_the_right_vertices() {
    // Around a sphere in a spiral, after rounding all different.
    let golden = std::f64::consts::PI * (3.0 - 5f64.sqrt());
    let sphere: Vec<DVec3> = (0..1500)
        .map(|i| {
            let height = (f64::from(i) + 0.5) / 750.0 - 1.0;
            let (sin, cos) = libm::sincos(golden * f64::from(i));
            DVec3::new(sin, cos, 0.0) * (1.0 - height * height).sqrt() + DVec3::Z * height
        })
        .collect();
    assert_eq!(check(&sphere).vertices().len(), 1500);
    let single: Vec<Vec3> = sphere.iter().map(|point| point.as_vec3()).collect();
    assert!(check(&single).vertices().len() > 1400);
    let circle = |i: i32| {
        let (sin, cos) = libm::sincos(f64::from(i) * std::f64::consts::TAU / 1000.0);
        DVec2::new(cos, sin)
    };
    assert!(check(&(0..1000).map(circle).collect::<Vec<_>>()).vertices().len() > 990);
    let lattice: Vec<Vec3> = (0..20 * 20 * 20)
        .map(|i| Vec3::new((i % 20) as f32, (i / 20 % 20) as f32, (i / 400) as f32))
        .collect();
    let cube = check(&lattice);
    assert_eq!((cube.vertices().len(), cube.face_count(), cube.volume()), (8, 6, 6859.0));
    assert_eq!(cube.center(), Vec3::splat(9.5));
}

#[test]
fn hull_rejects_invalid_points() {
    assert_eq!(Hull::<Vec3>::new(&[]), Err(ShapeError::NoPoints));
    assert!(matches!(Hull::new(&[Vec3::ZERO, Vec3::NAN]), Err(ShapeError::NotFinite { .. })));
}

/// Slivers have the normals that exact arithmetic gives.
#[test]
fn hull_normals_of_slivers_are_right() {
    // Near the line x = y = z, one digit off it on z: the normal is across the line and across the step.
    let step = f64::EPSILON;
    let points = [DVec3::ZERO, DVec3::splat(1.0), DVec3::new(0.5, 0.5, 0.5 + step)];
    let hull = Hull::new(&points).unwrap();
    let normal = hull.normal(0).get().abs();
    let expected = DVec3::new(0.5f64.sqrt(), 0.5f64.sqrt(), 0.0);
    assert!((normal - expected).length() < 1e-15, "{normal}");
}
