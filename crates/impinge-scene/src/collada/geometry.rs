//! A COLLADA geometry: positions, and the primitives over them.

use std::collections::HashMap;

use impinge::glam::DVec3;
use roxmltree::Node;

use crate::loading::Loading;
use crate::polygon_mesh::{Cutter, Polygons};
use crate::words::{excerpt, parse_coordinate};
use crate::xml::{attribute, child, children, elements, index, place, required};
use crate::{Mesh, SceneError};

/// How many numbers may be read of a file in proportion to its bytes, of which each number has two at least.
pub(super) const AGAIN: usize = 8;

/// The mesh of a geometry; `None`, with a warning, if it has no triangles.
pub(super) fn read(
    geometry: Node,
    name: &str,
    by_id: &HashMap<&str, Node>,
    numbers_left: &mut usize,
    loading: &mut Loading,
) -> Result<Option<Mesh>, SceneError> {
    let here = format!("geometry {}", excerpt(name));
    let Some(mesh) = child(geometry, "mesh") else {
        loading.warn(here, "skipped: it is not a mesh");
        return Ok(None);
    };
    let mut shape = Shape {
        positions: Vec::new(),
        begin_of: HashMap::new(),
        numbers_left,
        polygons: Polygons::default(),
    };
    let mut skipped = 0;
    for node in elements(mesh) {
        let kind = node.tag_name().name();
        match kind {
            "triangles" | "polylist" | "polygons" | "tristrips" | "trifans" => {
                shape
                    .primitive(node, kind, by_id)
                    .map_err(|problem| loading.malformed(place(node), problem))?;
            }
            "lines" | "linestrips" => skipped += 1,
            _ => {}
        }
    }
    if skipped > 0 {
        loading.warn(&here, format!("{skipped} lists of lines skipped: they have no area"));
    }
    Cutter::default().mesh(name.to_owned(), &shape.polygons, &shape.positions, &here, loading)
}

/// The numbers in the text of an element.
pub(super) fn numbers(node: Node) -> Result<Vec<f64>, String> {
    let number =
        |word: &str| parse_coordinate(word).ok_or_else(|| format!("`{}` is not a number", excerpt(word)));
    node.text().unwrap_or_default().split_whitespace().map(number).collect()
}

/// The error if an element announces another number than there is; what is partly missing must not pass as
/// all of it.
fn check_count(node: Node, there: usize) -> Result<(), String> {
    match attribute(node, "count") {
        Some(_) if index(node, "count")? != there => {
            let are = if there == 1 { "is" } else { "are" };
            Err(format!("`count` is {}, but there {are} {there}", index(node, "count")?))
        }
        _ => Ok(()),
    }
}

/// Puts the element before what is wrong with it, where another one refers to it.
fn of(node: Node) -> impl Fn(String) -> String {
    move |problem| format!("{}: {problem}", place(node))
}

struct Shape<'a> {
    /// The positions of all sources that are used, one after the other.
    positions: Vec<DVec3>,
    /// Where the positions of a source begin and how many they are.
    begin_of: HashMap<roxmltree::NodeId, (usize, usize)>,
    /// Of all that the file may have read.
    numbers_left: &'a mut usize,
    polygons: Polygons,
}

