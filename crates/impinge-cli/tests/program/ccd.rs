//! `impinge ccd`: queries with the truth, every form of the report, files as they occur and files that are
//! broken.

use std::path::PathBuf;

use crate::fixtures::{Folder, Outcome, Run, golden, program};
use serde_json::Value;

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

fn ccd(folder: &Folder, words: &str) -> Tried<Run> {
    Run::of(folder.command("ccd").args(words.split_whitespace()).output()?)
}

/// A vertex falls through a triangle, by so much beside its edge, and what is said to be the truth.
fn falls(beside: &str, truth: u8) -> String {
    let row = |x: &str, y: i32, z: i32| format!("{x},{y},1,{z},1,{truth}\n");
    let face = row("0,1", 0, 0) + &row("4,1", 0, 0) + &row("0,1", 0, 4);
    row(beside, 1, 0) + &face + &row(beside, -3, 0) + &face
}

/// An edge rises through another one, or not.
fn rises(to: i32, truth: u8) -> String {
    let edge = format!("-1,0,0,{truth}\n1,0,0,{truth}\n");
    let other = |y: i32| format!("0,{y},-1,{truth}\n0,{y},1,{truth}\n");
    edge.clone() + &other(-1) + &edge + &other(to)
}

fn benchmark() -> Tried<Folder> {
    let folder = Folder::new()?;
    for name in ["set/vertex-face", "set/edge-edge"] {
        std::fs::create_dir_all(folder.path(name))?;
    }
    // On the corner, and beside it by less than any float has room for: that is the corner again.
    let long = format!("-1,1{}", "0".repeat(400));
    folder.add("set/vertex-face/0.csv", falls("0,1", 1) + &falls("-1,4", 0) + &falls(&long, 1))?;
    folder.add("set/vertex-face/1.CSV", falls("1,3", 1).replace('\n', "\r\n") + "\r\n")?;
    folder.add("set/vertex-face/notes.txt", "not a query")?;
    folder.add("set/edge-edge/a.csv", rises(3, 1) + &rises(-2, 0))?;
    folder.add("set/other.csv", "1,2,3")?;
    Ok(folder)
}

/// Times are another in each run: numbers before µs, and those of the keys, become ones that are not; columns
/// close up.
fn without_times(text: &str) -> String {
    let words = text.split('\n').map(|line| {
        let words: Vec<&str> = line.split(' ').filter(|word| !word.is_empty()).collect();
        let mut kept = Vec::new();
        for (i, word) in words.iter().enumerate() {
            let is_time = words.get(i + 1).is_some_and(|next| next.starts_with("µs"));
            kept.push(if is_time { "…" } else { word });
        }
        kept.join(" ")
    });
    words.collect::<Vec<String>>().join("\n")
}

#[test]
fn every_form() -> Outcome {
    let folder = benchmark()?;
    let run = ccd(&folder, "set --color never")?;
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.err.contains("other.csv") && run.err.contains("--kind"), "{run:?}");
    golden("ccd.txt", &without_times(&run.out))?;
    let run = ccd(&folder, "set --quiet --format json")?;
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let report = run.json()?;
    let keys: Vec<&String> = report.as_object().ok_or("an object")?.keys().collect();
    let mut expected = [
        "schema",
        "queries",
        "positives",
        "missed",
        "false",
        "mean_ns",
        "p50_ns",
        "p99_ns",
        "max_ns",
        "files",
    ];
    expected.sort_unstable();
    assert_eq!(keys, expected);
    let counts = ["queries", "positives", "missed", "false"].map(|key| report[key].as_u64());
    assert_eq!(counts, [6, 4, 0, 0].map(Some));
    let times = ["p50_ns", "p99_ns", "max_ns"].map(|key| report[key].as_u64().unwrap_or(0));
    assert!(
        times[0] <= times[1] && times[1] <= times[2] && report["mean_ns"].as_f64() > Some(0.0),
        "{report}"
    );
    let files = report["files"].as_array().ok_or("files")?;
    let of = |key: &str| files.iter().map(|file| file[key].clone()).collect::<Vec<Value>>();
    assert_eq!(of("kind"), ["edge-edge", "vertex-face", "vertex-face"]);
    assert_eq!(of("queries"), [2, 3, 1]);
    Ok(())
}

#[test]
fn what_is_wrong_is_counted_and_named() -> Outcome {
    let folder = Folder::with("lies.csv", falls("0,1", 0) + &falls("-1,4", 1) + &falls("1,1", 1))?;
    let run = ccd(&folder, "lies.csv --kind vertex-face --color always")?;
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    golden("ccd_wrong.txt", &without_times(&run.out))?;
    let run = ccd(&folder, "lies.csv --kind vertex-face --min-separation 0.3 -o report.txt")?;
    assert_eq!((run.code, run.out.as_str()), (0, ""));
    assert!(
        std::fs::read_to_string(folder.path("report.txt"))?
            .contains("0 missed of 2 that collide; 1 false positive;")
    );
    Ok(())
}

#[test]
fn troubles() -> Outcome {
    let folder = benchmark()?;
    folder.add("plain.csv", falls("0,1", 1))?;
    folder.add(
        "cut.csv",
        falls("0,1", 1).lines().take(5).map(|line| format!("{line}\n")).collect::<String>(),
    )?;
    folder.add("zero.csv", falls("1,0", 1))?;
    folder.add("columns.csv", "1,2,3,4,5\n")?;
    folder.add("bytes.csv", [0xff, 0xfe, 0x00])?;
    std::fs::create_dir(folder.path("empty"))?;
    let mut text = String::new();
    for words in [
        "missing.csv",
        "-",
        "empty",
        "plain.csv",
        "cut.csv --kind edge-edge",
        "zero.csv --kind vertex-face",
        "columns.csv --kind vertex-face",
        "bytes.csv --kind vertex-face",
        "plain.csv --kind vertex-face --tolerance -1",
        "plain.csv --kind vertex-face --min-separation inf",
        "plain.csv --kind vertex-face -o plain.csv",
    ] {
        let run = ccd(&folder, words)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}: {run:?}");
        text += &format!("impinge ccd {words}\n{}", run.err);
    }
    golden("ccd_trouble.txt", &text)
}

/// A file in a folder of that name needs no --kind, however it is named.
#[test]
fn the_kind_is_found_from_within_the_folder() -> Outcome {
    let folder = benchmark()?;
    let run =
        Run::of(program().arg("ccd").arg("0.csv").current_dir(folder.path("set/vertex-face")).output()?)?;
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    // An option that contradicts all folders is told, and no other.
    let run = ccd(&folder, "set/vertex-face/0.csv --kind vertex-face")?;
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let run = ccd(&folder, "set/vertex-face --kind edge-edge")?;
    assert!(run.code == 0 && run.err.contains("--kind: no effect"), "{run:?}");
    Ok(())
}

/// The sample queries of the public benchmark, which lie in an optional folder beside the checkout: none
/// missed, none false.
#[test]
fn sample_queries() -> Outcome {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/ccd");
    if !folder.is_dir() {
        println!("../shared/data/ccd is not there: passed over");
        return Ok(());
    }
    let run = Run::of(program().args(["ccd", "--format", "json"]).arg(&folder).output()?)?;
    let report = run.json()?;
    assert_eq!(
        (run.code, &report["missed"], &report["false"]),
        (0, &Value::from(0), &Value::from(0)),
        "{report}"
    );
    assert!(report["queries"].as_u64() > Some(2000), "{report}");
    Ok(())
}
