//! Robots: the tree of links, poses worked out by hand, meshes on their links, neighbours, and what is
//! refused.

use std::f64::consts::{FRAC_PI_2, PI};
use std::fs;
use std::path::Path;

use crate::fixtures::{TRIANGLE, binary_stl};
use impinge::glam::{DAffine3, DMat3, DQuat, DVec3, EulerRot};
use impinge_scene::robot::{GeometrySet, Packages, Robot, RobotOptions, Srdf};
use impinge_scene::{Scene, SceneError, UpAxis, Warning};

/// Two links that turn, and a finger that slides and follows.
const ARM: &str = r#"<?xml version="1.0"?>
<robot name="arm">
  <link name="base"><collision><geometry><box size="2 2 1"/></geometry></collision></link>
  <link name="upper"><collision name="rod"><origin xyz="0 0 1"/><geometry><cylinder radius="0.5" length="2"/></geometry></collision></link>
  <link name="lower">
    <collision><origin xyz="1 0 0" rpy="0 1.5707963267948966 0"/><geometry><capsule radius="0.25" length="2"/></geometry></collision>
    <collision name="knob"><origin xyz="2 0 0"/><geometry><sphere radius="0.5"/></geometry></collision>
  </link>
  <link name="left"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <link name="right"><collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><origin xyz="0 0 0.5" rpy="0 0 1.5707963267948966"/>
    <parent link="base"/><child link="upper"/><axis xyz="0 3 0"/><limit lower="-1" upper="2"/></joint>
  <joint name="elbow" type="continuous"><origin xyz="0 0 2"/><parent link="upper"/><child link="lower"/><axis xyz="0 0 1"/></joint>
  <joint name="grip" type="prismatic"><origin xyz="3 0 0"/><parent link="lower"/><child link="left"/><axis xyz="0 1 0"/>
    <limit lower="0.1" upper="0.3"/></joint>
  <joint name="mirror" type="prismatic"><origin xyz="3 0 0"/><parent link="lower"/><child link="right"/><axis xyz="0 -1 0"/>
    <limit lower="0" upper="0.3"/><mimic joint="grip" multiplier="2" offset="0.01"/></joint>
</robot>"#;

fn arm() -> Robot {
    Robot::from_xml("arm.urdf".as_ref(), ARM).unwrap_or_else(|error| panic!("{error}"))
}

fn assert_near(found: DVec3, expected: [f64; 3]) {
    assert!((found - DVec3::from(expected)).length() < 1e-12, "{found} instead of {expected:?}");
}

#[test]
fn poses_worked_out_by_hand() {
    let robot = arm();
    let mut configuration = robot.default_configuration();
    // Joints rest at 0, or as near to it as they may.
    let values: Vec<f64> = (0..4).map(|joint| robot.value(&configuration, joint)).collect();
    assert_eq!(values, [0.0, 0.0, 0.1, 0.1 * 2.0 + 0.01]);
    let maps = robot.link_transforms(&configuration);
    // Turned a quarter about z, x of the arm is y of the base.
    assert_near(maps[3].translation, [-0.1, 3.0, 2.5]);
    assert_near(maps[4].translation, [0.21, 3.0, 2.5]);

    // The shoulder bends a quarter about its own y, which is −x of the base: up becomes x of the arm, y of
    // the base.
    assert_eq!(robot.set(&mut configuration, "shoulder", FRAC_PI_2), Ok(None));
    let maps = robot.link_transforms(&configuration);
    assert_near(maps[2].translation, [0.0, 2.0, 0.5]);
    // And the elbow half a turn about the rod, so that the finger, which would hang down by 3, stands up by
    // 3.
    assert_near(maps[3].translation, [-0.1, 2.0, -2.5]);
    assert_eq!(robot.set(&mut configuration, "elbow", PI), Ok(None));
    assert_near(robot.link_transforms(&configuration)[3].translation, [0.1, 2.0, 3.5]);
}

