//! The shapes of links: invalid ones, sizes of zero, and links as one body or in parts.

use std::fs;

use crate::fixtures::{TRIANGLE, binary_stl};
use crate::robot::bounds;
use impinge::glam::DVec3;
use impinge_scene::robot::{GeometrySet, Robot, RobotOptions};
use impinge_scene::{PlacedSolid, Scene};

/// A robot of one link with these shapes on it.
fn one_link(shapes: &str) -> Robot {
    let text = format!("<robot name='r'>\n<link name='a'>{shapes}</link></robot>");
    Robot::from_xml("r.urdf".as_ref(), &text).unwrap_or_else(|error| panic!("{shapes}: {error}"))
}

const INVALID: [(&str, &str, &str); 10] = [
    ("<geometry><box size='1 1'/></geometry>", "<box>", "three finite numbers"),
    ("<geometry><box size='1 1 -1'/></geometry>", "<box>", "each must be 0 or more"),
    ("<geometry><sphere/></geometry>", "<sphere>", "no attribute `radius`"),
    ("<geometry><sphere radius='-1e-9'/></geometry>", "<sphere>", "must be 0 or more"),
    ("<geometry><sphere radius='nan'/></geometry>", "<sphere>", "finite number"),
    ("<geometry><cylinder radius='1' length='inf'/></geometry>", "<cylinder>", "finite number"),
    ("<geometry><cone radius='1'/></geometry>", "<cone>", "not a shape of URDF"),
    ("<geometry/>", "<geometry>", "empty"),
    ("<origin xyz='0 0'/><geometry><box size='1 1 1'/></geometry>", "<origin>", "three finite numbers"),
    ("", "", "no <geometry>"),
];

#[test]
fn invalid_shapes_are_errors_where_they_count_and_warnings_elsewhere() {
    for (inner, place, problem) in INVALID {
        for (kind, other) in [("collision", "visual"), ("visual", "collision")] {
            let valid = "<geometry><box size='1 1 1'/></geometry>";
            let robot = one_link(&format!("<{kind}>{inner}</{kind}><{other}>{valid}</{other}>"));
            let bodies = |shapes| robot.instances(&RobotOptions { shapes, ..RobotOptions::default() });
            let [counts, does_not] = match kind {
                "collision" => [GeometrySet::Collision, GeometrySet::Visual],
                _ => [GeometrySet::Visual, GeometrySet::Collision],
            };
            for shapes in [counts, GeometrySet::Both] {
                let error = bodies(shapes).expect_err(problem).to_string();
                let starts = error.starts_with("r.urdf: line 2: ");
                assert!(starts && error.contains(place) && error.contains(problem), "{error}");
            }
            let found = bodies(does_not).unwrap_or_else(|error| panic!("{inner}: {error}"));
            let said: Vec<String> = found.warnings.iter().map(ToString::to_string).collect();
            let is_said = said.len() == 1 && said[0].contains(problem) && said[0].contains(place);
            assert!(
                is_said && said[0].contains(&format!("this {kind} shape of link a is left out")),
                "{said:?}"
            );
            assert_eq!(found.instances.len(), 1);
        }
    }
}

/// Not even its file is looked for.
#[test]
fn unused_shapes_need_no_mesh_files_and_no_size() {
    let valid = "<collision><geometry><box size='1 1 1'/></geometry></collision>";
    for unused in [
        "<mesh filename='gone.stl'/>",
        "<mesh filename='package://gone/a.dae' scale='0 0 0'/>",
        "<sphere radius='0'/>",
        "<box size='0 0 0'/>",
    ] {
        let robot = one_link(&format!("{valid}<visual><geometry>{unused}</geometry></visual>"));
        let found =
            robot.instances(&RobotOptions::default()).unwrap_or_else(|error| panic!("{unused}: {error}"));
        assert_eq!((found.instances.len(), found.warnings), (1, Vec::new()), "{unused}");
    }
}

