//! Meshes as shapes: surfaces of triangles, solid where they are closed, unless they are hollow.

use std::sync::Arc;

use smallvec::SmallVec;

use super::mesh_outline::MeshOutline;
use super::placed::{LocalParts, Placed, placed_parts};
use super::search::{Boxes, Line};
use crate::cull::{Body, DepthBounds, Model};
use crate::math::{Pose, Scalar, Vector};
use crate::narrow::{Project, Relate, Relation};
use crate::shape::{Aabb, Mesh, Parts, Shaped, Triangle, View};
use crate::tree::visited::Visited;
use crate::tree::{MeshPair, MeshTree};

/// A mesh at a pose; its parts are its triangles.
///
/// In space it is a surface, and what its closed shells enclose belongs to it: a point deep inside is inside, and a ray
/// from there hits at once. Whether a point is enclosed is decided exactly, however the triangles are folded or turned; see
/// [`Body::encloses`]. What things are in, as in a level, is [hollow](Self::hollow): its surface and nothing else.
///
/// In the plane a mesh is the area of its triangles. Edges with triangles on both sides only divide it: rays, and the way from a point or a
/// ball out, go by the others. These are found where triangles share whole edges; where they overlap, or a corner of one lies within an
/// edge of another, edges within the area count as its boundary too. Rays tell in `part` which triangle has the edge that they hit.
#[doc(alias("TriMesh", "BVHModel"))]
#[derive(Debug)]
pub struct SurfaceMesh<V: Vector> {
    placed: Placed<V, Surface<V>>,
    /// In the plane, where it is an area.
    outline: Option<Placed<V, MeshOutline<V>>>,
}

#[derive(Debug)]
struct Surface<V: Vector> {
    model: Arc<Model<V>>,
    is_hollow: bool,
}

impl<V: Vector> SurfaceMesh<V> {
    /// A mesh as a shape; it may be shared.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Mesh};
    /// let corners = vec![Vec3::ZERO, Vec3::X * 9.0, Vec3::Y * 9.0, Vec3::Z * 9.0];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let tetrahedron = SurfaceMesh::new(mesh);
    /// let inside = Ball::new(Vec3::new(2.0, 2.0, 2.0), 0.5)?;
    /// assert_eq!(tetrahedron.relation(&inside), Relation::Overlapping);
    /// assert!(tetrahedron.project(inside.center()).is_inside);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(mesh: impl Into<Arc<Mesh<V>>>) -> Self {
        Self::of_model(Arc::new(Model::new(mesh)))
    }

    /// A model as a shape, with which it shares all that is derived from the mesh.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::cull::Model;
    /// use impinge::math::Pose;
    /// use impinge::prelude::*;
    /// use impinge::shape::Mesh;
    /// let corners = vec![Vec3::ZERO, Vec3::X * 9.0, Vec3::Y * 9.0, Vec3::Z * 9.0];
    /// let model = Arc::new(Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?));
    /// // Two rocks, and one tree for both.
    /// let [left, right] = [-5.0, 5.0].map(|x| {
    ///     SurfaceMesh::of_model(Arc::clone(&model)).at(Pose::from_translation(Vec3::X * x))
    /// });
    /// assert_eq!(left.distance(&right), 1.0);
    /// assert!(Arc::ptr_eq(left.model(), right.model()));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn of_model(model: Arc<Model<V>>) -> Self {
        let outline = (V::DIMENSION == 2).then(|| Placed::new(MeshOutline(Arc::clone(&model))));
        SurfaceMesh { placed: Placed::new(Surface { model, is_hollow: false }), outline }
    }

    /// Its surface alone, which encloses nothing: for levels, rooms and pipes, which are closed meshes and have everything else in
    /// them. Nothing is copied.
    ///
    /// All questions then get the answers of its triangles: who is inside and touches none of them is apart from it, as far as the
    /// nearest one; rays from there hit the wall ahead, whatever their [`RayMode`](crate::narrow::RayMode), and sweeps stop
    /// there. It stays so at every pose. In the plane, and for meshes that are open, it makes no difference.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::math::{Pose, Unit};
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Mesh, Ray};
    /// let corners = vec![Vec3::ZERO, Vec3::X * 9.0, Vec3::Y * 9.0, Vec3::Z * 9.0];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let cave = SurfaceMesh::new(mesh).hollow();
    /// let guest = Ball::new(Vec3::ONE, 0.25)?;
    /// assert_eq!((cave.relation(&guest), cave.distance(&guest)), (Relation::Separate, 0.75));
    /// let ahead = Ray::new(guest.center(), -Unit::axis(2))?;
    /// assert_eq!(cave.cast_ray(&ahead, &RayOptions::default()).map(|hit| hit.t), Some(1.0));
    /// let moved = cave.at(Pose::from_translation(Vec3::splat(-0.5)));
    /// assert!(moved.is_hollow() && moved.distance(&guest) == 1.25);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("TriMesh", "two_sided", "double_sided"))]
    #[must_use]
    pub fn hollow(&self) -> Self {
        let surface = Surface { model: Arc::clone(self.model()), is_hollow: true };
        SurfaceMesh { placed: Placed::new(surface).at(self.pose()), outline: self.outline.clone() }
    }

    /// Does it enclose nothing, even if it is closed?
    pub fn is_hollow(&self) -> bool {
        self.placed.parts.is_hollow
    }

    /// The model, without the pose.
    pub fn model(&self) -> &Arc<Model<V>> {
        &self.placed.parts.model
    }

    /// The mesh, without the pose.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let roof = Mesh::new(vec![Vec3::ZERO, Vec3::X * 4.0, Vec3::Y * 2.0], vec![[0, 1, 2]])?;
    /// let roof = SurfaceMesh::new(roof).at(Pose::from_translation(Vec3::Y * 3.0));
    /// // How high its corners reach in the world.
    /// let heights = roof.mesh().positions().iter().map(|&corner| roof.pose().apply(corner).y);
    /// assert_eq!(heights.fold(f32::MIN, f32::max), 5.0);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn mesh(&self) -> &Mesh<V> {
        self.placed.parts.model.mesh()
    }

    /// As [`Parts::visit_along`]; `observe` is told which parts of the tree are opened.
    pub(super) fn visit_along_observed(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        observe: &mut dyn FnMut(Visited<V>),
        visit: &mut dyn FnMut(u32, View<'_, V>) -> f64,
    ) {
        let tree = self.placed.parts.model.mesh_tree();
        self.placed.show_along(start, direction, last, visit, |line, show| {
            let slack = line.half.largest();
            tree.observed_candidates([line.from, line.heading], line.last.get(), slack, observe, show);
        });
    }
}

