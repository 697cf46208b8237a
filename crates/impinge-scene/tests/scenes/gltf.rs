//! glTF and GLB: what is read, and how bad files are met.

use crate::fixtures::*;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use impinge::glam::{DVec3, dvec3};
use impinge_scene::{LoadOptions, Scene, SceneError, Unit, load_bytes};
use serde_json::{Value, json};

fn corners(scene: &Scene, object: usize) -> Vec<DVec3> {
    let object = &scene.objects[object];
    scene.meshes[object.mesh].positions.iter().map(|&p| object.transform.transform_point3(p)).collect()
}

fn message(result: Result<Scene, SceneError>) -> String {
    result.expect_err("a bad file").to_string()
}

#[test]
fn a_square() {
    let scene = load_square(|_| ()).unwrap();
    assert_eq!(scene.objects.len(), 1);
    assert_eq!(scene.objects[0].name, "Square");
    assert_eq!(scene.objects[0].path, "square.glb/Square");
    assert_eq!(scene.meshes[0].name, "Plate");
    assert_eq!(scene.meshes[0].triangles, [[0, 1, 2], [0, 2, 3]]);
    assert_eq!(corners(&scene, 0)[2], dvec3(1.0, 1.0, 0.0));
    assert!(scene.warnings.is_empty() && !scene.objects[0].is_animated);
}

#[test]
fn poses_compose_and_instances_share_the_mesh() {
    let scene = load_square(|json| {
        json["scenes"][0]["nodes"] = json!([2, 1]);
        json["nodes"] = json!([
            {"mesh": 0, "scale": [2, 2, 2]},
            {"name": "Twin", "mesh": 0},
            {"name": "Arm", "children": [0, 3], "translation": [10, 0, 0], "rotation": [0, 0, 1, 1]},
            {"name": "Twin", "mesh": 0, "matrix": [0,1,0,0, -1,0,0,0, 0,0,1,0, 2600000.0009765625,0,0,1]}
        ]);
    })
    .unwrap();
    let paths: Vec<&str> = scene.objects.iter().map(|object| object.path.as_str()).collect();
    assert_eq!(paths, ["square.glb/Arm/Plate", "square.glb/Arm/Twin", "square.glb/Twin"]);
    assert_eq!(scene.meshes.len(), 1);
    assert_eq!(scene.triangle_count(), 6);
    // Scaled by two, turned a quarter, moved by ten: (1, 0) → (2, 0) → (0, 2) → (10, 2).
    assert_eq!(corners(&scene, 0)[1], dvec3(10.0, 2.0, 0.0));
    // A micrometre at 2,600 km, which f32 would lose, is turned into y.
    assert_eq!(corners(&scene, 1)[0], dvec3(10.0, 2_600_000.000_976_562_5, 0.0));
}

#[test]
fn without_a_default_scene_all_roots_are_taken() {
    let scene = load_square(|json| {
        json.as_object_mut().unwrap().remove("scene");
        json["nodes"] = json!([{"mesh": 0}, {"children": [0]}, {"mesh": 0}]);
    })
    .unwrap();
    let paths: Vec<&str> = scene.objects.iter().map(|object| object.path.as_str()).collect();
    assert_eq!(paths, ["square.glb/node 1/Plate (node 0)", "square.glb/Plate (node 2)"]);
}

#[test]
fn other_scenes_are_left_out_with_a_warning() {
    let scene = load_square(|json| json["nodes"] = json!([{"mesh": 0}, {"mesh": 0}])).unwrap();
    assert_eq!(scene.objects.len(), 1);
    assert_eq!(warnings(&scene), ["nodes: 1 node with a mesh outside the default scene: left out"]);
}

#[test]
fn several_scenes_without_a_default_are_one_with_a_warning() {
    let scene = load_square(|json| {
        json["nodes"] = json!([{"mesh": 0}, {"mesh": 0}]);
        json["scenes"] = json!([{"nodes": [0]}, {"nodes": [1]}]);
        json.as_object_mut().unwrap().remove("scene");
    });
    let scene = scene.unwrap();
    assert_eq!(scene.objects.len(), 2);
    let told = "scenes: there are 2, and none is the default one: the nodes of all are used together, which may not be intended";
    assert_eq!(warnings(&scene), [told]);
}

