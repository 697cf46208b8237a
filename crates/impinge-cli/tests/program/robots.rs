//! Robots: poses, neighbours, SRDF files.

use std::path::{Path, PathBuf};

use crate::fixtures;
use crate::fixtures::{Folder, Outcome, Run, golden, program};
use crate::srdf::srdf;
use serde_json::Value;

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

/// A post, and two arms one after the other that fold in the plane. Neighbours overlap at their joints; the
/// second arm meets the post if it folds back far enough.
const FOLDING: &str = r#"<robot name="folding">
  <link name="post"><collision><geometry><box size="0.2 0.2 1"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="0.5 0 0"/><geometry><box size="1.1 0.1 0.1"/></geometry></collision></link>
  <link name="flange"/>
  <link name="hand"><collision name="palm"><origin xyz="0.5 0 0"/><geometry><box size="0.9 0.1 0.1"/></geometry></collision></link>
  <link name="lamp"><collision><origin xyz="0 0 0.6"/><geometry><sphere radius="0.05"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="post"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint>
  <joint name="elbow" type="revolute"><origin xyz="1 0 0"/><parent link="arm"/><child link="flange"/><axis xyz="0 0 1"/>
    <limit lower="-3.2" upper="3.2"/></joint>
  <joint name="mount" type="fixed"><parent link="flange"/><child link="hand"/></joint>
  <joint name="wire" type="fixed"><parent link="post"/><child link="lamp"/></joint>
</robot>"#;

pub(crate) fn folder() -> Tried<Folder> {
    Folder::with("folding.urdf", FOLDING)
}

/// The pairs that a check of the robot finds, by the names of the objects.
fn found(folder: &Folder, words: &str) -> Tried<(Vec<String>, Value)> {
    let report = folder.check(&format!("folding.urdf --format json {words}"))?.json()?;
    let name = |object: &Value| object["name"].as_str().unwrap_or_default().to_owned();
    let pairs = report["pairs"].as_array().ok_or("no pairs")?;
    Ok((pairs.iter().map(|pair| format!("{}-{}", name(&pair["a"]), name(&pair["b"]))).collect(), report))
}

