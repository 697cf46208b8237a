//! The bounding volumes of a shape, as the engine fits them, and how much room each wastes.

use impinge::bound::{Fit, Fits, Volume, fit, shape_aabb, shape_vertices, transform_aabb};
use impinge::math::{Affine, Scalar, Vector};
use impinge::shape::Aabb;
use serde::Serialize;

use crate::answer::{Found, written};
use crate::node::{Fields, Node};
use crate::problem::Problem;
use crate::shapes::{placed, shape};
use crate::space::{Space, pose};
use crate::volume::PlacedVolume;

/// What fits around a shape.
#[derive(Debug, Serialize)]
pub(crate) struct FittedVolumes<S> {
    /// The cheapest to test first, the convex hull last; of round shapes the box along the axes alone.
    volumes: Vec<Measured<S>>,
    /// Which of them wastes least, without the hull.
    #[serde(skip_serializing_if = "Option::is_none")]
    tightest: Option<&'static str>,
    /// The box along the axes that is soon found when a shape has a pose: around the turned and moved box of
    /// the shape without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refitted: Option<Measured<S>>,
}

/// A volume and how good it is.
#[derive(Debug, Serialize)]
struct Measured<S> {
    #[serde(flatten)]
    placed: PlacedVolume<S>,
    /// In the plane an area.
    volume: f64,
    /// How many times as large as the hull.
    #[serde(skip_serializing_if = "Option::is_none")]
    tightness: Option<f64>,
}

impl<S: Scalar> Measured<S> {
    fn of<V: Vector<Scalar = S>>(volume: &Volume<V>, tightness: Option<f64>) -> Self {
        Measured { placed: volume.into(), volume: written(volume.volume()), tightness }
    }
}

/// What is found about the shape `a` of a request.
pub(crate) fn found<V: Space>(fields: Fields) -> Result<Found<V::Scalar>, Problem> {
    fields.required("a", fitted::<V>).map(Found::Fit)
}

fn fitted<V: Space>(node: &Node) -> Result<FittedVolumes<V::Scalar>, Problem> {
    let a = placed::<V>(node)?;
    let fits = shape_vertices(&a).map(|corners| fit(&corners)).transpose().map_err(Problem::new)?;
    let hull = fits.as_ref().map(Fits::hull);
    // Where the hull is no yardstick, no volume is compared with it.
    let yardstick = hull.and_then(|hull| hull.tightness().map(|_| hull.volume()));
    let volumes = match (&fits, shape_aabb(&a)) {
        (Some(fits), _) => {
            let measured = |fit: &Fit<V>| Measured::of(fit.shape(), fit.tightness());
            fits.candidates().iter().chain([fits.hull()]).map(measured).collect()
        }
        (None, Some(around)) => vec![Measured::of(&Volume::Aabb(around), None)],
        (None, None) => return Err(Problem::new("is unbounded, so nothing can be fitted to it")),
    };
    let refitted = refitted::<V>(node)?.map(|around| {
        let around = Volume::Aabb(around);
        Measured::of(&around, yardstick.map(|yardstick| around.volume() / yardstick))
    });
    Ok(FittedVolumes {
        volumes,
        tightest: fits.as_ref().map(|fits| fits.tightest().shape().name()),
        refitted,
    })
}

/// The box around the box of the shape without its pose, where the pose takes it; none without a pose.
fn refitted<V: Space>(node: &Node) -> Result<Option<Aabb<V>>, Problem> {
    let fields = node.fields()?;
    let Some(pose) = fields.optional("pose", pose::<V>)? else { return Ok(None) };
    let still = fields.required("shape", |node| shape::<V>(node, None))?;
    let around = match shape_vertices(&still) {
        Some(corners) => Some(Aabb::from_points(corners).map_err(Problem::new)?),
        None => shape_aabb(&still),
    };
    Ok(around.map(|around| transform_aabb(&around, &Affine::from(pose))))
}
