//! A frame that moves within its parent, and bounds of how far it moves its contents.

use impinge::glam::{DAffine3, DMat3, DVec3};

use super::timeline::Timeline;
use super::turns::Turns;
use super::vectors::Vectors;
use crate::gltf::from_parts;
use crate::rotation::rotation_about;

/// Frames that lengthen by no more than this share more in one direction, or at one time, than in another,
/// keep shapes: that is what is rounded in files, whose numbers are `f32` or have six digits. Bounds pay for
/// what there is of it.
const ROUNDED: f64 = 1e-5;
/// Squares of lengths beyond these are too small or too large for floats.
const LENGTHS: [f64; 2] = [1e-100, 1e100];

/// What is computed about balls is rounded by less than this share.
const SPARE: f64 = 1e-12;
/// And what is computed about matrices by less than this.
const OF_MATRICES: f64 = 1e-14;

/// Where a frame is: in its parent, then moved by what is fixed, then by what moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frame {
    /// Its parent, with a lesser number; none in the world.
    pub parent: Option<usize>,
    /// To the parent, from where the motion begins.
    pub fixed: DAffine3,
    pub local: Local,
}

/// What moves.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Local {
    /// A node of glTF: scaled, turned, moved.
    Node { translation: Timeline<Vectors<3>>, rotation: Timeline<Turns>, scale: Timeline<Vectors<3>> },
    /// A joint that turns about an axis of length 1 through the origin, in radians.
    Turn { axis: DVec3, angle: Timeline<Vectors<1>> },
    /// A joint that slides along an axis of length 1, in metres.
    Slide { axis: DVec3, way: Timeline<Vectors<1>> },
}

/// A ball that contains the corners of an object.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LocalBall {
    /// The centre.
    pub center: DVec3,
    /// The radius.
    pub radius: f64,
}

impl LocalBall {
    /// Computes a ball around points, centred at the centre of their bounding box; without points its radius
    /// is 0.
    ///
    /// ```
    /// use impinge::glam::DVec3;
    /// use impinge_scene::motion::LocalBall;
    /// let ball = LocalBall::from_points([DVec3::X, DVec3::X * 3.0]);
    /// assert_eq!(ball.center, DVec3::X * 2.0);
    /// assert!(ball.radius >= 1.0 && ball.radius < 1.0 + 1e-9); // rounded up
    /// ```
    pub fn from_points(points: impl IntoIterator<Item = DVec3>) -> Self {
        let points: Vec<DVec3> = points.into_iter().collect();
        let ends = points.iter().map(|&point| (point, point)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let center = ends.map_or(DVec3::ZERO, |(low, high)| low * 0.5 + high * 0.5);
        let radius = points.iter().map(|point| point.distance(center)).fold(0.0, f64::max);
        LocalBall { center, radius: radius * (1.0 + SPARE) }
    }

    /// The distance of its furthest point from the origin.
    pub(super) fn reach(&self) -> f64 {
        self.center.length() + self.radius
    }

    /// Computes a ball around the image of this one under an affine transform.
    ///
    /// ```
    /// use impinge::glam::{DAffine3, DVec3};
    /// use impinge_scene::motion::LocalBall;
    /// let ball = LocalBall { center: DVec3::X, radius: 1.0 };
    /// let placed = ball.transform(&DAffine3::from_translation(DVec3::Y));
    /// assert_eq!(placed.center, DVec3::new(1.0, 1.0, 0.0));
    /// assert!(placed.radius >= 1.0 && placed.radius < 1.0 + 1e-9); // rounded up
    /// ```
    pub fn transform(&self, map: &DAffine3) -> Self {
        LocalBall { center: map.transform_point3(self.center), radius: self.radius * stretch(&map.matrix3) }
    }
}

/// By how much a matrix lengthens at most, somewhat more: the root of the largest eigenvalue of AᵀA, by
/// Gershgorin's circles. For rotations and scales along the axes that is exact.
pub(super) fn stretch(matrix: &DMat3) -> f64 {
    let square = matrix.transpose() * *matrix;
    let rows = [square.row(0), square.row(1), square.row(2)];
    rows.map(|row| row.abs().element_sum()).into_iter().fold(0.0, f64::max).sqrt() * (1.0 + OF_MATRICES)
}

/// By how much maps lengthen: no difference of two points by less, none by more.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lengthening {
    pub least: f64,
    pub most: f64,
}

impl Lengthening {
    /// The lengthening of the identity map.
    pub const NONE: Lengthening = Lengthening { least: 1.0, most: 1.0 };

    /// Computes bounds for a matrix: the roots of the eigenvalues of AᵀA, by Gershgorin's circles.
    fn of(matrix: &DMat3) -> Self {
        let square = matrix.transpose() * *matrix;
        let least = |axis: usize| {
            let row = square.row(axis);
            row[axis] * 2.0 - row.abs().element_sum()
        };
        let least = [0, 1, 2].map(least).into_iter().fold(f64::INFINITY, f64::min).max(0.0).sqrt();
        Lengthening { least: least * (1.0 - OF_MATRICES), most: stretch(matrix) }
    }

    /// Computes bounds for one map after another.
    pub fn after(self, inner: Lengthening) -> Self {
        Lengthening { least: self.least * inner.least, most: self.most * inner.most }
    }

    /// The least over the most: 1 if all lengths are lengthened alike, at all times.
    pub fn evenness(self) -> f64 {
        (self.least / self.most).min(1.0)
    }

