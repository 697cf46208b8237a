//! Wavefront OBJ: vertices, and faces in named objects and groups.
//!
//! Read here are `v`, `f`, `o` and `g`; everything that only concerns looks is passed over. Every `o` begins
//! a new object, and within it every group is one of its own (`file.obj/object/group`). A group that is taken
//! up again, as writers do for each material, goes on where it stopped; an `o` that is named again is a new
//! object, because two bodies that happen to share a name must still be checked against each other.
//!
//! The `tobj` crate (4.0) cannot keep the promises: its errors have no line, and a face of two corners
//! is none (`errors_name_the_line`); it does not distinguish `o` from `g`
//! (`objects_groups_and_polygons`) and tears a group apart that is taken up again
//! (`groups_go_on_and_objects_begin_anew`); it refuses comments after numbers
//! (`digits_beyond_f32_and_units`), continued lines
//! (`line_ends_continuations_and_faces_before_vertices`), forms of NaN
//! (`vertices_that_are_not_numbers_cost_their_triangles_only`) and, at worst with a panic, wrong
//! indices of textures (`only_vertices_matter`). Code that checks and corrects all that before `tobj`
//! would be longer than this reader.
//!
//! Source: "Appendix B1. Object Files (.obj)", Advanced Visualizer Manual, Wavefront Technologies.

use std::borrow::Cow;
use std::collections::HashMap;

use impinge::glam::{DAffine3, DVec3};

use crate::SceneError;
use crate::loading::Loading;
use crate::polygon_mesh::{Cutter, Polygons};
use crate::text::{lines, without_mark};
use crate::words::{excerpt, parse_position};

/// Statements that concern looks, or free-form geometry other than the surfaces themselves.
const PASSED_OVER: [&str; 18] = [
    "vt",
    "vn",
    "vp",
    "s",
    "mg",
    "usemtl",
    "mtllib",
    "usemap",
    "maplib",
    "bevel",
    "c_interp",
    "d_interp",
    "lod",
    "shadow_obj",
    "trace_obj",
    "cstype",
    "deg",
    "end",
];

const BYTE_ORDER_MARK: &str = "\u{feff}";

/// Does the first line that is not a comment begin like an OBJ statement?
pub(crate) fn begins_with_statement(bytes: &[u8]) -> bool {
    first_words(bytes).next().is_some_and(is_keyword)
}

/// Does any line begin like one? Enough for a file with the ending of OBJ: some begin with lines of
/// their own kind.
pub(crate) fn has_statement(bytes: &[u8]) -> bool {
    first_words(bytes).any(is_keyword)
}

/// Does it consist of comments and empty lines alone? Then only its name determines the format.
pub(crate) fn is_blank(bytes: &[u8]) -> bool {
    first_words(bytes).next().is_none()
}

/// The first word of every line that is neither empty nor a comment.
fn first_words(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let bytes = without_mark(bytes);
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).map(<[u8]>::trim_ascii);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with(b"#"))
        .filter_map(|line| line.split(u8::is_ascii_whitespace).next())
}

fn is_keyword(word: &[u8]) -> bool {
    matches!(word, b"v" | b"f" | b"o" | b"g" | b"p" | b"l")
        || PASSED_OVER.iter().any(|k| k.as_bytes() == word)
}

pub(crate) fn load(bytes: &[u8], loading: &mut Loading) -> Result<(), SceneError> {
    let text = loading.text(bytes);
    let mut parser = Parser::default();
    for (line, statement) in statements(text.trim_start_matches(BYTE_ORDER_MARK)) {
        parser
            .read(line, &statement, loading)
            .map_err(|problem| loading.malformed(format!("line {line}"), problem))?;
    }
    if let Some((vertex, line)) = parser.furthest
        && vertex as usize >= parser.positions.len()
    {
        let count = parser.positions.len();
        let problem = format!("vertex {} is used, but the file has {count}", u64::from(vertex) + 1);
        return Err(loading.malformed(format!("line {line}"), problem));
    }
    warn_of_skipped(&parser, loading);
    build_objects(&parser, loading)
}

/// Statements with the number of their (first) line, from 1. A backslash at the end of a line continues it,
/// but not a comment, which may end in the name of a folder.
fn statements(text: &str) -> impl Iterator<Item = (usize, Cow<'_, str>)> {
    let mut lines = lines(text).enumerate();
    std::iter::from_fn(move || {
        let (index, line) = lines.next()?;
        let mut statement = Cow::Borrowed(line.trim());
        while statement.ends_with('\\') && !statement.starts_with('#') {
            let joined = statement.to_mut();
            joined.pop();
            joined.push(' ');
            joined.push_str(lines.next().map_or("", |(_, line)| line.trim()));
        }
        Some((index + 1, statement))
    })
    .filter(|(_, statement)| !statement.is_empty() && !statement.starts_with('#'))
}

/// The faces of one object or group.
struct Section {
    /// Name of the object and of the group within it, as far as given.
    names: Vec<String>,
    faces: Polygons,
}

