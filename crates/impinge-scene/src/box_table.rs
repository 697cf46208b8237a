//! Tables of boxes: CSV, one box a row, columns by the names in the first row.
//!
//! A box is either `x, y, z` (its centre), `size_x, size_y, size_z` (its lengths) and, if it is turned, `qx, qy, qz, qw` (a
//! quaternion) or `roll, pitch, yaw` about x, y, z in radians (`roll_deg` … in degrees), of which those that are left out are 0; or
//! `min_x, min_y, min_z, max_x, max_y, max_z`. `name` may name it.
//!
//! All boxes share one cube, except those given by corners that its image would miss by a rounding.

use csv::{ReaderBuilder, StringRecord, Trim};
use glam::{DAffine3, DMat3, DVec3};

use crate::loading::Loading;
use crate::rotation::{from_quaternion, rotation_from_angles};
use crate::words::{excerpt, parse_coordinate};
use crate::{Mesh, SceneError};

pub(crate) fn load(bytes: &[u8], loading: &mut Loading) -> Result<(), SceneError> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let mut reader = ReaderBuilder::new()
        .trim(Trim::All)
        .comment(Some(b'#'))
        .delimiter(delimiter(bytes))
        .from_reader(bytes);
    let header = reader.headers().cloned().map_err(unreadable);
    let header = header.map_err(|(place, problem)| loading.malformed(place, problem))?;
    let columns = Columns::find(&header).map_err(|problem| loading.malformed("line 1", problem))?;
    if let Some(unused) = columns.unused(&header) {
        loading.warn("line 1", unused);
    }
    let mut cube = None;
    let mut not_finite = Vec::new();
    let mut record = StringRecord::new();
    while reader
        .read_record(&mut record)
        .map_err(unreadable)
        .map_err(|(place, problem)| loading.malformed(place, problem))?
    {
        let line = record.position().map_or(0, csv::Position::line);
        let place = format!("line {line}");
        let row = columns.row(&record).map_err(|problem| loading.malformed(&place, problem))?;
        let Some(placed) = row.place(loading).map_err(|problem| loading.malformed(&place, problem))? else {
            not_finite.push(line);
            continue;
        };
        let name = row.name.map_or(place.clone(), ToOwned::to_owned);
        let path = format!("{}/{name}", loading.file_name());
        let (mesh, map) = match placed {
            Placed::Cube(map) => match cube {
                Some(cube) => (cube, map),
                None => {
                    loading.reserve_triangles(&place, 12)?;
                    (*cube.insert(loading.add_mesh(Mesh::unit_cube())), map)
                }
            },
            Placed::Corners(min, max) => {
                loading.reserve_triangles(&place, 12)?;
                (loading.add_mesh(Mesh::cuboid(min, max, name.clone())), DAffine3::IDENTITY)
            }
        };
        loading.add_object(name, &path, mesh, map, false)?;
    }
    if let [first, more @ ..] = &not_finite[..] {
        let more =
            if more.is_empty() { String::new() } else { format!(", and so are {} more rows", more.len()) };
        loading.warn(format!("line {first}"), format!("skipped: a number is not finite{more}"));
    }
    Ok(())
}

/// What separates the columns: of `;` and tabs, which spreadsheets write as well, that which the first row has, if it has no comma.
fn delimiter(bytes: &[u8]) -> u8 {
    let is_row = |line: &&[u8]| !line.trim_ascii().is_empty() && !line.starts_with(b"#");
    let header = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).find(is_row).unwrap_or_default();
    let separates = |byte: &u8| !header.contains(&b',') && header.contains(byte);
    [b';', b'\t'].into_iter().find(separates).unwrap_or(b',')
}

/// The line, and what the reader of CSV could not read in it.
fn unreadable(error: csv::Error) -> (String, String) {
    let line = error.position().map_or("table".to_owned(), |position| format!("line {}", position.line()));
    let problem = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("it has {len} columns, where the first row names {expected_len}")
        }
        csv::ErrorKind::Utf8 { .. } => "it is no text in UTF-8; save the table as such".to_owned(),
        _ => excerpt_of(&error.to_string()),
    };
    (line, problem)
}

