//! Convex hulls: the smallest convex set around points.

mod affine_span;
mod face_merging;
mod face_planes;
mod facet;
mod frustum;
mod hull_faces;
mod jagged_array;
mod mass_properties;
mod monotone_chain;
mod quickhull;
mod support_vertex;

#[cfg(test)]
mod tests;

use std::fmt;

pub(crate) use face_planes::Clipped;
use face_planes::Planes;
use hull_faces::HullFaces;
use jagged_array::JaggedArray;
pub(super) use mass_properties::scale_for;
use support_vertex::Blocks;
pub(crate) use support_vertex::{LANES, is_further};

use super::{Aabb, Bounded, ShapeError};
use crate::math::{Scalar, Unit, Vector, rounded_up};

/// Convex hull of points: a convex polygon in 2D, a convex polyhedron in 3D.
///
/// It may be flat: a polygon in 3D, a segment or a point. Exact signs decide which points are vertices and
/// which vertices share a face. The hull is therefore exactly convex: no vertex lies in the hull of the
/// others, and each face is the whole part of the hull in its plane. The numbering depends on the set of
/// points alone, not on their order.
///
/// | | vertices | faces | edges |
/// |---|---|---|---|
/// | polyhedron | in lexicographic order | polygons, counter-clockwise from outside | between two faces |
/// | polygon in 3D | around the polygon | its two sides, with opposite normals | between both |
/// | polygon in 2D | counter-clockwise | sides, from vertex `i` to the next | none |
/// | segment in 3D | its ends | none | one, without faces |
/// | segment in 2D | its ends | its two sides, with opposite normals | none |
/// | point | the point | none | none |
///
/// Queries of an `f32` hull compare its vertices in `f32`. A shape that touches it, even one of the input
/// points, may be reported as disjoint or overlapping, by up to 8 units in the last place of its coordinates.
///
/// ```
/// use glam::DVec3;
/// use impinge::shape::{Aabb, Hull};
/// let points: Vec<DVec3> = Aabb::new(DVec3::ZERO, DVec3::new(2.0, 4.0, 4.0))?.corners().collect();
/// let block = Hull::new(&points)?;
/// assert_eq!((block.center(), block.volume()), (DVec3::new(1.0, 2.0, 2.0), 32.0));
/// // The radius is rounded up, so no corner is outside the ball.
/// assert!(points.iter().all(|&corner| corner.distance(block.center()) <= block.radius()));
/// assert!(block.radius() < 3.0 + 1e-12);
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[derive(Clone, PartialEq)]
// The fields of most queries come first, in one or two cache lines.
#[repr(C)]
pub struct Hull<V: Vector> {
    vertices: Vec<V>,
    center: V,
    radius: V::Scalar,
    blocks: Blocks<V>,
    bounds: Aabb<V>,
    dimension: usize,
    side_lanes: Vec<V::Scalar>,
    fingerprint: u64,
    faces: JaggedArray,
    normals: Vec<V>,
    offsets: Vec<V::Scalar>,
    planes: Planes,
    edges: Vec<HullEdge>,
    neighbors: JaggedArray,
    vertex_faces: JaggedArray,
    volume: f64,
}

impl<V: Vector> fmt::Debug for Hull<V> {
    /// Prints the vertices, which determine all other fields.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Hull").field("vertices", &self.vertices).finish_non_exhaustive()
    }
}

/// Edge of a [`Hull`] in 3D.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HullEdge {
    /// The end vertices, lower number first.
    pub vertices: [u32; 2],
    /// The two adjacent faces, or [`HullEdge::NO_FACE`] twice for a segment.
    ///
    /// Seen from outside, the first face is on the left of the direction from the first vertex to the second.
    /// The second face is on the right.
    pub faces: [u32; 2],
}

impl HullEdge {
    /// Marks a missing face.
    pub const NO_FACE: u32 = facet::NONE;
}

