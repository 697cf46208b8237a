//! What the guides show is what the program prints.

use std::path::Path;

use crate::fixtures::{Folder, Outcome, Run, program};

/// The runs in a guide: the words after `$ impinge`, and what is shown of standard output.
fn runs(guide: &str) -> Vec<(&str, &str)> {
    let blocks = guide.split("```text\n$ impinge ").skip(1);
    blocks.filter_map(|block| block.split("\n```").next()?.split_once('\n')).collect()
}

fn shows_what_is_printed(guide: &str, count: usize) -> Outcome {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let guide = guide.replace("\r\n", "\n");
    let runs = runs(&guide);
    assert_eq!(runs.len(), count);
    for (words, shown) in runs {
        let words = words.split(' ').map(|word| word.trim_matches('\''));
        let run = Run::of(program().current_dir(&root).args(words.clone()).output()?)?;
        assert_eq!(shown, run.out.trim_end(), "{:?}\n{}", words.collect::<Vec<_>>(), run.err);
    }
    Ok(())
}

#[test]
fn of_games() -> Outcome {
    shows_what_is_printed(include_str!("../../../../docs/games.md"), 3)
}

#[test]
fn of_sweeps() -> Outcome {
    shows_what_is_printed(include_str!("../../../../docs/sweep.md"), 2)
}

#[test]
fn of_robots() -> Outcome {
    shows_what_is_printed(include_str!("../../../../docs/robots.md"), 2)
}

/// What is on standard error comes first, and a line of three dots stands for the rest.
#[test]
fn of_inputs() -> Outcome {
    let guide = include_str!("../../../../docs/inputs.md").replace("\r\n", "\n");
    let runs = runs(&guide);
    assert_eq!(runs.len(), 2);
    let table = guide.split("```csv\n").nth(1).and_then(|rest| rest.split("```").next());
    let folder = Folder::with("boxes.csv", table.ok_or("no table of boxes")?)?;
    let scenes = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scenes");
    std::fs::create_dir_all(folder.path("docs/scenes"))?;
    for name in ["arm.urdf", "cell.csv"] {
        std::fs::copy(scenes.join(name), folder.path("docs/scenes").join(name))?;
    }
    for (words, shown) in runs {
        let run = Run::of(
            folder
                .command(words.split(' ').next().ok_or("no command")?)
                .args(words.split(' ').skip(1))
                .output()?,
        )?;
        let printed = run.err + &run.out;
        match shown.strip_suffix("\n…") {
            Some(beginning) => assert!(printed.starts_with(&format!("{beginning}\n")), "{words}\n{printed}"),
            None => assert_eq!(shown, printed.trim_end(), "{words}"),
        }
    }
    Ok(())
}

/// The file of rules is one that the program goes by: with all that it says.
#[test]
fn of_rules() -> Outcome {
    let guide = include_str!("../../../../docs/rules.md").replace("\r\n", "\n");
    let shown = guide.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let shown = shown.ok_or("no file of rules")?;
    let folder = Folder::with("impinge.toml", shown)?;
    folder.add("boxes.csv", "name,x,y,z,size_x,size_y,size_z\na,0,0,0,1,1,1\n")?;
    let run = folder.check("boxes.csv --show-settings")?;
    assert_eq!(run.code, 0, "{}", run.err);
    let parsed = |text: &str| -> Result<toml::Table, toml::de::Error> { text.parse() };
    assert_eq!(parsed(&run.out)?, parsed(shown)?, "{}", run.out);
    Ok(())
}

#[test]
fn of_masks() -> Outcome {
    shows_what_is_printed(include_str!("../../../../docs/masks.md"), 1)
}
