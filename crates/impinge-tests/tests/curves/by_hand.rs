use glam::{DVec2, DVec3, Vec3};
use impinge::bvh::{IntersectionCurve, MeshBvh, MeshIntersection, MeshPair, MeshPart};
use impinge::math::{Affine, Pose};
use impinge::shape::Mesh;

use super::{Tested, apart, cuboid};

fn of(a: &Mesh<DVec3>, b: &Mesh<DVec3>) -> MeshIntersection<DVec3> {
    let [a, b] = [a, b].map(|mesh| MeshBvh::new(mesh.clone()));
    MeshPair::new(&a, Pose::identity(), &b, Pose::identity()).intersection()
}

fn points(curve: &IntersectionCurve<DVec3>) -> Vec<DVec3> {
    curve.points.iter().map(|point| point.point).collect()
}

fn plate(corners: [[f64; 3]; 4]) -> Mesh<DVec3> {
    Mesh::new(corners.map(DVec3::from_array).to_vec(), vec![[0, 1, 2], [0, 2, 3]]).expect("finite")
}

#[test]
fn a_beam_through_a_box() {
    let (block, beam) = (cuboid([-1.0; 3], [1.0; 3]), cuboid([-0.5, -0.25, -2.0], [0.25, 0.25, 2.0]));
    for (a, b) in [(&block, &beam), (&beam, &block), (&apart(&block), &apart(&beam))] {
        let found = of(a, b);
        assert_eq!((found.curves.len(), found.coplanar.len()), (2, 0));
        for curve in &found.curves {
            assert!(curve.is_closed);
            assert_eq!(curve.length(), 2.5);
            let height = curve.points[0].point.z.abs();
            assert!(height == 1.0 && curve.points.iter().all(|point| point.point.z.abs() == height));
        }
        assert_eq!(found.length(), 5.0);
    }
}

#[test]
fn two_boxes_that_share_a_corner_of_their_insides() {
    // Diagonals of the faces go through points of the curve.
    let (a, b) = (cuboid([0.0; 3], [2.0; 3]), cuboid([1.0; 3], [3.0; 3]));
    for (a, b) in [(&a, &b), (&b, &a), (&apart(&a), &b)] {
        let found = of(a, b);
        assert_eq!((found.curves.len(), found.coplanar.len()), (1, 0));
        assert!(found.curves[0].is_closed);
        assert_eq!(found.length(), 6.0);
    }
}

#[test]
fn plates_that_cross_meet_in_an_open_curve() {
    let floor = plate([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]]);
    let blade = plate([[1.0, 2.0, -1.0], [9.0, 2.0, -1.0], [9.0, 2.0, 1.0], [1.0, 2.0, 1.0]]);
    let found = of(&floor, &blade);
    assert_eq!((found.curves.len(), found.length()), (1, 3.0));
    let curve = &found.curves[0];
    assert!(!curve.is_closed);
    let mut corners = points(curve);
    corners.sort_by(|one, other| one.x.total_cmp(&other.x));
    // The edge of the blade, the diagonal of the floor, its edge; the blade's diagonal is further out.
    assert_eq!(corners, [DVec3::new(1.0, 2.0, 0.0), DVec3::new(2.0, 2.0, 0.0), DVec3::new(4.0, 2.0, 0.0)]);
    let ends = [curve.points[0], curve.points[2]].map(|point| (point.part_a, point.part_b));
    assert!(ends.contains(&(MeshPart::Edge(1, 2), MeshPart::Triangle(1))), "{ends:?}");
    assert!(ends.contains(&(MeshPart::Triangle(1), MeshPart::Edge(0, 3))), "{ends:?}");
}

#[test]
fn a_corner_that_touches_is_a_single_point() {
    let floor = plate([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]]);
    let spike = |x: f64, y: f64| {
        let corners = vec![[x, y, 0.0], [x, y, 1.0], [x + 1.0, y, 1.0], [x, y + 1.0, 1.0]];
        let corners = corners.into_iter().map(DVec3::from_array).collect();
        Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3], [0, 3, 1]]).expect("finite")
    };
    for (x, y, on_floor) in [
        (3.0, 1.0, MeshPart::Triangle(0)),
        (1.0, 1.0, MeshPart::Edge(0, 2)),
        (0.0, 3.0, MeshPart::Edge(0, 3)),
        (4.0, 0.0, MeshPart::Vertex(1)),
    ] {
        let found = of(&floor, &spike(x, y));
        assert_eq!((found.curves.len(), found.coplanar.len()), (1, 0));
        let curve = &found.curves[0];
        assert_eq!(
            (points(curve), curve.is_closed, curve.length()),
            (vec![DVec3::new(x, y, 0.0)], false, 0.0)
        );
        assert_eq!((curve.points[0].part_a, curve.points[0].part_b), (on_floor, MeshPart::Vertex(0)));
    }
}

#[test]
fn what_is_in_one_plane_is_told_apart_from_curves() {
    let floor = plate([[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [4.0, 4.0, 0.0], [0.0, 4.0, 0.0]]);
    let found = of(&floor, &floor);
    assert!(found.curves.is_empty());
    assert_eq!(found.coplanar, [[0, 0], [0, 1], [1, 0], [1, 1]]);
    // A box on the floor: its sides end in a rectangle there.
    let found = of(&floor, &cuboid([1.0, 1.0, 0.0], [2.0, 3.0, 1.0]));
    assert_eq!(found.length(), 6.0);
    assert!(!found.coplanar.is_empty());
    // Without an area, a triangle meets others in no curve of its own.
    let needle = Mesh::new(vec![DVec3::new(1.0, 2.0, -1.0), DVec3::new(1.0, 2.0, 1.0)], vec![[0, 1, 1]]);
    let found = of(&floor, &needle.expect("finite"));
    assert_eq!((found.curves.len(), found.coplanar), (0, vec![[1, 0]]));
}

#[test]
fn nothing_meets_what_is_nowhere_or_flat() -> Tested {
    let tree = MeshBvh::new(cuboid::<Vec3>([0.0; 3], [1.0; 3]));
    let empty = MeshBvh::new(Mesh::<Vec3>::default());
    let here = Affine::from(Pose::identity());
    let nowhere = Affine::from(Pose::from_translation(Vec3::splat(f32::NAN)));
    for pair in [MeshPair::new(&tree, here, &empty, here), MeshPair::new(&tree, here, &tree, nowhere)] {
        let found = pair.intersection();
        assert_eq!((found.curves.len(), found.coplanar.len(), found.length()), (0, 0, 0.0));
    }
    let corners = vec![DVec2::ZERO, DVec2::X, DVec2::Y];
    let plane = MeshBvh::new(Mesh::new(corners, vec![[0, 1, 2]])?);
    let found = MeshPair::new(&plane, Pose::identity(), &plane, Pose::identity()).intersection();
    assert_eq!((found.curves.len(), found.coplanar), (0, vec![[0, 0]]));
    Ok(())
}
