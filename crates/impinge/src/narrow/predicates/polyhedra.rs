//! Any two convex polyhedra, exactly: boxes, segments, rays, triangles.
//!
//! Two convex polyhedra are apart exactly when 0 is outside of their Minkowski difference, that is beyond one
//! of its facets. The normal of a facet is perpendicular to two edges of the polyhedra (in the plane: one),
//! hence the candidates: **the cross products of all pairs of edge directions**, which for two boxes are the
//! well-known 15 axes. If the difference is flat, because all edges lie in a plane or on a line, directions
//! perpendicular to that plane or line are added to the edges; then the shapes can at most touch.
//!
//! The gap along an axis is positive beyond a facet, zero on it and negative behind it. One positive gap:
//! separate. All negative: overlapping. Otherwise: touching.
//! Source: Gottschalk, Lin & Manocha, "OBBTree", 1996, §5; de Berg et al., "Computational Geometry", 2008,
//! §13.3.

use std::cmp::Ordering;

use smallvec::{SmallVec, smallvec};

use crate::math::exact::{Coordinates, Number, Question};
use crate::math::triple::Point;
use crate::math::{Vector, exact};
use crate::narrow::Relation;
use crate::shape::{Aabb, Obb, Ray, Segment, Triangle};

/// A convex polyhedron as a sum: hull of the points + \[0, 1\]·each generator + \[0, ∞)·direction.
pub(in crate::narrow) struct Convex<N> {
    pub(in crate::narrow) points: SmallVec<[Coordinates<N>; 3]>,
    pub(in crate::narrow) generators: SmallVec<[Coordinates<N>; 3]>,
    pub(in crate::narrow) direction: Option<Coordinates<N>>,
    /// The directions of the edges. The `direction`, if there is one, is the only edge.
    pub(in crate::narrow) edges: SmallVec<[Coordinates<N>; 3]>,
}

/// A convex polyhedron in floats, of whatever vector its shape has. What follows from it exactly is compiled
/// once, and not once for each shape and vector.
#[derive(Clone, Copy)]
pub(in crate::narrow) struct Polyhedron {
    /// 2 or 3.
    pub(in crate::narrow) dimension: usize,
    kind: PolyhedronKind,
}

#[derive(Clone, Copy)]
enum PolyhedronKind {
    Aabb { min: Point, max: Point },
    Obb { center: Point, half: Point, axes: [Point; 3] },
    Segment([Point; 2]),
    Triangle([Point; 3]),
    Ray { origin: Point, direction: Point },
}

impl<N: Number> Convex<N> {
    /// The hull of points, with edges between them.
    fn simplex(points: &[Point]) -> Self {
        let points: SmallVec<[Coordinates<N>; 3]> =
            points.iter().map(|&point| exact::vector(point)).collect();
        let edges = match points.len() {
            0 | 1 => smallvec![],
            2 => smallvec![exact::difference(&points[1], &points[0])],
            count => (0..count).map(|i| exact::difference(&points[(i + 1) % count], &points[i])).collect(),
        };
        Convex { points, generators: smallvec![], direction: None, edges }
    }

    /// A single point.
    pub(in crate::narrow) fn point(point: Point) -> Self {
        Self::simplex(&[point])
    }

    /// Least and greatest coordinate along an axis; `None` where there is no end. `is_perpendicular` states
    /// that the axis is known to be perpendicular to the direction.
    pub(in crate::narrow) fn extent(
        &self,
        axis: &Coordinates<N>,
        is_perpendicular: bool,
    ) -> Result<(Option<N>, Option<N>), N::Doubt> {
        let mut low = exact::dot(&self.points[0], axis);
        let mut high = low.clone();
        for point in &self.points[1..] {
            let along = exact::dot(point, axis);
            low = low.min(&along);
            high = high.max(&along);
        }
        let zero = N::new(0.0);
        for generator in &self.generators {
            let along = exact::dot(generator, axis);
            low = low.add(&along.min(&zero));
            high = high.add(&along.max(&zero));
        }
        let heading = match &self.direction {
            Some(direction) if !is_perpendicular => exact::dot(direction, axis).sign()?,
            _ => Ordering::Equal,
        };
        Ok(((heading != Ordering::Less).then_some(low), (heading != Ordering::Greater).then_some(high)))
    }
}

impl Polyhedron {
    /// Computes the same in exact numbers.
    pub(in crate::narrow) fn convex<N: Number>(&self) -> Convex<N> {
        match &self.kind {
            PolyhedronKind::Aabb { min, max } => self.aligned_box(min, max),
            PolyhedronKind::Obb { center, half, axes } => self.oriented_box(*center, half, axes),
            PolyhedronKind::Segment(ends) => Convex::simplex(ends),
            PolyhedronKind::Triangle(corners) => Convex::simplex(corners),
            PolyhedronKind::Ray { origin, direction } => {
                let direction: Coordinates<N> = exact::vector(*direction);
                Convex {
                    points: smallvec![exact::vector(*origin)],
                    generators: smallvec![],
                    direction: Some(direction.clone()),
                    edges: smallvec![direction],
                }
            }
        }
    }

