//! Whole runs on small scenes: every form of the report, exit codes, and what changes them.

use crate::fixtures::{APART, EVERY_KIND, Folder, Outcome, Run, glb, golden, obj, program, stl};

#[test]
fn every_kind_in_every_form() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    for (words, name) in [
        ("", "every_kind.txt"),
        ("--touching", "every_kind_touching.txt"),
        ("--touching --color always", "every_kind_color.txt"),
        ("--touching --format json", "every_kind.json"),
        ("--touching --format csv", "every_kind.csv"),
    ] {
        let run = folder.check(&format!("site.obj {words}"))?;
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{words}");
        golden(name, &run.out)?;
    }
    Ok(())
}

#[test]
fn nothing_found_in_every_form() -> Outcome {
    let folder = Folder::with("apart.obj", obj(&APART))?;
    for (words, name) in [
        ("", "nothing.txt"),
        ("--format json", "nothing.json"),
        ("--format csv", "nothing.csv"),
        ("--quiet", "nothing_quiet.txt"),
    ] {
        let run = folder.check(&format!("apart.obj {words}"))?;
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words}");
        golden(name, &run.out)?;
    }
    Ok(())
}

#[test]
fn the_same_scene_in_three_file_formats() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    folder.add("site.stl", stl(&EVERY_KIND))?;
    folder.add("site.glb", glb(&EVERY_KIND))?;
    let expected = folder.check("site.obj --touching")?;
    for file in ["site.stl", "site.glb"] {
        let run = folder.check(&format!("{file} --touching"))?;
        let kinds = |run: &Run| -> Vec<Vec<String>> {
            let words = |line: &str| line.split_whitespace().take(3).map(str::to_owned).collect();
            run.out.lines().map(words).collect()
        };
        assert_eq!((run.code, kinds(&run)), (1, kinds(&expected)), "{file}: {}", run.out);
    }
    Ok(())
}

#[test]
fn touching_counts_only_if_asked_for() -> Outcome {
    let flush = [APART[0], ("right", [1.0, 0.0, 0.0], [2.0, 1.0, 1.0])];
    let folder = Folder::with("flush.obj", obj(&flush))?;
    let without = folder.check("flush.obj --format json")?;
    let with = folder.check("flush.obj --format json --touching")?;
    assert_eq!((without.code, with.code), (0, 1));
    let (without, with) = (without.json()?, with.json()?);
    assert_eq!(without["pairs"].as_array().map(Vec::len), Some(0));
    assert_eq!(with["pairs"][0]["kind"], "touching");
    assert_eq!((&without["counts"]["touching"], &with["counts"]["touching"]), (&1.into(), &1.into()));
    let text = folder.check("flush.obj")?.out;
    assert_eq!(
        text,
        "no collisions among 2 objects (24 triangles); 1 touching pair not counted (--touching)\n"
    );
    Ok(())
}

/// Tables of boxes are flush by nature.
#[test]
fn what_touches_and_is_not_listed_is_counted() -> Outcome {
    let mut table = "name,x,y,z,size_x,size_y,size_z\n".to_owned();
    for number in 0..100 {
        table += &format!("tile {number},{},{},0,1,1,1\n", number % 10, number / 10);
    }
    let folder = Folder::with("floor.csv", &table)?;
    // 90 neighbours across, 90 above, 2 · 81 diagonally.
    for (words, listed) in [("", 0), ("--touching", 342)] {
        let report = folder.check(&format!("floor.csv --format json {words}"))?.json()?;
        assert_eq!(report["counts"]["touching"], 342, "{words}");
        assert_eq!(report["pairs"].as_array().map(Vec::len), Some(listed), "{words}");
    }
    // What is there twice is listed, though flat things have no inside to share.
    folder.add("floor.csv", format!("{table}mat,50,0,0,1,1,0\nagain,50,0,0,1,1,0\n"))?;
    let report = folder.check("floor.csv --format json")?.json()?;
    assert_eq!((&report["counts"]["touching"], &report["counts"]["duplicate"]), (&342.into(), &1.into()));
    assert_eq!(report["pairs"][0]["kind"], "duplicate");
    Ok(())
}