#[test]
fn poses_and_neighbours() -> Outcome {
    let folder = folder()?;
    folder.add("folded.json", r#"{"elbow": 3.1415926535, "shoulder": 0.5}"#)?;
    folder.add("folded.csv", "joint,value\nshoulder,0.5\nelbow,3.1415926535\n")?;
    // As PowerShell and spreadsheets write them.
    folder.add("marked.json", "\u{feff}{\"elbow\": 3.1415926535, \"shoulder\": 0.5}")?;
    folder.add("parted.csv", "\u{feff}sep=;\r\njoint;value\r\nshoulder;0.5\r\nelbow;3.1415926535\r\n")?;
    let none: [&str; 0] = [];
    let folded = ["post-hand"];
    let all = ["post-arm", "post-hand", "arm-hand"];
    for (words, mut expected, exempt) in [
        ("", none.to_vec(), 2),
        ("--joint elbow=3.1415926535", folded.to_vec(), 2),
        ("--joints folded.json", folded.to_vec(), 2),
        ("--joints folded.csv", folded.to_vec(), 2),
        ("--joints marked.json", folded.to_vec(), 2),
        ("--joints parted.csv", folded.to_vec(), 2),
        ("--joints folded.csv --joint elbow=0", none.to_vec(), 2),
        ("--joints folded.csv --adjacent report", all.to_vec(), 0),
        ("--joints folded.csv --parts", vec!["post-hand/palm"], 2),
    ] {
        let (mut pairs, report) = found(&folder, words)?;
        pairs.sort();
        expected.sort();
        assert_eq!(pairs, expected, "{words}");
        assert_eq!(report["counts"]["excluded_links"].as_u64().unwrap_or(0), exempt, "{words}");
    }
    let run = folder.check("folding.urdf --joint elbow=4")?;
    assert_eq!(run.code, 0);
    assert!(run.err.contains("joint elbow is at 4, outside its limits -3.2 to 3.2"), "{}", run.err);
    assert!(
        run.out.contains(
            "2 pairs of adjacent or disabled links near each other not tested (--adjacent, --srdf)"
        ),
        "{}",
        run.out
    );
    Ok(())
}

/// Neighbours are those of one robot: two of them at one place are there twice.
#[test]
fn several_robots_and_other_commands() -> Outcome {
    let folder = folder()?;
    folder.add("second.urdf", FOLDING)?;
    let report = folder.check("folding.urdf second.urdf --format json")?.json()?;
    assert_eq!(
        (&report["counts"]["duplicate"], &report["counts"]["excluded_links"]),
        (&Value::from(4), &Value::from(4))
    );
    // Joints are those of both, and z is up in both: nothing is turned.
    let bent = folder.check("folding.urdf second.urdf --joint elbow=1 --format json")?.json()?;
    assert_eq!((&bent["counts"]["duplicate"], &bent["warnings"]), (&Value::from(4), &serde_json::json!([])));

    let run = Run::of(folder.command("fit").arg("folding.urdf").output()?)?;
    assert!(run.code == 0 && run.out.contains("\nhand "), "{run:?}");
    let run = Run::of(folder.command("fit").args(["folding.urdf", "--parts"]).output()?)?;
    assert!(run.code == 0 && run.out.contains("hand/palm"), "{run:?}");
    // From standard input as well.
    let mut command = folder.command("check");
    command.args(["-", "--stdin-format", "urdf", "--joint", "elbow=3.1415926535"]);
    let input = std::fs::File::open(folder.path("folding.urdf"))?;
    let run = Run::of(command.stdin(input).output()?)?;
    assert!(run.code == 1 && run.out.contains("\npost  hand "), "{run:?}");
    Ok(())
}

/// A mesh file of several objects is one link, in the words of every option; with `--parts` its objects have
/// their own names.
#[test]
fn a_link_is_one_object_unless_parts_are_asked_for() -> Outcome {
    let cube = |name: &str, x: f64, first: u32| {
        let corner = |i: u32| format!("v {} {} {}\n", x + f64::from(i & 1), i >> 1 & 1, i >> 2 & 1);
        let face =
            |[a, b, c, d]: [u32; 4]| format!("f {} {} {} {}\n", first + a, first + b, first + c, first + d);
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        format!("o {name}\n{}{}", (0..8).map(corner).collect::<String>(), quads.map(face).concat())
    };
    let text = "<robot name='r'><link name='a'><collision name='c0'><geometry><box size='4 1 1'/></geometry></collision></link>
        <link name='m'><collision><origin xyz='0 0 9'/><geometry><box size='.1 .1 .1'/></geometry></collision></link>
        <link name='b'><collision><geometry><mesh filename='two.obj'/></geometry></collision></link>
        <joint name='j' type='fixed'><parent link='a'/><child link='m'/></joint>
        <joint name='k' type='prismatic'><parent link='m'/><child link='b'/><axis xyz='0 1 0'/><limit lower='0' upper='9'/></joint></robot>";
    let folder = Folder::with("r.urdf", text)?;
    folder.add("two.obj", cube("left", -1.5, 1) + &cube("right", 0.5, 9))?;
    folder
        .add("r.srdf", "<robot name='r'><disable_collisions link1='a' link2='b' reason='User'/></robot>")?;
    folder.add("moving.csv", "time,k\n0,5\n1,0\n")?;
    let pairs = |command: &str, words: &str| -> Tried<Vec<String>> {
        let words = ["r.urdf --format json ", words].concat();
        let run = Run::of(folder.command(command).args(words.split_whitespace()).output()?)?;
        let report = run.json()?;
        let name = |object: &Value| object["name"].as_str().unwrap_or_default().to_owned();
        let pairs = report["pairs"].as_array().ok_or("no pairs")?;
        let mut names: Vec<_> =
            pairs.iter().map(|pair| format!("{}-{}", name(&pair["a"]), name(&pair["b"]))).collect();
        names.sort();
        Ok(names)
    };
    assert_eq!(pairs("check", "")?, ["a-b"]);
    assert_eq!(pairs("check", "--parts")?, ["a/c0-b/left", "a/c0-b/right"]);
    for words in
        ["--srdf r.srdf", "--srdf r.srdf --parts", "--ignore b", "--ignore b/* --parts", "--joint k=3"]
    {
        assert_eq!(folder.check(&format!("r.urdf {words}"))?.code, 0, "{words}");
    }
    assert_eq!(pairs("check", "--between a b")?, ["a-b"]);
    assert_eq!(pairs("check", "--between a/* b/* --parts")?.len(), 2);
    assert_eq!(pairs("sweep", "--trajectory moving.csv")?, ["a-b"]);
    assert_eq!(pairs("sweep", "--trajectory moving.csv --parts")?.len(), 2);
    // Pairs of a baseline are found again by their names.
    let run = folder.check("r.urdf --format json -o before.json")?;
    assert_eq!(run.code, 1);
    let run = folder.check("r.urdf --baseline before.json")?;
    assert!(run.out.contains("0 new, 1 persisting, 0 resolved"), "{run:?}");
    let run = srdf(&folder, "r.urdf --samples 5 --parts")?;
    assert!(
        run.err.contains("warning: --parts: SRDF contains pairs of links, not of parts: it has no effect"),
        "{run:?}"
    );
    assert_eq!(run.out.lines().filter(|line| line.starts_with("a ")).count(), 2, "{run:?}");
    let run = folder.check("two.obj --parts --strict")?;
    assert!(run.code == 2 && run.err.contains("--parts: applies to robots"), "{run:?}");
    Ok(())
}

/// Which of two values was meant, nobody can tell.
#[test]
fn a_joint_is_given_once() -> Outcome {
    let folder = folder()?;
    folder.add("twice.json", r#"{"elbow": 1, "shoulder": 0.5, "elbow": 2}"#)?;
    folder.add("twice.csv", "joint,value\nelbow,1\nelbow,1\n")?;
    folder.add("once.json", r#"{"elbow": 1}"#)?;
    for (words, file) in [
        ("--joint elbow=1 --joint elbow=2", "--joint"),
        ("--joints twice.json", "twice.json"),
        ("--joints twice.csv", "twice.csv"),
    ] {
        let run = folder.check(&format!("folding.urdf {words}"))?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}");
        assert!(run.err.starts_with(&format!("error: {file}: ")), "{words}: {}", run.err);
        assert!(run.err.contains("joint elbow is given twice"), "{words}: {}", run.err);
    }
    // The command line may take the place of the file.
    assert_eq!(folder.check("folding.urdf --joints once.json --joint elbow=0")?.code, 0);
    Ok(())
}

/// Of a robot that is all neighbours, no pair is looked at.
#[test]
fn neighbours_alone_are_nothing_to_check() -> Outcome {
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><collision><geometry><sphere radius=\"1\"/></geometry></collision></link>"
        )
    };
    let joint = "<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/><child link=\"b\"/></joint>";
    let folder =
        Folder::with("two.urdf", format!("<robot name=\"two\">{}{}{joint}</robot>", link("a"), link("b")))?;
    let run = folder.check("two.urdf --strict")?;
    assert_eq!(run.code, 2);
    let told = "nothing was checked: no pair of 2 objects is left: 1 pair of adjacent links, which `--adjacent report` checks";
    assert!(run.err.contains(told), "{run:?}");
    assert_eq!(folder.check("two.urdf --strict --adjacent report")?.code, 1);
    // Of what was given every option is named with its pairs, and no other.
    folder.add(
        "two.srdf",
        "<robot name='two'><disable_collisions link1='a' link2='b' reason='User'/></robot>",
    )?;
    folder.add("box.csv", "name,x,y,z,size_x,size_y,size_z\nfloor,0,0,0,9,9,1\n")?;
    for (words, told) in [
        (
            "two.urdf --adjacent report --srdf two.srdf",
            "no pair of 2 objects is left: 1 pair disabled by --srdf\n",
        ),
        (
            "two.urdf box.csv --between floor floor",
            "no pair of 3 objects is left: 1 pair of adjacent links, which `--adjacent report` checks, 2 pairs excluded by --between\n",
        ),
    ] {
        let run = folder.check(words)?;
        assert!(run.code == 0 && run.err.contains(told), "{words}: {run:?}");
    }
    Ok(())
}

