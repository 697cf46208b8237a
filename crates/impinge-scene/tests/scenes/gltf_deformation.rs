//! Morph targets and skins of glTF: where the vertices are in the pose that the file is in.

use crate::fixtures::*;
use impinge::glam::{DVec3, dvec3};
use impinge_scene::motion::Animations;
use impinge_scene::{LoadOptions, Scene, load_moving_bytes};
use serde_json::{Value, json};

const FLOAT: u32 = 5126;
const BYTE: u32 = 5121;

/// The square, and what is added to it.
struct File {
    json: Value,
    data: Vec<u8>,
}

impl File {
    fn new(nodes: Value) -> Self {
        let mut json = square_json();
        json.as_object_mut().unwrap().remove("scene");
        json["nodes"] = nodes;
        File { json, data: square_data() }
    }

    fn view(&mut self, bytes: &[u8]) -> usize {
        let views = self.json["bufferViews"].as_array_mut().unwrap();
        views.push(json!({"buffer": 0, "byteOffset": self.data.len(), "byteLength": bytes.len()}));
        let view = views.len() - 1;
        self.data.extend(bytes);
        self.data.resize(self.data.len().next_multiple_of(4), 0);
        self.json["buffers"][0]["byteLength"] = json!(self.data.len());
        view
    }

    fn accessor(&mut self, accessor: Value) -> usize {
        let accessors = self.json["accessors"].as_array_mut().unwrap();
        accessors.push(accessor);
        accessors.len() - 1
    }

    fn numbers(&mut self, numbers: &[f32], kind: &str, count: usize) -> usize {
        let view = self.view(&f32_bytes(numbers));
        self.accessor(json!({"bufferView": view, "componentType": FLOAT, "count": count, "type": kind}))
    }

    fn bytes(&mut self, bytes: &[u8], is_normalized: bool) -> usize {
        let view = self.view(bytes);
        self.accessor(
            json!({"bufferView": view, "componentType": BYTE, "count": bytes.len() / 4, "type": "VEC4", "normalized": is_normalized}),
        )
    }

    fn primitive(&mut self) -> &mut Value {
        &mut self.json["meshes"][0]["primitives"][0]
    }

    /// A morph target that moves all corners alike.
    fn target(mut self, by: [f32; 3]) -> Self {
        let displacements = self.numbers(&[by; 4].concat(), "VEC3", 4);
        let targets = &mut self.primitive()["targets"];
        if targets.is_null() {
            *targets = json!([]);
        }
        targets.as_array_mut().unwrap().push(json!({"POSITION": displacements}));
        self
    }

    /// Four joints for each of the four corners, and their weights.
    fn influences(mut self, set: usize, joints: [[u8; 4]; 4], weights: [[f32; 4]; 4]) -> Self {
        let joints = self.bytes(&joints.concat(), false);
        let weights = self.numbers(&weights.concat(), "VEC4", 4);
        self.primitive()["attributes"][format!("JOINTS_{set}")] = json!(joints);
        self.primitive()["attributes"][format!("WEIGHTS_{set}")] = json!(weights);
        self
    }

    /// A skin of these joints, each with a translation for its inverse bind matrix.
    fn skin(mut self, joints: &[usize], inverse: &[[f32; 3]]) -> Self {
        self.json["skins"] = json!([{"joints": joints}]);
        if !inverse.is_empty() {
            let matrix =
                |[x, y, z]: &[f32; 3]| [1., 0., 0., 0., 0., 1., 0., 0., 0., 0., 1., 0., *x, *y, *z, 1.];
            let numbers: Vec<f32> = inverse.iter().flat_map(matrix).collect();
            let matrices = self.numbers(&numbers, "MAT4", inverse.len());
            self.json["skins"][0]["inverseBindMatrices"] = json!(matrices);
        }
        self
    }

    fn load(&self) -> Scene {
        load("bent.glb", &glb(&self.json, &self.data)).unwrap()
    }
}

fn corners(scene: &Scene, object: usize) -> Vec<DVec3> {
    let object = &scene.objects[object];
    scene.meshes[object.mesh].positions.iter().map(|&p| object.transform.transform_point3(p)).collect()
}

/// The square, moved.
fn square_at(by: DVec3) -> Vec<DVec3> {
    [DVec3::ZERO, DVec3::X, dvec3(1.0, 1.0, 0.0), DVec3::Y].map(|corner| corner + by).to_vec()
}

