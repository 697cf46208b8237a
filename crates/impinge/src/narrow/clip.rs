//! Where a segment or ray runs through a box: the slab method.
//!
//! A box is the common part of one slab per axis, the space between two parallel faces. A segment p + t·d is in the slab
//! of axis i for t between (minᵢ − pᵢ)/dᵢ and (maxᵢ − pᵢ)/dᵢ; if dᵢ is zero, always or never. It is in the box
//! where all these intervals and its own, \[0, 1\] (for a ray \[0, ∞)), meet.
//!
//! Parameters are rounded, but *whether* there is an answer is exact: [`Clip::clip`] answers exactly when
//! [`Relate::intersects`] says so, and a contact so slight that rounding lost it becomes an interval of one parameter.
//! Source: Kay & Kajiya, "Ray Tracing Complex Scenes", 1986; Williams et al., "An Efficient and Robust Ray–Box
//! Intersection Algorithm", 2005.

use super::{Relate, Relation};
use crate::math::{Interval, Scalar, Vector};
use crate::shape::{Aabb, Obb, Ray, Segment, Shaped};

/// The part of a segment or ray that lies in one slab of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slab<S> {
    /// All of the line: it runs along the slab, inside.
    Always,
    /// Nothing of the line: it runs along the slab, outside.
    Never,
    /// The line is inside for these parameters, which may lie outside of the segment's own.
    Within(Interval<S>),
}

/// A face of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoxFace {
    /// The axis of the box that it is perpendicular to: 0 for x, 1 for y, 2 for z.
    pub axis: usize,
    /// On the side of the greater coordinates?
    pub is_positive: bool,
}

/// The way of a segment or ray through a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing<V: Vector> {
    /// The parameters inside: for a segment parts of its length in \[0, 1\], for a ray distances.
    pub interval: Interval<V::Scalar>,
    /// The first point in the box.
    pub entry: V,
    /// The last point in the box.
    pub exit: V,
    /// The face where it comes in; `None` if it starts inside, and then the interval starts at 0.
    pub entry_face: Option<BoxFace>,
    /// The face where it goes out; `None` if it ends inside.
    pub exit_face: Option<BoxFace>,
}

/// Segments and rays through boxes.
#[doc(alias("slab_test", "line_intersect_aabb"))]
pub trait Clip<Bounds: Shaped<Vector = Self::Vector>>: Shaped + Relate<Bounds> {
    /// The part that lies in the box, if any.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::narrow::BoxFace;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Segment};
    /// let bounds = Aabb::new(Vec2::new(1.0, 0.0), Vec2::new(3.0, 1.0))?;
    /// let crossing = Segment::new(Vec2::new(0.0, 0.5), Vec2::new(4.0, 0.5))?.clip(&bounds).unwrap();
    /// assert_eq!((crossing.interval.start, crossing.interval.end), (0.25, 0.75));
    /// assert_eq!(crossing.entry, Vec2::new(1.0, 0.5));
    /// assert_eq!(crossing.entry_face, Some(BoxFace { axis: 0, is_positive: false }));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[doc(alias("slab_test", "line_intersect_aabb"))]
    fn clip(&self, bounds: &Bounds) -> Option<Crossing<Self::Vector>>;

    /// The interval of each of the box's axes, as the slab method sees them: to be drawn, or understood.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Interval;
    /// use impinge::narrow::{Clip, Slab};
    /// use impinge::shape::{Aabb, Segment};
    /// let bounds = Aabb::new(Vec2::new(1.0, 0.0), Vec2::new(3.0, 1.0))?;
    /// // Both run along x: one through the box, one above it.
    /// let level = |height| Segment::new(Vec2::new(0.0, height), Vec2::new(4.0, height));
    /// let across = Slab::Within(Interval { start: 0.25, end: 0.75 });
    /// assert_eq!(level(0.5)?.slabs(&bounds), [across, Slab::Always]);
    /// assert_eq!(level(2.0)?.slabs(&bounds), [across, Slab::Never]);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    fn slabs(&self, bounds: &Bounds) -> Vec<Slab<<Self::Vector as Vector>::Scalar>>;
}

/// A line in the frame of a box: where it starts, half of where it goes, and for which parameters. Halves, so that no
/// difference of coordinates overflows.
struct Line<V: Vector> {
    start: V,
    half_direction: V,
    last: V::Scalar,
}

/// One axis of the slab method.
#[inline(always)]
fn slab<S: Scalar>(start: S, half_direction: S, min: S, max: S) -> Slab<S> {
    if half_direction == S::ZERO {
        return if min <= start && start <= max { Slab::Always } else { Slab::Never };
    }
    let at = |face: S| ((face * S::HALF - start * S::HALF) / half_direction).max(-S::MAX).min(S::MAX);
    let (first, last) = (at(min), at(max));
    Slab::Within(Interval { start: first.min(last), end: first.max(last) })
}

