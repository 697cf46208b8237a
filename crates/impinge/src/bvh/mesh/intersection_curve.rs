//! Curves of intersection of two meshes.
//!
//! Two triangles that are not coplanar meet in a segment (see [`triangle_intersection`]). It is determined
//! exactly: not by the positions of its ends, but by the features that contain them, such as an edge of one
//! and the inside of the other. The same edge belongs to a neighbour, whose segment continues there. So
//! segments are chained by these names (see [`chain`]), and no tolerance can tear a curve or join two.
//! Coordinates are computed last (see [`endpoint`]), and nothing depends on them.

mod chain;
mod endpoint;
mod triangle_intersection;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::mesh_pair::MeshPair;
use crate::math::triple::Point;
use crate::math::{Scalar, Vector};
use crate::narrow::{Relation, triangle_triangle};
use chain::{Chain, chain_segments};
use triangle_intersection::{FeaturePair, TriangleFeature, TriangleIntersection, intersect_triangles};

/// The smallest feature of a mesh that contains a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MeshPart {
    /// A vertex. Of several vertices at one place, one represents all.
    Vertex(u32),
    /// An edge between two vertices, without its ends; the lesser number first.
    Edge(u32, u32),
    /// The inside of a triangle.
    Triangle(u32),
}

/// A point in which two meshes meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint<V: Vector> {
    /// Its position, rounded.
    pub point: V,
    /// The feature of the first mesh that contains it; exact.
    pub part_a: MeshPart,
    /// The feature of the second mesh that contains it; exact.
    pub part_b: MeshPart,
}

/// A curve of intersection of two meshes: segments from each point to the next.
#[derive(Clone, Debug, PartialEq)]
pub struct IntersectionCurve<V: Vector> {
    /// The points, at least one; a single one where meshes only touch.
    pub points: Vec<CurvePoint<V>>,
    /// Whether a segment connects the last point to the first.
    ///
    /// A curve from a branch point back to it is not closed: it has that point at both ends.
    pub is_closed: bool,
}

/// The intersection of the surfaces of two meshes.
#[derive(Clone, Debug, PartialEq)]
pub struct MeshIntersection<V: Vector> {
    /// The curves: open ones first, then closed ones, then single points.
    pub curves: Vec<IntersectionCurve<V>>,
    /// Pairs of triangles that meet but contribute to no curve, in order.
    ///
    /// They are coplanar and share an area, or one of them has no area.
    pub coplanar: Vec<[u32; 2]>,
}

impl<V: Vector> IntersectionCurve<V> {
    /// Returns the lengths of all segments.
    fn lengths(&self) -> impl Iterator<Item = f64> {
        let last = self.points.last().zip(self.points.first()).filter(|_| self.is_closed);
        let each = self.points.windows(2).map(move |two| distance(&two[0], &two[1]));
        each.chain(last.map(move |(last, first)| distance(last, first)))
    }

    /// Returns the length of the curve.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::{IntersectionCurve, MeshIntersection, MeshPair, MeshBvh};
    /// // One triangle lies flat, another stands on its middle: they meet in a segment.
    /// let lying = Mesh::new(vec![DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0], vec![[0, 1, 2]])?;
    /// let standing = vec![DVec3::new(0.5, 1.0, -1.0), DVec3::new(1.5, 1.0, -1.0), DVec3::new(1.0, 1.0, 1.0)];
    /// let (lying, standing) = (MeshBvh::new(lying), MeshBvh::new(Mesh::new(standing, vec![[0, 1, 2]])?));
    /// let found: MeshIntersection<DVec3> = MeshPair::new(&lying, Pose::identity(), &standing, Pose::identity()).intersection();
    /// let curve: &IntersectionCurve<DVec3> = &found.curves[0];
    /// assert_eq!((curve.length(), curve.points.len()), (0.5, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn length(&self) -> V::Scalar {
        V::bvh_length_of_curves(std::slice::from_ref(self))
    }
}

impl<V: Vector> MeshIntersection<V> {
    /// Returns the total length of all curves; it is the same for either order of the meshes, to the bit.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::{MeshIntersection, MeshPair, MeshBvh};
    /// // One triangle lies flat, another stands on its middle: they meet in a segment.
    /// let lying = Mesh::new(vec![DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0], vec![[0, 1, 2]])?;
    /// let standing = vec![DVec3::new(0.5, 1.0, -1.0), DVec3::new(1.5, 1.0, -1.0), DVec3::new(1.0, 1.0, 1.0)];
    /// let (lying, standing) = (MeshBvh::new(lying), MeshBvh::new(Mesh::new(standing, vec![[0, 1, 2]])?));
    /// let found: MeshIntersection<DVec3> = MeshPair::new(&lying, Pose::identity(), &standing, Pose::identity()).intersection();
    /// assert_eq!((found.length(), found.curves.len()), (0.5, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn length(&self) -> V::Scalar {
        V::bvh_length_of_curves(&self.curves)
    }
}

/// Returns the total length of curves.
pub(in crate::bvh) fn length_of_curves<V: Vector>(curves: &[IntersectionCurve<V>]) -> V::Scalar {
    rounded::<V>(curves.iter().flat_map(IntersectionCurve::lengths).collect())
}

