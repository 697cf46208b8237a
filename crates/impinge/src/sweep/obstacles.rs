//! What may be in the way: one shape, a shape of many parts, or a list of either.

use crate::math::Vector;
use crate::shape::{Aabb, Ahead, Parts, Shaped, Swept, SweptRegion, View};

/// Is shown the number of an obstacle, that of its part, and what it is; answers with the region that is still of interest.
pub type ShowObstacle<'s, V> = dyn FnMut(u32, u32, View<'_, V>) -> Aabb<V> + 's;

/// The same; answers with what of the way is still of interest.
#[doc(hidden)]
pub type ShowSwept<'s, V> = dyn FnMut(u32, u32, View<'_, V>) -> Ahead<<V as Vector>::Double> + 's;

/// Things that a moving shape may meet.
///
/// Every shape is one, and so is every slice, array or `Vec` of shapes; shapes of different kinds make one of
/// [`AnyShape`](crate::compound::AnyShape) or of [`View`]. For many shapes take a
/// [`Compound`](crate::compound::Compound), whose tree finds those near by. Closed meshes are their surface here: whatever is
/// inside may move there, and is held by the walls.
///
/// ```
/// use glam::Vec2;
/// use impinge::shape::{Aabb, Ball, Shaped};
/// use impinge::sweep::{Obstacles, OneSided, translate};
/// let (ball, wall) = (Ball::new(Vec2::ZERO, 1.0)?, Aabb::new(Vec2::new(4.0, -9.0), Vec2::new(5.0, 9.0))?);
/// let far = Ball::new(Vec2::new(9.0, 0.0), 1.0)?;
/// let hit = translate(&ball, Vec2::X * 4.0, &[far.view(), wall.view()], 0.0).unwrap();
/// assert_eq!((hit.obstacle, hit.normal.get()), (1, -Vec2::X));
/// assert_eq!(translate(&ball, Vec2::X * 4.0, &vec![wall, wall], 0.0).map(|hit| hit.obstacle), Some(0));
/// assert!(!far.is_one_sided(0) && OneSided(&far).is_one_sided(0));
/// # Ok::<(), impinge::shape::ShapeError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is nothing that a moving shape can meet",
    label = "not obstacles",
    note = "a shape is, and so is a slice, an array or a `Vec` of shapes; of different kinds, make them `AnyShape` or `View`",
    note = "a `Mesh` becomes a shape by `SurfaceMesh::new`, a `Polygon` by `FilledPolygon::new`, a `Mask` by `Mask::at`"
)]
pub trait Obstacles<V: Vector> {
    /// Shows every obstacle that may reach into a region, with its number and that of its part, in any order that is always
    /// the same. `visit` answers with the region that is still of interest, which may shrink.
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>);

    /// Shows every obstacle that may come within the margin of a shape on its straight way, with its number and that of its
    /// part. `visit` answers with what of the way is still of interest, which may shrink.
    #[doc(hidden)]
    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        let mut still = SweptRegion::new(swept);
        self.visit(still.region, &mut |obstacle, part, view| still.shrunk(visit(obstacle, part, view)));
    }

    /// Is nothing of the surface that a part of an obstacle belongs to further in a direction, a unit vector, than the part is where that
    /// is furthest? If not, the edge or corner there only divides the surface; see [`Parts::reaches_furthest`].
    #[doc(hidden)]
    fn reaches_furthest(&self, _obstacle: u32, _part: u32, _direction: V::Double) -> bool {
        true
    }

    /// Do the surfaces of an obstacle stop only what comes from their front? See [`OneSided`](super::OneSided).
    fn is_one_sided(&self, _obstacle: u32) -> bool {
        false
    }
}

impl<V: Vector, S: Shaped<Vector = V>> Obstacles<V> for S {
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
        let mut region = region;
        show(0, self.view(), &mut region, visit);
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        let mut swept = *swept;
        show_swept(0, self.view(), &mut swept, visit);
    }

    fn reaches_furthest(&self, _obstacle: u32, part: u32, direction: V::Double) -> bool {
        self.view().reaches_furthest(part, direction)
    }
}

