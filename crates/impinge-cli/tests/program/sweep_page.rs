//! The page of `impinge sweep`: what it holds of the motion, against closed forms, and where it goes. How it
//! looks is tested in a browser, by `cargo xtask web --test`.

use std::f64::consts::PI;
use std::fs;

use crate::fixtures::moving::Moving;
use crate::fixtures::sweeping::{Tried, run};
use crate::fixtures::{Folder, Outcome, Run};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

const UNIT: [f64; 3] = [1.0; 3];

/// What a page holds.
struct Page {
    report: Value,
    scene: Value,
}

impl Page {
    fn of(folder: &Folder, words: &str) -> Tried<Self> {
        let run = run(folder, &format!("{words} --format html"))?;
        assert!(run.code < 2, "{run:?}");
        let data = |id: &str| -> Tried<Value> {
            let (_, rest) = run.out.split_once(&format!(" id=\"{id}\">")).ok_or("no such element")?;
            let (text, _) = rest.split_once("</script>").ok_or("an element without end")?;
            Ok(serde_json::from_str(text)?)
        };
        Ok(Page { report: data("report-data")?, scene: data("scene-data")? })
    }

    fn tracks(&self) -> Tried<Vec<Track>> {
        let tracks = self.scene["tracks"].as_array().ok_or("no tracks")?;
        tracks
            .iter()
            .map(|track| Ok(Track { times: doubles(&track["times"])?, poses: floats(&track["poses"])? }))
            .collect()
    }

    /// The track of each object that is drawn.
    fn track_of_object(&self) -> Tried<Vec<Option<usize>>> {
        let number = |bytes: &[u8]| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        let bytes = bytes(&self.scene["track_of_object"])?;
        let tracks = bytes.chunks_exact(4).map(number);
        Ok(tracks.map(|track| (track != u32::MAX).then_some(track as usize)).collect())
    }

    /// Where a corner of an object is, given as shares of its box, from all that the page has.
    fn corner(&self, object: usize, shares: [f64; 3], time: f64) -> Tried<[f64; 3]> {
        let matrix = &floats(&self.scene["matrices"])?[12 * object..12 * object + 12];
        let origin: [f64; 3] = serde_json::from_value(self.scene["origin"].clone())?;
        let mut point = image(matrix, shares);
        if let Some(track) = self.track_of_object()?[object] {
            point = self.tracks()?[track].moved(point, time);
        }
        Ok([0, 1, 2].map(|axis| point[axis] + origin[axis]))
    }
}

/// Where something goes.
struct Track {
    times: Vec<f64>,
    poses: Vec<f64>,
}

impl Track {
    /// As the page does it: straight on between the two frames around a time.
    fn moved(&self, point: [f64; 3], time: f64) -> [f64; 3] {
        let next = self.times.partition_point(|frame| *frame <= time).clamp(1, self.times.len() - 1);
        let [from, to] = [self.times[next - 1], self.times[next]];
        let share = if to > from { ((time - from) / (to - from)).clamp(0.0, 1.0) } else { 1.0 };
        let [one, other] =
            [next - 1, next].map(|frame| image(&self.poses[12 * frame..12 * frame + 12], point));
        [0, 1, 2].map(|axis| one[axis] + (other[axis] - one[axis]) * share)
    }
}

fn image(matrix: &[f64], point: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|row| {
        matrix[9 + row] + (0..3).map(|column| matrix[3 * column + row] * point[column]).sum::<f64>()
    })
}

fn bytes(value: &Value) -> Tried<Vec<u8>> {
    Ok(STANDARD.decode(value.as_str().ok_or("no text")?).map_err(|error| error.to_string())?)
}

fn floats(value: &Value) -> Tried<Vec<f64>> {
    let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]).into();
    Ok(bytes(value)?.chunks_exact(4).map(number).collect())
}

fn doubles(value: &Value) -> Tried<Vec<f64>> {
    let number = |bytes: &[u8]| bytes.try_into().map(f64::from_le_bytes);
    Ok(bytes(value)?.chunks_exact(8).map(number).collect::<Result<_, _>>()?)
}

