//! `impinge.toml`: where it is found, what it changes, what is wrong with it.

use crate::fixtures::{Folder, NamedBox, Outcome, Run, glb, obj};
use serde_json::{Value, json};

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

/// Two pipes that cross, a beam that one of them grazes, one that the other passes at 0.1, and a post on the
/// first beam.
const PLANT: [NamedBox; 5] = [
    ("pipe 1", [0.0, 0.0, 0.0], [10.0, 1.0, 1.0]),
    ("pipe 2", [4.0, -5.0, 0.5], [5.0, 5.0, 1.5]),
    ("beam 1", [8.0, -5.0, 0.995], [9.0, 5.0, 2.0]),
    ("beam 2", [5.1, -5.0, 1.2], [6.0, -2.0, 2.0]),
    ("post", [8.0, 0.0, 2.0], [9.0, 1.0, 5.0]),
];

pub(crate) fn plant() -> Tried<Folder> {
    Folder::with("plant.obj", obj(&PLANT))
}

/// Names, kinds and severities of what is listed.
fn found(folder: &Folder, words: &str) -> Tried<Vec<[String; 4]>> {
    let report = folder.check(&format!("plant.obj --format json {words}"))?.json()?;
    let pairs = report["pairs"].as_array().ok_or("no pairs")?;
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    Ok(pairs
        .iter()
        .map(|pair| [&pair["a"]["name"], &pair["b"]["name"], &pair["kind"], &pair["severity"]].map(text))
        .collect())
}

const CROSSING: [&str; 4] = ["pipe 1", "pipe 2", "overlap", "error"];
const GRAZED: [&str; 4] = ["pipe 1", "beam 1", "overlap", "error"];
const PASSED: [&str; 4] = ["pipe 2", "beam 2", "clearance", "error"];
const STANDING: [&str; 4] = ["beam 1", "post", "touching", "error"];

#[test]
fn rules_are_asked_in_their_order() -> Outcome {
    let folder = plant()?;
    for (settings, words, expected) in [
        ("", "", &[CROSSING, GRAZED][..]),
        // What touches is nearer than any gap.
        ("clearance = 0.2", "", &[CROSSING, GRAZED, STANDING, PASSED]),
        ("clearance = 0.2\ntouching = 'ignore'", "", &[CROSSING, GRAZED, PASSED]),
        ("clearance = 0.05", "--clearance 0.2", &[CROSSING, GRAZED, STANDING, PASSED]),
        ("min-depth = 0.01\ntouching = 'report'", "", &[CROSSING, STANDING]),
        ("touching = 'report'", "--touching=ignore", &[CROSSING, GRAZED]),
        ("ignore = ['pipe*']", "", &[]),
        ("[[rule]]\nbetween = ['pipe*', 'beam*']\nclearance = 0.2", "", &[CROSSING, GRAZED, PASSED]),
        ("[[rule]]\nbetween = ['beam*', 'pipe*']\nclearance = 0.2", "", &[CROSSING, GRAZED, PASSED]),
        ("[[rule]]\nbetween = ['pipe*', 'pipe*']\ncheck = false", "", &[GRAZED]),
        ("[[rule]]\nbetween = ['pipe*', 'beam*']\nmin-depth = 0.01", "", &[CROSSING]),
        ("[[rule]]\nbetween = ['post', '*']\ntouching = 'report'", "", &[CROSSING, GRAZED, STANDING]),
        // An option takes the place of what holds for all pairs, not of what a rule says itself.
        (
            "[[rule]]\nbetween = ['pipe*', 'beam*']\nclearance = 0.2",
            "--clearance 0",
            &[CROSSING, GRAZED, PASSED],
        ),
        (
            "[[rule]]\nbetween = ['pipe*', 'beam*']\nclearance = 0.05",
            "--clearance 0.2",
            &[CROSSING, GRAZED, STANDING],
        ),
        (
            "[[rule]]\nbetween = ['pipe*', 'beam*']\nseverity = 'error'",
            "--clearance 0.2",
            &[CROSSING, GRAZED, STANDING, PASSED],
        ),
        // 0 takes back what holds for all.
        (
            "clearance = 0.2\n[[rule]]\nbetween = ['pipe*', 'beam*']\nclearance = 0",
            "",
            &[CROSSING, GRAZED, STANDING],
        ),
        (
            "[sets]\npipes = ['pipe 1', 'pipe 2']\nsteel = ['beam*', 'post']\n\
             [[rule]]\nbetween = ['pipes', 'steel']\nclearance = 0.2\n[[rule]]\nbetween = ['*', '*']\ncheck = false",
            "",
            &[GRAZED, PASSED],
        ),
        (
            "[[rule]]\nbetween = ['pipe*', 'pipe*']\nseverity = 'warning'",
            "",
            &[GRAZED, ["pipe 1", "pipe 2", "overlap", "warning"]],
        ),
        ("", "--between pipe* beam*", &[GRAZED]),
        ("[sets]\nsteel = ['beam*', 'post']", "--between steel steel --touching", &[STANDING]),
    ] {
        folder.add("impinge.toml", settings)?;
        // Words have no spaces here, so patterns do not either.
        assert_eq!(found(&folder, words)?, expected, "{settings}\n{words}");
    }
    Ok(())
}

