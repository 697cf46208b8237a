//! How large the files of a scene are, as they are and beside each other: one that is out of proportion was most often drawn in another
//! unit.

use impinge_scene::{Scene, SceneFile, Warning};

use crate::wording::fixed;

/// One file this many times as large as another is worth a word, whoever says its unit: millimetres taken for metres make 1000.
const SUSPICIOUS_RATIO: f64 = 500.0;

/// Where nobody says its unit, so is a file this many times as large as the next smaller one: inches taken for metres make 39,
/// centimetres 100. Nobody draws in more than metres, so what is small is not odd.
const SUSPICIOUS_STEP: f64 = 30.0;

/// A scene that is as large in metres is more likely a part in millimetres than a site.
const LARGE: f64 = 100.0;

/// Scenes of a file each, and how large they are.
pub(crate) struct Sizes<'a>(Vec<(&'a Scene, f64)>);

impl<'a> Sizes<'a> {
    /// Looks at every corner, once for all that is asked of sizes.
    pub fn of(scenes: &'a [Scene]) -> Self {
        let sized = scenes.iter().filter_map(|scene| Some((scene, size(scene)?)));
        Sizes(sized.filter(|(_, size)| size.is_finite()).collect())
    }
}

/// A warning if one file is many times as large as another.
pub(crate) fn odd_size(sizes: &Sizes, is_unit_said: bool) -> Option<Warning> {
    let sized = sizes.0.iter().filter_map(|(scene, size)| Some((scene.files.first()?, *size)));
    let mut sized: Vec<(&SceneFile, f64)> = sized.filter(|(_, size)| *size > 0.0).collect();
    sized.sort_by(|a, b| a.1.total_cmp(&b.1));
    let ratio = |[small, large]: &[(&SceneFile, f64); 2]| large.1 / small.1;
    let ends = [*sized.first()?, *sized.last()?];
    let is_extreme = ratio(&ends) >= SUSPICIOUS_RATIO;
    let odd = if is_extreme {
        ends
    } else {
        // Parts of all sizes are nothing odd, so it is neighbours that are compared.
        let steps = sized.windows(2).map(|pair| [pair[0], pair[1]]);
        let is_open = |[_, (large, _)]: &[(&SceneFile, f64); 2]| !is_unit_said && !large.says_unit;
        let steps = steps.filter(|pair| is_open(pair) && ratio(pair) >= SUSPICIOUS_STEP);
        steps.max_by(|a, b| ratio(a).total_cmp(&ratio(b)))?
    };
    let [(small, least), (large, most)] = odd;
    // A unit that is given is that of all files which do not say theirs, so it cannot part two of them.
    let advice = if small.says_unit == large.says_unit { "convert" } else { "give --unit, or convert" };
    let silence = if is_extreme { "" } else { "; if it is, --unit m says so" };
    Some(Warning {
        file: large.file.clone(),
        place: "size".to_owned(),
        message: format!(
            "{} m across, {} times as large as {} ({} m); if that is not meant, {advice} one of them{silence}",
            fixed(most, 3),
            fixed(most / least, 0),
            small.file.display(),
            fixed(least, 3)
        ),
    })
}

/// A note about the largest file that does not say its unit, if it is so large in metres that it may well be in millimetres.
pub(crate) fn open_unit(sizes: &Sizes) -> Option<String> {
    let open = sizes.0.iter().filter(|(scene, _)| scene.files.iter().all(|file| !file.says_unit));
    let sized = open.filter_map(|(scene, size)| Some((scene.files.first()?, *size)));
    let (file, size) = sized.filter(|(_, size)| *size >= LARGE).max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(format!(
        "{}: does not say its unit; in metres, as it is taken, it is {} m across: --unit mm says that it is in millimetres, --unit m \
         that this is right",
        file.file.display(),
        fixed(size, 1)
    ))
}

/// The diagonal of the box around all objects.
fn size(scene: &Scene) -> Option<f64> {
    let corners = scene.objects.iter().flat_map(|object| {
        let map = object.transform;
        scene.meshes[object.mesh].positions.iter().map(move |&corner| map.transform_point3(corner))
    });
    let bounds = corners.map(|corner| (corner, corner)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    bounds.map(|(min, max)| (max - min).length())
}
