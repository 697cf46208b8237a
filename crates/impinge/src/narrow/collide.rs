//! Distance, contact and penetration queries for every pair of shapes.

use super::backend::NarrowBackend;
use super::contact::{contact_of, distance_of};
use super::distance::bounding_balls::are_beyond;
use super::distance::closed_form;
use super::distance::polygons::Answer;
use super::distance::separation::{ClosedForm, Separation, of_nothing};
use super::manifold::contact_manifold::ContactManifold;
use super::predicates::exact;
use super::{Contact, Relation};
use crate::math::{Scalar, Vector};
use crate::narrow::pair_cache::PairCache;
use crate::shape::{Shape, ShapeRef};

/// Distance, contact and manifold queries on two shapes.
///
/// All results agree with each other and with [`relation`](Self::relation). The distance is 0 exactly if the
/// shapes intersect; the depth is above 0 exactly if they overlap. Swapping the shapes flips a result to the
/// bit. The exception is a shape with itself at the same place: nothing distinguishes the two directions, and
/// both orders return the same result.
///
/// For composite shapes such as meshes, [`closest_points`](Self::closest_points), [`contact`](Self::contact)
/// and [`manifold`](Self::manifold) report the **deepest part**. A triangle does not include the solid that
/// it bounds: the deeper a shape is in a solid, the closer the triangle through which it would leave may be.
/// These functions are for contacts that push back a little at each step. [`penetration`](Self::penetration)
/// and [`signed_distance`](Self::signed_distance) report the depth in the whole solid.
///
/// Points and lengths are computed in `f64` and then rounded. In `f32` they are accurate to 10⁻⁵ of the size
/// of the pair, and to 10⁻⁴ with cylinders, cones and user-defined shapes; docs/accuracy.md has all bounds.
pub trait Collide<Other: Shape<Vector = Self::Vector>>: Shape {
    /// Returns whether the shapes are disjoint, touching or overlapping.
    ///
    /// The result is exact between balls, boxes, segments, rays, triangles, planes and half-spaces: it is the
    /// result of real arithmetic on the given floats. Between other shapes it is the sign of their distance,
    /// computed in `f64`: shapes within a few roundings of `f64` count as touching. For hulls in `f32` see
    /// [`Hull`](crate::shape::Hull). The relation is symmetric: `a.relation(&b) == b.relation(&a)`.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball};
    /// let room = Aabb::new(Vec3::ZERO, Vec3::ONE)?;
    /// let at = |x| Ball::new(Vec3::new(x, 0.5, 0.5), 0.25);
    /// assert_eq!(room.relation(&at(1.125)?), Relation::Overlapping);
    /// assert_eq!(room.relation(&at(1.25)?), Relation::Touching);
    /// assert_eq!(room.relation(&at(1.25_f32.next_up())?), Relation::Disjoint);
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    fn relation(&self, other: &Other) -> Relation;

    /// Returns whether the shapes share a point. Touching shapes do.
    #[inline]
    fn intersects(&self, other: &Other) -> bool {
        self.relation(other) != Relation::Disjoint
    }

