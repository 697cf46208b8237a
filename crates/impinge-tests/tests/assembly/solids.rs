//! Pairs of solids whose answer is plain, in both orders.

use glam::{DVec3, Vec3};
use impinge::assembly::{Cascade, CollisionKind, Instance, Model, find_collisions};
use impinge::compound::SurfaceMesh;
use impinge::math::{Affine, Rotation, Unit, Vector};
use impinge::narrow::{Collide, Relation};
use impinge::shape::Mesh;

use crate::assembly::meshes::{cuboid, inside_out, mesh, moved, opened, together};

/// The answer for two meshes, checked to be the same in both orders, with either turned inside out, and after
/// an exact move of both.
fn kind<V: Vector>(a: &Mesh<V>, b: &Mesh<V>) -> Option<CollisionKind> {
    let ask = |first: &Mesh<V>, second: &Mesh<V>, map: Affine<V>| {
        let (first, second) = (Model::new(first.clone()), Model::new(second.clone()));
        let bodies = [Instance::new(&first, map), Instance::new(&second, map)];
        let found = find_collisions(&bodies, &Cascade::default(), &());
        assert!(found.len() <= 1);
        found.first().map(|collision| collision.kind)
    };
    let still = moved([0.0; 3]);
    let answer = ask(a, b, still);
    let exchanged = ask(b, a, still).map(|kind| match kind {
        CollisionKind::Contained { inner } => CollisionKind::Contained { inner: 1 - inner },
        other => other,
    });
    assert_eq!(answer, exchanged, "the order of the objects matters");
    assert_eq!(answer, ask(&inside_out(a), b, still), "the way that triangles face matters");
    assert_eq!(answer, ask(a, &inside_out(b), still), "the way that triangles face matters");
    assert_eq!(answer, ask(a, b, moved([16.0, -8.0, 4.0])), "the place matters");
    answer
}

fn unit_at<V: Vector>(x: f64, y: f64, z: f64) -> Mesh<V> {
    cuboid([x, y, z], [x + 1.0, y + 1.0, z + 1.0])
}

fn with_unit_cube<V: Vector>(other: &Mesh<V>) -> Option<CollisionKind> {
    kind(&unit_at(0.0, 0.0, 0.0), other)
}

#[test]
fn apart() {
    assert_eq!(with_unit_cube::<DVec3>(&unit_at(1.5, 0.0, 0.0)), None);
    assert_eq!(with_unit_cube::<Vec3>(&unit_at(1.0 + 1e-5, 0.0, 0.0)), None);
}

#[test]
fn touching_at_face_edge_and_corner() {
    for x in [[1.0, 0.0, 0.0], [1.0, 0.25, 0.5], [1.0, 1.0, 0.5], [1.0, 1.0, 1.0], [0.0, 0.0, -1.0]] {
        assert_eq!(
            with_unit_cube::<DVec3>(&unit_at(x[0], x[1], x[2])),
            Some(CollisionKind::Touching),
            "{x:?}"
        );
        assert_eq!(
            with_unit_cube::<Vec3>(&unit_at(x[0], x[1], x[2])),
            Some(CollisionKind::Touching),
            "{x:?}"
        );
    }
    // Coordinates without exact thirds and sums: the middle of a flush triangle is rounded.
    let a = cuboid::<DVec3>([0.1, 0.1, 0.1], [0.7, 0.7, 0.7]);
    let b = cuboid([0.7, 0.2, 0.3], [0.9, 0.4, 0.6]);
    assert_eq!(kind(&a, &b), Some(CollisionKind::Touching));
}

#[test]
fn overlapping_with_and_without_flush_faces() {
    let cubes: [[f64; 3]; 6] = [
        [0.5, 0.5, 0.5],
        [0.0, 0.0, 0.0],
        [0.5, 0.0, 0.0],
        [0.0, -0.25, 0.0],
        [0.5, 0.5, 0.0],
        [0.0, 0.0, 0.999],
    ];
    for [x, y, z] in cubes {
        assert_eq!(
            with_unit_cube::<DVec3>(&unit_at(x, y, z)),
            Some(CollisionKind::Overlapping),
            "{x} {y} {z}"
        );
        assert_eq!(
            with_unit_cube::<Vec3>(&unit_at(x, y, z)),
            Some(CollisionKind::Overlapping),
            "{x} {y} {z}"
        );
    }
    // A bar through a plate, flush with it above and below.
    let plate = cuboid::<DVec3>([0.0, 0.0, 0.0], [3.0, 3.0, 1.0]);
    let bar = cuboid([1.0, -1.0, 0.0], [2.0, 4.0, 1.0]);
    assert_eq!(kind(&plate, &bar), Some(CollisionKind::Overlapping));
    // A pocket block, flush with the top.
    let block = cuboid([1.0, 1.0, 0.5], [2.0, 2.0, 1.0]);
    assert_eq!(kind(&plate, &block), Some(CollisionKind::Overlapping));
}

