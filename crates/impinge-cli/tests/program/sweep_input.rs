//! `impinge sweep`: what is asked of it that cannot be, or has no effect, and what settings do.

use crate::fixtures::moving::Moving;
use crate::fixtures::sweeping::{FOLDING, report, run, through};
use crate::fixtures::{Folder, Outcome, Run};
use serde_json::{Value, json};

const UNIT: [f64; 3] = [1.0; 3];

/// The box goes through the other by two animations, or by one without a name.
fn unnamed(other: &str) -> Moving {
    let scene = Moving::new().still("cart", UNIT, [0.0; 3]).still("post", UNIT, [5.0, 0.25, 0.0]);
    let scene =
        scene.channel(other, (1, "translation"), "LINEAR", &[0.0, 10.0], &[5.0, 0.25, 0.0, 5.0, 0.5, 0.0]);
    if other.is_empty() { scene } else { scene.slide(0, &[0.0, 10.0], &[[0.0; 3], [10.0, 0.0, 0.0]]) }
}

/// Who checks what moves, is told that it does not.
#[test]
fn check_looks_at_what_rests() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    let note = "note: 1 object with animations, checked in the rest pose; `impinge sweep` plays animations\n";
    let checked = folder.check("m.glb")?;
    assert!(checked.err.contains(note), "{checked:?}");
    assert_eq!(folder.check("m.glb --quiet --strict")?.err, "");
    Ok(())
}

#[test]
fn what_cannot_be_is_told() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    folder.add("still.glb", Moving::new().still("a", UNIT, [0.0; 3]).glb())?;
    folder.add("arm.urdf", FOLDING)?;
    folder.add("unnamed.glb", unnamed("").glb())?;
    folder.add("two.glb", unnamed("swing").glb())?;
    folder.add("bad.csv", "time,elbow\n1,0\n0,1\n")?;
    folder.add("other.csv", "time,knee\n0,0\n1,1\n")?;
    for (words, expected) in [
        ("still.glb", "still.glb: nothing moves: there are no animations"),
        ("arm.urdf", "arm.urdf: nothing moves"),
        (
            "m.glb --animation walk",
            "--animation walk: no file has an animation of this name; the only one is slide",
        ),
        (
            "unnamed.glb --animation walk",
            "no file has an animation of this name; the only one is number 0 (without a name)",
        ),
        ("two.glb --animation walk", "no file has an animation of this name; choose one of swing, slide"),
        ("still.glb --animation walk", "--animation walk: no file has any animation; remove it"),
        (
            "m.glb --from 5 --to 5",
            "there is no time from --from 5 s to --to 5 s; objects move from 0 s to 10 s",
        ),
        (
            "m.glb --from 20",
            "there is no time from --from 20 s to the last key, at 10 s; objects move from 0 s to 10 s",
        ),
        ("m.glb --to -3", "there is no time from the first key, at 0 s to --to -3 s"),
        ("m.glb --from=-1e308 --to 1e308", "from -1e308 s to 1e308 s is too long"),
        (
            "m.glb --tolerance 1e-15",
            "--tolerance 0.000000000000001: times from 0 s to 10 s are not resolved more finely",
        ),
        ("m.glb --tolerance 0", "it must be more than 0 seconds"),
        ("m.glb --tolerance -1", "'-1' for '--tolerance <TIME>': it must be more than 0 seconds"),
        ("m.glb --shortest-gap -1", "'-1' for '--shortest-gap <TIME>': it must be more than 0 seconds"),
        ("m.glb --min-depth 0.1", "unexpected argument '--min-depth'"),
        ("arm.urdf --trajectory bad.csv", "bad.csv: line 3: time 0 is not after 1"),
        (
            "arm.urdf --trajectory other.csv",
            "other.csv: line 1: there is no joint `knee`; the robot has shoulder, elbow",
        ),
        ("m.glb --trajectory bad.csv", "bad.csv: line 3"),
        ("m.glb -o m.glb", "m.glb: this would replace an input file"),
        ("missing.glb", "missing.glb"),
    ] {
        let run = run(&folder, words)?;
        assert!(run.code == 2 && run.out.is_empty(), "{words}: {run:?}");
        assert!(run.err.contains(expected), "{words}: {}", run.err);
    }
    let exit_zero = run(&folder, "m.glb --exit-zero")?;
    assert_eq!(exit_zero.code, 0);
    Ok(())
}

