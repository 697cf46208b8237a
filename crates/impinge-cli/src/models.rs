//! Objects of a scene for the engine: their meshes, and where they are.

use impinge::assembly::Model;
use impinge::glam::DVec3;
use impinge::math::Affine;
use impinge::shape::Mesh;
use impinge_scene::Object;

use crate::error::Error;

/// The meshes for the engine, which all objects that place one of them share.
pub(crate) fn models(
    meshes: Vec<impinge_scene::Mesh>,
    objects: &[Object],
) -> Result<Vec<Model<DVec3>>, Error> {
    let model = |(number, mesh): (usize, impinge_scene::Mesh)| {
        Mesh::new(mesh.positions, mesh.triangles).map(Model::new).map_err(|source| {
            let user = objects.iter().find(|object| object.mesh == number);
            let file = user.map(|object| object.file.display().to_string()).unwrap_or_default();
            let object = user.map_or(mesh.name, |object| object.path.clone());
            Error::Mesh { file, object, source }
        })
    };
    meshes.into_iter().enumerate().map(model).collect()
}

/// Where an object is.
pub(crate) fn map(object: &Object) -> Affine<DVec3> {
    object.transform.into()
}
