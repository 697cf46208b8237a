//! `impinge sweep`: when things touch that move, against closed forms, and in every form. `sweep_samples`
//! holds it against samples.

use std::f64::consts::PI;

use crate::fixtures;
use crate::fixtures::moving::Moving;
use crate::fixtures::sweeping::{FOLDING, Times, Tried, about, intervals, report, run, through};
use crate::fixtures::{Folder, Outcome, golden};
use serde_json::{Value, json};

const UNIT: [f64; 3] = [1.0; 3];

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

/// The angle at which the edge of the bar first meets a corner of the post: where the corner is as far from
/// the middle of the bar as the edge is. It leaves the post at the mirrored angle.
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

/// A blade of a hundredth of a millimetre goes through a wall as thin in some hundred-thousandths of the
/// time.
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
    // At 2 s it is elsewhere already, so it touches up to the number before.
    let touches = Some([1.0, 2.0_f64.next_down()]);
    assert_eq!(found[0], Times { free_until: Some(1.0), touches, free_from: Some(2.0) });
    assert_eq!(found[1], Times { free_until: Some(3.0), touches: Some([3.0, 3.0]), free_from: None });
    assert_eq!(found.len(), 2);
    // Before it jumps there are eight metres between them.
    let approach = &report(&scene, "")?["pairs"][0]["approach"];
    assert_eq!((&approach["time"], &approach["distance"]), (&json!(1.0_f64.next_down()), &json!(8.0)));
    Ok(())
}

/// A near miss, and a contact two seconds later: that is what the pair is told by.
#[test]
fn the_first_time_is_that_of_the_gravest_kind() -> Outcome {
    let scene = Moving::new().still("a", UNIT, [0.0; 3]).still("b", UNIT, [0.0; 3]).slide(
        0,
        &[0.0, 1.0, 2.0],
        &[[5.0, 1.000_000_1, 0.0], [-5.0, 1.000_000_1, 0.0], [5.0, 0.5, 0.0]],
    );
    let found = report(&scene, "--tolerance 0.01")?;
    let pair = &found["pairs"][0];
    let kind = |number: usize| pair["intervals"][number]["kind"].clone();
    assert_eq!((kind(0), kind(1), &pair["kind"]), (json!("near"), json!("contact"), &json!("contact")));
    assert_eq!(pair["first"], pair["intervals"][1]["from"], "{pair}");
    assert_eq!(pair["approach"]["time"], pair["first"]["free_until"]);
    assert!(pair["first"]["touches_by"].as_f64().is_some_and(|time| time > 1.3), "{pair}");
    let folder = Folder::with("m.glb", scene.glb())?;
    let table = run(&folder, "m.glb --tolerance 0.01")?.out;
    let row = table.lines().nth(1).unwrap_or_default();
    assert!(
        row.contains(" near, 1.") && row.matches("near").count() == 1,
        "only the other kind is told: {table}"
    );
    Ok(())
}

/// A box that comes along in the air, sinks onto a slab at 2 s, slides along it, may hop in between, and
/// takes off at 8 s.
fn sliding(hop: Option<f32>) -> Moving {
    let mut keys = vec![(0.0, -4.0, 2.0), (2.0, -3.0, 1.0)];
    if let Some(lasts) = hop {
        keys.extend([(5.04, 0.0, 1.0), (5.04 + lasts / 2.0, 0.1, 1.5), (5.04 + lasts, 0.2, 1.0)]);
    }
    keys.extend([(8.0, 3.0, 1.0), (10.0, 4.0, 2.0)]);
    let times: Vec<f32> = keys.iter().map(|key| key.0).collect();
    let places: Vec<[f32; 3]> = keys.iter().map(|key| [key.1, key.2, 0.0]).collect();
    Moving::new()
        .still("box", UNIT, [0.0; 3])
        .still("slab", [20.0, 1.0, 20.0], [0.0; 3])
        .slide(0, &times, &places)
}

