//! What is said of one file among several: its unit, the axis that is up, where it stands, the joints of a
//! robot.

use std::fs;
use std::path::Path;

use crate::fixtures::moving::Moving;
use crate::fixtures::sweeping::{Tried, intervals, run as sweep};
use crate::fixtures::{APART, Folder, NamedBox, Outcome, Run, glb, obj, stl};
use serde_json::{Value, json};

/// A plate of 1 m × 1 m × 10 mm in millimetres, and a bolt through it in metres.
fn plate() -> Tried<Folder> {
    let folder = Folder::with("plate.stl", stl(&[("plate", [0.0; 3], [1000.0, 1000.0, 10.0])]))?;
    folder.add("bolt.stl", stl(&[("bolt", [0.5, 0.5, -0.1], [0.625, 0.625, 0.1])]))?;
    Ok(folder)
}

/// Two copies of the arm of the guide.
fn arms() -> Tried<Folder> {
    let arm = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scenes/arm.urdf");
    let folder = Folder::with("left.urdf", fs::read(&arm)?)?;
    folder.add("right.urdf", fs::read(&arm)?)?;
    Ok(folder)
}

/// The box around the first object.
fn bounds(folder: &Folder, words: &str) -> Tried<Value> {
    let run = folder.check(&format!("{words} --format json"))?;
    assert!(run.code < 2, "{words}: {}", run.err);
    Ok(run.json()?["objects"][0]["bounds"].clone())
}

/// The paths of the pairs that are found.
fn pairs(folder: &Folder, words: &str) -> Tried<Vec<[String; 2]>> {
    let run = folder.check(&format!("{words} --format json"))?;
    assert!(run.code < 2, "{words}: {}", run.err);
    let report = run.json()?;
    let path = |object: &Value| object["path"].as_str().unwrap_or_default().to_owned();
    let pairs = report["pairs"].as_array().ok_or("no pairs")?;
    Ok(pairs.iter().map(|pair| [path(&pair["a"]), path(&pair["b"])]).collect())
}

#[test]
fn each_file_has_its_unit() -> Outcome {
    let folder = plate()?;
    let in_metres = json!({"min": [0.0, 0.0, 0.0], "max": [1.0, 1.0, 0.01]});
    for (settings, words) in [
        ("", "--unit plate.stl=mm"),
        ("", "--unit mm --unit bolt.stl=m"),
        ("", "--unit {plate,lid}.stl=mm"),
        ("[[file]]\nmatch = 'plate.stl'\nunit = 'mm'", ""),
        // What is said of one file counts before what is said of all; of both, the command line does.
        ("[[file]]\nmatch = 'plate.stl'\nunit = 'mm'", "--unit m"),
        (
            "unit = 'cm'\n[[file]]\nmatch = 'plate.stl'\nunit = 'mm'\n[[file]]\nmatch = 'bolt*'\nunit = 'm'",
            "",
        ),
        ("[[file]]\nmatch = 'plate.stl'\nunit = 'cm'", "--unit plate.stl=mm"),
        ("[[file]]\nmatch = 'pl*'\nunit = 'mm'\n[[file]]\nmatch = '*'\nunit = 'm'", ""),
    ] {
        folder.add("impinge.toml", settings)?;
        assert_eq!(bounds(&folder, &format!("plate.stl bolt.stl {words}"))?, in_metres, "{settings} {words}");
        assert_eq!(
            pairs(&folder, &format!("plate.stl bolt.stl {words}"))?,
            [["plate.stl/plate", "bolt.stl/bolt"].map(str::to_owned)],
            "{settings} {words}"
        );
    }
    // Who says the unit of the one is not asked for it, nor told that it is large.
    folder.add("impinge.toml", "")?;
    assert_eq!(folder.check("plate.stl bolt.stl --unit plate.stl=mm")?.err, "");
    let run = folder.check("plate.stl bolt.stl")?;
    let told = "if that is not intended, set its unit, as in --unit 'plate.stl=mm', or convert one of them; if it is, --unit 'bolt.stl=m' --unit 'plate.stl=m' confirms it\n";
    assert!(run.err.contains(told), "{}", run.err);
    Ok(())
}

