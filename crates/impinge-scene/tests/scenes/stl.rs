//! STL: what is read, and how bad files are met.

use crate::fixtures::*;
use impinge::glam::{DVec3, dvec3};
use impinge_scene::{LoadOptions, SceneError, Unit, load_bytes};

const SECOND: [f32; 9] = [1.0, 0.0, 0.0, 1.0, 1.0, 0.0, -0.0, 1.0, 0.0];

#[test]
fn binary_with_equal_corners_joined() {
    let scene = load("folder/part.stl", &binary_stl("exported", &[TRIANGLE, SECOND])).unwrap();
    assert_eq!((scene.objects[0].name.as_str(), scene.objects[0].path.as_str()), ("part", "part.stl"));
    assert_eq!(scene.meshes[0].triangles, [[0, 1, 2], [1, 3, 2]]); // −0 is 0.
    assert_eq!(scene.meshes[0].positions.len(), 4);
}

#[test]
fn binary_that_calls_itself_solid() {
    let bytes = binary_stl("solid exported by a careless program", &[TRIANGLE]);
    assert_eq!(load("a.stl", &bytes).unwrap().triangle_count(), 1);
    // Cut off, it is still not taken for text.
    let error = load("a.stl", &bytes[..bytes.len() - 1]).unwrap_err();
    assert!(matches!(error, SceneError::Truncated { needed: 134, found: 133, .. }), "{error}");
}

#[test]
fn the_name_of_the_file_does_not_matter() {
    assert_eq!(load("a", &binary_stl("", &[TRIANGLE])).unwrap().triangle_count(), 1);
    assert_eq!(load("a.obj", &binary_stl("", &[TRIANGLE])).unwrap().triangle_count(), 1);
    assert_eq!(load("a.txt", text_solid("x").as_bytes()).unwrap().triangle_count(), 1);
}

#[test]
fn text_with_several_solids() {
    let text = format!("{}{}{}", text_solid("Base plate"), text_solid(""), text_solid("Base plate"));
    let scene = load("a.stl", text.to_uppercase().replace("E0", "e0").as_bytes()).unwrap();
    let paths: Vec<&str> = scene.objects.iter().map(|object| object.path.as_str()).collect();
    assert_eq!(paths, ["a.stl/BASE PLATE", "a.stl", "a.stl/BASE PLATE #2"]);
    assert_eq!(scene.objects[1].name, "a");
}

#[test]
fn digits_beyond_f32_and_units() {
    let text = text_solid("geo").replace("1 0 0", "2600000.123456 0 0");
    let scene = load("a.stl", text.as_bytes()).unwrap();
    assert_eq!(scene.meshes[0].positions[1], dvec3(2_600_000.123_456, 0.0, 0.0));
    let options = LoadOptions { unit: Some(Unit::Millimetre), ..LoadOptions::default() };
    for bytes in [text_solid("mm").into_bytes(), binary_stl("", &[TRIANGLE])] {
        let scene = load_bytes("a.stl".as_ref(), &bytes, &options).unwrap();
        assert_eq!(scene.meshes[0].positions[1], DVec3::X / 1000.0);
    }
}

#[test]
fn corners_that_are_not_numbers_cost_their_triangles_only() {
    let mut bad = TRIANGLE;
    bad[4] = f32::NAN;
    let binary = binary_stl("", &[TRIANGLE, bad, bad]);
    let scene = load("a.stl", &binary).unwrap();
    assert_eq!(scene.triangle_count(), 1);
    assert_eq!(warnings(&scene), ["solid a: 2 triangles skipped: a corner is not a finite number"]);
    let text = text_solid("b").replace("1 0 0", "nan(ind) 0 inf");
    assert_eq!(
        warnings(&load("a.stl", text.as_bytes()).unwrap())[0],
        "solid b: 1 triangle skipped: a corner is not a finite number"
    );
}

#[test]
fn degenerate_triangles_are_kept() {
    let scene = load("a.stl", &binary_stl("", &[[0.0; 9]])).unwrap();
    assert_eq!(scene.meshes[0].triangles, [[0, 0, 0]]);
}

#[test]
fn empty_solids() {
    let expected = [
        "solid a: left out: it has no triangles",
        "objects: none with triangles was found; add one, or choose another file",
    ];
    assert_eq!(warnings(&load("a.stl", &binary_stl("", &[])).unwrap()), expected);
    assert_eq!(warnings(&load("a.stl", b"solid a\nendsolid a\n").unwrap()), expected);
}