/// Messages of the reader quote the file, at any length.
fn excerpt_of(message: &str) -> String {
    message.chars().take(200).flat_map(char::escape_debug).collect()
}

const CENTRE: [&str; 3] = ["x", "y", "z"];
const SIZE: [&str; 3] = ["size_x", "size_y", "size_z"];
const MIN: [&str; 3] = ["min_x", "min_y", "min_z"];
const MAX: [&str; 3] = ["max_x", "max_y", "max_z"];
const QUATERNION: [&str; 4] = ["qx", "qy", "qz", "qw"];
const RADIANS: [&str; 3] = ["roll", "pitch", "yaw"];
const DEGREES: [&str; 3] = ["roll_deg", "pitch_deg", "yaw_deg"];

/// Which column holds what.
struct Columns {
    name: Option<usize>,
    form: Form,
}

enum Form {
    Corners { min: [usize; 3], max: [usize; 3] },
    Centre { centre: [usize; 3], size: [usize; 3], turn: Turn },
}

enum Turn {
    Quaternion([usize; 4]),
    /// About x, y and z.
    Angles {
        columns: [Option<usize>; 3],
        in_degrees: bool,
    },
}

impl Columns {
    fn find(header: &StringRecord) -> Result<Self, String> {
        let column = |name: &str| header.iter().position(|title| title.eq_ignore_ascii_case(name));
        if !header.is_empty() && header.iter().all(|title| parse_coordinate(title).is_some()) {
            return Err("the first row has to name the columns, and has numbers".to_owned());
        }
        let needed = |name: &str| {
            let all = "x, y, z, size_x, size_y, size_z, or min_x, min_y, min_z, max_x, max_y, max_z";
            column(name).ok_or_else(|| format!("there is no column `{name}`; a table of boxes has {all}"))
        };
        let three = |[a, b, c]: [&str; 3]| Ok::<_, String>([needed(a)?, needed(b)?, needed(c)?]);
        let has_any = |names: &[&str]| names.iter().any(|name| column(name).is_some());
        let form = if has_any(&MIN) || has_any(&MAX) {
            if has_any(&SIZE) {
                return Err("boxes are given twice, by min_x… and by size_x…; leave one out".to_owned());
            }
            Form::Corners { min: three(MIN)?, max: three(MAX)? }
        } else {
            let ways = [has_any(&QUATERNION), has_any(&RADIANS), has_any(&DEGREES)];
            if ways.iter().filter(|&&is_there| is_there).count() > 1 {
                return Err("the rotation is given twice; keep qx…, roll… or roll_deg…".to_owned());
            }
            let turn = if ways[0] {
                let [x, y, z, w] = QUATERNION;
                Turn::Quaternion([needed(x)?, needed(y)?, needed(z)?, needed(w)?])
            } else {
                let names = if ways[2] { DEGREES } else { RADIANS };
                Turn::Angles { columns: names.map(column), in_degrees: ways[2] }
            };
            Form::Centre { centre: three(CENTRE)?, size: three(SIZE)?, turn }
        };
        Ok(Columns { name: column("name"), form })
    }

    /// A word about columns that nobody looks at: a misspelt one must not be lost silently.
    fn unused(&self, header: &StringRecord) -> Option<String> {
        let mut used: Vec<usize> = self.name.into_iter().collect();
        match &self.form {
            Form::Corners { min, max } => used.extend(min.iter().chain(max)),
            Form::Centre { centre, size, turn } => {
                used.extend(centre.iter().chain(size));
                match turn {
                    Turn::Quaternion(columns) => used.extend(columns),
                    Turn::Angles { columns, .. } => used.extend(columns.iter().flatten()),
                }
            }
        }
        let others: Vec<String> = header
            .iter()
            .enumerate()
            .filter(|(at, _)| !used.contains(at))
            .map(|(_, title)| excerpt(title))
            .collect();
        (!others.is_empty()).then(|| format!("columns that are not used: {}", others.join(", ")))
    }

