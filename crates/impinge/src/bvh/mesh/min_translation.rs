//! Penetration of two meshes: a short translation that certainly separates them.
//!
//! The distance to move in one direction until nothing is in the way is known exactly (see
//! [`super::directional_penetration`]). So only a good direction has to be found. The first candidates are
//! the axes of the world and of both meshes, and the line between the centres. From the best of them the
//! search descends: where the meshes pass each other last, two triangles touch, and their normal gives the
//! shortest translation past them. If another pair blocks it, and at the end, small rotations in all
//! directions are tried.
//!
//! The minimum translation is hard to find: the Minkowski difference of two meshes of n triangles may have n²
//! faces. So the result is an upper bound. For random convex pairs it is up to 1.16 times their depth;
//! for hilly ones mostly within 0.1 % of the best of thousands of directions. For two meshes about one
//! centre, which are equally deep in every direction, it is within 1.5 %. Compare: Kim, Otaduy, Lin &
//! Manocha, "Fast penetration depth computation for physically-based animation", SCA 2002, which also
//! descends from a first guess; Zhang, Kim, Manocha, 2007.

use smallvec::SmallVec;

use super::directional_penetration::DirectionalDepth;
use super::dual_traversal::DualTraversal;
use super::exit_distance::{SAME_NORMAL, perpendicular_directions};
use super::mesh_pair::MeshPair;
use super::view_frame::ViewFrame;
use crate::math::{Scalar, Unit, Vector};

/// The first and the last rotation that is tried, in radians.
const ROTATION_RANGE: [f64; 2] = [0.25, 1e-3];
/// Maximum number of steps across faces; each is shorter than the one before.
const MAX_STEPS: usize = 32;
/// Maximum number of rounds of rotations.
const MAX_ROTATIONS: usize = 256;
/// Minimum fraction by which a step must be shorter.
const MIN_IMPROVEMENT: f64 = 1e-9;

/// A short translation that separates two meshes: never less than the minimum translation, and mostly little
/// more.
///
/// Points and normals are in world coordinates, as the [conventions](crate#conventions) define.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MinTranslation<V: Vector> {
    /// Direction in which to translate the second mesh.
    pub normal: Unit<V>,
    /// Length of the translation. No shorter one separates them in this direction for good, up to rounding.
    pub depth: V::Scalar,
    /// The point of the first mesh that is passed last.
    pub point_a: V,
    /// The point of the second mesh that then touches it.
    pub point_b: V,
}

impl<V: Vector> MinTranslation<V> {
    /// Returns the translation for the same meshes in the other order.
    pub(crate) fn flip(self) -> Self {
        let MinTranslation { normal, depth, point_a, point_b } = self;
        MinTranslation { normal: -normal, depth, point_a: point_b, point_b: point_a }
    }
}

/// A tested direction.
#[derive(Clone, Copy)]
struct CandidateDirection<D> {
    direction: D,
    /// The distance to move.
    along: f64,
    points: [D; 2],
    /// The normal of the triangles that are passed last; zero if unknown.
    facing: D,
}

