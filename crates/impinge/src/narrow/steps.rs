//! GJK and EPA step by step, told by the searches themselves, for pictures and lessons.
//!
//! They look at the cores in one frame and end as those of general shapes do; of two hulls the answer itself may be followed a little further.
//! The searches have an observer as a parameter. `()` is the one that does not listen: for it, all of this compiles to nothing.

use super::epa::Polytope;
use super::frame::{Frame, common_frame};
use super::separation::{Memory, is_exchanged, iterate, smooth_tolerance};
use super::simplex::{Simplex, Vertex};
use crate::math::Vector;
use crate::shape::Shaped;

/// Listens to a search, in its frame.
pub(super) trait Observer<D: Vector<Scalar = f64>> {
    /// GJK, whose simplex is nearest to the origin at a point, has looked against the direction of that, and found another point of
    /// the difference. The largest gap that a direction has shown so far is given as its square.
    fn searched(&mut self, _simplex: &Simplex<D>, _nearest: D, _found: &Vertex<D>, _gap_square: f64) {}
    /// GJK has ended: with the vector from B to A, or with a simplex that holds the origin.
    fn ended(&mut self, _simplex: &Simplex<D>, _nearest: Option<D>) {}
    /// EPA has looked beyond the facet that is nearest to the origin, as far as the difference reaches.
    fn expanded(
        &mut self,
        _polytope: &Polytope<D>,
        _facet: u16,
        _distance: f64,
        _found: &Vertex<D>,
        _reach: f64,
    ) {
    }
}

impl<D: Vector<Scalar = f64>> Observer<D> for () {}

/// A point of the Minkowski difference A − B, and the points that it comes from, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DifferencePoint<D> {
    /// The point on a less that on b.
    pub difference: D,
    /// The point on a.
    pub on_a: D,
    /// The point on b.
    pub on_b: D,
}

/// A step of GJK.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchStep<D> {
    /// The simplex before the step, empty at first.
    pub simplex: Vec<DifferencePoint<D>>,
    /// The point of the simplex that is nearest to the origin; at first a guess.
    pub nearest: D,
    /// The point of the difference that lies furthest against it.
    pub found: DifferencePoint<D>,
    /// The distance is no less, as the directions so far have shown,
    pub at_least: f64,
    /// and no more, once there is a simplex.
    pub at_most: Option<f64>,
}

/// A step of EPA.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpandStep<D> {
    /// The facets of the polytope before the step, each by its vertices: triangles, in the plane edges.
    pub facets: Vec<Vec<u16>>,
    /// The one that is nearest to the origin, by its vertices.
    pub nearest: Vec<u16>,
    /// How far it is from the origin: the depth is no less. Negative if the origin is outside of it.
    pub distance: f64,
    /// The point of the difference that lies furthest beyond it, which becomes the next vertex unless the facet is one of the
    /// difference itself.
    pub found: DifferencePoint<D>,
    /// How far the difference reaches that way: the depth is no more.
    pub reach: f64,
}

/// How GJK and EPA find where two convex shapes are nearest, or how deep they are in each other.
///
/// All of it is about their cores: a ball is a point, a capsule a segment, a rounded box a box. What is within a radius of them
/// comes last, in the answer of [`Collide`](super::Collide).
#[derive(Clone, Debug, PartialEq)]
pub struct Steps<D> {
    /// The radii around both cores.
    pub radii: [f64; 2],
    /// GJK's steps.
    pub search: Vec<SearchStep<D>>,
    /// The simplex that it ends with,
    pub simplex: Vec<DifferencePoint<D>>,
    /// and the point of it that is nearest to the origin; `None` if the cores meet.
    pub nearest: Option<D>,
    /// If they do, EPA's steps; none of cores whose difference is flat.
    pub expansion: Vec<ExpandStep<D>>,
    /// The vertices of its polytope, in the order in which they joined it.
    pub vertices: Vec<DifferencePoint<D>>,
    /// The distance between the cores, or minus their depth: the last digits of round ones are refined after the last step.
    pub distance: f64,
}

