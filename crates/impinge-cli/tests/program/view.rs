//! `impinge view`: the page in a file and in the browser, and what the page holds. How it looks is tested in
//! a browser, by `cargo xtask web --test`.

use std::fs;
use std::path::Path;

use crate::fixtures::{EVERY_KIND, Folder, Outcome, Run, glb, obj};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

/// The JSON in an element of a page.
fn data(page: &str, id: &str) -> Tried<Value> {
    let (_, rest) = page.split_once(&format!(" id=\"{id}\">")).ok_or("no such element")?;
    let (text, _) = rest.split_once("</script>").ok_or("an element without end")?;
    Ok(serde_json::from_str(text)?)
}

/// What is written as base64.
fn bytes(value: &Value) -> Tried<Vec<u8>> {
    Ok(STANDARD.decode(value.as_str().ok_or("no text")?).map_err(|error| error.to_string())?)
}

/// Numbers of 32 bits there.
fn numbers(value: &Value) -> Tried<Vec<f64>> {
    let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]).into();
    Ok(bytes(value)?.chunks_exact(4).map(number).collect())
}

/// `impinge view` with these words, run in the folder, with temporary files there and these programs only.
fn view(folder: &Folder, words: &str, programs: &Path) -> Tried<Run> {
    let mut command = folder.command("view");
    command.args(words.split_whitespace()).env("TMPDIR", folder.path("")).env("PATH", programs);
    Run::of(command.output()?)
}

/// TMPDIR of another account, or of one that is gone.
#[cfg(unix)]
#[test]
fn a_missing_folder_for_temporary_files_is_told() -> Outcome {
    let folder = Folder::with("site.obj", obj(&[("a", [0.0; 3], [1.0; 3]), ("b", [0.5; 3], [2.0; 3])]))?;
    let mut command = folder.command("view");
    let run = Run::of(command.args(["site.obj", "--no-open"]).env("TMPDIR", folder.path("gone")).output()?)?;
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    let told = "gone: the folder for temporary files does not exist; correct TMPDIR, or give the page a file: -o FILE";
    assert!(run.err.contains(told), "{}", run.err);
    Ok(())
}

/// Of one that takes no files the folder itself is told, and the way around it.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_takes_no_page_is_told() -> Outcome {
    let folder = Folder::with("site.obj", obj(&[("a", [0.0; 3], [1.0; 3]), ("b", [0.5; 3], [2.0; 3])]))?;
    let mut command = folder.command("view");
    let run = Run::of(command.args(["site.obj", "--no-open"]).env("TMPDIR", "/proc").output()?)?;
    assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
    assert!(
        run.err.starts_with("error: /proc: the page cannot be written to the folder for temporary files: "),
        "{}",
        run.err
    );
    assert!(run.err.contains("; correct TMPDIR, or give the page a file: -o FILE"), "{}", run.err);
    Ok(())
}

/// Settings are no page: nothing is written, and nothing opened.
#[test]
fn settings_are_shown_instead_of_a_page() -> Outcome {
    let folder = Folder::with("site.obj", obj(&[("a", [0.0; 3], [1.0; 3]), ("b", [0.5; 3], [2.0; 3])]))?;
    let run = view(&folder, "site.obj --show-settings --min-depth 0.25", Path::new("none"))?;
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(
        run.out.starts_with("# without an impinge.toml") && run.out.contains("min-depth = 0.25\n"),
        "{}",
        run.out
    );
    assert_eq!(folder.names()?, ["site.obj"]);
    Ok(())
}

#[test]
fn the_page_holds_the_report_as_it_is() -> Outcome {
    let name = "</script><img src=x onerror=alert(1)> & \u{2028}";
    let boxes = [(name, [0.0; 3], [1.0; 3]), ("b", [0.5; 3], [2.0; 3])];
    let folder = Folder::with("site.obj", obj(&boxes))?;
    let page = folder.check("site.obj --format html")?.out;
    assert_eq!(data(&page, "report-data")?, folder.check("site.obj --format json")?.json()?);
    // Three elements of script, and nothing that the names have added.
    assert_eq!(page.matches("</script").count(), 3);
    assert_eq!(page.matches("<img").count(), 0);
    Ok(())
}

