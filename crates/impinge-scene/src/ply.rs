//! PLY, the polygon file format: a header in text that describes the contents, then rows of numbers as
//! text or binary.
//!
//! Read here are `x`, `y`, `z` of the element `vertex` and the list `vertex_indices` (or `vertex_index`) of
//! the element `face`, whatever else they have and in which order; all other elements are passed over. The
//! file is one object.
//!
//! The `ply-rs-bw` crate (4.0) cannot keep the promises: it reads text that is declared as `float` through
//! f32 (`digits_beyond_f32`) and refuses `nan`, `.5` and `5.` (`forms_of_numbers`).
//!
//! Source: Turk, "The PLY Polygon File Format", 1994.

mod header;
mod numbers;

use impinge::glam::{DAffine3, DVec3};

use crate::SceneError;
use crate::loading::Loading;
use crate::polygon_mesh::{Cutter, Polygons};
use crate::text::without_mark;
use crate::words::counted;
use header::{Element, Header, Kind};
use numbers::Numbers;

/// Does it begin with the word `ply` on a line of its own?
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    without_mark(bytes).strip_prefix(b"ply").is_some_and(|rest| rest.trim_ascii_start().len() < rest.len())
}

pub(crate) fn load(bytes: &[u8], loading: &mut Loading) -> Result<(), SceneError> {
    let (header, body) = header::read(without_mark(bytes), loading)?;
    let mut numbers = Numbers::new(header.encoding, body, header.lines);
    let mut positions = Vec::new();
    let mut faces = Polygons::default();
    let mut furthest = None;
    for element in &header.elements {
        let read = match element.name.as_str() {
            "vertex" => vertices(element, &mut numbers, &mut positions, loading),
            "face" => polygons(element, &mut numbers, &mut faces, &mut furthest, loading),
            _ => pass_over(element, &mut numbers, loading),
        };
        read?;
    }
    if let Some((vertex, row)) = furthest
        && vertex as usize >= positions.len()
    {
        let problem = format!("uses vertex {vertex}, but the file has {} (from 0)", positions.len());
        return Err(loading.malformed(format!("face {row}"), problem));
    }
    warn_of_rest(&header, &numbers, loading);

    let name = loading.file_stem();
    let Some(mesh) = Cutter::default().mesh(name.clone(), &faces, &positions, "element face", loading)?
    else {
        return Ok(());
    };
    let mesh = loading.add_mesh(mesh);
    loading.add_object(name, &loading.file_name(), mesh, DAffine3::IDENTITY, false)
}

fn vertices(
    element: &Element,
    numbers: &mut Numbers,
    positions: &mut Vec<DVec3>,
    loading: &Loading,
) -> Result<(), SceneError> {
    let slot = |name: &str| {
        let is_it =
            |property: &header::Property| property.name == name && matches!(property.kind, Kind::Number(_));
        let problem = || loading.malformed("header", format!("the element vertex has no property {name}"));
        element.properties.iter().position(is_it).ok_or_else(problem)
    };
    let slots = [slot("x")?, slot("y")?, slot("z")?];
    for row in 0..element.count {
        let mut position = DVec3::ZERO;
        numbers.row(element, row, loading, |property, number| {
            for (axis, &slot) in slots.iter().enumerate() {
                if slot == property {
                    position[axis] = number;
                }
            }
            Ok(())
        })?;
        positions.push(loading.to_metres(position));
    }
    Ok(())
}

fn polygons(
    element: &Element,
    numbers: &mut Numbers,
    faces: &mut Polygons,
    furthest: &mut Option<(u32, u64)>,
    loading: &Loading,
) -> Result<(), SceneError> {
    let is_it = |property: &header::Property| {
        matches!(property.name.as_str(), "vertex_indices" | "vertex_index")
            && matches!(property.kind, Kind::List { .. })
    };
    let Some(slot) = element.properties.iter().position(is_it) else {
        return Err(loading.malformed("header", "the element face has no list vertex_indices"));
    };
    for row in 0..element.count {
        numbers.row(element, row, loading, |property, number| {
            if property == slot {
                faces.corner(index(number)?);
            }
            Ok(())
        })?;
        let corners = faces.end().map_err(|problem| loading.malformed(format!("face {row}"), problem))?;
        let largest = corners.iter().copied().max().map(|vertex| (vertex, row));
        if largest.map(|(vertex, _)| vertex) > furthest.map(|(vertex, _)| vertex) {
            *furthest = largest;
        }
    }
    Ok(())
}

/// A number that is to be an index.
fn index(number: f64) -> Result<u32, String> {
    let index = number as u32;
    // The largest is left out, so that an index plus one is again a number of 32 bits.
    if f64::from(index) == number && index < u32::MAX {
        Ok(index)
    } else {
        Err(format!("{number} is not the number of a vertex"))
    }
}

fn pass_over(element: &Element, numbers: &mut Numbers, loading: &Loading) -> Result<(), SceneError> {
    // Rows of nothing take no bytes: however many are announced, there is nothing to walk through.
    if element.properties.is_empty() {
        return Ok(());
    }
    (0..element.count).try_for_each(|row| numbers.row(element, row, loading, |_, _| Ok(())))
}

fn warn_of_rest(header: &Header, numbers: &Numbers, loading: &mut Loading) {
    let is_surface = |element: &&Element| element.name == "tristrips" && element.count > 0;
    for element in header.elements.iter().filter(is_surface) {
        let strips = counted(element.count, "strip");
        let message = format!("{strips} of triangles skipped: only faces are supported");
        loading.warn("element tristrips", message);
    }
    let rest = numbers.rest();
    if rest > 0 {
        let bytes = counted(rest as u64, "byte");
        loading.warn("end of file", format!("{bytes} after the last element: ignored"));
    }
}