/// What the statements read so far amount to.
#[derive(Default)]
struct Parser {
    positions: Vec<DVec3>,
    sections: Vec<Section>,
    /// The section of each object (by the number of its `o` statement) and group.
    section_of: HashMap<(usize, Option<String>), usize>,
    object: Option<String>,
    object_number: usize,
    group: Option<String>,
    /// Where faces go at present; none until the first face after `o` or `g`.
    current: Option<usize>,
    /// The largest vertex index of any face and its line: faces may name vertices that follow later.
    furthest: Option<(u32, usize)>,
    points_and_lines: usize,
    unknown: Option<UnknownStatements>,
}

struct UnknownStatements {
    count: usize,
    first_line: usize,
    first_keyword: String,
}

impl Parser {
    fn read(&mut self, line: usize, statement: &str, loading: &Loading) -> Result<(), String> {
        let (keyword, rest) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
        match keyword {
            "v" => self.positions.push(loading.to_metres(parse_position(rest)?)),
            "f" => self.add_face(line, rest)?,
            "o" => {
                self.object = name(rest);
                self.object_number += 1;
                self.group = None;
                self.current = None;
            }
            "g" => {
                self.group = name(rest);
                self.current = None;
            }
            "p" | "l" => self.points_and_lines += 1,
            _ if PASSED_OVER.contains(&keyword) => {}
            _ => {
                let unknown = self.unknown.get_or_insert_with(|| UnknownStatements {
                    count: 0,
                    first_line: line,
                    first_keyword: excerpt(keyword),
                });
                unknown.count += 1;
            }
        }
        Ok(())
    }

    fn add_face(&mut self, line: usize, text: &str) -> Result<(), String> {
        let vertex_count = self.positions.len();
        let section = self.current_section();
        for corner in without_comment(text).split_whitespace() {
            // vertex/texture/normal, of which only the vertex matters here.
            let vertex = corner.split('/').next().unwrap_or_default();
            section.faces.corner(vertex_index(vertex, vertex_count)?);
        }
        let furthest = section.faces.end()?.iter().copied().max().map(|vertex| (vertex, line));
        if furthest.map(|(vertex, _)| vertex) > self.furthest.map(|(vertex, _)| vertex) {
            self.furthest = furthest;
        }
        Ok(())
    }

    fn current_section(&mut self) -> &mut Section {
        let index = match self.current {
            Some(index) => index,
            None => *self.section_of.entry((self.object_number, self.group.clone())).or_insert_with(|| {
                let names = self.object.iter().chain(&self.group).cloned().collect();
                self.sections.push(Section { names, faces: Polygons::default() });
                self.sections.len() - 1
            }),
        };
        self.current = Some(index);
        &mut self.sections[index]
    }
}

/// The rest of an `o` or `g` statement, if there is any. Several group names at once make one name.
fn name(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

fn without_comment(text: &str) -> &str {
    text.split('#').next().unwrap_or_default()
}

/// From 1 upwards, or from −1 (the vertex just defined) downwards, to an index from 0.
fn vertex_index(text: &str, vertex_count: usize) -> Result<u32, String> {
    let number: i64 =
        text.parse().map_err(|_| format!("`{}` is not the number of a vertex", excerpt(text)))?;
    let index = match number {
        1.. => number - 1,
        0 => return Err("vertex 0 is used; OBJ indices begin at 1".into()),
        _ => number.saturating_add(vertex_count as i64),
    };
    // u32::MAX itself is left out, so that an index plus one is again a number of 32 bits.
    match u32::try_from(index) {
        Ok(index) if index < u32::MAX => Ok(index),
        _ => Err(format!("vertex {number} is used after {vertex_count} vertices; there is no such vertex")),
    }
}

fn warn_of_skipped(parser: &Parser, loading: &mut Loading) {
    if parser.points_and_lines > 0 {
        let message = if parser.points_and_lines == 1 {
            "a statement skipped: it has no area".to_owned()
        } else {
            format!("{} statements skipped: they have no area", parser.points_and_lines)
        };
        loading.warn("points and lines", message);
    }
    if let Some(UnknownStatements { count, first_line, first_keyword }) = &parser.unknown {
        let message = if *count == 1 {
            format!("an unknown statement skipped: `{first_keyword}`")
        } else {
            format!("{count} unknown statements skipped, the first one is `{first_keyword}`")
        };
        loading.warn(format!("line {first_line}"), message);
    }
}

fn build_objects(parser: &Parser, loading: &mut Loading) -> Result<(), SceneError> {
    let mut cutter = Cutter::default();
    for section in &parser.sections {
        let name = section.names.last().cloned().unwrap_or_else(|| loading.file_stem());
        let place = format!("object {}", excerpt(&name));
        let Some(mesh) = cutter.mesh(name.clone(), &section.faces, &parser.positions, &place, loading)?
        else {
            continue;
        };
        let path: Vec<String> =
            std::iter::once(loading.file_name()).chain(section.names.iter().cloned()).collect();
        let mesh = loading.add_mesh(mesh);
        loading.add_object(name, &path.join("/"), mesh, DAffine3::IDENTITY, false)?;
    }
    Ok(())
}
