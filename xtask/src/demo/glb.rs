//! The assembly as a binary glTF 2.0 file.
//!
//! Source: Khronos, *glTF 2.0 Specification*, §3.6 (buffers), §3.7 (meshes), §3.11 (animations), §4.4 (GLB).
//! Lengths are metres in f32 and y points up in glTF; millimetres are *divided* by 1000, which is exact
//! wherever the result is representable: coordinates that must agree exactly are multiples of 1/1024 m (see
//! `inspection.rs`).

use super::assembly::{Assembly, Node};
use super::mesh::{Material, Mesh};
use glam::DVec3;
use serde_json::{Map, Value, json};
use std::f64::consts::TAU;

const FLOAT: u32 = 5126;
const UNSIGNED_INT: u32 = 5125;
const ARRAY_BUFFER: u32 = 34962;
const ELEMENT_ARRAY_BUFFER: u32 = 34963;
/// One turn in the animation, in seconds, by quarter turns.
const KEY_TIMES: [f32; 5] = [0.0, 1.0, 2.0, 3.0, 4.0];

fn metres(millimetres: DVec3) -> [f32; 3] {
    (millimetres / 1000.0).as_vec3().to_array()
}

/// x, y, z, w.
fn quaternion((axis, angle): (DVec3, f64)) -> [f32; 4] {
    let (sine, cosine) = (libm::sin(angle / 2.0), libm::cos(angle / 2.0));
    (axis * sine).extend(cosine).as_vec4().to_array()
}

/// The file under construction: JSON lists and the bytes that they point to.
#[derive(Default)]
struct Document {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    nodes: Vec<Value>,
    channels: Vec<Value>,
    samplers: Vec<Value>,
}

