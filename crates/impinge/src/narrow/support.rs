//! Support maps: the point of a core that lies furthest in a direction, in `f64`.
//!
//! Distances are computed in `f64` even for shapes in `f32`: it costs next to nothing, and the answers are then right
//! to the last bits of `f32` instead of half of them. Both cores of a pair are brought into one **frame** first: an
//! origin near them, so that coordinates far from the world's origin lose nothing, and, if one of the cores is a hull, the
//! axes of that hull, whose vertices then need no turning. Cores in `f64` whose size is extreme are scaled by a
//! power of two as well, so that no product overflows.

use crate::math::{Pose, Rotation, Scalar, Vector};
use crate::shape::{Convex, Core, Cylinder, Hull, Obb, Support};

/// A point of a core with a number that tells it from other vertices; [`SMOOTH`] where there are no vertices.
pub(super) type Corner<D> = (D, u32);

/// The number of points that are not vertices.
pub(super) const SMOOTH: u32 = u32::MAX;

/// A core as its support function.
pub(super) trait SupportMap<D: Vector<Scalar = f64>> {
    /// The furthest point in a direction, of any length but 0.
    fn support(&self, direction: D) -> Corner<D>;
    /// The vertex of a number that `support` gave.
    fn vertex(&self, number: u32) -> Option<D>;
    /// Some point of the core.
    fn middle(&self) -> D;
    /// No point of the core is further from the middle.
    fn reach(&self) -> f64;
}

/// Up to three corners.
#[derive(Clone, Copy)]
pub(super) struct Corners<D, const N: usize>(pub [D; N]);

impl<D: Vector<Scalar = f64>, const N: usize> SupportMap<D> for Corners<D, N> {
    #[inline(always)]
    fn support(&self, direction: D) -> Corner<D> {
        let mut best = (0, self.0[0].dot(direction));
        for i in 1..N {
            let along = self.0[i].dot(direction);
            if along > best.1 {
                best = (i, along);
            }
        }
        (self.0[best.0], best.0 as u32)
    }
    #[inline(always)]
    fn vertex(&self, number: u32) -> Option<D> {
        self.0.get(number as usize).copied()
    }
    #[inline(always)]
    fn middle(&self) -> D {
        self.0.iter().skip(1).fold(self.0[0], |sum, &point| sum + point) * (1.0 / N as f64)
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        let middle = self.middle();
        self.0.iter().map(|&point| (point - middle).length()).fold(0.0, f64::max)
    }
}

/// A box, as its centre and the vectors from there to the faces.
#[derive(Clone, Copy)]
pub(super) struct BoxMap<D: Vector> {
    pub center: D,
    pub reaches: D::Basis,
}

impl<D: Vector<Scalar = f64>> BoxMap<D> {
    #[inline(always)]
    fn corner(&self, is_positive: impl Fn(usize) -> bool) -> Corner<D> {
        (0..D::DIMENSION).fold((self.center, 0), |(corner, number), axis| {
            if is_positive(axis) {
                (corner + self.reaches[axis], number | 1 << axis)
            } else {
                (corner - self.reaches[axis], number)
            }
        })
    }
}

impl<D: Vector<Scalar = f64>> SupportMap<D> for BoxMap<D> {
    #[inline(always)]
    fn support(&self, direction: D) -> Corner<D> {
        self.corner(|axis| self.reaches[axis].dot(direction) > 0.0)
    }
    #[inline(always)]
    fn vertex(&self, number: u32) -> Option<D> {
        (number != SMOOTH).then(|| self.corner(|axis| number >> axis & 1 == 1).0)
    }
    #[inline(always)]
    fn middle(&self) -> D {
        self.center
    }
    #[inline(always)]
    fn reach(&self) -> f64 {
        (0..D::DIMENSION).map(|axis| self.reaches[axis].length()).sum()
    }
}

/// A hull whose own axes are the frame's.
#[derive(Clone, Copy)]
pub(super) struct HullMap<'a, V: Vector>(pub &'a Hull<V>);

