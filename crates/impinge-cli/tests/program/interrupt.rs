//! Ctrl-C. While pairs of a check are measured: what was measured is reported, and that it is not all. Before
//! that, and during a sweep: the program ends at once, without a report.
#![cfg(unix)]

use std::f64::consts::TAU;
use std::fs::{self, read_to_string};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::fixtures::moving::Moving;
use crate::fixtures::{Folder, Outcome, Run, obj};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};

/// Points around each ring.
const POINTS: u32 = 48;

/// Many rings through each other, which take long to measure.
fn rings(count: u32) -> String {
    let mut bytes = Vec::new();
    for point in 0..POINTS * POINTS {
        let [around, across] =
            [point / POINTS, point % POINTS].map(|i| TAU * f64::from(i) / f64::from(POINTS));
        let reach = 1.0 + 0.35 * across.cos();
        for coordinate in [reach * around.cos(), reach * around.sin(), 0.35 * across.sin()] {
            bytes.extend((coordinate as f32).to_le_bytes());
        }
    }
    let corners = bytes.len();
    for point in 0..POINTS * POINTS {
        let [around, across] = [point / POINTS, point % POINTS];
        let number = |i: u32, j: u32| (i % POINTS) * POINTS + j % POINTS;
        let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(i, j)| number(around + i, across + j));
        for corner in [a, b, c, a, c, d] {
            bytes.extend(corner.to_le_bytes());
        }
    }
    let nodes: Vec<Value> = (0..count)
        .map(|number| {
            let angle = f64::from(number);
            json!({
                "name": format!("ring {number}"),
                "mesh": 0,
                "translation": [f64::from(number % 8) * 0.9, f64::from(number / 8) * 0.9, 0.1 * angle.sin()],
                "rotation": [angle.sin(), 0.0, 0.0, angle.cos()],
            })
        })
        .collect();
    let triangles = POINTS * POINTS * 6;
    json!({
        "asset": { "version": "2.0" },
        "scene": 0,
        "scenes": [{ "nodes": (0..count).collect::<Vec<_>>() }],
        "nodes": nodes,
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": POINTS * POINTS, "type": "VEC3",
              "min": [-1.35, -1.35, -0.35], "max": [1.35, 1.35, 0.35] },
            { "bufferView": 1, "componentType": 5125, "count": triangles, "type": "SCALAR" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteOffset": 0, "byteLength": corners },
            { "buffer": 0, "byteOffset": corners, "byteLength": bytes.len() - corners },
        ],
        "buffers": [{
            "byteLength": bytes.len(),
            "uri": format!("data:application/octet-stream;base64,{}", BASE64_STANDARD.encode(&bytes)),
        }],
    })
    .to_string()
}

