//! COLLADA: nodes, units, primitives of every kind, and what is refused.

use crate::fixtures::*;
use impinge::glam::DVec3;
use impinge_scene::UpAxis;

/// A document with one geometry of these primitives over a unit square, and these nodes.
fn document(primitives: &str, nodes: &str) -> String {
    format!(
        "<?xml version='1.0' encoding='utf-8'?>\n<COLLADA xmlns='http://www.collada.org/2005/11/COLLADASchema' version='1.4.1'>\n\
         <asset><unit name='centimeter' meter='0.01'/><up_axis>Z_UP</up_axis></asset>\n\
         <library_geometries><geometry id='g' name='Plate'><mesh>\n\
         <source id='p'><float_array id='pa' count='12'>0 0 0  1 0 0  1 1 0  0 1 0</float_array>\n\
         <technique_common><accessor source='#pa' count='4' stride='3'/></technique_common></source>\n\
         <source id='n'><float_array id='na' count='3'>0 0 1</float_array></source>\n\
         <vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\n{primitives}\n</mesh></geometry></library_geometries>\n\
         <library_visual_scenes><visual_scene id='s'>\n{nodes}\n</visual_scene></library_visual_scenes>\n\
         <scene><instance_visual_scene url='#s'/></scene></COLLADA>"
    )
}

const TRIANGLES: &str = "<triangles count='2'><input semantic='VERTEX' source='#v' offset='0'/>\
                         <input semantic='NORMAL' source='#n' offset='1'/><p>0 0 1 0 2 0 0 0 2 0 3 0</p></triangles>";
const NODE: &str = "<node name='a'><instance_geometry url='#g'/></node>";

fn position(document: &str, object: usize, corner: [f64; 3]) -> DVec3 {
    let scene = load("part.dae", document.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    scene.objects[object].transform.transform_point3(corner.into())
}

#[test]
fn nodes_move_from_the_inside_out() {
    let nodes = "<node name='a'><translate>10 0 0</translate><rotate>0 0 1 90</rotate><scale>2 1 1</scale>\
                 <node name='b'><matrix>1 0 0 0  0 1 0 5  0 0 1 0  0 0 0 1</matrix><instance_geometry url='#g'/></node></node>";
    let document = document(TRIANGLES, nodes);
    // (1, 0, 0) moves by 5 along y, is scaled to (2, 5, 0), turned to (−5, 2, 0) and moved to (5, 2, 0), in
    // centimetres.
    let found = position(&document, 0, [1.0, 0.0, 0.0]);
    assert!((found - DVec3::new(0.05, 0.02, 0.0)).length() < 1e-15, "{found}");
    let scene = load("part.dae", document.as_bytes()).unwrap();
    assert_eq!(scene.objects[0].path, "part.dae/a/b");
    assert_eq!(warnings(&scene), [""; 0]);
    let file = &scene.files[0];
    assert_eq!((file.metres_per_unit, file.has_unit, file.up), (0.01, true, Some(UpAxis::Z)));
}

#[test]
fn a_geometry_placed_twice() {
    let nodes = "<node id='n1'><instance_geometry url='#g'/></node>\
                 <node id='n2'><translate>0 0 300</translate><instance_node url='#n1'/></node>";
    let document = document(TRIANGLES, nodes);
    let scene = load("part.dae", document.as_bytes()).unwrap();
    assert_eq!((scene.objects.len(), scene.meshes.len()), (2, 1));
    assert_eq!(position(&document, 1, [0.0; 3]), DVec3::Z * 3.0);
}

#[test]
fn one_array_that_is_named_again_and_again_is_refused() {
    let named = |i: usize| {
        format!(
            "<source id='q{i}'><technique_common><accessor source='#big' count='1000' stride='3'/></technique_common></source>\
             <vertices id='w{i}'><input semantic='POSITION' source='#q{i}'/></vertices>\
             <triangles><input semantic='VERTEX' source='#w{i}' offset='0'/></triangles>"
        )
    };
    let array = format!("<source id='b'><float_array id='big'>{}</float_array></source>", "0 ".repeat(3000));
    let often = |times: usize| {
        let primitives = array.clone() + TRIANGLES + &(0..times).map(named).collect::<String>();
        load("part.dae", document(&primitives, NODE).as_bytes())
    };
    assert_eq!(often(2).unwrap().objects.len(), 1);
    let error = often(3000).unwrap_err().to_string();
    assert!(error.contains("name the same arrays again and again"), "{error}");
}

#[test]
fn skins_are_skipped_and_counted() {
    let skin = "<node><instance_controller url='#c'/></node>";
    for (nodes, skipped) in
        [(skin.to_owned(), "1 skinned or morphed shape"), (skin.repeat(2), "2 skinned or morphed shapes")]
    {
        let scene = load("part.dae", document(TRIANGLES, &(nodes + NODE)).as_bytes()).unwrap();
        let told = format!(
            "library_controllers: {skipped} skipped: only rigid ones are supported; export plain meshes instead"
        );
        assert_eq!((scene.objects.len(), warnings(&scene)), (1, vec![told]));
    }
}

#[test]
fn every_kind_of_primitive_covers_the_square() {
    let input = "<input semantic='VERTEX' source='#v' offset='0'/>";
    for primitives in [
        TRIANGLES.to_owned(),
        format!("<polylist count='1'>{input}<vcount>4</vcount><p>0 1 2 3</p></polylist>"),
        format!("<polygons count='1'>{input}<p>0 1 2 3</p></polygons>"),
        format!("<tristrips count='1'>{input}<p>0 1 3 2</p></tristrips>"),
        format!("<trifans count='1'>{input}<p>0 1 2 3</p></trifans>"),
    ] {
        let scene = load("part.dae", document(&primitives, NODE).as_bytes())
            .unwrap_or_else(|error| panic!("{error}"));
        let mesh = &scene.meshes[0];
        let area = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|corner| mesh.positions[corner as usize]);
            (b - a).cross(c - a).z / 2.0
        };
        let areas: Vec<f64> = mesh.triangles.iter().map(area).collect();
        assert_eq!(areas, [0.5, 0.5], "{primitives}");
    }
}

