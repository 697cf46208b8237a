//! Which pairs count: clearances, depths, touching; which belong together; and what is new since a report of
//! before.

use crate::fixtures::{Folder, NamedBox, Outcome, glb, obj};
use serde_json::{Value, json};

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

/// A floor, and what stands in it, on it and above it.
const SITE: [NamedBox; 6] = [
    ("floor", [0.0; 3], [20.0, 9.0, 1.0]),
    ("sunk", [1.0, 1.0, 0.5], [2.0, 2.0, 2.0]),
    ("scratching", [4.0, 1.0, 0.998], [5.0, 2.0, 2.0]),
    ("standing", [7.0, 1.0, 1.0], [8.0, 2.0, 2.0]),
    ("hovering", [10.0, 1.0, 1.25], [11.0, 2.0, 2.0]),
    ("flying", [13.0, 1.0, 4.0], [14.0, 2.0, 5.0]),
];

/// Names and kinds of what meets the floor, in the order of the report.
fn found(folder: &Folder, words: &str) -> Tried<Vec<(String, String, f64)>> {
    let report = folder.check(&format!("site.obj --format json {words}"))?.json()?;
    let pairs = report["pairs"].as_array().ok_or("no pairs")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let pair = |pair: &Value| {
        let distance = pair["distance"].as_f64().unwrap_or(f64::NAN);
        (text(&pair["b"]["name"]), text(&pair["kind"]), (distance * 1e6).round() / 1e6)
    };
    Ok(pairs.iter().map(pair).collect())
}

fn listed(expected: &[(&str, &str, f64)]) -> Vec<(String, String, f64)> {
    expected.iter().map(|&(name, kind, distance)| (name.to_owned(), kind.to_owned(), distance)).collect()
}

const SUNK: (&str, &str, f64) = ("sunk", "overlap", -0.5);
const SCRATCHING: (&str, &str, f64) = ("scratching", "overlap", -0.002);
const STANDING: (&str, &str, f64) = ("standing", "touching", 0.0);
const HOVERING: (&str, &str, f64) = ("hovering", "clearance", 0.25);
const FLYING: (&str, &str, f64) = ("flying", "clearance", 3.0);

#[test]
fn a_clearance_adds_and_a_depth_takes_away() -> Outcome {
    let folder = Folder::with("site.obj", obj(&SITE))?;
    for (words, expected) in [
        ("", &[SUNK, SCRATCHING][..]),
        ("--touching", &[SUNK, SCRATCHING, STANDING]),
        ("--touching=report", &[SUNK, SCRATCHING, STANDING]),
        ("--touching=ignore", &[SUNK, SCRATCHING]),
        ("--min-depth 0.001", &[SUNK, SCRATCHING]),
        ("--min-depth 0.003", &[SUNK]),
        ("--min-depth 1", &[]),
        // What touches is nearer than any gap.
        ("--clearance 0.249", &[SUNK, SCRATCHING, STANDING]),
        // Nor is what is as far as it.
        ("--clearance 0.25", &[SUNK, SCRATCHING, STANDING]),
        ("--clearance 0.250001", &[SUNK, SCRATCHING, STANDING, HOVERING]),
        ("--clearance 1.9", &[SUNK, SCRATCHING, STANDING, HOVERING]),
        ("--clearance 0.3 --touching=ignore", &[SUNK, SCRATCHING, HOVERING]),
        ("--min-depth 0.003 --touching", &[SUNK, STANDING]),
        ("--min-depth 0.003 --clearance 0.3", &[SUNK, SCRATCHING, STANDING, HOVERING]),
        ("--min-depth 0.003 --touching=ignore --clearance 0.3", &[SUNK, HOVERING]),
    ] {
        assert_eq!(found(&folder, &format!("{words} --ignore flying"))?, listed(expected), "{words}");
    }
    for (words, expected) in [
        ("--clearance 0.3", "3 collisions and 1 narrow gap among "),
        ("--clearance 3.1 --ignore s[uct]*", "no collisions and 3 narrow gaps among "),
    ] {
        let text = folder.check(&format!("site.obj {words}"))?.out;
        assert!(text.contains(expected), "{words}: {text}");
    }
    let far = found(&folder, "--clearance 3.1 --ignore s[uct]* --ignore hovering")?;
    assert_eq!(far, listed(&[FLYING]));
    let report =
        folder.check("site.obj --min-depth 0.003 --clearance 0.3 --touching=ignore --format json")?.json()?;
    let rules = json!({"touching": "ignore", "clearance": 0.3, "min_depth": 0.003, "severity": "error", "between": [], "rules": []});
    assert_eq!(report["rules"], rules);
    assert_eq!(report["counts"]["shallow"], 1);
    let text = folder.check("site.obj --min-depth 0.003")?.out;
    assert!(text.contains("; 1 pair shallower than min-depth"), "{text}");
    Ok(())
}

