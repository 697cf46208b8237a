//! The order in which a pair is computed, so that **exchanging two shapes mirrors the answer to the bit**:
//! cores are ranked by kind, then by their numbers.

use std::cmp::Ordering;

use crate::math::Vector;
use crate::shape::{ConvexShape, Core, Obb, ShapeRef};

impl<V: Vector> Core<'_, V> {
    fn rank(&self) -> u8 {
        match self {
            Core::Point(_) => 0,
            Core::Segment(..) | Core::Ray(..) => 1,
            Core::Triangle(_) => 2,
            Core::Box(_) => 3,
            Core::Hull(..) => 4,
            Core::Revolution(solid) => 5 + solid.profile as u8,
            Core::Custom(..) => u8::MAX,
        }
    }

    /// The other numbers of the core, as far as they are needed to distinguish it from another at the same
    /// place.
    fn numbers(&self) -> Vec<f64> {
        let vectors = |vectors: &[V]| vectors.iter().flat_map(|v| v.to_f64()).collect::<Vec<f64>>();
        let placed = |columns: V::Basis, rest: &[f64]| {
            columns.as_ref().iter().flat_map(|v| v.to_f64()).chain(rest.iter().copied()).collect::<Vec<f64>>()
        };
        match self {
            Core::Point(_) => Vec::new(),
            Core::Segment(_, b) | Core::Ray(_, b, _) => vectors(&[*b]),
            Core::Triangle(points) => vectors(&points[1..]),
            Core::Box(obb) => placed(obb.axes(), &obb.half_extents().to_f64()),
            Core::Hull(hull, pose) => {
                let mut numbers = placed(pose.rotation.columns(), &[]);
                numbers.extend(vectors(hull.vertices()));
                numbers
            }
            Core::Revolution(solid) => placed(solid.pose.rotation.columns(), &solid.sizes()),
            Core::Custom(shape, pose) => {
                let axes = (0..V::DIMENSION).flat_map(|axis| [V::unit_axis(axis), -V::unit_axis(axis)]);
                let points: Vec<V> = axes.map(|axis| shape.support(axis)).collect();
                let mut numbers = placed(pose.rotation.columns(), &[]);
                numbers.extend(vectors(&points));
                numbers
            }
        }
    }
}

/// Numbers that distinguish a shape from all others.
pub(in crate::narrow) fn numbers<V: Vector>(convex: &ConvexShape<'_, V>) -> Vec<f64> {
    let mut numbers = vec![f64::from(convex.core.rank()), convex.radius.into()];
    numbers.extend(convex.core.anchor().to_f64());
    numbers.extend(convex.core.numbers());
    numbers
}

/// Whether the pair is computed in the order (b, a).
#[inline(always)]
pub(in crate::narrow) fn is_swapped<V: Vector>(a: &ConvexShape<'_, V>, b: &ConvexShape<'_, V>) -> bool {
    let (rank_a, rank_b) = (a.core.rank(), b.core.rank());
    if rank_a != rank_b {
        return rank_a > rank_b;
    }
    let (place_a, place_b) = (a.core.anchor(), b.core.anchor());
    for axis in 0..V::DIMENSION {
        if place_a[axis] != place_b[axis] {
            return place_a[axis] > place_b[axis];
        }
    }
    is_swapped_at_same_place(a, b)
}

#[cold]
fn is_swapped_at_same_place<V: Vector>(a: &ConvexShape<'_, V>, b: &ConvexShape<'_, V>) -> bool {
    let differ = |(x, y): (f64, f64)| x.partial_cmp(&y).filter(|order| order.is_ne());
    let (numbers_a, numbers_b) = (a.core.numbers(), b.core.numbers());
    let radii = (a.radius.into(), b.radius.into());
    let order = std::iter::once(radii)
        .chain(numbers_a.iter().copied().zip(numbers_b.iter().copied()))
        .find_map(differ);
    order.unwrap_or(numbers_a.len().cmp(&numbers_b.len())) == Ordering::Greater
}

/// Orders two boxes that differ, although their centres and half extents are the same numbers: the
/// centre and half extents of an axis-aligned box are rounded from its corners. Equal if they are no
/// such boxes.
#[inline(never)]
pub(in crate::narrow) fn tie_break<V: Vector>(a: &ShapeRef<'_, V>, b: &ShapeRef<'_, V>) -> Ordering {
    // Corners, which an oriented box has none of.
    let of = |view: &ShapeRef<'_, V>| match *view {
        ShapeRef::Aabb(bounds) => Some((Obb::from(bounds), Some([bounds.min(), bounds.max()]))),
        ShapeRef::Obb(obb) => Some((obb, None)),
        _ => None,
    };
    let (Some((obb_a, corners_a)), Some((obb_b, corners_b))) = (of(a), of(b)) else {
        return Ordering::Equal;
    };
    if obb_a != obb_b {
        return Ordering::Equal;
    }
    let numbers = |corners: Option<[V; 2]>| corners.map(|corners| corners.map(V::to_f64));
    numbers(corners_a).partial_cmp(&numbers(corners_b)).unwrap_or(Ordering::Equal)
}