#[test]
fn only_errors_that_nobody_accepted_count() -> Outcome {
    let folder = plant()?;
    let rule = "[[rule]]\nbetween = ['pipe*', '*']\nseverity = 'info'";
    folder.add("impinge.toml", rule)?;
    let run = folder.check("plant.obj")?;
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("overlap, info") && run.out.contains("; 2 of them info"), "{}", run.out);

    folder.add("impinge.toml", "[[accept]]\nbetween = ['pipe 1', 'pipe 2']\nreason = 'a tee'")?;
    let run = folder.check("plant.obj")?;
    assert_eq!(run.code, 1);
    assert!(!run.out.contains("pipe 2") && run.out.contains("; 1 of them accepted"), "{}", run.out);
    let report = folder.check("plant.obj --format json")?.json()?;
    let status = |report: &Value, number: usize| report["pairs"][number]["status"].clone();
    assert_eq!([status(&report, 0), status(&report, 1)], [json!("accepted"), Value::Null]);
    // Why it is accepted is told in every form; nothing is of what is not, or has no reason.
    assert_eq!(
        (&report["pairs"][0]["reason"], &report["pairs"][1]["reason"]),
        (&json!("a tee"), &Value::Null)
    );
    let schema = include_str!("../../../../docs/schemas/check-report.json");
    let schema = jsonschema::draft202012::new(&serde_json::from_str(schema)?)?;
    schema.validate(&report).map_err(|error| error.to_string())?;
    let table = folder.check("plant.obj --format csv")?.out;
    let reasons: Vec<_> = table.lines().map(|line| line.rsplit(',').next().unwrap_or_default()).collect();
    assert_eq!(reasons, ["reason", "a tee", ""]);
    let tests = folder.check("plant.obj --format junit")?.out;
    assert!(tests.contains("message=\"accepted (a tee): overlap"), "{tests}");
    let id = report["pairs"][1]["id"].as_str().ok_or("no id")?;
    folder
        .add("impinge.toml", format!("[[accept]]\nid = '{id}'\n[[accept]]\nbetween = ['pipe*', 'pipe*']"))?;
    let run = folder.check("plant.obj")?;
    assert_eq!(run.code, 0, "{}", run.out);
    // A baseline does not make of them what persists.
    folder.check("plant.obj --format json -o last.json")?;
    let report = folder.check("plant.obj --format json --baseline last.json")?.json()?;
    assert_eq!([status(&report, 0), status(&report, 1)], [json!("accepted"), json!("accepted")]);
    assert_eq!((&report["baseline"]["new"], &report["baseline"]["persisting"]), (&json!(0), &json!(0)));
    Ok(())
}