/// Two arms on a torso without shapes go their own ways: they are checked, unless they touch at rest, as
/// parts of one wrist do.
#[test]
fn arms_on_a_torso_without_shapes_are_checked() -> Outcome {
    let robot = |reach: f64| {
        let link = |name: &str| {
            format!(
                "<link name='{name}'><collision><origin xyz='.5 0 0'/><geometry><box size='1 .1 .1'/></geometry></collision></link>"
            )
        };
        let joint = |name: &str, child: &str, y: f64| {
            format!(
                "<joint name='{name}' type='revolute'><parent link='torso'/><child link='{child}'/><origin xyz='0 {y} 0'/>\
                 <axis xyz='0 0 1'/><limit lower='-3' upper='3'/></joint>"
            )
        };
        let links = [link("left"), link("right")].concat();
        let joints = [joint("l", "left", reach), joint("r", "right", -reach)].concat();
        format!("<robot name='dual'><link name='torso'/>{links}{joints}</robot>")
    };
    let folder = Folder::with("apart.urdf", robot(0.3))?;
    folder.add("wrist.urdf", robot(0.05))?;
    folder.add("moving.csv", "time,l,r\n0,0,0\n1,-0.6,0.6\n")?;
    let crossing = "--joint l=-0.6 --joint r=0.6";
    let run = folder.check(&format!("apart.urdf {crossing}"))?;
    assert!(run.code == 1 && run.err.is_empty() && run.out.contains("left  right  overlap"), "{run:?}");
    assert_eq!(folder.check("apart.urdf")?.code, 0);
    let sweep = folder.command("sweep").args(["apart.urdf", "--trajectory", "moving.csv"]).output()?;
    assert_eq!(Run::of(sweep)?.code, 1);
    let sampled = srdf(&folder, "apart.urdf --samples 200")?;
    assert!(sampled.out.contains("left  right  to be checked"), "{sampled:?}");
    // At rest their sides touch.
    let run = folder.check(&format!("wrist.urdf {crossing}"))?;
    assert!(run.code == 0 && run.err.contains("1 pair of adjacent links"), "{run:?}");
    assert_eq!(folder.check(&format!("wrist.urdf {crossing} --adjacent report"))?.code, 1);
    assert!(srdf(&folder, "wrist.urdf --samples 200")?.out.contains("left  right  Adjacent"));
    Ok(())
}

