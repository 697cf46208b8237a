//! Triangles of instances in the world, with exact comparisons of those in one plane.

use std::cmp::Ordering::{self, Equal, Greater, Less};

use glam::DVec2;

use super::containment::faces_outwards;
use super::instance::Instance;
use crate::math::triple::Point;
use crate::math::{Vector, orientation_2d, orientation_3d};
use crate::narrow::{Relation, triangle_triangle};
use crate::shape::Triangle;

/// Planes to project onto, by two axes each.
pub(super) const PROJECTIONS: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 0]];

/// A triangle in the world, and which side of it is solid.
#[derive(Clone, Debug)]
pub(super) struct Face {
    pub number: u32,
    pub corners: [Point; 3],
    /// How it turns in each projection.
    pub turns: [Ordering; 3],
    /// Does it turn counter-clockwise seen from outside its solid? `None` if it bounds none.
    pub outwards: Option<bool>,
}

impl Face {
    pub fn of<V: Vector>(body: &Instance<V>, number: u32) -> Self {
        let corners = corners(body, number);
        Face { number, corners, turns: turns(corners), outwards: faces_outwards(body, number) }
    }

    /// The same with another corner first.
    pub fn turned(mut self, first: usize) -> Self {
        self.corners.rotate_left(first);
        self
    }

    pub fn is_degenerate(&self) -> bool {
        self.turns == [Equal; 3]
    }

    /// Is what has this orientation to its corners strictly on the side of its plane on which its solid is?
    pub fn has_on_solid_side(&self, side: Ordering) -> bool {
        self.outwards.is_some_and(|outwards| side == if outwards { Greater } else { Less })
    }

    pub fn edge(&self, k: usize) -> [Point; 2] {
        [self.corners[k], self.corners[(k + 1) % 3]]
    }

    /// The triangle on the other side of an edge, if it goes on in the same plane, with the solid on the
    /// same side.
    pub fn across_flat_edge<V: Vector>(&self, body: &Instance<V>, k: usize) -> Option<u32> {
        let mut others = body.model.around_edge(self.number, k).filter(|&number| number != self.number);
        let (number, None) = (others.next()?, others.next()) else { return None };
        let corners = corners(body, number);
        let [p, q] = self.edge(k);
        let apex = *corners.iter().find(|corner| **corner != p && **corner != q)?;
        let [a, b, c] = self.corners;
        let is_coplanar = is_finite(apex) && orientation_3d(a, b, c, apex) == Equal;
        // Both turn alike, so that they lie on two sides of the edge if one runs along it against the other.
        let should_continue = || turn_alike(&self.turns, &turns(corners)) == Some(true);
        let start = corners.iter().position(|&corner| corner == q)?;
        let runs_against = corners[(start + 1) % 3] == p;
        let is_alike = || faces_outwards(body, number) == self.outwards;
        (is_coplanar && runs_against && should_continue() && is_alike()).then_some(number)
    }
}

/// The corners of a triangle in the world.
pub(super) fn corners<V: Vector>(body: &Instance<V>, number: u32) -> [Point; 3] {
    body.placed_triangle(number).points().map(V::to_f64)
}

pub(super) fn is_finite(point: Point) -> bool {
    point.iter().all(|x| x.is_finite())
}

pub(super) fn flat(point: Point, [x, y]: [usize; 2]) -> [f64; 2] {
    [point[x], point[y]]
}

/// How a triangle turns in each projection; `Equal` where it collapses.
pub(super) fn turns(corners: [Point; 3]) -> [Ordering; 3] {
    PROJECTIONS.map(|axes| {
        let [a, b, c] = corners.map(|corner| flat(corner, axes));
        orientation_2d(a, b, c)
    })
}

/// Do two triangles of one plane turn the same way in it? `None` if one has no plane.
pub(super) fn turn_alike(one: &[Ordering; 3], other: &[Ordering; 3]) -> Option<bool> {
    let both = one.iter().zip(other).find(|(one, other)| **one != Equal && **other != Equal);
    both.map(|(one, other)| one == other)
}

/// Have two faces of one plane their solids on the same side of it?
pub(super) fn are_on_one_side(one: &Face, other: &Face) -> bool {
    let is_alike = turn_alike(&one.turns, &other.turns) == Some(true);
    one.outwards.zip(other.outwards).is_some_and(|(a, b)| is_alike == (a == b))
}

/// Do two triangles of one plane share more than their boundaries?
pub(super) fn overlap_in_plane(one: [Point; 3], other: [Point; 3]) -> bool {
    let axes = PROJECTIONS.into_iter().zip(turns(one)).find(|(_, turn)| *turn != Equal);
    let Some((axes, _)) = axes else { return false };
    let triangle =
        |points: [Point; 3]| Triangle::of(points.map(|point| DVec2::from_array(flat(point, axes))));
    triangle_triangle(&triangle(one), &triangle(other)) == Relation::Overlapping
}
