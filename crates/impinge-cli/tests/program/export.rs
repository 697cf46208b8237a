//! `--export`: the same report in several forms, each at its place.

use std::fs;
use std::time::{Duration, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::fixtures;
use crate::fixtures::{APART, EVERY_KIND, Folder, Outcome, Run, obj};

/// The run failed before anything was written.
fn assert_refused(run: &Run, parts: &[&str]) {
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    for part in parts {
        assert!(run.err.contains(part), "{part} is missing in {run:?}");
    }
}

#[test]
fn every_form_is_as_on_its_own() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    let kinds = ["table", "json", "jsonl", "csv", "junit", "html"];
    let words: String = kinds.iter().map(|kind| format!(" --export {kind}=all={kind}")).collect();
    let run = folder.check(&format!("site.obj{words}"))?;
    assert_eq!(run.code, 1, "{run:?}");
    assert_eq!(run.out, folder.check("site.obj")?.out, "the table goes to standard output all the same");
    // Only the first `=` counts: the rest is the name of the file.
    assert!(run.err.ends_with("written to all=junit\nwritten to all=html\n"), "{run:?}");
    for kind in kinds {
        let alone = folder.check(&format!("site.obj --format {kind}"))?;
        assert_eq!(fs::read_to_string(folder.path(&format!("all={kind}")))?, alone.out, "{kind}");
        assert_eq!(alone.code, 1);
    }
    let quiet = folder.check("site.obj -q --export json=quiet.json")?;
    assert_eq!(quiet.err, "");
    assert!(quiet.out.ends_with('\n') && !quiet.out.ends_with("\n\n"), "{quiet:?}");
    Ok(())
}

#[test]
fn one_export_may_go_to_standard_output() -> Outcome {
    let folder = Folder::with("site.obj", obj(&APART))?;
    let run = folder.check("site.obj -o table.txt --export json=-")?;
    assert_eq!((run.code, &run.json()?["pairs"]), (0, &serde_json::json!([])));
    assert!(run.err.starts_with("no collisions") && run.err.ends_with("written to table.txt\n"), "{run:?}");
    Ok(())
}

#[test]
fn places_that_would_be_lost_are_refused() -> Outcome {
    let folder = Folder::with("site.obj", obj(&APART))?;
    for (words, parts) in [
        ("--export json=-", &["standard output", "a different file"][..]),
        ("-o x --export json=- --export csv=-", &["standard output"]),
        ("-o x --export json=./x", &["./x", "a different file"]),
        ("--export json=x --export csv=x", &["go to x"]),
        ("--export json=site.obj", &["site.obj", "would replace an input file"]),
        (
            "--export json=no/",
            &["no/: cannot be written: the path names a folder", "give the name of a file"],
        ),
        ("--export json=no/x", &["no/x", "create the folder no"]),
        ("--export json", &["KIND=FILE", "html=clashes.html"]),
        ("--export json=", &["html=clashes.html"]),
        ("--export pdf=x", &["`pdf`", "table, json, jsonl, csv"]),
    ] {
        assert_refused(&folder.check(&format!("site.obj {words}"))?, parts);
    }
    assert_eq!(folder.names()?, ["site.obj"]);
    Ok(())
}