    fn row<'a>(&self, record: &'a StringRecord) -> Result<Row<'a>, String> {
        let number = |column: usize| {
            let text = record.get(column).unwrap_or_default();
            let point = if text.contains(',') { "; write a point before the decimals" } else { "" };
            parse_coordinate(text)
                .ok_or_else(|| format!("`{}` in column {} is not a number{point}", excerpt(text), column + 1))
        };
        let three = |[x, y, z]: [usize; 3]| Ok::<_, String>(DVec3::new(number(x)?, number(y)?, number(z)?));
        let shape = match &self.form {
            Form::Corners { min, max } => Shape::Corners(three(*min)?, three(*max)?),
            Form::Centre { centre, size, turn } => {
                let turn = match turn {
                    Turn::Quaternion([x, y, z, w]) => {
                        from_quaternion([number(*x)?, number(*y)?, number(*z)?, number(*w)?])?
                    }
                    Turn::Angles { columns, in_degrees } => {
                        let mut angles = [0.0; 3];
                        for (angle, column) in angles.iter_mut().zip(columns) {
                            let given = column.map_or(Ok(0.0), number)?;
                            *angle = if *in_degrees { given.to_radians() } else { given };
                        }
                        rotation_from_angles(angles)
                    }
                };
                Shape::Centre { centre: three(*centre)?, size: three(*size)?, turn }
            }
        };
        let name = self.name.and_then(|column| record.get(column)).filter(|name| !name.is_empty());
        Ok(Row { name, shape })
    }
}

struct Row<'a> {
    name: Option<&'a str>,
    shape: Shape,
}

enum Shape {
    Corners(DVec3, DVec3),
    Centre { centre: DVec3, size: DVec3, turn: DMat3 },
}

/// A box as it is put into the scene.
enum Placed {
    /// The cube, mapped like this.
    Cube(DAffine3),
    /// A mesh of its own.
    Corners(DVec3, DVec3),
}

impl Row<'_> {
    /// The box in metres; `None` if it is not finite.
    fn place(&self, loading: &Loading) -> Result<Option<Placed>, String> {
        let placed = match self.shape {
            Shape::Corners(min, max) => {
                let wrong = (0..3).find(|&axis| min[axis] > max[axis]);
                if let Some(axis) = wrong {
                    let (low, high) = (min[axis], max[axis]);
                    return Err(format!(
                        "{} is {low}, greater than {}, which is {high}",
                        MIN[axis], MAX[axis]
                    ));
                }
                let [min, max] = [min, max].map(|corner| loading.to_metres(corner));
                let mut map = DAffine3::from_scale(max - min);
                map.translation = min * 0.5 + max * 0.5;
                let image = |sign: f64| map.transform_point3(DVec3::splat(0.5 * sign));
                if !(min.is_finite() && max.is_finite()) {
                    return Ok(None);
                }
                if image(-1.0) == min && image(1.0) == max {
                    Placed::Cube(map)
                } else {
                    Placed::Corners(min, max)
                }
            }
            Shape::Centre { centre, size, turn } => {
                let negative = SIZE.iter().zip(size.to_array()).find(|(_, size)| *size < 0.0);
                if let Some((column, size)) = negative {
                    return Err(format!("{column} is {size}, which is less than 0"));
                }
                let size = loading.to_metres(size);
                let matrix =
                    DMat3::from_cols(turn.x_axis * size.x, turn.y_axis * size.y, turn.z_axis * size.z);
                Placed::Cube(DAffine3::from_mat3_translation(matrix, loading.to_metres(centre)))
            }
        };
        let reaches = |map: &DAffine3| {
            let half = map.matrix3.abs() * DVec3::splat(0.5);
            (map.translation.abs() + half).is_finite()
        };
        match &placed {
            Placed::Cube(map) if !reaches(map) => Ok(None),
            _ => Ok(Some(placed)),
        }
    }
}
