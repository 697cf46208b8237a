//! `cargo xtask guides`: the guides for Rust programs as pages of the engine's rustdoc, in
//! `crates/impinge/guides`.
//!
//! A published crate holds only its own folder, and rustdoc leaves relative links as they are: the pages are
//! copies of `docs/`, whose links lead to each other and, for all other pages, to the repository. The lint
//! compares them with `docs/`.

use std::fs;
use std::path::Path;

use crate::links;
use crate::step::{Outcome, root};

/// The pages of `docs/`, which are modules of `impinge::guides`.
const GUIDES: [&str; 5] = ["concepts", "games", "world", "slide", "masks"];
/// Where they stand.
pub const FOLDER: &str = "crates/impinge/guides";

/// Writes the pages.
pub fn make() -> Outcome {
    let folder = root().join(FOLDER);
    fs::create_dir_all(&folder).map_err(|e| format!("{FOLDER} cannot be written: {e}"))?;
    for guide in GUIDES {
        let file = folder.join(format!("{guide}.md"));
        fs::write(&file, page(&root(), guide)?)
            .map_err(|e| format!("{} cannot be written: {e}", file.display()))?;
    }
    println!("wrote {} pages to {FOLDER}", GUIDES.len());
    Ok(())
}

/// The pages that differ from `docs/`.
pub fn complaints(root: &Path) -> Result<Vec<String>, String> {
    let mut complaints = Vec::new();
    for guide in GUIDES {
        let file = format!("{FOLDER}/{guide}.md");
        let committed = fs::read_to_string(root.join(&file)).unwrap_or_default();
        if committed != page(root, guide)? {
            complaints.push(format!(
                "{file}: differs from docs/{guide}.md; run `cargo xtask guides` and commit it"
            ));
        }
    }
    Ok(complaints)
}

/// A guide with the links of rustdoc.
fn page(root: &Path, guide: &str) -> Result<String, String> {
    let file = format!("docs/{guide}.md");
    let text = fs::read_to_string(root.join(&file)).map_err(|e| format!("cannot read {file}: {e}"))?;
    let files = format!("{}/blob/v{}", env!("CARGO_PKG_REPOSITORY"), env!("CARGO_PKG_VERSION"));
    Ok(with_links(&text, &files))
}

/// The page with its relative links replaced: `world.md#events` by `crate::guides::world#events` if it is a
/// guide, else by an address below `files`, the root of the repository.
fn with_links(page: &str, files: &str) -> String {
    let mut page = page.to_owned();
    let mut targets: Vec<String> = links::links(&page).into_iter().map(|(_, target)| target).collect();
    targets.sort();
    targets.dedup();
    for target in targets.iter().filter(|target| !target.contains("://") && !target.starts_with('#')) {
        let (path, anchor) = target.find('#').map_or((target.as_str(), ""), |at| target.split_at(at));
        let guide = path.strip_suffix(".md").filter(|name| GUIDES.contains(name));
        let address = match (guide, path.strip_prefix("../")) {
            (Some(guide), _) => format!("crate::guides::{guide}{anchor}"),
            (None, Some(path)) => format!("{files}/{path}{anchor}"),
            // GitHub shows the picture itself, not its page, only under this address.
            (None, None) if [".svg", ".jpg"].iter().any(|ending| path.ends_with(ending)) => {
                format!("{}/docs/{path}", files.replace("/blob/", "/raw/"))
            }
            (None, None) => format!("{files}/docs/{path}{anchor}"),
        };
        page = page.replace(&format!("]({target})"), &format!("]({address})"));
    }
    page
}

#[cfg(test)]
mod tests {
    #[test]
    fn links_lead_to_guides_or_to_the_repository() {
        let page = "[a](world.md#events) [b](../examples/walk.rs) ![c](figures/slide.svg) [d](#here)\n\
                    [e](rays.md#bvh) [f](https://example.org) ![g](figures/level.jpg)";
        let expected = "[a](crate::guides::world#events) [b](r/blob/v1/examples/walk.rs) \
                        ![c](r/raw/v1/docs/figures/slide.svg) [d](#here)\n\
                        [e](r/blob/v1/docs/rays.md#bvh) [f](https://example.org) \
                        ![g](r/raw/v1/docs/figures/level.jpg)";
        assert_eq!(super::with_links(page, "r/blob/v1"), expected);
    }
}
