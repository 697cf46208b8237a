//! Files on disk: what cannot be read, and how the format is told.

mod fixtures;

use std::fs;
use std::path::Path;

use fixtures::*;
use impinge_scene::robot::Robot;
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

/// Whatever their names promise, and what is told of them is what they are.
#[test]
fn known_formats_that_are_not_read() {
    let ifc = b"ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC2X3'));\nENDSEC;\n";
    for (bytes, what) in [
        (&b"\x89PNG\r\n\x1a\n and so on"[..], "is a PNG picture, which is not read; give a scene"),
        (ifc, "is an IFC model, which is not read; convert it to .glb, as by IfcConvert"),
        (b"Kaydara FBX Binary  \0", "is an FBX scene, which is not read; convert it to glTF"),
    ] {
        for name in ["part.stl", "part.csv", "part.glb", "part.obj", "part"] {
            let error = fixtures::load(name, bytes).expect_err(name);
            assert_eq!(error.file(), Path::new(name));
            assert!(error.to_string().contains(what), "{error}");
        }
        let folder = tempfile::tempdir().unwrap();
        let robot = folder.path().join("arm.urdf");
        fs::write(&robot, bytes).unwrap();
        assert!(Robot::read(&robot).expect_err("no robot").to_string().contains(what));
    }
    let robot =
        b"<robot xmlns:xacro='http://www.ros.org/wiki/xacro'><link name='a'/><xacro:leg side='l'/></robot>";
    let error = fixtures::load("arm.urdf.xacro", robot).expect_err("macros").to_string();
    assert!(error.contains("run `xacro` on it"), "{error}");
    let text = String::from_utf8_lossy(robot);
    let error = Robot::from_xml("arm.urdf".as_ref(), &text).expect_err("macros").to_string();
    assert!(error.contains("<leg>: `xacro:` is not expanded here"), "{error}");
    // Old versions leave the namespace in what they have expanded.
    let expanded = text.replace("<xacro:leg side='l'/>", "");
    assert!(Robot::from_xml("arm.urdf".as_ref(), &expanded).is_ok());
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
