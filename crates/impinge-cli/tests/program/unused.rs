//! What `impinge.toml` and options of sets hold for nothing, and what only looks so.

use crate::fixtures::Outcome;
use crate::settings::plant;

#[test]
fn what_is_not_used_is_told() -> Outcome {
    let folder = plant()?;
    folder.add(
        "impinge.toml",
        "[[rule]]\nbetween = ['pipe*', '*']\n[[rule]]\nbetween = ['pipe 1', 'beam*']\nclearance = 1\n\
         [[rule]]\nbetween = ['duct*', '*']\n[[accept]]\nid = '0123456789abcdef'\n[[accept]]\nbetween = ['post', 'beam 2']",
    )?;
    let run = folder.check("plant.obj")?;
    for told in [
        "impinge.toml: line 3: [[rule]] number 2 (between pipe 1 and beam*): earlier rules take all of its pairs, such as number 1;",
        "impinge.toml: line 6: [[rule]] number 3 (between duct* and *): no pair",
        "impinge.toml: line 8: [[accept]] number 1 (0123456789abcdef): no listed pair matches it",
        "impinge.toml: line 10: [[accept]] number 2 (between post and beam 2): no listed pair",
    ] {
        assert!(run.err.contains(told), "{told}\n{}", run.err);
    }
    assert!(!run.err.contains("number 1 (between pipe* and *)"), "{}", run.err);
    let run = folder.check("plant.obj --strict")?;
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    // As there is no report, all of them are told here.
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(
        lines.iter().filter(|line| line.starts_with("warning: impinge.toml: ")).count(),
        4,
        "{}",
        run.err
    );
    assert_eq!(lines.last(), Some(&"error: 4 warnings, listed above; --strict makes them an error"));
    folder.add("impinge.toml", "")?;
    let run = folder.check("plant.obj --between pipe* beam*")?;
    assert!(run.out.contains("; 2 pairs near each other not tested (--between)"), "{}", run.out);
    let run = folder.check("plant.obj --between pipe* duct*")?;
    let told = "--between 'pipe*' 'duct*': no pair of objects matches it: `pipe*` matches 2 of 5 objects, `duct*` 0; correct";
    assert_eq!((run.code, run.err.contains(told)), (2, true), "{}", run.err);
    // With others that match something too.
    for (words, told) in [
        (
            "--between duct* cable*",
            "error: --between 'duct*' 'cable*': no pair of objects matches it: `duct*` matches 0 of 5 objects, `cable*` 0",
        ),
        ("--between pipe* beam* --between duct* cable*", "error: --between 'duct*' 'cable*': "),
    ] {
        let run = folder.check(&format!("plant.obj {words}"))?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}: {run:?}");
        assert!(run.err.starts_with(told), "{words}: {}", run.err);
    }
    // A word alone is a pattern, and matches no part of a name.
    let told = "`beam` 0; `beam` must match a whole name or path: `*beam*` matches all objects with it in their path; correct";
    let run = folder.check("plant.obj --between pipe* beam")?;
    assert!(run.err.contains(told), "{}", run.err);
    // What one tries next, although it has stars.
    for (words, told) in [
        (
            "--between *PIPE* beam*",
            "`*PIPE*` matches 2 if case is ignored, such as `pipe 1`: matching is case-sensitive; correct",
        ),
        (
            "--between Beam* pipe*",
            "`Beam*` matches 2 if case is ignored, such as `beam 1`: matching is case-sensitive",
        ),
        ("--between obj/pipe* beam*", "`obj/pipe*` matches 0 of 5 objects, `beam*` 2; correct"),
        (
            "--ignore *PIPE*",
            "--ignore '*PIPE*': matches no object; `*PIPE*` matches 2 if case is ignored, such as",
        ),
        ("--ignore *duct*", "--ignore '*duct*': matches no object; correct it, or remove it"),
        ("--ignore duct", "--ignore 'duct': matches no object; add `*` at its ends to match parts of names"),
    ] {
        let run = folder.check(&format!("plant.obj {words}"))?;
        assert!(run.err.contains(told), "{words}: {}", run.err);
    }
    // Where nothing has it in its path, what may have been meant.
    folder.add("impinge.toml", "[sets]\nducts = ['post']\n[[rule]]\nbetween = ['ducts', '*']")?;
    for (word, told) in [
        ("pots", "must match a whole name or path: did you mean `post`?; correct"),
        ("duct", "`duct` 0; did you mean the set `ducts` by `duct`?; correct"),
        ("cable", "must match a whole name or path: no object has it in its path; correct"),
    ] {
        let run = folder.check(&format!("plant.obj --between pipe* {word}"))?;
        assert!(run.code == 2 && run.err.contains(told), "{word}: {}", run.err);
    }
    folder.add("impinge.toml", "[[rule]]\nbetween = ['pipes', '*']\ncheck = false")?;
    let run = folder.check("plant.obj")?;
    assert!(run.err.contains("`pipes` is not a set, so it is a pattern, which must match"), "{}", run.err);
    folder.add("impinge.toml", "")?;
    assert_eq!(folder.check("plant.obj --strict")?.code, 1);
    Ok(())
}

