use glam::{DVec3, Vec3};
use impinge::bvh::{CurvePoint, MeshBvh, MeshIntersection, MeshPair, MeshPart};
use impinge::math::{Affine, Pose, Scalar};
use impinge::prelude::*;
use impinge::shape::{Ball, Mesh, Triangle};

use super::{Tested, apart};
use crate::sample::{Random, Turn};

/// A mesh with its triangles where they are placed.
struct Placed<'a, V: Vector> {
    tree: &'a MeshBvh<V>,
    map: Affine<V>,
    triangles: Vec<Option<Triangle<V>>>,
}

impl<'a, V: Vector> Placed<'a, V> {
    fn new(tree: &'a MeshBvh<V>, map: impl Into<Affine<V>>) -> Self {
        let map = map.into();
        let corners =
            |number| tree.mesh().triangle(number).points().map(|corner| map.transform_point(corner));
        let triangles =
            (0..tree.mesh().triangles().len() as u32).map(|i| Triangle::new(corners(i)).ok()).collect();
        Placed { tree, map, triangles }
    }

    fn vertex(&self, number: u32) -> V {
        self.map.transform_point(self.tree.mesh().positions()[number as usize])
    }

    /// Does a triangle have this part?
    fn has(&self, triangle: usize, part: MeshPart) -> bool {
        let Some(corners) = self.triangles[triangle].map(|triangle| triangle.points()) else { return false };
        let is_corner = |number: u32| corners.contains(&self.vertex(number));
        match part {
            MeshPart::Vertex(number) => is_corner(number),
            MeshPart::Edge(one, other) => is_corner(one) && is_corner(other),
            MeshPart::Triangle(number) => number as usize == triangle,
        }
    }
}

type Names = [(MeshPart, MeshPart); 2];

/// All segments by the names of their ends; of a single point, twice the same.
fn segments<V: Vector>(found: &MeshIntersection<V>, is_mirrored: bool) -> Vec<Names> {
    let name = |point: &CurvePoint<V>| match is_mirrored {
        false => (point.part_a, point.part_b),
        true => (point.part_b, point.part_a),
    };
    let mut all: Vec<Names> = Vec::new();
    for curve in &found.curves {
        let names: Vec<_> = curve.points.iter().map(name).collect();
        all.extend(names.windows(2).map(|two| [two[0], two[1]]));
        if curve.is_closed || names.len() == 1 {
            all.push([names[names.len() - 1], names[0]]);
        }
    }
    all.iter_mut().for_each(|ends| ends.sort_unstable());
    all.sort_unstable();
    all
}

fn check<V: Vector>(a: &Placed<V>, b: &Placed<V>) -> MeshIntersection<V> {
    let found = MeshPair::new(a.tree, a.map, b.tree, b.map).intersection();
    let mirrored = MeshPair::new(b.tree, b.map, a.tree, a.map).intersection();
    let all = segments(&found, false);
    assert!(all.windows(2).all(|two| two[0] != two[1]), "a segment is there twice");
    assert_eq!(all, segments(&mirrored, true));
    assert_eq!(found.length(), mirrored.length());

    // Every two triangles that meet contribute, and only these.
    let mut is_explained = vec![false; all.len()];
    let mut flat = Vec::new();
    for (i, one) in a.triangles.iter().enumerate() {
        for (j, other) in b.triangles.iter().enumerate() {
            let (Some(one), Some(other)) = (one, other) else { continue };
            let holds = |&(point_a, point_b): &(MeshPart, MeshPart)| a.has(i, point_a) && b.has(j, point_b);
            let is_flat = found.coplanar.binary_search(&[i as u32, j as u32]).is_ok();
            if one.relation(other) == Relation::Disjoint {
                assert!(!is_flat);
                continue;
            }
            if is_flat {
                flat.push([i as u32, j as u32]);
                continue;
            }
            let mut is_told = false;
            for (names, is_explained) in all.iter().zip(&mut is_explained) {
                if names.iter().all(holds) {
                    *is_explained = true;
                    is_told = true;
                }
            }
            is_told |= all.iter().flatten().any(holds);
            assert!(is_told, "{i} and {j} meet: {one:?} {other:?}, {found:?}");
        }
    }
    assert_eq!(flat, found.coplanar);
    assert!(is_explained.iter().all(|is_explained| *is_explained), "{found:?}");
    found
}