impl Document {
    /// Appends four-byte words as a view with one accessor over it and returns the accessor's index.
    fn add_accessor(&mut self, words: &[[u8; 4]], target: Option<u32>, mut accessor: Value) -> usize {
        let mut view = json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": words.len() * 4});
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.bytes.extend(words.iter().flatten());
        accessor["bufferView"] = json!(self.views.len());
        self.views.push(view);
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn add_mesh(&mut self, name: &str, material: Material, mesh: &Mesh) -> Value {
        let positions: Vec<[f32; 3]> = mesh.positions.iter().map(|&p| metres(p)).collect();
        let bound = |pick: fn(f32, f32) -> f32, start: f32| {
            positions.iter().fold([start; 3], |so_far, p| [0, 1, 2].map(|i| pick(so_far[i], p[i])))
        };
        let words: Vec<[u8; 4]> = positions.iter().flatten().map(|x| x.to_le_bytes()).collect();
        let position = self.add_accessor(
            &words,
            Some(ARRAY_BUFFER),
            json!({"componentType": FLOAT, "type": "VEC3", "count": positions.len(),
                   "min": bound(f32::min, f32::INFINITY), "max": bound(f32::max, f32::NEG_INFINITY)}),
        );
        let words: Vec<[u8; 4]> = mesh.triangles.iter().flatten().map(|i| i.to_le_bytes()).collect();
        let indices = self.add_accessor(
            &words,
            Some(ELEMENT_ARRAY_BUFFER),
            json!({"componentType": UNSIGNED_INT, "type": "SCALAR", "count": words.len()}),
        );
        json!({"name": name, "primitives": [
            {"attributes": {"POSITION": position}, "indices": indices, "material": material as usize}]})
    }

    /// Adds a node and its children; returns its index.
    fn add_node(&mut self, node: &Node) -> usize {
        let children: Vec<usize> = node.children.iter().map(|child| self.add_node(child)).collect();
        let mut entry = Map::new();
        entry.insert("name".into(), json!(node.name));
        if let Some(mesh) = node.mesh {
            entry.insert("mesh".into(), json!(mesh));
        }
        if node.translation != DVec3::ZERO {
            entry.insert("translation".into(), json!(metres(node.translation)));
        }
        if node.rotation.1 != 0.0 {
            entry.insert("rotation".into(), json!(quaternion(node.rotation)));
        }
        if node.scale != DVec3::ONE {
            entry.insert("scale".into(), json!(node.scale.as_vec3().to_array()));
        }
        if !children.is_empty() {
            entry.insert("children".into(), json!(children));
        }
        self.nodes.push(Value::Object(entry));
        let index = self.nodes.len() - 1;
        if node.spinning {
            self.add_spin(index, node.rotation);
        }
        index
    }

    /// One whole turn about the node's axis, starting and ending in its rest pose.
    fn add_spin(&mut self, node: usize, (axis, rest): (DVec3, f64)) {
        let times: Vec<[u8; 4]> = KEY_TIMES.iter().map(|t| t.to_le_bytes()).collect();
        let last = KEY_TIMES[KEY_TIMES.len() - 1];
        let input = self.add_accessor(
            &times,
            None,
            json!({"componentType": FLOAT, "type": "SCALAR", "count": times.len(),
                   "min": [KEY_TIMES[0]], "max": [last]}),
        );
        let words: Vec<[u8; 4]> = KEY_TIMES
            .iter()
            .flat_map(|t| quaternion((axis, rest + TAU * f64::from(t / last))))
            .map(f32::to_le_bytes)
            .collect();
        let output = self.add_accessor(
            &words,
            None,
            json!({"componentType": FLOAT, "type": "VEC4", "count": KEY_TIMES.len()}),
        );
        self.channels
            .push(json!({"sampler": self.samplers.len(), "target": {"node": node, "path": "rotation"}}));
        self.samplers.push(json!({"input": input, "output": output, "interpolation": "LINEAR"}));
    }
}

/// The bytes of the file.
pub fn to_glb(assembly: &Assembly) -> Vec<u8> {
    let mut document = Document::default();
    let meshes: Vec<Value> =
        assembly.meshes.iter().map(|m| document.add_mesh(&m.name, m.material, &m.mesh)).collect();
    let roots: Vec<usize> = assembly.roots.iter().map(|root| document.add_node(root)).collect();
    // z up becomes y up. As a matrix of ones and zeros, it moves no coordinate by a rounding.
    let z_up = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];
    document.nodes.push(json!({"name": "assembly", "matrix": z_up, "children": roots}));
    let materials: Vec<Value> = Material::ALL
        .iter()
        .map(|&material| {
            let ([red, green, blue], metalness) = material.colour();
            json!({"name": format!("{material:?}"), "pbrMetallicRoughness":
                {"baseColorFactor": [red, green, blue, 1.0], "metallicFactor": metalness, "roughnessFactor": 0.5}})
        })
        .collect();
    let content = json!({
        "asset": {"version": "2.0", "generator": "impinge xtask"},
        "scene": 0,
        "scenes": [{"name": "gearbox", "nodes": [document.nodes.len() - 1]}],
        "nodes": document.nodes,
        "meshes": meshes,
        "materials": materials,
        "animations": [{"name": "turning", "channels": document.channels, "samplers": document.samplers}],
        "accessors": document.accessors,
        "bufferViews": document.views,
        "buffers": [{"byteLength": document.bytes.len()}],
    });
    // Chunks are padded to four bytes: JSON with spaces; the binary one holds whole words already.
    let mut text = content.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let mut file = Vec::new();
    let mut word = |value: usize| file.extend((value as u32).to_le_bytes());
    word(u32::from_le_bytes(*b"glTF") as usize);
    word(2);
    word(12 + 8 + text.len() + 8 + document.bytes.len());
    for (kind, chunk) in [(b"JSON", text), (b"BIN\0", document.bytes)] {
        file.extend((chunk.len() as u32).to_le_bytes());
        file.extend(kind);
        file.extend(chunk);
    }
    file
}