#[test]
fn settings_count_where_they_can() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    folder.add(
        "impinge.toml",
        "min-depth = 0.1\n[[rule]]\nbetween = [\"cart\", \"post\"]\nseverity = \"warning\"\n",
    )?;
    let found = run(&folder, "m.glb")?;
    assert!(found.code == 0 && found.out.contains("contact, warning"), "{found:?}");
    assert!(found.out.contains("; 1 of them warning\n"), "{found:?}");
    assert_eq!(found.err, "");
    folder.add("impinge.toml", "[[accept]]\nbetween = [\"cart\", \"post\"]\n")?;
    let accepted = run(&folder, "m.glb")?;
    assert!(accepted.code == 0 && accepted.out.ends_with("; 1 of them accepted\n"), "{accepted:?}");
    assert_eq!(accepted.out.lines().count(), 1, "{accepted:?}");
    assert!(run(&folder, "m.glb --all")?.out.contains("contact, accepted"));
    assert_eq!(accepted.err, "");
    // What has no contact now may still be what `check` lists.
    assert_eq!(run(&folder, "m.glb --to 3")?.err, "");
    assert_eq!(run(&folder, "m.glb --no-config")?.code, 1);
    Ok(())
}

/// A check and a sweep list different things; what neither can be for is told by both.
#[test]
fn one_file_serves_check_and_sweep() -> Outcome {
    let scene = through().still("lamp", UNIT, [5.0, 20.0, 0.0]).still("wall", UNIT, [5.5, 20.0, 0.0]);
    let folder = Folder::with("m.glb", scene.glb())?;
    let settings = "min-depth = 0.001\n[[accept]]\nbetween = [\"cart\", \"post\"]\n[[accept]]\nbetween = [\"lamp\", \"wall\"]\n";
    folder.add("impinge.toml", settings)?;
    for command in ["check", "sweep"] {
        let run = Run::of(folder.command(command).args(["m.glb", "--strict"]).output()?)?;
        assert_eq!(run.code, 0, "{command}: {run:?}");
        assert!(run.out.contains("; 1 of them accepted"), "{command}: {run:?}");
    }
    // By the ids of both, likewise; and one id is of no pair.
    folder.add("impinge.toml", "")?;
    let id =
        |run: Run| -> Result<Value, Box<dyn std::error::Error>> { Ok(run.json()?["pairs"][0]["id"].clone()) };
    let ids = [id(folder.check("m.glb --format json")?)?, id(run(&folder, "m.glb --format json")?)?];
    let entry = |id: &Value| format!("[[accept]]\nid = {id}\n");
    folder.add("impinge.toml", ids.iter().map(entry).collect::<String>())?;
    for command in ["check", "sweep"] {
        let run = Run::of(folder.command(command).args(["m.glb", "--strict"]).output()?)?;
        assert_eq!(run.code, 0, "{command}: {run:?}");
    }
    let gone = "[[accept]]\nid = \"0123456789abcdef\"\n[[accept]]\nbetween = [\"cart\", \"crate\"]\n[[accept]]\nbetween = [\"cart\", \"cart\"]\n";
    folder.add("impinge.toml", format!("{gone}[[accept]]\nbetween = [\"lamp\", \"post\"]\n"))?;
    let found = run(&folder, "m.glb")?;
    for (number, what) in
        [(1, "0123456789abcdef"), (2, "between cart and crate"), (3, "between cart and cart")]
    {
        let told = format!(
            "impinge.toml: line {}: [[accept]] number {number} ({what}): no pair of objects matches it;",
            2 * number - 1
        );
        assert!(found.err.contains(&told), "{told}: {}", found.err);
    }
    assert!(!found.err.contains("number 4"), "{}", found.err);
    // What rests only a check could list.
    let checked = folder.check("m.glb")?;
    assert_eq!(checked.err.matches("no listed pair matches it").count(), 4, "{}", checked.err);
    Ok(())
}