    fn aligned_box<N: Number>(&self, min: &Point, max: &Point) -> Convex<N> {
        let axes = || (0..self.dimension).filter(|&axis| min[axis] < max[axis]);
        let along = |axis: usize, length: N| {
            let mut vector = exact::vector([0.0; 3]);
            vector[axis] = length;
            vector
        };
        Convex {
            points: smallvec![exact::vector(*min)],
            generators: axes().map(|axis| along(axis, N::new(max[axis]).sub(&N::new(min[axis])))).collect(),
            direction: None,
            edges: axes().map(|axis| along(axis, N::new(1.0))).collect(),
        }
    }

    fn oriented_box<N: Number>(&self, center: Point, half: &Point, axes: &[Point; 3]) -> Convex<N> {
        let mut convex =
            Convex { points: smallvec![], generators: smallvec![], direction: None, edges: smallvec![] };
        let mut corner = exact::vector(center);
        for axis in (0..self.dimension).filter(|&axis| half[axis] > 0.0) {
            let edge = exact::vector(axes[axis]);
            let reach = exact::scaled(&edge, &N::new(half[axis]));
            corner = exact::difference(&corner, &reach);
            convex.generators.push(exact::sum(&reach, &reach));
            convex.edges.push(edge);
        }
        convex.points.push(corner);
        convex
    }
}

impl<V: Vector> From<Aabb<V>> for Polyhedron {
    fn from(bounds: Aabb<V>) -> Self {
        let kind = PolyhedronKind::Aabb { min: bounds.min().to_f64(), max: bounds.max().to_f64() };
        Polyhedron { dimension: V::DIMENSION, kind }
    }
}

impl<V: Vector> From<Obb<V>> for Polyhedron {
    fn from(obb: Obb<V>) -> Self {
        let basis = obb.axes();
        let axes =
            std::array::from_fn(|axis| if axis < V::DIMENSION { basis[axis].to_f64() } else { [0.0; 3] });
        let kind =
            PolyhedronKind::Obb { center: obb.center().to_f64(), half: obb.half_extents().to_f64(), axes };
        Polyhedron { dimension: V::DIMENSION, kind }
    }
}

impl<V: Vector> From<Segment<V>> for Polyhedron {
    fn from(segment: Segment<V>) -> Self {
        let kind = PolyhedronKind::Segment([segment.a().to_f64(), segment.b().to_f64()]);
        Polyhedron { dimension: V::DIMENSION, kind }
    }
}

impl<V: Vector> From<Triangle<V>> for Polyhedron {
    fn from(triangle: Triangle<V>) -> Self {
        Polyhedron {
            dimension: V::DIMENSION,
            kind: PolyhedronKind::Triangle(triangle.points().map(V::to_f64)),
        }
    }
}

impl<V: Vector> From<Ray<V>> for Polyhedron {
    fn from(ray: Ray<V>) -> Self {
        let kind =
            PolyhedronKind::Ray { origin: ray.origin().to_f64(), direction: ray.direction().get().to_f64() };
        Polyhedron { dimension: V::DIMENSION, kind }
    }
}

struct PolyhedronPair(Polyhedron, Polyhedron);

impl Question for PolyhedronPair {
    type Answer = Relation;
    fn answer<N: Number>(&self) -> Result<Relation, N::Doubt> {
        relation_of::<N>(self.0.dimension, &self.0.convex(), &self.1.convex())
    }
}

/// The exact relation of two convex polyhedra.
///
/// Computed for copies that are made here, where it is rare: shapes of which anybody has the address must lie
/// in memory, also for all that was computed of them before.
#[inline(always)]
pub(in crate::narrow) fn relation<A: Into<Polyhedron> + Copy, B: Into<Polyhedron> + Copy>(
    a: &A,
    b: &B,
) -> Relation {
    relation_of_copies(*a, *b)
}

#[inline(never)]
fn relation_of_copies<A: Into<Polyhedron>, B: Into<Polyhedron>>(a: A, b: B) -> Relation {
    decide(&PolyhedronPair(a.into(), b.into()))
}

#[inline(never)]
fn decide(pair: &PolyhedronPair) -> Relation {
    exact::decide(pair)
}

/// The relation, if this kind of number can decide.
pub(in crate::narrow) fn relation_of<N: Number>(
    dimension: usize,
    a: &Convex<N>,
    b: &Convex<N>,
) -> Result<Relation, N::Doubt> {
    let mut directions: AxisDirections<N> = SmallVec::new();
    for edge in a.edges.iter().chain(&b.edges) {
        // Boxes often share axes, which would only repeat normals.
        let is_new = |known: &Coordinates<N>| !exact::is_zero(&exact::difference(known, edge));
        if !exact::is_zero(edge) && directions.iter().all(is_new) {
            directions.push(edge.clone());
        }
    }
    let along_normals = extreme_gap(dimension, a, b, &directions);
    if let Ok(Ordering::Greater) = along_normals {
        return Ok(Relation::Disjoint);
    }
    let complement = complement(dimension, &directions)?;
    if complement.is_empty() {
        return Ok(match along_normals? {
            Ordering::Greater => Relation::Disjoint,
            Ordering::Equal => Relation::Touching,
            Ordering::Less => Relation::Overlapping,
        });
    }
    directions.extend(complement);
    Ok(match extreme_gap(dimension, a, b, &directions)? {
        Ordering::Greater => Relation::Disjoint,
        _ => Relation::Touching,
    })
}

