//! Files on disk: what cannot be read, and how the format is told.

mod fixtures;

use std::fs;
use std::path::Path;

use fixtures::*;
use impinge_scene::{LoadOptions, SceneError, load};

#[test]
fn what_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let load = |path: &Path| load(path, &LoadOptions::default());
    let missing = load(&folder.path().join("missing.glb")).unwrap_err();
    assert!(
        matches!(missing, SceneError::Read { .. }) && missing.to_string().contains("missing.glb"),
        "{missing}"
    );
    assert!(matches!(load(folder.path()), Err(SceneError::NotAFile { .. })));
    let empty = folder.path().join("empty.stl");
    fs::write(&empty, b"").unwrap();
    assert!(matches!(load(&empty), Err(SceneError::Empty { .. })));
}

#[test]
fn unknown_formats() {
    for (name, bytes) in
        [("notes.txt", &b"hello world"[..]), ("garbage.obj", b"\x00\x01\x02\xff\xfe"), ("blank", b"   \n\n")]
    {
        let error = fixtures::load(name, bytes).expect_err(name);
        assert!(matches!(error, SceneError::UnknownFormat { .. }), "{name}: {error}");
    }
}

#[test]
fn the_content_decides() {
    let square = glb(&square_json(), &square_data());
    assert_eq!(fixtures::load("renamed.stl", &square).unwrap().triangle_count(), 2);
    assert_eq!(fixtures::load("renamed.txt", OBJ.as_bytes()).unwrap().triangle_count(), 4);
}

#[test]
fn scenes_of_several_files() {
    let mut scene = fixtures::load("a/part.stl", text_solid("x").as_bytes()).unwrap();
    scene.append(fixtures::load("b/part.stl", text_solid("x").as_bytes()).unwrap());
    scene.append(fixtures::load("square.glb", &glb(&square_json(), &square_data())).unwrap());
    let found: Vec<(&str, usize)> = scene.objects.iter().map(|o| (o.path.as_str(), o.mesh)).collect();
    assert_eq!(found, [("part.stl/x", 0), ("part.stl/x #2", 1), ("square.glb/Square", 2)]);
    assert_eq!(scene.objects[1].file, Path::new("b/part.stl"));
    assert_eq!(scene.triangle_count(), 4);
}