    /// Computes the closest points of the shapes, or the minimum translation that separates them if they
    /// overlap.
    ///
    /// For overlapping composite shapes, the translation separates the deepest part from the other shape;
    /// [`signed_distance`](Self::signed_distance) reports the translation of the whole shape.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Capsule};
    /// let floor = Aabb::new(Vec3::new(-5.0, -1.0, -5.0), Vec3::new(5.0, 0.0, 5.0))?;
    /// let character = Capsule::new(Vec3::new(0.0, 0.75, 0.0), Vec3::new(0.0, 1.75, 0.0), 0.5)?;
    /// let closest_points = character.closest_points(&floor);
    /// assert_eq!((closest_points.distance, closest_points.normal.get()), (0.25, -Vec3::Y));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    fn closest_points(&self, other: &Other) -> Contact<Self::Vector> {
        self.closest_points_with(other, &mut PairCache::passing())
    }

    /// Computes [`closest_points`](Self::closest_points), starting from the last result.
    fn closest_points_with(&self, other: &Other, cache: &mut PairCache) -> Contact<Self::Vector>;

    /// Computes the distance between the shapes, 0 if they intersect.
    ///
    /// It is the greatest float (`MAX`) if one of them has no parts, such as an empty mask.
    fn distance(&self, other: &Other) -> <Self::Vector as Vector>::Scalar {
        self.distance_with(other, &mut PairCache::passing())
    }

    /// Computes [`distance`](Self::distance), starting from the last result.
    fn distance_with(&self, other: &Other, cache: &mut PairCache) -> <Self::Vector as Vector>::Scalar;

    /// Computes the signed distance: the distance between the shapes, or minus the depth of one in the other.
    ///
    /// The result is [`closest_points`](Self::closest_points) for shapes that do not overlap and
    /// [`penetration`](Self::penetration) for shapes that do. Unlike `closest_points`, it distinguishes a
    /// solid from its surface: the deeper a shape is pushed into a mesh, the more negative the distance. This
    /// suits optimisers and margins. For two convex shapes it equals `closest_points`.
    ///
    /// ```
    /// use glam::DVec3;
    /// use impinge::compound::SurfaceMesh;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Ball, Mesh};
    /// let corner = |i: u32| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1)) * 4.0;
    /// let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    /// let triangles = quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    /// let block = SurfaceMesh::new(Mesh::new((0..8).map(corner).collect(), triangles)?);
    /// // Pressed down through the top, which is at z = 4.
    /// for (height, expected) in [(5.0, 0.5), (4.0, -0.5), (3.5, -1.0), (2.5, -2.0)] {
    ///     let separation = block.signed_distance(&Ball::new(DVec3::new(2.0, 2.0, height), 0.5)?);
    ///     assert!((separation.distance - expected).abs() < 1e-6);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn signed_distance(&self, other: &Other) -> Contact<Self::Vector> {
        self.penetration(other).unwrap_or_else(|| self.closest_points(other))
    }

    /// Computes the minimum translation that separates the shapes, if they overlap.
    ///
    /// To separate the shapes, translate `other` by `depth` along the normal: this is the minimum translation
    /// vector (MTV). For composite shapes the translation always separates them, but it is not always the
    /// shortest. For two meshes that are not hollow, [`Instance::depth`](crate::assembly::Instance::depth)
    /// also returns bounds on it.
    ///
    /// ```
    /// use glam::Vec2;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Ball};
    /// let room = Aabb::new(Vec2::ZERO, Vec2::new(4.0, 3.0))?;
    /// let inside = Ball::new(Vec2::new(3.5, 1.5), 0.25)?;
    /// let way_out = room.penetration(&inside).unwrap();
    /// assert_eq!((way_out.depth(), way_out.normal.get()), (0.75, Vec2::X));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[doc(alias("mtv", "penetration_depth"))]
    fn penetration(&self, other: &Other) -> Option<Contact<Self::Vector>> {
        let contact = self.contact(other, <Self::Vector as Vector>::Scalar::ZERO)?;
        (contact.distance < <Self::Vector as Vector>::Scalar::ZERO).then_some(contact)
    }

    /// Computes the closest points, if the shapes intersect or are at most `margin` apart.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::narrow::Collide;
    /// use impinge::shape::{Aabb, Ball};
    /// let floor = Aabb::new(Vec3::new(-5.0, -1.0, -5.0), Vec3::new(5.0, 0.0, 5.0))?;
    /// let ball = Ball::new(Vec3::new(2.0, 1.25, 0.0), 1.0)?;
    /// assert!(floor.contact(&ball, 0.125).is_none());
    /// let contact = floor.contact(&ball, 0.5).ok_or("it is within the margin")?;
    /// assert_eq!((contact.distance, contact.point_a), (0.25, Vec3::new(2.0, 0.0, 0.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn contact(
        &self,
        other: &Other,
        margin: <Self::Vector as Vector>::Scalar,
    ) -> Option<Contact<Self::Vector>> {
        self.contact_with(other, margin, &mut PairCache::passing())
    }

    /// Computes [`contact`](Self::contact), starting from the last result.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::narrow::{Collide, PairCache};
    /// use impinge::shape::{Capsule, Segment};
    /// let wire = Segment::new(DVec2::new(-3.0, 0.0), DVec2::new(3.0, 0.0))?;
    /// let mut cache = PairCache::default();
    /// // A capsule sinks towards the wire, with a margin of 0.5.
    /// for (height, felt) in [(2.0, None), (1.5, Some(0.5)), (1.25, Some(0.25))] {
    ///     let pill = Capsule::new(DVec2::new(0.0, height), DVec2::new(1.0, height), 1.0)?;
    ///     let contact = wire.contact_with(&pill, 0.5, &mut cache);
    ///     assert_eq!(contact.map(|contact| contact.distance), felt);
    /// }
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    fn contact_with(
        &self,
        other: &Other,
        margin: <Self::Vector as Vector>::Scalar,
        cache: &mut PairCache,
    ) -> Option<Contact<Self::Vector>>;

    /// Computes the area in which the shapes intersect or come within `margin`, as a few points.
    ///
    /// A manifold has up to 2 points in 2D and up to 4 in 3D. The deepest point is always among them.
    fn manifold(
        &self,
        other: &Other,
        margin: <Self::Vector as Vector>::Scalar,
    ) -> Option<ContactManifold<Self::Vector>> {
        self.manifold_with(other, margin, &mut PairCache::passing())
    }

    /// Computes [`manifold`](Self::manifold), starting from the last result.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::narrow::{Collide, PairCache};
    /// use impinge::shape::Aabb;
    /// let floor = Aabb::new(Vec3::new(-9.0, -1.0, -9.0), Vec3::new(9.0, 0.0, 9.0))?;
    /// let mut cache = PairCache::default();
    /// let mut corners = Vec::new();
    /// // A crate slides along; its corners keep their feature numbers, by which a solver matches them.
    /// for x in [0.0, 0.5, 1.0] {
    ///     let crate_ = Aabb::new(Vec3::X * x, Vec3::X * x + Vec3::ONE)?;
    ///     let manifold = floor.manifold_with(&crate_, 0.0, &mut cache).ok_or("it touches the floor")?;
    ///     corners.push(manifold.points().iter().map(|point| point.feature).collect::<Vec<u64>>());
    /// }
    /// assert_eq!(corners[0].len(), 4);
    /// assert!(corners[1] == corners[0] && corners[2] == corners[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn manifold_with(
        &self,
        other: &Other,
        margin: <Self::Vector as Vector>::Scalar,
        cache: &mut PairCache,
    ) -> Option<ContactManifold<Self::Vector>>;
}