#[track_caller]
fn is_near(found: [f64; 3], expected: [f64; 3], far: f64) {
    let distance = (0..3).map(|axis| (found[axis] - expected[axis]).powi(2)).sum::<f64>().sqrt();
    assert!(distance < far, "{found:?} is not {expected:?}");
}

/// A bar of two metres that turns about its end, by half a turn in two seconds, past a post.
fn bar() -> Moving {
    Moving::new()
        .with("bar", [2.0, 0.1, 0.1], [1.0, 0.0, 0.0], [5.0, 0.0, 0.0], None)
        .still("post", [0.2, 0.2, 0.2], [5.0, 1.5, 0.0])
        .turn(0, &[0.0, 2.0], &[0.0, PI - 1e-3])
}

#[test]
fn the_page_holds_the_report_as_it_is_and_every_form_is_as_on_its_own() -> Outcome {
    let folder = Folder::with("m.glb", bar().glb())?;
    let page = Page::of(&folder, "m.glb")?;
    assert_eq!(page.report, run(&folder, "m.glb --format json")?.json()?);
    let kinds = ["json", "jsonl", "csv", "html"];
    let words: String = kinds.iter().map(|kind| format!(" --export {kind}=all.{kind}")).collect();
    let all = run(&folder, &format!("m.glb{words}"))?;
    assert_eq!((all.code, &all.out), (1, &run(&folder, "m.glb")?.out));
    assert!(all.err.ends_with("written to all.csv\nwritten to all.html\n"), "{all:?}");
    for kind in kinds {
        let alone = run(&folder, &format!("m.glb --format {kind} --threads 1"))?;
        assert_eq!(fs::read_to_string(folder.path(&format!("all.{kind}")))?, alone.out, "{kind}");
    }
    let both = run(&folder, "m.glb -o table.txt --export json=-")?;
    assert_eq!(both.json()?, page.report);
    assert!(both.err.starts_with("1 pair (1 contact)") && both.err.ends_with("written to table.txt\n"));
    Ok(())
}

/// Its far corner, at all times, also between frames: no further off than a share of its length.
#[test]
fn what_turns_is_where_it_is_at_all_times() -> Outcome {
    let page = Page::of(&Folder::with("m.glb", bar().glb())?, "m.glb")?;
    for step in 0..=200 {
        let time = f64::from(step) / 100.0;
        let angle: f64 = time / 2.0 * (PI - 1e-3);
        let expected =
            [5.0 + 2.0 * angle.cos() - 0.05 * angle.sin(), 2.0 * angle.sin() + 0.05 * angle.cos(), 0.05];
        is_near(page.corner(0, [1.0; 3], time)?, expected, 2e-4 * 2.1);
        is_near(page.corner(1, [0.0; 3], time)?, [4.9, 1.4, -0.1], 1e-6);
    }
    let frames = page.tracks()?[0].times.len();
    assert!((50..300).contains(&frames), "{frames} frames for half a turn");
    Ok(())
}

#[test]
fn what_the_report_tells_has_frames_and_what_goes_straight_has_few() -> Outcome {
    let scene = Moving::new().still("cart", UNIT, [0.0; 3]).still("post", UNIT, [5.0, 0.25, 0.0]);
    let scene = scene.slide(0, &[0.0, 2.0, 10.0], &[[0.0; 3], [2.0, 0.0, 0.0], [10.0, 0.0, 0.0]]);
    let page = Page::of(&Folder::with("m.glb", scene.glb())?, "m.glb --from 1")?;
    let [from, to] = ["from", "to"].map(|end| &page.report["pairs"][0]["intervals"][0][end]);
    let told = [&from["free_until"], &from["touches_by"], &to["touches_until"], &to["free_from"]];
    let mut expected = vec![1.0, 2.0];
    expected.extend(told.into_iter().filter_map(Value::as_f64));
    expected.push(10.0);
    expected.dedup();
    assert_eq!(page.tracks()?[0].times, expected);
    Ok(())
}

