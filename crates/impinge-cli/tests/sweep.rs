//! `impinge sweep`: when things touch that move, against closed forms, against dense samples of exact overlaps, and in every form.

mod fixtures;

use std::f64::consts::PI;

use fixtures::moving::Moving;
use fixtures::{Folder, Outcome, Run, golden};
use glam::{DAffine3, DVec3};
use impinge_scene::motion::Animations;
use impinge_scene::{LoadOptions, load_moving_bytes};
use serde_json::{Value, json};

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

const UNIT: [f64; 3] = [1.0; 3];

/// `impinge sweep` of a file in a folder, with more words.
fn run(folder: &Folder, words: &str) -> Tried<Run> {
    let mut command = folder.command("sweep");
    command.args(words.split_whitespace());
    Run::of(command.output()?)
}

/// The JSON report of a scene.
fn report(scene: &Moving, words: &str) -> Tried<Value> {
    let folder = Folder::with("m.glb", scene.glb())?;
    let run = run(&folder, &format!("m.glb --format json {words}"))?;
    assert!(run.code < 2, "{}", run.err);
    run.json()
}

/// An interval: proven to be free until the first, seen in contact between the next two, free again from the last.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Times {
    free_until: Option<f64>,
    touches: Option<[f64; 2]>,
    free_from: Option<f64>,
}

fn intervals(pair: &Value) -> Vec<Times> {
    let time = |value: &Value| value.as_f64();
    let interval = |interval: &Value| Times {
        free_until: time(&interval["from"]["free_until"]),
        touches: time(&interval["from"]["touches_by"])
            .zip(time(&interval["to"]["touches_until"]))
            .map(|(a, b)| [a, b]),
        free_from: time(&interval["to"]["free_from"]),
    };
    pair["intervals"].as_array().into_iter().flatten().map(interval).collect()
}

/// The intervals of the only pair.
fn only(scene: &Moving, words: &str) -> Tried<Vec<Times>> {
    let report = report(scene, words)?;
    assert_eq!(report["pairs"].as_array().map(Vec::len), Some(1), "{report}");
    Ok(intervals(&report["pairs"][0]))
}

/// Contact from one time to another, each told to a tolerance.
#[track_caller]
fn is_from_to(found: Times, from: f64, to: f64, tolerance: f64) {
    // Files have numbers of 32 bits.
    let spare = 1e-6;
    let (Some(free_until), Some([first, last]), Some(free_from)) =
        (found.free_until, found.touches, found.free_from)
    else {
        panic!("{found:?} has no ends");
    };
    let wide = 3.0 * tolerance;
    assert!(free_until <= from + spare && free_until >= from - wide - spare, "{found:?} begins at {from}");
    assert!(first >= from - spare && first <= from + wide + spare, "{found:?} begins at {from}");
    assert!(last <= to + spare && last >= to - wide - spare, "{found:?} ends at {to}");
    assert!(free_from >= to - spare && free_from <= to + wide + spare, "{found:?} ends at {to}");
}

/// A box that goes ten metres along x in ten seconds, through another one five metres away.
fn through() -> Moving {
    Moving::new().still("cart", UNIT, [0.0; 3]).still("post", UNIT, [5.0, 0.25, 0.0]).slide(
        0,
        &[0.0, 10.0],
        &[[0.0; 3], [10.0, 0.0, 0.0]],
    )
}

#[test]
fn a_box_goes_straight_through_another() -> Outcome {
    for tolerance in [0.1, 1e-3, 1e-6] {
        let found = only(&through(), &format!("--tolerance {tolerance}"))?;
        assert_eq!(found.len(), 1, "{found:?}");
        is_from_to(found[0], 4.0, 6.0, tolerance);
    }
    let report = report(&through(), "--tolerance 1e-6")?;
    let pair = &report["pairs"][0];
    let number = |value: &Value| value.as_f64().ok_or("no number");
    assert_eq!(pair["approach"]["normal"], json!([1.0, 0.0, 0.0]), "{pair}");
    assert!((number(&pair["approach"]["point_b"][0])? - 4.5).abs() < 1e-6, "{pair}");
    // In the middle of both it is as short to the side as it is along.
    let depth = number(&pair["deepest"]["distance"])?;
    assert!((-0.75 - 1e-6..=-0.6).contains(&depth), "{pair}");
    Ok(())
}

