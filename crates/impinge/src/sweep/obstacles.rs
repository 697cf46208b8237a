//! Obstacles of a moving shape: a shape, a composite shape, or a list of shapes.

use crate::math::Vector;
use crate::shape::{Aabb, Ahead, CompositeShape, Shape, ShapeRef, Swept, SweptRegion};

/// Visitor of obstacles: takes the index of an obstacle, the index of its part, and its shape; returns the
/// region that still matters.
pub type ShowObstacle<'s, V> = dyn FnMut(u32, u32, ShapeRef<'_, V>) -> Aabb<V> + 's;

/// Visitor of obstacles of a linear motion: as [`ShowObstacle`], but returns the part of the motion that
/// still matters.
#[doc(hidden)]
pub type ShowSwept<'s, V> = dyn FnMut(u32, u32, ShapeRef<'_, V>) -> Ahead<<V as Vector>::Double> + 's;

/// Shapes that may stop a moving shape.
///
/// Every shape implements this, and so does every slice, array or `Vec` of shapes. For shapes of different
/// types, use a list of [`AnyShape`](crate::compound::AnyShape) or [`ShapeRef`]. For many shapes, use a
/// [`Compound`](crate::compound::Compound), whose tree finds the near ones. A closed mesh counts as its
/// surface: a shape inside may move there, and the walls stop it.
///
/// ```
/// use glam::Vec2;
/// use impinge::shape::{Aabb, Ball, Shape};
/// use impinge::sweep::{Obstacles, OneWay, cast_shape};
/// let (ball, wall) = (Ball::new(Vec2::ZERO, 1.0)?, Aabb::new(Vec2::new(4.0, -9.0), Vec2::new(5.0, 9.0))?);
/// let far = Ball::new(Vec2::new(9.0, 0.0), 1.0)?;
/// let hit = cast_shape(&ball, Vec2::X * 4.0, &[far.shape_ref(), wall.shape_ref()], 0.0).unwrap();
/// assert_eq!((hit.obstacle, hit.normal.get()), (1, -Vec2::X));
/// assert_eq!(cast_shape(&ball, Vec2::X * 4.0, &vec![wall, wall], 0.0).map(|hit| hit.obstacle), Some(0));
/// assert!(!far.is_one_way(0) && OneWay(&far).is_one_way(0));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an obstacle",
    label = "not obstacles",
    note = "use a shape, or a slice, an array or a `Vec` of shapes; for different kinds, use `AnyShape` or `ShapeRef`",
    note = "a `Mesh` becomes a shape by `SurfaceMesh::new`, a `Polygon` by `FilledPolygon::new`, a `Mask` by `Mask::at`"
)]
pub trait Obstacles<V: Vector> {
    /// Calls `visit` with every obstacle that may reach into a region, its index and the index of its part.
    ///
    /// The order is arbitrary, but always the same. `visit` returns the region that still matters, which may
    /// shrink.
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>);

    /// Calls `visit` with every obstacle that may come within the margin of a shape in linear motion, its
    /// index and the index of its part.
    ///
    /// `visit` returns the part of the motion that still matters, which may shrink.
    #[doc(hidden)]
    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        let mut still = SweptRegion::new(swept);
        self.visit(still.region, &mut |obstacle, part, view| still.shrunk(visit(obstacle, part, view)));
    }

    /// Returns whether no other part of a surface reaches further in a direction than a part of an obstacle
    /// does.
    ///
    /// `_direction` is a unit vector. If the result is `false`, the edge or corner of the part there only
    /// divides the surface; see [`CompositeShape::reaches_furthest`].
    #[doc(hidden)]
    fn reaches_furthest(&self, _obstacle: u32, _part: u32, _direction: V::Double) -> bool {
        true
    }

    /// Returns whether the surfaces of an obstacle stop motion only from the front; see
    /// [`OneWay`](super::OneWay).
    fn is_one_way(&self, _obstacle: u32) -> bool {
        false
    }
}

impl<V: Vector, S: Shape<Vector = V>> Obstacles<V> for S {
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
        let mut region = region;
        show(0, self.shape_ref(), &mut region, visit);
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        let mut swept = *swept;
        show_swept(0, self.shape_ref(), &mut swept, visit);
    }

    fn reaches_furthest(&self, _obstacle: u32, part: u32, direction: V::Double) -> bool {
        self.shape_ref().reaches_furthest(part, direction)
    }
}

