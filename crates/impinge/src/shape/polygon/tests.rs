//! Polygons from random walks on a small grid, where points often lie on each other and on lines.

use glam::{DVec2, Vec2};
use proptest::prelude::*;

use super::*;

/// Simple polygons: random points on a grid, with crossings removed as in 2-opt.
fn simple() -> impl Strategy<Value = Vec<DVec2>> {
    let on_grid = prop::collection::vec((-4i32..=4, -4i32..=4), 3..25).prop_map(|points| {
        points.into_iter().map(|(x, y)| DVec2::new(x.into(), y.into())).collect::<Vec<_>>()
    });
    let smooth = prop::collection::vec((0.0..1.0f64, 0.3..1.0f64), 3..40).prop_map(|mut polar| {
        polar.sort_by(|a, b| a.0.total_cmp(&b.0));
        let point = |(turn, radius): (f64, f64)| DVec2::from_angle(turn * std::f64::consts::TAU) * radius;
        polar.into_iter().map(point).collect::<Vec<_>>()
    });
    prop_oneof![on_grid, smooth].prop_filter_map("crossings that do not come undone", |mut points| {
        points.dedup();
        for _ in 0..400 {
            match Polygon::new(&points) {
                Ok(_) => return Some(points),
                Err(PolygonError::SelfIntersection { edges: [a, b] }) => points[a + 1..=b].reverse(),
                Err(_) => return None,
            }
            points.dedup();
        }
        None
    })
}

/// Returns the points of a grid of half steps around the polygon.
fn samples() -> impl Iterator<Item = DVec2> {
    (-17..=17).flat_map(|x| (-17..=17).map(move |y| DVec2::new(f64::from(x), f64::from(y)) * 0.25))
}

fn is_inside_piece(piece: &Hull<DVec2>, point: DVec2, strictly: bool) -> bool {
    (0..piece.face_count()).all(|face| {
        let ends = [0, 1].map(|i| piece.vertices()[piece.face(face)[i] as usize]);
        match turn(ends[0], ends[1], point) {
            Ordering::Greater => true,
            Ordering::Equal => !strictly,
            Ordering::Less => false,
        }
    })
}

/// Its square would be a number of steps that takes minutes.
#[test]
fn a_spiral_of_many_points_is_taken_apart() {
    let spiral = |turn: f64, width: f64| {
        let angle = turn * std::f64::consts::TAU;
        DVec2::new(libm::cos(angle), libm::sin(angle)) * (turn + width)
    };
    let turns = (0..10_000).map(|i| 1.0 + f64::from(i) * 0.002);
    let back = turns.clone().rev().map(|turn| spiral(turn, 0.5));
    let points: Vec<DVec2> = turns.map(|turn| spiral(turn, 0.0)).chain(back).collect();
    let polygon = Polygon::new(&points).unwrap();
    let pieces = polygon.decompose();
    let area: f64 = pieces.iter().map(Hull::volume).sum();
    assert!((area - polygon.area()).abs() < 1e-9 * area, "{area} is not {}", polygon.area());
    // Half of the points turn right.
    assert!(pieces.len() <= 20_001, "{}", pieces.len());
}

/// Teeth across the sweep are all neighbours, so the sweep runs along them.
#[test]
fn a_comb_of_many_teeth_is_taken_apart_whichever_way_they_point() {
    let tooth = |i: u16| [DVec2::new(1000.0, f64::from(2 * i)), DVec2::new(0.0, f64::from(2 * i + 1))];
    let back = [DVec2::new(1000.0, 8000.0), DVec2::new(-10.0, 8000.0), DVec2::new(-10.0, 0.0)];
    let comb: Vec<DVec2> = (0..4000).flat_map(tooth).chain(back).collect();
    let turned: Vec<DVec2> = comb.iter().map(|point| DVec2::new(-point.y, point.x)).collect();
    for points in [comb, turned] {
        let polygon = Polygon::new(&points).unwrap();
        let area: f64 = polygon.decompose().iter().map(Hull::volume).sum();
        assert!((area - polygon.area()).abs() < 1e-9 * area, "{area} is not {}", polygon.area());
    }
}

/// Spokes and teeth that all lie beside each other, and points on straight lines: the square of their number
/// would take minutes.
#[test]
fn many_points_take_no_time_by_their_square() {
    const COUNT: u32 = 60_000;
    let spoke = |i: u32| {
        let angle = f64::from(i) / f64::from(COUNT) * std::f64::consts::TAU;
        DVec2::new(libm::cos(angle), libm::sin(angle)) * (1.0 + 0.3 * f64::from(i % 2))
    };
    let star: Vec<DVec2> = (0..COUNT).map(spoke).collect();
    let tooth =
        |i: u32| [(0, 1), (0, 9), (1, 9), (1, 1)].map(|(x, y)| DVec2::new((2 * i + x).into(), y.into()));
    let width = f64::from(COUNT / 2);
    let comb: Vec<DVec2> = std::iter::once(DVec2::ZERO)
        .chain((0..COUNT / 4).flat_map(tooth))
        .chain([DVec2::new(width, 1.0), DVec2::new(width, 0.0)])
        .collect();
    let side = f64::from(COUNT / 4);
    let corners = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y].map(|corner| corner * side);
    let straight: Vec<DVec2> = (0..4_usize)
        .flat_map(|edge| {
            let along = (corners[(edge + 1) % 4] - corners[edge]) / side;
            (0..COUNT / 4).map(move |i| corners[edge] + along * f64::from(i))
        })
        .collect();
    for points in [star, comb, straight] {
        let polygon = Polygon::new(&points).unwrap();
        let area: f64 = polygon.decompose().iter().map(Hull::volume).sum();
        assert!((area - polygon.area()).abs() < 1e-9 * area, "{area} is not {}", polygon.area());
    }
}

