//! The frame of a pair: common coordinates of both cores.
//!
//! Its origin is near them, so that coordinates far from the world's origin lose no digits. If one of the
//! cores is a hull, the axes are the axes of that hull, whose vertices then need no rotation. Cores in `f64`
//! of extreme size are scaled by a power of two as well, so that no product overflows.

use super::support::{BoxMap, Corners, CustomMap, Map, PlacedHullMap, RevolutionMap, combination};
use crate::math::{Pose, Rotation, Scalar, Vector, scale_for};
use crate::shape::{ConvexShape, Core, Hull, Obb, Revolution};

/// Common coordinates of both cores of a pair.
#[derive(Clone, Copy)]
pub(in crate::narrow) struct Frame<D: Vector> {
    /// The frame's origin in the world.
    pub origin: D,
    /// The frame's axes in the world, unless they are the world axes.
    pub columns: Option<D::Basis>,
    /// Factor from lengths in the world to lengths in the frame: a power of two.
    pub scale: f64,
}

impl<D: Vector<Scalar = f64>> Frame<D> {
    /// Returns the frame of a hull whose size is ordinary, so that no scale is needed.
    #[inline(always)]
    pub fn of<V: Vector<Double = D>>(pose: &Pose<V>) -> Self {
        let columns = pose.rotation.columns();
        Frame {
            origin: pose.translation.to_double(),
            columns: Some(D::basis_from_fn(|axis| columns[axis].to_double())),
            scale: 1.0,
        }
    }

    /// Transforms a point of the world.
    #[inline(always)]
    pub fn point(&self, point: D) -> D {
        self.direction(point - self.origin)
    }

    /// Transforms a vector of the world, with its length.
    #[inline(always)]
    pub fn direction(&self, vector: D) -> D {
        let turned = match &self.columns {
            Some(columns) => D::from_fn(|axis| columns[axis].dot(vector)),
            None => vector,
        };
        if self.scale == 1.0 { turned } else { turned * self.scale }
    }

    /// Transforms a direction back to the world, without the scale.
    #[inline(always)]
    pub fn world_vector(&self, vector: D) -> D {
        match &self.columns {
            Some(columns) => combination::<D>(columns, vector),
            None => vector,
        }
    }

    /// Transforms a point of the frame to the world.
    #[inline(always)]
    pub fn world_point(&self, point: D) -> D {
        let point = if self.scale == 1.0 { point } else { point * (1.0 / self.scale) };
        self.world_vector(point) + self.origin
    }

    /// Transforms a pose of the world: axes and origin.
    #[inline(always)]
    fn pose<V: Vector<Double = D>>(&self, pose: &Pose<V>) -> (D::Basis, D) {
        (self.columns_of(&pose.rotation), self.point(pose.translation.to_double()))
    }

    #[inline(always)]
    fn columns_of<V: Vector<Double = D>>(&self, rotation: &Rotation<V>) -> D::Basis {
        let columns = rotation.columns();
        D::basis_from_fn(|axis| self.direction(columns[axis].to_double()))
    }

