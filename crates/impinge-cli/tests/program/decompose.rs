//! `impinge decompose`: the report in each form, the parts as a scene of their own, and wrong input.

use std::fs;

use crate::fixtures::schema::assert_followed;
use crate::fixtures::{EVERY_KIND, Folder, Outcome, Run, golden, obj};
use serde_json::json;

/// `impinge decompose` with these words, run in the folder.
fn decompose(folder: &Folder, words: &str) -> Result<Run, Box<dyn std::error::Error>> {
    Run::of(folder.command("decompose").args(words.split_whitespace()).output()?)
}

/// A prism over an L, boxes, and a tile that encloses nothing.
fn scene() -> String {
    let outline = [[0, 0], [3, 0], [3, 1], [1, 1], [1, 2], [0, 2]];
    let mut text = obj(&EVERY_KIND) + "o letter\n";
    for z in [10, 11] {
        for [x, y] in outline {
            text += &format!("v {x} {y} {z}\n");
        }
    }
    for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
        text += &format!("f {} {} {}\nf {} {} {}\n", a - 12, c - 12, b - 12, a - 6, b - 6, c - 6);
    }
    for i in 0..6 {
        let j = (i + 1) % 6;
        text += &format!("f {} {} {} {}\n", i - 12, j - 12, j - 6, i - 6);
    }
    text + "o tile\nv 0 0 20\nv 2 0 20\nv 0 1 20\nf -1 -2 -3\n"
}

#[test]
fn every_form() -> Outcome {
    let folder = Folder::with("site.obj", scene())?;
    for (words, name) in [("", "decompose.txt"), ("--format json", "decompose.json")] {
        let run = decompose(&folder, &format!("site.obj {words}"))?;
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words}");
        golden(name, &run.out)?;
        assert_eq!(decompose(&folder, &format!("site.obj {words} --threads 1"))?, run);
    }
    // Nothing is taken apart where nothing is looked at, which is told as by `check`.
    let run = decompose(&folder, "site.obj --ignore *")?;
    assert_eq!(run.err, "warning: nothing was checked: all 7 objects are ignored; ignore fewer\n");
    Ok(())
}

#[test]
fn reports_follow_the_schema() -> Outcome {
    let folder = Folder::with("site.obj", scene())?;
    let mut reports = Vec::new();
    for words in ["--ignore *", "--ignore nothing", ""] {
        reports.push(decompose(&folder, &format!("site.obj {words} --format json --quiet"))?.json()?);
    }
    let wrong = [
        ("/schema", json!("impinge-decompose/2")),
        ("/objects/0/parts", json!(0.5)),
        ("/objects/0/concavity", json!(null)),
        ("/objects/0/tightness", json!("1")),
        ("/max_parts", json!(0)),
        ("/tolerance", json!(null)),
        ("/warnings", json!([1])),
    ];
    let schema = include_str!("../../../../docs/schemas/decompose-report.json");
    assert_followed(schema, &reports, &wrong, &["", "/objects/0"])
}

#[test]
fn parts_are_a_scene_of_convex_objects() -> Outcome {
    let folder = Folder::with("site.obj", scene())?;
    assert_eq!(decompose(&folder, "site.obj --write parts.obj")?.code, 0);
    golden("decompose_parts.obj", &fs::read_to_string(folder.path("parts.obj"))?)?;
    let again = decompose(&folder, "parts.obj --format json")?.json()?;
    let objects = again["objects"].as_array().ok_or("no list")?;
    assert_eq!(objects.len(), 8);
    for object in objects {
        assert_eq!(object["parts"], 1, "{object}");
    }
    let coarse = decompose(&folder, "site.obj --max-parts 1 --format json")?.json()?;
    assert!(coarse["objects"].as_array().is_some_and(|all| all.iter().all(|one| one["parts"] == 1)));
    // That this is not what was asked for is told.
    let told = coarse["warnings"][0]["message"].as_str().unwrap_or_default();
    assert!(told.contains("its only part extends") && told.contains("but --tolerance allows"), "{coarse}");
    let fine = decompose(&folder, "site.obj --format json")?.json()?;
    assert_eq!(fine["warnings"], json!([]));
    Ok(())
}

#[test]
fn trouble() -> Outcome {
    let folder = Folder::with("site.obj", scene())?;
    for (words, part) in [
        ("missing.obj", "missing.obj"),
        ("site.obj --tolerance 0", "'--tolerance <SHARE>': tolerance must be above 0"),
        ("site.obj --tolerance 2", "'--tolerance <SHARE>': tolerance must be above 0"),
        ("site.obj --tolerance nan", "'--tolerance <SHARE>': it must be finite"),
        ("site.obj --max-parts 0", "'--max-parts <N>': give a whole number from 1 on"),
        ("site.obj --write no/such/file.obj", "create the folder no/such"),
        ("site.obj --write site.obj", "would replace an input file"),
        (
            "missing.obj --write parts.stl",
            "--write parts.stl: parts are written as OBJ; give a name that ends in .obj",
        ),
        ("missing.obj --write parts", "give a name that ends in .obj"),
        ("site.obj --write -", "both go to standard output"),
    ] {
        let run = decompose(&folder, words)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}: {run:?}");
        assert!(run.err.starts_with("error: ") && run.err.contains(part), "{words}: {run:?}");
    }
    Ok(())
}