impl<V: Vector, S: Shaped<Vector = V>> Obstacles<V> for [S] {
    fn visit(&self, region: Aabb<V>, visit: &mut ShowObstacle<'_, V>) {
        let mut region = region;
        for (number, shape) in (0u32..).zip(self) {
            show(number, shape.view(), &mut region, visit);
        }
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSwept<'_, V>) {
        let mut swept = *swept;
        for (number, shape) in (0u32..).zip(self) {
            show_swept(number, shape.view(), &mut swept, visit);
        }
    }

    fn reaches_furthest(&self, obstacle: u32, part: u32, direction: V::Double) -> bool {
        self.get(obstacle as usize).is_none_or(|shape| shape.view().reaches_furthest(part, direction))
    }
}

/// Shows an obstacle, by its parts if it has any, and leaves of the region what is still of interest.
pub(crate) fn show<V: Vector>(
    number: u32,
    obstacle: View<'_, V>,
    region: &mut Aabb<V>,
    visit: &mut ShowObstacle<'_, V>,
) {
    match obstacle {
        View::Parts(parts) => parts.visit(*region, &mut |part, view| {
            *region = visit(number, part, view);
            *region
        }),
        view => *region = visit(number, 0, view),
    }
}

/// The same, of what is swept over.
pub(crate) fn show_swept<V: Vector>(
    number: u32,
    obstacle: View<'_, V>,
    swept: &mut Swept<V::Double>,
    visit: &mut ShowSwept<'_, V>,
) {
    let mut ahead = swept.ahead;
    match obstacle {
        View::Parts(parts) => parts.visit_swept(swept, &mut |part, view| {
            ahead = visit(number, part, view);
            ahead
        }),
        view => ahead = visit(number, 0, view),
    }
    swept.ahead = ahead;
}

/// What is a slice of shapes but for its type.
macro_rules! list {
    ($list:ty $(, $length:ident)?) => {
        impl<V: Vector, S: Shaped<Vector = V> $(, const $length: usize)?> Obstacles<V> for $list {
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
    /// What it is a part of, and its number there.
    pub parts: &'a dyn Parts<V>,
    pub number: u32,
    /// The numbers of all that it is a part of, as one: as good as unique.
    pub path: u64,
}

/// A part as an inner one, of itself or of a part of it.
fn inner<'a, V: Vector>(
    of: Option<Inner<'a, V>>,
    parts: &'a dyn Parts<V>,
    number: u32,
) -> Option<Inner<'a, V>> {
    let own = Inner { parts, number, path: 0 };
    let of = of.unwrap_or(own);
    // An odd number without a pattern, and one more than the number of the part.
    Some(Inner {
        path: of.path.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(u64::from(number) + 1),
        ..of
    })
}

/// Is shown a convex part, and what it is in a part, if it is in one.
type ShowConvex<'s, V, R> = dyn FnMut(View<'_, V>, Option<Inner<'_, V>>) -> R + 's;

/// Shows a part, or, if it has parts itself, those of them that may reach into a region.
pub(super) fn each_convex<V: Vector>(view: View<'_, V>, region: Aabb<V>, show: &mut ShowConvex<'_, V, ()>) {
    let View::Parts(parts) = view else { return show(view, None) };
    parts.visit(region, &mut |number, part| {
        each_convex(part, region, &mut |view, of| show(view, inner(of, parts, number)));
        region
    });
}

/// Shows a part, or, if it has parts itself, those of them that may come near on a way; `show` answers with what of it is still
/// of interest.
pub(super) fn each_convex_swept<V: Vector>(
    view: View<'_, V>,
    swept: &Swept<V::Double>,
    show: &mut ShowConvex<'_, V, Ahead<V::Double>>,
) -> Ahead<V::Double> {
    let View::Parts(parts) = view else { return show(view, None) };
    let mut here = *swept;
    parts.visit_swept(swept, &mut |number, part| {
        here.ahead = each_convex_swept(part, &here, &mut |view, of| show(view, inner(of, parts, number)));
        here.ahead
    });
    here.ahead
}
