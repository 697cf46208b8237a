//! Projections in plain `f64`, four axes at a time, and how far they may be off.
//!
//! # What rounding can do
//! Let u be the unit roundoff, m a bound of all coordinates (the pair's own origin taken off), w of the
//! motion's, and l of the coordinates of an edge: 2 for the unit edges of boxes, otherwise 2m. A corner is
//! off by less than 8u·m, an edge by 9u·l. In the plane an axis is an edge turned, so a projection is off by
//! less than 40u·l·m and the gap of two extended ones by less than 100u·l·(m + w). In space an axis is a
//! product of two edges, off by 44u·l·l′, and a gap by less than 450u·l·l′·(m + w). A gap beyond
//! [`ERROR_IN_PLANE`] or [`ERROR_IN_SPACE`] of these has its true sign; the sign of others is left to exact
//! numbers, axis by axis.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use smallvec::SmallVec;

use super::AxisProjection;
use super::axes::{SatAxis, SatPair};
use super::polytope::{SatFrame, SatPolytope};
use crate::math::exact::{Number, Undecided};
use crate::math::{Scalar, Vector, exact, scale_for};
use crate::narrow::distance::error_bound::{error_bound, magnitude};
use crate::shape::ShapeRef;

const ERROR_IN_PLANE: f64 = 128.0 * f64::EPSILON / 2.0;
const ERROR_IN_SPACE: f64 = 512.0 * f64::EPSILON / 2.0;
/// Edges whose directions span less than this part of their lengths may lie in a plane or on a line.
const FLAT: f64 = 1e-9;
/// Axes are processed in groups of this size.
const WIDTH: usize = 4;

/// A rounded number without an error bound.
impl Number for f64 {
    type Doubt = Undecided;
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn new(value: f64) -> Self {
        value
    }
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn add(&self, other: &Self) -> Self {
        self + other
    }
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn sub(&self, other: &Self) -> Self {
        self - other
    }
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn mul(&self, other: &Self) -> Self {
        self * other
    }
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn neg(&self) -> Self {
        -self
    }
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn max(&self, other: &Self) -> Self {
        Scalar::max(*self, *other)
    }
    fn sign(&self) -> Result<std::cmp::Ordering, Undecided> {
        Err(Undecided)
    }
}

/// The result of the projections, as far as `f64` can decide.
pub(super) enum Verdict<V: Vector> {
    /// Apart on an axis, for the whole step.
    Apart,
    /// Not apart on any axis that is certain.
    Open(Open<V>),
}

/// See [`Verdict::Open`].
pub(super) struct Open<V: Vector> {
    /// On these axes they may be apart.
    pub axes: SmallVec<[SatAxis; 4]>,
    /// Whether all edges may lie in a plane or on a line.
    pub is_flat: bool,
    /// Whether they intersect before the step; `None` where that is not certain.
    pub now: Option<bool>,
    /// By how much the first shape has to move.
    pub translation: V::Double,
}