#[test]
fn what_jumps_is_on_both_sides_of_the_jump() -> Outcome {
    let scene = Moving::new().still("cart", UNIT, [0.0; 3]).still("post", UNIT, [50.0, 0.0, 0.0]).channel(
        "hop",
        (0, "translation"),
        "STEP",
        &[0.0, 1.0, 3.0],
        &[0.0, 0.0, 0.0, 7.0, 0.0, 0.0, 8.0, 0.0, 0.0],
    );
    let page = Page::of(&Folder::with("m.glb", scene.glb())?, "m.glb")?;
    assert_eq!(page.tracks()?[0].times, [0.0, 1.0, 1.0, 3.0, 3.0]);
    for (time, x) in [(0.0, 0.0), (0.999, 0.0), (1.0, 7.0), (2.999, 7.0), (3.0, 8.0)] {
        is_near(page.corner(0, [0.5; 3], time)?, [x, 0.0, 0.0], 1e-6);
    }
    Ok(())
}

#[test]
fn objects_that_move_as_one_share_their_track() -> Outcome {
    let folder = Folder::with("crane.gltf", include_bytes!("../../../../docs/scenes/crane.gltf"))?;
    let page = Page::of(&folder, "crane.gltf")?;
    let names: Vec<&str> =
        page.report["objects"].as_array().into_iter().flatten().filter_map(|o| o["name"].as_str()).collect();
    let tracks = page.track_of_object()?;
    let of = |name: &str| names.iter().position(|other| *other == name).map(|place| tracks[place]);
    assert_eq!(of("load"), of("hook block"), "{names:?} {tracks:?}");
    assert!(of("load") != of("jib beam") && of("mast") == Some(None), "{names:?} {tracks:?}");
    assert_eq!(page.tracks()?.len(), 3);
    assert_eq!(page.scene["meshes"].as_array().map(Vec::len), Some(1));
    Ok(())
}

/// A thousand keys, that lead to and fro, and a jump at the end: more than an even share of what a page has
/// room for.
#[test]
fn what_has_many_keys_takes_the_room_that_others_leave() -> Outcome {
    let times: Vec<f32> = (0..=1200_u16).map(|key| f32::from(key) / 16.0).collect();
    let place = |time: f32| [if (time * 16.0) % 2.0 > 0.5 { 3.0 } else { 0.0 }, 0.0, 0.0];
    let places: Vec<[f32; 3]> = times.iter().map(|time| place(*time)).collect();
    let mut scene = Moving::new().still("box", UNIT, [0.0; 3]).slide(0, &times, &places);
    for number in 1..=100 {
        let lane = [0.0, 0.0, 10.0 * f32::from(number as u8)];
        scene = scene.still(&format!("parcel {number}"), UNIT, [0.0, 0.0, 10.0 * f64::from(number as u8)]);
        scene = scene.slide(number, &[0.0, 75.0], &[lane, [9.0, 0.0, lane[2]]]);
    }
    let page = Page::of(&Folder::with("m.glb", scene.glb())?, "m.glb")?;
    assert_eq!(page.scene["notes"], serde_json::json!([]));
    assert_eq!(page.tracks()?.iter().map(|track| track.times.len()).max(), Some(1201));
    for time in &times {
        is_near(page.corner(0, [0.5; 3], f64::from(*time))?, place(*time).map(f64::from), 1e-6);
    }
    Ok(())
}

