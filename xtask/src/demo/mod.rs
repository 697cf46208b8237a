//! The demo scene: a two-stage gearbox with its motor, in which the clashes are known because they were
//! planted.
//!
//! `assembly()` designs it, `write` stores it as `assembly.glb` beside the truth, `truth.json`. Every part of
//! the design is a file here: shapes first (`mesh`, `outline`, `gear`, `bearing`, `fastener`), then the
//! gearbox in the order of its assembly (`layout`, `housing`, `drive`, `motor`, `piping`, `inspection`), then
//! the file (`glb`). `check` and `guide` hold what the program says of it against the truth, and against
//! docs/check.md.

mod assembly;
mod bearing;
mod check;
mod drive;
mod fastener;
mod gear;
mod glb;
mod guide;
mod housing;
mod inspection;
mod layout;
mod mesh;
mod motor;
mod outline;
mod piping;

pub use check::{FOLDER, design, run};

use assembly::{Assembly, Node};
use std::fs;
use std::io;
use std::path::Path;

/// The whole design.
fn assembly() -> Assembly {
    let mut assembly = Assembly::default();
    let parts = vec![
        housing::build(&mut assembly),
        drive::build(&mut assembly),
        motor::build(&mut assembly),
        piping::build(&mut assembly),
    ];
    let inspection = inspection::build(&mut assembly);
    assembly.roots = vec![Node::group("gearbox", parts), inspection];
    assembly
}

/// Writes `assembly.glb` and `truth.json` into a folder.
fn write(assembly: &Assembly, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(folder.join("assembly.glb"), glb::to_glb(assembly))?;
    fs::write(folder.join("truth.json"), format!("{:#}\n", assembly.truth()))
}

#[cfg(test)]
mod tests {
    use super::assembly::Kind;
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// Every edge belongs to two triangles that run along it in opposite directions; the volume is positive.
    #[test]
    fn every_part_is_the_surface_of_a_solid() {
        for named in assembly().meshes {
            let mut uses: BTreeMap<(u32, u32), (u32, u32)> = BTreeMap::new();
            for &[a, b, c] in &named.mesh.triangles {
                for (from, to) in [(a, b), (b, c), (c, a)] {
                    let entry = uses.entry((from.min(to), from.max(to))).or_default();
                    if from < to { entry.0 += 1 } else { entry.1 += 1 }
                }
            }
            for (edge, used) in uses {
                assert_eq!(used, (1, 1), "{}: edge {edge:?} is used {used:?} times", named.name);
            }
            assert!(named.mesh.volume() > 0.0, "{} is inside out", named.name);
        }
    }

    /// Rounded to the f32 of the file, the points of a mesh are still distinct and no triangle has shrunk to
    /// a line.
    #[test]
    fn no_triangle_degenerates_in_the_file() {
        for named in assembly().meshes {
            let rounded: Vec<glam::DVec3> =
                named.mesh.positions.iter().map(|p| (*p / 1000.0).as_vec3().as_dvec3()).collect();
            let distinct: BTreeSet<[u64; 3]> =
                rounded.iter().map(|p| (*p + 0.0).to_array().map(f64::to_bits)).collect();
            assert_eq!(distinct.len(), rounded.len(), "{}: points coincide", named.name);
            for &t in &named.mesh.triangles {
                let [a, b, c] = t.map(|i| rounded[i as usize]);
                assert!((b - a).cross(c - a).length() > 0.0, "{}: triangle {t:?} has no area", named.name);
            }
        }
    }

    #[test]
    fn the_scene_is_as_large_as_promised() {
        let assembly = assembly();
        let nodes = assembly.nodes();
        let parts: Vec<usize> = nodes.iter().filter_map(|n| n.mesh).collect();
        let triangles: usize = parts.iter().map(|&m| assembly.meshes[m].mesh.triangles.len()).sum();
        let size = glb::to_glb(&assembly).len();
        println!(
            "{} parts, {} meshes, {triangles} triangles, {size} bytes",
            parts.len(),
            assembly.meshes.len()
        );
        assert!(parts.len() >= 200);
        assert!(parts.len() > 3 * assembly.meshes.len(), "parts are instanced");
        assert!(triangles < 400_000);
        assert!(size < 3_000_000);
        assert!(nodes.iter().any(|n| n.spinning));
    }

    #[test]
    fn names_are_unique_and_the_truth_names_parts() {
        let assembly = assembly();
        let nodes = assembly.nodes();
        let names: BTreeSet<&str> = nodes.iter().map(|n| n.name.as_str()).collect();
        assert_eq!(names.len(), nodes.len());
        let parts: BTreeSet<&str> =
            nodes.iter().filter(|n| n.mesh.is_some()).map(|n| n.name.as_str()).collect();
        for planted in &assembly.planted {
            for name in [&planted.a, &planted.b] {
                assert!(parts.contains(name.as_str()), "no part is named {name}");
            }
        }
        let count = |kind| assembly.planted.iter().filter(|p| p.kind == kind).count();
        assert!(count(Kind::Overlapping) >= 6);
        assert!(count(Kind::Contained) >= 2);
        assert!(count(Kind::Touching) >= 4);
    }
}
