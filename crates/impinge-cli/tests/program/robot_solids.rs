//! Spheres, cylinders and capsules of robots are themselves, and not the triangles around them.

use serde_json::Value;

use crate::fixtures::{Folder, Outcome, Run};
use crate::srdf::srdf;

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

const BALL: &str = "<sphere radius='1'/>";
const CAN: &str = "<cylinder radius='1' length='2'/>";
const PILL: &str = "<capsule radius='0.1' length='1'/>";
const CUBE: &str = "<box size='1 1 1'/>";

/// Shapes, each with its origin.
fn shapes(shapes: &[(&str, &str)]) -> String {
    let shape = |(geometry, origin): &(&str, &str)| {
        format!("<collision><origin {origin}/><geometry>{geometry}</geometry></collision>")
    };
    shapes.iter().map(shape).collect()
}

/// Two links with shapes that are no neighbours, as another link is between them. A joint slides the second
/// along x.
fn robot(a: &[(&str, &str)], b: &[(&str, &str)]) -> String {
    format!(
        "<robot name='r'><link name='a'>{}</link><link name='m'>{}</link><link name='b'>{}</link>\
         <joint name='j' type='fixed'><parent link='a'/><child link='m'/></joint>\
         <joint name='k' type='prismatic'><parent link='m'/><child link='b'/><axis xyz='1 0 0'/><limit lower='-9' upper='9'/></joint>\
         </robot>",
        shapes(a),
        shapes(&[(CUBE, "xyz='0 0 900'")]),
        shapes(b)
    )
}

/// The pairs of a report.
fn pairs(folder: &Folder, words: &str) -> Tried<Vec<Value>> {
    let report = folder.check(&format!("{words} --format json --quiet"))?.json()?;
    Ok(report["pairs"].as_array().ok_or("no pairs")?.clone())
}

fn near(found: &Value, expected: f64) -> bool {
    found.as_f64().is_some_and(|found| (found - expected).abs() < 1e-9)
}

#[test]
fn distances_are_those_of_the_shapes() -> Outcome {
    let folder = Folder::with("r.urdf", "")?;
    let at = |x: f64| format!("xyz='{x} 0 0'");
    for (a, b, x, kind, distance) in [
        (BALL, BALL, 2.01, "clearance", 0.01),
        (BALL, BALL, 2.05, "clearance", 0.05),
        (BALL, BALL, 2.0, "touching", 0.0),
        (BALL, BALL, 1.999, "overlap", -0.001),
        (BALL, BALL, 1.5, "overlap", -0.5),
        (BALL, "<sphere radius='0.25'/>", 0.5, "contained", -0.75),
        (BALL, CUBE, 1.52, "clearance", 0.02),
        (BALL, CUBE, 1.25, "overlap", -0.25),
        (CUBE, BALL, 0.0, "contained", -1.5),
        ("<sphere radius='2'/>", CUBE, 0.1, "contained", -2.4),
        (CAN, CAN, 2.001, "clearance", 0.001),
        (CAN, BALL, 2.003, "clearance", 0.003),
        (CAN, CUBE, 1.5, "touching", 0.0),
        (CAN, PILL, 1.11, "clearance", 0.01),
        (CAN, PILL, 0.5, "contained", -0.6),
        (PILL, PILL, 0.21, "clearance", 0.01),
        (PILL, BALL, 1.1, "touching", 0.0),
        ("<sphere radius='0'/>", BALL, 1.02, "clearance", 0.02),
        ("<cylinder radius='0' length='1'/>", CAN, 1.03, "clearance", 0.03),
        ("<cylinder radius='1' length='0'/>", BALL, 2.04, "clearance", 0.04),
    ] {
        folder.add("r.urdf", robot(&[(a, "xyz='0 0 0'")], &[(b, &at(x))]))?;
        let found = pairs(&folder, "r.urdf --clearance 0.1")?;
        let told = format!("{a} {b} at {x}: {found:?}");
        let [pair] = &found[..] else { return Err(told.into()) };
        assert_eq!((&pair["kind"], &pair["distance_kind"]), (&kind.into(), &"exact".into()), "{told}");
        // The depth of a ball in a box is rounded where edges are as near.
        assert!(near(&pair["distance"], distance), "{told}");
        // Either order, and turned as a whole.
        folder.add("r.urdf", robot(&[(b, &at(x))], &[(a, "xyz='0 0 0'")]))?;
        let found = pairs(&folder, "r.urdf --clearance 0.1 --pose-of r.urdf=1,2,3,10,20,30")?;
        let told = format!("exchanged {a} {b} at {x}: {found:?}");
        assert!(found.len() == 1 && near(&found[0]["distance"], distance), "{told}");
        assert!(kind == "touching" || found[0]["kind"] == kind, "{told}");
    }
    Ok(())
}

