//! 3MF: units, items, components, other parts, and archives that mean harm.

use crate::fixtures::*;
use impinge::glam::DVec3;
use impinge_scene::{SceneError, UpAxis};

/// A tetrahedron with edges of 1 along the axes.
const MESH: &str = "<mesh><vertices><vertex x='0' y='0' z='0'/><vertex x='1' y='0' z='0'/><vertex x='0' y='1' z='0'/>\
                    <vertex x='0' y='0' z='1'/></vertices><triangles><triangle v1='0' v2='2' v3='1'/>\
                    <triangle v1='0' v2='1' v3='3'/><triangle v1='1' v2='2' v3='3'/>\
                    <triangle v1='2' v2='0' v3='3'/></triangles></mesh>";

#[test]
fn units_items_and_components() {
    let xml = model(
        "unit='inch'",
        &format!(
            "<object id='1' name='tip'>{MESH}</object>\
             <object id='2' name='pair'><components><component objectid='1'/>\
             <component objectid='1' transform='0 1 0 -1 0 0 0 0 1 10 0 0'/></components></object>"
        ),
        "<item objectid='2' transform='1 0 0 0 1 0 0 0 1 0 0 100'/><item objectid='1' partnumber='spare'/>",
    );
    let scene = load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).unwrap();
    assert_eq!(warnings(&scene), [""; 0]);
    let paths: Vec<&str> = scene.objects.iter().map(|object| object.path.as_str()).collect();
    assert_eq!(paths, ["part.3mf/pair/tip", "part.3mf/pair/tip #2", "part.3mf/spare"]);
    assert_eq!(scene.meshes.len(), 1);
    // The image of (1 in, 0, 0): in the second component x goes to y, then 10 in along x and 100 in up.
    let tip = |object: usize| scene.objects[object].transform.transform_point3(DVec3::new(0.0254, 0.0, 0.0));
    let near = |found: DVec3, inches: [f64; 3]| {
        assert!((found - DVec3::from(inches) * 0.0254).length() < 1e-12, "{found}")
    };
    near(tip(0), [1.0, 0.0, 100.0]);
    near(tip(1), [10.0, 1.0, 100.0]);
    near(tip(2), [1.0, 0.0, 0.0]);
    let file = &scene.files[0];
    assert_eq!((file.metres_per_unit, file.has_unit, file.up), (0.0254, true, Some(UpAxis::Z)));
}

#[test]
fn every_unit() {
    for (unit, metres) in
        [("micron", 1e-6), ("millimeter", 1e-3), ("centimeter", 1e-2), ("foot", 0.3048), ("meter", 1.0)]
    {
        let xml = model(
            &format!("unit='{unit}'"),
            &format!("<object id='1'>{MESH}</object>"),
            "<item objectid='1'/>",
        );
        let scene = load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).unwrap();
        assert_eq!(scene.meshes[0].positions.iter().map(|p| p.x).fold(0.0, f64::max), metres, "{unit}");
        assert_eq!(scene.objects[0].path, "part.3mf/object 1");
    }
}

#[test]
fn objects_in_other_parts() {
    let root = model(
        "",
        "<object id='7' name='plate'><components>\
         <component xmlns:p='http://schemas.microsoft.com/3dmanufacturing/production/2015/06' p:path='/3D/Objects/a.model' \
         objectid='1'/></components></object>",
        "<item objectid='7'/>",
    );
    let other = model("", &format!("<object id='1' name='gear'>{MESH}</object>"), "");
    let relationships = "<Relationships><Relationship Id='r' Target='/model/root.model' \
                         Type='http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel'/></Relationships>";
    let parts =
        [("_rels/.rels", relationships), ("model/root.model", &root[..]), ("3D/Objects/a.model", &other[..])];
    let scene = load("plate.3mf", &three_mf(&parts)).unwrap();
    assert_eq!(scene.objects[0].path, "plate.3mf/plate/gear");
}