/// What was left out may be the reason, so it is told before the error.
#[test]
fn warnings_come_before_the_error_that_nothing_moves() -> Outcome {
    let pointed = Moving::new().still("a", UNIT, [0.0; 3]);
    let pointed = pointed.channel("a", (0, "pointer"), "LINEAR", &[0.0, 1.0], &[0.0; 6]);
    let folder = Folder::with("pointer.glb", pointed.glb())?;
    folder.add(
        "arm.urdf",
        FOLDING.replace("<limit lower=\"-3.2\"", "<mimic joint=\"shoulder\"/><limit lower=\"-3.2\""),
    )?;
    folder.add("elbow.csv", "time,elbow\n0,0\n1,1\n")?;
    for (words, warning, error) in [
        (
            "pointer.glb",
            "moves the target of an extension, which is not supported",
            "no animation moves anything with triangles",
        ),
        (
            "arm.urdf --trajectory elbow.csv",
            "joint elbow follows shoulder",
            "no joint of --trajectory moves anything",
        ),
    ] {
        let run = run(&folder, words)?;
        assert!(run.code == 2, "{run:?}");
        let places = [run.err.find(warning), run.err.find(error)];
        assert!(matches!(places, [Some(first), Some(last)] if first < last), "{}", run.err);
    }
    Ok(())
}

#[test]
fn what_has_no_effect_is_told() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    folder.add("off.srdf", "<robot name=\"other\"/>")?;
    for (words, expected) in [
        ("--srdf off.srdf", "--srdf: applies to robots, and there are none"),
        ("--adjacent report", "--adjacent: applies to robots, and there are none"),
        ("--geometry both", "--geometry: applies to robots, and there are none"),
        ("--unit mm", "--unit: all files define their unit themselves: it has no effect"),
        (
            "--tolerance 1000",
            "--tolerance: is longer than the whole time span: 10 s is used; give a shorter one",
        ),
    ] {
        let found = run(&folder, &format!("m.glb {words}"))?;
        assert!(found.code == 1 && found.err.contains(expected), "{words}: {found:?}");
        assert_eq!(run(&folder, &format!("m.glb --strict {words}"))?.code, 2, "{words}");
    }
    // The time is looked at in 64 pieces at least, and told so.
    let coarse = run(&folder, "m.glb --tolerance 1000 --quiet")?.out;
    assert!(coarse.contains("3.9–6.1"), "{coarse}");
    // Touching counts whatever is said elsewhere.
    assert_eq!(report(&through(), "")?["rules"]["touching"], json!("report"));
    Ok(())
}

/// What looks at nothing must not pass for a clean sweep.
#[test]
fn a_sweep_that_looks_at_nothing_says_so() -> Outcome {
    let folder = Folder::with("m.glb", through().still("house", UNIT, [50.0, 0.0, 0.0]).glb())?;
    folder.add("off.toml", "[[rule]]\nbetween = [\"*\", \"*\"]\ncheck = false\n")?;
    for (words, expected) in [
        ("--ignore *", "nothing was checked: all 3 objects are ignored; ignore fewer"),
        ("--ignore cart", "nothing was checked: no pair to test among the remaining 2 objects"),
        ("--config off.toml", "nothing was checked: no pair of 3 objects is left: 3 pairs excluded by rules"),
        (
            "--from 20 --to 30",
            "motion: no tested object moves from 20 s to 30 s; there are keys from 0 s to 10 s; change --from and --to",
        ),
    ] {
        let found = run(&folder, &format!("m.glb {words}"))?;
        assert!(
            found.code == 0 && found.err.starts_with(&format!("warning: {expected}")),
            "{words}: {found:?}"
        );
        assert_eq!(
            found.out.starts_with("nothing was checked among"),
            expected.starts_with("nothing was checked"),
            "{words}: {found:?}"
        );
        let strict = run(&folder, &format!("m.glb --strict {words}"))?;
        assert!(
            strict.code == 2 && strict.err.starts_with(&format!("error: {expected}")),
            "{words}: {strict:?}"
        );
    }
    // What never comes near each other was looked at, and is clean.
    for words in ["--ignore post", "--to 3", "--ignore cart --include-still --from 0 --to 1"] {
        let clean = run(&folder, &format!("m.glb {words}"))?;
        let is_told = words.contains("include-still");
        assert!(clean.code == 0 && !clean.err.contains("nothing was checked"), "{words}: {clean:?}");
        assert_eq!(clean.err.contains("no tested object moves"), is_told, "{words}: {clean:?}");
    }
    Ok(())
}