#[test]
fn what_was_measured_is_reported() -> Outcome {
    let folder = Folder::with("rings.gltf", rings(64))?;
    folder.add("pairs.csv", "of the previous check")?;
    // How long it takes to read the scene depends on the machine: longer and longer, until the first pairs
    // are measured.
    let mut patience = Duration::from_millis(100);
    let run = loop {
        let mut command = folder.command("check");
        command.args(["rings.gltf", "--threads", "1", "--format", "json", "-o", "report.json"]);
        for export in
            ["jsonl=lines.jsonl", "junit=tests.xml", "table=table.txt", "csv=pairs.csv", "bcf=topics.bcf"]
        {
            command.args(["--export", export]);
        }
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        sleep(patience);
        Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
        let run = Run::of(child.wait_with_output()?)?;
        assert!(run.code != 1, "it was over after {patience:?}: the scene is too small for this machine");
        let report = read_to_string(folder.path("report.json")).unwrap_or_default();
        // Before the first is measured, no report is promised.
        let is_promised = run.err.contains("stopping: the findings so far will be reported");
        assert_eq!(is_promised, run.code == 130 && !report.is_empty(), "{run:?}");
        let report: Value = serde_json::from_str(&report).unwrap_or_default();
        if report["pairs"].as_array().is_some_and(|pairs| !pairs.is_empty()) {
            break run;
        }
        patience += patience / 2;
    };
    assert_eq!(run.code, 130, "{run:?}");
    assert!(run.err.contains("stopping: the findings so far will be reported"), "{}", run.err);
    assert!(run.err.contains("warning: interrupted: of "), "{}", run.err);
    assert!(run.err.contains("error: interrupted; run it again for all collisions"), "{}", run.err);
    let report: Value = serde_json::from_str(&read_to_string(folder.path("report.json"))?)?;
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/schemas/check-report.json"))?;
    jsonschema::draft202012::validate(&schema, &report).map_err(|error| error.to_string())?;
    assert_eq!(report["complete"], false);
    let lines = read_to_string(folder.path("lines.jsonl"))?;
    let summary: Value = serde_json::from_str(lines.lines().last().ok_or("no lines")?)?;
    assert_eq!((&summary["type"], &summary["complete"]), (&json!("summary"), &json!(false)));

    let message = report["warnings"][0]["message"].as_str().ok_or("no warning")?;
    assert!(message.starts_with("of ") && message.ends_with("the others are missing here"), "{message}");
    // No build server may take it for a clean one, even if all that was measured is accepted.
    let tests = read_to_string(folder.path("tests.xml"))?;
    let pairs = report["pairs"].as_array().map_or(0, Vec::len);
    let numbers = format!("tests=\"{}\" failures=\"{pairs}\" errors=\"1\" skipped=\"0\"", pairs + 1);
    assert_eq!(tests.matches(&numbers).count(), 2, "{tests}");
    assert!(
        tests.contains(&format!("<error message=\"interrupted: {message}\" type=\"interrupted\"/>")),
        "{tests}"
    );
    let table = read_to_string(folder.path("table.txt"))?;
    assert!(table.ends_with(&format!("\ninterrupted: {message}\n")), "{table}");
    // CSV and BCF have no place to say so.
    assert_eq!(read_to_string(folder.path("pairs.csv"))?, "of the previous check");
    assert!(!folder.path("topics.bcf").exists());
    assert!(
        run.err.contains("except as CSV and BCF, which cannot mark a report as incomplete"),
        "{}",
        run.err
    );
    assert!(run.err.contains("warning: pairs.csv: not written: "), "{}", run.err);
    assert!(!run.err.contains("written to pairs.csv"), "{}", run.err);
    Ok(())
}

/// Two finely cut rings with bumps that are deep in each other: one pair, which takes many seconds to
/// measure.
fn one_large_pair() -> String {
    const POINTS: u32 = 300;
    let mut text = String::new();
    for (ring, (offset, bumps)) in [(0.0, 60.0), (0.13, 53.0)].into_iter().enumerate() {
        text += &format!("o ring{ring}\n");
        for point in 0..POINTS * POINTS {
            let [around, across] =
                [point / POINTS, point % POINTS].map(|i| TAU * f64::from(i) / f64::from(POINTS));
            let radius = 0.35 * (1.0 + 0.1 * (bumps * around).sin() * (bumps * across).sin());
            let reach = 1.0 + radius * across.cos();
            let [x, y] = [around.cos(), around.sin()].map(|part| reach * part + offset);
            text += &format!("v {x} {y} {}\n", radius * across.sin());
        }
        for point in 0..POINTS * POINTS {
            let [around, across] = [point / POINTS, point % POINTS];
            let number = |i: u32, j: u32| {
                let before = ring as u32 * POINTS * POINTS;
                before + (i % POINTS) * POINTS + j % POINTS + 1
            };
            let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(i, j)| number(around + i, across + j));
            text += &format!("f {a} {b} {c}\nf {a} {c} {d}\n");
        }
    }
    text
}