/// A direction that `f32` can hold: its largest coordinate between 1/4 and 1/2, exactly parallel.
#[inline(always)]
fn in_range<V: Vector>(direction: V::Double) -> V {
    let largest = direction.abs().largest();
    // The power of two by its bits; no direction of the algorithms is subnormal or infinite.
    let exponent = (largest.to_bits() >> 52) & 0x7ff;
    let factor = f64::from_bits(2044u64.saturating_sub(exponent).clamp(1, 2046) << 52);
    V::from_double(direction * factor)
}

impl<V: Vector> SupportMap<V::Double> for HullMap<'_, V> {
    #[inline(always)]
    fn support(&self, direction: V::Double) -> Corner<V::Double> {
        let number = furthest(self.0, direction);
        (self.0.vertices()[number as usize].to_double(), number)
    }
    #[inline(always)]
    fn vertex(&self, number: u32) -> Option<V::Double> {
        self.0.vertices().get(number as usize).map(|vertex| vertex.to_double())
    }
    #[inline(always)]
    fn middle(&self) -> V::Double {
        self.0.center().to_double()
    }
    fn reach(&self) -> f64 {
        reach_of(self.0)
    }
}

/// The vertex of a hull that is furthest in a direction. In the plane, what rounding in the hull's precision leaves open between
/// neighbours is decided in `f64`: of thin polygons far from their own origin it is more than they are thick.
#[inline(always)]
fn furthest<V: Vector>(hull: &Hull<V>, direction: V::Double) -> u32 {
    let mut number = hull.support(in_range::<V>(direction));
    if V::DIMENSION == 2 {
        let height = |vertex: u32| hull.vertices()[vertex as usize].to_double().dot(direction);
        let higher =
            |from: u32| hull.neighbors(from).iter().copied().find(|&next| height(next) > height(from));
        // Heights grow with each step, so there is an end to it.
        while let Some(next) = higher(number) {
            number = next;
        }
    }
    number
}

fn reach_of<V: Vector>(hull: &Hull<V>) -> f64 {
    let middle = hull.center().to_double();
    let bounds = hull.bounds();
    let span = bounds.max().to_double() - middle;
    span.max(middle - bounds.min().to_double()).length()
}

/// A hull turned and moved.
#[derive(Clone, Copy)]
pub(super) struct PlacedHullMap<'a, V: Vector> {
    pub hull: &'a Hull<V>,
    pub columns: <V::Double as Vector>::Basis,
    pub translation: V::Double,
    /// By how much the columns are longer than 1.
    pub scale: f64,
}

impl<V: Vector> PlacedHullMap<'_, V> {
    #[inline(always)]
    pub fn place(&self, vertex: V) -> V::Double {
        combination::<V::Double>(&self.columns, vertex.to_double()) + self.translation
    }
}

impl<V: Vector> SupportMap<V::Double> for PlacedHullMap<'_, V> {
    #[inline(always)]
    fn support(&self, direction: V::Double) -> Corner<V::Double> {
        let local = V::Double::from_fn(|axis| self.columns[axis].dot(direction));
        let number = furthest(self.hull, local);
        (self.place(self.hull.vertices()[number as usize]), number)
    }
    #[inline(always)]
    fn vertex(&self, number: u32) -> Option<V::Double> {
        self.hull.vertices().get(number as usize).map(|&vertex| self.place(vertex))
    }
    #[inline(always)]
    fn middle(&self) -> V::Double {
        self.place(self.hull.center())
    }
    fn reach(&self) -> f64 {
        reach_of(self.hull) * self.scale
    }
}

/// A cylinder, and a cone whose top has the radius 0.
#[derive(Clone, Copy)]
pub(super) struct Turned<D> {
    pub center: D,
    /// A unit vector along the axis.
    pub axis: D,
    pub half_height: f64,
    pub radius: f64,
    /// Is the top a point?
    pub is_cone: bool,
    /// Where searches start: some point of the core.
    pub middle: D,
}

