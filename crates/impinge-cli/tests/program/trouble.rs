//! Wrong input, wrong arguments, places that cannot be written: exit code 2, a message that says what, where
//! and what to do, and no trace of a report.

use std::fs;
use std::io::Read;
use std::process::Stdio;

use crate::fixtures::{APART, EVERY_KIND, Folder, Outcome, Run, glb, obj, program};

/// The run failed, said one line that contains all of this, and reported nothing.
fn assert_error(run: &Run, parts: &[&str]) {
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.starts_with("error: ") && run.err.lines().count() == 1, "{run:?}");
    for part in parts {
        assert!(run.err.contains(part), "{part} is missing in {run:?}");
    }
}

#[test]
fn files_that_cannot_be_read() -> Outcome {
    let folder = Folder::with("good.obj", obj(&APART))?;
    let whole = glb(&APART);
    folder.add("short.glb", &whole[..whole.len() - 10])?;
    folder.add("header.glb", &whole[..13])?;
    folder.add("empty.stl", "")?;
    folder.add("garbage.bin", [7, 0, 255, 1, 2, 3])?;
    folder.add("arm.srdf", "<robot name='arm'/>")?;
    folder.add("words.obj", "v one two three\n")?;
    folder.add("index.obj", "v 0 0 0\nf 1 2 3\n")?;
    fs::create_dir(folder.path("folder.obj"))?;
    for (file, part) in [
        ("missing.obj", "cannot be read"),
        ("short.glb", "cut off"),
        ("header.glb", "cut off"),
        ("empty.stl", "is empty"),
        ("garbage.bin", "has no known format"),
        ("arm.srdf", "give the robot's .urdf, and this file with --srdf"),
        ("words.obj", "line 1"),
        ("index.obj", "line 2"),
        ("folder.obj", "there are no scene files in this folder"),
    ] {
        // Beside a good file too, wherever it stands, and with nothing left of the report.
        for words in [file.to_owned(), format!("good.obj {file}"), format!("{file} good.obj")] {
            let run = folder.check(&format!("{words} -o report.json --format json"))?;
            assert_error(&run, &[file, part]);
            assert!(!folder.path("report.json").exists());
        }
    }
    // Of several errors the first is told.
    assert_error(&folder.check("missing.obj empty.stl")?, &["missing.obj"]);
    assert_error(&folder.check("empty.stl missing.obj")?, &["empty.stl"]);
    Ok(())
}

#[test]
fn what_is_left_out_is_told() -> Outcome {
    let folder = Folder::with("nan.obj", obj(&APART) + "v nan 0 0\nv 9 9 9\nv 8 9 9\nf -1 -2 -3\n")?;
    folder.add("points.obj", obj(&APART) + "v 0 0 0\nv 1 0 0\np 1 2\n")?;
    for file in ["nan.obj", "points.obj"] {
        let run = folder.check(&format!("{file} --format json"))?;
        assert_eq!(run.code, 0);
        assert!(run.err.starts_with(&format!("warning: {file}: ")), "{}", run.err);
        let report = run.json()?;
        assert_eq!(report["warnings"][0]["file"], file);
        assert_eq!(folder.check(&format!("{file} --quiet"))?.err, "");
    }
    Ok(())
}

/// More memory than there may be: before anything is read, and while much is; what is there already stays as
/// it is.
#[test]
fn more_memory_than_allowed() -> Outcome {
    let folder = Folder::with("small.obj", obj(&APART))?;
    folder.add("report.json", "of yesterday")?;
    assert_error(
        &folder.check("small.obj --max-memory 100kB -o report.json")?,
        &["100.0 kB of --max-memory"],
    );
    assert_eq!(folder.check("small.obj --max-memory 4GiB")?.code, 0);
    // A million triangles without numbers in common are far more than forty megabytes.
    let faces = |face: u32| format!("v {face} 0 0\nv {face} 1 0\nv {face} 0 1\nf -3 -2 -1\n");
    folder.add("large.obj", (0..1_000_000).map(faces).collect::<String>())?;
    assert_error(&folder.check("large.obj --max-memory 40MB -o report.json")?, &["40.0 MB of --max-memory"]);
    let run = folder.check("large.obj --max-memory 40MB --color always")?;
    assert!(run.code == 2 && run.err.contains("\u{1b}[") && run.err.contains("40.0 MB"), "{run:?}");
    assert_eq!(fs::read_to_string(folder.path("report.json"))?, "of yesterday");
    for (size, part) in [("500", "give a unit"), ("much", "500MB"), ("0MB", "more than 0"), ("-1GB", "500MB")]
    {
        let run = folder.check(&format!("small.obj --max-memory={size}"))?;
        assert_eq!(run.code, 2);
        assert!(run.err.contains(part), "{run:?}");
    }
    Ok(())
}

