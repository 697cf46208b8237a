//! Meshes of a robot that are out of proportion. CAD programs draw in millimetres, STL, OBJ and PLY do not say it, and where `scale` is
//! missing they are taken in metres: then a link is a thousand times as large as it should be.

use std::path::Path;

use super::Robot;
use crate::words::excerpt;
use crate::{Unit, Warning};

/// One shape of a robot that is [`Unit::SUSPICIOUS_RATIO`] times as large as another is odd, or [`Unit::SUSPICIOUS_STEP`] times as large as the
/// next smaller one, unless that only marks a place on a link of usual size. In metres; five millimetres taken for metres are as much.
const LONG: f64 = 5.0;

/// How large a shape is on its link.
pub(super) struct ShapeSize {
    pub link: usize,
    /// The line of the file that it stands in.
    pub line: u32,
    /// The diagonal of the box around it, in metres.
    pub size: f64,
    /// Where its mesh is, if neither that nor a scale says the unit.
    pub open_mesh: Option<String>,
}

/// A warning about meshes that may well have been drawn in millimetres.
pub(super) fn warning(robot: &Robot, shapes: &[ShapeSize]) -> Option<Warning> {
    let sized = || shapes.iter().filter(|shape| shape.size > 0.0);
    let smallest = sized().min_by(|a, b| a.size.total_cmp(&b.size))?;
    let mut sizes: Vec<f64> = sized().map(|shape| shape.size).collect();
    sizes.sort_by(f64::total_cmp);
    let is_step = |pair: &&[f64]| pair[1] >= LONG && pair[1] >= Unit::SUSPICIOUS_STEP * pair[0];
    let above_step = sizes.windows(2).find(is_step).map_or(f64::INFINITY, |pair| pair[1]);
    let odd = above_step.min(LONG.max(Unit::SUSPICIOUS_RATIO * smallest.size));
    let is_unlike = |shape: &ShapeSize| shape.size >= odd;
    let is_odd =
        |shape: &&ShapeSize| shape.open_mesh.is_some() && (shape.size >= Unit::LARGE || is_unlike(shape));
    let first = sized().find(is_odd)?;
    let mesh = Path::new(first.open_mesh.as_ref()?).file_name().unwrap_or_default().to_string_lossy();
    let link = |number: usize| excerpt(&robot.links[number].name);
    let compared = if is_unlike(first) {
        let ratio = plain(first.size / smallest.size, 0);
        format!(", {ratio} times as large as a shape of {}", link(smallest.link))
    } else {
        String::new()
    };
    let others = match sized().filter(is_odd).count() - 1 {
        0 => String::new(),
        1 => "; and so is 1 more mesh".to_owned(),
        number => format!("; and so are {number} more meshes"),
    };
    Some(Warning {
        file: robot.file.clone(),
        place: format!("line {}: link {}", first.line, link(first.link)),
        message: format!(
            "{} is {} m across{compared}; if it was drawn in millimetres, give its mesh scale=\"0.001 0.001 0.001\"{others}",
            excerpt(&mesh),
            plain(first.size, 1)
        ),
    })
}

/// A number with so many decimals; with an exponent where nobody would count its digits.
fn plain(number: f64, decimals: usize) -> String {
    if number < 1e9 { format!("{number:.decimals$}") } else { format!("{number:.1e}") }
}