/// Over an outline, counter-clockwise, with a ring at each height, and a top and a bottom of these triangles.
fn prism(outline: &[[f64; 2]], heights: &[f64], lid: &[[u32; 3]]) -> Mesh<DVec3> {
    let count = outline.len() as u32;
    let positions =
        heights.iter().flat_map(|&z| outline.iter().map(move |&[x, y]| DVec3::new(x, y, z))).collect();
    let top = (heights.len() as u32 - 1) * count;
    let bottom = lid.iter().map(|&[a, b, c]| [a, c, b]);
    let mut triangles: Vec<[u32; 3]> = bottom.chain(lid.iter().map(|lid| lid.map(|i| i + top))).collect();
    for ring in (0..top).step_by(count as usize) {
        for i in 0..count {
            let [a, b] = [ring + i, ring + (i + 1) % count];
            triangles.extend([[a, b, b + count], [a, b + count, a + count]]);
        }
    }
    mesh(positions, triangles)
}

/// A post through a bar: wherever one surface crosses the other, it does so along edges of either, so that no
/// triangle pierces one, and no corner of any is inside of the other solid, nor the middle of any.
#[test]
fn overlapping_although_surfaces_cross_along_edges_alone() {
    let bar = prism(
        &[[-7.0, -1.0], [-1.0, -1.0], [7.0, -1.0], [7.0, 1.0], [1.0, 1.0], [-7.0, 1.0]],
        &[0.0, 1.0],
        &[[0, 1, 5], [1, 2, 4], [2, 3, 4], [1, 4, 5]],
    );
    let post = prism(
        &[[-1.0, -7.0], [1.0, -7.0], [1.0, -1.0], [1.0, 7.0], [-1.0, 7.0], [-1.0, 1.0]],
        &[-1.0, 0.0, 1.0, 2.0],
        &[[0, 1, 2], [0, 2, 5], [5, 2, 3], [5, 3, 4]],
    );
    assert_eq!(kind(&bar, &post), Some(CollisionKind::Overlapping));
    let [a, b] = [&bar, &post].map(|mesh| SurfaceMesh::new(mesh.clone()));
    assert_eq!((a.relation(&b), b.relation(&a)), (Relation::Overlapping, Relation::Overlapping));
}

#[test]
fn contained() {
    let small = cuboid::<DVec3>([0.25, 0.25, 0.25], [0.5, 0.5, 0.5]);
    assert_eq!(with_unit_cube(&small), Some(CollisionKind::Contained { inner: 1 }));
    // Of two parts, one inside and one beside: some of it shares volume, not all of it is inside.
    let both = together(&[small.clone(), unit_at(3.0, 0.0, 0.0)]);
    assert_eq!(with_unit_cube(&both), Some(CollisionKind::Overlapping));
    let pair = together(&[small.clone(), cuboid([0.6, 0.6, 0.6], [0.7, 0.7, 0.7])]);
    assert_eq!(with_unit_cube(&pair), Some(CollisionKind::Contained { inner: 1 }));
    // An open sheet can lie inside a solid, but holds nothing.
    assert_eq!(with_unit_cube(&opened(&small)), Some(CollisionKind::Contained { inner: 1 }));
    let open_box = opened(&unit_at::<DVec3>(0.0, 0.0, 0.0));
    let answer = {
        let (outer, inner) = (Model::new(open_box), Model::new(small));
        let still = moved([0.0; 3]);
        let bodies = [Instance::new(&outer, still), Instance::new(&inner, still)];
        find_collisions(&bodies, &Cascade::default(), &())
    };
    assert_eq!(answer, []);
}