impl<V: Vector, S: Shape<Vector = V>> Obstacles<V> for [S] {
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
        let mut region = region;
        for (number, shape) in (0u32..).zip(self) {
            show(number, shape.shape_ref(), &mut region, visit);
        }
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        let mut swept = *swept;
        for (number, shape) in (0u32..).zip(self) {
            show_swept(number, shape.shape_ref(), &mut swept, visit);
        }
    }

    fn reaches_furthest(&self, obstacle: u32, part: u32, direction: V::Double) -> bool {
        self.get(obstacle as usize).is_none_or(|shape| shape.shape_ref().reaches_furthest(part, direction))
    }
}

/// Shows an obstacle, by its parts if it has any, and reduces the region to what still matters.
pub(crate) fn show<V: Vector>(
    number: u32,
    obstacle: ShapeRef<'_, V>,
    region: &mut Aabb<V>,
    visit: &mut ShowObstacle<'_, V>,
) {
    match obstacle {
        ShapeRef::Composite(parts) => parts.visit(*region, &mut |part, view| {
            *region = visit(number, part, view);
            *region
        }),
        view => *region = visit(number, 0, view),
    }
}

/// The same for a linear motion.
pub(crate) fn show_swept<V: Vector>(
    number: u32,
    obstacle: ShapeRef<'_, V>,
    swept: &mut Swept<V::Double>,
    visit: &mut ShowSwept<'_, V>,
) {
    let mut ahead = swept.ahead;
    match obstacle {
        ShapeRef::Composite(parts) => parts.visit_swept(swept, &mut |part, view| {
            ahead = visit(number, part, view);
            ahead
        }),
        view => ahead = visit(number, 0, view),
    }
    swept.ahead = ahead;
}

/// Types that are slices of shapes in all but their type.
macro_rules! list {
    ($list:ty $(, $length:ident)?) => {
        impl<V: Vector, S: Shape<Vector = V> $(, const $length: usize)?> Obstacles<V> for $list {
            fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
                self.as_slice().visit(region, visit);
            }

            fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
                self.as_slice().visit_swept(swept, visit);
            }

            fn reaches_furthest(&self, obstacle: u32, part: u32, direction: V::Double) -> bool {
                self.as_slice().reaches_furthest(obstacle, part, direction)
            }
        }
    };
}

list!([S; N], N);
list!(Vec<S>);

/// A convex part of a part of an obstacle.
#[derive(Clone, Copy)]
pub(super) struct Inner<'a, V: Vector> {
    /// Its composite shape, and its index there.
    pub parts: &'a dyn CompositeShape<V>,
    pub number: u32,
    /// The indices of all its ancestors in one number: practically unique.
    pub path: u64,
}

/// A part as an inner one, of itself or of a part of it.
fn inner<'a, V: Vector>(
    of: Option<Inner<'a, V>>,
    parts: &'a dyn CompositeShape<V>,
    number: u32,
) -> Option<Inner<'a, V>> {
    let own = Inner { parts, number, path: 0 };
    let of = of.unwrap_or(own);
    // An odd number without a pattern, and one more than the index of the part.
    Some(Inner {
        path: of.path.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(number) + 1),
        ..of
    })
}

/// Called with a convex part, and its place in a part, if it is in one.
type ShowConvex<'s, V, R> = dyn FnMut(ShapeRef<'_, V>, Option<Inner<'_, V>>) -> R + 's;

/// Calls `show` with a part, or, if it has parts itself, with those that may reach into a region.
pub(super) fn each_convex<V: Vector>(
    view: ShapeRef<'_, V>,
    region: Aabb<V>,
    show: &mut ShowConvex<'_, V, ()>,
) {
    let ShapeRef::Composite(parts) = view else { return show(view, None) };
    parts.visit(region, &mut |number, part| {
        each_convex(part, region, &mut |view, of| show(view, inner(of, parts, number)));
        region
    });
}

/// Calls `show` with a part, or, if it has parts itself, with those that may come near during a motion;
/// `show` returns the part of the motion that still matters.
pub(super) fn each_convex_swept<V: Vector>(
    view: ShapeRef<'_, V>,
    swept: &Swept<V::Double>,
    show: &mut ShowConvex<'_, V, Ahead<V::Double>>,
) -> Ahead<V::Double> {
    let ShapeRef::Composite(parts) = view else { return show(view, None) };
    let mut here = *swept;
    parts.visit_swept(swept, &mut |number, part| {
        here.ahead = each_convex_swept(part, &here, &mut |view, of| show(view, inner(of, parts, number)));
        here.ahead
    });
    here.ahead
}
