//! A placed model: its triangles in the world, and the solid that it bounds.

use super::fans::fan_pairs;
use super::interior_overlap::interiors_overlap;
use super::meetings::{Meetings, meetings};
use super::model::Model;
use super::shells::Shell;
use super::solid;
use crate::bound;
use crate::bvh::{MeetingTriangles, MeshPair, Pair};
use crate::math::{Affine, Scalar, Vector};
use crate::narrow::Relation;
use crate::shape::{Aabb, Ball, Obb, Triangle};

/// A share of the coordinates that exceeds the rounding of tests of a line against boxes.
const LINE_ROUNDING: f64 = 1e-14;

/// Returns the centre of a box and its half extents.
fn middle_and_half<V: Vector>(bounds: &Aabb<V>) -> ([f64; 3], [f64; 3]) {
    let (min, max) = (bounds.min().to_f64(), bounds.max().to_f64());
    let of = |sign: f64| std::array::from_fn(|i| max[i] * 0.5 + sign * min[i] * 0.5);
    (of(1.0), of(-1.0))
}

/// A model with a transform.
///
/// The surface consists of the transformed vertices, rounded as [`Affine::transform_point`] rounds them: for
/// these the tests are exact.
#[derive(Clone, Copy, Debug)]
pub struct Instance<'a, V: Vector> {
    /// The model.
    pub model: &'a Model<V>,
    /// The transform from the model to the world.
    pub transform: Affine<V>,
}

impl<'a, V: Vector> Instance<'a, V> {
    /// Creates an instance of a model under a [`Pose`](crate::math::Pose) or any other affine map, at no
    /// cost.
    pub fn new(model: &'a Model<V>, map: impl Into<Affine<V>>) -> Self {
        Instance { model, transform: map.into() }
    }

    /// Returns the bounding box in the world.
    ///
    /// Returns `None` if the mesh has no vertices, or if a vertex leaves the range of floats.
    pub fn aabb(&self) -> Option<Aabb<V>> {
        bound::mesh_aabb(self.model.mesh(), &self.transform)
    }

    /// Returns a ball around all transformed vertices; `None` if no finite one exists.
    pub(super) fn ball(&self) -> Option<Ball<V>> {
        let ball = bound::transform_ball(&self.model.ball()?, &self.transform)?;
        Ball::new(ball.center(), (ball.radius() + self.rounding()?).next_up()).ok()
    }

    /// Returns an oriented box around all transformed vertices; `None` if no finite one exists.
    pub(super) fn obb(&self) -> Option<Obb<V>> {
        let obb = bound::transform_obb(&self.model.obb()?, &self.transform);
        let rounding = self.rounding()?;
        let half_extents = V::from_fn(|axis| (obb.half_extents()[axis] + rounding).next_up());
        Obb::new(obb.center(), half_extents, obb.rotation()).ok()
    }

    /// Returns the maximum rounding error of a transformed vertex.
    ///
    /// On each axis [`Affine::transform_point`] adds a product for each axis, and the translation, rounding
    /// each: less than 8 roundings of the sum of their magnitudes. The bounding volumes contain the exact
    /// images.
    fn rounding(&self) -> Option<V::Scalar> {
        let ball = self.model.ball()?;
        let unit_roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        let mut sum: f64 = V::Scalar::MIN_POSITIVE.into();
        for axis in 0..V::DIMENSION {
            sum += 8.0 * unit_roundoff * self.transform.translation[axis].abs().into();
            for (j, column) in self.transform.columns.as_ref().iter().enumerate() {
                let reach = ball.center()[j].abs().into() + ball.radius().into();
                sum += 8.0 * unit_roundoff * column[axis].abs().into() * reach;
            }
        }
        let rounding = V::Scalar::from_f64(sum).next_up();
        rounding.is_finite().then_some(rounding)
    }

    /// Calls `visit` for every triangle that may reach into a region of the world, and some that do not.
    pub(super) fn near(&self, region: &Aabb<V>, visit: impl FnMut(u32)) {
        let tree = self.model.bvh();
        match self.carried_back(region) {
            Some(local) => {
                tree.query_aabb(&local, visit);
            }
            // A flattening transform has no inverse: the boxes are carried into the world instead.
            None => tree.descend(|local| bound::transform_aabb(local, &self.transform).meets(region), visit),
        }
    }

