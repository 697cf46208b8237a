//! Trajectories of robots: tables of joints become motions.

use impinge::glam::{DVec3, dvec3};
use impinge_scene::robot::{Robot, RobotOptions, Trajectory, pose_from_csv};

#[track_caller]
fn is_at(found: DVec3, expected: DVec3) {
    assert!(found.distance(expected) < 1e-6, "{found} instead of {expected}");
}

/// An arm that turns about z, a hand that follows it the other way, and a finger that slides.
const ARM: &str = r#"<robot name="arm">
  <link name="post"/>
  <link name="arm"><collision><origin xyz="1 0 0"/><geometry><box size="2 0.1 0.1"/></geometry></collision></link>
  <link name="hand"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <link name="finger"><collision><geometry><box size="0.2 0.2 0.2"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="post"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint>
  <joint name="wrist" type="continuous"><origin xyz="2 0 0"/><parent link="arm"/><child link="hand"/><axis xyz="0 0 1"/>
    <mimic joint="shoulder" multiplier="-1" offset="0.5"/></joint>
  <joint name="grip" type="prismatic"><parent link="hand"/><child link="finger"/><axis xyz="1 0 0"/><limit lower="0" upper="9"/></joint>
</robot>"#;

#[test]
fn trajectories_move_joints_and_those_that_follow() {
    let robot = Robot::from_xml("arm.urdf".as_ref(), ARM).unwrap();
    let bodies = robot.instances(&RobotOptions::default()).unwrap();
    let table = b"time, shoulder\n1, 0\n2, 0.5\n# a pause\n3, 0.5\n4, 2\n";
    let trajectory = Trajectory::from_csv("t.csv".as_ref(), table).unwrap();
    let mut configuration = robot.default_configuration();
    robot.set(&mut configuration, "grip", 3.0).unwrap();
    let (motions, warnings) = robot.motions(&bodies, &configuration, &trajectory).unwrap();
    let told: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "t.csv: line 6: arm.urdf: joint shoulder is at 2, outside its limits -1 to 1 (radians); choose a value within the limits",
            "t.csv: line 1: joints of arm.urdf without a column keep their values: grip",
        ]
    );
    assert_eq!(motions.span(), Some([1.0, 4.0]));
    assert!(!motions.is_relative([1, 2]), "the finger stays in the hand");
    for (time, angle) in [(0.0, 0.0), (1.5, 0.25), (2.7, 0.5), (3.5, 1.25), (9.0, 2.0)] {
        let (sine, cosine) = f64::sin_cos(angle);
        let hand = dvec3(2.0 * cosine, 2.0 * sine, 0.0);
        is_at(motions.placement(0, time).unwrap().translation, hand / 2.0);
        is_at(motions.placement(1, time).unwrap().translation, hand);
        // The hand turns back what the arm turns.
        is_at(
            motions.placement(2, time).unwrap().translation,
            hand + 3.0 * dvec3(0.5_f64.cos(), 0.5_f64.sin(), 0.0),
        );
        // As the pose of that moment has it.
        let mut moment = configuration.clone();
        let _ = robot.set(&mut moment, "shoulder", angle).unwrap();
        let scene = robot.scene(&bodies, &moment).unwrap();
        for (object, placed) in scene.objects.iter().enumerate() {
            let moving = motions.placement(object, time).unwrap();
            assert!(moving.abs_diff_eq(placed.transform, 1e-12), "{time}: {object}");
        }
    }
}

#[test]
fn broken_trajectories_are_named_with_their_lines() {
    for (table, expected) in [
        ("", "table: it is empty; add a first row with the names of its columns"),
        ("# nothing yet\n\n", "table: it is empty; add a first row with the names of its columns"),
        ("t,shoulder\n0,1\n", "line 1: there is no column `time`"),
        ("time\n0\n1\n", "line 1: there is no column of a joint; add one"),
        ("time,shoulder,shoulder\n0,1,1\n", "line 1: there are two columns `shoulder`"),
        ("time,shoulder\n0,1\n", "table: it has fewer than two rows of values; add rows"),
        (
            "time,shoulder\n0,1\n1,nan\n",
            "line 3: `nan` in column shoulder is not a finite number; write a number such as 1.5",
        ),
        ("time,shoulder\n0,1\n1,\n", "line 3: column shoulder is empty; write a finite number"),
        ("time,shoulder\n0,1\ninf,2\n", "line 3: `inf` in column time is not a finite number"),
        (
            "time,shoulder\n0,1\n1,2\n0.5,3\n",
            "line 4: time 0.5 is not after 1, the time of the previous row; sort the rows by time",
        ),
        ("time,shoulder\n0,1\n0,2\n", "line 3: time 0 is not after 0"),
        ("time,shoulder\n-1e308,1\n0,1\n1e308,2\n", "line 4: time 1e308 is too far from -1e308, the first"),
        ("time,shoulder\n0,1\n1\n", "line 3: "),
    ] {
        let message = Trajectory::from_csv("t.csv".as_ref(), table.as_bytes()).unwrap_err().to_string();
        assert!(message.starts_with(&format!("t.csv: {expected}")), "{table:?}: {message}");
    }
    let robot = Robot::from_xml("arm.urdf".as_ref(), ARM).unwrap();
    let trajectory = Trajectory::from_csv("t.csv".as_ref(), b"time,sholder\n0,1\n1,2\n").unwrap();
    let message = trajectory.check(&[&robot]).unwrap_err().to_string();
    assert!(
        message.contains("there is no joint `sholder`; the robot has shoulder, grip; rename the column"),
        "{message}"
    );
    assert!(
        trajectory
            .check(&[])
            .unwrap_err()
            .to_string()
            .contains("joint `sholder` needs a robot, but none is given")
    );
}

