//! Locations of the files that a robot refers to.

use std::fs;
use std::path::{Path, PathBuf};

use crate::xml;

/// The folders of packages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Packages {
    /// Each package name with its folder.
    pub folders: Vec<(String, PathBuf)>,
}

/// What was found.
pub(super) struct Found {
    pub path: PathBuf,
    /// A package of which no folder has the name, and the folder that was taken for it.
    pub guessed: Option<(String, PathBuf)>,
}

impl Packages {
    /// The file that `uri` refers to in a robot that was read from `urdf`; otherwise what is wrong and what
    /// to do.
    ///
    /// `package://NAME/PATH` is looked for in the folder given for NAME, or else from the folder of the URDF
    /// file upwards: in folders of that name, in such that hold one of that name, in such whose `package.xml`
    /// has that name, and at last in any that holds PATH.
    pub(super) fn find(&self, uri: &str, urdf: &Path) -> Result<Found, String> {
        let folder = urdf.parent().unwrap_or(Path::new(""));
        let alone = |path: PathBuf| {
            let problem =
                format!("`{uri}` does not exist: {} is not a file; correct the name", path.display());
            if path.is_file() { Ok(Found { path, guessed: None }) } else { Err(problem) }
        };
        let Some(rest) = uri.strip_prefix("package://") else {
            return match uri.split_once("://") {
                Some(("file", path)) => alone(PathBuf::from(path)),
                Some((scheme, _)) => {
                    Err(format!("`{uri}`: {scheme}:// is not supported; use package:// or a path"))
                }
                None => alone(folder.join(uri)),
            };
        };
        let (name, path) = rest
            .split_once('/')
            .ok_or_else(|| format!("`{uri}` has no path after the package; write package://NAME/PATH"))?;
        if let Some((_, given)) = self.folders.iter().find(|(given, _)| given == name) {
            return alone(given.join(path));
        }
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let Ok(folder) = fs::canonicalize(folder) else { return alone(folder.join(path)) };
        let exists = |folder: PathBuf| Some(folder.join(path)).filter(|path| path.is_file());
        for ancestor in folder.ancestors() {
            let is_named = ancestor.file_name().is_some_and(|own| own == name) || is_package(ancestor, name);
            let here = is_named.then(|| exists(ancestor.to_owned())).flatten();
            if let Some(path) = here.or_else(|| exists(ancestor.join(name))) {
                return Ok(Found { path, guessed: None });
            }
        }
        let holds = |ancestor: &Path| Some((exists(ancestor.to_owned())?, ancestor.to_owned()));
        match folder.ancestors().find_map(holds) {
            Some((path, taken)) => Ok(Found { path, guessed: Some((name.to_owned(), taken)) }),
            None => Err(format!(
                "`{uri}` was not found in {} or its parent folders; give its folder (package: {name}=FOLDER)",
                folder.display()
            )),
        }
    }
}

/// Is it the folder of that package, according to its `package.xml`?
fn is_package(folder: &Path, name: &str) -> bool {
    let file = folder.join("package.xml");
    let Some(text) = file.is_file().then(|| fs::read_to_string(file).ok()).flatten() else { return false };
    let mut repaired = String::new();
    let Ok((document, _)) = xml::parse(&text, &mut repaired) else { return false };
    let said = xml::child(document.root_element(), "name").and_then(|node| node.text());
    said.is_some_and(|said| said.trim() == name)
}
