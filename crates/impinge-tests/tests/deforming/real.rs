//! The handcrafted queries of the public benchmark: none missed, none false.
//!
//! They lie in an optional folder beside the checkout.

use std::path::{Path, PathBuf};

use super::*;

/// The folder, or a plain message that it is not there.
fn folder() -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/ccd");
    if !folder.is_dir() {
        println!("../shared/data/ccd is not there: passed over");
        return None;
    }
    Some(folder)
}

/// The queries of a file, with the truth; coordinates as numerator and denominator.
fn queries(file: &Path, kind: Kind) -> Vec<(Case, bool)> {
    let text = std::fs::read_to_string(file).expect("readable");
    let row = |line: &str| {
        let cells: Vec<f64> = line.split(',').map(|cell| cell.trim().parse().expect("a number")).collect();
        ([0, 2, 4].map(|i| cells[i] / cells[i + 1]), cells[6] == 1.0)
    };
    let rows: Vec<(Point, bool)> = text.lines().map(row).collect();
    let query = |rows: &[(Point, bool)]| {
        let four = |from: usize| std::array::from_fn(|vertex| rows[from + vertex].0);
        (Case { kind, start: four(0), end: four(4) }, rows[0].1)
    };
    rows.chunks_exact(8).map(query).collect()
}

#[test]
fn handcrafted_queries() {
    let Some(folder) = folder() else { return };
    let options = DeformingOptions::new(1e-6).expect("a tolerance");
    let mut count = 0;
    for set in std::fs::read_dir(folder).expect("readable") {
        let set = set.expect("readable").path();
        for (name, kind) in [("vertex-face", Kind::VertexFace), ("edge-edge", Kind::EdgeEdge)] {
            let Ok(files) = std::fs::read_dir(set.join(name)) else { continue };
            for file in files {
                let file = file.expect("readable").path();
                for (number, (case, truth)) in queries(&file, kind).iter().enumerate() {
                    let found = ask::<DVec3, DVec2>(case, &options);
                    assert_eq!(found.is_some(), *truth, "{} {number}: {case:?}", file.display());
                    count += 1;
                }
            }
        }
    }
    assert!(count > 2000, "only {count} queries");
}