#[test]
fn undeclared_prefixes_are_warnings() {
    let xml =
        model("", &format!("<object id='1'>{MESH}<x:note a='1'/></object>"), "<item objectid='1' y:id='7'/>");
    let scene = load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).unwrap();
    assert_eq!(scene.objects.len(), 1);
    let said = warnings(&scene);
    assert!(said.len() == 2 && said[0].contains("the prefix `x` is not declared"), "{said:?}");
    assert!(said[1].starts_with("3D/3dmodel.model: line ") && said[1].contains("`y`"), "{said:?}");
    // A path without a known namespace still leads to another part: object 1 of this one is another object.
    let component = "<object id='1'><components><component objectid='2'/></components></object>\
                     <object id='2'><components><component objectid='1' p:path='/3D/b.model'/></components></object>";
    let xml = model("", component, "<item objectid='1'/>");
    let other = model("", &format!("<object id='1'>{MESH}</object>"), "");
    let scene = load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml), ("3D/b.model", &other)])).unwrap();
    assert_eq!(scene.meshes[0].triangles.len(), 4);
    // So are those of the relationships of the archive.
    let relationships =
        "<Relationships>\n<Relationship Target='/3D/b.model' Type='x/3dmodel' z:a='1'/></Relationships>";
    let other = model("", &format!("<object id='1'>{MESH}</object>"), "<item objectid='1'/>");
    let scene =
        load("part.3mf", &three_mf(&[("_rels/.rels", relationships), ("3D/b.model", &other)])).unwrap();
    assert!(
        scene.objects.len() == 1 && warnings(&scene)[0].starts_with("_rels/.rels: line 2: the prefix `z`")
    );
    // What is required has to be declared.
    let xml = model("requiredextensions='q'", &format!("<object id='1'>{MESH}<q:a/></object>"), "");
    let error = load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).expect_err("required").to_string();
    assert!(error.contains("q (no namespace has this prefix)"), "{error}");
}

#[test]
fn errors_name_part_and_line() {
    let good = format!("<object id='1'>{MESH}</object>");
    let item = "<item objectid='1'/>";
    for (xml, place, problem) in [
        (model("", &good.replace("v3='1'", "v3='4'"), item), "<triangle>", "uses vertex 4"),
        (model("", &good.replace("v3='1'", "v3='-1'"), item), "<triangle>", "`-1`"),
        (model("", &good.replace("v3='1'", ""), item), "<triangle>", "no attribute `v3`"),
        (model("", &good.replace("x='1'", "x='one'"), item), "line 3: <vertex>", "`one`"),
        (model("unit='yard'", &good, item), "<model>", "`yard`"),
        (model("", &good, "<item objectid='2'/>"), "object 2", "does not exist"),
        (model("", &good, "<item objectid='1' transform='1 0 0'/>"), "<item>", "twelve numbers"),
        (model("", "<object id='1'/>", item), "<object>", "neither a mesh nor components"),
        (model("", &format!("{good}{good}"), item), "<object>", "a second object"),
        (
            model("", "<object id='1'><components><component objectid='1'/></components></object>", item),
            "object 1",
            "more than 64 deep",
        ),
        ("<model><build>".to_owned(), "3D/3dmodel.model: line 1", ""),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><model/>".to_owned(), "3D/3dmodel.model: line 1", "DTD"),
    ] {
        let error =
            load("broken.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).expect_err(problem).to_string();
        assert!(error.contains(place) && error.contains(problem), "{place}, {problem}: {error}");
    }
    let error = load("empty.3mf", &three_mf(&[])).expect_err("no model").to_string();
    assert!(error.contains("empty.3mf"), "{error}");
}

#[test]
fn not_finite_and_empty() {
    let broken = MESH.replace("z='1'", "z='nan'");
    let xml = model(
        "",
        &format!("<object id='1' name='a'>{broken}</object><object id='2' name='b'><mesh/></object>"),
        "<item objectid='1'/><item objectid='2'/>",
    );
    let scene = load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).unwrap();
    assert_eq!(scene.triangle_count(), 1);
    let text = warnings(&scene).join("\n");
    assert!(text.contains("3 triangles skipped") && text.contains("object 2: left out"), "{text}");
}

