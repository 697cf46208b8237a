//! What two objects have in common does not move them against each other, however files round it.

use crate::fixtures::animated::Animated;
use impinge::glam::DVec3;
use impinge_scene::motion::{LocalBall, RelativeDisplacement};
use serde_json::{Value, json};

/// A car that drives a kilometre, with a body and a wheel that turns by a radian; what its root and the car
/// have besides.
fn car(of_root: Value, of_car: Value, scales: &[f32]) -> Animated {
    let mut root = of_root;
    root["children"] = json!([1]);
    let mut car = of_car;
    car["children"] = json!([2, 3]);
    let wheel = json!({"mesh": 0, "translation": [1.5, -0.8, 0]});
    let turn = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.5_f64.sin() as f32, 0.5_f64.cos() as f32];
    let file = Animated::new(json!([root, car, {"mesh": 0}, wheel]))
        .channel("drive", (1, "translation"), "LINEAR", &[0.0, 1.0], &[0.0, 0.0, 0.0, 1000.0, 0.0, 0.0])
        .channel("drive", (3, "rotation"), "LINEAR", &[0.0, 1.0], &turn);
    if scales.is_empty() { file } else { file.channel("drive", (1, "scale"), "LINEAR", &[0.0, 1.0], scales) }
}

fn bound(file: &Animated) -> RelativeDisplacement {
    let (_, motions) = file.load(&[]).unwrap();
    let ball = LocalBall { center: DVec3::ZERO, radius: 0.5 };
    motions.relative_displacement([0, 1], [ball, ball], 0.5, [0.0, 1.0])
}

#[test]
fn what_files_round_is_paid_for_and_not_more() {
    let (sin, cos) = (0.525_471_9_f32, 0.850_811_1_f32);
    let six = |number: f32| (f64::from(number) * 1e6).round() / 1e6;
    let matrix =
        |sin: f64, cos: f64| json!({"matrix": [cos, sin, 0, 0, -sin, cos, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]});
    let plain = || json!({});
    // Half a radian of a ball around the origin, as a chord.
    let expected = 2.0 * 0.25_f64.sin() * 0.5;
    for (name, file, spare) in [
        ("plain", car(plain(), plain(), &[]), 1e-6),
        ("a scale that keys repeat", car(plain(), plain(), &[1.0; 6]), 1e-6),
        ("a scale that is nearly even", car(plain(), json!({"scale": [1.0, 1.000_000_1, 1.0]}), &[]), 1e-6),
        ("a root that is", car(json!({"scale": [1.0, 1.000_000_1, 1.0]}), plain(), &[]), 1e-6),
        ("keys that wobble", car(plain(), plain(), &[1.0, 1.0, 1.0, 1.0, 1.000_001, 0.999_999]), 1e-5),
        ("a matrix of f32", car(matrix(sin.into(), cos.into()), plain(), &[]), 1e-6),
        ("a matrix of six digits", car(matrix(six(sin), six(cos)), plain(), &[]), 1e-5),
    ] {
        let bound = bound(&file);
        assert!((bound.motion - expected).abs() <= expected * spare, "{name}: {bound:?}");
        assert!(bound.evenness <= 1.0 && bound.evenness >= 1.0 - spare, "{name}: {bound:?}");
        let (_, motions) = file.load(&[]).unwrap();
        assert!(motions.is_relative([0, 1]), "{name}");
    }
    // A scale that does not move is within the frame that does: it may be as uneven as it likes.
    let flat = bound(&car(plain(), json!({"scale": [1.0, 0.05, 1.0]}), &[]));
    assert!(flat.motion <= expected * (1.0 + 1e-6) && flat.evenness > 1.0 - 1e-12, "{flat:?}");
    // What changes shapes is not looked through: the way counts.
    let squeezed = bound(&car(plain(), plain(), &[1.0, 1.0, 1.0, 1.0, 0.9, 1.0]));
    assert!(squeezed.motion > 500.0 && squeezed.evenness == 1.0, "{squeezed:?}");
    let turned = bound(&car(json!({"scale": [1.0, 0.05, 1.0]}), plain(), &[]));
    assert!(turned.motion > 500.0 && turned.evenness == 1.0, "{turned:?}");
}

