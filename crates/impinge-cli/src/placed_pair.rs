//! Two objects where they are: their triangles, or exact shapes where triangles are only near them.

use impinge::assembly::{DepthBounds, Instance};
use impinge::glam::DVec3;
use impinge::narrow::Relation;

use crate::exact_pair::ExactPair;

/// Two objects where they are.
pub(crate) struct PlacedPair<'a> {
    pub bodies: [Instance<'a, DVec3>; 2],
    /// If any of both is curved.
    pub exact: Option<ExactPair<'a>>,
}

/// Where two objects are nearest.
pub(crate) struct Nearest {
    pub distance: f64,
    /// On each of both.
    pub points: [DVec3; 2],
}

impl PlacedPair<'_> {
    pub fn relation(&self) -> Relation {
        let [a, b] = &self.bodies;
        self.exact.as_ref().map_or_else(|| a.relation(b), ExactPair::relation)
    }

    /// Are their surfaces no further apart than this? Of exact shapes in each other that is not known, and
    /// taken for true.
    pub fn are_surfaces_within(&self, distance: f64) -> bool {
        let [a, b] = &self.bodies;
        match &self.exact {
            Some(exact) => exact.is_within(distance),
            None => a.mesh_pair(b).is_within(distance),
        }
    }

    /// How far apart their surfaces are; 0 of exact shapes in each other.
    pub fn distance(&self) -> Option<f64> {
        match &self.exact {
            Some(exact) => Some(exact.distance()),
            None => self.nearest().map(|nearest| nearest.distance),
        }
    }

    /// Where their surfaces are nearest. Of exact shapes in each other, at a distance of 0.
    pub fn nearest(&self) -> Option<Nearest> {
        let [a, b] = &self.bodies;
        match &self.exact {
            Some(exact) => {
                let nearest = exact.nearest();
                Some(Nearest {
                    distance: nearest.distance.max(0.0),
                    points: [nearest.point_a, nearest.point_b],
                })
            }
            None => a
                .mesh_pair(b)
                .closest_points()
                .map(|found| Nearest { distance: found.distance, points: [found.point_a, found.point_b] }),
        }
    }

    /// How deep they are in each other.
    pub fn depth(&self) -> Option<DepthBounds<DVec3>> {
        let [a, b] = &self.bodies;
        self.exact.as_ref().map_or_else(|| a.depth(b), ExactPair::depth)
    }

    /// No shorter translation parts them; 0 if nothing is known.
    pub fn depth_at_least(&self) -> f64 {
        match &self.exact {
            Some(exact) => exact.depth_at_least(),
            None => self.depth().map_or(0.0, |depth| depth.lower_bound),
        }
    }

    /// Do their surfaces meet, or does one lie in the other?
    pub fn do_collide(&self) -> bool {
        match &self.exact {
            Some(exact) => exact.relation() != Relation::Disjoint,
            None => {
                let [a, b] = &self.bodies;
                a.mesh_pair(b).is_within(0.0) || a.relation(b) != Relation::Disjoint
            }
        }
    }
}
