//! The volumes around a shape.

use std::f64::consts::{FRAC_PI_4, PI, SQRT_2};

use serde_json::{Value, json};

use super::{Outcome, answer, error_answer, list, number, numbers};

fn fit(a: Value) -> Result<Value, Box<dyn std::error::Error>> {
    answer(&json!({ "op": "fit", "a": a }))
}

/// The volume of a kind in an answer.
fn of_kind<'a>(answer: &'a Value, kind: &str) -> &'a Value {
    list(&answer["volumes"]).iter().find(|volume| volume["shape"]["type"] == kind).unwrap_or(&Value::Null)
}

fn is_near(value: &Value, expected: f64) -> bool {
    (number(value) - expected).abs() <= 1e-9 * expected.abs()
}

#[test]
fn a_long_box_fits_boxes_best() -> Outcome {
    let answer = fit(json!({ "type": "aabb", "min": [0, 0, 0], "max": [6, 3, 2] }))?;
    let kinds: Vec<&Value> = list(&answer["volumes"]).iter().map(|volume| &volume["shape"]["type"]).collect();
    assert_eq!(kinds, ["ball", "aabb", "capsule", "box", "cylinder", "hull"]);
    assert_eq!((&answer["tightest"], answer.get("refitted")), (&json!("aabb"), None));
    let aabb = of_kind(&answer, "aabb");
    assert_eq!(aabb["shape"], json!({ "type": "aabb", "min": [0.0, 0.0, 0.0], "max": [6.0, 3.0, 2.0] }));
    assert_eq!((number(&aabb["volume"]), number(&aabb["tightness"])), (36.0, 1.0));
    let ball = of_kind(&answer, "ball");
    assert_eq!(numbers(&ball["pose"]["translation"]), [3.0, 1.5, 1.0]);
    assert!(is_near(&ball["shape"]["radius"], 3.5), "{ball}");
    assert!(is_near(&ball["volume"], 4.0 / 3.0 * PI * 3.5_f64.powi(3)), "{ball}");
    assert!(is_near(&ball["tightness"], number(&ball["volume"]) / 36.0), "{ball}");
    Ok(())
}

/// A square of side 2 that is turned by an eighth: its box refitted from the box before is that of the
/// square's image, which is tight; the box of a diamond, refitted, is twice as large as the square that it
/// becomes.
#[test]
fn a_refitted_box_wastes_what_the_box_before_did() -> Outcome {
    let pose = json!({ "rotation": FRAC_PI_4, "translation": [5, 0] });
    let square = fit(json!({ "shape": { "type": "box", "half_extents": [1, 1] }, "pose": pose }))?;
    assert!(is_near(&square["refitted"]["volume"], 8.0), "{square}");
    assert!(is_near(&of_kind(&square, "aabb")["volume"], 8.0), "{square}");
    assert_eq!(square["tightest"], "box");
    assert!(is_near(&of_kind(&square, "box")["volume"], 4.0), "{square}");

    let diamond = json!({ "type": "polygon", "points": [[1, 0], [0, 1], [-1, 0], [0, -1]] });
    let turned = fit(json!({ "shape": diamond, "pose": pose }))?;
    assert!(is_near(&of_kind(&turned, "aabb")["volume"], 2.0), "{turned}");
    assert!(is_near(&turned["refitted"]["volume"], 8.0), "{turned}");
    assert!(is_near(&turned["refitted"]["tightness"], 4.0), "{turned}");
    let min = numbers(&turned["refitted"]["shape"]["min"]);
    assert!((min[0] - (5.0 - SQRT_2)).abs() < 1e-12 && (min[1] + SQRT_2).abs() < 1e-12, "{min:?}");
    Ok(())
}

/// Each volume is the `b` of a request, in which every corner of a mesh lies.
#[test]
fn volumes_can_be_asked_about_and_hold_the_mesh() -> Outcome {
    let vertices = json!([[0, 0, 0], [4, 1, 0], [0, 2, 1], [1, 1, 3], [2, -1, 1]]);
    let mesh = json!({ "type": "mesh", "vertices": vertices, "triangles": [[0, 1, 2], [0, 3, 1], [1, 3, 4], [2, 3, 0]] });
    let pose = json!({ "rotation": [0.5, 0.1, -0.3, 0.8], "translation": [1, -2, 0.5] });
    let mesh = json!({ "shape": mesh, "pose": pose });
    let answer = fit(mesh)?;
    assert_eq!(list(&answer["volumes"]).len(), 6);
    let hull = of_kind(&answer, "hull");
    let corners = list(&hull["shape"]["points"]);
    assert_eq!(corners.len(), 5);
    for volume in list(&answer["volumes"]).iter().chain([&answer["refitted"]]) {
        assert!(number(&volume["volume"]) >= number(&hull["volume"]), "{volume}");
        let b = match volume.get("pose") {
            Some(pose) => json!({ "shape": volume["shape"], "pose": pose }),
            None => volume["shape"].clone(),
        };
        for corner in corners {
            let point =
                json!({ "shape": { "type": "ball", "radius": 0 }, "pose": { "translation": corner } });
            let found = super::answer(&json!({ "op": "relation", "a": point, "b": b }))?;
            assert_ne!(found["relation"], "disjoint", "{corner} outside of {volume}");
        }
    }
    Ok(())
}

#[test]
fn round_shapes_have_a_box_and_what_has_no_end_has_nothing() -> Outcome {
    let answer = fit(json!({ "shape": { "type": "ball", "radius": 2 }, "pose": { "translation": [3, 0] } }))?;
    assert_eq!(list(&answer["volumes"]).len(), 1);
    assert!(is_near(&of_kind(&answer, "aabb")["volume"], 16.0), "{answer}");
    assert!(is_near(&answer["refitted"]["volume"], 16.0), "{answer}");
    assert_eq!((answer.get("tightest"), answer["volumes"][0].get("tightness")), (None, None));
    // In the plane a cylinder is a rectangle.
    let rectangle =
        json!({ "op": "fit", "dimension": 2, "a": { "type": "cylinder", "half_height": 2, "radius": 1 } });
    assert_eq!(number(&super::answer(&rectangle)?["volumes"][5]["volume"]), 8.0);
    let refused = error_answer(&json!({ "op": "fit", "a": { "type": "half_space", "normal": [0, 1] } }));
    assert_eq!(refused, r#"{"id":1,"error":"a: is unbounded, so nothing can be fitted to it"}"#);
    let with_b = json!({ "op": "fit", "a": { "type": "ball", "radius": 1 }, "b": { "type": "ball", "radius": 1 }, "dimension": 2 });
    assert!(error_answer(&with_b).contains("unknown field"), "{}", error_answer(&with_b));
    Ok(())
}

#[test]
fn flat_shapes_have_no_yardstick() -> Outcome {
    let answer =
        fit(json!({ "shape": { "type": "segment", "a": [0, 0], "b": [3, 4] }, "pose": { "rotation": 0 } }))?;
    assert!(list(&answer["volumes"]).iter().all(|volume| volume.get("tightness").is_none()), "{answer}");
    assert_eq!(number(&of_kind(&answer, "aabb")["volume"]), 12.0);
    assert_eq!((number(&answer["refitted"]["volume"]), answer["refitted"].get("tightness")), (12.0, None));
    Ok(())
}