/// The report does not wait until the pair is measured.
#[test]
fn a_large_pair_is_not_waited_for() -> Outcome {
    let folder = Folder::with("rings.obj", one_large_pair())?;
    let mut patience = Duration::from_millis(500);
    let (run, took) = loop {
        let mut command = folder.command("check");
        command.args(["rings.obj", "--threads", "1", "--format", "json", "-o", "report.json"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        sleep(patience);
        Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
        let asked = Instant::now();
        let run = Run::of(child.wait_with_output()?)?;
        assert!(run.code != 1, "it was over after {patience:?}: the pair is too small for this machine");
        if run.err.contains("stopping: the findings so far will be reported") {
            break (run, asked.elapsed());
        }
        patience += patience / 4;
    };
    // Half a second, and what a busy machine takes.
    assert!(took < Duration::from_secs(2), "{took:?}");
    assert_eq!(run.code, 130, "{run:?}");
    let report: Value = serde_json::from_str(&read_to_string(folder.path("report.json"))?)?;
    assert_eq!((&report["complete"], report["pairs"].as_array().map(Vec::len)), (&json!(false), Some(0)));
    let expected = "the only pair that collides was not measured, and is missing here";
    assert_eq!(report["warnings"][0]["message"], expected);
    assert!(run.err.contains(&format!("warning: interrupted: {expected}")), "{}", run.err);
    Ok(())
}

/// With a part of it as the next baseline, all else would be new.
#[test]
fn a_baseline_stays_whole() -> Outcome {
    let folder = Folder::with("rings.gltf", rings(64))?;
    folder.add("site.obj", obj(&[("a", [0.0; 3], [1.0; 3]), ("b", [0.5; 3], [2.0; 3])]))?;
    folder.check("site.obj --format json -o last.json")?;
    let last = read_to_string(folder.path("last.json"))?;
    let mut patience = Duration::from_millis(100);
    loop {
        let mut command = folder.command("check");
        command.args(["rings.gltf", "--threads", "1", "--baseline", "last.json", "--format", "json"]);
        command.args(["-o", "./last.json", "--export", "jsonl=lines.jsonl"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        sleep(patience);
        Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
        let run = Run::of(child.wait_with_output()?)?;
        assert!(run.code != 1, "it was over after {patience:?}: the scene is too small for this machine");
        assert_eq!(read_to_string(folder.path("last.json"))?, last);
        if folder.path("lines.jsonl").exists() {
            assert_eq!(run.code, 130, "{run:?}");
            assert!(run.err.contains("stopping: the baseline will stay unchanged"), "{}", run.err);
            let told = "./last.json: not written: an incomplete report would replace the baseline";
            assert!(run.err.contains(told) && !run.err.contains("written to ./last.json"), "{}", run.err);
            return Ok(());
        }
        patience += patience / 2;
    }
}

/// It was told where the page is, and the page was gone.
#[test]
fn the_page_of_what_was_measured_stays() -> Outcome {
    let folder = Folder::with("rings.gltf", rings(64))?;
    let mut patience = Duration::from_millis(100);
    let run = loop {
        let mut command = folder.command("view");
        command.args(["rings.gltf", "--threads", "1"]).env("TMPDIR", folder.path(""));
        let child = command.env("PATH", folder.path("no-programs"));
        let child = child.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        sleep(patience);
        Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
        let run = Run::of(child.wait_with_output()?)?;
        assert!(run.code != 1, "it was over after {patience:?}: the scene is too small for this machine");
        if run.err.contains("written to ") {
            break run;
        }
        patience += patience / 2;
    };
    let place = run.err.lines().find_map(|line| line.strip_prefix("written to ")).ok_or("not told")?;
    assert_eq!(run.code, 130, "{run:?}");
    assert!(read_to_string(place)?.contains("\"complete\":false"), "{run:?}");
    // Who ends it does not wait for a browser.
    assert!(!run.err.contains("no browser was found"), "{run:?}");
    Ok(())
}

/// Boxes that are all flush, so that it takes long to find out that they only touch.
#[test]
fn a_check_ends_before_anything_is_measured() -> Outcome {
    let mut table = "x,y,z,size_x,size_y,size_z\n".to_owned();
    for number in 0..20_000 {
        table += &format!("{},{},0,1,1,1\n", number % 200, number / 200);
    }
    let folder = Folder::with("floor.csv", table)?;
    // Before it listens, the signal ends it at once.
    let mut patience = Duration::from_millis(500);
    let (run, took) = loop {
        let mut command = folder.command("check");
        command.args(["floor.csv", "--threads", "1", "--format", "json", "-o", "report.json"]);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        sleep(patience);
        Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
        let asked = Instant::now();
        let run = Run::of(child.wait_with_output()?)?;
        if run.code != -1 {
            break (run, asked.elapsed());
        }
        patience *= 2;
    };
    assert_eq!((run.code, run.out.as_str()), (130, ""), "{run:?}");
    assert!(run.err.ends_with(TOO_EARLY), "{}", run.err);
    assert_eq!(folder.names()?, ["floor.csv"]);
    // All of it takes many times as long.
    assert!(took < Duration::from_secs(5), "{took:?}");
    Ok(())
}

/// What is told before anything is measured.
const TOO_EARLY: &str =
    "error: interrupted before anything was measured, so there is no report; run it again\n";

/// A scene that never comes to its end is what takes longest to read.
#[test]
fn a_scene_that_is_being_read_is_not_waited_for() -> Outcome {
    let folder = Folder::new()?;
    // Before it listens, the signal ends it at once.
    let mut patience = Duration::from_millis(200);
    let run = loop {
        let mut command = folder.command("view");
        command.args(["-", "--stdin-format", "csv"]).env("TMPDIR", folder.path(""));
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let _unfinished = child.stdin.take();
        sleep(patience);
        Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
        let asked = Instant::now();
        // It would wait for its input for ever.
        while child.try_wait()?.is_none() && asked.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(10));
        }
        child.kill()?;
        let run = Run::of(child.wait_with_output()?)?;
        assert!(asked.elapsed() < Duration::from_secs(60), "it went on: {run:?}");
        if run.code != -1 {
            break run;
        }
        assert!(patience < Duration::from_secs(60), "it never listened");
        // Nobody could remove it then.
        folder.names()?.iter().try_for_each(|page| fs::remove_file(folder.path(page)))?;
        patience *= 2;
    };
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (130, "", TOO_EARLY));
    assert_eq!(folder.names()?, [""; 0], "nor is anything left of the page");
    Ok(())
}

/// Two boxes that pass each other ten nanometres apart: to prove that they do takes hundreds of millions of
/// slices of time.
#[test]
fn a_sweep_ends_without_a_report() -> Outcome {
    let scene = Moving::new().still("cart", [1.0; 3], [0.0; 3]).still(
        "post",
        [9.0, 1.0, 1.0],
        [5.0, 1.000_000_01, 0.0],
    );
    let scene = scene.slide(0, &[0.0, 10.0], &[[0.0; 3], [10.0, 0.0, 0.0]]);
    let folder = Folder::with("m.glb", scene.glb())?;
    // Before it listens, the signal ends it at once.
    let mut patience = Duration::from_millis(200);
    let run = loop {
        let mut command = folder.command("sweep");
        command.args(["m.glb", "--tolerance", "1e-9", "--export", "json=report.json", "--view"]);
        let child =
            command.env("TMPDIR", folder.path("")).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        sleep(patience);
        Command::new("kill").args(["-INT", &child.id().to_string()]).status()?;
        let run = Run::of(child.wait_with_output()?)?;
        if run.code != -1 {
            break run;
        }
        patience *= 2;
    };
    assert_eq!((run.code, run.out.as_str()), (130, ""), "{run:?}");
    assert!(run.err.starts_with("error: the sweep was stopped, and no report was written"), "{}", run.err);
    // Nor is anything left of the page.
    assert_eq!(folder.names()?, ["m.glb"]);
    Ok(())
}