/// Parts are drawn at the distance that is required, and their coordinates are rounded to either side of it.
#[test]
fn what_is_as_far_as_the_clearance_is_not_listed() -> Outcome {
    let folder = Folder::new()?;
    let table = |gap: f64| {
        let mut text = "name,min_x,min_y,min_z,max_x,max_y,max_z\n".to_owned();
        for (number, x) in [0.1, 33.3, -1234.7, 98_765.4, -500_000.3].into_iter().enumerate() {
            let y = 1000 * number;
            text += &format!("left,{},{y},0,{x},{},100\n", x - 0.7, y + 100);
            text += &format!("right,{},{y},0,{},{},100\n", x + gap, x + gap + 0.7, y + 100);
        }
        text
    };
    folder.add("site.csv", table(50.0))?;
    folder.add("nearer.csv", table(49.999_999))?;
    folder.add("all.toml", "clearance = 0.05")?;
    folder.add("rule.toml", "[[rule]]\nbetween = ['left', 'right']\nclearance = 0.05")?;
    for words in ["--clearance 0.05", "--config all.toml", "--config rule.toml"] {
        for (file, expected) in [("site.csv", 0), ("nearer.csv", 5)] {
            let report = folder.check(&format!("{file} --unit mm {words} --format json"))?.json()?;
            assert_eq!(report["pairs"].as_array().map(Vec::len), Some(expected), "{file} {words}: {report}");
        }
    }
    Ok(())
}

/// A pipe that moves nearer and nearer to a beam is never told to be resolved.
#[test]
fn what_gets_worse_within_a_clearance_stays_listed() -> Outcome {
    let folder = Folder::new()?;
    let asked = "site.csv --clearance 0.05 --min-depth 1e-6";
    for (gap, kind) in [(0.001, "clearance"), (0.0, "touching"), (-1e-8, "overlap"), (-0.01, "overlap")] {
        let table = format!(
            "name,min_x,min_y,min_z,max_x,max_y,max_z\nbeam,0,0,0,1,1,1\npipe,{},0,0,2,1,1\n",
            1.0 + gap
        );
        folder.add("site.csv", table)?;
        if gap > 0.0 {
            folder.check(&format!("{asked} --format json -o last.json"))?;
        }
        let run = folder.check(&format!("{asked} --baseline last.json --format json"))?;
        let report = run.json()?;
        assert_eq!(report["pairs"][0]["kind"], kind, "{report}");
        assert_eq!(
            (run.code, &report["baseline"]["resolved"]),
            (i32::from(gap <= 0.0), &json!([])),
            "{report}"
        );
    }
    // As a rule has it, whatever holds for others.
    folder.add("impinge.toml", "[[rule]]\nbetween = [\"pipe\", \"beam\"]\nclearance = 0.05\n")?;
    folder.add(
        "site.csv",
        "name,min_x,min_y,min_z,max_x,max_y,max_z\nbeam,0,0,0,1,1,1\npipe,1,0,0,2,1,1\npost,-1,0,0,0,1,1\n",
    )?;
    let report = folder.check("site.csv --format json")?.json()?;
    assert_eq!(report["pairs"].as_array().map(Vec::len), Some(1), "{report}");
    assert_eq!((&report["pairs"][0]["kind"], &report["counts"]["touching"]), (&json!("touching"), &json!(2)));
    let text = folder.check("site.csv")?.out;
    assert!(
        text.contains("1 collision among") && text.contains(": 1 touching; 1 touching pair not counted"),
        "{text}"
    );
    // A depth of its own holds within a clearance of all; one beside a clearance is told to be void.
    folder.add(
        "site.csv",
        "name,min_x,min_y,min_z,max_x,max_y,max_z\nbeam,0,0,0,1,1,1\npipe,0.999,0,0,2,1,1\n",
    )?;
    let own = "clearance = 0.05\n[[rule]]\nbetween = [\"pipe\", \"beam\"]\nmin-depth = 0.01\n";
    for (settings, expected, is_told) in
        [(own, 0, false), ("clearance = 0.05\nmin-depth = 0.01\n", 1, true), ("min-depth = 0.01\n", 0, false)]
    {
        folder.add("impinge.toml", settings)?;
        let run = folder.check("site.csv --format json")?;
        assert_eq!(run.json()?["pairs"].as_array().map(Vec::len), Some(expected), "{settings}");
        assert_eq!(
            run.err.contains("--min-depth: no effect within a clearance"),
            is_told,
            "{settings}: {run:?}"
        );
    }
    Ok(())
}

