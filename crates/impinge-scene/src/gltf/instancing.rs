//! Many copies of one node's mesh: the extension `EXT_mesh_gpu_instancing`.
//!
//! Files may use it without requiring it. A reader that ignores it then sees one object instead of
//! many.

use impinge::glam::DAffine3;

use super::accessor::{Accessor, Purpose};
use super::buffer::Buffers;
use super::document::{Document, Instancing};
use super::pose::from_parts;
use crate::SceneError;
use crate::loading::Loading;

/// The transform of each copy to the coordinates of the node.
pub(super) fn transforms(
    instancing: &Instancing,
    document: &Document,
    buffers: &Buffers,
    place: &str,
    loading: &Loading,
) -> Result<Vec<DAffine3>, SceneError> {
    let open = |index: Option<usize>, purpose| {
        let Some(index) = index else { return Ok(None) };
        match Accessor::open(index, purpose, document, buffers, place, loading)? {
            None => {
                Err(loading.malformed(place, format!("instance attribute in accessor {index} has no data")))
            }
            accessor => Ok(accessor),
        }
    };
    let attributes = &instancing.attributes;
    let translations = open(attributes.translation, Purpose::Vector3)?;
    let rotations = open(attributes.rotation, Purpose::Quaternion)?;
    let scales = open(attributes.scale, Purpose::Vector3)?;

    let given: Vec<&Accessor> = [&translations, &rotations, &scales].into_iter().flatten().collect();
    let Some(count) = given.first().map(|accessor| accessor.count) else {
        return Err(loading.malformed(place, "its instances have neither translation, rotation nor scale"));
    };
    if given.iter().any(|accessor| accessor.count != count) {
        return Err(loading.malformed(place, "its instance attributes differ in number"));
    }
    let transform = |instance| {
        from_parts(
            translations.as_ref().map_or([0.0; 3], |accessor| accessor.element(instance)),
            rotations.as_ref().map_or([0.0, 0.0, 0.0, 1.0], |accessor| accessor.element(instance)),
            scales.as_ref().map_or([1.0; 3], |accessor| accessor.element(instance)),
        )
    };
    Ok((0..count).map(transform).collect())
}
