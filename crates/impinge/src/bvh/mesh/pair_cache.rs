//! The closest triangles of two meshes, with a cache for the next query.
//!
//! Meshes that move a little are mostly closest, or meet, where they did before. The triangles that were
//! closest are tested first: their current distance is an initial limit, and the vector between them the
//! direction along which boxes are compared (see [`super::directional_bound`]). Two that meet still prove an
//! intersection at once. They are only a starting point: all triangles that may be as near are tested, and of
//! equally near ones those with the least numbers are returned. So a cache never changes a result.
//! Source: Larsen, Gottschalk, Lin & Manocha, "Fast Proximity Queries with Swept Sphere Volumes", 1999, §5,
//! triangle caching.

use super::clearance::{Clearance, search_limit};
use super::closest_triangles::DistanceGoal;
use super::mesh_pair::MeshPair;
use crate::math::{Scalar, Vector};
use crate::narrow::{PairCache, Separation, signed};
use crate::shape::ShapeRef;

/// Cache of the triangles of two meshes that were closest, or near enough, in the last query.
///
/// The caller owns it, one for each pair of meshes, always queried in the same order. It never changes a
/// result, whatever its contents: the cache of another pair only helps less.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MeshPairCache {
    last: Option<[u32; 2]>,
}

/// The nearest triangles so far.
struct ClosestPair {
    numbers: [u32; 2],
    distance: f64,
}

impl<V: Vector> MeshPair<'_, V> {
    /// Returns the closest triangles, one of each mesh, or `None` if a mesh has no triangles.
    ///
    /// Of equally near triangles those with the least numbers count. If the surfaces meet, the result
    /// is the first pair found to do so, always the same. Distances and points equal the results of
    /// [`MeshPair::for_each_clearance`]. Only surfaces count: geometry inside a closed mesh is as
    /// far away as its surface.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::{MeshPair, MeshPairCache, MeshBvh};
    /// let square = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X + DVec3::Y];
    /// let plate = MeshBvh::new(Mesh::new(square, vec![[0, 1, 2], [1, 3, 2]])?);
    /// let mut cache = MeshPairCache::default();
    /// for step in 1..4 {
    ///     let above = Pose::from_translation(DVec3::new(0.75, 0.75, 0.25 * f64::from(step)));
    ///     let pair = MeshPair::new(&plate, Pose::identity(), &plate, above);
    ///     let nearest = pair.closest_points_with(&mut cache);
    ///     assert_eq!(nearest, pair.closest_points());
    ///     assert_eq!(nearest.map(|nearest| nearest.distance), Some(0.25 * f64::from(step)));
    /// }
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn closest_points(&self) -> Option<Clearance<V>> {
        self.closest_points_with(&mut MeshPairCache::default())
    }

    /// Returns the same as [`MeshPair::closest_points`], with a search that starts from the last result.
    #[inline]
    pub fn closest_points_with(&self, cache: &mut MeshPairCache) -> Option<Clearance<V>> {
        V::bvh_closest_points_with(self, cache)
    }

    pub(in crate::bvh) fn closest_points_with_inner(
        &self,
        cache: &mut MeshPairCache,
    ) -> Option<Clearance<V>> {
        let nearest = self.first_clearance(V::Scalar::ZERO).or_else(|| {
            self.find_closest(cache.last)
                .and_then(|best| self.clearance(best.numbers, V::Scalar::INFINITY, f64::INFINITY))
        });
        cache.last = nearest.map(|found| [found.triangle_a, found.triangle_b]);
        nearest
    }

    /// Returns the same as [`MeshPair::is_within`], but first tests the triangles that were within the
    /// distance last time.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::{MeshPair, MeshPairCache, MeshBvh};
    /// let sheet = Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?;
    /// let tree = MeshBvh::new(sheet);
    /// let mut cache = MeshPairCache::default();
    /// // The mesh descends from step to step.
    /// let heights = [1.0, 0.75, 0.5, 0.25];
    /// let near = heights.map(|height| {
    ///     let above = Pose::from_translation(DVec3::Z * height);
    ///     MeshPair::new(&tree, Pose::identity(), &tree, above).is_within_with(0.5, &mut cache)
    /// });
    /// assert_eq!(near, [false, false, true, true]);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn is_within_with(&self, max: V::Scalar, cache: &mut MeshPairCache) -> bool {
        V::bvh_is_within_with(self, max, cache)
    }

    pub(in crate::bvh) fn is_within_with_inner(&self, max: V::Scalar, cache: &mut MeshPairCache) -> bool {
        if let Some(last) = cache.last.filter(|last| self.contains_triangles(*last))
            && max >= V::Scalar::ZERO
            && self.clearance(last, max, search_limit(max)).is_some()
        {
            return true;
        }
        let Some(found) = self.first_clearance(max) else { return false };
        cache.last = Some([found.triangle_a, found.triangle_b]);
        true
    }

    /// Returns whether such triangles exist.
    fn contains_triangles(&self, numbers: [u32; 2]) -> bool {
        (0..2).all(|side| (numbers[side] as usize) < self.trees[side].mesh.triangles().len())
    }

    /// Returns the closest triangles of surfaces that do not meet.
    fn find_closest(&self, last: Option<[u32; 2]>) -> Option<ClosestPair> {
        let mut best: Option<ClosestPair> = None;
        let mut look = |i: u32, j: u32| {
            let numbers = [i, j];
            let limit = best.as_ref().map_or(f64::INFINITY, |best| best.distance);
            let found = self.compute_separation(numbers, limit)?;
            // They are apart, even if the distance is rounded to 0.
            let distance = found.distance.max(f64::from_bits(1));
            if best.as_ref().is_some_and(|best| (best.distance, best.numbers) <= (distance, numbers)) {
                return None;
            }
            best = Some(ClosestPair { numbers, distance });
            Some(DistanceGoal { limit: distance.max(f64::MIN_POSITIVE), normal: found.normal.to_f64() })
        };
        let start = last.filter(|last| self.contains_triangles(*last)).and_then(|[i, j]| look(i, j));
        match self.descent() {
            Some(pair) => pair.for_each_from_known(start, look),
            None => {
                for (i, j) in self.overlapping_box_pairs(f64::INFINITY) {
                    look(i, j);
                }
            }
        }
        best
    }

    /// Returns the distance of two triangles, unless it exceeds a limit.
    #[inline(never)]
    fn compute_separation(&self, [i, j]: [u32; 2], limit: f64) -> Option<Separation<V::Double>> {
        let (a, b) = (ShapeRef::Triangle(self.triangle(0, i)?), ShapeRef::Triangle(self.triangle(1, j)?));
        signed::<V, false>(a, b, limit, &mut PairCache::default())
    }
}
