//! Bounding volumes in the format of requests: a shape and its pose, usable in further requests.
//!
//! Numbers are written so that parsing them gives the same bits. Rotations are written as the images of the
//! axes, as a quaternion would be rounded and a point could stick out.

use impinge::bound::Volume;
use impinge::math::{Pose, Rotation, Vector};
use serde::Serialize;

use crate::answer::{coordinates, written};

/// A bounding volume in the format of `a` and `b` of a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlacedVolume<S> {
    shape: Shape<S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pose: Option<Place<S>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Place<S> {
    translation: Vec<S>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rotation: Option<Vec<Vec<S>>>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Shape<S> {
    Ball { radius: S },
    Aabb { min: Vec<S>, max: Vec<S> },
    Capsule { a: Vec<S>, b: Vec<S>, radius: S },
    Box { half_extents: Vec<S> },
    Cylinder { half_height: S, radius: S },
    Hull { points: Vec<Vec<S>> },
}

impl<V: Vector> From<&Volume<V>> for PlacedVolume<V::Scalar> {
    fn from(volume: &Volume<V>) -> Self {
        let (shape, pose) = match volume {
            Volume::Ball(ball) => {
                (Shape::Ball { radius: ball.radius() }, Some(Pose::from_translation(ball.center())))
            }
            Volume::Aabb(bounds) => {
                (Shape::Aabb { min: coordinates(bounds.min()), max: coordinates(bounds.max()) }, None)
            }
            Volume::Capsule(capsule) => {
                let [a, b] = [capsule.a(), capsule.b()].map(coordinates);
                (Shape::Capsule { a, b, radius: capsule.radius() }, None)
            }
            Volume::Obb(obb) => {
                (Shape::Box { half_extents: coordinates(obb.half_extents()) }, Some(obb.pose()))
            }
            Volume::Cylinder(cylinder) => {
                let [half_height, radius] = [cylinder.half_height(), cylinder.radius()].map(written);
                (Shape::Cylinder { half_height, radius }, Some(cylinder.pose()))
            }
            Volume::Hull(hull) => (
                Shape::Hull { points: hull.vertices().iter().map(|&vertex| coordinates(vertex)).collect() },
                None,
            ),
        };
        PlacedVolume { shape, pose: pose.map(place) }
    }
}

fn place<V: Vector>(pose: Pose<V>) -> Place<V::Scalar> {
    let is_turned = pose.rotation != Rotation::identity();
    let columns = pose.rotation.columns();
    Place {
        translation: coordinates(pose.translation),
        rotation: is_turned.then(|| columns.as_ref().iter().map(|&column| coordinates(column)).collect()),
    }
}
