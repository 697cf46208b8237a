//! SceneMotion: where objects are at a time, by closed forms, and bounds of how far they get, against many
//! samples.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI};

use impinge::glam::{DAffine3, DVec3, dvec3};
use impinge_scene::motion::{Animations, LocalBall, SceneMotion};
use impinge_scene::{LoadOptions, load_moving_bytes};
use impinge_tests::demand;
use serde_json::{Value, json};

use crate::fixtures::animated::Animated;

fn one_node() -> Value {
    json!([{"name": "Plate", "mesh": 0}])
}

/// Where the point (1, 0, 0) of an object is.
fn tip(motions: &SceneMotion, object: usize, time: f64) -> DVec3 {
    motions.placement(object, time).unwrap().transform_point3(DVec3::X)
}

#[track_caller]
fn is_at(found: DVec3, expected: DVec3) {
    assert!(found.distance(expected) < 1e-6, "{found} instead of {expected}");
}

/// A quaternion about z, by an angle.
fn about_z(angle: f64) -> [f32; 4] {
    [0.0, 0.0, (angle / 2.0).sin() as f32, (angle / 2.0).cos() as f32]
}

#[test]
fn translations_step_go_straight_and_swing() {
    let keys = [0.0, 0.0, 0.0, 4.0, 0.0, 0.0, 4.0, 2.0, 0.0];
    let moved = |kind, values: &[f32]| {
        let file = Animated::new(one_node()).channel("a", (0, "translation"), kind, &[1.0, 2.0, 4.0], values);
        let (scene, motions) = file.load(&[]).unwrap();
        assert!(scene.warnings.is_empty() && motions.span() == Some([1.0, 4.0]), "{kind}");
        move |time| motions.placement(0, time).unwrap().translation
    };
    let step = moved("STEP", &keys);
    for (time, x, y) in
        [(0.0, 0.0, 0.0), (1.999, 0.0, 0.0), (2.0, 4.0, 0.0), (3.9, 4.0, 0.0), (4.0, 4.0, 2.0)]
    {
        is_at(step(time), dvec3(x, y, 0.0));
    }
    let linear = moved("LINEAR", &keys);
    for (time, x, y) in [(0.0, 0.0, 0.0), (1.25, 1.0, 0.0), (2.0, 4.0, 0.0), (3.0, 4.0, 1.0), (9.0, 4.0, 2.0)]
    {
        is_at(linear(time), dvec3(x, y, 0.0));
    }
    // In the middle of a piece a spline is at the middle of its ends, and an eighth of its length times the
    // difference of speeds.
    let still = [0.0; 3];
    let key = |arrives: [f32; 3], value: [f32; 3], leaves: [f32; 3]| [arrives, value, leaves].concat();
    let spline = [
        key(still, still, [0.0, 8.0, 0.0]),
        key(still, [4.0, 0.0, 0.0], still),
        key([0.0, 0.0, 8.0], [4.0, 0.0, 0.0], still),
    ];
    let cubic = moved("CUBICSPLINE", &spline.concat());
    is_at(cubic(1.5), dvec3(2.0, 1.0, 0.0));
    is_at(cubic(2.0), dvec3(4.0, 0.0, 0.0));
    is_at(cubic(3.0), dvec3(4.0, 0.0, -2.0));
}

#[test]
fn rotations_take_the_shorter_arc_at_one_speed() {
    let values = [about_z(0.0), about_z(FRAC_PI_2).map(|number| -number), about_z(FRAC_PI_2 + PI)].concat();
    let file = Animated::new(one_node()).channel("a", (0, "rotation"), "LINEAR", &[0.0, 1.0, 2.0], &values);
    let (_, motions) = file.load(&[]).unwrap();
    for (time, angle) in
        [(0.0, 0.0), (0.25, FRAC_PI_4 / 2.0), (0.5, FRAC_PI_4), (1.0, FRAC_PI_2), (2.0, 1.5 * PI)]
    {
        is_at(tip(&motions, 0, time), dvec3(f64::cos(angle), f64::sin(angle), 0.0));
    }
    // Half a turn has two arcs; it is one of them all the way.
    let quarter = tip(&motions, 0, 1.5);
    assert!(quarter.x.abs() > 0.999 && quarter.y.abs() < 1e-3, "{quarter}");
}

