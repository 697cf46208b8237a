//! `impinge srdf` where joints reach the ends of the floats.

use crate::fixtures::{Folder, Outcome};
use crate::srdf::srdf;
use serde_json::Value;

type Tried<T> = Result<T, Box<dyn std::error::Error>>;

/// What `srdf` says of a pair of links: reason, samples in collision.
fn said_of(report: &Value, links: [&str; 2]) -> Tried<(Value, Value)> {
    let is_it = |pair: &&Value| pair["link1"] == links[0] && pair["link2"] == links[1];
    let pair = report["pairs"].as_array().and_then(|pairs| pairs.iter().find(is_it)).ok_or("no such pair")?;
    Ok((pair["reason"].clone(), pair["collisions"].clone()))
}

/// A part of a test robot: a link that is a box.
fn cube(link: &str, xyz: &str) -> String {
    format!(
        "<link name='{link}'><collision><origin xyz='{xyz}'/><geometry><box size='1 1 1'/></geometry></collision></link>"
    )
}

/// Between the ends of the floats lies more than a float holds: such a joint turns all around.
#[test]
fn limits_at_the_ends_of_the_floats_are_none() -> Outcome {
    let links = cube("base", "0 0 -9") + &cube("arm", "3 0 0") + &cube("post", "-3 0 0");
    let folder = Folder::with(
        "r.urdf",
        format!(
            "<robot name='r'>{links}<joint name='turn' type='revolute'><parent link='base'/><child link='arm'/>\
             <axis xyz='0 0 1'/><limit lower='-1.7e308' upper='1.7e308'/></joint>\
             <joint name='foot' type='fixed'><parent link='base'/><child link='post'/></joint></robot>"
        ),
    )?;
    let run = srdf(&folder, "r.urdf --samples 200 --format json")?;
    let (reason, collisions) = said_of(&run.json()?, ["arm", "post"])?;
    assert!(reason.is_null() && collisions.as_u64() > Some(5), "{reason} {collisions}");
    assert!(run.err.contains("without limits: turn"), "{}", run.err);
    Ok(())
}

/// Nobody knows what collides out there, so nothing there is called safe.
#[test]
fn poses_beyond_the_floats_prove_nothing() -> Outcome {
    let links = cube("base", "0 0 0") + &cube("sled", "0 0 3") + &cube("hand", "0 0 6");
    let slide = |name: &str, [parent, child]: [&str; 2], upper: &str| {
        format!(
            "<joint name='{name}' type='prismatic'><parent link='{parent}'/><child link='{child}'/><axis xyz='1 0 0'/>\
             <limit lower='0' upper='{upper}'/></joint>"
        )
    };
    let robot = |upper: &str| {
        format!(
            "<robot name='r'>{links}{}{}</robot>",
            slide("one", ["base", "sled"], upper),
            slide("two", ["sled", "hand"], upper)
        )
    };
    let folder = Folder::with("far.urdf", robot("1.7e308"))?;
    folder.add("near.urdf", robot("1"))?;
    let near = srdf(&folder, "near.urdf --samples 100 --format json")?;
    assert_eq!(said_of(&near.json()?, ["base", "hand"])?, ("Never".into(), 0.into()));
    assert_eq!(near.err, "");
    let far = srdf(&folder, "far.urdf --samples 100 --format json")?;
    assert_eq!(said_of(&far.json()?, ["base", "hand"])?, (Value::Null, 0.into()));
    let told = "warning: far.urdf: joints: samples exceed the range of numbers, where collisions cannot be computed: base and hand in ";
    assert!(far.err.starts_with(told), "{}", far.err);
    // Nor is it written that they never collide.
    srdf(&folder, "far.urdf --samples 100 -o far.srdf")?;
    assert!(!std::fs::read_to_string(folder.path("far.srdf"))?.contains("Never\"/>"));
    Ok(())
}
