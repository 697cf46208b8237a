//! A shape that is moved among obstacles and slides along what it meets, as a character does.

use impinge::compound::AnyShape;
use impinge::math::{Scalar, Vector};
use impinge::sweep::{GroundSettings, MoveAndSlideOptions, ShapeCastHit, move_and_slide};
use serde::Serialize;

use crate::answer::{Found, coordinates};
use crate::node::{Fields, Node};
use crate::problem::Problem;
use crate::request::length;
use crate::shapes::placed;
use crate::space::{Space, direction, scalar, vector};

/// The default skin: the gap kept to obstacles.
const SKIN: f64 = 0.01;

/// Where a shape is that was moved.
#[derive(Debug, Serialize)]
pub(crate) struct Moved<S> {
    translation: Vec<S>,
    /// The corners of its way and its end, from where it started.
    path: Vec<Vec<S>>,
    hits: Vec<Hit<S>>,
    /// What of the motion was not gone.
    remaining: Vec<S>,
    depth: S,
}

/// What stopped it.
#[derive(Debug, Serialize)]
struct Hit<S> {
    obstacle: u32,
    part: u32,
    time: S,
    translation: Vec<S>,
    point: Vec<S>,
    normal: Vec<S>,
    walkable: bool,
}

impl<S: Scalar> Hit<S> {
    fn of<V: Vector<Scalar = S>>(hit: &ShapeCastHit<V>) -> Self {
        Hit {
            obstacle: hit.obstacle,
            part: hit.part,
            time: hit.time,
            translation: coordinates(hit.translation),
            point: coordinates(hit.point),
            normal: coordinates(hit.normal.get()),
            walkable: hit.is_walkable,
        }
    }
}

/// What is found about the shape `a` of a request that is moved by its `motion` among `obstacles`.
pub(crate) fn found<V: Space>(fields: Fields) -> Result<Found<V::Scalar>, Problem> {
    let a = fields.required("a", placed::<V>)?;
    let motion: V = fields.required("motion", vector)?;
    let obstacles: Vec<AnyShape<V>> = fields.required("obstacles", |node| node.each(placed::<V>))?;
    let slid = move_and_slide(&a, motion, obstacles.as_slice(), &options(fields)?);
    Ok(Found::MoveAndSlide(Moved {
        translation: coordinates(slid.translation),
        path: slid.path().iter().copied().map(coordinates).collect(),
        hits: slid.hits().iter().map(Hit::of).collect(),
        remaining: coordinates(slid.remaining),
        depth: slid.depth,
    }))
}

fn options<V: Space>(fields: Fields) -> Result<MoveAndSlideOptions<V>, Problem> {
    let skin = length(fields, "skin", V::Scalar::from_f64(SKIN))?;
    let options = MoveAndSlideOptions::new(skin).map_err(Problem::new)?;
    let options = match fields.optional("push_out", Node::bool)? {
        Some(push_out) => options.with_push_out(push_out),
        None => options,
    };
    let options = match fields.optional("max_iterations", iterations)? {
        Some(iterations) => options.with_max_iterations(iterations).map_err(Problem::new)?,
        None => options,
    };
    Ok(match fields.optional("ground", ground)? {
        Some(ground) => options.with_ground(ground),
        None => options,
    })
}

/// More than a hundred mean nothing, and would be waited for.
fn iterations(node: &Node) -> Result<u32, Problem> {
    const MOST: f64 = 100.0;
    match node.number()? {
        number if number.fract() == 0.0 && (1.0..=MOST).contains(&number) => Ok(number as u32),
        _ => Err(Problem::new("must be a whole number from 1 to 100")),
    }
}

/// What can be walked on.
fn ground<V: Space>(node: &Node) -> Result<GroundSettings<V>, Problem> {
    let fields = node.fields()?;
    fields.only("a ground", &["up", "max_slope", "step_height", "snap_distance"])?;
    let up = fields.required("up", direction)?;
    let max_slope = fields.required("max_slope", scalar)?;
    let ground =
        GroundSettings::new(up, max_slope).map_err(|problem| Problem::new(problem).within("max_slope"))?;
    let ground =
        ground.with_step_height(length(fields, "step_height", V::Scalar::ZERO)?).map_err(Problem::new)?;
    ground.with_snap_distance(length(fields, "snap_distance", V::Scalar::ZERO)?).map_err(Problem::new)
}