/// Points are on what they are said to be on, up to rounding; of coordinates that are not too different for
/// that.
fn check_points<V: Vector>(a: &Placed<V>, b: &Placed<V>, found: &MeshIntersection<V>) {
    for point in found.curves.iter().flat_map(|curve| &curve.points) {
        assert!(point.point.is_finite(), "{point:?}");
        for (placed, part) in [(a, point.part_a), (b, point.part_b)] {
            let Some(number) = (0..placed.triangles.len()).find(|number| placed.has(*number, part)) else {
                panic!("{part:?} is on no triangle");
            };
            let Some(triangle) = placed.triangles[number] else { continue };
            let corners = triangle.points();
            let size =
                corners.into_iter().fold(point.point.abs(), |sum, corner| sum + corner.abs()).element_sum();
            let size: f64 = size.into();
            let Ok(ball) = Ball::new(point.point, V::Scalar::ZERO) else { continue };
            let away: f64 = triangle.distance(&ball).into();
            assert!(away <= 1e-6 * size && (away <= 1e-12 * size || is_single::<V>()), "{point:?}: {away}");
        }
    }
}

fn is_single<V: Vector>() -> bool {
    V::Scalar::UNIT_ROUNDOFF.into() > 1e-10
}

/// A ball with dents, closed.
fn dented<V: Vector>(rows: u32, columns: u32, radius: f64) -> Mesh<V> {
    let mut corners = Vec::new();
    for i in 0..=rows {
        // One corner at either pole.
        for j in 0..if i % rows == 0 { 1 } else { columns } {
            let (up, around) = (f64::from(i) / f64::from(rows), f64::from(j) / f64::from(columns));
            let (up, around) = (up * std::f64::consts::PI, around * std::f64::consts::TAU);
            let size = radius * (1.0 + 0.1 * libm::sin(5.0 * up) * libm::cos(3.0 * around));
            let out = libm::sin(up);
            let at = [out * libm::cos(around), out * libm::sin(around), libm::cos(up)];
            corners.push(V::from_f64(at.map(|x| x * size)));
        }
    }
    let number = |i: u32, j: u32| match i {
        0 => 0,
        i if i == rows => 1 + (rows - 1) * columns,
        i => 1 + (i - 1) * columns + j % columns,
    };
    let mut triangles = Vec::new();
    for i in 0..rows {
        for j in 0..columns {
            let [a, b] = [number(i, j), number(i, j + 1)];
            let [c, d] = [number(i + 1, j), number(i + 1, j + 1)];
            triangles
                .extend([[a, c, d], [a, d, b]].into_iter().filter(|[a, b, c]| a != b && b != c && a != c));
        }
    }
    Mesh::new(corners, triangles).expect("the test's own mesh is valid")
}

fn solids<V: Turn>(seed: u64) -> Tested {
    let mut random = Random::new(seed);
    let mut count = 0;
    let (one, other) = (dented::<V>(7, 9, 1.0), dented::<V>(6, 8, 0.8));
    let loose = MeshBvh::new(apart(&one));
    let [one, other] = [one, other].map(MeshBvh::new);
    for _ in 0..12 {
        let to = Pose { rotation: V::turn(&mut random), translation: random.vector(1.0) };
        let offset = random.direction::<V>().get() * V::Scalar::from_f64(1.2);
        let at = Pose { rotation: V::turn(&mut random), translation: to.translation + offset };
        let (a, b) = (Placed::new(&one, to), Placed::new(&other, at));
        let found = check(&a, &b);
        check_points(&a, &b, &found);
        assert!(found.curves.iter().all(|curve| curve.is_closed && curve.points.len() > 2));
        assert!(found.coplanar.is_empty());
        // As many segments as triangles that meet.
        let meets = |one: &Option<Triangle<V>>, other: &Option<Triangle<V>>| {
            one.zip(*other).is_some_and(|(one, other)| one.intersects(&other))
        };
        let pairs =
            a.triangles.iter().map(|one| b.triangles.iter().filter(|other| meets(one, other)).count()).sum();
        let segments: usize = found.curves.iter().map(|curve| curve.points.len()).sum();
        assert_eq!(segments, pairs);
        count += segments;
        // Corners need not be shared.
        let of_loose = check(&Placed::new(&loose, to), &b);
        assert_eq!((of_loose.curves.len(), of_loose.length()), (found.curves.len(), found.length()));
        let each: f64 = found.curves.iter().map(|curve| curve.length().into()).sum();
        let whole: f64 = found.length().into();
        assert!((each - whole).abs() <= 1e-5 * whole);
    }
    assert!(count > 300, "only {count} segments: the meshes hardly meet");
    Ok(())
}

