//! `impinge sweep`: what is known of before, what is listed, and what it goes by.

use crate::fixtures::moving::Moving;
use crate::fixtures::sweeping::{Tried, run, through};
use crate::fixtures::{Folder, Outcome, Run};
use serde_json::{Value, json};

const UNIT: [f64; 3] = [1.0; 3];

/// A cart that goes ten metres along x, past or through posts in its way, and one that is nearly in it.
fn posts(places: &[(&str, f64, f64)]) -> Moving {
    let scene = Moving::new().still("cart", UNIT, [0.0; 3]);
    let scene = places.iter().fold(scene, |scene, (name, x, y)| scene.still(name, UNIT, [*x, *y, 0.0]));
    scene.slide(0, &[0.0, 10.0], &[[0.0; 3], [10.0, 0.0, 0.0]])
}

/// What is said of each pair, by the name of its post.
fn statuses(run: &Run) -> Tried<Vec<(String, Value)>> {
    let report = run.json()?;
    let pairs = report["pairs"].as_array().ok_or("no pairs")?;
    let status =
        |pair: &Value| (pair["b"]["name"].as_str().unwrap_or_default().to_owned(), pair["status"].clone());
    Ok(pairs.iter().map(status).collect())
}

#[test]
fn only_what_is_new_since_an_earlier_sweep_fails() -> Outcome {
    let folder =
        Folder::with("m.glb", posts(&[("one", 2.0, 0.25), ("two", 4.0, 1.2), ("old", 6.0, 0.25)]).glb())?;
    assert_eq!(run(&folder, "m.glb --clearance 0.3 --format json -o last.json")?.code, 1);
    let same = run(&folder, "m.glb --clearance 0.3 --baseline last.json")?;
    assert_eq!(same.code, 0, "{same:?}");
    assert!(same.out.ends_with("; 0 new, 3 persisting, 0 resolved since last.json\n"), "{same:?}");
    assert_eq!(same.out.lines().count(), 1, "what persists is not listed: {same:?}");
    assert_eq!(
        run(&folder, "m.glb --clearance 0.3 --baseline last.json --all -q")?.out.matches("contact").count(),
        2
    );

    // One stays, one that only came near is hit, one is there no more, and one comes.
    folder.add("m.glb", posts(&[("one", 2.5, 0.3), ("two", 4.0, 0.9), ("late", 8.0, 0.25)]).glb())?;
    let found = run(&folder, "m.glb --clearance 0.3 --baseline last.json --format json")?;
    let expected = [("one", "persisting"), ("two", "new"), ("late", "new")];
    assert_eq!(statuses(&found)?, expected.map(|(name, status)| (name.to_owned(), json!(status))));
    let changes = &found.json()?["baseline"];
    assert_eq!((found.code, &changes["new"], &changes["persisting"]), (1, &json!(2), &json!(1)));
    let resolved = &changes["resolved"];
    assert_eq!(
        (&resolved[0]["b_path"], &resolved[0]["kind"]),
        (&json!("m.glb/node 3/old"), &json!("contact"))
    );
    assert!(resolved[0]["distance"].as_f64().is_some_and(|depth| depth < 0.0) && resolved[1].is_null());
    let table = run(&folder, "m.glb --clearance 0.3 --baseline last.json")?.out;
    assert!(table.contains("contact, new") && !table.contains("one"), "{table}");
    // It may be replaced by the new one.
    run(&folder, "m.glb --clearance 0.3 --baseline last.json --format json -o last.json")?;
    assert_eq!(run(&folder, "m.glb --clearance 0.3 --baseline last.json")?.code, 0);
    Ok(())
}

