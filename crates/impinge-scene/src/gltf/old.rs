//! JSON that looks like glTF 2.0 and is not: glTF 1.0 and its drafts, which have maps where 2.0 has lists,
//! and tilesets.

use serde_json::Value;

use crate::words::excerpt;

/// What a JSON document is instead.
pub(super) enum Old {
    /// glTF of this version.
    Version(String),
    /// A tileset of 3D Tiles. Its asset has a version 1.0 as well.
    Tileset,
}

/// The lists of glTF 2.0 that are maps in 1.0.
const MAPS: [&str; 9] =
    ["accessors", "bufferViews", "buffers", "meshes", "nodes", "scenes", "materials", "animations", "skins"];

/// Does a version belong to glTF before 2.0?
pub(super) fn is_old(version: &str) -> bool {
    matches!(version.trim().split('.').next(), Some("0" | "1"))
}

/// What the document of a file is that could not be read as glTF 2.0. None if it is no JSON, or neither of
/// both.
pub(super) fn of(json: &[u8]) -> Option<Old> {
    let document: Value = serde_json::from_slice(json).ok()?;
    if document.get("geometricError").is_some() && document.get("root").is_some() {
        return Some(Old::Tileset);
    }
    let version = document.pointer("/asset/version").map(|version| match version {
        Value::String(version) => version.trim().to_owned(),
        // Some writers of 1.0 had a number there.
        other => other.to_string(),
    });
    let has_maps = MAPS.iter().any(|list| document.get(list).is_some_and(Value::is_object));
    match version {
        Some(version) if is_old(&version) => Some(Old::Version(match version.as_str() {
            "1" => "1.0".to_owned(),
            version => excerpt(version),
        })),
        _ if has_maps => Some(Old::Version("1.0".to_owned())),
        _ => None,
    }
}