/// More keys than a page has room for: some are left out, which is told, but none of what has few, and no
/// jump.
#[test]
fn what_has_too_many_keys_is_drawn_coarsely_and_it_is_told() -> Outcome {
    let times: Vec<f32> = (0..=60_000_u16).map(|key| f32::from(key) / 64.0).collect();
    let along = |y: f32| times.iter().map(|time| [time / 10.0, y, 0.0]).collect::<Vec<[f32; 3]>>();
    let scene = Moving::new().still("cart", UNIT, [0.0; 3]).still("other", UNIT, [0.0, 5.0, 0.0]);
    let scene = scene.still("lift", UNIT, [0.0, 0.0, 90.0]).slide(0, &times, &along(0.0));
    let scene = scene.slide(1, &times, &along(5.0)).channel(
        "slide",
        (0, "scale"),
        "STEP",
        &[0.0, 500.3],
        &[1.0, 1.0, 1.0, 2.0, 2.0, 2.0],
    );
    let scene = scene.slide(2, &[0.0, 1.0, 2.0], &[[0.0, 0.0, 90.0], [0.0, 0.0, 99.0], [0.0, 0.0, 95.0]]);
    let page = Page::of(&Folder::with("m.glb", scene.glb())?, "m.glb")?;
    let told = "2 objects are drawn at few times, with linear motion between them, since the page would be too large.";
    assert_eq!(page.scene["notes"], serde_json::json!([told]));
    let lengths: Vec<usize> = page.tracks()?.iter().map(|track| track.times.len()).collect();
    assert_eq!(lengths, [49_998, 49_998, 4]);
    let jump = f64::from(500.3_f32);
    assert_eq!(page.tracks()?[0].times.iter().filter(|time| **time == jump).count(), 2);
    is_near(page.corner(0, [1.0; 3], jump - 1e-4)?, [jump / 10.0 + 0.5, 0.5, 0.5], 1e-3);
    is_near(page.corner(0, [1.0; 3], jump)?, [jump / 10.0 + 1.0, 1.0, 1.0], 1e-3);
    is_near(page.corner(0, [0.5; 3], 100.0)?, [10.0, 0.0, 0.0], 1e-4);
    is_near(page.corner(2, [0.5; 3], 1.0)?, [0.0, 0.0, 99.0], 1e-4);
    Ok(())
}

/// `impinge sweep --view`, with temporary files in the folder and no browser.
fn view(folder: &Folder, words: &str) -> Tried<Run> {
    let mut command = folder.command("sweep");
    command.args(words.split_whitespace()).arg("--view");
    Run::of(command.env("TMPDIR", folder.path("")).env("PATH", folder.path("no-programs")).output()?)
}

#[test]
fn the_page_is_opened_or_it_is_told_where_it_is() -> Outcome {
    let folder = Folder::with("m.glb", bar().glb())?;
    let table = run(&folder, "m.glb")?.out;
    let given = view(&folder, "m.glb --export html=page.html")?;
    let unopened = view(&folder, "m.glb --export html=page.html --no-open")?;
    assert_eq!((unopened.out, unopened.err), (table.clone(), "written to page.html\n".to_owned()));
    assert_eq!((given.code, &given.out), (1, &table), "{given:?}");
    assert!(given.err.starts_with("written to page.html\n"), "{given:?}");
    #[cfg(all(unix, not(target_os = "macos")))]
    {
        assert!(given.err.contains("no browser was found; here or on another machine"), "{given:?}");
        assert_eq!(folder.names()?, ["m.glb", "page.html"]);
        let temporary = view(&folder, "m.glb -q")?;
        let place = temporary.err.trim_end().rsplit_once("browser: ").ok_or("not told")?.1;
        assert_eq!(fs::read(place)?, fs::read(folder.path("page.html"))?);
        assert!(temporary.err.starts_with(&format!("written to {place}\n")), "{temporary:?}");
        fs::remove_file(place)?;
    }
    let failed = view(&folder, "missing.glb")?;
    assert_eq!((failed.code, folder.names()?), (2, vec!["m.glb".to_owned(), "page.html".to_owned()]));
    Ok(())
}

#[test]
fn places_that_would_be_lost_are_refused() -> Outcome {
    let folder = Folder::with("m.glb", bar().glb())?;
    for (words, part) in [
        ("--export json=-", "a different file"),
        ("--export json=x --export csv=x", "go to x"),
        ("--export html=m.glb", "would replace an input file"),
        ("--export bcf=x", "`bcf` is not a kind of report; kinds: table, json, jsonl, csv, html"),
    ] {
        let run = run(&folder, &format!("m.glb {words}"))?;
        assert!(run.code == 2 && run.out.is_empty() && run.err.contains(part), "{words}: {run:?}");
    }
    assert_eq!(folder.names()?, ["m.glb"]);
    Ok(())
}