#[test]
fn nodes_scale_then_turn_then_move_within_their_parents() {
    let nodes = json!([
        {"name": "Base", "children": [1], "translation": [10, 0, 0], "scale": [2, 2, 2]},
        {"name": "Arm", "children": [2], "translation": [1, 0, 0]},
        {"name": "Hand", "mesh": 0, "translation": [0, 1, 0]}
    ]);
    let file = Animated::new(nodes)
        .channel("turn", (1, "rotation"), "LINEAR", &[0.0, 1.0], &[about_z(0.0), about_z(FRAC_PI_2)].concat())
        .channel("grow", (2, "scale"), "LINEAR", &[0.0, 1.0], &[1.0, 1.0, 1.0, 3.0, 1.0, 1.0]);
    let (scene, motions) = file.load(&[]).unwrap();
    // Scaled by 3, moved by y, turned a quarter, moved by x, doubled, moved by 10: (1,0) (3,0) (3,1) (−1,3)
    // (0,3) (0,6) (10,6).
    is_at(tip(&motions, 0, 1.0), dvec3(10.0, 6.0, 0.0));
    // At rest they are where the scene has them.
    let rest = scene.objects[0].transform;
    is_at(tip(&motions, 0, 0.0), rest.transform_point3(DVec3::X));
    assert!(scene.objects[0].is_animated);
    // One of both animations alone.
    let (_, motions) = file.load(&["grow"]).unwrap();
    is_at(tip(&motions, 0, 1.0), dvec3(18.0, 2.0, 0.0));
    let played: Vec<String> =
        motions.animations.iter().filter(|animation| animation.is_played).map(ToString::to_string).collect();
    assert_eq!(played, ["grow"]);
    let (_, motions) = file.load(&["0"]).unwrap();
    assert!(motions.animations[0].is_played && !motions.animations[1].is_played);
    assert_eq!(file.load(&["other"]).unwrap().1.span(), None);
}

/// A sequence of numbers in 0 … 1 (SplitMix64), the same in every run.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    fn index(&mut self, count: usize) -> usize {
        (self.unit() * count as f64) as usize
    }

    fn point(&mut self, size: f64) -> DVec3 {
        dvec3(self.between(-size, size), self.between(-size, size), self.between(-size, size))
    }
}

/// A channel with keys at random.
fn random_channel(file: Animated, random: &mut Random, node: usize, path: &'static str) -> Animated {
    let kind = ["STEP", "LINEAR", "CUBICSPLINE"][random.index(3)];
    let keys = 1 + random.index(5);
    let mut time = random.between(0.0, 0.5);
    let times: Vec<f32> = (0..keys)
        .map(|_| {
            time += random.between(0.05, 0.6);
            time as f32
        })
        .collect();
    let size = if path == "rotation" { 4 } else { 3 };
    let count = size * keys * if kind == "CUBICSPLINE" { 3 } else { 1 };
    let mut values: Vec<f32> = (0..count).map(|_| random.between(-1.5, 1.5) as f32).collect();
    if kind == "CUBICSPLINE" {
        // Speeds, so that curves swing beyond their keys.
        for (index, value) in values.iter_mut().enumerate() {
            *value *= if (index / size) % 3 == 1 { 1.0 } else { 10.0 };
        }
    }
    file.channel("a", (node, path), kind, &times, &values)
}

/// Two objects at the ends of random chains that begin together.
fn random_motions(random: &mut Random) -> SceneMotion {
    let nodes: Vec<Value> = (0..6)
        .map(|node| {
            let children = match node {
                0 => json!([1]),
                1 => json!([2, 4]),
                2 | 4 => json!([node + 1]),
                _ => json!([]),
            };
            let [t, s] = [random.point(2.0), random.point(1.5)];
            let mut value = json!({"translation": t.to_array()});
            if !children.as_array().unwrap().is_empty() {
                value["children"] = children;
            } else {
                value["mesh"] = json!(0);
            }
            // Some chains keep shapes as they are, others do so but for what files round, and others do not.
            let kind = random.unit();
            if kind < 0.3 {
                value["scale"] = json!(s.to_array());
            } else if kind < 0.6 {
                value["scale"] = json!((DVec3::ONE + s * 2e-6).to_array());
            }
            value
        })
        .collect();
    let mut file = Animated::new(json!(nodes));
    for node in 0..6 {
        for path in ["translation", "rotation", "scale"] {
            let share = if path == "scale" { 0.2 } else { 0.6 };
            if random.unit() < share {
                file = random_channel(file, random, node, path);
            }
        }
    }
    file.load(&[]).unwrap().1
}