    /// Transforms a core to this frame.
    #[inline(always)]
    pub fn map<'a, V: Vector<Double = D>>(&self, core: &Core<'a, V>) -> Map<'a, V> {
        let point = |point: V| self.point(point.to_double());
        match core {
            Core::Point(at) => Map::Point(Corners([point(*at)])),
            Core::Segment(a, b) => Map::Segment(Corners([point(*a), point(*b)])),
            Core::Ray(origin, direction, length) => {
                let start = point(*origin);
                Map::Segment(Corners([start, start + self.direction(direction.to_double() * *length)]))
            }
            Core::Triangle(points) => Map::Triangle(Corners(points.map(point))),
            Core::Box(obb) => Map::Box(self.box_map(obb)),
            Core::Hull(hull, pose) => Map::Hull(self.placed(hull, pose)),
            Core::Revolution(solid) => Map::Revolution(self.revolution(solid)),
            Core::Custom(shape, pose) => {
                let (columns, translation) = self.pose(pose);
                Map::Custom(CustomMap { shape: *shape, columns, translation })
            }
        }
    }

    /// Transforms a box to this frame.
    #[inline(always)]
    pub fn box_map<V: Vector<Double = D>>(&self, obb: &Obb<V>) -> BoxMap<D> {
        let (axes, half) = (obb.axes(), obb.half_extents());
        BoxMap {
            center: self.point(obb.center().to_double()),
            reaches: D::basis_from_fn(|axis| self.direction(axes[axis].to_double()) * half[axis].into()),
        }
    }

    /// Transforms a hull to this frame.
    #[inline(always)]
    pub fn placed<'a, V: Vector<Double = D>>(
        &self,
        hull: &'a Hull<V>,
        pose: &Pose<V>,
    ) -> PlacedHullMap<'a, V> {
        let (columns, translation) = self.pose(pose);
        PlacedHullMap { hull, columns, translation, scale: self.scale }
    }

    /// Transforms a solid of revolution to this frame.
    pub fn revolution<V: Vector<Double = D>>(&self, solid: &Revolution<V>) -> RevolutionMap<D> {
        let axis = self.turned_axis(solid.pose.rotation.columns()[1].to_double());
        let center = self.point(solid.pose.translation.to_double());
        let [half_height, radius] = solid.sizes().map(|size| size * self.scale);
        RevolutionMap { profile: solid.profile, center, axis, half_height, radius, middle: center }
    }

    /// Normalizes a direction: axes in `f32` have length 1 only up to their own roundings.
    #[inline(always)]
    fn turned_axis(&self, axis: D) -> D {
        let turned = match &self.columns {
            Some(columns) => D::from_fn(|i| columns[i].dot(axis)),
            None => axis,
        };
        turned * (1.0 / turned.length())
    }
}

/// Returns a frame for a pair of cores: near both, and of a size at which nothing overflows.
#[inline(always)]
pub(in crate::narrow) fn common_frame<V: Vector>(
    a: &ConvexShape<'_, V>,
    b: &ConvexShape<'_, V>,
) -> Frame<V::Double> {
    let origin = a.core.anchor().to_double();
    let mut frame = Frame { origin, columns: None, scale: 1.0 };
    if !super::separation::is_single::<V>() {
        frame.scale = scale_of(a, b);
        if frame.scale != 1.0 {
            // A difference of extreme coordinates could overflow before it is scaled.
            frame.origin = V::Double::ZERO;
        }
    }
    frame
}

/// Returns the power of two that scales extreme sizes in `f64` to about 1.
fn scale_of<V: Vector>(a: &ConvexShape<'_, V>, b: &ConvexShape<'_, V>) -> f64 {
    let size = |convex: &ConvexShape<'_, V>| {
        let spread = convex.core.spread();
        spread.max(convex.radius.into())
    };
    let between = b.core.anchor().to_double() * 0.5 - a.core.anchor().to_double() * 0.5;
    let size = size(a).max(size(b)).max(between.abs().max_element());
    // The search for depths multiplies six sizes.
    if (1e-40..1e40).contains(&size) || size == 0.0 { 1.0 } else { scale_for(size) }
}

impl<V: Vector> Core<'_, V> {
    /// Returns a point near the core.
    #[inline(always)]
    pub(in crate::narrow) fn anchor(&self) -> V {
        match self {
            Core::Point(point) | Core::Segment(point, _) | Core::Ray(point, ..) => *point,
            Core::Triangle(points) => points[0],
            Core::Box(obb) => obb.center(),
            Core::Hull(_, pose) | Core::Custom(_, pose) => pose.translation,
            Core::Revolution(solid) => solid.pose.translation,
        }
    }

    /// Returns an approximate upper bound on the distance of points of the core from the anchor.
    #[inline(always)]
    pub(in crate::narrow) fn spread(&self) -> f64 {
        let apart = |a: V, b: V| (b.to_double() * 0.5 - a.to_double() * 0.5).abs().max_element();
        match self {
            Core::Point(_) => 0.0,
            Core::Ray(_, _, length) => *length,
            Core::Segment(a, b) => apart(*a, *b),
            Core::Triangle([a, b, c]) => apart(*a, *b).max(apart(*a, *c)),
            Core::Box(obb) => obb.half_extents().to_double().max_element(),
            Core::Hull(hull, _) => (hull.center().abs().max_element() + hull.radius()).into(),
            Core::Revolution(solid) => solid.half_height.max(solid.radius).into(),
            Core::Custom(shape, _) => (0..V::DIMENSION)
                .flat_map(|axis| [shape.support(V::unit_axis(axis)), shape.support(-V::unit_axis(axis))])
                .map(|point| point.to_double().abs().max_element())
                .fold(0.0, f64::max),
        }
    }
}
