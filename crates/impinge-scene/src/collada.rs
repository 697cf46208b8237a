//! COLLADA (`.dae`): XML with geometries, and nodes that place them.
//!
//! [`geometry`] reads sources of numbers and the primitives over them; here the nodes of the scene are
//! walked. Only geometry counts: looks, lights and cameras are passed over; skins are skipped with a warning.
//!
//! The `mesh-loader` crate (0.1.13) cannot keep the promises: it reads numbers as f32 (`digits_beyond_f32`),
//! places a geometry only once (`a_geometry_placed_twice`), and panics where normals are fewer than corners
//! (`only_positions_matter`).
//!
//! Source: Khronos Group, "COLLADA – Digital Asset Schema Release 1.4.1".

mod geometry;

use std::collections::HashMap;

use impinge::glam::{DAffine3, DMat4, DVec3};
use roxmltree::Node;

use crate::loading::Loading;
use crate::rotation::rotation_about;
use crate::text::without_mark;
use crate::words::{counted, excerpt};
use crate::xml::{all_elements, attribute, child, children, elements, place, root_name};
use crate::{SceneError, UpAxis, xml};
use geometry::numbers;

/// The maximum depth of nested nodes. Real files have fewer levels.
const DEEPEST: usize = 128;
/// `<COLLADA` comes after the XML declaration and comments at most.
const BYTES_TO_SEE_THE_ROOT: usize = 4096;

/// Is the root element in the first bytes?
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(BYTES_TO_SEE_THE_ROOT)];
    let begins_as_xml = without_mark(bytes).trim_ascii_start().first() == Some(&b'<');
    let is_root =
        || head.windows(8).any(|window| window == b"<COLLADA") || root_name(head) == Some("COLLADA");
    begins_as_xml && is_root()
}

pub(crate) fn load(bytes: &[u8], loading: &mut Loading) -> Result<(), SceneError> {
    let text = loading.text(bytes);
    let mut repaired = String::new();
    let (document, undeclared) = xml::parse(text.trim_start_matches('\u{feff}'), &mut repaired)
        .map_err(|(place, problem)| loading.malformed(place, problem))?;
    for (place, message) in undeclared.iter().map(|prefix| prefix.warning(&[])) {
        loading.warn(place, message);
    }
    let root = document.root_element();
    let (metres_per_unit, up) = asset(root).map_err(|(place, problem)| loading.malformed(place, problem))?;
    loading.say(metres_per_unit, up);
    if let (Some(axis), None) = (up_axis(root), up) {
        let axis = excerpt(axis);
        let message =
            format!("{axis} is not supported: the up axis counts as unknown; export it with Y_UP or Z_UP");
        loading.warn("up_axis", message);
    }
    let world = DAffine3::from_scale(DVec3::splat(metres_per_unit));
    let mut walk = Walk {
        by_id: by_id(root),
        meshes: HashMap::new(),
        visited: 0,
        limit: loading.limit_of_composed(bytes.len()),
        numbers_left: bytes.len().saturating_mul(geometry::AGAIN),
        skins: 0,
    };
    let top = loading.file_name();
    match scene(root, &walk.by_id) {
        Some(scene) => {
            for node in children(scene, "node") {
                walk.node(node, world, &top, 0, loading)?;
            }
        }
        // A library of parts that nothing places.
        None => {
            let geometries = children(root, "library_geometries");
            for node in geometries.flat_map(|library| children(library, "geometry")) {
                walk.geometry(node, world, &top, None, loading)?;
            }
        }
    }
    if walk.skins > 0 {
        let skins = counted(walk.skins as u64, "skinned or morphed shape");
        let message = format!("{skins} skipped: only rigid ones are supported; export plain meshes instead");
        loading.warn("library_controllers", message);
    }
    Ok(())
}

/// The unit in metres, and the axis that is up.
fn asset(root: Node) -> Result<(f64, Option<UpAxis>), (String, String)> {
    let Some(asset) = child(root, "asset") else { return Ok((1.0, None)) };
    let up = match up_axis(root) {
        Some("Y_UP") => Some(UpAxis::Y),
        Some("Z_UP") => Some(UpAxis::Z),
        _ => None,
    };
    let Some((node, meter)) = child(asset, "unit").and_then(|node| Some((node, attribute(node, "meter")?)))
    else {
        return Ok((1.0, up));
    };
    match meter.trim().parse::<f64>() {
        Ok(metres) if metres.is_finite() && metres > 0.0 => Ok((metres, up)),
        _ => Err((place(node), format!("`{}` is not the length of a unit", excerpt(meter)))),
    }
}

/// The up axis that the document declares.
fn up_axis<'a>(root: Node<'a, '_>) -> Option<&'a str> {
    child(child(root, "asset")?, "up_axis")?.text().map(str::trim)
}

fn by_id<'a, 'b>(root: Node<'a, 'b>) -> HashMap<&'a str, Node<'a, 'b>> {
    let identified = |node: Node<'a, 'b>| Some((attribute(node, "id")?, node));
    all_elements(root.document()).filter_map(identified).collect()
}

