//! How deep two meshes are in each other, held against sums by hand and against moving them by it.

use serde_json::{Value, json};

use super::{Outcome, answer, error_answer, number, numbers};

/// A cube of side 1 with a corner at a place.
fn cube(at: [f64; 3]) -> Value {
    let vertices: Vec<Value> = (0..8)
        .map(|i| {
            json!([at[0] + f64::from(i & 1), at[1] + f64::from(i >> 1 & 1), at[2] + f64::from(i >> 2 & 1)])
        })
        .collect();
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles: Vec<Value> =
        quads.iter().flat_map(|[a, b, c, d]| [json!([a, b, c]), json!([a, c, d])]).collect();
    json!({ "type": "mesh", "vertices": vertices, "triangles": triangles })
}

fn depth(a: &Value, b: &Value) -> Result<Value, Box<dyn std::error::Error>> {
    answer(&json!({ "op": "depth", "a": a, "b": b }))
}

#[test]
fn cubes_have_the_depths_of_boxes_and_come_free_by_them() -> Outcome {
    let a = cube([0.0; 3]);
    for (at, expected) in [([0.25, 0.5, 0.75], 0.25), ([-0.875, 0.5, 0.25], 0.125), ([0.0, 0.5, 0.0], 0.5)] {
        let told = depth(&a, &cube(at))?;
        assert_eq!((&told["kind"], &told["distance_kind"]), (&json!("overlap"), &json!("exact")));
        let distance = number(&told["distance"]);
        assert!((distance + expected).abs() < 1e-9 && number(&told["depth_at_least"]) <= -distance, "{told}");
        let (normal, point_a, point_b) =
            (numbers(&told["normal"]), numbers(&told["point_a"]), numbers(&told["point_b"]));
        for axis in 0..3 {
            assert!((point_b[axis] - distance * normal[axis] - point_a[axis]).abs() < 1e-9, "{told}");
        }
        let moved = |share: f64| cube([0, 1, 2].map(|axis| at[axis] - share * distance * normal[axis]));
        assert_eq!(depth(&a, &moved(0.999))?["kind"], "overlap");
        assert_ne!(depth(&a, &moved(1.0))?["kind"], "overlap");
        // The other way round, back.
        let back = depth(&cube(at), &a)?;
        assert_eq!((&back["distance"], &back["point_a"]), (&told["distance"], &told["point_b"]));
        assert_eq!(numbers(&back["normal"]), normal.iter().map(|x| 0.0 - x).collect::<Vec<_>>());
    }
    Ok(())
}

#[test]
fn each_kind_is_told_by_its_word() -> Outcome {
    let a = cube([0.0; 3]);
    let small = json!({ "type": "mesh", "vertices": [[0.4, 0.4, 0.4], [0.6, 0.4, 0.4], [0.4, 0.6, 0.4], [0.4, 0.4, 0.6]],
        "triangles": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]] });
    assert_eq!(depth(&a, &cube([2.0; 3]))?, json!({ "id": 1, "kind": "disjoint" }));
    let twice = depth(&a, &a)?;
    assert_eq!((&twice["kind"], number(&twice["distance"])), (&json!("duplicate"), -1.0));
    for (a, b, inner) in [(&a, &small, "b"), (&small, &a, "a")] {
        let within = depth(a, b)?;
        assert_eq!((&within["kind"], &within["inner"]), (&json!("contained"), &json!(inner)));
        // From 0.6 down to 0, or from 0.4 up to 1.
        assert!((number(&within["distance"]) + 0.6).abs() < 1e-9, "{within}");
    }
    let touching = depth(&a, &cube([1.0, 0.25, 0.5]))?;
    assert_eq!((&touching["kind"], number(&touching["distance"])), (&json!("touching"), 0.0));
    assert_eq!((numbers(&touching["normal"]), touching.get("depth_at_least")), (vec![1.0, 0.0, 0.0], None));
    assert_eq!(touching["point_a"], touching["point_b"]);
    // A pose moves a mesh as its corners would.
    let placed = json!({ "shape": a, "pose": { "translation": [0.25, 0.5, 0.75] } });
    assert_eq!(depth(&a, &placed)?, depth(&a, &cube([0.25, 0.5, 0.75]))?);
    Ok(())
}

#[test]
fn only_meshes_in_space_have_it() {
    let request = |b: Value| json!({ "op": "depth", "a": cube([0.0; 3]), "b": b });
    let refused = error_answer(&request(json!({ "type": "ball", "radius": 1 })));
    assert!(
        refused.starts_with(r#"{"id":1,"error":"b: must be a mesh, because the cascade tests triangles"#),
        "{refused}"
    );
    let flat = json!({ "type": "mesh", "vertices": [[0, 0], [1, 0], [0, 1]], "triangles": [[0, 1, 2]] });
    let refused = error_answer(&request(flat));
    assert!(refused.contains("must have 3 numbers"), "{refused}");
    let mut single = request(cube([0.0; 3]));
    single["precision"] = json!("f32");
    assert!(error_answer(&single).contains(r#"precision: must be \"f64\""#));
    single["precision"] = json!("f64");
    single["dimension"] = json!(2);
    assert!(error_answer(&single).contains("dimension: must be 3"));
}