impl<V: Vector> Hull<V> {
    /// Computes the convex hull of points.
    ///
    /// Any points are valid, provided that there is at least one and all are finite. The time is about
    /// proportional to n log n.
    ///
    /// # Errors
    /// If there are no points, or one is not finite.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::{Aabb, Hull};
    /// let mut points: Vec<Vec3> = Aabb::new(Vec3::ZERO, Vec3::ONE)?.corners().collect();
    /// points.extend([Vec3::splat(0.5), Vec3::new(0.5, 0.5, 1.0), Vec3::new(0.0, 0.0, 0.5)]);
    /// let cube = Hull::new(&points)?;
    /// assert_eq!((cube.vertices().len(), cube.face_count(), cube.edges().len()), (8, 6, 12));
    ///
    /// let flat = Hull::new(&points[..4])?;
    /// assert_eq!((flat.dimension(), flat.face_count()), (2, 2));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn new(points: &[V]) -> Result<Self, ShapeError> {
        V::shape_hull(points)
    }

    pub(super) fn new_inner(points: &[V]) -> Result<Self, ShapeError> {
        let bounds = Aabb::from_points(points.iter().copied())?;
        Ok(Hull::around(points, bounds))
    }

    /// Computes the convex hull of at least one finite point, inside its tight bounding box.
    pub(super) fn around(points: &[V], bounds: Aabb<V>) -> Self {
        let largest = bounds.min().abs().max(bounds.max().abs()).max_element().into();
        let boundary = if V::IS_2D {
            let points: Vec<_> = scaled(points, largest).into_iter().map(|[x, y, _]| [x, y]).collect();
            HullFaces::in_plane(&points)
        } else {
            HullFaces::in_space(&scaled(points, largest))
        };
        Hull::assembled(points, boundary, bounds, scale_for(largest))
    }

    fn assembled(points: &[V], boundary: HullFaces, bounds: Aabb<V>, scale: f64) -> Self {
        let vertices: Vec<V> = boundary.vertices.iter().map(|&vertex| points[vertex as usize]).collect();
        let count = vertices.len();
        let edges = boundary.edges();
        let both_ways = edges.iter().flat_map(|edge| {
            let [a, b] = edge.vertices;
            [(a, b), (b, a)]
        });
        let neighbors = JaggedArray::from_pairs(count, both_ways);
        let at_scale: Vec<[f64; 3]> =
            vertices.iter().map(|vertex| vertex.to_f64().map(|x| x * scale)).collect();
        let mass = mass_properties::mass(boundary.dimension, &at_scale, boundary.faces.rows());
        let exact_normals: Vec<[f64; 3]> = boundary
            .faces
            .rows()
            .map(|face| {
                // Halved, so that differences do not overflow.
                let corner = |&vertex: &u32| vertices[vertex as usize].to_f64().map(|x| x * 0.5);
                match face {
                    [from, to] => mass_properties::side_normal(corner(from), corner(to)),
                    _ => mass_properties::face_normal(face.iter().map(corner)),
                }
            })
            .collect();
        let mut normals: Vec<V> = exact_normals.iter().map(|&normal| V::from_f64(normal)).collect();
        if boundary.dimension < V::DIMENSION
            && let [front, back] = &mut normals[..]
        {
            // A sum in another order might be rounded differently.
            *back = -*front;
        }
        let is_full = boundary.dimension == V::DIMENSION;
        let center = V::from_f64(mass.center.map(|x| x / scale));
        let planes = if is_full {
            let center_at_scale = center.to_f64().map(|x| x * scale);
            mass_properties::planes(&at_scale, center_at_scale, &exact_normals, boundary.faces.rows())
        } else {
            Vec::new()
        };
        let mut hull = Hull {
            dimension: boundary.dimension,
            blocks: Blocks::new(&vertices),
            vertex_faces: boundary.faces.inverted(count),
            vertices,
            faces: boundary.faces,
            normals,
            offsets: Vec::new(),
            side_lanes: Vec::new(),
            planes: Planes::new(V::DIMENSION, &planes, scale),
            edges: if V::IS_3D { edges } else { Vec::new() },
            neighbors,
            center,
            radius: V::Scalar::ZERO,
            fingerprint: 0,
            volume: if is_full { (0..V::DIMENSION).fold(mass.size, |size, _| size / scale) } else { 0.0 },
            bounds,
        };
        hull.radius = hull.radius_around_center(scale);
        hull.fingerprint = hull.fingerprint_of_vertices();
        hull.offsets = (0..hull.face_count()).map(|face| hull.offset_along_normal(face)).collect();
        if V::IS_2D {
            hull.side_lanes = hull.sides_in_lanes();
        }
        hull
    }

    fn sides_in_lanes(&self) -> Vec<V::Scalar> {
        let count = self.normals.len();
        let mut lanes = Vec::with_capacity(count.next_multiple_of(support_vertex::LANES) * 3);
        for first in (0..count).step_by(support_vertex::LANES) {
            let sides =
                || (first..first + support_vertex::LANES).map(|side| if side < count { side } else { 0 });
            lanes.extend(sides().map(|side| self.normals[side][0]));
            lanes.extend(sides().map(|side| self.normals[side][1]));
            lanes.extend(sides().map(|side| self.offsets[side]));
        }
        lanes
    }

    /// Rounded up, and infinite on overflow. Computed at a scale where squares neither overflow nor
    /// underflow.
    fn radius_around_center(&self, scale: f64) -> V::Scalar {
        let center = self.center.to_double() * scale;
        let square = |vertex: &V| {
            let away = vertex.to_double() * scale - center;
            away.dot(away)
        };
        let most = self.vertices.iter().map(square).fold(0.0, f64::max);
        rounded_up(most.sqrt() * (1.0 + 4.0 * f64::EPSILON) / scale)
    }

    /// Returns the same number for the same vertices; for others almost certainly a different one.
    fn fingerprint_of_vertices(&self) -> u64 {
        // Folded products, as in wyhash (Wang Yi, 2019).
        self.vertices.iter().flat_map(|vertex| vertex.to_f64()).fold(self.vertices.len() as u64, |sum, x| {
            let product =
                u128::from(sum ^ 0xa076_1d64_78bd_642f) * u128::from(x.to_bits() ^ 0xe703_7ed1_a0b4_28db);
            // The old sum is added, so that a factor of 0 does not erase it.
            ((product as u64) ^ (product >> 64) as u64).wrapping_add(sum.rotate_left(23))
        })
    }

    /// Rounding tilts a normal, so another vertex may be further along it than the vertices of the
    /// face.
    fn offset_along_normal(&self, face: u32) -> V::Scalar {
        let normal = self.normals[face as usize];
        if self.vertices.len() <= support_vertex::MAX_SCANNED {
            return normal.dot(self.vertices[self.blocks.furthest(normal) as usize]);
        }
        let furthest = self.support_from(normal, self.face(face)[0]);
        let corners = self.face(face).iter().chain([&furthest]);
        corners
            .map(|&vertex| normal.dot(self.vertices[vertex as usize]))
            .fold(-V::Scalar::INFINITY, Scalar::max)
    }

    /// Returns the dimension: 0 for a point, 1 for a segment, 2 for a polygon, 3 for a polyhedron.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Returns the vertices, bit for bit as in the input.
    #[inline]
    pub fn vertices(&self) -> &[V] {
        &self.vertices
    }

    /// Returns the number of faces; in 2D the faces are the sides.
    #[inline]
    pub fn face_count(&self) -> u32 {
        self.normals.len() as u32
    }

    /// Returns the vertices of a face, counter-clockwise seen from outside.
    ///
    /// In 2D these are the two vertices of a side, with the outside on the right.
    ///
    /// # Panics
    /// If `face` is out of range, as for a slice.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::shape::{Aabb, Hull};
    /// let points: Vec<DVec3> = Aabb::new(DVec3::ZERO, DVec3::splat(2.0))?.corners().collect();
    /// let cube = Hull::new(&points)?;
    /// let top =
    ///     (0..cube.face_count()).find(|&face| cube.normal(face).get() == DVec3::Z).ok_or("it has a top")?;
    /// let corners: Vec<DVec3> =
    ///     cube.face(top).iter().map(|&vertex| cube.vertices()[vertex as usize]).collect();
    /// let [a, b, c, d] = corners[..] else { panic!("a square") };
    /// assert!([a, b, c, d].iter().all(|corner| corner.z == 2.0));
    /// // Counter-clockwise, so that the normal points outwards.
    /// assert_eq!((b - a).cross(c - b), DVec3::Z * 4.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn face(&self, face: u32) -> &[u32] {
        self.faces.row(face as usize)
    }

    /// Returns the outward unit normal of a face.
    ///
    /// It is correct up to rounding even for slivers, unless the coordinates differ by more than a hundred
    /// orders of magnitude.
    ///
    /// # Panics
    /// If `face` is out of range, as for a slice.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::shape::Hull;
    /// let triangle = Hull::new(&[DVec2::ZERO, DVec2::X * 4.0, DVec2::Y * 3.0])?;
    /// // Side 1 leads from (4, 0) to (0, 3).
    /// assert_eq!(triangle.face(1), [1, 2]);
    /// assert!((triangle.normal(1).get() - DVec2::new(0.6, 0.8)).length() < 1e-12);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn normal(&self, face: u32) -> Unit<V> {
        Unit::of_unit(self.normals[face as usize])
    }

    /// Returns the extent of the hull along the normal of a face: the greatest inner product with a vertex,
    /// rounded.
    ///
    /// # Panics
    /// If `face` is out of range, as for a slice.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::shape::{Aabb, Hull};
    /// /// Returns whether a point is in a solid hull: it is if it is in front of no face.
    /// fn holds(hull: &Hull<Vec3>, point: Vec3) -> bool {
    ///     (0..hull.face_count()).all(|face| hull.normal(face).get().dot(point) <= hull.offset(face))
    /// }
    /// let points: Vec<Vec3> = Aabb::new(Vec3::ONE, Vec3::splat(3.0))?.corners().collect();
    /// let cube = Hull::new(&points)?;
    /// assert!(holds(&cube, Vec3::splat(3.0)) && !holds(&cube, Vec3::new(2.0, 0.5, 2.0)));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn offset(&self, face: u32) -> V::Scalar {
        self.offsets[face as usize]
    }

    /// In 2D: the vertices as eight x, eight y and so on, padded with the first vertex; at most 512 are here.
    #[inline(always)]
    pub(crate) fn vertex_lanes(&self) -> &[V::Scalar] {
        self.blocks.coordinates()
    }

    /// In 2D: the sides as eight x and eight y of normals, eight offsets and so on, padded with the first
    /// side.
    #[inline(always)]
    pub(crate) fn side_lanes(&self) -> &[V::Scalar] {
        &self.side_lanes
    }

    /// Returns the edges in 3D, each once, sorted by their vertices; empty in 2D, where the sides are the
    /// faces.
    #[inline]
    pub fn edges(&self) -> &[HullEdge] {
        &self.edges
    }

    /// Returns the vertices that share an edge with a vertex; in 2D, a side.
    ///
    /// # Panics
    /// If `vertex` is out of range, as for a slice.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::shape::Hull;
    /// let base = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map(|(x, y)| DVec3::new(x, y, 0.0));
    /// let pyramid = Hull::new(&[&base[..], &[DVec3::Z]].concat())?;
    /// // Vertices are in lexicographic order, so the apex is in the middle.
    /// assert_eq!(pyramid.vertices()[2], DVec3::Z);
    /// assert_eq!(pyramid.neighbors(2), [0, 1, 3, 4]);
    /// // From a corner of the base, edges lead along two sides, and up.
    /// assert_eq!(pyramid.neighbors(0), [1, 2, 3]);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn neighbors(&self, vertex: u32) -> &[u32] {
        self.neighbors.row(vertex as usize)
    }

    /// Returns the faces that contain a vertex, in ascending order.
    ///
    /// # Panics
    /// If `vertex` is out of range, as for a slice.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::shape::Hull;
    /// let base = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map(|(x, y)| DVec3::new(x, y, 0.0));
    /// let pyramid = Hull::new(&[&base[..], &[DVec3::Z]].concat())?;
    /// // At the apex, vertex 2, all faces slope; a corner of the base is also on the base.
    /// let sloping = |vertex| {
    ///     let faces = pyramid.vertex_faces(vertex).iter();
    ///     faces.filter(|&&face| pyramid.normal(face).get().z > 0.0).count()
    /// };
    /// assert_eq!((pyramid.vertex_faces(2).len(), sloping(2)), (4, 4));
    /// assert_eq!((pyramid.vertex_faces(0).len(), sloping(0)), (3, 2));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn vertex_faces(&self, vertex: u32) -> &[u32] {
        self.vertex_faces.row(vertex as usize)
    }

    /// Returns the number of a vertex that is furthest in a direction of any length.
    ///
    /// With up to 512 vertices it is the first whose rounded inner product with the direction is greatest.
    /// With more vertices it is one that is furthest exactly.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::shape::Hull;
    /// let triangle = Hull::new(&[Vec2::ZERO, Vec2::new(4.0, 1.0), Vec2::new(1.0, 3.0)])?;
    /// let top = triangle.support(Vec2::Y);
    /// assert_eq!(triangle.vertices()[top as usize], Vec2::new(1.0, 3.0));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[inline]
    pub fn support(&self, direction: V) -> u32 {
        if self.blocks.is_sample() {
            V::shape_hull_support(self, direction)
        } else {
            self.blocks.furthest(direction)
        }
    }

    pub(super) fn support_among_many(&self, direction: V) -> u32 {
        self.support_from(direction, self.blocks.furthest(direction))
    }

    /// Returns the number of a vertex that is furthest in a direction of any length, by walking along edges
    /// from a vertex. This is fast if the start is a good guess. Exact: no vertex is further, even by less
    /// than rounding shows.
    ///
    /// # Panics
    /// If `start` is out of range, as for a slice.
    #[inline]
    pub(crate) fn support_from(&self, direction: V, start: u32) -> u32 {
        support_vertex::climb(&self.vertices, |vertex| self.neighbors(vertex), direction, start)
    }

    /// Returns whether lines can be clipped against its faces. Flat hulls have no interior, and large ones
    /// have too many faces.
    #[inline(always)]
    pub(crate) fn is_clippable(&self) -> bool {
        !self.planes.is_empty()
    }

    /// Returns the part of a line behind all faces, in coordinates from the centre that are `scale`
    /// times the coordinates of the hull.
    #[inline(always)]
    pub(crate) fn clip(&self, start: V::Double, direction: V::Double, scale: f64) -> Clipped {
        self.planes.clip(start, direction, scale)
    }

    /// Returns the centroid, rounded.
    #[inline]
    pub fn center(&self) -> V {
        self.center
    }

    /// Returns the distance of the furthest vertex from the centre, rounded up: no vertex is further.
    #[inline(always)]
    pub fn radius(&self) -> V::Scalar {
        self.radius
    }

    /// Returns a number that distinguishes the vertices from the vertices of other hulls.
    #[inline(always)]
    pub(crate) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns the area in 2D or the volume in 3D; 0 if the hull is flat.
    #[inline]
    pub fn volume(&self) -> f64 {
        self.volume
    }
}

impl<V: Vector> Bounded for Hull<V> {
    /// Returns the smallest axis-aligned box around the vertices, exactly.
    #[inline]
    fn aabb(&self) -> Aabb<V> {
        self.bounds
    }
}

/// Converts the points to `f64`, scaled to about 1 by a power of two if they are huge or tiny: signs are
/// unchanged and cheaper to decide. Points that would lose digits are not scaled.
fn scaled<V: Vector>(points: &[V], largest: f64) -> Vec<[f64; 3]> {
    let scale = scale_for(largest);
    let is_handy = (1e-30..1e30).contains(&largest);
    let keeps_digits = |point: &V| point.to_f64().into_iter().all(|x| x * scale / scale == x);
    let scale = if is_handy || !points.iter().all(keeps_digits) { 1.0 } else { scale };
    points.iter().map(|point| point.to_f64().map(|x| x * scale)).collect()
}
