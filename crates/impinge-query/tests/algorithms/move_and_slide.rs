//! Sliding, as the documentation of the engine has it and by hand.

use serde_json::{Value, json};

use super::{Outcome, answer, error_answer, list, number, numbers};

/// A capsule in front of a floor and a wall.
fn walk(more: &Value) -> Value {
    let mut request = json!({
        "op": "move_and_slide",
        "a": { "type": "capsule", "a": [0, 1], "b": [0, 2], "radius": 0.5 },
        "motion": [8, -2],
        "obstacles": [
            { "type": "aabb", "min": [-9, -1], "max": [9, 0] },
            { "type": "aabb", "min": [3, -1], "max": [4, 9] },
        ],
    });
    if let (Some(fields), Some(more)) = (request.as_object_mut(), more.as_object()) {
        fields.extend(more.clone());
    }
    request
}

fn is_near(numbers: &[f64], expected: [f64; 2], slack: f64) -> bool {
    numbers.len() == 2 && numbers.iter().zip(expected).all(|(x, y)| (x - y).abs() <= slack)
}

#[test]
fn down_to_the_ground_and_along_it_to_the_wall() -> Outcome {
    let answer = answer(&walk(&json!({})))?;
    assert!(is_near(&numbers(&answer["translation"]), [2.49, -0.49], 0.002), "{answer}");
    let hits = list(&answer["hits"]);
    assert_eq!(hits.iter().map(|hit| number(&hit["obstacle"])).collect::<Vec<_>>(), [0.0, 1.0]);
    assert_eq!([&hits[0]["normal"], &hits[1]["normal"]], [&json!([0.0, 1.0]), &json!([-1.0, 0.0])]);
    assert_eq!(hits[0]["walkable"], json!(false), "nothing says what can be walked on");
    // A quarter of the way down is 0.49 of 2 down: the same of 8 to the right.
    let corners = list(&answer["path"]);
    assert!(is_near(&numbers(&corners[0]), [1.96, -0.49], 0.01), "{answer}");
    assert_eq!(corners.last(), Some(&answer["translation"]));
    assert!(number(&answer["remaining"][0]) > 0.0 && answer["depth"] == json!(0.0), "{answer}");
    Ok(())
}

#[test]
fn ground_is_walked_on_and_steps_are_climbed() -> Outcome {
    let ground = json!({ "up": [0, 1], "max_slope": 0.8, "step_height": 0.4, "snap_distance": 0.2 });
    let step = json!({ "type": "aabb", "min": [1, 0], "max": [5, 0.3] });
    let floor = json!({ "type": "aabb", "min": [-9, -1], "max": [9, 0] });
    let walk = |ground: Option<&Value>| {
        let mut more = json!({ "motion": [2.5, 0], "obstacles": [floor, step] });
        more["a"] = json!({ "type": "capsule", "a": [0, 0.51], "b": [0, 1.5], "radius": 0.5 });
        if let Some(ground) = ground {
            more["ground"] = ground.clone();
        }
        answer(&walk(&more))
    };
    let up = walk(Some(&ground))?;
    assert!(is_near(&numbers(&up["translation"]), [2.5, 0.3], 0.01), "{up}");
    assert_eq!(list(&up["hits"]).last().map(|hit| &hit["walkable"]), Some(&json!(true)));
    let stopped = walk(None)?;
    assert!(number(&stopped["translation"][0]) < 0.95, "{stopped}");
    Ok(())
}

#[test]
fn what_is_inside_is_pushed_out_or_not() -> Outcome {
    let inside = json!({ "a": { "shape": { "type": "ball", "radius": 1 }, "pose": { "translation": [0, 0.5] } }, "motion": [0, 0] });
    let pushed = answer(&walk(&inside))?;
    assert!(is_near(&numbers(&pushed["translation"]), [0.0, 0.51], 0.01), "{pushed}");
    let mut left = inside;
    left["push_out"] = json!(false);
    let left = answer(&walk(&left))?;
    assert_eq!((&left["translation"], number(&left["depth"])), (&json!([0.0, 0.0]), 0.5));
    Ok(())
}

#[test]
fn what_makes_no_sense_is_refused() {
    let refused = [
        (json!({ "motion": [8] }), "motion: must have 2 numbers"),
        (json!({ "obstacles": {} }), "obstacles: must be a list, but is an object"),
        (json!({ "obstacles": [{ "type": "bal" }] }), "obstacles[0].type: must be one of"),
        (json!({ "skin": -1 }), "skin: must not be negative"),
        (json!({ "max_iterations": 0 }), "max_iterations: must be a whole number from 1 to 100"),
        (json!({ "ground": { "up": [0, 1] } }), "ground: \"max_slope\" is missing"),
        (json!({ "ground": { "up": [0, 0], "max_slope": 1 } }), "ground.up: "),
        (json!({ "ground": { "up": [0, 1], "max_slope": -1 } }), "ground.max_slope: "),
        (json!({ "b": 1 }), "unknown field \"b\""),
    ];
    for (wrong, message) in refused {
        let told = error_answer(&walk(&wrong));
        assert!(told.contains(&message.replace('"', "\\\"")), "{wrong}: {told}");
    }
}
