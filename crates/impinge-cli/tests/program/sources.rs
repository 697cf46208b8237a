//! Ways to name files, and what they do not say themselves: folders, patterns, standard input, units, axes.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::fixtures::sweeping::through;
use crate::fixtures::{APART, Folder, NamedBox, Outcome, Run, glb, obj};
use serde_json::Value;

const STL: &str = "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\nendfacet\nendsolid s\n";

/// Paths of the objects of a JSON report.
fn paths(run: &Run) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let report = run.json()?;
    let objects = report["objects"].as_array().ok_or("no objects")?;
    Ok(objects.iter().map(|object| object["path"].as_str().unwrap_or_default().to_owned()).collect())
}

/// What is said beside the report, but not that of a single object there is nothing to check.
fn said(run: &Run) -> String {
    let lines =
        run.err.lines().filter(|line| !line.starts_with("warning: nothing was checked: there is only one"));
    lines.map(|line| format!("{line}\n")).collect()
}

/// Three scenes, one of them in a folder below, a table, a text, and a note of a system by the name of a
/// scene.
fn plant() -> Result<Folder, Box<dyn std::error::Error>> {
    let folder = Folder::new()?;
    fs::create_dir_all(folder.path("plant/below"))?;
    fs::create_dir(folder.path("nothing"))?;
    folder.add("plant/b.obj", obj(&APART[..1]))?;
    folder.add("plant/a.STL", STL)?;
    folder.add("plant/below/c.glb", glb(&APART[1..]))?;
    folder.add("plant/boxes.csv", "name,x,y,z,size_x,size_y,size_z\nbox,9,9,9,1,1,1\n")?;
    folder.add("plant/readme.txt", "words")?;
    folder.add("plant/._a.STL", "words")?;
    Ok(folder)
}

/// What holds shapes must not be passed over without a word.
#[test]
fn folders_name_what_is_not_read() -> Outcome {
    let folder = Folder::with("readme.txt", "words")?;
    for name in ["worlds/below", "plant/below"] {
        std::fs::create_dir_all(folder.path(name))?;
    }
    folder.add("plant/a.glb", glb(&APART))?;
    for (name, text) in [
        ("worlds/arm.xml", "<mujoco model='m'><worldbody/></mujoco>"),
        ("worlds/b.SDF", "<sdf version='1.6'/>"),
        ("worlds/below/c.sdf", "<sdf version='1.6'/>"),
        ("worlds/d.off", "OFF\n0 0 0\n"),
        ("worlds/e.usd", "#usda 1.0\n"),
        ("worlds/f.step", "ISO-10303-21;"),
        // These hold no shapes.
        ("worlds/package.xml", "<package><name>p</name></package>"),
        ("worlds/r.srdf", "<robot name='r'/>"),
        ("worlds/notes.txt", "words"),
    ] {
        folder.add(name, text)?;
        folder.add(&name.replace("worlds", "plant"), text)?;
    }
    let told = [
        "arm.xml is a model of MuJoCo (MJCF), which is not supported: convert it to URDF",
        "b.SDF is a model or world in SDF, which is not supported, as is 1 more: convert it to URDF",
        "d.off is a mesh in OFF, which is not supported: convert it to PLY",
        "e.usd is a USD scene, which is not supported: convert it to .glb",
        "f.step is a STEP model, which is not supported: convert it to glTF",
    ];
    let run = folder.check("plant")?;
    assert_eq!(run.code, 0, "{run:?}");
    for told in told {
        assert!(run.err.contains(&format!("note: plant/{told}")), "{told}: {}", run.err);
    }
    assert_eq!(run.err.matches("note: plant/").count(), told.len(), "{}", run.err);
    let run = folder.check("worlds")?;
    assert!(run.code == 2 && run.err.contains("worlds: there are no scene files in this folder"), "{run:?}");
    for told in told {
        assert!(run.err.contains(&format!("; worlds/{told}")), "{told}: {}", run.err);
    }
    Ok(())
}

