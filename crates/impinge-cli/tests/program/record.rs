//! The record of a pair: what it says is so, in every form, and is called what docs/schemas says.

use crate::fixtures::{APART, EVERY_KIND, Folder, NamedBox, Outcome, obj};
use serde_json::{Value, json};

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

/// The only pair of a scene, in JSON.
fn only_pair(boxes: &[NamedBox], words: &str) -> Tried<Value> {
    let folder = Folder::with("site.obj", obj(boxes))?;
    let report = folder.check(&format!("site.obj --format json {words}"))?.json()?;
    assert_eq!(report["pairs"].as_array().map(Vec::len), Some(1), "{report}");
    Ok(report["pairs"][0].clone())
}

fn number(value: &Value) -> Tried<f64> {
    Ok(value.as_f64().ok_or_else(|| format!("no number: {value}"))?)
}

fn point(value: &Value) -> Tried<[f64; 3]> {
    Ok([number(&value[0])?, number(&value[1])?, number(&value[2])?])
}

fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-7
}

/// `a` reaches 0.25 into `b` along x, and more along the other axes.
const DEEP: [NamedBox; 2] = [("a", [0.0; 3], [1.0; 3]), ("b", [0.75, 0.25, -0.5], [2.0, 2.0, 0.5])];

#[test]
fn a_depth_is_the_least_translation_and_moving_by_it_parts() -> Outcome {
    let pair = only_pair(&DEEP, "")?;
    assert_eq!((&pair["kind"], &pair["distance_kind"]), (&json!("overlap"), &json!("exact")));
    assert!(is_near(number(&pair["distance"])?, -0.25), "{pair}");
    assert!(is_near(number(&pair["depth_at_least"])?, 0.25), "{pair}");
    assert!(is_near(number(&pair["volume"])?, 0.25 * 0.75 * 0.5), "{pair}");
    assert!(is_near(number(&pair["curve_length"])?, 2.0 * (0.25 + 0.75 + 0.5)), "{pair}");
    assert_eq!(pair["overlap_box"], json!({"min": [0.75, 0.25, 0.0], "max": [1.0, 1.0, 0.5]}));
    let (normal, depth) = (point(&pair["normal"])?, -number(&pair["distance"])?);
    assert!(is_near(normal[0], 1.0), "{pair}");
    let (point_a, point_b) = (point(&pair["point_a"])?, point(&pair["point_b"])?);
    for axis in 0..3 {
        assert!(is_near(point_b[axis] + normal[axis] * depth, point_a[axis]), "{pair}");
    }
    // A little less, and they collide still; a little more, and they do not.
    for (share, code) in [(0.999, 1), (1.000_001, 0)] {
        let moved =
            |corner: [f64; 3]| std::array::from_fn(|axis| corner[axis] + normal[axis] * depth * share);
        let boxes = [DEEP[0], (DEEP[1].0, moved(DEEP[1].1), moved(DEEP[1].2))];
        let folder = Folder::with("moved.obj", obj(&boxes))?;
        assert_eq!(folder.check("moved.obj")?.code, code, "{share}");
    }
    Ok(())
}

#[test]
fn ids_are_of_the_pair_and_not_of_the_run() -> Outcome {
    let id = |boxes: &[NamedBox]| Tried::Ok(only_pair(boxes, "")?["id"].clone());
    let first = id(&DEEP)?;
    assert_eq!(first, id(&[DEEP[1], DEEP[0]])?, "in another order");
    assert_eq!(first, id(&[DEEP[0], ("c", [9.0; 3], [10.0; 3]), DEEP[1]])?, "with more in the scene");
    assert_eq!(first, id(&[DEEP[0], ("b", [0.5; 3], [2.0; 3])])?, "at another place");
    assert_ne!(first, id(&[DEEP[0], ("other", DEEP[1].1, DEEP[1].2)])?);
    Ok(())
}

