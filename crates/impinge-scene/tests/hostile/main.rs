//! Thousands of damaged files: no panic, and memory in proportion to the bytes that are there.
//!
//! Each file is a small valid one with bytes flipped, cut out, repeated or spliced in from another format.
//! The sequence of damages is fixed, so a failure repeats. `IMPINGE_HOSTILE=100000 cargo test -p
//! impinge-scene --test hostile` damages each file so many times, `IMPINGE_SEED` in other ways.

mod damage;
#[path = "../scenes/fixtures/mod.rs"]
#[allow(dead_code, reason = "the other tests use it")]
mod fixtures;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use damage::{Random, damage};
use fixtures::*;
use impinge_scene::motion::Animations;
use impinge_scene::robot::{Srdf, Trajectory};
use impinge_scene::{LoadOptions, Scene, SceneError, load_moving_bytes};
use impinge_tests::demand;
use serde_json::json;

/// No allocation may exceed this: the files have a few kilobytes.
const LARGEST_ALLOCATION: usize = 1 << 20;

static LARGEST: AtomicUsize = AtomicUsize::new(0);

/// Notes the largest allocation.
struct Watched;

// SAFETY: every call is handed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Watched {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        LARGEST.fetch_max(layout.size(), Relaxed);
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Watched = Watched;

const PLY: &str = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
                   element face 2\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n1 1 0\n0 1 0\n\
                   4 0 1 2 3\n3 0 1 2\n";

fn binary_ply() -> Vec<u8> {
    let header = PLY.replace("ascii", "binary_little_endian");
    let mut bytes = header.split_inclusive("end_header\n").next().unwrap_or_default().as_bytes().to_vec();
    bytes.extend(f32_bytes(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0]));
    for face in [&[0, 1, 2, 3][..], &[0, 1, 2]] {
        bytes.push(face.len() as u8);
        bytes.extend(face.iter().flat_map(|corner: &i32| corner.to_le_bytes()));
    }
    bytes
}

const RESOURCES: &str = "<object id='1' name='a'><mesh><vertices><vertex x='0' y='0' z='0'/><vertex x='1' y='0' z='0'/>\
                         <vertex x='0' y='1' z='0'/></vertices><triangles><triangle v1='0' v2='2' v3='1'/></triangles></mesh>\
                         </object><object id='2'><components><component objectid='1'/>\
                         <component objectid='1' transform='1 0 0 0 1 0 0 0 1 5 5 5'/></components></object>";
const ITEMS: &str =
    "<item objectid='2' partnumber='b'/><item objectid='1' transform='2 0 0 0 1 0 0 0 1 0 0 0'/>";

const DAE: &str = "<COLLADA><asset><unit meter='0.01'/><up_axis>Z_UP</up_axis></asset><library_geometries><geometry id='g'><mesh>\
                   <source id='p'><float_array id='pa' count='12'>0 0 0 1 0 0 1 1 0 0 1 0</float_array><technique_common>\
                   <accessor source='#pa' count='4' stride='3'/></technique_common></source><vertices id='v'>\
                   <input semantic='POSITION' source='#p'/></vertices><polylist><input semantic='VERTEX' source='#v' offset='0'/>\
                   <vcount>4 3</vcount><p>0 1 2 3 0 1 2</p></polylist></mesh></geometry></library_geometries>\
                   <library_visual_scenes><visual_scene id='s'><node name='a'><translate>1 2 3</translate><rotate>0 0 1 30</rotate>\
                   <instance_geometry url='#g'/><node><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix><instance_geometry url='#g'/>\
                   </node></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>";

