//! What pairs of links of a robot need no check: `impinge srdf`.

use crate::fixtures::{Folder, Outcome, Run, golden};
use crate::robots::folder;
use serde_json::Value;

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

/// `impinge srdf` with these words.
pub(crate) fn srdf(folder: &Folder, words: &str) -> Tried<Run> {
    Run::of(folder.command("srdf").args(words.split_whitespace()).output()?)
}

#[test]
fn pairs_that_need_no_check() -> Outcome {
    let folder = folder()?;
    let run = srdf(&folder, "folding.urdf --samples 2000 -o folding.srdf")?;
    assert_eq!((run.code, run.err.as_str()), (0, "written to folding.srdf\n"));
    golden("srdf_folding.txt", &run.out)?;
    let written = std::fs::read_to_string(folder.path("folding.srdf"))?;
    golden("srdf_folding.srdf", &written)?;
    // The same bytes with every number of threads; others with another seed.
    let report = srdf(&folder, "folding.urdf --samples 2000 --format json")?.out;
    for words in ["--threads 1", "--threads 7"] {
        assert_eq!(srdf(&folder, &format!("folding.urdf --samples 2000 --format json {words}"))?.out, report);
    }
    assert_ne!(
        srdf(&folder, "folding.urdf --samples 2000 --format json --seed 2")?
            .out
            .replace("\"seed\":2", "\"seed\":1"),
        report
    );
    // What was written takes the pairs out of a check.
    let run = folder.check("folding.urdf --adjacent report --srdf folding.srdf")?;
    assert_eq!(run.code, 0);
    assert_eq!(srdf(&folder, "folding.urdf --samples 2000 -q -o -")?.out, written);
    Ok(())
}

/// The same for every run: what `impinge.toml` says of the robot is its default pose, unless the command line
/// says another.
#[test]
fn the_default_pose_is_that_of_the_settings() -> Outcome {
    let folder = folder()?;
    folder.add(
        "impinge.toml",
        "clearance = 0.1\n[[file]]\nmatch = 'folding.urdf'\njoints = { elbow = 3.1 }\n",
    )?;
    let elbow = |words: &str| -> Tried<Value> {
        let report = srdf(&folder, &format!("folding.urdf --samples 5 --format json {words}"))?.json()?;
        let pose = report["default_pose"].as_array().ok_or("no pose")?.clone();
        let joint = pose.into_iter().find(|joint| joint["joint"] == "elbow");
        Ok(joint.ok_or("no elbow")?["value"].clone())
    };
    assert_eq!(elbow("")?, 3.1);
    assert_eq!(elbow("--joint elbow=1")?, 1.0);
    assert_eq!(elbow("--joint folding.urdf:elbow=1")?, 1.0);
    assert_eq!(elbow("--no-config")?, 0.0);
    // As in a check, nothing of it is silently not applied.
    for (settings, code, told) in [
        ("[[file]]\nmatch = 'folding.urdf'\njoints = { elbo = 1 }\n", 2, "`joints` of [[file]] number 1"),
        ("[[file]]\nmatch = 'other.urdf'\njoints = { elbow = 1 }\n", 0, "other.urdf"),
        ("clearance = -1\n", 2, "clearance"),
    ] {
        folder.add("impinge.toml", settings)?;
        let run = srdf(&folder, "folding.urdf --samples 5")?;
        assert!(run.code == code && run.err.contains(told), "{settings}: {run:?}");
    }
    folder.add("impinge.toml", "")?;
    let run = srdf(&folder, "folding.urdf --samples 5 -o impinge.toml")?;
    assert!(run.code == 2 && run.err.contains("would replace an input file"), "{run:?}");
    Ok(())
}