/// Rules, poses and lists of disabled pairs are written by hand, and were gone for a slip; a report of before
/// is there to be replaced.
#[test]
fn what_is_read_is_never_written_over() -> Outcome {
    let folder = Folder::with("site.obj", obj(&APART))?;
    let inputs = [
        ("impinge.toml", "# ours\nmin-depth = 0.5\n"),
        ("rules.toml", "# others\n"),
        ("pose.json", "{\"elbow\": 1}"),
        ("arm.srdf", "<robot name='arm'/>"),
    ];
    for (name, text) in inputs {
        folder.add(name, text)?;
    }
    for words in [
        "check site.obj -o impinge.toml",
        "check site.obj --show-settings -o ./impinge.toml",
        "check site.obj --config rules.toml --export csv=rules.toml",
        "check site.obj --joints pose.json -o pose.json",
        "check site.obj --srdf arm.srdf -o arm.srdf",
        "sweep site.obj --srdf arm.srdf -o arm.srdf",
        "sweep site.obj -o impinge.toml",
        "sweep site.obj --show-settings -o impinge.toml",
        "fit site.obj -o impinge.toml",
        "decompose site.obj -o impinge.toml",
    ] {
        let (command, words) = words.split_once(' ').ok_or("words")?;
        let run = Run::of(folder.command(command).args(words.split(' ')).output()?)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command} {words}");
        assert!(run.err.contains("would replace an input file"), "{command} {words}: {}", run.err);
    }
    for (name, text) in inputs {
        assert_eq!(fs::read_to_string(folder.path(name))?, text);
    }
    folder.check("site.obj --format json -o last.json")?;
    let run = folder.check("site.obj --baseline last.json --format json -o last.json")?;
    assert!(run.code == 0 && run.err.ends_with("written to last.json\n"), "{run:?}");
    // A table is no baseline.
    let last = fs::read_to_string(folder.path("last.json"))?;
    for words in ["-o last.json --format table", "--format json --export csv=./last.json"] {
        let run = folder.check(&format!("site.obj --baseline last.json {words}"))?;
        assert_refused(&run, &["last.json: this would replace the baseline", "only a JSON report"]);
    }
    let run = Run::of(
        folder.command("sweep").args("site.obj --baseline last.json -o last.json".split(' ')).output()?,
    )?;
    assert_refused(&run, &["last.json: this would replace the baseline"]);
    // Nor is the report of a sweep one of a check, even in JSON.
    let words = "site.obj --baseline last.json --format json -o last.json";
    let run = Run::of(folder.command("sweep").args(words.split(' ')).output()?)?;
    assert_refused(&run, &["last.json: this would replace the baseline", "same command"]);
    assert_eq!(fs::read_to_string(folder.path("last.json"))?, last);
    Ok(())
}

/// A triangle whose corners are in a file of their own.
fn gltf(buffer: &str) -> String {
    json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0] }],
        "nodes": [{ "name": "kite", "mesh": 0 }],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 } }] }],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "accessors": [{ "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
            "min": [-1, 0.5, -3], "max": [3, 0.5, -0.5] }],
        "buffers": [{ "uri": buffer, "byteLength": 36 }]
    })
    .to_string()
}

