//! Applies the poses of files: the last step of reading, when all of them have the same axes.

use impinge::glam::DAffine3;
use impinge_scene::motion::SceneMotion;
use impinge_scene::{Placement, Scene};

/// Turns or moves a scene, and how its objects move.
pub(crate) fn put(scene: &mut Scene, motions: &mut SceneMotion, map: DAffine3) {
    motions.transform(map);
    for object in &mut scene.objects {
        object.transform = map * object.transform;
    }
}

/// Puts scenes of a file each where their files stand.
pub(crate) fn put_in_place(scenes: &mut [Scene], motions: &mut [SceneMotion]) {
    for (scene, motions) in scenes.iter_mut().zip(motions) {
        if let Some(placement) = scene.files.iter().find_map(|file| file.placement) {
            put(scene, motions, placement.map());
        }
    }
}

/// What was done with a file, for people.
pub(crate) fn about(placement: &Placement) -> String {
    let [roll, pitch, yaw] = placement.degrees;
    let turned = match placement.degrees {
        [0.0, 0.0, 0.0] => String::new(),
        _ => format!("rotated by {roll}°, {pitch}°, {yaw}° and "),
    };
    let [x, y, z] = placement.translation.to_array();
    format!("{turned}translated by {x}, {y}, {z} m")
}