/// What goes on touching is not looked at in each of ten million slices, and begins and ends to the tolerance
/// all the same.
#[test]
fn lasting_contact_is_told_to_the_tolerance_at_its_ends() -> Outcome {
    let found = only(&sliding(None), "--tolerance 1e-6")?;
    assert_eq!(found.len(), 1, "{found:?}");
    is_from_to(found[0], 2.0, 8.0, 1e-6);
    // A gap that is longer than the shortest that is told, and one that is not, unless somebody asks.
    let found = only(&sliding(Some(0.05)), "--tolerance 1e-5")?;
    assert_eq!(found.len(), 2, "{found:?}");
    is_from_to(found[0], 2.0, 5.04, 1e-5);
    is_from_to(found[1], 5.09, 8.0, 1e-5);
    let brief = only(&sliding(Some(0.004)), "--tolerance 1e-5 --shortest-gap 0.002")?;
    assert_eq!(brief.len(), 2, "{brief:?}");
    let longer = only(&sliding(Some(0.05)), "--tolerance 1e-5 --shortest-gap 10")?;
    assert_eq!(longer.len(), 1, "{longer:?}");
    is_from_to(longer[0], 2.0, 8.0, 1e-5);
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
    let met = clear["pairs"][0]["first"]["within_clearance_by"].as_f64().ok_or("never")?;
    // 0.5 to the side, so 1.2 ahead: at x = −2.2, which is 2.8 m from the beginning at 10 m/s.
    assert!((met - 0.28).abs() < 3e-5, "{clear}");
    assert_eq!(report(&scene, "--clearance 0.4")?["pairs"], json!([]));
    Ok(())
}

/// There and back through a post: two contacts, which a clearance does not make one, whether it is left in
/// between or not.
#[test]
fn contacts_stay_apart_within_a_clearance() -> Outcome {
    let scene = Moving::new().still("cart", UNIT, [0.0; 3]).still("post", UNIT, [0.0; 3]).slide(
        0,
        &[0.0, 1.0, 2.0],
        &[[-2.0, 0.0, 0.0], [2.0, 0.0, 0.0], [-2.0, 0.0, 0.0]],
    );
    let pair = |clearance: f64| -> Tried<Value> {
        Ok(report(&scene, &format!("--tolerance 1e-5 --clearance {clearance}"))?["pairs"][0].clone())
    };
    for clearance in [0.5, 1.5] {
        let pair = pair(clearance)?;
        let found = intervals(&pair);
        assert_eq!(found.len(), 2, "{pair}");
        is_from_to(found[0], 0.25, 0.75, 1e-5);
        is_from_to(found[1], 1.25, 1.75, 1e-5);
        assert_eq!(pair["first"], pair["intervals"][0]["from"], "{pair}");
    }
    let near = about(&pair(0.5)?, &json!(0.5));
    assert_eq!(near.len(), 2, "{near:?}");
    is_from_to(near[0], 0.125, 0.875, 1e-5);
    is_from_to(near[1], 1.125, 1.875, 1e-5);
    let always = Times { free_until: None, touches: Some([0.0, 2.0]), free_from: None };
    assert_eq!(about(&pair(1.5)?, &json!(1.5)), [always]);
    Ok(())
}

/// It flies by so fast that at the middle of the first slice it is behind already: it was nearer at the
/// beginning.
#[test]
fn nearest_is_no_further_than_the_approach() -> Outcome {
    let scene = Moving::new().still("shot", UNIT, [0.0; 3]).still("post", UNIT, [0.0; 3]).slide(
        0,
        &[0.0, 10.0],
        &[[-5.0, 0.0, 0.0], [1e6, 0.0, 0.0]],
    );
    let pair = &report(&scene, "")?["pairs"][0];
    let number = |value: &Value| value["distance"].as_f64().ok_or("no number");
    assert_eq!(pair["kind"], json!("near"), "{pair}");
    assert!((number(&pair["nearest"])? - 4.0).abs() < 1e-6, "{pair}");
    assert_eq!(pair["nearest"]["time"], pair["approach"]["time"]);
    // Neither contact nor coming within a metre and a half can be ruled out in the slice: each is told.
    let folder = Folder::with("m.glb", scene.glb())?;
    let table = run(&folder, "m.glb --clearance 1.5")?.out;
    assert!(table.contains("0.000–0.001, 0.000–0.001 near the clearance"), "{table}");
    Ok(())
}

/// So large that nothing among the floats parts them: the depth is no less than told, to a sweep as to a
/// check.
#[test]
fn what_nothing_parts_is_no_less_deep_than_told() -> Outcome {
    let scene = Moving::new()
        .still("sea", [1.7e308; 3], [0.0; 3])
        .still("land", [1.7e308; 3], [1e307, 0.0, 0.0])
        .still("boat", UNIT, [0.0; 3])
        .slide(2, &[0.0, 1.0], &[[0.0; 3], [1.0, 0.0, 0.0]]);
    let told = |report: &Value, depth: &str| -> Value {
        let depth = report.pointer(depth).unwrap_or(&Value::Null);
        json!([depth["distance"], depth["distance_kind"]])
    };
    let swept = report(&scene, "--include-still --between **/sea **/land")?;
    assert_eq!(told(&swept, "/pairs/0/deepest"), json!([0.0, "lower_bound"]), "{swept}");
    let checked =
        Folder::with("m.glb", scene.glb())?.check("m.glb --format json --between **/sea **/land")?;
    assert_eq!(told(&checked.json()?, "/pairs/0"), told(&swept, "/pairs/0/deepest"), "{checked:?}");
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
    assert_eq!((&counts["still"], &counts["tested"]), (&json!(2), &json!(2)));
    let (found, counts) = pairs("--include-still")?;
    assert_eq!(found, ["car-seat", "car-wheel", "seat-wheel", "house-roof"]);
    assert_eq!(counts["still"], json!(0));
    let (found, counts) = pairs("--between wheel seat")?;
    assert_eq!((found.len(), &counts["excluded_by_rules"]), (1, &json!(3)), "{counts}");
    assert_eq!(pairs("--ignore wheel")?.0.len(), 0);
    Ok(())
}