/// Nobody names them on the command line, and they were gone all the same.
#[test]
fn what_scenes_refer_to_is_never_written_over() -> Outcome {
    let corners = [[-1.0_f32, 0.5, -0.5], [3.0, 0.5, -0.5], [0.5, 0.5, -3.0]];
    let buffer: Vec<u8> = corners.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
    let mesh = obj(&[("bar", [0.0; 3], [1.0; 3])]);
    let folder = Folder::with("kite.gltf", gltf("kite.bin"))?;
    folder.add("kite.bin", &buffer)?;
    fs::create_dir(folder.path("meshes"))?;
    folder.add("meshes/bar.obj", &mesh)?;
    let geometry = "<geometry><mesh filename='meshes/bar.obj'/></geometry>";
    let link = format!("<link name='bar'><collision>{geometry}</collision></link>");
    folder.add("bar.urdf", format!("<robot name='bar'>{link}</robot>"))?;
    let before = folder.names()?;
    for words in [
        "check kite.gltf -o kite.bin",
        "check kite.gltf --export csv=./kite.bin",
        "check kite.gltf bar.urdf --format json -o meshes/bar.obj",
        "view kite.gltf --no-open -o kite.bin",
        "sweep kite.gltf -o kite.bin",
        "sweep kite.gltf --export html=kite.bin",
        "fit bar.urdf -o meshes/bar.obj",
        "fit kite.gltf -o kite.bin",
        "decompose bar.urdf --write meshes/bar.obj",
        "srdf bar.urdf -o meshes/bar.obj",
    ] {
        let (command, words) = words.split_once(' ').ok_or("words")?;
        let run = Run::of(folder.command(command).args(words.split(' ')).output()?)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command} {words}: {run:?}");
        assert!(run.err.contains("would replace an input file"), "{command} {words}: {}", run.err);
        assert_eq!(fs::read(folder.path("kite.bin"))?, buffer, "{command} {words}");
        assert_eq!(fs::read_to_string(folder.path("meshes/bar.obj"))?, mesh, "{command} {words}");
        assert_eq!(folder.names()?, before, "{command} {words}");
    }
    // Without the scene being read: whatever is there already stays.
    folder.add("rules.toml", "min-depth = 0.01\n")?;
    for name in ["kite.bin", "meshes/bar.obj", "rules.toml"] {
        for command in ["check", "sweep"] {
            let run = Run::of(
                folder.command(command).args(["kite.gltf", "--show-settings", "-o", name]).output()?,
            )?;
            assert_refused(&run, &[name, "settings do not replace files"]);
        }
    }
    let shown = ["kite.gltf", "--show-settings", "-o", "new.toml"];
    assert_eq!(Run::of(folder.command("check").args(shown).output()?)?.code, 0);
    assert_eq!(fs::read_to_string(folder.path("rules.toml"))?, "min-depth = 0.01\n");
    assert_eq!(fs::read(folder.path("kite.bin"))?, buffer);
    assert_eq!(fs::read_to_string(folder.path("meshes/bar.obj"))?, mesh);
    // A picture has a name that nobody gives it.
    folder.check("kite.gltf bar.urdf --snapshots shown")?;
    let picture = fs::read_dir(folder.path("shown"))?.next().ok_or("no picture")??.file_name();
    let picture = format!("shown/{}", picture.to_string_lossy());
    folder.add(&picture, &buffer)?;
    folder.add("kite.gltf", gltf(&picture))?;
    let run = folder.check("kite.gltf bar.urdf --snapshots shown -o report.txt")?;
    assert_refused(&run, &[&picture, "would replace an input file"]);
    assert_eq!(fs::read(folder.path(&picture))?, buffer);
    assert!(!folder.path("report.txt").exists());
    Ok(())
}

/// A validator of the lines, with the schema of the report by its id, as for everybody: what the one takes
/// from the other is found.
fn lines_schema() -> Result<jsonschema::Validator, Box<dyn std::error::Error>> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schemas");
    let read = |name: &str| -> Result<Value, Box<dyn std::error::Error>> {
        Ok(serde_json::from_str(&fs::read_to_string(folder.join(name))?)?)
    };
    let (report, lines) = (read("check-report.json")?, read("check-lines.json")?);
    let id = report["$id"].as_str().ok_or("no id")?;
    let registry = jsonschema::Registry::new().add(id, &report)?.prepare()?;
    Ok(jsonschema::options().with_registry(&registry).build(&lines)?)
}

#[test]
fn lines_say_what_the_report_says() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    let schema = lines_schema()?;
    for words in ["--touching --ignore none", "--ignore *", "--clearance 1 --ignore tree"] {
        let report = folder.check(&format!("site.obj {words} --format json"))?.json()?;
        let run = folder.check(&format!("site.obj {words} --format jsonl"))?;
        let lines: Vec<Value> = run.out.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
        for line in &lines {
            assert!(schema.is_valid(line), "{line}");
        }
        let of_type = |name: &str| -> Vec<Value> {
            let mut found: Vec<Value> = lines.iter().filter(|line| line["type"] == name).cloned().collect();
            for line in &mut found {
                line.as_object_mut().map(|line| line.remove("type"));
            }
            found
        };
        assert_eq!(
            (&lines[0]["type"], &lines[lines.len() - 1]["type"]),
            (&json!("begin"), &json!("summary"))
        );
        assert_eq!(json!(of_type("pair")), report["pairs"]);
        assert_eq!(json!(of_type("group")), report["groups"]);
        assert_eq!(json!(of_type("diagnostic")), report["warnings"]);
        let summary = &of_type("summary")[0];
        for field in ["counts", "cascade", "baseline"] {
            assert_eq!(summary[field], report[field], "{words}");
        }
        assert_eq!(summary["has_findings"], json!(run.code == 1));
    }
    assert!(!schema.is_valid(&json!({"type": "end"})));
    Ok(())
}

