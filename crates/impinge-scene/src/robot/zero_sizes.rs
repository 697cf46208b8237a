//! Sizes of 0: what is left of such a shape.

use impinge::glam::DVec3;

use super::Geometry;

impl Geometry {
    /// What is wrong with the sizes of a shape of which some are 0, and what it is then: `its radius is 0, so
    /// it is a point`.
    pub(super) fn flatness(&self) -> Option<String> {
        let (sizes, form): (&[(&str, f64)], _) = match self {
            Geometry::Box { size } => return flat("size", *size),
            Geometry::Mesh { scale, .. } => return flat("scale", *scale),
            Geometry::Cylinder { radius, length } => {
                let form = match (*radius == 0.0, *length == 0.0) {
                    (true, true) => "a point",
                    (true, false) => "a segment",
                    _ => "a disc",
                };
                (&[("radius", *radius), ("length", *length)], form)
            }
            Geometry::Capsule { radius, length } => {
                let form = match (*radius == 0.0, *length == 0.0) {
                    (true, true) => "a point",
                    (true, false) => "a segment",
                    _ => "a sphere",
                };
                (&[("radius", *radius), ("length", *length)], form)
            }
            Geometry::Sphere { radius } => (&[("radius", *radius)], "a point"),
            Geometry::Invalid { .. } => return None,
        };
        let zero: Vec<&str> = sizes.iter().filter(|(_, size)| *size == 0.0).map(|(name, _)| *name).collect();
        let is = if zero.len() == 1 { "is" } else { "are" };
        (!zero.is_empty()).then(|| format!("its {} {is} 0, so it is {form}", zero.join(" and ")))
    }

    /// The word for it in messages: its element in URDF.
    pub(super) fn word(&self) -> &'static str {
        match self {
            Geometry::Mesh { .. } => "mesh",
            Geometry::Box { .. } => "box",
            Geometry::Cylinder { .. } => "cylinder",
            Geometry::Sphere { .. } => "sphere",
            Geometry::Capsule { .. } => "capsule",
            Geometry::Invalid { .. } => "shape",
        }
    }
}

fn flat(name: &str, size: DVec3) -> Option<String> {
    let form = match size.to_array().iter().filter(|&&size| size == 0.0).count() {
        0 => return None,
        1 => "flat",
        2 => "a segment",
        _ => "a point",
    };
    let DVec3 { x, y, z } = size;
    Some(format!("its {name} is {x} {y} {z}, so it is {form}"))
}
