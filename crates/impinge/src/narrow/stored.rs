//! What is remembered of pairs, and where they touch, as it is stored.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::composite::PartManifold;
use super::distance::convex_pair::Memory;
use super::distance::epa::StoredFacets;
use super::distance::gjk::Corners;
use super::manifold::contact_manifold::{ContactManifold, ManifoldPoint};
use super::pair_cache::PairCache;
use crate::math::{Exact, Point, Scalar, Vector, point, unit, vector};
use crate::shape::ShapeError;

/// A [`PairCache`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredCache {
    corners: Vec<[u32; 2]>,
    facets: Option<StoredFacets>,
}

impl From<&PairCache> for StoredCache {
    fn from(cache: &PairCache) -> Self {
        let Memory { corners, facets, .. } = &cache.memory;
        StoredCache {
            corners: corners.numbers[..corners.count].to_vec(),
            facets: facets.as_deref().map(StoredFacets::from),
        }
    }
}

impl StoredCache {
    pub fn cache(&self) -> PairCache {
        let mut corners = Corners::default();
        for (kept, stored) in corners.numbers.iter_mut().zip(&self.corners) {
            *kept = *stored;
            corners.count += 1;
        }
        let facets = self.facets.as_ref().map(|facets| Box::new(facets.facets()));
        PairCache { memory: Memory { corners, facets, is_passing: false } }
    }
}

/// A [`PartManifold`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct StoredManifold {
    parts: [u32; 2],
    normal: Point,
    points: Vec<StoredPoint>,
}

/// On A, on B, how far apart, and of which features.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct StoredPoint(Point, Point, Exact, u64);

impl<V: Vector> From<&PartManifold<V>> for StoredManifold {
    fn from(found: &PartManifold<V>) -> Self {
        let stored = |of: &ManifoldPoint<V>| {
            StoredPoint(point(of.point_a), point(of.point_b), Exact(of.distance.into()), of.feature)
        };
        StoredManifold {
            parts: [found.part_a, found.part_b],
            normal: point(found.manifold.normal.get()),
            points: found.manifold.points.iter().map(stored).collect(),
        }
    }
}

impl StoredManifold {
    pub fn manifold<V: Vector>(&self) -> Result<PartManifold<V>, ShapeError> {
        let [part_a, part_b] = self.parts;
        let point = |StoredPoint(point_a, point_b, Exact(distance), feature): &StoredPoint| {
            let (point_a, point_b) = (vector(*point_a), vector(*point_b));
            ManifoldPoint { point_a, point_b, distance: V::Scalar::from_f64(*distance), feature: *feature }
        };
        let points: SmallVec<[ManifoldPoint<V>; 4]> = self.points.iter().map(point).collect();
        Ok(PartManifold { part_a, part_b, manifold: ContactManifold { normal: unit(self.normal)?, points } })
    }
}
