//! glTF 2.0: JSON that describes nodes, meshes and where their numbers lie; buffers that hold the numbers.
//!
//! The files below in the order in which data flows: [`container`] finds JSON and data in the file,
//! [`document`] is the JSON as types, [`old`] recognises glTF 1.0, [`buffer`] fetches bytes, [`accessor`]
//! reads them as numbers, [`triangles`] makes meshes, [`pose`] reads the transforms of nodes, [`names`] gives
//! them names, [`animation`] how they move, [`instancing`] the transforms of many copies at once, [`joints`]
//! finds where the joints of skins are, [`deformation`] bends meshes, [`hierarchy`] walks the nodes and
//! places objects.
//!
//! The `gltf` crate splits the chunks of a GLB and decodes numbers. The JSON and the accessors are read
//! here, because its types for them break promises; [`document`] and [`accessor`] list which.
//!
//! Source: Khronos Group, "glTF 2.0 Specification", version 2.0.1.

mod accessor;
mod animation;
mod buffer;
mod container;
mod deformation;
mod document;
mod hierarchy;
mod instancing;
mod joints;
mod names;
mod old;
mod pose;
mod triangles;

pub(crate) use container::looks_like;
pub(crate) use pose::from_parts;

use crate::loading::Loading;
use crate::words::excerpt;
use crate::{SceneError, UpAxis};
use document::{Document, Version};
use old::Old;

/// Extensions that change how geometry is stored or placed, or what of it is seen, and that are understood
/// here.
const UNDERSTOOD: [&str; 3] = ["KHR_mesh_quantization", "EXT_mesh_gpu_instancing", "KHR_node_visibility"];
/// Extensions that add information and change no geometry. For coarser stand-ins (`MSFT_lod`), the node
/// itself is the finest level. For targets of animation pointers, [`animation`] warns that they do not
/// move.
const METADATA: [&str; 10] = [
    "CESIUM_primitive_outline",
    "EXT_mesh_manifold",
    "KHR_animation_pointer",
    "MSFT_lod",
    "KHR_xmp",
    "KHR_xmp_json_ld",
    "EXT_structural_metadata",
    "EXT_feature_metadata",
    "EXT_mesh_features",
    "EXT_instance_features",
];
/// Families of extensions that concern looks alone; a file may require them without any harm.
const LOOKS_ALONE: [&str; 8] = [
    "KHR_materials_",
    "KHR_texture_",
    "KHR_techniques_",
    "EXT_texture_",
    "KHR_lights_",
    "EXT_lights_",
    "MSFT_texture_",
    "ADOBE_materials_",
];

pub(crate) fn load(bytes: &[u8], loading: &mut Loading) -> Result<(), SceneError> {
    loading.say(1.0, Some(UpAxis::Y));
    let container = container::open(bytes, loading)?;
    let document = serde_json::from_slice(&container.json).map_err(|error| {
        not_2_0(&container.json, loading).unwrap_or_else(|| {
            loading.malformed(place_of_error(&container.json), excerpt_of_message(&error.to_string()))
        })
    })?;
    check_version(&document, &container.json, loading)?;
    check_extensions(&document, loading)?;
    let buffers = buffer::Buffers::new(&document, container.binary.as_deref());
    hierarchy::load(&document, &buffers, loading)?;
    loading.about.parts = buffers.files();
    Ok(())
}

/// The error of a document that is of an earlier version, or no glTF at all.
fn not_2_0(json: &[u8], loading: &Loading) -> Option<SceneError> {
    Some(match old::of(json)? {
        Old::Version(version) => loading.unsupported_version(version),
        Old::Tileset => loading.foreign(
            "a tileset of 3D Tiles, which is not supported",
            "give the .glb files that it refers to",
        ),
    })
}

fn check_version(document: &Document, json: &[u8], loading: &mut Loading) -> Result<(), SceneError> {
    let asset = &document.asset;
    let needed = asset.min_version.as_ref().unwrap_or(&asset.version).text();
    let understood = match asset.min_version {
        Some(_) => needed == "2.0",
        None => needed.starts_with("2."),
    };
    if understood {
        if [Some(&asset.version), asset.min_version.as_ref()].into_iter().flatten().any(Version::is_number) {
            let message = "the version is a number, but must be text: read as \"2.0\"";
            loading.warn("asset", message.replace("2.0", &needed));
        }
        return Ok(());
    }
    Err(not_2_0(json, loading).unwrap_or_else(|| {
        let problem = format!("is glTF version {}, only version 2.0 is supported", excerpt(&needed));
        loading.malformed("asset", problem)
    }))
}

fn check_extensions(document: &Document, loading: &Loading) -> Result<(), SceneError> {
    match document.extensions_required.iter().find(|extension| !is_harmless(extension)) {
        None => Ok(()),
        Some(extension) => Err(loading.unsupported(excerpt(extension))),
    }
}

/// Is the geometry read rightly where a file has this extension?
fn is_harmless(extension: &str) -> bool {
    UNDERSTOOD.contains(&extension)
        || METADATA.contains(&extension)
        || LOOKS_ALONE.iter().any(|family| extension.starts_with(family))
}

/// The element that cannot be read: `nodes[3].translation[1]`. It is looked for in a second reading, as
/// keeping track of it makes reading slower.
fn place_of_error(json: &[u8]) -> String {
    let read =
        serde_path_to_error::deserialize::<_, Document>(&mut serde_json::Deserializer::from_slice(json));
    let path = read.err().map(|error| error.path().to_string()).unwrap_or_default();
    // A question mark stands for a name that has no end, a dot for the document.
    match path.trim_end_matches(['.', '?']) {
        "" => "JSON".to_string(),
        path => excerpt(path),
    }
}

/// Messages of the JSON reader quote the file, at any length, and call numbers by their types in Rust.
fn excerpt_of_message(message: &str) -> String {
    let plain = message
        .replace("expected usize", "expected a whole number from 0 on")
        .replace("expected u32", "expected a whole number from 0 to 4294967295")
        .replace("expected f64", "expected a number");
    plain.chars().take(300).collect()
}

/// An element of the document in a message: `node 7 (Bolt)`.
fn label(kind: &str, index: usize, name: Option<&str>) -> String {
    match name {
        Some(name) if !name.is_empty() => format!("{kind} {index} ({})", excerpt(name)),
        _ => format!("{kind} {index}"),
    }
}

/// The element that an index of the file refers to.
fn element<'a, T>(
    list: &'a [T],
    kind: &str,
    index: usize,
    place: &str,
    loading: &Loading,
) -> Result<&'a T, SceneError> {
    list.get(index).ok_or_else(|| {
        loading.malformed(place, format!("refers to {kind} {index}, but the file has {}", list.len()))
    })
}