/// Turned about x, then y, then z, then moved: in the axes of the whole scene, in metres, after the unit.
#[test]
fn files_stand_where_they_are_said_to() -> Outcome {
    let folder = Folder::with("a.stl", stl(&[("a", [0.0; 3], [2.0, 1.0, 3.0])]))?;
    for (words, min, max) in [
        ("--pose-of a.stl=10,-1,0.5", [10.0, -1.0, 0.5], [12.0, 0.0, 3.5]),
        // About z, x becomes y, and y −x.
        ("--pose-of a.stl=10,0,0,0,0,90", [9.0, 0.0, 0.0], [10.0, 2.0, 3.0]),
        // About x, (x, y, z) becomes (x, −z, y): 2 × 3 × 1, with y below 0; about z that is (−y, x): 3 × 2 ×
        // 1.
        ("--pose-of a.stl=0,0,0,90,0,90", [0.0; 3], [3.0, 2.0, 1.0]),
        // About y, (x, y, z) becomes (z, y, −x).
        ("--pose-of a.stl=0,0,0,0,90,0", [0.0, 0.0, -2.0], [3.0, 1.0, 0.0]),
        ("--unit mm --pose-of a.stl=10,0,0", [10.0, 0.0, 0.0], [10.002, 0.001, 0.003]),
    ] {
        assert_eq!(bounds(&folder, &format!("a.stl {words}"))?, json!({"min": min, "max": max}), "{words}");
    }
    folder.add(
        "impinge.toml",
        "[[file]]\nmatch = 'a.stl'\ntranslation = [10, 0, 0]\n[[file]]\nmatch = '*'\nrotation-deg = [0, 0, 90]\nunit = 'm'",
    )?;
    // Translation and rotation are one matter: the first that says either says both.
    assert_eq!(bounds(&folder, "a.stl")?, json!({"min": [10.0, 0.0, 0.0], "max": [12.0, 1.0, 3.0]}));
    assert_eq!(bounds(&folder, "a.stl --pose-of a.stl=0,0,1")?["min"], json!([0.0, 0.0, 1.0]));

    // Where files disagree, what has z up is turned first; so it is about y, the axis that is up then, that
    // this one turns.
    folder.add("impinge.toml", "")?;
    folder.add("tower.obj", obj(&[("tower", [0.0; 3], [1.0, 2.0, 30.0])]))?;
    folder.add("house.glb", glb(&APART[..1]))?;
    let words = "tower.obj house.glb --up z --pose-of tower.obj=0,5,0,0,90,0";
    // Turned up, it reaches to (1, 30, −2); turned about y, x becomes −z, and z x.
    assert_eq!(bounds(&folder, words)?, json!({"min": [-2.0, 5.0, -1.0], "max": [0.0, 35.0, 0.0]}));
    let run = folder.check(words)?;
    assert!(run.err.contains("x, z, -y; poses given for files use the rotated axes"), "{}", run.err);
    Ok(())
}

#[test]
fn each_file_has_its_axis() -> Outcome {
    let folder = Folder::with("house.glb", glb(&APART[..1]))?;
    folder.add("part.obj", obj(&APART))?;
    folder.add("other.glb", glb(&APART[1..]))?;
    let up = |words: &str| -> Tried<Vec<Value>> {
        let report = folder.check(&format!("house.glb part.obj other.glb --format json {words}"))?.json()?;
        Ok([0, 1, 2].map(|file| report["read_as"][file]["up"].clone()).to_vec())
    };
    let null = Value::Null;
    for (settings, words, expected) in [
        ("", "", [json!("y"), null.clone(), json!("y")]),
        ("", "--up part.obj=z", [json!("y"), json!("z"), json!("y")]),
        // Converters from other programs do not always keep to the format.
        ("", "--up house.glb=z", [json!("z"), null.clone(), json!("y")]),
        ("", "--gltf-up z --up house.glb=y", [json!("y"), null.clone(), json!("z")]),
        ("[[file]]\nmatch = '*.glb'\nup = 'z'", "--up other.glb=y", [json!("z"), null, json!("y")]),
    ] {
        folder.add("impinge.toml", settings)?;
        assert_eq!(up(words)?, expected, "{settings} {words}");
    }
    Ok(())
}

