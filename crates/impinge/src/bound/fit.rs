//! Which volume wastes least: all of them around the same points, each with its tightness.
//!
//! Nothing convex around points is smaller than their hull. So how much room a volume wastes is told by its *tightness*:
//! its volume over that of the hull, 1 at best. The hull itself is dear to test, so that it is the yardstick here and no
//! candidate.
//!
//! # Flat points
//! Points in a plane have a hull without volume, points on a line one without area, and no ratio to it means anything: the
//! tightness is then `None`, as it is where a volume exceeds the largest float. Volumes are still compared: sizes are taken
//! to be larger by what floats of that magnitude can tell apart, so that among flat volumes the area decides, and among thin
//! ones the length.
//!
//! Source: Ericson, "Real-Time Collision Detection", 2005, §4.1 (what makes a good bounding volume).

use std::f64::consts::PI;

use glam::DVec3;

use super::normalized::{Normalized, in_space};
use super::{ball, capsule, cylinder, obb};
use crate::math::Vector;
use crate::shape::{Aabb, Ball, Capsule, Cylinder, Hull, Obb, ShapeError, Shaped, View, round_volume};

/// A dearer volume must be smaller by this factor to be preferred: differences below are roundings in `f32`.
const EQUAL: f64 = 1.0 - 1e-5;
/// Boxes around tilted flat points are about as thick as this many distances between the floats given,
const FLAT_AS_GIVEN: f64 = 8.0;
/// and this part of their length, as boxes in `f64` have a margin for rounding.
const FLAT_AS_BOUNDED: f64 = 128.0 * f64::EPSILON;

/// A bounding volume of any kind: a shape that can be asked like any other, and as [`AnyShape`](crate::compound::AnyShape) be kept.
///
/// ```
/// use glam::Vec2;
/// use impinge::bound::{Volume, tightest};
/// use impinge::prelude::*;
/// use impinge::shape::Ball;
/// let rod: Volume<Vec2> = tightest(&[Vec2::ZERO, Vec2::new(8.0, 0.5), Vec2::new(8.0, -0.5)])?;
/// // Nothing of what it was fitted to is nearer.
/// assert_eq!(rod.distance(&Ball::new(Vec2::new(-3.0, 0.0), 1.0)?), 2.0);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Volume<V: Vector> {
    /// A ball.
    Ball(Ball<V>),
    /// A box along the axes.
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
    /// Volume in space, area in the plane; infinite where it overflows `f64`.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::bound::Volume;
    /// use impinge::shape::Ball;
    /// let disc = Volume::Ball(Ball::new(Vec2::ONE, 2.0)?);
    /// assert_eq!(disc.volume(), 4.0 * std::f64::consts::PI);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    pub fn volume(&self) -> f64 {
        self.measure(1.0, 0.0)
    }

    /// A name for machines, as `impinge query` calls its kind.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::bound::{Volume, obb, tightest};
    /// let square = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::Y];
    /// assert_eq!(tightest(&square)?.name(), "aabb");
    /// // An oriented box goes by the shorter name.
    /// assert_eq!(Volume::Obb(obb(&square)?).name(), "box");
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

    /// The volume after scaling, of what is larger by `margin` from side to side.
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
            // A hull is no candidate, and needs no margin.
            (Volume::Hull(hull), _) => hull.volume() * (0..V::DIMENSION).map(|_| scale).product::<f64>(),
        }
    }
}

impl<V: Vector> Shaped for Volume<V> {
    type Vector = V;
    fn is_dynamic() -> bool {
        true
    }
    fn view(&self) -> View<'_, V> {
        match self {
            Volume::Ball(shape) => shape.view(),
            Volume::Aabb(shape) => shape.view(),
            Volume::Capsule(shape) => shape.view(),
            Volume::Obb(shape) => shape.view(),
            Volume::Cylinder(shape) => shape.view(),
            Volume::Hull(shape) => shape.view(),
        }
    }
}