/// The scene that the document instantiates; the first if it instantiates none.
fn scene<'a, 'b>(root: Node<'a, 'b>, by_id: &HashMap<&str, Node<'a, 'b>>) -> Option<Node<'a, 'b>> {
    let shown = child(root, "scene").and_then(|scene| child(scene, "instance_visual_scene"));
    let named = shown.and_then(|node| attribute(node, "url")?.strip_prefix('#'));
    let named = named.and_then(|id| by_id.get(id)).copied();
    named.or_else(|| child(child(root, "library_visual_scenes")?, "visual_scene"))
}

struct Walk<'a, 'b> {
    by_id: HashMap<&'a str, Node<'a, 'b>>,
    /// The mesh of each geometry come to so far; none of one without triangles.
    meshes: HashMap<roxmltree::NodeId, Option<usize>>,
    visited: usize,
    limit: usize,
    /// How many numbers geometries may still read: sources may name one array as often as they like.
    numbers_left: usize,
    skins: usize,
}

impl<'a, 'b> Walk<'a, 'b> {
    /// Places all that a node holds.
    fn node(
        &mut self,
        node: Node<'a, 'b>,
        outer: DAffine3,
        path: &str,
        depth: usize,
        loading: &mut Loading,
    ) -> Result<(), SceneError> {
        self.visited += 1;
        if depth > DEEPEST {
            return Err(loading.malformed(place(node), format!("nodes are nested more than {DEEPEST} deep")));
        }
        if self.visited > self.limit {
            return Err(loading.too_large(place(node), "nodes", self.limit));
        }
        let name = attribute(node, "name").or_else(|| attribute(node, "id")).filter(|name| !name.is_empty());
        let path = name.map_or(path.to_owned(), |name| format!("{path}/{name}"));
        let mut map = outer;
        for step in elements(node) {
            let moved = step_of(step).map_err(|problem| loading.malformed(place(step), problem))?;
            if let Some(moved) = moved {
                map *= moved;
            }
            match step.tag_name().name() {
                "node" => self.node(step, map, &path, depth + 1, loading)?,
                "instance_node" => {
                    let target = self.target(step, loading)?;
                    self.node(target, map, &path, depth + 1, loading)?;
                }
                "instance_geometry" => {
                    let target = self.target(step, loading)?;
                    self.geometry(target, map, &path, name, loading)?;
                }
                "instance_controller" => self.skins += 1,
                _ => {}
            }
        }
        Ok(())
    }

    /// The element that a `url` refers to.
    fn target(&self, node: Node, loading: &Loading) -> Result<Node<'a, 'b>, SceneError> {
        let url = attribute(node, "url").unwrap_or_default();
        let found = url.strip_prefix('#').and_then(|id| self.by_id.get(id)).copied();
        found.ok_or_else(|| {
            loading.malformed(place(node), format!("refers to `{}`, which does not exist", excerpt(url)))
        })
    }

    fn geometry(
        &mut self,
        node: Node<'a, 'b>,
        map: DAffine3,
        path: &str,
        name: Option<&str>,
        loading: &mut Loading,
    ) -> Result<(), SceneError> {
        let own = attribute(node, "name").or_else(|| attribute(node, "id")).unwrap_or("geometry");
        let mesh = match self.meshes.get(&node.id()) {
            Some(mesh) => *mesh,
            None => {
                let mesh = geometry::read(node, own, &self.by_id, &mut self.numbers_left, loading)?;
                let mesh = mesh.map(|mesh| loading.add_mesh(mesh));
                self.meshes.insert(node.id(), mesh);
                mesh
            }
        };
        let Some(mesh) = mesh else { return Ok(()) };
        if !loading.mesh(mesh).positions.iter().all(|&corner| map.transform_point3(corner).is_finite()) {
            loading.warn(place(node), "left out: a transform exceeds the range of numbers");
            return Ok(());
        }
        let path = if name.is_some() { path.to_owned() } else { format!("{path}/{own}") };
        loading.add_object(name.unwrap_or(own).to_owned(), &path, mesh, map, false)
    }
}

/// What an element of a node does to what follows it, if it is a transform.
fn step_of(node: Node) -> Result<Option<DAffine3>, String> {
    fn exactly<const N: usize>(node: Node) -> Result<[f64; N], String> {
        let numbers = numbers(node)?;
        if !numbers.iter().all(|number| number.is_finite()) {
            return Err("a number is not finite".to_owned());
        }
        let count = numbers.len();
        numbers.try_into().map_err(|_| format!("it has {count} numbers instead of {N}"))
    }
    Ok(Some(match node.tag_name().name() {
        "matrix" => {
            // Row by row.
            let matrix = DMat4::from_cols_array(&exactly::<16>(node)?).transpose();
            DAffine3::from_mat4(matrix)
        }
        "translate" => DAffine3::from_translation(exactly::<3>(node)?.into()),
        "scale" => DAffine3::from_scale(exactly::<3>(node)?.into()),
        "rotate" => {
            let [x, y, z, degrees] = exactly::<4>(node)?;
            DAffine3::from_mat3(rotation_about(DVec3::new(x, y, z), degrees.to_radians()))
        }
        "lookat" | "skew" => {
            return Err("this kind of transform is not supported; use a `matrix`".to_owned());
        }
        _ => return Ok(None),
    }))
}