impl<D: Vector<Scalar = f64>> Turned<D> {
    /// The part of a direction that is across the axis; nothing if that is rounding, which points anywhere.
    #[inline(always)]
    pub fn across(&self, direction: D) -> D {
        let (across, square) = (direction - self.axis * self.axis.dot(direction), direction.dot(direction));
        if across.dot(across) > 0.01 * square {
            return across;
        }
        // Twice, so that it is across to the last digit, however short it is.
        let across = across - self.axis * across.dot(self.axis);
        if across.dot(across) > 1e-30 * square { across } else { D::ZERO }
    }
}

impl<D: Vector<Scalar = f64>> SupportMap<D> for Turned<D> {
    #[inline]
    fn support(&self, direction: D) -> Corner<D> {
        let along = direction.dot(self.axis);
        let outwards = self.across(direction);
        let length = outwards.length();
        let rim = if length > 0.0 { outwards * (self.radius / length) } else { D::ZERO };
        let height = self.axis * self.half_height;
        let is_top = if self.is_cone {
            // The tip against the nearest point of the base's rim.
            along * 2.0 * self.half_height > self.radius * length
        } else {
            along > 0.0
        };
        let point = match (is_top, self.is_cone) {
            (true, true) => self.center + height,
            (true, false) => self.center + height + rim,
            (false, _) => self.center - height + rim,
        };
        (point, SMOOTH)
    }
    fn vertex(&self, _number: u32) -> Option<D> {
        None
    }
    fn middle(&self) -> D {
        self.middle
    }
    fn reach(&self) -> f64 {
        let of_center = (self.half_height * self.half_height + self.radius * self.radius).sqrt();
        of_center + (self.middle - self.center).length()
    }
}

/// A user's shape.
#[derive(Clone, Copy)]
pub(super) struct CustomMap<'a, V: Vector> {
    shape: &'a dyn Support<V>,
    columns: <V::Double as Vector>::Basis,
    translation: V::Double,
}

impl<V: Vector> SupportMap<V::Double> for CustomMap<'_, V> {
    fn support(&self, direction: V::Double) -> Corner<V::Double> {
        let local = V::Double::from_fn(|axis| self.columns[axis].dot(direction));
        let point = self.shape.support(in_range::<V>(local)).to_double();
        // A shape that breaks its promise is a point there, rather than a NaN that spreads.
        let point = if point.is_finite() { point } else { V::Double::ZERO };
        (combination::<V::Double>(&self.columns, point) + self.translation, SMOOTH)
    }
    fn vertex(&self, _number: u32) -> Option<V::Double> {
        None
    }
    fn middle(&self) -> V::Double {
        let axes = (0..V::DIMENSION).map(V::Double::axis);
        let sum = axes.fold(V::Double::ZERO, |sum, axis| sum + self.support(axis).0 + self.support(-axis).0);
        sum * (0.5 / V::DIMENSION as f64)
    }
    fn reach(&self) -> f64 {
        let middle = self.middle();
        let width =
            |axis| (self.support(axis).0 - middle).dot(axis).max((middle - self.support(-axis).0).dot(axis));
        V::Double::from_fn(|axis| width(V::Double::axis(axis))).length()
    }
}

#[inline(always)]
fn combination<D: Vector>(columns: &D::Basis, coordinates: D) -> D {
    (1..D::DIMENSION).fold(columns[0] * coordinates[0], |sum, axis| sum + columns[axis] * coordinates[axis])
}

/// Any core.
#[derive(Clone, Copy)]
pub(super) enum Map<'a, V: Vector> {
    Point(Corners<V::Double, 1>),
    Segment(Corners<V::Double, 2>),
    Triangle(Corners<V::Double, 3>),
    Box(BoxMap<V::Double>),
    Hull(PlacedHullMap<'a, V>),
    Turned(Turned<V::Double>),
    Custom(CustomMap<'a, V>),
}

macro_rules! each {
    ($map:expr, $inner:ident => $answer:expr) => {
        match $map {
            Map::Point($inner) => $answer,
            Map::Segment($inner) => $answer,
            Map::Triangle($inner) => $answer,
            Map::Box($inner) => $answer,
            Map::Hull($inner) => $answer,
            Map::Turned($inner) => $answer,
            Map::Custom($inner) => $answer,
        }
    };
}

impl<V: Vector> SupportMap<V::Double> for Map<'_, V> {
    #[inline]
    fn support(&self, direction: V::Double) -> Corner<V::Double> {
        each!(self, map => map.support(direction))
    }
    fn vertex(&self, number: u32) -> Option<V::Double> {
        each!(self, map => map.vertex(number))
    }
    fn middle(&self) -> V::Double {
        each!(self, map => map.middle())
    }
    fn reach(&self) -> f64 {
        each!(self, map => map.reach())
    }
}