#[test]
fn exchanged_objects_have_the_mirrored_record() -> Outcome {
    for (b, words) in [
        (DEEP[1], ""),
        (("b", DEEP[0].1, DEEP[0].2), ""),
        (("b", [1.0, 0.25, 0.25], [2.0, 0.5, 0.5]), "--touching"),
        (("b", [1.25, 0.25, 0.25], [2.0, 0.5, 0.5]), "--clearance 1"),
    ] {
        let (one, other) = (only_pair(&[DEEP[0], b], words)?, only_pair(&[b, DEEP[0]], words)?);
        for field in [
            "id",
            "kind",
            "distance",
            "distance_kind",
            "depth_at_least",
            "volume",
            "curve_length",
            "overlap_box",
            "triangle_pairs",
        ] {
            assert_eq!(one[field], other[field], "{field} {words}");
        }
        assert_eq!((&one["point_a"], &one["point_b"]), (&other["point_b"], &other["point_a"]), "{words}");
        let (normal, mirrored) = (point(&one["normal"])?, point(&other["normal"])?);
        assert_eq!(normal, mirrored.map(|x| 0.0 - x), "{words}");
    }
    Ok(())
}

#[test]
fn what_is_there_twice_is_a_duplicate() -> Outcome {
    let pair = only_pair(&[DEEP[0], ("again", DEEP[0].1, DEEP[0].2)], "")?;
    assert_eq!(pair["kind"], "duplicate");
    assert!(is_near(number(&pair["distance"])?, -1.0) && is_near(number(&pair["volume"])?, 1.0), "{pair}");
    // Nearly the same is an overlap.
    let pair = only_pair(&[DEEP[0], ("nearly", [0.0; 3], [1.0, 1.0, 1.0 + 1e-9])], "")?;
    assert_eq!(pair["kind"], "overlap");
    Ok(())
}

#[test]
fn touching_has_a_distance_of_0_and_contained_a_way_out() -> Outcome {
    let touching = only_pair(&[DEEP[0], ("b", [1.0, 0.25, 0.25], [2.0, 0.5, 0.5])], "--touching")?;
    assert_eq!((&touching["kind"], number(&touching["distance"])?), (&json!("touching"), 0.0));
    assert_eq!((&touching["depth_at_least"], number(&touching["volume"])?), (&Value::Null, 0.0));
    assert_eq!(touching["point_a"], touching["point_b"]);
    assert!(is_near(point(&touching["normal"])?[0], 1.0), "{touching}");
    let contained = only_pair(&[DEEP[0], ("b", [0.5, 0.5, 0.25], [0.75, 0.75, 0.5])], "")?;
    assert_eq!((&contained["kind"], &contained["inner"]), (&json!("contained"), &json!("b")));
    assert!(is_near(number(&contained["distance"])?, -0.5), "{contained}");
    assert!(is_near(number(&contained["volume"])?, 0.25 * 0.25 * 0.25), "{contained}");
    Ok(())
}

#[test]
fn the_deepest_is_the_first_in_every_form() -> Outcome {
    let boxes = [
        ("floor", [0.0; 3], [9.0, 9.0, 1.0]),
        ("flush", [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]),
        ("shallow", [3.0, 3.0, 0.9], [4.0, 4.0, 2.0]),
        ("deep", [5.0, 5.0, 0.5], [6.0, 6.0, 2.0]),
    ];
    let folder = Folder::with("site.obj", obj(&boxes))?;
    let report = folder.check("site.obj --touching --format json")?.json()?;
    let pairs = report["pairs"].as_array().ok_or("no pairs")?;
    let others: Vec<&Value> = pairs.iter().map(|pair| &pair["b"]["name"]).collect();
    assert_eq!(others, ["deep", "shallow", "flush"]);
    for form in ["table", "csv"] {
        let text = folder.check(&format!("site.obj --touching --all --format {form}"))?.out;
        let places = ["deep", "shallow", "flush"].map(|name| text.find(name));
        assert!(places.is_sorted() && places[0].is_some(), "{text}");
    }
    Ok(())
}

