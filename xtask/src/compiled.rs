//! Rust that nobody compiles: a file that no module names, and a program of tests that its package does not
//! list. Nothing else tells of those, and the tests in them are lost without a word. And Rust that two
//! packages compile.

use std::path::{Path, PathBuf};

use crate::lint;

/// What cargo finds in a package by itself, unless the package says otherwise.
const PROGRAMS: [&str; 2] = ["tests", "examples"];

/// The files that neither cargo nor another file asks for.
pub fn complaints(root: &Path, files: &[PathBuf]) -> Result<Vec<String>, String> {
    let mut complaints = Vec::new();
    for file in files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "rs")) {
        let package = file.ancestors().skip(1).find(|folder| files.contains(&folder.join("Cargo.toml")));
        let Some(package) = package else { continue };
        let manifest = lint::text(root, &package.join("Cargo.toml"))?;
        complaints.extend(foreign_path(&lint::text(root, file)?, file, package));
        let inside = file.strip_prefix(package).unwrap_or(file);
        let mut is_asked_for = is_program(inside, &manifest);
        let mut places = files.iter().filter(|place| may_name(place, file));
        while let Some(place) = places.next().filter(|_| !is_asked_for) {
            is_asked_for = names(&lint::text(root, place)?, place, file);
        }
        if !is_asked_for {
            complaints.push(format!(
                "{}: nothing compiles it; a `mod` or {} has to name it",
                file.display(),
                package.join("Cargo.toml").display()
            ));
        }
    }
    complaints.extend(files.iter().filter_map(|file| lost_cases(file, files)));
    Ok(complaints)
}

/// A `#[path]` out of the package: two packages compile its file, where a library would do.
fn foreign_path(text: &str, file: &Path, package: &Path) -> Option<String> {
    let mut paths =
        text.lines().filter_map(|line| line.trim().strip_prefix("#[path = \"")?.strip_suffix("\"]"));
    let is_foreign = |path: &&str| {
        let mut place = file.parent().unwrap_or(file).to_owned();
        for part in path.split('/') {
            // A path that begins above the checkout has no place in it.
            if part != ".." {
                place.push(part);
            } else if !place.pop() {
                return true;
            }
        }
        !place.starts_with(package)
    };
    let path = paths.find(is_foreign)?;
    Some(format!("{}: `{path}` is in another package; share it in a library", file.display()))
}

/// proptest finds the saved cases of `src/a/b.rs` in `proptest-regressions/a/b.txt` only: a file that stays
/// behind when its module moves is never read again.
fn lost_cases(file: &Path, files: &[PathBuf]) -> Option<String> {
    let folder = file.ancestors().find(|folder| folder.ends_with("proptest-regressions"))?;
    let tests = folder.with_file_name("src").join(file.strip_prefix(folder).ok()?).with_extension("rs");
    let is_lost = !files.contains(&tests);
    is_lost.then(|| format!("{}: its cases are not run, as {} is missing", file.display(), tests.display()))
}

/// Does cargo compile a file of a package because of its place, or because the package lists it?
fn is_program(inside: &Path, manifest: &str) -> bool {
    let path = inside.to_string_lossy().replace('\\', "/");
    let parts: Vec<&str> = path.split('/').collect();
    let is_found = match parts[..] {
        ["build.rs"] | ["src", "main.rs" | "lib.rs"] => true,
        [folder, _] | [folder, _, "main.rs"] => {
            PROGRAMS.contains(&folder) && !manifest.contains(&format!("auto{folder} = false"))
        }
        _ => false,
    };
    is_found || manifest.contains(&format!("path = \"{path}\""))
}

/// What a file is as a module: a folder that has `mod.rs` is one of its name.
fn module(file: &Path) -> &Path {
    if file.ends_with("mod.rs") { file.parent().unwrap_or(file) } else { file }
}

/// May `mod`, in one file, mean the other one? That lies beside the one that names it, or in a folder of its
/// name, or has its path told from the folder above.
fn may_name(place: &Path, file: &Path) -> bool {
    let Some(home) = module(file).parent() else { return false };
    place != file
        && place.extension().is_some_and(|extension| extension == "rs")
        && (place.with_extension("") == home
            || place.parent().is_some_and(|folder| folder == home || Some(folder) == home.parent()))
}

