//! Parts at a pose: the common code of all shapes of many parts.
//!
//! Trees stay in local coordinates. A query region is transformed to local coordinates and grown by the
//! rounding of the placed parts, so one tree serves all poses.

use std::cell::Cell;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::assembly::Instance;
use crate::bvh::MeshBvh;
use crate::math::{Pose, Scalar, Vector};
use crate::narrow::Collide;
use crate::shape::{Aabb, Ahead, CompositeShape, ShapeRef, ShowSweptPart, Swept, SweptRegion};

use super::part_search::{LineQuery, PartTree, PointQuery};

/// Maximum sine of the angle of a direction that counts as level: a few times the error of the normals of
/// flat ground, where shapes rest right beside an edge.
const LEVEL: f64 = 1e-3;

/// Parts in local coordinates.
pub(super) trait LocalParts<V: Vector>: Send + Sync {
    /// The search structure of the parts.
    fn boxes(&self) -> &dyn PartTree<V>;
    /// Passes one part, placed by a pose, to `visit`.
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(ShapeRef<'_, V>));
    /// The number under which a part is reported.
    fn reported_number(&self, number: u32) -> u32 {
        number
    }
    /// Calls `visit` for every part that may meet the path along a line; it returns the length of the line
    /// that is still relevant.
    fn along(&self, line: &LineQuery<V>, visit: &mut dyn FnMut(u32) -> f64) {
        self.boxes().search(line, &mut |part| line.last.set(visit(part)));
    }
    /// An upper bound of the absolute values of all coordinates.
    fn reach(&self) -> f64 {
        let bounds = self.boxes().aabb();
        bounds.map_or(0.0, |bounds| bounds.min().abs().max(bounds.max().abs()).max_element().into())
    }
    /// The corners of a part of a surface; none for other parts.
    fn corners(&self, _number: u32) -> SmallVec<[V; 3]> {
        SmallVec::new()
    }
    /// Calls `visit` for all corners of every other part that shares the picked corners of this part.
    fn each_neighbour(&self, _number: u32, _picked: &[usize], _visit: &mut dyn FnMut(V)) {}
    /// The tree of a mesh, whose triangles are then the parts; `None` for other shapes.
    fn mesh_bvh(&self) -> Option<&MeshBvh<V>> {
        None
    }
    /// The mesh placed by a pose; `None` for other shapes.
    fn body(&self, _pose: &Pose<V>) -> Option<Instance<'_, V>> {
        None
    }
    /// Returns whether the shape is only a surface, even if its mesh is closed.
    fn is_hollow(&self) -> bool {
        false
    }
    /// Returns whether a closed surface, placed by a pose, contains a point.
    fn contains_point(&self, _pose: &Pose<V>, _point: V) -> bool {
        false
    }
}

/// Shared parts at a pose.
#[derive(Debug)]
pub(super) struct PlacedParts<V: Vector, P> {
    pub parts: Arc<P>,
    pub pose: Pose<V>,
}

impl<V: Vector, P> Clone for PlacedParts<V, P> {
    fn clone(&self) -> Self {
        PlacedParts { parts: Arc::clone(&self.parts), pose: self.pose }
    }
}

impl<V: Vector, P: LocalParts<V>> PlacedParts<V, P> {
    /// The parts at the identity pose.
    pub fn new(parts: P) -> Self {
        PlacedParts { parts: Arc::new(parts), pose: Pose::identity() }
    }

    /// The same parts; a pose that they have is composed with the new one.
    pub fn at(&self, pose: &Pose<V>) -> Self {
        PlacedParts { parts: Arc::clone(&self.parts), pose: pose.placing(&self.pose) }
    }

