//! Meshes of robots that are out of proportion.

use std::fs;

use crate::fixtures::binary_stl;
use impinge_scene::robot::{Robot, RobotOptions};

/// Drawn in millimetres, as CAD programs do, and nothing says so.
#[test]
fn meshes_out_of_proportion_are_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.urdf");
    let triangle = |size: f32| binary_stl("", &[[0.0, 0.0, 0.0, size, 0.0, 0.0, 0.0, 0.0, size]]);
    for (name, size) in
        [("mm.stl", 100.0), ("small.stl", 1.0), ("large.stl", 80.0), ("m.stl", 0.1), ("tool.stl", 20.0)]
    {
        fs::write(folder.path().join(name), triangle(size)).unwrap();
    }
    let link = |name: &str, geometry: &str| {
        format!("<link name='{name}'><collision><geometry>{geometry}</geometry></collision></link>\n")
    };
    let joint = "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>";
    let said = |a: &str, b: &str| {
        let text = format!("<robot name='r'>\n{}{}{joint}</robot>", link("a", a), link("b", b));
        let robot = Robot::from_xml(&file, &text).unwrap_or_else(|error| panic!("{error}"));
        let bodies = robot.instances(&RobotOptions::default()).unwrap_or_else(|error| panic!("{error}"));
        bodies
            .warnings
            .iter()
            .map(|warning| format!("{}: {}", warning.place, warning.message))
            .collect::<Vec<_>>()
    };
    let mesh = |name: &str, scale: &str| format!("<mesh filename='{name}'{scale}/>");
    let cube = "<box size='0.1 0.1 0.1'/>";
    let advice = "; if it was drawn in millimetres, give its mesh scale=\"0.001 0.001 0.001\"";
    let of_any_unit = "; if it was drawn in another unit, give its mesh a scale: for millimetres \"0.001 0.001 0.001\", for centimetres 0.01, for inches 0.0254";
    for (a, b, told) in [
        (
            mesh("mm.stl", ""),
            cube.to_owned(),
            format!("line 2: link a: mm.stl is 141.4 m across, 816 times as large as a shape of b{advice}"),
        ),
        (
            cube.to_owned(),
            mesh("large.stl", ""),
            format!(
                "line 3: link b: large.stl is 113.1 m across, 653 times as large as a shape of a{advice}"
            ),
        ),
        // Not 500 times as large, but nothing is between them.
        (
            cube.to_owned(),
            mesh("tool.stl", ""),
            format!(
                "line 3: link b: tool.stl is 28.3 m across, 163 times as large as a shape of a{of_any_unit}"
            ),
        ),
        // Of several, the next smaller one counts.
        (
            format!("{cube}</geometry></collision><collision><geometry><box size='0.5 0.5 0.5'/>"),
            mesh("tool.stl", ""),
            format!(
                "line 3: link b: tool.stl is 28.3 m across, 33 times as large as a shape of a{of_any_unit}"
            ),
        ),
        // All of them, so there is nothing to hold them against.
        (
            mesh("mm.stl", ""),
            mesh("large.stl", ""),
            format!("line 2: link a: mm.stl is 141.4 m across{advice}; and so is 1 more mesh"),
        ),
    ] {
        assert_eq!(said(&a, &b), [told]);
    }
    // Who scales it knows its unit; and a mark of a millimetre on a link of usual size is nothing odd.
    for (a, b) in [
        (mesh("mm.stl", " scale='0.001 0.001 0.001'"), cube),
        (mesh("m.stl", ""), cube),
        (mesh("small.stl", ""), "<box size='0.001 0.001 0.001'/>"),
        // So is a ladder of sizes, or a wall beside a floor that says its size itself.
        (
            mesh("tool.stl", ""),
            &format!("{cube}</geometry></collision><collision><geometry><box size='1 1 1'/>"),
        ),
        (
            mesh("tool.stl", ""),
            &format!("{cube}</geometry></collision><collision><geometry><box size='10 10 0.1'/>"),
        ),
    ] {
        assert_eq!(said(&a, b), [""; 0], "{a} {b}");
    }
}
