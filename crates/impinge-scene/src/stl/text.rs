//! STL as text. Each `solid` is an object.

use std::borrow::Cow;

use impinge::glam::DVec3;

use super::add_solid;
use super::weld::Welder;
use crate::SceneError;
use crate::loading::Loading;
use crate::text::{lines, without_mark};
use crate::words::{excerpt, parse_position};

/// The header of a binary file is padded, mostly with zeros, and its attribute bytes are zeros: one turns up
/// here.
const BYTES_TO_SEE_A_ZERO: usize = 1024;

/// What statements begin with within a solid.
const KEYWORDS: [&str; 7] = ["vertex", "facet", "outer", "endloop", "endfacet", "endsolid", "color"];

/// Does it begin with "solid" and go on as text?
pub(crate) fn looks_like_text(bytes: &[u8]) -> bool {
    let bytes = without_mark(bytes).trim_ascii_start();
    let begins_with_solid = bytes.get(..5).is_some_and(|word| word.eq_ignore_ascii_case(b"solid"));
    begins_with_solid && !bytes.iter().take(BYTES_TO_SEE_A_ZERO).any(|&byte| byte == 0)
}

/// Is it text of something else? As a binary file its words would announce any number of triangles.
pub(crate) fn is_other_text(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(BYTES_TO_SEE_A_ZERO)];
    let is_text = |byte: &u8| byte.is_ascii_whitespace() || !byte.is_ascii_control();
    head.iter().all(is_text) && !looks_like_text(bytes)
}

/// What the statements read so far amount to.
#[derive(Default)]
struct Solid {
    name: Option<String>,
    welder: Welder,
    /// Corners of the facet that is open, if one is.
    facet: Option<Vec<DVec3>>,
}

pub(crate) fn load(bytes: &[u8], loading: &mut Loading) -> Result<(), SceneError> {
    let text = loading.text(bytes);
    let mut open: Option<Solid> = None;
    let mut last_line = 0;
    for (line, statement) in statements(text.trim_start_matches('\u{feff}')) {
        last_line = line;
        let place = || format!("line {line}");
        let (keyword, rest) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        match (&*lower_case(keyword), &mut open) {
            ("solid", None) => {
                let name = rest.trim();
                let name = (!name.is_empty()).then(|| name.to_owned());
                open = Some(Solid { name, ..Solid::default() });
            }
            ("endsolid", solid @ Some(_)) => {
                if let Some(solid) = solid.take() {
                    solid.close(place(), loading)?;
                }
            }
            (keyword, Some(solid)) => {
                solid.read(keyword, rest, loading).map_err(|problem| loading.malformed(place(), problem))?;
            }
            (_, None) => return Err(loading.malformed(place(), "expected `solid` here")),
        }
    }
    if let Some(solid) = open {
        loading.warn(format!("line {last_line}"), "the file ends without `endsolid`: it may be cut off");
        solid.close(format!("line {last_line}"), loading)?;
    }
    Ok(())
}

/// Statements with the number of their line, from 1. Most files have one a line, but white space of any kind
/// parts them.
fn statements(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lines(text).enumerate().flat_map(|(index, line)| {
        let mut rest = line.trim();
        let mut is_first = true;
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let (statement, next) = rest.split_at(end_of_statement(rest, is_first));
            rest = next;
            is_first = false;
            Some((index + 1, statement.trim_end()))
        })
    })
}

/// Where the statement at the beginning of a text ends: where the next one begins, which is known by its
/// keyword.
///
/// Names may hold any words. So a line that begins with `endsolid` is that alone, and the name of a solid
/// ends at `facet normal` and a number, or where the solid does.
fn end_of_statement(text: &str, is_first_of_line: bool) -> usize {
    let first_ends = text.bytes().position(|byte| byte.is_ascii_whitespace()).unwrap_or(text.len());
    let (first, rest) = text.split_at(first_ends);
    // In most lines numbers follow, or nothing.
    if !rest.bytes().any(|byte| byte.is_ascii_alphabetic()) {
        return text.len();
    }
    let first = lower_case(first);
    let mut words = rest.split_ascii_whitespace();
    let is = |word: &str, keyword: &str| word.eq_ignore_ascii_case(keyword);
    let is_normal = |mut next: std::str::SplitAsciiWhitespace| {
        next.next().is_some_and(|word| is(word, "normal"))
            && next.next().is_some_and(|word| word.parse::<f64>().is_ok())
    };
    while let Some(word) = words.next() {
        let is_next = match &*first {
            "solid" => is(word, "facet") && is_normal(words.clone()),
            "endsolid" => !is_first_of_line && is(word, "solid"),
            _ => KEYWORDS.iter().any(|keyword| is(word, keyword)),
        };
        if is_next {
            return word.as_ptr() as usize - text.as_ptr() as usize;
        }
    }
    text.len()
}

impl Solid {
    /// Reads a statement within a solid.
    fn read(&mut self, keyword: &str, rest: &str, loading: &Loading) -> Result<(), String> {
        match (keyword, &mut self.facet) {
            // Normals follow from the corners, and `color` (an extension of some writers) concerns looks.
            ("facet", None) => self.facet = Some(Vec::with_capacity(3)),
            ("outer" | "endloop", Some(_)) | ("color", _) => {}
            ("vertex", Some(corners)) if corners.len() < 3 => {
                corners.push(loading.to_metres(parse_position(rest)?))
            }
            ("vertex", Some(_)) => {
                return Err("a fourth `vertex` in a facet; STL supports only triangles".into());
            }
            ("endfacet", Some(corners)) => {
                let [a, b, c] = corners[..] else {
                    return Err(format!("the facet ends with {} corners instead of 3", corners.len()));
                };
                self.welder.add([a, b, c]);
                self.facet = None;
            }
            (_, facet) => {
                let place = if facet.is_some() { "in a facet" } else { "between facets" };
                return Err(format!("`{}` is misplaced {place}", excerpt(keyword)));
            }
        }
        Ok(())
    }

    fn close(self, place: String, loading: &mut Loading) -> Result<(), SceneError> {
        if self.facet.is_some() {
            return Err(loading.malformed(place, "the solid ends within a facet"));
        }
        let (mesh, not_finite) = self.welder.finish();
        loading.reserve_triangles(&place, mesh.triangles.len())?;
        add_solid(self.name, mesh, not_finite, loading)
    }
}

/// Keywords in capitals do occur; those in small letters need no copy.
fn lower_case(keyword: &str) -> Cow<'_, str> {
    if keyword.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(keyword.to_ascii_lowercase())
    } else {
        Cow::Borrowed(keyword)
    }
}