impl<A: Shape, B: Shape<Vector = A::Vector>> Collide<B> for A {
    #[inline(always)]
    fn relation(&self, other: &B) -> Relation {
        relation_of(self, other)
    }

    #[inline(always)]
    fn intersects(&self, other: &B) -> bool {
        self.relation(other) != Relation::Disjoint
    }

    #[inline]
    fn closest_points_with(&self, other: &B, cache: &mut PairCache) -> Contact<A::Vector> {
        let found = signed_of(self, other, f64::INFINITY, cache);
        contact_of(found.unwrap_or_else(|| of_nothing(&self.shape_ref())))
    }

    #[inline]
    fn distance_with(&self, other: &B, cache: &mut PairCache) -> <A::Vector as Vector>::Scalar {
        let (a, b) = (self.shape_ref(), other.shape_ref());
        let distance = if is_pair_known::<A, B>() {
            // The depth makes no difference here.
            match closed_form::signed::<_, false>(a, b, f64::INFINITY) {
                ClosedForm::Found(found) => found.distance,
                ClosedForm::Beyond => f64::INFINITY,
                ClosedForm::Open => searched_distance(self, other, cache),
            }
        } else {
            A::Vector::narrow_distance_of_any(a, b, cache)
        };
        distance_of::<A::Vector>(distance).max(<A::Vector as Vector>::Scalar::ZERO)
    }