#[test]
fn build_servers_see_a_test_for_each_pair() -> Outcome {
    // Names that XML would take for something else.
    let hostile = "]]><x a=\"&";
    let boxes = [(hostile, [0.0; 3], [1.0; 3]), ("b", [0.5; 3], [1.5; 3]), ("c", [0.75; 3], [1.75; 3])];
    let folder = Folder::with("site.obj", obj(&boxes))?;
    folder.add("impinge.toml", "[[rule]]\nbetween = ['b', 'c']\nseverity = 'warning'")?;
    let run = folder.check("site.obj --format junit")?;
    let document = roxmltree::Document::parse(&run.out)?;
    let all = |name: &str| -> Vec<roxmltree::Node> {
        document.descendants().filter(|node| node.has_tag_name(name)).collect()
    };
    let suite = all("testsuite")[0];
    let counts = ["tests", "failures", "skipped"].map(|name| suite.attribute(name));
    assert_eq!(counts, [Some("3"), Some("2"), Some("1")]);
    assert_eq!((all("testcase").len(), all("failure").len(), all("skipped").len()), (3, 2, 1));
    let named = all("testcase")
        .iter()
        .filter(|test| test.attribute("name").is_some_and(|name| name.contains(hostile)))
        .count();
    assert_eq!(named, 2, "{}", run.out);
    assert!(all("skipped")[0].attribute("message").is_some_and(|text| text.starts_with("warning: overlap")));
    assert!(all("failure")[0].text().is_some_and(|text| text.starts_with("id ")));
    let run = folder.check("site.obj --ignore b --ignore c --format junit")?;
    assert!(
        run.out.contains("tests=\"1\" failures=\"0\"") && run.out.contains("nothing was checked"),
        "{}",
        run.out
    );
    Ok(())
}

/// The files of a zip, by name.
fn unzipped(bytes: &[u8]) -> Result<std::collections::BTreeMap<String, Vec<u8>>, Box<dyn std::error::Error>> {
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes))?;
    let mut files = std::collections::BTreeMap::new();
    for number in 0..archive.len() {
        let mut file = archive.by_index(number)?;
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut content)?;
        files.insert(file.name()?.into_owned(), content);
    }
    Ok(files)
}

/// A broken archive or a share may give a file any date; that of a BCF file has a year of four digits.
#[test]
fn a_file_may_be_older_than_any_date() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    let site = fs::File::options().write(true).open(folder.path("site.obj"))?;
    site.set_modified(UNIX_EPOCH - Duration::from_secs(1))?;
    let run = folder.check("site.obj --export bcf=site.bcf")?;
    assert_eq!(run.code, 1, "{run:?}");
    let files = unzipped(&fs::read(folder.path("site.bcf"))?)?;
    let markup = files.iter().find(|(name, _)| name.ends_with("markup.bcf")).ok_or("no markup")?;
    let text = String::from_utf8(markup.1.clone())?;
    assert!(text.contains("1970-01-01T00:00:00Z"), "{text}");
    Ok(())
}

