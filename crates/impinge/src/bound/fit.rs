//! All bounding volumes around the same points, each with its tightness, and the best of them.
//!
//! No convex volume around points is smaller than their hull. So the *tightness* of a volume measures
//! the space that it wastes: its volume divided by the volume of the hull, 1 at best. The hull itself
//! is expensive to test, so it is the reference here and no candidate.
//!
//! # Flat points
//! Points in a plane have a hull without volume, points on a line one without area, and a ratio to it is
//! meaningless. The tightness is then `None`, as it is if a volume exceeds the largest float. Volumes are
//! still compared: sizes are extended by the resolution of floats of that magnitude. So among flat volumes
//! the area decides, and among thin ones the length.
//!
//! Source: Ericson, "Real-Time Collision Detection", 2005, §4.1 (criteria for bounding volumes).

use std::f64::consts::PI;

use glam::DVec3;

use super::normalization::{Normalized, in_space};
use super::{fit_ball, fit_capsule, fit_cylinder, fit_obb};
use crate::math::Vector;
use crate::shape::{Aabb, Ball, Capsule, Cylinder, Hull, Obb, Shape, ShapeError, ShapeRef, round_volume};

/// Factor by which a more expensive volume must be smaller to be preferred: lesser differences are rounding
/// in `f32`.
const EQUAL: f64 = 1.0 - 1e-5;
/// Boxes around tilted flat points are about as thick as this many distances between the given floats,
const FLAT_AS_GIVEN: f64 = 8.0;
/// and this fraction of their length, as boxes in `f64` have a margin for rounding.
const FLAT_AS_BOUNDED: f64 = 128.0 * f64::EPSILON;

/// A bounding volume of any kind.
///
/// It is a [`Shape`] with all queries, and converts to an [`AnyShape`](crate::compound::AnyShape).
///
/// ```
/// use glam::Vec2;
/// use impinge::bound::{Volume, fit_tightest};
/// use impinge::prelude::*;
/// use impinge::shape::Ball;
/// let rod: Volume<Vec2> = fit_tightest(&[Vec2::ZERO, Vec2::new(8.0, 0.5), Vec2::new(8.0, -0.5)])?;
/// // The left end of the volume is at x = 0, the nearest of the points.
/// assert_eq!(rod.distance(&Ball::new(Vec2::new(-3.0, 0.0), 1.0)?), 2.0);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Volume<V: Vector> {
    /// A ball.
    Ball(Ball<V>),
    /// An axis-aligned box.
    Aabb(Aabb<V>),
    /// A capsule.
    Capsule(Capsule<V>),
    /// An oriented box.
    Obb(Obb<V>),
    /// A cylinder.
    Cylinder(Cylinder<V>),
    /// A convex hull.
    Hull(Box<Hull<V>>),
}

impl<V: Vector> Volume<V> {
    /// Returns the volume in 3D, the area in 2D; infinite where it overflows `f64`.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::bound::Volume;
    /// use impinge::shape::Ball;
    /// let disc = Volume::Ball(Ball::new(Vec2::ONE, 2.0)?);
    /// assert_eq!(disc.volume(), 4.0 * std::f64::consts::PI);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn volume(&self) -> f64 {
        V::bound_volume(self)
    }

    pub(super) fn volume_inner(&self) -> f64 {
        self.measure(1.0, 0.0)
    }

    /// Returns the name of the kind, as in the JSON of `impinge query`.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::bound::{Volume, fit_obb, fit_tightest};
    /// let square = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
    /// assert_eq!(fit_tightest(&square)?.name(), "aabb");
    /// // An oriented box has the shorter name.
    /// assert_eq!(Volume::Obb(fit_obb(&square)?).name(), "box");
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn name(&self) -> &'static str {
        match self {
            Volume::Ball(_) => "ball",
            Volume::Aabb(_) => "aabb",
            Volume::Capsule(_) => "capsule",
            Volume::Obb(_) => "box",
            Volume::Cylinder(_) => "cylinder",
            Volume::Hull(_) => "hull",
        }
    }

    /// Returns the volume after scaling, with all sizes larger by `margin`.
    fn measure(&self, scale: f64, margin: f64) -> f64 {
        let length = |half: V::Scalar| 2.0 * (half.into() * scale) + margin;
        let radius = |radius: V::Scalar| radius.into() * scale + 0.5 * margin;
        let product = |size: DVec3| (0..V::DIMENSION).map(|axis| size[axis] * scale + margin).product();
        match (self, V::DIMENSION) {
            (Volume::Ball(ball), _) => round_volume(V::DIMENSION, 0.0, radius(ball.radius())),
            (Volume::Aabb(bounds), _) => product(in_space(bounds.max()) - in_space(bounds.min())),
            (Volume::Capsule(capsule), _) => {
                let along = (in_space(capsule.b()) - in_space(capsule.a())) * scale;
                round_volume(V::DIMENSION, along.length(), radius(capsule.radius()))
            }
            (Volume::Obb(obb), _) => product(in_space(obb.half_extents()) * 2.0),
            (Volume::Cylinder(cylinder), 2) => length(cylinder.half_height()) * length(cylinder.radius()),
            (Volume::Cylinder(cylinder), _) => {
                let radius = radius(cylinder.radius());
                PI * radius * radius * length(cylinder.half_height())
            }
            // A hull is no candidate, so it needs no margin.
            (Volume::Hull(hull), _) => hull.volume() * (0..V::DIMENSION).map(|_| scale).product::<f64>(),
        }
    }
}

