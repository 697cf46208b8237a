//! What every pair of shapes can be asked: how far apart, where nearest, how deep, which way out.

use super::manifold::{self, Manifold};
use super::polygons::Answer;
use super::separation::{Memory, Separation, are_beyond, order_of_twins, separation};
use super::short::{self, Short};
use super::unbounded::separation_of_unbounded;
use super::{Contact, Relate, parts, sign};
use crate::math::{Scalar, Unit, Vector, rounded_within_floats};
use crate::shape::{Shaped, View};

/// What is remembered of a pair of shapes from one question to the next, so that the next answer starts from the last.
///
/// It belongs to the caller, one for each pair, always asked in the same order of shapes. It never changes an answer
/// beyond its stated tolerance, however wrong it is: it says where to start, not what to find. What it speeds up is the
/// search of shapes that are apart, and of hulls that overlap and move little from one question to the next.
///
/// ```
/// use glam::DVec3;
/// use impinge::math::Pose;
/// use impinge::narrow::{Collide, PairCache};
/// use impinge::shape::{Aabb, Hull};
/// let floor = Aabb::new(DVec3::new(-5.0, -1.0, -5.0), DVec3::new(5.0, 0.0, 5.0))?;
/// let stone = Hull::new(&[-DVec3::Y, DVec3::X, DVec3::Y, DVec3::Z])?;
/// // It falls by 1 from one frame to the next, with its lowest corner ahead.
/// let mut cache = PairCache::default();
/// for height in [4.0, 3.0, 2.0, 1.0] {
///     let stone = stone.at(Pose::from_translation(DVec3::Y * height));
///     let distance = floor.distance_with(&stone, &mut cache);
///     assert!((distance - (height - 1.0)).abs() < 1e-9);
/// }
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[doc(alias("warm_start", "gjk_guess", "DistanceRequest"))]
#[derive(Clone, Debug, Default)]
pub struct PairCache {
    pub(super) memory: Memory,
}

impl PairCache {
    /// For a single question, so that nothing is kept in vain.
    #[inline(always)]
    pub(super) fn passing() -> Self {
        PairCache { memory: Memory::passing() }
    }
}

/// Distances, contacts and manifolds of two shapes.
///
/// All answers agree with each other and with [`Relate::relation`]: the distance is 0 exactly if the shapes meet, the
/// depth is above 0 exactly if they overlap. Exchanging the shapes mirrors an answer to the bit, unless they are the same shape at the
/// same place: nothing tells which way is out then, and both orders have the same answer.
///
/// Of shapes of many parts, as meshes are, [`nearest`](Self::nearest), [`contact`](Self::contact) and [`manifold`](Self::manifold) tell of
/// the **deepest part**, and a triangle knows nothing of what it encloses: the deeper a shape is in a solid, the nearer may the
/// triangle be by which it would leave. They are for contacts that push back a little at each step. How deep it is in the whole
/// is told by [`penetration`](Self::penetration) and [`separation`](Self::separation).
///
/// Points and lengths are computed in `f64` and then rounded: in `f32` they are right to 10⁻⁵ of the size of the pair, and to 10⁻⁴ with
/// cylinders, cones and shapes of one's own; docs/accuracy.md has all bounds.
pub trait Collide<Other: Shaped<Vector = Self::Vector>>: Shaped + Relate<Other> {
    /// Where the shapes are nearest; if they overlap, the least translation that parts them, of shapes of many parts that which parts
    /// the deepest one from the other shape: see [`separation`](Self::separation).
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::prelude::*;
    /// use impinge::shape::{Aabb, Capsule};
    /// let floor = Aabb::new(Vec3::new(-5.0, -1.0, -5.0), Vec3::new(5.0, 0.0, 5.0))?;
    /// let character = Capsule::new(Vec3::new(0.0, 0.75, 0.0), Vec3::new(0.0, 1.75, 0.0), 0.5)?;
    /// let nearest = character.nearest(&floor);
    /// assert_eq!((nearest.distance, nearest.normal.get()), (0.25, -Vec3::Y));
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[doc(alias("closest_points", "gjk"))]
    fn nearest(&self, other: &Other) -> Contact<Self::Vector> {
        self.nearest_with(other, &mut PairCache::passing())
    }