#[test]
fn values_that_are_out_of_place() {
    let robot = arm();
    let mut configuration = robot.default_configuration();
    let said = robot.set(&mut configuration, "shoulder", 2.5).unwrap().unwrap_or_default();
    assert_eq!(
        said,
        "joint shoulder is at 2.5, outside its limits -1 to 2 (radians); choose a value within the limits"
    );
    let said = robot.set(&mut robot.default_configuration(), "shoulder", 90.0).unwrap().unwrap_or_default();
    assert_eq!(
        said,
        "joint shoulder is at 90, outside its limits -1 to 2 (radians; 90° are 1.5708); choose a value within the limits"
    );
    // Nobody means so many degrees.
    let said = robot.set(&mut robot.default_configuration(), "shoulder", 1e9).unwrap().unwrap_or_default();
    assert_eq!(
        said,
        "joint shoulder is at 1000000000, outside its limits -1 to 2 (radians); choose a value within the limits"
    );
    assert_eq!(robot.value(&configuration, 0), 2.5);
    // The elbow turns without limits.
    let said = robot.set(&mut robot.default_configuration(), "elbow", 360.0).unwrap().unwrap_or_default();
    assert_eq!(said, "joint elbow is at 360 radians, more than a full turn; 360° are 6.2832");
    assert_eq!(robot.set(&mut robot.default_configuration(), "elbow", -2.0 * PI), Ok(None));
    let as_it_is_told = "6.2832".parse().unwrap();
    assert_eq!(robot.set(&mut robot.default_configuration(), "elbow", as_it_is_told), Ok(None));
    // Twice that and a hundredth, for the finger that follows it.
    let said = robot.set(&mut configuration, "grip", 0.2).unwrap().unwrap_or_default();
    assert_eq!(
        said,
        "joint mirror, which follows grip, is at 0.41000000000000003, outside its limits 0 to 0.3 (metres); change the value of grip, or the limits of mirror"
    );
    assert_eq!(robot.set(&mut configuration, "grip", 0.145), Ok(None));
    let said = robot.set(&mut configuration, "mirror", 0.3).unwrap().unwrap_or_default();
    assert_eq!(said, "joint mirror follows grip: its value is not used; set grip instead");
    assert!(robot.set(&mut configuration, "elbow", f64::NAN).is_err());
    let error = robot.set(&mut configuration, "elbov", 0.0).unwrap_err();
    assert_eq!(error.to_string(), "there is no joint `elbov`; the robot has shoulder, elbow, grip");
}

#[test]
fn who_follows_may_be_out_of_its_limits_at_rest() {
    assert!(arm().warnings.is_empty());
    let far = ARM.replace("offset=\"0.01\"", "offset=\"0.5\"");
    let robot = Robot::from_xml("arm.urdf".as_ref(), &far).unwrap();
    let told: Vec<String> = robot.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "arm.urdf: rest: joint mirror, which follows grip, is at 0.7, outside its limits 0 to 0.3 (metres); change the value of grip, or the limits of mirror"
        ]
    );
}

#[test]
fn shapes_stand_on_their_links() {
    let robot = arm();
    let bodies = robot.instances(&RobotOptions { parts: true, ..RobotOptions::default() }).unwrap();
    let names: Vec<&str> = bodies.instances.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["base", "upper/rod", "lower/shape 1", "lower/knob", "left", "right"]);
    assert!(bodies.warnings.is_empty());
    let scene = robot.scene(&bodies, &robot.default_configuration()).unwrap();
    assert_eq!(scene.objects[1].path, "arm.urdf/upper/rod");
    assert_eq!((scene.files[0].metres_per_unit, scene.files[0].up), (1.0, Some(UpAxis::Z)));
    // Boxes share the cube; what is round lies around its shape, by at most 0.8 % of the radius.
    assert_eq!(scene.objects[0].mesh, scene.objects[5].mesh);
    let bounds = |object: usize| bounds(&scene, object);
    assert_eq!(bounds(0), (DVec3::new(-1.0, -1.0, -0.5), DVec3::new(1.0, 1.0, 0.5)));
    for (object, min, max, radius) in [
        (1, [-0.5, -0.5, 0.5], [0.5, 0.5, 2.5], 0.5),
        (2, [-0.25, -0.25, 2.25], [0.25, 2.25, 2.75], 0.25),
        (3, [-0.5, 1.5, 2.0], [0.5, 2.5, 3.0], 0.5),
    ] {
        let (least, most) = bounds(object);
        let reach = [DVec3::from(min) - least, most - DVec3::from(max)];
        let in_order = |reach: &DVec3| reach.min_element() > -1e-12 && reach.max_element() < radius * 0.008;
        assert!(reach.iter().all(in_order), "{object}: {least} to {most}");
    }
}