/// What a check has told of things at rest is known; what it did not look at is not resolved.
#[test]
fn a_check_may_be_the_baseline() -> Outcome {
    let scene = posts(&[("dock", 0.75, 0.25), ("post", 5.0, 0.25)]).still("a", UNIT, [30.0, 0.0, 0.0]);
    let folder = Folder::with("m.glb", scene.still("b", UNIT, [30.5, 0.0, 0.0]).glb())?;
    assert_eq!(folder.check("m.glb --format json -o check.json")?.code, 1);
    let found = run(&folder, "m.glb --baseline check.json --format json")?;
    let expected = [("dock", "persisting"), ("post", "new")];
    assert_eq!(statuses(&found)?, expected.map(|(name, status)| (name.to_owned(), json!(status))));
    assert_eq!((found.code, &found.json()?["baseline"]["resolved"]), (1, &json!([])));
    assert_eq!(run(&folder, "m.glb --baseline check.json --ignore post")?.code, 0);
    Ok(())
}

#[test]
fn a_baseline_of_another_scene_is_told() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    folder.add("other.glb", through().glb())?;
    assert_eq!(run(&folder, "m.glb --format json -o last.json")?.code, 1);
    assert_eq!(run(&folder, "m.glb --baseline last.json")?.err, "");
    let found = run(&folder, "other.glb --baseline last.json")?;
    let told = "warning: last.json: --baseline: none of its pairs is in this scene, and none of its objects, such as `m.glb/";
    assert!(found.err.starts_with(told), "{found:?}");
    Ok(())
}

#[test]
fn a_baseline_that_is_none_is_refused() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    folder.add("text.json", "not a report")?;
    folder.add("other.json", r#"{"schema":"impinge-mask/1","pairs":[]}"#)?;
    for (file, reason) in [
        (
            "none.json",
            "baseline cannot be used: No such file or directory (os error 2); correct the path, or create it",
        ),
        ("text.json", "give a report of `impinge sweep --format json`"),
        ("other.json", "its schema is impinge-mask/1, not impinge-sweep/2 or impinge-check/"),
    ] {
        let refused = run(&folder, &format!("m.glb --baseline {file}"))?;
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{file}");
        assert!(refused.err.contains(file) && refused.err.contains(reason), "{}", refused.err);
    }
    // Nor does a check take a sweep.
    run(&folder, "m.glb --format json -o sweep.json")?;
    let refused = folder.check("m.glb --baseline sweep.json")?;
    assert!(refused.code == 2 && refused.err.contains("its schema is impinge-sweep/2, not"), "{refused:?}");
    Ok(())
}

#[test]
fn a_long_table_ends_and_says_so() -> Outcome {
    let many: Vec<(String, f64, f64)> =
        (0..103_u8).map(|number| (format!("p{number}"), 1.0 + f64::from(number) / 16.0, 0.25)).collect();
    let many: Vec<(&str, f64, f64)> = many.iter().map(|(name, x, y)| (name.as_str(), *x, *y)).collect();
    let folder = Folder::with("m.glb", posts(&many).glb())?;
    let short = run(&folder, "m.glb")?.out;
    assert!(short.contains("\n… 3 more pairs not shown: --all lists every pair\n\n103 pairs"), "{short}");
    assert_eq!(short.matches("contact  ").count(), 100);
    let all = run(&folder, "m.glb --all")?.out;
    assert!(all.matches("contact  ").count() == 103 && !all.contains("not shown"), "{all}");
    Ok(())
}

