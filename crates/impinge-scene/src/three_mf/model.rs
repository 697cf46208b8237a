//! The XML of one part: its unit, objects and items of the build.

use std::collections::BTreeMap;

use impinge::glam::{DAffine3, DVec3};
use roxmltree::Node;

use super::extensions;
use crate::loading::Loading;
use crate::mesh_builder::MeshBuilder;
use crate::words::{comma_hint, excerpt, parse_coordinate};
use crate::xml::{attribute, child, children, index, place, required};
use crate::{Mesh, SceneError, Unit, xml};

/// One part.
pub(super) struct Model {
    pub unit: Unit,
    pub objects: BTreeMap<usize, Object>,
    pub items: Vec<Part>,
}

pub(super) struct Object {
    pub name: Option<String>,
    /// Is it only there to hold others while they are built?
    pub is_support: bool,
    /// A warning for each part of its geometry that is not read. Taken out when it is first placed.
    pub ignored: Vec<String>,
    pub content: Content,
}

/// What an object is made of.
pub(super) enum Content {
    Mesh {
        /// Taken out when it is first placed.
        mesh: Mesh,
        /// How many triangles were left out because they are not finite.
        not_finite: usize,
        /// Where it is in the scene, once it is.
        index: Option<usize>,
    },
    Components(Vec<Part>),
    /// Geometry of an extension, which is not read.
    NotRead,
}

/// An object that is referred to, and where it is put.
#[derive(Clone)]
pub(super) struct Part {
    pub object: usize,
    /// The part of the archive that holds it, if it is another one.
    pub file: Option<String>,
    pub map: DAffine3,
    pub part_number: Option<String>,
}

/// Reads a part of the archive with that name.
pub(super) fn read(text: &str, part: &str, loading: &mut Loading) -> Result<Model, SceneError> {
    let malformed = |loading: &Loading, (place, problem): (String, String)| {
        loading.malformed(format!("{}: {place}", excerpt(part)), problem)
    };
    let mut repaired = String::new();
    let (document, undeclared) =
        xml::parse(text, &mut repaired).map_err(|error| malformed(loading, error))?;
    for (place, message) in undeclared.iter().map(|prefix| prefix.warning(&extensions::CONVENTIONAL)) {
        loading.warn(format!("{}: {place}", excerpt(part)), message);
    }
    let root = document.root_element();
    // Of every problem the element is told.
    let at = |node: Node, problem: String| (place(node), problem);
    if let Some(extension) = extensions::not_understood(root) {
        return Err(loading.unsupported(extension));
    }
    let unit = unit(root).map_err(|problem| malformed(loading, at(root, problem)))?;
    let mut model = Model { unit, objects: BTreeMap::new(), items: Vec::new() };
    for node in children(root, "resources").flat_map(|resources| children(resources, "object")) {
        let triangles = child(node, "mesh").and_then(|mesh| child(mesh, "triangles"));
        let count = triangles.map_or(0, |triangles| children(triangles, "triangle").count());
        loading.reserve_triangles(part, count)?;
        let (id, object) = object(node, unit).map_err(|error| malformed(loading, error))?;
        if model.objects.insert(id, object).is_some() {
            return Err(malformed(loading, at(node, format!("a second object has the number {id}"))));
        }
    }
    for node in children(root, "build").flat_map(|build| children(build, "item")) {
        let item = referred(node, unit).map_err(|problem| malformed(loading, at(node, problem)))?;
        model.items.push(item);
    }
    Ok(model)
}

fn unit(model: Node) -> Result<Unit, String> {
    match attribute(model, "unit").unwrap_or("millimeter") {
        "micron" => Ok(Unit::Micrometre),
        "millimeter" => Ok(Unit::Millimetre),
        "centimeter" => Ok(Unit::Centimetre),
        "inch" => Ok(Unit::Inch),
        "foot" => Ok(Unit::Foot),
        "meter" => Ok(Unit::Metre),
        other => Err(format!("`{}` is not a unit of 3MF", excerpt(other))),
    }
}

