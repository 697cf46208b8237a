//! Parts at a pose: what all shapes of many parts have in common.
//!
//! Trees stay in local coordinates. A region of the world is carried back to them, grown by what rounding may do to the
//! placed parts; so one tree serves all poses.

use std::cell::Cell;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::cull::Body;
use crate::math::{Pose, Scalar, Vector};
use crate::narrow::Relate;
use crate::shape::{Aabb, Ahead, Parts, ShowSweptPart, Swept, SweptRegion, View};
use crate::tree::MeshTree;

use super::search::{Boxes, Line, Near};

/// The sine of the angle up to which a way counts as level: a few times what the normals of flat ground are off by, where shapes rest
/// right beside an edge.
const LEVEL: f64 = 1e-3;

/// Parts in local coordinates.
pub(super) trait LocalParts<V: Vector>: Send + Sync {
    /// Where they are found.
    fn boxes(&self) -> &dyn Boxes<V>;
    /// Shows one part where a pose takes it.
    fn show(&self, number: u32, pose: &Pose<V>, visit: &mut dyn FnMut(View<'_, V>));
    /// The number by which a part is told.
    fn told(&self, number: u32) -> u32 {
        number
    }
    /// Calls `visit` for every part that what goes along a line may meet; it answers how far along the line is still of interest.
    fn along(&self, line: &Line<V>, visit: &mut dyn FnMut(u32) -> f64) {
        self.boxes().search(line, &mut |part| line.last.set(visit(part)));
    }
    /// No coordinate of them is greater.
    fn reach(&self) -> f64 {
        let bounds = self.boxes().bounds();
        bounds.map_or(0.0, |bounds| bounds.min().abs().max(bounds.max().abs()).largest().into())
    }
    /// The corners of a part of a surface; none of what is not.
    fn corners(&self, _number: u32) -> SmallVec<[V; 3]> {
        SmallVec::new()
    }
    /// Calls `visit` for the corners of the other parts that have some corners of one, picked by their places in it.
    fn each_neighbour(&self, _number: u32, _picked: &[usize], _visit: &mut dyn FnMut(V)) {}
    /// The tree of a mesh, if it is one, whose triangles are then the items.
    fn mesh_tree(&self) -> Option<&MeshTree<V>> {
        None
    }
    /// The mesh that a pose has placed, if it is one.
    fn body(&self, _pose: &Pose<V>) -> Option<Body<'_, V>> {
        None
    }
    /// Does it enclose nothing, although its mesh may be closed?
    fn is_hollow(&self) -> bool {
        false
    }
    /// Is a point enclosed by a closed surface, which a pose has placed?
    fn encloses(&self, _pose: &Pose<V>, _point: V) -> bool {
        false
    }
}

/// Shared parts at a pose.
#[derive(Debug)]
pub(super) struct Placed<V: Vector, P> {
    pub parts: Arc<P>,
    pub pose: Pose<V>,
}

impl<V: Vector, P> Clone for Placed<V, P> {
    fn clone(&self) -> Self {
        Placed { parts: Arc::clone(&self.parts), pose: self.pose }
    }
}

impl<V: Vector, P: LocalParts<V>> Placed<V, P> {
    /// Parts where they were given.
    pub fn new(parts: P) -> Self {
        Placed { parts: Arc::new(parts), pose: Pose::identity() }
    }

    /// The same parts at another pose.
    pub fn at(&self, pose: Pose<V>) -> Self {
        Placed { parts: Arc::clone(&self.parts), pose }
    }