/// What comes from afar is near, and what stays there is not.
#[test]
fn files_that_never_come_near_each_other_are_told() -> Outcome {
    let folder = Folder::with("near.glb", Moving::new().still("post", UNIT, [3.0, 0.0, 0.0]).glb())?;
    folder.add("far.glb", Moving::new().still("post", UNIT, [9000.0, 0.0, 0.0]).glb())?;
    let cart = Moving::new().still("cart", UNIT, [0.0; 3]);
    folder.add("cart.glb", cart.slide(0, &[0.0, 10.0], &[[-5000.0, 0.0, 0.0], [0.0; 3]]).glb())?;
    let cart = Moving::new().still("cart", UNIT, [0.0; 3]);
    folder.add("stays.glb", cart.slide(0, &[0.0, 10.0], &[[0.0; 3], [1.0, 0.0, 0.0]]).glb())?;
    assert_eq!(run(&folder, "cart.glb near.glb")?.err, "");
    assert_eq!(run(&folder, "cart.glb far.glb")?.err, "");
    let found = run(&folder, "stays.glb near.glb far.glb")?;
    assert!(found.err.contains("warning: far.glb: place: 8996 m away from "), "{}", found.err);
    Ok(())
}

/// A key by itself says where something is, but not for how long.
#[test]
fn one_key_holds_as_long_as_it_is_told() -> Outcome {
    let scene = Moving::new().still("a", UNIT, [9.0, 0.0, 0.0]).still("b", UNIT, [0.0; 3]);
    let folder = Folder::with("m.glb", scene.slide(0, &[1.0], &[[0.5, 0.0, 0.0]]).glb())?;
    let without = run(&folder, "m.glb")?;
    assert!(without.code == 2 && without.err.contains("no animation has more than one key"), "{without:?}");
    let with = run(&folder, "m.glb --from 0 --to 2 --include-still --format csv")?;
    assert!(with.code == 1 && with.out.contains(",0,contact,,0,0,2,2,,"), "{with:?}");
    assert!(with.err.contains("nothing moves"), "{with:?}");
    Ok(())
}

/// Numbers are told so that nobody takes one for another.
#[test]
fn numbers_are_easy_to_read() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    let early = run(&folder, "m.glb --from=-2 --to 10")?.out;
    assert!(
        early.contains("  3.999 to 6.000  ") && early.contains(" from -2 s to 10 s (tolerance 0.0012 s)\n"),
        "{early}"
    );
    assert!(run(&folder, "m.glb --tolerance 1e-9")?.out.ends_with(" (tolerance 1e-9 s)\n"));
    // Nothing but the table.
    let quiet = run(&folder, "m.glb -q")?.out;
    assert!(early.lines().count() == 4 && quiet.lines().count() == 2, "{quiet}");
    // What flies by so fast that it is seen far away alone may have been nearer.
    let shot = Moving::new().still("shot", UNIT, [0.0; 3]).still("post", UNIT, [0.0; 3]);
    folder.add("shot.glb", shot.slide(0, &[0.0, 10.0], &[[-5.0, 0.0, 0.0], [1e6, 0.0, 0.0]]).glb())?;
    let near = run(&folder, "shot.glb")?.out;
    assert!(
        near.contains("  ≤ 4 m apart\n")
            && near.contains("; 1 of them neither confirmed nor ruled out (--tolerance)\n"),
        "{near}"
    );
    let mut many = Moving::new();
    for number in 0..1001_u16 {
        let x = 10.0 * f32::from(number);
        many = many.still("box", UNIT, [0.0; 3]);
        many = many.slide(number.into(), &[0.0, 1.0], &[[x, 0.0, 0.0], [x, 2.0, 0.0]]);
    }
    folder.add("many.glb", many.glb())?;
    let many = run(&folder, "many.glb")?.out;
    assert!(
        many.contains("among 1,001 objects (1,001 moving) from 0 s to 1 s (tolerance 0.0001 s)"),
        "{many}"
    );
    Ok(())
}

/// Times that are tiny or huge have exponents, in all of the table.
#[test]
fn times_out_of_proportion_have_exponents() -> Outcome {
    let table = |times: [f32; 2]| {
        let scene = Moving::new().still("a", UNIT, [0.0; 3]).still("b", UNIT, [5.0, 0.25, 0.0]);
        let folder = Folder::with("m.glb", scene.slide(0, &times, &[[0.0; 3], [10.0, 0.0, 0.0]]).glb())?;
        run(&folder, "m.glb")
    };
    let huge = table([0.0, 1e30])?.out;
    assert!(huge.contains("3.9996e29–6.0001e29") && huge.contains("to 1.0000000"), "{huge}");
    let tiny = table([0.0, 1e-30])?.out;
    assert!(tiny.contains("e-31–6.000") && tiny.contains("e-31 "), "{tiny}");
    assert_eq!(
        (huge.matches("00000000000").count(), tiny.matches("00000000000").count()),
        (0, 0),
        "{huge}{tiny}"
    );
    Ok(())
}