#[test]
fn folders_and_patterns() -> Outcome {
    let folder = plant()?;
    for (words, expected) in [
        ("plant", &["a.STL/s", "b.obj/left", "c.glb/right"][..]),
        ("plant/below plant/b.obj", &["c.glb/right", "b.obj/left"]),
        ("plant/?.*", &["a.STL/s", "b.obj/left"]),
        ("plant/**/*.glb", &["c.glb/right"]),
        ("pla*", &["a.STL/s", "b.obj/left", "c.glb/right"]),
        ("plant/*.csv", &["boxes.csv/box"]),
    ] {
        let run = folder.check(&format!("{words} --format json"))?;
        // Of a folder with a table it is told that the table was not read.
        let note = match words {
            "plant" | "pla*" => {
                "note: plant: 1 table (.csv) in it not read; to read a file, name it: plant/boxes.csv\n"
            }
            _ => "",
        };
        // That STL and OBJ do not say their axis is another matter.
        let said = said(&run);
        let said: String =
            said.split_inclusive('\n').filter(|line| !line.starts_with("note: y is up in ")).collect();
        assert_eq!(
            (paths(&run)?, said.as_str()),
            (expected.iter().map(ToString::to_string).collect(), note),
            "{words}"
        );
    }
    assert_eq!(
        folder.check("plant --format json")?.json()?["files"],
        serde_json::json!(["plant/a.STL", "plant/b.obj", "plant/below/c.glb"])
    );
    for (words, part) in [
        ("nothing", "nothing: there are no scene files in this folder"),
        ("plant/*.ply", "plant/*.ply: no file matches this pattern"),
        ("plant/[", "plant/[: is not a pattern"),
        ("plant/*.txt", "has no known format"),
    ] {
        let run = folder.check(words)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}");
        assert!(run.err.contains(part), "{words}: {}", run.err);
    }
    Ok(())
}

#[cfg(unix)]
#[test]
fn folders_that_a_pattern_cannot_look_into_are_told_with_what_to_do() -> Outcome {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with("part.obj", obj(&APART))?;
    let closed = folder.path("closed");
    fs::create_dir(&closed)?;
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o000))?;
    if fs::read_dir(&closed).is_ok() {
        println!("who runs this may read all folders: passed over");
        return Ok(());
    }
    let run = folder.check("*/*.obj")?;
    let told = "error: */*.obj: cannot be searched for: the folder closed cannot be read: ";
    assert!(run.code == 2 && run.err.starts_with(told), "{run:?}");
    assert!(run.err.ends_with("; check the permissions, or name the files one by one\n"), "{run:?}");
    Ok(())
}

#[cfg(unix)]
#[test]
fn links_that_lead_back_end() -> Outcome {
    let folder = plant()?;
    std::os::unix::fs::symlink("..", folder.path("plant/below/up"))?;
    assert_eq!(paths(&folder.check("plant --format json")?)?.len(), 3);
    Ok(())
}

#[test]
fn a_file_named_twice_is_read_once() -> Outcome {
    let folder = plant()?;
    let run = folder.check("plant plant/b.obj plant/below/../b.obj")?;
    assert_eq!(run.code, 0);
    assert_eq!(run.err.matches("given twice; it is read once").count(), 1, "{}", run.err);
    assert!(run.out.contains("among 3 objects"), "{}", run.out);
    Ok(())
}

/// Three files of one name, each with a box: the first two overlap, and so do the last two.
fn parts_of_one_name() -> Result<Folder, Box<dyn std::error::Error>> {
    let folder = Folder::new()?;
    for (below, least) in [("d1", 0.0), ("d2", 0.75), ("d3", 1.5)] {
        fs::create_dir(folder.path(below))?;
        folder.add(&format!("{below}/part.obj"), obj(&[("box", [least; 3], [least + 1.0; 3])]))?;
    }
    Ok(folder)
}

#[test]
fn files_of_one_name_are_told_apart_by_their_folders() -> Outcome {
    let folder = parts_of_one_name()?;
    for (words, expected) in [
        ("d1/part.obj d2/part.obj", &["d1/part.obj/box", "d2/part.obj/box"][..]),
        ("d2/part.obj d1/part.obj", &["d2/part.obj/box", "d1/part.obj/box"]),
        (".", &["d1/part.obj/box", "d2/part.obj/box", "d3/part.obj/box"]),
        ("d3", &["part.obj/box"]),
    ] {
        assert_eq!(paths(&folder.check(&format!("{words} --format json"))?)?, expected, "{words}");
    }
    let run = folder.check(". --ignore d1/*")?;
    assert!(run.out.contains("1 collision among 2 objects") && run.out.contains("1 ignored"), "{run:?}");
    assert_eq!(run.err, "");
    Ok(())
}