    /// The same, started from the last answer.
    #[doc(alias = "warm_start")]
    fn nearest_with(&self, other: &Other, cache: &mut PairCache) -> Contact<Self::Vector>;

    /// The distance; 0 if they meet, and the greatest float (`MAX`) if one of them has no part, as an empty mask.
    #[doc(alias("distance_query", "gjk"))]
    fn distance(&self, other: &Other) -> <Self::Vector as Vector>::Scalar {
        self.distance_with(other, &mut PairCache::passing())
    }

    /// The same, started from the last answer.
    #[doc(alias = "warm_start")]
    fn distance_with(&self, other: &Other, cache: &mut PairCache) -> <Self::Vector as Vector>::Scalar;

    /// How far apart the shapes are, or minus how deep one is in the other: [`nearest`](Self::nearest) of shapes that do not overlap,
    /// [`penetration`](Self::penetration) of those that do. So it is a signed distance that tells solids from their surfaces, for optimisers
    /// and margins: the deeper a shape is pushed into a mesh, the more negative it is. For two convex shapes it is `nearest`.
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
    ///     let separation = block.separation(&Ball::new(DVec3::new(2.0, 2.0, height), 0.5)?);
    ///     assert!((separation.distance - expected).abs() < 1e-6);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("signed_distance", "sdf"))]
    fn separation(&self, other: &Other) -> Contact<Self::Vector> {
        self.penetration(other).unwrap_or_else(|| self.nearest(other))
    }

    /// The least translation that parts the shapes, if they overlap: `other` has to move by `depth` along the normal. Others call it
    /// the minimum translation vector. Of shapes of many parts it certainly parts them, but is not always the least: of two meshes that are not
    /// hollow, [`Body::depth`](crate::cull::Body::depth) tells bounds of it as well.
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
    #[doc(alias("mtv", "minimum_translation_vector", "penetration_depth", "epa"))]
    fn penetration(&self, other: &Other) -> Option<Contact<Self::Vector>> {
        let contact = self.contact(other, <Self::Vector as Vector>::Scalar::ZERO)?;
        (contact.distance < <Self::Vector as Vector>::Scalar::ZERO).then_some(contact)
    }

