//! PLY: what the reader promises beyond the common case.

use crate::fixtures::*;
use impinge::glam::DVec3;
use impinge_scene::{Format, LoadOptions, Unit, load_bytes};

const SQUARE: &str = "\
ply
format ascii 1.0
comment made by hand
element vertex 4
property float nx
property float x
property float y
property float z
property uchar red
element face 1
property uchar flags
property list uchar int vertex_indices
element other 2
property list uchar float numbers
end_header
9 0 0 0 255
9 1 0 0 255
9 1 1 0 255

9 0 1 0 255
7 4 0 1 2 3
2 1 2
0
";

#[test]
fn properties_in_any_order_and_elements_of_any_kind() {
    let scene = load("square.ply", SQUARE.as_bytes()).unwrap();
    assert_eq!(warnings(&scene), [""; 0]);
    assert_eq!(scene.objects[0].path, "square.ply");
    assert_eq!(scene.meshes[0].triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(scene.meshes[0].positions[2], DVec3::new(1.0, 1.0, 0.0));
    let file = &scene.files[0];
    assert_eq!((file.format, file.has_unit, file.up), (Format::Ply, false, None));
}

/// The same square in binary.
fn binary(is_big_endian: bool) -> Vec<u8> {
    let name = if is_big_endian { "binary_big_endian" } else { "binary_little_endian" };
    let mut bytes = format!(
        "ply\nformat {name} 1.0\nelement vertex 4\nproperty double x\nproperty double y\nproperty float z\n\
         element face 2\nproperty list uint8 uint16 vertex_index\nproperty short group\nend_header\n"
    )
    .into_bytes();
    let mut add = |mut number: Vec<u8>| {
        if is_big_endian {
            number.reverse();
        }
        bytes.extend(number);
    };
    for [x, y] in [[0.0_f64, 0.0], [0.1, 0.0], [0.1, 0.1], [0.0, 0.1]] {
        add(x.to_le_bytes().to_vec());
        add(y.to_le_bytes().to_vec());
        add(0.5_f32.to_le_bytes().to_vec());
    }
    for face in [&[0_u16, 1, 2, 3][..], &[0, 1, 2]] {
        add(vec![face.len() as u8]);
        face.iter().for_each(|corner| add(corner.to_le_bytes().to_vec()));
        add((-1_i16).to_le_bytes().to_vec());
    }
    bytes
}

#[test]
fn both_orders_of_bytes() {
    for is_big_endian in [false, true] {
        let scene = load("square.ply", &binary(is_big_endian)).unwrap();
        assert_eq!(scene.meshes[0].positions[2], DVec3::new(0.1, 0.1, 0.5));
        assert_eq!(scene.meshes[0].triangles, [[0, 1, 2], [0, 2, 3], [0, 1, 2]]);
    }
}

#[test]
fn every_cut_of_a_binary_file_is_an_error() {
    let whole = binary(false);
    for length in 1..whole.len() {
        let error = load("cut.ply", &whole[..length]).expect_err(&format!("{length} bytes"));
        assert!(error.to_string().starts_with("cut.ply: "), "{error}");
    }
    let longer = [&whole[..], b"more"].concat();
    assert_eq!(
        warnings(&load("long.ply", &longer).unwrap()),
        ["end of file: 4 bytes after the last element: ignored"]
    );
}

#[test]
fn digits_beyond_f32() {
    let text = SQUARE.replace("9 1 1 0 255", "9 2600000.125001 1 0 255");
    let options = LoadOptions { unit: Some(Unit::Millimetre), ..LoadOptions::default() };
    let scene = load_bytes("square.ply".as_ref(), text.as_bytes(), &options).unwrap();
    assert_eq!(scene.meshes[0].positions[2].x, 2_600_000.125_001 / 1000.0);
    assert_eq!(scene.files[0].metres_per_unit, 0.001);
}

#[test]
fn forms_of_numbers() {
    let text = SQUARE.replace("9 1 1 0 255", "9 1. +1e0 -.5 255");
    let scene = load("square.ply", text.as_bytes()).unwrap();
    assert_eq!(scene.meshes[0].positions[2], DVec3::new(1.0, 1.0, -0.5));
    // A corner that is no number costs its polygon only.
    let text = SQUARE.replace("9 1 1 0 255", "9 nan 1 0 255");
    let scene = load("square.ply", text.as_bytes()).unwrap();
    assert!(scene.objects.is_empty());
    assert!(warnings(&scene)[0].contains("2 triangles skipped"), "{:?}", warnings(&scene));
}

#[test]
fn line_ends_of_every_system() {
    for end in ["\r\n", "\r"] {
        let scene = load("square.ply", SQUARE.replace('\n', end).as_bytes()).unwrap();
        assert_eq!(scene.triangle_count(), 2, "{end:?}");
    }
}

/// Editors of Windows begin a text with it.
#[test]
fn marks_of_the_byte_order() {
    for name in ["square.ply", "square"] {
        let scene = load(name, format!("\u{feff}{SQUARE}").as_bytes()).unwrap();
        assert_eq!((scene.triangle_count(), warnings(&scene)), (2, vec![]));
    }
}

#[test]
fn concave_polygons_are_cut_right() {
    let mut text =
        "ply\nformat ascii 1.0\nelement vertex 6\nproperty float x\nproperty float y\nproperty float z\n\
                    element face 1\nproperty list uchar int vertex_indices\nend_header\n"
            .to_owned();
    text += "0 0 0\n2 0 0\n2 1 0\n1 1 0\n1 2 0\n0 2 0\n6 2 3 4 5 0 1\n";
    let scene = load("l.ply", text.as_bytes()).unwrap();
    let mesh = &scene.meshes[0];
    let area = |t: &[u32; 3]| {
        let [a, b, c] = t.map(|corner| mesh.positions[corner as usize]);
        (b - a).cross(c - a).z / 2.0
    };
    assert!(mesh.triangles.iter().all(|triangle| area(triangle) >= 0.0));
    assert_eq!(mesh.triangles.iter().map(area).sum::<f64>(), 3.0);
}

#[test]
fn errors_name_the_place() {
    let header = SQUARE.find("end_header").unwrap_or_default();
    for (text, place, problem) in [
        (SQUARE.replace("7 4 0 1 2 3", "7 4 0 1 2 4"), "face 0", "vertex 4"),
        (
            SQUARE.replace("7 4 0 1 2 3", "7 4 0 1 2 -1"),
            "line 21: face 0",
            "-1 is not the number of a vertex",
        ),
        (SQUARE.replace("7 4 0 1 2 3", "7 4 0 1 2 1.5"), "line 21: face 0", "1.5"),
        (SQUARE.replace("7 4 0 1 2 3", "7 4 0 1 2"), "line 21: face 0", "ends before its last number"),
        (
            SQUARE.replace("7 4 0 1 2 3", "7 4000000000 0 1 2"),
            "line 21: face 0",
            "ends before its last number",
        ),
        (SQUARE.replace("7 4 0 1 2 3", "7 2 0 1"), "face 0", "but needs at least three"),
        (SQUARE.replace("7 4 0 1 2 3", "7 nan 0 1"), "line 21: face 0", "NaN items"),
        (SQUARE.replace("9 0 0 0 255", "9 0 zero 0 255"), "line 16: vertex 0", "`zero`"),
        (SQUARE.replace("vertex 4", "vertex 18446744073709551615"), "line", "vertex"),
        (
            SQUARE.replace("other 2", "other 99999999999"),
            "line 23",
            "2 of 99999999999 rows of the element other",
        ),
        (SQUARE.replace("property float z\n", ""), "header", "no property z"),
        (SQUARE.replace("vertex_indices", "corners"), "header", "no list vertex_indices"),
        (SQUARE.replace("ascii", "utf8"), "line 2", "`utf8`"),
        (SQUARE.replace("uchar red", "quark red"), "line 9", "`red`"),
        (SQUARE.replace("format ascii 1.0\n", ""), "header", "`format`"),
        (SQUARE.replace("comment", "remark"), "line 3", "`remark`"),
        (SQUARE[..header].to_owned(), "line 15", "does not end"),
    ] {
        let error = load("broken.ply", text.as_bytes()).expect_err(problem).to_string();
        assert!(error.contains(place) && error.contains(problem), "{place}, {problem}: {error}");
    }
}

/// However many rows of nothing are announced.
#[test]
fn elements_without_properties_take_no_time() {
    let text = SQUARE
        .replace("element other 2\nproperty list uchar float numbers\n", "element other 99999999999999\n");
    let scene = load("square.ply", text.as_bytes()).unwrap();
    assert_eq!(scene.triangle_count(), 2);
}