/// A clash of other files is another clash, though the files have the same names.
#[test]
fn what_was_known_of_one_file_hides_nothing_of_another() -> Outcome {
    let folder = parts_of_one_name()?;
    let last = folder.check("d1/part.obj d2/part.obj --format json")?;
    folder.add("last.json", &last.out)?;
    assert_eq!(folder.check("d2/part.obj d1/part.obj --baseline last.json")?.code, 0);
    let run = folder.check("d2/part.obj d3/part.obj --baseline last.json")?;
    assert_eq!(run.code, 1, "{run:?}");
    assert!(run.out.contains("1 new, 0 persisting, 1 resolved"), "{run:?}");
    let id = last.json()?["pairs"][0]["id"].as_str().ok_or("no id")?.to_owned();
    folder.add("impinge.toml", format!("[[accept]]\nid = '{id}'"))?;
    assert_eq!(folder.check("d1/part.obj d2/part.obj --config impinge.toml")?.code, 0);
    assert_eq!(folder.check("d2/part.obj d3/part.obj --config impinge.toml")?.code, 1);
    Ok(())
}

/// A name that looks like a pattern, and a file that has it.
#[test]
fn files_come_before_patterns() -> Outcome {
    let folder = Folder::with("[a].obj", obj(&APART[..1]))?;
    folder.add("a.obj", obj(&APART[1..]))?;
    assert_eq!(paths(&folder.check("[a].obj --format json")?)?, ["[a].obj/left"]);
    Ok(())
}

/// `impinge check` with these words and that input.
fn piped(folder: &Folder, words: &str, input: &[u8]) -> Result<Run, Box<dyn std::error::Error>> {
    piped_to(folder, "check", words, input)
}

/// A command with these words and that input.
fn piped_to(
    folder: &Folder,
    command: &str,
    words: &str,
    input: &[u8],
) -> Result<Run, Box<dyn std::error::Error>> {
    let mut command = folder.command(command);
    command
        .args(words.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn()?;
    child.stdin.take().ok_or("no input")?.write_all(input)?;
    Run::of(child.wait_with_output()?)
}

#[test]
fn standard_input() -> Outcome {
    let folder = plant()?;
    let table = b"x,y,z,size_x,size_y,size_z\n0,0,0,2,2,2\n";
    for (words, input, expected) in [
        ("-", &obj(&APART[..1]).into_bytes()[..], &["stdin/left"][..]),
        ("-", &glb(&APART), &["stdin/left", "stdin/right"]),
        ("- --stdin-format csv plant/b.obj", table, &["stdin/line 2", "b.obj/left"]),
        ("plant/b.obj - --stdin-format glb", &glb(&APART[1..]), &["b.obj/left", "stdin/right"]),
    ] {
        let run = piped(&folder, &format!("{words} --format json"), input)?;
        assert_eq!(paths(&run)?, expected, "{words}");
    }
    for (words, input, part) in [
        (
            "-",
            &table[..],
            "stdin: the format cannot be detected from the content; set it with --stdin-format",
        ),
        ("-", b"", "stdin: is empty"),
        ("- --stdin-format ply", table, "stdin: line 1"),
        ("- --stdin-format urdf", b"\x89PNG\r\n\x1a\n", "stdin: is a PNG picture, which is not supported"),
        ("- --stdin-format obj", b"\x89PNG\r\n\x1a\n", "stdin: is a PNG picture, which is not supported"),
        (
            "- --stdin-format urdf",
            &obj(&APART).into_bytes(),
            "stdin: line 1: it is not XML: a URDF file begins",
        ),
    ] {
        let run = piped(&folder, words, input)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}");
        assert!(run.err.contains(part), "{words}: {}", run.err);
    }
    Ok(())
}