#[test]
fn pairs_beyond_the_limit_are_counted() -> Outcome {
    // Seven in the way, in the order of their places; the others come near only.
    let many: Vec<(String, f64, f64)> = (0..12_u8)
        .map(|number| {
            (format!("p{number}"), 8.0 - f64::from(number) / 4.0, if number < 7 { 0.25 } else { 1.2 })
        })
        .collect();
    let many: Vec<(&str, f64, f64)> = many.iter().map(|(name, x, y)| (name.as_str(), *x, *y)).collect();
    let folder = Folder::with("m.glb", posts(&many).glb())?;
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/schemas/sweep-report.json"))?;
    let words = "m.glb --clearance 0.3 --format json";
    let names =
        |run: &Run| -> Tried<Vec<String>> { Ok(statuses(run)?.into_iter().map(|(name, _)| name).collect()) };
    let all = run(&folder, words)?;
    assert_eq!((names(&all)?.len(), &all.json()?["counts"]["not_measured"]), (12, &Value::Null));
    for limit in [0, 12] {
        assert_eq!(run(&folder, &format!("{words} --max-measured {limit}"))?.out, all.out);
    }
    // In contact first, though others come within the clearance before them.
    let some = run(&folder, &format!("{words} --max-measured 3"))?;
    let report = some.json()?;
    jsonschema::draft202012::validate(&schema, &report).map_err(|error| error.to_string())?;
    assert_eq!(
        (names(&some)?, &report["counts"]["not_measured"]),
        (["p6", "p5", "p4"].map(str::to_owned).to_vec(), &json!(9))
    );
    let told = "--max-measured: 12 pairs touch or come near each other; only 3 of them, those in contact first, then the earliest, are \
                measured and listed; --max-measured 0 measures all, and takes longer\n";
    assert!(some.err.contains(&format!("warning: {told}")), "{}", some.err);
    // What is not measured counts for the exit code, also if the rest is known, and nothing is resolved.
    run(&folder, &format!("{words} -o last.json"))?;
    let known = run(&folder, &format!("{words} --max-measured 3 --baseline last.json"))?;
    assert_eq!((known.code, &known.json()?["baseline"]["resolved"]), (1, &json!([])), "{known:?}");
    run(&folder, &format!("{words} --max-measured 3 -o last.json"))?;
    let after = run(&folder, &format!("{words} --baseline last.json"))?;
    assert!(after.err.contains("or measured only some pairs (--max-measured)"), "{}", after.err);
    // As `impinge.toml` says, and in the table.
    folder.add("impinge.toml", "max-measured = 2\n")?;
    let table = run(&folder, "m.glb --clearance 0.3")?;
    assert!(
        table.out.contains("; 10 more that touch or come near not measured (--max-measured)"),
        "{}",
        table.out
    );
    assert!(run(&folder, "m.glb --show-settings")?.out.contains("max-measured = 2\n"));
    Ok(())
}

/// What is shown can be a file of settings, which changes no check: what a sweep passes over stays in it.
#[test]
fn settings_are_shown_as_a_sweep_takes_them() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    folder.add(
        "impinge.toml",
        "touching = \"ignore\"\ngroup-by = \"place\"\n[[rule]]\nbetween = [\"cart\", \"post\"]\ntouching = \"ignore\"\nseverity = \"warning\"\n",
    )?;
    let shown = run(&folder, "m.glb --show-settings --clearance 0.5 --ignore lamp")?;
    assert_eq!((shown.code, shown.err.as_str()), (0, ""), "{shown:?}");
    assert!(shown.out.starts_with("# from impinge.toml, and the command line\n"), "{shown:?}");
    for line in ["clearance = 0.5\n", "ignore = [\"lamp\"]\n", "severity = \"warning\"\n"] {
        assert!(shown.out.contains(line), "{line} is missing in {}", shown.out);
    }
    assert_eq!(shown.out.matches("touching = \"ignore\"\n").count(), 2, "{}", shown.out);
    assert!(shown.out.contains("group-by = \"place\"\n"), "{}", shown.out);
    assert!(shown.out.contains("# a sweep ignores touching, min-depth and group-by\n"), "{}", shown.out);
    folder.add("shown.toml", &shown.out)?;
    assert_eq!(
        run(&folder, "m.glb --show-settings --config shown.toml")?.out.lines().skip(1).collect::<Vec<_>>(),
        shown.out.lines().skip(1).collect::<Vec<_>>()
    );
    let passed_over = run(&folder, "m.glb --show-settings --view --format csv")?.err;
    assert_eq!(
        passed_over,
        "note: --format, --view: no effect: settings are shown, and no report is written\n"
    );
    let wrong = run(&folder, "m.glb --show-settings --config none.toml")?;
    assert!(wrong.code == 2 && wrong.err.contains("none.toml"), "{wrong:?}");
    Ok(())
}