/// As glTF 1.0 had it.
#[test]
fn a_stride_of_0_is_none() {
    let [plain, with] = [false, true].map(|is_said| {
        load_square(|json| {
            if is_said {
                json["bufferViews"][0]["byteStride"] = json!(0);
            }
        })
    });
    let [plain, with] = [plain, with].map(|scene| scene.unwrap().meshes.remove(0));
    assert_eq!(with.positions, plain.positions);
}

#[test]
fn strips_fans_and_plain_lists() {
    let triangles = |mode: u32, indexed: bool| {
        let scene = load_square(|json| {
            let primitive = &mut json["meshes"][0]["primitives"][0];
            primitive["mode"] = json!(mode);
            if !indexed {
                primitive.as_object_mut().unwrap().remove("indices");
            }
        });
        scene.unwrap().meshes[0].triangles.clone()
    };
    assert_eq!(triangles(4, true).len(), 2);
    // Without indices: corners 0 1 2 3. New numbers follow first use.
    assert_eq!(triangles(4, false), [[0, 1, 2]]);
    assert_eq!(triangles(5, false), [[0, 1, 2], [1, 3, 2]]);
    assert_eq!(triangles(6, false), [[0, 1, 2], [1, 3, 2]]);
    // Indices 0 1 2 0 2 3 as a strip: (0 1 2) (1 0 2)→… four triangles, two of them without area, all kept.
    assert_eq!(triangles(5, true), [[0, 1, 2], [1, 0, 2], [2, 0, 2], [0, 3, 2]]);
}

#[test]
fn leftover_corners_lines_and_points_are_counted() {
    let scene = load_square(|json| {
        json["accessors"][1]["count"] = json!(5);
        let primitive = |mode: u32| json!({"attributes": {"POSITION": 0}, "indices": 1, "mode": mode});
        json["meshes"][0]["primitives"] =
            json!([primitive(4), primitive(0), primitive(3), primitive(9), {"attributes": {}}]);
    })
    .unwrap();
    assert_eq!(scene.triangle_count(), 1);
    assert_eq!(
        warnings(&scene),
        [
            "mesh 0 (Plate), primitive 0: 2 corners after the last triangle: ignored",
            "mesh 0 (Plate), primitive 1: skipped: it consists of points, which have no area",
            "mesh 0 (Plate), primitive 2: skipped: it consists of lines, which have no area",
            "mesh 0 (Plate), primitive 3: skipped: mode 9 is not defined in glTF",
            "mesh 0 (Plate), primitive 4: skipped: it has no positions",
        ]
    );
}

#[test]
fn primitives_are_merged_and_meshes_of_the_same_data_stored_once() {
    let scene = load_square(|json| {
        let primitive = json!({"attributes": {"POSITION": 0}, "indices": 1});
        json["meshes"] = json!([
            {"primitives": [primitive, primitive]},
            {"name": "again", "primitives": [primitive, primitive]}
        ]);
        json["nodes"] = json!([{"mesh": 0, "children": [1]}, {"mesh": 1}]);
    })
    .unwrap();
    assert_eq!((scene.objects.len(), scene.meshes.len()), (2, 1));
    assert_eq!(scene.meshes[0].triangles.len(), 4);
    assert_eq!(scene.meshes[0].positions.len(), 4);
}

