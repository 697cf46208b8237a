//! Limits: of very many pairs that collide some are measured, and the others are counted; of files that grow,
//! the option that lets them.

use std::fs::read_to_string;

use crate::fixtures::{Folder, Outcome, obj};
use serde_json::{Value, json};

/// Twelve boxes in one place, each moved a little and with its own size; the first two share most.
fn heap() -> Result<Folder, Box<dyn std::error::Error>> {
    let names: Vec<String> = (0..12).map(|number| format!("box{number}")).collect();
    let corners = |number: usize| {
        let by = 0.01 * number as f64;
        ([by, by, by], [1.0 - by, 1.0 + by, 1.0])
    };
    let boxes: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(number, name)| {
            let (min, max) = corners(number);
            (name.as_str(), min, max)
        })
        .collect();
    Folder::with("heap.obj", obj(&boxes))
}

/// All pairs of twelve.
const ALL: usize = 66;

#[test]
fn the_others_are_counted() -> Outcome {
    let folder = heap()?;
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/schemas/check-report.json"))?;
    for limit in [1, 5, 30, 65] {
        let run = folder.check(&format!("heap.obj --max-measured {limit} --format json"))?;
        let report = run.json()?;
        jsonschema::draft202012::validate(&schema, &report).map_err(|error| error.to_string())?;
        assert_eq!((run.code, report["pairs"].as_array().map(Vec::len)), (1, Some(limit)));
        assert_eq!(report["counts"]["not_measured"], json!(ALL - limit));
        assert_eq!(report["complete"], false);
        let expected = format!(
            "--max-measured: {ALL} pairs collide or touch; only {limit} of them, whose bounding boxes overlap most, are measured and listed; --max-measured 0 measures all, and takes longer"
        );
        assert!(run.err.contains(&format!("warning: {expected}\n")), "{}", run.err);
    }
    // With a limit that is not reached it is all.
    for limit in [0, ALL, 100] {
        let report = folder.check(&format!("heap.obj --max-measured {limit} --format json"))?.json()?;
        assert_eq!(report["complete"], true, "{limit}");
    }
    let lines = folder.check("heap.obj --max-measured 5 --format jsonl")?.out;
    let summary: Value = serde_json::from_str(lines.lines().last().ok_or("no summary")?)?;
    assert_eq!((&summary["complete"], &summary["has_findings"]), (&json!(false), &json!(true)));
    // As `impinge.toml` says, unless the command line says something else.
    folder.add("impinge.toml", "max-measured = 7\n")?;
    for (words, listed) in [("", 7), (" --max-measured 3", 3), (" --max-measured 0", ALL)] {
        let report = folder.check(&format!("heap.obj --format json{words}"))?.json()?;
        assert_eq!(report["pairs"].as_array().map(Vec::len), Some(listed), "{words}");
    }
    let shown = folder.check("heap.obj --show-settings --max-measured 3")?;
    assert!(shown.out.contains("max-measured = 3\n"), "{}", shown.out);
    for (text, told) in
        [("-1", "expected a whole number from 0 on"), ("\"9\"", "expected a whole number from 0 on")]
    {
        folder.add("impinge.toml", format!("max-measured = {text}\n"))?;
        let run = folder.check("heap.obj")?;
        assert!(run.code == 2 && run.err.contains(told), "{run:?}");
    }
    std::fs::remove_file(folder.path("impinge.toml"))?;
    // Those whose boxes share most.
    let first = folder.check("heap.obj --max-measured 1 --format json")?.json()?;
    assert_eq!(
        (&first["pairs"][0]["a"]["name"], &first["pairs"][0]["b"]["name"]),
        (&json!("box0"), &json!("box1"))
    );
    let table = folder.check("heap.obj --max-measured 5")?;
    assert!(
        table.out.contains("; 61 more that collide or touch not measured (--max-measured)\n"),
        "{}",
        table.out
    );
    Ok(())
}

#[test]
fn at_the_limit_and_without_one_nothing_is_missing() -> Outcome {
    let folder = heap()?;
    let all = folder.check("heap.obj --format json")?;
    assert_eq!((all.code, all.json()?["pairs"].as_array().map(Vec::len)), (1, Some(ALL)));
    for limit in [0, ALL, 1_000_000] {
        assert_eq!(folder.check(&format!("heap.obj --max-measured {limit} --format json"))?, all, "{limit}");
    }
    Ok(())
}

/// What counts is what collides, not what has a box near another.
#[test]
fn boxes_that_overlap_alone_do_not_count() -> Outcome {
    // Three thin plates across one cube of room, side by side, and a box that is in the last.
    let plate = |name: &str, by: f64| {
        format!("o {name}\nv {by} 0 0\nv {} 1 1\nv {} 1 0\nf -3 -2 -1\n", 1.0 + by, 1.0 + by)
    };
    let plates = [("a", 0.0), ("b", 0.2), ("c", 0.4), ("d", 0.6)].map(|(name, by)| plate(name, by)).concat();
    let across = "o e\nv 0.5 0.9 -1\nv 0.6 0.9 2\nv 0.7 0.9 2\nf -3 -2 -1\n";
    let folder = Folder::with("plates.obj", plates + across)?;
    let all = folder.check("plates.obj --max-measured 0 --format json")?;
    let count = all.json()?["pairs"].as_array().map_or(0, Vec::len);
    assert_eq!(folder.check(&format!("plates.obj --max-measured {} --format json", count.max(1)))?, all);
    Ok(())
}

