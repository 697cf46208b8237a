//! 3MF: a ZIP archive with XML that holds meshes, what is put together of them, and what is built where.
//!
//! [`archive`] takes parts out of the archive, [`model`] reads the XML of one part, [`extensions`]
//! lists the extensions that a part requires and the extensions that an object uses and that are not
//! read, and here the items of the build are walked down to their meshes. The file defines the unit.
//! Objects may lie in other parts of the archive (the production extension, which slicers use). Looks
//! and supports are skipped; slices too, with a warning where the mesh is only a stand-in for them.
//!
//! The `threemf` crate (0.8) cannot keep the promises: it unpacks without a limit
//! (`archives_that_grow_too_large`), reports no line (`errors_name_part_and_line`), and does not follow
//! other parts (`objects_in_other_parts`).
//!
//! Source: 3MF Consortium, "3MF Core Specification" 1.3.0 and "Production Extension" 1.1.2.

mod archive;
mod extensions;
mod model;

use std::collections::BTreeMap;

use impinge::glam::DAffine3;

use crate::loading::Loading;
use crate::mesh_builder::not_finite_message;
use crate::words::{counted, excerpt};
use crate::{SceneError, UpAxis};
use archive::Archive;
use model::{Content, Model, Part};

/// The maximum depth of nested objects. Real files have fewer levels.
const DEEPEST: usize = 64;

/// Does it begin as ZIP archives do?
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04")
}

pub(crate) fn load(bytes: &[u8], loading: &mut Loading) -> Result<(), SceneError> {
    let mut archive = Archive::open(bytes, loading)?;
    let mut roots = archive.roots(loading)?.into_iter();
    // There is always a first one.
    let root = roots.next().unwrap_or_default();
    let mut walk = Walk {
        models: BTreeMap::new(),
        visited: 0,
        limit: loading.limit_of_composed(bytes.len()),
        supports: 0,
    };
    walk.read(&root, &mut archive, loading)?;
    let unit = walk.models.get(&root).map(|model| model.unit).unwrap_or_default();
    loading.say(unit.metres(), Some(UpAxis::Z));
    let items = walk.models.get(&root).map(|model| model.items.clone()).unwrap_or_default();
    if items.is_empty() {
        loading.warn(root.as_str(), "its build has no items");
    }
    for item in items {
        let place = Place { map: item.map, path: loading.file_name(), part: item.part_number.clone() };
        walk.place(&item, &root, place, 0, &mut archive, loading)?;
    }
    for other in roots {
        // A part that others refer to may be listed as a root too. Nothing is lost if it builds nothing
        // itself.
        if walk.models.get(&other).is_none_or(|model| !model.items.is_empty()) {
            let message = format!(
                "not built: the archive has several root models, and only the first is used, {}",
                excerpt(&root)
            );
            loading.warn(excerpt(&other), message);
        }
    }
    if walk.supports > 0 {
        let supports = counted(walk.supports as u64, "support");
        let message = format!("{supports} left out: supports are removed after printing");
        loading.warn(root.as_str(), message);
    }
    Ok(())
}

/// Where something is put.
struct Place {
    map: DAffine3,
    /// The path of what holds it.
    path: String,
    /// The name that the build gives it.
    part: Option<String>,
}

/// The models read so far, by the names of their parts, and how many objects have been come to, of so many at
/// most, of which so many are supports.
struct Walk {
    models: BTreeMap<String, Model>,
    visited: usize,
    limit: usize,
    supports: usize,
}

impl Walk {
    /// Reads a part of the archive unless it has been read.
    fn read(&mut self, part: &str, archive: &mut Archive, loading: &mut Loading) -> Result<(), SceneError> {
        if !self.models.contains_key(part) {
            let text = archive.text(part, loading)?;
            self.models.insert(part.to_owned(), model::read(&text, part, loading)?);
        }
        Ok(())
    }

    /// Places an object, or all that it is put together of.
    fn place(
        &mut self,
        wanted: &Part,
        from: &str,
        place: Place,
        depth: usize,
        archive: &mut Archive,
        loading: &mut Loading,
    ) -> Result<(), SceneError> {
        let part = wanted.file.clone().unwrap_or_else(|| from.to_owned());
        self.read(&part, archive, loading)?;
        let here = format!("{}: object {}", excerpt(&part), wanted.object);
        self.visited += 1;
        if depth > DEEPEST {
            return Err(loading.malformed(here, format!("objects are nested more than {DEEPEST} deep")));
        }
        if self.visited > self.limit {
            return Err(loading.too_large(here, "objects", self.limit));
        }
        let model = self.models.get_mut(&part);
        let Some(object) = model.and_then(|model| model.objects.get_mut(&wanted.object)) else {
            return Err(loading.malformed(here, "is referred to, but does not exist"));
        };
        if object.is_support {
            self.supports += 1;
            return Ok(());
        }
        let name = place.part.clone().or_else(|| object.name.clone());
        let name = name.unwrap_or_else(|| format!("object {}", wanted.object));
        let path = format!("{}/{name}", place.path);
        for ignored in std::mem::take(&mut object.ignored) {
            loading.warn(&here, ignored);
        }
        match &mut object.content {
            Content::Mesh { mesh, not_finite, index } => {
                let index = match index {
                    Some(index) => *index,
                    None => {
                        if *not_finite > 0 {
                            loading.warn(&here, not_finite_message(*not_finite));
                        }
                        if mesh.triangles.is_empty() {
                            loading.warn(&here, "left out: it has no triangles");
                            return Ok(());
                        }
                        *index.insert(loading.add_mesh(std::mem::take(mesh)))
                    }
                };
                let map = place.map;
                let stays = |&corner: &impinge::glam::DVec3| map.transform_point3(corner).is_finite();
                if !loading.mesh(index).positions.iter().all(stays) {
                    loading.warn(&here, "left out: its transform exceeds the range of numbers");
                    return Ok(());
                }
                loading.add_object(name, &path, index, map, false)
            }
            Content::NotRead => Ok(()),
            Content::Components(components) => {
                for component in components.clone() {
                    let inner = Place { map: place.map * component.map, path: path.clone(), part: None };
                    self.place(&component, &part, inner, depth + 1, archive, loading)?;
                }
                Ok(())
            }
        }
    }
}
