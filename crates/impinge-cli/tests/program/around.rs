//! What is around the work: `impinge doctor` and `impinge generate`.

use crate::fixtures::{Folder, Outcome, Run, program};

#[test]
fn the_doctor_tells_what_is_here() -> Outcome {
    let run = |words: &[&str]| Run::of(program().arg("doctor").args(words).output()?);
    let text = run(&[])?;
    assert_eq!(text.code, 0);
    for part in [env!("CARGO_PKG_VERSION"), "instructions", "threads", "glTF", "bcf"] {
        assert!(text.out.contains(part), "{part} is missing in {}", text.out);
    }
    let json = run(&["--format", "json"])?.json()?;
    assert_eq!(json["schema"], "impinge-doctor/1");
    assert_eq!(json["version"], env!("CARGO_PKG_VERSION"));
    assert!(json["threads"].as_u64().is_some_and(|threads| threads > 0));
    assert!(json["writes"].as_array().is_some_and(|forms| forms.contains(&"jsonl".into())));
    Ok(())
}

#[test]
fn every_command_has_a_page_of_the_manual() -> Outcome {
    let folder = Folder::new()?;
    let run = Run::of(folder.command("generate").args(["man", "-o", "."]).output()?)?;
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let names = folder.names()?;
    for name in ["impinge.1", "impinge-check.1", "impinge-view.1", "impinge-doctor.1", "impinge-srdf.1"] {
        assert!(names.iter().any(|found| found == name), "{name} is not among {names:?}");
    }
    let page = std::fs::read_to_string(folder.path("impinge-check.1"))?;
    for part in [".TH impinge-check 1", "\\-\\-clearance", "Exit codes"] {
        assert!(page.contains(part), "{part} is missing");
    }
    // The folder is made, as on a fresh account.
    let run = Run::of(folder.command("generate").args(["man", "-o", "share/man/man1"]).output()?)?;
    assert_eq!((run.code, run.err.as_str()), (0, "written to share/man/man1\n"));
    assert_eq!(page, std::fs::read_to_string(folder.path("share/man/man1/impinge-check.1"))?);
    folder.add("taken", "")?;
    let run = Run::of(folder.command("generate").args(["man", "-o", "taken/man1"]).output()?)?;
    let told = "error: taken/man1: the folder cannot be created: ";
    assert!(run.code == 2 && run.err.starts_with(told) && run.err.contains("a folder is needed"), "{run:?}");
    let first = Run::of(folder.command("generate").arg("man").output()?)?;
    assert_eq!(first.out, std::fs::read_to_string(folder.path("impinge.1"))?);
    Ok(())
}

#[test]
fn shells_complete_commands_and_options() -> Outcome {
    let folder = Folder::new()?;
    let shells = ["bash", "zsh", "fish", "elvish", "powershell"];
    for shell in shells {
        let run = Run::of(folder.command("generate").arg(shell).output()?)?;
        assert_eq!(run.code, 0, "{shell}: {}", run.err);
        for part in ["check", "min-depth", "baseline"] {
            assert!(run.out.contains(part), "{shell}: {part} is missing");
        }
        let made = Run::of(folder.command("generate").args([shell, "-o", "new/folder"]).output()?)?;
        assert!(made.code == 0 && made.err.starts_with("written to new/folder/"), "{shell}: {}", made.err);
    }
    assert_eq!(std::fs::read_dir(folder.path("new/folder"))?.count(), shells.len());
    Ok(())
}
