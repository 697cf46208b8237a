//! The bytes of buffers: in the GLB, in a `data:` URI, or in a file beside the scene.
//!
//! A scene from an untrusted source must not read the rest of the disk: buffer files must lie in the
//! folder of the scene or below, with plain relative paths, and symbolic links must not lead out of it
//! either. Buffers that no mesh needs (such as buffers of textures) are not touched.

use std::cell::OnceCell;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use percent_encoding::percent_decode_str;

use super::document::{Buffer, Document};
use super::element;
use crate::loading::Loading;
use crate::words::excerpt;
use crate::{SceneError, file};

/// Base64 as it is met: with and without `=` at the end.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

pub(super) struct Buffers<'a> {
    buffers: &'a [Buffer],
    binary: Option<&'a [u8]>,
    /// For each buffer the first with the same URI: a file that is named a thousand times is read once.
    same_as: Vec<usize>,
    fetched: Vec<OnceCell<Fetched>>,
}

/// What is behind a URI.
#[derive(Clone)]
struct Fetched {
    bytes: Vec<u8>,
    /// The file that it was read from.
    file: Option<PathBuf>,
}

impl<'a> Buffers<'a> {
    pub fn new(document: &'a Document, binary: Option<&'a [u8]>) -> Self {
        let buffers = &document.buffers[..];
        let mut first_with = HashMap::new();
        let same_as = buffers.iter().enumerate().map(|(index, buffer)| match &buffer.uri {
            Some(uri) => *first_with.entry(uri.as_str()).or_insert(index),
            None => index,
        });
        let same_as = same_as.collect();
        Buffers { buffers, binary, same_as, fetched: vec![OnceCell::new(); buffers.len()] }
    }

    /// All `byteLength` bytes of a buffer.
    pub fn bytes(&self, index: usize, place: &str, loading: &Loading) -> Result<&[u8], SceneError> {
        let buffer = element(self.buffers, "buffer", index, place, loading)?;
        let bytes = match &buffer.uri {
            Some(uri) => {
                let cell = &self.fetched[self.same_as[index]];
                let fetched = match cell.get() {
                    Some(fetched) => fetched,
                    None => {
                        let fetched = fetch(uri, loading.file).map_err(|problem| SceneError::Buffer {
                            file: loading.file.to_path_buf(),
                            buffer: index,
                            uri: excerpt(uri),
                            problem,
                        })?;
                        cell.get_or_init(|| fetched)
                    }
                };
                &fetched.bytes[..]
            }
            None => self.binary.filter(|_| index == 0).ok_or_else(|| {
                let problem = match self.binary {
                    Some(_) => "has no URI, but the binary chunk belongs to buffer 0",
                    None => "has no URI, and there is no binary chunk as in a .glb file",
                };
                loading.malformed(format!("buffer {index}"), problem)
            })?,
        };
        bytes.get(..buffer.byte_length).ok_or_else(|| {
            loading.truncated(format!("buffer {index}"), buffer.byte_length as u64, bytes.len() as u64)
        })
    }

    /// The files that were read.
    pub fn files(&self) -> Vec<PathBuf> {
        self.fetched.iter().filter_map(|cell| cell.get()?.file.clone()).collect()
    }
}

/// What is behind a URI, or what is wrong with it and what to do.
fn fetch(uri: &str, scene: &Path) -> Result<Fetched, String> {
    if let Some(data) = uri.strip_prefix("data:") {
        return decode_data(data).map(|bytes| Fetched { bytes, file: None });
    }
    let path = relative_path(uri)?;
    let folder = match scene.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let missing = |error| format!("cannot be read: {error}; put the file where the scene expects it");
    let (folder, file) =
        (folder.canonicalize().map_err(missing)?, folder.join(path).canonicalize().map_err(missing)?);
    if !file.starts_with(&folder) {
        return Err("is a link to a file outside the folder of the scene; copy the file into it".into());
    }
    let bytes = file::read(&file)
        .map_err(|error| format!("cannot be read ({error}); put the file where the scene expects it"))?;
    Ok(Fetched { bytes, file: Some(file) })
}

/// `[media type][;base64],data`.
fn decode_data(data: &str) -> Result<Vec<u8>, String> {
    let (kind, content) = data.split_once(',').ok_or("has no comma; repair the data: URI")?;
    if kind.ends_with(";base64") {
        // Some writers break the line.
        let content: Vec<u8> = content.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
        BASE64.decode(content).map_err(|error| format!("is not base64 ({error}); repair the data: URI"))
    } else {
        Ok(percent_decode_str(content).collect())
    }
}

/// The path that a URI names, if it stays within the folder of the scene.
fn relative_path(uri: &str) -> Result<PathBuf, String> {
    let outside =
        || "points outside the folder of the scene; put the buffer beside the scene file".to_string();
    let path =
        percent_decode_str(uri).decode_utf8().map_err(|_| "is not UTF-8; rename the buffer".to_string())?;
    // A scheme (http:) or a drive (C:). A backslash separates folders on some systems only: it is never
    // portable.
    if path.contains([':', '\\', '\0']) {
        return Err("is not a plain relative path; put the buffer beside the scene file".into());
    }
    let mut depth = 0_usize;
    for component in Path::new(&*path).components() {
        match component {
            Component::Normal(_) => depth += 1,
            Component::CurDir => {}
            Component::ParentDir => depth = depth.checked_sub(1).ok_or_else(outside)?,
            Component::RootDir | Component::Prefix(_) => return Err(outside()),
        }
    }
    if depth == 0 {
        Err("names no file; give the buffer a file name".into())
    } else {
        Ok(PathBuf::from(&*path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_paths_within_the_folder() {
        for good in ["a.bin", "sub/a.bin", "./a.bin", "sub/../a.bin", "with%20space.bin", "ü.bin"] {
            assert!(relative_path(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            ".",
            "../a.bin",
            "../../etc/passwd",
            "sub/../../a.bin",
            "/etc/passwd",
            "%2e%2e/a.bin",
            "..%2fa.bin",
            "%2Fetc/passwd",
            "..\\a.bin",
            "C:/a.bin",
            "http://example.org/a.bin",
            "file:///etc/passwd",
            "a%00.bin",
            "%ff.bin",
        ] {
            assert!(relative_path(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn data_with_and_without_base64() {
        assert_eq!(decode_data("application/octet-stream;base64,AQID").as_deref(), Ok(&[1, 2, 3][..]));
        assert_eq!(decode_data("application/gltf-buffer;base64,AQ").as_deref(), Ok(&[1][..]));
        assert_eq!(decode_data(";base64,\r\n AQ\n\tID\n").as_deref(), Ok(&[1, 2, 3][..]));
        assert_eq!(decode_data(",%01a").as_deref(), Ok(&[1, b'a'][..]));
        assert!(decode_data(";base64,?").is_err());
        assert!(decode_data("no comma").is_err());
    }
}
