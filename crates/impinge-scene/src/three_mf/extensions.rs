//! Extensions: those that a part requires, and those that change the shape of an object and are not read.

use roxmltree::Node;

use crate::words::excerpt;
use crate::xml::{attribute, child, children, elements, undeclared_prefix};

/// The production extension: objects in other parts of the archive.
const PRODUCTION: &str = "http://schemas.microsoft.com/3dmanufacturing/production/2015/06";
/// The core itself, and extensions that change no shape: looks, and names for groups of triangles.
///
/// Slices are not among them: a part requires them only where its meshes are rough stand-ins for them.
const HARMLESS: [&str; 3] = [
    "http://schemas.microsoft.com/3dmanufacturing/core/2015/02",
    "http://schemas.microsoft.com/3dmanufacturing/material/2015/02",
    "http://schemas.microsoft.com/3dmanufacturing/trianglesets/2021/07",
];
/// Elements of the core in an object that are no geometry.
const METADATA: [&str; 2] = ["metadatagroup", "metadata"];

/// The prefix by which the production extension is known where it is not declared.
const PRODUCTION_PREFIX: &str = "p";
/// Prefixes that count without a declaration.
pub(super) const CONVENTIONAL: [(&str, &str); 1] = [(PRODUCTION_PREFIX, "the production extension")];

/// The part of the archive that holds what an element refers to, if it names one. The usual prefix is enough,
/// declared or not: without the path, the element would refer to an object of its own part, which is another
/// one.
pub(super) fn path<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let is_path =
        |namespace: &str| namespace == PRODUCTION || undeclared_prefix(namespace) == Some(PRODUCTION_PREFIX);
    let mut attributes = node.attributes();
    let path =
        attributes.find(|attribute| attribute.name() == "path" && attribute.namespace().is_some_and(is_path));
    path.map(|path| path.value())
}

/// The first required extension that is not understood: its prefix and its namespace.
pub(super) fn not_understood(model: Node) -> Option<String> {
    let prefixes = attribute(model, "requiredextensions").unwrap_or_default().split_whitespace();
    prefixes
        .map(|prefix| {
            (
                prefix,
                model.lookup_namespace_uri(Some(prefix)).filter(|name| undeclared_prefix(name).is_none()),
            )
        })
        .find(|(_, namespace)| !namespace.is_some_and(|name| name == PRODUCTION || HARMLESS.contains(&name)))
        .map(|(prefix, namespace)| {
            let namespace = namespace.map_or("no namespace has this prefix".to_owned(), |name| {
                // Namespaces are told apart by their ends.
                name.chars().take(200).flat_map(char::escape_debug).collect()
            });
            format!("{} ({namespace})", excerpt(prefix))
        })
}

/// Does an object without mesh and components have geometry of another kind?
pub(super) fn has_other_geometry(object: Node) -> bool {
    other_geometry(object).is_some()
}

/// A warning for each part of an object's geometry that is not read, though no required extension refused the
/// file.
///
/// A mesh with slices at full resolution has the shape of its slices, so nothing is lost there.
pub(super) fn ignored(object: Node) -> Vec<String> {
    let slices =
        extension_attribute(object, "slicestackid").map(|stack| format!("slice stack {}", excerpt(stack)));
    let stand_in = |resolution: &str, real: String| {
        format!(
            "its triangles are only an approximation ({resolution}) of {real}, which is printed, but is not supported"
        )
    };
    let of_mesh = extension_attribute(object, "meshresolution").filter(|&resolution| resolution != "fullres");
    let of_mesh = of_mesh.map(|resolution| {
        let slices = slices.clone().unwrap_or_else(|| "its slices".to_owned());
        stand_in(&format!("meshresolution {}", excerpt(resolution)), slices)
    });
    let from_model =
        extension_attribute(object, "modelresolution").filter(|&resolution| resolution != "fullres");
    let from_model = from_model.map(|resolution| {
        stand_in(&format!("modelresolution {}", excerpt(resolution)), "another object of the file".to_owned())
    });
    let mesh = child(object, "mesh");
    let is_lattice =
        |node: Node| node.tag_name().name() == "beamlattice" && is_of_3mf(node.tag_name().namespace());
    let has_beams = mesh.is_some_and(|mesh| mesh.children().any(is_lattice));
    let beams =
        has_beams.then(|| "the beams of its lattice are not supported, only its triangles".to_owned());
    let is_empty =
        mesh.is_some_and(|mesh| child(mesh, "triangles").is_none_or(|list| elements(list).next().is_none()));
    let only_slices = slices.filter(|_| is_empty && of_mesh.is_none());
    let only_slices = only_slices.map(|slices| format!("its shape is {slices}, which is not supported"));
    let has_core = mesh.is_some() || child(object, "components").is_some();
    // An undeclared prefix is warned of where the file is read, and may be a note of any kind.
    let is_unknown = |element: &Node| element.tag_name().namespace().and_then(undeclared_prefix).is_some();
    let other = other_geometry(object).filter(|(element, _)| !(has_core && is_unknown(element)));
    let other = other.map(|(element, what)| {
        let element = element.tag_name().name();
        let rest = if has_core { "only the rest of the object is used" } else { "the object is left out" };
        format!("<{}>, {what}, is not supported: {rest}", excerpt(element))
    });
    [of_mesh, from_model, beams, only_slices, other].into_iter().flatten().collect()
}

/// The element that is neither mesh nor components nor metadata, and what it is.
fn other_geometry<'a, 'input>(object: Node<'a, 'input>) -> Option<(Node<'a, 'input>, &'static str)> {
    let of_core: Vec<Node> = ["mesh", "components"].iter().flat_map(|&name| children(object, name)).collect();
    let is_known =
        |element: &Node| of_core.contains(element) || METADATA.contains(&element.tag_name().name());
    object.children().filter(Node::is_element).find_map(|element| {
        let what = match element.tag_name().name() {
            "booleanshape" => "which joins, cuts or intersects other objects",
            "levelset" => "a shape defined by a function",
            "displacementmesh" => "a mesh with displaced triangles",
            // Other resolutions of the same object.
            "alternatives" => return None,
            _ if is_known(&element) => return None,
            _ => "geometry of an extension",
        };
        Some((element, what))
    })
}

/// Is it a namespace of an extension of 3MF, or not known to be of anything else? Versions and prefixes of
/// the extensions differ, and a warning too many is better than none.
fn is_of_3mf(namespace: Option<&str>) -> bool {
    namespace.is_none_or(|name| name.contains("/3dmanufacturing/") || undeclared_prefix(name).is_some())
}

/// An attribute of an extension by its name.
fn extension_attribute<'a>(node: Node<'a, '_>, name: &str) -> Option<&'a str> {
    let mut attributes = node.attributes();
    let found = attributes.find(|attribute| attribute.name() == name && is_of_3mf(attribute.namespace()));
    found.map(|attribute| attribute.value())
}