#[test]
fn contained_says_which_is_inside() -> Outcome {
    let (inner, outer) = (("inner", [1.0; 3], [2.0; 3]), ("outer", [0.0; 3], [3.0; 3]));
    for (boxes, letter) in [([inner, outer], "a"), ([outer, inner], "b")] {
        let folder = Folder::with("nested.stl", stl(&boxes))?;
        let report = folder.check("nested.stl --format json")?.json()?;
        assert_eq!(report["pairs"][0]["kind"], "contained");
        assert_eq!(report["pairs"][0]["inner"], letter);
        assert_eq!(report["pairs"][0]["triangle_pairs"], 0);
        let table = folder.check("nested.stl")?.out;
        let other = if letter == "a" { "b" } else { "a" };
        assert!(table.contains(&format!("contained ({letter} in {other})")), "{table}");
        let csv = folder.check("nested.stl --format csv")?.out;
        assert!(csv.contains(&format!(",contained,{letter},")), "{csv}");
    }
    Ok(())
}

/// The object that a group has in common stands first in its line, wherever it is in the file.
#[test]
fn a_group_says_as_well_which_is_inside() -> Outcome {
    let (inner, other) = (("inner", [1.0; 3], [1.5; 3]), ("other", [2.0; 3], [2.5; 3]));
    let hall = ("hall", [0.0; 3], [3.0; 3]);
    for boxes in [[inner, other, hall], [hall, inner, other]] {
        let folder = Folder::with("nested.stl", stl(&boxes))?;
        let table = folder.check("nested.stl")?.out;
        let line = table.lines().find(|line| line.starts_with("hall  ")).ok_or("no group")?;
        assert!(line.contains("  inner, other  ") || line.contains("  other, inner  "), "{table}");
        assert!(!table.contains("--all"), "both are named: {table}");
        assert!(line.starts_with("hall") && line.contains("contained (b in a)"), "{table}");
        // The place is on what is inside, not on the wall around it.
        let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let &[.., x, y, z, _pairs] = &numbers[..] else { return Err(table.into()) };
        assert!([x, y, z].iter().all(|at| (1.0..=2.5).contains(at)), "{table}");
    }
    Ok(())
}

/// And the place is on that object.
#[test]
fn a_group_has_its_place_on_the_object_in_common() -> Outcome {
    let plate = ("plate", [0.0; 3], [9.0, 9.0, 1.0]);
    let bolts = [("low", [2.0, 2.0, 0.75], [3.0, 3.0, 4.0]), ("high", [6.0, 6.0, 0.875], [7.0, 7.0, 4.0])];
    for boxes in [[plate, bolts[0], bolts[1]], [bolts[1], bolts[0], plate]] {
        let folder = Folder::with("site.obj", obj(&boxes))?;
        let table = folder.check("site.obj")?.out;
        let line = table.lines().find(|line| line.starts_with("plate  ")).ok_or("no group")?;
        let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        let &[.., z, _pairs] = &numbers[..] else { return Err(table.into()) };
        assert!(line.starts_with("plate") && z == 1.0, "{table}");
    }
    Ok(())
}

#[test]
fn exit_code_zero_on_demand() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    assert_eq!(folder.check("site.obj --exit-zero")?.code, 0);
    assert_eq!(folder.check("none.obj --exit-zero")?.code, 2);
    Ok(())
}

#[test]
fn thread_counts_change_no_byte() -> Outcome {
    // A wall of boxes, each of which reaches into its neighbours.
    let boxes: Vec<(String, [f64; 3], [f64; 3])> = (0..100)
        .map(|number| {
            let corner = [f64::from(number % 10) * 0.9, f64::from(number / 10) * 0.95, 0.0];
            (format!("brick {number}"), corner, corner.map(|x| x + 1.0))
        })
        .collect();
    let boxes: Vec<_> = boxes.iter().map(|(name, min, max)| (name.as_str(), *min, *max)).collect();
    let folder = Folder::with("wall.glb", glb(&boxes))?;
    for format in ["table", "json", "csv"] {
        let run = |threads: u32| {
            folder.check(&format!("wall.glb --touching --all --format {format} --threads {threads}"))
        };
        let one = run(1)?;
        assert_eq!(one.code, 1);
        // 90 neighbours across, 90 above, 2 · 81 diagonally.
        assert!(format == "json" || one.out.lines().filter(|line| line.contains("overlap")).count() >= 342);
        for threads in [0, 2, 4] {
            assert_eq!(run(threads)?, one, "{format} with {threads} threads");
        }
    }
    Ok(())
}