#[test]
fn binary_of_the_wrong_length() {
    let mut bytes = binary_stl("", &[TRIANGLE]);
    for length in 1..bytes.len() {
        assert!(matches!(load("a.stl", &bytes[..length]), Err(SceneError::Truncated { .. })), "{length}");
    }
    bytes.extend([0; 7]);
    assert_eq!(
        warnings(&load("a.stl", &bytes).unwrap()),
        ["end of file: 7 bytes after the last of 1 triangle: ignored"]
    );
    // Two hundred gigabytes.
    bytes[80..84].fill(0xff);
    let error = load("a.stl", &bytes).unwrap_err();
    assert!(matches!(error, SceneError::Truncated { needed: 214_748_364_834, found: 141, .. }), "{error}");
}

/// Its words would announce as many triangles as four letters are as a number.
#[test]
fn other_text_is_told() {
    for text in
        ["o a\n".to_owned() + &"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n".repeat(9), "v 0 0 0\n".to_owned()]
    {
        let error = load("a.stl", text.as_bytes()).unwrap_err().to_string();
        let told = "is text, but not STL; if it is an OBJ, name it .obj";
        assert!(error.ends_with(told), "{error}");
    }
}

#[test]
fn line_ends_of_every_system() {
    for end in ["\r\n", "\r"] {
        let text = (text_solid("Base plate") + &text_solid("")).replace('\n', end);
        let scene = load("a.stl", text.as_bytes()).unwrap();
        let paths: Vec<&str> = scene.objects.iter().map(|object| object.path.as_str()).collect();
        assert_eq!((paths, warnings(&scene)), (vec!["a.stl/Base plate", "a.stl"], vec![]), "{end:?}");
        let error = load("a.stl", text.replace("0 1 0", "0 1").as_bytes()).unwrap_err().to_string();
        assert!(error.starts_with("a.stl: line 6: "), "{error}");
    }
}

/// White space of any kind parts words.
#[test]
fn text_without_lines() {
    let text = (text_solid("Base plate") + &text_solid("") + &text_solid("c")).replace('\n', " ");
    let scene = load("a.stl", text.as_bytes()).unwrap();
    let paths: Vec<&str> = scene.objects.iter().map(|object| object.path.as_str()).collect();
    assert_eq!((paths, warnings(&scene)), (vec!["a.stl/Base plate", "a.stl", "a.stl/c"], vec![]));
    assert!(scene.meshes.iter().all(|mesh| mesh.positions[1..] == [DVec3::X, DVec3::Y]));
}

/// Words of a name are no statements.
#[test]
fn names_may_say_facet_normal() {
    let solid = text_solid("part facet normal test");
    let scene = load("a.stl", solid.as_bytes()).unwrap();
    assert_eq!(scene.objects[0].name, "part facet normal test");
}

#[test]
fn names_of_keywords() {
    let name = "solid facet vertex endsolid";
    let scene = load("a.stl", (text_solid(name) + &text_solid(name)).as_bytes()).unwrap();
    assert_eq!(scene.objects[0].path, format!("a.stl/{name}"));
    assert_eq!((scene.objects.len(), warnings(&scene)), (2, vec![]));
}

#[test]
fn text_that_is_cut_off() {
    let text = text_solid("a");
    let without_end = text.split("endsolid").next().unwrap();
    let scene = load("a.stl", without_end.as_bytes()).unwrap();
    assert_eq!(scene.triangle_count(), 1);
    assert!(warnings(&scene)[0].contains("without `endsolid`"));
    let error = load("a.stl", text.split("endfacet").next().unwrap().as_bytes()).unwrap_err().to_string();
    assert!(error.contains("ends within a facet"), "{error}");
}

#[test]
fn errors_in_text_name_the_line() {
    for (from, to, expected) in [
        ("vertex 1 0 0", "vertex 1 0", "line 5: a vertex needs three coordinates"),
        ("vertex 1 0 0", "vertex 1 O 0", "line 5: `O` is not a coordinate"),
        ("vertex 1 0 0", "vortex 1 0 0", "line 5: `vortex` is misplaced in a facet"),
        ("   vertex 1 0 0\n", "", "line 7: the facet ends with 2 corners"),
        ("  endloop", "vertex 3 3 3", "line 7: a fourth `vertex`"),
        (" facet normal 0 0 1\n", "", "line 2: `outer` is misplaced between facets"),
        (" endfacet\n", "", "line 8: the solid ends within a facet"),
        ("endsolid a\n", "endsolid a\nfacet", "line 10: expected `solid`"),
    ] {
        let text = text_solid("a");
        assert!(text.contains(from), "{from}");
        let error = load("a.stl", text.replace(from, to).as_bytes()).expect_err(to).to_string();
        assert!(error.contains(expected), "{to}: {error}");
    }
}