/// Who says what is piped in is not told that it is of no effect.
#[test]
fn the_format_of_standard_input_is_heeded_by_all_commands() -> Outcome {
    let folder = Folder::new()?;
    let still = glb(&APART);
    let moving = through().glb();
    for (command, words, input) in [
        ("check", "--strict", &still),
        ("view", "--strict --no-open -o page.html", &still),
        ("sweep", "--strict --exit-zero", &moving),
        ("fit", "", &still),
        ("decompose", "", &still),
    ] {
        let run = piped_to(&folder, command, &format!("- --stdin-format gltf {words}"), input)?;
        assert_eq!(run.code, 0, "{command}: {run:?}");
        assert!(!run.err.contains("--stdin-format") && !run.err.contains("warning"), "{command}: {run:?}");
    }
    Ok(())
}

/// Otherwise it would wait, and nobody would know for what.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_as_standard_input_is_told() -> Outcome {
    let folder = plant()?;
    let program = folder.command("check").get_program().to_string_lossy().into_owned();
    let told = "reading a scene from the terminal; Ctrl-D ends";
    for (words, is_told) in [("check -", true), ("check - --quiet", false), ("check plant/b.obj", false)] {
        // It gives the program a terminal, which ends at once.
        let mut script = Command::new("script");
        script.args(["-qec", &format!("'{program}' {words}"), "/dev/null"]);
        let Ok(run) = script.current_dir(folder.path("")).stdin(Stdio::null()).output() else {
            println!("there is no `script`: passed over");
            return Ok(());
        };
        let said = String::from_utf8_lossy(&run.stdout);
        assert_eq!(said.contains(told), is_told, "{words}: {said}");
        assert_eq!(said.contains("stdin: is empty"), words.contains(" -"), "{words}: {said}");
    }
    assert!(!piped(&folder, "-", b"")?.err.contains(told));
    Ok(())
}

/// A pipe with a name is no file, and most files cannot be piped in.
#[cfg(unix)]
#[test]
fn pipes_are_told_where_they_can_be_read() -> Outcome {
    let folder = Folder::with("a.obj", obj(&APART))?;
    let run = |command: &str, words: &str| Run::of(folder.command(command).args(words.split(' ')).output()?);
    for command in ["check", "sweep", "fit", "decompose"] {
        let refused = run(command, "/dev/null")?;
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{command}");
        let told = "error: /dev/null: is a pipe or a device, not a file; pipe the scene into `-`\n";
        assert_eq!(refused.err, told, "{command}");
    }
    for (command, words) in [
        ("check", "a.obj --joints -"),
        ("check", "a.obj --srdf -"),
        ("check", "a.obj --baseline -"),
        ("sweep", "a.obj --trajectory -"),
        ("srdf", "-"),
        ("mask", "- -"),
    ] {
        let refused = run(command, words)?;
        assert_eq!((refused.code, refused.out.as_str()), (2, ""), "{command} {words}");
        let told = "error: -: standard input can provide only the scenes of check, view, sweep, fit and decompose and the requests of query; give a file here\n";
        assert_eq!(refused.err, told, "{command} {words}");
    }
    Ok(())
}

#[test]
fn axes_are_turned_only_where_files_disagree() -> Outcome {
    const TALL: [NamedBox; 1] = [("tower", [0.0; 3], [1.0, 2.0, 30.0])];
    let folder = Folder::with("tower.obj", obj(&TALL))?;
    folder.add("house.glb", glb(&APART[..1]))?;
    let top = |words: &str| -> Result<(Value, String), Box<dyn std::error::Error>> {
        let run = folder.check(&format!("{words} --format json"))?;
        Ok((run.json()?["objects"][0]["bounds"].clone(), said(&run)))
    };
    let as_it_is = serde_json::json!({"min": [0.0, 0.0, 0.0], "max": [1.0, 2.0, 30.0]});
    for words in ["tower.obj", "tower.obj --up z", "tower.obj house.glb --up y"] {
        assert_eq!(top(words)?, (as_it_is.clone(), String::new()), "{words}");
    }
    let (bounds, said_of_it) = top("tower.obj house.glb")?;
    assert_eq!(bounds, as_it_is);
    let told = "note: y is up in house.glb, and the up axis of tower.obj is unknown: not rotated; --up z";
    assert!(said_of_it.starts_with(told), "{said_of_it}");
    // Where the glTF file keeps z up as well, nothing has to be turned.
    assert_eq!(top("tower.obj house.glb --up z --gltf-up z")?, (as_it_is, String::new()));
    let (bounds, said) = top("tower.obj house.glb --up z")?;
    assert_eq!(bounds, serde_json::json!({"min": [0.0, 0.0, -2.0], "max": [1.0, 30.0, 0.0]}));
    assert!(
        said.starts_with("note: z is up in tower.obj, and y in house.glb: files with z up are rotated"),
        "{said}"
    );
    Ok(())
}