/// A run that does not look at a pair knows nothing of it.
#[test]
fn what_is_accepted_is_not_missed_by_runs_that_do_not_look_at_it() -> Outcome {
    let folder = plant()?;
    let report = folder.check("plant.obj --format json")?.json()?;
    let id = report["pairs"][0]["id"].as_str().ok_or("no id")?;
    for entry in ["between = ['pipe 1', 'pipe 2']".to_owned(), format!("id = '{id}'")] {
        folder.add("impinge.toml", format!("[[accept]]\n{entry}"))?;
        for (words, is_told) in [
            ("", false),
            ("--between pipe* beam*", false),
            ("--ignore *2", false),
            ("--between pipe* pipe*", false),
            // These are looked at, and listed no more.
            ("--min-depth 2", true),
            ("--between pipe* pipe* --min-depth 2", true),
        ] {
            let run = folder.check(&format!("plant.obj {words} --strict"))?;
            assert_eq!(run.err.contains("no listed pair matches it"), is_told, "{words}: {}", run.err);
        }
    }
    Ok(())
}

/// A set is used although one of its patterns is for nothing any more, and what that meant is not covered.
#[test]
fn patterns_of_sets_that_match_nothing_are_told() -> Outcome {
    let folder = plant()?;
    let rule = "[[rule]]\nbetween = ['pipes', 'steel']\nclearance = 0.2";
    folder.add(
        "impinge.toml",
        format!(
            "[sets]\npipes = ['pipe 1', 'pipe 2', 'old pipe*']\nsteel = ['beam*']\nducts = ['post']\n{rule}"
        ),
    )?;
    let run = folder.check("plant.obj")?;
    let told = [
        "warning: impinge.toml: line 2: [sets] pipes 'old pipe*': matches no object;",
        "warning: impinge.toml: line 4: [sets] ducts: no rule and no accepted pair uses it;",
    ];
    for told in told {
        assert!(run.err.contains(told), "{told}\n{}", run.err);
    }
    assert_eq!(run.err.lines().count(), told.len(), "{}", run.err);
    assert_eq!(folder.check("plant.obj --strict")?.code, 2);
    assert!(!folder.check("plant.obj --between ducts *")?.err.contains("ducts"));
    folder.add(
        "impinge.toml",
        "[sets]\nall = ['ducts', 'pipe*']\nducts = ['post']\n[[rule]]\nbetween = ['all', 'ducts']",
    )?;
    let told = "line 2: [sets] all 'ducts': matches no object: it is a set, and sets contain only patterns";
    let run = folder.check("plant.obj")?;
    assert!(run.err.contains(told), "{}", run.err);
    folder.add("impinge.toml", format!("[sets]\npipes = ['pipe*']\nsteel = ['beam*']\n{rule}"))?;
    assert_eq!(folder.check("plant.obj --strict")?.code, 1);
    for name in ["x", "'sets.x'"] {
        folder.add("impinge.toml", format!("[sets]\n{name} = ['a[']"))?;
        let run = folder.check("plant.obj")?;
        let told = format!("impinge.toml: line 2: [sets] {}: `a[` is not a pattern", name.trim_matches('\''));
        assert!(run.code == 2 && run.err.contains(&told), "{run:?}");
    }
    Ok(())
}

/// One that says nothing may still keep its pairs from a later rule.
#[test]
fn a_rule_that_changes_nothing_is_told() -> Outcome {
    let folder = plant()?;
    let mute = "[[rule]]\nbetween = ['pipe*', 'beam*']\n";
    let told = "line 1: [[rule]] number 1 (between pipe* and beam*): it sets nothing for its pairs";
    for (rest, is_told) in [
        ("", true),
        ("severity = 'error'", false),
        ("[[rule]]\nbetween = ['*', '*']\ncheck = false", false),
        ("[[rule]]\nbetween = ['pipe*', 'pipe*']\ncheck = false", true),
    ] {
        folder.add("impinge.toml", format!("{mute}{rest}"))?;
        let run = folder.check("plant.obj")?;
        assert_eq!(run.err.contains(told), is_told, "{rest}\n{}", run.err);
    }
    Ok(())
}
