//! Two shapes on their ways: when they first meet.

use impinge::compound::AnyShape;
use impinge::glam::{DVec2, DVec3, Vec2, Vec3};
use impinge::math::{Scalar, Vector};
use impinge::shape::Shape;
use impinge::sweep::{Motion, TimeOfImpactOptions, time_of_impact};

use crate::answer::Found;
use crate::node::{Fields, Node};
use crate::problem::Problem;
use crate::request::{latest, length};
use crate::shapes::placed;
use crate::space::{Space, pose, scalar, vector};

/// The default tolerance.
const TOLERANCE: f64 = 1e-6;

/// By how much something turns: in the plane an angle, in space an axis that is as long as the angle.
pub(crate) trait Turning: Vector {
    /// A motion that turns so much about a centre.
    fn turning(motion: Motion<Self>, by: &Node, center: Self) -> Result<Motion<Self>, Problem>;
}

macro_rules! turning {
    ($vector:ident, $read:expr) => {
        impl Turning for $vector {
            fn turning(motion: Motion<Self>, by: &Node, center: Self) -> Result<Motion<Self>, Problem> {
                motion.with_angular_velocity($read(by)?, center).map_err(Problem::new)
            }
        }
    };
}

turning!(Vec2, scalar::<f32>);
turning!(DVec2, scalar::<f64>);
turning!(Vec3, vector::<Vec3>);
turning!(DVec3, vector::<DVec3>);

/// What is found about two shapes that move.
pub(crate) fn found<V: Space>(fields: Fields) -> Result<Found<V::Scalar>, Problem> {
    let (a, motion_a) = fields.required("a", moving::<V>)?;
    let (b, motion_b) = fields.required("b", moving::<V>)?;
    let tolerance: V::Scalar = length(fields, "tolerance", V::Scalar::from_f64(TOLERANCE))?;
    let depth: V::Scalar = length(fields, "min_depth", V::Scalar::ZERO)?;
    let max_time: f64 = latest(fields)?;
    let ignore_separating = fields.optional("ignore_separating", Node::bool)?.unwrap_or(false);
    let options = TimeOfImpactOptions::new(tolerance.into());
    let options = options.and_then(|options| options.with_min_depth(depth.into())?.with_max_time(max_time));
    let options = options.map_err(Problem::new)?;
    let options = if ignore_separating { options.with_ignore_separating(true) } else { options };
    Ok(Found::impact(&time_of_impact(&a.shape_ref(), &motion_a, &b.shape_ref(), &motion_b, &options)))
}

/// A shape as anywhere, and beside it its motion.
fn moving<V: Space>(node: &Node) -> Result<(AnyShape<V>, Motion<V>), Problem> {
    let fields = node.fields()?;
    // The shape parser reads the remaining fields.
    let still = fields.0.iter().filter(|(name, _)| name != "motion").cloned().collect();
    let shape = placed(&Node::Object(still))?;
    // It turns about its own origin, unless another centre is given.
    let origin = fields.optional("pose", pose::<V>)?.map_or(V::ZERO, |pose| pose.translation);
    let motion = fields.optional("motion", |node| motion(node, origin))?;
    Ok((shape, motion.unwrap_or_default()))
}

fn motion<V: Space>(node: &Node, origin: V) -> Result<Motion<V>, Problem> {
    let fields = node.fields()?;
    fields.only("a motion", &["translation", "rotation", "center"])?;
    let translation = fields.optional("translation", vector)?.unwrap_or(V::ZERO);
    let center = fields.optional("center", vector)?.unwrap_or(origin);
    let motion = Motion::linear(translation).map_err(Problem::new)?;
    Ok(fields.optional("rotation", |by| V::turning(motion, by, center))?.unwrap_or(motion))
}