/// Once around, and once around the hole; with normals, which have indices too.
#[test]
fn holes_of_polygons_are_left_out() {
    let inputs =
        "<input semantic='VERTEX' source='#v' offset='0'/><input semantic='NORMAL' source='#n' offset='1'/>";
    let holed = |hole: &str| {
        let polygon = format!("<ph><p>0 0 1 0 2 0 3 0</p>{hole}</ph>");
        document(&format!("<polygons count='2'>{inputs}{polygon}<p>0 0 1 0 2 0</p></polygons>"), NODE)
            .replace("count='12'>", "count='24'>0.25 0.25 0  0.75 0.25 0  0.75 0.75 0  0.25 0.75 0  ")
            .replace("count='4'", "count='8'")
            .replace(">0 0 1 0 2 0", ">4 0 5 0 6 0")
            .replace("3 0<", "7 0<")
    };
    for (hole, expected) in [("<h>0 0 1 0 2 0 3 0</h>", 0.75), ("<h>0 0 3 0 2 0 1 0</h>", 0.75), ("", 1.0)] {
        let hole = hole.replace("7 0<", "3 0<");
        let scene = load("part.dae", holed("HOLE").replace("HOLE", &hole).as_bytes()).unwrap();
        let mesh = &scene.meshes[0];
        let area = |t: &[u32; 3]| {
            let [a, b, c] = t.map(|corner| mesh.positions[corner as usize]);
            (b - a).cross(c - a).z / 2.0
        };
        let areas: Vec<f64> = mesh.triangles.iter().map(area).collect();
        assert!(areas.iter().all(|&area| area > 0.0), "{areas:?}");
        // And the triangle that follows it.
        assert_eq!(areas.iter().sum::<f64>(), expected + 0.5, "{hole}");
        assert_eq!(warnings(&scene), [""; 0]);
    }
    for (hole, problem) in [
        ("<h>0 0 1 0</h>", "a hole has fewer than three corners"),
        ("<h/>", "a hole has fewer than three corners"),
        ("<h>0 0 1 0 8 0</h>", "uses vertex 8, but there are 8"),
    ] {
        let error = load("part.dae", holed("HOLE").replace("HOLE", hole).as_bytes()).expect_err(hole);
        assert!(error.to_string().contains(problem), "{error}");
    }
}

/// To turn it would be a guess about what writers mean by it.
#[test]
fn x_up_is_told() {
    let scene = load("part.dae", document(TRIANGLES, NODE).replace("Z_UP", "X_UP").as_bytes()).unwrap();
    assert_eq!(scene.files[0].up, None);
    let told = warnings(&scene);
    assert!(told.len() == 1 && told[0].starts_with("up_axis: X_UP is not supported"), "{told:?}");
}

#[test]
fn an_unknown_axis_is_told() {
    for axis in ["W_UP", "z_up"] {
        let scene = load("part.dae", document(TRIANGLES, NODE).replace("Z_UP", axis).as_bytes()).unwrap();
        assert_eq!(scene.files[0].up, None);
        let told = warnings(&scene);
        assert!(
            told.len() == 1 && told[0].starts_with(&format!("up_axis: {axis} is not supported")),
            "{told:?}"
        );
    }
}

