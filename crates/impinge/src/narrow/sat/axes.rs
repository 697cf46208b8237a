//! The axes on which two polytopes are projected.
//!
//! In 2D these are the normals of all sides. In 3D they are the normals of all faces and the cross products
//! of every edge of one with every edge of the other, for two hulls only where these make a face of their
//! difference ([`arc`](super::gauss_arcs)). The swept intersection test has the motion as an edge as well,
//! hence its cross products too.
//!
//! Where all edges lie in one plane or on one line, the Minkowski difference is flat, and directions
//! perpendicular to it count as edges: see [`convex`](crate::narrow::predicates::polyhedra).

use std::ops::ControlFlow;

use super::gauss_arcs::Arc;
use super::polytope::SatPolytope;
use crate::math::exact;
use crate::math::exact::{Coordinates, Number};

/// An axis, by what it is made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum SatAxis {
    /// Of a side or a face of the first shape.
    OfFirst(usize),
    /// Of a side or a face of the second.
    OfSecond(usize),
    /// Perpendicular to an edge of the first and one of the second.
    Across(usize, usize),
    /// Perpendicular to the motion and an edge of the first; in the plane to the motion alone.
    MotionAndFirst(usize),
    /// Perpendicular to the motion and an edge of the second.
    MotionAndSecond(usize),
}

/// Two polytopes of which the first moves.
pub(super) struct SatPair<N> {
    pub a: SatPolytope<N>,
    pub b: SatPolytope<N>,
    pub velocity: Coordinates<N>,
    pub dimension: usize,
}

impl<N: Number> SatPair<N> {
    /// The axis itself, of any length; 0 if its edges are parallel.
    #[inline(always)]
    pub fn axis(&self, axis: SatAxis) -> Coordinates<N> {
        let turned = |[x, y, _]: &Coordinates<N>| [y.clone(), x.neg(), N::new(0.0)];
        match axis {
            SatAxis::OfFirst(i) if self.dimension == 2 => turned(&self.a.edges[i]),
            SatAxis::OfSecond(i) if self.dimension == 2 => turned(&self.b.edges[i]),
            SatAxis::OfFirst(i) => self.a.normals[i].clone(),
            SatAxis::OfSecond(i) => self.b.normals[i].clone(),
            SatAxis::Across(i, j) => exact::cross(&self.a.edges[i], &self.b.edges[j]),
            SatAxis::MotionAndFirst(_) if self.dimension == 2 => turned(&self.velocity),
            SatAxis::MotionAndFirst(i) => exact::cross(&self.velocity, &self.a.edges[i]),
            SatAxis::MotionAndSecond(i) => exact::cross(&self.velocity, &self.b.edges[i]),
        }
    }

    /// Visits all axes, the axes of faces first, until the visitor breaks.
    #[inline(always)]
    pub fn each_axis(
        &self,
        is_sweep: bool,
        mut visit: impl FnMut(SatAxis) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let in_plane = self.dimension == 2;
        let faces = |shape: &SatPolytope<N>| if in_plane { shape.edges.len() } else { shape.normals.len() };
        for i in 0..faces(&self.a) {
            visit(SatAxis::OfFirst(i))?;
        }
        for i in 0..faces(&self.b) {
            visit(SatAxis::OfSecond(i))?;
        }
        if is_sweep && in_plane {
            visit(SatAxis::MotionAndFirst(0))?;
        }
        if in_plane {
            return ControlFlow::Continue(());
        }
        let makes_none =
            |a: Option<&Arc>, b: Option<&Arc>| a.zip(b).is_some_and(|(a, b)| !a.may_make_face(b));
        for i in 0..self.a.edges.len() {
            let arc = self.a.arcs.get(i);
            for j in 0..self.b.edges.len() {
                if !makes_none(arc, self.b.arcs.get(j)) {
                    visit(SatAxis::Across(i, j))?;
                }
            }
        }
        if is_sweep {
            for i in 0..self.a.edges.len() {
                visit(SatAxis::MotionAndFirst(i))?;
            }
            for i in 0..self.b.edges.len() {
                visit(SatAxis::MotionAndSecond(i))?;
            }
        }
        ControlFlow::Continue(())
    }
}
