//! Animations of glTF: which are played, and what is wrong with them.

use std::f64::consts::{FRAC_PI_2, PI};

use crate::fixtures::animated::Animated;
use crate::fixtures::warnings;
use impinge::glam::{DVec3, dvec3};
use serde_json::{Value, json};

fn one_node() -> Value {
    json!([{"name": "Plate", "mesh": 0}])
}

/// Changes of a scene with one channel, and what the error says.
#[test]
fn broken_channels_are_named() {
    let good = || {
        Animated::new(one_node()).channel(
            "Lift",
            (0, "translation"),
            "LINEAR",
            &[0.0, 1.0],
            &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
        )
    };
    let channel = "/animations/0/channels/0";
    let sampler = "/animations/0/samplers/0";
    for (place, value, expected) in [
        (format!("{channel}/sampler"), json!(3), "refers to sampler 3, but the file has 1"),
        (format!("{channel}/sampler"), Value::Null, "has no sampler"),
        (format!("{channel}/target/node"), json!(9), "refers to node 9, but the file has 1"),
        (format!("{channel}/target/path"), json!("position"), "moves `position`; there are translation"),
        (format!("{sampler}/input"), json!(99), "refers to accessor 99"),
        (format!("{sampler}/input"), Value::Null, "its sampler has no input"),
        (
            format!("{sampler}/input"),
            json!(3),
            "accessor 3: component type 5126 and type VEC3 do not match times (SCALAR, float)",
        ),
        (
            format!("{sampler}/output"),
            json!(2),
            "accessor 2: component type 5126 and type SCALAR do not match vectors (VEC3, float or of 8 or 16 bits)",
        ),
        (format!("{sampler}/interpolation"), json!("SPLINE"), "interpolation `SPLINE`"),
        (
            format!("{sampler}/interpolation"),
            json!("CUBICSPLINE"),
            "2 keys need 6 values (CUBICSPLINE), but there are 2",
        ),
        (
            "/accessors/2/count".to_owned(),
            json!(50),
            "accessor 2: 200 bytes are declared, but only 8 are present",
        ),
        (
            "/nodes/0/matrix".to_owned(),
            json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]),
            "has a matrix",
        ),
    ] {
        let mut file = good();
        match file.json.pointer_mut(&place) {
            Some(old) => *old = value,
            None => file.json["nodes"][0]["matrix"] = value,
        }
        let message = file.load(&[]).unwrap_err().to_string();
        assert!(message.starts_with("moving.glb: animation 0 (Lift), channel 0"), "{message}");
        assert!(message.contains(expected), "{message}");
        // Nobody asks for it: nothing is judged.
        assert!(file.load(&["other"]).is_ok(), "{expected}");
    }
    for (times, values, kind, path, expected) in [
        (&[0.0, 0.0][..], &[0.0; 6][..], "LINEAR", "translation", "key 0 is at 0 s and key 1 at 0 s"),
        (&[1.0, 0.5], &[0.0; 6], "STEP", "scale", "key 0 is at 1 s and key 1 at 0.5 s"),
        (&[0.0, f32::NAN], &[0.0; 6], "LINEAR", "translation", "the time of key 1 is not a finite number"),
        (&[0.0, 1.0], &[0.0, 0.0, 0.0, f32::INFINITY, 0.0, 0.0], "LINEAR", "scale", "key 1 is not finite"),
        (&[0.0], &[0.0; 4], "LINEAR", "rotation", "key 0 is the zero quaternion"),
        (&[0.0], &[0.0; 12], "CUBICSPLINE", "rotation", "key 0 is the zero quaternion"),
        (&[], &[], "LINEAR", "rotation", "has no keys"),
    ] {
        let file = Animated::new(one_node()).channel("Lift", (0, path), kind, times, values);
        let message = file.load(&[]).unwrap_err().to_string();
        assert!(message.contains("animation 0 (Lift), channel 0") && message.contains(expected), "{message}");
    }
}

