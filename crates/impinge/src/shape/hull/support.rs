//! The vertex that is furthest in a direction.

use std::cmp::Ordering;

use crate::math::exact::{self, Number, Question};
use crate::math::{Scalar, Vector};

/// How many vertices of a hull are looked at together, and sides in the plane.
pub(crate) const LANES: usize = 8;
/// With more vertices than this, a sample of them is searched, and the rest of the way climbed. Measured for `Vec3` on a
/// 2 GHz Xeon with the instructions that every x86-64 has: 512 vertices take 150 ns one after the other; 1024 take 290,
/// but 120 with a sample.
pub(super) const SAMPLED_ABOVE: usize = 512;

/// So many vertices are sooner all looked at than those around a vertex exactly.
pub(super) const FEW: usize = 64;

/// Vertices coordinate by coordinate, in blocks of eight: eight x, eight y, (eight z,) and so on. The last block is filled
/// up with the first vertex.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Blocks<V: Vector> {
    coordinates: Vec<V::Scalar>,
    /// Of so many vertices in a row the first is here.
    stride: u32,
}

impl<V: Vector> Blocks<V> {
    /// From at least one vertex.
    pub(super) fn new(vertices: &[V]) -> Self {
        // About 4·√n samples leave a way of about √(√n/4) edges to climb, as neighbours in space; vertices are sorted, so
        // that any step takes samples from everywhere.
        let stride = if vertices.len() > SAMPLED_ABOVE { vertices.len().isqrt() / 4 } else { 1 };
        let sample: Vec<V> = vertices.iter().copied().step_by(stride).collect();
        let mut coordinates = Vec::with_capacity(sample.len().next_multiple_of(LANES) * V::DIMENSION);
        for block in sample.chunks(LANES) {
            for axis in 0..V::DIMENSION {
                coordinates.extend((0..LANES).map(|lane| block.get(lane).unwrap_or(&sample[0])[axis]));
            }
        }
        Blocks { coordinates, stride: stride as u32 }
    }

    /// All of it.
    #[inline(always)]
    pub(super) fn coordinates(&self) -> &[V::Scalar] {
        &self.coordinates
    }

    /// Are vertices left out?
    #[inline(always)]
    pub(super) fn is_sample(&self) -> bool {
        self.stride > 1
    }

    /// The first of the vertices here whose inner product with the direction, as rounded, is the greatest.
    #[inline(always)]
    pub(super) fn furthest(&self, direction: V) -> u32 {
        // Per lane the greatest product and its block. Numbers of blocks are floats too: lanes of one width are chosen
        // among without a branch.
        let mut most = [-V::Scalar::INFINITY; LANES];
        let mut place = [V::Scalar::ZERO; LANES];
        let mut number = V::Scalar::ZERO;
        for block in self.coordinates.chunks_exact(LANES * V::DIMENSION) {
            let products = products(block, direction);
            for lane in 0..LANES {
                let is_further = products[lane] > most[lane];
                place[lane] = if is_further { number } else { place[lane] };
                most[lane] = if is_further { products[lane] } else { most[lane] };
            }
            number += V::Scalar::ONE;
        }
        let width = V::Scalar::from_f64(LANES as f64);
        for (lane, place) in place.iter_mut().enumerate() {
            *place = *place * width + V::Scalar::from_f64(lane as f64);
        }
        let furthest = folded(most, Scalar::max);
        for lane in 0..LANES {
            place[lane] = if most[lane] == furthest { place[lane] } else { V::Scalar::INFINITY };
        }
        let place: f64 = folded(place, Scalar::min).into();
        place as u32 * self.stride
    }
}

/// The halves of the lanes combined, until one is left.
#[inline(always)]
fn folded<S: Scalar>(lanes: [S; LANES], combine: impl Fn(S, S) -> S) -> S {
    let [a, b, c, d, e, f, g, h] = lanes;
    let [a, b, c, d] = [combine(a, e), combine(b, f), combine(c, g), combine(d, h)];
    combine(combine(a, c), combine(b, d))
}

/// The inner products of a direction with the vertices of a block.
// Loops that fill an array: `from_fn` is called instead of being put in place, one number at a time.
#[inline(always)]
fn products<V: Vector>(block: &[V::Scalar], direction: V) -> [V::Scalar; LANES] {
    let (axes, _) = block.as_chunks::<LANES>();
    let mut products = [V::Scalar::ZERO; LANES];
    for lane in 0..LANES {
        products[lane] = axes[0][lane] * direction[0];
    }
    for axis in 1..V::DIMENSION {
        for lane in 0..LANES {
            products[lane] += axes[axis][lane] * direction[axis];
        }
    }
    products
}

/// From vertex to vertex, as long as a neighbour is further in the direction.
///
/// All of the hull lies between the edges of a vertex: if none of them leads further, nothing is further. This needs
/// exact signs, as the steps between close vertices say little about what is far behind them.
pub(super) fn climb<'a, V: Vector>(
    vertices: &[V],
    neighbors: impl Fn(u32) -> &'a [u32],
    direction: V,
    start: u32,
) -> u32 {
    let mut best = start;
    // Neighbours that were looked at from the vertex before are looked at again, which is cheaper than to know them.
    'climb: loop {
        for &neighbor in neighbors(best) {
            if is_further(direction, vertices[best as usize], vertices[neighbor as usize]) {
                best = neighbor;
                continue 'climb;
            }
        }
        return best;
    }
}

/// Is `to` further in the direction than `from`? Exactly.
#[inline(always)]
pub(crate) fn is_further<V: Vector>(direction: V, from: V, to: V) -> bool {
    let [direction, from, to] = [direction, from, to].map(V::to_f64);
    // Four roundings: difference, product, two sums. Twice that covers the rest.
    const ROUNDINGS: f64 = 8.0 * (f64::EPSILON / 2.0);
    let products: [f64; 3] = std::array::from_fn(|i| direction[i] * (to[i] - from[i]));
    let rise = products[0] + products[1] + products[2];
    let error = (products[0].abs() + products[1].abs() + products[2].abs()) * ROUNDINGS;
    if rise.abs() > error && error > 1e-290 {
        return rise > 0.0;
    }
    if (0..3).all(|i| direction[i] == 0.0 || to[i] == from[i]) {
        return false;
    }
    exact::decide(&Rise { direction, from, to }) == Ordering::Greater
}

/// The sign of direction · (to − from).
struct Rise {
    direction: [f64; 3],
    from: [f64; 3],
    to: [f64; 3],
}

impl Question for Rise {
    type Answer = Ordering;
    fn answer<N: Number>(&self) -> Result<Ordering, N::Doubt> {
        let along = exact::difference::<N>(&exact::vector(self.to), &exact::vector(self.from));
        exact::dot(&exact::vector(self.direction), &along).sign()
    }
}