#[test]
fn several_files_are_one_scene() -> Outcome {
    let folder = Folder::with("a.obj", obj(&APART[..1]))?;
    folder.add("b.obj", obj(&[("beam", [0.5, 0.5, 0.5], [3.0, 0.75, 0.75])]))?;
    let run = folder.check("a.obj b.obj --format csv")?;
    assert_eq!(run.code, 1);
    assert!(run.out.contains(",left,beam,a.obj/left,b.obj/beam,0,1,overlap,,"), "{}", run.out);
    // Two files of one name: names no longer tell the objects apart, so the table uses paths, which folders
    // tell apart.
    std::fs::create_dir(folder.path("copy"))?;
    folder.add("copy/a.obj", obj(&APART[..1]))?;
    let run = folder.check("a.obj copy/a.obj")?;
    assert_eq!(run.code, 1);
    assert!(run.out.contains("a.obj/left  copy/a.obj/left  duplicate"), "{}", run.out);
    Ok(())
}

#[test]
fn ignored_objects_collide_with_nothing() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    let run = folder.check("site.obj --ignore b?am --ignore site.obj/lamp --ignore step")?;
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out, "no collisions among 2 objects (24 triangles), 3 ignored\n");
    // Ids stay those of the whole list.
    let report = folder.check("site.obj --ignore lamp --format json")?.json()?;
    assert_eq!(report["objects"][1]["ignored"], true);
    assert_eq!((&report["pairs"][0]["a"]["id"], &report["pairs"][0]["b"]["id"]), (&0.into(), &2.into()));
    Ok(())
}

#[test]
fn a_pattern_without_use_is_told() -> Outcome {
    let folder = Folder::with("site.obj", obj(&APART))?;
    let run = folder.check("site.obj --ignore Left --format json")?;
    assert_eq!(run.code, 0);
    assert!(run.err.starts_with("warning: --ignore 'Left': matches no object"), "{}", run.err);
    assert_eq!(run.json()?["warnings"][0]["place"], "--ignore 'Left'");
    assert_eq!(folder.check("site.obj --ignore Left --quiet")?.err, "");
    Ok(())
}

#[test]
fn units_scale_files_that_have_none() -> Outcome {
    let folder = Folder::with("site.stl", stl(&[("plate", [0.0; 3], [500.0, 20.0, 25.4])]))?;
    for (unit, size) in [("m", 500.0), ("mm", 0.5), ("cm", 5.0), ("in", 12.7), ("ft", 152.4)] {
        let report = folder.check(&format!("site.stl --format json --unit {unit}"))?.json()?;
        let x = report["objects"][0]["bounds"]["max"][0].as_f64().unwrap_or(f64::NAN);
        assert!((x - size).abs() < 1e-12, "{unit}: {x}");
    }
    Ok(())
}

#[test]
fn each_stage_of_the_cascade_passes_fewer() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    let report = folder.check("site.obj --format json --stats")?.json()?;
    let stages = report["cascade"].as_array().map_or(&[][..], Vec::as_slice);
    let names: Vec<&str> = stages.iter().filter_map(|stage| stage["stage"].as_str()).collect();
    assert_eq!(names, ["aabb", "ball", "obb", "region", "triangle_boxes", "triangles", "solids"]);
    for stage in stages {
        assert!(stage["left"].as_u64() <= stage["entered"].as_u64(), "{stage}");
        assert!(stage["milliseconds"].as_f64().is_some_and(|time| time >= 0.0), "{stage}");
    }
    assert_eq!(stages[0]["entered"], 10);

    let table = folder.check("site.obj --stats")?;
    assert!(table.out.contains("\nstage           counts          entered"), "{}", table.out);
    let csv = folder.check("site.obj --stats --format csv")?;
    assert!(csv.err.contains("stage           counts"), "{}", csv.err);
    assert_eq!(csv.out, folder.check("site.obj --format csv")?.out);
    Ok(())
}