/// Coordinates in which both cores of a pair are seen.
#[derive(Clone, Copy)]
pub(super) struct Frame<D: Vector> {
    /// Where the frame's origin is in the world.
    pub origin: D,
    /// The frame's axes in the world, if they are not the world's.
    pub columns: Option<D::Basis>,
    /// Lengths in the frame are so many times those in the world: a power of two.
    pub scale: f64,
}

impl<D: Vector<Scalar = f64>> Frame<D> {
    /// That of a hull, of an ordinary size.
    #[inline(always)]
    pub fn of<V: Vector<Double = D>>(pose: &Pose<V>) -> Self {
        let columns = pose.rotation.columns();
        Frame {
            origin: pose.translation.to_double(),
            columns: Some(D::basis_from_fn(|axis| columns[axis].to_double())),
            scale: 1.0,
        }
    }

    /// A point of the world.
    #[inline(always)]
    pub fn point(&self, point: D) -> D {
        self.direction(point - self.origin)
    }

    /// A vector of the world, with its length.
    #[inline(always)]
    pub fn direction(&self, vector: D) -> D {
        let turned = match &self.columns {
            Some(columns) => D::from_fn(|axis| columns[axis].dot(vector)),
            None => vector,
        };
        if self.scale == 1.0 { turned } else { turned * self.scale }
    }

    /// Back to the world, without the length of the scale.
    #[inline(always)]
    pub fn world_vector(&self, vector: D) -> D {
        match &self.columns {
            Some(columns) => combination::<D>(columns, vector),
            None => vector,
        }
    }

    /// A point of the frame in the world.
    #[inline(always)]
    pub fn world_point(&self, point: D) -> D {
        let point = if self.scale == 1.0 { point } else { point * (1.0 / self.scale) };
        self.world_vector(point) + self.origin
    }

    /// A pose of the world: axes and origin.
    #[inline(always)]
    fn pose<V: Vector<Double = D>>(&self, pose: &Pose<V>) -> (D::Basis, D) {
        (self.columns_of(&pose.rotation), self.point(pose.translation.to_double()))
    }

    #[inline(always)]
    fn columns_of<V: Vector<Double = D>>(&self, rotation: &Rotation<V>) -> D::Basis {
        let columns = rotation.columns();
        D::basis_from_fn(|axis| self.direction(columns[axis].to_double()))
    }

