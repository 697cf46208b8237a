//! A model at a place: where its triangles are, and what it is as a solid.

use super::fans::fan_pairs;
use super::interior_overlap::interiors_overlap;
use super::meetings::{Meetings, meetings};
use super::model::Model;
use super::shells::Shell;
use super::solid;
use crate::bound;
use crate::math::{Affine, Scalar, Vector};
use crate::narrow::{Relate, Relation};
use crate::shape::{Aabb, Ball, Obb, Triangle};
use crate::tree::{MeetingTriangles, MeshPair, Pair};

/// A share of the coordinates that is more than is rounded where a line is compared with boxes.
const LINE_ROUNDING: f64 = 1e-14;

/// The middle of a box, and how far it reaches from there.
fn middle_and_half<V: Vector>(bounds: &Aabb<V>) -> ([f64; 3], [f64; 3]) {
    let (min, max) = (bounds.min().to_f64(), bounds.max().to_f64());
    let of = |sign: f64| std::array::from_fn(|i| max[i] * 0.5 + sign * min[i] * 0.5);
    (of(1.0), of(-1.0))
}

/// A model at a place.
///
/// The surface is that of the corners' images, rounded as [`Affine::apply`] rounds them: for these the tests are exact.
#[derive(Clone, Copy, Debug)]
pub struct Body<'a, V: Vector> {
    /// What it is.
    pub model: &'a Model<V>,
    /// Where it is.
    pub map: Affine<V>,
}

impl<'a, V: Vector> Body<'a, V> {
    /// A model under a [`Pose`](crate::math::Pose), or any other map; costs nothing.
    pub fn new(model: &'a Model<V>, map: impl Into<Affine<V>>) -> Self {
        Body { model, map: map.into() }
    }

    /// The box around it; none around a mesh without corners, or one whose corners are thrown beyond all floats.
    pub fn bounds(&self) -> Option<Aabb<V>> {
        bound::aabb_of_mesh(self.model.mesh(), &self.map)
    }

    /// A ball around all images of its corners; `None` if there is none that is finite.
    pub(super) fn ball(&self) -> Option<Ball<V>> {
        let ball = bound::ball_of_transformed(&self.model.ball()?, &self.map)?;
        Ball::new(ball.center(), (ball.radius() + self.rounding()?).next_up()).ok()
    }

    /// An oriented box around all images of its corners; `None` if there is none that is finite.
    pub(super) fn obb(&self) -> Option<Obb<V>> {
        let obb = bound::obb_of_transformed(&self.model.obb()?, &self.map);
        let rounding = self.rounding()?;
        let half_extents = V::from_fn(|axis| (obb.half_extents()[axis] + rounding).next_up());
        Obb::new(obb.center(), half_extents, obb.rotation()).ok()
    }

    /// How far the image of a corner can be from where real arithmetic would put it.
    ///
    /// On each axis [`Affine::apply`] adds up a product for each axis, and the translation, rounding each: less than 8
    /// roundings of the sum of their magnitudes. The bounding volumes hold the true images.
    fn rounding(&self) -> Option<V::Scalar> {
        let ball = self.model.ball()?;
        let unit_roundoff: f64 = V::Scalar::UNIT_ROUNDOFF.into();
        let mut sum: f64 = V::Scalar::SMALLEST_NORMAL.into();
        for axis in 0..V::DIMENSION {
            sum += 8.0 * unit_roundoff * self.map.translation[axis].abs().into();
            for (j, column) in self.map.columns.as_ref().iter().enumerate() {
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
                tree.query(&local, visit);
            }
            // No way back from a flattened body: its boxes are carried into the world instead.
            None => {
                tree.descend(|local| bound::aabb_of_transformed(local, &self.map).intersects(region), visit)
            }
        }
    }

