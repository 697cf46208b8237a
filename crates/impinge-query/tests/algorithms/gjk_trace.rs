//! GJK and EPA, step by step.

use serde_json::{Value, json};

use super::{Outcome, answer, error_answer, list, number, numbers};

fn gjk_trace(a: &Value, b: &Value) -> Result<Value, Box<dyn std::error::Error>> {
    answer(&json!({ "op": "gjk_trace", "a": a, "b": b }))
}

fn square(x: f64, y: f64) -> Value {
    json!({ "type": "aabb", "min": [x, y], "max": [x + 1.0, y + 1.0] })
}

fn length(vector: &Value) -> f64 {
    numbers(vector).iter().map(|x| x * x).sum::<f64>().sqrt()
}

fn dot(a: &Value, b: &Value) -> f64 {
    numbers(a).iter().zip(numbers(b)).map(|(x, y)| x * y).sum()
}

/// Two squares whose difference is the square from (−4, −1) to (−2, 1): nearest to the origin is (−2, 0).
#[test]
fn gjk_closes_in_on_the_distance() -> Outcome {
    let told = gjk_trace(&square(0.0, 0.0), &square(3.0, 0.0))?;
    assert_eq!((&told["relation"], number(&told["distance"])), (&json!("disjoint"), 2.0));
    assert_eq!((numbers(&told["nearest"]), &told["epa"]), (vec![-2.0, 0.0], &json!([])));
    let gjk = list(&told["gjk"]);
    // It starts between the middles, with no simplex.
    assert_eq!((numbers(&gjk[0]["nearest"]), &gjk[0]["simplex"]), (vec![-3.0, 0.0], &json!([])));
    assert_eq!(gjk[0].get("upper_bound"), None);
    assert_eq!(number(&gjk[0]["lower_bound"]), 2.0);
    Ok(())
}

fn shapes() -> Vec<Value> {
    let at = |shape: Value, translation: [f64; 3], rotation: [f64; 4]| json!({ "shape": shape, "pose": { "translation": translation, "rotation": rotation } });
    let turn = [0.3, -0.2, 0.5, 0.8];
    let points = json!([[0, 0, 0], [2, 0, 0.5], [0, 1.5, 0], [0.5, 0.5, 2], [1.5, 1.5, 1]]);
    vec![
        at(json!({ "type": "ball", "radius": 0.75 }), [0.1, 0.0, 0.2], turn),
        at(json!({ "type": "box", "half_extents": [1, 0.5, 2] }), [0.25, 0.5, 0.0], turn),
        at(json!({ "type": "hull", "points": points }), [-0.5, -0.5, 0.3], turn),
        at(json!({ "type": "capsule", "half_height": 1, "radius": 0.5 }), [0.0, 0.3, -0.2], turn),
        at(json!({ "type": "cylinder", "half_height": 1, "radius": 0.5 }), [0.0, 0.1, 0.4], turn),
        at(json!({ "type": "cone", "half_height": 1, "radius": 0.75 }), [0.2, 0.0, 0.1], turn),
        at(
            json!({ "type": "box", "half_extents": [0.5, 0.5, 0.5], "radius": 0.25 }),
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 0.0, 1.0],
        ),
    ]
}

/// The same shape further along x.
fn moved(shape: &Value, by: f64) -> Value {
    let mut moved = shape.clone();
    moved["pose"]["translation"][0] = json!(number(&shape["pose"]["translation"][0]) + by);
    moved
}

/// Every vertex is a point of one shape less one of the other, bounds close in, and the end is what is
/// answered without the steps.
#[test]
fn steps_end_where_the_answer_is() -> Outcome {
    let (mut apart, mut meeting) = (0, 0);
    for (i, a) in shapes().iter().enumerate() {
        for b in shapes().iter().skip(i + 1) {
            for by in [0.0, 0.9, 4.0] {
                let b = moved(b, by);
                let told = gjk_trace(a, &b)?;
                let radii: f64 = numbers(&told["radii"]).iter().sum();
                let cores = number(&told["distance"]) - number(&told["depth"]);
                let contact = answer(&json!({ "op": "contact", "margin": 100, "a": a, "b": b }))?;
                let expected = number(&contact["distance"]) - number(&contact["depth"]);
                assert!(
                    (cores - radii - expected).abs() < 1e-9,
                    "{cores} - {radii} {contact} of {a} and {b}"
                );
                assert_eq!(told["relation"], contact["relation"]);
                check_gjk(&told, cores);
                match told.get("nearest") {
                    Some(nearest) => {
                        apart += 1;
                        assert!((length(nearest) - cores).abs() < 1e-9, "{told}");
                        assert_eq!(told["epa"], json!([]));
                    }
                    None => {
                        meeting += 1;
                        check_epa(&told, -cores);
                    }
                }
            }
        }
    }
    assert!(apart > 10 && meeting > 10, "{apart} apart, {meeting} meeting");
    Ok(())
}