/// The sum of opposite infinities would be NaN.
#[test]
fn areas_beyond_the_floats_are_infinite() {
    let corners = [DVec2::ZERO, DVec2::new(2e200, 1e200), DVec2::new(1e200, 2e200)];
    assert_eq!(Polygon::new(&corners).unwrap().area(), f64::INFINITY);
    let small = Polygon::new(&corners.map(|corner| corner * 1e-60)).unwrap();
    assert!((small.area() / 1.5e280 - 1.0).abs() < 1e-12, "{}", small.area());
}

/// Squares of such small lengths underflow.
#[test]
fn what_is_off_a_line_stays_at_any_size() {
    for size in [1e-160, 1.0, 1e160] {
        let points =
            [[0.0, 0.0], [1.0, -1e-10], [2.0, 0.0], [1.0, 1.0]].map(|[x, y]| DVec2::new(x * size, y * size));
        let polygon = Polygon::new(&points).expect("simple");
        assert_eq!(polygon.simplify(0.0).points().len(), 4, "{size}");
        assert_eq!(polygon.simplify(1e-9 * size).points().len(), 3, "{size}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(300)))]

    #[test]
    fn pieces_cover_the_polygon_once(points in simple()) {
        let polygon = Polygon::new(&points).unwrap();
        let pieces = polygon.decompose();
        let area: f64 = pieces.iter().map(Hull::volume).sum();
        prop_assert!((area - polygon.area()).abs() < 1e-12 * (1.0 + area), "{} is not {}", area, polygon.area());
        prop_assert!(pieces.iter().all(|piece| piece.dimension() == 2));
        for sample in samples() {
            let strictly_in = pieces.iter().filter(|piece| is_inside_piece(piece, sample, true)).count();
            let is_in = pieces.iter().any(|piece| is_inside_piece(piece, sample, false));
            prop_assert!(strictly_in <= 1);
            prop_assert_eq!(is_in, polygon.contains_point(sample));
        }
        // One more piece than the reflex points is always enough, and half of them are needed.
        let right = corners(polygon.points()).filter(|&[a, b, c]| turn(a, b, c) == Ordering::Less).count();
        prop_assert!(pieces.len() <= 2 * right + 1);
        prop_assert_eq!(polygon.is_convex(), pieces.len() == 1);
        prop_assert!((polygon.hull().volume() - polygon.area() >= -1e-12 * area));
    }

    #[test]
    fn polygon_ignores_direction_and_repetitions(points in simple()) {
        let polygon = Polygon::new(&points).unwrap();
        let mut backwards = points.clone();
        backwards[1..].reverse();
        prop_assert_eq!(&Polygon::new(&backwards).unwrap(), &polygon);
        let twice: Vec<DVec2> = points.iter().chain(&points[..1]).flat_map(|&point| [point; 2]).collect();
        prop_assert_eq!(&Polygon::new(&twice).unwrap(), &polygon);
        prop_assert!(polygon.area() > 0.0);
    }

    #[test]
    fn simplified_polygons_are_simple_and_near(points in simple(), tolerance in 0.0..2.0f64) {
        let polygon = Polygon::new(&points).unwrap();
        let simplified = polygon.simplify(tolerance);
        prop_assert_eq!(Polygon::new(simplified.points()), Ok(simplified.clone()));
        let edges: Vec<_> = corners(simplified.points()).map(|[a, b, _]| (a, b)).collect();
        for &point in polygon.points() {
            let near = |&(a, b): &(DVec2, DVec2)| {
                let t = ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                (a + (b - a) * t - point).length() <= tolerance + 1e-12
            };
            prop_assert!(edges.iter().any(near));
        }
    }
}

#[test]
fn what_is_no_polygon_is_refused() {
    let [a, b, c] = [Vec2::ZERO, Vec2::X, Vec2::Y];
    assert_eq!(Polygon::new(&[a, b, b, a]), Err(PolygonError::TooFewPoints { points: 2 }));
    assert!(matches!(Polygon::new(&[a, b, Vec2::NAN]), Err(PolygonError::NotFinite { point: 2, .. })));
    // On one line; with a spike; touching an edge; touching a point.
    for points in [
        vec![a, b, b * 2.0],
        vec![a, b, b * 2.0, b, c],
        vec![a, b * 2.0, b * 2.0 + c, b, c],
        vec![a, b, c, a, -b, -c],
    ] {
        assert!(matches!(Polygon::new(&points), Err(PolygonError::SelfIntersection { .. })), "{points:?}");
    }
}