    /// The same, of the parts that `find` finds along a line in local coordinates.
    pub fn show_along(
        &self,
        start: V::Double,
        direction: V::Double,
        last: f64,
        visit: &mut dyn FnMut(u32, View<'_, V>) -> f64,
        find: impl FnOnce(&Line<V>, &mut dyn FnMut(u32) -> f64),
    ) {
        let from = self.back(start - self.pose.translation.to_double());
        let heading = self.back(direction);
        let half = V::Double::splat(self.slack(start.abs().sum()));
        find(&Line { from, heading, last: Cell::new(last), half }, &mut |number| {
            let mut still = last;
            self.parts.show(number, &self.pose, &mut |part| still = visit(self.parts.told(number), part));
            still
        });
    }

    /// A vector of the world in local coordinates.
    fn back(&self, vector: V::Double) -> V::Double {
        let columns = self.pose.rotation.columns();
        V::Double::from_fn(|axis| columns[axis].to_double().dot(vector))
    }

    /// How far parts may be from where they should be, seen from what begins with coordinates up to `start`.
    fn slack(&self, start: f64) -> f64 {
        let size = self.parts.reach() + self.pose.translation.to_double().abs().sum();
        // The rotation itself is off by up to 16 roundings, of the way gone as well; that way ends at the parts.
        128.0 * V::Scalar::UNIT_ROUNDOFF.into() * (size + start)
    }

    /// Is a point in the area that the parts cover, and not on what bounds that? Exact for the placed points.
    pub fn covers(&self, outline: &dyn Parts<V>, point: V) -> bool {
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

impl<V: Vector, P: LocalParts<V>> Parts<V> for Placed<V, P> {
    fn bounds(&self) -> Option<Aabb<V>> {
        let bounds = self.parts.boxes().bounds()?;
        let columns = self.pose.rotation.columns();
        Some(turned(&bounds, |i, j| columns[j][i].into(), self.pose.translation, V::ZERO, 0.0))
    }

    fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, View<'_, V>) -> Aabb<V>) {
        let columns = self.pose.rotation.columns();
        // Parts are rounded where they are placed, however near to the origin the region is. How far they reach their boxes say:
        // asked for its reach, a mesh would make its tree.
        let largest = |bounds: Aabb<V>| bounds.min().abs().max(bounds.max().abs()).sum().into();
        let reach = self.parts.boxes().bounds().map_or(0.0, largest);
        let back = |region: &Aabb<V>| {
            turned(region, |i, j| columns[i][j].into(), V::ZERO, self.pose.translation, reach)
        };
        let (mut known, mut local) = (region, back(&region));
        self.parts.boxes().within(&back(&region), &mut |number| {
            self.parts.show(number, &self.pose, &mut |part| {
                let still = visit(self.parts.told(number), part);
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
        visit: &mut dyn FnMut(u32, View<'_, V>) -> f64,
    ) {
        self.show_along(start, direction, last, visit, |line, show| self.parts.along(line, show));
    }

    fn visit_swept(&self, swept: &Swept<V::Double>, visit: &mut ShowSweptPart<'_, V>) {
        if self.parts.mesh_tree().is_none() && !self.parts.boxes().follows_ways() {
            let mut still = SweptRegion::new(swept);
            return self.visit(still.region, &mut |number, part| still.shrunk(visit(number, part)));
        }
        let translation = self.pose.translation.to_double();
        let slack = self.slack(swept.middle.abs().sum() + swept.half.sum());
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
        let Some(tree) = self.parts.mesh_tree() else {
            let half = here.half + V::Double::splat(here.margin);
            let last = Cell::new(known.last);
            let line = Line { from: here.middle, heading: here.motion, last, half };
            return self.parts.along(&line, &mut |number| {
                self.parts.show(number, &self.pose, &mut |part| known = visit(self.parts.told(number), part));
                known.last
            });
        };
        tree.swept(&here, &mut |item| {
            self.parts.show(item, &self.pose, &mut |part| known = visit(self.parts.told(item), part));
            local(known)
        });
    }

    fn visit_near(
        &self,
        point: V::Double,
        limit: f64,
        visit: &mut dyn FnMut(u32, View<'_, V>) -> f64,
    ) -> bool {
        let from = self.back(point - self.pose.translation.to_double());
        // What is where it was given is not rounded.
        let slack = if self.pose == Pose::identity() { 0.0 } else { self.slack(point.abs().sum()) };
        let mut show = |number| {
            let mut still = limit;
            self.parts.show(number, &self.pose, &mut |part| still = visit(self.parts.told(number), part));
            still
        };
        match self.parts.mesh_tree() {
            Some(tree) => tree.near_point(from, slack, limit, &mut show),
            None => {
                let near = Near::<V> { point: from, limit: Cell::new(limit + slack) };
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

    fn body(&self) -> Option<Body<'_, V>> {
        self.parts.body(&self.pose)
    }

    fn is_hollow(&self) -> bool {
        self.parts.is_hollow()
    }

    fn encloses(&self, point: V) -> bool {
        self.parts.encloses(&self.pose, point)
    }
}

/// A box turned by a matrix and moved, grown by all roundings, those of coordinates up to `reach` as well: around
/// (box − before)·matrix + after.
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
    let size = low.abs().max(high.abs()).sum() + after.abs().sum() + before.abs().sum() + reach;
    let slack = 128.0 * V::Scalar::UNIT_ROUNDOFF.into() * size + f64::from(f32::MIN_POSITIVE);
    let most: f64 = V::Scalar::MAX.into();
    let end = |axis: usize, side: f64| {
        let sum = |term: &dyn Fn(usize) -> f64| (0..V::DIMENSION).map(term).sum::<f64>();
        let center = sum(&|j| matrix(axis, j) * (middle[j] - before[j])) + after[axis];
        let reach = sum(&|j| matrix(axis, j).abs() * half[j]) + slack;
        let end = center + side * reach;
        // Regions without end stay without.
        let end = if end.is_finite() { end } else { side * most };
        V::Scalar::from_f64(end.clamp(-most, most))
    };
    Aabb::between(V::from_fn(|axis| end(axis, -1.0)), V::from_fn(|axis| end(axis, 1.0)))
}

/// What a shape of many parts can do, from what its parts can; of some that is an area, also from the outline around it.
macro_rules! placed_parts {
    ($shape:ident $(, around it $outline:ident)?) => {
        impl<V: Vector> $shape<V> {
            /// The same parts at another pose; nothing is copied.
            #[must_use]
            pub fn at(&self, pose: Pose<V>) -> Self {
                $shape {
                    placed: self.placed.at(pose),
                    $($outline: self.$outline.as_ref().map(|outline| outline.at(pose)),)?
                }
            }

            /// Where it is.
            pub fn pose(&self) -> Pose<V> {
                self.placed.pose
            }
        }

        impl<V: Vector> Clone for $shape<V> {
            fn clone(&self) -> Self {
                $shape { placed: self.placed.clone(), $($outline: self.$outline.clone(),)? }
            }
        }

        impl<V: Vector> Shaped for $shape<V> {
            type Vector = V;
            fn view(&self) -> View<'_, V> {
                View::Parts(self)
            }
        }

        impl<V: Vector> Parts<V> for $shape<V> {
            fn bounds(&self) -> Option<Aabb<V>> {
                self.placed.bounds()
            }
            fn visit(&self, region: Aabb<V>, visit: &mut dyn FnMut(u32, View<'_, V>) -> Aabb<V>) {
                self.placed.visit(region, visit);
            }
            fn visit_along(
                &self,
                start: V::Double,
                direction: V::Double,
                last: f64,
                visit: &mut dyn FnMut(u32, View<'_, V>) -> f64,
            ) {
                self.placed.visit_along(start, direction, last, visit);
            }
            fn visit_swept(
                &self,
                swept: &crate::shape::Swept<V::Double>,
                visit: &mut crate::shape::ShowSweptPart<'_, V>,
            ) {
                self.placed.visit_swept(swept, visit);
            }
            fn visit_near(
                &self,
                point: V::Double,
                limit: f64,
                visit: &mut dyn FnMut(u32, View<'_, V>) -> f64,
            ) -> bool {
                self.placed.visit_near(point, limit, visit)
            }
            fn reaches_furthest(&self, number: u32, direction: V::Double) -> bool {
                self.placed.reaches_furthest(number, direction)
            }
            fn body(&self) -> Option<crate::cull::Body<'_, V>> {
                self.placed.body()
            }
            fn is_hollow(&self) -> bool {
                self.placed.is_hollow()
            }
            $(fn boundary(&self) -> Option<&dyn Parts<V>> {
                self.$outline.as_ref().map(|outline| outline as &dyn Parts<V>)
            })?
            fn encloses(&self, point: V) -> bool {
                $(if let Some(outline) = &self.$outline {
                    return self.placed.covers(outline, point);
                })?
                self.placed.encloses(point)
            }
        }
    };
}

pub(super) use placed_parts;
