//! What the guides show is what the program prints.

mod fixtures;

use std::path::Path;

use fixtures::{Outcome, Run, program};

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
    shows_what_is_printed(include_str!("../../../docs/games.md"), 3)
}

#[test]
fn of_sweeps() -> Outcome {
    shows_what_is_printed(include_str!("../../../docs/sweep.md"), 2)
}

#[test]
fn of_robots() -> Outcome {
    shows_what_is_printed(include_str!("../../../docs/robots.md"), 2)
}

#[test]
fn of_masks() -> Outcome {
    shows_what_is_printed(include_str!("../../../docs/masks.md"), 1)
}