const FIRST: [[f32; 4]; 4] = [[1.0, 0.0, 0.0, 0.0]; 4];

#[test]
fn morph_targets_count_as_node_or_mesh_says() {
    let nodes = json!([
        {"mesh": 0},
        {"mesh": 0, "weights": [1, -0.5], "translation": [0, 0, 10]},
        {"mesh": 0, "weights": [0, 0]},
        {"mesh": 0, "weights": []},
        {"mesh": 0, "weights": [0.5]}
    ]);
    let mut file = File::new(nodes).target([0.0, 0.0, 4.0]).target([2.0, 0.0, 0.0]);
    file.json["meshes"][0]["weights"] = json!([0.5]);
    let scene = file.load();
    assert_eq!(warnings(&scene), [""; 0]);
    assert_eq!(corners(&scene, 0), square_at(dvec3(0.0, 0.0, 2.0)));
    assert_eq!(corners(&scene, 1), square_at(dvec3(-1.0, 0.0, 14.0)));
    assert_eq!(corners(&scene, 2), square_at(DVec3::ZERO));
    // Those that stay as they are share the mesh, and so do those with the same weights.
    let meshes: Vec<usize> = scene.objects.iter().map(|object| object.mesh).collect();
    assert_eq!((meshes, scene.meshes.len()), (vec![0, 1, 2, 2, 0], 3));
}

/// As writers store them: of many vertices only those that move, and nothing else.
#[test]
fn sparse_morph_targets() {
    let mut file = File::new(json!([{"mesh": 0, "weights": [1]}])).target([0.0; 3]);
    let (indices, values) = (file.view(&[2]), file.view(&f32_bytes(&[0.0, 0.0, 7.0])));
    let sparse = json!({"count": 1, "indices": {"bufferView": indices, "componentType": BYTE}, "values": {"bufferView": values}});
    let target =
        file.accessor(json!({"componentType": FLOAT, "count": 5000, "type": "VEC3", "sparse": sparse}));
    file.primitive()["targets"] = json!([{"POSITION": target}, {"NORMAL": 99}]);
    let scene = file.load();
    assert_eq!(warnings(&scene), [""; 0]);
    assert_eq!(corners(&scene, 0)[1..3], [DVec3::X, dvec3(1.0, 1.0, 7.0)]);
}

/// The transform of the node itself does not count, nor do those above it; joints may come after it.
#[test]
fn joints_alone_place_a_skin() {
    let nodes = json!([
        {"children": [1], "translation": [0, 50, 0]},
        {"mesh": 0, "skin": 0, "translation": [0, 0, 50]},
        {"mesh": 0, "translation": [0, 0, 50]},
        {"children": [4], "translation": [3, 0, 0]},
        {"scale": [2, 1, 1]}
    ]);
    let file = File::new(nodes).influences(0, [[0; 4]; 4], FIRST);
    let scene = file.skin(&[4], &[[-1.0, 0.0, 0.0]]).load();
    assert_eq!(warnings(&scene), [""; 0]);
    // x → 2 (x − 1) + 3.
    let expected = [1.0, 3.0, 3.0, 1.0].into_iter().zip([0.0, 0.0, 1.0, 1.0]).map(|(x, y)| dvec3(x, y, 0.0));
    assert_eq!(corners(&scene, 0), expected.collect::<Vec<_>>());
    assert_eq!(corners(&scene, 1), square_at(50.0 * DVec3::Z));
    assert_eq!(scene.objects[0].path, "bent.glb/node 0/Plate (node 1)");

    // Without matrices: x → 2 x + 3.
    let scene = File { json: without_matrices(&file_with_skin()), ..file_with_skin() }.load();
    assert_eq!(corners(&scene, 0)[..2], [dvec3(3.0, 0.0, 0.0), dvec3(5.0, 0.0, 0.0)]);
}

/// A skin of one joint, which scales x by 2 and moves by 3, and has a matrix.
fn file_with_skin() -> File {
    let nodes = json!([{"name": "Arm", "mesh": 0, "skin": 0, "translation": [0, 0, 50]}, {"translation": [3, 0, 0], "scale": [2, 1, 1]}]);
    File::new(nodes).influences(0, [[0; 4]; 4], FIRST).skin(&[1], &[[-1.0, 0.0, 0.0]])
}