#[test]
fn quantized_positions() {
    // Component type, normalized, bytes of the corner 127, −128 → as read.
    let first = |component: u32, normalized: bool, bytes: &[u8], stride: usize| {
        let json = json!({
            "asset": {"version": "2.0"}, "extensionsRequired": ["KHR_mesh_quantization"],
            "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": component, "normalized": normalized, "count": 3, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 3 * stride, "byteStride": stride}],
            "buffers": [{"byteLength": 3 * stride}]
        });
        let mut data = bytes.to_vec();
        data.resize(3 * stride, 0);
        load("q.glb", &glb(&json, &data)).unwrap().meshes[0].positions[0]
    };
    let shorts = |numbers: [i16; 3]| numbers.map(i16::to_le_bytes).concat();
    assert_eq!(first(5120, false, &[127, 128, 255], 4), dvec3(127.0, -128.0, -1.0));
    assert_eq!(first(5120, true, &[127, 128, 0], 4), dvec3(1.0, -1.0, 0.0));
    assert_eq!(first(5121, false, &[127, 128, 255], 4), dvec3(127.0, 128.0, 255.0));
    assert_eq!(first(5121, true, &[0, 51, 255], 4), dvec3(0.0, 0.2, 1.0));
    assert_eq!(first(5122, false, &shorts([-32768, 1, 2]), 8), dvec3(-32768.0, 1.0, 2.0));
    assert_eq!(first(5122, true, &shorts([-32768, 32767, 0]), 8), dvec3(-1.0, 1.0, 0.0));
    assert_eq!(first(5123, false, &shorts([-1, 1, 2]), 8), dvec3(65535.0, 1.0, 2.0));
    assert_eq!(first(5123, true, &shorts([-1, 0, 13107]), 8), dvec3(1.0, 0.0, 0.2));
}

#[test]
fn sparse_accessors_replace_elements() {
    let mut data = square_data();
    data.extend([2, 0, 0, 0]);
    data.extend(f32_bytes(&[7.0, 8.0, 9.0]));
    let mut json = square_json();
    json["buffers"][0]["byteLength"] = json!(76);
    json["bufferViews"].as_array_mut().unwrap().extend([
        json!({"buffer": 0, "byteOffset": 60, "byteLength": 4}),
        json!({"buffer": 0, "byteOffset": 64, "byteLength": 12}),
    ]);
    json["accessors"][0]["sparse"] =
        json!({"count": 1, "indices": {"bufferView": 2, "componentType": 5121}, "values": {"bufferView": 3}});
    let scene = load("sparse.glb", &glb(&json, &data)).unwrap();
    assert_eq!(scene.meshes[0].positions[1..3], [dvec3(1.0, 0.0, 0.0), dvec3(7.0, 8.0, 9.0)]);

    // Without dense data the others are zero.
    json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
    let scene = load("sparse.glb", &glb(&json, &data)).unwrap();
    assert_eq!(scene.meshes[0].positions[1..3], [DVec3::ZERO, dvec3(7.0, 8.0, 9.0)]);

    json["accessors"][0]["count"] = json!(4_000_000_000_u32);
    assert!(message(load("sparse.glb", &glb(&json, &data))).contains("declares 4000000000 elements"));
    json["accessors"][0]["count"] = json!(2);
    assert!(message(load("sparse.glb", &glb(&json, &data))).contains("sparse indices"));
}

#[test]
fn harmless_extensions_may_be_required() {
    for extension in [
        "KHR_node_visibility",
        "KHR_materials_unlit",
        "KHR_texture_transform",
        "KHR_xmp_json_ld",
        "EXT_structural_metadata",
        "EXT_mesh_features",
        "KHR_animation_pointer",
        "MSFT_lod",
        "EXT_mesh_manifold",
        "KHR_techniques_webgl",
        "ADOBE_materials_thin_transparency",
    ] {
        let scene = load_square(|json| json["extensionsRequired"] = json!([extension])).unwrap();
        assert_eq!((scene.objects.len(), scene.warnings.len()), (1, 0), "{extension}");
    }
}

/// What is not seen may still be there: colliders of a game, what a switch lets appear.
#[test]
fn hidden_nodes_are_read() {
    let scene = load_square(|json| {
        json["extensionsUsed"] = json!(["KHR_node_visibility"]);
        json["nodes"][0]["extensions"] = json!({"KHR_node_visibility": {"visible": false}});
    })
    .unwrap();
    assert_eq!((scene.objects.len(), scene.warnings.len()), (1, 0));
}

