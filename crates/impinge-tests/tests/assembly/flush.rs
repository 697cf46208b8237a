//! Solids that touch along faces, edges and corners: what whole numbers decide, and how much work it is.
//!
//! `IMPINGE_FLUSH=100000 cargo test -p impinge-tests --test meshes assembly::flush` tests so many pairs,
//! `IMPINGE_SEED` others.

use std::collections::HashMap;
use std::sync::Mutex;

use glam::{DVec3, Vec3};
use impinge::assembly::{
    Cascade, Collision, CollisionKind, Instance, InstancePair, Model, Observer, StageReport, find_collisions,
};
use impinge::compound::SurfaceMesh;
use impinge::math::{Affine, Vector};
use impinge::prelude::*;
use impinge::shape::Mesh;
use impinge_tests::demand;

use super::meshes::{cuboid, mesh, moved, together};
use crate::sample::Random;

type Place = [i64; 3];

fn difference(a: Place, b: Place) -> Place {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

fn cross(a: Place, b: Place) -> Place {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: Place, b: Place) -> i64 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

fn below(random: &mut Random, count: i64) -> i64 {
    (random.bits() >> 8) as i64 % count
}

/// A convex solid on a lattice with its surface cut into triangles.
struct Solid {
    corners: Vec<Place>,
    triangles: Vec<[usize; 3]>,
}

impl Solid {
    /// A tetrahedron, a pyramid with a square base, or a box.
    fn random(random: &mut Random) -> Self {
        let place = |random: &mut Random| [(); 3].map(|()| 12 * below(random, 4));
        let (corners, faces): (Vec<Place>, Vec<Vec<usize>>) = match below(random, 3) {
            0 => (
                (0..4).map(|_| place(random)).collect(),
                vec![vec![0, 2, 1], vec![0, 1, 3], vec![1, 2, 3], vec![2, 0, 3]],
            ),
            1 => {
                let [a, u, v, tip] = [(); 4].map(|()| place(random));
                let corner =
                    |i: i64, j: i64| std::array::from_fn(|k| a[k] + i * (u[k] - a[k]) + j * (v[k] - a[k]));
                let faces =
                    vec![vec![0, 2, 3, 1], vec![0, 1, 4], vec![1, 3, 4], vec![3, 2, 4], vec![2, 0, 4]];
                (vec![a, corner(1, 0), corner(0, 1), corner(1, 1), tip], faces)
            }
            _ => {
                let (low, size) = (place(random), [(); 3].map(|()| 12 * (1 + below(random, 3))));
                let corner =
                    |i: usize| std::array::from_fn(|axis| low[axis] + size[axis] * (i >> axis & 1) as i64);
                let faces =
                    [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
                ((0..8).map(corner).collect(), faces.map(Vec::from).to_vec())
            }
        };
        let mut solid = Solid { corners, triangles: Vec::new() };
        let inwards = {
            let [a, b, c, d] = [0, 1, 2, solid.corners.len() - 1].map(|i| solid.corners[i]);
            let [first, second, third] = [faces[0][0], faces[0][1], faces[0][2]].map(|i| solid.corners[i]);
            let normal = cross(difference(second, first), difference(third, first));
            let [a, b, c, d] = [a, b, c, d].map(|corner| dot(normal, difference(corner, first)));
            a + b + c + d > 0
        };
        for mut face in faces {
            if inwards {
                face.reverse();
            }
            solid.cut(&face, random);
        }
        solid
    }

    /// A face as a fan around one of its corners, or around its middle.
    fn cut(&mut self, face: &[usize], random: &mut Random) {
        let hub = match below(random, 3) {
            0 => face[0],
            _ => {
                // On the lattice, as corners are multiples of 12, and faces have 3 or 4 of them.
                let sum = |axis: usize| face.iter().map(|&i| self.corners[i][axis]).sum::<i64>();
                let middle = std::array::from_fn(|axis| sum(axis) / face.len() as i64);
                self.corners.push(middle);
                self.corners.len() - 1
            }
        };
        for (k, &from) in face.iter().enumerate() {
            let to = face[(k + 1) % face.len()];
            if ![from, to].contains(&hub) {
                self.triangles.push([hub, from, to]);
            }
        }
    }

    /// The same further along x.
    fn beside(mut self, by: i64) -> Self {
        self.corners.iter_mut().for_each(|corner| corner[0] += by);
        self
    }

    /// Six times the volume.
    fn volume(&self) -> i64 {
        let sixth = |&[a, b, c]: &[usize; 3]| dot(self.corners[a], cross(self.corners[b], self.corners[c]));
        self.triangles.iter().map(sixth).sum()
    }

    fn mesh<V: Vector>(&self) -> Mesh<V> {
        let positions = self.corners.iter().map(|corner| V::from_f64(corner.map(|x| x as f64))).collect();
        mesh(positions, self.triangles.iter().map(|triangle| triangle.map(|i| i as u32)).collect())
    }

    fn directions(&self) -> impl Iterator<Item = Place> {
        self.triangles.iter().flat_map(|&triangle| {
            let [a, b, c] = triangle.map(|i| self.corners[i]);
            [difference(b, a), difference(c, b), difference(a, c)]
        })
    }
}

/// Convex solids overlap if no axis parts them: exact, in whole numbers.
fn relation(a: &Solid, b: &Solid) -> Relation {
    let normals = |solid: &Solid| -> Vec<Place> {
        let normal = |triangle: &[usize; 3]| {
            let [a, b, c] = triangle.map(|i| solid.corners[i]);
            cross(difference(b, a), difference(c, a))
        };
        solid.triangles.iter().map(normal).collect()
    };
    let mut axes = [normals(a), normals(b)].concat();
    for edge in a.directions() {
        axes.extend(b.directions().map(|other| cross(edge, other)));
    }
    let ends = |solid: &Solid, axis: Place| {
        let all = solid.corners.iter().map(|&corner| dot(corner, axis));
        all.fold((i64::MAX, i64::MIN), |(low, high), x| (low.min(x), high.max(x)))
    };
    let on_axis = |axis: &Place| {
        let ((low, high), (least, most)) = (ends(a, *axis), ends(b, *axis));
        match (high - least).min(most - low) {
            _ if *axis == [0; 3] => Relation::Overlapping,
            0 => Relation::Touching,
            ..0 => Relation::Disjoint,
            _ => Relation::Overlapping,
        }
    };
    axes.iter().map(on_axis).min().unwrap_or(Relation::Overlapping)
}

/// Two bodies in both orders, and as shapes.
fn check_relation<V: Vector>(a: &Mesh<V>, b: &Mesh<V>, expected: Relation, name: &str) {
    let models = [a, b].map(|mesh| Model::new(mesh.clone()));
    assert!(models.iter().all(Model::is_closed), "{name}");
    let [one, two] = [0, 1].map(|i| Instance::new(&models[i], Affine::identity()));
    assert_eq!(one.relation(&two), expected, "{name}");
    assert_eq!(two.relation(&one), expected, "{name}, exchanged");
    let [one, two] = [a, b].map(|mesh| SurfaceMesh::new(mesh.clone()));
    assert_eq!(one.relation(&two), expected, "{name}, as shapes");
    assert_eq!(two.relation(&one), expected, "{name}, as shapes, exchanged");
}

#[test]
fn convex_solids_on_a_lattice_relate_as_whole_numbers_say() {
    let mut random = Random::new(demand::seed(51));
    let mut found = HashMap::new();
    let pairs = demand::cases("IMPINGE_FLUSH", 3000);
    while found.values().sum::<usize>() < pairs {
        let [a, b] = [(); 2].map(|()| Solid::random(&mut random));
        if a.volume() == 0 || b.volume() == 0 {
            continue;
        }
        assert!(a.volume() > 0 && b.volume() > 0);
        let expected = relation(&a, &b);
        let name = format!("{:?} {:?} and {:?} {:?}", a.corners, a.triangles, b.corners, b.triangles);
        check_relation::<DVec3>(&a.mesh(), &b.mesh(), expected, &name);
        check_relation::<Vec3>(&a.mesh(), &b.mesh(), expected, &name);
        *found.entry(format!("{expected:?}")).or_insert(0) += 1;
    }
    // A fair share of each, or nothing is tested.
    assert!(found.len() == 3 && found.values().all(|&count| count > pairs / 20), "{found:?}");
}

/// Parts that were put into one file without uniting them: their shells overlap each other.
#[test]
fn unions_of_solids_on_a_lattice_relate_as_their_parts_do() {
    let mut random = Random::new(demand::seed(52));
    let mut found = HashMap::new();
    let pairs = demand::cases("IMPINGE_FLUSH", 300);
    while found.values().sum::<usize>() < pairs {
        // The second beside the first, mostly.
        let along = below(&mut random, 4);
        let mut union = |by: i64| -> Option<[Solid; 2]> {
            let two = [(); 2].map(|()| Solid::random(&mut random).beside(by));
            // Where they only touch, shells may be connected by triangles that cancel each other.
            let do_overlap = two.iter().all(|solid| solid.volume() != 0)
                && relation(&two[0], &two[1]) == Relation::Overlapping;
            do_overlap.then_some(two)
        };
        let (Some(a), Some(b)) = (union(0), union(12 * along)) else { continue };
        let relations = a.iter().flat_map(|one| b.iter().map(|other| relation(one, other)));
        let expected = relations.max().unwrap_or(Relation::Disjoint);
        let whole = |solids: &[Solid]| together(&solids.iter().map(Solid::mesh::<DVec3>).collect::<Vec<_>>());
        let name = format!("{:?} and {:?}", whole(&a), whole(&b));
        check_relation(&whole(&a), &whole(&b), expected, &name);
        *found.entry(format!("{expected:?}")).or_insert(0) += 1;
    }
    assert!(found.len() == 3 && found.values().all(|&count| count > pairs / 50), "{found:?}");
}

/// A prism over a regular polygon, both caps cut as a fan around a hub.
pub fn prism(sides: usize, turned: f64, hub: [f64; 2]) -> Mesh<DVec3> {
    let mut positions = vec![DVec3::new(hub[0], hub[1], 0.0), DVec3::new(hub[0], hub[1], 1.0)];
    for z in [0.0, 1.0] {
        for i in 0..sides {
            let angle = std::f64::consts::TAU * (i as f64 + turned) / sides as f64;
            positions.push(DVec3::new(libm::cos(angle), libm::sin(angle), z));
        }
    }
    let low = |i: usize| (2 + i % sides) as u32;
    let high = |i: usize| low(i) + sides as u32;
    let around = |i: usize| {
        let (a, b, c, d) = (low(i), low(i + 1), high(i + 1), high(i));
        [[0, b, a], [1, d, c], [a, b, c], [a, c, d]]
    };
    mesh(positions, (0..sides).flat_map(around).collect())
}

/// Keeps which triangles meet.
#[derive(Default)]
struct Heard(Mutex<Vec<([u32; 2], Relation)>>);

impl Observer for Heard {
    fn on_stage(&self, _report: StageReport) {}

    fn on_triangle_pair(&self, _objects: [u32; 2], triangles: [u32; 2], relation: Relation) {
        self.0.lock().expect("nothing panics here").push((triangles, relation));
    }
}

/// The only collision of two bodies, after all of its pairs of triangles were compared with brute force.
fn checked(a: Instance<DVec3>, b: Instance<DVec3>) -> Option<Collision<DVec3>> {
    let heard = Heard::default();
    let found = find_collisions(&[a, b], &Cascade::default(), &heard);
    let mut expected = Vec::new();
    for i in 0..a.model.mesh().triangles().len() as u32 {
        for j in 0..b.model.mesh().triangles().len() as u32 {
            let [one, two] = [a.triangle(i), b.triangle(j)].map(|triangle| triangle.expect("finite"));
            let relation = one.relation(&two);
            if relation != Relation::Disjoint {
                expected.push(([i, j], relation));
            }
        }
    }
    let heard = heard.0.into_inner().expect("nothing panics here");
    assert!(heard == expected, "{} pairs instead of {}", heard.len(), expected.len());
    assert_eq!(found.first().map_or(0, |found| found.triangle_pairs), expected.len() as u64);
    found.first().copied()
}

#[test]
fn fans_around_one_hub_meet_in_all_pairs() {
    let centred = Model::new(prism(48, 0.0, [0.0; 2]));
    let others = [
        ("the same", prism(48, 0.0, [0.0; 2])),
        ("turned by half a side", prism(48, 0.5, [0.0; 2])),
        ("with other sides", prism(37, 0.25, [0.0; 2])),
        ("with another hub", prism(48, 0.0, [0.5, 0.25])),
        ("inside out", super::meshes::inside_out(&prism(48, 0.0, [0.0; 2]))),
        ("open", super::meshes::opened(&prism(48, 0.0, [0.0; 2]))),
    ];
    for (name, other) in others {
        let other = Model::new(other);
        for trees in [false, true] {
            if trees {
                centred.mesh_bvh();
                other.mesh_bvh();
            }
            let at = |z: f64| Instance::new(&other, moved::<DVec3>([0.0, 0.0, z]));
            let below = Instance::new(&centred, Affine::identity());
            let kinds = [1.0, 1.0 - 1e-6, 0.5, 0.0, -1.0].map(|z| {
                let found = checked(below, at(z)).map(|found| found.kind);
                let exchanged = checked(at(z), below).map(|found| found.kind);
                assert_eq!(found, exchanged, "{name} at {z}");
                found
            });
            let touching = Some(CollisionKind::Touching);
            let overlapping = Some(CollisionKind::Overlapping);
            // In the place of the solid, an open surface is only on its surface.
            let in_place = if name == "open" { touching } else { overlapping };
            assert_eq!(kinds, [touching, overlapping, overlapping, in_place, touching], "{name}");
            for z in [1.0, 0.5] {
                let above = at(z);
                let pair = InstancePair::new(&below, &above);
                let intersection = below.mesh_pair(&above).intersection();
                assert_eq!(pair.curves(), intersection.curves, "{name}");
                assert_eq!(pair.intersection(), intersection, "{name}");
                let volume = (name != "open" && z == 1.0).then_some(0.0);
                let is_told = name == "open" || z == 1.0;
                assert!(!is_told || pair.intersection_volume() == volume, "{name}");
                let depth = (pair.depth().is_some(), below.relation(&above));
                let expected = if z == 1.0 { Relation::Touching } else { Relation::Overlapping };
                assert_eq!(depth, (z != 1.0, expected), "{name}");
            }
        }
    }
}

#[test]
fn caps_that_are_folded_in_their_plane_touch() {
    // Around a hub outside of the polygon, some triangles of a cap face the other way, and others cover them.
    for sides in [6, 16, 48] {
        for hub in [[1.5, 0.0], [1.5, 0.1], [0.0, 3.0], [0.3, 0.2]] {
            for of_other in [[0.0; 2], [0.25, 0.125]] {
                let models = [hub, of_other].map(|hub| Model::new(prism(sides, 0.0, hub)));
                let below = Instance::new(&models[0], Affine::identity());
                for (z, expected) in [(1.0, Relation::Touching), (0.5, Relation::Overlapping)] {
                    let above = Instance::new(&models[1], moved([0.0, 0.0, z]));
                    assert_eq!(below.relation(&above), expected, "{sides} {hub:?} {of_other:?} {z}");
                    assert_eq!(above.relation(&below), expected, "{sides} {hub:?} {of_other:?} {z}");
                }
            }
        }
    }
}

#[test]
fn fan_of_a_wider_solid_does_not_hide_a_wall_around_the_hub() {
    // A ring stands on the cap around the hub, and leans outwards below it, into the wide solid.
    let wide = Model::new(prism(48, 0.0, [0.0; 2]));
    let leaning = |reach: f64| {
        let mut positions = prism(48, 0.0, [0.0; 2]).positions().to_vec();
        for position in &mut positions {
            let size = if position.z == 0.0 { 0.5 } else { reach };
            *position = DVec3::new(position.x * size, position.y * size, position.z);
        }
        mesh::<DVec3>(positions, prism(48, 0.0, [0.0; 2]).triangles().to_vec())
    };
    for reach in [0.25, 0.5, 0.75, 1.0, 2.0] {
        let top = Model::new(leaning(reach));
        let found =
            checked(Instance::new(&wide, Affine::identity()), Instance::new(&top, moved([0.0, 0.0, 1.0])));
        assert_eq!(found.map(|found| found.kind), Some(CollisionKind::Touching), "{reach}");
        // The same mesh upside down: its narrow end in the hole of nothing.
        let found = checked(
            Instance::new(&wide, Affine::identity()),
            Instance::new(&top, Affine { columns: [DVec3::X, DVec3::Y, -DVec3::Z], translation: DVec3::Z }),
        );
        let kind = found.map(|found| found.kind);
        assert_eq!(kind, Some(CollisionKind::Overlapping), "{reach}");
    }
}

#[test]
fn shell_that_touches_nothing_is_found_inside() {
    // One part stands on the block, another one is in it.
    let block = Model::new(cuboid::<DVec3>([0.0; 3], [4.0; 3]));
    let parts = [cuboid([0.0, 0.0, 4.0], [1.0, 1.0, 5.0]), cuboid([1.0, 1.0, 1.0], [2.0, 2.0, 2.0])];
    let both = Model::new(together(&parts));
    let outside = Model::new(together(&[parts[0].clone(), cuboid([9.0; 3], [10.0; 3])]));
    let kind = |a: &Model<DVec3>, b: &Model<DVec3>| {
        checked(Instance::new(a, Affine::identity()), Instance::new(b, Affine::identity()))
            .map(|found| found.kind)
    };
    assert_eq!(kind(&block, &both), Some(CollisionKind::Overlapping));
    assert_eq!(kind(&both, &block), Some(CollisionKind::Overlapping));
    assert_eq!(kind(&block, &outside), Some(CollisionKind::Touching));
    assert_eq!(kind(&outside, &block), Some(CollisionKind::Touching));
}

#[test]
fn open_part_of_a_mesh_does_not_matter_for_its_solids() {
    let base = Model::new(prism(48, 0.0, [0.0; 2]));
    // A flag stands on the solid, or hangs down from its rim.
    for (height, expected) in [(2.0, Relation::Touching), (-0.5, Relation::Overlapping)] {
        let ends = [[0.0, 0.0, 1.0], [0.25, 0.0, 1.0], [0.125, 0.0, 1.0 + height]];
        let flag = mesh(ends.map(DVec3::from_array).to_vec(), vec![[0, 1, 2]]);
        let prism = prism(48, 0.0, [0.0; 2]);
        let lid: Vec<DVec3> = prism.positions().iter().map(|&place| place + DVec3::Z).collect();
        let lid = mesh(lid, prism.triangles().to_vec());
        let [alone, both] = [Model::new(flag.clone()), Model::new(together(&[lid, flag]))];
        for other in [&alone, &both] {
            let bodies = [&base, other].map(|model| Instance::new(model, Affine::identity()));
            assert_eq!(bodies[0].relation(&bodies[1]), expected, "{height}");
            assert_eq!(bodies[1].relation(&bodies[0]), expected, "{height}, exchanged");
            checked(bodies[0], bodies[1]);
        }
    }
}

#[test]
fn face_that_a_surface_cuts_along_its_diagonal_is_cut() {
    // The face x = y of a large wedge runs along the diagonals of both caps of a box, so that no triangle
    // pierces another.
    let cube = cuboid::<DVec3>([0.0; 3], [1.0; 3]);
    let corners = [[-9.0, -9.0, -9.0], [9.0, 9.0, -9.0], [9.0, -9.0, -9.0]];
    let top = corners.map(|[x, y, _]| [x, y, 9.0]);
    let positions: Vec<DVec3> = corners.into_iter().chain(top).map(DVec3::from_array).collect();
    let triangles =
        vec![[0, 1, 2], [3, 5, 4], [0, 4, 1], [0, 3, 4], [1, 4, 5], [1, 5, 2], [2, 5, 3], [2, 3, 0]];
    let wedge = mesh(positions, triangles);
    check_relation(&cube, &wedge, Relation::Overlapping, "a wedge through a cube");
    // The upper half of the cube beside the wedge only touches it.
    let half: Vec<DVec3> = [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
        .into_iter()
        .flat_map(|[x, y]| [DVec3::new(x, y, 0.0), DVec3::new(x, y, 1.0)])
        .collect();
    let prism = vec![[0, 4, 2], [1, 3, 5], [0, 2, 3], [0, 3, 1], [2, 4, 5], [2, 5, 3], [4, 0, 1], [4, 1, 5]];
    check_relation(&mesh(half, prism), &wedge, Relation::Touching, "half a cube beside a wedge");
}

#[test]
fn plug_that_fills_its_hole_touches_the_wall_all_around() {
    // A block with a square hole through it, and a plug that fits; longer, shorter, thicker.
    let mut parts = vec![
        cuboid::<DVec3>([0.0, 0.0, 0.0], [1.0, 3.0, 1.0]),
        cuboid([2.0, 0.0, 0.0], [3.0, 3.0, 1.0]),
        cuboid([1.0, 0.0, 0.0], [2.0, 1.0, 1.0]),
        cuboid([1.0, 2.0, 0.0], [2.0, 3.0, 1.0]),
    ];
    let block = together(&parts);
    parts.clear();
    for (low, high, expected) in [
        ([1.0, 1.0, 0.0], [2.0, 2.0, 1.0], Relation::Touching),
        ([1.0, 1.0, -1.0], [2.0, 2.0, 2.0], Relation::Touching),
        ([1.0, 1.0, 0.25], [2.0, 2.0, 0.75], Relation::Touching),
        ([1.0, 1.0, 0.0], [2.0, 2.0 + 1e-9, 1.0], Relation::Overlapping),
        ([1.25, 1.25, 0.0], [1.75, 1.75, 1.0], Relation::Disjoint),
        ([0.0, 0.0, 0.0], [3.0, 3.0, 1.0], Relation::Overlapping),
    ] {
        check_relation(&block, &cuboid(low, high), expected, &format!("{low:?} to {high:?}"));
    }
}
