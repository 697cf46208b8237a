//! The volumes as JSON lines, each the beginning of a request of `impinge query`: only `op` and what it needs is missing.
//!
//! Numbers are written so that reading them gives the same bits; rotations as the images of the axes, as a quaternion
//! would be rounded and a point could stick out.

use glam::DVec3;
use impinge::bound::Volume;
use impinge::math::{Pose, Rotation};
use serde::Serialize;

use super::report::{Object, kind};

#[derive(Serialize)]
struct Line<'a> {
    id: Id<'a>,
    a: Placed,
}

/// What a volume belongs to.
#[derive(Serialize)]
struct Id<'a> {
    object: &'a str,
    volume: &'static str,
    tightest: bool,
}

/// A shape at its place.
#[derive(Serialize)]
struct Placed {
    shape: Shape,
    #[serde(skip_serializing_if = "Option::is_none")]
    pose: Option<Place>,
}

type Vector = [f64; 3];

#[derive(Serialize)]
struct Place {
    translation: Vector,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<[Vector; 3]>,
}

#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Shape {
    Ball { radius: f64 },
    Aabb { min: Vector, max: Vector },
    Capsule { a: Vector, b: Vector, radius: f64 },
    Box { half: Vector },
    Cylinder { half_height: f64, radius: f64 },
    Hull { points: Vec<Vector> },
}

/// All volumes of all objects, one per line.
pub(super) fn lines(objects: &[Object]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for object in objects {
        for fit in object.fits.candidates().iter().chain([object.fits.hull()]) {
            let volume = kind(fit.shape());
            let id = Id { object: &object.path, volume, tightest: volume == object.tightest };
            // Neither such lines, whose keys are text, nor a vector has a way to fail.
            let written = serde_json::to_writer(&mut bytes, &Line { id, a: placed(fit.shape()) });
            debug_assert!(written.is_ok(), "{written:?}");
            bytes.push(b'\n');
        }
    }
    bytes
}

fn placed(volume: &Volume<DVec3>) -> Placed {
    let (shape, pose) = match volume {
        Volume::Ball(ball) => {
            (Shape::Ball { radius: ball.radius() }, Some(Pose::from_translation(ball.center())))
        }
        Volume::Aabb(bounds) => {
            (Shape::Aabb { min: bounds.min().to_array(), max: bounds.max().to_array() }, None)
        }
        Volume::Capsule(capsule) => {
            let [a, b] = [capsule.a().to_array(), capsule.b().to_array()];
            (Shape::Capsule { a, b, radius: capsule.radius() }, None)
        }
        Volume::Obb(obb) => (Shape::Box { half: obb.half_extents().to_array() }, Some(obb.pose())),
        Volume::Cylinder(cylinder) => {
            let shape = Shape::Cylinder { half_height: cylinder.half_height(), radius: cylinder.radius() };
            (shape, Some(cylinder.pose()))
        }
        Volume::Hull(hull) => {
            (Shape::Hull { points: hull.vertices().iter().map(DVec3::to_array).collect() }, None)
        }
    };
    Placed { shape, pose: pose.map(place) }
}

fn place(pose: Pose<DVec3>) -> Place {
    let is_turned = pose.rotation != Rotation::identity();
    Place {
        translation: pose.translation.to_array(),
        rotation: is_turned.then(|| pose.rotation.columns().map(|column| column.to_array())),
    }
}
