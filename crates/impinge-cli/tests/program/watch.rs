//! `impinge check --watch`: what changes is told.

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use crate::fixtures::{Folder, NamedBox, Outcome, Run, obj, program};

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

/// Longer than any machine that is not broken needs.
const PATIENCE: Duration = Duration::from_secs(60);

const FLOOR: NamedBox = ("floor", [0.0; 3], [9.0, 9.0, 1.0]);
const SUNK: NamedBox = ("sunk", [1.0, 1.0, 0.5], [2.0; 3]);
const LIFTED: NamedBox = ("sunk", [1.0, 1.0, 1.5], [2.0; 3]);
const POST: NamedBox = ("post", [5.0, 5.0, 0.5], [6.0, 6.0, 4.0]);

/// The program, which ends with the test.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn start(folder: &Folder, words: &str) -> Tried<Self> {
        let mut command = folder.command("check");
        command.args(words.split_whitespace()).arg("--watch");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (sender, lines) = channel();
        let out: ChildStdout = child.stdout.take().ok_or("no output")?;
        let err = child.stderr.take().ok_or("no errors")?;
        let also = sender.clone();
        thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        thread::spawn(move || {
            BufReader::new(err).lines().map_while(Result::ok).try_for_each(|line| also.send(line))
        });
        Ok(Watching { child, lines })
    }

    /// All that is said until it waits for changes.
    fn until_waiting(&self) -> Tried<String> {
        let mut said = String::new();
        loop {
            let line =
                self.lines.recv_timeout(PATIENCE).map_err(|_| format!("it said no more than: {said}"))?;
            if line.starts_with("waiting for changes") {
                break;
            }
            said += &line;
            said.push('\n');
        }
        // The other stream may be a little behind.
        while let Ok(line) = self.lines.recv_timeout(Duration::from_millis(200)) {
            said += &line;
            said.push('\n');
        }
        Ok(said)
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_is_new_and_what_is_resolved_is_told() -> Outcome {
    let folder = Folder::with("site.obj", obj(&[FLOOR, SUNK]))?;
    let watching = Watching::start(&folder, "site.obj --export json=report.json")?;
    let first = watching.until_waiting()?;
    assert!(first.contains("1 collision among 2 objects"), "{first}");
    folder.add("site.obj", obj(&[FLOOR, LIFTED, POST]))?;
    let second = watching.until_waiting()?;
    assert!(
        second.contains("overlap, new") && second.contains("1 new, 0 persisting, 1 resolved"),
        "{second}"
    );
    assert!(second.contains("resolved: site.obj/floor × site.obj/sunk, was overlap"), "{second}");
    // A file that is broken for a while ends nothing.
    folder.add("site.obj", "f 1 2 3\n")?;
    let broken = watching.until_waiting()?;
    assert!(broken.contains("error: site.obj"), "{broken}");
    folder.add("site.obj", obj(&[FLOOR, POST]))?;
    let third = watching.until_waiting()?;
    assert!(third.contains("0 new, 1 persisting, 0 resolved"), "{third}");
    // Rules are watched as well.
    folder.add("impinge.toml", "min-depth = 2")?;
    let fourth = watching.until_waiting()?;
    assert!(fourth.contains("1 resolved"), "{fourth}");
    let report: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(folder.path("report.json"))?)?;
    assert_eq!(report["pairs"].as_array().map(Vec::len), Some(0));
    Ok(())
}

/// Rules that cannot be read are watched as well: somebody puts them right, or takes them away.
#[test]
fn rules_with_a_mistake_are_watched() -> Outcome {
    let folder = Folder::with("site.obj", obj(&[FLOOR, SUNK]))?;
    let watching = Watching::start(&folder, "site.obj")?;
    watching.until_waiting()?;
    folder.add("impinge.toml", "min-depth =")?;
    let faulty = watching.until_waiting()?;
    assert!(faulty.contains("error: impinge.toml: line 1"), "{faulty}");
    std::fs::remove_file(folder.path("impinge.toml"))?;
    let without = watching.until_waiting()?;
    assert!(without.contains("0 new, 1 persisting, 0 resolved"), "{without}");
    Ok(())
}

/// A glTF file whose numbers are in a file beside it.
fn gltf(buffer: &str) -> String {
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"name":"kite","mesh":0}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],"bufferViews":[{{"buffer":0,"byteLength":36}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"}}],"buffers":[{{"uri":"{buffer}","byteLength":36}}]}}"#
    )
}

/// One triangle at this height.
fn triangle(height: f32) -> Vec<u8> {
    let corners = [1.0, 1.0, height, 3.0, 1.0, height, 1.0, 3.0, height];
    corners.into_iter().flat_map(f32::to_le_bytes).collect()
}

#[test]
fn what_scenes_refer_to_is_watched() -> Outcome {
    let folder = Folder::with("floor.obj", obj(&[FLOOR]))?;
    folder.add("kite.gltf", gltf("kite.bin"))?;
    folder.add("post.urdf", r#"<robot name="r"><link name="post"><collision><geometry><mesh filename="post.obj"/></geometry></collision></link></robot>"#)?;
    folder.add("post.obj", obj(&[POST]))?;
    // What is missing at first may come.
    let watching = Watching::start(&folder, "floor.obj kite.gltf post.urdf --adjacent report --up z")?;
    assert!(watching.until_waiting()?.contains("error: kite.gltf: buffer 0"));
    folder.add("kite.bin", triangle(-20.0))?;
    let first = watching.until_waiting()?;
    assert!(first.contains("among 3 objects"), "{first}");
    folder.add("kite.bin", triangle(-30.0))?;
    let second = watching.until_waiting()?;
    assert!(second.contains("0 new"), "{second}");
    folder.add("post.obj", obj(&[LIFTED]))?;
    let third = watching.until_waiting()?;
    assert!(third.contains("1 resolved"), "{third}");
    Ok(())
}

#[test]
fn a_stream_cannot_be_watched() -> Outcome {
    let run = Run::of(program().args(["check", "-", "--watch"]).stdin(Stdio::null()).output()?)?;
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("--watch: standard input can be read only once"), "{}", run.err);
    Ok(())
}

/// No change of a file mends a report that would be written over what is read.
#[test]
fn a_report_over_a_scene_is_refused_at_once() -> Outcome {
    let folder = Folder::with("site.obj", obj(&[FLOOR, SUNK]))?;
    let run = folder.check("site.obj --watch --export json=site.obj")?;
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("site.obj: this would replace an input file"), "{}", run.err);
    Ok(())
}

/// A table for a person has both, what is new and what is resolved.
#[test]
fn what_is_resolved_is_told_beside_what_is_new() -> Outcome {
    let folder = Folder::with("site.obj", obj(&[FLOOR, SUNK]))?;
    let watching = Watching::start(&folder, "site.obj -o table.txt")?;
    watching.until_waiting()?;
    folder.add("site.obj", obj(&[FLOOR, LIFTED, POST]))?;
    let said = watching.until_waiting()?;
    let table = std::fs::read_to_string(folder.path("table.txt"))?;
    assert!(table.contains("overlap, new") && table.contains("resolved: site.obj/floor"), "{table}");
    assert!(!said.contains("resolved: "), "{said}");
    Ok(())
}

#[test]
fn a_page_is_made_once() -> Outcome {
    let run = Run::of(program().args(["view", "site.obj", "--watch"]).output()?)?;
    assert_eq!(run.code, 2);
    assert!(run.err.contains("impinge check --watch --export html=FILE"), "{}", run.err);
    Ok(())
}