pub fn bounds(scene: &Scene, object: usize) -> (DVec3, DVec3) {
    let object = &scene.objects[object];
    let corners =
        scene.meshes[object.mesh].positions.iter().map(|&corner| object.transform.transform_point3(corner));
    corners
        .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(min, max), corner| (min.min(corner), max.max(corner)))
}

/// The same tree of joints by quaternions and homogeneous matrices of glam, from the bottom up.
#[test]
fn an_independent_calculation_agrees() {
    let mut seed = 1_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64 * 6.0 - 3.0
    };
    for _ in 0..50 {
        let mut text = "<robot name='r'><link name='l0'/>".to_owned();
        let mut expected = vec![DAffine3::IDENTITY];
        let mut values = Vec::new();
        for number in 1..8 {
            let [x, y, z, roll, pitch, yaw, value] = std::array::from_fn(|_| random());
            let axis = DVec3::new(random(), random(), random());
            let parent = number / 2;
            let slides = number % 3 == 0;
            let kind = if slides { "prismatic" } else { "continuous" };
            text += &format!(
                "<link name='l{number}'/><joint name='j{number}' type='{kind}'><origin xyz='{x} {y} {z}' rpy='{roll} {pitch} {yaw}'/>\
                 <parent link='l{parent}'/><child link='l{number}'/><axis xyz='{} {} {}'/></joint>",
                axis.x, axis.y, axis.z
            );
            let rotation = DQuat::from_euler(EulerRot::ZYX, yaw, pitch, roll);
            let origin = DAffine3::from_rotation_translation(rotation, DVec3::new(x, y, z));
            let unit = axis.normalize();
            let motion = match slides {
                true => DAffine3::from_translation(unit * value),
                false => DAffine3::from_quat(DQuat::from_axis_angle(unit, value)),
            };
            expected.push(expected[parent] * origin * motion);
            values.push((format!("j{number}"), value));
        }
        let robot = Robot::from_xml("r.urdf".as_ref(), &(text + "</robot>")).unwrap();
        let mut configuration = robot.default_configuration();
        for (name, value) in &values {
            robot.set(&mut configuration, name, *value).unwrap();
        }
        for (found, expected) in robot.link_transforms(&configuration).iter().zip(&expected) {
            assert!(found.abs_diff_eq(*expected, 1e-12), "{found} instead of {expected}");
        }
    }
}

