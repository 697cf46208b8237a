//! Time of impact: when two shapes that translate and rotate first come within the tolerance.
//!
//! Conservative advancement: at a time, the closest points give a direction n. The gap along n, with n
//! rotating with one of the shapes, is bounded from below by a concave function L of time, which is never
//! above the distance. Where L falls to a level, a step ends; until there the motion is free. From there the
//! next step starts, with a new n.
//!
//! ```text
//!   distance
//!    │╲
//!    │ ╲ ·           distance of the shapes: dots
//!    │  ╲   ·        bounds L of the steps: lines
//!    │   ╲   ·╲
//!    │    ╲    ·╲
//!    ├╌╌╌╌╌╲╌╌╌╌╌╲·╌╌  level: the target distance and a quarter of the tolerance
//!    └──────┴─────┴─── time
//!         step 1  step 2: within the tolerance
//! ```
//!
//! 1. [`time_of_impact`](mod@time_of_impact) cuts unbounded shapes to the part within reach
//!    (`clip_unbounded.rs`). Two convex shapes are one pair. Otherwise time is divided into slices, which are
//!    halved while the region of one shape relative to the other (`relative_bounds.rs`) is much larger than
//!    the shape; the first slice with an impact decides.
//! 2. `moving_convex.rs` has a convex part with its motion.
//! 3. `conservative_advancement.rs` tests a pair: bounding balls, then the linear cast of
//!    `narrow/distance/linear_cast.rs` if neither rotates, then steps. It derives L, and proves it.
//! 4. `separation_bound.rs` finds where L falls to the level, from supports (`../extents.rs`).
//!
//! `AdvancementEnd` names the ends of a pair, beside `None`: certainly no impact in the interval.
//! [`TimeOfImpact`] has the result: `Disjoint`, `Hit` (`converged` if within the tolerance) or
//! `OverlappingAtStart`.
//!
//! Bounds: `Disjoint` is certain, and no hit is later than the true one. L is lowered by 16 roundings of the
//! coordinates, and the tolerance is at least 8 times that. Steps end at most 1/50 of the tolerance below the
//! level. Distances are in `f64`, from shapes placed in their own precision.

mod clip_unbounded;
mod conservative_advancement;
mod moving_convex;
mod relative_bounds;
mod separation_bound;
mod time_of_impact;

pub(crate) use time_of_impact::is_endless;
pub(super) use time_of_impact::time_of_impact_inner;
pub use time_of_impact::{TimeOfImpact, TimeOfImpactOptions, time_of_impact};
