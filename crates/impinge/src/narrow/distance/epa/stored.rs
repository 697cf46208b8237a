//! Serialized form of the stored facets.

use serde::{Deserialize, Serialize};

use super::kept_facets::{Kept, KeptFacets, MAX_VERTICES, Placement};
use crate::math::Exact;

/// [`KeptFacets`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(in crate::narrow) struct StoredFacets {
    fingerprints: [u64; 2],
    columns: [[Exact; 3]; 3],
    middle: [Exact; 3],
    reach: Exact,
    /// Corners and distances.
    facets: Vec<([[u16; 2]; 3], Exact)>,
    rest: Exact,
}

impl From<&KeptFacets> for StoredFacets {
    fn from(kept: &KeptFacets) -> Self {
        let Placement { fingerprints, columns, middle, reach } = kept.at;
        let facets = kept.facets[..kept.count.into()].iter();
        StoredFacets {
            fingerprints,
            columns: columns.map(|column| column.map(Exact)),
            middle: middle.map(Exact),
            reach: Exact(reach),
            facets: facets.map(|facet| (facet.corners, Exact(facet.distance.into()))).collect(),
            rest: Exact(kept.rest.into()),
        }
    }
}

impl StoredFacets {
    pub fn facets(&self) -> KeptFacets {
        let at = Placement {
            fingerprints: self.fingerprints,
            columns: self.columns.map(|column| column.map(|Exact(x)| x)),
            middle: self.middle.map(|Exact(x)| x),
            reach: self.reach.0,
        };
        let mut facets = [Kept::default(); MAX_VERTICES];
        let mut count = 0;
        for (kept, (corners, Exact(distance))) in facets.iter_mut().zip(&self.facets) {
            *kept = Kept { corners: *corners, distance: *distance as f32 };
            count += 1;
        }
        KeptFacets { at, facets, count, rest: self.rest.0 as f32 }
    }
}
