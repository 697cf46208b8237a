//! Where the JSON and the binary data of a glTF file lie: the file itself, or the chunks of a GLB.
//!
//! The `gltf` crate separates the chunks. Two promises are kept beside it: no panic (it subtracts 12
//! from the announced length unchecked, and takes bytes after the announced end for a chunk:
//! `damaged_containers`), and chunks of extensions are ignored, as the specification requires (it
//! refuses them: `chunks_of_extensions_are_ignored`).

use std::borrow::Cow;

use gltf::binary::{Error, Glb};

use crate::SceneError;
use crate::loading::Loading;
use crate::words::counted;

const MAGIC: &[u8] = b"glTF";
/// Magic, version and length of the file, four bytes each.
const HEADER: u32 = 12;

pub(crate) struct Container<'a> {
    pub json: Cow<'a, [u8]>,
    /// The first buffer, if the file holds it.
    pub binary: Option<Cow<'a, [u8]>>,
}

/// Is it a GLB, or text that begins like JSON?
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC) || without_byte_order_mark(bytes).trim_ascii_start().starts_with(b"{")
}

pub(crate) fn open<'a>(bytes: &'a [u8], loading: &mut Loading) -> Result<Container<'a>, SceneError> {
    if bytes.starts_with(MAGIC) && number_at(bytes, 4) == Some(1) {
        // Its header differs.
        return Err(loading.unsupported_version("1.0"));
    }
    if !bytes.starts_with(MAGIC) {
        return Ok(Container { json: without_byte_order_mark(bytes).into(), binary: None });
    }
    let (length, found) = (number_at(bytes, 8).unwrap_or(HEADER), bytes.len() as u64);
    if length < HEADER {
        return Err(loading.malformed("GLB header", format!("declares a file of only {length} bytes")));
    }
    let Some((file, rest)) = bytes.split_at_checked(length as usize) else {
        return Err(loading.truncated("GLB header", length.into(), found));
    };
    if !rest.is_empty() {
        let bytes = counted(rest.len() as u64, "byte");
        loading.warn("GLB header", format!("{bytes} after the declared end: ignored"));
    }
    match Glb::from_slice(file) {
        Ok(glb) => Ok(Container { json: glb.json, binary: glb.bin }),
        Err(gltf::Error::Binary(Error::Version(version))) => {
            Err(loading.malformed("GLB header", format!("is version {version}, only 2 is supported")))
        }
        Err(gltf::Error::Binary(Error::ChunkLength { length, length_read, .. })) => {
            Err(loading.truncated("GLB chunk", length.into(), length_read as u64))
        }
        // The first chunk is JSON and whole, or this would be another error: the trouble comes after it.
        Err(error) => match (file.get(16..20), file.get(20..), number_at(file, 12)) {
            (Some(b"JSON"), Some(chunks), Some(length)) if chunks.len() >= length as usize => {
                Ok(Container { json: chunks[..length as usize].into(), binary: None })
            }
            _ => Err(loading.malformed("first GLB chunk", format!("is missing or not JSON ({error})"))),
        },
    }
}

fn number_at(bytes: &[u8], offset: usize) -> Option<u32> {
    bytes.get(offset..offset + 4)?.try_into().ok().map(u32::from_le_bytes)
}

fn without_byte_order_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}