#[test]
fn meshes_of_packages() {
    let folder = tempfile::tempdir().unwrap();
    let at = |path: &str| folder.path().join(path);
    for path in
        ["ws/arm_description/urdf", "ws/arm_description/meshes", "ws/other/meshes", "elsewhere/meshes"]
    {
        fs::create_dir_all(at(path)).unwrap();
    }
    let stl = binary_stl("", &[TRIANGLE]);
    let robot = |uri: &str| {
        let text = format!(
            "<robot name='r'><link name='a'><collision><geometry><mesh filename='{uri}' scale='0.001 2 1'/></geometry></collision>\
             <collision><geometry><mesh filename='{uri}'/></geometry></collision></link></robot>"
        );
        Robot::from_xml(&at("ws/arm_description/urdf/arm.urdf"), &text).unwrap()
    };
    let plain = RobotOptions { parts: true, ..RobotOptions::default() };
    for path in ["ws/arm_description/meshes/a.stl", "ws/other/meshes/b.stl", "elsewhere/meshes/c.stl"] {
        fs::write(at(path), &stl).unwrap();
    }
    fs::write(at("ws/other/package.xml"), "<package><name> renamed </name></package>").unwrap();
    let given = RobotOptions {
        packages: Packages { folders: vec![("arm".into(), at("elsewhere"))] },
        ..plain.clone()
    };
    for (uri, options, is_guessed) in [
        ("package://arm_description/meshes/a.stl", &plain, false),
        ("package://other/meshes/b.stl", &plain, false),
        ("package://anything/meshes/a.stl", &plain, true),
        ("package://arm/meshes/c.stl", &given, false),
        ("../meshes/a.stl", &plain, false),
        (&format!("file://{}", at("elsewhere/meshes/c.stl").display()), &plain, false),
    ] {
        let found = robot(uri).instances(options).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found.warnings.len(), usize::from(is_guessed), "{uri}: {:?}", found.warnings);
        let told = |warning: &Warning| warning.message.starts_with("no folder is named anything; ");
        assert!(found.warnings.iter().all(told), "{:?}", found.warnings);
        // Read once, placed twice, once scaled.
        assert_eq!((found.meshes.len(), found.instances.len()), (1, 2));
        assert!(found.files.len() == 1 && fs::read(&found.files[0]).unwrap() == stl, "{:?}", found.files);
        assert_eq!(found.instances[0].transform.transform_point3(DVec3::ONE), DVec3::new(0.001, 2.0, 1.0));
    }
    for (uri, options, problem) in [
        ("package://arm/meshes/c.stl", &plain, "give its folder (package: arm=FOLDER)"),
        ("package://arm/meshes/a.stl", &given, "elsewhere/meshes/a.stl is not a file"),
        ("package://arm_description", &plain, "no path after the package; write package://NAME/PATH"),
        ("missing.stl", &plain, "correct the name"),
        ("http://example.org/a.stl", &plain, "http:// is not supported"),
        ("arm.urdf", &plain, "is not a file"),
    ] {
        let error = robot(uri).instances(options).expect_err(uri).to_string();
        assert!(error.contains("arm.urdf: line 1: link a: the mesh `") && error.contains(problem), "{error}");
    }
    // A robot in a robot would never end, and a broken mesh is named itself.
    fs::write(at("ws/arm_description/urdf/arm.urdf"), ARM).unwrap();
    assert!(
        robot("arm.urdf")
            .instances(&plain)
            .expect_err("a robot")
            .to_string()
            .contains("is a robot, not a mesh")
    );
    fs::write(at("ws/arm_description/meshes/a.stl"), &stl[..100]).unwrap();
    let error = robot("../meshes/a.stl").instances(&plain).expect_err("cut off");
    assert!(matches!(error, SceneError::Truncated { .. }), "{error}");
}