/// With the elbow at a right angle an arm reaches 0.52 m from its axis, at a height of 0.6 m; straight up it
/// is 0.14 m wide.
#[test]
fn two_arms_stand_and_bend_each_by_itself() -> Outcome {
    let folder = arms()?;
    let both = "left.urdf right.urdf";
    let bent = "--joint elbow=1.5707963";
    for (settings, words, do_meet) in [
        // Face to face, 0.9 m apart: both bent, they overlap by 0.14 m; one alone does not reach the other.
        ("", format!("--pose-of right.urdf=0.9,0,0,0,0,180 {bent}"), true),
        ("", format!("--pose-of right.urdf=2,0,0,0,0,180 {bent}"), false),
        ("", format!("--pose-of right.urdf=0.9,0,0,0,0,180 {bent} --joint right.urdf:elbow=0"), false),
        ("", "--pose-of right.urdf=0.9,0,0,0,0,180 --joint *.urdf:elbow=1.5707963".to_owned(), true),
        // Back to back they reach away from each other.
        ("", format!("--pose-of right.urdf=-0.9,0,0,0,0,180 {bent}"), false),
        // Half a metre apart, one reaches the other, which stands up.
        ("", "--pose-of right.urdf=0.5,0,0 --joint left.urdf:elbow=1.5707963".to_owned(), true),
        ("", "--pose-of right.urdf=0.5,0,0".to_owned(), false),
        (
            "[[file]]\nmatch = 'right.urdf'\ntranslation = [0.5, 0, 0]\n[[file]]\nmatch = 'left.urdf'\njoints = { elbow = 1.57 }",
            String::new(),
            true,
        ),
        (
            "[[file]]\nmatch = 'right.urdf'\ntranslation = [0.5, 0, 0]\n[[file]]\nmatch = 'left.urdf'\njoints = { elbow = 1.57 }",
            "--joint left.urdf:elbow=-1.57".to_owned(),
            false,
        ),
    ] {
        folder.add("impinge.toml", settings)?;
        let found = pairs(&folder, &format!("{both} {words}"))?;
        assert_eq!(!found.is_empty(), do_meet, "{settings} {words}: {found:?}");
        // Neighbours of one arm are not looked at, wherever it stands.
        for [a, b] in found {
            assert!(a.starts_with("left.urdf/") && b.starts_with("right.urdf/"), "{words}: {a}, {b}");
        }
        let counts = &folder.check(&format!("{both} --format json {words}"))?.json()?["counts"];
        assert!(counts["excluded_links"].as_u64() >= Some(8), "{words}: {counts}");
    }
    Ok(())
}