#[test]
fn the_file_is_looked_for_upwards() -> Outcome {
    let folder = Folder::new()?;
    std::fs::create_dir_all(folder.path("site/level"))?;
    folder.add("site/level/plant.obj", obj(&PLANT))?;
    folder.add("impinge.toml", "min-depth = 0.01")?;
    let count = |words: &str| -> Tried<usize> {
        let report = folder.check(&format!("site/level/plant.obj --format json {words}"))?.json()?;
        Ok(report["pairs"].as_array().map_or(0, Vec::len))
    };
    assert_eq!(count("")?, 1);
    assert_eq!(count("--no-config")?, 2);
    folder.add("site/impinge.toml", "clearance = 0.2")?;
    assert_eq!(count("")?, 4);
    assert_eq!(count("--config impinge.toml")?, 1);
    // Standard input is in the folder in which the program runs.
    for (within, expected) in [("site", 4), ("site/level", 4), (".", 1)] {
        let mut command = folder.command("check");
        command.args(["-", "--format", "json"]).current_dir(folder.path(within));
        let input = std::fs::File::open(folder.path("site/level/plant.obj"))?;
        let report = Run::of(command.stdin(input).output()?)?.json()?;
        assert_eq!(report["pairs"].as_array().map(Vec::len), Some(expected), "{within}");
    }
    let shown = folder.check("site/level/plant.obj --show-settings --min-depth 0.5")?;
    assert_eq!(shown.code, 0);
    let shown = shown.out;
    assert!(shown.starts_with("# from ") && shown.contains("site/impinge.toml"), "{shown}");
    assert!(shown.contains("clearance = 0.2\nmin-depth = 0.5\n"), "{shown}");
    // What only a report has is said to be passed over.
    for (words, note) in [
        ("", ""),
        (
            "--format json --export csv=clashes.csv --all",
            "note: --format, --export, --all: no effect: settings are shown, and no report is written\n",
        ),
        ("--format json --quiet", ""),
    ] {
        let run = folder.check(format!("site/level/plant.obj --show-settings {words}").trim_end())?;
        assert_eq!((run.code, run.err.as_str()), (0, note), "{words}");
    }
    assert!(!folder.path("clashes.csv").exists());
    // What is shown can be given back.
    folder.add("site/level/impinge.toml", shown)?;
    assert_eq!(count("--min-depth 0.01 --touching=ignore")?, 2);
    Ok(())
}

#[test]
fn what_files_do_not_say_is_said_for_every_command() -> Outcome {
    let folder = plant()?;
    let length = |words: &str| -> Tried<f64> {
        let run =
            Run::of(folder.command("check").args(words.split(' ')).args(["--format", "json"]).output()?)?;
        run.json()?["objects"][0]["bounds"]["max"][0].as_f64().ok_or_else(|| run.err.into())
    };
    assert_eq!(length("plant.obj")?, 10.0);
    folder.add("impinge.toml", "unit = 'mm'\nup = 'z'")?;
    folder.add("other.toml", "unit = 'cm'")?;
    assert_eq!(length("plant.obj")?, 0.01);
    assert_eq!(length("plant.obj --unit cm")?, 0.1);
    assert_eq!(length("plant.obj --no-config")?, 10.0);
    let shown = folder.check("plant.obj --show-settings")?.out;
    assert!(shown.contains("unit = \"mm\"\nup = \"z\"\n"), "{shown}");
    // Nobody says metres, so what is shown must not: kept as a file, it would answer for who is asked.
    folder.add("large.obj", obj(&[("part", [0.0; 3], [2000.0, 900.0, 900.0])]))?;
    let shown = folder.check("large.obj --show-settings --no-config")?.out;
    assert!(shown.contains("# no unit is set: ") && !shown.contains("unit ="), "{shown}");
    folder.add("shown.toml", shown)?;
    for (words, is_asked) in [("--config shown.toml", true), ("--config shown.toml --unit m", false)] {
        let run = folder.check(&format!("large.obj {words}"))?;
        assert_eq!(
            run.err.contains("note: large.obj: the file does not define a unit"),
            is_asked,
            "{words}: {}",
            run.err
        );
    }
    for command in ["check", "fit", "decompose"] {
        let run = Run::of(folder.command(command).args(["plant.obj", "--verbose"]).output()?)?;
        assert!(
            run.err.contains("in units of 0.001 m (not defined in the file), z up"),
            "{command}: {}",
            run.err
        );
        for (words, unit) in [("--no-config", "1"), ("--config other.toml", "0.01")] {
            let words = format!("plant.obj --verbose {words}");
            let run = Run::of(folder.command(command).args(words.split(' ')).output()?)?;
            assert!(run.err.contains(&format!("in units of {unit} m")), "{command} {words}: {}", run.err);
        }
    }
    Ok(())
}