/// Nothing is closer than the shapes are, though the triangles around them meet.
#[test]
fn triangles_around_a_shape_are_no_collision() -> Outcome {
    let folder = Folder::with("r.urdf", robot(&[(BALL, "xyz='0 0 0'")], &[(BALL, "xyz='2.01 0 0'")]))?;
    let run = folder.check("r.urdf")?;
    assert!(run.code == 0 && run.out.starts_with("no collisions among 3 objects"), "{run:?}");
    assert!(pairs(&folder, "r.urdf --clearance 0.0099")?.is_empty());
    let report = folder.check("r.urdf --format json")?.json()?;
    let most = report["objects"][0]["bounds"]["max"][0].as_f64().ok_or("no bounds")?;
    assert!((most - 1.0).abs() < 1e-12, "{most}");
    // It is not sampled either.
    let run = srdf(&folder, "r.urdf --samples 50 --joint k=0.001 --always 0.99")?;
    assert!(run.out.contains(" 0 Default"), "{run:?}");
    Ok(())
}

/// A link of several shapes is their union: the nearest of all, and where anything is curved the rest of it
/// as it is.
#[test]
fn links_of_several_shapes_are_unions() -> Outcome {
    let folder = Folder::with("r.urdf", "")?;
    folder.add("wedge.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")?;
    let wedge = "<mesh filename='wedge.obj' scale='2 0.5 0.5'/>";
    let lamp = [(BALL, "xyz='0 0 0'"), (CUBE, "xyz='1.5 0 0'"), (wedge, "xyz='2 -0.1 -0.1'")];
    // The tip of the wedge is at x = 4.
    for (b, x, distance) in [(BALL, 5.02, 0.02), (CUBE, 4.53, 0.03), (CAN, 5.04, 0.04), (wedge, 4.05, 0.05)] {
        let tip = format!("xyz='{x} -0.1 -0.1'");
        folder.add("r.urdf", robot(&lamp, &[(b, &tip), (BALL, "xyz='50 0 0'")]))?;
        let found = pairs(&folder, "r.urdf --clearance 0.1")?;
        assert!(found.len() == 1 && near(&found[0]["distance"], distance), "{b} at {x}: {found:?}");
        let parts = pairs(&folder, "r.urdf --clearance 0.1 --parts")?;
        assert!(parts.len() == 1 && near(&parts[0]["distance"], distance), "{b} at {x}: {parts:?}");
    }
    // Between two bounds where depths are those of parts.
    folder.add("r.urdf", robot(&lamp, &[(BALL, "xyz='0.5 0 0'"), (CAN, "xyz='9 0 0'")]))?;
    let found = pairs(&folder, "r.urdf")?;
    let [pair] = &found[..] else { return Err(format!("{found:?}").into()) };
    let (depth, least) =
        (-pair["distance"].as_f64().unwrap_or(0.0), pair["depth_at_least"].as_f64().unwrap_or(9.0));
    assert!(pair["kind"] == "overlap" && least >= 1.5 - 1e-9 && depth >= least, "{pair}");
    assert_eq!(pair["distance_kind"] == "exact", depth - least < 1e-5 * depth, "{pair}");
    assert!(pair["volume"].is_null(), "{pair}");
    Ok(())
}