fn random_ball(random: &mut Random) -> (LocalBall, Vec<DVec3>) {
    let points: Vec<DVec3> = (0..6).map(|_| random.point(1.0)).collect();
    (LocalBall::from_points(points.iter().copied()), points)
}

/// Times from one up to another, without it, and one between them.
fn random_times(random: &mut Random) -> (f64, [f64; 2]) {
    let from = random.between(-0.2, 2.5);
    let to = from + [2.0, 0.3, 0.01, 1e-4][random.index(4)] * random.between(0.1, 1.0);
    (random.between(from, to), [from, to])
}

#[test]
fn no_point_gets_further_than_the_bound() {
    let mut random = Random(7);
    let mut tightest: f64 = 0.0;
    for case in 0..400 {
        let motions = random_motions(&mut random);
        for _ in 0..5 {
            let (ball, points) = random_ball(&mut random);
            let (at, times) = random_times(&mut random);
            let Some(before) = motions.placement(0, at) else { continue };
            let bound = motions.displacement(0, ball, at, times);
            for sample in 0..40 {
                let time = times[0] + (times[1] - times[0]) * f64::from(sample) / 40.0;
                let now = motions.placement(0, time).unwrap();
                for point in &points {
                    let moved = now.transform_point3(*point).distance(before.transform_point3(*point));
                    assert!(
                        moved <= bound.total(),
                        "case {case}: {moved} > {bound:?} at {time} of {times:?}"
                    );
                    if bound.motion > 0.0 {
                        tightest = tightest.max(moved / bound.motion);
                    }
                }
            }
        }
    }
    assert!(tightest > 0.9, "the bounds are never near what happens: {tightest}");
}

#[test]
fn two_objects_come_no_nearer_than_the_relative_bound() {
    let mut random = Random(11);
    let (mut better, mut uneven) = (0, 0);
    for case in 0..400 {
        let motions = random_motions(&mut random);
        if !motions.is_moving(0) && !motions.is_moving(1) {
            continue;
        }
        let [(ball_a, points_a), (ball_b, points_b)] = [random_ball(&mut random), random_ball(&mut random)];
        let (at, times) = random_times(&mut random);
        let place = |object: usize, time: f64| motions.placement(object, time);
        let (Some(a), Some(b)) = (place(0, at), place(1, at)) else { continue };
        let bound = motions.relative_displacement([0, 1], [ball_a, ball_b], at, times);
        let alone = motions.displacement(0, ball_a, at, times).total()
            + motions.displacement(1, ball_b, at, times).total();
        better += usize::from(bound.total() < 0.5 * alone);
        uneven += usize::from(bound.evenness < 1.0 - 1e-9);
        for sample in 0..40 {
            let time = times[0] + (times[1] - times[0]) * f64::from(sample) / 40.0;
            let (Some(now_a), Some(now_b)) = (place(0, time), place(1, time)) else { continue };
            for (p, q) in points_a.iter().zip(&points_b) {
                let distance =
                    |a: &DAffine3, b: &DAffine3| a.transform_point3(*p).distance(b.transform_point3(*q));
                let (before, now) = (distance(&a, &b), distance(&now_a, &now_b));
                let least = (before - bound.total()) * bound.evenness;
                let most = (before + bound.total()) / bound.evenness;
                let rounding = 1e-12 * before;
                assert!(
                    now >= least - rounding && now <= most + rounding,
                    "case {case}: {before} to {now}, {bound:?} at {time} of {times:?}"
                );
            }
        }
    }
    assert!(better > 20, "what objects have in common hardly ever helps: {better}");
    assert!(uneven > 20, "hardly any frame is uneven: {uneven}");
}

#[test]
fn what_is_straight_is_bounded_exactly() {
    let file = Animated::new(one_node()).channel(
        "a",
        (0, "translation"),
        "LINEAR",
        &[0.0, 1.0, 2.0],
        &[0.0, 0.0, 0.0, 3.0, 4.0, 0.0, 3.0, 4.0, 2.0],
    );
    let (_, motions) = file.load(&[]).unwrap();
    let ball = LocalBall { center: DVec3::X, radius: 2.0 };
    for (at, times, most) in [
        (0.5, [0.0, 1.0], 2.5),
        (0.0, [0.0, 1.0], 5.0),
        (1.0, [0.0, 2.0], 5.0),
        (0.5, [0.0, 2.0], 4.5),
        (5.0, [3.0, 9.0], 0.0),
    ] {
        let bound = motions.displacement(0, ball, at, times);
        assert!((bound.motion - most).abs() < 1e-9, "{at} {times:?}: {bound:?} instead of {most}");
        assert!(bound.rounding > 0.0 && bound.rounding < 1e-11, "{bound:?}");
    }
}