    /// The same for the parts that `find` returns along a line in local coordinates.
    pub fn show_along(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
        find: impl FnOnce(&LineQuery<V>, &mut dyn FnMut(u32) -> f64),
    ) {
        let from = self.back(start - self.pose.translation.to_double());
        let heading = self.back(direction);
        let half = V::Double::splat(self.slack(start.abs().element_sum()));
        find(&LineQuery { from, heading, last: Cell::new(last), half }, &mut |number| {
            let mut still = last;
            self.parts.show(number, &self.pose, &mut |part| {
                still = visit(self.parts.reported_number(number), part)
            });
            still
        });
    }

    /// A world vector in local coordinates.
    fn back(&self, vector: V::Double) -> V::Double {
        let columns = self.pose.rotation.columns();
        V::Double::from_fn(|axis| columns[axis].to_double().dot(vector))
    }

    /// Bound on the position error of placed parts, for a query with start coordinates up to `start`.
    fn slack(&self, start: f64) -> f64 {
        let size = self.parts.reach() + self.pose.translation.to_double().abs().element_sum();
        // The rotation itself is off by up to 16 roundings, also for the length of the path, which ends at
        // the parts.
        128.0 * V::Scalar::UNIT_ROUNDOFF.into() * (size + start)
    }

    /// Returns whether a point is in the covered area and not on its boundary. Exact for the placed points.
    pub fn covers(&self, outline: &dyn CompositeShape<V>, point: V) -> bool {
        let place = Aabb::between(point, point);
        let (mut is_in, mut is_on) = (false, false);
        self.visit(place, &mut |_, part| {
            is_in = is_in || part.intersects(&place);
            place
        });
        outline.visit(place, &mut |_, edge| {
            is_on = is_on || edge.intersects(&place);
            place
        });
        is_in && !is_on
    }
}

