//! The parts of a link as one body.

use impinge::glam::DAffine3;

use super::{LinkInstance, Robot, RobotInstances};
use crate::words::excerpt;
use crate::{Mesh, SceneError, Solid};

impl RobotInstances {
    /// Joins all instances of a link to one, named like the link. A link of one instance keeps its mesh,
    /// which others may share.
    pub(super) fn joined(self, robot: &Robot, limit: usize) -> Result<Self, SceneError> {
        let mut joined =
            Joined { sources: &self.meshes, new_numbers: vec![None; self.meshes.len()], meshes: Vec::new() };
        let mut instances = Vec::new();
        let mut triangles = 0;
        for parts in self.instances.chunk_by(|a, b| a.link == b.link) {
            let link = parts[0].link;
            let (mesh, map) = match parts {
                [part] => (joined.kept(part.mesh), part.transform),
                _ => {
                    triangles +=
                        parts.iter().map(|part| self.meshes[part.mesh].triangles.len()).sum::<usize>();
                    if triangles > limit {
                        let place = format!("link {}", excerpt(&robot.links[link].name));
                        return Err(SceneError::TooLarge {
                            file: robot.file.clone(),
                            place,
                            what: "triangles",
                            limit,
                        });
                    }
                    (joined.mesh(&robot.links[link].name, parts), DAffine3::IDENTITY)
                }
            };
            instances.push(LinkInstance { link, name: robot.links[link].name.clone(), mesh, transform: map });
        }
        let meshes = joined.meshes;
        Ok(RobotInstances { meshes, instances, ..self })
    }
}

struct Joined<'a> {
    sources: &'a [Mesh],
    /// For each source that is kept its number among the new meshes.
    new_numbers: Vec<Option<usize>>,
    meshes: Vec<Mesh>,
}

impl Joined<'_> {
    fn kept(&mut self, source: usize) -> usize {
        *self.new_numbers[source].get_or_insert_with(|| {
            self.meshes.push(self.sources[source].clone());
            self.meshes.len() - 1
        })
    }

    /// One mesh of all parts, in the coordinates of the link.
    fn mesh(&mut self, name: &str, parts: &[LinkInstance]) -> usize {
        let mut joined = Mesh { name: name.to_owned(), ..Mesh::default() };
        for part in parts {
            joined.add(&self.sources[part.mesh], &part.transform);
        }
        self.meshes.push(joined);
        self.meshes.len() - 1
    }
}

impl Mesh {
    /// Adds the triangles of another mesh under a map.
    fn add(&mut self, other: &Mesh, map: &DAffine3) {
        let (first, before) = (self.positions.len() as u32, self.triangles.len());
        self.positions.extend(other.positions.iter().map(|&position| map.transform_point3(position)));
        // A mirrored part would be inside out, and a cavity of any part around it.
        let is_mirrored = map.matrix3.determinant() < 0.0;
        let turned = |&[a, b, c]: &[u32; 3]| if is_mirrored { [a, c, b] } else { [a, b, c] };
        self.triangles
            .extend(other.triangles.iter().map(|corners| turned(corners).map(|corner| first + corner)));
        self.solids.extend(other.solids.iter().map(|solid| Solid {
            transform: *map * solid.transform,
            triangles: before + solid.triangles.start..before + solid.triangles.end,
            ..solid.clone()
        }));
    }
}