/// A bar of two metres that turns about its end, past a post in its way at a quarter turn.
fn bar(times: &[f32], angles: &[f64]) -> Moving {
    Moving::new()
        .with("bar", [2.0, 0.1, 0.1], [1.0, 0.0, 0.0], [0.0; 3], None)
        .still("post", [0.2, 0.2, 0.2], [0.0, 1.5, 0.0])
        .turn(0, times, angles)
}

/// The angle at which the edge of the bar first meets a corner of the post: where the corner is as far from the middle of the bar as
/// the edge is. It leaves the post at the mirrored angle.
fn first_angle() -> f64 {
    let corners: [(f64, f64); 2] = [(0.1, 1.4), (0.1, 1.6)];
    let angle = |(x, y): (f64, f64)| y.atan2(x) - (0.05 / x.hypot(y)).asin();
    corners.into_iter().map(angle).fold(f64::INFINITY, f64::min)
}

#[test]
fn a_bar_that_turns_meets_a_post_at_a_known_angle() -> Outcome {
    let found = only(&bar(&[0.0, 2.0], &[0.0, PI - 0.5]), "--tolerance 1e-5")?;
    let speed = (PI - 0.5) / 2.0;
    assert_eq!(found.len(), 1);
    is_from_to(found[0], first_angle() / speed, (PI - first_angle()) / speed, 1e-5);
    Ok(())
}

/// At both keys it is free: whoever looks at keys alone, or at few times, sees nothing.
#[test]
fn a_bar_that_turns_through_and_back_between_keys_is_found() -> Outcome {
    let angles = [0.0, PI - 0.01, 0.0];
    let found = only(&bar(&[0.0, 1.0, 2.0], &angles), "--tolerance 1e-5")?;
    let speed = PI - 0.01;
    let (from, to) = (first_angle() / speed, (PI - first_angle()) / speed);
    assert_eq!(found.len(), 2, "{found:?}");
    is_from_to(found[0], from, to, 1e-5);
    is_from_to(found[1], 2.0 - to, 2.0 - from, 1e-5);
    Ok(())
}