/// Programs write keys for everything that could move.
#[test]
fn keys_that_are_all_the_same_are_no_motion() {
    let nodes = json!([
        {"name": "Rig", "children": [1, 2]},
        {"name": "Part", "mesh": 0},
        {"name": "Other part", "mesh": 0, "rotation": [0, 0, 0.6, 0.8]},
        {"name": "House", "mesh": 0}
    ]);
    let spline = [0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 0.0, 0.0, 0.0].repeat(2);
    let turned = [0.0, 0.0, 0.6, 0.8, 0.0, 0.0, -0.6, -0.8];
    let baked = |file: Animated| {
        file.channel("a", (1, "translation"), "LINEAR", &[0.0, 1.0], &[2.0; 6])
            .channel("a", (2, "rotation"), "LINEAR", &[0.0, 1.0], &turned)
            .channel("a", (3, "translation"), "CUBICSPLINE", &[0.0, 3.0], &spline)
            .channel("a", (3, "scale"), "STEP", &[0.0, 1.0], &[2.0; 6])
    };
    let (_, motions) = baked(Animated::new(nodes.clone())).load(&[]).unwrap();
    assert!((0..3).all(|object| !motions.is_moving(object)));
    assert!(!motions.is_relative([0, 1]) && !motions.is_relative([0, 2]));
    // They are where the keys say, not where they rest, and the keys tell how long it lasts.
    let place = |object: usize| motions.placement(object, 0.5).unwrap().translation;
    assert_eq!((place(0), place(2)), (DVec3::splat(2.0), DVec3::X * 5.0));
    assert_eq!(motions.span(), Some([0.0, 3.0]));
    // What they are in may move all the same, and them with it.
    let drive = [0.0, 0.0, 0.0, 9.0, 0.0, 0.0];
    let driven = baked(Animated::new(nodes)).channel("a", (0, "translation"), "LINEAR", &[0.0, 1.0], &drive);
    let (_, motions) = driven.load(&[]).unwrap();
    assert!(motions.is_moving(0) && motions.is_moving(1) && !motions.is_moving(2));
    assert!(!motions.is_relative([0, 1]) && motions.is_relative([0, 2]));
}

/// Two nodes with the same keys, and what hangs from them.
#[test]
fn what_moves_alike_does_not_move_against_each_other() {
    let there_and_back = [0.0, 0.0, 0.0, 100.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let other = [0.0, 0.0, 0.0, 100.0, 0.0, 0.001, 0.0, 0.0, 0.0];
    let is_relative = |rotation: Value, kind: &str, values: &[f32]| {
        let nodes = json!([
            {"name": "Belt", "children": [2]},
            {"name": "Load", "children": [3], "rotation": rotation},
            {"mesh": 0},
            {"mesh": 0, "translation": [0, 1, 0]}
        ]);
        let times = [0.0, 1.0, 2.0];
        let file = Animated::new(nodes)
            .channel("a", (0, "translation"), "LINEAR", &times, &there_and_back)
            .channel("a", (1, "translation"), kind, &times, values);
        file.load(&[]).unwrap().1.is_relative([0, 1])
    };
    assert!(!is_relative(json!([0, 0, 0, 1]), "LINEAR", &there_and_back));
    assert!(is_relative(json!([0, 0, 0, 1]), "STEP", &there_and_back));
    assert!(is_relative(json!([0, 0, 0, 1]), "LINEAR", &other));
    // Turned against each other they are not in the same frame, though they go the same way.
    assert!(is_relative(json!([0, 0, 0.6, 0.8]), "LINEAR", &there_and_back));
}
