//! Masks, pixel by pixel.

use serde_json::{Value, json};

use super::{Outcome, answer, error_answer, list, number};

fn masks(more: &Value) -> Value {
    let mut request = json!({
        "op": "mask",
        "a": { "rows": ["......", "..##..", ".####.", "######"] },
        "b": { "rows": ["##", "##"] },
        "pixels": true,
    });
    if let (Some(fields), Some(more)) = (request.as_object_mut(), more.as_object()) {
        fields.extend(more.clone());
    }
    request
}

/// The pixels that are set, in the coordinates of the request.
fn pixels(picture: &Value) -> Vec<[i64; 2]> {
    let at = |axis: usize| number(&picture["offset"][axis]) as i64;
    let mut set = Vec::new();
    for (y, row) in list(&picture["rows"]).iter().enumerate() {
        for (x, letter) in row.as_str().unwrap_or_default().bytes().enumerate() {
            if letter == b'#' {
                set.push([at(0) + x as i64, at(1) + y as i64]);
            }
        }
    }
    set
}

#[test]
fn a_square_on_a_hill() -> Outcome {
    let above = answer(&masks(&json!({ "offset": [2, -1] })))?;
    assert_eq!(
        (&above["overlapping"], &above["count"], above.get("first")),
        (&json!(false), &json!(0), None)
    );
    let on_it = answer(&masks(&json!({ "offset": [2, 0] })))?;
    assert_eq!(
        (&on_it["overlapping"], &on_it["count"], &on_it["first"]),
        (&json!(true), &json!(2), &json!([2, 1]))
    );
    assert_eq!(on_it["normal"], json!([0.0, -1.0]), "up is out");
    assert_eq!(pixels(&on_it["common"]), [[2, 1], [3, 1]]);
    Ok(())
}

/// What both have is what both have, pixel by pixel, wherever they lie and however they are turned.
#[test]
fn common_pixels_are_those_of_both() -> Outcome {
    for turn in 0..24 {
        for offset in [[0, 0], [-1, 2], [3, 1], [5, 3], [-7, 0]] {
            let angle = f64::from(turn) * 0.3;
            let a = json!({ "rows": ["####", "###.", "#..#", "####", "##.."], "rotation": angle });
            let b = json!({ "rows": [".###", "####", "..#."], "rotation": -2.0 * angle });
            let found = answer(&masks(&json!({ "a": a, "b": b, "offset": offset })))?;
            let [of_a, of_b, common] = ["a", "b", "common"].map(|name| pixels(&found[name]));
            let expected: Vec<_> = of_a.iter().filter(|pixel| of_b.contains(pixel)).copied().collect();
            assert_eq!(common, expected);
            assert_eq!(number(&found["count"]) as usize, expected.len());
        }
    }
    Ok(())
}

#[test]
fn a_quarter_turn_is_exact_and_discs_are_dug() -> Outcome {
    let bar = json!({ "rows": ["....", "####", "####", "...."], "rotation": std::f64::consts::FRAC_PI_2 });
    let found = answer(&masks(&json!({ "a": bar })))?;
    assert_eq!(pixels(&found["a"]), [[1, 0], [2, 0], [1, 1], [2, 1], [1, 2], [2, 2], [1, 3], [2, 3]]);
    let ground =
        json!({ "rows": vec!["#".repeat(9); 5], "clear": [{ "center": [4.5, 0], "radius": 2 }], "fill": [] });
    let dug = answer(&masks(&json!({ "a": ground, "offset": [5, 1] })))?;
    // The middles of pixels 3 to 5 of the first two rows are within 2 of the middle of the disc.
    assert_eq!(list(&dug["a"]["rows"])[..3], [json!("###...###"), json!("###...###"), json!("#########")]);
    assert_eq!(dug["count"], json!(3), "one pixel of the square is in the crater: {dug}");
    Ok(())
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = [
        (json!({ "a": { "rows": ["##", "#"] } }), "a.rows[1]: must have 2 pixels, like the first row"),
        (json!({ "a": { "rows": ["ab"] } }), "a.rows[0]: must contain only # for solid pixels"),
        (json!({ "a": { "rows": [1] } }), "a.rows[0]: must be text"),
        (json!({ "a": {} }), "a: \"rows\" is missing"),
        (json!({ "offset": [0.5, 0] }), "offset[0]: must be a whole number"),
        (json!({ "offset": [1] }), "offset: must be two whole numbers"),
        (
            json!({ "a": { "rows": ["#"], "clear": [{ "center": [0, 0] }] } }),
            "a.clear[0]: \"radius\" is missing",
        ),
        (
            json!({ "a": { "rows": ["#"], "clear": [{ "center": [0, 0], "radius": -1 }] } }),
            "radius: must not be negative",
        ),
        (json!({ "precision": "f32" }), "unknown field \"precision\""),
    ];
    for (wrong, message) in refused {
        let told = error_answer(&masks(&wrong));
        assert!(told.contains(&message.replace('"', "\\\"")), "{wrong}: {told}");
    }
}
