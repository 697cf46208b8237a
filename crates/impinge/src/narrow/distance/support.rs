//! Support maps: the point of a core that lies furthest in a direction, in `f64`. A hull in 3D finds the
//! vertex in its own precision.
//!
//! Distances are computed in `f64` even for shapes in `f32`: the cost is small, and the
//! results are right to the last bits of `f32` instead of half of them. Both cores of a pair are placed in
//! one [frame](super::frame) first.

use super::flat_features::FlatFeatures;
use super::separation::measured;
use crate::math::Vector;
use crate::shape::{Bounded, Hull, Profile, Support};

/// A point of a core with a number that distinguishes it from other vertices; [`SMOOTH`] where there are no
/// vertices.
pub(in crate::narrow) type Corner<D> = (D, u32);

/// The number of points that are not vertices.
pub(in crate::narrow) const SMOOTH: u32 = u32::MAX;

/// The support function of a core.
pub(in crate::narrow) trait SupportMap<D: Vector<Scalar = f64>> {
    /// Returns the furthest point in a direction of any length but 0.
    fn support(&self, direction: D) -> Corner<D>;
    /// Returns the vertex of a number that `support` returned.
    fn vertex(&self, number: u32) -> Option<D>;
    /// Returns a point of the core.
    fn middle(&self) -> D;
    /// Returns an upper bound on the distance of points of the core from the middle.
    fn reach(&self) -> f64;
    /// Collects lines and flat faces of the surface near the furthest points in a direction.
    fn flat_features(&self, _direction: D, _found: &mut FlatFeatures<D>) {}
}

/// Up to three corners.
#[derive(Clone, Copy)]
pub(in crate::narrow) struct Corners<D, const N: usize>(pub [D; N]);

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
    fn flat_features(&self, _direction: D, found: &mut FlatFeatures<D>) {
        for (i, &corner) in self.0.iter().enumerate() {
            self.0[..i].iter().for_each(|&other| found.line(corner - other));
        }
    }
}

/// A box, as its centre and the vectors from there to the faces.
#[derive(Clone, Copy)]
pub(in crate::narrow) struct BoxMap<D: Vector> {
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
    fn flat_features(&self, _direction: D, found: &mut FlatFeatures<D>) {
        (0..D::DIMENSION).for_each(|axis| found.line(self.reaches[axis]));
    }
}

/// A hull whose local axes are the axes of the frame.
#[derive(Clone, Copy)]
pub(in crate::narrow) struct HullMap<'a, V: Vector>(pub &'a Hull<V>);

/// Returns an exactly parallel direction in the range of `f32`: its largest coordinate is between 1/4 and
/// 1/2.
#[inline(always)]
fn in_range<V: Vector>(direction: V::Double) -> V {
    let largest = direction.abs().max_element();
    // The power of two, from its bits; no direction of the algorithms is subnormal or infinite.
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

/// Returns the vertex of a hull that is furthest in a direction. In 2D, `f64` decides between neighbours that
/// are equal up to rounding in the hull's precision: for thin polygons far from their own origin, this
/// rounding exceeds their thickness.
#[inline(always)]
fn furthest<V: Vector>(hull: &Hull<V>, direction: V::Double) -> u32 {
    let mut number = hull.support(in_range::<V>(direction));
    if V::IS_2D {
        let height = |vertex: u32| hull.vertices()[vertex as usize].to_double().dot(direction);
        let higher =
            |from: u32| hull.neighbors(from).iter().copied().find(|&next| height(next) > height(from));
        // Heights grow with each step, so the loop ends.
        while let Some(next) = higher(number) {
            number = next;
        }
    }
    number
}

fn reach_of<V: Vector>(hull: &Hull<V>) -> f64 {
    let middle = hull.center().to_double();
    let bounds = hull.aabb();
    let span = bounds.max().to_double() - middle;
    span.max(middle - bounds.min().to_double()).length()
}

/// A rotated and translated hull.
#[derive(Clone, Copy)]
pub(in crate::narrow) struct PlacedHullMap<'a, V: Vector> {
    pub hull: &'a Hull<V>,
    pub columns: <V::Double as Vector>::Basis,
    pub translation: V::Double,
    /// The factor by which the columns are longer than 1.
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
    fn flat_features(&self, direction: V::Double, found: &mut FlatFeatures<V::Double>) {
        let (corner, number) = self.support(direction);
        for &neighbor in self.hull.neighbors(number) {
            found.line(self.place(self.hull.vertices()[neighbor as usize]) - corner);
        }
    }
}

/// A solid of revolution.
#[derive(Clone, Copy)]
pub(in crate::narrow) struct RevolutionMap<D> {
    pub profile: Profile,
    pub center: D,
    /// A unit vector along the axis.
    pub axis: D,
    pub half_height: f64,
    pub radius: f64,
    /// The start of searches: a point of the core.
    pub middle: D,
}