fn object(node: Node, unit: Unit) -> Result<(usize, Object), (String, String)> {
    let here = |problem: String| (place(node), problem);
    let id = index(node, "id").map_err(here)?;
    let name = attribute(node, "name").filter(|name| !name.is_empty()).map(ToOwned::to_owned);
    let content = match (child(node, "mesh"), child(node, "components")) {
        (Some(mesh), _) => {
            let (mesh, not_finite) =
                surface(mesh, unit, name.clone().unwrap_or_else(|| format!("object {id}")))?;
            Content::Mesh { mesh, not_finite, index: None }
        }
        (None, Some(components)) => Content::Components(
            children(components, "component")
                .map(|component| referred(component, unit).map_err(|problem| (place(component), problem)))
                .collect::<Result<_, _>>()?,
        ),
        (None, None) if extensions::has_other_geometry(node) => Content::NotRead,
        (None, None) => return Err(here("it has neither a mesh nor components".to_owned())),
    };
    let is_support = matches!(attribute(node, "type"), Some("support" | "solidsupport"));
    Ok((id, Object { name, is_support, ignored: extensions::ignored(node), content }))
}

/// A mesh, and how many of its triangles were left out because they are not finite.
fn surface(mesh: Node, unit: Unit, name: String) -> Result<(Mesh, usize), (String, String)> {
    let inner = |outer: &'static str, name: &'static str| {
        child(mesh, outer).into_iter().flat_map(move |list| children(list, name))
    };
    let mut positions = Vec::new();
    for vertex in inner("vertices", "vertex") {
        let coordinate = |name: &str| {
            let text = required(vertex, name)?;
            parse_coordinate(text.trim())
                .ok_or_else(|| format!("`{}` is not a coordinate{}", excerpt(text), comma_hint(text)))
        };
        let position = || Ok(DVec3::new(coordinate("x")?, coordinate("y")?, coordinate("z")?));
        positions.push(unit.to_metres(position().map_err(|problem| (place(vertex), problem))?));
    }
    let mut builder = MeshBuilder::default();
    builder.begin_vertices(positions.len());
    for triangle in inner("triangles", "triangle") {
        let corner = |name: &str| match index(triangle, name)? {
            corner if corner < positions.len() => Ok(corner),
            corner => Err(format!("uses vertex {corner}, but the mesh has {} (from 0)", positions.len())),
        };
        let corners = || Ok([corner("v1")?, corner("v2")?, corner("v3")?]);
        let corners = corners().map_err(|problem: String| (place(triangle), problem))?;
        builder.add_triangle(corners, |vertex| positions[vertex]);
    }
    Ok(builder.finish(name))
}

/// An item of the build, or a component.
fn referred(node: Node, unit: Unit) -> Result<Part, String> {
    Ok(Part {
        object: index(node, "objectid")?,
        file: extensions::path(node).map(|path| path.trim_start_matches('/').to_owned()),
        map: attribute(node, "transform").map_or(Ok(DAffine3::IDENTITY), |text| transform(text, unit))?,
        part_number: attribute(node, "partnumber").filter(|name| !name.is_empty()).map(ToOwned::to_owned),
    })
}

/// Twelve numbers: the images of the axes, then the image of the origin.
fn transform(text: &str, unit: Unit) -> Result<DAffine3, String> {
    let numbers: Option<Vec<f64>> = text
        .split_whitespace()
        .map(|word| word.parse().ok().filter(|number: &f64| number.is_finite()))
        .collect();
    let numbers: [f64; 12] = numbers
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| format!("the transform `{}` is not twelve numbers", excerpt(text)))?;
    let mut map = DAffine3::from_cols_array(&numbers);
    map.translation = unit.to_metres(map.translation);
    Ok(map)
}