/// A point in a block and a segment at its face have exact answers like any other shape, and a visual that is
/// not used stops nothing.
#[test]
fn sizes_of_zero_are_checked() -> Outcome {
    let link = |name: &str, at: &str, shape: &str| {
        format!(
            "<link name='{name}'><collision><origin xyz='{at}'/><geometry>{shape}</geometry></collision>\
             <visual><geometry><box size='-1 1 1'/></geometry></visual></link>\n"
        )
    };
    let joint = |parent: &str, child: &str| {
        format!("<joint name='{child}' type='fixed'><parent link='{parent}'/><child link='{child}'/></joint>")
    };
    let text = [
        "<robot name='r'>\n",
        &link("block", "0 0 0", "<box size='2 2 2'/>"),
        &link("far", "0 0 50", "<box size='1 1 1'/>"),
        &link("point", "0 0 0", "<sphere radius='0'/>"),
        &link("segment", "1 0 0.3", "<cylinder radius='0' length='4'/>"),
        &joint("block", "far"),
        &joint("far", "point"),
        &joint("far", "segment"),
        "</robot>",
    ];
    let folder = Folder::with("zero.urdf", text.concat())?;
    let run = folder.check("zero.urdf --clearance 1.5 --format csv")?;
    let kinds: Vec<Vec<&str>> = run.out.lines().skip(1).map(|line| line.split(',').collect()).collect();
    assert_eq!(run.code, 1, "{run:?}");
    let has = |a: &str, b: &str, kind: &str| {
        kinds.iter().any(|row| row.contains(&a) && row.contains(&b) && row.contains(&kind))
    };
    assert!(has("block", "point", "contained") && has("block", "segment", "touching"), "{}", run.out);
    assert!(has("point", "segment", "clearance") && kinds.len() == 3, "{}", run.out);
    let said = "line 4: link point: sphere: its radius is 0, so it is a point";
    assert!(
        run.err.contains(said) && run.err.contains("this visual shape of link block is left out"),
        "{run:?}"
    );
    let srdf = srdf(&folder, "zero.urdf --samples 10")?;
    assert!(srdf.code == 0 && srdf.out.contains("Always"), "{srdf:?}");
    assert_eq!(folder.check("zero.urdf --geometry both")?.code, 2);
    Ok(())
}

