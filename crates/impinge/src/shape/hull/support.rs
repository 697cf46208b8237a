//! The vertex that is furthest in a direction.

use std::cmp::Ordering;

use crate::math::exact::{self, Number, Question};
use crate::math::{Scalar, Vector};

/// How many vertices are looked at together.
const WIDTH: usize = 8;

/// The vertices coordinate by coordinate, in blocks of eight: eight x, eight y, (eight z,) and so on. The last block is
/// filled up with the first vertex.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Blocks<V: Vector>(Vec<V::Scalar>);

impl<V: Vector> Blocks<V> {
    /// From at least one vertex.
    pub(super) fn new(vertices: &[V]) -> Self {
        let mut coordinates = Vec::with_capacity(vertices.len().next_multiple_of(WIDTH) * V::DIMENSION);
        for block in vertices.chunks(WIDTH) {
            for axis in 0..V::DIMENSION {
                coordinates.extend((0..WIDTH).map(|lane| block.get(lane).unwrap_or(&vertices[0])[axis]));
            }
        }
        Blocks(coordinates)
    }

    /// The first of the vertices whose inner product with the direction, as rounded, is the greatest.
    #[inline(always)]
    pub(super) fn furthest(&self, direction: V) -> u32 {
        let mut most = [-V::Scalar::INFINITY; WIDTH];
        for block in self.0.chunks_exact(WIDTH * V::DIMENSION) {
            let products = products(block, direction);
            for lane in 0..WIDTH {
                most[lane] = most[lane].max(products[lane]);
            }
        }
        let most = most.into_iter().fold(-V::Scalar::INFINITY, Scalar::max);
        for (number, block) in self.0.chunks_exact(WIDTH * V::DIMENSION).enumerate() {
            let products = products(block, direction);
            let mut mask = 0u32;
            for lane in 0..WIDTH {
                mask |= u32::from(products[lane] == most) << lane;
            }
            if mask != 0 {
                return (number * WIDTH) as u32 + mask.trailing_zeros();
            }
        }
        0
    }
}

#[inline(always)]
fn products<V: Vector>(block: &[V::Scalar], direction: V) -> [V::Scalar; WIDTH] {
    let mut sum = [V::Scalar::ZERO; WIDTH];
    for lane in 0..WIDTH {
        sum[lane] = block[lane] * direction[0];
    }
    for axis in 1..V::DIMENSION {
        for lane in 0..WIDTH {
            sum[lane] += block[axis * WIDTH + lane] * direction[axis];
        }
    }
    sum
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
pub(super) fn is_further<V: Vector>(direction: V, from: V, to: V) -> bool {
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
