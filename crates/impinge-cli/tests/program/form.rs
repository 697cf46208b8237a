//! Reports have the form that FILE of `-o` is named after, unless `--format` says it.

use std::fs;

use serde_json::Value;

use crate::fixtures::{APART, EVERY_KIND, Folder, Outcome, Run, obj};

/// A table under the name `last.json` was no baseline, which was told a week later.
#[test]
fn reports_are_what_their_files_are_named_after() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    for form in ["json", "jsonl", "csv", "html"] {
        let run = folder.check(&format!("site.obj -o out.{form}"))?;
        assert!(run.code == 1 && run.err.ends_with(&format!("written to out.{form}\n")), "{run:?}");
        let asked = folder.check(&format!("site.obj --format {form}"))?;
        assert_eq!(fs::read_to_string(folder.path(&format!("out.{form}")))?, asked.out, "{form}");
    }
    let table = folder.check("site.obj")?.out;
    for words in ["-o out.txt", "-o out.json --format table"] {
        let file = words.split(' ').nth(1).ok_or("no file")?;
        assert_eq!(folder.check(&format!("site.obj {words}"))?.code, 1);
        assert_eq!(fs::read_to_string(folder.path(file))?, table, "{words}");
    }
    let run = folder.check("site.obj -o last.json")?;
    let next = folder.check("site.obj --baseline last.json -o last.json")?;
    assert_eq!((run.code, next.code), (1, 0), "{next:?}");
    Ok(())
}

#[test]
fn names_that_no_form_has_are_refused() -> Outcome {
    let folder = Folder::with("site.obj", obj(&APART))?;
    for (words, told) in [
        (
            "check site.obj -o tests.xml",
            "tests.xml: no report format has the extension .xml; for JUnit use --format junit; or choose its format with --format",
        ),
        (
            "check site.obj -o table.xlsx",
            "table.xlsx: no report format has the extension .xlsx; choose its format with --format",
        ),
        ("sweep site.obj -o topics.bcf", "choose its format with --format: table, json, jsonl, csv, html"),
        ("fit site.obj -o shapes.jsonl", "for the volumes give --write FILE; or"),
        ("fit site.obj -o page.html", "choose its format with --format: table, json\n"),
        ("decompose site.obj -o parts.obj", "for the parts give --write FILE; or"),
        ("view site.obj --no-open -o page.csv", "always writes a page"),
    ] {
        let (command, words) = words.split_once(' ').ok_or("words")?;
        let run = Run::of(folder.command(command).args(words.split(' ')).output()?)?;
        assert!(run.code == 2 && run.out.is_empty() && run.err.contains(told), "{run:?}");
    }
    assert_eq!(folder.names()?, ["site.obj"]);
    let run = Run::of(folder.command("fit").args("site.obj -o fit.json".split(' ')).output()?)?;
    assert_eq!(run.code, 0, "{run:?}");
    let report: Value = serde_json::from_str(&fs::read_to_string(folder.path("fit.json"))?)?;
    assert_eq!(report["schema"], "impinge-fit/1");
    Ok(())
}
