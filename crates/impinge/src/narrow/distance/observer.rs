//! The observer of GJK and EPA: a parameter of both searches.

use super::epa::{EpaEnd, Polytope};
use super::gjk::GjkEnd;
use super::simplex::{Simplex, Vertex};
use crate::math::Vector;

/// Observes a search, in its frame.
pub(in crate::narrow) trait Observer<D: Vector<Scalar = f64>> {
    /// Called when GJK has found another support point. Its simplex is nearest to the origin at `nearest`,
    /// and the search direction is opposite to that. `gap_square` is the square of the largest gap of all
    /// directions so far.
    fn searched(&mut self, _simplex: &Simplex<D>, _nearest: D, _found: &Vertex<D>, _gap_square: f64) {}
    /// Called with the result of GJK: the vector from B to A, or a simplex that contains the origin.
    fn ended(&mut self, _simplex: &Simplex<D>, _nearest: Option<D>) {}
    /// Called when GJK ends, before its result is used: the reason.
    fn gjk_ended(&mut self, _end: GjkEnd) {}
    /// Called when EPA ends: the reason.
    fn epa_ended(&mut self, _end: EpaEnd) {}
    /// Called when EPA has found the support point beyond the facet that is nearest to the origin.
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
