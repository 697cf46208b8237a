//! Do the files of a scene stand near each other? Where they were drawn for two origins, or in two units,
//! they may not. Then nothing of one collides with anything of the other, which must not pass for a clean
//! check.

use std::path::Path;

use impinge::glam::DVec3;
use impinge::narrow::Collide;
use impinge::shape::Aabb;
use impinge_scene::Object;

use crate::warning::Warning;
use crate::wording::{first_files as names, significant};

/// Further apart than this many times their size, things that belong together seldom are: a robot and what it
/// reaches for, the houses of a street.
const FAR: f64 = 10.0;

/// A warning if files are far from all others, measured by boxes around their checked objects. Objects
/// within the clearance count as near.
pub(crate) fn warning(
    objects: &[Object],
    clearance: f64,
    is_checked: impl Fn(usize) -> bool,
    bounds: impl Fn(usize) -> Option<Aabb<DVec3>>,
) -> Option<Warning> {
    // Objects of one file follow each other.
    if objects.first()?.file == objects.last()?.file {
        return None;
    }
    let mut far: Vec<(&Path, Aabb<DVec3>)> = Vec::new();
    for number in (0..objects.len()).filter(|&number| is_checked(number)) {
        let Some(bounds) = bounds(number) else { continue };
        match far.last_mut() {
            Some((file, around)) if *file == objects[number].file => *around = around.merge(&bounds),
            _ => far.push((&objects[number].file, bounds)),
        }
    }
    // The first of the largest.
    let largest = (0..far.len()).min_by(|&a, &b| across(&far[b].1).total_cmp(&across(&far[a].1)))?;
    let (file, mut around) = far.remove(largest);
    let mut near = vec![file];
    // What is near counts among what others may be near to.
    loop {
        let reach = (FAR * across(&around)).max(clearance);
        let (close, rest): (Vec<_>, Vec<_>) =
            far.into_iter().partition(|(_, other)| around.distance(other) <= reach);
        far = rest;
        if close.is_empty() {
            break;
        }
        for (file, bounds) in close {
            near.push(file);
            around = around.merge(&bounds);
        }
    }
    let ((file, bounds), others) = far.split_first()?;
    let as_far: Vec<&Path> = others.iter().map(|(file, _)| *file).collect();
    let as_far = if as_far.is_empty() { String::new() } else { format!(", and so is {}", names(&as_far)) };
    Some(Warning {
        file: Some(file.display().to_string()),
        place: "place".to_owned(),
        message: format!(
            "{} m away from {}, {} m across{as_far}: they cannot collide; use one origin and unit for all, as with --pose-of and --unit, or check unrelated files separately",
            significant(around.distance(bounds)),
            names(&near),
            significant(across(&around))
        ),
    })
}

/// The diagonal of a box.
fn across(bounds: &Aabb<DVec3>) -> f64 {
    bounds.size().length()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A warning about cubes, each of a size and at a place along x, in files of their own.
    fn of(cubes: &[(f64, f64)]) -> Option<Warning> {
        within(0.0, cubes)
    }

    fn within(clearance: f64, cubes: &[(f64, f64)]) -> Option<Warning> {
        let object = |number: usize| Object {
            name: "cube".to_owned(),
            path: "cube".to_owned(),
            mesh: 0,
            transform: Default::default(),
            file: format!("{number}.stl").into(),
            is_animated: false,
        };
        let objects: Vec<Object> = (0..cubes.len()).map(object).collect();
        let bounds = |number: usize| {
            let (size, x) = cubes[number];
            Aabb::new(DVec3::X * x, DVec3::X * x + DVec3::splat(size)).ok()
        };
        warning(&objects, clearance, |_| true, bounds)
    }

    #[test]
    fn far_is_measured_by_what_stands_together() -> Result<(), &'static str> {
        assert_eq!(of(&[(1.0, 5000.0)]), None);
        // Cubes of a centimetre a fifth of a metre apart are far from each other, but not for who wants half
        // a metre between them.
        let small = [(0.01, 0.0), (0.01, 0.2)];
        assert!(of(&small).is_some() && within(0.5, &small).is_none());
        assert_eq!(of(&[(1.0, 0.0), (1.0, 18.0)]), None);
        assert_eq!(of(&[(1.0, 0.0), (0.01, 18.0)]), None);
        // The third is near to the first two together, though to neither of them.
        assert_eq!(of(&[(1.0, 0.0), (1.0, 18.0), (1.0, 100.0)]), None);
        let told = of(&[(1.0, 0.0), (1.0, 5.0), (1.0, 5000.0), (0.5, 5001.0)]).ok_or("no warning")?;
        assert_eq!(told.file.as_deref(), Some("2.stl"));
        let text = "4994 m away from 0.stl, 1.stl, 6.164 m across, and so is 3.stl: they cannot collide;";
        assert!(told.message.starts_with(text), "{}", told.message);
        Ok(())
    }
}
