//! `impinge sweep` against samples: ten thousand times of random scenes, a real robot in forty poses, and
//! other numbers of threads.
//!
//! `IMPINGE_SWEEPS=1000 cargo test -p impinge-cli --test program sweep_samples` asks about so many scenes,
//! `IMPINGE_SEED` about others.

use std::path::Path;

use crate::fixtures::moving::Moving;
use crate::fixtures::sweeping::{Times, about, intervals, report, run};
use crate::fixtures::{Folder, Outcome};
use impinge::glam::{DAffine3, DVec3};
use impinge_scene::motion::Animations;
use impinge_scene::{LoadOptions, load_moving_bytes};
use impinge_tests::demand;
use serde_json::{Value, json};

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
        for (path, share) in [("translation", 0.7), ("rotation", 0.7), ("scale", 0.3)] {
            if random.unit() > share {
                continue;
            }
            let kind = ["STEP", "LINEAR", "CUBICSPLINE", "LINEAR"][(random.unit() * 4.0) as usize];
            let keys = 2 + (random.unit() * 3.0) as usize;
            let times: Vec<f32> =
                (0..keys).map(|key| (key as f64 + random.between(0.0, 0.9)) as f32).collect();
            let size = if path == "rotation" { 4 } else { 3 };
            // Scales swing, or wobble as what files round.
            let (low, high) = match (path, number % 2) {
                ("scale", 0) => (0.5, 1.5),
                ("scale", _) => (1.0 - 2e-6, 1.0 + 2e-6),
                _ => (-2.0, 2.0),
            };
            let count = size * keys * if kind == "CUBICSPLINE" { 3 } else { 1 };
            let values: Vec<f32> = (0..count).map(|_| random.between(low, high) as f32).collect();
            scene = scene.channel("all", (number, path), kind, &times, &values);
        }
    }
    scene
}

/// How far two unit cubes under maps are apart along the axis that parts them best; less than 0 if none does.
/// By the theorem of separating axes: normals of faces, and products of edges.
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
    let mut random = Random(demand::seed(3));
    let (mut overlaps, mut pairs_found, mut pairs_missing) = (0, 0, 0);
    for case in 0..demand::cases("IMPINGE_SWEEPS", 20) {
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
                    assert!(
                        found.iter().any(|times| times.holds(time)),
                        "case {case}: {a} and {b} at {time}: {found:?}"
                    );
                }
                // And what is told as seen is so.
                for time in found.iter().filter_map(|times| times.touches).flatten() {
                    // Where something jumps away, that is the moment before.
                    let apart = separation(&place(a, time), &place(b, time));
                    assert!(apart < 1e-6, "case {case}: {a} and {b} do not touch at {time}: {apart}");
                }
            }
        }
    }
    // Of others, some scenes have little that meets.
    let is_of_another =
        ["IMPINGE_SEED", "IMPINGE_SWEEPS"].iter().any(|variable| demand::number(variable).is_some());
    assert!(
        is_of_another || overlaps > 50_000 && pairs_found > 30 && pairs_missing > 30,
        "{overlaps} {pairs_found} {pairs_missing}"
    );
    Ok(())
}

