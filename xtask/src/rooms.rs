//! The order of the engine's rooms: each uses only those above it (docs/architecture.md). A test guards that
//! no room has a large import cycle.

#[cfg(test)]
mod cycles;

use std::path::{Path, PathBuf};

use crate::lint;

/// Where the rooms are.
const ENGINE: &str = "crates/impinge/src";
/// Files that name a room below their own: the box of a bounded shape comes from the support maps of
/// `narrow`, and two meshes as shapes are queried through the trees of both.
const EXCEPTIONS: [(&str, &str); 5] = [
    ("shape/round_shape.rs", "narrow"),
    ("shape/shape_ref.rs", "assembly"),
    ("narrow/composite/meshes.rs", "assembly"),
    ("narrow/composite/meshes.rs", "bvh"),
    ("narrow/composite/translated.rs", "assembly"),
];

/// Who uses a room that comes after its own, and which exception is needed no more.
pub fn complaints(root: &Path, files: &[PathBuf]) -> Result<Vec<String>, String> {
    let read = |path: &Path| lint::text(root, path);
    let library = read(&Path::new(ENGINE).join("lib.rs"))?;
    let rooms = rooms(&library);
    let mut complaints = Vec::new();
    let mut excused = Vec::new();
    for path in files {
        let Ok(inside) = path.strip_prefix(ENGINE) else { continue };
        let Some(own) = room_of(inside, &rooms) else { continue };
        for below in &rooms[own + 1..] {
            if !uses(&read(path)?, below) {
                continue;
            }
            let place = (inside.to_string_lossy().replace('\\', "/"), *below);
            match EXCEPTIONS.iter().find(|(file, room)| (*file, *room) == (place.0.as_str(), place.1)) {
                Some(exception) => excused.push(exception),
                None => complaints.push(format!(
                    "{}: uses `{below}`, which comes after `{}` in lib.rs",
                    path.display(),
                    rooms[own]
                )),
            }
        }
    }
    for exception in EXCEPTIONS.iter().filter(|exception| !excused.contains(exception)) {
        let (file, room) = exception;
        complaints.push(format!("xtask/src/rooms.rs: {file} uses `{room}` no more; take it out"));
    }
    Ok(complaints)
}

/// The public modules, in their order.
fn rooms(library: &str) -> Vec<&str> {
    library.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect()
}

/// The place of the room that a file belongs to; none of tests, and of what belongs to no room.
fn room_of(inside: &Path, rooms: &[&str]) -> Option<usize> {
    let mut parts = inside.iter().filter_map(|part| part.to_str()).map(|part| part.trim_end_matches(".rs"));
    let first = parts.next()?;
    let is_test = parts.any(|part| part == "tests");
    rooms.iter().position(|room| *room == first).filter(|_| !is_test)
}

/// Does the code name a room, before its tests and outside of comments?
fn uses(text: &str, room: &str) -> bool {
    let path = format!("crate::{room}");
    let names = |line: &str| {
        line.match_indices(&path).any(|(at, _)| line[at + path.len()..].starts_with([':', ';', ',', '}']))
    };
    text.lines()
        .take_while(|line| *line != "#[cfg(test)]")
        .any(|line| !line.trim_start().starts_with("//") && names(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_public_modules_in_their_order() {
        let library = "mod clock;\n\npub mod math;\n\npub mod shape;\nmod plain;\npub mod prelude {\n";
        assert_eq!(rooms(library), ["math", "shape"]);
        assert_eq!(room_of(Path::new("shape/hull/facet.rs"), &["math", "shape"]), Some(1));
        assert_eq!(room_of(Path::new("math.rs"), &["math", "shape"]), Some(0));
        assert_eq!(room_of(Path::new("shape/tests.rs"), &["math", "shape"]), None);
        assert_eq!(room_of(Path::new("clock.rs"), &["math", "shape"]), None);
    }

    #[test]
    fn only_code_names_a_room() {
        assert!(uses("use crate::assembly::Instance;\n", "assembly"));
        assert!(!uses("use crate::assembly_line::Instance;\n", "assembly"));
        assert!(!uses("    /// See [`Instance`](crate::assembly::Instance).\n", "assembly"));
        assert!(!uses(
            "fn a() {}\n#[cfg(test)]\nmod tests {\n    use crate::assembly::Instance;\n}\n",
            "assembly"
        ));
    }
}
