//! `--export`: the same report in several forms, each at its place.

mod fixtures;

use std::fs;

use fixtures::{APART, EVERY_KIND, Folder, Outcome, Run, obj};

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
    let kinds = ["table", "json", "csv", "html"];
    let words: String = kinds.iter().map(|kind| format!(" --export {kind}=all={kind}")).collect();
    let run = folder.check(&format!("site.obj{words}"))?;
    assert_eq!(run.code, 1, "{run:?}");
    assert_eq!(run.out, folder.check("site.obj")?.out, "the table goes to standard output all the same");
    // Only the first `=` counts: the rest is the name of the file.
    assert!(run.err.ends_with("written to all=csv\nwritten to all=html\n"), "{run:?}");
    for kind in kinds {
        let alone = folder.check(&format!("site.obj --format {kind}"))?;
        assert_eq!(fs::read_to_string(folder.path(&format!("all={kind}")))?, alone.out, "{kind}");
        assert_eq!(alone.code, 1);
    }
    let quiet = folder.check("site.obj -q --export json=quiet.json")?;
    assert_eq!(quiet.err, "");
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
        ("--export json=-", &["standard output", "a place of its own"][..]),
        ("-o x --export json=- --export csv=-", &["standard output"]),
        ("-o x --export json=./x", &["./x", "a place of its own"]),
        ("--export json=x --export csv=x", &["go to x"]),
        ("--export json=site.obj", &["site.obj", "would replace a file"]),
        ("--export json=no/x", &["no/x", "create the folder no"]),
        ("--export json", &["KIND=FILE", "html=clashes.html"]),
        ("--export json=", &["html=clashes.html"]),
        ("--export pdf=x", &["`pdf`", "table, json, csv"]),
    ] {
        assert_refused(&folder.check(&format!("site.obj {words}"))?, parts);
    }
    assert_eq!(folder.names()?, ["site.obj"]);
    Ok(())
}