    /// Where the shapes are nearest, if they meet or are no further apart than `margin`.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::narrow::Collide;
    /// use impinge::shape::{Aabb, Ball};
    /// let floor = Aabb::new(Vec3::new(-5.0, -1.0, -5.0), Vec3::new(5.0, 0.0, 5.0))?;
    /// let ball = Ball::new(Vec3::new(2.0, 1.25, 0.0), 1.0)?;
    /// assert!(floor.contact(&ball, 0.125).is_none());
    /// let contact = floor.contact(&ball, 0.5).ok_or("it is within the margin")?;
    /// assert_eq!((contact.distance, contact.on_a), (0.25, Vec3::new(2.0, 0.0, 0.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn contact(
        &self,
        other: &Other,
        margin: <Self::Vector as Vector>::Scalar,
    ) -> Option<Contact<Self::Vector>> {
        self.contact_with(other, margin, &mut PairCache::passing())
    }

    /// The same, started from the last answer.
    ///
    /// ```
    /// use glam::DVec2;
    /// use impinge::narrow::{Collide, PairCache};
    /// use impinge::shape::{Capsule, Segment};
    /// let wire = Segment::new(DVec2::new(-3.0, 0.0), DVec2::new(3.0, 0.0))?;
    /// let mut cache = PairCache::default();
    /// // A pill sinks towards the wire, which feels it from 0.5 on.
    /// for (height, felt) in [(2.0, None), (1.5, Some(0.5)), (1.25, Some(0.25))] {
    ///     let pill = Capsule::new(DVec2::new(0.0, height), DVec2::new(1.0, height), 1.0)?;
    ///     let contact = wire.contact_with(&pill, 0.5, &mut cache);
    ///     assert_eq!(contact.map(|contact| contact.distance), felt);
    /// }
    /// # Ok::<(), impinge::shape::ShapeError>(())
    /// ```
    #[doc(alias = "warm_start")]
    fn contact_with(
        &self,
        other: &Other,
        margin: <Self::Vector as Vector>::Scalar,
        cache: &mut PairCache,
    ) -> Option<Contact<Self::Vector>>;

    /// The area in which the shapes meet, or come within `margin`, as a few points: up to 2 in the plane, up to 4 in
    /// space, the deepest among them.
    #[doc(alias = "contact_manifold")]
    fn manifold(
        &self,
        other: &Other,
        margin: <Self::Vector as Vector>::Scalar,
    ) -> Option<Manifold<Self::Vector>> {
        self.manifold_with(other, margin, &mut PairCache::passing())
    }

    /// The same, started from the last answer.
    ///
    /// ```
    /// use glam::Vec3;
    /// use impinge::narrow::{Collide, PairCache};
    /// use impinge::shape::Aabb;
    /// let floor = Aabb::new(Vec3::new(-9.0, -1.0, -9.0), Vec3::new(9.0, 0.0, 9.0))?;
    /// let mut cache = PairCache::default();
    /// let mut corners = Vec::new();
    /// // A crate slides along; its corners keep their numbers, by which a solver knows them again.
    /// for x in [0.0, 0.5, 1.0] {
    ///     let crate_ = Aabb::new(Vec3::X * x, Vec3::X * x + Vec3::ONE)?;
    ///     let manifold = floor.manifold_with(&crate_, 0.0, &mut cache).ok_or("it touches the floor")?;
    ///     corners.push(manifold.points().iter().map(|point| point.feature).collect::<Vec<u64>>());
    /// }
    /// assert_eq!(corners[0].len(), 4);
    /// assert!(corners[1] == corners[0] && corners[2] == corners[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "warm_start")]
    fn manifold_with(
        &self,
        other: &Other,
        margin: <Self::Vector as Vector>::Scalar,
        cache: &mut PairCache,
    ) -> Option<Manifold<Self::Vector>>;
}

impl<A: Shaped, B: Shaped<Vector = A::Vector>> Collide<B> for A {
    #[inline]
    fn nearest_with(&self, other: &B, cache: &mut PairCache) -> Contact<A::Vector> {
        let (a, b) = (self.view(), other.view());
        let found = signed::<_, true>(a, b, f64::INFINITY, cache);
        contact_of(found.unwrap_or_else(|| parts::of_nothing(&a)))
    }

    #[inline]
    fn distance_with(&self, other: &B, cache: &mut PairCache) -> <A::Vector as Vector>::Scalar {
        // How deep they are makes no difference here.
        let found = signed::<_, false>(self.view(), other.view(), f64::INFINITY, cache);
        let contact = contact_of::<A::Vector>(found.unwrap_or_else(|| parts::of_nothing(&self.view())));
        contact.distance.max(<A::Vector as Vector>::Scalar::ZERO)
    }

    #[inline]
    fn separation(&self, other: &B) -> Contact<A::Vector> {
        let (a, b) = (self.view(), other.view());
        let way_out = if has_parts(&a, &b) { parts::way_out(&a, &b) } else { None };
        way_out.unwrap_or_else(|| self.nearest(other))
    }

    #[inline]
    fn penetration(&self, other: &B) -> Option<Contact<A::Vector>> {
        let (a, b) = (self.view(), other.view());
        if has_parts(&a, &b) {
            return parts::way_out(&a, &b);
        }
        let contact = contact_of(signed::<_, true>(a, b, 0.0, &mut PairCache::passing())?);
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
        let contact = contact_of(signed::<_, true>(self.view(), other.view(), limit, cache)?);
        (contact.distance <= margin.max(<A::Vector as Vector>::Scalar::ZERO)).then_some(contact)
    }

