//! Nodes of glTF: how objects are named after them, and what a document says about itself.

use crate::fixtures::*;
use impinge::glam::dvec3;
use impinge_scene::{Scene, SceneError};
use serde_json::{Value, json};

fn message(result: Result<Scene, SceneError>) -> String {
    result.expect_err("a bad file").to_string()
}

#[test]
fn equal_names_get_numbers() {
    let scene = load_square(|json| {
        json["scenes"][0]["nodes"] = json!([0, 1]);
        json["nodes"] = json!([{"name": "Bolt", "mesh": 0}, {"name": "Bolt", "mesh": 0}]);
    })
    .unwrap();
    assert_eq!(scene.objects[1].path, "square.glb/Bolt #2");
    assert_eq!(scene.objects[1].name, "Bolt");
}

/// The mesh or the group has a name more often than the node between them.
#[test]
fn nodes_without_a_name_take_that_of_their_mesh_or_of_what_holds_them() {
    let scene = load_square(|json| {
        json["scenes"][0]["nodes"] = json!([0, 5, 7]);
        json["nodes"] = json!([
            {"name": "Engine", "children": [1, 2, 3]},
            {"mesh": 0},
            {"mesh": 1, "name": ""},
            {"children": [4]},
            {"mesh": 1},
            {"mesh": 2},
            {"mesh": 3, "name": "Lid"},
            {"mesh": 1, "children": [6, 8]},
            {"mesh": 3}
        ]);
        let mesh = json["meshes"][0].clone();
        let named = |name: Option<&str>| {
            let mut mesh = mesh.clone();
            mesh["name"] = json!(name);
            mesh
        };
        json["meshes"] = json!([named(Some("Piston")), named(None), named(Some("Rod")), named(Some("Lid"))]);
    })
    .unwrap();
    let names: Vec<[&str; 2]> =
        scene.objects.iter().map(|object| [&object.name[..], &object.path[..]]).collect();
    let expected = [
        ["Piston", "square.glb/Engine/Piston"],
        ["Engine (node 2)", "square.glb/Engine/node 2"],
        ["Engine (node 4)", "square.glb/Engine/node 3/node 4"],
        ["Rod", "square.glb/Rod"],
        ["node 7", "square.glb/node 7"],
        ["Lid", "square.glb/node 7/Lid"],
        ["Lid (node 8)", "square.glb/node 7/Lid (node 8)"],
    ];
    assert_eq!(names, expected);
    assert!(scene.warnings.is_empty(), "{:?}", scene.warnings);
}

/// The specification allows one of both.
#[test]
fn matrix_beside_other_transforms_is_warned_of() {
    let matrix = json!([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]);
    let of = |parts: Value| {
        let scene = load_square(|json| {
            json["nodes"][0]["matrix"] = matrix.clone();
            for (name, value) in parts.as_object().unwrap() {
                json["nodes"][0][name] = value.clone();
            }
        });
        let scene = scene.unwrap();
        assert_eq!(scene.objects[0].transform.translation, dvec3(5.0, 0.0, 0.0));
        warnings(&scene)
    };
    for (parts, named) in [
        (json!({"translation": [1, 2, 3]}), "translation"),
        (json!({"rotation": [0, 0, 0, 1]}), "rotation"),
        (json!({"scale": [2, 2, 2], "translation": [0, 0, 0]}), "translation, scale"),
    ] {
        let expected = format!(
            "node 0 (Square): has a matrix and also {named}, which glTF does not allow: the matrix is used, {named} is ignored"
        );
        assert_eq!(of(parts), [expected]);
    }
    assert_eq!(of(json!({})), [""; 0]);
    assert_eq!(of(json!({"translation": null})), [""; 0]);
}

/// Some writers have numbers there, which is no reason to refuse what can be read.
#[test]
fn versions_that_are_numbers_are_warned_of() {
    let of = |asset: &str| {
        let json = format!(
            r#"{{"asset":{asset},"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
            "accessors":[{{"componentType":5126,"type":"VEC3","count":3}}]}}"#
        );
        load("a.gltf", json.as_bytes())
    };
    assert!(warnings(&of(r#"{"version":"2.0"}"#).unwrap()).iter().all(|told| !told.contains("version")));
    for asset in [r#"{"version":2.0}"#, r#"{"version":2}"#, r#"{"version":"2.1","minVersion":2.0}"#] {
        let told = warnings(&of(asset).unwrap());
        let expected = "asset: the version is a number, but must be text: read as \"2.0\"";
        assert_eq!(told[0], expected, "{asset}");
    }
    assert!(message(of(r#"{"version":3.0}"#)).contains("is glTF version 3.0, only version 2.0"));
    assert!(message(of(r#"{"version":1}"#)).contains("glTF 1.0 is not supported"));
    let error = message(of(r#"{"version":[2]}"#));
    assert!(error.contains("asset.version: a version is text, as in `\"2.0\"`"), "{error}");
}

#[test]
fn gltf_1_0_is_recognised() {
    let expected = |version: &str| {
        format!("glTF {version} is not supported; convert it to 2.0, for example with `gltf-pipeline")
    };
    for (json, version) in [
        (r#"{"asset":{"version":"1.0"}}"#, "1.0"),
        (r#"{"asset":{"version":"1.0.1"},"meshes":{}}"#, "1.0.1"),
        (r#"{"asset":{"version":1},"nodes":{"a":{"meshes":["m"]}}}"#, "1.0"),
        (r#"{"asset":{"version":"0.8"},"nodes":{}}"#, "0.8"),
        (r#"{"accessors":{"a":{}},"scene":"s","scenes":{"s":{"nodes":[]}}}"#, "1.0"),
        // Maps are those of 1.0, whatever the version claims.
        (r#"{"asset":{"version":"2.0"},"buffers":{"b":{"byteLength":0}}}"#, "1.0"),
    ] {
        let error = message(load("a.gltf", json.as_bytes()));
        assert!(error.starts_with("a.gltf: ") && error.contains(&expected(version)), "{json}: {error}");
    }
    // The first GLB had another header: version, length, length and kind of its content.
    let mut old = b"glTF".to_vec();
    old.extend([1_u32, 22, 2, 0].iter().flat_map(|number| number.to_le_bytes()));
    old.extend(b"{}");
    assert!(message(load("a.glb", &old)).contains(&expected("1.0")));
    // The asset of another format has such a version too.
    let tileset = br#"{"asset":{"version":"1.0"},"geometricError":5,"root":{"geometricError":0}}"#;
    assert!(message(load("tileset.json", tileset)).contains("is a tileset of 3D Tiles"));
    let error = message(load("a.gltf", br#"{"asset":{"version":"2.0"},"nodes":[{"mesh":{}}]}"#));
    assert!(error.contains("nodes[0].mesh: invalid type: map"), "{error}");
}