    /// Calls `visit` for every triangle that may meet a line between two points of the world, and some that
    /// do not.
    ///
    /// In the instance's own frame the line is between two boxes, and within a box as large as both together
    /// that moves from the centre of one to the centre of the other. Separating axes decide which boxes it
    /// meets there.
    /// Source: Ericson, "Real-Time Collision Detection", 2005, 5.3.3.
    pub(super) fn near_line(&self, ends: [V; 2], visit: impl FnMut(u32)) {
        let carried =
            |end: V| self.carried_back(&Aabb::between(end, end)).map(|local| middle_and_half(&local));
        let (Some((from, some)), Some((to, more))) = (carried(ends[0]), carried(ends[1])) else {
            return self.near(&Aabb::between(ends[0].min(ends[1]), ends[0].max(ends[1])), visit);
        };
        let middle: [f64; 3] = std::array::from_fn(|i| from[i] * 0.5 + to[i] * 0.5);
        let along: [f64; 3] = std::array::from_fn(|i| to[i] * 0.5 - from[i] * 0.5);
        let meets = |bounds: &Aabb<V>| {
            let (center, half) = middle_and_half(bounds);
            let apart: [f64; 3] = std::array::from_fn(|i| middle[i] - center[i]);
            // More than is rounded here.
            let half: [f64; 3] = std::array::from_fn(|i| {
                let reach = middle[i].abs() + center[i].abs() + along[i].abs() + half[i];
                half[i] + some[i] + more[i] + reach * LINE_ROUNDING
            });
            let is_beside = |i: usize| {
                let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                let reach = half[j] * along[k].abs() + half[k] * along[j].abs();
                apart[i].abs() > half[i] + along[i].abs()
                    || (apart[j] * along[k] - apart[k] * along[j]).abs() > reach
            };
            !(0..3).any(is_beside)
        };
        self.model.bvh().descend(meets, visit);
    }

    /// Returns a box in the instance's own frame that contains all points whose images are in the region.
    ///
    /// Returns `None` if the transform has no usable inverse. For a point p with image w = C·p + t and R ≈
    /// C⁻¹: p = R·(w − t) + (I − R·C)·p. The second term is bounded by the distance of R·C from I and the
    /// extent of the instance; rounding, of the image and here, by a multiple of u.
    fn carried_back(&self, region: &Aabb<V>) -> Option<Aabb<V>> {
        let inverse = self.transform.inverse()?;
        let bounds = self.model.bvh().aabb()?;
        let reach = bounds.min().abs().max(bounds.max().abs()).to_f64();
        let columns = |map: &Affine<V>| -> [[f64; 3]; 3] {
            std::array::from_fn(|i| map.columns.as_ref().get(i).map_or([0.0; 3], |column| column.to_f64()))
        };
        let (there, back) = (columns(&self.transform), columns(&inverse));
        let (low, high, shift) =
            (region.min().to_f64(), region.max().to_f64(), self.transform.translation.to_f64());
        let unit_roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();

        let mut local = [[0.0; 2]; 3];
        for i in 0..V::DIMENSION {
            let (mut middle, mut half, mut slack) = (0.0, 0.0, 0.0);
            for j in 0..V::DIMENSION {
                let product: f64 = (0..V::DIMENSION).map(|k| back[k][i] * there[j][k]).sum();
                let size: f64 = (0..V::DIMENSION).map(|k| (back[k][i] * there[j][k]).abs()).sum();
                let expected = if i == j { 1.0 } else { 0.0 };
                slack += ((product - expected).abs() + 8.0 * unit_roundoff * size) * reach[j];
                let far = low[j].abs() + high[j].abs() + shift[j].abs();
                slack += 8.0 * unit_roundoff * back[j][i].abs() * far;
                middle += back[j][i] * ((low[j] * 0.5 + high[j] * 0.5) - shift[j]);
                half += back[j][i].abs() * (high[j] * 0.5 - low[j] * 0.5);
            }
            slack += 8.0 * unit_roundoff * (f64::abs(middle) + half);
            local[i] = [middle - half - 2.0 * slack, middle + half + 2.0 * slack];
        }
        // Coordinates beyond the extent of the instance have no effect, and may be infinite.
        let cut =
            |side: usize| V::from_f64(std::array::from_fn(|i| local[i][side].clamp(-f64::MAX, f64::MAX)));
        Aabb::new(cut(0), cut(1)).ok()
    }