/// What the converter of an office does is the same in every run.
#[test]
fn the_axis_of_gltf_files_can_be_kept() -> Outcome {
    let folder = plant()?;
    folder.add("house.glb", glb(&PLANT[..2]))?;
    let up = |words: &str| -> Tried<[Value; 2]> {
        let report = folder.check(&format!("house.glb plant.obj --format json {words}"))?.json()?;
        Ok([0, 1].map(|file| report["read_as"][file]["up"].clone()))
    };
    assert_eq!(up("")?, [json!("y"), Value::Null]);
    folder.add("impinge.toml", "gltf-up = 'z'")?;
    assert_eq!(up("")?, [json!("z"), Value::Null]);
    assert_eq!(up("--gltf-up y")?, [json!("y"), Value::Null]);
    let shown = folder.check("house.glb --show-settings")?.out;
    assert!(shown.contains("gltf-up = \"z\"\n"), "{shown}");
    let shown = folder.check("house.glb --show-settings --no-config --gltf-up y")?.out;
    assert!(shown.contains("gltf-up = \"y\"\n"), "{shown}");
    // As a unit is in it for files that are not there, too.
    assert_eq!(folder.check("plant.obj")?.err, "");
    Ok(())
}

/// Only the file of the first scene counts, so one beside another scene must not pass for one that does.
#[test]
fn a_file_beside_another_scene_is_told() -> Outcome {
    let folder = plant()?;
    std::fs::create_dir_all(folder.path("other"))?;
    folder.add("other/site.obj", obj(&[("far", [50.0; 3], [51.0; 3])]))?;
    folder.add("impinge.toml", "min-depth = 0.01")?;
    assert_eq!(folder.check("plant.obj other/site.obj")?.err, "");
    folder.add("other/impinge.toml", "clearance = 0.2")?;
    let told = "warning: other/impinge.toml: settings: ignored: impinge.toml applies to all scenes, because it belongs to the first one;";
    for command in ["check", "fit", "decompose"] {
        let run = Run::of(folder.command(command).args(["plant.obj", "other/site.obj"]).output()?)?;
        assert!(run.err.starts_with(told), "{command}: {}", run.err);
    }
    for words in ["--config impinge.toml", "--no-config"] {
        assert_eq!(folder.check(&format!("plant.obj other/site.obj {words}"))?.err, "", "{words}");
    }
    assert_eq!(folder.check("plant.obj other/site.obj --strict")?.code, 2);
    std::fs::remove_file(folder.path("impinge.toml"))?;
    let run = folder.check("plant.obj other/site.obj")?;
    assert!(
        run.err.contains("ignored: only a file beside the first scene or in a parent folder applies;"),
        "{}",
        run.err
    );
    Ok(())
}

