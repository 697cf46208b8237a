//! Solids that are glued together from unit cubes: concave, with holes and hollows, in several pieces, and
//! with edges at which two cubes meet only there. As closed meshes they are asked about each other, about
//! points and about segments; what is true is known from the cubes, in whole numbers.
//!
//! `IMPINGE_LATTICE=10000 cargo test -p impinge-tests --test meshes parts::cubes` asks about so many pairs,
//! `IMPINGE_SEED` about others.

use std::collections::{BTreeMap, BTreeSet};

use glam::{DVec3, Vec3};
use impinge::assembly::{Cascade, CollisionKind, Instance, Model, find_collisions};
use impinge::bvh::MeshBvh;
use impinge::compound::SurfaceMesh;
use impinge::math::{Affine, Pose, Scalar};
use impinge::prelude::*;
use impinge::shape::{Mesh, Segment};
use impinge_tests::demand;

use super::Tested;
use super::lattice_boxes::below;
use crate::sample::Random;

/// A cube has so many steps along each axis; all lengths here are in steps.
const CUBE: i64 = 8;

/// A place in steps, or a cube, by its least corner in cubes.
type Place = [i64; 3];

fn along(axis: usize) -> Place {
    std::array::from_fn(|other| i64::from(other == axis))
}

fn sum(a: Place, b: Place) -> Place {
    std::array::from_fn(|axis| a[axis] + b[axis])
}

fn difference(a: Place, b: Place) -> Place {
    std::array::from_fn(|axis| a[axis] - b[axis])
}

/// Where the lattice lies among the floats. A cube is a power of two long, and all steps are multiples of
/// floats, so that nothing is rounded.
#[derive(Debug)]
struct Lattice {
    cube: f64,
    /// Where its origin is, in cubes.
    origin: Place,
}

impl Lattice {
    /// Plain in half of all cases.
    fn random<V: Vector>(random: &mut Random) -> Self {
        if random.signed() > 0.0 {
            return Lattice { cube: 1.0, origin: [0; 3] };
        }
        let (most, far) = if tolerance::<V>() > 1e-9 { (20, 1 << 10) } else { (200, 1 << 30) };
        let power = below(random, 2 * most) as i32 - most as i32;
        let origin = [(); 3].map(|()| [0, 1, far, -far][below(random, 4)]);
        Lattice { cube: 2f64.powi(power), origin }
    }

    fn way<V: Vector>(&self, place: Place) -> V {
        V::from_f64(place.map(|x| x as f64 * (self.cube / CUBE as f64)))
    }

    fn point<V: Vector>(&self, place: Place) -> V {
        self.way(sum(place, self.origin.map(|x| x * CUBE)))
    }

    /// How far answers may be off by rounding, in cubes.
    fn rounding<V: Vector>(&self) -> f64 {
        tolerance::<V>() * self.origin.iter().map(|x| x.abs()).fold(4, i64::max) as f64 / 4.0
    }

    /// A length, in cubes.
    fn in_cubes<S: Scalar>(&self, length: S) -> f64 {
        let length: f64 = length.into();
        length / self.cube
    }
}

/// How far answers may be off by rounding, of lengths of a few.
fn tolerance<V: Vector>() -> f64 {
    let epsilon: f64 = V::Scalar::UNIT_ROUNDOFF.into();
    1e3 * epsilon
}

/// How far a place is from a box, squared.
fn square_to(place: Place, [least, most]: [Place; 2]) -> i64 {
    (0..3).map(|axis| (least[axis] - place[axis]).max(place[axis] - most[axis]).max(0).pow(2)).sum()
}

/// A solid.
#[derive(Debug)]
struct Cubes(BTreeSet<Place>);

/// A face of a cube that no other cube has: across which axis, and its least and greatest corner in steps.
type Face = (usize, [Place; 2]);

impl Cubes {
    fn random(random: &mut Random) -> Self {
        let share = [0.15, 0.5, 0.8, 1.0][below(random, 4)];
        let size = [(); 3].map(|()| 1 + below(random, 3));
        let all = (0..27).map(|cell| [cell / 9, cell / 3 % 3, cell % 3]);
        let within = all.filter(|cell| (0..3).all(|axis| cell[axis] < size[axis]));
        let mut cubes: BTreeSet<Place> = within
            .filter(|_| (random.signed() + 1.0) * 0.5 <= share)
            .map(|cell| cell.map(|x| x as i64))
            .collect();
        cubes.insert([0; 3]);
        Cubes(cubes)
    }