/// The crossing of a box between two corners by a line that is known to meet it; points are in the box's frame.
#[inline(always)]
fn cross<V: Vector>(line: &Line<V>, min: V, max: V) -> Crossing<V> {
    let mut interval = Interval { start: V::Scalar::ZERO, end: line.last };
    let (mut entry_face, mut exit_face) = (None, None);
    for axis in 0..V::DIMENSION {
        let Slab::Within(inside) = slab(line.start[axis], line.half_direction[axis], min[axis], max[axis])
        else {
            continue;
        };
        let is_rising = line.half_direction[axis] > V::Scalar::ZERO;
        if inside.start > interval.start {
            interval.start = inside.start;
            entry_face = Some(BoxFace { axis, is_positive: !is_rising });
        }
        if inside.end < interval.end {
            interval.end = inside.end;
            exit_face = Some(BoxFace { axis, is_positive: is_rising });
        }
    }
    // They meet, so crossed ends are rounding: a touch at one parameter.
    interval.start = interval.start.min(line.last);
    interval.end = interval.end.max(interval.start);
    let at = |t: V::Scalar, face: Option<BoxFace>| {
        let half_way = line.half_direction * t;
        let mut point = (line.start + half_way + half_way).max(min).min(max);
        if let Some(BoxFace { axis, is_positive }) = face {
            point[axis] = if is_positive { max[axis] } else { min[axis] };
        }
        point
    };
    let entry = at(interval.start, entry_face);
    Crossing { interval, entry, exit: at(interval.end, exit_face), entry_face, exit_face }
}

impl<V: Vector> From<&Segment<V>> for Line<V> {
    fn from(segment: &Segment<V>) -> Self {
        let half_direction = segment.b() * V::Scalar::HALF - segment.a() * V::Scalar::HALF;
        Line { start: segment.a(), half_direction, last: V::Scalar::ONE }
    }
}

impl<V: Vector> From<&Ray<V>> for Line<V> {
    fn from(ray: &Ray<V>) -> Self {
        Line {
            start: ray.origin(),
            half_direction: ray.direction().get() * V::Scalar::HALF,
            last: V::Scalar::MAX,
        }
    }
}

/// A line and an oriented box in the box's frame, both this many times as large.
struct InFrame<V: Vector> {
    line: Line<V>,
    half_extents: V,
    scale: V::Scalar,
}

impl<V: Vector> InFrame<V> {
    /// Where coordinates are so large that differences of them, or turned ones, may be no floats, all is a quarter as large;
    /// elsewhere nothing changes. A power of two keeps every bit of what is as large as that.
    #[inline(always)]
    fn new(line: &Line<V>, obb: &Obb<V>) -> Self {
        let quarter = V::Scalar::HALF * V::Scalar::HALF;
        let largest = line
            .start
            .abs()
            .max(line.half_direction.abs())
            .max(obb.center().abs())
            .max(obb.half_extents())
            .largest();
        let scale = if largest > V::Scalar::MAX * quarter { quarter } else { V::Scalar::ONE };
        let turned = |vector: V| obb.rotation().apply_inverse(vector);
        InFrame {
            line: Line {
                start: turned(line.start * scale - obb.center() * scale),
                half_direction: turned(line.half_direction * scale),
                last: line.last,
            },
            half_extents: obb.half_extents() * scale,
            scale,
        }
    }

    #[inline(always)]
    fn cross(&self) -> Crossing<V> {
        cross(&self.line, -self.half_extents, self.half_extents)
    }

    /// Where a point of this frame is, among all floats: a corner of a box may lie beyond.
    #[inline(always)]
    fn placed(&self, point: V, obb: &Obb<V>) -> V {
        let greatest = V::splat(V::Scalar::MAX);
        let there = (obb.rotation().apply(point) + obb.center() * self.scale) * (V::Scalar::ONE / self.scale);
        there.max(-greatest).min(greatest)
    }
}

impl<V: Vector, L: Shaped<Vector = V>> Clip<Aabb<V>> for L
where
    for<'a> Line<V>: From<&'a L>,
{
    #[inline]
    fn clip(&self, bounds: &Aabb<V>) -> Option<Crossing<V>> {
        (self.relation(bounds) != Relation::Separate)
            .then(|| cross(&Line::from(self), bounds.min(), bounds.max()))
    }

    fn slabs(&self, bounds: &Aabb<V>) -> Vec<Slab<V::Scalar>> {
        slabs(&Line::from(self), bounds.min(), bounds.max())
    }
}

impl<V: Vector, L: Shaped<Vector = V>> Clip<Obb<V>> for L
where
    for<'a> Line<V>: From<&'a L>,
{
    #[inline]
    fn clip(&self, obb: &Obb<V>) -> Option<Crossing<V>> {
        (self.relation(obb) != Relation::Separate).then(|| {
            let frame = InFrame::new(&Line::from(self), obb);
            let local = frame.cross();
            Crossing { entry: frame.placed(local.entry, obb), exit: frame.placed(local.exit, obb), ..local }
        })
    }

    fn slabs(&self, obb: &Obb<V>) -> Vec<Slab<V::Scalar>> {
        let InFrame { line, half_extents, .. } = InFrame::new(&Line::from(self), obb);
        slabs(&line, -half_extents, half_extents)
    }
}

fn slabs<V: Vector>(line: &Line<V>, min: V, max: V) -> Vec<Slab<V::Scalar>> {
    (0..V::DIMENSION)
        .map(|axis| slab(line.start[axis], line.half_direction[axis], min[axis], max[axis]))
        .collect()
}
