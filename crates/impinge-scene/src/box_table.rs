//! Tables of boxes: CSV, one box a row, columns by the names in the first row.
//!
//! A box is either `x, y, z` (its centre), `size_x, size_y, size_z` (its lengths) and, if it is turned, `qx,
//! qy, qz, qw` (a quaternion) or `roll, pitch, yaw` about x, y, z in radians (`roll_deg` … in degrees), of
//! which those that are left out are 0; or `min_x, min_y, min_z, max_x, max_y, max_z`. `name` may name it.
//!
//! All boxes share one cube, except those given by corners that its image would miss by a rounding.

use csv::StringRecord;
use impinge::glam::{DAffine3, DMat3, DVec3};

use crate::loading::Loading;
use crate::rotation::{TURN, from_quaternion, rotation_from_angles};
use crate::table::{Table, not_a_number};
use crate::words::{excerpt, parse_coordinate};
use crate::{Mesh, SceneError};

pub(crate) fn load(bytes: &[u8], loading: &mut Loading) -> Result<(), SceneError> {
    let mut table = Table::new(bytes).map_err(|(place, problem)| loading.wrong_in_table(place, problem))?;
    let header = table.header.clone();
    let in_header = format!("line {}", table.header_line);
    let columns = Columns::find(&header).map_err(|problem| loading.wrong_in_table(&in_header, problem))?;
    if let Some(unused) = columns.unused(&header) {
        loading.warn(&in_header, unused);
    }
    let mut cube = None;
    let (mut not_finite, mut wide, mut flat) = (Vec::new(), Vec::new(), Vec::new());
    let mut moments = columns.moment.map(Moments::new);
    let mut record = StringRecord::new();
    while let Some(line) =
        table.read(&mut record).map_err(|(place, problem)| loading.wrong_in_table(place, problem))?
    {
        let place = format!("line {line}");
        let row = columns.row(&header, &record).map_err(|problem| loading.wrong_in_table(&place, problem))?;
        let Some(placed) = row.place(loading).map_err(|problem| loading.wrong_in_table(&place, problem))?
        else {
            not_finite.push(line);
            continue;
        };
        wide.extend(row.wide.map(|(column, angle)| (line, column, angle)));
        flat.extend(row.flatness().map(|flatness| (line, flatness)));
        if let Some(problem) = moments.as_mut().and_then(|moments| moments.look(&header, &record, line)) {
            loading.warn(&place, problem);
        }
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
    if let Some((place, problem)) = table.about_comments() {
        loading.warn(place, problem);
    }
    if let [first, more @ ..] = &not_finite[..] {
        let more = more_rows(more.len());
        loading.warn(
            format!("line {first}"),
            format!("skipped: a number is not finite{more}; write finite numbers"),
        );
    }
    if let [(first, flatness), more @ ..] = &flat[..] {
        let more = more_rows(more.len());
        loading
            .warn(format!("line {first}"), format!("{flatness}, so the box is flat{more}; check its size"));
    }
    if let [(first, column, angle), more @ ..] = &wide[..] {
        let more = more_rows(more.len());
        let message = format!(
            "{column} is {angle} radians, more than a full turn{more}; name the column {column}_deg if it is in degrees"
        );
        loading.warn(format!("line {first}"), message);
    }
    Ok(())
}

/// The number of further rows with the same fault.
fn more_rows(number: usize) -> String {
    match number {
        0 => String::new(),
        1 => ", and so is 1 more row".to_owned(),
        _ => format!(", and so are {number} more rows"),
    }
}

const CENTRE: [&str; 3] = ["x", "y", "z"];
const SIZE: [&str; 3] = ["size_x", "size_y", "size_z"];
const MIN: [&str; 3] = ["min_x", "min_y", "min_z"];
const MAX: [&str; 3] = ["max_x", "max_y", "max_z"];
const QUATERNION: [&str; 4] = ["qx", "qy", "qz", "qw"];
const RADIANS: [&str; 3] = ["roll", "pitch", "yaw"];
const DEGREES: [&str; 3] = ["roll_deg", "pitch_deg", "yaw_deg"];
const NAME: &str = "name";
/// Columns of recordings, in which the same thing stands in many rows.
const MOMENT: [&str; 4] = ["frame", "time", "timestamp", "t"];

/// Does it begin with the names of columns that a table of boxes has?
pub(crate) fn looks_like(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let is_row = |line: &&[u8]| !line.is_empty() && !line.starts_with(b"#");
    let names = lines.find(is_row).unwrap_or_default();
    let names = crate::text::without_mark(names);
    let is_known = |name: &[u8]| [CENTRE[0], MIN[0]].iter().any(|known| name == known.as_bytes());
    names.split(|byte| b",;\t".contains(byte)).any(|name| is_known(name.trim_ascii()))
}

/// Which column holds what.
struct Columns {
    name: Option<usize>,
    /// When a row was recorded.
    moment: Option<usize>,
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
        let turns = [&QUATERNION[..], &RADIANS, &DEGREES].concat();
        let all = [&[NAME][..], &CENTRE, &SIZE, &MIN, &MAX, &turns].concat();
        let is_twice =
            |name: &&str| header.iter().filter(|title| title.eq_ignore_ascii_case(name)).count() > 1;
        if let Some(name) = all.into_iter().find(is_twice) {
            return Err(format!("there are two columns `{name}`; remove one"));
        }
        let needed = |name: &str| column(name).ok_or_else(|| missing(name, header));
        let three = |[a, b, c]: [&str; 3]| Ok::<_, String>([needed(a)?, needed(b)?, needed(c)?]);
        let has_any = |names: &[&str]| names.iter().any(|name| column(name).is_some());
        let form = if has_any(&MIN) || has_any(&MAX) {
            if has_any(&SIZE) {
                return Err(
                    "boxes are given twice, by min_x… and by size_x…; remove the columns of one".to_owned()
                );
            }
            if let Some(turn) = turns.into_iter().find(|name| column(name).is_some()) {
                return Err(format!(
                    "boxes given by corners are axis-aligned, and `{turn}` is a rotation; give x, y, z, size_x, size_y, size_z with it, or remove it"
                ));
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
        Ok(Columns { name: column(NAME), moment: MOMENT.into_iter().find_map(column), form })
    }

    /// A message about unused columns: a misspelt one must not be lost silently.
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
        (!others.is_empty())
            .then(|| format!("unused columns: {}; rename them if they are misspelt", others.join(", ")))
    }

    fn row<'a>(&self, header: &StringRecord, record: &'a StringRecord) -> Result<Row<'a>, String> {
        let number = |column: usize| {
            let text = record.get(column).unwrap_or_default();
            let title = header.get(column).unwrap_or_default();
            parse_coordinate(text).ok_or_else(|| not_a_number(text, title, "number"))
        };
        let three = |[x, y, z]: [usize; 3]| Ok::<_, String>(DVec3::new(number(x)?, number(y)?, number(z)?));
        let mut wide = None;
        let shape = match &self.form {
            Form::Corners { min, max } => Shape::Corners(three(*min)?, three(*max)?),
            Form::Centre { centre, size, turn } => {
                let turn = match turn {
                    Turn::Quaternion([x, y, z, w]) => {
                        from_quaternion([number(*x)?, number(*y)?, number(*z)?, number(*w)?])?
                    }
                    Turn::Angles { columns, in_degrees } => {
                        let mut angles = [0.0; 3];
                        for ((angle, column), name) in angles.iter_mut().zip(columns).zip(RADIANS) {
                            let given = column.map_or(Ok(0.0), number)?;
                            if !in_degrees && given.abs() > TURN {
                                wide = wide.or(Some((name, given)));
                            }
                            *angle = if *in_degrees { given.to_radians() } else { given };
                        }
                        rotation_from_angles(angles)
                    }
                };
                Shape::Centre { centre: three(*centre)?, size: three(*size)?, turn }
            }
        };
        let name = self.name.and_then(|column| record.get(column)).filter(|name| !name.is_empty());
        Ok(Row { name, wide, shape })
    }
}

