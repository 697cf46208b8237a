//! Clipping of segments and rays against boxes: the slab method.
//!
//! A box is the intersection of one slab per axis, the space between two parallel faces. A segment p + t·d is
//! in the slab of axis i for t between (minᵢ − pᵢ)/dᵢ and (maxᵢ − pᵢ)/dᵢ; if dᵢ is zero, always or never. It
//! is in the box where all these intervals and its own, \[0, 1\] (for a ray \[0, ∞)), intersect.
//!
//! Parameters are rounded, but *whether* there is a result is exact: [`Clip::clip`] returns a result exactly
//! if [`Collide::intersects`] returns true. A contact so slight that rounding lost it becomes an interval of
//! one parameter.
//! Source: Kay & Kajiya, "Ray Tracing Complex Scenes", 1986; Williams et al., "An Efficient and Robust
//! Ray–Box Intersection Algorithm", 2005.

use super::{Collide, Relation};
use crate::math::{Interval, Scalar, Vector};
use crate::shape::{Aabb, Obb, Ray, Segment, Shape};

/// The interval of a segment or ray in one slab of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SlabInterval<S> {
    /// The whole line is in the slab: it runs parallel to the faces, inside.
    Always,
    /// No point of the line is in the slab: it runs parallel to the faces, outside.
    Never,
    /// The line is in the slab for these parameters, which may lie outside of the segment's own.
    Within(Interval<S>),
}

/// A face of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoxFace {
    /// The axis of the box perpendicular to the face: 0 for x, 1 for y, 2 for z.
    pub axis: usize,
    /// Whether the face is on the side of the greater coordinates.
    pub is_positive: bool,
}

/// The part of a segment or ray within a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipResult<V: Vector> {
    /// The parameters inside: fractions of the length in \[0, 1\] for a segment, distances for a ray.
    pub interval: Interval<V::Scalar>,
    /// The first point in the box.
    pub entry: V,
    /// The last point in the box.
    pub exit: V,
    /// The face through which it enters; `None` if it starts inside, and then the interval starts at 0.
    pub entry_face: Option<BoxFace>,
    /// The face through which it leaves; `None` if it ends inside.
    pub exit_face: Option<BoxFace>,
}

/// Clips segments and rays against boxes.
pub trait Clip<Bounds: Shape<Vector = Self::Vector>>: Shape + Collide<Bounds> {
    /// Computes the part within the box; `None` if there is none.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::narrow::{BoxFace, Clip};
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Segment};
    /// let bounds = Aabb::new(Vec2::new(1.0, 0.0), Vec2::new(3.0, 1.0))?;
    /// let crossing = Segment::new(Vec2::new(0.0, 0.5), Vec2::new(4.0, 0.5))?.clip(&bounds).unwrap();
    /// assert_eq!((crossing.interval.start, crossing.interval.end), (0.25, 0.75));
    /// assert_eq!(crossing.entry, Vec2::new(1.0, 0.5));
    /// assert_eq!(crossing.entry_face, Some(BoxFace { axis: 0, is_positive: false }));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    fn clip(&self, bounds: &Bounds) -> Option<ClipResult<Self::Vector>>;

    /// Computes the interval for each axis of the box, as the slab method uses it: for drawing and teaching.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::math::Interval;
    /// use impinge::narrow::{Clip, SlabInterval};
    /// use impinge::shape::{Aabb, Segment};
    /// let bounds = Aabb::new(Vec2::new(1.0, 0.0), Vec2::new(3.0, 1.0))?;
    /// // Both run along x: one through the box, one above it.
    /// let level = |height| Segment::new(Vec2::new(0.0, height), Vec2::new(4.0, height));
    /// let across = SlabInterval::Within(Interval { start: 0.25, end: 0.75 });
    /// assert_eq!(level(0.5)?.slab_intervals(&bounds), [across, SlabInterval::Always]);
    /// assert_eq!(level(2.0)?.slab_intervals(&bounds), [across, SlabInterval::Never]);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    fn slab_intervals(&self, bounds: &Bounds) -> Vec<SlabInterval<<Self::Vector as Vector>::Scalar>>;
}

/// A line in the frame of a box: its start, half of its direction, and its parameters. Halves, so that no
/// difference of coordinates overflows.
struct ClippedLine<V: Vector> {
    start: V,
    half_direction: V,
    last: V::Scalar,
}

/// One axis of the slab method.
#[inline(always)]
fn slab<S: Scalar>(start: S, half_direction: S, min: S, max: S) -> SlabInterval<S> {
    if half_direction == S::ZERO {
        return if min <= start && start <= max { SlabInterval::Always } else { SlabInterval::Never };
    }
    let at = |face: S| ((face * S::HALF - start * S::HALF) / half_direction).max(-S::MAX).min(S::MAX);
    let (first, last) = (at(min), at(max));
    SlabInterval::Within(Interval { start: first.min(last), end: first.max(last) })
}