#[test]
fn what_moves_moves_where_it_stands() -> Outcome {
    // A cube of 1 m around its middle goes along x, a metre a second; the wall is 1 m thick.
    let cube =
        Moving::new().still("cube", [1.0; 3], [0.0; 3]).slide(0, &[0.0, 10.0], &[[0.0; 3], [10.0, 0.0, 0.0]]);
    let folder = Folder::with("cube.glb", cube.glb())?;
    let wall: [NamedBox; 1] = [("wall", [0.0; 3], [1.0; 3])];
    folder.add("wall.obj", obj(&wall))?;
    for (words, touches) in [
        // Its front is at 5 after 4.5 s, its back at 6 after 6.5 s.
        ("--pose-of wall.obj=5,0,0", Some([4.5, 6.5])),
        ("--pose-of wall.obj=5,2,0", None),
        // It goes along y from −2: its front is at 5 after 6.5 s, its back at 6 after 8.5 s.
        ("--pose-of wall.obj=0,5,0 --pose-of cube.glb=0,-2,0,0,0,90", Some([6.5, 8.5])),
        ("--pose-of wall.obj=5,0,0 --pose-of cube.glb=0,-2,0,0,0,90", None),
    ] {
        let run = sweep(&folder, &format!("cube.glb wall.obj --format json {words}"))?;
        assert!(run.code < 2, "{words}: {}", run.err);
        let report = run.json()?;
        let found = report["pairs"].as_array().and_then(|pairs| pairs.first()).map(intervals);
        let Some([from, to]) = touches else {
            assert_eq!(found, None, "{words}");
            continue;
        };
        let found = found.ok_or_else(|| format!("{words}: no contacts"))?;
        assert_eq!(found.len(), 1, "{words}");
        let ends = [found[0].free_until, found[0].free_from].map(Option::unwrap_or_default);
        assert!((ends[0] - from).abs() < 2e-3 && (ends[1] - to).abs() < 2e-3, "{words}: {ends:?}");
    }
    Ok(())
}

/// A block of 1 m that slides along x.
const SLIDER: &str = r#"<robot name="slider"><link name="rail"/>
  <link name="block"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="slide" type="prismatic"><parent link="rail"/><child link="block"/><axis xyz="1 0 0"/><limit lower="-30" upper="30"/></joint>
</robot>"#;

/// Two blocks that come towards each other from 20 m.
#[test]
fn each_robot_has_its_columns() -> Outcome {
    let folder = Folder::with("left.urdf", SLIDER)?;
    folder.add("right.urdf", SLIDER)?;
    let words = "left.urdf right.urdf --pose-of right.urdf=20,0,0,0,0,180 --trajectory";
    let rows = "0,0,0\n20,20,10\n";
    for columns in ["left.urdf:slide,right.urdf:slide", "slide,right.urdf:slide", "l*:slide,*right*:slide"] {
        folder.add("way.csv", format!("time,{columns}\n{rows}"))?;
        let run = sweep(&folder, &format!("{words} way.csv --format json"))?;
        assert_eq!(run.code, 1, "{columns}: {}", run.err);
        let found = intervals(&run.json()?["pairs"][0]);
        // Fronts are at t + 0.5 and 19.5 − t/2, backs at t − 0.5 and 20.5 − t/2.
        let ends = [found[0].free_until, found[0].free_from].map(Option::unwrap_or_default);
        assert!((ends[0] - 38.0 / 3.0).abs() < 4e-3 && (ends[1] - 14.0).abs() < 4e-3, "{columns}: {ends:?}");
    }
    for (columns, joint, is_ineffective) in [
        ("left.urdf:slide,right.urdf:slide", "slide", true),
        ("slide,right.urdf:slide", "left.urdf:slide", true),
        ("right.urdf:slide", "right.urdf:slide", true),
        ("right.urdf:slide", "left.urdf:slide", false),
        ("right.urdf:slide", "slide", false),
    ] {
        let rows = if columns.contains(',') { rows } else { "0,0\n20,10\n" };
        folder.add("way.csv", format!("time,{columns}\n{rows}"))?;
        let run = sweep(&folder, &format!("{words} way.csv --joint {joint}=1"))?;
        let told = format!(
            "warning: --joint {joint}: the trajectory moves this joint: it has no effect; remove it\n"
        );
        assert_eq!(run.err.contains(&told), is_ineffective, "{columns} {joint}: {}", run.err);
    }
    for (header, told) in [
        (
            "left.urdf:slid,slide",
            "way.csv: line 1: there is no joint `slid`; the robot has slide; rename the column",
        ),
        (
            "lef.urdf:slide,slide",
            "way.csv: line 1: no file matches `lef.urdf`, and there is no joint `lef.urdf:slide`; the robot has slide",
        ),
        (
            "left.urdf:slide,l*:slide",
            "way.csv: columns `left.urdf:slide` and `l*:slide` are both for joint slide of left.urdf; remove one",
        ),
        (
            "*.urdf:slide,slide",
            "way.csv: column `slide` applies to no robot, because each robot with this joint has a separate column",
        ),
    ] {
        folder.add("way.csv", format!("time,{header}\n{rows}"))?;
        let run = sweep(&folder, &format!("{words} way.csv"))?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{header}");
        assert!(run.err.contains(told), "{header}: {}", run.err);
    }
    Ok(())
}