fn without_matrices(file: &File) -> Value {
    let mut json = file.json.clone();
    json["skins"][0].as_object_mut().unwrap().remove("inverseBindMatrices");
    json
}

#[test]
fn joints_are_mixed_by_their_weights() {
    let nodes = json!([
        {"mesh": 0, "skin": 0, "weights": [1]},
        {"translation": [0, 0, 0]}, {"translation": [0, 0, 4]}, {"translation": [0, 8, 0]}
    ]);
    let file = || File::new(nodes.clone()).skin(&[1, 2, 3], &[]);
    let half = [0.5, 0.5, 0.0, 0.0];
    let mixed = file().influences(0, [[0, 1, 99, 99]; 4], [half; 4]);
    assert_eq!(corners(&mixed.load(), 0), square_at(dvec3(0.0, 0.0, 2.0)));
    // A target displaces before joints move.
    assert_eq!(corners(&mixed.target([5.0, 0.0, 0.0]).load(), 0), square_at(dvec3(5.0, 0.0, 2.0)));
    // A second set of four.
    let quarter = [0.25, 0.25, 0.0, 0.0];
    let more = file().influences(0, [[0, 1, 0, 0]; 4], [quarter; 4]).influences(
        1,
        [[2, 0, 0, 0]; 4],
        [[0.5, 0.0, 0.0, 0.0]; 4],
    );
    assert_eq!(corners(&more.load(), 0), square_at(dvec3(0.0, 4.0, 1.0)));
    // Integers.
    let mut bytes = file().influences(0, [[0, 1, 2, 0]; 4], FIRST);
    let weights = bytes.bytes(&[[51, 204, 0, 0]; 4].concat(), true);
    bytes.primitive()["attributes"]["WEIGHTS_0"] = json!(weights);
    let error = corners(&bytes.load(), 0)[0] - dvec3(0.0, 0.0, 3.2);
    assert!(error.length() < 1e-15, "{error}");
}

/// Writers round weights: what is missing of 1 would move a vertex by kilometres here.
#[test]
fn weights_are_taken_by_their_sum() {
    let far = 2_600_000.0;
    let nodes = json!([{"mesh": 0, "skin": 0}, {"translation": [far, 0, 0]}, {"translation": [far, 0, 0]}]);
    let file = File::new(nodes).skin(&[1, 2], &[]);
    let scene = file.influences(0, [[0, 1, 0, 0]; 4], [[0.7, 0.299, 0.0, 0.0]; 4]).load();
    assert!((corners(&scene, 0)[0].x - far).abs() < 1e-9);
}

/// Primitives that share their vertices share them when these are moved alike, and only then.
#[test]
fn primitives_of_the_same_vertices() {
    let mut file =
        File::new(json!([{"mesh": 0, "weights": [1]}])).target([0.0, 0.0, 1.0]).target([0.0, 0.0, 2.0]);
    let targets = file.primitive()["targets"].take();
    let primitive =
        |target: usize| json!({"attributes": {"POSITION": 0}, "indices": 1, "targets": [targets[target]]});
    for (second, positions) in [(0, 4), (1, 8)] {
        file.json["meshes"][0]["primitives"] = json!([primitive(0), primitive(second)]);
        assert_eq!(file.load().meshes[0].positions.len(), positions);
    }
}

/// What a target says of normals decides nothing, but which target moves the vertices does.
#[test]
fn primitives_are_told_apart_by_their_targets() {
    let mut file = File::new(json!([{"mesh": 0, "weights": [0, 1]}])).target([0.0, 0.0, 9.0]);
    let moving = file.primitive()["targets"][0]["POSITION"].take();
    let primitive = |targets: Value| json!({"attributes": {"POSITION": 0}, "indices": 1, "targets": targets});
    file.json["meshes"][0]["primitives"] = json!([
        primitive(json!([{"NORMAL": 0}, {"POSITION": moving, "TANGENT": 0}])),
        primitive(json!([{"NORMAL": 0, "POSITION": moving}, {"TANGENT": 0}]))
    ]);
    let expected = [square_at(9.0 * DVec3::Z), square_at(DVec3::ZERO)].concat();
    assert_eq!(corners(&file.load(), 0), expected);
}

