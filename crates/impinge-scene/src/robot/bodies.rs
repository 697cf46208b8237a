//! The shapes of a robot as meshes on its links, loaded once for all configurations.

use std::collections::HashMap;
use std::path::PathBuf;

use impinge::glam::{DAffine3, DVec3};

use super::mesh_sizes::{self, ShapeSize};
use super::urdf::refused;
use super::{Configuration, Geometry, Link, LinkShape, Packages, Robot, revolve};
use crate::unique_path::UniquePaths;
use crate::words::excerpt;
use crate::{Format, LoadOptions, Mesh, Object, Scene, SceneError, SceneFile, UpAxis, Warning, load};

/// The kind of shapes to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GeometrySet {
    /// The collision shapes.
    #[default]
    Collision,
    /// The visual shapes.
    Visual,
    /// Both.
    Both,
}

impl GeometrySet {
    /// Returns the shapes of a link of this kind.
    pub fn shapes_of(self, link: &Link) -> impl Iterator<Item = &LinkShape> {
        let collisions = (self != GeometrySet::Visual).then_some(&link.collisions);
        let visuals = (self != GeometrySet::Collision).then_some(&link.visuals);
        collisions.into_iter().chain(visuals).flatten()
    }

    /// The places of invalid shapes of a link that do not count, and warnings about them.
    fn unused_invalid(self, link: &Link) -> impl Iterator<Item = (String, String)> {
        let (kind, unused): (_, &[LinkShape]) = match self {
            GeometrySet::Collision => ("visual", &link.visuals),
            GeometrySet::Visual => ("collision", &link.collisions),
            GeometrySet::Both => ("", &[]),
        };
        unused.iter().filter_map(move |shape| match &shape.geometry {
            Geometry::Invalid { place, problem } => {
                let link = excerpt(&link.name);
                let message = format!(
                    "{problem}; this {kind} shape of link {link} is left out, because it is not used (geometry)"
                );
                Some((place.clone(), message))
            }
            _ => None,
        })
    }
}

/// Options for loading the shapes of a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RobotOptions {
    /// The folders of packages.
    pub packages: Packages,
    /// The kind of shapes to use.
    pub shapes: GeometrySet,
    /// Whether each shape of a link, and each object of a mesh file, is a separate body. Otherwise a link is
    /// one body.
    pub parts: bool,
    /// The maximum number of triangles of one mesh file, and of all links that are joined from several
    /// shapes: see [`LoadOptions::max_triangles`].
    pub max_triangles: usize,
    /// The maximum number of objects in one mesh file: see [`LoadOptions::max_objects`].
    pub max_objects: usize,
    /// The maximum number of objects in one mesh file that composes objects of others: see
    /// [`LoadOptions::max_composed_objects`].
    pub max_composed_objects: usize,
}

impl Default for RobotOptions {
    fn default() -> Self {
        let LoadOptions { max_triangles, max_objects, max_composed_objects, .. } = LoadOptions::default();
        RobotOptions {
            packages: Packages::default(),
            shapes: GeometrySet::default(),
            parts: false,
            max_triangles,
            max_objects,
            max_composed_objects,
        }
    }
}

/// All shapes of a link, or with [`RobotOptions::parts`] one of them.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkInstance {
    /// The index of the link.
    pub link: usize,
    /// The name of the link. The name of a part also has the name of the shape, if the shape has one or the
    /// link has several shapes. It also has the name of the object of its mesh file, if that has several.
    pub name: String,
    /// Index into [`RobotInstances::meshes`].
    pub mesh: usize,
    /// Transform from the coordinates of the mesh to the coordinates of the link.
    pub transform: DAffine3,
}

/// All shapes of a robot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotInstances {
    /// The meshes, each stored once.
    pub meshes: Vec<Mesh>,
    /// The bodies, in the order of the links.
    pub instances: Vec<LinkInstance>,
    /// Skipped or suspicious content.
    pub warnings: Vec<Warning>,
    /// The files of the meshes, and the files that these refer to.
    pub files: Vec<PathBuf>,
}