const URDF: &str = "<robot name='r'><link name='a'><collision><geometry><box size='1 2 3'/></geometry></collision></link><link name='b'>\
                    <collision><origin xyz='1 2 3' rpy='0.1 0.2 0.3'/><geometry><capsule radius='1' length='2'/></geometry></collision>\
                    </link><link name='c'><collision><geometry><cylinder radius='1' length='1'/></geometry></collision></link>\
                    <joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/><limit lower='-1' upper='1'/>\
                    </joint><joint name='k' type='prismatic'><origin xyz='1 0 0'/><parent link='b'/><child link='c'/>\
                    <mimic joint='j' multiplier='2' offset='1'/></joint></robot>";

const SRDF: &str = "<robot name='r'><!-- of two arms --><disable_default_collisions link='c'/><enable_collisions link1='a' link2='c'/>\
                    <disable_collisions link1='a' link2='b' reason='Adjacent'/></robot>";

const TRAJECTORY: &[u8] = b"time,elbow,\"the wrist\"\n0,0,1e-3\n0.5,-1,2\n2,1.5,2\n";

const CRANE: &[u8] = include_bytes!("../../../../docs/scenes/crane.gltf");

fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let mut embedded = square_json();
    embedded["buffers"][0]["uri"] = json!(format!("data:;base64,{}", STANDARD.encode(square_data())));
    let mut rich = square_json();
    rich["nodes"] = json!([
        {"children": [1, 2], "rotation": [0, 0, 0.7, 0.7], "translation": [1, 2, 3]},
        {"mesh": 0, "matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1], "skin": 0},
        {"mesh": 0, "weights": [0.5], "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0, "SCALE": 0}}}}
    ]);
    rich["meshes"][0]["primitives"] = json!([
        {"attributes": {"POSITION": 0, "JOINTS_0": 3, "WEIGHTS_0": 2}, "indices": 1, "mode": 5, "targets": [{"POSITION": 0}]},
        {"attributes": {"POSITION": 0, "JOINTS_0": 3, "WEIGHTS_0": 2}, "mode": 6, "targets": [{"POSITION": 0}]},
        {"attributes": {"POSITION": 0}, "indices": 1, "mode": 1}
    ]);
    // Weights, then joints, of four vertices.
    let influences: Vec<u8> =
        [[200, 55, 0, 0]; 4].concat().into_iter().chain([[2, 1, 0, 0]; 4].concat()).collect();
    for (offset, is_normalized) in [(0, true), (16, false)] {
        let bytes = json!({"bufferView": 2, "byteOffset": offset, "componentType": 5121, "normalized": is_normalized, "count": 4, "type": "VEC4"});
        rich["accessors"].as_array_mut().expect("a list").push(bytes);
    }
    let rich_data = [square_data(), influences].concat();
    let view = json!({"buffer": 0, "byteOffset": square_data().len(), "byteLength": 32});
    rich["bufferViews"].as_array_mut().expect("a list").push(view);
    rich["buffers"][0]["byteLength"] = json!(rich_data.len());
    rich["skins"] = json!([{"joints": [0, 1, 2]}]);
    rich["accessors"][0]["sparse"] = json!({
        "count": 1, "indices": {"bufferView": 1, "componentType": 5121}, "values": {"bufferView": 0}
    });
    rich["animations"] = json!([{"channels": [{"target": {"node": 0}}]}]);
    vec![
        ("a.glb", glb(&square_json(), &square_data())),
        ("b.glb", glb(&rich, &rich_data)),
        ("c.gltf", embedded.to_string().into_bytes()),
        ("d.obj", OBJ.as_bytes().to_vec()),
        (
            "e.obj",
            b"v 0 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 1 2 0\nv 0 2 0\nf 3 4 5 6 1 2\nf 6 5 4 3 2 1\n".to_vec(),
        ),
        ("f.stl", binary_stl("solid", &[TRIANGLE, TRIANGLE, TRIANGLE])),
        ("g.stl", (text_solid("one") + &text_solid("two")).into_bytes()),
        ("h.ply", PLY.as_bytes().to_vec()),
        ("i.ply", binary_ply()),
        ("j.3mf", three_mf(&[("3D/3dmodel.model", &model("", RESOURCES, ITEMS))])),
        ("k.dae", DAE.as_bytes().to_vec()),
        (
            "l.csv",
            b"name,x,y,z,size_x,size_y,size_z,yaw\na,0,0,0,1,1,1,0.5\n\"b\",1,1e3,-1,2,2,2,1\n".to_vec(),
        ),
        ("n.urdf", URDF.as_bytes().to_vec()),
        ("o.srdf", SRDF.as_bytes().to_vec()),
        ("trajectory.csv", TRAJECTORY.to_vec()),
        ("crane.gltf", CRANE.to_vec()),
        ("m.csv", b"min_x,min_y,min_z,max_x,max_y,max_z\n0.1,0,0,0.7,1,1\n0,0,0,1,1,1\n".to_vec()),
    ]
}

/// By the reader that is for it; what is no scene is `None`.
fn read(name: &str, bytes: &[u8]) -> Result<Option<Scene>, SceneError> {
    let file = name.as_ref();
    if name.ends_with(".srdf") {
        return Srdf::from_xml(file, String::from_utf8_lossy(bytes).into_owned()).map(|_| None);
    }
    if name.starts_with("trajectory") {
        return Trajectory::from_csv(file, bytes).map(|_| None);
    }
    if name.starts_with("crane") {
        let moving = load_moving_bytes(file, bytes, &LoadOptions::default(), &Animations::all());
        return moving.map(|(scene, _)| Some(scene));
    }
    fixtures::load(name, bytes).map(Some)
}

#[test]
fn damaged_files_neither_panic_nor_grow() {
    let seeds = seeds();
    let (mut loaded, mut refused) = (0, 0);
    for (name, valid) in &seeds {
        let scene = read(name, valid).unwrap_or_else(|error| panic!("{error}"));
        // What is told to be damaged before it is would not be reached afterwards.
        let told = scene.map(|scene| fixtures::warnings(&scene).join("\n")).unwrap_or_default();
        assert!(!told.contains("without its skin"), "{name}: {told}");
    }
    let mut random = Random(demand::seed(1));
    let rounds = demand::cases("IMPINGE_HOSTILE", 4000);
    for round in 0..rounds {
        for (name, valid) in &seeds {
            let mut bytes = valid.clone();
            for _ in 0..=random.below(4) {
                damage(&mut bytes, &seeds, &mut random);
            }
            LARGEST.store(0, Relaxed);
            let result = read(name, &bytes);
            let largest = LARGEST.load(Relaxed);
            assert!(largest < LARGEST_ALLOCATION, "{name}, round {round}: {largest} bytes at once");
            match result {
                Ok(scene) => {
                    loaded += 1;
                    scene.iter().for_each(check);
                }
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().starts_with(name), "{error}");
                }
            }
        }
    }
    // Both outcomes are common, or the damages miss their aim.
    assert!(loaded > rounds && refused > rounds, "{loaded} loaded, {refused} refused");
}

/// What the documentation of the types promises.
fn check(scene: &Scene) {
    for mesh in &scene.meshes {
        assert!(!mesh.triangles.is_empty());
        assert!(mesh.positions.iter().all(|position| position.is_finite()));
        assert!(mesh.triangles.iter().flatten().all(|&index| (index as usize) < mesh.positions.len()));
        let mut used = vec![false; mesh.positions.len()];
        mesh.triangles.iter().flatten().for_each(|&index| used[index as usize] = true);
        assert!(used.iter().all(|&used| used));
    }
    let mut paths: Vec<&str> = scene.objects.iter().map(|object| object.path.as_str()).collect();
    paths.sort_unstable();
    assert!(paths.windows(2).all(|pair| pair[0] != pair[1]));
    for object in &scene.objects {
        let world = |&position| object.transform.transform_point3(position).is_finite();
        assert!(scene.meshes[object.mesh].positions.iter().all(world));
    }
}
