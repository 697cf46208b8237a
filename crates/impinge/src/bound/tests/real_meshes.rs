//! Tests of boxes around real objects. The files are beside the repository, if present.

use std::fs;
use std::path::{Path, PathBuf};

use glam::Vec3;

use crate::bound::enclosing_volume::{box_along, rounded_axes};
use crate::bound::fit_obb;
use crate::bound::normalization::Normalized;
use crate::bound::principal_axes::principal_axes;
use crate::shape::{Aabb, Obb, ShapeError};

/// Returns the files of a folder and its subfolders, in order.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries.into_iter().flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// Returns the corners in a binary STL or an OBJ file; none in others.
fn corners_in(file: &Path) -> Vec<Vec3> {
    let bytes = fs::read(file).unwrap_or_default();
    match file.extension().and_then(|extension| extension.to_str()) {
        // A header of 84 bytes; then 50 for each triangle: normal, three corners, attributes.
        Some("stl") if bytes.len() > 84 && (bytes.len() - 84).is_multiple_of(50) => {
            let number = |b: &[u8]| f32::from_le_bytes([b[0], b[1], b[2], b[3]]);
            let corner = |b: &[u8]| Vec3::new(number(b), number(&b[4..]), number(&b[8..]));
            bytes[84..].chunks(50).flat_map(|triangle| triangle[12..48].chunks(12).map(corner)).collect()
        }
        Some("obj") => String::from_utf8_lossy(&bytes)
            .lines()
            .filter_map(|line| line.strip_prefix("v "))
            .filter_map(|line| {
                let numbers: Vec<f32> = line.split_whitespace().flat_map(str::parse).collect();
                (numbers.len() >= 3).then(|| Vec3::new(numbers[0], numbers[1], numbers[2]))
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the corners of each object, with its name; empty if there are no files.
pub(super) fn real_objects() -> Vec<(String, Vec<Vec3>)> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let files = ["fcl", "meshes", "robots"].map(|folder| files_below(&data.join(folder))).concat();
    let name = |file: &Path| file.strip_prefix(&data).unwrap_or(file).display().to_string();
    let objects = files.iter().map(|file| (name(file), corners_in(file)));
    objects.filter(|(_, corners)| !corners.is_empty()).collect()
}

fn principal_box(points: &[Vec3]) -> Result<Obb<Vec3>, ShapeError> {
    let normalized = Normalized::new(points)?;
    let positions: Vec<_> = normalized.iter().collect();
    box_along(rounded_axes(principal_axes(positions.iter().copied()))?, points, &normalized.bounds())
}

#[test]
fn boxes_are_smaller_than_principal_and_aligned_boxes() -> Result<(), ShapeError> {
    let objects = real_objects();
    if objects.is_empty() {
        println!("no files in ../shared/data: nothing to compare");
    }
    for (name, points) in objects {
        let volume = fit_obb(&points)?.volume();
        let straight = Aabb::from_points(points.iter().copied())?.volume();
        let principal = principal_box(&points)?.volume();
        println!(
            "{:.3} of the principal, {:.3} of the straight box: {name}",
            volume / principal,
            volume / straight
        );
        assert!(volume <= straight * 1.000_001 && volume <= principal * 1.000_001, "{name}");
    }
    Ok(())
}
