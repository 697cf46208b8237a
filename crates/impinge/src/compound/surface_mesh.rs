//! Meshes as shapes: surfaces of triangles, solid where they are closed, unless they are hollow.

use std::sync::Arc;

use smallvec::SmallVec;

use super::mesh_outline::MeshOutline;
use super::part_search::{LineQuery, PartTree};
use super::placed_parts::{LocalParts, PlacedParts, composite_shape};
use crate::assembly::{DepthBounds, Instance, Model};
use crate::bvh::trace::TraversalStep;
use crate::bvh::{MeshBvh, MeshPair};
use crate::math::{Pose, Scalar, Vector};
use crate::narrow::{Collide, Query, Relation};
use crate::shape::{Aabb, CompositeShape, Mesh, Shape, ShapeRef, ShowSweptPart, Swept, Triangle};

/// A mesh at a pose; its parts are its triangles.
///
/// In 3D the shape is the surface and the interior of its closed shells: a point deep inside is inside, and a
/// ray that starts there hits at once. The test for inside is exact, for any folding or orientation of the
/// triangles; see [`Instance::contains_point`]. For levels and rooms, which contain other shapes, use a
/// [hollow](Self::to_hollow) mesh: the surface without its interior.
///
/// In 2D the shape is the area of its triangles. Edges with triangles on both sides only divide it: ray hits,
/// and projections of points or penetrations of balls from inside, use the other edges. The division is
/// detected where triangles share whole edges. Where triangles overlap, or a corner lies within an edge of
/// another triangle, edges within the area count as boundary too. Ray hits report in `part` the triangle of
/// the edge that they hit.
#[derive(Debug)]
pub struct SurfaceMesh<V: Vector> {
    inner: PlacedMesh<V>,
}

/// The triangles at a pose, with the boundary at the same pose.
#[derive(Debug)]
struct PlacedMesh<V: Vector> {
    placed: PlacedParts<V, MeshParts<V>>,
    /// The boundary in 2D, where the mesh is an area.
    outline: Option<PlacedParts<V, MeshOutline<V>>>,
}

#[derive(Debug)]
struct MeshParts<V: Vector> {
    model: Arc<Model<V>>,
    is_hollow: bool,
}

