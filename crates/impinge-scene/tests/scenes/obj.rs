//! OBJ: what is read, and how bad files are met.

use crate::fixtures::*;
use impinge::glam::dvec3;
use impinge_scene::{LoadOptions, Unit, load_bytes};

#[test]
fn objects_groups_and_polygons() {
    let scene = load("parts.obj", OBJ.as_bytes()).unwrap();
    let paths: Vec<&str> = scene.objects.iter().map(|object| object.path.as_str()).collect();
    assert_eq!(paths, ["parts.obj/Plate/top", "parts.obj/Plate/bottom", "parts.obj/Sliver"]);
    assert_eq!(scene.objects[0].name, "top");
    assert_eq!(scene.meshes[0].triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(scene.meshes[1].positions, [dvec3(0.0, 0.0, 0.0), dvec3(1.0, 0.0, 0.0), dvec3(1.0, 1.0, 0.0)]);
    assert_eq!(scene.meshes[2].positions[2], dvec3(0.0, 0.0, 1.0));
    assert!(scene.warnings.is_empty());
}

const SQUARE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

#[test]
fn a_file_without_names_is_one_object_named_after_it() {
    let scene = load("folder/part.obj", format!("{SQUARE}f 1 2 3 4").as_bytes()).unwrap();
    assert_eq!((scene.objects[0].name.as_str(), scene.objects[0].path.as_str()), ("part", "part.obj"));
}

#[test]
fn groups_go_on_and_objects_begin_anew() {
    let text = format!("{SQUARE}g a\nf 1 2 3\ng b\nf 1 2 4\ng a\nf 1 3 4\no c\nf 1 2 3\no c\nf 1 3 4\n");
    let scene = load("p.obj", text.as_bytes()).unwrap();
    let sizes: Vec<(&str, usize)> =
        scene.objects.iter().map(|o| (o.path.as_str(), scene.meshes[o.mesh].triangles.len())).collect();
    assert_eq!(sizes, [("p.obj/a", 2), ("p.obj/b", 1), ("p.obj/c", 1), ("p.obj/c #2", 1)]);
}

#[test]
fn only_vertices_matter() {
    let text = format!("{SQUARE}vt 0 0\nvn 0 0\nf 1/-5/1 2/9/9 3//x\n");
    assert_eq!(load("a.obj", text.as_bytes()).unwrap().triangle_count(), 1);
}

#[test]
fn concave_polygons_stay_concave() {
    let text = "v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 3 4 5 6 1 2\n";
    let scene = load("l.obj", text.as_bytes()).unwrap();
    let mesh = &scene.meshes[0];
    let doubled: Vec<f64> = mesh
        .triangles
        .iter()
        .map(|t| t.map(|i| mesh.positions[i as usize]))
        .map(|[a, b, c]| (b - a).cross(c - a).z)
        .collect();
    assert_eq!(doubled.iter().sum::<f64>(), 6.0);
    assert!(doubled.iter().all(|&area| area >= 0.0), "{doubled:?}");
}

#[test]
fn digits_beyond_f32_and_units() {
    let text =
        "v 2600000.123456 1200000.654321 400.5 # Bern\nv 1 0 0 1.0 0.5 0.5 0.5\nv 0 1 0\nf 1 2 3 # face\n";
    let scene = load("geo.obj", text.as_bytes()).unwrap();
    assert_eq!(scene.meshes[0].positions[0], dvec3(2_600_000.123_456, 1_200_000.654_321, 400.5));
    for (unit, x) in [
        (Unit::Metre, 1.0),
        (Unit::Centimetre, 0.01),
        (Unit::Millimetre, 0.001),
        (Unit::Inch, 0.0254),
        (Unit::Foot, 0.3048),
    ] {
        let options = LoadOptions { unit: Some(unit), ..LoadOptions::default() };
        let scene = load_bytes("geo.obj".as_ref(), text.as_bytes(), &options).unwrap();
        assert_eq!(scene.meshes[0].positions[1].x, x, "{unit:?}");
    }
}

#[test]
fn line_ends_continuations_and_faces_before_vertices() {
    let text = "\u{feff}# first\r\nf 1 \\\r\n 2 \\\r\n3\r\nv 0 0 0\r\nv 1 0 0\r\n\r\nv 0 1 0\r\n";
    assert_eq!(load("a.obj", text.as_bytes()).unwrap().triangle_count(), 1);
}

/// Files of old systems; a comment is no longer than its line.
#[test]
fn line_ends_of_every_system() {
    for end in ["\r\n", "\r"] {
        for name in ["parts.obj", "parts"] {
            let scene = load(name, OBJ.replace('\n', end).as_bytes()).unwrap();
            assert_eq!((scene.objects.len(), warnings(&scene)), (3, vec![]), "{end:?}");
        }
    }
    let error = load("a.obj", b"# a\rv 0 0 0\rv 0 0\r").unwrap_err().to_string();
    assert!(error.starts_with("a.obj: line 3: "), "{error}");
}

#[test]
fn vertices_that_are_not_numbers_cost_their_triangles_only() {
    for bad in ["nan", "inf", "-1.#IND", "1e999"] {
        let text = format!("v 0 0 0\nv 1 0 0\nv 1 1 0\nv {bad} 1 0\nf 1 2 3\nf 1 2 3 4\n");
        let scene = load("a.obj", text.as_bytes()).unwrap();
        assert_eq!(scene.triangle_count(), 2, "{bad}");
        assert_eq!(warnings(&scene), ["object a: 1 triangle skipped: a corner is not a finite number"]);
    }
}

#[test]
fn what_is_skipped_is_counted() {
    let text = format!("{SQUARE}l 1 2\np 1\nf 1 2 3\nf 1 1 1\nsurf 0 1\ncurv 0 1\ng empty\n");
    let scene = load("a.obj", text.as_bytes()).unwrap();
    assert_eq!(scene.triangle_count(), 2); // The degenerate one is kept.
    assert_eq!(
        warnings(&scene),
        [
            "points and lines: 2 statements skipped: they have no area",
            "line 9: 2 unknown statements skipped, the first one is `surf`",
        ]
    );
    let one_each = load("a.obj", format!("{SQUARE}f 1 2 3\nl 1 2\nsurf 0 1\n").as_bytes()).unwrap();
    assert_eq!(
        warnings(&one_each),
        [
            "points and lines: a statement skipped: it has no area",
            "line 7: an unknown statement skipped: `surf`",
        ]
    );
    let bow_tie = load("a.obj", format!("{SQUARE}v 0.2 2 0\nf 1 3 2 5\n").as_bytes()).unwrap();
    assert_eq!(
        warnings(&bow_tie),
        ["object a: a polygon crosses itself or folds over: triangulated as a fan"]
    );
    let nothing = load("a.obj", SQUARE.as_bytes()).unwrap();
    assert_eq!(
        warnings(&nothing),
        ["objects: none with triangles was found; add one, or choose another file"]
    );
    // What it is, its name tells.
    for blank in ["# exported\n\n", "\r\n", " "] {
        let nothing = load("a.obj", blank.as_bytes()).unwrap();
        assert_eq!(
            warnings(&nothing),
            ["objects: none with triangles was found; add one, or choose another file"]
        );
        assert!(load("a.txt", blank.as_bytes()).is_err());
    }
}

#[test]
fn errors_name_the_line() {
    for (line, expected) in [
        ("v 1 2", "a vertex needs three coordinates"),
        ("v 1 2 x", "`x` is not a coordinate"),
        ("v 1,5 2 3", "`1,5` is not a coordinate"),
        ("f 1 2", "a face has 2 corners"),
        ("f", "a face has 0 corners"),
        ("f 1 2 a", "`a` is not the number of a vertex"),
        ("f 1 2 1.5", "`1.5` is not the number of a vertex"),
        ("f 0 1 2", "OBJ indices begin at 1"),
        ("f 1 2 5", "vertex 5 is used, but the file has 4"),
        ("f 1 2 -5", "vertex -5 is used after 4 vertices"),
        ("f 1 2 99999999999", "no such vertex"),
        ("f 1 2 -9223372036854775808", "no such vertex"),
        ("f 1 2 4294967295", "vertex 4294967295 is used"),
        ("f 1 2 99999999999999999999", "is not the number of a vertex"),
    ] {
        let error = load("bad.obj", format!("{SQUARE}{line}\n").as_bytes()).expect_err(line).to_string();
        assert!(error.starts_with("bad.obj: line 5: ") && error.contains(expected), "{line}: {error}");
    }
}

/// `# from C:\models\` took the vertex of the next line with it.
#[test]
fn a_comment_that_ends_in_a_backslash_is_a_comment() {
    let scene = load("noted.obj", b"# from C:\\models\\\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n")
        .expect("a file");
    assert_eq!(scene.meshes[0].positions[2].to_array(), [0.0, 1.0, 0.0]);
}
