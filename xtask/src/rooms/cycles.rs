//! No room of the engine has an import cycle of more than ten files.
//!
//! An edge leads from a file to the file that *defines* what it imports: a name that a module hands on
//! (`pub use`) is followed to its definition. Tests do not count, nor do the files `backend.rs`, the only
//! upward edges.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use syn::visit::{self, Visit};
use syn::{Item, UseTree, Visibility};

use crate::step::root;

/// The most files of a cycle.
const MAX_FILES: usize = 10;
const ENGINE: &str = "crates/impinge/src";

type Names = Vec<String>;

/// What a file defines, imports and names.
#[derive(Default)]
struct Module {
    items: BTreeSet<String>,
    /// Imported names (`*` for all) with their paths.
    imports: Vec<(String, Names)>,
    /// Paths in code, and of imports that are not handed on.
    paths: Vec<Names>,
}

impl Module {
    fn of(file: &syn::File) -> Self {
        let mut module = Module::default();
        for item in file.items.iter().filter(|item| !is_test(item)) {
            match item {
                Item::Use(import) => {
                    let mut leaves = Vec::new();
                    leaves_of(&import.tree, &mut Vec::new(), &mut leaves);
                    if matches!(import.vis, Visibility::Inherited) {
                        module.paths.extend(leaves.iter().map(|(_, path)| path.clone()));
                    }
                    module.imports.extend(leaves);
                }
                Item::Mod(_) => {}
                _ => {
                    module.items.extend(name_of(item));
                    module.visit_item(item);
                }
            }
        }
        module
    }
}

impl Visit<'_> for Module {
    fn visit_path(&mut self, path: &syn::Path) {
        self.paths.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    /// `pub(super)` names a module, but uses nothing of it.
    fn visit_visibility(&mut self, _: &Visibility) {}

    fn visit_macro(&mut self, called: &syn::Macro) {
        // Arguments of macros are no syntax yet: names joined by `::`.
        let text = called.tokens.to_string().replace(" :: ", "::");
        let words = text.split(|c: char| !(c.is_alphanumeric() || "_:".contains(c)));
        let paths = words.filter(|word| word.contains("::"));
        self.paths.extend(paths.map(|word| word.split("::").map(str::to_owned).collect()));
    }
}