    #[inline]
    fn signed_distance(&self, other: &B) -> Contact<A::Vector> {
        let (a, b) = (self.shape_ref(), other.shape_ref());
        let way_out = if has_parts(&a, &b) { A::Vector::narrow_penetration_of_parts(&a, &b) } else { None };
        way_out.unwrap_or_else(|| self.closest_points(other))
    }

    #[inline]
    fn penetration(&self, other: &B) -> Option<Contact<A::Vector>> {
        let (a, b) = (self.shape_ref(), other.shape_ref());
        if has_parts(&a, &b) {
            return A::Vector::narrow_penetration_of_parts(&a, &b);
        }
        let contact = contact_of(signed_of(self, other, 0.0, &mut PairCache::passing())?);
        (contact.distance < <A::Vector as Vector>::Scalar::ZERO).then_some(contact)
    }

    #[inline]
    fn contact_with(
        &self,
        other: &B,
        margin: <A::Vector as Vector>::Scalar,
        cache: &mut PairCache,
    ) -> Option<Contact<A::Vector>> {
        let limit = searched(limit(margin));
        let contact = contact_of(signed_of(self, other, limit, cache)?);
        (contact.distance <= margin.max(<A::Vector as Vector>::Scalar::ZERO)).then_some(contact)
    }

    #[inline]
    fn manifold_with(
        &self,
        other: &B,
        margin: <A::Vector as Vector>::Scalar,
        cache: &mut PairCache,
    ) -> Option<ContactManifold<A::Vector>> {
        let (a, b, limit) = (self.shape_ref(), other.shape_ref(), limit(margin));
        if is_pair_known::<A, B>() {
            manifold_of_any(a, b, limit, cache)
        } else {
            A::Vector::narrow_manifold_of_any(a, b, limit, cache)
        }
    }
}

/// Returns whether the closed forms of a pair are compiled where a query is called: the kind of at least one
/// shape is known there, so that few of them remain. Otherwise, and without full optimisation, all would
/// remain; the back end has them compiled once.
#[inline(always)]
pub(super) fn is_pair_known<A: Shape, B: Shape>() -> bool {
    !(cfg!(debug_assertions) || A::is_dynamic() && B::is_dynamic())
}

/// Computes the manifold of any two shapes; see [`Collide::manifold`](super::Collide::manifold).
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(super) fn manifold_of_any<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    limit: f64,
    cache: &mut PairCache,
) -> Option<ContactManifold<V>> {
    if V::IS_2D {
        // Built here, where it is returned: a manifold is too large to be passed on.
        return match closed_form::manifold_in_plane(a, b, limit) {
            Answer::Points(answer) => Some(answer.into()),
            Answer::Nothing => None,
            Answer::Open => V::narrow_manifold(&a, &b, limit, cache),
        };
    }
    match closed_form::manifold(a, b, limit) {
        Some(manifold) => manifold,
        None => V::narrow_manifold(&a, &b, limit, cache),
    }
}

/// Computes the signed distance of any two shapes; if they overlap, a lower bound of it.
pub(super) fn distance_of_any<V: Vector>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    cache: &mut PairCache,
) -> f64 {
    match closed_form::signed::<V, false>(a, b, f64::INFINITY) {
        ClosedForm::Found(found) => found.distance,
        ClosedForm::Beyond => f64::INFINITY,
        ClosedForm::Open => V::narrow_distance(a, b, cache),
    }
}

/// Returns whether one of two shapes is a composite shape.
#[inline(always)]
pub(crate) fn has_parts<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> bool {
    matches!(a, ShapeRef::Composite(_)) || matches!(b, ShapeRef::Composite(_))
}

/// Converts a margin to `f64`: everything that rounds to it is within it. Negative and NaN margins count as
/// 0.
#[inline(always)]
fn limit<S: Scalar>(margin: S) -> f64 {
    let margin = margin.max(S::ZERO);
    let (exact, next): (f64, f64) = (margin.into(), margin.next_up().into());
    if margin == S::ZERO || !next.is_finite() {
        return exact;
    }
    // A tie goes to the even one of two numbers.
    let tie = exact + (next - exact) * 0.5;
    if S::from_f64(tie) == margin { tie } else { exact + (next - exact) * 0.499_999_999 }
}