fn check_point(point: &Value) {
    let difference = numbers(&point["difference"]);
    let (point_a, point_b) = (numbers(&point["points"][0]), numbers(&point["points"][1]));
    for axis in 0..difference.len() {
        assert!((point_a[axis] - point_b[axis] - difference[axis]).abs() < 1e-12, "{point}");
    }
}

fn check_gjk(told: &Value, cores: f64) {
    let mut lower_bound = 0.0;
    let mut upper_bound = f64::INFINITY;
    for step in list(&told["gjk"]) {
        list(&step["simplex"]).iter().chain([&step["found"]]).for_each(check_point);
        // Nothing of the simplex lies further against the direction than what is found.
        let furthest = dot(&step["nearest"], &step["found"]["difference"]);
        for point in list(&step["simplex"]) {
            assert!(furthest <= dot(&step["nearest"], &point["difference"]) + 1e-9, "{step}");
        }
        assert!(
            number(&step["lower_bound"]) >= lower_bound
                && number(&step["lower_bound"]) <= cores.max(0.0) + 1e-9,
            "{step}"
        );
        lower_bound = number(&step["lower_bound"]);
        if let Some(most) = step.get("upper_bound").map(number) {
            assert!(most <= upper_bound && most >= cores - 1e-9, "{step}");
            assert!((most - length(&step["nearest"])).abs() < 1e-12, "{step}");
            upper_bound = most;
        }
    }
}

fn check_epa(told: &Value, depth: f64) {
    let vertices = list(&told["vertices"]);
    vertices.iter().for_each(check_point);
    let steps = list(&told["epa"]);
    for step in steps {
        let reach = number(&step["upper_bound"]);
        assert!(number(&step["lower_bound"]) <= depth + 1e-9 && reach >= depth - 1e-6, "{step}");
        // Every facet is closed off by others: each edge is in two.
        let facets: Vec<Vec<f64>> = list(&step["facets"]).iter().map(numbers).collect();
        assert!(list(&step["facets"]).contains(&step["nearest"]), "{step}");
        let edges: Vec<[f64; 2]> =
            facets.iter().flat_map(|facet| [0, 1, 2].map(|i| [facet[i], facet[(i + 1) % 3]])).collect();
        for [from, to] in &edges {
            assert_eq!(edges.iter().filter(|edge| **edge == [*to, *from]).count(), 1, "{step}");
            assert!((from.max(*to) as usize) < vertices.len(), "{step}");
        }
    }
}

/// Two squares that share half of each: the difference is the square from (−1.5, −1) to (0.5, 1), and out is
/// half a step along x.
#[test]
fn epa_ends_at_a_side_of_the_difference() -> Outcome {
    let told = gjk_trace(&square(0.0, 0.0), &square(0.5, 0.0))?;
    assert_eq!((number(&told["depth"]), told.get("nearest")), (0.5, None));
    let last = list(&told["epa"]).last().ok_or("no steps")?;
    assert_eq!((number(&last["lower_bound"]), number(&last["upper_bound"])), (0.5, 0.5));
    assert_eq!(number(&last["found"]["difference"][0]), 0.5);
    for end in numbers(&last["nearest"]) {
        assert_eq!(number(&told["vertices"][end as usize]["difference"][0]), 0.5);
    }
    Ok(())
}

/// Points of a and b change places, and the difference is turned about the origin.
#[test]
fn the_other_way_round_is_the_mirror_image() -> Outcome {
    let shapes = shapes();
    for (a, b) in [(&shapes[1], &shapes[2]), (&shapes[0], &moved(&shapes[4], 3.0))] {
        let (told, mirrored) = (gjk_trace(a, b)?, gjk_trace(b, a)?);
        assert_eq!(list(&told["gjk"]).len(), list(&mirrored["gjk"]).len());
        for (step, other) in list(&told["gjk"]).iter().zip(list(&mirrored["gjk"])) {
            assert_eq!(step["found"]["points"][0], other["found"]["points"][1]);
            let turned: Vec<f64> = numbers(&other["nearest"]).iter().map(|x| -x).collect();
            assert_eq!(numbers(&step["nearest"]), turned);
        }
        assert_eq!((&told["distance"], &told["depth"]), (&mirrored["distance"], &mirrored["depth"]));
    }
    Ok(())
}

#[test]
fn what_is_not_convex_has_no_steps() {
    let ball = json!({ "type": "ball", "radius": 1 });
    let compound = json!({ "type": "compound", "parts": [ball] });
    for (a, b, field) in
        [(&ball, &json!({ "type": "half_space", "normal": [0, 1, 0] }), "b"), (&compound, &ball, "a")]
    {
        let refused = error_answer(&json!({ "op": "gjk_trace", "dimension": 3, "a": a, "b": b }));
        assert!(refused.contains(&format!("{field}: must be convex and bounded")), "{refused}");
    }
}