#[test]
fn broken_robots() {
    let link = |name: &str| format!("<link name='{name}'/>\n");
    let joint = |name: &str, parent: &str, child: &str| {
        format!(
            "<joint name='{name}' type='revolute'><parent link='{parent}'/><child link='{child}'/><axis xyz='0 0 1'/></joint>\n"
        )
    };
    let [a, b, c] = ["a", "b", "c"].map(link);
    for (inner, place, problem) in [
        (String::new(), "line 1: <robot r>", "no links"),
        (format!("{a}{a}"), "line 3: <link a>", "a second link"),
        (format!("{a}{b}{}", joint("j", "a", "x")), "line 4: <joint j>", "no link `x`"),
        (format!("{a}{b}{}", joint("j", "x", "b")), "line 4: <joint j>", "no link `x`"),
        (format!("{a}{b}"), "<robot r>", "neither link `a` nor link `b` is the child"),
        (format!("{a}{b}{}{}", joint("j", "a", "b"), joint("k", "b", "a")), "<robot r>", "form a cycle"),
        (format!("{a}{b}{c}{}{}", joint("j", "b", "c"), joint("k", "c", "b")), "<joint", "in a cycle"),
        (
            format!("{a}{b}{c}{}{}", joint("j", "a", "c"), joint("k", "b", "c")),
            "<joint k>",
            "already the child of joint `j`",
        ),
        (format!("{a}{b}{c}{}{}", joint("j", "a", "b"), joint("j", "a", "c")), "<joint j>", "a second joint"),
        (format!("{a}{}", joint("j", "a", "a")), "<robot r>", "form a cycle"),
        (format!("{a}{b}{}", joint("j", "a", "b").replace("0 0 1", "0 0 0")), "<joint j>", "no length"),
        (
            format!("{a}{b}{}", joint("j", "a", "b").replace("0 0 1", "0 nan 1")),
            "<joint j>",
            "three finite numbers",
        ),
        (format!("{a}{b}{}", joint("j", "a", "b").replace("revolute", "screw")), "<joint j>", "`screw`"),
        (
            format!(
                "{a}{b}{}",
                joint("j", "a", "b").replace("</joint>", "<limit lower='2' upper='1'/></joint>")
            ),
            "<joint j>",
            "above its upper one",
        ),
        (
            format!("{a}{b}{}", joint("j", "a", "b").replace("</joint>", "<mimic joint='k'/></joint>")),
            "<mimic>",
            "no joint `k`",
        ),
        (
            format!("{a}{b}{}", joint("j", "a", "b").replace("</joint>", "<mimic joint='j'/></joint>")),
            "<joint j>",
            "follow each other",
        ),
        (a.replace("name", "nam"), "<link>", "no attribute `name`"),
    ] {
        let text = format!("<robot name='r'>\n{inner}</robot>");
        let error = Robot::from_xml("r.urdf".as_ref(), &text).expect_err(problem).to_string();
        assert!(error.contains(place) && error.contains(problem), "{place}, {problem}: {error}");
    }
    for length in 0..ARM.len() {
        let error = Robot::from_xml("cut.urdf".as_ref(), &ARM[..length]).expect_err("cut off").to_string();
        assert!(error.starts_with("cut.urdf: "), "{error}");
    }
}

/// Since version 1.1 of URDF, instead of three angles.
#[test]
fn an_origin_may_have_a_quaternion() {
    let read = |origin: &str| {
        let text = format!(
            "<robot name='r' version='1.1'><link name='a'/><link name='b'/>\n<joint name='j' type='fixed'>\
             <origin xyz='10 0 0' {origin}/><parent link='a'/><child link='b'/></joint></robot>"
        );
        let robot = Robot::from_xml("r.urdf".as_ref(), &text).map_err(|error| error.to_string())?;
        Ok::<_, String>(robot.link_transforms(&robot.default_configuration())[1].transform_point3(DVec3::X))
    };
    // A quarter about z, of any length.
    assert_eq!(read("quat_xyzw='0 0 0.5 0.5'"), Ok(DVec3::new(10.0, 1.0, 0.0)));
    for (origin, problem) in [
        ("quat_xyzw='0 0 0 0'", "the quaternion is 0"),
        ("quat_xyzw='0 0 1'", "`quat_xyzw` is `0 0 1`, which is not four finite numbers"),
        ("rpy='0 0 0' quat_xyzw='0 0 0 1'", "has both `rpy` and `quat_xyzw`"),
    ] {
        let message = read(origin).unwrap_err();
        assert!(message.contains("line 2") && message.contains(problem), "{message}");
    }
}