    /// Returns the surfaces of both instances as a [`MeshPair`], for queries on triangles.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::{Instance, Model};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let model = Model::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?);
    /// let at = |z| Instance::new(&model, Pose::from_translation(DVec3::Z * z));
    /// let closest_points = at(0.0).mesh_pair(&at(0.5)).closest_points().unwrap();
    /// assert_eq!(closest_points.distance, 0.5);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn mesh_pair<'b>(&'b self, other: &'b Self) -> MeshPair<'b, V> {
        MeshPair::new(self.model.mesh_bvh(), self.transform, other.model.mesh_bvh(), other.transform)
    }

    /// Returns the trees of this instance and of another one, for geometry within a margin; see
    /// [`Pair`].
    pub(crate) fn beside<'b>(&'b self, other: &'b Self, margin: f64) -> Option<Pair<'b, V>> {
        let tree = |body: &'b Self| body.model.mesh_bvh();
        Pair::new((tree(self), &self.transform), (tree(other), &other.transform), margin)
    }

    /// Returns the same, if the trees of both are built already.
    pub(super) fn beside_if_built<'b>(&'b self, other: &'b Self, margin: f64) -> Option<Pair<'b, V>> {
        let are_built = self.model.has_mesh_tree() && other.model.has_mesh_tree();
        if are_built { self.beside(other, margin) } else { None }
    }

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
    pub fn relation(&self, other: &Self) -> Relation {
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

    /// Returns whether its surface encloses another that nowhere meets it, or a connected part of it. One
    /// vertex decides for each connected part.
    pub(crate) fn encloses_part_of(&self, inner: &Instance<V>) -> bool {
        let positions = inner.model.mesh().positions();
        let mut shells = inner.model.shells().shells.iter();
        shells.any(|shell| {
            self.contains_point(inner.transform.transform_point(positions[shell.vertex as usize]))
        })
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

    /// Returns whether there are coplanar fans around one place, so that many triangles touch each other
    /// there. See [`Instance::relation_of`].
    pub(crate) fn shares_fans(&self, other: &Instance<V>) -> bool {
        !fan_pairs(self, other).is_empty()
    }

    /// Returns whether its surface encloses a point.
    ///
    /// The result is exact for points that are not on the surface. An open surface encloses nothing; nor does
    /// any surface in 2D.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::{Instance, Model};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let body = Instance::new(&model, Pose::from_translation(DVec3::X * 10.0));
    /// let bounds = body.aabb().map(|bounds| (bounds.min(), bounds.max()));
    /// assert_eq!(bounds, Some((DVec3::X * 10.0, DVec3::new(11.0, 1.0, 1.0))));
    /// assert!(body.contains_point(DVec3::new(10.125, 0.125, 0.125)));
    /// assert!(!body.contains_point(DVec3::splat(0.125)));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn contains_point(&self, point: V) -> bool {
        let is_closed = || self.model.shells().shells.iter().any(Shell::is_closed);
        if V::IS_2D || !is_closed() {
            return false;
        }
        self.around().is_some_and(|bounds| solid::holds((self, &bounds), point))
    }

    /// Returns a box around all transformed vertices, faster than the smallest one.
    pub(super) fn around(&self) -> Option<Aabb<V>> {
        let around = bound::transform_aabb(&self.model.aabb()?, &self.transform);
        // At the end of the range of floats it may not contain the images.
        let is_within = around.min().abs().max(around.max().abs()).max_element() < V::Scalar::MAX;
        if is_within { Some(around) } else { self.aabb() }
    }

    /// Returns one of its triangles in world coordinates.
    ///
    /// Returns `None` if no triangle has this number, or if the transform moves it out of the range of
    /// floats.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::assembly::{Instance, Model};
    /// use impinge::math::Affine;
    /// use impinge::shape::Mesh;
    /// let model = Model::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?);
    /// let body = Instance::new(&model, Affine { translation: DVec3::Z, ..Affine::identity() });
    /// assert_eq!(body.triangle(0).map(|triangle| triangle.points()[1]), Some(DVec3::X + DVec3::Z));
    /// assert_eq!(body.triangle(1), None);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn triangle(&self, index: u32) -> Option<Triangle<V>> {
        let is_there = (index as usize) < self.model.mesh().triangles().len();
        let triangle = is_there.then(|| self.placed_triangle(index))?;
        triangle.points().iter().all(|corner| corner.is_finite()).then_some(triangle)
    }

    /// Returns a triangle that exists, in world coordinates; its corners need not be finite.
    #[inline]
    pub(crate) fn placed_triangle(&self, index: u32) -> Triangle<V> {
        Triangle::of(
            self.model.mesh().triangle(index).points().map(|corner| self.transform.transform_point(corner)),
        )
    }
}
