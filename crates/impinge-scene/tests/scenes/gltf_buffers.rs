//! External and embedded buffers of glTF: what is read, and what is never read.

use std::fs;
use std::path::Path;

use crate::fixtures::*;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use impinge_scene::{LoadOptions, Scene, SceneError, load};
use serde_json::json;

/// A folder with a scene that refers to `uri`, `square.bin` beside it and above it.
fn load_with_uri(uri: &str) -> Result<Scene, SceneError> {
    let above = tempfile::tempdir().unwrap();
    let folder = above.path().join("scene");
    fs::create_dir_all(folder.join("sub folder")).unwrap();
    for place in [above.path(), &folder, &folder.join("sub folder")] {
        fs::write(place.join("square.bin"), square_data()).unwrap();
    }
    link(&above.path().join("square.bin"), &folder.join("link.bin"));
    let mut json = square_json();
    json["buffers"][0]["uri"] = json!(uri);
    let file = folder.join("square.gltf");
    fs::write(&file, json.to_string()).unwrap();
    load(&file, &LoadOptions::default())
}

#[cfg(unix)]
fn link(from: &Path, to: &Path) {
    std::os::unix::fs::symlink(from, to).unwrap();
}

/// Without links the file is missing, which is an error as well.
#[cfg(not(unix))]
fn link(_: &Path, _: &Path) {}

#[test]
fn buffers_beside_and_below_the_scene() {
    for uri in ["square.bin", "./square.bin", "sub%20folder/square.bin", "sub folder/../square.bin"] {
        let scene = load_with_uri(uri).unwrap();
        assert_eq!(scene.triangle_count(), 2, "{uri}");
        let parts = &scene.files[0].parts;
        assert!(parts.len() == 1 && parts[0].ends_with("square.bin"), "{uri}: {parts:?}");
    }
}

#[test]
fn buffers_in_the_uri() {
    for kind in ["application/octet-stream", "application/gltf-buffer", ""] {
        let uri = format!("data:{kind};base64,{}", STANDARD.encode(square_data()));
        let scene = load_with_uri(&uri).unwrap();
        assert_eq!((scene.triangle_count(), scene.files[0].parts.len()), (2, 0), "{kind}");
    }
}

#[test]
fn nothing_outside_the_folder_is_read() {
    for uri in [
        "../square.bin",
        "../../etc/passwd",
        "%2e%2e/square.bin",
        "..%2Fsquare.bin",
        "/etc/passwd",
        "%2Fetc%2Fpasswd",
        "file:///etc/passwd",
        "C:\\square.bin",
        "..\\square.bin",
        "http://example.org/square.bin",
        "https://example.org/square.bin",
        "link.bin",
    ] {
        let error = load_with_uri(uri).expect_err(uri);
        assert!(matches!(error, SceneError::Buffer { buffer: 0, .. }), "{uri}: {error}");
    }
}

#[test]
fn missing_and_broken_buffers() {
    for (uri, expected) in [
        ("missing.bin", "cannot be read"),
        ("sub folder", "not a regular file"),
        (".", "names no file"),
        ("data:;base64,!!!", "is not base64"),
        ("data:nothing", "has no comma"),
        ("data:;base64,AAAA", "60 bytes are declared, but only 3 are present"),
    ] {
        let error = load_with_uri(uri).expect_err(uri).to_string();
        assert!(error.contains(expected), "{uri}: {error}");
    }
}

#[test]
fn buffers_that_no_mesh_needs_are_not_looked_for() {
    let scene = load_square(|json| {
        json["buffers"]
            .as_array_mut()
            .unwrap()
            .push(json!({"uri": "http://example.org/t.bin", "byteLength": 1}));
    });
    assert_eq!(scene.unwrap().triangle_count(), 2);
}