/// Who does not know what a file requires would see less than there is.
#[test]
fn required_extensions() {
    let with = |prefix: &str, namespace: &str| {
        let xml = model(
            &format!("requiredextensions=' {prefix} ' xmlns:{prefix}='{namespace}'"),
            &format!("<object id='1'>{MESH}</object>"),
            "<item objectid='1'/>",
        );
        load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)]))
    };
    for namespace in ["production/2015/06", "material/2015/02", "trianglesets/2021/07"] {
        let namespace = format!("http://schemas.microsoft.com/3dmanufacturing/{namespace}");
        assert_eq!(with("any", &namespace).expect(&namespace).warnings, []);
    }
    let beams = "http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02";
    let error = with("b", beams).expect_err("beams").to_string();
    let told = format!(
        "part.3mf: requires the extension b ({beams}), which is not supported; export the scene without it"
    );
    assert_eq!(error, told);
    let slices = "http://schemas.microsoft.com/3dmanufacturing/slice/2015/07";
    assert!(matches!(with("s", slices), Err(SceneError::UnsupportedExtension { .. })));

    let xml = model("requiredextensions='q'", "", "");
    let error =
        load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).expect_err("no namespace").to_string();
    assert!(error.contains("q (no namespace has this prefix)"), "{error}");
}

#[test]
fn beams_that_are_not_required_are_told() {
    let lattice =
        "<b:beamlattice xmlns:b='http://schemas.microsoft.com/3dmanufacturing/beamlattice/2017/02'/></mesh>";
    let mesh = MESH.replace("</mesh>", lattice);
    let xml =
        model("", &format!("<object id='1'>{mesh}</object>"), "<item objectid='1'/><item objectid='1'/>");
    let scene = load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).unwrap();
    let told = "3D/3dmodel.model: object 1: the beams of its lattice are not supported, only its triangles";
    assert_eq!((scene.objects.len(), warnings(&scene)), (2, vec![told.to_owned()]));
}

/// Slices are the object where the mesh is at low resolution only.
#[test]
fn low_resolution_meshes_of_slices_are_warned_of() {
    let xmlns = "xmlns:s='http://schemas.microsoft.com/3dmanufacturing/slice/2015/07'";
    let object = |attributes: &str, content: &str| {
        let objects = format!(
            "<s:slicestack id='9' zbottom='0'><s:slice ztop='5'/></s:slicestack>\
             <object id='1' {attributes}>{content}</object>"
        );
        let xml = model(xmlns, &objects, "<item objectid='1'/><item objectid='1'/>");
        load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).unwrap()
    };
    for attributes in ["", "s:slicestackid='9'", "s:slicestackid='9' s:meshresolution='fullres'"] {
        assert_eq!(warnings(&object(attributes, MESH)), [""; 0], "{attributes}");
    }
    let low = "s:slicestackid='9' s:meshresolution='lowres'";
    let scene = object(low, MESH);
    let expected = "3D/3dmodel.model: object 1: its triangles are only an approximation (meshresolution lowres) of slice stack 9, which is printed, but is not supported";
    assert_eq!((scene.objects.len(), warnings(&scene)), (2, vec![expected.to_owned()]));
    // The object itself is put together of others.
    let components = "<components><component objectid='2'/></components>";
    let objects = format!("<object id='2'>{MESH}</object><object id='1' {low}>{components}</object>");
    let xml = model(xmlns, &objects, "<item objectid='1'/>");
    let scene = load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).unwrap();
    assert_eq!(warnings(&scene), [expected]);

    let text = warnings(&object("s:slicestackid='9'", "<mesh><vertices/><triangles/></mesh>")).join("\n");
    assert!(text.contains("its shape is slice stack 9, which is not supported"), "{text}");
    let supports = object(&format!("{low} type='support'"), MESH);
    assert!(!warnings(&supports).join("").contains("slice"), "{supports:?}");
}