impl<V: Vector> SurfaceMesh<V> {
    /// Creates a shape from a mesh, which may be shared.
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
    /// assert!(tetrahedron.project_point(inside.center()).is_inside);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn new(mesh: impl Into<Arc<Mesh<V>>>) -> Self {
        V::compound_new_mesh(mesh.into())
    }

    /// Creates a shape from a model, and shares all data derived from its mesh.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::assembly::Model;
    /// use impinge::math::Pose;
    /// use impinge::prelude::*;
    /// use impinge::shape::Mesh;
    /// let corners = vec![Vec3::ZERO, Vec3::X * 9.0, Vec3::Y * 9.0, Vec3::Z * 9.0];
    /// let model = Arc::new(Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?));
    /// // Two rocks share one tree.
    /// let [left, right] = [-5.0, 5.0].map(|x| {
    ///     SurfaceMesh::from_model(Arc::clone(&model)).at(&Pose::from_translation(Vec3::X * x))
    /// });
    /// assert_eq!(left.distance(&right), 1.0);
    /// assert!(Arc::ptr_eq(left.model(), right.model()));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn from_model(model: Arc<Model<V>>) -> Self {
        V::compound_mesh_from_model(model)
    }

    pub(super) fn new_inner(mesh: Arc<Mesh<V>>) -> Self {
        Self::from_model(Arc::new(Model::new(mesh)))
    }

    pub(super) fn from_model_inner(model: Arc<Model<V>>) -> Self {
        let outline = V::IS_2D.then(|| PlacedParts::new(MeshOutline(Arc::clone(&model))));
        let placed = PlacedParts::new(MeshParts { model, is_hollow: false });
        SurfaceMesh { inner: PlacedMesh { placed, outline } }
    }

    /// Returns the surface alone, without its interior: for levels, rooms and pipes, whose closed meshes
    /// contain everything else. Nothing is copied.
    ///
    /// All queries then use the triangles alone. A shape inside that touches no triangle is disjoint, and its
    /// distance is the distance to the nearest triangle. A ray from inside hits the wall ahead in every
    /// [`RayMode`](crate::narrow::RayMode), and sweeps stop there. The mesh stays hollow at every pose. In
    /// 2D, and for open meshes, it makes no difference.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::math::{Pose, Unit};
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Mesh, Ray};
    /// let corners = vec![Vec3::ZERO, Vec3::X * 9.0, Vec3::Y * 9.0, Vec3::Z * 9.0];
    /// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
    /// let cave = SurfaceMesh::new(mesh).to_hollow();
    /// let guest = Ball::new(Vec3::ONE, 0.25)?;
    /// assert_eq!((cave.relation(&guest), cave.distance(&guest)), (Relation::Disjoint, 0.75));
    /// let ahead = Ray::new(guest.center(), -Unit::axis(2))?;
    /// assert_eq!(cave.cast_ray(&ahead, &RayOptions::default()).map(|hit| hit.t), Some(1.0));
    /// let moved = cave.at(&Pose::from_translation(Vec3::splat(-0.5)));
    /// assert!(moved.is_hollow() && moved.distance(&guest) == 1.25);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn to_hollow(&self) -> Self {
        V::compound_mesh_to_hollow(self)
    }

    pub(super) fn to_hollow_inner(&self) -> Self {
        let surface = MeshParts { model: Arc::clone(self.model()), is_hollow: true };
        let placed = PlacedParts::new(surface).at(&self.pose());
        SurfaceMesh { inner: PlacedMesh { placed, outline: self.inner.outline.clone() } }
    }

    /// Returns whether the mesh is hollow: it encloses nothing, even if it is closed.
    pub fn is_hollow(&self) -> bool {
        self.inner.placed.parts.is_hollow
    }

    /// Returns the model, without the pose.
    pub fn model(&self) -> &Arc<Model<V>> {
        &self.inner.placed.parts.model
    }

    /// Returns the mesh, without the pose.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let roof = Mesh::new(vec![Vec3::ZERO, Vec3::X * 4.0, Vec3::Y * 2.0], vec![[0, 1, 2]])?;
    /// let roof = SurfaceMesh::new(roof).at(&Pose::from_translation(Vec3::Y * 3.0));
    /// // Heights of the corners in the world.
    /// let heights = roof.mesh().positions().iter().map(|&corner| roof.pose().transform_point(corner).y);
    /// assert_eq!(heights.fold(f32::MIN, f32::max), 5.0);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn mesh(&self) -> &Mesh<V> {
        self.inner.placed.parts.model.mesh()
    }

    /// Returns the shape placed by a pose. A shape that has a pose gets the product: `s.at(&p).at(&q)` is
    /// placed by `q * p`. The parts are shared, not copied.
    #[must_use]
    pub fn at(&self, pose: &Pose<V>) -> Self {
        let outline = self.inner.outline.as_ref().map(|outline| outline.at(pose));
        SurfaceMesh { inner: PlacedMesh { placed: self.inner.placed.at(pose), outline } }
    }

    /// Returns the pose.
    pub fn pose(&self) -> Pose<V> {
        self.inner.placed.pose
    }

    /// The parts, for the back end. Never inlined: otherwise its table of methods would be compiled in other
    /// crates.
    #[inline(never)]
    pub(super) fn parts(&self) -> &dyn CompositeShape<V> {
        &self.inner
    }

    /// As [`CompositeShape::visit_along`]; `observe` receives the opened parts of the tree.
    pub(super) fn visit_along_observed(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        observe: &mut dyn FnMut(TraversalStep<V>),
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) {
        let tree = self.inner.placed.parts.model.mesh_bvh();
        self.inner.placed.show_along(start, direction, last, visit, |line, show| {
            let slack = line.half.max_element();
            tree.trace_candidates([line.from, line.heading], line.last.get(), slack, observe, show);
        });
    }
}

impl<V: Vector> SurfaceMesh<V> {
    /// Computes bounds of the penetration depth with another mesh, or `None` if they do not overlap. The
    /// depth is the length of the minimum translation that separates them.
    ///
    /// - The upper bound comes from [`MeshPair::penetration`], which moves the other mesh past
    ///   everything in one direction. It separates solids, not only their surfaces.
    /// - The lower bound is how far the points that pass each other last are within the other solid: a
    ///   shorter translation leaves them in it. For surfaces that enclose nothing it is 0.
    ///
    /// [`Instance::depth`] takes more time: it also searches for translations into holes and for a better
    /// lower bound, and computes the depth of convex meshes.
    /// [`penetration`](crate::narrow::Collide::penetration) returns its translation. Swapping the meshes
    /// flips the result, unless both are the same at the same pose.
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
    /// let other = cube.at(&Pose::from_translation(DVec3::new(0.25, 0.5, 0.75)));
    /// let depth = cube.depth(&other).unwrap();
    /// assert!((depth.min_translation.depth - 0.25).abs() < 1e-9 && depth.min_translation.normal.get().z > 0.999);
    /// assert!(depth.lower_bound <= 0.25);
    /// assert!(cube.depth(&cube.at(&Pose::from_translation(DVec3::X * 1.5))).is_none());
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn depth(&self, other: &Self) -> Option<DepthBounds<V>> {
        V::compound_mesh_depth(self, other)
    }