    /// One that has room within for another one, or without its middle a hollow; and a single cube.
    fn around_another(random: &mut Random) -> [Self; 2] {
        let mut all: BTreeSet<Place> = (0..27).map(|cell| [cell / 9, cell / 3 % 3, cell % 3]).collect();
        if random.signed() > 0.0 {
            all.remove(&[1; 3]);
        }
        [Cubes(all), Cubes(BTreeSet::from([[0; 3]]))]
    }

    /// The boundary, and on which side of each face there is a cube: its front looks along the axis if that
    /// is below.
    fn faces(&self) -> Vec<(Face, bool)> {
        let mut faces = Vec::new();
        for &cube in &self.0 {
            for axis in 0..3 {
                for is_front in [false, true] {
                    let beside =
                        if is_front { sum(cube, along(axis)) } else { difference(cube, along(axis)) };
                    if !self.0.contains(&beside) {
                        let least = if is_front { beside } else { cube };
                        let most: Place =
                            std::array::from_fn(|other| least[other] + i64::from(other != axis));
                        faces.push(((axis, [least, most].map(|corner| corner.map(|x| x * CUBE))), is_front));
                    }
                }
            }
        }
        faces
    }

    /// Its surface, each face cut along either diagonal.
    fn mesh<V: Vector>(
        &self,
        lattice: &Lattice,
        random: &mut Random,
    ) -> Result<Mesh<V>, Box<dyn std::error::Error>> {
        let mut numbers: BTreeMap<Place, u32> = BTreeMap::new();
        let mut positions = Vec::new();
        let mut triangles = Vec::new();
        for ((axis, [least, most]), is_front) in self.faces() {
            let corner = |first: bool, second: bool| {
                let mut corner = least;
                for (other, is_far) in [((axis + 1) % 3, first), ((axis + 2) % 3, second)] {
                    corner[other] = if is_far { most[other] } else { least[other] };
                }
                corner
            };
            let around = [corner(false, false), corner(true, false), corner(true, true), corner(false, true)];
            let [a, b, c, d] = around.map(|corner| {
                *numbers.entry(corner).or_insert_with(|| {
                    positions.push(lattice.point(corner));
                    positions.len() as u32 - 1
                })
            });
            let halves = if random.signed() > 0.0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
            triangles.extend(halves.map(|[a, b, c]| if is_front { [a, b, c] } else { [a, c, b] }));
        }
        Ok(Mesh::new(positions, triangles)?)
    }

    /// Its cubes, by their least corners in steps, moved.
    fn moved(&self, by: Place) -> impl Iterator<Item = Place> {
        self.0.iter().map(move |cube| sum(cube.map(|x| x * CUBE), by))
    }

    fn holds(&self, place: Place) -> bool {
        self.moved([0; 3]).any(|cube| square_to(place, [cube, cube.map(|x| x + CUBE)]) == 0)
    }

    fn volume(&self) -> i64 {
        self.0.len() as i64 * CUBE.pow(3)
    }
}

/// Two solids of which the second is moved, and what is true of them.
struct Pair {
    a: Cubes,
    b: Cubes,
    by: Place,
}

impl Pair {
    /// How far cubes of one are from cubes of the other along the axes, less than 0 if they share something
    /// there.
    fn gaps(&self) -> impl Iterator<Item = Place> {
        self.a.moved([0; 3]).flat_map(|a| {
            self.b.moved(self.by).map(move |b| difference(a, b).map(|between| between.abs() - CUBE))
        })
    }

    fn relation(&self) -> Relation {
        let closest = self.gaps().map(|gaps| gaps.into_iter().fold(i64::MIN, i64::max)).min();
        match closest {
            Some(..0) => Relation::Overlapping,
            Some(0) => Relation::Touching,
            _ => Relation::Disjoint,
        }
    }

    fn distance(&self) -> f64 {
        let squares = self.gaps().map(|gaps| gaps.into_iter().map(|gap| gap.max(0).pow(2)).sum::<i64>());
        (squares.min().unwrap_or(0) as f64).sqrt() / CUBE as f64
    }

    /// In cubic steps.
    fn intersection_volume(&self) -> i64 {
        self.gaps().map(|gaps| gaps.into_iter().map(|gap| (-gap).max(0)).product::<i64>()).sum()
    }