impl<V: Vector, P: LocalParts<V>> CompositeShape<V> for PlacedParts<V, P> {
    fn aabb(&self) -> Option<Aabb<V>> {
        let bounds = self.parts.boxes().aabb()?;
        let columns = self.pose.rotation.columns();
        Some(turned(&bounds, |i, j| columns[j][i].into(), self.pose.translation, V::ZERO, 0.0))
    }

    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>) {
        let columns = self.pose.rotation.columns();
        // Parts are rounded where they are placed, even if the region is near the origin. Their boxes give
        // their extent; `reach` would make a mesh build its tree.
        let largest = |bounds: Aabb<V>| bounds.min().abs().max(bounds.max().abs()).element_sum().into();
        let reach = self.parts.boxes().aabb().map_or(0.0, largest);
        let back = |region: &Aabb<V>| {
            turned(region, |i, j| columns[i][j].into(), V::ZERO, self.pose.translation, reach)
        };
        let (mut known, mut local) = (region, back(&region));
        self.parts.boxes().within(&back(&region), &mut |number| {
            self.parts.show(number, &self.pose, &mut |part| {
                let still = visit(self.parts.reported_number(number), part);
                if still != known {
                    (known, local) = (still, back(&still));
                }
            });
            local
        });
    }

    fn visit_along(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) {
        self.show_along(start, direction, last, visit, |line, show| self.parts.along(line, show));
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSweptPart<'_, V>) {
        if self.parts.mesh_bvh().is_none() && !self.parts.boxes().prefers_path_search() {
            let mut still = SweptRegion::new(swept);
            return self.visit(still.region, &mut |number, part| still.shrunk(visit(number, part)));
        }
        let translation = self.pose.translation.to_double();
        let slack = self.slack(swept.middle.abs().element_sum() + swept.half.element_sum());
        let local = |ahead: Ahead<V::Double>| Ahead {
            below: ahead
                .below
                .map(|(normal, offset)| (self.back(normal), offset - normal.dot(translation) + 2.0 * slack)),
            ..ahead
        };
        let columns = self.pose.rotation.columns();
        let here = Swept {
            middle: self.back(swept.middle - translation),
            half: V::Double::from_fn(|axis| columns[axis].to_double().abs().dot(swept.half)),
            motion: self.back(swept.motion),
            margin: swept.margin + 2.0 * slack,
            ahead: local(swept.ahead),
            ..*swept
        };
        let mut known = swept.ahead;
        let Some(tree) = self.parts.mesh_bvh() else {
            let half = here.half + V::Double::splat(here.margin);
            let last = Cell::new(known.last);
            let line = LineQuery { from: here.middle, heading: here.motion, last, half };
            return self.parts.along(&line, &mut |number| {
                self.parts.show(number, &self.pose, &mut |part| {
                    known = visit(self.parts.reported_number(number), part)
                });
                known.last
            });
        };
        tree.swept(&here, &mut |item| {
            self.parts
                .show(item, &self.pose, &mut |part| known = visit(self.parts.reported_number(item), part));
            local(known)
        });
    }

    fn visit_near(
        &self,
        point: V::Double,
        limit: f64,
        visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
    ) -> bool {
        let from = self.back(point - self.pose.translation.to_double());
        // Parts at the identity pose are not rounded.
        let slack = if self.pose == Pose::identity() { 0.0 } else { self.slack(point.abs().element_sum()) };
        let mut show = |number| {
            let mut still = limit;
            self.parts.show(number, &self.pose, &mut |part| {
                still = visit(self.parts.reported_number(number), part)
            });
            still
        };
        match self.parts.mesh_bvh() {
            Some(tree) => tree.near_point(from, slack, limit, &mut show),
            None => {
                let near = PointQuery::<V> { point: from, limit: Cell::new(limit + slack) };
                self.parts.boxes().search(&near, &mut |number| near.limit.set(show(number) + slack));
            }
        }
        true
    }

    fn reaches_furthest(&self, number: u32, direction: V::Double) -> bool {
        let direction = self.back(direction);
        let corners = self.parts.corners(number);
        let rise = |from: V, to: V| {
            let way = to.to_double() - from.to_double();
            (way.dot(direction), way.length() * LEVEL)
        };
        let highest = corners.iter().copied().reduce(
            |high, corner| {
                if rise(high, corner).0 > 0.0 { corner } else { high }
            },
        );
        let Some(highest) = highest else { return true };
        let is_level = |corner: V| {
            let (rise, level) = rise(highest, corner);
            rise >= -level
        };
        let picked: SmallVec<[usize; 3]> =
            (0..corners.len()).filter(|&corner| is_level(corners[corner])).collect();
        let mut is_furthest = true;
        if picked.len() < corners.len() {
            self.parts.each_neighbour(number, &picked, &mut |corner| {
                let (rise, level) = rise(highest, corner);
                is_furthest &= rise <= level;
            });
        }
        is_furthest
    }

    fn body(&self) -> Option<Instance<'_, V>> {
        self.parts.body(&self.pose)
    }

    fn is_hollow(&self) -> bool {
        self.parts.is_hollow()
    }

    fn contains_point(&self, point: V) -> bool {
        self.parts.contains_point(&self.pose, point)
    }
}

/// A box rotated by a matrix and translated: around (box − before)·matrix + after. It is grown by all
/// roundings, including the roundings of coordinates up to `reach`.
fn turned<V: Vector>(
    bounds: &Aabb<V>,
    matrix: impl Fn(usize, usize) -> f64,
    after: V,
    before: V,
    reach: f64,
) -> Aabb<V> {
    let (low, high) = (bounds.min().to_double(), bounds.max().to_double());
    let (after, before) = (after.to_double(), before.to_double());
    let (middle, half) = (low * 0.5 + high * 0.5, high * 0.5 - low * 0.5);
    let size = low.abs().max(high.abs()).element_sum()
        + after.abs().element_sum()
        + before.abs().element_sum()
        + reach;
    let slack = 128.0 * V::Scalar::UNIT_ROUNDOFF.into() * size + f64::from(f32::MIN_POSITIVE);
    let most: f64 = V::Scalar::MAX.into();
    let end = |axis: usize, side: f64| {
        let sum = |term: &dyn Fn(usize) -> f64| (0..V::DIMENSION).map(term).sum::<f64>();
        let center = sum(&|j| matrix(axis, j) * (middle[j] - before[j])) + after[axis];
        let reach = sum(&|j| matrix(axis, j).abs() * half[j]) + slack;
        let end = center + side * reach;
        // Unbounded regions stay unbounded.
        let end = if end.is_finite() { end } else { side * most };
        V::Scalar::from_f64(end.clamp(-most, most))
    };
    Aabb::between(V::from_fn(|axis| end(axis, -1.0)), V::from_fn(|axis| end(axis, 1.0)))
}

