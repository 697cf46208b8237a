//! Exact overlap of the extended projections, in real arithmetic on the given floats, for the axes that `f64`
//! leaves open.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::axes::{SatAxis, SatPair};
use super::polytope::{SatFrame, SatPolytope};
use crate::math::exact::{Coordinates, Number, Question};
use crate::math::{Vector, exact};
use crate::narrow::predicates::polyhedra::{AxisDirections, complement};
use crate::shape::ShapeRef;

/// The exact overlap test of two polytopes on all axes, the first extended by its motion.
struct Overlap<'a, V: Vector> {
    a: &'a ShapeRef<'a, V>,
    b: &'a ShapeRef<'a, V>,
    velocity: V,
    is_sweep: bool,
    /// The axes that are open; `None` if the pair may be flat, so that all count, and more.
    open: Option<&'a [SatAxis]>,
}

/// Returns whether they overlap on the axes of which the sign is open.
#[cold]
#[inline(never)]
pub(super) fn overlap<'a, V: Vector>(
    a: &'a ShapeRef<'a, V>,
    b: &'a ShapeRef<'a, V>,
    velocity: V,
    is_sweep: bool,
    open: Option<&'a [SatAxis]>,
) -> bool {
    exact::decide(&Overlap { a, b, velocity, is_sweep, open })
}

impl<V: Vector> Question for Overlap<'_, V> {
    type Answer = bool;
    fn answer<N: Number>(&self) -> Result<bool, N::Doubt> {
        let frame = SatFrame::WORLD;
        let (Some(a), Some(b)) = (SatPolytope::<N>::of(self.a, &frame), SatPolytope::of(self.b, &frame))
        else {
            // Called for polytopes only.
            return Ok(true);
        };
        let velocity = frame.direction(self.velocity);
        SatPair { a, b, velocity, dimension: V::DIMENSION }.overlap(self.is_sweep, self.open)
    }
}

impl<N: Number> SatPair<N> {
    /// Returns whether the projections overlap on the open axes, the first extended by the motion.
    #[inline(never)]
    fn overlap(&self, is_sweep: bool, open: Option<&[SatAxis]>) -> Result<bool, N::Doubt> {
        // One axis that separates them decides, even if others are open.
        let mut answer = Ok(true);
        let mut look = |axis: &Coordinates<N>| {
            if exact::is_zero(axis) {
                return ControlFlow::Continue(());
            }
            match self.gap(axis) {
                Ok(Ordering::Greater) => {
                    answer = Ok(false);
                    return ControlFlow::Break(());
                }
                Ok(_) => {}
                Err(doubt) => answer = Err(doubt),
            }
            ControlFlow::Continue(())
        };
        let end = match open {
            Some(open) => open.iter().try_for_each(|&axis| look(&self.axis(axis))),
            None => self.each_axis(is_sweep, |axis| look(&self.axis(axis))),
        };
        if open.is_none() && end.is_continue() {
            let _ = self.each_axis_of_flat(is_sweep, look)?;
        }
        answer
    }

    /// Returns the sign of the gap between the projections, where the projection of the first shape is
    /// extended.
    fn gap(&self, axis: &Coordinates<N>) -> Result<Ordering, N::Doubt> {
        let (zero, reach) = (N::new(0.0), exact::dot(&self.velocity, axis));
        let ((low, high), (b_low, b_high)) = (self.a.extent(axis), self.b.extent(axis));
        let above = b_low.sub(&high.add(&reach.max(&zero))).sign();
        if matches!(above, Ok(Ordering::Greater)) {
            return above;
        }
        let below = low.add(&reach.min(&zero)).sub(&b_high).sign();
        if matches!(below, Ok(Ordering::Greater)) {
            return below;
        }
        Ok(above?.max(below?))
    }

    /// If all edges lie in a plane or on a line: the axes made with what is perpendicular to these.
    fn each_axis_of_flat(
        &self,
        is_sweep: bool,
        mut look: impl FnMut(&Coordinates<N>) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, N::Doubt> {
        let motion = is_sweep.then_some(&self.velocity);
        let edges: AxisDirections<N> =
            self.a.edges.iter().chain(&self.b.edges).chain(motion).cloned().collect();
        let across = complement(self.dimension, &edges)?;
        let in_plane = self.dimension == 2;
        for (i, first) in across.iter().enumerate() {
            if in_plane {
                let [x, y, _] = first;
                if look(&[y.clone(), x.neg(), N::new(0.0)]).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                continue;
            }
            for second in edges.iter().chain(&across[i + 1..]) {
                if look(&exact::cross(first, second)).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
