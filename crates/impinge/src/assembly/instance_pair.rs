//! Several queries on the same two instances: the triangles that meet are found only once.

use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::OnceLock;

use super::instance::Instance;
use super::triangle_pairs::{MIN_TOUCHING_PAIRS, Meetings, meetings};
use crate::bvh::{IntersectionCurve, MeetingTriangles, MeshIntersection};
use crate::math::Vector;
use crate::shape::Aabb;

/// Two instances for several queries: depth, shared volume, curves of intersection.
///
/// Each function returns the same result as the function with the same name: [`Instance::depth`],
/// [`Instance::intersection_volume`] and
/// [`MeshPair::intersection`](crate::bvh::MeshPair::intersection). Several queries are faster here.
///
/// ```
/// use glam::DVec3;
/// use impinge::assembly::{Instance, InstancePair, Model};
/// use impinge::math::Pose;
/// use impinge::shape::Mesh;
/// let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
/// let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
/// let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
/// let cube = Model::new(Mesh::new((0..8).map(corner).collect(), triangles)?);
/// let at = |x, y, z| Instance::new(&cube, Pose::from_translation(DVec3::new(x, y, z)));
/// let (a, b) = (at(0.0, 0.0, 0.0), at(0.25, 0.5, 0.75));
/// let pair = InstancePair::new(&a, &b);
/// assert_eq!(pair.depth(), a.depth(&b));
/// assert_eq!(pair.intersection_volume(), a.intersection_volume(&b));
/// // Edges of the shared box around a corner: 0.75, 0.5 and 0.25, twice each.
/// assert!((pair.intersection().length() - 3.0).abs() < 1e-12);
/// # Ok::<(), impinge::shape::MeshError>(())
/// ```
#[derive(Clone, Debug)]
pub struct InstancePair<'a, V: Vector> {
    /// In an order that does not depend on the argument order, with their boxes if both have one.
    pub(super) bodies: [&'a Instance<'a, V>; 2],
    pub(super) bounds: Option<[Aabb<V>; 2]>,
    /// Whether that order is swapped.
    pub(super) is_exchanged: bool,
    meetings: OnceLock<Option<Meetings>>,
}

impl<'a, V: Vector> InstancePair<'a, V> {
    /// Creates a pair of two instances; results refer to them in this order.
    ///
    /// Only their boxes are computed. If an instance has no triangles, all results are `None` or empty.
    #[inline]
    pub fn new(a: &'a Instance<'a, V>, b: &'a Instance<'a, V>) -> Self {
        let (bounds, is_exchanged) = V::assembly_pair_bounds(a, b);
        let bodies = if is_exchanged { [b, a] } else { [a, b] };
        InstancePair { bodies, bounds, is_exchanged, meetings: OnceLock::new() }
    }

