//! STL: triangles as text (`solid … facet … vertex …`) or binary (80 bytes of anything, a count, 50 bytes
//! each).
//!
//! The content decides between the two: many binary files begin with "solid", the word that is meant to
//! mark text. STL has no shared vertices; here vertices with equal coordinates become one, exactly, so
//! that neighbours share edges. Facet normals and attribute bytes are ignored, because the corners
//! define the shape.
//!
//! The `stl_io` crate (0.11) cannot keep the promises: it reads text as f32 (`digits_beyond_f32_and_units`),
//! the first solid alone and without its name (`text_with_several_solids`), reports errors without the line
//! (`errors_in_text_name_the_line`), and takes each file that begins with "solid " for text
//! (`binary_that_calls_itself_solid`). What it could do, 50 bytes as nine numbers, is a loop of three lines
//! here.
//!
//! Source: "StereoLithography Interface Specification", 3D Systems, 1989; Burns, "Automated Fabrication",
//! 1993, §6.5.

mod binary;
mod text;
mod weld;

pub(crate) use binary::has_exact_binary_length;
pub(crate) use text::{is_other_text, looks_like_text};

use impinge::glam::DAffine3;

use crate::loading::Loading;
use crate::mesh_builder::not_finite_message;
use crate::words::excerpt;
use crate::{Mesh, SceneError};

pub(crate) fn load(bytes: &[u8], loading: &mut Loading) -> Result<(), SceneError> {
    if !has_exact_binary_length(bytes) && looks_like_text(bytes) {
        text::load(bytes, loading)
    } else {
        binary::load(bytes, loading)
    }
}

/// Adds a solid as an object; `name` is its name in the file, if there is one.
fn add_solid(
    name: Option<String>,
    mesh: Mesh,
    not_finite: usize,
    loading: &mut Loading,
) -> Result<(), SceneError> {
    let path = match &name {
        Some(name) => format!("{}/{name}", loading.file_name()),
        None => loading.file_name(),
    };
    let name = name.unwrap_or_else(|| loading.file_stem());
    let place = format!("solid {}", excerpt(&name));
    if not_finite > 0 {
        loading.warn(&place, not_finite_message(not_finite));
    }
    if mesh.triangles.is_empty() {
        loading.warn(&place, "left out: it has no triangles");
        return Ok(());
    }
    let mesh = loading.add_mesh(Mesh { name: name.clone(), ..mesh });
    loading.add_object(name, &path, mesh, DAffine3::IDENTITY, false)
}
