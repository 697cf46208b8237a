//! The nearest triangles of two meshes, and what is remembered of them from one question to the next.
//!
//! Meshes that move a little are mostly nearest, or meet, where they did before. The triangles that were nearest are asked first: how
//! far apart they are now is a limit from the start, and the way from one to the other the direction along which boxes are
//! compared (see [`super::along`]); two that meet still say at once that something does. They are where to begin and
//! nothing else: what is nearest is asked of all that may be as near, and of equally near triangles those of the least numbers
//! are told, so a cache never changes an answer.
//! Source: Larsen, Gottschalk, Lin & Manocha, "Fast Proximity Queries with Swept Sphere Volumes", 1999, §5, triangle caching.

use std::ops::ControlFlow;

use super::clearance::{Clearance, limit_of};
use super::nearest::Nearer;
use super::two_meshes::MeshPair;
use crate::math::{Scalar, Vector};
use crate::narrow::{PairCache, Separation, signed};
use crate::shape::View;

/// Which triangles of two meshes were nearest, or near enough, when last asked.
///
/// It belongs to the caller, one for each pair of meshes, always asked in the same order. It never changes an answer,
/// whatever is in it: one of other meshes only helps less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshPairCache {
    last: Option<[u32; 2]>,
}

/// The nearest triangles so far.
struct Best {
    numbers: [u32; 2],
    distance: f64,
}

impl<V: Vector> MeshPair<'_, V> {
    /// The nearest triangles, one of each mesh: of equally near ones those of the least numbers, and of surfaces that meet the first
    /// two found to do so, always the same. `None` if there are no two triangles.
    ///
    /// Distances and points are those of [`MeshPair::within`]. Surfaces only: what is inside a closed mesh is as far away as its
    /// surface.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::tree::{MeshPair, MeshPairCache, MeshTree};
    /// let square = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X + DVec3::Y];
    /// let plate = MeshTree::new(Mesh::new(square, vec![[0, 1, 2], [1, 3, 2]])?);
    /// let mut cache = MeshPairCache::default();
    /// for step in 1..4 {
    ///     let above = Pose::from_translation(DVec3::new(0.75, 0.75, 0.25 * f64::from(step)));
    ///     let pair = MeshPair::new(&plate, Pose::identity(), &plate, above);
    ///     let nearest = pair.nearest_with(&mut cache);
    ///     assert_eq!(nearest, pair.nearest());
    ///     assert_eq!(nearest.map(|nearest| nearest.distance), Some(0.25 * f64::from(step)));
    /// }
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn nearest(&self) -> Option<Clearance<V>> {
        self.nearest_with(&mut MeshPairCache::default())
    }

    /// The same, started from the last answer.
    pub fn nearest_with(&self, cache: &mut MeshPairCache) -> Option<Clearance<V>> {
        let meeting = self.within(V::Scalar::ZERO, ControlFlow::Break);
        let nearest = match meeting {
            ControlFlow::Break(met) => Some(met),
            ControlFlow::Continue(()) => self
                .nearest_apart(cache.last)
                .and_then(|best| self.clearance(best.numbers, V::Scalar::INFINITY, f64::INFINITY)),
        };
        cache.last = nearest.map(|found| [found.triangle_a, found.triangle_b]);
        nearest
    }

    /// [`MeshPair::is_within`], which first asks the triangles that were within the distance last time.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::tree::{MeshPair, MeshPairCache, MeshTree};
    /// let sheet = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?;
    /// let tree = MeshTree::new(sheet);
    /// let mut cache = MeshPairCache::default();
    /// // It comes down from step to step.
    /// let heights = [1.0, 0.75, 0.5, 0.25];
    /// let near = heights.map(|height| {
    ///     let above = Pose::from_translation(DVec3::Z * height);
    ///     MeshPair::new(&tree, Pose::identity(), &tree, above).is_within_with(0.5, &mut cache)
    /// });
    /// assert_eq!(near, [false, false, true, true]);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn is_within_with(&self, max: V::Scalar, cache: &mut MeshPairCache) -> bool {
        if let Some(last) = cache.last.filter(|last| self.has(*last))
            && max >= V::Scalar::ZERO
            && self.clearance(last, max, limit_of(max)).is_some()
        {
            return true;
        }
        let found = match self.within(max, ControlFlow::Break) {
            ControlFlow::Break(found) => found,
            ControlFlow::Continue(()) => return false,
        };
        cache.last = Some([found.triangle_a, found.triangle_b]);
        true
    }

    /// Are there such triangles?
    fn has(&self, numbers: [u32; 2]) -> bool {
        (0..2).all(|side| (numbers[side] as usize) < self.trees[side].mesh.triangles().len())
    }

    /// The nearest triangles of surfaces that do not meet.
    fn nearest_apart(&self, last: Option<[u32; 2]>) -> Option<Best> {
        let mut best: Option<Best> = None;
        let mut look = |i: u32, j: u32| {
            let numbers = [i, j];
            let limit = best.as_ref().map_or(f64::INFINITY, |best| best.distance);
            let found = self.separation(numbers, limit)?;
            // Whatever is rounded, they are apart.
            let distance = found.distance.max(f64::from_bits(1));
            if best.as_ref().is_some_and(|best| (best.distance, best.numbers) <= (distance, numbers)) {
                return None;
            }
            best = Some(Best { numbers, distance });
            Some(Nearer { limit: distance.max(f64::MIN_POSITIVE), normal: found.normal.to_f64() })
        };
        let start = last.filter(|last| self.has(*last)).and_then(|[i, j]| look(i, j));
        match self.descent() {
            Some(pair) => pair.nearest_from(start, look),
            None => {
                for (i, j) in self.by_boxes(f64::INFINITY) {
                    look(i, j);
                }
            }
        }
        best
    }

    /// How far apart two triangles are, unless it is more than a limit.
    #[inline(never)]
    fn separation(&self, [i, j]: [u32; 2], limit: f64) -> Option<Separation<V::Double>> {
        let (a, b) = (View::Triangle(self.triangle(0, i)?), View::Triangle(self.triangle(1, j)?));
        signed::<V, false>(a, b, limit, &mut PairCache::default())
    }
}
