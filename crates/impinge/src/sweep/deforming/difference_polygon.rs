//! Two primitives as one moving polygon.
//!
//! A vertex p and a triangle a b c meet when the triangle p − a, p − b, p − c contains the origin; two edges
//! when the parallelogram of the four differences of their ends does; a vertex and an edge in 2D when the
//! segment p − a, p − b does. Let d₀, d₁ … be its corners, around it. Each moves on a line, d(t) = (1 − t)
//! d(0) + t d(1).
//!
//! A corner is the difference of two floats on each axis, one rounding each. So all further bounds are
//! relative to corners.

use std::marker::PhantomData;

use crate::math::triple::{Point, difference};

/// The unit roundoff of `f64`.
pub(super) const ROUNDOFF: f64 = f64::EPSILON / 2.0;

/// The vertices of both primitives at the start and at the end; a kind with three of them repeats the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Tracks {
    pub start: [Point; 4],
    pub end: [Point; 4],
}

/// Kind of primitives.
pub(super) trait Kind: Copy {
    /// Number of corners of the polygon.
    const CORNERS: usize;
    /// The vertices whose difference each corner is: one of the first primitive, one of the second.
    const DIFFERENCES: [[usize; 2]; 4];
    /// The vertices whose differences span the volume that vanishes when the polygon lies in one plane with
    /// the origin: one from primitive to primitive, and two along the polygon. In 2D the third is the unit
    /// vector across it.
    const SPANNED: [[usize; 2]; 3];
    /// Whether they are in 2D.
    const IS_PLANAR: bool = false;
}

#[derive(Clone, Copy, Debug)]
pub(super) struct VertexAndFace;
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeAndEdge;
#[derive(Clone, Copy, Debug)]
pub(super) struct VertexAndEdge;

/// p, a, b, c.
impl Kind for VertexAndFace {
    const CORNERS: usize = 3;
    const DIFFERENCES: [[usize; 2]; 4] = [[0, 1], [0, 2], [0, 3], [0, 3]];
    const SPANNED: [[usize; 2]; 3] = [[0, 1], [2, 1], [3, 1]];
}

/// a₀, a₁, b₀, b₁.
impl Kind for EdgeAndEdge {
    const CORNERS: usize = 4;
    const DIFFERENCES: [[usize; 2]; 4] = [[0, 2], [1, 2], [1, 3], [0, 3]];
    const SPANNED: [[usize; 2]; 3] = [[0, 2], [1, 0], [3, 2]];
}

/// p, a, b.
impl Kind for VertexAndEdge {
    const CORNERS: usize = 2;
    const DIFFERENCES: [[usize; 2]; 4] = [[0, 1], [0, 2], [0, 2], [0, 2]];
    const SPANNED: [[usize; 2]; 3] = [[0, 1], [2, 1], [2, 1]];
    const IS_PLANAR: bool = true;
}

/// The polygon at both ends of its motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polygon<K> {
    /// Corners.
    pub start: [Point; 4],
    pub end: [Point; 4],
    /// The vectors that span the volume.
    pub spanned_start: [Point; 3],
    pub spanned_end: [Point; 3],
    kind: PhantomData<K>,
}

/// The range in which bounds on rounding hold: nothing overflows, and underflow is far below [`MIN_ERROR`].
const RANGE: std::ops::RangeInclusive<f64> = 1.0 / (1_u128 << 100) as f64..=(1_u128 << 100) as f64;
/// Minimum error bound: above the sum of all underflows of a product of three numbers in that range.
pub(super) const MIN_ERROR: f64 = 1e-250;

/// The greatest magnitude of a coordinate.
#[inline(always)]
pub(super) fn magnitude(points: &[Point]) -> f64 {
    points.iter().flatten().fold(0.0, |most, x| if x.abs() > most { x.abs() } else { most })
}

/// Between two points.
#[inline(always)]
pub(super) fn between(a: Point, b: Point, t: f64) -> Point {
    std::array::from_fn(|i| (1.0 - t) * a[i] + t * b[i])
}

