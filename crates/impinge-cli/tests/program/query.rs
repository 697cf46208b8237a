//! `impinge query`: every operation on every shape, wrong input of every kind, the manual, and streams.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::fixtures::{Folder, Outcome, Run, golden, obj, program, surface};
use serde_json::{Value, json};

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

/// A file of this crate.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// `impinge query` with this input.
fn query(input: impl AsRef<[u8]>) -> Tried<Run> {
    let mut child =
        program().arg("query").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let input = input.as_ref().to_owned();
    // From another thread: the program answers while it reads.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let run = Run::of(child.wait_with_output()?)?;
    writer.join().map_err(|_| "the writer panicked")??;
    Ok(run)
}

/// The text without the numbers of features: these say only whether two answers of one version mean the same
/// corners.
fn without_features(text: &str) -> String {
    const BEFORE: &str = "\"feature\":\"";
    let mut parts = text.split(BEFORE);
    let mut masked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        masked += BEFORE;
        masked += part.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    }
    masked
}

fn json_lines(text: &str) -> Tried<Vec<Value>> {
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

#[test]
fn every_operation_on_every_shape() -> Outcome {
    let requests = fs::read_to_string(file("tests/query/every_shape.jsonl"))?;
    let run = query(&requests)?;
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    golden("query_every_shape.jsonl", &without_features(&run.out))?;
    // The other way round: the same relation, lengths to rounding, and normals that point back.
    let (requests, answers) = (json_lines(&requests)?, json_lines(&run.out)?);
    assert_eq!(requests.len(), answers.len());
    for (request, answer) in requests.iter().zip(&answers) {
        assert_eq!(request["id"], answer["id"]);
        if [
            "cast_ray",
            "project_point",
            "ccd",
            "clip",
            "swept_sat",
            "fit",
            "cascade",
            "gjk_trace",
            "move_and_slide",
            "mask",
        ]
        .iter()
        .any(|op| request["op"] == *op)
        {
            continue;
        }
        let mut swapped = request.clone();
        (swapped["a"], swapped["b"]) = (request["b"].clone(), request["a"].clone());
        let mirrored = &json_lines(&query(swapped.to_string())?.out)?[0];
        for field in ["relation", "distance", "depth", "outcome", "time"] {
            assert_eq!(mirrored[field], answer[field], "{field} of {request}");
        }
        // Of many parts, another may be as deep.
        let kind = request["a"]["shape"]["type"].as_str().or(request["a"]["type"].as_str());
        let is_of_parts =
            ["polygon", "mesh", "polyline", "height_field", "compound"].map(Some).contains(&kind);
        if !is_of_parts {
            assert_eq!(mirrored["points"][0], answer["points"][1], "{request}");
        }
    }
    Ok(())
}

#[test]
fn every_axis_changes_no_answer() -> Outcome {
    let requests = json_lines(&fs::read_to_string(file("tests/query/every_shape.jsonl"))?)?;
    let mut went_on = 0;
    for mut request in requests.into_iter().filter(|request| request["op"] == "swept_sat") {
        let mut answered = |every_axis: bool| -> Tried<Value> {
            request["every_axis"] = every_axis.into();
            Ok(json_lines(&query(request.to_string())?.out)?.swap_remove(0))
        };
        let (few, all) = (answered(false)?, answered(true)?);
        for field in ["id", "overlapping", "will_hit", "translation"] {
            assert_eq!(few[field], all[field], "{field} of {request}");
        }
        let axes = |answer: &Value| answer["axes"].as_array().map_or(0, Vec::len);
        assert!(axes(&few) <= axes(&all), "{request}");
        went_on += usize::from(axes(&few) < axes(&all));
    }
    assert!(went_on > 0, "no request shows more axes");
    Ok(())
}

/// The question about two meshes and the report about a file with both: the same numbers, to the bit.
#[test]
fn a_depth_is_what_check_reports() -> Outcome {
    let cases: [([f64; 3], [f64; 3], &str); 6] = [
        ([0.75, 0.25, -0.5], [2.0, 2.0, 0.5], "overlap"),
        ([0.3, 0.3, -1.0], [0.7, 0.7, 2.0], "overlap"),
        ([0.1, 0.2, 0.3], [0.4, 0.6, 0.9], "contained"),
        ([0.0; 3], [1.0; 3], "duplicate"),
        ([1.0, 0.25, 0.25], [2.0, 0.5, 0.5], "touching"),
        ([1.0, 1.0, 0.25], [2.0, 2.0, 0.5], "touching"),
    ];
    for (min, max, kind) in cases {
        let boxes = [("a", [0.0; 3], [1.0; 3]), ("b", min, max)];
        let folder = Folder::with("site.obj", obj(&boxes))?;
        let report = folder.check("site.obj --format json --touching")?.json()?;
        let pair = &report["pairs"][0];
        let [a, b] = boxes.map(|(_, min, max)| {
            let (corners, triangles) = surface(min, max);
            json!({"type": "mesh", "vertices": corners, "triangles": triangles})
        });
        let answer = &json_lines(&query(json!({"op": "depth", "a": a, "b": b}).to_string())?.out)?[0];
        assert_eq!(answer["kind"], kind);
        let fields = "kind inner distance distance_kind depth_at_least normal point_a point_b";
        for field in fields.split(' ') {
            assert_eq!(answer.get(field).unwrap_or(&Value::Null), &pair[field], "{field} of {min:?} {max:?}");
        }
    }
    Ok(())
}

/// The lines of the manual's examples: request, answer, request, answer and so on.
fn examples() -> Tried<Vec<(String, String)>> {
    let manual = fs::read_to_string(file("../../docs/query.md"))?;
    let mut lines = Vec::new();
    let mut is_example = false;
    for line in manual.lines() {
        if line.starts_with("```") {
            is_example = line == "```jsonl";
        } else if is_example {
            lines.push(line.to_owned());
        }
    }
    let pairs = lines.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone())).collect();
    assert_eq!(lines.len() % 2, 0, "a request without an answer");
    Ok(pairs)
}

