//! The JSON of a glTF file, as far as shapes and places are concerned. Names follow the specification.
//!
//! These types stand in for `gltf::json::Root`, which keeps poses in f32
//! (`poses_compose_and_instances_share_the_mesh`) and refuses the whole file for larger numbers
//! (`objects_without_a_finite_place_are_left_out`) or broken materials
//! (`what_is_not_geometry_is_not_judged`), drops codes that it does not know, so that no message can name
//! them (`leftover_corners_lines_and_points_are_counted`, `double_positions`), and wraps indices at 2^32
//! (`indices_do_not_wrap_at_32_bits`). Its validation moreover refuses positions without bounds (`a_square`)
//! and required quantization (`quantized_positions`).

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    pub asset: Asset,
    pub scene: Option<usize>,
    #[serde(default)]
    pub scenes: Vec<SceneRoots>,
    #[serde(default)]
    pub nodes: Vec<Node>,
    #[serde(default)]
    pub meshes: Vec<Mesh>,
    #[serde(default)]
    pub skins: Vec<Skin>,
    #[serde(default)]
    pub accessors: Vec<Accessor>,
    #[serde(default)]
    pub buffer_views: Vec<BufferView>,
    #[serde(default)]
    pub buffers: Vec<Buffer>,
    #[serde(default)]
    pub animations: Vec<Animation>,
    #[serde(default)]
    pub extensions_required: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Asset {
    pub version: Version,
    pub min_version: Option<Version>,
}

/// The specification has text, as in `"2.0"`. Some writers have a number there, of which JSON may leave out
/// the fraction.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a version is text, as in `\"2.0\"`")]
pub(super) enum Version {
    Text(String),
    Number(f64),
}

impl Version {
    /// As text.
    pub fn text(&self) -> String {
        match self {
            Version::Text(text) => text.clone(),
            Version::Number(number) => format!("{number:?}"),
        }
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Version::Number(_))
    }
}

#[derive(Deserialize)]
pub(super) struct SceneRoots {
    #[serde(default)]
    pub nodes: Vec<usize>,
}

#[derive(Deserialize)]
pub(super) struct Node {
    pub name: Option<String>,
    #[serde(default)]
    pub children: Vec<usize>,
    pub mesh: Option<usize>,
    pub skin: Option<usize>,
    /// Weights of the morph targets of its mesh; they replace the default weights of the mesh.
    pub weights: Option<Vec<f64>>,
    /// Column by column.
    pub matrix: Option<[f64; 16]>,
    pub translation: Option<[f64; 3]>,
    /// Quaternion x, y, z, w.
    pub rotation: Option<[f64; 4]>,
    pub scale: Option<[f64; 3]>,
    #[serde(default)]
    pub extensions: NodeExtensions,
}

#[derive(Default, Deserialize)]
pub(super) struct NodeExtensions {
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    pub instancing: Option<Instancing>,
}

/// One instance per element of the accessors.
#[derive(Deserialize)]
pub(super) struct Instancing {
    pub attributes: InstanceAttributes,
}

#[derive(Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct InstanceAttributes {
    pub translation: Option<usize>,
    pub rotation: Option<usize>,
    pub scale: Option<usize>,
}

#[derive(Deserialize)]
pub(super) struct Mesh {
    pub name: Option<String>,
    pub primitives: Vec<Primitive>,
    /// Of the morph targets.
    #[serde(default)]
    pub weights: Vec<f64>,
}

#[derive(Deserialize)]
pub(super) struct Primitive {
    /// Index of an accessor for each attribute.
    pub attributes: BTreeMap<String, usize>,
    pub indices: Option<usize>,
    /// How the vertices make up triangles, lines or points.
    #[serde(default = "triangles")]
    pub mode: u32,
    /// Morph targets: index of an accessor for each attribute that they change.
    #[serde(default)]
    pub targets: Vec<BTreeMap<String, usize>>,
    /// Their names are all that matters.
    #[serde(default)]
    pub extensions: BTreeMap<String, serde::de::IgnoredAny>,
}

fn triangles() -> u32 {
    4
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Skin {
    /// Nodes.
    #[serde(default)]
    pub joints: Vec<usize>,
    /// For each joint the way from the coordinates of the mesh to its own.
    pub inverse_bind_matrices: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor {
    pub buffer_view: Option<usize>,
    #[serde(default)]
    pub byte_offset: usize,
    pub component_type: u32,
    #[serde(default)]
    pub normalized: bool,
    pub count: usize,
    #[serde(rename = "type")]
    pub element_type: String,
    pub sparse: Option<Sparse>,
}

/// Elements that replace elements of the accessor.
#[derive(Deserialize)]
pub(super) struct Sparse {
    pub count: usize,
    pub indices: SparseIndices,
    pub values: SparseValues,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseIndices {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: usize,
    pub component_type: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseValues {
    pub buffer_view: usize,
    #[serde(default)]
    pub byte_offset: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct BufferView {
    pub buffer: usize,
    #[serde(default)]
    pub byte_offset: usize,
    pub byte_length: usize,
    pub byte_stride: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Buffer {
    pub uri: Option<String>,
    pub byte_length: usize,
}

#[derive(Deserialize)]
pub(super) struct Animation {
    pub name: Option<String>,
    pub channels: Vec<Channel>,
    #[serde(default)]
    pub samplers: Vec<Sampler>,
}

#[derive(Deserialize)]
pub(super) struct Channel {
    pub sampler: Option<usize>,
    pub target: Target,
}

#[derive(Deserialize)]
pub(super) struct Target {
    pub node: Option<usize>,
    /// What of the node it moves.
    pub path: Option<String>,
}

/// Keys of a channel: accessors of times and values. Validated only if the animation is selected.
#[derive(Deserialize)]
pub(super) struct Sampler {
    pub input: Option<usize>,
    pub output: Option<usize>,
    pub interpolation: Option<String>,
}
