//! Extensions that a part requires: who does not understand one of them would see another shape, or none.

use roxmltree::Node;

use crate::words::excerpt;
use crate::xml::is_undeclared;

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

/// The part of the archive that holds what an element refers to, if it names one. An undeclared prefix is
/// taken for that of the production extension: without the path, the element would refer to an object of its
/// own part, which is another one.
pub(super) fn path<'a>(node: Node<'a, '_>) -> Option<&'a str> {
    let is_path = |namespace: &str| namespace == PRODUCTION || is_undeclared(namespace);
    let mut attributes = node.attributes();
    let path =
        attributes.find(|attribute| attribute.name() == "path" && attribute.namespace().is_some_and(is_path));
    path.map(|path| path.value())
}

/// The first required extension that is not understood: its prefix and its namespace.
pub(super) fn not_understood(model: Node) -> Option<String> {
    let prefixes = model.attribute("requiredextensions").unwrap_or_default().split_whitespace();
    prefixes
        .map(|prefix| (prefix, model.lookup_namespace_uri(Some(prefix)).filter(|name| !is_undeclared(name))))
        .find(|(_, namespace)| !namespace.is_some_and(|name| name == PRODUCTION || HARMLESS.contains(&name)))
        .map(|(prefix, namespace)| {
            let namespace = namespace.map_or("no namespace has this prefix".to_owned(), |name| {
                // Namespaces are told apart by their ends.
                name.chars().take(200).flat_map(char::escape_debug).collect()
            });
            format!("{} ({namespace})", excerpt(prefix))
        })
}
