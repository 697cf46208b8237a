//! Files in metres that look like a machine in millimetres.

use crate::fixtures::{Folder, NamedBox, Outcome, glb};

/// Four parts of an engine, in millimetres.
const ENGINE: [NamedBox; 4] = [
    ("case", [0.0, 0.0, 0.0], [400.0, 300.0, 200.0]),
    ("shaft", [-50.0, 140.0, 90.0], [-1.0, 160.0, 110.0]),
    ("head", [0.0, 301.0, 0.0], [200.0, 400.0, 200.0]),
    ("bolt", [10.0, 402.0, 10.0], [14.0, 408.0, 14.0]),
];

fn scaled(boxes: &[NamedBox<'static>], by: [f64; 3]) -> Vec<NamedBox<'static>> {
    let scale = |corner: [f64; 3]| std::array::from_fn(|axis| corner[axis] * by[axis]);
    boxes.iter().map(|&(name, min, max)| (name, scale(min), scale(max))).collect()
}

#[test]
fn an_engine_of_metres_is_warned_of_until_it_is_confirmed() -> Outcome {
    let folder = Folder::with("engine.glb", glb(&ENGINE))?;
    let warned = "warning: engine.glb: size: 639.5 m across, and half of its 4 objects are 299.7 m large or more; if it was drawn in \
                  millimetres, export it in metres, or scale it by 0.001; if it is right, --unit 'engine.glb=m' confirms it\n";
    let run = folder.check("engine.glb")?;
    assert_eq!((run.code, run.err.as_str()), (0, warned));
    assert_eq!(folder.check("engine.glb --strict")?.code, 2);
    let run = folder.check("engine.glb --strict --unit engine.glb=m")?;
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    folder.add("impinge.toml", "[[file]]\nmatch = \"*.glb\"\nunit = \"m\"\n")?;
    assert_eq!(folder.check("engine.glb --strict")?.err, "");
    // Another unit than its own has no effect, and is no confirmation.
    folder.add("impinge.toml", "")?;
    let run = folder.check("engine.glb --unit engine.glb=mm")?;
    assert!(run.err.contains("it has no effect") && run.err.contains("m across, and half"), "{}", run.err);
    Ok(())
}

#[test]
fn sites_are_not_warned_of() -> Outcome {
    let folder = Folder::new()?;
    let silent = |name: &str, boxes: &[NamedBox]| -> Outcome {
        folder.add(name, glb(boxes))?;
        let run = folder.check(name)?;
        assert!(!run.err.contains("m across, and half"), "{name}: {}", run.err);
        Ok(())
    };
    // The same engine as it is, one that is 190 m across, and two objects, which are no machine.
    silent("right.glb", &scaled(&ENGINE, [1e-3; 3]))?;
    silent("small.glb", &scaled(&ENGINE, [0.29; 3]))?;
    silent("two.glb", &ENGINE[..2])?;
    // Terrain or a city is flat, a bridge is thin.
    silent("city.glb", &scaled(&ENGINE, [3.0, 3.0, 0.3]))?;
    silent("bridge.glb", &scaled(&ENGINE, [2.0, 0.05, 0.05]))?;
    // A tower is made of small things.
    let names: Vec<String> = (0..60).map(|number| format!("beam{number}")).collect();
    let beams: Vec<NamedBox> = names
        .iter()
        .enumerate()
        .map(|(number, name)| {
            let (x, z) = ((number % 4) as f64 * 15.0, (number / 4) as f64 * 15.0);
            (name.as_str(), [x, x, z], [x + 0.3, x + 0.3, z + 4.0])
        })
        .collect();
    silent("tower.glb", &beams)
}