    fn surfaces_meet(&self) -> bool {
        let of_b = self.b.faces();
        self.a.faces().into_iter().any(|((_, [least, most]), _)| {
            of_b.iter().any(|((_, of_b), _)| {
                let [low, high] = of_b.map(|corner| sum(corner, self.by));
                (0..3).all(|axis| least[axis] <= high[axis] && low[axis] <= most[axis])
            })
        })
    }

    fn kind(&self) -> Option<CollisionKind> {
        let shared = self.intersection_volume();
        match self.relation() {
            Relation::Disjoint => None,
            Relation::Touching => Some(CollisionKind::Touching),
            Relation::Overlapping if !self.surfaces_meet() && shared == self.b.volume() => {
                Some(CollisionKind::Contained { inner: 1 })
            }
            Relation::Overlapping if !self.surfaces_meet() && shared == self.a.volume() => {
                Some(CollisionKind::Contained { inner: 0 })
            }
            Relation::Overlapping => Some(CollisionKind::Overlapping),
        }
    }

    /// The length of the least translation after which they do not overlap.
    ///
    /// Two cubes overlap where the second is moved to within an open box, twice as large as a cube, around
    /// the difference of the two. What no such box covers is where the solids do not overlap: of the lattice,
    /// whole corners, edges, faces and cells without what bounds them. Corners have only even numbers 2k
    /// here, for k; what is between k and k + 1 along an axis has 2k + 1.
    fn depth(&self) -> f64 {
        let boxes: BTreeSet<Place> =
            self.a.0.iter().flat_map(|&a| self.b.0.iter().map(move |&b| difference(a, b))).collect();
        let is_covered = |part: Place| {
            let centers = part.map(|number| [number.div_euclid(2), (number + 1).div_euclid(2)]);
            (0..8).any(|bits: usize| {
                boxes.contains(&std::array::from_fn(|axis| centers[axis][bits >> axis & 1]))
            })
        };
        // Differences are from −2 to 2, and all is free beyond 3.
        let numbers = || -8..=8i64;
        let parts = numbers().flat_map(|x| numbers().flat_map(move |y| numbers().map(move |z| [x, y, z])));
        let ends = |part: Place| {
            [
                part.map(|number| number.div_euclid(2) * CUBE),
                part.map(|number| (number + 1).div_euclid(2) * CUBE),
            ]
        };
        let free = parts.filter(|part| !is_covered(*part)).map(|part| square_to(self.by, ends(part)));
        (free.min().unwrap_or(0) as f64).sqrt() / CUBE as f64
    }

    /// How deep any cubes are in each other once the second is moved on by a translation.
    fn left(&self, way: [f64; 3]) -> f64 {
        let way = way.map(|x| x * CUBE as f64);
        let deep = |a: Place, b: Place| {
            let between = |axis: usize| (a[axis] as f64 - b[axis] as f64 - way[axis]).abs();
            (0..3).map(|axis| CUBE as f64 - between(axis)).fold(f64::INFINITY, f64::min)
        };
        let pairs = self.a.moved([0; 3]).flat_map(|a| self.b.moved(self.by).map(move |b| deep(a, b)));
        pairs.fold(0.0, f64::max) / CUBE as f64
    }
}

/// Where a segment first meets the surface, as a share of it; both ends in steps, the first one in no plane
/// of a face.
fn first_on_surface(cubes: &Cubes, from: Place, to: Place) -> Option<f64> {
    let way = difference(to, from);
    let crossings = cubes.faces().into_iter().filter_map(|((axis, [least, most]), _)| {
        let (mut of, mut above) = (way[axis], least[axis] - from[axis]);
        if of < 0 {
            (of, above) = (-of, -above);
        }
        // All that follows is multiplied by how far the segment goes along the axis.
        let is_on = |other: usize| {
            let at = from[other] * of + way[other] * above;
            other == axis || (least[other] * of..=most[other] * of).contains(&at)
        };
        let is_met = of > 0 && (0..=of).contains(&above) && (0..3).all(is_on);
        is_met.then_some(above as f64 / of as f64)
    });
    crossings.min_by(f64::total_cmp)
}

/// A solid as the engine is given it.
struct Given<'a, V: Vector> {
    lattice: &'a Lattice,
    cubes: &'a Cubes,
    mesh: &'a Mesh<V>,
}

