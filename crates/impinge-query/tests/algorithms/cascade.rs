//! The cascade of two meshes, stage by stage.

use serde_json::{Value, json};

use super::{Outcome, answer, error_answer, list, number};

/// A cube of side 1 with a corner at the origin, its twelve triangles seen from outside.
fn cube() -> Value {
    let vertices: Vec<Value> = (0..8).map(|i| json!([i & 1, i >> 1 & 1, i >> 2 & 1])).collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<Value> =
        quads.iter().flat_map(|[a, b, c, d]| [json!([a, b, c]), json!([a, c, d])]).collect();
    json!({ "type": "mesh", "vertices": vertices, "triangles": triangles })
}

fn at(translation: [f64; 3]) -> Value {
    json!({ "shape": cube(), "pose": { "translation": translation } })
}

fn cascade(a: Value, b: Value) -> Result<Value, Box<dyn std::error::Error>> {
    let told = answer(&json!({ "op": "cascade", "a": a, "b": b }))?;
    // The other way to this is by the trees of both meshes, and by their insides.
    assert_eq!(told["relation"], answer(&json!({ "op": "relation", "a": a, "b": b }))?["relation"]);
    Ok(told)
}

/// Name, entered, left.
fn stages(answer: &Value) -> Vec<(String, f64, f64)> {
    let stage = |stage: &Value| {
        let name = stage["stage"].as_str().unwrap_or_default().to_owned();
        (name, number(&stage["entered"]), number(&stage["left"]))
    };
    list(&answer["stages"]).iter().map(stage).collect()
}

#[test]
fn what_is_apart_ends_where_its_volumes_are() -> Outcome {
    let far = cascade(at([0.0; 3]), at([4.0, 0.0, 0.0]))?;
    assert_eq!((&far["relation"], list(&far["pairs"]).len()), (&json!("disjoint"), 0));
    assert_eq!(stages(&far)[0], ("aabb".to_owned(), 1.0, 0.0));
    assert!(stages(&far)[1..].iter().all(|(_, entered, left)| entered + left == 0.0), "{far}");
    // Across a corner the boxes overlap only with each other's tilted ends.
    let pose =
        json!({ "translation": [1.3, 0.5, 0.5], "rotation": [0, 0, 0.3826834323650898, 0.9238795325112867] });
    let tilted = cascade(at([0.0; 3]), json!({ "shape": cube(), "pose": pose }))?;
    assert_eq!((stages(&tilted)[0].2, &tilted["relation"]), (1.0, &json!("overlapping")));
    Ok(())
}

/// Each cube has three faces, six triangles, at the corner that is in the other: these cross, face by face of
/// other directions.
#[test]
fn cubes_that_cross_have_the_counts_of_their_triangles() -> Outcome {
    let crossing = cascade(at([0.0; 3]), at([0.5, 0.5, 0.5]))?;
    assert_eq!((&crossing["relation"], crossing.get("pairs_left_out")), (&json!("overlapping"), None));
    let stages = stages(&crossing);
    let names: Vec<&str> = stages.iter().map(|(name, ..)| name.as_str()).collect();
    assert_eq!(names, ["aabb", "ball", "obb", "region", "triangle_boxes", "triangles", "solids"]);
    assert_eq!(
        &stages[..3].iter().map(|(_, entered, left)| (*entered, *left)).collect::<Vec<_>>(),
        &[(1.0, 1.0); 3]
    );
    assert_eq!((stages[3].1, stages[3].2), (24.0, 12.0));
    assert_eq!(stages[4].1, 36.0);
    assert_eq!(stages[4].2, stages[5].1);
    assert_eq!(stages[5].2, list(&crossing["pairs"]).len() as f64);
    // What pierces needs no look at the solids.
    assert_eq!((stages[6].1, stages[6].2), (0.0, 0.0));
    let units: Vec<&Value> = list(&crossing["stages"]).iter().map(|stage| &stage["unit"]).collect();
    assert_eq!(units[3..6], ["triangles", "triangle pairs", "triangle pairs"]);
    Ok(())
}