/// A wheel that turns five centimetres below the body of a car that drives a kilometre: files that round its
/// scale or its keys change nothing.
#[test]
fn what_files_round_is_no_motion() -> Outcome {
    let car = || {
        Moving::new()
            .with("body", [4.0, 0.5, 2.0], [0.0; 3], [0.0; 3], None)
            .with("wheel", [0.7, 0.7, 0.2], [0.0; 3], [1.5, -0.8, 0.0], Some(0))
            .slide(0, &[0.0, 100.0], &[[0.0; 3], [1000.0, 0.0, 0.0]])
            .turn(1, &[0.0, 50.0, 100.0], &[0.0, 3.0, 0.0])
    };
    let baked = |values: [f32; 6]| car().channel("slide", (0, "scale"), "LINEAR", &[0.0, 100.0], &values);
    for scene in [
        car(),
        baked([1.0; 6]),
        baked([1.0, 1.000_000_1, 1.0, 1.0, 1.000_000_1, 1.0]),
        baked([1.0, 1.0, 1.0, 1.000_000_1, 1.0, 0.999_999_9]),
    ] {
        assert_eq!(report(&scene, "")?["pairs"], json!([]));
        // 0.8 − 0.25 − 0.35·√2 = 0.0550: as near as it gets.
        assert_eq!(report(&scene, "--clearance 0.0549")?["pairs"], json!([]));
        assert_eq!(report(&scene, "--clearance 0.0551")?["pairs"][0]["kind"], json!("clearance"));
    }
    // Where the scale does move, it counts.
    let squeezed = report(&baked([1.0, 1.0, 1.0, 1.0, 0.5, 1.0]), "")?;
    assert_eq!(squeezed["pairs"][0]["kind"], json!("near"), "{squeezed}");
    Ok(())
}

/// Two boxes that touch and have keys, which are all the same; two that are carried along alike, a centimetre
/// apart; and one that moves.
#[test]
fn keys_alone_are_no_motion() -> Outcome {
    let carried: [[f32; 3]; 3] = [[0.0; 3], [100.0, 0.0, 0.0], [0.0; 3]];
    let scene = Moving::new()
        .still("wall", UNIT, [0.0; 3])
        .still("door", UNIT, [0.0; 3])
        .with("belt", [4.0, 1.0, 1.0], [0.0, 20.0, 0.0], [0.0; 3], None)
        .with("load", UNIT, [0.0, 21.01, 0.0], [0.0; 3], None)
        .slide(0, &[0.0, 2.0], &[[0.0, 0.0, 50.0]; 2])
        .slide(1, &[0.0, 2.0], &[[1.0, 0.0, 50.0]; 2])
        .slide(2, &[0.0, 1.0, 2.0], &carried)
        .slide(3, &[0.0, 1.0, 2.0], &carried);
    let found = report(&scene, "")?;
    assert_eq!((&found["pairs"], &found["counts"]["still"]), (&json!([]), &json!(2)), "{found}");
    let moves = |report: &Value| -> Vec<Value> {
        report["objects"].as_array().into_iter().flatten().map(|object| object["moves"].clone()).collect()
    };
    assert_eq!(moves(&found), [false, false, true, true]);
    let still = report(&scene, "--include-still")?;
    assert_eq!((&still["pairs"][0]["kind"], &still["counts"]["contact"]), (&json!("contact"), &json!(1)));
    let baked = Moving::new().still("wall", UNIT, [0.0; 3]).slide(0, &[0.0, 2.0], &[[0.0; 3]; 2]);
    let folder = Folder::with("m.glb", baked.glb())?;
    let run = run(&folder, "m.glb")?;
    assert!(run.code == 0 && run.err.contains("m.glb: motion: all played keys are the same"));
    Ok(())
}

