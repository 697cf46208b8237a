//! Robots whose links are one object each, or one for each shape: limits.

use crate::fixtures::{APART, Folder, Outcome, obj};
use crate::srdf::srdf;

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