#[test]
fn alternatives_at_low_resolution_are_warned_of() {
    let xmlns = "xmlns:a='http://schemas.microsoft.com/3dmanufacturing/production/alternatives/2021/04'";
    let alternatives = "<a:alternatives><a:alternative objectid='2'/></a:alternatives>";
    let scene = |resolution: &str| {
        let objects =
            format!("<object id='1' a:modelresolution='{resolution}'>{MESH}{alternatives}</object>");
        let xml = model(xmlns, &objects, "<item objectid='1'/>");
        warnings(&load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).unwrap()).join("\n")
    };
    assert_eq!(scene("fullres"), "");
    for resolution in ["lowres", "obfuscated"] {
        let text = scene(resolution);
        assert!(text.contains(&format!("modelresolution {resolution}")), "{text}");
    }
}

/// Booleans, level sets, displaced meshes: of extensions that should be required, but are not always.
#[test]
fn geometry_of_extensions_is_warned_of() {
    let of = |content: &str| {
        let objects = format!("<object id='2'>{MESH}</object><object id='1'>{content}</object>");
        let xml =
            model("xmlns:e='http://schemas.3mf.io/e'", &objects, "<item objectid='1'/><item objectid='2'/>");
        load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)]))
    };
    for (element, what) in [
        ("booleanshape", "which joins, cuts or intersects other objects"),
        ("levelset", "a shape defined by a function"),
        ("displacementmesh", "a mesh with displaced triangles"),
        ("unheard", "geometry of an extension"),
    ] {
        let scene = of(&format!("<e:{element} objectid='2'/>")).unwrap();
        let expected = format!(
            "3D/3dmodel.model: object 1: <{element}>, {what}, is not supported: the object is left out"
        );
        assert_eq!((scene.objects.len(), warnings(&scene)), (1, vec![expected]));
        let scene = of(&format!("<metadatagroup/>{MESH}<e:{element} objectid='2'/>")).unwrap();
        let text = warnings(&scene).join("\n");
        assert!(
            scene.objects.len() == 2
                && text.contains("is not supported: only the rest of the object is used"),
            "{text}"
        );
    }
    let error = of("<metadatagroup/>").expect_err("nothing there").to_string();
    assert!(error.contains("neither a mesh nor components"), "{error}");
}

#[test]
fn second_root_models_are_warned_of() {
    let xml = |name: &str| {
        let object = format!("<object id='1' name='{name}'>{MESH}</object>");
        model("", &object, "<item objectid='1'/>")
    };
    let of = |targets: &[&str], second: &str| {
        let listed: String = targets
            .iter()
            .map(|target| {
                format!("<Relationship Target='{target}' Type='http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel'/>")
            })
            .collect();
        let relationships = format!("<Relationships>{listed}</Relationships>");
        let parts = [("_rels/.rels", &relationships[..]), ("3D/a.model", &xml("a")), ("3D/b.model", second)];
        load("two.3mf", &three_mf(&parts)).unwrap()
    };
    let scene = of(&["/3D/a.model", "/3D/b.model"], &xml("b"));
    let expected =
        "3D/b.model: not built: the archive has several root models, and only the first is used, 3D/a.model";
    assert_eq!((scene.objects[0].path.as_str(), warnings(&scene)), ("two.3mf/a", vec![expected.to_owned()]));
    // Named twice, or not even a model: the one is no loss, the other is named.
    assert_eq!(warnings(&of(&["/3D/a.model", "3D/a.model"], "")), [""; 0]);
    assert_eq!(warnings(&of(&["/3D/a.model", "3D/b.model"], "broken")), [expected]);
}

/// What is not printed counts, as it stands there; what only holds others does not.
#[test]
fn supports_are_left_out() {
    let part = |id: usize, kind: &str| format!("<object id='{id}' type='{kind}'>{MESH}</object>");
    let objects = format!("{}{}{}", part(1, "model"), part(2, "support"), part(3, "solidsupport"));
    let items = "<item objectid='1'/><item objectid='2'/><item objectid='1' printable='0'/>";
    let load_items = |items: &str| {
        let xml = model("", &objects, items);
        load("part.3mf", &three_mf(&[("3D/3dmodel.model", &xml)])).unwrap()
    };
    let scene = load_items(items);
    let told = "support left out: supports are removed after printing";
    assert_eq!((scene.objects.len(), warnings(&scene)), (2, vec![format!("3D/3dmodel.model: 1 {told}")]));
    let scene = load_items(&format!("{items}<item objectid='3'/>"));
    let told = told.replacen("support", "supports", 1);
    assert_eq!((scene.objects.len(), warnings(&scene)), (2, vec![format!("3D/3dmodel.model: 2 {told}")]));
}