#[test]
fn coordination_programs_get_a_topic_with_a_picture_for_each_group() -> Outcome {
    let guid = "2O2Fr$t4X7Zf8NOew3FLOH";
    let named = format!("Wall/{guid}");
    let boxes = [
        (named.as_str(), [0.0; 3], [4.0, 4.0, 1.0]),
        ("<b & b>", [1.0, 1.0, 0.5], [2.0, 2.0, 2.0]),
        ("c", [9.0; 3], [10.0; 3]),
    ];
    for (kind, version, labels) in [("bcf", "2.1", "Labels"), ("bcf3", "3.0", "Label")] {
        let folder = Folder::with("site.obj", obj(&boxes))?;
        let run = folder.check(&format!("site.obj --export {kind}=site.bcf --format json"))?;
        let report = run.json()?;
        let bytes = fs::read(folder.path("site.bcf"))?;
        folder.check(&format!("site.obj --export {kind}=again.bcf -o other.txt"))?;
        assert_eq!(bytes, fs::read(folder.path("again.bcf"))?, "the same files make the same bytes");
        // Its header names no folder of this machine.
        let whole = folder.path("site.obj");
        folder.check(&format!("{} --export {kind}=whole.bcf -o other.txt", whole.display()))?;
        assert_eq!(bytes, fs::read(folder.path("whole.bcf"))?, "however the files were named");
        let files = unzipped(&bytes)?;
        let text = |name: &str| -> Result<String, Box<dyn std::error::Error>> {
            Ok(String::from_utf8(files.get(name).ok_or_else(|| format!("no {name}"))?.clone())?)
        };
        assert!(text("bcf.version")?.contains(&format!("VersionId=\"{version}\"")));
        assert_eq!(files.contains_key("extensions.xml"), version == "3.0");
        let topics: Vec<&str> = files.keys().filter_map(|name| name.strip_suffix("/markup.bcf")).collect();
        assert_eq!(topics.len(), report["groups"].as_array().map_or(0, Vec::len));
        let markup = text(&format!("{}/markup.bcf", topics[0]))?;
        let markup = roxmltree::Document::parse(&markup)?;
        let element = |name: &str| markup.descendants().find(|node| node.has_tag_name(name));
        assert_eq!(element("Topic").and_then(|topic| topic.attribute("Guid")), Some(topics[0]));
        let title = element("Title").and_then(|title| title.text()).unwrap_or_default();
        assert!(title.contains("<b & b>: overlap, 500 mm deep"), "{title}");
        assert_eq!(element(labels).and_then(|label| label.text()), Some("overlap"));
        let viewpoint = text(&format!("{}/viewpoint.bcfv", topics[0]))?;
        let viewpoint = roxmltree::Document::parse(&viewpoint)?;
        let known: Vec<_> = viewpoint.descendants().filter_map(|node| node.attribute("IfcGuid")).collect();
        assert!(known.contains(&guid), "{known:?}");
        // The camera looks at the clash, which is at (1..2, 1..2, 0.5..1).
        let vector = |name: &str| -> [f64; 3] {
            let node = viewpoint.descendants().find(|node| node.has_tag_name(name));
            let part = |axis: &str| {
                let part = node.and_then(|node| node.children().find(|child| child.has_tag_name(axis)));
                part.and_then(|part| part.text()).and_then(|text| text.parse().ok()).unwrap_or(f64::NAN)
            };
            ["X", "Y", "Z"].map(part)
        };
        let (eye, direction) = (vector("CameraViewPoint"), vector("CameraDirection"));
        let to = [1.5 - eye[0], 1.5 - eye[1], 0.75 - eye[2]];
        let (along, length): (f64, f64) =
            (0..3).fold((0.0, 0.0), |sum, k| (sum.0 + to[k] * direction[k], sum.1 + to[k] * to[k]));
        assert!(along > 0.95 * length.sqrt() && length < 100.0, "{eye:?} {direction:?}");
        let picture = image::load_from_memory(&files[&format!("{}/snapshot.png", topics[0])])?;
        assert_eq!((picture.width(), picture.height()), (480, 360));
    }
    // glTF has y up, BCF z.
    let folder = Folder::with("site.glb", fixtures::glb(&boxes))?;
    folder.check("site.glb --export bcf=site.bcf")?;
    let files = unzipped(&fs::read(folder.path("site.bcf"))?)?;
    let viewpoint = files.iter().find(|(name, _)| name.ends_with(".bcfv")).ok_or("no viewpoint")?;
    let document = String::from_utf8(viewpoint.1.clone())?;
    let document = roxmltree::Document::parse(&document)?;
    let up = document.descendants().find(|node| node.has_tag_name("CameraUpVector")).ok_or("no up")?;
    let z: f64 =
        up.descendants().find(|node| node.has_tag_name("Z")).and_then(|z| z.text()).ok_or("no z")?.parse()?;
    assert!(z > 0.5, "{z}");
    // So are the points of the description: the clash has y from 1 to 2, so z up to 2 there, and z from 0.5
    // to 1, so y down to -1.
    let markup = files.iter().find(|(name, _)| name.ends_with("markup.bcf")).ok_or("no markup")?;
    let document = String::from_utf8(markup.1.clone())?;
    let document = roxmltree::Document::parse(&document)?;
    let text =
        document.descendants().find(|node| node.has_tag_name("Description")).ok_or("no description")?;
    let text = text.text().unwrap_or_default();
    let point = text.split(", at ").nth(1).and_then(|rest| rest.split(" (").next()).ok_or("no point")?;
    let point: Vec<f64> = point.split(' ').map(str::parse).collect::<Result<_, _>>()?;
    assert!((-1.0..=-0.5).contains(&point[1]) && (1.0..=2.0).contains(&point[2]), "{text}");
    // But of a file that keeps z up, nothing is turned.
    let run = folder.check("site.glb --gltf-up z --export bcf=kept.bcf")?;
    assert_eq!(run.err.lines().filter(|line| line.starts_with("warning")).count(), 0, "{}", run.err);
    let files = unzipped(&fs::read(folder.path("kept.bcf"))?)?;
    let markup = files.iter().find(|(name, _)| name.ends_with("markup.bcf")).ok_or("no markup")?;
    let text = String::from_utf8(markup.1.clone())?;
    let point = text.split(", at ").nth(1).and_then(|rest| rest.split(" (").next()).ok_or("no point")?;
    let point: Vec<f64> = point.split(' ').map(str::parse).collect::<Result<_, _>>()?;
    assert!((1.0..=2.0).contains(&point[1]) && (0.5..=1.0).contains(&point[2]), "{text}");
    Ok(())
}