#[test]
fn instancing_makes_an_object_of_each_copy() {
    let scene = load_square(|json| {
        // The four corners serve as four translations.
        json["nodes"][0]["extensions"] =
            json!({"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0}}});
    })
    .unwrap();
    assert_eq!(scene.objects.len(), 4);
    assert_eq!(scene.objects[2].path, "square.glb/Square [2]");
    assert_eq!(corners(&scene, 2)[0], dvec3(1.0, 1.0, 0.0));
}

#[test]
fn warnings_name_the_instance() {
    let mut data = square_data();
    data.extend(f32_bytes(&[0.0, 0.0, 0.0, f32::NAN, 0.0, 0.0, 5.0, 0.0, 0.0]));
    let mut json = square_json();
    json["buffers"][0]["byteLength"] = json!(96);
    let view = json!({"buffer": 0, "byteOffset": 60, "byteLength": 36});
    json["bufferViews"].as_array_mut().unwrap().push(view);
    let three = json!({"bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC3"});
    json["accessors"].as_array_mut().unwrap().push(three);
    json["nodes"][0]["extensions"] = json!({"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 2}}});
    let scene = load("square.glb", &glb(&json, &data)).unwrap();
    let told = "node 0 (Square) [1]: left out: its transform is not finite (a rotation 0 0 0 0, or numbers too large)";
    assert_eq!(warnings(&scene), [told]);
    // The others keep their numbers.
    assert_eq!(scene.objects[1].path, "square.glb/Square [2]");
}

#[test]
fn instances_that_cannot_be_placed() {
    for (attributes, expected) in [
        (json!({}), "neither translation"),
        (json!({"TRANSLATION": 0, "SCALE": 2}), "differ in number"),
        (json!({"TRANSLATION": 3}), "accessor 3 has no data"),
        (json!({"ROTATION": 0}), "do not match rotations (VEC4, float or of 8 or 16 bits)"),
    ] {
        let scene = load_square(|json| {
            let vectors = |count: u64| json!({"componentType": 5126, "count": count, "type": "VEC3"});
            let mut three = vectors(3);
            three["bufferView"] = json!(0);
            json["accessors"].as_array_mut().unwrap().extend([three, vectors(u64::MAX)]);
            json["nodes"][0]["extensions"] = json!({"EXT_mesh_gpu_instancing": {"attributes": attributes}});
        });
        let error = message(scene);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn animation_marks_what_moves() {
    let scene = load_square(|json| {
        json["nodes"] = json!([{"children": [1, 2]}, {"mesh": 0, "children": [3]}, {"mesh": 0}, {"mesh": 0}]);
        json["animations"] = json!([{"channels": [{"sampler": 0, "target": {"node": 1, "path": "rotation"}}], "samplers": []}]);
    })
    .unwrap();
    let animated: Vec<bool> = scene.objects.iter().map(|object| object.is_animated).collect();
    assert_eq!(animated, [true, true, false]); // Nodes 1, 3 (below it), 2.
}

#[test]
fn flattened_objects_stay_with_a_warning() {
    for change in [
        json!({"mesh": 0, "scale": [0, 0, 0]}),
        json!({"mesh": 0, "scale": [1, 1, 0]}),
        json!({"mesh": 0, "matrix": [1,1,0,0, 1,1,0,0, 0,0,1,0, 0,0,0,1]}),
    ] {
        let scene = load_square(|json| json["nodes"][0] = change).unwrap();
        assert_eq!(scene.objects.len(), 1);
        assert!(warnings(&scene)[0].contains("flattens"), "{:?}", scene.warnings);
    }
}

#[test]
fn objects_without_a_finite_place_are_left_out() {
    for (change, why) in [
        (json!({"mesh": 0, "rotation": [0, 0, 0, 0]}), "not finite"),
        (json!({"mesh": 0, "translation": [1e308, 0, 0], "scale": [1.7e308, 1, 1]}), "exceeds the range"),
    ] {
        let scene = load_square(|json| json["nodes"][0] = change).unwrap();
        assert!(scene.objects.is_empty());
        assert!(warnings(&scene)[0].contains(why), "{:?}", scene.warnings);
    }
}

#[test]
fn vertices_that_are_not_finite_cost_their_triangles_only() {
    for bad in [f32::NAN, f32::INFINITY] {
        let mut data = square_data();
        data[36..40].copy_from_slice(&bad.to_le_bytes()); // x of corner 3
        let scene = load("square.glb", &glb(&square_json(), &data)).unwrap();
        assert_eq!(scene.meshes[0].triangles, [[0, 1, 2]]);
        assert_eq!(scene.meshes[0].positions.len(), 3);
        assert_eq!(warnings(&scene), ["mesh 0 (Plate): 1 triangle skipped: a corner is not a finite number"]);
    }
}

#[test]
fn meshes_without_triangles_make_no_objects() {
    let scene = load_square(|json| json["accessors"][1]["count"] = json!(0)).unwrap();
    assert!(scene.objects.is_empty() && scene.meshes.is_empty());
    assert_eq!(
        warnings(&scene),
        [
            "node 0 (Square): left out: its mesh has no triangles",
            "objects: none with triangles was found; add one, or choose another file"
        ]
    );
}

#[test]
fn the_unit_option_does_not_apply() {
    let options = LoadOptions { unit: Some(Unit::Millimetre), ..LoadOptions::default() };
    let scene = load_bytes("a.glb".as_ref(), &glb(&square_json(), &square_data()), &options).unwrap();
    assert_eq!(scene.meshes[0].positions[2], dvec3(1.0, 1.0, 0.0));
}

#[test]
fn damaged_containers() {
    let whole = glb(&square_json(), &square_data());
    for length in 1..whole.len() {
        assert!(load("cut.glb", &whole[..length]).is_err(), "cut at {length}");
    }
    let mut wrong_magic = whole.clone();
    wrong_magic[0] = b'h';
    assert!(message(load("a.glb", &wrong_magic)).contains("neither a binary glTF file"));
    let mut old = whole.clone();
    old[4] = 1;
    assert!(message(load("a.glb", &old)).contains("glTF 1.0 is not supported"));
    // The length of the file and of each chunk claim 4 GB.
    for at in [8, 12] {
        let mut long = whole.clone();
        long[at..at + 4].fill(0xff);
        assert!(matches!(load("a.glb", &long), Err(SceneError::Truncated { needed: 4_294_967_295, .. })));
    }
    // Or less than the header itself has.
    for length in 0..12_u8 {
        let mut short = whole.clone();
        short[8..12].copy_from_slice(&[length, 0, 0, 0]);
        assert!(message(load("a.glb", &short)).contains(&format!("declares a file of only {length} bytes")));
    }
    let mut longer = whole;
    longer.extend([0; 5]);
    assert_eq!(
        warnings(&load("a.glb", &longer).unwrap()),
        ["GLB header: 5 bytes after the declared end: ignored"]
    );
    assert!(
        message(load("a.gltf", b"{\"asset\": 1}")).starts_with("a.gltf: asset: invalid type: integer `1`")
    );
    assert!(message(load("a.gltf", b"{\"asset\": {\"version\": \"3.0\"}}")).contains("version 3.0"));
    assert!(message(load("a.gltf", "[".repeat(100_000).as_bytes())).contains("neither"));
    let deep = format!("{{\"asset\": {{\"version\": \"2.0\"}}, \"extras\": {}", "[".repeat(100_000));
    assert!(message(load("a.gltf", deep.as_bytes())).contains("EOF"));
    let cut_off = br#"{"asset": {"version": "2.0"}, "nodes": [{}, {"na"#;
    let without_data = br#"{"asset": {"version": "2.0"}, "buffers": [{"byteLength": 9}], "bufferViews": [{"buffer": 0, "byteLength": 9}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}], "nodes": [{"mesh": 0}]}"#;
    assert!(
        message(load("a.gltf", without_data))
            .contains("buffer 0: has no URI, and there is no binary chunk as in a .glb file")
    );
    assert!(message(load("a.gltf", cut_off)).starts_with("a.gltf: nodes[1]: EOF while parsing a string"));
}

#[test]
fn chunks_of_extensions_are_ignored() {
    let mut json = square_json();
    json["buffers"][0]["uri"] = json!(format!("data:;base64,{}", STANDARD.encode(square_data())));
    let mut bytes = glb(&json, &[1, 2, 3, 4]);
    let kind = bytes.len() - 8;
    assert_eq!(bytes.splice(kind..kind + 4, *b"EXTN").collect::<Vec<u8>>(), b"BIN\0");
    assert_eq!(load("a.glb", &bytes).unwrap().triangle_count(), 2);
    // As the first chunk it is not what a GLB begins with.
    bytes[16..20].copy_from_slice(b"EXTN");
    assert!(message(load("a.glb", &bytes)).contains("first GLB chunk: is missing or not JSON"));
}

#[test]
fn what_is_not_geometry_is_not_judged() {
    let scene = load_square(|json| {
        json["materials"] = json!([{"emissiveFactor": [1, 1], "normalTexture": {"index": -1}}]);
        json["nodes"][0]["extras"] = json!([1, "two"]);
        json["accessors"][0]["max"] = json!("unknown");
        // The target of KHR_animation_pointer is no node.
        json["animations"] = json!([{"channels": [{"target": {"path": "pointer"}}]}]);
    })
    .unwrap();
    assert_eq!(scene.triangle_count(), 2);
    assert!(scene.warnings.is_empty() && !scene.objects[0].is_animated);
}

#[test]
fn indices_do_not_wrap_at_32_bits() {
    for place in [
        "/scene",
        "/scenes/0/nodes/0",
        "/nodes/0/mesh",
        "/meshes/0/primitives/0/indices",
        "/accessors/0/bufferView",
        "/bufferViews/0/buffer",
    ] {
        let change = |json: &mut Value| *json.pointer_mut(place).unwrap() = json!(1_u64 << 32);
        let error = message(load_square(change));
        assert!(error.contains("4294967296"), "{place}: {error}");
    }
}

/// A change of the document and what the error has to say about it.
macro_rules! errors {
    ($($name:ident: $change:expr => $expected:literal;)*) => {$(
        #[test]
        fn $name() {
            let error = message(load_square($change));
            assert!(error.starts_with("square.glb: ") && error.contains($expected), "{error}");
        }
    )*};
}

errors! {
    index_out_of_range: |json| json["accessors"][0]["count"] = json!(3) => "index 5 is vertex 3, but there are 3";
    missing_node: |json| json["scenes"][0]["nodes"] = json!([1]) => "scene 0: refers to node 1, but the file has 1";
    missing_child: |json| json["nodes"][0]["children"] = json!([8]) => "node 0 (Square): refers to node 8";
    missing_scene: |json| json["scene"] = json!(3) => "refers to scene 3";
    missing_mesh: |json| json["nodes"][0]["mesh"] = json!(9) => "node 0 (Square): refers to mesh 9";
    missing_accessor: |json| json["meshes"][0]["primitives"][0]["indices"] = json!(7) => "mesh 0 (Plate), primitive 0: refers to accessor 7";
    missing_view: |json| json["accessors"][0]["bufferView"] = json!(7) => "accessor 0: refers to buffer view 7";
    missing_buffer: |json| json["bufferViews"][0]["buffer"] = json!(7) => "buffer view 0: refers to buffer 7";
    negative_index: |json| json["nodes"][0]["mesh"] = json!(-1) => "nodes[0].mesh: invalid value: integer `-1`, expected a whole number from 0 on";
    word_for_a_number: |json| json["nodes"][0]["translation"] = json!([0, "x", 0]) => "nodes[0].translation[1]: invalid type: string \"x\", expected a number at line 1";
    view_without_length: |json| { json["bufferViews"][1].as_object_mut().unwrap().remove("byteLength"); } => "bufferViews[1]: missing field `byteLength`";
    cycle: |json| json["nodes"][0]["children"] = json!([0]) => "node 0 (Square): is reached twice";
    shared_child: |json| json["nodes"] = json!([{"children": [1, 1]}, {"mesh": 0}]) => "node 1: is reached twice";
    cycle_without_scene: |json| {
        json.as_object_mut().unwrap().remove("scene");
        json["nodes"] = json!([{"mesh": 0}, {"children": [2]}, {"children": [1]}]);
    } => "node 1: is its own ancestor";
    ten_gigabytes_of_buffer: |json| json["buffers"][0]["byteLength"] = json!(10_000_000_000_u64) => "buffer 0: 10000000000 bytes are declared, but only 60 are present";
    ten_gigabytes_of_view: |json| json["bufferViews"][0]["byteLength"] = json!(10_000_000_000_u64) => "buffer view 0: 10000000000 bytes";
    ten_billion_positions: |json| json["accessors"][0]["count"] = json!(10_000_000_000_u64) => "accessor 0: 120000000000 bytes";
    overflowing_offset: |json| json["accessors"][0]["byteOffset"] = json!(u64::MAX) => "accessor 0";
    overflowing_stride: |json| json["bufferViews"][0]["byteStride"] = json!(u64::MAX) => "accessor 0";
    overlapping_elements: |json| json["bufferViews"][0]["byteStride"] = json!(4) => "stride 4 is less";
    float_indices: |json| json["accessors"][1]["componentType"] = json!(5126) => "do not match indices (SCALAR, unsigned) of mesh 0 (Plate), primitive 0";
    double_positions: |json| json["accessors"][0]["componentType"] = json!(5130) => "component type 5130 and type VEC3 do not match vectors (VEC3, float or of 8 or 16 bits) of mesh 0 (Plate), primitive 0";
    endless_component: |json| json["accessors"][0]["componentType"] = json!(5_000_000_000_u64) => "accessors[0].componentType: invalid value: integer `5000000000`, expected a whole number from 0 to 4294967295";
    no_data: |json| { json["buffers"] = json!([{"byteLength": 0}, {"byteLength": 60}]); json["bufferViews"][0]["buffer"] = json!(1); } => "buffer 1: has no URI, but the binary chunk belongs to buffer 0";
    draco: |json| json["extensionsRequired"] = json!(["KHR_materials_unlit", "KHR_draco_mesh_compression"]) => "requires the extension KHR_draco_mesh_compression";
    meshopt: |json| json["extensionsRequired"] = json!(["EXT_meshopt_compression"]) => "EXT_meshopt_compression, which is not supported";
    newer: |json| json["asset"] = json!({"version": "2.1", "minVersion": "2.1"}) => "version 2.1";
}

#[test]
fn data_in_an_unknown_optional_extension_is_skipped_with_a_warning() {
    for accessor in 0..2 {
        let scene = load_square(|json| {
            json["accessors"][accessor].as_object_mut().unwrap().remove("bufferView");
            json["accessors"][accessor]["count"] = json!(u64::MAX);
        });
        let told = "mesh 0 (Plate), primitive 0: skipped: its positions or indices have no data";
        assert_eq!(warnings(&scene.unwrap())[0], told);
    }
    let scene = load_square(|json| {
        json["accessors"][0].as_object_mut().unwrap().remove("bufferView");
        json["meshes"][0]["primitives"][0]["extensions"] = json!({
            "KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0}},
            "KHR_materials_variants": {"mappings": []}
        });
    });
    assert_eq!(
        warnings(&scene.unwrap())[0],
        "mesh 0 (Plate), primitive 0: skipped: its positions or indices have only data of KHR_draco_mesh_compression, which is not supported; export the scene without it"
    );
}

#[test]
fn a_small_file_cannot_unfold_beyond_the_limits() {
    let mut json = square_json();
    // Each mesh is another combination, so that nothing can be shared.
    let primitive = json!({"attributes": {"POSITION": 0}, "indices": 1});
    json["meshes"] = (1..100).map(|count| json!({"primitives": vec![&primitive; count]})).collect();
    json["nodes"] = (0..99).map(|mesh| json!({"mesh": mesh})).collect();
    json["scenes"][0]["nodes"] = (0..99).collect();
    let bytes = glb(&json, &square_data());
    let load = |options| load_bytes("a.glb".as_ref(), &bytes, &options);
    assert_eq!(load(LoadOptions::default()).unwrap().triangle_count(), 99 * 100);
    let few_triangles = LoadOptions { max_triangles: 1000, ..LoadOptions::default() };
    assert!(message(load(few_triangles)).contains("would exceed the limit of 1000 triangles"));
    let few_objects = LoadOptions { max_objects: 98, ..LoadOptions::default() };
    assert!(message(load(few_objects)).contains("would exceed the limit of 98 objects"));
}

#[test]
fn a_hundred_thousand_nested_nodes() {
    let depth = 100_000;
    let scene = load_square(|json| {
        json["nodes"] = (0..depth)
            .map(|node| match node + 1 {
                next if next == depth => json!({"mesh": 0}),
                next => json!({"mesh": 0, "translation": [1, 0, 0], "children": [next]}),
            })
            .collect();
    })
    .unwrap();
    assert_eq!(scene.objects.len(), depth);
    assert_eq!(scene.objects[depth - 1].transform.translation.x, (depth - 1) as f64);
    assert!(scene.objects.iter().all(|object| object.path.len() < 1100));
}