/// More corners than normals, and normals that do not exist.
#[test]
fn only_positions_matter() {
    let strange = TRIANGLES.replace("#n", "#missing").replace("0 0 1 0", "0 77 1 -5");
    assert_eq!(load("part.dae", document(&strange, NODE).as_bytes()).unwrap().triangle_count(), 2);
}

#[test]
fn digits_beyond_f32() {
    let document = document(TRIANGLES, NODE).replace("0.01", "1").replace("1 1 0 ", "2600000.123456789 1 0 ");
    let scene = load("part.dae", document.as_bytes()).unwrap();
    assert_eq!(scene.meshes[0].positions[2].x, 2_600_000.123_456_789);
}

#[test]
fn a_library_without_a_scene() {
    let document =
        document(TRIANGLES, "").replace("library_visual_scenes", "library_none").replace("#s", "#none");
    let scene = load("part.dae", document.as_bytes()).unwrap();
    assert_eq!(scene.objects[0].path, "part.dae/Plate");
}

#[test]
fn undeclared_prefixes_are_warnings() {
    let good = document(TRIANGLES, NODE);
    let extra = "\n<extra><fx:glow a='1'/></extra></COLLADA>";
    let scene = load("a.dae", good.replace("</COLLADA>", extra).as_bytes()).unwrap();
    let expected = load("a.dae", good.as_bytes()).unwrap();
    assert_eq!((scene.objects, scene.meshes), (expected.objects, expected.meshes));
    let said = format!("a.dae: line {}: the prefix `fx` is not declared", good.lines().count() + 1);
    assert!(matches!(&scene.warnings[..], [warning] if warning.to_string().starts_with(&said)));
}

#[test]
fn errors_name_the_line() {
    let good = document(TRIANGLES, NODE);
    let deep = format!("{}{}", "<node>".repeat(200), "</node>".repeat(200));
    for (text, place, problem) in [
        (good.replace("2 0 3 0", "2 0 4 0"), "line 9: <triangles>", "uses vertex 4"),
        (good.replace("2 0 3 0", "2 0 x 0"), "line 9: <triangles>", "`x`"),
        (good.replace("2 0 3 0", "2 0"), "line 9: <triangles>", "has 2 corners"),
        (good.replace("0 0 0  1", "0 zero 0  1"), "line 9: <triangles>", "`zero`"),
        (good.replace("stride='3'", "stride='1'"), "line 9: <triangles>", "three numbers"),
        (good.replace("url='#g'", "url='#h'"), "<instance_geometry>", "`#h`"),
        (good.replace("'#v'", "'#w'"), "<triangles>", "does not exist"),
        (good.replace("meter='0.01'", "meter='-1'"), "<unit centimeter>", "`-1`"),
        (document(TRIANGLES, "<node><matrix>1 2 3</matrix></node>"), "<matrix>", "3 numbers instead of 16"),
        (document(TRIANGLES, "<node><translate>nan 0 0</translate></node>"), "<translate>", "not finite"),
        (document(TRIANGLES, "<node><skew>1</skew></node>"), "<skew>", "not supported"),
        (document(TRIANGLES, &deep), "<node>", "more than 128 deep"),
        (
            document(TRIANGLES, "<node id='n'><instance_node url='#n'/></node>"),
            "<node>",
            "more than 128 deep",
        ),
        (good.replace("</COLLADA>", ""), "line", ""),
        (good.replace("offset='1'", "offset='18446744073709551615'"), "", ""),
    ] {
        let error = match load("broken.dae", text.as_bytes()) {
            Err(error) => error.to_string(),
            Ok(scene) if problem.is_empty() => {
                assert!(scene.objects.is_empty(), "{text}");
                continue;
            }
            Ok(_) => panic!("{place}, {problem}"),
        };
        assert!(error.contains(place) && error.contains(problem), "{place}, {problem}: {error}");
    }
}