    /// Returns both instances in the order of [`InstancePair::new`].
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::{Instance, InstancePair, Model};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let model = Model::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?);
    /// let [a, b] = [1.0, 0.0].map(|x| Instance::new(&model, Pose::from_translation(DVec3::X * x)));
    /// assert_eq!(InstancePair::new(&a, &b).instances()[0].transform.translation.x, 1.0);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn instances(&self) -> [&'a Instance<'a, V>; 2] {
        let [a, b] = self.bodies;
        if self.is_exchanged { [b, a] } else { [a, b] }
    }

    /// Returns the pairs of triangles that meet; `None` if boxes would separate nothing.
    pub(super) fn meetings(&self) -> Option<&Meetings> {
        let [a, b] = self.bodies;
        let find = || {
            let mut pairs = Vec::new();
            let end = a.mesh_pair(b).each_meeting(|pair| {
                pairs.push(pair);
                let has_fans = pairs.len() == MIN_TOUCHING_PAIRS && a.shares_fans(b);
                if has_fans { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })?;
            match (end, self.bounds) {
                (ControlFlow::Break(()), Some([of_a, of_b])) => {
                    Some(meetings((a, &of_a), (b, &of_b), false).0)
                }
                _ => Some(Meetings { pairs, fans: Vec::new() }),
            }
        };
        self.meetings.get_or_init(find).as_ref()
    }

    /// Computes the curves in which the surfaces meet, as
    /// [`MeshPair::intersection`](crate::bvh::MeshPair::intersection).
    #[inline]
    pub fn intersection(&self) -> MeshIntersection<V> {
        V::assembly_pair_intersection(self)
    }

    pub(super) fn intersection_inner(&self) -> MeshIntersection<V> {
        self.intersection_of(self.meetings().map(Meetings::all).as_deref())
    }

    /// Computes the curves of [`InstancePair::intersection`] without the pairs of coplanar triangles.
    ///
    /// Where fans of triangles touch, as the caps of stacked cylinders do, this takes linear time.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::{Instance, InstancePair, Model};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let model = Model::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?);
    /// let upright = Model::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Z], vec![[0, 1, 2]])?);
    /// let bodies = [&model, &upright].map(|model| Instance::new(model, Pose::identity()));
    /// let pair = InstancePair::new(&bodies[0], &bodies[1]);
    /// assert_eq!(pair.curves(), pair.intersection().curves);
    /// assert_eq!(pair.curves()[0].length(), 1.0);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn curves(&self) -> Vec<IntersectionCurve<V>> {
        V::assembly_pair_curves(self)
    }

    pub(super) fn curves_inner(&self) -> Vec<IntersectionCurve<V>> {
        // Coplanar triangles of fans share no curve.
        self.intersection_of(self.meetings().map(|meetings| &meetings.pairs[..])).curves
    }

    fn intersection_of(&self, meeting: Option<&[MeetingTriangles]>) -> MeshIntersection<V> {
        let in_order = |numbers: [u32; 2]| if self.is_exchanged { [numbers[1], numbers[0]] } else { numbers };
        let meeting = meeting.map(|all| all.iter().map(|pair| in_order(pair.numbers)).collect());
        let [a, b] = self.instances();
        a.mesh_pair(b).intersection_of(meeting)
    }
}

/// Returns the boxes of two instances in the order of a pair, and whether this order is swapped.
pub(super) fn bounds_in_order<V: Vector>(a: &Instance<V>, b: &Instance<V>) -> (Option<[Aabb<V>; 2]>, bool) {
    let Some((of_a, of_b)) = a.aabb().zip(b.aabb()) else { return (None, false) };
    let is_exchanged = order((a, &of_a), (b, &of_b)).is_gt();
    (Some(if is_exchanged { [of_b, of_a] } else { [of_a, of_b] }), is_exchanged)
}

/// Compares two instances independently of the argument order, unless both are the same at the same place.
fn order<V: Vector>((a, of_a): (&Instance<V>, &Aabb<V>), (b, of_b): (&Instance<V>, &Aabb<V>)) -> Ordering {
    let ends = |bounds: &Aabb<V>| [bounds.min().to_f64(), bounds.max().to_f64()];
    let compared = |one: &[[f64; 3]; 2], other: &[[f64; 3]; 2]| one.partial_cmp(other);
    match compared(&ends(of_a), &ends(of_b)) {
        None | Some(Ordering::Equal) => a.mesh_pair(b).order_by_corners(),
        Some(order) => order,
    }
}

#[cfg(test)]
mod tests {
    use glam::DVec3;
    use proptest::prelude::*;

    use super::*;
    use crate::assembly::Model;
    use crate::math::Pose;
    use crate::shape::Mesh;

    /// Triangles on a coarse lattice: many touch, lie in one plane, share corners, or are no areas at all.
    fn soup() -> impl Strategy<Value = Mesh<DVec3>> {
        let corner =
            (0..4i32, 0..4i32, 0..3i32).prop_map(|(x, y, z)| DVec3::new(x.into(), y.into(), z.into()));
        prop::collection::vec(corner, 3..36).prop_map(|corners| {
            let count = corners.len() as u32 / 3;
            Mesh::new(corners, (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect()).expect("finite")
        })
    }

    proptest! {
        /// Which triangles meet and what these have in common are found by two different tests: they have to
        /// agree.
        #[test]
        fn has_the_curves_of_the_meshes(one in soup(), two in soup(), by in 0..3i32) {
            let models = [Model::new(one), Model::new(two)];
            let maps = [Pose::identity(), Pose::from_translation(DVec3::X * (f64::from(by) * 0.5))];
            let [a, b] = [0, 1].map(|i| Instance::new(&models[i], maps[i]));
            for [a, b] in [[&a, &b], [&b, &a]] {
                prop_assert_eq!(InstancePair::new(a, b).intersection(), a.mesh_pair(b).intersection());
            }
        }
    }
}