/// A wrecked export must not look like a scene in which nothing collides.
#[test]
fn a_scene_without_triangles_is_an_error() -> Outcome {
    let folder = Folder::with("points.obj", "v 0 0 0\nv 1 0 0\np 1 2\n")?;
    folder.add("nan.obj", "v nan 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")?;
    folder.add("good.obj", obj(&APART))?;
    folder.add("none.csv", "x,y,z,size_x,size_y,size_z\n")?;
    let shape = |kind: &str| {
        format!(
            "<robot name='r'><link name='a'><{kind}><geometry><box size='1 1 1'/></geometry></{kind}></link></robot>"
        )
    };
    folder.add("seen.urdf", shape("visual"))?;
    folder.add("solid.urdf", shape("collision"))?;
    folder.add("bare.urdf", "<robot name='r'><link name='a'/></robot>")?;
    for (file, advice) in [
        ("points.obj", "; choose a scene with triangles"),
        ("none.csv", "; add one row per box"),
        (
            "seen.urdf",
            ": its links have visual shapes, but no collision shapes; use --geometry visual or both\n",
        ),
        (
            "solid.urdf --geometry visual",
            ": its links have collision shapes, but no visual shapes; use --geometry collision or both\n",
        ),
        ("bare.urdf", "; add shapes to its links"),
        ("bare.urdf --geometry visual", "; add shapes to its links"),
    ] {
        assert_error(&folder.check(file)?, &["nothing to check", advice]);
    }
    for file in ["points.obj", "nan.obj"] {
        let refused = folder.check(&format!("{file} -o report.json"))?;
        assert_error(&refused, &[file, "nothing to check"]);
        assert_eq!(refused.err.matches(file).count(), 1, "{refused:?}");
        assert!(!folder.path("report.json").exists());
        assert_eq!(folder.check(&format!("{file} good.obj"))?.code, 0);
    }
    Ok(())
}

#[test]
fn a_flood_of_warnings_is_cut() -> Outcome {
    let folder = Folder::with("part.obj", obj(&APART))?;
    let run = folder.check(&format!("part.obj{}", " --ignore nothing".repeat(30)))?;
    assert_eq!(run.code, 0);
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines.len(), 21, "{}", run.err);
    assert!(lines[20].contains("more warnings not shown"), "{}", lines[20]);
    Ok(())
}

#[test]
fn wrong_arguments() -> Outcome {
    let folder = Folder::with("a.obj", obj(&APART))?;
    for (words, part) in [
        ("", "<SCENE>..."),
        ("a.obj --format xml", "[possible values: table, json, jsonl, csv, junit, bcf, bcf3, html]"),
        ("a.obj --threads -1", "--threads"),
        ("a.obj --threads 1000000", "give a whole number from 0 to 1024"),
        ("a.obj --unit yard", "[possible values: m, mm, cm, in, ft]"),
        ("a.obj --touchin", "--touching"),
    ] {
        let run = folder.check(words)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}");
        assert!(run.err.contains(part), "{words}: {}", run.err);
    }
    assert_error(&folder.check("a.obj --ignore wall[")?, &["--ignore", "`wall[`"]);
    let alone = Run::of(program().output()?)?;
    assert_eq!(alone.code, 2);
    assert!(alone.err.contains("Usage: impinge"), "{}", alone.err);
    Ok(())
}

#[test]
fn the_report_in_a_file_is_the_same() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    for format in ["table", "json", "csv"] {
        let words = format!("site.obj --format {format}");
        let standard = folder.check(&words)?;
        // The second time it is replaced.
        for _ in 0..2 {
            let run = folder.check(&format!("{words} -o report"))?;
            assert_eq!((run.code, run.out.as_str()), (1, ""));
            assert!(
                run.err.contains("2 collisions") && run.err.ends_with("written to report\n"),
                "{}",
                run.err
            );
            assert_eq!(fs::read_to_string(folder.path("report"))?, standard.out);
        }
        assert_eq!(folder.check(&format!("{words} -q -o report"))?.err, "");
        assert_eq!(folder.check(&format!("{words} -o -"))?, standard);
    }
    assert_eq!(folder.names()?, ["report", "site.obj"]);
    Ok(())
}