/// Projects two polytopes on all axes, or up to one that separates them unless `should_continue` is set;
/// `None` if one of the shapes is none.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(super) fn projections<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
    velocity: V,
    is_sweep: bool,
    should_continue: bool,
    observe: &mut impl FnMut(AxisProjection<V>),
) -> Option<Verdict<V>> {
    let (convex_a, convex_b) = (a.convex()?, b.convex()?);
    let magnitude = magnitude(&convex_a) + magnitude(&convex_b);
    let motion = velocity.to_double().abs().max_element();
    let scale = scale_of(magnitude + motion);
    let frame = SatFrame { origin: convex_a.core.anchor().to_f64(), scale };
    let (a, b) = (SatPolytope::of(a, &frame)?, SatPolytope::of(b, &frame)?);
    let pair = SatPair { a, b, velocity: frame.direction(velocity), dimension: V::DIMENSION };
    let (magnitude, motion) = (magnitude * scale, motion * scale);
    // Four times what the shapes are given by is more than any coordinate, intermediate ones included.
    let largest = 4.0 * magnitude;
    let edges = [&pair.a, &pair.b].map(|shape| if shape.has_unit_edges { 2.0 } else { 2.0 * largest });
    let mut filter: Filter<'_, V, _> = Filter {
        pair: &pair,
        frame,
        errors: Errors { edges, motion, reach: largest + motion },
        room: error_bound::<V>(magnitude),
        axes: [[0.0; WIDTH]; 3],
        kinds: [SatAxis::OfFirst(0); WIDTH],
        count: 0,
        open: SmallVec::new(),
        now: Some(true),
        best: Push::NONE,
        is_apart: false,
        aim: if should_continue { Aim::EveryAxis } else { Aim::Answer },
        observe,
        vectors: PhantomData,
    };
    let end = pair.each_axis(is_sweep, |axis| filter.push(axis, pair.axis(axis)));
    if end.is_continue() {
        let _ = filter.look();
    }
    if filter.is_apart {
        return Some(Verdict::Apart);
    }
    let is_flat = !pair.a.is_solid && !pair.b.is_solid && filter.may_be_flat();
    if is_flat || filter.best.square == f64::INFINITY {
        filter.look_along_more();
    }
    let (way, back) = (filter.best.way, 1.0 / scale);
    let translation = V::Double::from_fn(|axis| way[axis] * back);
    let now = if is_flat { None } else { filter.now };
    Some(Verdict::Open(Open { axes: filter.open, is_flat, now, translation }))
}

/// The power of two that brings extreme sizes near 1.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn scale_of(size: f64) -> f64 {
    if (1e-60..1e60).contains(&size) || size == 0.0 { 1.0 } else { scale_for(size) }
}

/// The sizes to which errors are relative.
struct Errors {
    /// A bound of the coordinates of the edges of each shape.
    edges: [f64; 2],
    motion: f64,
    /// A bound of all coordinates, with the motion.
    reach: f64,
}

impl Errors {
    /// By how much a gap along an axis may be off.
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn of<const IN_PLANE: bool>(&self, axis: SatAxis) -> f64 {
        let [a, b] = self.edges;
        let second = |size: f64| if IN_PLANE { 1.0 } else { size };
        let size = match axis {
            SatAxis::OfFirst(_) => a * second(a),
            SatAxis::OfSecond(_) => b * second(b),
            SatAxis::Across(..) => a * b,
            SatAxis::MotionAndFirst(_) => self.motion * second(a),
            SatAxis::MotionAndSecond(_) => self.motion * b,
        };
        size * self.reach * if IN_PLANE { ERROR_IN_PLANE } else { ERROR_IN_SPACE }
    }
}

/// The least translation so far that parts the shapes.
#[derive(Clone, Copy)]
struct Push {
    /// The square of its length.
    square: f64,
    way: [f64; 3],
}

impl Push {
    const NONE: Self = Push { square: f64::INFINITY, way: [0.0; 3] };
}

/// The purpose of the projections.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// The answer: the first that separates the shapes is the last.
    Answer,
    /// The same result, and all axes for the observer.
    EveryAxis,
    /// A minimum translation, whatever the signs.
    MinTranslation,
}

struct Filter<'a, V, O> {
    pair: &'a SatPair<f64>,
    frame: SatFrame,
    errors: Errors,
    /// The error that other queries may have on whether the shapes intersect.
    room: f64,
    /// Axes to be processed: all x, all y, all z.
    axes: [[f64; WIDTH]; 3],
    kinds: [SatAxis; WIDTH],
    count: usize,
    open: SmallVec<[SatAxis; 4]>,
    now: Option<bool>,
    best: Push,
    /// Whether an axis separates them for the whole step.
    is_apart: bool,
    aim: Aim,
    observe: &'a mut O,
    vectors: PhantomData<V>,
}