/// A clearance adds intervals, and changes nothing about contacts. Within it is what touches; and what is
/// told as seen within it is so by separating axes, along which no distance is longer than it is.
#[test]
fn a_clearance_changes_nothing_about_contacts() -> Outcome {
    let mut random = Random(11);
    let (mut contacts, mut within) = (0, 0);
    for case in 0..6 {
        let scene = random_scene(&mut random);
        let plain = report(&scene, "--include-still --tolerance 1e-3")?;
        let (loaded, motions) =
            load_moving_bytes("m.glb".as_ref(), &scene.glb(), &LoadOptions::default(), &Animations::all())?;
        let place = |object: usize, time: f64| {
            motions.placement(object, time).unwrap_or(loaded.objects[object].transform)
        };
        for clearance in [1e-9, 0.05, 1.0, 20.0] {
            let wide = report(&scene, &format!("--include-still --tolerance 1e-3 --clearance {clearance}"))?;
            let all = |report: &Value| report["pairs"].as_array().cloned().unwrap_or_default();
            for pair in all(&wide) {
                let before = all(&plain).into_iter().find(|other| other["id"] == pair["id"]);
                let before = before.unwrap_or_default();
                assert_eq!(intervals(&pair), intervals(&before), "case {case}, {clearance}: {pair}");
                assert_eq!(pair["deepest"], before["deepest"], "case {case}, {clearance}: {pair}");
                if pair["kind"] == "contact" {
                    assert_eq!((&pair["first"], &pair["approach"]), (&before["first"], &before["approach"]));
                }
                let near = about(&pair, &json!(clearance));
                for touched in intervals(&pair).iter().filter_map(|times| times.touches).flatten() {
                    contacts += 1;
                    let is_seen = |times: &Times| {
                        times.touches.is_some_and(|[first, last]| (first..=last).contains(&touched))
                    };
                    assert!(near.iter().any(is_seen), "case {case}, {clearance}: {touched} in {pair}");
                }
                let [a, b] = ["a", "b"].map(|side| pair[side]["id"].as_u64().unwrap_or(u64::MAX) as usize);
                for time in near.iter().filter_map(|times| times.touches).flatten() {
                    within += 1;
                    let apart = separation(&place(a, time), &place(b, time));
                    assert!(apart < clearance + 1e-6, "case {case}: {a} and {b} at {time}: {apart}");
                }
            }
            // Nothing that touches is missing.
            let ids: Vec<Value> = all(&wide).iter().map(|pair| pair["id"].clone()).collect();
            assert!(all(&plain).iter().all(|pair| ids.contains(&pair["id"])), "case {case}, {clearance}");
        }
    }
    assert!(contacts > 100 && within > 300, "{contacts} {within}");
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

/// A robot that bends down into itself and comes back: at forty moments the links that `check` finds in
/// collision are in contact by the intervals, and no others are.
#[test]
fn a_real_robot_collides_when_it_is_said_to() -> Outcome {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/robots");
    if !shared.is_dir() {
        println!("../shared/data is not there: passed over");
        return Ok(());
    }
    let robot = shared.join("panda_description/urdf/panda.urdf");
    let robot = robot.to_string_lossy();
    let folder =
        Folder::with("bend.csv", "time,panda_joint2,panda_joint4\n0,0,-0.1\n1,1.8,-2.8\n2,0,-0.1\n")?;
    let swept = run(
        &folder,
        &format!("{robot} --trajectory bend.csv --format json --tolerance 1e-4 --include-still -q"),
    )?
    .json()?;
    let of = |report: &Value| -> Vec<(String, Vec<Times>)> {
        let pairs = report["pairs"].as_array().into_iter().flatten();
        pairs.map(|pair| (pair["id"].to_string(), intervals(pair))).collect()
    };
    let swept = of(&swept);
    let mut collisions = 0;
    for moment in 0..40 {
        let time = f64::from(moment) / 39.0 * 2.0;
        let bent = 1.0 - (time - 1.0).abs();
        let (shoulder, elbow) = (1.8 * bent, -0.1 - 2.7 * bent);
        let words = format!(
            "{robot} --joint panda_joint2={shoulder} --joint panda_joint4={elbow} --format json --touching -q"
        );
        let found: Vec<String> = of(&folder.check(&words)?.json()?).into_iter().map(|(id, _)| id).collect();
        collisions += found.len();
        for (id, times) in &swept {
            let is_found = found.contains(id);
            let is_seen = times.iter().filter_map(|times| times.touches);
            let is_seen = is_seen.clone().any(|[first, last]| (first..=last).contains(&time));
            assert_eq!(is_found, is_seen, "{id} at {time}: {times:?}");
        }
        assert!(found.iter().all(|id| swept.iter().any(|(other, _)| other == id)), "at {time}: {found:?}");
    }
    assert!(collisions > 30 && swept.len() > 5, "{collisions} {}", swept.len());
    Ok(())
}
