//! Time of impact.

mod clip_unbounded;
mod conservative_advancement;
mod moving_convex;
mod relative_bounds;
mod separation_bound;
mod time_of_impact;

pub(crate) use time_of_impact::is_endless;
pub(super) use time_of_impact::time_of_impact_inner;
pub use time_of_impact::{TimeOfImpact, TimeOfImpactOptions, time_of_impact};