/// As spreadsheets of many countries write them.
#[test]
fn semicolons_and_tabs_part_columns_as_well() {
    let read = |table: &str| Trajectory::from_csv("t.csv".as_ref(), table.as_bytes()).unwrap();
    let expected = read("time,shoulder\n0,0.5\n1,2\n");
    for table in ["time;shoulder\r\n0;0.5\r\n1;2\r\n", "\u{feff}time\tshoulder\n0\t0.5\n1\t2\n"] {
        assert_eq!(read(table), expected, "{table:?}");
    }
    // What a spreadsheet says of itself is no row, but a line.
    for table in ["sep=;\r\ntime;shoulder\r\n0;0.5\r\n1;2\r\n", "\"sep=\t\"\ntime\tshoulder\n0\t0.5\n1\t2\n"]
    {
        let found = read(table);
        assert_eq!(found.joints().collect::<Vec<_>>(), ["shoulder"], "{table:?}");
    }
    let late = Trajectory::from_csv("t.csv".as_ref(), b"sep=,\ntime,shoulder\n0,1\n0,2\n").unwrap_err();
    assert!(late.to_string().starts_with("t.csv: line 4: time 0 is not after 0"), "{late}");
}

#[test]
fn poses_are_tables_too() {
    let expected = vec![("elbow".to_owned(), 1.5), ("grip".to_owned(), -0.25)];
    for table in [
        "joint,value\nelbow,1.5\ngrip,-0.25\n",
        "Value;Joint\r\n1.5;elbow\r\n-0.25;grip\r\n",
        "\u{feff}sep=;\nnote;joint;value\n;elbow;1.5\n# by hand\n;grip;-0.25\n",
    ] {
        assert_eq!(pose_from_csv("p.csv".as_ref(), table.as_bytes()).unwrap(), expected, "{table:?}");
    }
    for (table, expected) in [
        ("", "p.csv: table: it is empty; add a first row with the names of its columns"),
        (
            "time,elbow\n0,1\n",
            "p.csv: line 1: there is no column `joint`; name the columns joint and value; a table with the column time is a trajectory, not a pose",
        ),
        ("joint,angle\n", "p.csv: line 1: there is no column `value`; name the columns joint and value"),
        (
            "sep=;\njoint;value\nelbow;1,5\n",
            "p.csv: line 3: `1,5` in column value is not a number; use a decimal point, as in 1.5",
        ),
        (
            "sep=;\n# by hand\n\njoint;angle\n",
            "p.csv: line 4: there is no column `value`; name the columns joint and value",
        ),
        ("joint,value,Value\nelbow,1,2\n", "p.csv: line 1: there are two columns `value`; remove one"),
        (
            "joint,value\nelbow\n",
            "p.csv: line 2: it has 1 column, but the first row has 2; add the missing values",
        ),
    ] {
        let message = pose_from_csv("p.csv".as_ref(), table.as_bytes()).unwrap_err().to_string();
        assert_eq!(message, expected, "{table:?}");
    }
}

/// Tables are written by people: what is wrong is told with its line, and nobody is told to export it again.
#[test]
fn what_is_wrong_in_a_table_is_told() {
    let utf16: Vec<u8> = "\u{feff}time,slide\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, expected) in [
        (
            &b"time;slide\n0;0\n1;1,5\n"[..],
            "t.csv: line 3: `1,5` in column slide is not a finite number; use a decimal point",
        ),
        (&utf16, "t.csv: line 1: it is in UTF-16; save it in UTF-8"),
        (b"time,sl\xff\n0,0\n1,1\n", "it is not in UTF-8; save it in UTF-8"),
        (
            b"time,slide\n\"0,0\",1\n",
            "t.csv: line 2: `0,0` in column time is not a finite number; use a decimal point",
        ),
        (
            b"time,slide\n0,0\n1\n",
            "t.csv: line 3: it has 1 column, but the first row has 2; add the missing values",
        ),
    ] {
        let message = Trajectory::from_csv("t.csv".as_ref(), bytes).unwrap_err().to_string();
        assert!(message.contains(expected) && !message.contains("export"), "{message}");
    }
}

/// Degrees of a joint without limits are told; of one that turns on and on nothing is.
#[test]
fn whole_numbers_beyond_a_turn_are_told() {
    let text = r#"<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/>
        <axis xyz="0 0 1"/></joint></robot>"#;
    let robot = Robot::from_xml("r.urdf".as_ref(), text).unwrap();
    let bodies = robot.instances(&RobotOptions::default()).unwrap();
    for (table, expected) in [
        (
            "time,j\n0,0\n1,45\n2,90\n",
            Some("t.csv: line 3: r.urdf: joint j is at 45 radians, more than a full turn; 45° are 0.7854"),
        ),
        ("time,j\n0,0\n1,6.5\n2,13\n", None),
        ("time,j\n0,0\n1,3\n2,6\n", None),
        ("time,j\n0,0\n1,3\n,\n", None),
    ] {
        let trajectory = Trajectory::from_csv("t.csv".as_ref(), table.as_bytes()).unwrap();
        let (_, warnings) = robot.motions(&bodies, &robot.default_configuration(), &trajectory).unwrap();
        let told: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        assert_eq!(told, expected.map(str::to_owned).into_iter().collect::<Vec<_>>(), "{table}");
    }
}