#[test]
fn jumps_count_up_to_their_moment_and_not_before() {
    let file = Animated::new(one_node()).channel(
        "a",
        (0, "translation"),
        "STEP",
        &[0.0, 1.0, 2.0],
        &[0.0, 0.0, 0.0, 5.0, 0.0, 0.0, 5.0, 1.0, 0.0],
    );
    let (_, motions) = file.load(&[]).unwrap();
    assert_eq!(motions.jumps(), [1.0, 2.0]);
    let ball = LocalBall { center: DVec3::ZERO, radius: 1.0 };
    let most = |at, times| motions.displacement(0, ball, at, times).motion;
    assert_eq!((most(0.5, [0.0, 1.0]), most(1.5, [1.0, 2.0]), most(2.0, [2.0, 2.0])), (0.0, 0.0, 0.0));
    assert!(most(0.5, [0.0, 1.5]) >= 5.0 && most(1.0, [0.0, 1.5]) >= 5.0 && most(1.5, [1.0, 3.0]) >= 1.0);
}

#[test]
fn what_moves_together_does_not_move_against_each_other() {
    let nodes = json!([
        {"name": "Car", "children": [1, 2, 3]},
        {"name": "Door", "mesh": 0},
        {"name": "Wheel", "mesh": 0, "translation": [1, 0, 0]},
        {"name": "Seat", "mesh": 0}
    ]);
    let turn = [about_z(0.0), about_z(1.0)].concat();
    let file = Animated::new(nodes)
        .channel("drive", (0, "translation"), "LINEAR", &[0.0, 1.0], &[0.0, 0.0, 0.0, 100.0, 0.0, 0.0])
        .channel("drive", (2, "rotation"), "LINEAR", &[0.0, 1.0], &turn);
    let (_, motions) = file.load(&[]).unwrap();
    assert!(!motions.is_relative([0, 2]) && motions.is_relative([0, 1]));
    let ball = LocalBall { center: DVec3::ZERO, radius: 1.0 };
    let bound = motions.relative_displacement([0, 1], [ball, ball], 0.5, [0.0, 1.0]);
    let half = 2.0 * f64::sin(0.25);
    assert!((bound.motion - half).abs() < 1e-6, "{bound:?}");
    assert!(motions.displacement(0, ball, 0.5, [0.0, 1.0]).motion > 49.0);
}