impl Robot {
    /// Loads the meshes of all links, and creates meshes for boxes, cylinders, spheres and capsules.
    ///
    /// Spheres, cylinders and capsules are in [`Mesh::solids`]. Their triangles are circumscribed and
    /// reach out by at most 0.8 % of the radius, so that no collision is missed. Meshes are in metres
    /// unless their format defines a unit. Their axes are the axes of the link, whichever axis the file
    /// declares as up, as in ROS.
    ///
    /// # Errors
    ///
    /// If a used shape is invalid, or its mesh cannot be found or read; the message names the link and its
    /// line. An unused shape is never an error: an invalid one is a warning.
    pub fn instances(&self, options: &RobotOptions) -> Result<RobotInstances, SceneError> {
        let mut loading = Loading {
            robot: self,
            options,
            found: RobotInstances { warnings: self.warnings.clone(), ..RobotInstances::default() },
            stored: HashMap::new(),
            files: HashMap::new(),
            guessed: Vec::new(),
            sizes: Vec::new(),
        };
        let mut unseen = Vec::new();
        for (number, link) in self.links.iter().enumerate() {
            let count = options.shapes.shapes_of(link).count();
            for (place, shape) in options.shapes.shapes_of(link).enumerate() {
                let name = match &shape.name {
                    Some(name) if count > 1 || *name != link.name => format!("{}/{name}", link.name),
                    None if count > 1 => format!("{}/shape {}", link.name, place + 1),
                    _ => link.name.clone(),
                };
                loading.shape(number, shape, name)?;
            }
            if count == 0 && !link.visuals.is_empty() {
                unseen.push(link.name.as_str());
            }
            loading.found.warnings.extend(
                options.shapes.unused_invalid(link).map(|(place, message)| Warning {
                    file: self.file.clone(),
                    place,
                    message,
                }),
            );
        }
        let Loading { mut found, sizes, .. } = loading;
        found.warnings.extend(mesh_sizes::warning(self, &sizes));
        if !unseen.is_empty() {
            let message = format!(
                "without collision geometry, so they collide with nothing unless visual shapes are used too (geometry: both): {}",
                unseen.join(", ")
            );
            found.warnings.push(Warning { file: self.file.clone(), place: "links".to_owned(), message });
        }
        if options.parts { Ok(found) } else { found.joined(self, options.max_triangles) }
    }

    /// Returns the robot in a configuration, as a scene: an object for each body, in their order.
    ///
    /// # Errors
    ///
    /// If the configuration leads beyond the range of numbers.
    pub fn scene(&self, bodies: &RobotInstances, configuration: &Configuration) -> Result<Scene, SceneError> {
        let links = self.link_transforms(configuration);
        let file_name = self.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut paths = UniquePaths::default();
        let object = |body: &LinkInstance| Object {
            name: body.name.clone(),
            path: paths.claim(&format!("{file_name}/{}", body.name)),
            mesh: body.mesh,
            transform: links[body.link] * body.transform,
            file: self.file.clone(),
            is_animated: false,
        };
        let objects: Vec<Object> = bodies.instances.iter().map(object).collect();
        let stays = |object: &&Object| {
            let map = object.transform;
            bodies.meshes[object.mesh]
                .positions
                .iter()
                .all(|&corner| map.transform_point3(corner).is_finite())
        };
        if let Some(lost) = objects.iter().find(|object| !stays(object)) {
            return Err(SceneError::Malformed {
                file: self.file.clone(),
                place: format!("link {}", excerpt(&lost.name)),
                problem: "joints and sizes exceed the range of numbers".to_owned(),
            });
        }
        Ok(Scene {
            objects,
            meshes: bodies.meshes.clone(),
            warnings: bodies.warnings.clone(),
            files: vec![SceneFile {
                file: self.file.clone(),
                format: Format::Urdf,
                metres_per_unit: 1.0,
                has_unit: true,
                up: Some(UpAxis::Z),
                placement: None,
                parts: bodies.files.clone(),
            }],
        })
    }
}

/// Links may name one file of many objects again and again.
const MOST_BODIES: usize = 1_000_000;

/// What makes a mesh that several shapes can share.
#[derive(PartialEq, Eq, Hash)]
enum Stored {
    Cube,
    Cylinder,
    Sphere,
}

struct Loading<'a> {
    robot: &'a Robot,
    options: &'a RobotOptions,
    found: RobotInstances,
    stored: HashMap<Stored, usize>,
    /// What was loaded from each file.
    files: HashMap<PathBuf, MeshFile>,
    /// Packages that were taken from their places alone.
    guessed: Vec<String>,
    /// Of each shape.
    sizes: Vec<ShapeSize>,
}

/// What was loaded from a file.
#[derive(Clone)]
struct MeshFile {
    /// Meshes, their maps, and the names of the objects.
    placed: Vec<(usize, DAffine3, String)>,
    has_unit: bool,
}