#[test]
fn lengths_that_are_none_are_refused() -> Outcome {
    let folder = Folder::with("site.obj", obj(&SITE))?;
    for (words, part) in [
        ("--clearance=-1", "0 metres or more"),
        ("--min-depth -1", "0 metres or more"),
        ("--clearance -0.5", "0 metres or more"),
        ("--min-depth nan", "finite"),
        ("--min-depth inf", "finite"),
        ("--min-depth 2mm", "2 mm is 0.002"),
        ("--touching=maybe", "[possible values: ignore, report]"),
        ("--touching report", "write --touching=report"),
    ] {
        let run = folder.check(&format!("site.obj {words}"))?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}");
        assert!(run.err.contains(part), "{words}: {}", run.err);
    }
    // A scene may have that name.
    folder.add("report", obj(&SITE))?;
    assert_eq!(folder.check("--touching report")?.code, 1);
    Ok(())
}

/// As in `impinge.toml`; on the command line it takes back what the file says.
#[test]
fn lengths_of_0_are_as_if_not_given() -> Outcome {
    let folder = Folder::with("site.obj", obj(&SITE))?;
    let plain = folder.check("site.obj --format json")?;
    assert_eq!(folder.check("site.obj --format json --clearance 0 --min-depth 0")?, plain);
    folder.add("impinge.toml", "clearance = 0.3\nmin-depth = 0.003")?;
    assert_ne!(folder.check("site.obj --format json")?, plain);
    assert_eq!(folder.check("site.obj --format json --clearance 0 --min-depth 0")?, plain);
    Ok(())
}

#[test]
fn a_duplicate_is_never_too_thin() -> Outcome {
    let plate: NamedBox = ("plate", [0.0; 3], [1.0, 1.0, 0.001]);
    let folder = Folder::with("site.obj", obj(&[plate, ("again", plate.1, plate.2)]))?;
    assert_eq!(found(&folder, "--min-depth 0.1")?, listed(&[("again", "duplicate", -0.001)]));
    Ok(())
}

/// A plate with many bolts, two posts that meet at another place, and a bolt in a bolt.
fn bolted(count: u32) -> Vec<(String, [f64; 3], [f64; 3])> {
    let mut boxes = vec![("plate".to_owned(), [0.0; 3], [f64::from(count), 1.0, 0.125])];
    for number in 0..count {
        let x = f64::from(number);
        boxes.push((format!("bolt {number}"), [x + 0.25, 0.25, -0.5], [x + 0.5, 0.5, 0.0625]));
    }
    boxes.push(("post".to_owned(), [0.0, 20.0, 0.0], [1.0, 21.0, 4.0]));
    boxes.push(("beam".to_owned(), [0.5, 20.0, 3.0], [9.0, 21.0, 4.0]));
    boxes
}

fn scene(boxes: &[(String, [f64; 3], [f64; 3])]) -> Vec<u8> {
    let boxes: Vec<NamedBox> = boxes.iter().map(|(name, min, max)| (name.as_str(), *min, *max)).collect();
    glb(&boxes)
}

