//! Step-by-step traces of GJK and EPA, recorded by the searches themselves, for figures and teaching.
//!
//! The searches work on the cores of the shapes in one frame and end as they do for general shapes. For
//! two hulls, the distance and contact queries may refine the result a little further. The searches
//! have an observer as a parameter. `()` is the observer that records nothing; it compiles to nothing.

use super::backend::NarrowBackend;
use super::distance::convex_pair::{Memory, iterate, smooth_tolerance};
use super::distance::epa::Polytope;
use super::distance::frame::{Frame, common_frame};
use super::distance::observer::Observer;
use super::distance::pair_order::is_swapped;
use super::distance::simplex::{Simplex, Vertex};
use crate::math::Vector;
use crate::shape::{Shape, ShapeRef};

/// A point of the Minkowski difference A − B, with the two points that it comes from, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinkowskiPoint<D> {
    /// The difference of the two points: `point_a` − `point_b`.
    pub difference: D,
    /// The point on A.
    pub point_a: D,
    /// The point on B.
    pub point_b: D,
}

/// A step of GJK.
#[derive(Clone, Debug, PartialEq)]
pub struct GjkStep<D> {
    /// The simplex before the step, empty at first.
    pub simplex: Vec<MinkowskiPoint<D>>,
    /// The point of the simplex that is nearest to the origin; at first an initial guess.
    pub nearest: D,
    /// The support point of the difference in the direction opposite to `nearest`.
    pub found: MinkowskiPoint<D>,
    /// The lower bound on the distance, from all search directions so far.
    pub lower_bound: f64,
    /// The upper bound on the distance; `None` while there is no simplex.
    pub upper_bound: Option<f64>,
}

/// A step of EPA.
#[derive(Clone, Debug, PartialEq)]
pub struct EpaStep<D> {
    /// The facets of the polytope before the step, as vertex indices: triangles, in 2D edges.
    pub facets: Vec<Vec<u16>>,
    /// The facet that is nearest to the origin, as vertex indices.
    pub nearest: Vec<u16>,
    /// The distance of this facet from the origin, a lower bound on the depth. Negative if the origin is
    /// outside of it.
    pub lower_bound: f64,
    /// The support point of the difference beyond this facet. It becomes the next vertex, unless the facet is
    /// a facet of the difference itself.
    pub found: MinkowskiPoint<D>,
    /// The extent of the difference along the normal of the facet, an upper bound on the depth.
    pub upper_bound: f64,
}

/// The steps of GJK and EPA for the closest points or the depth of two convex shapes.
///
/// All steps are about the cores of the shapes: a ball is a point, a capsule a segment, a rounded box a box.
/// The radii around the cores come last, in the result of [`Collide`](super::Collide).
#[derive(Clone, Debug, PartialEq)]
pub struct GjkTrace<D> {
    /// The radii around both cores.
    pub radii: [f64; 2],
    /// The steps of GJK.
    pub gjk: Vec<GjkStep<D>>,
    /// The simplex with which GJK ends.
    pub simplex: Vec<MinkowskiPoint<D>>,
    /// The point of this simplex that is nearest to the origin; `None` if the cores intersect.
    pub nearest: Option<D>,
    /// The steps of EPA, if the cores intersect; empty for cores whose difference is flat.
    pub epa: Vec<EpaStep<D>>,
    /// The vertices of the EPA polytope, in the order in which they were added.
    pub vertices: Vec<MinkowskiPoint<D>>,
    /// The distance between the cores, or minus their depth. For round cores, the last digits are refined
    /// after the last step.
    pub distance: f64,
}

/// Runs GJK and, if the cores overlap, EPA, and returns every step; `None` if a shape is unbounded or
/// composite.
///
/// For many pairs, the distance and contact queries use a faster method: a closed form or separating axes.
/// This function always uses GJK and EPA.
///
/// ```
/// use glam::DVec2;
/// use impinge::narrow::trace::gjk_trace;
/// use impinge::shape::Aabb;
/// let a = Aabb::new(DVec2::ZERO, DVec2::ONE)?;
/// let b = Aabb::new(DVec2::new(3.0, 0.0), DVec2::new(4.0, 1.0))?;
/// let steps = gjk_trace(&a, &b).ok_or("convex")?;
/// assert_eq!((steps.distance, steps.nearest), (2.0, Some(DVec2::new(-2.0, 0.0))));
/// assert!(steps.gjk.len() > 1 && steps.epa.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn gjk_trace<A: Shape, B: Shape<Vector = A::Vector>>(
    a: &A,
    b: &B,
) -> Option<GjkTrace<<A::Vector as Vector>::Double>> {
    A::Vector::narrow_gjk_trace(&a.shape_ref(), &b.shape_ref())
}