#[test]
fn places_that_cannot_be_written() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    fs::create_dir(folder.path("taken"))?;
    assert_error(
        &folder.check("site.obj -o no/such/report")?,
        &["no/such/report", "its folder does not exist; create the folder no/such"],
    );
    assert_error(&folder.check("site.obj -o taken")?, &["taken", "name of a file"]);
    assert_error(&folder.check("site.obj -o site.obj")?, &["site.obj", "would replace an input file"]);
    assert_error(&folder.check("site.obj -o taken/../site.obj")?, &["would replace an input file"]);
    assert_eq!(fs::read_to_string(folder.path("site.obj"))?, obj(&EVERY_KIND));
    assert_eq!(folder.names()?, ["site.obj", "taken"]);
    Ok(())
}

#[test]
fn an_old_report_outlives_a_failed_check() -> Outcome {
    let folder = Folder::with("report", "old")?;
    assert_error(&folder.check("missing.obj -o report")?, &["missing.obj"]);
    assert_eq!(fs::read_to_string(folder.path("report"))?, "old");
    Ok(())
}

#[cfg(unix)]
#[test]
fn links_and_modes_of_an_old_report_stay() -> Outcome {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    folder.add("old", "")?;
    fs::set_permissions(folder.path("old"), fs::Permissions::from_mode(0o640))?;
    symlink("old", folder.path("link"))?;
    assert_eq!(folder.check("site.obj -o link --format csv")?.code, 1);
    assert!(fs::symlink_metadata(folder.path("link"))?.is_symlink());
    assert_eq!(fs::metadata(folder.path("old"))?.permissions().mode() & 0o777, 0o640);
    assert!(fs::read_to_string(folder.path("old"))?.starts_with("id,a,b,"));
    // A new one can be read by those who can read any new file.
    folder.add("any", "")?;
    folder.check("site.obj -o new")?;
    let mode = |name: &str| fs::metadata(folder.path(name)).map(|data| data.permissions().mode());
    assert_eq!(mode("new")?, mode("any")?);
    Ok(())
}

#[cfg(unix)]
#[test]
fn devices_stay_devices() -> Outcome {
    use std::os::unix::fs::FileTypeExt;
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    assert_eq!(folder.check("site.obj -o /dev/null")?.code, 1);
    assert!(fs::metadata("/dev/null")?.file_type().is_char_device());
    if fs::metadata("/dev/full").is_ok() {
        assert_error(&folder.check("site.obj -o /dev/full")?, &["/dev/full"]);
        let full = fs::OpenOptions::new().write(true).open("/dev/full")?;
        let run = folder.command("check").arg("site.obj").stdout(full).stderr(Stdio::piped()).output()?;
        assert_error(&Run::of(run)?, &["standard output"]);
    }
    Ok(())
}

/// A new file in the place of one that is open would be seen by nobody who looks there.
#[cfg(target_os = "linux")]
#[test]
fn open_files_are_written_into() -> Outcome {
    use std::os::unix::fs::symlink;
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    let report = folder.check("site.obj --format csv")?.out;
    let written = |name: &str| -> Result<fs::File, Box<dyn std::error::Error>> {
        folder.add(name, "before\n")?;
        Ok(fs::OpenOptions::new().append(true).open(folder.path(name))?)
    };
    // Never a real /dev/stdout: as root a mistake would replace it.
    for (link, target) in [("out", "/proc/self/fd/1"), ("err", "/proc/self/fd/2"), ("twice", "out")] {
        symlink(target, folder.path(link))?;
    }
    for words in
        ["--format csv -o out", "--format csv -o twice", "--format csv -o log", "-o table --export csv=out"]
    {
        let mut command = folder.command("check");
        command.arg("site.obj");
        let status = command.args(words.split(' ')).stdout(written("log")?).output()?.status;
        assert_eq!(status.code(), Some(1), "{words}");
        assert_eq!(fs::read_to_string(folder.path("log"))?, format!("before\n{report}"), "{words}");
    }
    let mut command = folder.command("check");
    command.args("site.obj -q --format csv -o err".split(' ')).stderr(written("log")?);
    assert_eq!(command.output()?.status.code(), Some(1));
    assert_eq!(fs::read_to_string(folder.path("log"))?, format!("before\n{report}"));
    for link in ["out", "err", "twice"] {
        assert!(fs::symlink_metadata(folder.path(link))?.is_symlink(), "{link}");
    }
    // Whatever has it open still has it, and what is written.
    symlink("/proc/self/fd/0", folder.path("in"))?;
    let mut command = folder.command("check");
    command.args("site.obj -q --format csv -o in".split(' '));
    let mut open = fs::OpenOptions::new().read(true).write(true).open(folder.path("log"))?;
    assert_eq!(command.stdin(open.try_clone()?).output()?.status.code(), Some(1));
    let mut found = String::new();
    open.read_to_string(&mut found)?;
    assert_eq!(found, report);
    // What leads nowhere yet comes to be there.
    symlink("new", folder.path("later"))?;
    assert_eq!(folder.check("site.obj --format csv -o later")?.code, 1);
    assert!(fs::symlink_metadata(folder.path("later"))?.is_symlink());
    assert_eq!(fs::read_to_string(folder.path("new"))?, report);
    Ok(())
}