#[test]
fn many_bolts_in_one_plate_are_one_line() -> Outcome {
    let folder = Folder::with("bolts.glb", scene(&bolted(500)))?;
    let report = folder.check("bolts.glb --format json")?.json()?;
    let sizes = |report: &Value| -> Vec<(Value, Value)> {
        let groups = report["groups"].as_array().map_or(&[][..], Vec::as_slice);
        groups.iter().map(|group| (group["object"].clone(), group["pairs"].clone())).collect()
    };
    assert_eq!(sizes(&report), [(Value::Null, json!(1)), (json!(0), json!(500))]);
    assert_eq!(report["groups"][1]["overlap_box"]["max"], json!([499.5, 0.5, 0.0625]));
    let pairs = report["pairs"].as_array().ok_or("no pairs")?;
    assert!(pairs.iter().skip(1).all(|pair| pair["group"] == 1) && pairs[0]["group"] == 0);
    let table = folder.check("bolts.glb")?.out;
    assert_eq!(table.lines().count(), 6, "{table}");
    let line = table.lines().find(|line| line.starts_with("plate ")).unwrap_or_default();
    let [first, second] = [0, 1].map(|number| pairs[1 + number]["b"]["name"].as_str().unwrap_or_default());
    assert!(line.starts_with(&format!("plate  {first}, {second}, +498  overlap")), "{line}");
    assert!(
        table.contains("\n+N: N more objects collide with the first; --all lists every pair\n"),
        "{table}"
    );
    // By place, each bolt is alone; and no pair is lost on request.
    let report = folder.check("bolts.glb --group-by place --format json")?.json()?;
    assert_eq!(sizes(&report).len(), 501);
    let table = folder.check("bolts.glb --group-by place")?.out;
    assert_eq!(table.lines().count(), 104, "{table}");
    assert!(table.contains("… 401 more groups not shown: --all lists every pair"), "{table}");
    assert_eq!(table.matches("--all").count(), 1, "{table}");
    let all = folder.check("bolts.glb --all")?.out;
    assert!(!all.contains("--all"), "{all}");
    assert_eq!(all.lines().filter(|line| line.contains(" overlap ")).count(), 501);
    assert_eq!(sizes(&folder.check("bolts.glb --group-by none --format json")?.json()?).len(), 501);
    Ok(())
}

#[test]
fn what_collides_at_one_place_is_one_group_by_place() -> Outcome {
    let heap = [
        ("a", [0.0; 3], [1.0; 3]),
        ("b", [0.5, 0.0, 0.0], [1.5, 1.0, 1.0]),
        ("c", [0.25, 0.5, 0.0], [1.25, 2.0, 1.0]),
        ("far", [50.0; 3], [51.0; 3]),
        ("away", [50.25; 3], [52.0; 3]),
    ];
    let folder = Folder::with("heap.obj", obj(&heap))?;
    let report = folder.check("heap.obj --group-by place --format json")?.json()?;
    let sizes: Vec<&Value> =
        report["groups"].as_array().into_iter().flatten().map(|group| &group["pairs"]).collect();
    assert_eq!(sizes, [1, 3]);
    Ok(())
}

#[test]
fn only_what_is_new_since_the_baseline_fails() -> Outcome {
    let folder = Folder::with("site.obj", obj(&SITE))?;
    let baseline = "site.obj --touching --format json -o last.json";
    assert_eq!(folder.check(baseline)?.code, 1);
    let same = folder.check("site.obj --touching --format json --baseline last.json")?;
    assert_eq!(same.code, 0);
    let same = same.json()?;
    let changes = json!({"file": "last.json", "new": 0, "persisting": 3, "resolved": []});
    assert_eq!(same["baseline"], changes);
    let text = folder.check("site.obj --touching --baseline last.json")?;
    assert_eq!(text.out.lines().count(), 1, "{}", text.out);
    assert!(text.out.contains("; 0 new, 3 persisting, 0 resolved since last.json"), "{}", text.out);

    // In another order, one is lifted, one that stood sinks in, one that hovered too, and the deepest goes
    // deeper.
    let mut moved = SITE;
    moved.reverse();
    moved[4].1[2] = 0.25;
    moved[3] = ("scratching", [4.0, 1.0, 1.5], [5.0, 2.0, 2.0]);
    moved[2].1[2] = 0.75;
    moved[1].1[2] = 0.75;
    folder.add("site.obj", obj(&moved))?;
    let run = folder.check("site.obj --touching --format json --baseline last.json")?;
    assert_eq!(run.code, 1);
    let report = run.json()?;
    let status: Vec<(&Value, &Value)> = report["pairs"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|pair| (&pair["a"]["name"], &pair["status"]))
        .collect();
    let [new, old] = ["new", "persisting"].map(Value::from);
    let [sunk, standing, hovering] = ["sunk", "standing", "hovering"].map(Value::from);
    assert_eq!(status, [(&sunk, &old), (&hovering, &new), (&standing, &new)]);
    let resolved = report["baseline"]["resolved"].as_array().ok_or("no list")?;
    assert_eq!(resolved.len(), 1);
    assert_eq!(resolved[0]["b_path"], "site.obj/scratching");
    let table = folder.check("site.obj --touching --baseline last.json")?.out;
    assert!(table.contains("standing  overlap, new") && !table.contains("sunk"), "{table}");
    let all = folder.check("site.obj --touching --baseline last.json --all")?.out;
    assert!(all.contains("sunk"), "{all}");
    // It may be replaced by the new one.
    assert_eq!(folder.check(&format!("{baseline} --baseline last.json"))?.code, 1);
    assert_eq!(folder.check("site.obj --touching --baseline last.json")?.code, 0);
    Ok(())
}