fn is_test(item: &Item) -> bool {
    let attributes = match item {
        Item::Mod(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Const(item) => &item.attrs,
        _ => return false,
    };
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

fn name_of(item: &Item) -> Option<String> {
    Some(match item {
        Item::Fn(item) => item.sig.ident.to_string(),
        Item::Struct(item) => item.ident.to_string(),
        Item::Enum(item) => item.ident.to_string(),
        Item::Trait(item) => item.ident.to_string(),
        Item::Type(item) => item.ident.to_string(),
        Item::Const(item) => item.ident.to_string(),
        Item::Macro(item) => item.ident.as_ref()?.to_string(),
        _ => return None,
    })
}

fn leaves_of(tree: &UseTree, before: &mut Names, leaves: &mut Vec<(String, Names)>) {
    let with = |last: String, before: &Names| before.iter().cloned().chain([last]).collect::<Names>();
    match tree {
        UseTree::Path(path) => {
            before.push(path.ident.to_string());
            leaves_of(&path.tree, before, leaves);
            before.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            leaves.push((before.last().cloned().unwrap_or_default(), before.clone()));
        }
        UseTree::Name(name) => leaves.push((name.ident.to_string(), with(name.ident.to_string(), before))),
        UseTree::Rename(name) => leaves.push((name.rename.to_string(), with(name.ident.to_string(), before))),
        UseTree::Glob(_) => leaves.push(("*".to_owned(), before.clone())),
        UseTree::Group(group) => group.items.iter().for_each(|tree| leaves_of(tree, before, leaves)),
    }
}

/// The file that defines what a path names, seen from a file; `None` outside of the engine.
fn definition(
    modules: &BTreeMap<Names, Module>,
    from: &[String],
    path: &[String],
    depth: usize,
) -> Option<Names> {
    let mut place = from.to_vec();
    let mut rest = path;
    match path.first().map(String::as_str)? {
        "crate" => (place, rest) = (Names::new(), &path[1..]),
        "self" => rest = &path[1..],
        "super" => {
            while rest.first().is_some_and(|name| name == "super") {
                (rest, _) = (&rest[1..], place.pop());
            }
        }
        _ => {}
    }
    while let [name, after @ ..] = rest {
        let child: Names = place.iter().chain([name]).cloned().collect();
        if modules.contains_key(&child) {
            (place, rest) = (child, after);
            continue;
        }
        let module = modules.get(&place)?;
        if module.items.contains(name) {
            return Some(place);
        }
        // Names of other crates lead nowhere; a cycle of imports has an end as well.
        let next = module.imports.iter().filter(|_| depth > 0).find_map(|(import, path)| match import {
            import if import == name => {
                let path: Names = path.iter().chain(after).cloned().collect();
                definition(modules, &place, &path, depth - 1)
            }
            import if import == "*" => {
                let path: Names = path.iter().chain(rest).cloned().collect();
                definition(modules, &place, &path, depth - 1)
            }
            _ => None,
        });
        return next;
    }
    (place != from).then_some(place)
}

fn read(folder: &Path, name: &[String], modules: &mut BTreeMap<Names, Module>) -> Result<(), String> {
    let refuse = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in folder.read_dir().map_err(refuse)? {
        let path = entry.map_err(refuse)?.path();
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let own: Names = name.iter().cloned().chain([stem.clone()]).collect();
        if stem == "tests" {
        } else if path.is_dir() {
            read(&path, &own, modules)?;
        } else {
            let text = std::fs::read_to_string(&path).map_err(refuse)?;
            let file = syn::parse_file(&text).map_err(|error| format!("{}: {error}", path.display()))?;
            let own = if own == ["lib"] { Names::new() } else { own };
            modules.insert(own, Module::of(&file));
        }
    }
    Ok(())
}

/// The cycles of each room, as names of files.
fn cycles(modules: &BTreeMap<Names, Module>) -> Vec<Vec<String>> {
    let names: Vec<&Names> = modules.keys().collect();
    let number: BTreeMap<&Names, usize> = names.iter().enumerate().map(|(i, name)| (*name, i)).collect();
    let is_counted = |name: &Names| !name.is_empty() && name.last().is_none_or(|last| last != "backend");
    let mut graph = DiGraphMap::<usize, ()>::new();
    for (name, module) in modules.iter().filter(|(name, _)| is_counted(name)) {
        for path in &module.paths {
            let Some(target) = definition(modules, name, path, 16) else { continue };
            if is_counted(&target) && target[0] == name[0] && target != *name {
                graph.add_edge(number[name], number[&target], ());
            }
        }
    }
    let cycles = tarjan_scc(&graph).into_iter().filter(|cycle| cycle.len() > 1);
    cycles.map(|cycle| cycle.into_iter().map(|i| names[i].join("/")).collect()).collect()
}

#[test]
fn rooms_have_no_large_import_cycles() -> Result<(), String> {
    let mut modules = BTreeMap::new();
    read(&root().join(ENGINE), &[], &mut modules)?;
    let cycles = cycles(&modules);
    assert!(cycles.iter().any(|cycle| cycle.len() > 2), "none was found, which shows that nothing is read");
    let large: Vec<_> = cycles.iter().filter(|cycle| cycle.len() > MAX_FILES).collect();
    assert!(large.is_empty(), "files that import each other in a circle: {large:#?}");
    Ok(())
}

#[test]
fn names_are_followed_to_their_definition() -> Result<(), syn::Error> {
    let file = |name: &str, text: &str| {
        let name: Names = name.split('/').map(str::to_owned).collect();
        Ok::<_, syn::Error>((name, Module::of(&syn::parse_file(text)?)))
    };
    let modules: BTreeMap<Names, Module> = [
        file("a", "mod b;\nmod c;\npub use b::B;")?,
        file("a/b", "use super::c::f;\npub struct B;\nfn g() { f() }")?,
        file(
            "a/c",
            "use crate::a::B;\npub fn f() -> B { B }\n#[cfg(test)]\nmod tests { use super::super::a::X; }",
        )?,
    ]
    .into();
    assert_eq!(cycles(&modules).len(), 1);
    assert_eq!(cycles(&modules)[0].iter().collect::<BTreeSet<_>>().len(), 2);
    Ok(())
}