/// A version that nobody has written about yet is read as the last one, with a word.
#[test]
fn versions_that_are_not_known_are_told() {
    let said = |version: &str| {
        let text = format!("<robot name='r'{version}><link name='a'/></robot>");
        let robot = Robot::from_xml("r.urdf".as_ref(), &text).unwrap();
        robot.warnings.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    for known in ["", " version='1.0'", " version=' 1.2 '"] {
        assert!(said(known).is_empty(), "{known}");
    }
    let told = "r.urdf: line 1: <robot r>: version `2.0` of URDF is not known; it is read as 1.2";
    assert_eq!(said(" version='2.0'"), [told]);
}

/// Joints that follow each other: a long row is read at once, and one that is longer than a row may be is
/// refused.
#[test]
fn rows_of_joints_that_follow_each_other_end() {
    let robot = |count: usize, followed: usize| {
        let links: String = (0..=count).map(|number| format!("<link name='l{number}'/>")).collect();
        let joint = |number: usize| {
            let mimic = match number {
                0 => String::new(),
                number if number > followed => String::new(),
                number => format!("<mimic joint='j{}' offset='1'/>", number - 1),
            };
            format!(
                "<joint name='j{number}' type='prismatic'><parent link='l{number}'/><child link='l{}'/><limit lower='0' upper='9'/>{mimic}</joint>",
                number + 1
            )
        };
        let joints: String = (0..count).map(joint).collect();
        Robot::from_xml("r.urdf".as_ref(), &format!("<robot name='r'>{links}{joints}</robot>"))
    };
    let longest = robot(20_000, 1000).unwrap();
    let mut configuration = longest.default_configuration();
    longest.set(&mut configuration, "j0", 5.0).unwrap();
    assert_eq!(longest.value(&configuration, 1000), 1005.0);
    let message = robot(20_000, 1001).unwrap_err().to_string();
    assert!(message.contains("<joint j1001>: it follows more than 1000 joints in a row"), "{message}");
}

/// URDF has radians.
#[test]
fn angles_in_degrees_are_told() {
    let said = |origin: &str, lower: &str, upper: &str| {
        let text = format!(
            "<robot name='r'><link name='a'/><link name='b'/>\n<joint name='j' type='revolute'><origin rpy='{origin}'/>\
             <parent link='a'/><child link='b'/><axis xyz='0 0 1'/><limit lower='{lower}' upper='{upper}'/></joint></robot>"
        );
        let robot = Robot::from_xml("r.urdf".as_ref(), &text).unwrap();
        robot.warnings.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        said("90 0 0", "-180", "180"),
        [
            "r.urdf: line 2: <joint j>: rpy is `90 0 0` (90° are 1.5708): more than a full turn, since URDF uses radians",
            "r.urdf: line 2: <joint j>: its limits are -180 and 180: more than a full turn, since URDF uses radians",
        ]
    );
    for (origin, lower, upper) in [
        ("0 0 6.2832", "-6.2832", "6.2832"),
        ("-6.2831853 1.5708 0", "-6.2831853", "6.2831853"),
        ("0 0 0", "-1e16", "1e16"),
        ("0 0 0", "-12.566", "12.566"),
        ("1 2 3", "-3", "3"),
    ] {
        assert!(said(origin, lower, upper).is_empty(), "{origin} {lower} {upper}");
    }
}

#[test]
fn what_is_cut_off_ends_at_its_last_line() {
    let lines = |text: &str| Robot::from_xml("cut.urdf".as_ref(), text).unwrap_err().to_string();
    assert_eq!(
        lines("<robot name='r'>\n<link name='a'/>\n<link\n"),
        "cut.urdf: line 3: it ends within an element: the file is cut off; repair the file or export it again"
    );
    assert_eq!(
        lines("<robot name='r'>\n<link name='a'/>\n"),
        "cut.urdf: line 2: it ends within an element: the file is cut off; repair the file or export it again"
    );
    assert_eq!(
        lines("<robot name='r'>\n<link name='a'></lonk>\n</robot>"),
        "cut.urdf: line 2: expected 'link' tag, not 'lonk'; repair the file or export it again"
    );
}

#[test]
fn neighbours_are_found_through_links_without_shapes() {
    let solid = |name: &str| {
        format!("<link name='{name}'><collision><geometry><sphere radius='1'/></geometry></collision></link>")
    };
    let empty = |name: &str| format!("<link name='{name}'/>");
    let joint = |a: &str, b: &str| {
        format!("<joint name='{a}{b}' type='fixed'><parent link='{a}'/><child link='{b}'/></joint>")
    };
    // a – f – g – b, g – c, b – d: f and g have no shapes.
    let text = [
        "<robot name='r'>".to_owned(),
        solid("a") + &solid("b") + &solid("c") + &solid("d") + &empty("f") + &empty("g"),
        joint("a", "f") + &joint("f", "g") + &joint("g", "b") + &joint("g", "c") + &joint("b", "d"),
        "</robot>".to_owned(),
    ]
    .concat();
    let robot = Robot::from_xml("r.urdf".as_ref(), &text).unwrap();
    let pairs: Vec<[usize; 2]> = robot.adjacent_links(GeometrySet::Collision).into_iter().collect();
    assert_eq!(pairs, [[0, 1], [0, 2], [1, 2], [1, 3]]);
}

/// Where joints move between links without shapes, the links at both ends go their own ways.
#[test]
fn links_without_shapes_connect_across_one_moving_joint() {
    let solid = |name: &str| {
        format!("<link name='{name}'><collision><geometry><sphere radius='1'/></geometry></collision></link>")
    };
    let robot = |kinds: [&str; 3]| {
        let [first, second, third] = kinds;
        let joint = |kind: &str, a: &str, b: &str| {
            format!("<joint name='{a}{b}' type='{kind}'><parent link='{a}'/><child link='{b}'/></joint>")
        };
        // a – f – b and f – c: f has no shapes.
        let links = [solid("a"), "<link name='f'/>".to_owned(), solid("b"), solid("c")].concat();
        let joints = [joint(first, "a", "f"), joint(second, "f", "b"), joint(third, "f", "c")].concat();
        Robot::from_xml("r.urdf".as_ref(), &format!("<robot name='r'>{links}{joints}</robot>")).unwrap()
    };
    let (a, b, c) = (0, 2, 3);
    let all = [[a, b], [a, c], [b, c]];
    for (kinds, neighbours) in [
        (["fixed", "fixed", "fixed"], &all[..]),
        (["fixed", "continuous", "fixed"], &all),
        (["continuous", "fixed", "fixed"], &all),
        (["fixed", "continuous", "continuous"], &[[a, b], [a, c]]),
        (["continuous", "continuous", "fixed"], &[[a, c], [b, c]]),
        (["floating", "planar", "fixed"], &[[a, c], [b, c]]),
        (["continuous", "continuous", "continuous"], &[]),
    ] {
        let robot = robot(kinds);
        let pairs: Vec<[usize; 2]> = robot.adjacent_links(GeometrySet::Collision).into_iter().collect();
        assert_eq!(pairs, neighbours, "{kinds:?}");
        let others: Vec<[usize; 2]> =
            robot.connected_by_several_joints(GeometrySet::Collision).into_iter().collect();
        let expected: Vec<_> = all.iter().copied().filter(|pair| !neighbours.contains(pair)).collect();
        assert_eq!(others, expected, "{kinds:?}");
    }
}

#[test]
fn pairs_of_an_srdf() {
    let robot = arm();
    let read = |text: &str| Srdf::from_xml("arm.srdf".as_ref(), text.to_owned());
    let text = "<robot name='arm'>\n<disable_collisions link1='right' link2='base' reason='User'/>\n\
                <disable_collisions link1='base' link2='wheel'/>\n<disable_default_collisions link='upper'/>\n\
                <enable_collisions link1='left' link2='upper'/>\n</robot>";
    let (pairs, warnings) = read(text).unwrap().pairs(&robot);
    assert_eq!(pairs.into_iter().collect::<Vec<_>>(), [[0, 1], [0, 4], [1, 2], [1, 4]]);
    let said: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        said,
        ["arm.srdf: line 3: there is no link `wheel` in arm.urdf; correct the name, or remove the entry"]
    );
    // Of another robot one line is enough.
    let text = "<robot name='cart'>\n<disable_collisions link1='wheel' link2='axle'/>\n<disable_collisions link1='wheel' link2='seat'/>\n</robot>";
    let (pairs, warnings) = read(text).unwrap().pairs(&robot);
    let said: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    let told = "arm.srdf: links: it belongs to another robot, `cart`: none of its links (3) is in arm.urdf; give the SRDF file of this robot";
    assert_eq!((pairs.len(), said), (0, vec![told.to_owned()]));
    for (text, problem) in [
        ("<robot><disable_collisions link1='a'/></robot>", "no attribute `link2`"),
        ("<srdf/>", "begins with <robot>"),
        ("v 0 0 0", "it is not XML: an SRDF file begins with <robot>"),
        ("<robot>", "line 1"),
        ("", "line 1"),
    ] {
        let error = read(text).expect_err(problem).to_string();
        assert!(error.starts_with("arm.srdf: line 1") && error.contains(problem), "{error}");
    }
    let filled = |text: &str| read(text).unwrap().insert_lines("  <x/>\n");
    assert_eq!(filled("<robot name='a'/>"), "<robot name='a'>\n  <x/>\n</robot>");
    assert_eq!(
        filled("<robot>\n</robot>\n<!-- </robot> -->"),
        "<robot>\n  <x/>\n</robot>\n<!-- </robot> -->"
    );
    assert_eq!(filled("<robot><a/></robot>"), "<robot><a/>\n  <x/>\n</robot>");
    for part in ["<link name='base'/>", "<joint name='elbow' type='fixed'/>"] {
        let error = read(&format!("<robot>{part}</robot>")).expect_err("it is no SRDF").to_string();
        assert!(error.starts_with("arm.srdf: is a robot (URDF) instead of an SRDF file"), "{error}");
    }
}