/// Computes the clip result for a line known to intersect a box between two corners; points are in the box's
/// frame.
#[inline(always)]
fn cross<V: Vector>(line: &ClippedLine<V>, min: V, max: V) -> ClipResult<V> {
    let mut interval = Interval { start: V::Scalar::ZERO, end: line.last };
    let (mut entry_face, mut exit_face) = (None, None);
    for axis in 0..V::DIMENSION {
        let SlabInterval::Within(inside) =
            slab(line.start[axis], line.half_direction[axis], min[axis], max[axis])
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
    // The line intersects the box, so crossed ends are rounding: a touch at one parameter.
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
    ClipResult { interval, entry, exit: at(interval.end, exit_face), entry_face, exit_face }
}

impl<V: Vector> From<&Segment<V>> for ClippedLine<V> {
    fn from(segment: &Segment<V>) -> Self {
        let half_direction = segment.b() * V::Scalar::HALF - segment.a() * V::Scalar::HALF;
        ClippedLine { start: segment.a(), half_direction, last: V::Scalar::ONE }
    }
}

impl<V: Vector> From<&Ray<V>> for ClippedLine<V> {
    fn from(ray: &Ray<V>) -> Self {
        ClippedLine {
            start: ray.origin(),
            half_direction: ray.direction().get() * V::Scalar::HALF,
            last: V::Scalar::MAX,
        }
    }
}

/// A line and an oriented box in the box's frame, both this many times as large.
struct InFrame<V: Vector> {
    line: ClippedLine<V>,
    half_extents: V,
    scale: V::Scalar,
}

impl<V: Vector> InFrame<V> {
    /// Scales everything by a quarter where coordinates are so large that their differences or rotations may
    /// overflow; elsewhere nothing changes. A power of two keeps every bit at such sizes.
    #[inline(always)]
    fn new(line: &ClippedLine<V>, obb: &Obb<V>) -> Self {
        let quarter = V::Scalar::HALF * V::Scalar::HALF;
        let largest = line
            .start
            .abs()
            .max(line.half_direction.abs())
            .max(obb.center().abs())
            .max(obb.half_extents())
            .max_element();
        let scale = if largest > V::Scalar::MAX * quarter { quarter } else { V::Scalar::ONE };
        let turned = |vector: V| obb.rotation().inverse_rotate(vector);
        InFrame {
            line: ClippedLine {
                start: turned(line.start * scale - obb.center() * scale),
                half_direction: turned(line.half_direction * scale),
                last: line.last,
            },
            half_extents: obb.half_extents() * scale,
            scale,
        }
    }

    #[inline(always)]
    fn cross(&self) -> ClipResult<V> {
        cross(&self.line, -self.half_extents, self.half_extents)
    }

    /// Returns the world position of a point of this frame, clamped to the floats: a corner of a box may lie
    /// beyond.
    #[inline(always)]
    fn placed(&self, point: V, obb: &Obb<V>) -> V {
        let greatest = V::splat(V::Scalar::MAX);
        let there =
            (obb.rotation().rotate(point) + obb.center() * self.scale) * (V::Scalar::ONE / self.scale);
        there.max(-greatest).min(greatest)
    }
}

impl<V: Vector, L: Shape<Vector = V>> Clip<Aabb<V>> for L
where
    for<'a> ClippedLine<V>: From<&'a L>,
{
    #[inline]
    fn clip(&self, bounds: &Aabb<V>) -> Option<ClipResult<V>> {
        (self.relation(bounds) != Relation::Disjoint)
            .then(|| cross(&ClippedLine::from(self), bounds.min(), bounds.max()))
    }

    fn slab_intervals(&self, bounds: &Aabb<V>) -> Vec<SlabInterval<V::Scalar>> {
        slab_intervals(&ClippedLine::from(self), bounds.min(), bounds.max())
    }
}

impl<V: Vector, L: Shape<Vector = V>> Clip<Obb<V>> for L
where
    for<'a> ClippedLine<V>: From<&'a L>,
{
    #[inline]
    fn clip(&self, obb: &Obb<V>) -> Option<ClipResult<V>> {
        (self.relation(obb) != Relation::Disjoint).then(|| {
            let frame = InFrame::new(&ClippedLine::from(self), obb);
            let local = frame.cross();
            ClipResult { entry: frame.placed(local.entry, obb), exit: frame.placed(local.exit, obb), ..local }
        })
    }

    fn slab_intervals(&self, obb: &Obb<V>) -> Vec<SlabInterval<V::Scalar>> {
        let InFrame { line, half_extents, .. } = InFrame::new(&ClippedLine::from(self), obb);
        slab_intervals(&line, -half_extents, half_extents)
    }
}

fn slab_intervals<V: Vector>(line: &ClippedLine<V>, min: V, max: V) -> Vec<SlabInterval<V::Scalar>> {
    (0..V::DIMENSION)
        .map(|axis| slab(line.start[axis], line.half_direction[axis], min[axis], max[axis]))
        .collect()
}