/// What collides never, as nothing is there to collide, would switch off all checks.
#[test]
fn a_robot_without_shapes_that_count_is_refused() -> Outcome {
    let folder = folder()?;
    let ball = "<visual><geometry><sphere radius='1'/></geometry></visual>";
    folder.add("seen.urdf", format!("<robot name='r'><link name='a'>{ball}</link></robot>"))?;
    folder.add("bare.urdf", "<robot name='r'><link name='a'/></robot>")?;
    for (words, told) in [
        ("seen.urdf", "its links have visual shapes, but no collision shapes; use --geometry visual or both"),
        ("bare.urdf", "add shapes to its links"),
        ("folding.urdf --geometry visual", "but no visual shapes; use --geometry collision or both"),
    ] {
        let run = srdf(&folder, &format!("{words} --samples 5 -o new.srdf"))?;
        assert!(run.code == 2 && run.err.contains(told), "{words}: {run:?}");
        assert!(!folder.path("new.srdf").exists(), "{words}");
    }
    std::fs::create_dir(folder.path("meshes"))?;
    let run = srdf(&folder, "folding.urdf --samples 5 --package arms=meshes")?;
    assert!(run.code == 0 && run.err.contains("no robot refers to package://arms/"), "{run:?}");
    Ok(())
}

/// How often the second arm meets the post can be worked out: its box, 0.9 long from 0.05 on, reaches back
/// from 1 if the elbow is within some angle of half a turn. The shoulder does not matter for a round post;
/// for a square one it does a little.
#[test]
fn the_share_of_collisions_is_that_of_the_angles() -> Outcome {
    let folder = folder()?;
    let report = srdf(&folder, "folding.urdf --samples 20000 --format json")?.json()?;
    let pairs = report["pairs"].as_array().ok_or("no pairs")?;
    let pair =
        pairs.iter().find(|pair| pair["link1"] == "post" && pair["link2"] == "hand").ok_or("no such pair")?;
    let share = pair["collisions"].as_f64().unwrap_or_default() / 20000.0;
    // Computed independently, by a grid over both angles and separating axes of the two rectangles.
    let expected = share_by_separating_axes();
    assert!((share - expected).abs() < 0.005, "{share} instead of {expected}");
    Ok(())
}

fn share_by_separating_axes() -> f64 {
    let (mut met, mut all) = (0, 0);
    for shoulder in (0..200).map(|step| -1.0 + 2.0 * (f64::from(step) + 0.5) / 200.0) {
        for elbow in (0..640).map(|step| -3.2 + 6.4 * (f64::from(step) + 0.5) / 640.0) {
            let (s, c) = f64::sin_cos(shoulder);
            let (hs, hc) = f64::sin_cos(shoulder + elbow);
            // Half-lengths 0.45 and 0.05 around a middle 0.5 from the elbow; the post has half-lengths 0.1.
            let middle = [c + 0.5 * hc, s + 0.5 * hs];
            let (along, across) = ([hc, hs], [-hs, hc]);
            let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
            let separated = [[1.0, 0.0], [0.0, 1.0], along, across].iter().any(|&axis| {
                let post = 0.1 * (axis[0].abs() + axis[1].abs());
                let hand = 0.45 * dot(along, axis).abs() + 0.05 * dot(across, axis).abs();
                dot(middle, axis).abs() > post + hand
            });
            met += i32::from(!separated);
            all += 1;
        }
    }
    f64::from(met) / f64::from(all)
}

#[test]
fn entries_of_a_file_are_kept() -> Outcome {
    let folder = folder()?;
    let old = "<?xml version=\"1.0\"?>\n<robot name=\"folding\">\n  <!-- mine -->\n  <group name=\"g\"/>\n\
               \x20 <disable_collisions link1=\"lamp\" link2=\"hand\" reason=\"User\"/>\n\
               \x20 <disable_collisions link1=\"hand\" link2=\"post\" reason=\"Never\"/>\n</robot>\n";
    folder.add("old.srdf", old)?;
    let run = srdf(&folder, "folding.urdf --samples 500 --srdf old.srdf -o old.srdf")?;
    assert_eq!(run.code, 0);
    assert!(
        run.err.contains("old.srdf: line 6: its reason for post and hand is Never, but they collide in"),
        "{}",
        run.err
    );
    let merged = std::fs::read_to_string(folder.path("old.srdf"))?;
    let (kept, added) = merged.split_once("  <!-- impinge srdf").ok_or("nothing was added")?;
    assert_eq!(kept, old.trim_end().trim_end_matches("</robot>"));
    assert!(!added.contains("User") && !added.contains("link1=\"post\" link2=\"hand\""), "{added}");
    // Once more adds nothing.
    srdf(&folder, "folding.urdf --samples 500 --srdf old.srdf -o old.srdf")?;
    assert_eq!(std::fs::read_to_string(folder.path("old.srdf"))?, merged);
    Ok(())
}

