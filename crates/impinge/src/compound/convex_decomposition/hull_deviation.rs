//! The deviation of a hull: its maximum distance from the mesh.
//!
//! This is the largest distance of a point of the hull from the solid, or from the surface where there is no
//! solid. The search samples points spread evenly over the faces, and some half-way to the centre. A distance
//! changes no faster than the point moves, so the error is at most about their spacing.

use std::cell::Cell;
use std::cmp::Ordering;

use glam::DVec3;

use super::surface_topology::MeshShells;
use crate::bvh::Bvh;
use crate::math::{orientation_2d, orientation_3d};
use crate::narrow::nearest_on_triangle;
use crate::shape::{Aabb, Hull, Mesh};

/// Number of sampled points of a hull's surface.
const SAMPLED_POINTS: usize = 600;

/// Of this number of points, one is also sampled half-way to the centre.
const INSIDE_EVERY: usize = 4;

/// A mesh, prepared for distances of hulls.
pub(super) struct Yardstick {
    mesh: Mesh<DVec3>,
    tree: Bvh<DVec3>,
    bounds: Aabb<DVec3>,
    shells: MeshShells,
}

impl Yardstick {
    /// `bounds` is the box around the triangles.
    pub fn new(mesh: Mesh<DVec3>, bounds: Aabb<DVec3>) -> Self {
        let boxes: Vec<_> = mesh.placed_triangles().map(|triangle| triangle.bounds()).collect();
        Yardstick { tree: Bvh::new(&boxes), bounds, shells: MeshShells::new(&mesh), mesh }
    }

    pub fn mesh(&self) -> &Mesh<DVec3> {
        &self.mesh
    }

    pub fn shells(&self) -> &MeshShells {
        &self.shells
    }

    /// Returns whether a point that is not on the surface is enclosed by it.
    pub fn is_inside(&self, point: DVec3) -> bool {
        self.winding(point) != 0
    }

    /// Returns the maximum distance of the hull from the mesh; if it is at least `limit`, any value beyond.
    pub fn deviation(&self, hull: &Hull<DVec3>, limit: f64) -> f64 {
        let center = hull.center();
        let mut most = 0.0;
        for (number, point) in spread(hull).into_iter().enumerate() {
            let inside = (number % INSIDE_EVERY == 0).then(|| point.midpoint(center));
            for point in [Some(point), inside].into_iter().flatten() {
                most = self.distance(point, most).unwrap_or(most);
                if most > limit {
                    return most;
                }
            }
        }
        most
    }

    /// Returns the distance of a point outside of the mesh; `None` if it is at most `least`.
    fn distance(&self, point: DVec3, least: f64) -> Option<f64> {
        if self.nearest_within(point, least, least) <= least || self.is_inside(point) {
            return None;
        }
        let size = (self.bounds.max() - self.bounds.min()).max_element();
        let mut radius = 2.0 * least.max(size / 128.0);
        // Larger distances are not needed.
        while radius < 1e6 * size {
            let nearest = self.nearest_within(point, radius, 0.0);
            if nearest <= radius {
                return Some(nearest);
            }
            radius *= 2.0;
        }
        None
    }

    /// Returns the least distance to the triangles if it is at most `radius`, otherwise any value beyond. The
    /// search may stop at a distance of at most `enough`.
    fn nearest_within(&self, point: DVec3, radius: f64, enough: f64) -> f64 {
        let nearest = Cell::new(f64::INFINITY);
        let may_matter = |bounds: &Aabb<DVec3>| {
            let outside = (bounds.min() - point).max(point - bounds.max()).max(DVec3::ZERO);
            nearest.get() > enough && outside.length() <= nearest.get().min(radius)
        };
        self.tree.descend(may_matter, |number| {
            let corners = self.mesh.triangle(number).points().map(|corner| corner.to_array());
            let on_triangle = DVec3::from_array(nearest_on_triangle(corners, point.to_array()));
            nearest.set(nearest.get().min(point.distance(on_triangle)));
        });
        nearest.get()
    }

