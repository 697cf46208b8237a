//! Every public function is shown in use: an example that runs with the tests calls it, and names its type
//! beside it. The other way round, every example in the pages runs with the tests.
//!
//! Which functions are public is read from `docs/api`, which `cargo xtask api --check` holds to the code.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use crate::lint;

/// How a library names a page whose examples run with its own; the path begins at the file that names it.
const INCLUDED: &str = "#[doc = include_str!(\"";

/// The public functions that no example shows.
pub fn complaints(root: &Path, files: &[PathBuf]) -> Result<Vec<String>, String> {
    let read = |path: &Path| lint::text(root, path);
    let mut examples = Vec::new();
    let mut run = HashSet::new();
    for path in files.iter().filter(|path| is_source_of_library(path)) {
        let text = read(path)?;
        examples.extend(examples_of(&comments(&text)));
        for included in text.lines().filter_map(|line| line.strip_prefix(INCLUDED)?.split('"').next()) {
            let page = path.parent().unwrap_or(path).join(included);
            examples.extend(examples_of(&read(&page)?));
            run.extend(page.file_name().map(ToOwned::to_owned));
        }
    }
    let mut complaints = Vec::new();
    let is_page = |path: &&PathBuf| {
        path.parent() == Some(Path::new("docs")) && path.extension().is_some_and(|e| e == "md")
    };
    for path in files.iter().filter(is_page) {
        let is_run = path.file_name().is_some_and(|name| run.contains(name));
        if !is_run && read(path)?.lines().any(|line| line.trim() == "```rust") {
            complaints.push(format!(
                "{}: its examples are not run; include it in GuideExamples of a library",
                path.display()
            ));
        }
    }
    for path in files.iter().filter(|path| path.starts_with("docs/api")) {
        let functions = functions(&read(path)?);
        let hidden =
            functions.iter().filter(|function| !examples.iter().any(|example| example.shows(function)));
        complaints.extend(hidden.map(|function| {
            format!(
                "{}: no example in the documentation calls it; give it one that says what it is for",
                function.path
            )
        }));
    }
    Ok(complaints)
}

fn is_source_of_library(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
        && path.starts_with("crates")
        && path.iter().nth(2).is_some_and(|part| part == "src")
}

/// A public function or method that its own type or trait has.
#[derive(Debug, PartialEq)]
struct Function {
    path: String,
    name: String,
    /// The type that an example has to name. Methods of traits are called on whatever has them.
    of: Option<String>,
}

/// Those of a list of public items. What a type has by a trait is shown by the trait.
fn functions(list: &str) -> Vec<Function> {
    let rooms: HashSet<&str> = list.lines().filter_map(|line| line.strip_prefix("pub mod ")).collect();
    let mut functions = Vec::new();
    let (mut is_own, mut is_trait) = (true, false);
    for line in list.lines() {
        if line.starts_with("impl") {
            (is_own, is_trait) = (!line.contains(" for "), false);
        } else if let Some(named) = line.strip_prefix("pub ") {
            let Some((_, signature)) = named.split_once("fn ") else {
                // What else there is stands in one of these, as the types that an implementation names.
                if ["mod ", "struct ", "enum ", "trait "].iter().any(|kind| named.starts_with(kind)) {
                    (is_own, is_trait) = (true, named.starts_with("trait "));
                }
                continue;
            };
            let path = without_generics(signature);
            // The same types by plain names, and the same traits.
            let is_again = ["::d2::", "::d3::", "::prelude::"].iter().any(|room| path.contains(room));
            let Some((owner, name)) = path.rsplit_once("::") else { continue };
            let is_free = rooms.contains(owner);
            if (is_own || is_free) && !is_again {
                let own_type = owner.rsplit("::").next().filter(|_| !is_free && !is_trait);
                functions.push(Function { name: name.to_owned(), of: own_type.map(str::to_owned), path });
            }
        }
    }
    functions
}

/// The path in front of the parameters: `a::B<V>::c<F: Fn(V)>(&self)` is `a::B::c`.
fn without_generics(signature: &str) -> String {
    let mut depth = 0;
    let mut path = String::new();
    let mut before = ' ';
    for letter in signature.chars() {
        match letter {
            '<' => depth += 1,
            // Not the head of an arrow.
            '>' if before != '-' => depth -= 1,
            '(' if depth == 0 => break,
            _ if depth == 0 => path.push(letter),
            _ => {}
        }
        before = letter;
    }
    path
}