impl<V: Vector> SurfaceMesh<V> {
    /// How deep another mesh is in this one, the least translation that parts them, between two bounds; `None` if they do not overlap.
    ///
    /// The upper bound is that of [`MeshPair::way_out`], which moves the other mesh past everything in one direction. Solids are
    /// parted, not only their surfaces. The lower one is how far the points that pass each other last are within the other
    /// solid: whatever moves less leaves them in it. Of surfaces that enclose nothing it is 0. [`Body::depth`] takes its time to look for ways
    /// into holes and for a better bound from below, and knows the depth of convex meshes;
    /// [`penetration`](crate::narrow::Collide::penetration) is its way out. The answer for exchanged meshes is the mirrored one, unless both are the
    /// same at the same place.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1));
    /// let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    /// let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    /// let cube = SurfaceMesh::new(Mesh::new((0..8).map(corner).collect(), triangles)?);
    /// let other = cube.at(Pose::from_translation(DVec3::new(0.25, 0.5, 0.75)));
    /// let depth = cube.depth(&other).unwrap();
    /// assert!((depth.way_out.depth - 0.25).abs() < 1e-9 && depth.way_out.normal.get().z > 0.999);
    /// assert!(depth.lower_bound <= 0.25);
    /// assert!(cube.depth(&cube.at(Pose::from_translation(DVec3::X * 1.5))).is_none());
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn depth(&self, other: &Self) -> Option<DepthBounds<V>> {
        if self.relation(other) != Relation::Overlapping {
            return None;
        }
        let [a, b] = [self, other].map(|mesh| mesh.placed.parts.model.mesh_tree());
        let pair = MeshPair::new(a, self.pose(), b, other.pose());
        let way_out = pair.way_out()?;
        // What is rounded where meshes are placed, and where points on their triangles are found.
        let reach =
            |mesh: &Self| mesh.placed.parts.reach() + mesh.pose().translation.to_double().abs().largest();
        let roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        let slack = (64.0 * roundoff).max(4e-9) * (reach(self) + reach(other));
        // The point may be beside the mesh that it is a point of, which has one so much nearer to the other's surface.
        let within = |mesh: &Self, of: &Self, point: V| -> f64 {
            let [depth, beside] = [-mesh.project(point).distance, of.project(point).distance.abs()];
            let [depth, beside]: [f64; 2] = [depth.into(), beside.into()];
            depth - beside
        };
        let low = within(self, other, way_out.on_b).max(within(other, self, way_out.on_a));
        Some(DepthBounds::between(way_out, low, slack))
    }
}

impl<V: Vector> LocalParts<V> for Surface<V> {
    fn boxes(&self) -> &dyn Boxes<V> {
        self.model.bvh()
    }
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(View<'_, V>)) {
        let points = self.model.mesh().triangle(number).points();
        visit(View::Triangle(Triangle::of(points.map(|point| pose.place(point)))));
    }
    fn along(&self, line: &Line<V>, visit: &mut dyn FnMut(u32) -> f64) {
        let slack = line.half.largest();
        self.model.mesh_tree().candidates(line.from, line.heading, line.last.get(), slack, visit);
    }
    fn reach(&self) -> f64 {
        self.model.mesh_tree().largest()
    }
    fn mesh_tree(&self) -> Option<&MeshTree<V>> {
        Some(self.model.mesh_tree())
    }
    fn corners(&self, number: u32) -> SmallVec<[V; 3]> {
        self.model.mesh().triangle(number).points().into()
    }
    fn each_neighbour(&self, number: u32, picked: &[usize], visit: &mut dyn FnMut(V)) {
        self.model.each_neighbour(number, picked, visit);
    }
    fn body(&self, pose: &Pose<V>) -> Option<Body<'_, V>> {
        Some(Body::new(&self.model, *pose))
    }
    fn is_hollow(&self) -> bool {
        self.is_hollow
    }
    fn encloses(&self, pose: &Pose<V>, point: V) -> bool {
        !self.is_hollow && Body::new(&self.model, *pose).encloses(point)
    }
}

placed_parts!(SurfaceMesh, around it outline);
