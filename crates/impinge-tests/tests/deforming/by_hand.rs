//! Worked by hand, and the rows of docs/deforming.md about what is degenerate.

use super::*;

/// Vertices that rest, or start and end.
fn case(kind: Kind, start: &[Point], end: &[Point]) -> Case {
    let four = |points: &[Point]| std::array::from_fn(|vertex| points[vertex.min(points.len() - 1)]);
    Case { kind, start: four(start), end: four(end) }
}

const TABLE: &str = include_str!("../../../../docs/deforming.md");

/// The cases of the table, by name.
fn cases() -> Vec<(&'static str, Case)> {
    use Kind::*;
    let floor = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]];
    let [a, b, c] = floor;
    let over = |height: f64| [1.0, height, 1.0];
    let face = |from: Point, to: Point| case(VertexFace, &[from, a, b, c], &[to, a, b, c]);
    let edge = [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    let edges = |from: [Point; 2], to: [Point; 2]| {
        case(EdgeEdge, &[edge[0], edge[1], from[0], from[1]], &[edge[0], edge[1], to[0], to[1]])
    };
    let wall = [[0.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
    let line = |from: Point, to: Point| case(VertexEdge, &[from, wall[0], wall[1]], &[to, wall[0], wall[1]]);
    let up = |edge: [Point; 2], height: f64| edge.map(|[x, y, z]| [x, y + height, z]);
    let across = [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]];
    vec![
        ("falls_through", face(over(1.0), over(-3.0))),
        ("ends_on_the_face", face(over(1.0), over(0.0))),
        ("starts_on_the_face_and_leaves", face(over(0.0), over(1.0))),
        ("rests_on_the_face", face(over(0.0), over(0.0))),
        ("rests_above_the_face", face(over(1.0), over(1.0))),
        ("through_a_corner", face([4.0, 1.0, 0.0], [4.0, -1.0, 0.0])),
        ("through_an_edge", face([2.0, 1.0, 2.0], [2.0, -1.0, 2.0])),
        ("past_an_edge_by_the_least", face([2.0, 1.0, 2.0_f64.next_up()], [2.0, -1.0, 2.0_f64.next_up()])),
        ("slides_within_the_plane", face([-1.0, 0.0, 1.0], [3.0, 0.0, 1.0])),
        ("slides_beside_the_face", face([-1.0, 0.0, -1.0], [3.0, 0.0, -1.0])),
        (
            "touches_and_turns_back",
            case(
                // The face turns about an axis; the vertex is above it by (1 − 4t)².
                VertexFace,
                &[[1.0, 1.0, 0.0], [0.0, 0.0, -4.0], [0.0, 0.0, 4.0], [1.0, 0.0, 0.0]],
                &[[-1.0, 1.0, 0.0], [0.0, 0.0, -4.0], [0.0, 0.0, 4.0], [1.0, 8.0, 0.0]],
            ),
        ),
        (
            "face_of_one_line",
            case(
                VertexFace,
                &[over(1.0), a, b, [2.0, 0.0, 0.0]],
                &[[1.0, -1.0, -1.0], a, b, [2.0, 0.0, 0.0]],
            ),
        ),
        ("face_of_one_point", case(VertexFace, &[[-1.0, 0.0, 0.0], a, a, a], &[[3.0, 0.0, 0.0], a, a, a])),
        ("face_that_collapses_onto_the_vertex", case(VertexFace, &[over(1.0), a, b, c], &[over(1.0); 4])),
        ("all_vertices_at_one_place", case(VertexFace, &[a; 4], &[a; 4])),
        ("edges_that_cross", edges(up(across, 1.0), up(across, -1.0))),
        ("edges_that_share_an_end", edges([edge[1], [1.0, 1.0, 1.0]], [edge[1], [1.0, 1.0, 1.0]])),
        ("parallel_edges_meeting", edges(up(edge, 1.0), up(edge, -3.0))),
        (
            "parallel_edges_side_by_side",
            edges([[2.0, 1.0, 0.0], [3.0, 1.0, 0.0]], [[2.0, -1.0, 0.0], [3.0, -1.0, 0.0]]),
        ),
        ("edges_on_one_line", edges([[3.0, 0.0, 0.0], [5.0, 0.0, 0.0]], [[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])),
        (
            "edges_on_one_line_going_apart",
            edges([[3.0, 0.0, 0.0], [5.0, 0.0, 0.0]], [[4.0, 0.0, 0.0], [6.0, 0.0, 0.0]]),
        ),
        (
            "edges_of_one_point",
            case(EdgeEdge, &[a, a, [4.0, 0.0, 0.0], [4.0, 0.0, 0.0]], &[[4.0, 0.0, 0.0]; 4]),
        ),
        (
            "edges_that_only_turn",
            edges([[0.0, 1.0, -1.0], [0.0, 1.0, 1.0]], [[0.0, 1.0, 1.0], [0.0, 1.0, -1.0]]),
        ),
        ("through_a_wall", line([-1.0, 0.5, 0.0], [3.0, 0.5, 0.0])),
        ("over_the_end_of_a_wall", line([-1.0, 1.0, 0.0], [3.0, 1.0, 0.0])),
        ("along_a_wall", line([0.0, 3.0, 0.0], [0.0, -1.0, 0.0])),
        ("past_a_wall", line([-1.0, 1.5, 0.0], [3.0, 1.5, 0.0])),
        ("wall_of_one_point", case(VertexEdge, &[[-1.0, 0.0, 0.0], a, a], &[[3.0, 0.0, 0.0], a, a])),
    ]
}

fn cells(found: Option<Found>) -> String {
    let Some(found) = found else { return "– | –".into() };
    // Adding 0 makes −0 the same as 0.
    let number = |x: f64| {
        let digits = format!("{:.4}", (x * 1e4).round() / 1e4 + 0.0);
        digits.trim_end_matches('0').trim_end_matches('.').replace('-', "−")
    };
    let normal = found.normal.map(|normal| normal.map(number).join(", "));
    format!("{} | {}", number(found.time), normal.map_or("none".into(), |normal| format!("({normal})")))
}

/// docs/deforming.md, row by row. `IMPINGE_DEFORMING_PRINT=1` prints them as the engine answers now.
#[test]
fn degenerate_cases_are_as_documented() {
    let options = DeformingOptions::new(1e-9).expect("a tolerance");
    let mut names = Vec::new();
    for (name, case) in cases() {
        check(&case, 1e-9);
        let cells = cells(ask::<DVec3, DVec2>(&case, &options));
        names.push(name);
        if std::env::var_os("IMPINGE_DEFORMING_PRINT").is_some() {
            println!("| `{name}` | | {cells} |");
            continue;
        }
        let row = TABLE.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("docs/deforming.md has no row `{name}`"));
        assert!(row.ends_with(&format!("| {cells} |")), "documented {row}, found {cells}");
    }
    if std::env::var_os("IMPINGE_DEFORMING_PRINT").is_none() {
        // Another table of that page has fewer columns.
        let is_row = |line: &&str| line.starts_with("| `") && line.matches('|').count() == 5;
        let rows = TABLE.lines().filter(is_row).count();
        assert_eq!(rows, names.len(), "a row without a case");
    }
}

#[test]
fn the_latest_time_is_kept_to() {
    let face = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 4.0]];
    let vertices = |height: f64| [[1.0, height, 1.0], face[0], face[1], face[2]];
    let case = case(Kind::VertexFace, &vertices(1.0), &vertices(-3.0));
    let until = |time: f64| {
        let options =
            DeformingOptions::new(1e-9).and_then(|options| options.with_max_time(time)).expect("a time");
        ask::<DVec3, DVec2>(&case, &options).is_some()
    };
    // It meets at ¼, exactly.
    assert!(!until(0.0) && !until(0.25_f64.next_down()) && until(0.25) && until(0.5) && until(7.0));
}