    /// Returns the winding number of the closed shells around a point that is not on them: the triangles that
    /// a ray along the first axis crosses, outwards minus inwards. Exact: in the projection along the ray,
    /// both triangles of an edge have a point on the same side of it, and a corner counts for the upper end
    /// of edges only.
    fn winding(&self, point: DVec3) -> i32 {
        let mut winding = 0;
        let ahead = Aabb::between(point, point.max(DVec3::new(self.bounds.max().x, point.y, point.z)));
        self.tree.query_aabb(&ahead, |number| {
            if self.shells.is_closed(number as usize) {
                winding += crossing(self.mesh.triangle(number).points(), point);
            }
        });
        winding
    }
}

/// Returns 1 if the ray along the first axis leaves through a triangle, −1 if it enters, otherwise 0.
fn crossing(corners: [DVec3; 3], point: DVec3) -> i32 {
    let across = |corner: DVec3| [corner.y, corner.z];
    let mut turns = 0;
    for i in 0..3 {
        let (from, to) = (corners[i], corners[(i + 1) % 3]);
        let side = || orientation_2d(across(from), across(to), across(point));
        if from.y <= point.y && point.y < to.y && side() == Ordering::Greater {
            turns += 1;
        } else if to.y <= point.y && point.y < from.y && side() == Ordering::Less {
            turns -= 1;
        }
    }
    if turns == 0 {
        return 0;
    }
    let [a, b, c] = corners.map(|corner| corner.to_array());
    // The triangle, counter-clockwise as seen from behind along the ray, is ahead of a point below it.
    let is_ahead = match orientation_3d(a, b, c, point.to_array()) {
        Ordering::Greater => turns > 0,
        Ordering::Less => turns < 0,
        Ordering::Equal => false,
    };
    if is_ahead { turns } else { 0 }
}

/// Returns the faces as fans of triangles.
fn triangles(hull: &Hull<DVec3>) -> impl Iterator<Item = [DVec3; 3]> {
    (0..hull.face_count()).flat_map(|face| {
        let corners = hull.face(face);
        let corner = |i: usize| hull.vertices()[corners[i] as usize];
        (2..corners.len()).map(move |i| [corner(0), corner(i - 1), corner(i)])
    })
}

fn area_of([a, b, c]: [DVec3; 3]) -> f64 {
    0.5 * (b - a).cross(c - a).length()
}

/// Returns the area of the surface; of a flat hull, of both sides.
pub(super) fn area(hull: &Hull<DVec3>) -> f64 {
    triangles(hull).map(area_of).sum()
}

/// Returns points spread evenly over the surface: each represents the same area. The points of one triangle
/// follow the multiples of two irrational numbers. Over a segment they are evenly spaced. Source:
/// Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018.
fn spread(hull: &Hull<DVec3>) -> Vec<DVec3> {
    /// 1/g and 1/g², where g³ = g + 1.
    const STEPS: [f64; 2] = [0.754_877_666_246_692_7, 0.569_840_290_998_053_2];
    if hull.dimension() == 1 {
        let [a, b] = [hull.vertices()[0], hull.vertices()[1]];
        return (0..SAMPLED_POINTS).map(|i| a.lerp(b, (i as f64 + 0.5) / SAMPLED_POINTS as f64)).collect();
    }
    let share = area(hull) / SAMPLED_POINTS as f64;
    let mut points = Vec::with_capacity(SAMPLED_POINTS);
    let mut covered = 0.0;
    for [a, b, c] in triangles(hull) {
        covered += area_of([a, b, c]);
        while covered > (points.len() as f64 + 0.5) * share && points.len() < SAMPLED_POINTS {
            let number = points.len() as f64;
            let [u, v] = STEPS.map(|step| (0.5 + step * number).fract());
            let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
            points.push(a + (b - a) * u + (c - a) * v);
        }
    }
    points
}