/// Implements the traits of a shape of many parts. Its parts as a trait object come from a method of the back
/// end, so their code is compiled once for all queries.
macro_rules! composite_shape {
    ($shape:ident, $parts:ident) => {
        impl<V: Vector> Shape for $shape<V> {
            type Vector = V;
            // Its queries have no closed forms, whose code would be compiled at each call.
            #[inline(always)]
            fn is_dynamic() -> bool {
                true
            }
            #[inline]
            fn shape_ref(&self) -> ShapeRef<'_, V> {
                ShapeRef::Composite(V::$parts(self))
            }
        }

        impl<V: Vector> CompositeShape<V> for $shape<V> {
            #[inline]
            fn aabb(&self) -> Option<Aabb<V>> {
                V::$parts(self).aabb()
            }
            #[inline]
            fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> Aabb<V>) {
                V::$parts(self).visit(region, visit);
            }
            #[inline]
            fn visit_along(
                &self,
                start: V::Double,
                direction: V::Double,
                last: f64,
                visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
            ) {
                V::$parts(self).visit_along(start, direction, last, visit);
            }
            #[inline]
            fn visit_swept(
                &self,
                swept: &crate::shape::Swept<V::Double>,
                visit: &mut crate::shape::ShowSweptPart<'_, V>,
            ) {
                V::$parts(self).visit_swept(swept, visit);
            }
            #[inline]
            fn visit_near(
                &self,
                point: V::Double,
                limit: f64,
                visit: &mut dyn FnMut(u32, ShapeRef<'_, V>) -> f64,
            ) -> bool {
                V::$parts(self).visit_near(point, limit, visit)
            }
            #[inline]
            fn reaches_furthest(&self, number: u32, direction: V::Double) -> bool {
                V::$parts(self).reaches_furthest(number, direction)
            }
            #[inline]
            fn body(&self) -> Option<crate::assembly::Instance<'_, V>> {
                V::$parts(self).body()
            }
            #[inline]
            fn is_hollow(&self) -> bool {
                V::$parts(self).is_hollow()
            }
            #[inline]
            fn boundary(&self) -> Option<&dyn CompositeShape<V>> {
                V::$parts(self).boundary()
            }
            #[inline]
            fn contains_point(&self, point: V) -> bool {
                V::$parts(self).contains_point(point)
            }
        }
    };
}

pub(super) use composite_shape;

/// Implements a shape of many parts from its local parts.
macro_rules! placed_parts {
    ($shape:ident, $parts:ident) => {
        impl<V: Vector> $shape<V> {
            /// Returns the shape placed by a pose. A shape that has a pose gets the product:
            /// `s.at(&p).at(&q)` is placed by `q * p`. The parts are shared, not copied.
            #[must_use]
            pub fn at(&self, pose: &Pose<V>) -> Self {
                $shape { placed: self.placed.at(pose) }
            }

            /// Returns the pose.
            pub fn pose(&self) -> Pose<V> {
                self.placed.pose
            }

            /// The parts, for the back end. Never inlined: otherwise its table of methods would be compiled
            /// in other crates.
            #[inline(never)]
            pub(super) fn parts(&self) -> &dyn CompositeShape<V> {
                &self.placed
            }
        }

        impl<V: Vector> Clone for $shape<V> {
            fn clone(&self) -> Self {
                $shape { placed: self.placed.clone() }
            }
        }

        crate::compound::placed_parts::composite_shape!($shape, $parts);
    };
}

pub(super) use placed_parts;