/// A blade of a hundredth of a millimetre goes through a wall as thin in some hundred-thousandths of the time.
#[test]
fn a_thin_blade_goes_through_a_thin_wall_in_no_time() -> Outcome {
    let scene = Moving::new()
        .still("blade", [1e-5, 1.0, 1.0], [0.0; 3])
        .still("wall", [1e-5, 5.0, 5.0], [0.0; 3])
        .slide(
            0,
            &[0.0, 50.0, 50.001, 100.0],
            &[[-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
        );
    let coarse = only(&scene, "")?;
    assert_eq!(coarse.len(), 1);
    let holds = |times: &Times| {
        times.free_until.is_some_and(|t| t <= 50.0005) && times.free_from.is_some_and(|t| t >= 50.0005)
    };
    assert!(holds(&coarse[0]), "{coarse:?}");
    // Two metres in the time between two floats of 32 bits: 0.00099945.
    let fine = only(&scene, "--tolerance 1e-9")?;
    let way = f64::from(50.001_f32) - 50.0;
    let half = way * 1e-5 / 2.0;
    is_from_to(fine[0], 50.0 + way / 2.0 - half, 50.0 + way / 2.0 + half, 1e-9);
    Ok(())
}

#[test]
fn what_is_inside_all_the_time_is_in_contact_all_the_time() -> Outcome {
    let scene = Moving::new().still("room", [10.0; 3], [0.0; 3]).still("bee", [0.1; 3], [0.0; 3]).slide(
        1,
        &[0.0, 1.0, 2.0],
        &[[-4.0, 0.0, 0.0], [0.0, 4.0, 1.0], [4.0, -4.0, 0.0]],
    );
    let found = only(&scene, "")?;
    assert_eq!(found, [Times { free_until: None, touches: Some([0.0, 2.0]), free_from: None }]);
    Ok(())
}

#[test]
fn jumps_are_told_to_the_moment() -> Outcome {
    let scene = Moving::new().still("a", UNIT, [0.0; 3]).still("b", UNIT, [9.0, 0.0, 0.0]).channel(
        "jump",
        (0, "translation"),
        "STEP",
        &[0.0, 1.0, 2.0, 3.0],
        &[0.0, 0.0, 0.0, 8.5, 0.0, 0.0, 0.0, 0.0, 0.0, 9.5, 0.0, 0.0],
    );
    // At the end it is in contact again, if only at that moment.
    let found = only(&scene, "")?;
    assert_eq!(found[0], Times { free_until: Some(1.0), touches: Some([1.0, 2.0]), free_from: Some(2.0) });
    assert_eq!(found[1], Times { free_until: Some(3.0), touches: Some([3.0, 3.0]), free_from: None });
    assert_eq!(found.len(), 2);
    Ok(())
}

/// Two boxes that pass each other a millionth apart: near if nobody looks closely, free if somebody does.
#[test]
fn near_misses_are_told_as_such() -> Outcome {
    let scene = |gap: f64| {
        Moving::new().still("a", UNIT, [0.0; 3]).still("b", UNIT, [0.0, 1.0 + gap, 0.0]).slide(
            0,
            &[0.0, 1.0],
            &[[-5.0, 0.0, 0.0], [5.0, 0.0, 0.0]],
        )
    };
    let near = report(&scene(1e-4), "")?;
    assert_eq!((&near["pairs"][0]["kind"], &near["counts"]["near"]), (&json!("near"), &json!(1)), "{near}");
    assert!(near["pairs"][0]["first"]["touches_by"].is_null());
    let gap = near["pairs"][0]["nearest"]["distance"].as_f64().ok_or("no gap")?;
    assert!((gap - 1e-4).abs() < 1e-7, "{gap}");
    assert_eq!(report(&scene(1e-4), "--tolerance 1e-6")?["pairs"], json!([]));
    // With a clearance, the gap counts, from the moment on at which they are that near.
    let scene = scene(0.5);
    let clear = report(&scene, "--clearance 1.3 --tolerance 1e-5")?;
    assert_eq!(clear["pairs"][0]["kind"], json!("clearance"));
    let met = clear["pairs"][0]["first"]["met_by"].as_f64().ok_or("never")?;
    // 0.5 to the side, so 1.2 ahead: at x = −2.2, which is 2.8 m from the beginning at 10 m/s.
    assert!((met - 0.28).abs() < 3e-5, "{clear}");
    assert_eq!(report(&scene, "--clearance 0.4")?["pairs"], json!([]));
    Ok(())
}

#[test]
fn what_moves_together_or_not_at_all_is_left_to_check() -> Outcome {
    let scene = Moving::new()
        .still("car", UNIT, [0.0; 3])
        .with("seat", UNIT, [0.0; 3], [0.5, 0.0, 0.0], Some(0))
        .with("wheel", UNIT, [0.0; 3], [0.0, 0.75, 0.0], Some(0))
        .still("house", UNIT, [50.0, 0.0, 0.0])
        .still("roof", UNIT, [50.0, 0.0, 0.5])
        .slide(0, &[0.0, 1.0], &[[0.0; 3], [10.0, 0.0, 0.0]])
        .turn(2, &[0.0, 1.0], &[0.0, 1.0]);
    let pairs = |words: &str| -> Tried<(Vec<String>, Value)> {
        let report = report(&scene, words)?;
        let name = |value: &Value| value["name"].as_str().unwrap_or_default().to_owned();
        let pairs = report["pairs"].as_array().ok_or("no pairs")?;
        let names = pairs.iter().map(|pair| format!("{}-{}", name(&pair["a"]), name(&pair["b"])));
        Ok((names.collect(), report["counts"].clone()))
    };
    let (found, counts) = pairs("")?;
    assert_eq!(found, ["car-wheel", "seat-wheel"]);
    assert_eq!((&counts["still"], &counts["looked_at"]), (&json!(2), &json!(2)));
    let (found, counts) = pairs("--include-still")?;
    assert_eq!(found, ["car-seat", "car-wheel", "seat-wheel", "house-roof"]);
    assert_eq!(counts["still"], json!(0));
    let (found, counts) = pairs("--between wheel seat")?;
    assert_eq!((found.len(), &counts["excluded"]), (1, &json!(3)), "{counts}");
    assert_eq!(pairs("--ignore wheel")?.0.len(), 0);
    Ok(())
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

    fn three(&mut self, low: f64, high: f64) -> [f64; 3] {
        [self.between(low, high), self.between(low, high), self.between(low, high)]
    }
}

/// Boxes that move, turn and grow at random, some on others.
fn random_scene(random: &mut Random) -> Moving {
    let mut scene = Moving::new();
    for number in 0..6 {
        let parent = (number > 0 && random.unit() < 0.4).then(|| (random.unit() * number as f64) as usize);
        let (size, offset, pivot) =
            (random.three(0.2, 1.0), random.three(-0.5, 0.5), random.three(-2.0, 2.0));
        scene = scene.with(&format!("box {number}"), size, offset, pivot, parent);
    }
    for number in 0..6 {
        for (path, share) in [("translation", 0.7), ("rotation", 0.7), ("scale", 0.2)] {
            if random.unit() > share {
                continue;
            }
            let kind = ["STEP", "LINEAR", "CUBICSPLINE", "LINEAR"][(random.unit() * 4.0) as usize];
            let keys = 2 + (random.unit() * 3.0) as usize;
            let times: Vec<f32> =
                (0..keys).map(|key| (key as f64 + random.between(0.0, 0.9)) as f32).collect();
            let size = if path == "rotation" { 4 } else { 3 };
            let (low, high) = if path == "scale" { (0.5, 1.5) } else { (-2.0, 2.0) };
            let count = size * keys * if kind == "CUBICSPLINE" { 3 } else { 1 };
            let values: Vec<f32> = (0..count).map(|_| random.between(low, high) as f32).collect();
            scene = scene.channel("all", (number, path), kind, &times, &values);
        }
    }
    scene
}

/// How far two unit cubes under maps are apart along the axis that parts them best; less than 0 if none does. By the theorem of separating
/// axes: normals of faces, and products of edges.
fn separation(a: &DAffine3, b: &DAffine3) -> f64 {
    let edges = |map: &DAffine3| [map.matrix3.x_axis, map.matrix3.y_axis, map.matrix3.z_axis];
    let (of_a, of_b) = (edges(a), edges(b));
    let faces = |of: [DVec3; 3]| [of[0].cross(of[1]), of[1].cross(of[2]), of[2].cross(of[0])];
    let products = of_a.iter().flat_map(|p| of_b.iter().map(move |q| p.cross(*q)));
    let axes = faces(of_a).into_iter().chain(faces(of_b)).chain(products);
    let reach = |of: [DVec3; 3], axis: DVec3| of.iter().map(|edge| edge.dot(axis).abs() / 2.0).sum::<f64>();
    let between = b.translation - a.translation;
    let along = |axis: DVec3| between.dot(axis).abs() - reach(of_a, axis) - reach(of_b, axis);
    axes.filter_map(DVec3::try_normalize).map(along).fold(f64::NEG_INFINITY, f64::max)
}

/// Ten thousand times of each scene, looked at by separating axes, which the program does not use for meshes.
#[test]
fn no_sample_of_exact_overlap_is_outside_of_the_intervals() -> Outcome {
    let mut random = Random(3);
    let (mut overlaps, mut pairs_found, mut pairs_missing) = (0, 0, 0);
    for case in 0..12 {
        let scene = random_scene(&mut random);
        let report = report(&scene, "--include-still --tolerance 1e-3")?;
        let [from, to] = ["from", "to"].map(|end| report[end].as_f64().unwrap_or(f64::NAN));
        let (loaded, motions) =
            load_moving_bytes("m.glb".as_ref(), &scene.glb(), &LoadOptions::default(), &Animations::all())?;
        let place = |object: usize, time: f64| {
            motions.placement(object, time).unwrap_or(loaded.objects[object].transform)
        };
        for a in 0..6_usize {
            for b in a + 1..6 {
                let is_it = |pair: &&Value| (&pair["a"]["id"], &pair["b"]["id"]) == (&json!(a), &json!(b));
                let pair = report["pairs"].as_array().and_then(|pairs| pairs.iter().find(is_it));
                let found = pair.map(intervals).unwrap_or_default();
                pairs_found += usize::from(!found.is_empty());
                pairs_missing += usize::from(found.is_empty());
                for sample in 0..10_000 {
                    let time = from + (to - from) * f64::from(sample) / 9_999.0;
                    if separation(&place(a, time), &place(b, time)) >= 0.0 {
                        continue;
                    }
                    overlaps += 1;
                    let holds = |times: &Times| {
                        times.free_until.is_none_or(|free| free <= time)
                            && times.free_from.is_none_or(|free| time <= free)
                    };
                    assert!(found.iter().any(holds), "case {case}: {a} and {b} at {time}: {found:?}");
                }
                // And what is told as seen is so.
                for time in found.iter().filter_map(|times| times.touches).flatten() {
                    // Up to a jump, but not at it.
                    let before = time - 1e-9;
                    let met = [time, before].map(|time| separation(&place(a, time), &place(b, time)));
                    assert!(
                        met[0].min(met[1]) < 1e-6,
                        "case {case}: {a} and {b} do not touch at {time}: {met:?}"
                    );
                }
            }
        }
    }
    assert!(
        overlaps > 50_000 && pairs_found > 30 && pairs_missing > 30,
        "{overlaps} {pairs_found} {pairs_missing}"
    );
    Ok(())
}

/// Played backwards, everything happens backwards.
#[test]
fn time_reversed_the_intervals_are_mirrored() -> Outcome {
    let angles = [0.0, 2.5, 0.7];
    let places = [[-3.0_f32, 0.0, 0.0], [1.0, 0.5, 0.0], [-3.0, 3.0, 0.0]];
    let scene = |angles: &[f64], places: &[[f32; 3]]| {
        bar(&[0.0, 1.0, 2.0], angles).still("ball", [0.4; 3], [0.0; 3]).slide(2, &[0.0, 1.0, 2.0], places)
    };
    let mirrored = |list: &[[f32; 3]]| list.iter().rev().copied().collect::<Vec<_>>();
    let there = report(&scene(&angles, &places), "--tolerance 1e-4")?;
    let back = report(&scene(&[0.7, 2.5, 0.0], &mirrored(&places)), "--tolerance 1e-4")?;
    let all = |report: &Value| -> Vec<(Value, Vec<Times>)> {
        let mut all: Vec<_> = report["pairs"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|pair| (pair["id"].clone(), intervals(pair)))
            .collect();
        all.sort_by_key(|(id, _)| id.to_string());
        all
    };
    let (there, back) = (all(&there), all(&back));
    assert!(there.len() >= 2, "{there:?}");
    assert_eq!(there.len(), back.len());
    for ((id, one), (other_id, other)) in there.iter().zip(&back) {
        assert_eq!((id, one.len()), (other_id, other.len()));
        for (times, mirror) in one.iter().zip(other.iter().rev()) {
            let is_near = |a: Option<f64>, b: Option<f64>| match (a, b) {
                (Some(a), Some(b)) => (a - (2.0 - b)).abs() < 3e-4,
                (a, b) => a == b,
            };
            assert!(
                is_near(times.free_until, mirror.free_from) && is_near(times.free_from, mirror.free_until)
            );
        }
    }
    Ok(())
}

#[test]
fn threads_and_runs_do_not_matter() -> Outcome {
    let folder = Folder::with("m.glb", random_scene(&mut Random(5)).glb())?;
    for format in ["table", "json", "jsonl", "csv"] {
        let words = |threads: u32| format!("m.glb --clearance 0.1 --format {format} --threads {threads}");
        let one = run(&folder, &words(1))?;
        assert_eq!(one, run(&folder, &words(4))?, "{format}");
        assert!(one.code == 1 && !one.out.is_empty());
    }
    Ok(())
}

/// A hand on an arm that folds back until it meets the post.
const FOLDING: &str = r#"<robot name="folding">
  <link name="post"><collision><geometry><box size="0.2 0.2 1"/></geometry></collision></link>
  <link name="arm"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.6 0.1 0.1"/></geometry></collision></link>
  <link name="hand"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.9 0.1 0.1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="post"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-1" upper="1"/></joint>
  <joint name="elbow" type="revolute"><origin xyz="1 0 0"/><parent link="arm"/><child link="hand"/><axis xyz="0 0 1"/>
    <limit lower="-3.2" upper="3.2"/></joint>
</robot>"#;

#[test]
fn robots_follow_trajectories() -> Outcome {
    let folder = Folder::with("folding.urdf", FOLDING)?;
    folder.add("fold.csv", "time,elbow\n0,0\n2,3.2\n")?;
    let found = run(&folder, "folding.urdf --trajectory fold.csv --format json --tolerance 1e-5")?;
    let report = found.json()?;
    assert_eq!((found.code, &report["trajectory"]), (1, &json!("fold.csv")));
    let names: Vec<String> = report["pairs"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|pair| {
            format!(
                "{}-{}",
                pair["a"]["name"].as_str().unwrap_or(""),
                pair["b"]["name"].as_str().unwrap_or("")
            )
        })
        .collect();
    // The arm and its neighbours are not looked at; of the others only the hand meets the post.
    assert_eq!((names, &report["counts"]["exempt"]), (vec!["post-hand".to_owned()], &json!(1)), "{report}");
    // The side of the hand, 0.05 from its middle, comes down on the corner of the post, which is 0.9 back from the elbow and 0.1 aside.
    let left = f64::atan2(0.1, 0.9) + (0.05 / f64::hypot(0.1, 0.9)).asin();
    let expected = (PI - left) / 1.6;
    let times = intervals(&report["pairs"][0]);
    let begins = times[0].free_until.ok_or("from the start")?;
    assert!((begins - expected).abs() < 5e-5, "{begins} instead of {expected}");
    assert!(
        found.err.contains("joints of folding that are not in it stay as they are: shoulder"),
        "{}",
        found.err
    );

    let quiet = run(&folder, "folding.urdf --trajectory fold.csv --to 1 --quiet")?;
    assert_eq!((quiet.code, quiet.out.as_str(), quiet.err.as_str()), (0, "", ""));
    folder.add(
        "off.srdf",
        r#"<robot name="folding"><disable_collisions link1="post" link2="hand" reason="User"/></robot>"#,
    )?;
    assert_eq!(run(&folder, "folding.urdf --trajectory fold.csv --srdf off.srdf")?.code, 0);
    Ok(())
}

/// What has z up is turned along with how it moves, where something else has y up.
#[test]
fn a_robot_beside_a_scene_is_turned_with_its_motions() -> Outcome {
    let folder = Folder::with("folding.urdf", FOLDING)?;
    folder.add("turn.csv", "time,shoulder\n0,0\n1,1\n")?;
    // A quarter of a radian from the arm, in the plane that was xy and is xz now.
    let at = |angle: f64| [0.7 * f64::cos(angle), 0.0, -0.7 * f64::sin(angle)];
    folder.add("cell.glb", Moving::new().still("lamp", [0.02; 3], at(0.5)).glb())?;
    let report = run(&folder, "folding.urdf cell.glb --trajectory turn.csv --format json")?.json()?;
    let pair = &report["pairs"][0];
    assert_eq!((&pair["a"]["name"], &pair["b"]["name"]), (&json!("arm"), &json!("lamp")), "{report}");
    let from = pair["first"]["free_until"].as_f64().ok_or("from the start")?;
    let half = 0.05 / 0.7;
    assert!((from - (0.5 - half)).abs() < 0.03, "{from}");
    Ok(())
}

#[test]
fn what_cannot_be_is_told() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    folder.add("still.glb", Moving::new().still("a", UNIT, [0.0; 3]).glb())?;
    folder.add("arm.urdf", FOLDING)?;
    folder.add("bad.csv", "time,elbow\n1,0\n0,1\n")?;
    folder.add("other.csv", "time,knee\n0,0\n1,1\n")?;
    for (words, expected) in [
        ("still.glb", "still.glb: nothing moves: there are no animations"),
        ("arm.urdf", "arm.urdf: nothing moves"),
        ("m.glb --animation walk", "--animation walk: no file has it; there are slide"),
        ("m.glb --from 5 --to 5", "there is no time from 5 s to 5 s; things move from 0 s to 10 s"),
        ("m.glb --from 20", "there is no time from 20 s to 10 s"),
        (
            "m.glb --tolerance 1e-15",
            "--tolerance 0.000000000000001: times from 0 s to 10 s are not told more precisely",
        ),
        ("m.glb --tolerance 0", "it must be more than 0 seconds"),
        ("m.glb --min-depth 0.1", "unexpected argument '--min-depth'"),
        ("arm.urdf --trajectory bad.csv", "bad.csv: line 3: time 0 does not come after 1"),
        (
            "arm.urdf --trajectory other.csv",
            "other.csv: line 1: there is no joint `knee`; there are shoulder, elbow",
        ),
        ("m.glb --trajectory bad.csv", "bad.csv: line 3"),
        ("m.glb -o m.glb", "m.glb: the report would replace a file"),
        ("missing.glb", "missing.glb"),
    ] {
        let run = run(&folder, words)?;
        assert!(run.code == 2 && run.out.is_empty(), "{words}: {run:?}");
        assert!(run.err.contains(expected), "{words}: {}", run.err);
    }
    let exit_zero = run(&folder, "m.glb --exit-zero")?;
    assert_eq!(exit_zero.code, 0);
    Ok(())
}

#[test]
fn settings_count_where_they_can() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    folder.add(
        "impinge.toml",
        "min-depth = 0.1\n[[rule]]\nbetween = [\"cart\", \"post\"]\nseverity = \"warning\"\n",
    )?;
    let found = run(&folder, "m.glb")?;
    assert!(found.code == 0 && found.out.contains("contact, warning"), "{found:?}");
    assert!(found.err.contains("min-depth: is not for what moves"), "{}", found.err);
    folder.add("impinge.toml", "[[accept]]\nbetween = [\"cart\", \"post\"]\n")?;
    let accepted = run(&folder, "m.glb")?;
    assert!(accepted.code == 0 && accepted.out.contains("contact, accepted"), "{accepted:?}");
    assert_eq!(run(&folder, "m.glb --no-config")?.code, 1);
    Ok(())
}