impl<V: Vector> Given<'_, V> {
    fn check_segments(&self, random: &mut Random) -> Tested {
        let (shape, tree) = (SurfaceMesh::new(self.mesh.clone()), MeshBvh::new(self.mesh.clone()));
        // A step is the eighth of a cube, and no segment that leads anywhere is shorter.
        let tolerance = CUBE as f64 * self.lattice.rounding::<V>();
        for _ in 0..8 {
            // Odd, so that they are in no plane of a face.
            let from: Place = [(); 3].map(|()| 2 * below(random, 24) as i64 - 11);
            let to: Place = [(); 3].map(|()| below(random, 48) as i64 - 12);
            let what = || format!("{from:?} to {to:?}: {:?}, {:?}", self.cubes, self.lattice);
            let segment = Segment::new(self.lattice.point::<V>(from), self.lattice.point(to))?;
            let is_inside = self.cubes.holds(from);
            let on_surface = first_on_surface(self.cubes, from, to);
            for mode in [RayMode::Solid, RayMode::Hollow] {
                let expected = if is_inside && mode == RayMode::Solid { Some(0.0) } else { on_surface };
                let options = RayOptions { mode, ..RayOptions::default() };
                let found = shape.cast_segment(&segment, &options);
                assert_eq!(found.is_some(), expected.is_some(), "{mode:?}, {}", what());
                let off = found.zip(expected).map_or(0.0, |(hit, t)| (hit.t.into() - t).abs());
                assert!(off <= tolerance, "{mode:?}, {off}, {}", what());
                assert!(found.is_none_or(|hit| hit.is_inside == is_inside), "{mode:?}, {}", what());
            }
            let found = tree.cast_segment(&segment, &RayOptions::default());
            assert_eq!(found.is_some(), on_surface.is_some(), "{}", what());
            let off = found.zip(on_surface).map_or(0.0, |(hit, t)| (hit.t.into() - t).abs());
            assert!(off <= tolerance, "{off}, {}", what());
            assert_eq!(shape.intersects(&segment), is_inside || on_surface.is_some(), "{}", what());
        }
        Ok(())
    }

    fn check_points(&self, random: &mut Random) {
        let shape = SurfaceMesh::new(self.mesh.clone());
        for _ in 0..8 {
            let place: Place = [(); 3].map(|()| below(random, 40) as i64 - 8);
            let what = || format!("{place:?}: {:?}, {:?}", self.cubes, self.lattice);
            let is_inside = self.cubes.holds(place);
            let squares = self.cubes.faces().into_iter().map(|((_, ends), _)| square_to(place, ends));
            let distance = (squares.min().unwrap_or(0) as f64).sqrt() / CUBE as f64;
            let expected = if is_inside { -distance } else { distance };
            let point = self.lattice.point(place);
            assert_eq!(shape.contains_point(point), is_inside, "{}", what());
            let found = self.lattice.in_cubes(shape.project_point(point).distance);
            let is_near = (found - expected).abs() <= self.lattice.rounding::<V>();
            assert!(is_near, "{found} instead of {expected}, {}", what());
        }
    }
}