/// One bounding volume, and what it is worth.
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
/// // To points on a line nothing can be compared.
/// let line = fit(&[DVec2::ZERO, DVec2::X])?;
/// assert_eq!(row(&line.candidates()[1]), "aabb: 0, flat");
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Fit<V: Vector> {
    shape: Volume<V>,
    /// The volume at a handy scale and with a margin, by which flat ones are compared too.
    weight: f64,
    tightness: Option<f64>,
}

impl<V: Vector> Fit<V> {
    /// The volume itself.
    pub fn shape(&self) -> &Volume<V> {
        &self.shape
    }

    /// How large it is, see [`Volume::volume`].
    pub fn volume(&self) -> f64 {
        self.shape.volume()
    }

    /// How many times as large as the hull it is: 1 at best. `None` if the points are flat, or so large or small that
    /// volumes leave the range of `f64`.
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
/// // Along the axes, a box is twice as large as the hull; turned by 45°, it is as large.
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
    /// The volumes that a test of collision can be asked of cheaply, the cheapest first: ball, box along the axes,
    /// capsule, oriented box, cylinder. A round one whose radius overflows is missing.
    pub fn candidates(&self) -> &[Fit<V>] {
        &self.candidates
    }

    /// The convex hull: the yardstick.
    pub fn hull(&self) -> &Fit<V> {
        &self.hull
    }

    /// The candidate that wastes least; among equals the cheapest to test.
    pub fn tightest(&self) -> &Fit<V> {
        let candidates = self.candidates.iter();
        candidates
            .reduce(|best, next| if next.weight < best.weight * EQUAL { next } else { best })
            .unwrap_or(&self.hull)
    }
}

/// All bounding volumes around points, each with its tightness.
///
/// Every point is in every volume, in real arithmetic. Cost: that of the hull, and for the others some milliseconds that
/// grow with the count of its vertices.
///
/// # Errors
/// If there are no points, or if one is not finite.
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
pub fn fit<V: Vector>(points: &[V]) -> Result<Fits<V>, ShapeError> {
    let normalized = Normalized::new(points)?;
    let hull = Hull::new(points)?;
    // What holds the vertices holds all points, as every volume is convex.
    let vertices = hull.vertices();
    let bounds = normalized.bounds();
    let oriented = obb(vertices)?;
    let shapes = [
        ball(vertices).ok().map(Volume::Ball),
        Some(Volume::Aabb(bounds)),
        capsule(vertices).ok().map(Volume::Capsule),
        Some(Volume::Obb(oriented)),
        cylinder(vertices).ok().map(Volume::Cylinder),
    ];

    let (scale, margin) = (normalized.scale(), normalized.resolution());
    let size = in_space(oriented.half_extents()) * (2.0 * scale);
    let is_flat = (0..V::DIMENSION).any(|axis| size[axis] <= FLAT_AS_GIVEN * margin + FLAT_AS_BOUNDED);
    let yardstick = hull.volume();
    // All of them or none: a volume beyond the largest float is compared with nothing.
    let is_measurable = shapes.iter().flatten().all(|shape| shape.volume().is_finite());
    // Nor is one that has lost its digits at the smallest.
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

/// The ball, box along the axes, capsule, oriented box or cylinder that wastes least around points; among equals the
/// cheapest to test, in this order.
///
/// # Errors
/// If there are no points, or if one is not finite.
///
/// ```
/// use glam::Vec2;
/// use impinge::bound::{Volume, tightest};
/// let ring: Vec<Vec2> = (0..32).map(|i| Vec2::from_angle(i as f32)).collect();
/// assert!(matches!(tightest(&ring)?, Volume::Ball(_)));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
pub fn tightest<V: Vector>(points: &[V]) -> Result<Volume<V>, ShapeError> {
    Ok(fit(points)?.tightest().shape.clone())
}