/// A table that was made for a robot stays where it is when the robot is turned: what collided before does
/// not any more.
#[test]
fn who_is_not_turned_with_the_others_is_told() -> Outcome {
    let box_at_5 = "<collision><origin xyz='0 0 5'/><geometry><box size='1 1 1'/></geometry></collision>";
    let folder =
        Folder::with("robot.urdf", format!("<robot name='r'><link name='l'>{box_at_5}</link></robot>"))?;
    folder.add("cell.csv", "x,y,z,size_x,size_y,size_z\n0,0,5.5,1,1,1\n")?;
    folder.add("shelf.csv", "x,y,z,size_x,size_y,size_z\n4,0,5,1,1,1\n")?;
    folder.add("house.glb", glb(&APART[..1]))?;
    assert_eq!(folder.check("robot.urdf cell.csv --strict")?.code, 1);
    let run = folder.check("robot.urdf cell.csv house.glb")?;
    let told = "warning: cell.csv: axes: the up axis is unknown, so the file is not rotated, unlike robot.urdf beside house.glb; --up z";
    assert!(run.code == 0 && run.err.contains(told), "{run:?}");
    let run = folder.check("robot.urdf cell.csv shelf.csv house.glb")?;
    assert!(run.err.contains("cell.csv: axes: the up axis is unknown, also of shelf.csv, so"), "{run:?}");
    assert_eq!(folder.check("robot.urdf cell.csv house.glb --strict")?.code, 2);
    // Who says it has the collision back; or that it is none. Nothing is left that could be wrong.
    for (axis, code) in [("z", 1), ("y", 0)] {
        let run = folder.check(&format!("robot.urdf cell.csv house.glb --strict --up {axis}"))?;
        assert!(run.code == code && !run.err.contains("warning"), "{axis}: {run:?}");
    }
    let run = folder.check("robot.urdf house.glb --strict")?;
    assert!(
        run.code == 0 && run.err.starts_with("note: z is up in robot.urdf, and y in house.glb"),
        "{run:?}"
    );
    Ok(())
}

/// Who says a unit expects that it counts.
#[test]
fn a_unit_or_axis_for_no_file_is_told() -> Outcome {
    let folder = Folder::with("house.glb", glb(&APART))?;
    folder.add("part.obj", obj(&APART))?;
    for command in ["check", "fit", "decompose"] {
        let run = |words: &str| Run::of(folder.command(command).args(words.split(' ')).output()?);
        for (words, told) in [
            (
                "house.glb --unit mm",
                "warning: --unit: all files define their unit themselves: it has no effect; remove it\n",
            ),
            (
                "house.glb --up z",
                "warning: --up: all files define their up axis themselves: it has no effect; remove it; use --gltf-up for glTF files that deviate from their format\n",
            ),
            ("part.obj --unit mm --up z", ""),
            ("house.glb --gltf-up z", ""),
            (
                "part.obj --unit mm --gltf-up z",
                "warning: --gltf-up: applies to glTF files, and there are none: it has no effect; remove it\n",
            ),
        ] {
            assert_eq!(run(words)?.err, told, "{command} {words}");
        }
        assert!(!run("house.glb part.obj --unit cm --up y")?.err.contains("no effect"), "{command}");
    }
    // Nor is it advised where it would have none.
    let large = APART.map(|(name, min, max)| (name, min, max.map(|coordinate: f64| coordinate + 9000.0)));
    folder.add("large.glb", glb(&large))?;
    // Nobody can say more than both files do, so not even --strict stops for it.
    let run = folder.check("house.glb large.glb --strict")?;
    assert!(run.code == 1 && run.err.starts_with("note: large.glb: size: "), "{run:?}");
    assert!(run.err.contains("if that is not intended, convert one of them\n"), "{}", run.err);
    // What can be said of a third file is not lost for it.
    folder.add("site.obj", obj(&[("site", [0.0; 3], [300.0; 3])]))?;
    let run = folder.check("house.glb large.glb site.obj --up y")?;
    assert!(
        run.err.contains("warning: site.obj: size: 519.615 m across, 157 times as large as house.glb"),
        "{run:?}"
    );
    Ok(())
}

