//! Files as programs in the field write them. They lie in an optional folder beside the checkout.

use std::path::PathBuf;

use crate::fixtures::{Outcome, Run, golden, program};

/// The folder, or a plain message that it is not there.
fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if !folder.is_dir() {
        println!("../shared/data is not there: passed over");
        return None;
    }
    Some(folder)
}

/// `impinge check` with these words, run in that folder.
fn check(words: &str) -> Result<Option<Run>, Box<dyn std::error::Error>> {
    let Some(folder) = folder() else { return Ok(None) };
    let output = program().arg("check").args(words.split_whitespace()).current_dir(folder).output()?;
    Ok(Some(Run::of(output)?))
}

/// Scenes of one or more files, each with its summary in the golden file.
const SCENES: [&str; 11] = [
    "duplex/architecture.glb",
    "duplex/electrical.glb",
    "duplex/architecture.glb duplex/electrical.glb",
    "fcl/env.obj fcl/rob.obj",
    "meshes/busted.STL",
    "meshes/multibody.stl",
    "meshes/negative_indices.obj",
    "meshes/nested.glb",
    "meshes/not_convex.obj",
    "meshes/soup.stl",
    "meshes/two_objects_mixed_case_names.stl",
];

#[test]
fn summaries() -> Outcome {
    let mut text = String::new();
    for scene in SCENES {
        let Some(run) = check(&format!("{scene} --touching"))? else { return Ok(()) };
        assert!(run.code <= 1, "{scene}: {run:?}");
        let summary = run.out.lines().last().unwrap_or_default();
        text += &format!("{scene}\n  {summary}\n");
    }
    golden("real_summaries.txt", &text)
}

/// All links of a robot at the origin, one into another: nearly every pair collides.
#[test]
fn robots() -> Outcome {
    let links = |robot: &str, names: &[&str]| -> String {
        let file = |name: &&str| format!("robots/{robot}_description/meshes/collision/{name}.stl ");
        names.iter().map(file).collect()
    };
    let fanuc = ["base_link", "link_1", "link_2", "link_3", "link_4", "link_5", "link_6"];
    let panda = ["finger", "hand", "link0", "link1", "link2", "link3", "link4", "link5", "link6", "link7"];
    for (robot, names) in [("fanuc", &fanuc[..]), ("panda", &panda)] {
        let Some(run) = check(&(links(robot, names) + "--touching --format csv"))? else { return Ok(()) };
        assert_eq!((run.code, run.err.as_str()), (1, ""));
        golden(&format!("real_{robot}.csv"), &run.out)?;
    }
    Ok(())
}

/// The first pairs of the house; all of them would be too long a file.
#[test]
fn house() -> Outcome {
    let words = "duplex/architecture.glb duplex/electrical.glb --touching --format csv";
    let Some(run) = check(words)? else { return Ok(()) };
    let first: String = run.out.split_inclusive('\n').take(100).collect();
    golden("real_duplex_first_pairs.csv", &first)?;
    // And not one byte of the rest depends on the number of threads.
    assert_eq!(check(&format!("{words} --threads 1"))?, Some(run));
    Ok(())
}

#[test]
fn machine_parts() -> Outcome {
    let Some(run) = check("fcl/env.obj fcl/rob.obj --format csv")? else { return Ok(()) };
    golden("real_fcl.csv", &run.out)
}
