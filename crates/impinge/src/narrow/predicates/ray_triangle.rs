//! Rays and segments against triangles in space.
//!
//! With n the normal of the triangle abc, a line from o along d crosses its plane if d·n is not 0, from o on
//! if o is on the side that d leads away from. It does so in the triangle if it passes the three edges on the
//! same side: if d·((a − o) × (b − o)) and its likes for bc and ca have one sign, and on an edge or a corner
//! if one or two of these are 0. Signs are exact; what lies in the plane, and triangles without one, are for
//! the general test of convex shapes.
//! Source: Segura & Feito, "Algorithms to Test Ray–Triangle Intersection", 2001.

use std::cmp::Ordering::{self, Equal};

use super::polyhedra;
use crate::math::exact::{Number, Question};
use crate::math::triple::Point;
use crate::math::{Vector, exact, orientation_3d};
use crate::narrow::Relation;
use crate::shape::{Ray, Segment, Triangle};

#[inline]
pub(in crate::narrow) fn ray_triangle<V: Vector>(ray: &Ray<V>, triangle: &Triangle<V>) -> Relation {
    let pierced = || {
        let (start, direction) = (ray.origin().to_f64(), ray.direction().get().to_f64());
        let [a, b, c] = triangle.points().map(V::to_f64);
        let heading = turn(direction, a, [b, c]);
        // Seen from above its plane, a triangle turns counter-clockwise.
        let height = orientation_3d(a, b, c, start).reverse();
        if heading == Equal {
            return (height != Equal).then_some(Relation::Disjoint);
        }
        if heading == height {
            return Some(Relation::Disjoint);
        }
        let edges = [[a, b], [b, c], [c, a]].map(|edge| turn(direction, start, edge));
        Some(of_edges(edges, height == Equal))
    };
    if V::IS_3D { pierced() } else { None }.unwrap_or_else(|| polyhedra::relation(ray, triangle))
}

#[inline]
pub(in crate::narrow) fn segment_triangle<V: Vector>(
    segment: &Segment<V>,
    triangle: &Triangle<V>,
) -> Relation {
    let pierced = || {
        let [from, to] = [segment.a(), segment.b()].map(V::to_f64);
        let [a, b, c] = triangle.points().map(V::to_f64);
        let heights = [orientation_3d(a, b, c, from), orientation_3d(a, b, c, to)];
        if heights[0] == heights[1] {
            return (heights[0] != Equal).then_some(Relation::Disjoint);
        }
        let edges = [[a, b], [b, c], [c, a]].map(|[a, b]| orientation_3d(from, to, a, b));
        Some(of_edges(edges, heights.contains(&Equal)))
    };
    if V::IS_3D { pierced() } else { None }.unwrap_or_else(|| polyhedra::relation(segment, triangle))
}

/// The relation, from the sides on which a line through the plane passes the edges, and whether it ends in
/// the plane.
fn of_edges(edges: [Ordering; 3], ends_there: bool) -> Relation {
    let is_passed_on = |side: Ordering| edges.iter().all(|&edge| edge == side || edge == Equal);
    if !is_passed_on(Ordering::Less) && !is_passed_on(Ordering::Greater) {
        Relation::Disjoint
    } else if ends_there || edges.contains(&Equal) {
        Relation::Touching
    } else {
        Relation::Overlapping
    }
}

/// How an edge turns around the line from a point in a direction.
fn turn(direction: Point, from: Point, edge: [Point; 2]) -> Ordering {
    exact::decide(&TriangleTurn { direction, from, edge })
}

struct TriangleTurn {
    direction: Point,
    from: Point,
    edge: [Point; 2],
}

impl Question for TriangleTurn {
    type Answer = Ordering;

    fn answer<N: Number>(&self) -> Result<Ordering, N::Doubt> {
        let from = exact::vector::<N>(self.from);
        let [a, b] = self.edge.map(|end| exact::difference(&exact::vector(end), &from));
        exact::dot(&exact::vector(self.direction), &exact::cross(&a, &b)).sign()
    }
}