pub(in crate::narrow) type AxisDirections<N> = SmallVec<[Coordinates<N>; 6]>;

/// The greatest sign of the gaps along all axes that are perpendicular to two of the directions (in the
/// plane: one).
///
/// A positive gap settles it, whatever is open about other axes.
fn extreme_gap<N: Number>(
    dimension: usize,
    a: &Convex<N>,
    b: &Convex<N>,
    directions: &AxisDirections<N>,
) -> Result<Ordering, N::Doubt> {
    let mut extreme = Ok(Ordering::Less);
    for i in 0..directions.len() {
        // In the plane an axis is perpendicular to one direction and to the third dimension.
        let partners = if dimension == 2 { i..i + 1 } else { i + 1..directions.len() };
        for j in partners {
            let axis = if dimension == 2 {
                let [x, y, _] = &directions[i];
                [y.neg(), x.clone(), N::new(0.0)]
            } else {
                exact::cross(&directions[i], &directions[j])
            };
            if exact::is_zero(&axis) {
                continue;
            }
            let is_perpendicular = |convex: &Convex<N>| {
                convex.direction.as_ref().is_some_and(|direction| {
                    [i, j].iter().any(|&k| exact::is_zero(&exact::difference(direction, &directions[k])))
                })
            };
            match gap(a, b, &axis, is_perpendicular(a), is_perpendicular(b)) {
                Ok(Ordering::Greater) => return Ok(Ordering::Greater),
                Ok(sign) => extreme = extreme.map(|most| most.max(sign)),
                Err(doubt) => extreme = Err(doubt),
            }
        }
    }
    extreme
}

/// The sign of the gap between the projections: the greater of (b's low end − a's high end) and the reverse.
fn gap<N: Number>(
    a: &Convex<N>,
    b: &Convex<N>,
    axis: &Coordinates<N>,
    is_perpendicular_to_a: bool,
    is_perpendicular_to_b: bool,
) -> Result<Ordering, N::Doubt> {
    let (a_low, a_high) = a.extent(axis, is_perpendicular_to_a)?;
    let (b_low, b_high) = b.extent(axis, is_perpendicular_to_b)?;
    let side = |low: Option<N>, high: Option<N>| match (low, high) {
        (Some(low), Some(high)) => low.sub(&high).sign(),
        _ => Ok(Ordering::Less),
    };
    let above = side(b_low, a_high);
    if matches!(above, Ok(Ordering::Greater)) {
        return above;
    }
    let below = side(a_low, b_high);
    if matches!(below, Ok(Ordering::Greater)) {
        return below;
    }
    Ok(above?.max(below?))
}

/// Directions that span what is perpendicular to the given ones; none if these span the whole space.
pub(in crate::narrow) fn complement<N: Number>(
    dimension: usize,
    directions: &AxisDirections<N>,
) -> Result<AxisDirections<N>, N::Doubt> {
    let unit = |axis: usize| exact::vector::<N>(std::array::from_fn(|i| if i == axis { 1.0 } else { 0.0 }));
    // In the plane, the third dimension counts as given.
    let given: AxisDirections<N> = if dimension == 2 {
        directions.iter().cloned().chain([unit(2)]).collect()
    } else {
        directions.clone()
    };
    let mut doubt = None;
    let mut is_nonzero = |vector: &Coordinates<N>| {
        let mut nonzero = false;
        for component in vector {
            match component.sign() {
                Ok(sign) => nonzero |= sign != Ordering::Equal,
                Err(open) => doubt = Some(open),
            }
        }
        nonzero
    };
    let mut found: AxisDirections<N> = (0..3).map(unit).collect();
    for i in 0..given.len() {
        if found.len() == 3 && is_nonzero(&given[i]) {
            found = (0..3).map(|axis| exact::cross(&given[i], &unit(axis))).collect();
            found.retain(|vector| is_nonzero(vector));
        }
        for j in i + 1..given.len() {
            let normal = exact::cross(&given[i], &given[j]);
            if !is_nonzero(&normal) {
                continue;
            }
            for third in &given[j + 1..] {
                let along = exact::dot(&normal, third);
                if is_nonzero(&[along, N::new(0.0), N::new(0.0)]) {
                    return Ok(SmallVec::new());
                }
            }
            found = smallvec![normal];
        }
    }
    match doubt {
        Some(open) => Err(open),
        None => Ok(found),
    }
}