/// In a mirror, and with the objects in another order, the same happens at the same times.
#[test]
fn mirrored_and_exchanged_the_times_are_the_same() -> Outcome {
    let angles = [0.0, PI - 0.5];
    let mirrored = Moving::new()
        .still("post", [0.2, 0.2, 0.2], [0.0, -1.5, 0.0])
        .with("bar", [2.0, 0.1, 0.1], [1.0, 0.0, 0.0], [0.0; 3], None)
        .turn(1, &[0.0, 2.0], &angles.map(|angle| -angle));
    let there = only(&bar(&[0.0, 2.0], &angles), "--tolerance 1e-5")?;
    assert_eq!(there, only(&mirrored, "--tolerance 1e-5")?);
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
    let count = &report["counts"]["excluded_links"];
    assert_eq!((names, count), (vec!["post-hand".to_owned()], &json!(1)), "{report}");
    // The side of the hand, 0.05 from its middle, comes down on the corner of the post, which is 0.9 back
    // from the elbow and 0.1 aside.
    let left = f64::atan2(0.1, 0.9) + (0.05 / f64::hypot(0.1, 0.9)).asin();
    let expected = (PI - left) / 1.6;
    let times = intervals(&report["pairs"][0]);
    let begins = times[0].free_until.ok_or("from the start")?;
    assert!((begins - expected).abs() < 5e-5, "{begins} instead of {expected}");
    assert!(
        found.err.contains("joints of folding.urdf without a column keep their values: shoulder"),
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
fn names_and_patterns_are_treated_as_by_check() -> Outcome {
    let scene = Moving::new().still("=wall", UNIT, [0.0; 3]).still("cart", UNIT, [9.0, 0.0, 0.0]);
    let scene = scene.slide(1, &[0.0, 1.0], &[[9.0, 0.0, 0.0], [0.0; 3]]);
    let folder = Folder::with("m.glb", scene.glb())?;
    let found = run(&folder, "m.glb --format csv")?;
    assert!(found.code == 1 && found.out.contains(",'=wall,"), "no formula for spreadsheets: {}", found.out);
    folder.add("impinge.toml", "ignore = ['[']\n")?;
    let refused = run(&folder, "m.glb")?;
    assert!(refused.code == 2 && refused.err.contains("impinge.toml: line 1: ignore: `[`"), "{refused:?}");
    Ok(())
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
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/schemas/sweep-report.json"))?;
    let lines: Value = serde_json::from_str(include_str!("../../../../docs/schemas/sweep-lines.json"))?;
    // What the one takes from the other is found by its id, as for everybody.
    let id = schema["$id"].as_str().ok_or("no id")?;
    let registry = jsonschema::Registry::new().add(id, &schema)?.prepare()?;
    let lines = jsonschema::options().with_registry(&registry).build(&lines)?;
    let schema = jsonschema::draft202012::new(&schema)?;
    for (scene, words) in [
        (every_kind(), ""),
        (every_kind(), "--clearance 0.5 --include-still"),
        (through(), "--to 3"),
        (through(), "--from 4.5 --to 5.5 --between cart post"),
        (every_kind(), "--to 0.1 --baseline last.json"),
    ] {
        let folder = Folder::with("m.glb", scene.glb())?;
        run(&folder, "m.glb --format json -o last.json")?;
        let report = run(&folder, &format!("m.glb --format json {words}"))?.json()?;
        let message = schema.validate(&report).map_err(|error| error.to_string());
        assert_eq!(message, Ok(()), "{words}: {report}");
        assert_eq!(
            report["baseline"]["resolved"].as_array().is_some_and(|pairs| !pairs.is_empty()),
            words.contains("baseline")
        );
        let run = run(&folder, &format!("m.glb --format jsonl {words}"))?;
        for line in run.out.lines() {
            let line: Value = serde_json::from_str(line)?;
            let message = lines.validate(&line).map_err(|error| error.to_string());
            assert_eq!(message, Ok(()), "{words}: {line}");
        }
    }
    // It has to be strict to be of use.
    let mut report = report(&through(), "")?;
    report["pairs"][0]["kind"] = json!("bump");
    assert!(!schema.is_valid(&report));
    Ok(())
}

#[test]
fn a_clearance_leaves_the_contact_of_the_crane_and_tells_when_it_comes_near() -> Outcome {
    let folder = Folder::with("crane.gltf", include_bytes!("../../../../docs/scenes/crane.gltf"))?;
    let wide = fixtures::sweeping::run(&folder, "crane.gltf --clearance 1.2")?.out;
    assert!(wide.contains("4.049 ± 0.00055  4.049–4.865, 3.775–5.141 clearance"), "{wide}");
    Ok(())
}