impl Shape<'_> {
    fn primitive(&mut self, node: Node, kind: &str, by_id: &HashMap<&str, Node>) -> Result<(), String> {
        let find = |input: Node| {
            let source = required(input, "source").ok().and_then(|source| source.strip_prefix('#'));
            source
                .and_then(|id| by_id.get(id))
                .copied()
                .ok_or_else(|| "an input refers to something that does not exist".to_owned())
        };
        let mut stride = 1;
        let mut vertex = None;
        for input in children(node, "input") {
            let offset = if attribute(input, "offset").is_some() { index(input, "offset")? } else { 0 };
            stride = stride.max(offset.saturating_add(1));
            if attribute(input, "semantic") == Some("VERTEX") {
                vertex = Some((input, offset));
            }
        }
        let (vertex, offset) = vertex.ok_or("it has no input VERTEX")?;
        let vertices = find(vertex)?;
        let is_position = |input: &Node| attribute(*input, "semantic") == Some("POSITION");
        let position =
            children(vertices, "input").find(is_position).ok_or("its vertices have no POSITION")?;
        let (begin, count) = self.source(find(position)?, by_id)?;

        // The index of a corner's position stands at its offset, among those of normals and the like.
        let corners = |list: Node| -> Result<Vec<u32>, String> {
            let words = list.text().unwrap_or_default().split_whitespace();
            let indices = words.clone().count();
            if !indices.is_multiple_of(stride) {
                return Err(format!("a list has {indices} indices, which are not corners of {stride} each"));
            }
            let words = words.skip(offset).step_by(stride);
            let corner = |word: &str| match word.parse::<usize>() {
                Ok(corner) if corner < count => Ok((begin + corner) as u32),
                Ok(corner) => Err(format!("uses vertex {corner}, but there are {count} (from 0)")),
                Err(_) => Err(format!("`{}` is not the number of a vertex", excerpt(word))),
            };
            words.map(corner).collect()
        };
        // Of polygons; of strips and fans as a whole.
        let mut found = 0;
        for list in children(node, "p") {
            let corners = corners(list)?;
            found += match kind {
                "triangles" => corners.len().div_ceil(3),
                "polylist" => 0,
                _ => 1,
            };
            match kind {
                "triangles" => self.add(corners.chunks(3))?,
                "polygons" => self.add([&corners[..]])?,
                // Every other triangle of a strip turns the other way.
                "tristrips" => self.add(corners.windows(3).enumerate().map(|(number, window)| {
                    let [a, b, c] = [window[0], window[1], window[2]];
                    if number % 2 == 0 { [a, b, c] } else { [b, a, c] }
                }))?,
                "trifans" => {
                    self.add(corners.windows(2).skip(1).map(|pair| [corners[0], pair[0], pair[1]]))?
                }
                _ => {
                    let sizes = child(node, "vcount").ok_or("it has no `vcount`")?;
                    let mut rest = &corners[..];
                    for size in sizes.text().unwrap_or_default().split_whitespace() {
                        let size: usize = size.parse().map_err(|_| "`vcount` contains more than numbers")?;
                        let Some((polygon, following)) = rest.split_at_checked(size) else {
                            return Err("`vcount` declares more corners than there are".to_owned());
                        };
                        rest = following;
                        self.add([polygon])?;
                        found += 1;
                    }
                    if !rest.is_empty() {
                        return Err("`vcount` declares fewer corners than there are".to_owned());
                    }
                }
            }
        }
        for holed in children(node, "ph") {
            let around = child(holed, "p").ok_or("a polygon with holes has no `p`")?;
            self.polygons.corners(corners(around)?);
            for hole in children(holed, "h") {
                self.polygons.hole();
                self.polygons.corners(corners(hole)?);
            }
            self.polygons.end()?;
            found += 1;
        }
        check_count(node, found)
    }

    fn add<Corners: AsRef<[u32]>>(
        &mut self,
        polygons: impl IntoIterator<Item = Corners>,
    ) -> Result<(), String> {
        for polygon in polygons {
            self.polygons.corners(polygon.as_ref().iter().copied());
            self.polygons.end()?;
        }
        Ok(())
    }

    /// Where the positions of a source begin, and how many they are; they are read when first used.
    fn source(&mut self, node: Node, by_id: &HashMap<&str, Node>) -> Result<(usize, usize), String> {
        if let Some(&range) = self.begin_of.get(&node.id()) {
            return Ok(range);
        }
        let accessor = child(node, "technique_common").and_then(|common| child(common, "accessor"));
        let accessor = accessor.ok_or("the source of positions has no accessor")?;
        let array = attribute(accessor, "source").and_then(|source| source.strip_prefix('#'));
        let array = array.and_then(|id| by_id.get(id)).copied().or_else(|| child(node, "float_array"));
        let array = array.ok_or("the source of positions has no array")?;
        let numbers = numbers(array)?;
        check_count(array, numbers.len()).map_err(of(array))?;
        *self.numbers_left = self.numbers_left.checked_sub(numbers.len()).ok_or_else(|| {
            format!("more than {AGAIN} numbers are read for each byte of the file, as sources name the same arrays again and again")
        })?;
        let given = |name: &str, otherwise: usize| {
            if attribute(accessor, name).is_some() { index(accessor, name) } else { Ok(otherwise) }
        };
        let (stride, offset) = (given("stride", 3)?, given("offset", 0)?);
        if stride < 3 {
            return Err(format!("positions need three numbers, the accessor takes {stride}"));
        }
        let rest = numbers.get(offset..).unwrap_or_default();
        // The last may end with its third number.
        let vertices = rest.chunks(stride).filter(|chunk| chunk.len() >= 3);
        let there = vertices.clone().count();
        let count = given("count", there)?;
        if count > there {
            let problem = format!("it takes {count} vertices, but its array has {} numbers", numbers.len());
            return Err(of(accessor)(problem));
        }
        let begin = self.positions.len();
        self.positions.extend(vertices.take(count).map(|c| DVec3::new(c[0], c[1], c[2])));
        let range = (begin, self.positions.len() - begin);
        if begin + range.1 >= u32::MAX as usize {
            return Err("it has more vertices than 32 bits can number".to_owned());
        }
        self.begin_of.insert(node.id(), range);
        Ok(range)
    }
}