#[test]
fn what_is_seen_and_what_collides() {
    let shape = |kind: &str| format!("<{kind}><geometry><box size='1 1 1'/></geometry></{kind}>");
    let text = format!(
        "<robot name='r'><link name='a'>{}{}</link><link name='b'>{}</link><link name='frame'/>{}{}</robot>",
        shape("visual"),
        shape("collision"),
        shape("visual"),
        "<joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint>",
        "<joint name='k' type='fixed'><parent link='b'/><child link='frame'/></joint>"
    );
    let robot = Robot::from_xml("r.urdf".as_ref(), &text).unwrap();
    for (shapes, names, said) in [
        (GeometrySet::Collision, &["a"][..], 1),
        (GeometrySet::Visual, &["a", "b"], 0),
        (GeometrySet::Both, &["a/shape 1", "a/shape 2", "b"], 0),
    ] {
        let options = RobotOptions { shapes, parts: true, ..RobotOptions::default() };
        let bodies = robot.instances(&options).unwrap();
        let found: Vec<&str> = bodies.instances.iter().map(|body| body.name.as_str()).collect();
        assert_eq!((found, bodies.warnings.len()), (names.to_vec(), said), "{shapes:?}");
        // A link that only is seen is looked through where only collisions count.
        assert_eq!(robot.adjacent_links(shapes).len(), usize::from(shapes != GeometrySet::Collision));
    }
    let warning = robot.instances(&RobotOptions::default()).unwrap().warnings[0].to_string();
    assert!(warning.contains("without collision geometry") && warning.ends_with(": b"), "{warning}");
}

#[test]
fn numbers_that_lead_too_far() {
    for text in [
        ARM.replace("0 0 2\"", "0 0 1e308\"").replace("3 0 0", "0 0 1.7e308"),
        ARM.replace("\"2\" offset", "\"1e308\" offset")
            .replace("0.1\" upper", "-9\" upper")
            .replace("0.3\"/></joint>", "-8\"/></joint>"),
    ] {
        let robot = Robot::from_xml("far.urdf".as_ref(), &text).unwrap();
        let bodies = robot.instances(&RobotOptions::default()).unwrap();
        let error = robot.scene(&bodies, &robot.default_configuration()).expect_err("too far").to_string();
        assert!(error.contains("exceed the range of numbers"), "{error}");
    }
}

#[test]
fn robots_as_scenes() {
    let scene =
        impinge_scene::load_bytes(Path::new("arm.urdf"), ARM.as_bytes(), &Default::default()).unwrap();
    assert_eq!(scene.objects.len(), 5);
    let turned = DMat3::from_rotation_z(FRAC_PI_2);
    assert!(scene.objects[2].transform.translation.distance(turned * DVec3::new(0.0, 0.0, 2.5)) < 1e-12);
}
