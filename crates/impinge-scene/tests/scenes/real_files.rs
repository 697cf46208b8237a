//! Files as programs in the field write them. They lie in an optional folder beside the checkout.

use std::path::Path;

use impinge_scene::{LoadOptions, Scene, load};

/// The scene, or a plain message that its file is not there.
fn load_shared(name: &str) -> Option<Scene> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    if !file.exists() {
        println!("{name} is not there: passed over");
        return None;
    }
    Some(load(&file, &LoadOptions::default()).unwrap_or_else(|error| panic!("{error}")))
}

/// What a file holds: objects, stored meshes and their corners, triangles in the world, warnings.
struct Golden(&'static str, [usize; 5]);

#[rustfmt::skip]
const GOLDEN: &[Golden] = &[
    Golden("duplex/architecture.glb", [215, 140, 7806, 26348, 0]),
    Golden("duplex/electrical.glb", [103, 15, 4913, 30014, 0]),
    // Both begin with a line of counts that is not OBJ.
    Golden("fcl/env.obj", [1, 1, 6540, 2180, 1]),
    Golden("fcl/rob.obj", [1, 1, 648, 216, 1]),
    Golden("meshes/busted.STL", [1, 1, 1941, 3878, 0]),
    Golden("meshes/multibody.stl", [2, 2, 20, 32, 0]),
    Golden("meshes/negative_indices.obj", [1, 1, 8, 12, 0]),
    Golden("meshes/nested.glb", [3, 3, 72, 36, 0]),
    Golden("meshes/not_convex.obj", [1, 1, 288, 96, 0]),
    Golden("meshes/soup.stl", [1, 1, 300, 100, 0]),
    Golden("meshes/two_objects_mixed_case_names.stl", [2, 2, 16, 24, 0]),
    Golden("robots/fanuc_description/meshes/collision/base_link.stl", [1, 1, 208, 412, 0]),
    Golden("robots/fanuc_description/meshes/collision/link_1.stl", [1, 1, 453, 902, 0]),
    Golden("robots/fanuc_description/meshes/collision/link_2.stl", [1, 1, 734, 1464, 0]),
    Golden("robots/fanuc_description/meshes/collision/link_3.stl", [1, 1, 532, 1060, 0]),
    Golden("robots/fanuc_description/meshes/collision/link_4.stl", [1, 1, 779, 1554, 0]),
    Golden("robots/fanuc_description/meshes/collision/link_5.stl", [1, 1, 585, 1166, 0]),
    Golden("robots/fanuc_description/meshes/collision/link_6.stl", [1, 1, 190, 376, 0]),
    Golden("robots/panda_description/meshes/collision/finger.stl", [1, 1, 18, 32, 0]),
    Golden("robots/panda_description/meshes/collision/hand.stl", [1, 1, 102, 200, 0]),
    Golden("robots/panda_description/meshes/collision/link0.stl", [1, 1, 102, 200, 0]),
    Golden("robots/panda_description/meshes/collision/link1.stl", [1, 1, 152, 300, 0]),
    Golden("robots/panda_description/meshes/collision/link2.stl", [1, 1, 152, 300, 0]),
    Golden("robots/panda_description/meshes/collision/link3.stl", [1, 1, 152, 300, 0]),
    Golden("robots/panda_description/meshes/collision/link4.stl", [1, 1, 152, 300, 0]),
    Golden("robots/panda_description/meshes/collision/link5.stl", [1, 1, 152, 300, 0]),
    Golden("robots/panda_description/meshes/collision/link6.stl", [1, 1, 102, 200, 0]),
    Golden("robots/panda_description/meshes/collision/link7.stl", [1, 1, 102, 200, 0]),
];

#[test]
fn objects_and_triangles_of_every_file() {
    for &Golden(name, expected) in GOLDEN {
        let Some(scene) = load_shared(name) else { continue };
        let corners = scene.meshes.iter().map(|mesh| mesh.positions.len()).sum();
        let (objects, meshes) = (scene.objects.len(), scene.meshes.len());
        let found = [objects, meshes, corners, scene.triangle_count(), scene.warnings.len()];
        assert_eq!(found, expected, "{name}: {:?}", scene.warnings);
    }
}

#[test]
fn a_pose_keeps_all_digits_of_the_file() {
    let Some(scene) = load_shared("duplex/architecture.glb") else { return };
    let wall = &scene.objects[1];
    assert!(wall.path.ends_with("138157/2O2Fr$t4X7Zf8NOew3FNqI"), "{}", wall.path);
    assert_eq!(wall.transform.translation.to_array(), [8.5915, -0.4170000000000275, 0.0]);
}

#[test]
fn names_of_solids() {
    let Some(scene) = load_shared("meshes/two_objects_mixed_case_names.stl") else { return };
    let names: Vec<&str> = scene.objects.iter().map(|object| object.name.as_str()).collect();
    assert_eq!(names, ["CubeExportedFromCAD", "TranslatedCubeExportedFromCAD"]);
}