/// Scaled by the greatest component and halved, so that no intermediate result overflows.
fn distance<V: Vector>(a: &CurvePoint<V>, b: &CurvePoint<V>) -> f64 {
    let between = b.point.to_double() * 0.5 - a.point.to_double() * 0.5;
    let largest = between.abs().max_element();
    let scaled = V::Double::from_fn(|axis| if largest > 0.0 { between[axis] / largest } else { 0.0 });
    scaled.length() * largest * 2.0
}

/// Returns a sum that is the same for any order of the terms.
fn rounded<V: Vector>(mut lengths: Vec<f64>) -> V::Scalar {
    lengths.sort_by(f64::total_cmp);
    V::Scalar::from_f64(lengths.into_iter().sum::<f64>().min(V::Scalar::MAX.into()))
}

/// The name of a point: the features of both meshes that contain it.
type FeatureKey = [MeshPart; 2];

impl<V: Vector> MeshPair<'_, V> {
    /// Computes the curves in which the surfaces meet.
    ///
    /// Which triangles meet, which points curves have, and how these are connected is exact for the placed
    /// vertices. Two points are the same if they lie on the same features of the meshes, wherever rounding
    /// puts them. Vertices at the same place count as one, so surfaces need not share vertices to be
    /// connected.
    ///
    /// Coordinates are computed in `f64` and rounded. A point on an edge stays on it, but may be off along it
    /// where the edge is nearly in the other surface, or where coordinates differ so much in size that `f64`
    /// cannot hold both.
    ///
    /// - If two closed surfaces meet, but touch nowhere, all curves are closed.
    /// - Curves end where surfaces end, where more than two segments meet, and at areas in which surfaces
    ///   coincide.
    /// - The outline of such an area is reported as far as other triangles meet there.
    /// - A vertex or edge in the middle of another edge of the same mesh does not connect.
    /// - In 2D there are no curves.
    /// - Exchanging the meshes gives the same curves with the same points, perhaps in another order or
    ///   direction.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::{MeshPair, MeshBvh};
    /// let corners = vec![DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0, DVec3::Z * 4.0];
    /// let tetrahedron = MeshBvh::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let above = Pose::from_translation(DVec3::new(0.25, 0.5, 1.0));
    /// let found = MeshPair::new(&tetrahedron, Pose::identity(), &tetrahedron, above).intersection();
    /// // The slanted face of the lower one, as far as it is inside the upper one.
    /// assert_eq!((found.curves.len(), found.coplanar.len()), (1, 0));
    /// assert!(found.curves[0].is_closed && found.curves[0].points.len() == 3);
    /// assert!((found.length() - 6.75 * 2f64.sqrt()).abs() < 1e-12);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn intersection(&self) -> MeshIntersection<V> {
        V::bvh_intersection(self, None)
    }

    /// Computes the same for callers that already have the triangles that meet.
    pub(crate) fn intersection_of(&self, meeting: Option<Vec<[u32; 2]>>) -> MeshIntersection<V> {
        let IntersectionSegments { segments, coplanar } = self.segments(meeting);
        let corners = self.named_corners(&segments);
        let mut links: Vec<[FeatureKey; 2]> = Vec::new();
        let mut points: Vec<FeatureKey> = Vec::new();
        for &(triangles, ends) in &segments {
            let mut ends = ends.map(|place| feature_key(&corners, triangles, &place));
            ends.sort_unstable();
            match ends[0] == ends[1] {
                true => points.push(ends[0]),
                false => links.push(ends),
            }
        }
        // An edge in a triangle is seen from both sides of it.
        links.sort_unstable();
        links.dedup();
        let mut ends: Vec<FeatureKey> = links.iter().flatten().copied().collect();
        ends.sort_unstable();
        ends.dedup();
        points.sort_unstable();
        points.dedup();
        points.retain(|point| ends.binary_search(point).is_err());

        let number = |name: &FeatureKey| ends.binary_search(name).unwrap_or_default();
        let numbered: Vec<[usize; 2]> = links.iter().map(|link| link.each_ref().map(number)).collect();
        let placed: Vec<CurvePoint<V>> = ends.iter().map(|name| self.point(name)).collect();
        let curve = |Chain { ends, is_closed }| IntersectionCurve {
            points: ends.into_iter().map(|end: usize| placed[end]).collect(),
            is_closed,
        };
        let mut curves: Vec<_> = chain_segments(ends.len(), &numbered).into_iter().map(curve).collect();
        let single =
            |name: &FeatureKey| IntersectionCurve { points: vec![self.point(name)], is_closed: false };
        curves.extend(points.iter().map(single));
        MeshIntersection { curves, coplanar }
    }

    /// Returns the segments of all triangles that may meet, in order.
    fn segments(&self, meeting: Option<Vec<[u32; 2]>>) -> IntersectionSegments {
        let mut found = IntersectionSegments::default();
        let do_meet = meeting.is_some();
        let mut look = |[i, j]: [u32; 2]| {
            let (Some(one), Some(other)) = (self.triangle(0, i), self.triangle(1, j)) else { return };
            match intersect_triangles(one.points().map(V::to_f64), other.points().map(V::to_f64)) {
                TriangleIntersection::Nothing => {}
                TriangleIntersection::Segment(ends) => found.segments.push(([i, j], ends)),
                TriangleIntersection::InOnePlane
                    if do_meet || triangle_triangle(&one, &other) != Relation::Disjoint =>
                {
                    found.coplanar.push([i, j])
                }
                TriangleIntersection::InOnePlane => {}
            }
        };
        match (meeting, self.descent()) {
            (Some(meeting), _) => meeting.into_iter().for_each(look),
            (None, Some(pair)) => {
                let _ = pair.for_each_near_pair(|i, j| {
                    look([i, j]);
                    ControlFlow::<()>::Continue(())
                });
            }
            (None, None) => self.overlapping_box_pairs(0.0).into_iter().for_each(|(i, j)| look([i, j])),
        }
        found.segments.sort_unstable_by_key(|(triangles, _)| *triangles);
        found.coplanar.sort_unstable();
        found
    }

    /// Returns the vertices of each triangle with a segment, for either mesh: of several at one place, the
    /// least number.
    fn named_corners(&self, segments: &[([u32; 2], [FeaturePair; 2])]) -> [BTreeMap<u32, [u32; 3]>; 2] {
        [0, 1].map(|side| {
            let mesh = &self.trees[side].mesh;
            let mut triangles: Vec<u32> = segments.iter().map(|(triangles, _)| triangles[side]).collect();
            triangles.sort_unstable();
            triangles.dedup();
            let corners = |triangle: &u32| mesh.triangles()[*triangle as usize];
            let mut vertices: Vec<u32> = triangles.iter().flat_map(corners).collect();
            vertices.sort_unstable();
            vertices.dedup();
            // −0 becomes 0.
            let place = |vertex: u32| self.vertex(side, vertex).map(|x| (x + 0.0).to_bits());
            let mut least: BTreeMap<[u64; 3], u32> = BTreeMap::new();
            for &vertex in &vertices {
                least.entry(place(vertex)).or_insert(vertex);
            }
            let named = |vertex: u32| least.get(&place(vertex)).copied().unwrap_or(vertex);
            triangles.iter().map(|triangle| (*triangle, corners(triangle).map(named))).collect()
        })
    }

    /// A placed vertex.
    fn vertex(&self, side: usize, number: u32) -> Point {
        self.maps[side].transform_point(self.trees[side].mesh.positions()[number as usize]).to_f64()
    }

    fn point(&self, &[point_a, point_b]: &FeatureKey) -> CurvePoint<V> {
        let vertex = |side: usize, number: u32| self.vertex(side, number);
        // In an order that does not depend on the numbers of vertices.
        let edge = |side: usize, a: u32, b: u32| {
            let (one, other) = (vertex(side, a), vertex(side, b));
            if one <= other { [one, other] } else { [other, one] }
        };
        let corners = |side: usize, number: u32| {
            self.trees[side].mesh.triangles()[number as usize].map(|i| vertex(side, i))
        };
        let point = match (point_a, point_b) {
            (MeshPart::Vertex(number), _) => vertex(0, number),
            (_, MeshPart::Vertex(number)) => vertex(1, number),
            (MeshPart::Edge(a, b), MeshPart::Triangle(c)) => {
                endpoint::edge_face_point(edge(0, a, b), corners(1, c))
            }
            (MeshPart::Triangle(c), MeshPart::Edge(a, b)) => {
                endpoint::edge_face_point(edge(1, a, b), corners(0, c))
            }
            (MeshPart::Edge(a, b), MeshPart::Edge(c, d)) => {
                endpoint::edge_edge_point([edge(0, a, b), edge(1, c, d)])
            }
            // No segment ends inside both triangles.
            (MeshPart::Triangle(number), MeshPart::Triangle(_)) => corners(0, number)[0],
        };
        CurvePoint { point: V::from_f64(point), part_a: point_a, part_b: point_b }
    }
}

/// The intersection of two triangles.
#[derive(Default)]
struct IntersectionSegments {
    segments: Vec<([u32; 2], [FeaturePair; 2])>,
    coplanar: Vec<[u32; 2]>,
}

/// Returns the name, in the meshes, of a place in two triangles.
fn feature_key(
    corners: &[BTreeMap<u32, [u32; 3]>; 2],
    triangles: [u32; 2],
    place: &FeaturePair,
) -> FeatureKey {
    [0, 1].map(|side| {
        let triangle = triangles[side];
        let corners = corners[side].get(&triangle).copied().unwrap_or_default();
        match place[side] {
            TriangleFeature::Corner(corner) => MeshPart::Vertex(corners[corner]),
            TriangleFeature::Edge(one, other) => {
                let (one, other) = (corners[one], corners[other]);
                MeshPart::Edge(one.min(other), one.max(other))
            }
            TriangleFeature::Inside => MeshPart::Triangle(triangle),
        }
    })
}