/// A build that only measured what is accepted is not a good one.
#[test]
fn what_was_not_measured_is_a_finding() -> Outcome {
    let folder = heap()?;
    folder.check("heap.obj --max-measured 5 --format json -o last.json")?;
    // All that is measured is known.
    let run = folder.check("heap.obj --max-measured 5 --baseline last.json --export junit=tests.xml")?;
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.err.contains("or measured only some pairs (--max-measured)"), "{}", run.err);
    let tests = read_to_string(folder.path("tests.xml"))?;
    assert!(
        tests.contains("failures=\"0\" errors=\"1\"") && tests.contains("type=\"max-measured\""),
        "{tests}"
    );
    assert_eq!(folder.check("heap.obj --max-measured 5 --exit-zero")?.code, 0);
    assert_eq!(folder.check("heap.obj --max-measured 5 --strict")?.code, 2);
    // Nothing is resolved that was only not measured.
    folder.check("heap.obj --format json -o last.json")?;
    let run = folder.check("heap.obj --max-measured 5 --baseline last.json")?;
    assert!(run.out.contains("0 new, 5 persisting, 0 resolved"), "{}", run.out);
    Ok(())
}

#[test]
fn gaps_are_limited_too() -> Outcome {
    let names: Vec<String> = (0..12).map(|number| format!("box{number}")).collect();
    let boxes: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(number, name)| {
            (name.as_str(), [number as f64 * 1.5, 0.0, 0.0], [number as f64 * 1.5 + 1.0, 1.0, 1.0])
        })
        .collect();
    let folder = Folder::with("row.obj", obj(&boxes))?;
    let of =
        |limit: usize| folder.check(&format!("row.obj --clearance 100 --max-measured {limit} --format json"));
    let (all, some) = (of(0)?.json()?, of(10)?.json()?);
    assert_eq!(
        (all["pairs"].as_array().map(Vec::len), &all["counts"]["not_tested"]),
        (Some(ALL), &json!(null))
    );
    assert_eq!(
        (some["pairs"].as_array().map(Vec::len), &some["counts"]["not_tested"]),
        (Some(10), &json!(ALL - 10))
    );
    assert_eq!((&all["complete"], &some["complete"]), (&json!(true), &json!(false)));
    Ok(())
}

/// Each object is two of the one before: a million of them in some thousand bytes.
#[test]
fn files_that_grow_name_the_option_that_lets_them() -> Outcome {
    const LEVELS: usize = 21;
    let double = |level: usize| {
        let place = |x: usize| format!("<translate>{x} 0 0</translate>");
        let inner = |x: usize| format!("<node>{}<instance_node url='#n{}'/></node>", place(x), level - 1);
        format!("<node id='n{level}'>{}{}</node>", inner(0), inner(1 << level))
    };
    let library: String = (1..LEVELS).map(double).collect();
    let text = format!(
        "<COLLADA version='1.4.1'><library_geometries><geometry id='g'><mesh><source id='s'><float_array id='f' count='9'>0 0 0 1 0 0 0 1 0\
         </float_array><technique_common><accessor source='#f' count='3' stride='3'/></technique_common></source><vertices id='v'>\
         <input semantic='POSITION' source='#s'/></vertices><triangles count='1'><input semantic='VERTEX' source='#v' offset='0'/>\
         <p>0 1 2</p></triangles></mesh></geometry></library_geometries><library_nodes><node id='n0'><instance_geometry url='#g'/></node>\
         {library}</library_nodes><library_visual_scenes><visual_scene id='x'><node><instance_node url='#n{}'/></node></visual_scene>\
         </library_visual_scenes><scene><instance_visual_scene url='#x'/></scene></COLLADA>",
        LEVELS - 1
    );
    let folder = Folder::with("grown.dae", text)?;
    let run = folder.check("grown.dae")?;
    assert!(
        run.err.contains(
            "would exceed the limit of 1000000 nodes; load less at once, or raise it with --max-objects N"
        ),
        "{}",
        run.err
    );
    // What is raised is the limit that was told.
    let run = folder.check("grown.dae --max-objects 100")?;
    assert!(run.err.contains("nodes; load less at once, or raise it with --max-objects N"), "{}", run.err);
    let folder = Folder::with("heap.obj", obj(&[("a", [0.0; 3], [1.0; 3]), ("b", [0.5; 3], [2.0; 3])]))?;
    let run = folder.check("heap.obj --max-triangles 20")?;
    assert!(
        run.code == 2
            && run
                .err
                .contains("limit of 20 triangles; load less at once, or raise it with --max-triangles N"),
        "{}",
        run.err
    );
    assert_eq!(folder.check("heap.obj --max-triangles 24 --max-objects 2")?.code, 1);
    assert_eq!(folder.check("heap.obj --max-objects 1")?.code, 2);
    Ok(())
}