#[test]
fn a_wrong_file_is_refused_with_what_is_wrong() -> Outcome {
    let folder = plant()?;
    for (settings, told) in [
        ("clearence = 1", "impinge.toml: line 1: `clearence` is unknown; did you mean `clearance`?"),
        // What is missing is misspelt.
        (
            "[[rule]]\nbetwen = ['pipe*', '*']",
            "line 2: [[rule]] number 1: `betwen` is unknown; did you mean `between`?",
        ),
        (
            "[[file]]\nmach = 'plant.obj'\nunit = 'mm'",
            "line 2: [[file]] number 1: `mach` is unknown; did you mean `match`?",
        ),
        ("min_depth = 1", "`min_depth` is unknown; did you mean `min-depth`?"),
        ("nonsense = 0.2", "`nonsense` is unknown; valid are unit, up, gltf-up, touching, clearance"),
        ("gltf-up = 'x'", "`x` is not known, expected `y` or `z`"),
        ("unit = 'yard'", "`yard` is not known, expected one of `m`, `mm`"),
        (
            "[[rule]]\nbetween = ['a', 'b']\nseverity = 'Warn'",
            "line 3: `severity = 'Warn'`: `Warn` is not known, expected one of `error`, `warning`, `info`; did you mean `warning`?",
        ),
        (
            "[[rule]]\nbetween = ['a', 'b']\n[[rule]]\nbetween = ['c', 'd']\nseverty = 'info'",
            "line 5: [[rule]] number 2: `severty` is unknown; did you mean `severity`?",
        ),
        (
            "[[accept]]\nid = 'a'\nreasons = ''",
            "[[accept]] number 1: `reasons` is unknown; did you mean `reason`?",
        ),
        ("# ours\nclearance = -1", "impinge.toml: line 2: clearance: it is -1, but must be 0 metres or more"),
        ("'min-depth' = nan", "impinge.toml: line 1: min-depth: it is NaN"),
        (
            "[[rule]]\nbetween = ['a', 'b']\n[[rule]]\nbetween = ['c', 'd']\nmin-depth = -0.5",
            "impinge.toml: line 5: [[rule]] number 2: min-depth: it is -0.5",
        ),
        (
            "[[file]]\nmatch = '*'\ntranslation = [0, inf, 0]",
            "impinge.toml: line 3: [[file]] number 1: translation: inf is not finite",
        ),
        (
            "[[file]]\nmatch = '*'\njoints = { elbow = nan }",
            "impinge.toml: line 3: [[file]] number 1: joints: elbow: NaN is not finite",
        ),
        ("[[file]]\nmatch = 'a[b'", "impinge.toml: line 2: [[file]] number 1: match: `a[b` is not a pattern"),
        ("clearance = 'wide'", "expected a number without a unit: lengths are in metres, 2 mm is 0.002"),
        ("# all of them\n[set]\npipes = ['a']", "line 2: `set` is unknown; did you mean `sets`?"),
        (
            "[sets]\npipes = '*pipe*'",
            "line 2: `pipes = '*pipe*'`: invalid type: string \"*pipe*\", expected a list, as in [",
        ),
        ("[[rule]]\nbetween = 'pipes'", "expected two sets or patterns, as in ["),
        (
            "touching = 'report'\n[rule] # all\nbetween = ['a', 'b']",
            "impinge.toml: line 2: `[rule]`: it is a list, so each entry begins with `[[rule]]`",
        ),
        (
            "[ accept ]\nid = '0123456789abcdef'",
            "line 1: `[accept]`: it is a list, so each entry begins with `[[accept]]`",
        ),
        ("touching = true", "`touching = true`: a word in quotes is expected here: `ignore` or `report`\n"),
        ("[[rule]]\nclearance = 1", "between"),
        ("[[rule]]\nbetween = ['a']", "between"),
        ("[[rule]]\nbetween = ['a', 'b']\ncheck = false\nclearance = 1", "other keys have no effect"),
        (
            "[[rule]]\nbetween = ['a', 'b']\n[[rule]]\nbetween = ['b', 'a']\nclearance = 1",
            "line 4: [[rule]] number 2: between: [[rule]] number 1 is for the same two sets",
        ),
        ("[[accept]]\nreason = 'so'", "line 1: [[accept]] number 1: give either `between` or `id`"),
        ("[[rule]]\nbetween = ['a[b', '*']", "`a[b` is not a pattern"),
        ("clearance = ", "line 1: `clearance =`: "),
    ] {
        folder.add("impinge.toml", settings)?;
        let run = folder.check("plant.obj")?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{settings}");
        assert!(run.err.contains(told), "{settings}\n{}", run.err);
    }
    let utf16: Vec<u8> = "\u{feff}clearance = 1".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (settings, told) in [
        (&utf16[..], "impinge.toml: it is in UTF-16; save it in UTF-8"),
        (b"unit = '\xe4'", "impinge.toml: it is not in UTF-8; save it in UTF-8"),
    ] {
        folder.add("impinge.toml", settings)?;
        let run = folder.check("plant.obj")?;
        assert!(run.code == 2 && run.err.contains(told), "{told}: {run:?}");
    }
    let run = folder.check("plant.obj --config missing.toml")?;
    assert_eq!(run.code, 2);
    assert!(run.err.contains("missing.toml: the settings cannot be read"), "{}", run.err);
    assert!(run.err.contains("select another file with --config"), "{}", run.err);
    Ok(())
}

/// Rules that cannot be read must not silently be rules that are not there.
#[test]
fn what_is_no_file_is_not_passed_over() -> Outcome {
    let folder = plant()?;
    if folder.path("impinge.toml").exists() {
        std::fs::remove_file(folder.path("impinge.toml"))?;
    }
    let refused = || -> Outcome {
        let run = folder.check("plant.obj")?;
        let is_told = run.err.contains("impinge.toml: the settings cannot be read");
        assert!((run.code, is_told) == (2, true) && run.err.contains("--no-config"), "{run:?}");
        assert_ne!(folder.check("plant.obj --no-config")?.code, 2);
        Ok(())
    };
    std::fs::create_dir(folder.path("impinge.toml"))?;
    refused()?;
    std::fs::remove_dir(folder.path("impinge.toml"))?;
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere.toml", folder.path("impinge.toml"))?;
        refused()?;
    }
    Ok(())
}