#[test]
fn the_examples_of_the_manual_are_true() -> Outcome {
    let examples = examples()?;
    assert!(examples.len() > 15, "the manual has lost its examples");
    for (request, answer) in examples {
        let answered = query(&request)?.out;
        assert_eq!(without_features(answered.trim_end()), without_features(&answer), "{request}");
    }
    Ok(())
}

/// As of all commands: nothing but what was asked for.
#[test]
fn queries_may_be_quiet() -> Outcome {
    let folder = Folder::with("one.jsonl", r#"{"op":"fit","a":{"type":"ball","radius":1},"dimension":3}"#)?;
    let run = |words: &[&str]| Run::of(folder.command("query").args(words).output()?);
    let loud = run(&["one.jsonl"])?;
    assert_eq!((loud.code, run(&["one.jsonl", "-q"])?), (0, loud));
    Ok(())
}

/// A closed mesh is a solid, or its surface alone if the request says so.
#[test]
fn meshes_may_be_hollow() -> Outcome {
    let schema: Value =
        serde_json::from_str(&fs::read_to_string(file("../../docs/schemas/query-request.json"))?)?;
    let schema = jsonschema::draft202012::new(&schema)?;
    let tetrahedron = json!({
        "type": "mesh",
        "vertices": [[0, 0, 0], [9, 0, 0], [0, 9, 0], [0, 0, 9]],
        "triangles": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
    });
    let guest = json!({ "shape": { "type": "ball", "radius": 0.25 }, "pose": { "translation": [1, 1, 1] } });
    for (hollow, relation) in [(false, "overlapping"), (true, "disjoint")] {
        let mut cave = tetrahedron.clone();
        cave["hollow"] = hollow.into();
        let request = json!({ "op": "relation", "a": cave, "b": guest });
        assert!(schema.is_valid(&request), "{request}");
        let answers = json_lines(&query(request.to_string())?.out)?;
        assert_eq!(answers[0]["relation"], relation, "{answers:?}");
    }
    let mut cave = tetrahedron.clone();
    cave["hollow"] = true.into();
    for op in ["depth", "cascade"] {
        let run = query(json!({ "op": op, "a": tetrahedron, "b": cave }).to_string())?;
        assert_eq!(run.code, 2, "{}", run.out);
        assert!(
            run.out.contains(
                "b: \\\"hollow\\\" does not apply to depth and cascade, where closed meshes are solids; remove it"
            ),
            "{}",
            run.out
        );
    }
    Ok(())
}

/// The schemas allow what is understood, and refuse what is refused, as far as a schema can tell.
#[test]
fn requests_and_answers_follow_the_schemas() -> Outcome {
    let schema = |name: &str| -> Tried<jsonschema::Validator> {
        let text = fs::read_to_string(file("../../docs/schemas").join(name))?;
        Ok(jsonschema::draft202012::new(&serde_json::from_str(&text)?)?)
    };
    let [requests, answers] = [schema("query-request.json")?, schema("query-answer.json")?];
    let every_shape = fs::read_to_string(file("tests/query/every_shape.jsonl"))?;
    let right = query(&every_shape)?.out;
    for request in json_lines(&every_shape)? {
        assert!(requests.is_valid(&request), "{request}");
    }
    let wrong = fs::read_to_string(file("tests/query/wrong.jsonl"))?;
    for answer in json_lines(&right)?.iter().chain(&json_lines(&query(&wrong)?.out)?) {
        let message = answers.validate(answer).map_err(|error| error.to_string());
        assert_eq!(message, Ok(()), "{answer}");
    }
    let shape = r#"{"type":"ball","radius":1}"#;
    for (field, value) in [
        ("op", r#""touch""#),
        ("colour", "1"),
        ("precision", r#""f16""#),
        ("margin", "1"),
        ("velocity", "[1,0,0]"),
        ("every_axis", "true"),
        ("traversal", "true"),
        ("dimension", "4"),
        ("b", r#"{"type":"sphere","radius":1}"#),
        ("b", r#"{"type":"ball","radius":-1}"#),
        ("b", r#"{"type":"ball","half_extents":[1,1]}"#),
        ("b", r#"{"type":"capsule","a":[0,0],"half_height":1,"radius":1}"#),
        ("b", r#"{"type":"half_space","normal":[0,1],"radius":1}"#),
        ("b", r#"{"shape":{"type":"ball","radius":1},"pose":{"position":[0,0]}}"#),
        ("b", r#"{"shape":{"type":"ball","radius":1},"pose":{"rotation":[0,0,1]}}"#),
    ] {
        let mut request: Value =
            serde_json::from_str(&format!(r#"{{"op":"relation","dimension":3,"a":{shape},"b":{shape}}}"#))?;
        assert!(requests.is_valid(&request));
        assert_eq!(query(request.to_string())?.code, 0);
        request[field] = serde_json::from_str(value)?;
        assert!(!requests.is_valid(&request), "{request}");
        assert_eq!(query(request.to_string())?.code, 2, "{request}");
    }
    // What is too little or too much, and what is for other operations.
    let hollow =
        r#"{"type":"mesh","vertices":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]],"hollow":true}"#;
    let slide = |slope: &str| {
        format!(
            r#"{{"op":"move_and_slide","a":{shape},"motion":[1,0,0],"obstacles":[],"ground":{{"up":[0,1,0],"max_slope":{slope}}}}}"#
        )
    };
    for (request, is_allowed) in [
        (r#"{"op":"fit","a":{"type":"polygon","points":[[0,0],[1,0]]}}"#.to_owned(), false),
        (r#"{"op":"fit","a":{"type":"polygon","points":[[0,0],[1,0],[0,1]]}}"#.to_owned(), true),
        (r#"{"op":"fit","a":{"type":"hull","points":[[0,0]]}}"#.to_owned(), true),
        (r#"{"op":"fit","a":{"type":"polyline","points":[[0,0]]}}"#.to_owned(), false),
        (r#"{"op":"fit","a":{"type":"polyline","points":[[0,0],[1,0]]}}"#.to_owned(), true),
        (
            r#"{"op":"ccd","kind":"vertex_edge","t0":[[0,0,0],[1,1,0],[2,0,0]],"t1":[[0,0,0],[1,1,0],[2,0,0]]}"#.to_owned(),
            false,
        ),
        (r#"{"op":"ccd","kind":"vertex_edge","t0":[[0,0],[1,1],[2,0]],"t1":[[0,0],[1,1],[2,0]]}"#.to_owned(), true),
        (format!(r#"{{"op":"depth","a":{hollow},"b":{hollow}}}"#), false),
        (format!(r#"{{"op":"relation","a":{hollow},"b":{hollow}}}"#), true),
        (slide("45"), false),
        (slide("1.5708"), true),
    ] {
        assert_eq!(requests.is_valid(&serde_json::from_str(&request)?), is_allowed, "{request}");
        assert_eq!(query(&request)?.code, if is_allowed { 0 } else { 2 }, "{request}");
    }
    // What is clipped and what clips.
    for (field, shape, is_allowed) in [
        ("a", r#"{"type":"aabb","min":[0,0],"max":[1,1],"radius":0}"#, true),
        ("a", r#"{"type":"aabb","min":[0,0],"max":[1,1],"radius":1}"#, false),
        ("a", r#"{"shape":{"type":"ball","radius":1}}"#, false),
        ("b", r#"{"shape":{"type":"segment","a":[0,0],"b":[1,1]},"pose":{"rotation":1}}"#, true),
        ("b", r#"{"shape":{"type":"segment","a":[0,0],"b":[1,1],"radius":1}}"#, false),
        ("b", r#"{"type":"box","half_extents":[1,1]}"#, false),
    ] {
        let mut request: Value = serde_json::from_str(
            r#"{"op":"clip","a":{"type":"box","half_extents":[1,1]},"b":{"type":"ray","origin":[0,0],"direction":[1,0]}}"#,
        )?;
        request[field] = serde_json::from_str(shape)?;
        assert_eq!(requests.is_valid(&request), is_allowed, "{request}");
        assert_eq!(query(request.to_string())?.code, if is_allowed { 0 } else { 2 }, "{request}");
    }
    Ok(())
}

#[test]
fn wrong_lines_are_answered_and_do_not_end_the_run() -> Outcome {
    let mut requests = fs::read(file("tests/query/wrong.jsonl"))?;
    let count = requests.split_inclusive(|&byte| byte == b'\n').count();
    requests.extend(b"{\"id\":\"not text \xff\"}\n\0\x01\x02\n");
    requests.extend(b"{\"id\":\"after all\",\"op\":\"relation\",\"a\":{\"type\":\"ball\",\"radius\":1},\"b\":{\"type\":\"box\",\"half_extents\":[1,1]}}");
    let run = query(&requests)?;
    assert_eq!((run.code, run.err.as_str()), (2, ""));
    golden("query_wrong.jsonl", &run.out)?;
    let answers = json_lines(&run.out)?;
    assert_eq!(answers.len(), count + 3);
    assert!(answers[..count + 2].iter().all(|answer| answer["error"].is_string()), "{}", run.out);
    assert_eq!(answers[count + 2]["relation"], "overlapping");
    Ok(())
}

const TOUCHING: &str = r#"{"op":"relation","a":{"type":"aabb","min":[0,0],"max":[1,1]},"b":{"type":"aabb","min":[1,0],"max":[2,1]}}"#;

#[test]
fn blank_lines_count_but_are_not_answered() -> Outcome {
    let run = query(format!("\u{feff}{TOUCHING}\r\n\n  \t\r\n{TOUCHING}"))?;
    let answer = |number| format!("{{\"id\":{number},\"relation\":\"touching\"}}\n");
    assert_eq!((run.code, run.out), (0, answer(1) + &answer(4)));
    let nothing = query("")?;
    assert_eq!((nothing.code, nothing.out.as_str(), nothing.err.as_str()), (0, "", ""));
    Ok(())
}

/// What is printed is the number itself: fed back, it changes no bit.
#[test]
fn numbers_survive_the_way_out_and_in() -> Outcome {
    for precision in ["f32", "f64"] {
        let request = |offset: &str| {
            format!(
                r#"{{"op":"distance","precision":"{precision}","a":{{"shape":{{"type":"ball","radius":0}},"pose":{{"translation":[{offset},0]}}}},"b":{{"type":"ball","radius":0}}}}"#
            )
        };
        for offset in ["0.1", "0.3333333333333333333", "123456789.123456789", "1e-30", "9007199254740993"] {
            let first = json_lines(&query(request(offset))?.out)?;
            let distance = first[0]["distance"].to_string();
            let second = json_lines(&query(request(&distance))?.out)?;
            assert_eq!(first, second, "{precision} {offset}");
            let expected = match precision {
                "f32" => offset.parse::<f32>()?.to_string().parse::<f64>()?,
                _ => offset.parse()?,
            };
            assert_eq!(first[0]["distance"].as_f64(), Some(expected), "{precision} {offset}");
        }
    }
    Ok(())
}

#[test]
fn files_are_answered_one_after_the_other() -> Outcome {
    let folder = Folder::with("one.jsonl", TOUCHING)?;
    folder.add("two.jsonl", "\nnonsense\n")?;
    fs::create_dir(folder.path("folder"))?;
    let run = |words: &str| -> Tried<Run> {
        let mut command = folder.command("query");
        Run::of(command.args(words.split_whitespace()).stdin(Stdio::null()).output()?)
    };
    let both = run("one.jsonl two.jsonl -")?;
    assert_eq!((both.code, both.out.lines().count()), (2, 2), "{both:?}");
    assert!(both.out.contains(r#"{"id":2,"error":"line 2, column 2: "#), "{both:?}");
    for (words, part) in [("one.jsonl missing.jsonl", "missing.jsonl"), ("one.jsonl folder", "folder: ")] {
        let failed = run(words)?;
        assert_eq!((failed.code, failed.out.as_str()), (2, ""));
        assert!(failed.err.starts_with("error: ") && failed.err.contains(part), "{failed:?}");
    }
    Ok(())
}

/// A program that sends the next request only after the last answer must not wait for ever.
#[test]
fn answers_come_at_once() -> Outcome {
    let mut child = program().arg("query").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("no standard input")?;
    let mut stdout = BufReader::new(child.stdout.take().ok_or("no standard output")?);
    for number in 1..=3 {
        writeln!(stdin, "{TOUCHING}")?;
        let mut answer = String::new();
        stdout.read_line(&mut answer)?;
        assert_eq!(answer, format!("{{\"id\":{number},\"relation\":\"touching\"}}\n"));
    }
    drop(stdin);
    assert_eq!(child.wait()?.code(), Some(0));
    Ok(())
}

/// As with `impinge query requests.jsonl | head -1`.
#[test]
fn a_reader_may_leave_early() -> Outcome {
    let folder = Folder::with("many.jsonl", format!("{TOUCHING}\n").repeat(20_000))?;
    let mut command = folder.command("query");
    let mut child = command.arg("many.jsonl").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let mut first = [0; 16];
    if let Some(mut stdout) = child.stdout.take() {
        stdout.read_exact(&mut first)?;
    }
    let run = Run::of(child.wait_with_output()?)?;
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error() -> Outcome {
    if fs::metadata("/dev/full").is_ok() {
        let folder = Folder::with("one.jsonl", TOUCHING)?;
        let full = fs::OpenOptions::new().write(true).open("/dev/full")?;
        let output = folder.command("query").arg("one.jsonl").stdout(full).stderr(Stdio::piped()).output()?;
        let run = Run::of(output)?;
        assert_eq!(run.code, 2);
        assert!(run.err.contains("the answers cannot be written"), "{run:?}");
    }
    Ok(())
}

/// A matrix that was printed with some of its digits is meant as a rotation.
#[test]
fn axes_that_are_nearly_orthonormal_are_corrected() -> Outcome {
    let request = |axes: &str| {
        format!(
            r#"{{"op":"distance","a":{{"shape":{{"type":"box","half_extents":[1,1,1]}},"pose":{{"rotation":{axes}}}}},"b":{{"shape":{{"type":"ball","radius":1}},"pose":{{"translation":[5,0,0]}}}}}}"#
        )
    };
    let asked = |axes: &str| -> Result<Value, Box<dyn std::error::Error>> {
        let folder = Folder::with("asked.jsonl", request(axes))?;
        let run = Run::of(folder.command("query").arg("asked.jsonl").output()?)?;
        let answer: Value = run.json()?;
        let schema: Value = serde_json::from_str(include_str!("../../../../docs/schemas/query-answer.json"))?;
        jsonschema::draft202012::validate(&schema, &answer).map_err(|error| error.to_string())?;
        assert_eq!(run.code == 0, answer.get("error").is_none());
        Ok(answer)
    };
    // A turn by 45° about z.
    let axes = |digits: usize| {
        let half = format!("{:.digits$}", 0.5_f64.sqrt());
        format!("[[{half},{half},0],[-{half},{half},0],[0,0,1]]")
    };
    for digits in [7, 8, 13] {
        let answer = asked(&axes(digits))?;
        let note = answer["notes"][0].as_str().unwrap_or_default();
        let off = note.strip_prefix("a.pose.rotation: the axes are off by ");
        let off = off.and_then(|rest| rest.strip_suffix(" and were made orthonormal"));
        assert!(off.is_some_and(|off| off.parse().is_ok_and(|off: f64| off < 1e-6)), "{digits}: {note}");
        // As near as of the rotation that is meant: the ball is 4 from the middle, an edge √2.
        let distance = answer["distance"].as_f64().unwrap_or_default();
        assert!((distance - (4.0 - 2.0_f64.sqrt())).abs() < 1e-6, "{answer}");
    }
    let exact = asked("[[0,1,0],[-1,0,0],[0,0,1]]")?;
    assert!(exact.get("notes").is_none(), "{exact}");
    // Mirror images stay ones, and are corrected as well.
    let mirrored = asked(&axes(8).replace("0,0,1", "0,0,-1"))?;
    assert!(mirrored.get("notes").is_some(), "{mirrored}");
    for (axes, off) in [(axes(5), "e-6"), ("[[2,0,0],[0,1,0],[0,0,1]]".to_owned(), "3.0e0"), (axes(3), "e-4")]
    {
        let answer = asked(&axes)?;
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(off) && error.contains("up to 1e-6 is corrected"), "{answer}");
    }
    Ok(())
}