#[test]
fn disabled_pairs() -> Outcome {
    let folder = folder()?;
    let entry =
        |a: &str, b: &str| format!("<disable_collisions link1=\"{a}\" link2=\"{b}\" reason=\"User\"/>\n");
    folder.add(
        "some.srdf",
        format!("<robot name=\"folding\">\n{}{}</robot>", entry("hand", "post"), entry("arm", "gone")),
    )?;
    let (pairs, report) = found(&folder, "--joint elbow=3.1415926535 --srdf some.srdf")?;
    assert_eq!((pairs.len(), &report["counts"]["excluded_links"]), (0, &Value::from(3)));
    let said = &report["warnings"][0];
    assert_eq!((&said["file"], &said["place"]), (&Value::from("some.srdf"), &Value::from("line 3")));
    assert!(said["message"].as_str().is_some_and(|text| text.contains("no link `gone`")), "{said}");
    Ok(())
}

/// Two robots in one SRDF file are for neither; and of forty lines about links of another one warning is
/// enough.
#[test]
fn an_srdf_file_of_another_robot_is_told() -> Outcome {
    let folder = folder()?;
    let entry =
        |link: usize| format!("<disable_collisions link1=\"link{link}\" link2=\"tool\" reason=\"Never\"/>\n");
    let entries: String = (0..40).map(entry).collect();
    folder.add("other.srdf", format!("<robot name=\"other\">\n{entries}</robot>"))?;
    let told = "other.srdf: links: it belongs to another robot, `other`: none of its links (41) is in folding.urdf; give";
    let run = folder.check("folding.urdf --srdf other.srdf")?;
    assert_eq!((run.code, run.err.lines().count()), (0, 1), "{run:?}");
    assert!(run.err.starts_with(&format!("warning: {told}")), "{run:?}");
    let run = srdf(&folder, "folding.urdf --samples 10 --srdf other.srdf -o mixed.srdf")?;
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(run.err.starts_with(&format!("error: {told}")) && !folder.path("mixed.srdf").exists(), "{run:?}");
    // It is for the one of two robots that it fits best, though links are missing there as well.
    let second = FOLDING.replace("\"lamp\"", "\"link0\"");
    folder.add("second.urdf", second)?;
    let run = folder.check("folding.urdf second.urdf --srdf other.srdf")?;
    assert!(
        run.err.contains("there is no link `tool` in second.urdf") && !run.err.contains("another"),
        "{run:?}"
    );
    Ok(())
}