/// The code of [`gjk_trace`].
pub(super) fn gjk_trace_inner<V: Vector>(
    a: &ShapeRef<'_, V>,
    b: &ShapeRef<'_, V>,
) -> Option<GjkTrace<V::Double>> {
    let (a, b) = (a.convex()?, b.convex()?);
    // In the order in which the engine takes the pair.
    let is_swapped = is_swapped(&a, &b);
    let (one, other) = if is_swapped { (&b, &a) } else { (&a, &b) };
    let frame = common_frame(one, other);
    let trace = GjkTrace {
        radii: [a.radius.into(), b.radius.into()],
        gjk: Vec::new(),
        simplex: Vec::new(),
        nearest: None,
        epa: Vec::new(),
        vertices: Vec::new(),
        distance: 0.0,
    };
    let mut listener = Listener { frame, is_swapped, trace };
    let (map, other_map) = (listener.frame.map(&one.core), listener.frame.map(&other.core));
    let tolerance = smooth_tolerance::<V>();
    let mut memory = Memory::passing();
    let found = iterate::<_, _, _, _, true>(
        &map,
        &other_map,
        f64::INFINITY,
        tolerance,
        &mut memory,
        None,
        &mut listener,
    )?;
    listener.trace.distance = found.distance / listener.frame.scale;
    Some(listener.trace)
}

/// Records the steps in world coordinates.
struct Listener<D: Vector> {
    frame: Frame<D>,
    is_swapped: bool,
    trace: GjkTrace<D>,
}

impl<D: Vector<Scalar = f64>> Listener<D> {
    fn length(&self, length: f64) -> f64 {
        length / self.frame.scale
    }

    /// A vector from B to A, in either order of the pair.
    fn vector(&self, vector: D) -> D {
        let vector = self.frame.world_vector(vector) * (1.0 / self.frame.scale);
        if self.is_swapped { -vector } else { vector }
    }

    fn point(&self, vertex: &Vertex<D>) -> MinkowskiPoint<D> {
        let (one, other) = (self.frame.world_point(vertex.point_a), self.frame.world_point(vertex.point_b));
        let (point_a, point_b) = if self.is_swapped { (other, one) } else { (one, other) };
        MinkowskiPoint { difference: self.vector(vertex.difference), point_a, point_b }
    }

    fn simplex(&self, simplex: &Simplex<D>) -> Vec<MinkowskiPoint<D>> {
        simplex.vertices().map(|vertex| self.point(vertex)).collect()
    }
}

impl<D: Vector<Scalar = f64>> Observer<D> for Listener<D> {
    fn searched(&mut self, simplex: &Simplex<D>, nearest: D, found: &Vertex<D>, gap_square: f64) {
        let step = GjkStep {
            simplex: self.simplex(simplex),
            nearest: self.vector(nearest),
            found: self.point(found),
            lower_bound: self.length(gap_square.sqrt()),
            upper_bound: (simplex.count() > 0).then(|| self.length(nearest.length())),
        };
        self.trace.gjk.push(step);
    }

    fn ended(&mut self, simplex: &Simplex<D>, nearest: Option<D>) {
        self.trace.simplex = self.simplex(simplex);
        self.trace.nearest = nearest.map(|nearest| self.vector(nearest));
    }

    fn expanded(&mut self, polytope: &Polytope<D>, facet: u16, distance: f64, found: &Vertex<D>, reach: f64) {
        let step = EpaStep {
            facets: polytope.facets().collect(),
            nearest: polytope.points_of(facet),
            lower_bound: self.length(distance),
            found: self.point(found),
            upper_bound: self.length(reach),
        };
        self.trace.epa.push(step);
        self.trace.vertices = polytope.vertices().iter().map(|vertex| self.point(vertex)).collect();
    }
}
