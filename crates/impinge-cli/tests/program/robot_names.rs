//! Robots whose links are one object each, or one for each shape: baselines of the other kind, names, limits.

use crate::fixtures::{APART, Folder, Outcome, obj};
use crate::srdf::srdf;

/// Three links: `a` of two shapes, `b` of one, `c` of three of one name; all in one place, and none
/// neighbours of each other but by joints to the root.
const ROBOT: &str = "<robot name='r'><link name='root'/>\
    <link name='a'><collision name='c0'><geometry><box size='1 1 1'/></geometry></collision>\
    <collision name='c1'><geometry><box size='1 1 2'/></geometry></collision></link>\
    <link name='b'><collision><geometry><box size='1 2 1'/></geometry></collision></link>\
    <link name='c'><collision name='x'><geometry><box size='2 1 1'/></geometry></collision>\
    <collision name='x'><geometry><box size='2 1 2'/></geometry></collision>\
    <collision name='x'><geometry><box size='2 2 2'/></geometry></collision></link>\
    <joint name='ja' type='prismatic'><parent link='root'/><child link='a'/><axis xyz='1 0 0'/><limit lower='0' upper='1'/></joint>\
    <joint name='jb' type='prismatic'><parent link='root'/><child link='b'/><axis xyz='1 0 0'/><limit lower='0' upper='1'/></joint>\
    <joint name='jc' type='prismatic'><parent link='root'/><child link='c'/><axis xyz='1 0 0'/><limit lower='0' upper='1'/></joint></robot>";

#[test]
fn baseline_of_parts_gets_a_hint() -> Outcome {
    let folder = Folder::with("r.urdf", ROBOT)?;
    let words = "r.urdf --adjacent report";
    assert_eq!(folder.check(&format!("{words} --parts --format json -o parts.json"))?.code, 1);
    assert_eq!(folder.check(&format!("{words} --format json -o links.json"))?.code, 1);
    let links = folder.check(&format!("{words} --baseline parts.json"))?;
    let expected = "parts.json: --baseline: its object `r.urdf/a/c0` is part of `r.urdf/a` here, because each link is one object";
    assert!(links.err.contains(expected) && links.err.contains("use --parts"), "{}", links.err);
    let parts = folder.check(&format!("{words} --parts --baseline links.json"))?;
    let expected = "links.json: --baseline: its object `r.urdf/a` is a link that --parts splits into objects here, such as `r.urdf/a/c0`";
    assert!(parts.err.contains(expected), "{}", parts.err);
    for words in [format!("{words} --baseline links.json"), format!("{words} --parts --baseline parts.json")]
    {
        let run = folder.check(&words)?;
        assert!(!run.err.contains("--baseline") && run.out.contains("0 new,"), "{run:?}");
    }
    Ok(())
}

/// As docs/robots.md has it.
#[test]
fn parts_of_equal_names_are_numbered() -> Outcome {
    let folder = Folder::with("r.urdf", ROBOT)?;
    let report = folder.check("r.urdf --parts --format json")?.json()?;
    let objects = report["objects"].as_array().ok_or("no objects")?;
    let paths: Vec<_> = objects.iter().filter_map(|object| object["path"].as_str()).collect();
    let expected = ["a/c0", "a/c1", "b", "c/x", "c/x #2", "c/x #3"];
    assert_eq!(paths, expected.map(|path| format!("r.urdf/{path}")));
    Ok(())
}

#[test]
fn limits_of_files_hold_for_meshes_of_links() -> Outcome {
    let of = |mesh: &str| format!("<collision><geometry><mesh filename='{mesh}'/></geometry></collision>");
    let robot = format!(
        "<robot name='r'><link name='a'>{}</link><link name='b'>{}</link>\
         <joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint></robot>",
        of("two.obj"),
        of("one.obj").repeat(3)
    );
    let folder = Folder::with("r.urdf", robot)?;
    folder.add("two.obj", obj(&APART))?;
    folder.add("one.obj", obj(&APART[..1]))?;
    for (words, is_enough) in [
        ("--max-triangles 20", false),
        ("--max-triangles 60", true),
        ("--max-triangles 60 --max-objects 1", false),
        ("--max-triangles 60 --max-objects 2", true),
        ("", true),
    ] {
        let option = if words.contains("objects") { "--max-objects N" } else { "--max-triangles N" };
        let checked = folder.check(&format!("r.urdf --adjacent report {words}"))?;
        for run in [checked, srdf(&folder, &format!("r.urdf --samples 2 {words}"))?] {
            assert_eq!(run.err.contains(&format!("raise it with {option}")), !is_enough, "{words}: {run:?}");
            assert_eq!(run.code == 2, !is_enough, "{words}: {run:?}");
        }
    }
    // Links that are one object of several shapes have 24 and 36.
    let run = folder.check("r.urdf --adjacent report --max-triangles 59")?;
    assert!(run.code == 2 && run.err.contains("link b: would exceed the limit of 59 triangles"), "{run:?}");
    assert_ne!(folder.check("r.urdf --adjacent report --max-triangles 59 --parts")?.code, 2);
    Ok(())
}