impl<V: Vector> MeshPair<'_, V> {
    /// Computes how far the second mesh must move in a direction until all of it has passed the first mesh.
    ///
    /// "Passed" means that nothing of the second mesh is in line with anything of the first that is still
    /// ahead of it. Returns `None` if nothing is in its way, and a negative value if it has passed everything
    /// already.
    ///
    /// The volume inside closed surfaces is separated too: beyond the last of the surface is outside. The
    /// movement continues past everything, even if it would be free in a hole before. The result is exact up
    /// to roundings of `f64`. Where transforms flatten or leave the range of floats, it is the distance past
    /// the boxes around both.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::{Pose, Unit};
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::{MeshPair, MeshBvh};
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let tree = MeshBvh::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let pair = MeshPair::new(&tree, Pose::identity(), &tree, Pose::from_translation(DVec3::Z * 0.25));
    /// let up = pair.penetration_along(Unit::axis(2)).unwrap();
    /// assert!((up - 0.75).abs() < 1e-12);
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn penetration_along(&self, direction: Unit<V>) -> Option<V::Scalar> {
        V::bvh_penetration_along(self, direction)
    }

    pub(in crate::bvh) fn penetration_along_inner(&self, direction: Unit<V>) -> Option<V::Scalar> {
        let direction = normalize(direction.get().to_double())?;
        let tried = self.try_direction(&self.descent(), direction, f64::NEG_INFINITY, f64::INFINITY)?;
        Some(V::Scalar::from_f64(tried.along))
    }

    /// Computes a short translation of the second mesh that separates it from the first, including the volume
    /// inside solids.
    ///
    /// Returns `None` if they are already separated in some direction that was tried, or if a mesh is empty.
    ///
    /// **The result is an upper bound** of the minimum translation, but it certainly separates the meshes:
    /// moved by `depth` along `normal`, no two triangles meet. The translation goes in one direction past
    /// everything; it does not find a way out of a tunnel.
    /// [`SurfaceMesh::depth`](crate::compound::SurfaceMesh::depth) also returns a lower bound. The result for
    /// exchanged meshes is the mirrored one, to the bit, unless both are the same at the same place.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::math::Pose;
    /// use impinge::shape::Mesh;
    /// use impinge::bvh::{MeshPair, MeshBvh};
    /// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    /// let tree = MeshBvh::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let at = DVec3::new(0.25, 0.25, -0.875);
    /// let out = MeshPair::new(&tree, Pose::identity(), &tree, Pose::from_translation(at)).penetration().unwrap();
    /// assert!((out.depth - 0.125).abs() < 1e-9 && (out.normal.get() + DVec3::Z).length() < 1e-9);
    /// let moved = Pose::from_translation(at + out.normal.get() * out.depth);
    /// assert!(!MeshPair::new(&tree, Pose::identity(), &tree, moved).is_within(0.0));
    /// # Ok::<(), impinge::shape::MeshError>(())
    /// ```
    #[inline]
    pub fn penetration(&self) -> Option<MinTranslation<V>> {
        V::bvh_penetration(self)
    }

    pub(in crate::bvh) fn penetration_inner(&self) -> Option<MinTranslation<V>> {
        let [a, b] = [0, 1].map(|side| self.placed_extents(side).map(V::Double::to_f64));
        let by_boxes = a.partial_cmp(&b).filter(|order| order.is_ne());
        if by_boxes.unwrap_or_else(|| self.order_by_corners()).is_gt() {
            let ([a, b], [a_at, b_at]) = (self.trees, self.maps);
            return MeshPair::new(b, b_at, a, a_at).penetration_in_order(&[0, 1]).map(MinTranslation::flip);
        }
        self.penetration_in_order(&[0, 1])
    }

    /// Computes the same, in the order of the two. The result is free whichever of `moving` moves (0 the
    /// first, backwards, 1 the second): each position is rounded by its own coordinates.
    pub(crate) fn penetration_in_order(&self, moving: &[usize]) -> Option<MinTranslation<V>> {
        let boxes = self.descent();
        let mut best: Option<CandidateDirection<V::Double>> = None;
        for direction in self.initial_directions() {
            let most = best.map_or(f64::INFINITY, |best| best.along);
            let tried = self.try_direction(&boxes, direction, 0.0, most)?;
            if tried.along < most {
                best = Some(tried);
            }
        }
        let best = self.descend_directions(&boxes, best?);
        self.verify_translation(&best, moving)
    }

    /// Returns the initial directions: between the middles, and along the axes of both meshes and of the
    /// world; each once.
    fn initial_directions(&self) -> Vec<V::Double> {
        let middle = |side: usize| {
            let [low, high] = self.placed_extents(side);
            low * 0.5 + high * 0.5
        };
        let own = self.maps.iter().flat_map(|map| map.columns.as_ref().to_vec()).map(V::to_double);
        let axes = own.chain((0..V::DIMENSION).map(V::Double::unit_axis)).flat_map(|axis| [axis, -axis]);
        let mut directions: Vec<V::Double> = Vec::new();
        for direction in std::iter::once(middle(1) - middle(0)).chain(axes).filter_map(normalize) {
            if directions.iter().all(|known| known.dot(direction) < 1.0 - SAME_NORMAL) {
                directions.push(direction);
            }
        }
        directions
    }

    /// Returns the least and the greatest coordinates of a placed mesh.
    fn placed_extents(&self, side: usize) -> [V::Double; 2] {
        let corners =
            self.trees[side].mesh.positions().iter().map(|corner| self.maps[side].transform_point(*corner));
        let finite = corners.filter(|corner| corner.is_finite()).map(V::to_double);
        let ends = finite.fold(None, |ends: Option<[V::Double; 2]>, corner| {
            Some(ends.map_or([corner; 2], |[low, high]| [low.min(corner), high.max(corner)]))
        });
        ends.unwrap_or([V::Double::ZERO; 2])
    }

    /// Returns the distance to move in a direction; `None` if it is at most `least`, and a distance of at
    /// least `most` if it is at least that.
    fn try_direction(
        &self,
        boxes: &Option<DualTraversal<'_, V>>,
        direction: V::Double,
        least: f64,
        most: f64,
    ) -> Option<CandidateDirection<V::Double>> {
        let view = ViewFrame::new::<V>(direction, self.maps[0].translation);
        let mut known = least;
        let mut best: Option<DirectionalDepth> = None;
        let look = |i: u32, j: u32| {
            let (Some(a), Some(b)) = (self.triangle(0, i), self.triangle(1, j)) else { return known };
            if let Some(height) = view.depth(&a, &b, known).filter(|height| height.along > known) {
                known = height.along;
                best = Some(height);
            }
            if known >= most { f64::INFINITY } else { known }
        };
        let is_told =
            boxes.as_ref().and_then(|boxes| boxes.for_each_aligned(view.axes, view.middle, least, look));
        match is_told {
            Some(()) => best.map(|DirectionalDepth { along, points, facing }| CandidateDirection {
                direction,
                along,
                points: points.map(|point| view.point_to_world::<V>(point)),
                facing: view.vector_to_world::<V>(facing),
            }),
            None => self.separate_bounds(direction).filter(|tried| tried.along > least),
        }
    }

    /// Returns a distance in a direction that is past the boxes around both.
    fn separate_bounds(&self, direction: V::Double) -> Option<CandidateDirection<V::Double>> {
        let [[a_low, a_high], [b_low, b_high]] = [self.placed_extents(0), self.placed_extents(1)];
        let pick = |axis: usize, low: V::Double, high: V::Double| {
            if direction[axis] > 0.0 { high[axis] } else { low[axis] }
        };
        let a = V::Double::from_fn(|axis| pick(axis, a_low, a_high));
        let b = V::Double::from_fn(|axis| pick(axis, b_high, b_low));
        let along = direction.dot(a - b);
        along.is_finite().then_some(CandidateDirection {
            direction,
            along,
            points: [a, b],
            facing: V::Double::ZERO,
        })
    }

    /// Descends from a direction to nearby ones with a shorter distance.
    fn descend_directions(
        &self,
        boxes: &Option<DualTraversal<'_, V>>,
        start: CandidateDirection<V::Double>,
    ) -> CandidateDirection<V::Double> {
        let mut best = start;
        let try_better = |best: &mut CandidateDirection<V::Double>, direction: V::Double| {
            let tried = normalize(direction)
                .and_then(|direction| self.try_direction(boxes, direction, 0.0, best.along));
            match tried {
                Some(tried) if tried.along < best.along * (1.0 - MIN_IMPROVEMENT) => *best = tried,
                _ => return false,
            }
            true
        };
        for _ in 0..MAX_STEPS {
            let Some(across) = normalize(best.facing) else { break };
            let from = best.direction;
            // The full step across the triangles that are passed last, then half of it, and so on.
            let mut is_shorter = false;
            for share in [1.0, 0.5, 0.25, 0.125] {
                is_shorter = is_shorter || try_better(&mut best, from + (across - from) * share);
            }
            if !is_shorter {
                break;
            }
        }
        let mut turn = ROTATION_RANGE[0];
        for _ in 0..MAX_ROTATIONS {
            if turn < ROTATION_RANGE[1] {
                break;
            }
            let turns: SmallVec<[V::Double; 4]> = perpendicular_directions::<V>(best.direction).collect();
            let from = best.direction;
            let mut is_shorter = false;
            for side in turns {
                is_shorter |= try_better(&mut best, from + side * turn);
            }
            if !is_shorter {
                turn *= 0.5;
            }
        }
        best
    }

    /// Returns the translation in the precision of the meshes, extended by the rounding.
    fn verify_translation(
        &self,
        best: &CandidateDirection<V::Double>,
        moving: &[usize],
    ) -> Option<MinTranslation<V>> {
        let normal = Unit::new(V::from_double(best.direction)).ok()?;
        let [point_a, point_b] = best.points.map(V::from_double);
        let mut more = 0.0;
        for _ in 0..64 {
            let distance = V::Scalar::from_f64(best.along * (1.0 + more));
            let way = normal.get() * distance;
            let moved = |&side: &usize| {
                let mut moved = *self;
                moved.maps[side].translation += if side == 0 { -way } else { way };
                moved
            };
            let all: SmallVec<[MeshPair<'_, V>; 2]> = moving.iter().map(moved).collect();
            let is_finite = all.iter().flat_map(|pair| &pair.maps).all(|map| map.translation.is_finite());
            if !distance.is_finite() || !is_finite {
                return None;
            }
            if all.iter().all(|pair| !pair.is_within_inner(V::Scalar::ZERO)) {
                return Some(MinTranslation { normal, depth: distance, point_a, point_b });
            }
            more = more + more + 4.0 * V::Scalar::UNIT_ROUNDOFF.into();
        }
        None
    }
}

fn normalize<D: Vector<Scalar = f64>>(vector: D) -> Option<D> {
    Unit::new(vector).ok().map(Unit::get)
}