#[test]
fn joints_are_no_fractions() {
    let nodes = json!([{"mesh": 0, "skin": 0}, {}, {"translation": [0, 0, 5]}]);
    let mut file = File::new(nodes).skin(&[1, 2], &[]).influences(0, [[1; 4]; 4], FIRST);
    let joints = file.bytes(&[1; 16], true);
    file.primitive()["attributes"]["JOINTS_0"] = json!(joints);
    assert_eq!(corners(&file.load(), 0), square_at(5.0 * DVec3::Z));
}

/// Nodes with one skin have their vertices at the same place, wherever they are.
#[test]
fn skinned_meshes_are_shared() {
    let nodes = json!([{"mesh": 0, "skin": 0}, {"mesh": 0, "skin": 0, "translation": [9, 0, 0]}, {"translation": [0, 0, 5]}]);
    let file = File::new(nodes).skin(&[2], &[]).influences(0, [[0; 4]; 4], FIRST);
    let scene = file.load();
    assert_eq!((scene.objects.len(), scene.meshes.len()), (2, 1));
    assert_eq!(corners(&scene, 1), square_at(5.0 * DVec3::Z));
}

#[test]
fn damaged_skins_are_left_out() {
    let damage = |change: &dyn Fn(&mut File), expected: &str| {
        let mut file = file_with_skin();
        change(&mut file);
        let scene = file.load();
        assert_eq!(corners(&scene, 0), square_at(50.0 * DVec3::Z), "{expected}");
        let told = warnings(&scene).join("\n");
        let begins = "node 0 (Arm): used without its skin and morph targets: ";
        assert!(told.starts_with(begins) && told.contains(expected), "{expected}: {told}");
    };
    let skin =
        |key: &'static str, value: Value| move |file: &mut File| file.json["skins"][0][key] = value.clone();
    damage(&|file| file.json["nodes"][0]["skin"] = json!(7), "refers to skin 7, but the file has 1");
    damage(&skin("joints", json!([9])), "skin 0: refers to node 9, but the file has 2");
    damage(&skin("joints", json!([1, 1])), "skin 0: its joints are 2, its matrices 1");
    damage(&skin("joints", json!([])), "vertex 0 uses joint 0, but its skin has 0");
    damage(&skin("inverseBindMatrices", json!(0)), "type VEC3 do not match matrices (MAT4, float)");
    damage(&|file| file.json["nodes"][1]["rotation"] = json!([0, 0, 0, 0]), "node 1, is not finite");
    damage(
        &|file| {
            file.json["scene"] = json!(0);
        },
        "its joint, node 1, does not belong to the scene",
    );
    damage(
        &|file| drop(file.primitive()["attributes"].as_object_mut().unwrap().remove("WEIGHTS_0")),
        "of JOINTS_0 and WEIGHTS_0 it has only one",
    );
    damage(&|file| file.primitive()["attributes"]["JOINTS_0"] = json!(3), "do not match joints (VEC4");
    damage(&|file| file.data[60] = 5, "vertex 0 uses joint 5, but its skin has 1");
    damage(&|file| file.data[76..80].fill(0), "the weights of vertex 0 add up to 0");
    damage(
        &|file| file.json["accessors"][3]["count"] = json!(3),
        "accessor 3 has 3 elements for 4 vertex positions",
    );
    damage(&|file| file.json["accessors"][3]["count"] = json!(300), "4800 bytes are declared");
}

#[test]
fn skins_do_not_move_with_their_joints() {
    let mut file = file_with_skin();
    let (times, values) =
        (file.numbers(&[0.0, 1.0], "SCALAR", 2), file.numbers(&[3.0, 0.0, 0.0, 9.0, 0.0, 0.0], "VEC3", 2));
    file.json["animations"] = json!([{
        "channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}],
        "samplers": [{"input": times, "output": values}]
    }]);
    let scene = file.load();
    assert!(scene.objects[0].is_animated);
    assert_eq!(warnings(&scene), [""; 0]);
    let bytes = glb(&file.json, &file.data);
    let (scene, motions) =
        load_moving_bytes("bent.glb".as_ref(), &bytes, &LoadOptions::default(), &Animations::all()).unwrap();
    assert!(!motions.is_moving(0));
    assert_eq!(
        warnings(&scene),
        ["node 0 (Arm): its joints move, which is not supported for skins: it stays unchanged"]
    );
}