    /// A core seen in this frame.
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
            Core::Cylinder(cylinder) => {
                Map::Turned(self.turned(&cylinder.pose(), cylinder.half_height(), cylinder.radius(), false))
            }
            Core::Cone(cone) => {
                Map::Turned(self.turned(&cone.pose(), cone.half_height(), cone.radius(), true))
            }
            Core::Custom(shape, pose) => {
                let (columns, translation) = self.pose(pose);
                Map::Custom(CustomMap { shape: *shape, columns, translation })
            }
        }
    }

    /// A box seen in this frame.
    #[inline(always)]
    pub fn box_map<V: Vector<Double = D>>(&self, obb: &Obb<V>) -> BoxMap<D> {
        let (axes, half) = (obb.axes(), obb.half_extents());
        BoxMap {
            center: self.point(obb.center().to_double()),
            reaches: D::basis_from_fn(|axis| self.direction(axes[axis].to_double()) * half[axis].into()),
        }
    }

    /// A hull seen in this frame.
    #[inline(always)]
    pub fn placed<'a, V: Vector<Double = D>>(
        &self,
        hull: &'a Hull<V>,
        pose: &Pose<V>,
    ) -> PlacedHullMap<'a, V> {
        let (columns, translation) = self.pose(pose);
        PlacedHullMap { hull, columns, translation, scale: self.scale }
    }

    /// A cylinder seen in this frame.
    pub fn cylinder<V: Vector<Double = D>>(&self, cylinder: &Cylinder<V>) -> Turned<D> {
        self.turned(&cylinder.pose(), cylinder.half_height(), cylinder.radius(), false)
    }

    fn turned<V: Vector<Double = D>>(
        &self,
        pose: &Pose<V>,
        half_height: V::Scalar,
        radius: V::Scalar,
        is_cone: bool,
    ) -> Turned<D> {
        let axis = self.turned_axis(pose.rotation.columns()[1].to_double());
        let center = self.point(pose.translation.to_double());
        Turned {
            center,
            axis,
            half_height: half_height.into() * self.scale,
            radius: radius.into() * self.scale,
            is_cone,
            middle: center,
        }
    }

    /// A direction made a unit vector: axes in `f32` are so up to their own roundings only.
    #[inline(always)]
    fn turned_axis(&self, axis: D) -> D {
        let turned = match &self.columns {
            Some(columns) => D::from_fn(|i| columns[i].dot(axis)),
            None => axis,
        };
        turned * (1.0 / turned.length())
    }
}

/// A frame for a pair of cores: near both, and of a size at which nothing overflows.
#[inline(always)]
pub(super) fn common_frame<V: Vector>(a: &Convex<'_, V>, b: &Convex<'_, V>) -> Frame<V::Double> {
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

/// The power of two that brings extreme sizes in `f64` near 1.
fn scale_of<V: Vector>(a: &Convex<'_, V>, b: &Convex<'_, V>) -> f64 {
    let size = |convex: &Convex<'_, V>| {
        let spread = convex.core.spread();
        spread.max(convex.radius.into())
    };
    let between = b.core.anchor().to_double() * 0.5 - a.core.anchor().to_double() * 0.5;
    let size = size(a).max(size(b)).max(between.abs().largest());
    if (1e-70..1e70).contains(&size) || size == 0.0 {
        return 1.0;
    }
    // 2⁻ᵏ for a size near 2ᵏ, by its bits.
    let exponent = ((size.to_bits() >> 52) & 0x7ff).clamp(24, 2022);
    f64::from_bits((2046 - exponent) << 52)
}

impl<V: Vector> Core<'_, V> {
    /// A point near the core.
    #[inline(always)]
    pub(super) fn anchor(&self) -> V {
        match self {
            Core::Point(point) | Core::Segment(point, _) | Core::Ray(point, ..) => *point,
            Core::Triangle(points) => points[0],
            Core::Box(obb) => obb.center(),
            Core::Hull(_, pose) | Core::Custom(_, pose) => pose.translation,
            Core::Cylinder(cylinder) => cylinder.pose().translation,
            Core::Cone(cone) => cone.pose().translation,
        }
    }

    /// How far points of the core may be from the anchor, roughly.
    #[inline(always)]
    pub(super) fn spread(&self) -> f64 {
        let apart = |a: V, b: V| (b.to_double() * 0.5 - a.to_double() * 0.5).abs().largest();
        match self {
            Core::Point(_) => 0.0,
            Core::Ray(_, _, length) => *length,
            Core::Segment(a, b) => apart(*a, *b),
            Core::Triangle([a, b, c]) => apart(*a, *b).max(apart(*a, *c)),
            Core::Box(obb) => obb.half_extents().to_double().largest(),
            Core::Hull(hull, _) => (hull.center().abs().largest() + hull.radius()).into(),
            Core::Cylinder(cylinder) => cylinder.half_height().max(cylinder.radius()).into(),
            Core::Cone(cone) => cone.half_height().max(cone.radius()).into(),
            Core::Custom(shape, _) => (0..V::DIMENSION)
                .flat_map(|axis| [shape.support(V::axis(axis)), shape.support(-V::axis(axis))])
                .map(|point| point.to_double().abs().largest())
                .fold(0.0, f64::max),
        }
    }
}