/// XML reads line breaks and tabs in attributes back as spaces, unless they are written as numbers.
#[test]
fn names_of_links_are_read_back() -> Outcome {
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><collision><geometry><sphere radius=\"1\"/></geometry></collision></link>"
        )
    };
    let names = ["a&#10;b", "a&#9;&#13;b", "a &amp; &lt;b&gt; &quot;c&quot;"];
    let joint = |child: &str| {
        format!(
            "<joint name=\"to {child}\" type=\"fixed\"><parent link=\"{}\"/><child link=\"{child}\"/></joint>",
            names[0]
        )
    };
    let links: String =
        names.iter().map(|name| link(name)).chain(names[1..].iter().map(|name| joint(name))).collect();
    let folder = Folder::with("r.urdf", format!("<robot name=\"r&#10;&amp;\">{links}</robot>"))?;
    let run = srdf(&folder, "r.urdf --samples 5 -o r.srdf")?;
    assert_eq!((run.code, run.err.as_str()), (0, "written to r.srdf\n"));
    assert_eq!(std::fs::read_to_string(folder.path("r.srdf"))?.matches("disable_collisions").count(), 3);
    let run = folder.check("r.urdf --srdf r.srdf --adjacent report")?;
    assert!(run.code == 0 && !run.err.contains("there is no link"), "{run:?}");
    Ok(())
}

/// Two balls in each other, whatever the joint does: all samples, and all is enough for a threshold of 100 %.
#[test]
fn always_is_reached_at_all_samples() -> Outcome {
    let ball = "<collision><geometry><sphere radius='1'/></geometry></collision>";
    let text = format!(
        "<robot name='r'><link name='a'>{ball}</link><link name='b'>{ball}</link><link name='c'>{ball}</link>\
         <joint name='j' type='continuous'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/></joint>\
         <joint name='k' type='prismatic'><parent link='b'/><child link='c'/><axis xyz='1 0 0'/><limit lower='0' upper='4'/></joint></robot>"
    );
    let folder = Folder::with("r.urdf", &text)?;
    // The half with the slide below 2 meets: 50 %. At rest it does as well.
    for (words, reason) in
        [("--always 1", "Default"), ("--always 0.4", "Always"), ("--joint k=3 --always 1", "")]
    {
        let report = srdf(&folder, &format!("r.urdf --samples 1000 --format json {words}"))?.json()?;
        let pairs = report["pairs"].as_array().ok_or("no pairs")?;
        let pair =
            pairs.iter().find(|pair| pair["link1"] == "a" && pair["link2"] == "c").ok_or("no such pair")?;
        assert_eq!(pair["reason"].as_str().unwrap_or(""), reason, "{words}");
    }
    // A file that disables such a pair hides its other collisions, which is told; or the pair is left to be
    // checked.
    let run = srdf(&folder, "r.urdf --samples 1000 --always 1 -o r.srdf")?;
    let said = "warning: r.srdf: Default: 1 pair is disabled because of collisions in the default pose, but not in all others (a and c in ";
    assert!(run.err.starts_with(said) && run.err.contains("--default ignore"), "{}", run.err);
    assert!(std::fs::read_to_string(folder.path("r.srdf"))?.contains("link2=\"c\" reason=\"Default\""));
    let run = srdf(&folder, "r.urdf --samples 1000 --always 1 --default ignore -o r.srdf")?;
    assert_eq!((run.code, run.err.as_str()), (0, "written to r.srdf\n"));
    assert!(run.out.contains("0 Default, 0 Never, 1 to be checked"), "{}", run.out);
    assert!(!std::fs::read_to_string(folder.path("r.srdf"))?.contains("link1=\"a\" link2=\"c\""));
    let folder = Folder::with("r.urdf", text.replace("upper='4'", "upper='1'"))?;
    let report = srdf(&folder, "r.urdf --samples 1000 --format json --always 1")?.json()?;
    assert_eq!(report["counts"]["always"], 1);
    Ok(())
}
