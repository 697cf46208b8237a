//! What is stored of a pair between queries.

use super::distance::convex_pair::Memory;

/// Stores the last result of a pair of shapes, as the starting point of the next query.
///
/// The caller keeps one cache per pair and always passes the two shapes in the same order. A cache never
/// changes a result beyond its stated tolerance, even if its content is wrong: it only decides where the
/// search starts. It speeds up queries on disjoint shapes, and on overlapping hulls that move little between
/// queries.
///
/// ```
/// use glam::DVec3;
/// use impinge::math::Pose;
/// use impinge::narrow::{Collide, PairCache};
/// use impinge::shape::{Aabb, Hull};
/// let floor = Aabb::new(DVec3::new(-5.0, -1.0, -5.0), DVec3::new(5.0, 0.0, 5.0))?;
/// let stone = Hull::new(&[-DVec3::Y, DVec3::X, DVec3::Y, DVec3::Z])?;
/// // It falls by 1 per frame, lowest corner first.
/// let mut cache = PairCache::default();
/// for height in [4.0, 3.0, 2.0, 1.0] {
///     let stone = stone.at(&Pose::from_translation(DVec3::Y * height));
///     let distance = floor.distance_with(&stone, &mut cache);
///     assert!((distance - (height - 1.0)).abs() < 1e-9);
/// }
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct PairCache {
    pub(super) memory: Memory,
}

impl PairCache {
    /// Creates a cache for a single query, which stores nothing.
    #[inline(always)]
    pub(super) fn passing() -> Self {
        PairCache { memory: Memory::passing() }
    }
}
