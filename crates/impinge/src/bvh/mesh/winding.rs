//! Generalized winding numbers: inside and outside, also for open and damaged surfaces.
//!
//! Every triangle covers a part of the directions around a point: its solid angle, negative if its back is
//! visible. The sum, divided by 4π, is 1 inside a closed surface and 0 outside. Near holes it is in between,
//! and a surface that overlaps itself counts twice.
//!
//! Far away, a few numbers describe a group of triangles. A solid angle is the integral of n·f over the
//! surface, with f(x) = (x − p)/|x − p|³. Around a centre c of the group, f is linear up to a remainder, so
//! that
//!
//! ```text
//! Ω ≈ D·f(c) + Σⱼₖ Mⱼₖ ∂ⱼfₖ(c)     D = ∫ n dA,  M = ∫ (x − c) nᵀ dA
//! |remainder| ≤ ½ A r² max |∇²f| ≤ 3 A r² / (|c − p| − r)⁴
//! ```
//!
//! with A the area and r the radius of the group around c: f is −∇(1/|x|), and no third derivative of 1/|x|
//! exceeds 6/|x|⁴. A group whose fraction of the permitted remainder is at most its fraction of the area is
//! not opened, so the sum of all is within the tolerance.
//! Sources: Van Oosterom, Strackee, "The solid angle of a plane triangle", 1983; Jacobson, Kavan,
//! Sorkine-Hornung, "Robust inside-outside segmentation using generalized winding numbers", 2013; Barill et
//! al., "Fast winding numbers for soups and clouds", 2018, which opens groups by distance alone.

use std::f64::consts::PI;
use std::sync::Arc;

use glam::{DMat3, DVec3};
use smallvec::SmallVec;

use super::node::{Child, Node};
use super::pack::Pack;
use super::{MeshBvh, WIDTH};
use crate::math::Vector;

/// Maximum error of [`WindingNumber::at_point`].
const TOLERANCE: f64 = 1e-3;
/// Beyond this multiple of the size of the mesh, the winding number is 0.
const FAR: f64 = 1e30;

/// Computes how often the surface of a mesh winds around points, and which points are inside.
///
/// The counter-clockwise side of a triangle is outside. Triangles need not be closed, connected or free of
/// intersections. Degenerate triangles do not count, and those smaller than 10⁻⁵⁰ of the mesh may not count.
///
/// ```
/// use glam::DVec3;
/// use impinge::shape::Mesh;
/// use impinge::bvh::{MeshBvh, WindingNumber};
/// let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
/// let closed = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
/// let inside = DVec3::splat(0.1);
/// let winding = WindingNumber::new(MeshBvh::new(Mesh::new(corners.clone(), closed.clone())?));
/// assert!((winding.at_point(inside) - 1.0).abs() < 0.001 && winding.contains_point(inside));
/// assert!(winding.at_point(DVec3::ONE).abs() < 0.001 && !winding.contains_point(DVec3::ONE));
/// // The bottom is missing: from deep inside more than half of all directions are still covered.
/// let open = WindingNumber::new(MeshBvh::new(Mesh::new(corners, closed[1..].to_vec())?));
/// assert!(open.at_point(inside) < 0.9 && open.contains_point(inside));
/// assert_eq!(open.mesh_bvh().mesh().triangles().len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct WindingNumber<V: Vector> {
    tree: Arc<MeshBvh<V>>,
    /// For each node of the tree, the groups in its boxes.
    groups: Vec<[Group; WIDTH]>,
    /// The area of all triangles.
    area: f64,
    /// Origin of points; lengths are divided by the size of the mesh.
    origin: DVec3,
    per_length: f64,
}

/// A group of triangles as an approximation for distant points.
#[derive(Clone, Copy, Debug)]
struct Group {
    center: DVec3,
    /// Radius of the group around the centre.
    radius: f64,
    area: f64,
    /// Vector area of its triangles: D.
    facing: DVec3,
    /// ∫ (x − c) nᵀ dA: M.
    moment: DMat3,
}