impl Loading<'_> {
    fn shape(&mut self, link: usize, shape: &LinkShape, name: String) -> Result<(), SceneError> {
        let add = |found: &mut RobotInstances, mesh: usize, map: DAffine3| {
            found.instances.push(LinkInstance {
                link,
                name: name.clone(),
                mesh,
                transform: shape.origin * map,
            });
        };
        let scaled = |x: f64, y: f64, z: f64| DAffine3::from_scale(DVec3::new(x, y, z));
        let first = self.found.instances.len();
        let mut open_mesh = None;
        if let Some(flatness) = shape.geometry.flatness() {
            let (word, link) = (shape.geometry.word(), excerpt(&self.robot.links[link].name));
            let name = shape.name.as_deref().map(|name| format!(" {}", excerpt(name))).unwrap_or_default();
            self.found.warnings.push(Warning {
                file: self.robot.file.clone(),
                place: format!("line {}: link {link}", shape.line),
                message: format!("{word}{name}: {flatness}"),
            });
        }
        match &shape.geometry {
            Geometry::Box { size } => {
                let mesh = self.stored(Stored::Cube, Mesh::unit_cube);
                add(&mut self.found, mesh, DAffine3::from_scale(*size));
            }
            &Geometry::Cylinder { radius, length } => {
                let mesh = self.stored(Stored::Cylinder, revolve::unit_cylinder);
                add(&mut self.found, mesh, scaled(radius, radius, length));
            }
            &Geometry::Sphere { radius } => {
                let mesh = self.stored(Stored::Sphere, revolve::unit_sphere);
                add(&mut self.found, mesh, scaled(radius, radius, radius));
            }
            &Geometry::Capsule { radius, length } => {
                self.found.meshes.push(revolve::capsule(radius, length));
                let mesh = self.found.meshes.len() - 1;
                add(&mut self.found, mesh, DAffine3::IDENTITY);
            }
            Geometry::Mesh { uri, scale } => {
                let MeshFile { placed, has_unit } = self.file(uri, link, shape)?;
                if placed.len() > MOST_BODIES - self.found.instances.len().min(MOST_BODIES) {
                    let (file, place) = (self.robot.file.clone(), format!("line {}", shape.line));
                    return Err(SceneError::TooLarge { file, place, what: "bodies", limit: MOST_BODIES });
                }
                let is_single = placed.len() == 1;
                for (mesh, map, object) in placed {
                    add(&mut self.found, mesh, DAffine3::from_scale(*scale) * map);
                    if let Some(body) = self.found.instances.last_mut().filter(|_| !is_single) {
                        body.name = format!("{name}/{object}");
                    }
                }
                // Who scales it has thought of its unit.
                open_mesh = (!has_unit && *scale == DVec3::ONE).then(|| uri.clone());
            }
            Geometry::Invalid { place, problem } => {
                return Err(refused(&self.robot.file, (place.clone(), problem.clone())));
            }
        }
        let size = self.size(first);
        self.sizes.push(ShapeSize { link, line: shape.line, size, open_mesh });
        Ok(())
    }

    /// The diagonal of the box around the bodies from one on, on their link.
    fn size(&self, first: usize) -> f64 {
        let corners = self.found.instances[first..].iter().flat_map(|body| {
            let corners = self.found.meshes[body.mesh].positions.iter();
            corners.map(|&corner| body.transform.transform_point3(corner))
        });
        let ends = corners.map(|corner| (corner, corner)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        ends.map_or(0.0, |(min, max)| (max - min).length())
    }

    fn stored(&mut self, key: Stored, make: fn() -> Mesh) -> usize {
        let meshes = &mut self.found.meshes;
        *self.stored.entry(key).or_insert_with(|| {
            meshes.push(make());
            meshes.len() - 1
        })
    }

    /// The meshes of a file, which is read once.
    fn file(&mut self, uri: &str, link: usize, shape: &LinkShape) -> Result<MeshFile, SceneError> {
        let robot = self.robot;
        let place = || format!("line {}: link {}", shape.line, excerpt(&robot.links[link].name));
        let refuse = |problem| SceneError::Mesh { file: robot.file.clone(), place: place(), problem };
        let found = self.options.packages.find(uri, &robot.file).map_err(refuse)?;
        if let Some((package, folder)) = found.guessed
            && !self.guessed.contains(&package)
        {
            let message = format!(
                "no folder is named {package}; {} has its files and is used instead; to confirm it, name it (package: {package}={})",
                folder.display(),
                folder.display()
            );
            self.found.warnings.push(Warning { file: robot.file.clone(), place: place(), message });
            self.guessed.push(package);
        }
        if let Some(file) = self.files.get(&found.path) {
            return Ok(file.clone());
        }
        // Robots in robots could hold each other.
        if Format::from_path(&found.path) == Some(Format::Urdf) {
            return Err(refuse(format!("`{uri}` is a robot, not a mesh")));
        }
        let &RobotOptions { max_triangles, max_objects, max_composed_objects, .. } = self.options;
        let options =
            LoadOptions { max_triangles, max_objects, max_composed_objects, ..LoadOptions::default() };
        let Scene { meshes, objects, warnings, files } = load(&found.path, &options)?;
        let has_unit = files.iter().all(|file| file.has_unit);
        self.found.files.extend(files.into_iter().flat_map(|file| [vec![file.file], file.parts].concat()));
        let first = self.found.meshes.len();
        self.found.meshes.extend(meshes);
        self.found.warnings.extend(warnings);
        let placed = objects.into_iter().map(|object| (first + object.mesh, object.transform, object.name));
        let placed = placed.collect();
        let file = MeshFile { placed, has_unit };
        self.files.insert(found.path, file.clone());
        Ok(file)
    }
}