#[test]
fn units_are_said_and_odd_sizes_warned_of() -> Outcome {
    let folder = Folder::with("house.glb", glb(&APART))?;
    folder.add("part.obj", obj(&[("part", [0.0; 3], [2000.0, 900.0, 900.0])]))?;
    let run = folder.check("house.glb part.obj --verbose")?;
    for part in [
        "house.glb: glTF, 2 objects, in units of 1 m, y up\n",
        "part.obj: OBJ, 1 object, in units of 1 m (not defined in the file), unknown up axis\n",
        "warning: part.obj: size: 2370.654 m across, 715 times as large as house.glb (3.317 m)",
    ] {
        assert!(run.err.contains(part), "{part}: {}", run.err);
    }
    let run = folder.check("house.glb part.obj --verbose --unit mm")?;
    assert!(
        run.err.contains("in units of 0.001 m (not defined in the file)") && !run.err.contains("warning"),
        "{}",
        run.err
    );
    assert_eq!(folder.check("house.glb part.obj -v -q")?.err, "");
    // One unit for all is no answer, as it may be that of the other; who says it of the one has looked at it.
    let told = "or convert one of them; if it is, --unit 'part.obj=m' confirms it\n";
    assert!(folder.check("house.glb part.obj")?.err.contains(told));
    let told = "if that is not intended, convert one of them; if it is, --unit 'part.obj=m' confirms it\n";
    assert!(folder.check("house.glb part.obj --unit m")?.err.contains(told));
    assert!(!folder.check("house.glb part.obj --unit part.obj=m")?.err.contains("size"));
    folder.add("bolt.obj", obj(&[("bolt", [0.0; 3], [1.0; 3])]))?;
    // Of a file of which it is said, nothing is asked; what is said of all files is what would be said of
    // one.
    for (words, told) in [
        ("part.obj bolt.obj --unit bolt.obj=m", "; if it is, --unit 'part.obj=m' confirms it\n"),
        ("part.obj bolt.obj --unit bolt.obj=cm --unit cm", "; if it is, --unit 'part.obj=cm' confirms it\n"),
    ] {
        let run = folder.check(words)?;
        assert!(run.err.contains(told), "{words}: {}", run.err);
    }
    // Alone there is nothing to compare it with: a note, until somebody says the unit.
    let run = folder.check("part.obj")?;
    let told = "note: part.obj: the file does not define a unit; read in metres, it is 2370.7 m across: --unit mm sets";
    assert!(run.err.contains(told), "{}", run.err);
    for words in ["part.obj --unit mm", "part.obj --unit m", "part.obj --quiet"] {
        assert!(!folder.check(words)?.err.contains("note"), "{words}");
    }
    folder.add("impinge.toml", "unit = 'mm'")?;
    let run = folder.check("part.obj house.glb --format json")?;
    assert!(!run.err.contains("does not define a unit"), "{}", run.err);
    let expected = serde_json::json!([
        {"file": "part.obj", "format": "OBJ", "metres_per_unit": 0.001, "has_unit": false, "up": null, "placed": null},
        {"file": "house.glb", "format": "glTF", "metres_per_unit": 1.0, "has_unit": true, "up": "y", "placed": null},
    ]);
    assert_eq!(run.json()?["read_as"], expected);
    Ok(())
}