#[test]
fn a_cavity_holds_nothing() {
    let hollow = together(&[cuboid::<DVec3>([0.0; 3], [9.0; 3]), inside_out(&cuboid([1.0; 3], [8.0; 3]))]);
    assert_eq!(kind(&hollow, &cuboid([2.0; 3], [7.0; 3])), None);
    assert_eq!(kind(&hollow, &cuboid([0.25; 3], [0.5; 3])), Some(CollisionKind::Contained { inner: 1 }));
    // Flush with the wall of the cavity.
    assert_eq!(kind(&hollow, &cuboid([1.0; 3], [7.0; 3])), Some(CollisionKind::Touching));
    assert_eq!(kind(&hollow, &cuboid([1.0; 3], [8.0; 3])), Some(CollisionKind::Touching));
}

#[test]
fn merged_and_repeated_solids_hold_what_each_of_them_holds() {
    let pin = cuboid::<DVec3>([-0.1; 3], [0.1; 3]);
    let (one, other) = (cuboid([-2.0; 3], [1.0; 3]), cuboid([-1.0; 3], [2.0; 3]));
    let inside = Some(CollisionKind::Contained { inner: 1 });
    assert_eq!(kind(&together(&[one.clone(), other]), &pin), inside);
    assert_eq!(kind(&together(&[one.clone(), one.clone()]), &pin), inside);
    // Every triangle twice, seen from both sides.
    assert_eq!(kind(&together(&[one.clone(), inside_out(&one)]), &pin), inside);
    // Nested and facing alike: the inner one is no cavity.
    assert_eq!(kind(&together(&[one.clone(), cuboid([-1.0; 3], [0.5; 3])]), &pin), inside);
    // An island in a cavity, and the cavity around it.
    let onion = together(&[cuboid([-9.0; 3], [9.0; 3]), inside_out(&cuboid([-8.0; 3], [8.0; 3])), one]);
    assert_eq!(kind(&onion, &pin), inside);
    assert_eq!(kind(&onion, &cuboid([5.0; 3], [6.0; 3])), None);
}

/// The same box with its faces cut along their other diagonals.
fn cut_otherwise(part: &Mesh<DVec3>) -> Mesh<DVec3> {
    let ends = part.positions().iter().map(|corner| corner.y);
    let sum = ends.clone().fold(f64::MAX, f64::min) + ends.fold(f64::MIN, f64::max);
    let turned =
        part.positions().iter().map(|corner| DVec3::new(corner.x, sum - corner.y, corner.z)).collect();
    inside_out(&mesh(turned, part.triangles().to_vec()))
}

#[test]
fn solids_that_were_merged_flush_hold_what_each_of_them_holds() {
    let box_at = |x: f64, y: f64, z: f64| cuboid::<DVec3>([x, y, z], [x + 1.0, y + 1.0, z + 1.0]);
    let inside = Some(CollisionKind::Contained { inner: 1 });
    // Two, three around an edge, four, eight around a corner: walls between them are there twice.
    let all: Vec<_> =
        (0..8).map(|i| box_at(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2))).collect();
    for count in [2, 3, 4, 8] {
        for part in &all[..count] {
            let least = part.positions()[0] + DVec3::splat(0.25);
            let small = cuboid(least.to_array(), (least + DVec3::splat(0.5)).to_array());
            // Whichever way each of them is cut and faces.
            for mask in (0..1u32 << (2 * count.min(4))).step_by(2 * count - 3) {
                let parts: Vec<_> = (0..count)
                    .map(|i| if mask >> (2 * i) & 1 == 1 { cut_otherwise(&all[i]) } else { all[i].clone() })
                    .enumerate()
                    .map(|(i, part)| if mask >> (2 * i + 1) & 1 == 1 { inside_out(&part) } else { part })
                    .collect();
                assert_eq!(kind(&together(&parts), &small), inside, "{count} {mask:b}");
            }
        }
        // What is only between them is outside of three.
        let missing = cuboid([1.25; 3], [1.5; 3]);
        assert_eq!(kind(&together(&all[..count]), &missing), if count == 8 { inside } else { None });
    }
    // Through the wall between them.
    let through = cuboid([0.75, 0.25, 0.25], [1.5, 0.75, 0.75]);
    assert_eq!(kind(&together(&all[..2]), &through), Some(CollisionKind::Overlapping));
}