#[test]
fn animations_that_move_the_same_are_not_played_together() {
    let lift = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let file = Animated::new(one_node())
        .channel("Up", (0, "translation"), "LINEAR", &[0.0, 1.0], &lift)
        .channel("Down", (0, "translation"), "LINEAR", &[0.0, 1.0], &lift);
    let message = file.load(&[]).unwrap_err().to_string();
    assert!(
        message.contains(
            "animation 0 (Up) and animation 1 (Down) both move the translation of node 0 (Plate); choose one"
        ),
        "{message}"
    );
    assert!(file.load(&["Down"]).is_ok() && file.load(&["1"]).is_ok());
    let twice = file.load(&["Up", "0"]);
    assert!(twice.is_ok());
    let same = Animated::new(one_node())
        .channel("Up", (0, "translation"), "LINEAR", &[0.0, 1.0], &lift)
        .channel("Up", (0, "translation"), "STEP", &[0.0, 1.0], &lift);
    assert!(same.load(&[]).unwrap_err().to_string().contains("channel 1: moves the translation of node 0"));
}

/// Where an animation has a number for a name, that is what the number means.
#[test]
fn names_win_over_numbers() {
    let lift = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
    let file = Animated::new(one_node())
        .channel("1", (0, "translation"), "LINEAR", &[0.0, 1.0], &lift)
        .channel("Down", (0, "translation"), "LINEAR", &[0.0, 1.0], &lift);
    let played = |word: &str| -> Vec<bool> {
        let (_, motions) = file.load(&[word]).unwrap();
        motions.animations.iter().map(|animation| animation.is_played).collect()
    };
    assert_eq!(
        (played("1"), played("0"), played("Down")),
        (vec![true, false], vec![true, false], vec![false, true])
    );
    assert_eq!(played("7"), [false, false]);
}

#[test]
fn what_is_not_supported_is_told() {
    let mut file = Animated::new(one_node()).channel(
        "Face",
        (0, "translation"),
        "LINEAR",
        &[0.0, 1.0],
        &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0],
    );
    for target in
        [json!({"node": 0, "path": "weights"}), json!({"path": "pointer"}), json!({"path": "scale"})]
    {
        let channels = file.json["animations"][0]["channels"].as_array_mut().unwrap();
        channels.push(json!({"sampler": 0, "target": target}));
    }
    let (scene, motions) = file.load(&[]).unwrap();
    assert!(motions.is_moving(0));
    assert_eq!(
        warnings(&scene),
        [
            "animation 0 (Face), channel 1: moves the weights of morph targets, which is not supported: they stay unchanged",
            "animation 0 (Face), channel 2: moves the target of an extension, which is not supported: left out",
            "animation 0 (Face), channel 3: has the path scale, but no node: left out",
        ]
    );
}

/// A rotation of 0 0 0 0 is none; if the animation has one, that is where it rests.
#[test]
fn a_rest_that_is_no_rotation_is_taken_from_the_animation() {
    let nodes = json!([{"name": "Plate", "mesh": 0, "rotation": [0, 0, 0, 0], "translation": [5, 0, 0]}]);
    let about_z = |angle: f64| [0.0, 0.0, (angle / 2.0).sin() as f32, (angle / 2.0).cos() as f32];
    let turned = [about_z(FRAC_PI_2), about_z(PI)].concat();
    let file = Animated::new(nodes).channel("a", (0, "rotation"), "LINEAR", &[0.0, 1.0], &turned);
    let (scene, motions) = file.load(&[]).unwrap();
    assert_eq!(scene.objects.len(), 1);
    let is_at = |found: DVec3, expected: DVec3| assert!(found.distance(expected) < 1e-6, "{found}");
    is_at(scene.objects[0].transform.transform_point3(DVec3::X), dvec3(5.0, 1.0, 0.0));
    is_at(motions.placement(0, 1.0).unwrap().transform_point3(DVec3::X), dvec3(4.0, 0.0, 0.0));
    assert!(warnings(&scene)[0].contains("its rotation 0 0 0 0 is invalid"), "{:?}", warnings(&scene));
}