/// The comments that are documentation, as a page.
fn comments(text: &str) -> String {
    let comment = |line: &str| {
        let line = line.trim_start();
        let inner = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"))?;
        Some(format!("{}\n", inner.strip_prefix(' ').unwrap_or(inner)))
    };
    text.lines().filter_map(comment).collect()
}

/// What a piece of code names, and what of it it calls.
#[derive(Default)]
struct Example {
    words: HashSet<String>,
    calls: HashSet<String>,
}

impl Example {
    fn new(code: &str) -> Self {
        let is_of_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let mut example = Example::default();
        let mut rest = code;
        while let Some(start) = rest.find(is_of_word) {
            let word = &rest[start..];
            let end = word.find(|letter| !is_of_word(letter)).unwrap_or(word.len());
            rest = &word[end..];
            let word = word[..end].to_owned();
            if rest.starts_with('(') || rest.starts_with("::<") {
                example.calls.insert(word.clone());
            }
            example.words.insert(word);
        }
        example
    }

    fn shows(&self, function: &Function) -> bool {
        self.calls.contains(&function.name) && function.of.as_ref().is_none_or(|of| self.words.contains(of))
    }
}

/// The pieces of Rust in a page that are run with the tests.
fn examples_of(page: &str) -> Vec<Example> {
    let mut examples = Vec::new();
    let mut code: Option<(bool, String)> = None;
    for line in page.lines() {
        match (&mut code, line.trim_start().strip_prefix("```")) {
            (None, Some(language)) => code = Some((["", "rust"].contains(&language.trim()), String::new())),
            (Some((is_run, text)), Some(_)) => {
                examples.extend(is_run.then(|| Example::new(text)));
                code = None;
            }
            (Some((_, text)), None) => *text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    examples
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "\
pub mod impinge::tree
pub struct impinge::tree::Bvh<V: impinge::math::Vector>
impl<V: impinge::math::Vector> impinge::tree::Bvh<V>
pub fn impinge::tree::Bvh<V>::join<F: FnMut(u32) -> bool>(&self, F)
impl<V> core::clone::Clone for impinge::tree::Bvh<V>
pub fn impinge::tree::Bvh<V>::clone(&self) -> Self
pub trait impinge::tree::Look
pub fn impinge::tree::Look::look(&self)
impl impinge::tree::Look for f32
pub type f32::Sight = f32
pub fn f32::look(&self)
pub fn impinge::tree::build()
pub type impinge::d3::Bvh = impinge::tree::Bvh<glam::Vec3>
pub fn impinge::d3::Bvh::join(&self)
";

    fn function(path: &str, of: Option<&str>) -> Function {
        let name = path.rsplit("::").next().unwrap_or_default().to_owned();
        Function { path: path.to_owned(), name, of: of.map(str::to_owned) }
    }

    #[test]
    fn own_functions_of_types_and_traits_are_listed_once() {
        let expected = [
            function("impinge::tree::Bvh::join", Some("Bvh")),
            function("impinge::tree::Look::look", None),
            function("impinge::tree::build", None),
        ];
        assert_eq!(functions(LIST), expected);
    }

    #[test]
    fn an_example_calls_the_function_and_names_its_type() {
        let join = function("impinge::tree::Bvh::join", Some("Bvh"));
        for (code, shows) in [
            ("let tree = Bvh::new(&boxes);\ntree.join(|_| true);", true),
            ("let tree = Bvh::new(&boxes);\ntree.join::<bool>(seen);", true),
            ("let tree = Bvh::new(&boxes);\nlet join = tree.self_join(seen);", false),
            ("words.join(\", \")", false),
        ] {
            assert_eq!(Example::new(code).shows(&join), shows, "{code}");
        }
    }

    #[test]
    fn only_what_runs_counts() {
        let code = "    /// Text `a()`.\n    ///\n    /// ```\n    /// b();\n    /// ```\n    fn c() {}\n";
        let text = "/// ```text\n/// d()\n/// ```\n/// ```no_run\n/// e();\n/// ```\n";
        let examples = examples_of(&comments(&format!("{code}{text}")));
        let calls: Vec<&String> = examples.iter().flat_map(|example| &example.calls).collect();
        assert_eq!(calls, ["b"]);
    }
}