/// A ball or a pin in a mesh is as deep as between two bounds that are near each other.
#[test]
fn depths_in_meshes_are_bounded_on_both_sides() -> Outcome {
    let folder = Folder::with("r.urdf", "")?;
    let corner = |i: u32| format!("v {} {} {}\n", i & 1, i >> 1 & 1, i >> 2 & 1);
    let face = |[a, b, c, d]: [u32; 4]| format!("f {} {} {} {}\n", 1 + a, 1 + b, 1 + c, 1 + d);
    let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    folder.add("cube.obj", (0..8).map(corner).collect::<String>() + &quads.map(face).concat())?;
    let block = "<mesh filename='cube.obj' scale='4 4 4'/>";
    for (shape, depth) in [(BALL, 0.5), (CAN, 0.5), ("<capsule radius='1' length='0.5'/>", 0.5)] {
        // The block begins at x = 0.5.
        folder.add("r.urdf", robot(&[(shape, "xyz='0 0 0'")], &[(block, "xyz='0.5 -2 -2'")]))?;
        let found = pairs(&folder, "r.urdf")?;
        let [pair] = &found[..] else { return Err(format!("{found:?}").into()) };
        let [most, least] =
            ["distance", "depth_at_least"].map(|key| pair[key].as_f64().unwrap_or(f64::NAN).abs());
        assert!(least <= depth && depth <= most + 1e-9, "{shape}: {pair}");
        assert!(depth - least < 0.01 && most - depth < 0.01, "{shape}: {pair}");
        assert!(pair["distance_kind"] == "upper_bound" || most - least < 1e-5, "{shape}: {pair}");
        // However little: triangles in place of the shapes are too coarse for that.
        for (begin, depth) in [(1.0, 0.0), (1.0 - 1e-6, 1e-6), (0.99, 0.01)] {
            let begin = format!("xyz='{begin} -2 -2'");
            // Upright, and along y; in both orders.
            for origin in ["xyz='0 0 0'", "xyz='0 0 0' rpy='1.5707963267948966 0 0'"] {
                let (shape, block) = ([(shape, origin)], [(block, &begin[..])]);
                for links in [robot(&shape, &block), robot(&block, &shape)] {
                    folder.add("r.urdf", links)?;
                    let found = pairs(&folder, "r.urdf --touching")?;
                    let [pair] = &found[..] else { return Err(format!("{found:?}").into()) };
                    let kind = if depth > 0.0 { "overlap" } else { "touching" };
                    let least =
                        if depth > 0.0 { -pair["depth_at_least"].as_f64().unwrap_or(0.0) } else { 0.0 };
                    let most = pair["distance"].as_f64().unwrap_or(f64::NAN);
                    assert_eq!(pair["kind"], kind, "{pair}");
                    assert!((most + depth).abs() < 1e-9 && (least + depth).abs() < 1e-9, "{pair}");
                }
            }
        }
    }
    Ok(())
}

/// What stands around a robot may be scaled, turned and sheared; it stays what it is.
#[test]
fn shapes_beside_other_files() -> Outcome {
    let folder = Folder::with("r.urdf", robot(&[(BALL, "xyz='0 0 0'")], &[(PILL, "xyz='0 0 50'")]))?;
    folder.add("room.csv", "name,x,y,z,size_x,size_y,size_z,yaw_deg\nwall,1.53,0,0,1,4,4,0\nedge,0,-2.4442135623731,0,2,2,2,45\n")?;
    folder.add("plate.obj", "v -1 -1 1.07\nv 1 -1 1.07\nv 0 1 1.07\nf 1 2 3\n")?;
    let found = pairs(&folder, "r.urdf room.csv plate.obj --up z --clearance 0.2")?;
    let ball: Vec<_> = found.iter().filter(|pair| pair["a"]["name"] == "a").collect();
    let distance =
        |name: &str| ball.iter().find(|pair| pair["b"]["name"] == name).map(|pair| &pair["distance"]);
    assert!(distance("wall").is_some_and(|found| near(found, 0.03)), "{found:?}");
    assert!(
        distance("edge").is_some_and(|found| near(found, 2.4442135623731 - 2f64.sqrt() - 1.0)),
        "{found:?}"
    );
    assert!(distance("plate").is_some_and(|found| near(found, 0.07)), "{found:?}");
    Ok(())
}

#[test]
fn sweeps_meet_when_the_shapes_do() -> Outcome {
    let folder = Folder::with("r.urdf", robot(&[(BALL, "xyz='0 0 0'")], &[(BALL, "xyz='4 0 0'")]))?;
    folder.add("moving.csv", "time,k\n0,0\n4,-4\n")?;
    let words = ["r.urdf", "--trajectory", "moving.csv", "--format", "json", "--tolerance", "1e-6"];
    let report = Run::of(folder.command("sweep").args(words).output()?)?.json()?;
    let first = &report["pairs"][0]["first"];
    let [free, touches] = ["free_until", "touches_by"].map(|key| first[key].as_f64().unwrap_or(f64::NAN));
    // Triangles around both would meet 7 ms before.
    assert!(free <= 2.0 && 2.0 <= touches + 1e-6 && touches - free < 2e-6, "{first}");
    // They pass each other 10 mm apart.
    folder.add("r.urdf", robot(&[(BALL, "xyz='0 0 0'")], &[(BALL, "xyz='4 2.01 0'")]))?;
    folder.add("moving.csv", "time,k\n0,0\n4,-8\n")?;
    let run = |words: &[&str]| -> Tried<Run> {
        let words = [&["r.urdf", "--trajectory", "moving.csv"], words].concat();
        Run::of(folder.command("sweep").args(words).output()?)
    };
    assert_eq!(run(&[])?.code, 0);
    assert_eq!(run(&["--clearance", "0.009"])?.code, 0);
    assert_eq!(run(&["--clearance", "0.011"])?.code, 1);
    Ok(())
}