/// Nothing is found where nothing is looked at, which is not the same as that nothing collides.
#[test]
fn a_check_of_nothing_is_told() -> Outcome {
    let folder = plant()?;
    folder.add("alone.obj", obj(&PLANT[..1]))?;
    folder.add("none.toml", "[[rule]]\nbetween = ['*', '*']\ncheck = false")?;
    folder.add("some.toml", "[[rule]]\nbetween = ['pipe*', '*']\ncheck = false")?;
    for (words, told) in [
        ("plant.obj --ignore *", "all 5 objects are ignored"),
        ("plant.obj --ignore pipe* --ignore beam*", "all objects but one are ignored"),
        ("alone.obj", "there is only one object"),
        ("alone.obj --ignore *", "the only object is ignored"),
        ("plant.obj --config none.toml", "no pair of 5 objects is left: 10 pairs excluded by rules"),
        ("plant.obj --between post post", "no pair of 5 objects is left: 10 pairs excluded by --between"),
        (
            "plant.obj --config some.toml --ignore beam*",
            "no pair of 3 objects is left: 3 pairs excluded by rules",
        ),
    ] {
        let run = folder.check(words)?;
        assert_eq!(run.code, 0, "{words}: {run:?}");
        assert!(run.err.starts_with("warning: nothing was checked: "), "{words}: {}", run.err);
        assert!(run.err.contains(told), "{words}: {}", run.err);
        // Nor may it pass for a clean one where only the report is looked at.
        assert!(run.out.starts_with("nothing was checked among "), "{words}: {}", run.out);
        let tests = folder.check(&format!("{words} --format junit"))?.out;
        assert!(
            tests.contains("tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\"")
                && tests.contains("<skipped message=\"")
                && tests.contains(told),
            "{words}: {tests}"
        );
        let strict = folder.check(&format!("{words} --strict"))?;
        assert_eq!((strict.code, strict.out.as_str()), (2, ""), "{words}");
        assert!(strict.err.starts_with("error: nothing was checked: "), "{words}: {}", strict.err);
    }
    for words in ["plant.obj", "plant.obj --config some.toml", "plant.obj --between post beam*"] {
        assert!(!folder.check(words)?.err.contains("nothing was checked"), "{words}");
    }
    Ok(())
}

/// Where, what stands there, what was expected: in one line, as all errors are.
#[test]
fn what_is_wrong_with_the_file_is_told_with_its_place() -> Outcome {
    let folder = plant()?;
    for (settings, parts) in [
        (
            "touching = 'report'\nclearance = \"x\"",
            &["impinge.toml: line 2: `clearance = \"x\"`: invalid type"][..],
        ),
        ("\n\nclearance = \"x", &["line 3: `clearance = \"x`"]),
        ("unit = 3", &["line 1: `unit = 3`: a word in quotes is expected here: one of `m`, `mm`, "]),
        (
            "[[rule]]\nbetween = ['a', 'b']\n[[rule]]\nbetween = ['a[', 'b']",
            &["impinge.toml: line 4: [[rule]] number 2: between: `a[`"],
        ),
        ("[[accept]]\nbetween = ['a', 'b[']", &["impinge.toml: line 2: [[accept]] number 1: between: `b[`"]),
        (
            "[sets]\nx = ['ok', 'a[']\n[[rule]]\nbetween = ['x', 'b']",
            &["impinge.toml: line 2: [sets] x: `a[`"],
        ),
        ("[sets]\n'x.y' = ['a[']", &["impinge.toml: line 2: [sets] x.y: `a[`"]),
        ("ignore = ['ok', 'a[']", &["impinge.toml: line 1: ignore: `a[`"]),
        (
            "[[accept]]\nid = '0123456789abcdef'\n[[accept]]\nid = 'pipe 1'",
            &["impinge.toml: line 4: [[accept]] number 2: id: `pipe 1` is not the id of a pair", "16 digits"],
        ),
    ] {
        folder.add("impinge.toml", settings)?;
        let run = folder.check("plant.obj")?;
        assert_eq!((run.code, run.out.as_str(), run.err.lines().count()), (2, "", 1), "{settings}: {run:?}");
        assert!(!run.err.contains("\\n"), "{run:?}");
        for part in parts {
            assert!(run.err.contains(part), "{part}: {run:?}");
        }
    }
    folder.add("impinge.toml", "ignore = ['none such']")?;
    let run = folder.check("plant.obj --ignore nobody")?;
    assert!(run.err.contains("warning: impinge.toml: ignore 'none such': matches no object"), "{run:?}");
    assert!(run.err.contains("warning: --ignore 'nobody': matches no object"), "{run:?}");
    Ok(())
}
