//! Whether two instances are disjoint, touching or overlapping.

use super::instance::Instance;
use super::interior_overlap::interiors_overlap;
use super::triangle_pairs::{Meetings, meetings};
use crate::bvh::MeetingTriangles;
use crate::math::Vector;
use crate::narrow::Relation;

impl<V: Vector> Instance<'_, V> {
    /// Returns whether two instances are disjoint, touching or overlapping, as
    /// [`find_collisions`](super::find_collisions) does.
    ///
    /// They overlap if they share volume, if their surfaces pierce each other, or if one is inside the other.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::{Instance, Model};
    /// use impinge::math::{Affine, Pose};
    /// use impinge::narrow::Relation;
    /// use impinge::shape::Mesh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let at = |x| Instance::new(&model, Pose::from_translation(DVec3::X * x));
    /// assert_eq!(at(0.0).relation(&at(0.5)), Relation::Overlapping);
    /// assert_eq!(at(0.0).relation(&at(1.0)), Relation::Touching);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn relation(&self, other: &Self) -> Relation {
        V::assembly_relation(self, other)
    }

    pub(super) fn relation_inner(&self, other: &Self) -> Relation {
        self.relation_of(other, [true; 2])
    }

    /// Returns the same for instances of which some are not solids, but surfaces.
    pub(crate) fn relation_of(&self, other: &Self, are_solids: [bool; 2]) -> Relation {
        let (Some(bounds), Some(of_other)) = (self.around(), other.around()) else {
            return Relation::Disjoint;
        };
        let (one, two) = ((self, &bounds), (other, &of_other));
        let (meetings, _) = meetings(one, two, false);
        if meetings.pierce() {
            return Relation::Overlapping;
        }
        let is_inside = match meetings.is_empty() {
            true => {
                (are_solids[0] && self.encloses_part_of(other))
                    || (are_solids[1] && other.encloses_part_of(self))
            }
            false => interiors_overlap([one, two], are_solids, &meetings),
        };
        match (is_inside, meetings.is_empty()) {
            (true, _) => Relation::Overlapping,
            (false, true) => Relation::Disjoint,
            (false, false) => Relation::Touching,
        }
    }

    /// Returns whether it shares interior with another, whose given triangles touch its own without piercing.
    /// Instances that are not solids are hollow.
    pub(crate) fn shares_inside(
        &self,
        other: &Instance<V>,
        are_solids: [bool; 2],
        touching: Vec<MeetingTriangles>,
    ) -> bool {
        let (Some(bounds), Some(of_other)) = (self.aabb(), other.aabb()) else { return false };
        let touching = Meetings { pairs: touching, fans: Vec::new() };
        interiors_overlap([(self, &bounds), (other, &of_other)], are_solids, &touching)
    }
}
