//! What a ray visits in the tree of a mesh.

use serde_json::{Value, json};

use super::{Outcome, answer, error_answer, list, number, numbers};

/// A field of hills over a square grid: two triangles for each cell, enough for a tree of several levels.
fn hills(cells: u32) -> Value {
    let height = |x: u32, z: u32| f64::from(x * 7 % 5 + z * 11 % 7) * 0.25;
    let side = cells + 1;
    let vertices: Vec<Value> =
        (0..side * side).map(|i| json!([i % side, height(i % side, i / side), i / side])).collect();
    let triangles: Vec<Value> = (0..cells * cells)
        .flat_map(|cell| {
            let a = cell / cells * side + cell % cells;
            [json!([a, a + side, a + 1]), json!([a + 1, a + side, a + side + 1])]
        })
        .collect();
    json!({ "type": "mesh", "vertices": vertices, "triangles": triangles })
}

fn ray(origin: [f64; 3], direction: [f64; 3]) -> Value {
    json!({ "type": "ray", "origin": origin, "direction": direction })
}

/// Where a ray from `origin` enters and leaves a box, by the slabs of its axes.
fn passage(bounds: &Value, origin: [f64; 3], direction: [f64; 3]) -> [f64; 2] {
    let (min, max) = (numbers(&bounds["min"]), numbers(&bounds["max"]));
    (0..3).fold([0.0, f64::INFINITY], |[first, last], axis| {
        let [s, t] = [min[axis], max[axis]].map(|plane| (plane - origin[axis]) / direction[axis]);
        [first.max(s.min(t)), last.min(s.max(t))]
    })
}

const RAYS: [([f64; 3], [f64; 3]); 4] = [
    ([-1.0, 3.0, -2.0], [0.6, -0.1, 0.7]),
    ([15.5, 9.0, 0.5], [-0.5, -0.6, 0.4]),
    ([8.1, 20.0, 8.3], [0.01, -1.0, 0.02]),
    ([-5.0, 0.1, 3.3], [1.0, 0.02, 0.01]),
];

#[test]
fn the_way_through_the_tree_is_that_of_boxes_one_by_one() -> Outcome {
    let hills = hills(16);
    for (origin, direction) in RAYS {
        let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
        let direction = direction.map(|x| x / length);
        let mut request = json!({ "op": "cast_ray", "a": hills, "b": ray(origin, direction) });
        let plain = answer(&request)?;
        request["traversal"] = json!(true);
        let mut told = answer(&request)?;
        let traversal = told.as_object_mut().and_then(|told| told.remove("traversal")).unwrap_or_default();
        assert_eq!(told, plain);

        let traversal = list(&traversal);
        assert!(traversal.len() > 3, "{traversal:?}");
        assert_eq!(traversal[0]["depth"], 0);
        assert!(traversal.iter().any(|part| part["depth"] == 2), "not deep");
        let end = plain["t"].as_f64().unwrap_or(f64::INFINITY);
        for part in traversal {
            let [first, last] = passage(part, origin, direction);
            assert!(first <= last + 1e-4 && first <= end + 1e-4, "{part} is not on the way");
            for child in list(&part["boxes"]) {
                // Close calls may go either way, and what is behind the hit is not looked at any more.
                let [first, last] = passage(child, origin, direction);
                if (first - last).abs() > 1e-4 && first < end - 1e-4 {
                    assert_eq!(child["met"], json!(first < last), "{child}");
                }
                // What is met before the hit is opened, with the same box one level further down.
                if child["met"] == true && first < end - 1e-4 {
                    let is_child = |other: &&Value| {
                        other["min"] == child["min"]
                            && other["max"] == child["max"]
                            && number(&other["depth"]) == number(&part["depth"]) + 1.0
                    };
                    assert!(traversal.iter().any(|other| is_child(&other)), "{child} was left out");
                }
            }
            for tested in list(&part["tested"]) {
                assert!(list(&part["triangles"]).contains(tested), "{part}");
            }
        }
        if plain["hit"] == true {
            assert!(traversal.iter().any(|part| list(&part["tested"]).contains(&plain["part"])), "{plain}");
        }
    }
    Ok(())
}

/// The boxes stay those of the mesh, wherever its pose takes it, and so does the way of a ray that is moved
/// along.
#[test]
fn boxes_are_in_the_coordinates_of_the_mesh() -> Outcome {
    let (origin, direction) = RAYS[1];
    let [a, b] = [hills(8), ray(origin, direction)];
    let pose = json!({ "translation": [64, -32, 16] });
    let at = |shape: &Value| json!({ "shape": shape, "pose": pose });
    let still = answer(&json!({ "op": "cast_ray", "traversal": true, "a": a, "b": b }))?;
    let moved = answer(&json!({ "op": "cast_ray", "traversal": true, "a": at(&a), "b": at(&b) }))?;
    assert_eq!(still["traversal"], moved["traversal"]);
    Ok(())
}

/// By hand: two triangles side by side are one pack, of which a ray through the first asks that alone.
#[test]
fn two_triangles_are_one_pack() -> Outcome {
    let vertices = json!([[0, 0, 0], [1, 0, 0], [0, 1, 0], [4, 0, 0], [5, 0, 0], [4, 1, 0]]);
    let a = json!({ "type": "mesh", "vertices": vertices, "triangles": [[0, 1, 2], [3, 4, 5]] });
    let b = ray([0.25, 0.25, 1.0], [0.0, 0.0, -1.0]);
    let told = answer(&json!({ "op": "cast_ray", "traversal": true, "a": a, "b": b }))?;
    let bounds = json!({ "min": [0.0, 0.0, 0.0], "max": [5.0, 1.0, 0.0] });
    let (min, max) = (&bounds["min"], &bounds["max"]);
    let expected = json!([
        { "depth": 0, "min": min, "max": max, "boxes": [{ "min": min, "max": max, "met": true }] },
        { "depth": 1, "min": min, "max": max, "triangles": [0, 1], "tested": [0] }
    ]);
    assert_eq!(told["traversal"], expected);
    Ok(())
}

#[test]
fn only_meshes_are_visited() {
    let b = ray([0.0, 9.0, 0.0], [0.0, -1.0, 0.0]);
    let refused = error_answer(
        &json!({ "op": "cast_ray", "traversal": true, "a": { "type": "ball", "radius": 1 }, "b": b }),
    );
    assert!(refused.contains("a: must be a mesh"), "{refused}");
    let refused = error_answer(&json!({ "op": "cast_ray", "traversal": 1, "a": hills(1), "b": b }));
    assert!(refused.contains("traversal: must be true or false"), "{refused}");
    let refused = error_answer(&json!({ "op": "cast_ray", "traversal": true, "a": hills(1), "b": hills(1) }));
    assert!(refused.contains("b: must be a ray or a segment"), "{refused}");
}