#[test]
fn points_and_normal_are_where_they_meet() {
    let options = DeformingOptions::new(1e-9).expect("a tolerance");
    let mut random = Random(3);
    let mut met = 0;
    for number in 0..3000 {
        let case = random.case(number % 6);
        let Some(found) = ask::<DVec3, DVec2>(&case, &options) else { continue };
        met += 1;
        let apart =
            (0..3).map(|axis| (found.point_a[axis] - found.point_b[axis]).powi(2)).sum::<f64>().sqrt();
        assert!(apart <= 2e-9, "{apart} apart: {found:?}: {case:?}");
    }
    assert!(met > 100, "only {met}");
}

#[test]
fn what_is_not_finite_is_refused() {
    let good = DVec3::ZERO;
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let bad = DVec3::new(0.0, bad, 0.0);
        for vertex in 0..4 {
            let mut points = [good; 4];
            points[vertex] = bad;
            assert!(
                VertexFace::new(points, [good; 4]).is_err() && VertexFace::new([good; 4], points).is_err()
            );
            assert!(EdgeEdge::new(points, [good; 4]).is_err() && EdgeEdge::new([good; 4], points).is_err());
        }
        assert!(DeformingOptions::new(bad.y).is_err());
        let options = DeformingOptions::new(0.0).expect("a tolerance");
        assert!(options.with_min_separation(bad.y).is_err() && options.with_max_time(bad.y).is_err());
    }
    let options = DeformingOptions::new(0.0).expect("a tolerance");
    assert!(options.with_min_separation(-1.0).is_err() && options.with_max_time(-1.0).is_err());
}