/// GJK and, if the cores overlap, EPA, step by step; `None` if a shape has no end or many parts.
///
/// Many pairs have a shorter way to their answer, a closed form or separating axes. They are sent this way here all the same.
///
/// ```
/// use glam::DVec2;
/// use impinge::narrow::steps::steps;
/// use impinge::shape::Aabb;
/// let a = Aabb::new(DVec2::ZERO, DVec2::ONE)?;
/// let b = Aabb::new(DVec2::new(3.0, 0.0), DVec2::new(4.0, 1.0))?;
/// let steps = steps(&a, &b).ok_or("convex")?;
/// assert_eq!((steps.distance, steps.nearest), (2.0, Some(DVec2::new(-2.0, 0.0))));
/// assert!(steps.search.len() > 1 && steps.expansion.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn steps<A: Shaped, B: Shaped<Vector = A::Vector>>(
    a: &A,
    b: &B,
) -> Option<Steps<<A::Vector as Vector>::Double>> {
    let (a, b) = (a.view().convex()?, b.view().convex()?);
    // In the order in which the engine takes the pair.
    let is_exchanged = is_exchanged(&a, &b);
    let (one, other) = if is_exchanged { (&b, &a) } else { (&a, &b) };
    let frame = common_frame(one, other);
    let told = Steps {
        radii: [a.radius.into(), b.radius.into()],
        search: Vec::new(),
        simplex: Vec::new(),
        nearest: None,
        expansion: Vec::new(),
        vertices: Vec::new(),
        distance: 0.0,
    };
    let mut listener = Listener { frame, is_exchanged, told };
    let (map, other_map) = (listener.frame.map(&one.core), listener.frame.map(&other.core));
    let tolerance = smooth_tolerance::<A::Vector>();
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
    listener.told.distance = found.distance / listener.frame.scale;
    Some(listener.told)
}

/// Writes down what it hears, as it is in the world.
struct Listener<D: Vector> {
    frame: Frame<D>,
    is_exchanged: bool,
    told: Steps<D>,
}

impl<D: Vector<Scalar = f64>> Listener<D> {
    fn length(&self, length: f64) -> f64 {
        length / self.frame.scale
    }

    /// A vector from B to A, whichever of them is the first.
    fn vector(&self, vector: D) -> D {
        let vector = self.frame.world_vector(vector) * (1.0 / self.frame.scale);
        if self.is_exchanged { -vector } else { vector }
    }

    fn point(&self, vertex: &Vertex<D>) -> DifferencePoint<D> {
        let (one, other) = (self.frame.world_point(vertex.on_a), self.frame.world_point(vertex.on_b));
        let (on_a, on_b) = if self.is_exchanged { (other, one) } else { (one, other) };
        DifferencePoint { difference: self.vector(vertex.difference), on_a, on_b }
    }

    fn simplex(&self, simplex: &Simplex<D>) -> Vec<DifferencePoint<D>> {
        simplex.vertices().map(|vertex| self.point(vertex)).collect()
    }
}

impl<D: Vector<Scalar = f64>> Observer<D> for Listener<D> {
    fn searched(&mut self, simplex: &Simplex<D>, nearest: D, found: &Vertex<D>, gap_square: f64) {
        let step = SearchStep {
            simplex: self.simplex(simplex),
            nearest: self.vector(nearest),
            found: self.point(found),
            at_least: self.length(gap_square.sqrt()),
            at_most: (simplex.count() > 0).then(|| self.length(nearest.length())),
        };
        self.told.search.push(step);
    }

    fn ended(&mut self, simplex: &Simplex<D>, nearest: Option<D>) {
        self.told.simplex = self.simplex(simplex);
        self.told.nearest = nearest.map(|nearest| self.vector(nearest));
    }

    fn expanded(&mut self, polytope: &Polytope<D>, facet: u16, distance: f64, found: &Vertex<D>, reach: f64) {
        let step = ExpandStep {
            facets: polytope.facets().collect(),
            nearest: polytope.points_of(facet),
            distance: self.length(distance),
            found: self.point(found),
            reach: self.length(reach),
        };
        self.told.expansion.push(step);
        self.told.vertices = polytope.vertices().iter().map(|vertex| self.point(vertex)).collect();
    }
}