/// What it had not measured yet is new to it, whatever there was.
#[test]
fn a_baseline_that_was_interrupted_is_told() -> Outcome {
    let folder = Folder::with("site.obj", obj(&SITE))?;
    let mut last = folder.check("site.obj --format json")?.json()?;
    for (complete, is_told) in [(Value::Bool(true), false), (Value::Bool(false), true)] {
        last["complete"] = complete;
        folder.add("last.json", last.to_string())?;
        let run = folder.check("site.obj --baseline last.json")?;
        let told = "warning: last.json: --baseline: its run was interrupted, or measured only some pairs";
        assert_eq!(run.err.contains(told), is_told, "{}", run.err);
        assert_eq!(folder.check("site.obj --baseline last.json --strict")?.code == 2, is_told);
    }
    Ok(())
}

/// Files of the same name are told apart by their folders, so one file more or less changes paths, and so
/// what pairs are known by.
#[test]
fn a_baseline_of_which_nothing_can_persist_is_told() -> Outcome {
    let folder = Folder::with("alone.obj", obj(&SITE[..1]))?;
    for (office, boxes) in [("here", &SITE[..]), ("there", &[("shed", [50.0; 3], [51.0; 3])])] {
        std::fs::create_dir(folder.path(office))?;
        folder.add(&format!("{office}/site.obj"), obj(boxes))?;
    }
    folder.check("here/site.obj --format json -o one.json")?;
    folder.check("here/site.obj there/site.obj --format json -o both.json")?;
    // One of its files has another name by now.
    folder.add("other.obj", obj(&SITE))?;
    folder.check("here/site.obj there/site.obj other.obj --format json -o mixed.json")?;
    let told = |called: &str, here: &str| {
        format!("none of its pairs is in this scene: its path `{called}` is `{here}` here,")
    };
    for (words, expected) in [
        ("here/site.obj there/site.obj --baseline one.json", Some(told("site.obj/floor", "here/site.obj/floor"))),
        ("here/site.obj --baseline both.json", Some(told("here/site.obj/floor", "site.obj/floor"))),
        (
            "there/site.obj alone.obj --baseline both.json",
            Some("none of its pairs is in this scene, and none of its objects, such as `here/site.obj/floor`; give a report of".to_owned()),
        ),
        ("here/site.obj --baseline one.json", None),
        ("here/site.obj --baseline one.json --ignore floor", None),
        ("here/site.obj there/site.obj --baseline both.json", None),
        ("here/site.obj there/site.obj --baseline mixed.json", Some("nothing of `other.obj` in it is here: its pairs count as resolved".to_owned())),
    ] {
        let run = folder.check(words)?;
        let is_told = |text: &str| run.err.starts_with(&format!("warning: {}: --baseline: {text}", words.rsplit(' ').next().unwrap_or_default()));
        match &expected {
            Some(text) => assert!(is_told(text), "{words}: {}", run.err),
            None => assert!(!run.err.contains("--baseline"), "{words}: {}", run.err),
        }
        assert_eq!(folder.check(&format!("{words} --strict"))?.code == 2, expected.is_some(), "{words}");
    }
    // What is resolved because an object is gone is no other scene.
    folder.add("here/site.obj", obj(&SITE[..1]))?;
    let run = folder.check("here/site.obj alone.obj --baseline one.json")?;
    assert!(run.out.contains("2 resolved") && !run.err.contains("--baseline"), "{run:?}");
    Ok(())
}

#[test]
fn a_baseline_that_is_none_is_refused() -> Outcome {
    let folder = Folder::with("site.obj", obj(&SITE))?;
    folder.add("text.json", "not a report")?;
    folder.add("old.json", r#"{"schema":"impinge-check/0","pairs":[]}"#)?;
    folder.check("site.obj --format jsonl -o lines --export csv=table")?;
    for (file, reason) in [
        ("none.json", "(os error 2); correct the path, or create it with `impinge check --format json`"),
        ("text.json", "not a report of this program"),
        ("old.json", "impinge-check/0"),
        (
            "lines",
            "in the format JSON lines, but must be JSON; give a report of `impinge check --format json`",
        ),
        ("table", "in the format CSV, but must be JSON; give a report of `impinge check --format json`"),
    ] {
        let run = folder.check(&format!("site.obj --baseline {file}"))?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{file}");
        assert!(run.err.contains(file) && run.err.contains(reason), "{}", run.err);
    }
    Ok(())
}