#[test]
fn other_commands_go_by_it_too() -> Outcome {
    let folder = plate()?;
    let run = |command: &str, words: &str| Run::of(folder.command(command).args(words.split(' ')).output()?);
    let fit = |words: &str| -> Tried<Value> {
        let report = run("fit", &format!("plate.stl bolt.stl --format json {words}"))?.json()?;
        Ok(report["objects"][0].clone())
    };
    // In metres, a plate of 1 m × 1 m × 10 mm has 0.01 m³.
    let volume = fit("--unit plate.stl=mm")?["hull_volume"].as_f64().ok_or("no volume")?;
    assert!((volume - 0.01).abs() < 1e-12, "{volume}");
    let run = run("decompose", "bolt.stl --pose-of bolt.stl=100,0,0 --write parts.obj")?;
    assert_eq!((run.code, run.err.as_str()), (0, "written to parts.obj\n"));
    let written = fs::read_to_string(folder.path("parts.obj"))?;
    let mut corners = written.lines().filter(|line| line.starts_with("v ")).peekable();
    assert!(corners.peek().is_some() && corners.all(|line| line.starts_with("v 100.")), "{written}");

    let folder = arms()?;
    let srdf = |words: &str| Run::of(folder.command("srdf").args(words.split(' ')).output()?);
    let (all, one) = (srdf("left.urdf --joint elbow=2.8")?, srdf("left.urdf --joint left.urdf:elbow=2.8")?);
    assert_eq!(all, one);
    let refused = srdf("left.urdf --joint right.urdf:elbow=2.8")?;
    assert!(refused.code == 2 && refused.err.contains("no file matches `right.urdf`"), "{refused:?}");
    Ok(())
}

#[test]
fn it_is_told_in_reports_and_settings() -> Outcome {
    let folder = plate()?;
    let words =
        "plate.stl bolt.stl --unit plate.stl=mm --pose-of plate.stl=0,0,1,0,0,90 --verbose --format json";
    let run = folder.check(words)?;
    let told = "plate.stl: STL, 1 object, in units of 0.001 m (not defined in the file), unknown up axis, rotated by 0°, 0°, 90° and translated by 0, 0, 1 m\n";
    assert!(run.err.contains(told), "{}", run.err);
    let report = run.json()?;
    let placed = json!({"translation": [0.0, 0.0, 1.0], "rotation_deg": [0.0, 0.0, 90.0]});
    assert_eq!((&report["read_as"][0]["placed"], &report["read_as"][1]["placed"]), (&placed, &Value::Null));
    let schema = include_str!("../../../../docs/schemas/check-report.json");
    let schema = jsonschema::draft202012::new(&serde_json::from_str(schema)?)?;
    schema.validate(&report).map_err(|error| error.to_string())?;

    let shown = folder.check(&format!("{words} --show-settings"))?.out;
    let entry = "[[file]]\nmatch = \"plate.stl\"\nunit = \"mm\"\ntranslation = [0.0, 0.0, 1.0]\nrotation-deg = [0.0, 0.0, 90.0]\n";
    let in_one_line = shown.replace(",\n]", "]").replace("[\n    ", "[").replace(",\n    ", ", ");
    assert!(in_one_line.contains(entry), "{shown}");
    // What is shown can be given back.
    folder.add("impinge.toml", shown)?;
    let again = folder.check("plate.stl bolt.stl --format json")?.json()?;
    assert_eq!(again["objects"], report["objects"]);

    let folder = arms()?;
    let shown = folder.check("left.urdf right.urdf --joint left.urdf:elbow=1 --show-settings")?.out;
    assert!(shown.contains("match = \"left.urdf\"\n") && shown.contains("elbow = 1.0"), "{shown}");
    folder.add("impinge.toml", shown)?;
    let bent = folder.check("left.urdf right.urdf --format json")?.json()?;
    let with_words =
        folder.check("left.urdf right.urdf --no-config --joint left.urdf:elbow=1 --format json")?;
    assert_eq!(bent["objects"], with_words.json()?["objects"]);
    Ok(())
}

