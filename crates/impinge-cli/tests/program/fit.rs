//! `impinge fit`: the report in each form, the volumes for `impinge query`, and wrong input.

use std::fs;
use std::path::PathBuf;
use std::process::Stdio;

use crate::fixtures::schema::assert_followed;
use crate::fixtures::{EVERY_KIND, Folder, Outcome, Run, glb, golden, obj, program, stl};
use serde_json::{Value, json};

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

/// `impinge fit` with these words, run in the folder.
fn fit(folder: &Folder, words: &str) -> Tried<Run> {
    Run::of(folder.command("fit").args(words.split_whitespace()).output()?)
}

/// The scene of all tests: boxes, and a flat tile and a thin needle of which volumes say little.
fn scene() -> String {
    let flat =
        "o tile\nv 0 0 9\nv 2 0 9\nv 0 1 9\nf -1 -2 -3\no needle\nv 0 0 0\nv 1 2 3\nv 2 4 6\nf -1 -2 -3\n";
    obj(&EVERY_KIND) + flat
}

#[test]
fn every_form() -> Outcome {
    let folder = Folder::with("site.obj", scene())?;
    for (words, name, said) in [
        ("", "fit.txt", ""),
        ("--color always --quiet", "fit_color.txt", ""),
        ("--format json", "fit.json", ""),
        (
            "--ignore *",
            "fit_nothing.txt",
            "warning: nothing was checked: all 7 objects are ignored; ignore fewer\n",
        ),
    ] {
        let run = fit(&folder, &format!("site.obj {words}"))?;
        assert_eq!((run.code, run.err.as_str()), (0, said), "{words}");
        golden(name, &run.out)?;
        assert_eq!(fit(&folder, &format!("site.obj {words} --threads 1"))?, run);
    }
    let run = fit(&folder, "site.obj --write shapes.jsonl -o report")?;
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    // As a check tells it.
    let told = "written to report\nwritten to shapes.jsonl\n";
    assert!(run.err.starts_with("7 objects; ") && run.err.ends_with(told), "{}", run.err);
    assert_eq!(fit(&folder, "site.obj --write shapes.jsonl -o quiet -q")?.err, "");
    assert_eq!(fs::read_to_string(folder.path("report"))?, fit(&folder, "site.obj")?.out);
    golden("fit_shapes.jsonl", &fs::read_to_string(folder.path("shapes.jsonl"))?)
}

#[test]
fn reports_follow_the_schema() -> Outcome {
    let folder = Folder::with("site.obj", scene())?;
    // Around the second no ball fits whose radius is a float, and the hulls of both have no volume that is
    // one.
    let ends = [("half", [0.0; 3], [1.7e308; 3]), ("all", [-1.7e308, 0.0, 0.0], [1.7e308; 3])];
    folder.add("ends.obj", obj(&ends))?;
    let mut reports = vec![fit(&folder, "ends.obj --format json")?.json()?];
    assert_eq!(reports[0]["objects"][0]["hull_volume"], Value::Null);
    assert_eq!(list(&reports[0]["objects"][1]["volumes"]).len(), 4);
    for words in ["--ignore *", "--ignore nothing", ""] {
        reports.push(fit(&folder, &format!("site.obj {words} --format json --quiet"))?.json()?);
    }
    let wrong = [
        ("/schema", json!("impinge-fit/2")),
        ("/objects/0/tightest", json!("sphere")),
        ("/objects/0/hull_volume", json!(-1)),
        ("/objects/0/volumes/4", json!({ "type": "ball" })),
        ("/objects/0/volumes", json!([])),
        ("/files", json!([])),
        ("/warnings", json!([1])),
    ];
    let schema = include_str!("../../../../docs/schemas/fit-report.json");
    assert_followed(schema, &reports, &wrong, &["", "/objects/0"])
}