/// A contact of two intervals, a near miss, a pair in contact all the time, and one that does not move.
fn every_kind() -> Moving {
    bar(&[0.0, 1.0, 2.0], &[0.0, PI - 0.01, 0.0])
        .still("sledge", UNIT, [20.0, 0.0, 0.0])
        .still("floor", [4.0, 1.0, 4.0], [20.0, -1.0 - 1e-5, 0.0])
        .still("room", [5.0; 3], [0.0, 0.0, 20.0])
        .still("bee", [0.1; 3], [0.0, 0.0, 20.0])
        .slide(2, &[0.0, 2.0], &[[10.0, 0.0, 0.0], [30.0, 0.0, 0.0]])
        .slide(5, &[0.0, 2.0], &[[-1.0, 0.0, 20.0], [1.0, 0.0, 20.0]])
        .still("lid", [1.0, 0.1, 1.0], [20.0, -0.5, 1.5])
}

#[test]
fn every_form_of_the_report() -> Outcome {
    let folder = Folder::with("m.glb", every_kind().glb())?;
    for (format, extension) in [("table", "txt"), ("json", "json"), ("jsonl", "jsonl"), ("csv", "csv")] {
        let run = run(&folder, &format!("m.glb --format {format}"))?;
        assert!(run.code == 1 && run.err.is_empty(), "{run:?}");
        golden(&format!("sweep.{extension}"), &run.out)?;
    }
    let nothing = Folder::with("m.glb", through().glb())?;
    let run = run(&nothing, "m.glb --to 3")?;
    assert_eq!(run.code, 0);
    golden("sweep_nothing.txt", &run.out)
}

