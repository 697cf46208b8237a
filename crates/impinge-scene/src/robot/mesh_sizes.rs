//! Meshes of a robot that are out of proportion. CAD programs draw in millimetres, and STL, OBJ and PLY
//! do not store the unit. Where `scale` is missing, lengths are taken in metres: then a link is a
//! thousand times too large.

use std::path::Path;

use super::Robot;
use crate::words::excerpt;
use crate::{Unit, Warning};

/// One shape of a robot that is [`Unit::SUSPICIOUS_RATIO`] times as large as another is odd, or
/// [`Unit::SUSPICIOUS_STEP`] times as large as the next smaller one, unless that only marks a place on a link
/// of usual size. In metres; five millimetres taken for metres are as much.
const LONG: f64 = 5.0;

/// How large a shape is on its link.
pub(super) struct ShapeSize {
    pub link: usize,
    /// The line of the file that it stands in.
    pub line: u32,
    /// The diagonal of the box around it, in metres.
    pub size: f64,
    /// The place of its mesh, if neither the mesh nor a scale defines the unit.
    pub open_mesh: Option<String>,
}

/// A warning about meshes that may well have been drawn in millimetres.
pub(super) fn warning(robot: &Robot, shapes: &[ShapeSize]) -> Option<Warning> {
    let sized = || shapes.iter().filter(|shape| shape.size > 0.0);
    let mut sorted: Vec<&ShapeSize> = sized().collect();
    sorted.sort_by(|a, b| a.size.total_cmp(&b.size));
    let smallest = *sorted.first()?;
    let is_extreme = |shape: &ShapeSize| shape.size >= LONG.max(Unit::SUSPICIOUS_RATIO * smallest.size);
    // The largest of those of usual sizes, where there is a step to a mesh of which nobody says the unit.
    let is_step = |pair: &&[&ShapeSize]| {
        pair[1].open_mesh.is_some() && pair[1].size >= LONG.max(Unit::SUSPICIOUS_STEP * pair[0].size)
    };
    let below_step = sorted.windows(2).find(is_step).map(|pair| pair[0]);
    let compared = |shape: &ShapeSize| match below_step {
        _ if is_extreme(shape) => Some(smallest),
        Some(below) if shape.size > below.size => Some(below),
        _ => None,
    };
    let is_odd = |shape: &&ShapeSize| {
        shape.open_mesh.is_some() && (shape.size >= Unit::SUSPICIOUS_SIZE || compared(shape).is_some())
    };
    let first = sized().find(is_odd)?;
    let mesh = Path::new(first.open_mesh.as_ref()?).file_name().unwrap_or_default().to_string_lossy();
    let link = |number: usize| excerpt(&robot.links[number].name);
    let comparison = compared(first).map_or_else(String::new, |other| {
        format!(", {} times as large as a shape of {}", plain(first.size / other.size, 0), link(other.link))
    });
    let is_of_millimetres = first.size >= Unit::SUSPICIOUS_SIZE || is_extreme(first);
    let advice = match is_of_millimetres {
        true => "if it was drawn in millimetres, give its mesh scale=\"0.001 0.001 0.001\"",
        false => {
            "if it was drawn in another unit, give its mesh a scale: for millimetres \"0.001 0.001 0.001\", for centimetres 0.01, for inches 0.0254"
        }
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
            "{} is {} m across{comparison}; {advice}{others}",
            excerpt(&mesh),
            plain(first.size, 1)
        ),
    })
}

/// A number with so many decimals; with an exponent where it would have too many digits to read.
fn plain(number: f64, decimals: usize) -> String {
    if number < 1e9 { format!("{number:.decimals$}") } else { format!("{number:.1e}") }
}