/// What cannot do what was asked says what it needs.
#[cfg(unix)]
#[test]
fn advice_can_be_followed() -> Outcome {
    let folder = Folder::with("boxes.csv", "x,y,z,size_x,size_y,size_z\n0,0,0,1,1,1\n")?;
    folder.add("site.obj", obj(&EVERY_KIND))?;
    let run = Run::of(folder.command("srdf").arg("boxes.csv").output()?)?;
    assert_error(&run, &["boxes.csv: box table is not a robot format; give a .urdf file"]);
    if fs::metadata("/proc/self").is_ok() {
        // Before anything is read.
        let run = folder.check("missing.obj -o /proc/report")?;
        assert_error(
            &run,
            &["/proc/report", "no file can be created in the folder /proc: choose another one"],
        );
    }
    if fs::metadata("/dev/full").is_ok() {
        let full = fs::OpenOptions::new().write(true).open("/dev/full")?;
        let run = Run::of(folder.command("doctor").stdout(full).stderr(Stdio::piped()).output()?)?;
        assert_error(&run, &["standard output", "redirect it"]);
        assert!(!run.err.contains("-o"), "doctor has no -o: {}", run.err);
    }
    let help = Run::of(folder.command("doctor").arg("--help").output()?)?;
    let answer = Run::of(folder.command("doctor").output()?)?;
    for promised in ["version", "instructions", "threads", "formats"] {
        assert!(help.out.contains(promised), "{promised}");
    }
    assert!(!help.out.contains("browser") && answer.out.contains("threads"), "{answer:?}");
    Ok(())
}

/// As with `impinge check … | head -1`: who has read enough has not made an error.
#[test]
fn a_reader_may_leave_early() -> Outcome {
    // Far more than a pipe holds.
    let names: Vec<String> = (0..60).map(|number| format!("{number}-{}", "x".repeat(200))).collect();
    let boxes: Vec<_> = names.iter().map(|name| (name.as_str(), [0.0; 3], [1.0, 2.0, 3.0])).collect();
    let folder = Folder::with("heap.glb", glb(&boxes))?;
    for format in ["table", "json", "csv"] {
        let mut command = folder.command("check");
        command.args(["heap.glb", "--format", format]).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let mut first = [0; 16];
        if let Some(mut stdout) = child.stdout.take() {
            stdout.read_exact(&mut first)?;
        }
        let run = Run::of(child.wait_with_output()?)?;
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{format}");
    }
    Ok(())
}

/// What a run that was killed left half-written, and nothing else.
#[test]
fn stale_parts_of_killed_runs_are_removed() -> Outcome {
    use std::fs::File;
    use std::time::{Duration, SystemTime};
    let folder = Folder::with("site.obj", obj(&APART))?;
    let aged = |name: &str, hours: u64| -> Result<File, Box<dyn std::error::Error>> {
        folder.add(name, "half a report")?;
        let file = File::options().write(true).open(folder.path(name))?;
        file.set_modified(SystemTime::now() - Duration::from_secs(3600 * hours + 60))?;
        Ok(file)
    };
    for (name, hours) in [
        (".impinge-stale1.part", 1),
        (".impinge-stale2.part", 5000),
        (".impinge-fresh1.part", 0),
        // Names that no run gives.
        (".impinge-123.part", 9),
        (".impinge-mine.part", 9),
        (".impinge-mine-1.part", 9),
        (".impinge-stale12.part", 9),
        (".impinge-.part", 9),
        (".impinge-grün1.part", 9),
        (".impinge-other.txt", 9),
        ("impinge-other.part", 9),
        (".other.part", 9),
    ] {
        drop(aged(name, hours)?);
    }
    // Another run is still at it.
    let held = aged(".impinge-heLd00.part", 9)?;
    held.lock()?;
    std::fs::create_dir(folder.path(".impinge-f0lder.part"))?;
    assert_eq!(folder.check("site.obj --format json -o report.json")?.code, 0);
    let expected = [
        ".impinge-.part",
        ".impinge-123.part",
        ".impinge-f0lder.part",
        ".impinge-fresh1.part",
        ".impinge-grün1.part",
        ".impinge-heLd00.part",
        ".impinge-mine-1.part",
        ".impinge-mine.part",
        ".impinge-other.txt",
        ".impinge-stale12.part",
        ".other.part",
        "impinge-other.part",
        "report.json",
        "site.obj",
    ];
    assert_eq!(folder.names()?, expected);
    Ok(())
}
