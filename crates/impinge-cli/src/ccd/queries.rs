//! Files of queries: eight lines each, which are the vertices at the start and then at the end of the motion.
//!
//! A line is the three coordinates, each as numerator and denominator or as one number, and whether the query
//! collides. Spaces, line ends of any platform, empty lines and a byte order mark make no difference.

use std::fs;
use std::path::Path;

use impinge::glam::DVec3;

use super::number::{number, quotient};
use crate::arguments::CcdKind;
use crate::error::Error;
use crate::wording::printable;

/// Lines of a query.
const LINES: usize = 8;
/// What each of them is, for messages.
const VERTICES: [[&str; 4]; 2] = [
    ["the vertex", "corner 0", "corner 1", "corner 2"],
    ["end 0 of edge a", "end 1 of edge a", "end 0 of edge b", "end 1 of edge b"],
];

/// A query, and whether it collides in truth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Query {
    pub start: [DVec3; 4],
    pub end: [DVec3; 4],
    pub collides: bool,
    /// The number of its first line, from 1.
    pub line: usize,
}

/// All queries of a file.
pub(super) fn read(file: &Path, kind: CcdKind) -> Result<Vec<Query>, Error> {
    let error = |reason: String| Error::Queries { file: file.to_owned(), reason };
    let bytes = fs::read(file)
        .map_err(|source| error(format!("it cannot be read: {source}; check the permissions")))?;
    let text = String::from_utf8(bytes)
        .map_err(|_| error("this is not text in UTF-8; give the .csv files of a benchmark".to_owned()))?;
    parse(&text, kind).map_err(error)
}

fn parse(text: &str, kind: CcdKind) -> Result<Vec<Query>, String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut queries = Vec::new();
    let mut rows: Vec<(usize, DVec3, bool)> = Vec::with_capacity(LINES);
    for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
        let (point, collides) = row(text).map_err(|reason| format!("line {line}: {reason}"))?;
        if let Some(&(first, _, truth)) = rows.first()
            && truth != collides
        {
            let [truth, collides] = [truth, collides].map(u8::from);
            return Err(format!(
                "line {line}: its last column is {collides}, but {truth} in line {first}, where this query begins; all eight lines of a query must agree"
            ));
        }
        rows.push((line, point, collides));
        if rows.len() == LINES {
            let four = |from: usize| std::array::from_fn(|vertex| rows[from + vertex].1);
            let (line, _, collides) = rows[0];
            queries.push(Query { start: four(0), end: four(4), collides, line });
            rows.clear();
        }
    }
    let Some((line, ..)) = rows.first() else {
        return if queries.is_empty() {
            Err("it has no queries; write eight lines for each".to_owned())
        } else {
            Ok(queries)
        };
    };
    let names = VERTICES[usize::from(kind == CcdKind::EdgeEdge)];
    let missing = names[rows.len() % 4];
    let when = if rows.len() < 4 { "start" } else { "end" };
    Err(format!(
        "line {line}: a query begins here, but has {} lines of 8: {missing} at the {when} is missing; add it, or copy the file again if it is cut off",
        rows.len()
    ))
}

/// A vertex, and whether its query collides.
fn row(text: &str) -> Result<(DVec3, bool), String> {
    let cells: Vec<&str> = text.split(',').map(str::trim).collect();
    // A comma at the end makes no cell.
    let cells = match &cells[..] {
        [cells @ .., ""] if cells.len() == 7 || cells.len() == 4 => cells,
        cells => cells,
    };
    let (coordinates, truth) = match cells {
        [x, y, z, truth] => ([number(x), number(y), number(z)], truth),
        [nx, dx, ny, dy, nz, dz, truth] => ([quotient(nx, dx), quotient(ny, dy), quotient(nz, dz)], truth),
        _ => {
            return Err(format!(
                "it has {} columns; write 7 (numerator and denominator of x, y and z, and 1 or 0), or 4 (x, y, z, and 1 \
                 or 0)",
                cells.len()
            ));
        }
    };
    let mut point = DVec3::ZERO;
    for (axis, coordinate) in coordinates.into_iter().enumerate() {
        point[axis] = coordinate.map_err(|reason| format!("{}: {reason}", ["x", "y", "z"][axis]))?;
    }
    let collides = match truth.to_ascii_lowercase().as_str() {
        "1" | "true" => true,
        "0" | "false" => false,
        _ => {
            return Err(format!(
                "the last column is `{}`; write 1 if it collides, or else 0",
                printable(&truth.chars().take(40).collect::<String>())
            ));
        }
    };
    Ok((point, collides))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Result<Vec<Query>, String> {
        parse(text, CcdKind::VertexFace)
    }

    #[test]
    fn forms_in_the_wild_are_the_same() {
        let plain: String = (0..16).map(|i| format!("{i},2,-1,4,3,1,{}\n", i / 8)).collect();
        let queries = parsed(&plain).expect("well formed");
        assert_eq!((queries.len(), queries[1].line, queries[1].collides), (2, 9, true));
        assert_eq!(queries[0].end[3], DVec3::new(3.5, -0.25, 3.0));
        let decimal: String =
            (0..16).map(|i| format!("{},-0.25,3e0,{}\n", f64::from(i) / 2.0, i / 8)).collect();
        let spaced = format!("\u{feff}{}\r\n\r\n", plain.replace(',', " , ").replace('\n', ",\r\n"));
        for text in [plain.trim_end(), &decimal, &spaced, &plain.replace(",1\n", ",true\n")] {
            assert_eq!(parsed(text).as_ref().map(|queries| queries.len()), Ok(2));
        }
        assert_eq!(parsed(&decimal), Ok(queries.clone()));
        assert_eq!(parsed(&spaced), Ok(queries));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        let good = "1,2,1,2,1,2,0\n".repeat(8);
        for (text, part) in [
            (String::new(), "no queries"),
            ("\n \n".to_owned(), "no queries"),
            (good.clone() + "1,2,3\n", "line 9: it has 3 columns"),
            (
                good.clone() + "1,2,1,2,1,2,0\n",
                "line 9: a query begins here, but has 1 lines of 8: corner 0 at the start",
            ),
            (
                good.clone() + &good[..14 * 6],
                "line 9: a query begins here, but has 6 lines of 8: corner 1 at the end",
            ),
            (good.replacen("1,2,0", "1,0,0", 1), "line 1: z: the denominator `0` is zero"),
            (good.replacen("1,2", "one,2", 1), "line 1: x: `one` is not a number"),
            (good.replacen("2,0\n1", "2,0\n\u{1b}[31m", 1), "line 2: x: `\\u{1b}[31m` is not a number"),
            (good.replacen(",0\n", ",2\n", 1), "line 1: the last column is `2`; write 1"),
            (good.replacen(",0\n", ",1\n", 1), "line 2: its last column is 0, but 1 in line 1"),
        ] {
            let error = parsed(&text).expect_err(&text);
            assert!(error.contains(part), "{error}, not {part}");
        }
    }
}
