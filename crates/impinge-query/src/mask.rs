//! Two masks of pixels, one moved onto the other: which pixels both have.
//!
//! A mask is written as rows of text, `#` for a pixel that is set and `.` for one that is not. Pixels are
//! counted from the upper left corner of the picture of `a`, y down.

use impinge::glam::DVec2;
use impinge::mask::{Mask, MaskError};
use impinge::math::{Affine, Rotation};
use impinge::shape::Ball;
use serde::Serialize;

use crate::answer::{Found, coordinates};
use crate::node::{Fields, Node};
use crate::problem::Problem;
use crate::request::length;
use crate::space::{scalar, vector};

/// What two masks have in common.
#[derive(Debug, Serialize)]
pub(crate) struct Common {
    overlapping: bool,
    /// Pixels that both have.
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<[i32; 2]>,
    /// Where `b` leaves soonest.
    #[serde(skip_serializing_if = "Option::is_none")]
    normal: Option<Vec<f64>>,
    #[serde(flatten)]
    pictures: Option<Pictures>,
}

/// Both masks as they were compared, and what they have in common.
#[derive(Debug, Serialize)]
struct Pictures {
    a: Picture,
    b: Picture,
    common: Picture,
}

#[derive(Debug, Serialize)]
struct Picture {
    /// Where its first pixel is.
    offset: [i32; 2],
    rows: Vec<String>,
}

/// A mask and where its pixel (0, 0) is.
struct Placed {
    mask: Mask,
    offset: [i32; 2],
}

impl Placed {
    fn picture(&self) -> Picture {
        let letter = |x, y| if self.mask.get(x as i32, y as i32) { '#' } else { '.' };
        let row = |y| (0..self.mask.width()).map(|x| letter(x, y)).collect();
        Picture { offset: self.offset, rows: (0..self.mask.height()).map(row).collect() }
    }
}

/// What is found about the masks of a request.
pub(crate) fn found<S>(fields: Fields) -> Result<Found<S>, Problem> {
    let offset = fields.optional("offset", whole)?.unwrap_or([0, 0]);
    let a = fields.required("a", |node| placed(node, [0, 0]))?;
    let b = fields.required("b", |node| placed(node, offset))?;
    let between = [0, 1].map(|axis| b.offset[axis].saturating_sub(a.offset[axis]));
    let seen_from_picture = |pixel: [u32; 2]| [0, 1].map(|axis| pixel[axis] as i32 + a.offset[axis]);
    let count = a.mask.overlap_count(&b.mask, between);
    let pictures = fields.optional("pixels", Node::bool)?.unwrap_or(false).then(|| Pictures {
        a: a.picture(),
        b: b.picture(),
        common: Placed { mask: a.mask.overlap_mask(&b.mask, between), offset: a.offset }.picture(),
    });
    Ok(Found::Mask(Common {
        overlapping: count > 0,
        count,
        first: a.mask.first_overlap(&b.mask, between).map(seen_from_picture),
        normal: a.mask.overlap_normal::<DVec2>(&b.mask, between).map(|normal| coordinates(normal.get())),
        pictures,
    }))
}

/// Numbers of pixels: more than this many are no picture that a line of text shows.
const MOST: f64 = 1e6;

fn whole(node: &Node) -> Result<[i32; 2], Problem> {
    let numbers = node.each(|node| match node.number()? {
        number if number.fract() == 0.0 && number.abs() <= MOST => Ok(number as i32),
        _ => Err(Problem::new("must be a whole number from -1000000 to 1000000")),
    })?;
    <[i32; 2]>::try_from(numbers)
        .map_err(|_| Problem::new("must be two whole numbers, to the right and down"))
}

/// A mask: drawn, with discs added and taken out, then turned about the middle of its picture, and moved.
fn placed(node: &Node, [right, down]: [i32; 2]) -> Result<Placed, Problem> {
    let fields = node.fields()?;
    fields.only("a mask", &["rows", "fill", "clear", "rotation"])?;
    let mut mask = fields.required("rows", drawn)?;
    for disc in fields.optional("fill", |node| node.each(disc))?.unwrap_or_default() {
        mask.fill(&disc);
    }
    for disc in fields.optional("clear", |node| node.each(disc))?.unwrap_or_default() {
        mask.clear(&disc);
    }
    let Some(angle) = fields.optional("rotation", scalar::<f64>)? else {
        return Ok(Placed { mask, offset: [right, down] });
    };
    let middle = DVec2::new(mask.width().into(), mask.height().into()) * 0.5;
    let columns = Rotation::<DVec2>::from_angle(angle).columns();
    let turned = columns[0] * middle.x + columns[1] * middle.y;
    let (mask, [x, y]) = mask.transform(&Affine { columns, translation: middle - turned }).map_err(wrong)?;
    Ok(Placed { mask, offset: [right + x, down + y] })
}

fn wrong(error: MaskError) -> Problem {
    Problem::new(error)
}

/// Rows of the same length, from the top.
fn drawn(node: &Node) -> Result<Mask, Problem> {
    let rows = node.each(|node| match node {
        Node::Text(row) if row.bytes().all(|letter| matches!(letter, b'#' | b'.')) => Ok(row.as_bytes()),
        Node::Text(_) => Err(Problem::new("must contain only # for solid pixels and . for others")),
        _ => Err(Problem::new("must be text, with # for solid pixels and . for others")),
    })?;
    let width = rows.first().map_or(0, |row| row.len());
    if let Some(other) = rows.iter().position(|row| row.len() != width) {
        let message = format_args!("must have {width} pixels, like the first row").to_string();
        return Err(Problem::new(message).at(other));
    }
    let (Ok(columns), Ok(height)) = (u32::try_from(width), u32::try_from(rows.len())) else {
        return Err(Problem::new("is too large"));
    };
    Mask::from_fn(columns, height, |x, y| rows[y as usize][x as usize] == b'#').map_err(wrong)
}

fn disc(node: &Node) -> Result<Ball<DVec2>, Problem> {
    let fields = node.fields()?;
    fields.only("a disc", &["center", "radius"])?;
    let center = fields.required("center", vector)?;
    fields.required("radius", Node::number)?;
    Ball::new(center, length(fields, "radius", 0.0)?).map_err(Problem::new)
}
