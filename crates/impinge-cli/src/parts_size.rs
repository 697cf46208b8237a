//! Files that state metres and look like a machine in millimetres.
//!
//! glTF is in metres by its specification, and COLLADA unless a file names another unit, but programs write
//! what was drawn: an engine of 700 mm becomes one of 700 m. What is as large in the world is a site, and a
//! site is flat, or is made of small things: walls, pipes and beams of a few metres. An engine in millimetres
//! is compact, and most of its parts are large.

use impinge::glam::DVec3;
use impinge::shape::Aabb;
use impinge_scene::{Format, Scene, SceneFile, Warning};

use crate::file_sizes::SaidBy;
use crate::wording::fixed;

/// A machine has at least so many parts.
const MIN_PARTS: usize = 3;
/// The diagonal of a scene from which on it may be a machine, in metres.
const MIN_SCENE: f64 = 200.0;
/// Half of the objects of a site are smaller than this, in metres.
const MIN_MEDIAN: f64 = 5.0;
/// The least extent of a machine is at least so much of the greatest: terrain, cities, bridges and pipelines
/// are flat or thin.
const MIN_COMPACTNESS: f64 = 0.1;

/// A warning about the largest such file, unless its unit is confirmed.
pub(crate) fn warning(scenes: &[Scene], said_by: impl Fn(usize, &SceneFile) -> SaidBy) -> Option<Warning> {
    let doubtful = scenes.iter().enumerate().filter_map(|(number, scene)| {
        let file = scene.files.first()?;
        let states_metres = file.has_unit
            && file.metres_per_unit == 1.0
            && matches!(file.format, Format::Gltf | Format::Collada);
        let is_doubtful = states_metres && said_by(number, file) == SaidBy::Itself;
        let parts = is_doubtful.then(|| Parts::of(scene)).flatten()?;
        parts.look_like_a_machine().then_some((file, parts))
    });
    let (file, parts) = doubtful.max_by(|(_, a), (_, b)| a.size().total_cmp(&b.size()))?;
    let name = file.file.display();
    Some(Warning {
        file: file.file.clone(),
        place: "size".to_owned(),
        message: format!(
            "{} m across, and half of its {} objects are {} m large or more; if it was drawn in millimetres, export it in metres, or \
             scale it by 0.001; if it is right, --unit '{name}=m' confirms it",
            fixed(parts.size(), 1),
            parts.count,
            fixed(parts.median, 1)
        ),
    })
}

/// The objects of a file, by their sizes.
struct Parts {
    count: usize,
    /// The extent of all of them together.
    extent: DVec3,
    /// Half of them are at least as large.
    median: f64,
}

impl Parts {
    /// None of a file that is not made of parts.
    fn of(scene: &Scene) -> Option<Self> {
        let bounds = scene.objects.iter().filter_map(|object| {
            let corners = &scene.meshes[object.mesh].positions;
            Aabb::from_points(corners.iter().map(|&corner| object.transform.transform_point3(corner))).ok()
        });
        let bounds: Vec<Aabb<DVec3>> = bounds.collect();
        let all = bounds.iter().copied().reduce(|all, next| all.merge(&next))?;
        let mut sizes: Vec<f64> = bounds.iter().map(|bounds| bounds.size().length()).collect();
        let middle = sizes.len() / 2;
        let (_, median, _) = sizes.select_nth_unstable_by(middle, f64::total_cmp);
        let median = *median;
        (sizes.len() >= MIN_PARTS).then_some(Parts { count: sizes.len(), extent: all.size(), median })
    }

    fn size(&self) -> f64 {
        self.extent.length()
    }

    fn look_like_a_machine(&self) -> bool {
        let is_compact = self.extent.min_element() >= MIN_COMPACTNESS * self.extent.max_element();
        self.size().is_finite() && self.size() >= MIN_SCENE && self.median >= MIN_MEDIAN && is_compact
    }
}