#[test]
fn other_file_formats_and_units() -> Outcome {
    let folder = Folder::with("site.glb", glb(&EVERY_KIND))?;
    folder.add("site.stl", stl(&EVERY_KIND))?;
    for (words, factor) in [("site.glb", 1.0), ("site.stl", 1.0), ("site.stl --unit mm", 1e-9)] {
        let report = fit(&folder, &format!("{words} --format json"))?.json()?;
        let volumes: Vec<f64> = list(&report["objects"])
            .iter()
            .filter_map(|object| object["hull_volume"].as_f64().map(|volume| volume / factor))
            .collect();
        assert_eq!(volumes.len(), 5);
        for (volume, (name, min, max)) in volumes.iter().zip(EVERY_KIND) {
            let expected: f64 = (0..3).map(|axis| max[axis] - min[axis]).product();
            assert!((volume / expected - 1.0).abs() < 1e-6, "{words} {name}: {volume}, not {expected}");
        }
    }
    Ok(())
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// What was written can be asked at once, and every corner of an object is in each of its volumes, to the
/// last bit.
#[test]
fn volumes_go_into_queries_and_hold_their_objects() -> Outcome {
    let folder = Folder::with("site.obj", scene())?;
    assert_eq!(fit(&folder, "site.obj --write shapes.jsonl")?.code, 0);
    let shapes = fs::read_to_string(folder.path("shapes.jsonl"))?;
    let mut requests = String::new();
    for line in shapes.lines() {
        let mut request: Value = serde_json::from_str(line)?;
        let object = request["id"]["object"].as_str().unwrap_or_default();
        let Some((_, min, max)) = EVERY_KIND.iter().find(|(name, ..)| object.ends_with(name)) else {
            continue;
        };
        request["op"] = "relation".into();
        for corner in 0..8 {
            let corner: [f64; 3] = std::array::from_fn(|axis| [min, max][corner >> axis & 1][axis]);
            request["b"] = json!({"shape": {"type": "ball", "radius": 0}, "pose": {"translation": corner}});
            requests += &format!("{request}\n");
        }
    }
    assert_eq!(requests.lines().count(), 5 * 6 * 8);
    folder.add("requests.jsonl", requests)?;
    let run = Run::of(folder.command("query").arg("requests.jsonl").output()?)?;
    assert_eq!(run.code, 0, "{}", run.out);
    for answer in run.out.lines() {
        assert!(!answer.contains("disjoint"), "{answer}");
    }
    Ok(())
}

#[test]
fn trouble() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    folder.add("points.obj", "v 0 0 0\np 1\n")?;
    folder.add("huge.obj", "v 1e308 0 0\nv -1e308 0 0\nv 0 1e308 0\nf 1 2 3\n")?;
    for (words, part) in [
        ("missing.obj", "missing.obj"),
        ("site.obj missing.obj", "missing.obj"),
        ("points.obj", "nothing to check"),
        ("site.obj --write no/such/file.jsonl", "create the folder no/such"),
        ("site.obj --write site.obj", "volumes are written as JSON lines; give a name that ends in .jsonl"),
        ("missing.obj --write /dev/null", "missing.obj"),
        ("site.obj --write notes", "--write notes: volumes are written as JSON lines"),
        ("site.obj --ignore [", "--ignore"),
        ("site.obj --write -", "both go to standard output"),
        ("site.obj --write out.jsonl -o ./out.jsonl", "both go to out.jsonl"),
    ] {
        let run = fit(&folder, words)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}: {run:?}");
        assert!(run.err.starts_with("error: ") && run.err.contains(part), "{words}: {run:?}");
    }
    assert_eq!(fit(&folder, "huge.obj")?.code, 0);
    let unmatched = fit(&folder, "site.obj --ignore nothing")?;
    assert!(unmatched.code == 0 && unmatched.err.starts_with("warning: --ignore 'nothing'"), "{unmatched:?}");
    assert_eq!(fs::read_to_string(folder.path("site.obj"))?, obj(&EVERY_KIND));
    Ok(())
}

/// Parts of robots as programs in the field write them; they lie in an optional folder beside the checkout.
#[test]
fn real_files() -> Outcome {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !folder.is_dir() {
        println!("../shared/data is not there: passed over");
        return Ok(());
    }
    let files: Vec<String> = ["base_link", "link_1", "link_2", "link_3", "link_4", "link_5", "link_6"]
        .map(|link| format!("robots/fanuc_description/meshes/collision/{link}.stl"))
        .into();
    let mut command = program();
    command.arg("fit").args(files).current_dir(folder).stdin(Stdio::null());
    let run = Run::of(command.output()?)?;
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    golden("real_fit_fanuc.txt", &run.out)
}