/// 200 MB of spaces fit into 200 kB.
#[test]
fn archives_that_grow_too_large() {
    let spaces = " ".repeat(200_000_000);
    let bytes = three_mf(&[("3D/3dmodel.model", &spaces)]);
    let error = load("bomb.3mf", &bytes).expect_err("a bomb").to_string();
    assert!(error.contains("unpacks to more than 250 times"), "{error}");
}

/// Twenty objects, each twice the one before: a million copies.
#[test]
fn objects_that_multiply() {
    let double = |id: usize| {
        let inner = id - 1;
        format!(
            "<object id='{id}'><components><component objectid='{inner}'/><component objectid='{inner}'/></components></object>"
        )
    };
    let objects: String = (2..=40).map(double).collect();
    let leaf = "<object id='1'><components/></object>";
    let xml = model("", &format!("{leaf}{objects}"), "<item objectid='40'/>");
    let options = impinge_scene::LoadOptions { max_objects: 10_000, ..Default::default() };
    let bytes = three_mf(&[("3D/3dmodel.model", &xml)]);
    let error = impinge_scene::load_bytes("many.3mf".as_ref(), &bytes, &options).expect_err("too many");
    assert!(matches!(error, SceneError::TooLarge { .. }), "{error}");
}

/// As people pack files to send them.
#[test]
fn another_archive_is_to_be_unpacked() {
    let told = "parts.zip: is an archive without a 3MF model, which is not supported; unpack it, and give the scene files in it";
    let error = load("parts.zip", &three_mf(&[("plate.obj", "v 0 0 0")])).expect_err("no model").to_string();
    assert_eq!(error, told);
}

#[test]
fn every_cut_of_an_archive_is_an_error() {
    let xml = model("", &format!("<object id='1'>{MESH}</object>"), "<item objectid='1'/>");
    let whole = three_mf(&[("3D/3dmodel.model", &xml)]);
    for length in (1..whole.len()).step_by(7) {
        assert!(load("cut.3mf", &whole[..length]).is_err(), "{length} bytes");
    }
}

const CORE: &str = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02";

/// Two objects and a build, with what is put in at each place.
fn annotated(
    root: &str,
    resource: &str,
    object: &str,
    mesh: &str,
    list: &str,
    component: &str,
    build: &str,
) -> String {
    let inner = MESH
        .replace("<mesh>", &format!("<mesh>{mesh}"))
        .replace("<triangles>", &format!("<triangles>{list}"));
    let resources = format!(
        "{resource}<object {object} id='1' name='tip'>{inner}</object><object id='2' name='pair'><components>{component}\
         <component objectid='1'/></components></object>"
    );
    model(root, &resources, &format!("{build}<item objectid='2'/>"))
}

fn read_model(xml: &str) -> impinge_scene::Scene {
    let scene = load("part.3mf", &three_mf(&[("3D/3dmodel.model", xml)]));
    scene.unwrap_or_else(|error| panic!("{xml}: {error}"))
}