#[test]
fn parts_of_a_solid_that_are_there_again_change_nothing() {
    let one = cuboid::<DVec3>([-2.0; 3], [1.0; 3]);
    let pin = cuboid([-0.1; 3], [0.1; 3]);
    let inside = Some(CollisionKind::Contained { inner: 1 });
    // Some triangles twice, either way round; a box three times, and flush with another that is there once.
    for again in [vec![0], vec![3, 7, 8], (0..11).collect()] {
        for turned in [false, true] {
            let picked = again.iter().map(|&i: &usize| one.triangles()[i]).collect();
            let picked = mesh(one.positions().to_vec(), picked);
            let picked = if turned { inside_out(&picked) } else { picked };
            assert_eq!(kind(&together(&[one.clone(), picked]), &pin), inside, "{again:?}");
        }
    }
    let beside = cuboid([1.0, -2.0, -2.0], [4.0, 1.0, 1.0]);
    let both = together(&[beside, one.clone(), one.clone(), one.clone()]);
    assert_eq!(kind(&both, &pin), inside);
    assert_eq!(kind(&both, &cuboid([2.0, 0.0, 0.0], [3.0, 0.5, 0.5])), inside);
    // A cavity that is filled, and one that is drawn from both sides.
    let hollow = together(&[cuboid([-9.0; 3], [9.0; 3]), inside_out(&one)]);
    assert_eq!(kind(&hollow, &pin), None);
    assert_eq!(kind(&together(&[hollow.clone(), one.clone()]), &pin), inside);
    assert_eq!(kind(&together(&[one.clone(), hollow.clone()]), &pin), inside);
    assert_eq!(kind(&together(&[hollow.clone(), inside_out(&hollow)]), &pin), None);
}

#[test]
fn instances_under_rotation_scale_and_mirror() {
    let cube = Model::new(cuboid::<DVec3>([-0.5; 3], [0.5; 3]));
    let turned = |angle: f64, x: f64| {
        let rotation = Rotation::<DVec3>::from_axis_angle(Unit::axis(2), angle);
        Instance::new(&cube, Affine { columns: rotation.columns(), translation: DVec3::X * x })
    };
    let ask = |bodies: &[Instance<DVec3>]| {
        find_collisions(bodies, &Cascade::default(), &()).first().map(|collision| collision.kind)
    };
    // Half a diagonal reaches 0.7071.
    assert_eq!(
        ask(&[turned(0.0, 0.0), turned(std::f64::consts::FRAC_PI_4, 1.2)]),
        Some(CollisionKind::Overlapping)
    );
    assert_eq!(ask(&[turned(0.0, 0.0), turned(std::f64::consts::FRAC_PI_4, 1.2072)]), None);
    let scaled = |scale: [f64; 3], x: f64| {
        Instance::new(
            &cube,
            Affine {
                columns: [DVec3::X * scale[0], DVec3::Y * scale[1], DVec3::Z * scale[2]],
                translation: DVec3::X * x,
            },
        )
    };
    assert_eq!(ask(&[scaled([2.0, 1.0, 1.0], 0.0), scaled([1.0; 3], 1.5)]), Some(CollisionKind::Touching));
    assert_eq!(ask(&[scaled([-2.0, 1.0, 1.0], 0.0), scaled([1.0; 3], 1.5)]), Some(CollisionKind::Touching));
    assert_eq!(
        ask(&[scaled([-4.0, -4.0, -4.0], 0.0), scaled([1.0; 3], 0.5)]),
        Some(CollisionKind::Contained { inner: 1 })
    );
    assert_eq!(
        ask(&[scaled([-2.0, 1.0, 1.0], 0.0), scaled([2.0, 1.0, 1.0], 0.0)]),
        Some(CollisionKind::Overlapping)
    );
    // Flattened: a sheet in the middle of a cube pierces it.
    assert_eq!(ask(&[scaled([1.0; 3], 0.0), scaled([2.0, 2.0, 0.0], 0.0)]), Some(CollisionKind::Overlapping));
}

/// A cube in a hollow of another, which it does not touch.
#[test]
fn a_hollow_is_hollow_whatever_its_size() {
    for size in [1.0, 1e-60, 1e-90, 1e60, 1e90] {
        let cube = |from: f64, to: f64| cuboid::<DVec3>([from * size; 3], [to * size; 3]);
        let around = Model::new(together(&[cube(0.0, 3.0), inside_out(&cube(1.0, 2.0))]));
        let [within, larger] = [cube(1.25, 1.75), cube(0.75, 1.75)].map(Model::new);
        let [around, within, larger] =
            [&around, &within, &larger].map(|model| Instance::new(model, Affine::identity()));
        assert_eq!(around.relation(&within), Relation::Disjoint, "{size:e}");
        assert_eq!(around.relation(&larger), Relation::Overlapping, "{size:e}");
        assert!(around.is_solid() && !around.contains_point(DVec3::splat(1.5 * size)), "{size:e}");
    }
}