#[test]
fn equal_meshes_are_in_the_page_once_wherever_they_come_from() -> Outcome {
    let folder = Folder::with("cubes.glb", glb(&EVERY_KIND))?;
    folder.add("boxes.obj", obj(&EVERY_KIND))?;
    for scene in ["cubes.glb", "boxes.obj", "cubes.glb boxes.obj"] {
        let page = folder.check(&format!("{scene} --format html"))?.out;
        let picture = data(&page, "scene-data")?;
        assert_eq!(picture["meshes"].as_array().map(Vec::len), Some(1), "{scene}");
        let objects = if scene.contains(' ') { 10 } else { 5 };
        assert_eq!(bytes(&picture["objects"])?.len(), 4 * objects, "{scene}");
    }
    Ok(())
}

/// Corners put together from mesh, matrix and origin are those of the file, as exactly as 16 bits are.
#[test]
fn corners_are_where_they_were() -> Outcome {
    let far = |corner: [f64; 3]| [corner[0] + 4.5e6, corner[1] - 5.4e6, corner[2] + 300.0];
    let boxes = EVERY_KIND.map(|(name, min, max)| (name, far(min), far(max)));
    let folder = Folder::with("far.obj", obj(&boxes))?;
    let picture = data(&folder.check("far.obj --format html")?.out, "scene-data")?;
    let numbers = numbers(&picture["matrices"])?;
    let origin: Vec<f64> = serde_json::from_value(picture["origin"].clone())?;
    for ((_, min, max), matrix) in boxes.iter().zip(numbers.chunks_exact(12)) {
        for axis in 0..3 {
            let least = matrix[9 + axis] + origin[axis];
            let most = least + matrix[axis] + matrix[3 + axis] + matrix[6 + axis];
            assert!((least - min[axis]).abs() < 1e-5 && (most - max[axis]).abs() < 1e-5, "{matrix:?}");
        }
    }
    Ok(())
}

#[test]
fn ignored_objects_are_not_drawn_and_it_is_told() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    let picture = data(&folder.check("site.obj --ignore tree --format html")?.out, "scene-data")?;
    assert_eq!(picture["notes"], serde_json::json!(["1 object is not drawn, because of --ignore."]));
    Ok(())
}

#[test]
fn what_no_graphics_card_can_draw_is_left_out_and_it_is_told() -> Outcome {
    let boxes = [EVERY_KIND[0], ("endless", [-1e30, 9.0, 9.0], [1e30, 10.0, 10.0])];
    let folder = Folder::with("site.obj", obj(&boxes))?;
    let picture = data(&folder.check("site.obj --format html")?.out, "scene-data")?;
    assert_eq!(picture["notes"], serde_json::json!(["1 object is too far away or too large to be drawn."]));
    assert_eq!(bytes(&picture["objects"])?, [0; 4]);
    Ok(())
}

#[test]
fn the_curves_are_as_long_as_the_report_says() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    let page = folder.check("site.obj --format html")?.out;
    let (report, picture) = (data(&page, "report-data")?, data(&page, "scene-data")?);
    let curves = picture["curves"].as_array().ok_or("no list")?;
    assert_eq!(curves.len(), 1, "of the beam in the wall");
    let points = numbers(&curves[0]["points"])?;
    let points: Vec<&[f64]> = points.chunks_exact(3).collect();
    let lengths: Vec<usize> = serde_json::from_value(curves[0]["lengths"].clone())?;
    assert_eq!(lengths, [points.len()], "one curve");
    let length: f64 = points
        .windows(2)
        .map(|two| (0..3).map(|axis| (two[1][axis] - two[0][axis]).powi(2)).sum::<f64>().sqrt())
        .sum();
    let place = curves[0]["pair"].as_u64().ok_or("no number")? as usize;
    let told = report["pairs"][place]["curve_length"].as_f64().ok_or("no number")?;
    assert!((length - told).abs() < 1e-5, "{length} and {told}");
    Ok(())
}