/// Notes of other programs, even where they have the name of an element of 3MF. Declared or not.
#[test]
fn elements_and_attributes_of_other_namespaces_are_ignored() {
    let plain = read_model(&annotated("", "", "", "", "", "", ""));
    for declared in ["", "xmlns:zz='urn:zz'"] {
        for xml in [
            annotated(&format!("{declared} zz:unit='inch'"), "", "", "", "", "", ""),
            annotated(&format!("{declared} zz:requiredextensions='b'"), "", "", "", "", "", ""),
            annotated(declared, "<zz:object id='1'/><zz:object/>", "", "", "", "", ""),
            annotated(declared, "", "zz:id='7' zz:name='z' zz:type='support'", "", "", "", ""),
            annotated(declared, "", "", "<zz:vertices/><zz:triangles/>", "", "", ""),
            annotated(declared, "", "", "", "<zz:triangle v1='0' v2='0' v3='77'/>", "", ""),
            annotated(declared, "", "", "", "", "<zz:component objectid='1'/>", ""),
            annotated(declared, "", "", "", "", "", "<zz:item objectid='1'/><zz:item/>"),
            annotated(declared, "", "", "", "", "", "").replace(
                "<item",
                "<item zz:objectid='1' zz:transform='5 0 0 0 5 0 0 0 5 9 9 9' zz:partnumber='z' zz:path='/no'",
            ),
        ] {
            let scene = read_model(&xml);
            assert_eq!((&scene.objects, &scene.meshes), (&plain.objects, &plain.meshes), "{xml}");
            assert_eq!(scene.warnings.len(), usize::from(declared.is_empty()), "{xml}: {:?}", scene.warnings);
        }
    }
    // Those of others are not the attributes of the extensions either.
    let slices = "xmlns:zz='urn:zz'";
    let of = "zz:slicestackid='1' zz:meshresolution='lowres' zz:modelresolution='lowres'";
    assert_eq!(read_model(&annotated(slices, "", of, "<zz:beamlattice/>", "", "", "")).warnings, []);
    // A default namespace of an element counts as well, since 3MF has a namespace.
    let other = annotated("", "", "", "", "", "", "<item xmlns='urn:zz' objectid='1'/>");
    assert_eq!(read_model(&other).objects, plain.objects);
    // An object of nothing but a mesh of others has no mesh.
    let xml = model("xmlns:zz='urn:zz'", "<object id='1'><zz:mesh/></object>", "<item objectid='1'/>");
    let scene = read_model(&xml);
    assert!(scene.objects.is_empty() && warnings(&scene)[0].contains("<mesh>, geometry of an extension"));
    // So are those of the relationships of the archive.
    let relationships = "<Relationships xmlns='urn:r' xmlns:zz='urn:zz'><zz:Relationship Target='/no' Type='x/3dmodel'/>\
                         <Relationship Target='/3D/a.model' zz:Target='/no' Type='x/3dmodel'/></Relationships>";
    let xml = annotated("", "", "", "", "", "", "");
    let scene = load("part.3mf", &three_mf(&[("_rels/.rels", relationships), ("3D/a.model", &xml)])).unwrap();
    assert_eq!((scene.objects, scene.warnings.len()), (plain.objects, 0));
}

#[test]
fn core_is_read_by_any_prefix() {
    let plain = annotated("", "", "", "", "", "", "");
    let expected = read_model(&plain);
    let (declaration, rest) = plain.split_once('\n').expect("a declaration");
    let rest = rest.replace(&format!("xmlns='{CORE}'"), "");
    let prefixed = rest.replace("</", "<\u{0}").replace('<', "<m3:").replace("<m3:\u{0}", "</m3:");
    let by_prefix = prefixed.replacen("<m3:model", &format!("<m3:model xmlns:m3='{CORE}'"), 1);
    // Items with the prefix, the rest without, in a default namespace, the core itself or none.
    let mixed = |namespace: &str| {
        plain
            .replace(&format!("xmlns='{CORE}'"), &format!("xmlns:m3='{CORE}' {namespace}"))
            .replace("<item", "<m3:item")
            .replace("<triangle ", "<m3:triangle ")
    };
    let both = by_prefix.replace("xmlns:m3", "xmlns='urn:zz' xmlns:m3");
    for xml in [
        format!("{declaration}\n{rest}"),
        format!("{declaration}\n{by_prefix}"),
        format!("{declaration}\n{both}"),
        mixed(&format!("xmlns='{CORE}'")),
        mixed(""),
    ] {
        let scene = read_model(&xml);
        assert_eq!((&scene.objects, &scene.meshes), (&expected.objects, &expected.meshes), "{xml}");
        assert_eq!(scene.warnings, []);
    }
}