/// Two parts in one frame: they come nearer to each other where it changes shapes, and only there.
#[test]
fn what_is_squeezed_together_moves_against_each_other() {
    let nodes = |of_outer: Value, of_inner: Value| {
        let named = |name: &str, children: &[u32], mut more: Value| {
            more["name"] = json!(name);
            more["children"] = json!(children);
            more
        };
        let part = |x: f64| json!({"name": "Part", "mesh": 0, "translation": [x, 0, 0]});
        json!([named("Outer", &[1], of_outer), named("Inner", &[2, 3], of_inner), part(-1.5), part(1.5)])
    };
    let turn = [about_z(0.0), about_z(1.0)].concat();
    let plain = || json!({});
    let is_relative = |nodes: Value, node: usize, path: &'static str, values: &[f32]| {
        let file = Animated::new(nodes).channel("a", (node, path), "LINEAR", &[0.0, 1.0], values);
        file.load(&[]).unwrap().1.is_relative([0, 1])
    };
    // A scale that moves, also one through 0, in the frame itself and above it.
    for node in [0, 1] {
        for last in [0.01, 0.0, -1.0] {
            let values = [1.0, 1.0, 1.0, last, last, last];
            assert!(is_relative(nodes(plain(), plain()), node, "scale", &values), "{node} {last}");
        }
        // Keys that are all the same move nothing.
        assert!(!is_relative(nodes(plain(), plain()), node, "scale", &[2.0; 6]), "{node}");
        assert!(!is_relative(nodes(plain(), plain()), node, "rotation", &turn), "{node}");
    }
    // A turn within what is flattened, and within what is scaled evenly or as rounded as files are.
    assert!(is_relative(nodes(json!({"scale": [1.0, 0.05, 1.0]}), plain()), 1, "rotation", &turn));
    assert!(!is_relative(nodes(json!({"scale": [2.0, 2.0, 2.0]}), plain()), 1, "rotation", &turn));
    assert!(!is_relative(nodes(json!({"scale": [1.0, 1.0000001, 1.0]}), plain()), 1, "rotation", &turn));
    let (sin, cos) = (0.5_f32, 0.866_025_4_f32);
    let matrix = json!([cos, sin, 0.0, 0.0, -sin, cos, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    assert!(!is_relative(nodes(json!({"matrix": matrix}), plain()), 1, "rotation", &turn));
}

/// Whatever is in the file, it is read, or refused with a message; and what is read can be asked at any time.
#[test]
fn damaged_files_do_no_harm() {
    let mut random = Random(demand::seed(13));
    let mut nodes = Animated::new(one_node());
    for (path, kind) in [("translation", "STEP"), ("scale", "LINEAR"), ("rotation", "CUBICSPLINE")] {
        let size = if path == "rotation" { 12 } else { 3 };
        let values: Vec<f32> = (0..3 * size).map(|_| random.between(0.5, 2.0) as f32).collect();
        nodes = nodes.channel("a", (0, path), kind, &[0.0, 1.0, 2.0], &values);
    }
    let good = nodes.bytes();
    let (mut read, mut refused) = (0, 0);
    for _ in 0..demand::cases("IMPINGE_HOSTILE", 3000) {
        let mut bytes = good.clone();
        for _ in 0..1 + random.index(4) {
            let place = random.index(bytes.len());
            bytes[place] =
                if random.unit() < 0.5 { random.index(256) as u8 } else { b'0' + random.index(10) as u8 };
        }
        match load_moving_bytes("moving.glb".as_ref(), &bytes, &LoadOptions::default(), &Animations::all()) {
            Err(error) => {
                assert!(error.to_string().starts_with("moving.glb: "), "{error}");
                refused += 1;
            }
            Ok((_, motions)) => {
                let ball = LocalBall { center: DVec3::X, radius: 1.0 };
                for time in [-1.0, 0.5, 1.0, 9.0] {
                    let _ = motions.placement(0, time);
                    let _ = motions.relative_displacement([0, 1], [ball, ball], time, [time, time + 1.0]);
                }
                read += 1;
            }
        }
    }
    assert!(read > 100 && refused > 100, "{read} {refused}");
}

/// Of what moves as one, each object is where the track and its place on it say; keys and jumps are those of
/// all frames around it.
#[test]
fn tracks_take_objects_to_their_places() {
    let nodes = json!([
        {"name": "cart", "children": [1, 2, 3]},
        {"name": "box", "mesh": 0, "translation": [1.0, 2.0, 3.0]},
        {"name": "lid", "mesh": 0, "scale": [2.0, 1.0, 1.0]},
        {"name": "crank", "mesh": 0},
        {"name": "floor", "mesh": 0},
    ]);
    let turns: Vec<f32> = [0.0, FRAC_PI_2].into_iter().flat_map(about_z).collect();
    let file = Animated::new(nodes)
        .channel("a", (0, "translation"), "STEP", &[1.0, 2.0], &[0.0, 0.0, 0.0, 5.0, 0.0, 0.0])
        .channel("a", (3, "rotation"), "LINEAR", &[0.0, 2.0], &turns);
    let (scene, motions) = file.load(&[]).unwrap();
    let tracks = motions.tracks();
    let names = |track: &impinge_scene::motion::Track| -> Vec<String> {
        track.objects.iter().map(|(object, _)| scene.objects[*object].name.clone()).collect()
    };
    assert_eq!(tracks.iter().map(names).collect::<Vec<_>>(), [vec!["box", "lid"], vec!["crank"]]);
    for track in &tracks {
        for (object, below) in &track.objects {
            for time in [0.0, 0.7, 1.5, 2.0, 3.0] {
                let placed = motions.track_placement(track, time) * *below;
                let expected = motions.placement(*object, time).unwrap();
                assert!(placed.abs_diff_eq(expected, 1e-12), "{placed} instead of {expected}");
            }
        }
        assert_eq!(motions.track_jumps(track), [2.0]);
    }
    assert_eq!(motions.track_keys(&tracks[0]), [1.0, 2.0]);
    assert_eq!(motions.track_keys(&tracks[1]), [0.0, 1.0, 2.0]);
}