/// Of two that overlap: is the way out that is found no more than a hundredth longer than the least?
fn check_pair<V: Vector>(pair: &Pair, lattice: &Lattice, [a, b]: [&Mesh<V>; 2]) -> Option<bool> {
    let tolerance = lattice.rounding::<V>();
    let what = || format!("{:?} and {:?} by {:?}, {lattice:?}", pair.a, pair.b, pair.by);
    let moved = Pose::from_translation(lattice.way(pair.by));
    let relation = pair.relation();

    let models = [Model::new(a.clone()), Model::new(b.clone())];
    let bodies = [Instance::new(&models[0], Affine::identity()), Instance::new(&models[1], moved)];
    let relations = [bodies[0].relation(&bodies[1]), bodies[1].relation(&bodies[0])];
    assert_eq!(relations, [relation; 2], "{}", what());
    let found = find_collisions(&bodies, &Cascade::default(), &());
    assert_eq!(found.first().map(|found| found.kind), pair.kind(), "{}", what());
    let shared = bodies[0].intersection_volume(&bodies[1]).map(|shared| shared / lattice.cube.powi(3));
    let expected = pair.intersection_volume() as f64 / CUBE.pow(3) as f64;
    let is_near = shared.is_some_and(|shared| (shared - expected).abs() <= 8.0 * tolerance);
    assert!(is_near, "{shared:?} instead of {expected}: {}", what());

    let shapes = [SurfaceMesh::new(a.clone()), SurfaceMesh::new(b.clone()).at(&moved)];
    let relations = [shapes[0].relation(&shapes[1]), shapes[1].relation(&shapes[0])];
    assert_eq!(relations, [relation; 2], "{}", what());
    let distance = shapes[0].distance(&shapes[1]);
    assert_eq!(distance, shapes[1].distance(&shapes[0]), "{}", what());
    let off = lattice.in_cubes(distance) - pair.distance();
    assert!(off.abs() <= tolerance, "{distance} is off by {off} cubes: {}", what());

    let depth = bodies[0].depth(&bodies[1]);
    assert_eq!(depth.is_some(), relation == Relation::Overlapping, "{}", what());
    let penetration = shapes[0].penetration(&shapes[1]);
    assert_eq!(penetration.is_some(), depth.is_some(), "{}", what());
    let depth = depth?;
    let expected = pair.depth();
    let [low, high] = [depth.lower_bound, depth.min_translation.depth].map(|length| lattice.in_cubes(length));
    let what = || format!("{depth:?}, but {expected}: {}", what());
    assert!(low <= expected + tolerance && high >= expected - tolerance, "{}", what());
    assert!(!depth.is_exact || high <= expected * (1.0 + 2e-4) + tolerance, "{}", what());
    let of_shapes = penetration.map(|contact| (contact.normal, lattice.in_cubes(contact.depth())));
    for (normal, length) in of_shapes.into_iter().chain([(depth.min_translation.normal, high)]) {
        assert!(length >= expected - tolerance, "{length}: {}", what());
        let left = pair.left(normal.get().to_f64().map(|x| x * length));
        assert!(left <= tolerance, "{left} left after {length}: {}", what());
    }
    Some(high <= expected * 1.01 + tolerance)
}

/// What the cases of the suite have to have among them.
#[derive(Default)]
struct Seen {
    /// Apart, touching, overlapping, inside.
    kinds: [usize; 4],
    overlapping: usize,
    /// Of those that overlap, whose way out is no more than a hundredth longer than the least.
    least: usize,
}

fn check<V: Vector>() -> Tested {
    let mut random = Random::new(demand::seed(23));
    let mut seen = Seen::default();
    let cases = demand::cases("IMPINGE_LATTICE", 60);
    for case in 0..cases {
        let lattice = Lattice::random::<V>(&mut random);
        let is_around = case % 6 == 0;
        let mut solids = match is_around {
            true => Cubes::around_another(&mut random),
            false => [(); 2].map(|()| Cubes::random(&mut random)),
        };
        // Flush, or anywhere; of what is around another, near its middle.
        let step = if random.signed() > 0.0 { CUBE } else { 1 };
        let (reach, middle) = if is_around { (CUBE, CUBE) } else { (2 * CUBE, 0) };
        let mut by = [(); 3]
            .map(|()| (below(&mut random, 2 * reach as usize + 1) as i64 - reach) / step * step + middle);
        if random.signed() > 0.0 {
            solids.reverse();
            by = by.map(|x| -x);
        }
        let meshes = [solids[0].mesh(&lattice, &mut random)?, solids[1].mesh(&lattice, &mut random)?];
        for (cubes, mesh) in solids.iter().zip(&meshes) {
            let given = Given::<V> { lattice: &lattice, cubes, mesh };
            given.check_points(&mut random);
            given.check_segments(&mut random)?;
        }
        let [a, b] = solids;
        let pair = Pair { a, b, by };
        let is_least = check_pair(&pair, &lattice, [&meshes[0], &meshes[1]]);
        let kind = match pair.kind() {
            None => 0,
            Some(CollisionKind::Touching) => 1,
            Some(CollisionKind::Overlapping) => 2,
            Some(CollisionKind::Contained { .. }) => 3,
        };
        seen.kinds[kind] += 1;
        seen.overlapping += usize::from(is_least.is_some());
        seen.least += usize::from(is_least == Some(true));
    }
    let Seen { kinds, overlapping, least } = seen;
    println!("of {overlapping} that overlap, the way out of {least} is the least, or a hundredth longer");
    assert!(cases < 60 || kinds.iter().all(|&count| count > 0), "{kinds:?}");
    assert!(cases < 60 || least * 5 > overlapping * 4, "{least} of {overlapping}");
    Ok(())
}

#[test]
fn in_f32() -> Tested {
    check::<Vec3>()
}

#[test]
fn in_f64() -> Tested {
    check::<DVec3>()
}