/// The file of settings means the same wherever the program is started.
#[test]
fn paths_begin_at_the_file_of_settings() -> Outcome {
    let folder = Folder::new()?;
    for below in ["old", "new"] {
        fs::create_dir_all(folder.path(&format!("plant/{below}")))?;
        folder.add(&format!("plant/{below}/part.obj"), obj(&APART[..1]))?;
    }
    folder.add("plant/impinge.toml", "[[file]]\nmatch = 'new/*'\ntranslation = [5, 0, 0]\nunit = 'm'")?;
    for (from, words) in
        [("", "plant/new/part.obj plant/old/part.obj"), ("plant/new", "part.obj ../old/part.obj")]
    {
        let mut command = folder.command("check");
        command.current_dir(folder.path(from)).args(words.split(' ')).args(["--format", "json"]);
        let run = Run::of(command.output()?)?;
        let report = run.json()?;
        let left = |object: usize| report["objects"][object]["bounds"]["min"][0].clone();
        assert_eq!([left(0), left(1)], [json!(5.0), json!(0.0)], "{from}: {}", run.err);
    }
    // What the command line says by a path is shown as it has to be said there.
    for (options, pattern) in [("--no-config", "new/part.obj"), ("--config ../impinge.toml", "new/part.obj")]
    {
        let words =
            format!("../new/part.obj part.obj {options} --pose-of ../new/part.obj=7,0,0 --show-settings");
        let mut command = folder.command("check");
        command.current_dir(folder.path("plant/old")).args(words.split(' '));
        let shown = Run::of(command.output()?)?.out;
        assert!(shown.contains(&format!("match = \"{pattern}\"\ntranslation = [7.0, 0.0, 0.0]")), "{shown}");
    }
    Ok(())
}

