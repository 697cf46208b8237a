//! What is rounded where keys are large is told with the bounds.

use crate::fixtures::animated::Animated;
use impinge::glam::DVec3;
use impinge_scene::motion::LocalBall;
use impinge_scene::robot::{Robot, RobotOptions, Trajectory};
use serde_json::json;

/// A spline whose control points are so large that what is left of them is rounded: K·(u − ½)², to the digit.
#[test]
fn what_is_rounded_of_large_keys_is_told() {
    let mut worst: f64 = 0.0;
    for large in [1e10_f32, 1e10 * 4096.0, 1e20] {
        let (quarter, still) = ([large / 4.0, 0.0, 0.0], [0.0; 3]);
        let keys = [still, quarter, [-large, 0.0, 0.0], [large, 0.0, 0.0], quarter, still].concat();
        let file = Animated::new(json!([{"name": "Plate", "mesh": 0}])).channel(
            "a",
            (0, "translation"),
            "CUBICSPLINE",
            &[0.0, 1.0],
            &keys,
        );
        let (_, motions) = file.load(&[]).unwrap();
        let ball = LocalBall { center: DVec3::ZERO, radius: 1.0 };
        for step in 0..2000 {
            let from_middle = f64::from(step) * 1e-7;
            let time = 0.5 + from_middle;
            let exact = f64::from(large) * (time - 0.5) * (time - 0.5);
            let found = motions.placement(0, time).unwrap().translation.x;
            let bound = motions.displacement(0, ball, time, [time, time]);
            assert!(
                (found - exact).abs() <= bound.rounding,
                "{found} instead of {exact} at {time}: {bound:?}"
            );
            worst = worst.max((found - exact).abs() / f64::from(large));
        }
    }
    assert!(worst > 1e-17, "nothing is rounded: {worst}");
}

/// A joint that turns back from 10¹² radians to as many: near the middle, its angle is known to the digit.
#[test]
fn what_is_rounded_of_large_angles_is_told() {
    let arm = r#"<robot name="arm"><link name="base"/>
        <link name="arm"><collision><origin xyz="1 0 0"/><geometry><box size="2 1 1"/></geometry></collision></link>
        <joint name="turn" type="continuous"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/></joint></robot>"#;
    let robot = Robot::from_xml("arm.urdf".as_ref(), arm).unwrap();
    let bodies = robot.instances(&RobotOptions::default()).unwrap();
    let large = 1e12;
    let table = format!("time,turn\n0,{large}\n1,-{large}\n");
    let trajectory = Trajectory::from_csv("t.csv".as_ref(), table.as_bytes()).unwrap();
    let (motions, _) = robot.motions(&bodies, &robot.default_configuration(), &trajectory).unwrap();
    let ball = LocalBall { center: DVec3::ZERO, radius: 1.0 };
    let mut worst: f64 = 0.0;
    for step in 1..1000 {
        let time = 0.5 + f64::from(step) * 1.1e-13;
        let angle = -2.0 * large * (time - 0.5);
        let expected = DVec3::new(angle.cos(), angle.sin(), 0.0);
        let found = motions.placement(0, time).unwrap().translation;
        let bound = motions.displacement(0, ball, time, [time, time]);
        assert!(found.distance(expected) <= bound.rounding, "{found} instead of {expected}: {bound:?}");
        worst = worst.max(found.distance(expected));
    }
    assert!(worst > 1e-6, "nothing is rounded: {worst}");
}