    /// Calls `visit` for every triangle that may meet a line between two points of the world, and some that do not.
    ///
    /// In the body's own frame the line is between two boxes, and within a box as large as both together that goes from the middle of one to
    /// that of the other. Which boxes it meets there is told by separating axes. Source: Ericson, "Real-Time Collision Detection", 2005, 5.3.3.
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

    /// A box of the body's own frame that holds all points of it whose images are in the region; `None` if the map has no
    /// inverse worth the name.
    ///
    /// For a point p with image w = C·p + t and R ≈ C⁻¹: p = R·(w − t) + (I − R·C)·p. The second term is bounded by how
    /// far R·C is from I and how far the body reaches; rounding, of the image and here, by a multiple of u.
    fn carried_back(&self, region: &Aabb<V>) -> Option<Aabb<V>> {
        let inverse = self.map.inverse()?;
        let bounds = self.model.bvh().bounds()?;
        let reach = bounds.min().abs().max(bounds.max().abs()).to_f64();
        let columns = |map: &Affine<V>| -> [[f64; 3]; 3] {
            std::array::from_fn(|i| map.columns.as_ref().get(i).map_or([0.0; 3], |column| column.to_f64()))
        };
        let (there, back) = (columns(&self.map), columns(&inverse));
        let (low, high, shift) =
            (region.min().to_f64(), region.max().to_f64(), self.map.translation.to_f64());
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
        // What is beyond the reach of the body does not matter, and may be infinite.
        let cut =
            |side: usize| V::from_f64(std::array::from_fn(|i| local[i][side].clamp(-f64::MAX, f64::MAX)));
        Aabb::new(cut(0), cut(1)).ok()
    }