impl<D: Vector<Scalar = f64>> RevolutionMap<D> {
    /// Returns the component of a direction across the axis; zero if that is only rounding, whose direction
    /// is arbitrary.
    #[inline(always)]
    pub fn across(&self, direction: D) -> D {
        let (across, square) = (direction - self.axis * self.axis.dot(direction), direction.dot(direction));
        if across.dot(across) > 0.01 * square {
            return across;
        }
        // Twice, so that it is perpendicular to the last digit, even if short.
        let across = across - self.axis * across.dot(self.axis);
        if across.dot(across) > 1e-30 * square { across } else { D::ZERO }
    }

    /// Returns the straight side that faces a direction, from its lower end to its upper one.
    pub fn side(&self, direction: D) -> Option<[D; 2]> {
        let outwards = measured(self.across(direction)).map_or(D::ZERO, |(_, outwards)| outwards);
        let ends = self.profile.side(self.half_height, self.radius)?;
        Some(ends.map(|[along, across]| self.center + self.axis * along + outwards * across))
    }
}

impl<D: Vector<Scalar = f64>> SupportMap<D> for RevolutionMap<D> {
    #[inline]
    fn support(&self, direction: D) -> Corner<D> {
        let outwards = self.across(direction);
        let length = outwards.length();
        let direction = [direction.dot(self.axis), length];
        let [along, across] = self.profile.furthest(self.half_height, self.radius, direction);
        let rim = if length > 0.0 { outwards * (across / length) } else { D::ZERO };
        (self.center + self.axis * along + rim, SMOOTH)
    }
    fn vertex(&self, _number: u32) -> Option<D> {
        None
    }
    fn middle(&self) -> D {
        self.middle
    }
    fn reach(&self) -> f64 {
        let of_center = self.profile.bounding_radius(self.half_height, self.radius);
        of_center + (self.middle - self.center).length()
    }
    fn flat_features(&self, direction: D, found: &mut FlatFeatures<D>) {
        if self.profile.has_disc(false) || self.profile.has_disc(true) {
            found.normal(self.axis);
        }
        if let Some([[along_a, across_a], [along_b, across_b]]) =
            self.profile.side(self.half_height, self.radius)
        {
            let outwards = measured(self.across(direction)).map_or(D::ZERO, |(_, outwards)| outwards);
            found.line(self.axis * (along_b - along_a) - outwards * (across_a - across_b));
        }
    }
}

/// A user-defined shape.
#[derive(Clone, Copy)]
pub(in crate::narrow) struct CustomMap<'a, V: Vector> {
    pub shape: &'a dyn Support<V>,
    pub columns: <V::Double as Vector>::Basis,
    pub translation: V::Double,
}

impl<V: Vector> SupportMap<V::Double> for CustomMap<'_, V> {
    fn support(&self, direction: V::Double) -> Corner<V::Double> {
        let local = V::Double::from_fn(|axis| self.columns[axis].dot(direction));
        let point = self.shape.support(in_range::<V>(local)).to_double();
        // A point that is not finite, against the contract, becomes the local origin, so that no NaN spreads.
        let point = if point.is_finite() { point } else { V::Double::ZERO };
        (combination::<V::Double>(&self.columns, point) + self.translation, SMOOTH)
    }
    fn vertex(&self, _number: u32) -> Option<V::Double> {
        None
    }
    fn middle(&self) -> V::Double {
        let axes = (0..V::DIMENSION).map(V::Double::unit_axis);
        let sum = axes.fold(V::Double::ZERO, |sum, axis| sum + self.support(axis).0 + self.support(-axis).0);
        sum * (0.5 / V::DIMENSION as f64)
    }
    fn reach(&self) -> f64 {
        let middle = self.middle();
        let width =
            |axis| (self.support(axis).0 - middle).dot(axis).max((middle - self.support(-axis).0).dot(axis));
        V::Double::from_fn(|axis| width(V::Double::unit_axis(axis))).length()
    }
}

#[inline(always)]
pub(in crate::narrow) fn combination<D: Vector>(columns: &D::Basis, coordinates: D) -> D {
    (1..D::DIMENSION).fold(columns[0] * coordinates[0], |sum, axis| sum + columns[axis] * coordinates[axis])
}

/// Any core.
#[derive(Clone, Copy)]
pub(in crate::narrow) enum Map<'a, V: Vector> {
    Point(Corners<V::Double, 1>),
    Segment(Corners<V::Double, 2>),
    Triangle(Corners<V::Double, 3>),
    Box(BoxMap<V::Double>),
    Hull(PlacedHullMap<'a, V>),
    Revolution(RevolutionMap<V::Double>),
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
            Map::Revolution($inner) => $answer,
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
    fn flat_features(&self, direction: V::Double, found: &mut FlatFeatures<V::Double>) {
        each!(self, map => map.flat_features(direction, found));
    }
}
