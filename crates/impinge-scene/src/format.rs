//! Which format is it? Content first, file name only where the content cannot tell.

use std::path::Path;

use crate::{SceneError, gltf, obj, stl};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Gltf,
    Obj,
    StlText,
    StlBinary,
}

pub(crate) fn detect(file: &Path, bytes: &[u8]) -> Result<Format, SceneError> {
    // The strongest sign first: text that passes for a binary STL of the right length would be over 6 GB long,
    // because its four count bytes would be printable.
    if stl::has_exact_binary_length(bytes) {
        return Ok(Format::StlBinary);
    }
    if gltf::looks_like(bytes) {
        return Ok(Format::Gltf);
    }
    if stl::looks_like_text(bytes) {
        return Ok(Format::StlText);
    }
    let extension = file.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    match extension.as_str() {
        "stl" => Ok(Format::StlBinary),
        "glb" | "gltf" => Err(SceneError::Malformed {
            file: file.to_path_buf(),
            place: "first bytes".into(),
            problem: "neither a binary glTF file (`glTF`) nor JSON (`{`), as the name of the file says"
                .into(),
        }),
        "obj" if obj::has_statement(bytes) => Ok(Format::Obj),
        _ if obj::begins_with_statement(bytes) => Ok(Format::Obj),
        _ => Err(SceneError::UnknownFormat { file: file.to_path_buf() }),
    }
}