#[test]
fn reports_are_as_the_schema_says() -> Outcome {
    let schema = include_str!("../../../docs/schemas/sweep-report.json");
    let schema = jsonschema::draft202012::new(&serde_json::from_str(schema)?)?;
    for (scene, words) in [
        (every_kind(), ""),
        (every_kind(), "--clearance 0.5 --include-still"),
        (through(), "--to 3"),
        (through(), "--from 4.5 --to 5.5 --between cart post"),
    ] {
        let report = report(&scene, words)?;
        let message = schema.validate(&report).map_err(|error| error.to_string());
        assert_eq!(message, Ok(()), "{words}: {report}");
    }
    // It has to be strict to be of use.
    let mut report = report(&through(), "")?;
    report["pairs"][0]["kind"] = json!("bump");
    assert!(!schema.is_valid(&report));
    Ok(())
}

/// The scene and the table of docs/sweep.md.
#[test]
fn the_documented_crane_does_what_is_documented() -> Outcome {
    let folder = Folder::with("crane.gltf", include_bytes!("../../../docs/scenes/crane.gltf"))?;
    let run = run(&folder, "crane.gltf")?;
    let guide = include_str!("../../../docs/sweep.md").replace("\r\n", "\n");
    assert!(guide.contains(&run.out), "docs/sweep.md shows something else than:\n{}", run.out);
    Ok(())
}