#[test]
fn what_is_wrong_is_refused() -> Outcome {
    let folder = plate()?;
    let arms = arms()?;
    for (folder, words, told) in [
        (
            &folder,
            "plate.stl bolt.stl --unit plat.stl=mm",
            "error: --unit 'plat.stl': it matches no file; there are plate.stl, bolt.stl; correct it\n",
        ),
        (
            &folder,
            "plate.stl --unit plat.stl=mm",
            "error: --unit 'plat.stl': it matches no file; there is plate.stl; correct it\n",
        ),
        (
            &folder,
            "plate.stl bolt.stl --pose-of Plate.stl=1,0,0",
            "error: --pose-of 'Plate.stl': it matches no file",
        ),
        (&folder, "plate.stl --up a[=z", "error: --up: `a[` is not a pattern: "),
        (
            &folder,
            "plate.stl bolt.stl --unit mm --unit m",
            "error: --unit: it is given twice for all files; remove one, or name its file, as in --unit left.stl=mm\n",
        ),
        (
            &folder,
            "plate.stl bolt.stl --unit *.stl=mm --unit bolt.stl=m",
            "error: bolt.stl: its unit is given twice, for '*.stl' and 'bolt.stl'; remove one\n",
        ),
        (
            &folder,
            "plate.stl --pose-of plate.stl=1,0,0 --pose-of plate.stl=2,0,0",
            "error: plate.stl: its pose is given twice",
        ),
        (
            &folder,
            "plate.stl --unit plate.stl=yard",
            "error: invalid value 'yard' for '--unit <[FILE=]UNIT>'",
        ),
        (&folder, "plate.stl --pose-of plate.stl", "give a file, `=`, and its pose, as in left.stl=1.2,0,0"),
        (&folder, "plate.stl --pose-of plate.stl=1,2", "2 given of three or six numbers, as in left.stl="),
        (
            &folder,
            "plate.stl --pose-of plate.stl=1,2,x",
            "`x` is not a number; give a number without a unit, as in left",
        ),
        (&folder, "plate.stl --pose-of plate.stl=1,2,inf", "it must be finite"),
        (
            &folder,
            "plate.stl bolt.stl --joint plate.stl:elbow=1",
            "error: --joint: `plate.stl` matches no robot, but joint `elbow` needs one; correct --joint\n",
        ),
        (
            &arms,
            "left.urdf right.urdf --joint left.urdf:elbwo=1",
            "error: left.urdf: there is no joint `elbwo`; the robot has waist, shoulder, elbow, wrist, grip; correct --joint\n",
        ),
        (
            &arms,
            "left.urdf right.urdf --joint lef.urdf:elbow=1",
            "grip; no file matches `lef.urdf`; correct --joint\n",
        ),
        (
            &arms,
            "left.urdf right.urdf --joint left.urdf:elbow=1 --joint *:elbow=2",
            "error: left.urdf: its joint elbow is given twice, for 'left.urdf' and '*'; remove one\n",
        ),
    ] {
        let run = folder.check(words)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}");
        assert!(run.err.contains(told), "{words}: {}", run.err);
    }
    for (settings, told) in [
        ("[[file]]\nunit = 'mm'", "missing field `match`"),
        ("[file]\nmatch = 'a'", "line 1: `[file]`: it is a list, so each entry begins with `[[file]]`"),
        (
            "[[file]]\nmatch = 'a'\nunits = 'mm'",
            "line 3: [[file]] number 1: `units` is unknown; did you mean `unit`?",
        ),
        (
            "[[file]]\nmatch = 'a['\nunit = 'mm'",
            "impinge.toml: line 2: [[file]] number 1: match: `a[` is not a pattern",
        ),
        ("[[file]]\nmatch = 'a'\ntranslation = [1, 2]", "expected three numbers, as in [1.2, 0.0, 0.0]"),
        (
            "[[file]]\nmatch = 'a'\ntranslation = [1, 2, 3, 0, 0, 90]",
            "expected three numbers, as in [1.2, 0.0, 0.0]",
        ),
        ("[[rule]]\nbetween = ['a', 'b', 'c']\ncheck = false", "expected two sets or patterns"),
        (
            "[[file]]\nmatch = 'a'\ntranslation = [1, 2, nan]",
            "[[file]] number 1: translation: NaN is not finite",
        ),
        ("[[file]]\nmatch = 'a'\nrotation-deg = [1, 2, 'x']", "expected a number without a unit"),
        (
            "[[file]]\nmatch = 'a'\njoints = { elbow = inf }",
            "[[file]] number 1: joints: elbow: inf is not finite",
        ),
        ("[[file]]\nmatch = 'a'\njoints = 3", "expected names with numbers, as in { elbow = 1.2 }"),
        (
            "[[file]]\nmatch = '*.urdf'\njoints = { elbow = 1, elbwo = 1 }",
            "error: left.urdf: there is no joint `elbwo`; the robot has waist, shoulder, elbow, wrist, grip; correct `joints` of [[file]] \
             number 1 in impinge.toml\n",
        ),
    ] {
        arms.add("impinge.toml", settings)?;
        let run = arms.check("left.urdf right.urdf")?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{settings}");
        assert!(run.err.contains(told), "{settings}: {}", run.err);
    }
    folder.add("impinge.toml", "[[file]]\nmatch = 'plate.stl'\njoints = { elbow = 1 }")?;
    let run = folder.check("plate.stl bolt.stl")?;
    let told =
        "error: impinge.toml: `plate.stl` matches no robot, but joint `elbow` needs one; correct `joints`";
    assert!(run.code == 2 && run.err.starts_with(told), "{run:?}");
    Ok(())
}