#[test]
fn sizes_of_zero_are_points_segments_and_flat_shapes() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.stl"), binary_stl("", &[TRIANGLE])).unwrap();
    for (shape, told, extent) in [
        ("<sphere radius='0'/>", "sphere: its radius is 0, so it is a point", [0.0; 3]),
        ("<sphere radius='-0.0'/>", "sphere: its radius is 0, so it is a point", [0.0; 3]),
        ("<box size='0 0 0'/>", "box: its size is 0 0 0, so it is a point", [0.0; 3]),
        ("<box size='1 0 0'/>", "box: its size is 1 0 0, so it is a segment", [1.0, 0.0, 0.0]),
        ("<box size='1 2 0'/>", "box: its size is 1 2 0, so it is flat", [1.0, 2.0, 0.0]),
        (
            "<cylinder radius='0' length='2'/>",
            "cylinder: its radius is 0, so it is a segment",
            [0.0, 0.0, 2.0],
        ),
        ("<cylinder radius='1' length='0'/>", "cylinder: its length is 0, so it is a disc", [2.0, 2.0, 0.0]),
        ("<cylinder radius='0' length='0'/>", "its radius and length are 0, so it is a point", [0.0; 3]),
        ("<capsule radius='0' length='2'/>", "capsule: its radius is 0, so it is a segment", [0.0, 0.0, 2.0]),
        ("<capsule radius='1' length='0'/>", "capsule: its length is 0, so it is a sphere", [2.0; 3]),
        ("<capsule radius='0' length='0'/>", "its radius and length are 0, so it is a point", [0.0; 3]),
        (
            "<mesh filename='a.stl' scale='1 1 0'/>",
            "mesh: its scale is 1 1 0, so it is flat",
            [1.0, 1.0, 0.0],
        ),
    ] {
        let text = format!(
            "<robot name='r'><link name='a'>\n<collision><geometry>{shape}</geometry></collision></link></robot>"
        );
        let robot = Robot::from_xml(&folder.path().join("r.urdf"), &text).unwrap();
        let bodies =
            robot.instances(&RobotOptions::default()).unwrap_or_else(|error| panic!("{shape}: {error}"));
        let said: Vec<_> =
            bodies.warnings.iter().map(|warning| (&*warning.place, &*warning.message)).collect();
        assert!(matches!(said[..], [("line 2: link a", message)] if message.contains(told)), "{said:?}");
        let scene = robot.scene(&bodies, &robot.default_configuration()).unwrap();
        let (min, max) = bounds(&scene, 0);
        assert!(((max - min) - DVec3::from(extent)).abs().max_element() < 0.02, "{shape}: {min} to {max}");
    }
}

/// The links are what a user names; shapes and objects of mesh files only with `parts`.
#[test]
fn links_are_one_body_each_unless_parts_are_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let part = |name: &str, x: f64, first: usize| {
        let corners: String = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
            .map(|[a, b, c]| format!("v {} {b} {c}\n", x + f64::from(a)))
            .concat();
        let face = |a, b, c| format!("f {} {} {}\n", first + a, first + b, first + c);
        format!("o {name}\n{corners}{}{}{}{}", face(0, 2, 1), face(0, 1, 3), face(0, 3, 2), face(1, 2, 3))
    };
    fs::write(folder.path().join("two.obj"), part("left", -2.0, 1) + &part("right", 2.0, 5)).unwrap();
    let text = "<robot name='r'><link name='a'><collision name='c0'><geometry><box size='1 1 1'/></geometry></collision></link>\
        <link name='b'><collision><geometry><mesh filename='two.obj'/></geometry></collision></link>\
        <link name='c'><collision name='lid'><origin xyz='0 0 1'/><geometry><mesh filename='two.obj' scale='-1 1 1'/></geometry></collision>\
        <collision><geometry><box size='9 9 9'/></geometry></collision></link>\
        <joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>\
        <joint name='k' type='fixed'><parent link='b'/><child link='c'/></joint></robot>";
    let robot = Robot::from_xml(&folder.path().join("r.urdf"), text).unwrap();
    let scene = |parts| {
        let bodies = robot.instances(&RobotOptions { parts, ..RobotOptions::default() }).unwrap();
        robot.scene(&bodies, &robot.default_configuration()).unwrap()
    };
    let paths = |scene: &Scene| scene.objects.iter().map(|object| object.path.clone()).collect::<Vec<_>>();
    let (links, parts) = (scene(false), scene(true));
    assert_eq!(paths(&links), ["r.urdf/a", "r.urdf/b", "r.urdf/c"]);
    assert_eq!(
        paths(&parts),
        [
            "r.urdf/a/c0",
            "r.urdf/b/left",
            "r.urdf/b/right",
            "r.urdf/c/lid/left",
            "r.urdf/c/lid/right",
            "r.urdf/c/shape 2"
        ]
    );
    assert_eq!((links.triangle_count(), parts.triangle_count()), (12 + 8 + 20, 12 + 8 + 20));
    assert_eq!(bounds(&links, 1), (DVec3::new(-2.0, 0.0, 0.0), DVec3::new(3.0, 1.0, 1.0)));
    assert_eq!(bounds(&links, 2), (DVec3::splat(-4.5), DVec3::splat(4.5)));
    // Each box keeps to its own triangles; a mesh is no solid.
    let solids = |object: usize| &links.meshes[links.objects[object].mesh].solids;
    assert_eq!((solids(0)[0].triangles.clone(), solids(1).len()), (0..12, 0));
    let cube = links.objects[2].transform;
    let expected =
        PlacedSolid::Box { center: DVec3::ZERO, half_axes: [DVec3::X * 4.5, DVec3::Y * 4.5, DVec3::Z * 4.5] };
    assert_eq!((solids(2)[0].triangles.clone(), solids(2)[0].transform(&cube)), (8..20, Some(expected)));
    // What is mirrored faces outwards all the same: a solid in a solid is no cavity of it.
    let volume = |mesh: &impinge_scene::Mesh| {
        let corner = |corner: u32| mesh.positions[corner as usize];
        let sixth = |&[a, b, c]: &[u32; 3]| corner(a).dot(corner(b).cross(corner(c))) / 6.0;
        mesh.triangles.iter().map(sixth).sum::<f64>()
    };
    assert!((volume(&links.meshes[links.objects[2].mesh]) - (729.0 + 2.0 / 6.0)).abs() < 1e-9);
}