/// The search limit for a given limit: results beyond it by rounding only still have to be tested.
#[inline(always)]
pub(super) fn searched(limit: f64) -> f64 {
    limit * (1.0 + 1e-12)
}

/// Computes [`signed`] of two shapes of known types.
///
/// Only what searches takes the address of anything: a view whose address is taken lies in memory, also
/// where a closed form is all that is computed.
#[inline(always)]
fn signed_of<A: Shape, B: Shape<Vector = A::Vector>>(
    a: &A,
    b: &B,
    limit: f64,
    cache: &mut PairCache,
) -> Option<Separation<<A::Vector as Vector>::Double>> {
    if !is_pair_known::<A, B>() {
        return A::Vector::narrow_signed_of_any(a.shape_ref(), b.shape_ref(), limit, cache);
    }
    match closed_form::signed::<_, true>(a.shape_ref(), b.shape_ref(), limit) {
        ClosedForm::Found(found) => Some(found),
        ClosedForm::Beyond => None,
        ClosedForm::Open => searched_separation(a, b, limit, cache),
    }
}

#[inline(never)]
fn searched_separation<A: Shape, B: Shape<Vector = A::Vector>>(
    a: &A,
    b: &B,
    limit: f64,
    cache: &mut PairCache,
) -> Option<Separation<<A::Vector as Vector>::Double>> {
    A::Vector::narrow_signed(a.shape_ref(), b.shape_ref(), limit, cache)
}

#[inline(never)]
fn searched_distance<A: Shape, B: Shape<Vector = A::Vector>>(a: &A, b: &B, cache: &mut PairCache) -> f64 {
    A::Vector::narrow_distance(a.shape_ref(), b.shape_ref(), cache)
}

/// Computes the separation of any two shapes, with the sign of their relation; `None` if it is known to be
/// above `limit`. Without `DEPTH`, the depth of overlapping shapes is only a lower bound.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(crate) fn signed<V: Vector, const DEPTH: bool>(
    a: ShapeRef<'_, V>,
    b: ShapeRef<'_, V>,
    limit: f64,
    cache: &mut PairCache,
) -> Option<Separation<V::Double>> {
    match closed_form::signed::<V, DEPTH>(a, b, limit) {
        ClosedForm::Found(found) => Some(found),
        ClosedForm::Beyond => None,
        ClosedForm::Open if DEPTH => V::narrow_signed(a, b, limit, cache),
        ClosedForm::Open => V::narrow_signed_bound(a, b, limit, cache),
    }
}

/// Computes the relation of two shapes; see [`Collide::relation`](super::Collide::relation).
#[inline(always)]
pub(super) fn relation_of<A: Shape, B: Shape<Vector = A::Vector>>(a: &A, b: &B) -> Relation {
    let (a, b) = (a.shape_ref(), b.shape_ref());
    if is_pair_known::<A, B>() { relation_of_any(a, b) } else { A::Vector::narrow_relation(a, b) }
}

/// Computes the relation of any two shapes. Where their types are known, one arm of all this is left.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(super) fn relation_of_any<V: Vector>(a: ShapeRef<'_, V>, b: ShapeRef<'_, V>) -> Relation {
    if prefers_closed_form(&a, &b)
        && let Some(relation) = closed_form::relation(a, b)
    {
        return relation;
    }
    if let (ShapeRef::Convex(a), ShapeRef::Convex(b)) = (&a, &b)
        && are_beyond(a, b, 0.0)
    {
        return Relation::Disjoint;
    }
    match exact(&a, &b) {
        Some(relation) => relation,
        None => closed_form::relation(a, b).unwrap_or_else(|| V::narrow_relation_by_distance(a, b)),
    }
}

/// Returns whether the distance of a pair, where it is clear of rounding, is faster than its exact relation.
#[inline(always)]
fn prefers_closed_form<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> bool {
    let is_round_or_thin = |a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>| {
        matches!((a, b), (ShapeRef::Ball(_), ShapeRef::Segment(_) | ShapeRef::Triangle(_)))
    };
    is_round_or_thin(a, b) || is_round_or_thin(b, a)
}