/// What is turned to z up has −y where it had z, and −0 where it had 0.
#[test]
fn places_have_no_negative_zero() -> Outcome {
    let sheet = [("sheet", [0.0; 3], [4.0, 4.0, 0.0]), ("post", [1.0, 1.0, -1.0], [2.0, 2.0, 1.0])];
    let folder = Folder::with("site.glb", fixtures::glb(&sheet))?;
    folder.check("site.glb --export bcf=site.bcf")?;
    let files = unzipped(&fs::read(folder.path("site.bcf"))?)?;
    let markup = files.iter().find(|(name, _)| name.ends_with("markup.bcf")).ok_or("no markup")?;
    let text = String::from_utf8(markup.1.clone())?;
    assert!(text.contains(" 0.0000 ") && !text.contains("-0.0000"), "{text}");
    Ok(())
}

/// XML has no way to write some characters: they are shown as `\\u{ffff}`, and what comes out can be read.
#[test]
fn names_with_what_xml_cannot_hold_are_escaped() -> Outcome {
    let name = "a\u{1}\u{b}\u{fffe}\u{ffff}z";
    let folder =
        Folder::with("site.glb", fixtures::glb(&[(name, [0.0; 3], [1.0; 3]), ("b", [0.5; 3], [2.0; 3])]))?;
    let shown = "a\\u{1}\\u{b}\\u{fffe}\\u{ffff}z";
    let run = folder.check("site.glb --format junit")?;
    let document = roxmltree::Document::parse(&run.out)?;
    let is_shown = |node: roxmltree::Node| {
        let texts = node.attributes().map(|attribute| attribute.value()).chain(node.text());
        texts.into_iter().any(|text| text.contains(shown))
    };
    assert!(document.descendants().any(is_shown), "{}", run.out);
    for kind in ["bcf", "bcf3"] {
        folder.check(&format!("site.glb --export {kind}=site.bcf"))?;
        let files = unzipped(&fs::read(folder.path("site.bcf"))?)?;
        let mut shows = 0;
        for (name, content) in files.iter().filter(|(name, _)| !name.ends_with(".png")) {
            let text = std::str::from_utf8(content)?;
            let document = roxmltree::Document::parse(text).map_err(|error| format!("{name}: {error}"))?;
            shows += document.descendants().filter(|node| is_shown(*node)).count();
        }
        assert!(shows >= 2, "{kind}: title and component");
    }
    Ok(())
}

