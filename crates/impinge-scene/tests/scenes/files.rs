//! Files on disk: what cannot be read, and how the format is told.

use std::fs;
use std::path::Path;

use crate::fixtures;
use crate::fixtures::*;
use impinge_scene::robot::{Robot, Srdf};
use impinge_scene::{Format, LoadOptions, SceneError, load, load_bytes};

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
        (&b"\x89PNG\r\n\x1a\n and so on"[..], "is a PNG picture, which is not supported; give a scene"),
        (ifc, "is an IFC model, which is not supported; convert it to .glb, as by IfcConvert"),
        (b"Kaydara FBX Binary  \0", "is an FBX scene, which is not supported; convert it to glTF"),
    ] {
        for name in ["part.stl", "part.csv", "part.glb", "part.obj", "part"] {
            let error = fixtures::load(name, bytes).expect_err(name);
            assert_eq!(error.file(), Path::new(name));
            assert!(error.to_string().contains(what), "{error}");
        }
        // And whatever somebody says that they are.
        for format in Format::ALL {
            let said = LoadOptions { format: Some(format), ..LoadOptions::default() };
            let error = load_bytes("stdin".as_ref(), bytes, &said).expect_err("foreign").to_string();
            assert!(error.contains(what), "{format}: {error}");
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
    let told = "arm.urdf: is a robot in macros (`xacro:`), which is not supported; run `xacro` on it, and give the .urdf that it writes";
    assert_eq!(error, told);
    // Old versions leave the namespace in what they have expanded.
    let expanded = text.replace("<xacro:leg side='l'/>", "");
    assert!(Robot::from_xml("arm.urdf".as_ref(), &expanded).is_ok());
    // And what others read may have what xacro fills in; what is read here may not.
    let link = |size: &str, note: &str| {
        format!(
            "<robot name='r'><link name='a'><collision><geometry><box size='{size}'/></geometry></collision></link><gazebo note='{note}'/></robot>"
        )
    };
    assert!(Robot::from_xml("arm.urdf".as_ref(), &link("1 1 1", "${x}")).is_ok());
    let robot = Robot::from_xml("arm.urdf".as_ref(), &link("${x} 1 1", "")).expect("shapes are not used yet");
    let error =
        robot.instances(&impinge_scene::robot::RobotOptions::default()).expect_err("no number").to_string();
    assert!(
        error.contains("with `${…}` in place of numbers") && error.contains("run `xacro` on it"),
        "{error}"
    );
}

/// By content whatever the name, or by the name alone.
#[test]
fn formats_of_robots_scenes_and_cad_that_are_not_read() {
    let xml = "<?xml version='1.0'?>\n<!-- made by <hand> -->\n<!DOCTYPE x>\n";
    for (content, what, advice) in [
        (format!("{xml}<sdf version='1.9'><model/></sdf>"), "is a model or world in SDF", "sdf2urdf"),
        (format!("{xml}<mujoco model='m'><worldbody/></mujoco>"), "is a model of MuJoCo (MJCF)", "URDF"),
        ("\u{feff} <mujoco/>".to_owned(), "is a model of MuJoCo (MJCF)", "URDF"),
        ("#usda 1.0\n(\n)\n".to_owned(), "is a USD scene", "Blender"),
        ("PXR-USDC\0".to_owned(), "is a USD scene", "Blender"),
        ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n".to_owned(), "is a mesh in OFF", "MeshLab"),
        ("COFF\r\n3 1 0\r\n".to_owned(), "is a mesh in OFF", "MeshLab"),
        (format!("{xml}<X3D profile='x'/>"), "is an X3D scene", "convert it"),
        ("DBRep_DrawableShape\n".to_owned(), "is a BREP model", "FreeCAD"),
    ] {
        for name in ["a.xml", "a.urdf", "a.dae", "a.stl", "a"] {
            let error = fixtures::load(name, content.as_bytes()).expect_err(name).to_string();
            assert!(error.starts_with(&format!("{name}: {what}")) && error.contains(advice), "{error}");
        }
    }
    for (name, what) in [
        ("a.SDF", "SDF"),
        ("a.mjcf", "MJCF"),
        ("a.usd", "USD"),
        ("a.usdz", "USD"),
        ("a.off", "OFF"),
        ("a.step", "STEP"),
        ("a.STP", "STEP"),
        ("a.igs", "IGES"),
        ("a.fbx", "FBX"),
        ("a.ifc", "IFC"),
        ("a.sldprt", "CAD program"),
        ("a.wrl", "VRML"),
    ] {
        let error = fixtures::load(name, b"\x01\x02 neither\n").expect_err(name);
        assert!(
            matches!(error, SceneError::UnsupportedFormat { .. }) && error.to_string().contains(what),
            "{error}"
        );
    }
    // What it is comes before what it is called.
    assert_eq!(fixtures::load("a.off", OBJ.as_bytes()).unwrap().files[0].format, Format::Obj);
    let error = fixtures::load("a.usdz", &three_mf(&[("a.usdc", "PXR-USDC")])).expect_err("USD").to_string();
    assert!(error.contains("is a USD scene"), "{error}");
    let error = fixtures::load("a.xml", b"<robot name='a'/>").expect_err("a robot").to_string();
    assert!(error.contains("name it .urdf"), "{error}");
    let error = fixtures::load("a.xml", b"<note/>").expect_err("a note");
    assert!(matches!(error, SceneError::UnknownFormat { .. }), "{error}");
}

/// A mesh is no broken XML.
#[test]
fn a_mesh_is_no_robot() {
    for mesh in [OBJ.as_bytes(), &glb(&square_json(), &square_data()), text_solid("x").as_bytes()] {
        let error = Robot::from_bytes("arm.urdf".as_ref(), mesh).expect_err("a mesh").to_string();
        assert!(error.contains("line 1: it is not XML: a URDF file begins with <robot>"), "{error}");
    }
    let error =
        Robot::from_bytes("arm.urdf".as_ref(), b" { \"asset\": {} }").expect_err("a scene").to_string();
    assert!(error.contains("begins with <robot>, and a glTF is named .gltf"), "{error}");
}

/// Names stay apart, and a warning tells the first line.
#[test]
fn text_that_is_not_in_utf_8() {
    let latin =
        |text: &str| -> Vec<u8> { text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect() };
    let obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\no Tür\nf 1 2 3\no Tör\nf 1 2 3\n";
    let stl = text_solid("Tür") + &text_solid("Tör");
    let geometry = |name: &str| {
        format!(
            "<geometry name='{name}'><mesh><source id='{name}'><float_array id='a{name}'>0 0 0 1 0 0 0 1 0</float_array>\
             <technique_common><accessor source='#a{name}' count='3' stride='3'/></technique_common></source>\
             <vertices id='v{name}'><input semantic='POSITION' source='#{name}'/></vertices>\
             <triangles count='1'><input semantic='VERTEX' source='#v{name}' offset='0'/><p>0 1 2</p></triangles>\
             </mesh></geometry>\n"
        )
    };
    let dae = geometry("Tür") + &geometry("Tör");
    let dae = format!("<COLLADA><library_geometries>{dae}</library_geometries></COLLADA>");
    let link = |name: &str| {
        format!(
            "<link name='{name}'><collision><geometry><box size='1 1 1'/></geometry></collision></link>\n"
        )
    };
    let joint = "<joint name='j' type='fixed'><parent link='Tür'/><child link='Tör'/></joint>";
    let urdf = format!("<robot>\n{}{}{joint}</robot>", link("Tür"), link("Tör"));
    for (file, text, line) in
        [("a.obj", obj, 4), ("a.stl", &stl, 1), ("a.dae", &dae, 1), ("a.urdf", &urdf, 2)]
    {
        let scene = fixtures::load(file, &latin(text)).unwrap_or_else(|error| panic!("{error}"));
        let names: Vec<&str> = scene.objects.iter().map(|object| object.name.as_str()).collect();
        assert_eq!(names, ["Tür", "Tör"], "{file}");
        let told: Vec<String> = scene.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(told[0].starts_with(&format!("{file}: line {line}: from here on ")), "{told:?}");
        assert!(fixtures::load(file, text.as_bytes()).is_ok_and(|scene| scene.warnings.is_empty()), "{file}");
    }
    let robot = Robot::from_bytes("a.urdf".as_ref(), &latin(&urdf)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.srdf");
    let pair = "<disable_collisions link1='Tür' link2='Tör'/>";
    let text = format!("<?xml version='1.0' encoding='ISO-8859-1'?>\n<robot>{pair}</robot>");
    fs::write(&file, latin(&text)).unwrap();
    let srdf = Srdf::read(&file).unwrap();
    let (pairs, warnings) = srdf.pairs(&robot);
    assert_eq!((pairs.len(), warnings.len()), (1, 1), "{warnings:?}");
    assert_eq!(warnings[0].place, "line 2");
    // Who writes it again writes UTF-8, and says so.
    let written = srdf.insert_lines("");
    assert!(written.starts_with("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<robot>"), "{written}");
}

#[test]
fn text_in_utf_16() {
    for name in ["a.obj", "a.stl", "a.ply", "a.gltf", "a.dae", "a.csv", "a.urdf", "a"] {
        let units = || "\u{feff}v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".encode_utf16();
        let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
        for bytes in [little, big] {
            let error = fixtures::load(name, &bytes).expect_err(name).to_string();
            assert_eq!(error, format!("{name}: is text in UTF-16, which is not supported; save it in UTF-8"));
        }
    }
}

#[test]
fn the_content_decides() {
    let square = glb(&square_json(), &square_data());
    assert_eq!(fixtures::load("renamed.stl", &square).unwrap().triangle_count(), 2);
    assert_eq!(fixtures::load("renamed.txt", OBJ.as_bytes()).unwrap().triangle_count(), 4);
}

/// To repair it would be the wrong advice.
#[test]
fn text_with_the_name_of_another_format_is_told() {
    for (name, what) in [
        ("part.glb", "is text, but not glTF; "),
        ("part.gltf", "is text, but not glTF"),
        ("part.ply", "is text, but not PLY"),
        ("part.3mf", "is text, but not 3MF"),
        ("part.dae", "is text, but not COLLADA"),
        ("part.stl", "is text, but not STL"),
        ("part.obj", "is text, but not OBJ"),
        ("part.csv", "is text, but not a table of boxes"),
    ] {
        let robot = "<?xml version='1.0'?>\n<robot name='r'><link name='a'/></robot>";
        let table = "# metres\nname, x, y, z, size_x, size_y, size_z\na, 0, 0, 0, 1, 1, 1\n";
        for (text, advice) in [
            (OBJ, "; if it is an OBJ, name it .obj"),
            (robot, "; if it is a robot, name it .urdf"),
            (table, "; if it is a table of boxes, name it .csv"),
        ] {
            if advice.ends_with(&name["part".len()..]) {
                assert!(fixtures::load(name, text.as_bytes()).is_ok(), "{name}");
                continue;
            }
            let error = fixtures::load(name, text.as_bytes()).expect_err(name).to_string();
            assert!(error.contains(what) && error.ends_with(advice), "{error}");
        }
    }
    // The first column may be called as a statement of OBJ is.
    for parted in [
        "o\tx\ty\tz\tsize_x\tsize_y\tsize_z\na\t0\t0\t0\t1\t1\t1\n",
        "\u{feff}o ;x;y;z;size_x;size_y;size_z\na;0;0;0;1;1;1\n",
    ] {
        assert!(fixtures::load("part.csv", parted.as_bytes()).is_ok(), "{parted}");
        let error = fixtures::load("part.glb", parted.as_bytes()).expect_err("a table").to_string();
        assert!(error.ends_with("; if it is a table of boxes, name it .csv"), "{error}");
    }
    // What tells its format by its first word is read whatever its name is.
    assert!(fixtures::load("part.glb", text_solid("a").as_bytes()).is_ok());
    // And what may have been a glTF file is to be repaired.
    let error = fixtures::load("part.gltf", b"asset: {}").expect_err("no JSON").to_string();
    assert!(error.ends_with("repair the file or export it again"), "{error}");
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