    #[inline]
    fn manifold_with(
        &self,
        other: &B,
        margin: <A::Vector as Vector>::Scalar,
        cache: &mut PairCache,
    ) -> Option<Manifold<A::Vector>> {
        let (a, b, limit) = (self.view(), other.view(), limit(margin));
        if A::Vector::DIMENSION == 2 {
            // Built here, where it is returned: a manifold is too large to be passed on.
            return match short::manifold_in_plane(a, b, limit) {
                Answer::Points(answer) => Some(answer.into()),
                Answer::Nothing => None,
                Answer::Open => manifold::manifold(&a, &b, limit, cache),
            };
        }
        match short::manifold(a, b, limit) {
            Some(manifold) => manifold,
            None => manifold::manifold(&a, &b, limit, cache),
        }
    }
}

/// Is one of two shapes of many parts?
#[inline(always)]
pub(crate) fn has_parts<V: Vector>(a: &View<'_, V>, b: &View<'_, V>) -> bool {
    matches!(a, View::Parts(_)) || matches!(b, View::Parts(_))
}

/// What a margin, which is 0 if it is negative or none, means in `f64`: everything that is rounded to it is within it.
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

/// How far to search where what is within a limit is wanted: what is beyond it by rounding only is still to be looked at.
#[inline(always)]
pub(super) fn searched(limit: f64) -> f64 {
    limit * (1.0 + 1e-12)
}

/// The separation of any two shapes, its sign that of their relation; `None` if it is known to be above `limit`. Without
/// `DEPTH`, the depth of shapes that overlap is only a bound below it.
#[cfg_attr(not(any(debug_assertions, target_family = "wasm")), inline(always))]
pub(crate) fn signed<V: Vector, const DEPTH: bool>(
    a: View<'_, V>,
    b: View<'_, V>,
    limit: f64,
    cache: &mut PairCache,
) -> Option<Separation<V::Double>> {
    match short::signed::<V, DEPTH>(a, b, limit) {
        Short::Found(found) => Some(found),
        Short::Beyond => None,
        Short::Open => signed_the_long_way::<V, DEPTH>(&a, &b, limit, cache),
    }
}

#[inline(never)]
fn signed_the_long_way<V: Vector, const DEPTH: bool>(
    a: &View<'_, V>,
    b: &View<'_, V>,
    limit: f64,
    cache: &mut PairCache,
) -> Option<Separation<V::Double>> {
    if order_of_twins(a, b).is_gt() {
        return signed_the_long_way::<V, DEPTH>(b, a, limit, cache).map(Separation::mirrored);
    }
    let memory = &mut cache.memory;
    if let (Some(convex_a), Some(convex_b)) = (a.convex(), b.convex()) {
        if are_beyond(&convex_a, &convex_b, limit) {
            return None;
        }
        // The search must not end on this side of where rounding might turn the sign.
        let magnitude = sign::magnitude(&convex_a) + sign::magnitude(&convex_b);
        let found = separation::<V, DEPTH>(&convex_a, &convex_b, limit + sign::room::<V>(magnitude), memory)?;
        return Some(sign::reconciled(a, b, found, magnitude));
    }
    if has_parts(a, b) {
        return parts::signed::<_, DEPTH>(a, b, limit);
    }
    let magnitude = sign::unbounded_magnitude(a, b);
    let found = separation_of_unbounded(a, b, limit + sign::room::<V>(magnitude), memory)?;
    Some(sign::reconciled(a, b, found, magnitude))
}

/// A separation in the precision of the shapes.
#[inline(always)]
pub(crate) fn contact_of<V: Vector>(found: Separation<V::Double>) -> Contact<V> {
    let most: f64 = V::Scalar::MAX.into();
    let distance = V::Scalar::from_f64(found.distance.clamp(-most, most));
    // What is not 0 does not become so.
    let smallest = V::Scalar::ZERO.next_up();
    let distance = match distance == V::Scalar::ZERO {
        true if found.distance > 0.0 => smallest,
        true if found.distance < 0.0 => -smallest,
        _ => distance,
    };
    Contact {
        on_a: rounded_within_floats(found.on_a),
        on_b: rounded_within_floats(found.on_b),
        normal: Unit::of_unit(V::from_double(found.normal)),
        distance,
    }
}