/// The message about a missing column, with the columns that exist.
fn missing(name: &str, header: &StringRecord) -> String {
    const SHOWN: usize = 12;
    let more = if header.len() > SHOWN { ", …" } else { "" };
    let titles: Vec<String> = header.iter().take(SHOWN).map(excerpt).collect();
    if header.iter().any(|title| parse_coordinate(title).is_some()) {
        return format!(
            "the first row is `{}{more}`, without names of columns; add a first row such as x,y,z,size_x,size_y,size_z",
            titles.join(",")
        );
    }
    if header.len() == 1 && header.iter().any(|title| title.trim().contains([' ', '|'])) {
        return format!(
            "the first row, `{}`, has no separator; separate the columns by commas, semicolons or tabs",
            titles.join(",")
        );
    }
    if QUATERNION.contains(&name) {
        return format!(
            "there is no column `{name}`; add it, as a quaternion needs {}, or remove the others",
            QUATERNION.join(", ")
        );
    }
    format!(
        "there is no column `{name}`, only {}{more}; name the columns x, y, z, size_x, size_y, size_z, or min_x, min_y, min_z, \
         max_x, max_y, max_z",
        titles.join(", ")
    )
}

/// Are rows of several moments in one table, and so in one scene?
struct Moments {
    column: usize,
    /// What stands in the first row, and its line.
    first: Option<(String, u64)>,
    is_told: bool,
}

impl Moments {
    fn new(column: usize) -> Self {
        Moments { column, first: None, is_told: false }
    }

    /// A word about the first row that is of another moment than the rows before.
    fn look(&mut self, header: &StringRecord, record: &StringRecord, line: u64) -> Option<String> {
        let [title, moment] = [header, record].map(|record| record.get(self.column).unwrap_or_default());
        let (first, first_line) = self.first.get_or_insert_with(|| (moment.to_owned(), line));
        if self.is_told || *first == moment {
            return None;
        }
        self.is_told = true;
        Some(format!(
            "{} is {} here, and {} in line {first_line}: all rows are in one scene at the same time; use a separate table for each time",
            excerpt(title),
            excerpt(moment),
            excerpt(first)
        ))
    }
}

struct Row<'a> {
    name: Option<&'a str>,
    /// The column of an angle of more than a turn, and the angle.
    wide: Option<(&'static str, f64)>,
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
    /// What makes the box flat, if a length of it is 0.
    fn flatness(&self) -> Option<String> {
        let axis = |lengths: DVec3| (0..3).find(|&axis| lengths[axis] == 0.0);
        match self.shape {
            Shape::Corners(min, max) => {
                // The difference of two numbers that differ is not 0.
                axis(max - min).map(|axis| format!("{} is equal to {}", MIN[axis], MAX[axis]))
            }
            Shape::Centre { size, .. } => axis(size).map(|axis| format!("{} is 0", SIZE[axis])),
        }
    }

    /// The box in metres; `None` if it is not finite.
    fn place(&self, loading: &Loading) -> Result<Option<Placed>, String> {
        let placed = match self.shape {
            Shape::Corners(min, max) => {
                let wrong = (0..3).find(|&axis| min[axis] > max[axis]);
                if let Some(axis) = wrong {
                    let (low, high) = (min[axis], max[axis]);
                    return Err(format!(
                        "{} is {low}, greater than {}, which is {high}; swap them",
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
                    return Err(format!("{column} is {size}; write a size of 0 or more"));
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
