//! Outlines of masks: as pixels, and as polygons along the edges of pixels.
//!
//! Every edge between a set and a clear pixel gets a direction, with the set pixel on its left (as defined by
//! [`orientation_2d`](crate::math::orientation_2d); with y down, that looks like the right). At every corner,
//! equally many edges arrive and leave, so the edges form closed loops. Where two pixels meet only at a
//! corner, a loop passes twice; it is cut into two loops there. So no loop meets itself and each is a simple
//! polygon. Filling all of them by the even-odd rule restores the mask, pixel by pixel.

use std::collections::HashMap;

use super::boolean_operations::Moved;
use super::{BITS, Mask};
use crate::math::{Scalar, Vector};
use crate::shape::{Polygon, PolygonError};

/// A closed loop along edges of pixels: one boundary of a mask.
///
/// ```
/// use glam::Vec2;
/// use impinge::mask::{Boundary, Mask, PixelRect};
/// // A wall with a window.
/// let mut wall = Mask::new_filled(6, 4)?;
/// wall.clear(&PixelRect { min: [2, 1], max: [4, 3] });
/// let (holes, outer): (Vec<Boundary>, Vec<Boundary>) =
///     wall.boundaries().into_iter().partition(|side| side.is_hole());
/// assert_eq!(outer[0].corners(), [[0, 0], [6, 0], [6, 4], [0, 4]]);
/// let window = holes[0].polygon::<Vec2>(0.0)?;
/// assert_eq!((window.area(), window.contains_point(Vec2::new(3.0, 2.0))), (4.0, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boundary {
    corners: Vec<[u32; 2]>,
    is_hole: bool,
}

impl Boundary {
    /// Returns the corners, each a turn of 90 degrees. The mask is on the left of the loop, as in every
    /// polygon of the crate. With y down, an outer loop looks clockwise and a loop around a hole
    /// counter-clockwise.
    pub fn corners(&self) -> &[[u32; 2]] {
        &self.corners
    }

    /// Returns whether this is the boundary of a hole: the mask is around it, not within.
    pub fn is_hole(&self) -> bool {
        self.is_hole
    }

    /// Returns the boundary as a polygon; for a hole, the hole itself.
    ///
    /// A tolerance above 0 omits corners that are within it of the edge that replaces them. See
    /// [`Polygon::simplify`], whose time grows with the square of the number of corners. Each boundary is
    /// simplified on its own, so two of them may cross afterwards if they were closer than twice the
    /// tolerance.
    ///
    /// # Errors
    /// Never, as no loop meets itself.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::mask::Mask;
    /// use impinge::shape::Ball;
    /// let disc = Mask::from_region(64, 64, &Ball::new(Vec2::splat(32.0), 30.0)?)?;
    /// let boundaries = disc.boundaries();
    /// let (exact, simple) = (boundaries[0].polygon::<Vec2>(0.0), boundaries[0].polygon::<Vec2>(1.0));
    /// assert_eq!(exact?.area(), disc.count() as f64);
    /// assert!(simple?.points().len() < 40);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn polygon<V: Vector>(&self, tolerance: V::Scalar) -> Result<Polygon<V>, PolygonError> {
        let point = |&[x, y]: &[u32; 2]| V::from_f64([x.into(), y.into(), 0.0]);
        let polygon = Polygon::new(&self.corners.iter().map(point).collect::<Vec<V>>())?;
        Ok(if tolerance > V::Scalar::ZERO { polygon.simplify(tolerance) } else { polygon })
    }
}

impl Mask {
    /// Returns the pixels at the boundary: all that share an edge with a clear pixel or with the outside.
    ///
    /// ```
    /// use impinge::mask::Mask;
    /// let block = Mask::new_filled(5, 4)?;
    /// assert_eq!(block.outline().count(), 14);
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    #[must_use]
    pub fn outline(&self) -> Mask {
        let mut inner = self.clone();
        for offset in [[1, 0], [-1, 0], [0, 1], [0, -1]] {
            inner.intersect(self, offset);
        }
        let mut rim = self.clone();
        rim.subtract(&inner, [0, 0]);
        rim
    }

    /// Returns all boundaries of the mask as closed loops along edges of pixels, in the order of their
    /// uppermost and then leftmost corners.
    ///
    /// ```
    /// use impinge::mask::{Mask, PixelRect};
    /// let mut ring = Mask::new_filled(5, 5)?;
    /// ring.clear(&PixelRect { min: [1, 1], max: [4, 4] });
    /// let [outer, hole] = &ring.boundaries()[..] else { panic!("two sides") };
    /// assert_eq!(outer.corners(), [[0, 0], [5, 0], [5, 5], [0, 5]]);
    /// assert!(hole.is_hole() && hole.corners() == [[1, 1], [1, 4], [4, 4], [4, 1]]);
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn boundaries(&self) -> Vec<Boundary> {
        let mut boundaries = PixelEdges::new(self).all();
        boundaries.sort_by_key(|boundary| {
            let first = boundary.corners.first().copied().unwrap_or_default();
            ([first[1], first[0]], boundary.is_hole)
        });
        boundaries
    }