#[test]
fn names_keep_their_letters_and_do_no_harm() -> Outcome {
    let boxes = [("Tür, \"Süd\" \x1b[31m", [0.0; 3], [2.0; 3]), ("=1+1", [1.0; 3], [3.0; 3])];
    let folder = Folder::with("names.glb", glb(&boxes))?;
    let table = folder.check("names.glb")?.out;
    assert!(table.contains("Tür, \"Süd\" \\u{1b}[31m  =1+1  overlap"), "{table}");
    let csv = folder.check("names.glb --format csv")?.out;
    assert!(csv.contains(",\"Tür, \"\"Süd\"\" \x1b[31m\",'=1+1,"), "{csv}");
    let report = folder.check("names.glb --format json")?.json()?;
    assert_eq!(report["objects"][0]["name"], "Tür, \"Süd\" \x1b[31m");
    Ok(())
}

#[test]
fn colors_are_for_terminals() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    let plain = folder.check("site.obj")?;
    assert!(!plain.out.contains('\x1b'));
    assert_eq!(folder.check("site.obj --color never")?, plain);
    assert!(folder.check("site.obj --color always")?.out.contains("\x1b["));
    let mut command = folder.command("check");
    let forced = Run::of(command.arg("site.obj").env("CLICOLOR_FORCE", "1").output()?)?;
    assert!(forced.out.contains("\x1b["));
    let mut command = folder.command("check");
    command.arg("site.obj").env("CLICOLOR_FORCE", "1").env("NO_COLOR", "1");
    assert_eq!(Run::of(command.output()?)?, plain);
    Ok(())
}

#[test]
fn help_and_version() -> Outcome {
    for (words, part) in [
        (&["--version"][..], "impinge "),
        (&["--help"], "Usage: impinge"),
        (&["check", "-h"], "--ignore <PATTERN>"),
        (&["check", "--help"], "Examples:"),
    ] {
        let run = Run::of(program().args(words).output()?)?;
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words:?}");
        assert!(run.out.contains(part), "{words:?}: {}", run.out);
    }
    Ok(())
}

/// Names of strangers do nothing: not in a spreadsheet, not on a terminal, and they leave room for the rest.
#[test]
fn names_are_only_names() -> Outcome {
    let long = format!("first{}last", "m".repeat(500));
    let names = ["=cmd|'/c calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\u{1b}[31mred\0", &long];
    let boxes: Vec<_> = names.iter().map(|name| (*name, [0.0; 3], [1.0, 2.0, 3.0])).collect();
    let folder = Folder::with("site.glb", glb(&boxes))?;
    let run = folder.check("site.glb --format csv")?;
    let mut reader = csv::Reader::from_reader(run.out.as_bytes());
    let mut seen = std::collections::BTreeSet::new();
    for record in reader.records() {
        let record = record?;
        seen.extend([&record[1], &record[2]].map(ToOwned::to_owned));
    }
    for name in &names[..5] {
        assert!(seen.contains(&format!("'{name}")) && !seen.contains(*name), "{name}: {seen:?}");
    }
    assert!(seen.contains(names[5]) && seen.contains(&long), "others are as they are");
    let table = folder.check("site.glb --all")?.out;
    assert!(!table.contains(|c: char| c.is_control() && c != '\n'), "{table:?}");
    assert!(
        table.contains("\\u{1b}[31mred\\u{0}") && table.contains("first") && table.contains("last"),
        "{table}"
    );
    assert!(table.lines().all(|line| line.chars().count() < 300), "{table}");
    // Numbers that no column has room for.
    let far = Folder::with(
        "far.csv",
        "min_x,min_y,min_z,max_x,max_y,max_z\n-1e300,0,0,1e300,1,1\n0,0,0,1e300,9,9\n",
    )?;
    for words in ["far.csv", "far.csv --format junit"] {
        let run = far.check(words)?;
        assert!(run.out.lines().all(|line| line.chars().count() < 300), "{words}: {}", run.out);
    }
    Ok(())
}