#[test]
fn closed_surfaces_meet_in_closed_curves() -> Tested {
    solids::<Vec3>(1)?;
    solids::<DVec3>(2)
}

/// Triangles of any kind between a few corners, whose coordinates mostly coincide.
fn soup<V: Vector>(random: &mut Random, count: usize) -> Mesh<V> {
    let corners: Vec<V> = (0..count / 2 + 4).map(|_| random.vector(1.0)).collect();
    // Not from the palette of coordinates.
    let mut picks = Random::new(count as u64);
    let mut pick = || (picks.signed().abs() * 1e6) as u32 % corners.len() as u32;
    let triangles = (0..count).map(|_| [pick(), pick(), pick()]).collect();
    Mesh::new(corners, triangles).expect("the test's own mesh is valid")
}

fn soups<V: Turn>() -> Tested {
    let mut segments = 0;
    for seed in 0..8 {
        let extreme = |factor| Random::extreme(seed, factor);
        let sources = [Random::new(seed), extreme(1.0), extreme(1e-3), extreme(1e8), extreme(1e30)];
        for (kind, mut random) in sources.into_iter().enumerate() {
            let [one, other] = [20, 24].map(|count| MeshBvh::new(soup::<V>(&mut random, count)));
            let place =
                |random: &mut Random| Pose { rotation: V::turn(random), translation: random.vector(0.5) };
            let here = Affine::from(Pose::identity());
            for (to, at) in [(here, here), (place(&mut random).into(), place(&mut random).into())] {
                let (a, b) = (Placed::new(&one, to), Placed::new(&other, at));
                let found = check(&a, &b);
                if kind < 3 {
                    check_points(&a, &b, &found);
                }
                segments += found.curves.iter().filter(|curve| curve.points.len() > 1).count();
            }
            check(&Placed::new(&one, here), &Placed::new(&one, here));
        }
    }
    assert!(segments > 100, "{segments} curves only");
    Ok(())
}

#[test]
fn every_pair_that_meets_contributes() -> Tested {
    soups::<Vec3>()?;
    soups::<DVec3>()
}

/// Products of coordinates may leave the floats; what is told may not.
fn sizes<V: Turn>(powers: &[i32]) -> Tested {
    let mut random = Random::new(5);
    let [one, other] = [dented::<V>(5, 6, 1.0), dented::<V>(4, 7, 0.7)].map(MeshBvh::new);
    for power in powers {
        let factor = V::Scalar::from_f64(libm::exp2(f64::from(*power)));
        let grown = |pose: Pose<V>| {
            let map = Affine::from(pose);
            let columns = V::basis_from_fn(|axis| map.columns[axis] * factor);
            Affine { columns, translation: map.translation * factor }
        };
        let to = Pose { rotation: V::turn(&mut random), translation: random.vector(0.3) };
        let at = Pose { rotation: V::turn(&mut random), translation: random.vector(0.7) };
        let (a, b) = (Placed::new(&one, grown(to)), Placed::new(&other, grown(at)));
        let found = check(&a, &b);
        check_points(&a, &b, &found);
        assert!(found.curves.iter().all(|curve| curve.is_closed) && !found.curves.is_empty());
        // A power of two changes no digit.
        let plain = check(&Placed::new(&one, to), &Placed::new(&other, at));
        assert_eq!(found.curves.len(), plain.curves.len());
        assert_eq!(found.length(), plain.length() * factor, "{power}");
    }
    Ok(())
}

#[test]
fn sizes_do_not_matter() -> Tested {
    sizes::<Vec3>(&[-60, -20, 40, 100])?;
    sizes::<DVec3>(&[-400, -50, 70, 300, 900])
}
