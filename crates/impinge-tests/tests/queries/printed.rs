//! What is printed of large things is what they were made of, and not what follows from it.

use glam::Vec3;
use impinge::bvh::MeshBvh;
use impinge::compound::{AnyShape, HeightField};
use impinge::shape::Mesh;

type Outcome = Result<(), Box<dyn std::error::Error>>;

#[test]
fn a_tree_is_its_mesh() -> Outcome {
    let mesh = Mesh::new(vec![Vec3::ZERO, Vec3::X, Vec3::Y], vec![[0, 1, 2]])?;
    let printed = format!("{mesh:?}");
    assert_eq!(format!("{:?}", MeshBvh::new(mesh)), format!("MeshBvh {{ mesh: {printed}, .. }}"));
    Ok(())
}

#[test]
fn a_height_field_is_its_heights() -> Outcome {
    let field = HeightField::<Vec3>::new(vec![0.0, 1.0, 2.0, 3.0], 2, [1.0, 0.5])?;
    let made_of = "heights: [0.0, 1.0, 2.0, 3.0], columns: 2, spacing: [1.0, 0.5], holes: []";
    for printed in [format!("{field:?}"), format!("{:?}", AnyShape::from(field.clone()))] {
        assert!(printed.contains(made_of) && !printed.contains("levels"), "{printed}");
    }
    Ok(())
}
