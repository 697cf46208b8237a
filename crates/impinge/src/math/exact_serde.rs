//! Serialized numbers, points and poses: bit-exact in every format.

use std::fmt;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ShapeError;
use super::{Pose, Rotation, Unit, Vector};

/// Bit-exact number. In human-readable formats it is a string, because some readers round numbers differently
/// and many do not support infinity. Numbers in `f32` are stored as `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Exact(pub f64);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&self.0)
        } else {
            serializer.serialize_f64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_str(Text)
        } else {
            f64::deserialize(deserializer).map(Exact)
        }
    }
}

struct Text;

impl Visitor<'_> for Text {
    type Value = Exact;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number as a text, such as \"0.5\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Exact, E> {
        text.parse().map(Exact).map_err(|_| E::custom(format_args!("\"{text}\" is not a number")))
    }
}

/// A point or a direction; in 2D the third coordinate is 0.
pub(crate) type Point = [Exact; 3];

pub(crate) fn point<V: Vector>(vector: V) -> Point {
    vector.to_f64().map(Exact)
}

pub(crate) fn vector<V: Vector>(point: Point) -> V {
    V::from_f64(point.map(|Exact(x)| x))
}

/// Restores a direction of length 1, up to the error of a rotation.
pub(crate) fn unit<V: Vector>(stored: Point) -> Result<Unit<V>, ShapeError> {
    let direction = vector::<V>(stored);
    let is_unit = (direction.to_double().length() - 1.0).abs() < 0.5;
    // Unchanged: a second normalization might change the last bit.
    if is_unit { Ok(Unit::of_unit(direction)) } else { Unit::new(direction) }
}

/// Images of the axes, then of the origin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredPose([Point; 3], Point);

impl<V: Vector> From<Pose<V>> for StoredPose {
    fn from(pose: Pose<V>) -> Self {
        let columns = pose.rotation.columns();
        let column = |axis| if axis < V::DIMENSION { point(columns[axis]) } else { [Exact(0.0); 3] };
        StoredPose([0, 1, 2].map(column), point(pose.translation))
    }
}

impl StoredPose {
    pub fn pose<V: Vector>(&self) -> Result<Pose<V>, ShapeError> {
        let translation = vector::<V>(self.1);
        ShapeError::finite("translation", translation)?;
        Ok(Pose {
            rotation: Rotation::from_columns(V::basis_from_fn(|axis| vector(self.0[axis])))?,
            translation,
        })
    }
}