impl Group {
    const NOTHING: Group =
        Group { center: DVec3::ZERO, radius: 0.0, area: 0.0, facing: DVec3::ZERO, moment: DMat3::ZERO };

    fn of_triangle([a, b, c]: [DVec3; 3]) -> Self {
        let facing = (b - a).cross(c - a) * 0.5;
        let center = (a + b + c) * (1.0 / 3.0);
        let radius = [a, b, c].into_iter().map(|corner| corner.distance(center)).fold(0.0, f64::max);
        // About its own centroid the moment of a flat triangle is 0.
        Group { center, radius, area: facing.length(), facing, moment: DMat3::ZERO }
    }

    /// Combines groups, about the middle of their area.
    fn of_groups(groups: &[Group]) -> Self {
        let area = groups.iter().map(|group| group.area).sum();
        let weighted: DVec3 = groups.iter().map(|group| group.center * group.area).sum();
        if area <= 0.0 {
            return Group::NOTHING;
        }
        let center = weighted / area;
        let mut all = Group { center, area, ..Group::NOTHING };
        for group in groups.iter().filter(|group| group.area > 0.0) {
            let away = group.center - center;
            all.radius = all.radius.max(away.length() + group.radius);
            all.facing += group.facing;
            all.moment += group.moment + product(away, group.facing);
        }
        all
    }

    /// Returns the solid angle from a point, up to the remainder.
    fn solid_angle(&self, point: DVec3) -> f64 {
        let x = self.center - point;
        let per_square = 1.0 / x.length_squared();
        let per_cube = per_square * per_square.sqrt();
        let trace = self.moment.x_axis.x + self.moment.y_axis.y + self.moment.z_axis.z;
        let along = x.dot(self.moment * x) * per_square;
        (self.facing.dot(x) + trace - 3.0 * along) * per_cube
    }
}

