//! Selection of colliders for a query.

use super::handle::ColliderHandle;
use crate::broad::CollisionFilter;

/// Selects the colliders of a query. The default selects all but sensors.
///
/// ```
/// use impinge::world::QueryFilter;
/// // The default selects all but sensors.
/// assert_eq!(QueryFilter::default(), QueryFilter { sensors: false, ..QueryFilter::default() });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueryFilter {
    /// Collision filter of the query: it and the filter of the collider must accept each other.
    pub filter: CollisionFilter,
    /// Collider to leave out, usually the one that runs the query.
    pub exclude: Option<ColliderHandle>,
    /// Whether to include sensors.
    pub sensors: bool,
}