#[test]
fn without_opening_it_is_told_where_the_page_is() -> Outcome {
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    let nothing = folder.path("no-programs");
    let run = view(&folder, "site.obj --no-open", &nothing)?;
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    let (_, place) = run.err.trim_end().rsplit_once("written to ").ok_or("not told")?;
    assert!(place.ends_with(".html"), "{place}");
    assert_eq!(fs::read_to_string(place)?, folder.check("site.obj --format html")?.out);
    let run = view(&folder, "site.obj --no-open -o page.html --exit-zero", &nothing)?;
    assert_eq!(run.code, 0);
    assert!(run.err.ends_with("written to page.html\n"), "{run:?}");
    assert_eq!(fs::read(folder.path("page.html"))?, fs::read(place)?);
    Ok(())
}

#[test]
fn a_check_that_fails_leaves_no_page() -> Outcome {
    let folder = Folder::with("bad.obj", "f 1 2 3\n")?;
    for (words, part) in [
        ("bad.obj", "line 1"),
        ("bad.obj -o -", "give -o a file name"),
        ("bad.obj --format json", "always writes a page"),
        ("bad.obj --export html=-x/y", "create the folder"),
    ] {
        let run = view(&folder, words, &folder.path(""))?;
        assert!(run.code == 2 && run.err.contains(part), "{words}: {run:?}");
        assert_eq!(folder.names()?, ["bad.obj"], "{words}");
    }
    Ok(())
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn the_page_is_handed_to_the_browser_or_it_is_told_that_there_is_none() -> Outcome {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::with("site.obj", obj(&EVERY_KIND))?;
    let run = view(&folder, "site.obj -q -o page.html", &folder.path("no-programs"))?;
    assert_eq!((run.code, run.out.as_str()), (1, ""), "as the check says: {run:?}");
    for part in ["warning: the page is written", "no browser was found", "page.html"] {
        assert!(run.err.contains(part), "{run:?}");
    }
    assert_eq!(
        folder.names()?,
        ["page.html", "site.obj"],
        "it is there to be opened by hand, and nothing else"
    );
    // Nor is the one among the temporary files lost.
    let run = view(&folder, "site.obj -q --exit-zero", &folder.path("no-programs"))?;
    let place = run.err.trim_end().rsplit_once("browser: ").ok_or("not told")?.1.to_owned();
    assert!(run.code == 0 && fs::read_to_string(&place)?.contains("report-data"), "{run:?}");
    assert_eq!(run.out.trim_end(), place, "also where a browser shows it: nothing else tells where it is");
    let run = view(&folder, "site.obj -q --no-open --export json=-", &folder.path("no-programs"))?;
    assert_eq!(run.json()?["complete"], true, "a report is not mixed with it");
    let other = run.err.strip_prefix("written to ").ok_or("not told")?.trim_end();
    fs::remove_file(other)?;
    fs::remove_file(place)?;
    assert_eq!(folder.names()?, ["page.html", "site.obj"]);

    let opener = folder.path("xdg-open");
    fs::write(&opener, format!("#!/bin/sh\necho \"$1\" > '{}'\n", folder.path("opened").display()))?;
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755))?;
    let run = view(&folder, "site.obj -q -o page.html", &folder.path(""))?;
    assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (1, "", ""));
    let page = fs::canonicalize(folder.path("page.html"))?;
    assert_eq!(fs::read_to_string(folder.path("opened"))?, format!("{}\n", page.display()));
    Ok(())
}