impl<V: Vector> Shape for Volume<V> {
    type Vector = V;
    fn is_dynamic() -> bool {
        true
    }
    fn shape_ref(&self) -> ShapeRef<'_, V> {
        match self {
            Volume::Ball(shape) => shape.shape_ref(),
            Volume::Aabb(shape) => shape.shape_ref(),
            Volume::Capsule(shape) => shape.shape_ref(),
            Volume::Obb(shape) => shape.shape_ref(),
            Volume::Cylinder(shape) => shape.shape_ref(),
            Volume::Hull(shape) => shape.shape_ref(),
        }
    }
}

/// A bounding volume with its size and tightness.
///
/// ```
/// use glam::DVec2;
/// use impinge::bound::{Fit, fit};
/// /// A line of a table.
/// fn row(fit: &Fit<DVec2>) -> String {
///     let times = fit.tightness().map_or("flat".into(), |times| format!("{times} times the hull"));
///     format!("{}: {}, {times}", fit.shape().name(), fit.volume())
/// }
/// let triangle = fit(&[DVec2::ZERO, DVec2::X * 4.0, DVec2::Y * 3.0])?;
/// assert_eq!(row(&triangle.candidates()[1]), "aabb: 12, 2 times the hull");
/// // For points on a line there is no ratio.
/// let line = fit(&[DVec2::ZERO, DVec2::X])?;
/// assert_eq!(row(&line.candidates()[1]), "aabb: 0, flat");
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fit<V: Vector> {
    shape: Volume<V>,
    /// The volume at unit scale and with a margin, by which flat ones are compared too.
    weight: f64,
    tightness: Option<f64>,
}

impl<V: Vector> Fit<V> {
    /// Returns the bounding volume.
    pub fn shape(&self) -> &Volume<V> {
        &self.shape
    }

    /// Returns the size of the volume, see [`Volume::volume`].
    pub fn volume(&self) -> f64 {
        self.shape.volume()
    }

    /// Returns the ratio of the volume to the volume of the hull: 1 at best.
    ///
    /// It is `None` if the points are flat, or so large or small that volumes leave the range of `f64`.
    pub fn tightness(&self) -> Option<f64> {
        self.tightness
    }
}

/// All bounding volumes around the same points.
///
/// ```
/// use glam::DVec2;
/// use impinge::bound::{Fits, fit};
/// let diamond: Fits<DVec2> = fit(&[DVec2::X, DVec2::Y, -DVec2::X, -DVec2::Y])?;
/// let names: Vec<&str> = diamond.candidates().iter().map(|fit| fit.shape().name()).collect();
/// assert_eq!(names, ["ball", "aabb", "capsule", "box", "cylinder"]);
/// // The axis-aligned box is twice as large as the hull; the box rotated by 45° is as large.
/// assert_eq!((diamond.hull().volume(), diamond.candidates()[1].tightness()), (2.0, Some(2.0)));
/// assert_eq!(diamond.tightest().shape().name(), "box");
/// assert!(diamond.tightest().tightness().is_some_and(|times| times < 1.0 + 1e-9));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fits<V: Vector> {
    candidates: Vec<Fit<V>>,
    hull: Fit<V>,
}