    /// The surfaces of it and another beside each other, for all that is asked of these alone, triangle by triangle.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::cull::{Body, Model};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let model = Model::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?);
    /// let at = |z| Body::new(&model, Pose::from_translation(DVec3::Z * z));
    /// let nearest = at(0.0).surfaces(&at(0.5)).nearest().unwrap();
    /// assert_eq!(nearest.distance, 0.5);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn surfaces<'b>(&'b self, other: &'b Self) -> MeshPair<'b, V> {
        MeshPair::new(self.model.mesh_tree(), self.map, other.model.mesh_tree(), other.map)
    }

    /// Its tree beside that of another, for what comes within a margin; see [`Pair`].
    pub(crate) fn beside<'b>(&'b self, other: &'b Self, margin: f64) -> Option<Pair<'b, V>> {
        let tree = |body: &'b Self| body.model.mesh_tree();
        Pair::new((tree(self), &self.map), (tree(other), &other.map), margin)
    }

    /// The same, if the trees of both stand already.
    pub(super) fn beside_if_built<'b>(&'b self, other: &'b Self, margin: f64) -> Option<Pair<'b, V>> {
        let are_built = self.model.has_mesh_tree() && other.model.has_mesh_tree();
        if are_built { self.beside(other, margin) } else { None }
    }

    /// Does it overlap another, as [`collisions`](super::collisions) tells: do they share volume, or do their surfaces pierce each other, or
    /// does one lie inside the other? Or do they touch?
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::cull::{Body, Model};
    /// use impinge::math::{Affine, Pose};
    /// use impinge::narrow::Relation;
    /// use impinge::shape::Mesh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let at = |x| Body::new(&model, Pose::from_translation(DVec3::X * x));
    /// assert_eq!(at(0.0).relation(&at(0.5)), Relation::Overlapping);
    /// assert_eq!(at(0.0).relation(&at(1.0)), Relation::Touching);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn relation(&self, other: &Self) -> Relation {
        self.relation_of(other, [true; 2])
    }

    /// The same of bodies of which some are not taken as solids, but as their surfaces.
    pub(crate) fn relation_of(&self, other: &Self, are_solids: [bool; 2]) -> Relation {
        let (Some(bounds), Some(of_other)) = (self.around(), other.around()) else {
            return Relation::Separate;
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
            (false, true) => Relation::Separate,
            (false, false) => Relation::Touching,
        }
    }

    /// Does its surface enclose another that nowhere meets it, or a connected part of it? One corner tells for all that is
    /// connected.
    pub(crate) fn encloses_part_of(&self, inner: &Body<V>) -> bool {
        let positions = inner.model.mesh().positions();
        let mut shells = inner.model.shells().shells.iter();
        shells.any(|shell| self.encloses(inner.map.apply(positions[shell.vertex as usize])))
    }

    /// Has it something within in common with another, of which these triangles touch its own and none
    /// pierces one? What is not taken as a solid is hollow.
    pub(crate) fn shares_inside(
        &self,
        other: &Body<V>,
        are_solids: [bool; 2],
        touching: Vec<MeetingTriangles>,
    ) -> bool {
        let (Some(bounds), Some(of_other)) = (self.bounds(), other.bounds()) else { return false };
        let touching = Meetings { pairs: touching, fans: Vec::new() };
        interiors_overlap([(self, &bounds), (other, &of_other)], are_solids, &touching)
    }

    /// Are there fans in one plane around one place, so that many triangles touch each other there? See
    /// [`Body::relation_of`].
    pub(crate) fn shares_fans(&self, other: &Body<V>) -> bool {
        !fan_pairs(self, other).is_empty()
    }

    /// Does its surface enclose the point? Exact for points that are not on the surface; nothing is enclosed by an open
    /// surface, or in the plane.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::cull::{Body, Model};
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let model = Model::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let body = Body::new(&model, Pose::from_translation(DVec3::X * 10.0));
    /// assert_eq!(body.bounds().map(|bounds| (bounds.min(), bounds.max())), Some((DVec3::X * 10.0, DVec3::new(11.0, 1.0, 1.0))));
    /// assert!(body.encloses(DVec3::new(10.125, 0.125, 0.125)));
    /// assert!(!body.encloses(DVec3::splat(0.125)));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[doc(alias = "point_in_mesh")]
    pub fn encloses(&self, point: V) -> bool {
        let is_closed = || self.model.shells().shells.iter().any(Shell::is_closed);
        if V::DIMENSION == 2 || !is_closed() {
            return false;
        }
        self.around().is_some_and(|bounds| solid::holds((self, &bounds), point))
    }

    /// A box around all images of its corners, sooner known than the smallest.
    pub(super) fn around(&self) -> Option<Aabb<V>> {
        let around = bound::aabb_of_transformed(&self.model.bounds()?, &self.map);
        // Where floats end, it may not hold the images.
        let is_within = around.min().abs().max(around.max().abs()).largest() < V::Scalar::MAX;
        if is_within { Some(around) } else { self.bounds() }
    }

    /// One of its triangles, in the world; `None` if there is none of this number, or if the map throws it out of the floats.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::cull::{Body, Model};
    /// use impinge::math::Affine;
    /// use impinge::shape::Mesh;
    /// let model = Model::new(Mesh::new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]])?);
    /// let body = Body::new(&model, Affine { translation: DVec3::Z, ..Affine::identity() });
    /// assert_eq!(body.triangle(0).map(|triangle| triangle.points()[1]), Some(DVec3::X + DVec3::Z));
    /// assert_eq!(body.triangle(1), None);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    pub fn triangle(&self, index: u32) -> Option<Triangle<V>> {
        let is_there = (index as usize) < self.model.mesh().triangles().len();
        let triangle = is_there.then(|| self.placed_triangle(index))?;
        triangle.points().iter().all(|corner| corner.is_finite()).then_some(triangle)
    }

    /// One of its triangles, of which the caller knows that it is there; its corners need not be finite.
    #[inline]
    pub(crate) fn placed_triangle(&self, index: u32) -> Triangle<V> {
        Triangle::of(self.model.mesh().triangle(index).points().map(|corner| self.map.apply(corner)))
    }
}