    pub(super) fn depth_inner(&self, other: &Self) -> Option<DepthBounds<V>> {
        if self.relation(other) != Relation::Overlapping {
            return None;
        }
        let [a, b] = [self, other].map(|mesh| mesh.inner.placed.parts.model.mesh_bvh());
        let pair = MeshPair::new(a, self.pose(), b, other.pose());
        let way_out = pair.penetration()?;
        // Rounding where meshes are placed, and where points on their triangles are computed.
        let reach = |mesh: &Self| {
            mesh.inner.placed.parts.reach() + mesh.pose().translation.to_double().abs().max_element()
        };
        let roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        let slack = (64.0 * roundoff).max(4e-9) * (reach(self) + reach(other));
        // The point may be beside its own mesh, which then has a point closer to the other surface by this
        // distance.
        let within = |mesh: &Self, of: &Self, point: V| -> f64 {
            let [depth, beside] =
                [-mesh.project_point(point).distance, of.project_point(point).distance.abs()];
            let [depth, beside]: [f64; 2] = [depth.into(), beside.into()];
            depth - beside
        };
        let low = within(self, other, way_out.point_b).max(within(other, self, way_out.point_a));
        Some(DepthBounds::between(way_out, low, slack))
    }
}

impl<V: Vector> LocalParts<V> for MeshParts<V> {
    fn boxes(&self) -> &dyn PartTree<V> {
        self.model.bvh()
    }
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(ShapeRef<'_, V>)) {
        // Written out: `map` of an array is not always inlined.
        let [a, b, c] = self.model.mesh().triangle(number).points();
        visit(ShapeRef::Triangle(Triangle::of([pose.place(a), pose.place(b), pose.place(c)])));
    }
    fn along(&self, line: &LineQuery<V>, visit: &mut dyn FnMut(u32) -> f64) {
        let slack = line.half.max_element();
        self.model.mesh_bvh().candidates(line.from, line.heading, line.last.get(), slack, visit);
    }
    fn reach(&self) -> f64 {
        self.model.mesh_bvh().max_element()
    }
    fn mesh_bvh(&self) -> Option<&MeshBvh<V>> {
        Some(self.model.mesh_bvh())
    }
    fn corners(&self, number: u32) -> SmallVec<[V; 3]> {
        self.model.mesh().triangle(number).points().into()
    }
    fn each_neighbour(&self, number: u32, picked: &[usize], visit: &mut dyn FnMut(V)) {
        self.model.each_neighbour(number, picked, visit);
    }
    fn body(&self, pose: &Pose<V>) -> Option<Instance<'_, V>> {
        Some(Instance::new(&self.model, *pose))
    }
    fn is_hollow(&self) -> bool {
        self.is_hollow
    }
    fn contains_point(&self, pose: &Pose<V>, point: V) -> bool {
        !self.is_hollow && Instance::new(&self.model, *pose).contains_point(point)
    }
}

impl<V: Vector> Clone for SurfaceMesh<V> {
    fn clone(&self) -> Self {
        SurfaceMesh {
            inner: PlacedMesh { placed: self.inner.placed.clone(), outline: self.inner.outline.clone() },
        }
    }
}

composite_shape!(SurfaceMesh, compound_parts_of_mesh);

impl<V: Vector> CompositeShape<V> for PlacedMesh<V> {
    fn aabb(&self) -> Option<Aabb<V>> {
        self.placed.aabb()
    }
    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>) {
        self.placed.visit(region, visit);
    }
    fn visit_along(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) {
        self.placed.visit_along(start, direction, last, visit);
    }
    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSweptPart<'_, V>) {
        self.placed.visit_swept(swept, visit);
    }
    fn visit_near(
        &self,
        point: V::Double,
        limit: f64,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) -> bool {
        self.placed.visit_near(point, limit, visit)
    }
    fn reaches_furthest(&self, number: u32, direction: V::Double) -> bool {
        self.placed.reaches_furthest(number, direction)
    }
    fn body(&self) -> Option<Instance<'_, V>> {
        self.placed.body()
    }
    fn is_hollow(&self) -> bool {
        self.placed.is_hollow()
    }
    fn boundary(&self) -> Option<&dyn CompositeShape<V>> {
        self.outline.as_ref().map(|outline| outline as &dyn CompositeShape<V>)
    }
    fn contains_point(&self, point: V) -> bool {
        match &self.outline {
            Some(outline) => self.placed.covers(outline, point),
            None => self.placed.contains_point(point),
        }
    }
}