impl<K: Kind> Polygon<K> {
    #[inline(always)]
    pub fn new(tracks: &Tracks) -> Self {
        let corners = |points: &[Point; 4]| K::DIFFERENCES.map(|[a, b]| difference(points[a], points[b]));
        let spanned = |points: &[Point; 4]| {
            let mut spanned = K::SPANNED.map(|[a, b]| difference(points[a], points[b]));
            if K::IS_PLANAR {
                spanned[2] = [0.0, 0.0, 1.0];
            }
            spanned
        };
        Polygon {
            start: corners(&tracks.start),
            end: corners(&tracks.end),
            spanned_start: spanned(&tracks.start),
            spanned_end: spanned(&tracks.end),
            kind: PhantomData,
        }
    }

    /// Returns whether all corners are beyond the separation on one side of the origin, at both ends and so
    /// all the time.
    ///
    /// Without a separation this is exact: a difference of floats has the right sign.
    #[inline(always)]
    pub fn is_apart_on_an_axis(&self, separation: f64) -> bool {
        // Above what a corner may be too far out by, in its rounding and in this one.
        let gap = separation * (1.0 + 4.0 * ROUNDOFF);
        let axes = if K::IS_PLANAR { 2 } else { 3 };
        let mut is_apart = false;
        for axis in 0..axes {
            let (mut least, mut most) = (self.start[0][axis], self.start[0][axis]);
            for corner in self.start[..K::CORNERS].iter().chain(&self.end[..K::CORNERS]) {
                least = if corner[axis] < least { corner[axis] } else { least };
                most = if corner[axis] > most { corner[axis] } else { most };
            }
            is_apart |= least > gap || most < -gap;
        }
        is_apart
    }

    /// The greatest coordinate of a corner.
    #[inline(always)]
    pub fn size(&self) -> f64 {
        let (start, end) = (magnitude(&self.start[..K::CORNERS]), magnitude(&self.end[..K::CORNERS]));
        if start > end { start } else { end }
    }

    #[inline(always)]
    pub fn is_in_range(&self) -> bool {
        RANGE.contains(&self.size())
    }

    /// The same with numbers of the order of 1, and by which product of two powers of two it was scaled.
    #[cold]
    #[inline(never)]
    pub fn rescaled(&self, tracks: &Tracks) -> (Self, (f64, f64)) {
        // Differences of the largest floats may overflow.
        let shrink = 1.0 / 16.0;
        let small = |points: [Point; 4]| points.map(|point| point.map(|x| x * shrink));
        let is_huge = self.size() > f64::MAX * shrink;
        let (polygon, first) = if is_huge {
            (Self::new(&Tracks { start: small(tracks.start), end: small(tracks.end) }), shrink)
        } else {
            (*self, 1.0)
        };
        // The exponent of the size, in two halves: the power itself may be none of the floats.
        let exponent = ((polygon.size().max(f64::MIN_POSITIVE).to_bits() >> 52) as i32 - 1023).min(1022);
        let power = |exponent: i32| f64::from_bits(((exponent + 1023) as u64) << 52);
        let halves = (power(-exponent / 2), power(-exponent - -exponent / 2));
        let by = |point: Point| point.map(|x| x * halves.0 * halves.1);
        let mut scaled = Polygon {
            start: polygon.start.map(by),
            end: polygon.end.map(by),
            spanned_start: polygon.spanned_start.map(by),
            spanned_end: polygon.spanned_end.map(by),
            kind: PhantomData,
        };
        if K::IS_PLANAR {
            scaled.spanned_start[2] = [0.0, 0.0, 1.0];
            scaled.spanned_end[2] = [0.0, 0.0, 1.0];
        }
        (scaled, (first * halves.0, halves.1))
    }

    /// The corners at a time; each coordinate is off by at most four roundings of the size.
    #[inline(always)]
    pub fn at(&self, t: f64) -> [Point; 4] {
        std::array::from_fn(|corner| between(self.start[corner], self.end[corner], t))
    }
}