    /// Returns the mask as polygons: all its boundaries, including holes. Each set pixel is inside an odd
    /// number of them. See [`Boundary::polygon`] for the tolerance.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::mask::Mask;
    /// let picture = Mask::from_fn(40, 30, |x, y| (x * x + 3 * y) % 7 < 3)?;
    /// let polygons = picture.polygons::<DVec2>(0.0);
    /// assert_eq!(Mask::from_region(40, 30, &polygons[..])?, picture);
    /// # Ok::<(), impinge::mask::MaskError>(())
    /// ```
    pub fn polygons<V: Vector>(&self, tolerance: V::Scalar) -> Vec<Polygon<V>> {
        // None is omitted, as none is rejected.
        self.boundaries().iter().filter_map(|boundary| boundary.polygon(tolerance).ok()).collect()
    }
}

/// Right, down, left, up: each a turn to the left of the one before, with y down.
const STEPS: [[i64; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/// The edges that are in no loop yet.
struct PixelEdges<'a> {
    mask: &'a Mask,
    /// The upper edges, which lead to the right: every loop has one. Each belongs to the pixel below it.
    upper: Vec<u64>,
}

impl<'a> PixelEdges<'a> {
    fn new(mask: &'a Mask) -> Self {
        let above = Moved::new(mask, [0, 1]);
        let word = |stripe: usize, y: usize| mask.stripe(stripe)[y] & !above.word(stripe, y);
        let rows = mask.height as usize;
        let upper = (0..mask.stripes()).flat_map(|stripe| (0..rows).map(move |y| (stripe, y)));
        PixelEdges { mask, upper: upper.map(|(stripe, y)| word(stripe, y)).collect() }
    }

    fn all(mut self) -> Vec<Boundary> {
        let mut found = Vec::new();
        for index in 0..self.upper.len() {
            while self.upper[index] != 0 {
                let (stripe, y) = (index / self.mask.height as usize, index % self.mask.height as usize);
                let x = stripe as i64 * i64::from(BITS) + i64::from(self.upper[index].trailing_zeros());
                self.follow([x, y as i64], &mut found);
            }
        }
        found
    }

    /// Follows the loop that leads right from a corner until it returns, and cuts it where it meets itself.
    fn follow(&mut self, start: [i64; 2], found: &mut Vec<Boundary>) {
        // One corner for each step; its direction is the direction of the step that leaves it.
        let mut way: Vec<([i64; 2], usize)> = Vec::new();
        // Positions in the loop of the corners that a second passage visits.
        let mut crossings: HashMap<[i64; 2], usize> = HashMap::new();
        if self.is_crossing(start) {
            crossings.insert(start, 0);
        }
        let (mut at, mut direction) = (start, 0);
        loop {
            way.push((at, direction));
            if direction == 0 {
                self.use_upper(at);
            }
            at = [at[0] + STEPS[direction][0], at[1] + STEPS[direction][1]];
            let next = self.next(at, direction);
            if at == start && next == 0 {
                found.extend(boundary(&way));
                return;
            }
            if self.is_crossing(at)
                && let Some(first) = crossings.insert(at, way.len())
            {
                found.extend(boundary(&way[first..]));
                for (corner, _) in way.drain(first..) {
                    crossings.remove(&corner);
                }
                crossings.insert(at, first);
            }
            direction = next;
        }
    }

    fn use_upper(&mut self, [x, y]: [i64; 2]) {
        let index = self.mask.index(x as u32 / BITS, y as u32);
        self.upper[index] &= !(1 << (x as u32 % BITS));
    }

    fn is_set(&self, x: i64, y: i64) -> bool {
        self.mask.get(x as i32, y as i32)
    }

    /// Returns whether exactly two diagonal pixels meet at the corner.
    fn is_crossing(&self, [x, y]: [i64; 2]) -> bool {
        let around = [[x - 1, y - 1], [x, y - 1], [x, y], [x - 1, y]].map(|[x, y]| self.is_set(x, y));
        around[0] == around[2] && around[1] == around[3] && around[0] != around[1]
    }

    /// The next direction: around the same pixel if nothing is ahead of it.
    fn next(&self, at: [i64; 2], direction: usize) -> usize {
        let [dx, dy] = STEPS[direction];
        // The pixels ahead, on the left and right of the loop. A corner has the coordinates of the pixel
        // whose upper left corner it is.
        let left = STEPS[(direction + 1) % 4];
        let pixel = |side: i64| {
            let twice = [0, 1].map(|axis| 2 * at[axis] + [dx, dy][axis] + side * left[axis]);
            self.is_set((twice[0] - 1).div_euclid(2), (twice[1] - 1).div_euclid(2))
        };
        match (pixel(1), pixel(-1)) {
            (false, _) => (direction + 1) % 4,
            (true, false) => direction,
            (true, true) => (direction + 3) % 4,
        }
    }
}

/// Reduces a closed loop, with one corner for each step, to the corners at which it turns.
fn boundary(way: &[([i64; 2], usize)]) -> Option<Boundary> {
    let before = |index: usize| way[(index + way.len() - 1) % way.len()].1;
    let turns = (0..way.len()).filter(|&index| way[index].1 != before(index));
    let mut corners: Vec<[u32; 2]> = turns.map(|index| way[index].0.map(|at| at as u32)).collect();
    // Starts at the uppermost, then leftmost corner.
    let first = (0..corners.len()).min_by_key(|&index| [corners[index][1], corners[index][0]])?;
    corners.rotate_left(first);
    // There an outer loop turns from up to right, and a loop around a hole from left to down.
    let is_hole = corners[1][0] == corners[0][0];
    Some(Boundary { corners, is_hole })
}