impl<V: Vector> Fits<V> {
    /// Returns the volumes that are cheap to test, the cheapest first: ball, axis-aligned box, capsule,
    /// oriented box, cylinder.
    ///
    /// A round volume whose radius overflows is missing.
    pub fn candidates(&self) -> &[Fit<V>] {
        &self.candidates
    }

    /// Returns the convex hull, the reference of the tightness.
    pub fn hull(&self) -> &Fit<V> {
        &self.hull
    }

    /// Returns the smallest candidate; of equal ones, the cheapest to test.
    pub fn tightest(&self) -> &Fit<V> {
        let candidates = self.candidates.iter();
        candidates
            .reduce(|best, next| if next.weight < best.weight * EQUAL { next } else { best })
            .unwrap_or(&self.hull)
    }
}

/// Computes all bounding volumes around points, each with its tightness.
///
/// Every point is in every volume, in real arithmetic. Cost: the cost of the hull, and for the other
/// volumes some milliseconds that grow with the number of its vertices.
///
/// # Errors
/// Returns an error if there are no points, or if one is not finite.
///
/// ```
/// use glam::DVec3;
/// use impinge::bound::{Volume, fit};
/// let corners = [0.0, 1.0].map(|x| [0.0, 2.0].map(|y| [0.0, 3.0].map(|z| DVec3::new(x, y, z))));
/// let fits = fit(corners.as_flattened().as_flattened())?;
/// assert!(matches!(fits.tightest().shape(), Volume::Aabb(_)));
/// for fit in fits.candidates() {
///     println!("{:?} wastes {:?}", fit.shape(), fit.tightness());
/// }
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn fit<V: Vector>(points: &[V]) -> Result<Fits<V>, ShapeError> {
    V::bound_fit(points)
}

pub(super) fn fit_inner<V: Vector>(points: &[V]) -> Result<Fits<V>, ShapeError> {
    let normalized = Normalized::new(points)?;
    let hull = Hull::new(points)?;
    // A volume around the vertices contains all points, as it is convex.
    let vertices = hull.vertices();
    let bounds = normalized.bounds();
    let oriented = fit_obb(vertices)?;
    let shapes = [
        fit_ball(vertices).ok().map(Volume::Ball),
        Some(Volume::Aabb(bounds)),
        fit_capsule(vertices).ok().map(Volume::Capsule),
        Some(Volume::Obb(oriented)),
        fit_cylinder(vertices).ok().map(Volume::Cylinder),
    ];

    let (scale, margin) = (normalized.scale(), normalized.resolution());
    let size = in_space(oriented.half_extents()) * (2.0 * scale);
    let is_flat = (0..V::DIMENSION).any(|axis| size[axis] <= FLAT_AS_GIVEN * margin + FLAT_AS_BOUNDED);
    let yardstick = hull.volume();
    // All of them or none: a volume beyond the largest float cannot be compared.
    let is_measurable = shapes.iter().flatten().all(|shape| shape.volume().is_finite());
    // Nor can one that has lost digits near the smallest float.
    let is_known = !is_flat && yardstick > 0.0 && yardstick.is_normal() && is_measurable;
    let tightness = |volume: f64| is_known.then(|| volume / yardstick);
    let fit = |shape: Volume<V>| Fit {
        weight: shape.measure(scale, margin),
        tightness: tightness(shape.volume()),
        shape,
    };
    let candidates = shapes.into_iter().flatten().map(fit).collect();
    Ok(Fits { candidates, hull: fit(Volume::Hull(Box::new(hull))) })
}

/// Computes the smallest ball, axis-aligned box, capsule, oriented box or cylinder around points.
///
/// Of equal ones it returns the cheapest to test, in this order.
///
/// # Errors
/// Returns an error if there are no points, or if one is not finite.
///
/// ```
/// use glam::Vec2;
/// use impinge::bound::{Volume, fit_tightest};
/// let ring: Vec<Vec2> = (0..32).map(|i| Vec2::from_angle(i as f32)).collect();
/// assert!(matches!(fit_tightest(&ring)?, Volume::Ball(_)));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[inline]
pub fn fit_tightest<V: Vector>(points: &[V]) -> Result<Volume<V>, ShapeError> {
    V::bound_fit_tightest(points)
}

pub(super) fn fit_tightest_inner<V: Vector>(points: &[V]) -> Result<Volume<V>, ShapeError> {
    Ok(fit(points)?.tightest().shape.clone())
}
