//! `impinge sweep`: what is asked of it that cannot be, or has no effect, and what settings do.

mod fixtures;

use fixtures::moving::Moving;
use fixtures::sweeping::{FOLDING, run, through};
use fixtures::{Folder, Outcome};

const UNIT: [f64; 3] = [1.0; 3];

#[test]
fn what_cannot_be_is_told() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    folder.add("still.glb", Moving::new().still("a", UNIT, [0.0; 3]).glb())?;
    folder.add("arm.urdf", FOLDING)?;
    folder.add("bad.csv", "time,elbow\n1,0\n0,1\n")?;
    folder.add("other.csv", "time,knee\n0,0\n1,1\n")?;
    for (words, expected) in [
        ("still.glb", "still.glb: nothing moves: there are no animations"),
        ("arm.urdf", "arm.urdf: nothing moves"),
        ("m.glb --animation walk", "--animation walk: no file has it; there are slide"),
        ("m.glb --from 5 --to 5", "there is no time from 5 s to 5 s; things move from 0 s to 10 s"),
        ("m.glb --from 20", "there is no time from 20 s to 10 s"),
        ("m.glb --from=-1e308 --to 1e308", "from -1e308 s to 1e308 s is too long"),
        (
            "m.glb --tolerance 1e-15",
            "--tolerance 0.000000000000001: times from 0 s to 10 s are not told more precisely",
        ),
        ("m.glb --tolerance 0", "it must be more than 0 seconds"),
        ("m.glb --min-depth 0.1", "unexpected argument '--min-depth'"),
        ("arm.urdf --trajectory bad.csv", "bad.csv: line 3: time 0 does not come after 1"),
        (
            "arm.urdf --trajectory other.csv",
            "other.csv: line 1: there is no joint `knee`; there are shoulder, elbow",
        ),
        ("m.glb --trajectory bad.csv", "bad.csv: line 3"),
        ("m.glb -o m.glb", "m.glb: the report would replace a file"),
        ("missing.glb", "missing.glb"),
    ] {
        let run = run(&folder, words)?;
        assert!(run.code == 2 && run.out.is_empty(), "{words}: {run:?}");
        assert!(run.err.contains(expected), "{words}: {}", run.err);
    }
    let exit_zero = run(&folder, "m.glb --exit-zero")?;
    assert_eq!(exit_zero.code, 0);
    Ok(())
}

#[test]
fn settings_count_where_they_can() -> Outcome {
    let folder = Folder::with("m.glb", through().glb())?;
    folder.add(
        "impinge.toml",
        "min-depth = 0.1\n[[rule]]\nbetween = [\"cart\", \"post\"]\nseverity = \"warning\"\n",
    )?;
    let found = run(&folder, "m.glb")?;
    assert!(found.code == 0 && found.out.contains("contact, warning"), "{found:?}");
    assert!(found.err.contains("min-depth: is not for what moves"), "{}", found.err);
    folder.add("impinge.toml", "[[accept]]\nbetween = [\"cart\", \"post\"]\n")?;
    let accepted = run(&folder, "m.glb")?;
    assert!(accepted.code == 0 && accepted.out.contains("contact, accepted"), "{accepted:?}");
    assert_eq!(run(&folder, "m.glb --no-config")?.code, 1);
    Ok(())
}
