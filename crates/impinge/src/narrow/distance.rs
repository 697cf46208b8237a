//! How far apart two convex shapes are, or how deep in each other.
//!
//! ```text
//!            closed form? ──────────────── yes ──▶ Found, Beyond
//!                 │ Open
//!      bounding balls apart? ───────────── yes ──▶ Beyond
//!                 │ no
//!   GJK on the cores ── apart ──▶ closest points ─┐
//!                 │ meeting                       ├─▶ minus the radii ──▶ sign by the relation
//!   EPA on the cores ───────────▶ least depth ────┘
//! ```
//!
//! 1. [`closed_form`] answers frequent pairs: balls, capsules, [`boxes`], [`polygons`], [`segments`]. It ends
//!    with `Found`, with `Beyond` (further apart than the limit), or with `Open`: no closed form, or one that
//!    is not clear of rounding.
//! 2. [`bounding_balls`] rejects pairs that are apart by more than the limit.
//! 3. [`convex_pair`] takes the cores, without their radii, in one [`frame`] and one [`pair_order`]. [`gjk`]
//!    finds the closest points of cores that are apart. It ends with `Apart`, `Beyond` or `Meeting`.
//! 4. [`epa`] finds the least depth of cores that overlap. [`near_contact`] refines it for round cores.
//! 5. The radii are subtracted in the world. [`consistency`] gives the distance the sign of the exact
//!    relation where it is below the [`error_bound`].
//!
//! [`unbounded`] has planes, half-spaces and rays. [`linear_cast`] is the first time at which a translating
//! shape comes within a distance.

pub(super) mod bounding_balls;
pub(super) mod boxes;
pub(super) mod closed_form;
pub(super) mod consistency;
pub(super) mod convex_pair;
pub(super) mod cylinders;
pub(super) mod epa;
pub(super) mod error_bound;
pub(super) mod extent;
pub(super) mod flat_features;
pub(super) mod frame;
pub(super) mod gjk;
pub(super) mod linear_cast;
pub(super) mod near_contact;
pub(super) mod observer;
pub(super) mod pair_order;
pub(super) mod polygons;
pub(super) mod segments;
pub(super) mod separation;
pub(super) mod simplex;
pub(super) mod support;
pub(super) mod unbounded;