/// Data that is partly missing must not pass as all of it.
#[test]
fn counts_of_what_is_not_there() {
    let input = "<input semantic='VERTEX' source='#v' offset='0'/>";
    let good = document(TRIANGLES, NODE);
    let primitive = |text: String| document(&text, NODE);
    for (text, problem) in [
        (
            good.replace("<triangles count='2'", "<triangles count='4'"),
            "<triangles>: `count` is 4, but there are 2",
        ),
        (
            good.replace("3 0</p>", "3 0 1</p>"),
            "<triangles>: a list has 13 indices, which are not corners of 2 each",
        ),
        (
            primitive(format!("<polylist count='1'>{input}<vcount>3</vcount><p>0 1 2 3</p></polylist>")),
            "<polylist>: `vcount` declares fewer corners than there are",
        ),
        (
            primitive(format!("<polylist count='2'>{input}<vcount>4</vcount><p>0 1 2 3</p></polylist>")),
            "<polylist>: `count` is 2, but there is 1",
        ),
        (
            primitive(format!("<polylist count='1'>{input}<vcount>4</vcount></polylist>")),
            "<polylist>: `count` is 1, but there are 0",
        ),
        (
            primitive(format!("<polygons count='4'>{input}<p>0 1 2</p><p>0 2 3</p></polygons>")),
            "<polygons>: `count` is 4, but there are 2",
        ),
        (
            primitive(format!("<tristrips count='2'>{input}<p>0 1 3 2</p></tristrips>")),
            "<tristrips>: `count` is 2, but there is 1",
        ),
        (
            good.replace("1 1 0  0 1 0<", "1 1 0  0 1<"),
            "line 5: <float_array>: `count` is 12, but there are 11",
        ),
        (
            good.replace("count='4'", "count='7'"),
            "line 6: <accessor>: it takes 7 vertices, but its array has 12 numbers",
        ),
        (
            good.replace("count='4'", "count='4' offset='1'"),
            "line 6: <accessor>: it takes 4 vertices, but its array has 12 numbers",
        ),
        (
            good.replace("count='4'", "count='18446744073709551615'"),
            "line 6: <accessor>: it takes 18446744073709551615 vertices, but its array has 12 numbers",
        ),
    ] {
        let error = load("part.dae", text.as_bytes()).expect_err(problem).to_string();
        assert!(error.contains(problem), "{problem}: {error}");
    }
    // An accessor may take a part of an array.
    let part = document("", NODE)
        .replace("count='4'", "count='3'")
        .replace("</vertices>", &format!("</vertices><triangles count='1'>{input}<p>0 1 2</p></triangles>"));
    assert_eq!(load("part.dae", part.as_bytes()).unwrap().triangle_count(), 1);
}

#[test]
fn counts_that_lie() {
    let input = "<input semantic='VERTEX' source='#v' offset='0'/>";
    let list = format!("<polylist>{input}<vcount>99999999999</vcount><p>0 1 2</p></polylist>");
    let error = load("part.dae", document(&list, NODE).as_bytes()).expect_err("too many").to_string();
    assert!(error.contains("more corners than there are"), "{error}");
}

/// Notes of other programs, even where they have the name of an element of COLLADA. Declared or not.
#[test]
fn elements_and_attributes_of_other_namespaces_are_ignored() {
    let good = document(TRIANGLES, NODE);
    let expected = load("a.dae", good.as_bytes()).unwrap();
    for (before, after) in [
        ("<asset>", "<asset><zz:unit meter='7'/><zz:up_axis>Y_UP</zz:up_axis>"),
        ("meter=", "zz:meter='7' meter="),
        (
            "<library_visual",
            "<zz:library_geometries><geometry id='g'/><mesh id='v'/></zz:library_geometries><library_visual",
        ),
        ("<geometry id", "<geometry zz:id='z' zz:name='z' id"),
        ("<mesh>", "<mesh><zz:triangles count='1'/><zz:lines/>"),
        ("<triangles count", "<triangles zz:count='9' count"),
        (
            "<input semantic='VERTEX'",
            "<zz:input semantic='VERTEX'/><input zz:semantic='z' zz:offset='5' semantic='VERTEX'",
        ),
        ("<p>", "<zz:p>0 0</zz:p><p>"),
        ("stride=", "zz:offset='2' zz:stride='1' stride="),
        (
            "<node name='a'>",
            "<node name='a' zz:name='z'><zz:scale>2 2 2</zz:scale><zz:instance_geometry url='#g'/>",
        ),
        ("url='#g'", "zz:url='#none' url='#g'"),
    ] {
        assert!(good.contains(before), "{before}");
        let noted = good.replace(before, after);
        for (text, warnings) in
            [(noted.clone(), 1), (noted.replacen("<COLLADA ", "<COLLADA xmlns:zz='urn:zz' ", 1), 0)]
        {
            let scene = load("a.dae", text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((&scene.objects, &scene.meshes), (&expected.objects, &expected.meshes), "{text}");
            assert_eq!(scene.warnings.len(), warnings, "{text}: {:?}", scene.warnings);
        }
    }
    // The namespace of the file may have a prefix.
    let (declaration, rest) = good.split_once('\n').expect("a declaration");
    let prefixed = rest.replace("</", "<\u{0}").replace('<', "<c:").replace("<c:\u{0}", "</c:");
    let text = format!("{declaration}\n{}", prefixed.replace("xmlns=", "xmlns:c="));
    let scene = load("a.dae", text.as_bytes()).unwrap();
    assert_eq!((scene.objects, scene.meshes, scene.warnings.len()), (expected.objects, expected.meshes, 0));
}