/// Every pair of triangles that meets, one by one, is told, and no other.
#[test]
fn the_pairs_are_those_that_meet_one_by_one() -> Outcome {
    let shift = [0.5, 0.25, 0.0];
    let told = cascade(at([0.0; 3]), at(shift))?;
    let mesh = cube();
    let triangle = |number: usize, shift: [f64; 3]| {
        let corners = list(&mesh["triangles"][number]).iter().map(|corner| {
            let place = &mesh["vertices"][number_of(corner)];
            json!([0, 1, 2].map(|axis| number_in(place, axis) + shift[axis]))
        });
        json!({ "type": "triangle", "points": corners.collect::<Vec<_>>() })
    };
    let mut expected = Vec::new();
    for i in 0..12 {
        for j in 0..12 {
            let request = json!({ "op": "relation", "a": triangle(i, [0.0; 3]), "b": triangle(j, shift) });
            let relation = answer(&request)?["relation"].clone();
            if relation != "disjoint" {
                expected.push(json!({ "a": i, "b": j, "relation": relation }));
            }
        }
    }
    assert!(expected.len() > 10);
    assert_eq!(told["pairs"], json!(expected));
    // The other way round the same pairs meet.
    let mirrored = cascade(at(shift), at([0.0; 3]))?;
    assert_eq!((&mirrored["relation"], list(&mirrored["pairs"]).len()), (&told["relation"], expected.len()));
    Ok(())
}

fn number_of(value: &Value) -> usize {
    number(value) as usize
}

fn number_in(point: &Value, axis: usize) -> f64 {
    number(&point[axis])
}

#[test]
fn solids_are_asked_what_their_surfaces_leave_open() -> Outcome {
    let small = json!({ "type": "mesh", "vertices": [[0.4, 0.4, 0.4], [0.6, 0.4, 0.4], [0.4, 0.6, 0.4], [0.4, 0.4, 0.6]],
        "triangles": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] });
    for (a, b, inner) in [(at([0.0; 3]), small.clone(), "b"), (small, at([0.0; 3]), "a")] {
        let within = cascade(a, b)?;
        assert_eq!((&within["relation"], &within["inner"]), (&json!("overlapping"), &json!(inner)));
        assert_eq!(stages(&within)[6], ("solids".to_owned(), 1.0, 1.0));
        assert_eq!(list(&within["pairs"]).len(), 0);
    }
    let touching = cascade(at([0.0; 3]), at([1.0, 0.0, 0.0]))?;
    assert_eq!((&touching["relation"], touching.get("inner")), (&json!("touching"), None));
    Ok(())
}

/// Two combs of slats across each other, so that every slat of one crosses all of the other.
#[test]
fn more_pairs_than_can_be_seen_are_counted() -> Outcome {
    let comb = |turn: bool| {
        let point = |along: i32, across: i32, up: i32| {
            if turn { json!([across, along, up]) } else { json!([along, across, up]) }
        };
        let vertices: Vec<Value> =
            (0..120).flat_map(|i| [point(-1, i, -1), point(121, i, -1), point(60, i, 200)]).collect();
        let triangles: Vec<Value> = (0..120).map(|i| json!([3 * i, 3 * i + 1, 3 * i + 2])).collect();
        json!({ "type": "mesh", "vertices": vertices, "triangles": triangles })
    };
    let told = cascade(comb(false), comb(true))?;
    let met = stages(&told)[5].2;
    assert!(met > 10_000.0);
    assert_eq!(list(&told["pairs"]).len(), 10_000);
    assert_eq!(number(&told["pairs_left_out"]), met - 10_000.0);
    Ok(())
}

#[test]
fn only_meshes_go_through_it() {
    let refused =
        error_answer(&json!({ "op": "cascade", "a": cube(), "b": { "type": "ball", "radius": 1 } }));
    assert!(
        refused.starts_with(r#"{"id":1,"error":"b: must be a mesh, because the cascade tests triangles"#),
        "{refused}"
    );
    let refused = error_answer(&json!({ "op": "cascade", "a": cube() }));
    assert!(refused.contains("\"b\\\" is missing"), "{refused}");
}