#[test]
fn what_has_no_effect_is_told() -> Outcome {
    let folder = plate()?;
    folder.add("house.glb", glb(&APART))?;
    let arms = arms()?;
    let all = "plate.stl bolt.stl house.glb";
    let robots = "left.urdf right.urdf --pose-of right.urdf=1,0,0";
    for (folder, settings, words, told) in [
        (
            &folder,
            "",
            format!("{all} --unit plate.stl=mm --unit house.glb=mm"),
            "warning: --unit 'house.glb': all files that it matches define their unit themselves: it has no effect; remove it\n",
        ),
        (
            &folder,
            "",
            format!("{all} --unit plate.stl=mm --unit bolt.stl=m --unit cm"),
            "warning: --unit: all files define their unit themselves, or have it set one by one: it has no effect; remove it\n",
        ),
        (
            &folder,
            "",
            format!("{all} --unit plate.stl=mm --gltf-up z --up house.glb=y"),
            "warning: --gltf-up: all glTF files have it set one by one: it has no effect; remove it\n",
        ),
        (
            &folder,
            "[[file]]\nmatch = 'plat.stl'\nunit = 'mm'",
            format!("{all} --unit plate.stl=mm"),
            "warning: impinge.toml: line 1: [[file]] number 1 (plat.stl): matches no file; there are plate.stl, bolt.stl, house.glb; correct",
        ),
        (
            &folder,
            "[[file]]\nmatch = 'plate.stl'",
            format!("{all} --unit plate.stl=mm"),
            "warning: impinge.toml: line 1: [[file]] number 1 (plate.stl): it sets nothing for its files; add unit, up",
        ),
        (
            &folder,
            "[[file]]\nmatch = '*.stl'\nunit = 'mm'\n[[file]]\nmatch = 'bolt.stl'\nunit = 'm'\ntranslation = [0, 0, 1]",
            all.to_owned(),
            "warning: impinge.toml: line 4: [[file]] number 2 (bolt.stl): unit: earlier entries set it for all of its files, such as number 1; move it before",
        ),
        (
            &folder,
            "",
            format!("{all} --unit plate.stl=mm --pose-of house.glb=0,0,0,0,0,0"),
            "warning: --pose-of 'house.glb': all values are 0: coordinates of the files stay unchanged; correct the values, or remove them\n",
        ),
        (
            &folder,
            "[[file]]\nmatch = 'house.glb'\nunit = 'mm'",
            format!("{all} --unit plate.stl=mm"),
            "warning: impinge.toml: line 1: [[file]] number 1 (house.glb): unit: all files that it matches define their unit themselves",
        ),
        (
            &arms,
            "",
            format!("{robots} --up left.urdf=y"),
            "warning: --up 'left.urdf': all files that it matches define their up axis themselves",
        ),
        (
            &arms,
            "",
            format!("{robots} --unit left.urdf=mm"),
            "it has no effect; remove it; for meshes of a robot, use `scale` in its file\n",
        ),
        (
            &arms,
            "",
            format!("{robots} --joint *.urdf:elbow=1 --joint elbow=2"),
            "warning: --joint elbow: all robots with this joint have it set one by one: it has no effect; remove it\n",
        ),
    ] {
        folder.add("impinge.toml", settings)?;
        let run = folder.check(&words)?;
        assert!(run.err.contains(told), "{settings} {words}: {}", run.err);
        let strict = folder.check(&format!("{words} --strict"))?;
        assert_eq!((strict.code, strict.out.as_str()), (2, ""), "{settings} {words}");
    }
    // What the command line says instead is no slip.
    folder.add("impinge.toml", "[[file]]\nmatch = 'plate.stl'\nunit = 'cm'\ntranslation = [9, 9, 9]")?;
    let run = folder.check("plate.stl bolt.stl --unit plate.stl=mm --pose-of plate.stl=0,0,0")?;
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    Ok(())
}