/// In every pair of files something is as deep and as often in something else: nothing but the paths can tell
/// which comes first.
#[test]
fn the_order_of_the_files_changes_neither_groups_nor_topics() -> Outcome {
    let folder = Folder::new()?;
    for (file, least) in [("a", 0.0), ("b", 0.5), ("c", 1.0), ("d", 1.5)] {
        let shifted = |by: f64| ([least + by, 0.0, 0.0], [least + by + 0.75, 1.0, 1.0]);
        let boxes = [("low", shifted(0.0).0, shifted(0.0).1), ("high", shifted(8.0).0, shifted(8.0).1)];
        folder.add(&format!("{file}.obj"), obj(&boxes))?;
    }
    // What is told of groups: the paths of the object that they share and of their pairs, in their order.
    let told = |files: &str, by: &str| -> Result<_, Box<dyn std::error::Error>> {
        let run = folder.check(&format!("{files} --group-by {by} --format json --export bcf=clashes.bcf"))?;
        let report = run.json()?;
        let list = |name: &str| report[name].as_array().cloned().unwrap_or_default();
        let objects = list("objects");
        let groups: Vec<(Value, Vec<Value>)> = list("groups")
            .iter()
            .map(|group| {
                let shared = group["object"].as_u64().map(|id| objects[id as usize]["path"].clone());
                let pairs = list("pairs").into_iter().filter(|pair| pair["group"] == group["id"]);
                (json!(shared), pairs.map(|pair| pair["id"].clone()).collect())
            })
            .collect();
        let files = unzipped(&fs::read(folder.path("clashes.bcf"))?)?;
        let topics: Vec<String> =
            files.into_keys().filter(|name| name.ends_with(".bcf") && name.contains('/')).collect();
        Ok((groups, topics))
    };
    for by in ["object", "place", "none"] {
        let one = told("a.obj b.obj c.obj d.obj", by)?;
        assert!(!one.1.is_empty(), "{by}");
        assert_eq!(one, told("d.obj b.obj a.obj c.obj", by)?, "{by}");
        assert_eq!(one, told("c.obj d.obj b.obj a.obj", by)?, "{by}");
    }
    Ok(())
}

/// One plate with four posts: one group, until some of them only warn, are new, or accepted.
#[test]
fn groups_of_one_object_are_topics_of_their_own_and_what_persists_goes_on() -> Outcome {
    let mut boxes = vec![("plate".to_owned(), [0.0; 3], [40.0, 4.0, 1.0])];
    for post in 0..4 {
        let at = 10.0 * f64::from(post);
        boxes.push((format!("post {post}"), [at, 1.0, 0.5], [at + 1.0, 2.0, 2.0]));
    }
    let boxes: Vec<_> = boxes.iter().map(|(name, min, max)| (name.as_str(), *min, *max)).collect();
    let folder = Folder::with("site.obj", obj(&boxes))?;
    folder.add("few.obj", obj(&boxes[..3]))?;
    let topics = |words: &str, groups: usize| -> Result<Vec<String>, Box<dyn std::error::Error>> {
        for kind in ["bcf", "bcf3"] {
            let run = folder.check(&format!("{words} --export {kind}={kind}.zip --format json"))?;
            assert_eq!(run.json()?["groups"].as_array().map(Vec::len), Some(groups), "{words}");
        }
        let of = |kind: &str| -> Result<Vec<String>, Box<dyn std::error::Error>> {
            let files = unzipped(&fs::read(folder.path(&format!("{kind}.zip")))?)?;
            Ok(files.into_keys().filter(|name| name.ends_with("/markup.bcf")).collect())
        };
        assert_eq!(of("bcf")?, of("bcf3")?);
        assert_eq!(of("bcf")?.len(), groups, "{words}");
        of("bcf")
    };
    let all = topics("site.obj", 1)?;
    folder.add("warn.toml", "[[rule]]\nbetween = ['plate', 'post [01]']\nseverity = 'warning'")?;
    assert!(topics("site.obj --config warn.toml", 2)?.contains(&all[0]));
    folder.add("accept.toml", "[[accept]]\nbetween = ['plate', 'post [01]']")?;
    assert!(topics("site.obj --config accept.toml", 2)?.contains(&all[0]));
    // The paths of both files have to be the same.
    let early = fs::read(folder.path("few.obj"))?;
    fs::create_dir(folder.path("early"))?;
    folder.add("early/site.obj", early)?;
    folder.check("early/site.obj --format json -o last.json")?;
    assert!(topics("site.obj --baseline last.json", 2)?.contains(&all[0]));
    Ok(())
}