/// Does the text of one file name the other one?
fn names(text: &str, place: &Path, file: &Path) -> bool {
    let module = module(file);
    let name = module.file_stem().unwrap_or_default().to_string_lossy();
    let is_near = module.parent() == place.parent() || module.parent() == Some(&place.with_extension(""));
    let below = place.parent().and_then(|folder| file.strip_prefix(folder).ok()).unwrap_or(file);
    let path = format!("#[path = \"{}\"]", below.to_string_lossy().replace('\\', "/"));
    text.lines().map(str::trim_start).any(|line| {
        let bare = ["pub ", "pub(crate) ", "pub(super) "].iter().find_map(|shown| line.strip_prefix(shown));
        let bare = bare.unwrap_or(line);
        line == path || (is_near && bare.starts_with(&format!("mod {name};")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_cases_move_with_their_tests() {
        let files = ["a/src/bvh/tests.rs", "a/proptest-regressions/bvh/tests.txt"].map(PathBuf::from);
        assert_eq!(lost_cases(&files[1], &files), None);
        assert_eq!(lost_cases(&files[0], &files), None);
        let lost = lost_cases(Path::new("a/proptest-regressions/tree/tests.txt"), &files);
        let expected =
            "a/proptest-regressions/tree/tests.txt: its cases are not run, as a/src/tree/tests.rs is missing";
        assert_eq!(lost.as_deref(), Some(expected));
    }

    #[test]
    fn paths_stay_in_their_package() {
        let is_refused = |path: &str| {
            let text = format!("    #[path = \"{path}\"]\n    mod rim;\n");
            foreign_path(&text, Path::new("crates/a/tests/ball/main.rs"), Path::new("crates/a")).is_some()
        };
        assert!(!is_refused("rim.rs") && !is_refused("../rims/rim.rs") && !is_refused("../../src/rim.rs"));
        assert!(is_refused("../../../b/src/rim.rs") && is_refused("../../../../../rim.rs"));
    }

    #[test]
    fn what_cargo_finds_needs_no_module() {
        for (path, manifest, expected) in [
            ("src/lib.rs", "", true),
            ("build.rs", "", true),
            ("src/ball.rs", "", false),
            ("tests/shapes.rs", "", true),
            ("tests/shapes/main.rs", "", true),
            ("tests/shapes/ball.rs", "", false),
            ("tests/shapes.rs", "autotests = false\n", false),
            ("shapes/main.rs", "[[test]]\npath = \"shapes/main.rs\"\n", true),
            ("shapes/main.rs", "[[test]]\npath = \"others/main.rs\"\n", false),
        ] {
            assert_eq!(is_program(Path::new(path), manifest), expected, "{path}");
        }
    }

    #[test]
    fn a_module_is_named_beside_it_or_by_the_file_of_its_folder() {
        for (place, file, expected) in [
            ("src/lib.rs", "src/ball.rs", true),
            ("src/ball.rs", "src/ball/rim.rs", true),
            ("src/ball/mod.rs", "src/ball/rim.rs", true),
            ("src/lib.rs", "src/ball/mod.rs", true),
            ("src/lib.rs", "src/ball/rim.rs", false),
            ("src/balls.rs", "src/ball/rim.rs", false),
        ] {
            let (place, file) = (Path::new(place), Path::new(file));
            for shown in ["", "pub ", "pub(crate) ", "pub(super) "] {
                let text = format!("mod ball;\n    {shown}mod rim;\n");
                assert_eq!(
                    may_name(place, file) && names(&text, place, file),
                    expected,
                    "{place:?} names {file:?} by {shown:?}"
                );
            }
            assert!(!names("// mod rim;\nmod rims;\n", place, file));
        }
        assert!(!may_name(Path::new("src/ball.rs"), Path::new("src/ball.rs")));
        assert!(names(
            "#[path = \"ball/rim.rs\"]\nmod edge;\n",
            Path::new("src/lib.rs"),
            Path::new("src/ball/rim.rs")
        ));
    }
}