    /// Does it keep shapes, but for what files round?
    pub fn is_even(self) -> bool {
        let [low, high] = LENGTHS;
        self.most > low && self.most < high && self.evenness() >= 1.0 - ROUNDED
    }
}

impl Frame {
    /// From the frame to its parent.
    pub fn map(&self, time: f64) -> DAffine3 {
        self.fixed * self.local.map(time)
    }

    /// By how much lengths in the frame are lengthened in its parent, at any time.
    pub fn lengthening(&self) -> Lengthening {
        let fixed = Lengthening::of(&self.fixed.matrix3);
        match &self.local {
            Local::Turn { .. } | Local::Slide { .. } => fixed,
            Local::Node { scale, .. } => {
                let [low, high] = scale.range();
                let factors = [0, 1, 2].map(|axis| {
                    let ends = [low[axis].abs(), high[axis].abs()];
                    let is_through_0 = low[axis] <= 0.0 && high[axis] >= 0.0;
                    [if is_through_0 { 0.0 } else { ends[0].min(ends[1]) }, ends[0].max(ends[1])]
                });
                let least = factors.iter().fold(f64::INFINITY, |least, [factor, _]| least.min(*factor));
                let most = factors.iter().fold(0.0, |most: f64, [_, factor]| most.max(*factor));
                fixed.after(Lengthening {
                    least: least * (1.0 - OF_MATRICES),
                    most: most * (1.0 + OF_MATRICES),
                })
            }
        }
    }

    /// By how much it lengthens at most, at any of these times, of which one is given.
    pub fn stretch(&self, at: f64, times: [f64; 2]) -> f64 {
        let local = match &self.local {
            Local::Turn { .. } | Local::Slide { .. } => 1.0,
            Local::Node { scale, .. } => largest(scale.at(at)) + scale.way_from(at, times),
        };
        stretch(&self.fixed.matrix3) * local
    }

    /// Is it where it is at all times, whether there are keys or not?
    pub fn is_still(&self) -> bool {
        match &self.local {
            Local::Turn { angle: value, .. } | Local::Slide { way: value, .. } => value.is_still(),
            Local::Node { translation, rotation, scale } => {
                translation.is_still() && rotation.is_still() && scale.is_still()
            }
        }
    }

    /// The times of the first and the last key of all that moves.
    pub fn span(&self) -> Option<[f64; 2]> {
        let spans = match &self.local {
            Local::Turn { angle: value, .. } | Local::Slide { way: value, .. } => [value.span(), None, None],
            Local::Node { translation, rotation, scale } => {
                [translation.span(), rotation.span(), scale.span()]
            }
        };
        spans.into_iter().flatten().reduce(|[a, b], [c, d]| [f64::min(a, c), f64::max(b, d)])
    }
}

impl Local {
    fn map(&self, time: f64) -> DAffine3 {
        match self {
            Local::Node { translation, rotation, scale } => {
                from_parts(translation.at(time), rotation.at(time), scale.at(time))
            }
            Local::Turn { axis, angle } => DAffine3::from_mat3(rotation_about(*axis, angle.at(time)[0])),
            Local::Slide { axis, way } => DAffine3::from_translation(*axis * way.at(time)[0]),
        }
    }

    /// How far any point of a ball is from where it is at one time, at all of these times up to the last,
    /// before what is fixed.
    pub fn displacement(&self, ball: &LocalBall, at: f64, times: [f64; 2]) -> f64 {
        match self {
            Local::Node { translation, rotation, scale } => {
                let factors = scale.at(at);
                let scaled =
                    (ball.center * DVec3::from_array(factors)).length() + ball.radius * largest(factors);
                translation.way_from(at, times)
                    + scale.way_from(at, times) * ball.reach()
                    + chord(rotation.way_from(at, times)) * scaled
            }
            Local::Turn { axis, angle } => {
                let from_axis = ball.center.cross(*axis).length() + ball.radius;
                chord(angle.way_from(at, times)) * from_axis
            }
            Local::Slide { way, .. } => way.way_from(at, times),
        }
    }

    /// The times of its keys, if there is more than one of something.
    pub fn keys(&self) -> Vec<f64> {
        match self {
            Local::Node { translation, rotation, scale } => {
                [translation.keys(), rotation.keys(), scale.keys()].concat()
            }
            Local::Turn { angle: value, .. } | Local::Slide { way: value, .. } => value.keys().to_vec(),
        }
    }

    /// No number that goes into where points of a ball are is larger than this, besides where they are.
    pub fn numbers(&self, ball: &LocalBall) -> f64 {
        match self {
            Local::Node { translation, scale, .. } => translation.largest() + scale.largest() * ball.reach(),
            Local::Turn { angle, .. } => angle.largest() * ball.reach(),
            Local::Slide { way, .. } => way.largest(),
        }
    }

    /// When it jumps.
    pub fn jumps(&self) -> Vec<f64> {
        match self {
            Local::Node { translation, rotation, scale } => {
                [translation.jumps(), rotation.jumps(), scale.jumps()].concat()
            }
            Local::Turn { angle: value, .. } | Local::Slide { way: value, .. } => value.jumps().to_vec(),
        }
    }
}

fn largest(numbers: [f64; 3]) -> f64 {
    numbers.into_iter().fold(0.0, |largest, number| f64::max(largest, number.abs()))
}

/// How far a point at the distance 1 gets by a turn.
fn chord(angle: f64) -> f64 {
    2.0 * libm::sin(angle.min(std::f64::consts::PI) / 2.0)
}