#[test]
fn wrong_robots_and_poses() -> Outcome {
    let folder = folder()?;
    folder.add("mesh.urdf", "<robot name='r'><link name='a'><collision><geometry><mesh filename='package://gone/a.stl'/></geometry></collision></link></robot>")?;
    folder.add("loop.urdf", FOLDING.replace(r#"<child link="arm"/>"#, r#"<child link="post"/>"#))?;
    folder.add("empty.urdf", "")?;
    folder.add("frames.urdf", "<robot name='r'><link name='a'/></robot>")?;
    folder.add("bad.csv", "joint,value\nelbow,one\n")?;
    folder.add("bad.json", r#"{"elbow": "one"}"#)?;
    folder.add("list.json", "[1, 2]")?;
    folder.add("lines.jsonl", "{\"elbow\": 1}\n{\"elbow\": 2}\n")?;
    folder.add("columns.csv", "joint,joint,value\nelbow,elbow,1\n")?;
    folder.add("bad.srdf", "<robot>")?;
    for (words, part) in [
        ("mesh.urdf", "mesh.urdf: line 1: link a: the mesh `package://gone/a.stl` was not found in"),
        ("mesh.urdf", "give its folder (--package gone=FOLDER)"),
        ("loop.urdf", "loop.urdf: line"),
        ("empty.urdf", "is empty"),
        ("frames.urdf", "nothing to check"),
        ("folding.urdf --joint elbov=1", "there is no joint `elbov`; the robot has shoulder, elbow"),
        ("folding.urdf --joint mount=1", "joint mount does not move"),
        ("folding.urdf --joints bad.csv", "bad.csv: the joint values cannot be used: line 2: `one`"),
        ("folding.urdf --joints bad.json", "the value of `elbow` is not a number"),
        (
            "folding.urdf --joints list.json",
            "invalid type: sequence, expected an object with a number for each joint",
        ),
        (
            "folding.urdf --joints lines.jsonl",
            "lines.jsonl: the joint values cannot be used: line 2: several JSON values instead of one; give it as",
        ),
        ("folding.urdf --joints columns.csv", "line 1: there are two columns `joint`; remove one\n"),
        ("folding.urdf --joints gone.csv", "gone.csv: the joint values cannot be used"),
        ("folding.urdf --joints gone.csv", "; check the path and the permissions\n"),
        ("folding.urdf --srdf bad.srdf", "bad.srdf: line 1"),
    ] {
        let run = folder.check(words)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}");
        assert!(run.err.contains(part), "{words}: {}", run.err);
    }
    for words in ["--joint elbow", "--joint elbow=x", "--package gone", "--adjacent perhaps"] {
        assert_eq!(folder.check(&format!("folding.urdf {words}"))?.code, 2, "{words}");
    }
    let seed = srdf(&folder, "folding.urdf --seed -1")?.err;
    assert!(seed.contains("give a whole number from 0 on"), "{seed}");
    Ok(())
}

/// The library has no options; the program names its own.
#[test]
fn a_package_that_was_guessed_is_told_with_the_option() -> Outcome {
    let folder = folder()?;
    std::fs::create_dir(folder.path("meshes"))?;
    folder.add("meshes/a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")?;
    folder.add("mesh.urdf", "<robot name='r'><link name='a'><collision><geometry><mesh filename='package://arm/meshes/a.obj'/></geometry></collision></link></robot>")?;
    let run = folder.check("mesh.urdf")?;
    assert!(run.err.contains("to confirm it, name it (--package arm=/"), "{run:?}");
    assert!(!run.err.contains("(package: "), "{run:?}");
    Ok(())
}

/// What is said of robots where there is none, and packages that no robot refers to.
#[test]
fn options_without_effect_are_told() -> Outcome {
    let folder = folder()?;
    folder.add("site.obj", fixtures::obj(&[("a", [0.0; 3], [1.0; 3]), ("b", [5.0; 3], [6.0; 3])]))?;
    folder.add("off.srdf", "<robot name=\"other\"/>")?;
    folder.add("none.srdf", "<robot name=\"folding\"/>")?;
    let run = folder.check("site.obj --stdin-format obj --strict")?;
    assert!(
        run.code == 2 && run.err.contains("--stdin-format: applies to standard input, which is not read"),
        "{run:?}"
    );
    let run = folder.check("folding.urdf --srdf none.srdf")?;
    assert!(
        run.err.contains("--srdf none.srdf: disables no pair of links of a robot here: it has no effect"),
        "{}",
        run.err
    );
    // Of neighbours none is looked at while all are disabled, whatever is asked.
    for (others, is_told) in [("post arm, arm hand, post lamp", true), ("post arm, arm hand", false)] {
        let entry = |pair: &str| {
            let (a, b) = pair.split_once(' ').unwrap_or_default();
            format!("<disable_collisions link1=\"{a}\" link2=\"{b}\" reason=\"Adjacent\"/>")
        };
        let entries: String = others.split(", ").map(entry).collect();
        folder.add("all.srdf", format!("<robot name=\"folding\">{entries}</robot>"))?;
        let run = folder.check("folding.urdf --srdf all.srdf --adjacent report")?;
        let told =
            "--adjacent report: all.srdf disables all adjacent pairs, so none is tested: it has no effect";
        assert_eq!(run.err.contains(told), is_told, "{others}: {run:?}");
    }
    // A slip of who completes names: the robot itself begins like an SRDF file.
    for run in [
        folder.check("folding.urdf --srdf folding.urdf")?,
        srdf(&folder, "folding.urdf --srdf folding.urdf -o mixed.srdf")?,
    ] {
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        assert!(run.err.contains("folding.urdf: is a robot (URDF) instead of an SRDF file"), "{run:?}");
    }
    assert!(!folder.path("mixed.srdf").exists());
    let run = folder.check("folding.urdf --joint elbow=90deg")?;
    assert!(
        run.err.contains("`90deg` is not a number; give a number without a unit; use radians, or"),
        "{}",
        run.err
    );
    let run = folder.check("folding.urdf --unit mm")?;
    let told = "--unit: all files define their unit themselves: it has no effect; remove it; for meshes of a robot, use `scale` in its file";
    assert!(run.err.contains(told), "{}", run.err);
    std::fs::create_dir(folder.path("here"))?;
    for (words, option) in [
        ("--package x=here", "--package"),
        ("--srdf off.srdf", "--srdf"),
        ("--geometry both", "--geometry"),
        ("--adjacent report", "--adjacent"),
    ] {
        let run = folder.check(&format!("site.obj {words}"))?;
        let told = format!(
            "warning: {option}: applies to robots, and there are none: it has no effect; remove it\n"
        );
        assert_eq!((run.code, run.err.as_str()), (0, told.as_str()), "{words}");
        assert_eq!(folder.check(&format!("site.obj {words} --strict"))?.code, 2, "{words}");
    }
    // Where a robot is meant to stand in some way, and is not there, nothing is as it was meant.
    folder.add("pose.json", r#"{"elbow": 1}"#)?;
    for words in ["--joint elbow=1", "--joints pose.json"] {
        let run = folder.check(&format!("site.obj {words}"))?;
        assert!(
            run.code == 2
                && run.err.contains("joint `elbow` needs a robot, but none is given; add its .urdf file"),
            "{run:?}"
        );
        // What says it is named.
        let said_by = if words.contains("pose") { words } else { "--joint" };
        assert!(run.err.starts_with(&format!("error: {said_by}: ")), "{run:?}");
        assert!(run.err.ends_with(&format!(", or remove {said_by}\n")), "{run:?}");
    }
    folder.add("slip.json", r#"{"elbwo": 1}"#)?;
    let run = folder.check("folding.urdf --joints slip.json")?;
    assert!(run.code == 2 && run.err.ends_with("; correct --joints slip.json\n"), "{run:?}");
    let run = folder.check("folding.urdf --package x=here")?;
    assert!(
        run.err.contains("--package x: no robot refers to package://x/: it has no effect"),
        "{}",
        run.err
    );
    let run = folder.check("folding.urdf --package x=gone")?;
    assert!(run.code == 2 && run.err.contains("folder gone does not exist"), "{run:?}");
    Ok(())
}

#[test]
fn reports_follow_the_schemas() -> Outcome {
    let schema = include_str!("../../../../docs/schemas/srdf-report.json");
    let schema = jsonschema::draft202012::new(&serde_json::from_str(schema)?)?;
    let folder = folder()?;
    folder.add("some.srdf", "<robot><disable_collisions link1='lamp' link2='gone'/><disable_collisions link1='lamp' link2='post'/></robot>")?;
    let mut report = Value::Null;
    for words in ["", "--srdf some.srdf --joint elbow=2 --geometry both"] {
        report = srdf(&folder, &format!("folding.urdf --samples 50 --format json {words}"))?.json()?;
        if let Err(error) = schema.validate(&report) {
            return Err(format!("{words}: {error} at {}", error.instance_path()).into());
        }
    }
    report["pairs"][0]["reason"] = Value::from("Perhaps");
    assert!(!schema.is_valid(&report));
    // And that of a check, which counts what it did not look at.
    let schema = include_str!("../../../../docs/schemas/check-report.json");
    let schema = jsonschema::draft202012::new(&serde_json::from_str(schema)?)?;
    let report = folder.check("folding.urdf --format json --quiet")?.json()?;
    assert_eq!(report["counts"]["excluded_links"], 2);
    if let Err(error) = schema.validate(&report) {
        return Err(format!("{error} at {}", error.instance_path()).into());
    }
    Ok(())
}

#[test]
fn wrong_questions() -> Outcome {
    let folder = folder()?;
    for (words, part) in [
        ("gone.urdf", "gone.urdf: cannot be read"),
        ("folding.urdf --samples 0", "--samples"),
        ("folding.urdf --samples -3", "give a whole number from 1 on"),
        ("folding.urdf --always 0", "--always"),
        ("folding.urdf --joint elbov=1", "there is no joint `elbov`"),
        ("folding.urdf -o folding.urdf", "would replace an input file"),
        ("folding.urdf --format json -o pairs.json", "pairs.json: -o writes SRDF, not JSON; name it .srdf"),
    ] {
        let run = srdf(&folder, words)?;
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{words}");
        assert!(run.err.contains(part), "{words}: {}", run.err);
    }
    Ok(())
}

/// The folder of real files, or a plain message that it is not there.
fn shared() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/robots");
    if !folder.is_dir() {
        println!("../shared/data is not there: passed over");
        return None;
    }
    Some(folder)
}

fn run_there(command: &str, words: &str) -> Tried<Option<Run>> {
    let Some(folder) = shared() else { return Ok(None) };
    Ok(Some(Run::of(program().arg(command).args(words.split_whitespace()).current_dir(folder).output()?)?))
}

const PANDA: &str =
    "panda_description/urdf/panda.urdf --package moveit_resources_panda_description=panda_description";
const FANUC: &str =
    "fanuc_description/urdf/fanuc.urdf --package moveit_resources_fanuc_description=fanuc_description";

#[test]
fn real_robots_at_rest() -> Outcome {
    for (robot, name) in [(PANDA, "panda"), (FANUC, "fanuc")] {
        let Some(run) = run_there("check", &format!("{robot} --touching --format csv"))? else {
            return Ok(());
        };
        assert!(run.code <= 1 && run.err.is_empty(), "{run:?}");
        // Names and kinds; how deep they are is no business of this test.
        let kinds: String = run
            .out
            .lines()
            .skip(1)
            .map(|line| line.split(',').collect::<Vec<_>>())
            .map(|cells| format!("{} {} {}\n", cells[1], cells[2], cells[7]))
            .collect();
        golden(&format!("real_{name}_at_rest.txt"), &kinds)?;
    }
    Ok(())
}

/// Few samples, so that it takes little time; docs/robots.md has ten thousand.
#[test]
fn real_robots_in_many_poses() -> Outcome {
    let words = format!("{PANDA} --samples 300 --srdf panda_moveit_config/config/panda.srdf");
    let Some(run) = run_there("srdf", &words)? else { return Ok(()) };
    assert_eq!(run.code, 0, "{run:?}");
    golden("real_panda_srdf.txt", &(run.err + &run.out))?;
    let Some(run) = run_there("srdf", &format!("{FANUC} --samples 300"))? else { return Ok(()) };
    golden("real_fanuc_srdf.txt", &(run.err + &run.out))
}