#[test]
fn reports_follow_the_schema() -> Outcome {
    let schema = include_str!("../../../../docs/schemas/check-report.json");
    let schema = jsonschema::draft202012::new(&serde_json::from_str(schema)?)?;
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    folder.add("apart.obj", obj(&APART))?;
    folder.check("site.obj --format json -o last.json")?;
    // Halfway between the ends of the floats there is no place that is one.
    let ends = [("half", [0.0; 3], [1.7e308; 3]), ("all", [-1.7e308, 0.0, 0.0], [1.7e308; 3])];
    folder.add("ends.obj", obj(&ends))?;
    let mut right = Value::Null;
    for words in [
        "ends.obj",
        "apart.obj",
        "apart.obj apart.obj --ignore nothing",
        "apart.obj --baseline last.json",
        "site.obj --stats --group-by place",
        "site.obj --touching --clearance 30 --min-depth 0.001 --baseline last.json",
    ] {
        right = folder.check(&format!("{words} --format json --quiet"))?.json()?;
        let message = schema.validate(&right).map_err(|error| error.to_string());
        assert_eq!(message, Ok(()), "{words}: {right}");
    }
    for (place, value) in [
        ("/schema", json!("impinge-check/0")),
        ("/pairs/0/id", json!("short")),
        ("/pairs/0/a", json!(0)),
        ("/pairs/0/kind", json!("overlapping")),
        ("/pairs/0/inner", json!(1)),
        ("/pairs/0/distance", json!(null)),
        ("/pairs/0/distance_kind", json!("guess")),
        ("/pairs/0/depth_at_least", json!(-1)),
        ("/pairs/0/normal", json!([1, 0])),
        ("/pairs/0/overlap_box", json!([0, 0, 0])),
        ("/pairs/0/volume", json!(-1)),
        ("/pairs/0/status", json!("old")),
        ("/rules/touching", json!(true)),
        ("/baseline/new", json!(-1)),
        ("/groups/0/pairs", json!(0)),
        ("/counts/overlap", json!(-1)),
        ("/objects/0/bounds/max", json!([1, 2])),
    ] {
        let mut wrong = right.clone();
        *wrong.pointer_mut(place).ok_or(place)? = value;
        assert!(!schema.is_valid(&wrong), "{place}: {wrong}");
    }
    for place in ["", "/pairs/0", "/pairs/0/a", "/groups/0", "/counts", "/objects/0", "/rules", "/baseline"] {
        let mut wrong = right.clone();
        wrong.pointer_mut(place).ok_or(place)?["more"] = json!(1);
        assert!(!schema.is_valid(&wrong), "more at {place}");
        let keys: Vec<String> =
            right.pointer(place).and_then(Value::as_object).ok_or(place)?.keys().cloned().collect();
        for key in keys {
            let mut wrong = right.clone();
            wrong.pointer_mut(place).and_then(Value::as_object_mut).ok_or(place)?.remove(&key);
            assert!(!schema.is_valid(&wrong), "without {key} at {place}");
        }
    }
    Ok(())
}

/// Of a box with a hole it is not known what lies inside, and that is told.
#[test]
fn open_objects_are_told() -> Outcome {
    let crate_ = ("crate", [0.0; 3], [4.0; 3]);
    let lamp = ("lamp", [1.0; 3], [2.0; 3]);
    let far = ("far", [50.0; 3], [51.0; 3]);
    let whole = obj(&[crate_, lamp, far]);
    let folder = Folder::with("whole.obj", &whole)?;
    // Without its first triangle.
    let (before, after) = whole.split_once("f ").ok_or("no face")?;
    let rest = after.split_once('\n').ok_or("no line")?.1;
    folder.add("cracked.obj", format!("{before}{rest}"))?;
    let closed = |file: &str| -> Result<Vec<Value>, Box<dyn std::error::Error>> {
        let report = folder.check(&format!("{file} --format json"))?.json()?;
        let objects = report["objects"].as_array().ok_or("no objects")?;
        Ok(objects.iter().map(|object| object["closed"].clone()).collect())
    };
    assert_eq!(closed("whole.obj")?, [Value::Bool(true), Value::Bool(true), Value::Null]);
    assert_eq!(closed("cracked.obj")?, [Value::Bool(false), Value::Bool(true), Value::Null]);
    let run = folder.check("whole.obj")?;
    assert!(run.code == 1 && run.out.contains("contained") && !run.out.contains("not closed"), "{}", run.out);
    let run = folder.check("cracked.obj")?;
    let told = "no collisions among 3 objects (35 triangles); 1 object is not closed, so contained objects are not found (crate)\n";
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, told, ""));
    let lines = folder.check("cracked.obj --format jsonl")?.out;
    assert!(lines.lines().last().is_some_and(|line| line.contains("\"open\":1")), "{lines}");
    assert_eq!(folder.check("cracked.obj --quiet")?.out, "");
    // What is ignored does not matter.
    assert!(!folder.check("cracked.obj --ignore lamp")?.out.contains("not closed"));
    Ok(())
}