/// Least and greatest inner product of the corners with each of some axes.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
fn extents<const DIMENSION: usize>(corners: &[[f64; 3]], axes: &[[f64; WIDTH]; 3]) -> [[f64; WIDTH]; 2] {
    let (mut low, mut high) = ([f64::INFINITY; WIDTH], [f64::NEG_INFINITY; WIDTH]);
    for corner in corners {
        // One operation for all lanes after the other, as the compiler makes one instruction of each.
        let mut along = [0.0; WIDTH];
        for lane in 0..WIDTH {
            along[lane] = axes[0][lane] * corner[0] + axes[1][lane] * corner[1];
            if DIMENSION == 3 {
                along[lane] += axes[2][lane] * corner[2];
            }
        }
        low = std::array::from_fn(|lane| Scalar::min(along[lane], low[lane]));
        high = std::array::from_fn(|lane| Scalar::max(along[lane], high[lane]));
    }
    [low, high]
}

impl<V: Vector, O: FnMut(AxisProjection<V>)> Filter<'_, V, O> {
    /// Adds an axis, and processes the group when it is full.
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn push(&mut self, kind: SatAxis, axis: [f64; 3]) -> ControlFlow<()> {
        if V::IS_3D && axis == [0.0; 3] && self.are_certainly_parallel(kind) {
            return ControlFlow::Continue(());
        }
        for (lanes, x) in self.axes.iter_mut().zip(axis).take(V::DIMENSION) {
            lanes[self.count] = x;
        }
        self.kinds[self.count] = kind;
        self.count += 1;
        if self.count < WIDTH { ControlFlow::Continue(()) } else { self.look() }
    }

    /// Unit edges of which all the products that their cross product is made of are 0, or the same.
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn are_certainly_parallel(&self, kind: SatAxis) -> bool {
        let (a, b) = (&self.pair.a, &self.pair.b);
        let SatAxis::Across(i, j) = kind else { return false };
        let (e, f) = (a.edges[i], b.edges[j]);
        let is_along_axis = |e: [f64; 3]| e.iter().filter(|&&x| x != 0.0).count() == 1;
        a.has_unit_edges
            && b.has_unit_edges
            && (e == f || e == f.map(|x| -x) || (is_along_axis(e) && is_along_axis(f)))
    }

    /// Processes the collected axes. Breaks if one of them separates the shapes for the whole step, unless
    /// all axes are to be observed.
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn look(&mut self) -> ControlFlow<()> {
        if V::IS_2D { self.look_in::<2>() } else { self.look_in::<3>() }
    }

    #[inline(never)]
    fn look_in<const DIMENSION: usize>(&mut self) -> ControlFlow<()> {
        let (pair, axes) = (self.pair, &self.axes);
        let [a_low, a_high] = extents::<DIMENSION>(&pair.a.corners, axes);
        let [b_low, b_high] = extents::<DIMENSION>(&pair.b.corners, axes);
        let [reach, _] = extents::<DIMENSION>(&[pair.velocity], axes);
        let (mut gaps, mut extended_gaps) = ([0.0; WIDTH], [0.0; WIDTH]);
        let (mut squares, mut pushes) = ([0.0; WIDTH], [0.0; WIDTH]);
        let mut reaches = [0.0; WIDTH];
        for lane in 0..WIDTH {
            // The ways out below and above the second shape, without the motion and with it.
            let (down, up) = (a_high[lane] - b_low[lane], b_high[lane] - a_low[lane]);
            let extended_down = down + Scalar::max(reach[lane], 0.0);
            let extended_up = up - Scalar::min(reach[lane], 0.0);
            gaps[lane] = -Scalar::min(down, up);
            extended_gaps[lane] = -Scalar::min(extended_down, extended_up);
            // Back to the side on which it is now; from the middle, against the motion.
            let is_below = down < up || (down == up && reach[lane] > 0.0);
            pushes[lane] = if is_below { -extended_down } else { extended_up };
            let mut square = axes[0][lane] * axes[0][lane] + axes[1][lane] * axes[1][lane];
            reaches[lane] = axes[0][lane].abs() + axes[1][lane].abs();
            if DIMENSION == 3 {
                square += axes[2][lane] * axes[2][lane];
                reaches[lane] += axes[2][lane].abs();
            }
            squares[lane] = square;
        }
        for lane in 0..std::mem::take(&mut self.count) {
            let kind = self.kinds[lane];
            let error =
                if DIMENSION == 2 { self.errors.of::<true>(kind) } else { self.errors.of::<false>(kind) };
            let (gap, extended, square) = (gaps[lane], extended_gaps[lane], squares[lane]);
            let axis = [axes[0][lane], axes[1][lane], axes[2][lane]];
            let room = error + self.room * reaches[lane];
            // Nearer than that, a relation may take the shapes for touching, which has the last word.
            let is_separating = extended > error && gap > room;
            if square > 0.0 {
                let ends = [a_low[lane], a_high[lane], b_low[lane], b_high[lane], reach[lane]];
                let is_said = is_separating && self.aim != Aim::MinTranslation;
                let seen = self.observed(axis, ends, -extended, is_said);
                (self.observe)(seen);
            }
            if is_separating {
                self.is_apart = true;
                if self.aim != Aim::EveryAxis {
                    return ControlFlow::Break(());
                }
            }
            // Not a comparison the other way round: overflow makes NaN, which is open.
            if extended.is_nan() || extended >= -error {
                self.open.push(kind);
            }
            if gap > room {
                self.now = Some(false);
            } else if (gap.is_nan() || gap >= -room) && self.now == Some(true) {
                self.now = None;
            }
            let length = pushes[lane];
            if length * length < self.best.square * square {
                let way = axis.map(|x| x * (length / square));
                self.best = Push { square: length * length / square, way };
            }
        }
        ControlFlow::Continue(())
    }

    /// Computes the projections for an observer, in the coordinates that the shapes were given in.
    #[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
    fn observed(
        &self,
        axis: [f64; 3],
        ends: [f64; 5],
        overlap: f64,
        is_separating: bool,
    ) -> AxisProjection<V> {
        let square: f64 = axis.iter().map(|x| x * x).sum();
        let length = square.sqrt();
        let unit = axis.map(|x| x / length);
        let origin: f64 = unit.iter().zip(self.frame.origin).map(|(x, origin)| x * origin).sum();
        let size = 1.0 / (length * self.frame.scale);
        let [a_low, a_high, b_low, b_high, reach] = ends.map(|end| end * size);
        AxisProjection::new(
            unit,
            [a_low + origin, a_high + origin],
            [b_low + origin, b_high + origin],
            reach,
            overlap * size,
            is_separating,
        )
    }

    /// Returns whether all edges may lie in a plane, in 2D on a line.
    #[cold]
    fn may_be_flat(&self) -> bool {
        let (a, b) = (&self.pair.a, &self.pair.b);
        let [of_a, of_b] = self.errors.edges;
        let spans = |own: &SatPolytope<f64>, other: &SatPolytope<f64>, bound: f64| {
            let normals: &[[f64; 3]] = if V::IS_2D { &own.edges } else { &own.normals };
            normals.iter().any(|normal| {
                let normal = if V::IS_2D { [normal[1], -normal[0], 0.0] } else { *normal };
                own.edges.iter().chain(&other.edges).any(|edge| {
                    let along = normal[0] * edge[0] + normal[1] * edge[1] + normal[2] * edge[2];
                    along.abs() > FLAT * bound
                })
            })
        };
        let size = of_a.max(of_b);
        let bound = if V::IS_2D { size * size } else { size * size * size };
        !spans(a, b, bound) && !spans(b, a, bound)
    }

    /// Ways out along edges and across them, for what may have none else.
    #[cold]
    fn look_along_more(&mut self) {
        let pair = self.pair;
        let units = (0..V::DIMENSION).map(|axis| V::Double::unit_axis(axis).to_f64());
        let edges = || pair.a.edges.iter().chain(&pair.b.edges).copied();
        let normals = || pair.a.normals.iter().chain(&pair.b.normals);
        let across = normals().flat_map(|normal| edges().map(move |edge| exact::cross(normal, &edge)));
        let axes: Vec<[f64; 3]> = units.chain(edges()).chain(across).collect();
        // The signs along these are not needed.
        let (open, now) = (std::mem::take(&mut self.open), self.now);
        self.aim = Aim::MinTranslation;
        for axis in axes {
            if self.push(SatAxis::OfFirst(0), axis).is_break() {
                self.count = 0;
            }
        }
        let _ = self.look();
        (self.open, self.now) = (open, now);
    }
}