/// They would pass for pictures of what there is now.
#[test]
fn pictures_of_earlier_runs_are_told() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    assert_eq!(folder.check("site.obj --snapshots shown")?.code, 1);
    let again = folder.check("site.obj --snapshots shown")?;
    assert!(again.err.ends_with("2 pictures written to shown\n"), "{again:?}");
    folder.add("shown/0006-0123456789abcdef.png", "of before")?;
    // Of somebody else.
    folder.add("shown/0006-holidays.png", "")?;
    let run = folder.check("site.obj --snapshots shown")?;
    let told = "warning: 1 picture in shown is of an earlier run (0006-0123456789abcdef.png); remove unneeded ones, or choose another folder\n";
    assert!(run.err.ends_with(told), "{run:?}");
    let none = folder.check("site.obj --snapshots shown --min-depth 99")?;
    assert!(none.err.contains("no pictures written to shown\nwarning: "), "{none:?}");
    assert!(!folder.check("site.obj --snapshots shown -q")?.err.contains("earlier"));
    assert!(folder.path("shown/0006-0123456789abcdef.png").exists());
    Ok(())
}

#[test]
fn each_group_has_its_picture() -> Outcome {
    let boxes = [
        ("floor", [0.0; 3], [9.0, 9.0, 1.0]),
        ("post", [1.0, 1.0, 0.5], [2.0, 2.0, 2.0]),
        ("tower", [20.0, 0.0, 0.0], [21.0, 1.0, 9.0]),
        ("crane", [20.5, 0.5, 8.0], [29.0, 0.6, 8.1]),
    ];
    let folder = Folder::with("site.obj", obj(&boxes))?;
    let run = folder.check("site.obj --snapshots pictures --format json")?;
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("2 pictures written to pictures"), "{}", run.err);
    let report = run.json()?;
    for pair in report["pairs"].as_array().ok_or("no pairs")? {
        // Each group has one pair here, so it is the gravest.
        let name = format!(
            "pictures/{:04}-{}.png",
            pair["group"].as_u64().ok_or("no group")?,
            pair["id"].as_str().ok_or("no id")?
        );
        let picture = image::open(folder.path(&name))?.to_rgb8();
        assert_eq!(picture.dimensions(), (480, 360));
        // Both objects are seen.
        let count = |is: fn(&[u8; 3]) -> bool| picture.pixels().filter(|pixel| is(&pixel.0)).count();
        let orange = count(|[red, _, blue]| *red > 120 && *blue < 60);
        let blue = count(|[red, _, blue]| *red < 60 && *blue > 80);
        assert!(orange > 500 && blue > 500, "{name}: {orange} orange and {blue} blue pixels");
    }
    // Once more into the same folder, and where no folder can be made.
    assert_eq!(folder.check("site.obj --snapshots pictures")?.code, 1);
    assert_eq!(folder.check("site.obj --snapshots new/of/pictures")?.code, 1);
    assert!(folder.path("new/of/pictures").is_dir());
    assert_refused(&folder.check("site.obj --snapshots site.obj/pictures")?, &["site.obj/pictures"]);
    assert_refused(
        &folder.check("site.obj --snapshots site.obj")?,
        &["site.obj", "a file with this name exists, but a folder is needed: choose another name"],
    );
    Ok(())
}