/// Returns a bᵀ.
fn product(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

/// Returns the solid angle of a triangle, its corners relative to the point.
fn solid_angle([a, b, c]: [DVec3; 3]) -> f64 {
    let (la, lb, lc) = (a.length(), b.length(), c.length());
    let volume = a.dot(b.cross(c));
    let rest = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    2.0 * libm::atan2(volume, rest)
}

impl<V: Vector<Double = DVec3>> WindingNumber<V> {
    /// Prepares the mesh of a BVH, which may be shared; takes 160 bytes for each triangle or a little more.
    pub fn new(tree: impl Into<Arc<MeshBvh<V>>>) -> Self {
        let tree = tree.into();
        let origin = tree.origin.to_double();
        let used =
            tree.mesh.triangles().iter().flatten().map(|&corner| tree.mesh.positions()[corner as usize]);
        let reach = used.map(|corner| (corner.to_double() - origin).abs().max_element()).fold(0.0, f64::max);
        // The reciprocal of the smallest lengths, and of 0, is infinite.
        let per_length = if reach.is_finite() { (1.0 / reach).min(f64::MAX) } else { 1.0 / f64::MAX };
        let mut winding = WindingNumber { tree, groups: Vec::new(), area: 0.0, origin, per_length };
        winding.groups = winding.with_triangles(|triangles| triangles.groups());
        winding.area = winding.groups.first().map_or(0.0, |all| all.iter().map(|group| group.area).sum());
        winding
    }

    /// Returns the BVH.
    pub fn mesh_bvh(&self) -> &MeshBvh<V> {
        &self.tree
    }

    /// Returns the winding number of the surface around a point, with an error of at most 0.001.
    pub fn at_point(&self, point: V) -> f64 {
        let point = self.place(point);
        self.with_triangles(|triangles| triangles.winding(&self.groups, self.area, point, TOLERANCE))
    }

    /// Returns whether the surface covers more than half of all directions from a point.
    ///
    /// The precision adapts: the sum is refined until the result is certain.
    pub fn contains_point(&self, point: V) -> bool {
        let point = self.place(point);
        self.with_triangles(|triangles| triangles.contain(&self.groups, self.area, point))
    }

    fn place(&self, point: V) -> DVec3 {
        let away = (point.to_double() - self.origin) * self.per_length;
        if away.is_finite() {
            return away;
        }
        // Halved first: the difference may overflow.
        (point.to_double() * 0.5 - self.origin * 0.5) * self.per_length * 2.0
    }

    /// Calls `compute` with the triangles in the type that is the same for all vectors.
    #[inline]
    fn with_triangles<T>(&self, compute: impl FnOnce(&PlacedTriangles<'_>) -> T) -> T {
        let triangle = |number: u32| self.tree.mesh.triangle(number).points().map(|point| self.place(point));
        compute(&PlacedTriangles { nodes: &self.tree.nodes, packs: &self.tree.packs, triangle: &triangle })
    }
}

/// The tree and the triangles of a mesh. The type does not depend on the vector, so its functions are
/// compiled once, in this crate.
struct PlacedTriangles<'a> {
    nodes: &'a [Node],
    packs: &'a [Pack],
    /// Returns the corners of a triangle, relative to the origin and by the size of the mesh.
    triangle: &'a dyn Fn(u32) -> [DVec3; 3],
}

impl PlacedTriangles<'_> {
    fn in_pack(&self, pack: Child) -> impl Iterator<Item = [DVec3; 3]> + '_ {
        let numbers = self.packs[pack.number()].triangles.into_iter();
        numbers.filter(|&number| number != u32::MAX).map(|number| (self.triangle)(number))
    }

    fn groups(&self) -> Vec<[Group; WIDTH]> {
        let mut groups = vec![[Group::NOTHING; WIDTH]; self.nodes.len()];
        // Nodes come before their children.
        for number in (0..self.nodes.len()).rev() {
            for lane in 0..WIDTH {
                groups[number][lane] = self.group(self.nodes[number].children[lane], &groups);
            }
        }
        groups
    }

    fn group(&self, child: Child, groups: &[[Group; WIDTH]]) -> Group {
        if child == Child::MISSING {
            Group::NOTHING
        } else if child.is_pack() {
            let triangles: SmallVec<[Group; 4]> = self.in_pack(child).map(Group::of_triangle).collect();
            Group::of_groups(&triangles)
        } else {
            Group::of_groups(&groups[child.number()])
        }
    }

    /// Returns whether they cover more than half of all directions from a point.
    fn contain(&self, groups: &[[Group; WIDTH]], area: f64, point: DVec3) -> bool {
        let mut tolerance = 0.1;
        loop {
            let around = self.winding(groups, area, point, tolerance);
            if (around - 0.5).abs() > tolerance || tolerance < 1e-12 {
                return around > 0.5;
            }
            tolerance *= 1e-2;
        }
    }

    /// Returns the winding number around a point, up to the tolerance. `area` is the area of all triangles.
    fn winding(&self, groups: &[[Group; WIDTH]], area: f64, point: DVec3, tolerance: f64) -> f64 {
        let is_near = point.is_finite() && point.abs().max_element() < FAR;
        if !is_near || area == 0.0 {
            return 0.0;
        }
        // (|c − p| − r)⁴ must be at least this times r².
        let enough = 3.0 * area / (4.0 * PI * tolerance);
        let mut angle = 0.0;
        let mut stack: SmallVec<[usize; 64]> = SmallVec::new();
        stack.push(0);
        while let Some(number) = stack.pop() {
            let node = &self.nodes[number];
            for (group, &child) in groups[number].iter().zip(&node.children) {
                if group.area == 0.0 {
                    continue;
                }
                let room = group.center.distance(point) - group.radius;
                let square = room * room;
                if room > 0.0 && square * square >= enough * group.radius * group.radius {
                    angle += group.solid_angle(point);
                } else if child.is_pack() {
                    let seen = |corners: [DVec3; 3]| corners.map(|corner| corner - point);
                    angle += self.in_pack(child).map(|corners| solid_angle(seen(corners))).sum::<f64>();
                } else {
                    stack.push(child.number());
                }
            }
        }
        angle / (4.0 * PI)
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;
    use proptest::prelude::*;

    use super::*;
    use crate::shape::Mesh;

    /// Sums all triangles one by one.
    fn exactly(mesh: &Mesh<DVec3>, point: DVec3) -> f64 {
        let seen = |number| mesh.triangle(number).points().map(|corner| corner - point);
        (0..mesh.triangles().len() as u32).map(|number| solid_angle(seen(number))).sum::<f64>() / (4.0 * PI)
    }

    /// A ball of radius 1 with equal numbers of rings and sectors, without some rings at the top.
    fn ball(rings: u32, missing: u32) -> Mesh<DVec3> {
        let corner = |ring: u32, sector: u32| {
            let (sin, cos) = libm::sincos(PI * f64::from(ring) / f64::from(rings));
            let (y, x) = libm::sincos(2.0 * PI * f64::from(sector) / f64::from(rings));
            DVec3::new(sin * x, sin * y, cos)
        };
        let corners = (0..=rings).flat_map(|ring| (0..rings).map(move |sector| corner(ring, sector)));
        let quads = (missing..rings).flat_map(|ring| (0..rings).map(move |sector| (ring, sector)));
        let triangles = quads.flat_map(|(ring, sector)| {
            let [a, b] = [sector, (sector + 1) % rings].map(|sector| ring * rings + sector);
            [[a, a + rings, b], [b, a + rings, b + rings]]
        });
        Mesh::new(corners.collect(), triangles.collect()).unwrap()
    }

    fn points() -> impl Iterator<Item = DVec3> {
        // Along a curve that fills a cube nearly evenly.
        (1..400).map(|i| DVec3::new(0.618, 0.755, 0.57) * f64::from(i)).map(|point| point.fract() * 3.0 - 1.5)
    }

    #[test]
    fn winding_number_of_ball_separates_inside_from_outside() {
        let winding = WindingNumber::new(MeshBvh::new(ball(64, 0)));
        for point in points() {
            let (length, around) = (point.length(), winding.at_point(point));
            if (length - 1.0).abs() > 0.01 {
                let expected = if length < 1.0 { 1.0 } else { 0.0 };
                assert!((around - expected).abs() <= TOLERANCE, "{around} at {point}");
                assert_eq!(winding.contains_point(point), length < 1.0, "{point}");
            }
        }
    }

    #[test]
    fn winding_number_of_invalid_points_is_0() {
        let winding = WindingNumber::new(MeshBvh::new(ball(8, 0)));
        for x in [f64::NAN, f64::INFINITY, -f64::MAX] {
            assert_eq!(winding.at_point(DVec3::new(x, 0.0, 0.0)), 0.0, "{x}");
        }
    }

    #[test]
    fn winding_number_of_half_ball_is_half_at_its_middle() {
        let bowl = ball(64, 32);
        let winding = WindingNumber::new(MeshBvh::new(bowl.clone()));
        assert!((winding.at_point(DVec3::ZERO) - 0.5).abs() <= TOLERANCE);
        assert!(
            winding.contains_point(DVec3::new(0.0, 0.0, -0.01))
                && !winding.contains_point(DVec3::new(0.0, 0.0, 0.01))
        );
        for point in points() {
            let (around, expected) = (winding.at_point(point), exactly(&bowl, point));
            assert!((around - expected).abs() <= TOLERANCE, "{around} at {point}, not {expected}");
        }
    }

    #[test]
    fn winding_number_negates_for_flipped_and_doubles_for_double_surfaces() {
        let mesh = ball(16, 0);
        let turned = mesh.triangles().iter().map(|&[a, b, c]| [a, c, b]);
        let turned = Mesh::new(mesh.positions().to_vec(), turned.collect()).unwrap();
        assert!((WindingNumber::new(MeshBvh::new(turned)).at_point(DVec3::X * 0.5) + 1.0).abs() <= TOLERANCE);
        let twice = [mesh.triangles(), mesh.triangles()].concat();
        let twice = Mesh::new(mesh.positions().to_vec(), twice).unwrap();
        assert!((WindingNumber::new(MeshBvh::new(twice)).at_point(DVec3::X * 0.5) - 2.0).abs() <= TOLERANCE);
    }

    #[test]
    fn winding_number_of_empty_huge_and_far_meshes() {
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
        let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        let empty = WindingNumber::new(MeshBvh::new(Mesh::new(corners.to_vec(), vec![]).unwrap()));
        assert_eq!(empty.at_point(Vec3::ZERO), 0.0);
        let flat = WindingNumber::new(MeshBvh::new(Mesh::new(corners.to_vec(), vec![[0, 1, 1]]).unwrap()));
        assert_eq!(flat.at_point(Vec3::ONE), 0.0);
        for size in [1e-300, 1e-30, 1e40, 1e150, 1e300] {
            let corners = corners.iter().map(|corner| corner.as_dvec3() * size).collect();
            let winding = WindingNumber::new(MeshBvh::new(Mesh::new(corners, triangles.clone()).unwrap()));
            assert!((winding.at_point(DVec3::splat(0.1 * size)) - 1.0).abs() <= TOLERANCE, "{size}");
            assert!(
                winding.contains_point(DVec3::splat(0.1 * size))
                    && !winding.contains_point(DVec3::splat(size))
            );
        }
        // Near the largest float, so that differences overflow.
        let corner =
            |up: usize| DVec3::from_array([0, 1, 2].map(|axis| if axis + 1 == up { 1e308 } else { -1e308 }));
        let huge = Mesh::new((0..4).map(corner).collect(), triangles.clone()).unwrap();
        let winding = WindingNumber::new(MeshBvh::new(huge));
        let middle = DVec3::splat(-0.6e308);
        assert!((winding.at_point(middle) - 1.0).abs() <= TOLERANCE && winding.contains_point(middle));
        assert!(winding.at_point(-middle).abs() <= TOLERANCE);
        for size in [1e-30_f32, 1.0, 1e30] {
            let corners = corners.iter().map(|&corner| corner * size).collect();
            let winding = WindingNumber::new(MeshBvh::new(Mesh::new(corners, triangles.clone()).unwrap()));
            assert!((winding.at_point(Vec3::splat(0.1 * size)) - 1.0).abs() <= TOLERANCE, "{size}");
            assert!(winding.at_point(Vec3::splat(size)).abs() <= TOLERANCE, "{size}");
            assert!(winding.at_point(Vec3::splat(f32::MAX)).abs() <= TOLERANCE, "{size}");
            // On the surface no value is right, but the result is finite.
            assert!(
                winding.at_point(Vec3::ZERO).abs() <= 1.0
                    && winding.at_point(Vec3::X * size * 0.5).abs() <= 1.0
            );
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(impinge_tests::demand::random_cases(200)))]

        #[test]
        fn any_triangles_wind_as_the_sum_of_all_says(
            corners in prop::collection::vec([-1.0..1.0f64, -1.0..1.0, -1.0..1.0], 3..150),
            points in prop::collection::vec([-3.0..3.0f64, -3.0..3.0, -3.0..3.0], 5),
        ) {
            let corners: Vec<DVec3> = corners.into_iter().map(DVec3::from).collect();
            let triangles = (2..corners.len() as u32).map(|i| [i - 2, i - 1, i]).collect();
            let mesh = Mesh::new(corners, triangles).unwrap();
            let winding = WindingNumber::new(MeshBvh::new(mesh.clone()));
            for point in points {
                let (around, expected) = (winding.at_point(point.into()), exactly(&mesh, point.into()));
                prop_assert!((around - expected).abs() <= TOLERANCE, "{} is not {}", around, expected);
                let is_sure = (expected - 0.5).abs() > 1e-9;
                prop_assert!(!is_sure || winding.contains_point(point.into()) == (expected > 0.5));
            }
        }
    }
}