/// Centimetres make a hundred and inches forty: too little for a screw in a house, if both say their unit.
#[test]
fn files_that_do_not_say_their_unit_are_held_against_each_other() -> Outcome {
    let cube = |size: f64| obj(&[("cube", [0.0; 3], [size; 3])]);
    let folder = Folder::with("m.obj", cube(0.1))?;
    for (name, size) in [("cm.obj", 10.0), ("inch.obj", 3.937), ("some.obj", 0.5)] {
        folder.add(name, cube(size))?;
    }
    folder.add("m.glb", glb(&[("cube", [0.0; 3], [0.1; 3])]))?;
    folder.add("house.glb", glb(&[("cube", [0.0; 3], [10.0; 3])]))?;
    for (words, told) in [
        (
            "cm.obj m.obj",
            "warning: cm.obj: size: 17.321 m across, 100 times as large as m.obj (0.173 m); if that is not intended, set its unit, as in --unit 'cm.obj=mm', or convert one of them",
        ),
        (
            "m.obj inch.obj",
            "warning: inch.obj: size: 6.819 m across, 39 times as large as m.obj (0.173 m); if that is not intended, set its unit, as in --unit 'inch.obj=mm', or convert one of them",
        ),
    ] {
        let run = folder.check(words)?;
        assert!(run.err.contains(told), "{words}: {}", run.err);
        assert_eq!(folder.check(&format!("{words} --strict"))?.code, 2, "{words}");
        // It is right, says who says the unit.
        assert!(!folder.check(&format!("{words} --unit m"))?.err.contains("size"), "{words}");
    }
    // Of parts of many sizes no two are far enough from each other; and nobody draws in more than metres.
    for words in ["m.obj some.obj inch.obj cm.obj", "house.glb m.glb", "house.glb m.obj --up y"] {
        assert_eq!(folder.check(words)?.err, "", "{words}");
    }
    Ok(())
}

/// Two offices with two origins: of one nothing can collide with anything of the other.
#[test]
fn files_far_from_each_other_are_told() -> Outcome {
    let cube = |least: f64, size: f64| obj(&[("cube", [least, 0.0, 0.0], [least + size, size, size])]);
    let folder = Folder::with("m.obj", cube(0.0, 0.2))?;
    for (name, least) in [("far.obj", 5000.0), ("farther.obj", 5000.5), ("near.obj", 1.5)] {
        folder.add(name, cube(least, 0.1))?;
    }
    let run = folder.check("m.obj near.obj far.obj")?;
    let told = "warning: far.obj: place: 4998 m away from m.obj, near.obj, 1.625 m across: they cannot collide; use one origin";
    assert!(run.code == 0 && run.err.contains(told), "{run:?}");
    let run = folder.check("far.obj m.obj farther.obj --strict")?;
    let told =
        "error: far.obj: place: 5000 m away from m.obj, 0.34641 m across, and so is farther.obj: they cannot";
    assert!(run.code == 2 && run.err.starts_with(told), "{run:?}");
    // What is not looked at is nowhere, and what is a few steps away is not far.
    for words in ["m.obj near.obj", "m.obj far.obj near.obj --ignore far.obj/*"] {
        assert_eq!(folder.check(words)?.err, "", "{words}");
    }
    Ok(())
}

#[test]
fn every_format_is_read() -> Outcome {
    let ply = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\n\
               property list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    let folder = Folder::with("part.ply", ply)?;
    folder
        .add("boxes.csv", "name,x,y,z,size_x,size_y,size_z,yaw_deg\na,0,0,0,4,2,1,90\nb,0,1.5,0,4,2,1,0\n")?;
    let run = folder.check("part.ply boxes.csv --format csv")?;
    assert_eq!(run.code, 1);
    // The turned box reaches to y = 2, and the other from 0.5: they share 1.5 along y, and 2 + 1 along x.
    assert!(run.out.contains(",a,b,boxes.csv/a,boxes.csv/b,1,2,overlap,,-1"), "{}", run.out);
    folder.add("cut.3mf", "PK\u{3}\u{4}")?;
    let run = folder.check("cut.3mf")?;
    assert_eq!(run.code, 2);
    assert!(run.err.contains("cut.3mf: archive: it cannot be opened"), "{}", run.err);
    Ok(())
}
